// Phases by windows: a thread computes several neighbouring points of a
// reduction along an iterator that its windows move along, as those of a
// depthwise convolution or a pool. Windows of neighbours overlap: the innermost
// reduced loop is written out for all points at once, so that an element that
// several windows share is loaded, and widened, once, and what does not depend
// on the point (a weight) once for all.
//
//   for the reduced loops outside of the last
//     for the last, `step` taps at a time, written out:
//       for each tap, for each point: accumulate, each element loaded once
//   for each point: the maps, stores
//
// The last tile along the iterator ends where that does: points that it shares
// with the one before are computed by both, but stored by that one alone, so
// that no read is outside of what it reads at any point.
#include "passes/lower/gpu/emit.h"

#include "passes/schedule/gpu-nests.h"
#include "passes/schedule/sum-block.h"

#include "tc/gen/ArithOps.h"

// An element that a thread has loaded, of this read at this index.
typedef struct Loaded {
  const TcCpuRead *read;
  const TcSize **index;
  TcLane element;
} Loaded;

typedef struct Windows {
  TcGpuEmit *g;
  const TcGpuPlan *plan;
  const TcNest *n;  // that reduces
  MlirValue first;  // i64: of the thread's points along `along`
  MlirValue own;    // the first that it stores; null: all
  size_t numAccs;   // of all points
  size_t addsBlock; // the loop whose iterations have sums of their own, or none
  TC_VEC(Loaded) loaded;
} Windows;

//===- Planning -----------------------------------------------------------===//

static const TcSize *countTiles(TcGpuEmit *g, const TcGpuPhase *p) {
  return tcSizeCeilDiv(g->e.arena, g->k.iters.data[p->along].extent,
                       tcSizeConst(g->e.arena, p->perThread));
}

static const TcSize *countPointBlocks(TcGpuEmit *g, const TcGpuPhase *p) {
  TcArena *a = g->e.arena;
  return tcSizeCeilDiv(a, tcCpuProduct(a, &g->k, &p->points),
                       tcSizeConst(a, p->threads * p->lanes));
}

void tcGpuPlanWindows(TcGpuEmit *g, TcGpuPlan *plan) {
  TcArena *a = g->e.arena;
  const TcGpuPhase *p = plan->phase;
  tcGpuFormNests(&g->k, p, &plan->nests);
  plan->blocks =
      tcSizeMul(a, tcCpuProduct(a, &g->k, &p->blocks),
                tcSizeMul(a, countTiles(g, p), countPointBlocks(g, p)));
}

//===- Elements -----------------------------------------------------------===//

static const TcSize *movedBy(TcEmit *e, int iter, int64_t by) {
  return tcSizeAdd(e->arena, e->k->iters.data[iter].symbol,
                   tcSizeConst(e->arena, by));
}

// Where the read is at point `point` and tap `tap`, in terms of the first ones.
static const TcSize **indexAt(Windows *w, const TcCpuRead *r, int64_t point,
                              int64_t tap) {
  TcEmit *e = &w->g->e;
  const TcGpuPhase *p = w->plan->phase;
  int taps = tcVecLast(&p->over);
  TcMap moved = {.arena = e->arena};
  tcMapSetText(&moved, e->k->iters.data[p->along].name,
               (void *)movedBy(e, p->along, point));
  tcMapSetText(&moved, e->k->iters.data[taps].name,
               (void *)movedBy(e, taps, tap));
  const TcSize **at =
      TC_ARENA_ARRAY(e->arena, const TcSize *, r->value->rank + 1);
  for (size_t d = 0; d < r->value->rank; ++d)
    at[d] = tcSizeSimplify(e->arena,
                           tcSizeSubstitute(e->arena, r->index[d], &moved),
                           &e->k->ranges);
  return at;
}

static bool isAt(const Loaded *l, const TcCpuRead *r,
                 const TcSize *const *index) {
  if (l->read != r)
    return false;
  for (size_t d = 0; d < r->value->rank; ++d)
    if (!tcSizeEqual(l->index[d], index[d]))
      return false;
  return true;
}

