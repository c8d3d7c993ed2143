// Sums of cotangents.
#ifndef TC_PASSES_AUTODIFF_SUMS_H
#define TC_PASSES_AUTODIFF_SUMS_H

#include "passes/decompose/build.h"

/// The sum of x over `dims`. Of a sum of f32 or f64 that would wait for another
/// one, factors that are one number for all elements that are added up are
/// taken out; that changes its rounding.
MlirValue tcSumOfCotangents(TcBuild *b, MlirValue x, TcDims dims);

#endif // TC_PASSES_AUTODIFF_SUMS_H
