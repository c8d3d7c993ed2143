// Decompositions of elementwise arithmetic: one prim for most, a formula for
// the rest. Comparisons and choices are in compare.c, activations in
// activation.c.
#include "lib/ir/types.h"
#include "passes/decompose/call.h"

#include <math.h>

//===- One prim -----------------------------------------------------------===//

// f(x) in floating point, integers as f32
static void unaryFloat(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT | TC_DIRECT, "self");
  tcReturn(c, tcUnary(b, c->rule->prim, p.x[0]));
}

// f(x) in x's own type
static void unary(TcFxCall *c, TcBuild *b) {
  tcReturn(c, tcUnary(b, c->rule->prim, tcArg(c, "self")));
}

// f(x, y) in the promoted type
static void binary(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_DIRECT, "self", "other");
  tcReturnAs(c, tcBinary(b, c->rule->prim, p.x[0], p.x[1]), p.result);
}

// f(x, y) in floating point
static void binaryFloat(TcFxCall *c, TcBuild *b) {
  TcPointwise p =
      TC_POINTWISE(c, TC_PROMOTE_FLOAT | TC_DIRECT, "self", "other");
  tcReturnAs(c, tcBinary(b, c->rule->prim, p.x[0], p.x[1]), p.result);
}

// conj(x) = x if x is real
static void conjRule(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  bool isComplex = x.ptr && tcTypeIsComplex(tcElementOf(x));
  tcReturn(c, isComplex ? tcUnary(b, TC_PRIM_CONJ, x) : x);
}

//===- Functions ----------------------------------------------------------===//

// square(x) = x * x
static void square(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  tcReturn(c, tcMul(b, x, x));
}

// log10(x) = log2(x) * log10(2)
static void log10Rule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue y = tcUnary(b, TC_PRIM_LOG2, p.x[0]);
  tcReturnAs(c, tcMul(b, y, tcNum(b, y, 0.30102999566398120)), p.result);
}

// tan(x) = sin(x) / cos(x)
static void tanRule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue x = p.x[0];
  tcReturnAs(c, tcDiv(b, tcSin(b, x), tcCos(b, x)), p.result);
}

// Whether x is below 0 or -0.
static MlirValue isNegative(TcBuild *b, MlirValue x) {
  MlirValue zero = tcNum(b, x, 0), inverse = tcDiv(b, tcNum(b, x, 1), x);
  return tcOr(b, tcLt(b, x, zero), tcLt(b, inverse, zero)); // 1 / -0 = -inf
}

// The sign of `x` on `y`. Of x itself that is |x|, with a derivative of 1 or -1
// at 0, too.
static MlirValue withSign(TcBuild *b, MlirValue y, MlirValue x) {
  return tcWhere(b, isNegative(b, x), tcNeg(b, y), y);
}

// sinh(x) = sign(x) (t + t / (t + 1)) / 2, t = expm1(|x|); for large |x|
// exp(|x| / 2)^2 / 2, which overflows no earlier than sinh does, nor does its
// derivative become NaN
static void sinhRule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue a = withSign(b, p.x[0], p.x[0]), half = tcNum(b, a, 0.5);
  MlirValue isLarge = tcGt(b, a, tcNum(b, a, 20));
  MlirValue t = tcExpm1(b, tcWhere(b, isLarge, tcNum(b, a, 0), a));
  MlirValue e = tcExp(b, tcMul(b, a, half));
  MlirValue small = tcAdd(b, t, tcDiv(b, t, tcAdd(b, t, tcNum(b, t, 1))));
  MlirValue large = tcMul(b, tcMul(b, e, half), e);
  MlirValue y = tcWhere(b, isLarge, large, tcMul(b, small, half));
  tcReturnAs(c, withSign(b, y, p.x[0]), p.result);
}

