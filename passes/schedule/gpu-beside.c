// Launches of several phases, whose blocks run beside each other: of maps by
// points, or in transposed tiles, that read nothing of each other, as copies of
// weights into other layouts, or the updates of a model's parameters, none
// waits for a launch of its own; nor do products whose factors are read in
// place, or those of a unit in one tiling, as the phases of a convolution of a
// spread input. Nor does one write what another reads: a result takes the
// memory of an argument only where each of its readers runs before the stage
// that writes it, by what it reads, or is that stage (passes/plan/replaces.c),
// and of phases beside each other none reads what another makes.
#include "passes/schedule/gpu-choose.h"

#include "lib/cost/numbers.h"

#include <math.h>

// Whether a stage of phases [from, to) makes the value.
static bool isMadeIn(const TcGpuPhases *phases, size_t from, size_t to,
                     const TcCpuValue *v) {
  for (size_t i = from; i < to; ++i)
    for (size_t j = 0; j < phases->data[i].p.stages.size; ++j)
      if (v->stage == phases->data[i].p.stages.data[j])
        return true;
  return v->arg < 0 && !v->stage;
}

static bool readsOf(const TcGpuPhases *phases, size_t from, size_t to,
                    const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (isMadeIn(phases, from, to, s->reads.data[i].value))
      return true;
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (isMadeIn(phases, from, to, s->gathered.data[i]))
      return true;
  return false;
}

static bool isOfMaps(const TcGpuPhase *p) {
  for (size_t i = 0; i < p->p.stages.size; ++i)
    if (p->p.stages.data[i]->kind != TC_CPU_MAP || p->p.stages.data[i]->in)
      return false;
  return (p->mode == TC_GPU_TRANSPOSE ||
          (p->mode == TC_GPU_POINTS && (p->points.size || p->alone))) &&
         !p->parts && !p->partsOf.size;
}

// Whether a block computes one tile, which nothing of the launch depends on.
static bool isOfTiles(const TcGpuPhase *p) {
  return p->mode == TC_GPU_DIRECT ||
         (p->mode == TC_GPU_UNIT && !p->tiling.persists && !p->tiling.tma);
}

static bool areOfProducts(const TcGpuPhase *p, const TcGpuPhase *q) {
  return p->mode == q->mode && isOfTiles(p) && isOfTiles(q) &&
         p->threads == q->threads && p->tiling.resident == q->tiling.resident &&
         p->tiling.group == q->tiling.group;
}

const char *tcGpuBesideRefuse(const TcGpuPhases *phases, size_t i) {
  size_t first = i - 1;
  while (first && phases->data[first].beside)
    --first;
  const TcGpuPhase *p = &phases->data[i], *before = &phases->data[first];
  if (!areOfProducts(p, before) && (!isOfMaps(p) || !isOfMaps(before)))
    return "loops to the grid beside each other are of maps by points, each "
           "with a loop, or in transposed tiles, or of products by as many "
           "threads, of one form";
  for (size_t j = 0; j < p->p.stages.size; ++j)
    if (readsOf(phases, first, i, p->p.stages.data[j]))
      return "a stage reads what a loop beside its own makes (L3)";
  return NULL;
}

//===- Choosing -----------------------------------------------------------===//

static bool sameIters(const TcCpuStage *a, const TcCpuStage *b) {
  if (a->iters.size != b->iters.size)
    return false;
  for (size_t i = 0; i < a->iters.size; ++i)
    if (!tcCpuItersHave(&b->iters, a->iters.data[i]))
      return false;
  return true;
}

// Whether the map reads arguments, gathers of them alone, and reads what other
// maps make at its own points.
static bool standsAlone(const TcCpuStage *s) {
  if (s->kind != TC_CPU_MAP || s->in)
    return false;
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (s->gathered.data[i]->arg < 0)
      return false;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuValue *v = s->reads.data[i].value;
    if (v->arg < 0 && (!v->stage || !sameIters(s, v->stage)))
      return false;
  }
  return true;
}

// Whether a thread that runs both at a point loads less than two do: one reads
// what the other makes, or both an argument with a dimension.
static bool areRelated(const TcCpuStage *a, const TcCpuStage *b) {
  for (size_t i = 0; i < b->reads.size; ++i) {
    const TcCpuValue *v = b->reads.data[i].value;
    if (v->stage == a)
      return true;
    for (size_t j = 0; v->arg >= 0 && v->rank && j < a->reads.size; ++j)
      if (a->reads.data[j].value == v)
        return true;
  }
  return false;
}

// Numbers stages by what belongs together: those of the same iterators that are
// related, whatever lies between, or of short vectors. Scalars that are not
// wait for each other in no block.
static size_t *groupsOf(const TcCpuKernel *k) {
  size_t *groups = TC_ARENA_ARRAY(k->arena, size_t, k->stages.size + 1);
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    double points = tcCpuGuessIters(k, &s->iters);
    bool few = points > 1 && points < (double)tcNumber(gpu_phase_points);
    groups[i] = i;
    for (size_t j = 0; j < i; ++j) {
      const TcCpuStage *earlier = k->stages.data[j];
      if (!sameIters(earlier, s) || (!few && !areRelated(earlier, s)))
        continue;
      size_t from = groups[i] > groups[j] ? groups[i] : groups[j];
      size_t to = groups[i] + groups[j] - from;
      for (size_t g = 0; g <= i; ++g)
        groups[g] = groups[g] == from ? to : groups[g];
    }
  }
  return groups;
}

