// Phases by owners: a scatter whose positions the data decides. A block owns
// some positions and has to find the points that are combined there, among all
// of them; its threads then share the row of each. They look at as many points
// at once as they are, times a few, each at its own: of those that the block
// owns they set bits in shared memory, so that what is found is in the order of
// the points, whichever thread found it. All threads go through the bits.
//
// A bit each for a point of the step, in words; a bit for each word that has
// any, in one more. There are three such sets by turns: while one is read, the
// one that was read before is cleared for the step after the next. So a step
// has one barrier.
#include "passes/lower/cpu/nest.h"
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum {
  AHEAD = TC_GPU_OWNERS_AHEAD,
  BITS = 32,
  SETS = 3,
  TOGETHER = 4, // points whose elements are under way at once
};

typedef struct Owners {
  TcGpuEmit *g;
  const TcGpuPhase *p;
  const TcCpuStage *s;
  TcNestRun x;
  TcCpuIters over; // the scatter's points
  int64_t step;    // points looked at at once
  int64_t words;   // of a set, the last of which has a bit for each other
  MlirValue count; // i64: points
  MlirValue first; // i64: of this step
  MlirValue set;   // i64: the number of its set
} Owners;

static int64_t stepOf(const TcGpuPhase *p) { return p->threads * AHEAD; }

static int64_t wordsOf(const TcGpuPhase *p) { return stepOf(p) / BITS + 1; }

void tcGpuPlanOwners(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  tcCpuFormNests(&g->k, &p->p, 1, &plan->nests);
  plan->blocks = tcCpuProduct(g->k.arena, &g->k, &p->blocks);
  plan->sharedBytes = SETS * wordsOf(p) * (BITS / 8);
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
  MlirValue first = tcArithMuli(&e->b, set, tcEmitI64(e, o->words));
  at = tcArithAddi(&e->b, first, at);
  return tcLlvmGetelementptr(&e->b, e->ptr, o->g->shared, 1, &at, 1, &dynamic,
                             e->i32);
}

static void setBit(const Owners *o, MlirValue at, MlirValue number) {
  TcEmit *e = &o->g->e;
  MlirValue bit = tcArithShli(&e->b, word(e, 1), shortOf(e, number));
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
  TcLoop loop = tcGpuForThread(o->g, tcEmitI64(e, sets * o->words), 0, NULL);
  tcLlvmStore(&e->b, word(e, 0), wordAt(o, set, tcGpuLoopIndex(&loop)));
  tcEmitForEnd(e, &loop, 0, NULL);
}

//===- Looking ------------------------------------------------------------===//

// Whether the block owns point number `at`, whose first element of the row is
// asked; what does not exist it does not own.
static MlirValue ownsPoint(Owners *o, MlirValue at) {
  TcEmit *e = &o->g->e;
  size_t forwarded = e->forwarded.size;
  MlirValue last = tcArithSubi(&e->b, o->count, tcEmitI64(e, 1));
  tcGpuEnter(o->g, &o->over, tcArithMinsi(&e->b, at, last));
  for (size_t i = 0; i < o->p->points.size; ++i)
    e->iters[o->p->points.data[i]] = tcEmitI64(e, 0);
  TcLane *yields = tcNestEvaluate(&o->x, 0);
  if (!yields)
    return tcEmitInt(e, e->i1, 0);
  MlirValue owns = tcArithAndi(&e->b, tcStageOwns(e, o->s, yields),
                               tcGpuIsBelow(o->g, at, o->count));
  e->forwarded.size = forwarded;
  return owns;
}

// All positions of a thread are loaded before the first is compared.
static void look(Owners *o) {
  TcEmit *e = &o->g->e;
  MlirValue owns[AHEAD], number[AHEAD], bits = tcEmitI64(e, BITS);
  for (int64_t i = 0; i < AHEAD; ++i) {
    number[i] =
        tcArithAddi(&e->b, o->g->thread, tcEmitI64(e, i * o->p->threads));
    owns[i] = ownsPoint(o, tcArithAddi(&e->b, o->first, number[i]));
  }
  for (int64_t i = 0; i < AHEAD; ++i) {
    TcLoop then = tcEmitIf(e, owns[i]);
    MlirValue at = tcArithDivui(&e->b, number[i], bits);
    setBit(o, at, tcArithRemui(&e->b, number[i], bits));
    setBit(o, tcEmitI64(e, o->words - 1), at);
    tcEmitIfEnd(e, &then);
  }
}

