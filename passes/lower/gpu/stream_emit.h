// The interface among the loops of streamed contractions (stream.h): of warps
// with fragments (stream_emit.c), and of warp groups (stream_group.c), of which
// one contraction makes terms and one sums (stream_skew.c), or several
// (stream_several.c).
#ifndef TC_PASSES_LOWER_GPU_STREAM_EMIT_H
#define TC_PASSES_LOWER_GPU_STREAM_EMIT_H

#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/Dialect/LLVM.h"

enum { TC_STREAM_MAX_REGISTERS = 160 }; // of an instruction of the unit
enum { TC_STREAM_MAX_STATE = 1024 };    // registers that a loop carries

typedef struct TcGpuBlocks TcGpuBlocks;
struct TcGpuBlocks {
  TcGpuStreamEmit x; // first: what it calls back finds the rest
  TcGpuStaging staging[TC_STREAM_MAX_OPERANDS];
  // Of contractions that make terms: both operands. Of those that sum: columns.
  TcGpuFragments rows[TC_STREAM_MAX_PRODUCTS], points[TC_STREAM_MAX_PRODUCTS];
  TcGpuFragments columns[TC_STREAM_MAX_PRODUCTS];
  // Fragments of `rows` that stay in registers, or NULL.
  TcGpuFactors *rowFragments[TC_STREAM_MAX_PRODUCTS];
  MlirValue low, high;           // blocks
  MlirValue innerLow, innerHigh; // those with all points within the bounds
  TcCpuSizes facts;   // inequalities that hold there; none: no such blocks
  MlirValue end;      // points before block `high`
  MlirValue groupRow; // of warp groups: the first row in the tile
  // Of roles: tiles that the thread block had before this one, and their blocks
  // of points.
  MlirValue tiles, done;
  TC_VEC(const TcCpuValue *) carried;
  // Of an iteration whose stages are split: its block, the sums in flight.
  MlirValue block, *inFlight;
  // Where tiles are joined: the number of this one and of that before it, the
  // values of `carried` at the end of that.
  MlirValue tile, tileBefore;
  TcGpuRegisters **before;
  bool (*emit)(TcGpuBlocks *b, MlirValue block); // one block of a loop
  bool isLast;  // the iteration that makes no terms
  bool isFirst; // of a tile, where tiles are joined
  // Registers from one iteration to the next beside `carried`: terms that it
  // multiplies, packed (i32), or the next block's (f32).
  MlirValue *words;
  size_t numWords;
};

//===- Arithmetic ---------------------------------------------------------===//

static inline TcEmit *tcBlocksEmit(TcGpuBlocks *b) { return &b->x.g->e; }

/// Whether threads that copy are others than those that multiply.
static inline bool tcBlocksHaveRoles(const TcGpuBlocks *b) {
  return b->x.s->tiling.teams;
}

static inline MlirValue tcBlocksI64(TcGpuBlocks *b, int64_t n) {
  return tcEmitI64(tcBlocksEmit(b), n);
}

static inline MlirValue tcBlocksAdd(TcGpuBlocks *b, MlirValue x, MlirValue y) {
  return tcArithAddi(&tcBlocksEmit(b)->b, x, y);
}

static inline MlirValue tcBlocksPlus(TcGpuBlocks *b, MlirValue x, int64_t n) {
  return tcBlocksAdd(b, x, tcBlocksI64(b, n));
}

static inline MlirValue tcBlocksSub(TcGpuBlocks *b, MlirValue x, MlirValue y) {
  return tcArithSubi(&tcBlocksEmit(b)->b, x, y);
}

static inline MlirValue tcBlocksTimes(TcGpuBlocks *b, MlirValue x, int64_t n) {
  return tcArithMuli(&tcBlocksEmit(b)->b, x, tcBlocksI64(b, n));
}

static inline MlirValue tcBlocksQuotient(TcGpuBlocks *b, MlirValue x,
                                         int64_t n) {
  return tcArithDivui(&tcBlocksEmit(b)->b, x, tcBlocksI64(b, n));
}

