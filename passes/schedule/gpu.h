// How a kernel is run on a GPU: in phases, each of many blocks of threads that
// run in any order.
//
//   points   each thread computes points of the iterators `points` alone, what
//            a stage reduces over one after the other
//   rows     a block computes one point of the iterators `tasks`: its threads
//            share the points of each stage, or what it reduces over
//   product  a block computes a tile (passes/lower/gpu/product.h)
#ifndef TC_PASSES_SCHEDULE_GPU_H
#define TC_PASSES_SCHEDULE_GPU_H

#include "passes/schedule/cpu.h"

typedef enum TcGpuMode {
  TC_GPU_POINTS,
  TC_GPU_ROWS,
  TC_GPU_PRODUCT,
} TcGpuMode;

typedef struct TcGpuPhase {
  TcCpuPhase p;      // stages, tasks, split; tasks are all parallel iterators
  TcGpuMode mode;
  int64_t threads;   // of a block
  TcCpuIters blocks; // POINTS: iterators that a block has one point of
  TcCpuIters points; // POINTS: those that its threads share
  int64_t lanes;     // POINTS: side by side, by a thread at once: vectors
  int64_t perThread; // POINTS: such vectors of each thread
} TcGpuPhase;

typedef TC_VEC(TcGpuPhase) TcGpuPhases;

/// How many neighbours along `iter` a thread computes at once in all of these
/// stages: where that moves memory in runs; else 1.
int64_t tcGpuLanes(TcCpuKernel *kernel, const TcCpuStages *stages, int iter);

/// Decides.
void tcGpuScheduleChoose(TcCpuKernel *kernel, const TcTarget *target,
                         TcGpuPhases *phases);

#endif // TC_PASSES_SCHEDULE_GPU_H
