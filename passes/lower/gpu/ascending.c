// Phases of scatters whose points lie in the order of their positions
// (loop.ascending): the points of a row of the result are a run of them. A
// thread has a vector of the result, which it combines with its row's run in
// registers, and stores once, or only maps behind the scatter that read it at
// their own points:
//
//   shared:  where the runs of the block's rows start, and the last one ends;
//            whether one is long; parts of the sums of a long run
//
// Threads find the starts together, a row each: in a step the seven positions
// that cut a range into eight are under way at once. All threads of the block
// share a long run, one after the other: each has a part of it, and the parts
// are combined in their order.
#include "passes/lower/gpu/owners.h"
#include "passes/schedule/gpu-scatter.h"

#include "passes/lower/cpu/gather.h"
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum {
  WAYS = 8,     // parts of a range that a step tells apart
  TOGETHER = 8, // points whose elements are under way at once
  LONG = 128,   // points of a run that a thread combines alone, at most
  WORD = 8,     // bytes of shared memory for a start, or an element
};

// Vectors of a row.
static int64_t widthOf(const TcGpuEmit *g, const TcGpuPhase *p) {
  int64_t n = 1;
  tcSizeIsConst(tcCpuProduct(g->k.arena, &g->k, &p->points), &n);
  return n / p->lanes;
}

static int64_t rowsOf(const TcGpuEmit *g, const TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  size_t dim = 0;
  int64_t n = 0;
  tcGpuScatterBase(&g->k, s, &dim);
  tcSizeIsConst(s->results.data[0]->sizes[dim], &n);
  return n;
}

// Of rows that a block has a part of, and the end of the last one.
static int64_t startsOf(const TcGpuEmit *g, const TcGpuPhase *p) {
  enum { PARTS = 2 }; // of a row, at both ends
  return p->threads / widthOf(g, p) + PARTS + 1;
}

// Threads that have parts of a run for the same vector; 1: no run is shared. Of
// what is set the last point alone counts.
static int64_t sharersOf(const TcGpuEmit *g, const TcGpuPhase *p) {
  int64_t sharers = p->threads / widthOf(g, p);
  bool sets = p->p.stages.data[0]->kinds[0] == TC_CPU_SET;
  return sharers > 1 && !sets ? sharers : 1;
}

void tcGpuPlanAscending(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  TcArena *a = g->k.arena;
  tcCpuFormNests(&g->k, &p->p, 1, &plan->nests);
  const TcSize *all = tcSizeConst(a, rowsOf(g, p) * widthOf(g, p));
  plan->blocks = tcSizeCeilDiv(a, all, tcSizeConst(a, p->threads));
  plan->sharedBytes = startsOf(g, p) * WORD;
  if (sharersOf(g, p) > 1)
    plan->sharedBytes += (1 + p->threads * p->lanes) * WORD;
}

//===- Runs ---------------------------------------------------------------===//

static MlirValue plus(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithAddi(&e->b, x, y);
}

static MlirValue times(TcEmit *e, MlirValue x, int64_t y) {
  return tcArithMuli(&e->b, x, tcEmitI64(e, y));
}

static int64_t countOf(const TcGpuOwners *o) {
  int64_t n = 0;
  tcSizeIsConst(tcCpuProduct(o->g->e.arena, &o->g->k, &o->over), &n);
  return n;
}

// i1: whether there is a point number `at`, and its position is below `row`.
static MlirValue isBefore(TcGpuOwners *o, MlirValue at, MlirValue row) {
  TcEmit *e = &o->g->e;
  MlirValue last = tcEmitI64(e, countOf(o) - 1);
  const TcLane *yields = tcGpuOwnersYields(o, tcArithMinsi(&e->b, at, last));
  if (!yields)
    return tcEmitInt(e, e->i1, 0);
  return tcArithAndi(&e->b, tcGpuIsBelow(o->g, yields[o->dim].v, row),
                     tcGpuIsBelow(o->g, at, o->count));
}

