// Control flow: scan and while, whose bodies are regions of prims; and ext.
#include "dialects/check.h"
#include "ir/combination.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/vec.h"
#include "tc/gen/PrimHooks.h"
#include "tc/gen/PrimOps.h"
#include <string.h>

//===- Types of a loop ----------------------------------------------------===//

typedef TC_VEC(MlirType) Types;

// Verification of one op: the arena holds its lists of types.
typedef struct Loop {
  TcCheck c;
  TcArena arena;
} Loop;

static Types argumentTypes(Loop *loop, MlirBlock block) {
  Types out = {0};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
    (void)tcVecPush(&loop->arena, &out,
                    mlirValueGetType(mlirBlockGetArgument(block, i)));
  return out;
}

static Types operandTypes(Loop *loop, MlirOperation op, intptr_t n) {
  Types out = {0};
  for (intptr_t i = 0; i < n; ++i)
    (void)tcVecPush(&loop->arena, &out,
                    mlirValueGetType(mlirOperationGetOperand(op, i)));
  return out;
}

static Types resultTypes(Loop *loop) {
  Types out = {0};
  for (intptr_t i = 0, e = mlirOperationGetNumResults(loop->c.op); i < e; ++i)
    (void)tcVecPush(&loop->arena, &out,
                    mlirValueGetType(mlirOperationGetResult(loop->c.op, i)));
  return out;
}

// The types that a region ends with; fails if it does not end in prim.yield.
static MlirLogicalResult yieldTypes(Loop *loop, MlirBlock block,
                                    const char *rule, Types *out) {
  MlirOperation end = mlirBlockGetTerminator(block);
  if (tcPrimOpKind(end) != TC_PRIM_YIELD)
    return tcCheckFail(&loop->c, "%sa region ends in prim.yield", rule);
  *out = operandTypes(loop, end, mlirOperationGetNumOperands(end));
  return TC_OK_RESULT;
}

static MlirLogicalResult checkEqualTypes(const Loop *loop, const Types *got,
                                         const Types *wanted, const char *rule,
                                         const char *what) {
  if (got->size != wanted->size)
    return tcCheckFail(&loop->c, "%s%s: %d values, not %d", rule, what,
                       (int)got->size, (int)wanted->size);
  for (size_t i = 0; i < got->size; ++i)
    if (!mlirTypeEqual(got->data[i], wanted->data[i]))
      return tcCheckFail(&loop->c, "%s%s: value %d is %s, not %s", rule, what,
                         (int)i, tcTypeText(got->data[i]).text,
                         tcTypeText(wanted->data[i]).text);
  return TC_OK_RESULT;
}

// `type` without its leading dimension.
static MlirType slice(MlirType type) {
  MlirAttribute sizes[TC_MAX_RANK];
  tcTypeGetSizes(type, sizes);
  return tcTensorTypeGetForeign(tcTypeGetRank(type) - 1, sizes + 1,
                                tcTypeGetElement(type));
}

// A stack of `size` values of `type`; null if that has too many dimensions.
static MlirType stack(MlirType type, MlirAttribute size) {
  MlirAttribute sizes[TC_MAX_RANK] = {size};
  if (tcTypeGetRank(type) >= TC_MAX_RANK)
    return (MlirType){NULL};
  tcTypeGetSizes(type, sizes + 1);
  return tcTensorTypeGetForeign(tcTypeGetRank(type) + 1, sizes,
                                tcTypeGetElement(type));
}

//===- scan ---------------------------------------------------------------===//

