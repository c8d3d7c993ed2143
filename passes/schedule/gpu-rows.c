// Chooses the threads of phases by rows, and the rows of a block. See gpu.h.
#include "passes/schedule/gpu-nests.h"

#include "passes/lower/cpu/emit.h"

#include "lib/cost/numbers.h"
#include "lib/support/bits.h"

enum {
  ROW_THREADS = 256,
  // A thread has some four accesses under way, a multiprocessor wants 32 KiB
  // (4.3 TB/s on 132 of them, a microsecond each): long rows of few blocks get
  // as many threads as a block may have.
  LONG_ROW_THREADS = 1024,
};

typedef struct Rows {
  TcCpuKernel *k;
  const TcTarget *target;
} Rows;

//===- What a row has -----------------------------------------------------===//

static TcCpuIters innerSpace(const Rows *c, const TcGpuPhase *phase,
                             const TcCpuStage *s) {
  TcCpuIters space = tcCpuStageSpace(c->k->arena, s);
  return tcCpuItersWithout(c->k->arena, &space, &phase->p.tasks);
}

// What the stage with the most points in a block runs over there.
static TcCpuIters widestSpace(const Rows *c, const TcGpuPhase *phase) {
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

static int64_t lanesAlong(const Rows *c, const TcGpuPhase *phase, int iter) {
  TcCpuStages along = {0};
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    TcCpuIters inner = innerSpace(c, phase, phase->p.stages.data[i]);
    if (tcCpuItersHave(&inner, iter))
      tcVecPush(c->k->arena, &along, phase->p.stages.data[i]);
  }
  return tcGpuGoodLanes(c->k, &along, iter, -1);
}

// Threads have vectors of all nests whose bodies are not long, as far as there
// is code for them.
static void wantVectors(const Rows *c, TcGpuPhase *phase) {
  TcNests nests = {0};
  tcGpuFormNests(c->k, phase, &nests);
  phase->vectors = (TcCpuStages){0};
  for (size_t i = 0; i < nests.size; ++i) {
    const TcNest *n = &nests.data[i];
    for (size_t j = 0; !tcGpuAreLong(&n->stages) && j < n->stages.size; ++j)
      tcVecPush(c->k->arena, &phase->vectors, n->stages.data[j]);
  }
}

//===- Short rows ---------------------------------------------------------===//

static bool readsAny(const TcCpuStage *s, const TcCpuStages *made) {
  for (size_t i = 0; i < s->reads.size; ++i)
    for (size_t j = 0; j < made->size; ++j)
      if (s->reads.data[i].value->stage == made->data[j])
        return true;
  return false;
}

static bool sameIters(const TcCpuIters *a, const TcCpuIters *b) {
  for (size_t i = 0; i < a->size; ++i)
    if (!tcCpuItersHave(b, a->data[i]))
      return false;
  return a->size == b->size;
}

// Whether the phase is one sum over a row, or several of the same, and maps of
// them: nothing passes from thread to thread but sums, among the lanes of a
// wave.
static bool isOneSum(const Rows *c, const TcGpuPhase *phase) {
  TcCpuIters row = widestSpace(c, phase);
  if (tcGpuIsSerial(&phase->p.stages) || !row.size)
    return false;
  for (size_t i = 0; i < phase->p.stages.size; ++i) {
    const TcCpuStage *s = phase->p.stages.data[i];
    TcCpuIters inner = innerSpace(c, phase, s);
    if (s->unit || s->in)
      return false;
    if (inner.size &&
        (s->kind != TC_CPU_REDUCE || !sameIters(&inner, &row) ||
         !sameIters(&inner, &s->over) || readsAny(s, &phase->p.stages)))
      return false;
  }
  return true;
}

const char *tcGpuRowsRefuse(TcCpuKernel *k, const TcTarget *target,
                            const TcGpuPhase *phase, int64_t rows) {
  Rows c = {k, target};
  TcGpuPhase of = *phase;
  of.rows = rows;
  if (!tcIsPowerOfTwo(rows) || phase->threads % rows ||
      !tcIsPowerOfTwo(phase->threads / rows) ||
      phase->threads / rows > target->waveThreads)
    return "the lanes of a row must be a power of two, at most a wave (L6)";
  if (!isOneSum(&c, phase) && !tcGpuKeepsRow(k, &of))
    return "a block has one row, unless that is one sum with maps of it, or "
           "its lanes keep it in registers: reductions of known length and "
           "maps along it, 32 vectors and 64 elements of each lane at most "
           "(L3)";
  return NULL;
}

