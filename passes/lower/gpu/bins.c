// Phases by bins: a block has copies of all elements that its points may be
// combined with in shared memory, each of a few threads. Threads that share one
// combine by turns where their points may be of one bin, so that each copy gets
// its points in one order; copies are combined in theirs. Behind a barrier each
// thread combines some elements of all copies, and these with what the map of
// the scatter's base computes. Blocks that share points store the combination
// of their copies in memory instead, and a phase behind has rows of threads
// that share the copies of all blocks:
//
//   shared:  copies of the bins, neutral at first
//   left:    of each point of the blocks' iterators, each block that shares it:
//            its bins
//
// Which threads share, and how: passes/schedule/gpu-bins.c.
#include "passes/lower/cpu/gather.h"
#include "passes/lower/cpu/nest.h"
#include "passes/lower/gpu/emit.h"
#include "passes/schedule/gpu-scatter.h"
#include "target/gpu/vendor.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

typedef struct Bins {
  TcGpuEmit *g;
  const TcGpuPhase *p;
  const TcCpuStage *s;
  TcNestRun x;
  TcNest baseNest;
  TcNestRun baseRun;
  MlirValue start; // i64: the strip's first column
  size_t first;    // dimension of the result that bins have
  int64_t bins;    // of a copy
  int64_t apart;   // elements from one copy to the next
  TcLane neutral;  // as registers have it
  MlirType type;   // its type
  TcCpuIters over; // the block's points
} Bins;

// A point that is combined: the number (i32) of its bin, with what, whether
// (i1) it is, and whether its position is outside of the result; null: it is
// not.
typedef struct BinPoint {
  MlirValue bin, is, outside;
  TcLane x;
} BinPoint;

static MlirValue i64Of(const Bins *b, int64_t n) {
  return tcEmitI64(&b->g->e, n);
}

static MlirValue plus(const Bins *b, MlirValue x, MlirValue y) {
  return tcArithAddi(&b->g->e.b, x, y);
}

static MlirValue times(const Bins *b, MlirValue x, MlirValue y) {
  return tcArithMuli(&b->g->e.b, x, y);
}

static MlirValue isEqual(const Bins *b, MlirValue x, int64_t y) {
  return tcArithCmpi(&b->g->e.b, TC_ARITH_CMP_I_PREDICATE_EQ, x, i64Of(b, y));
}

static MlirType elementOf(const Bins *b) {
  return b->s->results.data[0]->element;
}

static TcLane combine(const Bins *b, TcLane x, TcLane y) {
  return tcEmitCombine(&b->g->e, b->s->kinds[0], elementOf(b), x, y);
}

static MlirValue elementAt(const Bins *b, MlirValue from, MlirValue i) {
  TcEmit *e = &b->g->e;
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, from, 1, &i, 1, &dynamic, b->type);
}

static TcLane load(const Bins *b, MlirValue at) {
  return tcLaneScalar(tcLlvmLoad(&b->g->e.b, b->type, at));
}

static Bins openBins(TcGpuEmit *g, const TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  const TcNest *n = &plan->nests.data[0];
  const TcCpuStage *s = p->p.stages.data[0];
  Bins b = {
      .g = g,
      .p = p,
      .s = s,
      .x = {.e = e, .n = n, .elements = tcGpuNoElements(g, n), .ok = true},
      .first = tcGpuBinsFirst(&g->k, s),
      .bins = tcGpuBinsCount(&g->k, p),
      .apart = tcGpuBinsApart(&g->k, p),
      .neutral = tcEmitNeutral(e, s->kinds[0], s->results.data[0]->element),
      .over = tcGpuBinsOver(&g->k, p)};
  b.type = mlirValueGetType(b.neutral.v);
  return b;
}

// Behind this `b` stays where it is.
static void openBase(Bins *b) {
  TcEmit *e = &b->g->e;
  tcVecPush(e->arena, &b->baseNest.stages, b->p->base);
  b->baseRun = (TcNestRun){.e = e,
                           .n = &b->baseNest,
                           .elements = tcGpuNoElements(b->g, &b->baseNest),
                           .ok = true};
}

//===- Results ------------------------------------------------------------===//

// Bins along a dimension.
static const TcSize *sizeOf(const Bins *b, size_t d) {
  const TcCpuValue *v = b->s->results.data[0];
  return b->p->strip && d == v->rank - 1
             ? tcSizeConst(b->g->e.arena, b->p->strip)
             : v->sizes[d];
}

