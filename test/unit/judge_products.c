// Sums of products as the judge evaluates them: factors that are read along any
// dimension, in panels, widened, with errors; one term that is missing is
// found.
#include "judged.h"

#include <math.h>

enum { M = 40, N = 6, K = 9 };

static float a[M * K], b[K * N], out[M * N];
static uint16_t shortA[M * K], shortB[K * N];

// Odd integers within +-3: any order of sums is exact.
static float oddAt(int i) { return (float)((i * 7 + i / 5) % 4 * 2 - 3); }

static uint16_t brainOf(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (uint16_t)(bits >> 16);
}

// b lies in panels of two columns: [n / 2, k, n % 2].
static float bAt(int k, int n) { return b[(n / 2 * K + k) * 2 + n % 2]; }

static void fill(void) {
  for (int i = 0; i < M * K; ++i)
    shortA[i] = brainOf(a[i] = oddAt(i));
  for (int i = 0; i < K * N; ++i)
    shortB[i] = brainOf(b[i] = oddAt(3 * i + 1));
  for (int m = 0; m < M; ++m)
    for (int n = 0; n < N; ++n)
      for (int k = 0; k < K; ++k)
        out[m * N + n] += a[m * K + k] * bAt(k, n);
}

static const char *target = "x86-64-v3"; // which has no units

static bool isRight(const char *type, const char *body, const char *before,
                    const char *from) {
  char plan[4096];
  bool isShort = strcmp(type, "f32") != 0;
  snprintf(
      plan, sizeof plan,
      "module attributes {tc.version = \"0.1\", tc.target = \"%s\"} {\n"
      "loop.kernel private @k(%%a: tensor<40x9x%s>, %%b: tensor<3x9x2x%s>) "
      "-> tensor<40x6xf32> iters(d0 = 40, d1 = 6, d2 = 9) {\n%s"
      "%%y = loop.contract (d0, d1) over (d2) reads(%%p = %s[d0, d2] : "
      "tensor<40x9x%s>, %%q = %%b[floordiv(d1, 2), d2, mod(d1, 2)] : "
      "tensor<3x9x2x%s>) -> tensor<40x6xf32> {\n%s}\n"
      "loop.yield %%y : tensor<40x6xf32>\n}\n"
      "func.func @main(%%a: tensor<40x9x%s>, %%b: tensor<3x9x2x%s>) -> "
      "tensor<40x6xf32> {\n"
      "%%0 = loop.launch @k(%%a, %%b) : (tensor<40x9x%s>, "
      "tensor<3x9x2x%s>) -> tensor<40x6xf32>\n"
      "return %%0 : tensor<40x6xf32>\n}\n}\n",
      target, type, type, before, from, type, type, body, type, type, type,
      type);
  Bytes in[] = {
      {isShort ? (void *)shortA : a, isShort ? sizeof shortA : sizeof a},
      {isShort ? (void *)shortB : b, isShort ? sizeof shortB : sizeof b}};
  Bytes result = {out, sizeof out};
  return isJudgedRight(plan, 2, in, 1, &result);
}

#define PLAIN "loop.yield %p, %q : f32, f32\n"
#define WIDENED                                                                \
  "%v = prim.convert_element_type %p : bf16 to f32\n"                          \
  "%w = prim.convert_element_type %q : bf16 to f32\n"                          \
  "loop.yield %v, %w : f32, f32\n"
// A factor that is known within an error.
#define NEAR                                                                   \
  "%n = loop.map (d0, d2) reads(%v = %a[d0, d2] : tensor<40x9xf32>) -> "       \
  "tensor<40x9xf32> {\n"                                                       \
  "%s = prim.exp %v : f32\n%t = prim.log %s : f32\nloop.yield %t : f32\n}\n"

static void testAll(bool right) {
  CHECK(isRight("f32", PLAIN, "", "%a") == right);
  CHECK(isRight("bf16", WIDENED, "", "%a") == right);
  CHECK(isRight("f32", PLAIN, NEAR, "%n") == right);
}

// An exponential that is small beside a sum, as a machine's 2^x has it: the
// argument is rounded once more.
static bool isFunctionRight(const char *name, const char *mark,
                            const float x[2], const float y[2]) {
  char plan[2048];
  snprintf(plan, sizeof plan,
           "module attributes {tc.version = \"0.1\"} {\n"
           "loop.kernel private @k(%%a: tensor<2xf32>) -> tensor<2xf32> "
           "iters(d0 = 2) {\n"
           "%%y = loop.map (d0) reads(%%p = %%a[d0] : tensor<2xf32>) -> "
           "tensor<2xf32> {\n%%e = prim.%s %%p%s : f32\n"
           "loop.yield %%e : f32\n}\nloop.yield %%y : tensor<2xf32>\n}\n"
           "func.func @main(%%a: tensor<2xf32>) -> tensor<2xf32> {\n"
           "%%0 = loop.launch @k(%%a) : (tensor<2xf32>) -> tensor<2xf32>\n"
           "return %%0 : tensor<2xf32>\n}\n}\n",
           name, mark);
  float in[] = {x[0], x[1]}, out[] = {y[0], y[1]};
  Bytes bytes = {in, sizeof in}, result = {out, sizeof out};
  return isJudgedRight(plan, 1, &bytes, 1, &result);
}

