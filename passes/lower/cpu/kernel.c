// Reading a loop.kernel into C structs. See kernel.h.
#include "passes/lower/cpu/kernel.h"

#include "ir/attrs.h"
#include "ir/diag.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

static MlirAttribute attrOf(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(op, tcStr(name));
}

//===- Lists of iterators -------------------------------------------------===//

int tcCpuItersFind(const TcCpuIters *iters, int iter) {
  for (size_t i = 0; i < iters->size; ++i)
    if (iters->data[i] == iter)
      return (int)i;
  return -1;
}

bool tcCpuItersHave(const TcCpuIters *iters, int iter) {
  return tcCpuItersFind(iters, iter) >= 0;
}

static TcCpuIters select(TcArena *arena, const TcCpuIters *a,
                         const TcCpuIters *b, bool common) {
  TcCpuIters out = {0};
  for (size_t i = 0; i < a->size; ++i)
    if (tcCpuItersHave(b, a->data[i]) == common)
      tcVecPush(arena, &out, a->data[i]);
  return out;
}

TcCpuIters tcCpuItersAnd(TcArena *arena, const TcCpuIters *a,
                         const TcCpuIters *b) {
  return select(arena, a, b, true);
}

TcCpuIters tcCpuItersWithout(TcArena *arena, const TcCpuIters *a,
                             const TcCpuIters *b) {
  return select(arena, a, b, false);
}

bool tcCpuItersSame(const TcCpuIters *a, const TcCpuIters *b) {
  if (a->size != b->size)
    return false;
  for (size_t i = 0; i < a->size; ++i)
    if (!tcCpuItersHave(b, a->data[i]))
      return false;
  return true;
}

TcCpuIters tcCpuStageSpace(TcArena *arena, const TcCpuStage *stage) {
  TcCpuIters space = {0};
  for (size_t i = 0; i < stage->iters.size; ++i)
    tcVecPush(arena, &space, stage->iters.data[i]);
  for (size_t i = 0; i < stage->over.size; ++i)
    if (!tcCpuItersHave(&space, stage->over.data[i]))
      tcVecPush(arena, &space, stage->over.data[i]);
  return space;
}

//===- Expressions --------------------------------------------------------===//

static int findIter(const TcCpuKernel *k, MlirStringRef name) {
  for (size_t i = 0; i < k->iters.size; ++i)
    if (strlen(k->iters.data[i].name) == name.length &&
        !memcmp(k->iters.data[i].name, name.data, name.length))
      return (int)i;
  return -1;
}

static bool addSymbol(void *self, const char *name) {
  TcCpuKernel *k = self;
  if (findIter(k, tcStr(name)) >= 0)
    return true;
  for (size_t i = 0; i < k->symbols.size; ++i)
    if (!strcmp(k->symbols.data[i], name))
      return true;
  return tcVecPush(k->arena, &k->symbols, name);
}

// The attribute's text is canonical, so it parses.
// What symbols it speaks of is kept.
static const TcSize *parse(TcCpuKernel *k, MlirAttribute attr) {
  MlirStringRef text = tcSizeAttrGetText(attr);
  const TcSize *size = tcSizeConst(k->arena, 0);
  tcStatusFree(tcSizeParse(k->arena, text.data, text.length, &size));
  tcSizeSymbols(size, addSymbol, k);
  return size;
}

