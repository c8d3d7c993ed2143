// Sorts of rows that several blocks share: each sorts a chunk of its row in
// shared memory (block_sort.c), then launches merge runs until one is left. An
// element's place in the merged run is its place in its own, and the number of
// elements of each other run that come before it, which a thread finds by
// binary search: all runs of a group at once, of which neighbouring threads
// read neighbouring elements. Runs are merged with keys and positions; only the
// elements that the result has are. Payloads are read at the positions in the
// end.
//
// Row of workspace: keys of the one half, of the other, positions of the one,
// of the other. A launch reads one half and writes the other; a run lies where
// its chunks are in the row.
#include "passes/lower/gpu/emit.h"

#include "passes/lower/cpu/sort.h"
#include "passes/schedule/gpu-sort.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

// The row of workspace of a sort in several launches.
typedef struct Runs {
  TcGpuEmit *g;
  TcSort *s;
  MlirValue n; // i64: elements of the row
  MlirValue keys[2], positions[2];
} Runs;

static Runs runsOf(TcGpuEmit *g, const TcGpuPlan *plan, TcSort *s,
                   MlirValue row) {
  TcEmit *e = &g->e;
  const int32_t dynamic = INT32_MIN;
  Runs r = {.g = g, .s = s, .n = s->n};
  const TcSize *bytes = tcGpuSortRowBytes(&g->k, plan->phase->p.stages.data[0]);
  MlirValue at = tcArithMuli(&e->b, row, tcEmitExpr(e, bytes));
  MlirValue work = tcLlvmGetelementptr(
      &e->b, e->ptr, e->buffers[plan->phase->left], 1, &at, 1, &dynamic, e->i8);
  r.keys[0] = work;
  r.keys[1] = tcSortAt(e, r.keys[0], s->keyType, r.n);
  r.positions[0] = tcSortAt(e, r.keys[1], s->keyType, r.n);
  r.positions[1] = tcSortAt(e, r.positions[0], s->positionType, r.n);
  return r;
}

static void putRun(const Runs *r, int half, MlirValue at, MlirValue key,
                   MlirValue position) {
  tcSortStore(&r->g->e, r->keys[half], r->s->keyType, at, key);
  tcSortPut(r->s, r->positions[half], at, position);
}

// The sort of the stage, with positions as wide as they are in workspace.
static TcSort sortOf(TcGpuEmit *g, TcRun *run) {
  TcSort s = tcSortOf(run, (MlirValue){NULL});
  if (tcGpuSortIsNarrow(&g->k, run->s))
    s.positionType = g->e.i32;
  return s;
}

//===- Chunks -------------------------------------------------------------===//

void tcGpuPlanSortChunks(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  const TcCpuStage *s = p->p.stages.data[0];
  plan->blocks =
      tcSizeMul(g->k.arena, tcCpuProduct(g->k.arena, &g->k, &p->p.tasks),
                tcGpuSortRuns(&g->k, s, p->step));
  plan->sharedBytes = tcGpuWordSortBytes(g, s, p->step);
  if (!plan->sharedBytes)
    plan->sharedBytes = tcGpuSortChunkBytes(s, p->step);
}

// Stores the first elements of the chunk of `step` that starts at `low`, which
// `order` lists, or null: words, as a run.
static void storeRun(const Runs *r, TcSort *chunk, MlirValue order,
                     MlirValue low, int64_t step) {
  TcGpuEmit *g = r->g;
  TcEmit *e = &g->e;
  MlirValue kept = tcArithMinsi(&e->b, chunk->n, chunk->take);
  TcLoop loop = tcGpuForThread(g, kept, 0, NULL);
  MlirValue i = tcSortIndex(&loop);
  const TcCpuStage *s = chunk->r->s;
  MlirValue at = order.ptr ? tcSortPosition(chunk, order, i)
                           : tcGpuWordPosition(g, s, step, i);
  MlirValue key = order.ptr ? tcSortLoad(e, chunk->keys, chunk->keyType, at)
                            : tcGpuWordKey(g, s, step, i);
  putRun(r, 0, tcArithAddi(&e->b, low, i), key, tcArithAddi(&e->b, low, at));
  tcEmitForEnd(e, &loop, 0, NULL);
}

