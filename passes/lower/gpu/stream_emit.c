// Streamed contractions: the loops over blocks. See stream.h.
//
//   issue the copies of the rows' operands, then of ring - 1 blocks
//   for blocks b that may have a term that is not 0
//     wait for block b; barrier; issue the copies of block b + ring - 1
//     the loop's stages, in their order
//   the stages after the loop
#include "passes/lower/gpu/stream_emit.h"

#include "lib/support/bits.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#include <string.h>

void tcGpuPlanStream(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuTiling *tiling = &plan->phase->tiling;
  tcGpuStreamMatch(&g->k, tiling->unit, &plan->stream);
  tcGpuStreamCut(&g->k, tiling, &plan->stream);
  plan->blocks = plan->stream.numBlocks;
  if (tiling->persists)
    plan->blocks =
        tcSizeMin(g->e.arena, plan->blocks,
                  tcSizeConst(g->e.arena, tcGpuHeldBlocks(g, tiling)));
  plan->sharedBytes = plan->stream.sharedBytes;
}

// The ring follows the rows' operands in shared memory.
MlirValue tcGpuBlocksSlot(TcGpuBlocks *b, MlirValue slot) {
  const TcGpuStream *s = b->x.s;
  return tcBlocksSharedAt(
      b, tcBlocksPlus(b, tcBlocksTimes(b, slot, s->slotBytes), s->rowBytes));
}

//===- Blocks -------------------------------------------------------------===//

static void copyBlock(TcGpuBlocks *b, MlirValue block, MlirValue slot) {
  MlirValue at = tcGpuBlocksSlot(b, slot);
  MlirValue from = tcBlocksTimes(b, block, b->x.s->tiling.depth);
  for (int i = b->x.s->numMakes; i < b->x.s->numOperands; ++i)
    tcGpuStagingCopy(&b->staging[i], from, b->end, at);
  tcNvvmCommit(tcBlocksEmit(b));
}

MlirValue tcGpuBlocksSlotOf(TcGpuBlocks *b, MlirValue block) {
  MlirValue at = tcBlocksSub(b, block, b->low);
  int64_t ring = b->x.s->tiling.ring;
  if (b->done.ptr)
    at = tcBlocksAdd(b, b->done, at);
  at = tcBlocksRemainder(b, at, ring);
  if (tcIsPowerOfTwo(ring))
    return at;
  // LLVM would make n - n / ring * ring, times the bytes of a slot, part of
  // each copy's address, and compute these one by one.
  TcEmit *e = tcBlocksEmit(b);
  MlirValue word = tcNvvmOpaque(e, tcArithTrunci(&e->b, e->i32, at));
  return tcArithExtui(&e->b, e->i64, word);
}

// The number of the contraction whose stage it is, or -1.
static int findProduct(const TcGpuStreamProduct *all, int n,
                       const TcCpuStage *stage) {
  for (int i = 0; i < n; ++i)
    if (all[i].stage == stage)
      return i;
  return -1;
}

static bool isMerge(const TcGpuStream *s, const TcCpuStage *stage) {
  for (int i = 0; i < s->numSums; ++i)
    if (s->sums[i].merge == stage)
      return true;
  return false;
}

static bool isUpdate(const TcGpuStream *s, const TcCpuStage *stage) {
  for (int i = 0; i < s->numSums; ++i)
    if (s->sums[i].update == stage)
      return true;
  return false;
}

bool tcGpuBlocksIsPlain(const TcGpuStream *s, const TcCpuStage *stage) {
  return !stage->contract && !isMerge(s, stage) && !isUpdate(s, stage);
}

bool tcGpuBlocksStages(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  for (size_t i = 0; i < s->loop.size; ++i)
    if (tcGpuBlocksIsPlain(s, s->loop.data[i]) &&
        !tcGpuStreamStage(&b->x, s->loop.data[i]))
      return false;
  return true;
}

