// Contract of prim: functions contain only prims, on tensors whose size symbols
// are defined by arguments or earlier ops. Runs after decomposition.
#include "ir/pass.h"
#include "passes/check/contract.h"
#include "tc/gen/LoopOps.h"
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
  case TC_PRIM_RANGE_TO:
  case TC_PRIM_WHILE:
  case TC_PRIM_CAST_SIZES:
  case TC_PRIM_EXT:
    return true;
  default:
    return false;
  }
}

static bool mayStandBeside(MlirOperation op) {
  return mayStand(op) || tcLoopOpKind(op) == TC_LOOP_LAUNCH ||
         tcLoopOpKind(op) == TC_LOOP_EXTERN;
}

static bool definesBeside(MlirOperation op) {
  return defines(op) || tcLoopOpKind(op) == TC_LOOP_EXTERN;
}

static const TcContract contract = {.level = "prim",
                                    .number = "TC-0291",
                                    .mayStand = mayStand,
                                    .defines = defines,
                                    .tensorsOnly = true};

// The contract for modules that also have kernels written by hand.
static const TcContract besideKernels = {.level = "prim",
                                         .number = "TC-0291",
                                         .mayStand = mayStandBeside,
                                         .defines = definesBeside,
                                         .tensorsOnly = true};

enum { OPTION_ALONE };

static const TcPassOption options[] = {
    {"alone", TC_OPTION_BOOL, "true",
     "kernels and their launches may not stand beside prims"}};

static MlirLogicalResult checkTop(TcArena *arena, MlirOperation op,
                                  bool alone) {
  TcKnown known = {NULL, {.arena = arena}};
  if (tcPrimOpKind(op) == TC_PRIM_WEIGHT || !tcIsOurs(op) ||
      (!alone && tcLoopOpKind(op) == TC_LOOP_KERNEL))
    return mlirLogicalResultSuccess();
  if (tcOpIs(op, "func.func"))
    return tcContractCheck(alone ? &contract : &besideKernels, op, &known);
  return tcContractFailOp(
      &contract, op, "run fx-to-prim before this, and prim-to-loop after it");
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  bool alone = tcPassGetOptionBool(pass, OPTION_ALONE);
  tcPassMarkUnchanged(pass);
  return tcContractCheckModule(module, alone, checkTop);
}

const TcPassInfo tcPassVerifyPrim = {
    .argument = "tc-verify-prim",
    .summary = "Check the contract of prim: prims alone, known sizes",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 1,
    .run = run,
};
