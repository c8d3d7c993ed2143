// Phases by owners: the threads of a block share the row of each point that
// owners.c has listed, and combine them in the order of the points. Elements of
// several points are loaded at once. Where many points in a row of the list are
// of one row, these are one sum in registers, which is stored once: positions
// that are words of a text are often alike.
#include "passes/lower/gpu/owners.h"

#include "passes/lower/cpu/gather.h"
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum {
  TOGETHER = 4, // points whose elements are under way at once
  ROWS = 4,     // of the base, which may have no point, that are looked at
};

//===- Points -------------------------------------------------------------===//

void tcGpuOwnersSetLanes(const TcGpuOwners *o, bool on) {
  TcEmit *e = &o->g->e;
  e->lanes = on ? o->p->lanes : 1;
  e->vector = on && o->p->lanes > 1 ? tcVecLast(&o->p->points) : -1;
}

// What elements of point number `at` are combined with: what the point before
// left, if it is of the same row, the base's, or the result's.
static TcLane before(TcGpuOwners *o, MlirValue at, MlirValue position,
                     MlirValue same, TcLane last) {
  TcEmit *e = &o->g->e;
  MlirType type = mlirValueGetType(last.v);
  TcLoop held = tcEmitIfOne(e, same, type);
  tcEmitElseOne(e, &held, last.v);
  TcLoop first = tcEmitIfOne(e, tcGpuOwnersIsFirst(o, position, at), type);
  tcEmitElseOne(e, &first, tcGpuOwnersBase(o, position).v);
  last.v = tcEmitIfOneEnd(e, &first, tcGpuOwnersResult(o, position).v);
  last.v = tcEmitIfOneEnd(e, &held, last.v);
  return last;
}

// Points of the list: their numbers, whether each is there, and what the body
// yields.
typedef struct Points {
  int n;
  MlirValue at[TOGETHER], there[TOGETHER];
  const TcLane *yields[TOGETHER];
} Points;

static MlirValue isEqual(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, x, y);
}

static MlirValue positionOf(const TcGpuOwners *o, const Points *points, int i) {
  return tcEmitExtract(&o->g->e, points->yields[i][o->dim], 0).v;
}

static TcLane elementsOf(const TcGpuOwners *o, const Points *points, int i) {
  const TcCpuValue *v = o->s->results.data[0];
  return tcGpuOwnersWide(&o->g->e, points->yields[i][v->rank]);
}

// Combines what was there before with a point's elements.
TcLane tcGpuOwnersCombineOne(const TcGpuOwners *o, TcLane before, TcLane x) {
  TcEmit *e = &o->g->e;
  MlirType element = o->s->results.data[0]->element;
  x = tcEmitCombine(e, o->s->kinds[0], element, before, x);
  return tcGpuOwnersWide(e, tcEmitRound(e, x, element));
}

// Combines elements of points of rows whose base the block makes, too. What
// follows in the same row waits for no memory.
static void combineRows(TcGpuOwners *o, const Points *points) {
  TcEmit *e = &o->g->e;
  bool sets = o->s->kinds[0] == TC_CPU_SET;
  TcLane last = elementsOf(o, points, 0);
  MlirValue position[TOGETHER];
  for (int i = 0; i < points->n && o->baseRun.ok; ++i) {
    position[i] = positionOf(o, points, i);
    MlirValue in = tcGpuOwnersHas(o, position[i]),
              same = tcArithXori(&e->b, in, tcEmitInt(e, e->i1, 1));
    if (i)
      same = tcArithOri(&e->b, same, isEqual(e, position[i], position[i - 1]));
    TcLane x = elementsOf(o, points, i);
    if (!sets)
      x = tcGpuOwnersCombineOne(
          o, before(o, points->at[i], position[i], same, last), x);
    last = x;
    TcLoop then = tcEmitIf(e, points->there[i]);
    tcEmitReport(e, tcLaneScalar(in));
    TcLoop store = tcEmitIf(e, in);
    tcGpuOwnersStore(o, position[i], x);
    tcEmitIfEnd(e, &store);
    tcEmitIfEnd(e, &then);
  }
}

// The same of points of one row, which is there.
static void combineSame(TcGpuOwners *o, const Points *points) {
  TcEmit *e = &o->g->e;
  MlirValue position = positionOf(o, points, 0);
  MlirValue no = tcEmitInt(e, e->i1, 0);
  TcLane x = elementsOf(o, points, 0);
  bool sets = o->s->kinds[0] == TC_CPU_SET;
  if (!sets)
    x = tcGpuOwnersCombineOne(o, before(o, points->at[0], position, no, x), x);
  for (int i = 1; i < points->n; ++i)
    x = sets ? elementsOf(o, points, i)
             : tcGpuOwnersCombineOne(o, x, elementsOf(o, points, i));
  tcGpuOwnersStore(o, position, x);
}

