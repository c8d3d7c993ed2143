// Scans along the lanes: the running combination of a vector's elements, in
// log2(lanes) steps that do not wait for the vectors before it.
#include "passes/lower/cpu/stage.h"

#include "tc/gen/LlvmOps.h"

// Lanes `first`, first + 1, ... of x and then y, which are the last of them.
static TcLane window(TcEmit *e, TcLane x, TcLane y, int64_t first) {
  int32_t *mask = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)e->lanes);
  for (int64_t i = 0; i < e->lanes; ++i)
    mask[i] = (int32_t)(first + i);
  MlirValue v = tcLlvmShufflevector(&e->b, mlirValueGetType(y.v), x.v, y.v,
                                    (intptr_t)e->lanes, mask);
  return (TcLane){.v = v, .wide = true};
}

static TcLane lastLane(TcEmit *e, TcLane x) {
  int32_t *mask = TC_ARENA_ARRAY(e->arena, int32_t, (size_t)e->lanes);
  for (int64_t i = 0; i < e->lanes; ++i)
    mask[i] = (int32_t)(e->lanes - 1);
  MlirValue v = tcLlvmShufflevector(&e->b, mlirValueGetType(x.v), x.v, x.v,
                                    (intptr_t)e->lanes, mask);
  return (TcLane){.v = v, .wide = true};
}

bool tcAccsRunLanes(TcEmit *e, const TcCpuStage *s, TcLane *acc,
                    const TcLane *yields, TcLane *results) {
  size_t n = s->results.size;
  TcLane *x = TC_ARENA_ARRAY(e->arena, TcLane, 4 * n), *shifted = x + n,
         *neutral = x + 2 * n, *before = x + 3 * n;
  for (size_t i = 0; i < n; ++i) {
    MlirType element = tcAccsElement(e->k, s, i);
    before[i] = acc[i];
    neutral[i] = tcEmitWiden(e, tcAccsNeutral(e, s, i));
    x[i] = tcEmitWiden(
        e, tcEmitConvert(e, yields[i], s->results.data[i]->element, element));
    if (e->mask.v.ptr)
      x[i] = tcEmitSelect(e, e->mask, x[i], neutral[i]);
  }
  bool ok = true;
  for (int64_t step = 1; step < e->lanes && ok; step *= 2) {
    for (size_t i = 0; i < n; ++i)
      shifted[i] = window(e, neutral[i], x[i], e->lanes - step);
    ok = tcAccsCombine(e, s, shifted, x);
    for (size_t i = 0; i < n; ++i)
      x[i] = shifted[i];
  }
  for (size_t i = 0; i < n; ++i) {
    results[i] = acc[i];
    shifted[i] = lastLane(e, x[i]);
  }
  ok = ok && tcAccsCombine(e, s, results, x);
  // What the next vector waits for is one combination; of many operations it is
  // not computed twice, but taken from the last lane.
  if (s->kinds[0] != TC_CPU_CUSTOM)
    ok = ok && tcAccsCombine(e, s, acc, shifted);
  for (size_t i = 0; i < n && s->kinds[0] == TC_CPU_CUSTOM; ++i)
    acc[i] = lastLane(e, results[i]);
  for (size_t i = 0; i < n && s->exclusive; ++i)
    results[i] = window(e, before[i], results[i], e->lanes - 1);
  return ok;
}
