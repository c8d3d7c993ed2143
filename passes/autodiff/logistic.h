// Logistic functions.
#ifndef TC_PASSES_AUTODIFF_LOGISTIC_H
#define TC_PASSES_AUTODIFF_LOGISTIC_H

#include "lib/ir/shim.h"

/// A prim.div that computes y = 1 / (1 + exp -x), of real x, as
/// (negative ? e : 1) / (1 + e), e = exp(negative ? x : -x), negative = x < 0.
typedef struct TcLogistic {
  MlirValue x, negative, e;
} TcLogistic;

/// Fills in what the division is made of; false of others.
bool tcLogisticOf(MlirOperation div, TcLogistic *out);

#endif // TC_PASSES_AUTODIFF_LOGISTIC_H
