// Chooses a kernel's GPU schedule. See gpu.h.
//
// For coalesced accesses a phase runs by points if its memory is contiguous
// along an iterator of its results, by rows if it is contiguous along the
// reduction.
#include "passes/schedule/gpu-choose.h"
#include "passes/schedule/gpu-nests.h"
#include "passes/schedule/gpu-scatter.h"
#include "passes/schedule/gpu-sort.h"

#include "passes/lower/gpu/product.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"

#include "tc/gen/LoopOps.h"

#include <math.h>

// Where a number below has no derivation it is a guess that no result depends
// on; docs/ir/constants.md says which are which.
enum { POINT_THREADS = 256 };

//===- Sizes --------------------------------------------------------------===//

double tcGpuGuessIter(const TcGpuChoose *c, int iter) {
  return tcCpuGuess(c->k, c->k->iters.data[iter].extent);
}

double tcGpuGuessPoints(const TcGpuChoose *c, const TcCpuStages *stages) {
  double points = 0;
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuIters space = tcCpuStageSpace(c->k->arena, stages->data[i]);
    points += tcCpuGuessIters(c->k, &space);
  }
  return points;
}

//===- Modes --------------------------------------------------------------===//

// The iterators of the stages that are not tasks.
static TcCpuIters innerOf(const TcGpuChoose *c, const TcCpuStages *stages,
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
static int gathersAlong(const TcGpuChoose *c, const TcCpuStage *s, int iter) {
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

// Results of one reduction, however many, are few beside what it reads.
static int scoreOf(const TcGpuChoose *c, const TcCpuStages *stages, int iter) {
  int score = 0;
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuStage s = *stages->data[i];
    if (s.kind == TC_CPU_REDUCE)
      s.results.size = 1;
    score += tcCpuVectorScore(c->k, &s, iter) + gathersAlong(c, &s, iter);
  }
  return score;
}

static int bestScore(const TcGpuChoose *c, const TcCpuStages *stages,
                     const TcCpuIters *from) {
  int best = INT32_MIN;
  for (size_t i = 0; i < from->size; ++i) {
    int score = scoreOf(c, stages, from->data[i]);
    best = score > best ? score : best;
  }
  return best;
}

// The same, where reads of windows that begin a few elements apart count as
// contiguous: a wave's windows lie in lines that the first cache keeps for all
// of their elements.
static int bestOfWindows(const TcGpuChoose *c, const TcCpuStages *stages,
                         const TcCpuIters *from) {
  int best = INT32_MIN;
  for (size_t i = 0; i < from->size; ++i) {
    int score = scoreOf(c, stages, from->data[i]);
    for (size_t j = 0; j < stages->size; ++j)
      score += 2 * tcCpuSteppedReads(c->k, stages->data[j], from->data[i]);
    best = score > best ? score : best;
  }
  return best;
}

// The stages with at least a quarter of the points of the largest: they decide
// about memory.
static TcCpuStages largeOf(const TcGpuChoose *c, const TcCpuStages *stages) {
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

// The same along what a result needs, where that is a loop of many points: few
// ones, as the columns of a window, are no line for a block's threads.
static int bestOfRows(const TcGpuChoose *c, const TcCpuStages *stages,
                      const TcCpuIters *inner) {
  enum { NONE = -64 }; // less than any score
  TcCpuIters wide = {0};
  for (size_t i = 0; i < inner->size; ++i)
    if (tcGpuGuessIter(c, inner->data[i]) >= c->target->waveThreads / 4)
      tcVecPush(c->k->arena, &wide, inner->data[i]);
  return wide.size ? bestScore(c, stages, &wide) : NONE;
}

// How many more accesses of the large stages are contiguous along what a result
// needs than along results. Rows that threads read by vectors are no windows.
static int favoursRows(const TcGpuChoose *c, const TcCpuStages *stages,
                       const TcCpuIters *inner, const TcCpuIters *tasks) {
  TcCpuStages large = largeOf(c, stages);
  bool vectors = tcGpuGoodLanes(c->k, &large, tcVecLast(inner), -1) > 1;
  return bestOfRows(c, &large, inner) - (vectors
                                             ? bestScore(c, &large, tasks)
                                             : bestOfWindows(c, &large, tasks));
}

TcGpuMode tcGpuModeOf(const TcGpuChoose *c, const TcCpuStages *stages) {
  TcCpuIters tasks = tcCpuPhaseParallel(c->k, stages);
  TcCpuIters inner = innerOf(c, stages, &tasks);
  bool serial = tcGpuIsSerial(stages) && !tcGpuScansRows(stages);
  if (tcGpuSortsRows(stages) && !tcFormIsOff(c->k, TC_FORM_ROWS))
    return TC_GPU_ROWS;
  if (!inner.size || serial || tcFormIsOff(c->k, TC_FORM_ROWS))
    return TC_GPU_POINTS;
  if (tcCpuGuessIters(c->k, &inner) < c->target->waveThreads / 2)
    return favoursRows(c, stages, &inner, &tasks) > 0 &&
                   tcGpuHasShortRows(c->k, c->target, stages)
               ? TC_GPU_ROWS // very short ones, which lanes keep
               : TC_GPU_POINTS;
  // Results that would be a quarter of one wave: a block for each.
  if (tcCpuGuessIters(c->k, &tasks) < c->target->waveThreads / 4)
    return TC_GPU_ROWS;
  return favoursRows(c, stages, &inner, &tasks) >= 0 ? TC_GPU_ROWS
                                                     : TC_GPU_POINTS;
}

//===- Points -------------------------------------------------------------===//

// The stride of `iter` in what the last stage that has it writes, guessed. A
// scatter is left out, since its body says where it writes.
static double strideOf(const TcGpuChoose *c, const TcCpuStages *stages,
                       int iter) {
  for (size_t i = stages->size; i-- > 0;) {
    const TcCpuStage *s = stages->data[i];
    if (tcCpuItersHave(&s->iters, iter) && s->results.data[0]->dests.size &&
        s->kind != TC_CPU_SCATTER)
      return tcCpuWriteDistance(c->k, s, iter);
  }
  return 0;
}

static bool readsAlong(const TcGpuChoose *c, const TcCpuStage *s, int iter) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (tcGpuReadStep(c->k, &s->reads.data[i], iter) == 1)
      return true;
  return false;
}

// The iterator along which most reads of a reduction are contiguous, if more
// are than along the last of `iters`: each result reads many elements, and is
// written once. Else -1.
static int alongReads(const TcGpuChoose *c, const TcCpuPhase *p,
                      const TcCpuIters *iters) {
  enum { MANY = 8 };
  TcCpuStage s = *p->stages.data[0];
  if (s.kind != TC_CPU_REDUCE || tcCpuGuessIters(c->k, &s.over) < MANY)
    return -1;
  s.results.size = 0;
  int last = tcVecLast(iters), best = last;
  int most = tcCpuVectorScore(c->k, &s, last);
  for (size_t i = 0; i < iters->size; ++i) {
    int score = tcCpuVectorScore(c->k, &s, iters->data[i]);
    if (score > most && tcGpuGuessIter(c, iters->data[i]) >= MANY &&
        readsAlong(c, &s, iters->data[i])) {
      best = iters->data[i];
      most = score;
    }
  }
  return best == last ? -1 : best;
}

static void moveLast(TcArena *arena, TcCpuIters *iters, int iter) {
  TcCpuIters one = {0};
  tcVecPush(arena, &one, iter);
  *iters = tcCpuItersWithout(arena, iters, &one);
  tcVecPush(arena, iters, iter);
}

// Sorts iterators by the stride of writes, the largest outermost; between equal
// ones reads decide.
static void orderPoints(const TcGpuChoose *c, const TcCpuPhase *p,
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
  TcGpuChoose c = {.k = k};
  TcCpuIters all = {0};
  for (size_t i = 0; i < phase->tasks.size; ++i)
    tcVecPush(k->arena, &all, phase->tasks.data[i]);
  orderPoints(&c, phase, &all);
  int along = all.size ? alongReads(&c, phase, &all) : -1;
  if (along >= 0)
    moveLast(k->arena, &all, along);
  return all;
}

// Whether a thread's vectors are shorter than what an access moves: too few
// bytes are under way if it has one.
static bool areShort(const TcGpuPhase *phase) {
  enum { ACCESS = 16 };
  int64_t most = 0;
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    for (size_t r = 0; r < s->results.size; ++r) {
      int64_t bytes = tcCpuBytes(s->results.data[r]->element);
      most = bytes > most ? bytes : most;
    }
  }
  return phase->lanes > 1 && phase->lanes * most < ACCESS;
}

