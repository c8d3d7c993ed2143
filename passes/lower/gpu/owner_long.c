// Phases of long rows: what blocks by owners have left (owner_leave.c). A block
// has a strip of the rows of every so manieth owner. A strip's vectors have a
// thread each of as many sharers as there are: these look at the points,
// several at once, and add up those of one row, each sharer its own points;
// then the sums of all sharers are added in their order. So the order is the
// same in each call.
//
//   for the block's owners that have left rows, for these rows
//     sum = of the sharer's points of the row, at the thread's vector
//     result[row] = result[row] + the sums of all sharers
#include "passes/lower/gpu/owners.h"

#include "passes/lower/cpu/gather.h"
#include "passes/lower/gpu/emit.h"
#include "passes/schedule/gpu-scatter.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

enum {
  // Points of a thread that are under way at once.
  TOGETHER = TC_GPU_LONG_ROW_AHEAD,
  BITS = 32,
  STRIP = TC_GPU_LONG_ROW_STRIP,
  WORD = 4,
};

typedef struct Long {
  TcGpuOwners o;
  TcCpuIters others;        // of blocks, but for the owner
  int64_t groups, owners;   // blocks that share owners; owners
  int64_t sharers;          // threads that share a row's points
  MlirValue batch, group;   // i64: the point of `others`; which of the groups
  MlirValue vector, exists; // the thread's vector of a row; i1: it is there
  MlirValue sharer;         // i64: the thread's number among these
} Long;

static MlirValue i64Of(const Long *l, int64_t n) {
  return tcEmitI64(&l->o.g->e, n);
}

static MlirValue plus(const Long *l, MlirValue x, MlirValue y) {
  return tcArithAddi(&l->o.g->e.b, x, y);
}

static MlirValue times(const Long *l, MlirValue x, MlirValue y) {
  return tcArithMuli(&l->o.g->e.b, x, y);
}

static MlirValue over(const Long *l, MlirValue x, MlirValue y) {
  return tcArithDivui(&l->o.g->e.b, x, y);
}

static MlirValue rest(const Long *l, MlirValue x, MlirValue y) {
  return tcArithRemui(&l->o.g->e.b, x, y);
}

//===- Plan ---------------------------------------------------------------===//

// Marks of lists that have rows, a bit for each thread.
static int64_t marksOf(const TcGpuPhase *p) { return p->threads / BITS; }

// Two words behind them: the most points that a sharer has found. The bits of
// what each thread has found follow, an i16 each, and the threads' sums, each 8
// bytes.
static int64_t mostAt(const TcGpuPhase *p) { return marksOf(p); }

static int64_t bitsAt(const TcGpuPhase *p) { return mostAt(p) + 2; }

static int64_t sumsAt(const TcGpuPhase *p) {
  return bitsAt(p) + p->threads / 2;
}

static const TcSize *vectorsOf(const TcGpuEmit *g, const TcGpuPhase *p) {
  TcArena *a = g->k.arena;
  return tcSizeFloorDiv(a, tcCpuProduct(a, &g->k, &p->points),
                        tcSizeConst(a, p->lanes));
}

static const TcSize *stripsOf(const TcGpuEmit *g, const TcGpuPhase *p) {
  TcArena *a = g->k.arena;
  return tcSizeCeilDiv(a, vectorsOf(g, p), tcSizeConst(a, STRIP));
}

static TcCpuIters othersOf(const TcGpuEmit *g, const TcGpuPhase *p) {
  TcCpuIters owner = {0};
  tcVecPush(g->k.arena, &owner, p->p.stages.data[0]->owners - 1);
  return tcCpuItersWithout(g->k.arena, &p->blocks, &owner);
}

void tcGpuPlanLongRows(TcGpuEmit *g, TcGpuPlan *plan) {
  enum { WIDEST = 8 };
  TcArena *a = g->k.arena;
  const TcGpuPhase *p = plan->phase;
  TcCpuIters others = othersOf(g, p);
  tcCpuFormNests(&g->k, &p->p, 1, &plan->nests);
  const TcSize *groups = tcSizeConst(a, tcGpuLongRowGroups(&g->k, p));
  plan->blocks = tcSizeMul(
      a, tcSizeMul(a, tcCpuProduct(a, &g->k, &others), groups), stripsOf(g, p));
  plan->sharedBytes = sumsAt(p) * WORD + p->threads * p->lanes * WIDEST;
}

//===- Sums ---------------------------------------------------------------===//

