// Streamed contractions of warp groups, whose unit (wgmma) reads shared memory
// and runs asynchronously: the loop is skewed, so that the unit always has
// work. See stream.h.
//
//   issue the copies of the row operand and of the first contraction's first
//   block; ring - 2 times: of its next block, and of the second's
//   first iteration: terms of block low
//   for blocks b = low + 1, ...
//     wait for block b of the first operand, b - 1 of the second; barrier;
//     issue the copies of ring - 1 blocks later issue the first contraction of
//     b, and the second of b - 1 wait for the former: the loop's stages on its
//     terms, while the latter runs wait for the latter: merge it with what is
//     carried; pack the terms
//   last iteration: the second contraction's sums of block high - 1
//
// Warp groups with roles await, and leave, each block of each operand instead
// (stream_roles.c).
#include "passes/lower/gpu/stream_emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/Dialect/LLVM.h"

#include <string.h>

enum { BLOCK = TC_UNIT_BLOCK, GROUP = 128, MOST = 160 };

//===- Arithmetic ---------------------------------------------------------===//

static TcEmit *emitOf(TcGpuBlocks *b) { return &b->x.g->e; }

static MlirValue i64(TcGpuBlocks *b, int64_t n) {
  return tcEmitI64(emitOf(b), n);
}

static MlirValue plus(TcGpuBlocks *b, MlirValue x, int64_t n) {
  return tcArithAddi(&emitOf(b)->b, x, i64(b, n));
}

//===- Copies -------------------------------------------------------------===//

void tcGpuCopyGroupBlock(TcGpuBlocks *b, int operand, MlirValue block) {
  int64_t step = b->x.s->tiling.depth;
  MlirValue from = tcArithMuli(&emitOf(b)->b, block, i64(b, step));
  tcGpuStagingCopy(&b->staging[operand], from, b->end,
                   tcGpuBlocksSlot(b, tcGpuBlocksSlotOf(b, block)));
}

static void copyBlocks(TcGpuBlocks *b, MlirValue block) {
  tcGpuCopyGroupBlock(b, TC_STREAM_FIRST, block);
  tcGpuCopyGroupBlock(b, TC_STREAM_SECOND, plus(b, block, -1));
  tcNvvmCommit(emitOf(b));
}

void tcGpuBeginGroups(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  tcGpuStagingCopy(&b->staging[TC_STREAM_ROWS], i64(b, 0),
                   i64(b, s->makes[0].numOwn), b->x.shared);
  tcGpuCopyGroupBlock(b, TC_STREAM_FIRST, b->low);
  tcNvvmCommit(emitOf(b));
  for (int64_t i = 1; i < s->tiling.ring - 1; ++i)
    copyBlocks(b, plus(b, b->low, i));
}

static void waitForCopies(TcGpuBlocks *b) {
  TcEmit *e = emitOf(b);
  tcNvvmWait(e, b->x.s->tiling.ring - 2);
  tcNvvmFenceProxy(e);
  tcGpuBarrierAll(b->x.g);
}

//===- Contractions -------------------------------------------------------===//

static MlirValue groupRow(TcGpuBlocks *b) {
  TcEmit *e = emitOf(b);
  MlirValue group = tcArithDivui(&e->b, b->x.g->thread, i64(b, GROUP));
  return tcArithMuli(&e->b, group, i64(b, b->x.s->tiling.warpRows));
}

// Issues the contraction that makes the block's terms.
static MlirValue beginTerms(TcGpuBlocks *b, MlirValue block) {
  TcEmit *e = emitOf(b);
  const TcGpuStream *s = b->x.s;
  const TcGpuOperand *rows = &s->operands[TC_STREAM_ROWS];
  const TcGpuOperand *points = &s->operands[TC_STREAM_FIRST];
  MlirValue slot = tcGpuBlocksSlot(b, tcGpuBlocksSlotOf(b, block));
  MlirValue row = groupRow(b), zero = i64(b, 0);
  MlirValue sums = tcNvvmGroupAny(e, s->tiling.depth);
  for (int64_t d = 0; d < tcGpuBlocksDepth(&s->makes[0]); ++d)
    sums = tcNvvmGroupMultiply(
        e, s->tiling.unit, s->tiling.depth,
        tcGpuDescribe(e, rows, rows->factor->along, b->x.shared, row,
                      d * BLOCK),
        rows->factor->along,
        // Its points are the streamed ones.
        tcGpuDescribe(e, points, !points->factor->along, slot, zero, d * BLOCK),
        !points->factor->along, d == 0, sums);
  tcNvvmGroupCommit(e);
  return sums;
}

