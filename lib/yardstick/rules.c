// Error bounds of elementwise ops; see rules.h. Values are those of the op's
// row in double; only their errors are computed here.
#include "yardstick/rules_impl.h"

typedef struct Number {
  double v, e;
} Number;

//===- Rounding -----------------------------------------------------------===//

static bool isHalf(const TcRounding *r) { return r->unit > r->compute; }

static double roundingError(const TcRounding *r, double ulp, double most) {
  // Of f64, this evaluation rounds as well.
  double each = r->isWide ? 2 : 1;
  double narrow = isHalf(r) ? r->unit : 0;
  return (each * 2 * ulp * r->compute + narrow) * most + r->least;
}

// Rounds as code does: f16 and bf16 are computed in f32.
static double roundNative(const TcRounding *r, double v) {
  if (r->isWide)
    return v;
  v = (double)(float)v;
  return r->dtype == TC_DTYPE_F32
             ? v
             : tcElementRound(r->dtype, (TcScalar){.f = v}).f;
}

static void setEnds(const TcRounding *r, double lo, double hi, double *v,
                    double *e) {
  if (lo == hi && signbit(lo) == signbit(hi)) {
    *v = lo; // which may be infinite
    *e = 0;
  } else if (!isfinite(lo) || !isfinite(hi)) {
    *e = (double)INFINITY;
  } else {
    *v = lo + (hi - lo) / 2;
    *e = lo == hi ? r->least : (hi - lo) / 2; // zeros of both signs
  }
}

// The interval of code's possible values: rounding is monotone, so its ends are
// rounded. A value that overflows by rounding alone becomes an infinity with a
// finite error: certainly infinite once rounded, and at least the largest
// number before.
static void roundHalf(const TcRounding *r, double ulp, TcYardMode mode,
                      double *v, double *e) {
  TcScalar lo = {.f = (double)(float)*v}, hi = lo; // rounded correctly in f32
  if (*e != 0 || ulp > 0.5) {
    double off = *e + 2 * ulp * r->compute * (fabs(*v) + *e);
    off += ulp > 0 ? 0x1p-149 : 0;
    lo.f = *v - off;
    hi.f = *v + off;
  }
  double low = tcElementRound(r->dtype, lo).f;
  double high = tcElementRound(r->dtype, hi).f;
  bool kept = mode == TC_YARD_KEPT;
  if (kept && isinf(low) && low == high && lo.f != low) {
    *v = low;
    *e = r->least;
    return;
  }
  setEnds(r, kept && lo.f < low ? lo.f : low, kept && hi.f > high ? hi.f : high,
          v, e);
}

void tcRuleRound(const TcRounding *r, double ulp, TcYardMode mode, double *v,
                 double *e) {
  if (!isfinite(*v)) {
    *e = *e == 0 ? 0 : (double)INFINITY;
    return;
  }
  if (isHalf(r) && (mode == TC_YARD_NATIVE || mode == TC_YARD_KEPT)) {
    roundHalf(r, ulp, mode, v, e);
    return;
  }
  double most = fabs(*v) + *e;
  if (mode == TC_YARD_NATIVE && *e == 0 && ulp <= 0.5) {
    *v = roundNative(r, *v);
    return;
  }
  if (*e == 0 && ulp <= 0.5 &&
      (r->isWide ? mode != TC_YARD_FREE
                 : most < r->limit && tcIsRepresentable(r->dtype, *v)))
    return;
  *e = tcJoinErrors(mode, *e, roundingError(r, ulp, most));
  if (!(fabs(*v) + *e < r->limit)) {
    bool overflows = fabs(*v) - *e >= r->limit;
    *v = overflows ? copysign((double)INFINITY, *v) : *v;
    *e = overflows ? 0 : (double)INFINITY;
  }
}

static Number rounded(const TcRule *r, double v, double e) {
  tcRuleRound(r->rounding, r->ulp, r->mode, &v, &e);
  return (Number){v, isnan(e) ? (double)INFINITY : e};
}

//===- Floats -------------------------------------------------------------===//

static double valueOf(const TcRule *r, double x, double y, double z) {
  return r->row->f(x, y, z);
}