// Where a thread's lane lies in shared memory.
static MlirValue lanePlace(const Long *l, MlirValue thread, int64_t lane) {
  enum { EIGHT = 8 };
  const TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  MlirValue at = plus(l, thread, i64Of(l, lane * o->p->threads));
  MlirValue first = tcGpuOwnersWord(o, i64Of(l, sumsAt(o->p)));
  at = times(l, at, i64Of(l, EIGHT));
  return tcLlvmGetelementptr(&e->b, e->ptr, first, 1, &at, 1, &dynamic, e->i8);
}

// Enters the thread's vector of a row.
static void enterVector(const Long *l) {
  const TcGpuOwners *o = &l->o;
  tcGpuEnter(o->g, &o->p->points, times(l, l->vector, i64Of(l, o->p->lanes)));
  tcGpuOwnersSetLanes(o, true);
}

// The lowest bits (i32) of the thread's points of a look that exist, the first
// of which is `from`: each is `threads` behind the one before.
static MlirValue existing(const Long *l, MlirValue from) {
  const TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  MlirValue one = tcEmitInt(e, e->i32, 1);
  MlirValue left = tcArithSubi(&e->b, o->count, from);
  left = plus(l, tcArithMaxsi(&e->b, left, i64Of(l, 0)),
              i64Of(l, o->p->threads - 1));
  MlirValue n = tcArithMinsi(&e->b, over(l, left, i64Of(l, o->p->threads)),
                             i64Of(l, TOGETHER));
  n = tcArithTrunci(&e->b, e->i32, n);
  return tcArithSubi(&e->b, tcArithShli(&e->b, one, n), one);
}

// Which of these are of the row, as bits (i32). Barriers, here and below, keep
// ptxas from putting each load next to what waits for it: then one is under way
// at a time, in 32 registers.
static MlirValue lookAtOwn(Long *l, MlirValue from, MlirValue position) {
  TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  MlirValue zero = tcEmitInt(e, e->i32, 0), found = zero;
  MlirValue last = tcArithSubi(&e->b, o->count, i64Of(l, 1));
  MlirValue exist = existing(l, from);
  const TcLane *yields[TOGETHER];
  for (int64_t i = 0; i < TOGETHER; ++i) {
    MlirValue at = plus(l, from, i64Of(l, i * o->p->threads));
    yields[i] = tcGpuOwnersYields(o, tcArithMinsi(&e->b, at, last));
    if (!yields[i])
      return found;
  }
  tcGpuBarrierAll(o->g);
  for (int64_t i = 0; i < TOGETHER; ++i) {
    MlirValue same = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                 yields[i][o->dim].v, position);
    MlirValue bit =
        tcArithSelect(&e->b, same, tcEmitInt(e, e->i32, 1 << i), zero);
    found = tcArithOri(&e->b, found, bit);
  }
  return tcArithAndi(&e->b, found, exist);
}

_Static_assert(TOGETHER == 16 && STRIP * TOGETHER == 64,
               "threads of one sharer find an i16 each, together an i64");

// Bits (i64) of the sharer's points of the look from `first` on, that of each
// of its threads: bit i of thread v is number 16 v + i.
static MlirValue look(Long *l, MlirValue first, MlirValue position) {
  TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  MlirType i16 = mlirIntegerTypeGet(e->ctx, 16);
  MlirValue found = lookAtOwn(l, plus(l, first, o->g->thread), position);
  MlirValue bits = tcGpuOwnersWord(o, i64Of(l, bitsAt(o->p)));
  tcLlvmStore(&e->b, tcArithTrunci(&e->b, i16, found),
              tcLlvmGetelementptr(&e->b, e->ptr, bits, 1, &o->g->thread, 1,
                                  &dynamic, i16));
  tcGpuBarrierAll(o->g);
  return tcLlvmLoad(&e->b, e->i64,
                    tcLlvmGetelementptr(&e->b, e->ptr, bits, 1, &l->sharer, 1,
                                        &dynamic, e->i64));
}

// The most that a sharer has found (i64). Two looks that follow each other have
// words of their own for it; this one's is 0 before.
static MlirValue mostFound(const Long *l, MlirValue at, MlirValue found) {
  const TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  MlirValue n = tcLlvmIntrCtpop(&e->b, found);
  tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP_UMAX, at,
                  tcArithTrunci(&e->b, e->i32, n),
                  TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
  tcGpuBarrierAll(o->g);
  return tcArithExtui(&e->b, e->i64, tcLlvmLoad(&e->b, e->i32, at));
}