static TcLane elementAt(Windows *w, const TcCpuRead *r, int64_t point,
                        int64_t tap) {
  const TcSize **index = indexAt(w, r, point, tap);
  for (size_t i = 0; i < w->loaded.size; ++i)
    if (isAt(&w->loaded.data[i], r, index))
      return w->loaded.data[i].element;
  Loaded l = {r, index, tcStageElement(&w->g->e, r)};
  tcVecPush(w->g->e.arena, &w->loaded, l);
  return l.element;
}

//===- Sums ---------------------------------------------------------------===//

static TcLane *newAccs(Windows *w) {
  TcLane *acc = TC_ARENA_ARRAY(w->g->e.arena, TcLane, w->numAccs + 1);
  size_t each = tcNestNumAccs(w->n);
  for (size_t i = 0; i < w->numAccs; i += each)
    tcNestNeutrals(&w->g->e, w->n, acc + i);
  return acc;
}

static bool addBlock(Windows *w, TcLane *acc, const TcLane *block) {
  bool ok = true;
  for (size_t at = 0; at < w->numAccs;)
    for (size_t i = 0; i < w->n->stages.size; ++i) {
      const TcCpuStage *s = w->n->stages.data[i];
      if (!tcStageHasOver(s))
        continue;
      ok &= tcAccsCombine(&w->g->e, s, acc + at, block + at);
      at += s->results.size;
    }
  return ok;
}

// One tap of one point.
static bool accumulate(Windows *w, int64_t point, int64_t tap, TcLane *acc) {
  TcEmit *e = &w->g->e;
  const TcNest *n = w->n;
  TcLane **elements = tcGpuNoElements(w->g, n);
  size_t forwarded = e->forwarded.size;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (!tcNestMakes(n, s->reads.data[j].value))
        elements[i][j] = elementAt(w, &s->reads.data[j], point, tap);
  }
  bool ok = tcNestPointWith(e, n, elements, acc);
  e->forwarded.size = forwarded;
  return ok;
}

// `step` taps from `from` on, each of all points.
static bool accumulateTaps(Windows *w, MlirValue from, TcLane *acc) {
  TcEmit *e = &w->g->e;
  const TcGpuPhase *p = w->plan->phase;
  int taps = tcVecLast(&p->over);
  bool ok = true;
  w->loaded.size = 0;
  for (int64_t tap = 0; tap < p->step; ++tap)
    for (int64_t i = 0; i < p->perThread && ok; ++i) {
      e->iters[taps] = tcArithAddi(&e->b, from, tcEmitI64(e, tap));
      e->iters[p->along] = tcArithAddi(&e->b, w->first, tcEmitI64(e, i));
      ok = accumulate(w, i, tap, acc + (size_t)i * tcNestNumAccs(w->n));
    }
  w->loaded.size = 0;
  e->iters[p->along] = w->first;
  return ok;
}

static bool sumFrom(Windows *w, size_t level, TcLane *acc);

static bool sumInside(Windows *w, size_t level, TcLane *acc) {
  if (level != w->addsBlock)
    return sumFrom(w, level, acc);
  TcLane *block = newAccs(w);
  return sumFrom(w, level, block) && addBlock(w, acc, block);
}

// The reduced loops from `level` on.
static bool sumFrom(Windows *w, size_t level, TcLane *acc) {
  TcEmit *e = &w->g->e;
  const TcGpuPhase *p = w->plan->phase;
  int iter = p->over.data[level];
  bool last = level + 1 == p->over.size;
  int64_t n, step = last ? p->step : 1;
  MlirValue low, high;
  if (tcSizeIsConst(e->k->iters.data[iter].extent, &n) && n == step) {
    MlirValue outside = e->iters[iter];
    e->iters[iter] = tcEmitI64(e, 0);
    bool ok = last ? accumulateTaps(w, e->iters[iter], acc)
                   : sumInside(w, level + 1, acc);
    e->iters[iter] = outside;
    return ok;
  }
  tcIterBounds(e, iter, &low, &high);
  TcLoop loop = tcEmitFor(e, low, high, step, iter, w->numAccs, acc);
  bool ok = last ? accumulateTaps(w, e->iters[iter], acc)
                 : sumInside(w, level + 1, acc);
  tcEmitForEnd(e, &loop, w->numAccs, acc);
  return ok;
}

