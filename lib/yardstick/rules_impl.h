// Shared by the files of the rules: rules.c (floats and the
// dispatch), rules_exact.c, rules_complex.c, rules_convert.c. See rules.h.
#ifndef TC_YARDSTICK_RULES_IMPL_H
#define TC_YARDSTICK_RULES_IMPL_H

#include "yardstick/rules.h"

#include "ir/compare.h"
#include "ir/scalar.h"
#include "tc/gen/PrimTable.h"

/// One op on operands and a result of these types.
typedef struct TcRule {
  TcPrimOpKind kind;
  TcDType operand, result;
  const TcScalarRow *row;
  const TcRounding *rounding; // of the result
  double ulp;
  TcYardMode mode;
} TcRule;

static inline double complex tcStripComplex(const TcStrip *x, int k) {
  return tcScalarComplex(x->v[k], x->w[k]);
}

/// Whether an infinity may be a finite number that was rounded to it.
static inline bool tcMayBeFinite(double v, double e) {
  return isinf(v) && e != 0;
}

/// Operands with errors that a result is sure of, or not: a comparison, an op
/// on truth values, on integers.
void tcRuleCompare(const TcRule *rule, int n, const TcStrip *const *x,
                   TcStrip *y);
void tcRuleTruths(const TcRule *rule, int n, const TcStrip *const *x,
                  TcStrip *y);
void tcRuleIntegers(const TcRule *rule, int n, const TcStrip *const *x,
                    TcStrip *y);
/// Complex operands; a complex number of two parts.
void tcRuleComplex(const TcRule *rule, int n, const TcStrip *const *x,
                   TcStrip *y);
void tcRuleMakeComplex(int n, const TcStrip *const *x, TcStrip *y);

#endif // TC_YARDSTICK_RULES_IMPL_H