static const TcSize **parseDims(TcCpuKernel *k, MlirAttribute dims) {
  intptr_t n = tcDimsAttrGetNumDims(dims);
  const TcSize **out = TC_ARENA_ARRAY(k->arena, const TcSize *, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    out[i] = parse(k, tcDimsAttrGetDim(dims, i));
  return out;
}

static const TcSize **sizesOf(TcCpuKernel *k, MlirType type) {
  intptr_t n = (intptr_t)mlirShapedTypeGetRank(type);
  const TcSize **out = TC_ARENA_ARRAY(k->arena, const TcSize *, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    out[i] = parse(k, tcTensorTypeGetSize(type, i));
  return out;
}

//===- Iterators and symbols ----------------------------------------------===//

static TcCpuIters findIters(TcCpuKernel *k, MlirAttribute names) {
  TcCpuIters out = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(names); ++i) {
    MlirAttribute name = mlirArrayAttrGetElement(names, i);
    tcVecPush(k->arena, &out, findIter(k, mlirStringAttrGetValue(name)));
  }
  return out;
}

static int pushIter(TcCpuKernel *k, const char *name, const TcSize *extent) {
  TcCpuIter iter = {name, tcSizeSymbol(k->arena, name), extent};
  tcVecPush(k->arena, &k->iters, iter);
  return (int)k->iters.size - 1;
}

int tcCpuKernelAddIter(TcCpuKernel *k, const char *base, const TcSize *extent) {
  const char *name = tcArenaPrintf(k->arena, "%s.%zu", base, k->iters.size);
  return pushIter(k, name, extent);
}

// Iterators run from 0 to the greatest value of their extent, less one.
static bool rangeOf(void *self, const char *name, int64_t *low, int64_t *high) {
  const TcCpuKernel *k = self;
  int i = findIter(k, tcStr(name));
  if (i < 0)
    return false;
  int64_t least;
  tcSizeRange(k->iters.data[i].extent, &k->ranges, &least, high);
  *low = 0;
  *high -= *high != INT64_MAX && *high > 0;
  return true;
}

static bool usesIters(const TcCpuKernel *k, const TcSize *size) {
  for (size_t i = 0; i < k->iters.size; ++i)
    if (tcSizeUses(size, k->iters.data[i].name))
      return true;
  return false;
}

static const TcSize *extentOf(void *self, const char *name) {
  const TcCpuKernel *k = self;
  int i = findIter(k, tcStr(name));
  if (i < 0 || usesIters(k, k->iters.data[i].extent))
    return NULL;
  return k->iters.data[i].extent;
}

static void readIters(TcCpuKernel *k) {
  MlirAttribute names = tcLoopKernelGetIters(k->op);
  MlirAttribute extents = tcLoopKernelGetExtents(k->op);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(names); ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(names, i));
    pushIter(k, tcArenaCopyText(k->arena, name.data, name.length),
             parse(k, tcDimsAttrGetDim(extents, i)));
  }
}

//===- Buffers ------------------------------------------------------------===//

// Dense strides, dimensions from outermost to innermost as in `layout` (null:
// as they come).
static const TcSize **denseStrides(TcCpuKernel *k, size_t rank,
                                   const TcSize *const *sizes,
                                   MlirAttribute layout) {
  const TcSize **strides =
      TC_ARENA_ARRAY(k->arena, const TcSize *, rank + 1);
  const TcSize *stride = tcSizeConst(k->arena, 1);
  for (size_t i = rank; i-- > 0;) {
    size_t d = mlirAttributeIsNull(layout)
                   ? i
                   : (size_t)tcLayoutAttrGetOrder(layout, (intptr_t)i);
    strides[d] = stride;
    stride = tcSizeMul(k->arena, stride, sizes[d]);
  }
  return strides;
}

static TcCpuBuffer bufferOf(TcCpuKernel *k, MlirType element, size_t rank,
                            const TcSize **sizes, MlirAttribute layout) {
  TcCpuBuffer buffer = {element, rank, sizes, NULL, tcSizeConst(k->arena, 0)};
  if (mlirAttributeIsNull(layout) || !tcLayoutAttrIsStrided(layout)) {
    buffer.strides = denseStrides(k, rank, sizes, layout);
    return buffer;
  }
  buffer.strides = TC_ARENA_ARRAY(k->arena, const TcSize *, rank + 1);
  for (size_t i = 0; i < rank; ++i)
    buffer.strides[i] = parse(k, tcLayoutAttrGetStride(layout, (intptr_t)i));
  MlirAttribute offset = tcLayoutAttrGetOffset(layout);
  if (!mlirAttributeIsNull(offset))
    buffer.offset = parse(k, offset);
  return buffer;
}

// `tc.layout` of argument or result i, null if it has none.
static MlirAttribute layoutOf(MlirAttribute dicts, intptr_t i) {
  if (mlirAttributeIsNull(dicts) || i >= mlirArrayAttrGetNumElements(dicts))
    return mlirAttributeGetNull();
  return mlirDictionaryAttrGetElementByName(mlirArrayAttrGetElement(dicts, i),
                                            tcStr("tc.layout"));
}

