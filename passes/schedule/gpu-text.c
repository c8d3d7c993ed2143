// Writes GPU schedules as the attribute. See gpu-text.h.
#include "passes/lower/cpu/emit.h"
#include "passes/schedule/gpu-nests.h"
#include "passes/schedule/gpu-sort.h"
#include "passes/schedule/gpu-text-nodes.h"

#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"

//===- By points, rows, columns -------------------------------------------===//

static TcTextAttrs pointsBody(const TcGpuWriter *w, const TcGpuPhase *p) {
  TcTextAttrs body = tcWriteRuns(w, &p->p.stages);
  int64_t width = p->threads * p->lanes;
  if (p->alone)
    return tcWriteOne(w, tcWriteLoop(w, &p->points, 0, "grid", &body));
  if (p->lanes > 1) {
    TcCpuIters lanes = tcWriteOnly(w, tcVecLast(&p->points));
    body = tcWriteAround(w, &lanes, 0, "vector", &body);
  }
  body = tcWriteAround(w, &p->points, p->lanes, "thread", &body);
  if (p->perThread > 1)
    body = tcWriteAround(w, &p->points, width, "seq", &body);
  if (p->strips)
    body = tcWriteAround(w, &p->blocks, 1, "grid", &body);
  body = tcWriteAround(w, &p->points, width * p->perThread, "grid", &body);
  if (!p->strips)
    body = tcWriteAround(w, &p->blocks, 1, "grid", &body);
  if (p->p.chunk < 0)
    return body;
  TcCpuIters along = tcWriteOnly(w, p->p.chunk);
  return tcWriteAround(w, &along, p->p.chunkSize, "grid", &body);
}

// The copy of what the first stage that reads the argument reads of it.
static MlirAttribute heldRow(const TcGpuWriter *w, const TcGpuPhase *p,
                             int arg) {
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    for (size_t r = 0; r < s->reads.size; ++r)
      if (s->reads.data[r].value->arg == arg)
        return tcWriteHeldRow(w, s, r, p->heldPoints);
  }
  return mlirAttributeGetNull();
}

static MlirAttribute alignedRows(const TcGpuWriter *w, const TcGpuPhase *p,
                                 const TcTextAttrs *body) {
  TcTextEntries e = {.ctx = w->k->ctx};
  TcTextAttrs all = {0};
  for (size_t i = 0; i < p->held.size; ++i)
    tcWritePush(w, &all, heldRow(w, p, p->held.data[i]));
  for (size_t i = 0; i < body->size; ++i)
    tcWritePush(w, &all, body->data[i]);
  tcWriteEntry(&e, "for", tcTextNames(w->k, &p->p.tasks));
  tcWriteInt(&e, "step", 1);
  tcWriteText(&e, "to", "grid");
  tcWriteInt(&e, "align", p->align);
  tcWriteInt(&e, "loads", p->perThread);
  tcWriteEntry(&e, "body", tcWriteList(w, &all));
  return tcWriteDict(&e);
}

// A stage of rows, in vectors along the last iterator that threads share.
static TcTextAttrs rowRun(const TcGpuWriter *w, const TcGpuPhase *p,
                          const TcCpuStage *s) {
  TcTextAttrs leaf = tcWriteOne(w, tcWriteRun(w, s, NULL));
  int iter = tcGpuVectorOf(w->k, p, s);
  if (iter < 0)
    return leaf;
  TcCpuIters along = tcWriteOnly(w, iter);
  return tcWriteAround(w, &along, 0, "vector", &leaf);
}

// Several steps of scans along the row at once.
static TcTextAttrs stepsOfScans(const TcGpuWriter *w, const TcGpuPhase *p,
                                TcTextAttrs body) {
  TcCpuIters along = tcWriteOnly(w, tcGpuScannedIter(&p->p.stages));
  return tcWriteAround(w, &along, p->threads * p->perThread * tcGpuScanSteps(p),
                       "seq", &body);
}

