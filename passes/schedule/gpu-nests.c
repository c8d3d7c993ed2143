// Chooses the loops of a GPU's thread. See gpu-nests.h.
#include "passes/schedule/gpu-nests.h"

#include "passes/lower/cpu/nest.h"
#include "passes/schedule/cpu.h"

#include "lib/cost/numbers.h"

bool tcGpuHasNests(const TcGpuPhase *p) {
  return p->mode != TC_GPU_UNIT && p->mode != TC_GPU_PRODUCT &&
         p->mode != TC_GPU_DIRECT && p->mode != TC_GPU_STREAM &&
         p->mode != TC_GPU_SORT_CHUNKS && p->mode != TC_GPU_SORT_MERGE;
}

//===- Plans --------------------------------------------------------------===//

// Ranges are those of loops. Of other forms than points, threads share these,
// or there are none.
static void takePlan(TcCpuKernel *k, const TcGpuPhase *p, TcNestPlan *plan) {
  TcNest n = tcNestOf(k, &p->p, 1, plan);
  bool points = p->mode == TC_GPU_POINTS;
  if (!points || !n.outer.size)
    plan->ranges = 1;
  if (points)
    return;
  plan->rows = 1;
  plan->few = false;
  plan->ahead = 0;
  if (p->mode != TC_GPU_ROWS)
    plan->order = (TcCpuIters){0};
}

void tcGpuTakeNests(TcCpuKernel *k, TcGpuPhase *p) {
  for (size_t i = 0; i < p->p.nests.size; ++i)
    takePlan(k, p, &p->p.nests.data[i]);
}

static int scoreOf(const TcCpuKernel *k, const TcCpuPhase *p, int iter) {
  int score = 0;
  for (size_t i = 0; i < p->stages.size; ++i)
    score += tcCpuVectorScore(k, p->stages.data[i], iter);
  return score;
}

// The iterator of a row along which most of its accesses are contiguous, of
// those that are neither the last nor short; else -1. The memory of a row of
// several dimensions may be in another order than these (channels last).
static int alongMemory(const TcCpuKernel *k, const TcCpuPhase *p,
                       const TcCpuIters *loops) {
  enum { SHORT = 8 };
  if (loops->size < 2)
    return -1;
  int best = -1, most = scoreOf(k, p, tcVecLast(loops));
  for (size_t i = 0; i + 1 < loops->size; ++i) {
    int score = scoreOf(k, p, loops->data[i]);
    if (score <= most ||
        tcCpuGuess(k, k->iters.data[loops->data[i]].extent) < SHORT)
      continue;
    best = loops->data[i];
    most = score;
  }
  return best;
}

static void addOrder(TcCpuKernel *k, const TcCpuPhase *p,
                     const TcCpuIters *loops, TcCpuIters *order) {
  int along = alongMemory(k, p, loops);
  for (size_t i = 0; i < loops->size; ++i)
    if (loops->data[i] != along)
      tcVecPush(k->arena, order, loops->data[i]);
  if (along >= 0)
    tcVecPush(k->arena, order, along);
}

// Threads that share a row take neighbours in memory.
static void orderRows(TcCpuKernel *k, const TcCpuPhase *p, TcNestPlan *plan) {
  TcNest n = tcNestOf(k, p, 1, plan);
  if (alongMemory(k, p, &n.outer) < 0 && alongMemory(k, p, &n.over) < 0)
    return;
  addOrder(k, p, &n.outer, &plan->order);
  addOrder(k, p, &n.over, &plan->order);
  TcNest ordered = tcNestOf(k, p, 1, plan);
  bool takes = true;
  for (size_t i = 0; i < plan->order.size; ++i)
    takes &= plan->order.data[i] == (i < ordered.outer.size
                                         ? ordered.outer.data[i]
                                         : ordered.over.data[i - n.outer.size]);
  if (!takes)
    plan->order = (TcCpuIters){0};
}

