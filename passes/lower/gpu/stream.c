// Matches kernels that are streamed contractions, and derives sizes from a
// tiling. See stream.h.
#include "passes/lower/gpu/stream.h"

#include "passes/lower/cpu/stage.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

#include <string.h>

enum { CHUNK = TC_UNIT_CHUNK, BLOCK = 16, WARP = 32 };

//===- Stages -------------------------------------------------------------===//

static bool isOne(const TcCpuKernel *k, int iter) {
  int64_t n;
  return tcSizeIsConst(k->iters.data[iter].extent, &n) && n == 1;
}

// At the point that makes the value: where there is one point, 0 is it too.
static bool readsOwnPoint(const TcCpuKernel *k, const TcCpuRead *r) {
  const TcCpuStage *from = r->value->stage;
  if (!from || from->iters.size != r->value->rank)
    return false;
  for (size_t d = 0; d < r->value->rank; ++d) {
    const char *name = tcSizeIsSymbol(r->index[d]);
    int iter = from->iters.data[d];
    if (!(name && !strcmp(name, k->iters.data[iter].name)) &&
        !(isOne(k, iter) && tcSizeEqual(r->index[d], tcSizeConst(k->arena, 0))))
      return false;
  }
  return true;
}

static bool isInMemory(const TcCpuValue *v) {
  return !v->stage && v->dests.size;
}

static bool isComplex(const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (mlirTypeIsAComplex(s->reads.data[i].value->element))
      return true;
  for (size_t i = 0; i < s->results.size; ++i)
    if (mlirTypeIsAComplex(s->results.data[i]->element))
      return true;
  return false;
}

// A map or a reduction, of what lies in memory or at its own point.
static bool isPlain(const TcCpuKernel *k, const TcCpuStage *s) {
  if ((s->kind != TC_CPU_MAP && s->kind != TC_CPU_REDUCE) || s->ordered ||
      s->gathered.size || s->results.size > TC_STAGE_MAX_RESULTS ||
      isComplex(s) || (s->kinds && s->kinds[0] == TC_CPU_CUSTOM))
    return false;
  for (size_t i = 0; i < s->reads.size; ++i)
    if (!isInMemory(s->reads.data[i].value) &&
        !readsOwnPoint(k, &s->reads.data[i]))
      return false;
  return true;
}

// Stages before the loop, what is carried into it, the loop, those behind.
static bool sortStages(TcCpuKernel *k, TcGpuStream *s) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    TcCpuStage *stage = k->stages.data[i];
    if (!isPlain(k, stage) || (stage->in && stage->in->around))
      return false;
    TcCpuStages *to = stage->in       ? &s->loop
                      : stage->unit   ? &s->inits
                      : s->inits.size ? &s->behind
                                      : &s->before;
    if (stage->in && stage->in->iter != k->stream.block)
      return false;
    tcVecPush(k->arena, to, stage);
  }
  return s->loop.size && s->inits.size;
}

//===- Contractions -------------------------------------------------------===//

static bool findContractions(const TcCpuKernel *k, TcGpuStream *s) {
  int point = k->stream.point;
  for (size_t i = 0; i < s->loop.size; ++i) {
    TcCpuStage *stage = s->loop.data[i];
    if (!stage->contract)
      continue;
    bool makes = tcCpuItersHave(&stage->iters, point);
    TcCpuStage **to = makes ? &s->first : &s->second;
    if (*to || (!makes && !s->first))
      return false;
    *to = stage;
  }
  return s->first && s->second && s->second->over.size == 1 &&
         s->second->over.data[0] == point;
}

static bool uses(const TcCpuKernel *k, const TcCpuRead *r, int iter) {
  for (size_t d = 0; d < r->value->rank; ++d)
    if (tcSizeUses(r->index[d], k->iters.data[iter].name))
      return true;
  return false;
}

static bool isStreamed(const TcCpuKernel *k, const TcCpuRead *r) {
  return uses(k, r, k->stream.block) || uses(k, r, k->stream.point);
}