// The number of the first point whose position is not below `row`.
static MlirValue startOf(TcGpuOwners *o, MlirValue row) {
  TcEmit *e = &o->g->e;
  int64_t steps = 1, width = 1;
  for (; width <= countOf(o) / WAYS; width *= WAYS)
    ++steps;
  TcLane found[] = {tcLaneScalar(tcEmitI64(e, 0)),
                    tcLaneScalar(tcEmitI64(e, width))};
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, steps), 1, -1, 2, found);
  MlirValue parts = tcEmitI64(e, 0), low = found[0].v, part = found[1].v;
  MlirValue last = tcArithSubi(&e->b, low, tcEmitI64(e, 1));
  for (int i = 1; i < WAYS && o->x.ok; ++i) {
    MlirValue at = plus(e, last, times(e, part, i));
    MlirValue is = isBefore(o, at, row);
    parts = plus(e, parts, tcArithExtui(&e->b, e->i64, is));
  }
  found[0].v = plus(e, low, tcArithMuli(&e->b, parts, part));
  found[1].v = tcArithDivui(&e->b, part, tcEmitI64(e, WAYS));
  tcEmitForEnd(e, &loop, 2, found);
  return found[0].v;
}

static MlirValue startAt(const TcGpuOwners *o, MlirValue i) {
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, o->g->shared, 1, &i, 1, &dynamic,
                             e->i64);
}

// Points in front of the first row, or behind the last one, are outside of the
// result.
static void report(const TcGpuOwners *o, MlirValue row, MlirValue rows,
                   MlirValue start) {
  TcEmit *e = &o->g->e;
  MlirValue none = tcEmitI64(e, 0);
  MlirValue inside = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, row, none);
  MlirValue all = tcArithSelect(&e->b, inside, o->count, none);
  MlirValue between = tcArithAndi(&e->b, inside, tcGpuIsBelow(o->g, row, rows));
  MlirValue in =
      tcArithOri(&e->b, between,
                 tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, start, all));
  tcEmitReport(e, tcLaneScalar(in));
}

// Finds where the runs of the rows from `first` on start.
static void findStarts(TcGpuOwners *o, MlirValue first) {
  TcEmit *e = &o->g->e;
  MlirValue rows = tcEmitI64(e, rowsOf(o->g, o->p));
  TcLoop loop =
      tcGpuForThread(o->g, tcEmitI64(e, startsOf(o->g, o->p)), 0, NULL);
  MlirValue i = tcGpuLoopIndex(&loop);
  MlirValue row = tcArithMinsi(&e->b, plus(e, first, i), rows);
  MlirValue start = startOf(o, row);
  report(o, row, rows, start);
  tcLlvmStore(&e->b, start, startAt(o, i));
  tcEmitForEnd(e, &loop, 0, NULL);
}

//===- Elements -----------------------------------------------------------===//

// Points that are under way at once, and what their bodies read there.
typedef struct Points {
  MlirValue at[TOGETHER];
  TcLane **reads[TOGETHER];
  TcLane x[TOGETHER];
} Points;

static TcLane **loadReads(TcGpuOwners *o, MlirValue at) {
  TcLane **elements = tcGpuNoElements(o->g, o->x.n);
  tcGpuEnter(o->g, &o->over, at);
  for (size_t j = 0; j < o->s->reads.size; ++j)
    elements[0][j] = tcStageElement(&o->g->e, &o->s->reads.data[j]);
  return elements;
}

// What the body yields there.
static TcLane elementOfPoint(TcGpuOwners *o, MlirValue at, TcLane **reads) {
  TcEmit *e = &o->g->e;
  TcNestRun run = {.e = e, .n = o->x.n, .elements = reads, .ok = true};
  TcLane x = {.v = {NULL}};
  size_t forwarded = e->forwarded.size;
  tcGpuEnter(o->g, &o->over, at);
  const TcLane *yields = tcNestEvaluate(&run, 0);
  if (yields)
    x = tcGpuOwnersWide(e, yields[o->s->results.data[0]->rank]);
  o->x.ok = o->x.ok && run.ok;
  e->forwarded.size = forwarded;
  return x;
}

