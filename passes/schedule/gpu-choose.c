// Chooses a kernel's GPU schedule. See gpu.h.
//
// Stages join a phase as long as the parallelism that they share keeps the
// machine busy; one that reads nothing of later phases may join an earlier one,
// so that independent reductions read memory once. For coalesced accesses a
// phase runs by points if its memory is contiguous along an iterator of its
// results, by rows if it is contiguous along the reduction.
#include "passes/schedule/gpu.h"

#include "passes/lower/cpu/split.h"
#include "passes/lower/gpu/stream.h"

#include "ir/attrs.h"
#include "ir/builder.h"
#include "lib/cost/numbers.h"
#include "tc/gen/LoopOps.h"

// Where a number below has no derivation it is a guess that no result depends
// on; docs/ir/schedule.md, "Numbers", says which are which.
enum {
  POINT_THREADS = 256,
  ROW_THREADS = 256,
};

typedef struct Choose {
  TcCpuKernel *k;
  const TcTarget *target;
} Choose;

//===- Sizes --------------------------------------------------------------===//

static double guessIter(const Choose *c, int iter) {
  return tcCpuGuess(c->k, c->k->iters.data[iter].extent);
}

static double pointsOf(const Choose *c, const TcCpuStages *stages) {
  double points = 0;
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuIters space = tcCpuStageSpace(c->k->arena, stages->data[i]);
    points += tcCpuGuessIters(c->k, &space);
  }
  return points;
}

//===- Modes --------------------------------------------------------------===//

// The iterators of the stages that are not tasks.
static TcCpuIters innerOf(const Choose *c, const TcCpuStages *stages,
                          const TcCpuIters *tasks) {
  TcCpuIters inner = {0};
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuIters space = tcCpuStageSpace(c->k->arena, stages->data[i]);
    for (size_t j = 0; j < space.size; ++j)
      if (!tcCpuItersHave(tasks, space.data[j]) &&
          !tcCpuItersHave(&inner, space.data[j]))
        tcVecPush(c->k->arena, &inner, space.data[j]);
  }
  return inner;
}

// The score of accesses along the iterator at positions that the body computes:
// rows of a table. What else the stage accesses is most often one element for
// such a row, so each counts for all of that.
static int gathersAlong(const Choose *c, const TcCpuStage *s, int iter) {
  int found = 0, others = (int)(s->reads.size + s->results.size);
  if (!s->gathered.size || mlirBlockIsNull(s->body))
    return 0;
  MlirOperation op = mlirBlockGetFirstOperation(s->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcLoopOpKind(op) != TC_LOOP_AT)
      continue;
    MlirValue last =
        mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 1);
    if (!mlirValueIsAOpResult(last) ||
        tcLoopOpKind(mlirOpResultGetOwner(last)) != TC_LOOP_INDEX)
      continue;
    MlirStringRef at =
        tcSizeAttrGetText(tcLoopIndexGetExpr(mlirOpResultGetOwner(last)));
    found += mlirStringRefEqual(at, tcStr(c->k->iters.data[iter].name));
  }
  return found * (1 + others);
}

static int scoreOf(const Choose *c, const TcCpuStages *stages, int iter) {
  int score = 0;
  for (size_t i = 0; i < stages->size; ++i)
    score += tcCpuVectorScore(c->k, stages->data[i], iter) +
             gathersAlong(c, stages->data[i], iter);
  return score;
}

static int bestScore(const Choose *c, const TcCpuStages *stages,
                     const TcCpuIters *from) {
  int best = INT32_MIN;
  for (size_t i = 0; i < from->size; ++i) {
    int score = scoreOf(c, stages, from->data[i]);
    best = score > best ? score : best;
  }
  return best;
}

// The stages with at least a quarter of the points of the largest: they decide
// about memory.
static TcCpuStages largeOf(const Choose *c, const TcCpuStages *stages) {
  TcCpuStages out = {0};
  double most = 0;
  for (int pass = 0; pass < 2; ++pass)
    for (size_t i = 0; i < stages->size; ++i) {
      TcCpuStage *s = stages->data[i];
      TcCpuIters space = tcCpuStageSpace(c->k->arena, s);
      double points = tcCpuGuessIters(c->k, &space);
      if (pass && 4 * points >= most)
        tcVecPush(c->k->arena, &out, s);
      most = points > most ? points : most;
    }
  return out;
}