// Enters what number `task` of those that blocks share the points of is: a
// point of the blocks' iterators, and a strip.
static void enterTask(Bins *b, MlirValue task) {
  TcGpuEmit *g = b->g;
  MlirValue strip;
  const TcSize *strips = tcSizeConst(g->e.arena, tcGpuBinStrips(&g->k, b->p));
  task = tcGpuSplitOff(g, task, strips, &strip);
  b->start = times(b, strip, i64Of(b, b->p->strip));
  tcGpuEnter(g, &b->p->blocks, task);
}

// The position of bin number `bin` in the result.
static MlirValue *positionOf(const Bins *b, MlirValue bin) {
  TcEmit *e = &b->g->e;
  const TcCpuValue *v = b->s->results.data[0];
  MlirValue *at = TC_ARENA_ARRAY(e->arena, MlirValue, v->rank + 1);
  for (size_t d = 0; d < b->first; ++d)
    at[d] = e->iters[tcScatterIter(&b->g->k, b->s, d)];
  for (size_t d = v->rank; d-- > b->first + 1;)
    bin = tcGpuSplitOff(b->g, bin, sizeOf(b, d), &at[d]);
  at[b->first] = bin;
  if (b->p->strip)
    at[v->rank - 1] = plus(b, b->start, at[v->rank - 1]);
  return at;
}

// Stores an element of the result: `sum`, combined with what the base's map
// computes there.
static void storeResult(Bins *b, MlirValue bin, TcLane sum) {
  TcEmit *e = &b->g->e;
  const TcCpuIters *iters = &b->p->base->iters;
  MlirValue *at = positionOf(b, bin);
  MlirValue *around = TC_ARENA_ARRAY(e->arena, MlirValue, iters->size + 1);
  size_t forwarded = e->forwarded.size;
  for (size_t d = 0; d < iters->size; ++d)
    around[d] = e->iters[iters->data[d]];
  for (size_t d = 0; d < iters->size; ++d)
    e->iters[iters->data[d]] = at[d];
  TcLane *made = tcNestEvaluate(&b->baseRun, 0);
  if (made) {
    TcLane x = combine(b, tcEmitRound(e, *made, elementOf(b)), sum);
    x = tcEmitRound(e, x, elementOf(b));
    tcNestStore(&b->baseRun, b->p->base, &x);
  }
  for (size_t d = 0; d < iters->size; ++d)
    e->iters[iters->data[d]] = around[d];
  e->forwarded.size = forwarded;
}

// Where in memory the bins of block number `cut` of those that share points
// lie.
static MlirValue leftAt(const Bins *b, MlirValue task, MlirValue cut,
                        MlirValue bin) {
  MlirValue at = plus(b, times(b, task, i64Of(b, b->p->cuts)), cut);
  at = plus(b, times(b, at, i64Of(b, b->bins)), bin);
  return elementAt(b, b->g->e.buffers[b->p->left], at);
}

//===- Points -------------------------------------------------------------===//

static int64_t copiesOf(const TcGpuPhase *p) { return p->threads / p->shares; }

void tcGpuPlanBins(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  const TcCpuStage *s = p->p.stages.data[0];
  TcArena *a = g->k.arena;
  tcCpuFormNests(&g->k, &p->p, 1, &plan->nests);
  plan->blocks = tcSizeMul(a, tcCpuProduct(a, &g->k, &p->blocks),
                           tcSizeConst(a, p->cuts * tcGpuBinStrips(&g->k, p)));
  plan->sharedBytes = copiesOf(p) * tcGpuBinsApart(&g->k, p) * tcGpuBinBytes(s);
}

static void clear(const Bins *b) {
  TcEmit *e = &b->g->e;
  TcLoop loop =
      tcGpuForThread(b->g, i64Of(b, copiesOf(b->p) * b->apart), 0, NULL);
  tcLlvmStore(&e->b, b->neutral.v,
              elementAt(b, b->g->shared, tcGpuLoopIndex(&loop)));
  tcEmitForEnd(e, &loop, 0, NULL);
}

// The bin of a point, of what the body yields there; sets whether (i1) there is
// one, null if there is.
static MlirValue binOf(const Bins *b, const TcLane *yields, TcLane *in) {
  TcEmit *e = &b->g->e;
  const TcCpuValue *v = b->s->results.data[0];
  MlirValue bin = i64Of(b, 0);
  *in = (TcLane){.v = {NULL}};
  for (size_t d = b->first; d < v->rank; ++d) {
    const TcSize *expr = tcScatterExpr(e->k, b->s, d);
    TcLane size = tcLaneScalar(tcEmitExpr(e, sizeOf(b, d)));
    bool cut = b->p->strip && d == v->rank - 1;
    MlirValue at =
        cut ? tcArithSubi(&e->b, yields[d].v, b->start) : yields[d].v;
    if (!expr || !tcCpuProvablyIn(e->k, expr, v->sizes[d]))
      *in = tcEmitAnd(e, *in, tcEmitIsWithin(e, yields[d], size));
    bin = plus(b, times(b, bin, size.v), at);
  }
  return bin;
}