// The two factors of a contraction as they are read: which one is streamed from
// memory.
static bool findFactors(const TcCpuKernel *k, const TcCpuStage *c,
                        const TcCpuRead **streamed, const TcCpuRead **other) {
  for (intptr_t i = 0; i < 2; ++i) {
    const TcCpuRead *r = tcStageReadYielded(c, i);
    if (!r)
      return false;
    *(isInMemory(r->value) && isStreamed(k, r) ? streamed : other) = r;
  }
  return *streamed && *other;
}

// The rows' operand in memory, or a copy of it that is made before the loop.
static bool findRows(const TcCpuKernel *k, TcGpuStream *s,
                     const TcCpuRead *read) {
  TcGpuFactor *f = &s->factors[TC_STREAM_ROWS];
  TcCpuStage *from = read->value->stage;
  f->read = read;
  if (from) {
    bool copies = readsOwnPoint(k, read) && from->kind == TC_CPU_MAP &&
                  from->results.size == 1;
    f->read = copies ? tcStageReadYielded(from, 0) : NULL;
    s->kept = from;
  }
  return f->read && isInMemory(f->read->value) && !isStreamed(k, f->read) &&
         mlirTypeEqual(f->read->value->element, read->value->element);
}

static bool findOperands(const TcCpuKernel *k, TcGpuStream *s) {
  const TcCpuRead *rows = NULL;
  if (!findFactors(k, s->first, &s->factors[TC_STREAM_FIRST].read, &rows) ||
      !findFactors(k, s->second, &s->factors[TC_STREAM_SECOND].read, &s->terms))
    return false;
  const TcCpuStage *made = s->terms->value->stage;
  return made && made->in && readsOwnPoint(k, s->terms) && findRows(k, s, rows);
}

static bool haveTypes(const TcGpuStream *s, const TcUnit *unit) {
  for (int i = 0; i < TC_STREAM_OPERANDS; ++i)
    if (!tcGpuIsElement(s->factors[i].read->value->element, unit->operand))
      return false;
  MlirType made = s->first->results.data[0]->element;
  return tcGpuIsElement(s->terms->value->element, unit->operand) &&
         tcGpuIsElement(s->second->results.data[0]->element,
                        unit->accumulator) &&
         (tcGpuIsElement(made, unit->accumulator) || tcIsHalf(made));
}

//===- Iterators ----------------------------------------------------------===//

static TcCpuIters sharedIters(TcCpuKernel *k, const TcGpuStream *s) {
  TcCpuIters shared = s->first->iters;
  for (size_t i = 0; i < s->loop.size; ++i)
    shared = tcCpuItersAnd(k->arena, &shared, &s->loop.data[i]->iters);
  return shared;
}

static void findIters(TcCpuKernel *k, TcGpuStream *s) {
  TcCpuIters shared = sharedIters(k, s);
  for (size_t i = 0; i < shared.size; ++i) {
    int iter = shared.data[i];
    bool batch = uses(k, s->factors[TC_STREAM_FIRST].read, iter) ||
                 uses(k, s->factors[TC_STREAM_SECOND].read, iter);
    tcVecPush(k->arena, batch ? &s->batch : &s->rows, iter);
  }
  s->depth = s->first->over;
  s->columns = tcCpuItersWithout(k->arena, &s->second->iters, &shared);
  tcVecPush(k->arena, &s->streamed, k->stream.block);
  tcVecPush(k->arena, &s->streamed, k->stream.point);
}

static bool areOnly(const TcCpuIters *iters, const TcGpuStream *s,
                    const TcCpuIters *more) {
  size_t n = s->batch.size + s->rows.size + (more ? more->size : 0);
  for (size_t i = 0; i < iters->size; ++i) {
    int iter = iters->data[i];
    if (!tcCpuItersHave(&s->batch, iter) && !tcCpuItersHave(&s->rows, iter) &&
        !(more && tcCpuItersHave(more, iter)))
      return false;
  }
  return iters->size == n;
}

TcGpuKind tcGpuStreamKind(const TcGpuStream *s, const TcCpuIters *iters) {
  if (tcCpuItersHave(iters, s->streamed.data[1]))
    return TC_GPU_OF_TERMS;
  return areOnly(iters, s, NULL) ? TC_GPU_OF_ROWS : TC_GPU_OF_SUMS;
}

