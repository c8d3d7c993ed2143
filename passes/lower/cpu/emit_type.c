// Types and constants of lane values, and broadcasts to a common type.
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

bool tcIsBool(MlirType t) {
  return mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) == 1;
}
bool tcIsSigned(MlirType t) {
  return mlirTypeIsAInteger(t) && !mlirIntegerTypeIsUnsigned(t) && !tcIsBool(t);
}
bool tcIsByte(MlirType t) {
  return mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) == 8;
}
bool tcIsUnsigned(MlirType t) {
  return mlirTypeIsAInteger(t) && mlirIntegerTypeIsUnsigned(t);
}
bool tcIsWord(MlirType t) {
  return tcIsSigned(t) && mlirIntegerTypeGetWidth(t) == 32;
}

MlirType tcEmitType(TcEmit *e, MlirType t) {
  if (tcTypeIsHalf(t))
    return e->f32;
  if (mlirTypeIsAComplex(t))
    return mlirComplexTypeGetElementType(t);
  if (mlirTypeIsAInteger(t) && !mlirIntegerTypeIsSignless(t))
    return mlirIntegerTypeGet(e->ctx, mlirIntegerTypeGetWidth(t));
  return t;
}

MlirType tcEmitTypeOf(TcEmit *e, MlirType scalar, bool wide) {
  if (!wide)
    return scalar;
  return mlirVectorTypeGet(1, &e->lanes, scalar);
}

MlirType tcEmitVector(TcEmit *e, MlirType scalar) {
  return tcEmitTypeOf(e, scalar, e->lanes > 1);
}

//===- Constants ----------------------------------------------------------===//

MlirValue tcEmitInt(TcEmit *e, MlirType type, int64_t value) {
  return tcArithConstant(&e->b, mlirIntegerAttrGet(type, value));
}
MlirValue tcEmitI64(TcEmit *e, int64_t value) {
  return tcEmitInt(e, e->i64, value);
}
MlirValue tcEmitI1(TcEmit *e, bool value) { return tcEmitInt(e, e->i1, value); }
MlirValue tcEmitFloat(TcEmit *e, MlirType type, double value) {
  return tcArithConstant(&e->b, mlirFloatAttrDoubleGet(e->ctx, type, value));
}

MlirValue tcEmitIota(TcEmit *e, MlirType scalar, int64_t step) {
  MlirAttribute *values =
      TC_ARENA_ARRAY(e->arena, MlirAttribute, (size_t)e->lanes);
  for (int64_t i = 0; i < e->lanes; ++i)
    values[i] = mlirIntegerAttrGet(scalar, i * step);
  return tcArithConstant(&e->b,
                         mlirDenseElementsAttrGet(tcEmitVector(e, scalar),
                                                  (intptr_t)e->lanes, values));
}

static TcLane complexConstant(TcEmit *e, MlirAttribute value, MlirType type) {
  MlirType part = mlirComplexTypeGetElementType(type);
  double re = 0, im = 0;
  if (mlirAttributeIsAArray(value)) {
    re = mlirFloatAttrGetValueDouble(mlirArrayAttrGetElement(value, 0));
    im = mlirFloatAttrGetValueDouble(mlirArrayAttrGetElement(value, 1));
  }
  return (TcLane){.v = tcEmitFloat(e, part, re),
                  .im = tcEmitFloat(e, part, im)};
}

TcLane tcEmitConstant(TcEmit *e, MlirAttribute value, MlirType element) {
  MlirType type = tcEmitType(e, element);
  if (mlirTypeIsAComplex(element))
    return complexConstant(e, value, element);
  if (mlirAttributeIsAFloat(value))
    return tcLaneScalar(
        tcEmitFloat(e, type, mlirFloatAttrGetValueDouble(value)));
  if (mlirAttributeIsABool(value))
    return tcLaneScalar(tcEmitI1(e, mlirBoolAttrGetValue(value)));
  MlirType from = mlirAttributeGetType(value);
  int64_t number = mlirIntegerTypeIsUnsigned(from)
                       ? (int64_t)mlirIntegerAttrGetValueUInt(value)
                       : mlirIntegerAttrGetValueInt(value);
  return tcLaneScalar(mlirTypeIsAFloat(type)
                          ? tcEmitFloat(e, type, (double)number)
                          : tcEmitInt(e, type, number));
}

