// Tiles of contractions on matrix units. See unit.h.
//
//   issue the copies of the first ring - 1 tiles of both operands
//   for tiles t = 0, 1, ...
//     wait for tile t; barrier
//     issue the copies of tile t + ring - 1, to the slot that tile t - 1 was in
//     for 16 steps at a time: load fragments; multiply
//   sums to shared memory; barrier; maps
//
// Of f64 these copies are issued between the first products: a warp's loads of
// fragments would wait behind the copies of all warps, and the unit for them.
//
// Units that read shared memory by descriptors still work on tile t - 1 when
// tile t is issued: copies go to the slot of tile t - 2, one tile less ahead.
//
// Blocks that persist run this for one tile of sums after the other; the last
// steps of one issue the first copies of the next.
#include "passes/lower/gpu/unit_emit.h"

#include <string.h>

enum { BLOCK = TC_UNIT_BLOCK };

// Blocks that the machine holds at once.
int64_t tcGpuHeldBlocks(const TcGpuEmit *g, const TcGpuTiling *t) {
  return (int64_t)g->target->cores * t->resident;
}

void tcGpuPlanUnit(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuTiling *tiling = &plan->phase->tiling;
  tcGpuUnitMatch(&g->k, &plan->phase->p.stages, tiling->unit, &plan->unit);
  tcGpuUnitCut(&g->k, tiling, &plan->unit);
  plan->blocks = plan->unit.p.numBlocks;
  if (tiling->persists)
    plan->blocks =
        tcSizeMin(g->e.arena, plan->blocks,
                  tcSizeConst(g->e.arena, tcGpuHeldBlocks(g, tiling)));
  plan->sharedBytes = plan->unit.sharedBytes;
}

MlirValue tcGpuTileSlot(TcGpuTile *t, MlirValue slot) {
  return tcTileSharedAt(t, t->shared, t->g->e.i8,
                        tcTileTimes(t, slot, t->u->slotBytes));
}

//===- Products -----------------------------------------------------------===//

enum { MAX_BLOCKS = 8, MAX_SUMS = 256 };

static void loadFragment(TcGpuTile *t, int operand, MlirValue slot,
                         int64_t points, int64_t steps, MlirValue out[4]) {
  tcGpuFragmentsLoad(&t->fragments[operand], slot, points, steps, out);
  for (int w = 0; t->u->operands[operand].rounds && w < 4; ++w)
    out[w] = tcNvvmToTf32(&t->g->e, out[w]);
}

// Which operands are of unsigned bytes.
static void signsOf(const TcGpuTile *t, bool isUnsigned[2]) {
  isUnsigned[0] = tcIsUnsigned(t->u->p.rows.read->value->element);
  isUnsigned[1] = tcIsUnsigned(t->u->p.columns.read->value->element);
}

// The copies of a tile of both operands, which are issued one after the other.
typedef struct Copies {
  MlirValue from, slot; // i64: the first step; ptr<3>
  int issued;
} Copies;

static Copies copiesOf(TcGpuTile *t, MlirValue from, MlirValue slot) {
  return (Copies){.from = from, .slot = tcGpuTileSlot(t, slot)};
}

static void copyNext(TcGpuTile *t, Copies *c) {
  if (c->issued < 2)
    tcGpuStagingCopy(&t->staging[c->issued++], c->from, t->numSteps, c->slot);
}

static void copyRest(TcGpuTile *t, Copies *c) {
  while (c->issued < 2)
    copyNext(t, c);
  if (!tcGpuIsOfWaves(t->u->tiling.unit))
    tcNvvmCommit(&t->g->e);
}

// Issues one of `copies`, if there are any, behind each row of products.
static void multiplyBlock(TcGpuTile *t, MlirValue slot, int64_t steps,
                          Copies *copies, TcLane *sums) {
  TcEmit *e = &t->g->e;
  bool signs[2];
  signsOf(t, signs);
  int64_t rows = t->u->tiling.warpRows / BLOCK;
  int64_t columns = t->u->tiling.warpColumns / BLOCK;
  const TcUnit *unit = t->u->tiling.unit;
  MlirValue a[MAX_BLOCKS][4], b[MAX_BLOCKS][4], acc[4];
  for (int64_t i = 0; i < rows; ++i)
    loadFragment(t, 0, slot, i, steps, a[i]);
  for (int64_t j = 0; j < columns; ++j)
    loadFragment(t, 1, slot, j, steps, b[j]);
  int64_t each = BLOCK / unit->n; // instructions of 16 columns
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < each * columns; ++j) {
      TcLane *sum = &sums[4 * (i * each * columns + j)];
      for (int x = 0; x < 4; ++x)
        acc[x] = sum[x].v;
      if (tcGpuIsOfWaves(unit))
        tcRocdlMultiply(e, unit, a[i][0], b[j][0], acc);
      else if (tcUnitBytes(unit) == 8)
        tcNvvmMultiplyDoubles(e, unit, a[i], &b[j / 2][j % 2 * 2], acc);
      else
        tcNvvmMultiply(e, unit, signs, a[i], &b[j / 2][j % 2 * 2], acc);
      for (int x = 0; x < 4; ++x)
        sum[x].v = acc[x];
    }
    if (copies)
      copyNext(t, copies);
  }
}

