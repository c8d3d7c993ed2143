// Our passes and named pipelines in MLIR's registry.
#ifndef TC_SHIM_REGISTRY_H
#define TC_SHIM_REGISTRY_H

namespace tc {
/// May be called again: later calls change nothing.
void registerPasses();
} // namespace tc

#endif // TC_SHIM_REGISTRY_H
