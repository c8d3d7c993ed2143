// Kernels as C structs: iterators, buffers, values. See kernel_struct.h;
// kernel_read.c reads stages.
#include "passes/lower/cpu/kernel_impl.h"

#include "ir/attrs.h"
#include "ir/diag.h"
#include "ir/sizes.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

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

int64_t tcCpuExtent(const TcCpuKernel *k, int iter, int64_t unknown) {
  int64_t n;
  return tcSizeIsConst(k->iters.data[iter].extent, &n) ? n : unknown;
}

bool tcCpuIterIsOne(const TcCpuKernel *k, int iter) {
  return tcCpuExtent(k, iter, 0) == 1;
}

// Whether all of `a` are in `b`.
static bool areIn(const TcCpuKernel *k, const TcCpuIters *a,
                  const TcCpuIters *b) {
  for (size_t i = 0; i < a->size; ++i)
    if (!tcCpuIterIsOne(k, a->data[i]) && !tcCpuItersHave(b, a->data[i]))
      return false;
  return true;
}

bool tcCpuItersSame(const TcCpuKernel *k, const TcCpuIters *a,
                    const TcCpuIters *b) {
  return areIn(k, a, b) && areIn(k, b, a);
}

bool tcCpuStageHasComplex(const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (mlirTypeIsAComplex(s->reads.data[i].value->element))
      return true;
  for (size_t i = 0; i < s->results.size; ++i)
    if (mlirTypeIsAComplex(s->results.data[i]->element))
      return true;
  return false;
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

int tcCpuFindIter(const TcCpuKernel *k, MlirStringRef name) {
  for (size_t i = 0; i < k->iters.size; ++i)
    if (strlen(k->iters.data[i].name) == name.length &&
        !memcmp(k->iters.data[i].name, name.data, name.length))
      return (int)i;
  return -1;
}

static bool addSymbol(void *self, const char *name) {
  TcCpuKernel *k = self;
  if (tcCpuFindIter(k, tcStr(name)) >= 0)
    return true;
  for (size_t i = 0; i < k->symbols.size; ++i)
    if (!strcmp(k->symbols.data[i], name))
      return true;
  return tcVecPush(k->arena, &k->symbols, name);
}

// Records the symbols that it uses.
const TcSize *tcCpuParse(TcCpuKernel *k, MlirAttribute attr) {
  const TcSize *size = tcSizeAttrParse(k->arena, attr);
  tcSizeSymbols(size, addSymbol, k);
  return size;
}

const TcSize **tcCpuParseDims(TcCpuKernel *k, MlirAttribute dims) {
  intptr_t n = tcDimsAttrGetNumDims(dims);
  const TcSize **out = TC_ARENA_ARRAY(k->arena, const TcSize *, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    out[i] = tcCpuParse(k, tcDimsAttrGetDim(dims, i));
  return out;
}

static const TcSize **sizesOf(TcCpuKernel *k, MlirType type) {
  intptr_t n = (intptr_t)mlirShapedTypeGetRank(type);
  const TcSize **out = TC_ARENA_ARRAY(k->arena, const TcSize *, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    out[i] = tcCpuParse(k, tcTensorTypeGetSize(type, i));
  return out;
}

//===- Iterators and symbols ----------------------------------------------===//

TcCpuIters tcCpuFindIters(TcCpuKernel *k, MlirAttribute names) {
  TcCpuIters out = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(names); ++i) {
    MlirAttribute name = mlirArrayAttrGetElement(names, i);
    tcVecPush(k->arena, &out, tcCpuFindIter(k, mlirStringAttrGetValue(name)));
  }
  return out;
}

static int pushIter(TcCpuKernel *k, const char *name, const TcSize *extent) {
  TcCpuIter iter = {.name = name,
                    .symbol = tcSizeSymbol(k->arena, name),
                    .extent = extent,
                    .most = extent};
  tcVecPush(k->arena, &k->iters, iter);
  return (int)k->iters.size - 1;
}

int tcCpuKernelAddIter(TcCpuKernel *k, const char *base, const TcSize *extent) {
  const char *name = tcArenaPrintf(k->arena, "%s.%zu", base, k->iters.size);
  return pushIter(k, name, extent);
}

// Iterators run from 0 to the greatest value of their extent, less one;
// elements of tables are positions.
static bool rangeOf(void *self, const char *name, int64_t *low, int64_t *high) {
  const TcCpuKernel *k = self;
  const TcCpuTable *table = tcCpuFindTable(k, name);
  int i = tcCpuFindIter(k, tcStr(name));
  if (table) {
    *low = 0;
    *high = table->size - 1;
    return true;
  }
  if (i < 0)
    return false;
  int64_t least;
  if (k->iters.data[i].high) {
    *low = k->iters.data[i].low;
    *high = k->iters.data[i].high - 1;
    return true;
  }
  tcSizeRange(k->iters.data[i].extent, &k->ranges, &least, high);
  *low = 0;
  *high -= *high != INT64_MAX && *high > 0;
  return true;
}

bool tcCpuUsesIters(const TcCpuKernel *k, const TcSize *size) {
  for (size_t i = 0; i < k->iters.size; ++i)
    if (tcSizeUses(size, k->iters.data[i].name))
      return true;
  return false;
}

static const TcSize *extentOf(void *self, const char *name) {
  const TcCpuKernel *k = self;
  int i = tcCpuFindIter(k, tcStr(name));
  if (i < 0 || k->iters.data[i].high ||
      tcCpuUsesIters(k, k->iters.data[i].extent))
    return NULL;
  return k->iters.data[i].extent;
}

void tcCpuReadIters(TcCpuKernel *k) {
  k->ranges = (TcSizeRanges){.self = k, .range = rangeOf, .extent = extentOf};
  MlirAttribute names = tcLoopKernelGetIters(k->op);
  MlirAttribute extents = tcLoopKernelGetExtents(k->op);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(names); ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(names, i));
    pushIter(k, tcArenaCopyText(k->arena, name.data, name.length),
             tcCpuParse(k, tcDimsAttrGetDim(extents, i)));
  }
}