// Vectors, or points, of a thread: what they gather at positions that are
// loaded first is under way at once.
static int64_t chooseEach(const TcGpuPhase *phase, double count) {
  enum { MOST = 64 }; // a thread counts to them, whether they exist or not
  const TcCpuStages *stages = &phase->p.stages;
  bool gathers = stages->size == 1 && stages->data[0]->kind == TC_CPU_MAP &&
                 stages->data[0]->gathered.size;
  int64_t each = gathers && phase->lanes > 1 ? tcNumber(gpu_gather_vectors)
                 : phase->lanes == 1 || areShort(phase)
                     ? tcNumber(gpu_per_thread)
                     : 1;
  each = each < MOST ? each : MOST;
  enum { LONGER = 4 };
  double many = (double)tcNumber(gpu_many_points);
  double least =
      phase->lanes == 1
          ? (tcGpuAreLong(stages) ? LONGER * many : many)
          : (double)(each * phase->lanes) * (double)tcNumber(gpu_threads);
  return count >= least ? each : 1;
}

// Gathers along the columns of a table that the second cache does not keep:
// blocks go down a strip of columns, which it keeps, before the next strip,
// each a row of the strip.
static void chooseStrips(const TcGpuChoose *c, const TcCpuIters *all,
                         TcGpuPhase *phase) {
  int last = all->size ? tcVecLast(all) : -1;
  double kept = (double)tcNumber(gpu_strip_bytes);
  if (all->size < 2 || phase->lanes > 1 || phase->p.chunk >= 0)
    return;
  double table = tcGpuGathersColumns(c->k, &phase->p.stages, last);
  double columns = tcGpuGuessIter(c, last);
  int64_t each = phase->perThread;
  while (each > 1 &&
         (double)(each * phase->threads) * table > columns * kept / 2)
    each /= 2;
  double strip = (double)(each * phase->threads);
  enum { IDLE = 8 }; // one thread of so many, at most
  if (table < kept || columns < 2 * strip ||
      (IDLE - 1) * ceil(columns / strip) * strip > IDLE * columns)
    return;
  phase->strips = true;
  phase->perThread = each;
  phase->points = (TcCpuIters){0};
  phase->blocks = (TcCpuIters){0};
  tcVecPush(c->k->arena, &phase->points, last);
  for (size_t i = 0; i + 1 < all->size; ++i)
    tcVecPush(c->k->arena, &phase->blocks, all->data[i]);
}

