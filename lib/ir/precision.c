#include "ir/precision.h"

#include "ir/builder.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

static bool isStage(MlirOperation product) {
  return tcLoopOpKind(product) == TC_LOOP_CONTRACT;
}

static MlirStringRef nameOn(MlirOperation product) {
  return isStage(product) ? tcStr("loop.tf32") : tcStr("prim.tf32");
}

static MlirStringRef factorsOn(MlirOperation product) {
  return isStage(product) ? tcStr("loop.tf32_factors")
                          : tcStr("prim.tf32_factors");
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

bool tcFactorIsTf32(MlirOperation product, intptr_t factor) {
  MlirAttribute list =
      mlirOperationGetDiscardableAttributeByName(product, factorsOn(product));
  if (!list.ptr || !mlirAttributeIsADenseI64Array(list))
    return false;
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(list); ++i)
    if (mlirDenseI64ArrayGetElement(list, i) == factor)
      return true;
  return false;
}

void tcSetFactorsTf32(MlirOperation product, bool first, bool second) {
  MlirContext ctx = mlirOperationGetContext(product);
  int64_t list[2], n = 0;
  if (first)
    list[n++] = 0;
  if (second)
    list[n++] = 1;
  if (n)
    mlirOperationSetDiscardableAttributeByName(
        product, factorsOn(product), mlirDenseI64ArrayGet(ctx, n, list));
}

static const char permission[] = "loop.atomics";

bool tcAllowsAtomics(MlirOperation contract) {
  return mlirOperationGetDiscardableAttributeByName(contract, tcStr(permission))
      .ptr;
}

void tcAllowAtomics(MlirOperation contract) {
  mlirOperationSetDiscardableAttributeByName(
      contract, tcStr(permission),
      mlirUnitAttrGet(mlirOperationGetContext(contract)));
}

bool tcModuleAllowsAtomics(MlirOperation module) {
  return mlirOperationGetDiscardableAttributeByName(module, tcStr("tc.atomics"))
      .ptr;
}

bool tcIsFactorList(MlirAttribute list) {
  bool is = mlirAttributeIsADenseI64Array(list);
  for (intptr_t i = 0; is && i < mlirDenseArrayGetNumElements(list); ++i)
    is = (uint64_t)mlirDenseI64ArrayGetElement(list, i) < 2;
  return is;
}
