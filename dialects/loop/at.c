// loop.at: an element of a tensor, at a position that a body computes.
#include "lib/ir/hooks.h"
#include "lib/ir/types.h"

/// One element: the scalar type of the tensor's.
MlirLogicalResult tcLoopInferAt(const TcInferArgs *args, TcTypeSink *out);

MlirLogicalResult tcLoopInferAt(const TcInferArgs *args, TcTypeSink *out) {
  if (!args->numOperands)
    return mlirLogicalResultFailure();
  tcTypeSinkPush(out, tcTypeGetElement(mlirValueGetType(args->operands[0])));
  return mlirLogicalResultSuccess();
}
