// The memory of a function: arguments, results, weights, constants, the arena,
// and what is allocated on the way. See function.h.
#include "passes/lower/function/function.h"

#include "lib/ir/attrs.h"
#include "lib/ir/fill.h"
#include "lib/ir/types.h"
#include "lib/runtime/fill.h"
#include "lib/support/vec.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/MemrefOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Types --------------------------------------------------------------===//

static int64_t constantOr(MlirAttribute size, int64_t otherwise) {
  int64_t value;
  return tcSizeAttrIsConstant(size, &value) ? value : otherwise;
}

// The stride of each dimension; a null attribute where it is unknown.
static void stridesOf(MlirType tensor, MlirAttribute layout,
                      MlirAttribute *strides) {
  intptr_t rank = tcTypeGetRank(tensor);
  MlirAttribute next = tcSizeAttrGetConstant(mlirTypeGetContext(tensor), 1);
  for (intptr_t k = rank - 1; k >= 0; --k) {
    if (tcLayoutAttrIsStrided(layout)) {
      strides[k] = tcLayoutAttrGetStride(layout, k);
      continue;
    }
    intptr_t dim = (intptr_t)tcLayoutAttrGetOrder(layout, k);
    strides[dim] = next;
    next = tcSizeAttrMul(next, tcTypeGetSize(tensor, dim));
  }
}

MlirType tcFunctionMemref(TcArena *arena, MlirType tensor, MlirAttribute layout,
                          bool anywhere) {
  intptr_t rank = tcTypeGetRank(tensor);
  size_t room = (size_t)rank + 1;
  int64_t *shape = TC_ARENA_ARRAY(arena, int64_t, room);
  int64_t *strides = TC_ARENA_ARRAY(arena, int64_t, room);
  MlirAttribute *sizes = TC_ARENA_ARRAY(arena, MlirAttribute, room);
  MlirType element = tcTypeGetElement(tensor);
  if (!shape || !strides || !sizes)
    return tcNoType();
  for (intptr_t i = 0; i < rank; ++i)
    shape[i] =
        constantOr(tcTypeGetSize(tensor, i), mlirShapedTypeGetDynamicSize());
  if (mlirAttributeIsNull(layout) || !tcAttrIsALayout(layout))
    return mlirMemRefTypeContiguousGet(element, rank, shape, tcNoAttr());
  stridesOf(tensor, layout, sizes);
  int64_t dynamic = mlirShapedTypeGetDynamicStrideOrOffset();
  for (intptr_t i = 0; i < rank; ++i)
    strides[i] = constantOr(sizes[i], dynamic);
  MlirAttribute strided = mlirStridedLayoutAttrGet(
      mlirTypeGetContext(tensor), anywhere ? dynamic : 0, rank, strides);
  return mlirMemRefTypeGet(element, rank, shape, strided, tcNoAttr());
}

static MlirType bytesType(Function *p, int64_t size) {
  return mlirMemRefTypeContiguousGet(p->i8, 1, &size, tcNoAttr());
}

static int64_t elementBytes(const TcValueInfo *v) {
  return (int64_t)tcDTypeSize((TcDType)v->dtype);
}

//===- Pointers -----------------------------------------------------------===//

static MlirValue addressOf(Function *p, MlirValue memref) {
  return tcFunctionFromIndex(
      p, tcMemrefExtractAlignedPointerAsIndex(&p->b, memref));
}

// The address of element [0, ..., 0], an i64.
static MlirValue firstElement(Function *p, MlirValue memref,
                              const TcValueInfo *v) {
  MlirValue at = addressOf(p, memref);
  if (!v->strides)
    return at;
  MlirOperation all = tcMemrefExtractStridedMetadataCreate(&p->b, memref);
  MlirValue offset =
      tcFunctionFromIndex(p, tcMemrefExtractStridedMetadataGetOffset(all));
  offset = tcArithMuli(&p->b, offset, tcFunctionI64(p, elementBytes(v)));
  return tcArithAddi(&p->b, at, offset);
}

//===- Globals ------------------------------------------------------------===//

enum { ALIGNMENT = 64 };

static MlirValue globalPtr(Function *p, MlirStringRef name, MlirType type) {
  return tcFunctionToPtr(p, addressOf(p, tcMemrefGetGlobal(&p->b, type, name)));
}

