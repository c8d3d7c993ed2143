// Logistic functions.
#ifndef TC_PASSES_AUTODIFF_LOGISTIC_H
#define TC_PASSES_AUTODIFF_LOGISTIC_H

#include "lib/ir/shim.h"

/// The real x of a prim.div that computes 1 / (1 + exp -x) as
/// (x < 0 ? e : 1) / (1 + e), e = exp(x < 0 ? x : -x); null of others.
MlirValue tcLogisticOf(MlirOperation div);

#endif // TC_PASSES_AUTODIFF_LOGISTIC_H
