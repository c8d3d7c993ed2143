// Rounding to fewer bits. See math.h.
#include "passes/lower/math/math.h"

// Half of the last place that stays is added to the magnitude, whose lower bits
// are cleared then; not of infinities and NaN, whose exponent is all ones.
static V roundBits(TcMath *m, V x) {
  enum { HALF = 0x1000, CLEARED = ~0x1FFF, EXPONENT = 0x7F800000 };
  V bits = mBits(m, x), exponent = mI(m, EXPONENT);
  V special = mEq(m, mAnd(m, bits, exponent), exponent);
  V rounded = mAnd(m, mAdd(m, bits, mI(m, HALF)), mI(m, CLEARED));
  return mWhere(m, special, x, mFromBits(m, rounded));
}

V tcExpandRoundTf32(TcMath *m, V x) {
  TcMath narrow = tcMathIn(m, false);
  V y = roundBits(&narrow, m->is64 ? mConvert(m, x, narrow.f) : x);
  return m->is64 ? mConvert(m, y, m->f) : y;
}