static TcGpuMode modeOf(const Choose *c, const TcCpuStages *stages) {
  TcCpuIters tasks = tcCpuPhaseParallel(c->k, stages);
  TcCpuIters inner = innerOf(c, stages, &tasks);
  if (!inner.size || tcGpuIsSerial(stages))
    return TC_GPU_POINTS;
  if (tcCpuGuessIters(c->k, &inner) < c->target->waveThreads / 2)
    return TC_GPU_POINTS;
  // Results that would be a quarter of one wave: a block for each.
  if (tcCpuGuessIters(c->k, &tasks) < c->target->waveThreads / 4)
    return TC_GPU_ROWS;
  TcCpuStages large = largeOf(c, stages);
  return bestScore(c, &large, &inner) >= bestScore(c, &large, &tasks)
             ? TC_GPU_ROWS
             : TC_GPU_POINTS;
}

//===- Phases -------------------------------------------------------------===//

static double threadsOf(const Choose *c, const TcCpuStages *stages) {
  double tasks = tcCpuGuessTasks(c->k, stages);
  return modeOf(c, stages) == TC_GPU_ROWS ? tasks * ROW_THREADS : tasks;
}

// The iterator by which to split the reductions of a phase, or -1: only where
// half the machine would idle, and a thread would have LONG points.
static int splitOf(const Choose *c, const TcCpuStages *stages) {
  const TcCpuStage *s = stages->data[0];
  double threads = threadsOf(c, stages);
  if (!tcCpuAllReduce(stages) || threads >= tcNumber(gpu_threads) / 2 ||
      pointsOf(c, stages) / threads < tcNumber(gpu_long))
    return -1;
  int best = -1;
  for (size_t i = 0; i < s->over.size; ++i)
    if (tcCpuCanSplit(c->k, stages, s->over.data[i]) &&
        (best < 0 || guessIter(c, s->over.data[i]) > guessIter(c, best)))
      best = s->over.data[i];
  return best >= 0 && guessIter(c, best) >= 2 ? best : -1;
}

// Whether a stage that has many points by itself would have a few long tasks
// in a phase by points.
static bool losesTasks(const Choose *c, const TcCpuStages *both,
                       const TcCpuStages *alone) {
  double tasks = tcCpuGuessTasks(c->k, both);
  return tasks < tcNumber(gpu_threads) &&
         tasks < tcCpuGuessTasks(c->k, alone) &&
         pointsOf(c, both) / tasks >= tcNumber(gpu_long) &&
         modeOf(c, both) == TC_GPU_POINTS;
}

// Whether the stage in a phase by rows would write along the rows' iterators,
// an element here and there, and by itself stages its reads as transposed
// tiles.
static bool wantsTiles(const Choose *c, const TcCpuStages *both,
                       TcCpuStage *s) {
  TcGpuPhase alone = {0};
  if (s->kind != TC_CPU_MAP || modeOf(c, both) != TC_GPU_ROWS)
    return false;
  tcVecPush(c->k->arena, &alone.p.stages, s);
  alone.p.tasks = tcCpuPhaseParallel(c->k, &alone.p.stages);
  if (pointsOf(c, &alone.p.stages) < tcNumber(gpu_scattered))
    return false;
  TcCpuIters all = tcGpuOrderedPoints(c->k, &alone.p);
  return tcGpuChooseTranspose(c->k, &all, &alone);
}

static bool worthSharing(const Choose *c, const TcCpuStages *stages,
                         TcCpuStage *s) {
  if (!tcCpuCanShare(c->k, stages, s))
    return false;
  if (s->unit)
    return true;
  TcCpuStages both = tcCpuStagesWith(c->k->arena, stages, s);
  if (tcGpuIsSerial(&both) != tcGpuIsSerial(stages) || wantsTiles(c, &both, s))
    return false;
  double tasks = tcCpuGuessTasks(c->k, &both);
  TcCpuStages none = {0}, alone = tcCpuStagesWith(c->k->arena, &none, s);
  if (splitOf(c, stages) >= 0)
    return splitOf(c, &both) == splitOf(c, stages) &&
           tasks >= tcCpuGuessTasks(c->k, stages);
  if (splitOf(c, &alone) >= 0 || losesTasks(c, &both, &alone))
    return false;
  return tasks >= tcCpuGuessTasks(c->k, stages) ||
         (tasks >= tcNumber(gpu_blocks) && modeOf(c, &both) == TC_GPU_ROWS) ||
         pointsOf(c, &both) < tcNumber(gpu_phase_points);
}

