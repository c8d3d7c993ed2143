// Names the sizes of foreign tensors: each `?` without #tc.dims becomes a fresh
// symbol. The first pass over what somebody else's importer wrote; prims other
// than elementwise ones take only sizes that have names.
//
// Arguments of functions with ops of ours get names in their types, and so do
// the results that follow from them. What an op of another dialect gives is
// cast to a type with names for the ops of ours that use it, and what it takes
// is cast back: foreign ops see the types they were written with.
#include "ir/builder.h"
#include "ir/diag.h"
#include "ir/pass.h"
#include "ir/types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/check/contract.h"
#include "tc/gen/FxOps.h"
#include "tc/gen/PrimOps.h"

enum { STAT_NAMED };

typedef struct Naming {
  TcPass *pass;
  MlirContext ctx;
  TcArena arena;
  TcMap used;    // names of symbols
  TcMap renamed; // value -> the type it had
  unsigned next;
  bool failed;
} Naming;

//===- Fresh symbols ------------------------------------------------------===//

static void addUsed(void *self, const char *symbol) {
  Naming *n = self;
  (void)tcMapSetText(&n->used, symbol, n);
}

static MlirWalkResult collectUsed(MlirOperation op, void *self) {
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i)
    tcAttrSymbols(mlirOperationGetAttribute(op, i).attribute, addUsed, self);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    tcTypeSymbols(mlirValueGetType(mlirOperationGetResult(op, i)), addUsed,
                  self);
  return MlirWalkResultAdvance;
}

static MlirAttribute freshSize(Naming *n) {
  const char *name;
  do
    name = tcArenaPrintf(&n->arena, "s%u", n->next++);
  while (name && tcMapGetText(&n->used, name));
  tcPassAddStatistic(n->pass, STAT_NAMED, 1);
  return tcSizeAttrGet(n->ctx, tcStr(name ? name : ""));
}

// The type with a fresh symbol for each size without a name.
static MlirType nameType(Naming *n, MlirType type) {
  intptr_t rank = tcTypeGetRank(type);
  MlirAttribute *sizes = TC_ARENA_ARRAY(&n->arena, MlirAttribute, (size_t)rank);
  for (intptr_t d = 0; sizes && d < rank; ++d) {
    sizes[d] = tcTypeGetSize(type, d);
    if (!sizes[d].ptr)
      sizes[d] = freshSize(n);
  }
  return sizes ? tcTypeWithSizes(type, rank, sizes) : type;
}

static bool isForeign(MlirType type) {
  return tcTypeIsTensor(type) && !tcTypeHasSizes(type);
}

static void setType(Naming *n, MlirValue value, MlirType type) {
  (void)tcMapSet(&n->renamed, value.ptr,
                 (void *)(uintptr_t)mlirValueGetType(value).ptr);
  mlirValueSetType(value, type);
}

//===- Ops of ours --------------------------------------------------------===//

static MlirValue castSizes(TcBuilder *b, MlirType type, MlirValue value) {
  return tcPrimCastSizes(b, type, value);
}

// Operands of an elementwise prim have one shape: that of the first tensor.
static void nameElementwise(Naming *n, MlirOperation op) {
  MlirType shape = mlirValueGetType(mlirOperationGetOperand(op, 0));
  TcBuilder b = tcBuilderBefore(op);
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    MlirType type = mlirValueGetType(operand);
    MlirType wanted = tcTypeWithElement(shape, tcTypeGetElement(type));
    if (!mlirTypeEqual(type, wanted))
      mlirOperationSetOperand(op, i, castSizes(&b, wanted, operand));
  }
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType element = tcTypeGetElement(mlirValueGetType(result));
  setType(n, result, tcTypeWithElement(shape, element));
}

static void nameResults(Naming *n, MlirOperation op) {
  bool isPrim = tcPrimOpKind(op) != TC_PRIM_NONE;
  bool isCast = tcPrimOpKind(op) == TC_PRIM_CAST_SIZES;
  bool isExt = tcPrimOpKind(op) == TC_PRIM_EXT;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = mlirValueGetType(result);
    if (!isForeign(type) || isCast)
      continue;
    if (isPrim && !isExt)
      nameElementwise(n, op);
    else
      setType(n, result, nameType(n, type));
  }
}

