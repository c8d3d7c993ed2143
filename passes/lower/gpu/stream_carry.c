// What a stream's loop carries from block to block: which stages merge the sums
// of contractions with what is carried, and update that; and row sums of which
// each thread carries its own part. See stream.h.
#include "passes/lower/gpu/stream.h"

#include "passes/lower/cpu/stage.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Contractions' sums -------------------------------------------------===//

static bool isRead(MlirValue v, MlirBlock body, size_t read) {
  return mlirValueIsABlockArgument(v) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(v), body) &&
         (size_t)mlirBlockArgumentGetArgNumber(v) == read;
}

static bool dependsOn(MlirValue v, MlirBlock body, size_t read) {
  if (mlirValueIsABlockArgument(v))
    return isRead(v, body, read);
  MlirOperation op = mlirOpResultGetOwner(v);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (dependsOn(mlirOperationGetOperand(op, i), body, read))
      return true;
  return false;
}

// Whether `v` is a sum with read number `read` as one term, or a selection
// between such sums: with the read replaced by -0 it is then the value from
// which an accumulator can start.
static bool addsRead(MlirValue v, MlirBlock body, size_t read) {
  if (isRead(v, body, read))
    return true;
  if (mlirValueIsABlockArgument(v))
    return false;
  MlirOperation op = mlirOpResultGetOwner(v);
  MlirValue x = mlirOperationGetOperand(op, 0);
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_ADD: {
    MlirValue y = mlirOperationGetOperand(op, 1);
    return (isRead(x, body, read) && !dependsOn(y, body, read)) ||
           (isRead(y, body, read) && !dependsOn(x, body, read));
  }
  case TC_PRIM_WHERE:
    return !dependsOn(x, body, read) &&
           addsRead(mlirOperationGetOperand(op, 1), body, read) &&
           addsRead(mlirOperationGetOperand(op, 2), body, read);
  default:
    return false;
  }
}

static bool isBefore(const TcCpuStage *a, const TcCpuStage *b) {
  return !a || a->position < b->position;
}

static bool merges(const TcGpuStreamProduct *p, const TcCpuStage *stage,
                   size_t read, bool before) {
  if (stage->kind != TC_CPU_MAP || mlirBlockIsNull(stage->body) ||
      stage->results.size != 1)
    return false;
  MlirOperation end = mlirBlockGetTerminator(stage->body);
  for (size_t i = 0; before && i < stage->reads.size; ++i)
    if (i != read && !isBefore(stage->reads.data[i].value->stage, p->stage))
      return false;
  return addsRead(mlirOperationGetOperand(end, 0), stage->body, read);
}

// Finds the map that merges the sums with what is carried. `before`: its other
// operands must be computed before the contraction.
static void findMerge(const TcGpuStream *s, TcGpuStreamProduct *p,
                      bool before) {
  const TcCpuValue *sums = p->stage->results.data[0];
  for (size_t i = 0; i < s->loop.size; ++i)
    for (size_t r = 0; r < s->loop.data[i]->reads.size; ++r) {
      TcCpuStage *stage = s->loop.data[i];
      if (stage->reads.data[r].value != sums)
        continue;
      if (p->merge || !merges(p, stage, r, before)) {
        p->merge = NULL;
        return;
      }
      p->merge = stage;
    }
}

static bool readsResult(const TcCpuStage *stage, const TcCpuStage *of) {
  for (size_t i = 0; i < stage->reads.size; ++i)
    if (stage->reads.data[i].value->stage == of)
      return true;
  return false;
}

static bool readsValue(const TcCpuStage *stage, const TcCpuValue *v) {
  for (size_t i = 0; i < stage->reads.size; ++i)
    if (stage->reads.data[i].value == v)
      return true;
  return false;
}

// Finds the update of a merge. It exists if only the merge reads the sums and
// their carried values, and only the update reads the merge: then the
// contraction may stay in flight during the stages after it, and those before
// it in the next iteration.
static void findUpdate(const TcGpuStream *s, TcGpuStreamProduct *p) {
  TcCpuStage *update = NULL;
  for (size_t i = 0; p->merge && i < s->loop.size; ++i) {
    TcCpuStage *stage = s->loop.data[i];
    if (stage != p->merge && readsResult(stage, p->stage))
      return;
    if (!readsResult(stage, p->merge))
      continue;
    if (update || !stage->update || !stage->results.data[0]->carried)
      return;
    update = stage;
  }
  for (size_t i = 0; update && i < s->loop.size; ++i)
    if (s->loop.data[i] != p->merge &&
        readsValue(s->loop.data[i], update->results.data[0]->carried))
      return;
  p->update = update;
}

// Whether only the merge adds to the carried sums, so that these can be the
// accumulators from one block to the next.
static bool addsToCarried(const TcGpuStreamProduct *p) {
  const TcCpuStage *m = p->merge;
  MlirValue sum = mlirOperationGetOperand(mlirBlockGetTerminator(m->body), 0);
  const TcCpuValue *carried = p->update->results.data[0]->carried;
  size_t from = 0, to = 0;
  for (size_t i = 0; i < m->reads.size; ++i) {
    from = m->reads.data[i].value == carried ? i : from;
    to = m->reads.data[i].value->stage == p->stage ? i : to;
  }
  if (m->reads.size != 2 || from == to || mlirValueIsABlockArgument(sum))
    return false;
  MlirOperation add = mlirOpResultGetOwner(sum);
  return tcPrimOpKind(add) == TC_PRIM_ADD && dependsOn(sum, m->body, from) &&
         dependsOn(sum, m->body, to) &&
         mlirValueIsABlockArgument(mlirOperationGetOperand(add, 0)) &&
         mlirValueIsABlockArgument(mlirOperationGetOperand(add, 1));
}

