// Slopes of functions along a line, by finite differences, with a bound on
// their error (docs/numerics.md, "Gradients").
#ifndef TC_RUNTIME_SLOPE_H
#define TC_RUNTIME_SLOPE_H

#include "tc/status.h"

/// The function's value at a distance along the line.
typedef TcStatus TcLineFunction(void *self, double distance, double *value);

/// Eight standard deviations of the error with which the function is evaluated
/// in a type of that unit roundoff. A distance of 1 changes the inputs by about
/// their own size.
TcStatus tcSlopeNoise(TcLineFunction *f, void *self, double unit,
                      double *noise) TC_MUST_USE;

typedef struct TcSlope {
  double value; ///< by a central difference over half the step
  double bound; ///< of smooth functions: how far the derivative may be from it
  double bend;  ///< how far one-sided differences are apart
} TcSlope;

TcStatus tcSlopeFind(TcLineFunction *f, void *self, double unit, double step,
                     double noise, TcSlope *slope) TC_MUST_USE;

#endif // TC_RUNTIME_SLOPE_H
