// Streamed contractions of warp groups, one that makes terms and one that sums:
// the loop is skewed, so that the unit always has work. See stream.h.
//
//   issue the copies of the row operand and of the first contraction's first
//   block; ring - 2 times: of its next block, and of the second's
//   first iteration: terms of block low
//   for blocks b = low + 1, ...
//     wait for block b of the first operand, b - 1 of the second; barrier
//     issue the copies of ring - 1 blocks later
//     issue the first contraction of b, and the second of b - 1
//     wait for the former: the loop's stages on its terms, while the latter
//     runs
//     wait for the latter: merge it with what is carried; pack the terms
//   last iteration: the second contraction's sums of block high - 1
//
// Warp groups with roles await, and leave, each block of each operand instead
// (stream_roles.c).
#include "passes/lower/gpu/stream_emit.h"

#include "mlir-c/BuiltinTypes.h"

#include <string.h>

enum { MOST = TC_STREAM_MAX_REGISTERS };

//===- Copies -------------------------------------------------------------===//

static void copyBlocks(TcGpuBlocks *b, MlirValue block) {
  tcGpuCopyGroupBlock(b, TC_STREAM_FIRST, block);
  tcGpuCopyGroupBlock(b, TC_STREAM_SECOND, tcBlocksPlus(b, block, -1));
  tcNvvmCommit(tcBlocksEmit(b));
}

void tcGpuBeginSkewed(TcGpuBlocks *b) {
  tcGpuCopyGroupRows(b);
  tcGpuCopyGroupBlock(b, TC_STREAM_FIRST, b->low);
  tcNvvmCommit(tcBlocksEmit(b));
  for (int64_t i = 1; i < b->x.s->tiling.ring - 1; ++i)
    copyBlocks(b, tcBlocksPlus(b, b->low, i));
}

static void waitForCopies(TcGpuBlocks *b) {
  tcGpuAwaitGroupCopies(b, b->x.s->tiling.ring - 2);
}

//===- Sums ---------------------------------------------------------------===//

const TcCpuValue *tcGpuSkewSums(TcGpuBlocks *b) {
  return b->x.s->sums[0].update->results.data[0]->carried;
}

bool tcGpuSkewMerge(TcGpuBlocks *b) {
  TcGpuStreamEmit *x = &b->x;
  const TcGpuStreamProduct *p = &x->s->sums[0];
  TcGpuRegisters *sums = tcGpuBlocksNewSums(b, p);
  if (!tcGpuBlocksStartSums(b, p, sums))
    return false;
  tcMapSet(&x->registers, p->merge->results.data[0], sums);
  if (!tcGpuStreamStage(x, p->update))
    return false;
  tcGpuGroupPackTerms(b, 0, b->words);
  return true;
}

// Waits for the sums. The wait names the rows' new values, too, which the
// stages compute in the meantime.
static void awaitSums(TcGpuBlocks *b, MlirValue *sums) {
  const TcGpuStream *s = b->x.s;
  TcGpuRegisters *rows[MOST];
  MlirValue all[MOST];
  size_t n = tcGpuGroupNumSums(b, 0), numRows = 0;
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
  tcNvvmGroupWaitOf(tcBlocksEmit(b), 0, n + numRows * each, all);
  for (size_t i = 0; i < numRows * each; ++i)
    rows[i / each]->data[i % each].v = all[n + i];
  memcpy(sums, all, n * sizeof *all);
}

//===- Iterations ---------------------------------------------------------===//

void tcGpuSkewBegin(TcGpuBlocks *b, MlirValue block) {
  if (tcBlocksHaveRoles(b)) {
    tcGpuRolesAwaitTurn(b, block);
  } else {
    waitForCopies(b);
    copyBlocks(b, tcBlocksPlus(b, block, b->x.s->tiling.ring - 1));
  }
  tcBlocksEmit(b)->iters[b->x.s->streamed.data[0]] = block;
}

// Behind the wait for products that read a block of `operand`.
void tcGpuSkewLeave(TcGpuBlocks *b, int operand, MlirValue block) {
  if (tcBlocksHaveRoles(b))
    tcGpuRolesLeave(b, operand, block);
}

