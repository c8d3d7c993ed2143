// Loop nests as a schedule plans them: which stages of a phase may share one,
// the order of the loops, what follows from the vectorised one. nest.c emits
// it; passes/schedule/cpu-nest.c chooses plans.
#include "passes/lower/cpu/nest.h"

#include <string.h>

enum { MAX_ACCS = 32 };

//===- Which stages share a nest ------------------------------------------===//

bool tcStageHasOver(const TcCpuStage *s) {
  return s->kind == TC_CPU_REDUCE || s->kind == TC_CPU_SCAN;
}

static bool standsAlone(const TcCpuStage *s, TcNestForm form) {
  return s->kind == TC_CPU_SORT || s->kind == TC_CPU_FOR ||
         form != TC_NEST_LOOPS;
}

bool tcNestMakes(const TcNest *n, const TcCpuValue *v) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (v->stage == n->stages.data[i])
      return true;
  return false;
}

static bool readsFit(const TcCpuKernel *k, const TcNest *n,
                     const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    if (tcNestMakes(n, r->value) &&
        (r->value->stage->kind == TC_CPU_REDUCE || !tcCpuReadsOwnIndex(k, r)))
      return false;
  }
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (tcNestMakes(n, s->gathered.data[i]))
      return false;
  return true;
}

static TcCpuIters innerSpace(TcCpuKernel *k, const TcCpuStage *s,
                             const TcCpuPhase *p) {
  TcCpuIters space = tcCpuStageSpace(k->arena, s), outside = {0};
  for (const TcCpuFor *loop = s->in; loop; loop = loop->around)
    tcVecPush(k->arena, &outside, loop->iter);
  space = tcCpuItersWithout(k->arena, &space, &outside);
  return tcCpuItersWithout(k->arena, &space, &p->tasks);
}

size_t tcNestNumAccs(const TcNest *n) {
  size_t accs = 0;
  for (size_t i = 0; i < n->stages.size; ++i)
    if (tcStageHasOver(n->stages.data[i]))
      accs += n->stages.data[i]->results.size;
  return accs;
}

// The order of loops that the first reduction or scan asks for.
static bool overFits(const TcCpuKernel *k, const TcNest *n,
                     const TcCpuStage *s) {
  if (!tcStageHasOver(s))
    return true;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *other = n->stages.data[i];
    if (tcStageHasOver(other) && (!tcCpuItersSame(k, &other->over, &s->over) ||
                                  other->reverse != s->reverse))
      return false;
  }
  return tcNestNumAccs(n) + s->results.size <= MAX_ACCS;
}

// Whether the stage has a point for each sum of the nest's contraction.
static bool hasSums(TcCpuKernel *k, const TcCpuPhase *p, const TcNest *n,
                    const TcCpuStage *s) {
  const TcCpuStage *first = n->stages.data[0];
  TcCpuIters mine = innerSpace(k, s, p), its = innerSpace(k, first, p);
  its = tcCpuItersWithout(k->arena, &its, &first->over);
  return tcCpuItersSame(k, &mine, &its);
}

static bool joins(TcCpuKernel *k, const TcCpuPhase *p, const TcNest *n,
                  const TcCpuStage *s) {
  const TcCpuStage *first = n->stages.data[0];
  if (n->plan.form == TC_NEST_BLOCKS)
    return tcNestHasForm(k, p, &n->plan) && hasSums(k, p, n, s) &&
           tcContractMayMap(k, n, s);
  if (n->alone || standsAlone(s, TC_NEST_LOOPS) || s->update != first->update ||
      s->kind == TC_CPU_SCATTER || first->kind == TC_CPU_SCATTER)
    return false;
  TcCpuIters mine = innerSpace(k, s, p);
  TcCpuIters its = innerSpace(k, first, p);
  return tcCpuItersSame(k, &mine, &its) && overFits(k, n, s) &&
         readsFit(k, n, s);
}

static bool dependsOn(const TcNest *n, const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (tcNestMakes(n, s->reads.data[i].value))
      return true;
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (tcNestMakes(n, s->gathered.data[i]))
      return true;
  return false;
}

