// Expansions of mathematical prims on scalars: each function makes simpler
// scalar prims (arithmetic, comparison, bits, fma, floor, round, sqrt) whose
// result is within the row's maxUlp, and right for NaN, infinities, zeros and
// denormals. Nothing here knows a target.
//
// Within this folder formulas are written with short local names: a V is a
// scalar value, m holds the builder and the floating type worked in.
#ifndef TC_PASSES_LOWER_MATH_H
#define TC_PASSES_LOWER_MATH_H

#include "ir/builder.h"
#include "tc/gen/PrimOps.h"

#include <math.h>

typedef MlirValue V;

/// Whether the machine has 2^x and 1/x of f32, within 2^-22 and 2^-23, and
/// whether that 2^x is a polynomial of several operations, scaled by a power of
/// two, as its e^x of f32 is.
typedef enum TcMathMachine {
  TC_MATH_ALONE,
  TC_MATH_EXP2,
  TC_MATH_SERIES
} TcMathMachine;

typedef struct TcMath {
  TcBuilder b;
  MlirType f; // f32 or f64
  MlirType i; // the integer of its width
  MlirType i1;
  bool is64;
  TcMathMachine machine;
} TcMath;

/// In type f32 (or f64), at the same place.
TcMath tcMathIn(const TcMath *m, bool is64);

/// At `op`, in the type in which operands of `type` are computed.
TcMath tcMathAt(MlirOperation op, MlirType type);
/// The op's operand in that type.
V tcMathOperand(TcMath *m, MlirOperation op, intptr_t i);

/// Of an op that is marked tc.absolute or tc.narrow, on a machine with 2^x and
/// 1/x (machine.c): true if it is such an op, and its value, which is null
/// where the machine has the op itself.
bool tcExpandByMachine(MlirOperation op, TcMathMachine machine, V *y);

typedef V TcMathUnary(TcMath *m, V x);
TcMathUnary tcExpandExp, tcExpandExp2, tcExpandExpm1; // exp.c
TcMathUnary tcExpandLog, tcExpandLog2, tcExpandLog1p; // log.c
TcMathUnary tcExpandSin, tcExpandCos;                 // trig.c
TcMathUnary tcExpandTanh, tcExpandErf;                // erf.c
/// In f32, off by 2^-21; tanh only on a machine with 2^x and 1/x.
TcMathUnary tcExpandTanhBesideOne, tcExpandErfBesideOne; // erf.c
TcMathUnary tcExpandRoundTf32;                           // round.c
/// factor (1 - erf (scale a)) of a >= 0, within 2^-16 of itself or 2^-21, on a
/// machine with 2^x. scale is from 2^-16 to 2^16, factor from 2^-64 to 2^64.
V tcExpandErfcNarrow(TcMath *m, V a, double scale, double factor); // erf.c
V tcExpandPow(TcMath *m, V x, V y);                                // pow.c
V tcExpandAtan2(TcMath *m, V y, V x);                              // trig.c
V tcMathRemainder(TcMath *m, V x, V y);                            // pow.c
V tcMathPhilox(TcMath *m, V key, V number);                        // philox.c

/// Complex ones: on the parts (m is of their type).
typedef struct TcMathC {
  V re, im;
} TcMathC;
typedef TcMathC TcMathComplexUnary(TcMath *m, TcMathC z);
TcMathComplexUnary tcMathComplexExp, tcMathComplexLog, tcMathComplexSqrt,
    tcMathComplexTanh, tcMathComplexReciprocal; // complex.c
TcMathC tcMathComplexDiv(TcMath *m, TcMathC x, TcMathC y);
V tcMathComplexAbs(TcMath *m, TcMathC z);

//===- Constants ----------------------------------------------------------===//

static inline V mF(TcMath *m, double x) {
  return tcPrimConstant(&m->b, mlirFloatAttrDoubleGet(m->b.ctx, m->f, x));
}
static inline V mI(TcMath *m, int64_t x) {
  return tcPrimConstant(&m->b, mlirIntegerAttrGet(m->i, x));
}
/// One of two by the type worked in.
static inline V mF2(TcMath *m, double f32, double f64) {
  return mF(m, m->is64 ? f64 : f32);
}
static inline V mI2(TcMath *m, int64_t f32, int64_t f64) {
  return mI(m, m->is64 ? f64 : f32);
}

//===- Arithmetic ---------------------------------------------------------===//

static inline V mAdd(TcMath *m, V x, V y) { return tcPrimAdd(&m->b, x, y); }
static inline V mSub(TcMath *m, V x, V y) { return tcPrimSub(&m->b, x, y); }
static inline V mMul(TcMath *m, V x, V y) { return tcPrimMul(&m->b, x, y); }
static inline V mDiv(TcMath *m, V x, V y) { return tcPrimDiv(&m->b, x, y); }
static inline V mFma(TcMath *m, V x, V y, V z) {
  return tcPrimFma(&m->b, x, y, z);
}
static inline V mNeg(TcMath *m, V x) { return tcPrimNeg(&m->b, x); }
static inline V mAbs(TcMath *m, V x) { return tcPrimAbs(&m->b, x); }
static inline V mSqrt(TcMath *m, V x) { return tcPrimSqrt(&m->b, x); }
static inline V mFloor(TcMath *m, V x) { return tcPrimFloor(&m->b, x); }