// The threads of a block share what each stage runs over besides the row.
static TcTextAttrs rowsBody(const TcGpuWriter *w, const TcGpuPhase *p) {
  TcTextAttrs body = {0};
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    TcCpuIters space = tcCpuStageSpace(w->k->arena, s);
    TcCpuIters inner = tcCpuItersWithout(w->k->arena, &space, &p->p.tasks);
    TcTextAttrs leaf = rowRun(w, p, s);
    if (!p->align && p->perThread > 1)
      leaf = tcWriteAround(w, &inner, 1, "seq", &leaf);
    leaf = tcWriteAround(w, &inner,
                         !p->align && p->perThread > 1 ? p->perThread : 0,
                         "thread", &leaf);
    tcWritePush(w, &body, leaf.data[0]);
  }
  if (p->align)
    return tcWriteOne(w, alignedRows(w, p, &body));
  if (tcGpuScanSteps(p) > 1)
    body = stepsOfScans(w, p, body);
  if (p->p.chunk >= 0) {
    TcCpuIters along = tcWriteOnly(w, p->p.chunk);
    body = tcWriteAround(w, &along, p->p.chunkSize, "grid", &body);
  }
  if (p->rows > 1)
    body = tcWriteAround(w, &p->p.tasks, 1, "thread", &body);
  return tcWriteAround(w, &p->p.tasks, p->rows > 1 ? p->rows : 1, "grid",
                       &body);
}

// The body of a thread for its vector of points.
static MlirAttribute columnLoop(const TcGpuWriter *w, const TcGpuPhase *p,
                                TcTextAttrs leaf) {
  if (p->lanes > 1) {
    TcCpuIters lanes = tcWriteOnly(w, tcVecLast(&p->points));
    leaf = tcWriteAround(w, &lanes, 0, "vector", &leaf);
  }
  return tcWriteLoop(w, &p->points, p->lanes, "thread", &leaf);
}

// Rows of threads share what is reduced; one of them has the maps behind.
static TcTextAttrs columnsBody(const TcGpuWriter *w, const TcGpuPhase *p) {
  TcCpuIters over = tcGpuColumnsOver(w->k, p);
  TcTextAttrs reduced = {0}, maps = {0}, body = {0};
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    TcCpuIters space = tcCpuStageSpace(w->k->arena, s);
    bool inside = space.size > p->p.tasks.size;
    tcWritePush(w, inside ? &reduced : &maps, tcWriteRun(w, s, NULL));
  }
  TcTextAttrs leaf = tcWriteOne(w, columnLoop(w, p, reduced));
  tcWritePush(w, &body, tcWriteLoop(w, &over, 0, "thread", &leaf));
  if (maps.size)
    tcWritePush(w, &body, columnLoop(w, p, maps));
  int64_t points = p->threads / p->shares * p->lanes;
  return tcWriteAround(w, &p->points, points, "grid", &body);
}

//===- Sorts --------------------------------------------------------------===//

// A block's threads sort a chunk of the row.
static TcTextAttrs sortChunksBody(const TcGpuWriter *w, const TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  TcTextEntries run = {.ctx = w->k->ctx};
  tcWriteInt(&run, "run", (int64_t)s->position);
  tcWriteText(&run, "combine", TC_GPU_COMBINE_LAUNCH);
  TcTextAttrs body = tcWriteOne(w, tcWriteDict(&run));
  body = tcWriteAround(w, &s->over, 0, "thread", &body);
  body = tcWriteAround(w, &s->over, p->step, "grid", &body);
  return tcWriteAround(w, &p->p.tasks, 1, "grid", &body);
}