static bool reads(const TcCpuStage *s, const TcCpuStages *made) {
  for (size_t i = 0; i < s->reads.size; ++i)
    for (size_t j = 0; j < made->size; ++j)
      if (s->reads.data[i].value->stage == made->data[j])
        return true;
  return false;
}

// Whether a stage may run before stages that stand in front of it and that it
// does not read.
static bool canMove(const TcCpuStage *s) {
  return (s->kind == TC_CPU_MAP || s->kind == TC_CPU_REDUCE) && !s->ordered &&
         !s->unit && !s->in && !s->update && !s->gathered.size;
}

// The first phase that the stage can join, or NULL.
static TcGpuPhase *phaseFor(const Choose *c, TcCpuStage *s,
                            TcGpuPhases *phases) {
  TcGpuPhase *first = NULL;
  for (size_t i = phases->size; i-- > 0;) {
    TcCpuStages *stages = &phases->data[i].p.stages;
    if (worthSharing(c, stages, s))
      first = &phases->data[i];
    if (!canMove(s) || reads(s, stages) || tcGpuIsSerial(stages))
      break;
  }
  return first;
}

static void formPhases(const Choose *c, const TcCpuStages *stages,
                       TcGpuPhases *phases) {
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuStage *s = stages->data[i];
    TcGpuPhase *joined = phaseFor(c, s, phases);
    if (joined) {
      tcVecPush(c->k->arena, &joined->p.stages, s);
      continue;
    }
    TcGpuPhase phase = {
        .p = {.chunk = -1, .vector = -1, .split = -1, .lanes = 1, .grain = 1}};
    tcVecPush(c->k->arena, &phase.p.stages, s);
    tcVecPush(c->k->arena, phases, phase);
  }
}

//===- Points -------------------------------------------------------------===//

// The stride of `iter` in what the last stage that has it writes, guessed. A
// scatter is left out, since its body says where it writes.
static double strideOf(const Choose *c, const TcCpuStages *stages, int iter) {
  for (size_t i = stages->size; i-- > 0;) {
    const TcCpuStage *s = stages->data[i];
    if (tcCpuItersHave(&s->iters, iter) && s->results.data[0]->dests.size &&
        s->kind != TC_CPU_SCATTER)
      return tcCpuWriteDistance(c->k, s, iter);
  }
  return 0;
}

// Sorts iterators by the stride of writes, the largest outermost; between equal
// ones reads decide.
static void orderPoints(const Choose *c, const TcCpuPhase *p,
                        TcCpuIters *iters) {
  for (size_t i = 1; i < iters->size; ++i)
    for (size_t j = i; j > 0; --j) {
      int a = iters->data[j - 1], b = iters->data[j];
      double left = strideOf(c, &p->stages, a);
      double right = strideOf(c, &p->stages, b);
      if (left > right || (left == right && scoreOf(c, &p->stages, a) <=
                                                scoreOf(c, &p->stages, b)))
        break;
      iters->data[j - 1] = b;
      iters->data[j] = a;
    }
}

TcCpuIters tcGpuOrderedPoints(TcCpuKernel *k, const TcCpuPhase *phase) {
  Choose c = {k, NULL};
  TcCpuIters all = {0};
  for (size_t i = 0; i < phase->tasks.size; ++i)
    tcVecPush(k->arena, &all, phase->tasks.data[i]);
  orderPoints(&c, phase, &all);
  return all;
}

