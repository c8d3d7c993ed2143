// Phases by columns: reductions whose memory is contiguous along their results.
// Threads side by side compute adjacent vectors of points; several rows of such
// threads share what is reduced, each every so manieth of its points. Then they
// combine in shared memory, as a tree, and the first row's threads go on with
// the maps of the results.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum { WORD = 4, ACCESS = 16 }; // bytes

typedef struct Columns {
  TcGpuEmit *g;
  const TcGpuPlan *plan;
  const TcNest *n;  // that reduces
  MlirValue column; // i64: the thread's vector among the block's
  MlirValue share;  // i64: its row
  int64_t vectors;  // of the block
  size_t accs;
} Columns;

//===- Planning -----------------------------------------------------------===//

// Bytes in shared memory of one thread's accumulator, in the type that
// registers have.
static int64_t accBytes(const TcGpuPhase *p, const TcCpuValue *v) {
  int64_t bytes = tcCpuBytes(v->element);
  return p->lanes * (bytes < WORD ? WORD : bytes);
}

static int64_t threadBytes(const TcGpuPhase *p, const TcNest *n) {
  int64_t bytes = 0;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t r = 0; tcStageHasOver(s) && r < s->results.size; ++r)
      bytes += accBytes(p, s->results.data[r]);
  }
  return bytes;
}

void tcGpuPlanColumns(TcGpuEmit *g, TcGpuPlan *plan) {
  TcArena *a = g->k.arena;
  const TcGpuPhase *p = plan->phase;
  const TcSize *points = tcCpuProduct(a, &g->k, &p->points);
  tcCpuFormNests(&g->k, &p->p, 1, &plan->nests);
  for (size_t i = 0; i < plan->nests.size; ++i) { // lanes are the phase's
    plan->nests.data[i].lanes = 1;
    plan->nests.data[i].vector = -1;
  }
  plan->blocks = tcSizeFloorDiv(
      a, points, tcSizeConst(a, p->threads / p->shares * p->lanes));
  plan->sharedBytes = p->threads * threadBytes(p, &plan->nests.data[0]);
}

//===- Shared memory ------------------------------------------------------===//

// The address of this vector's accumulator that row `share` has, where those of
// all threads begin at byte `first`.
static MlirValue slotAt(const Columns *c, int64_t first, int64_t bytes,
                        MlirValue share) {
  TcEmit *e = &c->g->e;
  const int32_t dynamic = INT32_MIN;
  MlirValue at = tcArithMuli(&e->b, share, tcEmitI64(e, c->vectors));
  at = tcArithMuli(&e->b, tcArithAddi(&e->b, at, c->column),
                   tcEmitI64(e, bytes));
  at = tcArithAddi(&e->b, at, tcEmitI64(e, first));
  return tcLlvmGetelementptr(&e->b, e->ptr, c->g->shared, 1, &at, 1, &dynamic,
                             e->i8);
}

static MlirAttribute alignment(TcEmit *e, int64_t bytes) {
  return tcEmitAlign(e, bytes < ACCESS ? bytes : ACCESS);
}

static void store(TcEmit *e, MlirValue v, MlirValue to, int64_t bytes) {
  MlirAttribute no = tcNoAttr();
  tcLlvmStoreCreate(&e->b, v, to, alignment(e, bytes), false, false, false, no,
                    no, no, no, no, no);
}

static MlirValue load(TcEmit *e, MlirType type, MlirValue from, int64_t bytes) {
  MlirAttribute no = tcNoAttr();
  return tcOpOnlyResult(tcLlvmLoadCreate(&e->b, type, from, alignment(e, bytes),
                                         false, false, false, false, no, no, no,
                                         no, no, no, no));
}