// cosh(x) = 1 + 2 sinh(|x| / 2)^2, whose derivative of small x loses nothing,
// as that of exp(x) + exp(-x) would; for large |x| exp(|x| / 2)^2 / 2
static void coshRule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue half = tcNum(b, p.x[0], 0.5), zero = tcNum(b, p.x[0], 0);
  MlirValue a = tcMul(b, tcAbs(b, p.x[0]), half), e = tcExp(b, a);
  MlirValue isLarge = tcGt(b, a, tcNum(b, a, 10));
  MlirValue near = tcWhere(b, isLarge, zero, a);
  MlirValue twice = tcSub(b, tcExpm1(b, near), tcExpm1(b, tcNeg(b, near)));
  MlirValue small = tcMul(b, tcMul(b, twice, half), twice);
  small = tcAdd(b, small, tcNum(b, small, 1));
  MlirValue large = tcMul(b, tcMul(b, e, half), e);
  tcReturnAs(c, tcWhere(b, isLarge, large, small), p.result);
}

// sqrt((1 - x) (1 + x))
static MlirValue legOf(TcBuild *b, MlirValue x) {
  MlirValue one = tcNum(b, x, 1);
  return tcSqrt(b, tcMul(b, tcSub(b, one, x), tcAdd(b, one, x)));
}

// asin(x) = atan2(x, sqrt((1 - x) (1 + x)))
static void asinRule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue x = p.x[0];
  tcReturnAs(c, tcBinary(b, TC_PRIM_ATAN2, x, legOf(b, x)), p.result);
}

// acos(x) = atan2(sqrt((1 - x) (1 + x)), x)
static void acosRule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue x = p.x[0];
  tcReturnAs(c, tcBinary(b, TC_PRIM_ATAN2, legOf(b, x), x), p.result);
}

// atan(x) = atan2(x, 1)
static void atanRule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue x = p.x[0];
  tcReturnAs(c, tcBinary(b, TC_PRIM_ATAN2, x, tcNum(b, x, 1)), p.result);
}

// atanh(x) = sign(x) log1p(2a / (1 - a)) / 2, a = |x|
static void atanhRule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue a = withSign(b, p.x[0], p.x[0]), ratio;
  ratio = tcDiv(b, tcAdd(b, a, a), tcSub(b, tcNum(b, a, 1), a));
  MlirValue y = tcMul(b, tcLog1p(b, ratio), tcNum(b, a, 0.5));
  tcReturnAs(c, withSign(b, y, p.x[0]), p.result);
}

// asinh(x) = sign(x) log1p(a + a^2 / (1 + sqrt(1 + a^2))), a = |x|; for large
// a, whose square overflows, log(a) + log(2)
static void asinhRule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue a = withSign(b, p.x[0], p.x[0]), one = tcNum(b, a, 1),
            aa = tcMul(b, a, a);
  MlirValue root = tcAdd(b, one, tcSqrt(b, tcAdd(b, one, aa)));
  MlirValue small = tcLog1p(b, tcAdd(b, a, tcDiv(b, aa, root)));
  MlirValue large = tcAdd(b, tcLog(b, a), tcNum(b, a, 0.69314718055994531));
  MlirValue y = tcWhere(b, tcGt(b, a, tcNum(b, a, 1e8)), large, small);
  tcReturnAs(c, withSign(b, y, p.x[0]), p.result);
}

// acosh(x) = log(x + sqrt(x - 1) sqrt(x + 1)); for large x, whose double
// overflows, log(x) + log(2)
static void acoshRule(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue x = p.x[0], one = tcNum(b, x, 1);
  MlirValue root =
      tcMul(b, tcSqrt(b, tcSub(b, x, one)), tcSqrt(b, tcAdd(b, x, one)));
  MlirValue large = tcAdd(b, tcLog(b, x), tcNum(b, x, 0.69314718055994531));
  MlirValue y = tcWhere(b, tcGt(b, x, tcNum(b, x, 1e8)), large,
                        tcLog(b, tcAdd(b, x, root)));
  tcReturnAs(c, y, p.result);
}

// frac(x) = x - trunc(x)
static void frac(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  tcReturn(c, tcSub(b, x, tcUnary(b, TC_PRIM_TRUNC, x)));
}

//===- Sums and differences -----------------------------------------------===//

// x + y * alpha, x - y * alpha; rsub: the other way around
static void addOrSub(TcFxCall *c, MlirValue x, MlirValue y, TcPointwise *p) {
  TcBuild *b = c->b;
  if (!tcArgIsValue(c, "alpha", 1))
    y = tcMul(b, y, tcArgNumber(c, "alpha", p->compute));
  tcReturnAs(c, tcBinary(b, c->rule->prim, x, y), p->result);
}