static void choosePoints(const Choose *c, TcGpuPhase *phase) {
  TcCpuIters all = tcGpuOrderedPoints(c->k, &phase->p);
  if (tcGpuChooseTranspose(c->k, &all, phase))
    return;
  double points = 1;
  size_t first = all.size;
  while (first > 0 && (first == all.size || points < tcNumber(gpu_flat)))
    points *= guessIter(c, all.data[--first]);
  for (size_t i = 0; i < all.size; ++i)
    tcVecPush(c->k->arena, i < first ? &phase->blocks : &phase->points,
              all.data[i]);
  double count = tcCpuGuessIters(c->k, &all);
  phase->threads = POINT_THREADS;
  phase->lanes = all.size ? tcGpuLanes(c->k, &phase->p.stages,
                                       tcVecLast(&phase->points), -1)
                          : 1;
  // Parts were counted for vectors, and even ones are fewer.
  double least =
      phase->partsOf.size ? tcNumber(gpu_threads) / 2 : tcNumber(gpu_threads);
  if (count / (double)phase->lanes < least)
    phase->lanes = 1;
  phase->perThread = phase->lanes == 1 && count >= tcNumber(gpu_many_points)
                         ? tcNumber(gpu_per_thread)
                         : 1;
}

//===- Blocks -------------------------------------------------------------===//

// By points a thread adds up all parts of a result, one after the other: that
// is long where parts are many, since there are few results.
static TcGpuMode modeOfSums(const Choose *c, const TcGpuPhase *phase) {
  bool few = tcCpuGuessTasks(c->k, &phase->p.stages) < tcNumber(gpu_few_sums);
  return few && phase->parts >= 2 * c->target->waveThreads
             ? TC_GPU_ROWS
             : modeOf(c, &phase->p.stages);
}

// Whether threads that reduce a point each would be few, or idle for most of
// what adding up parts takes; and memory is contiguous along the points.
static bool wantsColumns(const Choose *c, const TcGpuPhase *phase) {
  const TcCpuStages *stages = &phase->p.stages;
  double tasks = tcCpuGuessTasks(c->k, stages);
  if (phase->parts)
    return tasks >= c->target->waveThreads / 4 &&
           modeOf(c, stages) != TC_GPU_ROWS;
  return modeOf(c, stages) == TC_GPU_POINTS &&
         (phase->partsOf.size || tasks < tcNumber(gpu_threads) / 2);
}

static void chooseBlocks(const Choose *c, TcGpuPhase *phase) {
  if (wantsColumns(c, phase) && tcGpuChooseColumns(c->k, c->target, phase))
    return;
  phase->mode =
      phase->parts ? modeOfSums(c, phase) : modeOf(c, &phase->p.stages);
  phase->p.tasks = tcCpuPhaseParallel(c->k, &phase->p.stages);
  if (tcGpuChooseBlockOwners(c->k, c->target, phase))
    return;
  if (phase->mode == TC_GPU_ROWS)
    tcGpuChooseRows(c->k, c->target, phase);
  else
    choosePoints(c, phase);
}

// The vector length of a phase of these stages by points; by rows 1.
static int64_t pointLanes(const Choose *c, const TcCpuStages *stages) {
  TcCpuPhase phase = {.stages = *stages};
  TcCpuIters all = tcCpuPhaseParallel(c->k, stages);
  if (!all.size || modeOf(c, stages) != TC_GPU_POINTS)
    return 1;
  orderPoints(c, &phase, &all);
  return tcGpuLanes(c->k, stages, tcVecLast(&all), -1);
}

// How many parts fill the machine, where rows of threads share each; 0 where
// they cannot.
static double partsOfColumns(const Choose *c, const TcCpuStages *stages) {
  TcGpuPhase phase = {.p = {.stages = *stages}};
  if (modeOf(c, stages) != TC_GPU_POINTS ||
      !tcGpuChooseColumns(c->k, c->target, &phase))
    return 0;
  double vectors = tcCpuGuessTasks(c->k, stages) / (double)phase.lanes;
  double steps = pointsOf(c, stages) / tcCpuGuessTasks(c->k, stages) /
                 (double)(phase.shares * tcNumber(gpu_column_part));
  double parts = tcGpuColumnsThreads(c->k, &phase, tcNumber(gpu_part_threads)) /
                 (vectors * (double)phase.shares);
  parts = parts < steps ? parts : steps;
  return parts >= tcNumber(gpu_few_parts) ? parts : 1;
}

