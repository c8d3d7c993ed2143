// Where a piece of a loop.join lies in its result.
#ifndef TC_IR_JOIN_H
#define TC_IR_JOIN_H

#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

/// The array of i64 that is the attribute `loop.steps`; null: all are 1.
static inline MlirAttribute tcLoopJoinGetSteps(MlirOperation op) {
  return mlirOperationGetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString("loop.steps"));
}

/// How far neighbours of a piece along dimension d lie apart.
static inline int64_t tcLoopJoinStep(MlirOperation op, intptr_t d) {
  MlirAttribute steps = tcLoopJoinGetSteps(op);
  return mlirAttributeIsNull(steps) ? 1 : mlirDenseI64ArrayGetElement(steps, d);
}

#endif // TC_IR_JOIN_H
