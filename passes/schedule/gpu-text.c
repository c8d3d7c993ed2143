// Writes GPU schedules as the attribute. See gpu-text.h.
#include "passes/schedule/gpu-text.h"
#include "passes/lower/gpu/stream.h"

#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"

typedef struct Writer {
  TcCpuKernel *k;
  const TcTarget *target;
} Writer;

typedef struct Entries {
  MlirContext ctx;
  intptr_t size;
  MlirNamedAttribute data[12];
} Entries;

typedef TC_VEC(MlirAttribute) Attrs;

//===- Attributes ---------------------------------------------------------===//

static void add(Entries *e, const char *key, MlirAttribute value) {
  e->data[e->size++] =
      mlirNamedAttributeGet(mlirIdentifierGet(e->ctx, tcStr(key)), value);
}

static void addInt(Entries *e, const char *key, int64_t value) {
  add(e, key, tcAttrI64(e->ctx, value));
}

static MlirAttribute close(const Entries *e) {
  return mlirDictionaryAttrGet(e->ctx, e->size, e->data);
}

static MlirAttribute list(const Writer *w, const Attrs *attrs) {
  return mlirArrayAttrGet(w->k->ctx, (intptr_t)attrs->size, attrs->data);
}

static void push(const Writer *w, Attrs *attrs, MlirAttribute a) {
  tcVecPush(w->k->arena, attrs, a);
}

static Attrs one(const Writer *w, MlirAttribute a) {
  Attrs out = {0};
  push(w, &out, a);
  return out;
}

static MlirAttribute names(const Writer *w, const TcCpuIters *iters) {
  Attrs out = {0};
  for (size_t i = 0; i < iters->size; ++i)
    push(w, &out,
         tcAttrString(w->k->ctx, w->k->iters.data[iters->data[i]].name));
  return list(w, &out);
}

static TcCpuIters only(const Writer *w, int iter) {
  TcCpuIters out = {0};
  tcVecPush(w->k->arena, &out, iter);
  return out;
}

//===- Nodes --------------------------------------------------------------===//

// A loop over `iters`; step 0: what is left of them, divided by whom it is for.
static MlirAttribute loopWith(const Writer *w, const TcCpuIters *iters,
                              int64_t step, const char *to, const char *tail,
                              const char *role, const Attrs *body) {
  Entries e = {.ctx = w->k->ctx};
  add(&e, "for", names(w, iters));
  if (step)
    addInt(&e, "step", step);
  add(&e, "to", tcAttrString(w->k->ctx, to));
  if (tail)
    add(&e, "tail", tcAttrString(w->k->ctx, tail));
  if (role)
    add(&e, "role", tcAttrString(w->k->ctx, role));
  add(&e, "body", list(w, body));
  return close(&e);
}

static MlirAttribute loop(const Writer *w, const TcCpuIters *iters,
                          int64_t step, const char *to, const Attrs *body) {
  return loopWith(w, iters, step, to, NULL, NULL, body);
}

// The same around `body`, unless there are no iterators.
static Attrs around(const Writer *w, const TcCpuIters *iters, int64_t step,
                    const char *to, const Attrs *body) {
  return iters->size ? one(w, loop(w, iters, step, to, body)) : *body;
}

static MlirAttribute run(const Writer *w, const TcCpuStage *s,
                         const char *unit) {
  Entries e = {.ctx = w->k->ctx};
  addInt(&e, "run", (int64_t)s->position);
  if (unit)
    add(&e, "unit", tcAttrString(w->k->ctx, unit));
  return close(&e);
}

static Attrs runs(const Writer *w, const TcCpuStages *stages) {
  Attrs out = {0};
  for (size_t i = 0; i < stages->size; ++i)
    push(w, &out, run(w, stages->data[i], NULL));
  return out;
}

//===- By points, rows, columns, owners -----------------------------------===//