TcLane tcEmitZero(TcEmit *e, MlirType element) {
  MlirType type = tcEmitType(e, element);
  TcLane zero = {.v = mlirTypeIsAFloat(type) ? tcEmitFloat(e, type, 0)
                                             : tcEmitInt(e, type, 0)};
  if (mlirTypeIsAComplex(element))
    zero.im = zero.v;
  return zero;
}

//===- Lanes --------------------------------------------------------------===//

void tcEmitSetLanes(TcEmit *e, int64_t lanes, int vector) {
  e->lanes = lanes;
  e->vector = lanes > 1 ? vector : -1;
}

TcLane tcLaneScalar(MlirValue v) { return (TcLane){.v = v}; }
bool tcLaneIsNull(TcLane x) { return !x.v.ptr; }

MlirValue tcEmitBroadcast(TcEmit *e, MlirValue scalar) {
  MlirType type = tcEmitVector(e, mlirValueGetType(scalar));
  return tcVectorBroadcast(&e->b, type, scalar);
}

TcLane tcEmitWiden(TcEmit *e, TcLane x) {
  if (x.wide || e->lanes == 1 || !x.v.ptr)
    return x;
  x.v = tcEmitBroadcast(e, x.v);
  if (x.im.ptr)
    x.im = tcEmitBroadcast(e, x.im);
  x.wide = true;
  return x;
}

bool tcEmitUnify(TcEmit *e, TcLane *x, TcLane *y) {
  if (x->wide == y->wide)
    return x->wide;
  *x = tcEmitWiden(e, *x);
  *y = tcEmitWiden(e, *y);
  return true;
}

TcLane tcEmitBin(TcEmit *e, TcEmitBinary *op, TcLane x, TcLane y) {
  bool wide = tcEmitUnify(e, &x, &y);
  return (TcLane){.v = op(&e->b, x.v, y.v), .wide = wide};
}

TcLane tcEmitSelect(TcEmit *e, TcLane pred, TcLane x, TcLane y) {
  if (pred.wide) {
    x = tcEmitWiden(e, x);
    y = tcEmitWiden(e, y);
  }
  TcLane out = {.wide = tcEmitUnify(e, &x, &y)};
  out.v = tcArithSelect(&e->b, pred.v, x.v, y.v);
  if (x.im.ptr)
    out.im = tcArithSelect(&e->b, pred.v, x.im, y.im);
  return out;
}

TcLane tcEmitAnd(TcEmit *e, TcLane x, TcLane y) {
  if (tcLaneIsNull(x))
    return y;
  return tcLaneIsNull(y) ? x : tcEmitBin(e, tcArithAndi, x, y);
}

//===- Forwarded elements -------------------------------------------------===//

const TcLane *tcEmitForwarded(const TcEmit *e, const TcCpuValue *value) {
  for (size_t i = e->forwarded.size; i-- > 0;)
    if (e->forwarded.data[i].value == value)
      return &e->forwarded.data[i].lane;
  return NULL;
}

void tcEmitForward(TcEmit *e, const TcCpuValue *value, TcLane lane) {
  TcForwarded element = {value, lane};
  tcVecPush(e->arena, &e->forwarded, element);
}

// The mask of lanes l with first + l < high.
TcLane tcEmitLanesBelow(TcEmit *e, MlirValue first, MlirValue high) {
  MlirValue rest = tcArithSubi(&e->b, high, first);
  TcLane bound =
      tcEmitWiden(e, tcLaneScalar(tcArithTrunci(&e->b, e->i32, rest)));
  return (TcLane){.v = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT,
                                   tcEmitIota(e, e->i32, 1), bound.v),
                  .wide = true};
}
