// Phases by points: a point of the iterators that all stages share is computed
// by one thread, which loops over the reductions.
#include "passes/lower/cpu/nest.h"
#include "passes/lower/gpu/emit.h"
#include "passes/schedule/gpu-nests.h"

#include "ir/attrs.h"
#include "ir/diag.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/GpuOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

//===- Planning -----------------------------------------------------------===//

static void spillNest(TcCpuKernel *k, TcGpuPlan *plan, const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    TcCpuStage *s = n->stages.data[i];
    for (size_t r = 0; r < s->results.size; ++r)
      if (tcGpuNeedsPlace(plan, n, s->results.data[r]))
        tcCpuKernelSpill(k, s->results.data[r]);
  }
}

// A temporary with a row of workspace for each point's sort.
static void placeWork(TcGpuEmit *g, TcGpuPlan *plan, const TcCpuStage *s) {
  TcArena *a = g->k.arena;
  const TcSize *points = tcCpuProduct(a, &g->k, &plan->phase->p.tasks);
  const TcSize **size = TC_ARENA_ARRAY(a, const TcSize *, 1);
  size[0] = tcSizeMul(a, points, tcCpuSortBytes(a, &g->k, s, 0, false));
  TcCpuValue bytes = {.element = g->e.i8, .rank = 1, .sizes = size, .arg = -1};
  plan->work = tcCpuKernelAddTemporary(&g->k, &bytes);
}

static const TcSize *countBlocks(TcGpuEmit *g, const TcGpuPhase *p) {
  TcArena *a = g->k.arena;
  const TcSize *each = tcSizeConst(a, p->threads * p->perThread * p->lanes);
  const TcSize *points = tcCpuProduct(a, &g->k, &p->points);
  return tcSizeMul(a,
                   tcSizeMul(a, tcCpuProduct(a, &g->k, &p->blocks),
                             tcSizeCeilDiv(a, points, each)),
                   tcGpuChunks(g, p));
}

void tcGpuPlanPoints(TcGpuEmit *g, TcGpuPlan *plan) {
  tcCpuFormNests(&g->k, &plan->phase->p, 1, &plan->nests);
  plan->blocks = countBlocks(g, plan->phase);
  for (size_t i = 0; i < plan->nests.size; ++i) {
    const TcNest *n = &plan->nests.data[i];
    spillNest(&g->k, plan, n);
    if (n->stages.data[0]->kind == TC_CPU_SORT)
      placeWork(g, plan, n->stages.data[0]);
  }
}

//===- Emitting -----------------------------------------------------------===//

// The flat number of this thread's point among all points of the phase.
static MlirValue pointNumber(TcGpuEmit *g, const TcCpuIters *tasks) {
  TcEmit *e = &g->e;
  MlirValue sum = tcEmitI64(e, 0);
  for (size_t i = 0; i < tasks->size; ++i) {
    const TcCpuIter *iter = &g->k.iters.data[tasks->data[i]];
    sum = tcArithMuli(&e->b, sum, tcEmitExpr(e, iter->extent));
    sum = tcArithAddi(&e->b, sum, e->iters[tasks->data[i]]);
  }
  return sum;
}

static bool emitSort(TcGpuEmit *g, const TcGpuPlan *plan, const TcNest *n) {
  TcEmit *e = &g->e;
  TcCpuStage *s = n->stages.data[0];
  const int32_t dynamic = INT32_MIN;
  const TcCpuIters *tasks = &plan->phase->p.tasks;
  TcRun run = {.e = e, .s = s, .lanes = 1, .few = n->plan.few, .ok = true};
  run.inner = tcCpuItersWithout(e->arena, &s->iters, tasks);
  MlirValue bytes = tcEmitExpr(e, tcCpuSortBytes(e->arena, &g->k, s, 0, false));
  MlirValue at = tcArithMuli(&e->b, pointNumber(g, tasks), bytes);
  MlirValue work = tcLlvmGetelementptr(&e->b, e->ptr, e->buffers[plan->work], 1,
                                       &at, 1, &dynamic, e->i8);
  return tcEmitSort(&run, work);
}

static bool emitNest(TcGpuEmit *g, const TcGpuPlan *plan, const TcNest *n) {
  TcCpuStage *s = n->stages.data[0];
  if (s->kind == TC_CPU_SORT)
    return emitSort(g, plan, n);
  if (s->kind != TC_CPU_FOR)
    return tcEmitNest(&g->e, n);
  tcOpEmitError(s->op, "[TC-0601] loop-to-gpu has no code for this stage yet; "
                       "interpret the program, or keep it out of kernels");
  return false;
}

// Sets the vector of points that starts at `flat`.
static void enterPoint(TcGpuEmit *g, const TcGpuPhase *p, MlirValue flat) {
  tcGpuEnter(g, &p->points, flat);
  g->e.lanes = p->lanes;
  g->e.vector = p->lanes > 1 ? tcVecLast(&p->points) : -1;
}

static void leavePoint(TcGpuEmit *g) {
  g->e.lanes = 1;
  g->e.vector = -1;
}

// Emits the phase's nests for the vector of points that starts at `flat`.
static bool emitPoint(TcGpuEmit *g, const TcGpuPlan *plan, MlirValue flat) {
  enterPoint(g, plan->phase, flat);
  g->e.loadsFirst = true;
  g->e.loadWords = plan->phase->loadWords;
  bool ok = tcGpuEmitNests(g, plan, emitNest, false);
  g->e.loadsFirst = false;
  leavePoint(g);
  return ok;
}

