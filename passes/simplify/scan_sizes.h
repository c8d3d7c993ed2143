// Sizes that have to be equal in the body of a scan are asserted before it: the
// loop becomes one kernel, which cannot refuse a call.
#ifndef TC_PASSES_SIMPLIFY_SCAN_SIZES_H
#define TC_PASSES_SIMPLIFY_SCAN_SIZES_H

#include "lib/support/arena.h"

#include "mlir-c/IR.h"

/// Where a prim.cast_sizes in a prim.scan of `block`, or of its regions, makes
/// two sizes of the values that the loop reads equal, and a symbol can be
/// solved for, these values are cast before the loop. Others stay.
/// Whether anything changed.
bool tcAssertSizesBeforeScans(MlirBlock block, TcArena *arena);

#endif // TC_PASSES_SIMPLIFY_SCAN_SIZES_H