// The phase of the stage's group, if it can be added to it, or NULL.
static TcGpuPhase *phaseOf(TcCpuKernel *k, TcGpuPhases *phases,
                           const size_t *groups, TcCpuStage *s) {
  for (size_t i = 0; i < phases->size; ++i) {
    TcCpuStages *stages = &phases->data[i].p.stages;
    if (groups[stages->data[0]->position] == groups[s->position])
      return tcCpuCanShare(k, stages, s) ? &phases->data[i] : NULL;
  }
  return NULL;
}

bool tcGpuFormBeside(TcCpuKernel *k, TcGpuPhases *phases) {
  TcGpuPhases found = {0};
  for (size_t i = 0; i < k->stages.size; ++i)
    if (!standsAlone(k->stages.data[i]))
      return false;
  const size_t *groups = groupsOf(k);
  for (size_t i = 0; i < k->stages.size; ++i) {
    TcCpuStage *s = k->stages.data[i];
    TcGpuPhase *joined = phaseOf(k, &found, groups, s);
    if (joined) {
      tcVecPush(k->arena, &joined->p.stages, s);
      continue;
    }
    TcGpuPhase phase = {
        .alone = !s->iters.size,
        .p = {.chunk = -1, .vector = -1, .split = -1, .lanes = 1, .grain = 1}};
    tcVecPush(k->arena, &phase.p.stages, s);
    tcVecPush(k->arena, &found, phase);
  }
  if (found.size < 2)
    return false;
  *phases = found;
  return true;
}

double tcGpuPointsBeside(TcCpuKernel *k, const TcGpuPhases *phases) {
  double points = 0;
  for (size_t i = 0; i < phases->size; ++i)
    points += tcCpuGuessIters(k, &phases->data[i].p.stages.data[0]->iters);
  return points;
}

void tcGpuJoinBeside(TcGpuPhases *phases) {
  for (size_t i = 1; i < phases->size; ++i)
    phases->data[i].beside =
        phases->data[i].threads == phases->data[i - 1].threads &&
        !tcGpuBesideRefuse(phases, i);
}

//===- Contractions on units ----------------------------------------------===//

static bool isSameTiling(const TcGpuTiling *a, const TcGpuTiling *b) {
  return a->unit == b->unit && a->rows == b->rows && a->columns == b->columns &&
         a->warpRows == b->warpRows && a->warpColumns == b->warpColumns &&
         a->depth == b->depth && a->ring == b->ring &&
         a->resident == b->resident && a->persists == b->persists &&
         a->tma == b->tma;
}

// The way with this tiling, all steps in one block; NULL if there is none.
static const TcGpuWay *wayWith(const TcGpuWays *ways, const TcGpuTiling *t) {
  for (size_t i = 0; i < ways->size; ++i)
    if (ways->data[i].split.parts == 1 &&
        isSameTiling(&ways->data[i].tiling, t))
      return &ways->data[i];
  return NULL;
}

static bool allHave(const TcGpuWays *ways, size_t n, const TcGpuTiling *t) {
  for (size_t i = 0; i < n; ++i)
    if (!wayWith(&ways[i], t))
      return false;
  return true;
}

// The times of ways if `n` such contractions are one launch; the least.
static double *timesOf(const TcGpuChoose *c, const TcGpuWays *ways, int64_t n,
                       double *least) {
  double *times = TC_ARENA_ARRAY(c->k->arena, double, ways->size + 1);
  TcGpuSizes sizes = {.guess = c->k->guess, .beside = n};
  tcGpuWayTimes(c->k, c->target, ways, sizes, times);
  *least = INFINITY;
  for (size_t i = 0; i < ways->size; ++i)
    *least = times[i] < *least ? times[i] : *least;
  return times;
}

bool tcGpuUnitsBeside(const TcGpuChoose *c, const TcGpuContractions *all,
                      TcGpuWays *out) {
  size_t n = all->size, longest = 0;
  TcGpuWays *ways = TC_ARENA_ARRAY(c->k->arena, TcGpuWays, n + 1);
  double apart = (double)(n - 1) * tcNumber(gpu_launch_steps), least, most = 0;
  for (size_t i = 0; i < n; ++i) {
    ways[i] = tcGpuUnitWays(c->k, &all->data[i], c->target);
    timesOf(c, &ways[i], 1, &least);
    longest = least > most ? i : longest;
    most = least > most ? least : most;
    apart += least;
  }
  const TcGpuWay *best = NULL;
  double *times = timesOf(c, &ways[longest], (int64_t)n, &least);
  for (size_t i = 0; i < ways[longest].size; ++i) {
    const TcGpuWay *way = &ways[longest].data[i];
    if (times[i] < apart && way->split.parts == 1 && !way->tiling.persists &&
        !way->tiling.tma && allHave(ways, n, &way->tiling)) {
      apart = times[i];
      best = way;
    }
  }
  for (size_t i = 0; best && i < n; ++i)
    tcVecPush(c->k->arena, out, *wayWith(&ways[i], &best->tiling));
  return best != NULL;
}
