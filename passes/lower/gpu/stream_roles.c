// Streamed contractions of warp groups whose threads have roles: one warp group
// copies, the others multiply, each at its own pace. See stream.h.
//
//   copy:      for the thread block's tiles
//                await empty, copy, full: the first block of the first operand,
//                the rows' operand
//                for blocks b: the same with block b + 1 of the first operand,
//                block b of the second
//   multiply:  for the tiles: await the rows' operand; the loop of
//              stream_skew.c, which awaits each block of
//              each operand and says where its last product is complete; stages
//              after it, stores
//
// Of the rows' operand, and of each slot of the ring for each streamed operand,
// a barrier in shared memory says that it is full, another that it is empty
// again. A barrier's phase is known by its parity: of number n of a tile, or of
// a block in its slot, that is n modulo 2.
//
// Where the copy engine moves the streamed operands (unit_tensor.c), one thread
// of that role has it do so, and a slot is full when all of its bytes are
// there: no thread writes it by itself, so that readers need no fence. All
// threads of the role copy the rows' operand.
//
// With turns a warp group issues its products when the group before it has
// issued those of the same block: while the unit works on those of one group
// another one has time for its exponentials.
#include "passes/lower/gpu/stream_emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/Dialect/LLVM.h"

enum { GROUP = 128, WARP = 32 };
enum { FULL = 0, EMPTY = 8 }; // bytes from a pair of barriers

//===- Barriers -----------------------------------------------------------===//

static int64_t numGroups(const TcGpuBlocks *b) {
  return b->x.s->tiling.rows / b->x.s->tiling.warpRows;
}

// i32: the barrier that lies so many bytes behind the first one.
static MlirValue barrierAt(TcGpuBlocks *b, MlirValue bytes) {
  TcEmit *e = tcBlocksEmit(b);
  MlirValue at = tcBlocksPlus(b, bytes, tcGpuStreamBarriersAt(b->x.s));
  return tcLlvmPtrtoint(&e->b, e->i32, tcBlocksSharedAt(b, at));
}

static MlirValue rowsBarrier(TcGpuBlocks *b, int64_t which) {
  return barrierAt(b, tcBlocksI64(b, which));
}

static MlirValue slotBarrier(TcGpuBlocks *b, int operand, MlirValue slot,
                             int64_t which) {
  int64_t first = TC_UNIT_BARRIERS * (1 + operand - TC_STREAM_FIRST);
  return barrierAt(b,
                   tcBlocksPlus(b, tcBlocksTimes(b, slot, 2 * TC_UNIT_BARRIERS),
                                first + which));
}

static MlirValue turnBarrier(TcGpuBlocks *b, MlirValue group) {
  int64_t first = TC_UNIT_BARRIERS * (1 + 2 * b->x.s->tiling.ring);
  return barrierAt(
      b, tcBlocksPlus(b, tcBlocksTimes(b, group, TC_UNIT_TURN), first));
}

// The number of a block among those of all tiles.
static MlirValue numberOf(TcGpuBlocks *b, MlirValue block) {
  return tcBlocksAdd(b, b->done, tcBlocksSub(b, block, b->low));
}

// Waits for phase `number` of a barrier; `before`: for the one before it. Each
// barrier starts as if a phase of parity 1 were complete.
static void await(TcGpuBlocks *b, MlirValue barrier, MlirValue number,
                  bool before) {
  TcEmit *e = tcBlocksEmit(b);
  if (before)
    number = tcBlocksPlus(b, number, 1);
  MlirValue parity = tcBlocksRemainder(b, number, 2);
  tcNvvmBarrierAwait(e, barrier, tcArithTrunci(&e->b, e->i32, parity));
}

static MlirValue phaseOf(TcGpuBlocks *b, MlirValue block) {
  return tcBlocksQuotient(b, numberOf(b, block), b->x.s->tiling.ring);
}

// One thread of each warp arrives.
static void arrive(TcGpuBlocks *b, MlirValue barrier) {
  TcEmit *e = tcBlocksEmit(b);
  MlirValue first = tcBlocksIsEqual(b, b->x.lane, tcBlocksI64(b, 0));
  tcNvvmBarrierArrive(e, barrier, tcArithExtui(&e->b, e->i32, first));
}