//===- Buffers ------------------------------------------------------------===//

// Dense strides, dimensions from outermost to innermost as in `layout` (null:
// as they come).
static const TcSize **denseStrides(TcCpuKernel *k, size_t rank,
                                   const TcSize *const *sizes,
                                   MlirAttribute layout) {
  const TcSize **strides = TC_ARENA_ARRAY(k->arena, const TcSize *, rank + 1);
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
  TcCpuBuffer buffer = {.element = element,
                        .rank = rank,
                        .sizes = sizes,
                        .offset = tcSizeConst(k->arena, 0)};
  if (mlirAttributeIsNull(layout) || !tcLayoutAttrIsStrided(layout)) {
    buffer.strides = denseStrides(k, rank, sizes, layout);
    return buffer;
  }
  buffer.anywhere = true;
  buffer.strides = TC_ARENA_ARRAY(k->arena, const TcSize *, rank + 1);
  for (size_t i = 0; i < rank; ++i)
    buffer.strides[i] =
        tcCpuParse(k, tcLayoutAttrGetStride(layout, (intptr_t)i));
  MlirAttribute offset = tcLayoutAttrGetOffset(layout);
  if (!mlirAttributeIsNull(offset))
    buffer.offset = tcCpuParse(k, offset);
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

void tcCpuReadBuffers(TcCpuKernel *k) {
  MlirType type = tcLoopKernelGetFunctionType(k->op);
  MlirAttribute args = tcCpuAttrOf(k->op, "arg_attrs");
  MlirAttribute results = tcCpuAttrOf(k->op, "res_attrs");
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
  TcCpuDest dest = {tcCpuKernelAddTemporary(k, v), NULL, NULL};
  tcVecPush(k->arena, &v->dests, dest);
  if (v->stage->kind == TC_CPU_SCATTER && v->stage->copied)
    tcVecPush(k->arena, &v->stage->copied->dests, dest);
}

void tcCpuKernelSpillAs(TcCpuKernel *k, TcCpuValue *v,
                        const TcCpuIters *order) {
  tcCpuKernelSpill(k, v);
  TcCpuBuffer *b = &k->buffers.data[tcVecLast(&v->dests).buffer];
  const TcSize *stride = tcSizeConst(k->arena, 1);
  for (size_t i = order->size; i-- > 0;) {
    int d = tcCpuItersFind(&v->stage->iters, order->data[i]);
    b->strides[d] = stride;
    stride = tcSizeMul(k->arena, stride, b->sizes[d]);
  }
}

const TcSize *tcCpuProduct(TcArena *arena, const TcCpuKernel *k,
                           const TcCpuIters *iters) {
  const TcSize *n = tcSizeConst(arena, 1);
  for (size_t i = 0; i < iters->size; ++i)
    n = tcSizeMul(arena, n, k->iters.data[iters->data[i]].extent);
  return n;
}

//===- Values -------------------------------------------------------------===//

TcCpuValue *tcCpuNewValue(TcCpuKernel *k, MlirType element, size_t rank,
                          const TcSize **sizes) {
  TcCpuValue *v = TC_ARENA_NEW(k->arena, TcCpuValue);
  v->element = element;
  v->rank = rank;
  v->sizes = sizes;
  v->arg = -1;
  return v;
}

TcCpuValue *tcCpuAddValue(TcCpuKernel *k, MlirValue ir) {
  MlirType type = mlirValueGetType(ir);
  TcCpuValue *v =
      tcCpuNewValue(k, mlirShapedTypeGetElementType(type),
                    (size_t)mlirShapedTypeGetRank(type), sizesOf(k, type));
  tcMapSet(&k->values, ir.ptr, v);
  return v;
}

TcCpuValue *tcCpuValueOf(const TcCpuKernel *k, MlirValue ir) {
  return tcMapGet(&k->values, ir.ptr);
}

void tcCpuReadArgs(TcCpuKernel *k, MlirBlock block) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    TcCpuValue *v = tcCpuAddValue(k, mlirBlockGetArgument(block, i));
    TcCpuDest dest = {(int)i, NULL, NULL};
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
  s->in = s->unit = k->in;
  while (s->unit && s->unit->around)
    s->unit = s->unit->around;
  tcVecPush(k->arena, &k->stages, s);
  return s;
}

