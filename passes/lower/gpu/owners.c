// Phases by owners: a scatter whose positions the data decides. A block owns
// some positions and has to find the points that are combined there, among all
// of them; its threads then share the row of each. They look at as many points
// at once as they are, times a few, each at its own. What a thread finds it
// marks in shared memory: a bit in words, and a count for each 1,024 points.
// Behind a barrier it counts the bits before its own: that is the point's place
// in a list, which so has the order of the points, whichever thread found them.
// Behind another all threads go through the list.
//
// There are two such sets of words by turns: while one is counted, the other is
// cleared for the next step.
//
// Combining these is owner_combine.c; the block may also make the scatter's
// base: see owner_rows.c. Rows with many points may be left to a launch of
// their own: see owner_leave.c.
#include "passes/lower/gpu/owners.h"

#include "passes/lower/cpu/gather.h"
#include "passes/lower/gpu/emit.h"
#include "passes/schedule/gpu-scatter.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

enum {
  BITS = 32,
  SETS = 2,
};

static int64_t stepOf(const TcGpuPhase *p) { return p->threads * p->perThread; }

static int64_t ceilOf(int64_t n, int64_t of) { return (n + of - 1) / of; }

static int64_t wordsOf(const TcGpuPhase *p) { return stepOf(p) / BITS; }

// Of words whose bits one count is of.
static int64_t countsOf(const TcGpuPhase *p) {
  return ceilOf(wordsOf(p), BITS);
}

// Words; counts; and the sum of these.
static int64_t setOf(const TcGpuPhase *p) {
  return wordsOf(p) + countsOf(p) + 1;
}

// In words: where the list lies, behind the sets; and in units of 8 bytes,
// behind the list, the numbers of rows' first points.
static int64_t listAt(const TcGpuPhase *p) { return SETS * setOf(p); }

static int64_t rowsAt(const TcGpuPhase *p) {
  return ceilOf(2 * listAt(p) + stepOf(p), 4);
}

void tcGpuPlanOwners(TcGpuEmit *g, TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  const TcCpuStage *s = p->p.stages.data[0];
  size_t dim = 0;
  tcCpuFormNests(&g->k, &p->p, 1, &plan->nests);
  plan->blocks = tcCpuProduct(g->k.arena, &g->k, &p->blocks);
  plan->sharedBytes = rowsAt(p) * 8;
  if (!p->base || !tcGpuScatterBase(&g->k, s, &dim))
    return;
  int64_t rows = tcGpuOwnersRows(&g->k, s, dim);
  plan->sharedBytes += rows * 8;
  if (p->longer)
    plan->sharedBytes += (rows + 1) * 4;
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

// Word number `at` of shared memory.
MlirValue tcGpuOwnersWord(const TcGpuOwners *o, MlirValue at) {
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, o->g->shared, 1, &at, 1, &dynamic,
                             e->i32);
}

// Word number `at` of a set.
static MlirValue wordAt(const TcGpuOwners *o, MlirValue set, MlirValue at) {
  TcEmit *e = &o->g->e;
  MlirValue first = tcArithMuli(&e->b, set, tcEmitI64(e, setOf(o->p)));
  return tcGpuOwnersWord(o, tcArithAddi(&e->b, first, at));
}

static MlirValue loadWord(const TcGpuOwners *o, MlirValue at) {
  TcEmit *e = &o->g->e;
  return tcLlvmLoad(&e->b, e->i32, wordAt(o, o->set, at));
}

// Entries are i16: a step has fewer points.
static MlirValue listEntry(const TcGpuOwners *o, MlirValue i) {
  TcEmit *e = &o->g->e;
  const int32_t dynamic = INT32_MIN;
  MlirValue list = tcGpuOwnersWord(o, tcEmitI64(e, listAt(o->p)));
  return tcLlvmGetelementptr(&e->b, e->ptr, list, 1, &i, 1, &dynamic,
                             mlirIntegerTypeGet(e->ctx, 16));
}

static void add(const TcGpuOwners *o, MlirValue at, MlirValue count) {
  TcEmit *e = &o->g->e;
  tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP_ADD, wordAt(o, o->set, at),
                  count, TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
}

static MlirValue over(TcEmit *e, MlirValue n, int64_t by) {
  return tcArithDivui(&e->b, n, tcEmitI64(e, by));
}

static MlirValue bitOf(TcEmit *e, MlirValue number) {
  MlirValue i = tcArithRemui(&e->b, number, tcEmitI64(e, BITS));
  return tcArithShli(&e->b, word(e, 1), shortOf(e, i));
}

