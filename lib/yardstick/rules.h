// How far each scalar op may be from its value in f64, given how far its
// operands may be: the bound algebra of docs/numerics.md, on strips of
// elements.
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

/// What several errors make together: their sum, or, where they are taken to
/// be independent, the root of the sum of their squares.
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

/// A float computed within `e`, after a rounding of `ulp` units of the last
/// place to the dtype: its error, and where it overflows its value.
void tcRuleRound(const TcRounding *rounding, double ulp, TcYardMode mode,
                 double *v, double *e);
/// What leaves a body in TC_YARD_NATIVE: an f16 or bf16 is rounded there if it
/// was not before.
void tcRuleLeave(TcDType dtype, int n, TcStrip *x);

#endif // TC_YARDSTICK_RULES_H
