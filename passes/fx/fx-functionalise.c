// fx-functionalise: mutation vanishes from captured graphs. Every value is a
// view of a storage. An in-place op computes what its functional overload
// gives and writes it back through the chain of views to the storage; other
// views of that are made again from its new value when they are read next.
// What arguments and weights hold at the end becomes extra results, tied to
// them (tc.ties); results that are memory of arguments, weights or other
// results say so (tc.alias, tc.alias_result). The first pass over a capture;
// fx-to-prim comes next.
#include "passes/fx/functionalise.h"

#include "lib/ir/pass.h"
#include "tc/gen/FxOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

typedef TC_VEC(TcStorage *) StorageVec;

typedef struct Pass {
  TcBuild b;
  TcMap views;         // from values of the graph to TcView
  TcMap weights;       // from symbol attributes to TcStorage
  StorageVec storages; // of arguments and weights, in order
  TC_VEC(MlirOperation) dead;
  unsigned depth; // of the region that is walked
  intptr_t writes;
} Pass;

static MlirLogicalResult functionaliseBlock(Pass *p, MlirBlock block);

//===- Storages and views -------------------------------------------------===//

static TcShape shapeOfType(TcBuild *b, MlirType type) {
  TcShape shape = tcShapeMake(b, tcTypeGetRank(type));
  tcTypeGetSizes(type, shape.sizes);
  return shape;
}

static TcView *viewOf(Pass *p, MlirValue value) {
  return tcMapGet(&p->views, value.ptr);
}

static void name(Pass *p, MlirValue value, TcView *view) {
  tcMapSet(&p->views, value.ptr, view);
  tcVecPush(p->b.arena, &view->storage->values, value);
}

// A storage that holds `value`.
static TcView *addStorage(Pass *p, MlirValue value, TcStrides strides) {
  TcStorage *storage = TC_ARENA_NEW(p->b.arena, TcStorage);
  TcView *view = TC_ARENA_NEW(p->b.arena, TcView);
  *storage = (TcStorage){.base = view, .depth = p->depth, .argument = -1};
  *view = (TcView){.storage = storage,
                   .type = mlirValueGetType(value),
                   .strides = strides,
                   .value = value};
  return view;
}

static TcView *addView(Pass *p, TcView *parent, const TcStep *step,
                       MlirType type, MlirValue value) {
  TcView *view = TC_ARENA_NEW(p->b.arena, TcView);
  *view = (TcView){.storage = parent->storage,
                   .parent = parent,
                   .step = *step,
                   .type = type,
                   .value = value,
                   .version = parent->storage->version};
  view->strides = tcStepStrides(&p->b, parent, step, shapeOfType(&p->b, type));
  return view;
}

static void link(Pass *p, TcStorage *a, TcStorage *b, TcLinkKind kind) {
  tcVecPush(p->b.arena, &a->links, (TcLink){b, kind});
  tcVecPush(p->b.arena, &b->links, (TcLink){a, kind});
}

// The view's value after all writes so far.
static MlirValue readView(Pass *p, TcView *v) {
  if (v->version != v->storage->version && v->parent) {
    v->value = tcStepForward(&p->b, &v->step, readView(p, v->parent), v->type);
    v->version = v->storage->version;
  }
  return v->value;
}

static bool storeView(Pass *p, TcView *v, MlirValue value) {
  if (!value.ptr)
    return false;
  if (v->parent) {
    MlirValue old = readView(p, v->parent);
    MlirValue parent = tcStepInverse(&p->b, &v->step, old, value);
    if (!storeView(p, v->parent, parent))
      return false;
  } else {
    ++v->storage->version;
  }
  v->value = value;
  v->version = v->storage->version;
  return true;
}

//===- What may not be written --------------------------------------------===//

// The op in `block` that `op` is or is in; null if there is none.
static MlirOperation ancestorIn(MlirBlock block, MlirOperation op) {
  while (op.ptr && !mlirBlockEqual(mlirOperationGetBlock(op), block))
    op = mlirOperationGetParentOperation(op);
  return op;
}

static bool isUsedAfter(MlirValue value, MlirOperation op) {
  MlirBlock block = mlirOperationGetBlock(op);
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = ancestorIn(block, mlirOpOperandGetOwner(use));
    if (user.ptr && mlirOperationIsBeforeInBlock(op, user))
      return true;
  }
  return false;
}

