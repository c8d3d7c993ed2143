// 16-bit floats to and from double with one rounding (through f32 it would be
// two).
#ifndef TC_RUNTIME_HALF_H
#define TC_RUNTIME_HALF_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/// A double as a 16-bit float with `mantissa` bits of fraction (10: f16, 7:
/// bf16), to nearest even.
static inline uint16_t tcHalfNarrow(double value, int mantissa) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  const uint64_t sign = bits >> 63 << 15,
                 infinity = 0x7fffu >> mantissa << mantissa;
  const int bias = (1 << (14 - mantissa)) - 1;
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023 + bias;
  uint64_t fraction = bits & 0xfffffffffffffu;
  if (exponent - bias == 1024 && fraction)
    return (uint16_t)(sign | infinity | 1u << (mantissa - 1));
  // The smallest exponent is that of the numbers without a leading one; below
  // it they lose digits.
  int shift = 52 - mantissa + (exponent < 1 ? 1 - exponent : 0);
  if (shift > 54)
    return (uint16_t)sign;
  if (exponent > 255)
    return (uint16_t)(sign | infinity);
  uint64_t significand = fraction | 1ull << 52;
  uint64_t half = 1ull << (shift - 1);
  uint64_t even = significand >> shift & 1;
  uint64_t rounded = (significand + half - 1 + even) >> shift;
  // A carry out of the fraction is a step of the exponent, as it should be.
  uint64_t result =
      rounded + ((uint64_t)(exponent < 1 ? 0 : exponent - 1) << mantissa);
  return (uint16_t)(sign | (result < infinity ? result : infinity));
}

/// 2 to a power that is a normal number.
static inline double tcHalfPower(int exponent) {
  uint64_t bits = (uint64_t)(exponent + 1023) << 52;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// The other way, exactly.
static inline double tcHalfWiden(uint16_t bits, int mantissa) {
  const int bias = (1 << (14 - mantissa)) - 1, top = 2 * bias + 1;
  int exponent = (bits & 0x7fff) >> mantissa;
  int fraction = bits & ((1 << mantissa) - 1);
  double value;
  if (exponent == top)
    value = fraction ? (double)NAN : (double)INFINITY;
  else
    value = (exponent ? fraction + (1 << mantissa) : fraction) *
            tcHalfPower((exponent ? exponent : 1) - bias - mantissa);
  return bits >> 15 ? -value : value;
}

#endif // TC_RUNTIME_HALF_H
