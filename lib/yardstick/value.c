// Bounded tensors, and the properties of rounding; see value.h.
#include "yardstick/value.h"

#include "interp/interp.h"
#include "runtime/half.h"

#include <stdlib.h>
#include <string.h>

//===- Memory -------------------------------------------------------------===//

typedef struct TcYardBlock {
  struct TcYardBlock *next;
  _Alignas(16) char data[];
} TcYardBlock;

TcStatus tcYardAlloc(TcYardPool *pool, size_t bytes, void **out) {
  TcYardBlock *block = calloc(1, sizeof *block + bytes + 64);
  if (!block)
    return tcStatusMake(TC_ERROR_OUT_OF_MEMORY,
                        "out of memory: %zu bytes to check a value", bytes);
  block->next = pool->blocks;
  pool->blocks = block;
  *out = block->data;
  return TC_OK;
}

void tcYardFree(TcYardPool *pool) {
  while (pool->blocks) {
    TcYardBlock *next = pool->blocks->next;
    free(pool->blocks);
    pool->blocks = next;
  }
}

//===- Values -------------------------------------------------------------===//

TcStatus tcBoundedErrors(TcYardPool *pool, TcBounded *value) {
  void *e;
  if (value->e)
    return TC_OK;
  TC_RETURN_IF_ERROR(
      tcYardAlloc(pool, (size_t)value->count * sizeof(double), &e));
  value->e = e;
  return TC_OK;
}

static TcStatus makeElements(TcYardPool *pool, TcBounded *y) {
  void *data;
  TcClass class = tcClassOf(y->dtype);
  size_t bytes = (size_t)y->count * sizeof(double);
  TC_RETURN_IF_ERROR(tcYardAlloc(pool, bytes, &data));
  if (class == TC_CLASS_INT || class == TC_CLASS_BOOL)
    y->i = data;
  else
    y->v = data;
  if (class != TC_CLASS_COMPLEX)
    return TC_OK;
  TC_RETURN_IF_ERROR(tcYardAlloc(pool, bytes, &data));
  y->w = data;
  return TC_OK;
}

TcStatus tcBoundedMake(TcYardPool *pool, TcDType dtype, unsigned rank,
                       const int64_t *sizes, bool withErrors, TcBounded **out) {
  void *memory;
  TC_RETURN_IF_ERROR(tcYardAlloc(pool, sizeof(TcBounded), &memory));
  TcBounded *y = *out = memory;
  *y = (TcBounded){.dtype = dtype,
                   .rank = rank,
                   .count = 1,
                   .grid = TC_GRID_NONE,
                   .signedZeros = true};
  for (unsigned d = 0; d < rank; ++d) {
    y->sizes[d] = sizes[d];
    if (sizes[d] < 0 || __builtin_mul_overflow(y->count, sizes[d], &y->count) ||
        y->count > INT64_MAX / 16)
      return tcStatusMake(TC_ERROR_SIZES_DIFFER, "a value of impossible size");
  }
  TC_RETURN_IF_ERROR(makeElements(pool, y));
  return withErrors ? tcBoundedErrors(pool, y) : TC_OK;
}

static void readElement(TcBounded *y, int64_t to, const void *data,
                        int64_t from) {
  TcScalar x = tcElementLoad(y->dtype, data, from);
  switch (tcClassOf(y->dtype)) {
  case TC_CLASS_FLOAT:
    y->v[to] = x.f;
    break;
  case TC_CLASS_INT:
    y->i[to] = x.i;
    break;
  case TC_CLASS_BOOL:
    y->i[to] = x.b;
    break;
  case TC_CLASS_COMPLEX:
    y->v[to] = creal(x.c);
    y->w[to] = cimag(x.c);
    break;
  }
}

static double widenBrain(uint16_t x) {
  uint32_t bits = (uint32_t)x << 16;
  float wide;
  memcpy(&wide, &bits, sizeof wide);
  return (double)wide;
}

static void readDense(TcBounded *y, const void *data) {
  if (y->dtype == TC_DTYPE_F32)
    for (int64_t k = 0; k < y->count; ++k)
      y->v[k] = (double)((const float *)data)[k];
  else if (y->dtype == TC_DTYPE_BF16)
    for (int64_t k = 0; k < y->count; ++k)
      y->v[k] = widenBrain(((const uint16_t *)data)[k]);
  else
    for (int64_t k = 0; k < y->count; ++k)
      readElement(y, k, data, k);
}

static void readStrided(TcBounded *y, const int64_t *strides,
                        const void *data) {
  int64_t point[TC_MAX_RANK] = {0}, to = 0;
  if (!y->count)
    return;
  do {
    int64_t from = 0;
    for (unsigned d = 0; d < y->rank; ++d)
      from += point[d] * strides[d];
    readElement(y, to++, data, from);
  } while (tcNextPoint(y->rank, y->sizes, point));
}