// Whether all of the stage's elements are of one kind, and it reduces terms.
static bool hasKind(const TcCpuKernel *k, const TcGpuStream *s,
                    const TcCpuStage *stage) {
  TcCpuIters point = {0};
  tcVecPush(k->arena, &point, k->stream.point);
  const TcCpuIters *iters = &stage->iters;
  if (stage->kind == TC_CPU_REDUCE && !stage->contract)
    return stage->in && tcCpuItersSame(&stage->over, &point) &&
           areOnly(iters, s, NULL);
  return areOnly(iters, s, NULL) || areOnly(iters, s, &s->columns) ||
         (stage->in && areOnly(iters, s, &point));
}

static bool haveKinds(const TcCpuKernel *k, TcGpuStream *s) {
  const TcCpuStages *all[] = {&s->before, &s->inits, &s->loop, &s->behind};
  TcCpuStages kept = {0};
  for (int l = 0; l < 4; ++l)
    for (size_t i = 0; i < all[l]->size; ++i)
      if (all[l]->data[i] != s->kept && !hasKind(k, s, all[l]->data[i]))
        return false;
  for (size_t i = 0; i < s->before.size; ++i)
    if (s->before.data[i] != s->kept)
      tcVecPush(k->arena, &kept, s->before.data[i]);
  s->before = kept;
  return s->rows.size && s->depth.size && s->columns.size;
}

// What leaves the kernel is made behind the loop; the copy of the rows' operand
// is read by the contraction alone.
static bool staysInside(const TcCpuKernel *k, const TcGpuStream *s) {
  for (size_t i = 0; i < k->stages.size; ++i) {
    const TcCpuStage *stage = k->stages.data[i];
    bool behind = false;
    for (size_t j = 0; j < s->behind.size; ++j)
      behind |= s->behind.data[j] == stage;
    for (size_t r = 0; r < stage->results.size; ++r)
      if (!behind && stage->results.data[r]->dests.size)
        return false;
    for (size_t r = 0; r < stage->reads.size; ++r)
      if (s->kept && stage->reads.data[r].value->stage == s->kept &&
          stage != s->first)
        return false;
  }
  return true;
}

//===- What is carried ----------------------------------------------------===//

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

// Whether `v` is something, or a choice of such, that read number `read` is
// added to once: with the read replaced by -0 it is what the sum starts from.
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

static bool merges(const TcGpuStream *s, const TcCpuStage *stage, size_t read,
                   bool before) {
  if (stage->kind != TC_CPU_MAP || mlirBlockIsNull(stage->body) ||
      stage->results.size != 1)
    return false;
  MlirOperation end = mlirBlockGetTerminator(stage->body);
  for (size_t i = 0; before && i < stage->reads.size; ++i)
    if (i != read && !isBefore(stage->reads.data[i].value->stage, s->second))
      return false;
  return addsRead(mlirOperationGetOperand(end, 0), stage->body, read);
}

