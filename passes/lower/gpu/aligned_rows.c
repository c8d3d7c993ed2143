// Phases by rows whose vectors are aligned in memory, wherever a row starts
// (passes/schedule/gpu-align.c). Threads share whole vectors as in other phases
// by rows; what is before the first and behind the last of them, less than a
// vector each, is one element a thread. Rows in shared memory are shifted in
// the same way, so that their vectors are aligned, too. A thread reads there
// what it has written itself.
#include "passes/lower/gpu/emit.h"

#include "tc/gen/ArithOps.h"

//===- Planning -----------------------------------------------------------===//

static bool hasPoints(const TcNest *n) { return n->outer.size || n->over.size; }

static bool hasRoom(const TcGpuEmit *g, const TcGpuPlan *plan, int64_t bytes) {
  return plan->sharedBytes + bytes + TC_GPU_ROW_PARTIALS <=
         g->target->sharedBytes;
}

static bool placeRow(TcGpuEmit *g, TcGpuPlan *plan, TcCpuValue *v) {
  int64_t bytes = v->arg < 0
                      ? tcGpuAlignedRowBytes(&g->k, plan->phase, v->element)
                      : tcGpuHeldRowBytes(&g->k, plan->phase, v->element);
  if (!hasRoom(g, plan, bytes))
    return false;
  TcGpuAlignedRow row = {.value = v, .at = plan->sharedBytes};
  tcVecPush(g->k.arena, &plan->aligned, row);
  plan->sharedBytes += bytes;
  return true;
}

static void placeNest(TcGpuEmit *g, TcGpuPlan *plan, const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i) {
    const TcCpuStage *s = n->stages.data[i];
    for (size_t r = 0; r < s->results.size; ++r)
      if (tcGpuNeedsPlace(plan, n, s->results.data[r]) &&
          !placeRow(g, plan, s->results.data[r]))
        tcCpuKernelSpill(&g->k, s->results.data[r]);
  }
}

void tcGpuPlanAligned(TcGpuEmit *g, TcGpuPlan *plan) {
  TcGpuAlignment a;
  const TcGpuPhase *p = plan->phase;
  tcGpuAlignmentOf(&g->k, p, &a);
  for (size_t i = 0; i < p->held.size; ++i)
    placeRow(g, plan, g->k.args.data[p->held.data[i]]);
  for (size_t i = 0; i < plan->nests.size; ++i) {
    TcNest *n = &plan->nests.data[i];
    n->alone = false;
    n->vector = hasPoints(n) ? a.iter : -1;
    n->lanes = hasPoints(n) ? p->align : 1;
    placeNest(g, plan, n);
  }
}

//===- The row ------------------------------------------------------------===//

// The place of a row whose element with the offset `a->rowStart` lies as far
// behind a multiple of a vector as that.
static const TcPlace *placeOf(TcGpuEmit *g, const TcGpuPlan *plan,
                              const TcGpuAlignment *a,
                              const TcGpuAlignedRow *row, MlirValue cut) {
  TcEmit *e = &g->e;
  const TcCpuValue *v = row->value;
  TcPlace *at = TC_ARENA_NEW(e->arena, TcPlace);
  MlirValue bytes = tcArithSubi(
      &e->b, tcEmitI64(e, plan->partials + row->at),
      tcArithMuli(&e->b, cut, tcEmitI64(e, tcCpuBytes(v->element))));
  *at =
      (TcPlace){.base = tcEmitAt(e, g->shared, e->i8, bytes), .aligned = true};
  if (v->arg >= 0) {
    at->strides = tcCpuDestStrides(&g->k, &v->dests.data[0]);
    at->offset = tcCpuDestOffset(&g->k, &v->dests.data[0]);
    return at;
  }
  at->strides = TC_ARENA_ARRAY(e->arena, const TcSize *, v->rank + 1);
  for (size_t d = 0; d < v->rank; ++d)
    at->strides[d] =
        tcSizeConst(e->arena, v->stage->iters.data[d] == a->iter ? 1 : 0);
  at->offset = a->rowStart;
  return at;
}

