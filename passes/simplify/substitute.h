// Size symbols replaced by sizes, in an op and all that is in it.
#ifndef TC_PASSES_SIMPLIFY_SUBSTITUTE_H
#define TC_PASSES_SIMPLIFY_SUBSTITUTE_H

#include "lib/support/map.h"

#include "mlir-c/IR.h"

/// Replaces the symbols of `bindings` (lib/ir/sizes.h) in the types of `root`'s
/// results, of all values in its regions, and in the attributes of all ops.
void tcSubstituteSizes(MlirOperation root, const TcMap *bindings,
                       TcArena *arena);

/// Drops casts of sizes in `block`, and in the regions of its ops, that have
/// become identities.
void tcDropIdentityCasts(MlirBlock block);

#endif // TC_PASSES_SIMPLIFY_SUBSTITUTE_H