static void copyTile(TcGpuTile *t, MlirValue from, MlirValue slot) {
  Copies copies = copiesOf(t, from, slot);
  copyRest(t, &copies);
}

// The slot after `slot`.
MlirValue tcGpuTileNextSlot(TcGpuTile *t, MlirValue slot) {
  TcEmit *e = &t->g->e;
  MlirValue next = tcTileAdd(t, slot, tcTileI64(t, 1));
  MlirValue wraps = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, next,
                                tcTileI64(t, t->u->tiling.ring));
  return tcArithSelect(&e->b, wraps, tcTileI64(t, 0), next);
}

// `state` holds the sums, the slot of this tile, and the slot to fill with the
// tile of steps from `copied` on.
static void multiplyTile(TcGpuTile *t, MlirValue copied, TcLane *state) {
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLane *slots = &state[t->numSums];
  if (!tcGpuIsOfWaves(tiling->unit))
    tcNvvmWait(&t->g->e, tiling->ring - 2);
  tcGpuBarrierAll(t->g);
  Copies copies = copiesOf(t, copied, slots[1].v);
  bool isLate = tcUnitBytes(tiling->unit) == 8;
  if (!isLate)
    copyRest(t, &copies);
  MlirValue slot = tcGpuTileSlot(t, slots[0].v);
  for (int64_t s = 0; s < tiling->depth / tcGpuFragmentSteps(tiling->unit); ++s)
    if (tiling->unit->slices)
      tcGpuTileMultiplySplit(t, slot, s, state);
    else
      multiplyBlock(t, slot, s, isLate ? &copies : NULL, state);
  if (isLate)
    copyRest(t, &copies);
  slots[0].v = tcGpuTileNextSlot(t, slots[0].v);
  slots[1].v = tcGpuTileNextSlot(t, slots[1].v);
}

//===- Products of warp groups --------------------------------------------===//

static MlirValue describe(TcGpuTile *t, int operand, MlirValue slot,
                          MlirValue first, int64_t steps) {
  const TcGpuOperand *o = &t->u->operands[operand];
  return tcGpuDescribe(&t->g->e, o, o->along, slot, first, steps);
}

void tcGpuTileMultiply(TcGpuTile *t, MlirValue slot, TcLane *sums) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  const TcUnit *unit = tiling->unit;
  int64_t m = unit->m, n = tiling->warpRows / m;
  bool signs[2];
  signsOf(t, signs);
  tcNvvmGroupFence(e);
  for (int64_t s = 0; s < tiling->depth; s += unit->k)
    for (int64_t i = 0; i < n; ++i) {
      MlirValue row =
          i ? tcTileAdd(t, t->warpRow, tcTileI64(t, i * m)) : t->warpRow;
      MlirValue rows = describe(t, 0, slot, row, s);
      sums[i].v = tcNvvmGroupMultiply(
          e, unit, signs, tiling->warpColumns, rows, t->u->operands[0].along,
          describe(t, 1, slot, t->warpColumn, s), t->u->operands[1].along,
          false, sums[i].v);
      if (t->u->p.rowSums)
        sums[n + i].v = tcGpuRowSumsMultiply(t, signs, rows, sums[n + i].v);
    }
  tcNvvmGroupCommit(e);
}