//===- Ops of others ------------------------------------------------------===//

static bool isOurs(MlirOperation op) {
  return tcOpIsOf(op, "prim.") || tcOpIsOf(op, "fx.") ||
         tcOpIsOf(op, "loop.") || tcOpIs(op, "func.return");
}

static void castOperandsBack(Naming *n, MlirOperation op) {
  TcBuilder b = tcBuilderBefore(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    MlirType before = {tcMapGet(&n->renamed, operand.ptr)};
    if (before.ptr)
      mlirOperationSetOperand(op, i, castSizes(&b, before, operand));
  }
}

// Uses by ops of ours take a cast of the result, made when there is one.
static void castResults(Naming *n, MlirOperation op) {
  TcBuilder b = tcBuilderAfter(op);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue result = mlirOperationGetResult(op, i), cast = {NULL};
    if (!isForeign(mlirValueGetType(result)))
      continue;
    MlirOpOperand use = mlirValueGetFirstUse(result), next;
    for (; !mlirOpOperandIsNull(use); use = next) {
      next = mlirOpOperandGetNextUse(use);
      MlirOperation user = mlirOpOperandGetOwner(use);
      if (!isOurs(user) || tcPrimOpKind(user) == TC_PRIM_CAST_SIZES)
        continue;
      if (!cast.ptr)
        cast = castSizes(&b, nameType(n, mlirValueGetType(result)), result);
      mlirOperationSetOperand(user, mlirOpOperandGetOperandNumber(use), cast);
    }
  }
}

//===- Functions ----------------------------------------------------------===//

static void failAt(Naming *n, MlirOperation op, const char *what) {
  n->failed = true;
  tcOpEmitError(op,
                "[TC-0293] sizes without names %s; name them by #tc.dims in "
                "the text, or by prim.cast_sizes",
                what);
}

static MlirWalkResult nameOp(MlirOperation op, void *self) {
  Naming *n = self;
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); ++r)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
        if (isForeign(mlirValueGetType(mlirBlockGetArgument(block, i)))) {
          failAt(n, op, "are in the arguments of an inner block");
          return MlirWalkResultInterrupt;
        }
  if (isOurs(op)) {
    nameResults(n, op);
  } else {
    castOperandsBack(n, op);
    castResults(n, op);
  }
  return MlirWalkResultAdvance;
}

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
        isForeign(mlirValueGetType(mlirOperationGetResult(op, i)));
  return MlirWalkResultAdvance;
}

static void nameFunction(Naming *n, MlirOperation func, MlirBlock entry) {
  mlirOperationWalk(func, collectUsed, n, MlirWalkPreOrder);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i)
    tcTypeSymbols(mlirValueGetType(mlirBlockGetArgument(entry, i)), addUsed, n);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    if (isForeign(mlirValueGetType(argument)))
      setType(n, argument, nameType(n, mlirValueGetType(argument)));
  }
  MlirOperation op = mlirBlockGetFirstOperation(entry), next;
  for (; !mlirOperationIsNull(op) && !n->failed; op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationWalk(op, nameOp, n, MlirWalkPreOrder);
  }
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
        isForeign(mlirValueGetType(mlirBlockGetArgument(entry, i)));
  if (!tcIsOurs(func) || (!foreign && !foreignArguments))
    return false;
  Call call = {mlirStringAttrGetValue(mlirOperationGetInherentAttributeByName(
                   func, tcStr("sym_name"))),
               false};
  mlirOperationWalk(module, findCall, &call, MlirWalkPreOrder);
  if (call.found)
    failAt(n, func, "are in a function that is called: inline it first");
  else if (!mlirBlockIsNull(mlirBlockGetNextInRegion(entry)))
    failAt(n, func, "are in a function of several blocks");
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
