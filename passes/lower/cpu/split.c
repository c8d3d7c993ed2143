// Splits reductions, scans and sorts into parts. See split.h.
//
//   reduce (i) over (k)    becomes    reduce (p, i) over (q), at k = p * L + q
//                                     reduce (i) over (p)
//
// With outer iterators p counts their points, too, slower than the cuts of k:
//
//   reduce (i) over (b, k)   reduce (p, i) over (q), at b = p div cuts,
//                                                k = (p mod cuts) * L + q
//
// A scan in chunks of L is reduced in each, and starts in each from the
// combination of those before:
//
//   scan (k) along k       becomes    reduce (p) over (q), at k = p * L + q
//                                     scan (p) along p exclusive
//                                     scan (k) along k, from p = k div L
#include "passes/lower/cpu/split.h"

#include "passes/lower/cpu/scatter.h"
#include "passes/lower/cpu/stage.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Split {
  TcCpuKernel *k;
  int iter, part, inner; // k, p, q
  TcCpuIters outer;      // b
  TcMap subst;           // k -> p * L + q
  TcMap made;            // value of a recomputed map -> that of the part's map
} Split;

// Gives each outer iterator its place in the number of a part; what is left of
// the number, the cut of the iterator that is split, is less than `cuts`.
static const TcSize *enterOuter(Split *s, int64_t *cuts) {
  TcArena *a = s->k->arena;
  const TcSize *part = s->k->iters.data[s->part].symbol, *points, *left;
  int64_t n;
  for (size_t i = 0; i < s->outer.size; ++i)
    if (tcSizeIsConst(s->k->iters.data[s->outer.data[i]].extent, &n))
      *cuts /= n;
  left = tcSizeFloorDiv(a, part, tcSizeConst(a, *cuts));
  for (size_t i = s->outer.size; i-- > 0;) {
    const TcCpuIter *iter = &s->k->iters.data[s->outer.data[i]];
    points = i ? tcSizeMod(a, left, iter->extent) : left;
    tcMapSetText(&s->subst, iter->name, (void *)points);
    left = tcSizeFloorDiv(a, left, iter->extent);
  }
  return s->outer.size ? tcSizeMod(a, part, tcSizeConst(a, *cuts)) : part;
}

// The iterator over cut number `cut` of `cuts`, of so many points or, the last
// ones, less; `most` where data decides how many.
static void cutInto(Split *s, const TcSize *cut, const TcSize *cuts,
                    const TcSize *length, const TcSize *most) {
  TcCpuKernel *k = s->k;
  TcArena *a = k->arena;
  const TcSize *extent = k->iters.data[s->iter].extent;
  const TcSize *low = tcSizeMul(a, cut, length);
  const TcSize *rest = tcSizeMin(a, length, tcSizeSub(a, extent, low));
  bool even = tcSizeEqual(tcSizeMul(a, cuts, length), extent);
  s->inner = tcCpuKernelAddIter(
      k, "of.part", even ? length : tcSizeMax(a, rest, tcSizeConst(a, 0)));
  k->iters.data[s->inner].most = most; // also of the last part, which is less
  const TcSize *at = tcSizeAdd(a, low, k->iters.data[s->inner].symbol);
  tcMapSetText(&s->subst, k->iters.data[s->iter].name, (void *)at);
}

static Split makeSplit(TcCpuKernel *k, const TcCpuPhase *p) {
  TcArena *a = k->arena;
  Split s = {.k = k,
             .iter = p->split,
             .outer = p->splitOuter,
             .subst = {.arena = a},
             .made = {.arena = a}};
  int64_t cuts = p->splitParts;
  s.part = tcCpuKernelAddIter(k, "part", tcSizeConst(a, p->splitParts));
  const TcSize *cut = enterOuter(&s, &cuts);
  const TcSize *extent = k->iters.data[s.iter].extent;
  const TcSize *n = tcSizeConst(a, cuts);
  const TcSize *most = tcSizeCeilDiv(a, k->iters.data[s.iter].most, n);
  cutInto(&s, cut, n, tcSizeCeilDiv(a, extent, n), most);
  return s;
}

