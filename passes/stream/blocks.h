// The state of the rewrite of a streamed kernel into a loop over blocks, for
// the files that do it (stream.h): blocks.c.
#ifndef TC_PASSES_STREAM_BLOCKS_H
#define TC_PASSES_STREAM_BLOCKS_H

#include "passes/stream/stream.h"

typedef struct TcBlocks {
  TcStream *s;
  TcKernel k;         // iterators; its block is where new stages go
  MlirOperation loop; // loop.for over blocks
  MlirBlock body;     // of it
  MlirAttribute outer,
      inner;                 // StringAttr: iterator of blocks, of points in one
  MlirAttribute extent;      // #tc.size: of the streamed iterator
  MlirAttribute point;       // #tc.size: that iterator, by outer and inner
  bool partial;              // the last block may be short
  MlirValue *carried, *next; // of each sum: before the block, and after it
  TcMap isInside;            // the loop's stages
} TcBlocks;

//===- block_maps.c: new stages -------------------------------------------===//

/// Opens a map over the iterators of the stage `over`; its value.
TcStage tcBlocksOpenMap(TcBlocks *b, MlirOperation over);
MlirValue tcBlocksCloseMap(TcStage *s, MlirValue v);

/// Prims on scalars, in the body of a stage.
MlirValue tcBlocksScalar(TcBuilder *b, const char *name, MlirType type,
                         intptr_t n, const MlirValue *operands,
                         const char *attr, MlirAttribute value);
MlirValue tcBlocksNumber(TcBuilder *b, MlirType type, double v);
MlirValue tcBlocksConvert(TcBuilder *b, MlirValue v, MlirType type);
MlirValue tcBlocksBinary(TcBuilder *b, const char *name, MlirValue x,
                         MlirValue y);
MlirValue tcBlocksCompare(TcBuilder *b, const char *name, MlirValue x,
                          MlirValue y);
MlirValue tcBlocksSelect(TcBuilder *b, MlirValue p, MlirValue x, MlirValue y);

/// A copy, in the new stage `s`, of the scalar `v` of the body of `stage`, with
/// what it is computed from; reads of the tensor `from` become reads of `to`.
/// `done` maps what has been copied.
MlirValue tcBlocksCopyScalar(TcStage *s, TcMap *done, MlirOperation stage,
                             MlirValue v, MlirValue from, MlirValue to);

/// The index map by which a stage's result is read at the reader's own point.
MlirAttribute tcBlocksOwnMap(TcBlocks *b, MlirOperation stage);

//===- carry.c: what is carried from block to block -----------------------===//

/// The value that does not change a reduction of this kind.
double tcBlocksNeutral(MlirStringRef kind);
/// The element type in which a sum is carried: f32 for narrower floats, since
/// it is rounded once, at the end.
MlirType tcBlocksCarriedType(const TcBlocks *b, const TcStreamSum *sum);
/// What is carried before the first block.
MlirValue tcBlocksStart(TcBlocks *b, const TcStreamSum *sum);
/// What is carried after a block: sum number `i` of the blocks before, rescaled
/// if its maximum has grown, with that of this block.
MlirValue tcBlocksMerge(TcBlocks *b, size_t i);
/// exp(h(before) - h(now)) of a shift, over the maximum's iterators, and `part`
/// unless it is null; `from` is what the shift's stage reads as the maximum.
MlirValue tcBlocksRescale(TcBlocks *b, const TcStreamShift *h, MlirValue from,
                          MlirValue before, MlirValue now, MlirAttribute part);
/// Reads a value over the iterators of the shift's maximum (and `part`, unless
/// it is NULL) in a stage over those of a sum.
MlirValue tcBlocksReadMaximum(TcStage *s, const TcStreamShift *h, MlirValue v,
                              const MlirAttribute *part);
/// x times what the terms of the shift's maximum leave out.
MlirValue tcBlocksScaled(const TcBlocks *b, const TcStreamShift *h,
                         TcBuilder *at, MlirValue x);
/// Whether the carried sum is 0 as long as the maximum is -inf, where the sum
/// itself is NaN.
bool tcBlocksIsCarriedAsZero(const TcBlocks *b, const TcStreamSum *sum);
/// The number of the sum that this stage makes.
size_t tcBlocksSumNumber(const TcBlocks *b, MlirOperation stage);
/// The complete sum, with its factors, in its own type.
MlirValue tcBlocksFinish(TcBlocks *b, const TcStreamSum *sum, MlirValue total);

//===- block_points.c: stages over the points of a block ------------------===//

bool tcBlocksIsInside(const TcBlocks *b, MlirOperation op);
/// For a last block that is short: makes the terms of points that do not exist
/// neutral.
void tcBlocksMaskShift(TcBlocks *b, const TcStreamShift *shift);
void tcBlocksMaskSum(TcBlocks *b, const TcStreamSum *sum);
/// Gives a sum's stage the type in which it is carried.
void tcBlocksWiden(TcBlocks *b, const TcStreamSum *sum);
/// Lets a stage run over the points of one block.
void tcBlocksRewriteStage(TcBlocks *b, MlirOperation stage);

//===- across.c: sums that tasks share ------------------------------------===//

/// The type of these of all blocks, the block's number in front.
MlirType tcBlocksStackType(const TcBlocks *b);
/// Has the maps apart read them of the stack, the loop's last result.
void tcBlocksReadStack(TcBlocks *b);

//===- blocks.c, split.c --------------------------------------------------===//

/// A new iterator's name: the streamed one's, and a letter.
MlirAttribute tcBlocksNameWith(TcBlocks *b, const char *letter);
/// Says in `loop.stream` what code generation reads. `bounds` may be NULL.
void tcBlocksDescribe(TcBlocks *b, MlirOperation kernel, MlirAttribute extent,
                      const TcStreamBounds *bounds);
/// Makes two kernels of the loop, if it has whole blocks in that many equal
/// parts and the kernel has launches; whether it did.
bool tcBlocksSplit(TcBlocks *b, int64_t block, int64_t parts);

#endif // TC_PASSES_STREAM_BLOCKS_H
