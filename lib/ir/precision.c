#include "ir/precision.h"

#include "ir/builder.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirStringRef nameOn(MlirOperation product) {
  bool isStage = tcLoopOpKind(product) == TC_LOOP_CONTRACT;
  return isStage ? tcStr("loop.tf32") : tcStr("prim.tf32");
}

bool tcAllowsTf32(MlirOperation product) {
  return mlirOperationGetDiscardableAttributeByName(product, nameOn(product))
      .ptr;
}

void tcAllowTf32(MlirOperation product) {
  MlirContext ctx = mlirOperationGetContext(product);
  mlirOperationSetDiscardableAttributeByName(product, nameOn(product),
                                             mlirUnitAttrGet(ctx));
}
