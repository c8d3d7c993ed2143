// Combinations of reductions and scans: regions that take the values of two
// sides and yield one.
#ifndef TC_LIB_IR_COMBINATION_H
#define TC_LIB_IR_COMBINATION_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/// Whether a prim.scan is marked as one whose slices may be combined in any
/// grouping (`prim.associative`); and marks it.
bool tcScanIsAssociative(MlirOperation scan);
void tcScanSetAssociative(MlirOperation scan);

/// Whether it is a running product in any grouping: of one value, which is
/// carried on as its product with the slice.
bool tcScanMultiplies(MlirOperation scan);

/// Whether the block, of a combination's region, is seen to yield the same if
/// its two sides, the first half of its arguments and the second, change
/// places: by operands of commutative ops alone, which give the same bits.
bool tcCombinationCommutes(MlirBlock block);

#endif // TC_LIB_IR_COMBINATION_H
