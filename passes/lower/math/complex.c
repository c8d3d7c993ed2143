// Complex functions, expanded to operations on their parts.
#include "passes/lower/math/math.h"

// sqrt(x^2 + y^2) without overflow: scaled by the power of two of the greater.
V tcMathComplexAbs(TcMath *m, TcMathC z) {
  V x = mAbs(m, z.re), y = mAbs(m, z.im), inf = mF(m, INFINITY);
  V swap = mLt(m, x, y);
  V a = mWhere(m, swap, y, x), b = mWhere(m, swap, x, y);
  V t = mDiv(m, b, a);
  V y1 = mMul(m, a, mSqrt(m, mFma(m, t, t, mF(m, 1.0))));
  y1 = mWhere(m, mEq(m, a, mF(m, 0.0)), b, y1); // b is 0, too, or NaN
  V endless = mOr(m, mEq(m, x, inf), mEq(m, y, inf));
  return mWhere(m, endless, inf, y1);
}

TcMathC tcMathComplexExp(TcMath *m, TcMathC z) {
  V size = tcExpandExp(m, z.re);
  V im = mMul(m, size, tcExpandSin(m, z.im));
  V real = mEq(m, z.im, mF(m, 0.0));
  return (TcMathC){mMul(m, size, tcExpandCos(m, z.im)),
                   mWhere(m, real, z.im, im)};
}

//===- Scales -------------------------------------------------------------===//

static V greater(TcMath *m, V x, V y) { return mWhere(m, mLt(m, x, y), y, x); }

static V greatest(TcMath *m, TcMathC z) {
  return greater(m, mAbs(m, z.re), mAbs(m, z.im));
}

static TcMathC times(TcMath *m, TcMathC z, V by) {
  return (TcMathC){mMul(m, z.re, by), mMul(m, z.im, by)};
}

// One of three numbers: where the greatest part of z is such that |z| may
// overflow, where its square would lose bits, and else.
static V bySize(TcMath *m, TcMathC z, double large, double small,
                double else_) {
  V a = greatest(m, z);
  V isLarge = mGt(m, a, mF2(m, 0x1p125, 0x1p1020));
  V isSmall = mLt(m, a, mF2(m, 0x1p-100, 0x1p-960));
  return mWhere(m, isLarge, mF(m, large),
                mWhere(m, isSmall, mF(m, small), mF(m, else_)));
}

// z in the middle of the type's range: times 2^-4, 1, or 2^48 (2^120).
static TcMathC inMiddle(TcMath *m, TcMathC z) {
  return times(m, z, bySize(m, z, 0x1p-4, m->is64 ? 0x1p120 : 0x1p48, 1));
}

//===- Roots and logarithms -----------------------------------------------===//

// log |z|; near 1 as log1p(|z|^2 - 1) / 2.
static V logOfAbs(TcMath *m, TcMathC z) {
  const double ln2 = 0.69314718055994530942;
  V back = bySize(m, z, 4 * ln2, (m->is64 ? -120 : -48) * ln2, 0);
  V far = mAdd(m, tcExpandLog(m, tcMathComplexAbs(m, inMiddle(m, z))), back);
  V x = mAbs(m, z.re), y = mAbs(m, z.im), one = mF(m, 1.0);
  V a = greater(m, x, y), b = mWhere(m, mLt(m, x, y), x, y);
  V rest = mFma(m, b, b, mMul(m, mSub(m, a, one), mAdd(m, a, one)));
  V near = mMul(m, tcExpandLog1p(m, rest), mF(m, 0.5));
  V isNear = mAnd(m, mGt(m, a, mF(m, 0.75)), mLt(m, a, mF(m, 1.25)));
  return mWhere(m, isNear, near, far);
}

TcMathC tcMathComplexLog(TcMath *m, TcMathC z) {
  return (TcMathC){logOfAbs(m, z), tcExpandAtan2(m, z.im, z.re)};
}