static void addBuffer(TcCpuKernel *k, MlirType type, MlirAttribute layout) {
  size_t rank = (size_t)mlirShapedTypeGetRank(type);
  TcCpuBuffer buffer = bufferOf(k, mlirShapedTypeGetElementType(type), rank,
                                sizesOf(k, type), layout);
  tcVecPush(k->arena, &k->buffers, buffer);
}

static void readBuffers(TcCpuKernel *k) {
  MlirType type = tcLoopKernelGetFunctionType(k->op);
  MlirAttribute args = attrOf(k->op, "arg_attrs");
  MlirAttribute results = attrOf(k->op, "res_attrs");
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); ++i)
    addBuffer(k, mlirFunctionTypeGetInput(type, i), layoutOf(args, i));
  k->numResults = (size_t)mlirFunctionTypeGetNumResults(type);
  for (intptr_t i = 0; i < (intptr_t)k->numResults; ++i)
    addBuffer(k, mlirFunctionTypeGetResult(type, i), layoutOf(results, i));
}

int tcCpuKernelAddTemporary(TcCpuKernel *k, const TcCpuValue *v) {
  TcCpuBuffer buffer =
      bufferOf(k, v->element, v->rank, v->sizes, mlirAttributeGetNull());
  tcVecPush(k->arena, &k->buffers, buffer);
  return (int)k->buffers.size - 1;
}

void tcCpuKernelSpill(TcCpuKernel *k, TcCpuValue *v) {
  TcCpuDest dest = {tcCpuKernelAddTemporary(k, v), NULL};
  tcVecPush(k->arena, &v->dests, dest);
  if (v->stage->kind == TC_CPU_SCATTER)
    tcVecPush(k->arena, &v->stage->copied->dests, dest);
}

const TcSize *tcCpuProduct(TcArena *arena, const TcCpuKernel *k,
                           const TcCpuIters *iters) {
  const TcSize *n = tcSizeConst(arena, 1);
  for (size_t i = 0; i < iters->size; ++i)
    n = tcSizeMul(arena, n, k->iters.data[iters->data[i]].extent);
  return n;
}

const TcSize *tcCpuOffset(TcArena *arena, size_t rank,
                          const TcSize *const *strides, const TcSize *offset,
                          const TcSize *const *index) {
  const TcSize *sum = offset ? offset : tcSizeConst(arena, 0);
  for (size_t d = 0; d < rank; ++d)
    sum = tcSizeAdd(arena, sum, tcSizeMul(arena, index[d], strides[d]));
  return sum;
}

const TcSize *tcCpuDestOffset(const TcCpuKernel *k, const TcCpuDest *dest) {
  const TcCpuBuffer *buffer = &k->buffers.data[dest->buffer];
  return dest->offsets ? tcCpuOffset(k->arena, buffer->rank, buffer->strides,
                                     buffer->offset, dest->offsets)
                       : buffer->offset;
}

const TcSize **tcCpuOwnIndex(const TcCpuKernel *k, const TcCpuStage *s) {
  const TcSize **index =
      TC_ARENA_ARRAY(k->arena, const TcSize *, s->iters.size + 1);
  for (size_t i = 0; i < s->iters.size; ++i)
    index[i] = k->iters.data[s->iters.data[i]].symbol;
  return index;
}

//===- Values -------------------------------------------------------------===//

static TcCpuValue *newValue(TcCpuKernel *k, MlirType element, size_t rank,
                            const TcSize **sizes) {
  TcCpuValue *v = TC_ARENA_NEW(k->arena, TcCpuValue);
  v->element = element;
  v->rank = rank;
  v->sizes = sizes;
  v->arg = -1;
  return v;
}

static TcCpuValue *addValue(TcCpuKernel *k, MlirValue ir) {
  MlirType type = mlirValueGetType(ir);
  TcCpuValue *v = newValue(k, mlirShapedTypeGetElementType(type),
                           (size_t)mlirShapedTypeGetRank(type),
                           sizesOf(k, type));
  tcMapSet(&k->values, ir.ptr, v);
  return v;
}

static TcCpuValue *valueOf(const TcCpuKernel *k, MlirValue ir) {
  return tcMapGet(&k->values, ir.ptr);
}

