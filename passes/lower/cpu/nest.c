// Loop nests: stages of a phase with the same iteration space share one nest,
// where values pass from one to the next in registers. One iterator, innermost
// or outside of the reduced ones, is vectorised: whole vectors, then a masked
// remainder. nest_point.c emits what is inside of the loops, nest_sum.c what
// reductions carry through them.
#include "passes/lower/cpu/nest.h"

#include "passes/schedule/cpu.h"

#include "tc/gen/ArithOps.h"

static void enter(TcNestRun *x, size_t level, TcLane *acc);

static void setLanesTo(TcNestRun *x, int64_t lanes, int vector) {
  x->e->lanes = lanes;
  x->e->vector = vector;
}

// Scans may run from the last point to the first.
static bool isReversed(const TcNestRun *x, int iter) {
  for (size_t i = 0; i < x->n->stages.size; ++i)
    if (x->n->stages.data[i]->reverse &&
        tcCpuItersHave(&x->n->stages.data[i]->over, iter))
      return true;
  return false;
}

static MlirValue mirrored(TcEmit *e, MlirValue low, MlirValue high,
                          MlirValue i) {
  MlirValue last = tcArithSubi(&e->b, high, tcEmitI64(e, 1));
  return tcArithSubi(&e->b, tcArithAddi(&e->b, low, last), i);
}

// One loop over lanes, or over points with lanes 1.
static void loopOnce(TcNestRun *x, size_t level, MlirValue low, MlirValue high,
                     MlirValue end, int64_t lanes, TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  if (tcNestSearches(x, level)) {
    tcNestSearch(x, iter, low, high);
    return;
  }
  int64_t outside = e->lanes;
  int vector = e->vector;
  TcLane mask = e->mask;
  TcLoop loop = tcEmitFor(e, low, high, lanes, iter, n, acc);
  if (isReversed(x, iter))
    e->iters[iter] = mirrored(e, low, high, e->iters[iter]);
  if (lanes > 1 && n && !end.ptr)
    tcNestPrefetch(x, iter, lanes);
  if (lanes == 1 && n)
    tcNestPrefetchStrip(x, level);
  if (lanes > 1)
    setLanesTo(x, lanes, iter);
  if (end.ptr)
    e->mask = tcEmitLanesBelow(e, e->iters[iter], end);
  enter(x, level + 1, acc);
  e->mask = mask;
  setLanesTo(x, outside, vector);
  tcEmitForEnd(e, &loop, n, acc);
}

// The same loop, in blocks if it is a long sum.
static void loopOver(TcNestRun *x, size_t level, MlirValue low, MlirValue high,
                     MlirValue end, int64_t lanes, TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  int64_t iterations = n && !end.ptr ? tcNestBlock(x, level) : 0;
  if (!iterations) {
    loopOnce(x, level, low, high, end, lanes, acc, n);
    return;
  }
  TcLoop loop = tcEmitFor(e, low, high, iterations * lanes, -1, n, acc);
  MlirValue first = mlirBlockGetArgument(loop.body, 0);
  MlirValue next = tcArithAddi(&e->b, first, tcEmitI64(e, iterations * lanes));
  TcLane *block = tcNestNewAccs(x);
  loopOnce(x, level, first, tcArithMinsi(&e->b, next, high), end, lanes, block,
           n);
  tcNestAddBlock(x, acc, block);
  tcEmitForEnd(e, &loop, n, acc);
}

// Whether the number of points is a multiple of the lanes in every task.
static bool isWhole(const TcNestRun *x, int iter, int64_t lanes) {
  int64_t n;
  if (!tcSizeIsConst(x->e->k->iters.data[iter].extent, &n) || n % lanes)
    return false;
  return iter != x->e->chunk || x->e->chunkSize % lanes == 0;
}

static bool isConstant(const TcNestRun *x, int iter, int64_t *n) {
  return iter != x->e->chunk &&
         tcSizeIsConst(x->e->k->iters.data[iter].extent, n);
}