static bool emitStages(TcGpuBlocks *b, MlirValue slot) {
  const TcGpuStream *s = b->x.s;
  for (size_t i = 0; i < s->loop.size; ++i) {
    const TcCpuStage *stage = s->loop.data[i];
    int makes = findProduct(s->makes, s->numMakes, stage);
    int sums = findProduct(s->sums, s->numSums, stage);
    bool ok = true;
    if (makes >= 0)
      tcGpuBlocksMakeTerms(b, makes, slot);
    else if (sums >= 0)
      ok = tcGpuBlocksSumTerms(b, sums, slot);
    else if (!isMerge(s, stage))
      ok = tcGpuStreamStage(&b->x, stage);
    if (!ok)
      return false;
  }
  return true;
}

static bool emitBlock(TcGpuBlocks *b, MlirValue block) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  int64_t ring = s->tiling.ring;
  tcNvvmWait(e, ring - 2);
  tcGpuBarrierAll(b->x.g);
  MlirValue next = tcBlocksPlus(b, block, ring - 1);
  copyBlock(b, next, tcGpuBlocksSlotOf(b, next));
  e->iters[s->streamed.data[0]] = block;
  return emitStages(b, tcGpuBlocksSlot(b, tcGpuBlocksSlotOf(b, block)));
}

//===- What is carried ----------------------------------------------------===//

size_t tcGpuBlocksPack(TcGpuBlocks *b, TcLane *state) {
  size_t n = 0;
  for (size_t i = 0; i < b->carried.size; ++i) {
    const TcGpuRegisters *h = tcGpuRegistersOf(&b->x, b->carried.data[i]);
    size_t count = tcGpuRegisterCount(&b->x, h->kind);
    memcpy(&state[n], h->data, count * sizeof *state);
    n += count;
  }
  for (size_t i = 0; i < b->numWords; ++i)
    state[n++] = tcLaneScalar(b->words[i]);
  return n;
}

void tcGpuBlocksUnpack(TcGpuBlocks *b, const TcLane *state) {
  for (size_t i = 0; i < b->carried.size; ++i) {
    TcGpuKind kind = tcGpuRegistersOf(&b->x, b->carried.data[i])->kind;
    TcGpuRegisters *h = tcGpuNewRegisters(&b->x, b->carried.data[i], kind);
    size_t count = tcGpuRegisterCount(&b->x, kind);
    memcpy(h->data, state, count * sizeof *state);
    state += count;
  }
  for (size_t i = 0; i < b->numWords; ++i)
    b->words[i] = state[i].v;
}

// The results of updates become the carried values.
static void takeUpdates(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  for (size_t i = 0; i < s->loop.size; ++i)
    for (size_t r = 0; r < s->loop.data[i]->results.size; ++r) {
      const TcCpuValue *v = s->loop.data[i]->results.data[r];
      if (v->carried)
        tcMapSet(&b->x.registers, v->carried, tcGpuRegistersOf(&b->x, v));
    }
}

static void setFacts(TcGpuBlocks *b, bool isShort, bool isInside) {
  TcEmit *e = tcBlocksEmit(b);
  const TcCpuStream *stream = &b->x.g->k.stream;
  e->facts.size = 0;
  for (size_t i = 0; isInside && i < b->facts.size; ++i)
    tcVecPush(e->arena, &e->facts, b->facts.data[i]);
  const TcSize *last =
      tcSizeSub(e->arena, stream->extent, tcSizeConst(e->arena, 1));
  if (!isShort)
    tcVecPush(e->arena, &e->facts, tcSizeSub(e->arena, last, stream->at));
}

bool tcGpuBlocksLoop(TcGpuBlocks *b, MlirValue low, MlirValue high,
                     bool isShort, bool isInside) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  TcLane state[TC_STREAM_MAX_STATE];
  size_t n = tcGpuBlocksPack(b, state);
  TcLoop loop = tcEmitFor(e, low, high, 1, -1, n, state);
  tcGpuBlocksUnpack(b, state);
  MlirValue block = tcGpuLoopIndex(&loop);
  b->x.numPoints = (MlirValue){NULL};
  if (isShort)
    b->x.numPoints = tcBlocksSub(b, tcEmitExpr(e, b->x.g->k.stream.extent),
                                 tcBlocksTimes(b, block, s->tiling.depth));
  setFacts(b, isShort, isInside);
  bool ok = b->emit(b, block);
  if (ok && !b->isLast)
    takeUpdates(b);
  tcGpuBlocksPack(b, state);
  e->facts.size = 0;
  tcEmitForEnd(e, &loop, n, state);
  tcGpuBlocksUnpack(b, state);
  return ok;
}

