// Chooses how many tasks share a scatter, whether a block of threads is one of
// them, and whether it makes the scatter's base, too. See gpu.h.
#include "passes/schedule/gpu-scatter.h"

#include "ir/attrs.h"
#include "ir/sizes.h"
#include "lib/cost/numbers.h"
#include "tc/gen/LoopOps.h"

#include <math.h>

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
  // A table is the same everywhere: only positions in it may differ.
  intptr_t first = tcLoopOpKind(op) == TC_LOOP_AT;
  for (intptr_t i = first; i < mlirOperationGetNumOperands(op); ++i)
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

//===- Bases --------------------------------------------------------------===//

static bool readsArguments(const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (s->reads.data[i].value->arg < 0)
      return false;
  return !s->gathered.size;
}

// Whether the points of the scatter are those of the result in all dimensions
// but one, `dim`, whose positions the data decides: else parts of a row that is
// combined with would be left.
static bool combinesRows(const TcCpuKernel *k, const TcCpuStage *s,
                         size_t *dim) {
  const TcCpuValue *v = s->results.data[0];
  TcCpuIters seen = {0};
  size_t decided = 0;
  for (size_t d = 0; d < v->rank; ++d) {
    int iter = tcScatterIter(k, s, d);
    if (iter < 0) {
      *dim = d;
      ++decided;
    } else if (tcCpuItersHave(&seen, iter) ||
               !tcSizeEqual(k->iters.data[iter].extent, v->sizes[d])) {
      return false;
    } else {
      tcVecPush(k->arena, &seen, iter);
    }
  }
  return decided == 1;
}

TcCpuStage *tcGpuScatterBase(const TcCpuKernel *k, const TcCpuStage *s,
                             size_t *dim) {
  TcCpuStage *base = s->copied ? s->copied->stage : NULL;
  return base && base->kind == TC_CPU_MAP && base->results.size == 1 &&
                 !base->in && !base->unit && !base->update &&
                 !mlirTypeIsAComplex(base->results.data[0]->element) &&
                 readsArguments(base) && combinesRows(k, s, dim)
             ? base
             : NULL;
}

bool tcGpuMarksRows(const TcCpuKernel *k, const TcCpuStage *s) {
  size_t dim;
  int64_t rows, owners;
  return s->owners && tcGpuScatterBase(k, s, &dim) &&
         tcSizeIsConst(s->results.data[0]->sizes[dim], &rows) &&
         tcSizeIsConst(k->iters.data[s->owners - 1].extent, &owners) &&
         (rows + owners - 1) / owners <= TC_GPU_OWNERS_ROWS;
}

//===- Owners -------------------------------------------------------------===//

