// Results of two functions against each other: two forms of one program. Both
// are run by the interpreter, in the program's own types; they may add in
// another order.
#include "driver/interpret.h"

#include <math.h>
#include <string.h>

typedef struct Difference {
  double error, norm; // squares
  bool exact;
} Difference;

// Relative error that sums of some thousand elements in another order explain.
static double boundOf(TcDType dtype) { return 16 * tcResultUnit(dtype); }

// Infinities and NaN are the same or not; they have no difference.
static Difference compare(const TcTensor *a, const TcTensor *b) {
  Difference d = {.exact = true};
  for (int64_t i = 0, n = tcResultNumReals(a); i < n; ++i) {
    double x = tcResultReal(a, i), y = tcResultReal(b, i);
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
