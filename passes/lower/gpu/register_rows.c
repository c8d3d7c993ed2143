// Register-resident rows: where each thread of a block handles the same few
// elements in every nest, its loops are unrolled, and values that it has read
// or computed stay in registers for the next nest. Memory is read once, and
// only partial sums pass through shared memory.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"

//===- Planning -----------------------------------------------------------===//

static bool isOnePoint(const TcNest *n) {
  return !n->outer.size && !n->over.size;
}

// The iterators that are divided among the threads.
static const TcCpuIters *spreadOf(const TcGpuEmit *g, const TcNest *n) {
  return tcGpuSharesOver(g, n) ? &n->over : &n->outer;
}

// Whether the body reads results of the kernel's stages where it likes, which
// another thread may have.
static bool gathersResults(const TcCpuStage *s) {
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (s->gathered.data[i]->stage)
      return true;
  return false;
}

static bool isSimple(const TcGpuEmit *g, const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (s->unit || s->ordered || gathersResults(s) ||
        (s->kind != TC_CPU_MAP && s->kind != TC_CPU_REDUCE))
      return false;
  }
  // All loops are divided among the threads: none is a thread's own.
  return !n->in && (!n->over.size || (tcGpuSharesOver(g, n) && !n->outer.size));
}

static const TcNest *makerOf(const TcNests *nests, const TcCpuValue *v) {
  for (size_t i = 0; i < nests->size; ++i)
    if (tcNestMakes(&nests->data[i], v))
      return &nests->data[i];
  return NULL;
}

// Whether the nest reads results of others only at its own point, which the
// same thread has.
static bool readsOwn(const TcGpuEmit *g, const TcNests *nests,
                     const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcNest *maker = makerOf(nests, s->reads.data[j].value);
      if (maker && (!tcCpuReadsOwnIndex(&g->k, &s->reads.data[j]) ||
                    !mlirAttributeIsNull(s->reads.data[j].fill)))
        return false;
    }
  }
  return true;
}

// The iterators that all nests are spread over; NULL if they differ.
static const TcCpuIters *commonSpread(const TcGpuEmit *g,
                                      const TcNests *nests) {
  const TcCpuIters *common = NULL;
  for (size_t i = 0; i < nests->size; ++i) {
    const TcNest *n = &nests->data[i];
    if (!isSimple(g, n) || !readsOwn(g, nests, n))
      return NULL;
    if (isOnePoint(n))
      continue;
    const TcCpuIters *mine = spreadOf(g, n);
    if (common && !tcCpuItersSame(&g->k, common, mine))
      return NULL;
    common = mine;
  }
  return common;
}

static int64_t commonLanes(TcGpuEmit *g, const TcNests *nests, int iter) {
  int64_t lanes = INT64_MAX;
  for (size_t i = 0; i < nests->size; ++i) {
    if (isOnePoint(&nests->data[i]))
      continue;
    int64_t mine = tcGpuLanes(&g->k, &nests->data[i].stages, iter, -1);
    lanes = mine < lanes ? mine : lanes;
  }
  return lanes;
}

bool tcGpuPlanRegisterRows(TcGpuEmit *g, TcGpuPlan *plan) {
  TcNests *nests = &plan->nests;
  const TcCpuIters *spread = commonSpread(g, nests);
  int64_t points;
  if (!spread ||
      !tcSizeIsConst(tcCpuProduct(g->k.arena, &g->k, spread), &points))
    return false;
  int iter = tcVecLast(spread);
  int64_t lanes = commonLanes(g, nests, iter);
  plan->iterations = tcGpuRowIterations(points, g->threads, &lanes);
  for (size_t i = 0; plan->iterations && i < nests->size; ++i) {
    nests->data[i].vector = lanes > 1 ? iter : -1;
    nests->data[i].lanes = isOnePoint(&nests->data[i]) ? 1 : lanes;
    nests->data[i].alone = false;
  }
  return plan->iterations;
}

//===- What a thread has --------------------------------------------------===//

typedef struct CachedRead {
  const TcCpuRead *read;
  TcLane lane;
} CachedRead;

// Elements that a thread has read, or made, in one of its iterations.
typedef struct Iteration {
  TC_VEC(TcForwarded) made;
  TC_VEC(CachedRead) reads;
} Iteration;

typedef struct RegisterRows {
  TcGpuEmit *g;
  const TcCpuIters *spread;
  Iteration iterations[TC_GPU_ROW_ITERATIONS];
  size_t common; // forwarded elements that are those of all iterations
} RegisterRows;

