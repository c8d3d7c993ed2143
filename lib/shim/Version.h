// What registration of our dialects needs of the version in bytecode.
#ifndef TC_SHIM_VERSION_H
#define TC_SHIM_VERSION_H

#include "mlir/IR/Dialect.h"

namespace tc {
/// Bytecode says, for this dialect, which version wrote it.
void addVersion(mlir::Dialect &dialect);
} // namespace tc

#endif // TC_SHIM_VERSION_H