// Copies the tile of steps from `copied` on: if all slots are in use, to that
// of the step before, which has another barrier behind its reads.
static void multiplyTileByGroups(TcGpuTile *t, MlirValue copied,
                                 TcLane *state) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLane *slots = &state[t->u->p.rowSums ? 2 : 1];
  bool freesByBarrier = tcGpuAhead(tiling) == tiling->ring - 1;
  MlirValue slot = tcGpuTileSlot(t, slots[0].v);
  tcNvvmWait(e, tcGpuAhead(&t->u->tiling) - 1);
  for (int i = 0; i < 2; ++i)
    tcGpuStagingChange(&t->staging[i], slot);
  tcNvvmFenceProxy(e);
  tcGpuBarrierAll(t->g);
  tcGpuTileMultiply(t, slot, state);
  if (freesByBarrier) {
    tcNvvmGroupWait(e, 1);
    tcGpuBarrierAll(t->g);
    copyTile(t, copied, slots[1].v);
  } else {
    copyTile(t, copied, slots[1].v);
    tcNvvmGroupWait(e, 1);
  }
  slots[0].v = tcGpuTileNextSlot(t, slots[0].v);
  slots[1].v = tcGpuTileNextSlot(t, slots[1].v);
}

//===- Sums ---------------------------------------------------------------===//

size_t tcGpuTileStart(TcGpuTile *t, TcLane *state) {
  TcEmit *e = &t->g->e;
  if (tcGpuReadsShared(t->u->tiling.unit)) {
    size_t n = (size_t)(t->u->tiling.warpRows / t->u->tiling.unit->m);
    for (size_t i = 0; i < n; ++i)
      state[i] = tcLaneScalar(
          tcNvvmGroupZero(e, t->u->tiling.warpColumns, tcTileSum(t)));
    return n + tcGpuRowSumsStart(t, n, &state[n]);
  }
  for (size_t i = 0; i < t->numSums; ++i)
    state[i] = tcEmitZero(e, tcTileSum(t));
  return t->numSums;
}

void tcGpuTileUnpack(TcGpuTile *t, MlirValue group, TcLane *sums) {
  TcEmit *e = &t->g->e;
  for (int64_t i = 0; i < (int64_t)t->numSums; ++i)
    sums[i] =
        tcLaneScalar(tcLlvmExtractvalue(&e->b, tcTileSum(t), group, 1, &i));
}

// Issues the first copies; sets the slots of the first tile and of the copy
// after these.
static void copyFirst(TcGpuTile *t, TcLane slots[2]) {
  int64_t ahead = tcGpuAhead(&t->u->tiling);
  slots[0] = tcLaneScalar(tcTileI64(t, 0));
  slots[1] = tcLaneScalar(tcTileI64(t, ahead));
  for (int64_t i = 0; i < ahead; ++i)
    copyTile(t, tcTileI64(t, i * t->u->tiling.depth), tcTileI64(t, i));
}

// The loop over the tiles of steps below `end`.
static void multiplyTiles(TcGpuTile *t, MlirValue end, size_t n,
                          TcLane *state) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLoop tiles =
      tcEmitFor(e, tcTileI64(t, 0), end, tiling->depth, -1, n, state);
  MlirValue copied =
      tcTileAdd(t, tcGpuLoopIndex(&tiles),
                tcTileI64(t, tcGpuAhead(tiling) * tiling->depth));
  if (tcGpuReadsShared(tiling->unit))
    multiplyTileByGroups(t, copied, state);
  else
    multiplyTile(t, copied, state);
  tcEmitForEnd(e, &tiles, n, state);
}

static void sumUp(TcGpuTile *t, TcLane *state) {
  TcEmit *e = &t->g->e;
  bool groups = tcGpuReadsShared(t->u->tiling.unit);
  size_t n = tcGpuTileStart(t, state);
  copyFirst(t, &state[n]);
  multiplyTiles(t, t->numSteps, n + 2, state);
  if (groups)
    tcNvvmGroupWait(e, 0);
  if (!tcGpuIsOfWaves(t->u->tiling.unit))
    tcNvvmWait(e, 0);
  tcGpuBarrierAll(t->g);
  if (!groups)
    return;
  t->rowSums = state[1].v;
  tcGpuTileUnpack(t, state[0].v, state);
}

//===- Blocks -------------------------------------------------------------===//

// Whether a group of tiles of rows goes on along the batch, whose points have
// fewer each, and choose a matrix by data, as neighbours may have the same:
// blocks of rows of one expert share it.
static bool groupsBatch(const TcGpuTile *t) {
  const TcGpuProduct *p = &t->u->p;
  const TcCpuKernel *k = t->g->e.k;
  int64_t rowTiles;
  bool chooses = false;
  for (size_t i = 0; i < k->tables.size; ++i)
    chooses |= tcCpuLooksUp(p->match.contract, &k->tables.data[i]);
  return chooses && p->batch.size && tcSizeIsConst(p->rows.tiles, &rowTiles) &&
         rowTiles < t->u->tiling.group;
}

