// Sums with bounds; see sum.h. The number of roundings is Higham's
// probabilistic bound: N. J. Higham and T. Mary, A new approach to
// probabilistic rounding error analysis, SIAM J. Sci. Comput. 41 (2019), with
// lambda 8.
#include "yardstick/sum.h"

void tcSumReset(TcSum *sum) {
  *sum = (TcSum){.allExact = true, .grid = TC_GRID_ANY};
}

static double roundTo(TcDType dtype, double x) {
  return tcElementRound(dtype, (TcScalar){.f = x}).f;
}

static void addNumber(const TcSumRule *rule, TcSum *sum, double v, double e,
                      int grid) {
  sum->v += (long double)v;
  sum->magnitude += fabs(v) + e;
  sum->e += rule->mode == TC_YARD_LIKELY ? e * e : e;
  sum->allExact &= e == 0;
  sum->grid = grid < sum->grid ? grid : sum->grid;
  if (rule->ordered)
    sum->native = roundTo(rule->accumulator, sum->native + v);
}

void tcSumAdd(const TcSumRule *rule, TcSum *sum, const TcStrip *x, int k) {
  double e = tcStripError(x, k);
  ++sum->count;
  switch (tcClassOf(rule->accumulator)) {
  case TC_CLASS_FLOAT:
    addNumber(rule, sum, x->v[k], e, x->grid);
    return;
  case TC_CLASS_COMPLEX:
    sum->v += (long double)x->v[k];
    sum->w += (long double)x->w[k];
    if (rule->ordered) {
      TcDType part = tcRoundingOf(rule->accumulator)->dtype;
      sum->native = roundTo(part, sum->native + x->v[k]);
      sum->nativeW = roundTo(part, sum->nativeW + x->w[k]);
    }
    sum->magnitude += hypot(x->v[k], x->w[k]) + e;
    sum->e += e;
    sum->allExact &= e == 0;
    sum->grid = x->grid < sum->grid ? x->grid : sum->grid;
    return;
  default:
    sum->i = (int64_t)((uint64_t)sum->i + (uint64_t)x->i[k]);
    sum->e += e;
    sum->allExact &= e == 0;
  }
}

static int productGrid(int a, int b) {
  if (a == TC_GRID_NONE || b == TC_GRID_NONE)
    return TC_GRID_NONE;
  return a == TC_GRID_ANY || b == TC_GRID_ANY ? TC_GRID_ANY : a + b;
}

double tcProductError(double a, double b, double ea, double eb,
                      TcYardMode mode) {
  if ((ea && isinf(a)) || (eb && isinf(b)))
    return INFINITY; // perhaps not infinite
  double x = ea ? fabs(b) * ea : 0, y = eb ? fabs(a) * eb : 0;
  return tcJoinErrors(mode, x, y) + ea * eb;
}

static void addComplexProduct(TcSum *sum, const TcStrip *a, const TcStrip *b,
                              int k) {
  double ea = tcStripError(a, k), eb = tcStripError(b, k);
  double x = hypot(a->v[k], a->w[k]), y = hypot(b->v[k], b->w[k]);
  double e = tcProductError(x, y, ea, eb, false);
  sum->v += (long double)(a->v[k] * b->v[k] - a->w[k] * b->w[k]);
  sum->w += (long double)(a->v[k] * b->w[k] + a->w[k] * b->v[k]);
  sum->magnitude += 2 * (x * y + e);
  sum->e += e;
  sum->allExact &= e == 0;
  int grid = productGrid(a->grid, b->grid);
  sum->grid = grid < sum->grid ? grid : sum->grid;
}

void tcSumAddProduct(const TcSumRule *rule, TcSum *sum, const TcStrip *a,
                     const TcStrip *b, int k) {
  double ea = tcStripError(a, k), eb = tcStripError(b, k);
  ++sum->count;
  switch (tcClassOf(rule->accumulator)) {
  case TC_CLASS_FLOAT: {
    double product = a->v[k] * b->v[k];
    if (rule->fills && isnan(product) && (a->v[k] == 0 || b->v[k] == 0)) {
      sum->mayBeNan = true;
      product = 0;
    }
    if (rule->ordered) // each product is rounded before
      product = roundTo(rule->accumulator, product);
    addNumber(rule, sum, product,
              tcProductError(a->v[k], b->v[k], ea, eb, rule->mode),
              productGrid(a->grid, b->grid));
    return;
  }
  case TC_CLASS_COMPLEX:
    addComplexProduct(sum, a, b, k);
    return;
  default:
    sum->i =
        (int64_t)((uint64_t)sum->i + (uint64_t)a->i[k] * (uint64_t)b->i[k]);
    sum->e += tcProductError((double)a->i[k], (double)b->i[k], ea, eb, false);
  }
}

