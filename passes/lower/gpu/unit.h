// Contractions on matrix units (lib/target/units.h): matrix products, batched
// or not, and convolutions, with the maps behind them. A block computes a tile
// of sums:
//
//   for tiles of `depth` steps of the reduction
//     both operands' tiles, `ring` of them in shared memory or in flight:
//       elements are copied by their index maps, 16, 8 or 4 bytes at once where
//       that many are contiguous, else one by one; zeros where a read is out of
//       bounds and behind the last step
//     each warp: fragments from shared memory, products on the unit
//   sums through shared memory; adjacent threads run the maps on, and store,
//   adjacent elements
//
// Persistent blocks issue the first copies of their next tile before they store
// the sums of this one, each warp its own, through shared memory behind the
// ring.
//
//   unit.c        matches kernels, derives sizes from a tiling
//   unit_shared.c where operands lie in shared memory
//   unit_stage.c  copies operands there
//   unit_round.c  rounds and transposes them there
//   unit_tensor.c the same by the copy engine (TMA)
//   unit_dims.c   what that sees by its own dimensions: windows of images
//   unit_emit.c   the loops, fragments
//   unit_roles.c  the loops of threads that copy, and of those that multiply
//   unit_finish.c the maps, stores; unit_exchange.c, unit_pairs.c
//   unit_shift.c  the same where rows start at any element
//   unit_split.c  products of f32 whose factors are split into two of TF32
//   row_sums.c    sums of a factor beside the product
//   nvvm.c        the instructions; nvvm_registers.c
#ifndef TC_PASSES_LOWER_GPU_UNIT_H
#define TC_PASSES_LOWER_GPU_UNIT_H

#include "passes/lower/gpu/product.h"
#include "passes/lower/tensor_map.h"
#include "passes/schedule/gpu.h"

enum {
  TC_UNIT_CHUNK_BYTES = 16, // what is swizzled as a whole
  TC_UNIT_CHUNK = 8,        // 16-bit elements of a chunk
  TC_UNIT_BOX = 8,          // contiguous chunks of a row: 128 bytes, all banks
  TC_UNIT_MAX_BOUNDS = 4,   // dimensions in which a read may be out of bounds
  TC_UNIT_BLOCK = 16,       // points of a fragment
  TC_UNIT_DOUBLE_STEPS = 8, // steps of a fragment of f64
  TC_UNIT_PART_ROWS = 16,   // of a warp in a warp group's tile
  TC_UNIT_BARRIERS = 16,    // bytes of the two of a slot: full, then empty
  TC_UNIT_TURN = 8,         // of each team's, behind them
  // Steps of a part for which products of split factors lose less than a sum of
  // f32 may (docs/numerics.md).
  TC_UNIT_SPLIT_STEPS = 64,
  TC_UNIT_MOST_SPLIT_STEPS = 1 << 15,
};

/// An index of a read that may be out of bounds, as the sum of what depends on
/// the tile's point and of what depends on the step of the reduction.
typedef struct TcGpuBound {
  const TcSize *fixed, *moving, *size;
} TcGpuBound;

/// An operand as the copy engine sees it: what it has in elements, from
/// `offset` on. Dimensions are the steps and the points as flat numbers, the
/// contiguous one first, then iterators of the batch.
typedef struct TcGpuTensorDim {
  const TcSize *extent, *stride;
  int iter; // of the batch
} TcGpuTensorDim;
/// A dimension of space of images, of which an operand has windows. These begin
/// at `lower` and each `step` further, to the size - 1 + `upper`; `offset` is
/// what a place in the window (its iterators) adds to that, 0 at least.
typedef struct TcGpuImageDim {
  const TcSize *offset;
  int64_t lower, upper, step;
} TcGpuImageDim;
typedef struct TcGpuTensorMap {
  int rank; // 0: the engine cannot copy the operand
  const TcSize *offset;
  TcGpuTensorDim dims[TC_TENSOR_RANK];
  // Unless steps and points are flat numbers, dimensions are the operand's own,
  // the contiguous one first: of each its index (unit_image.c). A box lies
  // along the first and `rows`; or the operand is windows of images: then
  // dimensions are channels, those of space, and images, and `at` is where a
  // window begins.
  const TcSize *at[TC_TENSOR_RANK];
  int rows;
  bool isImage;
  TcGpuImageDim space[TC_TENSOR_SPACE];
} TcGpuTensorMap;

