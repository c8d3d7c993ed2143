// Chooses how many tasks share a scatter, and whether a block of threads is
// one of them. See gpu.h.
#include "passes/schedule/gpu.h"

#include "ir/attrs.h"
#include "ir/sizes.h"
#include "lib/cost/numbers.h"
#include "tc/gen/LoopOps.h"

//===- Rows ---------------------------------------------------------------===//

// What a position is computed from, as long as it does not depend on `iter`.
typedef struct Slice {
  const TcCpuStage *s;
  MlirStringRef iter;
  TcMap seen;
} Slice;

static bool readsAlong(const Slice *x, intptr_t argument) {
  const TcCpuRead *r = &x->s->reads.data[argument];
  for (size_t d = 0; d < r->value->rank; ++d)
    if (tcSizeUses(r->index[d], x->iter.data))
      return true;
  return false;
}

static bool dependsOn(Slice *x, MlirValue v) {
  if (tcMapGet(&x->seen, v.ptr))
    return false;
  tcMapSet(&x->seen, v.ptr, (void *)v.ptr);
  if (mlirValueIsABlockArgument(v))
    return !mlirBlockEqual(mlirBlockArgumentGetOwner(v), x->s->body) ||
           readsAlong(x, mlirBlockArgumentGetArgNumber(v));
  MlirOperation op = mlirOpResultGetOwner(v);
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    return tcSizeAttrUses(tcLoopIndexGetExpr(op), x->iter);
  bool depends = mlirOperationGetNumRegions(op) > 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    depends = depends || dependsOn(x, mlirOperationGetOperand(op, i));
  return depends;
}

// Whether all positions that the body computes are the same along `iter`.
static bool isAlongRow(const TcCpuKernel *k, const TcCpuStage *s, int iter) {
  Slice x = {s, tcStr(k->iters.data[iter].name), {.arena = k->arena}};
  MlirOperation yield = mlirBlockGetTerminator(s->body);
  for (size_t d = 0; d < s->results.data[0]->rank; ++d)
    if (tcScatterIter(k, s, d) < 0 &&
        dependsOn(&x, mlirOperationGetOperand(yield, (intptr_t)d)))
      return false;
  return true;
}

// In the order of the result's dimensions.
TcCpuIters tcGpuScatterRow(const TcCpuKernel *k, const TcCpuStage *s) {
  TcCpuIters all = tcCpuStageParallel(k, s), row = {0};
  for (size_t d = 0; d < s->results.data[0]->rank; ++d) {
    int iter = tcScatterIter(k, s, d);
    if (iter >= 0 && tcCpuItersHave(&all, iter) &&
        !tcCpuItersHave(&row, iter) && isAlongRow(k, s, iter))
      tcVecPush(k->arena, &row, iter);
  }
  return row;
}

//===- Owners -------------------------------------------------------------===//

static bool isShared(const TcCpuKernel *k, const TcCpuStage *s) {
  bool any = false;
  if (s->kind != TC_CPU_SCATTER || s->in)
    return false;
  for (size_t d = 0; d < s->results.data[0]->rank; ++d)
    any |= tcScatterIter(k, s, d) < 0;
  return any;
}

// As many as keep `most` of them busy, with `each` of `steps` points or more.
static int64_t ownersFor(double tasks, double most, double steps, double each) {
  int64_t owners = 1;
  while (2 * (double)owners * tasks <= most &&
         2 * (double)owners * each <= steps)
    owners *= 2;
  return owners;
}

static int64_t ownersOf(TcCpuKernel *k, const TcTarget *target,
                        const TcCpuStages *stages) {
  const TcCpuStage *s = stages->data[0];
  if (!isShared(k, s))
    return 1;
  TcCpuIters space = tcCpuStageSpace(k->arena, s), row = tcGpuScatterRow(k, s);
  double threads = tcCpuGuessTasks(k, stages),
         steps = tcCpuGuessIters(k, &space) / threads,
         width = tcCpuGuessIters(k, &row);
  if (width >= target->waveThreads)
    return ownersFor(threads / width, tcNumber(gpu_owner_blocks), steps,
                     tcNumber(gpu_block_owned));
  if (steps < tcNumber(gpu_scatter_long))
    return 1;
  return ownersFor(threads, tcNumber(gpu_threads), steps, tcNumber(gpu_owned));
}

void tcGpuChooseOwners(TcCpuKernel *k, const TcTarget *target,
                       const TcCpuStages *stages) {
  int64_t owners =
      tcFormIsOff(k, TC_FORM_OWNERS) ? 1 : ownersOf(k, target, stages);
  if (owners > 1)
    tcCpuShareScatter(k, stages->data[0], owners);
}

//===- Blocks -------------------------------------------------------------===//

void tcGpuFormOwners(TcCpuKernel *k, TcGpuPhase *p) {
  TcCpuStage *s = p->p.stages.data[0];
  p->mode = TC_GPU_OWNERS;
  p->points = tcGpuScatterRow(k, s);
  p->blocks = tcCpuItersWithout(k->arena, &p->p.tasks, &p->points);
  p->lanes = tcGpuScatterLanes(k, s, tcVecLast(&p->points));
}

bool tcGpuChooseBlockOwners(TcCpuKernel *k, const TcTarget *target,
                            TcGpuPhase *p) {
  TcCpuStage *s = p->p.stages.data[0];
  if (!s->owners)
    return false;
  TcCpuIters row = tcGpuScatterRow(k, s);
  int64_t wave = target->waveThreads;
  double width = tcCpuGuessIters(k, &row);
  if (width < (double)wave)
    return false;
  tcGpuFormOwners(k, p);
  p->threads = 2 * wave;
  while (p->threads < TC_GPU_OWNERS_MOST &&
         (double)(p->threads * p->lanes) < width)
    p->threads += wave;
  return true;
}
