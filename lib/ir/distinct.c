// See distinct.h.
#include "ir/distinct.h"

#include "ir/attrs.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirStringRef nameOn(MlirOperation scatter) {
  return tcStr(tcLoopOpKind(scatter) == TC_LOOP_SCATTER ? "loop.distinct"
                                                        : "prim.distinct");
}

bool tcIsDistinct(MlirOperation scatter) {
  return mlirOperationGetDiscardableAttributeByName(scatter, nameOn(scatter))
      .ptr;
}

void tcSetDistinct(MlirOperation scatter) {
  mlirOperationSetDiscardableAttributeByName(
      scatter, nameOn(scatter),
      mlirUnitAttrGet(mlirOperationGetContext(scatter)));
}
