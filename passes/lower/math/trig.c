// sin, cos, atan2. Arguments of any size are reduced exactly: of x * 2/pi only
// the bits below 4 matter. Those of f32 are multiplied in f64 by 2/pi, or what
// is left of it for multiples of a power of two. Of f64 (Payne and Hanek, 1983)
// the significand, an integer, is multiplied by a window of the bits of 2/pi
// that the exponent chooses; the product, in fixed point modulo 4, is the
// quadrant and the rest. 32-bit words stand in the low halves of i64.
#include "passes/lower/math/math.h"

#include <stdint.h>

// 2/pi = sum of words[i] 2^(-32 (i + 1)).
static const uint32_t words[] = {
    0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041,
    0xFE5163AB, 0xDEBBC561, 0xB7246E3A, 0x424DD2E0, 0x06492EEA, 0x09D1921C,
    0xFE1DEB1C, 0xB129A73E, 0xE88235F5, 0x2EBB4484, 0xE99C7026, 0xB45F7E41,
    0x3991D639, 0x835339F4, 0x9C845F8B, 0xBDF9283B, 0x1FF897FF, 0xDE05980F,
    0xEF2F118B, 0x5A0A6D1F, 0x6D367ECF, 0x27CB09B7, 0x4F463F66, 0x9E5FEA2D,
    0x7527BAC7, 0xEBE5F17B, 0x3D0739F7, 0x8A5292EA, 0x6BFB5FB1, 0x1F8D5D08,
    0x56033046, 0xFC7B6BAB, 0xF0CFBC20, 0x9AF4361D};

typedef struct Quadrant {
  V q; // integer, of which the two low bits count
  V r; // x - q pi/2 in [-pi/4, pi/4]
} Quadrant;

static V word(TcMath *m, int i) { return mI(m, i < 0 ? 0 : (int64_t)words[i]); }

// The `n` words of (zeros 0s, then 2/pi) from word `from` on, from <= 2^bits -
// 1 chosen bit by bit from the top.
static void selectWords(TcMath *m, V from, int bits, int zeros, int n, V *out) {
  V w[72];
  int have = n + (1 << bits) - 1;
  for (int i = 0; i < have; ++i)
    w[i] = word(m, i - zeros < 40 ? i - zeros : 39);
  for (int bit = bits - 1; bit >= 0; --bit) {
    int step = 1 << bit;
    V on = mNe(m, mAnd(m, from, mI(m, step)), mI(m, 0));
    have = n + step - 1;
    for (int i = 0; i < have; ++i)
      w[i] = mWhere(m, on, w[i + step], w[i]);
  }
  for (int i = 0; i < n; ++i)
    out[i] = w[i];
}

// out[i] = 32 bits from bit `shift` (0..31) on of words w[i], w[i + 1].
static void align(TcMath *m, V shift, int n, const V *w, V *out) {
  V mask = mI(m, UINT32_MAX);
  V rest = mSub(m, mI(m, 31), shift);
  for (int i = 0; i < n; ++i) {
    V high = mAnd(m, tcPrimShiftLeft(&m->b, w[i], shift), mask);
    V low = tcPrimShiftRightLogical(&m->b, mLshr(m, w[i + 1], 1), rest);
    out[i] = mOr(m, high, low);
  }
}

// A 64-bit fixed-point number with the unit 2^62 is a quadrant, to be rounded,
// and a rest.
static V roundQuadrant(TcMath *d, V *fixed) {
  V q = mLshr(d, mAdd(d, *fixed, mI(d, INT64_C(1) << 61)), 62);
  *fixed = mSub(d, *fixed, mShl(d, q, 62));
  return q;
}

// An integer in [-2^51, 2^51] as f64; in 0 .. 2^32 - 1.
static V toFloat(TcMath *d, V i) {
  V magic = mI(d, 0x4338000000000000);
  return mSub(d, mFromBits(d, mAdd(d, i, magic)), mMagic(d));
}
static V lowWord(TcMath *d, V i) { return mAnd(d, i, mI(d, UINT32_MAX)); }

// high 2^32 + low + rest, in units of 2^-62 quadrants, as an angle.
static V toAngle(TcMath *d, V fixed, V rest) {
  V low = mAdd(d, toFloat(d, lowWord(d, fixed)), rest);
  V sum = mFma(d, toFloat(d, mAshr(d, fixed, 32)), mF(d, 0x1p32), low);
  return mMul(d, sum, mF(d, 1.57079632679489661923 * 0x1p-62));
}

static V exponentOf(TcMath *m, V ax) {
  return mSub(m, mLshr(m, mBits(m, ax), mFraction(m)), mI(m, 1023));
}

static V significandOf(TcMath *m, V ax) {
  int64_t hidden = INT64_C(1) << mFraction(m);
  V mask = mI(m, hidden - 1);
  return mOr(m, mAnd(m, mBits(m, ax), mask), mI(m, hidden));
}

