// Products of blocks whose threads have roles: a warp group copies, teams of
// warp groups multiply, each a tile of its own, so that one team's products run
// while another stores. Slots of the ring hold the steps of all tiles in their
// order. Of each slot a barrier in shared memory says that it is full, another
// that it is empty again.
//
//   copy:      for the block's tiles, for steps: await empty; copy; full, when
//              the copies are done
//   multiply:  for the tiles of the team: await its turn; for steps:
//              await full; multiply; await the products of the step before;
//              that is empty; behind the last step it is the next team's turn
//
// Where the copy engine copies (unit_tensor.c), one thread of that role has it
// do so, and a slot is full when all of its bytes are there. No thread accesses
// the slot by itself, so that no fence is needed.
//
// Operands that are rounded in shared memory (unit_round.c) are full when the
// threads that have copied them have rounded them, too.
//
//   copy:      for the block's tiles, for steps: await the copies of the step
//              ring - 2 before; round; full; await empty; copy
//
// A barrier's phase is known by its parity: a team must not await a phase
// before the one before it is complete. Turns see to that, and leave the unit
// to the tile that began first.
#include "passes/lower/gpu/unit_emit.h"

enum { CURSOR = 2, MAX_GROUPS = 2, MAX_SUMS = 128 };
enum { FULL = 0, EMPTY = 8 }; // bytes from a slot's barriers

// Where a role is in the ring: a slot, and the parity of the phase that it
// awaits there, which is another one after each turn.
typedef TcLane Cursor[CURSOR];

static MlirValue asI32(TcGpuTile *t, MlirValue v) {
  return tcArithTrunci(&t->g->e.b, t->g->e.i32, v);
}

static MlirValue barrierOf(TcGpuTile *t, MlirValue slot, int64_t which) {
  TcEmit *e = &t->g->e;
  int64_t first = tcGpuBarriersAt(&t->u->tiling) + which;
  MlirValue at =
      tcTileAdd(t, tcTileTimes(t, slot, TC_UNIT_BARRIERS), tcTileI64(t, first));
  return tcLlvmPtrtoint(&e->b, e->i32, tcTileSharedAt(t, t->shared, e->i8, at));
}

static MlirValue turnOf(TcGpuTile *t, MlirValue team) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  int64_t first = tcGpuBarriersAt(tiling) + tiling->ring * TC_UNIT_BARRIERS;
  MlirValue at =
      tcTileAdd(t, tcTileTimes(t, team, TC_UNIT_TURN), tcTileI64(t, first));
  return tcLlvmPtrtoint(&e->b, e->i32, tcTileSharedAt(t, t->shared, e->i8, at));
}

static void await(TcGpuTile *t, const TcLane *at, int64_t which) {
  tcNvvmBarrierAwait(&t->g->e, barrierOf(t, at[0].v, which), asI32(t, at[1].v));
}

static void advance(TcGpuTile *t, TcLane *at) {
  TcEmit *e = &t->g->e;
  at[0].v = tcGpuTileNextSlot(t, at[0].v);
  MlirValue wraps =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, at[0].v, tcTileI64(t, 0));
  MlirValue other = tcArithSubi(&e->b, tcTileI64(t, 1), at[1].v);
  at[1].v = tcArithSelect(&e->b, wraps, other, at[1].v);
}

// One thread of each warp arrives there, unless `reads` is false.
static void leave(TcGpuTile *t, MlirValue barrier, MlirValue reads) {
  TcEmit *e = &t->g->e;
  MlirValue first =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                  tcTileRemainder(t, t->lane, WARP), tcTileI64(t, 0));
  if (reads.ptr)
    first = tcArithAndi(&e->b, first, reads);
  tcNvvmBarrierArrive(e, barrier, tcArithExtui(&e->b, e->i32, first));
}

//===- The role that copies -----------------------------------------------===//

static bool isChanged(const TcGpuTile *t) {
  return tcGpuIsChanged(&t->u->operands[0]) ||
         tcGpuIsChanged(&t->u->operands[1]);
}

