// Decompositions of functions of a number's sign, exponent and fraction, and of
// elementwise functions that choose between their operands.
#include "passes/decompose/call.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

//===- Signs --------------------------------------------------------------===//

// The bits of x as an integer.
static MlirValue bitsOf(TcBuild *b, MlirValue x) {
  MlirType type = tcElementOf(x);
  MlirContext ctx = b->at.ctx;
  unsigned width = mlirTypeIsAF64(type) ? 64 : mlirTypeIsAF32(type) ? 32 : 16;
  return tcBitcast(b, x, mlirIntegerTypeGet(ctx, width));
}

// Whether x is below 0, or -0, or a NaN of that sign.
static MlirValue isNegative(TcBuild *b, MlirValue x) {
  if (!x.ptr)
    return x;
  if (tcTypeIsBool(tcElementOf(x)))
    return tcZeros(b, tcShapeOf(b, x), tcBool(b));
  MlirValue n = tcTypeIsFloat(tcElementOf(x)) ? bitsOf(b, x) : x;
  return tcLt(b, n, tcNum(b, n, 0));
}

// signbit(x)
static void signBit(TcFxCall *c, TcBuild *b) {
  tcReturn(c, isNegative(b, tcArg(c, "self")));
}

// copysign(x, y) = |x| with the sign of y
static void copySign(TcFxCall *c, TcBuild *b) {
  TcPointwise p =
      TC_POINTWISE(c, TC_PROMOTE_FLOAT | TC_NARROW, "self", "other");
  MlirValue a = tcAbs(b, p.x[0]);
  tcReturn(c, tcWhere(b, isNegative(b, p.x[1]), tcNeg(b, a), a));
}

// sign(x) of truth values: x
static void sign(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  bool isTruth = x.ptr && tcTypeIsBool(tcElementOf(x));
  tcReturn(c, isTruth ? x : tcUnary(b, TC_PRIM_SIGN, x));
}

// angle(x) = atan2(im, re); of real numbers pi below 0, 0 above
static void angle(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT | TC_NARROW, "self");
  MlirValue x = p.x[0];
  if (x.ptr && tcTypeIsComplex(tcElementOf(x))) {
    tcReturn(c, tcBinary(b, TC_PRIM_ATAN2, tcUnary(b, TC_PRIM_IMAG, x),
                         tcUnary(b, TC_PRIM_REAL, x)));
    return;
  }
  MlirValue zero = tcNum(b, x, 0);
  MlirValue y =
      tcWhere(b, tcLt(b, x, zero), tcNum(b, x, 3.14159265358979323846), zero);
  tcReturn(c, tcWhere(b, tcNe(b, x, x), x, y));
}

//===- Exponents ----------------------------------------------------------===//

// x * 2^n for whole n in three steps, since 2^n alone may leave the range where
// the result does not
static MlirValue scaled(TcBuild *b, MlirValue x, MlirValue n) {
  double most = x.ptr && mlirTypeIsAF64(tcElementOf(x)) ? 2200 : 330;
  n = tcConvert(b, n, tcI64(b));
  n = tcMax(b, tcMin(b, n, tcNum(b, n, most)), tcNum(b, n, -most));
  for (int left = 3; left > 0 && x.ptr && n.ptr; --left) {
    MlirValue part = tcDiv(b, n, tcNum(b, n, left));
    MlirValue power = tcConvert(b, part, tcElementOf(x));
    x = tcMul(b, x, tcUnary(b, TC_PRIM_EXP2, power));
    n = tcSub(b, n, part);
  }
  return x;
}