static void initBarriers(TcGpuBlocks *b) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuTiling *tiling = &b->x.s->tiling;
  int64_t warps = numGroups(b) * GROUP / WARP;
  int64_t copies = tiling->tma ? 1 : GROUP; // of a slot
  TcLoop guard =
      tcEmitIf(e, tcBlocksIsEqual(b, b->x.g->thread, tcBlocksI64(b, 0)));
  for (int64_t i = 0; i < 1 + 2 * tiling->ring; ++i) {
    MlirValue at = tcBlocksI64(b, i * TC_UNIT_BARRIERS);
    tcNvvmBarrierInit(e, barrierAt(b, tcBlocksPlus(b, at, FULL)),
                      i ? copies : GROUP);
    tcNvvmBarrierInit(e, barrierAt(b, tcBlocksPlus(b, at, EMPTY)), warps);
  }
  for (int64_t i = 0; tiling->turns && i < numGroups(b); ++i)
    tcNvvmBarrierInit(e, turnBarrier(b, tcBlocksI64(b, i)), GROUP / WARP);
  if (tiling->tma) // the copy engine sees them
    tcNvvmFenceProxy(e);
  tcEmitIfEnd(e, &guard);
  tcGpuBarrierAll(b->x.g);
}

//===- Groups that are free of each other ---------------------------------===//

// All threads copy, and each group multiplies at its own pace: a slot is full
// when all threads' copies are there, empty when all warps have left it; all
// threads, where these themselves load of it.
static bool threadsLoad(const TcGpuBlocks *b) {
  return b->x.s->tiling.stagesColumns;
}

static MlirValue freeBarrier(TcGpuBlocks *b, MlirValue block, int64_t which) {
  MlirValue slot = tcGpuBlocksSlotOf(b, block);
  return barrierAt(
      b, tcBlocksPlus(b, tcBlocksTimes(b, slot, TC_UNIT_BARRIERS), which));
}

static MlirValue freePhase(TcGpuBlocks *b, MlirValue block) {
  return tcBlocksQuotient(b, tcBlocksSub(b, block, b->low),
                          b->x.s->tiling.ring);
}

void tcGpuFreeInit(TcGpuBlocks *b) {
  TcEmit *e = tcBlocksEmit(b);
  int64_t threads = b->x.g->threads;
  TcLoop guard =
      tcEmitIf(e, tcBlocksIsEqual(b, b->x.g->thread, tcBlocksI64(b, 0)));
  for (int64_t i = 0; i < b->x.s->tiling.ring; ++i) {
    MlirValue at = tcBlocksI64(b, i * TC_UNIT_BARRIERS);
    tcNvvmBarrierInit(e, barrierAt(b, tcBlocksPlus(b, at, FULL)), threads);
    tcNvvmBarrierInit(e, barrierAt(b, tcBlocksPlus(b, at, EMPTY)),
                      threadsLoad(b) ? threads : threads / WARP);
  }
  tcEmitIfEnd(e, &guard);
  tcGpuBarrierAll(b->x.g);
}

void tcGpuFreeAwaitEmpty(TcGpuBlocks *b, MlirValue block) {
  await(b, freeBarrier(b, block, EMPTY), freePhase(b, block), true);
}

void tcGpuFreeCopied(TcGpuBlocks *b, MlirValue block) {
  tcNvvmBarrierCopied(tcBlocksEmit(b), freeBarrier(b, block, FULL));
}

void tcGpuFreeAwaitFull(TcGpuBlocks *b, MlirValue block) {
  await(b, freeBarrier(b, block, FULL), freePhase(b, block), false);
  tcNvvmFenceProxy(tcBlocksEmit(b));
}

void tcGpuFreeLeave(TcGpuBlocks *b, MlirValue block) {
  TcEmit *e = tcBlocksEmit(b);
  TcLoop any = tcEmitIf(
      e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGE, block, b->low));
  if (threadsLoad(b))
    tcNvvmBarrierArrive(e, freeBarrier(b, block, EMPTY),
                        tcEmitInt(e, e->i32, 1));
  else
    arrive(b, freeBarrier(b, block, EMPTY));
  tcEmitIfEnd(e, &any);
}

//===- The role that multiplies -------------------------------------------===//

void tcGpuRolesAwaitRows(TcGpuBlocks *b) {
  await(b, rowsBarrier(b, FULL), b->tiles, false);
  tcNvvmFenceProxy(tcBlocksEmit(b));
}

void tcGpuRolesLeaveRows(TcGpuBlocks *b) { arrive(b, rowsBarrier(b, EMPTY)); }

void tcGpuRolesAwait(TcGpuBlocks *b, int operand, MlirValue block) {
  MlirValue slot = tcGpuBlocksSlotOf(b, block);
  await(b, slotBarrier(b, operand, slot, FULL), phaseOf(b, block), false);
  if (!b->x.s->tiling.tma)
    tcNvvmFenceProxy(tcBlocksEmit(b));
}

