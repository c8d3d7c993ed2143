// pow and remainder. x^y = 2^(y log2 |x|); for f32 in f64, for f64 with the
// logarithm as an unevaluated sum of two (Dekker), since an error of it counts
// up to a thousandfold.
#include "passes/lower/math/math.h"

// An unevaluated sum, |low| <= ulp(high) / 2.
typedef struct Pair {
  V high, low;
} Pair;

static Pair quickSum(TcMath *m, V a, V b) { // |a| >= |b|
  V s = mAdd(m, a, b);
  return (Pair){s, mSub(m, b, mSub(m, s, a))};
}

static Pair product(TcMath *m, V a, V b) {
  V p = mMul(m, a, b);
  return (Pair){p, mFma(m, a, b, mNeg(m, p))};
}

static Pair mulPair(TcMath *m, Pair a, V b) {
  Pair p = product(m, a.high, b);
  return quickSum(m, p.high, mFma(m, a.low, b, p.low));
}

// f / d, f and d exact sums.
static Pair quotient(TcMath *m, V f, Pair d) {
  V q = mDiv(m, f, d.high);
  V rest = mFma(m, mNeg(m, q), d.high, f);
  rest = mFma(m, mNeg(m, q), d.low, rest);
  return (Pair){q, mDiv(m, rest, d.high)};
}

// atanh(s)/s - 1 by z = s^2, less z/3 and z^2/5 for their own terms; s is at
// most 0.172, so that the series needs no fitting.
static const double atanhTail[] = {1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17,
                                   1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9,
                                   1.0 / 7,  1.0 / 5,  1.0 / 3};

// log2(x) of a positive number: with 2^e (1 + f), s = f / (2 + f), it is
// e + 2/ln2 (s + s^3/3 + ...).
static Pair log2Pair(TcMath *m, V x) {
  V tiny = mLt(m, x, mF(m, 0x1p-1022));
  V ix = mBits(m, mWhere(m, tiny, mMul(m, x, mF(m, 0x1p54)), x));
  V e = mAshr(m, mSub(m, ix, mI(m, 0x3FE6A09E667F3BCD)), 52);
  V one = mF(m, 1.0), two = mF(m, 2.0);
  V f = mSub(m, mFromBits(m, mSub(m, ix, mShl(m, e, 52))), one);
  V magic = mI(m, 0x4338000000000000);
  V ef = mSub(m, mFromBits(m, mAdd(m, e, magic)), mMagic(m));
  ef = mSub(m, ef, mWhere(m, tiny, mF(m, 54.0), mF(m, 0.0)));

  Pair s = quotient(m, f, quickSum(m, two, f));
  V z = mMul(m, s.high, s.high);
  V tail = mMul(m, mMul(m, z, s.high), M_POLY(m, z, atanhTail));
  Pair l = quickSum(m, s.high, mAdd(m, s.low, tail));
  Pair scaled = mulPair(m, l, mF(m, 2.8853900817779268));
  scaled.low = mFma(m, l.high, mF(m, 4.071054748191003e-17), scaled.low);
  Pair sum = quickSum(m, ef, scaled.high); // e is 0 or the greater
  sum.low = mAdd(m, sum.low, scaled.low);
  V zero = mEq(m, ef, mF(m, 0.0));
  sum.high = mWhere(m, zero, scaled.high, sum.high);
  sum.low = mWhere(m, zero, scaled.low, sum.low);
  return quickSum(m, sum.high, sum.low);
}

// e^w of |w| <= ln2, rounded once from an error of about 2^-56: 1, w and the
// first term in w^2 are added exactly, since their last bits decide whether 3^1
// is 3.
static V expOfPair(TcMath *m, Pair w) {
  Pair square = product(m, w.high, w.high);
  square.low = mFma(m, mAdd(m, w.high, w.high), w.low, square.low);
  Pair half = mulPair(m, square, mF(m, tcMathExp64[11]));
  V cube =
      mMul(m, mMul(m, square.high, w.high), mPoly(m, w.high, 11, tcMathExp64));
  Pair sum = quickSum(m, mF(m, 1.0), w.high);
  Pair more = quickSum(m, sum.high, half.high);
  V low = mAdd(m, mAdd(m, w.low, half.low), mAdd(m, sum.low, more.low));
  return mAdd(m, more.high, mAdd(m, low, cube));
}