// The stages of a plan, as a nest without loops yet.
static TcNest stagesOf(TcCpuKernel *k, const TcCpuPhase *p,
                       const TcNestPlan *plan) {
  const TcCpuStage *first = p->stages.data[plan->stages.data[0]];
  TcNest n = {.plan = *plan,
              .in = first->in,
              .alone = standsAlone(first, plan->form),
              .vector = -1,
              .readIter = -1,
              .interleaved = -1,
              .lanes = 1};
  for (size_t i = 0; i < plan->stages.size; ++i)
    tcVecPush(k->arena, &n.stages, p->stages.data[plan->stages.data[i]]);
  return n;
}

bool tcNestMayJoin(TcCpuKernel *k, const TcCpuPhase *p,
                   const TcNestPlans *plans, size_t at, size_t stage) {
  const TcCpuStage *s = p->stages.data[stage];
  for (size_t i = plans->size; i-- > at;) {
    TcNest n = stagesOf(k, p, &plans->data[i]);
    if (n.in != s->in ||
        (i > at && (dependsOn(&n, s) || tcNestReadsCarried(&n, s))))
      return false;
    if (i == at)
      return joins(k, p, &n, s);
  }
  return false;
}

// The last nest that the stage may join, or SIZE_MAX.
static size_t nestFor(TcCpuKernel *k, const TcCpuPhase *p,
                      const TcNestPlans *plans, size_t stage, bool maps) {
  for (size_t i = plans->size; i-- > 0;)
    if ((maps || plans->data[i].form == TC_NEST_LOOPS) &&
        tcNestMayJoin(k, p, plans, i, stage))
      return i;
  return SIZE_MAX;
}

void tcNestPlansAdd(TcCpuKernel *k, const TcCpuPhase *p, const TcNestPlan *own,
                    bool maps, TcNestPlans *plans) {
  size_t stage = own->stages.data[0], at = SIZE_MAX;
  if (own->form == TC_NEST_LOOPS)
    at = nestFor(k, p, plans, stage, maps);
  if (at < plans->size)
    tcVecPush(k->arena, &plans->data[at].stages, stage);
  else
    tcVecPush(k->arena, plans, *own);
}

//===- Loops and lanes ----------------------------------------------------===//

static void setLoops(TcCpuKernel *k, const TcCpuPhase *p, TcNest *n) {
  const TcCpuStage *shape = n->stages.data[0];
  for (size_t i = 0; i < n->stages.size; ++i)
    if (tcStageHasOver(n->stages.data[i]))
      shape = n->stages.data[i];
  TcCpuIters space = innerSpace(k, shape, p);
  n->over = (TcCpuIters){0};
  if (tcStageHasOver(shape))
    n->over = tcCpuItersAnd(k->arena, &shape->over, &space);
  n->outer = tcCpuItersWithout(k->arena, &space, &n->over);
}

static bool canVector(const TcCpuKernel *k, const TcNest *n, int iter) {
  for (size_t i = 0; i < n->stages.size; ++i)
    if (!tcCpuCanVector(k, n->stages.data[i], iter))
      return false;
  return true;
}

// Moves the vectorised iterator innermost among its kind.
static void moveLast(TcArena *arena, TcCpuIters *iters, int iter) {
  TcCpuIters one = {0};
  if (!tcCpuItersHave(iters, iter))
    return;
  tcVecPush(arena, &one, iter);
  *iters = tcCpuItersWithout(arena, iters, &one);
  tcVecPush(arena, iters, iter);
}

TcCpuIters tcNestVectors(TcCpuKernel *k, const TcNest *n) {
  const TcCpuIters *loops[] = {&n->outer, &n->over};
  TcCpuIters able = {0};
  for (size_t l = 0; l < 2; ++l)
    for (size_t i = 0; i < loops[l]->size; ++i)
      if (canVector(k, n, loops[l]->data[i]) && // points that exist
          !(n->in && tcCpuStreamMisses(k, loops[l]->data[i])))
        tcVecPush(k->arena, &able, loops[l]->data[i]);
  return able;
}

static void setVector(TcCpuKernel *k, TcNest *n) {
  n->vector = n->plan.lanes > 1 ? n->plan.vector : -1;
  moveLast(k->arena, &n->outer, n->vector);
  moveLast(k->arena, &n->over, n->vector);
}

