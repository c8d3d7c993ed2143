// tc-clean-up: folds and merges equal values in tc's own functions, graphs and
// kernels. MLIR's canonicalize and cse on a whole module would also rewrite
// foreign functions.
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"

enum { OPTION_CANONICALIZE, OPTION_CSE };

static const TcPassOption options[] = {
    {"canonicalize", TC_OPTION_BOOL, "true", "fold, and drop what nobody uses"},
    {"cse", TC_OPTION_BOOL, "true", "merge equal values"}};

static const char *passesOf(TcPass *pass) {
  bool canonicalize = tcPassGetOptionBool(pass, OPTION_CANONICALIZE);
  bool cse = tcPassGetOptionBool(pass, OPTION_CSE);
  return canonicalize ? (cse ? "canonicalize,cse" : "canonicalize")
                      : (cse ? "cse" : "");
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  const char *passes = passesOf(pass);
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!*passes || !mlirOperationGetNumRegions(op) || !tcIsOursAlone(op))
      continue;
    if (mlirLogicalResultIsFailure(tcPassRunPipeline(
            pass, mlirStringRefCreateFromCString(passes), op)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

const TcPassInfo tcPassCleanUp = {
    .argument = "tc-clean-up",
    .summary = "Fold and merge equal values, in what is ours alone",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof *options,
    .run = run,
};
