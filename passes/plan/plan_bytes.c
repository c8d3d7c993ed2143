// What a plan of memory is written in: places, bytes. See plan.h.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/runtime/abi.h"
#include "lib/target/target.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

MlirValue tcPlanRoot(MlirValue v) {
  MlirOperation def = tcDefiningOp(v);
  while (tcIsA(def, "prim.reshape") || tcIsA(def, "prim.cast_sizes")) {
    v = mlirOperationGetOperand(def, 0);
    def = tcDefiningOp(v);
  }
  return v;
}

MlirAttribute tcPlaceAttr(MlirContext ctx, const char *key,
                          MlirAttribute value) {
  MlirNamedAttribute entry =
      mlirNamedAttributeGet(mlirIdentifierGet(ctx, tcStr(key)), value);
  return mlirDictionaryAttrGet(ctx, 1, &entry);
}

MlirAttribute tcPlaceInt(MlirContext ctx, const char *key, int64_t value) {
  return tcPlaceAttr(ctx, key, tcAttrI64(ctx, value));
}

MlirAttribute tcPlanBytes(MlirType type) {
  enum { ALIGN = TC_BUFFER_ALIGNMENT };
  size_t element = tcDTypeSize(tcTypeGetDType(tcTypeGetElement(type)));
  MlirAttribute bytes =
      tcSizeAttrMulConst(tcTypeGetNumElements(type), (int64_t)element);
  return tcSizeAttrMulConst(
      tcSizeAttrFloorDivConst(tcSizeAttrAddConst(bytes, ALIGN - 1), ALIGN),
      ALIGN);
}

MlirAttribute tcPlanWhole(const TcPlan *p, MlirAttribute bytes) {
  MlirAttribute lines =
      tcSizeAttrFloorDivConst(tcSizeAttrAddConst(bytes, p->line - 1), p->line);
  return tcSizeAttrMulConst(lines, p->line);
}

int64_t tcPlanLine(MlirOperation func) {
  TcTarget target;
  MlirOperation module = mlirOperationGetParentOperation(func);
  TcStatus status = tcTargetOfModule(module, "x86-64", &target);
  int64_t line = status ? 0 : target.cacheLineBytes;
  tcStatusFree(status); // of a text that is no target other passes tell
  return line > TC_BUFFER_ALIGNMENT ? line : TC_BUFFER_ALIGNMENT;
}
