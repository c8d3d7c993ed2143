// Sums of the yardstick: the number of roundings in their bounds, where they
// are exact, and special, empty and single ones; then the comparison of
// elements.
#include "check.h"
#include "yardstick/compare.h"
#include "yardstick/sum.h"

#define INF ((double)INFINITY)
#define U 0x1p-24

static TcStrip terms;

static void setTerms(int n, double first, double step, int grid) {
  terms.exact = terms.signedZeros = true;
  terms.grid = grid;
  for (int k = 0; k < n; ++k)
    terms.v[k] = first + k * step;
}

// The sum of the first n terms, `times` over.
static double sumOf(const TcSumRule *rule, int n, int times, double *e) {
  static TcStrip y;
  TcSum sum;
  tcSumReset(&sum);
  for (int t = 0; t < times; ++t)
    for (int k = 0; k < n; ++k)
      tcSumAdd(rule, &sum, &terms, k);
  tcSumFinish(rule, &sum, &y, 0);
  *e = y.e[0];
  return y.v[0];
}

static bool isNear(double got, double want) {
  return fabs(got - want) <= 1e-9 * fabs(want);
}

static void testRoundings(void) {
  TcSumRule rule = {.accumulator = TC_DTYPE_F32, .result = TC_DTYPE_F32};
  double e;
  setTerms(100, 0.1, 0, TC_GRID_NONE);
  sumOf(&rule, 3, 1, &e); // n - 1
  double sum = 0.1 + 0.1 + 0.1, k = 2 * (U * sum + 0x1p-149);
  CHECK(isNear(e, k + U * (sum + k) + 0x1p-149));
  sum = sumOf(&rule, 100, 100, &e); // 8 sqrt(n)
  CHECK(isNear(sum, 1000));
  k = 8 * 100 * U * 1000;
  CHECK(isNear(e, k + U * (1000 + k)));
  rule.mode = TC_YARD_LIKELY; // sqrt(n), in quadrature
  sumOf(&rule, 100, 100, &e);
  CHECK(isNear(e, hypot(100 * U * 1000, U * 1000)));
  rule = (TcSumRule){
      .accumulator = TC_DTYPE_F32, .result = TC_DTYPE_F32, .products = 1};
  sumOf(&rule, 2, 1, &e); // one more a term
  k = 2 * U * 0.2;
  CHECK(isNear(e, k + U * (0.2 + k)));
}

static void testExact(void) {
  TcSumRule rule = {.accumulator = TC_DTYPE_F32, .result = TC_DTYPE_F32};
  double e;
  setTerms(100, -3, 1, 0);
  CHECK(sumOf(&rule, 100, 1, &e) == 4650 && e == 0);
  // Magnitudes of 2^24 are exact in any order, more are not.
  setTerms(1, 0x1p20, 0, 0);
  CHECK(sumOf(&rule, 1, 16, &e) == 0x1p24 && e == 0);
  CHECK(sumOf(&rule, 1, 17, &e) == 17 * 0x1p20 && e > 0);
  setTerms(1, 0x1p20, 0, 20); // all multiples of 2^20
  CHECK(sumOf(&rule, 1, 17, &e) == 17 * 0x1p20 && e == 0);
  setTerms(2, 0.5, 0, -1);
  terms.exact = false; // one is off
  terms.e[0] = 0.25;
  terms.e[1] = 0;
  sumOf(&rule, 2, 1, &e);
  CHECK(e > 0.25 && e < 0.2501);
}

static void testOrdered(void) {
  TcSumRule rule = {.accumulator = TC_DTYPE_F32,
                    .result = TC_DTYPE_F32,
                    .ordered = true,
                    .mode = TC_YARD_NATIVE};
  double e;
  setTerms(10, 1, 0, TC_GRID_NONE);
  terms.v[0] = 1e8; // which swallows ones
  CHECK(sumOf(&rule, 10, 1, &e) == 1e8 && e == 0);
  rule.ordered = false;
  CHECK(sumOf(&rule, 10, 1, &e) != 1e8 && e > 9);
}

