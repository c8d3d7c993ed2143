// Polynomials with constant coefficients, for formulas of special functions.
#ifndef TC_PASSES_DECOMPOSE_POLYNOMIAL_H
#define TC_PASSES_DECOMPOSE_POLYNOMIAL_H

#include "lib/ir/prim_build.h"

/// c[0] x^(n - 1) + ... + c[n - 1], by Horner's scheme.
static inline MlirValue tcPolynomial(TcBuild *b, MlirValue x, const double *c,
                                     size_t n) {
  MlirValue y = tcNum(b, x, c[0]);
  for (size_t i = 1; i < n; ++i)
    y = tcAdd(b, tcMul(b, y, x), tcNum(b, x, c[i]));
  return y;
}
#define TC_POLYNOMIAL(B, X, C)                                                 \
  tcPolynomial((B), (X), (C), sizeof(C) / sizeof(double))

#endif // TC_PASSES_DECOMPOSE_POLYNOMIAL_H
