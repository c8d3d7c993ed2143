// Tiles of streamed contractions that are joined, of warp groups with roles in
// blocks of threads that persist: the unit has the last sums of a tile while
// the stages of the next one's first terms run, and these follow each other
// without a gap. See stream.h.
//
//   for the thread block's tiles t
//     await the rows' operand; load it
//     await the first operand's first block, the turn
//     issue the first contraction of block low of t, and the second of the last
//     block of t - 1
//     the loop's stages on the terms, from what t starts with
//     wait for the sums of t - 1; its stages after the loop, stores
//     the other blocks: iterations of stream_skew.c
//   the last tile's last sums; its stages after the loop, stores
//
// Each tile has a block of points, and what the stages after the loop read is
// carried, or in memory (tcGpuStreamRefuses).
#include "passes/lower/gpu/stream_emit.h"

#include <string.h>

enum { MOST = TC_STREAM_MAX_REGISTERS };

//===- The tile before ----------------------------------------------------===//

MlirValue tcGpuBlocksIsAnyBefore(TcGpuBlocks *b) {
  return tcGpuIsBelow(b->x.g, tcBlocksI64(b, 0), b->done);
}

static void keepCarried(TcGpuBlocks *b) {
  b->before =
      TC_ARENA_ARRAY(tcBlocksEmit(b)->arena, TcGpuRegisters *, b->carried.size);
  for (size_t i = 0; i < b->carried.size; ++i)
    b->before[i] = tcGpuRegistersOf(&b->x, b->carried.data[i]);
}

// Exchanges what is carried with the tile before's.
static void exchange(TcGpuBlocks *b) {
  for (size_t i = 0; i < b->carried.size; ++i) {
    TcGpuRegisters *now = tcGpuRegistersOf(&b->x, b->carried.data[i]);
    tcMapSet(&b->x.registers, b->carried.data[i], b->before[i]);
    b->before[i] = now;
  }
}

// The stages after the loop, and stores, of the tile before.
static bool finishBefore(TcGpuBlocks *b, MlirValue block, MlirValue *sums) {
  TcEmit *e = tcBlocksEmit(b);
  TcLoop any = tcEmitIf(e, tcGpuBlocksIsAnyBefore(b));
  exchange(b);
  tcGpuGroupWriteSums(b, 0, tcGpuSkewSums(b), sums);
  tcGpuBlocksEnterTile(b, b->tileBefore);
  bool ok = tcGpuStreamFinish(&b->x);
  exchange(b);
  tcEmitIfEnd(e, &any);
  tcGpuBlocksEnterTile(b, b->tile);
  e->iters[b->x.s->streamed.data[0]] = block;
  return ok;
}

static void readSumsBefore(TcGpuBlocks *b, MlirValue *sums) {
  exchange(b);
  tcGpuGroupReadSums(b, 0, sums);
  exchange(b);
}

static void awaitSecondBefore(TcGpuBlocks *b, MlirValue block) {
  TcEmit *e = tcBlocksEmit(b);
  TcLoop any = tcEmitIf(e, tcGpuBlocksIsAnyBefore(b));
  tcGpuRolesAwait(b, TC_STREAM_SECOND, tcBlocksPlus(b, block, -1));
  tcEmitIfEnd(e, &any);
}

//===- Tiles --------------------------------------------------------------===//

// The first iteration of a tile. Before the first tile the unit multiplies
// terms that are 0 with what lies in shared memory: nothing reads these sums.
static bool joinedIteration(TcGpuBlocks *b, MlirValue block) {
  MlirValue sums[MOST];
  tcGpuRolesAwait(b, TC_STREAM_FIRST, block);
  awaitSecondBefore(b, block);
  tcGpuSkewBegin(b, block);
  readSumsBefore(b, sums);
  tcGpuSkewIssue(b, block, /*isSecondThere=*/true, sums);
  b->isFirst = true;
  bool ok = tcGpuSkewBesideSums(b, block, sums);
  b->isFirst = false;
  return ok && finishBefore(b, block, sums) && tcGpuSkewMerge(b);
}

static bool emitTile(TcGpuBlocks *b) {
  bool holds = b->x.s->tiling.held;
  keepCarried(b);
  tcGpuBlocksEnter(b, b->tile);
  if (!tcGpuBlocksStart(b))
    return false;
  tcGpuRolesAwaitRows(b);
  tcGpuGroupStart(b);
  if (holds)
    tcGpuRolesLeaveRows(b);
  MlirValue second = tcBlocksPlus(b, b->low, 1);
  b->emit = joinedIteration;
  bool isWhole = tcGpuStreamIsWhole(&b->x.g->k);
  if (!tcGpuBlocksLoop(b, b->low, second, !isWhole, false))
    return false;
  tcGpuBlocksEnterTile(b, b->tile);
  b->emit = tcGpuSkewIteration;
  if (!tcGpuBlocksLoops(b, second))
    return false;
  if (!holds)
    tcGpuRolesLeaveRows(b);
  return true;
}

static MlirValue numBlocks(TcGpuBlocks *b) {
  return tcBlocksSub(b, b->high, b->low);
}

// The last tile's last sums. `tile`: its number.
static bool emitLast(TcGpuBlocks *b, MlirValue tile) {
  tcGpuBlocksEnter(b, tile);
  b->done = tcBlocksSub(b, b->done, numBlocks(b));
  b->emit = tcGpuSkewLast;
  b->isLast = true;
  return tcGpuBlocksLoop(b, tcBlocksPlus(b, b->high, -1), b->high, false,
                         false) &&
         tcGpuStreamFinish(&b->x);
}

bool tcGpuEmitJoined(TcGpuBlocks *b) {
  enum { OTHERS = 3 }; // blocks and tiles that are done, the last one's number
  TcGpuEmit *g = b->x.g;
  TcLane state[OTHERS + TC_STREAM_MAX_STATE];
  TcGpuTiles tiles;
  tcGpuBlocksEnter(b, g->block);
  if (!tcGpuBlocksStart(b))
    return false;
  tcGpuSkewStart(b);
  state[0] = state[1] = tcLaneScalar(tcBlocksI64(b, 0));
  state[2] = tcLaneScalar(g->block);
  size_t n = OTHERS + tcGpuBlocksPack(b, &state[OTHERS]);
  b->tile = tcGpuTilesBegin(b, &tiles, n, state);
  b->done = state[0].v;
  b->tiles = state[1].v;
  b->tileBefore = state[2].v;
  tcGpuBlocksUnpack(b, &state[OTHERS]);
  bool ok = emitTile(b);
  state[0] = tcLaneScalar(tcBlocksAdd(b, b->done, numBlocks(b)));
  state[1] = tcLaneScalar(tcBlocksPlus(b, b->tiles, 1));
  state[2] = tcLaneScalar(b->tile);
  tcGpuBlocksPack(b, &state[OTHERS]);
  tcGpuTilesEnd(b, &tiles, n, state);
  b->done = state[0].v;
  tcGpuBlocksUnpack(b, &state[OTHERS]);
  return ok && emitLast(b, state[2].v);
}
