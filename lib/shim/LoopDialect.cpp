// Dialect loop: registration.
#include "shim/Shards.h"
#include "shim/Version.h"

#include "mlir/Interfaces/FoldInterfaces.h"

#include "tc/shim/LoopDialect.cpp.inc"

#define TC_SHARD(DIALECT, LETTERS)                                             \
  void TC_REGISTER_SHARD(DIALECT, LETTERS)(mlir::Dialect &);
#include "tc/shim/LoopShards.inc"
#undef TC_SHARD

namespace {
// Constants of a body stay in it: a kernel holds stages alone.
struct KeepConstants : mlir::DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;
  bool shouldMaterializeInto(mlir::Region *region) const final {
    llvm::StringRef name = region->getParentOp()->getName().getStringRef();
    return name != "loop.kernel" && name != "loop.for";
  }
};
} // namespace

void tc::loop::LoopDialect::initialize() {
  addVersion(*this);
  addInterfaces<KeepConstants>();
#define TC_SHARD(DIALECT, LETTERS) TC_REGISTER_SHARD(DIALECT, LETTERS)(*this);
#include "tc/shim/LoopShards.inc"
#undef TC_SHARD
}
