// Tensor maps whose dimensions are the operand's own, for unit_tensor.c: see
// unit_dims.c.
#ifndef TC_PASSES_LOWER_GPU_UNIT_DIMS_H
#define TC_PASSES_LOWER_GPU_UNIT_DIMS_H

#include "passes/lower/gpu/unit_emit.h"

/// Whether the operand's tiles are boxes of two of its dimensions, or windows
/// of images that the copy engine can walk over; then its map.
bool tcGpuMatchDims(TcCpuKernel *k, const TcGpuProduct *p,
                    const TcGpuOperand *o, TcGpuTensorMap *m);

/// Has the copy engine copy 128 bytes of each row of the operand's tile to `to`
/// (i32), in shared memory: rows from number `row` of the steps, or points, on,
/// at number `inner` of the others. See tcGpuTensorCopy.
void tcGpuDimsCopy(TcGpuTile *t, int operand, MlirValue inner, MlirValue row,
                   MlirValue to, MlirValue full);

#endif // TC_PASSES_LOWER_GPU_UNIT_DIMS_H