//===- Choice -------------------------------------------------------------===//

static inline V mLt(TcMath *m, V x, V y) { return tcPrimLt(&m->b, x, y); }
static inline V mLe(TcMath *m, V x, V y) { return tcPrimLe(&m->b, x, y); }
static inline V mGt(TcMath *m, V x, V y) { return tcPrimGt(&m->b, x, y); }
static inline V mGe(TcMath *m, V x, V y) { return tcPrimGe(&m->b, x, y); }
static inline V mEq(TcMath *m, V x, V y) { return tcPrimEq(&m->b, x, y); }
static inline V mNe(TcMath *m, V x, V y) { return tcPrimNe(&m->b, x, y); }
static inline V mWhere(TcMath *m, V pred, V x, V y) {
  return tcPrimWhere(&m->b, pred, x, y);
}
/// Also of truth values.
static inline V mAnd(TcMath *m, V x, V y) {
  return tcPrimBitwiseAnd(&m->b, x, y);
}
static inline V mOr(TcMath *m, V x, V y) {
  return tcPrimBitwiseOr(&m->b, x, y);
}
static inline V mXor(TcMath *m, V x, V y) {
  return tcPrimBitwiseXor(&m->b, x, y);
}
static inline V mNot(TcMath *m, V x) { return tcPrimBitwiseNot(&m->b, x); }
/// x into [low, high]; NaN stays NaN.
static inline V mClamp(TcMath *m, V x, double low, double high) {
  V lowest = mF(m, low), highest = mF(m, high);
  x = mWhere(m, mLt(m, x, lowest), lowest, x);
  return mWhere(m, mGt(m, x, highest), highest, x);
}

//===- Bits ---------------------------------------------------------------===//

static inline V mBits(TcMath *m, V x) { return tcPrimBitcast(&m->b, m->i, x); }
static inline V mFromBits(TcMath *m, V x) {
  return tcPrimBitcast(&m->b, m->f, x);
}
static inline V mShl(TcMath *m, V x, int64_t by) {
  return tcPrimShiftLeft(&m->b, x, mI(m, by));
}
static inline V mAshr(TcMath *m, V x, int64_t by) {
  return tcPrimShiftRightArithmetic(&m->b, x, mI(m, by));
}
static inline V mLshr(TcMath *m, V x, int64_t by) {
  return tcPrimShiftRightLogical(&m->b, x, mI(m, by));
}
/// |x| with the sign of y, bit by bit.
static inline V mCopysign(TcMath *m, V x, V y) {
  V sign = mI2(m, INT32_MIN, INT64_MIN), rest = mI2(m, INT32_MAX, INT64_MAX);
  return mFromBits(
      m, mOr(m, mAnd(m, mBits(m, x), rest), mAnd(m, mBits(m, y), sign)));
}
/// The machine's own 2^x or 1/x for the value of such an op.
static inline V mMachines(TcMath *m, V y) {
  mlirOperationSetDiscardableAttributeByName(
      mlirOpResultGetOwner(y), tcStr("tc.absolute"), mlirUnitAttrGet(m->b.ctx));
  return y;
}
static inline V mConvert(TcMath *m, V x, MlirType to) {
  return tcPrimConvertElementType(&m->b, to, x);
}

/// The number that, added to a small float, leaves the nearest integer (ties to
/// even) in the low bits of the sum's significand, in two's complement.
static inline V mMagic(TcMath *m) {
  return mF2(m, 12582912.0, 6755399441055744.0);
}
/// Bits of the significand that are stored.
static inline int64_t mFraction(const TcMath *m) { return m->is64 ? 52 : 23; }

/// c[0] x^(n-1) + ... + c[n-1] by Horner's rule.
static inline V mPoly(TcMath *m, V x, int n, const double *c) {
  V sum = mF(m, c[0]);
  for (int i = 1; i < n; ++i)
    sum = mFma(m, sum, x, mF(m, c[i]));
  return sum;
}
/// Of (e^r - 1 - r) / r^2 for |r| <= ln2, for f64 (exp.c).
extern const double tcMathExp64[12];

#define M_POLY(M, X, C) mPoly((M), (X), (int)(sizeof(C) / sizeof *(C)), (C))
#define M_POLY2(M, X, C32, C64)                                                \
  ((M)->is64 ? M_POLY(M, X, C64) : M_POLY(M, X, C32))

#endif // TC_PASSES_LOWER_MATH_H