// A sum with an operand that is certainly not finite is exact.
static Number sum(const TcRule *r, double v, Number a, Number b) {
  bool known = (!isfinite(a.v) && a.e == 0) || (!isfinite(b.v) && b.e == 0);
  return rounded(r, v, known ? 0 : tcJoinErrors(r->mode, a.e, b.e));
}

static double productError(const TcRule *r, Number a, Number b) {
  double ab = a.e ? fabs(b.v) * a.e : 0, ba = b.e ? fabs(a.v) * b.e : 0;
  return tcJoinErrors(r->mode, ab, ba) + a.e * b.e;
}

static bool mayBeZero(Number x) { return fabs(x.v) <= x.e; }

static Number product(const TcRule *r, Number a, Number b) {
  double v = valueOf(r, a.v, b.v, 0);
  if (!isfinite(a.v) || !isfinite(b.v)) {
    bool open = (a.e && mayBeZero(a)) || (b.e && mayBeZero(b));
    return (Number){v, open ? (double)INFINITY : 0};
  }
  return rounded(r, v, productError(r, a, b));
}

static Number quotient(const TcRule *r, Number a, Number b) {
  double v = valueOf(r, a.v, b.v, 0);
  if (b.e && mayBeZero(b))
    return (Number){v, INFINITY};
  if (!isfinite(v) || !isfinite(b.v))
    return (Number){v, a.e && mayBeZero(a) ? (double)INFINITY : 0};
  double e = 0;
  if (a.e || b.e)
    e = tcJoinErrors(r->mode, a.e, fabs(v) * b.e) / (fabs(b.v) - b.e);
  return rounded(r, v, e);
}

// The greatest |f(x + d) - f(x)|, |d| <= e, of a monotone function.
static double monotone(const TcRule *r, Number x, double v) {
  if (x.e == 0)
    return 0;
  double up = fabs(valueOf(r, x.v + x.e, 0, 0) - v);
  double down = fabs(valueOf(r, x.v - x.e, 0, 0) - v);
  double e = fmax(up, down);
  return isnan(up) || isnan(down) ? (double)INFINITY : e;
}

// Limits and f(0), f(1) that are whole numbers are exact in every function.
static bool isSpecial(Number x, double v) {
  bool whole = v == 0 || v == 1;
  return x.e == 0 && (!isfinite(x.v) || ((x.v == 0 || x.v == 1) && whole));
}

static Number smooth(const TcRule *r, Number x) {
  double v = valueOf(r, x.v, 0, 0);
  if (isSpecial(x, v))
    return (Number){v, 0};
  return rounded(r, v, monotone(r, x, v));
}

static Number withPole(const TcRule *r, Number x) {
  double v = valueOf(r, x.v, 0, 0);
  if (x.e && mayBeZero(x))
    return (Number){v, INFINITY};
  if (isSpecial(x, v))
    return (Number){v, 0};
  return rounded(r, v, monotone(r, x, v));
}

static Number periodic(const TcRule *r, Number x) {
  double v = valueOf(r, x.v, 0, 0);
  return isSpecial(x, v) ? (Number){v, 0} : rounded(r, v, fmin(x.e, 2));
}

// An integer result; f16 and bf16 may have to round a large one.
static Number stepwise(const TcRule *r, Number x) {
  double v = valueOf(r, x.v, 0, 0), e = monotone(r, x, v);
  if (e == 0 || !isHalf(r->rounding))
    return (Number){v, e};
  return rounded(r, v, e);
}

static Number modulo(const TcRule *r, Number a, Number b) {
  double v = valueOf(r, a.v, b.v, 0);
  if (a.e == 0 && b.e == 0)
    return rounded(r, v, 0);
  double q = a.v / b.v;
  double spread = fabs(a.e / b.v) + fabs(q / b.v) * b.e + 1e-15 * fabs(q);
  bool same = floor(q - spread) == floor(q + spread);
  double e = same ? a.e + (fabs(q) + 1) * b.e : fabs(b.v) + b.e + a.e;
  return rounded(r, v, mayBeZero(b) ? (double)INFINITY : e);
}

