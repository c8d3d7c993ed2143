// Chooses the threads of phases by rows, and the rows of a block. See gpu.h.
#include "passes/schedule/gpu.h"

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
  return tcGpuLanes(c->k, &along, iter, -1);
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
    if (s->unit || s->in || s->gathered.size)
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
  int64_t count;
  if (!tcIsPowerOfTwo(rows) || phase->threads % rows ||
      !tcIsPowerOfTwo(phase->threads / rows) ||
      phase->threads / rows > target->waveThreads)
    return "the lanes of a row must be a power of two, at most a wave (L6)";
  if (!isOneSum(&c, phase))
    return "a block has one row, unless that is one sum with maps of it (L3)";
  if (!tcSizeIsConst(tcCpuProduct(k->arena, k, &phase->p.tasks), &count) ||
      count % rows)
    return "the rows of a block must divide all (L1)";
  return NULL;
}

int64_t tcGpuRowThreads(const TcGpuPhase *phase) {
  return phase->rows > 1 ? phase->threads / phase->rows : phase->threads;
}

// Rows that the lanes of a wave, or some of them, sum up with few
// vectors each: a block has several, so that it has as many loads under way as
// one of a long row, and needs no shared memory.
static bool chooseShortRows(const Rows *c, TcGpuPhase *phase,
                            const TcCpuIters *row) {
  int64_t points, rows, lanes = 1, wave = c->target->waveThreads;
  if (!row->size || !isOneSum(c, phase) ||
      !tcSizeIsConst(tcCpuProduct(c->k->arena, c->k, row), &points) ||
      !tcSizeIsConst(tcCpuProduct(c->k->arena, c->k, &phase->p.tasks), &rows))
    return false;
  int64_t vectors = points / lanesAlong(c, phase, tcVecLast(row));
  while (lanes < wave && vectors % (2 * lanes) == 0)
    lanes *= 2;
  int64_t most = ROW_THREADS / lanes;
  while (most > 1 && (rows % most || rows / most < tcNumber(gpu_blocks)))
    most /= 2;
  if (vectors > tcNumber(gpu_row_vectors) * lanes ||
      most * lanes < ROW_THREADS / 2)
    return false;
  phase->threads = most * lanes;
  phase->rows = most;
  return most > 1;
}

//===- Long rows ----------------------------------------------------------===//

int64_t tcGpuRowIterations(int64_t points, int64_t threads, int64_t *lanes) {
  while (*lanes > 1 && points % (*lanes * threads))
    *lanes /= 2;
  if (points % (*lanes * threads))
    return 0;
  int64_t iterations = points / (*lanes * threads);
  return iterations <= TC_GPU_ROW_ITERATIONS &&
                 iterations * *lanes <= TC_GPU_ROW_ELEMENTS
             ? iterations
             : 0;
}

// Whether a thread keeps its part of the row in registers.
static bool isKept(const Rows *c, const TcGpuPhase *phase,
                   const TcCpuIters *row) {
  int64_t points;
  if (!row->size ||
      !tcSizeIsConst(tcCpuProduct(c->k->arena, c->k, row), &points))
    return false;
  int64_t lanes = lanesAlong(c, phase, tcVecLast(row));
  return tcGpuRowIterations(points, phase->threads, &lanes) > 0;
}

// A number of threads that divides the vectors of a row, so that each thread
// has the same few in every nest and keeps them in registers
// (passes/lower/gpu/register_rows.c): preferably four of them, whose loads
// overlap; one where blocks are few. 0 if there is no such number.
static int64_t evenThreads(const Rows *c, const TcGpuPhase *phase,
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

// Threads that share the row evenly; else as many as it has points for, in
// whole waves.
static void chooseLongRow(const Rows *c, TcGpuPhase *phase,
                          const TcCpuIters *row) {
  phase->threads = evenThreads(c, phase, row);
  if (phase->threads)
    return;
  double most = tcCpuGuessIters(c->k, row);
  bool few = tcCpuGuessTasks(c->k, &phase->p.stages) < 4.0 * c->target->cores;
  int64_t threads =
      few && most >= tcNumber(gpu_long_row) ? LONG_ROW_THREADS : ROW_THREADS;
  phase->threads = c->target->waveThreads;
  while (phase->threads < threads && 2 * (double)phase->threads < most)
    phase->threads *= 2;
  if (!isKept(c, phase, row))
    tcGpuChooseAlign(c->k, c->target, phase);
}

void tcGpuChooseRows(TcCpuKernel *k, const TcTarget *target,
                     TcGpuPhase *phase) {
  Rows c = {k, target};
  TcCpuIters row = widestSpace(&c, phase);
  if (!chooseShortRows(&c, phase, &row))
    chooseLongRow(&c, phase, &row);
}