static Attrs pointsBody(const Writer *w, const TcGpuPhase *p) {
  Attrs body = runs(w, &p->p.stages);
  int64_t width = p->threads * p->lanes;
  if (p->lanes > 1) {
    TcCpuIters lanes = only(w, tcVecLast(&p->points));
    body = around(w, &lanes, 0, "vector", &body);
  }
  body = around(w, &p->points, p->lanes, "thread", &body);
  if (p->perThread > 1)
    body = around(w, &p->points, width, "seq", &body);
  body = around(w, &p->points, width * p->perThread, "grid", &body);
  return around(w, &p->blocks, 1, "grid", &body);
}

// The threads of a block share what each stage runs over besides the row.
static Attrs rowsBody(const Writer *w, const TcGpuPhase *p) {
  Attrs body = {0};
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    TcCpuIters space = tcCpuStageSpace(w->k->arena, s);
    TcCpuIters inner = tcCpuItersWithout(w->k->arena, &space, &p->p.tasks);
    Attrs leaf = one(w, run(w, s, NULL));
    leaf = around(w, &inner, 0, "thread", &leaf);
    push(w, &body, leaf.data[0]);
  }
  if (p->rows > 1)
    body = around(w, &p->p.tasks, 1, "thread", &body);
  return around(w, &p->p.tasks, p->rows > 1 ? p->rows : 1, "grid", &body);
}

// The body of a thread for its vector of points.
static MlirAttribute columnLoop(const Writer *w, const TcGpuPhase *p,
                                Attrs leaf) {
  if (p->lanes > 1) {
    TcCpuIters lanes = only(w, tcVecLast(&p->points));
    leaf = around(w, &lanes, 0, "vector", &leaf);
  }
  return loop(w, &p->points, p->lanes, "thread", &leaf);
}

// Rows of threads share what is reduced; one of them has the maps behind.
static Attrs columnsBody(const Writer *w, const TcGpuPhase *p) {
  TcCpuIters over = tcGpuColumnsOver(w->k, p);
  Attrs reduced = {0}, maps = {0}, body = {0};
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    TcCpuIters space = tcCpuStageSpace(w->k->arena, s);
    bool inside = space.size > p->p.tasks.size;
    push(w, inside ? &reduced : &maps, run(w, s, NULL));
  }
  Attrs leaf = one(w, columnLoop(w, p, reduced));
  push(w, &body, loop(w, &over, 0, "thread", &leaf));
  if (maps.size)
    push(w, &body, columnLoop(w, p, maps));
  int64_t points = p->threads / p->shares * p->lanes;
  return around(w, &p->points, points, "grid", &body);
}

// The threads of a block look for what it owns together, and share its rows.
static Attrs ownersBody(const Writer *w, const TcGpuPhase *p) {
  const TcCpuStage *s = p->p.stages.data[0];
  TcCpuIters over = tcCpuItersWithout(w->k->arena, &s->iters, &p->p.tasks);
  Attrs body = runs(w, &p->p.stages);
  if (p->lanes > 1) {
    TcCpuIters lanes = only(w, tcVecLast(&p->points));
    body = around(w, &lanes, 0, "vector", &body);
  }
  body = around(w, &p->points, 0, "thread", &body);
  body = around(w, &over, p->threads * TC_GPU_OWNERS_AHEAD, "seq", &body);
  return around(w, &p->blocks, 1, "grid", &body);
}

//===- Transposed tiles ---------------------------------------------------===//

static MlirAttribute readAttr(const Writer *w, const TcCpuStage *s,
                              size_t read) {
  Attrs out = one(w, tcAttrI64(w->k->ctx, (int64_t)s->position));
  push(w, &out, tcAttrI64(w->k->ctx, (int64_t)read));
  return list(w, &out);
}

static MlirAttribute copy(const Writer *w, const TcCpuStage *s, size_t read,
                          const char *engine, int64_t bytes, const char *role) {
  Entries e = {.ctx = w->k->ctx};
  add(&e, "copy", readAttr(w, s, read));
  add(&e, "to", tcAttrString(w->k->ctx, "shared"));
  add(&e, "engine", tcAttrString(w->k->ctx, engine));
  if (bytes) // else a box
    addInt(&e, "bytes", bytes);
  if (role)
    add(&e, "role", tcAttrString(w->k->ctx, role));
  return close(&e);
}

