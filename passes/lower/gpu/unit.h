// Contractions on matrix units (lib/target/units.h): matrix products, batched
// or not, and convolutions, with the maps behind them. A block computes a tile
// of sums:
//
//   for tiles of `depth` steps of the reduction
//     both operands' tiles, `ring` of them in shared memory or on their way:
//       elements get there by their index maps, 16, 8 or 4 bytes a copy where
//       that many are contiguous, one by one elsewhere; zeros where a read
//       falls outside and behind the last step
//     each warp: fragments from shared memory, products on the unit
//   sums through shared memory; maps and stores by neighbours side by side
//
//   unit.c        which kernels, what follows from a tiling
//   unit_stage.c  operands into shared memory
//   unit_emit.c   the loops, fragments, the maps
//   nvvm.c        the instructions
#ifndef TC_PASSES_LOWER_GPU_UNIT_H
#define TC_PASSES_LOWER_GPU_UNIT_H

#include "passes/lower/gpu/product.h"
#include "passes/schedule/gpu.h"

enum {
  TC_UNIT_CHUNK = 8, // elements of 16 bits that shared memory is laid out in
  TC_UNIT_BOX = 8,   // chunks of a row that lie side by side in shared memory
  TC_UNIT_MAX_BOUNDS = 4, // dimensions in which a read may fall outside
};

/// An index of a read that may fall outside, as what the tile's points give and
/// what the steps of the reduction add.
typedef struct TcGpuBound {
  const TcSize *fixed, *moving, *size;
} TcGpuBound;

/// How an operand gets to shared memory. Its tile there has rows of chunks: a
/// row is a point and a chunk eight steps, or with `along` the other way round.
/// A box is eight chunks of all rows; boxes lie one behind the other. Chunk c
/// of row r of a box is at place c ^ ((r >> shift) & mask): with boxes of 128
/// bytes a row that is the layout that wgmma reads.
typedef struct TcGpuOperand {
  const TcGpuFactor *factor;
  int64_t points; // of the tile
  bool padded;    // points of the tile that do not exist are 0, else anything
  int64_t access; // elements of one copy
  const TcSize *fixed, *moving; // the element's offset: of the point, of a step
  TcGpuBound bounds[TC_UNIT_MAX_BOUNDS];
  int numBounds;
  int64_t at, bytes; // in a slot of the ring
  int64_t chunksPerRow, boxChunks, rows, swizzleShift, swizzleMask;
} TcGpuOperand;

typedef struct TcGpuUnitProduct {
  TcGpuProduct p; // iterators; tiles of the factors
  TcGpuTiling tiling;
  TcGpuOperand operands[2]; // of rows, of columns
  int64_t threads, warps, slotBytes, sharedBytes;
  int64_t lanes;     // columns that a thread's maps compute at once
  int64_t sumStride; // of rows of sums in shared memory
} TcGpuUnitProduct;

/// Whether these stages of the kernel are one for `unit`: fills in what no
/// tiling changes.
bool tcGpuUnitMatch(TcCpuKernel *k, const TcCpuStages *stages,
                    const TcUnit *unit, TcGpuUnitProduct *u);
/// How it is cut by a tiling that tcGpuUnitAllows.
void tcGpuUnitCut(TcCpuKernel *k, const TcGpuTiling *tiling,
                  TcGpuUnitProduct *u);
/// NULL, or why a block cannot have such tiles.
const char *tcGpuUnitRefuses(const TcTarget *target, const TcGpuUnitProduct *u,
                             const TcGpuTiling *tiling);
/// Whether the unit reads operands from shared memory, by descriptors.
bool tcGpuReadsShared(const TcUnit *unit);
/// Whether elements are of the type that a unit's row names.
bool tcGpuIsElement(MlirType type, const char *name);
/// How an operand, whose factor is there, is read step by step; false if its
/// position is no sum of what points and what steps give.
bool tcGpuMatchOperand(TcCpuKernel *k, const TcCpuIters *steps,
                       TcGpuOperand *o);
/// How its tile of so many points and steps lies `at` its place in shared
/// memory; whether whole rows of it are dealt to all threads alike.
void tcGpuCutOperand(TcGpuOperand *o, int64_t points, int64_t steps,
                     int64_t at);
bool tcGpuDealsEvenly(const TcGpuOperand *o, int64_t points, int64_t steps,
                      int64_t threads);
/// How many of a block's threads bring operands: a power of two.
int64_t tcGpuStagingThreads(int64_t threads);
/// Bytes of shared memory of a block.
int64_t tcGpuTilingBytes(const TcGpuTiling *tiling);

#endif // TC_PASSES_LOWER_GPU_UNIT_H