static Split makeChunks(TcCpuKernel *k, const TcCpuPhase *p) {
  TcArena *a = k->arena;
  Split s = {
      .k = k, .iter = p->chunk, .subst = {.arena = a}, .made = {.arena = a}};
  const TcSize *length = tcSizeConst(a, p->chunkSize);
  const TcSize *n = tcSizeCeilDiv(a, k->iters.data[s.iter].extent, length);
  s.part = tcCpuKernelAddIter(k, "part", n);
  cutInto(&s, k->iters.data[s.part].symbol, n, length, length);
  return s;
}

static TcCpuIters withPart(const Split *s, const TcCpuIters *iters) {
  TcCpuIters out = {0};
  tcVecPush(s->k->arena, &out, s->part);
  for (size_t i = 0; i < iters->size; ++i)
    tcVecPush(s->k->arena, &out, iters->data[i]);
  return out;
}

static TcCpuIters overInner(const Split *s, const TcCpuIters *over) {
  TcCpuIters out = {0};
  for (size_t i = 0; i < over->size; ++i)
    if (!tcCpuItersHave(&s->outer, over->data[i]))
      tcVecPush(s->k->arena, &out,
                over->data[i] == s->iter ? s->inner : over->data[i]);
  return out;
}

static void moveReads(const Split *s, const TcCpuStage *from, TcCpuStage *to) {
  TcArena *a = s->k->arena;
  to->reads.data = NULL;
  to->reads.size = to->reads.capacity = 0;
  for (size_t i = 0; i < from->reads.size; ++i) {
    TcCpuRead r = from->reads.data[i];
    TcCpuValue *made = tcMapGet(&s->made, r.value);
    if (made) { // read at the point that makes it
      r.value = made;
      r.index = tcCpuOwnIndex(s->k, made->stage);
      tcVecPush(a, &to->reads, r);
      continue;
    }
    const TcSize **index = TC_ARENA_ARRAY(a, const TcSize *, r.value->rank + 1);
    for (size_t d = 0; d < r.value->rank; ++d)
      index[d] = tcSizeSubstitute(a, r.index[d], &s->subst);
    r.index = index;
    tcVecPush(a, &to->reads, r);
  }
}

// Partial results of f16 and bf16 are f32: only the total is rounded.
static MlirType partElement(const TcCpuKernel *k, MlirType element) {
  bool half = mlirTypeIsAFloat(element) && mlirFloatTypeGetWidth(element) < 32;
  return half ? mlirF32TypeGet(k->ctx) : element;
}

// What stands for iterators and symbols in the stage's body, and in a part.
static TcMap bothOf(const Split *split, const TcCpuStage *s) {
  TcMap both = {.arena = split->k->arena};
  for (size_t i = 0; i < split->subst.size; ++i)
    tcMapSetText(&both, split->subst.entries[i].key,
                 split->subst.entries[i].value);
  for (size_t i = 0; i < s->subst.size; ++i)
    tcMapSetText(&both, s->subst.entries[i].key, s->subst.entries[i].value);
  return both;
}

// The stage for the points of a part, with no results yet.
static TcCpuStage *stageOfPart(const Split *split, const TcCpuStage *s) {
  TcCpuStage *parts = tcCpuKernelAddStage(split->k, s->kind);
  size_t position = parts->position;
  TcCpuIters iters = overInner(split, &s->iters);
  *parts = *s;
  parts->position = position;
  parts->iters = withPart(split, &iters);
  parts->over = overInner(split, &s->over);
  parts->subst = bothOf(split, s);
  moveReads(split, s, parts);
  parts->results.data = NULL;
  parts->results.size = parts->results.capacity = 0;
  return parts;
}

