// A tile of sums of a contraction on matrix units while its code is emitted:
// the interface between unit_emit.c, which sums up, and unit_finish.c, which
// runs the maps and stores.
#ifndef TC_PASSES_LOWER_GPU_UNIT_EMIT_H
#define TC_PASSES_LOWER_GPU_UNIT_EMIT_H

#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

enum { WARP = 32 };

typedef struct TcGpuTile {
  TcGpuEmit *g;
  const TcGpuUnitProduct *u;
  MlirValue rowAt, columnAt; // of the tile's first element
  MlirValue numRows, numColumns, numSteps;
  MlirValue shared; // ptr<3>
  // The thread's index in its warp (warp group), and that one's first point.
  MlirValue lane, warpRow, warpColumn;
  TcGpuStaging staging[2];
  TcGpuFragments fragments[2];
  size_t numSums;    // a thread's; of a warp group, those of 64 rows
  MlirValue rowSums; // of a warp group's rows (row_sums.c), once complete
} TcGpuTile;

/// Of a tile of sums: its point of the batch, its first row and column.
typedef struct TcGpuTilePlace {
  MlirValue batch, row, column;
} TcGpuTilePlace;

static inline MlirValue tcTileI64(TcGpuTile *t, int64_t n) {
  return tcEmitI64(&t->g->e, n);
}

static inline MlirValue tcTileAdd(TcGpuTile *t, MlirValue x, MlirValue y) {
  return tcArithAddi(&t->g->e.b, x, y);
}

static inline MlirValue tcTileTimes(TcGpuTile *t, MlirValue x, int64_t n) {
  return tcArithMuli(&t->g->e.b, x, tcTileI64(t, n));
}

static inline MlirValue tcTileQuotient(TcGpuTile *t, MlirValue x, int64_t n) {
  return tcArithDivui(&t->g->e.b, x, tcTileI64(t, n));
}

static inline MlirValue tcTileRemainder(TcGpuTile *t, MlirValue x, int64_t n) {
  return tcArithRemui(&t->g->e.b, x, tcTileI64(t, n));
}

static inline MlirValue tcTileSharedAt(TcGpuTile *t, MlirValue base,
                                       MlirType type, MlirValue at) {
  const int32_t dynamic = INT32_MIN;
  TcEmit *e = &t->g->e;
  return tcLlvmGetelementptr(&e->b, mlirLLVMPointerTypeGet(e->ctx, 3), base, 1,
                             &at, 1, &dynamic, type);
}

//===- unit_emit.c, for unit_roles.c --------------------------------------===//

/// The type of its sums in registers.
static inline MlirType tcTileSum(const TcGpuTile *t) {
  return t->u->p.match.element;
}

/// A slot of the ring: its memory, and the number of the next one.
MlirValue tcGpuTileSlot(TcGpuTile *t, MlirValue slot);
MlirValue tcGpuTileNextSlot(TcGpuTile *t, MlirValue slot);
/// Where the tile of this number is.
TcGpuTilePlace tcGpuTilePlaceOf(TcGpuTile *t, MlirValue tile);
/// Sets the iterators to the tile's; Begin prepares its copies, too. The number
/// of steps may depend on the part of the reduction.
void tcGpuTileEnter(TcGpuTile *t, TcGpuTilePlace at);
void tcGpuTileBegin(TcGpuTile *t, TcGpuTilePlace at);
/// Clears a thread's sums: registers, or for a warp group a struct of them for
/// each 64 rows. Returns how many.
size_t tcGpuTileStart(TcGpuTile *t, TcLane *sums);
/// Issues a warp group's products of the slot at `slot`.
void tcGpuTileMultiply(TcGpuTile *t, MlirValue slot, TcLane *sums);
void tcGpuTileUnpack(TcGpuTile *t, MlirValue group, TcLane *sums);

/// unit_split.c: adds the products of a slot's fragment number `steps` of
/// steps, whose factors are split, to a thread's sums.
void tcGpuTileMultiplySplit(TcGpuTile *t, MlirValue slot, int64_t steps,
                            TcLane *sums);
/// Computes those of `lanes` sums from (row, column) on, which lie at `sums` in
/// shared memory, anew that are not finite.
void tcGpuTileRepair(TcGpuTile *t, MlirValue row, MlirValue column,
                     MlirValue sums);

/// unit_roles.c: all tiles of a block whose threads have roles. False after an
/// error.
bool tcGpuEmitRoles(TcGpuTile *t);

