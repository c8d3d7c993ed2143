// Arguments and weights of a program from its fills; see interpret.h.
#include "driver/interpret.h"

#include "interp/interp.h"
#include "ir/attrs.h"
#include "ir/sizes.h"
#include "ir/types.h"
#include "runtime/fill.h"

#include "mlir-c/BuiltinAttributes.h"

#include <string.h>

static TcStatus noFill(const char *why) {
  return tcStatusMake(TC_ERROR_NO_FILL, "%s", why);
}

static bool evalSize(const TcInputs *in, MlirAttribute size, int64_t *out) {
  if (mlirAttributeIsNull(size))
    return false;
  size = tcSizeAttrSubstitute(size, &in->sizes);
  return !mlirAttributeIsNull(size) && tcSizeAttrIsConstant(size, out);
}

//===- Tensors ------------------------------------------------------------===//

static TcStatus makeTensor(TcInputs *in, MlirType type, TcTensor *out) {
  intptr_t rank = tcTypeGetRank(type);
  out->rank = (uint8_t)rank;
  out->dtype = (uint8_t)tcTypeGetDType(tcTypeGetElement(type));
  out->sizes = TC_ARENA_ARRAY(&in->arena, int64_t, (size_t)rank + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&in->arena));
  for (intptr_t i = 0; i < rank; ++i)
    if (!evalSize(in, tcTypeGetSize(type, i), &out->sizes[i]))
      return noFill("a size is not known: give it in tc.sizes");
  int64_t bytes = tcTensorDenseBytes(out);
  if (bytes < 0)
    return noFill("sizes that no tensor has");
  out->data = tcArenaAlloc(&in->arena, (size_t)bytes + 1, 64);
  return tcArenaStatus(&in->arena);
}

// The fill of an argument without one, if that is allowed: numbers around 0,
// with a stream of its own; small integers.
static TcFillInfo anyFill(const TcTensor *t, uint64_t stream) {
  TcClass class = tcClassOf((TcDType)t->dtype);
  bool smooth = class == TC_CLASS_FLOAT || class == TC_CLASS_COMPLEX;
  return (TcFillInfo){.kind = smooth ? TC_FILL_UNIFORM : TC_FILL_RANDINT,
                      .stream = stream,
                      .b = smooth ? 1 : 2};
}

static TcStatus fillTensor(TcInputs *in, MlirAttribute init, uint64_t stream,
                           TcTensor *out) {
  TcFillInfo fill = tcFillFromAttr(&in->arena, init);
  if (mlirAttributeIsNull(init) && in->allowAny)
    fill = anyFill(out, stream);
  if (!tcFill(&fill, (TcDType)out->dtype, out->sizes, out->rank, 0,
              tcTensorElementCount(out), out->data))
    return noFill("no init says how to fill it");
  return TC_OK;
}

//===- Shared storage -----------------------------------------------------===//

typedef struct Buffer {
  char *data;
  int64_t count;
} Buffer;

static bool stridesOf(const TcInputs *in, MlirAttribute layout,
                      const TcTensor *t, int64_t *strides, int64_t *offset) {
  *offset = 0;
  tcDenseStrides(t->rank, t->sizes, strides);
  if (mlirAttributeIsNull(layout) || !tcAttrIsALayout(layout))
    return true;
  if (!tcLayoutAttrIsStrided(layout)) {
    int64_t stride = 1;
    for (intptr_t k = t->rank; k-- > 0;) {
      int64_t dim = tcLayoutAttrGetOrder(layout, k);
      strides[dim] = stride;
      stride *= t->sizes[dim];
    }
    return true;
  }
  for (intptr_t i = 0; i < t->rank; ++i)
    if (!evalSize(in, tcLayoutAttrGetStride(layout, i), &strides[i]))
      return false;
  MlirAttribute at = tcLayoutAttrGetOffset(layout);
  return mlirAttributeIsNull(at) || evalSize(in, at, offset);
}

// The position after the last element; -1 if an element lies before the
// storage.
static int64_t endOf(const TcTensor *t, const int64_t *strides,
                     int64_t offset) {
  int64_t low = offset, end = offset + 1;
  for (unsigned i = 0; i < t->rank; ++i) {
    int64_t last = (t->sizes[i] - 1) * strides[i];
    *(last < 0 ? &low : &end) += last;
  }
  return low >= 0 ? end : -1;
}

// The buffer of a storage; the first argument, which spans it, makes it.
static TcStatus bufferOf(TcInputs *in, const void *key, int64_t end,
                         size_t size, Buffer **out) {
  *out = tcMapGet(&in->storages, key);
  if (*out)
    return TC_OK;
  *out = TC_ARENA_NEW(&in->arena, Buffer);
  void *data = tcArenaAllocArray(&in->arena, (size_t)end, size, 64);
  TC_RETURN_IF_ERROR(tcArenaStatus(&in->arena));
  **out = (Buffer){data, end};
  (void)tcMapSet(&in->storages, key, *out);
  return tcArenaStatus(&in->arena);
}