// The number of iterations: the leading size that all xs share.
static MlirLogicalResult checkTurns(const Loop *loop, MlirAttribute *turns) {
  const char *rule = "[TC-0238] C1: ";
  MlirOperation op = loop->c.op;
  intptr_t n = tcPrimScanGetNumXs(op);
  if (n == 0)
    return tcCheckFail(&loop->c,
                       "%sthere is nothing to go over; give it a "
                       "prim.iota",
                       rule);
  for (intptr_t i = 0; i < n; ++i) {
    MlirType x = mlirValueGetType(tcPrimScanGetXs(op, i));
    if (tcTypeGetRank(x) == 0)
      return tcCheckFail(&loop->c, "%sa scalar has no slices to go over", rule);
    MlirAttribute size = tcTypeGetSize(x, 0);
    if (i == 0)
      *turns = size;
    TC_TRY(tcCheckEqualSizes(&loop->c, *turns, size, rule, "leading sizes"));
  }
  return TC_OK_RESULT;
}

static MlirLogicalResult verifyScan(Loop *loop) {
  MlirOperation op = loop->c.op;
  MlirAttribute turns;
  TC_TRY(tcCheckTensors(&loop->c, 0));
  TC_TRY(checkTurns(loop, &turns));
  intptr_t numInit = tcPrimScanGetNumInit(op);
  Types wanted = {0};
  for (intptr_t i = 0; i < numInit; ++i)
    (void)tcVecPush(&loop->arena, &wanted,
                    mlirValueGetType(tcPrimScanGetInit(op, i)));
  Types carried = wanted;
  for (intptr_t i = 0, e = tcPrimScanGetNumXs(op); i < e; ++i)
    (void)tcVecPush(&loop->arena, &wanted,
                    slice(mlirValueGetType(tcPrimScanGetXs(op, i))));
  MlirBlock body = mlirRegionGetFirstBlock(tcPrimScanGetBody(op));
  Types arguments = argumentTypes(loop, body), yields, results = {0};
  TC_TRY(checkEqualTypes(loop, &arguments, &wanted,
                         "[TC-0238] C2: ", "arguments of the body"));
  TC_TRY(yieldTypes(loop, body, "[TC-0238] C3: ", &yields));
  for (size_t i = 0; i < yields.size; ++i)
    (void)tcVecPush(&loop->arena, &results,
                    i < carried.size ? yields.data[i]
                                     : stack(yields.data[i], turns));
  if (yields.size > carried.size)
    yields.size = carried.size;
  TC_TRY(checkEqualTypes(loop, &yields, &carried, "[TC-0238] C3: ",
                         "carried values that the body yields"));
  Types given = resultTypes(loop);
  TC_TRY(checkEqualTypes(loop, &given, &results, "[TC-0238] C4: ", "results"));
  if (!tcScanIsAssociative(op))
    return TC_OK_RESULT;
  Types slices = {0};
  for (size_t i = carried.size; i < wanted.size; ++i)
    (void)tcVecPush(&loop->arena, &slices, wanted.data[i]);
  return checkEqualTypes(loop, &slices, &carried,
                         "[TC-0238] C5: ", "slices that are combined");
}

MlirLogicalResult tcPrimVerifyScan(MlirOperation op) {
  Loop loop = {.c = tcCheckOp(op)};
  MlirLogicalResult result = verifyScan(&loop);
  tcArenaFree(&loop.arena);
  return result;
}

//===- while --------------------------------------------------------------===//

static bool usesSymbol(const Types *types, MlirStringRef symbol) {
  for (size_t t = 0; t < types->size; ++t)
    for (intptr_t d = 0; d < tcTypeGetRank(types->data[t]); ++d)
      if (tcSizeAttrUses(tcTypeGetSize(types->data[t], d), symbol))
        return true;
  return false;
}