static inline MlirValue tcBlocksRemainder(TcGpuBlocks *b, MlirValue x,
                                          int64_t n) {
  return tcArithRemui(&tcBlocksEmit(b)->b, x, tcBlocksI64(b, n));
}

static inline MlirValue tcBlocksMin(TcGpuBlocks *b, MlirValue x, MlirValue y) {
  return tcArithMinsi(&tcBlocksEmit(b)->b, x, y);
}

static inline MlirValue tcBlocksMax(TcGpuBlocks *b, MlirValue x, MlirValue y) {
  return tcArithMaxsi(&tcBlocksEmit(b)->b, x, y);
}

static inline MlirValue tcBlocksIsEqual(TcGpuBlocks *b, MlirValue x,
                                        MlirValue y) {
  return tcArithCmpi(&tcBlocksEmit(b)->b, TC_ARITH_CMP_I_PREDICATE_EQ, x, y);
}

static inline MlirValue tcBlocksSharedAt(TcGpuBlocks *b, MlirValue bytes) {
  const int32_t dynamic = INT32_MIN;
  TcEmit *e = tcBlocksEmit(b);
  return tcLlvmGetelementptr(&e->b, mlirLLVMPointerTypeGet(e->ctx, 3),
                             b->x.shared, 1, &bytes, 1, &dynamic, e->i8);
}

//===- stream_emit.c ------------------------------------------------------===//

/// ptr<3>: a slot of the ring by its number; i64: the number of a block's slot.
MlirValue tcGpuBlocksSlot(TcGpuBlocks *b, MlirValue slot);
MlirValue tcGpuBlocksSlotOf(TcGpuBlocks *b, MlirValue block);
/// Whether a stage of the loop is no contraction, and no merge or update of
/// sums; emits all those.
bool tcGpuBlocksIsPlain(const TcGpuStream *s, const TcCpuStage *stage);
bool tcGpuBlocksStages(TcGpuBlocks *b);
/// Emits a loop over these blocks. `isShort`: the last one has fewer points;
/// `isInside`: all points are within the bounds. False after an error.
bool tcGpuBlocksLoop(TcGpuBlocks *b, MlirValue low, MlirValue high,
                     bool isShort, bool isInside);
/// Emits loops over all blocks from `low` on.
bool tcGpuBlocksLoops(TcGpuBlocks *b, MlirValue low);

/// What a loop carries: `carried` and `words`. Returns the number of registers.
size_t tcGpuBlocksPack(TcGpuBlocks *b, TcLane *state);
void tcGpuBlocksUnpack(TcGpuBlocks *b, const TcLane *state);

/// Sets the iterators to a tile's, by its number; then finds its blocks, too.
void tcGpuBlocksEnterTile(TcGpuBlocks *b, MlirValue number);
void tcGpuBlocksEnter(TcGpuBlocks *b, MlirValue tile);
/// Prepares the copies of the tile's operands.
void tcGpuBlocksBeginCopies(TcGpuBlocks *b);
/// Emits the stages before the loop.
bool tcGpuBlocksStart(TcGpuBlocks *b);

//===- stream_multiply.c --------------------------------------------------===//

/// The reduction that makes a term, in fragments' steps.
int64_t tcGpuBlocksDepth(const TcGpuStream *s, const TcGpuStreamProduct *p);
/// Whether operands are bf16.
bool tcGpuBlocksAreBrain(const TcGpuStream *s);
/// Prepares loads of the streamed operands' fragments.
void tcGpuBlocksBeginFragments(TcGpuBlocks *b);
/// Loads the fragments of a contraction's rows' operand, which is in shared
/// memory, to registers that keep them during the loop; of all that stay there.
void tcGpuBlocksLoadRows(TcGpuBlocks *b, int product);
void tcGpuBlocksLoadResidentRows(TcGpuBlocks *b);
/// Emits a contraction, by its number among those of its sort, for the block in
/// this slot; false after an error.
void tcGpuBlocksMakeTerms(TcGpuBlocks *b, int product, MlirValue slot);
bool tcGpuBlocksSumTerms(TcGpuBlocks *b, int product, MlirValue slot);
/// The terms of block `steps` (16 of them) of the rows of block `row`, as the
/// row operand of an instruction.
void tcGpuBlocksTermFragment(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                             int64_t row, int64_t steps, MlirValue out[4]);
/// New registers for the sums of a contraction.
TcGpuRegisters *tcGpuBlocksNewSums(TcGpuBlocks *b, const TcGpuStreamProduct *p);
/// Initialises these: the carried sums, merged, or 0. False after an error.
bool tcGpuBlocksStartSums(TcGpuBlocks *b, const TcGpuStreamProduct *p,
                          TcGpuRegisters *sums);

