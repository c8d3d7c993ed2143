// Other schedules than the chosen one, for a search. A variant changes one
// thing of a phase: the vectorised iterator and its lanes, what a task is, the
// order of tasks, the parts of a split reduction, tiles or nests for a product.
// Variants of variants are ranked with them.
#include "passes/schedule/alternatives.h"
#include "passes/lower/gpu/kernel_gpu.h"
#include "passes/schedule/cpu.h"
#include "passes/schedule/gpu-text.h"
#include "passes/schedule/kernel_schedule.h"

#include "ir/builder.h"
#include "ir/collect.h"
#include "lib/cost/numbers.h"

#include "mlir-c/BuiltinAttributes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Variant {
  TcCpuPhases phases;
  MlirAttribute text;
  double cost;
  bool expanded; // its own variants are in the list
} Variant;

typedef struct Search {
  TcArena *arena;
  MlirOperation op;
  TcCpuKernel k;
  const TcTarget *target;
  TC_VEC(Variant) list;
} Search;

//===- Legality -----------------------------------------------------------===//

bool tcScheduleIsAllowed(TcArena *arena, MlirOperation op,
                         const TcTarget *target, MlirAttribute schedule) {
  TcCollector collector;
  tcCollectorStart(&collector, mlirOperationGetContext(op));
  bool ok =
      tcScheduleIsFor(schedule, target->backend->gpu) &&
      mlirLogicalResultIsSuccess(tcScheduleCheck(arena, op, schedule, target));
  tcStatusFree(tcCollectorFinish(&collector));
  return ok;
}

//===- Rank ---------------------------------------------------------------===//

static double tasksOf(const Search *s, const TcCpuPhase *p) {
  double tasks = tcCpuGuessIters(&s->k, &p->tasks);
  if (p->chunk >= 0)
    tasks *= tcCpuGuess(&s->k, s->k.iters.data[p->chunk].extent) /
                 (double)p->chunkSize +
             1;
  if (p->split >= 0)
    tasks *= (double)p->splitParts;
  return tasks < 1 ? 1 : tasks;
}

// Operations on the machine's critical path. Tiles of a product come first:
// their cost is another model's.
static double costOf(const Search *s, const TcCpuPhases *phases) {
  double cost = 0;
  for (size_t i = 0; i < phases->size; ++i) {
    const TcCpuPhase *p = &phases->data[i];
    if (p->product)
      continue;
    double work = 0, tasks = tasksOf(s, p);
    for (size_t k = 0; k < p->stages.size; ++k)
      work += tcCpuStageCost(&s->k, p->stages.data[k], p->vector, p->lanes);
    work += tasks * tcNumber(search_task_work);
    cost += work / (tasks < tcNumber(cpu_tasks) ? tasks : tcNumber(cpu_tasks)) +
            tcNumber(search_phase_work);
  }
  return cost;
}

//===- Variants -----------------------------------------------------------===//

static bool isListed(const Search *s, MlirAttribute text) {
  for (size_t i = 0; i < s->list.size; ++i)
    if (mlirAttributeEqual(s->list.data[i].text, text))
      return true;
  return false;
}

// Plans the phases' nests, too.
static void addVariant(Search *s, TcCpuPhases *phases) {
  tcCpuPlanNests(&s->k, s->target, phases);
  MlirAttribute text = tcCpuScheduleToAttr(&s->k, phases, false);
  if (isListed(s, text) ||
      !tcScheduleIsAllowed(s->arena, s->op, s->target, text))
    return;
  Variant v = {*phases, text, costOf(s, phases), false};
  tcVecPush(s->arena, &s->list, v);
}

// The schedule with another phase number `at`.
static void withPhase(Search *s, const TcCpuPhases *phases, size_t at,
                      TcCpuPhase phase) {
  TcCpuPhases copy = {0};
  for (size_t i = 0; i < phases->size; ++i)
    tcVecPush(s->arena, &copy, i == at ? phase : phases->data[i]);
  addVariant(s, &copy);
}

static bool hasIter(const TcCpuIters *iters, int iter) {
  return iter >= 0 && tcCpuItersHave(iters, iter);
}

static TcCpuIters without(Search *s, const TcCpuIters *iters, int iter) {
  TcCpuIters one = {0};
  tcVecPush(s->arena, &one, iter);
  return tcCpuItersWithout(s->arena, iters, &one);
}

static void varyLanes(Search *s, const TcCpuPhases *all, size_t at) {
  const TcCpuPhase *p = &all->data[at];
  static const int64_t lanes[] = {4, 8, 16, 32, 64};
  for (size_t i = 0; p->vector >= 0 && i < sizeof lanes / sizeof *lanes; ++i) {
    TcCpuPhase other = *p;
    other.lanes = lanes[i];
    withPhase(s, all, at, other);
  }
}

