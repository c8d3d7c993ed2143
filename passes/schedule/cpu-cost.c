// The cost model of CPU schedules: rough counts of operations and accesses, of
// which only the ratios matter. See cpu.h.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/emit.h"

#include "lib/cost/numbers.h"

#include <math.h>

//===- Accesses -----------------------------------------------------------===//

static const TcSize *const *stridesOf(const TcCpuKernel *k,
                                      const TcCpuValue *v) {
  if (v->dests.size)
    return tcCpuDestStrides(k, &v->dests.data[0]);
  const TcSize **strides =
      TC_ARENA_ARRAY(k->arena, const TcSize *, v->rank + 1);
  const TcSize *stride = tcSizeConst(k->arena, 1);
  int lane = v->stage ? tcCpuItersFind(&v->stage->iters, k->stream.lane) : -1;
  if (lane >= 0) { // innermost (places.c); chunks have less of it
    strides[lane] = stride;
    stride = k->iters.data[k->stream.lane].extent;
  }
  for (size_t d = v->rank; d-- > 0;) {
    if ((int)d == lane)
      continue;
    strides[d] = stride;
    stride = tcSizeMul(k->arena, stride, v->sizes[d]);
  }
  return strides;
}

typedef enum Access { UNIFORM, CONTIGUOUS, STEPPED, STRIDED } Access;

static Access accessOf(const TcCpuKernel *k, const TcCpuValue *v,
                       const TcSize *const *index, int iter) {
  const TcSize *offset =
      tcCpuOffset(k->arena, v->rank, stridesOf(k, v), NULL, index);
  offset = tcSizeSimplify(k->arena, offset, &k->ranges);
  int64_t n;
  if (!tcCpuConstStride(k, offset, iter, &n))
    return STRIDED;
  if (!n)
    return UNIFORM;
  if (n == -1) // a vector in reverse
    return CONTIGUOUS;
  if (n < 1 || n > TC_LOAD_MOST_STEP)
    return STRIDED;
  return n == 1 ? CONTIGUOUS : STEPPED;
}

int tcCpuVectorScore(const TcCpuKernel *k, const TcCpuStage *s, int iter) {
  static const int scores[] = {
      [UNIFORM] = 0, [CONTIGUOUS] = 1, [STEPPED] = -1, [STRIDED] = -1};
  int score = 0;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    score += scores[accessOf(k, r->value, r->index, iter)];
  }
  if (s->kind == TC_CPU_SCATTER)
    return score;
  const TcSize **own = tcCpuOwnIndex(k, s);
  for (size_t i = 0; i < s->results.size; ++i)
    score += scores[accessOf(k, s->results.data[i], own, iter)];
  return score;
}

int tcCpuSteppedReads(const TcCpuKernel *k, const TcCpuStage *s, int iter) {
  int count = 0;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    count += accessOf(k, r->value, r->index, iter) == STEPPED;
  }
  return count;
}

bool tcCpuIsContiguous(const TcCpuKernel *k, const TcCpuStage *s, int iter) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (accessOf(k, r->value, r->index, iter) == CONTIGUOUS)
      return true;
  }
  for (size_t i = 0; s->kind == TC_CPU_MAP && i < s->results.size; ++i)
    if (accessOf(k, s->results.data[i], tcCpuOwnIndex(k, s), iter) ==
        CONTIGUOUS)
      return true;
  return false;
}

//===- Transposed reads ---------------------------------------------------===//

bool tcCpuReadsTransposed(const TcCpuKernel *k, const TcCpuRead *r, int vector,
                          int other, bool fills) {
  MlirType t = r->value->element;
  bool canTranspose = !mlirTypeIsAComplex(t) && tcCpuRegisterBytes(t) >= 4;
  return canTranspose && (fills || mlirAttributeIsNull(r->fill)) &&
         other != vector &&
         accessOf(k, r->value, r->index, vector) == STRIDED &&
         accessOf(k, r->value, r->index, other) == CONTIGUOUS;
}

// Long enough for whole blocks of a vector's lanes (16 of f32 with AVX-512).
static bool isLong(const TcCpuKernel *k, int iter) {
  enum { LONG = 16 };
  return tcCpuGuess(k, k->iters.data[iter].extent) >= LONG;
}