// Each thread merges an element.
static TcTextAttrs sortMergeBody(const TcGpuWriter *w, const TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  TcTextEntries run = {.ctx = w->k->ctx};
  tcWriteInt(&run, "run", (int64_t)s->position);
  tcWriteText(&run, "combine", TC_GPU_COMBINE_MERGE);
  if (p->ways)
    tcWriteInt(&run, "ways", p->ways);
  TcTextAttrs body = tcWriteOne(w, tcWriteDict(&run));
  body = tcWriteAround(w, &s->over, 1, "thread", &body);
  body = tcWriteAround(w, &s->over, p->threads, "grid", &body);
  return tcWriteAround(w, &p->p.tasks, 1, "grid", &body);
}

//===- Transposed tiles ---------------------------------------------------===//

static void pushTileCopies(const TcGpuWriter *w, const TcGpuPhase *p,
                           TcTextAttrs *body) {
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    for (size_t r = 0; r < s->reads.size; ++r)
      if (tcGpuIsTransposed(w->k, p, &s->reads.data[r]))
        tcWritePush(w, body,
                    tcWriteCopy(w, s, r, "plain",
                                p->readLanes *
                                    tcCpuBytes(s->reads.data[r].value->element),
                                NULL));
  }
}

static TcTextAttrs transposeBody(const TcGpuWriter *w, const TcGpuPhase *p) {
  TcCpuIters write = tcWriteOnly(w, p->writeIter),
             read = tcWriteOnly(w, p->readIter), both = {0};
  TcTextAttrs leaf = tcWriteRuns(w, &p->p.stages), body = {0};
  tcVecPush(w->k->arena, &both, p->readIter);
  tcVecPush(w->k->arena, &both, p->writeIter);
  if (p->lanes > 1)
    leaf = tcWriteAround(w, &write, 0, "vector", &leaf);
  pushTileCopies(w, p, &body);
  tcWritePush(w, &body, tcWriteLoop(w, &both, p->lanes, "thread", &leaf));
  body = tcWriteAround(w, &write, p->side, "grid", &body);
  body = tcWriteAround(w, &read, p->side, "grid", &body);
  return tcWriteAround(w, &p->blocks, 1, "grid", &body);
}

//===- Launches -----------------------------------------------------------===//

static TcTextAttrs bodyOf(const TcGpuWriter *w, const TcGpuPhase *p) {
  switch (p->mode) {
  case TC_GPU_POINTS:
    return pointsBody(w, p);
  case TC_GPU_WINDOWS:
    return tcWriteWindows(w, p);
  case TC_GPU_ROWS:
    return rowsBody(w, p);
  case TC_GPU_COLUMNS:
    return columnsBody(w, p);
  case TC_GPU_OWNERS:
    return tcWriteOwners(w, p);
  case TC_GPU_LONG_ROWS:
    return tcWriteLongRows(w, p);
  case TC_GPU_ASCENDING:
    return tcWriteAscending(w, p);
  case TC_GPU_BINS:
    return tcWriteBins(w, p);
  case TC_GPU_BIN_SUMS:
    return tcWriteBinSums(w, p);
  case TC_GPU_SORT_CHUNKS:
    return sortChunksBody(w, p);
  case TC_GPU_SORT_MERGE:
    return sortMergeBody(w, p);
  case TC_GPU_TRANSPOSE:
    return transposeBody(w, p);
  case TC_GPU_STREAM:
    return tcWriteStream(w, p);
  case TC_GPU_DIRECT:
    return tcWriteDirect(w, p);
  case TC_GPU_PRODUCT:
  case TC_GPU_UNIT:
    break;
  }
  return tcWriteProduct(w, p);
}

static MlirAttribute role(const TcGpuWriter *w, const char *name,
                          int64_t threads, int64_t registers) {
  enum { WARP = 32 };
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteText(&e, "name", name);
  tcWriteInt(&e, "warps", threads / WARP);
  tcWriteInt(&e, "registers", registers);
  return tcWriteDict(&e);
}