// Emits the points of a thread that start at `at`, each `width` further on, one
// after the other.
static bool emitInTurn(TcGpuEmit *g, const TcGpuPlan *plan, MlirValue at,
                       MlirValue width, MlirValue count) {
  TcEmit *e = &g->e;
  TcLoop iterations = tcEmitFor(
      e, tcEmitI64(e, 0), tcEmitI64(e, plan->phase->perThread), 1, -1, 0, NULL);
  at = tcArithAddi(&e->b, at,
                   tcArithMuli(&e->b, tcGpuLoopIndex(&iterations), width));
  TcLoop guard = tcEmitIf(e, tcGpuIsBelow(g, at, count));
  bool ok = emitPoint(g, plan, at);
  tcEmitIfEnd(e, &guard);
  tcEmitForEnd(e, &iterations, 0, NULL);
  return ok;
}

// Whether registers are for all that a thread's points load of arguments.
static bool loadsTogether(const TcGpuPlan *plan) {
  int64_t words = tcGpuWordsTogether(plan->phase, &plan->nests);
  return words >= 0 && words <= plan->phase->loadWords;
}

// What the nest's stages read of arguments at this point.
static TcLane **loadPoint(TcGpuEmit *g, const TcNest *n) {
  TcLane **elements = tcGpuNoElements(g, n);
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (s->reads.data[j].value->arg >= 0)
        elements[i][j] = tcStageElement(&g->e, &s->reads.data[j]);
  }
  return elements;
}

// The same points, all of which exist: each loads before the first one stores,
// and has what it gathers under way.
static bool emitTogether(TcGpuEmit *g, const TcGpuPlan *plan, MlirValue at,
                         MlirValue width) {
  TcEmit *e = &g->e;
  const TcNest *n = &plan->nests.data[0];
  size_t points = (size_t)plan->phase->perThread;
  TcLane ***elements = TC_ARENA_ARRAY(e->arena, TcLane **, points);
  TcLane **made = TC_ARENA_ARRAY(e->arena, TcLane *, points);
  MlirValue *first = TC_ARENA_ARRAY(e->arena, MlirValue, points);
  bool ok = true, gathers = tcGpuGathersOnly(n);
  for (size_t i = 0; i < points; ++i) {
    first[i] = at;
    enterPoint(g, plan->phase, at);
    elements[i] = loadPoint(g, n);
    at = tcArithAddi(&e->b, at, width);
  }
  for (size_t i = 0; i < points && ok && gathers; ++i) {
    TcNestRun x = {.e = e, .n = n, .elements = elements[i], .ok = true};
    enterPoint(g, plan->phase, first[i]);
    made[i] = tcNestEvaluate(&x, 0);
    ok = x.ok;
  }
  for (size_t i = 0; i < points && ok; ++i) {
    e->forwarded.size = 0;
    enterPoint(g, plan->phase, first[i]);
    if (gathers)
      tcStageMake(e, n->stages.data[0], made[i]);
    else
      ok = tcNestPointWith(e, n, elements[i], NULL);
  }
  e->forwarded.size = 0;
  leavePoint(g);
  return ok;
}

// Emits a thread's several points: at once where the block has all of its own.
static bool emitSeveral(TcGpuEmit *g, const TcGpuPlan *plan, MlirValue first,
                        MlirValue at, MlirValue count) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  MlirValue width = tcEmitI64(e, g->threads * p->lanes);
  if (!loadsTogether(plan))
    return emitInTurn(g, plan, at, width, count);
  MlirValue last = tcArithAddi(
      &e->b, first, tcEmitI64(e, g->threads * p->lanes * p->perThread - 1));
  TcLoop whole = tcEmitIf(e, tcGpuIsBelow(g, last, count));
  bool ok = emitTogether(g, plan, at, width);
  tcEmitElse(e, &whole);
  ok = ok && emitInTurn(g, plan, at, width, count);
  tcEmitIfEnd(e, &whole);
  return ok;
}

// Emits this thread's vectors of the block's points, which start at `first`:
// one, or several a block's width apart.
static bool emitOwnPoints(TcGpuEmit *g, const TcGpuPlan *plan, MlirValue first,
                          MlirValue count) {
  TcEmit *e = &g->e;
  MlirValue lanes = tcEmitI64(e, plan->phase->lanes);
  MlirValue at =
      tcArithAddi(&e->b, first, tcArithMuli(&e->b, g->thread, lanes));
  if (plan->phase->perThread > 1)
    return emitSeveral(g, plan, first, at, count);
  TcLoop guard = tcEmitIf(e, tcGpuIsBelow(g, at, count));
  bool ok = emitPoint(g, plan, at);
  tcEmitIfEnd(e, &guard);
  return ok;
}

bool tcGpuEmitPoints(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = plan->phase;
  TcArena *a = e->arena;
  const TcSize *points = tcCpuProduct(a, &g->k, &p->points);
  int64_t each = p->threads * p->perThread * p->lanes;
  MlirValue number; // of the block, among those of one point of p->blocks
  MlirValue block = tcGpuEnterChunk(g, p), rest;
  if (p->strips)
    number = tcGpuSplitOff(g, block, tcCpuProduct(a, &g->k, &p->blocks), &rest);
  else
    rest = tcGpuSplitOff(
        g, block, tcSizeCeilDiv(a, points, tcSizeConst(a, each)), &number);
  tcGpuEnter(g, &p->blocks, rest);
  MlirValue first = tcArithMuli(&e->b, number, tcEmitI64(e, each));
  e->chunk = p->p.chunk;
  bool ok = emitOwnPoints(g, plan, first, tcEmitExpr(e, points));
  e->chunk = -1;
  tcGpuLeaveChunk(g);
  return ok;
}