static int transposedIterOf(const TcCpuKernel *k, const TcCpuStage *s,
                            int vector, bool fills) {
  for (size_t i = 0; i < s->iters.size; ++i)
    for (size_t j = 0; j < s->reads.size; ++j)
      if (isLong(k, s->iters.data[i]) &&
          tcCpuReadsTransposed(k, &s->reads.data[j], vector, s->iters.data[i],
                               fills))
        return s->iters.data[i];
  return -1;
}

// Whether the read is transposed: loaded as vectors along another iterator.
static bool isTransposed(const TcCpuKernel *k, const TcCpuStage *s,
                         const TcCpuRead *r, int vector) {
  if (s->kind != TC_CPU_MAP || vector < 0 || !isLong(k, vector))
    return false;
  for (size_t i = 0; i < s->iters.size; ++i)
    if (isLong(k, s->iters.data[i]) &&
        tcCpuReadsTransposed(k, r, vector, s->iters.data[i], false))
      return true;
  return false;
}

int tcCpuTransposedIter(const TcCpuKernel *k, const TcCpuStages *stages,
                        int vector, bool fills) {
  int other = -1;
  if (vector < 0 || !isLong(k, vector))
    return -1;
  for (size_t i = 0; i < stages->size; ++i) {
    if (stages->data[i]->kind != TC_CPU_MAP)
      return -1;
    other =
        other < 0 ? transposedIterOf(k, stages->data[i], vector, fills) : other;
  }
  return other;
}

// Whether the lines of a read along the vector are more of one set of a cache
// than it has ways.
static bool collides(const TcCpuKernel *k, const TcCpuRead *r, int vector) {
  enum { WAYS = 8, WAY_BYTES = 4096 };
  if (r->value->arg < 0) // a stage's result, in scratch
    return false;
  const TcSize *offset = tcCpuReadOffset(k, r);
  int64_t n;
  return tcCpuExtent(k, vector, 0) > WAYS &&
         tcCpuConstStride(k, offset, vector, &n) && n &&
         n * tcCpuBytes(r->value->element) % WAY_BYTES == 0;
}

int tcCpuCollidingIter(const TcCpuKernel *k, const TcCpuStages *stages,
                       int vector, const TcCpuIters *among) {
  int found = -1;
  for (size_t i = 0; vector >= 0 && i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    if (s->kind != TC_CPU_MAP)
      return -1;
    for (size_t j = 0; j < s->reads.size; ++j)
      for (size_t t = 0; t < among->size; ++t)
        if (tcCpuReadsTransposed(k, &s->reads.data[j], vector, among->data[t],
                                 true) &&
            collides(k, &s->reads.data[j], vector))
          found = among->data[t];
  }
  return found;
}

// Whether the points of a result along `iter` lie so far apart, or may.
static bool isStoredApart(const TcCpuKernel *k, const TcCpuValue *v,
                          const TcSize *const *own, int iter, int64_t bytes) {
  const TcSize *offset =
      tcCpuOffset(k->arena, v->rank, stridesOf(k, v), NULL, own);
  int64_t n;
  return !tcCpuConstStride(k, tcSizeSimplify(k->arena, offset, &k->ranges),
                           iter, &n) ||
         (n < 0 ? -n : n) * tcCpuBytes(v->element) >= bytes;
}

static bool areStoredApart(const TcCpuKernel *k, const TcCpuStages *stages,
                           int iter, int64_t bytes) {
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    for (size_t j = 0; j < s->results.size; ++j)
      if (isStoredApart(k, s->results.data[j], tcCpuOwnIndex(k, s), iter,
                        bytes))
        return true;
  }
  return false;
}

int64_t tcCpuTransposedStrip(const TcCpuKernel *k, const TcCpuStages *stages,
                             int iter) {
  enum { PAGE = 4096 };
  double most = areStoredApart(k, stages, iter, PAGE) ? tcNumber(cpu_far_strip)
                                                      : tcNumber(cpu_strip);
  int64_t strip = TC_CPU_LEAST_STRIP;
  while (strip < TC_CPU_MOST_STRIP && 2 * (double)strip <= most)
    strip *= 2;
  return strip;
}

//===- Interleaved results ------------------------------------------------===//

