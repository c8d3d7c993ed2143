// The comparisons among prims.
#ifndef TC_LIB_IR_COMPARE_H
#define TC_LIB_IR_COMPARE_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/// Whether the op is prim.eq, ne, lt, le, gt or ge; the same of a kind,
/// TcPrimOpKind.
bool tcIsComparison(MlirOperation op);
bool tcIsComparisonKind(int kind);

/// x < y, if it is strict, or x <= y.
typedef struct TcLess {
  MlirValue x, y;
  bool strict;
} TcLess;

/// prim.lt, le, gt or ge as one of these; false for any other op.
bool tcAsLess(MlirOperation op, TcLess *less);

#endif // TC_LIB_IR_COMPARE_H
