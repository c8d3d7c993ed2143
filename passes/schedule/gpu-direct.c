// Chooses the tiling of products whose factors are read in place
// (passes/lower/gpu/direct.h): the fastest in a model of the machine, where a
// multiprocessor is busy with instructions or with what loads bring to
// registers, or waits for one iteration's loads after the other.
#include "passes/schedule/gpu-choose.h"

#include "passes/lower/cpu/emit.h"
#include "passes/lower/gpu/direct.h"

#include "lib/cost/numbers.h"

#include <math.h>

enum {
  SCHEDULERS = 4, // of a multiprocessor: warps that issue at once
  WAVE = 32,      // words that loads bring in a cycle
  STEPS = 1880,   // of its unit in one, as gpu-unit-time.c counts
  ADDRESS = 2,    // instructions of a load: its address, and its bounds
  FEW_STEPS = 16, // of an iteration, at most
  FEW_SUMS = 16,  // of a thread, of which a multiprocessor holds two blocks
};

typedef struct Search {
  TcCpuKernel *k;
  const TcTarget *target;
  const TcGpuProduct *p;
  double rows, columns, batch, steps; // guessed
  double words;                       // registers of an element
  double columnWaves; // in which a wave loads an element of each column
  TcGpuDirect *best;
} Search;

static double tilesOf(double points, int64_t tile) {
  return ceil(points / (double)tile);
}

// What a multiprocessor takes, in cycles.
static double cyclesOf(const Search *s, const TcGpuTiling *t, int64_t shares) {
  double cores = s->target->cores ? s->target->cores : 1;
  double blocks = ceil(s->batch * tilesOf(s->rows, t->rows) *
                       tilesOf(s->columns, t->columns) / cores);
  double threads = (double)tcGpuDirectThreads(t, shares);
  double warps = threads / WAVE, resident = (double)t->resident;
  double steps =
      ceil(s->steps / (double)(t->depth * shares)) * (double)t->depth;
  double rows = (double)t->warpRows, columns = (double)t->warpColumns;
  double issues = rows * columns * s->words + ADDRESS * (rows + columns);
  double loads = s->words * (rows + columns * s->columnWaves);
  double step = fmax(issues / SCHEDULERS, loads);
  double wait = steps / (double)t->depth * tcNumber(gpu_direct_wait);
  // Each share's sums, there and back, beside the maps' elements.
  double sums = (double)(t->rows * t->columns) * s->words *
                (2 * (double)shares + 8) / WAVE;
  double busy = warps * steps * step + sums;
  double rounds = ceil(blocks / resident);
  return fmax(blocks * busy, rounds * (wait + sums)) + 0.1 * blocks * busy;
}

static void consider(Search *s, const TcGpuTiling *t, int64_t shares) {
  if (tcGpuDirectRefuses(s->k, s->target, s->p, t, shares))
    return;
  double time = STEPS * cyclesOf(s, t, shares);
  if (time < s->best->time)
    *s->best = (TcGpuDirect){*t, shares, time};
}

// All ways in which so many threads share rows, columns and steps: a wave's
// columns are neighbours.
static void considerThreads(Search *s, TcGpuTiling t, int64_t threads) {
  int64_t wave = s->target->waveThreads;
  for (int64_t shares = 1; shares <= 16 && shares * wave <= threads;
       shares *= 2)
    for (int64_t slots = 1; slots * shares * wave <= threads; slots *= 2) {
      t.rows = slots * t.warpRows;
      t.columns = threads / (slots * shares) * t.warpColumns;
      if (slots == 1 || (double)(t.rows / 2) < s->rows)
        consider(s, &t, shares);
    }
}

// How often one row reads each element of the columns' factor: windows over an
// image overlap.
static double readsAgain(const TcCpuKernel *k, const TcGpuProduct *p) {
  const TcCpuValue *v = p->columns.read->value;
  double reads = tcCpuGuessIters(k, &p->batch) *
                 tcCpuGuessIters(k, &p->columns.iters) *
                 tcCpuGuessIters(k, &p->over),
         all = 1;
  for (size_t d = 0; d < v->rank; ++d)
    all *= tcCpuGuess(k, v->sizes[d]);
  return reads / fmax(all, 1);
}

// Neighbouring columns lie side by side, or each in a place of its own.
static double wavesOf(const TcCpuKernel *k, const TcGpuProduct *p) {
  enum { APART = 8 };
  double step = tcGpuReadStep(k, p->columns.read, tcVecLast(&p->columns.iters));
  return step < 2 ? 1 : fmin(step, APART);
}