// 2^(high + low) for |high| <= 1e5, |low| < 1: 2^(2k) 2^r, in two products that
// overflow and round into the denormals by themselves.
static V exp2Pair(TcMath *m, Pair p) {
  V high = mClamp(m, p.high, -1076.0, 1025.0);
  V t = mFma(m, high, mF(m, 0.5), mMagic(m));
  V bits = mAdd(m, mShl(m, mBits(m, t), 52), mI(m, 0x3FF0000000000000));
  V s = mFromBits(m, bits);
  V r = mFma(m, mSub(m, t, mMagic(m)), mF(m, -2.0), high);
  Pair w = product(m, r, mF(m, 0.69314718055994530942));
  w.low = mFma(m, r, mF(m, 2.3190468138462996e-17), w.low);
  w.low = mFma(m, p.low, mF(m, 0.69314718055994530942), w.low);
  V y = expOfPair(m, quickSum(m, w.high, w.low));
  return mMul(m, mMul(m, y, s), s);
}

// Minimax on [-1/3, 1/3] of log2(1 + f) / f, error 2^-35.9, and on [-1/2, 1/2]
// of (2^r - 1) / r, error 2^-34.3 of 2^r: for results of f32, which are 2^z of
// |z| <= 151.
static const double log2of32[] = {
    0.15754118317599458,  -0.1661052891223577, 0.12356302932583645,
    -0.13746110564502464, 0.1608911979359042,  -0.1808060629363397,
    0.2060759753353688,   -0.2404336604645908, 0.2885394416834565,
    -0.3606739786150851,  0.4808983439620736,  -0.7213475195692861,
    1.4426950408923294};
static const double exp2of32[] = {
    1.5196137801356863e-05, 1.5466755898054974e-04, 1.333393512844088e-03,
    9.61803813371884e-03,   5.550410365923435e-02,  2.4022651066546932e-01,
    6.931471807045414e-01};

// log2(x) in f64 of a positive number of f32, which is normal there: x is 2^e
// (1 + f) with 1 + f in [2/3, 4/3).
static V log2Short(TcMath *d, V x) {
  V bits = mBits(d, x);
  V e = mAshr(d, mSub(d, bits, mI(d, 0x3FE5555555555555)), 52);
  V f = mFromBits(d, mSub(d, bits, mShl(d, e, 52)));
  f = mSub(d, f, mF(d, 1.0));
  V power = mFromBits(d, mAdd(d, e, mI(d, 0x4338000000000000)));
  return mFma(d, f, M_POLY(d, f, log2of32), mSub(d, power, mMagic(d)));
}

// 2^z in f64, for a result of f32, which overflows and rounds by itself.
static V exp2Short(TcMath *d, V z) {
  z = mClamp(d, z, -151.0, 129.0);
  V t = mAdd(d, z, mMagic(d));
  V r = mSub(d, z, mSub(d, t, mMagic(d)));
  V scale = mAdd(d, mShl(d, mBits(d, t), 52), mI(d, 0x3FF0000000000000));
  V p = mFma(d, r, M_POLY(d, r, exp2of32), mF(d, 1.0));
  return mMul(d, p, mFromBits(d, scale));
}

// |x|^y for finite positive |x|.
static V powPositive32(TcMath *m, V ax, V y) {
  TcMath d = tcMathIn(m, true);
  V l = log2Short(&d, mConvert(m, ax, d.f));
  return mConvert(m, exp2Short(&d, mMul(&d, mConvert(m, y, d.f), l)), m->f);
}

static V powPositive64(TcMath *m, V ax, V y) {
  Pair l = log2Pair(m, ax);
  V high = mClamp(m, mMul(m, l.high, y), -1.0e5, 1.0e5);
  V low = mFma(m, l.high, y, mNeg(m, high));
  low = mFma(m, l.low, y, low);
  V small = mLt(m, mAbs(m, low), mF(m, 1.0));
  return exp2Pair(m, (Pair){high, mWhere(m, small, low, mF(m, 0.0))});
}

static V isInteger(TcMath *m, V y) { return mEq(m, mFloor(m, y), y); }