static void readArgs(TcCpuKernel *k, MlirBlock block) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    TcCpuValue *v = addValue(k, mlirBlockGetArgument(block, i));
    TcCpuDest dest = {(int)i, NULL};
    v->arg = (int)i;
    tcVecPush(k->arena, &v->dests, dest);
    tcVecPush(k->arena, &k->args, v);
  }
}

//===- Stages -------------------------------------------------------------===//

TcCpuStage *tcCpuKernelAddStage(TcCpuKernel *k, TcCpuStageKind kind) {
  TcCpuStage *s = TC_ARENA_NEW(k->arena, TcCpuStage);
  s->kind = kind;
  s->position = k->stages.size;
  tcVecPush(k->arena, &k->stages, s);
  return s;
}

TcCpuValue *tcCpuStageAddResult(TcCpuKernel *k, TcCpuStage *s, MlirType element,
                                const TcCpuIters *iters) {
  const TcSize **sizes =
      TC_ARENA_ARRAY(k->arena, const TcSize *, iters->size + 1);
  for (size_t i = 0; i < iters->size; ++i)
    sizes[i] = k->iters.data[iters->data[i]].extent;
  TcCpuValue *v = newValue(k, element, iters->size, sizes);
  v->stage = s;
  v->number = s->results.size;
  tcVecPush(k->arena, &s->results, v);
  return v;
}

static const struct {
  const char *name;
  TcCpuKind kind;
} kindNames[] = {{"add", TC_CPU_ADD}, {"mul", TC_CPU_MUL}, {"max", TC_CPU_MAX},
                 {"min", TC_CPU_MIN}, {"or", TC_CPU_OR},   {"and", TC_CPU_AND},
                 {"set", TC_CPU_SET}, {"custom", TC_CPU_CUSTOM}};

static TcCpuKind kindOf(MlirAttribute attr) {
  MlirStringRef text = mlirStringAttrGetValue(attr);
  for (size_t i = 0; i < sizeof kindNames / sizeof *kindNames; ++i)
    if (mlirStringRefEqual(text, tcStr(kindNames[i].name)))
      return kindNames[i].kind;
  return TC_CPU_CUSTOM;
}

static void readKinds(TcCpuKernel *k, TcCpuStage *s) {
  MlirAttribute attr = attrOf(s->op, "kinds"), one = attrOf(s->op, "kind");
  size_t n = (size_t)mlirOperationGetNumResults(s->op);
  TcCpuKind *kinds = TC_ARENA_ARRAY(k->arena, TcCpuKind, n + 1);
  intptr_t given =
      mlirAttributeIsNull(attr) ? 0 : mlirArrayAttrGetNumElements(attr);
  for (intptr_t i = 0; i < (intptr_t)n; ++i)
    kinds[i] = i < given ? kindOf(mlirArrayAttrGetElement(attr, i))
               : given   ? TC_CPU_CUSTOM
               : s->contract || mlirAttributeIsNull(one) ? TC_CPU_ADD
                                                         : kindOf(one);
  s->kinds = kinds;
}

static void readInits(TcCpuKernel *k, TcCpuStage *s) {
  MlirAttribute attr = attrOf(s->op, "inits");
  if (mlirAttributeIsNull(attr))
    return;
  intptr_t n = mlirArrayAttrGetNumElements(attr);
  s->inits = TC_ARENA_ARRAY(k->arena, MlirAttribute, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    s->inits[i] = mlirArrayAttrGetElement(attr, i);
}

static void readRegions(TcCpuStage *s) {
  s->body = mlirRegionGetFirstBlock(mlirOperationGetRegion(s->op, 0));
  if (mlirOperationGetNumRegions(s->op) > 1)
    s->combine = mlirRegionGetFirstBlock(mlirOperationGetRegion(s->op, 1));
}

static void readReads(TcCpuKernel *k, TcCpuStage *s, intptr_t first) {
  MlirAttribute maps = attrOf(s->op, "maps"), fills = attrOf(s->op, "fills");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(maps); ++i) {
    MlirAttribute fill = mlirArrayAttrGetElement(fills, i);
    TcCpuRead read = {
        valueOf(k, mlirOperationGetOperand(s->op, first + i)),
        parseDims(k, mlirArrayAttrGetElement(maps, i)),
        mlirAttributeIsAUnit(fill) ? mlirAttributeGetNull() : fill};
    tcVecPush(k->arena, &s->reads, read);
  }
}

