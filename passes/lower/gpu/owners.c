// Phases by owners: a scatter whose positions the data decides. A block owns
// some positions and has to find the points that are combined there, among all
// of them; its threads then share the row of each. They look at as many points
// at once as they are, times a few, each at its own: of those that the block
// owns they set bits in shared memory, so that what is found is in the order of
// the points, whichever thread found it. All threads go through the bits.
//
// A bit each for a point of the step, in words; a bit for each word that has
// any, in words of their own; a bit for each of those; and the number of
// points. There are three such sets by turns: while one is read, the one that
// was read before is cleared for the step after the next. So a step has one
// barrier.
//
// The block may also make the scatter's base: each row of the result is then
// written once. Shared memory has the number of the first point of each row
// that the block owns, the least that has been found: points of later steps
// have higher numbers, so what is read of a step's own points stays. The first
// point of a row is combined with what the base's map computes, all others with
// the result; rows without a point are written at the end.
#include "passes/lower/cpu/nest.h"
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum {
  BITS = 32,
  SETS = 3,
  TOGETHER = 4, // points whose elements are under way at once
};

typedef struct Owners {
  TcGpuEmit *g;
  const TcGpuPhase *p;
  const TcCpuStage *s;
  TcNestRun x;
  TcCpuIters over;        // the scatter's points
  int64_t step;           // points looked at at once
  int64_t words;          // of a set that have a bit for each point
  int64_t top;            // the word with a bit for each word of their bits
  const TcCpuStage *base; // that the block makes; or NULL
  TcNest baseNest;
  TcNestRun baseRun;
  size_t dim;      // of the result: the position in it decides which row
  MlirValue count; // i64: points
  MlirValue first; // i64: of this step
  MlirValue set;   // i64: the number of its set
} Owners;

static int64_t stepOf(const TcGpuPhase *p) { return p->threads * p->perThread; }

static int64_t ceilOf(int64_t n, int64_t of) { return (n + of - 1) / of; }

static int64_t wordsOf(const TcGpuPhase *p) { return stepOf(p) / BITS; }

// Of words that have any.
static int64_t anyOf(const TcGpuPhase *p) { return ceilOf(wordsOf(p), BITS); }

static int64_t setOf(const TcGpuPhase *p) { return wordsOf(p) + anyOf(p) + 2; }

// Bytes of the sets, behind which numbers of points lie.
static int64_t setsBytes(const TcGpuPhase *p) {
  return ceilOf(SETS * setOf(p), 2) * 8;
}

static int64_t ownersOf(const TcCpuKernel *k, const TcCpuStage *s) {
  return tcCpuExtent(k, s->owners - 1, 1);
}

// Rows of the base of which an owner has the first point's number.
static int64_t rowsOf(const TcCpuKernel *k, const TcCpuStage *s, size_t dim) {
  int64_t rows = 0;
  tcSizeIsConst(s->results.data[0]->sizes[dim], &rows);
  return ceilOf(rows, ownersOf(k, s));
}

void tcGpuPlanOwners(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  const TcCpuStage *s = p->p.stages.data[0];
  size_t dim = 0;
  tcCpuFormNests(&g->k, &p->p, 1, &plan->nests);
  plan->blocks = tcCpuProduct(g->k.arena, &g->k, &p->blocks);
  plan->sharedBytes = setsBytes(p);
  if (p->base && tcGpuScatterBase(&g->k, s, &dim))
    plan->sharedBytes += rowsOf(&g->k, s, dim) * 8;
}

//===- Bits ---------------------------------------------------------------===//

static MlirValue word(TcEmit *e, int64_t bits) {
  return tcEmitInt(e, e->i32, bits);
}

static MlirValue shortOf(TcEmit *e, MlirValue i) {
  return tcArithTrunci(&e->b, e->i32, i);
}

static MlirValue longOf(TcEmit *e, MlirValue i) {
  return tcArithExtui(&e->b, e->i64, i);
}

// Word number `at` of a set.
static MlirValue wordAt(const Owners *o, MlirValue set, MlirValue at) {
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  MlirValue first = tcArithMuli(&e->b, set, tcEmitI64(e, setOf(o->p)));
  at = tcArithAddi(&e->b, first, at);
  return tcLlvmGetelementptr(&e->b, e->ptr, o->g->shared, 1, &at, 1, &dynamic,
                             e->i32);
}

