// Scans along a row, or a chunk of one, that a block's threads share: in each
// step each thread has a point, or some adjacent ones, which it combines alone.
// What the threads have is combined in log2 steps of shuffles along the lanes
// of each wave (G. Blelloch: Prefix sums and their applications, 1990; W.
// Hillis, G. Steele: Data parallel algorithms, 1986), and the waves' totals in
// the same way through shared memory. What the points before the step have been
// combined to is in registers of all threads. Several steps may be combined at
// once: their loads are under way together, and the block waits once for all of
// them. The grouping depends on the numbers that the schedule says alone.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"

typedef struct BlockScan {
  TcGpuEmit *g;
  MlirValue exists; // i1: whether this thread's point does
  MlirValue lane, wave;
  int64_t each, steps; // adjacent points of a thread, steps at once
  // What scans combine at the point at hand, that of all of them one after the
  // other: computed, or as it was then.
  TcLane *yielded;
  bool isAgain;
} BlockScan;

static TcLane isAtLeast(const BlockScan *b, MlirValue i, int64_t least) {
  TcEmit *e = &b->g->e;
  return tcLaneScalar(
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGE, i, tcEmitI64(e, least)));
}

// i - by, or 0 if that is less.
static MlirValue before(const BlockScan *b, MlirValue i, int64_t by) {
  TcEmit *e = &b->g->e;
  return tcArithMaxsi(&e->b, tcArithSubi(&e->b, i, tcEmitI64(e, by)),
                      tcEmitI64(e, 0));
}

// Where `is` does not hold, `x` become the identity.
static void keepIf(const BlockScan *b, const TcCpuStage *s, TcLane is,
                   TcLane *x) {
  TcEmit *e = &b->g->e;
  for (size_t i = 0; i < s->results.size; ++i)
    x[i] = tcEmitSelect(e, is, x[i], tcAccsNeutral(e, s, i));
}

static void fromLane(const BlockScan *b, const TcCpuStage *s, const TcLane *x,
                     MlirValue lane, TcLane *out) {
  for (size_t i = 0; i < s->results.size; ++i)
    out[i] = tcGpuFrom(b->g, x[i], lane);
}

static TcLane *newLanes(const BlockScan *b, const TcCpuStage *s) {
  return TC_ARENA_ARRAY(b->g->e.arena, TcLane, s->results.size);
}

// The running combination along the first `count` lanes of each wave.
static bool scanLanes(const BlockScan *b, const TcCpuStage *s, int64_t count,
                      TcLane *x) {
  TcEmit *e = &b->g->e;
  TcLane *y = newLanes(b, s);
  for (int64_t by = 1; by < count; by *= 2) {
    fromLane(b, s, x, before(b, b->lane, by), y);
    if (!tcAccsCombine(e, s, y, x))
      return false;
    TcLane is = isAtLeast(b, b->lane, by);
    for (size_t i = 0; i < s->results.size; ++i)
      x[i] = tcEmitSelect(e, is, y[i], x[i]);
  }
  return true;
}

// From the totals of each wave's lanes in each step: those of the earlier steps
// and of the waves before in the same one, combined, and all.
static bool scanWaves(const BlockScan *b, const TcCpuStage *s,
                      TcLane *const *totals, TcLane **earlier, TcLane *all) {
  TcGpuEmit *g = b->g;
  TcEmit *e = &g->e;
  size_t n = s->results.size;
  int64_t waves = g->threads / g->target->waveThreads, count = waves * b->steps;
  TcLane *x = newLanes(b, s);
  tcGpuBarrierAll(g); // all have read what was there
  for (int64_t i = 0; i < b->steps; ++i)
    tcGpuStorePartials(g, n, totals[i], i, b->steps);
  tcGpuBarrierAll(g);
  MlirValue own = tcArithRemui(&e->b, b->lane, tcEmitI64(e, count));
  tcGpuLoadPartials(g, n, totals[0], own, b->steps, x);
  if (!scanLanes(b, s, count, x))
    return false;
  for (int64_t i = 0; i < b->steps; ++i) {
    MlirValue at = tcArithAddi(&e->b, b->wave, tcEmitI64(e, i * waves));
    fromLane(b, s, x, before(b, at, 1), earlier[i]);
    keepIf(b, s, isAtLeast(b, at, 1), earlier[i]);
  }
  fromLane(b, s, x, tcEmitI64(e, count - 1), all);
  return true;
}