// With t = sqrt((|re| + |z|) / 2): (t, im / 2t), or (|im| / 2t, +-t) for re <
// 0.
static TcMathC sqrtInMiddle(TcMath *m, TcMathC z) {
  V half = mF(m, 0.5), zero = mF(m, 0.0);
  V sum = mAdd(m, mAbs(m, z.re), tcMathComplexAbs(m, z));
  V t = mSqrt(m, mMul(m, sum, half));
  V other = mDiv(m, mMul(m, mAbs(m, z.im), half), t);
  other = mWhere(m, mEq(m, t, zero), zero, other);
  V left = mLt(m, z.re, zero);
  V im = mWhere(m, left, t, other);
  return (TcMathC){mWhere(m, left, other, t), mCopysign(m, im, z.im)};
}

// Of infinite numbers what C says: im infinite gives (inf, im); else re does.
TcMathC tcMathComplexSqrt(TcMath *m, TcMathC z) {
  V inf = mF(m, INFINITY), zero = mF(m, 0.0);
  TcMathC y = sqrtInMiddle(m, inMiddle(m, z));
  y = times(m, y, bySize(m, z, 4, m->is64 ? 0x1p-60 : 0x1p-24, 1));
  V right = mEq(m, z.re, inf), left = mEq(m, z.re, mNeg(m, inf));
  V isNaN = mNe(m, z.im, z.im);
  V none = mWhere(m, isNaN, z.im, zero);
  y.re = mWhere(m, right, inf, mWhere(m, left, none, y.re));
  y.im = mWhere(m, right, mCopysign(m, none, z.im),
                mWhere(m, left, mCopysign(m, inf, z.im), y.im));
  V up = mEq(m, mAbs(m, z.im), inf);
  return (TcMathC){mWhere(m, up, inf, y.re), mWhere(m, up, z.im, y.im)};
}

//===- Quotients ----------------------------------------------------------===//

// Smith's: divides by the greater part of y first; large ones are scaled, so
// that nothing on the way overflows.
TcMathC tcMathComplexDiv(TcMath *m, TcMathC x, TcMathC y) {
  V by = mWhere(m, mGt(m, greatest(m, y), mF2(m, 0x1p125, 0x1p1020)),
                mF(m, 0x1p-4), mF(m, 1.0));
  x = times(m, x, by);
  y = times(m, y, by);
  V swap = mLt(m, mAbs(m, y.re), mAbs(m, y.im));
  V a = mWhere(m, swap, y.im, y.re), b = mWhere(m, swap, y.re, y.im);
  V t = mDiv(m, b, a);
  V d = mFma(m, b, t, a);
  V p = mWhere(m, swap, x.im, x.re), q = mWhere(m, swap, x.re, x.im);
  V re = mDiv(m, mFma(m, q, t, p), d);
  V im = mDiv(m, mSub(m, q, mMul(m, p, t)), d);
  return (TcMathC){re, mWhere(m, swap, mNeg(m, im), im)};
}

TcMathC tcMathComplexReciprocal(TcMath *m, TcMathC z) {
  return tcMathComplexDiv(m, (TcMathC){mF(m, 1.0), mF(m, 0.0)}, z);
}

// tanh(x + iy) = (sinh 2x + i sin 2y) / (cosh 2x + cos 2y), in terms of
// s = sinh x: (s cosh x + i sin y cos y) / (s^2 + cos^2 y), a sum of positive
// terms. Where s^2 is all of it: +-1 + 4i sin y cos y exp(-2|x|).
TcMathC tcMathComplexTanh(TcMath *m, TcMathC z) {
  V a = mAbs(m, z.re), one = mF(m, 1.0), edge = mF2(m, 11, 22);
  V isFar = mGt(m, a, edge);
  V u = tcExpandExpm1(m, mWhere(m, isFar, edge, a));
  V s = mMul(m, mAdd(m, u, mDiv(m, u, mAdd(m, u, one))), mF(m, 0.5));
  V sin = tcExpandSin(m, z.im), cos = tcExpandCos(m, z.im);
  V d = mFma(m, cos, cos, mMul(m, s, s));
  V re = mDiv(m, mMul(m, s, mSqrt(m, mFma(m, s, s, one))), d);
  V product = mMul(m, sin, cos);
  V small = tcExpandExp(m, mMul(m, a, mF(m, -2.0)));
  V far = mMul(m, mMul(m, product, mF(m, 4.0)), small);
  re = mWhere(m, isFar, one, re);
  return (TcMathC){mCopysign(m, re, z.re),
                   mWhere(m, isFar, far, mDiv(m, product, d))};
}