// The map recomputed at the points of a part.
static TcCpuStage *recompute(Split *split, const TcCpuStage *s) {
  TcCpuStage *map = stageOfPart(split, s);
  for (size_t i = 0; i < s->results.size; ++i) {
    TcCpuValue *v = tcCpuStageAddResult(
        split->k, map, s->results.data[i]->element, &map->iters);
    tcMapSet(&split->made, s->results.data[i], v);
  }
  return map;
}

// The stage that reduces parts; `s` itself reduces what it makes.
static TcCpuStage *splitStage(const Split *split, TcCpuStage *s) {
  TcCpuKernel *k = split->k;
  TcCpuStage *parts = stageOfPart(split, s);
  s->body = (MlirBlock){NULL};
  s->contract = false;
  s->gathered.size = s->reads.size = s->over.size = 0;
  tcVecPush(k->arena, &s->over, split->part);
  for (size_t i = 0; i < s->results.size; ++i) {
    MlirType element = partElement(k, s->results.data[i]->element);
    TcCpuValue *v = tcCpuStageAddResult(k, parts, element, &parts->iters);
    TcCpuRead read = {.value = v, .index = tcCpuOwnIndex(k, parts)};
    tcVecPush(k->arena, &s->reads, read);
  }
  return parts;
}

// Whether the parts of the results lie so close that vectors of them are loaded
// whole, or their combination takes longer than to gather them.
static bool areWorthLanes(const TcCpuKernel *k, const TcNest *n) {
  const TcCpuStage *first = n->stages.data[0];
  TcCpuIters points = tcCpuItersWithout(k->arena, &first->iters, &n->over);
  int64_t all;
  for (size_t i = 0; i < n->stages.size; ++i)
    if (n->stages.data[i]->kinds[0] == TC_CPU_CUSTOM)
      return true;
  return tcSizeIsConst(tcCpuProduct(k->arena, k, &points), &all) &&
         all <= TC_LOAD_MOST_STEP;
}

// The nests of a phase that is added: plain ones. Where the phase's vector is
// the iterator that is split, lanes are points of the results' last dimension
// that tasks leave open, if it is long enough to have lanes; else parts, if
// these are worth it.
static void planAdded(TcCpuKernel *k, int64_t width, TcCpuPhase *p) {
  if (!p->nests.size) // a GPU's
    return;
  p->nests = (TcNestPlans){0};
  tcNestsPlain(k, p, &p->nests);
  for (size_t i = 0; i < p->nests.size; ++i) {
    TcNestPlan *plan = &p->nests.data[i];
    TcNest n = tcNestOf(k, p, width, plan);
    if (plan->vector >= 0 || !tcNestVectors(k, &n).size)
      continue;
    plan->vector = n.outer.size ? tcVecLast(&n.outer) : -1;
    if (tcNestOf(k, p, width, plan).vector < 0)
      plan->vector = areWorthLanes(k, &n) ? tcVecLast(&n.over) : -1;
  }
}

static int inPart(const Split *s, int iter) {
  return iter == s->iter ? s->inner : iter;
}

// The plans of a phase's nests, for its parts.
static TcNestPlans plansOfPart(const Split *s, const TcNestPlans *plans) {
  TcNestPlans out = {0};
  for (size_t i = 0; i < plans->size; ++i) {
    TcNestPlan plan = plans->data[i];
    plan.vector = inPart(s, plan.vector);
    plan.order = (TcCpuIters){0};
    for (size_t j = 0; j < plans->data[i].order.size; ++j)
      if (!tcCpuItersHave(&s->outer, plans->data[i].order.data[j]))
        tcVecPush(s->k->arena, &plan.order,
                  inPart(s, plans->data[i].order.data[j]));
    tcVecPush(s->k->arena, &out, plan);
  }
  return out;
}

