// Writes the launches of scatters on GPUs: by owners, of long rows, of runs, by
// bins.
// See gpu-text-nodes.h.
#include "passes/schedule/gpu-scatter.h"
#include "passes/schedule/gpu-text-nodes.h"

#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"

//===- Owners -------------------------------------------------------------===//

// Threads share a row.
static TcTextAttrs ownedRow(const TcGpuWriter *w, const TcGpuPhase *p,
                            const TcCpuStage *s, const TcCpuIters *row) {
  TcTextAttrs body = tcWriteOne(w, tcWriteRun(w, s, NULL));
  if (p->lanes > 1) {
    TcCpuIters lanes = tcWriteOnly(w, tcVecLast(row));
    body = tcWriteAround(w, &lanes, 0, "vector", &body);
  }
  return tcWriteAround(w, row, 0, "thread", &body);
}

// The rows of the base that the block owns.
static MlirAttribute ownedBase(const TcGpuWriter *w, const TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  TcCpuIters row = {0};
  size_t dim = 0;
  tcGpuScatterBase(w->k, s, &dim);
  for (size_t d = 0; d < p->base->iters.size; ++d)
    if (tcCpuItersHave(&p->points, tcScatterIter(w->k, s, d)))
      tcVecPush(w->k->arena, &row, p->base->iters.data[d]);
  TcCpuIters rows = tcWriteOnly(w, p->base->iters.data[dim]);
  TcTextAttrs body = ownedRow(w, p, p->base, &row);
  return tcWriteLoop(w, &rows, 1, "seq", &body);
}

// The threads of a block look for what it owns together, and share its rows.
TcTextAttrs tcWriteOwners(const TcGpuWriter *w, const TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  TcCpuIters over = tcCpuItersWithout(w->k->arena, &s->iters, &p->p.tasks);
  TcTextAttrs body = ownedRow(w, p, s, &p->points);
  body = tcWriteAround(w, &over, p->threads * p->perThread, "seq", &body);
  if (p->base)
    tcWritePush(w, &body, ownedBase(w, p));
  return tcWriteAround(w, &p->blocks, 1, "grid", &body);
}

// Long rows: blocks share owners and have a strip of each row, whose points
// their threads share.
TcTextAttrs tcWriteLongRows(const TcGpuWriter *w, const TcGpuPhase *p) {
  TcArena *a = w->k->arena;
  const TcCpuStage *s = p->p.stages.data[0];
  TcCpuIters over = tcCpuItersWithout(a, &s->iters, &p->p.tasks),
             owner = tcWriteOnly(w, s->owners - 1),
             others = tcCpuItersWithout(a, &p->blocks, &owner);
  int64_t owners = tcCpuExtent(w->k, s->owners - 1, 1);
  TcTextEntries run = {.ctx = w->k->ctx};
  tcWriteInt(&run, "run", (int64_t)s->position);
  tcWriteText(&run, "combine", "shared");
  TcTextAttrs body = tcWriteOne(w, tcWriteDict(&run));
  if (p->lanes > 1) {
    TcCpuIters lanes = tcWriteOnly(w, tcVecLast(&p->points));
    body = tcWriteAround(w, &lanes, 0, "vector", &body);
  }
  body = tcWriteAround(w, &p->points, p->lanes, "thread", &body);
  body = tcWriteAround(w, &over, 0, "thread", &body);
  body = tcWriteAround(w, &over, p->step, "seq", &body);
  body = tcWriteAround(w, &p->points, TC_GPU_LONG_ROW_STRIP * p->lanes, "grid",
                       &body);
  body = tcWriteAround(w, &owner, owners / tcGpuLongRowGroups(w->k, p), "grid",
                       &body);
  return tcWriteAround(w, &others, 1, "grid", &body);
}

//===- Runs ---------------------------------------------------------------===//