static void pushTileCopies(const Writer *w, const TcGpuPhase *p, Attrs *body) {
  for (size_t i = 0; i < p->p.stages.size; ++i) {
    const TcCpuStage *s = p->p.stages.data[i];
    for (size_t r = 0; r < s->reads.size; ++r)
      if (tcGpuIsTransposed(w->k, p, &s->reads.data[r]))
        push(w, body,
             copy(w, s, r, "plain",
                  p->readLanes * tcCpuBytes(s->reads.data[r].value->element),
                  NULL));
  }
}

static Attrs transposeBody(const Writer *w, const TcGpuPhase *p) {
  TcCpuIters write = only(w, p->writeIter), read = only(w, p->readIter),
             both = {0};
  Attrs leaf = runs(w, &p->p.stages), body = {0};
  tcVecPush(w->k->arena, &both, p->readIter);
  tcVecPush(w->k->arena, &both, p->writeIter);
  if (p->lanes > 1)
    leaf = around(w, &write, 0, "vector", &leaf);
  pushTileCopies(w, p, &body);
  push(w, &body, loop(w, &both, p->lanes, "thread", &leaf));
  body = around(w, &write, p->side, "grid", &body);
  body = around(w, &read, p->side, "grid", &body);
  return around(w, &p->blocks, 1, "grid", &body);
}

//===- Products -----------------------------------------------------------===//

// What a product's launch is read from: its form, matched again.
typedef struct Form {
  TcGpuUnitProduct u;
  const TcGpuProduct *p;
} Form;

static Form formOf(const Writer *w, const TcGpuPhase *phase) {
  Form f = {0};
  if (phase->mode == TC_GPU_UNIT)
    tcGpuUnitMatch(w->k, &phase->p.stages, phase->tiling.unit, &f.u);
  else
    tcGpuProductForm(w->k, &phase->p.stages, &f.u.p);
  f.p = &f.u.p;
  return f;
}

static void pushCopies(const Writer *w, const TcGpuPhase *phase, const Form *f,
                       Attrs *body) {
  const TcCpuStage *s = f->p->match.contract;
  const TcGpuFactor *factors[] = {&f->p->rows, &f->p->columns};
  bool unit = phase->mode == TC_GPU_UNIT;
  for (int i = 0; i < 2; ++i) {
    int64_t access = unit ? f->u.operands[i].access : 1;
    int64_t bytes = access * tcCpuBytes(factors[i]->read->value->element);
    bool async = access > 1 && bytes > 2 && !tcGpuIsOfWaves(phase->tiling.unit);
    bool tma = phase->tiling.tma;
    push(w, body,
         copy(w, s, (size_t)(factors[i]->read - s->reads.data),
              tma     ? TC_GPU_ENGINE_TMA
              : async ? "cp.async"
                      : "plain",
              tma ? 0 : bytes,
              phase->tiling.teams ? TC_GPU_ROLE_COPIES : NULL));
  }
}

static TcCpuIters rowsThenColumns(const Writer *w, const TcGpuProduct *p) {
  TcCpuIters out = {0};
  for (size_t i = 0; i < p->rows.iters.size; ++i)
    tcVecPush(w->k->arena, &out, p->rows.iters.data[i]);
  for (size_t i = 0; i < p->columns.iters.size; ++i)
    tcVecPush(w->k->arena, &out, p->columns.iters.data[i]);
  return out;
}

static const char *levelOf(const TcGpuPhase *phase) {
  if (phase->mode == TC_GPU_PRODUCT)
    return "thread";
  return tcGpuReadsShared(phase->tiling.unit) ? "group" : "warp";
}

// The role of what is not a copy, if there are roles.
static const char *multiplies(const TcGpuTiling *t) {
  return t->teams ? TC_GPU_ROLE_MULTIPLIES : NULL;
}

