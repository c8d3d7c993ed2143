// Derivative rules of elementwise prims. At ties and non-differentiable points
// they follow PyTorch's derivatives.yaml. See autodiff.h.
#include "lib/ir/types.h"
#include "passes/autodiff/autodiff.h"
#include "passes/autodiff/logistic.h"
#include "passes/autodiff/tape.h"
#include "passes/simplify/rules.h"

#include <math.h>

// Adds dx = dy * factor, with the conjugate of a complex factor.
static void scale(TcVjp *v, intptr_t i, MlirValue factor) {
  tcVjpGive(v, i, tcMul(&v->b, v->dy, tcConjOf(&v->b, factor)));
}

static MlirValue square(TcBuild *b, MlirValue x) { return tcMul(b, x, x); }

static MlirValue times(TcBuild *b, MlirValue x, double number) {
  return tcMul(b, x, tcNum(b, x, number));
}

// number - x
static MlirValue minusFrom(TcBuild *b, double number, MlirValue x) {
  return tcSub(b, tcNum(b, x, number), x);
}

static MlirValue zeroOf(TcBuild *b, MlirValue x) { return tcNum(b, x, 0); }

//===- One operand --------------------------------------------------------===//

// y = floor x and the like: dx = 0
void tcVjpZero(TcVjp *v) { (void)v; }

// y = -x: dx = -dy
void tcVjpNeg(TcVjp *v) { tcVjpGive(v, 0, tcNeg(&v->b, v->dy)); }

// y = |x|: dx = dy sign x; of complex x: dy x / |x|, 0 at 0
void tcVjpAbs(TcVjp *v) {
  TcBuild *b = &v->b;
  if (!tcTypeIsComplex(tcElementOf(v->x[0]))) {
    tcVjpGive(v, 0, tcMul(b, v->dy, tcUnary(b, TC_PRIM_SIGN, v->x[0])));
    return;
  }
  MlirValue isZero = tcEq(b, v->y, zeroOf(b, v->y));
  MlirValue ratio =
      tcDiv(b, v->dy, tcWhere(b, isZero, tcNum(b, v->y, 1), v->y));
  tcVjpGive(v, 0, tcMul(b, v->x[0], tcConvert(b, ratio, tcElementOf(v->x[0]))));
}

// y = exp x: dx = dy y
void tcVjpExp(TcVjp *v) { scale(v, 0, v->y); }

// y = 2^x: dx = dy y ln 2
void tcVjpExp2(TcVjp *v) { scale(v, 0, times(&v->b, v->y, log(2))); }

// y = exp x - 1: dx = dy exp x, which y + 1 would lose where y is near -1
void tcVjpExpm1(TcVjp *v) { scale(v, 0, tcExp(&v->b, v->x[0])); }

// y = ln x: dx = dy / x
void tcVjpLog(TcVjp *v) {
  tcVjpGive(v, 0, tcDiv(&v->b, v->dy, tcConjOf(&v->b, v->x[0])));
}

// y = ln (1 + x): dx = dy / (1 + x)
void tcVjpLog1p(TcVjp *v) {
  MlirValue x = v->x[0];
  tcVjpGive(v, 0, tcDiv(&v->b, v->dy, tcAdd(&v->b, x, tcNum(&v->b, x, 1))));
}

// y = log2 x: dx = dy / (x ln 2)
void tcVjpLog2(TcVjp *v) {
  tcVjpGive(v, 0, tcDiv(&v->b, v->dy, times(&v->b, v->x[0], log(2))));
}

// y = sqrt x: dx = dy / (2 y)
void tcVjpSqrt(TcVjp *v) {
  MlirValue twice = times(&v->b, tcConjOf(&v->b, v->y), 2);
  tcVjpGive(v, 0, tcDiv(&v->b, v->dy, twice));
}

// y = 1 / sqrt x: dx = -1/2 dy y^3
void tcVjpRsqrt(TcVjp *v) {
  MlirValue cube = tcMul(&v->b, square(&v->b, v->y), v->y);
  scale(v, 0, times(&v->b, cube, -0.5));
}

// y = 1 / x: dx = -dy y^2
void tcVjpReciprocal(TcVjp *v) {
  scale(v, 0, tcNeg(&v->b, square(&v->b, v->y)));
}

// y = sin x: dx = dy cos x
void tcVjpSin(TcVjp *v) { scale(v, 0, tcCos(&v->b, v->x[0])); }

// y = cos x: dx = -dy sin x
void tcVjpCos(TcVjp *v) { scale(v, 0, tcNeg(&v->b, tcSin(&v->b, v->x[0]))); }

// y = tanh x: dx = dy (1 - y^2)
void tcVjpTanh(TcVjp *v) {
  scale(v, 0, minusFrom(&v->b, 1, square(&v->b, v->y)));
}

// y = erf x: dx = dy 2 / sqrt(pi) exp(-x^2)
void tcVjpErf(TcVjp *v) {
  TcBuild *b = &v->b;
  MlirValue bell = tcExp(b, tcNeg(b, square(b, v->x[0])));
  scale(v, 0, times(b, bell, 1.1283791670955125739));
}

