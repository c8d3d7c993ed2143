// Reads kernels for GPUs. See collapse.c.
#ifndef TC_PASSES_LOWER_GPU_COLLAPSE_H
#define TC_PASSES_LOWER_GPU_COLLAPSE_H

#include "passes/lower/cpu/kernel_struct.h"

/// tcCpuKernelRead, with iterators of symbolic extent collapsed.
MlirLogicalResult tcGpuKernelRead(TcArena *arena, MlirOperation op,
                                  TcCpuKernel *kernel);

#endif // TC_PASSES_LOWER_GPU_COLLAPSE_H