// Bit `number` of the words from `first` on.
static void setBit(const Owners *o, int64_t first, MlirValue number) {
  TcEmit *e = &o->g->e;
  MlirValue bits = tcEmitI64(e, BITS);
  MlirValue at = tcArithAddi(&e->b, tcEmitI64(e, first),
                             tcArithDivui(&e->b, number, bits));
  MlirValue bit = tcArithShli(&e->b, word(e, 1),
                              shortOf(e, tcArithRemui(&e->b, number, bits)));
  tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP__OR, wordAt(o, o->set, at), bit,
                  TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
}

// The number of the lowest bit.
static MlirValue lowest(TcEmit *e, MlirValue bits) {
  return longOf(e, tcLlvmIntrCttz(&e->b, bits, false));
}

static MlirValue withoutLowest(TcEmit *e, MlirValue bits) {
  return tcArithAndi(&e->b, bits, tcArithSubi(&e->b, bits, word(e, 1)));
}

static MlirValue countBits(TcEmit *e, MlirValue bits) {
  return longOf(e, tcLlvmIntrCtpop(&e->b, bits));
}

// The set that is `later` steps after this one's.
static MlirValue setAfter(const Owners *o, int64_t later) {
  TcEmit *e = &o->g->e;
  MlirValue n = tcArithAddi(&e->b, o->set, tcEmitI64(e, later));
  return tcArithRemui(&e->b, n, tcEmitI64(e, SETS));
}

static void clear(const Owners *o, MlirValue set, int64_t sets) {
  TcEmit *e = &o->g->e;
  TcLoop loop = tcGpuForThread(o->g, tcEmitI64(e, sets * setOf(o->p)), 0, NULL);
  tcLlvmStore(&e->b, word(e, 0), wordAt(o, set, tcGpuLoopIndex(&loop)));
  tcEmitForEnd(e, &loop, 0, NULL);
}

//===- Rows of the base ---------------------------------------------------===//

// The number (i64) of the first point of row number `row` of the block.
static MlirValue firstAt(const Owners *o, MlirValue row) {
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  row = tcArithAddi(&e->b, row, tcEmitI64(e, setsBytes(o->p) / 8));
  return tcLlvmGetelementptr(&e->b, e->ptr, o->g->shared, 1, &row, 1, &dynamic,
                             e->i64);
}

static void clearRows(const Owners *o) {
  TcEmit *e = &o->g->e;
  int64_t rows = rowsOf(&o->g->k, o->s, o->dim);
  TcLoop loop = tcGpuForThread(o->g, tcEmitI64(e, rows), 0, NULL);
  tcLlvmStore(&e->b, tcEmitI64(e, INT64_MAX),
              firstAt(o, tcGpuLoopIndex(&loop)));
  tcEmitForEnd(e, &loop, 0, NULL);
}

static MlirValue numRows(const Owners *o) {
  return tcEmitExpr(&o->g->e, o->s->results.data[0]->sizes[o->dim]);
}

// i1: the position is one of the base's rows; `number` is then the block's
// number of it, else 0.
static MlirValue hasRow(const Owners *o, MlirValue position,
                        MlirValue *number) {
  TcEmit *e = &o->g->e;
  MlirValue in =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_ULT, position, numRows(o));
  MlirValue owners = tcEmitI64(e, ownersOf(&o->g->k, o->s));
  *number = tcArithSelect(&e->b, in, tcArithDivui(&e->b, position, owners),
                          tcEmitI64(e, 0));
  return in;
}

// Point `at` is at this position.
static void markFirst(const Owners *o, MlirValue position, MlirValue at) {
  TcEmit *e = &o->g->e;
  MlirValue row, in = hasRow(o, position, &row);
  TcLoop then = tcEmitIf(e, in);
  tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP_MIN, firstAt(o, row), at,
                  TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
  tcEmitIfEnd(e, &then);
}

static MlirValue isFirst(const Owners *o, MlirValue position, MlirValue at) {
  TcEmit *e = &o->g->e;
  MlirValue row, in = hasRow(o, position, &row);
  MlirValue first = tcLlvmLoad(&e->b, e->i64, firstAt(o, row));
  return tcArithAndi(
      &e->b, in, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, first, at));
}

