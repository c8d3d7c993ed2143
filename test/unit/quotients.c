// A quotient by one divisor as emit_quotient.c makes it, r = 1 / y, q = x r,
// q + r (x - q y), is a division's result in all cases in which rounding could
// tell: q is off by 1.5 units of its last place at most, so the exact result is
// off by less than 2.5 * 2^-48, and only where x / y is nearer than that to a
// midpoint of neighbours may it be rounded to the other one.
//
// In whole numbers: X and Y are significands, 2^23 to 2^24, H / 2^24 the
// midpoint, H odd. X 2^s = H Y + D, s = 24 where X >= Y and 25 elsewhere, has
// |D| < 2.5 * 2^-24 Y < 2.5, twice that where s is 25. So D has as many factors
// of two as Y, and H is -D / Y modulo 2^s less these.
#include "check.h"

#include <math.h>
#include <stdint.h>

enum { LEAST = 1 << 23, MOST = 1 << 24 };

static float byReciprocal(float x, float y) {
  float r = 1 / y, q = x * r;
  return fmaf(r, fmaf(-q, y, x), q);
}

// The inverse of an odd number modulo 2^32: each step doubles its right bits.
static uint32_t inverse(uint32_t odd) {
  uint32_t x = odd;
  for (int i = 0; i < 4; ++i)
    x *= 2 - odd * x;
  return x;
}

typedef struct Count {
  long cases, wrong;
} Count;

static void compare(Count *n, int64_t x, int64_t y) {
  float a = (float)x * 0x1p-23f, b = (float)y * 0x1p-23f;
  ++n->cases;
  n->wrong += byReciprocal(a, b) != a / b;
}

// All X of Y and D.
static void addCases(Count *n, int64_t y, int64_t d, int s, int twos) {
  int64_t step = (int64_t)1 << (s - twos), both = (int64_t)1 << s;
  int64_t odd = inverse((uint32_t)(y >> twos));
  int64_t h = (-(d >> twos) * odd) & (step - 1);
  for (h += h < MOST ? (MOST - h + step - 1) / step * step : 0; h < 2 * MOST;
       h += step) {
    int64_t sum = h * y + d, x = sum / both;
    if (h % 2 && sum % both == 0 && x >= LEAST && x < MOST &&
        (s == 24) == (x >= y))
      compare(n, x, y);
  }
}

int main(void) {
  Count n = {0};
  for (int64_t y = LEAST; y < MOST; ++y) {
    int twos = __builtin_ctzll((unsigned long long)y);
    for (int64_t d = 1; d < 5 && twos < 3; ++d)
      for (int s = 24; s < 26 && __builtin_ctzll((unsigned long long)d) == twos;
           ++s)
        if (d < (s == 24 ? 3 : 5)) {
          addCases(&n, y, d, s, twos);
          addCases(&n, y, -d, s, twos);
        }
  }
  CHECK(n.wrong == 0);
  CHECK(n.cases > 10000000);
  if (n.wrong)
    fprintf(stderr, "%ld of %ld\n", n.wrong, n.cases);
  return checkReport();
}