static unsigned alphaMode(TcFxCall *c) {
  return tcArgIsValue(c, "alpha", 1) ? TC_DIRECT : TC_PROMOTE;
}

// add(x, y, alpha) = x + alpha * y; sub: x - alpha * y
static void add(TcFxCall *c, TcBuild *b) {
  (void)b;
  TcPointwise p = TC_POINTWISE(c, alphaMode(c), "self", "other");
  addOrSub(c, p.x[0], p.x[1], &p);
}

// rsub(x, y, alpha) = y - alpha * x
static void rsub(TcFxCall *c, TcBuild *b) {
  (void)b;
  TcPointwise p = TC_POINTWISE(c, alphaMode(c), "self", "other");
  addOrSub(c, p.x[1], p.x[0], &p);
}

// addcmul(x, s, t, value) = x + value * s * t
static void addcmul(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "tensor1", "tensor2");
  MlirValue value = tcArgNumber(c, "value", p.compute);
  MlirValue term = tcMul(b, tcMul(b, value, p.x[1]), p.x[2]);
  tcReturnAs(c, tcAdd(b, p.x[0], term), p.result);
}

// addcdiv(x, s, t, value) = x + value * s / t
static void addcdiv(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "tensor1", "tensor2");
  MlirValue value = tcArgNumber(c, "value", p.compute);
  MlirValue term = tcDiv(b, tcMul(b, value, p.x[1]), p.x[2]);
  tcReturnAs(c, tcAdd(b, p.x[0], term), p.result);
}

// lerp(x, y, w) = |w| < 0.5 ? x + w (y - x) : y + (w - 1) (y - x): one formula,
// whose derivatives no factor of the other one enters
static void lerp(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "end", "weight");
  MlirValue x = p.x[0], y = p.x[1], w = p.x[2];
  MlirValue isLow = tcLt(b, tcAbs(b, w), tcNum(b, w, 0.5));
  MlirValue from = tcWhere(b, isLow, x, y);
  MlirValue factor = tcWhere(b, isLow, w, tcSub(b, w, tcNum(b, w, 1)));
  tcReturnAs(c, tcAdd(b, from, tcMul(b, factor, tcSub(b, y, x))), p.result);
}

//===- Quotients ----------------------------------------------------------===//

// Integers: trunc(x / y), less one where a remainder has x's sign, not y's
static MlirValue floorDivInt(TcBuild *b, MlirValue x, MlirValue y) {
  MlirValue quotient = tcDiv(b, x, y), zero = tcNum(b, x, 0);
  if (x.ptr && tcTypeIsUnsigned(tcElementOf(x)))
    return quotient;
  MlirValue rest = tcBinary(b, TC_PRIM_FMOD, x, y);
  MlirValue differ = tcXor(b, tcLt(b, x, zero), tcLt(b, y, zero));
  MlirValue off = tcAnd(b, tcNe(b, rest, zero), differ);
  return tcSub(b, quotient, tcConvert(b, off, tcElementOf(x)));
}

// Floats, as torch._refs._floor_divide_float: exact near whole quotients,
// signed zeros and division by zero as x / y has them
static MlirValue floorDivFloat(TcBuild *b, MlirValue x, MlirValue y) {
  MlirValue zero = tcNum(b, x, 0), one = tcNum(b, x, 1);
  MlirValue rest = tcBinary(b, TC_PRIM_FMOD, x, y);
  MlirValue q = tcDiv(b, tcSub(b, x, rest), y), plain = tcDiv(b, x, y);
  MlirValue differ = tcXor(b, tcLt(b, x, zero), tcLt(b, y, zero));
  q = tcWhere(b, tcAnd(b, tcNe(b, rest, zero), differ), tcSub(b, q, one), q);
  MlirValue floor = tcFloor(b, q);
  MlirValue isLow = tcGt(b, tcSub(b, q, floor), tcNum(b, x, 0.5));
  floor = tcWhere(b, isLow, tcAdd(b, floor, one), floor);
  floor = tcWhere(b, tcNe(b, q, zero), floor, withSign(b, zero, plain));
  return tcWhere(b, tcNe(b, y, zero), floor, plain);
}

