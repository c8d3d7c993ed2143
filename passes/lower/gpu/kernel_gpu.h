// Kernels as GPU schedules and code generation see them: with what is known of
// sizes (kernel_gpu.c), iterators of a product split by the groups that one
// factor tells apart (lower/cpu/kernel_split.c), others collapsed (collapse.c).
#ifndef TC_PASSES_LOWER_GPU_KERNEL_GPU_H
#define TC_PASSES_LOWER_GPU_KERNEL_GPU_H

#include "passes/lower/cpu/kernel_access.h"

/// tcCpuKernelRead, for launches at whose sizes the conditions `when` of a
/// version hold (null: for all).
MlirLogicalResult tcGpuKernelRead(TcArena *arena, MlirOperation op,
                                  MlirAttribute when, TcCpuKernel *kernel);

/// A size over the symbols that a launch is given.
const TcSize *tcGpuGivenSize(const TcCpuKernel *kernel, const TcSize *size);

/// Collapses neighbouring iterators of symbolic extent over which all memory is
/// dense.
void tcGpuCollapse(TcCpuKernel *kernel);

#endif // TC_PASSES_LOWER_GPU_KERNEL_GPU_H