// Whether addresses take few registers: the sizes of the stage are known, which
// are strides else, and reads may be outside in two dimensions at most.
static bool hasFewAddresses(const TcCpuKernel *k, const TcCpuStage *s) {
  int64_t n;
  for (size_t i = 0; i < s->iters.size + s->over.size; ++i) {
    int iter =
        i < s->iters.size ? s->iters.data[i] : s->over.data[i - s->iters.size];
    if (!tcSizeIsConst(k->iters.data[iter].extent, &n))
      return false;
  }
  int bounds = 0;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    for (size_t d = 0; d < r->value->rank && !mlirAttributeIsNull(r->fill); ++d)
      bounds += !tcCpuProvablyIn(k, r->index[d], r->value->sizes[d]);
  }
  return bounds <= 2;
}

bool tcGpuChooseDirect(TcCpuKernel *k, const TcTarget *target,
                       const TcCpuStages *stages, TcGpuDirect *direct) {
  TcGpuProduct p;
  if (tcFormIsOff(k, TC_FORM_PRODUCTS) || !tcGpuDirectForm(k, stages, &p) ||
      tcGpuProductFewest(k, &p) * fmax(readsAgain(k, &p), 1) <
          tcNumber(gpu_few) ||
      tcGpuProductFewest(k, &p) < 2)
    return false;
  Search s = {.k = k,
              .target = target,
              .p = &p,
              .rows = tcCpuGuessIters(k, &p.rows.iters),
              .columns = tcCpuGuessIters(k, &p.columns.iters),
              .batch = tcCpuGuessIters(k, &p.batch),
              .steps = tcCpuGuessIters(k, &p.over),
              .words = fmax((double)tcCpuBytes(p.match.element) / 4, 1),
              .columnWaves = wavesOf(k, &p),
              .best = direct};
  direct->time = INFINITY;
  TcGpuTiling t = {.depth = tcGpuDirectDepth(k, &p, FEW_STEPS)};
  bool fits = s.words == 1 && hasFewAddresses(k, p.match.contract);
  for (t.warpRows = 2; t.warpRows <= 8; t.warpRows *= 2)
    for (t.warpColumns = 1; t.warpColumns <= 8; t.warpColumns *= 2)
      if (t.warpRows * t.warpColumns <= (fits ? 2 : 1) * FEW_SUMS &&
          (t.warpRows == 2 || (double)(t.warpRows / 2) < s.rows)) {
        bool isFew = t.warpRows * t.warpColumns <= FEW_SUMS;
        t.resident = isFew && fits ? 2 : 1;
        considerThreads(&s, t, 256);
      }
  return direct->time < INFINITY;
}

// The time of tiles that are copied to shared memory, as `cyclesOf` has it: a
// thread reads as many words of shared memory as its part of the tile has
// sides.
static double copiedTime(TcCpuKernel *k, const TcTarget *target,
                         const TcCpuStages *stages) {
  TcGpuProduct p;
  if (!tcGpuProductForm(k, stages, &p) ||
      tcGpuProductFewest(k, &p) < tcNumber(gpu_few))
    return INFINITY;
  TcGpuTiling t = tcGpuChooseProduct(k, target, &p);
  double cores = target->cores ? target->cores : 1;
  double words = fmax((double)tcCpuBytes(p.match.element) / 4, 1);
  double blocks =
      ceil(tcCpuGuessIters(k, &p.batch) *
           tilesOf(tcCpuGuessIters(k, &p.rows.iters), t.rows) *
           tilesOf(tcCpuGuessIters(k, &p.columns.iters), t.columns) / cores);
  double steps = tilesOf(tcCpuGuessIters(k, &p.over), t.depth);
  double step = 256.0 / WAVE * words * (double)(t.warpRows + t.warpColumns);
  return STEPS * steps *
         fmax(blocks * step * (double)t.depth, tcNumber(gpu_direct_wait));
}

bool tcGpuIsDirect(TcCpuKernel *k, const TcTarget *target,
                   const TcCpuStages *stages, const TcGpuWay *way,
                   TcGpuDirect *direct) {
  // Of halves and f64 the units' model is one of other units than this one's.
  if ((way && tcUnitBytes(way->tiling.unit) != 4 && !k->changes.size) ||
      !tcGpuChooseDirect(k, target, stages, direct))
    return false;
  double time = 0;
  if (!way)
    return direct->time < copiedTime(k, target, stages);
  TcGpuWays ways = {0};
  tcVecPush(k->arena, &ways, *way);
  tcGpuWayTimes(k, target, &ways, (TcGpuSizes){.guess = k->guess}, &time);
  return direct->time < time;
}
