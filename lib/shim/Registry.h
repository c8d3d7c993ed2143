// Our passes and named pipelines in MLIR's registry.
#ifndef TC_SHIM_REGISTRY_H
#define TC_SHIM_REGISTRY_H

#include "ir/pass.h"
#include "mlir/Support/TypeID.h"

namespace tc {
/// May be called again: later calls change nothing.
void registerPasses();

/// The descriptor of one of our passes; null for anybody else's.
const TcPassInfo *findPass(mlir::TypeID id);
} // namespace tc

#endif // TC_SHIM_REGISTRY_H
