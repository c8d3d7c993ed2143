// Inputs, results, weights, fills and constants of a descriptor. See
// describe.h.
#include "passes/describe/describe_impl.h"

#include "lib/ir/attrs.h"
#include "lib/ir/fill.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdlib.h>
#include <string.h>

//===- Attributes ---------------------------------------------------------===//

static MlirAttribute entry(MlirAttribute dict, const char *key) {
  return tcDictGet(dict, key);
}

static MlirAttribute attrsOf(MlirOperation func, const char *list, intptr_t i) {
  MlirAttribute all = tcAttrOf(func, list);
  return mlirAttributeIsNull(all) ? all : mlirArrayAttrGetElement(all, i);
}

static double number(MlirAttribute dict, const char *key) {
  return tcDictGetNumber(dict, key);
}

static const char *copyText(Describe *d, MlirAttribute a, const char *other) {
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAString(a))
    return other;
  MlirStringRef s = mlirStringAttrGetValue(a);
  return tcArenaCopyText(d->arena, s.data, s.length);
}

//===- Constants and fills ------------------------------------------------===//

const void *tcDescribeConstant(Describe *d, MlirAttribute dense, size_t *size) {
  return tcDenseData(d->arena, dense, size);
}

static TcFillInfo describeFill(Describe *d, MlirAttribute init) {
  return tcFillFromAttr(d->arena, init);
}

//===- Values -------------------------------------------------------------===//

static const uint32_t *describeDims(Describe *d, MlirType type) {
  intptr_t rank = tcTypeGetRank(type);
  uint32_t *dims = TC_ARENA_ARRAY(d->arena, uint32_t, (size_t)rank + 1);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = tcDescribeSize(d, tcTypeGetSize(type, i));
  return dims;
}

// Strides of a dense tensor whose dimensions lie in another order.
static const uint32_t *orderedStrides(Describe *d, MlirType type,
                                      MlirAttribute layout) {
  intptr_t rank = tcTypeGetRank(type);
  uint32_t *strides = TC_ARENA_ARRAY(d->arena, uint32_t, (size_t)rank + 1);
  MlirAttribute stride = tcSizeAttrGetConstant(d->ctx, 1);
  for (intptr_t k = rank - 1; k >= 0; --k) {
    int64_t dim = tcLayoutAttrGetOrder(layout, k);
    strides[dim] = tcDescribeSize(d, stride);
    stride = tcSizeAttrMul(stride, tcTypeGetSize(type, (intptr_t)dim));
  }
  return strides;
}

static const uint32_t *describeStrides(Describe *d, MlirType type,
                                       MlirAttribute layout) {
  if (mlirAttributeIsNull(layout) || !tcAttrIsALayout(layout))
    return NULL;
  if (!tcLayoutAttrIsStrided(layout))
    return orderedStrides(d, type, layout);
  intptr_t rank = tcTypeGetRank(type);
  uint32_t *strides = TC_ARENA_ARRAY(d->arena, uint32_t, (size_t)rank + 1);
  for (intptr_t i = 0; i < rank; ++i)
    strides[i] = tcDescribeSize(d, tcLayoutAttrGetStride(layout, i));
  return strides;
}

// GPU code accesses 16 bytes at once where it can (passes/lower/gpu).
static uint32_t kernelAlignment(MlirAttribute layout) {
  enum { GPU_BYTES = 16 };
  bool anywhere = !mlirAttributeIsNull(layout) && tcAttrIsALayout(layout) &&
                  tcLayoutAttrIsStrided(layout);
  return anywhere ? 0 : GPU_BYTES;
}