//===- Points -------------------------------------------------------------===//

// What is behind the sums, at one point.
static bool finishPoint(Windows *w, const TcLane *acc) {
  TcEmit *e = &w->g->e;
  bool ok = true;
  e->forwarded.size = 0;
  tcNestFinish(e, w->n, acc);
  for (size_t i = 1; i < w->plan->nests.size && ok; ++i)
    ok = tcEmitNest(e, &w->plan->nests.data[i]);
  e->forwarded.size = 0;
  return ok;
}

static bool finish(Windows *w, const TcLane *acc) {
  TcEmit *e = &w->g->e;
  const TcGpuPhase *p = w->plan->phase;
  bool ok = true;
  for (int64_t i = 0; i < p->perThread && ok; ++i) {
    const TcLane *mine = acc + (size_t)i * tcNestNumAccs(w->n);
    MlirValue at = tcArithAddi(&e->b, w->first, tcEmitI64(e, i));
    e->iters[p->along] = at;
    if (!w->own.ptr || i + 1 == p->perThread) {
      ok = finishPoint(w, mine);
      continue;
    }
    TcLoop stores = tcEmitIf(
        e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGE, at, w->own));
    ok = finishPoint(w, mine);
    tcEmitIfEnd(e, &stores);
  }
  return ok;
}

// Where tile number `tile` starts.
static void enterTile(Windows *w, MlirValue tile) {
  TcEmit *e = &w->g->e;
  const TcGpuPhase *p = w->plan->phase;
  const TcSize *extent = w->g->k.iters.data[p->along].extent;
  int64_t n;
  w->first = tcArithMuli(&e->b, tile, tcEmitI64(e, p->perThread));
  if (!tcSizeIsConst(extent, &n) || n % p->perThread) {
    const TcSize *last =
        tcSizeSub(e->arena, extent, tcSizeConst(e->arena, p->perThread));
    w->own = w->first;
    w->first = tcArithMinsi(&e->b, w->own, tcEmitExpr(e, last));
  }
  e->iters[p->along] = w->first;
}

static bool emitThread(Windows *w, MlirValue flat) {
  TcEmit *e = &w->g->e;
  const TcGpuPhase *p = w->plan->phase;
  tcGpuEnter(w->g, &p->points, flat);
  tcEmitSetLanes(e, p->lanes, p->lanes > 1 ? tcVecLast(&p->points) : -1);
  TcLane *acc = newAccs(w);
  bool ok = sumInside(w, 0, acc) && finish(w, acc);
  tcEmitSetLanes(e, 1, -1);
  return ok;
}

bool tcGpuEmitWindows(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  Windows w = {.g = g, .plan = plan, .n = &plan->nests.data[0]};
  w.numAccs = (size_t)p->perThread * tcNestNumAccs(w.n);
  w.addsBlock = tcGpuWindowsBlock(&g->k, &p->over);
  MlirValue tile, number;
  MlirValue rest = tcGpuSplitOff(g, g->block, countTiles(g, p), &tile);
  rest = tcGpuSplitOff(g, rest, countPointBlocks(g, p), &number);
  tcGpuEnter(g, &p->blocks, rest);
  enterTile(&w, tile);
  MlirValue flat = tcArithAddi(
      &e->b, tcArithMuli(&e->b, number, tcEmitI64(e, g->threads)), g->thread);
  flat = tcArithMuli(&e->b, flat, tcEmitI64(e, p->lanes));
  MlirValue count = tcEmitExpr(e, tcCpuProduct(e->arena, &g->k, &p->points));
  TcLoop exists = tcEmitIf(e, tcGpuIsBelow(g, flat, count));
  bool ok = emitThread(&w, flat);
  tcEmitIfEnd(e, &exists);
  return ok;
}