static bool isOutside(const TcStorage *s) {
  return s->argument >= 0 || s->weight.ptr;
}

// Whether anybody sees what a storage holds after `op`: the graph, or for what
// may be a view of it also the caller.
static bool isSeenAfter(const TcStorage *s, TcLinkKind kind, MlirOperation op) {
  if (kind == TC_LINK_COPY && isOutside(s))
    return true;
  if (kind == TC_LINK_OVERLAP && s->version)
    return true;
  for (size_t i = 0; i < s->values.size; ++i)
    if (isUsedAfter(s->values.data[i], op))
      return true;
  return false;
}

static bool checkLinks(Pass *p, const TcStorage *s, MlirOperation op) {
  for (size_t i = 0; i < s->links.size; ++i) {
    const TcLink *l = &s->links.data[i];
    if (!isSeenAfter(l->other, l->kind, op))
      continue;
    if (l->kind == TC_LINK_OVERLAP)
      tcFail(&p->b, 1113,
             "writes to an argument that may overlap another, which is used "
             "afterwards; say how they lie (tc.storage, tc.layout), or clone "
             "one");
    else
      tcFail(&p->b, 4111,
             "writes to what may be a view or a copy of another value: the "
             "layout decides, and tc does not know it; use view or clone "
             "instead of reshape, contiguous or to");
    return false;
  }
  return true;
}

static bool isWeightMutated(MlirOperation op, MlirAttribute symbol) {
  MlirOperation module = mlirOperationGetParentOperation(op);
  while (module.ptr && tcFxOpKind(module) != TC_FX_GRAPH)
    module = mlirOperationGetParentOperation(module);
  module = module.ptr ? mlirOperationGetParentOperation(module) : module;
  if (!module.ptr)
    return true;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  MlirStringRef wanted = mlirFlatSymbolRefAttrGetValue(symbol);
  for (MlirOperation w = mlirBlockGetFirstOperation(block); w.ptr;
       w = mlirOperationGetNextInBlock(w))
    if (tcPrimOpKind(w) == TC_PRIM_WEIGHT &&
        mlirStringRefEqual(tcPrimWeightGetSymName(w), wanted))
      return tcPrimWeightGetMutated(w);
  return true; // the verifier reports a weight that does not exist
}

static bool checkWrite(Pass *p, const TcStorage *s, MlirOperation op) {
  if (s->readOnly || s->depth != p->depth) {
    tcFail(&p->b, 4114,
           "writes to a value from outside its region; return "
           "the new value instead");
    return false;
  }
  if (s->weight.ptr && !isWeightMutated(op, s->weight)) {
    tcFail(&p->b, 1112, "writes to a weight that is not declared `mutated`");
    return false;
  }
  return checkLinks(p, s, op);
}

// Writes `value` to a view, by op `op`.
static bool writeView(Pass *p, TcView *v, MlirValue value, MlirOperation op) {
  ++p->writes;
  return checkWrite(p, v->storage, op) && storeView(p, v, value);
}

//===- Calls --------------------------------------------------------------===//

// Replaces operands by the current values of the views that they name.
static bool readOperands(Pass *p, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    TcView *v = viewOf(p, mlirOperationGetOperand(op, i));
    if (!v)
      continue;
    MlirValue value = readView(p, v);
    if (!value.ptr)
      return false;
    mlirOperationSetOperand(op, i, value);
  }
  return true;
}

// Whether all tensors that a call reads lie densely: then so does what it
// gives.
static bool readsDense(Pass *p, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    TcView *v = viewOf(p, mlirOperationGetOperand(op, i));
    if (v && !tcStridesAreDense(&p->b, shapeOfType(&p->b, v->type), v->strides))
      return false;
  }
  return true;
}

// PyTorch's CPU attention gives its result transposed in memory.
static bool givesDense(const TcFxSchema *schema) {
  return !mlirStringRefEqual(
      schema->name, tcStr("aten.scaled_dot_product_attention.default"));
}

static void addFresh(Pass *p, MlirValue result, bool dense) {
  TcStrides strides = {0};
  MlirType type = mlirValueGetType(result);
  if (!tcTypeIsTensor(type))
    return;
  if (dense)
    strides = tcStridesDense(&p->b, shapeOfType(&p->b, type));
  name(p, result, addStorage(p, result, strides));
}