static void copyStep(TcGpuTile *t, MlirValue from, TcLane *at) {
  await(t, at, EMPTY);
  MlirValue slot = tcGpuTileSlot(t, at[0].v);
  for (int i = 0; i < 2; ++i)
    tcGpuStagingCopy(&t->staging[i], from, t->numSteps, slot);
  if (isChanged(t))
    tcNvvmCommit(&t->g->e);
  else
    tcNvvmBarrierCopied(&t->g->e, barrierOf(t, at[0].v, FULL));
  advance(t, at);
}

// Rounds the next step to be rounded, in `slot`, if the `issued` steps are more
// than the `behind` that follow it.
static void roundStep(TcGpuTile *t, TcGpuStaging *rounding, MlirValue slot,
                      MlirValue issued, int64_t behind) {
  TcEmit *e = &t->g->e;
  TcLoop guard = tcEmitIf(e, tcGpuIsBelow(t->g, tcTileI64(t, behind), issued));
  tcNvvmWait(e, behind);
  for (int i = 0; i < 2; ++i)
    tcGpuStagingChange(&rounding[i], tcGpuTileSlot(t, slot));
  tcNvvmFenceProxy(e);
  tcNvvmWarpBarrier(e);
  leave(t, barrierOf(t, slot, FULL), (MlirValue){NULL});
  tcEmitIfEnd(e, &guard);
}

// The steps on their way while one is rounded: all slots but that one's, the
// one to be filled next and one more, which is full, so that products go on
// meanwhile. (4096 x 4096 x 4096 in tiles of 128 x 256 on an H100: 544 us; 596
// without the full one.)
static int64_t stepsBehind(const TcGpuTile *t) {
  return t->u->tiling.ring > 3 ? t->u->tiling.ring - 3 : 0;
}

// The same before each step's copies, which go to slot at[0].
static void roundBefore(TcGpuTile *t, TcGpuStaging *rounding, TcLane *at) {
  int64_t behind = stepsBehind(t);
  MlirValue slot = at[0].v;
  for (int64_t i = behind; i < t->u->tiling.ring - 1; ++i)
    slot = tcGpuTileNextSlot(t, slot);
  roundStep(t, rounding, slot, at[CURSOR].v, behind);
  at[CURSOR].v = tcTileAdd(t, at[CURSOR].v, tcTileI64(t, 1));
}

static void roundLast(TcGpuTile *t, TcGpuStaging *rounding, const TcLane *at) {
  MlirValue slot = at[0].v;
  for (int64_t i = stepsBehind(t); i < t->u->tiling.ring - 2; ++i)
    slot = tcGpuTileNextSlot(t, slot);
  for (int64_t behind = stepsBehind(t); behind >= 0; --behind) {
    slot = tcGpuTileNextSlot(t, slot);
    roundStep(t, rounding, slot, at[CURSOR].v, behind);
  }
}

// One thread has the copy engine copy all tiles.
static void copyBoxes(TcGpuTile *t, MlirValue numTiles) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLane at[CURSOR] = {tcLaneScalar(tcTileI64(t, 0)),
                       tcLaneScalar(tcTileI64(t, 1))};
  TcLoop guard = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                         t->g->thread, tcTileI64(t, 0)));
  TcLoop tiles = tcEmitFor(e, t->g->block, numTiles,
                           tcGpuHeldBlocks(t->g, tiling), -1, CURSOR, at);
  tcGpuTileEnter(t, tcGpuTilePlaceOf(t, tcGpuLoopIndex(&tiles)));
  TcLoop steps = tcEmitFor(e, tcTileI64(t, 0), tcTileI64(t, t->u->steps),
                           tiling->depth, -1, CURSOR, at);
  await(t, at, EMPTY);
  MlirValue slot = tcGpuTileSlot(t, at[0].v);
  MlirValue full = barrierOf(t, at[0].v, FULL);
  tcNvvmBarrierExpect(e, full, t->u->slotBytes);
  for (int i = 0; i < 2; ++i)
    tcGpuTensorCopy(t, i, tcGpuLoopIndex(&steps), slot, full);
  advance(t, at);
  tcEmitForEnd(e, &steps, CURSOR, at);
  tcEmitForEnd(e, &tiles, CURSOR, at);
  tcEmitIfEnd(e, &guard);
}

