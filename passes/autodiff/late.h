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

/// Replaces quotients among the ops whose divisor is a broadcast of one number
/// a row by products with the reciprocals of these, in the list as well.
void tcMultiplyByReciprocals(TcArena *arena, TcLateOps *ops);

#endif // TC_PASSES_AUTODIFF_LATE_H