// The number of the lowest bit, of words and of i64.
MlirValue tcGpuOwnersLowest(TcEmit *e, MlirValue bits) {
  MlirValue n = tcLlvmIntrCttz(&e->b, bits, false);
  return mlirTypeEqual(mlirValueGetType(n), e->i64) ? n : longOf(e, n);
}

MlirValue tcGpuOwnersWithoutLowest(TcEmit *e, MlirValue bits) {
  MlirValue one = tcEmitInt(e, mlirValueGetType(bits), 1);
  return tcArithAndi(&e->b, bits, tcArithSubi(&e->b, bits, one));
}

static void clear(const TcGpuOwners *o, MlirValue set, int64_t sets) {
  TcEmit *e = &o->g->e;
  TcLoop loop = tcGpuForThread(o->g, tcEmitI64(e, sets * setOf(o->p)), 0, NULL);
  tcLlvmStore(&e->b, word(e, 0), wordAt(o, set, tcGpuLoopIndex(&loop)));
  tcEmitForEnd(e, &loop, 0, NULL);
}

//===- Looking ------------------------------------------------------------===//

static void need(TcMap *ops, MlirValue v) {
  if (!mlirValueIsAOpResult(v) || tcMapGet(ops, mlirOpResultGetOwner(v).ptr))
    return;
  MlirOperation op = mlirOpResultGetOwner(v);
  tcMapSet(ops, op.ptr, op.ptr);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    need(ops, mlirOperationGetOperand(op, i));
}

// The ops that compute positions. What else the body reads is for those alone
// that combine the point.
static TcMap positionsOf(const TcGpuOwners *o) {
  TcMap ops = {.arena = o->g->e.arena};
  MlirOperation yield = mlirBlockGetTerminator(o->s->body);
  for (size_t d = 0; d < o->s->results.data[0]->rank; ++d)
    need(&ops, mlirOperationGetOperand(yield, (intptr_t)d));
  return ops;
}

// At the first element of the point's row.
const TcLane *tcGpuOwnersYields(TcGpuOwners *o, MlirValue at) {
  TcEmit *e = &o->g->e;
  size_t forwarded = e->forwarded.size;
  tcGpuEnter(o->g, &o->over, at);
  for (size_t i = 0; i < o->p->points.size; ++i) {
    int iter = o->p->points.data[i];
    if (!tcCpuIterIsOne(&o->g->k, iter)) // else 0, which nobody sets again
      e->iters[iter] = tcEmitI64(e, 0);
  }
  e->needed = &o->positions;
  const TcLane *yields = tcNestEvaluate(&o->x, 0);
  e->needed = NULL;
  e->forwarded.size = forwarded;
  return yields;
}

// Whether the block owns point number `at`; what does not exist it does not.
static MlirValue ownsPoint(TcGpuOwners *o, MlirValue at) {
  TcEmit *e = &o->g->e;
  MlirValue last = tcArithSubi(&e->b, o->count, tcEmitI64(e, 1));
  const TcLane *yields = tcGpuOwnersYields(o, tcArithMinsi(&e->b, at, last));
  if (!yields)
    return tcEmitInt(e, e->i1, 0);
  return tcArithAndi(&e->b, tcStageOwns(e, o->s, yields),
                     tcGpuIsBelow(o->g, at, o->count));
}

// This thread's point number `i` of the step: its number in it.
MlirValue tcGpuOwnersNumber(const TcGpuOwners *o, MlirValue i) {
  TcEmit *e = &o->g->e;
  MlirValue threads = tcEmitI64(e, o->p->threads);
  return tcArithAddi(&e->b, o->g->thread, tcArithMuli(&e->b, i, threads));
}

static void mark(TcGpuOwners *o, MlirValue number) {
  TcEmit *e = &o->g->e;
  MlirValue at = over(e, number, BITS), count = over(e, at, BITS);
  tcLlvmAtomicrmw(&e->b, TC_LLVM_ATOMIC_BIN_OP__OR, wordAt(o, o->set, at),
                  bitOf(e, number), TC_LLVM_ATOMIC_ORDERING_MONOTONIC);
  add(o, tcArithAddi(&e->b, tcEmitI64(e, o->words), count), word(e, 1));
}

// Acts on each point that this thread has found, whose bits they are: few.
typedef void ForFound(TcGpuOwners *o, MlirValue number);
static void forFound(TcGpuOwners *o, TcLane found, ForFound *act) {
  TcEmit *e = &o->g->e;
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), tcLlvmIntrCtpop(&e->b, found.v),
                          1, -1, 1, &found);
  act(o, tcGpuOwnersNumber(o, tcGpuOwnersLowest(e, found.v)));
  found.v = tcGpuOwnersWithoutLowest(e, found.v);
  tcEmitForEnd(e, &loop, 1, &found);
}