// Whole vectors, then the masked remainder, of `points` (-1: not known). Only
// loops that may run are emitted.
static void overLanesBetween(TcNestRun *x, size_t level, MlirValue low,
                             MlirValue high, int64_t points, TcLane *acc,
                             size_t n) {
  TcEmit *e = x->e;
  int64_t lanes = x->n->lanes;
  MlirValue none = {NULL};
  if (points >= 0 && points % lanes == 0) {
    loopOver(x, level, low, high, none, lanes, acc, n);
    return;
  }
  MlirValue middle = low;
  if (points < 0 || points >= lanes) {
    MlirValue count = tcArithSubi(&e->b, high, low);
    MlirValue rest = tcArithRemsi(&e->b, count, tcEmitI64(e, lanes));
    middle = tcArithSubi(&e->b, high, rest);
    loopOver(x, level, low, middle, none, lanes, acc, n);
  }
  loopOver(x, level, middle, high, high, lanes, acc, n);
}

// One vector from a constant point on, without a loop, so that what depends on
// the point is a constant, too.
static void oneVector(TcNestRun *x, size_t level, int64_t from, int64_t to) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  MlirValue outside = e->iters[iter];
  int64_t lanes = e->lanes;
  int vector = e->vector;
  TcLane mask = e->mask;
  e->iters[iter] = tcEmitI64(e, from);
  setLanesTo(x, x->n->lanes, iter);
  if (to - from < x->n->lanes)
    e->mask = tcEmitLanesBelow(e, e->iters[iter], tcEmitI64(e, to));
  enter(x, level + 1, NULL);
  e->mask = mask;
  setLanesTo(x, lanes, vector);
  e->iters[iter] = outside;
}

// The points from `from` to `to`, both constants, that this task has.
static void overRange(TcNestRun *x, size_t level, MlirValue low, MlirValue high,
                      int64_t from, int64_t to) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  bool whole = iter != e->chunk;
  tcNestForget(x, level);
  MlirValue first = tcEmitI64(e, from), end = tcEmitI64(e, to);
  if (!whole) {
    first = tcArithMinsi(&e->b, tcArithMaxsi(&e->b, first, low), high);
    end = tcArithMaxsi(&e->b, tcArithMinsi(&e->b, end, high), first);
  }
  e->k->iters.data[iter].low = from;
  e->k->iters.data[iter].high = to;
  if (whole && to - from <= x->n->lanes)
    oneVector(x, level, from, to);
  else if (x->n->plan.pastCaches)
    tcNestStorePast(x, level, first, end);
  else
    overLanesBetween(x, level, first, end, whole ? to - from : -1, NULL, 0);
  e->k->iters.data[iter].low = e->k->iters.data[iter].high = 0;
}

static void overLanesFrom(TcNestRun *x, size_t level, MlirValue low,
                          MlirValue high, TcLane *acc, size_t n) {
  int iter = x->loops.data[level];
  int64_t lanes = x->n->lanes, extent, cuts[TC_MOST_CUTS], from = 0;
  bool window = tcNestHasWindow(x->n);
  bool interleaves = x->n->interleaved >= 0;
  bool innermost = level + 1 + interleaves == x->loops.size && !n;
  size_t numCuts = innermost || window ? tcNestCuts(x, iter, cuts) : 0;
  for (size_t i = 0; i < numCuts; ++i) {
    overRange(x, level, low, high, from, cuts[i]);
    from = cuts[i];
  }
  if (numCuts || (window && isConstant(x, iter, &extent))) {
    tcSizeIsConst(x->e->k->iters.data[iter].extent, &extent);
    overRange(x, level, low, high, from, extent);
    return;
  }
  if (x->n->plan.pastCaches && innermost) {
    tcNestStorePast(x, level, low, high);
    return;
  }
  if (!isConstant(x, iter, &extent))
    extent = isWhole(x, iter, lanes) ? 0 : -1;
  overLanesBetween(x, level, low, high, extent, acc, n);
}

static void overLanes(TcNestRun *x, size_t level, TcLane *acc, size_t n) {
  MlirValue low, high, owns = tcNestOwnsRow(x, level);
  tcIterBounds(x->e, x->loops.data[level], &low, &high);
  if (!owns.ptr) {
    overLanesFrom(x, level, low, high, acc, n);
    return;
  }
  TcLoop then = tcEmitIf(x->e, owns);
  x->owned = true;
  overLanesFrom(x, level, low, high, acc, n);
  x->owned = false;
  tcEmitIfEnd(x->e, &then);
}

