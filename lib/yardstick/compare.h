// Compares results of compiled code with bounded values, every element.
#ifndef TC_YARDSTICK_COMPARE_H
#define TC_YARDSTICK_COMPARE_H

#include "yardstick/value.h"

/// Of one or several tensors; all zero before the first.
typedef struct TcVerdict {
  int64_t elements, wrong, undecided;
  double worst; ///< greatest error as a part of its bound, up to 1
  // The first wrong element:
  int64_t index;
  double got, want, bound;
} TcVerdict;

/// Adds the elements of `got` (exact) to the verdict. False if it has another
/// shape or dtype.
bool tcYardCompare(const TcBounded *want, const TcBounded *got,
                   TcVerdict *verdict);

#endif // TC_YARDSTICK_COMPARE_H
