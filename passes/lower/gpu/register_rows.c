// Register-resident rows: where each thread of a block handles the same few
// elements in every nest, its loops are unrolled, and values that it has read
// or computed stay in registers for the next nest. Memory is read once, and
// only partial sums pass through shared memory; among the lanes of a wave that
// have a row, by shuffles alone. Where the threads do not divide a row, those
// that have nothing left read its last vector again in their last iteration,
// which counts for nothing.
#include "passes/lower/gpu/emit.h"
#include "passes/schedule/gpu-nests.h"

#include "tc/gen/ArithOps.h"

//===- Planning -----------------------------------------------------------===//

static bool isOnePoint(const TcNest *n) {
  return !n->outer.size && !n->over.size;
}

// The iterators that are divided among the threads.
static const TcCpuIters *spreadOf(const TcCpuKernel *k, int64_t threads,
                                  const TcNest *n) {
  return tcGpuSharesOver(k, threads, n) ? &n->over : &n->outer;
}

// Whether the body reads results of the kernel's stages where it likes, which
// another thread may have.
static bool gathersResults(const TcCpuStage *s) {
  for (size_t i = 0; i < s->gathered.size; ++i)
    if (s->gathered.data[i]->stage)
      return true;
  return false;
}

static bool isSimple(const TcCpuKernel *k, int64_t threads, const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if (s->unit || s->ordered || gathersResults(s) ||
        (s->kind != TC_CPU_MAP && s->kind != TC_CPU_REDUCE))
      return false;
  }
  // All loops are divided among the threads: none is a thread's own.
  return !n->in &&
         (!n->over.size || (tcGpuSharesOver(k, threads, n) && !n->outer.size));
}

static const TcNest *makerOf(const TcNests *nests, const TcCpuValue *v) {
  for (size_t i = 0; i < nests->size; ++i)
    if (tcNestMakes(&nests->data[i], v))
      return &nests->data[i];
  return NULL;
}

// Whether the nest reads results of others only at its own point, which the
// same thread has.
static bool readsOwn(const TcCpuKernel *k, const TcNests *nests,
                     const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcNest *maker = makerOf(nests, s->reads.data[j].value);
      if (maker && (!tcCpuReadsOwnIndex(k, &s->reads.data[j]) ||
                    !mlirAttributeIsNull(s->reads.data[j].fill)))
        return false;
    }
  }
  return true;
}

// The iterators that all nests are spread over; NULL if they differ.
static const TcCpuIters *commonSpread(const TcCpuKernel *k, int64_t threads,
                                      const TcNests *nests) {
  const TcCpuIters *common = NULL;
  for (size_t i = 0; i < nests->size; ++i) {
    const TcNest *n = &nests->data[i];
    if (!isSimple(k, threads, n) || !readsOwn(k, nests, n))
      return NULL;
    if (isOnePoint(n))
      continue;
    const TcCpuIters *mine = spreadOf(k, threads, n);
    if (common && !tcCpuItersSame(k, common, mine))
      return NULL;
    common = mine;
  }
  return common;
}

static int64_t commonLanes(TcCpuKernel *k, const TcGpuPhase *phase,
                           const TcNests *nests, int iter) {
  int64_t lanes = INT64_MAX;
  for (size_t i = 0; i < nests->size; ++i) {
    const TcNest *n = &nests->data[i];
    if (isOnePoint(n))
      continue;
    int64_t mine =
        tcGpuHasVectors(phase, n) ? tcGpuLanes(k, &n->stages, iter, -1) : 1;
    lanes = mine < lanes ? mine : lanes;
  }
  return lanes;
}

// What each thread has of a row.
typedef struct Share {
  const TcCpuIters *spread; // NULL: the row is not kept
  int64_t iterations, lanes, vectors;
} Share;

static Share shareOf(TcCpuKernel *k, const TcGpuPhase *phase,
                     const TcNests *nests) {
  int64_t threads = tcGpuRowThreads(phase), points;
  const TcCpuIters *spread = commonSpread(k, threads, nests);
  if (!spread || !tcSizeIsConst(tcCpuProduct(k->arena, k, spread), &points))
    return (Share){.spread = NULL};
  Share s = {.lanes = commonLanes(k, phase, nests, tcVecLast(spread))};
  s.iterations = tcGpuRowIterations(points, threads, &s.lanes);
  s.spread = s.iterations ? spread : NULL;
  s.vectors = points / s.lanes;
  return s;
}

bool tcGpuKeepsRow(TcCpuKernel *k, const TcGpuPhase *phase) {
  TcNests nests = {0};
  tcGpuFormNests(k, phase, &nests);
  return shareOf(k, phase, &nests).spread;
}

bool tcGpuHasVectors(const TcGpuPhase *phase, const TcNest *n) {
  size_t found = 0;
  for (size_t i = 0; i < n->stages.size; ++i)
    for (size_t j = 0; j < phase->vectors.size; ++j)
      found += phase->vectors.data[j] == n->stages.data[i];
  return found == n->stages.size;
}

