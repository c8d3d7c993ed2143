// Launches of GPU schedules that multiply: products, by lanes or on a unit, and
// streams of contractions. See gpu-text.h.
#include "passes/lower/gpu/stream.h"
#include "passes/schedule/gpu-text-nodes.h"

#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"

//===- Products -----------------------------------------------------------===//

// What a product's launch is read from: its form, matched again.
typedef struct Form {
  TcGpuUnitProduct u;
  const TcGpuProduct *p;
} Form;

static Form formOf(const TcGpuWriter *w, const TcGpuPhase *phase) {
  Form f = {0};
  if (phase->mode == TC_GPU_UNIT) {
    tcGpuUnitMatch(w->k, &phase->p.stages, phase->tiling.unit, &f.u);
    tcGpuUnitTakeLanes(&phase->tiling, &f.u);
  } else {
    tcGpuProductForm(w->k, &phase->p.stages, &f.u.p);
  }
  f.p = &f.u.p;
  return f;
}

static void pushCopies(const TcGpuWriter *w, const TcGpuPhase *phase,
                       const Form *f, TcTextAttrs *body) {
  const TcCpuStage *s = f->p->match.contract;
  const TcGpuFactor *factors[] = {&f->p->rows, &f->p->columns};
  bool unit = phase->mode == TC_GPU_UNIT;
  for (int i = 0; i < 2; ++i) {
    int64_t access = unit ? f->u.operands[i].access : 1;
    int64_t bytes = access * tcCpuBytes(factors[i]->read->value->element);
    bool async = access > 1 && bytes > 2 && !tcGpuIsOfWaves(phase->tiling.unit);
    bool tma = phase->tiling.tma;
    tcWritePush(w, body,
                tcWriteCopy(w, s, (size_t)(factors[i]->read - s->reads.data),
                            tma     ? TC_GPU_ENGINE_TMA
                            : async ? "cp.async"
                                    : "plain",
                            tma ? 0 : bytes,
                            phase->tiling.teams ? TC_GPU_ROLE_COPIES : NULL));
  }
}