// Loads elements of the points from `low` on, those that are gathered behind
// the positions that they are at. Points behind `last` repeat it.
static void loadPoints(TcGpuOwners *o, MlirValue low, MlirValue last,
                       Points *points) {
  TcEmit *e = &o->g->e;
  for (int i = 0; i < TOGETHER; ++i) {
    MlirValue at = plus(e, low, tcEmitI64(e, i));
    points->at[i] = tcArithMinsi(&e->b, at, last);
    points->reads[i] = loadReads(o, points->at[i]);
  }
  for (int i = 0; i < TOGETHER && o->x.ok; ++i)
    points->x[i] = elementOfPoint(o, points->at[i], points->reads[i]);
}

// Combines `x` with the points from `low` to `high`, in their order.
static TcLane combineRun(TcGpuOwners *o, MlirValue low, MlirValue high,
                         TcLane x) {
  TcEmit *e = &o->g->e;
  MlirType element = o->s->results.data[0]->element;
  MlirValue last = tcArithSubi(&e->b, high, tcEmitI64(e, 1));
  Points points;
  TcLoop loop = tcEmitFor(e, low, high, TOGETHER, -1, 1, &x);
  MlirValue first = tcGpuLoopIndex(&loop);
  loadPoints(o, first, last, &points);
  for (int i = 0; i < TOGETHER && o->x.ok; ++i) {
    MlirValue at = plus(e, first, tcEmitI64(e, i));
    TcLane is = tcLaneScalar(tcGpuIsBelow(o->g, at, high)),
           y = tcEmitCombine(e, o->s->kinds[0], element, x, points.x[i]);
    x = tcGpuOwnersWide(e, tcEmitSelect(e, is, y, x));
  }
  tcEmitForEnd(e, &loop, 1, &x);
  return x;
}

//===- Vectors ------------------------------------------------------------===//

static MlirValue loadStart(const TcGpuOwners *o, MlirValue i) {
  TcEmit *e = &o->g->e;
  return tcLlvmLoad(&e->b, e->i64, startAt(o, i));
}

static MlirValue endOf(const TcGpuOwners *o, MlirValue i) {
  return loadStart(o, plus(&o->g->e, i, tcEmitI64(&o->g->e, 1)));
}

// Stores the elements, and those of the maps behind.
static void store(TcGpuOwners *o, MlirValue row, TcLane x) {
  TcNest maps = {.stages = o->p->behind};
  if (!o->baseRun.ok || !o->x.ok)
    return;
  x = tcEmitRound(&o->g->e, x, o->s->results.data[0]->element);
  tcGpuOwnersStore(o, row, x);
  o->x.ok = tcGpuOwnersMap(o, &maps, row, x);
}

// i1: whether the block's threads share the run.
static MlirValue isLong(const TcGpuOwners *o, MlirValue low, MlirValue high) {
  TcEmit *e = &o->g->e;
  if (sharersOf(o->g, o->p) == 1)
    return tcEmitInt(e, e->i1, 0);
  return tcGpuIsBelow(o->g, tcEmitI64(e, LONG), tcArithSubi(&e->b, high, low));
}