static MlirAttribute roles(const TcGpuWriter *w, const TcGpuPhase *p) {
  const TcGpuTiling *t = &p->tiling;
  int64_t copy = t->unit->threads;
  TcTextAttrs both =
      tcWriteOne(w, role(w, TC_GPU_ROLE_COPIES, copy, t->copyRegisters));
  tcWritePush(w, &both,
              role(w, TC_GPU_ROLE_MULTIPLIES, p->threads - copy, t->registers));
  return tcWriteList(w, &both);
}

// Nests of the phase `p`, and of those behind it that run beside it, where they
// are not plain.
static TcTextAttrs nests(const TcGpuWriter *w, const TcGpuPhase *p,
                         const TcGpuPhase *end) {
  TcTextAttrs out = {0};
  const TcGpuPhase *q = p;
  do {
    if (tcGpuHasNests(q) && (q->saysNests || !tcNestsArePlain(w->k, &q->p))) {
      MlirAttribute own = tcNestsToAttr(w->k, &q->p, /*all=*/false);
      for (intptr_t i = 0; i < tcTextCount(own); ++i)
        tcWritePush(w, &out, tcTextElement(own, i));
    }
    ++q;
  } while (q < end && q->beside);
  return out;
}

// The launch of the phase `p`, and of those behind it that run beside it.
static MlirAttribute launch(const TcGpuWriter *w, const TcGpuPhase *p,
                            const TcGpuPhase *end) {
  TcTextEntries e = {.ctx = w->k->ctx};
  TcTextAttrs body = bodyOf(w, p);
  for (const TcGpuPhase *q = p + 1; q < end && q->beside; ++q)
    tcWritePush(w, &body, bodyOf(w, q).data[0]);
  TcTextAttrs loops = nests(w, p, end);
  int64_t loadWords = p->loadWords;
  for (const TcGpuPhase *q = p + 1; q < end && q->beside; ++q)
    loadWords = q->loadWords > loadWords ? q->loadWords : loadWords;
  tcWriteInt(&e, "threads", p->threads);
  if (loops.size)
    tcWriteEntry(&e, "nests", tcWriteList(w, &loops));
  if (loadWords)
    tcWriteInt(&e, "load_words", loadWords);
  if (p->tiling.teams)
    tcWriteEntry(&e, "roles", roles(w, p));
  if (p->mode == TC_GPU_UNIT)
    tcWriteInt(&e, "group", p->tiling.group);
  if (p->tiling.resident)
    tcWriteInt(&e, "resident", p->tiling.resident);
  if (p->longer && p->mode == TC_GPU_OWNERS)
    tcWriteInt(&e, "longer", p->longer);
  if (p->dependent)
    tcWriteText(&e, "overlap", "dependent");
  tcWriteEntry(&e, "body", tcWriteList(w, &body));
  return tcWriteDict(&e);
}

// A scatter's positions in shares: the iterator that the schedule adds.
static MlirAttribute owners(const TcGpuWriter *w, const TcCpuStage *s) {
  TcTextEntries e = {.ctx = w->k->ctx};
  TcTextAttrs of = {0};
  int64_t n = 1;
  tcSizeIsConst(w->k->iters.data[s->owners - 1].extent, &n);
  tcWritePush(w, &of, tcAttrI64(w->k->ctx, (int64_t)s->position));
  tcWriteText(&e, "as", "owners");
  tcWriteEntry(&e, "of", tcWriteList(w, &of));
  tcWriteInt(&e, "parts", n);
  return tcWriteDict(&e);
}

// The iterator over the parts that the phase adds up.
static int partOf(const TcGpuPhase *p) {
  return p->p.stages.data[0]->over.data[0];
}

// Whether a phase before this one adds up the same parts.
static bool sharesParts(const TcGpuPhases *phases, size_t i) {
  for (size_t j = 0; j < i; ++j)
    if (phases->data[j].parts &&
        partOf(&phases->data[j]) == partOf(&phases->data[i]))
      return true;
  return false;
}