// All slots are empty: as if a phase of parity 1 were complete. Behind the
// cursor: how many steps' copies have been issued, where these are rounded.
static void copyTiles(TcGpuTile *t, MlirValue numTiles) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  TcGpuStaging rounding[2];
  TcLane at[CURSOR + 1] = {tcLaneScalar(tcTileI64(t, 0)),
                           tcLaneScalar(tcTileI64(t, 1)),
                           tcLaneScalar(tcTileI64(t, 0))};
  bool rounds = isChanged(t);
  size_t n = rounds ? CURSOR + 1 : CURSOR;
  for (int i = 0; rounds && i < 2; ++i)
    tcGpuStagingPlace(&rounding[i], t->g, &t->u->operands[i]);
  TcLoop tiles = tcEmitFor(e, t->g->block, numTiles,
                           tcGpuHeldBlocks(t->g, tiling), -1, n, at);
  tcGpuTileBegin(t, tcGpuTilePlaceOf(t, tcGpuLoopIndex(&tiles)));
  TcLoop steps =
      tcEmitFor(e, tcTileI64(t, 0), t->numSteps, tiling->depth, -1, n, at);
  if (rounds)
    roundBefore(t, rounding, at);
  copyStep(t, tcGpuLoopIndex(&steps), at);
  tcEmitForEnd(e, &steps, n, at);
  tcEmitForEnd(e, &tiles, n, at);
  if (rounds)
    roundLast(t, rounding, at);
}

//===- The role that multiplies -------------------------------------------===//

// `state`: sums, where the tile's first step is, the slot of the step before.
static void multiplySteps(TcGpuTile *t, size_t numGroups, TcLane *state) {
  TcEmit *e = &t->g->e;
  TcLane *at = &state[numGroups], *before = &at[CURSOR];
  size_t n = numGroups + CURSOR + 1;
  TcLoop steps = tcEmitFor(e, tcTileI64(t, 0), tcTileI64(t, t->u->steps),
                           t->u->tiling.depth, -1, n, state);
  await(t, at, FULL);
  if (!t->u->tiling.tma)
    tcNvvmFenceProxy(e);
  tcGpuTileMultiply(t, tcGpuTileSlot(t, at[0].v), state);
  tcNvvmGroupWait(e, 1);
  leave(t, barrierOf(t, before->v, EMPTY),
        tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, tcGpuLoopIndex(&steps),
                    tcTileI64(t, 0)));
  *before = at[0];
  advance(t, at);
  tcEmitForEnd(e, &steps, n, state);
}

// The block's tiles are the teams' by turns; the first one's first turn is as
// if a phase of parity 1 were complete.
static void awaitTurn(TcGpuTile *t, MlirValue team, MlirValue turn) {
  TcEmit *e = &t->g->e;
  MlirValue own = tcTileQuotient(t, turn, t->u->tiling.teams);
  MlirValue isFirst =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, team, tcTileI64(t, 0));
  own = tcTileAdd(t, own, tcArithExtui(&e->b, e->i64, isFirst));
  tcNvvmBarrierAwait(e, turnOf(t, team), asI32(t, tcTileRemainder(t, own, 2)));
}

static void passTurn(TcGpuTile *t, MlirValue team) {
  MlirValue next = tcTileRemainder(t, tcTileAdd(t, team, tcTileI64(t, 1)),
                                   t->u->tiling.teams);
  leave(t, turnOf(t, next), (MlirValue){NULL});
}

// The maps of each 64 rows of a warp group.
static bool finishGroups(TcGpuTile *t, size_t numGroups, const TcLane *groups) {
  MlirValue row = t->warpRow;
  bool ok = true;
  for (size_t i = 0; ok && i < numGroups; ++i) {
    TcLane sums[MAX_SUMS];
    tcGpuTileUnpack(t, groups[i].v, sums);
    t->warpRow =
        tcTileAdd(t, row, tcTileI64(t, (int64_t)i * t->u->tiling.unit->m));
    ok = tcGpuRowSumsFinish(t, groups[numGroups + i].v) &&
         tcGpuTileFinish(t, sums);
  }
  t->warpRow = row;
  return ok;
}

