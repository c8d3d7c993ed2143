// The rules of docs/numerics.md, row by row: values and errors of ops on a few
// operands that are exact, have an error, or are special.
#include "check.h"
#include "yardstick/rules.h"

#define INF ((double)INFINITY)
#define U 0x1p-24      // unit roundoff of f32
#define LEAST 0x1p-149 // its least subnormal

typedef struct Row {
  const char *what;
  TcPrimOpKind kind;
  TcDType dtype;
  TcYardMode mode;
  double a, ea, b, eb;
  double v, e; // NAN of v: not compared
} Row;

static bool isNear(double got, double want) {
  return got == want || (isnan(got) && isnan(want)) ||
         fabs(got - want) <= 1e-9 * fabs(want);
}

static void setStrip(TcStrip *x, double v, double e) {
  x->exact = e == 0;
  x->signedZeros = true;
  x->grid = tcGridOf(v);
  x->v[0] = v;
  x->e[0] = e;
}

static void testRow(const Row *row) {
  static TcStrip a, b, y;
  const TcStrip *x[] = {&a, &b, &b};
  setStrip(&a, row->a, row->ea);
  setStrip(&b, row->b, row->eb);
  y = (TcStrip){.exact = false};
  tcRuleApply(row->kind, row->dtype, row->dtype, row->mode, 1, x, &y);
  double e = tcStripError(&y, 0);
  bool good = isNear(e, row->e) &&
              (isinf(e) || isnan(row->v) || isNear(y.v[0], row->v)) &&
              (row->v != 0 || !signbit(row->v) == !signbit(y.v[0]));
  if (!good)
    fprintf(stderr, "%s: %.17g, error %.17g; not %.17g, error %.17g\n",
            row->what, y.v[0], e, row->v, row->e);
  CHECK(good);
}

#define F32 TC_DTYPE_F32, TC_YARD_WORST
#define LIKELY TC_DTYPE_F32, TC_YARD_LIKELY
#define NATIVE TC_DTYPE_F32, TC_YARD_NATIVE
#define FREE32 TC_DTYPE_F32, TC_YARD_FREE
#define F64 TC_DTYPE_F64, TC_YARD_WORST
#define FREE64 TC_DTYPE_F64, TC_YARD_FREE