// The symbols that `carried` names, as keys of a map.
static MlirLogicalResult readCarried(Loop *loop, const Types *init,
                                     TcMap *out) {
  MlirAttribute names = tcPrimWhileGetCarried(loop->c.op);
  intptr_t n = names.ptr ? mlirArrayAttrGetNumElements(names) : 0;
  for (intptr_t i = 0; i < n; ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(names, i));
    if (!tcSizeAttrGetSymbol(tcCheckContext(&loop->c), name).ptr ||
        tcMapGetTextN(out, name.data, name.length))
      return tcCheckFail(&loop->c,
                         "[TC-0239] C1: '%.*s' is no name for a "
                         "size, or stands twice in 'carried'",
                         TC_REF(name));
    (void)tcMapSetTextN(out, name.data, name.length, out);
    if (usesSymbol(init, name))
      return tcCheckFail(&loop->c,
                         "[TC-0239] C1: carried symbol %.*s is a size "
                         "of the initial values; name it anew",
                         TC_REF(name));
  }
  return TC_OK_RESULT;
}

static bool isForeign(const Types *types) {
  for (size_t i = 0; i < types->size; ++i)
    if (!tcTypeHasSizes(types->data[i]))
      return true;
  return false;
}

static MlirLogicalResult checkElements(const Loop *loop, const Types *patterns,
                                       const Types *types, const char *rule,
                                       const char *what) {
  for (size_t i = 0; i < types->size; ++i) {
    MlirType pattern = patterns->data[i], type = types->data[i];
    bool same =
        tcTypeGetRank(pattern) == tcTypeGetRank(type) &&
        mlirTypeEqual(tcTypeGetElement(pattern), tcTypeGetElement(type));
    for (intptr_t d = 0; same && d < tcTypeGetRank(type); ++d)
      same = !tcSizeAttrProvablyDiffer(tcTypeGetSize(pattern, d),
                                       tcTypeGetSize(type, d));
    if (!same)
      return tcCheckFail(
          &loop->c, "%s%s: value %d is %s, where the region has %s", rule, what,
          (int)i, tcTypeText(type).text, tcTypeText(pattern).text);
  }
  return TC_OK_RESULT;
}

// Checks that there are sizes of the carried symbols with which the patterns
// equal `types`.
static MlirLogicalResult checkUnify(const Loop *loop, const Types *patterns,
                                    const Types *types, const TcMap *carried,
                                    TcMap *bindings, const char *rule,
                                    const char *what) {
  TcUnifyFailure why;
  if (types->size != patterns->size)
    return tcCheckFail(&loop->c, "%s%s: %d values for %d arguments", rule, what,
                       (int)types->size, (int)patterns->size);
  // Nothing is known of sizes without names: the interpreter and tc-name-sizes
  // find them.
  if (isForeign(patterns) || isForeign(types))
    return checkElements(loop, patterns, types, rule, what);
  if (tcTypesUnify((intptr_t)patterns->size, patterns->data, types->data,
                   carried, bindings, &why))
    return TC_OK_RESULT;
  MlirType pattern = patterns->data[why.position];
  MlirType type = types->data[why.position];
  return tcCheckFail(&loop->c,
                     "%s%s: value %d is %s, where the region has %s; "
                     "name sizes that change in 'carried'",
                     rule, what, (int)why.position, tcTypeText(type).text,
                     tcTypeText(pattern).text);
}

// Whether the results have a fresh symbol for the i-th carried size.
static bool isFresh(const Types *init, const TcMap *carried, const TcMap *atEnd,
                    size_t i) {
  MlirStringRef name = mlirStringRefCreateFromCString(carried->entries[i].key);
  MlirStringRef symbol;
  MlirAttribute size = tcBindingsGet(atEnd, name);
  if (!size.ptr)
    return true; // no value has this size
  if (!tcSizeAttrIsSymbol(size, &symbol) || usesSymbol(init, symbol))
    return false;
  for (size_t k = 0; k < carried->size; ++k) {
    MlirStringRef other =
        mlirStringRefCreateFromCString(carried->entries[k].key);
    if (mlirStringRefEqual(symbol, other) ||
        (k != i && tcSizeAttrEqual(size, tcBindingsGet(atEnd, other))))
      return false;
  }
  return true;
}