// Of this thread's points of the step from number `low` on, n of them, those
// that the block owns, as bits (i64). All positions are loaded before the first
// is compared.
static MlirValue findFew(TcGpuOwners *o, MlirValue low, int64_t n) {
  TcEmit *e = &o->g->e;
  MlirValue found = tcEmitI64(e, 0);
  for (int64_t i = 0; i < n; ++i) {
    MlirValue number =
        tcGpuOwnersNumber(o, tcArithAddi(&e->b, low, tcEmitI64(e, i)));
    MlirValue owns = ownsPoint(o, tcArithAddi(&e->b, o->first, number));
    MlirValue bit =
        tcArithSelect(&e->b, owns, tcEmitI64(e, 1LL << i), tcEmitI64(e, 0));
    found = tcArithOri(&e->b, found, bit);
  }
  return found;
}

static TcLane find(TcGpuOwners *o) {
  enum { FEW = TC_GPU_OWNERS_FEW };
  TcEmit *e = &o->g->e;
  int64_t n = o->p->perThread;
  if (n <= FEW)
    return tcLaneScalar(findFew(o, tcEmitI64(e, 0), n));
  TcLane found = tcLaneScalar(tcEmitI64(e, 0));
  TcLoop loop =
      tcEmitFor(e, tcEmitI64(e, 0), tcEmitI64(e, n), FEW, -1, 1, &found);
  MlirValue low = tcGpuLoopIndex(&loop);
  found.v =
      tcArithOri(&e->b, found.v, tcArithShli(&e->b, findFew(o, low, FEW), low));
  tcEmitForEnd(e, &loop, 1, &found);
  return found;
}

// Marks what this thread has found and is not left: these.
static TcLane markFound(TcGpuOwners *o, TcLane found) {
  TcEmit *e = &o->g->e;
  if (o->p->longer)
    found.v = tcGpuOwnersNotLeft(o, found.v);
  TcLoop any = tcEmitIf(e, tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE,
                                       found.v, tcEmitI64(e, 0)));
  add(o, tcEmitI64(e, o->all), shortOf(e, tcLlvmIntrCtpop(&e->b, found.v)));
  forFound(o, found, mark);
  tcEmitIfEnd(e, &any);
  return found;
}

// Adds the counts, or bits, of words from `low` to `high` to `sum`.
static void sumWords(const TcGpuOwners *o, MlirValue low, MlirValue high,
                     bool bits, TcLane *sum) {
  TcEmit *e = &o->g->e;
  TcLoop loop = tcEmitFor(e, low, high, 1, -1, 1, sum);
  MlirValue x = loadWord(o, tcGpuLoopIndex(&loop));
  if (bits)
    x = tcLlvmIntrCtpop(&e->b, x);
  sum->v = tcArithAddi(&e->b, sum->v, x);
  tcEmitForEnd(e, &loop, 1, sum);
}

// Puts a point into the list: behind those with lower numbers.
static void list(TcGpuOwners *o, MlirValue number) {
  TcEmit *e = &o->g->e;
  MlirValue at = over(e, number, BITS), count = over(e, at, BITS);
  MlirValue counts = tcEmitI64(e, o->words);
  TcLane before = tcLaneScalar(word(e, 0));
  sumWords(o, counts, tcArithAddi(&e->b, counts, count), false, &before);
  sumWords(o, tcArithMuli(&e->b, count, tcEmitI64(e, BITS)), at, true, &before);
  MlirValue lower = tcArithSubi(&e->b, bitOf(e, number), word(e, 1));
  MlirValue own = tcArithAndi(&e->b, loadWord(o, at), lower);
  MlirValue place = tcArithAddi(&e->b, before.v, tcLlvmIntrCtpop(&e->b, own));
  MlirType i16 = mlirIntegerTypeGet(e->ctx, 16);
  tcLlvmStore(&e->b, tcArithTrunci(&e->b, i16, number),
              listEntry(o, longOf(e, place)));
}

MlirValue tcGpuOwnersFound(const TcGpuOwners *o) {
  return longOf(&o->g->e, loadWord(o, tcEmitI64(&o->g->e, o->all)));
}

MlirValue tcGpuOwnersPoint(const TcGpuOwners *o, MlirValue i) {
  TcEmit *e = &o->g->e;
  MlirType i16 = mlirIntegerTypeGet(e->ctx, 16);
  MlirValue entry = tcLlvmLoad(&e->b, i16, listEntry(o, i));
  return tcArithAddi(&e->b, o->first, longOf(e, entry));
}

//===- A block ------------------------------------------------------------===//

