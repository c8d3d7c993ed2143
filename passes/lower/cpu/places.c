// Places the results of stages. See places.h.
#include "passes/lower/cpu/places.h"

#include "tc/gen/LlvmOps.h"

//===- Between phases -----------------------------------------------------===//

static void keep(TcCpuKernel *k, const TcCpuPhase *p, TcCpuValue *v) {
  if (v->stage && !v->dests.size && !tcCpuStagesHave(&p->stages, v->stage))
    tcCpuKernelSpill(k, v);
}

void tcCpuPlaceBetween(TcCpuKernel *k, const TcCpuPhases *phases) {
  for (size_t i = 0; i < phases->size; ++i) {
    const TcCpuPhase *p = &phases->data[i];
    for (size_t j = 0; j < p->stages.size; ++j) {
      TcCpuStage *s = p->stages.data[j];
      for (size_t r = 0; r < s->reads.size; ++r)
        keep(k, p, s->reads.data[r].value);
      for (size_t r = 0; r < s->gathered.size; ++r)
        keep(k, p, s->gathered.data[r]);
      for (size_t r = 0; r < s->starts.size; ++r)
        keep(k, p, s->starts.data[r]);
      if (s->kind == TC_CPU_SCATTER && !p->inRegisters &&
          !s->results.data[0]->dests.size)
        tcCpuKernelSpill(k, s->results.data[0]);
    }
  }
}

const TcSize *tcCpuBufferBytes(TcArena *a, const TcCpuBuffer *buffer) {
  const TcSize *n = tcSizeConst(a, tcCpuBytes(buffer->element));
  for (size_t d = 0; d < buffer->rank; ++d)
    n = tcSizeMul(a, n, buffer->sizes[d]);
  return n;
}

//===- Rows of scratch ----------------------------------------------------===//

// The extent of an iterator in a row: one point for a task's iterators, the
// chunk's points for the chunked one.
static const TcSize *rowExtent(TcEmit *e, const TcCpuPhase *p, int iter) {
  const TcSize *extent = e->k->iters.data[iter].most;
  if (tcCpuItersHave(&p->tasks, iter))
    return tcSizeConst(e->arena, 1);
  if (iter != p->chunk)
    return extent;
  const TcSize *chunk = tcSizeConst(e->arena, p->chunkSize);
  return iter == e->k->stream.lane ? chunk : tcSizeMin(e->arena, extent, chunk);
}

// The dimension that is laid out number `i`, from the innermost on: the last
// one first, but in a kernel that streams the lanes'.
static size_t dimOf(const TcEmit *e, const TcCpuValue *v, size_t i) {
  int lane = tcCpuItersFind(&v->stage->iters, e->k->stream.lane);
  if (lane < 0)
    return v->rank - 1 - i;
  if (i == 0)
    return (size_t)lane;
  size_t d = v->rank - i;
  return d > (size_t)lane ? d : d - 1;
}

// Fills in strides and offset; the number of elements.
static const TcSize *layRow(TcEmit *e, const TcCpuPhase *p, const TcCpuValue *v,
                            TcPlace *row) {
  TcArena *a = e->arena;
  const TcSize *count = tcSizeConst(a, 1);
  row->strides = TC_ARENA_ARRAY(a, const TcSize *, v->rank + 1);
  row->offset = tcSizeConst(a, 0);
  for (size_t i = 0; i < v->rank; ++i) {
    size_t d = dimOf(e, v, i);
    int iter = v->stage->iters.data[d];
    bool fixed = tcCpuItersHave(&p->tasks, iter);
    row->strides[d] = fixed ? tcSizeConst(a, 0) : count;
    if (iter == p->chunk) {
      const TcSize *low = e->k->iters.data[e->chunkIter].symbol;
      row->offset = tcSizeSub(a, row->offset, tcSizeMul(a, low, count));
    }
    count = tcSizeMul(a, count, rowExtent(e, p, iter));
  }
  return count;
}

static MlirValue rowAddress(TcEmit *e, const TcSize *bytes) {
  const int32_t dynamic = INT32_MIN;
  MlirValue at = tcEmitExpr(e, bytes);
  return tcLlvmGetelementptr(&e->b, e->ptr, e->scratch, 1, &at, 1, &dynamic,
                             e->i8);
}

static const TcSize *addRow(TcEmit *e, const TcSize *rows,
                            const TcSize *bytes) {
  TcArena *a = e->arena;
  const TcSize *align = tcSizeConst(a, 64);
  return tcSizeAdd(a, rows,
                   tcSizeMul(a, tcSizeCeilDiv(a, bytes, align), align));
}

static const TcSize *placeRow(TcEmit *e, const TcCpuPhase *p,
                              const TcCpuValue *v, const TcSize *rows) {
  TcArena *a = e->arena;
  TcPlace *row = TC_ARENA_NEW(a, TcPlace);
  if (tcTypeIsHalf(v->element) && e->k->stream.lane >= 0)
    row->stored = e->f32;
  MlirType element = row->stored.ptr ? row->stored : v->element;
  const TcSize *bytes =
      tcSizeMul(a, layRow(e, p, v, row), tcSizeConst(a, tcCpuBytes(element)));
  row->base = rowAddress(e, rows);
  tcMapSet(&e->places, v, row);
  return addRow(e, rows, bytes);
}

static const TcSize *placeWork(TcEmit *e, const TcCpuPhase *p, TcNest *n,
                               const TcSize *rows) {
  const TcCpuStage *s = n->stages.data[0];
  const TcSize *bytes =
      s->kind == TC_CPU_SORT ? tcCpuSortBytes(e->arena, e->k, s, 1, n->plan.few)
      : n->plan.form != TC_NEST_LOOPS
          ? tcContractBytes(e->k, s, &n->tile, n->plan.form, p->unit)
          : NULL;
  if (!bytes || p->pass.number)
    return rows;
  n->work = rowAddress(e, rows);
  return addRow(e, rows, bytes);
}

// Values at a task's one point stay in registers.
static bool hasOnePoint(const TcNest *n, const TcCpuStage *s) {
  if (s->unit) // registers do not last from one iteration of its loop to the
               // next
    return false;
  bool point = !n->outer.size && (s->kind == TC_CPU_REDUCE || !n->over.size);
  return point && !n->alone;
}

const TcSize *tcCpuPlaceRows(TcEmit *e, const TcCpuPhase *p, TcNests *nests) {
  const TcSize *rows = tcSizeConst(e->arena, 0);
  for (size_t i = 0; i < nests->size; ++i) {
    TcNest *n = &nests->data[i];
    rows = placeWork(e, p, n, rows);
    for (size_t j = 0; j < n->stages.size; ++j) {
      const TcCpuStage *s = n->stages.data[j];
      for (size_t r = 0; r < s->results.size; ++r) {
        const TcCpuValue *v = s->results.data[r];
        if (!v->dests.size && !v->carried && !hasOnePoint(n, s) &&
            tcCpuLeavesNest(nests, n, v))
          rows = placeRow(e, p, v, rows);
      }
    }
  }
  return rows;
}