// This thread's vector of row `row`, number `i` of those of the block.
static void makeVector(TcGpuOwners *o, MlirValue row, MlirValue i,
                       MlirValue column) {
  TcEmit *e = &o->g->e;
  MlirValue low = loadStart(o, i), high = endOf(o, i);
  if (o->s->kinds[0] == TC_CPU_SET) // the last point stays
    low = tcArithMaxsi(&e->b, low, tcArithSubi(&e->b, high, tcEmitI64(e, 1)));
  MlirValue alone =
      tcArithXori(&e->b, isLong(o, low, high), tcEmitInt(e, e->i1, 1));
  TcLoop then = tcEmitIf(e, alone);
  tcGpuEnter(o->g, &o->p->points, column);
  tcGpuOwnersSetLanes(o, true);
  TcLane x = tcGpuOwnersBase(o, row);
  if (o->baseRun.ok)
    store(o, row, combineRun(o, low, high, x));
  tcGpuOwnersSetLanes(o, false);
  tcEmitIfEnd(e, &then);
}

//===- Long runs ----------------------------------------------------------===//

// Where in shared memory an element of vector number `i` of the parts lies.
static MlirValue partAt(const TcGpuOwners *o, MlirValue i, int64_t lane) {
  TcEmit *e = &o->g->e;
  MlirValue at = plus(e, times(e, i, o->p->lanes), tcEmitI64(e, lane));
  return startAt(o, plus(e, at, tcEmitI64(e, startsOf(o->g, o->p) + 1)));
}

static void storePart(const TcGpuOwners *o, TcLane x) {
  TcEmit *e = &o->g->e;
  for (int64_t i = 0; i < o->p->lanes; ++i)
    tcLlvmStore(&e->b, x.wide ? tcEmitExtract(e, x, i).v : x.v,
                partAt(o, o->g->thread, i));
}

// Combines `x` with the parts of a vector, in their order.
static TcLane combineParts(const TcGpuOwners *o, MlirValue vector, TcLane x) {
  TcEmit *e = &o->g->e;
  int64_t sharers = sharersOf(o->g, o->p), width = widthOf(o->g, o->p);
  MlirType element = o->s->results.data[0]->element;
  MlirType type = mlirValueGetType(x.wide ? tcEmitExtract(e, x, 0).v : x.v);
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, sharers), 1, -1, 1, &x);
  MlirValue i = plus(e, vector, times(e, tcGpuLoopIndex(&loop), width));
  TcLane part = x;
  for (int64_t k = 0; k < o->p->lanes; ++k) {
    MlirValue one = tcLlvmLoad(&e->b, type, partAt(o, i, k));
    part.v =
        x.wide ? tcLlvmInsertelement(&e->b, part.v, one, tcEmitI64(e, k)) : one;
  }
  x = tcGpuOwnersWide(e, tcEmitCombine(e, o->s->kinds[0], element, x, part));
  tcEmitForEnd(e, &loop, 1, &x);
  return x;
}

// All threads combine the row's run: each a part, for one vector.
static void shareRun(TcGpuOwners *o, MlirValue row, MlirValue low,
                     MlirValue high) {
  TcEmit *e = &o->g->e;
  MlirType element = o->s->results.data[0]->element;
  MlirValue sharers = tcEmitI64(e, sharersOf(o->g, o->p)),
            width = tcEmitI64(e, widthOf(o->g, o->p));
  MlirValue sharer = tcArithDivui(&e->b, o->g->thread, width),
            vector = tcArithRemui(&e->b, o->g->thread, width);
  MlirValue points = tcArithSubi(&e->b, high, low);
  MlirValue each = tcArithDivui(
      &e->b, plus(e, points, tcEmitI64(e, sharersOf(o->g, o->p) - 1)), sharers);
  MlirValue from = tcArithMinsi(&e->b, high,
                                plus(e, low, tcArithMuli(&e->b, sharer, each))),
            to = tcArithMinsi(&e->b, high, plus(e, from, each));
  tcGpuEnter(o->g, &o->p->points, times(e, vector, o->p->lanes));
  tcGpuOwnersSetLanes(o, true);
  TcLane none = tcGpuOwnersWide(e, tcEmitNeutral(e, o->s->kinds[0], element));
  storePart(o, combineRun(o, from, to, none));
  tcGpuBarrierAll(o->g);
  TcLoop first = tcEmitIf(e, tcGpuIsBelow(o->g, o->g->thread, width));
  TcLane x = tcGpuOwnersBase(o, row);
  if (o->baseRun.ok)
    store(o, row, combineParts(o, vector, x));
  tcEmitIfEnd(e, &first);
  tcGpuOwnersSetLanes(o, false);
  tcGpuBarrierAll(o->g);
}