// The base of a storage, where it is dense from its start: what as_strided
// counts in.
static TcView *denseBase(Pass *p, TcView *v) {
  TcView *base = v->storage->base;
  if (tcStridesAreDense(&p->b, shapeOfType(&p->b, base->type), base->strides) &&
      tcSizeAttrIsValue(base->strides.offset, 0))
    return base;
  tcFail(&p->b, 4115,
         "the layout in memory of what it views is not known to "
         "be dense and row-major; clone it before");
  return NULL;
}

// Result `i` of a call as a view of an operand, or not. The operands are those
// of the graph still.
static bool nameResult(Pass *p, TcFxCall *c, intptr_t i, bool dense) {
  MlirValue result = mlirOperationGetResult(c->op, i);
  intptr_t operand = tcViewedOperand(c, i);
  TcView *parent =
      operand < 0 ? NULL : viewOf(p, mlirOperationGetOperand(c->op, operand));
  TcStep step;
  TcAliasing aliasing =
      parent ? tcStepOfCall(c, parent, i, &step) : TC_ALIAS_COPY;
  if (aliasing != TC_ALIAS_VIEW) {
    addFresh(p, result, aliasing == TC_ALIAS_COPY && dense);
    if (aliasing == TC_ALIAS_UNKNOWN)
      link(p, viewOf(p, result)->storage, parent->storage, TC_LINK_COPY);
    return true;
  }
  if (step.kind == TC_STEP_STRIDED && !(parent = denseBase(p, parent)))
    return false;
  name(p, result, addView(p, parent, &step, mlirValueGetType(result), result));
  return true;
}

// A strided view counts in the storage, so its call must be on that.
static bool rebaseStrided(Pass *p, MlirOperation op, TcView *v) {
  if (v->step.kind != TC_STEP_STRIDED)
    return true;
  MlirValue base = readView(p, v->parent);
  MlirValue value = tcStepForward(&p->b, &v->step, base, v->type);
  if (!value.ptr)
    return false;
  v->value = value;
  tcVecPush(p->b.arena, &p->dead, op);
  return true;
}

// A call that writes nothing.
static bool pureCall(Pass *p, TcFxCall *c) {
  bool dense = readsDense(p, c->op) && givesDense(&c->schema);
  intptr_t n = mlirOperationGetNumResults(c->op);
  for (intptr_t i = 0; i < n; ++i)
    if (!nameResult(p, c, i, dense))
      return false;
  if (!readOperands(p, c->op))
    return false;
  TcView *first = n ? viewOf(p, mlirOperationGetResult(c->op, 0)) : NULL;
  return !first || !first->parent || rebaseStrided(p, c->op, first);
}

//===- Calls in place -----------------------------------------------------===//

// In-place overloads whose functional form has another name.
static const struct {
  const char *target, *functional;
} renamed[] = {
    {"aten.batch_norm.default",
     "aten._native_batch_norm_legit_functional.default"},
    {"aten._native_batch_norm_legit.default",
     "aten._native_batch_norm_legit_functional.default"},
    {"aten.normal_.default", "aten.normal_functional.default"},
    {"aten.bernoulli_.float", "aten.bernoulli.p"},
    {"aten.bernoulli_.Tensor", "aten.bernoulli.Tensor"},
};

// "aten.add_.Tensor": "aten.add.Tensor"; "aten.__iand__.Scalar":
// "aten.__and__.Scalar". Null if it does not end so.
static const char *functionalTarget(Pass *p, MlirStringRef target) {
  for (size_t i = 0; i < sizeof renamed / sizeof *renamed; ++i)
    if (mlirStringRefEqual(target, tcStr(renamed[i].target)))
      return renamed[i].functional;
  const char *text = tcArenaCopyText(p->b.arena, target.data, target.length);
  const char *dot = strrchr(text, '.'), *space = strchr(text, '.') + 1;
  if (!strncmp(space, "__i", 3))
    return tcArenaPrintf(p->b.arena, "%.*s__%s", (int)(space - text), text,
                         space + 3);
  if (dot <= space || dot[-1] != '_')
    return NULL;
  return tcArenaPrintf(p->b.arena, "%.*s%s", (int)(dot - text) - 1, text, dot);
}

// The arguments that decide the element type of a functional overload whose
// in-place form keeps that of `self`.
static const char *const promoting[] = {"self",     "other",   "end",
                                        "weight",   "tensor1", "tensor2",
                                        "exponent", "min",     "max"};

