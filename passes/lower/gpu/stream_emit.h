// The interface between the two loops of streamed contractions (stream.h): of
// warps with fragments (stream_emit.c), and of warp groups (stream_group.c).
#ifndef TC_PASSES_LOWER_GPU_STREAM_EMIT_H
#define TC_PASSES_LOWER_GPU_STREAM_EMIT_H

#include "passes/lower/gpu/emit.h"

typedef struct TcGpuBlocks TcGpuBlocks;
struct TcGpuBlocks {
  TcGpuStreamEmit x;
  TcGpuStaging staging[TC_STREAM_MAX_OPERANDS];
  // Of contractions that make terms: both operands. Of those that sum: columns.
  TcGpuFragments rows[TC_STREAM_MAX_PRODUCTS], points[TC_STREAM_MAX_PRODUCTS];
  TcGpuFragments columns[TC_STREAM_MAX_PRODUCTS];
  // Fragments of `rows` that stay in registers, or NULL.
  MlirValue (*rowFragments[TC_STREAM_MAX_PRODUCTS])[4];
  MlirValue low, high;           // blocks
  MlirValue innerLow, innerHigh; // those with all points within the bounds
  TcCpuSizes facts; // inequalities that hold there; none: no such blocks
  MlirValue end;    // points before block `high`
  // Of roles: tiles that the thread block had before this one, and their blocks
  // of points.
  MlirValue tiles, done;
  TC_VEC(const TcCpuValue *) carried;
  bool (*emit)(TcGpuBlocks *b, MlirValue block); // one block of a loop
  bool isLast;      // the iteration that makes no terms
  MlirValue *words; // i32: terms that the next iteration multiplies
  size_t numWords;
};

/// ptr<3>: a slot of the ring by its number; i64: the number of a block's slot.
MlirValue tcGpuBlocksSlot(TcGpuBlocks *b, MlirValue slot);
MlirValue tcGpuBlocksSlotOf(TcGpuBlocks *b, MlirValue block);
/// The reduction that makes a term, in blocks of 16 steps.
int64_t tcGpuBlocksDepth(const TcGpuStreamProduct *p);
/// Whether operands are bf16; else they are f16.
bool tcGpuBlocksAreBrain(const TcGpuStream *s);
/// New registers for the sums of a contraction.
TcGpuRegisters *tcGpuBlocksNewSums(TcGpuBlocks *b, const TcGpuStreamProduct *p);
/// Initialises these: the carried sums, merged, or 0. False after an error.
bool tcGpuBlocksStartSums(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                          TcGpuRegisters *sums);
/// The terms of block `steps` (16 of them) of the rows of block `row`, as the
/// row operand of an instruction.
void tcGpuBlocksTermFragment(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                             int64_t row, int64_t steps, MlirValue out[4]);
/// Emits the loop's stages other than contractions, merges and updates.
bool tcGpuBlocksStages(TcGpuBlocks *b);
/// Emits a loop over these blocks. `isShort`: the last one has fewer points;
/// `isInside`: all points are within the bounds. False after an error.
bool tcGpuBlocksLoop(TcGpuBlocks *b, MlirValue low, MlirValue high,
                     bool isShort, bool isInside);
/// Emits loops over all blocks from `low` on.
bool tcGpuBlocksLoops(TcGpuBlocks *b, MlirValue low);

/// Sets the iterators to a tile's, by its number; finds its blocks.
void tcGpuBlocksEnter(TcGpuBlocks *b, MlirValue tile);
/// Prepares the copies of the tile's operands.
void tcGpuBlocksBeginCopies(TcGpuBlocks *b);
/// Emits the stages before the loop.
bool tcGpuBlocksStart(TcGpuBlocks *b);

/// Of warp groups: issues the first copies; emits the loops.
void tcGpuBeginGroups(TcGpuBlocks *b);
bool tcGpuEmitGroups(TcGpuBlocks *b);
/// Issues the copies of a block of a streamed operand.
void tcGpuCopyGroupBlock(TcGpuBlocks *b, int operand, MlirValue block);

//===- stream_roles.c -----------------------------------------------------===//

/// Emits all tiles of a thread block whose threads have roles.
bool tcGpuEmitStreamRoles(TcGpuBlocks *b);
/// Of the threads that multiply: wait until the rows' operand, or a block of a
/// streamed one, is in shared memory; say that it is no longer read.
void tcGpuRolesAwaitRows(TcGpuBlocks *b);
void tcGpuRolesLeaveRows(TcGpuBlocks *b);
void tcGpuRolesAwait(TcGpuBlocks *b, int operand, MlirValue block);
void tcGpuRolesLeave(TcGpuBlocks *b, int operand, MlirValue block);
/// Wait for the warp group's turn to issue the products of this block; pass it
/// on to the next group. Nothing without turns.
void tcGpuRolesAwaitTurn(TcGpuBlocks *b, MlirValue block);
void tcGpuRolesPassTurn(TcGpuBlocks *b);

#endif // TC_PASSES_LOWER_GPU_STREAM_EMIT_H
