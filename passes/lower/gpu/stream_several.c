// Streamed contractions of warp groups, several that make terms or several that
// sum: gradients of attention. See stream.h.
//
//   issue the copies of the rows' operands and of the first ring - 2 blocks
//   for blocks b
//     wait for block b; barrier; issue the copies of block b + ring - 2
//     issue all contractions that make terms, in their order
//     for each of these
//       wait for its terms, while the later ones run: the stages that depend on
//       no later one; issue the contractions that sum what is now complete
//   wait for the sums
//
// So the unit always has work: of dk and dv, dP while the exponentials of S are
// computed, then P^T dO, then dS^T Q while the next block begins. Products of a
// block are complete when the first terms of the next one are: its slot is free
// a barrier later.
//
// With skew the first contraction is a block ahead: its terms are there when an
// iteration begins, and the next block's are made beside the later stages. They
// are waited for at the end: ptxas puts products one after the other where some
// are in flight over a wait, and then from one iteration to the next. Products
// of a block are complete when the last terms of the next one are.
// Where tasks share sums (stream_across.c) the next block's are issued last, in
// registers that dP leaves: the unit has them, and dK, while sums are added.
//
// A sum's accumulators are the carried sums, in flight from one iteration to
// the next: nothing else reads them there (tcGpuStreamMatch).
#include "passes/lower/gpu/stream_emit.h"

#include "mlir-c/BuiltinTypes.h"

enum { MOST = TC_STREAM_MAX_REGISTERS };

//===- Copies -------------------------------------------------------------===//

static bool isFree(const TcGpuBlocks *b) { return b->x.s->tiling.free; }

static int64_t numAhead(const TcGpuBlocks *b) {
  const TcGpuTiling *t = &b->x.s->tiling;
  return t->ring - tcGpuStreamSlots(b->x.s, t) + 1 + t->skew;
}

static void copyBlock(TcGpuBlocks *b, MlirValue block) {
  const TcGpuStream *s = b->x.s;
  if (s->tiling.tma)
    tcGpuBoxesCopy(b, block);
  for (int i = s->numMakes; !s->tiling.tma && i < s->numOperands; ++i)
    tcGpuCopyGroupBlock(b, i, block);
  tcGpuColumnsCopy(b, block);
  if (isFree(b))
    tcGpuFreeCopied(b, block);
  else
    tcNvvmCommit(tcBlocksEmit(b));
}

// Waits until all threads see the copies of this block, of which those of
// `behind` blocks behind it may be under way.
static void awaitCopies(TcGpuBlocks *b, MlirValue block, int64_t behind) {
  if (isFree(b)) {
    tcGpuFreeAwaitFull(b, block);
  } else if (b->x.s->tiling.tma) { // threads have copied columns alone
    tcNvvmWait(tcBlocksEmit(b), behind);
    tcGpuBarrierAll(b->x.g);
    tcGpuBoxesAwait(b, block);
  } else {
    tcGpuAwaitGroupCopies(b, behind);
  }
}

void tcGpuBeginSeveral(TcGpuBlocks *b) {
  if (isFree(b))
    tcGpuFreeInit(b);
  if (b->x.s->tiling.tma)
    tcGpuBoxesInit(b);
  tcGpuCopyGroupRows(b);
  for (int64_t i = 0; i < numAhead(b); ++i)
    copyBlock(b, tcBlocksPlus(b, b->low, i));
}

//===- Stages -------------------------------------------------------------===//

// The number of the last contraction that makes terms on which the stage
// depends, from its own block; that of the first if it depends on none.
static int levelOf(const TcGpuStream *s, const TcCpuStage *stage) {
  int level = 0;
  for (int i = 0; i < s->numMakes; ++i)
    if (s->makes[i].stage == stage)
      return i;
  for (size_t i = 0; i < stage->reads.size; ++i) {
    const TcCpuStage *from = stage->reads.data[i].value->stage;
    int of = from && from->in ? levelOf(s, from) : 0;
    level = of > level ? of : level;
  }
  return level;
}

static bool emitLevel(TcGpuBlocks *b, int level) {
  const TcGpuStream *s = b->x.s;
  for (size_t i = 0; i < s->loop.size; ++i) {
    const TcCpuStage *stage = s->loop.data[i];
    if (levelOf(s, stage) == level && tcGpuBlocksIsPlain(s, stage) &&
        !tcGpuStreamStage(&b->x, stage))
      return false;
  }
  return true;
}

//===- Sums ---------------------------------------------------------------===//

// Issues the contractions that sum terms of this level. Returns how many.
static int64_t beginSums(TcGpuBlocks *b, int level, MlirValue block) {
  const TcGpuStream *s = b->x.s;
  MlirValue sums[MOST], words[MOST];
  int64_t n = 0;
  for (int i = 0; i < s->numSums; ++i) {
    const TcGpuStreamProduct *p = &s->sums[i];
    if (levelOf(s, p->terms->value->stage) != level)
      continue;
    tcGpuGroupPackTerms(b, i, words);
    tcGpuGroupReadSums(b, i, sums);
    tcGpuGroupFenceSums(b, i, sums, words);
    tcGpuGroupBeginSums(b, i, block, words, sums);
    tcGpuGroupWriteSums(b, i, p->update->results.data[0], sums);
    ++n;
  }
  return n;
}

static void awaitSums(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  MlirValue all[MOST];
  size_t n = 0;
  for (int i = 0; i < s->numSums; n += tcGpuGroupNumSums(b, i++))
    tcGpuGroupReadSums(b, i, &all[n]);
  tcNvvmGroupWaitOf(tcBlocksEmit(b), 0, n, all);
  n = 0;
  for (int i = 0; i < s->numSums; n += tcGpuGroupNumSums(b, i++))
    tcGpuGroupWriteSums(b, i, s->sums[i].update->results.data[0]->carried,
                        &all[n]);
}

