// fx-to-prim: decomposes functionalised captured graphs into functions of
// prims. Each call is replaced by the ops that its target's rule builds; the
// tables of rules are in this folder, one file per family (rules.c). Result
// types are compared with the captured ones.
#include "passes/decompose/lower.h"

#include "lib/ir/break.h"
#include "lib/ir/limits.h"
#include "lib/ir/pass.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/FxOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"

#include <string.h>

//===- Values -------------------------------------------------------------===//

MlirValue tcFxValue(const TcFxLowering *l, MlirValue value) {
  MlirValue to = {tcMapGet(&l->values, value.ptr)};
  return to;
}

void tcFxSetValue(TcFxLowering *l, MlirValue from, MlirValue to) {
  tcMapSet(&l->values, from.ptr, (void *)to.ptr);
}

static MlirValue mismatch(TcBuild *b, intptr_t i, const char *what) {
  return tcFail(b, 1101,
                "result %ld: %s differs from what was captured; the capture "
                "is of another PyTorch version, or this is a mistake in the "
                "rule",
                (long)i, what);
}

MlirValue tcFxCheckResult(TcBuild *b, MlirValue value, MlirType captured,
                          intptr_t i) {
  if (!value.ptr)
    return value;
  MlirType type = mlirValueGetType(value), wanted = tcFxType(captured);
  if (mlirTypeEqual(type, wanted))
    return value;
  if (!mlirTypeEqual(tcTypeGetElement(type), tcTypeGetElement(wanted)))
    return mismatch(b, i, "the element type");
  if (tcTypeGetRank(type) != tcTypeGetRank(wanted))
    return mismatch(b, i, "the rank");
  TcShape shape = tcShapeMake(b, tcTypeGetRank(wanted));
  tcTypeGetSizes(wanted, shape.sizes);
  for (intptr_t d = 0; d < shape.rank; ++d)
    if (tcSizeAttrProvablyDiffer(tcTypeGetSize(type, d), shape.sizes[d]))
      return mismatch(b, i, "a size");
  return tcCastSizes(b, value, shape);
}

//===- Calls --------------------------------------------------------------===//

// "aten.add.Tensor" with its final 0.
static const char *targetText(TcFxLowering *l, MlirOperation call) {
  MlirStringRef target = tcFxCallGetTarget(call);
  return tcArenaCopyText(l->arena, target.data, target.length);
}

static void mapOperands(TcFxLowering *l, MlirOperation op, MlirValue *out) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    out[i] = tcFxValue(l, mlirOperationGetOperand(op, i));
}

static MlirLogicalResult finishCall(TcFxLowering *l, TcFxCall *c) {
  for (intptr_t i = 0; i < tcNumResults(c); ++i) {
    MlirValue from = mlirOperationGetResult(c->op, i);
    MlirValue to =
        tcFxCheckResult(c->b, c->results[i], mlirValueGetType(from), i);
    if (!to.ptr)
      return mlirLogicalResultFailure();
    tcFxSetValue(l, from, to);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult noteError(MlirDiagnostic diagnostic, void *reported) {
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError)
    *(bool *)reported = true;
  return mlirLogicalResultFailure(); // whoever prints is asked next
}

static void breakResults(TcFxCall *c) {
  for (intptr_t i = 0; i < tcNumResults(c); ++i)
    c->results[i] = tcBreakValue(&c->b->at, c->results[i]);
}

// Runs the rule. A rule that reported an error fails, even if it continued to a
// result. Unexpected arguments, such as sizes beyond 64 bits, may give no
// result without an error; that is reported here.
static MlirLogicalResult runRule(TcFxLowering *l, TcFxCall *c) {
  MlirContext ctx = mlirOperationGetContext(c->op);
  bool reported = false;
  MlirDiagnosticHandlerID id =
      mlirContextAttachDiagnosticHandler(ctx, noteError, &reported, NULL);
  c->rule->run(c, c->b);
  if (tcNumResults(c) && tcBreaksNow("decompose", c->rule->target, "wrong"))
    breakResults(c);
  MlirLogicalResult result = finishCall(l, c);
  mlirContextDetachDiagnosticHandler(ctx, id);
  if (reported)
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(result))
    return tcOpEmitError(c->op,
                         "[TC-1102] %s: nothing can be computed with these "
                         "arguments: one is out of range",
                         c->b->what);
  return result;
}

