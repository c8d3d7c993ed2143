// Conversions between element types on lane values, rounding and combination of
// elements, and complex prims.
#include "passes/lower/cpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

static TcLane lane(TcLane like, MlirValue v) {
  return (TcLane){.v = v, .wide = like.wide};
}

static MlirType typeLike(TcEmit *e, TcLane x, MlirType scalar) {
  return tcEmitTypeOf(e, scalar, x.wide);
}

//===- Floats -------------------------------------------------------------===//

static unsigned widthOf(MlirType t) { return mlirTypeIsAF64(t) ? 64 : 32; }

static TcLane resize(TcEmit *e, TcLane x, MlirType from, MlirType to) {
  unsigned have = widthOf(from), want = widthOf(to);
  MlirType type = typeLike(e, x, to);
  if (have == want)
    return x;
  return lane(x, have < want ? tcArithExtf(&e->b, type, x.v)
                             : tcArithTruncf(&e->b, type, x.v));
}

// Rounds a value of type `from` to the element type.
static TcLane toElement(TcEmit *e, TcLane x, MlirType from, MlirType element) {
  return tcEmitRound(e, resize(e, x, from, tcEmitType(e, element)), element);
}

//===- Between floats and integers ----------------------------------------===//

static TcLane isNonzero(TcEmit *e, TcLane x, MlirType from) {
  TcLane zero = tcEmitZero(e, from);
  tcEmitUnify(e, &x, &zero);
  if (mlirTypeIsAFloat(from))
    return lane(x,
                tcArithCmpf(&e->b, TC_ARITH_CMP_F_PREDICATE_UNE, x.v, zero.v));
  return lane(x, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, x.v, zero.v));
}

static TcLane resizeInt(TcEmit *e, TcLane x, MlirType from, MlirType to) {
  unsigned have = mlirIntegerTypeGetWidth(from);
  unsigned want = mlirIntegerTypeGetWidth(to);
  MlirType type = typeLike(e, x, tcEmitType(e, to));
  if (have == want)
    return x;
  if (have > want)
    return lane(x, tcArithTrunci(&e->b, type, x.v));
  return lane(x, tcIsSigned(from) ? tcArithExtsi(&e->b, type, x.v)
                                  : tcArithExtui(&e->b, type, x.v));
}

// Converts through i32 or i64 and takes the low bits. Values out of range, and
// NaN, give the least integer.
static TcLane floatToInt(TcEmit *e, TcLane x, MlirType to) {
  unsigned width = mlirIntegerTypeGetWidth(to);
  bool isShort = width < 32 || (width == 32 && tcIsSigned(to));
  MlirType way = isShort ? e->i32 : e->i64, type = mlirValueGetType(x.v);
  MlirType scalar = x.wide ? mlirShapedTypeGetElementType(type) : type;
  double limit = isShort ? 0x1p31 : 0x1p63;
  TcLane low = tcLaneScalar(tcEmitFloat(e, scalar, -limit));
  TcLane high = tcLaneScalar(tcEmitFloat(e, scalar, limit));
  TcLane zero = tcLaneScalar(tcEmitFloat(e, scalar, 0));
  TcLane least =
      tcLaneScalar(tcEmitInt(e, way, isShort ? INT32_MIN : INT64_MIN));
  tcEmitUnify(e, &low, &x);
  tcEmitUnify(e, &high, &x);
  TcLane isIn = lane(
      x,
      tcArithAndi(
          &e->b, tcArithCmpf(&e->b, TC_ARITH_CMP_F_PREDICATE_OGE, x.v, low.v),
          tcArithCmpf(&e->b, TC_ARITH_CMP_F_PREDICATE_OLT, x.v, high.v)));
  x = tcEmitSelect(e, isIn, x, zero);
  x = lane(x, tcArithFptosi(&e->b, typeLike(e, x, way), x.v));
  return resizeInt(e, tcEmitSelect(e, isIn, x, least), way, to);
}

static TcLane intToFloat(TcEmit *e, TcLane x, MlirType from, MlirType to) {
  MlirType type = typeLike(e, x, tcEmitType(e, to));
  TcLane y = lane(x, tcIsSigned(from) ? tcArithSitofp(&e->b, type, x.v)
                                      : tcArithUitofp(&e->b, type, x.v));
  return tcEmitRound(e, y, to);
}

//===- All ----------------------------------------------------------------===//

