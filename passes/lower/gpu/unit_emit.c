// Tiles of contractions on matrix units. See unit.h.
//
//   issue the copies of the first ring - 1 tiles of both operands
//   for tiles t = 0, 1, ...
//     wait for tile t; barrier
//     issue the copies of tile t + ring - 1, to the slot that tile t - 1 was in
//     for 16 steps at a time: load fragments; multiply
//   sums to shared memory; barrier; maps
//
// Units that read shared memory by descriptors still work on tile t - 1 when
// tile t is issued: copies go to the slot of tile t - 2, one tile less ahead.
//
// Blocks that persist run this for one tile of sums after the other; the last
// steps of one issue the first copies of the next.
#include "passes/lower/cpu/tiles.h"
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#include <string.h>

enum { CHUNK = TC_UNIT_CHUNK, BLOCK = TC_UNIT_BLOCK, WARP = 32 };

typedef struct Tile {
  TcGpuEmit *g;
  const TcGpuUnitProduct *u;
  MlirValue rowAt, columnAt; // of the tile's first element
  MlirValue numRows, numColumns, numSteps;
  MlirValue shared; // ptr<3>
  // The thread's index in its warp (warp group), and that one's first point.
  MlirValue lane, warpRow, warpColumn;
  TcGpuStaging staging[2];
  TcGpuFragments fragments[2];
  size_t numSums;
} Tile;

// Blocks that the machine holds at once.
static int64_t heldBlocks(const TcGpuEmit *g, const TcGpuTiling *t) {
  return (int64_t)g->target->cores * t->resident;
}

void tcGpuPlanUnit(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuTiling *tiling = &plan->phase->tiling;
  tcGpuUnitMatch(&g->k, &plan->phase->p.stages, tiling->unit, &plan->unit);
  tcGpuUnitCut(&g->k, tiling, &plan->unit);
  plan->blocks = plan->unit.p.numBlocks;
  if (tiling->persists)
    plan->blocks = tcSizeMin(g->e.arena, plan->blocks,
                             tcSizeConst(g->e.arena, heldBlocks(g, tiling)));
  plan->sharedBytes = plan->unit.sharedBytes;
}

//===- Arithmetic ---------------------------------------------------------===//

static MlirValue i64(Tile *t, int64_t n) { return tcEmitI64(&t->g->e, n); }

static MlirValue add(Tile *t, MlirValue x, MlirValue y) {
  return tcArithAddi(&t->g->e.b, x, y);
}

static MlirValue times(Tile *t, MlirValue x, int64_t n) {
  return tcArithMuli(&t->g->e.b, x, i64(t, n));
}

static MlirValue quotient(Tile *t, MlirValue x, int64_t n) {
  return tcArithDivui(&t->g->e.b, x, i64(t, n));
}

static MlirValue remainder(Tile *t, MlirValue x, int64_t n) {
  return tcArithRemui(&t->g->e.b, x, i64(t, n));
}

static MlirValue sharedAt(Tile *t, MlirValue base, MlirType type,
                          MlirValue at) {
  const int32_t dynamic = INT32_MIN;
  TcEmit *e = &t->g->e;
  return tcLlvmGetelementptr(&e->b, mlirLLVMPointerTypeGet(e->ctx, 3), base, 1,
                             &at, 1, &dynamic, type);
}

static MlirValue slotAt(Tile *t, MlirValue slot) {
  return sharedAt(t, t->shared, t->g->e.i8, times(t, slot, t->u->slotBytes));
}

//===- Products -----------------------------------------------------------===//

enum { MAX_BLOCKS = 8, MAX_SUMS = 256 };

static void multiplyBlock(Tile *t, MlirValue slot, int64_t steps,
                          TcLane *sums) {
  TcEmit *e = &t->g->e;
  int64_t rows = t->u->tiling.warpRows / BLOCK;
  int64_t columns = t->u->tiling.warpColumns / BLOCK;
  bool bf16 = !strcmp(t->u->tiling.unit->operand, "bf16");
  MlirValue a[MAX_BLOCKS][4], b[MAX_BLOCKS][4], acc[4];
  for (int64_t i = 0; i < rows; ++i)
    tcGpuFragmentsLoad(&t->fragments[0], slot, i, steps, a[i]);
  for (int64_t j = 0; j < columns; ++j)
    tcGpuFragmentsLoad(&t->fragments[1], slot, j, steps, b[j]);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < 2 * columns; ++j) {
      TcLane *sum = &sums[4 * (i * 2 * columns + j)];
      for (int x = 0; x < 4; ++x)
        acc[x] = sum[x].v;
      tcNvvmMultiply(e, bf16, a[i], &b[j / 2][j % 2 * 2], acc);
      for (int x = 0; x < 4; ++x)
        sum[x].v = acc[x];
    }
}

