// Chooses the nests of a phase: which stages share one, what each has in
// vectors, how contractions, windows, ranges of rows, scans and sorts of few
// are computed, how far prefetches are ahead. See cpu.h.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/nest.h"
#include "passes/lower/cpu/stage.h"

#include "lib/cost/numbers.h"

//===- Stages -------------------------------------------------------------===//

// A contraction in a nest of its own, if that is better than loops. (A GPU's
// thread has it in a nest of its own, too, but as loops.)
static void planTile(TcCpuKernel *k, const TcTarget *target,
                     const TcCpuPhase *p, const TcCpuStage *s,
                     TcNestPlan *plan) {
  TcTile t, sides;
  TcNestForm form = tcCpuChooseTile(k, target, p, s, &t);
  if (form == TC_NEST_LOOPS || tcCpuItersHave(&p->tasks, t.row) ||
      tcCpuItersHave(&p->tasks, t.column))
    return;
  plan->form = tcNestFitsUnit(k, p, s, &sides) ? TC_NEST_UNIT : form;
  plan->vector = t.vector;
  if (plan->form == TC_NEST_BLOCKS) {
    plan->rows = t.rows;
    plan->columns = t.columns;
    plan->apart = t.apart;
    plan->ahead = t.ahead;
  }
}

//===- Loops --------------------------------------------------------------===//

// The phase's iterator, else the one with the least cost. Outside of its loop a
// streamed kernel is vectorised along memory.
static int vectorOf(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                    const TcNestPlan *plan) {
  TcNest n = tcNestOf(k, p, width, plan);
  TcCpuIters able = tcNestVectors(k, &n);
  bool outside = k->stream.lane >= 0 && !n.in;
  return !outside && tcCpuItersHave(&able, p->vector)
             ? p->vector
             : tcCpuBestVector(k, &n.stages, &able, width);
}

static int64_t opsOf(const TcNest *n) {
  int64_t ops = 0;
  for (size_t i = 0; i < n->stages.size; ++i)
    ops += tcCpuBodyOps(n->stages.data[i]);
  return ops;
}

static int64_t atMost(int64_t n, int64_t most) { return n < most ? n : most; }

static int64_t rangesOf(TcCpuKernel *k, const TcNest *n) {
  int64_t ops = opsOf(n);
  int64_t most = atMost(tcNumber(cpu_row_ranges), TC_CPU_MOST_RANGES);
  int64_t few = ops ? tcNumber(cpu_range_ops) / ops : most;
  few = atMost(few, most);
  return few > 1 && tcNestHasRowCuts(k, n) ? few : 1;
}

static int64_t rowsOf(const TcNest *n) {
  enum { ROWS = 4 };
  return tcNestCanRunRows(n, ROWS) && opsOf(n) <= tcNumber(cpu_scan_ops) ? ROWS
                                                                         : 1;
}

static bool unrolls(const TcCpuKernel *k, const TcNest *n) {
  return tcNestCanUnroll(n, k) &&
         tcCpuExtent(k, tcVecLast(&n->over), INT64_MAX) <=
             tcNumber(cpu_short_window);
}

// Of a part of a row, whose elements are sorted by several tasks, more.
static bool takesFew(const TcCpuPhase *p, const TcNest *n) {
  int64_t take = tcSortTake(n->stages.data[0]);
  return take > 0 && take <= (p->split >= 0 ? tcNumber(cpu_select_few)
                                            : tcNumber(cpu_select_row));
}

static bool hasContraction(const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (n->stages.data[i]->contract)
      return true;
  return false;
}

// Columns that are only added up leave memory no time in which to prefetch.
static int64_t aheadOf(const TcCpuKernel *k, const TcCpuPhase *p,
                       const TcNest *n) {
  TcNestAhead kind = tcNestAheadOf(k, p, n);
  int64_t most = tcNestMostAhead(kind);
  switch (kind) {
  case TC_AHEAD_BYTES:
    return hasContraction(n) || opsOf(n) >= tcNumber(cpu_strip_ops)
               ? atMost(tcNumber(cpu_bytes_ahead), most)
               : 0;
  case TC_AHEAD_STRIPS:
    return opsOf(n) >= tcNumber(cpu_strip_ops);
  case TC_AHEAD_BLOCKS:
    return atMost(tcNumber(cpu_transposed_ahead), most);
  case TC_AHEAD_POINTS:
    return atMost(tcNumber(cpu_scatter_ahead), most);
  case TC_AHEAD_NONE:
    break;
  }
  return 0;
}

static void planLoops(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                      TcNestPlan *plan) {
  plan->vector = plan->lanes > 1 ? vectorOf(k, p, width, plan) : -1;
  TcNest n = tcNestOf(k, p, width, plan);
  plan->ranges = rangesOf(k, &n);
  plan->rows = rowsOf(&n);
  plan->unroll = unrolls(k, &n) && tcVecLast(&n.over) != p->split;
  plan->few = takesFew(p, &n);
  plan->ahead = aheadOf(k, p, &n);
  plan->pastCaches = tcNestCanStorePast(k, p, &n) &&
                     tcCpuExceedsCaches(k, &n.stages, n.vector);
}

// A map of few operations, which are written out for each vector of sums.
static bool isShort(const TcCpuStage *s) {
  return tcCpuBodyOps(s) <= tcNumber(cpu_map_ops);
}

void tcCpuPlanPhase(TcCpuKernel *k, const TcTarget *target, const TcCpuPhase *p,
                    TcNestPlans *plans) {
  int64_t width = target ? target->vectorBits / 32 : 1;
  for (size_t i = 0; i < p->stages.size; ++i) {
    TcNestPlan own = tcNestPlain(k, p, i);
    planTile(k, target, p, p->stages.data[i], &own);
    tcNestPlansAdd(k, p, &own, isShort(p->stages.data[i]), plans);
  }
  for (size_t i = 0; i < plans->size; ++i)
    if (plans->data[i].form == TC_NEST_LOOPS)
      planLoops(k, p, width, &plans->data[i]);
}

void tcCpuPlanNests(TcCpuKernel *k, const TcTarget *target,
                    TcCpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i) {
    TcCpuPhase *p = &phases->data[i];
    p->nests = (TcNestPlans){0};
    if (p->product)
      continue;
    TcNestPlans plans = {0};
    TcCpuPhase read = *p;
    read.lanes = p->vector < 0 ? 1 : p->lanes; // as its text is read
    tcCpuPlanPhase(k, target, &read, &plans);
    p->nests = plans;
  }
}
