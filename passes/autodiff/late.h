// Recomputed ops of a backward function stand as late as they can.
#ifndef TC_PASSES_AUTODIFF_LATE_H
#define TC_PASSES_AUTODIFF_LATE_H

#include "lib/support/vec.h"

#include "mlir-c/IR.h"

typedef TC_VEC(MlirOperation) TcLateOps;

/// Moves ops of a block, given in the order of the block, each to just before
/// the first op that reads a result of it. Ops that nobody reads stay.
void tcComputeLate(MlirBlock block, const TcLateOps *ops);

#endif // TC_PASSES_AUTODIFF_LATE_H