int64_t tcGpuRowThreads(const TcGpuPhase *phase) {
  return phase->rows > 1 ? phase->threads / phase->rows : phase->threads;
}

// A power of two of lanes that all have as many vectors; 0 if these are too
// many to be under way at once.
static int64_t evenLanes(const Rows *c, int64_t vectors) {
  int64_t lanes = 1;
  while (lanes < c->target->waveThreads && vectors % (2 * lanes) == 0)
    lanes *= 2;
  return vectors <= tcNumber(gpu_row_vectors) * lanes ? lanes : 0;
}

// What lanes of a wave take for the vectors of a row: as many as there is room
// for in all their iterations, and more where several of these read short runs
// of memory each.
static int64_t costOf(int64_t vectors, int64_t lanes, int64_t each) {
  enum { RUN = 32 }; // elements that are lines, or half of them
  int64_t iterations = (vectors + lanes - 1) / lanes;
  int64_t run = iterations == 1 || lanes * each > RUN ? RUN : lanes * each;
  return iterations * lanes * RUN / run;
}

// The lanes that have the row for the least; of about the same cost the most.
// 0 if each would have too many elements for its registers.
static int64_t keepingLanes(const Rows *c, int64_t points, int64_t each) {
  while (each > 1 && points % each)
    each /= 2;
  int64_t vectors = points / each, best = 0;
  for (int64_t lanes = c->target->waveThreads; lanes; lanes /= 2) {
    int64_t iterations = (vectors + lanes - 1) / lanes;
    if (iterations * each > tcNumber(gpu_lane_elements))
      break;
    if (!best ||
        9 * costOf(vectors, lanes, each) < 8 * costOf(vectors, best, each))
      best = lanes;
  }
  return best;
}

// Threads of a block in which lanes keep rows: whole waves, a power of two.
static int64_t laneThreads(const Rows *c) {
  int64_t threads = c->target->waveThreads;
  while (2 * threads <= TC_GPU_MOST_THREADS &&
         2 * threads <= tcNumber(gpu_lane_threads))
    threads *= 2;
  return threads;
}

// How many rows of so many lanes a block has: fewer where blocks would be few.
// Sums of few rows are better shared by more threads, and so are rows of a
// whole wave; rows of fewer lanes have one wave at least.
static int64_t rowsOfBlock(const Rows *c, const TcGpuPhase *phase,
                           int64_t lanes, bool sum) {
  int64_t threads = sum ? ROW_THREADS : laneThreads(c);
  int64_t least = sum ? 0 : c->target->waveThreads;
  int64_t all, rows = threads / lanes;
  if (tcSizeIsConst(tcCpuProduct(c->k->arena, c->k, &phase->p.tasks), &all))
    while (rows > 1 && rows * lanes > least &&
           all / rows < tcNumber(gpu_blocks))
      rows /= 2;
  return sum && rows * lanes < ROW_THREADS / 2 ? 1 : rows;
}

// Rows whose statistics the lanes of a wave, or some of them, make with few
// vectors each: a block has several, so that it has as many loads under way as
// one of a long row, needs no shared memory, and waits at no barrier.
static bool chooseShortRows(const Rows *c, TcGpuPhase *phase,
                            const TcCpuIters *row) {
  int64_t points;
  if (!row->size ||
      !tcSizeIsConst(tcCpuProduct(c->k->arena, c->k, row), &points))
    return false;
  int64_t each = lanesAlong(c, phase, tcVecLast(row));
  bool sum = isOneSum(c, phase);
  int64_t lanes =
      sum ? evenLanes(c, points / each) : keepingLanes(c, points, each);
  int64_t rows = lanes ? rowsOfBlock(c, phase, lanes, sum) : 1;
  TcGpuPhase of = *phase;
  of.threads = rows * lanes;
  of.rows = rows;
  if (rows == 1 || tcGpuRowsRefuse(c->k, c->target, &of, rows))
    return false;
  *phase = of;
  return true;
}