TcCpuValue *tcCpuStageAddResult(TcCpuKernel *k, TcCpuStage *s, MlirType element,
                                const TcCpuIters *iters) {
  const TcSize **sizes =
      TC_ARENA_ARRAY(k->arena, const TcSize *, iters->size + 1);
  for (size_t i = 0; i < iters->size; ++i)
    sizes[i] = k->iters.data[iters->data[i]].extent;
  TcCpuValue *v = tcCpuNewValue(k, element, iters->size, sizes);
  v->stage = s;
  v->number = s->results.size;
  tcVecPush(k->arena, &s->results, v);
  return v;
}

TcCpuValue *tcCpuKernelAddCopy(TcCpuKernel *k, TcCpuValue *from) {
  TcCpuStage *s = tcCpuKernelAddStage(k, TC_CPU_MAP);
  const TcSize **index =
      TC_ARENA_ARRAY(k->arena, const TcSize *, from->rank + 1);
  for (size_t i = 0; i < from->rank; ++i) {
    int iter = tcCpuKernelAddIter(k, "copy", from->sizes[i]);
    tcVecPush(k->arena, &s->iters, iter);
    index[i] = k->iters.data[iter].symbol;
  }
  TcCpuRead read = {.value = from, .index = index};
  tcVecPush(k->arena, &s->reads, read);
  return tcCpuStageAddResult(k, s, from->element, &s->iters);
}
