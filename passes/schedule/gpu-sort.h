// Sorts of long rows that several blocks share: a launch sorts chunks, launches
// behind it merge them (passes/lower/gpu/sort_parts.c).
#ifndef TC_PASSES_SCHEDULE_GPU_SORT_H
#define TC_PASSES_SCHEDULE_GPU_SORT_H

#include "passes/schedule/gpu.h"

/// Runs that a launch merges into one, at most; of all that are left more.
enum { TC_GPU_SORT_WAYS = 32 };
/// Points of a run that is merged further, at most.
#define TC_GPU_SORT_LONGEST ((int64_t)1 << 40)
/// How the run of a chunk, and of a merge, says what it is.
#define TC_GPU_COMBINE_LAUNCH "launch"
#define TC_GPU_COMBINE_MERGE "merge"

/// Whether 32 bits are enough for a position: a length that only the launch
/// knows may have more.
bool tcGpuSortIsNarrow(const TcCpuKernel *kernel, const TcCpuStage *s);
/// Shared memory for a chunk of so many elements.
int64_t tcGpuSortChunkBytes(const TcCpuStage *s, int64_t chunk);
/// Workspace of a row whose runs are merged.
const TcSize *tcGpuSortRowBytes(const TcCpuKernel *kernel, const TcCpuStage *s);
/// Runs of a row, each of `width` of its points; the elements that are kept of
/// a whole one.
const TcSize *tcGpuSortRuns(const TcCpuKernel *kernel, const TcCpuStage *s,
                            int64_t width);
const TcSize *tcGpuSortKept(const TcCpuKernel *kernel, const TcCpuStage *s,
                            int64_t width);

/// NULL, or why a block of the phase cannot sort chunks of so many points.
const char *tcGpuSortChunksRefuse(const TcTarget *target,
                                  const TcGpuPhase *phase, int64_t chunk);
/// Makes a phase by rows, which is a sort, one of chunks of them.
void tcGpuFormSortChunks(TcCpuKernel *kernel, TcGpuPhase *phase, int64_t chunk);
/// Whether there is a phase behind that merges what this one sorts.
bool tcGpuLeavesRuns(const TcGpuPhase *phase);
/// The merge of so many runs that the phase leaves, 0: all of them.
TcGpuPhase tcGpuFormSortMerge(const TcGpuPhase *before, int64_t threads,
                              int64_t ways);
/// Has blocks share the rows of sorts by rows that are long, where blocks would
/// be few or rows do not fit in their shared memory.
void tcGpuSplitSorts(TcCpuKernel *kernel, const TcTarget *target,
                     TcGpuPhases *phases);

#endif // TC_PASSES_SCHEDULE_GPU_SORT_H