bool tcGpuHasShortRows(TcCpuKernel *k, const TcTarget *target,
                       const TcCpuStages *stages) {
  Rows c = {k, target};
  TcGpuPhase phase = {
      .p = {.stages = *stages, .tasks = tcCpuPhaseParallel(k, stages)}};
  wantVectors(&c, &phase);
  TcCpuIters row = widestSpace(&c, &phase);
  return chooseShortRows(&c, &phase, &row);
}

//===- Long rows ----------------------------------------------------------===//

int64_t tcGpuRowIterations(int64_t points, int64_t threads, int64_t *lanes) {
  while (*lanes > 1 && points % *lanes)
    *lanes /= 2;
  int64_t iterations = (points / *lanes + threads - 1) / threads;
  return iterations <= TC_GPU_ROW_ITERATIONS &&
                 iterations * *lanes <= TC_GPU_ROW_ELEMENTS
             ? iterations
             : 0;
}

// The points of a row that a block may keep, or 0.
static int64_t keptPoints(const Rows *c, const TcCpuIters *row) {
  int64_t points;
  return row->size &&
                 tcSizeIsConst(tcCpuProduct(c->k->arena, c->k, row), &points) &&
                 points <= tcNumber(gpu_kept_row)
             ? points
             : 0;
}

// Whole waves that have the vectors of a row in so many iterations; 0 if they
// are too many or too few, or would have more than `slack` eighths of them
// beyond the row.
static int64_t threadsOf(const Rows *c, int64_t vectors, int64_t iterations,
                         int64_t slack) {
  enum { LEAST = 64, MOST = 512, EIGHTHS = 8 };
  int64_t wave = c->target->waveThreads, all = iterations * wave;
  int64_t threads = (vectors + all - 1) / all * wave;
  return threads >= LEAST && threads <= MOST &&
                 threads * iterations * EIGHTHS <= vectors * (EIGHTHS + slack)
             ? threads
             : 0;
}

// A number of threads that share the vectors of a row, so that each has the
// same few in every nest and keeps them in registers (lower/gpu/
// register_rows.c): preferably four of them, whose loads overlap; one where
// blocks are few; if no number divides them, one that leaves few threads
// without their last one. 0 if there is no such number.
static int64_t sharingThreads(const Rows *c, const TcGpuPhase *phase,
                              const TcCpuIters *row) {
  enum { EVEN = 8, ALL = 12, SLACK = 2 };
  static const int64_t many[ALL] = {4, 2, 1, 8, 3, 6, 5, 7, 10, 12, 14, 16};
  static const int64_t few[ALL] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16};
  bool isFew = tcCpuGuessTasks(c->k, &phase->p.stages) < 4.0 * c->target->cores;
  TcGpuPhase of = *phase;
  int64_t points = keptPoints(c, row);
  if (!points)
    return 0;
  int64_t lanes = lanesAlong(c, phase, tcVecLast(row));
  while (lanes > 1 && points % lanes)
    lanes /= 2;
  for (int64_t slack = 0; slack <= SLACK; ++slack)
    for (int i = 0; i < (slack ? ALL : EVEN); ++i) {
      int64_t iterations = (isFew ? few : many)[i];
      of.threads = threadsOf(c, points / lanes, iterations, slack);
      if (of.threads && (!slack || tcGpuKeepsRow(c->k, &of)))
        return of.threads;
    }
  return 0;
}

// Threads that keep the row in registers; else as many as it has points for, in
// whole waves.
static void chooseLongRow(const Rows *c, TcGpuPhase *phase,
                          const TcCpuIters *row) {
  phase->threads = sharingThreads(c, phase, row);
  if (phase->threads)
    return;
  double most = tcCpuGuessIters(c->k, row);
  bool few = tcCpuGuessTasks(c->k, &phase->p.stages) < 4.0 * c->target->cores;
  int64_t threads =
      few && most >= tcNumber(gpu_long_row) ? LONG_ROW_THREADS : ROW_THREADS;
  phase->threads = c->target->waveThreads;
  while (phase->threads < threads && 2 * (double)phase->threads < most)
    phase->threads *= 2;
  if (!keptPoints(c, row) || !tcGpuKeepsRow(c->k, phase))
    tcGpuChooseAlign(c->k, c->target, phase);
}