static TcCpuPhase splitPhase(TcCpuKernel *k, int64_t width, TcCpuPhase *p) {
  Split split = makeSplit(k, p);
  TcCpuPhase parts = *p;
  parts.stages = (TcCpuStages){0};
  TcCpuStages reductions = {0};
  for (size_t i = 0; i < p->stages.size; ++i) {
    TcCpuStage *s = p->stages.data[i];
    bool map = s->kind == TC_CPU_MAP;
    tcVecPush(k->arena, &parts.stages,
              map ? recompute(&split, s) : splitStage(&split, s));
    if (!map)
      tcVecPush(k->arena, &reductions, s);
  }
  p->stages = reductions;
  parts.tasks = withPart(&split, &p->tasks);
  if (parts.vector == split.iter)
    parts.vector = split.inner;
  if (p->vector == split.iter)
    p->vector = -1;
  parts.split = p->split = -1;
  parts.nests = plansOfPart(&split, &p->nests);
  planAdded(k, width, p);
  return parts;
}

//===- Scans --------------------------------------------------------------===//

// The combination of each chunk. Its order is the scan's where that matters.
static TcCpuStage *totalsOf(const Split *split, const TcCpuStage *s) {
  TcCpuKernel *k = split->k;
  TcCpuStage *t = stageOfPart(split, s);
  TcCpuIters along = {0};
  MlirType *yielded = TC_ARENA_ARRAY(k->arena, MlirType, s->results.size + 1);
  tcVecPush(k->arena, &along, split->inner);
  t->kind = TC_CPU_REDUCE;
  t->exclusive = false;
  t->ordered = !tcCpuCommutes(s);
  t->reverse = t->reverse && t->ordered;
  t->iters = tcCpuItersWithout(k->arena, &t->iters, &along);
  for (size_t i = 0; i < s->results.size; ++i) {
    yielded[i] = s->results.data[i]->element;
    tcCpuStageAddResult(k, t, partElement(k, tcAccsElement(k, s, i)),
                        &t->iters);
  }
  t->yielded = yielded;
  return t;
}

// The combination of all chunks before each, or behind it, where the scan `s`
// starts in it.
static TcCpuStage *startsOf(const Split *split, TcCpuStage *s,
                            const TcCpuStage *totals) {
  TcCpuKernel *k = split->k;
  TcCpuStage *t = tcCpuKernelAddStage(k, TC_CPU_SCAN);
  size_t position = t->position;
  *t = *s;
  t->position = position;
  t->body = (MlirBlock){NULL};
  t->exclusive = true;
  t->iters = totals->iters;
  t->over = (TcCpuIters){0};
  t->reads.data = NULL;
  t->results.data = NULL;
  t->gathered.size = 0;
  t->reads.size = t->reads.capacity = 0;
  t->results.size = t->results.capacity = 0;
  tcVecPush(k->arena, &t->over, split->part);
  for (size_t i = 0; i < totals->results.size; ++i) {
    TcCpuValue *total = totals->results.data[i];
    TcCpuRead read = {.value = total, .index = tcCpuOwnIndex(k, totals)};
    tcVecPush(k->arena, &t->reads, read);
    TcCpuValue *start = tcCpuStageAddResult(k, t, total->element, &t->iters);
    tcVecPush(k->arena, &s->starts, start);
  }
  return t;
}

// Adds the phases of what is done before the chunks of `p` can be scanned.
static void splitScans(TcCpuKernel *k, int64_t width, const TcCpuPhase *p,
                       TcCpuPhases *out) {
  Split split = makeChunks(k, p);
  TcCpuPhase totals = *p, starts = *p;
  totals.stages = starts.stages = (TcCpuStages){0};
  totals.chunk = starts.chunk = -1;
  totals.tasks = withPart(&split, &p->tasks);
  if (p->vector == p->chunk) {
    totals.vector = split.inner;
    starts.vector = -1;
  }
  for (size_t i = 0; i < p->stages.size; ++i) {
    TcCpuStage *s = p->stages.data[i];
    if (s->kind != TC_CPU_SCAN) {
      if (tcCpuScansRead(&p->stages, s))
        tcVecPush(k->arena, &totals.stages, recompute(&split, s));
      continue;
    }
    TcCpuStage *t = totalsOf(&split, s);
    tcVecPush(k->arena, &totals.stages, t);
    tcVecPush(k->arena, &starts.stages, startsOf(&split, s, t));
  }
  planAdded(k, width, &totals);
  planAdded(k, width, &starts);
  tcVecPush(k->arena, out, totals);
  tcVecPush(k->arena, out, starts);
}

