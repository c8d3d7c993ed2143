// The formulas that the decompositions build of mathematical prims, over the
// whole range: compiled in f32, run over bit patterns spread over all of them,
// and compared with the C library's long double functions. In their tails they
// are as good as the prims in them.
#include "check.h"
#include "run_elementwise.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 1 << 18 };

typedef long double L;

/// A call of one operand, and what it gives. The error allowed is `ulps` units
/// in the last place of the result, and `slack` units of |x|, for a formula
/// that takes 1 + y, y near -1, times x, as PyTorch's does; `slack` units of 1
/// if `ofOne`. Results as PyTorch flushes them (1 / (1 + e^-x) where e^-x is
/// infinite) may be off by the least normal number, if `flushes`.
typedef struct Formula {
  const char *call; // target(%x, more)
  L (*f)(L x);
  double ulps, slack;
  bool ofOne, flushes;
} Formula;

static L gelu(L x) { return x / 2 * erfcl(-x * sqrtl(0.5L)); }
static L geluTanh(L x) {
  L y = 0.79788456080286535588L * (x + 0.044715L * x * x * x);
  return y < 0 ? x * expl(2 * y) / (1 + expl(2 * y)) : x / (1 + expl(-2 * y));
}
static L sigmoid(L x) { return 1 / (1 + expl(-x)); }
// -inf gives NaN, as in PyTorch.
static L silu(L x) { return x / (1 + expl(-x)); }
static L logSigmoid(L x) {
  return x < 0 ? x - log1pl(expl(x)) : -log1pl(expl(-x));
}
// PyTorch's: x above the threshold of 20.
static L softplus(L x) { return x > 20 ? x : log1pl(expl(x)); }
static L mish(L x) { return x * tanhl(x > 50 ? x : log1pl(expl(x))); }
static L elu(L x) { return x > 0 ? x : expm1l(x); }
static L erfc_(L x) { return erfcl(x); }
static L atanh_(L x) { return atanhl(x); }
static L asin_(L x) { return asinl(x); }
static L acos_(L x) { return acosl(x); }

static const Formula formulas[] = {
    {"aten.gelu.default(%x)", gelu, .ulps = 4, .slack = 2},
    {"aten.gelu.default(%x, approximate = \"tanh\")", geluTanh, .ulps = 4,
     .slack = 2},
    {"aten.sigmoid.default(%x)", sigmoid, .ulps = 4, .flushes = true},
    {"aten.silu.default(%x)", silu, .ulps = 4, .flushes = true},
    {"aten.log_sigmoid.default(%x)", logSigmoid, .ulps = 4},
    {"aten.softplus.default(%x)", softplus, .ulps = 4},
    {"aten.mish.default(%x)", mish, .ulps = 8, .flushes = true},
    {"aten.elu.default(%x)", elu, .ulps = 4},
    {"aten.erfc.default(%x)", erfc_, .ulps = 8, .slack = 2, .ofOne = true},
    {"aten.tanh.default(%x)", tanhl, .ulps = 3},
    {"aten.erf.default(%x)", erfl, .ulps = 2},
    {"aten.sinh.default(%x)", sinhl, .ulps = 6},
    {"aten.cosh.default(%x)", coshl, .ulps = 6},
    {"aten.tan.default(%x)", tanl, .ulps = 8},
    {"aten.asin.default(%x)", asin_, .ulps = 6},
    {"aten.acos.default(%x)", acos_, .ulps = 6},
    {"aten.atan.default(%x)", atanl, .ulps = 4},
    {"aten.asinh.default(%x)", asinhl, .ulps = 6},
    {"aten.acosh.default(%x)", acoshl, .ulps = 6, .slack = 1, .ofOne = true},
    {"aten.atanh.default(%x)", atanh_, .ulps = 6},
    {"aten.log10.default(%x)", log10l, .ulps = 6},
};

static float point(uint64_t i) {
  static const float special[] = {0.0f,  -0.0f, INFINITY, -INFINITY, NAN,
                                  1.0f,  -1.0f, 50.0f,    -50.0f,    6.0f,
                                  -6.0f, 9.01f, -9.01f,   1e-40f,    FLT_MAX};
  if (i < sizeof special / sizeof *special)
    return special[i];
  uint64_t mixed = (i + 1) * 0x9E3779B97F4A7C15u;
  mixed ^= mixed >> 29;
  if (i % 2)
    return (float)ldexp((double)(int64_t)mixed, -63 + (int)(mixed % 12) - 4);
  float x;
  memcpy(&x, &(uint32_t){(uint32_t)(mixed >> 32)}, sizeof x);
  return x;
}

// What a unit in the last place is at y.
static L unit(L y) {
  int exponent;
  frexpl(y, &exponent);
  if (y == 0 || exponent < -125)
    exponent = -125;
  return ldexpl(1, exponent - 24);
}

// Of the bound, 1 is all.
static double errorOf(const Formula *f, float x, float got) {
  L want = f->f(x);
  if (isnan(want) || isnan(got))
    return isnan(want) && isnan(got) ? 0 : INFINITY;
  if (isinf(got) && fabsl(want) > FLT_MAX - unit(FLT_MAX) * f->ulps)
    return signbit(got) == !!signbit(want) ? 0 : INFINITY;
  if (isinf(want) || isinf(got))
    return got == (float)want ? 0 : INFINITY;
  L bound = f->ulps * unit(want);
  if (f->slack > 0)
    bound += f->slack * unit(f->ofOne ? 1 : x);
  if (f->flushes)
    bound += FLT_MIN * (1 + fabsl(x));
  return (double)(fabsl(got - want) / bound);
}

static void test(const Formula *f, const Data *d) {
  char text[512], type[32];
  snprintf(type, sizeof type, "tensor<%dxf32>", N);
  snprintf(text, sizeof text,
           "fx.graph @main(%%x: %s {fx.name = \"x\"}) -> (%s) {\n"
           "  %%y = fx.call \"%.*s\"%s : (%s) -> %s\n"
           "  fx.output %%y : %s\n}\n",
           type, type, (int)strcspn(f->call, "("), f->call,
           strchr(f->call, '('), type, type, type);
  TcStatus status = runElementwise(text, TC_DTYPE_F32, 1, d);
  if (status) {
    tcStatusPrint(status, text, sizeof text);
    fprintf(stderr, "%s: %s\n", f->call, text);
    tcStatusFree(status);
    ++checkFailures;
    return;
  }
  const float *x = d->x[0], *y = d->y;
  double worst = 0;
  int at = 0;
  for (int i = 0; i < N; ++i) {
    double error = errorOf(f, x[i], y[i]);
    if (!(error > worst))
      continue;
    worst = error;
    at = i;
  }
  if (worst <= 1)
    return;
  ++checkFailures;
  fprintf(stderr, "%s at %.9g: %.9g, not %.9Lg: %.3g of its bound\n", f->call,
          x[at], y[at], f->f(x[at]), worst);
}

int main(void) {
  float *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  for (uint64_t i = 0; i < N; ++i)
    x[i] = point(i);
  Data d = {.x = {x}, .y = y, .size = N};
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; ++i)
    test(&formulas[i], &d);
  free(x);
  free(y);
  return checkReport();
}