void tcNestLanes(TcNestRun *x, size_t level, MlirValue low, MlirValue high) {
  tcNestForget(x, level);
  overLanesFrom(x, level, low, high, NULL, 0);
}

void tcNestLanesBetween(TcNestRun *x, size_t level, MlirValue low,
                        MlirValue high) {
  tcNestForget(x, level);
  overLanesBetween(x, level, low, high, -1, NULL, 0);
}

// A short loop, step by step.
static void writeOut(TcNestRun *x, size_t level, TcLane *acc) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  TcCpuIter *it = &e->k->iters.data[iter];
  MlirValue outside = e->iters[iter];
  int64_t extent = 0;
  int before = e->writtenOut;
  e->writtenOut = iter + 1;
  tcSizeIsConst(it->extent, &extent);
  for (int64_t i = 0; i < extent; ++i) {
    tcNestForget(x, level);
    if (e->parts) {
      e->parts->part = i;
      e->parts->next = 0;
    }
    e->iters[iter] = tcEmitI64(e, i);
    it->low = i;
    it->high = i + 1;
    enter(x, level + 1, acc);
  }
  it->low = it->high = 0;
  e->iters[iter] = outside;
  e->writtenOut = before;
}

// Whether the loops get code of their own in each of `more` ranges of rows.
static bool mayRepeat(const TcNestRun *x, size_t more) {
  return x->ranges * (int64_t)more <= x->n->plan.ranges;
}

// A loop outside of that over lanes, in the ranges that bodies tell apart.
static bool overRowRanges(TcNestRun *x, size_t level) {
  TcEmit *e = x->e;
  MlirValue none = {NULL};
  int iter = x->loops.data[level];
  int64_t cuts[TC_MOST_CUTS + 1], from = 0, outside = x->ranges;
  size_t n = tcNestRowCuts(x->e->k, x->n, iter, cuts);
  if (!n || !mayRepeat(x, n + 1))
    return false;
  tcSizeIsConst(e->k->iters.data[iter].extent, &cuts[n]);
  x->ranges *= (int64_t)n + 1;
  for (size_t i = 0; i <= n; from = cuts[i++]) {
    tcNestForget(x, level);
    e->k->iters.data[iter].low = from;
    e->k->iters.data[iter].high = cuts[i];
    loopOver(x, level, tcEmitI64(e, from), tcEmitI64(e, cuts[i]), none, 1, NULL,
             0);
    e->k->iters.data[iter].low = e->k->iters.data[iter].high = 0;
  }
  x->ranges = outside;
  return true;
}

//===- Scans of several rows ----------------------------------------------===//

bool tcNestCanRunRows(const TcNest *n, int64_t rows) {
  enum { REGISTERS = 16 }; // more of what is carried would be spilled
  int64_t accs = (int64_t)tcNestNumAccs(n);
  if (!n->outer.size || n->vector >= 0 || n->over.size != 1 || n->in || !accs ||
      accs * rows > REGISTERS)
    return false;
  for (size_t i = 0; i < n->stages.size; ++i)
    if (n->stages.data[i]->kind != TC_CPU_MAP &&
        n->stages.data[i]->kind != TC_CPU_SCAN)
      return false;
  return true;
}

// A point of each row from `first` on, with accumulators of its own.
static void pointOfRows(TcNestRun *x, size_t level, MlirValue first,
                        TcLane *acc) {
  TcEmit *e = x->e;
  for (int64_t r = 0; r < x->n->plan.rows && x->ok; ++r) {
    tcNestForget(x, level);
    e->iters[x->loops.data[level]] = tcArithAddi(&e->b, first, tcEmitI64(e, r));
    tcNestPointAt(x, acc + (size_t)r * tcNestNumAccs(x->n));
  }
}

