// Graphs of fx: signatures, weights, guards, and control flow with regions.
#include "dialects/check.h"
#include "dialects/tc/attributes.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/vec.h"
#include "tc/gen/FxHooks.h"
#include "tc/gen/FxOps.h"

typedef TC_VEC(MlirType) Types;

// Verification of one op; the arena holds its lists of types.
typedef struct Graph {
  TcCheck c;
  TcArena arena;
} Graph;

static Types argumentTypes(Graph *g, MlirBlock block) {
  Types out = {0};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
    (void)tcVecPush(&g->arena, &out,
                    mlirValueGetType(mlirBlockGetArgument(block, i)));
  return out;
}

// Operands `first` to `end` of an op.
static Types operandTypes(Graph *g, MlirOperation op, intptr_t first,
                          intptr_t end) {
  Types out = {0};
  for (intptr_t i = first; i < end; ++i)
    (void)tcVecPush(&g->arena, &out,
                    mlirValueGetType(mlirOperationGetOperand(op, i)));
  return out;
}

static Types resultTypes(Graph *g) {
  Types out = {0};
  for (intptr_t i = 0, e = mlirOperationGetNumResults(g->c.op); i < e; ++i)
    (void)tcVecPush(&g->arena, &out,
                    mlirValueGetType(mlirOperationGetResult(g->c.op, i)));
  return out;
}

static MlirLogicalResult outputTypes(Graph *g, MlirBlock block,
                                     const char *rule, Types *out) {
  MlirOperation end = mlirBlockGetTerminator(block);
  if (tcFxOpKind(end) != TC_FX_OUTPUT)
    return tcCheckFail(&g->c, "%sa graph or region ends in fx.output", rule);
  *out = operandTypes(g, end, 0, mlirOperationGetNumOperands(end));
  return TC_OK_RESULT;
}

static MlirLogicalResult checkTypes(const Graph *g, const Types *got,
                                    const Types *wanted, const char *rule,
                                    const char *what) {
  if (got->size != wanted->size)
    return tcCheckFail(&g->c, "%s%s: %d, not %d", rule, what, (int)got->size,
                       (int)wanted->size);
  for (size_t i = 0; i < got->size; ++i)
    if (!mlirTypeEqual(got->data[i], wanted->data[i]))
      return tcCheckFail(&g->c, "%s%s: number %d is %s, not %s", rule, what,
                         (int)i, tcTypeText(got->data[i]).text,
                         tcTypeText(wanted->data[i]).text);
  return TC_OK_RESULT;
}

typedef MlirLogicalResult VerifyFn(Graph *g);

static MlirLogicalResult verifyWith(MlirOperation op, VerifyFn *verify) {
  Graph g = {.c = tcCheckOp(op)};
  MlirLogicalResult result = verify(&g);
  tcArenaFree(&g.arena);
  return result;
}

//===- graph --------------------------------------------------------------===//

static MlirLogicalResult checkNumAttrs(const Graph *g, MlirAttribute attrs,
                                       size_t n, const char *what) {
  if (!attrs.ptr || mlirArrayAttrGetNumElements(attrs) == (intptr_t)n)
    return attrs.ptr ? tcBoundaryAttributesVerify(g->c.op, attrs)
                     : TC_OK_RESULT;
  return tcCheckFail(&g->c, "[TC-0280] C3: attributes for %d of %d %s",
                     (int)mlirArrayAttrGetNumElements(attrs), (int)n, what);
}

static MlirLogicalResult verifyGraph(Graph *g) {
  MlirOperation op = g->c.op;
  MlirType type = tcFxGraphGetFunctionType(op);
  MlirBlock body = mlirRegionGetFirstBlock(tcFxGraphGetBody(op));
  Types inputs = {0}, results = {0}, outputs;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); ++i)
    (void)tcVecPush(&g->arena, &inputs, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); ++i)
    (void)tcVecPush(&g->arena, &results, mlirFunctionTypeGetResult(type, i));
  Types arguments = argumentTypes(g, body);
  TC_TRY(checkTypes(g, &arguments, &inputs,
                    "[TC-0280] C1: ", "arguments of the body"));
  TC_TRY(outputTypes(g, body, "[TC-0280] C2: ", &outputs));
  TC_TRY(checkTypes(g, &outputs, &results,
                    "[TC-0280] C2: ", "values put out for the results"));
  TC_TRY(checkNumAttrs(g, tcFxGraphGetArgAttrs(op), inputs.size, "arguments"));
  return checkNumAttrs(g, tcFxGraphGetResAttrs(op), results.size, "results");
}

