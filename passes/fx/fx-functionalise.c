// fx-functionalise: removes mutation from captured graphs. Every value is a
// view of a storage. An in-place op becomes its functional overload, whose
// result is written back through the chain of views to the storage; other views
// of the storage are recomputed from its new value when they are read next. The
// final values of arguments and weights become extra results that alias them
// (tc.ties); results that share memory with arguments, weights or other results
// are marked (tc.alias, tc.alias_result). The first pass on a captured graph;
// fx-to-prim follows.
#include "passes/fx/functionalise.h"

#include "lib/ir/pass.h"
#include "tc/gen/FxOps.h"

static MlirLogicalResult functionaliseBlock(TcFunctionalise *p,
                                            MlirBlock block);

//===- Calls --------------------------------------------------------------===//

// PyTorch's CPU attention gives its result transposed in memory.
static bool givesDense(const TcFxSchema *schema) {
  return !mlirStringRefEqual(
      schema->name, tcStr("aten.scaled_dot_product_attention.default"));
}

// A storage in the order of its memory: its base, with dimensions in another
// order where that is how it lies. What as_strided counts in.
static TcView *inMemoryOrder(TcFunctionalise *p, TcView *base) {
  TcBuild *b = &p->b;
  TcShape shape = tcFxShapeOf(b, base->type), ordered;
  TcStep step = {.kind = TC_STEP_PERMUTE};
  if (tcStridesAreDense(b, shape, base->strides))
    return base;
  if (!tcStridesOrder(b, shape, base->strides, &step.permutation))
    return NULL;
  ordered = tcShapeMake(b, shape.rank);
  for (intptr_t i = 0; i < shape.rank; ++i)
    ordered.sizes[i] = shape.sizes[step.permutation.data[i]];
  MlirType type = tcTensorTypeGet(ordered.rank, ordered.sizes,
                                  tcTypeGetElement(base->type));
  TcView *view = tcFxAddView(p, base, &step, type, tcNoValue());
  view->version = base->storage->version - 1; // has no value yet
  return view;
}

static TcView *denseBase(TcFunctionalise *p, TcView *v) {
  TcView *base = v->storage->base;
  if (base->strides.sizes && tcSizeAttrIsValue(base->strides.offset, 0) &&
      (base = inMemoryOrder(p, base)))
    return base;
  tcFail(&p->b, 4115,
         "the layout in memory of what it views is not known to "
         "be dense from its start; clone it before");
  return NULL;
}

// Result `i` of a call as a view of an operand, or not. The operands are those
// of the graph still.
static bool nameResult(TcFunctionalise *p, TcFxCall *c, intptr_t i,
                       bool dense) {
  MlirValue result = mlirOperationGetResult(c->op, i);
  intptr_t operand = tcViewedOperand(c, i);
  TcView *parent = operand < 0
                       ? NULL
                       : tcFxViewOf(p, mlirOperationGetOperand(c->op, operand));
  TcStep step;
  TcAliasing aliasing =
      parent ? tcStepOfCall(c, parent, i, &step) : TC_ALIAS_COPY;
  if (aliasing != TC_ALIAS_VIEW) {
    tcFxAddFresh(p, result, aliasing == TC_ALIAS_COPY && dense);
    if (aliasing == TC_ALIAS_UNKNOWN)
      tcFxLink(p, tcFxViewOf(p, result)->storage, parent->storage,
               TC_LINK_COPY);
    return true;
  }
  if (step.kind == TC_STEP_STRIDED && !(parent = denseBase(p, parent)))
    return false;
  tcFxNameView(p, result,
               tcFxAddView(p, parent, &step, mlirValueGetType(result), result));
  return true;
}

// A strided view counts in the storage, so its call must be on that.
static bool rebaseStrided(TcFunctionalise *p, MlirOperation op, TcView *v) {
  if (v->step.kind != TC_STEP_STRIDED)
    return true;
  MlirValue base = tcFxReadView(p, v->parent);
  MlirValue value = tcStepForward(&p->b, &v->step, base, v->type);
  if (!value.ptr)
    return false;
  v->value = value;
  tcVecPush(p->b.arena, &p->dead, op);
  return true;
}

// A call that writes nothing.
static bool pureCall(TcFunctionalise *p, TcFxCall *c) {
  bool dense = (tcFxReadsDense(p, c->op) ||
                tcArgIsString(c, "memory_format", "contiguous_format")) &&
               givesDense(&c->schema);
  intptr_t n = mlirOperationGetNumResults(c->op);
  for (intptr_t i = 0; i < n; ++i)
    if (!nameResult(p, c, i, dense))
      return false;
  if (!tcFxReadOperands(p, c->op))
    return false;
  TcView *first = n ? tcFxViewOf(p, mlirOperationGetResult(c->op, 0)) : NULL;
  return !first || !first->parent || rebaseStrided(p, c->op, first);
}

// The functional view, which afterwards the operand is too.
static bool viewInPlace(TcFunctionalise *p, TcFxCall *c,
                        const char *functional) {
  MlirValue self = mlirOperationGetOperand(c->op, 0);
  tcFxCallSetTargetAttr(c->op, tcAttrString(p->b.at.ctx, functional));
  if (!tcFxCallBind(c) || !pureCall(p, c))
    return false;
  tcFxNameView(p, self, tcFxViewOf(p, mlirOperationGetResult(c->op, 0)));
  return true;
}