void tcGpuRolesLeave(TcGpuBlocks *b, int operand, MlirValue block) {
  MlirValue slot = tcGpuBlocksSlotOf(b, block);
  arrive(b, slotBarrier(b, operand, slot, EMPTY));
}

// The first group's turn comes by itself at first.
void tcGpuRolesAwaitTurn(TcGpuBlocks *b, MlirValue block) {
  TcEmit *e = tcBlocksEmit(b);
  if (!b->x.s->tiling.turns)
    return;
  MlirValue group = tcBlocksQuotient(b, b->x.g->thread, GROUP);
  MlirValue isFirst =
      tcArithExtui(&e->b, e->i64, tcBlocksIsEqual(b, group, tcBlocksI64(b, 0)));
  await(b, turnBarrier(b, group), tcBlocksAdd(b, numberOf(b, block), isFirst),
        false);
}

void tcGpuRolesPassTurn(TcGpuBlocks *b) {
  if (!b->x.s->tiling.turns)
    return;
  MlirValue group = tcBlocksQuotient(b, b->x.g->thread, GROUP);
  MlirValue next =
      tcBlocksRemainder(b, tcBlocksPlus(b, group, 1), numGroups(b));
  arrive(b, turnBarrier(b, next));
}

static bool multiplyTile(TcGpuBlocks *b) {
  if (!tcGpuBlocksStart(b))
    return false;
  tcGpuRolesAwaitRows(b);
  return tcGpuEmitGroups(b) && tcGpuStreamFinish(&b->x);
}

//===- The role that copies -----------------------------------------------===//

static void copyBlock(TcGpuBlocks *b, int operand, MlirValue block) {
  MlirValue slot = tcGpuBlocksSlotOf(b, block);
  await(b, slotBarrier(b, operand, slot, EMPTY), phaseOf(b, block), true);
  if (b->x.s->tiling.tma) {
    MlirValue full = slotBarrier(b, operand, slot, FULL);
    tcNvvmBarrierExpect(tcBlocksEmit(b), full, b->x.s->operands[operand].bytes);
    tcGpuBoxesIssue(b, operand, block, full);
    return;
  }
  tcGpuCopyGroupBlock(b, operand, block);
  tcNvvmBarrierCopied(tcBlocksEmit(b), slotBarrier(b, operand, slot, FULL));
}

static void copyRows(TcGpuBlocks *b) {
  await(b, rowsBarrier(b, EMPTY), b->tiles, true);
  tcGpuCopyGroupRows(b);
  tcNvvmBarrierCopied(tcBlocksEmit(b), rowsBarrier(b, FULL));
}

static bool copyTile(TcGpuBlocks *b) {
  TcEmit *e = tcBlocksEmit(b);
  bool tma = b->x.s->tiling.tma;
  MlirValue issues = tcBlocksIsEqual(b, b->x.g->thread, tcBlocksI64(b, 0));
  tcGpuBlocksBeginCopies(b);
  MlirValue any = tcGpuIsBelow(b->x.g, b->low, b->high);
  TcLoop first = tcEmitIf(e, tma ? tcArithAndi(&e->b, any, issues) : any);
  copyBlock(b, TC_STREAM_FIRST, b->low);
  tcEmitIfEnd(e, &first);
  copyRows(b);
  TcLoop guard;
  if (tma)
    guard = tcEmitIf(e, issues);
  TcLoop blocks = tcEmitFor(e, b->low, b->high, 1, -1, 0, NULL);
  MlirValue block = tcGpuLoopIndex(&blocks), next = tcBlocksPlus(b, block, 1);
  TcLoop more = tcEmitIf(e, tcGpuIsBelow(b->x.g, next, b->high));
  copyBlock(b, TC_STREAM_FIRST, next);
  tcEmitIfEnd(e, &more);
  copyBlock(b, TC_STREAM_SECOND, block);
  tcEmitForEnd(e, &blocks, 0, NULL);
  if (tma)
    tcEmitIfEnd(e, &guard);
  return true;
}

//===- Both ---------------------------------------------------------------===//