int tcGridOf(double value) {
  uint64_t bits;
  if (value == 0)
    return TC_GRID_ANY;
  if (!isfinite(value))
    return TC_GRID_NONE;
  memcpy(&bits, &value, sizeof bits);
  int exponent = (int)(bits >> 52 & 0x7ff);
  uint64_t fraction = bits & 0xfffffffffffffu;
  if (exponent)
    fraction |= 1ull << 52;
  return (exponent ? exponent : 1) - 1075 + __builtin_ctzll(fraction);
}

static int gridOfAll(const double *v, int64_t n) {
  int grid = TC_GRID_ANY;
  for (int64_t k = 0; k < n; ++k) {
    int one = tcGridOf(v[k]);
    grid = one < grid ? one : grid;
  }
  return grid;
}

static void findGrid(TcBounded *y) {
  if (y->i) {
    y->grid = 0;
    return;
  }
  y->grid = gridOfAll(y->v, y->count);
  if (y->w) {
    int other = gridOfAll(y->w, y->count);
    y->grid = other < y->grid ? other : y->grid;
  }
}

TcStatus tcBoundedRead(TcYardPool *pool, TcDType dtype, unsigned rank,
                       const int64_t *sizes, const int64_t *strides,
                       const void *data, TcBounded **out) {
  TC_RETURN_IF_ERROR(tcBoundedMake(pool, dtype, rank, sizes, false, out));
  if (strides)
    readStrided(*out, strides, data);
  else
    readDense(*out, data);
  findGrid(*out);
  return TC_OK;
}

static double flushError(double v, double e) {
  const double least = 0x1p-126;
  return (v == 0 && e == 0) || !(fabs(v) - e < least)
             ? 0
             : fmin(fabs(v) + e, least);
}

// Half a unit in the last place, of numbers that have more places.
static double tf32Error(double v, double e) {
  const double unit = 0x1p-11, least = 0x1p-137; // of subnormal numbers
  int exponent;
  double places = ldexp(frexp(v, &exponent), 11);
  if (!isfinite(v) || (e == 0 && places == rint(places) && exponent > -126))
    return 0;
  return fmax((fabs(v) + e) * unit, least);
}

// The value, or a copy with what `more(v, e)` adds to the error of v.
static TcStatus addErrors(TcYardPool *pool, const TcBounded *value,
                          double (*more)(double v, double e),
                          const TcBounded **out) {
  TcBounded *y = NULL;
  *out = value;
  for (int64_t k = 0; value->v && !value->w && k < value->count; ++k) {
    double e = value->e ? value->e[k] : 0;
    double added = more(value->v[k], e);
    if (added == 0)
      continue;
    if (!y) {
      void *memory;
      TC_RETURN_IF_ERROR(tcYardAlloc(pool, sizeof *y, &memory));
      *out = y = memory;
      *y = *value;
      y->e = NULL;
      TC_RETURN_IF_ERROR(tcBoundedErrors(pool, y));
      for (int64_t i = 0; value->e && i < value->count; ++i)
        y->e[i] = value->e[i];
    }
    y->e[k] = e + added;
  }
  return TC_OK;
}

TcStatus tcBoundedFlush(TcYardPool *pool, const TcBounded *value,
                        const TcBounded **out) {
  return addErrors(pool, value, flushError, out);
}

TcStatus tcBoundedTf32(TcYardPool *pool, const TcBounded *value,
                       const TcBounded **out) {
  return addErrors(pool, value, tf32Error, out);
}

//===- Rounding -----------------------------------------------------------===//

const TcRounding *tcRoundingOf(TcDType dtype) {
  static const TcRounding f32 = {TC_DTYPE_F32, 0x1p-24,        0x1p-24,
                                 0x1p-149,     0x1.ffffffp127, false},
                          f64 = {TC_DTYPE_F64, 0x1p-53,  0x1p-53,
                                 0x1p-1074,    INFINITY, true},
                          f16 = {TC_DTYPE_F16, 0x1p-11, 0x1p-24,
                                 0x1p-24,      65520,   false},
                          bf16 = {TC_DTYPE_BF16, 0x1p-8,     0x1p-24,
                                  0x1p-133,      0x1.ffp127, false};
  switch (dtype) {
  case TC_DTYPE_F32:
  case TC_DTYPE_COMPLEX64:
    return &f32;
  case TC_DTYPE_F64:
  case TC_DTYPE_COMPLEX128:
    return &f64;
  case TC_DTYPE_F16:
    return &f16;
  case TC_DTYPE_BF16:
    return &bf16;
  default:
    return NULL;
  }
}

bool tcIsRepresentable(TcDType dtype, double value) {
  switch (dtype) {
  case TC_DTYPE_F32:
  case TC_DTYPE_COMPLEX64:
    return (double)(float)value == value;
  case TC_DTYPE_F16:
    return tcHalfWiden(tcHalfNarrow(value, 10), 10) == value;
  case TC_DTYPE_BF16:
    return tcHalfWiden(tcHalfNarrow(value, 7), 7) == value;
  default:
    return true;
  }
}
