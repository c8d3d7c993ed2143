// Error bounds of ops on complex numbers: distances in the complex plane. See
// rules.h.
#include "yardstick/rules_impl.h"

// How far the function moves if its argument moves by `e`: twice the
// differences in f64, since it is smooth.
static double complexMove(const TcRule *r, double complex z, double complex v,
                          double e) {
  double most = 0;
  for (int k = 0; k < 4; ++k) {
    double complex d = tcScalarComplex(k < 2 ? (k ? e : -e) : 0,
                                       k < 2 ? 0 : (k == 2 ? e : -e));
    most = fmax(most, cabs(r->row->c(z + d, 0, 0) - v));
  }
  return isnan(most) ? (double)INFINITY : 2 * most;
}

static double complexError(const TcRule *r, double complex a, double complex b,
                           double complex v, double ea, double eb) {
  switch (r->kind) {
  case TC_PRIM_ADD:
  case TC_PRIM_SUB:
    return ea + eb;
  case TC_PRIM_NEG:
  case TC_PRIM_CONJ:
  case TC_PRIM_ABS:
  case TC_PRIM_REAL:
  case TC_PRIM_IMAG:
    return ea;
  case TC_PRIM_MUL:
    return cabs(a) * eb + cabs(b) * ea + ea * eb;
  case TC_PRIM_DIV:
    return eb >= cabs(b) && eb > 0 ? (double)INFINITY
           : ea == 0 && eb == 0    ? 0
                                   : (ea + cabs(v) * eb) / (cabs(b) - eb);
  default:
    return ea == 0 ? 0 : complexMove(r, a, v, ea);
  }
}

// Roundings of parts, relative to the modulus: products and quotients have
// several, functions are made of several real ones.
static double complexUnits(const TcRule *r) {
  switch (r->kind) {
  case TC_PRIM_NEG:
  case TC_PRIM_CONJ:
  case TC_PRIM_REAL:
  case TC_PRIM_IMAG:
    return 0;
  case TC_PRIM_ADD:
  case TC_PRIM_SUB:
    return 1;
  case TC_PRIM_MUL:
    return 4;
  default:
    return fmax(16, 4 * r->ulp);
  }
}

static void storeComplex(const TcRule *r, TcStrip *y, int k, double complex v,
                         double e) {
  const TcRounding *t = tcRoundingOf(r->operand);
  double units = complexUnits(r), size = cabs(v);
  if (!isfinite(creal(v)) || !isfinite(cimag(v)))
    e = units == 0 && e == 0 ? 0 : (double)INFINITY;
  else if (units > 0 &&
           !(units <= 1 && e == 0 && tcIsRepresentable(t->dtype, creal(v)) &&
             tcIsRepresentable(t->dtype, cimag(v))))
    e += units * 2 * t->unit * (size + e) + 2 * t->least;
  y->e[k] = size + e >= t->limit ? (double)INFINITY : e;
  if (tcClassOf(r->result) == TC_CLASS_BOOL)
    y->i[k] = creal(v) != 0;
  y->v[k] = creal(v);
  y->w[k] = cimag(v);
}

void tcRuleComplex(const TcRule *r, int n, const TcStrip *const *x,
                   TcStrip *y) {
  y->exact = false;
  for (int k = 0; k < n; ++k) {
    double complex a = tcStripComplex(x[0], k), b = tcStripComplex(x[1], k);
    double ea = tcStripError(x[0], k), eb = tcStripError(x[1], k);
    double complex v = r->row->c(a, b, 0);
    if (r->kind == TC_PRIM_ISFINITE) {
      y->i[k] = creal(v) != 0;
      y->e[k] = isinf(ea);
    } else if (tcIsComparisonKind(r->kind)) {
      y->i[k] = creal(v) != 0;
      y->e[k] = ea + eb > 0 && cabs(a - b) <= ea + eb;
    } else {
      storeComplex(r, y, k, v, complexError(r, a, b, v, ea, eb));
    }
  }
}

void tcRuleMakeComplex(int n, const TcStrip *const *x, TcStrip *y) {
  y->exact = x[0]->exact && x[1]->exact;
  for (int k = 0; k < n; ++k) {
    y->v[k] = x[0]->v[k];
    y->w[k] = x[1]->v[k];
    y->e[k] = hypot(tcStripError(x[0], k), tcStripError(x[1], k));
  }
}