static TcLane convertReal(TcEmit *e, TcLane x, MlirType from, MlirType to) {
  if (mlirTypeEqual(from, to))
    return x;
  if (!mlirTypeIsAFloat(to))
    x = tcEmitAsStored(e, x, from);
  if (tcIsBool(to))
    return isNonzero(e, x, from);
  if (mlirTypeIsAFloat(from))
    return mlirTypeIsAFloat(to) ? toElement(e, x, tcEmitType(e, from), to)
                                : floatToInt(e, x, to);
  return mlirTypeIsAFloat(to) ? intToFloat(e, x, from, to)
                              : resizeInt(e, x, from, to);
}

static TcLane partOf(TcLane x, bool imaginary) {
  return (TcLane){.v = imaginary ? x.im : x.v, .wide = x.wide};
}

static TcLane joinParts(TcEmit *e, TcLane re, TcLane im) {
  bool wide = tcEmitUnify(e, &re, &im);
  return (TcLane){.v = re.v, .im = im.v, .wide = wide};
}

TcLane tcEmitConvert(TcEmit *e, TcLane x, MlirType from, MlirType to) {
  bool complex = mlirTypeIsAComplex(from);
  MlirType part = complex ? mlirComplexTypeGetElementType(from) : from;
  TcLane re = partOf(x, false);
  if (!mlirTypeIsAComplex(to))
    return convertReal(e, re, part, to);
  MlirType out = mlirComplexTypeGetElementType(to);
  TcLane im =
      complex ? convertReal(e, partOf(x, true), part, out) : tcEmitZero(e, out);
  return joinParts(e, convertReal(e, re, part, out), im);
}

TcLane tcEmitBitcast(TcEmit *e, TcLane x, MlirType from, MlirType to) {
  MlirType i16 = mlirIntegerTypeGet(e->ctx, 16);
  if (tcTypeIsHalf(from))
    x = tcEmitHalfBits(e, x, from);
  MlirType type = tcTypeIsHalf(to) ? i16 : tcEmitType(e, to);
  MlirType had = tcTypeIsHalf(from) ? i16 : tcEmitType(e, from);
  if (!mlirTypeEqual(had, type))
    x.v = tcArithBitcast(&e->b, typeLike(e, x, type), x.v);
  return tcTypeIsHalf(to) ? tcEmitHalfToFloat(e, x, to) : x;
}

//===- Complex numbers ----------------------------------------------------===//

static TcLane minus(TcEmit *e, TcLane x) {
  return lane(x, tcArithNegf(&e->b, x.v));
}

static TcLane mulComplex(TcEmit *e, TcLane x, TcLane y) {
  TcLane a = partOf(x, false), b = partOf(x, true);
  TcLane c = partOf(y, false), d = partOf(y, true);
  TcLane re = tcEmitFAdd(e, tcEmitFMul(e, a, c), minus(e, tcEmitFMul(e, b, d)));
  TcLane im = tcEmitFAdd(e, tcEmitFMul(e, a, d), tcEmitFMul(e, b, c));
  return joinParts(e, re, im);
}

static TcLane addComplex(TcEmit *e, TcLane x, TcLane y) {
  return joinParts(e, tcEmitFAdd(e, partOf(x, false), partOf(y, false)),
                   tcEmitFAdd(e, partOf(x, true), partOf(y, true)));
}

static TcLane minusComplex(TcEmit *e, TcLane x) {
  return joinParts(e, minus(e, partOf(x, false)), minus(e, partOf(x, true)));
}

static TcLane equalComplex(TcEmit *e, TcLane x, TcLane y) {
  tcEmitUnify(e, &x, &y);
  TcArithCmpFPredicate eq = TC_ARITH_CMP_F_PREDICATE_OEQ;
  TcLane re = lane(x, tcArithCmpf(&e->b, eq, x.v, y.v));
  TcLane im = lane(x, tcArithCmpf(&e->b, eq, x.im, y.im));
  return tcEmitBin(e, tcArithAndi, re, im);
}

// x - x is 0 just for finite numbers.
static TcLane finiteComplex(TcEmit *e, TcLane x) {
  TcLane re = lane(x, tcArithSubf(&e->b, x.v, x.v));
  TcLane im = lane(x, tcArithSubf(&e->b, x.im, x.im));
  TcLane sum = lane(x, tcArithAddf(&e->b, re.v, im.v));
  return lane(x,
              tcArithCmpf(&e->b, TC_ARITH_CMP_F_PREDICATE_ORD, sum.v, sum.v));
}

