// The error bound of each scalar op, given the bounds of its operands: the
// rules of docs/numerics.md, on strips of elements.
#ifndef TC_YARDSTICK_RULES_H
#define TC_YARDSTICK_RULES_H

#include "tc/gen/PrimOps.h"
#include "yardstick/value.h"

enum { TC_STRIP = 128 };

/// Up to TC_STRIP elements of one value in a body.
typedef struct TcStrip {
  bool exact; ///< all errors are 0; `e` says nothing
  bool signedZeros;
  int grid;
  double v[TC_STRIP], w[TC_STRIP], e[TC_STRIP];
  int64_t i[TC_STRIP];
} TcStrip;

static inline double tcStripError(const TcStrip *x, int k) {
  return x->exact ? 0 : x->e[k];
}

/// The total of several errors: their sum, or, in the mode that takes them as
/// independent, the root of the sum of their squares.
static inline double tcJoinErrors(TcYardMode mode, double a, double b) {
  if (a == 0 || b == 0 || isinf(a) || isinf(b))
    return a + b;
  return mode == TC_YARD_LIKELY ? sqrt(a * a + b * b) : a + b;
}

/// y = op(x[0], x[1], x[2]) on n elements.
void tcRuleApply(TcPrimOpKind kind, TcDType operand, TcDType result,
                 TcYardMode mode, int n, const TcStrip *const *x, TcStrip *y);
void tcRuleWhere(TcDType dtype, int n, const TcStrip *const *x, TcStrip *y);
void tcRuleConvert(TcDType from, TcDType to, TcYardMode mode, int n,
                   const TcStrip *x, TcStrip *y);
void tcRuleBitcast(TcDType from, TcDType to, int n, const TcStrip *x,
                   TcStrip *y);

/// Rounds a float that has the error `e` to the dtype, by `ulp` units of the
/// last place: updates its error, and its value where it overflows.
void tcRuleRound(const TcRounding *rounding, double ulp, TcYardMode mode,
                 double *v, double *e);
/// Applied to values that leave a body in TC_YARD_NATIVE: rounds an f16 or bf16
/// that has not been rounded yet.
void tcRuleLeave(TcDType dtype, int n, TcStrip *x);

#endif // TC_YARDSTICK_RULES_H
