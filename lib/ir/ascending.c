// See ascending.h.
#include "ir/ascending.h"

#include "ir/attrs.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirStringRef nameOn(MlirOperation scatter) {
  return tcStr(tcLoopOpKind(scatter) == TC_LOOP_SCATTER ? "loop.ascending"
                                                        : "prim.ascending");
}

bool tcIsAscending(MlirOperation scatter) {
  return mlirOperationGetDiscardableAttributeByName(scatter, nameOn(scatter))
      .ptr;
}

void tcSetAscending(MlirOperation scatter) {
  mlirOperationSetDiscardableAttributeByName(
      scatter, nameOn(scatter),
      mlirUnitAttrGet(mlirOperationGetContext(scatter)));
}
