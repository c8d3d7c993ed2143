// Matrices that launches read as columns, beside other values whose memory is
// contiguous along these. See loop-layout.h.
#include "passes/layout/loop-layout.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_build.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "passes/layout/data_products.h"

#include "mlir-c/BuiltinAttributes.h"

// Whether the position moves by one with the iterator.
static bool stepsWith(MlirAttribute position, MlirAttribute iter) {
  MlirStringRef name = mlirStringAttrGetValue(iter);
  return tcSizeAttrUses(position, name) &&
         !tcSizeAttrUses(tcSizeAttrSub(position, tcIterExpr(iter)), name);
}

// The iterator along which the memory of the stage's input is contiguous; null
// if none is.
static MlirAttribute contiguousIter(const TcLayoutPass *p, MlirOperation launch,
                                    MlirOperation stage, intptr_t i) {
  MlirAttribute lists[] = {tcAttrOf(stage, "iters"), tcAttrOf(stage, "over")};
  MlirAttribute map = tcInputMap(stage, i);
  intptr_t rank = tcDimsAttrGetNumDims(map), last = rank - 1;
  MlirAttribute order = tcLayoutOrderOf(
      p, mlirOperationGetOperand(launch, tcLayoutOperandOf(stage, i)));
  if (rank && !mlirAttributeIsNull(order)) {
    if (tcLayoutAttrIsStrided(order))
      return mlirAttributeGetNull();
    last = (intptr_t)tcLayoutAttrGetOrder(order, rank - 1);
  }
  for (int l = 0; rank && l < 2; ++l)
    for (intptr_t k = 0; !mlirAttributeIsNull(lists[l]) &&
                         k < mlirArrayAttrGetNumElements(lists[l]);
         ++k) {
      MlirAttribute iter = mlirArrayAttrGetElement(lists[l], k);
      if (stepsWith(tcDimsAttrGetDim(map, last), iter))
        return iter;
    }
  return mlirAttributeGetNull();
}

// How a stage reads a matrix beside other values of as many elements: 1 along
// its columns where it reads these along memory, -1 along its rows, 0 either
// way.
static int readAlong(const TcLayoutPass *p, MlirOperation launch,
                     MlirOperation stage, intptr_t input) {
  MlirAttribute map = tcInputMap(stage, input);
  int64_t size = tcLayoutElements(tcInput(stage, input));
  int found = 0;
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
    MlirValue other = tcInput(stage, i);
    if (mlirValueEqual(other, tcInput(stage, input)) ||
        tcLayoutOperandOf(stage, i) < 0 || tcLayoutElements(other) != size)
      continue;
    MlirAttribute iter = contiguousIter(p, launch, stage, i);
    if (mlirAttributeIsNull(iter))
      return -1;
    bool columns = stepsWith(tcDimsAttrGetDim(map, 0), iter);
    bool rows = stepsWith(tcDimsAttrGetDim(map, 1), iter);
    if (rows || (columns && found < 0))
      return -1;
    found = columns ? 1 : found;
  }
  return found;
}

// Whether launches that are no products read the matrix along its columns, some
// at least, and none along its rows.
bool tcLayoutIsReadAsColumns(const TcLayoutPass *p, MlirValue v) {
  bool any = false;
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation launch = mlirOpOperandGetOwner(use);
    MlirOperation kernel = tcLayoutKernel(p, launch);
    MlirOperation stage = mlirOperationIsNull(kernel) ? (MlirOperation){NULL}
                                                      : tcFirstStage(kernel);
    if (mlirOperationIsNull(stage) || tcIsA(stage, "loop.contract"))
      return false;
    for (; !mlirOperationIsNull(stage); stage = tcNextStage(stage))
      for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
        intptr_t operand = tcLayoutOperandOf(stage, i);
        if (operand < 0 ||
            !mlirValueEqual(mlirOperationGetOperand(launch, operand), v))
          continue;
        int along = readAlong(p, launch, stage, i);
        if (along < 0)
          return false;
        any |= along > 0;
      }
  }
  return any;
}
