// log, log2, log1p. The argument is 2^e (1 + f) with 1 + f around 1; denormals
// are scaled up first.
#include "passes/lower/math/math.h"

typedef struct Reduced {
  V e; // the exponent, as a float
  V f;
  V bits; // the exponent, as an integer
} Reduced;

// As a float: magic's significand holds the integer.
static V toFloat(TcMath *m, V i) {
  V magic = mI2(m, 0x4B400000, 0x4338000000000000);
  return mSub(m, mFromBits(m, mAdd(m, i, magic)), mMagic(m));
}

// Of a normal x; 1 + f is in [2/3, 4/3) for f32, in [sqrt 1/2, sqrt 2) for f64.
static Reduced split(TcMath *m, V x) {
  V low = mI2(m, 0x3F2AAAAB, 0x3FE6A09E667F3BCD);
  V ix = mBits(m, x);
  V e = mAshr(m, mSub(m, ix, low), mFraction(m));
  V mantissa = mFromBits(m, mSub(m, ix, mShl(m, e, mFraction(m))));
  return (Reduced){
      .e = toFloat(m, e), .f = mSub(m, mantissa, mF(m, 1.0)), .bits = e};
}

static Reduced splitAny(TcMath *m, V x) {
  V tiny = mLt(m, x, mF2(m, 0x1p-126, 0x1p-1022));
  V up = mMul(m, x, mF2(m, 0x1p25, 0x1p54));
  Reduced r = split(m, mWhere(m, tiny, up, x));
  V down = mF2(m, 25.0, 54.0);
  r.e = mSub(m, r.e, mWhere(m, tiny, down, mF(m, 0.0)));
  return r;
}

// Minimax on [-1/3, 1/3] of (log(1 + f) - f) / f^2: error 2^-27.7.
static const double log32[] = {
    -1.294884682e-01, 1.400476694e-01,  -1.216718554e-01,
    1.400115788e-01,  -1.668230295e-01, 2.001074702e-01,
    -2.499971688e-01, 3.333320916e-01,  -5.000000000e-01};
// Of log((1 + s) / (1 - s)) / s - 2, by s^2, less the first 2/3 s^2 ...: the
// polynomial of Sun's fdlibm.
static const double log64[] = {
    1.479819860511658591e-01, 1.531383769920937332e-01,
    1.818357216161805012e-01, 2.222219843214978396e-01,
    2.857142874366239149e-01, 3.999999999940941908e-01,
    6.666666666666735130e-01};

// log(1 + f).
static V logOf1p(TcMath *m, V f) {
  if (!m->is64)
    return mFma(m, mMul(m, f, f), M_POLY(m, f, log32), f);
  V s = mDiv(m, f, mAdd(m, f, mF(m, 2.0)));
  V z = mMul(m, s, s);
  V half = mMul(m, mMul(m, f, f), mF(m, 0.5));
  V rest = mMul(m, z, M_POLY(m, z, log64));
  return mSub(m, f, mSub(m, half, mMul(m, s, mAdd(m, half, rest))));
}

// y, or what log gives outside (0, inf).
static V withEdges(TcMath *m, V x, V y) {
  V zero = mF(m, 0.0), inf = mF(m, INFINITY);
  V edge = mWhere(m, mLt(m, x, zero), mF(m, NAN), x);
  edge = mWhere(m, mEq(m, x, zero), mF(m, -INFINITY), edge);
  V inside = mAnd(m, mGt(m, x, zero), mLt(m, x, inf));
  return mWhere(m, inside, y, edge);
}

// e ln2 + y, ln2 in two parts for f64.
static V addExponent(TcMath *m, V e, V y) {
  if (!m->is64)
    return mFma(m, e, mF(m, 0.693147182464599609375), y);
  y = mFma(m, e, mF(m, 1.90821492927058770002e-10), y);
  return mFma(m, e, mF(m, 6.93147180369123816490e-01), y);
}

V tcExpandLog(TcMath *m, V x) {
  Reduced r = splitAny(m, x);
  return withEdges(m, x, addExponent(m, r.e, logOf1p(m, r.f)));
}

V tcExpandLog2(TcMath *m, V x) {
  Reduced r = splitAny(m, x);
  V log2e = mF(m, 1.44269504088896340735992468100189);
  return withEdges(m, x, mFma(m, logOf1p(m, r.f), log2e, r.e));
}

// log(u + c) with u + c = 1 + x exactly (Knuth's sum of two); what c adds to f
// is scaled as u is. It adds nothing to a large u, whose scale has no exponent.
V tcExpandLog1p(TcMath *m, V x) {
  V one = mF(m, 1.0);
  V u = mAdd(m, one, x);
  V back = mSub(m, u, one);
  V c = mAdd(m, mSub(m, one, mSub(m, u, back)), mSub(m, x, back));
  V small = mLt(m, u, mF(m, 0x1p60));
  c = mWhere(m, small, c, mF(m, 0.0));
  Reduced r = split(m, u);
  V bias = mI2(m, 0x3F800000, 0x3FF0000000000000);
  V power = mWhere(m, small, mShl(m, r.bits, mFraction(m)), mI2(m, 0, 0));
  V scale = mFromBits(m, mSub(m, bias, power));
  V f = mFma(m, c, scale, r.f);
  V y = withEdges(m, u, addExponent(m, r.e, logOf1p(m, f)));
  return mWhere(m, mEq(m, x, mF(m, 0.0)), x, y); // keeps -0
}
