// Fills, a batch of elements at a time: random words in a form that compilers
// turn into vector code, then the value of each element, then its rounding.
#include "runtime/fill.h"
#include "runtime/half.h"

#include "runtime/philox.h"

#include <string.h>

// The values must come out the same with and without fused multiply-add. (GCC
// does not fuse in ISO mode, and does not know the pragma.)
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

enum {
  BLOCKS = 64,        // Philox blocks of a batch
  BATCH = 4 * BLOCKS, // elements of a batch
  KEY1 = 0x7463,
};

//===- Random words -------------------------------------------------------===//

// The words of the batch that starts with element `first`, a multiple of 4.
static void makeWords(uint64_t first, uint32_t seed, uint64_t stream,
                      uint32_t words[restrict BATCH]) {
  uint32_t c0[BLOCKS], c1[BLOCKS], c2[BLOCKS], c3[BLOCKS];
  for (int i = 0; i < BLOCKS; ++i) {
    uint64_t block = first / 4 + (uint64_t)i;
    c0[i] = (uint32_t)block, c1[i] = (uint32_t)(block >> 32);
    c2[i] = (uint32_t)stream, c3[i] = (uint32_t)(stream >> 32);
  }
  uint32_t key0 = seed, key1 = KEY1;
  for (int round = 0; round < TC_PHILOX_ROUNDS; ++round) {
    for (int i = 0; i < BLOCKS; ++i) {
      uint32_t block[4] = {c0[i], c1[i], c2[i], c3[i]};
      tcPhiloxRound(block, key0, key1);
      c0[i] = block[0], c1[i] = block[1], c2[i] = block[2], c3[i] = block[3];
    }
    key0 += TC_PHILOX_W0;
    key1 += TC_PHILOX_W1;
  }
  for (int i = 0; i < BLOCKS; ++i) {
    words[4 * i] = c0[i], words[4 * i + 1] = c1[i];
    words[4 * i + 2] = c2[i], words[4 * i + 3] = c3[i];
  }
}

//===- Values -------------------------------------------------------------===//

// The values of one batch: f64 ones or i64 ones.
typedef struct Batch {
  bool isInteger;
  double reals[BATCH];
  int64_t integers[BATCH];
} Batch;

static void makeUniform(const TcFillInfo *fill, const uint32_t *words,
                        double *out) {
  const double scale = fill->b * 3.4641016151377544, mean = fill->a;
  for (int i = 0; i < BATCH; ++i) {
    double u = (double)(int32_t)(words[i] >> 8) * 0x1p-24;
    out[i] = mean + scale * (u - 0.5);
  }
}

static void makeRandint(const TcFillInfo *fill, const uint32_t *words,
                        int64_t *out) {
  int64_t low = (int64_t)fill->a;
  uint32_t span = (uint32_t)((int64_t)fill->b - low);
  for (int i = 0; i < BATCH; ++i)
    out[i] = low + words[i] % span;
}

static void makeOdd(const uint32_t *words, int64_t *out) {
  for (int i = 0; i < BATCH; ++i)
    out[i] = (int64_t)(words[i] >> 30) * 2 - 3;
}

static void makeTril(const int64_t *sizes, unsigned rank, int64_t first,
                     int64_t *out) {
  int64_t rows = sizes[rank - 2], cols = sizes[rank - 1];
  for (int i = 0; i < BATCH; ++i)
    out[i] = (first + i) % cols <= (first + i) / cols % rows;
}

static bool isInteger(double value) {
  return value >= -0x1p53 && value <= 0x1p53 && value == (double)(int64_t)value;
}

static void makeIota(const TcFillInfo *fill, int64_t first, Batch *out) {
  out->isInteger = isInteger(fill->a) && isInteger(fill->b);
  uint64_t start = out->isInteger ? (uint64_t)(int64_t)fill->a : 0;
  uint64_t step = out->isInteger ? (uint64_t)(int64_t)fill->b : 0;
  for (int i = 0; i < BATCH; ++i) {
    out->integers[i] = (int64_t)(start + step * (uint64_t)(first + i));
    out->reals[i] = fill->a + fill->b * (double)(first + i);
  }
}

static void makeBatch(const TcFillInfo *fill, const int64_t *sizes,
                      unsigned rank, int64_t first, Batch *out) {
  uint32_t words[BATCH];
  out->isInteger = true;
  switch (fill->kind) {
  case TC_FILL_CONSTANT:
    out->isInteger = false;
    for (int i = 0; i < BATCH; ++i)
      out->reals[i] = fill->a;
    return;
  case TC_FILL_IOTA:
    makeIota(fill, first, out);
    return;
  case TC_FILL_TRIL:
    makeTril(sizes, rank, first, out->integers);
    return;
  case TC_FILL_RANDINT:
    makeWords((uint64_t)first, fill->seed, fill->stream, words);
    makeRandint(fill, words, out->integers);
    return;
  case TC_FILL_ODD:
    makeWords((uint64_t)first, fill->seed, fill->stream, words);
    makeOdd(words, out->integers);
    return;
  default:
    out->isInteger = false;
    makeWords((uint64_t)first, fill->seed, fill->stream, words);
    makeUniform(fill, words, out->reals);
  }
}