// Ops that keep the type of `self` whatever is put into it.
static bool keepsType(const char *functional) {
  static const char *const prefixes[] = {
      "aten.copy.",   "aten.fill.",  "aten.masked_",    "aten.index_",
      "aten.scatter", "aten.zero.",  "aten.bernoulli.", "aten.uniform.",
      "aten.normal_", "aten.slice_", "aten.select_",    "aten.put."};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i)
    if (!strncmp(functional, prefixes[i], strlen(prefixes[i])))
      return true;
  return false;
}

static bool isPredicate(const char *functional) {
  static const char *const prefixes[] = {"aten.eq.",     "aten.ne.", "aten.lt.",
                                         "aten.le.",     "aten.gt.", "aten.ge.",
                                         "aten.logical_"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i)
    if (!strncmp(functional, prefixes[i], strlen(prefixes[i])))
      return true;
  return false;
}

static MlirType functionalType(TcFxCall *c, const char *functional,
                               MlirType self) {
  if (keepsType(functional))
    return self;
  if (isPredicate(functional))
    return tcTypeWithElement(self, tcBool(c->b));
  return tcTypeWithElement(
      self, tcResultElement(c, TC_PROMOTE, sizeof promoting / sizeof *promoting,
                            promoting));
}

// The functional call with the first `n` positional arguments of this one.
static MlirOperation emitFunctional(Pass *p, TcFxCall *c,
                                    const char *functional, intptr_t n,
                                    intptr_t numTypes, const MlirType *types) {
  MlirAttribute args = tcFxCallGetArgs(c->op);
  TC_VEC(MlirAttribute) kept = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(args) && i < n; ++i)
    tcVecPush(p->b.arena, &kept, mlirArrayAttrGetElement(args, i));
  TC_VEC(MlirValue) operands = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(c->op); ++i)
    tcVecPush(p->b.arena, &operands, mlirOperationGetOperand(c->op, i));
  return tcFxCallCreate(
      &p->b.at, numTypes, types, tcStr(functional), (intptr_t)operands.size,
      operands.data,
      mlirArrayAttrGet(p->b.at.ctx, (intptr_t)kept.size, kept.data),
      tcFxCallGetKwargs(c->op));
}

// The view that an argument names; null if it is none.
static TcView *argumentView(Pass *p, TcFxCall *c, int argument) {
  MlirAttribute leaf = c->bound[argument];
  if (!leaf.ptr || !tcAttrIsAFxArg(leaf))
    return NULL;
  return viewOf(p, mlirOperationGetOperand(c->op, tcFxArgAttrGetIndex(leaf)));
}

// y = f(self, ...), converted to self's type, is written to self.
static bool writeOne(Pass *p, TcFxCall *c, const char *functional,
                     TcView *self) {
  MlirType type = functionalType(c, functional, self->type);
  MlirOperation call = emitFunctional(p, c, functional, INTPTR_MAX, 1, &type);
  if (!call.ptr)
    return false;
  MlirValue y = mlirOperationGetResult(call, 0);
  if (!mlirTypeEqual(type, self->type)) {
    const MlirValue values[2] = {y, tcNoValue()};
    const MlirAttribute leaves[2] = {
        tcNoAttr(), mlirTypeAttrGet(tcTypeGetElement(self->type))};
    y = tcFxEmit(&p->b, "aten.to.dtype", self->type, 2, values, leaves);
  }
  return writeView(p, self, y, c->op);
}

// Batch norm in training: output, saved statistics, new running ones
static bool batchNorm(Pass *p, TcFxCall *c, const char *functional,
                      TcView *mean, TcView *var) {
  MlirType types[5];
  intptr_t n = mlirOperationGetNumResults(c->op);
  for (int i = 0; i < 5; ++i)
    types[i] = i < n ? tcResultType(c, i) : mean->type;
  types[3] = mean->type;
  types[4] = var->type;
  MlirOperation call = emitFunctional(p, c, functional, 8, 5, types);
  if (!call.ptr)
    return false;
  for (intptr_t i = 0; i < n && i < 3; ++i) {
    MlirValue result = mlirOperationGetResult(call, i);
    addFresh(p, result, readsDense(p, c->op));
    name(p, mlirOperationGetResult(c->op, i), viewOf(p, result));
  }
  return writeView(p, mean, mlirOperationGetResult(call, 3), c->op) &&
         writeView(p, var, mlirOperationGetResult(call, 4), c->op);
}

