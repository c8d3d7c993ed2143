// Emits the nests of a phase one after the other, and the sequential loops
// around them (loop.for).
#include "passes/lower/gpu/emit.h"

bool tcGpuHasOnePoint(const TcNest *n, const TcCpuStage *s) {
  if (s->unit) // registers do not last from one iteration of its loop to the
               // next
    return false;
  return !n->outer.size && (s->kind == TC_CPU_REDUCE || !n->over.size);
}

bool tcGpuNeedsPlace(const TcGpuPlan *plan, const TcNest *n,
                     const TcCpuValue *v) {
  return !v->dests.size && !v->carried && !tcGpuHasOnePoint(n, v->stage) &&
         tcCpuLeavesNest(&plan->nests, n, v);
}

TcLane **tcGpuNoElements(TcGpuEmit *g, const TcNest *n) {
  TcArena *a = g->e.arena;
  TcLane **of = TC_ARENA_ARRAY(a, TcLane *, n->stages.size);
  for (size_t i = 0; i < n->stages.size; ++i)
    of[i] = TC_ARENA_ARRAY(a, TcLane, n->stages.data[i]->reads.size + 1);
  return of;
}

typedef struct Walk {
  TcGpuEmit *g;
  const TcGpuPlan *plan;
  TcGpuEmitNest *emit;
  bool barriers;
  size_t next; // nest
} Walk;

static bool isInside(const TcCpuFor *loop, const TcCpuFor *around) {
  while (loop && loop != around)
    loop = loop->around;
  return loop == around;
}

static bool emitOne(Walk *w) {
  const TcNest *n = &w->plan->nests.data[w->next++];
  if (n->stages.data[0]->unit)
    w->g->e.forwarded.size = 0;
  if (w->barriers && w->next > 1)
    tcGpuBarrierAll(w->g);
  return w->emit(w->g, w->plan, n);
}

static bool emitInside(Walk *w, const TcCpuFor *around);

static bool emitLoop(Walk *w, const TcCpuFor *loop) {
  TcEmit *e = &w->g->e;
  MlirValue low, high;
  tcIterBounds(e, loop->iter, &low, &high);
  e->forwarded.size = 0;
  TcLoop op = tcEmitFor(e, low, high, 1, loop->iter, 0, NULL);
  bool ok = emitInside(w, loop);
  tcEmitForEnd(e, &op, 0, NULL);
  e->forwarded.size = 0;
  return ok;
}

// Emits the nests from the next one on that are in the loop `around` (NULL:
// all).
static bool emitInside(Walk *w, const TcCpuFor *around) {
  const TcNests *nests = &w->plan->nests;
  while (w->next < nests->size && isInside(nests->data[w->next].in, around)) {
    const TcCpuFor *in = nests->data[w->next].in;
    while (in != around && in->around != around)
      in = in->around;
    if (!(in == around ? emitOne(w) : emitLoop(w, in)))
      return false;
  }
  return true;
}

bool tcGpuEmitNests(TcGpuEmit *g, const TcGpuPlan *plan, TcGpuEmitNest *emit,
                    bool barriers) {
  Walk w = {g, plan, emit, barriers, 0};
  g->e.forwarded.size = 0;
  bool ok = emitInside(&w, NULL);
  g->e.forwarded.size = 0;
  return ok;
}
