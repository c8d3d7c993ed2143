// The multiplications of a GPU's matrix units, by warps, waves and warp groups
// (threads.c).
#include "threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===- Matrices -----------------------------------------------------------===//

static uint16_t elementAt(const char *row, int64_t i) {
  uint16_t x;
  memcpy(&x, row + 2 * i, sizeof x);
  return x;
}

void tcEmulateLoadMatrix(const char *at, int64_t transposed, uint32_t *out) {
  Block *b = tcEmulateHere;
  int64_t t = b->now, lane = t % WAVE;
  const char **rows = &b->rows[b->turn[t]++ & 1][t - lane];
  rows[lane] = at;
  tcEmulateStop(AT_MATRIX);
  for (int64_t m = 0; m < 4; ++m) {
    const char **matrix = &rows[8 * m];
    int64_t i = lane / 4, j = lane % 4 * 2;
    uint32_t low =
        transposed ? elementAt(matrix[j], i) : elementAt(matrix[i], j);
    uint32_t high =
        transposed ? elementAt(matrix[j + 1], i) : elementAt(matrix[i], j + 1);
    out[m] = low | high << 16;
  }
}

// Types of operands by number, of two of them eight bits each: 0 f16, 1 bf16,
// 2 f32 as TF32, 3 i8, 4 u8.
enum { TF32 = 2, S8 = 3, U8 = 4, TYPE = 0xFF, TYPE_BITS = 8 };

static float halfToFloat(uint32_t bits) {
  uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
  float sign = bits >> 15 ? -1.0f : 1.0f;
  if (!exponent)
    return sign * (float)fraction * 0x1p-24f;
  uint32_t word = (exponent == 31 ? 255 : exponent + 112) << 23 | fraction
                                                                      << 13;
  float x;
  memcpy(&x, &word, sizeof x);
  return sign * x;
}

static float valueOf(int64_t bf16, uint32_t pair, int64_t i) {
  uint32_t bits = pair >> 16 * i & 0xFFFF, word = bits << 16;
  float x;
  memcpy(&x, &word, sizeof x);
  return bf16 ? x : halfToFloat(bits);
}

// m16n8k16: of A a lane has rows l / 4 and 8 further on, of B column l / 4;
// steps 2 (l % 4), the next one, and both 8 further on. A row or column as
// numbers: of the fragments of its four lanes words `low` and `high`.
enum { HALVES = 16 };

static void numbersOf(int64_t bf16, uint32_t (*f)[FRAGMENTS], int64_t low,
                      int64_t high, float *x) {
  for (int64_t k = 0; k < HALVES; ++k)
    x[k] = valueOf(bf16, f[k % 8 / 2][k < 8 ? low : high], k % 2);
}

static double withProduct(double sum, const float *x, const float *y) {
  for (int64_t k = 0; k < HALVES; ++k)
    sum += (double)x[k] * (double)y[k];
  return sum;
}

static void addHalves(int64_t bf16, uint32_t (*f)[FRAGMENTS], int64_t lane,
                      uint32_t *sums) {
  float rows[2][HALVES], columns[2][HALVES];
  for (int64_t i = 0; i < 2; ++i) {
    numbersOf(bf16, &f[lane / 4 * 4], i, i + 2, rows[i]);
    numbersOf(bf16, &f[(lane % 4 * 2 + i) * 4], 4, 5, columns[i]);
  }
  for (int64_t i = 0; i < 4; ++i) {
    float acc;
    memcpy(&acc, &sums[i], sizeof acc);
    acc = (float)((double)acc + withProduct(0, rows[i / 2], columns[i % 2]));
    memcpy(&sums[i], &acc, sizeof acc);
  }
}