bool tcGpuEmitSortChunks(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  TcCpuStage *stage = p->p.stages.data[0];
  TcRun run = {.e = e, .s = stage, .lanes = 1, .ok = true};
  MlirValue number, size = tcEmitI64(e, p->step);
  MlirValue row =
      tcGpuSplitOff(g, g->block, tcGpuSortRuns(&g->k, stage, p->step), &number);
  tcGpuEnter(g, &p->p.tasks, row);
  TcSort whole = sortOf(g, &run), chunk = whole;
  Runs runs = runsOf(g, plan, &whole, row);
  MlirValue low = tcArithMuli(&e->b, number, size);
  chunk.n = tcArithMinsi(&e->b, size, tcArithSubi(&e->b, whole.n, low));
  chunk.keys = chunk.work = g->shared;
  chunk.positionType = e->i32;
  chunk.order = tcSortAt(e, chunk.keys, chunk.keyType, size);
  MlirValue order = {NULL};
  if (tcGpuWordSortBytes(g, stage, p->step)) {
    if (!tcGpuSortWords(g, &chunk, low, p->step))
      return false;
  } else {
    order = tcGpuSortShared(g, &chunk, low, p->step);
    if (!order.ptr)
      return false;
  }
  storeRun(&runs, &chunk, order, low, p->step);
  return run.ok;
}

//===- Merges -------------------------------------------------------------===//

// What a merge is about: the run that the thread's element is in.
typedef struct Element {
  MlirValue run, at; // number of the run; place in it
  MlirValue key;
  MlirValue first;   // number of the group's first run
  MlirValue numRuns; // of the row
  MlirValue width;   // points of the row that a run has
  MlirValue kept;    // elements of a run that is whole
} Element;

void tcGpuPlanSortMerge(TcGpuEmit *g, TcGpuPlan *plan) {
  TcArena *a = g->k.arena;
  const TcGpuPhase *p = plan->phase;
  const TcCpuStage *s = p->p.stages.data[0];
  const TcSize *elements = tcSizeMul(a, tcGpuSortRuns(&g->k, s, p->step),
                                     tcGpuSortKept(&g->k, s, p->step));
  plan->blocks =
      tcSizeMul(a, tcCpuProduct(a, &g->k, &p->p.tasks),
                tcSizeCeilDiv(a, elements, tcSizeConst(a, p->threads)));
}

// Elements of the run: none behind the last one.
static MlirValue lengthOf(const Runs *r, const Element *x, MlirValue run) {
  TcEmit *e = &r->g->e;
  MlirValue start = tcArithMuli(&e->b, run, x->width);
  MlirValue left = tcArithSubi(&e->b, r->n, start);
  return tcArithMaxsi(&e->b, tcEmitI64(e, 0),
                      tcArithMinsi(&e->b, left, x->kept));
}

// Another run, in which elements are counted.
typedef struct Other {
  MlirValue start, length;
  MlirValue isEarlier; // i1: its equal elements come before
} Other;

static Other otherOf(const Runs *r, const Element *x, MlirValue run) {
  TcEmit *e = &r->g->e;
  return (Other){tcArithMuli(&e->b, run, x->width), lengthOf(r, x, run),
                 tcSortLess(e, run, x->run)};
}

// i1: whether element number i of the other run is there and comes before.
static MlirValue comesBefore(const Runs *r, int half, const Element *x,
                             const Other *o, MlirValue i) {
  TcEmit *e = &r->g->e;
  MlirValue own =
      tcArithAddi(&e->b, tcArithMuli(&e->b, x->run, x->width), x->at);
  MlirValue has = tcSortLess(e, i, o->length);
  MlirValue at =
      tcArithSelect(&e->b, has, tcArithAddi(&e->b, o->start, i), own);
  MlirValue key = tcSortLoad(e, r->keys[half], r->s->keyType, at);
  MlirValue less = tcSortLess(e, key, x->key);
  MlirValue same = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, key, x->key);
  less = tcArithOri(&e->b, less, tcArithAndi(&e->b, same, o->isEarlier));
  return tcArithAndi(&e->b, has, less);
}

// Adds to `rank` how many elements of these runs come before.
static MlirValue countBefore(const Runs *r, int half, const Element *x,
                             const Other *others, size_t n, MlirValue rank) {
  TcEmit *e = &r->g->e;
  MlirValue bits = tcArithSubi(&e->b, tcEmitI64(e, 64),
                               tcLlvmIntrCtlz(&e->b, x->kept, false));
  TcLane *found = TC_ARENA_ARRAY(e->arena, TcLane, n);
  for (size_t i = 0; i < n; ++i)
    found[i] = tcLaneScalar(tcEmitI64(e, 0));
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), bits, 1, -1, n, found);
  MlirValue last = tcArithSubi(&e->b, bits, tcEmitI64(e, 1));
  MlirValue step = tcArithShli(&e->b, tcEmitI64(e, 1),
                               tcArithSubi(&e->b, last, tcSortIndex(&loop)));
  MlirValue before = tcArithSubi(&e->b, step, tcEmitI64(e, 1));
  for (size_t i = 0; i < n; ++i) {
    MlirValue at = tcArithAddi(&e->b, found[i].v, before);
    MlirValue is = comesBefore(r, half, x, &others[i], at);
    found[i].v = tcArithSelect(&e->b, is, tcArithAddi(&e->b, found[i].v, step),
                               found[i].v);
  }
  tcEmitForEnd(e, &loop, n, found);
  for (size_t i = 0; i < n; ++i)
    rank = tcArithAddi(&e->b, rank, found[i].v);
  return rank;
}

