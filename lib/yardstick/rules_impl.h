// Shared by the files of the rules: rules.c (floats, integers, truth values,
// and the dispatch), rules_complex.c, rules_convert.c. See rules.h.
#ifndef TC_YARDSTICK_RULES_IMPL_H
#define TC_YARDSTICK_RULES_IMPL_H

#include "yardstick/rules.h"

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

static inline bool tcIsCompare(TcPrimOpKind kind) {
  return kind == TC_PRIM_EQ || kind == TC_PRIM_NE || kind == TC_PRIM_LT ||
         kind == TC_PRIM_LE || kind == TC_PRIM_GT || kind == TC_PRIM_GE;
}

/// Complex operands; a complex number of two parts.
void tcRuleComplex(const TcRule *rule, int n, const TcStrip *const *x,
                   TcStrip *y);
void tcRuleMakeComplex(int n, const TcStrip *const *x, TcStrip *y);

#endif // TC_YARDSTICK_RULES_IMPL_H