// Tiles go along `group` tiles of rows before the next column, so that the
// operands that they share stay in the L2 cache.
TcGpuTilePlace tcGpuTilePlaceOf(TcGpuTile *t, MlirValue tile) {
  TcGpuEmit *g = t->g;
  TcEmit *e = &g->e;
  const TcGpuProduct *p = &t->u->p;
  int64_t group = t->u->tiling.group;
  bool joined = groupsBatch(t);
  const TcSize *tiles = tcSizeMul(e->arena, p->rows.tiles, p->columns.tiles);
  const TcSize *rowsOf =
      joined ? tcSizeMul(e->arena, tcCpuProduct(e->arena, e->k, &p->batch),
                         p->rows.tiles)
             : p->rows.tiles;
  MlirValue in = tile, batch = tcNoValue();
  if (!joined)
    batch = tcGpuSplitOff(g, tile, tiles, &in);
  MlirValue rowTiles = tcEmitExpr(e, rowsOf);
  MlirValue inGroup = tcTileTimes(t, tcEmitExpr(e, p->columns.tiles), group);
  MlirValue first = tcTileTimes(t, tcArithDivui(&e->b, in, inGroup), group);
  MlirValue rows = tcArithMinsi(&e->b, tcTileI64(t, group),
                                tcArithSubi(&e->b, rowTiles, first));
  in = tcArithRemui(&e->b, in, inGroup);
  MlirValue row = tcTileAdd(t, first, tcArithRemui(&e->b, in, rows));
  MlirValue column = tcArithDivui(&e->b, in, rows);
  if (joined)
    batch = tcGpuSplitOff(g, row, p->rows.tiles, &row);
  return (TcGpuTilePlace){.batch = batch,
                          .row = tcTileTimes(t, row, t->u->tiling.rows),
                          .column =
                              tcTileTimes(t, column, t->u->tiling.columns)};
}

void tcGpuTileEnter(TcGpuTile *t, TcGpuTilePlace at) {
  tcGpuEnter(t->g, &t->u->p.batch, at.batch);
  t->rowAt = at.row;
  t->columnAt = at.column;
}

static void enterSizes(TcGpuTile *t) {
  const TcGpuProduct *p = &t->u->p;
  t->numRows = tcEmitExpr(&t->g->e, p->rows.count);
  t->numColumns = tcEmitExpr(&t->g->e, p->columns.count);
}

static void enterWarp(TcGpuTile *t) {
  const TcGpuTiling *tiling = &t->u->tiling;
  MlirValue warp = tcTileQuotient(t, t->g->thread, tiling->unit->threads);
  int64_t columns = tiling->columns / tiling->warpColumns;
  if (tiling->teams)
    warp = tcTileRemainder(t, warp, tiling->rows / tiling->warpRows * columns);
  t->lane = tcTileRemainder(t, t->g->thread, tiling->unit->threads);
  t->warpRow =
      tcTileTimes(t, tcTileQuotient(t, warp, columns), tiling->warpRows);
  t->warpColumn =
      tcTileTimes(t, tcTileRemainder(t, warp, columns), tiling->warpColumns);
  if (tcGpuReadsShared(tiling->unit))
    return;
  for (int i = 0; i < 2; ++i) {
    t->fragments[i] = (TcGpuFragments){.g = t->g,
                                       .o = &t->u->operands[i],
                                       .along = t->u->operands[i].factor->along,
                                       .ofWaves = tcGpuIsOfWaves(tiling->unit)};
    tcGpuFragmentsBegin(
        &t->fragments[i], t->lane, !i, i ? t->warpColumn : t->warpRow,
        i ? tiling->warpColumns : tiling->warpRows, tiling->depth);
  }
}

// Sets the iterators to the tile's, and prepares its copies. The number of
// steps may depend on the part of the reduction.
void tcGpuTileBegin(TcGpuTile *t, TcGpuTilePlace at) {
  const TcGpuProduct *p = &t->u->p;
  tcGpuTileEnter(t, at);
  t->numSteps = tcEmitExpr(&t->g->e, p->numSteps);
  TcArena *a = t->g->e.arena;
  bool whole =
      tcSizeExactDiv(a, p->numSteps, tcSizeConst(a, t->u->tiling.depth));
  for (int i = 0; i < 2; ++i) {
    tcGpuStagingBegin(&t->staging[i], t->g, &t->u->operands[i], &p->over,
                      i ? t->columnAt : t->rowAt);
    t->staging[i].wholeSteps = whole;
  }
}