// Monotone in either operand where the base keeps its sign.
static Number power(const TcRule *r, Number a, Number b) {
  double v = valueOf(r, a.v, b.v, 0), e = 0;
  if (a.e && mayBeZero(a) && (b.v - b.e <= 0 || b.e))
    return (Number){v, INFINITY};
  for (int k = 0; k < 4 && (a.e || b.e); ++k) {
    double x = a.v + (k & 1 ? a.e : -a.e), y = b.v + (k & 2 ? b.e : -b.e);
    double off = fabs(valueOf(r, x, y, 0) - v);
    e = isnan(off) ? (double)INFINITY : fmax(e, off);
  }
  return rounded(r, v, e);
}

static Number angle(const TcRule *r, Number a, Number b) {
  double v = valueOf(r, a.v, b.v, 0), e = a.e + b.e;
  double radius = hypot(a.v, b.v) - e;
  if (e != 0 && (radius <= 0 || (b.v - b.e < 0 && mayBeZero(a))))
    return (Number){v, INFINITY};
  return rounded(r, v, e == 0 ? 0 : e / radius);
}

static Number fused(const TcRule *r, Number a, Number b, Number c) {
  double v = valueOf(r, a.v, b.v, c.v);
  double e = tcJoinErrors(r->mode, productError(r, a, b), c.e);
  return rounded(r, v, !isfinite(v) && e == 0 ? 0 : e);
}

static Number extreme(const TcRule *r, Number a, Number b) {
  double v = valueOf(r, a.v, b.v, 0);
  return (Number){
      v, isnan(v) && (isnan(a.v) ? a.e : b.e) == 0 ? 0 : fmax(a.e, b.e)};
}

static Number applyFloat(const TcRule *r, const Number *x) {
  switch (r->kind) {
  case TC_PRIM_ABS:
  case TC_PRIM_NEG:
    return (Number){valueOf(r, x->v, 0, 0), x->e};
  case TC_PRIM_ADD:
  case TC_PRIM_SUB:
    return sum(r, valueOf(r, x[0].v, x[1].v, 0), x[0], x[1]);
  case TC_PRIM_MUL:
    return product(r, x[0], x[1]);
  case TC_PRIM_DIV:
    return quotient(r, x[0], x[1]);
  case TC_PRIM_RSQRT:
  case TC_PRIM_RECIPROCAL:
    return withPole(r, *x);
  case TC_PRIM_SIN:
  case TC_PRIM_COS:
    return periodic(r, *x);
  case TC_PRIM_FLOOR:
  case TC_PRIM_CEIL:
  case TC_PRIM_TRUNC:
  case TC_PRIM_ROUND:
  case TC_PRIM_ROUND_TF32:
  case TC_PRIM_SIGN:
    return stepwise(r, *x);
  case TC_PRIM_REMAINDER:
  case TC_PRIM_FMOD:
    return modulo(r, x[0], x[1]);
  case TC_PRIM_POW:
    return power(r, x[0], x[1]);
  case TC_PRIM_ATAN2:
    return angle(r, x[0], x[1]);
  case TC_PRIM_MAXIMUM:
  case TC_PRIM_MINIMUM:
    return extreme(r, x[0], x[1]);
  case TC_PRIM_FMA:
    return fused(r, x[0], x[1], x[2]);
  default: // exp, log, sqrt, tanh, erf and their kind
    return smooth(r, *x);
  }
}

// Whether the op passes on an infinity that may also be a finite number, with
// its error.
static bool keepsInfinity(TcPrimOpKind kind) {
  return kind == TC_PRIM_ABS || kind == TC_PRIM_NEG ||
         kind == TC_PRIM_MAXIMUM || kind == TC_PRIM_MINIMUM;
}

static void floats(const TcRule *r, int n, const TcStrip *const *x,
                   TcStrip *y) {
  bool exact = true;
  for (int k = 0; k < n; ++k) {
    Number in[3];
    for (int j = 0; j < 3; ++j) {
      in[j] = (Number){x[j]->v[k], tcStripError(x[j], k)};
      if (tcMayBeFinite(in[j].v, in[j].e) && !keepsInfinity(r->kind))
        in[j].e = (double)INFINITY;
    }
    Number out = applyFloat(r, in);
    y->v[k] = out.v;
    y->e[k] = out.e;
    exact &= out.e == 0;
  }
  y->exact = exact;
}

