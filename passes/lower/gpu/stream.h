// Contractions that are streamed (passes/stream) on matrix units: a loop over
// blocks of an iterator, in which one contraction makes terms, others are
// reduced from these, and a second contraction sums them up, all carried from
// block to block. A block of threads has a tile of rows, the iterators that all
// stages of the loop share and neither contraction's streamed operand has; a
// warp has some of the rows, and with them all that is computed of them:
//
//   the rows' operand to shared memory, its fragments to registers
//   for blocks of the streamed iterator
//     both streamed operands' blocks, `ring` of them in shared memory or on
//       their way (unit_stage.c)
//     each warp: the first contraction; the stages, element by element, on what
//       lies in its registers; the second contraction, whose operand the terms
//       are as they lie there
//   the stages behind the loop; stores
//
// Values of the loop are of three kinds, by their iterators: of rows, of terms
// (rows and points of the block), of sums (rows and columns of the second
// contraction). What a thread has of each is the unit's accumulator layout:
// rows l / 4 and 8 further on, columns 2 (l % 4) and the next one, of every 16
// x 8 tile; values of rows are the same in the four threads of a row.
//
// On units that read shared memory (wgmma) a warp group has 64 rows, each of
// its warps 16, and the loop is skewed: see stream_group.c.
//
//   stream.c        which kernels, what follows from a tiling
//   stream_stage.c  stages on registers
//   stream_emit.c   the loops, the contractions
//   stream_group.c  the loop of warp groups
#ifndef TC_PASSES_LOWER_GPU_STREAM_H
#define TC_PASSES_LOWER_GPU_STREAM_H

#include "passes/lower/gpu/unit.h"

typedef enum TcGpuKind {
  TC_GPU_OF_ROWS,
  TC_GPU_OF_TERMS,
  TC_GPU_OF_SUMS,
} TcGpuKind;

/// Operands that lie in memory: the first contraction's rows, both streamed.
enum { TC_STREAM_ROWS, TC_STREAM_FIRST, TC_STREAM_SECOND, TC_STREAM_OPERANDS };

typedef struct TcGpuStream {
  TcCpuStages before, inits, loop, behind; // of registers, in order
  TcCpuStage *first, *second;              // contractions: of the loop
  const TcCpuRead *terms; // of the second: the operand in registers
  TcCpuStage *kept;   // a copy of the rows' operand before the loop, or NULL
  TcCpuStage *merge;  // adds the second's sums to what is carried: these are
                      // then what its accumulators start from; or NULL
  TcCpuStage *update; // carries into the next turn what the merge makes, which
                      // nothing else of the loop reads; or NULL
  TcCpuIters batch, rows, depth, columns, streamed;
  TcGpuFactor factors[TC_STREAM_OPERANDS];
  TcGpuOperand operands[TC_STREAM_OPERANDS];
  int64_t numDepth, numColumns;
  // What a tiling says.
  TcGpuTiling tiling;
  int64_t threads, slotBytes, sharedBytes;
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
/// take different times, and the longest go first.
bool tcGpuStreamIsBounded(const TcCpuKernel *k, const TcGpuStream *s);
/// Whether the rows' fragments stay in registers.
bool tcGpuStreamHoldsRows(const TcGpuStream *s);

/// What a stage's elements are.
TcGpuKind tcGpuStreamKind(const TcGpuStream *s, const TcCpuIters *iters);

#endif // TC_PASSES_LOWER_GPU_STREAM_H