// Stores this thread's elements of row `position`: those that the base's map
// computes, or these combined with `x`. The map's iterators are the result's
// dimensions; they may be the scatter's, too, and mean something else there.
static void storeBase(Owners *o, MlirValue position, const TcLane *x) {
  TcEmit *e = &o->g->e;
  const TcCpuIters *iters = &o->base->iters;
  MlirValue *here = TC_ARENA_ARRAY(e->arena, MlirValue, iters->size + 1);
  MlirValue *around = TC_ARENA_ARRAY(e->arena, MlirValue, iters->size + 1);
  size_t forwarded = e->forwarded.size;
  int vector = e->vector;
  for (size_t d = 0; d < iters->size; ++d) {
    here[d] =
        d == o->dim ? position : e->iters[tcScatterIter(&o->g->k, o->s, d)];
    around[d] = e->iters[iters->data[d]];
  }
  for (size_t d = 0; d < iters->size; ++d)
    e->iters[iters->data[d]] = here[d];
  if (vector >= 0)
    e->vector = tcVecLast(iters);
  TcLane *made = tcNestEvaluate(&o->baseRun, 0);
  if (made && x) {
    MlirType element = o->s->results.data[0]->element;
    TcLane old = tcEmitRound(e, *made, element);
    *made = o->s->kinds[0] == TC_CPU_SET
                ? *x
                : tcEmitCombine(e, o->s->kinds[0], element, old, *x);
  }
  if (made)
    tcNestStore(&o->baseRun, o->base, made);
  for (size_t d = 0; d < iters->size; ++d)
    e->iters[iters->data[d]] = around[d];
  e->vector = vector;
  e->forwarded.size = forwarded;
}

//===- Looking ------------------------------------------------------------===//

// What the body yields at point number `at`, which is there, and the first
// element of its row.
static const TcLane *yieldsAt(Owners *o, MlirValue at) {
  TcEmit *e = &o->g->e;
  size_t forwarded = e->forwarded.size;
  tcGpuEnter(o->g, &o->over, at);
  for (size_t i = 0; i < o->p->points.size; ++i)
    e->iters[o->p->points.data[i]] = tcEmitI64(e, 0);
  const TcLane *yields = tcNestEvaluate(&o->x, 0);
  e->forwarded.size = forwarded;
  return yields;
}

// Whether the block owns point number `at`; what does not exist it does not.
static MlirValue ownsPoint(Owners *o, MlirValue at) {
  TcEmit *e = &o->g->e;
  MlirValue last = tcArithSubi(&e->b, o->count, tcEmitI64(e, 1));
  const TcLane *yields = yieldsAt(o, tcArithMinsi(&e->b, at, last));
  if (!yields)
    return tcEmitInt(e, e->i1, 0);
  return tcArithAndi(&e->b, tcStageOwns(e, o->s, yields),
                     tcGpuIsBelow(o->g, at, o->count));
}

// This thread's point number `i` of the step: its number in it.
static MlirValue numberOf(const Owners *o, MlirValue i) {
  TcEmit *e = &o->g->e;
  MlirValue threads = tcEmitI64(e, o->p->threads);
  return tcArithAddi(&e->b, o->g->thread, tcArithMuli(&e->b, i, threads));
}

static void mark(Owners *o, MlirValue number) {
  TcEmit *e = &o->g->e;
  MlirValue bits = tcEmitI64(e, BITS), of = tcArithDivui(&e->b, number, bits);
  setBit(o, 0, number);
  setBit(o, o->words, of);
  setBit(o, o->top, tcArithDivui(&e->b, of, bits));
  tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP_ADD,
                  wordAt(o, o->set, tcEmitI64(e, o->top + 1)), word(e, 1),
                  TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
  if (!o->base)
    return;
  MlirValue at = tcArithAddi(&e->b, o->first, number);
  const TcLane *yields = yieldsAt(o, at);
  if (yields)
    markFirst(o, yields[o->dim].v, at);
}

// All positions of a thread are loaded before the first is compared. Few are
// the block's: these are marked in a loop.
static void look(Owners *o) {
  TcEmit *e = &o->g->e;
  TcLane found = tcLaneScalar(word(e, 0));
  for (int64_t i = 0; i < o->p->perThread; ++i) {
    MlirValue number = numberOf(o, tcEmitI64(e, i));
    MlirValue owns = ownsPoint(o, tcArithAddi(&e->b, o->first, number));
    MlirValue bit = tcArithSelect(&e->b, owns, word(e, 1LL << i), word(e, 0));
    found.v = tcArithOri(&e->b, found.v, bit);
  }
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), countBits(e, found.v), 1, -1, 1, &found);
  mark(o, numberOf(o, lowest(e, found.v)));
  found.v = withoutLowest(e, found.v);
  tcEmitForEnd(e, &loop, 1, &found);
}

//===- Combining ----------------------------------------------------------===//

static void setLanes(const Owners *o, bool on) {
  TcEmit *e = &o->g->e;
  e->lanes = on ? o->p->lanes : 1;
  e->vector = on && o->p->lanes > 1 ? tcVecLast(&o->p->points) : -1;
}