// dense<...> of what the runtime would fill the weight with; null where that is
// nothing.
static MlirAttribute filled(TcArena *arena, MlirType type, MlirAttribute init) {
  intptr_t rank = tcTypeGetRank(type);
  TcDType dtype = tcTypeGetDType(tcTypeGetElement(type));
  int64_t *sizes = TC_ARENA_ARRAY(arena, int64_t, (size_t)rank + 1), count = 1;
  TcFillInfo fill = tcFillFromAttr(arena, init);
  for (intptr_t i = 0; i < rank; ++i)
    count *= sizes[i] = constantOr(tcTypeGetSize(type, i), 0);
  size_t bytes = (size_t)count * tcDTypeSize(dtype);
  char *data = tcArenaAlloc(arena, bytes + 1, ALIGNMENT);
  int *truths = TC_ARENA_ARRAY(arena, int, (size_t)count + 1);
  if (!data || !truths ||
      !tcFill(&fill, dtype, sizes, (unsigned)rank, 0, count, data))
    return tcNoAttr();
  for (int64_t i = 0; dtype == TC_DTYPE_BOOL && i < count; ++i)
    truths[i] = data[i];
  return dtype == TC_DTYPE_BOOL
             ? mlirDenseElementsAttrBoolGet(type, (intptr_t)count, truths)
             : mlirDenseElementsAttrRawBufferGet(type, bytes, data);
}

void tcFunctionWeight(MlirOperation weight, const TcFunctionOptions *options) {
  TcArena arena = {0};
  TcBuilder b = tcBuilderBefore(weight);
  MlirType type = mlirTypeAttrGetValue(tcPrimWeightGetTypeAttr(weight));
  MlirAttribute init = tcPrimWeightGetInitAttr(weight), value = tcNoAttr();
  if (options->fill && !mlirAttributeIsNull(init))
    value = filled(&arena, type, init);
  if (mlirAttributeIsNull(value))
    value = mlirUnitAttrGet(b.ctx); // uninitialised
  tcMemrefGlobalCreate(&b, tcPrimWeightGetSymName(weight), tcNoAttr(),
                       tcFunctionMemref(&arena, type, tcNoAttr(), false), value,
                       false, tcAttrI64(b.ctx, ALIGNMENT));
  tcArenaFree(&arena);
}

static MlirValue weightPtr(Function *p, const char *name) {
  MlirType type = {tcMapGetText(&p->module->globals, name)};
  return globalPtr(p, tcStr(name), type);
}

static MlirValue constantPtr(Function *p, uint32_t buffer) {
  const TcBufferInfo *info = &p->d->buffers[buffer];
  int64_t size = 0;
  tcFunctionSizeIsConst(p, info->bytes, &size);
  MlirStringRef entry = tcFuncFuncGetSymName(p->func);
  const char *name = tcArenaPrintf(p->arena, "%.*s.constant%u",
                                   (int)entry.length, entry.data, buffer);
  static const char nothing[1];
  int64_t room = size ? size : 1;
  MlirType tensor = mlirRankedTensorTypeGet(1, &room, p->i8, tcNoAttr());
  MlirAttribute value = mlirDenseElementsAttrRawBufferGet(
      tensor, (size_t)room, size ? info->data : nothing);
  TcBuilder b = tcBuilderBefore(p->func);
  tcMemrefGlobalCreate(&b, tcStr(name), tcAttrString(p->ctx, "private"),
                       bytesType(p, room), value, true,
                       tcAttrI64(p->ctx, ALIGNMENT));
  return globalPtr(p, tcStr(name), bytesType(p, room));
}

//===- Arguments and results ----------------------------------------------===//

static MlirAttribute layoutOf(MlirOperation func, const char *list,
                              intptr_t i) {
  MlirAttribute all =
      mlirOperationGetInherentAttributeByName(func, tcStr(list));
  return mlirAttributeIsNull(all)
             ? all
             : tcDictGet(mlirArrayAttrGetElement(all, i), "tc.layout");
}

static MlirType functionType(const Function *p) {
  return mlirTypeAttrGetValue(tcFuncFuncGetFunctionTypeAttr(p->func));
}

static bool isTied(const TcValueInfo *v) { return v->tie != TC_NONE; }

static MlirType argumentType(const Function *p, intptr_t i) {
  return tcFunctionMemref(p->arena,
                          mlirFunctionTypeGetInput(functionType(p), i),
                          layoutOf(p->func, "arg_attrs", i), true);
}

static MlirType resultType(const Function *p, intptr_t i) {
  const TcValueInfo *v = &p->d->results[i];
  if (isTied(v) && !v->tieIsWeight)
    return argumentType(p, v->tie);
  return tcFunctionMemref(p->arena,
                          mlirFunctionTypeGetResult(functionType(p), i),
                          layoutOf(p->func, "res_attrs", i), false);
}

