// Rows of a scatter that have many points: a block that owns their positions
// would add these one after the other while all others are done. It lists such
// rows instead, and in a launch behind blocks have a strip of each. Both find
// the points by looking at all: a list of rows is short, one of points is not.
// See gpu.h.
#include "passes/schedule/gpu.h"

#include "lib/cost/numbers.h"

#include "mlir-c/BuiltinTypes.h"

static TcCpuIters overOf(const TcCpuKernel *k, const TcGpuPhase *p) {
  return tcCpuItersWithout(k->arena, &p->p.stages.data[0]->iters, &p->p.tasks);
}

static int64_t stepOf(const TcGpuPhase *p) {
  return p->mode == TC_GPU_LONG_ROWS ? p->step : p->threads * p->perThread;
}

int64_t tcGpuMostLongRows(const TcGpuPhase *p) {
  return stepOf(p) / (p->longer + 1);
}

int64_t tcGpuLongRowGroups(const TcCpuKernel *k, const TcGpuPhase *p) {
  enum { MOST = 8 };
  int64_t owners = tcCpuExtent(k, p->p.stages.data[0]->owners - 1, 1);
  return owners < MOST ? owners : MOST;
}

const char *tcGpuLongRowsRefuse(const TcGpuPhase *p, int64_t longer) {
  const TcCpuStage *s = p->p.stages.data[0];
  if (!p->base)
    return "longer: only of a launch that makes the scatter's base, too";
  if (s->kinds[0] == TC_CPU_SET || s->kinds[0] == TC_CPU_CUSTOM || s->ordered)
    return "longer: the points of a row are combined in their order (L4)";
  if (tcVecLast(&p->blocks) != s->owners - 1)
    return "longer: the owners are the last iterator of the blocks";
  if (longer < 1 || longer >= stepOf(p))
    return "longer: a step has no row of as many points";
  return NULL;
}

// For each block and step a number of rows, then the rows.
void tcGpuFormLeaving(TcCpuKernel *k, TcGpuPhase *p, int64_t longer) {
  TcArena *a = k->arena;
  TcCpuIters over = overOf(k, p);
  const TcSize **size = TC_ARENA_ARRAY(a, const TcSize *, 1);
  p->longer = longer;
  const TcSize *steps =
      tcSizeCeilDiv(a, tcCpuProduct(a, k, &over), tcSizeConst(a, stepOf(p)));
  size[0] = tcSizeMul(a, tcSizeMul(a, tcCpuProduct(a, k, &p->blocks), steps),
                      tcSizeConst(a, 1 + tcGpuMostLongRows(p)));
  TcCpuValue left = {.element = mlirIntegerTypeGet(k->ctx, 32),
                     .rank = 1,
                     .sizes = size,
                     .arg = -1};
  p->left = tcCpuKernelAddTemporary(k, &left);
}

TcGpuPhase tcGpuFormLongRows(const TcGpuPhase *owners) {
  TcGpuPhase p = *owners;
  p.mode = TC_GPU_LONG_ROWS;
  p.step = stepOf(owners);
  p.threads = TC_GPU_LONG_ROW_THREADS;
  p.perThread = 1;
  p.tiling.resident = TC_GPU_LONG_ROW_RESIDENT;
  return p;
}

void tcGpuLeaveLongRows(TcCpuKernel *k, TcGpuPhases *phases) {
  TcGpuPhases out = {0};
  int64_t longer = tcNumber(gpu_owner_longer);
  for (size_t i = 0; i < phases->size; ++i) {
    TcGpuPhase *p = &phases->data[i];
    TcCpuIters over = overOf(k, p);
    bool leaves = p->mode == TC_GPU_OWNERS &&
                  tcCpuGuessIters(k, &over) > (double)longer &&
                  !tcGpuLongRowsRefuse(p, longer);
    if (leaves)
      tcGpuFormLeaving(k, p, longer);
    tcVecPush(k->arena, &out, *p);
    if (leaves) {
      TcGpuPhase behind = tcGpuFormLongRows(p);
      tcVecPush(k->arena, &out, behind);
    }
  }
  *phases = out;
}