/// How an operand is staged in shared memory. Its tile has rows of chunks: a
/// row is a point and a chunk eight steps (of f32 four), or with `along` the
/// other way round. A box is eight chunks of all rows; boxes follow each other.
/// Chunk c of row r of a box is at position c ^ ((r >> shift) & mask): with
/// rows of 128 bytes that is the 128-byte swizzle that wgmma reads (of f64
/// along points fragments.c says which).
typedef struct TcGpuOperand {
  const TcGpuFactor *factor;
  bool along;      // chunks of the tile are points
  bool transposed; // of the tile steps, though points are contiguous in memory
  bool rounds;     // f32 that is to be rounded to TF32
  bool isRound;    // f32 that is TF32 already
  int64_t points;  // of the tile
  bool padded;     // points of the tile that do not exist are 0; else undefined
  int64_t each, chunk; // bytes of an element; elements of a chunk
  int64_t access;      // elements of one copy
  const TcSize *fixed,
      *moving; // an element's offset: by its point, by its step
  TcGpuBound bounds[TC_UNIT_MAX_BOUNDS];
  int numBounds;
  int64_t at, bytes; // offset in a slot of the ring, size there
  int64_t chunksPerRow, boxChunks, rows, swizzleShift, swizzleMask;
  TcGpuTensorMap map;
} TcGpuOperand;

typedef struct TcGpuUnitProduct {
  TcGpuProduct p; // iterators; tiles of the factors
  TcGpuTiling tiling;
  TcGpuOperand operands[2]; // of rows, of columns
  int64_t threads, warps, slotBytes, sharedBytes;
  int64_t onesAt;      // in shared memory: columns of ones, for sums of rows
  int64_t steps;       // of the reduction; -1: not known
  int64_t lanes;       // adjacent columns that a thread's maps compute at once
  int64_t sumStride;   // from one row of sums to the next, in shared memory
  int64_t partColumns; // of sums that a warp of a warp group stores at once
  // Where rows start at any element, so that `lanes` is less than an access can
  // move: the columns that warp groups compute at once, from those on whose
  // place in memory is a multiple of them. 0: no such columns.
  int64_t shifted;
  const TcSize *storedAt, *rowStart; // such a column's place; of column 0
} TcGpuUnitProduct;

/// Whether these stages of the kernel are a contraction for `unit`; then fills
/// in all that does not depend on a tiling but its unit.
bool tcGpuUnitMatch(TcCpuKernel *k, const TcCpuStages *stages,
                    const TcUnit *unit, TcGpuUnitProduct *u);
/// Whether maps run on the pairs of columns that lanes have before they
/// exchange them (unit_pairs.c), where a unit reads shared memory.
bool tcGpuMapsPairs(const TcCpuKernel *k, const TcGpuUnitProduct *u);
/// Has maps run on single columns where the tiling says so.
void tcGpuUnitTakeLanes(const TcGpuTiling *tiling, TcGpuUnitProduct *u);
/// Fills in what follows from a tiling that tcGpuUnitRefuses has no objection
/// to.
void tcGpuUnitCut(TcCpuKernel *k, const TcGpuTiling *tiling,
                  TcGpuUnitProduct *u);
/// NULL, or why the target, or code generation, cannot run this tiling.
const char *tcGpuUnitRefuses(const TcTarget *target, const TcGpuUnitProduct *u,
                             const TcGpuTiling *tiling);
/// unit_tensor.c: finds the operands that the copy engine can copy; NULL, or
/// why it cannot copy both in this tiling.
void tcGpuMatchTensorMaps(TcCpuKernel *k, TcGpuUnitProduct *u);
/// The same of one operand, of which steps and points are flat numbers; steps
/// from `numSteps` on arrive as zeros.
bool tcGpuTensorMatch(TcCpuKernel *k, const TcCpuIters *over,
                      const TcSize *numSteps, const TcCpuIters *batch,
                      const TcGpuOperand *o, TcGpuTensorMap *m);