// Stores the accumulators of row `share`, or loads those, like `acc`, into
// `out`.
static void exchange(const Columns *c, MlirValue share, const TcLane *acc,
                     TcLane *out) {
  const TcGpuPhase *p = c->plan->phase;
  int64_t first = 0;
  size_t a = 0;
  for (size_t i = 0; i < c->n->stages.size; ++i) {
    const TcCpuStage *s = c->n->stages.data[i];
    for (size_t r = 0; tcStageHasOver(s) && r < s->results.size; ++r, ++a) {
      int64_t bytes = accBytes(p, s->results.data[r]);
      MlirValue slot = slotAt(c, first, bytes, share);
      if (out)
        out[a] = (TcLane){
            .v = load(&c->g->e, mlirValueGetType(acc[a].v), slot, bytes),
            .wide = acc[a].wide};
      else
        store(&c->g->e, acc[a].v, slot, bytes);
      first += p->threads * bytes;
    }
  }
}

//===- Combining ----------------------------------------------------------===//

// Combines the accumulators of this row and of the one `apart` rows on.
static bool combineWith(const Columns *c, int64_t apart, const TcLane *like,
                        TcLane *acc) {
  TcEmit *e = &c->g->e;
  TcLane *with = TC_ARENA_ARRAY(e->arena, TcLane, c->accs + 1);
  MlirValue other = tcArithAddi(&e->b, c->share, tcEmitI64(e, apart));
  exchange(c, c->share, like, acc);
  exchange(c, other, like, with);
  return tcGpuCombine(c->g, c->n, acc, with);
}

// Stores the results, and emits the nests that follow.
static bool finish(const Columns *c, const TcLane *acc) {
  const TcNests *nests = &c->plan->nests;
  TcEmit *e = &c->g->e;
  bool ok = true;
  tcNestFinish(e, c->n, acc);
  for (size_t i = 1; i < nests->size && ok; ++i)
    ok = tcEmitNest(e, &nests->data[i]);
  e->forwarded.size = 0;
  return ok;
}

// Half of the rows combine with the other half, until one has the results.
static bool combineRows(const Columns *c, const TcLane *own) {
  TcGpuEmit *g = c->g;
  TcLane *acc = TC_ARENA_ARRAY(g->e.arena, TcLane, c->accs + 1);
  bool ok = true;
  exchange(c, c->share, own, NULL);
  for (int64_t rows = c->plan->phase->shares / 2; rows && ok; rows /= 2) {
    tcGpuBarrierAll(g);
    TcLoop guard =
        tcEmitIf(&g->e, tcGpuIsBelow(g, c->share, tcEmitI64(&g->e, rows)));
    ok = combineWith(c, rows, own, acc);
    if (ok && rows == 1)
      ok = finish(c, acc);
    else if (ok)
      exchange(c, c->share, acc, NULL);
    tcEmitIfEnd(&g->e, &guard);
  }
  return ok;
}

//===- A block ------------------------------------------------------------===//

bool tcGpuEmitColumns(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  Columns c = {.g = g,
               .plan = plan,
               .n = &plan->nests.data[0],
               .vectors = p->threads / p->shares,
               .accs = tcNestNumAccs(&plan->nests.data[0])};
  TcLane *acc = TC_ARENA_ARRAY(e->arena, TcLane, c.accs + 1);
  MlirValue vectors = tcEmitI64(e, c.vectors);
  c.column = tcArithRemui(&e->b, g->thread, vectors);
  c.share = tcArithDivui(&e->b, g->thread, vectors);
  MlirValue vector =
      tcArithAddi(&e->b, tcArithMuli(&e->b, g->block, vectors), c.column);
  tcGpuEnter(g, &p->points, tcArithMuli(&e->b, vector, tcEmitI64(e, p->lanes)));
  g->thread = c.share;
  g->threads = p->shares;
  e->lanes = p->lanes;
  e->vector = p->lanes > 1 ? tcVecLast(&p->points) : -1;
  e->forwarded.size = 0;
  bool ok = tcGpuReduceShare(g, c.n, acc) && combineRows(&c, acc);
  e->lanes = 1;
  e->vector = -1;
  return ok;
}
