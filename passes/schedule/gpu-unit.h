// What the files that choose tilings on matrix units share.
#ifndef TC_PASSES_SCHEDULE_GPU_UNIT_H
#define TC_PASSES_SCHEDULE_GPU_UNIT_H

#include "passes/lower/gpu/unit.h"

//===- gpu-unit-parts.c ---------------------------------------------------===//

/// The longest reduced iterator that can be cut into parts, or -1.
int tcGpuUnitSplitIter(TcCpuKernel *kernel, const TcGpuProduct *product);
/// Whether it can be cut into so many.
bool tcGpuUnitIsPart(const TcCpuKernel *kernel, const TcGpuUnitProduct *product,
                     int iter, int64_t parts);

#endif // TC_PASSES_SCHEDULE_GPU_UNIT_H