// An f32 cut off to TF32.
static float cutAt(const void *at) {
  uint32_t bits;
  float x;
  memcpy(&bits, at, sizeof bits);
  bits &= ~0x1FFFu;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// 2^n and, of x that is neither zero nor a denormal, the least n with |x| <
// 2^n.
static double powerOfTwo(int n) {
  uint64_t bits = (uint64_t)(n + 1023) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static int exponentOf(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (int)(bits >> 52 & 2047) - 1022;
}

// x, less than 2^63 of 2^last, cut off behind the bit of 2^last. (ldexp, trunc
// and frexp are calls that took most of the time of a product.)
static double cutBehind(double x, int last) {
  return (double)(int64_t)(x * powerOfTwo(-last)) * powerOfTwo(last);
}

// acc + x[0] + ... as the unit adds (lib/target/units.c): all are aligned to
// the largest and cut off two bits behind its last place, and so is the sum at
// its own.
static float truncatedSum(float acc, const double *x, int64_t n) {
  enum { BITS = 24, GUARD = 2, LEAST = -149 };
  double sum = acc, most = fabs((double)acc);
  for (int64_t k = 0; k < n; ++k) {
    sum += x[k];
    most = fabs(x[k]) > most ? fabs(x[k]) : most;
  }
  if (!isfinite(sum) || sum == 0)
    return (float)sum;
  int last = exponentOf(most) - BITS - GUARD;
  sum = cutBehind(acc, last);
  for (int64_t k = 0; k < n; ++k)
    sum += cutBehind(x[k], last);
  last = exponentOf(sum) - BITS;
  return (float)cutBehind(sum, last < LEAST ? LEAST : last);
}

// m16n8k8 of f32: of A a lane has row l / 4, eight rows further on, of B column
// l / 4; step l % 4, and four further on.
static float sumOfFloats(float acc, uint32_t (*f)[FRAGMENTS], int64_t row,
                         int64_t column) {
  enum { STEPS_OF_ONE = 8 };
  double x[STEPS_OF_ONE];
  for (int64_t k = 0; k < STEPS_OF_ONE; ++k) {
    float a = cutAt(&f[row % 8 * 4 + k % 4][row / 8 + k / 4 * 2]);
    float b = cutAt(&f[column * 4 + k % 4][4 + k / 4]);
    x[k] = (double)a * b;
  }
  return truncatedSum(acc, x, STEPS_OF_ONE);
}

// m16n8k32 of bytes: as m16n8k16, each step of two bytes there is two steps.
static int64_t byteOf(int64_t type, uint32_t word, int64_t i) {
  uint32_t bits = word >> 8 * i & 0xFF;
  return type == U8 ? (int64_t)bits : (int8_t)bits;
}

static int64_t sumOfBytes(int64_t types, uint32_t (*f)[FRAGMENTS], int64_t row,
                          int64_t column) {
  int64_t sum = 0;
  for (int64_t k = 0; k < 32; ++k) {
    int64_t quad = k % 16 / 4;
    uint32_t a = f[row % 8 * 4 + quad][row / 8 + k / 16 * 2];
    uint32_t b = f[column * 4 + quad][4 + k / 16];
    sum +=
        byteOf(types & TYPE, a, k % 4) * byteOf(types >> TYPE_BITS, b, k % 4);
  }
  return sum;
}

static uint32_t addedUp(int64_t types, uint32_t word, uint32_t (*f)[FRAGMENTS],
                        int64_t row, int64_t column) {
  float acc;
  if ((types & TYPE) >= S8)
    return word + (uint32_t)sumOfBytes(types, f, row, column);
  memcpy(&acc, &word, sizeof acc);
  acc = sumOfFloats(acc, f, row, column);
  memcpy(&word, &acc, sizeof acc);
  return word;
}

void tcEmulateMultiply(int64_t types, uint32_t *words) {
  enum { OPERANDS = 6 };
  Block *b = tcEmulateHere;
  int64_t t = b->now, lane = t % WAVE;
  uint32_t (*f)[FRAGMENTS] = &b->fragments[b->turn[t]++ & 1][t - lane];
  memcpy(f[lane], words, OPERANDS * sizeof *words);
  tcEmulateStop(AT_MULTIPLY);
  if ((types & TYPE) < TF32) {
    addHalves(types & TYPE, f, lane, &words[OPERANDS]);
    return;
  }
  for (int64_t i = 0; i < 4; ++i) {
    int64_t row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    uint32_t *word = &words[OPERANDS + i];
    *word = addedUp(types, *word, f, row, column);
  }
}

// m8n8k4 and m16n8k8 of f64: of A a lane has row l / 4 (and eight rows further
// on), of B column l / 4; step l % 4 (and four further on). `words` are those
// of A, of B, then the sums: columns 2 (l % 4) and the next one. Each product
// is added by an FMA, in the order of the steps.
void tcEmulateDoubleMultiply(int64_t m, int64_t k, double *words) {
  enum { MOST = FRAGMENTS / 2 };
  Block *b = tcEmulateHere;
  int64_t t = b->now, lane = t % WAVE, rows = m / 8, steps = k / 4;
  int64_t ofA = rows * steps, all = ofA + steps;
  uint32_t (*f)[FRAGMENTS] = &b->fragments[b->turn[t]++ & 1][t - lane];
  memcpy(f[lane], words, (size_t)all * sizeof *words);
  tcEmulateStop(AT_MULTIPLY);
  for (int64_t i = 0; i < 2 * rows; ++i) {
    int64_t column = lane % 4 * 2 + i % 2;
    for (int64_t s = 0; s < k; ++s) {
      double of[MOST], other[MOST];
      memcpy(of, f[lane / 4 * 4 + s % 4], sizeof of);
      memcpy(other, f[column * 4 + s % 4], sizeof other);
      words[all + i] =
          fma(of[i / 2 + s / 4 * rows], other[ofA + s / 4], words[all + i]);
    }
  }
}

// 16x16x16 of AMD's (16x16x32 of i8): a lane of 64 has eight bytes of steps, of
// A row l % 16, of B column l % 16, from part l / 16 of four on; of the sums
// rows 4 (l / 16) to 4 (l / 16) + 3 of column l % 16. `words` are two of A, two
// of B, four sums.
static double productOfParts(int64_t type, const uint32_t *a,
                             const uint32_t *b) {
  double sum = 0;
  for (int64_t w = 0; w < 2; ++w)
    for (int64_t i = 0; i < (type >= S8 ? 4 : 2); ++i)
      sum +=
          type >= S8
              ? (double)(byteOf(type, a[w], i) * byteOf(type, b[w], i))
              : (double)valueOf(type, a[w], i) * (double)valueOf(type, b[w], i);
  return sum;
}

void tcEmulateWaveMultiply(int64_t type, uint32_t *words) {
  enum { EDGE = 16, OPERANDS = 4, SUMS = 4 };
  Block *b = tcEmulateHere;
  int64_t t = b->now, lane = t % WIDE;
  uint32_t (*f)[FRAGMENTS] = &b->fragments[b->turn[t]++ & 1][t - lane];
  memcpy(f[lane], words, OPERANDS * sizeof *words);
  tcEmulateStop(AT_WAVE_MULTIPLY);
  for (int64_t r = 0; r < SUMS; ++r) {
    int64_t row = lane / EDGE * SUMS + r;
    double sum = 0;
    float acc;
    for (int64_t part = 0; part < WIDE / EDGE; ++part)
      sum += productOfParts(type, f[part * EDGE + row],
                            &f[part * EDGE + lane % EDGE][2]);
    uint32_t *word = &words[OPERANDS + r];
    memcpy(&acc, word, sizeof acc);
    acc = (float)((double)acc + sum);
    if (type >= S8)
      *word += (uint32_t)(int64_t)sum;
    else
      memcpy(word, &acc, sizeof acc);
  }
}

//===- Matrices in shared memory ------------------------------------------===//

static int64_t bytesOf(int64_t type) {
  return type == TF32 ? 4 : type >= S8 ? 1 : 2;
}

// The steps of an instruction: 32 bytes.
static int64_t stepsOf(int64_t type) { return 32 / bytesOf(type); }

// A descriptor: bits 0-13 address, 16-29 distance of boxes, 32-45 of eight
// rows, all in 16 bytes; 62: rows of 128 bytes, whose eight chunks are swizzled
// by the row's number; 62 and 63 clear: rows, and boxes, of 16 bytes.
static float describedAt(uint64_t descriptor, int64_t type, int64_t transposed,
                         int64_t point, int64_t step) {
  enum { CHUNK = 16, SWIZZLED = 128, MASK = SHARED - 1 };
  int64_t each = bytesOf(type), bytes = descriptor >> 62 ? SWIZZLED : CHUNK;
  int64_t box = bytes / each;
  int64_t row = transposed ? step : point, column = transposed ? point : step;
  uint64_t at = (descriptor & 0x3FFF) << 4, boxes = descriptor >> 16 & 0x3FFF,
           eights = descriptor >> 32 & 0x3FFF;
  if (descriptor >> 62 > 1 || (transposed && bytes == CHUNK)) {
    fprintf(stderr, "emulate: a descriptor of another swizzle\n");
    abort();
  }
  at += (boxes << 4) * (uint64_t)(column / box) +
        (eights << 4) * (uint64_t)(row / 8) +
        (uint64_t)bytes * (uint64_t)(row % 8) +
        (uint64_t)(each * (column % box));
  uint64_t base = (uintptr_t)tcEmulateHere->shared & MASK;
  uint64_t offset = (at - base) & MASK;
  if (bytes == SWIZZLED)
    offset ^= (offset >> 7 & 7) << 4;
  if (type >= S8)
    return (float)byteOf(type, (uint8_t)tcEmulateHere->shared[offset], 0);
  return type == TF32
             ? cutAt(tcEmulateHere->shared + offset)
             : valueOf(type, elementAt(tcEmulateHere->shared + offset, 0), 0);
}

// Without a descriptor of rows, 0: the columns alone.
static Named *nameAll(uint64_t a, uint64_t b, int64_t n, int64_t types,
                      int64_t aTransposed, int64_t bTransposed) {
  int64_t type = types & TYPE, other = types >> TYPE_BITS;
  uint64_t hash = (a * 0x9E3779B97F4A7C15u) ^ (b * 0xC2B2AE3D27D4EB4Fu);
  Named *named = &tcEmulateHere->named[(hash >> 40) % NAMED];
  if (named->a == a && named->b == b && named->round == tcEmulateHere->round)
    return named;
  *named = (Named){.a = a, .b = b, .round = tcEmulateHere->round};
  for (int64_t k = 0; k < stepsOf(type); ++k) {
    for (int64_t i = 0; a && i < 64; ++i)
      named->rows[i][k] = describedAt(a, type, aTransposed, i, k);
    for (int64_t j = 0; j < n; ++j)
      named->columns[j][k] = describedAt(b, other, bTransposed, j, k);
  }
  return named;
}

// Sums of bytes are i32.
static void addTo(int64_t type, float *sum, int64_t fresh, double more) {
  uint32_t word;
  memcpy(&word, sum, sizeof word);
  if (type < S8) {
    *sum = (float)((fresh ? 0 : (double)*sum) + more);
    return;
  }
  word = (fresh ? 0 : word) + (uint32_t)(int64_t)more;
  memcpy(sum, &word, sizeof word);
}

// m64nNk16 (k8 of f32, k32 of bytes): warps of a group have 16 rows each.
void tcEmulateGroupMultiply(float *sums, uint64_t a, uint64_t b, int64_t n,
                            int64_t types, int64_t aTransposed,
                            int64_t bTransposed, int64_t fresh) {
  int64_t t = tcEmulateHere->now % 128, lane = t % WAVE, type = types & TYPE;
  const Named *named = nameAll(a, b, n, types, aTransposed, bTransposed);
  for (int64_t i = 0; i < n / 2; ++i) {
    const float *row = named->rows[t / WAVE * 16 + lane / 4 + i / 2 % 2 * 8];
    const float *column = named->columns[i / 4 * 8 + lane % 4 * 2 + i % 2];
    double sum = 0;
    for (int64_t k = 0; k < stepsOf(type); ++k)
      sum += (double)row[k] * (double)column[k];
    addTo(type, &sums[i], fresh, sum);
  }
}

// The same with the rows in registers, as tcEmulateMultiply has them: `words`
// are their four, then the sums.
void tcEmulateGroupMultiplyRows(uint32_t *words, uint64_t b, int64_t n,
                                int64_t bf16, int64_t bTransposed,
                                int64_t fresh) {
  enum { ROWS = 4 };
  Block *block = tcEmulateHere;
  int64_t t = block->now, lane = t % WAVE;
  uint32_t (*f)[FRAGMENTS] =
      &block->fragments[block->turn[t]++ & 1][t - lane % 4];
  memcpy(f[lane % 4], words, ROWS * sizeof *words);
  tcEmulateStop(AT_GROUP_MULTIPLY);
  int64_t types = bf16 | bf16 << TYPE_BITS;
  const Named *named = nameAll(0, b, n, types, 0, bTransposed);
  float rows[2][HALVES];
  for (int64_t i = 0; i < 2; ++i)
    numbersOf(bf16, f, i, i + 2, rows[i]);
  for (int64_t i = 0; i < n / 2; ++i) {
    const float *column = named->columns[i / 4 * 8 + lane % 4 * 2 + i % 2];
    float acc;
    memcpy(&acc, &words[ROWS + i], sizeof acc);
    acc = (float)withProduct(fresh ? 0 : (double)acc, rows[i / 2 % 2], column);
    memcpy(&words[ROWS + i], &acc, sizeof acc);
  }
}