// Emits loops over whole blocks: before, within and after the range of blocks
// in which all points are within the bounds, and need no comparison.
static bool emitWhole(TcGpuBlocks *b, MlirValue low, MlirValue high) {
  if (!b->facts.size)
    return tcGpuBlocksLoop(b, low, high, false, false);
  MlirValue first = tcBlocksMax(b, low, tcBlocksMin(b, b->innerLow, high));
  MlirValue last = tcBlocksMax(b, first, tcBlocksMin(b, b->innerHigh, high));
  return (!b->x.g->k.stream.least.size ||
          tcGpuBlocksLoop(b, low, first, false, false)) &&
         tcGpuBlocksLoop(b, first, last, false, true) &&
         tcGpuBlocksLoop(b, last, high, false, false);
}

bool tcGpuBlocksLoops(TcGpuBlocks *b, MlirValue low) {
  TcEmit *e = tcBlocksEmit(b);
  const TcCpuStream *stream = &b->x.g->k.stream;
  int64_t extent, step = stream->step;
  if (tcGpuStreamIsWhole(&b->x.g->k))
    return emitWhole(b, low, b->high);
  if (tcSizeIsConst(stream->extent, &extent) && extent < step)
    return tcGpuBlocksLoop(b, low, b->high, true, false);
  MlirValue whole = tcBlocksQuotient(b, tcEmitExpr(e, stream->extent), step);
  whole = tcBlocksMax(b, low, tcBlocksMin(b, whole, b->high));
  return emitWhole(b, low, whole) &&
         tcGpuBlocksLoop(b, whole, b->high, true, false);
}

//===- A tile -------------------------------------------------------------===//

// The longest tiles are first.
void tcGpuBlocksEnterTile(TcGpuBlocks *b, MlirValue number) {
  TcGpuStreamEmit *x = &b->x;
  TcGpuEmit *g = x->g;
  TcEmit *e = &g->e;
  const TcGpuStream *s = x->s;
  MlirValue tile, batch = tcGpuSplitOff(g, number, s->rowTiles, &tile);
  if (tcGpuStreamIsReversed(&g->k, s))
    tile =
        tcBlocksSub(b, tcBlocksPlus(b, tcEmitExpr(e, s->rowTiles), -1), tile);
  tcGpuEnter(g, &s->batch, batch);
  x->rowAt = tcBlocksTimes(b, tile, s->tiling.rows);
  x->numRows = tcEmitExpr(e, s->factors[TC_STREAM_ROWS].count);
  tcGpuStreamEnterThread(x, g->thread);
}

// Sets the range of the last row iterator that the tile covers: contiguous, or
// all of it if the tile goes past its end.
static void enterChunk(TcGpuBlocks *b) {
  TcGpuStreamEmit *x = &b->x;
  TcEmit *e = tcBlocksEmit(b);
  int64_t tile = x->s->tiling.rows;
  e->chunk = tcVecLast(&x->s->rows);
  MlirValue n = tcEmitExpr(e, e->k->iters.data[e->chunk].extent);
  MlirValue low = x->rowAt, high = tcBlocksPlus(b, low, tile);
  if (x->s->rows.size == 1) {
    e->chunkLow = low;
    e->chunkHigh = tcBlocksMin(b, high, n);
    return;
  }
  low = tcArithRemui(&e->b, low, tcBlocksMax(b, n, tcBlocksI64(b, 1)));
  high = tcBlocksPlus(b, low, tile);
  MlirValue isRun = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLE, high, n);
  e->chunkLow = tcArithSelect(&e->b, isRun, low, tcBlocksI64(b, 0));
  e->chunkHigh = tcArithSelect(&e->b, isRun, high, n);
}

