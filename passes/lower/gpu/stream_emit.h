// What the loops of streamed contractions share (stream.h): those of warps with
// fragments (stream_emit.c), those of warp groups (stream_group.c).
#ifndef TC_PASSES_LOWER_GPU_STREAM_EMIT_H
#define TC_PASSES_LOWER_GPU_STREAM_EMIT_H

#include "passes/lower/gpu/emit.h"

typedef struct TcGpuBlocks TcGpuBlocks;
struct TcGpuBlocks {
  TcGpuStreamEmit x;
  TcGpuStaging staging[TC_STREAM_MAX_OPERANDS];
  // Of contractions that make terms, both operands; of those that sum.
  TcGpuFragments rows[TC_STREAM_MAX_PRODUCTS], points[TC_STREAM_MAX_PRODUCTS];
  TcGpuFragments columns[TC_STREAM_MAX_PRODUCTS];
  // Of `rows`: fragments that stay in registers, or NULL.
  MlirValue (*rowFragments[TC_STREAM_MAX_PRODUCTS])[4];
  MlirValue low, high;           // blocks
  MlirValue innerLow, innerHigh; // those whose points no bound leaves out
  TcCpuSizes facts;              // there; none: there are no such blocks
  MlirValue end;                 // points before block `high`
  TC_VEC(const TcCpuValue *) carried;
  bool (*emit)(TcGpuBlocks *b, MlirValue block); // one block of a loop
  bool isLast;      // the iteration that makes no terms
  MlirValue *words; // i32: terms that the next iteration multiplies
  size_t numWords;
};

/// ptr<3>: a slot of the ring; i64: the one of a block.
MlirValue tcGpuBlocksSlot(TcGpuBlocks *b, MlirValue slot);
MlirValue tcGpuBlocksSlotOf(TcGpuBlocks *b, MlirValue block);
/// What makes a term, in blocks of 16 steps.
int64_t tcGpuBlocksDepth(const TcGpuStreamProduct *p);
bool tcGpuBlocksAreBrain(const TcGpuStream *s);
/// Registers for the sums of a contraction.
TcGpuRegisters *tcGpuBlocksCarrySums(TcGpuBlocks *b,
                                     const TcGpuStreamProduct *p);
/// What its accumulators start from. False after an error.
bool tcGpuBlocksStartSums(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                          TcGpuRegisters *sums);
/// The 16 terms that it sums from block `steps` of them on, of rows of block
/// `row`, as the rows' operand of an instruction.
void tcGpuBlocksTermFragment(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                             int64_t row, int64_t steps, MlirValue out[4]);
/// The loop's stages but for contractions, merges and their updates.
bool tcGpuBlocksStages(TcGpuBlocks *b);
/// A loop over these blocks; `isShort`: the last one has not all points;
/// `isInside`: no bound leaves any out. False after an error.
bool tcGpuBlocksLoop(TcGpuBlocks *b, MlirValue low, MlirValue high,
                     bool isShort, bool isInside);
/// Loops over all blocks from `low` on.
bool tcGpuBlocksLoops(TcGpuBlocks *b, MlirValue low);

/// Of warp groups: operands on their way; the loops.
void tcGpuBeginGroups(TcGpuBlocks *b);
bool tcGpuEmitGroups(TcGpuBlocks *b);

#endif // TC_PASSES_LOWER_GPU_STREAM_EMIT_H
