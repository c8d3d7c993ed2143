// Are the results right? D4's comparison: the error against a run in f64, on
// the sampled elements and in the norm, is at most twice that of PyTorch eager
// in the same types, or four roundings of the type.
#include "tc-run/tc-run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Elements as f64
//===----------------------------------------------------------------------===//

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
static double roundingOf(unsigned dtype) {
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

/// Real `index` of a tensor in row-major order, whatever its strides.
static double realOf(const TcTensor *t, int64_t index) {
  bool isComplex =
      t->dtype == TC_DTYPE_COMPLEX64 || t->dtype == TC_DTYPE_COMPLEX128;
  if (!t->strides)
    return readReal(t->dtype, t->data, index);
  int64_t part = isComplex ? index % 2 : 0, offset = 0;
  index = isComplex ? index / 2 : index;
  for (unsigned i = t->rank; i-- > 0;) {
    offset += index % t->sizes[i] * t->strides[i];
    index /= t->sizes[i];
  }
  return readReal(t->dtype, t->data, isComplex ? 2 * offset + part : offset);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

typedef struct Difference {
  double samples, norm, sum; // relative; sum is to be at most sqrt(n) times
  double bound, count;
} Difference;

static double relative(double error, double reference) {
  return reference > 0 ? error / reference : error;
}

/// What the error of k samples of n elements is relative to: their own norm, or
/// their share of the whole's if that is more, since they stand for all. (Of a
/// convolution's weight they may lie at one tap at the rim of its window, where
/// all are small; eager's error is one of the whole.)
static double scaleOf(double own, double whole, int64_t k, int64_t n) {
  return fmax(own, n ? whole * sqrt((double)k / (double)n) : 0);
}

static Difference compare(const TcTensor *t, const TcExpectedInfo *e) {
  bool isComplex =
      t->dtype == TC_DTYPE_COMPLEX64 || t->dtype == TC_DTYPE_COMPLEX128;
  int64_t n = tcTensorElementCount(t) * (isComplex ? 2 : 1);
  int64_t samples = (int64_t)e->numSamples;
  double error = 0, reference = 0, sum = 0, norm = 0;
  for (int64_t i = 0; i < samples; ++i) {
    double want = e->samples[i], got = realOf(t, i * n / samples);
    error += (got - want) * (got - want);
    reference += want * want;
  }
  for (int64_t i = 0; i < n; ++i) {
    double got = realOf(t, i);
    sum += got;
    norm += got * got;
  }
  norm = sqrt(norm);
  double scale = scaleOf(sqrt(reference), e->norm, samples, n);
  return (Difference){.samples = relative(sqrt(error), scale),
                      .norm = relative(fabs(norm - e->norm), e->norm),
                      .sum = relative(fabs(sum - e->sum), e->norm),
                      .bound =
                          fmax(2 * e->eagerError, 4 * roundingOf(t->dtype)),
                      .count = (double)n};
}

/// Written so that no comparison with a NaN is right. The sums themselves are
/// rounded, in f64.
static bool isRight(const Difference *d) {
  const double rounding = 1e-10;
  return d->samples <= d->bound && d->norm <= d->bound + rounding &&
         d->sum <= sqrt(d->count) * (d->bound + rounding);
}

static void checkOne(const TcTensor *t, const TcExpectedInfo *e,
                     const char *name, RunError *total) {
  if (!e->samples || !e->numSamples)
    return;
  Difference d = compare(t, e);
  bool right = isRight(&d);
  double error = fmax(d.samples, d.norm);
  if (isnan(d.samples) || isnan(d.norm))
    error = INFINITY;
  // The first wrong one, else the one that is nearest to its bound.
  bool worse =
      !total->known || (total->right && !right) ||
      (total->right == right && error * total->bound > total->error * d.bound);
  if (worse) {
    total->error = error;
    total->bound = d.bound;
    snprintf(total->worst, sizeof total->worst, "%.60s%s", name,
             right ? "" : " is wrong");
  }
  total->right = (!total->known || total->right) && right;
  total->known = true;
}

/// A weight as the program left it.
static TcTensor weightTensor(const RunModel *m, uint32_t index,
                             int64_t *sizes) {
  const TcValueInfo *info = &m->d->weights[index];
  for (unsigned i = 0; i < info->rank; ++i)
    sizes[i] = tcProgramWeightSize(m->program, index, i);
  return (TcTensor){.data = m->weights[index],
                    .sizes = sizes,
                    .dtype = info->dtype,
                    .rank = info->rank};
}

static void checkState(const RunModel *m, RunError *error) {
  for (uint32_t i = 0; i < m->d->numExpectedState; ++i) {
    const TcExpectedState *state = &m->d->expectedState[i];
    int64_t sizes[TC_MAX_RANK];
    TcTensor tensor = state->isWeight ? weightTensor(m, state->index, sizes)
                                      : m->inputs[state->index];
    const TcValueInfo *table = state->isWeight ? m->d->weights : m->d->inputs;
    if (tensor.data)
      checkOne(&tensor, &state->expected, table[state->index].name, error);
  }
}

/// What was expected is of the example sizes, and of the weights as made.
static bool isComparable(const RunModel *m) {
  for (uint32_t i = 0; i < m->d->numSymbols; ++i)
    if (m->d->symbols[i].source != TC_SYMBOL_LATE &&
        m->symbols[i] != m->d->symbols[i].example)
      return false;
  return true;
}

void runCheck(const RunModel *m, RunError *error) {
  *error = (RunError){0};
  if (!isComparable(m))
    return;
  for (uint32_t i = 0; m->d->expected && i < m->d->numResults; ++i)
    checkOne(&m->results[i], &m->d->expected[i], m->d->results[i].name, error);
  checkState(m, error);
}
