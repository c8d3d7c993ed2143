// Running products with bounds; see product.h. The number of roundings is that
// of sums (sum.c): the product of some terms is rounded in f32, as their sum
// is.
#include "yardstick/product.h"

#include <math.h>

// part 2^n; 0 or infinite beyond the range of doubles.
static double scaled(double part, int64_t n) {
  enum { MOST = 4000 };
  return ldexp(part, (int)(n > MOST ? MOST : n < -MOST ? -MOST : n));
}

static double valueOf(TcWide a) { return scaled(a.part, a.exponent); }

static bool isNumber(TcWide a) { return a.part != 0 && isfinite(a.part); }

static TcWide times(TcWide a, double x) {
  int of, both;
  a.part = frexp(a.part * frexp(x, &of), &both);
  if (isNumber(a))
    a.exponent += of + both;
  return a;
}

void tcProductReset(TcProduct *p) {
  const TcWide one = {0.5, 1};
  *p = (TcProduct){.v = one, .most = one, .exact = true, .integers = true};
}

// The greatest magnitude, over that of the value.
static double ratioOf(const TcProduct *p) {
  return scaled(p->most.part / fabs(p->v.part),
                p->most.exponent - p->v.exponent);
}

// Whether the product so far is 0, and not known to be.
static bool mayBeZero(const TcProduct *p) {
  return p->most.part != 0 && (p->v.part == 0 || ratioOf(p) >= 2);
}

void tcProductAdd(TcProduct *p, const TcStrip *x, int k) {
  double v = x->v[k], e = tcStripError(x, k);
  p->open |= (e != 0 && !isfinite(v)) || (isinf(v) && mayBeZero(p)) ||
             (e != 0 && fabs(v) <= e && isinf(p->v.part));
  ++p->count;
  p->exact &= e == 0;
  p->integers &= x->grid >= 0;
  p->v = times(p->v, v);
  p->most = times(p->most, fabs(v) + e);
  double now = fabs(valueOf(p->v));
  p->over |= isNumber(p->v) && isinf(now);
  p->under |= isNumber(p->v) && now < 0x1p-1022;
}

// The error as a part of the value, which is a number.
static double relativeError(const TcProduct *p, TcYardMode mode) {
  double n = (double)p->count, unit = tcRoundingOf(TC_DTYPE_F32)->unit;
  double most = mode == TC_YARD_LIKELY ? sqrt(n) : 8 * sqrt(n);
  double own = fmax(fmin(n - 1, most), 0) * unit;
  if (!p->exact)
    return fmax(ratioOf(p) * (1 + own) - 1, own);
  // Products of integers are numbers of f32, in any grouping.
  return p->integers && fabs(valueOf(p->v)) <= 1 / unit ? 0 : own;
}

// Whether code that multiplies in order, in f64, may give something else than
// the rounded value v: a product has left its range, and v is not what is
// beyond it.
static bool mayDiffer(const TcProduct *p, const TcRounding *r, double v,
                      double e) {
  if (isnan(v))
    return p->open;
  bool above = p->over && (p->under || !isinf(v));
  bool below = p->under && !(fabs(v) + e < 2 * r->least);
  return p->open || above || below;
}

void tcProductFinish(const TcProduct *p, TcDType dtype, TcYardMode mode,
                     TcStrip *y, int k) {
  const TcRounding *r = tcRoundingOf(dtype);
  double v = valueOf(p->v), e = 0;
  if (isNumber(p->v)) {
    double part = relativeError(p, mode);
    e = isinf(v) ? (part < 0.5 ? 0 : (double)INFINITY)
                 : scaled(fabs(p->v.part) * part, p->v.exponent);
  } else if (p->v.part == 0) {
    e = 2 * valueOf(p->most);
  }
  tcRuleRound(r, 0.5, mode, &v, &e);
  y->v[k] = v;
  y->e[k] = isnan(e) || mayDiffer(p, r, v, e) ? (double)INFINITY : e;
}