static TcCpuIters rowsThenColumns(const TcGpuWriter *w, const TcGpuProduct *p) {
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
static MlirAttribute stepsLoop(const TcGpuWriter *w, const TcGpuPhase *phase,
                               const Form *f) {
  const TcGpuTiling *t = &phase->tiling;
  const TcGpuProduct *p = f->p;
  TcTextAttrs body = {0},
              leaf = tcWriteOne(
                  w, tcWriteRun(w, p->match.contract,
                                t->unit ? t->unit->name : TC_GPU_UNIT_FMA));
  pushCopies(w, phase, f, &body);
  leaf = tcWriteAround(w, &p->columns.iters, t->warpColumns, levelOf(phase),
                       &leaf);
  if (p->rowSums)
    tcWritePush(w, &leaf, tcWriteRun(w, p->rowSums, t->unit->name));
  if (p->rows.iters.size)
    leaf = tcWriteOne(w, tcWriteLoopWith(w, &p->rows.iters, t->warpRows,
                                         levelOf(phase), NULL, multiplies(t),
                                         &leaf));
  tcWritePush(w, &body, leaf.data[0]);
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteEntry(&e, "for", tcTextNames(w->k, &p->over));
  tcWriteInt(&e, "step", t->depth);
  tcWriteText(&e, "to", "seq");
  if (t->ring)
    tcWriteInt(&e, "ring", t->ring);
  if (t->ahead)
    tcWriteInt(&e, "ahead", t->ahead);
  tcWriteEntry(&e, "body", tcWriteList(w, &body));
  return tcWriteDict(&e);
}

TcTextAttrs tcWriteProduct(const TcGpuWriter *w, const TcGpuPhase *phase) {
  Form f = formOf(w, phase);
  const TcGpuTiling *t = &phase->tiling;
  bool unit = phase->mode == TC_GPU_UNIT, shifted = unit && f.u.shifted;
  int64_t lanes = shifted ? f.u.shifted : unit ? f.u.lanes : 1;
  TcCpuIters both = rowsThenColumns(w, f.p);
  TcTextAttrs body = tcWriteOne(w, stepsLoop(w, phase, &f));
  TcTextAttrs leaf = tcWriteRuns(w, &f.p->match.maps);
  if (lanes > 1) {
    TcCpuIters column = tcWriteOnly(w, tcVecLast(&f.p->columns.iters));
    leaf = tcWriteAround(w, &column, 0, "vector", &leaf);
  }
  tcWritePush(w, &body,
              tcWriteLoopWith(w, &both, lanes, "thread",
                              shifted ? "peel" : NULL, multiplies(t), &leaf));
  if (f.p->rowMaps.size) {
    leaf = tcWriteRuns(w, &f.p->rowMaps);
    tcWritePush(w, &body,
                tcWriteLoopWith(w, &f.p->rows.iters, 1, "thread", NULL,
                                multiplies(t), &leaf));
  }
  const char *blocks = t->persists ? "persist" : "grid";
  body = tcWriteAround(w, &f.p->columns.iters, t->columns, blocks, &body);
  body = tcWriteAround(w, &f.p->rows.iters, t->rows, blocks, &body);
  return tcWriteAround(w, &f.p->batch, 1, blocks, &body);
}

//===- Streamed contractions ----------------------------------------------===//

// The rows' operand of a contraction, which stays in registers.
static MlirAttribute heldOperand(const TcGpuWriter *w,
                                 const TcGpuStreamProduct *p) {
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteInt(&e, "read", (int64_t)(p->rows - p->stage->reads.data));
  tcWriteText(&e, "in", TC_GPU_IN_REGISTERS);
  TcTextAttrs all = tcWriteOne(w, tcWriteDict(&e));
  return tcWriteList(w, &all);
}

// Reductions of a row end among the threads that share it.
static MlirAttribute streamRun(const TcGpuWriter *w, const TcGpuPhase *p,
                               const TcGpuStream *of, const TcCpuStage *s) {
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteInt(&e, "run", (int64_t)s->position);
  if (s->contract)
    tcWriteText(&e, "unit", p->tiling.unit->name);
  for (int i = 0; i < of->numMakes; ++i)
    if (of->makes[i].stage == s && p->tiling.held & 1 << i)
      tcWriteEntry(&e, "operands", heldOperand(w, &of->makes[i]));
  if (s == of->across.stage)
    tcWriteText(&e, "combine", TC_GPU_COMBINE_ATOMIC);
  if (s->contract)
    return tcWriteDict(&e);
  if (s->in && s->kind == TC_CPU_REDUCE)
    tcWriteText(&e, "combine", "lanes");
  return tcWriteDict(&e);
}

static MlirAttribute warpLoop(const TcGpuWriter *w, const TcGpuPhase *p,
                              const TcGpuStream *s, bool inside, bool behind) {
  TcTextAttrs body = {0};
  bool reached = false;
  for (size_t i = 0; i < w->k->stages.size; ++i) {
    const TcCpuStage *stage = w->k->stages.data[i];
    if (tcGpuStreamIsApart(s, stage))
      continue;
    reached |= stage->in != NULL;
    if ((stage->in != NULL) == inside && (inside || reached == behind))
      tcWritePush(w, &body, streamRun(w, p, s, stage));
  }
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteEntry(&e, "for", tcTextNames(w->k, &s->rows));
  tcWriteInt(&e, "step", p->tiling.warpRows);
  tcWriteText(&e, "to", levelOf(p));
  if (inside && p->tiling.turns)
    tcWriteText(&e, "order", TC_GPU_ORDER_TURNS);
  if (inside && p->tiling.free)
    tcWriteText(&e, "order", TC_GPU_ORDER_FREE);
  if (multiplies(&p->tiling))
    tcWriteText(&e, "role", multiplies(&p->tiling));
  tcWriteEntry(&e, "body", tcWriteList(w, &body));
  return tcWriteDict(&e);
}

static MlirAttribute operandCopy(const TcGpuWriter *w, const TcGpuPhase *p,
                                 const TcGpuStream *s, int operand) {
  const TcCpuStage *stage = s->readers[operand];
  int64_t bytes = s->operands[operand].each * s->operands[operand].access;
  bool tma = p->tiling.tma && operand >= s->numMakes;
  return tcWriteCopy(
      w, stage, (size_t)(s->factors[operand].read - stage->reads.data),
      tma         ? TC_GPU_ENGINE_TMA
      : bytes > 2 ? "cp.async"
                  : "plain",
      tma ? 0 : bytes, p->tiling.teams ? TC_GPU_ROLE_COPIES : NULL);
}

static MlirAttribute columnCopy(const TcGpuWriter *w, const TcGpuStream *s,
                                int column) {
  enum { BYTES = 4 };
  const TcCpuStage *stage = s->columnReaders[column];
  return tcWriteCopy(w, stage, (size_t)(s->columns[column] - stage->reads.data),
                     "cp.async", BYTES, NULL);
}

static MlirAttribute blocksLoop(const TcGpuWriter *w, const TcGpuPhase *p,
                                const TcGpuStream *s) {
  TcTextEntries e = {.ctx = w->k->ctx};
  TcCpuIters block = tcWriteOnly(w, w->k->stream.block);
  TcTextAttrs body = {0};
  for (int i = s->numMakes; i < s->numOperands; ++i)
    tcWritePush(w, &body, operandCopy(w, p, s, i));
  for (int i = 0; p->tiling.stagesColumns && i < s->numColumns; ++i)
    tcWritePush(w, &body, columnCopy(w, s, i));
  tcWritePush(w, &body, warpLoop(w, p, s, true, false));
  tcWriteEntry(&e, "for", tcTextNames(w->k, &block));
  tcWriteInt(&e, "step", 1);
  tcWriteText(&e, "to", "seq");
  tcWriteInt(&e, "ring", p->tiling.ring);
  if (p->tiling.skew)
    tcWriteInt(&e, "skew", 1);
  tcWriteEntry(&e, "body", tcWriteList(w, &body));
  return tcWriteDict(&e);
}

TcTextAttrs tcWriteStream(const TcGpuWriter *w, const TcGpuPhase *p) {
  TcGpuStream s;
  tcGpuStreamMatch(w->k, p->tiling.unit, &s);
  TcTextAttrs body = {0};
  for (int i = 0; i < s.numMakes; ++i)
    tcWritePush(w, &body, operandCopy(w, p, &s, i));
  tcWritePush(w, &body, warpLoop(w, p, &s, false, false));
  tcWritePush(w, &body, blocksLoop(w, p, &s));
  tcWritePush(w, &body, warpLoop(w, p, &s, false, true));
  const char *blocks = p->tiling.persists ? "persist" : "grid";
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteEntry(&e, "for", tcTextNames(w->k, &s.rows));
  tcWriteInt(&e, "step", p->tiling.rows);
  tcWriteText(&e, "to", blocks);
  if (p->tiling.joined)
    tcWriteInt(&e, "skew", 1);
  if (p->tiling.paired)
    tcWriteText(&e, "order", TC_GPU_ORDER_PAIRED);
  else if (tcGpuStreamIsReversed(w->k, &s))
    tcWriteText(&e, "order", "reverse");
  tcWriteEntry(&e, "body", tcWriteList(w, &body));
  body = tcWriteOne(w, tcWriteDict(&e));
  return tcWriteAround(w, &s.batch, 1, blocks, &body);
}
