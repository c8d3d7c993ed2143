// Versions of a kernel's GPU schedule. A contraction on a matrix unit has a
// tile, and parts of its reduction, that suit its number of points: of a
// symbolic number, the fewest ways that are near the fastest at each. See
// gpu.h.
#include "passes/schedule/gpu.h"

#include "passes/lower/gpu/kernel_gpu.h"
#include "passes/schedule/gpu-text.h"

#include "ir/builder.h"
#include "lib/cost/numbers.h"

#include "mlir-c/BuiltinAttributes.h"

#include <math.h>

enum {
  POINTS = 19, // numbers between which versions may change, a factor of sqrt(2)
               // from one to the next: 32 to 16,384
  FIRST = 32,
  MAX_VERSIONS = 6, // compile time grows with them
};

//===- Text ---------------------------------------------------------------===//

MlirLogicalResult tcGpuVersionsRead(TcCpuKernel *k, MlirAttribute schedule,
                                    TcVersions *out) {
  static const char *const keys[] = {"when", "adds", "launches",
                                     TC_TEXT_SIZE_HINT};
  return tcVersionsRead(k, schedule, keys, 4, false, out);
}

MlirLogicalResult tcGpuVersionsCheck(TcArena *arena, MlirOperation op,
                                     MlirAttribute schedule,
                                     const TcTarget *target) {
  TcCpuKernel first;
  TcVersions versions = {0};
  if (mlirLogicalResultIsFailure(
          tcGpuKernelRead(arena, op, tcNoAttr(), &first)) ||
      mlirLogicalResultIsFailure(
          tcGpuVersionsRead(&first, schedule, &versions)))
    return mlirLogicalResultFailure();
  for (size_t i = 0; i < versions.size; ++i) {
    TcCpuKernel k; // reading may add to it
    TcGpuPhases phases = {0};
    if (mlirLogicalResultIsFailure(
            tcGpuKernelRead(arena, op, versions.data[i].when, &k)) ||
        mlirLogicalResultIsFailure(
            tcGpuScheduleRead(&k, versions.data[i].schedule, target, &phases)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

//===- The number of points -----------------------------------------------===//

// What the symbols of a contraction's points multiply to, or where these are
// known, of its steps; NULL if both are, or data decides.
static const TcSize *symbolic(const TcCpuKernel *k, const TcCpuIters *iters) {
  const TcSize *out = tcSizeConst(k->arena, 1);
  bool any = false;
  int64_t n;
  for (size_t i = 0; i < iters->size; ++i) {
    const TcSize *extent = k->iters.data[iters->data[i]].extent;
    if (tcSizeIsConst(extent, &n) || tcCpuUsesIters(k, extent))
      continue;
    out = tcSizeMul(k->arena, out, extent);
    any = true;
  }
  return any ? out : NULL;
}

static const TcSize *varyingOf(const TcCpuKernel *k) {
  const TcCpuStage *s = k->stages.data[0];
  const TcSize *points = symbolic(k, &s->iters);
  return points ? points : symbolic(k, &s->over);
}

// The guess of each symbol at which there are about `points` of them.
static int64_t guessFor(const TcSize *size, double points) {
  TcCpuKernel k = {0};
  int64_t low = 1, high = (int64_t)points;
  while (low < high) {
    k.guess = low + (high - low) / 2;
    if (tcCpuGuess(&k, size) < points)
      low = k.guess + 1;
    else
      high = k.guess;
  }
  return low;
}

//===- Ways at each number ------------------------------------------------===//

typedef struct Table {
  TcCpuKernel *k;
  const TcSize *size;
  TcGpuWays ways;
  double points[POINTS];
  double *times[POINTS]; // of each way, as multiples of the fastest
} Table;

static void fill(Table *t, const TcTarget *target) {
  double each;
  bool exact = tcGpuOnlyRowsVary(t->k, &t->ways, &each);
  for (int i = 0; i < POINTS; ++i) {
    double least = INFINITY, points = round(FIRST * pow(2, i / 2.0));
    double *times = TC_ARENA_ARRAY(t->k->arena, double, t->ways.size + 1);
    TcCpuKernel at = {.guess = guessFor(t->size, points)};
    t->points[i] = exact ? points : tcCpuGuess(&at, t->size);
    t->times[i] = times;
    tcGpuWayTimes(t->k, target, &t->ways,
                  (TcGpuSizes){at.guess, exact ? each * points : 0, 1}, times);
    for (size_t w = 0; w < t->ways.size; ++w)
      least = times[w] < least ? times[w] : least;
    for (size_t w = 0; w < t->ways.size; ++w)
      times[w] /= least;
  }
}

// One way for the numbers [from, to): the one that is nearest to the fastest,
// by the sum of what it takes more.
typedef struct Range {
  int from, to;
  size_t way;
  double cost;
} Range;

static Range rangeOf(const Table *t, int from, int to) {
  Range best = {from, to, 0, INFINITY};
  for (size_t w = 0; w < t->ways.size; ++w) {
    double cost = 0;
    for (int i = from; i < to; ++i)
      cost += t->times[i][w] - 1;
    if (cost < best.cost)
      best = (Range){from, to, w, cost};
  }
  return best;
}

typedef struct Ranges {
  Range data[MAX_VERSIONS];
  int size;
  double cost;
} Ranges;

// The ranges that cover the numbers from `from` on, `size` of them; `one` has
// those of each two ends.
static Ranges rangesFrom(const Table *t, int from, int size,
                         Range one[POINTS][POINTS + 1]) {
  Ranges best = {
      .data = {one[from][POINTS]}, .size = 1, .cost = one[from][POINTS].cost};
  if (size == 1)
    return best;
  best.cost = INFINITY;
  for (int cut = from + 1; cut < POINTS; ++cut) {
    const Range *first = &one[from][cut];
    if (first->cost >= best.cost)
      break; // and so are longer ones
    Ranges rest = rangesFrom(t, cut, size - 1, one);
    if (first->cost + rest.cost >= best.cost)
      continue;
    best = (Ranges){.data = {*first},
                    .size = 1 + rest.size,
                    .cost = first->cost + rest.cost};
    for (int i = 0; i < rest.size; ++i)
      best.data[i + 1] = rest.data[i];
  }
  return best;
}

static Ranges fewestRanges(const Table *t) {
  // What a version more has to save, of the mean time at these numbers.
  double saved = (double)tcNumber(gpu_version_cost) / 100 * POINTS;
  Range one[POINTS][POINTS + 1];
  for (int from = 0; from < POINTS; ++from)
    for (int to = from + 1; to <= POINTS; ++to)
      one[from][to] = rangeOf(t, from, to);
  Ranges best = rangesFrom(t, 0, 1, one);
  for (int size = 2; size <= MAX_VERSIONS; ++size) {
    Ranges r = rangesFrom(t, 0, size, one);
    if (r.cost + saved * (size - best.size) < best.cost)
      best = r;
  }
  return best;
}

//===- Choosing -----------------------------------------------------------===//

static MlirAttribute chooseIn(TcArena *arena, MlirOperation op,
                              MlirAttribute when, const TcGpuWay *way,
                              const TcTarget *target, TcScheduleForms without) {
  TcCpuKernel k;
  TcGpuPhases phases = {0};
  if (mlirLogicalResultIsFailure(tcGpuKernelRead(arena, op, when, &k)))
    return mlirAttributeGetNull();
  k.without = without;
  tcGpuScheduleChoose(&k, target, way, &phases);
  return tcGpuScheduleToAttr(&k, target, &phases);
}

static MlirAttribute versionsOf(const Table *t, const Ranges *ranges,
                                const TcTarget *target) {
  TcArena *a = t->k->arena;
  MlirAttribute versions[MAX_VERSIONS];
  for (int i = 0; i < ranges->size; ++i) {
    const Range *r = &ranges->data[i];
    bool isLast = i + 1 == ranges->size;
    MlirAttribute all = chooseIn(a, t->k->op, tcNoAttr(), &t->ways.data[r->way],
                                 target, t->k->without);
    if (isLast && !i)
      return all;
    MlirAttribute when = mlirAttributeGetNull();
    if (!isLast) // between the last number of this range and the next one
      when =
          tcConditionOf(a, t->k->ctx, t->size, "most",
                        (int64_t)sqrt(t->points[r->to - 1] * t->points[r->to]));
    versions[i] = tcVersionOf(t->k->ctx, all, isLast ? 0 : 1, &when);
  }
  return tcVersionsOf(t->k->ctx, ranges->size, versions);
}

// The symbol of which a streamed extent is a multiple of blocks where it is
// divisible by these: its last block needs no masks then. NULL if there is
// none.
static const TcSize *blockwise(const TcCpuKernel *k) {
  return k->stream.block >= 0 && tcSizeIsSymbol(k->stream.extent)
             ? k->stream.extent
             : NULL;
}

static MlirAttribute streamVersions(TcCpuKernel *k, const TcSize *extent,
                                    const TcTarget *target) {
  MlirAttribute whole =
      tcConditionOf(k->arena, k->ctx, extent, "divisible", k->stream.step);
  MlirAttribute when = mlirArrayAttrGet(k->ctx, 1, &whole);
  MlirAttribute versions[] = {
      tcVersionOf(k->ctx,
                  chooseIn(k->arena, k->op, when, NULL, target, k->without), 1,
                  &whole),
      chooseIn(k->arena, k->op, tcNoAttr(), NULL, target, k->without)};
  return tcVersionsOf(k->ctx, 2, versions);
}

MlirAttribute tcGpuVersionsChoose(TcArena *arena, MlirOperation op,
                                  const TcTarget *target,
                                  TcScheduleForms without) {
  TcCpuKernel k;
  if (mlirLogicalResultIsFailure(tcGpuKernelRead(arena, op, tcNoAttr(), &k)))
    return mlirAttributeGetNull();
  k.without = without;
  bool versions = !tcFormIsOff(&k, TC_FORM_VERSIONS);
  if (versions && !tcFormIsOff(&k, TC_FORM_STREAMS) && blockwise(&k))
    return streamVersions(&k, blockwise(&k), target);
  Table t = {.k = &k};
  if (versions && k.stages.size && k.stages.data[0]->contract &&
      k.stream.block < 0)
    t.size = varyingOf(&k);
  if (t.size && target->cores)
    t.ways = tcGpuUnitWays(&k, &k.stages, target);
  TcGpuDirect direct;
  if (!t.ways.size || tcGpuIsDirect(&k, target, &k.stages,
                                    tcGpuBestWay(&k, target, &t.ways), &direct))
    return chooseIn(arena, op, tcNoAttr(), NULL, target, without);
  fill(&t, target);
  Ranges ranges = fewestRanges(&t);
  return versionsOf(&t, &ranges, target);
}
