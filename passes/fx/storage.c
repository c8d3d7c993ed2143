// Storages and views while fx-functionalise walks over a graph: reading a view
// after writes, writing one, and what may not be written.
#include "passes/fx/functionalise.h"

#include "tc/gen/FxOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

TcView *tcFxViewOf(TcFunctionalise *p, MlirValue value) {
  return tcMapGet(&p->views, value.ptr);
}

void tcFxNameView(TcFunctionalise *p, MlirValue value, TcView *view) {
  tcMapSet(&p->views, value.ptr, view);
  tcVecPush(p->b.arena, &view->storage->values, value);
}

// A storage that holds `value`.
TcView *tcFxAddStorage(TcFunctionalise *p, MlirValue value, TcStrides strides) {
  TcStorage *storage = TC_ARENA_NEW(p->b.arena, TcStorage);
  TcView *view = TC_ARENA_NEW(p->b.arena, TcView);
  *storage = (TcStorage){.base = view, .depth = p->depth, .argument = -1};
  *view = (TcView){.storage = storage,
                   .type = mlirValueGetType(value),
                   .strides = strides,
                   .value = value};
  return view;
}

TcView *tcFxAddView(TcFunctionalise *p, TcView *parent, const TcStep *step,
                    MlirType type, MlirValue value) {
  TcView *view = TC_ARENA_NEW(p->b.arena, TcView);
  *view = (TcView){.storage = parent->storage,
                   .parent = parent,
                   .step = *step,
                   .type = type,
                   .value = value,
                   .version = parent->storage->version};
  view->strides = tcStepStrides(&p->b, parent, step, tcFxShapeOf(&p->b, type));
  return view;
}

void tcFxLink(TcFunctionalise *p, TcStorage *a, TcStorage *b, TcLinkKind kind) {
  tcVecPush(p->b.arena, &a->links, (TcLink){b, kind});
  tcVecPush(p->b.arena, &b->links, (TcLink){a, kind});
}

// The view's value after all writes so far.
MlirValue tcFxReadView(TcFunctionalise *p, TcView *v) {
  if (v->version != v->storage->version && v->parent) {
    v->value =
        tcStepForward(&p->b, &v->step, tcFxReadView(p, v->parent), v->type);
    v->version = v->storage->version;
  }
  return v->value;
}

static bool storeView(TcFunctionalise *p, TcView *v, MlirValue value) {
  if (!value.ptr)
    return false;
  if (v->parent) {
    MlirValue old = tcFxReadView(p, v->parent);
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

// Whether a storage's contents after `op` are visible: to the graph, or, for a
// possible view of it, also to the caller.
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

static bool checkLinks(TcFunctionalise *p, const TcStorage *s,
                       MlirOperation op) {
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

static bool checkWrite(TcFunctionalise *p, const TcStorage *s,
                       MlirOperation op) {
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
bool tcFxWriteView(TcFunctionalise *p, TcView *v, MlirValue value,
                   MlirOperation op) {
  ++p->writes;
  return checkWrite(p, v->storage, op) && storeView(p, v, value);
}

//===- Operands and results -----------------------------------------------===//

// Replaces operands by the current values of the views that they name.
bool tcFxReadOperands(TcFunctionalise *p, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    TcView *v = tcFxViewOf(p, mlirOperationGetOperand(op, i));
    if (!v)
      continue;
    MlirValue value = tcFxReadView(p, v);
    if (!value.ptr)
      return false;
    mlirOperationSetOperand(op, i, value);
  }
  return true;
}

// Whether all tensors that a call reads lie densely: then so does what it
// gives.
bool tcFxReadsDense(TcFunctionalise *p, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    TcView *v = tcFxViewOf(p, mlirOperationGetOperand(op, i));
    if (v && !tcStridesAreDense(&p->b, tcFxShapeOf(&p->b, v->type), v->strides))
      return false;
  }
  return true;
}

void tcFxAddFresh(TcFunctionalise *p, MlirValue result, bool dense) {
  TcStrides strides = {0};
  MlirType type = mlirValueGetType(result);
  if (!tcTypeIsTensor(type))
    return;
  if (dense)
    strides = tcStridesDense(&p->b, tcFxShapeOf(&p->b, type));
  tcFxNameView(p, result, tcFxAddStorage(p, result, strides));
}
