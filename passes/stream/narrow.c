// Exponentials whose results are only multiplied, and then rounded to narrow
// floats: p and p (dp - delta) in the gradients of attention. The machine's 2^x
// is wrong by at most 2^-17 of a result that is finite, and by less than 2^-126
// (it flushes); a narrow float's rounding is 2^-11, or 2^-8.
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/types.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

static bool isNarrow(MlirType type) {
  return mlirTypeIsAF16(type) || mlirTypeIsABF16(type);
}

static bool narrows(MlirValue v);

// Whether all that read the stage's result do so.
static bool readersNarrow(MlirOperation stage, intptr_t result) {
  MlirOpOperand use =
      mlirValueGetFirstUse(mlirOperationGetResult(stage, result));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    intptr_t input = (intptr_t)mlirOpOperandGetOperandNumber(use);
    if (!tcIsA(reader, "loop.map") || input >= tcNumInputs(reader) ||
        !narrows(mlirBlockGetArgument(
            mlirRegionGetFirstBlock(mlirOperationGetRegion(reader, 0)), input)))
      return false;
  }
  return true;
}

// Whether what the op makes of its operand has an error relative to itself that
// is as large as the operand's, and narrows.
static bool opNarrows(MlirOperation op, intptr_t operand) {
  MlirOperation stage = mlirOperationGetParentOperation(op);
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_MUL:
    return narrows(mlirOperationGetResult(op, 0));
  case TC_PRIM_WHERE:
    return operand > 0 && narrows(mlirOperationGetResult(op, 0));
  case TC_PRIM_CONVERT_ELEMENT_TYPE:
    return isNarrow(mlirValueGetType(mlirOperationGetResult(op, 0)));
  default:
    return tcIsA(op, "loop.yield") && tcIsA(stage, "loop.map") &&
           readersNarrow(stage, operand);
  }
}

static bool narrows(MlirValue v) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!opNarrows(mlirOpOperandGetOwner(use),
                   (intptr_t)mlirOpOperandGetOperandNumber(use)))
      return false;
  return true;
}

static void markStage(MlirOperation stage) {
  MlirOperation op = mlirBlockGetFirstOperation(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0)));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    TcPrimOpKind kind = tcPrimOpKind(op);
    if ((kind == TC_PRIM_EXP || kind == TC_PRIM_EXP2) &&
        mlirTypeIsAF32(mlirValueGetType(mlirOperationGetResult(op, 0))) &&
        narrows(mlirOperationGetResult(op, 0)))
      mlirOperationSetDiscardableAttributeByName(
          op, tcStr("tc.absolute"),
          mlirUnitAttrGet(mlirOperationGetContext(op)));
  }
}

void tcStreamMarkNarrow(MlirBlock stages) {
  MlirOperation stage = mlirBlockGetFirstOperation(stages);
  for (; !mlirOperationIsNull(stage);
       stage = mlirOperationGetNextInBlock(stage))
    if (tcIsA(stage, "loop.map"))
      markStage(stage);
}
