// Reads fills and dense constants from attributes; see fill.h.
#include "ir/fill.h"

#include "ir/types.h"

#include "mlir-c/BuiltinAttributes.h"

#include <string.h>

MlirAttribute tcDictGet(MlirAttribute dict, const char *key) {
  if (mlirAttributeIsNull(dict) || !mlirAttributeIsADictionary(dict))
    return mlirAttributeGetNull();
  return mlirDictionaryAttrGetElementByName(
      dict, mlirStringRefCreateFromCString(key));
}

double tcDictGetNumber(MlirAttribute dict, const char *key) {
  MlirAttribute a = tcDictGet(dict, key);
  if (mlirAttributeIsNull(a))
    return 0;
  if (mlirAttributeIsAFloat(a))
    return mlirFloatAttrGetValueDouble(a);
  if (mlirAttributeIsABool(a))
    return mlirBoolAttrGetValue(a);
  return mlirAttributeIsAInteger(a) ? (double)mlirIntegerAttrGetValueInt(a) : 0;
}

static bool hasText(MlirAttribute a, const char *text) {
  return !mlirAttributeIsNull(a) && mlirAttributeIsAString(a) &&
         mlirStringRefEqual(mlirStringAttrGetValue(a),
                            mlirStringRefCreateFromCString(text));
}

// MLIR packs truth values into bits.
const void *tcDenseData(TcArena *arena, MlirAttribute dense, size_t *size) {
  MlirType type = tcTypeGetElement(mlirAttributeGetType(dense));
  size_t element = tcDTypeSize(tcTypeGetDType(type));
  size_t n = (size_t)mlirElementsAttrGetNumElements(dense);
  char *out = tcArenaAlloc(arena, n * element + 1, 64);
  *size = n * element;
  if (!out)
    return NULL;
  if (tcTypeIsBool(type)) {
    for (size_t i = 0; i < n; ++i)
      out[i] = (char)mlirDenseElementsAttrGetBoolValue(dense, (intptr_t)i);
    return out;
  }
  const char *data = mlirDenseElementsAttrGetRawData(dense);
  bool splat = mlirDenseElementsAttrIsSplat(dense);
  for (size_t i = 0; i < n; ++i)
    memcpy(out + i * element, data + (splat ? 0 : i * element), element);
  return out;
}

static TcFillInfo denseFill(TcArena *arena, MlirAttribute init) {
  TcFillInfo fill = {.kind = TC_FILL_DENSE};
  size_t size;
  fill.data = tcDenseData(arena, init, &size);
  fill.dataBytes = size;
  return fill;
}

// A number of the text as bits: below 0 it counts from 2^64 on, and what is
// none of 64 bits is 0.
static uint64_t bitsOf(double number) {
  if (number < 0 && number >= -0x1p63)
    return 0 - (uint64_t)-number;
  return number >= 0 && number < 0x1p64 ? (uint64_t)number : 0;
}

TcFillInfo tcFillFromAttr(TcArena *arena, MlirAttribute init) {
  TcFillInfo fill = {.kind = TC_FILL_NONE};
  if (mlirAttributeIsNull(init))
    return fill;
  if (mlirAttributeIsADenseElements(init))
    return denseFill(arena, init);
  MlirAttribute kind = tcDictGet(init, "kind");
  fill.seed = (uint32_t)bitsOf(tcDictGetNumber(init, "seed"));
  fill.stream = bitsOf(tcDictGetNumber(init, "stream"));
  if (hasText(kind, "constant")) {
    fill.kind = TC_FILL_CONSTANT;
    fill.a = tcDictGetNumber(init, "value");
  } else if (hasText(kind, "uniform")) {
    fill.kind = TC_FILL_UNIFORM;
    fill.a = tcDictGetNumber(init, "mean");
    fill.b = tcDictGetNumber(init, "std");
  } else if (hasText(kind, "randint")) {
    fill.kind = TC_FILL_RANDINT;
    fill.a = tcDictGetNumber(init, "low");
    fill.b = tcDictGetNumber(init, "high");
  } else if (hasText(kind, "iota")) {
    fill.kind = TC_FILL_IOTA;
    fill.a = tcDictGetNumber(init, "start");
    bool unit = mlirAttributeIsNull(tcDictGet(init, "step"));
    fill.b = unit ? 1 : tcDictGetNumber(init, "step");
  } else if (hasText(kind, "odd")) {
    fill.kind = TC_FILL_ODD;
  } else if (hasText(kind, "tril")) {
    fill.kind = TC_FILL_TRIL;
  }
  return fill;
}

//===- Expectations -------------------------------------------------------===//

static const double *denseDoubles(TcArena *arena, MlirAttribute dense,
                                  size_t *count) {
  *count = 0;
  if (mlirAttributeIsNull(dense) || !mlirAttributeIsADenseElements(dense))
    return NULL;
  const double *data = tcDenseData(arena, dense, count);
  *count = data ? *count / sizeof *data : 0;
  return data;
}

static void takeShape(MlirAttribute shape, TcExpectedInfo *info) {
  if (mlirAttributeIsNull(shape) || !mlirAttributeIsAArray(shape) ||
      mlirArrayAttrGetNumElements(shape) > TC_MAX_RANK)
    return;
  info->hasShape = 1;
  info->rank = (uint32_t)mlirArrayAttrGetNumElements(shape);
  for (uint32_t i = 0; i < info->rank; ++i) {
    MlirAttribute size = mlirArrayAttrGetElement(shape, i);
    bool isNumber = mlirAttributeIsAInteger(size);
    info->shape[i] = isNumber ? mlirIntegerAttrGetValueInt(size) : -1;
  }
}

TcExpectedInfo tcExpectedFromAttr(TcArena *arena, MlirAttribute entry) {
  size_t samples, bounds;
  TcExpectedInfo info = {.sum = tcDictGetNumber(entry, "sum"),
                         .norm = tcDictGetNumber(entry, "norm"),
                         .eagerError = tcDictGetNumber(entry, "eager_error"),
                         .eagerMax = tcDictGetNumber(entry, "eager_max")};
  info.samples = denseDoubles(arena, tcDictGet(entry, "samples"), &samples);
  info.bounds = denseDoubles(arena, tcDictGet(entry, "bounds"), &bounds);
  info.numSamples = samples;
  if (bounds != samples)
    info.bounds = NULL;
  takeShape(tcDictGet(entry, "shape"), &info);
  return info;
}
