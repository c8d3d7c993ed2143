// The registry of prim.ext, as dialect prim and the registration use it.
#ifndef TC_SHIM_EXT_H
#define TC_SHIM_EXT_H

#include "mlir/IR/Dialect.h"

namespace tc {
/// Gives the dialect an empty registry.
void addExtRegistry(mlir::Dialect &prim);
/// Calls the loaded libraries for a context that has the dialect.
void fillExtRegistry(mlir::MLIRContext *context);
} // namespace tc

#endif // TC_SHIM_EXT_H
