// Decompositions of comparisons, truth values, choices and fills.
#include "passes/decompose/call.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

//===- Comparisons --------------------------------------------------------===//

// x < y in the promoted type, a Python number rounded to it
static void compare(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_NARROW, "self", "other");
  tcReturn(c, tcBinary(b, c->rule->prim, p.x[0], p.x[1]));
}

// isnan(x) = x != x
static void isNan(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  tcReturn(c, tcNe(b, x, x));
}

// isinf(x) = |x| == inf; false for integers
static void isInf(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirType type = tcElementOf(x);
  if (x.ptr && !tcTypeIsFloat(type) && !tcTypeIsComplex(type)) {
    tcReturn(c, tcZeros(b, tcShapeOf(b, x), tcBool(b)));
    return;
  }
  MlirValue size = tcAbs(b, x);
  tcReturn(c, tcEq(b, size, tcNum(b, size, INFINITY)));
}

// isfinite(x)
static void isFinite(TcFxCall *c, TcBuild *b) {
  tcReturn(c, tcUnary(b, TC_PRIM_ISFINITE, tcArg(c, "self")));
}

// logical_and(x, y) = (x != 0) & (y != 0)
static void logical(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcTruth(b, tcArg(c, "self"));
  MlirValue y = tcTruth(b, tcArg(c, "other"));
  tcReturn(c, tcBinary(b, c->rule->prim, x, y));
}

// logical_not(x) = x == 0
static void logicalNot(TcFxCall *c, TcBuild *b) {
  tcReturn(c, tcNot(b, tcTruth(b, tcArg(c, "self"))));
}

//===- Choices ------------------------------------------------------------===//

// where(p, x, y)
static void where(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_NARROW, "self", "other");
  MlirValue pred = tcTruth(b, tcArg(c, "condition"));
  tcReturn(c, tcWhere(b, pred, p.x[0], p.x[1]));
}

// masked_fill(x, m, v) = m ? v : x, in x's type
static void maskedFill(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), mask = tcTruth(b, tcArg(c, "mask"));
  tcReturn(c, tcWhere(b, mask, tcArgNumber(c, "value", tcElementOf(x)), x));
}

// Where x is equal to a bound it takes the gradient.
static void clampTo(TcFxCall *c, TcBuild *b, const char *low,
                    const char *high) {
  TcPointwise p = TC_POINTWISE(c, TC_NARROW, "self", low, high);
  MlirValue y = p.x[0];
  if (!tcArgIsNone(c, low))
    y = tcBounded(b, y, p.x[1], TC_PRIM_GE);
  if (!tcArgIsNone(c, high))
    y = tcBounded(b, y, p.x[2], TC_PRIM_LE);
  tcReturn(c, y);
}

// clamp(x, a, b) = min(max(x, a), b)
static void clamp(TcFxCall *c, TcBuild *b) { clampTo(c, b, "min", "max"); }

// hardtanh(x, a, b) = min(max(x, a), b), whose derivative at a and b is 0
static void hardtanh(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_NARROW, "self");
  MlirValue low = tcArgNumber(c, "min_val", p.compute);
  MlirValue high = tcArgNumber(c, "max_val", p.compute);
  MlirValue y = tcWhere(b, tcLe(b, p.x[0], low), low, p.x[0]);
  tcReturn(c, tcWhere(b, tcGe(b, y, high), high, y));
}

// Of a real x.
static MlirValue partToNum(TcFxCall *c, TcBuild *b, MlirValue x) {
  MlirValue inf = tcNum(b, x, INFINITY);
  MlirType type = tcElementOf(x);
  double greatest = mlirTypeIsAF64(type)    ? 0x1.fffffffffffffp1023
                    : mlirTypeIsAF16(type)  ? 65504.0
                    : mlirTypeIsABF16(type) ? 0x1.fep127
                                            : 0x1.fffffep127;
  MlirValue nan = tcConst(b, type, tcArgFloatOr(c, "nan", 0));
  MlirValue high = tcConst(b, type, tcArgFloatOr(c, "posinf", greatest));
  MlirValue low = tcConst(b, type, tcArgFloatOr(c, "neginf", -greatest));
  MlirValue y = tcWhere(b, tcNe(b, x, x), nan, x);
  y = tcWhere(b, tcEq(b, x, inf), high, y);
  return tcWhere(b, tcEq(b, x, tcNeg(b, inf)), low, y);
}

// nan_to_num(x, nan, posinf, neginf); of both parts of a complex x
static void nanToNum(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirType type = tcElementOf(x);
  if (x.ptr && tcTypeIsComplex(type)) {
    MlirValue re = partToNum(c, b, tcUnary(b, TC_PRIM_REAL, x));
    MlirValue im = partToNum(c, b, tcUnary(b, TC_PRIM_IMAG, x));
    x = tcBinary(b, TC_PRIM_COMPLEX, re, im);
  } else if (x.ptr && tcTypeIsFloat(type)) {
    x = partToNum(c, b, x);
  }
  tcReturn(c, x);
}

