// What a value of a program must be for a program to be planned: of a size that
// can be said and that a machine's memory could hold.
#ifndef TC_LIB_IR_LIMITS_H
#define TC_LIB_IR_LIMITS_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The bytes of a tensor type as a #tc.size; null if that is no number of 64
/// bits, or a size has no name.
MlirAttribute tcTypeGetBytes(MlirType type);

/// Whether a tensor of sizes with names has fewer than 2^45 bytes, as far as
/// its sizes are constants. Other types have.
bool tcTypeFits(MlirType type);

/// Fails, and says why at `op`, if one of its operands, results or entry
/// block's arguments is a tensor with a size without a name, or does not fit.
MlirLogicalResult tcCheckValues(MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif // TC_LIB_IR_LIMITS_H