static bool isWritten(TcFxCall *c, int argument) {
  const TcFxArg *a = &c->schema.args[argument];
  if (tcArgIsNone(c,
                  tcArenaCopyText(c->b->arena, a->name.data, a->name.length)))
    return false;
  if (!a->mutatedIf.length)
    return a->isMutated;
  return tcArgBool(
      c, tcArenaCopyText(c->b->arena, a->mutatedIf.data, a->mutatedIf.length));
}

// A call that writes the arguments `written`.
static bool inPlaceCall(Pass *p, TcFxCall *c, const char *functional,
                        intptr_t n, const int *written) {
  TcView *targets[2] = {argumentView(p, c, written[0]),
                        n > 1 ? argumentView(p, c, written[1]) : NULL};
  TcFxSchema schema;
  if (n > 2 || !targets[0] || (n == 2 && !targets[1]) || !functional ||
      !tcFxSchemaLookup(tcStr(functional), &schema)) {
    tcFail(&p->b, 4113,
           "writes to its arguments and has no functional form; "
           "decompose it before capture");
    return false;
  }
  MlirOperation op = c->op;
  TcView *self = targets[0];
  // Names are read before operands are replaced by what they stand for.
  if (n == 1 && mlirOperationGetNumResults(op))
    name(p, mlirOperationGetResult(op, 0), self);
  tcVecPush(p->b.arena, &p->dead, op);
  if (!readOperands(p, op))
    return false;
  return n == 2 ? batchNorm(p, c, functional, self, targets[1])
                : writeOne(p, c, functional, self);
}

// Ops that make their argument another view of its storage.
static bool isViewInPlace(MlirStringRef target) {
  static const char *const targets[] = {
      "aten.t_.default",        "aten.transpose_.default",
      "aten.squeeze_.default",  "aten.squeeze_.dim",
      "aten.squeeze_.dims",     "aten.unsqueeze_.default",
      "aten.swapdims_.default", "aten.swapaxes_.default",
      "aten.detach_.default"};
  for (size_t i = 0; i < sizeof targets / sizeof *targets; ++i)
    if (mlirStringRefEqual(target, tcStr(targets[i])))
      return true;
  return false;
}

// The functional view, which afterwards the operand too is.
static bool viewInPlace(Pass *p, TcFxCall *c, const char *functional) {
  MlirValue self = mlirOperationGetOperand(c->op, 0);
  MlirValue result = mlirOperationGetResult(c->op, 0);
  if (!strcmp(functional, "aten.transpose.default"))
    functional = "aten.transpose.int";
  tcFxCallSetTargetAttr(c->op, tcAttrString(p->b.at.ctx, functional));
  if (!tcFxCallBind(c) || !pureCall(p, c))
    return false;
  name(p, self, viewOf(p, result));
  return true;
}

static bool functionaliseCall(Pass *p, MlirOperation op) {
  MlirStringRef target = tcFxCallGetTarget(op);
  p->b.what = tcArenaCopyText(p->b.arena, target.data, target.length);
  TcFxCall c = {.b = &p->b, .op = op};
  if (!tcFxSchemaLookup(target, &c.schema)) { // fx-to-prim reports it
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      addFresh(p, mlirOperationGetResult(op, i), false);
    return readOperands(p, op);
  }
  if (!tcFxCallBind(&c))
    return false;
  int written[TC_FX_MAX_ARGS];
  intptr_t n = 0;
  for (int i = 0; i < c.schema.numArgs; ++i)
    if (isWritten(&c, i))
      written[n++] = i;
  if (n == 0)
    return pureCall(p, &c);
  const char *functional = functionalTarget(p, target);
  return isViewInPlace(target) ? viewInPlace(p, &c, functional)
                               : inPlaceCall(p, &c, functional, n, written);
}

//===- Regions ------------------------------------------------------------===//

static MlirWalkResult readNested(MlirOperation op, void *self) {
  Pass *p = self;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    TcView *v = viewOf(p, mlirOperationGetOperand(op, i));
    if (v && !readView(p, v).ptr)
      return MlirWalkResultInterrupt;
  }
  return MlirWalkResultAdvance;
}