// cuDNN's flag is that of convolutions and of layers of recurrent cells.
static bool isOfCudnn(const char *target) {
  static const char *const words[] = {"conv", "aten.lstm.", "aten.gru.",
                                      "aten.rnn_tanh.", "aten.rnn_relu."};
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
    if (strstr(target, words[i]))
      return true;
  return false;
}

static MlirLogicalResult lowerCall(TcFxLowering *l, MlirOperation op,
                                   TcBuild *b) {
  b->what = targetText(l, op);
  b->tf32 = isOfCudnn(b->what) ? l->tf32Convolutions : l->tf32Products;
  MlirValue *operands = TC_ARENA_ARRAY(l->arena, MlirValue,
                                       (size_t)mlirOperationGetNumOperands(op));
  mapOperands(l, op, operands);
  TcFxCall c = {.b = b,
                .op = op,
                .rule = tcFxRuleOf(l->rules, op),
                .rules = l->rules,
                .operands = operands,
                .random = &l->random,
                .ofBlocks = &l->ofBlocks};
  c.results = TC_ARENA_ARRAY(l->arena, MlirValue, (size_t)tcNumResults(&c));
  if (!tcFxCallBind(&c))
    return mlirLogicalResultFailure();
  return runRule(l, &c);
}

static MlirLogicalResult lowerOp(TcFxLowering *l, MlirOperation op,
                                 TcBuild *b) {
  b->at.loc = mlirOperationGetLocation(op);
  if (tcFxIsControl(op))
    return tcFxLowerControl(l, op, b);
  switch (tcFxOpKind(op)) {
  case TC_FX_CALL:
    return lowerCall(l, op, b);
  case TC_FX_GET_ATTR: {
    MlirValue result = mlirOperationGetResult(op, 0);
    tcFxSetValue(l, result,
                 tcPrimGetWeight(&b->at, mlirValueGetType(result),
                                 tcFxGetAttrGetName(op)));
    return mlirLogicalResultSuccess();
  }
  case TC_FX_GUARD: // collected on the function
    return mlirLogicalResultSuccess();
  default:
    return tcOpEmitError(op, "[TC-4103] is no op of a captured graph");
  }
}

static bool isTerminator(MlirOperation op) {
  return tcFxOpKind(op) == TC_FX_OUTPUT;
}

MlirLogicalResult tcFxLowerBlock(TcFxLowering *l, MlirBlock block, TcBuild *b) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       op.ptr && !isTerminator(op); op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(tcCheckValues(op)) ||
        mlirLogicalResultIsFailure(lowerOp(l, op, b)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

//===- Functions ----------------------------------------------------------===//

static MlirBlock bodyOf(MlirOperation graph) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(graph, 0));
}

// Attributes of the graph other than those that make it a graph.
static void copyAttributes(MlirOperation graph, MlirOperation func) {
  for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(graph);
       ++i) {
    MlirNamedAttribute a = mlirOperationGetDiscardableAttribute(graph, i);
    mlirOperationSetDiscardableAttributeByName(func, mlirIdentifierStr(a.name),
                                               a.attribute);
  }
}

// tc.guards = [[lhs, "le", rhs], ...]: what must hold of sizes at a call.
static void copyGuards(TcFxLowering *l, MlirOperation graph,
                       MlirOperation func) {
  TC_VEC(MlirAttribute) guards = {0};
  MlirContext ctx = mlirOperationGetContext(graph);
  for (MlirOperation op = mlirBlockGetFirstOperation(bodyOf(graph)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (tcFxOpKind(op) != TC_FX_GUARD)
      continue;
    MlirAttribute parts[3] = {tcFxGuardGetLhs(op),
                              mlirStringAttrGet(ctx, tcFxGuardGetRelation(op)),
                              tcFxGuardGetRhs(op)};
    tcVecPush(l->arena, &guards, mlirArrayAttrGet(ctx, 3, parts));
  }
  if (guards.size)
    mlirOperationSetDiscardableAttributeByName(
        func, tcStr("tc.guards"),
        mlirArrayAttrGet(ctx, (intptr_t)guards.size, guards.data));
}

typedef TC_VEC(MlirType) TypeVec;

static MlirType functionType(TcFxLowering *l, MlirOperation graph,
                             bool random) {
  MlirType old = tcFxGraphGetFunctionType(graph);
  MlirContext ctx = mlirOperationGetContext(graph);
  TypeVec inputs = {0}, results = {0};
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(old); ++i)
    tcVecPush(l->arena, &inputs, tcFxType(mlirFunctionTypeGetInput(old, i)));
  if (random)
    tcVecPush(l->arena, &inputs,
              tcTensorTypeGet(0, NULL, mlirIntegerTypeGet(ctx, 64)));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(old); ++i)
    tcVecPush(l->arena, &results, tcFxType(mlirFunctionTypeGetResult(old, i)));
  return mlirFunctionTypeGet(ctx, (intptr_t)inputs.size, inputs.data,
                             (intptr_t)results.size, results.data);
}