// y = re x: dx = dy + 0i
void tcVjpReal(TcVjp *v) {
  MlirValue zero = zeroOf(&v->b, v->dy);
  tcVjpGive(v, 0, tcBinary(&v->b, TC_PRIM_COMPLEX, v->dy, zero));
}

// y = im x: dx = 0 + i dy
void tcVjpImag(TcVjp *v) {
  MlirValue zero = zeroOf(&v->b, v->dy);
  tcVjpGive(v, 0, tcBinary(&v->b, TC_PRIM_COMPLEX, zero, v->dy));
}

// y = conj x: dx = conj dy
void tcVjpConj(TcVjp *v) { tcVjpGive(v, 0, tcConjOf(&v->b, v->dy)); }

static bool isDot(MlirOperation op) {
  return tcPrimOpKind(op) == TC_PRIM_DOT_GENERAL;
}

// Whether only products read a value, so that its cotangent, if it is a
// product, is nobody else's.
static bool onlyDotsRead(MlirValue x) {
  MlirOpOperand use = mlirValueGetFirstUse(x);
  while (!mlirOpOperandIsNull(use) && isDot(mlirOpOperandGetOwner(use)))
    use = mlirOpOperandGetNextUse(use);
  return mlirOpOperandIsNull(use);
}

// x in a wider type. The sums of a product of narrow floats are wide: it gives
// them as they are if nothing else reads it.
static MlirValue widen(TcVjp *v, MlirValue x, MlirType type) {
  MlirOperation dot =
      mlirValueIsAOpResult(x) ? mlirOpResultGetOwner(x) : tcNoOp();
  MlirType narrow = tcElementOf(x);
  if (!tcTypeIsHalf(narrow) || !mlirTypeIsAF32(type) || !isDot(dot) ||
      tcPrimDotGeneralGetOut(dot).ptr || !onlyDotsRead(v->y) ||
      !tcPrimDotGeneralGetNumSelfBatch(dot) ||
      !mlirOpOperandIsNull(mlirValueGetFirstUse(x)))
    return tcConvert(&v->b, x, type);
  MlirOperation wide = mlirOperationClone(dot);
  tcPrimDotGeneralSetOutAttr(wide, mlirTypeAttrGet(type));
  MlirValue result = mlirOperationGetResult(wide, 0);
  mlirValueSetType(result, tcTypeWithElement(mlirValueGetType(x), type));
  tcBuilderInsert(&v->b.at, wide);
  return result;
}

// y = x of another dtype: dx = dy of x's
void tcVjpConvert(TcVjp *v) {
  tcVjpGive(v, 0, widen(v, v->dy, tcElementOf(v->x[0])));
}

//===- Two operands -------------------------------------------------------===//

// y = a + b: da = dy, db = dy
void tcVjpAdd(TcVjp *v) {
  tcVjpGive(v, 0, v->dy);
  tcVjpGive(v, 1, v->dy);
}

// y = a - b: da = dy, db = -dy
void tcVjpSub(TcVjp *v) {
  tcVjpGive(v, 0, v->dy);
  tcVjpGive(v, 1, tcNeg(&v->b, v->dy));
}

// y = a b: da = dy b, db = dy a
void tcVjpMul(TcVjp *v) {
  scale(v, 0, v->x[1]);
  scale(v, 1, v->x[0]);
}

// y = a / b: da = dy / b, db = -dy y / b
// y = 1 / (1 + exp -x): dx = dy e r r, r = x < 0 ? 1 - y : y
void tcVjpDiv(TcVjp *v) {
  TcBuild *b = &v->b;
  TcLogistic of;
  if (tcLogisticOf(v->op, &of) && tcTapeIsActive(v->tape, of.x)) {
    MlirValue r = tcWhere(b, of.negative, minusFrom(b, 1, v->y), v->y);
    MlirValue slope = tcMul(b, of.e, square(b, r));
    tcTapeAdd(v->tape, b, of.x, tcMul(b, v->dy, slope));
    return;
  }
  MlirValue below = tcConjOf(b, v->x[1]);
  MlirValue da = tcDiv(b, v->dy, below);
  tcVjpGive(v, 0, da);
  tcVjpGive(v, 1, tcNeg(b, tcMul(b, da, tcConjOf(b, v->y))));
}

// y = a - b floor(a / b): da = dy, db = -dy floor(a / b)
void tcVjpRemainder(TcVjp *v) {
  TcBuild *b = &v->b;
  tcVjpGive(v, 0, v->dy);
  scale(v, 1, tcNeg(b, tcFloor(b, tcDiv(b, v->x[0], v->x[1]))));
}

// y = a - b trunc(a / b): da = dy, db = -dy trunc(a / b)
void tcVjpFmod(TcVjp *v) {
  TcBuild *b = &v->b;
  MlirValue whole = tcUnary(b, TC_PRIM_TRUNC, tcDiv(b, v->x[0], v->x[1]));
  tcVjpGive(v, 0, v->dy);
  scale(v, 1, tcNeg(b, whole));
}