static bool isExpRight(const char *mark, float off) {
  float x[] = {0, -16}, y[] = {1, (float)exp(-16.0) * (1 + off)};
  return isFunctionRight("exp", mark, x, y);
}

// x / x, as x (1 / x) has it.
static bool isQuotientRight(const char *mark, float off) {
  float x[] = {3, -2}, y[] = {1, 1 + off};
  return isFunctionRight("div %p,", mark, x, y);
}

// x + x, as 1 + erf x is marked.
static bool isSumRight(const char *mark, float off) {
  float x[] = {3, -2}, y[] = {6, -4 * (1 + off)};
  return isFunctionRight("add %p,", mark, x, y);
}

// Beside 1 the error of a small value is not relative.
static bool isErfRight(const char *mark, float off) {
  float x[] = {0.01f, -2}, y[] = {(float)erf(0.01f) + off, (float)erf(-2.0)};
  return isFunctionRight("erf", mark, x, y);
}

static void testAbsolute(void) {
  CHECK(isExpRight("", 0) && isExpRight(" {tc.absolute}", 0));
  CHECK(!isExpRight("", 0x1p-20f) && isExpRight(" {tc.absolute}", 0x1p-20f));
  CHECK(!isExpRight(" {tc.absolute}", 0x1p-18f));
  CHECK(isExpRight(" {tc.narrow}", 0x1p-20f));
  CHECK(!isExpRight(" {tc.narrow}", 0x1p-18f));
  CHECK(isQuotientRight("", 0) && isQuotientRight(" {tc.narrow}", 0));
  CHECK(!isQuotientRight("", 0x1p-22f));
  CHECK(isQuotientRight(" {tc.narrow}", 0x1p-22f));
  CHECK(!isQuotientRight(" {tc.narrow}", 0x1p-20f));
  CHECK(isSumRight("", 0) && isSumRight(" {tc.narrow}", 0x1p-17f));
  CHECK(!isSumRight("", 0x1p-17f) && !isSumRight(" {tc.narrow}", 0x1p-15f));
  CHECK(isErfRight("", 0) && isErfRight(" {tc.absolute}", 0));
  CHECK(!isErfRight("", 0x1p-22f) && isErfRight(" {tc.absolute}", 0x1p-22f));
  CHECK(!isErfRight(" {tc.absolute}", 0x1p-20f));
}

static void fillShort(float scaleA, float scaleB, float result) {
  for (int i = 0; i < M * K; ++i)
    shortA[i] = brainOf(a[i] * scaleA);
  for (int i = 0; i < K * N; ++i)
    shortB[i] = brainOf(b[i] * scaleB);
  for (int i = 0; i < M * N; ++i)
    out[i] = result;
}

static bool isShortRight(float scaleA, float scaleB, float result) {
  fillShort(scaleA, scaleB, result);
  return isRight("bf16", WIDENED, "", "%a");
}

// A unit that flushes takes subnormal factors, products and sums for 0.
static void testFlush(void) {
  static const char *const units[] = {"x86-64-v4,features=amx-tile+amx-bf16",
                                      "x86-64-v4,features=avx512bf16"};
  CHECK(!isShortRight(0x1p-130f, 1, 0));
  CHECK(!isShortRight(0x1p-66f, 0x1p-66f, 0));
  for (int i = 0; i < 2; ++i) {
    target = units[i];
    CHECK(isShortRight(0x1p-130f, 1, 0));
    CHECK(isShortRight(0x1p-66f, 0x1p-66f, 0));
    CHECK(isShortRight(0x1p-130f, 0x1p60f, 0));  // a factor that is subnormal
    CHECK(!isShortRight(0x1p-126f, 0x1p60f, 0)); // and one that is not
    CHECK(!isShortRight(0x1p-66f, 0x1p-60f, 0x1p-110f));
    CHECK(!isShortRight(0x1p-126f, 1, 0)); // sums are multiples of 2^-126
  }
}

int main(void) {
  fill();
  testAbsolute();
  testAll(true);
  for (int n = 0; n < N; ++n) { // a term less of one result
    float kept = out[17 * N + n];
    out[17 * N + n] -= a[17 * K + 4] * bAt(4, n);
    testAll(false);
    out[17 * N + n] = kept;
  }
  out[3] += 0x1p-18f; // bitwise, and within the bound of exp and log
  CHECK(!isRight("f32", PLAIN, "", "%a"));
  CHECK(!isRight("bf16", WIDENED, "", "%a"));
  CHECK(isRight("f32", PLAIN, NEAR, "%n"));
  testFlush();
  return checkReport();
}