static bool finishTile(TcGpuTile *t, const TcLane *sums) {
  return tcGpuRowSumsFinish(t, t->rowSums) && tcGpuTileFinish(t, sums);
}

static bool emitOne(TcGpuTile *t) {
  TcLane state[MAX_SUMS + 2];
  tcGpuTileBegin(t, tcGpuTilePlaceOf(t, t->g->block));
  sumUp(t, state);
  return finishTile(t, state);
}

//===- Persistent blocks --------------------------------------------------===//

enum { SLOTS = 2, CARRIED = 5 }; // slots of the ring, then a place

static void carryPlace(TcLane *state, TcGpuTilePlace at) {
  state[SLOTS] = tcLaneScalar(at.batch);
  state[SLOTS + 1] = tcLaneScalar(at.row);
  state[SLOTS + 2] = tcLaneScalar(at.column);
}

// The last steps of a tile, which issue the first copies of the tile at `next`;
// of no tile: copies without elements.
static void multiplyLast(TcGpuTile *t, TcGpuTilePlace next, MlirValue exists,
                         TcLane *state) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  MlirValue numSteps = t->numSteps;
  tcGpuTileBegin(t, next);
  t->numSteps = tcArithSelect(&e->b, exists, numSteps, tcTileI64(t, 0));
  for (int64_t i = 0; i < tcGpuAhead(tiling); ++i)
    multiplyTileByGroups(t, tcTileI64(t, i * tiling->depth), state);
  t->numSteps = numSteps;
}

// Sums up and finishes the tile at the carried place; carries the next one's.
static bool emitNext(TcGpuTile *t, MlirValue tile, MlirValue numTiles,
                     TcLane *carried) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLane state[MAX_SUMS + SLOTS];
  TcGpuTilePlace at = {carried[SLOTS].v, carried[SLOTS + 1].v,
                       carried[SLOTS + 2].v};
  int64_t tiles = (t->u->steps + tiling->depth - 1) / tiling->depth;
  tcGpuTileBegin(t, at);
  size_t n = tcGpuTileStart(t, state);
  state[n] = carried[0];
  state[n + 1] = carried[1];
  multiplyTiles(t, tcTileI64(t, (tiles - tcGpuAhead(tiling)) * tiling->depth),
                n + SLOTS, state);
  MlirValue next =
      tcTileAdd(t, tile, tcTileI64(t, tcGpuHeldBlocks(t->g, tiling)));
  MlirValue exists = tcGpuIsBelow(t->g, next, numTiles);
  TcGpuTilePlace to =
      tcGpuTilePlaceOf(t, tcArithSelect(&e->b, exists, next, tile));
  multiplyLast(t, to, exists, state);
  carried[0] = state[n];
  carried[1] = state[n + 1];
  carryPlace(carried, to);
  tcNvvmGroupWait(e, 0);
  t->rowSums = state[1].v;
  tcGpuTileUnpack(t, state[0].v, state);
  tcGpuTileEnter(t, at);
  return finishTile(t, state);
}

static bool emitPersistent(TcGpuTile *t) {
  TcEmit *e = &t->g->e;
  TcLane state[CARRIED];
  MlirValue numTiles = tcEmitExpr(e, t->u->p.numBlocks);
  TcGpuTilePlace first = tcGpuTilePlaceOf(t, t->g->block);
  tcGpuTileBegin(t, first);
  copyFirst(t, state);
  carryPlace(state, first);
  TcLoop loop =
      tcEmitFor(e, t->g->block, numTiles, tcGpuHeldBlocks(t->g, &t->u->tiling),
                -1, CARRIED, state);
  bool ok = emitNext(t, tcGpuLoopIndex(&loop), numTiles, state);
  tcEmitForEnd(e, &loop, CARRIED, state);
  tcNvvmWait(e, 0);
  return ok;
}

bool tcGpuEmitUnit(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuUnitProduct *u = &plan->unit;
  TcGpuTile t = {.g = g, .u = u};
  int64_t rows =
      tcGpuReadsShared(u->tiling.unit) ? u->tiling.unit->m : u->tiling.warpRows;
  t.numSums = (size_t)(rows * u->tiling.warpColumns / u->tiling.unit->threads);
  t.shared = tcGpuSharedMemory(g);
  enterSizes(&t);
  enterWarp(&t);
  tcGpuRowSumsFill(&t);
  return u->tiling.teams      ? tcGpuEmitRoles(&t)
         : u->tiling.persists ? emitPersistent(&t)
                              : emitOne(&t);
}
