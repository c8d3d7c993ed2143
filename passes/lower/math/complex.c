// Complex functions by their parts.
#include "passes/lower/math/math.h"

// sqrt(x^2 + y^2) without overflow: scaled by the power of two of the greater.
V tcMathComplexAbs(TcMath *m, TcMathC z) {
  V x = mAbs(m, z.re), y = mAbs(m, z.im), inf = mF(m, INFINITY);
  V swap = mLt(m, x, y);
  V a = mWhere(m, swap, y, x), b = mWhere(m, swap, x, y);
  V t = mDiv(m, b, a);
  V y1 = mMul(m, a, mSqrt(m, mFma(m, t, t, mF(m, 1.0))));
  y1 = mWhere(m, mEq(m, a, mF(m, 0.0)), a, y1);
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

TcMathC tcMathComplexLog(TcMath *m, TcMathC z) {
  return (TcMathC){tcExpandLog(m, tcMathComplexAbs(m, z)),
                   tcExpandAtan2(m, z.im, z.re)};
}

// With t = sqrt((|re| + |z|) / 2): (t, im / 2t), or (|im| / 2t, +-t) for re < 0.
TcMathC tcMathComplexSqrt(TcMath *m, TcMathC z) {
  V half = mF(m, 0.5), zero = mF(m, 0.0);
  V sum = mAdd(m, mAbs(m, z.re), tcMathComplexAbs(m, z));
  V t = mSqrt(m, mMul(m, sum, half));
  V other = mDiv(m, mMul(m, mAbs(m, z.im), half), t);
  other = mWhere(m, mEq(m, t, zero), zero, other);
  V left = mLt(m, z.re, zero);
  V im = mWhere(m, left, t, other);
  return (TcMathC){mWhere(m, left, other, t), mCopysign(m, im, z.im)};
}

// Smith's: divides by the greater part of y first.
TcMathC tcMathComplexDiv(TcMath *m, TcMathC x, TcMathC y) {
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
// t = tanh x and u = tan y: (t (1 + u^2) + i u (1 - t^2)) / (1 + t^2 u^2),
// multiplied through by cos^2 y.
TcMathC tcMathComplexTanh(TcMath *m, TcMathC z) {
  V t = tcExpandTanh(m, z.re), s = tcExpandSin(m, z.im), c = tcExpandCos(m, z.im);
  V ts = mMul(m, t, s);
  V d = mFma(m, c, c, mMul(m, ts, ts));
  V one = mF(m, 1.0);
  V rest = mMul(m, mSub(m, one, t), mAdd(m, one, t));
  return (TcMathC){mDiv(m, t, d), mDiv(m, mMul(m, mMul(m, s, c), rest), d)};
}