// Moves an argument of a tc.storage into its buffer, or out of it: all are
// filled in order, each over those before it, then all are read.
static TcStatus moveShared(TcInputs *in, MlirAttribute attrs, bool fill,
                           TcTensor *t) {
  MlirAttribute number = tcDictGet(attrs, "tc.storage");
  if (mlirAttributeIsNull(number) || tcTensorElementCount(t) == 0)
    return TC_OK;
  const void *key = (void *)((uintptr_t)mlirIntegerAttrGetValueInt(number) + 1);
  int64_t strides[TC_MAX_RANK], dense[TC_MAX_RANK], offset;
  if (!stridesOf(in, tcDictGet(attrs, "tc.layout"), t, strides, &offset))
    return noFill("a stride is not known");
  int64_t end = endOf(t, strides, offset);
  size_t size = tcDTypeSize(t->dtype);
  Buffer *buffer;
  if (end < 0)
    return noFill("its tc.layout has elements before the first of the storage");
  TC_RETURN_IF_ERROR(bufferOf(in, key, end, size, &buffer));
  if (end > buffer->count)
    return noFill("it leaves the tc.storage that its first argument spans");
  char *place = buffer->data + (size_t)offset * size;
  tcDenseStrides(t->rank, t->sizes, dense);
  if (fill)
    tcCopyStrided(t->rank, t->sizes, size, place, strides, t->data, dense);
  else
    tcCopyStrided(t->rank, t->sizes, size, t->data, dense, place, strides);
  return TC_OK;
}

//===- The whole ----------------------------------------------------------===//

static TcStatus makeArgument(TcInputs *in, MlirType type, MlirAttribute attrs,
                             size_t i, TcTensor *out) {
  TC_RETURN_IF_ERROR(makeTensor(in, type, out));
  TC_RETURN_IF_ERROR(fillTensor(in, tcDictGet(attrs, "tc.init"), i + 1, out));
  return moveShared(in, attrs, /*fill=*/true, out);
}

static void readSizes(TcInputs *in) {
  MlirAttribute all = mlirOperationGetDiscardableAttributeByName(
      in->module, mlirStringRefCreateFromCString("tc.sizes"));
  if (mlirAttributeIsNull(all) || !mlirAttributeIsADictionary(all))
    return;
  MlirContext ctx = mlirOperationGetContext(in->module);
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(all); ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(all, i);
    if (mlirAttributeIsAInteger(entry.attribute))
      tcBindingsSet(&in->sizes, mlirIdentifierStr(entry.name),
                    tcSizeAttrGetConstant(
                        ctx, mlirIntegerAttrGetValueInt(entry.attribute)));
  }
}

static void readWeights(TcInputs *in) {
  MlirBlock body =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(in->module, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            mlirStringRefCreateFromCString("prim.weight")))
      continue;
    MlirStringRef name =
        mlirStringAttrGetValue(mlirOperationGetInherentAttributeByName(
            op, mlirStringRefCreateFromCString("sym_name")));
    (void)tcMapSetTextN(&in->weights, name.data, name.length, op.ptr);
  }
}

static MlirAttribute argumentAttrs(MlirOperation func, size_t i) {
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      func, mlirStringRefCreateFromCString("arg_attrs"));
  return mlirAttributeIsNull(all) ? all
                                  : mlirArrayAttrGetElement(all, (intptr_t)i);
}

TcStatus tcInputsMake(TcInputs *in, MlirOperation module, MlirOperation func,
                      bool allowAny) {
  *in = (TcInputs){.module = module, .allowAny = allowAny};
  in->sizes.arena = in->storages.arena = in->weights.arena = &in->arena;
  readSizes(in);
  readWeights(in);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  in->n = (size_t)mlirBlockGetNumArguments(body);
  in->tensors = TC_ARENA_ARRAY(&in->arena, TcTensor, in->n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&in->arena));
  for (size_t i = 0; i < in->n; ++i) {
    MlirValue argument = mlirBlockGetArgument(body, (intptr_t)i);
    TcStatus status = makeArgument(in, mlirValueGetType(argument),
                                   argumentAttrs(func, i), i, &in->tensors[i]);
    if (status)
      return tcStatusAnnotate(status, "argument %zu", i);
  }
  for (size_t i = 0; i < in->n; ++i)
    TC_RETURN_IF_ERROR(moveShared(in, argumentAttrs(func, i), /*fill=*/false,
                                  &in->tensors[i]));
  return TC_OK;
}

// Weights are made on first use and cached, since they are read more than once.
TcStatus tcInputsGetWeight(void *self, const char *name, TcTensor *out) {
  TcInputs *in = self;
  MlirOperation op = {tcMapGetText(&in->weights, name)};
  if (mlirOperationIsNull(op))
    return tcStatusMake(TC_ERROR_NO_FUNCTION, "no prim.weight is called '%s'",
                        name);
  MlirType type = mlirTypeAttrGetValue(mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("type")));
  TcStatus status = makeTensor(in, type, out);
  if (!status)
    status = fillTensor(in,
                        mlirOperationGetInherentAttributeByName(
                            op, mlirStringRefCreateFromCString("init")),
                        tcHashBytes(name, strlen(name), 7), out);
  return status ? tcStatusAnnotate(status, "weight '%s'", name) : TC_OK;
}