// Odd integers: y is one, y/2 is none.
static V isOdd(TcMath *m, V y) {
  V half = mMul(m, y, mF(m, 0.5));
  return mAnd(m, isInteger(m, y), mNot(m, isInteger(m, half)));
}

// The cases of C's pow where |x| is 0, inf or NaN, or y is.
static V magnitudeEdges(TcMath *m, V ax, V y, V p) {
  V zero = mF(m, 0.0), inf = mF(m, INFINITY), one = mF(m, 1.0);
  V up = mGt(m, y, zero);
  p = mWhere(m, mEq(m, ax, inf), mWhere(m, up, inf, zero), p);
  p = mWhere(m, mEq(m, ax, zero), mWhere(m, up, zero, inf), p);
  V grows = mEq(m, up, mGt(m, ax, one));
  V endless = mEq(m, mAbs(m, y), inf);
  p = mWhere(m, endless, mWhere(m, grows, inf, zero), p);
  return mWhere(m, mEq(m, ax, one), one, p);
}

static V signAndNan(TcMath *m, V x, V y, V p) {
  V zero = mF(m, 0.0), one = mF(m, 1.0);
  V negative = mNe(m, mLshr(m, mBits(m, x), m->is64 ? 63 : 31), mI(m, 0));
  p = mWhere(m, mAnd(m, negative, isOdd(m, y)), mNeg(m, p), p);
  V finite = mGt(m, x, mF(m, -INFINITY));
  V undefined =
      mAnd(m, mAnd(m, mLt(m, x, zero), finite), mNot(m, isInteger(m, y)));
  p = mWhere(m, undefined, mF(m, NAN), p);
  V nan = mOr(m, mNe(m, x, x), mNe(m, y, y));
  p = mWhere(m, nan, mAdd(m, x, y), p);
  return mWhere(m, mOr(m, mEq(m, y, zero), mEq(m, x, one)), one, p);
}

// The exponent if it is a constant; then powers that are a few products.
static bool constantOf(V y, double *value) {
  if (!mlirValueIsAOpResult(y))
    return false;
  MlirOperation op = mlirOpResultGetOwner(y);
  if (tcPrimOpKind(op) != TC_PRIM_CONSTANT)
    return false;
  MlirAttribute attr = tcPrimConstantGetValue(op);
  if (!mlirAttributeIsAFloat(attr))
    return false;
  *value = mlirFloatAttrGetValueDouble(attr);
  return true;
}

static V powInteger(TcMath *m, V x, int n) {
  V result = {NULL};
  for (V base = x; n; n >>= 1) {
    if (n & 1)
      result = result.ptr ? mMul(m, result, base) : base;
    if (n > 1)
      base = mMul(m, base, base);
  }
  return result;
}

static V powConstant(TcMath *m, V x, double y) {
  double size = fabs(y);
  V one = mF(m, 1.0), none = {NULL};
  if (size == 0.5) {
    V root = mSqrt(m, mAdd(m, x, mF(m, 0.0))); // of -0 is +0 too
    root = mWhere(m, mEq(m, x, mF(m, -INFINITY)), mF(m, INFINITY), root);
    return y > 0 ? root : mDiv(m, one, root);
  }
  if (size != floor(size) || size > 8 || size == 0)
    return none;
  V p = powInteger(m, x, (int)size);
  return y > 0 ? p : mDiv(m, one, p);
}

V tcExpandPow(TcMath *m, V x, V y) {
  double constant;
  V simple = {NULL};
  if (constantOf(y, &constant))
    simple = powConstant(m, x, constant);
  if (simple.ptr)
    return simple;
  V ax = mAbs(m, x);
  V p = m->is64 ? powPositive64(m, ax, y) : powPositive32(m, ax, y);
  return signAndNan(m, x, y, magnitudeEdges(m, ax, y, p));
}

// C's fmod has x's sign; Python's % has y's.
V tcMathRemainder(TcMath *m, V x, V y) {
  V rest = tcPrimFmod(&m->b, x, y), zero = mF(m, 0.0);
  V differ = mNe(m, mLt(m, rest, zero), mLt(m, y, zero));
  V move = mAnd(m, mNe(m, rest, zero), differ);
  return mWhere(m, move, mAdd(m, rest, y), rest);
}
