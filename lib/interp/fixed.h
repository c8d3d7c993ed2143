// Values that depend on constants and iotas alone, evaluated at compile time.
#ifndef TC_INTERP_FIXED_H
#define TC_INTERP_FIXED_H

#include "support/arena.h"

#include "mlir-c/IR.h"
#include "tc/runtime.h"

/// Whether the op's result depends on its operands alone: pure, without
/// regions, of known sizes, and no weight.
bool tcIsFixedOp(MlirOperation op);

/// Evaluates `v`, if it depends on constants and iotas alone through few ops.
/// The caller frees out->data; out->sizes has room for TC_MAX_RANK.
bool tcInterpretFixed(TcArena *arena, MlirValue v, TcTensor *out);

#endif // TC_INTERP_FIXED_H