// Elements of 8 bytes halve the lanes, to none at last; short loops do with
// fewer.
static void setLanes(TcCpuKernel *k, int64_t width, TcNest *n) {
  int64_t widest = tcCpuWidestOf(&n->stages, 2), extent;
  n->lanes = n->plan.lanes * 4 / widest;
  int64_t least = width * 4 / widest;
  if (n->lanes < 2)
    n->vector = -1;
  if (n->vector < 0 || !tcSizeIsConst(k->iters.data[n->vector].extent, &extent))
    return;
  while (n->lanes > least && n->lanes / 2 >= extent)
    n->lanes /= 2;
  if (extent * 4 <= least)
    n->vector = -1;
}

// All points of an iterator are stored together: it is not one of which tasks
// have a part.
static void setInterleaved(TcCpuKernel *k, const TcCpuPhase *p, TcNest *n) {
  if (n->vector < 0 || n->over.size || n->alone)
    return;
  int iter = tcCpuInterleavedIter(k, &n->stages, n->vector);
  int64_t extent;
  if (!tcCpuItersHave(&n->outer, iter) ||
      !tcSizeIsConst(k->iters.data[iter].extent, &extent) ||
      (iter == p->chunk && extent > p->chunkSize))
    return;
  n->interleaved = iter;
  moveLast(k->arena, &n->outer, iter);
}

// Transposed reads need blocks of one machine vector.
static void setTransposed(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                          TcNest *n) {
  if (n->vector < 0 || n->over.size || n->alone || n->interleaved >= 0)
    return;
  int readIter = tcCpuTransposedIter(k, &n->stages, n->vector, false);
  if (!tcCpuItersHave(&n->outer, readIter))
    return;
  n->lanes = width * 4 / tcCpuWidestOf(&n->stages, 4);
  n->readIter = readIter;
  n->strip = p->strip ? p->strip : TC_CPU_MOST_STRIP;
  n->nontemporal = p->nontemporal;
  moveLast(k->arena, &n->outer, readIter);
  moveLast(k->arena, &n->outer, n->vector);
}

// The vector of a row that stays in registers is all of it.
static void setKeepsRow(const TcCpuKernel *k, const TcCpuPhase *p, TcNest *n) {
  int64_t row;
  if (!p->keepsRow || n->vector < 0 || n->vector != p->vector ||
      !tcSizeIsConst(k->iters.data[n->vector].extent, &row))
    return;
  n->keepsRow = true;
  while (n->lanes < row)
    n->lanes *= 2;
}

//===- Order --------------------------------------------------------------===//

// Whether terms that are combined in another order of the loops give the same
// results but for rounding.
static bool overIsFree(const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (tcStageHasOver(s) && (s->kind != TC_CPU_REDUCE || s->ordered ||
                              !(s->contract || tcCpuCommutes(s))))
      return false;
  }
  return true;
}

static TcCpuIters part(TcArena *a, const TcCpuIters *of, size_t from,
                       size_t to) {
  TcCpuIters out = {0};
  for (size_t i = from; i < to; ++i)
    tcVecPush(a, &out, of->data[i]);
  return out;
}

static bool hasEach(const TcCpuIters *a, const TcCpuIters *b) {
  for (size_t i = 0; i < a->size; ++i)
    if (!tcCpuItersHave(b, a->data[i]))
      return false;
  return a->size == b->size;
}

// The loops that have a place of their own, behind the others of their kind.
static size_t numFixed(const TcNest *n, const TcCpuIters *loops) {
  if (n->keepsRow)
    return loops->size;
  return (size_t)(tcCpuItersHave(loops, n->vector) +
                  tcCpuItersHave(loops, n->readIter) +
                  tcCpuItersHave(loops, n->interleaved));
}

static bool permutes(const TcNest *n, const TcCpuIters *of,
                     const TcCpuIters *to) {
  for (size_t i = 1; i <= numFixed(n, of) && i <= to->size; ++i)
    if (of->data[of->size - i] != to->data[to->size - i])
      return false;
  return hasEach(to, of) && hasEach(of, to);
}

