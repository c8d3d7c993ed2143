// Compares element by element: infinities, NaN, signs of zeros and integers
// exactly, floats within their bound; see compare.h.
#include "yardstick/compare.h"

#include "runtime/compare.h"

#include <string.h>

static TcAnswer compareFloat(const TcBounded *want, double got, int64_t k,
                             double e, double *part) {
  double v = want->v[k];
  if (e == 0 && v == 0 && got == 0 && want->signedZeros)
    return signbit(v) == signbit(got) ? TC_RIGHT : TC_WRONG;
  return tcCompareReal(v, e, got, part);
}

static TcAnswer compareComplex(const TcBounded *want, const TcBounded *got,
                               int64_t k, double e, double *part) {
  double a = want->v[k], b = want->w[k], c = got->v[k], d = got->w[k];
  if (isfinite(e) && isfinite(a) && isfinite(b))
    return tcCompareReal(0, e, hypot(a - c, b - d), part);
  TcAnswer re = tcCompareReal(a, e, c, part), im = tcCompareReal(b, e, d, part);
  return re == TC_RIGHT ? im : re;
}

static TcAnswer compareExact(const TcBounded *want, const TcBounded *got,
                             int64_t k, double e) {
  if (e == 0)
    return want->i[k] == got->i[k] ? TC_RIGHT : TC_WRONG;
  if (!isfinite(e) || tcClassOf(want->dtype) == TC_CLASS_BOOL)
    return TC_UNDECIDED;
  return fabs((double)want->i[k] - (double)got->i[k]) <= e ? TC_RIGHT
                                                           : TC_WRONG;
}

static double realOf(const TcBounded *x, int64_t k) {
  return x->v ? x->v[k] : (double)x->i[k];
}

static void note(TcVerdict *v, TcAnswer answer, const TcBounded *want,
                 const TcBounded *got, int64_t k, double part) {
  ++v->elements;
  v->undecided += answer == TC_UNDECIDED;
  if (answer == TC_RIGHT && part > v->worst)
    v->worst = part;
  if (answer != TC_WRONG || v->wrong++)
    return;
  v->index = k;
  v->got = realOf(got, k);
  v->want = realOf(want, k);
  v->bound = want->e ? want->e[k] : 0;
}

bool tcYardCompare(const TcBounded *want, const TcBounded *got, TcVerdict *v) {
  if (want->dtype != got->dtype || want->rank != got->rank ||
      (want->rank &&
       memcmp(want->sizes, got->sizes, want->rank * sizeof *want->sizes)))
    return false;
  for (int64_t k = 0; k < want->count; ++k) {
    double e = want->e ? want->e[k] : 0, part = 0;
    TcAnswer answer;
    if (want->i)
      answer = compareExact(want, got, k, e);
    else if (want->w)
      answer = compareComplex(want, got, k, e, &part);
    else
      answer = compareFloat(want, got->v[k], k, e, &part);
    note(v, answer, want, got, k, part);
  }
  return true;
}