// Threads have vectors of the result, which they combine with runs of points,
// and of the maps behind.
TcTextAttrs tcWriteAscending(const TcGpuWriter *w, const TcGpuPhase *p) {
  const TcCpuIters *all = &p->base->iters;
  TcTextEntries run = {.ctx = w->k->ctx};
  tcWriteInt(&run, "run", (int64_t)p->p.stages.data[0]->position);
  tcWriteText(&run, "combine", TC_GPU_COMBINE_RUN);
  TcTextAttrs body = tcWriteOne(w, tcWriteDict(&run));
  tcWritePush(w, &body, tcWriteRun(w, p->base, NULL));
  for (size_t i = 0; i < p->behind.size; ++i)
    tcWritePush(w, &body, tcWriteRun(w, p->behind.data[i], NULL));
  if (p->lanes > 1) {
    TcCpuIters lanes = tcWriteOnly(w, tcVecLast(all));
    body = tcWriteAround(w, &lanes, 0, "vector", &body);
  }
  body = tcWriteAround(w, all, p->lanes, "thread", &body);
  return tcWriteAround(w, all, p->threads * p->lanes, "grid", &body);
}

//===- Bins ---------------------------------------------------------------===//

// What the base's map computes at the bins.
static MlirAttribute binBase(const TcGpuWriter *w, const TcGpuPhase *p,
                             TcCpuIters *bins) {
  const TcCpuIters *iters = &p->base->iters;
  for (size_t d = tcGpuBinsFirst(w->k, p->p.stages.data[0]); d < iters->size;
       ++d)
    tcVecPush(w->k->arena, bins, iters->data[d]);
  return tcWriteRun(w, p->base, NULL);
}

static MlirAttribute binRun(const TcGpuWriter *w, const TcGpuPhase *p,
                            const char *combine) {
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteInt(&e, "run", (int64_t)p->p.stages.data[0]->position);
  tcWriteText(&e, "combine", combine);
  tcWriteInt(&e, "shares", p->shares);
  return tcWriteDict(&e);
}

// Threads share a block's points; blocks that share points leave their bins.
TcTextAttrs tcWriteBins(const TcGpuWriter *w, const TcGpuPhase *p) {
  TcCpuIters over = tcGpuBinsOver(w->k, p), bins = {0};
  TcTextAttrs body = tcWriteOne(w, binRun(w, p, "shared"));
  body = tcWriteAround(w, &over, 0, "thread", &body);
  body = tcWriteAround(w, &over, p->threads * p->perThread, "seq", &body);
  if (p->cuts > 1) {
    TcTextEntries e = {.ctx = w->k->ctx};
    tcWriteEntry(&e, "for", tcTextNames(w->k, &over));
    tcWriteInt(&e, "parts", p->cuts);
    tcWriteText(&e, "to", "grid");
    tcWriteEntry(&e, "body", tcWriteList(w, &body));
    body = tcWriteOne(w, tcWriteDict(&e));
  } else {
    TcTextAttrs base = tcWriteOne(w, binBase(w, p, &bins));
    tcWritePush(w, &body, tcWriteLoop(w, &bins, 0, "thread", &base));
  }
  if (p->strip) {
    TcCpuIters columns = tcWriteOnly(w, tcVecLast(&over));
    body = tcWriteAround(w, &columns, p->strip, "grid", &body);
  }
  return tcWriteAround(w, &p->blocks, 1, "grid", &body);
}

// Threads share the bins that blocks have left of an element.
TcTextAttrs tcWriteBinSums(const TcGpuWriter *w, const TcGpuPhase *p) {
  TcCpuIters all = {0};
  for (size_t d = 0; d < tcGpuBinsFirst(w->k, p->p.stages.data[0]); ++d)
    tcVecPush(w->k->arena, &all, p->base->iters.data[d]);
  TcTextAttrs body = tcWriteOne(w, binRun(w, p, "launch"));
  tcWritePush(w, &body, binBase(w, p, &all));
  body = tcWriteAround(w, &all, 0, "thread", &body);
  return tcWriteAround(w, &all, p->threads / p->shares, "grid", &body);
}