static MlirNamedAttribute named(MlirContext ctx, const char *name,
                                MlirAttribute value) {
  return mlirNamedAttributeGet(mlirIdentifierGet(ctx, tcStr(name)), value);
}

// The graph's attributes of argument `i`, with a note that it is a number.
static MlirAttribute argumentAttrs(TcFxLowering *l, MlirOperation graph,
                                   intptr_t i) {
  MlirContext ctx = mlirOperationGetContext(graph);
  MlirAttribute all = tcFxGraphGetArgAttrs(graph);
  MlirAttribute own = all.ptr ? mlirArrayAttrGetElement(all, i)
                              : mlirDictionaryAttrGet(ctx, 0, NULL);
  MlirType type = mlirFunctionTypeGetInput(tcFxGraphGetFunctionType(graph), i);
  if (tcTypeIsTensor(type))
    return own;
  TC_VEC(MlirNamedAttribute) attrs = {0};
  for (intptr_t k = 0; k < mlirDictionaryAttrGetNumElements(own); ++k)
    tcVecPush(l->arena, &attrs, mlirDictionaryAttrGetElement(own, k));
  tcVecPush(l->arena, &attrs, named(ctx, "tc.number", mlirUnitAttrGet(ctx)));
  return mlirDictionaryAttrGet(ctx, (intptr_t)attrs.size, attrs.data);
}

// The key that an example is drawn with: {kind = "constant", value}. That of
// the fills (lib/runtime/fill.c): what is drawn is their stream 0.
static MlirAttribute keyFill(MlirContext ctx) {
  MlirNamedAttribute fill[2] = {
      named(ctx, "kind", tcAttrString(ctx, "constant")),
      named(ctx, "value", tcAttrI64(ctx, 0x746300000007))};
  return mlirDictionaryAttrGet(ctx, 2, fill);
}

static MlirAttribute allArgumentAttrs(TcFxLowering *l, MlirOperation graph,
                                      bool random) {
  MlirContext ctx = mlirOperationGetContext(graph);
  TC_VEC(MlirAttribute) all = {0};
  intptr_t n = mlirFunctionTypeGetNumInputs(tcFxGraphGetFunctionType(graph));
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(l->arena, &all, argumentAttrs(l, graph, i));
  if (random) {
    MlirNamedAttribute key[] = {
        named(ctx, "fx.name", tcAttrString(ctx, "tc.key")),
        named(ctx, "tc.init", keyFill(ctx)),
        named(ctx, "tc.random", mlirUnitAttrGet(ctx))};
    tcVecPush(l->arena, &all, mlirDictionaryAttrGet(ctx, 3, key));
  }
  return mlirArrayAttrGet(ctx, (intptr_t)all.size, all.data);
}

// Lowers the body into a separate function, so that a failure leaves the graph
// unchanged.
static MlirLogicalResult lowerBody(TcFxLowering *l, MlirOperation graph,
                                   MlirRegion body) {
  MlirBlock from = bodyOf(graph), to = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(body, to);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(from); ++i) {
    MlirValue argument = mlirBlockGetArgument(from, i);
    tcFxSetValue(l, argument,
                 mlirBlockAddArgument(to, tcFxType(mlirValueGetType(argument)),
                                      mlirOperationGetLocation(graph)));
  }
  l->random = (TcFxRandom){.block = to};
  l->ofBlocks = (TcMap){.arena = l->arena};
  TcBuild b = {tcBuilderAtEnd(to, mlirOperationGetLocation(graph)), l->arena,
               "fx.graph", false};
  if (mlirLogicalResultIsFailure(tcFxLowerBlock(l, from, &b)))
    return mlirLogicalResultFailure();
  MlirOperation output = mlirBlockGetTerminator(from);
  intptr_t n = mlirOperationGetNumOperands(output);
  MlirValue *results = TC_ARENA_ARRAY(l->arena, MlirValue, (size_t)n);
  mapOperands(l, output, results);
  b.at.loc = mlirOperationGetLocation(output);
  tcFuncReturn(&b.at, n, results);
  return mlirLogicalResultSuccess();
}

