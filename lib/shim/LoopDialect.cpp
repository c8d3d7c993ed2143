// Dialect loop: registration.
#include "shim/Shards.h"

#include "tc/shim/LoopDialect.cpp.inc"

#define TC_SHARD(DIALECT, LETTERS)                                             \
  void TC_REGISTER_SHARD(DIALECT, LETTERS)(mlir::Dialect &);
#include "tc/shim/LoopShards.inc"
#undef TC_SHARD

void tc::loop::LoopDialect::initialize() {
#define TC_SHARD(DIALECT, LETTERS) TC_REGISTER_SHARD(DIALECT, LETTERS)(*this);
#include "tc/shim/LoopShards.inc"
#undef TC_SHARD
}
