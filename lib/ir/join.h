// Where a piece of a loop.join lies in its result.
#ifndef TC_IR_JOIN_H
#define TC_IR_JOIN_H

#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

/// How far neighbours of a piece along dimension d lie apart.
static inline int64_t tcLoopJoinStep(MlirOperation op, intptr_t d) {
  MlirAttribute steps = tcLoopJoinGetStepsAttr(op);
  return mlirAttributeIsNull(steps) ? 1 : mlirDenseI64ArrayGetElement(steps, d);
}

#endif // TC_IR_JOIN_H
