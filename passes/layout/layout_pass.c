// What loop-layout has chosen so far. See loop-layout.h.
#include "passes/layout/loop-layout.h"

#include "ir/kernel_read.h"
#include "ir/sizes.h"
#include "ir/types.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

MlirOperation tcLayoutKernel(const TcLayoutPass *p, MlirOperation launch) {
  if (tcLoopOpKind(launch) != TC_LOOP_LAUNCH)
    return (MlirOperation){NULL};
  MlirStringRef name =
      mlirFlatSymbolRefAttrGetValue(tcAttrOf(launch, "kernel"));
  return (MlirOperation){tcMapGetTextN(&p->kernels, name.data, name.length)};
}

// The order that this pass has chosen, or an existing one.
MlirAttribute tcLayoutOrderOf(const TcLayoutPass *p, MlirValue v) {
  MlirAttribute order = {tcMapGet(&p->orders, v.ptr)};
  return order.ptr ? order : tcLayoutOf(&p->layouts, p->func, v);
}

int64_t tcLayoutElements(MlirValue v) {
  int64_t n;
  MlirAttribute size = tcTypeGetNumElements(mlirValueGetType(v));
  return tcSizeAttrIsConstant(size, &n) ? n : INT64_MAX;
}
