// Chooses a kernel's GPU schedule. See gpu.h.
//
// Stages join a phase as long as the parallelism that they share keeps the
// machine busy. For coalesced accesses a phase runs by points if its memory is
// contiguous along an iterator of its results, by rows if it is contiguous
// along the reduction.
#include "passes/schedule/gpu.h"

#include "passes/lower/cpu/split.h"
#include "passes/lower/gpu/stream.h"

enum {
  SMALL = 1 << 14, // points that are not worth a second phase
  BUSY = 128,      // blocks that keep a machine busy
  FULL = 1 << 16,  // threads that do
  LONG = 512,      // steps of a reduction worth dividing
  MIN_PART = 64,   // steps worth a part
  POINT_THREADS = 256,
  ROW_THREADS = 256,
  // A thread has some four accesses under way, a multiprocessor wants 32 KiB
  // (4.3 TB/s on 132 of them, a microsecond each): long rows of few blocks get
  // as many threads as a block may have.
  LONG_ROW_THREADS = 1024,
  LONG_ROW = 1 << 15, // points
  PIECE = 8192,       // points that pieces of POINT_THREADS do not waste
  MANY_POINTS = 1 << 21,
  PER_THREAD = 4,
  VECTOR_BYTES = 16, // that a thread moves at once
  LONG_BODY = 128,   // operations of which vectors do not fit the registers
};

typedef struct Choose {
  TcCpuKernel *k;
  const TcTarget *target;
  bool inRegisters; // values that lie in no buffer do
} Choose;

//===- Sizes --------------------------------------------------------------===//

static double guessIter(const Choose *c, int iter) {
  return tcCpuGuess(c->k->iters.data[iter].extent);
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

// What the phase runs over besides its tasks.
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

static int scoreOf(const Choose *c, const TcCpuStages *stages, int iter) {
  int score = 0;
  for (size_t i = 0; i < stages->size; ++i)
    score += tcCpuVectorScore(c->k, stages->data[i], iter);
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

// Stages whose points follow on each other.
static bool isSerial(const TcCpuStages *stages) {
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuStageKind kind = stages->data[i]->kind;
    if (stages->data[i]->ordered ||
        (kind != TC_CPU_MAP && kind != TC_CPU_REDUCE))
      return true;
  }
  return false;
}

// The stages that move most of the memory.
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
  if (!inner.size || isSerial(stages))
    return TC_GPU_POINTS;
  if (tcCpuGuessIters(c->k, &inner) < c->target->waveThreads / 2)
    return TC_GPU_POINTS;
  // So few results that their threads would be no wave: a block for each.
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

// The iterator to divide reductions by, or -1: where too few threads have too
// much to do.
static int splitOf(const Choose *c, const TcCpuStages *stages) {
  const TcCpuStage *s = stages->data[0];
  double threads = threadsOf(c, stages);
  if (!tcCpuAllReduce(stages) || threads >= FULL / 2 ||
      pointsOf(c, stages) / threads < LONG)
    return -1;
  int best = -1;
  for (size_t i = 0; i < s->over.size; ++i)
    if (tcCpuCanSplit(c->k, stages, s->over.data[i]) &&
        (best < 0 || guessIter(c, s->over.data[i]) > guessIter(c, best)))
      best = s->over.data[i];
  return best >= 0 && guessIter(c, best) >= 2 ? best : -1;
}

static bool worthSharing(const Choose *c, const TcCpuStages *stages,
                         TcCpuStage *s) {
  if (!tcCpuCanShare(c->k, stages, s))
    return false;
  if (s->unit)
    return true;
  TcCpuStages both = tcCpuStagesWith(c->k->arena, stages, s);
  if (isSerial(&both) != isSerial(stages))
    return false;
  double tasks = tcCpuGuessTasks(c->k, &both);
  if (splitOf(c, stages) >= 0)
    return splitOf(c, &both) == splitOf(c, stages) &&
           tasks >= tcCpuGuessTasks(c->k, stages);
  return tasks >= tcCpuGuessTasks(c->k, stages) ||
         (tasks >= BUSY && modeOf(c, &both) == TC_GPU_ROWS) ||
         pointsOf(c, &both) < SMALL;
}

static void formPhases(const Choose *c, const TcCpuStages *stages,
                       TcGpuPhases *phases) {
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuStage *s = stages->data[i];
    if (phases->size && worthSharing(c, &tcVecLast(phases).p.stages, s)) {
      tcVecPush(c->k->arena, &tcVecLast(phases).p.stages, s);
      continue;
    }
    TcGpuPhase phase = {
        .p = {.chunk = -1, .vector = -1, .split = -1, .lanes = 1, .grain = 1}};
    tcVecPush(c->k->arena, &phase.p.stages, s);
    tcVecPush(c->k->arena, phases, phase);
  }
}

