// What the files that choose tilings on matrix units share.
#ifndef TC_PASSES_SCHEDULE_GPU_UNIT_H
#define TC_PASSES_SCHEDULE_GPU_UNIT_H

#include "passes/lower/gpu/unit.h"

#include <math.h>

//===- gpu-unit.c ---------------------------------------------------------===//

/// `share` of the fastest unit's rate, and `edge`, how many of its steps a
/// tile's begin and end cost without what is stored and read there. Of warp
/// groups both are fitted, with the numbers below, to 2,960 times on an H100:
/// of each contraction of ResNet-50 and an MLP-Mixer, forward and training, of
/// ViT, BERT, GPT-2, Llama and of `bench/gpu.py --only products`, in each
/// tiling that is legal there (docs/ir/constants.md). Where copies or
/// maps take the time, share says little. sm_80's are scaled from mma.sync on
/// an H200.
typedef struct TcGpuCandidate {
  int64_t rows, columns, warpRows, warpColumns, depth, ring, resident;
  double share, edge;
  bool persists;
  int64_t ahead; // TcGpuTiling's, as are these
  int64_t teams, copyRegisters, registers;
  bool tma;
  bool along; // for operands that are contiguous along their points alone
} TcGpuCandidate;

/// A number of a heuristic, but no more than a schedule's text may have.
static inline int64_t tcGpuAtMost(int64_t number) {
  return number < TC_GPU_MOST ? number : TC_GPU_MOST;
}

/// Whether a unit is faster than the forms by points or rows also where tiles
/// of so few rows, or columns, are mostly padding: in those forms each of them
/// reads all of the other operand, from the L2 cache at best. Only operands
/// that are copied 16 bytes at once keep up with memory.
bool tcGpuUnitPays(const TcCpuKernel *k, const TcTarget *target,
                   const TcGpuUnitProduct *u);

TcGpuTiling tcGpuTilingOf(const TcUnit *unit, const TcGpuCandidate *candidate);

/// Of units whose factors are split: the part of a table's share that fewer
/// resident blocks have than it was fitted with. The sixth root fits.
static inline double tcGpuShareOfFew(double blocks, double all) {
  return cbrt(sqrt(blocks / all));
}

static inline bool tcGpuIsOfDoubles(const TcUnit *unit) {
  return tcUnitBytes(unit) == 8;
}

//===- gpu-unit-parts.c ---------------------------------------------------===//

/// The longest reduced iterator that can be cut into parts, or -1.
int tcGpuUnitSplitIter(TcCpuKernel *kernel, const TcGpuProduct *product);
/// Whether it can be cut into so many.
bool tcGpuUnitIsPart(const TcCpuKernel *kernel, const TcGpuUnitProduct *product,
                     int iter, int64_t parts);

#endif // TC_PASSES_SCHEDULE_GPU_UNIT_H