// A few of the points that a thread has found; `found` are those behind them.
// In place of what is not there the step's first point is read.
typedef struct Points {
  MlirValue at[TOGETHER];
  MlirValue count; // i32: how many are there, the first ones
} Points;

static MlirValue isThere(const Long *l, const Points *points, int i) {
  TcEmit *e = &l->o.g->e;
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_UGT, points->count,
                     tcEmitInt(e, e->i32, i));
}

// How far (i32) behind the sharer's first point of a look the one is whose bit
// has this number.
static MlirValue behindFirst(const Long *l, MlirValue number) {
  TcEmit *e = &l->o.g->e;
  MlirValue each = tcEmitInt(e, e->i32, TOGETHER);
  MlirValue threads = tcEmitInt(e, e->i32, l->o.p->threads);
  MlirValue step = tcArithRemui(&e->b, number, each);
  return tcArithAddi(&e->b, tcArithDivui(&e->b, number, each),
                     tcArithMuli(&e->b, step, threads));
}

static MlirValue takePoints(const Long *l, MlirValue first, MlirValue found,
                            Points *points) {
  TcEmit *e = &l->o.g->e;
  MlirValue zero = tcEmitInt(e, e->i32, 0);
  MlirValue from =
      tcArithTrunci(&e->b, e->i32, times(l, l->sharer, i64Of(l, STRIP)));
  points->count = tcArithTrunci(&e->b, e->i32, tcLlvmIntrCtpop(&e->b, found));
  for (int i = 0; i < TOGETHER; ++i) {
    MlirValue number =
        tcArithTrunci(&e->b, e->i32, tcLlvmIntrCttz(&e->b, found, true));
    MlirValue behind = tcArithAddi(&e->b, from, behindFirst(l, number));
    behind = tcArithSelect(&e->b, isThere(l, points, i), behind, zero);
    points->at[i] = plus(l, first, tcArithExtui(&e->b, e->i64, behind));
    MlirValue less = tcArithSubi(&e->b, found, i64Of(l, 1));
    found = tcArithAndi(&e->b, found, less);
  }
  return found;
}

static TcLane neutralOf(const Long *l) {
  const TcGpuOwners *o = &l->o;
  return tcGpuOwnersWide(
      &o->g->e,
      tcEmitNeutral(&o->g->e, o->s->kinds[0], o->s->results.data[0]->element));
}

static TcLane addPoints(Long *l, const Points *points, TcLane sum) {
  TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  const TcCpuValue *v = o->s->results.data[0];
  TcLane elements[TOGETHER];
  for (int i = 0; i < TOGETHER; ++i) {
    size_t forwarded = e->forwarded.size;
    tcGpuEnter(o->g, &o->over, points->at[i]);
    const TcLane *yields = tcNestEvaluate(&o->x, 0);
    e->forwarded.size = forwarded;
    if (!yields)
      return sum;
    elements[i] = tcGpuOwnersWide(e, yields[v->rank]);
  }
  tcGpuBarrierAll(o->g);
  for (int i = 0; i < TOGETHER; ++i) {
    TcLane with =
        tcEmitCombine(e, o->s->kinds[0], v->element, sum, elements[i]);
    TcLane there = tcLaneScalar(isThere(l, points, i));
    sum = tcGpuOwnersWide(e, tcEmitSelect(e, there, with, sum));
  }
  return sum;
}

static void clearMost(const Long *l, MlirValue most) {
  TcGpuEmit *g = l->o.g;
  TcEmit *e = &g->e;
  TcLoop one = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ,
                                       g->thread, i64Of(l, 0)));
  tcLlvmStore(&e->b, tcEmitInt(e, e->i32, 0), most);
  tcEmitIfEnd(e, &one);
}

// Adds the thread's points of the look that begins at `first`.
static TcLane addLook(Long *l, MlirValue first, MlirValue position,
                      TcLane sum) {
  TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  MlirValue number = over(l, first, i64Of(l, o->step));
  MlirValue most = tcGpuOwnersWord(
      o, plus(l, rest(l, number, i64Of(l, 2)), i64Of(l, mostAt(o->p))));
  clearMost(l, most);
  Points points;
  TcLane state[] = {sum, tcLaneScalar(look(l, first, position))};
  MlirValue n = mostFound(l, most, state[1].v);
  TcLoop loop = tcEmitFor(e, i64Of(l, 0), n, TOGETHER, -1, 2, state);
  state[1].v = takePoints(l, first, state[1].v, &points);
  enterVector(l);
  state[0] = addPoints(l, &points, state[0]);
  tcGpuOwnersSetLanes(o, false);
  tcEmitForEnd(e, &loop, 2, state);
  return state[0];
}

