// A nest's plan as its schedule gives it, in place of a choice. See stage.h.
//
// What there is no code for becomes what there is code for, so that whoever
// reads a schedule finds the difference (passes/schedule/cpu-read.c).
#include "passes/lower/cpu/nest.h"

// Whether tasks have one point of a side.
static bool isCut(const TcCpuPhase *p, const TcTile *t) {
  return tcCpuItersHave(&p->tasks, t->row) ||
         tcCpuItersHave(&p->tasks, t->column);
}

// Whether tasks, or parts of a split, have other numbers of points of the
// iterator.
static bool isUneven(const TcCpuKernel *k, const TcCpuPhase *p, int iter) {
  return iter >= 0 &&
         (iter == p->chunk ||
          (iter == p->split && tcCpuExtent(k, iter, 0) % p->splitParts));
}

bool tcNestCanUpdate(const TcCpuKernel *k, const TcCpuPhase *p,
                     const TcCpuStage *s, const TcTile *t) {
  return tcContractCanUpdate(k, s, t) && !isUneven(k, p, t->row) &&
         !isUneven(k, p, s->over.data[0]);
}

bool tcNestFitsUnit(TcCpuKernel *k, const TcCpuPhase *p, const TcCpuStage *s,
                    TcTile *t) {
  return p->unit && tcContractSides(k, s, t) && !isCut(p, t) &&
         tcContractFitsUnit(k, s, t, p->unit);
}

bool tcNestHasForm(TcCpuKernel *k, const TcCpuPhase *p,
                   const TcNestPlan *plan) {
  const TcCpuStage *s = p->stages.data[plan->stages.data[0]];
  TcTile t;
  if (plan->form == TC_NEST_LOOPS)
    return true;
  if ((plan->stages.size > 1 && plan->form != TC_NEST_BLOCKS) ||
      !tcContractAlong(k, s, plan->vector, &t) || isCut(p, &t))
    return false;
  return plan->form == TC_NEST_UNIT ? tcNestFitsUnit(k, p, s, &t)
         : plan->form == TC_NEST_UPDATE
             ? tcNestCanUpdate(k, p, s, &t)
             : t.row >= 0 && tcContractFits(plan->rows, plan->columns);
}

static void takeForm(TcCpuKernel *k, const TcCpuPhase *p, TcNestPlan *plan) {
  if (tcNestHasForm(k, p, plan))
    return;
  plan->form = TC_NEST_LOOPS;
  plan->rows = plan->columns = 1;
}

static void takeVector(TcCpuKernel *k, const TcCpuPhase *p, TcNestPlan *plan) {
  if (plan->lanes <= 1)
    plan->vector = -1;
  if (plan->vector < 0 || plan->form != TC_NEST_LOOPS)
    return;
  TcNest n = tcNestOf(k, p, 1, plan);
  TcCpuIters able = tcNestVectors(k, &n);
  if (!tcCpuItersHave(&able, plan->vector))
    plan->vector = tcNestPlainVector(k, p, plan);
}

// The loops as there is code for them, if another order is asked for.
static void takeOrder(const TcCpuKernel *k, const TcNest *n, TcNestPlan *plan) {
  if (!plan->order.size)
    return;
  plan->order = (TcCpuIters){0};
  for (size_t i = 0; i < n->outer.size; ++i)
    tcVecPush(k->arena, &plan->order, n->outer.data[i]);
  for (size_t i = 0; i < n->over.size; ++i)
    tcVecPush(k->arena, &plan->order, n->over.data[i]);
}

void tcNestTakePlan(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                    TcNestPlan *plan) {
  takeForm(k, p, plan);
  takeVector(k, p, plan);
  TcNest n = tcNestOf(k, p, width, plan);
  bool loops = plan->form == TC_NEST_LOOPS;
  int64_t most = tcNestMostAhead(tcNestAheadOf(k, p, &n));
  takeOrder(k, &n, plan);
  if (loops && plan->rows > 1 && !tcNestCanRunRows(&n, plan->rows))
    plan->rows = 1;
  if (loops)
    plan->columns = 1;
  plan->apart &= plan->form == TC_NEST_BLOCKS && n.tile.vector != n.tile.column;
  if (plan->ranges > 1 && !tcNestHasRowCuts(k, &n))
    plan->ranges = 1;
  plan->unroll =
      plan->unroll && tcNestCanUnroll(&n, k) && tcVecLast(&n.over) != p->split;
  plan->pastCaches = plan->pastCaches && tcNestCanStorePast(k, p, &n);
  plan->few = plan->few && tcSortTake(n.stages.data[0]) > 0;
  plan->ahead = plan->ahead < most ? plan->ahead : most;
}