// Other iterators in vectors, whole in a task or in chunks.
static void varyVector(Search *s, const TcCpuPhases *all, size_t at) {
  const TcCpuPhase *p = &all->data[at];
  TcCpuIters parallel = tcCpuPhaseParallel(&s->k, &p->stages);
  for (int i = -1; i < (int)s->k.iters.size; ++i) {
    TcCpuPhase other = *p;
    if (i == p->vector)
      continue;
    other.vector = i;
    other.strip = other.nontemporal = 0; // other reads are transposed, or none
    other.keepsRow = false;
    if (i >= 0 && p->vector < 0)
      other.lanes = s->target->vectorBits / 32;
    other.chunk = -1;
    other.tasks = without(s, &parallel, i);
    withPhase(s, all, at, other);
    if (!hasIter(&parallel, i))
      continue;
    other.chunk = i;
    other.chunkSize = 256;
    withPhase(s, all, at, other);
  }
}

// What one task has: more or less of the iterator that is cut, another one, or
// all of an iterator that tasks were points of.
static void varyTasks(Search *s, const TcCpuPhases *all, size_t at) {
  const TcCpuPhase *p = &all->data[at];
  TcCpuIters parallel = tcCpuPhaseParallel(&s->k, &p->stages);
  static const int64_t sizes[] = {16, 64, 256, 1024, 4096};
  for (size_t i = 0; i < parallel.size; ++i)
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
      TcCpuPhase other = *p;
      other.tasks = without(s, &parallel, parallel.data[i]);
      other.chunk = parallel.data[i];
      other.chunkSize = sizes[k];
      withPhase(s, all, at, other);
    }
  for (size_t i = 0; i < p->tasks.size; ++i) {
    TcCpuPhase other = *p;
    other.tasks = without(s, &p->tasks, p->tasks.data[i]);
    withPhase(s, all, at, other);
  }
}

static void varyOrder(Search *s, const TcCpuPhases *all, size_t at) {
  TcCpuPhase other = all->data[at];
  other.tasks = (TcCpuIters){0};
  for (size_t i = all->data[at].tasks.size; i-- > 0;)
    tcVecPush(s->arena, &other.tasks, all->data[at].tasks.data[i]);
  withPhase(s, all, at, other);
}

static void varySplit(Search *s, const TcCpuPhases *all, size_t at) {
  const TcCpuPhase *p = &all->data[at];
  static const int64_t parts[] = {4, 16, 64, 256};
  const TcCpuStage *first = p->stages.data[0];
  TcCpuPhase other = *p;
  other.split = -1;
  withPhase(s, all, at, other);
  for (size_t i = 0; i < first->over.size; ++i)
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k) {
      other.split = first->over.data[i];
      other.splitParts = parts[k];
      withPhase(s, all, at, other);
    }
}

static void varyGrain(Search *s, const TcCpuPhases *all, size_t at) {
  for (int64_t grain = 1; grain <= 64; grain *= 8) {
    TcCpuPhase other = all->data[at];
    other.grain = grain;
    withPhase(s, all, at, other);
  }
}

// (The list may move while it grows.)
static void expand(Search *s, size_t number) {
  TcCpuPhases phases = s->list.data[number].phases;
  s->list.data[number].expanded = true;
  for (size_t at = 0; at < phases.size; ++at) {
    if (phases.data[at].product)
      continue;
    varyVector(s, &phases, at);
    varyTasks(s, &phases, at);
    varyLanes(s, &phases, at);
    varySplit(s, &phases, at);
    varyOrder(s, &phases, at);
    varyGrain(s, &phases, at);
  }
}

// Tiles where nests are chosen, and the reverse.
static void addForms(Search *s) {
  TcCpuPhases nests = {0}, tiles = {0};
  tcCpuProductPhases(&s->k, s->target, &tiles);
  if (tiles.size)
    addVariant(s, &tiles);
  tcCpuChooseNests(&s->k, s->target, &nests);
  addVariant(s, &nests);
}

static int byCost(const void *a, const void *b) {
  const Variant *x = a, *y = b;
  return (x->cost > y->cost) - (x->cost < y->cost);
}