static TcValueInfo describeValue(Describe *d, MlirType type,
                                 MlirAttribute attrs, const char *name) {
  TcValueInfo info = {
      .name = copyText(d, entry(attrs, "fx.name"), name),
      .dims = describeDims(d, type),
      .strides = describeStrides(d, type, entry(attrs, "tc.layout")),
      .kernelAlignment = kernelAlignment(entry(attrs, "tc.layout")),
      .dtype = (uint8_t)tcTypeGetDType(tcTypeGetElement(type)),
      .rank = (uint8_t)tcTypeGetRank(type),
      .tie = TC_NONE,
      .storage = TC_NONE,
      .storageOffset = TC_NONE,
      .fill = describeFill(d, entry(attrs, "tc.init"))};
  return info;
}

// Arguments that shared memory when they were captured.
static void describeStorage(Describe *d, TcValueInfo *info,
                            MlirAttribute attrs) {
  MlirAttribute storage = entry(attrs, "tc.storage");
  MlirAttribute layout = entry(attrs, "tc.layout");
  if (mlirAttributeIsNull(storage) || !mlirAttributeIsAInteger(storage))
    return;
  info->storage = (uint32_t)mlirIntegerAttrGetValueInt(storage);
  if (mlirAttributeIsNull(layout) || !tcLayoutAttrIsStrided(layout))
    return;
  MlirAttribute offset = tcLayoutAttrGetOffset(layout);
  if (!mlirAttributeIsNull(offset))
    info->storageOffset = tcDescribeSize(d, offset);
}

static void describeInputs(Describe *d) {
  MlirBlock body = tcKernelBody(d->main);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i) {
    const char *name = tcArenaPrintf(d->arena, "input%d", (int)i);
    MlirAttribute attrs = attrsOf(d->main, "arg_attrs", i);
    TcValueInfo info = describeValue(
        d, mlirValueGetType(mlirBlockGetArgument(body, i)), attrs, name);
    describeStorage(d, &info, attrs);
    tcVecPush(d->arena, &d->inputs, info);
  }
}

static void describeTie(Describe *d, TcValueInfo *info, MlirAttribute tie) {
  if (mlirAttributeIsNull(tie))
    return;
  if (mlirAttributeIsAInteger(tie)) {
    info->tie = (uint32_t)mlirIntegerAttrGetValueInt(tie);
    d->inputs.data[info->tie].mutated = 1;
    info->strides = d->inputs.data[info->tie].strides;
    return;
  }
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(tie);
  void *weight = tcMapGetTextN(&d->weightIndex, name.data, name.length);
  if (!weight)
    return;
  info->tie = (uint32_t)(uintptr_t)weight - 1;
  info->tieIsWeight = 1;
  d->weights.data[info->tie].mutated = 1;
}

static void describeResults(Describe *d) {
  MlirOperation end = mlirBlockGetTerminator(tcKernelBody(d->main));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    const char *name = tcArenaPrintf(d->arena, "result%d", (int)i);
    MlirAttribute attrs = attrsOf(d->main, "res_attrs", i);
    MlirType type = mlirValueGetType(mlirOperationGetOperand(end, i));
    TcValueInfo info = describeValue(d, type, attrs, name);
    describeTie(d, &info, entry(attrs, "tc.ties"));
    tcVecPush(d->arena, &d->results, info);
  }
}

//===- Weights ------------------------------------------------------------===//

// The results of @prepare become PREPARED buffers, not weights of the program.
static void describePrepared(Describe *d) {
  if (mlirOperationIsNull(d->prepare))
    return;
  MlirOperation end = mlirBlockGetTerminator(tcKernelBody(d->prepare));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirAttribute tie = entry(attrsOf(d->prepare, "res_attrs", i), "tc.ties");
    if (mlirAttributeIsNull(tie) || !mlirAttributeIsAFlatSymbolRef(tie))
      continue;
    MlirStringRef name = mlirFlatSymbolRefAttrGetValue(tie);
    MlirType type = mlirValueGetType(mlirOperationGetOperand(end, i));
    MlirAttribute bytes = tcSizeAttrMulConst(
        tcTypeGetNumElements(type),
        (int64_t)tcDTypeSize(tcTypeGetDType(tcTypeGetElement(type))));
    TcBufferInfo info = {.kind = TC_BUFFER_PREPARED,
                         .bytes = tcDescribeSize(d, bytes),
                         .offset = TC_NONE};
    tcVecPush(d->arena, &d->buffers, info);
    tcMapSetTextN(&d->prepared, name.data, name.length,
                  (void *)(uintptr_t)d->buffers.size);
  }
}