static void copyTile(Tile *t, MlirValue from, MlirValue slot) {
  MlirValue at = slotAt(t, slot);
  for (int i = 0; i < 2; ++i)
    tcGpuStagingCopy(&t->staging[i], from, t->numSteps, at);
  tcNvvmCommit(&t->g->e);
}

// The slot after `slot`.
static MlirValue nextSlot(Tile *t, MlirValue slot) {
  TcEmit *e = &t->g->e;
  MlirValue next = add(t, slot, i64(t, 1));
  MlirValue wraps = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, next,
                                i64(t, t->u->tiling.ring));
  return tcArithSelect(&e->b, wraps, i64(t, 0), next);
}

// `state` holds the sums, the slot of this tile, and the slot to fill with the
// tile of steps from `copied` on.
static void multiplyTile(Tile *t, MlirValue copied, TcLane *state) {
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLane *slots = &state[t->numSums];
  tcNvvmWait(&t->g->e, tiling->ring - 2);
  tcGpuBarrierAll(t->g);
  copyTile(t, copied, slots[1].v);
  MlirValue slot = slotAt(t, slots[0].v);
  for (int64_t s = 0; s < tiling->depth / BLOCK; ++s)
    multiplyBlock(t, slot, s, state);
  slots[0].v = nextSlot(t, slots[0].v);
  slots[1].v = nextSlot(t, slots[1].v);
}

//===- Products of warp groups --------------------------------------------===//

static MlirValue describe(Tile *t, int operand, MlirValue slot, MlirValue first,
                          int64_t steps) {
  const TcGpuOperand *o = &t->u->operands[operand];
  return tcGpuDescribe(&t->g->e, o, o->factor->along, slot, first, steps);
}

static void multiplyGroup(Tile *t, MlirValue slot, TcLane *sum) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  bool bf16 = !strcmp(tiling->unit->operand, "bf16");
  tcNvvmGroupFence(e);
  for (int64_t s = 0; s < tiling->depth; s += BLOCK)
    sum->v = tcNvvmGroupMultiply(
        e, bf16, tiling->warpColumns, describe(t, 0, slot, t->warpRow, s),
        t->u->operands[0].factor->along, describe(t, 1, slot, t->warpColumn, s),
        t->u->operands[1].factor->along, false, sum->v);
  tcNvvmGroupCommit(e);
}

// Tiles that are copied ahead.
static int64_t aheadOf(const TcGpuTiling *t) {
  return t->ring - (tcGpuReadsShared(t->unit) ? 2 : 1);
}

// Copies the tile of steps from `copied` on.
static void multiplyTileByGroups(Tile *t, MlirValue copied, TcLane *state) {
  TcEmit *e = &t->g->e;
  TcLane *slots = &state[1];
  tcNvvmWait(e, aheadOf(&t->u->tiling) - 1);
  tcNvvmFenceProxy(e);
  tcGpuBarrierAll(t->g);
  multiplyGroup(t, slotAt(t, slots[0].v), state);
  copyTile(t, copied, slots[1].v);
  tcNvvmGroupWait(e, 1);
  slots[0].v = nextSlot(t, slots[0].v);
  slots[1].v = nextSlot(t, slots[1].v);
}

//===- Sums ---------------------------------------------------------------===//

// Clears a thread's sums: registers, or for a warp group one struct of them.
static size_t startSums(Tile *t, TcLane *state) {
  TcEmit *e = &t->g->e;
  if (tcGpuReadsShared(t->u->tiling.unit)) {
    state[0] = tcLaneScalar(tcNvvmGroupZero(e, t->u->tiling.warpColumns));
    return 1;
  }
  for (size_t i = 0; i < t->numSums; ++i)
    state[i] = tcLaneScalar(tcEmitFloat(e, e->f32, 0));
  return t->numSums;
}

static void unpackSums(Tile *t, TcLane *state) {
  TcEmit *e = &t->g->e;
  MlirValue all = state[0].v;
  for (int64_t i = 0; i < (int64_t)t->numSums; ++i)
    state[i] = tcLaneScalar(tcLlvmExtractvalue(&e->b, e->f32, all, 1, &i));
}