// Waits for them: until at most `pending` groups of products are in flight.
static void takeTerms(TcGpuBlocks *b, int64_t pending, MlirValue sums) {
  TcGpuStreamEmit *x = &b->x;
  TcEmit *e = emitOf(b);
  const TcCpuValue *v = x->s->makes[0].stage->results.data[0];
  TcGpuRegisters *terms = tcGpuNewRegisters(x, v, TC_GPU_OF_TERMS);
  size_t n = tcGpuRegisterCount(x, TC_GPU_OF_TERMS);
  MlirValue data[MOST];
  for (int64_t i = 0; i < (int64_t)n; ++i)
    data[i] = tcLlvmExtractvalue(&e->b, e->f32, sums, 1, &i);
  tcNvvmGroupWaitOf(e, pending, n, data);
  for (size_t i = 0; i < n; ++i)
    terms->data[i] = tcEmitRound(e, tcLaneScalar(data[i]), v->element);
}

static void packTerms(TcGpuBlocks *b) {
  for (size_t i = 0; i < b->numWords / 4; ++i)
    tcGpuBlocksTermFragment(b, &b->x.s->sums[0], 0, (int64_t)i,
                            &b->words[4 * i]);
}

static const TcCpuValue *carriedSums(TcGpuBlocks *b) {
  return b->x.s->sums[0].update->results.data[0]->carried;
}

static size_t numSums(TcGpuBlocks *b) {
  return tcGpuRegisterCount(&b->x, TC_GPU_OF_SUMS);
}

static void readSums(TcGpuBlocks *b, MlirValue *sums) {
  const TcGpuRegisters *h = tcGpuRegistersOf(&b->x, carriedSums(b));
  for (size_t i = 0; i < numSums(b); ++i)
    sums[i] = h->data[i].v;
}

static void writeSums(TcGpuBlocks *b, const MlirValue *sums) {
  TcGpuRegisters *h = tcGpuNewRegisters(&b->x, carriedSums(b), TC_GPU_OF_SUMS);
  for (size_t i = 0; i < numSums(b); ++i)
    h->data[i] = tcLaneScalar(sums[i]);
}

// Issues the contraction that sums the block's terms, which are packed.
static void beginSums(TcGpuBlocks *b, MlirValue block, MlirValue *sums) {
  TcEmit *e = emitOf(b);
  const TcGpuStream *s = b->x.s;
  const TcGpuOperand *o = &s->operands[TC_STREAM_SECOND];
  MlirValue slot = tcGpuBlocksSlot(b, tcGpuBlocksSlotOf(b, block));
  int64_t columns = tcGpuRegisterTiles(&b->x, TC_GPU_OF_SUMS) * 8;
  for (int64_t k = 0; k < s->tiling.depth / BLOCK; ++k)
    tcNvvmGroupMultiplyRows(
        e, tcGpuBlocksAreBrain(s), columns, &b->words[4 * k],
        tcGpuDescribe(e, o, o->factor->along, slot, i64(b, 0), k * BLOCK),
        o->factor->along, sums);
  tcNvvmGroupCommit(e);
}

// Merges the sums with what is carried: the next iteration starts from these.
static bool mergeSums(TcGpuBlocks *b) {
  TcGpuStreamEmit *x = &b->x;
  const TcGpuStreamProduct *p = &x->s->sums[0];
  TcGpuRegisters *sums = tcGpuBlocksNewSums(b, p);
  if (!tcGpuBlocksStartSums(b, p, sums))
    return false;
  tcMapSet(&x->registers, p->merge->results.data[0], sums);
  return tcGpuStreamStage(x, p->update);
}

// Waits for the sums. The wait names the rows' new values, too, which the
// stages compute in the meantime.
static void takeSums(TcGpuBlocks *b, MlirValue *sums) {
  const TcGpuStream *s = b->x.s;
  TcGpuRegisters *rows[MOST];
  MlirValue all[MOST];
  size_t n = numSums(b), numRows = 0;
  size_t each = tcGpuRegisterCount(&b->x, TC_GPU_OF_ROWS);
  memcpy(all, sums, n * sizeof *all);
  for (size_t i = 0; i < s->loop.size; ++i)
    for (size_t r = 0; r < s->loop.data[i]->results.size; ++r) {
      const TcCpuValue *v = s->loop.data[i]->results.data[r];
      TcGpuRegisters *h = tcGpuRegistersOf(&b->x, v);
      bool isRow = v->carried && s->loop.data[i] != s->sums[0].update && h &&
                   h->kind == TC_GPU_OF_ROWS && n + (numRows + 1) * each < MOST;
      if (isRow)
        rows[numRows++] = h;
    }
  for (size_t i = 0; i < numRows * each; ++i)
    all[n + i] = rows[i / each]->data[i % each].v;
  tcNvvmGroupWaitOf(emitOf(b), 0, n + numRows * each, all);
  for (size_t i = 0; i < numRows * each; ++i)
    rows[i / each]->data[i % each].v = all[n + i];
  writeSums(b, all);
}

//===- Iterations ---------------------------------------------------------===//

static bool hasRoles(const TcGpuBlocks *b) { return b->x.s->tiling.teams; }

static void begin(TcGpuBlocks *b, MlirValue block) {
  if (hasRoles(b)) {
    tcGpuRolesAwaitTurn(b, block);
  } else {
    waitForCopies(b);
    copyBlocks(b, plus(b, block, b->x.s->tiling.ring - 1));
  }
  emitOf(b)->iters[b->x.s->streamed.data[0]] = block;
}