// acc becomes the combination of `left` and `right`.
static bool combine(const BlockScan *b, const TcCpuStage *s, const TcLane *left,
                    const TcLane *right, TcLane *acc) {
  for (size_t i = 0; i < s->results.size; ++i)
    acc[i] = left[i];
  return tcAccsCombine(&b->g->e, s, acc, right);
}

static bool runPoint(void *self, const TcCpuStage *s, TcLane *acc,
                     const TcLane *yields, TcLane *results) {
  const BlockScan *b = self;
  TcGpuEmit *g = b->g;
  TcEmit *e = &g->e;
  int64_t wave = g->target->waveThreads;
  TcLane *x = newLanes(b, s), *total = newLanes(b, s), *left = newLanes(b, s);
  for (size_t i = 0; i < s->results.size; ++i)
    x[i] = tcAccsTerm(e, s, i, yields[i]);
  keepIf(b, s, tcLaneScalar(b->exists), x);
  bool ok = scanLanes(b, s, wave, x);
  fromLane(b, s, x, tcEmitI64(e, wave - 1), total);
  if (g->threads > wave) {
    TcLane *earlier = newLanes(b, s);
    ok = ok && scanWaves(b, s, &total, &earlier, total) &&
         combine(b, s, acc, earlier, left);
  } else {
    for (size_t i = 0; i < s->results.size; ++i)
      left[i] = acc[i];
  }
  if (s->exclusive) {
    TcLane *y = newLanes(b, s);
    fromLane(b, s, x, before(b, b->lane, 1), y);
    keepIf(b, s, isAtLeast(b, b->lane, 1), y);
    x = y;
  }
  return ok && combine(b, s, left, x, results) &&
         tcAccsCombine(e, s, acc, total);
}

bool tcGpuScansRow(const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (n->stages.data[i]->kind == TC_CPU_SCAN)
      return true;
  return false;
}

static bool isReversed(const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (n->stages.data[i]->reverse)
      return true;
  return false;
}

//===- Steps of the row ---------------------------------------------------===//

// The points of the row that the block scans: a chunk, or all.
typedef struct Range {
  MlirValue low, count; // i64; low: null, 0
} Range;

static Range rangeOf(TcGpuEmit *g, int along) {
  TcEmit *e = &g->e;
  MlirValue n = tcEmitExpr(e, g->k.iters.data[along].extent);
  if (!e->chunkLow.ptr)
    return (Range){.count = n};
  return (Range){e->chunkLow, tcArithSubi(&e->b, e->chunkHigh, e->chunkLow)};
}

static MlirValue lastOf(TcGpuEmit *g, const Range *range) {
  return tcArithSubi(&g->e.b, range->count, tcEmitI64(&g->e, 1));
}

// Enters point number `at` of the range, in the order of the scan.
static void enterAt(TcGpuEmit *g, const TcNest *n, const Range *range,
                    MlirValue at) {
  TcEmit *e = &g->e;
  if (isReversed(n))
    at = tcArithSubi(&e->b, lastOf(g, range), at);
  e->iters[n->over.data[0]] =
      range->low.ptr ? tcArithAddi(&e->b, range->low, at) : at;
}

// The same, and whether it exists; one that does not is the last one.
static MlirValue enterPoint(TcGpuEmit *g, const TcNest *n, const Range *range,
                            MlirValue at) {
  MlirValue exists = tcGpuIsBelow(g, at, range->count);
  enterAt(g, n, range, tcArithMinsi(&g->e.b, at, lastOf(g, range)));
  return exists;
}

static BlockScan scanOf(TcGpuEmit *g) {
  TcEmit *e = &g->e;
  MlirValue wave = tcEmitI64(e, g->target->waveThreads);
  return (BlockScan){.g = g,
                     .lane = tcArithRemui(&e->b, g->thread, wave),
                     .wave = tcArithDivui(&e->b, g->thread, wave),
                     .each = 1,
                     .steps = 1};
}

// The nest at one point, whose scans `run` runs; nothing is stored where
// `stores` does not hold.
static bool emitPoint(BlockScan *b, const TcNest *n, MlirValue stores,
                      bool (*run)(void *, const TcCpuStage *, TcLane *,
                                  const TcLane *, TcLane *),
                      TcLane *acc) {
  TcEmit *e = &b->g->e;
  size_t forwarded = e->forwarded.size;
  TcScanPoint scan = {run, b};
  e->scan = &scan;
  e->leader = stores;
  bool ok = tcNestPoint(e, n, acc);
  e->leader = (MlirValue){NULL};
  e->scan = NULL;
  e->forwarded.size = forwarded;
  return ok;
}