static bool isText(MlirAttribute attr, const char *text) {
  return mlirAttributeIsAString(attr) &&
         mlirStringRefEqual(mlirStringAttrGetValue(attr), tcStr(text));
}

// tc.tf32 = ["matmul", "convolution"]: products of f32 that permit TF32, as
// PyTorch's flags did when the graph was captured. False after an error.
static bool readTf32(MlirOperation graph, TcFxLowering *l) {
  MlirAttribute all =
      mlirOperationGetDiscardableAttributeByName(graph, tcStr("tc.tf32"));
  bool known = !all.ptr || mlirAttributeIsAArray(all);
  intptr_t n = all.ptr && known ? mlirArrayAttrGetNumElements(all) : 0;
  for (intptr_t i = 0; known && i < n; ++i) {
    MlirAttribute kind = mlirArrayAttrGetElement(all, i);
    bool products = isText(kind, "matmul");
    l->tf32Products |= products;
    l->tf32Convolutions |= !products;
    known = products || isText(kind, "convolution");
  }
  if (!known)
    tcOpEmitError(graph, "[TC-4105] tc.tf32 is not a list of \"matmul\" and "
                         "\"convolution\"");
  return known;
}

static MlirLogicalResult lowerGraph(MlirOperation graph, TcArena *arena,
                                    const TcMap *rules) {
  TcFxLowering l = {.arena = arena, .rules = rules, .values = {.arena = arena}};
  if (!readTf32(graph, &l))
    return mlirLogicalResultFailure();
  TcBuilder at = tcBuilderBefore(graph);
  MlirRegion body = mlirRegionCreate();
  if (mlirLogicalResultIsFailure(tcCheckValues(graph)) ||
      mlirLogicalResultIsFailure(lowerBody(&l, graph, body))) {
    mlirRegionDestroy(body);
    return mlirLogicalResultFailure();
  }
  bool random = l.random.key.ptr != NULL;
  MlirOperation func = tcFuncFuncCreate(
      &at, tcFxGraphGetSymName(graph), functionType(&l, graph, random),
      tcFxGraphGetSymVisibility(graph), allArgumentAttrs(&l, graph, random),
      tcFxGraphGetResAttrs(graph), false);
  if (!func.ptr) {
    mlirRegionDestroy(body);
    return mlirLogicalResultFailure();
  }
  mlirRegionTakeBody(mlirOperationGetRegion(func, 0), body);
  mlirRegionDestroy(body);
  copyAttributes(graph, func);
  copyGuards(&l, graph, func);
  mlirOperationDestroy(graph);
  return mlirLogicalResultSuccess();
}

//===- The pass -----------------------------------------------------------===//

enum { OPTION_DISABLE };

static const TcPassOption options[] = {
    {"disable", TC_OPTION_STRING, "",
     "targets whose rules are not to be used, comma-separated"}};

enum { STATISTIC_GRAPHS };

static const TcPassStatistic statistics[] = {
    {"graphs", "graphs that became functions"}};

static bool isGraph(MlirOperation op) { return tcFxOpKind(op) == TC_FX_GRAPH; }

static MlirLogicalResult lowerAll(MlirBlock block, TcArena *arena,
                                  const TcMap *rules, TcPass *pass) {
  bool ok = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (isGraph(op))
      ok &= mlirLogicalResultIsSuccess(tcFxCheckRules(op, arena, rules));
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); ok && op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!isGraph(op))
      continue;
    ok = mlirLogicalResultIsSuccess(lowerGraph(op, arena, rules));
    tcPassAddStatistic(pass, STATISTIC_GRAPHS, 1);
  }
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  TcMap rules = {.arena = &arena};
  tcFxCollectRules(&rules, tcPassGetOptionString(pass, OPTION_DISABLE));
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  MlirLogicalResult result = lowerAll(block, &arena, &rules, pass);
  tcArenaFree(&arena);
  return result;
}

static const char *const dependents[] = {"prim", "func", NULL};

const TcPassInfo tcPassFxToPrim = {
    .argument = "fx-to-prim",
    .summary = "Decompose captured graphs into functions of prims",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof options / sizeof *options,
    .statistics = statistics,
    .numStatistics = sizeof statistics / sizeof *statistics,
    .dependentDialects = dependents,
    .run = run,
};