// The loop over the steps of the reduction.
static MlirAttribute stepsLoop(const Writer *w, const TcGpuPhase *phase,
                               const Form *f) {
  const TcGpuTiling *t = &phase->tiling;
  const TcGpuProduct *p = f->p;
  Attrs body = {0},
        leaf =
            one(w, run(w, p->match.contract, t->unit ? t->unit->name : "fma"));
  pushCopies(w, phase, f, &body);
  leaf = around(w, &p->columns.iters, t->warpColumns, levelOf(phase), &leaf);
  if (p->rows.iters.size)
    leaf = one(w, loopWith(w, &p->rows.iters, t->warpRows, levelOf(phase), NULL,
                           multiplies(t), &leaf));
  push(w, &body, leaf.data[0]);
  Entries e = {.ctx = w->k->ctx};
  add(&e, "for", names(w, &p->over));
  addInt(&e, "step", t->depth);
  add(&e, "to", tcAttrString(w->k->ctx, "seq"));
  if (t->ring)
    addInt(&e, "ring", t->ring);
  if (t->ahead)
    addInt(&e, "ahead", t->ahead);
  add(&e, "body", list(w, &body));
  return close(&e);
}

static Attrs productBody(const Writer *w, const TcGpuPhase *phase) {
  Form f = formOf(w, phase);
  const TcGpuTiling *t = &phase->tiling;
  bool unit = phase->mode == TC_GPU_UNIT, shifted = unit && f.u.shifted;
  int64_t lanes = shifted ? f.u.shifted : unit ? f.u.lanes : 1;
  TcCpuIters both = rowsThenColumns(w, f.p);
  Attrs body = one(w, stepsLoop(w, phase, &f));
  Attrs leaf = runs(w, &f.p->match.maps);
  if (lanes > 1) {
    TcCpuIters column = only(w, tcVecLast(&f.p->columns.iters));
    leaf = around(w, &column, 0, "vector", &leaf);
  }
  push(w, &body,
       loopWith(w, &both, lanes, "thread", shifted ? "peel" : NULL,
                multiplies(t), &leaf));
  const char *blocks = t->persists ? "persist" : "grid";
  body = around(w, &f.p->columns.iters, t->columns, blocks, &body);
  body = around(w, &f.p->rows.iters, t->rows, blocks, &body);
  return around(w, &f.p->batch, 1, blocks, &body);
}

//===- Streamed contractions ----------------------------------------------===//

// The rows' operand of a contraction, which stays in registers.
static MlirAttribute heldOperand(const Writer *w, const TcGpuStreamProduct *p) {
  Entries e = {.ctx = w->k->ctx};
  addInt(&e, "read", (int64_t)(p->rows - p->stage->reads.data));
  add(&e, "in", tcAttrString(w->k->ctx, TC_GPU_IN_REGISTERS));
  Attrs all = one(w, close(&e));
  return list(w, &all);
}

// Reductions of a row end among the threads that share it.
static MlirAttribute streamRun(const Writer *w, const TcGpuPhase *p,
                               const TcGpuStream *of, const TcCpuStage *s) {
  Entries e = {.ctx = w->k->ctx};
  addInt(&e, "run", (int64_t)s->position);
  if (s->contract)
    add(&e, "unit", tcAttrString(w->k->ctx, p->tiling.unit->name));
  for (int i = 0; i < of->numMakes; ++i)
    if (of->makes[i].stage == s && p->tiling.held & 1 << i)
      add(&e, "operands", heldOperand(w, &of->makes[i]));
  if (s->contract)
    return close(&e);
  if (s->in && s->kind == TC_CPU_REDUCE)
    add(&e, "combine", tcAttrString(w->k->ctx, "lanes"));
  return close(&e);
}

