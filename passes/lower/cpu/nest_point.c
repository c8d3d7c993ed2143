// One point of a loop nest: reads, hoisted out of inner loops where they are
// invariant in these, bodies, and what the stages store.
#include "passes/lower/cpu/nest.h"

#include "passes/schedule/cpu.h"
#include "tc/gen/ArithOps.h"

TcNestRun tcNestRun(TcEmit *e, const TcNest *n) {
  TcNestRun x = {.e = e, .n = n, .owned = e->ownsAll, .ok = true};
  x.elements = TC_ARENA_ARRAY(e->arena, TcLane *, n->stages.size);
  for (size_t i = 0; i < n->stages.size; ++i)
    x.elements[i] =
        TC_ARENA_ARRAY(e->arena, TcLane, n->stages.data[i]->reads.size + 1);
  return x;
}

// The number of outer loops that the read depends on.
static size_t depthOf(const TcNestRun *x, const TcCpuRead *r) {
  if (!mlirAttributeIsNull(r->fill) || tcNestMakes(x->n, r->value))
    return x->loops.size;
  size_t depth = 0;
  for (size_t i = 0; i < x->loops.size; ++i)
    for (size_t d = 0; d < r->value->rank; ++d)
      if (tcSizeUses(r->index[d], x->e->k->iters.data[x->loops.data[i]].name))
        depth = i + 1;
  return depth;
}

// A read that is hoisted out of a loop which may not run at all must be in
// bounds by itself.
static bool mayHoist(const TcNestRun *x, const TcCpuRead *r) {
  for (size_t d = 0; d < r->value->rank; ++d)
    if (!tcCpuProvablyIn(x->e->k, r->index[d], r->value->sizes[d]))
      return false;
  return true;
}

void tcNestHoist(TcNestRun *x, size_t level) {
  if (level == x->loops.size)
    return;
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j) {
      const TcCpuRead *r = &s->reads.data[j];
      if (depthOf(x, r) == level && mayHoist(x, r))
        x->elements[i][j] = tcStageElement(x->e, r);
    }
  }
}

void tcNestForget(TcNestRun *x, size_t level) {
  for (size_t i = 0; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    for (size_t j = 0; j < s->reads.size; ++j)
      if (depthOf(x, &s->reads.data[j]) > level)
        x->elements[i][j] = (TcLane){.v = {NULL}};
  }
}

void tcNestStore(TcNestRun *x, const TcCpuStage *s, const TcLane *values) {
  for (size_t i = 0; i < s->results.size; ++i) {
    const TcCpuValue *v = s->results.data[i];
    tcEmitForward(x->e, v, tcEmitRound(x->e, values[i], v->element));
    tcStageStoreAt(x->e, s, i, values[i]);
  }
}

static void scanPoint(TcNestRun *x, const TcCpuStage *s, TcLane *acc,
                      const TcLane *yields) {
  size_t n = s->results.size;
  TcLane *now = TC_ARENA_ARRAY(x->e->arena, TcLane, n);
  for (size_t i = 0; i < n; ++i)
    now[i] = acc[i];
  const TcScanPoint *scan = x->e->scan;
  bool lanes = x->e->lanes > 1 && tcCpuItersHave(&s->over, x->e->vector);
  x->ok &= scan    ? scan->run(scan->self, s, acc, yields, now)
           : lanes ? tcAccsRunLanes(x->e, s, acc, yields, now)
                   : tcAccsAccumulate(x->e, s, acc, yields);
  bool own = scan || lanes || s->exclusive;
  for (size_t i = 0; i < n; ++i)
    now[i] = tcAccsResult(x->e, s, i, own ? now[i] : acc[i]);
  tcNestStore(x, s, now);
}

static size_t numYields(const TcCpuStage *s) {
  if (mlirBlockIsNull(s->body))
    return s->reads.size;
  return (size_t)mlirOperationGetNumOperands(mlirBlockGetTerminator(s->body));
}

TcLane *tcNestEvaluate(TcNestRun *x, size_t i) {
  const TcCpuStage *s = x->n->stages.data[i];
  TcLane *args = TC_ARENA_ARRAY(x->e->arena, TcLane, s->reads.size + 1);
  TcLane *yields = TC_ARENA_ARRAY(x->e->arena, TcLane, numYields(s) + 1);
  for (size_t j = 0; j < s->reads.size; ++j)
    args[j] = x->elements[i][j].v.ptr ? x->elements[i][j]
                                      : tcStageElement(x->e, &s->reads.data[j]);
  x->ok = x->ok && tcStageBody(x->e, s, args, yields);
  return x->ok ? yields : NULL;
}

