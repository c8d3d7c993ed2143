// Phases of scatters on GPUs: by owners, of long rows, by bins. See gpu.h.
#ifndef TC_PASSES_SCHEDULE_GPU_SCATTER_H
#define TC_PASSES_SCHEDULE_GPU_SCATTER_H

#include "passes/schedule/gpu.h"

//===- gpu-owners.c -------------------------------------------------------===//

/// How many tasks share a scatter whose points else follow on each other: each
/// visits all of them, which reads little and waits for nothing, and combines
/// its own.
void tcGpuChooseOwners(TcCpuKernel *kernel, const TcTarget *target,
                       const TcCpuStages *stages);
/// What of the parallel iterators of a scatter no position depends on that its
/// body computes: along these an owner has all or nothing.
TcCpuIters tcGpuScatterRow(const TcCpuKernel *kernel, const TcCpuStage *s);
/// The map or copy that makes the base of this scatter and that the scatter's
/// launch can run: it reads arguments alone, and one position decides which row
/// of the base a point is combined with; rows are written as a whole. Sets the
/// dimension of that position. NULL if there is none.
TcCpuStage *tcGpuScatterBase(const TcCpuKernel *kernel, const TcCpuStage *s,
                             size_t *dim);
/// Whether the first points of all rows that an owner has can be marked in
/// shared memory.
bool tcGpuMarksRows(const TcCpuKernel *kernel, const TcCpuStage *s);
/// Has phases by owners make the bases for which there are phases alone.
void tcGpuJoinBases(TcCpuKernel *kernel, const TcTarget *target,
                    TcGpuPhases *phases);
/// The form of a phase by owners: its blocks, points, and the most lanes.
void tcGpuFormOwners(TcCpuKernel *kernel, TcGpuPhase *phase);
/// Whether blocks are the owners of a phase; then sets its form and threads.
bool tcGpuChooseBlockOwners(TcCpuKernel *kernel, const TcTarget *target,
                            TcGpuPhase *phase);
/// Of a block by owners: points that each thread looks at in one step, and
/// threads, at most; rows of the base that an owner has at most.
enum {
  TC_GPU_OWNERS_AHEAD = 64,
  TC_GPU_OWNERS_FEW = 16, // whose positions are under way at once
  TC_GPU_OWNERS_MOST = 256,
  TC_GPU_OWNERS_ROWS = 2048,
};

//===- gpu-long-rows.c ----------------------------------------------------===//

/// A phase by owners leaves rows of a step to the phase behind it, where it
/// makes the base, too, and the order of a row's points does not matter.
/// Nowhere where no row can have so many points.
void tcGpuLeaveLongRows(TcCpuKernel *kernel, TcGpuPhases *phases);
/// NULL, or why this phase cannot leave rows.
const char *tcGpuLongRowsRefuse(const TcGpuPhase *owners);
/// Has a phase by owners leave rows of more than so many points; forms the
/// phase that has them.
void tcGpuFormLeaving(TcCpuKernel *kernel, TcGpuPhase *owners, int64_t longer);
TcGpuPhase tcGpuFormLongRows(const TcGpuPhase *owners);
/// Blocks that share the owners, vectors of a row's strip.
int64_t tcGpuLongRowGroups(const TcCpuKernel *kernel, const TcGpuPhase *phase);
enum {
  TC_GPU_LONG_ROW_STRIP = 4,
  TC_GPU_LONG_ROW_THREADS = 256,
  TC_GPU_LONG_ROW_AHEAD = 16, // points that a thread looks at at once
  TC_GPU_LONG_ROW_RESIDENT = 3,
};

//===- gpu-ascending.c ----------------------------------------------------===//

/// NULL, or why a row of this scatter's result is not the points of one run.
const char *tcGpuAscendingRefuse(const TcCpuKernel *kernel,
                                 const TcCpuStage *s);
/// Whether a map reads the scatter's result at its own points, and else nothing
/// that the kernel makes: the thread that has an element of the result computes
/// the map's there.
bool tcGpuMapsRun(const TcCpuKernel *kernel, const TcCpuStage *scatter,
                  const TcCpuStage *s);
