// Scans whose iterations are elementwise. See scan_points.c.
#ifndef TC_PASSES_LOWER_SCAN_POINTS_H
#define TC_PASSES_LOWER_SCAN_POINTS_H

#include "passes/lower/lower.h"

/// Whether the op is a prim.scan of one input, along its rows, from a constant,
/// whose stacked results alone are read and whose body is few elementwise ops.
/// To be asked while what makes its operands is prims.
bool tcScanIsOfPoints(MlirOperation op);
/// Whether the op is a prim.scan that is associative, from constants, whose
/// stacked results alone are read and whose body is elementwise ops. To be
/// asked while what makes its operands is prims.
bool tcScanIsOfTerms(MlirOperation op);
/// Gives the stacked results of either the order of dimensions of what is
/// transposed to be scanned; transpositions back are gone. The op is to be
/// lowered then.
void tcScanOrderStacks(TcArena *arena, MlirOperation op);
/// Lowers either.
void tcLowerScanOfPoints(MlirOperation op, TcLowering *l);

#endif // TC_PASSES_LOWER_SCAN_POINTS_H