static void placeRows(TcGpuEmit *g, TcGpuPlan *plan, const TcGpuAlignment *a,
                      MlirValue start) {
  TcEmit *e = &g->e;
  MlirValue cut = tcArithAndi(&e->b, start, tcEmitI64(e, -plan->phase->align));
  for (size_t i = 0; i < plan->aligned.size; ++i) {
    TcGpuAlignedRow *row = &plan->aligned.data[i];
    row->place = placeOf(g, plan, a, row, cut);
    row->isRead = false;
    if (row->value->arg < 0)
      tcMapSet(&e->places, row->value, (void *)row->place);
  }
}

void tcGpuEnterAligned(TcGpuEmit *g, TcGpuPlan *plan) {
  TcEmit *e = &g->e;
  TcGpuAlignment a;
  int64_t lanes = plan->phase->align;
  tcGpuAlignmentOf(&g->k, plan->phase, &a);
  MlirValue size = tcEmitI64(e, lanes);
  MlirValue points = tcEmitExpr(e, g->k.iters.data[a.iter].extent);
  MlirValue start = tcEmitExpr(e, a.rowStart);
  MlirValue before =
      tcArithAndi(&e->b, tcArithSubi(&e->b, tcEmitI64(e, 0), start),
                  tcEmitI64(e, lanes - 1));
  g->head = tcArithMinsi(&e->b, before, points);
  g->vectors = tcArithDivui(&e->b, tcArithSubi(&e->b, points, g->head), size);
  g->ends = tcArithSubi(&e->b, points, tcArithMuli(&e->b, g->vectors, size));
  g->alignedPlan = plan;
  e->evenOffset = a.offset;
  placeRows(g, plan, &a, start);
}

void tcGpuLeaveAligned(TcGpuEmit *g) {
  for (size_t i = 0; g->alignedPlan && i < g->alignedPlan->aligned.size; ++i)
    tcMapSet(&g->e.places, g->alignedPlan->aligned.data[i].value, NULL);
  g->head = g->vectors = g->ends = (MlirValue){NULL};
  g->alignedPlan = NULL;
  g->e.evenOffset = NULL;
}

//===- Nests --------------------------------------------------------------===//

static TcGpuAlignedRow *heldRow(const TcGpuPlan *plan, const TcCpuValue *v) {
  for (size_t i = 0; v->arg >= 0 && i < plan->aligned.size; ++i)
    if (plan->aligned.data[i].value == v)
      return &plan->aligned.data[i];
  return NULL;
}

// Has reads of held rows go to shared memory, if they are there by now; else
// to memory.
static void readHeld(TcGpuEmit *g, bool held) {
  const TcGpuPlan *plan = g->alignedPlan;
  g->behindHeld = !held;
  for (size_t i = 0; i < plan->aligned.size; ++i) {
    const TcGpuAlignedRow *row = &plan->aligned.data[i];
    if (row->isRead)
      tcMapSet(&g->e.places, row->value, held ? (void *)row->place : NULL);
  }
}

// Reads an element of memory for the first time, and holds it.
static TcLane readFirst(TcGpuEmit *g, const TcCpuRead *r,
                        const TcGpuAlignedRow *row) {
  TcEmit *e = &g->e;
  TcLane x = tcStageElement(e, r);
  tcEmitStore(e, row->place, r->value->element, r->value->rank, r->index, x);
  return x;
}

// The same element in a read of the nest before this one; null if there is
// none.
static TcLane readBefore(const TcNest *n, TcLane **elements,
                         const TcCpuValue *v) {
  for (size_t i = 0; i < n->stages.size; ++i)
    for (size_t j = 0; j < n->stages.data[i]->reads.size; ++j)
      if (n->stages.data[i]->reads.data[j].value == v && elements[i][j].v.ptr)
        return elements[i][j];
  return (TcLane){.v = {NULL}};
}

