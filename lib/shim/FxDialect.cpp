// Dialect fx: registration.
#include "mlir/IR/DialectImplementation.h"
#include "shim/Shards.h"
#include "shim/Version.h"
#include "llvm/ADT/TypeSwitch.h"

#include "tc/shim/FxDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tc/shim/FxAttrs.cpp.inc"

#define TC_SHARD(DIALECT, LETTERS)                                             \
  void TC_REGISTER_SHARD(DIALECT, LETTERS)(mlir::Dialect &);
#include "tc/shim/FxShards.inc"
#undef TC_SHARD

void tc::fx::FxDialect::initialize() {
  addVersion(*this);
#define TC_SHARD(DIALECT, LETTERS) TC_REGISTER_SHARD(DIALECT, LETTERS)(*this);
#include "tc/shim/FxShards.inc"
#undef TC_SHARD
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tc/shim/FxAttrs.cpp.inc"
      >();
}