//===- Points -------------------------------------------------------------===//

// About how far apart neighbours along `iter` are written. Where a scatter
// writes, its body says.
static double strideOf(const Choose *c, const TcCpuStages *stages, int iter) {
  for (size_t i = stages->size; i-- > 0;) {
    const TcCpuStage *s = stages->data[i];
    const TcCpuValue *v = s->results.data[0];
    int d = tcCpuItersFind(&s->iters, iter);
    if (d < 0 || !v->dests.size || s->kind == TC_CPU_SCATTER)
      continue;
    return tcCpuGuess(c->k->buffers.data[v->dests.data[0].buffer].strides[d]);
  }
  return 0;
}

// Outermost first. What is written most closely goes innermost, what is read
// so breaks ties.
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

// Widens `bytes` by an access; false if it is not contiguous along `iter`.
static bool movesRun(const Choose *c, MlirType element, size_t rank,
                     const TcSize *const *strides, const TcSize *const *index,
                     int iter, int64_t *bytes) {
  const char *name = c->k->iters.data[iter].name;
  const TcSize *step, *rest,
      *at = tcCpuOffset(c->k->arena, rank, strides, NULL, index);
  int64_t n, size = tcCpuBytes(element);
  at = tcSizeSimplify(c->k->arena, at, &c->k->ranges);
  if (!tcSizeUses(at, name))
    return true;
  *bytes = size > *bytes ? size : *bytes;
  return tcSizeCoefficient(c->k->arena, at, name, &step, &rest) &&
         tcSizeIsConst(step, &n) && n == 1;
}

// Values that lie in no buffer do so in rows, if in memory at all.
static bool isRowRun(const Choose *c, const TcCpuRead *r, int iter) {
  const char *name = c->k->iters.data[iter].name;
  for (size_t d = 0; d < r->value->rank; ++d)
    if (tcSizeUses(r->index[d], name) &&
        (d + 1 < r->value->rank || !tcSizeIsSymbol(r->index[d])))
      return false;
  return true;
}

// What is made in a row must have `iter` innermost there.
static bool makesRowRun(const TcCpuStage *s, const TcCpuValue *v, int iter) {
  int d = tcCpuItersFind(&s->iters, iter);
  return v->dests.size || d < 0 || (size_t)d + 1 == s->iters.size;
}

static bool readsRuns(const Choose *c, const TcCpuStage *s, int iter,
                      int transposed, int64_t *bytes) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    const TcCpuValue *v = r->value;
    if (transposed >= 0 && tcCpuReadsTransposed(c->k, r, iter, transposed))
      continue;
    if (!mlirAttributeIsNull(r->fill))
      return false;
    if (!v->dests.size
            ? !c->inRegisters && !isRowRun(c, r, iter)
            : !movesRun(c, v->element, v->rank,
                        c->k->buffers.data[v->dests.data[0].buffer].strides,
                        r->index, iter, bytes))
      return false;
  }
  return true;
}

static bool writesRuns(const Choose *c, const TcCpuStage *s, int iter,
                       int64_t *bytes) {
  for (size_t i = 0; i < s->results.size; ++i) {
    const TcCpuValue *v = s->results.data[i];
    if (!c->inRegisters && !makesRowRun(s, v, iter))
      return false;
    for (size_t d = 0; d < v->dests.size; ++d)
      if (!movesRun(c, v->element, v->rank,
                    c->k->buffers.data[v->dests.data[d].buffer].strides,
                    tcCpuOwnIndex(c->k, s), iter, bytes))
        return false;
  }
  return true;
}

static int64_t lanesOf(const Choose *c, const TcCpuStages *stages, int iter,
                       int transposed) {
  int64_t bytes = 1, extent;
  int ops = 0;
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    ops += tcCpuBodyOps(s);
    if (isSerial(stages) || s->unit || s->gathered.size ||
        !tcCpuCanVector(c->k, s, iter) ||
        !readsRuns(c, s, iter, transposed, &bytes) ||
        !writesRuns(c, s, iter, &bytes))
      return 1;
  }
  int64_t lanes = VECTOR_BYTES / (bytes < 2 ? 2 : bytes);
  if (!tcSizeIsConst(c->k->iters.data[iter].extent, &extent) || ops > LONG_BODY)
    return 1;
  while (lanes > 1 && extent % lanes)
    lanes /= 2;
  return lanes ? lanes : 1;
}

