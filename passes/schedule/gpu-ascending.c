// Scatters whose points lie in the order of their positions (loop.ascending):
// the points of a row of the result follow on each other, and each thread finds
// those of its own. See gpu.h.
#include "passes/schedule/gpu-scatter.h"

#include "ir/sizes.h"
#include "lib/cost/numbers.h"

//===- Legality -----------------------------------------------------------===//

// Whether positions depend on what is no row's alone.
static bool hasRows(const TcCpuKernel *k, const TcCpuStage *s) {
  TcCpuIters row = tcGpuScatterRow(k, s), parallel = tcCpuStageParallel(k, s);
  return tcCpuItersWithout(k->arena, &parallel, &row).size == 0 &&
         row.size + 1 == s->results.data[0]->rank;
}

// Whether something but a scatter reads what the stage makes.
static bool isRead(const TcCpuKernel *k, const TcCpuStage *made) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *s = k->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (s->reads.data[j].value->stage == made)
        return true;
  }
  return false;
}

// A known number, and not none.
static bool isKnown(const TcSize *size) {
  int64_t n;
  return tcSizeIsConst(size, &n) && n > 0;
}

static bool areKnown(const TcCpuKernel *k, const TcCpuStage *s, size_t dim) {
  TcCpuIters row = tcGpuScatterRow(k, s);
  TcCpuIters over = tcCpuItersWithout(k->arena, &s->iters, &row);
  return isKnown(tcCpuProduct(k->arena, k, &row)) &&
         isKnown(tcCpuProduct(k->arena, k, &over)) &&
         isKnown(s->results.data[0]->sizes[dim]);
}

const char *tcGpuAscendingRefuse(const TcCpuKernel *k, const TcCpuStage *s) {
  size_t dim;
  if (s->kind != TC_CPU_SCATTER || !s->ascending || s->in || s->owners ||
      s->ordered || s->kinds[0] == TC_CPU_CUSTOM)
    return "runs of points are of a scatter without owners that says "
           "loop.ascending (L2)";
  const TcCpuStage *base = tcGpuScatterBase(k, s, &dim);
  if (!base || isRead(k, base) || !hasRows(k, s))
    return "a map of arguments makes the scatter's base, and one position "
           "decides the row, whose points the scatter has all (L1)";
  return areKnown(k, s, dim) ? NULL
                             : "the numbers of rows, of points, and of a row's "
                               "elements are known, and not 0 (L6)";
}

static bool readsOwn(const TcCpuKernel *k, const TcCpuStage *s,
                     const TcCpuRead *r) {
  for (size_t d = 0; d < r->value->rank; ++d)
    if (!tcCpuIsOwnIndex(k, r->index[d], s->iters.data[d]))
      return false;
  return mlirAttributeIsNull(r->fill);
}

static bool hasPointsOf(const TcCpuKernel *k, const TcCpuStage *s,
                        const TcCpuValue *v) {
  if (s->iters.size != v->rank)
    return false;
  for (size_t d = 0; d < v->rank; ++d)
    if (!tcSizeEqual(k->iters.data[s->iters.data[d]].extent, v->sizes[d]))
      return false;
  return true;
}

bool tcGpuMapsRun(const TcCpuKernel *k, const TcCpuStage *scatter,
                  const TcCpuStage *s) {
  const TcCpuValue *v = scatter->results.data[0];
  size_t own = 0;
  if (s->kind != TC_CPU_MAP || s->in || s->unit || s->update ||
      !hasPointsOf(k, s, v))
    return false;
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (s->gathered.data[i]->stage)
      return false;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    bool is = r->value == v;
    if (is ? !readsOwn(k, s, r) : r->value->stage != NULL)
      return false;
    own += is;
  }
  return own > 0;
}