// Of roles: awaits the next block of the first contraction. The branches of
// this wait keep ptxas from moving the wait for the second contraction, which
// follows, to before the exponentials: these are to run beside it.
void tcGpuSkewAwaitNext(TcGpuBlocks *b, MlirValue block) {
  if (!tcBlocksHaveRoles(b))
    return;
  MlirValue next = tcBlocksPlus(b, block, 1);
  TcLoop guard = tcEmitIf(tcBlocksEmit(b), tcGpuIsBelow(b->x.g, next, b->high));
  tcGpuRolesAwait(b, TC_STREAM_FIRST, next);
  tcEmitIfEnd(tcBlocksEmit(b), &guard);
}

static bool firstIteration(TcGpuBlocks *b, MlirValue block) {
  if (tcBlocksHaveRoles(b))
    tcGpuRolesAwait(b, TC_STREAM_FIRST, block);
  tcGpuSkewBegin(b, block);
  tcNvvmGroupFence(tcBlocksEmit(b));
  MlirValue terms[MOST];
  tcGpuGroupBeginTerms(b, 0, block, terms);
  if (tcBlocksHaveRoles(b))
    tcGpuRolesPassTurn(b);
  tcGpuGroupAwaitTerms(b, 0, terms);
  tcGpuGroupTakeTerms(b, 0, terms);
  tcGpuSkewLeave(b, TC_STREAM_FIRST, block);
  if (!tcGpuBlocksStages(b))
    return false;
  tcGpuSkewAwaitNext(b, block);
  return tcGpuSkewMerge(b);
}

// The first map of terms behind a reduction of a row: exponentials of what is
// less than the maximum.
static const TcCpuStage *findSplit(const TcGpuStream *s) {
  bool reduced = false;
  for (size_t i = 0; i < s->loop.size; ++i) {
    const TcCpuStage *stage = s->loop.data[i];
    bool isPlain = tcGpuBlocksIsPlain(s, stage);
    if (isPlain && reduced && stage->kind == TC_CPU_MAP &&
        tcGpuStreamKind(s, &stage->iters) == TC_GPU_OF_TERMS)
      return stage;
    reduced |= isPlain && stage->kind == TC_CPU_REDUCE;
  }
  return NULL;
}

// The unit is done with the block of the second operand, of a tile's first
// iteration that of the tile before, if there is one.
static void leaveSums(TcGpuBlocks *b) {
  MlirValue before = tcBlocksPlus(b, b->block, -1);
  if (!b->isFirst) {
    tcGpuSkewLeave(b, TC_STREAM_SECOND, before);
    return;
  }
  TcLoop any = tcEmitIf(tcBlocksEmit(b), tcGpuBlocksIsAnyBefore(b));
  tcGpuSkewLeave(b, TC_STREAM_SECOND, before);
  tcEmitIfEnd(tcBlocksEmit(b), &any);
}

// Waits for the sums behind the first of the map's elements, which the wait
// names. The unit is then done with them, and what merges them can be issued
// between the other elements' exponentials.
static void awaitAtSplit(TcGpuStreamEmit *x, TcGpuRegisters *made, size_t n) {
  TcGpuBlocks *b = (TcGpuBlocks *)x;
  size_t numSums = tcGpuGroupNumSums(b, 0);
  MlirValue all[MOST];
  bool names =
      mlirTypeIsAF32(mlirValueGetType(made->data[0].v)) && numSums + n <= MOST;
  memcpy(all, b->inFlight, numSums * sizeof *all);
  for (size_t i = 0; names && i < n; ++i)
    all[numSums + i] = made->data[i].v;
  tcGpuSkewAwaitNext(b, b->block);
  tcNvvmGroupWaitOf(tcBlocksEmit(b), 0, numSums + (names ? n : 0), all);
  for (size_t i = 0; names && i < n; ++i)
    made->data[i].v = all[numSums + i];
  memcpy(b->inFlight, all, numSums * sizeof *all);
  leaveSums(b);
}

// The stages, while the sums are made; waits for these. Only where tiles are
// joined: of three groups of heads of 64 a split was 1 % slower.
bool tcGpuSkewBesideSums(TcGpuBlocks *b, MlirValue block, MlirValue *sums) {
  if (b->x.s->tiling.joined)
    b->x.split = findSplit(b->x.s);
  b->x.atSplit = awaitAtSplit;
  b->block = block;
  b->inFlight = sums;
  bool isSplit = b->x.split, ok = tcGpuBlocksStages(b);
  b->x.split = NULL;
  if (ok && !isSplit) {
    tcGpuSkewAwaitNext(b, block);
    awaitSums(b, sums);
    leaveSums(b);
  }
  return ok;
}

