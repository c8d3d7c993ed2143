// Contractions that are streamed (passes/stream) on matrix units: a loop over
// blocks of an iterator, in which contractions make terms, others are computed
// and reduced from these, and further contractions sum terms up, all carried
// from block to block: attention (one makes terms, one sums), its gradients
// (two, and one or two). A block of threads has a tile of rows, the iterators
// that all stages of the loop share and no streamed operand has; a warp has
// some of the rows, and with them all that is computed of them:
//
//   the rows' operands to shared memory, their fragments to registers
//   for blocks of the streamed iterator
//     the streamed operands' blocks, `ring` of them in shared memory or on
//       their way (unit_stage.c); what two contractions read alike is there
//       once, one reads it transposed
//     each warp: the contractions that make terms; the stages, element by
//       element, on what lies in its registers; the contractions that sum,
//       whose operand the terms are as they lie there
//   the stages behind the loop; stores
//
// Values of the loop are of these kinds, by their iterators: of rows, of terms
// (rows and points of the block), of sums (rows and columns of a contraction
// that sums). What a thread has of each is the unit's accumulator layout: rows
// l / 4 and 8 further on, columns 2 (l % 4) and the next one, of every 16 x 8
// tile; values of rows are the same in the four threads of a row.
//
// On units that read shared memory (wgmma) a warp group has 64 rows, each of
// its warps 16, and the loop is skewed: see stream_group.c. There one
// contraction makes terms and one sums.
//
//   stream.c        which kernels
//   stream_tile.c   what follows from a tiling
//   stream_stage.c  stages on registers
//   stream_emit.c   the loops, the contractions
//   stream_group.c  the loop of warp groups
#ifndef TC_PASSES_LOWER_GPU_STREAM_H
#define TC_PASSES_LOWER_GPU_STREAM_H

#include "passes/lower/gpu/unit.h"

/// TC_GPU_OF_SUMS + i are of contraction `sums[i]`, or of the first one with
/// its columns.
typedef enum TcGpuKind {
  TC_GPU_OF_ROWS,
  TC_GPU_OF_TERMS,
  TC_GPU_OF_SUMS,
} TcGpuKind;

enum {
  TC_STREAM_MAX_PRODUCTS = 2, // that make terms, and that sum
  TC_STREAM_MAX_OPERANDS = 3 * TC_STREAM_MAX_PRODUCTS,
};

/// Numbers of operands where one contraction makes terms and one sums.
enum { TC_STREAM_ROWS, TC_STREAM_FIRST, TC_STREAM_SECOND };

/// A contraction of the loop.
typedef struct TcGpuStreamProduct {
  TcCpuStage *stage;
  TcCpuIters own; // what it reduces to make a term; columns of its sums
  int64_t numOwn;
  int streamed; // number of its operand
  // Of one that makes terms; its rows' operand has the product's own number.
  TcCpuStage *kept; // a copy of that operand before the loop, or NULL
  // Of one that sums.
  const TcCpuRead *terms; // the operand in registers
  TcCpuStage *merge;  // adds its sums to what is carried: these are then what
                      // its accumulators start from; or NULL
  TcCpuStage *update; // carries into the next turn what the merge makes, which
                      // nothing else of the loop reads; or NULL
} TcGpuStreamProduct;

typedef struct TcGpuStream {
  TcCpuStages before, inits, loop, behind;          // of registers, in order
  TcGpuStreamProduct makes[TC_STREAM_MAX_PRODUCTS]; // terms
  TcGpuStreamProduct sums[TC_STREAM_MAX_PRODUCTS];
  int numMakes, numSums;
  TcCpuIters batch, rows, streamed;
  // Operands that lie in memory: the rows' of each contraction that makes
  // terms, then the streamed ones.
  int numOperands;
  TcGpuFactor factors[TC_STREAM_MAX_OPERANDS];
  TcGpuOperand operands[TC_STREAM_MAX_OPERANDS];
  const TcCpuStage *readers[TC_STREAM_MAX_OPERANDS]; // whose read it is
  int64_t widths[TC_STREAM_MAX_OPERANDS]; // elements of a row, of a point
  // What a tiling says.
  TcGpuTiling tiling;
  int64_t threads, rowBytes, slotBytes, sharedBytes;
  int64_t warpRows; // rows of one warp
  const TcSize *rowTiles, *numBlocks;
} TcGpuStream;

/// Whether the kernel is one for `unit`: fills in what no tiling changes.
bool tcGpuStreamMatch(TcCpuKernel *k, const TcUnit *unit, TcGpuStream *s);
/// NULL, or why a block cannot have such tiles.
const char *tcGpuStreamRefuses(const TcTarget *target, const TcGpuStream *s,
                               const TcGpuTiling *tiling);
void tcGpuStreamCut(TcCpuKernel *k, const TcGpuTiling *tiling, TcGpuStream *s);
int64_t tcGpuStreamThreads(const TcGpuTiling *tiling);
/// Whether the blocks' loop has bounds that depend on rows: then tiles of rows
/// take different times, and the longest go first, which are the last ones
/// where the end of the loop depends on rows.
bool tcGpuStreamIsBounded(const TcCpuKernel *k, const TcGpuStream *s);
bool tcGpuStreamIsReversed(const TcCpuKernel *k, const TcGpuStream *s);
/// Whether the rows' fragments stay in registers.
bool tcGpuStreamHoldsRows(const TcGpuStream *s);
/// Columns of all sums.
int64_t tcGpuStreamColumns(const TcGpuStream *s);

/// What a stage's elements are.
TcGpuKind tcGpuStreamKind(const TcGpuStream *s, const TcCpuIters *iters);

#endif // TC_PASSES_LOWER_GPU_STREAM_H