// Whether the results have `few` points of `iter` next to each other, and those
// of `vector` that many elements apart.
static bool interleaves(const TcCpuKernel *k, const TcCpuStage *s, int vector,
                        int iter, int64_t few) {
  const TcSize **own = tcCpuOwnIndex(k, s);
  if (s->kind != TC_CPU_MAP)
    return false;
  for (size_t i = 0; i < s->results.size; ++i) {
    const TcCpuValue *v = s->results.data[i];
    const TcSize *offset =
        tcCpuOffset(k->arena, v->rank, stridesOf(k, v), NULL, own);
    if (v->dests.size > 1 || mlirTypeIsAComplex(v->element) ||
        !tcCpuHasStride(k, offset, iter, 1) ||
        !tcCpuHasStride(k, offset, vector, few))
      return false;
  }
  return s->results.size > 0;
}

int tcCpuInterleavedIter(const TcCpuKernel *k, const TcCpuStages *stages,
                         int vector) {
  const TcCpuIters *iters = &stages->data[0]->iters;
  for (size_t i = 0; i < iters->size && vector >= 0; ++i) {
    int64_t n;
    int iter = iters->data[i];
    if (!tcSizeIsConst(k->iters.data[iter].extent, &n) || n < 2 ||
        n > TC_LOAD_MOST_STEP || iter == vector)
      continue;
    bool all = true;
    for (size_t j = 0; j < stages->size; ++j)
      all &= interleaves(k, stages->data[j], vector, iter, n);
    if (all)
      return iter;
  }
  return -1;
}

//===- Costs --------------------------------------------------------------===//

// In units of an addition. Elements at a small step are loaded as whole
// vectors, one for each element between them, and shuffled; a read with a fill
// compares, loads and selects; a strided one does so element by element.
static double accessCost(Access access, bool filled, double lanes) {
  if (access == STRIDED)
    return filled ? 6 : 2;
  if (access == STEPPED)
    return (filled ? 3 : 1) * (TC_LOAD_MOST_STEP + 1) / lanes;
  return (filled ? 3 : 1) / lanes;
}

// Lanes in use on average, the last vector included.
static double usedLanes(const TcCpuKernel *k, int iter, int64_t lanes) {
  int64_t n;
  if (!tcSizeIsConst(k->iters.data[iter].extent, &n) || n < 1)
    return (double)lanes;
  return (double)n / (double)((n + lanes - 1) / lanes);
}

// Scans along the lanes take log2(lanes) steps. A combination whose order
// counts (affine maps) may be another's product that overflows: it is left to
// the order of its points.
static bool canRunLanes(const TcCpuStage *s) {
  bool can =
      s->kind == TC_CPU_SCAN && !s->ordered && !s->reverse && tcCpuCommutes(s);
  for (size_t i = 0; i < s->results.size; ++i)
    can &= !mlirTypeIsAComplex(s->results.data[i]->element);
  return can;
}

bool tcCpuCanVector(const TcCpuKernel *k, const TcCpuStage *s, int iter) {
  TcCpuIters parallel = tcCpuStageParallel(k, s);
  if (s->kind == TC_CPU_SORT || s->kind == TC_CPU_FOR)
    return false;
  return tcCpuItersHave(&parallel, iter) ||
         (((s->kind == TC_CPU_REDUCE && !s->ordered) || canRunLanes(s)) &&
          tcCpuItersHave(&s->over, iter));
}

// What a scan takes besides its accesses: a shuffle and an operation each of
// the steps along the lanes; else latency. Rows as lanes are no faster than one
// row, where each lies apart: in each step as many lines of the cache are read
// and written, which rows of a power of two have in the same sets
// (`bench/torch_models.py`, cumprod_rows).
static double runningCost(const TcCpuKernel *k, const TcCpuStage *s, int vector,
                          double lanes) {
  enum { LATENCY = 4 };
  if (vector < 0)
    return LATENCY;
  if (tcCpuItersHave(&s->over, vector))
    return log2(lanes) / lanes *
           (double)((int)s->results.size + 1 + tcCpuBlockOps(s->combine));
  for (size_t i = 0; i < s->reads.size; ++i)
    if (accessOf(k, s->reads.data[i].value, s->reads.data[i].index, vector) ==
        STRIDED)
      return 2 * LATENCY;
  return LATENCY / lanes;
}

// Whether running results are for maps alone, which are fused with the scan
// since they take them from registers.
static bool passesOn(const TcCpuValue *v) {
  return v->stage && v->stage->kind == TC_CPU_SCAN && !v->dests.size;
}

