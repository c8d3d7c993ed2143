// Limits on a program's values: every size has a name, a machine's memory could
// hold the tensor, and constants are short.
#ifndef TC_LIB_IR_LIMITS_H
#define TC_LIB_IR_LIMITS_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a prim.constant may keep; a splat keeps one element.
enum { TC_MAX_CONSTANT_BYTES = 4096 };

/// The bytes of a tensor type as a #tc.size; null if that is no number of 64
/// bits, or a size has no name.
MlirAttribute tcTypeGetBytes(MlirType type);

/// Whether a tensor with named sizes has fewer than 2^45 bytes, as far as its
/// sizes are constants. True of other types.
bool tcTypeFits(MlirType type);

/// Fails, and says why at `op`, if one of its operands, results or entry
/// block's arguments is a tensor with a size without a name, or does not fit.
MlirLogicalResult tcCheckValues(MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif // TC_LIB_IR_LIMITS_H