// 2^-K times what 2^K 2/pi is modulo 4, as the sum of two numbers of f64, for K
// = 0, 24, 48, 72, 96. Numbers of f32 from 2^(K + 23) on are multiples of 2^K,
// so that multiples of 4 may be left out. Products with those below 2^(K + 47)
// are known to 2^-60, and no number of f32 is nearer to a quadrant than 2^-30;
// what is rounded to a quadrant is off by 2^-6.5 at most.
typedef struct Turn {
  double below, high, low;
} Turn;
static const Turn turns[] = {
    {0x1p47, 0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55},
    {0x1p71, -0x1.236377d5ac07bp-25, -0x1.505c1596447e5p-81},
    {0x1p95, 0x1.529fc2757d1f5p-52, 0x1.a6ee06db14acdp-107},
    {0x1p119, 0x1.3abe8fa9a6ee0p-75, 0x1.b6c52b3278872p-129},
    {INFINITY, 0x1.f534ddc0db629p-96, 0x1.664f10e4107f9p-150}};

// For f32: of infinities and NaN the rest is NaN.
static Quadrant reduce32(TcMath *m, V ax) {
  TcMath d = tcMathIn(m, true);
  V x = mConvert(m, ax, d.f);
  int last = sizeof turns / sizeof *turns - 1;
  V high = mF(&d, turns[last].high), low = mF(&d, turns[last].low);
  for (int i = last; i-- > 0;) {
    V below = mLt(m, ax, mF(m, turns[i].below));
    high = mWhere(&d, below, mF(&d, turns[i].high), high);
    low = mWhere(&d, below, mF(&d, turns[i].low), low);
  }
  V y = mMul(&d, x, high);
  V rest = mFma(&d, x, low, mFma(&d, x, high, mNeg(&d, y)));
  V rounded = mAdd(&d, y, mMagic(&d));
  y = mAdd(&d, mSub(&d, y, mSub(&d, rounded, mMagic(&d))), rest);
  V r = mMul(&d, y, mF(&d, 1.57079632679489661923));
  return (Quadrant){.q = mConvert(&d, mBits(&d, rounded), m->i),
                    .r = mConvert(&d, r, m->f)};
}

// Adds a 64-bit product to columns c[at], c[at + 1] of 32 bits.
static void addProduct(TcMath *m, V *c, int at, V x, V y) {
  if (at > 5)
    return;
  V p = mMul(m, x, y);
  c[at] = mAdd(m, c[at], lowWord(m, p));
  c[at + 1] = mAdd(m, c[at + 1], mLshr(m, p, 32));
}

// For f64: 53 bits by 192; the columns are counted from the least one, and
// what lies above the sixth is a multiple of 4 quadrants.
static Quadrant reduce64(TcMath *m, V ax) {
  V o = mAdd(m, exponentOf(m, ax), mI(m, 10));
  V w[7], u[6], c[8];
  selectWords(m, mAshr(m, o, 5), 6, 2, 7, w);
  align(m, mAnd(m, o, mI(m, 31)), 6, w, u);
  V s = significandOf(m, ax), low = lowWord(m, s), high = mLshr(m, s, 32);
  for (int i = 0; i < 8; ++i)
    c[i] = mI(m, 0);
  for (int i = 0; i < 6; ++i) {
    addProduct(m, c, i, low, u[5 - i]);
    addProduct(m, c, i + 1, high, u[5 - i]);
  }
  for (int i = 0; i < 5; ++i)
    c[i + 1] = mAdd(m, c[i + 1], mLshr(m, c[i], 32));
  V fixed = mOr(m, mShl(m, c[5], 32), lowWord(m, c[4]));
  V q = roundQuadrant(m, &fixed);
  V rest = mMul(m, toFloat(m, lowWord(m, c[2])), mF(m, 0x1p-64));
  rest = mFma(m, toFloat(m, lowWord(m, c[3])), mF(m, 0x1p-32), rest);
  return (Quadrant){.q = q, .r = toAngle(m, fixed, rest)};
}

// Minimax on |r| <= pi/4, by z = r^2: sin r = r + r z S, errors 2^-28.0 and
// 2^-57.9; cos r = 1 - z/2 + z^2 C, errors 2^-33 and 2^-63.9.
static const double sin32[] = {-1.951463200e-04, 8.332155645e-03,
                               -1.666665524e-01};
static const double cos32[] = {2.443241283e-05, -1.388730947e-03,
                               4.166664556e-02};
static const double sin64[] = {
    1.58959044620777624e-10, -2.50507423024863752e-08,
    2.75573135875810229e-06, -1.98412698294953813e-04,
    8.33333333332200547e-03, -1.66666666666666297e-01};
static const double cos64[] = {
    -1.13583105208734413e-11, 2.08756965731745141e-09,
    -2.75573141486277046e-07, 2.48015872887481998e-05,
    -1.38888888888728953e-03, 4.16666666666665950e-02};

static V sinPoly(TcMath *m, V r) {
  V z = mMul(m, r, r);
  return mFma(m, mMul(m, r, z), M_POLY2(m, z, sin32, sin64), r);
}

