// The error bounds of the rows (maxUlp) hold for compiled code: each
// elementwise prim on floats is compiled and run over bit patterns spread over
// the whole range of its type, and over the special ones, and compared with its
// row's expression, in double for f32, with the C library's long double for
// f64. A new row is tested without a line here.
#include "check.h"
#include "run_elementwise.h"
#include "tc/gen/PrimTable.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 1 << 18 };

// Ops whose result is no float, or that are no function of numbers.
static bool isSkipped(const char *name) {
  static const char *const names[] = {
      "eq",    "ne",       "lt",      "le",      "gt",
      "ge",    "isfinite", "real",    "imag",    "conj",
      "where", "philox",   "complex", "bitcast", "convert_element_type"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

//===- Points -------------------------------------------------------------===//

static const double specials[] = {
    0.0,         -0.0,        1.0,   -1.0,   0.5,    -0.5,  2.0,      3.0,
    1e-10,       -1e-10,      10.0,  -10.0,  88.0,   -88.0, 100.0,    -100.0,
    709.0,       -745.0,      1e5,   -1e5,   1e15,   -1e15, INFINITY, -INFINITY,
    NAN,         1e-38,       1e-40, 1e-300, 1e-310, 1e38,  1e300,    0x1p-24,
    1 - 0x1p-24, 1 + 0x1p-23, 3.83,  3.92,   -4.0,   5.9,   -6.0,     7.9,
    8.66,        -9.02,       19.1,  -27.0,  50.0,   -50.0};
enum { SPECIALS = sizeof specials / sizeof *specials };

static double point32(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static double point64(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// Operand k at point i: all specials with each other first, then patterns: of
// the first operand evenly over the range; half of them of moderate size.
static double point(bool is64, int k, uint64_t i) {
  if (i < SPECIALS * SPECIALS)
    return specials[k == 0 ? i % SPECIALS : i / SPECIALS % SPECIALS];
  uint64_t mixed = (i + 1) * 0x9E3779B97F4A7C15u * (uint64_t)(2 * k + 1);
  mixed ^= mixed >> 29;
  if (i % 2)
    return ldexp((double)(int64_t)mixed, -63 + (int)(mixed % 12) - 4);
  return is64 ? point64(mixed) : point32((uint32_t)(mixed >> 32));
}

//===- Reference ----------------------------------------------------------===//

typedef long double L;

static L wide(const char *name, L x, L y) {
#define ROW(NAME, EXPR)                                                        \
  if (!strcmp(name, NAME))                                                     \
  return EXPR
  ROW("exp", expl(x));
  ROW("exp2", exp2l(x));
  ROW("expm1", expm1l(x));
  ROW("log", logl(x));
  ROW("log2", log2l(x));
  ROW("log1p", log1pl(x));
  ROW("sin", sinl(x));
  ROW("cos", cosl(x));
  ROW("tanh", tanhl(x));
  ROW("erf", erfl(x));
  ROW("pow", powl(x, y));
  ROW("atan2", atan2l(x, y));
  ROW("rsqrt", 1 / sqrtl(x));
  ROW("sqrt", sqrtl(x));
#undef ROW
  return NAN;
}

static L reference(TcPrimOpKind kind, bool is64, double x, double y, double z) {
  const char *name = tcPrimOpInfo[kind].name + strlen("prim.");
  if (is64 && tcPrimOpInfo[kind].maxUlp > 0.5)
    return wide(name, x, y);
  return tcPrimScalar[kind].f(x, y, z);
}

// Units in the last place, of the type, that `got` is away from `want`.
static double ulps(bool is64, double got, L want) {
  if (isnan(want))
    return isnan(got) ? 0 : INFINITY;
  L most = is64 ? (L)DBL_MAX : (L)FLT_MAX;
  int least = is64 ? -1074 : -149, bits = is64 ? 53 : 24, exponent;
  if (isinf(got) && fabsl(want) > most && signbit(got) == !!signbit(want))
    return 0;
  if (isnan(got) || isinf(got) || isinf(want))
    return got == want ? 0 : INFINITY;
  frexpl(want == 0 ? 0 : want, &exponent);
  int unit = want == 0 ? least : exponent - bits;
  return (double)ldexpl(fabsl(got - want), -(unit < least ? least : unit));
}

//===- Running ------------------------------------------------------------===//

static char *programOf(const char *name, int operands, bool is64) {
  static char text[1024];
  char type[64], args[256] = "", uses[64] = "";
  snprintf(type, sizeof type, "tensor<%dxf%d>", N, is64 ? 64 : 32);
  for (int k = 0; k < operands; ++k) {
    size_t a = strlen(args), u = strlen(uses);
    snprintf(args + a, sizeof args - a, "%s%%x%d: %s", k ? ", " : "", k, type);
    snprintf(uses + u, sizeof uses - u, "%s%%x%d", k ? ", " : "", k);
  }
  snprintf(text, sizeof text,
           "func.func @main(%s) -> %s {\n  %%y = %s %s : %s\n"
           "  return %%y : %s\n}\n",
           args, type, name, uses, type, type);
  return text;
}

static void store(bool is64, void *to, size_t i, double value) {
  if (is64)
    ((double *)to)[i] = value;
  else
    ((float *)to)[i] = (float)value;
}

static double load(bool is64, const void *from, size_t i) {
  return is64 ? ((const double *)from)[i] : ((const float *)from)[i];
}

static void compareAll(TcPrimOpKind kind, bool is64, const Data *d) {
  const TcOpInfo *info = &tcPrimOpInfo[kind];
  double worst = 0;
  size_t at = 0;
  for (size_t i = 0; i < N; ++i) {
    double x[3];
    for (int k = 0; k < 3; ++k)
      x[k] = load(is64, d->x[k], i);
    L want = reference(kind, is64, x[0], x[1], x[2]);
    double error = ulps(is64, load(is64, d->y, i), want);
    if (error <= worst)
      continue;
    worst = error;
    at = i;
  }
  // The reference is rounded too.
  if (worst <= info->maxUlp + 0.01)
    return;
  ++checkFailures;
  fprintf(stderr, "%s f%d: %.3g ulp at (%a, %a): %a, row says %.3g\n",
          info->name, is64 ? 64 : 32, worst, load(is64, d->x[0], at),
          load(is64, d->x[1], at), load(is64, d->y, at), info->maxUlp);
}

static void testOp(TcPrimOpKind kind, bool is64, Data *d) {
  const TcOpInfo *info = &tcPrimOpInfo[kind];
  int operands = tcPrimScalar[kind].operands;
  for (int k = 0; k < 3; ++k)
    for (size_t i = 0; i < N; ++i)
      store(is64, d->x[k], i, point(is64, k, i));
  TcStatus status =
      runElementwise(programOf(info->name, operands, is64),
                     is64 ? TC_DTYPE_F64 : TC_DTYPE_F32, operands, d);
  if (status) {
    char text[512];
    tcStatusPrint(status, text, sizeof text);
    fprintf(stderr, "%s: %s\n", info->name, text);
    ++checkFailures;
    tcStatusFree(status);
    return;
  }
  compareAll(kind, is64, d);
}

int main(void) {
  Data d = {.size = N};
  for (int k = 0; k < 3; ++k)
    d.x[k] = malloc(N * sizeof(double));
  d.y = malloc(N * sizeof(double));
  int tested = 0;
  for (TcPrimOpKind kind = TC_PRIM_NONE + 1; kind < TC_PRIM_COUNT; ++kind) {
    if (!tcPrimScalar[kind].f ||
        isSkipped(tcPrimOpInfo[kind].name + strlen("prim.")))
      continue;
    testOp(kind, false, &d);
    testOp(kind, true, &d);
    ++tested;
  }
  CHECK(tested > 25);
  for (int k = 0; k < 3; ++k)
    free(d.x[k]);
  free(d.y);
  return checkReport();
}
