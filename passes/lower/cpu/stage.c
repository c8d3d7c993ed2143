// Elements of stages: reads, computes, combines and stores at a point.
#include "passes/lower/cpu/stage.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

//===- Reads --------------------------------------------------------------===//

TcLane tcStageElement(TcEmit *e, const TcCpuRead *r) {
  const TcCpuValue *v = r->value;
  const TcLane *forwarded = tcEmitForwarded(e, v);
  if (forwarded)
    return *forwarded;
  TcPlace at = tcEmitPlaceOf(e, v);
  TcLane in = {.v = {NULL}};
  if (!mlirAttributeIsNull(r->fill))
    in = tcEmitInBounds(e, v->rank, r->index, v->sizes);
  MlirType element = at.stored.ptr ? at.stored : v->element;
  TcLane x;
  bool window = tcEmitWindowLoad(e, r, &at, in, &x);
  if (!window)
    x = tcEmitLoad(e, &at, element, v->rank, r->index, in);
  // Threads load nothing there, and have 0. (Of vectors under a mask LLVM may
  // load all lanes.)
  if (!in.v.ptr || (e->evenVectors && !window && tcCpuIsZeros(r->fill)))
    return x;
  if (in.wide) // what is loaded, so that the load itself may fill in zeros
    in = tcEmitAnd(e, in, e->mask);
  return tcEmitSelect(e, in, x, tcEmitConstant(e, r->fill, v->element));
}

bool tcStageBody(TcEmit *e, const TcCpuStage *s, const TcLane *args,
                 TcLane *yields) {
  if (!mlirBlockIsNull(s->body))
    return tcEmitBlock(e, s->body, args, s->subst.size ? &s->subst : NULL,
                       yields);
  for (size_t i = 0; i < s->reads.size; ++i)
    yields[i] = args[i];
  for (size_t i = 0; s->clears && i < s->results.size; ++i)
    yields[i] = tcEmitZero(e, s->results.data[i]->element);
  return true;
}

// Halves to f32, bytes to i32: what matrix units multiply and sum up in.
static bool isWidening(MlirOperation op) {
  if (tcPrimOpKind(op) != TC_PRIM_CONVERT_ELEMENT_TYPE)
    return false;
  MlirType from = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirType to = mlirValueGetType(mlirOperationGetResult(op, 0));
  return mlirTypeIsAF32(to) ? tcTypeIsHalf(from)
                            : tcIsByte(from) && tcIsWord(to);
}

// Whether an op of the body only masks points that are not visited.
static bool isMask(const TcCpuStage *s, MlirOperation op) {
  return s->masksPoints && tcPrimOpKind(op) != TC_PRIM_CONVERT_ELEMENT_TYPE &&
         !mlirOperationEqual(op, mlirBlockGetTerminator(s->body));
}

// Whether a body yields its reads unchanged, or widened.
static bool yieldsReads(const TcCpuStage *s) {
  MlirOperation op = mlirBlockGetFirstOperation(s->body);
  while (isWidening(op) || isMask(s, op))
    op = mlirOperationGetNextInBlock(op);
  return mlirOperationEqual(op, mlirBlockGetTerminator(s->body));
}

const TcCpuRead *tcStageReadYielded(const TcCpuStage *s, intptr_t i) {
  if (mlirBlockIsNull(s->body))
    return &s->reads.data[i];
  if (!yieldsReads(s))
    return NULL;
  MlirValue v = mlirOperationGetOperand(mlirBlockGetTerminator(s->body), i);
  while (!mlirValueIsABlockArgument(v)) {
    MlirOperation op = mlirOpResultGetOwner(v);
    if (!mlirOperationGetNumOperands(op))
      return NULL;
    v = mlirOperationGetOperand(op, tcPrimOpKind(op) == TC_PRIM_WHERE);
  }
  return &s->reads.data[mlirBlockArgumentGetArgNumber(v)];
}

bool tcStageYields(TcRun *r, TcLane *yields) {
  TcLane *args = TC_ARENA_ARRAY(r->e->arena, TcLane, r->s->reads.size + 1);
  for (size_t i = 0; i < r->s->reads.size; ++i)
    args[i] = tcStageElement(r->e, &r->s->reads.data[i]);
  r->ok = r->ok && tcStageBody(r->e, r->s, args, yields);
  return r->ok;
}