// ldexp(x, n) = x * 2^n
static void ldexp_(TcFxCall *c, TcBuild *b) {
  static const char *const names[] = {"other"};
  MlirValue x = tcArg(c, "self"), n = tcArg(c, "other");
  if (!x.ptr || !n.ptr)
    return;
  MlirType power = tcResultElement(c, TC_PROMOTE_FLOAT, 1, names);
  MlirType result =
      tcRankOf(n) || !tcRankOf(x) || !tcTypeIsFloat(tcElementOf(x))
          ? tcPromoteTypes(tcElementOf(x), power)
          : tcElementOf(x);
  if (tcTypeIsFloat(tcElementOf(x)) && tcTypeIsInt(tcElementOf(n))) {
    tcReturnAs(c, scaled(b, tcConvert(b, x, tcComputeType(result)), n), result);
    return;
  }
  n = tcConvert(b, n, tcComputeType(power));
  if (!n.ptr)
    return;
  MlirValue two = tcTypeIsComplex(tcElementOf(n))
                      ? tcExp(b, tcMul(b, n, tcNum(b, n, 0.69314718055994531)))
                      : tcUnary(b, TC_PRIM_EXP2, n);
  MlirType compute = tcComputeType(result);
  two = tcConvert(b, tcConvert(b, two, power), compute);
  tcReturnAs(c, tcMul(b, tcConvert(b, x, compute), two), result);
}

// frexp(x): a fraction from 1/2 to 1, with x's sign, and the exponent; 0 for
// what has none
static void frexp_(TcFxCall *c, TcBuild *b) {
  MlirValue own = tcArg(c, "self");
  if (!own.ptr)
    return;
  MlirType element = tcElementOf(own), type = tcComputeType(element);
  bool isWide = mlirTypeIsAF64(type);
  int64_t width = isWide ? 52 : 23, bias = isWide ? 1022 : 126;
  MlirValue x = tcConvert(b, own, type), zero = tcNum(b, x, 0);
  MlirValue isSmall = // which may have no leading one
      tcLt(b, tcAbs(b, x), tcNum(b, x, isWide ? 0x1p-1000 : 0x1p-100));
  MlirValue normal = tcWhere(b, isSmall, tcMul(b, x, tcNum(b, x, 0x1p64)), x);
  MlirValue bits = bitsOf(b, normal);
  if (!bits.ptr)
    return;
  MlirType integer = tcElementOf(bits);
  MlirValue mask = tcConstInt(b, integer, (2 * bias + 3) << width);
  MlirValue half = tcConstInt(b, integer, bias << width);
  MlirValue fraction =
      tcBitcast(b, tcOr(b, tcAnd(b, bits, tcNot(b, mask)), half), type);
  MlirValue shift = tcConstInt(b, integer, width);
  MlirValue exponent =
      tcBinary(b, TC_PRIM_SHIFT_RIGHT_ARITHMETIC, tcAnd(b, bits, mask), shift);
  exponent = tcSub(b, exponent, tcConstInt(b, integer, bias));
  exponent = tcSub(b, exponent,
                   tcWhere(b, isSmall, tcConstInt(b, integer, 64),
                           tcConstInt(b, integer, 0)));
  MlirValue isPlain =
      tcAnd(b, tcUnary(b, TC_PRIM_ISFINITE, x), tcNe(b, x, zero));
  tcReturnAs(c, tcWhere(b, isPlain, fraction, x), element);
  exponent = tcWhere(b, isPlain, exponent, tcConstInt(b, integer, 0));
  tcReturnAt(c, 1,
             tcConvert(b, exponent, tcTypeGetElement(tcResultType(c, 1))));
}

// nextafter(x, y): the next number from x on towards y
static void nextAfter(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_NARROW, "self", "other");
  MlirValue x = p.x[0], y = p.x[1], zero = tcNum(b, x, 0);
  MlirValue bits = bitsOf(b, x);
  if (!bits.ptr || !y.ptr)
    return;
  MlirValue one = tcNum(b, bits, 1);
  MlirValue grows = tcEq(b, tcGt(b, y, x), tcGt(b, x, zero));
  MlirValue next = tcWhere(b, grows, tcAdd(b, bits, one), tcSub(b, bits, one));
  MlirType type = tcElementOf(x);
  MlirValue least = tcBitcast(b, one, type);
  least = tcWhere(b, tcLt(b, y, zero), tcNeg(b, least), least);
  MlirValue z = tcWhere(b, tcEq(b, x, zero), least, tcBitcast(b, next, type));
  z = tcWhere(b, tcEq(b, x, y), y, z);
  MlirValue isNaN = tcOr(b, tcNe(b, x, x), tcNe(b, y, y));
  tcReturn(c, tcWhere(b, isNaN, tcAdd(b, x, y), z));
}