static void choosePoints(const TcGpuChoose *c, TcGpuPhase *phase) {
  TcCpuIters all = tcGpuOrderedPoints(c->k, &phase->p);
  double count = tcCpuGuessIters(c->k, &all);
  if (phase->p.chunk >= 0)
    count *=
        ceil(tcGpuGuessIter(c, phase->p.chunk) / (double)phase->p.chunkSize);
  if (count >= tcNumber(gpu_phase_points) &&
      tcGpuChooseTranspose(c->k, c->target, &all, phase))
    return;
  double points = 1;
  size_t first = all.size;
  while (first > 0 && (first == all.size || points < tcNumber(gpu_flat)))
    points *= tcGpuGuessIter(c, all.data[--first]);
  for (size_t i = 0; i < all.size; ++i)
    tcVecPush(c->k->arena, i < first ? &phase->blocks : &phase->points,
              all.data[i]);
  phase->threads = POINT_THREADS;
  phase->lanes = all.size ? tcGpuGoodLanes(c->k, &phase->p.stages,
                                           tcVecLast(&phase->points), -1)
                          : 1;
  // Parts were counted for vectors, and even ones are fewer.
  double least =
      phase->partsOf.size ? tcNumber(gpu_threads) / 2 : tcNumber(gpu_threads);
  if (fmax(count, c->beside) / (double)phase->lanes < least)
    phase->lanes = 1;
  phase->perThread = chooseEach(phase, count);
  if (phase->lanes == 1 && !phase->partsOf.size &&
      tcGpuAlignMaps(c->k, c->target, &all, phase))
    return;
  int64_t run = tcGpuRunBetween(c->k, &phase->p.stages, &phase->points);
  if (phase->lanes == 1 && run > phase->perThread)
    phase->perThread = run;
  chooseStrips(c, &all, phase);
}