// Issues the first copies; sets the slots of the first tile and of the copy
// after these.
static void copyFirst(Tile *t, TcLane slots[2]) {
  int64_t ahead = aheadOf(&t->u->tiling);
  slots[0] = tcLaneScalar(i64(t, 0));
  slots[1] = tcLaneScalar(i64(t, ahead));
  for (int64_t i = 0; i < ahead; ++i)
    copyTile(t, i64(t, i * t->u->tiling.depth), i64(t, i));
}

// The loop over the tiles of steps below `end`.
static void multiplyTiles(Tile *t, MlirValue end, size_t n, TcLane *state) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLoop tiles = tcEmitFor(e, i64(t, 0), end, tiling->depth, -1, n, state);
  MlirValue copied =
      add(t, tcGpuLoopIndex(&tiles), i64(t, aheadOf(tiling) * tiling->depth));
  if (tcGpuReadsShared(tiling->unit))
    multiplyTileByGroups(t, copied, state);
  else
    multiplyTile(t, copied, state);
  tcEmitForEnd(e, &tiles, n, state);
}

static void sumUp(Tile *t, TcLane *state) {
  TcEmit *e = &t->g->e;
  bool groups = tcGpuReadsShared(t->u->tiling.unit);
  size_t n = startSums(t, state);
  copyFirst(t, &state[n]);
  multiplyTiles(t, t->numSteps, n + 2, state);
  if (groups)
    tcNvvmGroupWait(e, 0);
  tcNvvmWait(e, 0);
  tcGpuBarrierAll(t->g);
  if (groups)
    unpackSums(t, state);
}

//===- Maps ---------------------------------------------------------------===//

static MlirType vectorOf(int64_t lanes, MlirType type) {
  return lanes == 1 ? type : mlirVectorTypeGet(1, &lanes, type);
}

static MlirValue pairOf(TcEmit *e, MlirValue x, MlirValue y) {
  MlirValue v = tcLlvmMlirUndef(&e->b, vectorOf(2, e->f32));
  v = tcLlvmInsertelement(&e->b, v, x, tcEmitI64(e, 0));
  return tcLlvmInsertelement(&e->b, v, y, tcEmitI64(e, 1));
}

// Stores the sums to shared memory. A lane has two adjacent columns of a row,
// and of the one eight rows further on.
static void storeSums(Tile *t, const TcLane *sums) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  int64_t columns = tiling->warpColumns / 8, stride = t->u->sumStride;
  int64_t rows = tiling->warpRows;
  MlirValue row = add(t, t->warpRow, quotient(t, t->lane, 4));
  MlirValue column =
      add(t, t->warpColumn, times(t, remainder(t, t->lane, 4), 2));
  MlirValue first =
      sharedAt(t, t->shared, e->f32, add(t, times(t, row, stride), column));
  for (int64_t i = 0; i < rows / 8; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      const TcLane *s = &sums[4 * (i / 2 * columns + j) + i % 2 * 2];
      MlirValue to = sharedAt(t, first, e->f32, i64(t, 8 * (i * stride + j)));
      tcLlvmStore(&e->b, pairOf(e, s[0].v, s[1].v), to);
    }
}

// Runs the maps on the lanes from element (row, column) on, whose sums lie at
// `sums`.
static bool finishLanes(Tile *t, MlirValue row, MlirValue column,
                        MlirValue sums) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  const TcGpuProduct *p = &t->u->p;
  int64_t lanes = t->u->lanes;
  tcGpuEnter(g, &p->rows.iters, row);
  tcGpuEnter(g, &p->columns.iters, column);
  int64_t bytes = lanes < 4 ? 4 * lanes : 16; // to which rows are aligned
  TcLane sum = {.v = tcEmitLoadBits(e, vectorOf(lanes, e->f32), sums, bytes),
                .wide = lanes > 1};
  e->lanes = lanes;
  e->vector = lanes > 1 ? tcVecLast(&p->columns.iters) : -1;
  e->forwarded.size = 0;
  tcStageMake(e, p->match.contract, &sum);
  TcNest maps = {.stages = p->match.maps, .vector = e->vector, .lanes = lanes};
  bool ok = tcNestPoint(e, &maps, NULL);
  e->forwarded.size = 0;
  e->lanes = 1;
  e->vector = -1;
  return ok;
}