static MlirLogicalResult checkFresh(const Loop *loop, const Types *init,
                                    const TcMap *carried, const TcMap *atEnd) {
  for (size_t i = 0; i < carried->size; ++i) {
    const char *name = carried->entries[i].key;
    MlirAttribute size =
        tcBindingsGet(atEnd, mlirStringRefCreateFromCString(name));
    if (!isFresh(init, carried, atEnd, i))
      return tcCheckFail(&loop->c,
                         "[TC-0239] C5: the results have %s for the "
                         "carried size %s; its last value is not "
                         "known: give it a fresh symbol",
                         tcSizeText(size).text, name);
  }
  return TC_OK_RESULT;
}

static MlirLogicalResult checkCondition(Loop *loop, MlirBlock cond,
                                        const Types *arguments) {
  Types own = argumentTypes(loop, cond), yields;
  TC_TRY(checkEqualTypes(loop, &own, arguments, "[TC-0239] C2: ",
                         "arguments of the condition and of the body"));
  TC_TRY(yieldTypes(loop, cond, "[TC-0239] C2: ", &yields));
  if (yields.size == 1 && tcTypeIsBool(yields.data[0]) &&
      tcTypeGetRank(yields.data[0]) == 0)
    return TC_OK_RESULT;
  return tcCheckFail(&loop->c,
                     "[TC-0239] C2: the condition yields one tensor<i1>");
}

static MlirLogicalResult verifyWhile(Loop *loop) {
  MlirOperation op = loop->c.op;
  MlirBlock cond = mlirRegionGetFirstBlock(tcPrimWhileGetCond(op));
  MlirBlock body = mlirRegionGetFirstBlock(tcPrimWhileGetBody(op));
  TC_TRY(tcCheckTensors(&loop->c, 0));
  Types init = operandTypes(loop, op, tcPrimWhileGetNumInit(op));
  Types arguments = argumentTypes(loop, body), yields;
  Types results = resultTypes(loop);
  TcMap carried = {.arena = &loop->arena}, atStart = carried, atTurn = carried,
        atEnd = carried;
  TC_TRY(readCarried(loop, &init, &carried));
  TC_TRY(checkCondition(loop, cond, &arguments));
  TC_TRY(yieldTypes(loop, body, "[TC-0239] C4: ", &yields));
  TC_TRY(checkUnify(loop, &arguments, &init, &carried, &atStart,
                    "[TC-0239] C3: ", "initial values"));
  TC_TRY(checkUnify(loop, &arguments, &yields, &carried, &atTurn,
                    "[TC-0239] C4: ", "values that the body yields"));
  TC_TRY(checkUnify(loop, &arguments, &results, &carried, &atEnd,
                    "[TC-0239] C5: ", "results"));
  return checkFresh(loop, &init, &carried, &atEnd);
}

MlirLogicalResult tcPrimVerifyWhile(MlirOperation op) {
  Loop loop = {.c = tcCheckOp(op)};
  MlirLogicalResult result = verifyWhile(&loop);
  tcArenaFree(&loop.arena);
  return result;
}

MlirLogicalResult tcPrimVerifyYield(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  TcPrimOpKind around = tcPrimOpKind(mlirOperationGetParentOperation(op));
  if (around == TC_PRIM_SCAN || around == TC_PRIM_WHILE)
    return TC_OK_RESULT;
  return tcCheckFail(&c, "[TC-0240] C1: ends a region that is none of prim; a "
                         "function ends in func.return");
}

//===- ext ----------------------------------------------------------------===//

MlirLogicalResult tcPrimVerifyExt(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  MlirStringRef target = tcPrimExtGetTarget(op);
  const char *dot = memchr(target.data, '.', target.length);
  if (dot && dot > target.data && dot + 1 < target.data + target.length)
    return TC_OK_RESULT;
  return tcCheckFail(&c,
                     "[TC-0241] C1: '%.*s' is no name of the registry; "
                     "\"namespace.name\"",
                     TC_REF(target));
}
