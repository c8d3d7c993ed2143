// Accumulators of reductions and scans: their types, and how they are combined.
#include "passes/lower/cpu/stage.h"

#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

static TcCpuKind kindOf(const TcCpuStage *s, size_t i) {
  return s->contract ? TC_CPU_ADD : s->kinds[i];
}

// The accumulation type. Running sums and products use f64, as PyTorch's on
// CPUs: each partial sum is a result, so they cannot be computed in blocks, and
// the error grows with the length; partial products may leave the range of the
// results and come back.
MlirType tcAccsElement(const TcCpuKernel *k, const TcCpuStage *s, size_t i) {
  MlirType element = s->results.data[i]->element;
  TcCpuKind kind = kindOf(s, i);
  if (!mlirTypeIsAFloat(element))
    return element;
  if (kind == TC_CPU_PRODUCT)
    return mlirIntegerTypeGet(k->ctx, 64);
  return s->kind == TC_CPU_SCAN && !s->ordered &&
                 kindOf(s, 0) != TC_CPU_CUSTOM &&
                 (kind == TC_CPU_ADD || kind == TC_CPU_MUL)
             ? mlirF64TypeGet(k->ctx)
             : element;
}

TcLane tcAccsNeutral(TcEmit *e, const TcCpuStage *s, size_t i) {
  MlirType element = tcAccsElement(e->k, s, i);
  if (kindOf(s, i) == TC_CPU_CUSTOM)
    return tcEmitConstant(e, s->inits[i], element);
  return tcEmitNeutral(e, kindOf(s, i), element);
}

static bool combineCustom(TcEmit *e, const TcCpuStage *s, TcLane *acc,
                          const TcLane *with) {
  size_t n = s->results.size;
  TcLane *args = TC_ARENA_ARRAY(e->arena, TcLane, 2 * n);
  for (size_t i = 0; i < n; ++i) {
    args[i] = acc[i];
    args[n + i] = with[i];
  }
  return tcEmitBlock(e, s->combine, args, NULL, acc);
}

bool tcAccsCombine(TcEmit *e, const TcCpuStage *s, TcLane *acc,
                   const TcLane *with) {
  if (kindOf(s, 0) == TC_CPU_CUSTOM)
    return combineCustom(e, s, acc, with);
  for (size_t i = 0; i < s->results.size; ++i)
    acc[i] = tcEmitCombine(e, kindOf(s, i), tcAccsElement(e->k, s, i), acc[i],
                           with[i]);
  return true;
}

// acc + a * b.
static TcLane multiplyAdd(TcEmit *e, const TcCpuStage *s, TcLane a, TcLane b,
                          TcLane acc) {
  MlirType element = s->results.data[0]->element;
  if (mlirTypeIsAFloat(element) && !s->ordered) {
    tcEmitUnify(e, &a, &b);
    tcEmitUnify(e, &a, &acc);
    tcEmitUnify(e, &b, &acc);
    return (TcLane){.v = tcLlvmIntrFmuladd(&e->b, a.v, b.v, acc.v),
                    .wide = acc.wide};
  }
  TcLane p = tcEmitCombine(e, TC_CPU_MUL, element, a, b);
  return tcEmitCombine(e, TC_CPU_ADD, element, acc, p);
}

TcLane tcAccsTerm(TcEmit *e, const TcCpuStage *s, size_t i, TcLane yielded) {
  if (s->kind != TC_CPU_SCAN && !s->yielded)
    return yielded;
  MlirType from = s->yielded ? s->yielded[i] : s->results.data[i]->element;
  if (kindOf(s, i) == TC_CPU_PRODUCT && mlirTypeIsAFloat(from))
    return tcEmitProductTerm(e, yielded);
  return tcEmitConvert(e, yielded, from, tcAccsElement(e->k, s, i));
}

TcLane tcAccsResult(TcEmit *e, const TcCpuStage *s, size_t i, TcLane acc) {
  MlirType element = s->results.data[i]->element;
  if (kindOf(s, i) == TC_CPU_PRODUCT && mlirTypeIsAFloat(element))
    return tcEmitProductValue(e, acc);
  return tcEmitConvert(e, acc, tcAccsElement(e->k, s, i), element);
}

bool tcAccsAccumulate(TcEmit *e, const TcCpuStage *s, TcLane *acc,
                      const TcLane *yields) {
  TcLane *old = TC_ARENA_ARRAY(e->arena, TcLane, s->results.size);
  for (size_t i = 0; i < s->results.size; ++i)
    old[i] = acc[i];
  bool ok = true;
  TcLane *wide = TC_ARENA_ARRAY(e->arena, TcLane, s->results.size);
  for (size_t i = 0; i < s->results.size; ++i)
    wide[i] = tcAccsTerm(e, s, i, yields[i]);
  if (s->contract)
    acc[0] = multiplyAdd(e, s, yields[0], yields[1], acc[0]);
  else
    ok = tcAccsCombine(e, s, acc, wide);
  for (size_t i = 0; ok && i < s->results.size; ++i) {
    if (e->mask.v.ptr) // lanes that do not exist keep what they have
      acc[i] = tcEmitSelect(e, e->mask, acc[i], old[i]);
    if (old[i].wide)
      acc[i] = tcEmitWiden(e, acc[i]);
  }
  return ok;
}
