// Scans along the lanes: the running combination of a vector's elements, in
// log2(lanes) steps that do not wait for the vectors before it. Products of
// floats are combined apart in groups of four lanes only, whose products, of
// f32 in f64, neither overflow nor underflow; the groups follow each other.
#include "passes/lower/cpu/stage.h"

#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

// Lanes of x and then y by their numbers.
static TcLane shuffled(TcEmit *e, TcLane x, TcLane y, int64_t n,
                       const int32_t *lanes) {
  MlirType type = mlirVectorTypeGet(
      1, &n, mlirShapedTypeGetElementType(mlirValueGetType(y.v)));
  MlirValue v = tcLlvmShufflevector(&e->b, type, x.v, y.v, (intptr_t)n, lanes);
  return (TcLane){.v = v, .wide = true};
}

// n lanes from `first` on of x and then y; or n times that lane.
static TcLane window(TcEmit *e, TcLane x, TcLane y, int64_t first, int64_t n) {
  int32_t *lanes = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    lanes[i] = (int32_t)(first + i);
  return shuffled(e, x, y, n, lanes);
}

static TcLane splat(TcEmit *e, TcLane x, int64_t lane, int64_t n) {
  int32_t *lanes = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    lanes[i] = (int32_t)lane;
  return shuffled(e, x, x, n, lanes);
}

// Each lane of x moves on by so many within its group; those of `first`, which
// are equal, come before.
static TcLane moved(TcEmit *e, TcLane first, TcLane x, int64_t by,
                    int64_t group) {
  int32_t *lanes = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)e->lanes);
  for (int64_t i = 0; i < e->lanes; ++i)
    lanes[i] = (int32_t)(e->lanes - by + (i % group < by ? i % group : i));
  return shuffled(e, first, x, e->lanes, lanes);
}

//===- Groups -------------------------------------------------------------===//

// How many lanes are combined apart from what is before them.
static int64_t groupOf(const TcEmit *e, const TcCpuStage *s) {
  enum { FEW = 4 };
  return tcCpuMultipliesFloats(s) && e->lanes > FEW ? FEW : e->lanes;
}

static TcLane *newLanes(TcEmit *e, const TcCpuStage *s) {
  return TC_ARENA_ARRAY(e->arena, TcLane, s->results.size);
}

// The groups of x, of `lanes` lanes in all, from what all lanes of `acc` are:
// combined into `results`, and `acc` what comes behind them. Code is for a
// group's lanes.
static bool followGroups(TcEmit *e, const TcCpuStage *s, int64_t lanes,
                         TcLane *acc, const TcLane *x, TcLane *results) {
  int64_t group = e->lanes;
  TcLane *own = newLanes(e, s), *total = newLanes(e, s), *y = newLanes(e, s);
  bool ok = true;
  for (int64_t at = 0; at < lanes && ok; at += group) {
    for (size_t i = 0; i < s->results.size; ++i) {
      own[i] = window(e, x[i], x[i], at, group);
      total[i] = splat(e, x[i], at + group - 1, group);
      y[i] = acc[i];
    }
    ok = tcAccsCombine(e, s, y, own) && tcAccsCombine(e, s, acc, total);
    for (size_t i = 0; i < s->results.size; ++i)
      results[(size_t)(at / group) * s->results.size + i] = y[i];
  }
  return ok;
}

// `n` vectors, `stride` apart, one behind the other; n is a power of two.
static TcLane joined(TcEmit *e, const TcLane *x, size_t stride, int64_t n,
                     int64_t lanes) {
  if (n == 1)
    return x[0];
  TcLane low = joined(e, x, stride, n / 2, lanes / 2);
  TcLane high =
      joined(e, x + (size_t)(n / 2) * stride, stride, n / 2, lanes / 2);
  return window(e, low, high, 0, lanes);
}

static bool runGroups(TcEmit *e, const TcCpuStage *s, int64_t group,
                      TcLane *acc, const TcLane *x, TcLane *results) {
  int64_t lanes = e->lanes, groups = lanes / group;
  size_t n = s->results.size;
  TcLane *parts = TC_ARENA_ARRAY(e->arena, TcLane, n * (size_t)groups);
  for (size_t i = 0; i < n; ++i)
    acc[i] = splat(e, tcEmitWiden(e, acc[i]), 0, group);
  e->lanes = group;
  bool ok = followGroups(e, s, lanes, acc, x, parts);
  e->lanes = lanes;
  for (size_t i = 0; i < n && ok; ++i) {
    results[i] = joined(e, parts + i, n, groups, lanes);
    acc[i] = splat(e, acc[i], 0, lanes);
  }
  return ok;
}

//===- All lanes ----------------------------------------------------------===//

static bool runAll(TcEmit *e, const TcCpuStage *s, TcLane *acc, const TcLane *x,
                   TcLane *results) {
  size_t n = s->results.size;
  TcLane *total = newLanes(e, s);
  for (size_t i = 0; i < n; ++i) {
    results[i] = acc[i];
    total[i] = splat(e, x[i], e->lanes - 1, e->lanes);
  }
  bool ok = tcAccsCombine(e, s, results, x);
  // What the next vector waits for is one combination; of many operations it is
  // not computed twice, but taken from the last lane.
  if (s->kinds[0] != TC_CPU_CUSTOM)
    return ok && tcAccsCombine(e, s, acc, total);
  for (size_t i = 0; i < n; ++i)
    acc[i] = splat(e, results[i], e->lanes - 1, e->lanes);
  return ok;
}

bool tcAccsRunLanes(TcEmit *e, const TcCpuStage *s, TcLane *acc,
                    const TcLane *yields, TcLane *results) {
  size_t n = s->results.size;
  TcLane *x = newLanes(e, s), *shifted = newLanes(e, s),
         *neutral = newLanes(e, s), *before = newLanes(e, s);
  int64_t group = groupOf(e, s);
  for (size_t i = 0; i < n; ++i) {
    before[i] = acc[i];
    neutral[i] = tcEmitWiden(e, tcAccsNeutral(e, s, i));
    x[i] = tcEmitWiden(e, tcAccsTerm(e, s, i, yields[i]));
    if (e->mask.v.ptr)
      x[i] = tcEmitSelect(e, e->mask, x[i], neutral[i]);
  }
  bool ok = true;
  for (int64_t step = 1; step < group && ok; step *= 2) {
    for (size_t i = 0; i < n; ++i)
      shifted[i] = moved(e, neutral[i], x[i], step, group);
    ok = tcAccsCombine(e, s, shifted, x);
    for (size_t i = 0; i < n; ++i)
      x[i] = shifted[i];
  }
  ok = ok && (group < e->lanes ? runGroups(e, s, group, acc, x, results)
                               : runAll(e, s, acc, x, results));
  for (size_t i = 0; i < n && s->exclusive && ok; ++i)
    results[i] = window(e, before[i], results[i], e->lanes - 1, e->lanes);
  return ok;
}
