// Results of two functions against each other: two forms of one program. Both
// are run by the interpreter, in the program's own types; they may add in
// another order.
#include "driver/interpret.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef struct Difference {
  double error, norm; // squares
  bool exact;
} Difference;

static TcDType realOf(TcDType dtype) {
  if (dtype == TC_DTYPE_COMPLEX64)
    return TC_DTYPE_F32;
  return dtype == TC_DTYPE_COMPLEX128 ? TC_DTYPE_F64 : dtype;
}

// Relative error that sums of some thousand elements in another order explain.
static double boundOf(TcDType dtype) {
  switch (realOf(dtype)) {
  case TC_DTYPE_F64:
    return 0x1p-46;
  case TC_DTYPE_F32:
    return 0x1p-19;
  case TC_DTYPE_F16:
    return 0x1p-9;
  case TC_DTYPE_BF16:
    return 0x1p-6;
  default:
    return 0;
  }
}

static int64_t numReals(const TcTensor *t) {
  int64_t n = tcTensorElementCount(t);
  return realOf((TcDType)t->dtype) == t->dtype ? n : 2 * n;
}

static double real(const TcTensor *t, int64_t i) {
  TcDType dtype = realOf((TcDType)t->dtype);
  return tcElementConvert(dtype, TC_DTYPE_F64, tcElementLoad(dtype, t->data, i))
      .f;
}

// Infinities and NaN are the same or not; they have no difference.
static Difference compare(const TcTensor *a, const TcTensor *b) {
  Difference d = {.exact = true};
  for (int64_t i = 0, n = numReals(a); i < n; ++i) {
    double x = real(a, i), y = real(b, i);
    bool same = x == y || (isnan(x) && isnan(y));
    d.exact &= same;
    if (!same)
      d.error += isfinite(x) && isfinite(y) ? (x - y) * (x - y) : INFINITY;
    if (isfinite(y))
      d.norm += y * y;
  }
  return d;
}

static bool sameShape(const TcTensor *a, const TcTensor *b) {
  return a->dtype == b->dtype && a->rank == b->rank &&
         !memcmp(a->sizes, b->sizes, a->rank * sizeof *a->sizes);
}

TcStatus tcCheckSame(const TcTensor *a, const TcTensor *b, TcStrBuf *line) {
  if (!sameShape(a, b))
    return tcStatusMake(TC_ERROR_FUNCTIONS_DIFFER,
                        "the results have different shapes or dtypes");
  Difference d = compare(a, b);
  double bound = boundOf((TcDType)a->dtype);
  double relative = d.norm > 0 ? sqrt(d.error / d.norm) : sqrt(d.error);
  tcStrBufPrintf(line, d.exact ? "equal" : "difference %.2g (bound %.2g)",
                 relative, bound);
  if (d.exact || relative <= bound)
    return TC_OK;
  return tcStatusMake(TC_ERROR_FUNCTIONS_DIFFER, "the results differ: %s",
                      tcStrBufText(line));
}