/// Whether it can where parts of a step's iterator are blocks of their own.
bool tcGpuTensorsSplit(const TcCpuKernel *k, const TcGpuUnitProduct *u,
                       int iter);
const char *tcGpuTensorsRefuse(const TcTarget *target,
                               const TcGpuUnitProduct *u,
                               const TcGpuTiling *tiling);
/// Threads that multiply and run the maps; those that copy operands: with roles
/// they are others, behind them.
int64_t tcGpuMultiplyThreads(const TcGpuTiling *tiling);
int64_t tcGpuCopyThreads(const TcGpuTiling *tiling);
/// NULL, or why roles cannot have the registers that a tiling gives them:
/// `copy` of a block's `threads` copy.
const char *tcGpuRolesRefuse(const TcGpuTiling *tiling, int64_t threads,
                             int64_t copy);
/// Bytes of shared memory before the barriers of roles.
int64_t tcGpuBarriersAt(const TcGpuTiling *tiling);
/// Whether the unit reads operands from shared memory, by descriptors.
bool tcGpuReadsShared(const TcUnit *unit);
/// Whether, for such a unit, threads change what they have copied there.
bool tcGpuIsChanged(const TcGpuOperand *o);
/// Whether waves of 64 threads issue it, on fragments that are loaded plainly;
/// operands then are copied to shared memory through registers.
bool tcGpuIsOfWaves(const TcUnit *unit);
/// Whether elements are of the type that a unit's row names.
bool tcGpuIsElement(MlirType type, const char *name);
/// Elements of 16 bytes of an operand.
int64_t tcGpuUnitChunk(const TcUnit *unit);
/// Steps of the fragments that are in registers at once: of an instruction, or
/// of f64 of one or two.
int64_t tcGpuFragmentSteps(const TcUnit *unit);
/// Fills in how an operand, whose factor is set, is addressed; false if its
/// offset is no sum of a function of the point and one of the step.
bool tcGpuMatchOperand(TcCpuKernel *k, const TcCpuIters *steps,
                       TcGpuOperand *o);
/// The offset from each step to the next, where it is one: along memory that
/// lies in the order of the steps. 0 where it is not, or bounds ask for
/// iterators.
int64_t tcGpuStepStride(const TcCpuKernel *k, const TcCpuIters *steps,
                        const TcGpuOperand *o);
/// Lays out the operand's tile of so many points and steps, at offset `at` of a
/// slot.
void tcGpuCutOperand(TcGpuOperand *o, int64_t points, int64_t steps,
                     int64_t at);
bool tcGpuDealsEvenly(const TcGpuOperand *o, int64_t points, int64_t steps,
                      int64_t threads);
/// The number of a block's threads that copy operands: a power of two.
int64_t tcGpuStagingThreads(int64_t threads);
/// Those of a transposed operand: each has the chunks of whole squares.
int64_t tcGpuSquareThreads(const TcGpuOperand *o, int64_t points, int64_t steps,
                           int64_t threads);
/// Words of registers that each of so many threads keeps from step to step to
/// copy an operand, whose tile is laid out: where its points lie, and where
/// they end, and where its pieces go.
int64_t tcGpuStagingWords(const TcGpuOperand *o, int64_t threads);
/// How many adjacent chunks of a row adjacent threads copy: all of them, or a
/// box where so many threads divide no row.
int64_t tcGpuStagingWidth(int64_t chunksPerRow, int64_t threads);
/// Steps' tiles that are copied ahead. A slot is free one barrier after all
/// warps have read it: the unit reads shared memory while the next step begins,
/// so that this barrier is the next but one's, or one more in each step. With
/// roles each slot has barriers of its own.
int64_t tcGpuAhead(const TcGpuTiling *tiling);
/// row_sums.c: bytes of shared memory for the ones that sums of rows take.
int64_t tcGpuRowSumsBytes(const TcGpuUnitProduct *u);
/// Bytes of shared memory of a block, without these.
int64_t tcGpuTilingBytes(const TcGpuTiling *tiling);

#endif // TC_PASSES_LOWER_GPU_UNIT_H