// What the nest's stages read of arguments along the row at this point, if it
// is not in shared memory yet: all of it before anything is computed of it.
static TcLane **readPoint(TcGpuEmit *g, const TcNest *n) {
  TcLane **elements = tcGpuNoElements(g, n);
  for (size_t i = 0; i < n->stages.size; ++i)
    for (size_t j = 0; j < n->stages.data[i]->reads.size; ++j) {
      const TcCpuRead *r = &n->stages.data[i]->reads.data[j];
      if (r->value->arg < 0 || tcMapGet(&g->e.places, r->value))
        continue;
      const TcGpuAlignedRow *row =
          g->behindHeld ? NULL : heldRow(g->alignedPlan, r->value);
      if (row)
        elements[i][j] = readBefore(n, elements, r->value);
      if (!elements[i][j].v.ptr)
        elements[i][j] = row ? readFirst(g, r, row) : tcStageElement(&g->e, r);
    }
  return elements;
}

// Enters vector number `at` of the row.
static void enterVector(TcGpuEmit *g, const TcNest *n, MlirValue at) {
  TcEmit *e = &g->e;
  const TcCpuIters *iters = n->over.size ? &n->over : &n->outer;
  MlirValue first = tcArithMuli(&e->b, at, tcEmitI64(e, n->lanes));
  tcGpuEnter(g, iters, tcArithAddi(&e->b, g->head, first));
}

// Emits `many` vectors of the thread, a block's width apart, from number `at`
// on: loads of all of them are under way at once.
static bool emitVectors(TcGpuEmit *g, const TcNest *n, MlirValue at,
                        int64_t many, TcLane *acc) {
  TcEmit *e = &g->e;
  size_t forwarded = e->forwarded.size;
  TcLane ***elements = TC_ARENA_ARRAY(e->arena, TcLane **, (size_t)many);
  MlirValue *number = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)many);
  bool ok = true;
  tcGpuSetLanes(g, n, true);
  for (int64_t i = 0; i < many; ++i) {
    number[i] = tcArithAddi(&e->b, at, tcEmitI64(e, i * g->threads));
    enterVector(g, n, number[i]);
    elements[i] = readPoint(g, n);
  }
  for (int64_t i = 0; i < many && ok; ++i) {
    enterVector(g, n, number[i]);
    ok = tcNestPointWith(e, n, elements[i], acc);
    e->forwarded.size = forwarded;
  }
  tcGpuSetLanes(g, n, false);
  return ok;
}

// Whether the nest reads memory, whose latency several loads hide.
static bool readsMemory(const TcGpuEmit *g, const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i)
    for (size_t j = 0; j < n->stages.data[i]->reads.size; ++j) {
      const TcCpuValue *v = n->stages.data[i]->reads.data[j].value;
      if (v->arg >= 0 && !tcMapGet(&g->e.places, v))
        return true;
    }
  return false;
}

static bool emitRange(TcGpuEmit *g, const TcNest *n, MlirValue from,
                      MlirValue to, TcLane *acc) {
  TcEmit *e = &g->e;
  size_t accs = tcNestNumAccs(n);
  int64_t many = readsMemory(g, n) ? g->alignedPlan->phase->perThread : 1;
  MlirValue width = tcEmitI64(e, g->threads * many);
  bool ok = true;
  if (many > 1) {
    MlirValue last = tcEmitI64(e, g->threads * (many - 1));
    MlirValue left = tcArithSubi(&e->b, tcArithSubi(&e->b, to, last), from);
    MlirValue whole = tcArithDivsi(
        &e->b,
        tcArithAddi(&e->b, tcArithMaxsi(&e->b, left, tcEmitI64(e, 0)),
                    tcEmitI64(e, g->threads * many - 1)),
        width);
    MlirValue end = tcArithAddi(&e->b, from, tcArithMuli(&e->b, whole, width));
    TcLoop loop = tcEmitFor(e, from, end, g->threads * many, -1, accs, acc);
    ok = emitVectors(g, n, tcGpuLoopIndex(&loop), many, acc);
    tcEmitForEnd(e, &loop, accs, acc);
    from = end;
  }
  TcLoop loop = tcEmitFor(e, from, to, g->threads, -1, accs, acc);
  ok = ok && emitVectors(g, n, tcGpuLoopIndex(&loop), 1, acc);
  tcEmitForEnd(e, &loop, accs, acc);
  return ok;
}