// Finds the range of blocks in which the tile's rows have terms.
static void enterBlocks(TcGpuBlocks *b) {
  TcGpuStreamEmit *x = &b->x;
  TcEmit *e = tcBlocksEmit(b);
  const TcCpuStream *stream = &x->g->k.stream;
  if (tcGpuStreamIsBounded(&x->g->k, x->s))
    enterChunk(b);
  tcCpuStreamBounds(e, stream->block, &b->low, &b->high);
  b->innerLow = b->low;
  b->innerHigh = b->high;
  tcCpuStreamInside(e, &b->innerLow, &b->innerHigh, &b->facts);
  e->chunk = -1;
  b->end = tcBlocksMin(b, tcEmitExpr(e, stream->extent),
                       tcBlocksTimes(b, b->high, stream->step));
}

void tcGpuBlocksEnter(TcGpuBlocks *b, MlirValue tile) {
  tcGpuBlocksEnterTile(b, tile);
  enterBlocks(b);
}

void tcGpuBlocksBeginCopies(TcGpuBlocks *b) {
  TcGpuStreamEmit *x = &b->x;
  const TcGpuStream *s = x->s;
  MlirValue zero = tcBlocksI64(b, 0);
  for (int i = 0; i < s->numOperands; ++i) {
    bool isRows = i < s->numMakes;
    tcGpuStagingBegin(&b->staging[i], x->g, &s->operands[i],
                      isRows ? &s->makes[i].own : &s->streamed,
                      isRows ? x->rowAt : zero);
    b->staging[i].wholeSteps = !isRows && tcGpuReadsShared(s->tiling.unit) &&
                               tcGpuStreamIsWhole(&x->g->k);
  }
}

static void beginCopies(TcGpuBlocks *b) {
  TcEmit *e = tcBlocksEmit(b);
  const TcGpuStream *s = b->x.s;
  int64_t ahead = s->tiling.ring - 1;
  for (int i = 0; i < s->numMakes; ++i)
    tcGpuStagingCopy(&b->staging[i], tcBlocksI64(b, 0),
                     tcBlocksI64(b, s->makes[i].numOwn), b->x.shared);
  tcNvvmCommit(e);
  for (int64_t i = 0; i < ahead; ++i)
    copyBlock(b, tcBlocksPlus(b, b->low, i), tcBlocksI64(b, i));
  tcNvvmWait(e, ahead);
  tcGpuBarrierAll(b->x.g);
  tcGpuBlocksLoadResidentRows(b);
}

bool tcGpuBlocksStart(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  b->carried.size = 0;
  for (size_t i = 0; i < s->before.size; ++i)
    if (!tcGpuStreamStage(&b->x, s->before.data[i]))
      return false;
  for (size_t i = 0; i < s->inits.size; ++i) {
    const TcCpuStage *stage = s->inits.data[i];
    if (!tcGpuStreamStage(&b->x, stage))
      return false;
    for (size_t r = 0; r < stage->results.size; ++r)
      tcVecPush(tcBlocksEmit(b)->arena, &b->carried, stage->results.data[r]);
  }
  return true;
}

bool tcGpuEmitStream(TcGpuEmit *g, TcGpuPlan *plan) {
  TcGpuBlocks b = {.x = {.g = g,
                         .s = &plan->stream,
                         .registers = {.arena = g->e.arena},
                         .columns = {.arena = g->e.arena},
                         .ofRows = {.arena = g->e.arena}},
                   .emit = emitBlock};
  b.x.shared = tcGpuSharedMemory(g);
  if (plan->stream.tiling.teams)
    return tcGpuEmitStreamRoles(&b);
  tcGpuBlocksEnter(&b, g->block);
  tcGpuBlocksBeginCopies(&b);
  bool groups = tcGpuReadsShared(plan->stream.tiling.unit);
  if (groups) {
    tcGpuBeginGroups(&b);
  } else {
    tcGpuBlocksBeginFragments(&b);
    beginCopies(&b);
  }
  if (!tcGpuBlocksStart(&b))
    return false;
  bool ok = groups ? tcGpuEmitGroups(&b) : tcGpuBlocksLoops(&b, b.low);
  return ok && tcGpuStreamFinish(&b.x);
}