int64_t tcGpuLanes(TcCpuKernel *k, const TcCpuStages *stages, int iter,
                   int transposed) {
  Choose c = {k, NULL, false};
  return lanesOf(&c, stages, iter, transposed);
}

int64_t tcGpuRegisterLanes(TcCpuKernel *k, const TcCpuStages *stages,
                           int iter) {
  Choose c = {k, NULL, true};
  return lanesOf(&c, stages, iter, -1);
}

TcCpuIters tcGpuOrderedPoints(TcCpuKernel *k, const TcCpuPhase *phase) {
  Choose c = {k, NULL, false};
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
  while (first > 0 && points < PIECE)
    points *= guessIter(c, all.data[--first]);
  for (size_t i = 0; i < all.size; ++i)
    tcVecPush(c->k->arena, i < first ? &phase->blocks : &phase->points,
              all.data[i]);
  double count = tcCpuGuessIters(c->k, &all);
  phase->threads = POINT_THREADS;
  phase->lanes =
      all.size ? lanesOf(c, &phase->p.stages, tcVecLast(&phase->points), -1)
               : 1;
  if (count / (double)phase->lanes < FULL)
    phase->lanes = 1;
  phase->perThread = phase->lanes == 1 && count >= MANY_POINTS ? PER_THREAD : 1;
}

//===- Rows ---------------------------------------------------------------===//

static TcCpuIters innerSpace(const Choose *c, const TcGpuPhase *phase,
                             const TcCpuStage *s) {
  TcCpuIters space = tcCpuStageSpace(c->k->arena, s);
  return tcCpuItersWithout(c->k->arena, &space, &phase->p.tasks);
}

// Of the stage that has most to do in a block.
static TcCpuIters widestSpace(const Choose *c, const TcGpuPhase *phase) {
  TcCpuIters widest = {0};
  double most = 1;
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    TcCpuIters inner = innerSpace(c, phase, phase->p.stages.data[i]);
    double points = tcCpuGuessIters(c->k, &inner);
    if (points <= most)
      continue;
    widest = inner;
    most = points;
  }
  return widest;
}

static int64_t lanesAlong(const Choose *c, const TcGpuPhase *phase, int iter) {
  TcCpuStages along = {0};
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    TcCpuIters inner = innerSpace(c, phase, phase->p.stages.data[i]);
    if (tcCpuItersHave(&inner, iter))
      tcVecPush(c->k->arena, &along, phase->p.stages.data[i]);
  }
  return lanesOf(c, &along, iter, -1);
}

// So many threads that each has the same few vectors of the row, which it can
// then keep (passes/lower/gpu/register_rows.c); several, to have loads under
// way, unless blocks are few. 0 if there is no such number.
static int64_t wholeThreads(const Choose *c, const TcGpuPhase *phase,
                            const TcCpuIters *row) {
  static const int64_t many[] = {4, 2, 1, 8, 3, 6, 5, 7};
  static const int64_t few[] = {1, 2, 3, 4, 5, 6, 7, 8};
  enum { LEAST = 64, MOST = 512 };
  bool isFew = tcCpuGuessTasks(c->k, &phase->p.stages) < 4.0 * c->target->cores;
  int64_t points, wave = c->target->waveThreads;
  if (!row->size ||
      !tcSizeIsConst(tcCpuProduct(c->k->arena, c->k, row), &points))
    return 0;
  points /= lanesAlong(c, phase, tcVecLast(row));
  for (int i = 0; i < 8; ++i) {
    int64_t iterations = (isFew ? few : many)[i], threads = points / iterations;
    if (points % iterations == 0 && threads % wave == 0 && threads >= LEAST &&
        threads <= MOST)
      return threads;
  }
  return 0;
}

// Else as many as the widest stage has work for, in whole waves.
static void chooseRows(const Choose *c, TcGpuPhase *phase) {
  TcCpuIters row = widestSpace(c, phase);
  phase->threads = wholeThreads(c, phase, &row);
  if (phase->threads)
    return;
  double most = tcCpuGuessIters(c->k, &row);
  bool few = tcCpuGuessTasks(c->k, &phase->p.stages) < 4.0 * c->target->cores;
  int64_t threads = few && most >= LONG_ROW ? LONG_ROW_THREADS : ROW_THREADS;
  phase->threads = c->target->waveThreads;
  while (phase->threads < threads && 2 * (double)phase->threads < most)
    phase->threads *= 2;
}