//===- Sorts --------------------------------------------------------------===//

// So many bytes of workspace for each row that is sorted, or scattered.
static int addWork(TcCpuKernel *k, const TcCpuIters *rows,
                   const TcSize *bytes) {
  TcArena *a = k->arena;
  const TcSize **size = TC_ARENA_ARRAY(a, const TcSize *, 1);
  size[0] = tcSizeMul(a, tcCpuProduct(a, k, rows), bytes);
  TcCpuValue work = {.element = mlirIntegerTypeGet(k->ctx, 8),
                     .rank = 1,
                     .sizes = size,
                     .arg = -1};
  return tcCpuKernelAddTemporary(k, &work);
}

static void splitSort(TcCpuKernel *k, const TcCpuPhase *p, TcCpuPhases *out) {
  TcCpuPhase q = {.stages = p->stages,
                  .tasks = tcCpuPhaseParallel(k, &p->stages),
                  .chunk = -1,
                  .vector = -1,
                  .split = -1,
                  .lanes = 1,
                  .grain = 1};
  int merges = 0;
  bool few = p->nests.size && p->nests.data[0].few;
  q.nests = p->nests;
  while (2 << merges <= p->splitParts)
    ++merges;
  int64_t parts = (int64_t)1 << merges;
  q.pass.last = tcCpuSortPhases(q.stages.data[0], merges, few);
  q.pass.work = addWork(
      k, &q.tasks, tcCpuSortBytes(k->arena, k, q.stages.data[0], parts, few));
  q.pass.part = tcCpuKernelAddIter(k, "part", tcSizeConst(k->arena, parts));
  tcVecPush(k->arena, &q.tasks, q.pass.part);
  for (int i = 1; i <= q.pass.last; ++i) {
    q.pass.number = i;
    tcVecPush(k->arena, out, q);
  }
}

//===- Scatters -----------------------------------------------------------===//

// A phase whose tasks list points by the owners of their positions, and one of
// these owners (scatter_lists.c).
static void splitScatter(TcCpuKernel *k, const TcCpuPhase *p,
                         TcCpuPhases *out) {
  TcCpuPhase list = *p, combine;
  TcCpuIters owner = {0};
  tcVecPush(k->arena, &owner, p->stages.data[0]->owners - 1);
  list.tasks = tcCpuItersWithout(k->arena, &p->tasks, &owner);
  list.pass.work = addWork(k, &list.tasks, tcScatterListBytes(k, p));
  list.pass.part =
      tcCpuKernelAddIter(k, "part", tcSizeConst(k->arena, p->splitParts));
  tcVecPush(k->arena, &list.tasks, list.pass.part);
  list.pass.number = 1;
  list.pass.last = 2;
  combine = list;
  combine.tasks = p->tasks;
  combine.pass.number = 2;
  tcVecPush(k->arena, out, list);
  tcVecPush(k->arena, out, combine);
}

//===- All ----------------------------------------------------------------===//

void tcCpuSplitPhases(TcCpuKernel *k, int64_t width, TcCpuPhases *phases) {
  TcCpuPhases out = {0};
  for (size_t i = 0; i < phases->size; ++i) {
    TcCpuPhase p = phases->data[i];
    if (p.split >= 0 && p.stages.data[0]->kind == TC_CPU_SORT) {
      splitSort(k, &p, &out);
      continue;
    }
    if (p.split >= 0 && p.stages.data[0]->kind == TC_CPU_SCATTER) {
      splitScatter(k, &p, &out);
      continue;
    }
    if (p.split >= 0)
      tcVecPush(k->arena, &out, splitPhase(k, width, &p));
    if (p.chunk >= 0 && tcCpuCanChunkScans(k, &p.stages, p.chunk))
      splitScans(k, width, &p, &out);
    tcVecPush(k->arena, &out, p);
  }
  *phases = out;
}
