// Random bits: Philox4x32-10 (Salmon et al., SC'11) on 64-bit integers, whose
// low halves are the words.
#include "passes/lower/math/math.h"

static V low(TcMath *m, V x) { return mAnd(m, x, mI(m, UINT32_MAX)); }

static void rounds(TcMath *m, V c[4], V key) {
  V k0 = low(m, key), k1 = mLshr(m, key, 32);
  for (int i = 0; i < 10; ++i) {
    V a = mMul(m, mI(m, 0xD2511F53), c[0]);
    V b = mMul(m, mI(m, 0xCD9E8D57), c[2]);
    c[0] = mXor(m, mXor(m, mLshr(m, b, 32), c[1]), k0);
    c[1] = low(m, b);
    c[2] = mXor(m, mXor(m, mLshr(m, a, 32), c[3]), k1);
    c[3] = low(m, a);
    k0 = low(m, mAdd(m, k0, mI(m, 0x9E3779B9)));
    k1 = low(m, mAdd(m, k1, mI(m, 0xBB67AE85)));
  }
}

// Word number % 4 of the block number / 4 (both as unsigned); an i64 of which
// the low half counts.
V tcMathPhilox(TcMath *m, V key, V number) {
  V block = mLshr(m, number, 2), zero = mI(m, 0);
  V c[4] = {low(m, block), mLshr(m, block, 32), zero, zero};
  rounds(m, c, key);
  V bit0 = mNe(m, mAnd(m, number, mI(m, 1)), zero);
  V bit1 = mNe(m, mAnd(m, number, mI(m, 2)), zero);
  return mWhere(m, bit1, mWhere(m, bit0, c[3], c[2]),
                mWhere(m, bit0, c[1], c[0]));
}
