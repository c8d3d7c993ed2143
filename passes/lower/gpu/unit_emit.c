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

void tcGpuPlanUnit(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuTiling *tiling = &plan->phase->tiling;
  tcGpuUnitMatch(&g->k, &plan->phase->p.stages, tiling->unit, &plan->unit);
  tcGpuUnitCut(&g->k, tiling, &plan->unit);
  plan->blocks = plan->unit.p.numBlocks;
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

// `state` holds the sums, the slot of this tile, and the slot to fill.
static void multiplyTile(Tile *t, MlirValue from, TcLane *state) {
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLane *slots = &state[t->numSums];
  int64_t ahead = tiling->depth * (tiling->ring - 1);
  tcNvvmWait(&t->g->e, tiling->ring - 2);
  tcGpuBarrierAll(t->g);
  copyTile(t, add(t, from, i64(t, ahead)), slots[1].v);
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

static void multiplyTileByGroups(Tile *t, MlirValue from, TcLane *state) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLane *slots = &state[1];
  int64_t ahead = tiling->ring - 2;
  tcNvvmWait(e, ahead - 1);
  tcNvvmFenceProxy(e);
  tcGpuBarrierAll(t->g);
  multiplyGroup(t, slotAt(t, slots[0].v), state);
  copyTile(t, add(t, from, i64(t, ahead * tiling->depth)), slots[1].v);
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

static void sumUp(Tile *t, TcLane *state) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  bool groups = tcGpuReadsShared(tiling->unit);
  int64_t ahead = tiling->ring - (groups ? 2 : 1);
  size_t n = startSums(t, state) + 2;
  state[n - 2] = tcLaneScalar(i64(t, 0));
  state[n - 1] = tcLaneScalar(i64(t, ahead));
  for (int64_t i = 0; i < ahead; ++i)
    copyTile(t, i64(t, i * tiling->depth), i64(t, i));
  TcLoop tiles =
      tcEmitFor(e, i64(t, 0), t->numSteps, tiling->depth, -1, n, state);
  if (groups)
    multiplyTileByGroups(t, tcGpuLoopIndex(&tiles), state);
  else
    multiplyTile(t, tcGpuLoopIndex(&tiles), state);
  tcEmitForEnd(e, &tiles, n, state);
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
// and of the one eight rows further on; each warp of a group has 16 rows.
static void storeSums(Tile *t, const TcLane *sums) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  int64_t columns = tiling->warpColumns / 8, stride = t->u->sumStride;
  int64_t rows = tiling->warpRows / (tiling->unit->threads / WARP);
  MlirValue warp = times(t, quotient(t, t->lane, WARP), rows);
  MlirValue lane = remainder(t, t->lane, WARP);
  MlirValue row = add(t, add(t, t->warpRow, warp), quotient(t, lane, 4));
  MlirValue column = add(t, t->warpColumn, times(t, remainder(t, lane, 4), 2));
  MlirValue first =
      sharedAt(t, t->shared, e->f32, add(t, times(t, row, stride), column));
  for (int64_t i = 0; i < rows / 8; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      const TcLane *s = &sums[4 * (i / 2 * columns + j) + i % 2 * 2];
      MlirValue to = sharedAt(t, first, e->f32, i64(t, 8 * (i * stride + j)));
      tcLlvmStore(&e->b, pairOf(e, s[0].v, s[1].v), to);
    }
}

// Runs the maps on the lanes from the tile's element (row, column) on.
static bool finishLanes(Tile *t, MlirValue row, MlirValue column,
                        MlirValue tileRow, MlirValue tileColumn) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  const TcGpuProduct *p = &t->u->p;
  int64_t lanes = t->u->lanes;
  tcGpuEnter(g, &p->rows.iters, row);
  tcGpuEnter(g, &p->columns.iters, column);
  MlirValue at = add(t, times(t, tileRow, t->u->sumStride), tileColumn);
  TcLane sum = {.v = tcLlvmLoad(&e->b, vectorOf(lanes, e->f32),
                                sharedAt(t, t->shared, e->f32, at)),
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
  TcLoop guard = tcEmitIf(e, exists);
  bool ok = finishLanes(t, row, column, tileRow, tileColumn);
  tcEmitIfEnd(e, &guard);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

//===- Blocks -------------------------------------------------------------===//

// Blocks go along `group` tiles of rows before the next column, so that the
// operands that they share stay in the L2 cache.
static void enterTile(Tile *t) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  const TcGpuProduct *p = &t->u->p;
  int64_t group = t->u->tiling.group;
  const TcSize *tiles = tcSizeMul(e->arena, p->rows.tiles, p->columns.tiles);
  MlirValue in, batch = tcGpuSplitOff(g, g->block, tiles, &in);
  MlirValue rowTiles = tcEmitExpr(e, p->rows.tiles);
  MlirValue inGroup = times(t, tcEmitExpr(e, p->columns.tiles), group);
  MlirValue first = times(t, tcArithDivui(&e->b, in, inGroup), group);
  MlirValue rows =
      tcArithMinsi(&e->b, i64(t, group), tcArithSubi(&e->b, rowTiles, first));
  in = tcArithRemui(&e->b, in, inGroup);
  MlirValue row = add(t, first, tcArithRemui(&e->b, in, rows));
  MlirValue column = tcArithDivui(&e->b, in, rows);
  tcGpuEnter(g, &p->batch, batch);
  t->rowAt = times(t, row, t->u->tiling.rows);
  t->columnAt = times(t, column, t->u->tiling.columns);
  t->numRows = tcEmitExpr(e, p->rows.count);
  t->numColumns = tcEmitExpr(e, p->columns.count);
  t->numSteps = tcEmitExpr(e, p->numSteps);
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

bool tcGpuEmitUnit(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuUnitProduct *u = &plan->unit;
  Tile t = {.g = g, .u = u};
  TcLane state[MAX_SUMS + 2];
  t.numSums = (size_t)(u->tiling.warpRows * u->tiling.warpColumns /
                       u->tiling.unit->threads);
  t.shared = tcGpuSharedMemory(g);
  enterTile(&t);
  enterWarp(&t);
  tcGpuStagingBegin(&t.staging[0], g, &u->operands[0], &u->p.over, t.rowAt);
  tcGpuStagingBegin(&t.staging[1], g, &u->operands[1], &u->p.over, t.columnAt);
  sumUp(&t, state);
  storeSums(&t, state);
  tcGpuBarrierAll(g);
  return finish(&t);
}