// Values that loop.at reads, and symbols that bodies speak of.
typedef struct BodyWalk {
  TcCpuKernel *k;
  TcCpuStage *s;
} BodyWalk;

static MlirWalkResult readBodyOp(MlirOperation op, void *user) {
  BodyWalk *w = user;
  if (tcLoopOpKind(op) == TC_LOOP_AT)
    tcVecPush(w->k->arena, &w->s->gathered,
              valueOf(w->k, tcLoopAtGetSelf(op)));
  else if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    parse(w->k, tcLoopIndexGetExpr(op));
  else if (tcPrimOpKind(op) == TC_PRIM_SIZE)
    parse(w->k, tcPrimSizeGetSize(op));
  return MlirWalkResultAdvance;
}

static void readResults(TcCpuKernel *k, TcCpuStage *s) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(s->op); ++i) {
    TcCpuValue *v = addValue(k, mlirOperationGetResult(s->op, i));
    v->stage = s;
    v->number = (size_t)i;
    tcVecPush(k->arena, &s->results, v);
  }
}

static TcCpuIters readOver(TcCpuKernel *k, MlirOperation op) {
  MlirAttribute over = attrOf(op, "over"), along = attrOf(op, "along");
  if (!mlirAttributeIsNull(over))
    return findIters(k, over);
  TcCpuIters one = {0};
  if (!mlirAttributeIsNull(along))
    tcVecPush(k->arena, &one, findIter(k, mlirStringAttrGetValue(along)));
  return one;
}

static void readStage(TcCpuKernel *k, MlirOperation op, TcCpuStageKind kind) {
  TcCpuStage *s = tcCpuKernelAddStage(k, kind);
  s->op = op;
  s->contract = tcLoopOpKind(op) == TC_LOOP_CONTRACT;
  s->exclusive = !mlirAttributeIsNull(attrOf(op, "exclusive"));
  s->reverse = !mlirAttributeIsNull(attrOf(op, "reverse"));
  s->descending = !mlirAttributeIsNull(attrOf(op, "descending"));
  MlirAttribute take = attrOf(op, "take");
  if (!mlirAttributeIsNull(take))
    s->take = parse(k, take);
  s->iters = findIters(k, attrOf(op, "iters"));
  s->over = readOver(k, op);
  readReads(k, s, kind == TC_CPU_SCATTER);
  readKinds(k, s);
  readInits(k, s);
  readRegions(s);
  readResults(k, s);
  BodyWalk walk = {k, s};
  mlirOperationWalk(op, readBodyOp, &walk, MlirWalkPreOrder);
}

//===- Joins and results --------------------------------------------------===//

TcCpuValue *tcCpuKernelAddCopy(TcCpuKernel *k, TcCpuValue *from) {
  TcCpuStage *s = tcCpuKernelAddStage(k, TC_CPU_MAP);
  const TcSize **index =
      TC_ARENA_ARRAY(k->arena, const TcSize *, from->rank + 1);
  for (size_t i = 0; i < from->rank; ++i) {
    int iter = tcCpuKernelAddIter(k, "copy", from->sizes[i]);
    tcVecPush(k->arena, &s->iters, iter);
    index[i] = k->iters.data[iter].symbol;
  }
  TcCpuRead read = {from, index, mlirAttributeGetNull()};
  tcVecPush(k->arena, &s->reads, read);
  return tcCpuStageAddResult(k, s, from->element, &s->iters);
}

// Makes `dest` a place of `value`, whose pieces take theirs in it.
static void placeAt(TcCpuKernel *k, MlirValue ir, TcCpuDest dest);

static void placePiece(TcCpuKernel *k, MlirOperation join, intptr_t i,
                       TcCpuDest dest) {
  MlirAttribute at = mlirArrayAttrGetElement(attrOf(join, "offsets"), i);
  size_t rank = k->buffers.data[dest.buffer].rank;
  const TcSize **offsets = parseDims(k, at);
  for (size_t d = 0; dest.offsets && d < rank; ++d)
    offsets[d] = tcSizeAdd(k->arena, offsets[d], dest.offsets[d]);
  placeAt(k, mlirOperationGetOperand(join, i),
          (TcCpuDest){dest.buffer, offsets});
}