//===- Rounding -----------------------------------------------------------===//

static uint16_t toF16(double value) { return tcHalfNarrow(value, 10); }
static uint16_t toBF16(double value) { return tcHalfNarrow(value, 7); }

// Out of range is the least integer, as on x86 and in numpy there.
static int64_t toInteger(double value) {
  return value >= -0x1p63 && value < 0x1p63 ? (int64_t)value : INT64_MIN;
}

#define ROUND(T, FROM_REAL, FROM_INTEGER)                                      \
  do {                                                                         \
    T *to = data;                                                              \
    for (int i = 0; i < count; ++i)                                            \
      to[i] = batch->isInteger ? (T)FROM_INTEGER(batch->integers[at + i])      \
                               : (T)FROM_REAL(batch->reals[at + i]);           \
  } while (0)

// Writes elements [at, at + count) of a batch; false if that dtype has no
// fills.
static bool roundBatch(const Batch *batch, int at, int count, TcDType dtype,
                       void *data) {
  switch (dtype) {
  case TC_DTYPE_F32:
    ROUND(float, (float), (float));
    return true;
  case TC_DTYPE_F64:
    ROUND(double, (double), (double));
    return true;
  case TC_DTYPE_BF16:
    ROUND(uint16_t, toBF16, toBF16);
    return true;
  case TC_DTYPE_F16:
    ROUND(uint16_t, toF16, toF16);
    return true;
  case TC_DTYPE_I64:
  case TC_DTYPE_U64:
    ROUND(int64_t, toInteger, (int64_t));
    return true;
  case TC_DTYPE_I32:
  case TC_DTYPE_U32:
    ROUND(int32_t, toInteger, (int32_t));
    return true;
  case TC_DTYPE_I16:
  case TC_DTYPE_U16:
    ROUND(int16_t, toInteger, (int16_t));
    return true;
  case TC_DTYPE_I8:
  case TC_DTYPE_U8:
    ROUND(int8_t, toInteger, (int8_t));
    return true;
  case TC_DTYPE_BOOL:
    ROUND(uint8_t, 0 !=, 0 !=);
    return true;
  default:
    return false;
  }
}

//===- The whole ----------------------------------------------------------===//

static bool isFill(const TcFillInfo *fill, const int64_t *sizes,
                   unsigned rank) {
  switch (fill->kind) {
  case TC_FILL_CONSTANT:
  case TC_FILL_IOTA:
  case TC_FILL_UNIFORM:
  case TC_FILL_ODD:
    return true;
  case TC_FILL_TRIL:
    return rank >= 2 && sizes[rank - 2] > 0 && sizes[rank - 1] > 0;
  case TC_FILL_RANDINT:
    return isInteger(fill->a) && isInteger(fill->b) && fill->a < fill->b &&
           fill->b - fill->a < 0x1p32;
  default:
    return false;
  }
}

static bool copyDense(const TcFillInfo *fill, size_t size, int64_t start,
                      int64_t count, void *data) {
  if (!size || (uint64_t)(start + count) > fill->dataBytes / size)
    return false;
  memcpy(data, (const char *)fill->data + (size_t)start * size,
         (size_t)count * size);
  return true;
}

bool tcFill(const TcFillInfo *fill, TcDType dtype, const int64_t *sizes,
            unsigned rank, int64_t start, int64_t count, void *data) {
  if (count <= 0)
    return true;
  if (dtype == TC_DTYPE_COMPLEX64 || dtype == TC_DTYPE_COMPLEX128)
    return tcFill(fill,
                  dtype == TC_DTYPE_COMPLEX64 ? TC_DTYPE_F32 : TC_DTYPE_F64,
                  sizes, rank, start * 2, count * 2, data);
  const size_t size = tcDTypeSize(dtype);
  if (fill->kind == TC_FILL_DENSE)
    return copyDense(fill, size, start, count, data);
  if (!isFill(fill, sizes, rank))
    return false;
  Batch batch;
  char *to = data;
  while (count > 0) {
    int at = (int)(start % BATCH);
    int n = (int)(count < BATCH - at ? count : BATCH - at);
    makeBatch(fill, sizes, rank, start - at, &batch);
    if (!roundBatch(&batch, at, n, dtype, to))
      return false;
    to += (size_t)n * size;
    start += n;
    count -= n;
  }
  return true;
}