// A contraction that has a nest of its own is in loops, like other reductions.
static TcNestPlans chosen(TcCpuKernel *k, const TcCpuPhase *p, TcGpuMode mode) {
  TcNestPlans plans = {0};
  tcCpuPlanPhase(k, NULL, p, &plans);
  for (size_t i = 0; i < plans.size; ++i) {
    TcNestPlan *plan = &plans.data[i];
    if (plan->form != TC_NEST_LOOPS) {
      plan->form = TC_NEST_LOOPS;
      plan->vector = -1;
      plan->rows = plan->columns = 1;
    }
    if (mode == TC_GPU_ROWS) {
      plan->order = (TcCpuIters){0};
      orderRows(k, p, plan);
    }
  }
  return plans;
}

void tcGpuFormNests(TcCpuKernel *k, const TcGpuPhase *p, TcNests *nests) {
  TcCpuPhase phase = p->p;
  if (!phase.nests.size)
    phase.nests = chosen(k, &p->p, p->mode);
  tcCpuFormNests(k, &phase, 1, nests);
}

//===- Loads before stores ------------------------------------------------===//

static int64_t wordsOf(const TcCpuStage *s, int64_t lanes, bool arguments) {
  int64_t words = 0;
  for (size_t i = 0; i < s->reads.size; ++i)
    if (!arguments || s->reads.data[i].value->arg >= 0)
      words += (tcCpuBytes(s->reads.data[i].value->element) + 3) / 4 * lanes;
  return words;
}

static bool hasLoops(const TcNest *n) { return n->outer.size || n->over.size; }

bool tcGpuGathersOnly(const TcNest *n) {
  return n->stages.size == 1 && n->stages.data[0]->gathered.size;
}

int64_t tcGpuWordsTogether(const TcGpuPhase *p, const TcNests *nests) {
  const TcNest *n = &nests->data[0];
  int64_t words = 0;
  if (nests->size != 1 || hasLoops(n) || p->perThread < 2)
    return -1;
  for (size_t i = 0; i < n->stages.size; ++i) {
    if (n->stages.data[i]->kind != TC_CPU_MAP || n->stages.data[i]->in)
      return -1;
    words += wordsOf(n->stages.data[i], p->lanes, /*arguments=*/false) +
             (int64_t)n->stages.data[i]->gathered.size * p->lanes;
  }
  return words * p->perThread;
}

// Whether some map of the nest loads before one in front of it is computed,
// with so many words.
static bool loadsAhead(const TcGpuPhase *p, const TcNest *n, int64_t most) {
  int64_t words = 0;
  size_t first = 0;
  for (size_t i = 0; i < n->stages.size && !hasLoops(n); ++i) {
    int64_t mine = wordsOf(n->stages.data[i], p->lanes, /*arguments=*/true);
    if (n->stages.data[i]->kind != TC_CPU_MAP) {
      first = i + 1;
      words = 0;
    } else if (i > first && words + mine > most) {
      first = i;
      words = mine;
    } else if (i > first && mine) {
      return true;
    } else {
      words += mine;
    }
  }
  return false;
}

static int64_t loadWordsOf(TcCpuKernel *k, const TcGpuPhase *p) {
  int64_t most = tcNumber(gpu_ahead_words);
  TcNests nests = {0};
  if (p->mode != TC_GPU_POINTS)
    return 0;
  most = most < TC_GPU_MOST_WORDS ? most : TC_GPU_MOST_WORDS;
  tcCpuFormNests(k, &p->p, 1, &nests);
  int64_t together = tcGpuWordsTogether(p, &nests);
  bool pays = together > 0 && together <= most;
  for (size_t i = 0; i < nests.size; ++i)
    pays |= loadsAhead(p, &nests.data[i], most) ||
            tcNestSteps(&nests.data[i], p->lanes, most) > 1;
  return pays ? most : 0;
}

//===- Phases -------------------------------------------------------------===//

void tcGpuPlanNests(TcCpuKernel *k, TcGpuPhase *p) {
  if (!tcGpuHasNests(p))
    return;
  p->p.nests = chosen(k, &p->p, p->mode);
  tcGpuTakeNests(k, p);
  p->loadWords = loadWordsOf(k, p);
}