static void pushParts(const TcGpuWriter *w, const TcGpuPhase *p,
                      TcTextAttrs *of) {
  for (size_t i = 0; i < p->p.stages.size; ++i)
    if (p->p.stages.data[i]->kind == TC_CPU_REDUCE)
      tcWritePush(w, of,
                  tcAttrI64(w->k->ctx, (int64_t)p->p.stages.data[i]->position));
}

// Reductions in parts, of all phases that add up the same ones: the stages that
// the schedule adds.
static MlirAttribute partial(const TcGpuWriter *w, const TcGpuPhases *phases,
                             size_t first) {
  const TcGpuPhase *p = &phases->data[first];
  TcTextEntries e = {.ctx = w->k->ctx};
  TcTextAttrs of = {0};
  for (size_t i = first; i < phases->size; ++i)
    if (phases->data[i].parts && partOf(&phases->data[i]) == partOf(p))
      pushParts(w, &phases->data[i], &of);
  tcWriteText(&e, "as", "partial");
  tcWriteEntry(&e, "of", tcWriteList(w, &of));
  tcWriteEntry(&e, "for", tcTextNames(w->k, &p->partsOf));
  tcWriteInt(&e, "parts", p->parts);
  return tcWriteDict(&e);
}

// Scans in chunks: the stages that combine each chunk, and those before each.
static MlirAttribute chunks(const TcGpuWriter *w, const TcGpuPhase *p) {
  TcTextEntries e = {.ctx = w->k->ctx};
  TcTextAttrs of = {0};
  TcCpuIters along = tcWriteOnly(w, p->p.chunk);
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    if (s->kind == TC_CPU_SCAN || tcCpuScansRead(&p->p.stages, s))
      tcWritePush(w, &of, tcAttrI64(w->k->ctx, (int64_t)s->position));
  }
  tcWriteText(&e, "as", "partial");
  tcWriteEntry(&e, "of", tcWriteList(w, &of));
  tcWriteEntry(&e, "for", tcTextNames(w->k, &along));
  tcWriteInt(&e, "step", p->p.chunkSize);
  return tcWriteDict(&e);
}

// What clears the sums that tasks share.
static MlirAttribute zero(const TcGpuWriter *w, const TcCpuStage *s) {
  TcTextEntries e = {.ctx = w->k->ctx};
  TcTextAttrs of =
      tcWriteOne(w, tcAttrI64(w->k->ctx, (int64_t)s->clears->position));
  tcWriteText(&e, "as", "zero");
  tcWriteEntry(&e, "of", tcWriteList(w, &of));
  return tcWriteDict(&e);
}

MlirAttribute tcGpuScheduleToAttr(TcCpuKernel *k, const TcTarget *target,
                                  const TcGpuPhases *phases) {
  TcGpuWriter w = {k, target};
  TcTextEntries e = {.ctx = k->ctx};
  TcTextAttrs launches = {0}, adds = {0};
  const TcGpuPhase *end = phases->data + phases->size;
  for (size_t i = 0; i < phases->size; ++i) {
    const TcCpuStage *first = phases->data[i].p.stages.data[0];
    if (!phases->data[i].beside)
      tcWritePush(&w, &launches, launch(&w, &phases->data[i], end));
    if (first->owners && phases->data[i].mode != TC_GPU_LONG_ROWS)
      tcWritePush(&w, &adds, owners(&w, first));
    if (first->clears)
      tcWritePush(&w, &adds, zero(&w, first));
    if (phases->data[i].p.chunk >= 0)
      tcWritePush(&w, &adds, chunks(&w, &phases->data[i]));
    if (phases->data[i].parts && !sharesParts(phases, i))
      tcWritePush(&w, &adds, partial(&w, phases, i));
  }
  if (adds.size)
    tcWriteEntry(&e, "adds", tcWriteList(&w, &adds));
  tcWriteEntry(&e, "launches", tcWriteList(&w, &launches));
  return tcWriteDict(&e);
}