static bool usesSpread(const RegisterRows *h, const TcCpuRead *r) {
  for (size_t d = 0; d < r->value->rank; ++d)
    for (size_t i = 0; i < h->spread->size; ++i)
      if (tcSizeUses(r->index[d], h->g->k.iters.data[h->spread->data[i]].name))
        return true;
  return false;
}

static TcLane readOnce(RegisterRows *h, Iteration *t, const TcCpuRead *r) {
  TcEmit *e = &h->g->e;
  for (size_t i = 0; i < t->reads.size; ++i)
    if (tcCpuIsSameRead(t->reads.data[i].read, r))
      return t->reads.data[i].lane;
  CachedRead cached = {r, tcStageElement(e, r)};
  tcVecPush(e->arena, &t->reads, cached);
  return cached.lane;
}

// The elements that the nest reads of memory, each loaded once.
static TcLane **elementsOf(RegisterRows *h, Iteration *t, const TcNests *nests,
                           const TcNest *n) {
  TcLane **of = tcGpuNoElements(h->g, n);
  for (size_t i = 0; i < n->stages.size; ++i)
    for (size_t j = 0; j < n->stages.data[i]->reads.size; ++j) {
      const TcCpuRead *r = &n->stages.data[i]->reads.data[j];
      if (!makerOf(nests, r->value) && usesSpread(h, r))
        of[i][j] = readOnce(h, t, r);
    }
  return of;
}

//===- Emitting -----------------------------------------------------------===//

static void enterIteration(RegisterRows *h, const TcNest *n, int64_t number) {
  TcGpuEmit *g = h->g;
  TcEmit *e = &g->e;
  Iteration *t = &h->iterations[number];
  MlirValue at =
      tcArithAddi(&e->b, g->thread, tcEmitI64(e, number * g->threads));
  tcGpuEnter(g, h->spread, tcArithMuli(&e->b, at, tcEmitI64(e, n->lanes)));
  e->forwarded.size = h->common;
  for (size_t i = 0; i < t->made.size; ++i)
    tcEmitForward(e, t->made.data[i].value, t->made.data[i].lane);
}

// What the nest has made in this iteration the same iteration of later nests
// reads from registers.
static void leaveIteration(RegisterRows *h, int64_t number, size_t before) {
  TcEmit *e = &h->g->e;
  for (size_t i = before; i < e->forwarded.size; ++i)
    tcVecPush(e->arena, &h->iterations[number].made, e->forwarded.data[i]);
  e->forwarded.size = h->common;
}

static bool emitIterations(RegisterRows *h, const TcGpuPlan *plan,
                           const TcNest *n, TcLane *acc) {
  TcGpuEmit *g = h->g;
  bool ok = true;
  for (int64_t i = 0; i < plan->iterations && ok; ++i) {
    enterIteration(h, n, i);
    size_t before = g->e.forwarded.size;
    tcGpuSetLanes(g, n, true);
    TcLane **elements = elementsOf(h, &h->iterations[i], &plan->nests, n);
    ok = tcNestPointWith(&g->e, n, elements, acc);
    tcGpuSetLanes(g, n, false);
    leaveIteration(h, i, before);
  }
  return ok;
}

static bool emitNest(RegisterRows *h, const TcGpuPlan *plan, const TcNest *n) {
  TcGpuEmit *g = h->g;
  TcEmit *e = &g->e;
  e->forwarded.size = h->common;
  if (isOnePoint(n)) {
    bool ok = tcGpuOnePoint(g, n);
    h->common = e->forwarded.size;
    return ok;
  }
  if (!n->over.size)
    return emitIterations(h, plan, n, NULL);
  TcLane *acc = TC_ARENA_ARRAY(e->arena, TcLane, tcNestNumAccs(n) + 1);
  tcGpuSetLanes(g, n, true);
  tcNestNeutrals(e, n, acc);
  tcGpuSetLanes(g, n, false);
  if (!emitIterations(h, plan, n, acc) || !tcGpuFinishShared(g, n, acc))
    return false;
  h->common = e->forwarded.size;
  return true;
}

bool tcGpuEmitRegisterRows(TcGpuEmit *g, const TcGpuPlan *plan) {
  RegisterRows h = {.g = g, .spread = commonSpread(g, &plan->nests)};
  g->e.forwarded.size = 0;
  bool ok = true;
  for (size_t i = 0; i < plan->nests.size && ok; ++i)
    ok = emitNest(&h, plan, &plan->nests.data[i]);
  g->e.forwarded.size = 0;
  return ok;
}
