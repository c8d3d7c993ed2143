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
// A sum's accumulators are the carried sums, in flight from one iteration to
// the next: nothing else reads them there (tcGpuStreamMatch).
#include "passes/lower/gpu/stream_emit.h"

enum { MOST = TC_STREAM_MAX_REGISTERS };

//===- Copies -------------------------------------------------------------===//

static int64_t numAhead(const TcGpuBlocks *b) {
  return b->x.s->tiling.ring - 2;
}

static void copyBlock(TcGpuBlocks *b, MlirValue block) {
  for (int i = b->x.s->numMakes; i < b->x.s->numOperands; ++i)
    tcGpuCopyGroupBlock(b, i, block);
  tcNvvmCommit(tcBlocksEmit(b));
}

void tcGpuBeginSeveral(TcGpuBlocks *b) {
  tcGpuCopyGroupRows(b);
  for (int64_t i = 0; i < numAhead(b); ++i)
    copyBlock(b, tcBlocksPlus(b, b->low, i));
}

//===- Stages -------------------------------------------------------------===//

// The number of the last contraction that makes terms on which the stage
// depends, from its own block; -1: none.
static int levelOf(const TcGpuStream *s, const TcCpuStage *stage) {
  int level = -1;
  for (int i = 0; i < s->numMakes; ++i)
    if (s->makes[i].stage == stage)
      return i;
  for (size_t i = 0; i < stage->reads.size; ++i) {
    const TcCpuStage *from = stage->reads.data[i].value->stage;
    int of = from && from->in ? levelOf(s, from) : -1;
    level = of > level ? of : level;
  }
  return level;
}

static bool emitLevel(TcGpuBlocks *b, int level) {
  const TcGpuStream *s = b->x.s;
  for (size_t i = 0; i < s->loop.size; ++i) {
    const TcCpuStage *stage = s->loop.data[i];
    int of = levelOf(s, stage);
    if ((of < 0 ? 0 : of) == level && tcGpuBlocksIsPlain(s, stage) &&
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

//===- Iterations ---------------------------------------------------------===//

static bool iteration(TcGpuBlocks *b, MlirValue block) {
  const TcGpuStream *s = b->x.s;
  MlirValue terms[TC_STREAM_MAX_PRODUCTS];
  tcGpuAwaitGroupCopies(b, numAhead(b) - 1);
  copyBlock(b, tcBlocksPlus(b, block, numAhead(b)));
  tcBlocksEmit(b)->iters[s->streamed.data[0]] = block;
  tcNvvmGroupFence(tcBlocksEmit(b));
  for (int i = 0; i < s->numMakes; ++i)
    terms[i] = tcGpuGroupBeginTerms(b, i, block);
  tcGpuStreamLoadColumns(&b->x);
  int64_t pending = s->numMakes;
  for (int i = 0; i < s->numMakes; ++i) {
    tcGpuGroupTakeTerms(b, i, --pending, terms[i]);
    if (!emitLevel(b, i))
      return false;
    pending += beginSums(b, i, block);
  }
  return true;
}

bool tcGpuEmitSeveral(TcGpuBlocks *b) {
  b->emit = iteration;
  if (!tcGpuBlocksLoops(b, b->low))
    return false;
  awaitSums(b);
  return true;
}