// Control flow: what the regions read from outside is made before it; what
// they take and give are values of their own.
static bool functionaliseControl(Pass *p, MlirOperation op) {
  mlirOperationWalk(op, readNested, p, MlirWalkPreOrder);
  if (!readOperands(p, op))
    return false;
  TcBuilder at = p->b.at;
  ++p->depth;
  bool ok = true;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (intptr_t k = 0; ok && k < mlirBlockGetNumArguments(block); ++k) {
      MlirValue argument = mlirBlockGetArgument(block, k);
      addFresh(p, argument, false);
      if (viewOf(p, argument))
        viewOf(p, argument)->storage->readOnly = true;
    }
    ok = ok && mlirLogicalResultIsSuccess(functionaliseBlock(p, block));
  }
  --p->depth;
  p->b.at = at;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    addFresh(p, mlirOperationGetResult(op, i), false);
  return ok;
}

//===- Blocks -------------------------------------------------------------===//

// All readers of one weight share a storage.
static void nameWeight(Pass *p, MlirOperation op) {
  MlirAttribute symbol = tcFxGetAttrGetNameAttr(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  TcStorage *s = tcMapGet(&p->weights, symbol.ptr);
  if (!s) {
    unsigned depth = p->depth;
    p->depth = 0;
    MlirType type = mlirValueGetType(result);
    s = addStorage(p, result, tcStridesDense(&p->b, shapeOfType(&p->b, type)))
            ->storage;
    p->depth = depth;
    s->weight = symbol;
    tcMapSet(&p->weights, symbol.ptr, s);
    tcVecPush(p->b.arena, &p->storages, s);
  }
  name(p, result, s->base);
}

static bool functionaliseOp(Pass *p, MlirOperation op) {
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
    return readOperands(p, op);
  }
}

static MlirLogicalResult functionaliseBlock(Pass *p, MlirBlock block) {
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

//===- Arguments ----------------------------------------------------------===//

static MlirAttribute argumentAttr(MlirOperation graph, intptr_t i,
                                  const char *key) {
  MlirAttribute all = tcFxGraphGetArgAttrs(graph);
  return all.ptr ? mlirDictionaryAttrGetElementByName(
                       mlirArrayAttrGetElement(all, i), tcStr(key))
                 : tcNoAttr();
}

static void addArguments(Pass *p, MlirOperation graph, MlirBlock block) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    MlirType type = mlirValueGetType(argument);
    if (!tcTypeIsTensor(type))
      continue;
    TcStrides strides = tcStridesOfLayout(&p->b, shapeOfType(&p->b, type),
                                          argumentAttr(graph, i, "tc.layout"));
    TcView *view = addStorage(p, argument, strides);
    view->storage->argument = i;
    name(p, argument, view);
    tcVecPush(p->b.arena, &p->storages, view->storage);
  }
}

// tc.may_overlap = [j, ...]: argument i and those may overlap, nobody says how.
static void linkOverlaps(Pass *p, MlirOperation graph, MlirBlock block) {
  intptr_t n = mlirBlockGetNumArguments(block);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute others = argumentAttr(graph, i, "tc.may_overlap");
    for (intptr_t k = 0; others.ptr && k < tcAttrNumInts(others); ++k) {
      int64_t j = tcAttrIntAt(others, k);
      TcView *a = viewOf(p, mlirBlockGetArgument(block, i));
      TcView *b =
          j >= 0 && j < n ? viewOf(p, mlirBlockGetArgument(block, j)) : NULL;
      if (a && b && a != b)
        link(p, a->storage, b->storage, TC_LINK_OVERLAP);
    }
  }
}

// One more than the last element that a view of this shape reaches.
static MlirAttribute reachOf(TcBuild *b, const TcView *v) {
  MlirAttribute reach = tcSizeAttrAddConst(v->strides.offset, 1);
  TcShape shape = shapeOfType(b, v->type);
  for (intptr_t i = 0; i < shape.rank; ++i)
    reach = tcSizeAttrAdd(reach,
                          tcSizeAttrMul(tcSizeAttrAddConst(shape.sizes[i], -1),
                                        v->strides.sizes[i]));
  return reach;
}