// The element's place in the merged run of a group of so many.
static MlirValue rankIn(const Runs *r, int half, const Element *x,
                        int64_t ways) {
  TcEmit *e = &r->g->e;
  Other *others = TC_ARENA_ARRAY(e->arena, Other, ways);
  MlirValue own = tcArithSubi(&e->b, x->run, x->first);
  for (int64_t i = 1; i < ways; ++i) {
    MlirValue next = tcArithAddi(&e->b, own, tcEmitI64(e, i));
    next = tcArithRemui(&e->b, next, tcEmitI64(e, ways));
    others[i - 1] = otherOf(r, x, tcArithAddi(&e->b, x->first, next));
  }
  return countBefore(r, half, x, others, (size_t)ways - 1, x->at);
}

// The same of all runs, as many as there are.
static MlirValue rankInAll(const Runs *r, int half, const Element *x) {
  TcEmit *e = &r->g->e;
  TcLane rank = tcLaneScalar(x->at);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), x->numRuns, 1, -1, 1, &rank);
  MlirValue run = tcSortIndex(&loop);
  Other other = otherOf(r, x, run);
  MlirValue isOwn =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, run, x->run);
  other.length = tcArithSelect(&e->b, isOwn, tcEmitI64(e, 0), other.length);
  rank.v = countBefore(r, half, x, &other, 1, rank.v);
  tcEmitForEnd(e, &loop, 1, &rank);
  return rank.v;
}

// Merges the element into its group's run, or places it in the result.
static bool mergeElement(const Runs *r, const TcGpuPhase *p, Element *x) {
  TcEmit *e = &r->g->e;
  MlirValue own =
      tcArithAddi(&e->b, tcArithMuli(&e->b, x->run, x->width), x->at);
  int64_t numRuns = 0, ways = p->ways;
  const TcSize *runs = tcGpuSortRuns(&r->g->k, p->p.stages.data[0], p->step);
  if (!ways && tcSizeIsConst(runs, &numRuns) && numRuns <= TC_GPU_SORT_WAYS)
    ways = numRuns;
  x->first = p->ways
                 ? tcArithSubi(&e->b, x->run,
                               tcArithRemui(&e->b, x->run, tcEmitI64(e, ways)))
                 : tcEmitI64(e, 0);
  x->key = tcSortLoad(e, r->keys[p->half], r->s->keyType, own);
  MlirValue rank =
      ways ? rankIn(r, p->half, x, ways) : rankInAll(r, p->half, x);
  MlirValue position = tcSortPosition(r->s, r->positions[p->half], own);
  TcLoop taken = tcEmitIf(e, tcSortLess(e, rank, r->s->take));
  bool ok = true;
  if (p->ways)
    putRun(r, !p->half,
           tcArithAddi(&e->b, tcArithMuli(&e->b, x->first, x->width), rank),
           x->key, position);
  else
    ok = tcSortPlace(r->s, position, rank);
  tcEmitIfEnd(e, &taken);
  return ok;
}

bool tcGpuEmitSortMerge(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  TcArena *a = g->k.arena;
  const TcGpuPhase *p = plan->phase;
  TcCpuStage *stage = p->p.stages.data[0];
  TcRun run = {.e = e, .s = stage, .lanes = 1, .ok = true};
  const TcSize *kept = tcGpuSortKept(&g->k, stage, p->step),
               *runs = tcGpuSortRuns(&g->k, stage, p->step),
               *elements = tcSizeMul(a, runs, kept);
  MlirValue number;
  MlirValue row = tcGpuSplitOff(
      g, g->block, tcSizeCeilDiv(a, elements, tcSizeConst(a, p->threads)),
      &number);
  tcGpuEnter(g, &p->p.tasks, row);
  TcSort s = sortOf(g, &run);
  Runs all = runsOf(g, plan, &s, row);
  MlirValue flat = tcArithAddi(
      &e->b, tcArithMuli(&e->b, number, tcEmitI64(e, p->threads)), g->thread);
  Element x = {.numRuns = tcEmitExpr(e, runs),
               .width = tcEmitI64(e, p->step),
               .kept = tcEmitExpr(e, kept)};
  x.run = tcGpuSplitOff(g, flat, kept, &x.at);
  MlirValue exists =
      tcArithAndi(&e->b, tcSortLess(e, x.run, x.numRuns),
                  tcSortLess(e, x.at, lengthOf(&all, &x, x.run)));
  TcLoop there = tcEmitIf(e, exists);
  bool ok = mergeElement(&all, p, &x);
  tcEmitIfEnd(e, &there);
  return ok && run.ok;
}