MlirLogicalResult tcFxVerifyGraph(MlirOperation op) {
  return verifyWith(op, verifyGraph);
}

MlirLogicalResult tcFxVerifyGetAttr(MlirOperation op, TcSymbolTables *tables) {
  return tcCheckWeightUse(op, tables, tcFxGetAttrGetNameAttr(op),
                          "[TC-0283] C1: ");
}

MlirLogicalResult tcFxVerifyGuard(MlirOperation op) {
  static const char *const relations[] = {"eq", "ne", "lt", "le"};
  TcCheck c = tcCheckOp(op);
  MlirStringRef relation = tcFxGuardGetRelation(op);
  for (size_t i = 0; i < sizeof relations / sizeof *relations; ++i)
    if (mlirStringRefEqual(relation,
                           mlirStringRefCreateFromCString(relations[i])))
      return TC_OK_RESULT;
  return tcCheckFail(&c, "[TC-0284] C1: '%.*s' is no relation; eq, ne, lt, le",
                     TC_REF(relation));
}

//===- Control flow -------------------------------------------------------===//

static MlirBlock regionBlock(const Graph *g, intptr_t i) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(g->c.op, i));
}

static void append(Graph *g, Types *to, const Types *from) {
  for (size_t i = 0; i < from->size; ++i)
    (void)tcVecPush(&g->arena, to, from->data[i]);
}

// A region takes `arguments` and gives `outputs`.
static MlirLogicalResult checkRegion(Graph *g, intptr_t i,
                                     const Types *arguments,
                                     const Types *outputs) {
  Types own = argumentTypes(g, regionBlock(g, i)), given;
  TC_TRY(checkTypes(g, &own, arguments,
                    "[TC-0285] C2: ", "arguments of a region"));
  TC_TRY(outputTypes(g, regionBlock(g, i), "[TC-0285] C3: ", &given));
  return checkTypes(g, &given, outputs,
                    "[TC-0285] C3: ", "values that a region puts out");
}

// One truth value: i1, or a tensor of one.
static bool isTruth(MlirType type) {
  return tcTypeIsBool(type) && tcSizeAttrIsValue(tcTypeGetNumElements(type), 1);
}

static MlirLogicalResult verifyCond(Graph *g) {
  MlirType pred = tcCheckType(&g->c, 0);
  if (!isTruth(pred))
    return tcCheckFail(&g->c, "[TC-0285] C1: the predicate is %s, not one i1",
                       tcTypeText(pred).text);
  Types arguments = operandTypes(g, g->c.op, 1, tcCheckNumOperands(&g->c));
  Types results = resultTypes(g);
  TC_TRY(checkRegion(g, 0, &arguments, &results));
  return checkRegion(g, 1, &arguments, &results);
}

static MlirLogicalResult verifyWhile(Graph *g) {
  intptr_t n = tcFxWhileLoopGetNumCarried(g->c.op);
  Types arguments = operandTypes(g, g->c.op, 0, tcCheckNumOperands(&g->c));
  Types carried = arguments, own, outputs;
  carried.size = (size_t)n;
  own = argumentTypes(g, regionBlock(g, 0));
  TC_TRY(checkTypes(g, &own, &arguments,
                    "[TC-0285] C2: ", "arguments of the condition"));
  TC_TRY(outputTypes(g, regionBlock(g, 0), "[TC-0285] C1: ", &outputs));
  if (outputs.size != 1 || !isTruth(outputs.data[0]))
    return tcCheckFail(&g->c, "[TC-0285] C1: the condition puts out one i1");
  TC_TRY(checkRegion(g, 1, &arguments, &carried));
  Types results = resultTypes(g);
  return checkTypes(g, &results, &carried, "[TC-0285] C4: ", "results");
}

