// Contract of fx: a module of graphs and weights; in graphs only ops of fx;
// sizes in argument trees are defined. The first check of an imported module.
#include "ir/pass.h"
#include "passes/check/contract.h"

static bool mayStand(MlirOperation op) {
  return tcOpIsOf(op, "fx.") && !tcOpIs(op, "fx.graph");
}

// Every result may carry sizes that depend on data.
static bool defines(MlirOperation op) {
  (void)op;
  return true;
}

static const TcContract contract = {.level = "fx",
                                    .number = "TC-0290",
                                    .mayStand = mayStand,
                                    .defines = defines,
                                    .solves = true};

enum { OPTION_ALONE };

static const TcPassOption options[] = {
    {"alone", TC_OPTION_BOOL, "true",
     "functions of prims and kernels may not stand beside graphs"}};

static MlirLogicalResult checkTop(TcArena *arena, MlirOperation op,
                                  bool alone) {
  TcKnown known = {NULL, {.arena = arena}};
  if (tcOpIs(op, "fx.graph"))
    return tcContractCheck(&contract, op, &known);
  if (!alone || tcOpIs(op, "prim.weight") || !tcIsOurs(op))
    return mlirLogicalResultSuccess();
  return tcContractFailOp(&contract, op,
                          "a captured module has graphs and weights");
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  bool alone = tcPassGetOptionBool(pass, OPTION_ALONE);
  tcPassMarkUnchanged(pass);
  return tcContractCheckModule(module, alone, checkTop);
}

const TcPassInfo tcPassVerifyFx = {
    .argument = "tc-verify-fx",
    .summary = "Check the contract of fx: graphs and weights, known sizes",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 1,
    .run = run,
};
