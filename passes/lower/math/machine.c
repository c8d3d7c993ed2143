// Marked ops (tc.absolute, tc.narrow: passes/stream) by a machine's own 2^x and
// 1/x, for expand-math.c. docs/numerics.md has the bounds.
#include "passes/lower/math/math.h"

#include "lib/ir/kernel_read.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

static bool isMarked(MlirOperation op, const char *mark) {
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, tcStr(mark)));
}

static bool isOfF32(MlirOperation op) {
  return mlirTypeIsAF32(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

//===- Exponentials beside the greatest term ------------------------------===//

static const double log2e = 1.4426950408889634;

static MlirOperation definingOp(V v) {
  return mlirValueIsABlockArgument(v) ? (MlirOperation){NULL}
                                      : mlirOpResultGetOwner(v);
}

// NaN: it is no constant float.
static double constantOf(V v) {
  MlirOperation op = definingOp(v);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_CONSTANT ||
      !mlirAttributeIsAFloat(tcPrimConstantGetValue(op)))
    return NAN;
  return mlirFloatAttrGetValueDouble(tcPrimConstantGetValue(op));
}

// The constant by which the op of `v` multiplies `x`; NaN: it is no such op.
static double factorOf(V v, V *x) {
  MlirOperation op = definingOp(v);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_MUL)
    return NAN;
  for (intptr_t i = 0; i < 2; ++i) {
    double c = constantOf(mlirOperationGetOperand(op, i));
    *x = mlirOperationGetOperand(op, 1 - i);
    if (!isnan(c))
      return c;
  }
  return NAN;
}

// The same if it is from 0 to 1 / log2 e; else 0.
static double smallFactor(V v, V *x) {
  double c = factorOf(v, x);
  return c > 0 && c * log2e <= 1 ? c : 0;
}

// e^(c (x - h)) as 2^(k x - k h), k = c log2 e: one operation beside k h, whose
// rounding, 2^-25 of it, is the same for all x. Where k h is 2^24 and more, so
// that exponents are not known to 1 any more, k is the power of two below: both
// products are exact, 1 results where x is h, and nothing overflows that does
// not in the difference. What `rescales` terms relative to x to such relative
// to h rounds k x, too: the terms have both roundings, which cancel in it, and
// it is 1 where x is h. Null: the exponent is no such product.
static V fusedExponent(TcMath *m, V exponent, bool rescales) {
  V d;
  double c = smallFactor(exponent, &d);
  MlirOperation op = definingOp(c != 0 ? d : exponent);
  if (c == 0 || mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_SUB)
    return (V){NULL};
  int e;
  frexp(c * log2e, &e);
  V x = tcPrimSubGetSelf(op), h = tcPrimSubGetOther(op);
  V k = mF(m, c * log2e), kh = mMul(m, h, k);
  V large = tcPrimGe(&m->b, tcPrimAbs(&m->b, kh), mF(m, 0x1p24));
  k = tcPrimWhere(&m->b, large, mF(m, ldexp(0.5, e)), k);
  kh = mMul(m, h, k);
  return rescales ? mSub(m, mMul(m, x, k), kh) : mFma(m, x, k, mNeg(m, kh));
}

// log2 e (v - h), where v is a product by a constant that then needs no
// rounding of its own, or a selection of such a product or a constant (a mask):
// one FMA beside h log2 e, which is rounded, and one for many v. Null: it is
// neither.
static V fusedDifference(TcMath *m, V v, V h) {
  V x;
  MlirOperation op = definingOp(v);
  double c = smallFactor(v, &x);
  if (c != 0)
    return mFma(m, x, mF(m, c * log2e), mNeg(m, mMul(m, h, mF(m, log2e))));
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_WHERE)
    return (V){NULL};
  double other = constantOf(mlirOperationGetOperand(op, 2));
  if (isnan(other) || smallFactor(mlirOperationGetOperand(op, 1), &x) == 0)
    return (V){NULL};
  V d = fusedDifference(m, mlirOperationGetOperand(op, 1), h);
  // A finite constant may be so large that only the difference is finite, too.
  V k = mF(m, log2e), by = mF(m, other);
  V none = isinf(other) ? tcPrimSub(&m->b, by, mMul(m, h, k))
                        : mMul(m, tcPrimSub(&m->b, by, h), k);
  return tcPrimWhere(&m->b, mlirOperationGetOperand(op, 0), d, none);
}

// The op of whose block v is an argument; null for other values.
static MlirOperation blockOf(V v) {
  return mlirValueIsABlockArgument(v)
             ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v))
             : tcNoOp();
}

// Whether h is read from an argument of the kernel, or is but for one case (a
// `where`): a log-sum-exp that a launch before has made. Beside a maximum of
// the kernel's own the greatest term has to be 1, so there the difference is
// exact.
static bool isKept(V h) {
  MlirOperation op = definingOp(h);
  if (!mlirOperationIsNull(op) && tcPrimOpKind(op) == TC_PRIM_WHERE)
    h = tcPrimWhereGetOther(op);
  MlirOperation stage = blockOf(h);
  if (tcLoopOpKind(stage) == TC_LOOP_NONE ||
      mlirBlockArgumentGetArgNumber(h) >= tcNumInputs(stage))
    return false;
  return tcIsA(blockOf(tcInput(stage, mlirBlockArgumentGetArgNumber(h))),
               "loop.kernel");
}

// e^(v - h) as 2^(log2 e (v - h)), by the difference above. Null: it is none.
static V fusedScores(TcMath *m, V exponent) {
  MlirOperation op = definingOp(exponent);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_SUB ||
      !isKept(tcPrimSubGetOther(op)))
    return (V){NULL};
  return fusedDifference(m, tcPrimSubGetSelf(op), tcPrimSubGetOther(op));
}

