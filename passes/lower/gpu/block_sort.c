// Sorts of rows, by the threads of a block each: every thread sorts a part of
// the row alone, then all merge runs of parts, of which each thread makes a
// share (lower/cpu/sort_parts.c). Keys and positions lie in shared memory if
// there is room, else in a temporary; there is a barrier between what threads
// write and what others read.
#include "passes/lower/gpu/emit.h"

#include "passes/lower/cpu/sort.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum { ALIGN = 64 };

const TcCpuStage *tcGpuSortOf(const TcNest *n) {
  return n->stages.data[0]->kind == TC_CPU_SORT ? n->stages.data[0] : NULL;
}

// Whether 32 bits are enough for a position: a length that only the launch
// knows may have more.
static bool isNarrow(const TcGpuEmit *g, const TcCpuStage *s) {
  int64_t n;
  return tcSizeIsConst(g->k.iters.data[s->over.data[0]].extent, &n) &&
         n <= UINT32_MAX;
}

// Bytes for a row: a key and two positions for each element.
static const TcSize *bytesOf(TcGpuEmit *g, const TcCpuStage *s) {
  enum { POSITION = 4 };
  TcArena *a = g->k.arena;
  int64_t key = tcCpuBytes(s->results.data[0]->element) > 4 ? 8 : 4;
  const TcSize *n = g->k.iters.data[s->over.data[0]].extent;
  const TcSize *align = tcSizeConst(a, ALIGN);
  const TcSize *all = isNarrow(g, s)
                          ? tcSizeMul(a, n, tcSizeConst(a, key + 2 * POSITION))
                          : tcCpuSortBytes(a, &g->k, s, 0, false);
  return tcSizeMul(a, tcSizeCeilDiv(a, all, align), align);
}

void tcGpuPlanSort(TcGpuEmit *g, TcGpuPlan *plan, const TcCpuStage *s) {
  TcArena *a = g->k.arena;
  const TcSize *each = bytesOf(g, s);
  int64_t bytes;
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
// turn, so that neighbours access neighbours.
static bool setKeys(TcGpuEmit *g, TcSort *s) {
  TcEmit *e = &g->e;
  TcLoop loop = tcEmitFor(e, g->thread, s->n, g->threads, -1, 0, NULL);
  bool ok = tcSortSetKey(s, tcSortIndex(&loop));
  tcEmitForEnd(e, &loop, 0, NULL);
  tcGpuBarrierAll(g);
  return ok;
}

static bool placeResults(TcGpuEmit *g, TcSort *s, MlirValue order) {
  TcEmit *e = &g->e;
  TcLoop loop = tcEmitFor(e, g->thread, s->take, g->threads, -1, 0, NULL);
  MlirValue i = tcSortIndex(&loop);
  bool ok = tcSortPlace(s, tcSortPosition(s, order, i), i);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

bool tcGpuSortRow(TcGpuEmit *g, const TcGpuPlan *plan, const TcNest *n) {
  TcEmit *e = &g->e;
  TcCpuStage *stage = n->stages.data[0];
  TcRun run = {.e = e, .s = stage, .lanes = 1, .ok = true};
  TcSort s = tcSortOf(&run, workspaceOf(g, plan, stage));
  if (isNarrow(g, stage)) {
    s.positionType = e->i32;
    s.order = tcSortAt(e, s.keys, s.keyType, s.n);
  }
  if (!setKeys(g, &s))
    return false;
  MlirValue length = tcArithCeildivsi(&e->b, s.n, tcEmitI64(e, g->threads));
  MlirValue half = tcSortNumPasses(e, length);
  tcSortEnterPart(&s, g->thread, length);
  tcMergePositions(&s, half);
  tcGpuBarrierAll(g);
  for (int64_t merge = 0; (int64_t)1 << merge < g->threads; ++merge) {
    tcSortMergeShare(&s, g->thread, length, half, merge);
    tcGpuBarrierAll(g);
    half = tcArithAddi(&e->b, half, tcEmitI64(e, 1));
  }
  return placeResults(g, &s, tcSortHalf(&s, half)) && run.ok;
}
