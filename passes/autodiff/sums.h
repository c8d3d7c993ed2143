// Sums of cotangents.
#ifndef TC_PASSES_AUTODIFF_SUMS_H
#define TC_PASSES_AUTODIFF_SUMS_H

#include "lib/ir/prim_build.h"

/// The sum of x over `dims`. Of f32 and f64, factors that are one number for
/// all elements that are added up are taken out of a term that is alone, and of
/// terms that would wait for another sum, which changes their rounding; sums of
/// deviations from their mean are 0.
MlirValue tcSumOfCotangents(TcBuild *b, MlirValue x, TcDims dims);

#endif // TC_PASSES_AUTODIFF_SUMS_H