static MlirValue floorDiv(TcBuild *b, MlirValue x, MlirValue y) {
  return x.ptr && tcTypeIsFloat(tcElementOf(x)) ? floorDivFloat(b, x, y)
                                                : floorDivInt(b, x, y);
}

// floor_divide(x, y) = floor(x / y)
static void floorDivide(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "other");
  tcReturnAs(c, floorDiv(b, p.x[0], p.x[1]), p.result);
}

// div(x, y, rounding_mode) = round(x / y); without a mode in floating point
static void divMode(TcFxCall *c, TcBuild *b) {
  if (tcArgIsNone(c, "rounding_mode")) {
    TcPointwise p =
        TC_POINTWISE(c, TC_PROMOTE_FLOAT | TC_DIRECT, "self", "other");
    tcReturnAs(c, tcDiv(b, p.x[0], p.x[1]), p.result);
  } else if (tcArgIsString(c, "rounding_mode", "floor")) {
    floorDivide(c, b);
  } else {
    TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "other");
    MlirValue y = tcDiv(b, p.x[0], p.x[1]);
    tcReturnAs(c, tcUnary(b, TC_PRIM_TRUNC, y), p.result);
  }
}

//===- Powers -------------------------------------------------------------===//

// x^n of squares: each product is rounded to f32, 2^-20 at most for all, of
// which a half keeps nothing.
static MlirValue powerOfSquares(TcBuild *b, MlirValue x, int n) {
  MlirValue y = {NULL};
  for (; n; n /= 2) {
    if (n % 2)
      y = y.ptr ? tcMul(b, y, x) : x;
    if (n > 1)
      x = tcMul(b, x, x);
  }
  return y;
}

// The exponent, if it is a whole number of some that few products reach; or 0.
static int wholeExponent(TcFxCall *c) {
  enum { LEAST = 4, MOST = 16 };
  for (int n = LEAST; n <= MOST; ++n)
    if (tcArgIsValue(c, "exponent", n))
      return n;
  return 0;
}

// x^n as products for the powers that PyTorch computes so, and where the result
// is rounded to halves; else pow
static MlirValue power(TcFxCall *c, TcBuild *b, MlirValue x, MlirValue y,
                       MlirType result) {
  if (tcArgIsValue(c, "exponent", 2))
    return tcMul(b, x, x);
  if (tcArgIsValue(c, "exponent", 3))
    return tcMul(b, tcMul(b, x, x), x);
  if (tcArgIsValue(c, "exponent", 1))
    return x;
  if (x.ptr && tcTypeIsFloat(tcElementOf(x))) {
    MlirValue one = tcNum(b, x, 1);
    if (tcArgIsValue(c, "exponent", 0.5))
      return tcSqrt(b, x);
    if (tcArgIsValue(c, "exponent", -0.5))
      return tcRsqrt(b, x);
    if (tcArgIsValue(c, "exponent", -1))
      return tcDiv(b, one, x);
    if (tcArgIsValue(c, "exponent", -2)) {
      // (1 / x^2 would have the derivative 2 x / x^4.)
      MlirValue inverse = tcDiv(b, one, x);
      return tcMul(b, inverse, inverse);
    }
    int n = tcTypeIsHalf(result) ? wholeExponent(c) : 0;
    if (n)
      return powerOfSquares(b, x, n);
  }
  return tcPow(b, x, y);
}

// pow(x, n)
static void pow_(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "exponent");
  tcReturnAs(c, power(c, b, p.x[0], p.x[1], p.result), p.result);
}

//===- Bits ---------------------------------------------------------------===//

// x >> y: arithmetic for signed types, logical for unsigned ones
static void shiftRight(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_DIRECT, "self", "other");
  bool isUnsigned = p.result.ptr && tcTypeIsUnsigned(p.result);
  tcReturn(c, tcBinary(b,
                       isUnsigned ? TC_PRIM_SHIFT_RIGHT_LOGICAL
                                  : TC_PRIM_SHIFT_RIGHT_ARITHMETIC,
                       p.x[0], p.x[1]));
}