static V cosPoly(TcMath *m, V r) {
  V z = mMul(m, r, r);
  V tail = mMul(m, mMul(m, z, z), M_POLY2(m, z, cos32, cos64));
  return mAdd(m, mFma(m, z, mF(m, -0.5), mF(m, 1.0)), tail);
}

// Of f64 below 1/2 there is nothing to reduce, and no bits of 2/pi to choose.
static Quadrant reduce(TcMath *m, V ax) {
  if (!m->is64)
    return reduce32(m, ax);
  V least = mF(m, 0.5), big = mGt(m, ax, least);
  Quadrant a = reduce64(m, mWhere(m, big, ax, least));
  return (Quadrant){.q = mWhere(m, big, a.q, mI(m, 0)),
                    .r = mWhere(m, big, a.r, ax)};
}

// sin(|x| + shift pi/2)
static V sinOfQuadrant(TcMath *m, V ax, int shift) {
  Quadrant a = reduce(m, ax);
  V q = mAdd(m, a.q, mI(m, shift));
  V odd = mNe(m, mAnd(m, q, mI(m, 1)), mI(m, 0));
  V y = mWhere(m, odd, cosPoly(m, a.r), sinPoly(m, a.r));
  V sign = mShl(m, mLshr(m, q, 1), m->is64 ? 63 : 31);
  y = mFromBits(m, mXor(m, mBits(m, y), sign));
  return m->is64 ? mWhere(m, mLt(m, ax, mF(m, INFINITY)), y, mF(m, NAN)) : y;
}

V tcExpandSin(TcMath *m, V x) {
  V ax = mAbs(m, x);
  V sign = mXor(m, mBits(m, x), mBits(m, ax));
  V y = sinOfQuadrant(m, ax, 0);
  return mFromBits(m, mXor(m, mBits(m, y), sign));
}

V tcExpandCos(TcMath *m, V x) { return sinOfQuadrant(m, mAbs(m, x), 1); }

//===- atan2 --------------------------------------------------------------===//

// Minimax of (atan(t)/t - 1) / t^2 by t^2: on [0, 1], error 2^-25.8, and on
// [0, sqrt 2 - 1], error 2^-64.2.
static const double atan32[] = {
    2.920684405e-03, -1.636789553e-02, 4.321180657e-02, -7.552209496e-02,
    1.066600233e-01, -1.421105415e-01, 1.999377310e-01, -3.333315253e-01};
static const double atan64[] = {
    1.51806841694590577e-02, -3.34596252236891226e-02,
    4.50288475342120048e-02, -5.21823344528985558e-02,
    5.87699395713030537e-02, -6.66622376857601562e-02,
    7.69228254528179362e-02, -9.09090813454916380e-02,
    1.11111110878843622e-01, -1.42857142853829971e-01,
    1.99999999999976252e-01, -3.33333333333333259e-01};

// atan(t) for t in [0, 1].
static V atanPoly(TcMath *m, V t) {
  V z = mMul(m, t, t);
  return mFma(m, mMul(m, t, z), M_POLY2(m, z, atan32, atan64), t);
}

// For f64 the upper half is pi/4 + atan((t - 1) / (t + 1)).
static V atanUnit(TcMath *m, V t) {
  if (!m->is64)
    return atanPoly(m, t);
  V one = mF(m, 1.0), zero = mF(m, 0.0);
  V high = mGt(m, t, mF(m, 0.41421356237309503));
  V u = mDiv(m, mSub(m, t, one), mAdd(m, t, one));
  V a = atanPoly(m, mWhere(m, high, u, t));
  return mAdd(m, mWhere(m, high, mF(m, 0.78539816339744830962), zero), a);
}

// whole - a, where `low` is what rounding took from whole.
static V from(TcMath *m, double whole, double low32, double low64, V a) {
  return mAdd(m, mF(m, whole), mSub(m, mF2(m, low32, low64), a));
}

V tcExpandAtan2(TcMath *m, V y, V x) {
  V ax = mAbs(m, x), ay = mAbs(m, y), zero = mF(m, 0.0), inf = mF(m, INFINITY);
  V steep = mGt(m, ay, ax);
  V num = mWhere(m, steep, ax, ay), den = mWhere(m, steep, ay, ax);
  V t = mDiv(m, num, den);
  t = mWhere(m, mEq(m, den, zero), zero, t);      // 0 / 0
  t = mWhere(m, mEq(m, num, inf), mF(m, 1.0), t); // inf / inf
  V a = atanUnit(m, t);
  V up = from(m, 1.57079632679489661923, -4.37113883e-08, 6.123233995736766e-17,
              a);
  a = mWhere(m, steep, up, a);
  V negative = mNe(m, mAshr(m, mBits(m, x), m->is64 ? 63 : 31), mI(m, 0));
  V back = from(m, 3.14159265358979323846, -8.74227766e-08,
                1.2246467991473532e-16, a);
  a = mWhere(m, negative, back, a);
  V nan = mOr(m, mNe(m, x, x), mNe(m, y, y));
  return mWhere(m, nan, mAdd(m, x, y), mCopysign(m, a, y));
}
