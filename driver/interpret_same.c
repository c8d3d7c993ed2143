// Compares two forms of one program: in f64 their results differ only by the
// order of sums, within a part of the second form's bounds.
#include "driver/interpret.h"

#include "driver/whole.h"

#include <math.h>

// The allowed difference: a part of the bound for the program's own types, and
// a few roundings of f64.
static bool isSame(const TcBounded *a, const TcBounded *b, int64_t k,
                   double *worst) {
  double bound = b->e ? b->e[k] : 0;
  if (b->i)
    return a->i[k] == b->i[k] || bound != 0;
  double x = a->v[k], y = b->v[k];
  if (!isfinite(bound) || x == y || (isnan(x) && isnan(y)))
    return true;
  double off = fabs(x - y);
  if (b->w)
    off = hypot(off, a->w[k] - b->w[k]);
  *worst = fmax(*worst, off);
  return off <= bound * 0x1p-10 + fabs(y) * 0x1p-42;
}

TcStatus tcCheckSame(const TcBounded *a, const TcBounded *b, TcStrBuf *line) {
  double worst = 0;
  int64_t wrong = 0;
  bool same = a->dtype == b->dtype && a->rank == b->rank;
  for (unsigned d = 0; same && d < a->rank; ++d)
    same = a->sizes[d] == b->sizes[d];
  if (!same)
    return tcStatusMake(TC_ERROR_FUNCTIONS_DIFFER,
                        "the results have different shapes or dtypes");
  for (int64_t k = 0; k < a->count; ++k)
    wrong += !isSame(a, b, k, &worst);
  tcStrBufPrintf(line, worst > 0 ? "in f64, at most %.2g apart" : "equal",
                 worst);
  if (!wrong)
    return TC_OK;
  return tcStatusMake(TC_ERROR_FUNCTIONS_DIFFER,
                      "the results differ in %lld of %lld elements: %s",
                      (long long)wrong, (long long)a->count,
                      tcStrBufText(line));
}