// Variants of the best that have none yet, until there are enough.
static void explore(Search *s, size_t most) {
  enum { ROUNDS = 4 };
  for (int round = 0; round < ROUNDS && s->list.size < 4 * most; ++round) {
    size_t best = s->list.size;
    for (size_t i = 0; i < s->list.size; ++i)
      if (!s->list.data[i].expanded &&
          (best == s->list.size ||
           s->list.data[i].cost < s->list.data[best].cost))
        best = i;
    if (best == s->list.size)
      return;
    expand(s, best);
  }
}

//===- GPUs ---------------------------------------------------------------===//

// The schedule in which a contraction is computed in this way, or null. (The
// kernel is read anew, since choosing may add stages.)
static MlirAttribute inWay(TcArena *arena, MlirOperation op,
                           const TcTarget *target, const TcGpuWay *way) {
  TcCpuKernel k;
  TcGpuPhases phases = {0};
  if (mlirLogicalResultIsFailure(
          tcGpuKernelRead(arena, op, mlirAttributeGetNull(), &k)))
    return mlirAttributeGetNull();
  tcGpuScheduleChoose(&k, target, way, &phases);
  return tcGpuScheduleToAttr(&k, target, &phases);
}

static bool isAmong(const MlirAttribute *all, size_t n, MlirAttribute a) {
  for (size_t i = 0; i < n; ++i)
    if (mlirAttributeEqual(all[i], a))
      return true;
  return false;
}

// What is measured next of the ways that are left, or `ways->size`: of ways
// that differ in the split alone, each counts for slower than the one before,
// so that there is time for all tilings.
static size_t nextWay(const TcGpuWays *ways, double *times) {
  const double alike = 1.3;
  size_t best = ways->size;
  for (size_t i = 0; i < ways->size; ++i)
    if (!isinf(times[i]) && (best == ways->size || times[i] < times[best]))
      best = i;
  if (best == ways->size)
    return best;
  times[best] = INFINITY;
  for (size_t i = 0; i < ways->size; ++i)
    if (ways->data[i].candidate == ways->data[best].candidate)
      times[i] *= alike;
  return best;
}

// Of a contraction on a matrix unit, the ways that its model of time ranks
// first.
static size_t gpuAlternatives(TcArena *arena, MlirOperation op,
                              const TcTarget *target, size_t most,
                              MlirAttribute *out) {
  TcCpuKernel k;
  out[0] = tcGpuVersionsChoose(arena, op, target, 0);
  if (mlirAttributeIsNull(out[0]) ||
      mlirLogicalResultIsFailure(
          tcGpuKernelRead(arena, op, mlirAttributeGetNull(), &k)) ||
      !k.stages.size || !k.stages.data[0]->contract || k.stream.block >= 0)
    return !mlirAttributeIsNull(out[0]);
  TcGpuWays ways = tcGpuUnitWays(&k, &k.stages, target);
  double *times = TC_ARENA_ARRAY(arena, double, ways.size + 1);
  size_t n = 1;
  if (!times)
    return n;
  tcGpuWayTimes(&k, target, &ways, (TcGpuSizes){.guess = k.guess}, times);
  for (size_t way; n < most && (way = nextWay(&ways, times)) < ways.size;) {
    MlirAttribute text = inWay(arena, op, target, &ways.data[way]);
    if (!mlirAttributeIsNull(text) && !isAmong(out, n, text) &&
        tcScheduleIsAllowed(arena, op, target, text))
      out[n++] = text;
  }
  return n;
}

size_t tcScheduleAlternatives(TcArena *arena, MlirOperation op,
                              const TcTarget *target, size_t most,
                              MlirAttribute *out) {
  Search s = {.arena = arena, .op = op, .target = target};
  TcCpuPhases chosen = {0};
  if (most && target->backend->gpu)
    return gpuAlternatives(arena, op, target, most, out);
  if (!most ||
      mlirLogicalResultIsFailure(tcCpuKernelReadToChoose(arena, op, &s.k)))
    return 0;
  out[0] = tcCpuVersionsChoose(arena, op, target, 0);
  s.k.without = (TcScheduleForms)1 << TC_FORM_THREADS; // else in no version
  if (mlirAttributeIsNull(out[0]))
    return 0;
  tcCpuScheduleChoose(&s.k, target, &chosen);
  addVariant(&s, &chosen);
  if (!s.list.size || !mlirAttributeEqual(s.list.data[0].text, out[0]))
    return 1; // in versions
  addForms(&s);
  explore(&s, most);
  qsort(s.list.data, s.list.size, sizeof *s.list.data, byCost);
  size_t n = 1;
  for (size_t i = 0; i < s.list.size && n < most; ++i)
    if (!mlirAttributeEqual(s.list.data[i].text, out[0]))
      out[n++] = s.list.data[i].text;
  return n;
}