// The thread's own sum.
static TcLane ownSum(Long *l, MlirValue position) {
  TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  tcGpuOwnersSetLanes(o, true);
  TcLane sum = neutralOf(l);
  tcGpuOwnersSetLanes(o, false);
  TcLoop loop = tcEmitFor(e, i64Of(l, 0), o->count, o->step, -1, 1, &sum);
  sum = addLook(l, tcGpuLoopIndex(&loop), position, sum);
  tcEmitForEnd(e, &loop, 1, &sum);
  return sum;
}

static void shareSum(const Long *l, TcLane sum) {
  TcEmit *e = &l->o.g->e;
  for (int64_t i = 0; i < l->o.p->lanes; ++i) {
    MlirValue x = sum.wide ? tcEmitExtract(e, sum, i).v : sum.v;
    tcLlvmStore(&e->b, x, lanePlace(l, l->o.g->thread, i));
  }
}

// Of all threads that have the same vector.
static TcLane sumOfAll(const Long *l, TcLane like) {
  const TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  MlirType element = o->s->results.data[0]->element;
  TcLane out = like;
  for (int64_t i = 0; i < o->p->lanes; ++i) {
    TcLane sum = {.v = {NULL}};
    MlirType type =
        mlirValueGetType(like.wide ? tcEmitExtract(e, like, i).v : like.v);
    for (int64_t j = 0; j < l->sharers; ++j) {
      MlirValue thread = plus(l, o->g->thread, i64Of(l, j * STRIP));
      TcLane x = tcLaneScalar(tcLlvmLoad(&e->b, type, lanePlace(l, thread, i)));
      sum = j ? tcEmitCombine(e, o->s->kinds[0], element, sum, x) : x;
    }
    out.v = like.wide ? tcLlvmInsertelement(&e->b, out.v, sum.v, i64Of(l, i))
                      : sum.v;
  }
  return out;
}

// Combines the row with the sum of its points.
static void combineRow(Long *l, MlirValue position) {
  TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  TcLane sum = ownSum(l, position);
  shareSum(l, sum);
  tcGpuBarrierAll(o->g);
  MlirValue isOne =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, l->sharer, i64Of(l, 0));
  TcLoop one = tcEmitIf(e, tcArithAndi(&e->b, isOne, l->exists));
  TcLane all = sumOfAll(l, sum);
  enterVector(l);
  TcLane x = tcGpuOwnersCombineOne(o, tcGpuOwnersResult(o, position), all);
  tcGpuOwnersStore(o, position, x);
  tcGpuOwnersSetLanes(o, false);
  tcEmitIfEnd(e, &one);
  tcGpuBarrierAll(o->g);
}

//===- Lists --------------------------------------------------------------===//

// The list of the block's owner number `i`; sets which that is.
static MlirValue listOf(const Long *l, MlirValue i, MlirValue *owner) {
  *owner = plus(l, times(l, i, i64Of(l, l->groups)), l->group);
  MlirValue block = plus(l, times(l, l->batch, i64Of(l, l->owners)), *owner);
  return tcGpuOwnersLeft(&l->o, block);
}

static MlirValue entryOf(const Long *l, MlirValue list, MlirValue i) {
  TcEmit *e = &l->o.g->e;
  const int32_t dynamic = INT32_MIN;
  MlirValue at =
      tcLlvmGetelementptr(&e->b, e->ptr, list, 1, &i, 1, &dynamic, e->i32);
  return tcArithExtui(&e->b, e->i64, tcLlvmLoad(&e->b, e->i32, at));
}

static void combineList(Long *l, MlirValue i) {
  TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  MlirValue owner, list = listOf(l, i, &owner);
  e->iters[o->s->owners - 1] = owner;
  MlirValue n = entryOf(l, list, i64Of(l, 0));
  TcLoop loop = tcEmitFor(e, i64Of(l, 0), n, 1, -1, 0, NULL);
  MlirValue row = entryOf(l, list, plus(l, tcGpuLoopIndex(&loop), i64Of(l, 1)));
  combineRow(l, plus(l, owner, times(l, row, i64Of(l, l->owners))));
  tcEmitForEnd(e, &loop, 0, NULL);
}