//===- stream_group.c -----------------------------------------------------===//

/// Of warp groups: issues the first copies; emits the loops.
void tcGpuBeginGroups(TcGpuBlocks *b);
bool tcGpuEmitGroups(TcGpuBlocks *b);
/// Issues the copies of a block of a streamed operand; of all rows' operands.
void tcGpuCopyGroupBlock(TcGpuBlocks *b, int operand, MlirValue block);
void tcGpuCopyGroupRows(TcGpuBlocks *b);
/// Waits until all threads see all copies but those of the last `pending`
/// groups.
void tcGpuAwaitGroupCopies(TcGpuBlocks *b, int64_t pending);

/// Where the rows' operands are in shared memory: finds the warp group's rows,
/// loads the operands that the schedule keeps in registers.
void tcGpuGroupStart(TcGpuBlocks *b);
/// Issues a contraction that makes a block's terms, in a group of its own, into
/// the registers `data`; waits for them, until at most `pending` groups are in
/// flight; makes them the contraction's result.
void tcGpuGroupBeginTerms(TcGpuBlocks *b, int product, MlirValue block,
                          MlirValue *data);
void tcGpuGroupAwaitTerms(TcGpuBlocks *b, int64_t pending, MlirValue *data);
void tcGpuGroupTakeTerms(TcGpuBlocks *b, int product, const MlirValue *data);
/// Registers of a block's terms as the row operand of a contraction that sums;
/// packs them.
size_t tcGpuGroupNumWords(const TcGpuBlocks *b);
void tcGpuGroupPackTerms(TcGpuBlocks *b, int product, MlirValue *words);
/// A thread's sums: how many, the carried ones; makes them value `v`.
size_t tcGpuGroupNumSums(TcGpuBlocks *b, int product);
void tcGpuGroupReadSums(TcGpuBlocks *b, int product, MlirValue *sums);
void tcGpuGroupWriteSums(TcGpuBlocks *b, int product, const TcCpuValue *v,
                         const MlirValue *sums);
/// Issues a contraction that sums terms, in a group of its own; before it, a
/// fence that names its registers.
void tcGpuGroupFenceSums(TcGpuBlocks *b, int product, MlirValue *sums,
                         MlirValue *words);
void tcGpuGroupBeginSums(TcGpuBlocks *b, int product, MlirValue block,
                         const MlirValue *words, MlirValue *sums);

/// The same number (i64, of 32 bits), of which LLVM does not know that it is
/// the same in each iteration: it would keep all that is computed of it in
/// registers.
MlirValue tcGpuBlocksAgain(TcGpuBlocks *b, MlirValue number);

//===- stream_boxes.c -----------------------------------------------------===//

/// Has the copy engine copy a block of a streamed operand, in boxes that tell
/// the mbarrier `full` (i32): what one thread does.
void tcGpuBoxesIssue(TcGpuBlocks *b, int operand, MlirValue block,
                     MlirValue full);
/// Of several contractions: before all copies; a thread has both streamed
/// operands' block copied, if there is such a block; waits for these copies.
void tcGpuBoxesInit(TcGpuBlocks *b);
void tcGpuBoxesCopy(TcGpuBlocks *b, MlirValue block);
void tcGpuBoxesAwait(TcGpuBlocks *b, MlirValue block);

//===- stream_columns.c ---------------------------------------------------===//

/// Issues the copies of a block's columns; says where those of the iteration's
/// block are.
void tcGpuColumnsCopy(TcGpuBlocks *b, MlirValue block);
void tcGpuColumnsEnter(TcGpuBlocks *b, MlirValue block);

