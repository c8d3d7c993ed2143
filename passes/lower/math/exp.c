// exp, exp2, expm1. The argument is x = 2k ln2 + r with |r| <= ln2, so that
// e^x = (e^r s) s with s = 2^k: the two products overflow to infinity and round
// into the denormals by themselves, and no step leaves the normal range.
#include "passes/lower/math/math.h"

typedef struct Reduced {
  V r; // the rest
  V s; // 2^k
  V k; // its exponent, as magic + k: bits in the significand
} Reduced;

// magic + x*scale rounds to magic + k.
static Reduced split(TcMath *m, V x, double scale) {
  V t = mFma(m, x, mF(m, scale), mMagic(m));
  V one = mI2(m, 0x3F800000, 0x3FF0000000000000);
  V s = mFromBits(m, mAdd(m, mShl(m, mBits(m, t), mFraction(m)), one));
  return (Reduced){.r = mSub(m, t, mMagic(m)), .s = s, .k = t};
}

// For base e: r = x - 2k ln2 in two parts, each product exact inside its fma.
static Reduced splitE(TcMath *m, V x) {
  Reduced e = split(m, x, 0.72134752044448170367996234050095);
  V high = mF2(m, -1.3862943649291992, -1.3862943611198906);
  V low = mF2(m, 3.809308424251867e-09, -4.638093627692599e-17);
  e.r = mFma(m, e.r, low, mFma(m, e.r, high, x));
  return e;
}

static V clamp(TcMath *m, V x, double low32, double high32, double low64,
               double high64) {
  return m->is64 ? mClamp(m, x, low64, high64) : mClamp(m, x, low32, high32);
}

// Minimax on |r| <= ln2 of (e^r - 1 - r) / r^2: relative errors of e^r are
// 2^-26.1 and 2^-56.5.
static const double exp32[] = {1.961159869e-04, 1.410446945e-03,
                               8.336103521e-03, 4.166126996e-02,
                               1.666661352e-01, 5.000003576e-01};
const double tcMathExp64[12] = {
    1.59355223108996318e-10, 2.10624503823230766e-09, 2.50550366279142257e-08,
    2.75561565753476014e-07, 2.75573006199235609e-06, 2.48015908364959954e-05,
    1.98412698928943744e-04, 1.38888888835643314e-03, 8.33333333326973652e-03,
    4.16666666667021846e-02, 1.66666666666669377e-01, 4.99999999999999278e-01};

//===- By a machine's 2^x -------------------------------------------------===//

// 2^x = 2^r 2^k, k the whole number nearest to x, but from -126 to 126, so that
// 2^k is a normal number: further out r is more than 1/2, and its own 2^r, or
// the product, overflows or is rounded to a denormal, once.
typedef struct Whole {
  V k;     // as a float
  V power; // 2^k
} Whole;

// magic + k has the exponent of 2^k, 127 included, in its lowest bits.
static Whole wholeOf(TcMath *m, V x, double scale) {
  const double magic = 0x1.8p23 + 127;
  V t = mFma(m, x, mF(m, scale), mF(m, magic));
  t = tcPrimMaximum(&m->b, t, mF(m, magic - 126));
  t = tcPrimMinimum(&m->b, t, mF(m, magic + 126));
  return (Whole){.k = mSub(m, t, mF(m, magic)),
                 .power = mFromBits(m, mShl(m, mBits(m, t), mFraction(m)))};
}

static V powerOf(TcMath *m, V r, const Whole *whole) {
  return mMul(m, mMachines(m, tcPrimExp2(&m->b, r)), whole->power);
}

// r = x log2 e - k, log2 e in two parts of one sign: infinities stay.
static V expByMachine(TcMath *m, V x) {
  const double high = 0x1.715476p+0, low = 0x1.4ae0c0p-26;
  Whole whole = wholeOf(m, x, high);
  V r = mFma(m, x, mF(m, high), mNeg(m, whole.k));
  r = mFma(m, x, mF(m, low), r);
  return powerOf(m, r, &whole);
}

