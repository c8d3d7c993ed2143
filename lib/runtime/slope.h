// Slopes of functions along a line, by finite differences, with a bound of how
// far they may be from the derivative (docs/numerics.md, "Gradients").
#ifndef TC_RUNTIME_SLOPE_H
#define TC_RUNTIME_SLOPE_H

#include "tc/status.h"

/// The function's value at a distance from where it is looked at.
typedef TcStatus TcLineFunction(void *self, double distance, double *value);

/// Eight standard deviations of the error with which the function is evaluated
/// in a type of that unit roundoff, at unit distances that move what goes in by
/// about its own size.
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
