// Registration of a dialect's ops that are compiled in several files: each file
// defines one function, which the dialect calls.
#ifndef TC_SHIM_SHARDS_H
#define TC_SHIM_SHARDS_H

#include "shim/Dialects.h"

namespace tc {
template <typename... Ops> void registerOps(mlir::Dialect &dialect) {
  (mlir::RegisteredOperationName::insert<Ops>(dialect), ...);
}
} // namespace tc

/// The function of the shard of mnemonics in the range LETTERS ("a_b").
#define TC_REGISTER_SHARD(DIALECT, LETTERS) tcRegister##DIALECT##_##LETTERS

#endif // TC_SHIM_SHARDS_H
