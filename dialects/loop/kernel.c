// loop.kernel and loop.launch: iterators, arguments, boundaries.
#include "dialects/loop/scope.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tc/gen/LoopHooks.h"
#include "tc/gen/LoopOps.h"
#include <string.h>

static MlirAttribute get(MlirAttribute dictionary, const char *key) {
  return mlirDictionaryAttrGetElementByName(
      dictionary, mlirStringRefCreateFromCString(key));
}

//===- Iterators ----------------------------------------------------------===//

typedef struct Clash {
  const TcMap *iters;
  char name[64]; // of an iterator that is a size symbol too
} Clash;

static void findClash(void *self, const char *symbol) {
  Clash *clash = self;
  if (tcMapGetText(clash->iters, symbol))
    strncpy(clash->name, symbol, sizeof clash->name - 1);
}

static MlirLogicalResult checkIters(TcLoopScope *s) {
  const char *rule = "[TC-0250] C1: ";
  MlirAttribute names = tcLoopKernelGetIters(s->c.op);
  MlirAttribute extents = tcLoopKernelGetExtents(s->c.op);
  intptr_t n = mlirArrayAttrGetNumElements(names);
  if (tcDimsAttrGetNumDims(extents) != n)
    return tcCheckFail(&s->c, "%s%d iterators with %d extents", rule, (int)n,
                       (int)tcDimsAttrGetNumDims(extents));
  for (intptr_t i = 0; i < n; ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(names, i));
    if (!tcSizeAttrGetSymbol(tcCheckContext(&s->c), name).ptr ||
        tcBindingsGet(&s->iters, name).ptr)
      return tcCheckFail(&s->c, "%s'%.*s' is no name, or is there twice", rule,
                         TC_REF(name));
    tcBindingsSet(&s->iters, name, tcDimsAttrGetDim(extents, i));
  }
  return TC_OK_RESULT;
}

// Extents and types are over size symbols, not over iterators.
static MlirLogicalResult checkClashes(TcLoopScope *s, const TcTypes *types) {
  Clash clash = {&s->iters, ""};
  MlirAttribute extents = tcLoopKernelGetExtents(s->c.op);
  for (intptr_t i = 0, e = tcDimsAttrGetNumDims(extents); i < e; ++i)
    tcSizeAttrSymbols(tcDimsAttrGetDim(extents, i), findClash, &clash);
  for (size_t i = 0; i < types->size; ++i)
    tcTypeSymbols(types->data[i], findClash, &clash);
  if (!*clash.name)
    return TC_OK_RESULT;
  return tcCheckFail(&s->c,
                     "[TC-0250] C2: %s is an iterator and a size; give "
                     "the iterator another name",
                     clash.name);
}

//===- Boundaries ---------------------------------------------------------===//

static MlirLogicalResult checkLayout(TcLoopScope *s, MlirAttribute layout,
                                     MlirType type, const char *what, int i) {
  if (tcAttrIsALayout(layout) &&
      tcLayoutAttrGetRank(layout) == tcTypeGetRank(type))
    return TC_OK_RESULT;
  return tcCheckFail(&s->c,
                     "[TC-0250] C5: tc.layout of %s %d is no layout of "
                     "%d dimensions",
                     what, i, (int)tcTypeGetRank(type));
}

static MlirLogicalResult checkTie(TcLoopScope *s, MlirAttribute tie,
                                  const TcTypes *inputs, MlirType type, int i) {
  int64_t to = -1;
  if (mlirAttributeIsAInteger(tie))
    to = mlirIntegerAttrGetValueInt(tie);
  if (to >= 0 && to < (int64_t)inputs->size &&
      mlirTypeEqual(inputs->data[to], type))
    return TC_OK_RESULT;
  return tcCheckFail(&s->c,
                     "[TC-0250] C6: tc.ties of result %d names no "
                     "argument of type %s",
                     i, tcTypeText(type).text);
}