// Behind the wait for products that read a block of `operand`.
static void leave(TcGpuBlocks *b, int operand, MlirValue block) {
  if (hasRoles(b))
    tcGpuRolesLeave(b, operand, block);
}

// Of roles: awaits the next block of the first contraction. The branches of
// this wait keep ptxas from moving the wait for the second contraction, which
// follows, to before the exponentials: these are to run beside it.
static void awaitNext(TcGpuBlocks *b, MlirValue block) {
  if (!hasRoles(b))
    return;
  MlirValue next = plus(b, block, 1);
  TcLoop guard = tcEmitIf(emitOf(b), tcGpuIsBelow(b->x.g, next, b->high));
  tcGpuRolesAwait(b, TC_STREAM_FIRST, next);
  tcEmitIfEnd(emitOf(b), &guard);
}

static bool firstIteration(TcGpuBlocks *b, MlirValue block) {
  if (hasRoles(b))
    tcGpuRolesAwait(b, TC_STREAM_FIRST, block);
  begin(b, block);
  tcNvvmGroupFence(emitOf(b));
  MlirValue terms = beginTerms(b, block);
  if (hasRoles(b))
    tcGpuRolesPassTurn(b);
  takeTerms(b, 0, terms);
  leave(b, TC_STREAM_FIRST, block);
  if (!tcGpuBlocksStages(b))
    return false;
  awaitNext(b, block);
  if (!mergeSums(b))
    return false;
  packTerms(b);
  return true;
}

static bool iteration(TcGpuBlocks *b, MlirValue block) {
  MlirValue sums[MOST];
  begin(b, block);
  readSums(b, sums);
  tcNvvmGroupFenceOf(emitOf(b), numSums(b), sums, b->numWords, b->words);
  MlirValue terms = beginTerms(b, block), before = plus(b, block, -1);
  if (hasRoles(b)) {
    tcGpuRolesAwait(b, TC_STREAM_SECOND, before);
    tcNvvmGroupFenceOf(emitOf(b), numSums(b), sums, b->numWords, b->words);
  }
  beginSums(b, before, sums);
  if (hasRoles(b))
    tcGpuRolesPassTurn(b);
  takeTerms(b, 1, terms);
  leave(b, TC_STREAM_FIRST, block);
  if (!tcGpuBlocksStages(b))
    return false;
  awaitNext(b, block);
  takeSums(b, sums);
  leave(b, TC_STREAM_SECOND, before);
  if (!mergeSums(b))
    return false;
  packTerms(b);
  return true;
}

static bool lastIteration(TcGpuBlocks *b, MlirValue block) {
  MlirValue sums[MOST];
  if (hasRoles(b))
    tcGpuRolesAwait(b, TC_STREAM_SECOND, block);
  else
    waitForCopies(b);
  readSums(b, sums);
  tcNvvmGroupFenceOf(emitOf(b), numSums(b), sums, b->numWords, b->words);
  beginSums(b, block, sums);
  tcNvvmGroupWaitOf(emitOf(b), 0, numSums(b), sums);
  leave(b, TC_STREAM_SECOND, block);
  writeSums(b, sums);
  return true;
}

//===- Loops --------------------------------------------------------------===//

static MlirValue minimum(TcGpuBlocks *b, MlirValue x, MlirValue y) {
  return tcArithMinsi(&emitOf(b)->b, x, y);
}

static MlirValue maximum(TcGpuBlocks *b, MlirValue x, MlirValue y) {
  return tcArithMaxsi(&emitOf(b)->b, x, y);
}

static void startWords(TcGpuBlocks *b) {
  TcEmit *e = emitOf(b);
  b->numWords = (size_t)(b->x.s->tiling.depth / BLOCK * 4);
  b->words = TC_ARENA_ARRAY(e->arena, MlirValue, b->numWords);
  for (size_t i = 0; i < b->numWords; ++i)
    b->words[i] = tcEmitInt(e, e->i32, 0);
}

// The first iteration and the last one are loops that run once, or not at all
// where there are no blocks.
bool tcGpuEmitGroups(TcGpuBlocks *b) {
  const TcCpuStream *stream = &b->x.g->k.stream;
  int64_t extent;
  bool isKnown = tcSizeIsConst(stream->extent, &extent);
  bool isWhole = tcGpuStreamIsWhole(&b->x.g->k);
  MlirValue second = plus(b, b->low, 1);
  startWords(b);
  b->emit = firstIteration;
  if (!tcGpuBlocksLoop(b, b->low, minimum(b, second, b->high), !isWhole, false))
    return false;
  b->emit = iteration;
  if (!(isKnown && extent <= stream->step) && !tcGpuBlocksLoops(b, second))
    return false;
  if (hasRoles(b))
    tcGpuRolesLeaveRows(b);
  b->emit = lastIteration;
  b->isLast = true;
  MlirValue last = maximum(b, b->low, plus(b, b->high, -1));
  return tcGpuBlocksLoop(b, last, b->high, false, false);
}