// A point of each thread.
static bool emitStep(TcGpuEmit *g, const TcNest *n, const Range *range,
                     MlirValue first, TcLane *acc) {
  BlockScan b = scanOf(g);
  MlirValue at = tcArithAddi(&g->e.b, first, g->thread);
  b.exists = enterPoint(g, n, range, at);
  return emitPoint(&b, n, b.exists, runPoint, acc);
}

//===- Several points of each thread --------------------------------------===//

// What a scan combines at this point: the first pass keeps it for the second.
static TcLane *pointOf(BlockScan *b, const TcCpuStage *s,
                       const TcLane *yields) {
  TcLane *x = b->yielded;
  b->yielded += s->results.size;
  for (size_t i = 0; i < s->results.size && !b->isAgain; ++i)
    x[i] = tcAccsTerm(&b->g->e, s, i, yields[i]);
  if (!b->isAgain)
    keepIf(b, s, tcLaneScalar(b->exists), x);
  return x;
}

// Combines it with the thread's points before it.
static bool addPoint(void *self, const TcCpuStage *s, TcLane *acc,
                     const TcLane *yields, TcLane *results) {
  BlockScan *b = self;
  const TcLane *x = pointOf(b, s, yields);
  for (size_t i = 0; i < s->results.size; ++i)
    results[i] = acc[i];
  bool ok = tcAccsCombine(&b->g->e, s, acc, x);
  for (size_t i = 0; i < s->results.size && !s->exclusive; ++i)
    results[i] = acc[i];
  return ok;
}

static void neutrals(TcGpuEmit *g, const TcNest *n, TcLane *acc) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t j = 0; tcStageHasOver(s) && j < s->results.size; ++j)
      *acc++ = tcAccsNeutral(&g->e, s, j);
  }
}

static void assign(const TcCpuStage *s, const TcLane *from, TcLane *to) {
  for (size_t i = 0; i < s->results.size; ++i)
    to[i] = from[i];
}

static TcLane **newLaneLists(const BlockScan *b, const TcCpuStage *s) {
  TcLane **lists = TC_ARENA_ARRAY(b->g->e.arena, TcLane *, (size_t)b->steps);
  for (int64_t i = 0; i < b->steps; ++i)
    lists[i] = newLanes(b, s);
  return lists;
}

// The same as scanWaves of the one wave that there is.
static bool scanSteps(const BlockScan *b, const TcCpuStage *s,
                      TcLane *const *totals, TcLane **earlier, TcLane *all) {
  for (size_t i = 0; i < s->results.size; ++i)
    all[i] = tcAccsNeutral(&b->g->e, s, i);
  bool ok = true;
  for (int64_t i = 0; i < b->steps && ok; ++i) {
    assign(s, all, earlier[i]);
    ok = tcAccsCombine(&b->g->e, s, all, totals[i]);
  }
  return ok;
}

// From what each thread's points of each step are combined to: in `own` what
// its first one starts with; `acc` becomes what the next steps start with.
static bool startThreads(const BlockScan *b, const TcCpuStage *s,
                         TcLane *const *own, TcLane *acc) {
  TcGpuEmit *g = b->g;
  int64_t wave = g->target->waveThreads;
  TcLane **totals = newLaneLists(b, s), **earlier = newLaneLists(b, s);
  TcLane *all = newLanes(b, s), *left = newLanes(b, s), *y = newLanes(b, s);
  bool ok = true;
  for (int64_t i = 0; i < b->steps && ok; ++i) {
    ok = scanLanes(b, s, wave, own[i]);
    fromLane(b, s, own[i], tcEmitI64(&g->e, wave - 1), totals[i]);
  }
  ok = ok &&
       (g->threads > wave ? scanWaves : scanSteps)(b, s, totals, earlier, all);
  for (int64_t i = 0; i < b->steps && ok; ++i) {
    fromLane(b, s, own[i], before(b, b->lane, 1), y);
    keepIf(b, s, isAtLeast(b, b->lane, 1), y);
    ok = combine(b, s, acc, earlier[i], left) && combine(b, s, left, y, own[i]);
  }
  return ok && tcAccsCombine(&g->e, s, acc, all);
}

