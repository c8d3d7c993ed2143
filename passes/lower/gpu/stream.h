// Streamed contractions (passes/stream) on matrix units. The kernel's loop runs
// over blocks of an iterator. In it, some contractions make terms (the scores
// of attention), maps and reductions of rows follow, and other contractions sum
// the terms up (times the values), with sums carried from block to block.
// Attention has one contraction of each sort; its gradients have two that make
// terms, and one or two that sum. A thread block has a tile of rows: of the
// iterators that all stages of the loop share and no streamed operand has. A
// warp has some of these rows, and computes all elements of them:
//
//   copy the rows' operands to shared memory, load their fragments
//   for blocks of the streamed iterator
//     the streamed operands' blocks, `ring` of them in shared memory or in
//       flight (unit_stage.c); what two contractions read alike is copied once,
//       and one of them reads it transposed
//     each warp: the contractions that make terms; the maps and reductions, on
//       elements in registers; the contractions that sum, whose row operand is
//       the terms in these registers
//   the stages after the loop; stores
//
// Values of the loop are of three kinds, by their iterators: of rows, of terms
// (rows and points of the block), of sums (rows and columns of a contraction
// that sums). All are distributed over threads as the unit's accumulators:
// thread l has rows l / 4 and l / 4 + 8, columns 2 (l % 4) and 2 (l % 4) + 1,
// of each 16 x 8 tile; four threads have the same value of a row.
//
// On units that read shared memory by descriptors (wgmma) a warp group has 64
// rows, each of its warps 16, and products run while the threads compute. Where
// one contraction makes terms and one sums, the loop is skewed for that
// (stream_skew.c); where there are more, one runs beside the stages of another
// (stream_several.c).
//
//   stream.c        matches kernels
//   stream_carry.c  what the loop carries
//   stream_tile.c   derives sizes from a tiling
//   stream_stage.c  maps and reductions on registers
//   stream_columns.c  what they read for each streamed point
//   stream_boxes.c  copies by the copy engine
//   stream_emit.c   the loops
//   stream_multiply.c  the contractions
//   stream_group.c  the contractions of warp groups
//   stream_skew.c   their loop
//   stream_several.c  the same with several contractions of a sort
//   stream_across.c  sums of terms that tasks share, added by atomics
//   stream_roles.c  the same where a warp group copies for the others
//   stream_join.c   their tiles, joined
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
  TC_STREAM_MAX_COLUMNS = 4,
  TC_STREAM_MAX_PARTIALS = 4,
};

/// Numbers of operands where one contraction makes terms and one sums.
enum { TC_STREAM_ROWS, TC_STREAM_FIRST, TC_STREAM_SECOND };

/// A contraction of the loop.
typedef struct TcGpuStreamProduct {
  TcCpuStage *stage;
  TcCpuIters own; // makes terms: what it reduces over; sums: its columns
  int64_t numOwn;
  int streamed; // number of its streamed operand
  // Of one that makes terms; its rows' operand has the product's own number.
  const TcCpuRead *rows; // its read of that
  TcCpuStage *rowCopy;   // a copy of that operand before the loop, or NULL
  // Of one that sums.
  const TcCpuRead *terms; // the operand in registers
  TcCpuStage *merge;      // adds its sums to the carried ones, which its
                          // accumulators then start from; or NULL
  TcCpuStage *update; // carries the merge's result into the next iteration, if
                      // nothing else of the loop reads that; or NULL
} TcGpuStreamProduct;

typedef struct TcGpuStream {
  TcCpuStages before, inits, loop, behind;          // in order, by place
  TcGpuStreamProduct makes[TC_STREAM_MAX_PRODUCTS]; // terms
  TcGpuStreamProduct sums[TC_STREAM_MAX_PRODUCTS];
  int numMakes, numSums;
  // Of warp groups with several: a contraction that sums a block's terms over
  // rows, which tasks share: they add their sums, by atomics, to `stack`, the
  // sums of all blocks in memory; or neither. `across.rows` reads what the
  // rows' operand `acrossRows` reads. Stages apart are of other launches: one
  // that clears the stack, maps that read it.
  TcGpuStreamProduct across;
  TcCpuStage *stack;
  int acrossRows;
  TcGpuOperand acrossTerms; // in shared memory
  TcCpuStages apart;
  bool pair;      // of warp groups, one of each, whose loop is always skewed
  bool hasBlocks; // each tile of rows is known to have a block of points
  TcCpuIters batch, rows, streamed;
  TcCpuIters ones; // of one point, that the loop's stages do not share
  // Operands in memory: the row operand of each contraction that makes terms,
  // then the streamed ones.
  int numOperands;
  TcGpuFactor factors[TC_STREAM_MAX_OPERANDS];
  TcGpuOperand operands[TC_STREAM_MAX_OPERANDS];
  const TcCpuStage *readers[TC_STREAM_MAX_OPERANDS]; // whose read it is
  int64_t widths[TC_STREAM_MAX_OPERANDS]; // elements of a row, of a point
  // Of warp groups: f32 that stages on terms read for each streamed point, and
  // these stages (stream_columns.c).
  int numColumns;
  const TcCpuRead *columns[TC_STREAM_MAX_COLUMNS];
  const TcCpuStage *columnReaders[TC_STREAM_MAX_COLUMNS];
  // Reductions of which each thread carries its own part, which the threads of
  // a row add up behind the loop; and what is carried.
  int numPartials;
  const TcCpuStage *partials[TC_STREAM_MAX_PARTIALS];
  const TcCpuValue *partialSums[TC_STREAM_MAX_PARTIALS];
  // What a tiling says.
  TcGpuTiling tiling;
  int64_t threads, rowBytes, slotBytes, sharedBytes;
  int64_t warpRows; // rows of one warp
  const TcSize *rowTiles, *numBlocks;
} TcGpuStream;