static bool finish(Tile *t) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  int64_t width = t->u->tiling.columns / t->u->lanes;
  TcLoop loop = tcGpuForThread(g, i64(t, t->u->tiling.rows * width), 0, NULL);
  MlirValue at = tcGpuLoopIndex(&loop);
  MlirValue tileRow = quotient(t, at, width);
  MlirValue tileColumn = times(t, remainder(t, at, width), t->u->lanes);
  MlirValue row = add(t, t->rowAt, tileRow);
  MlirValue column = add(t, t->columnAt, tileColumn);
  MlirValue exists = tcArithAndi(&e->b, tcGpuIsBelow(g, row, t->numRows),
                                 tcGpuIsBelow(g, column, t->numColumns));
  MlirValue from = add(t, times(t, tileRow, t->u->sumStride), tileColumn);
  TcLoop guard = tcEmitIf(e, exists);
  bool ok = finishLanes(t, row, column, sharedAt(t, t->shared, e->f32, from));
  tcEmitIfEnd(e, &guard);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

//===- Maps of warp groups ------------------------------------------------===//

// A warp of a group has 16 rows; it stores the sums of some columns of them to
// shared memory of its own, and finishes these.
static void storePart(Tile *t, const TcLane *sums, int64_t part,
                      MlirValue own) {
  TcEmit *e = &t->g->e;
  int64_t blocks = tcGpuPartColumns(&t->u->tiling) / 8;
  int64_t stride = t->u->sumStride;
  MlirValue lane = remainder(t, t->lane, WARP);
  MlirValue at = add(t, times(t, quotient(t, lane, 4), stride),
                     times(t, remainder(t, lane, 4), 2));
  MlirValue first = sharedAt(t, own, e->f32, at);
  for (int64_t i = 0; i < TC_UNIT_PART_ROWS / 8; ++i)
    for (int64_t j = 0; j < blocks; ++j) {
      const TcLane *s = &sums[4 * (part * blocks + j) + 2 * i];
      MlirValue to = sharedAt(t, first, e->f32, i64(t, 8 * (i * stride + j)));
      tcLlvmStore(&e->b, pairOf(e, s[0].v, s[1].v), to);
    }
}

// Opens `if (at < f's points)`, unless tiles divide these. True if it has.
static bool guardPoint(Tile *t, const TcGpuFactor *f, MlirValue at,
                       MlirValue count, TcLoop *guard) {
  TcArena *a = t->g->e.arena;
  if (tcSizeExactDiv(a, f->count, tcSizeConst(a, f->tile)))
    return false;
  *guard = tcEmitIf(&t->g->e, tcGpuIsBelow(t->g, at, count));
  return true;
}

// A lane's elements of one row of a part: (row, column) of it and of the part.
static bool finishRow(Tile *t, MlirValue own, MlirValue row, MlirValue column,
                      MlirValue partRow, MlirValue partColumn) {
  TcEmit *e = &t->g->e;
  TcLoop guard;
  bool guarded = guardPoint(t, &t->u->p.rows, row, t->numRows, &guard);
  MlirValue from = add(t, times(t, partRow, t->u->sumStride), partColumn);
  bool ok = finishLanes(t, row, column, sharedAt(t, own, e->f32, from));
  if (guarded)
    tcEmitIfEnd(e, &guard);
  return ok;
}

// The lane's elements of the part's columns `partColumn` and behind, `lanes` of
// them: in row `first` of the part and each `apart` rows further on.
static bool finishRows(Tile *t, int64_t part, MlirValue own, MlirValue first,
                       int64_t apart, MlirValue partColumn) {
  enum { UNROLL = 4 }; // rows whose loads and stores overlap
  TcEmit *e = &t->g->e;
  int64_t all = TC_UNIT_PART_ROWS / apart, some = all < UNROLL ? all : UNROLL;
  TcLoop guard;
  MlirValue warpRow = times(t, quotient(t, t->lane, WARP), TC_UNIT_PART_ROWS);
  MlirValue rowAt = add(t, add(t, t->rowAt, t->warpRow), warpRow);
  MlirValue column =
      add(t, add(t, t->columnAt, t->warpColumn),
          add(t, i64(t, part * tcGpuPartColumns(&t->u->tiling)), partColumn));
  bool ok = true;
  bool guarded = guardPoint(t, &t->u->p.columns, column, t->numColumns, &guard);
  TcLoop rows = tcEmitFor(e, i64(t, 0), i64(t, TC_UNIT_PART_ROWS), some * apart,
                          -1, 0, NULL);
  for (int64_t i = 0; ok && i < some; ++i) {
    MlirValue at = add(t, tcGpuLoopIndex(&rows), i64(t, i * apart));
    MlirValue partRow = add(t, first, at);
    ok = finishRow(t, own, add(t, rowAt, partRow), column, partRow, partColumn);
  }
  tcEmitForEnd(e, &rows, 0, NULL);
  if (guarded)
    tcEmitIfEnd(e, &guard);
  return ok;
}