static bool startAll(const BlockScan *b, const TcNest *n, TcLane *const *own,
                     TcLane *acc) {
  TcArena *a = b->g->e.arena;
  TcLane **mine = TC_ARENA_ARRAY(a, TcLane *, (size_t)b->steps);
  size_t at = 0;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (!tcStageHasOver(s))
      continue;
    for (int64_t j = 0; j < b->steps; ++j)
      mine[j] = own[j] + at;
    if (!startThreads(b, s, mine, acc + at))
      return false;
    at += s->results.size;
  }
  return true;
}

// Whether each thread has `each` points of any row, or chunk, or none.
static bool isWhole(const TcGpuEmit *g, const TcNest *n, int64_t each) {
  int64_t points;
  return tcSizeIsConst(g->k.iters.data[n->over.data[0]].extent, &points) &&
         points >= each && points % each == 0 &&
         (!g->e.chunkLow.ptr || g->e.chunkSize % each == 0);
}

// The thread's points of one step, from `at` on: to be combined, or, once it is
// known what is before them, to be stored.
static bool emitShare(BlockScan *b, const TcNest *n, const Range *range,
                      MlirValue at, TcLane *own) {
  TcEmit *e = &b->g->e;
  MlirValue exists = tcGpuIsBelow(b->g, at, range->count);
  MlirValue none = tcEmitI1(e, false);
  bool ok = true, whole = isWhole(b->g, n, b->each);
  if (whole) // all of the thread's points exist, or none
    at = tcArithMinsi(&e->b, at,
                      tcArithSubi(&e->b, range->count, tcEmitI64(e, b->each)));
  for (int64_t i = 0; i < b->each && ok; ++i) {
    MlirValue point = tcArithAddi(&e->b, at, tcEmitI64(e, i));
    b->exists = exists;
    if (whole)
      enterAt(b->g, n, range, point);
    else
      b->exists = enterPoint(b->g, n, range, point);
    ok = emitPoint(b, n, b->isAgain ? b->exists : none, addPoint, own);
  }
  return ok;
}

// Some steps at once. What scans combine is kept from one pass over the
// thread's points to the other; other elements are computed again, if they are
// used.
static bool emitShares(BlockScan *b, const TcNest *n, const Range *range,
                       MlirValue first, TcLane *acc) {
  TcGpuEmit *g = b->g;
  TcEmit *e = &g->e;
  size_t accs = tcNestNumAccs(n), steps = (size_t)b->steps;
  TcLane **own = TC_ARENA_ARRAY(e->arena, TcLane *, steps);
  TcLane *yielded =
      TC_ARENA_ARRAY(e->arena, TcLane, accs * steps * (size_t)b->each);
  first = tcArithAddi(&e->b, first,
                      tcArithMuli(&e->b, g->thread, tcEmitI64(e, b->each)));
  bool ok = true;
  for (int pass = 0; pass < 2 && ok; ++pass) {
    b->isAgain = pass;
    b->yielded = yielded;
    ok = !pass || startAll(b, n, own, acc);
    for (size_t i = 0; i < steps && ok; ++i) {
      if (!pass) {
        own[i] = TC_ARENA_ARRAY(e->arena, TcLane, accs);
        neutrals(g, n, own[i]);
      }
      int64_t step = (int64_t)i * g->threads * b->each;
      ok = emitShare(b, n, range, tcArithAddi(&e->b, first, tcEmitI64(e, step)),
                     own[i]);
    }
  }
  return ok;
}

bool tcGpuScanRow(TcGpuEmit *g, const TcNest *n, int64_t each, int64_t steps) {
  TcEmit *e = &g->e;
  size_t accs = tcNestNumAccs(n);
  TcLane *acc = TC_ARENA_ARRAY(e->arena, TcLane, accs);
  tcNestNeutrals(e, n, acc);
  Range range = rangeOf(g, n->over.data[0]);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), range.count,
                          g->threads * each * steps, -1, accs, acc);
  MlirValue first = tcGpuLoopIndex(&loop);
  BlockScan b = scanOf(g);
  b.each = each;
  b.steps = steps;
  bool ok = each * steps > 1 ? emitShares(&b, n, &range, first, acc)
                             : emitStep(g, n, &range, first, acc);
  tcEmitForEnd(e, &loop, accs, acc);
  return ok;
}
