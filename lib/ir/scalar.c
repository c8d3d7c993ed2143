// Functions that the scalar expressions of rows call: the reference semantics
// of an element, for every level. Plain C, no MLIR.
#include "ir/scalar.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

double tcScalarRoundTf32(double x) {
  enum { HALF = 0x1000, CLEARED = ~0x1FFF };
  float narrow = (float)x;
  uint32_t bits;
  if (!isfinite(narrow))
    return narrow;
  memcpy(&bits, &narrow, sizeof bits);
  bits = (bits + HALF) & (uint32_t)CLEARED;
  memcpy(&narrow, &bits, sizeof bits);
  return narrow;
}

double tcScalarRemainder(double x, double y) {
  double rest = fmod(x, y);
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

int64_t tcScalarIntRemainder(int64_t x, int64_t y) {
  if (y == 0 || y == -1)
    return 0;
  int64_t rest = x % y;
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

double complex tcScalarComplex(double x, double y) {
  double parts[2] = {x, y};
  double complex z;
  memcpy(&z, parts, sizeof(z));
  return z;
}

int64_t tcScalarIntPow(int64_t x, int64_t y) {
  if (y < 0)
    return x == 1 ? 1 : x == -1 ? (y % 2 ? -1 : 1) : 0;
  uint64_t result = 1, base = (uint64_t)x;
  for (; y; y >>= 1, base *= base)
    if (y & 1)
      result *= base;
  return (int64_t)result;
}

static bool inWidth(int64_t shift, int width) {
  return shift >= 0 && shift < width;
}

int64_t tcScalarShl(int64_t x, int64_t y, int width) {
  return inWidth(y, width) ? (int64_t)((uint64_t)x << y) : 0;
}

int64_t tcScalarAshr(int64_t x, int64_t y, int width) {
  return x >> (inWidth(y, width) ? y : 63);
}

int64_t tcScalarLshr(int64_t x, int64_t y, int width) {
  if (!inWidth(y, width))
    return 0;
  uint64_t mask = width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX;
  return (int64_t)(((uint64_t)x & mask) >> y);
}

static void philoxRound(uint32_t c[4], const uint32_t key[2]) {
  uint64_t a = UINT64_C(0xD2511F53) * c[0];
  uint64_t b = UINT64_C(0xCD9E8D57) * c[2];
  c[0] = (uint32_t)(b >> 32) ^ c[1] ^ key[0];
  c[1] = (uint32_t)b;
  c[2] = (uint32_t)(a >> 32) ^ c[3] ^ key[1];
  c[3] = (uint32_t)a;
}

int64_t tcScalarPhilox(int64_t key, int64_t number) {
  uint64_t block = (uint64_t)number / 4;
  uint32_t c[4] = {(uint32_t)block, (uint32_t)(block >> 32), 0, 0};
  uint32_t k[2] = {(uint32_t)(uint64_t)key, (uint32_t)((uint64_t)key >> 32)};
  for (int i = 0; i < 10; ++i) {
    philoxRound(c, k);
    k[0] += UINT32_C(0x9E3779B9);
    k[1] += UINT32_C(0xBB67AE85);
  }
  return (int32_t)c[(uint64_t)number % 4];
}