static void chooseBlocks(const Choose *c, TcGpuPhase *phase) {
  phase->mode = modeOf(c, &phase->p.stages);
  phase->p.tasks = tcCpuPhaseParallel(c->k, &phase->p.stages);
  if (phase->mode == TC_GPU_ROWS)
    chooseRows(c, phase);
  else
    choosePoints(c, phase);
}

// Neighbours that a thread of a phase by points computes at once, if there are
// enough of them.
static int64_t pointLanes(const Choose *c, const TcCpuStages *stages) {
  TcCpuPhase phase = {.stages = *stages};
  TcCpuIters all = tcCpuPhaseParallel(c->k, stages);
  if (!all.size || modeOf(c, stages) != TC_GPU_POINTS)
    return 1;
  orderPoints(c, &phase, &all);
  return lanesOf(c, stages, tcVecLast(&all), -1);
}

static int64_t partsOf(const Choose *c, const TcCpuStages *stages, int split) {
  double threads = threadsOf(c, stages);
  double steps = pointsOf(c, stages) / threads / MIN_PART;
  double lanes = (double)pointLanes(c, stages);
  double parts = FULL * lanes / threads, extent = guessIter(c, split);
  parts = parts < steps ? parts : steps;
  parts = parts < extent ? parts : extent;
  return parts < 2 ? 2 : (int64_t)parts;
}

// Reductions in parts become two phases.
static void splitPhases(const Choose *c, TcGpuPhases *phases) {
  TcGpuPhases out = {0};
  for (size_t i = 0; i < phases->size; ++i) {
    TcGpuPhase *phase = &phases->data[i];
    TcCpuPhases halves = {0};
    phase->p.split = splitOf(c, &phase->p.stages);
    if (phase->p.split >= 0)
      phase->p.splitParts = partsOf(c, &phase->p.stages, phase->p.split);
    phase->p.tasks = tcCpuPhaseParallel(c->k, &phase->p.stages);
    tcVecPush(c->k->arena, &halves, phase->p);
    tcCpuSplitPhases(c->k, &halves);
    for (size_t j = 0; j < halves.size; ++j) {
      TcGpuPhase half = {.p = halves.data[j], .partsOf = phase->p.split};
      half.parts = j ? phase->p.splitParts : 0;
      tcVecPush(c->k->arena, &out, half);
    }
  }
  *phases = out;
}

// A contraction with the maps behind it, as one launch of these stages.
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

// A contraction in parts; then their sums, and the maps.
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
  formPhases(c, &all, &rest);
  rest.data[0].partsOf = split->iter;
  rest.data[0].parts = split->parts;
  chooseRest(c, &rest);
  pushProduct(k, &halves.data[0].stages, TC_GPU_UNIT,
              tcGpuTilingThreads(tiling), tiling, phases);
  for (size_t i = 0; i < rest.size; ++i)
    tcVecPush(k->arena, phases, rest.data[i]);
}

void tcGpuScheduleChoose(TcCpuKernel *k, const TcTarget *target,
                         TcGpuPhases *phases) {
  Choose c = {k, target, false};
  TcGpuProduct product;
  TcGpuTiling tiling;
  TcGpuSplit split;
  if (tcGpuChooseStream(k, target, &tiling)) {
    pushProduct(k, &k->stages, TC_GPU_STREAM, tcGpuStreamThreads(&tiling),
                &tiling, phases);
  } else if (tcGpuChooseTiling(k, target, &tiling, &split)) {
    if (split.parts > 1)
      pushParts(&c, &tiling, &split, phases);
    else
      pushProduct(k, &k->stages, TC_GPU_UNIT, tcGpuTilingThreads(&tiling),
                  &tiling, phases);
  } else if (tcGpuProductForm(k, &k->stages, &product)) {
    tiling = tcGpuChooseProduct(k, target, &product);
    pushProduct(k, &k->stages, TC_GPU_PRODUCT, 256, &tiling, phases);
  } else {
    formPhases(&c, &k->stages, phases);
    splitPhases(&c, phases);
    chooseRest(&c, phases);
  }
}
