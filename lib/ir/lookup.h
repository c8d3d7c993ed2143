// Positions that a body takes from its inputs: elements of an array of
// integers, negative ones from the end, as PyTorch's indices are.
#ifndef TC_LIB_IR_LOOKUP_H
#define TC_LIB_IR_LOOKUP_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TcLookup {
  intptr_t input; ///< of the stage
  bool wraps;     ///< negative ones count from the end
} TcLookup;

/// Whether a value of a body is an input, or an i32 widened, or where(x < 0, x
/// + size, x) of one, as a position in a dimension of `size` elements; then
/// `lookup` says which.
bool tcIsLookup(MlirValue position, int64_t size, TcLookup *lookup);

/// Whether the body of a stage reads at positions that it computes.
bool tcBodyGathers(MlirOperation stage);

#ifdef __cplusplus
}
#endif

#endif // TC_LIB_IR_LOOKUP_H
