// Dialect prim: registration.
#include "shim/Ext.h"
#include "shim/Shards.h"
#include "shim/Version.h"

#include "tc/shim/PrimDialect.cpp.inc"

#define TC_SHARD(DIALECT, LETTERS)                                             \
  void TC_REGISTER_SHARD(DIALECT, LETTERS)(mlir::Dialect &);
#include "tc/shim/PrimShards.inc"
#undef TC_SHARD

void tc::prim::PrimDialect::initialize() {
  addVersion(*this);
  addExtRegistry(*this);
#define TC_SHARD(DIALECT, LETTERS) TC_REGISTER_SHARD(DIALECT, LETTERS)(*this);
#include "tc/shim/PrimShards.inc"
#undef TC_SHARD
}