int tcGpuVectorOf(TcCpuKernel *k, const TcGpuPhase *phase,
                  const TcCpuStage *s) {
  TcNests nests = {0};
  if (!phase->vectors.size)
    return -1;
  tcGpuFormNests(k, phase, &nests);
  for (size_t i = 0; i < nests.size; ++i)
    for (size_t j = 0; j < nests.data[i].stages.size; ++j)
      if (nests.data[i].stages.data[j] == s &&
          tcGpuHasVectors(phase, &nests.data[i]))
        return tcVecLast(spreadOf(k, tcGpuRowThreads(phase), &nests.data[i]));
  return -1;
}

void tcGpuTakeVectors(TcCpuKernel *k, TcGpuPhase *phase) {
  TcNests nests = {0};
  TcCpuStages taken = {0};
  if (!phase->vectors.size || phase->align) {
    phase->vectors.size = 0;
    return;
  }
  tcGpuFormNests(k, phase, &nests);
  Share kept = shareOf(k, phase, &nests);
  for (size_t i = 0; i < nests.size; ++i) {
    const TcNest *n = &nests.data[i];
    int64_t lanes = !tcGpuHasVectors(phase, n) || isOnePoint(n) ? 1
                    : kept.spread ? kept.lanes
                                  : tcGpuRowLanes(k, tcGpuRowThreads(phase), n);
    for (size_t j = 0; lanes > 1 && j < n->stages.size; ++j)
      tcVecPush(k->arena, &taken, n->stages.data[j]);
  }
  phase->vectors = taken;
}

bool tcGpuPlanRegisterRows(TcGpuEmit *g, TcGpuPlan *plan) {
  TcNests *nests = &plan->nests;
  Share s = shareOf(&g->k, plan->phase, nests);
  plan->iterations = s.iterations;
  for (size_t i = 0; s.spread && i < nests->size; ++i) {
    TcNest *n = &nests->data[i];
    n->vector = s.lanes > 1 ? tcVecLast(s.spread) : -1;
    n->lanes = isOnePoint(n) ? 1 : s.lanes;
    n->alone = false;
  }
  return s.spread;
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
  Share share;
  Iteration iterations[TC_GPU_ROW_ITERATIONS];
  size_t common; // forwarded elements that are those of all iterations
  MlirValue has; // i1: whether the thread has a vector in this one; null: yes
} RegisterRows;

static bool usesSpread(const RegisterRows *h, const TcCpuRead *r) {
  for (size_t d = 0; d < r->value->rank; ++d)
    for (size_t i = 0; i < h->share.spread->size; ++i)
      if (tcSizeUses(r->index[d],
                     h->g->k.iters.data[h->share.spread->data[i]].name))
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

// The thread's vector in the iteration, one that exists.
static MlirValue vectorOf(RegisterRows *h, int64_t number) {
  TcGpuEmit *g = h->g;
  TcEmit *e = &g->e;
  MlirValue at =
      tcArithAddi(&e->b, g->thread, tcEmitI64(e, number * g->threads));
  h->has = (MlirValue){NULL};
  if ((number + 1) * g->threads <= h->share.vectors)
    return at;
  h->has = tcGpuIsBelow(g, at, tcEmitI64(e, h->share.vectors));
  return tcArithMinsi(&e->b, at, tcEmitI64(e, h->share.vectors - 1));
}

static void enterIteration(RegisterRows *h, const TcNest *n, int64_t number) {
  TcGpuEmit *g = h->g;
  TcEmit *e = &g->e;
  Iteration *t = &h->iterations[number];
  MlirValue at = vectorOf(h, number);
  tcGpuEnter(g, h->share.spread,
             tcArithMuli(&e->b, at, tcEmitI64(e, n->lanes)));
  e->leader = tcGpuRowHas(g, h->has);
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
  e->leader = (MlirValue){NULL};
}

// Accumulators stay as they were where the thread had no vector.
static void keepOthers(RegisterRows *h, size_t accs, const TcLane *before,
                       TcLane *acc) {
  TcLane has = tcLaneScalar(h->has);
  for (size_t i = 0; h->has.ptr && i < accs; ++i)
    acc[i] = tcEmitSelect(&h->g->e, has, acc[i], before[i]);
}

static bool emitIterations(RegisterRows *h, const TcGpuPlan *plan,
                           const TcNest *n, TcLane *acc) {
  TcGpuEmit *g = h->g;
  size_t accs = acc ? tcNestNumAccs(n) : 0;
  TcLane *sums = TC_ARENA_ARRAY(g->e.arena, TcLane, accs + 1);
  bool ok = true;
  for (int64_t i = 0; i < plan->iterations && ok; ++i) {
    enterIteration(h, n, i);
    size_t before = g->e.forwarded.size;
    tcGpuSetLanes(g, n, true);
    TcLane **elements = elementsOf(h, &h->iterations[i], &plan->nests, n);
    for (size_t j = 0; j < accs; ++j)
      sums[j] = acc[j];
    ok = tcNestPointWith(&g->e, n, elements, acc);
    keepOthers(h, accs, sums, acc);
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
  RegisterRows h = {.g = g, .share = shareOf(&g->k, plan->phase, &plan->nests)};
  g->e.forwarded.size = 0;
  bool ok = true;
  for (size_t i = 0; i < plan->nests.size && ok; ++i)
    ok = emitNest(&h, plan, &plan->nests.data[i]);
  g->e.forwarded.size = 0;
  return ok;
}