//===- Blocks -------------------------------------------------------------===//

// By points a thread adds up all parts of a result, one after the other, each
// behind a load: that is long, since there are few results, but for few parts.
static TcGpuMode modeOfSums(const TcGpuChoose *c, const TcGpuPhase *phase) {
  bool few = tcCpuGuessTasks(c->k, &phase->p.stages) < tcNumber(gpu_few_sums);
  return few && !tcFormIsOff(c->k, TC_FORM_ROWS) &&
                 phase->parts >= c->target->waveThreads / 4
             ? TC_GPU_ROWS
             : tcGpuModeOf(c, &phase->p.stages);
}

// Whether threads that reduce a point each would be few, or idle for most of
// what adding up parts takes; and memory is contiguous along the points.
bool tcGpuWantsColumns(const TcGpuChoose *c, const TcGpuPhase *phase) {
  const TcCpuStages *stages = &phase->p.stages;
  double tasks = tcCpuGuessTasks(c->k, stages);
  if (phase->parts)
    return tasks >= c->target->waveThreads / 4 &&
           tcGpuModeOf(c, stages) != TC_GPU_ROWS;
  return tcGpuModeOf(c, stages) == TC_GPU_POINTS &&
         (phase->partsOf.size || tasks < tcNumber(gpu_threads) / 2);
}

static void chooseBlocks(const TcGpuChoose *c, TcGpuPhase *phase) {
  if (!phase->parts && !phase->partsOf.size && phase->p.chunk < 0 &&
      tcCpuGuessTasks(c->k, &phase->p.stages) >= tcNumber(gpu_threads) / 2 &&
      tcGpuChooseWindows(c, phase))
    return;
  if (tcGpuWantsColumns(c, phase) && tcGpuChooseColumns(c->k, c->target, phase))
    return;
  if (phase->mode == TC_GPU_BINS || phase->mode == TC_GPU_ASCENDING) {
    phase->p.tasks = tcCpuPhaseParallel(c->k, &phase->p.stages);
    return;
  }
  phase->mode =
      phase->parts ? modeOfSums(c, phase) : tcGpuModeOf(c, &phase->p.stages);
  phase->p.tasks = tcCpuPhaseParallel(c->k, &phase->p.stages);
  if (tcGpuChooseBlockOwners(c->k, c->target, phase))
    return;
  if (phase->mode == TC_GPU_ROWS)
    tcGpuChooseRows(c->k, c->target, phase);
  else
    choosePoints(c, phase);
}

void tcGpuChooseRest(const TcGpuChoose *c, TcGpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i)
    chooseBlocks(c, &phases->data[i]);
}

void tcGpuScheduleChoose(TcCpuKernel *k, const TcTarget *target,
                         const TcGpuWay *way, TcGpuPhases *phases) {
  TcGpuChoose c = {.k = k, .target = target};
  TcGpuTiling tiling;
  if (tcGpuChooseStream(k, target, &tiling)) {
    tcGpuPushStream(&c, &tiling, phases);
  } else if (tcGpuFormBeside(k, phases)) {
    c.beside = tcGpuPointsBeside(k, phases);
    tcGpuChooseRest(&c, phases);
    tcGpuJoinBeside(phases);
  } else if (!tcGpuPushContractions(&c, way, phases)) {
    tcGpuFormPhases(&c, &k->stages, phases);
    tcGpuSplitPhases(&c, phases);
    tcGpuJoinAscending(k, phases);
    tcGpuChooseRest(&c, phases);
    tcGpuJoinBases(k, target, phases);
    tcGpuJoinBins(k, phases);
    tcGpuLeaveLongRows(k, phases);
    tcGpuSplitSorts(k, target, phases);
  }
  for (size_t i = 0; i < phases->size; ++i) {
    phases->data[i].dependent = target->dependentLaunch;
    tcGpuPlanNests(k, &phases->data[i]);
    tcGpuTakeVectors(k, &phases->data[i]);
  }
}
