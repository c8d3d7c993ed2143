// What all sorts of rows do: elements of the work memory, keys, and the results
// at the positions that are found. See sort.h.
#include "passes/lower/cpu/sort.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

//===- Memory -------------------------------------------------------------===//

MlirValue tcSortAt(TcEmit *e, MlirValue base, MlirType type, MlirValue i) {
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, base, 1, &i, 1, &dynamic, type);
}

MlirValue tcSortLoad(TcEmit *e, MlirValue base, MlirType type, MlirValue i) {
  return tcLlvmLoad(&e->b, type, tcSortAt(e, base, type, i));
}

void tcSortStore(TcEmit *e, MlirValue base, MlirType type, MlirValue i,
                 MlirValue x) {
  tcLlvmStore(&e->b, x, tcSortAt(e, base, type, i));
}

MlirValue tcSortIndex(const TcLoop *loop) {
  return mlirBlockGetArgument(loop->body, 0);
}

//===- Keys ---------------------------------------------------------------===//

// Of one lane, or of several.
static MlirType keysType(const TcSort *s) {
  const TcEmit *e = s->r->e;
  return e->lanes > 1 ? mlirVectorTypeGet(1, &e->lanes, s->keyType)
                      : s->keyType;
}

static MlirValue inLanes(TcEmit *e, MlirValue scalar) {
  return e->lanes > 1 ? tcEmitBroadcast(e, scalar) : scalar;
}

static MlirValue keyInt(const TcSort *s, int64_t value) {
  return inLanes(s->r->e, tcEmitInt(s->r->e, s->keyType, value));
}

// For negative numbers all bits but the sign are inverted.
static MlirValue floatKey(TcSort *s, MlirValue x) {
  TcEmit *e = s->r->e;
  MlirType type = mlirValueGetType(x);
  MlirType scalar =
      mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
  int64_t width = mlirIntegerTypeGetWidth(s->keyType);
  MlirValue most = keyInt(s, INT64_MAX >> (64 - width));
  MlirValue zero = inLanes(e, tcEmitFloat(e, scalar, 0));
  MlirValue nan = tcArithCmpf(&e->b, TC_ARITH_CMP_F_PREDICATE_UNO, x, x);
  x = tcArithAddf(&e->b, x, zero); // -0 becomes 0
  MlirValue bits = tcArithBitcast(&e->b, keysType(s), x);
  MlirValue sign = tcArithShrsi(&e->b, bits, keyInt(s, width - 1));
  MlirValue key = tcArithXori(&e->b, bits, tcArithAndi(&e->b, sign, most));
  return tcArithSelect(&e->b, nan, most, key);
}

static MlirValue intKey(TcSort *s, MlirValue x, MlirType element) {
  TcEmit *e = s->r->e;
  if (mlirTypeEqual(mlirValueGetType(x), keysType(s)))
    return x;
  return tcIsSigned(element) ? tcArithExtsi(&e->b, keysType(s), x)
                             : tcArithExtui(&e->b, keysType(s), x);
}

static TcLane *yieldsAt(TcSort *s, MlirValue position) {
  TcLane *yields =
      TC_ARENA_ARRAY(s->r->e->arena, TcLane, s->r->s->results.size + 1);
  s->r->e->iters[s->along] = position;
  return tcStageYields(s->r, yields) ? yields : NULL;
}

MlirValue tcSortKey(TcSort *s, MlirValue position) {
  TcEmit *e = s->r->e;
  MlirType element = s->r->s->results.data[0]->element;
  TcLane *yields = yieldsAt(s, position);
  if (!yields)
    return (MlirValue){NULL};
  TcLane stored = tcEmitAsStored(e, yields[0], element);
  MlirValue x = e->lanes > 1 ? tcEmitWiden(e, stored).v : stored.v;
  MlirValue key =
      mlirTypeIsAFloat(element) ? floatKey(s, x) : intKey(s, x, element);
  return s->r->s->descending ? tcArithXori(&e->b, key, keyInt(s, -1)) : key;
}

MlirValue tcSortHalf(TcSort *s, MlirValue which) {
  TcEmit *e = s->r->e;
  MlirValue odd = tcArithAndi(&e->b, which, tcEmitI64(e, 1));
  return tcSortAt(e, s->order, s->positionType, tcArithMuli(&e->b, odd, s->n));
}

MlirValue tcSortPosition(TcSort *s, MlirValue half, MlirValue i) {
  TcEmit *e = s->r->e;
  MlirValue x = tcSortLoad(e, half, s->positionType, i);
  return mlirTypeEqual(s->positionType, e->i64)
             ? x
             : tcArithExtui(&e->b, e->i64, x);
}

void tcSortPut(TcSort *s, MlirValue half, MlirValue i, MlirValue position) {
  TcEmit *e = s->r->e;
  if (!mlirTypeEqual(s->positionType, e->i64))
    position = tcArithTrunci(&e->b, s->positionType, position);
  tcSortStore(e, half, s->positionType, i, position);
}

MlirValue tcSortLess(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, x, y);
}

//===- Results ------------------------------------------------------------===//

bool tcSortPlace(TcSort *s, MlirValue position, MlirValue place) {
  TcLane *yields = yieldsAt(s, position);
  s->r->e->iters[s->along] = place;
  for (size_t r = 0; yields && r < s->r->s->results.size; ++r)
    tcStageStore(s->r, r, yields[r]);
  return yields;
}

bool tcSortFinish(TcSort *s, MlirValue words, bool low32, MlirValue low,
                  MlirValue high) {
  TcEmit *e = s->r->e;
  TcLoop loop = tcEmitFor(e, low, high, 1, -1, 0, NULL);
  MlirValue i = tcSortIndex(&loop);
  MlirValue position = tcSortLoad(e, words, e->i64, i);
  if (low32)
    position = tcArithAndi(&e->b, position, tcEmitI64(e, UINT32_MAX));
  bool ok = tcSortPlace(s, position, i);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}