// The lanes of a warp have adjacent elements of a row, and of the next ones if
// it has fewer than that.
static bool finishPart(Tile *t, int64_t part, MlirValue own) {
  int64_t width = tcGpuPartColumns(&t->u->tiling) / t->u->lanes;
  int64_t across = width < WARP ? width : WARP;
  MlirValue lane = remainder(t, t->lane, WARP);
  MlirValue row = quotient(t, lane, across),
            column = remainder(t, lane, across);
  bool ok = true;
  for (int64_t i = 0; ok && i < width; i += across)
    ok = finishRows(t, part, own, row, WARP / across,
                    times(t, add(t, column, i64(t, i)), t->u->lanes));
  return ok;
}

// The memory is behind the ring if that is filled again meanwhile.
static bool finishByWarps(Tile *t, const TcLane *sums) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  int64_t bytes = 4 * TC_UNIT_PART_ROWS * t->u->sumStride;
  int64_t ring = tiling->persists ? tiling->ring * t->u->slotBytes : 0;
  MlirValue warp = quotient(t, t->g->thread, WARP);
  MlirValue own = sharedAt(t, t->shared, e->i8,
                           add(t, times(t, warp, bytes), i64(t, ring)));
  bool ok = true;
  int64_t parts = tiling->warpColumns / tcGpuPartColumns(tiling);
  for (int64_t i = 0; ok && i < parts; ++i) {
    if (i || tiling->persists)
      tcNvvmWarpBarrier(e);
    storePart(t, sums, i, own);
    tcNvvmWarpBarrier(e);
    ok = finishPart(t, i, own);
  }
  return ok;
}

//===- Blocks -------------------------------------------------------------===//

// Of a tile of sums: its point of the batch, its first row and column.
typedef struct Place {
  MlirValue batch, row, column;
} Place;

// Tiles go along `group` tiles of rows before the next column, so that the
// operands that they share stay in the L2 cache.
static Place placeOf(Tile *t, MlirValue tile) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  const TcGpuProduct *p = &t->u->p;
  int64_t group = t->u->tiling.group;
  const TcSize *tiles = tcSizeMul(e->arena, p->rows.tiles, p->columns.tiles);
  MlirValue in, batch = tcGpuSplitOff(g, tile, tiles, &in);
  MlirValue rowTiles = tcEmitExpr(e, p->rows.tiles);
  MlirValue inGroup = times(t, tcEmitExpr(e, p->columns.tiles), group);
  MlirValue first = times(t, tcArithDivui(&e->b, in, inGroup), group);
  MlirValue rows =
      tcArithMinsi(&e->b, i64(t, group), tcArithSubi(&e->b, rowTiles, first));
  in = tcArithRemui(&e->b, in, inGroup);
  MlirValue row = add(t, first, tcArithRemui(&e->b, in, rows));
  MlirValue column = tcArithDivui(&e->b, in, rows);
  return (Place){.batch = batch,
                 .row = times(t, row, t->u->tiling.rows),
                 .column = times(t, column, t->u->tiling.columns)};
}

static void enterPlace(Tile *t, Place at) {
  tcGpuEnter(t->g, &t->u->p.batch, at.batch);
  t->rowAt = at.row;
  t->columnAt = at.column;
}

static void enterSizes(Tile *t) {
  const TcGpuProduct *p = &t->u->p;
  t->numRows = tcEmitExpr(&t->g->e, p->rows.count);
  t->numColumns = tcEmitExpr(&t->g->e, p->columns.count);
  t->numSteps = tcEmitExpr(&t->g->e, p->numSteps);
}

static void enterWarp(Tile *t) {
  const TcGpuTiling *tiling = &t->u->tiling;
  MlirValue warp = quotient(t, t->g->thread, tiling->unit->threads);
  int64_t columns = tiling->columns / tiling->warpColumns;
  t->lane = remainder(t, t->g->thread, tiling->unit->threads);
  t->warpRow = times(t, quotient(t, warp, columns), tiling->warpRows);
  t->warpColumn = times(t, remainder(t, warp, columns), tiling->warpColumns);
  if (tcGpuReadsShared(tiling->unit))
    return;
  for (int i = 0; i < 2; ++i) {
    t->fragments[i] =
        (TcGpuFragments){.g = t->g,
                         .o = &t->u->operands[i],
                         .along = t->u->operands[i].factor->along};
    tcGpuFragmentsBegin(
        &t->fragments[i], t->lane, !i, i ? t->warpColumn : t->warpRow,
        i ? tiling->warpColumns : tiling->warpRows, tiling->depth);
  }
}