static V exp2ByMachine(TcMath *m, V x) {
  Whole whole = wholeOf(m, x, 1.0);
  return powerOf(m, mSub(m, x, whole.k), &whole);
}

static bool hasExp2(const TcMath *m) {
  return m->machine == TC_MATH_EXP2 && !m->is64;
}

//===- By polynomials -----------------------------------------------------===//

// A machine that scales by powers of two has its own, of half the range of r.
V tcExpandExp(TcMath *m, V x) {
  if (m->machine == TC_MATH_SERIES && !m->is64)
    return tcPrimExp(&m->b, x);
  if (hasExp2(m))
    return expByMachine(m, x);
  x = clamp(m, x, -104.0, 89.0, -746.0, 710.0);
  Reduced e = splitE(m, x);
  V one = mF(m, 1.0);
  V p = M_POLY2(m, e.r, exp32, tcMathExp64);
  p = mFma(m, mFma(m, p, e.r, one), e.r, one);
  return mMul(m, mMul(m, p, e.s), e.s);
}

// Minimax on |r| <= 1 of (2^r - 1) / r: errors 2^-26.4 and 2^-56.7.
static const double exp2of32[] = {
    1.503053045e-05, 1.565371203e-04, 1.333949273e-03, 9.616719559e-03,
    5.550379306e-02, 2.402267307e-01, 6.931472421e-01};
static const double exp2of64[] = {
    1.35788256412012040e-12, 2.59103960281184540e-11, 4.44610000108951503e-10,
    7.05460294534999191e-09, 1.01780782978787129e-07, 1.32154888025379673e-06,
    1.52527338515324209e-05, 1.54035303867794952e-04, 1.33335581462912570e-03,
    9.61812910763837695e-03, 5.55041086648232138e-02, 2.40226506959100222e-01,
    6.93147180559945286e-01};

V tcExpandExp2(TcMath *m, V x) {
  if (hasExp2(m))
    return exp2ByMachine(m, x);
  x = clamp(m, x, -151.0, 129.0, -1076.0, 1025.0);
  Reduced e = split(m, x, 0.5);
  V r = mFma(m, e.r, mF(m, -2.0), x);
  V p = M_POLY2(m, r, exp2of32, exp2of64);
  p = mFma(m, p, r, mF(m, 1.0));
  return mMul(m, mMul(m, p, e.s), e.s);
}

// Minimax on |r| <= ln2 of (e^r - 1 - r) / r^2, relative to e^r - 1: errors
// 2^-24.9 and 2^-55.2.
static const double expm1of32[] = {1.985514536e-04, 1.409435063e-03,
                                   8.334256709e-03, 4.166190699e-02,
                                   1.666664779e-01, 5.000002384e-01};
static const double expm1of64[] = {
    1.60609011836163128e-10, 2.10550423873195744e-09, 2.50530679345809303e-08,
    2.75562592977468338e-07, 2.75573123851794472e-06, 2.48015903107982850e-05,
    1.98412698599099410e-04, 1.38888888847692920e-03, 8.33333333331220429e-03,
    4.16666666666904370e-02, 1.66666666666667435e-01, 4.99999999999999611e-01};

// e^x - 1 = ((e^r - 1) s + (s - 1/s)) s, which is e^r - 1 itself for k = 0.
V tcExpandExpm1(TcMath *m, V x) {
  V c = clamp(m, x, -30.0, 89.0, -50.0, 710.0);
  Reduced e = splitE(m, c);
  V p = mFma(m, mMul(m, e.r, e.r), M_POLY2(m, e.r, expm1of32, expm1of64), e.r);
  V one = mI2(m, 0x3F800000, 0x3FF0000000000000);
  V inverse = mFromBits(m, mSub(m, one, mShl(m, mBits(m, e.k), mFraction(m))));
  V y = mMul(m, mFma(m, p, e.s, mSub(m, e.s, inverse)), e.s);
  return mWhere(m, mEq(m, x, mF(m, 0.0)), x, y); // keeps -0
}
