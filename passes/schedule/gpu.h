// How a kernel is run on a GPU: in phases, each of many blocks of threads that
// run in any order.
//
//   points   each thread computes points of the iterators `points` alone, what
//            a stage reduces over one after the other
//   rows     a block computes one point of the iterators `tasks`: its threads
//            share the points of each stage, or what it reduces over
//   product  a block computes a tile (passes/lower/gpu/product.h)
//   turned   a block computes a square of points of two iterators, one along
//            which memory is written, one along which it is read: through
//            shared memory (passes/lower/gpu/turned.c)
#ifndef TC_PASSES_SCHEDULE_GPU_H
#define TC_PASSES_SCHEDULE_GPU_H

#include "passes/schedule/cpu.h"

typedef enum TcGpuMode {
  TC_GPU_POINTS,
  TC_GPU_ROWS,
  TC_GPU_PRODUCT,
  TC_GPU_TURNED,
} TcGpuMode;

typedef struct TcGpuPhase {
  TcCpuPhase p;      // stages, tasks, split; tasks are all parallel iterators
  TcGpuMode mode;
  int64_t threads;   // of a block
  TcCpuIters blocks; // POINTS, TURNED: that a block has one point of
  TcCpuIters points; // POINTS: those that its threads share
  int64_t lanes; // POINTS, TURNED: side by side, by a thread at once: vectors
  int64_t perThread; // POINTS: such vectors of each thread
  int along, across; // TURNED: written, read along
  int64_t side;      // TURNED: of the square
  int64_t readLanes; // TURNED: side by side, by a thread at once
} TcGpuPhase;

typedef TC_VEC(TcGpuPhase) TcGpuPhases;

/// How many neighbours along `iter` a thread computes at once in all of these
/// stages: where that moves memory in runs; else 1. Reads along `across`, if it
/// is not -1, are not looked at.
int64_t tcGpuLanes(TcCpuKernel *kernel, const TcCpuStages *stages, int iter,
                   int across);

/// Whether a phase by points, whose iterators are `all`, outermost first, is
/// better run by squares, and how.
bool tcGpuChooseTurned(TcCpuKernel *kernel, const TcCpuIters *all,
                       TcGpuPhase *phase);

/// Bytes of shared memory that a square of a turned read takes, as elements are
/// held (f32 for halves).
int64_t tcGpuSquareBytes(const TcCpuRead *read, int64_t side);

/// Decides.
void tcGpuScheduleChoose(TcCpuKernel *kernel, const TcTarget *target,
                         TcGpuPhases *phases);

#endif // TC_PASSES_SCHEDULE_GPU_H