// Whether all are numbers of the dtype, so that they are not rounded.
static bool allRepresentable(const TcRounding *r, int n, const double *v) {
  if (r->isWide)
    return true;
  bool all = true;
  if (r->dtype == TC_DTYPE_F32)
    for (int k = 0; k < n; ++k)
      all &= (double)(float)v[k] == v[k];
  else
    for (int k = 0; k < n && all; ++k)
      all = tcIsRepresentable(r->dtype, v[k]);
  return all;
}

// The common ops on finite elements, in loops that vectorise; false if an
// element is not finite.
static bool quickly(const TcRule *r, int n, const TcStrip *const *x,
                    TcStrip *y) {
  const TcStrip *a = x[0], *b = x[1];
  const double *restrict av = a->v, *restrict bv = b->v;
  double *restrict v = y->v, *restrict e = y->e;
  if (!a->exact || !b->exact || r->mode == TC_YARD_LIKELY ||
      r->mode == TC_YARD_KEPT ||
      (r->mode == TC_YARD_FREE && r->rounding->isWide))
    return false;
  if (r->kind == TC_PRIM_ADD)
    for (int k = 0; k < n; ++k)
      v[k] = av[k] + bv[k];
  else if (r->kind == TC_PRIM_SUB)
    for (int k = 0; k < n; ++k)
      v[k] = av[k] - bv[k];
  else if (r->kind == TC_PRIM_MUL)
    for (int k = 0; k < n; ++k)
      v[k] = av[k] * bv[k];
  else
    return false;
  double limit = fmin(r->rounding->limit, 0x1p1020), most = 0;
  for (int k = 0; k < n; ++k)
    most = fabs(v[k]) < limit ? most : 1;
  if (most > 0)
    return false;
  if (r->mode == TC_YARD_NATIVE)
    for (int k = 0; k < n; ++k)
      v[k] = roundNative(r->rounding, v[k]);
  y->exact = r->mode == TC_YARD_NATIVE || allRepresentable(r->rounding, n, v);
  for (int k = 0; k < n && !y->exact; ++k)
    e[k] = roundingError(r->rounding, r->ulp, fabs(v[k]));
  return true;
}

void tcRuleLeave(TcDType dtype, int n, TcStrip *x) {
  const TcRounding *r = tcRoundingOf(dtype);
  if (x->exact || !r || !isHalf(r))
    return;
  x->exact = true;
  for (int k = 0; k < n; ++k) {
    if (tcMayBeFinite(x->v[k], x->e[k]) && isfinite(x->e[k]))
      x->e[k] = 0;
    else if (x->e[k] != 0 && isfinite(x->e[k]))
      tcRuleRound(r, 0, TC_YARD_NATIVE, &x->v[k], &x->e[k]);
    x->exact &= x->e[k] == 0;
  }
}

//===- The ops ------------------------------------------------------------===//

static int least(int a, int b) { return a < b ? a : b; }

// The grid (exponent of the lowest bit) of an op's results, if its operands are
// exact.
static int gridOf(const TcRule *r, const TcStrip *const *x) {
  int a = x[0]->grid, b = x[1]->grid;
  switch (r->kind) {
  case TC_PRIM_ABS:
  case TC_PRIM_NEG:
  case TC_PRIM_CONJ:
  case TC_PRIM_REAL:
  case TC_PRIM_IMAG:
    return a;
  case TC_PRIM_ADD:
  case TC_PRIM_SUB:
  case TC_PRIM_MAXIMUM:
  case TC_PRIM_MINIMUM:
    return least(a, b);
  case TC_PRIM_MUL:
    if (a == TC_GRID_ANY || b == TC_GRID_ANY)
      return a == TC_GRID_NONE || b == TC_GRID_NONE ? TC_GRID_NONE
                                                    : TC_GRID_ANY;
    return a == TC_GRID_NONE || b == TC_GRID_NONE ? TC_GRID_NONE : a + b;
  case TC_PRIM_FLOOR:
  case TC_PRIM_CEIL:
  case TC_PRIM_TRUNC:
  case TC_PRIM_ROUND:
  case TC_PRIM_SIGN:
    return 0;
  default:
    return tcClassOf(r->result) == TC_CLASS_INT ? 0 : TC_GRID_NONE;
  }
}