static void testSums(void) {
  static const Row rows[] = {
      {"exact", TC_PRIM_ADD, F32, 1, 0, 2, 0, 3, 0},
      {"rounded", TC_PRIM_ADD, F32, 1, 0, 0x1p-30, 0, 1 + 0x1p-30,
       U * (1 + 0x1p-30) + LEAST},
      {"errors add up", TC_PRIM_SUB, F32, 5, 0.25, 2, 0.5, 3,
       0.75 + U * 3.75 + LEAST},
      {"in quadrature", TC_PRIM_SUB, LIKELY, 5, 3, 2, 4, 3, 5},
      {"native", TC_PRIM_ADD, NATIVE, 1, 0, 0x1p-30, 0, 1, 0},
      {"f64 twice", TC_PRIM_ADD, F64, 1, 0.5, 1, 0, 2, 0.5 + 0x1p-52 * 2.5},
      {"f64 evaluated alike", TC_PRIM_ADD, F64, 1, 0, 0x1p-60, 0, 1, 0},
      {"f64 in another order", TC_PRIM_ADD, FREE64, 1, 0, 0x1p-60, 0, 1,
       0x1p-52},
      {"infinity is known", TC_PRIM_ADD, F32, INF, 0, 2, 1, INF, 0},
      {"inf - inf", TC_PRIM_SUB, F32, INF, 0, INF, 0, NAN, 0},
      {"NaN", TC_PRIM_ADD, F32, NAN, 0, 1, 1, NAN, 0},
      {"-0 + -0", TC_PRIM_ADD, F32, -0.0, 0, -0.0, 0, -0.0, 0},
      {"-0 + 0", TC_PRIM_ADD, NATIVE, -0.0, 0, 0.0, 0, 0.0, 0},
      {"overflow, exact", TC_PRIM_ADD, NATIVE, 0x1p127, 0, 0x1p127, 0, INF, 0},
      {"overflow within the error", TC_PRIM_ADD, F32, 0x1.fffffep127, 0,
       0x1p100, 0x1p105, NAN, INF},
      {"overflow beyond it", TC_PRIM_ADD, F32, 0x1.8p127, 1, 0x1.8p127, 1, INF,
       0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    testRow(&rows[i]);
}

static void testProducts(void) {
  static const Row rows[] = {
      {"exact", TC_PRIM_MUL, F32, 3, 0, -5, 0, -15, 0},
      {"errors", TC_PRIM_MUL, F32, 3, 0.5, 4, 0.25, 12,
       2.875 + U * 14.875 + LEAST},
      {"infinity by a sure factor", TC_PRIM_MUL, F32, INF, 0, 2, 1, INF, 0},
      {"infinity by what may be 0", TC_PRIM_MUL, F32, INF, 0, 1, 2, INF, INF},
      {"0 by infinity", TC_PRIM_MUL, F32, 0, 0, INF, 0, NAN, 0},
      {"-0", TC_PRIM_MUL, NATIVE, -0.0, 0, 3, 0, -0.0, 0},
      {"underflow", TC_PRIM_MUL, NATIVE, 0x1p-149, 0, 0.25, 0, 0.0, 0},
      {"quotient", TC_PRIM_DIV, F32, 6, 0.5, 2, 0.5, 3,
       4.0 / 3 + U * (3 + 4.0 / 3) + LEAST},
      {"pole", TC_PRIM_DIV, F32, 6, 0, 2, 2, 3, INF},
      {"by 0", TC_PRIM_DIV, F32, 6, 0, 0, 0, INF, 0},
      {"by -0", TC_PRIM_DIV, F32, 6, 0, -0.0, 0, -INF, 0},
      {"0 by 0", TC_PRIM_DIV, F32, 0, 0, 0, 0, NAN, 0},
      {"native", TC_PRIM_DIV, NATIVE, 1, 0, 3, 0, (double)(1.0f / 3.0f), 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    testRow(&rows[i]);
}

static void testFunctions(void) {
  const double ulps = 2 * 2 * U; // of exp: 2 ulp
  const double up = exp(1.5) - exp(1);
  const Row rows[] = {
      {"neg", TC_PRIM_NEG, F32, 3, 0.5, 0, 0, -3, 0.5},
      {"abs of -0", TC_PRIM_ABS, F32, -0.0, 0, 0, 0, 0.0, 0},
      {"neg of 0", TC_PRIM_NEG, F32, 0.0, 0, 0, 0, -0.0, 0},
      {"exp", TC_PRIM_EXP, F32, 2, 0, 0, 0, exp(2), ulps * exp(2) + LEAST},
      {"exp, moved", TC_PRIM_EXP, F32, 1, 0.5, 0, 0, exp(1),
       up + ulps * (exp(1) + up) + LEAST},
      {"exp(0)", TC_PRIM_EXP, F32, 0, 0, 0, 0, 1, 0},
      {"exp(-inf)", TC_PRIM_EXP, F32, -INF, 0, 0, 0, 0, 0},
      {"exp, overflow", TC_PRIM_EXP, F32, 100, 0, 0, 0, INF, 0},
      {"exp, perhaps overflow", TC_PRIM_EXP, F32, 88, 2, 0, 0, NAN, INF},
      {"log(0)", TC_PRIM_LOG, F32, 0, 0, 0, 0, -INF, 0},
      {"log of what may be 0", TC_PRIM_LOG, F32, 1, 1, 0, 0, 0, INF},
      {"sqrt of -1", TC_PRIM_SQRT, F32, -1, 0, 0, 0, NAN, 0},
      {"sqrt, native", TC_PRIM_SQRT, NATIVE, 2, 0, 0, 0, (double)(float)sqrt(2),
       0},
      {"rsqrt across its pole", TC_PRIM_RSQRT, F32, 0.5, 0.5, 0, 0, NAN, INF},
      {"reciprocal across its pole", TC_PRIM_RECIPROCAL, F32, 1, 1, 0, 0, 1,
       INF},
      {"sin", TC_PRIM_SIN, F32, 0, 0, 0, 0, 0, 0},
      {"pow, base of either sign", TC_PRIM_POW, F32, 1, 2, 3, 0.1, 1, INF},
      {"atan2 across the cut", TC_PRIM_ATAN2, F32, 0, 0.5, -2, 0, NAN, INF},
      {"maximum", TC_PRIM_MAXIMUM, F32, 1, 0.5, 2, 0.25, 2, 0.5},
      {"maximum of NaN", TC_PRIM_MAXIMUM, F32, NAN, 0, 2, 1, NAN, 0},
      {"minimum", TC_PRIM_MINIMUM, F32, 1, 0, 2, 0, 1, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    if (!isnan(rows[i].e))
      testRow(&rows[i]);
}

static void testSteps(void) {
  const Row rows[] = {
      {"floor, sure", TC_PRIM_FLOOR, F32, 2.5, 0.25, 0, 0, 2, 0},
      {"floor, over a step", TC_PRIM_FLOOR, F32, 2.5, 0.75, 0, 0, 2, 1},
      {"ceil", TC_PRIM_CEIL, F32, 2.5, 1, 0, 0, 3, 1},
      {"round, ties to even", TC_PRIM_ROUND, F32, 2.5, 0, 0, 0, 2, 0},
      {"trunc of -0.5", TC_PRIM_TRUNC, F32, -0.5, 0, 0, 0, -0.0, 0},
      {"sign of what may be 0", TC_PRIM_SIGN, F32, 0.5, 1, 0, 0, 1, 2},
      {"remainder, sure", TC_PRIM_REMAINDER, F32, 7.5, 0, 2, 0, 1.5, 0},
      {"remainder, quotient kept", TC_PRIM_REMAINDER, F32, 7, 0.25, 2, 0, 1,
       0.25 + U * 1.25 + LEAST},
      {"remainder, over a step", TC_PRIM_REMAINDER, F32, 7.9, 0.25, 2, 0, NAN,
       2.25 + U * (fmod(7.9, 2) + 2.25) + LEAST},
      {"remainder by what may be 0", TC_PRIM_REMAINDER, F32, 7, 0, 1, 2, NAN,
       INF},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    testRow(&rows[i]);
}

// f16 and bf16: rounded where a value leaves a body, with and without in it.
static void testHalves(void) {
  const double x = 1 + 0x1p-7, y = 3 + 0x1p-6; // products have 15 bits
  const double exact = x * y, near = 3.046875;
  const double gap = near - exact;
#define BF16 TC_DTYPE_BF16, TC_YARD_NATIVE
#define KEPT TC_DTYPE_BF16, TC_YARD_KEPT
#define WORST16 TC_DTYPE_BF16, TC_YARD_WORST
  const Row rows[] = {
      {"bf16, leaves", TC_PRIM_MUL, BF16, x, 0, y, 0, near, 0},
      {"bf16, kept", TC_PRIM_MUL, KEPT, x, 0, y, 0, exact + gap / 2,
       fabs(gap) / 2},
      {"bf16, kept, a number", TC_PRIM_MUL, KEPT, 3, 0, 5, 0, 15, 0},
      {"odd integers up to 256", TC_PRIM_ADD, KEPT, 128, 0, 127, 0, 255, 0},
      {"257 is none", TC_PRIM_ADD, KEPT, 128, 0, 129, 0, 256.5, 0.5},
      {"f16 has it", TC_PRIM_ADD, TC_DTYPE_F16, TC_YARD_KEPT, 128, 0, 129, 0,
       257, 0},
      {"ends are rounded", TC_PRIM_ADD, BF16, 256, 0, 0.25, 0.25, 256, 0},
      {"to two numbers", TC_PRIM_ADD, BF16, 256, 0, 1.5, 1, 257, 1},
      {"worst", TC_PRIM_MUL, WORST16, x, 0, y, 0, exact,
       (0x1p-24 + 0x1p-8) * exact + 0x1p-133},
      {"f16, overflow leaves", TC_PRIM_MUL, TC_DTYPE_F16, TC_YARD_NATIVE, 300,
       0, 300, 0, INF, 0},
      {"f16, overflow kept", TC_PRIM_MUL, TC_DTYPE_F16, TC_YARD_KEPT, 300, 0,
       300, 0, INF, 0x1p-24},
      {"and read", TC_PRIM_MUL, TC_DTYPE_F16, TC_YARD_KEPT, INF, 0x1p-24, 0.5,
       0, NAN, INF},
      {"and kept greater", TC_PRIM_MAXIMUM, TC_DTYPE_F16, TC_YARD_KEPT, INF,
       0x1p-24, 3, 0, INF, 0x1p-24},
      {"perhaps overflow", TC_PRIM_ADD, TC_DTYPE_F16, TC_YARD_KEPT, 65504, 0,
       15, 8, NAN, INF},
      {"f16, NaN", TC_PRIM_SUB, TC_DTYPE_F16, TC_YARD_KEPT, INF, 0, INF, 0, NAN,
       0},
      {"floor of a great one", TC_PRIM_FLOOR, BF16, 300.75, 1.25, 0, 0, 300, 2},
      {"f16, -0", TC_PRIM_MUL, TC_DTYPE_F16, TC_YARD_KEPT, -0.0, 0, 2, 0, -0.0,
       0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    if (!isnan(rows[i].e))
      testRow(&rows[i]);
}

// What was kept is one number again where it leaves.
static void testLeave(void) {
  static TcStrip a, b, y;
  const TcStrip *x[] = {&a, &b, &b};
  for (int k = 0; k < 256; ++k) {
    setStrip(&a, 1 + k * 0x1p-7, 0);
    setStrip(&b, -(1 + (k * 37 % 128) * 0x1p-7), 0);
    tcRuleApply(TC_PRIM_MUL, TC_DTYPE_BF16, TC_DTYPE_BF16, TC_YARD_KEPT, 1, x,
                &y);
    tcRuleLeave(TC_DTYPE_BF16, 1, &y);
    double product = a.v[0] * b.v[0];
    CHECK(y.exact && y.e[0] == 0 && tcIsRepresentable(TC_DTYPE_BF16, y.v[0]));
    CHECK(fabs(y.v[0] - product) <= 0x1p-8 * fabs(product));
  }
  setStrip(&y, -INF, 0x1p-24); // an overflow by the rounding alone
  tcRuleLeave(TC_DTYPE_F16, 1, &y);
  CHECK(y.v[0] == -INF && y.e[0] == 0);
}

static bool isUndecided(TcPrimOpKind kind, double v, double ea, double b,
                        double eb, bool *truth) {
  static TcStrip a, c, y;
  const TcStrip *x[] = {&a, &c, &c};
  setStrip(&a, v, ea);
  setStrip(&c, b, eb);
  tcRuleApply(kind, TC_DTYPE_F32, TC_DTYPE_BOOL, TC_YARD_WORST, 1, x, &y);
  *truth = y.i[0] != 0;
  return tcStripError(&y, 0) != 0;
}

static void testComparisons(void) {
  bool truth;
  CHECK(!isUndecided(TC_PRIM_LT, 1, 0, 1, 0, &truth) && !truth);
  CHECK(!isUndecided(TC_PRIM_LE, 1, 0, 1, 0, &truth) && truth);
  CHECK(isUndecided(TC_PRIM_LT, 1, 0.5, 1.5, 0, &truth));
  CHECK(isUndecided(TC_PRIM_EQ, 1, 0, 1, 0x1p-60, &truth) && truth);
  CHECK(!isUndecided(TC_PRIM_GT, 2, 0.25, 1, 0.5, &truth) && truth);
  CHECK(!isUndecided(TC_PRIM_EQ, NAN, 0, 1, 1, &truth) && !truth);
  CHECK(!isUndecided(TC_PRIM_NE, NAN, 0, NAN, 0, &truth) && truth);
  CHECK(!isUndecided(TC_PRIM_EQ, 0.0, 0, -0.0, 0, &truth) && truth);
  CHECK(!isUndecided(TC_PRIM_LT, -INF, 0, INF, 0, &truth) && truth);
}

static double integerError(TcPrimOpKind kind, int64_t a, double ea, int64_t b,
                           double eb, int64_t *value) {
  static TcStrip x, z, y;
  const TcStrip *in[] = {&x, &z, &z};
  x = (TcStrip){.exact = ea == 0, .i = {a}, .e = {ea}};
  z = (TcStrip){.exact = eb == 0, .i = {b}, .e = {eb}};
  tcRuleApply(kind, TC_DTYPE_I32, TC_DTYPE_I32, TC_YARD_WORST, 1, in, &y);
  *value = y.i[0];
  return tcStripError(&y, 0);
}

static void testIntegers(void) {
  int64_t v;
  CHECK(integerError(TC_PRIM_ADD, INT32_MAX, 0, 1, 0, &v) == 0);
  CHECK(v == INT32_MIN); // two's complement
  CHECK(integerError(TC_PRIM_SUB, 5, 1, 2, 2, &v) == 3 && v == 3);
  CHECK(integerError(TC_PRIM_MUL, 5, 1, -2, 2, &v) == 14 && v == -10);
  CHECK(integerError(TC_PRIM_MAXIMUM, 5, 1, 2, 2, &v) == 2 && v == 5);
  CHECK(isinf(integerError(TC_PRIM_BITWISE_AND, 5, 1, 2, 0, &v)));
}

// A truth value that may be either; whether the result may.
static bool mayBeEither(TcPrimOpKind kind, bool a, bool b, bool *value) {
  static TcStrip x, z, y;
  const TcStrip *in[] = {&x, &z, &z};
  x = (TcStrip){.i = {a}, .e = {1}};
  z = (TcStrip){.exact = true, .i = {b}};
  tcRuleApply(kind, TC_DTYPE_BOOL, TC_DTYPE_BOOL, TC_YARD_WORST, 1, in, &y);
  *value = y.i[0] != 0;
  return tcStripError(&y, 0) != 0;
}

static void testTruths(void) {
  bool v;
  CHECK(mayBeEither(TC_PRIM_BITWISE_AND, true, true, &v) && v);
  CHECK(!mayBeEither(TC_PRIM_BITWISE_AND, true, false, &v) && !v);
  CHECK(!mayBeEither(TC_PRIM_BITWISE_OR, false, true, &v) && v);
  CHECK(mayBeEither(TC_PRIM_BITWISE_OR, false, false, &v) && !v);
}

static double complexError(TcPrimOpKind kind, double ea, double eb) {
  static TcStrip x, z, y;
  const TcStrip *in[] = {&x, &z, &z};
  setStrip(&x, 3, ea); // 3 + 4i
  x.w[0] = 4;
  setStrip(&z, 0, eb); // 2i
  z.w[0] = 2;
  tcRuleApply(kind, TC_DTYPE_COMPLEX64, TC_DTYPE_COMPLEX64, TC_YARD_WORST, 1,
              in, &y);
  return tcStripError(&y, 0);
}

static void testComplex(void) {
  CHECK(complexError(TC_PRIM_ADD, 0, 0) == 0);
  CHECK(complexError(TC_PRIM_NEG, 0.5, 0) == 0.5);
  double e = complexError(TC_PRIM_ADD, 0.5, 0.25); // of 3 + 6i
  CHECK(isNear(e, 0.75 + 2 * U * (hypot(3, 6) + 0.75) + 2 * LEAST));
  e = complexError(TC_PRIM_MUL, 0.5, 0.25); // 5 by 2: 2 * 0.5 + 5 * 0.25 + ...
  CHECK(isNear(e, 2.375 + 8 * U * (10 + 2.375) + 2 * LEAST));
  CHECK(isinf(complexError(TC_PRIM_DIV, 0, 2)));
  e = complexError(TC_PRIM_EXP, 0.001, 0); // twice the move, 16 roundings
  CHECK(e > 0.001 * exp(3) && e < 0.003 * exp(3));
}

static void testPeriodic(void) {
  double most = 2 + 2 * 4 * U * (fabs(sin(0.5)) + 2) + LEAST;
  const Row rows[] = {
      {"sin", TC_PRIM_SIN, F32, 0.5, 0x1p-10, 0, 0, sin(0.5),
       0x1p-10 + 2 * 4 * U * (sin(0.5) + 0x1p-10) + LEAST},
      {"sin of anything", TC_PRIM_SIN, F32, 0.5, 100, 0, 0, sin(0.5), most},
      {"cos(0)", TC_PRIM_COS, F32, 0, 0, 0, 0, 1, 0},
      {"cos(inf)", TC_PRIM_COS, F32, INF, 0, 0, 0, NAN, 0},
      {"pow, exact", TC_PRIM_POW, F32, INF, 0, 2, 0, INF, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    testRow(&rows[i]);
}

static void testWhere(void) {
  static TcStrip p, a, b, y;
  const TcStrip *x[] = {&p, &a, &b};
  setStrip(&a, 1, 0.25);
  setStrip(&b, 4, 0);
  p = (TcStrip){.exact = true, .i = {1}};
  tcRuleWhere(TC_DTYPE_F32, 1, x, &y);
  CHECK(y.v[0] == 1 && y.e[0] == 0.25);
  p.exact = false; // either side
  p.e[0] = 1;
  tcRuleWhere(TC_DTYPE_F32, 1, x, &y);
  CHECK(y.v[0] == 1 && y.e[0] == 3.25);
  setStrip(&b, NAN, 0);
  tcRuleWhere(TC_DTYPE_F32, 1, x, &y);
  CHECK(isinf(y.e[0]));
}

static void testConversions(void) {
  static TcStrip x, y;
  setStrip(&x, 2.5, 0.75);
  tcRuleConvert(TC_DTYPE_F32, TC_DTYPE_I32, TC_YARD_WORST, 1, &x, &y);
  CHECK(y.i[0] == 2 && y.e[0] == 1);
  tcRuleConvert(TC_DTYPE_F32, TC_DTYPE_BOOL, TC_YARD_WORST, 1, &x, &y);
  CHECK(y.i[0] == 1 && y.e[0] == 0);
  setStrip(&x, 0.5, 0.5);
  tcRuleConvert(TC_DTYPE_F32, TC_DTYPE_BOOL, TC_YARD_WORST, 1, &x, &y);
  CHECK(y.e[0] != 0);
  // A cast that the program writes is rounded, whatever reads it.
  setStrip(&x, 257, 0);
  tcRuleConvert(TC_DTYPE_F32, TC_DTYPE_BF16, TC_YARD_NATIVE, 1, &x, &y);
  CHECK(y.v[0] == 256 && tcStripError(&y, 0) == 0);
  setStrip(&x, 257, 0x1p-20);
  tcRuleConvert(TC_DTYPE_F32, TC_DTYPE_BF16, TC_YARD_NATIVE, 1, &x, &y);
  CHECK(y.v[0] == 257 && y.e[0] == 1); // 256 or 258
  setStrip(&x, 1e300, 0);
  tcRuleConvert(TC_DTYPE_F64, TC_DTYPE_F32, TC_YARD_NATIVE, 1, &x, &y);
  CHECK(isinf(y.v[0]) && tcStripError(&y, 0) == 0);
  x.i[0] = (INT64_C(1) << 53) + (1 << 29) + 1; // once rounded, not twice
  x.exact = true;
  tcRuleConvert(TC_DTYPE_I64, TC_DTYPE_F32, TC_YARD_NATIVE, 1, &x, &y);
  CHECK(y.v[0] == (double)(float)x.i[0]);
  setStrip(&x, 1, 0.1);
  tcRuleBitcast(TC_DTYPE_F32, TC_DTYPE_I32, 1, &x, &y);
  CHECK(isinf(y.e[0]));
  setStrip(&x, 256.5, 0.25); // a bit pattern is of the rounded number
  tcRuleBitcast(TC_DTYPE_BF16, TC_DTYPE_I16, 1, &x, &y);
  CHECK(y.i[0] == 0x4380 && tcStripError(&y, 0) == 0);
}

int main(void) {
  testSums();
  testProducts();
  testFunctions();
  testSteps();
  testHalves();
  testLeave();
  testComparisons();
  testIntegers();
  testTruths();
  testComplex();
  testPeriodic();
  testWhere();
  testConversions();
  return checkReport();
}