static void enterPoint(const Bins *b, MlirValue at) {
  TcEmit *e = &b->g->e;
  if (!b->p->strip) {
    tcGpuEnter(b->g, &b->over, at);
    return;
  }
  TcCpuIters others = b->over;
  MlirValue column;
  --others.size;
  at = tcGpuSplitOff(b->g, at, tcSizeConst(e->arena, b->p->strip), &column);
  tcGpuEnter(b->g, &others, at);
  e->iters[tcVecLast(&b->over)] = plus(b, b->start, column);
}

// Point number `at`, which is there if it is less than `high`.
static BinPoint pointAt(Bins *b, MlirValue at, MlirValue high) {
  TcEmit *e = &b->g->e;
  BinPoint point = {.is = tcGpuIsBelow(b->g, at, high)};
  MlirValue last = tcArithSubi(&e->b, high, i64Of(b, 1));
  size_t forwarded = e->forwarded.size;
  TcLane in;
  enterPoint(b, tcArithMinsi(&e->b, at, last));
  const TcLane *yields = tcNestEvaluate(&b->x, 0);
  e->forwarded.size = forwarded;
  if (!yields)
    return point;
  point.bin = tcArithTrunci(&e->b, e->i32, binOf(b, yields, &in));
  point.x = yields[b->s->results.data[0]->rank];
  if (in.v.ptr) {
    MlirValue is = tcArithAndi(&e->b, point.is, in.v);
    point.outside = tcArithXori(&e->b, point.is, is);
    point.is = is;
  }
  return point;
}

// An error of any of the points, once: behind each it would keep the next one's
// loads waiting.
static void report(const Bins *b, const BinPoint *points) {
  TcEmit *e = &b->g->e;
  MlirValue outside = tcEmitInt(e, e->i1, 0);
  for (int64_t i = 0; i < b->p->perThread; ++i)
    if (points[i].outside.ptr)
      outside = tcArithOri(&e->b, outside, points[i].outside);
  MlirValue in = tcArithXori(&e->b, outside, tcEmitInt(e, e->i1, 1));
  tcEmitReport(e, tcLaneScalar(in));
}

static void combinePoint(const Bins *b, MlirValue copy, const BinPoint *point) {
  TcEmit *e = &b->g->e;
  TcLoop then = tcEmitIf(e, point->is);
  MlirValue bin = tcArithExtui(&e->b, e->i64, point->bin);
  MlirValue at = elementAt(b, copy, bin);
  tcLlvmStore(&e->b, combine(b, load(b, at), point->x).v, at);
  tcEmitIfEnd(e, &then);
}

// Keeps threads of a wave from going ahead of each other.
static void meet(const Bins *b) {
  if (b->g->target->backend == &tcAmdgpuBackend)
    tcGpuBarrierAll(b->g);
  else
    tcNvvmWarpBarrier(&b->g->e);
}

// The thread's number (i32) among those of its wave that combine with the same
// bin now, -1 if it has no point; sets how many turns (i64) the wave takes.
static MlirValue turnOf(const Bins *b, MlirValue own, const BinPoint *point,
                        MlirValue *turns) {
  TcEmit *e = &b->g->e;
  MlirValue one = tcEmitInt(e, e->i32, 1), none = tcEmitInt(e, e->i32, -1);
  MlirValue lane = tcArithTrunci(
      &e->b, e->i32,
      tcArithRemui(&e->b, b->g->thread, i64Of(b, b->g->target->waveThreads)));
  MlirValue copy = tcArithTrunci(&e->b, e->i32, own);
  MlirValue first = tcArithMuli(&e->b, copy, tcEmitInt(e, e->i32, b->apart));
  MlirValue at = tcArithAddi(&e->b, first, point->bin);
  at = tcArithSelect(&e->b, point->is, at, tcArithXori(&e->b, lane, none));
  MlirValue before = tcArithSubi(&e->b, tcArithShli(&e->b, one, lane), one);
  before = tcArithAndi(&e->b, tcNvvmMatch(e, at), before);
  MlirValue turn = tcLlvmIntrCtpop(&e->b, before);
  *turns =
      tcArithExtui(&e->b, e->i64, tcArithAddi(&e->b, tcNvvmMost(e, turn), one));
  return tcArithSelect(&e->b, point->is, turn, none);
}