// A flat storage that arguments of one tc.storage are views of: what it holds
// is put together from them.
static TcView *commonStorage(Pass *p, TcView *const *members, intptr_t n) {
  TcBuild *b = &p->b;
  TcShape flat = tcShapeMake(b, 1);
  flat.sizes[0] = reachOf(b, members[0]);
  for (intptr_t i = 1; i < n; ++i) {
    MlirAttribute reach = reachOf(b, members[i]);
    if (!tcSizeAttrProvablyLessEqual(reach, flat.sizes[0]))
      flat.sizes[0] = tcSizeAttrMax(flat.sizes[0], reach);
  }
  MlirType element = tcTypeGetElement(members[0]->type);
  MlirType type = tcTensorTypeGet(1, flat.sizes, element);
  if (!type.ptr)
    return NULL;
  const MlirValue values[2] = {members[0]->value, tcNoValue()};
  const MlirAttribute leaves[2] = {tcNoAttr(), tcFxLeafOfSizes(b, flat)};
  MlirValue value =
      tcFxEmit(b, "aten.new_zeros.default", type, 2, values, leaves);
  return value.ptr ? addStorage(p, value, tcStridesDense(b, flat)) : NULL;
}

static void joinStorage(Pass *p, TcView *const *members, intptr_t n) {
  TcView *base = commonStorage(p, members, n);
  for (intptr_t i = 0; base && i < n; ++i) {
    TcView *v = members[i];
    v->parent = base;
    v->step = (TcStep){.kind = TC_STEP_STRIDED, .strides = v->strides};
    MlirValue scattered = tcStepInverse(&p->b, &v->step, base->value, v->value);
    if (scattered.ptr)
      base->value = scattered;
  }
  for (intptr_t i = 0; base && i < n; ++i)
    members[i]->storage = base->storage;
}

// Arguments of one tc.storage = N lie in one buffer as their layouts say.
static void joinStorages(Pass *p, MlirOperation graph, MlirBlock block) {
  intptr_t n = mlirBlockGetNumArguments(block);
  TcView **members = TC_ARENA_ARRAY(p->b.arena, TcView *, (size_t)n);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute id = argumentAttr(graph, i, "tc.storage");
    intptr_t count = 0;
    for (intptr_t j = 0; id.ptr && j < n; ++j) {
      TcView *v = viewOf(p, mlirBlockGetArgument(block, j));
      bool same =
          v && mlirAttributeEqual(id, argumentAttr(graph, j, "tc.storage"));
      if (same && j < i)
        break;
      if (same && v->strides.sizes)
        members[count++] = v;
    }
    if (count > 1)
      joinStorage(p, members, count);
  }
}

//===- Results ------------------------------------------------------------===//

typedef struct Results {
  TC_VEC(MlirValue) values;
  TC_VEC(MlirType) types;
  TC_VEC(MlirAttribute) attrs;
  TC_VEC(TcStorage *) storages;
} Results;

static MlirAttribute withAttr(Pass *p, MlirAttribute dictionary,
                              const char *key, MlirAttribute value) {
  TC_VEC(MlirNamedAttribute) attrs = {0};
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(dictionary); ++i)
    tcVecPush(p->b.arena, &attrs, mlirDictionaryAttrGetElement(dictionary, i));
  tcVecPush(
      p->b.arena, &attrs,
      mlirNamedAttributeGet(mlirIdentifierGet(p->b.at.ctx, tcStr(key)), value));
  return mlirDictionaryAttrGet(p->b.at.ctx, (intptr_t)attrs.size, attrs.data);
}

static void addResult(Pass *p, Results *r, MlirValue value, TcStorage *storage,
                      MlirAttribute attrs) {
  tcVecPush(p->b.arena, &r->values, value);
  tcVecPush(p->b.arena, &r->types, mlirValueGetType(value));
  tcVecPush(p->b.arena, &r->storages, storage);
  tcVecPush(p->b.arena, &r->attrs, attrs);
}

// The argument whose memory a view is in: of those in one storage the one that
// it is a view of.
static intptr_t argumentOf(Pass *p, MlirBlock block, const TcView *v) {
  for (const TcView *at = v; at; at = at->parent)
    for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
      if (viewOf(p, mlirBlockGetArgument(block, i)) == at)
        return i;
  return v->storage->argument;
}

// What a result's memory is: an argument's, a weight's, an earlier result's.
static MlirAttribute aliasAttrs(Pass *p, MlirBlock block, const TcView *v,
                                const Results *r, MlirAttribute attrs) {
  MlirContext ctx = p->b.at.ctx;
  intptr_t argument = argumentOf(p, block, v);
  if (argument >= 0)
    return withAttr(p, attrs, "tc.alias", tcAttrI64(ctx, argument));
  if (v->storage->weight.ptr)
    return withAttr(p, attrs, "tc.alias", v->storage->weight);
  for (size_t i = 0; i < r->storages.size; ++i)
    if (r->storages.data[i] == v->storage)
      return withAttr(p, attrs, "tc.alias_result", tcAttrI64(ctx, (int64_t)i));
  return attrs;
}