//===- Form ---------------------------------------------------------------===//

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t mapLanes(TcCpuKernel *k, TcCpuStage *map) {
  TcCpuStages one = {0};
  tcVecPush(k->arena, &one, map);
  return tcGpuLanes(k, &one, tcVecLast(&map->iters), -1);
}

void tcGpuFormAscending(TcCpuKernel *k, TcGpuPhase *p) {
  TcCpuStage *s = p->p.stages.data[0];
  p->mode = TC_GPU_ASCENDING;
  p->points = tcGpuScatterRow(k, s);
  p->lanes = p->points.size
                 ? least(tcGpuScatterLanes(k, s, tcVecLast(&p->points)),
                         mapLanes(k, p->base))
                 : 1;
  for (size_t i = 0; i < p->behind.size && p->lanes > 1; ++i)
    p->lanes = least(p->lanes, mapLanes(k, p->behind.data[i]));
}

// Where the map stands that makes the base: alone, or beside other maps.
static TcGpuPhase *phaseWith(const TcGpuPhases *phases, const TcCpuStage *s) {
  for (size_t i = 0; i < phases->size; ++i)
    for (size_t j = 0; j < phases->data[i].p.stages.size; ++j)
      if (phases->data[i].p.stages.data[j] == s)
        return &phases->data[i];
  return NULL;
}

static void takeOut(TcCpuKernel *k, TcGpuPhases *phases, const TcCpuStage *s) {
  TcGpuPhase *p = phaseWith(phases, s);
  TcCpuStages rest = {0};
  for (size_t i = 0; i < p->p.stages.size; ++i)
    if (p->p.stages.data[i] != s)
      tcVecPush(k->arena, &rest, p->p.stages.data[i]);
  p->p.stages = rest;
}

// Whether a run has so many points in the mean that blocks with copies of all
// rows are better off.
static bool areLong(const TcCpuKernel *k, const TcCpuStage *s) {
  TcCpuIters row = tcGpuScatterRow(k, s);
  TcCpuIters over = tcCpuItersWithout(k->arena, &s->iters, &row);
  size_t dim = 0;
  int64_t rows = 0;
  tcGpuScatterBase(k, s, &dim);
  tcSizeIsConst(s->results.data[0]->sizes[dim], &rows);
  return tcCpuGuessIters(k, &over) >=
         (double)(rows * tcNumber(gpu_owner_longer));
}

bool tcGpuChooseAscending(TcCpuKernel *k, TcGpuPhase *p) {
  enum { THREADS = 256 };
  const TcCpuStage *s = p->p.stages.data[0];
  if (p->p.stages.size != 1 || tcFormIsOff(k, TC_FORM_OWNERS) ||
      tcGpuAscendingRefuse(k, s) || areLong(k, s))
    return false;
  p->mode = TC_GPU_ASCENDING;
  p->threads = THREADS;
  return true;
}

// Maps over the result leave their phases.
static void takeMaps(TcCpuKernel *k, TcGpuPhases *phases, TcGpuPhase *p) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    TcCpuStage *s = k->stages.data[i];
    if (!tcGpuMapsRun(k, p->p.stages.data[0], s))
      continue;
    takeOut(k, phases, s);
    tcVecPush(k->arena, &p->behind, s);
  }
}

void tcGpuJoinAscending(TcCpuKernel *k, TcGpuPhases *phases) {
  TcGpuPhases out = {0};
  size_t dim;
  for (size_t i = 0; i < phases->size; ++i) {
    TcGpuPhase *p = &phases->data[i];
    if (p->mode != TC_GPU_ASCENDING)
      continue;
    p->base = tcGpuScatterBase(k, p->p.stages.data[0], &dim);
    takeOut(k, phases, p->base);
    takeMaps(k, phases, p);
    tcGpuFormAscending(k, p);
  }
  for (size_t i = 0; i < phases->size; ++i)
    if (phases->data[i].p.stages.size)
      tcVecPush(k->arena, &out, phases->data[i]);
  *phases = out;
}