// The number of roundings that terms go through, to be multiplied by u and the
// sum of magnitudes.
static double roundings(const TcSumRule *rule, const TcSum *sum, double unit) {
  double n = (double)sum->count;
  if (rule->ordered || n < 1)
    return 0;
  if (sum->allExact && sum->grid != TC_GRID_NONE &&
      (sum->grid == TC_GRID_ANY ||
       sum->magnitude <= ldexp(1 / unit, sum->grid)))
    return 0; // every partial sum is a number of the accumulator
  double most = rule->mode == TC_YARD_LIKELY ? sqrt(n) : 8 * sqrt(n);
  return fmin(n - 1, most) + rule->products;
}

// The error of a unit that flushes subnormal products and sums to 0; none where
// all terms are multiples of the least normal number.
static double flushError(const TcSumRule *rule, const TcSum *sum) {
  const int least = -126; // of f32
  return rule->flushes && (sum->grid == TC_GRID_NONE || sum->grid < least)
             ? 2 * (double)sum->count * ldexp(1, least)
             : 0;
}

static double errorOf(const TcSumRule *rule, const TcSum *sum) {
  const TcRounding *r = tcRoundingOf(rule->accumulator);
  double k = roundings(rule, sum, r->unit);
  double carried = rule->mode == TC_YARD_LIKELY ? sqrt(sum->e) : sum->e;
  double own = k == 0 ? 0 : k * (r->unit * sum->magnitude + r->least);
  return tcJoinErrors(rule->mode, carried, own + flushError(rule, sum));
}

// Numbers that scale halves may multiply their product instead, which then is
// up to 2^8 times as large (passes/simplify/scales.c): so near the end of f32's
// range either form may overflow alone.
static bool mayOverflow(const TcSumRule *rule, const TcSum *sum) {
  return rule->products && !rule->ordered &&
         rule->accumulator == TC_DTYPE_F32 && sum->magnitude >= 0x1p120 &&
         fabsl(sum->v) < 0x1p128L;
}

static void finishFloat(const TcSumRule *rule, const TcSum *sum, TcStrip *y,
                        int k) {
  double v = (double)sum->v, e = isfinite(v) ? errorOf(rule, sum) : sum->e;
  if (mayOverflow(rule, sum) || (sum->mayBeNan && !isnan(v)))
    e = (double)INFINITY;
  if (rule->ordered)
    v = sum->native;
  // In f64 the sum here is of long doubles, rounded once.
  if (tcRoundingOf(rule->result)->isWide && e == 0 && !rule->ordered &&
      isfinite(v) && (long double)v != sum->v)
    e = 0x1p-52 * fabs(v);
  if (rule->ordered && e == 0) {
    v = roundTo(rule->result, v);
  } else {
    tcRuleRound(tcRoundingOf(rule->result), 0.5, rule->mode, &v, &e);
  }
  y->v[k] = v;
  y->e[k] = isnan(e) ? (double)INFINITY : e;
}

static void finishComplex(const TcSumRule *rule, const TcSum *sum, TcStrip *y,
                          int k) {
  const TcRounding *r = tcRoundingOf(rule->result);
  double e = 2 * errorOf(rule, sum);
  y->v[k] = rule->ordered ? sum->native : (double)sum->v;
  y->w[k] = rule->ordered ? sum->nativeW : (double)sum->w;
  bool finite = isfinite(y->v[k]) && isfinite(y->w[k]);
  if (e > 0 || !tcIsRepresentable(r->dtype, y->v[k]) ||
      !tcIsRepresentable(r->dtype, y->w[k]))
    e += 2 * r->unit * (hypot(y->v[k], y->w[k]) + e);
  y->e[k] = finite ? e : (double)INFINITY;
}

void tcSumFinish(const TcSumRule *rule, const TcSum *sum, TcStrip *y, int k) {
  switch (tcClassOf(rule->result)) {
  case TC_CLASS_FLOAT:
    finishFloat(rule, sum, y, k);
    return;
  case TC_CLASS_COMPLEX:
    finishComplex(rule, sum, y, k);
    return;
  default:
    y->i[k] =
        tcElementConvert(TC_DTYPE_I64, rule->result, (TcScalar){.i = sum->i}).i;
    y->e[k] = sum->e;
  }
}
