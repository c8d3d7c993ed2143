// Elementwise prims on tensors: the row's scalar function, element by element.
#include "interp/machine.h"

#include "tc/gen/PrimOps.h"
#include "tc/gen/PrimTable.h"

#include <string.h>

static TcStatus checkSameSizes(TcFrame *frame, MlirOperation op,
                               const TcArray *result) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!tcArraySameSizes(tcOperand(frame, op, i), result))
      return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                          "the sizes of operand %d differ from the result's",
                          (int)i);
  return TC_OK;
}

TcStatus tcInterpElementwise(TcFrame *frame, MlirOperation op) {
  const TcScalarRow *row = &tcPrimScalar[tcPrimOpKind(op)];
  intptr_t n = mlirOperationGetNumOperands(op);
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  TC_RETURN_IF_ERROR(checkSameSizes(frame, op, y));
  const TcArray *x[3] = {0};
  for (intptr_t k = 0; k < n && k < 3; ++k)
    x[k] = tcOperand(frame, op, k);
  if (n < 1 || n > 3 || !tcRowTakes(row, x[0]->dtype))
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET,
                        "the op has no meaning for this dtype");
  const char *data[3] = {NULL};
  for (intptr_t k = 0; k < n; ++k)
    data[k] = x[k]->data;
  tcElementsApply(row, x[0]->dtype, y->dtype, n, data, y->data, y->count);
  return TC_OK;
}

TcStatus tcInterpWhere(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  TC_RETURN_IF_ERROR(checkSameSizes(frame, op, y));
  const TcArray *which = tcOperand(frame, op, 0);
  const char *yes = tcOperand(frame, op, 1)->data;
  const char *no = tcOperand(frame, op, 2)->data;
  size_t size = tcDTypeSize(y->dtype);
  for (int64_t i = 0; i < y->count; ++i)
    memcpy(y->data + (size_t)i * size,
           (which->data[i] ? yes : no) + (size_t)i * size, size);
  return TC_OK;
}

TcStatus tcInterpConvert(TcFrame *frame, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  TcArray y;
  TC_RETURN_IF_ERROR(tcArrayConvert(
      tcOperand(frame, op, 0), tcTypeGetDType(tcTypeGetElement(type)), &y));
  return tcSetResult(frame, op, 0, y);
}

TcStatus tcInterpBitcast(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  const TcArray *x = tcOperand(frame, op, 0);
  if (x->count != y->count || tcArrayBytes(x) != tcArrayBytes(y))
    return tcStatusMake(TC_ERROR_SIZES_DIFFER, "the dtypes differ in width");
  memcpy(y->data, x->data, tcArrayBytes(y));
  return TC_OK;
}