// i1: whether a run of the block's rows is long. Mostly none is, and all
// threads would go through the rows for nothing.
static MlirValue isOneLong(const TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  MlirValue rows = tcEmitI64(e, startsOf(o->g, o->p) - 1),
            flag = startAt(o, tcEmitI64(e, startsOf(o->g, o->p)));
  TcLoop clear = tcEmitIf(e, tcGpuIsBelow(o->g, o->g->thread, tcEmitI64(e, 1)));
  tcLlvmStore(&e->b, tcEmitI64(e, 0), flag);
  tcEmitIfEnd(e, &clear);
  tcGpuBarrierAll(o->g);
  TcLoop loop = tcGpuForThread(o->g, rows, 0, NULL);
  MlirValue i = tcGpuLoopIndex(&loop);
  TcLoop then = tcEmitIf(e, isLong(o, loadStart(o, i), endOf(o, i)));
  tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP__OR, flag, tcEmitI64(e, 1),
                  TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
  tcEmitIfEnd(e, &then);
  tcEmitForEnd(e, &loop, 0, NULL);
  tcGpuBarrierAll(o->g);
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE,
                     tcLlvmLoad(&e->b, e->i64, flag), tcEmitI64(e, 0));
}

// Long runs of the rows from `first` on that start in the block: a row whose
// first vector is another block's is that block's.
static void shareRuns(TcGpuOwners *o, MlirValue start, MlirValue first) {
  TcEmit *e = &o->g->e;
  int64_t rows = startsOf(o->g, o->p) - 1;
  MlirValue end = plus(e, start, tcEmitI64(e, o->p->threads));
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, rows), 1, -1, 0, NULL);
  MlirValue i = tcGpuLoopIndex(&loop), row = plus(e, first, i);
  MlirValue low = loadStart(o, i), high = endOf(o, i);
  MlirValue flat = times(e, row, widthOf(o->g, o->p));
  MlirValue own = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGE, flat, start);
  own = tcArithAndi(&e->b, own, tcGpuIsBelow(o->g, flat, end));
  TcLoop then = tcEmitIf(e, tcArithAndi(&e->b, own, isLong(o, low, high)));
  shareRun(o, row, low, high);
  tcEmitIfEnd(e, &then);
  tcEmitForEnd(e, &loop, 0, NULL);
}

bool tcGpuEmitAscending(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  TcGpuOwners o = tcGpuOwnersOpen(g, plan);
  tcGpuOwnersOpenBase(&o);
  int64_t vectors = widthOf(g, p);
  MlirValue width = tcEmitI64(e, vectors);
  MlirValue start = times(e, g->block, p->threads);
  MlirValue first = tcArithDivui(&e->b, start, width);
  findStarts(&o, first);
  tcGpuBarrierAll(g);
  MlirValue flat = plus(e, start, g->thread);
  MlirValue all = tcEmitI64(e, rowsOf(g, p) * vectors);
  TcLoop guard = tcEmitIf(e, tcGpuIsBelow(g, flat, all));
  MlirValue row = tcArithDivui(&e->b, flat, width);
  MlirValue column = times(e, tcArithRemui(&e->b, flat, width), p->lanes);
  makeVector(&o, row, tcArithSubi(&e->b, row, first), column);
  tcEmitIfEnd(e, &guard);
  if (sharersOf(g, p) > 1) {
    TcLoop some = tcEmitIf(e, isOneLong(&o));
    shareRuns(&o, start, first);
    tcEmitIfEnd(e, &some);
  }
  return o.x.ok && o.baseRun.ok;
}