MlirType tcFunctionSignature(const Function *p) {
  uint32_t n = p->d->numInputs, m = p->d->numResults;
  if (p->section != TC_SECTION_MAIN)
    return mlirFunctionTypeGet(p->ctx, 0, NULL, 0, NULL);
  MlirType *in = TC_ARENA_ARRAY(p->arena, MlirType, n + 1);
  MlirType *out = TC_ARENA_ARRAY(p->arena, MlirType, m + 1);
  for (uint32_t i = 0; in && i < n; ++i)
    in[i] = argumentType(p, i);
  for (uint32_t i = 0; out && i < m; ++i)
    out[i] = resultType(p, i);
  return mlirFunctionTypeGet(p->ctx, n, in, m, out);
}

static bool isLateResult(const Function *p, const TcValueInfo *v) {
  bool late = false;
  for (uint32_t i = 0; i < v->rank; ++i)
    late |= tcFunctionSizeIsLate(p, v->dims[i]);
  return late;
}

typedef TC_VEC(MlirValue) Values;

// The sizes (strides) that a memref's type does not have, as indices.
static Values dynamic(Function *p, const TcValueInfo *v,
                      const uint32_t *sizes) {
  Values out = {0};
  int64_t constant;
  for (uint32_t i = 0; i < v->rank; ++i)
    if (!tcFunctionSizeIsConst(p, sizes[i], &constant))
      tcVecPush(p->arena, &out,
                tcFunctionToIndex(p, tcFunctionSize(p, sizes[i])));
  return out;
}

// Elements from the first to the last of a result with strides.
static MlirValue reach(Function *p, const TcValueInfo *v) {
  MlirValue sum = tcFunctionI64(p, 1);
  for (uint32_t i = 0; i < v->rank; ++i) {
    MlirValue last =
        tcArithSubi(&p->b, tcFunctionSize(p, v->dims[i]), tcFunctionI64(p, 1));
    sum = tcArithAddi(
        &p->b, sum, tcArithMuli(&p->b, last, tcFunctionSize(p, v->strides[i])));
  }
  return tcArithMaxsi(&p->b, sum, tcFunctionI64(p, 0));
}

static MlirValue allocateStrided(Function *p, const TcValueInfo *v,
                                 MlirType type) {
  int64_t unknown = mlirShapedTypeGetDynamicSize(), zero = 0;
  MlirType flat = mlirMemRefTypeContiguousGet(
      mlirShapedTypeGetElementType(type), 1, &unknown, tcNoAttr());
  MlirValue size = tcFunctionToIndex(p, reach(p, v));
  MlirAttribute alignment = tcAttrI64(p->ctx, ALIGNMENT);
  MlirValue all = tcOpOnlyResult(
      tcMemrefAllocCreate(&p->b, flat, 1, &size, 0, NULL, alignment));
  Values sizes = dynamic(p, v, v->dims), strides = dynamic(p, v, v->strides);
  int64_t *dims = TC_ARENA_ARRAY(p->arena, int64_t, (size_t)v->rank + 1);
  int64_t *steps = TC_ARENA_ARRAY(p->arena, int64_t, (size_t)v->rank + 1);
  for (uint32_t i = 0; i < v->rank; ++i) {
    if (!tcFunctionSizeIsConst(p, v->dims[i], &dims[i]))
      dims[i] = mlirShapedTypeGetDynamicSize();
    if (!tcFunctionSizeIsConst(p, v->strides[i], &steps[i]))
      steps[i] = mlirShapedTypeGetDynamicStrideOrOffset();
  }
  return tcMemrefReinterpretCast(&p->b, type, all, 0, NULL,
                                 (intptr_t)sizes.size, sizes.data,
                                 (intptr_t)strides.size, strides.data, 1, &zero,
                                 v->rank, dims, v->rank, steps);
}

static MlirValue allocateResult(Function *p, uint32_t i) {
  const TcValueInfo *v = &p->d->results[i];
  MlirType type = resultType(p, i);
  if (v->strides)
    return allocateStrided(p, v, type);
  Values sizes = dynamic(p, v, v->dims);
  return tcOpOnlyResult(tcMemrefAllocCreate(&p->b, type, (intptr_t)sizes.size,
                                            sizes.data, 0, NULL,
                                            tcAttrI64(p->ctx, ALIGNMENT)));
}

static MlirValue bindResult(Function *p, uint32_t i) {
  const TcValueInfo *v = &p->d->results[i];
  if (isTied(v) && v->tieIsWeight)
    return tcMemrefGetGlobal(&p->b, resultType(p, i),
                             tcStr(p->d->weights[v->tie].name));
  if (isTied(v))
    return p->args[v->tie];
  return isLateResult(p, v) ? tcNoValue() : allocateResult(p, i);
}

//===- Buffers ------------------------------------------------------------===//