// The number in `hash = "fnv1a64:0123456789abcdef"`, which is verified.
static uint64_t hashOf(MlirOperation op) {
  MlirAttribute hash = tcAttrOf(op, "hash");
  if (mlirAttributeIsNull(hash))
    return 0;
  char digits[17] = "";
  MlirStringRef text = mlirStringAttrGetValue(hash);
  memcpy(digits, text.data + text.length - 16, 16);
  return strtoull(digits, NULL, 16);
}

static void describeWeight(Describe *d, MlirOperation op) {
  MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(op, "sym_name"));
  if (tcMapGetTextN(&d->prepared, name.data, name.length))
    return;
  MlirType type = mlirTypeAttrGetValue(tcAttrOf(op, "type"));
  TcValueInfo info =
      describeValue(d, type, mlirAttributeGetNull(),
                    tcArenaCopyText(d->arena, name.data, name.length));
  info.fill = describeFill(d, tcAttrOf(op, "init"));
  info.hash = hashOf(op);
  tcVecPush(d->arena, &d->weights, info);
  tcMapSetTextN(&d->weightIndex, name.data, name.length,
                (void *)(uintptr_t)d->weights.size);
}

static void describeWeights(Describe *d) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(d->module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "prim.weight"))
      describeWeight(d, op);
}

//===- Expected results ---------------------------------------------------===//

static TcExpectedInfo describeExpectation(Describe *d, MlirAttribute dict) {
  return tcExpectedFromAttr(d->arena, dict);
}

static void describeExpected(Describe *d) {
  MlirAttribute all = mlirOperationGetDiscardableAttributeByName(
      d->module, tcStr("tc.expected"));
  if (mlirAttributeIsNull(all))
    return;
  intptr_t n = mlirArrayAttrGetNumElements(all), k = 0;
  // In order, of the results that are no updates.
  for (size_t i = 0; i < d->results.size; ++i) {
    bool isOwn = d->results.data[i].tie == TC_NONE && k < n;
    TcExpectedInfo info = {0};
    if (isOwn)
      info = describeExpectation(d, mlirArrayAttrGetElement(all, k++));
    if (!tcVecPush(d->arena, &d->expected, info))
      return;
  }
}

static void describeExpectedState(Describe *d) {
  MlirAttribute all = mlirOperationGetDiscardableAttributeByName(
      d->module, tcStr("tc.expected_state"));
  if (mlirAttributeIsNull(all))
    return;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(all); ++i) {
    MlirAttribute dict = mlirArrayAttrGetElement(all, i);
    MlirAttribute weight = entry(dict, "weight");
    TcExpectedState state = {.expected = describeExpectation(d, dict),
                             .index = (uint32_t)number(dict, "argument")};
    if (!mlirAttributeIsNull(weight) && mlirAttributeIsAString(weight)) {
      MlirStringRef name = mlirStringAttrGetValue(weight);
      void *index = tcMapGetTextN(&d->weightIndex, name.data, name.length);
      if (!index)
        continue;
      state.isWeight = 1;
      state.index = (uint32_t)(uintptr_t)index - 1;
    } else if (mlirAttributeIsNull(entry(dict, "argument")) ||
               state.index >= d->inputs.size) {
      continue;
    }
    tcVecPush(d->arena, &d->expectedState, state);
  }
}

void tcDescribeBoundary(Describe *d) {
  describePrepared(d);
  describeWeights(d);
  describeInputs(d);
  describeResults(d);
  describeExpected(d);
  describeExpectedState(d);
}