static bool isJoin(const TcCpuValue *v) { return v->arg < 0 && !v->stage; }

static void placeAt(TcCpuKernel *k, MlirValue ir, TcCpuDest dest) {
  TcCpuValue *v = valueOf(k, ir);
  bool scatter = v->stage && v->stage->kind == TC_CPU_SCATTER;
  if (isJoin(v)) {
    MlirOperation join = mlirOpResultGetOwner(ir);
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(join); ++i)
      placePiece(k, join, i, dest);
  } else if (v->arg >= 0 || (scatter && v->dests.size)) {
    v = tcCpuKernelAddCopy(k, v);
  } else if (scatter) { // which works where its base was copied to
    tcVecPush(k->arena, &v->stage->copied->dests, dest);
  }
  tcVecPush(k->arena, &v->dests, dest);
}

static void placeResults(TcCpuKernel *k, MlirOperation yield) {
  for (intptr_t i = 0; i < (intptr_t)k->numResults; ++i) {
    TcCpuDest dest = {(int)(k->args.size + (size_t)i), NULL};
    placeAt(k, mlirOperationGetOperand(yield, i), dest);
  }
}

// Whether other stages read it.
static bool isRead(MlirValue ir) {
  MlirOpOperand use = mlirValueGetFirstUse(ir);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    TcLoopOpKind kind = tcLoopOpKind(mlirOpOperandGetOwner(use));
    if (kind != TC_LOOP_YIELD && kind != TC_LOOP_JOIN)
      return true;
  }
  return false;
}

static void readJoin(TcCpuKernel *k, MlirOperation op) {
  MlirValue ir = mlirOperationGetResult(op, 0);
  TcCpuValue *v = addValue(k, ir);
  if (isRead(ir))
    placeAt(k, ir, (TcCpuDest){tcCpuKernelAddTemporary(k, v), NULL});
}

static void readScatter(TcCpuKernel *k, MlirOperation op) {
  TcCpuValue *base = valueOf(k, mlirOperationGetOperand(op, 0));
  TcCpuValue *copied = tcCpuKernelAddCopy(k, base);
  readStage(k, op, TC_CPU_SCATTER);
  tcVecLast(&k->stages)->copied = copied;
}

//===- Kernels ------------------------------------------------------------===//

static MlirLogicalResult readOp(TcCpuKernel *k, MlirOperation op) {
  switch (tcLoopOpKind(op)) {
  case TC_LOOP_MAP:
    readStage(k, op, TC_CPU_MAP);
    break;
  case TC_LOOP_REDUCE:
  case TC_LOOP_CONTRACT:
    readStage(k, op, TC_CPU_REDUCE);
    break;
  case TC_LOOP_SCAN:
    readStage(k, op, TC_CPU_SCAN);
    break;
  case TC_LOOP_SCATTER:
    readScatter(k, op);
    break;
  case TC_LOOP_SORT:
    readStage(k, op, TC_CPU_SORT);
    break;
  case TC_LOOP_JOIN:
    readJoin(k, op);
    break;
  case TC_LOOP_YIELD:
    placeResults(k, op);
    break;
  default:
    return tcOpEmitError(op, "[TC-0601] loop-to-cpu has no code for this "
                             "stage; keep it out of kernels");
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcCpuKernelRead(TcArena *arena, MlirOperation op,
                                  TcCpuKernel *k) {
  *k = (TcCpuKernel){.arena = arena, .op = op};
  k->ctx = mlirOperationGetContext(op);
  k->values.arena = arena;
  k->ranges = (TcSizeRanges){
      .self = k, .range = rangeOf, .extent = extentOf};
  MlirStringRef name = tcLoopKernelGetSymName(op);
  k->name = tcArenaCopyText(arena, name.data, name.length);
  MlirBlock block = mlirRegionGetFirstBlock(tcLoopKernelGetBody(op));
  readIters(k);
  readBuffers(k);
  readArgs(k, block);
  MlirOperation stage = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(stage);
       stage = mlirOperationGetNextInBlock(stage))
    if (mlirLogicalResultIsFailure(readOp(k, stage)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}