// The loops in the plan's order, if there is code for it.
static bool reorder(TcArena *a, TcNest *n) {
  const TcCpuIters *order = &n->plan.order;
  if (order->size != n->outer.size + n->over.size || n->alone)
    return false;
  TcCpuIters outer = part(a, order, 0, n->outer.size);
  TcCpuIters over = part(a, order, n->outer.size, order->size);
  bool same = true;
  for (size_t i = 0; i < over.size; ++i)
    same &= over.data[i] == n->over.data[i];
  if (!permutes(n, &n->outer, &outer) ||
      !(same || (overIsFree(n) && permutes(n, &n->over, &over))))
    return false;
  n->outer = outer;
  n->over = over;
  return true;
}

//===- Plans --------------------------------------------------------------===//

static TcNest formed(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                     const TcNestPlan *plan) {
  TcNest n = stagesOf(k, p, plan);
  setLoops(k, p, &n);
  setVector(k, &n);
  setLanes(k, width, &n);
  setInterleaved(k, p, &n);
  setTransposed(k, p, width, &n);
  setKeepsRow(k, p, &n);
  return n;
}

TcNest tcNestOf(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                const TcNestPlan *plan) {
  TcNest n = formed(k, p, width, plan);
  if (plan->order.size)
    reorder(k->arena, &n);
  if (plan->form == TC_NEST_LOOPS)
    return n;
  tcContractAlong(k, n.stages.data[0], plan->vector, &n.tile);
  n.tile.rows = (int)plan->rows;
  n.tile.columns = (int)plan->columns;
  n.tile.apart = plan->apart;
  n.tile.ahead = plan->form == TC_NEST_BLOCKS ? plan->ahead : 0;
  return n;
}

int tcNestPlainVector(TcCpuKernel *k, const TcCpuPhase *p,
                      const TcNestPlan *plan) {
  TcNest n = stagesOf(k, p, plan);
  setLoops(k, p, &n);
  TcCpuIters able = tcNestVectors(k, &n);
  return tcCpuItersHave(&able, p->vector) ? p->vector : -1;
}

TcNestPlan tcNestPlain(TcCpuKernel *k, const TcCpuPhase *p, size_t stage) {
  TcNestPlan plan = {
      .lanes = p->lanes, .vector = -1, .rows = 1, .columns = 1, .ranges = 1};
  TcTile t;
  tcVecPush(k->arena, &plan.stages, stage);
  if (tcNestFitsUnit(k, p, p->stages.data[stage], &t)) {
    plan.form = TC_NEST_UNIT;
    plan.vector = t.column;
  }
  return plan;
}

void tcNestsPlain(TcCpuKernel *k, const TcCpuPhase *p, TcNestPlans *plans) {
  for (size_t i = 0; i < p->stages.size; ++i) {
    TcNestPlan own = tcNestPlain(k, p, i);
    tcNestPlansAdd(k, p, &own, /*maps=*/false, plans);
  }
  for (size_t i = 0; i < plans->size; ++i)
    if (plans->data[i].form == TC_NEST_LOOPS)
      plans->data[i].vector = tcNestPlainVector(k, p, &plans->data[i]);
}

void tcCpuFormNests(TcCpuKernel *k, const TcCpuPhase *p, int64_t width,
                    TcNests *nests) {
  for (size_t i = 0; i < p->nests.size; ++i)
    tcVecPush(k->arena, nests, tcNestOf(k, p, width, &p->nests.data[i]));
}

bool tcCpuLeavesNest(const TcNests *nests, const TcNest *nest,
                     const TcCpuValue *v) {
  for (size_t i = 0; i < nests->size; ++i) {
    if (&nests->data[i] == nest)
      continue;
    for (size_t j = 0; j < nests->data[i].stages.size; ++j) {
      const TcCpuStage *s = nests->data[i].stages.data[j];
      for (size_t r = 0; r < s->reads.size; ++r)
        if (s->reads.data[r].value == v)
          return true;
      for (size_t g = 0; g < s->gathered.size; ++g)
        if (s->gathered.data[g] == v)
          return true;
    }
  }
  return false;
}
