// The order of values inside of kernels.
#ifndef TC_PASSES_LAYOUT_INSIDE_H
#define TC_PASSES_LAYOUT_INSIDE_H

#include "support/arena.h"

#include "mlir-c/IR.h"

/// Lets what stages of the kernel pass on lie as the values around them: where
/// all arguments and results of the same sizes lie in one other order.
void tcLayoutInside(TcArena *arena, MlirOperation kernel);

#endif // TC_PASSES_LAYOUT_INSIDE_H
