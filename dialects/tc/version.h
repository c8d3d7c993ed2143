// The attribute `tc.version`.
#ifndef TC_DIALECTS_TC_VERSION_H
#define TC_DIALECTS_TC_VERSION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Checks the value of `tc.version` on `op`: called for each op that has it.
MlirLogicalResult tcVersionVerify(MlirOperation op, MlirAttribute version);

#ifdef __cplusplus
}
#endif

#endif // TC_DIALECTS_TC_VERSION_H