// Number `turn` of the block's tiles begins behind the steps of those before.
static bool multiplyTile(TcGpuTile *t, MlirValue team, MlirValue tile) {
  const TcGpuTiling *tiling = &t->u->tiling;
  TcLane state[MAX_GROUPS + CURSOR + 1];
  int64_t steps = (t->u->steps + tiling->depth - 1) / tiling->depth;
  MlirValue turn = tcTileQuotient(t, tile, tcGpuHeldBlocks(t->g, tiling));
  MlirValue from = tcTileTimes(t, turn, steps);
  size_t n = tcGpuTileStart(t, state);
  state[n] = tcLaneScalar(tcTileRemainder(t, from, tiling->ring));
  state[n + 1] = tcLaneScalar(
      tcTileRemainder(t, tcTileQuotient(t, from, tiling->ring), 2));
  state[n + 2] = state[n];
  awaitTurn(t, team, turn);
  multiplySteps(t, n, state);
  passTurn(t, team);
  tcNvvmGroupWait(&t->g->e, 0);
  leave(t, barrierOf(t, state[n + 2].v, EMPTY), (MlirValue){NULL});
  tcGpuTileEnter(t, tcGpuTilePlaceOf(t, tile));
  return finishGroups(t, t->u->p.rowSums ? n / 2 : n, state);
}

static bool multiplyTiles(TcGpuTile *t, MlirValue numTiles) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  int64_t held = tcGpuHeldBlocks(t->g, tiling);
  int64_t threads = tcGpuMultiplyThreads(tiling) / tiling->teams;
  MlirValue team = tcTileQuotient(t, t->g->thread, threads);
  MlirValue first = tcTileAdd(t, t->g->block, tcTileTimes(t, team, held));
  TcLoop tiles =
      tcEmitFor(e, first, numTiles, held * tiling->teams, -1, 0, NULL);
  bool ok = multiplyTile(t, team, tcGpuLoopIndex(&tiles));
  tcEmitForEnd(e, &tiles, 0, NULL);
  return ok;
}

//===- Both ---------------------------------------------------------------===//

static void initBarriers(TcGpuTile *t) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  int64_t warps = tcGpuMultiplyThreads(tiling) / tiling->teams / WARP;
  int64_t copies = tcGpuCopyThreads(tiling);
  if (isChanged(t)) // a thread of each warp
    copies /= WARP;
  if (tiling->tma) // the thread that issues the copies
    copies = 1;
  MlirValue isFirst = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                  t->g->thread, tcTileI64(t, 0));
  TcLoop guard = tcEmitIf(e, isFirst);
  for (int64_t i = 0; i < tiling->ring; ++i) {
    tcNvvmBarrierInit(e, barrierOf(t, tcTileI64(t, i), FULL), copies);
    tcNvvmBarrierInit(e, barrierOf(t, tcTileI64(t, i), EMPTY), warps);
  }
  for (int64_t i = 0; i < tiling->teams; ++i)
    tcNvvmBarrierInit(e, turnOf(t, tcTileI64(t, i)), warps);
  if (tiling->tma) // the copy engine sees them
    tcNvvmFenceProxy(e);
  tcEmitIfEnd(e, &guard);
  tcGpuBarrierAll(t->g);
}

// The threads behind those that multiply copy.
static void enterCopies(TcGpuTile *t, MlirValue numTiles) {
  TcGpuEmit *g = t->g;
  MlirValue thread = g->thread;
  int64_t threads = g->threads, before = tcGpuMultiplyThreads(&t->u->tiling);
  g->threads = tcGpuCopyThreads(&t->u->tiling);
  g->thread = tcArithSubi(&g->e.b, thread, tcTileI64(t, before));
  if (t->u->tiling.tma)
    copyBoxes(t, numTiles);
  else
    copyTiles(t, numTiles);
  g->thread = thread;
  g->threads = threads;
}

bool tcGpuEmitRoles(TcGpuTile *t) {
  TcEmit *e = &t->g->e;
  const TcGpuTiling *tiling = &t->u->tiling;
  MlirValue numTiles = tcEmitExpr(e, t->u->p.numBlocks);
  initBarriers(t);
  TcLoop roles =
      tcEmitIf(e, tcGpuIsBelow(t->g, t->g->thread,
                               tcTileI64(t, tcGpuMultiplyThreads(tiling))));
  tcNvvmRegisters(e, tiling->registers, true);
  bool ok = multiplyTiles(t, numTiles);
  tcEmitElse(e, &roles);
  tcNvvmRegisters(e, tiling->copyRegisters, false);
  enterCopies(t, numTiles);
  tcEmitIfEnd(e, &roles);
  return ok;
}