double tcCpuElementCost(const TcCpuKernel *k, const TcCpuStage *s, int vector,
                        int64_t lanes) {
  double n = vector < 0 ? 1 : usedLanes(k, vector, lanes);
  double cost = tcCpuBodyOps(s) / n;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (passesOn(r->value) && tcCpuReadsOwnIndex(k, r))
      continue;
    Access access =
        vector < 0 ? UNIFORM : accessOf(k, r->value, r->index, vector);
    cost += isTransposed(k, s, r, vector)
                ? 0.5
                : accessCost(access, !mlirAttributeIsNull(r->fill), n);
  }
  cost += 2 * (double)s->gathered.size;
  if (s->kind == TC_CPU_SCAN)
    cost += runningCost(k, s, vector, n);
  if (s->kind == TC_CPU_REDUCE)
    return cost;
  if (s->kind == TC_CPU_SCATTER)
    return cost + 4;
  TcCpuStages alone = {0};
  tcVecPush(k->arena, &alone, (TcCpuStage *)s);
  bool interleaved = tcCpuInterleavedIter(k, &alone, vector) >= 0;
  for (size_t i = 0; i < s->results.size; ++i) {
    if (passesOn(s->results.data[i]))
      continue;
    Access access = vector < 0 ? UNIFORM
                               : accessOf(k, s->results.data[i],
                                          tcCpuOwnIndex(k, s), vector);
    if (access == STEPPED && !interleaved)
      access = STRIDED; // they are scattered
    cost += accessCost(access, false, n) + (access == STRIDED);
  }
  return cost;
}

double tcCpuStageCost(const TcCpuKernel *k, const TcCpuStage *s, int vector,
                      int64_t lanes) {
  TcCpuIters space = tcCpuStageSpace(k->arena, s);
  double points = tcCpuGuessIters(k, &space);
  for (const TcCpuFor *loop = s->in; loop; loop = loop->around)
    if (!tcCpuItersHave(&space, loop->iter))
      points *= tcCpuGuess(k, k->iters.data[loop->iter].extent);
  double cost = points * tcCpuElementCost(k, s, vector, lanes);
  if (s->kind != TC_CPU_REDUCE)
    return cost;
  // For each result of a reduction: combining the lanes, or a store.
  double rows = tcCpuGuessIters(k, &s->iters);
  bool overLanes = vector >= 0 && tcCpuItersHave(&s->over, vector);
  return cost + rows * (overLanes ? 8 : vector >= 0 ? 1.0 / (double)lanes : 1);
}

// The cost of a stage that lacks the phase's vectorised iterator: its nest has
// another one, of those that are inside of tasks.
static double costAlone(const TcCpuKernel *k, const TcCpuStage *s,
                        const TcCpuIters *parallel, int64_t lanes) {
  TcCpuIters space = tcCpuStageSpace(k->arena, s);
  double least = tcCpuStageCost(k, s, -1, lanes);
  for (size_t i = 0; i < space.size; ++i) {
    int iter = space.data[i];
    if (tcCpuItersHave(parallel, iter) || !tcCpuCanVector(k, s, iter))
      continue;
    double cost = tcCpuStageCost(k, s, iter, lanes);
    least = cost < least ? cost : least;
  }
  return least;
}

// The cost of stages of which those that can are vectorised along `vector`.
static double costWith(const TcCpuKernel *k, const TcCpuStages *stages,
                       const TcCpuIters *parallel, int vector, int64_t lanes) {
  double cost = 0;
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    TcCpuIters space = tcCpuStageSpace(k->arena, s);
    bool can = vector >= 0 && tcCpuCanVector(k, s, vector);
    cost += vector < 0 || tcCpuItersHave(&space, vector)
                ? tcCpuStageCost(k, s, can ? vector : -1, lanes)
                : costAlone(k, s, parallel, lanes);
  }
  return cost;
}

int tcCpuBestVector(const TcCpuKernel *k, const TcCpuStages *stages,
                    const TcCpuIters *from, int64_t lanes) {
  int best = -1;
  TcCpuIters parallel = tcCpuPhaseParallel(k, stages);
  double least = costWith(k, stages, &parallel, -1, lanes);
  for (size_t i = 0; i < from->size; ++i) {
    double cost = costWith(k, stages, &parallel, from->data[i], lanes);
    if (cost >= least)
      continue;
    least = cost;
    best = from->data[i];
  }
  return best;
}