// How many parts fill the machine.
static double partsOf(const Choose *c, const TcCpuStages *stages) {
  double columns = partsOfColumns(c, stages);
  if (columns > 0)
    return columns;
  double threads = threadsOf(c, stages);
  double steps = pointsOf(c, stages) / threads / tcNumber(gpu_min_part);
  double parts =
      tcNumber(gpu_part_threads) * (double)pointLanes(c, stages) / threads;
  return parts < steps ? parts : steps;
}

// So many cuts of an iterator, or fewer if these are even and not less than
// half as many.
static int64_t cutsOf(const Choose *c, int iter, double parts) {
  double extent = guessIter(c, iter);
  int64_t most = (int64_t)(parts < extent ? parts : extent), even = most, n;
  if (!tcSizeIsConst(c->k->iters.data[iter].extent, &n))
    return most;
  while (even > 1 && n % even)
    --even;
  return 2 * even >= most ? even : most;
}

// The iterators to split along, outermost first, of which the last is cut:
// `longest`, or where that has not as many points as parts are wanted, those of
// the reduction from the outermost on, so that parts are contiguous if memory
// is.
static TcCpuIters splitIters(const Choose *c, const TcCpuStages *stages,
                             int longest, double parts) {
  const TcCpuStage *s = stages->data[0];
  TcCpuIters taken = {0};
  double points = 1;
  int64_t n;
  for (size_t i = 0;
       parts > guessIter(c, longest) && points <= parts && i < s->over.size;
       ++i) {
    int iter = s->over.data[i];
    if (!tcCpuCanSplit(c->k, stages, iter) ||
        !tcSizeIsConst(c->k->iters.data[iter].extent, &n))
      continue;
    tcVecPush(c->k->arena, &taken, iter);
    points *= (double)n;
  }
  if (!taken.size)
    tcVecPush(c->k->arena, &taken, longest);
  return taken;
}

static void chooseSplit(const Choose *c, TcGpuPhase *phase) {
  TcCpuPhase *p = &phase->p;
  int longest = splitOf(c, &p->stages);
  if (longest < 0)
    return;
  double parts = partsOf(c, &p->stages);
  if (parts <= 1) // one is enough, or there are none to be had
    return;
  phase->partsOf = splitIters(c, &p->stages, longest, parts);
  p->split = tcVecLast(&phase->partsOf);
  p->splitParts = 1;
  for (size_t i = 0; i + 1 < phase->partsOf.size; ++i) {
    tcVecPush(c->k->arena, &p->splitOuter, phase->partsOf.data[i]);
    p->splitParts *= (int64_t)guessIter(c, phase->partsOf.data[i]);
  }
  p->splitParts *= cutsOf(c, p->split, parts / (double)p->splitParts);
  p->splitParts = p->splitParts < 2 ? 2 : p->splitParts;
}

// Whether maps of the sums of parts, or of columns, a point each, are run where
// those are added up: then they are added to that phase.
static bool joinSums(const Choose *c, TcGpuPhase *sums,
                     const TcGpuPhase *maps) {
  TcCpuStages both = sums->p.stages;
  size_t n = sums->p.tasks.size;
  for (size_t i = 0; i < maps->p.stages.size; ++i) {
    TcCpuStage *s = maps->p.stages.data[i];
    TcCpuIters space = tcCpuStageSpace(c->k->arena, s);
    if (s->kind != TC_CPU_MAP || space.size != n ||
        !tcCpuCanShare(c->k, &both, s))
      return false;
    both = tcCpuStagesWith(c->k->arena, &both, s);
  }
  TcCpuIters tasks = tcCpuPhaseParallel(c->k, &both);
  TcGpuPhase with = *sums;
  with.p.stages = both;
  bool columns =
      wantsColumns(c, &with) && tcGpuChooseColumns(c->k, c->target, &with);
  if ((!sums->parts && !columns) || tasks.size != n)
    return false;
  sums->p.stages = both;
  return true;
}

