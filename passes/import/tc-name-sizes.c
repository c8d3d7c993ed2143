// tc-name-sizes: names the sizes of foreign tensors: each `?` without #tc.dims
// becomes a fresh symbol. The first pass on the output of another importer.
//
// Arguments of functions with ops of ours get names in their types, and so do
// the results that follow from them. Results of ops of other dialects are cast
// to types with names for our ops that use them, and their operands are cast
// back: foreign ops keep their types.
#include "ir/diag.h"
#include "ir/shim.h"
#include "ir/types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/check/contract.h"
#include "passes/import/naming.h"
#include "tc/gen/FxOps.h"
#include "tc/gen/PrimOps.h"

enum { STAT_NAMED };

//===- Symbols that are used ----------------------------------------------===//

static void addUsed(void *self, const char *symbol) {
  Naming *n = self;
  (void)tcMapSetText(&n->used, symbol, n);
}

static MlirWalkResult collectUsed(MlirOperation op, void *self) {
  tcAttrSymbols(tcOpGetAttrs(op), addUsed, self);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    tcTypeSymbols(mlirValueGetType(mlirOperationGetResult(op, i)), addUsed,
                  self);
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); ++r)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
        tcTypeSymbols(mlirValueGetType(mlirBlockGetArgument(block, i)), addUsed,
                      self);
  return MlirWalkResultAdvance;
}

//===- Ops of others ------------------------------------------------------===//

static void castOperandsBack(Naming *n, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirType before = {
        tcMapGet(&n->renamed, mlirOperationGetOperand(op, i).ptr)};
    if (before.ptr)
      tcNamingCastOperand(op, i, before);
  }
}

static void castResults(Naming *n, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = mlirValueGetType(result);
    if (tcNamingIsForeign(type))
      tcNamingCastUses(n, result, result, type);
  }
}

//===- Ops ----------------------------------------------------------------===//

// Results of ops that name the sizes of what they give.
static void nameResults(Naming *n, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = mlirValueGetType(result);
    if (tcNamingIsForeign(type))
      tcNamingSetType(n, result, tcNamingFresh(n, type));
  }
}

void tcNamingBlock(Naming *n, MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block), next;
  for (; !mlirOperationIsNull(op) && !n->failed; op = next) {
    next = mlirOperationGetNextInBlock(op);
    tcNamingOp(n, op);
  }
}

static void nameRegions(Naming *n, MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); ++r)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block) && !n->failed;
         block = mlirBlockGetNextInRegion(block)) {
      for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
        if (tcNamingIsForeign(
                mlirValueGetType(mlirBlockGetArgument(block, i)))) {
          tcNamingFail(n, op, "are in the arguments of an inner block");
          return;
        }
      tcNamingBlock(n, block);
    }
}

void tcNamingOp(Naming *n, MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  if (kind == TC_PRIM_SCAN || kind == TC_PRIM_WHILE) {
    tcNamingLoop(n, op);
  } else if (tcNamingControl(n, op)) {
    return;
  } else if (!tcNamingIsOurs(op)) {
    castOperandsBack(n, op);
    castResults(n, op);
    nameRegions(n, op);
  } else if (kind != TC_PRIM_NONE && kind != TC_PRIM_EXT) {
    tcNamingPrim(n, op);
  } else {
    nameResults(n, op);
    nameRegions(n, op);
  }
}

//===- Functions ----------------------------------------------------------===//

static void updateType(MlirOperation func, MlirBlock entry) {
  MlirOperation end = mlirBlockGetTerminator(entry);
  intptr_t numInputs = mlirBlockGetNumArguments(entry);
  intptr_t numResults = mlirOperationGetNumOperands(end);
  TcArena arena = {0};
  MlirType *types =
      TC_ARENA_ARRAY(&arena, MlirType, (size_t)(numInputs + numResults));
  for (intptr_t i = 0; types && i < numInputs; ++i)
    types[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
  for (intptr_t i = 0; types && i < numResults; ++i)
    types[numInputs + i] = mlirValueGetType(mlirOperationGetOperand(end, i));
  if (types)
    mlirOperationSetInherentAttributeByName(
        func, tcStr("function_type"),
        mlirTypeAttrGet(mlirFunctionTypeGet(mlirOperationGetContext(func),
                                            numInputs, types, numResults,
                                            types + numInputs)));
  tcArenaFree(&arena);
}

static MlirWalkResult findForeign(MlirOperation op, void *found) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    *(bool *)found |=
        tcNamingIsForeign(mlirValueGetType(mlirOperationGetResult(op, i)));
  return MlirWalkResultAdvance;
}

static void nameFunction(Naming *n, MlirOperation func, MlirBlock entry) {
  mlirOperationWalk(func, collectUsed, n, MlirWalkPreOrder);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    if (tcNamingIsForeign(mlirValueGetType(argument)))
      tcNamingSetType(n, argument,
                      tcNamingFresh(n, mlirValueGetType(argument)));
  }
  tcNamingBlock(n, entry);
  if (!n->failed)
    updateType(func, entry);
}

typedef struct Call {
  MlirStringRef callee;
  bool found;
} Call;

static MlirWalkResult findCall(MlirOperation op, void *self) {
  Call *call = self;
  if (!tcOpIs(op, "func.call"))
    return MlirWalkResultAdvance;
  MlirAttribute callee =
      mlirOperationGetInherentAttributeByName(op, tcStr("callee"));
  call->found |=
      mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(callee), call->callee);
  return MlirWalkResultAdvance;
}

// Whether `func` has something to name; reports where that cannot be done.
static bool wants(Naming *n, MlirOperation module, MlirOperation func,
                  MlirBlock entry) {
  bool foreign = false, foreignArguments = false;
  mlirOperationWalk(func, findForeign, &foreign, MlirWalkPreOrder);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i)
    foreignArguments |=
        tcNamingIsForeign(mlirValueGetType(mlirBlockGetArgument(entry, i)));
  if (!tcIsOurs(func) || (!foreign && !foreignArguments))
    return false;
  Call call = {mlirStringAttrGetValue(mlirOperationGetInherentAttributeByName(
                   func, tcStr("sym_name"))),
               false};
  mlirOperationWalk(module, findCall, &call, MlirWalkPreOrder);
  if (call.found)
    tcNamingFail(n, func, "are in a function that is called: inline it first");
  else if (!mlirBlockIsNull(mlirBlockGetNextInRegion(entry)))
    tcNamingFail(n, func, "are in a function of several blocks");
  return !n->failed;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  bool failed = false;
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!tcOpIs(op, "func.func") && tcFxOpKind(op) != TC_FX_GRAPH)
      continue;
    MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
    Naming n = {.pass = pass, .ctx = mlirOperationGetContext(op)};
    n.used.arena = n.renamed.arena = &n.arena;
    if (!mlirBlockIsNull(entry) && wants(&n, module, op, entry))
      nameFunction(&n, op, entry);
    tcPassAddStatistic(pass, STAT_NAMED, n.named);
    failed |= n.failed;
    tcArenaFree(&n.arena);
  }
  return failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"named", "sizes that got a symbol"}};
static const char *const dependents[] = {"prim", "tc", NULL};
const TcPassInfo tcPassNameSizes = {
    .argument = "tc-name-sizes",
    .summary = "Give each size of foreign tensors a symbol",
    .anchor = "builtin.module",
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
