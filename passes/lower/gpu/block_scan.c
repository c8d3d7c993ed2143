// Scans along a row that a block's threads share: in each step as many points
// as there are threads, a point each. They are combined in log2 steps of
// shuffles along the lanes of each wave (G. Blelloch: Prefix sums and their
// applications, 1990; W. Hillis, G. Steele: Data parallel algorithms, 1986),
// and the waves' totals in the same way through shared memory. What the points
// before the step have been combined to is in registers of all threads. The
// grouping depends on the number of threads that the schedule says alone.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"

typedef struct BlockScan {
  TcGpuEmit *g;
  MlirValue exists; // i1: whether this thread's point does
  MlirValue lane, wave;
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

// From the waves' own totals: those of the waves before, combined, and all.
static bool scanWaves(const BlockScan *b, const TcCpuStage *s, TcLane *total,
                      TcLane *earlier) {
  TcGpuEmit *g = b->g;
  TcEmit *e = &g->e;
  size_t n = s->results.size;
  int64_t waves = g->threads / g->target->waveThreads;
  TcLane *x = newLanes(b, s);
  tcGpuBarrierAll(g); // all have read what was there
  tcGpuStorePartials(g, n, total);
  tcGpuBarrierAll(g);
  MlirValue own = tcArithRemui(&e->b, b->lane, tcEmitI64(e, waves));
  tcGpuLoadPartials(g, n, total, own, x);
  if (!scanLanes(b, s, waves, x))
    return false;
  fromLane(b, s, x, before(b, b->wave, 1), earlier);
  keepIf(b, s, isAtLeast(b, b->wave, 1), earlier);
  fromLane(b, s, x, tcEmitI64(e, waves - 1), total);
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
    x[i] = tcEmitConvert(e, yields[i], s->results.data[i]->element,
                         tcAccsElement(&g->k, s, i));
  keepIf(b, s, tcLaneScalar(b->exists), x);
  bool ok = scanLanes(b, s, wave, x);
  fromLane(b, s, x, tcEmitI64(e, wave - 1), total);
  if (g->threads > wave) {
    TcLane *earlier = newLanes(b, s);
    ok = ok && scanWaves(b, s, total, earlier) &&
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

// This thread's point of a step; one that does not exist is the last one.
static bool emitStep(TcGpuEmit *g, const TcNest *n, MlirValue first,
                     MlirValue count, TcLane *acc) {
  TcEmit *e = &g->e;
  MlirValue wave = tcEmitI64(e, g->target->waveThreads);
  MlirValue at = tcArithAddi(&e->b, first, g->thread);
  MlirValue last = tcArithSubi(&e->b, count, tcEmitI64(e, 1));
  BlockScan b = {g, tcGpuIsBelow(g, at, count),
                 tcArithRemui(&e->b, g->thread, wave),
                 tcArithDivui(&e->b, g->thread, wave)};
  TcScanPoint scan = {runPoint, &b};
  at = tcArithMinsi(&e->b, at, last);
  e->iters[n->over.data[0]] = isReversed(n) ? tcArithSubi(&e->b, last, at) : at;
  e->scan = &scan;
  e->leader = b.exists;
  bool ok = tcNestPoint(e, n, acc);
  e->leader = (MlirValue){NULL};
  e->scan = NULL;
  return ok;
}

bool tcGpuScanRow(TcGpuEmit *g, const TcNest *n) {
  TcEmit *e = &g->e;
  size_t accs = tcNestNumAccs(n), forwarded = e->forwarded.size;
  TcLane *acc = TC_ARENA_ARRAY(e->arena, TcLane, accs);
  tcNestNeutrals(e, n, acc);
  MlirValue count = tcEmitExpr(e, g->k.iters.data[n->over.data[0]].extent);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), count, g->threads, -1, accs, acc);
  bool ok = emitStep(g, n, tcGpuLoopIndex(&loop), count, acc);
  e->forwarded.size = forwarded;
  tcEmitForEnd(e, &loop, accs, acc);
  return ok;
}