//===- Skew ---------------------------------------------------------------===//

// A fence that names what the stages of the first level have made of its terms:
// these are read no more behind it.
static void fenceTerms(TcGpuBlocks *b) {
  const TcGpuStream *s = b->x.s;
  size_t n = tcGpuRegisterCount(&b->x, TC_GPU_OF_TERMS), numAll = 0;
  TcGpuRegisters *all[MOST];
  MlirValue data[MOST];
  for (size_t i = 0; i < s->loop.size; ++i)
    for (size_t r = 0; r < s->loop.data[i]->results.size; ++r) {
      const TcCpuStage *stage = s->loop.data[i];
      TcGpuRegisters *h = tcGpuRegistersOf(&b->x, stage->results.data[r]);
      if (h && h->kind == TC_GPU_OF_TERMS && levelOf(s, stage) == 0 &&
          tcGpuBlocksIsPlain(s, stage) && (numAll + 1) * n <= MOST &&
          mlirTypeIsAF32(stage->results.data[r]->element))
        all[numAll++] = h;
    }
  for (size_t i = 0; i < numAll * n; ++i)
    data[i] = all[i / n]->data[i % n].v;
  tcNvvmGroupFenceOf(tcBlocksEmit(b), numAll * n, data, 0, NULL);
  for (size_t i = 0; i < numAll * n; ++i)
    all[i / n]->data[i % n].v = data[i];
}

// Issues the first contraction of the next block, where nothing reads this
// one's terms any more: they have the same registers, since none can be copied
// while the unit writes it.
static void beginNext(TcGpuBlocks *b, MlirValue next) {
  fenceTerms(b);
  tcGpuGroupBeginTerms(b, 0, next, b->words);
}

static void makeFirst(TcGpuBlocks *b) {
  b->numWords = tcGpuRegisterCount(&b->x, TC_GPU_OF_TERMS);
  b->words = TC_ARENA_ARRAY(tcBlocksEmit(b)->arena, MlirValue, b->numWords);
  tcNvvmGroupFence(tcBlocksEmit(b));
  tcGpuGroupBeginTerms(b, 0, b->low, b->words);
  tcGpuGroupAwaitTerms(b, 0, b->words);
}

//===- Iterations ---------------------------------------------------------===//

// The stages and sums of each contraction that makes terms. Of a skewed loop
// the first one's are there already, and the next block's are issued.
static bool emitLevels(TcGpuBlocks *b, MlirValue block,
                       MlirValue (*terms)[MOST]) {
  const TcGpuStream *s = b->x.s;
  bool skew = s->tiling.skew;
  MlirValue shared[MOST];                         // of the block before
  int64_t pending = s->numMakes - skew, sums = 0; // groups; those of sums
  for (int i = 0; i < s->numMakes; ++i) {
    bool isThere = skew && i == 0;
    if (!isThere)
      tcGpuGroupAwaitTerms(b, --pending, terms[i]);
    if (isFree(b) && i == (skew ? s->numMakes - 1 : 0))
      tcGpuFreeLeave(b, tcBlocksPlus(b, block, -1));
    tcGpuGroupTakeTerms(b, i, isThere ? b->words : terms[i]);
    if (!emitLevel(b, i))
      return false;
    bool isShared = s->stack && levelOf(s, s->across.terms->value->stage) == i;
    if (isShared) {
      tcGpuAcrossPut(b, block);
      tcGpuAcrossBegin(b, block, shared);
      ++pending;
    }
    if (isThere && !s->stack) {
      beginNext(b, tcBlocksPlus(b, block, 1));
      ++pending;
    }
    int64_t n = beginSums(b, i, block);
    sums += n;
    pending += n;
    if (isShared && skew) {
      beginNext(b, tcBlocksPlus(b, block, 1));
      ++pending;
    }
    if (isShared)
      tcGpuAcrossAdd(b, block, n + skew, shared);
  }
  if (skew)
    tcGpuGroupAwaitTerms(b, s->stack ? 0 : sums, b->words);
  return true;
}

static bool iteration(TcGpuBlocks *b, MlirValue block) {
  const TcGpuStream *s = b->x.s;
  MlirValue terms[TC_STREAM_MAX_PRODUCTS][MOST];
  bool skew = s->tiling.skew;
  MlirValue next = tcBlocksPlus(b, block, numAhead(b));
  awaitCopies(b, tcBlocksPlus(b, block, skew), numAhead(b) - 1 - skew);
  if (isFree(b))
    tcGpuFreeAwaitEmpty(b, next);
  copyBlock(b, next);
  tcBlocksEmit(b)->iters[s->streamed.data[0]] = block;
  tcGpuColumnsEnter(b, block);
  tcNvvmGroupFence(tcBlocksEmit(b));
  for (int i = skew; i < s->numMakes; ++i)
    tcGpuGroupBeginTerms(b, i, block, terms[i]);
  tcGpuStreamLoadColumns(&b->x);
  return emitLevels(b, block, terms);
}

bool tcGpuEmitSeveral(TcGpuBlocks *b) {
  const TcGpuTiling *tiling = &b->x.s->tiling;
  b->emit = iteration;
  tcGpuStreamLoadRows(&b->x);
  if (tiling->tma) // of rows' operands
    tcGpuAwaitGroupCopies(b, 0);
  if (tiling->held || tiling->skew)
    awaitCopies(b, b->low, numAhead(b) - 1);
  tcGpuGroupStart(b);
  if (tiling->skew)
    makeFirst(b);
  if (!tcGpuBlocksLoops(b, b->low))
    return false;
  awaitSums(b);
  if (b->x.s->stack)
    tcGpuAcrossEnd(b);
  return true;
}