// Of a sort each thread has a part of the row, of some eight elements; of many
// rows whose keys and positions are words more.
static void chooseSort(const Rows *c, TcGpuPhase *phase) {
  enum { NARROW = 4 };
  const TcCpuStage *s = phase->p.stages.data[0];
  const TcSize *extent = c->k->iters.data[s->over.data[0]].extent;
  int64_t known;
  double n = tcCpuGuess(c->k, extent);
  bool words = tcSizeIsConst(extent, &known) &&
               tcCpuBytes(s->results.data[0]->element) <= NARROW &&
               tcCpuGuessTasks(c->k, &phase->p.stages) >= tcNumber(gpu_blocks);
  int64_t part = words ? tcNumber(gpu_sort_words) : tcNumber(gpu_sort_part);
  phase->threads = c->target->waveThreads;
  while (phase->threads < LONG_ROW_THREADS &&
         (double)(phase->threads * part) < n)
    phase->threads *= 2;
}

// How many steps of scans are combined at once: as many as the row has, unless
// their bodies, which are written out for each point, are long.
static int64_t scanSteps(const Rows *c, const TcGpuPhase *p, int ops,
                         double points) {
  int64_t most = tcGpuMostScanSteps(c->target, p->threads), steps = 1;
  if (most > tcNumber(gpu_scan_steps))
    most = tcNumber(gpu_scan_steps);
  while (2 * steps <= most &&
         (double)(p->threads * p->perThread * steps) < points &&
         2 * steps * p->perThread * (ops + 1) <= tcNumber(gpu_long_body))
    steps *= 2;
  return steps;
}

// Scans: adjacent points of each thread where these can be combined apart, are
// vectors, and their bodies, which are then computed twice, are short; and
// several steps at once.
static void chooseScans(const Rows *c, TcGpuPhase *phase) {
  const TcCpuStages *stages = &phase->p.stages;
  int along = tcGpuScannedIter(stages), ops = 0;
  size_t values = 0;
  for (size_t i = 0; i < stages->size; ++i) {
    ops += tcCpuBodyOps(stages->data[i]);
    if (stages->data[i]->kind == TC_CPU_SCAN)
      values += stages->data[i]->results.size;
  }
  int64_t n;
  if (!tcSizeIsConst(c->k->iters.data[along].extent, &n))
    n = 1;
  double points = phase->p.chunk >= 0
                      ? (double)phase->p.chunkSize
                      : tcCpuGuess(c->k, c->k->iters.data[along].extent);
  int64_t each = tcNumber(gpu_scan_points);
  while (each > 1 &&
         (values > 1 || n % each || ops * each > tcNumber(gpu_long_body) ||
          points < (double)(each * c->target->waveThreads)))
    each /= 2;
  bool apart = tcGpuScansApart(c->k, stages);
  phase->perThread = apart ? each : 1;
  bool few = tcCpuGuessTasks(c->k, stages) < 4.0 * c->target->cores;
  int64_t most = few && phase->p.chunk < 0 ? LONG_ROW_THREADS : ROW_THREADS;
  phase->threads = c->target->waveThreads;
  while (phase->threads < most &&
         (double)(phase->threads * phase->perThread) < points)
    phase->threads *= 2;
  phase->shares = apart ? scanSteps(c, phase, ops, points) : 1;
}

void tcGpuChooseRows(TcCpuKernel *k, const TcTarget *target,
                     TcGpuPhase *phase) {
  Rows c = {k, target};
  wantVectors(&c, phase);
  if (tcGpuSortsRows(&phase->p.stages)) {
    chooseSort(&c, phase);
    return;
  }
  if (tcGpuScansRows(&phase->p.stages)) {
    chooseScans(&c, phase);
    return;
  }
  TcCpuIters row = widestSpace(&c, phase);
  if (!chooseShortRows(&c, phase, &row))
    chooseLongRow(&c, phase, &row);
}
