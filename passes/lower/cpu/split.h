// Splits reductions, scans, sorts and scatters into parts: for few results of
// long reductions, tasks reduce parts, and an added phase reduces the partial
// results. The parts do not depend on the number of threads, so results do not
// either.
#ifndef TC_PASSES_LOWER_CPU_SPLIT_H
#define TC_PASSES_LOWER_CPU_SPLIT_H

#include "passes/schedule/cpu.h"

/// Makes two phases of each phase with `split`; of a sort one that sorts the
/// parts, one for each doubling of the runs, in which each task merges its
/// share of the results, and one that stores; of a scatter one that lists
/// points by owners, and one that combines. Before a phase that has chunks of
/// what it scans along comes one that combines each chunk, and one that
/// combines those before each. Nests of what is added are plain, on a machine
/// with vectors of `width` f32.
void tcCpuSplitPhases(TcCpuKernel *kernel, int64_t width, TcCpuPhases *phases);

#endif // TC_PASSES_LOWER_CPU_SPLIT_H
