// Elements of tensors of any type as f64, and back.
#include "runtime/reals.h"

#include "runtime/half.h"

#include <math.h>
#include <string.h>

/// A float of `exponent` and `mantissa` bits, as IEEE lays them out.
static double smallFloat(uint32_t bits, unsigned exponent, unsigned mantissa) {
  uint32_t fraction = bits & ((1u << mantissa) - 1);
  uint32_t power = bits >> mantissa & ((1u << exponent) - 1);
  double sign = bits >> (exponent + mantissa) & 1 ? -1 : 1;
  int bias = (1 << (exponent - 1)) - 1;
  if (power == (1u << exponent) - 1)
    return fraction ? NAN : sign * INFINITY;
  if (!power)
    return sign * ldexp(fraction, 1 - bias - (int)mantissa);
  return sign * ldexp(fraction + (double)(1u << mantissa),
                      (int)power - bias - (int)mantissa);
}

/// f8e4m3fn has no infinities: its greatest exponent is one of numbers.
static double f8e4m3fn(uint8_t bits) {
  if ((bits & 0x7F) == 0x7F)
    return NAN;
  if ((bits & 0x78) == 0x78)
    return (bits & 0x80 ? -1 : 1) * ldexp(8 + (bits & 7), 5);
  return smallFloat(bits, 4, 3);
}

#define READ(TYPE)                                                             \
  {                                                                            \
    TYPE value;                                                                \
    memcpy(&value, (const char *)data + index * (int64_t)sizeof value,         \
           sizeof value);                                                      \
    return (double)value;                                                      \
  }

/// Real `index` of an array of elements; a complex one has two.
static double readReal(unsigned dtype, const void *data, int64_t index) {
  uint16_t half;
  switch (dtype) {
  case TC_DTYPE_F32:
  case TC_DTYPE_COMPLEX64:
    READ(float)
  case TC_DTYPE_F64:
  case TC_DTYPE_COMPLEX128:
    READ(double)
  case TC_DTYPE_I64:
    READ(int64_t)
  case TC_DTYPE_I32:
    READ(int32_t)
  case TC_DTYPE_I16:
    READ(int16_t)
  case TC_DTYPE_I8:
    READ(int8_t)
  case TC_DTYPE_U8:
  case TC_DTYPE_BOOL:
    READ(uint8_t)
  case TC_DTYPE_U16:
    READ(uint16_t)
  case TC_DTYPE_U32:
    READ(uint32_t)
  case TC_DTYPE_U64:
    READ(uint64_t)
  case TC_DTYPE_BF16:
  case TC_DTYPE_F16:
    memcpy(&half, (const char *)data + index * 2, 2);
    return dtype == TC_DTYPE_F16 ? smallFloat(half, 5, 10)
                                 : smallFloat(half, 8, 7);
  case TC_DTYPE_F8E5M2:
    return smallFloat(((const uint8_t *)data)[index], 5, 2);
  case TC_DTYPE_F8E4M3FN:
    return f8e4m3fn(((const uint8_t *)data)[index]);
  }
  return NAN;
}

/// The greatest relative error of one rounding to the type; 0 for exact ones.
double tcUnitRoundoff(unsigned dtype) {
  switch (dtype) {
  case TC_DTYPE_F32:
  case TC_DTYPE_COMPLEX64:
    return 0x1p-24;
  case TC_DTYPE_F64:
  case TC_DTYPE_COMPLEX128:
    return 0x1p-53;
  case TC_DTYPE_F16:
    return 0x1p-11;
  case TC_DTYPE_BF16:
    return 0x1p-8;
  case TC_DTYPE_F8E4M3FN:
    return 0x1p-4;
  case TC_DTYPE_F8E5M2:
    return 0x1p-3;
  }
  return 0;
}

/// Where real `index` of a tensor lies, in row-major order of its elements,
/// whatever its strides: as a number of reals.
static int64_t placeOf(const TcTensor *t, int64_t index) {
  if (!t->strides)
    return index;
  bool isComplex = tcIsComplex(t->dtype);
  int64_t part = isComplex ? index % 2 : 0, offset = 0;
  index = isComplex ? index / 2 : index;
  for (unsigned i = t->rank; i-- > 0;) {
    offset += index % t->sizes[i] * t->strides[i];
    index /= t->sizes[i];
  }
  return isComplex ? 2 * offset + part : offset;
}

bool tcIsComplex(unsigned dtype) {
  return dtype == TC_DTYPE_COMPLEX64 || dtype == TC_DTYPE_COMPLEX128;
}

int64_t tcNumReals(const TcTensor *t) {
  return tcTensorElementCount(t) * (tcIsComplex(t->dtype) ? 2 : 1);
}

double tcReadReal(const TcTensor *t, int64_t index) {
  return readReal(t->dtype, t->data, placeOf(t, index));
}

void tcWriteReal(const TcTensor *t, int64_t index, double value) {
  int64_t at = placeOf(t, index);
  switch (t->dtype) {
  case TC_DTYPE_F64:
  case TC_DTYPE_COMPLEX128:
    ((double *)t->data)[at] = value;
    break;
  case TC_DTYPE_F32:
  case TC_DTYPE_COMPLEX64:
    ((float *)t->data)[at] = (float)value;
    break;
  case TC_DTYPE_F16:
    ((uint16_t *)t->data)[at] = tcHalfNarrow(value, 10);
    break;
  case TC_DTYPE_BF16:
    ((uint16_t *)t->data)[at] = tcHalfNarrow(value, 7);
    break;
  }
}