bool tcGpuStreamIsInFlight(const TcGpuStream *s, bool pair) {
  for (int i = 0; i < s->numSums; ++i)
    if (!s->sums[i].update || (!pair && !addsToCarried(&s->sums[i])))
      return false;
  return true;
}

//===- Row sums -----------------------------------------------------------===//

// Whether `v` is the read, or its product with what depends on neither read.
static bool scalesRead(MlirValue v, MlirBlock body, size_t read, size_t other) {
  if (isRead(v, body, read))
    return true;
  if (mlirValueIsABlockArgument(v) ||
      tcPrimOpKind(mlirOpResultGetOwner(v)) != TC_PRIM_MUL)
    return false;
  for (intptr_t i = 0; i < 2; ++i) {
    MlirOperation mul = mlirOpResultGetOwner(v);
    MlirValue by = mlirOperationGetOperand(mul, 1 - i);
    if (isRead(mlirOperationGetOperand(mul, i), body, read) &&
        !dependsOn(by, body, read) && !dependsOn(by, body, other))
      return true;
  }
  return false;
}

// Whether the merge is the sum of its read `sum` and a multiple of its read
// `carried`.
static bool addsToMultiple(const TcCpuStage *merge, size_t sum,
                           size_t carried) {
  MlirBlock body = merge->body;
  MlirValue v = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  if (mlirValueIsABlockArgument(v) ||
      tcPrimOpKind(mlirOpResultGetOwner(v)) != TC_PRIM_ADD)
    return false;
  MlirOperation add = mlirOpResultGetOwner(v);
  for (intptr_t i = 0; i < 2; ++i)
    if (isRead(mlirOperationGetOperand(add, i), body, sum) &&
        scalesRead(mlirOperationGetOperand(add, 1 - i), body, carried, sum))
      return true;
  return false;
}

// Whether all of the map's elements are the constant 0, behind copies of it.
static bool isZero(const TcCpuStage *stage) {
  if (!stage || stage->kind != TC_CPU_MAP || stage->results.size != 1)
    return false;
  if (stage->reads.size == 1 && mlirBlockIsNull(stage->body))
    return isZero(stage->reads.data[0].value->stage);
  if (stage->reads.size || mlirBlockIsNull(stage->body))
    return false;
  MlirValue v = mlirOperationGetOperand(mlirBlockGetTerminator(stage->body), 0);
  if (tcPrimOpKind(mlirOpResultGetOwner(v)) != TC_PRIM_CONSTANT)
    return false;
  MlirAttribute value = tcPrimConstantGetValue(mlirOpResultGetOwner(v));
  return mlirAttributeIsAFloat(value) &&
         mlirFloatAttrGetValueDouble(value) == 0;
}

// Whether the sum of rows may be one for each thread until the loop ends: it
// starts from 0, and only the merge, which adds it to a multiple of the carried
// one, reads either.
static bool isPartial(const TcGpuStream *s, TcCpuStage *sum,
                      const TcCpuValue **carried) {
  TcGpuStreamProduct p = {.stage = sum};
  if (sum->kind != TC_CPU_REDUCE || sum->contract || sum->results.size != 1 ||
      sum->kinds[0] != TC_CPU_ADD ||
      !mlirTypeIsAF32(sum->results.data[0]->element))
    return false;
  findMerge(s, &p, false);
  findUpdate(s, &p);
  if (!p.update)
    return false;
  *carried = p.update->results.data[0]->carried;
  size_t from = 0, to = 0;
  for (size_t i = 0; i < p.merge->reads.size; ++i) {
    from = p.merge->reads.data[i].value == *carried ? i : from;
    to = p.merge->reads.data[i].value->stage == sum ? i : to;
  }
  return from != to && addsToMultiple(p.merge, to, from) &&
         isZero((*carried)->stage);
}

static void findPartials(TcGpuStream *s) {
  const TcCpuValue *carried;
  for (size_t i = 0; i < s->loop.size; ++i)
    if (s->numPartials < TC_STREAM_MAX_PARTIALS &&
        isPartial(s, s->loop.data[i], &carried)) {
      s->partials[s->numPartials] = s->loop.data[i];
      s->partialSums[s->numPartials++] = carried;
    }
}

bool tcGpuStreamIsPartial(const TcGpuStream *s, const TcCpuStage *stage) {
  for (int i = 0; i < s->numPartials; ++i)
    if (s->partials[i] == stage)
      return true;
  return false;
}

void tcGpuStreamFindCarried(TcGpuStream *s, bool groups) {
  for (int i = 0; i < s->numSums; ++i) {
    findMerge(s, &s->sums[i], !groups);
    findUpdate(s, &s->sums[i]);
  }
  findPartials(s);
}