// The same behind the vectors that stay in shared memory.
static bool emitBehind(TcGpuEmit *g, const TcNest *n, MlirValue from,
                       MlirValue to, TcLane *acc) {
  readHeld(g, false);
  bool ok = emitRange(g, n, from, to, acc);
  readHeld(g, true);
  return ok;
}

static bool hasHeldRow(const TcGpuPlan *plan, const TcNest *n, bool isRead) {
  for (size_t i = 0; i < n->stages.size; ++i)
    for (size_t j = 0; j < n->stages.data[i]->reads.size; ++j) {
      const TcGpuAlignedRow *row =
          heldRow(plan, n->stages.data[i]->reads.data[j].value);
      if (row && (row->isRead || !isRead))
        return true;
    }
  return false;
}

// Vectors of a thread are those with its number modulo the threads, and so many
// times these are held. What the nest before has read last, caches still have:
// it is read first.
bool tcGpuAlignedVectors(TcGpuEmit *g, const TcNest *n, MlirValue from,
                         MlirValue to, TcLane *acc) {
  TcEmit *e = &g->e;
  const TcGpuPhase *p = g->alignedPlan->phase;
  if (!p->heldPoints || !hasHeldRow(g->alignedPlan, n, false))
    return emitRange(g, n, from, to, acc);
  MlirValue held = tcEmitI64(e, p->heldPoints / p->align);
  MlirValue end = tcArithMinsi(&e->b, to, held);
  MlirValue behind =
      tcArithMaxsi(&e->b, from, tcArithAddi(&e->b, g->thread, held));
  if (hasHeldRow(g->alignedPlan, n, true))
    return emitBehind(g, n, behind, to, acc) && emitRange(g, n, from, end, acc);
  return emitRange(g, n, from, end, acc) && emitBehind(g, n, behind, to, acc);
}

void tcGpuAlignedRead(TcGpuEmit *g, const TcNest *n) {
  for (size_t i = 0; i < n->stages.size; ++i)
    for (size_t j = 0; j < n->stages.data[i]->reads.size; ++j) {
      TcCpuValue *v = n->stages.data[i]->reads.data[j].value;
      TcGpuAlignedRow *row = heldRow(g->alignedPlan, v);
      if (!row)
        continue;
      row->isRead = true;
      tcMapSet(&g->e.places, v, (void *)row->place);
    }
}

static bool emitEnds(TcGpuEmit *g, const TcNest *n, TcLane *acc) {
  TcEmit *e = &g->e;
  TcNest here = *n;
  here.vector = -1;
  here.lanes = 1;
  const TcCpuIters *iters = n->over.size ? &n->over : &n->outer;
  size_t forwarded = e->forwarded.size, accs = tcNestNumAccs(n);
  TcLoop loop = tcGpuForThread(g, g->ends, accs, acc);
  MlirValue i = tcGpuLoopIndex(&loop);
  MlirValue behind = tcArithAddi(
      &e->b, i, tcArithMuli(&e->b, g->vectors, tcEmitI64(e, n->lanes)));
  tcGpuEnter(g, iters,
             tcArithSelect(&e->b, tcGpuIsBelow(g, i, g->head), i, behind));
  bool ok = tcNestPointWith(e, &here, readPoint(g, &here), acc);
  e->forwarded.size = forwarded;
  tcEmitForEnd(e, &loop, accs, acc);
  return ok;
}

bool tcGpuAlignedEnds(TcGpuEmit *g, const TcNest *n, TcLane *acc) {
  if (!g->alignedPlan->phase->heldPoints)
    return emitEnds(g, n, acc);
  readHeld(g, false);
  bool ok = emitEnds(g, n, acc);
  readHeld(g, true);
  return ok;
}