// Combines elements of point number `at` with the base, or the result.
static void combineAt(Owners *o, MlirValue at, const TcLane *yields) {
  TcEmit *e = &o->g->e;
  if (!o->base) {
    tcStageScatter(e, o->s, yields);
    return;
  }
  MlirValue position = tcEmitExtract(e, yields[o->dim], 0).v;
  TcLoop first = tcEmitIf(e, isFirst(o, position, at));
  storeBase(o, position, &yields[o->s->results.data[0]->rank]);
  tcEmitElse(e, &first);
  tcStageScatter(e, o->s, yields);
  tcEmitIfEnd(e, &first);
}

// Combines elements of a few points, whose numbers are `at`: of each but the
// first only if it is there. All are loaded before the first is combined.
static void combine(Owners *o, const MlirValue *at, const MlirValue *there) {
  TcEmit *e = &o->g->e;
  const TcLane *yields[TOGETHER];
  setLanes(o, true);
  for (int i = 0; i < TOGETHER; ++i) {
    size_t forwarded = e->forwarded.size;
    tcGpuEnter(o->g, &o->over, at[i]);
    yields[i] = tcNestEvaluate(&o->x, 0);
    e->forwarded.size = forwarded;
  }
  for (int i = 0; i < TOGETHER && o->x.ok; ++i) {
    TcLoop then;
    if (i)
      then = tcEmitIf(e, there[i]);
    combineAt(o, at[i], yields[i]);
    if (i)
      tcEmitIfEnd(e, &then);
  }
  setLanes(o, false);
}

// Opens a loop over this thread's share of a row.
static TcLoop forRow(const Owners *o) {
  TcGpuEmit *g = o->g;
  TcArena *a = g->e.arena;
  const TcSize *lanes = tcSizeConst(a, o->p->lanes),
               *points = tcCpuProduct(a, &g->k, &o->p->points);
  MlirValue count = tcEmitExpr(&g->e, tcSizeFloorDiv(a, points, lanes));
  TcLoop loop = tcGpuForThread(g, count, 0, NULL);
  MlirValue flat = tcArithMuli(&g->e.b, tcGpuLoopIndex(&loop),
                               tcEmitI64(&g->e, o->p->lanes));
  tcGpuEnter(g, &o->p->points, flat);
  return loop;
}

// The threads share the row of these points.
static void combineRow(Owners *o, const MlirValue *at, const MlirValue *there) {
  TcLoop loop = forRow(o);
  combine(o, at, there);
  tcEmitForEnd(&o->g->e, &loop, 0, NULL);
}

// Where a thread is among the bits of the points that are found, of which there
// are three levels: the bits of a word of each that are not visited yet, and
// the number of this word; of TOP it is 0.
typedef enum Level { TOP, ANY, FOUND, LEVELS } Level;
typedef struct Cursor {
  TcLane state[2 * LEVELS]; // bits, then numbers
} Cursor;

// Goes on to the next word of a level, whose words follow number `first` of the
// set, if this one has no bits left.
static void refill(const Owners *o, Cursor *c, Level level, int64_t first) {
  TcEmit *e = &o->g->e;
  MlirValue none = word(e, 0), n = tcEmitI64(e, BITS);
  MlirValue *above = &c->state[level - 1].v, *bits = &c->state[level].v;
  MlirValue *at = &c->state[LEVELS + level].v;
  MlirValue is = tcArithAndi(
      &e->b, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, *bits, none),
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, *above, none));
  MlirValue next = tcArithMuli(&e->b, c->state[LEVELS + level - 1].v, n);
  next = tcArithAddi(&e->b, next, lowest(e, *above));
  *at = tcArithSelect(&e->b, is, next, *at);
  MlirValue number = tcArithAddi(&e->b, tcEmitI64(e, first), *at);
  MlirValue more = tcLlvmLoad(&e->b, e->i32, wordAt(o, o->set, number));
  *bits = tcArithSelect(&e->b, is, more, *bits);
  *above = tcArithSelect(&e->b, is, withoutLowest(e, *above), *above);
}

// The next point's number, if it is `there`.
static MlirValue nextPoint(const Owners *o, Cursor *c, MlirValue *there) {
  TcEmit *e = &o->g->e;
  refill(o, c, ANY, o->words);
  refill(o, c, FOUND, 0);
  MlirValue *bits = &c->state[FOUND].v;
  *there = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, *bits, word(e, 0));
  MlirValue at =
      tcArithMuli(&e->b, c->state[LEVELS + FOUND].v, tcEmitI64(e, BITS));
  at = tcArithAddi(&e->b, at, lowest(e, *bits));
  *bits = withoutLowest(e, *bits);
  return tcArithAddi(&e->b, o->first, at);
}

