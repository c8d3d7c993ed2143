// The boundary of a captured graph for fx-functionalise: the storages of its
// arguments, and the aliasing attributes of its results.
#include "passes/fx/functionalise.h"

#include "tc/gen/FxOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Arguments ----------------------------------------------------------===//

static MlirAttribute argumentAttr(MlirOperation graph, intptr_t i,
                                  const char *key) {
  MlirAttribute all = tcFxGraphGetArgAttrs(graph);
  return all.ptr ? mlirDictionaryAttrGetElementByName(
                       mlirArrayAttrGetElement(all, i), tcStr(key))
                 : tcNoAttr();
}

static void addArguments(TcFunctionalise *p, MlirOperation graph,
                         MlirBlock block) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    MlirType type = mlirValueGetType(argument);
    if (!tcTypeIsTensor(type))
      continue;
    TcStrides strides = tcStridesOfLayout(&p->b, tcFxShapeOf(&p->b, type),
                                          argumentAttr(graph, i, "tc.layout"));
    TcView *view = tcFxAddStorage(p, argument, strides);
    view->storage->argument = i;
    tcFxNameView(p, argument, view);
    tcVecPush(p->b.arena, &p->storages, view->storage);
  }
}

// tc.may_overlap = [j, ...]: argument i may overlap with those, in an unknown
// way.
static void linkOverlaps(TcFunctionalise *p, MlirOperation graph,
                         MlirBlock block) {
  intptr_t n = mlirBlockGetNumArguments(block);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute others = argumentAttr(graph, i, "tc.may_overlap");
    for (intptr_t k = 0; others.ptr && k < tcAttrNumInts(others); ++k) {
      int64_t j = tcAttrIntAt(others, k);
      TcView *a = tcFxViewOf(p, mlirBlockGetArgument(block, i));
      TcView *b = j >= 0 && j < n
                      ? tcFxViewOf(p, mlirBlockGetArgument(block, j))
                      : NULL;
      if (a && b && a != b)
        tcFxLink(p, a->storage, b->storage, TC_LINK_OVERLAP);
    }
  }
}

// One more than the last element that a view of this shape reaches.
static MlirAttribute reachOf(TcBuild *b, const TcView *v) {
  MlirAttribute reach = tcSizeAttrAddConst(v->strides.offset, 1);
  TcShape shape = tcFxShapeOf(b, v->type);
  for (intptr_t i = 0; i < shape.rank; ++i)
    reach = tcSizeAttrAdd(reach,
                          tcSizeAttrMul(tcSizeAttrAddConst(shape.sizes[i], -1),
                                        v->strides.sizes[i]));
  return reach;
}

// A flat storage that arguments of one tc.storage are views of; its contents
// are assembled from them.
static TcView *commonStorage(TcFunctionalise *p, TcView *const *members,
                             intptr_t n) {
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
  return value.ptr ? tcFxAddStorage(p, value, tcStridesDense(b, flat)) : NULL;
}

