// What upstream's reader of bytecode leaves unchecked in types.
#ifndef TC_LIB_IR_READ_TYPES_H
#define TC_LIB_IR_READ_TYPES_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fails, and says why, at the first op of `root`, itself included, that has a
/// type of a negative size ([TC-0116]), or whose #tc.dims does not fit it
/// ([TC-0102] to [TC-0104]). The parser of text checks both.
MlirLogicalResult tcCheckReadTypes(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif // TC_LIB_IR_READ_TYPES_H