// Combines elements of points with the result.
static void combineEach(TcGpuOwners *o, const Points *points) {
  TcEmit *e = &o->g->e;
  for (int i = 0; i < points->n; ++i) {
    TcLoop then = tcEmitIf(e, points->there[i]);
    tcStageScatter(e, o->s, points->yields[i]);
    tcEmitIfEnd(e, &then);
  }
}

// Loads elements of points.
static void load(TcGpuOwners *o, Points *points) {
  TcEmit *e = &o->g->e;
  for (int i = 0; i < points->n; ++i) {
    size_t forwarded = e->forwarded.size;
    tcGpuEnter(o->g, &o->over, points->at[i]);
    points->yields[i] = tcNestEvaluate(&o->x, 0);
    e->forwarded.size = forwarded;
  }
}

// Opens a loop over this thread's share of a row, which carries `n` values.
static TcLoop forRow(const TcGpuOwners *o, size_t n, TcLane *carried) {
  TcGpuEmit *g = o->g;
  TcArena *a = g->e.arena;
  const TcSize *lanes = tcSizeConst(a, o->p->lanes),
               *points = tcCpuProduct(a, &g->k, &o->p->points);
  MlirValue count = tcEmitExpr(&g->e, tcSizeFloorDiv(a, points, lanes));
  TcLoop loop = tcGpuForThread(g, count, n, carried);
  MlirValue flat = tcArithMuli(&g->e.b, tcGpuLoopIndex(&loop),
                               tcEmitI64(&g->e, o->p->lanes));
  tcGpuEnter(g, &o->p->points, flat);
  return loop;
}

// The threads share the rows of the list's points from `low` to `high`, a few
// points at once: all are loaded before the first is combined. Those behind
// `high` repeat the last one, and are not there.
static void combineFew(TcGpuOwners *o, MlirValue low, MlirValue high) {
  TcEmit *e = &o->g->e;
  MlirValue last = tcArithSubi(&e->b, high, tcEmitI64(e, 1));
  Points points = {.n = TOGETHER};
  TcLoop loop = tcEmitFor(e, low, high, TOGETHER, -1, 0, NULL);
  for (int i = 0; i < TOGETHER; ++i) {
    MlirValue at = tcArithAddi(&e->b, tcGpuLoopIndex(&loop), tcEmitI64(e, i));
    points.there[i] = tcGpuIsBelow(o->g, at, high);
    points.at[i] = tcGpuOwnersPoint(o, tcArithMinsi(&e->b, at, last));
  }
  TcLoop row = forRow(o, 0, NULL);
  tcGpuOwnersSetLanes(o, true);
  load(o, &points);
  if (o->x.ok && o->base)
    combineRows(o, &points);
  else if (o->x.ok)
    combineEach(o, &points);
  tcGpuOwnersSetLanes(o, false);
  tcEmitForEnd(e, &row, 0, NULL);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// i1: whether all points are of one row, which is there.
static MlirValue areSame(TcGpuOwners *o, const Points *points) {
  TcEmit *e = &o->g->e;
  MlirValue first = positionOf(o, points, 0), all = tcGpuOwnersHas(o, first);
  for (int i = 1; i < points->n; ++i)
    all = tcArithAndi(&e->b, all, isEqual(e, positionOf(o, points, i), first));
  return all;
}

// The same of just so many points, from `low` on: if they are of one
// row, they are one sum that is stored once. Whether they are is known when
// their elements are there.
static void combineMany(TcGpuOwners *o, MlirValue low) {
  TcEmit *e = &o->g->e;
  Points points = {.n = TOGETHER};
  for (int i = 0; i < TOGETHER; ++i)
    points.at[i] =
        tcGpuOwnersPoint(o, tcArithAddi(&e->b, low, tcEmitI64(e, i)));
  TcLane same = tcLaneScalar(tcEmitInt(e, e->i1, 1));
  TcLoop row = forRow(o, 1, &same);
  tcGpuOwnersSetLanes(o, true);
  load(o, &points);
  if (o->x.ok) {
    same.v = areSame(o, &points);
    TcLoop then = tcEmitIf(e, same.v);
    combineSame(o, &points);
    tcEmitIfEnd(e, &then);
  }
  tcGpuOwnersSetLanes(o, false);
  tcEmitForEnd(e, &row, 1, &same);
  TcLoop others =
      tcEmitIf(e, tcArithXori(&e->b, same.v, tcEmitInt(e, e->i1, 1)));
  combineFew(o, low, tcArithAddi(&e->b, low, tcEmitI64(e, TOGETHER)));
  tcEmitIfEnd(e, &others);
}

// Goes through what this step has found, in the order of the points.
void tcGpuOwnersCombine(TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  MlirValue count = tcGpuOwnersFound(o);
  MlirValue many = tcEmitI64(e, 0);
  if (o->base) {
    MlirValue rest = tcArithRemui(&e->b, count, tcEmitI64(e, TOGETHER));
    many = tcArithSubi(&e->b, count, rest);
    TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), many, TOGETHER, -1, 0, NULL);
    combineMany(o, tcGpuLoopIndex(&loop));
    tcEmitForEnd(e, &loop, 0, NULL);
  }
  combineFew(o, many, count);
}

