// Means and the squares of deviations from them, in kernels.
#ifndef TC_PASSES_LAYOUT_MOMENTS_H
#define TC_PASSES_LAYOUT_MOMENTS_H

#include "passes/fuse/kernel_edit.h"

/// A mean and the squares of deviations from it:
///
///   sum = reduce f    mean = sum / n    squares = reduce (f - mean)^2
///
/// of the same elements, down columns: what is read innermost in memory is not
/// what is summed.
typedef struct TcMoments {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation kernel;
  MlirOperation sum;     // reduce: f
  MlirOperation mean;    // map: sum / n
  MlirOperation squares; // reduce: (f - mean)^2
  intptr_t x, y;         // the input that f is, of `sum`, of `squares`
  intptr_t m;            // the input of `squares` that is the mean
  int64_t n;
} TcMoments;

/// Of what f may be, read as it is or widened.
typedef bool TcMomentsOf(MlirType element);

/// Reads the moments whose squares m->squares may be; false if they are none,
/// or of other types or fewer than `least` terms.
bool tcMomentsRead(TcMoments *m, TcMomentsOf *of, int64_t least);

MlirValue tcMomentsYielded(MlirOperation stage);
/// The number of the stage's input that a value of its body is; -1 of none.
intptr_t tcMomentsInputOf(MlirOperation stage, MlirValue v);
/// The dimension of f's tensor that is `inner` dimensions outside of the
/// innermost one in memory; -1 if its strides are given.
intptr_t tcMomentsDimAt(const TcMoments *m, intptr_t inner);

//===- moments_blocks.c ---------------------------------------------------===//

/// Computes both of blocks first; false, and nothing is changed, if there are
/// none.
bool tcMomentsBlock(TcMoments *m);

#endif // TC_PASSES_LAYOUT_MOMENTS_H