static MlirLogicalResult checkBoundary(TcLoopScope *s, MlirAttribute all,
                                       const TcTypes *types, const char *what,
                                       const TcTypes *inputs) {
  if (!all.ptr)
    return TC_OK_RESULT;
  if (mlirArrayAttrGetNumElements(all) != (intptr_t)types->size)
    return tcCheckFail(&s->c, "[TC-0250] C5: attributes for %d of %d %ss",
                       (int)mlirArrayAttrGetNumElements(all), (int)types->size,
                       what);
  for (size_t i = 0; i < types->size; ++i) {
    MlirAttribute attrs = mlirArrayAttrGetElement(all, (intptr_t)i);
    MlirAttribute layout = get(attrs, "tc.layout"), tie = get(attrs, "tc.ties");
    if (layout.ptr)
      TC_TRY(checkLayout(s, layout, types->data[i], what, (int)i));
    if (inputs && tie.ptr)
      TC_TRY(checkTie(s, tie, inputs, types->data[i], (int)i));
  }
  return TC_OK_RESULT;
}

//===- kernel -------------------------------------------------------------===//

static void signature(TcLoopScope *s, MlirOperation kernel, TcTypes *inputs,
                      TcTypes *results) {
  MlirType type = tcLoopKernelGetFunctionType(kernel);
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); ++i)
    (void)tcVecPush(&s->arena, inputs, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); ++i)
    (void)tcVecPush(&s->arena, results, mlirFunctionTypeGetResult(type, i));
}

// Checks that a kernel contains only stages, loops and joins.
static MlirLogicalResult checkContents(TcLoopScope *s, MlirBlock body) {
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    TcLoopOpKind kind = tcLoopOpKind(op);
    if (kind == TC_LOOP_NONE || kind == TC_LOOP_KERNEL ||
        kind == TC_LOOP_LAUNCH || kind == TC_LOOP_AT || kind == TC_LOOP_INDEX ||
        kind == TC_LOOP_WITHIN) {
      MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
      return tcCheckFail(&s->c,
                         "[TC-0250] C7: %.*s is no stage; prims stand in "
                         "the bodies of stages",
                         TC_REF(name));
    }
  }
  return TC_OK_RESULT;
}

static MlirLogicalResult verifyKernel(TcLoopScope *s) {
  MlirOperation op = s->c.op;
  TcTypes inputs = {0}, results = {0}, yields;
  signature(s, op, &inputs, &results);
  MlirBlock body = mlirRegionGetFirstBlock(tcLoopKernelGetBody(op));
  TcTypes arguments = tcLoopArgumentTypes(s, body);
  TC_TRY(checkIters(s));
  TC_TRY(tcLoopCheckTypes(s, &arguments, &inputs,
                          "[TC-0250] C3: ", "arguments of the body"));
  for (size_t i = 0; i < inputs.size; ++i)
    TC_TRY(tcCheckNamedTensorType(&s->c, inputs.data[i], "an argument"));
  TC_TRY(tcLoopYieldTypes(s, body, "[TC-0250] C4: ", &yields));
  TC_TRY(tcLoopCheckTypes(s, &yields, &results,
                          "[TC-0250] C4: ", "values yielded for the results"));
  TC_TRY(checkClashes(s, &inputs));
  TC_TRY(checkClashes(s, &results));
  TC_TRY(
      checkBoundary(s, tcLoopKernelGetArgAttrs(op), &inputs, "argument", NULL));
  TC_TRY(checkBoundary(s, tcLoopKernelGetResAttrs(op), &results, "result",
                       &inputs));
  return checkContents(s, body);
}

MlirLogicalResult tcLoopVerifyKernel(MlirOperation op) {
  TcLoopScope s = {.c = tcCheckOp(op), .kernel = op};
  s.iters.arena = &s.arena;
  MlirLogicalResult result = verifyKernel(&s);
  tcArenaFree(&s.arena);
  return result;
}

//===- launch -------------------------------------------------------------===//

static MlirLogicalResult checkLaunch(TcLoopScope *s) {
  TcTypes patterns = {0}, results = {0}, types = {0};
  signature(s, s->kernel, &patterns, &results);
  intptr_t numInputs = tcLoopLaunchGetNumInputs(s->c.op);
  TcTypes given = tcLoopResultTypes(s);
  if ((size_t)numInputs != patterns.size || given.size != results.size)
    return tcCheckFail(&s->c,
                       "[TC-0251] C2: %d operands and %d results for a "
                       "kernel of %d and %d",
                       (int)numInputs, (int)given.size, (int)patterns.size,
                       (int)results.size);
  for (intptr_t i = 0; i < numInputs; ++i)
    (void)tcVecPush(&s->arena, &types,
                    mlirValueGetType(tcLoopLaunchGetInputs(s->c.op, i)));
  for (size_t i = 0; i < results.size; ++i) {
    (void)tcVecPush(&s->arena, &patterns, results.data[i]);
    (void)tcVecPush(&s->arena, &types, given.data[i]);
  }
  TcMap bindings = {.arena = &s->arena};
  TcUnifyFailure why;
  if (tcTypesUnifyLaunch((intptr_t)types.size, patterns.data, types.data,
                         &bindings, &why))
    return TC_OK_RESULT;
  bool isInput = why.position < numInputs;
  return tcCheckFail(
      &s->c, "[TC-0251] C3: %s %d is %s, which does not fit the kernel's %s",
      isInput ? "operand" : "result",
      (int)(isInput ? why.position : why.position - numInputs),
      tcTypeText(types.data[why.position]).text,
      tcTypeText(patterns.data[why.position]).text);
}

