// Error bounds of conversions between element types, and of bit patterns. See
// rules.h.
#include "yardstick/rules_impl.h"
#include "yardstick/strip.h"

static TcScalar scalarOf(TcDType dtype, const TcStrip *x, int k) {
  switch (tcClassOf(dtype)) {
  case TC_CLASS_FLOAT:
    return (TcScalar){.f = x->v[k]};
  case TC_CLASS_INT:
    return (TcScalar){.i = x->i[k]};
  case TC_CLASS_BOOL:
    return (TcScalar){.b = x->i[k] != 0};
  case TC_CLASS_COMPLEX:
    return (TcScalar){.c = tcStripComplex(x, k)};
  }
  return (TcScalar){.i = 0};
}

// To a float: not rounded yet.
static double asReal(TcDType from, const TcStrip *x, int k) {
  TcClass class = tcClassOf(from);
  return class == TC_CLASS_FLOAT || class == TC_CLASS_COMPLEX ? x->v[k]
         : from == TC_DTYPE_U64 ? (double)(uint64_t)x->i[k]
                                : (double)x->i[k];
}

static void toFloat(TcDType from, TcDType to, TcYardMode mode, int n,
                    const TcStrip *x, TcStrip *y) {
  const TcRounding *r = tcRoundingOf(to);
  bool isComplex = tcClassOf(to) == TC_CLASS_COMPLEX;
  bool exact = true;
  for (int k = 0; k < n; ++k) {
    double e = tcStripError(x, k), v = asReal(from, x, k);
    if (tcClassOf(from) == TC_CLASS_INT && mode == TC_YARD_NATIVE &&
        r->dtype == TC_DTYPE_F32 && e == 0) // not twice rounded
      v = from == TC_DTYPE_U64 ? (double)(float)(uint64_t)x->i[k]
                               : (double)(float)x->i[k];
    tcRuleRound(r, 0.5, mode, &v, &e);
    y->v[k] = v;
    if (isComplex) {
      double imaginary = tcClassOf(from) == TC_CLASS_COMPLEX ? x->w[k] : 0;
      tcRuleRound(r, 0.5, mode, &imaginary, &e);
      y->w[k] = imaginary;
    }
    y->e[k] = e;
    exact &= e == 0;
  }
  y->exact = exact;
}

// The greatest distance from v's integer to those of the interval's ends.
static double steps(TcDType from, TcDType to, double v, double e) {
  double out = 0;
  TcScalar here = tcElementConvert(TC_DTYPE_F64, to, (TcScalar){.f = v});
  (void)from;
  for (int k = -1; k <= 1 && e != 0; k += 2) {
    double end = v + k * e;
    TcScalar there = tcElementConvert(TC_DTYPE_F64, to, (TcScalar){.f = end});
    out = fmax(out, fabs((double)there.i - (double)here.i));
  }
  return isfinite(e) ? out : (double)INFINITY;
}

static void toExact(TcDType from, TcDType to, int n, const TcStrip *x,
                    TcStrip *y) {
  TcClass class = tcClassOf(from);
  bool toBool = tcClassOf(to) == TC_CLASS_BOOL;
  bool isReal = class == TC_CLASS_FLOAT;
  y->exact = x->exact;
  for (int k = 0; k < n; ++k) {
    double e = tcStripError(x, k);
    tcStripSet(to, y, k, tcElementConvert(from, to, scalarOf(from, x, k)));
    if (isReal && !toBool && tcMayBeFinite(x->v[k], e))
      e = (double)INFINITY;
    if (e == 0)
      y->e[k] = 0;
    else if (toBool)
      y->e[k] = fabs(asReal(from, x, k)) <= e;
    else
      y->e[k] = isReal ? steps(from, to, x->v[k], e) : e;
  }
}

void tcRuleConvert(TcDType from, TcDType to, TcYardMode mode, int n,
                   const TcStrip *x, TcStrip *y) {
  bool exact = !tcRoundingOf(to);
  if (exact)
    toExact(from, to, n, x, y);
  else
    toFloat(from, to, mode, n, x, y);
  y->grid = !y->exact ? TC_GRID_NONE : exact ? 0 : x->grid;
  y->signedZeros = x->signedZeros;
}

void tcRuleBitcast(TcDType from, TcDType to, int n, const TcStrip *in,
                   TcStrip *y) {
  TcStrip left = *in, *x = &left;
  tcRuleLeave(from, n, x);
  y->exact = x->exact;
  for (int k = 0; k < n; ++k) {
    tcStripSet(to, y, k, tcElementBitcast(from, to, scalarOf(from, x, k)));
    y->e[k] = tcStripError(x, k) != 0 ? (double)INFINITY : 0;
  }
  y->grid = tcRoundingOf(to) ? TC_GRID_NONE : 0;
  y->signedZeros = false;
}
