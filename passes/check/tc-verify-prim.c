// Contract of prim: in functions prims alone, on tensors whose sizes have names
// that arguments or ops before have made known. Stands after decomposition.
#include "ir/pass.h"
#include "passes/check/contract.h"
#include "tc/gen/PrimOps.h"

static bool mayStand(MlirOperation op) {
  return (tcPrimOpKind(op) != TC_PRIM_NONE &&
          tcPrimOpKind(op) != TC_PRIM_WEIGHT) ||
         tcOpIs(op, "func.return");
}

// Sizes that depend on data, or that are asserted.
static bool defines(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_NONZERO:
  case TC_PRIM_WHILE:
  case TC_PRIM_CAST_SIZES:
  case TC_PRIM_EXT:
    return true;
  default:
    return false;
  }
}

static const TcContract contract = {.level = "prim",
                                    .number = "TC-0291",
                                    .mayStand = mayStand,
                                    .defines = defines,
                                    .tensorsOnly = true};

static MlirLogicalResult checkTop(TcArena *arena, MlirOperation op) {
  TcKnown known = {NULL, {.arena = arena}};
  if (tcPrimOpKind(op) == TC_PRIM_WEIGHT || !tcIsOurs(op))
    return mlirLogicalResultSuccess();
  if (tcOpIs(op, "func.func"))
    return tcContractCheck(&contract, op, &known);
  return tcContractFailOp(&contract, op,
                          "run fx-to-prim before, and prim-to-loop after");
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  MlirLogicalResult result = mlirLogicalResultSuccess();
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    TcArena arena = {0};
    if (mlirLogicalResultIsFailure(checkTop(&arena, op)))
      result = mlirLogicalResultFailure();
    tcArenaFree(&arena);
  }
  tcPassMarkUnchanged(pass);
  return result;
}

const TcPassInfo tcPassVerifyPrim = {
    .argument = "tc-verify-prim",
    .summary = "Check the contract of prim: prims alone, known sizes",
    .anchor = "builtin.module",
    .run = run,
};