// The loop number `level` over rows, and the one along the scans in it.
static void overRows(TcNestRun *x, size_t level, MlirValue low,
                     MlirValue high) {
  TcEmit *e = x->e;
  int row = x->loops.data[level], along = x->n->over.data[0];
  int64_t numRows = x->n->plan.rows;
  size_t n = tcNestNumAccs(x->n), all = (size_t)numRows * n;
  TcLane *acc = TC_ARENA_ARRAY(e->arena, TcLane, all);
  MlirValue from, to, none = {NULL};
  MlirValue rest =
      tcArithRemsi(&e->b, tcArithSubi(&e->b, high, low), tcEmitI64(e, numRows));
  MlirValue middle = tcArithSubi(&e->b, high, rest);
  TcLoop rows = tcEmitFor(e, low, middle, numRows, row, 0, NULL);
  MlirValue first = e->iters[row];
  for (int64_t r = 0; r < numRows; ++r) {
    e->iters[row] = tcArithAddi(&e->b, first, tcEmitI64(e, r));
    const TcLane *start = tcNestNewAccs(x);
    for (size_t i = 0; i < n; ++i)
      acc[(size_t)r * n + i] = start[i];
  }
  tcIterBounds(e, along, &from, &to);
  TcLoop points = tcEmitFor(e, from, to, 1, along, all, acc);
  if (isReversed(x, along))
    e->iters[along] = mirrored(e, from, to, e->iters[along]);
  pointOfRows(x, level, first, acc);
  tcEmitForEnd(e, &points, all, acc);
  tcEmitForEnd(e, &rows, 0, NULL);
  tcNestForget(x, level);
  loopOver(x, level, middle, high, none, 1, NULL, 0);
}

// Of a contraction `rows` are those of a block, for which a GPU has no code.
static bool runsRows(const TcNestRun *x, size_t level) {
  return level + 1 == x->n->outer.size && x->n->plan.form == TC_NEST_LOOPS &&
         x->n->plan.rows > 1;
}

// Several steps of a scan at once, as far as these go; leaves the other points
// in *low and *high.
static void overSteps(TcNestRun *x, size_t level, MlirValue *low,
                      MlirValue *high, TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  TcNestSteps steps = {.low = *low, .high = *high};
  steps.each = e->loadsFirst ? tcNestSteps(x->n, e->lanes, e->loadWords) : 1;
  if (steps.each <= 1)
    return;
  MlirValue count = tcArithSubi(&e->b, *high, *low);
  MlirValue rest = tcArithRemsi(&e->b, count, tcEmitI64(e, steps.each));
  steps.high = tcArithSubi(&e->b, *high, rest);
  if (isReversed(x, x->loops.data[level])) {
    steps.last = mirrored(e, *low, *high, tcEmitI64(e, 0));
    *high = tcArithAddi(&e->b, *low, rest);
  } else {
    *low = steps.high;
  }
  tcNestRunSteps(x, level, &steps, acc, n);
}

static void overPoints(TcNestRun *x, size_t level, TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  MlirValue low, high, none = {NULL};
  TcWindow window;
  if (n && level + 1 == x->loops.size && tcNestHasWindow(x->n)) {
    writeOut(x, level, acc);
    return;
  }
  size_t facts = e->facts.size;
  tcIterBounds(e, iter, &low, &high);
  if (n && tcNestClips(x, level, &window))
    tcNestClip(x, &window, &low, &high);
  if (n)
    overSteps(x, level, &low, &high, acc, n);
  if (!n && runsRows(x, level))
    overRows(x, level, low, high);
  else if (n || iter == e->chunk || !overRowRanges(x, level))
    loopOver(x, level, low, high, none, 1, acc, n);
  e->facts.size = facts;
}

// The points by which results are interleaved, which are stored together.
static void interleave(TcNestRun *x, size_t level) {
  int iter = x->n->interleaved;
  TcParts parts = {.iter = iter};
  tcSizeIsConst(x->e->k->iters.data[iter].extent, &parts.n);
  x->e->parts = &parts;
  writeOut(x, level, NULL);
  x->e->parts = NULL;
}

static void overAny(TcNestRun *x, size_t level, TcLane *acc, size_t n) {
  if (x->loops.data[level] == x->n->interleaved)
    interleave(x, level);
  else if (x->loops.data[level] == x->n->readIter)
    tcNestTransposed(x, level);
  else if (x->loops.data[level] == x->n->vector)
    overLanes(x, level, acc, n);
  else if (tcNestKeepsRow(x, level))
    tcNestKeepRows(x, level);
  else
    overPoints(x, level, acc, n);
}