static bool addGraphResults(Pass *p, MlirOperation graph, MlirBlock block,
                            MlirOperation output, Results *r) {
  MlirAttribute given = tcFxGraphGetResAttrs(graph);
  MlirAttribute none = mlirDictionaryAttrGet(p->b.at.ctx, 0, NULL);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(output); ++i) {
    MlirValue value = mlirOperationGetOperand(output, i);
    MlirAttribute attrs = given.ptr ? mlirArrayAttrGetElement(given, i) : none;
    TcView *v = viewOf(p, value);
    if (v)
      attrs = aliasAttrs(p, block, v, r, attrs);
    MlirValue now = v ? readView(p, v) : value;
    if (!now.ptr)
      return false;
    addResult(p, r, now, v ? v->storage : NULL, attrs);
  }
  return true;
}

// The last values of arguments and weights that were written.
static bool addTiedResults(Pass *p, Results *r) {
  MlirContext ctx = p->b.at.ctx;
  MlirAttribute none = mlirDictionaryAttrGet(ctx, 0, NULL);
  for (size_t i = 0; i < p->storages.size; ++i) {
    TcStorage *s = p->storages.data[i];
    TcView *v = s->base;
    if (v->storage->version == 0) // where its storage was joined: of that
      continue;
    MlirValue now = readView(p, v);
    if (!now.ptr)
      return false;
    MlirAttribute tie = s->weight.ptr ? s->weight : tcAttrI64(ctx, s->argument);
    addResult(p, r, now, v->storage, withAttr(p, none, "tc.ties", tie));
  }
  return true;
}

static void setResults(Pass *p, MlirOperation graph, MlirOperation output,
                       const Results *r) {
  TcBuild *b = &p->b;
  MlirType old = tcFxGraphGetFunctionType(graph);
  TC_VEC(MlirType) inputs = {0};
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(old); ++i)
    tcVecPush(b->arena, &inputs, mlirFunctionTypeGetInput(old, i));
  MlirType type =
      mlirFunctionTypeGet(b->at.ctx, (intptr_t)inputs.size, inputs.data,
                          (intptr_t)r->types.size, r->types.data);
  tcFxGraphSetFunctionTypeAttr(graph, mlirTypeAttrGet(type));
  bool any = false;
  for (size_t i = 0; i < r->attrs.size; ++i)
    any |= mlirDictionaryAttrGetNumElements(r->attrs.data[i]) > 0;
  if (any)
    tcFxGraphSetResAttrsAttr(
        graph,
        mlirArrayAttrGet(b->at.ctx, (intptr_t)r->attrs.size, r->attrs.data));
  tcFxOutputCreate(&b->at, (intptr_t)r->values.size, r->values.data,
                   tcFxOutputGetTree(output));
  mlirOperationDestroy(output);
}

//===- The pass -----------------------------------------------------------===//

// Calls that were replaced: later ones first, as they use earlier ones.
static void eraseDead(Pass *p) {
  while (p->dead.size)
    mlirOperationDestroy(tcVecPop(&p->dead));
}

static MlirLogicalResult functionalise(Pass *p, MlirOperation graph) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(graph, 0));
  MlirOperation output = mlirBlockGetTerminator(block);
  Results results = {0};
  p->b.at = tcBuilderAtStart(block, mlirOperationGetLocation(graph));
  addArguments(p, graph, block);
  joinStorages(p, graph, block);
  linkOverlaps(p, graph, block);
  if (mlirLogicalResultIsFailure(functionaliseBlock(p, block)))
    return mlirLogicalResultFailure();
  p->b.at = tcBuilderBefore(output);
  p->b.what = "fx.output";
  if (!addGraphResults(p, graph, block, output, &results) ||
      !addTiedResults(p, &results))
    return mlirLogicalResultFailure();
  setResults(p, graph, output, &results);
  eraseDead(p);
  return mlirLogicalResultSuccess();
}

enum { STATISTIC_WRITES };

static const TcPassStatistic statistics[] = {
    {"writes", "writes that became values"}};

static MlirLogicalResult run(MlirOperation graph, TcPass *pass) {
  TcArena arena = {0};
  Pass p = {.b = {.arena = &arena, .what = "fx.graph"},
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
