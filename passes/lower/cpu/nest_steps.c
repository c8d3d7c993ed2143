// Several steps of a scan at once: a GPU's thread loads what all of them read
// of memory before the first one stores. Assemblers move no load before a
// store, so each step would wait for its own loads.
#include "passes/lower/cpu/nest.h"

#include "tc/gen/ArithOps.h"

enum { STEPS = 8 }; // at most; gpu_scan_column has what four take

// Whether the read is of memory that the nest does not write.
static bool isLoaded(const TcNest *n, const TcCpuRead *r) {
  return !tcNestMakes(n, r->value);
}

// Words of registers that a step loads; -1 where it may not load ahead.
static int64_t wordsOf(const TcNest *n) {
  int64_t words = 0;
  bool scans = false;
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    if ((s->kind != TC_CPU_MAP && s->kind != TC_CPU_SCAN) || s->in)
      return -1;
    scans |= s->kind == TC_CPU_SCAN;
    for (size_t j = 0; j < s->reads.size; ++j)
      if (isLoaded(n, &s->reads.data[j]))
        words += (tcCpuBytes(s->reads.data[j].value->element) + 3) / 4;
  }
  return scans ? words : -1;
}

int64_t tcNestSteps(const TcNest *n, int64_t lanes, int64_t words) {
  int64_t steps = STEPS, each = wordsOf(n) * lanes;
  if (each <= 0 || n->outer.size || n->over.size != 1)
    return 1;
  while (steps > 1 && steps * each > words)
    steps /= 2;
  return steps;
}

// What the stages read of memory at this point, and what is known outside.
static TcLane **loadStep(TcNestRun *x) {
  size_t n = x->n->stages.size;
  TcLane **own = TC_ARENA_ARRAY(x->e->arena, TcLane *, n);
  for (size_t i = 0; i < n; ++i) {
    const TcCpuStage *s = x->n->stages.data[i];
    own[i] = TC_ARENA_ARRAY(x->e->arena, TcLane, s->reads.size + 1);
    for (size_t j = 0; j < s->reads.size; ++j) {
      own[i][j] = x->elements[i][j];
      if (isLoaded(x->n, &s->reads.data[j]) && !own[i][j].v.ptr)
        own[i][j] = tcStageElement(x->e, &s->reads.data[j]);
    }
  }
  return own;
}

void tcNestRunSteps(TcNestRun *x, size_t level, const TcNestSteps *steps,
                    TcLane *acc, size_t n) {
  TcEmit *e = x->e;
  int iter = x->loops.data[level];
  TcLoop loop =
      tcEmitFor(e, steps->low, steps->high, steps->each, iter, n, acc);
  MlirValue first = e->iters[iter];
  TcLane **outside = x->elements;
  TcLane ***own = TC_ARENA_ARRAY(e->arena, TcLane **, (size_t)steps->each);
  MlirValue *at = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)steps->each);
  for (int64_t i = 0; i < steps->each; ++i) {
    tcNestForget(x, level);
    at[i] = tcArithAddi(&e->b, first, tcEmitI64(e, i));
    if (steps->last.ptr)
      at[i] = tcArithSubi(&e->b, steps->last, at[i]);
    e->iters[iter] = at[i];
    own[i] = loadStep(x);
  }
  for (int64_t i = 0; i < steps->each && x->ok; ++i) {
    e->iters[iter] = at[i];
    x->elements = own[i];
    tcNestPointAt(x, acc);
  }
  x->elements = outside;
  tcEmitForEnd(e, &loop, n, acc);
  tcNestForget(x, level);
}
