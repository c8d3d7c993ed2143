// Elements of stages: reads, computes and stores at a point.
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