// Threads of a wave that meet at a bin combine with it one after the other.
static void combineWhereTheyMeet(const Bins *b, MlirValue own, MlirValue copy,
                                 BinPoint point) {
  TcEmit *e = &b->g->e;
  MlirValue turns, turn = turnOf(b, own, &point, &turns);
  TcLoop loop = tcEmitFor(e, i64Of(b, 0), turns, 1, -1, 0, NULL);
  MlirValue now = tcArithTrunci(&e->b, e->i32, tcGpuLoopIndex(&loop));
  point.is = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, turn, now);
  combinePoint(b, copy, &point);
  meet(b);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// All threads of a copy take turns, but for neighbours along a row, each for
// its points of the step.
static void combineByTurns(const Bins *b, int64_t turns, MlirValue copy,
                           const BinPoint *points) {
  TcEmit *e = &b->g->e;
  MlirValue own = tcArithRemui(&e->b, b->g->thread, i64Of(b, b->p->shares));
  own = tcArithDivui(&e->b, own, i64Of(b, b->p->shares / turns));
  TcLoop loop = tcEmitFor(e, i64Of(b, 0), i64Of(b, turns), 1, -1, 0, NULL);
  TcLoop mine = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, own,
                                        tcGpuLoopIndex(&loop)));
  for (int64_t i = 0; i < b->p->perThread; ++i)
    combinePoint(b, copy, &points[i]);
  tcEmitIfEnd(e, &mine);
  meet(b);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// Few turns take less time than finding out which threads meet.
static void combinePoints(const Bins *b, MlirValue own, MlirValue copy,
                          const BinPoint *points) {
  enum { FEW = 8 };
  TcGpuBinTurns kind = tcGpuBinTurns(&b->g->k, b->p);
  int64_t turns = b->p->shares / tcGpuBinsTogether(&b->g->k, b->p);
  bool all = turns <= FEW || b->g->target->backend == &tcAmdgpuBackend;
  if (kind == TC_GPU_BINS_TURNS && all) {
    combineByTurns(b, turns, copy, points);
    return;
  }
  for (int64_t i = 0; i < b->p->perThread; ++i) {
    if (kind == TC_GPU_BINS_TURNS)
      combineWhereTheyMeet(b, own, copy, points[i]);
    else
      combinePoint(b, copy, &points[i]);
    if (kind == TC_GPU_BINS_STEPS)
      meet(b);
  }
}

// Combines the block's points with the threads' copies: those from `low` on to
// `high`, of which each thread has some under way before it combines the first.
static void addPoints(Bins *b, MlirValue low, MlirValue high) {
  TcEmit *e = &b->g->e;
  const TcGpuPhase *p = b->p;
  BinPoint points[TC_GPU_BINS_AHEAD];
  MlirValue own = tcArithDivui(&e->b, b->g->thread, i64Of(b, p->shares));
  MlirValue copy =
      elementAt(b, b->g->shared, times(b, own, i64Of(b, b->apart)));
  TcLoop loop = tcEmitFor(e, low, high, p->threads * p->perThread, -1, 0, NULL);
  MlirValue first = plus(b, tcGpuLoopIndex(&loop), b->g->thread);
  for (int64_t i = 0; i < p->perThread && b->x.ok; ++i)
    points[i] = pointAt(b, plus(b, first, i64Of(b, i * p->threads)), high);
  if (b->x.ok) {
    report(b, points);
    combinePoints(b, own, copy, points);
  }
  tcEmitForEnd(e, &loop, 0, NULL);
}

// Of all copies of a bin.
static TcLane sumOfCopies(const Bins *b, MlirValue bin) {
  TcEmit *e = &b->g->e;
  TcLane sum = load(b, elementAt(b, b->g->shared, bin));
  TcLoop loop =
      tcEmitFor(e, i64Of(b, 1), i64Of(b, copiesOf(b->p)), 1, -1, 1, &sum);
  MlirValue at =
      plus(b, times(b, tcGpuLoopIndex(&loop), i64Of(b, b->apart)), bin);
  sum = combine(b, sum, load(b, elementAt(b, b->g->shared, at)));
  tcEmitForEnd(e, &loop, 1, &sum);
  return sum;
}