static MlirAttribute warpLoop(const Writer *w, const TcGpuPhase *p,
                              const TcGpuStream *s, bool inside, bool behind) {
  Attrs body = {0};
  bool reached = false;
  for (size_t i = 0; i < w->k->stages.size; ++i) {
    const TcCpuStage *stage = w->k->stages.data[i];
    reached |= stage->in != NULL;
    if ((stage->in != NULL) == inside && (inside || reached == behind))
      push(w, &body, streamRun(w, p, s, stage));
  }
  Entries e = {.ctx = w->k->ctx};
  add(&e, "for", names(w, &s->rows));
  addInt(&e, "step", p->tiling.warpRows);
  add(&e, "to", tcAttrString(w->k->ctx, levelOf(p)));
  if (inside && p->tiling.turns)
    add(&e, "order", tcAttrString(w->k->ctx, TC_GPU_ORDER_TURNS));
  if (inside && p->tiling.free)
    add(&e, "order", tcAttrString(w->k->ctx, TC_GPU_ORDER_FREE));
  if (multiplies(&p->tiling))
    add(&e, "role", tcAttrString(w->k->ctx, multiplies(&p->tiling)));
  add(&e, "body", list(w, &body));
  return close(&e);
}

static MlirAttribute operandCopy(const Writer *w, const TcGpuPhase *p,
                                 const TcGpuStream *s, int operand) {
  const TcCpuStage *stage = s->readers[operand];
  int64_t access = s->operands[operand].access;
  return copy(w, stage, (size_t)(s->factors[operand].read - stage->reads.data),
              access > 1 ? "cp.async" : "plain", 2 * access,
              p->tiling.teams ? TC_GPU_ROLE_COPIES : NULL);
}

static MlirAttribute columnCopy(const Writer *w, const TcGpuStream *s,
                                int column) {
  enum { BYTES = 4 };
  const TcCpuStage *stage = s->columnReaders[column];
  return copy(w, stage, (size_t)(s->columns[column] - stage->reads.data),
              "cp.async", BYTES, NULL);
}

static MlirAttribute blocksLoop(const Writer *w, const TcGpuPhase *p,
                                const TcGpuStream *s) {
  Entries e = {.ctx = w->k->ctx};
  TcCpuIters block = only(w, w->k->stream.block);
  Attrs body = {0};
  for (int i = s->numMakes; i < s->numOperands; ++i)
    push(w, &body, operandCopy(w, p, s, i));
  for (int i = 0; p->tiling.stagesColumns && i < s->numColumns; ++i)
    push(w, &body, columnCopy(w, s, i));
  push(w, &body, warpLoop(w, p, s, true, false));
  add(&e, "for", names(w, &block));
  addInt(&e, "step", 1);
  add(&e, "to", tcAttrString(w->k->ctx, "seq"));
  addInt(&e, "ring", p->tiling.ring);
  if (p->tiling.skew)
    addInt(&e, "skew", 1);
  add(&e, "body", list(w, &body));
  return close(&e);
}

static Attrs streamBody(const Writer *w, const TcGpuPhase *p) {
  TcGpuStream s;
  tcGpuStreamMatch(w->k, p->tiling.unit, &s);
  Attrs body = {0};
  for (int i = 0; i < s.numMakes; ++i)
    push(w, &body, operandCopy(w, p, &s, i));
  push(w, &body, warpLoop(w, p, &s, false, false));
  push(w, &body, blocksLoop(w, p, &s));
  push(w, &body, warpLoop(w, p, &s, false, true));
  const char *blocks = p->tiling.persists ? "persist" : "grid";
  Entries e = {.ctx = w->k->ctx};
  add(&e, "for", names(w, &s.rows));
  addInt(&e, "step", p->tiling.rows);
  add(&e, "to", tcAttrString(w->k->ctx, blocks));
  if (tcGpuStreamIsReversed(w->k, &s))
    add(&e, "order", tcAttrString(w->k->ctx, "reverse"));
  add(&e, "body", list(w, &body));
  body = one(w, close(&e));
  return around(w, &s.batch, 1, blocks, &body);
}

//===- Launches -----------------------------------------------------------===//

