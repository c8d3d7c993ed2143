// The dialects that tc's passes and tools know, by namespace.
#ifndef TC_SHIM_DIALECTTABLE_H
#define TC_SHIM_DIALECTTABLE_H

#include "mlir/IR/DialectRegistry.h"

namespace tc {

/// Inserts one dialect; false if no dialect has this namespace.
bool insertDialect(mlir::DialectRegistry &registry, llvm::StringRef ns);

/// tc, fx, prim and loop.
void insertOwnDialects(mlir::DialectRegistry &registry);

/// Those, and the upstream dialects that lowering goes through, with the
/// external models that upstream passes over them need.
void insertAllDialects(mlir::DialectRegistry &registry);

} // namespace tc

#endif // TC_SHIM_DIALECTTABLE_H