// Sets the iterators to the tile's, and prepares its copies.
static void beginTile(Tile *t, Place at) {
  const TcGpuProduct *p = &t->u->p;
  enterPlace(t, at);
  tcGpuStagingBegin(&t->staging[0], t->g, &t->u->operands[0], &p->over,
                    t->rowAt);
  tcGpuStagingBegin(&t->staging[1], t->g, &t->u->operands[1], &p->over,
                    t->columnAt);
}

static bool emitOne(Tile *t) {
  TcLane state[MAX_SUMS + 2];
  beginTile(t, placeOf(t, t->g->block));
  sumUp(t, state);
  if (tcGpuReadsShared(t->u->tiling.unit))
    return finishByWarps(t, state);
  storeSums(t, state);
  tcGpuBarrierAll(t->g);
  return finish(t);
}

//===- Persistent blocks --------------------------------------------------===//

enum { SLOTS = 2, CARRIED = 5 }; // slots of the ring, then a place

static void carryPlace(TcLane *state, Place at) {
  state[SLOTS] = tcLaneScalar(at.batch);
  state[SLOTS + 1] = tcLaneScalar(at.row);
  state[SLOTS + 2] = tcLaneScalar(at.column);
}

// The last steps of a tile, which issue the first copies of the tile at `next`;
// of no tile: copies without elements.
static void multiplyLast(Tile *t, Place next, MlirValue exists, TcLane *state) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  MlirValue numSteps = t->numSteps;
  beginTile(t, next);
  t->numSteps = tcArithSelect(&e->b, exists, numSteps, i64(t, 0));
  for (int64_t i = 0; i < aheadOf(tiling); ++i)
    multiplyTileByGroups(t, i64(t, i * tiling->depth), state);
  t->numSteps = numSteps;
}

// Sums up and finishes the tile at the carried place; carries the next one's.
static bool emitNext(Tile *t, MlirValue tile, MlirValue numTiles,
                     TcLane *carried) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLane state[MAX_SUMS + SLOTS];
  Place at = {carried[SLOTS].v, carried[SLOTS + 1].v, carried[SLOTS + 2].v};
  int64_t tiles = (t->u->steps + tiling->depth - 1) / tiling->depth;
  beginTile(t, at);
  startSums(t, state);
  state[1] = carried[0];
  state[2] = carried[1];
  multiplyTiles(t, i64(t, (tiles - aheadOf(tiling)) * tiling->depth), 1 + SLOTS,
                state);
  MlirValue next = add(t, tile, i64(t, heldBlocks(t->g, tiling)));
  MlirValue exists = tcGpuIsBelow(t->g, next, numTiles);
  Place to = placeOf(t, tcArithSelect(&e->b, exists, next, tile));
  multiplyLast(t, to, exists, state);
  carried[0] = state[1];
  carried[1] = state[2];
  carryPlace(carried, to);
  tcNvvmGroupWait(e, 0);
  unpackSums(t, state);
  enterPlace(t, at);
  return finishByWarps(t, state);
}

static bool emitPersistent(Tile *t) {
  TcEmit *e = &t->g->e;
  TcLane state[CARRIED];
  MlirValue numTiles = tcEmitExpr(e, t->u->p.numBlocks);
  Place first = placeOf(t, t->g->block);
  beginTile(t, first);
  copyFirst(t, state);
  carryPlace(state, first);
  TcLoop loop = tcEmitFor(e, t->g->block, numTiles,
                          heldBlocks(t->g, &t->u->tiling), -1, CARRIED, state);
  bool ok = emitNext(t, tcGpuLoopIndex(&loop), numTiles, state);
  tcEmitForEnd(e, &loop, CARRIED, state);
  tcNvvmWait(e, 0);
  return ok;
}

bool tcGpuEmitUnit(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuUnitProduct *u = &plan->unit;
  Tile t = {.g = g, .u = u};
  t.numSums = (size_t)(u->tiling.warpRows * u->tiling.warpColumns /
                       u->tiling.unit->threads);
  t.shared = tcGpuSharedMemory(g);
  enterSizes(&t);
  enterWarp(&t);
  return u->tiling.persists ? emitPersistent(&t) : emitOne(&t);
}
