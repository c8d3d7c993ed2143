// Launches whose results are choices among values that are too near to each
// other to tell apart: any of these is right, others are wrong, and what is
// computed from the choice follows from it.
#include "judged.h"

#include <math.h>

#define ARGMAX                                                                 \
  "loop.reduce (d0) over (d1) [custom] reads(%v = %0[d0, d1] : "               \
  "tensor<1x3xf32>) -> (tensor<1xf32>, tensor<1xi64>) {\n"                     \
  "  %i = loop.index <d1>\n"                                                   \
  "  loop.yield %v, %i : f32, i64\n"                                           \
  "} combine [0xFF800000 : f32, 9223372036854775807] (%a: f32, %b: i64, %c: "  \
  "f32, %d: i64) {\n"                                                          \
  "  %2 = prim.gt %a, %c : f32\n"                                              \
  "  %3 = prim.eq %a, %c : f32\n"                                              \
  "  %4 = prim.lt %b, %d : i64\n"                                              \
  "  %5 = prim.bitwise_and %3, %4 : i1\n"                                      \
  "  %6 = prim.bitwise_or %2, %5 : i1\n"                                       \
  "  %7 = prim.where %6, %a, %c : i1, f32\n"                                   \
  "  %8 = prim.where %6, %b, %d : i1, i64\n"                                   \
  "  loop.yield %7, %8 : f32, i64\n"                                           \
  "}\n"

#define SORT(HOW, N)                                                           \
  "loop.sort (d0, d1) along d1 " HOW " reads(%v = %0[d0, d1] : "               \
  "tensor<1x3xf32>) -> (tensor<1x" N "xf32>, tensor<1x" N "xi64>) {\n"         \
  "  %i = loop.index <d1>\n"                                                   \
  "  loop.yield %v, %i : f32, i64\n"                                           \
  "}\n"

// %0: exp of the input, or the input.
#define EXP                                                                    \
  "%0 = loop.map (d0, d1) reads(%v = %x[d0, d1] : tensor<1x3xf32>) -> "        \
  "tensor<1x3xf32> {\n  %e = prim.exp %v : f32\n  loop.yield %e : f32\n}\n"
#define SAME                                                                   \
  "%0 = loop.map (d0, d1) reads(%v = %x[d0, d1] : tensor<1x3xf32>) -> "        \
  "tensor<1x3xf32> {\n  loop.yield %v : f32\n}\n"

// One kernel, whose two results are a and b.
static void makePlan(char *text, size_t capacity, const char *body,
                     const char *a, const char *b, const char *types) {
  snprintf(text, capacity,
           "module attributes {tc.version = \"0.1\"} {\n"
           "loop.kernel private @k(%%x: tensor<1x3xf32>) -> (%s) "
           "iters(d0 = 1, d1 = 3) {\n%s  loop.yield %s, %s : %s\n}\n"
           "func.func @main(%%x: tensor<1x3xf32>) -> (%s) {\n"
           "  %%0:2 = loop.launch @k(%%x) : (tensor<1x3xf32>) -> (%s)\n"
           "  return %%0#0, %%0#1 : %s\n}\n}\n",
           types, body, a, b, types, types, types, types);
}

static bool isRight(const char *plan, const float *input, Bytes a, Bytes b) {
  Bytes in = {input, 3 * sizeof *input}, out[] = {a, b};
  return isJudgedRight(plan, 1, &in, 2, out);
}

// Neighbours, of which exp is not known well enough; and one far below.
static const float near[] = {1, 1 + 0x1p-23f, 0}, equal[] = {1, 1, 0};

static bool argmaxIs(bool isExact, int64_t i, const float *hot) {
  static char plan[8192];
  const char *rest = "%2 = loop.map (d0, d1) reads(%p = %1#1[d0] : "
                     "tensor<1xi64>) -> tensor<1x3xf32> {\n"
                     "  %j = loop.index <d1>\n"
                     "  %q = prim.eq %p, %j : i64\n"
                     "  %f = prim.convert_element_type %q : i1 to f32\n"
                     "  loop.yield %f : f32\n}\n";
  char body[4096];
  snprintf(body, sizeof body, "%s%%1:2 = %s%s", isExact ? SAME : EXP, ARGMAX,
           rest);
  makePlan(plan, sizeof plan, body, "%1#1", "%2",
           "tensor<1xi64>, tensor<1x3xf32>");
  return isRight(plan, isExact ? equal : near, (Bytes){&i, sizeof i},
                 (Bytes){hot, 3 * sizeof *hot});
}

static void testArgmax(void) {
  const float first[] = {1, 0, 0}, second[] = {0, 1, 0}, third[] = {0, 0, 1};
  CHECK(argmaxIs(false, 0, first));
  CHECK(argmaxIs(false, 1, second));
  CHECK(!argmaxIs(false, 2, third));
  CHECK(!argmaxIs(false, 1, first)); // what follows from it
  CHECK(!argmaxIs(false, 3, third)); // no position
  CHECK(argmaxIs(true, 0, first));   // the first of equal ones
  CHECK(!argmaxIs(true, 1, second));
}

static bool orderIs(bool isTop, bool isExact, int64_t a, int64_t b, int64_t c) {
  static char plan[8192];
  char body[4096];
  const float *x = isExact ? equal : near;
  const int64_t order[] = {a, b, c};
  float values[3];
  size_t n = isTop ? 2 : 3;
  for (size_t k = 0; k < n; ++k) {
    float v = x[order[k] < 0 || order[k] > 2 ? 0 : order[k]];
    values[k] = isExact ? v : (float)exp((double)v);
  }
  snprintf(body, sizeof body, "%s%%1:2 = %s", isExact ? SAME : EXP,
           isTop ? SORT("descending take 2", "2") : SORT("", "3"));
  makePlan(plan, sizeof plan, body, "%1#0", "%1#1",
           isTop ? "tensor<1x2xf32>, tensor<1x2xi64>"
                 : "tensor<1x3xf32>, tensor<1x3xi64>");
  return isRight(plan, x, (Bytes){values, n * sizeof *values},
                 (Bytes){order, n * sizeof *order});
}

static void testSort(void) {
  CHECK(orderIs(false, false, 2, 0, 1));
  CHECK(orderIs(false, false, 2, 1, 0));
  CHECK(!orderIs(false, false, 0, 2, 1));
  CHECK(!orderIs(false, false, 2, 0, 0)); // one twice
  CHECK(!orderIs(false, false, 2, 0, 3)); // one that there is not
  CHECK(orderIs(false, true, 2, 0, 1));
  CHECK(!orderIs(false, true, 2, 1, 0)); // equal ones keep their order
}

static void testTop(void) {
  CHECK(orderIs(true, false, 0, 1, -1));
  CHECK(orderIs(true, false, 1, 0, -1));
  CHECK(!orderIs(true, false, 0, 2, -1));
  CHECK(!orderIs(true, false, 2, 1, -1));
  CHECK(orderIs(true, true, 0, 1, -1));
  CHECK(!orderIs(true, true, 1, 0, -1));
}

int main(void) {
  testArgmax();
  testSort();
  testTop();
  return checkReport();
}