static Attrs bodyOf(const Writer *w, const TcGpuPhase *p) {
  switch (p->mode) {
  case TC_GPU_POINTS:
    return pointsBody(w, p);
  case TC_GPU_ROWS:
    return rowsBody(w, p);
  case TC_GPU_COLUMNS:
    return columnsBody(w, p);
  case TC_GPU_OWNERS:
    return ownersBody(w, p);
  case TC_GPU_TRANSPOSE:
    return transposeBody(w, p);
  case TC_GPU_STREAM:
    return streamBody(w, p);
  case TC_GPU_PRODUCT:
  case TC_GPU_UNIT:
    break;
  }
  return productBody(w, p);
}

static MlirAttribute role(const Writer *w, const char *name, int64_t threads,
                          int64_t registers) {
  enum { WARP = 32 };
  Entries e = {.ctx = w->k->ctx};
  add(&e, "name", tcAttrString(w->k->ctx, name));
  addInt(&e, "warps", threads / WARP);
  addInt(&e, "registers", registers);
  return close(&e);
}

static MlirAttribute roles(const Writer *w, const TcGpuPhase *p) {
  const TcGpuTiling *t = &p->tiling;
  int64_t copy = t->unit->threads;
  Attrs both = one(w, role(w, TC_GPU_ROLE_COPIES, copy, t->copyRegisters));
  push(w, &both,
       role(w, TC_GPU_ROLE_MULTIPLIES, p->threads - copy, t->registers));
  return list(w, &both);
}

static MlirAttribute launch(const Writer *w, const TcGpuPhase *p) {
  Entries e = {.ctx = w->k->ctx};
  Attrs body = bodyOf(w, p);
  addInt(&e, "threads", p->threads);
  if (p->tiling.teams)
    add(&e, "roles", roles(w, p));
  if (p->mode == TC_GPU_UNIT)
    addInt(&e, "group", p->tiling.group);
  if (p->tiling.resident)
    addInt(&e, "resident", p->tiling.resident);
  if (p->dependent)
    add(&e, "overlap", tcAttrString(w->k->ctx, "dependent"));
  add(&e, "body", list(w, &body));
  return close(&e);
}

// A scatter's positions in shares: the iterator that the schedule adds.
static MlirAttribute owners(const Writer *w, const TcCpuStage *s) {
  Entries e = {.ctx = w->k->ctx};
  Attrs of = {0};
  int64_t n = 1;
  tcSizeIsConst(w->k->iters.data[s->owners - 1].extent, &n);
  push(w, &of, tcAttrI64(w->k->ctx, (int64_t)s->position));
  add(&e, "as", tcAttrString(w->k->ctx, "owners"));
  add(&e, "of", list(w, &of));
  addInt(&e, "parts", n);
  return close(&e);
}

// Reductions in parts: the stages that the schedule adds.
static MlirAttribute partial(const Writer *w, const TcGpuPhase *p) {
  Entries e = {.ctx = w->k->ctx};
  Attrs of = {0};
  for (size_t i = 0; i < p->p.stages.size; ++i)
    if (p->p.stages.data[i]->kind == TC_CPU_REDUCE)
      push(w, &of,
           tcAttrI64(w->k->ctx, (int64_t)p->p.stages.data[i]->position));
  add(&e, "as", tcAttrString(w->k->ctx, "partial"));
  add(&e, "of", list(w, &of));
  add(&e, "for", names(w, &p->partsOf));
  addInt(&e, "parts", p->parts);
  return close(&e);
}

MlirAttribute tcGpuScheduleToAttr(TcCpuKernel *k, const TcTarget *target,
                                  const TcGpuPhases *phases) {
  Writer w = {k, target};
  Entries e = {.ctx = k->ctx};
  Attrs launches = {0}, adds = {0};
  for (size_t i = 0; i < phases->size; ++i) {
    const TcCpuStage *first = phases->data[i].p.stages.data[0];
    push(&w, &launches, launch(&w, &phases->data[i]));
    if (first->owners)
      push(&w, &adds, owners(&w, first));
    if (phases->data[i].parts)
      push(&w, &adds, partial(&w, &phases->data[i]));
  }
  if (adds.size)
    add(&e, "adds", list(&w, &adds));
  add(&e, "launches", list(&w, &launches));
  return close(&e);
}
