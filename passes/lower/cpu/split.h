// Reductions and sorts in parts: where few results are reduced over much, tasks
// reduce parts of it, and a phase that is added reduces the parts. Which parts
// there are does not depend on the number of threads, so results do not either.
#ifndef TC_PASSES_LOWER_CPU_SPLIT_H
#define TC_PASSES_LOWER_CPU_SPLIT_H

#include "passes/schedule/cpu.h"

/// Makes two phases of each that says `split`; of a sort one that sorts the
/// parts, one for each doubling of the runs, in which each task merges its
/// share of the results, and one that stores.
void tcCpuSplitPhases(TcCpuKernel *kernel, TcCpuPhases *phases);

#endif // TC_PASSES_LOWER_CPU_SPLIT_H
