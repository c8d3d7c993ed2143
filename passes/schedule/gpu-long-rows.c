// Rows of a scatter that have many points: a block that owns their positions
// would add these one after the other while all others are done. It lists such
// rows instead, and in a launch behind blocks have a strip of each. Both find
// the points by looking at all: a list of rows is short, one of points is not.
// See gpu.h.
#include "passes/schedule/gpu-scatter.h"

#include "passes/lower/gpu/owners.h"

#include "lib/cost/numbers.h"

#include "mlir-c/BuiltinTypes.h"

static TcCpuIters overOf(const TcCpuKernel *k, const TcGpuPhase *p) {
  return tcCpuItersWithout(k->arena, &p->p.stages.data[0]->iters, &p->p.tasks);
}

int64_t tcGpuLongRowGroups(const TcCpuKernel *k, const TcGpuPhase *p) {
  enum { MOST = 8 };
  int64_t owners = tcCpuExtent(k, p->p.stages.data[0]->owners - 1, 1);
  return owners < MOST ? owners : MOST;
}

const char *tcGpuLongRowsRefuse(const TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  if (!p->base)
    return "longer: only of a launch that makes the scatter's base, too";
  if (s->kinds[0] == TC_CPU_SET || s->kinds[0] == TC_CPU_CUSTOM || s->ordered)
    return "longer: the points of a row are combined in their order (L4)";
  return NULL;
}

// For each block a number of rows, then the rows.
void tcGpuFormLeaving(TcCpuKernel *k, TcGpuPhase *p, int64_t longer) {
  TcArena *a = k->arena;
  const TcCpuStage *s = p->p.stages.data[0];
  const TcSize **size = TC_ARENA_ARRAY(a, const TcSize *, 1);
  size_t dim = 0;
  tcGpuScatterBase(k, s, &dim);
  p->longer = longer;
  size[0] = tcSizeMul(a, tcCpuProduct(a, k, &p->blocks),
                      tcSizeConst(a, 1 + tcGpuOwnersRows(k, s, dim)));
  TcCpuValue left = {.element = mlirIntegerTypeGet(k->ctx, 32),
                     .rank = 1,
                     .sizes = size,
                     .arg = -1};
  p->left = tcCpuKernelAddTemporary(k, &left);
}

TcGpuPhase tcGpuFormLongRows(const TcGpuPhase *owners) {
  TcGpuPhase p = *owners;
  p.mode = TC_GPU_LONG_ROWS;
  p.threads = TC_GPU_LONG_ROW_THREADS;
  p.step = p.threads * TC_GPU_LONG_ROW_AHEAD;
  p.perThread = 1;
  p.tiling.resident = TC_GPU_LONG_ROW_RESIDENT;
  return p;
}

// Each block of the launch behind looks at all points for each of its rows: the
// more points there are, the fewer rows pay.
static int64_t longerOf(double points) {
  int64_t share = (int64_t)(points / (double)tcNumber(gpu_owner_long_rows));
  int64_t least = tcNumber(gpu_owner_longer);
  return share > least ? share : least;
}

void tcGpuLeaveLongRows(TcCpuKernel *k, TcGpuPhases *phases) {
  TcGpuPhases out = {0};
  for (size_t i = 0; i < phases->size; ++i) {
    TcGpuPhase *p = &phases->data[i];
    TcCpuIters over = overOf(k, p);
    double points = tcCpuGuessIters(k, &over);
    int64_t longer = longerOf(points);
    bool leaves = p->mode == TC_GPU_OWNERS && points > (double)longer &&
                  !tcGpuLongRowsRefuse(p);
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