// Stores what the base's map computes at `n` rows of the block, at most ROWS:
// elements of all are loaded before the first is stored.
static void storeRows(TcGpuOwners *o, const MlirValue *rows, int n) {
  TcEmit *e = &o->g->e;
  MlirValue owners = tcEmitI64(e, tcGpuOwnersCount(&o->g->k, o->s)),
            own = e->iters[o->s->owners - 1], position[ROWS];
  TcLane x[ROWS];
  for (int i = 0; i < n; ++i)
    position[i] = tcArithAddi(&e->b, own, tcArithMuli(&e->b, rows[i], owners));
  TcLoop loop = forRow(o, 0, NULL);
  tcGpuOwnersSetLanes(o, true);
  for (int i = 0; i < n; ++i)
    x[i] = tcGpuOwnersBase(o, position[i]);
  for (int i = 0; i < n && o->baseRun.ok; ++i)
    tcGpuOwnersStore(o, position[i], x[i]);
  tcGpuOwnersSetLanes(o, false);
  tcEmitForEnd(e, &loop, 0, NULL);
}

// How many rows of the base the block owns (i64).
static MlirValue countRows(const TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  int64_t owners = tcGpuOwnersCount(&o->g->k, o->s);
  MlirValue all = tcEmitExpr(e, o->s->results.data[0]->sizes[o->dim]);
  MlirValue after =
      tcArithSubi(&e->b, tcArithAddi(&e->b, all, tcEmitI64(e, owners - 1)),
                  e->iters[o->s->owners - 1]);
  return tcArithDivui(&e->b, after, tcEmitI64(e, owners));
}

// i1: whether no point is combined with row number `row` of `count`; of a row
// that does not exist there is none to store.
static MlirValue isAlone(const TcGpuOwners *o, MlirValue row, MlirValue count) {
  TcEmit *e = &o->g->e;
  MlirValue last = tcArithSubi(&e->b, count, tcEmitI64(e, 1));
  MlirValue at = tcGpuOwnersFirst(o, tcArithMinsi(&e->b, row, last));
  MlirValue none =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                  tcLlvmLoad(&e->b, e->i64, at), tcEmitI64(e, INT64_MAX));
  return tcArithAndi(&e->b, tcGpuIsBelow(o->g, row, count), none);
}

// Writes the rows of the base that the block owns and no point is combined
// with, a few at once: which these are is known before the first is stored.
void tcGpuOwnersRest(TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  MlirValue count = countRows(o), row[ROWS], alone[ROWS];
  TcLoop rows = tcEmitFor(e, tcEmitI64(e, 0), count, ROWS, -1, 0, NULL);
  for (int i = 0; i < ROWS; ++i) {
    row[i] = tcArithAddi(&e->b, tcGpuLoopIndex(&rows), tcEmitI64(e, i));
    alone[i] = isAlone(o, row[i], count);
  }
  MlirValue all = alone[0];
  for (int i = 1; i < ROWS; ++i)
    all = tcArithAndi(&e->b, all, alone[i]);
  TcLoop together = tcEmitIf(e, all);
  storeRows(o, row, ROWS);
  tcEmitIfEnd(e, &together);
  TcLoop some = tcEmitIf(e, tcArithXori(&e->b, all, tcEmitInt(e, e->i1, 1)));
  for (int i = 0; i < ROWS; ++i) {
    TcLoop then = tcEmitIf(e, alone[i]);
    storeRows(o, &row[i], 1);
    tcEmitIfEnd(e, &then);
  }
  tcEmitIfEnd(e, &some);
  tcEmitForEnd(e, &rows, 0, NULL);
}