static void overLoop(TcNestRun *x, size_t level, TcLane *acc, size_t n) {
  if (!n || !tcNestIsBlock(x, level)) {
    overAny(x, level, acc, n);
    return;
  }
  TcLane *block = tcNestNewAccs(x);
  overAny(x, level, block, n);
  tcNestAddBlock(x, acc, block);
}

// Emits all reduction loops at one point of the results. If one is vectorised,
// accumulators have one value per lane.
static void reduce(TcNestRun *x) {
  TcEmit *e = x->e;
  size_t level = x->n->outer.size, n = tcNestNumAccs(x->n),
         forwarded = e->forwarded.size;
  TcLane *acc = tcNestNewAccs(x);
  if (x->n->over.size)
    overLoop(x, level, acc, n);
  else
    tcNestPointAt(x, acc);
  if (x->ok)
    tcNestFinishLanes(x, acc, tcNestReducesLanes(x));
  if (x->n->outer.size)
    e->forwarded.size = forwarded;
}

// Emits the loops from `level` on, inside of the others.
static void enter(TcNestRun *x, size_t level, TcLane *acc) {
  size_t outer = x->n->outer.size, n = tcNestNumAccs(x->n);
  tcNestHoist(x, level);
  if (level == outer && n && !acc)
    reduce(x);
  else if (level == x->loops.size)
    tcNestPointAt(x, acc);
  else
    overLoop(x, level, acc, acc ? n : 0);
}

//===- Ranges of rows -----------------------------------------------------===//

static void overRanges(TcNestRun *x, int iter);

// What follows iterator `iter`, for the points of it from `from` to `to`.
static void inRange(TcNestRun *x, int iter, int64_t from, int64_t to) {
  TcEmit *e = x->e;
  MlirValue i = e->iters[iter];
  MlirValue below =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, i, tcEmitI64(e, to));
  MlirValue behind =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SGE, i, tcEmitI64(e, from));
  size_t forwarded = e->forwarded.size;
  TcLoop then = tcEmitIf(e, tcArithAndi(&e->b, below, behind));
  tcNestForget(x, 0);
  e->k->iters.data[iter].low = from;
  e->k->iters.data[iter].high = to;
  overRanges(x, iter + 1);
  e->k->iters.data[iter].low = e->k->iters.data[iter].high = 0;
  e->forwarded.size = forwarded;
  tcEmitIfEnd(e, &then);
}

// The loops, in ranges of each iterator outside of them from `iter` on.
static void overRanges(TcNestRun *x, int iter) {
  const TcCpuKernel *k = x->e->k;
  int64_t cuts[TC_MOST_CUTS + 1], from = 0, outside = x->ranges;
  size_t n = 0;
  for (; iter < (int)k->iters.size && !n; iter += !n)
    if (x->e->iters[iter].ptr && iter != x->e->chunk &&
        !tcCpuItersHave(&x->loops, iter) && !tcCpuIterIsOne(k, iter))
      n = tcNestRowCuts(x->e->k, x->n, iter, cuts);
  if (!n || !mayRepeat(x, n + 1)) {
    enter(x, 0, NULL);
    return;
  }
  tcSizeIsConst(k->iters.data[iter].extent, &cuts[n]);
  x->ranges *= (int64_t)n + 1;
  for (size_t i = 0; i <= n; ++i) {
    inRange(x, iter, from, cuts[i]);
    from = cuts[i];
  }
  x->ranges = outside;
}

bool tcEmitNest(TcEmit *e, const TcNest *n) {
  TcNestRun x = tcNestRun(e, n);
  for (size_t i = 0; i < n->outer.size; ++i)
    tcVecPush(e->arena, &x.loops, n->outer.data[i]);
  for (size_t i = 0; i < n->over.size; ++i)
    tcVecPush(e->arena, &x.loops, n->over.data[i]);
  x.ranges = 1;
  if (x.loops.size)
    overRanges(&x, 0);
  else
    enter(&x, 0, NULL);
  return x.ok;
}