/// unit_tensor.c: has the copy engine copy the operand's tile of the steps from
/// `from` on to a slot (ptr<3>); the mbarrier `full` (i32) is told.
void tcGpuTensorCopy(TcGpuTile *t, int operand, MlirValue from, MlirValue slot,
                     MlirValue full);

/// unit_finish.c: runs the maps on a tile's sums, which the thread has in
/// registers, and stores what they make. False after an error.
bool tcGpuTileFinish(TcGpuTile *t, const TcLane *sums);

//===- row_sums.c ---------------------------------------------------------===//

/// Clears the sums of rows of so many groups of 64; how many these are: none if
/// there are no such sums.
size_t tcGpuRowSumsStart(TcGpuTile *t, size_t numGroups, TcLane *state);
/// Fills shared memory with ones; behind it a barrier.
void tcGpuRowSumsFill(TcGpuTile *t);
/// sums + the rows that a descriptor gives by ones, of the unit's steps.
MlirValue tcGpuRowSumsMultiply(TcGpuTile *t, const bool *signs, MlirValue rows,
                               MlirValue sums);
/// Runs the maps of a warp group's sums, and stores. False after an error.
bool tcGpuRowSumsFinish(TcGpuTile *t, MlirValue group);

//===- unit_finish.c, for unit_shift.c ------------------------------------===//

/// Stores the sums of `count` blocks of eight columns, from block `first` of
/// the thread's, to the warp's own shared memory: a warp of a group has 16
/// rows.
void tcGpuTileStoreBlocks(TcGpuTile *t, const TcLane *sums, int64_t first,
                          int64_t count, MlirValue own);
/// Runs the maps on `lanes` elements from (row, column) on, whose sums these
/// are.
bool tcGpuTileMaps(TcGpuTile *t, MlirValue row, MlirValue column, int64_t lanes,
                   MlirValue sums);
/// Opens `if (at < f's points)`, unless tiles divide these. True if it has.
bool tcGpuTileGuard(TcGpuTile *t, const TcGpuFactor *f, MlirValue at,
                    MlirValue count, TcLoop *guard);
/// The first of the warp's 16 rows of the tile's.
MlirValue tcGpuTileWarpRow(TcGpuTile *t);

//===- unit_finish.c, for unit_pairs.c ------------------------------------===//

/// Sets the iterators to `lanes` elements from (row, column) on.
TcNest tcGpuTileEnterElements(TcGpuTile *t, MlirValue row, MlirValue column,
                              int64_t lanes);
void tcGpuTileLeaveElements(TcGpuTile *t);
/// What the maps read of memory there.
TcLane **tcGpuTileLoadElements(TcGpuTile *t, MlirValue row, MlirValue column,
                               int64_t lanes);
/// Runs the maps on these sums, and elements if they have been loaded.
bool tcGpuTileRunMaps(TcGpuTile *t, MlirValue row, MlirValue column,
                      int64_t lanes, MlirValue sums, TcLane **elements);
/// A point of the factor from which on `lanes` exist: `at`, or where some of
/// the tile's may not exist the last ones.
MlirValue tcGpuTileExisting(TcGpuTile *t, const TcGpuFactor *f, MlirValue at,
                            MlirValue count, int64_t lanes);

//===- unit_pairs.c, for unit_finish.c ------------------------------------===//

/// As tcGpuTileFinish, of maps that run before lanes exchange
/// (tcGpuMapsPairs).
bool tcGpuTileFinishPairs(TcGpuTile *t, const TcLane *sums);

//===- unit_exchange.c, for unit_finish.c and unit_pairs.c ----------------===//

enum { TC_UNIT_QUAD = 4, TC_UNIT_PAIR = 2 }; // lanes of a row; columns of each

/// A lane's elements, eight adjacent columns of its row (f32), of four blocks
/// of eight columns. `q`: its number among the lanes of the row; it has a pair
/// of each block, four sums behind the one before.
MlirValue tcGpuTileExchange(TcGpuTile *t, MlirValue q, const TcLane *sums);

/// The same of what maps have made of a lane's pairs, each of two floats that
/// are rounded to `element`, halves.
MlirValue tcGpuTileExchangeMade(TcGpuTile *t, MlirValue q, const TcLane *made,
                                MlirType element);

//===- unit_shift.c -------------------------------------------------------===//

/// The same as tcGpuTileFinish, of a tile all of whose columns exist, where
/// rows start at any element. `own`: the warp's shared memory.
bool tcGpuTileFinishShifted(TcGpuTile *t, const TcLane *sums, MlirValue own);

#endif // TC_PASSES_LOWER_GPU_UNIT_EMIT_H
