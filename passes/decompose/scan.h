// prim.scan from a function that builds one iteration.
#ifndef TC_PASSES_DECOMPOSE_SCAN_H
#define TC_PASSES_DECOMPOSE_SCAN_H

#include "lib/ir/prim_build.h"

/// Builds an iteration: from the carried values and a slice of each of `xs` to
/// what is carried next, of the same types.
typedef void TcScanStepFn(TcBuild *b, const void *self,
                          const MlirValue *carried, const MlirValue *slices,
                          MlirValue *next);

/// A loop over the leading dimension of `xs`. The first `numStacks` of the
/// values carried out of each iteration are stacked.
typedef struct TcScan {
  TcScanStepFn *step;
  const void *self;
  intptr_t numInit, numXs, numStacks;
  const MlirValue *init, *xs;
  bool reverse; ///< From the last slice to the first.
  /// The step combines what is carried with the slices, in any grouping, and
  /// `init` is the identity.
  bool associative;
} TcScan;

/// last[i] becomes carried value i after the last iteration, stacks[i] its
/// values after each; null after an error.
void tcScan(TcBuild *b, const TcScan *scan, MlirValue *last, MlirValue *stacks);

/// The position, along `dim`, of the last element so far that is the running
/// extreme `y` of `x`, or NaN.
MlirValue tcLastExtreme(TcBuild *b, MlirValue x, MlirValue y, intptr_t dim);

#endif // TC_PASSES_DECOMPOSE_SCAN_H