bool tcEmitComplexOp(TcEmit *e, const TcPrimSite *s, TcLane *out) {
  TcLane x = s->x[0], y = s->x[1];
  TcLane truth = tcLaneScalar(tcEmitI1(e, true));
  switch (s->kind) {
  case TC_PRIM_REAL:
  case TC_PRIM_IMAG:
    *out = partOf(x, s->kind == TC_PRIM_IMAG);
    return true;
  case TC_PRIM_COMPLEX:
    *out = joinParts(e, x, y);
    return true;
  case TC_PRIM_CONJ:
    *out = joinParts(e, partOf(x, false), minus(e, partOf(x, true)));
    return true;
  case TC_PRIM_NEG:
    *out = minusComplex(e, x);
    return true;
  case TC_PRIM_ADD:
    *out = addComplex(e, x, y);
    return true;
  case TC_PRIM_SUB:
    *out = addComplex(e, x, minusComplex(e, y));
    return true;
  case TC_PRIM_MUL:
    *out = mulComplex(e, x, y);
    return true;
  case TC_PRIM_EQ:
    *out = equalComplex(e, x, y);
    return true;
  case TC_PRIM_NE:
    *out = tcEmitBin(e, tcArithXori, equalComplex(e, x, y), truth);
    return true;
  case TC_PRIM_ISFINITE:
    *out = finiteComplex(e, x);
    return true;
  default:
    return false;
  }
}

//===- Combining ----------------------------------------------------------===//

static TcEmitBinary *intCombine(TcCpuKind kind, MlirType element) {
  bool isSigned = tcIsSigned(element), isBool = tcIsBool(element);
  switch (kind) {
  case TC_CPU_ADD:
    return isBool ? tcArithOri : tcArithAddi;
  case TC_CPU_MUL:
    return isBool ? tcArithAndi : tcArithMuli;
  case TC_CPU_MAX:
    return isSigned ? tcArithMaxsi : tcArithMaxui;
  case TC_CPU_MIN:
    return isSigned ? tcArithMinsi : tcArithMinui;
  case TC_CPU_OR:
    return tcArithOri;
  default:
    return tcArithAndi;
  }
}

TcLane tcEmitCombine(TcEmit *e, TcCpuKind kind, MlirType element, TcLane x,
                     TcLane y) {
  if (kind == TC_CPU_SET)
    return y;
  if (kind == TC_CPU_PRODUCT)
    return tcEmitProduct(e, x, y);
  if (mlirTypeIsAComplex(element))
    return kind == TC_CPU_MUL ? mulComplex(e, x, y) : addComplex(e, x, y);
  if (mlirTypeIsAInteger(element))
    return tcEmitBin(e, intCombine(kind, element), x, y);
  if (kind == TC_CPU_ADD)
    return tcEmitFAdd(e, x, y);
  if (kind == TC_CPU_MUL)
    return tcEmitFMul(e, x, y);
  return tcEmitMaximum(e, x, y, kind == TC_CPU_MIN);
}

static int64_t intNeutral(TcCpuKind kind, MlirType t) {
  unsigned width = mlirIntegerTypeGetWidth(t);
  int64_t most = tcIsSigned(t) ? INT64_MAX >> (64 - width) : -1;
  switch (kind) {
  case TC_CPU_MUL:
    return 1;
  case TC_CPU_MAX:
    return tcIsSigned(t) ? -most - 1 : 0;
  case TC_CPU_MIN:
    return most;
  case TC_CPU_AND:
    return -1;
  default:
    return 0;
  }
}

TcLane tcEmitNeutral(TcEmit *e, TcCpuKind kind, MlirType element) {
  if (kind == TC_CPU_PRODUCT)
    return tcEmitProductTerm(e, tcLaneScalar(tcEmitFloat(e, e->f32, 1.0)));
  MlirType type = tcEmitType(e, element);
  if (mlirTypeIsAInteger(type))
    return tcLaneScalar(tcEmitInt(e, type, intNeutral(kind, element)));
  double value = kind == TC_CPU_MUL   ? 1.0
                 : kind == TC_CPU_MAX ? -INFINITY
                 : kind == TC_CPU_MIN ? INFINITY
                                      : 0.0;
  TcLane out = tcLaneScalar(tcEmitFloat(e, type, value));
  if (mlirTypeIsAComplex(element))
    out.im = tcEmitFloat(e, type, 0.0);
  return out;
}