// Goes through what this step has found, in the order of the points, a few at
// once.
static void combineFound(Owners *o) {
  TcEmit *e = &o->g->e;
  MlirValue count = wordAt(o, o->set, tcEmitI64(e, o->top + 1));
  MlirValue top = wordAt(o, o->set, tcEmitI64(e, o->top));
  MlirValue at[TOGETHER], there[TOGETHER];
  Cursor c;
  for (int i = 0; i < LEVELS; ++i) {
    c.state[i] = tcLaneScalar(word(e, 0));
    c.state[LEVELS + i] = tcLaneScalar(tcEmitI64(e, 0));
  }
  c.state[TOP].v = tcLlvmLoad(&e->b, e->i32, top);
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), longOf(e, tcLlvmLoad(&e->b, e->i32, count)),
                TOGETHER, -1, 2 * LEVELS, c.state);
  for (int i = 0; i < TOGETHER; ++i) {
    at[i] = nextPoint(o, &c, &there[i]);
    if (i)
      at[i] = tcArithSelect(&e->b, there[i], at[i], at[0]);
  }
  combineRow(o, at, there);
  tcEmitForEnd(e, &loop, 2 * LEVELS, c.state);
}

// Writes the rows of the base that the block owns and no point is combined
// with.
static void storeRest(Owners *o) {
  TcEmit *e = &o->g->e;
  int64_t owners = ownersOf(&o->g->k, o->s);
  MlirValue own = e->iters[o->s->owners - 1], n = tcEmitI64(e, owners);
  MlirValue after = tcArithSubi(
      &e->b, tcArithAddi(&e->b, numRows(o), tcEmitI64(e, owners - 1)), own);
  TcLoop rows = tcEmitFor(e, tcEmitI64(e, 0), tcArithDivui(&e->b, after, n), 1,
                          -1, 0, NULL);
  MlirValue row = tcGpuLoopIndex(&rows);
  MlirValue first = tcLlvmLoad(&e->b, e->i64, firstAt(o, row));
  TcLoop then = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                        first, tcEmitI64(e, INT64_MAX)));
  MlirValue position = tcArithAddi(&e->b, own, tcArithMuli(&e->b, row, n));
  TcLoop loop = forRow(o);
  setLanes(o, true);
  storeBase(o, position, NULL);
  setLanes(o, false);
  tcEmitForEnd(e, &loop, 0, NULL);
  tcEmitIfEnd(e, &then);
  tcEmitForEnd(e, &rows, 0, NULL);
}

//===- A block ------------------------------------------------------------===//

static Owners openOwners(TcGpuEmit *g, const TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  const TcNest *n = &plan->nests.data[0];
  Owners o = {
      .g = g,
      .p = p,
      .s = p->p.stages.data[0],
      .x = {.e = &g->e, .n = n, .elements = tcGpuNoElements(g, n), .ok = true},
      .step = stepOf(p),
      .words = wordsOf(p),
      .top = wordsOf(p) + anyOf(p),
      .base = p->base};
  o.over = tcCpuItersWithout(g->e.arena, &o.s->iters, &p->p.tasks);
  o.count = tcEmitExpr(&g->e, tcCpuProduct(g->e.arena, &g->k, &o.over));
  return o;
}

static void openBase(Owners *o) {
  TcEmit *e = &o->g->e;
  TcCpuStage *base = tcGpuScatterBase(&o->g->k, o->s, &o->dim);
  tcVecPush(e->arena, &o->baseNest.stages, base);
  o->baseRun = (TcNestRun){.e = e,
                           .n = &o->baseNest,
                           .elements = tcGpuNoElements(o->g, &o->baseNest),
                           .ok = true};
  clearRows(o);
}

bool tcGpuEmitOwners(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  Owners o = openOwners(g, plan);
  if (o.base)
    openBase(&o);
  tcGpuEnter(g, &plan->phase->blocks, g->block);
  clear(&o, tcEmitI64(e, 0), SETS);
  tcGpuBarrierAll(g);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), o.count, o.step, -1, 0, NULL);
  o.first = tcGpuLoopIndex(&loop);
  o.set = tcArithDivui(&e->b, o.first, tcEmitI64(e, o.step));
  o.set = tcArithRemui(&e->b, o.set, tcEmitI64(e, SETS));
  look(&o);
  tcGpuBarrierAll(g);
  clear(&o, setAfter(&o, 2), 1);
  combineFound(&o);
  tcEmitForEnd(e, &loop, 0, NULL);
  if (o.base)
    storeRest(&o);
  return o.x.ok && (!o.base || o.baseRun.ok);
}