//===- stream_skew.c, stream_several.c ------------------------------------===//

void tcGpuBeginSkewed(TcGpuBlocks *b);
bool tcGpuEmitSkewed(TcGpuBlocks *b);
/// Parts of that loop. The words of no terms; an iteration begins, where
/// threads have roles by its turn; it issues the first contraction of a block
/// and, on the words, the second of the block before (whose operand is there,
/// or is awaited), and waits for the former; leaves a block of a streamed
/// operand; awaits the next one; the stages while sums are made, waits for
/// these and leaves their block; merges the sums with what is carried, from
/// which the next iteration starts, and packs its terms into the words.
void tcGpuSkewStart(TcGpuBlocks *b);
void tcGpuSkewBegin(TcGpuBlocks *b, MlirValue block);
void tcGpuSkewIssue(TcGpuBlocks *b, MlirValue block, bool isSecondThere,
                    MlirValue *sums);
void tcGpuSkewLeave(TcGpuBlocks *b, int operand, MlirValue block);
void tcGpuSkewAwaitNext(TcGpuBlocks *b, MlirValue block);
bool tcGpuSkewBesideSums(TcGpuBlocks *b, MlirValue block, MlirValue *sums);
bool tcGpuSkewMerge(TcGpuBlocks *b);
/// An iteration between the first and the last; the last one.
bool tcGpuSkewIteration(TcGpuBlocks *b, MlirValue block);
bool tcGpuSkewLast(TcGpuBlocks *b, MlirValue block);
const TcCpuValue *tcGpuSkewSums(TcGpuBlocks *b);
void tcGpuBeginSeveral(TcGpuBlocks *b);
bool tcGpuEmitSeveral(TcGpuBlocks *b);

//===- stream_across.c ----------------------------------------------------===//

/// Of sums that tasks share. Put: a block's terms to shared memory. Begin:
/// behind a barrier, issues the contraction of those of the block before this
/// one, in a group of its own. Add: waits for its sums, until at most `pending`
/// groups are in flight, and adds them to the stack, if there is a block
/// before. End: all that for the last block.
void tcGpuAcrossPut(TcGpuBlocks *b, MlirValue block);
void tcGpuAcrossBegin(TcGpuBlocks *b, MlirValue block, MlirValue *sums);
void tcGpuAcrossAdd(TcGpuBlocks *b, MlirValue block, int64_t pending,
                    MlirValue *sums);
void tcGpuAcrossEnd(TcGpuBlocks *b);

//===- stream_roles.c -----------------------------------------------------===//

/// Open, and end, the loops over the tiles of a thread block, carrying `n`
/// values. Returns a tile's number.
typedef struct TcGpuTiles {
  TcLoop tiles, pair;
} TcGpuTiles;
MlirValue tcGpuTilesBegin(TcGpuBlocks *b, TcGpuTiles *t, size_t n,
                          TcLane *state);
void tcGpuTilesEnd(TcGpuBlocks *b, TcGpuTiles *t, size_t n, TcLane *state);
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

/// Of groups that are free of each other: before all copies; before those of a
/// block, which wait until its slot is empty; behind them. Waits until all
/// threads' copies of the block are there; says that the warp has left its slot
/// (if there is such a block).
void tcGpuFreeInit(TcGpuBlocks *b);
void tcGpuFreeAwaitEmpty(TcGpuBlocks *b, MlirValue block);
void tcGpuFreeCopied(TcGpuBlocks *b, MlirValue block);
void tcGpuFreeAwaitFull(TcGpuBlocks *b, MlirValue block);
void tcGpuFreeLeave(TcGpuBlocks *b, MlirValue block);

//===- stream_join.c ------------------------------------------------------===//

/// Emits all tiles of a thread block, for the role that multiplies: the first
/// products of a tile beside the last ones of the tile before.
bool tcGpuEmitJoined(TcGpuBlocks *b);
/// i1: whether a tile is before this one.
MlirValue tcGpuBlocksIsAnyBefore(TcGpuBlocks *b);

#endif // TC_PASSES_LOWER_GPU_STREAM_EMIT_H
