// The windows of a pool, and the gradient of a max pool.
#ifndef TC_PASSES_DECOMPOSE_POOL_H
#define TC_PASSES_DECOMPOSE_POOL_H

#include "passes/decompose/call.h"

/// Windows over the last size.size dimensions.
typedef struct TcPool {
  TcDims size, stride, padding, dilation;
  bool ceil; ///< The last window may end behind the padded input.
} TcPool;

/// The arguments of a pooling call over the last n dimensions of x; false
/// after an error.
bool tcPoolOf(TcFxCall *c, TcBuild *b, MlirValue x, intptr_t n, TcPool *pool);

/// The gradient of x, of shape `own`, given the cotangent dy of its pool and
/// the flat position that each window chose. `op` is in the module, whose
/// target decides how.
MlirValue tcMaxPoolGradient(TcBuild *b, MlirOperation op, MlirValue dy,
                            MlirValue index, TcShape own, const TcPool *pool);

/// Zeros of shape `own`, to which dy is added at the flat positions within the
/// last n dimensions that `index` has.
MlirValue tcAddAtPositions(TcBuild *b, MlirValue dy, MlirValue index,
                           TcShape own, intptr_t n);

#endif // TC_PASSES_DECOMPOSE_POOL_H
