// Marks what may be off by 2^-16 of itself because it ends in narrow floats
// (tc.narrow), denormals kept, in maps: exponentials of numbers that are at
// most 0, so that they neither overflow nor exceed 1, which are factors of what
// is rounded, or are added to 1 or more in such a factor or its divisor, and
// quotients by such a sum: it is from 1 to a number whose reciprocal is normal,
// so that a product with the machine's 1/x is a quotient for every dividend.
// Logistic functions, and what is made of them, as silu, are the use. So may
// 1 + erf x, a factor of what is rounded, as in a gelu, where that erf may be
// off by 2^-21 (tc.absolute). See docs/numerics.md.
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

//===- Ranges -------------------------------------------------------------===//

static bool isNegOf(MlirValue v, MlirValue x) {
  MlirOperation op = tcDefiningOp(v);
  return tcPrimOpKind(op) == TC_PRIM_NEG &&
         mlirValueEqual(mlirOperationGetOperand(op, 0), x);
}

// -|x|: -abs(x), or x < 0 ? x : -x.
static bool isAtMostZero(MlirValue v) {
  MlirOperation op = tcDefiningOp(v);
  if (tcPrimOpKind(op) == TC_PRIM_NEG) {
    op = tcDefiningOp(mlirOperationGetOperand(op, 0));
    return tcPrimOpKind(op) == TC_PRIM_ABS;
  }
  if (tcPrimOpKind(op) != TC_PRIM_WHERE)
    return false;
  MlirValue x = tcPrimWhereGetSelf(op);
  MlirOperation less = tcDefiningOp(tcPrimWhereGetPred(op));
  return tcPrimOpKind(less) == TC_PRIM_LT &&
         isNegOf(tcPrimWhereGetOther(op), x) &&
         mlirValueEqual(mlirOperationGetOperand(less, 0), x) &&
         tcStreamIsConstant(mlirOperationGetOperand(less, 1), 0);
}

static bool isSmallExponential(MlirOperation op) {
  return tcStreamIsExponential(op) &&
         mlirTypeIsAF32(mlirValueGetType(resultOf(op))) &&
         isAtMostZero(mlirOperationGetOperand(op, 0));
}

// The reciprocal of the sum of 2^100 and 1 is normal: 1/x flushes others.
static bool isAddedToOne(MlirOperation add, intptr_t own) {
  double number;
  return tcPrimOpKind(add) == TC_PRIM_ADD &&
         tcStreamConstantOf(mlirOperationGetOperand(add, 1 - own), &number) &&
         number >= 1 && number <= 0x1p100;
}

static bool isSumOfOneAndExponential(MlirValue v) {
  MlirOperation add = tcDefiningOp(v);
  for (intptr_t i = 0; tcPrimOpKind(add) == TC_PRIM_ADD && i < 2; ++i)
    if (isAddedToOne(add, i) &&
        isSmallExponential(tcDefiningOp(mlirOperationGetOperand(add, i))))
      return true;
  return false;
}

//===- Uses ---------------------------------------------------------------===//

// A divisor's relative error is the quotient's.
static bool sumNarrows(MlirOperation add, int *visits) {
  MlirOpOperand use = mlirValueGetFirstUse(resultOf(add));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    bool divides = tcPrimOpKind(op) == TC_PRIM_DIV &&
                   mlirOpOperandGetOperandNumber(use) == 1;
    if (divides ? !tcStreamNarrows(resultOf(op), visits)
                : !tcStreamUseNarrows(use, visits))
      return false;
  }
  return true;
}

static bool exponentialNarrows(MlirOperation exp) {
  int visits = 0;
  MlirOpOperand use = mlirValueGetFirstUse(resultOf(exp));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (isAddedToOne(op, (intptr_t)mlirOpOperandGetOperandNumber(use))
            ? !sumNarrows(op, &visits)
            : !tcStreamUseNarrows(use, &visits))
      return false;
  }
  return true;
}

static bool quotientNarrows(MlirOperation div) {
  return tcPrimOpKind(div) == TC_PRIM_DIV &&
         mlirTypeIsAF32(mlirValueGetType(resultOf(div))) &&
         isSumOfOneAndExponential(tcPrimDivGetOther(div)) &&
         tcStreamResultNarrows(div);
}

// 1 + erf x, of an erf that may be off by 2^-21.
static bool isOneAndErf(MlirOperation add) {
  double number;
  for (intptr_t i = 0; tcPrimOpKind(add) == TC_PRIM_ADD && i < 2; ++i) {
    MlirOperation erf = tcDefiningOp(mlirOperationGetOperand(add, i));
    if (tcPrimOpKind(erf) == TC_PRIM_ERF &&
        !mlirAttributeIsNull(tcAttrOf(erf, "tc.absolute")) &&
        tcStreamConstantOf(mlirOperationGetOperand(add, 1 - i), &number))
      return number == 1;
  }
  return false;
}

static bool sumOfErfNarrows(MlirOperation add) {
  return isOneAndErf(add) && mlirTypeIsAF32(mlirValueGetType(resultOf(add))) &&
         tcStreamResultNarrows(add);
}

int tcStreamMarkNarrow(MlirOperation stage) {
  int marked = 0;
  MlirOperation op = mlirBlockGetFirstOperation(tcStageBlock(stage));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    bool isOne = isSmallExponential(op)
                     ? exponentialNarrows(op)
                     : quotientNarrows(op) || sumOfErfNarrows(op);
    if (isOne)
      tcSetAttrOf(op, "tc.narrow",
                  mlirUnitAttrGet(mlirOperationGetContext(op)));
    marked += isOne;
  }
  return marked;
}
