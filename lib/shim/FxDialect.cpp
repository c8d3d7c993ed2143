// Dialect fx: registration.
#include "shim/FxOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "tc/shim/FxDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tc/shim/FxAttrs.cpp.inc"

void tc::fx::FxDialect::initialize() {
  registerFxDialectOperations(this);
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tc/shim/FxAttrs.cpp.inc"
      >();
}