// memref<?xi8> of this many bytes.
static MlirValue allocateBytes(Function *p, MlirValue bytes) {
  MlirValue size = tcFunctionToIndex(p, bytes);
  return tcOpOnlyResult(
      tcMemrefAllocCreate(&p->b, bytesType(p, mlirShapedTypeGetDynamicSize()),
                          1, &size, 0, NULL, tcAttrI64(p->ctx, ALIGNMENT)));
}

// Memory that is allocated on the way, maybe several times, is held in a
// variable.
static MlirValue openSlot(Function *p) {
  MlirType type = mlirMemRefTypeContiguousGet(
      bytesType(p, mlirShapedTypeGetDynamicSize()), 0, NULL, tcNoAttr());
  MlirValue slot = tcMemrefAlloca(&p->b, type, 0, NULL, 0, NULL);
  tcMemrefStore(&p->b, allocateBytes(p, tcFunctionI64(p, 0)), slot, 0, NULL);
  return slot;
}

static bool isUsed(const Function *p, uint32_t buffer) {
  const TcSection *s = &p->d->sections[p->section];
  for (uint32_t i = 0; i < s->numSteps; ++i)
    for (uint32_t k = 0; k < s->steps[i].numBuffers; ++k)
      if (s->steps[i].buffers[k] == buffer)
        return true;
  return false;
}

static MlirValue bindBuffer(Function *p, uint32_t buffer) {
  const TcBufferInfo *info = &p->d->buffers[buffer];
  switch (info->kind) {
  case TC_BUFFER_INPUT:
    return tcFunctionToPtr(
        p, firstElement(p, p->args[info->index], &p->d->inputs[info->index]));
  case TC_BUFFER_RESULT:
    return mlirValueIsNull(p->results[info->index])
               ? tcNoValue()
               : tcFunctionToPtr(p, firstElement(p, p->results[info->index],
                                                 &p->d->results[info->index]));
  case TC_BUFFER_WEIGHT:
    return weightPtr(p, p->d->weights[info->index].name);
  case TC_BUFFER_CONSTANT:
    return constantPtr(p, buffer);
  case TC_BUFFER_PREPARED:
    return weightPtr(p, p->module->prepared[buffer]);
  case TC_BUFFER_SCRATCH:
    return tcFunctionToPtr(
        p, tcArithAddi(&p->b, p->scratchAt, tcFunctionSize(p, info->offset)));
  default: // TC_BUFFER_LATE
    p->slots[buffer] = openSlot(p);
    return tcNoValue();
  }
}

void tcFunctionBind(Function *p) {
  const TcSection *s = &p->d->sections[p->section];
  if (s->arenaBytes != TC_NONE) {
    p->scratch = allocateBytes(p, tcFunctionSize(p, s->arenaBytes));
    p->scratchAt = addressOf(p, p->scratch);
  }
  for (uint32_t i = 0; p->section == TC_SECTION_MAIN && i < p->d->numResults;
       ++i)
    p->results[i] = bindResult(p, i);
  for (uint32_t i = 0; i < p->d->numBuffers; ++i)
    if (isUsed(p, i))
      p->buffers[i] = bindBuffer(p, i);
}

MlirValue tcFunctionBuffer(Function *p, uint32_t buffer) {
  if (!mlirValueIsNull(p->buffers[buffer]))
    return p->buffers[buffer];
  MlirValue memref = tcMemrefLoad(&p->b, p->slots[buffer], 0, NULL);
  return tcFunctionToPtr(p, addressOf(p, memref));
}

static void dropSlot(Function *p, uint32_t buffer) {
  tcMemrefDealloc(&p->b, tcMemrefLoad(&p->b, p->slots[buffer], 0, NULL));
}

void tcFunctionAllocate(Function *p, uint32_t buffer) {
  const TcBufferInfo *info = &p->d->buffers[buffer];
  if (info->kind == TC_BUFFER_LATE) {
    dropSlot(p, buffer);
    tcMemrefStore(&p->b, allocateBytes(p, tcFunctionSize(p, info->bytes)),
                  p->slots[buffer], 0, NULL);
    return;
  }
  p->results[info->index] = allocateResult(p, info->index);
  p->buffers[buffer] = tcFunctionToPtr(
      p, firstElement(p, p->results[info->index], &p->d->results[info->index]));
}

void tcFunctionFree(Function *p) {
  if (!mlirValueIsNull(p->scratch))
    tcMemrefDealloc(&p->b, p->scratch);
  for (uint32_t i = 0; i < p->d->numBuffers; ++i)
    if (!mlirValueIsNull(p->slots[i]))
      dropSlot(p, i);
}