// `before`: what it reads besides is made before the sums.
static void findMerge(TcGpuStream *s, bool before) {
  const TcCpuValue *sums = s->second->results.data[0];
  for (size_t i = 0; i < s->loop.size; ++i)
    for (size_t r = 0; r < s->loop.data[i]->reads.size; ++r) {
      TcCpuStage *stage = s->loop.data[i];
      if (stage->reads.data[r].value != sums)
        continue;
      if (s->merge || !merges(s, stage, r, before)) {
        s->merge = NULL;
        return;
      }
      s->merge = stage;
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

// Whether sums may still be added up while what comes after them in the loop,
// and before them in its next turn, is computed: only the merge reads them, as
// it does what is carried of them, and only an update reads the merge.
static void findUpdate(TcGpuStream *s) {
  TcCpuStage *update = NULL;
  for (size_t i = 0; s->merge && i < s->loop.size; ++i) {
    TcCpuStage *stage = s->loop.data[i];
    if (stage != s->merge && readsResult(stage, s->second))
      return;
    if (!readsResult(stage, s->merge))
      continue;
    if (update || !stage->update || !stage->results.data[0]->carried)
      return;
    update = stage;
  }
  for (size_t i = 0; update && i < s->loop.size; ++i)
    if (s->loop.data[i] != s->merge &&
        readsValue(s->loop.data[i], update->results.data[0]->carried))
      return;
  s->update = update;
}

//===- Operands -----------------------------------------------------------===//

// Along which of its points or its steps an operand lies in memory; a run of
// steps that moves at once must not go over the last one.
static bool matchOperand(TcCpuKernel *k, TcGpuStream *s, int number,
                         const TcCpuIters *points, const TcCpuIters *steps) {
  TcGpuFactor *f = &s->factors[number];
  TcGpuOperand *o = &s->operands[number];
  f->iters = *points;
  f->count = tcCpuProduct(k->arena, k, points);
  f->along = tcGpuReadStep(k, f->read, tcVecLast(points)) <
             tcGpuReadStep(k, f->read, tcVecLast(steps));
  o->factor = f;
  if (!tcGpuMatchOperand(k, steps, o))
    return false;
  while (number != TC_STREAM_ROWS && !f->along && o->access > 1 &&
         !tcSizeExactDiv(k->arena, k->stream.extent,
                         tcSizeConst(k->arena, o->access)))
    o->access /= 2;
  return true;
}

bool tcGpuStreamMatch(TcCpuKernel *k, const TcUnit *unit, TcGpuStream *s) {
  enum { MOST = 256 };
  *s = (TcGpuStream){0};
  if (k->stream.block < 0 || k->stream.step % BLOCK ||
      (unit->rows != TC_UNIT_REGISTERS && unit->rows != TC_UNIT_EITHER) ||
      !unit->elementwise || !sortStages(k, s) || !findContractions(k, s) ||
      !findOperands(k, s) || !haveTypes(s, unit))
    return false;
  findIters(k, s);
  if (!haveKinds(k, s) || !staysInside(k, s) ||
      !tcSizeIsConst(tcCpuProduct(k->arena, k, &s->depth), &s->numDepth) ||
      !tcSizeIsConst(tcCpuProduct(k->arena, k, &s->columns), &s->numColumns) ||
      s->numDepth < 1 || s->numDepth > MOST || s->numColumns < 1 ||
      s->numColumns > MOST)
    return false;
  bool groups = tcGpuReadsShared(unit);
  findMerge(s, !groups);
  findUpdate(s);
  if (groups && !s->update)
    return false;
  return matchOperand(k, s, TC_STREAM_ROWS, &s->rows, &s->depth) &&
         matchOperand(k, s, TC_STREAM_FIRST, &s->depth, &s->streamed) &&
         matchOperand(k, s, TC_STREAM_SECOND, &s->columns, &s->streamed);
}

//===- Tiles --------------------------------------------------------------===//

int64_t tcGpuStreamThreads(const TcGpuTiling *t) {
  return t->rows / t->warpRows * t->unit->threads;
}

// Tiles in shared memory have a power of two of depth, of columns; those that
// the unit reads are of whole boxes.
static int64_t padded(const TcGpuTiling *t, int64_t n) {
  int64_t p = tcGpuReadsShared(t->unit) ? TC_UNIT_BOX * CHUNK : BLOCK;
  while (p < n)
    p *= 2;
  return p;
}

static int64_t rowsOfWarp(const TcGpuTiling *t) {
  return t->warpRows * WARP / t->unit->threads;
}

static int64_t rowBytes(const TcGpuStream *s, const TcGpuTiling *t) {
  return 2 * t->rows * padded(t, s->numDepth);
}

static int64_t sharedBytes(const TcGpuStream *s, const TcGpuTiling *t) {
  return rowBytes(s, t) +
         t->ring * 2 * t->depth *
             (padded(t, s->numDepth) + padded(t, s->numColumns));
}

static bool deals(const TcGpuStream *s, const TcGpuTiling *t) {
  int64_t threads = tcGpuStreamThreads(t);
  int64_t depth = padded(t, s->numDepth), columns = padded(t, s->numColumns);
  return tcGpuDealsEvenly(&s->operands[TC_STREAM_ROWS], t->rows, depth,
                          threads) &&
         tcGpuDealsEvenly(&s->operands[TC_STREAM_FIRST], depth, t->depth,
                          threads) &&
         tcGpuDealsEvenly(&s->operands[TC_STREAM_SECOND], columns, t->depth,
                          threads);
}

static bool isPower(int64_t n) { return n > 0 && !(n & (n - 1)); }

static const char *fragmentsRefuse(const TcGpuTiling *t) {
  enum { MAX_WARP_ROWS = 32 };
  if (!isPower(t->rows) || !isPower(t->warpRows) || t->warpRows < t->unit->m ||
      t->warpRows > MAX_WARP_ROWS || t->rows < t->warpRows)
    return "a warp has 16 or 32 rows, of a tile of a power of two of them";
  return NULL;
}

// Operands whose points are contiguous are read in boxes of 64 of these; what
// the loop waits for, the slot of two turns before, is free only after it.
static const char *descriptorsRefuse(const TcGpuStream *s,
                                     const TcGpuTiling *t) {
  enum { BOX = TC_UNIT_BOX * CHUNK, MAX_DEPTH = 256 };
  if (t->warpRows != t->unit->m || t->rows < t->warpRows ||
      t->rows % t->warpRows)
    return "a warp group has 64 rows, of a tile of a multiple of these";
  if (t->depth > MAX_DEPTH ||
      (!s->factors[TC_STREAM_FIRST].along && t->depth % BOX) ||
      (!s->factors[TC_STREAM_SECOND].along && t->depth % BOX) ||
      (s->factors[TC_STREAM_ROWS].along && t->rows % BOX))
    return "the unit reads shared memory in boxes of 64 elements";
  return NULL;
}

const char *tcGpuStreamRefuses(const TcTarget *target, const TcGpuStream *s,
                               const TcGpuTiling *t) {
  enum { MAX_THREADS = 1024, MAX_SUMS = 128 };
  const char *why =
      tcGpuReadsShared(t->unit) ? descriptorsRefuse(s, t) : fragmentsRefuse(t);
  if (why)
    return why;
  if (!isPower(t->depth) || t->depth < BLOCK)
    return "blocks of a power of two of streamed points, at least 16, are "
           "multiplied";
  if (rowsOfWarp(t) * padded(t, s->numColumns) / WARP > MAX_SUMS)
    return "a thread has more than 128 sums";
  if (tcGpuStreamThreads(t) > MAX_THREADS || !deals(s, t))
    return "a block's threads do not divide the chunks of a tile";
  if (t->ring < 2 || t->resident < 1)
    return "a ring has at least two slots";
  if (t->resident * sharedBytes(s, t) > target->sharedBytes)
    return "blocks need more shared memory than the chip gives them";
  return NULL;
}

void tcGpuStreamCut(TcCpuKernel *k, const TcGpuTiling *t, TcGpuStream *s) {
  TcArena *a = k->arena;
  int64_t depth = padded(t, s->numDepth), columns = padded(t, s->numColumns);
  s->tiling = *t;
  s->warpRows = rowsOfWarp(t);
  s->threads = tcGpuStreamThreads(t);
  TcGpuOperand *first = &s->operands[TC_STREAM_FIRST];
  first->padded = s->numDepth % BLOCK != 0;
  tcGpuCutOperand(&s->operands[TC_STREAM_ROWS], t->rows, depth, 0);
  tcGpuCutOperand(first, depth, t->depth, 0);
  tcGpuCutOperand(&s->operands[TC_STREAM_SECOND], columns, t->depth,
                  first->bytes);
  s->slotBytes = first->bytes + s->operands[TC_STREAM_SECOND].bytes;
  s->sharedBytes = sharedBytes(s, t);
  s->rowTiles =
      tcSizeCeilDiv(a, tcCpuProduct(a, k, &s->rows), tcSizeConst(a, t->rows));
  s->numBlocks = tcSizeMul(a, s->rowTiles, tcCpuProduct(a, k, &s->batch));
}

bool tcGpuStreamIsBounded(const TcCpuKernel *k, const TcGpuStream *s) {
  return (k->stream.most.size || k->stream.least.size) &&
         tcVecLast(&s->rows) == k->stream.lane;
}

bool tcGpuStreamHoldsRows(const TcGpuStream *s) {
  enum { MOST = 32 }; // registers
  int64_t blocks = (s->numDepth + BLOCK - 1) / BLOCK;
  return !tcGpuReadsShared(s->tiling.unit) &&
         s->warpRows / BLOCK * blocks * 4 <= MOST;
}