/// The form of such a phase: a row's points, and the most lanes.
void tcGpuFormAscending(TcCpuKernel *kernel, TcGpuPhase *phase);
/// Whether a phase is such a scatter alone; then sets its form and threads.
bool tcGpuChooseAscending(TcCpuKernel *kernel, TcGpuPhase *phase);
/// Has such phases make their bases, which other phases then do not.
void tcGpuJoinAscending(TcCpuKernel *kernel, TcGpuPhases *phases);
/// How runs of points are found, in a schedule's text.
#define TC_GPU_COMBINE_RUN "run"

//===- gpu-bins.c ---------------------------------------------------------===//

/// NULL, or why blocks cannot combine the points of this scatter in shared
/// memory.
const char *tcGpuBinsRefuse(const TcCpuKernel *kernel, const TcCpuStage *s);
/// The map that makes its base.
TcCpuStage *tcGpuBinsBase(const TcCpuKernel *kernel, const TcCpuStage *s);
/// The first dimension of the result that bins have; those before it are
/// iterators, of which a block has one point. How many bins these are, and the
/// bytes of one.
size_t tcGpuBinsFirst(const TcCpuKernel *kernel, const TcCpuStage *s);
int64_t tcGpuBinsCount(const TcCpuKernel *kernel, const TcGpuPhase *phase);
int64_t tcGpuBinBytes(const TcCpuStage *s);
/// The iterator that blocks have strips of: a position itself, in the last
/// dimension; -1 if there is none. How many strips there are.
int tcGpuBinsColumn(const TcCpuKernel *kernel, const TcCpuStage *s);
int64_t tcGpuBinStrips(const TcCpuKernel *kernel, const TcGpuPhase *phase);
/// Elements of a copy, for which there is room: an odd number, so that the same
/// bin of each lies in another bank.
int64_t tcGpuBinsApart(const TcCpuKernel *kernel, const TcGpuPhase *phase);
/// The iterators over a block's points.
TcCpuIters tcGpuBinsOver(const TcCpuKernel *kernel, const TcGpuPhase *phase);
/// What threads that share a copy do not to meet at a bin.
typedef enum TcGpuBinTurns {
  TC_GPU_BINS_APART, ///< nothing: each has bins, or a copy, of its own
  TC_GPU_BINS_STEPS, ///< they are of one wave, and at each step at other bins
  TC_GPU_BINS_TURNS, ///< those of one wave combine by turns
} TcGpuBinTurns;
/// Of these, neighbours that are at each step at other bins.
int64_t tcGpuBinsTogether(const TcCpuKernel *kernel, const TcGpuPhase *phase);
TcGpuBinTurns tcGpuBinTurns(const TcCpuKernel *kernel, const TcGpuPhase *phase);
/// NULL, or why the numbers of a phase by bins are not allowed.
const char *tcGpuBinsNumbersRefuse(const TcCpuKernel *kernel,
                                   const TcTarget *target,
                                   const TcGpuPhase *phase);
/// The form of such a phase, whose numbers are known; that of the phase behind,
/// where blocks share points.
void tcGpuFormBins(TcCpuKernel *kernel, TcGpuPhase *phase);
TcGpuPhase tcGpuFormBinSums(const TcGpuPhase *bins, int64_t shares);
/// Whether a phase of these stages is better run by bins than by owners; then
/// sets its numbers.
bool tcGpuChooseBins(TcCpuKernel *kernel, const TcTarget *target,
                     const TcGpuPhases *phases, TcGpuPhase *phase);
/// Has phases by bins make their bases; adds the phases behind.
void tcGpuJoinBins(TcCpuKernel *kernel, TcGpuPhases *phases);
/// The phase that has this stage alone, or NULL.
TcGpuPhase *tcGpuPhaseOf(const TcGpuPhases *phases, const TcCpuStage *s);
enum {
  TC_GPU_BINS_AHEAD = 16, // points of a thread that are under way at once
  TC_GPU_BIN_SUM_THREADS = 256,
};

#endif // TC_PASSES_SCHEDULE_GPU_SCATTER_H