MlirLogicalResult tcLoopVerifyLaunch(MlirOperation op, TcSymbolTables *tables) {
  TcLoopScope s = {.c = tcCheckOp(op)};
  s.kernel = tcSymbolTablesLookup(tables, op, tcLoopLaunchGetKernelAttr(op));
  if (tcLoopOpKind(s.kernel) != TC_LOOP_KERNEL)
    return tcCheckFail(&s.c, "[TC-0251] C1: no loop.kernel is called @%.*s",
                       TC_REF(tcLoopLaunchGetKernel(op)));
  MlirLogicalResult result = checkLaunch(&s);
  tcArenaFree(&s.arena);
  return result;
}

//===- while --------------------------------------------------------------===//

// The function of a loop.while; its type is null if there is none.
static MlirType functionType(TcLoopScope *s, TcSymbolTables *tables,
                             const char *name) {
  MlirAttribute symbol = tcCheckAttr(&s->c, name);
  MlirOperation func = tcSymbolTablesLookup(tables, s->c.op, symbol);
  if (mlirOperationIsNull(func) ||
      !mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(func)),
                          mlirStringRefCreateFromCString("func.func")))
    return (MlirType){NULL};
  return mlirTypeAttrGetValue(mlirOperationGetInherentAttributeByName(
      func, mlirStringRefCreateFromCString("function_type")));
}

// Whether the function takes the first `takes` operands and returns the first
// `gives` of them, or one tensor<i1> for -1.
static bool isOfType(const TcLoopScope *s, MlirType type, intptr_t takes,
                     intptr_t gives) {
  if (mlirFunctionTypeGetNumInputs(type) != takes ||
      mlirFunctionTypeGetNumResults(type) != (gives < 0 ? 1 : gives))
    return false;
  for (intptr_t i = 0; i < takes; ++i)
    if (!mlirTypeEqual(mlirFunctionTypeGetInput(type, i),
                       tcCheckType(&s->c, i)))
      return false;
  for (intptr_t i = 0; i < gives; ++i)
    if (!mlirTypeEqual(mlirFunctionTypeGetResult(type, i),
                       tcCheckType(&s->c, i)))
      return false;
  MlirType first = mlirFunctionTypeGetResult(type, 0);
  return gives >= 0 || (tcTypeIsTensor(first) && tcTypeGetRank(first) == 0 &&
                        tcTypeIsBool(tcTypeGetElement(first)));
}

MlirLogicalResult tcLoopVerifyWhile(MlirOperation op, TcSymbolTables *tables) {
  static const char *const names[] = {"cond", "body", "copy"};
  TcLoopScope s = {.c = tcCheckOp(op)};
  intptr_t carried = tcLoopWhileGetNumCarried(op);
  intptr_t all = mlirOperationGetNumOperands(op);
  const intptr_t takes[] = {all, all, carried},
                 gives[] = {-1, carried, carried};
  bool ok = mlirOperationGetNumResults(op) == carried;
  for (intptr_t i = 0; ok && i < carried; ++i)
    ok = mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, i)),
                       tcCheckType(&s.c, i));
  for (int i = 0; i < 3; ++i) {
    MlirType type = functionType(&s, tables, names[i]);
    if (mlirTypeIsNull(type))
      return tcCheckFail(&s.c, "[TC-0262] C1: '%s' is no function", names[i]);
    if (!ok || !isOfType(&s, type, takes[i], gives[i]))
      return tcCheckFail(&s.c,
                         "[TC-0262] C2: '%s' is of type %s, which does not fit "
                         "the operands and results",
                         names[i], tcTypeText(type).text);
  }
  return TC_OK_RESULT;
}