static bool isShared(const TcCpuKernel *k, const TcCpuStage *s) {
  bool any = false;
  if (s->kind != TC_CPU_SCATTER || s->distinct || s->in)
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

// Those of the base that owners make, too; 0 if they do not.
static double rowsOf(const TcCpuKernel *k, const TcCpuStage *s) {
  size_t dim;
  int64_t rows = 0;
  if (tcGpuScatterBase(k, s, &dim))
    tcSizeIsConst(s->results.data[0]->sizes[dim], &rows);
  return (double)rows;
}

// The points that each owner looks at.
static double stepsOf(const TcCpuKernel *k, const TcCpuStage *s) {
  TcCpuIters space = tcCpuStageSpace(k->arena, s),
             parallel = tcCpuStageParallel(k, s);
  TcCpuIters over = tcCpuItersWithout(k->arena, &space, &parallel);
  return tcCpuGuessIters(k, &over);
}

// Whether owners are blocks: a wave's threads share a row, or those of a block
// the search for the points of few elements, which a thread would look for
// alone.
static bool areBlocks(const TcCpuKernel *k, const TcTarget *target,
                      const TcCpuStage *s) {
  TcCpuIters row = tcGpuScatterRow(k, s);
  return tcCpuGuessIters(k, &row) >= (double)target->waveThreads ||
         (row.size && stepsOf(k, s) >= tcNumber(gpu_owner_searched));
}

static int64_t ownersOf(TcCpuKernel *k, const TcTarget *target,
                        const TcCpuStages *stages) {
  const TcCpuStage *s = stages->data[0];
  if (!isShared(k, s))
    return 1;
  TcCpuIters row = tcGpuScatterRow(k, s);
  double threads = tcCpuGuessTasks(k, stages), steps = stepsOf(k, s),
         width = tcCpuGuessIters(k, &row);
  if (areBlocks(k, target, s))
    return ownersFor(threads / width, tcNumber(gpu_owner_blocks),
                     fmax(steps, rowsOf(k, s)), tcNumber(gpu_block_owned));
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

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t lanesOf(TcCpuKernel *k, TcCpuStage *s) {
  TcCpuStages one = {0};
  tcVecPush(k->arena, &one, s);
  return tcGpuLanes(k, &one, tcVecLast(&s->iters), -1);
}

void tcGpuFormOwners(TcCpuKernel *k, TcGpuPhase *p) {
  TcCpuStage *s = p->p.stages.data[0];
  p->mode = TC_GPU_OWNERS;
  p->points = tcGpuScatterRow(k, s);
  p->blocks = tcCpuItersWithout(k->arena, &p->p.tasks, &p->points);
  p->lanes = tcGpuScatterLanes(k, s, tcVecLast(&p->points));
  if (p->base)
    p->lanes = least(p->lanes, lanesOf(k, p->base));
}

// The same with single elements where bodies are long.
static void formChosen(TcCpuKernel *k, TcGpuPhase *p) {
  TcCpuStages base = {0};
  if (p->base)
    tcVecPush(k->arena, &base, p->base);
  tcGpuFormOwners(k, p);
  if (tcGpuAreLong(&p->p.stages) || tcGpuAreLong(&base))
    p->lanes = 1;
}

// All blocks at once, if their threads then have enough registers: those of a
// second round would look for their points while memory waits.
static int64_t residentOf(const TcTarget *target, int64_t blocks,
                          const TcGpuPhase *p) {
  int64_t cores = target->cores ? (int64_t)target->cores : 1;
  return least((blocks + cores - 1) / cores,
               tcNumber(gpu_owner_threads) / p->threads);
}

static void chooseThreads(const TcCpuKernel *k, const TcTarget *target,
                          TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  TcCpuIters over = tcCpuItersWithout(k->arena, &s->iters, &p->p.tasks);
  double width = tcCpuGuessIters(k, &p->points);
  double points = tcCpuGuessIters(k, &over);
  int64_t wave = target->waveThreads;
  p->threads = 2 * wave;
  while (p->threads < TC_GPU_OWNERS_MOST &&
         (double)(p->threads * p->lanes) < width)
    p->threads += wave;
  // More threads look at many points, as long as all blocks stay at work.
  while (p->threads < tcNumber(gpu_owner_lookers) &&
         (double)(p->threads * tcNumber(gpu_owner_ahead)) < points)
    p->threads += wave;
  p->tiling.resident = residentOf(target, tcNumber(gpu_owner_blocks), p);
  double each = ceil(tcCpuGuessIters(k, &over) / (double)p->threads);
  p->perThread = least(tcNumber(gpu_owner_ahead_least), TC_GPU_OWNERS_FEW);
  while (p->perThread < TC_GPU_OWNERS_FEW && (double)p->perThread < each)
    p->perThread *= 2;
  while (p->perThread < tcNumber(gpu_owner_ahead) &&
         p->perThread < TC_GPU_OWNERS_AHEAD && (double)p->perThread < each)
    p->perThread += TC_GPU_OWNERS_FEW;
}

bool tcGpuChooseBlockOwners(TcCpuKernel *k, const TcTarget *target,
                            TcGpuPhase *p) {
  TcCpuStage *s = p->p.stages.data[0];
  if (!s->owners || !areBlocks(k, target, s))
    return false;
  formChosen(k, p);
  chooseThreads(k, target, p);
  return true;
}

TcGpuPhase *tcGpuPhaseOf(const TcGpuPhases *phases, const TcCpuStage *s) {
  for (size_t i = 0; i < phases->size; ++i)
    if (phases->data[i].p.stages.size == 1 &&
        phases->data[i].p.stages.data[0] == s)
      return &phases->data[i];
  return NULL;
}

void tcGpuJoinBases(TcCpuKernel *k, const TcTarget *target,
                    TcGpuPhases *phases) {
  TcGpuPhases out = {0};
  for (size_t i = 0; i < phases->size; ++i) {
    TcGpuPhase *p = &phases->data[i];
    size_t dim;
    if (p->mode != TC_GPU_OWNERS || !tcGpuMarksRows(k, p->p.stages.data[0]))
      continue;
    TcCpuStage *base = tcGpuScatterBase(k, p->p.stages.data[0], &dim);
    TcGpuPhase *made = tcGpuPhaseOf(phases, base);
    if (!made)
      continue;
    made->p.stages.size = 0;
    p->base = base;
    formChosen(k, p);
    chooseThreads(k, target, p);
  }
  for (size_t i = 0; i < phases->size; ++i)
    if (phases->data[i].p.stages.size)
      tcVecPush(k->arena, &out, phases->data[i]);
  *phases = out;
}