// round(x, decimals) = round(x * 10^decimals) / 10^decimals
static void roundDecimals(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  int64_t decimals = tcArgInt(c, "decimals");
  if (!x.ptr || !tcTypeIsFloat(tcElementOf(x))) {
    tcReturn(c, x);
    return;
  }
  MlirValue power = tcNum(b, x, pow(10, fabs((double)decimals)));
  TcPrimOpKind to = decimals < 0 ? TC_PRIM_DIV : TC_PRIM_MUL;
  TcPrimOpKind back = decimals < 0 ? TC_PRIM_MUL : TC_PRIM_DIV;
  MlirValue y = decimals ? tcBinary(b, to, x, power) : x;
  y = tcUnary(b, TC_PRIM_ROUND, y);
  tcReturn(c, decimals ? tcBinary(b, back, y, power) : y);
}

//===- Choices ------------------------------------------------------------===//

// fmax(x, y), fmin(x, y): the other where one is NaN; x, and its gradient,
// where they are equal
static void withoutNaN(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_NARROW, "self", "other");
  MlirValue x = p.x[0], y = p.x[1];
  MlirValue isFirst = tcBinary(b, c->rule->prim, x, y);
  if (y.ptr && tcTypeIsFloat(tcElementOf(y)))
    isFirst = tcOr(b, isFirst, tcNe(b, y, y));
  tcReturn(c, tcWhere(b, isFirst, x, y));
}

// hypot(x, y) = sqrt(x^2 + y^2), scaled by a power of two where the squares
// would leave the type's range
static void hypot_(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "other");
  MlirValue x = tcAbs(b, p.x[0]), y = tcAbs(b, p.x[1]);
  if (!x.ptr || !y.ptr)
    return;
  bool isWide = mlirTypeIsAF64(tcElementOf(x));
  double large = isWide ? 0x1p500 : 0x1p60;
  double scale = isWide ? 0x1p600 : 0x1p90; // of the least and greatest number
  MlirValue high = tcMax(b, x, y), one = tcNum(b, x, 1);
  MlirValue isLarge = tcGt(b, high, tcNum(b, x, large));
  MlirValue isSmall = tcLt(b, high, tcNum(b, x, 1 / large));
  MlirValue down = tcWhere(b, isLarge, tcNum(b, x, 1 / scale), one);
  MlirValue by = tcWhere(b, isSmall, tcNum(b, x, scale), down);
  MlirValue u = tcMul(b, x, by), v = tcMul(b, y, by), vv = tcMul(b, v, v);
  MlirValue fma[3] = {u, u, vv};
  MlirValue z = tcDiv(b, tcSqrt(b, tcElementwise(b, TC_PRIM_FMA, 3, fma)), by);
  MlirValue inf = tcNum(b, x, INFINITY);
  MlirValue endless = tcOr(b, tcEq(b, x, inf), tcEq(b, y, inf));
  tcReturnAs(c, tcWhere(b, endless, inf, z), p.result);
}

static const TcFxRule rules[] = {
    {"aten.signbit.default", signBit, 0},
    {"aten.copysign.Tensor", copySign, 0},
    {"aten.copysign.Scalar", copySign, 0},
    {"aten.sign.default", sign, 0},
    {"aten.angle.default", angle, 0},
    {"aten.ldexp.Tensor", ldexp_, 0},
    {"aten.frexp.Tensor", frexp_, 0},
    {"aten.nextafter.default", nextAfter, 0},
    {"aten.round.decimals", roundDecimals, 0},
    {"aten.fmax.default", withoutNaN, TC_PRIM_GE},
    {"aten.fmin.default", withoutNaN, TC_PRIM_LE},
    {"aten.hypot.default", hypot_, 0},
};

TC_FX_RULES(tcFxPartRules, rules);