// Slices of operands `first` to `end` along their leading dimensions, which
// must be equal.
static MlirLogicalResult slices(Graph *g, intptr_t first, intptr_t end,
                                Types *out, MlirAttribute *turns) {
  MlirAttribute sizes[TC_MAX_RANK];
  for (intptr_t i = first; i < end; ++i) {
    MlirType x = tcCheckType(&g->c, i);
    if (tcTypeGetRank(x) == 0 || tcTypeGetRank(x) > TC_MAX_RANK)
      return tcCheckFail(&g->c,
                         "[TC-0285] C5: operand %d, %s, has no leading "
                         "dimension to go over",
                         (int)i, tcTypeText(x).text);
    TC_TRY(tcCheckTensorType(&g->c, x, "what the loop goes over"));
    tcTypeGetSizes(x, sizes);
    if (i == first)
      *turns = sizes[0];
    TC_TRY(tcCheckEqualSizes(&g->c, *turns, sizes[0],
                             "[TC-0285] C5: ", "leading sizes"));
    (void)tcVecPush(&g->arena, out,
                    tcTensorTypeGetForeign(tcTypeGetRank(x) - 1, sizes + 1,
                                           tcTypeGetElement(x)));
  }
  if (first == end)
    return tcCheckFail(&g->c, "[TC-0285] C5: there is nothing to go over");
  return TC_OK_RESULT;
}

// Checks the results: the first `numInit` outputs as they are, the others
// stacked.
static MlirLogicalResult checkStacked(Graph *g, const Types *outputs,
                                      size_t numInit, MlirAttribute turns) {
  MlirAttribute sizes[TC_MAX_RANK] = {turns};
  Types wanted = {0}, results = resultTypes(g);
  for (size_t i = 0; i < outputs->size; ++i) {
    MlirType type = outputs->data[i];
    if (i >= numInit) {
      if (tcTypeGetRank(type) >= TC_MAX_RANK)
        return tcCheckFail(&g->c, "[TC-0285] C4: %s cannot be stacked",
                           tcTypeText(type).text);
      tcTypeGetSizes(type, sizes + 1);
      type = tcTensorTypeGetForeign(tcTypeGetRank(type) + 1, sizes,
                                    tcTypeGetElement(type));
    }
    (void)tcVecPush(&g->arena, &wanted, type);
  }
  return checkTypes(g, &results, &wanted, "[TC-0285] C4: ", "results");
}

static MlirLogicalResult verifyScan(Graph *g) {
  MlirOperation op = g->c.op;
  bool isMap = tcFxOpKind(op) == TC_FX_MAP;
  intptr_t numInit = isMap ? 0 : tcFxScanGetNumInit(op);
  intptr_t numXs = isMap ? tcFxMapGetNumXs(op) : tcFxScanGetNumXs(op);
  intptr_t end = numInit + numXs;
  MlirAttribute turns = {NULL};
  Types init = operandTypes(g, op, 0, numInit), arguments = {0}, outputs;
  append(g, &arguments, &init);
  TC_TRY(slices(g, numInit, end, &arguments, &turns));
  Types extra = operandTypes(g, op, end, tcCheckNumOperands(&g->c));
  append(g, &arguments, &extra);
  TC_TRY(outputTypes(g, regionBlock(g, 0), "[TC-0285] C3: ", &outputs));
  if (outputs.size < init.size)
    return tcCheckFail(&g->c,
                       "[TC-0285] C3: the body puts out %d values and "
                       "carries %d",
                       (int)outputs.size, (int)init.size);
  Types carried = outputs;
  carried.size = init.size;
  TC_TRY(checkTypes(g, &carried, &init,
                    "[TC-0285] C3: ", "carried values that the body puts out"));
  TC_TRY(checkRegion(g, 0, &arguments, &outputs));
  return checkStacked(g, &outputs, init.size, turns);
}

MlirLogicalResult tcFxVerifyControl(MlirOperation op) {
  switch (tcFxOpKind(op)) {
  case TC_FX_COND:
    return verifyWith(op, verifyCond);
  case TC_FX_WHILE_LOOP:
    return verifyWith(op, verifyWhile);
  default:
    return verifyWith(op, verifyScan);
  }
}