/// Whether the kernel is a streamed contraction for `unit`; then fills in all
/// that does not depend on a tiling.
bool tcGpuStreamMatch(TcCpuKernel *k, const TcUnit *unit, TcGpuStream *s);
/// NULL, or why the target, or code generation, cannot run this tiling.
const char *tcGpuStreamRefuses(const TcTarget *target, const TcGpuStream *s,
                               const TcGpuTiling *tiling);
void tcGpuStreamCut(TcCpuKernel *k, const TcGpuTiling *tiling, TcGpuStream *s);
int64_t tcGpuStreamThreads(const TcGpuTiling *tiling);
/// Of these, those that copy operands: with roles they are others, behind them.
int64_t tcGpuStreamCopyThreads(const TcGpuTiling *tiling);
/// Bytes of shared memory before the barriers of roles.
int64_t tcGpuStreamBarriersAt(const TcGpuStream *s);
/// stream_carry.c: finds merges and updates of sums, and partial row sums.
void tcGpuStreamFindCarried(TcGpuStream *s, bool groups);
/// Whether the sums may stay in flight until the next block: that is so of one
/// contraction's in a pair, and else where they are only added to.
bool tcGpuStreamIsInFlight(const TcGpuStream *s, bool pair);
/// Whether each thread carries its own part of this reduction's result.
bool tcGpuStreamIsPartial(const TcGpuStream *s, const TcCpuStage *stage);
/// Slots of a ring of several contractions, at least: those of the blocks that
/// the unit reads, or may still read, when a block's copies are issued, and
/// that which these go to. With skew the unit reads one more, but where tasks
/// share sums: then an iteration ends when all that it has issued is complete.
int64_t tcGpuStreamSlots(const TcGpuStream *s, const TcGpuTiling *tiling);
/// Whether the streamed extent is known to be whole blocks.
bool tcGpuStreamIsWhole(const TcCpuKernel *k);
/// Whether the loop over blocks has bounds that depend on rows, so that tiles
/// of rows take different times: the longest start first, which are the last
/// ones if the end of the loop depends on rows (reversed).
bool tcGpuStreamIsBounded(const TcCpuKernel *k, const TcGpuStream *s);
bool tcGpuStreamIsReversed(const TcCpuKernel *k, const TcGpuStream *s);
/// Registers of a thread for the fragments of these contractions' row operands
/// (bits 1 << i of makes[i]).
int64_t tcGpuStreamRowRegisters(const TcGpuStream *s, const TcGpuTiling *tiling,
                                int64_t products);
/// Whether fragments of the row operands stay in registers during the loop;
/// else they are loaded again for each block.
bool tcGpuStreamHoldsRows(const TcGpuStream *s);
/// Of a map or a reduction of terms: whether the read is of memory, and has one
/// element for each streamed point, whatever the row.
bool tcGpuStreamReadsColumns(const TcCpuKernel *k, const TcGpuStream *s,
                             const TcCpuRead *read);
/// stream_columns.c: finds such reads that shared memory can hold; the number
/// of one that it holds, or -1; the bytes for all.
void tcGpuStreamFindColumns(const TcCpuKernel *k, TcGpuStream *s);
int tcGpuStreamColumnOf(const TcGpuStream *s, const TcCpuRead *read);
int64_t tcGpuStreamColumnBytes(const TcGpuStream *s, const TcGpuTiling *tiling);
/// Whether the read is of memory, and has one element for each row, whatever
/// the streamed point.
bool tcGpuStreamReadsRows(const TcCpuKernel *k, const TcGpuStream *s,
                          const TcCpuRead *read);
/// stream_across.c: whether the stage is the copy of a loop's value to the
/// stack of all blocks, by its iterators; whether the contraction
/// `across.stage`, if there is one, has the form that can be computed. Bytes of
/// shared memory for its terms; NULL, or why it cannot run in this tiling; lays
/// its terms out.
bool tcGpuStreamIsStack(const TcCpuKernel *k, const TcCpuStage *stage);
bool tcGpuAcrossMatch(TcCpuKernel *k, const TcUnit *unit, TcGpuStream *s);
int64_t tcGpuAcrossBytes(const TcGpuStream *s, const TcGpuTiling *tiling);
const char *tcGpuAcrossRefuses(const TcGpuStream *s, const TcGpuTiling *tiling);
void tcGpuAcrossCut(TcGpuStream *s);
/// Adds a stage that clears the memory of the stack `stage`, to which tasks add
/// what they sum up. What reads the stack finds elements where threads have
/// them. Returns it, or NULL where the stage is no such stack.
TcCpuStage *tcGpuAcrossClear(TcCpuKernel *k, TcCpuStage *stage);
/// Whether the stage runs in another launch than the kernel's loop.
bool tcGpuStreamIsApart(const TcGpuStream *s, const TcCpuStage *stage);

/// Whether a read of `to` has the elements of the read `from`, with the
/// iterators `instead` in place of `of`.
bool tcGpuReadAlike(TcCpuKernel *k, const TcCpuRead *from, const TcCpuIters *of,
                    const TcCpuRead *to, const TcCpuIters *instead);
/// The columns of all sums together.
int64_t tcGpuStreamColumns(const TcGpuStream *s);

/// The other factor of a contraction.
const TcCpuRead *tcGpuStreamOther(const TcCpuStage *contract,
                                  const TcCpuRead *factor);

/// The kind of a stage's elements, by its iterators.
TcGpuKind tcGpuStreamKind(const TcGpuStream *s, const TcCpuIters *iters);

#endif // TC_PASSES_LOWER_GPU_STREAM_H