// y = a^b: da = dy b a^(b - 1), 0 where b = 0;
//          db = dy y ln a, 0 where a = 0 and b >= 0
void tcVjpPow(TcVjp *v) {
  TcBuild *b = &v->b;
  MlirValue x = v->x[0], e = v->x[1], zero = zeroOf(b, e);
  MlirValue slope = tcMul(b, e, tcPow(b, x, tcSub(b, e, tcNum(b, e, 1))));
  scale(v, 0, tcWhere(b, tcEq(b, e, zero), zero, slope));
  MlirValue isFlat = tcAnd(b, tcEq(b, x, zero), tcGe(b, e, zero));
  // Where the logarithm is not used, take that of 1, which is finite.
  MlirValue base = tcWhere(b, isFlat, tcNum(b, x, 1), x);
  scale(v, 1, tcWhere(b, isFlat, zero, tcMul(b, v->y, tcLog(b, base))));
}

// y = atan2(a, b): da = dy b / (a^2 + b^2), db = -dy a / (a^2 + b^2); 0 at 0, 0
void tcVjpAtan2(TcVjp *v) {
  TcBuild *b = &v->b;
  MlirValue norm = tcAdd(b, square(b, v->x[0]), square(b, v->x[1]));
  MlirValue zero = zeroOf(b, norm), part = tcDiv(b, v->dy, norm);
  part = tcWhere(b, tcEq(b, norm, zero), zero, part);
  tcVjpGive(v, 0, tcMul(b, part, v->x[1]));
  tcVjpGive(v, 1, tcNeg(b, tcMul(b, part, v->x[0])));
}

// The greater of two takes the cotangent, each half of it where they are equal.
static void choose(TcVjp *v, TcPrimOpKind isFirst) {
  TcBuild *b = &v->b;
  MlirValue x = v->x[0], z = v->x[1], zero = zeroOf(b, v->dy);
  MlirValue half = times(b, v->dy, 0.5);
  MlirValue shared = tcWhere(b, tcEq(b, x, z), half, v->dy);
  tcVjpGive(v, 0, tcWhere(b, tcBinary(b, isFirst, z, x), zero, shared));
  tcVjpGive(v, 1, tcWhere(b, tcBinary(b, isFirst, x, z), zero, shared));
}

// y = max(a, b): da = dy where a > b, dy / 2 where a = b; db likewise
void tcVjpMaximum(TcVjp *v) { choose(v, TC_PRIM_GT); }

// y = min(a, b): da = dy where a < b, dy / 2 where a = b; db likewise
void tcVjpMinimum(TcVjp *v) { choose(v, TC_PRIM_LT); }

// y = a + ib: da = re dy, db = im dy
void tcVjpComplex(TcVjp *v) {
  tcVjpGive(v, 0, tcUnary(&v->b, TC_PRIM_REAL, v->dy));
  tcVjpGive(v, 1, tcUnary(&v->b, TC_PRIM_IMAG, v->dy));
}

//===- Three operands -----------------------------------------------------===//

// y = a b + c: da = dy b, db = dy a, dc = dy
void tcVjpFma(TcVjp *v) {
  tcVjpMul(v);
  tcVjpGive(v, 2, v->dy);
}

// The p of y = p ? a : b, where it compares one arm with the other, which is a
// number, as the same comparison of y with that number: x <= c ? c : x, of a
// rectifier, is at most c where x is. So it is where the number is the arm of
// what holds of equals, or of what does not; NaN is compared as p does it. The
// result is often there anyway; the operand is not.
static MlirValue ofResult(TcVjp *v) {
  MlirValue p = v->x[0];
  MlirOperation op =
      mlirValueIsAOpResult(p) ? mlirOpResultGetOwner(p) : tcNoOp();
  TcPrimOpKind kind = tcPrimOpKind(op);
  bool equal = kind == TC_PRIM_LE || kind == TC_PRIM_GE;
  if (!equal && kind != TC_PRIM_LT && kind != TC_PRIM_GT)
    return p;
  MlirValue same = v->x[equal ? 1 : 2], other = v->x[equal ? 2 : 1];
  if (!tcSplatNumber(same).ptr)
    return p;
  MlirValue a = mlirOperationGetOperand(op, 0);
  MlirValue b = mlirOperationGetOperand(op, 1);
  if (mlirValueEqual(a, other) && mlirValueEqual(b, same))
    return tcBinary(&v->b, kind, v->y, same);
  if (mlirValueEqual(a, same) && mlirValueEqual(b, other))
    return tcBinary(&v->b, kind, same, v->y);
  return p;
}

// y = p ? a : b: da = p ? dy : 0, db = p ? 0 : dy
void tcVjpWhere(TcVjp *v) {
  TcBuild *b = &v->b;
  MlirValue zero = zeroOf(b, v->dy), p = ofResult(v);
  tcVjpGive(v, 1, tcWhere(b, p, v->dy, zero));
  tcVjpGive(v, 2, tcWhere(b, p, zero, v->dy));
}