static void joinStorage(TcFunctionalise *p, TcView *const *members,
                        intptr_t n) {
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
static void joinStorages(TcFunctionalise *p, MlirOperation graph,
                         MlirBlock block) {
  intptr_t n = mlirBlockGetNumArguments(block);
  TcView **members = TC_ARENA_ARRAY(p->b.arena, TcView *, (size_t)n);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute id = argumentAttr(graph, i, "tc.storage");
    intptr_t count = 0;
    for (intptr_t j = 0; id.ptr && j < n; ++j) {
      TcView *v = tcFxViewOf(p, mlirBlockGetArgument(block, j));
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

void tcFxAddArguments(TcFunctionalise *p, MlirOperation graph,
                      MlirBlock block) {
  addArguments(p, graph, block);
  joinStorages(p, graph, block);
  linkOverlaps(p, graph, block);
}

//===- Results ------------------------------------------------------------===//

typedef struct Results {
  TC_VEC(MlirValue) values;
  TC_VEC(MlirType) types;
  TC_VEC(MlirAttribute) attrs;
  TC_VEC(TcStorage *) storages;
} Results;

static MlirAttribute withAttr(TcFunctionalise *p, MlirAttribute dictionary,
                              const char *key, MlirAttribute value) {
  TC_VEC(MlirNamedAttribute) attrs = {0};
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(dictionary); ++i)
    tcVecPush(p->b.arena, &attrs, mlirDictionaryAttrGetElement(dictionary, i));
  tcVecPush(
      p->b.arena, &attrs,
      mlirNamedAttributeGet(mlirIdentifierGet(p->b.at.ctx, tcStr(key)), value));
  return mlirDictionaryAttrGet(p->b.at.ctx, (intptr_t)attrs.size, attrs.data);
}

static void addResult(TcFunctionalise *p, Results *r, MlirValue value,
                      TcStorage *storage, MlirAttribute attrs) {
  tcVecPush(p->b.arena, &r->values, value);
  tcVecPush(p->b.arena, &r->types, mlirValueGetType(value));
  tcVecPush(p->b.arena, &r->storages, storage);
  tcVecPush(p->b.arena, &r->attrs, attrs);
}

// The argument whose memory a view is in: of those in one storage the one that
// it is a view of.
static intptr_t argumentOf(TcFunctionalise *p, MlirBlock block,
                           const TcView *v) {
  for (const TcView *at = v; at; at = at->parent)
    for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
      if (tcFxViewOf(p, mlirBlockGetArgument(block, i)) == at)
        return i;
  return v->storage->argument;
}

// What a result's memory is: an argument's, a weight's, an earlier result's.
static MlirAttribute aliasAttrs(TcFunctionalise *p, MlirBlock block,
                                const TcView *v, const Results *r,
                                MlirAttribute attrs) {
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

static bool addGraphResults(TcFunctionalise *p, MlirOperation graph,
                            MlirBlock block, MlirOperation output, Results *r) {
  MlirAttribute given = tcFxGraphGetResAttrs(graph);
  MlirAttribute none = mlirDictionaryAttrGet(p->b.at.ctx, 0, NULL);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(output); ++i) {
    MlirValue value = mlirOperationGetOperand(output, i);
    MlirAttribute attrs = given.ptr ? mlirArrayAttrGetElement(given, i) : none;
    TcView *v = tcFxViewOf(p, value);
    if (v)
      attrs = aliasAttrs(p, block, v, r, attrs);
    MlirValue now = v ? tcFxReadView(p, v) : value;
    if (!now.ptr)
      return false;
    addResult(p, r, now, v ? v->storage : NULL, attrs);
  }
  return true;
}

// The last values of arguments and weights that were written.
static bool addTiedResults(TcFunctionalise *p, Results *r) {
  MlirContext ctx = p->b.at.ctx;
  MlirAttribute none = mlirDictionaryAttrGet(ctx, 0, NULL);
  for (size_t i = 0; i < p->storages.size; ++i) {
    TcStorage *s = p->storages.data[i];
    TcView *v = s->base;
    if (v->storage->version == 0) // where its storage was joined: of that
      continue;
    MlirValue now = tcFxReadView(p, v);
    if (!now.ptr)
      return false;
    MlirAttribute tie = s->weight.ptr ? s->weight : tcAttrI64(ctx, s->argument);
    addResult(p, r, now, v->storage, withAttr(p, none, "tc.ties", tie));
  }
  return true;
}

static void setResults(TcFunctionalise *p, MlirOperation graph,
                       MlirOperation output, const Results *r) {
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

bool tcFxReturnResults(TcFunctionalise *p, MlirOperation graph,
                       MlirOperation output) {
  Results results = {0};
  MlirBlock block = mlirOperationGetBlock(output);
  if (!addGraphResults(p, graph, block, output, &results) ||
      !addTiedResults(p, &results))
    return false;
  setResults(p, graph, output, &results);
  return true;
}
