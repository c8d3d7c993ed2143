// What is done to the recomputed ops of a backward function.
#ifndef TC_PASSES_AUTODIFF_LATE_H
#define TC_PASSES_AUTODIFF_LATE_H

#include "lib/support/arena.h"
#include "lib/support/vec.h"

#include "mlir-c/IR.h"

typedef TC_VEC(MlirOperation) TcLateOps;

/// Moves ops of a block, given in the order of the block, each to just before
/// the first op that reads a result of it. Ops that nobody reads stay.
void tcComputeLate(MlirBlock block, const TcLateOps *ops);

/// If the op, which nothing reads yet, divides by a broadcast of one number a
/// row: replaces it by the product with the reciprocal, which is returned; else
/// returns the op.
MlirOperation tcMultiplyByReciprocal(TcArena *arena, MlirOperation op);

#endif // TC_PASSES_AUTODIFF_LATE_H