//===- Combining ----------------------------------------------------------===//

static void setLanes(const Owners *o, bool on) {
  TcEmit *e = &o->g->e;
  e->lanes = on ? o->p->lanes : 1;
  e->vector = on && o->p->lanes > 1 ? tcVecLast(&o->p->points) : -1;
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
    tcStageScatter(e, o->s, yields[i]);
    if (i)
      tcEmitIfEnd(e, &then);
  }
  setLanes(o, false);
}

// The threads share the row of these points.
static void combineRow(Owners *o, const MlirValue *at, const MlirValue *there) {
  TcGpuEmit *g = o->g;
  TcArena *a = g->e.arena;
  const TcSize *lanes = tcSizeConst(a, o->p->lanes),
               *points = tcCpuProduct(a, &g->k, &o->p->points);
  MlirValue count = tcEmitExpr(&g->e, tcSizeFloorDiv(a, points, lanes));
  TcLoop loop = tcGpuForThread(g, count, 0, NULL);
  MlirValue flat = tcArithMuli(&g->e.b, tcGpuLoopIndex(&loop),
                               tcEmitI64(&g->e, o->p->lanes));
  tcGpuEnter(g, &o->p->points, flat);
  combine(o, at, there);
  tcEmitForEnd(&g->e, &loop, 0, NULL);
}

// The next points of a word, of which there is one at least.
static void combineNext(Owners *o, MlirValue from, TcLane *bits) {
  TcEmit *e = &o->g->e;
  MlirValue at[TOGETHER], there[TOGETHER];
  for (int i = 0; i < TOGETHER; ++i) {
    there[i] =
        tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, bits->v, word(e, 0));
    at[i] = tcArithAddi(&e->b, from, lowest(e, bits->v));
    if (i)
      at[i] = tcArithSelect(&e->b, there[i], at[i], at[0]);
    bits->v = withoutLowest(e, bits->v);
  }
  combineRow(o, at, there);
}

static void combineWord(Owners *o, MlirValue number) {
  TcEmit *e = &o->g->e;
  TcLane bits =
      tcLaneScalar(tcLlvmLoad(&e->b, e->i32, wordAt(o, o->set, number)));
  MlirValue from = tcArithMuli(&e->b, number, tcEmitI64(e, BITS));
  from = tcArithAddi(&e->b, o->first, from);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), countBits(e, bits.v), TOGETHER,
                          -1, 1, &bits);
  combineNext(o, from, &bits);
  tcEmitForEnd(e, &loop, 1, &bits);
}

// Goes through what this step has found, in the order of the points.
static void combineFound(Owners *o) {
  TcEmit *e = &o->g->e;
  MlirValue at = wordAt(o, o->set, tcEmitI64(e, o->words - 1));
  TcLane any = tcLaneScalar(tcLlvmLoad(&e->b, e->i32, at));
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), countBits(e, any.v), 1, -1, 1, &any);
  MlirValue number = lowest(e, any.v);
  any.v = withoutLowest(e, any.v);
  combineWord(o, number);
  tcEmitForEnd(e, &loop, 1, &any);
}

//===- A block ------------------------------------------------------------===//

static Owners ownersOf(TcGpuEmit *g, const TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  const TcNest *n = &plan->nests.data[0];
  Owners o = {
      .g = g,
      .p = p,
      .s = p->p.stages.data[0],
      .x = {.e = &g->e, .n = n, .elements = tcGpuNoElements(g, n), .ok = true},
      .step = stepOf(p),
      .words = wordsOf(p)};
  o.over = tcCpuItersWithout(g->e.arena, &o.s->iters, &p->p.tasks);
  o.count = tcEmitExpr(&g->e, tcCpuProduct(g->e.arena, &g->k, &o.over));
  return o;
}

bool tcGpuEmitOwners(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  Owners o = ownersOf(g, plan);
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
  return o.x.ok;
}