TcGpuOwners tcGpuOwnersOpen(TcGpuEmit *g, const TcGpuPlan *plan) {
  const TcGpuPhase *p = plan->phase;
  const TcNest *n = &plan->nests.data[0];
  TcGpuOwners o = {
      .g = g,
      .p = p,
      .s = p->p.stages.data[0],
      .x = {.e = &g->e, .n = n, .elements = tcGpuNoElements(g, n), .ok = true},
      .base = p->base};
  o.positions = positionsOf(&o);
  o.over = tcCpuItersWithout(g->e.arena, &o.s->iters, &p->p.tasks);
  o.count = tcEmitExpr(&g->e, tcCpuProduct(g->e.arena, &g->k, &o.over));
  return o;
}

static TcGpuOwners openOwners(TcGpuEmit *g, const TcGpuPlan *plan) {
  TcGpuOwners o = tcGpuOwnersOpen(g, plan);
  o.step = stepOf(o.p);
  o.words = wordsOf(o.p);
  o.all = wordsOf(o.p) + countsOf(o.p);
  o.rowsAt = rowsAt(o.p);
  return o;
}

void tcGpuOwnersOpenBase(TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  TcCpuStage *base = tcGpuScatterBase(&o->g->k, o->s, &o->dim);
  tcVecPush(e->arena, &o->baseNest.stages, base);
  o->baseRun = (TcNestRun){.e = e,
                           .n = &o->baseNest,
                           .elements = tcGpuNoElements(o->g, &o->baseNest),
                           .ok = true};
  if (o->s->owners)
    o->countsAt = 2 * (o->rowsAt + tcGpuOwnersRows(&o->g->k, o->s, o->dim));
}

static void markRow(TcGpuOwners *o, MlirValue number) {
  MlirValue point = tcArithAddi(&o->g->e.b, o->first, number);
  const TcLane *yields = tcGpuOwnersYields(o, point);
  if (yields)
    tcGpuOwnersMark(o, yields[o->dim].v, point);
}

// Not where there is no point, whose place would be looked at.
static bool isOneStep(const TcGpuOwners *o) {
  TcArena *a = o->g->e.arena;
  int64_t n;
  return tcSizeIsConst(tcCpuProduct(a, &o->g->k, &o->over), &n) && n > 0 &&
         n <= o->step;
}

// Which rows have a point, and many; what this thread has found of the first
// step.
static TcLane lookAhead(TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  TcLane found = {.v = {NULL}};
  o->first = tcEmitI64(e, 0);
  o->set = tcEmitI64(e, 0);
  if (isOneStep(o)) {
    found = find(o);
    forFound(o, found, markRow);
  } else {
    TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), o->count, o->step, -1, 0, NULL);
    o->first = tcGpuLoopIndex(&loop);
    forFound(o, find(o), markRow);
    tcEmitForEnd(e, &loop, 0, NULL);
  }
  tcGpuBarrierAll(o->g);
  if (o->p->longer)
    tcGpuOwnersLeave(o);
  return found;
}

static void combineStep(TcGpuOwners *o, TcLane found) {
  TcEmit *e = &o->g->e;
  found = markFound(o, found);
  tcGpuBarrierAll(o->g);
  forFound(o, found, list);
  clear(o, tcArithSubi(&e->b, tcEmitI64(e, SETS - 1), o->set), 1);
  tcGpuBarrierAll(o->g);
  tcGpuOwnersCombine(o);
}

static void combineSteps(TcGpuOwners *o) {
  TcEmit *e = &o->g->e;
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), o->count, o->step, -1, 0, NULL);
  o->first = tcGpuLoopIndex(&loop);
  o->set = tcArithDivui(&e->b, o->first, tcEmitI64(e, o->step));
  o->set = tcArithRemui(&e->b, o->set, tcEmitI64(e, SETS));
  combineStep(o, find(o));
  tcEmitForEnd(e, &loop, 0, NULL);
}

bool tcGpuEmitOwners(TcGpuEmit *g, TcGpuPlan *plan) {
  TcGpuOwners o = openOwners(g, plan);
  TcLane found = {.v = {NULL}};
  if (o.base) {
    tcGpuOwnersOpenBase(&o);
    tcGpuOwnersClear(&o);
  }
  tcGpuEnter(g, &plan->phase->blocks, g->block);
  clear(&o, tcEmitI64(&g->e, 0), SETS);
  tcGpuBarrierAll(g);
  if (o.base)
    found = lookAhead(&o);
  if (o.base && isOneStep(&o))
    combineStep(&o, found);
  else
    combineSteps(&o);
  if (o.base)
    tcGpuOwnersRest(&o);
  return o.x.ok && (!o.base || o.baseRun.ok);
}