// Evaluates the body once for the position, and again where the task owns that:
// so what else the body reads is read there only.
static void scatterPoint(TcNestRun *x, size_t i, const TcLane *yields) {
  const TcCpuStage *s = x->n->stages.data[i];
  if (!s->owners || x->owned) {
    tcStageScatter(x->e, s, yields);
    return;
  }
  MlirValue owns = tcStageOwns(x->e, s, yields);
  if (mlirTypeIsAVector(mlirValueGetType(owns))) {
    TcLane mask = x->e->mask, own = {.v = owns, .wide = true};
    x->e->mask = tcEmitAnd(x->e, mask, own);
    tcStageScatter(x->e, s, yields);
    x->e->mask = mask;
    return;
  }
  TcLoop then = tcEmitIf(x->e, owns);
  size_t forwarded = x->e->forwarded.size;
  yields = tcNestEvaluate(x, i);
  if (yields)
    tcStageScatter(x->e, s, yields);
  tcEmitIfEnd(x->e, &then);
  x->e->forwarded.size = forwarded;
}

static void stagePoint(TcNestRun *x, size_t i, TcLane *acc) {
  const TcCpuStage *s = x->n->stages.data[i];
  TcLane *yields = tcNestEvaluate(x, i);
  if (!yields)
    return;
  if (s->kind == TC_CPU_SCATTER)
    scatterPoint(x, i, yields);
  else if (s->kind == TC_CPU_SCAN)
    scanPoint(x, s, acc, yields);
  else if (s->kind == TC_CPU_REDUCE)
    x->ok &= tcAccsAccumulate(x->e, s, acc, yields);
  else
    tcNestStore(x, s, yields);
}

// Words of registers that an element of the read takes at this point.
static int64_t wordsOf(const TcNestRun *x, const TcCpuRead *r) {
  int64_t words = (tcCpuBytes(r->value->element) + 3) / 4;
  return words * x->e->lanes;
}

// Loads what the stages from `first` on read of arguments, as much as registers
// are for; gives the first stage that still loads its own. Assemblers move no
// load before a store, since they do not know that memory is another: so each
// stage would wait for its loads alone. An argument of which results take the
// place is not read behind them, so loads may move ahead.
static size_t loadAhead(TcNestRun *x, size_t first) {
  int64_t words = 0;
  for (size_t i = first; i < x->n->stages.size; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    if (s->kind != TC_CPU_MAP)
      return i;
    for (size_t j = 0; j < s->reads.size; ++j)
      if (s->reads.data[j].value->arg >= 0)
        words += wordsOf(x, &s->reads.data[j]);
    if (words > x->e->loadWords && i > first)
      return i;
    for (size_t j = 0; j < s->reads.size; ++j)
      if (s->reads.data[j].value->arg >= 0 && !x->elements[i][j].v.ptr)
        x->elements[i][j] = tcStageElement(x->e, &s->reads.data[j]);
  }
  return x->n->stages.size;
}

void tcNestPointAt(TcNestRun *x, TcLane *acc) {
  size_t forwarded = x->e->forwarded.size, loaded = 0;
  for (size_t i = 0; i < x->n->stages.size && x->ok; ++i) {
    if (x->e->loadsFirst && !x->loops.size && i >= loaded)
      loaded = loadAhead(x, i);
    stagePoint(x, i, acc);
    if (tcStageHasOver(x->n->stages.data[i]))
      acc += x->n->stages.data[i]->results.size;
  }
  if (x->loops.size) // else they hold for the rest of the task
    x->e->forwarded.size = forwarded;
}

bool tcNestPoint(TcEmit *e, const TcNest *n, TcLane *acc) {
  TcNestRun x = tcNestRun(e, n);
  tcNestPointAt(&x, acc);
  return x.ok;
}

bool tcNestPointWith(TcEmit *e, const TcNest *n, TcLane **elements,
                     TcLane *acc) {
  TcNestRun x = {.e = e, .n = n, .elements = elements, .ok = true};
  tcNestPointAt(&x, acc);
  return x.ok;
}

void tcStageMake(TcEmit *e, const TcCpuStage *s, const TcLane *values) {
  TcNestRun x = {.e = e};
  tcNestStore(&x, s, values);
}