bool tcGpuEmitBins(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  Bins b = openBins(g, plan);
  openBase(&b);
  MlirValue task = g->block, cut = i64Of(&b, 0);
  if (p->cuts > 1) {
    cut = tcArithRemui(&e->b, g->block, i64Of(&b, p->cuts));
    task = tcArithDivui(&e->b, g->block, i64Of(&b, p->cuts));
  }
  enterTask(&b, task);
  clear(&b);
  tcGpuBarrierAll(g);
  TcArena *a = e->arena;
  const TcSize *count =
                   tcSizeFloorDiv(a, tcCpuProduct(a, &g->k, &b.over),
                                  tcSizeConst(a, tcGpuBinStrips(&g->k, p))),
               *threads = tcSizeConst(a, p->threads),
               *each = tcSizeCeilDiv(a, count, tcSizeConst(a, p->cuts));
  each = tcSizeMul(a, tcSizeCeilDiv(a, each, threads), threads);
  MlirValue length = tcEmitExpr(e, each), low = times(&b, cut, length);
  addPoints(&b, low,
            tcArithMinsi(&e->b, plus(&b, low, length), tcEmitExpr(e, count)));
  tcGpuBarrierAll(g);
  TcLoop loop = tcGpuForThread(g, i64Of(&b, b.bins), 0, NULL);
  MlirValue bin = tcGpuLoopIndex(&loop);
  TcLane sum = sumOfCopies(&b, bin);
  if (p->cuts > 1)
    tcLlvmStore(&e->b, sum.v, leftAt(&b, task, cut, bin));
  else
    storeResult(&b, bin, sum);
  tcEmitForEnd(e, &loop, 0, NULL);
  return b.x.ok && b.baseRun.ok;
}

//===- Sums of blocks -----------------------------------------------------===//

static int64_t binsOfAll(const TcGpuEmit *g, const TcGpuPhase *p) {
  return tcGpuBinsCount(&g->k, p) * tcGpuBinStrips(&g->k, p);
}

void tcGpuPlanBinSums(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  const TcCpuStage *s = p->p.stages.data[0];
  TcArena *a = g->k.arena;
  tcCpuFormNests(&g->k, &p->p, 1, &plan->nests);
  const TcSize *all = tcSizeMul(a, tcCpuProduct(a, &g->k, &p->blocks),
                                tcSizeConst(a, binsOfAll(g, p)));
  plan->blocks = tcSizeCeilDiv(a, all, tcSizeConst(a, p->threads / p->shares));
  plan->sharedBytes = p->threads * tcGpuBinBytes(s);
}

// Of the copies that thread number `own` of those that share them has.
static TcLane ownSum(const Bins *b, MlirValue own, MlirValue task,
                     MlirValue bin) {
  TcEmit *e = &b->g->e;
  TcLane sum = b->neutral;
  TcLoop loop =
      tcEmitFor(e, own, i64Of(b, b->p->cuts), b->p->shares, -1, 1, &sum);
  sum = combine(b, sum, load(b, leftAt(b, task, tcGpuLoopIndex(&loop), bin)));
  tcEmitForEnd(e, &loop, 1, &sum);
  return sum;
}

static TcLane sumOfSharers(const Bins *b, MlirValue element, int64_t elements) {
  TcLane sum = load(b, elementAt(b, b->g->shared, element));
  for (int64_t i = 1; i < b->p->shares; ++i) {
    MlirValue at = plus(b, element, i64Of(b, i * elements));
    sum = combine(b, sum, load(b, elementAt(b, b->g->shared, at)));
  }
  return sum;
}

bool tcGpuEmitBinSums(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  Bins b = openBins(g, plan);
  openBase(&b);
  int64_t elements = p->threads / p->shares;
  const TcSize *all =
      tcSizeMul(e->arena, tcCpuProduct(e->arena, &g->k, &p->blocks),
                tcSizeConst(e->arena, binsOfAll(g, p)));
  MlirValue width = i64Of(&b, elements), count = tcEmitExpr(e, all),
            element = tcArithRemui(&e->b, g->thread, width),
            own = tcArithDivui(&e->b, g->thread, width),
            at = plus(&b, times(&b, g->block, width), element),
            is = tcGpuIsBelow(g, at, count);
  at = tcArithMinsi(&e->b, at, tcArithSubi(&e->b, count, i64Of(&b, 1)));
  MlirValue bins = i64Of(&b, b.bins), task = tcArithDivui(&e->b, at, bins),
            bin = tcArithRemui(&e->b, at, bins);
  enterTask(&b, task);
  TcLane sum = ownSum(&b, own, task, bin);
  tcLlvmStore(&e->b, sum.v, elementAt(&b, g->shared, g->thread));
  tcGpuBarrierAll(g);
  is = tcArithAndi(&e->b, is, isEqual(&b, own, 0));
  TcLoop then = tcEmitIf(e, is);
  storeResult(&b, bin, sumOfSharers(&b, element, elements));
  tcEmitIfEnd(e, &then);
  return b.baseRun.ok;
}
