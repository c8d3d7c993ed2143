//===- dtype.c - Element types and tensor sizes -----------------*- C -*-===//
//
// Names and sizes of the storage types, and how much memory a tensor takes.
//
//===----------------------------------------------------------------------===//

#include "tc/runtime.h"

#include <string.h>

// ORDER: TcDType in tc/runtime.h.
static const struct {
  const char *name;
  uint8_t bytes;
} dtypes[TC_DTYPE_COUNT] = {
    {"invalid", 0}, {"f32", 4},       {"f64", 8},         {"bf16", 2},
    {"f16", 2},     {"i64", 8},       {"i32", 4},         {"i16", 2},
    {"i8", 1},      {"u8", 1},        {"bool", 1},        {"f8e4m3fn", 1},
    {"f8e5m2", 1},  {"complex64", 8}, {"complex128", 16}, {"u16", 2},
    {"u32", 4},     {"u64", 8},
};

size_t tcDTypeSize(unsigned dtype) {
  return dtype < TC_DTYPE_COUNT ? dtypes[dtype].bytes : 0;
}

const char *tcDTypeName(unsigned dtype) {
  return dtypes[dtype < TC_DTYPE_COUNT ? dtype : TC_DTYPE_INVALID].name;
}

TcDType tcDTypeFromName(const char *name) {
  for (unsigned i = 1; i < TC_DTYPE_COUNT; ++i)
    if (!strcmp(name, dtypes[i].name))
      return (TcDType)i;
  return TC_DTYPE_INVALID;
}

int64_t tcTensorElementCount(const TcTensor *tensor) {
  int64_t count = 1;
  bool empty = false;
  for (unsigned i = 0; i < tensor->rank; ++i) {
    int64_t size = tensor->sizes[i];
    if (size < 0)
      return -1;
    // A zero hides no overflow of the others: they may be any size.
    empty |= size == 0;
    if (!empty && __builtin_mul_overflow(count, size, &count))
      return -1;
  }
  return empty ? 0 : count;
}

int64_t tcTensorDenseBytes(const TcTensor *tensor) {
  int64_t bytes, count = tcTensorElementCount(tensor);
  if (count < 0 || __builtin_mul_overflow(
                       count, (int64_t)tcDTypeSize(tensor->dtype), &bytes))
    return -1;
  return bytes;
}
