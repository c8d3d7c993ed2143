// Sorts of rows, by the threads of a block each. Where a key and a position are
// one word they are sorted as such (word_sort.c). Else every thread sorts a
// part of the row alone, then all merge runs of parts, of which each thread
// makes a share (lower/cpu/sort_parts.c). Keys and positions lie in shared
// memory if there is room, else in a temporary; there is a barrier between what
// threads write and what others read.
#include "passes/lower/gpu/emit.h"

#include "passes/lower/cpu/sort.h"
#include "passes/schedule/gpu-sort.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum { ALIGN = 64 };

const TcCpuStage *tcGpuSortOf(const TcNest *n) {
  return n->stages.data[0]->kind == TC_CPU_SORT ? n->stages.data[0] : NULL;
}

// Bytes for a row: a key and two positions for each element.
static const TcSize *bytesOf(TcGpuEmit *g, const TcCpuStage *s) {
  enum { POSITION = 4 };
  TcArena *a = g->k.arena;
  int64_t key = tcCpuBytes(s->results.data[0]->element) > 4 ? 8 : 4;
  const TcSize *n = g->k.iters.data[s->over.data[0]].extent;
  const TcSize *align = tcSizeConst(a, ALIGN);
  const TcSize *all = tcGpuSortIsNarrow(&g->k, s)
                          ? tcSizeMul(a, n, tcSizeConst(a, key + 2 * POSITION))
                          : tcCpuSortBytes(a, &g->k, s, 0, false);
  return tcSizeMul(a, tcSizeCeilDiv(a, all, align), align);
}

// The elements of a row if a word has a key and a position, and the threads
// have room for all of them; else 0.
static int64_t wordsOf(const TcGpuEmit *g, const TcCpuStage *s) {
  int64_t n;
  return tcSizeIsConst(g->k.iters.data[s->over.data[0]].extent, &n) &&
                 tcGpuWordSortBytes(g, s, n)
             ? n
             : 0;
}

void tcGpuPlanSort(TcGpuEmit *g, TcGpuPlan *plan, const TcCpuStage *s) {
  TcArena *a = g->k.arena;
  const TcSize *each = bytesOf(g, s);
  int64_t bytes, words = wordsOf(g, s);
  if (words) {
    plan->sharedBytes = tcGpuWordSortBytes(g, s, words);
    return;
  }
  if (tcSizeIsConst(each, &bytes) && bytes <= g->target->sharedBytes) {
    plan->sharedBytes = bytes;
    return;
  }
  const TcSize **size = TC_ARENA_ARRAY(a, const TcSize *, 1);
  const TcSize *rows = tcCpuProduct(a, &g->k, &plan->phase->p.tasks);
  size[0] = tcSizeMul(a, rows, each);
  TcCpuValue work = {.element = g->e.i8, .rank = 1, .sizes = size, .arg = -1};
  plan->work = tcCpuKernelAddTemporary(&g->k, &work);
}

// Where the block's row is at work.
static MlirValue workspaceOf(TcGpuEmit *g, const TcGpuPlan *plan,
                             const TcCpuStage *s) {
  TcEmit *e = &g->e;
  const int32_t dynamic = INT32_MIN;
  if (plan->sharedBytes)
    return g->shared;
  MlirValue at = tcArithMuli(&e->b, g->block, tcEmitExpr(e, bytesOf(g, s)));
  return tcLlvmGetelementptr(&e->b, e->ptr, e->buffers[plan->work], 1, &at, 1,
                             &dynamic, e->i8);
}

// Keys and positions of the row's elements, and its result, are a thread's in
// turn, so that neighbours access neighbours. `low`, or null: where in the row
// the sorted elements start.
static bool setKeys(TcGpuEmit *g, TcSort *s, MlirValue low) {
  TcEmit *e = &g->e;
  TcLoop loop = tcEmitFor(e, g->thread, s->n, g->threads, -1, 0, NULL);
  MlirValue i = tcSortIndex(&loop);
  MlirValue key = tcSortKey(s, low.ptr ? tcArithAddi(&e->b, low, i) : i);
  if (key.ptr) {
    tcSortStore(e, s->keys, s->keyType, i, key);
    tcSortPut(s, s->order, i, i);
  }
  tcEmitForEnd(e, &loop, 0, NULL);
  tcGpuBarrierAll(g);
  return key.ptr;
}

// `order`: where positions are; null: in `words` words.
static bool placeResults(TcGpuEmit *g, TcSort *s, MlirValue order,
                         int64_t words) {
  TcEmit *e = &g->e;
  TcLoop loop = tcEmitFor(e, g->thread, s->take, g->threads, -1, 0, NULL);
  MlirValue i = tcSortIndex(&loop);
  MlirValue position = order.ptr ? tcSortPosition(s, order, i)
                                 : tcGpuWordPosition(g, s->r->s, words, i);
  bool ok = tcSortPlace(s, position, i);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

// Each thread sorts a part of so many elements, then all merge them; where the
// positions are at the end.
static MlirValue mergeParts(TcGpuEmit *g, TcSort *s, MlirValue length) {
  TcEmit *e = &g->e;
  MlirValue half = tcSortNumPasses(e, length);
  tcSortEnterPart(s, g->thread, length);
  tcMergePositions(s, half);
  tcGpuBarrierAll(g);
  for (int64_t merge = 0; (int64_t)1 << merge < g->threads; ++merge) {
    tcSortMergeShare(s, g->thread, length, half, merge);
    tcGpuBarrierAll(g);
    half = tcArithAddi(&e->b, half, tcEmitI64(e, 1));
  }
  return tcSortHalf(s, half);
}

bool tcGpuSortRow(TcGpuEmit *g, const TcGpuPlan *plan, const TcNest *n) {
  TcEmit *e = &g->e;
  TcCpuStage *stage = n->stages.data[0];
  TcRun run = {.e = e, .s = stage, .lanes = 1, .ok = true};
  int64_t words = wordsOf(g, stage);
  if (words) {
    TcSort s = tcSortOf(&run, g->shared);
    return tcGpuSortWords(g, &s, (MlirValue){NULL}, words) &&
           placeResults(g, &s, (MlirValue){NULL}, words) && run.ok;
  }
  TcSort s = tcSortOf(&run, workspaceOf(g, plan, stage));
  if (tcGpuSortIsNarrow(&g->k, stage)) {
    s.positionType = e->i32;
    s.order = tcSortAt(e, s.keys, s.keyType, s.n);
  }
  if (!setKeys(g, &s, (MlirValue){NULL}))
    return false;
  MlirValue length = tcArithCeildivsi(&e->b, s.n, tcEmitI64(e, g->threads));
  return placeResults(g, &s, mergeParts(g, &s, length), 0) && run.ok;
}

MlirValue tcGpuSortShared(TcGpuEmit *g, TcSort *s, MlirValue low,
                          int64_t most) {
  if (!setKeys(g, s, low))
    return (MlirValue){NULL};
  int64_t length = (most + g->threads - 1) / g->threads;
  return mergeParts(g, s, tcEmitI64(&g->e, length));
}
