// Shared by what chooses a kernel's GPU schedule.
//
//   gpu-choose.c  the form of each phase
//   gpu-phases.c  which stages share a phase
//   gpu-contractions.c  those of contractions
//   gpu-windows.c reductions over windows that overlap
//   gpu-split.c   reductions that are split over blocks
//   gpu-stream-launches.c  those of a stream
#ifndef TC_PASSES_SCHEDULE_GPU_CHOOSE_H
#define TC_PASSES_SCHEDULE_GPU_CHOOSE_H

#include "passes/schedule/gpu.h"

typedef struct TcGpuChoose {
  TcCpuKernel *k;
  const TcTarget *target;
  double beside; // points of all phases of the launch; 0: each has its own
} TcGpuChoose;

//===- gpu-choose.c -------------------------------------------------------===//

/// What is guessed where sizes are symbols: an iterator's points, and those of
/// stages.
double tcGpuGuessIter(const TcGpuChoose *c, int iter);
double tcGpuGuessPoints(const TcGpuChoose *c, const TcCpuStages *stages);
/// By points or by rows: along which memory is contiguous.
TcGpuMode tcGpuModeOf(const TcGpuChoose *c, const TcCpuStages *stages);
/// Whether rows of threads are to share a phase's reductions.
bool tcGpuWantsColumns(const TcGpuChoose *c, const TcGpuPhase *phase);

/// The form of each of these phases: of no contraction.
void tcGpuChooseRest(const TcGpuChoose *c, TcGpuPhases *phases);

//===- gpu-phases.c -------------------------------------------------------===//

/// The threads of a phase of these stages.
double tcGpuGuessThreads(const TcGpuChoose *c, const TcCpuStages *stages);
/// Phases of stages that share them where that keeps the machine busy.
void tcGpuFormPhases(const TcGpuChoose *c, const TcCpuStages *stages,
                     TcGpuPhases *phases);

//===- gpu-windows.c ------------------------------------------------------===//

/// Has each thread of a phase compute several points of windows that overlap,
/// if it then issues less.
bool tcGpuChooseWindows(const TcGpuChoose *c, TcGpuPhase *phase);

//===- gpu-contractions.c -------------------------------------------------===//

/// Adds a phase that is a contraction, or several, with the maps around.
void tcGpuPushProduct(TcCpuKernel *kernel, const TcCpuStages *stages,
                      TcGpuMode mode, int64_t threads,
                      const TcGpuTiling *tiling, TcGpuPhases *phases);
/// Adds the phases of a kernel that is a contraction, in the way `way`, which
/// may be NULL: then in the one that is fastest; or several, or one with sums
/// beside it. False if it is something else.
bool tcGpuPushContractions(const TcGpuChoose *c, const TcGpuWay *way,
                           TcGpuPhases *phases);

//===- gpu-stream-launches.c ----------------------------------------------===//

/// Adds the phases of a stream in this tiling.
void tcGpuPushStream(const TcGpuChoose *c, const TcGpuTiling *tiling,
                     TcGpuPhases *phases);

//===- gpu-split.c --------------------------------------------------------===//

/// The iterator by which to split the reductions of a phase, or -1.
int tcGpuSplitIter(const TcGpuChoose *c, const TcCpuStages *stages);
/// Phases of maps of different iterators that read nothing of each other; false
/// if the kernel is something else.
bool tcGpuFormBeside(TcCpuKernel *kernel, TcGpuPhases *phases);
/// The points of such phases together.
double tcGpuPointsBeside(TcCpuKernel *kernel, const TcGpuPhases *phases);
/// Has phases run in the launch of the one before, where they can.
void tcGpuJoinBeside(TcGpuPhases *phases);
/// The ways in which units compute all of these contractions in one launch, if
/// that takes less time than a launch, or two, for each in its own best way.
bool tcGpuUnitsBeside(const TcGpuChoose *c, const TcGpuContractions *all,
                      TcGpuWays *ways);

/// Makes two phases of each whose reductions are split: partial sums, and their
/// sum.
void tcGpuSplitPhases(const TcGpuChoose *c, TcGpuPhases *phases);

/// Split-K: a contraction in parts, and sums beside it, then phases that add
/// these up and run the maps.
void tcGpuPushParts(const TcGpuChoose *c, const TcCpuStages *stages,
                    const TcGpuTiling *tiling, const TcGpuSplit *split,
                    TcGpuPhases *phases);

#endif // TC_PASSES_SCHEDULE_GPU_CHOOSE_H