void tcGpuSkewIssue(TcGpuBlocks *b, MlirValue block, bool isSecondThere,
                    MlirValue *sums) {
  tcGpuGroupFenceSums(b, 0, sums, b->words);
  MlirValue before = tcBlocksPlus(b, block, -1), terms[MOST];
  tcGpuGroupBeginTerms(b, 0, block, terms);
  if (tcBlocksHaveRoles(b)) {
    if (!isSecondThere)
      tcGpuRolesAwait(b, TC_STREAM_SECOND, before);
    tcGpuGroupFenceSums(b, 0, sums, b->words);
  }
  tcGpuGroupBeginSums(b, 0, before, b->words, sums);
  if (tcBlocksHaveRoles(b))
    tcGpuRolesPassTurn(b);
  tcGpuGroupAwaitTerms(b, 1, terms);
  tcGpuGroupTakeTerms(b, 0, terms);
  tcGpuSkewLeave(b, TC_STREAM_FIRST, block);
}

bool tcGpuSkewIteration(TcGpuBlocks *b, MlirValue block) {
  MlirValue sums[MOST];
  tcGpuSkewBegin(b, block);
  tcGpuGroupReadSums(b, 0, sums);
  tcGpuSkewIssue(b, block, /*isSecondThere=*/false, sums);
  if (!tcGpuSkewBesideSums(b, block, sums))
    return false;
  tcGpuGroupWriteSums(b, 0, tcGpuSkewSums(b), sums);
  return tcGpuSkewMerge(b);
}

bool tcGpuSkewLast(TcGpuBlocks *b, MlirValue block) {
  MlirValue sums[MOST];
  if (tcBlocksHaveRoles(b))
    tcGpuRolesAwait(b, TC_STREAM_SECOND, block);
  else
    waitForCopies(b);
  tcGpuGroupReadSums(b, 0, sums);
  tcGpuGroupFenceSums(b, 0, sums, b->words);
  tcGpuGroupBeginSums(b, 0, block, b->words, sums);
  tcNvvmGroupWaitOf(tcBlocksEmit(b), 0, tcGpuGroupNumSums(b, 0), sums);
  tcGpuSkewLeave(b, TC_STREAM_SECOND, block);
  tcGpuGroupWriteSums(b, 0, tcGpuSkewSums(b), sums);
  return true;
}

//===- Loops --------------------------------------------------------------===//

void tcGpuSkewStart(TcGpuBlocks *b) {
  TcEmit *e = tcBlocksEmit(b);
  b->numWords = tcGpuGroupNumWords(b);
  b->words = TC_ARENA_ARRAY(e->arena, MlirValue, b->numWords);
  for (size_t i = 0; i < b->numWords; ++i)
    b->words[i] = tcEmitInt(e, e->i32, 0);
}

// Whether the rows' operand is in registers during the loop.
static bool holdsRows(const TcGpuBlocks *b) { return b->x.s->tiling.held; }

// The first iteration and the last one are loops that run once, or not at all
// where there are no blocks.
bool tcGpuEmitSkewed(TcGpuBlocks *b) {
  const TcCpuStream *stream = &b->x.g->k.stream;
  int64_t extent;
  bool isKnown = tcSizeIsConst(stream->extent, &extent);
  bool isWhole = tcGpuStreamIsWhole(&b->x.g->k);
  MlirValue second = tcBlocksPlus(b, b->low, 1);
  if (b->x.s->tiling.held && !tcBlocksHaveRoles(b))
    waitForCopies(b);
  tcGpuGroupStart(b);
  if (tcBlocksHaveRoles(b) && holdsRows(b))
    tcGpuRolesLeaveRows(b);
  tcGpuSkewStart(b);
  b->emit = firstIteration;
  if (!tcGpuBlocksLoop(b, b->low, tcBlocksMin(b, second, b->high), !isWhole,
                       false))
    return false;
  b->emit = tcGpuSkewIteration;
  if (!(isKnown && extent <= stream->step) && !tcGpuBlocksLoops(b, second))
    return false;
  if (tcBlocksHaveRoles(b) && !holdsRows(b))
    tcGpuRolesLeaveRows(b);
  b->emit = tcGpuSkewLast;
  b->isLast = true;
  MlirValue last = tcBlocksMax(b, b->low, tcBlocksPlus(b, b->high, -1));
  return tcGpuBlocksLoop(b, last, b->high, false, false);
}