// A phase whose reductions are split becomes two: partial sums, and their sum.
static void splitPhases(const Choose *c, TcGpuPhases *phases) {
  TcGpuPhases out = {0};
  for (size_t i = 0; i < phases->size; ++i) {
    TcGpuPhase *phase = &phases->data[i];
    TcCpuPhases halves = {0};
    tcGpuChooseOwners(c->k, c->target, &phase->p.stages);
    chooseSplit(c, phase);
    phase->p.tasks = tcCpuPhaseParallel(c->k, &phase->p.stages);
    tcVecPush(c->k->arena, &halves, phase->p);
    tcCpuSplitPhases(c->k, &halves);
    for (size_t j = 0; j < halves.size; ++j) {
      TcGpuPhase half = {.p = halves.data[j], .partsOf = phase->partsOf};
      half.parts = j ? phase->p.splitParts : 0;
      if (!j && out.size && joinSums(c, &tcVecLast(&out), &half))
        continue;
      tcVecPush(c->k->arena, &out, half);
    }
  }
  *phases = out;
}

// One phase that is a contraction with the maps behind it.
static void pushProduct(TcCpuKernel *k, const TcCpuStages *stages,
                        TcGpuMode mode, int64_t threads,
                        const TcGpuTiling *tiling, TcGpuPhases *phases) {
  TcGpuPhase phase = {.p = {.stages = *stages,
                            .product = true,
                            .lanes = 1,
                            .chunk = -1,
                            .vector = -1,
                            .split = -1},
                      .mode = mode,
                      .threads = threads,
                      .tiling = *tiling};
  tcVecPush(k->arena, phases, phase);
}

static void chooseRest(const Choose *c, TcGpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i)
    chooseBlocks(c, &phases->data[i]);
}

// Split-K: a contraction in parts, then phases that add these up and run the
// maps.
static void pushParts(const Choose *c, const TcGpuTiling *tiling,
                      const TcGpuSplit *split, TcGpuPhases *phases) {
  TcCpuKernel *k = c->k;
  TcCpuStages all = k->stages;
  TcCpuPhase whole = {.chunk = -1,
                      .vector = -1,
                      .split = split->iter,
                      .splitParts = split->parts,
                      .lanes = 1,
                      .grain = 1};
  TcCpuPhases halves = {0};
  TcGpuPhases rest = {0};
  tcVecPush(k->arena, &whole.stages, all.data[0]);
  whole.tasks = tcCpuPhaseParallel(k, &whole.stages);
  tcVecPush(k->arena, &halves, whole);
  tcCpuSplitPhases(k, &halves);
  tcGpuPlaceSums(k, &halves.data[0].stages);
  formPhases(c, &all, &rest);
  tcVecPush(k->arena, &rest.data[0].partsOf, split->iter);
  rest.data[0].parts = split->parts;
  chooseRest(c, &rest);
  pushProduct(k, &halves.data[0].stages, TC_GPU_UNIT,
              tcGpuTilingThreads(tiling), tiling, phases);
  for (size_t i = 0; i < rest.size; ++i)
    tcVecPush(k->arena, phases, rest.data[i]);
}

void tcGpuScheduleChoose(TcCpuKernel *k, const TcTarget *target,
                         const TcGpuWay *way, TcGpuPhases *phases) {
  Choose c = {k, target};
  TcGpuProduct product;
  TcGpuTiling tiling;
  TcGpuWays ways = {0};
  if (!way)
    ways = tcGpuUnitWays(k, target);
  if (ways.size)
    way = tcGpuBestWay(k, target, &ways);
  if (tcGpuChooseStream(k, target, &tiling)) {
    pushProduct(k, &k->stages, TC_GPU_STREAM, tcGpuStreamThreads(&tiling),
                &tiling, phases);
  } else if (way) {
    if (way->split.parts > 1)
      pushParts(&c, &way->tiling, &way->split, phases);
    else
      pushProduct(k, &k->stages, TC_GPU_UNIT, tcGpuTilingThreads(&way->tiling),
                  &way->tiling, phases);
  } else if (tcGpuProductForm(k, &k->stages, &product) &&
             tcGpuProductFewest(k, &product) >= TC_GPU_FEW) {
    tiling = tcGpuChooseProduct(k, target, &product);
    pushProduct(k, &k->stages, TC_GPU_PRODUCT, 256, &tiling, phases);
  } else {
    formPhases(&c, &k->stages, phases);
    splitPhases(&c, phases);
    chooseRest(&c, phases);
  }
  for (size_t i = 0; i < phases->size; ++i)
    phases->data[i].dependent = target->dependentLaunch;
}
