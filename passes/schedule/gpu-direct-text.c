// The text of products whose factors are read in place: grid loops over rows
// and columns, the threads' parts of the steps, their loop, the maps. Written
// and read; see gpu-text.h, gpu-read.h.
#include "passes/schedule/gpu-read.h"
#include "passes/schedule/gpu-text-nodes.h"

#include "passes/lower/gpu/direct.h"

//===- Written ------------------------------------------------------------===//

// The run of the contraction, whose parts are added up in shared memory.
static MlirAttribute run(const TcGpuWriter *w, const TcGpuPhase *phase,
                         const TcGpuProduct *p) {
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteInt(&e, "run", (int64_t)p->match.contract->position);
  tcWriteText(&e, "unit", TC_GPU_UNIT_FMA);
  if (phase->shares > 1)
    tcWriteText(&e, "combine", TC_GPU_COMBINE_SHARED);
  return tcWriteDict(&e);
}

static TcTextAttrs steps(const TcGpuWriter *w, const TcGpuPhase *phase,
                         const TcGpuProduct *p) {
  const TcGpuTiling *t = &phase->tiling;
  TcTextAttrs body = tcWriteOne(w, run(w, phase, p));
  body = tcWriteOne(
      w, tcWriteLoop(w, &p->columns.iters, t->warpColumns, "thread", &body));
  body = tcWriteOne(
      w, tcWriteLoop(w, &p->rows.iters, t->warpRows, "thread", &body));
  body = tcWriteOne(w, tcWriteLoop(w, &p->over, t->depth, "seq", &body));
  if (phase->shares <= 1)
    return body;
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteEntry(&e, "for", tcTextNames(w->k, &p->over));
  tcWriteInt(&e, "parts", phase->shares);
  tcWriteText(&e, "to", "thread");
  tcWriteEntry(&e, "body", tcWriteList(w, &body));
  return tcWriteOne(w, tcWriteDict(&e));
}

TcTextAttrs tcWriteDirect(const TcGpuWriter *w, const TcGpuPhase *phase) {
  const TcGpuTiling *t = &phase->tiling;
  TcGpuProduct p;
  TcCpuIters both = {0};
  tcGpuDirectForm(w->k, &phase->p.stages, &p);
  for (size_t i = 0; i < p.rows.iters.size; ++i)
    tcVecPush(w->k->arena, &both, p.rows.iters.data[i]);
  for (size_t i = 0; i < p.columns.iters.size; ++i)
    tcVecPush(w->k->arena, &both, p.columns.iters.data[i]);
  TcTextAttrs body = steps(w, phase, &p);
  TcTextAttrs leaf = tcWriteRuns(w, &p.match.maps);
  tcWritePush(w, &body, tcWriteLoop(w, &both, 1, "thread", &leaf));
  body = tcWriteOne(
      w, tcWriteLoop(w, &p.columns.iters, t->columns, "grid", &body));
  body = tcWriteOne(w, tcWriteLoop(w, &p.rows.iters, t->rows, "grid", &body));
  return tcWriteAround(w, &p.batch, 1, "grid", &body);
}

//===- Read ---------------------------------------------------------------===//

// The numbers of the chain of loops around the contraction.
static void readLoops(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  TcGpuTiling *t = &p->tiling;
  MlirAttribute node = tcTextBody(launch, 0);
  int64_t grid[3], part[2];
  int grids = 0, parts = 0;
  p->shares = 1;
  for (; tcTextHas(node, "body"); node = tcTextBody(node, 0)) {
    if (tcTextHas(node, "parts"))
      p->shares = tcReaderNumber(r, node, "parts", 2, TC_GPU_MOST_THREADS);
    else if (tcTextIs(node, "to", "grid") && grids < 3)
      grid[grids++] = tcReaderNumber(r, node, "step", 1, TC_GPU_MOST);
    else if (tcTextIs(node, "to", "seq"))
      t->depth = tcReaderNumber(r, node, "step", 1, TC_GPU_MOST);
    else if (parts < 2)
      part[parts++] = tcReaderNumber(r, node, "step", 1, TC_GPU_MOST);
  }
  if (r->failed)
    return;
  if (grids < 2 || parts < 2 || t->depth < 1) {
    tcReaderFail(r, TC_TEXT_NO_CODE,
                 "a product whose factors are read in place runs in tiles of "
                 "rows and columns of the grid, which threads share, around a "
                 "loop over the steps");
    return;
  }
  t->rows = grid[grids - 2];
  t->columns = grid[grids - 1];
  t->warpRows = part[0];
  t->warpColumns = part[1];
}

void tcGpuReadDirect(TcGpuReader *r, MlirAttribute launch, TcGpuPhase *p) {
  TcGpuProduct form;
  p->mode = TC_GPU_DIRECT;
  readLoops(r, launch, p);
  if (!r->failed && tcTextHas(launch, "resident"))
    p->tiling.resident =
        tcReaderNumber(r, launch, "resident", 1, TC_GPU_MOST_RESIDENT);
  if (r->failed)
    return;
  if (!tcGpuDirectForm(r->k, &p->p.stages, &form)) {
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED,
                 "the kernel is no product with maps behind it");
    return;
  }
  const char *why =
      tcGpuDirectRefuses(r->k, r->target, &form, &p->tiling, p->shares);
  if (why)
    tcReaderFail(r, TC_TEXT_NOT_ALLOWED, "%s (L6)", why);
  else // what the text says is held against it
    p->threads = tcGpuDirectThreads(&p->tiling, p->shares);
}