static void testSpecial(void) {
  TcSumRule rule = {.accumulator = TC_DTYPE_F32, .result = TC_DTYPE_F32};
  double e;
  CHECK(sumOf(&rule, 0, 0, &e) == 0 && e == 0); // empty
  setTerms(1, 0.1, 0, TC_GRID_NONE);
  sumOf(&rule, 1, 1, &e); // one term: the rounding of the result
  CHECK(isNear(e, U * 0.1));
  setTerms(2, INF, 0, TC_GRID_NONE);
  CHECK(isinf(sumOf(&rule, 2, 1, &e)) && e == 0);
  terms.v[1] = -INF;
  CHECK(isnan(sumOf(&rule, 2, 1, &e)) && e == 0);
  terms.v[1] = NAN;
  CHECK(isnan(sumOf(&rule, 2, 1, &e)) && e == 0);
  rule.result = TC_DTYPE_BF16; // in f32, rounded once
  rule.mode = TC_YARD_NATIVE;
  setTerms(100, 3, 0, 0);
  CHECK(sumOf(&rule, 99, 1, &e) == 296 && e == 0); // 297
  setTerms(1, 1, 0, 0);
  rule = (TcSumRule){.accumulator = TC_DTYPE_I32, .result = TC_DTYPE_I32};
  terms.i[0] = INT32_MAX;
  TcSum sum;
  TcStrip y;
  tcSumReset(&sum);
  tcSumAdd(&rule, &sum, &terms, 0);
  tcSumAdd(&rule, &sum, &terms, 0);
  tcSumFinish(&rule, &sum, &y, 0);
  CHECK(y.i[0] == -2 && y.e[0] == 0); // as two's complement has it
}

// A scale before or behind a product decides, near the end of f32's range,
// whether it overflows.
static void testRange(void) {
  TcSumRule rule = {
      .accumulator = TC_DTYPE_F32, .result = TC_DTYPE_F32, .products = 1};
  double e;
  setTerms(2, 0x1p118, 0, TC_GRID_NONE);
  CHECK(sumOf(&rule, 2, 1, &e) == 0x1p119 && isfinite(e));
  setTerms(2, 0x1p119, 0, TC_GRID_NONE);
  CHECK(sumOf(&rule, 2, 1, &e) == 0x1p120 && isinf(e));
  setTerms(2, 0x1p128, 0, TC_GRID_NONE);
  CHECK(isinf(sumOf(&rule, 2, 1, &e)) && e == 0);
  setTerms(2, 0x1p119, 0, TC_GRID_NONE);
  rule.ordered = true;
  CHECK(sumOf(&rule, 2, 1, &e) == 0x1p120 && e == 0);
  rule = (TcSumRule){.accumulator = TC_DTYPE_F32, .result = TC_DTYPE_F32};
  CHECK(sumOf(&rule, 2, 1, &e) == 0x1p120 && isfinite(e));
}

//===- Comparing ----------------------------------------------------------===//

static TcVerdict compare(TcBounded *want, double v, double e, double got,
                         bool signedZeros) {
  TcBounded have = *want;
  TcVerdict verdict = {0};
  want->v[0] = v;
  want->e = e == 0 ? NULL : &e;
  want->signedZeros = signedZeros;
  have.v = &got;
  have.e = NULL;
  CHECK(tcYardCompare(want, &have, &verdict));
  return verdict;
}

static void testComparison(void) {
  double memory = 0;
  TcBounded x = {.dtype = TC_DTYPE_F32, .count = 1, .v = &memory};
  CHECK(!compare(&x, 1, 0, 1, true).wrong);
  CHECK(compare(&x, 1, 0, 1 + 0x1p-23, true).wrong); // one element is compared
  CHECK(!compare(&x, 1, 0.5, 1.5, true).wrong);
  CHECK(compare(&x, 1, 0.5, 1.51, true).wrong);
  CHECK(compare(&x, 1, 0.5, NAN, true).wrong);
  CHECK(compare(&x, 1, 0.5, INF, true).wrong);
  CHECK(!compare(&x, INF, 0, INF, true).wrong);
  CHECK(compare(&x, INF, 0, -INF, true).wrong);
  CHECK(compare(&x, INF, 0, 3e38, true).wrong);
  CHECK(!compare(&x, NAN, 0, NAN, true).wrong);
  CHECK(compare(&x, NAN, 0, 0, true).wrong);
  CHECK(compare(&x, 0.0, 0, -0.0, true).wrong);
  CHECK(!compare(&x, 0.0, 0, -0.0, false).wrong);
  TcVerdict open = compare(&x, 1, INF, 77, true);
  CHECK(open.undecided == 1 && open.elements == 1 && !open.wrong);
  TcBounded none = {.dtype = TC_DTYPE_F32, .rank = 1}, other = none;
  TcVerdict verdict = {0};
  CHECK(tcYardCompare(&none, &other, &verdict) && !verdict.elements);
  other.sizes[0] = 1;
  CHECK(!tcYardCompare(&none, &other, &verdict)); // another shape
}

int main(void) {
  testRoundings();
  testExact();
  testOrdered();
  testSpecial();
  testRange();
  testComparison();
  return checkReport();
}