//===- Complex ------------------------------------------------------------===//

// complex(x, y) = x + iy
static void complex_(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "real", "imag");
  tcReturn(c, tcBinary(b, TC_PRIM_COMPLEX, p.x[0], p.x[1]));
}

// polar(r, t) = r cos(t) + i r sin(t)
static void polar(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "abs", "angle");
  MlirValue x = tcMul(b, p.x[0], tcCos(b, p.x[1]));
  MlirValue y = tcMul(b, p.x[0], tcSin(b, p.x[1]));
  tcReturn(c, tcBinary(b, TC_PRIM_COMPLEX, x, y));
}

// real(x) = x if x is real
static void realPart(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  bool isComplex = x.ptr && tcTypeIsComplex(tcElementOf(x));
  tcReturn(c, isComplex ? tcUnary(b, TC_PRIM_REAL, x) : x);
}

static const TcFxRule rules[] = {
    {"aten.exp.default", unaryFloat, TC_PRIM_EXP},
    {"aten.exp2.default", unaryFloat, TC_PRIM_EXP2},
    {"aten.expm1.default", unaryFloat, TC_PRIM_EXPM1},
    {"aten.log.default", unaryFloat, TC_PRIM_LOG},
    {"aten.log1p.default", unaryFloat, TC_PRIM_LOG1P},
    {"aten.log2.default", unaryFloat, TC_PRIM_LOG2},
    {"aten.sqrt.default", unaryFloat, TC_PRIM_SQRT},
    {"aten.rsqrt.default", unaryFloat, TC_PRIM_RSQRT},
    {"aten.reciprocal.default", unaryFloat, TC_PRIM_RECIPROCAL},
    {"aten.sin.default", unaryFloat, TC_PRIM_SIN},
    {"aten.cos.default", unaryFloat, TC_PRIM_COS},
    {"aten.tanh.default", unaryFloat, TC_PRIM_TANH},
    {"aten.erf.default", unaryFloat, TC_PRIM_ERF},
    {"aten.special_erf.default", unaryFloat, TC_PRIM_ERF},
    {"aten.special_expm1.default", unaryFloat, TC_PRIM_EXPM1},
    {"aten.abs.default", unary, TC_PRIM_ABS},
    {"aten.neg.default", unary, TC_PRIM_NEG},
    {"aten.negative.default", unary, TC_PRIM_NEG},
    {"aten.floor.default", unary, TC_PRIM_FLOOR},
    {"aten.ceil.default", unary, TC_PRIM_CEIL},
    {"aten.trunc.default", unary, TC_PRIM_TRUNC},
    {"aten.fix.default", unary, TC_PRIM_TRUNC},
    {"aten.round.default", unary, TC_PRIM_ROUND},
    {"aten.bitwise_not.default", unary, TC_PRIM_BITWISE_NOT},
    {"aten.imag.default", unary, TC_PRIM_IMAG},
    {"aten.real.default", realPart, 0},
    {"aten.conj.default", conjRule, 0},
    {"aten._conj.default", conjRule, 0},
    {"aten._conj_physical.default", conjRule, 0},
    {"aten.conj_physical.default", conjRule, 0},
    {"aten.square.default", square, 0},
    {"aten.log10.default", log10Rule, 0},
    {"aten.tan.default", tanRule, 0},
    {"aten.sinh.default", sinhRule, 0},
    {"aten.cosh.default", coshRule, 0},
    {"aten.asin.default", asinRule, 0},
    {"aten.acos.default", acosRule, 0},
    {"aten.atan.default", atanRule, 0},
    {"aten.asinh.default", asinhRule, 0},
    {"aten.acosh.default", acoshRule, 0},
    {"aten.atanh.default", atanhRule, 0},
    {"aten.frac.default", frac, 0},
    {"aten.add.Tensor", add, TC_PRIM_ADD},
    {"aten.add.Scalar", add, TC_PRIM_ADD},
    {"aten.sub.Tensor", add, TC_PRIM_SUB},
    {"aten.sub.Scalar", add, TC_PRIM_SUB},
    {"aten.subtract.Tensor", add, TC_PRIM_SUB},
    {"aten.rsub.Tensor", rsub, TC_PRIM_SUB},
    {"aten.rsub.Scalar", rsub, TC_PRIM_SUB},
    {"aten.mul.Tensor", binary, TC_PRIM_MUL},
    {"aten.mul.Scalar", binary, TC_PRIM_MUL},
    {"aten.multiply.Tensor", binary, TC_PRIM_MUL},
    {"aten.div.Tensor", binaryFloat, TC_PRIM_DIV},
    {"aten.div.Scalar", binaryFloat, TC_PRIM_DIV},
    {"aten.true_divide.Tensor", binaryFloat, TC_PRIM_DIV},
    {"aten.div.Tensor_mode", divMode, 0},
    {"aten.div.Scalar_mode", divMode, 0},
    {"aten.floor_divide.default", floorDivide, 0},
    {"aten.floor_divide.Scalar", floorDivide, 0},
    {"aten.remainder.Tensor", binary, TC_PRIM_REMAINDER},
    {"aten.remainder.Scalar", binary, TC_PRIM_REMAINDER},
    {"aten.remainder.Scalar_Tensor", binary, TC_PRIM_REMAINDER},
    {"aten.fmod.Tensor", binary, TC_PRIM_FMOD},
    {"aten.fmod.Scalar", binary, TC_PRIM_FMOD},
    {"aten.maximum.default", binary, TC_PRIM_MAXIMUM},
    {"aten.minimum.default", binary, TC_PRIM_MINIMUM},
    {"aten.max.other", binary, TC_PRIM_MAXIMUM},
    {"aten.min.other", binary, TC_PRIM_MINIMUM},
    {"aten.atan2.default", binaryFloat, TC_PRIM_ATAN2},
    {"aten.pow.Tensor_Tensor", pow_, 0},
    {"aten.pow.Tensor_Scalar", pow_, 0},
    {"aten.pow.Scalar", pow_, 0},
    {"aten.addcmul.default", addcmul, 0},
    {"aten.addcdiv.default", addcdiv, 0},
    {"aten.lerp.Scalar", lerp, 0},
    {"aten.lerp.Tensor", lerp, 0},
    {"aten.bitwise_and.Tensor", binary, TC_PRIM_BITWISE_AND},
    {"aten.bitwise_and.Scalar", binary, TC_PRIM_BITWISE_AND},
    {"aten.bitwise_or.Tensor", binary, TC_PRIM_BITWISE_OR},
    {"aten.bitwise_or.Scalar", binary, TC_PRIM_BITWISE_OR},
    {"aten.bitwise_xor.Tensor", binary, TC_PRIM_BITWISE_XOR},
    {"aten.bitwise_xor.Scalar", binary, TC_PRIM_BITWISE_XOR},
    {"aten.__and__.Tensor", binary, TC_PRIM_BITWISE_AND},
    {"aten.__and__.Scalar", binary, TC_PRIM_BITWISE_AND},
    {"aten.__or__.Tensor", binary, TC_PRIM_BITWISE_OR},
    {"aten.__or__.Scalar", binary, TC_PRIM_BITWISE_OR},
    {"aten.__xor__.Tensor", binary, TC_PRIM_BITWISE_XOR},
    {"aten.__xor__.Scalar", binary, TC_PRIM_BITWISE_XOR},
    {"aten.__lshift__.Tensor", binary, TC_PRIM_SHIFT_LEFT},
    {"aten.__lshift__.Scalar", binary, TC_PRIM_SHIFT_LEFT},
    {"aten.__rshift__.Tensor", shiftRight, 0},
    {"aten.__rshift__.Scalar", shiftRight, 0},
    {"aten.bitwise_left_shift.Tensor", binary, TC_PRIM_SHIFT_LEFT},
    {"aten.bitwise_left_shift.Tensor_Scalar", binary, TC_PRIM_SHIFT_LEFT},
    {"aten.bitwise_right_shift.Tensor", shiftRight, 0},
    {"aten.bitwise_right_shift.Tensor_Scalar", shiftRight, 0},
    {"aten.complex.default", complex_, 0},
    {"aten.polar.default", polar, 0},
};

TC_FX_RULES(tcFxPointwiseRules, rules);