static void applyFloats(const TcRule *r, int n, const TcStrip *const *x,
                        TcStrip *y) {
  if (r->kind == TC_PRIM_COMPLEX) {
    tcRuleMakeComplex(n, x, y);
  } else if (tcIsComparisonKind(r->kind)) {
    tcRuleCompare(r, n, x, y);
  } else if (r->kind == TC_PRIM_ISFINITE) {
    y->exact = x[0]->exact;
    for (int k = 0; k < n; ++k) {
      y->i[k] = isfinite(x[0]->v[k]);
      double e = tcStripError(x[0], k);
      y->e[k] = isinf(e) || tcMayBeFinite(x[0]->v[k], e);
    }
  } else if (!quickly(r, n, x, y)) {
    floats(r, n, x, y);
  }
}

void tcRuleApply(TcPrimOpKind kind, TcDType operand, TcDType result,
                 TcYardMode mode, int n, const TcStrip *const *x, TcStrip *y) {
  TcRule r = {.kind = kind,
              .operand = operand,
              .result = result,
              .row = &tcPrimScalar[kind],
              .rounding = tcRoundingOf(result),
              .ulp = tcPrimOpInfo[kind].maxUlp,
              .mode = mode};
  switch (tcClassOf(operand)) {
  case TC_CLASS_FLOAT:
    applyFloats(&r, n, x, y);
    break;
  case TC_CLASS_INT:
    if (tcIsComparisonKind(kind))
      tcRuleCompare(&r, n, x, y);
    else
      tcRuleIntegers(&r, n, x, y);
    break;
  case TC_CLASS_BOOL:
    tcRuleTruths(&r, n, x, y);
    break;
  case TC_CLASS_COMPLEX:
    tcRuleComplex(&r, n, x, y);
    break;
  }
  y->grid = y->exact ? gridOf(&r, x) : TC_GRID_NONE;
  y->signedZeros = x[0]->signedZeros && x[1]->signedZeros &&
                   kind != TC_PRIM_MAXIMUM && kind != TC_PRIM_MINIMUM;
}

static double hull(TcClass class, const TcStrip *a, const TcStrip *b, int k) {
  double both = fmax(tcStripError(a, k), tcStripError(b, k));
  double apart;
  if (class == TC_CLASS_INT || class == TC_CLASS_BOOL)
    apart = fabs((double)a->i[k] - (double)b->i[k]);
  else
    apart = fabs(a->v[k] - b->v[k]);
  if (class == TC_CLASS_COMPLEX)
    apart = hypot(apart, a->w[k] - b->w[k]);
  bool same = class == TC_CLASS_FLOAT && a->v[k] == b->v[k];
  return same ? both : isnan(apart) ? (double)INFINITY : apart + both;
}

void tcRuleWhere(TcDType dtype, int n, const TcStrip *const *x, TcStrip *y) {
  TcClass class = tcClassOf(dtype);
  bool isComplex = class == TC_CLASS_COMPLEX;
  bool isReal = class == TC_CLASS_FLOAT || isComplex;
  y->exact = x[0]->exact && x[1]->exact && x[2]->exact;
  for (int k = 0; k < n; ++k) {
    const TcStrip *from = x[0]->i[k] ? x[1] : x[2];
    if (isReal)
      y->v[k] = from->v[k];
    else
      y->i[k] = from->i[k];
    if (isComplex)
      y->w[k] = from->w[k];
    if (!y->exact)
      y->e[k] = tcStripError(x[0], k) != 0 ? hull(class, x[1], x[2], k)
                                           : tcStripError(from, k);
  }
  y->grid = y->exact ? least(x[1]->grid, x[2]->grid) : TC_GRID_NONE;
  y->signedZeros = x[1]->signedZeros && x[2]->signedZeros;
}
