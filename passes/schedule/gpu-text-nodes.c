// Attributes and nodes of GPU schedules. See gpu-text-nodes.h.
#include "passes/schedule/gpu-text-nodes.h"

#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"

MlirAttribute tcWriteList(const TcGpuWriter *w, const TcTextAttrs *attrs) {
  return mlirArrayAttrGet(w->k->ctx, (intptr_t)attrs->size, attrs->data);
}

void tcWritePush(const TcGpuWriter *w, TcTextAttrs *attrs, MlirAttribute a) {
  tcVecPush(w->k->arena, attrs, a);
}

TcTextAttrs tcWriteOne(const TcGpuWriter *w, MlirAttribute a) {
  TcTextAttrs out = {0};
  tcWritePush(w, &out, a);
  return out;
}

TcCpuIters tcWriteOnly(const TcGpuWriter *w, int iter) {
  TcCpuIters out = {0};
  tcVecPush(w->k->arena, &out, iter);
  return out;
}

//===- Nodes --------------------------------------------------------------===//

// A loop over `iters`; step 0: what is left of them, divided by whom it is for.
MlirAttribute tcWriteLoopWith(const TcGpuWriter *w, const TcCpuIters *iters,
                              int64_t step, const char *to, const char *tail,
                              const char *role, const TcTextAttrs *body) {
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteEntry(&e, "for", tcTextNames(w->k, iters));
  if (step)
    tcWriteInt(&e, "step", step);
  tcWriteText(&e, "to", to);
  if (tail)
    tcWriteText(&e, "tail", tail);
  if (role)
    tcWriteText(&e, "role", role);
  tcWriteEntry(&e, "body", tcWriteList(w, body));
  return tcWriteDict(&e);
}

MlirAttribute tcWriteLoop(const TcGpuWriter *w, const TcCpuIters *iters,
                          int64_t step, const char *to,
                          const TcTextAttrs *body) {
  return tcWriteLoopWith(w, iters, step, to, NULL, NULL, body);
}

// The same around `body`, unless there are no iterators.
TcTextAttrs tcWriteAround(const TcGpuWriter *w, const TcCpuIters *iters,
                          int64_t step, const char *to,
                          const TcTextAttrs *body) {
  return iters->size ? tcWriteOne(w, tcWriteLoop(w, iters, step, to, body))
                     : *body;
}

MlirAttribute tcWriteRun(const TcGpuWriter *w, const TcCpuStage *s,
                         const char *unit) {
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteInt(&e, "run", (int64_t)s->position);
  if (unit)
    tcWriteText(&e, "unit", unit);
  return tcWriteDict(&e);
}

static MlirAttribute readAttr(const TcGpuWriter *w, const TcCpuStage *s,
                              size_t read) {
  TcTextAttrs out = tcWriteOne(w, tcAttrI64(w->k->ctx, (int64_t)s->position));
  tcWritePush(w, &out, tcAttrI64(w->k->ctx, (int64_t)read));
  return tcWriteList(w, &out);
}

static TcTextEntries copyOf(const TcGpuWriter *w, const TcCpuStage *s,
                            size_t read, const char *engine) {
  TcTextEntries e = {.ctx = w->k->ctx};
  tcWriteEntry(&e, "copy", readAttr(w, s, read));
  tcWriteText(&e, "to", "shared");
  tcWriteText(&e, "engine", engine);
  return e;
}

MlirAttribute tcWriteCopy(const TcGpuWriter *w, const TcCpuStage *s,
                          size_t read, const char *engine, int64_t bytes,
                          const char *role) {
  TcTextEntries e = copyOf(w, s, read, engine);
  if (bytes) // else a box
    tcWriteInt(&e, "bytes", bytes);
  if (role)
    tcWriteText(&e, "role", role);
  return tcWriteDict(&e);
}

MlirAttribute tcWriteHeldRow(const TcGpuWriter *w, const TcCpuStage *s,
                             size_t read, int64_t points) {
  TcTextEntries e = copyOf(w, s, read, "plain");
  if (points)
    tcWriteInt(&e, "points", points);
  return tcWriteDict(&e);
}

TcTextAttrs tcWriteRuns(const TcGpuWriter *w, const TcCpuStages *stages) {
  TcTextAttrs out = {0};
  for (size_t i = 0; i < stages->size; ++i)
    tcWritePush(w, &out, tcWriteRun(w, stages->data[i], NULL));
  return out;
}