//===- Fills --------------------------------------------------------------===//

// copy(x, y) = y in x's shape and type
static void copy(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), y = tcArg(c, "src");
  tcReturn(c,
           tcBroadcastTo(b, tcConvert(b, y, tcElementOf(x)), tcShapeOf(b, x)));
}

// fill(x, v) = v everywhere
static void fill(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  tcReturn(c,
           tcFull(b, tcShapeOf(b, x), tcArgNumber(c, "value", tcElementOf(x))));
}

// zero(x) = 0 everywhere
static void zero(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  tcReturn(c, tcZeros(b, tcShapeOf(b, x), tcElementOf(x)));
}

// isclose(x, y) = |x - y| <= atol + rtol |y| where that is finite, or x = y, or
// both are NaN if asked
static void isClose(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "other");
  MlirValue x = p.x[0], y = p.x[1], same = tcEq(b, x, y);
  if (!x.ptr || !y.ptr)
    return;
  if (tcArgBool(c, "equal_nan"))
    same = tcOr(b, same, tcAnd(b, tcNe(b, x, x), tcNe(b, y, y)));
  MlirType type = tcElementOf(x);
  if (!tcTypeIsFloat(type) && !tcTypeIsComplex(type)) {
    type = mlirF64TypeGet(b->at.ctx);
    x = tcConvert(b, x, type);
    y = tcConvert(b, y, type);
  }
  MlirValue gap = tcAbs(b, tcSub(b, x, y));
  MlirValue part = tcAbs(b, tcMul(b, tcNum(b, y, tcArgFloat(c, "rtol")), y));
  MlirValue most = tcAdd(b, tcNum(b, gap, tcArgFloat(c, "atol")), part);
  MlirValue isNear =
      tcAnd(b, tcLe(b, gap, most), tcLt(b, gap, tcNum(b, gap, INFINITY)));
  tcReturn(c, tcOr(b, same, isNear));
}

static const TcFxRule rules[] = {
    {"aten.isclose.default", isClose, 0},
    {"aten.eq.Tensor", compare, TC_PRIM_EQ},
    {"aten.eq.Scalar", compare, TC_PRIM_EQ},
    {"aten.ne.Tensor", compare, TC_PRIM_NE},
    {"aten.ne.Scalar", compare, TC_PRIM_NE},
    {"aten.lt.Tensor", compare, TC_PRIM_LT},
    {"aten.lt.Scalar", compare, TC_PRIM_LT},
    {"aten.le.Tensor", compare, TC_PRIM_LE},
    {"aten.le.Scalar", compare, TC_PRIM_LE},
    {"aten.gt.Tensor", compare, TC_PRIM_GT},
    {"aten.gt.Scalar", compare, TC_PRIM_GT},
    {"aten.greater.Tensor", compare, TC_PRIM_GT},
    {"aten.ge.Tensor", compare, TC_PRIM_GE},
    {"aten.ge.Scalar", compare, TC_PRIM_GE},
    {"aten.isnan.default", isNan, 0},
    {"aten.isinf.default", isInf, 0},
    {"aten.isfinite.default", isFinite, 0},
    {"aten.logical_and.default", logical, TC_PRIM_BITWISE_AND},
    {"aten.logical_or.default", logical, TC_PRIM_BITWISE_OR},
    {"aten.logical_xor.default", logical, TC_PRIM_BITWISE_XOR},
    {"aten.logical_not.default", logicalNot, 0},
    {"aten.where.self", where, 0},
    {"aten.where.ScalarSelf", where, 0},
    {"aten.where.ScalarOther", where, 0},
    {"aten.where.Scalar", where, 0},
    {"aten.masked_fill.Scalar", maskedFill, 0},
    {"aten.masked_fill.Tensor", maskedFill, 0},
    {"aten.clamp.default", clamp, 0},
    {"aten.clamp.Tensor", clamp, 0},
    {"aten.clamp_min.default", clamp, 0},
    {"aten.clamp_min.Tensor", clamp, 0},
    {"aten.clamp_max.default", clamp, 0},
    {"aten.clamp_max.Tensor", clamp, 0},
    {"aten.clip.default", clamp, 0},
    {"aten.hardtanh.default", hardtanh, 0},
    {"aten.nan_to_num.default", nanToNum, 0},
    {"aten.copy.default", copy, 0},
    {"aten.fill.Scalar", fill, 0},
    {"aten.fill.Tensor", fill, 0},
    {"aten.zero.default", zero, 0},
};

TC_FX_RULES(tcFxCompareRules, rules);