// Marks this thread's list, number `from` and its own on, if it has rows.
static void markList(Long *l, MlirValue from, MlirValue n) {
  TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  MlirValue i = plus(l, from, o->g->thread), owner;
  MlirValue last = tcArithSubi(&e->b, n, i64Of(l, 1));
  MlirValue list = listOf(l, tcArithMinsi(&e->b, i, last), &owner);
  MlirValue any = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE,
                              entryOf(l, list, i64Of(l, 0)), i64Of(l, 0));
  TcLoop clear = tcGpuForThread(o->g, i64Of(l, marksOf(o->p)), 0, NULL);
  tcLlvmStore(&e->b, tcEmitInt(e, e->i32, 0),
              tcGpuOwnersWord(o, tcGpuLoopIndex(&clear)));
  tcEmitForEnd(e, &clear, 0, NULL);
  tcGpuBarrierAll(o->g);
  TcLoop then = tcEmitIf(e, tcArithAndi(&e->b, any, tcGpuIsBelow(o->g, i, n)));
  MlirValue bit =
      tcArithTrunci(&e->b, e->i32, rest(l, o->g->thread, i64Of(l, BITS)));
  tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP__OR,
                  tcGpuOwnersWord(o, over(l, o->g->thread, i64Of(l, BITS))),
                  tcArithShli(&e->b, tcEmitInt(e, e->i32, 1), bit),
                  TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
  tcEmitIfEnd(e, &then);
  tcGpuBarrierAll(o->g);
}

static void combineMarked(Long *l, MlirValue from) {
  TcGpuOwners *o = &l->o;
  TcEmit *e = &o->g->e;
  TcLoop words =
      tcEmitFor(e, i64Of(l, 0), i64Of(l, marksOf(o->p)), 1, -1, 0, NULL);
  MlirValue word = tcGpuLoopIndex(&words);
  TcLane bits =
      tcLaneScalar(tcLlvmLoad(&e->b, e->i32, tcGpuOwnersWord(o, word)));
  MlirValue n = tcArithExtui(&e->b, e->i64, tcLlvmIntrCtpop(&e->b, bits.v));
  TcLoop marked = tcEmitFor(e, i64Of(l, 0), n, 1, -1, 1, &bits);
  MlirValue i =
      plus(l, times(l, word, i64Of(l, BITS)), tcGpuOwnersLowest(e, bits.v));
  combineList(l, plus(l, from, i));
  bits.v = tcGpuOwnersWithoutLowest(e, bits.v);
  tcEmitForEnd(e, &marked, 1, &bits);
  tcEmitForEnd(e, &words, 0, NULL);
}

//===- A block ------------------------------------------------------------===//

static Long openLong(TcGpuEmit *g, const TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  Long l = {.o = tcGpuOwnersOpen(g, plan),
            .others = othersOf(g, p),
            .groups = tcGpuLongRowGroups(&g->k, p),
            .owners = tcGpuOwnersCount(&g->k, p->p.stages.data[0]),
            .sharers = p->threads / STRIP};
  l.o.step = p->step;
  tcGpuOwnersOpenBase(&l.o);
  return l;
}

// Which owners, points of others and vectors are the thread's.
static void enterBlock(Long *l) {
  TcGpuEmit *g = l->o.g;
  TcEmit *e = &g->e;
  MlirValue strip, strips = i64Of(l, STRIP);
  MlirValue flat = tcGpuSplitOff(g, g->block, stripsOf(g, l->o.p), &strip);
  l->group = rest(l, flat, i64Of(l, l->groups));
  l->batch = over(l, flat, i64Of(l, l->groups));
  tcGpuEnter(g, &l->others, l->batch);
  l->sharer = over(l, g->thread, strips);
  l->vector = plus(l, times(l, strip, strips), rest(l, g->thread, strips));
  MlirValue vectors = tcEmitExpr(e, vectorsOf(g, l->o.p));
  l->exists = tcGpuIsBelow(g, l->vector, vectors);
  MlirValue last = tcArithSubi(&e->b, vectors, i64Of(l, 1));
  l->vector = tcArithMinsi(&e->b, l->vector, last);
}

bool tcGpuEmitLongRows(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  Long l = openLong(g, plan);
  enterBlock(&l);
  MlirValue lists = i64Of(&l, l.owners / l.groups);
  TcLoop loop =
      tcEmitFor(e, i64Of(&l, 0), lists, plan->phase->threads, -1, 0, NULL);
  MlirValue from = tcGpuLoopIndex(&loop);
  markList(&l, from, lists);
  combineMarked(&l, from);
  tcGpuBarrierAll(g);
  tcEmitForEnd(e, &loop, 0, NULL);
  return l.o.x.ok && l.o.baseRun.ok;
}