//===- Stores -------------------------------------------------------------===//

static void storeAtPlaces(TcEmit *e, const TcCpuStage *s, size_t i, TcLane x) {
  const TcCpuValue *v = s->results.data[i];
  if (v->carried)
    v = v->carried;
  const TcSize **index = tcCpuOwnIndex(e->k, s);
  const TcPlace *row = v->dests.size ? NULL : tcMapGet(&e->places, v);
  if (row && row->stored.ptr)
    tcEmitStore(e, row, row->stored, v->rank, index,
                tcEmitRound(e, x, v->element));
  else if (row)
    tcEmitStore(e, row, v->element, v->rank, index, x);
  for (size_t d = 0; d < v->dests.size; ++d) {
    const TcCpuDest *dest = &v->dests.data[d];
    TcPlace at = tcEmitPlaceIn(e, dest);
    tcEmitStore(e, &at, v->element, v->rank, index, x);
  }
}

void tcStageStoreAt(TcEmit *e, const TcCpuStage *s, size_t i, TcLane x) {
  if (e->caught) {
    if (s->results.data[i]->dests.size)
      *e->caught = x;
    return;
  }
  if (!e->leader.ptr) {
    storeAtPlaces(e, s, i, x);
    return;
  }
  TcLoop guard = tcEmitIf(e, e->leader);
  storeAtPlaces(e, s, i, x);
  tcEmitIfEnd(e, &guard);
}

void tcStageStore(TcRun *r, size_t i, TcLane x) {
  tcStageStoreAt(r->e, r->s, i, x);
}

//===- Bounds -------------------------------------------------------------===//

void tcIterBounds(TcEmit *e, int iter, MlirValue *low, MlirValue *high) {
  if (tcCpuStreamBounds(e, iter, low, high))
    return;
  if (iter == e->chunk) {
    *low = e->chunkLow;
    *high = e->chunkHigh;
    return;
  }
  *low = tcEmitI64(e, 0);
  *high = tcEmitExpr(e, e->k->iters.data[iter].extent);
}

void tcStageBounds(TcRun *r, int iter, MlirValue *low, MlirValue *high) {
  tcIterBounds(r->e, iter, low, high);
}

//===- Accumulators -------------------------------------------------------===//

static TcCpuKind kindOf(const TcCpuStage *s, size_t i) {
  return s->contract ? TC_CPU_ADD : s->kinds[i];
}

// The accumulation type. Running sums use f64, as PyTorch's on CPUs: each
// partial sum is a result, so they cannot be computed in blocks, and the error
// grows with the length.
MlirType tcAccsElement(const TcCpuKernel *k, const TcCpuStage *s, size_t i) {
  MlirType element = s->results.data[i]->element;
  return s->kind == TC_CPU_SCAN && !s->ordered &&
                 kindOf(s, 0) != TC_CPU_CUSTOM && kindOf(s, i) == TC_CPU_ADD &&
                 mlirTypeIsAFloat(element)
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

// What the body yields for result i, in the accumulator's type.
static TcLane accumulated(TcEmit *e, const TcCpuStage *s, size_t i, TcLane x) {
  if (s->kind != TC_CPU_SCAN && !s->yielded)
    return x;
  MlirType from = s->yielded ? s->yielded[i] : s->results.data[i]->element;
  return tcEmitConvert(e, x, from, tcAccsElement(e->k, s, i));
}

bool tcAccsAccumulate(TcEmit *e, const TcCpuStage *s, TcLane *acc,
                      const TcLane *yields) {
  TcLane *old = TC_ARENA_ARRAY(e->arena, TcLane, s->results.size);
  for (size_t i = 0; i < s->results.size; ++i)
    old[i] = acc[i];
  bool ok = true;
  TcLane *wide = TC_ARENA_ARRAY(e->arena, TcLane, s->results.size);
  for (size_t i = 0; i < s->results.size; ++i)
    wide[i] = accumulated(e, s, i, yields[i]);
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