static V machineExp(MlirOperation op) {
  TcMath m = tcMathAt(op, mlirValueGetType(mlirOperationGetOperand(op, 0)));
  V x = fusedExponent(&m, mlirOperationGetOperand(op, 0),
                      isMarked(op, "tc.rescales"));
  if (!x.ptr)
    x = fusedScores(&m, mlirOperationGetOperand(op, 0));
  if (!x.ptr)
    x = mMul(&m, tcMathOperand(&m, op, 0), mF(&m, log2e));
  return mMachines(&m, tcPrimExp2(&m.b, x));
}

//===- What ends in narrow floats -----------------------------------------===//

// 2^(k x) of x <= 0 as 2^-24 2^(k x + 24): a machine's own 2^x flushes numbers
// below the normal ones, the product by 2^-24 rounds to them. A series does
// not.
static V narrowExp(TcMath *m, TcMathMachine machine, V x, double k) {
  if (machine == TC_MATH_SERIES)
    return mMachines(m, tcPrimExp2(&m->b, k == 1 ? x : mMul(m, x, mF(m, k))));
  V y = mFma(m, x, mF(m, k), mF(m, 24.0));
  return mMul(m, mMachines(m, tcPrimExp2(&m->b, y)), mF(m, 0x1p-24));
}

// By the machine's 1/x: of a divisor whose reciprocal is normal.
static V narrowQuotient(TcMath *m, V x, V y) {
  return mMul(m, x, mMachines(m, tcPrimReciprocal(&m->b, y)));
}

// The op that reads the op's result, if that is one; else null.
static MlirOperation onlyUser(MlirOperation op) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  bool one = !mlirOpOperandIsNull(use) &&
             mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
  return one ? mlirOpOperandGetOwner(use) : tcNoOp();
}

// c of sum (c x), c a power of two, which then multiplies x alone: the factor
// of the sum is c. 1: what reads the sum is not that.
static double takeFactor(MlirOperation sum) {
  MlirOperation op = onlyUser(sum);
  V x;
  int exponent;
  for (intptr_t i = 0; tcPrimOpKind(op) == TC_PRIM_MUL && i < 2; ++i) {
    double c = factorOf(mlirOperationGetOperand(op, i), &x);
    if (!(c >= 0x1p-64 && c <= 0x1p64) || frexp(c, &exponent) != 0.5)
      continue; // of other factors 2^y could be below the normal numbers
    mlirOperationSetOperand(op, i, x);
    return c;
  }
  return 1;
}

// 1 + erf x is 1 - erf |x| where x < 0, else 2 less that, which are a
// polynomial and one 2^y. Factors of x, and of the sum, are the polynomial's;
// of x not where their fifth power, which a coefficient has, may be out of the
// range of f32. The sum itself is left without a use.
static V onePlusErf(TcMath *m, MlirOperation erf, MlirOperation sum) {
  V x = tcMathOperand(m, erf, 0), inner;
  double scale = factorOf(x, &inner), factor = takeFactor(sum);
  if (scale >= 0x1p-16 && scale <= 0x1p16)
    x = inner;
  else
    scale = 1;
  V less = tcExpandErfcNarrow(m, mAbs(m, x), scale, factor);
  V rest = mSub(m, mF(m, 2 * factor), less);
  return mWhere(m, mLt(m, x, mF(m, 0.0)), less, rest);
}

static bool addsOne(MlirOperation op) {
  return tcPrimOpKind(op) == TC_PRIM_ADD &&
         (constantOf(mlirOperationGetOperand(op, 0)) == 1 ||
          constantOf(mlirOperationGetOperand(op, 1)) == 1);
}

// An erf that is read by one such sum alone.
static V narrowErf(TcMath *m, MlirOperation erf) {
  MlirOperation sum = onlyUser(erf);
  if (!addsOne(sum) || !isMarked(sum, "tc.narrow"))
    return (V){NULL};
  V y = onePlusErf(m, erf, sum);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(sum, 0), y);
  return y;
}

static V narrow(MlirOperation op, TcMathMachine machine) {
  TcMath m = tcMathAt(op, mlirValueGetType(mlirOperationGetResult(op, 0)));
  V x = tcMathOperand(&m, op, 0);
  if (tcPrimOpKind(op) == TC_PRIM_EXP)
    return narrowExp(&m, machine, x, log2e);
  if (tcPrimOpKind(op) == TC_PRIM_EXP2)
    return narrowExp(&m, machine, x, 1);
  return tcPrimOpKind(op) == TC_PRIM_DIV
             ? narrowQuotient(&m, x, tcMathOperand(&m, op, 1))
             : (V){NULL};
}

bool tcExpandByMachine(MlirOperation op, TcMathMachine machine, V *y) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  *y = (V){NULL};
  if (!isOfF32(op))
    return false;
  if (isMarked(op, "tc.narrow")) {
    *y = narrow(op, machine);
    return true;
  }
  if (!isMarked(op, "tc.absolute"))
    return false;
  if (kind == TC_PRIM_ERF) { // a series is no shorter than one for erf itself
    if (machine == TC_MATH_SERIES)
      return false;
    TcMath m = tcMathAt(op, mlirValueGetType(mlirOperationGetResult(op, 0)));
    *y = narrowErf(&m, op);
    return y->ptr;
  }
  if (kind == TC_PRIM_EXP)
    *y = machineExp(op);
  return kind != TC_PRIM_TANH;
}