// A pair of tiles: number `pair` of a batch from the front, and from the back;
// the one in the middle may be alone.
static MlirValue beginPair(TcGpuBlocks *b, TcGpuTiles *t, size_t n,
                           TcLane *state) {
  TcGpuEmit *g = b->x.g;
  TcEmit *e = &g->e;
  const TcSize *rows = b->x.s->rowTiles;
  const TcSize *pairs = tcSizeCeilDiv(e->arena, rows, tcSizeConst(e->arena, 2));
  MlirValue pair, zero = tcBlocksI64(b, 0), all = tcEmitExpr(e, rows);
  MlirValue batch = tcGpuSplitOff(g, tcGpuLoopIndex(&t->tiles), pairs, &pair);
  MlirValue last = tcBlocksSub(b, tcBlocksPlus(b, all, -1), pair);
  MlirValue count = tcArithSelect(&e->b, tcBlocksIsEqual(b, pair, last),
                                  tcBlocksI64(b, 1), tcBlocksI64(b, 2));
  t->pair = tcEmitFor(e, zero, count, 1, -1, n, state);
  MlirValue isFirst = tcBlocksIsEqual(b, tcGpuLoopIndex(&t->pair), zero);
  return tcBlocksAdd(b, tcArithMuli(&e->b, batch, all),
                     tcArithSelect(&e->b, isFirst, pair, last));
}

MlirValue tcGpuTilesBegin(TcGpuBlocks *b, TcGpuTiles *t, size_t n,
                          TcLane *state) {
  TcGpuEmit *g = b->x.g;
  const TcGpuStream *s = b->x.s;
  t->tiles = tcEmitFor(&g->e, g->block, tcEmitExpr(&g->e, s->numBlocks),
                       tcGpuHeldBlocks(g, &s->tiling), -1, n, state);
  return s->tiling.paired ? beginPair(b, t, n, state)
                          : tcGpuLoopIndex(&t->tiles);
}

void tcGpuTilesEnd(TcGpuBlocks *b, TcGpuTiles *t, size_t n, TcLane *state) {
  if (b->x.s->tiling.paired)
    tcEmitForEnd(tcBlocksEmit(b), &t->pair, n, state);
  tcEmitForEnd(tcBlocksEmit(b), &t->tiles, n, state);
}

// Emits `tile` for the thread block's tile, or in a loop for all that it has.
static bool eachTile(TcGpuBlocks *b, bool (*tile)(TcGpuBlocks *)) {
  enum { STATE = 2 };
  TcEmit *e = tcBlocksEmit(b);
  b->tiles = b->done = tcBlocksI64(b, 0);
  if (!b->x.s->tiling.persists) {
    tcGpuBlocksEnter(b, b->x.g->block);
    return tile(b);
  }
  TcLane state[STATE] = {tcLaneScalar(b->done), tcLaneScalar(b->tiles)};
  TcGpuTiles tiles;
  MlirValue number = tcGpuTilesBegin(b, &tiles, STATE, state);
  b->done = state[0].v;
  b->tiles = state[1].v;
  tcGpuBlocksEnter(b, number);
  bool ok = tile(b);
  MlirValue blocks = tcArithMaxsi(&e->b, tcArithSubi(&e->b, b->high, b->low),
                                  tcBlocksI64(b, 0));
  state[0] = tcLaneScalar(tcBlocksAdd(b, b->done, blocks));
  state[1] = tcLaneScalar(tcBlocksPlus(b, b->tiles, 1));
  tcGpuTilesEnd(b, &tiles, STATE, state);
  return ok;
}

// The threads behind those that multiply copy.
static bool copyTiles(TcGpuBlocks *b) {
  TcGpuEmit *g = b->x.g;
  MlirValue thread = g->thread;
  int64_t threads = g->threads, copy = tcGpuStreamCopyThreads(&b->x.s->tiling);
  g->threads = copy;
  g->thread = tcArithSubi(&g->e.b, thread, tcBlocksI64(b, threads - copy));
  bool ok = eachTile(b, copyTile);
  g->thread = thread;
  g->threads = threads;
  return ok;
}

bool tcGpuEmitStreamRoles(TcGpuBlocks *b) {
  TcGpuEmit *g = b->x.g;
  TcEmit *e = &g->e;
  const TcGpuTiling *tiling = &b->x.s->tiling;
  initBarriers(b);
  MlirValue multiplies =
      tcGpuIsBelow(g, g->thread, tcBlocksI64(b, numGroups(b) * GROUP));
  TcLoop roles = tcEmitIf(e, multiplies);
  tcNvvmRegisters(e, tiling->registers, true);
  bool ok = tiling->joined ? tcGpuEmitJoined(b) : eachTile(b, multiplyTile);
  tcEmitElse(e, &roles);
  tcNvvmRegisters(e, tiling->copyRegisters, false);
  ok = ok && copyTiles(b);
  tcEmitIfEnd(e, &roles);
  return ok;
}