static bool functionaliseCall(TcFunctionalise *p, MlirOperation op) {
  MlirStringRef target = tcFxCallGetTarget(op);
  p->b.what = tcArenaCopyText(p->b.arena, target.data, target.length);
  TcFxCall c = {.b = &p->b, .op = op};
  if (!tcFxSchemaLookup(target, &c.schema)) { // fx-to-prim reports it
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      tcFxAddFresh(p, mlirOperationGetResult(op, i), false);
    return tcFxReadOperands(p, op);
  }
  if (!tcFxCallBind(&c))
    return false;
  if (tcFxViewInPlace(target))
    return viewInPlace(p, &c, tcFxViewInPlace(target));
  int written[TC_FX_MAX_ARGS];
  intptr_t n = tcFxWrittenArguments(&c, written);
  return n ? tcFxInPlaceCall(p, &c, n, written) : pureCall(p, &c);
}

//===- Regions ------------------------------------------------------------===//

static MlirWalkResult readNested(MlirOperation op, void *self) {
  TcFunctionalise *p = self;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    TcView *v = tcFxViewOf(p, mlirOperationGetOperand(op, i));
    if (v && !tcFxReadView(p, v).ptr)
      return MlirWalkResultInterrupt;
  }
  return MlirWalkResultAdvance;
}

// Control flow: values that the regions read from outside are brought up to
// date before it; region arguments and results are new values.
static bool functionaliseControl(TcFunctionalise *p, MlirOperation op) {
  mlirOperationWalk(op, readNested, p, MlirWalkPreOrder);
  if (!tcFxReadOperands(p, op))
    return false;
  TcBuilder at = p->b.at;
  ++p->depth;
  bool ok = true;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (intptr_t k = 0; ok && k < mlirBlockGetNumArguments(block); ++k) {
      MlirValue argument = mlirBlockGetArgument(block, k);
      tcFxAddFresh(p, argument, false);
      if (tcFxViewOf(p, argument))
        tcFxViewOf(p, argument)->storage->readOnly = true;
    }
    ok = ok && mlirLogicalResultIsSuccess(functionaliseBlock(p, block));
  }
  --p->depth;
  p->b.at = at;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    tcFxAddFresh(p, mlirOperationGetResult(op, i), false);
  return ok;
}

//===- Blocks -------------------------------------------------------------===//

// All readers of one weight share a storage.
static void nameWeight(TcFunctionalise *p, MlirOperation op) {
  MlirAttribute symbol = tcFxGetAttrGetNameAttr(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  TcStorage *s = tcMapGet(&p->weights, symbol.ptr);
  if (!s) {
    unsigned depth = p->depth;
    p->depth = 0;
    MlirType type = mlirValueGetType(result);
    s = tcFxAddStorage(p, result,
                       tcStridesDense(&p->b, tcFxShapeOf(&p->b, type)))
            ->storage;
    p->depth = depth;
    s->weight = symbol;
    tcMapSet(&p->weights, symbol.ptr, s);
    tcVecPush(p->b.arena, &p->storages, s);
  }
  tcFxNameView(p, result, s->base);
}

static bool functionaliseOp(TcFunctionalise *p, MlirOperation op) {
  p->b.at = tcBuilderBefore(op);
  switch (tcFxOpKind(op)) {
  case TC_FX_CALL:
    return functionaliseCall(p, op);
  case TC_FX_GET_ATTR:
    nameWeight(p, op);
    return true;
  case TC_FX_COND:
  case TC_FX_WHILE_LOOP:
  case TC_FX_SCAN:
  case TC_FX_MAP:
    return functionaliseControl(p, op);
  default:
    return tcFxReadOperands(p, op);
  }
}

static MlirLogicalResult functionaliseBlock(TcFunctionalise *p,
                                            MlirBlock block) {
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    bool isOutput = tcFxOpKind(op) == TC_FX_OUTPUT && p->depth == 0;
    if (!isOutput && !functionaliseOp(p, op))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

//===- The pass -----------------------------------------------------------===//

// Calls that were replaced: later ones first, as they use earlier ones.
static void eraseDead(TcFunctionalise *p) {
  while (p->dead.size)
    mlirOperationDestroy(tcVecPop(&p->dead));
}

static MlirLogicalResult functionalise(TcFunctionalise *p,
                                       MlirOperation graph) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(graph, 0));
  MlirOperation output = mlirBlockGetTerminator(block);
  p->b.at = tcBuilderAtStart(block, mlirOperationGetLocation(graph));
  tcFxAddArguments(p, graph, block);
  if (mlirLogicalResultIsFailure(functionaliseBlock(p, block)))
    return mlirLogicalResultFailure();
  p->b.at = tcBuilderBefore(output);
  p->b.what = "fx.output";
  if (!tcFxReturnResults(p, graph, output))
    return mlirLogicalResultFailure();
  eraseDead(p);
  return mlirLogicalResultSuccess();
}

enum { STATISTIC_WRITES };

static const TcPassStatistic statistics[] = {
    {"writes", "writes that became values"}};

static MlirLogicalResult run(MlirOperation graph, TcPass *pass) {
  TcArena arena = {0};
  TcFunctionalise p = {.b = {.arena = &arena, .what = "fx.graph"},
                       .views = {.arena = &arena},
                       .weights = {.arena = &arena}};
  MlirLogicalResult result = functionalise(&p, graph);
  tcPassAddStatistic(pass, STATISTIC_WRITES, p.writes);
  tcArenaFree(&arena);
  return result;
}

static const char *const dependents[] = {"fx", NULL};

const TcPassInfo tcPassFxFunctionalise = {
    .argument = "fx-functionalise",
    .summary = "Replace views that are written and writes by values",
    .anchor = "fx.graph",
    .statistics = statistics,
    .numStatistics = sizeof statistics / sizeof *statistics,
    .dependentDialects = dependents,
    .run = run,
};
