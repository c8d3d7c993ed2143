// Chooses the loops of a GPU's thread. See gpu-nests.h.
#include "passes/schedule/gpu-nests.h"

#include "passes/lower/cpu/nest.h"

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
  plan->order = (TcCpuIters){0};
}

void tcGpuTakeNests(TcCpuKernel *k, TcGpuPhase *p) {
  for (size_t i = 0; i < p->p.nests.size; ++i)
    takePlan(k, p, &p->p.nests.data[i]);
}

// A contraction that has a nest of its own is in loops, like other reductions.
static TcNestPlans chosen(TcCpuKernel *k, const TcCpuPhase *p) {
  TcNestPlans plans = {0};
  tcCpuPlanPhase(k, NULL, p, &plans);
  for (size_t i = 0; i < plans.size; ++i) {
    TcNestPlan *plan = &plans.data[i];
    if (plan->form == TC_NEST_LOOPS)
      continue;
    plan->form = TC_NEST_LOOPS;
    plan->vector = -1;
    plan->rows = plan->columns = 1;
  }
  return plans;
}

void tcGpuFormNests(TcCpuKernel *k, const TcGpuPhase *p, TcNests *nests) {
  TcCpuPhase phase = p->p;
  if (!phase.nests.size)
    phase.nests = chosen(k, &p->p);
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
  p->p.nests = chosen(k, &p->p);
  tcGpuTakeNests(k, p);
  p->loadWords = loadWordsOf(k, p);
}
