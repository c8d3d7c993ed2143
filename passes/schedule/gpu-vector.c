// The vector length of a thread on a GPU: elements that it loads, computes and
// stores at once, where all memory that a phase accesses is contiguous along
// the vector's iterator. See gpu.h.
#include "passes/schedule/gpu.h"

#include "passes/lower/cpu/stage.h"

#include "ir/sizes.h"
#include "lib/cost/numbers.h"
#include "tc/gen/LoopOps.h"

#include <math.h>

enum {
  VECTOR_BYTES = 16, // of the widest of a thread's most accesses
};

typedef struct Vectors {
  TcCpuKernel *k;
  bool inRegisters; // values without a buffer stay in registers
  bool anywhere;    // vectors start at any point
  int64_t bytes;    // of a vector of the widest; 0: of an access
} Vectors;

bool tcGpuIsSerial(const TcCpuStages *stages) {
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuStageKind kind = stages->data[i]->kind;
    if (stages->data[i]->ordered ||
        (kind != TC_CPU_MAP && kind != TC_CPU_REDUCE))
      return true;
  }
  return false;
}

bool tcGpuSortsRows(const TcCpuStages *stages) {
  const TcCpuStage *s = stages->data[0];
  return stages->size == 1 && s->kind == TC_CPU_SORT && !s->in;
}

bool tcGpuScansRows(const TcCpuStages *stages) {
  int along = -1;
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    bool fits = s->kind == TC_CPU_MAP || tcCpuScansApart(s);
    if (!fits || s->in || s->unit || s->update)
      return false;
    if (s->kind == TC_CPU_MAP)
      continue;
    if (along >= 0 && along != s->over.data[0])
      return false;
    along = s->over.data[0];
  }
  return along >= 0;
}

bool tcGpuScansApart(const TcCpuKernel *k, const TcCpuStages *stages) {
  const TcCpuIters *points = &stages->data[0]->iters;
  int along = -1;
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    if (s->iters.size != points->size)
      return false;
    for (size_t j = 0; j < points->size; ++j)
      if (!tcCpuItersHave(&s->iters, points->data[j]))
        return false;
    if (s->kind == TC_CPU_SCAN)
      along = s->over.data[0];
  }
  return along >= 0 && tcGpuScansRows(stages) &&
         tcCpuCanChunkScans(k, stages, along);
}

int tcGpuScannedIter(const TcCpuStages *stages) {
  for (size_t i = 0; i < stages->size; ++i)
    if (stages->data[i]->kind == TC_CPU_SCAN)
      return stages->data[i]->over.data[0];
  return -1;
}

int64_t tcGpuScanSteps(const TcGpuPhase *p) {
  return tcGpuScannedIter(&p->p.stages) >= 0 && p->shares > 1 ? p->shares : 1;
}

int64_t tcGpuMostScanSteps(const TcTarget *target, int64_t threads) {
  int64_t waves = threads / target->waveThreads;
  int64_t most = waves > 1 ? target->waveThreads / waves : TC_GPU_SCAN_STEPS;
  return most < 1 ? 1 : most < TC_GPU_SCAN_STEPS ? most : TC_GPU_SCAN_STEPS;
}

// The widest element of the accesses that most iterators move: the others are
// fewer, and of the caches.
typedef struct Widest {
  size_t iters;
  int64_t bytes;
} Widest;

static void widen(const TcCpuKernel *k, const TcSize *at, int64_t bytes,
                  Widest *widest) {
  size_t iters = 0;
  for (size_t i = 0; i < k->iters.size; ++i)
    iters += tcSizeUses(at, k->iters.data[i].name);
  if (iters > widest->iters)
    *widest = (Widest){iters, bytes};
  else if (iters == widest->iters && bytes > widest->bytes)
    widest->bytes = bytes;
}

// Whether an access is contiguous along `iter`, or does not depend on it;
// counts its element if it does.
static bool isContiguous(const Vectors *c, MlirType element, size_t rank,
                         const TcSize *const *strides,
                         const TcSize *const *index, int iter, Widest *widest) {
  const char *name = c->k->iters.data[iter].name;
  const TcSize *at = tcCpuOffset(c->k->arena, rank, strides, NULL, index);
  at = tcSizeSimplify(c->k->arena, at, &c->k->ranges);
  if (!tcSizeUses(at, name))
    return true;
  widen(c->k, at, tcCpuBytes(element), widest);
  return tcCpuHasStride(c->k, at, iter, 1);
}

static const TcSize *readOffset(const Vectors *c, const TcCpuRead *r) {
  const TcSize *at = tcCpuOffset(
      c->k->arena, r->value->rank,
      tcCpuDestStrides(c->k, &r->value->dests.data[0]), NULL, r->index);
  return tcSizeSimplify(c->k->arena, at, &c->k->ranges);
}

// Whether groups of so many neighbours read one element of memory each, as
// channels of a group read its mean.
static bool isOfGroups(const Vectors *c, const TcCpuRead *r, int iter,
                       int64_t lanes) {
  return !c->anywhere && r->value->dests.size && mlirAttributeIsNull(r->fill) &&
         tcCpuIsSameTogether(c->k, readOffset(c, r), iter, lanes);
}

// The same of a value without a buffer, which is dense if it gets memory.
static bool isDenseRead(const Vectors *c, const TcCpuRead *r, int iter) {
  const char *name = c->k->iters.data[iter].name;
  for (size_t d = 0; d < r->value->rank; ++d)
    if (tcSizeUses(r->index[d], name) &&
        (d + 1 < r->value->rank || !tcSizeIsSymbol(r->index[d])))
      return false;
  return true;
}

// The same of the result of a stage that gets a buffer only between nests.
static bool isDenseResult(const TcCpuStage *s, const TcCpuValue *v, int iter) {
  int d = tcCpuItersFind(&s->iters, iter);
  return v->dests.size || d < 0 || (size_t)d + 1 == s->iters.size;
}

// Whether so many neighbours along `iter` are inside of what is read together,
// or outside.
static bool missesTogether(const Vectors *c, const TcCpuRead *r, int iter,
                           int64_t lanes) {
  if (mlirAttributeIsNull(r->fill))
    return true;
  for (size_t d = 0; d < r->value->rank; ++d)
    if (!tcCpuMissTogether(c->k, r->index[d], r->value->sizes[d], iter, lanes))
      return false;
  return !mlirTypeIsAComplex(r->value->element);
}

static bool allMissTogether(const Vectors *c, const TcCpuStages *stages,
                            int iter, int64_t lanes) {
  for (size_t i = 0; i < stages->size; ++i)
    for (size_t j = 0; j < stages->data[i]->reads.size; ++j)
      if (!missesTogether(c, &stages->data[i]->reads.data[j], iter, lanes))
        return false;
  return true;
}

// Whether so many neighbours read one element where two do.
static bool allReadTogether(const Vectors *c, const TcCpuStages *stages,
                            int iter, int64_t lanes) {
  for (size_t i = 0; i < stages->size; ++i)
    for (size_t j = 0; j < stages->data[i]->reads.size; ++j) {
      const TcCpuRead *r = &stages->data[i]->reads.data[j];
      if (isOfGroups(c, r, iter, 2) && !isOfGroups(c, r, iter, lanes))
        return false;
    }
  return true;
}

static bool readsContiguously(const Vectors *c, const TcCpuStage *s, int iter,
                              int transposed, Widest *widest) {
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    const TcCpuValue *v = r->value;
    if (transposed >= 0 &&
        tcCpuReadsTransposed(c->k, r, iter, transposed, true))
      continue;
    if (isOfGroups(c, r, iter, 2))
      continue;
    if (!mlirAttributeIsNull(r->fill) && c->anywhere)
      return false;
    if (!v->dests.size
            ? !c->inRegisters && !isDenseRead(c, r, iter)
            : !isContiguous(c, v->element, v->rank,
                            tcCpuDestStrides(c->k, &v->dests.data[0]), r->index,
                            iter, widest))
      return false;
  }
  return true;
}

static bool writesContiguously(const Vectors *c, const TcCpuStage *s, int iter,
                               Widest *widest) {
  for (size_t i = 0; i < s->results.size; ++i) {
    const TcCpuValue *v = s->results.data[i];
    if (!c->inRegisters && !isDenseResult(s, v, iter))
      return false;
    for (size_t d = 0; d < v->dests.size; ++d)
      if (!isContiguous(c, v->element, v->rank,
                        tcCpuDestStrides(c->k, &v->dests.data[d]),
                        tcCpuOwnIndex(c->k, s), iter, widest))
        return false;
  }
  return true;
}

//===- Gathers ------------------------------------------------------------===//

// A stage whose body computes positions, and what of it differs along `iter`.
typedef struct Positions {
  const Vectors *c;
  TcCpuStage *stage;
  int iter;
  TcMap differs; // MlirValue.ptr -> the stage
} Positions;

static bool usesIter(const Positions *p, const TcSize *expr) {
  return tcSizeUses(expr, p->c->k->iters.data[p->iter].name);
}

// The expression that a position is; NULL: it is computed from data.
static const TcSize *positionOf(const Positions *p, MlirValue v) {
  TcArena *a = p->c->k->arena;
  const TcMap *subst = &p->stage->subst;
  if (!mlirValueIsAOpResult(v))
    return NULL;
  MlirOperation op = mlirOpResultGetOwner(v);
  if (tcLoopOpKind(op) != TC_LOOP_INDEX)
    return NULL;
  const TcSize *expr = tcSizeAttrParse(a, tcLoopIndexGetExpr(op));
  return subst->size ? tcSizeSubstitute(a, expr, subst) : expr;
}

// The same of a table that a stage makes and that gets memory between launches:
// rows that the iterator covers.
static bool isOfDenseRow(const Positions *p, const TcCpuValue *v,
                         const TcSize *const *index, Widest *widest) {
  const TcCpuIter *iter = &p->c->k->iters.data[p->iter];
  for (size_t d = 0; d < v->rank; ++d) {
    bool isIter = tcSizeIsSymbol(index[d]) && usesIter(p, index[d]);
    if (usesIter(p, index[d]) &&
        !(isIter && d + 1 == v->rank && tcSizeEqual(v->sizes[d], iter->extent)))
      return false;
    if (isIter)
      widen(p->c->k, index[d], tcCpuBytes(v->element), widest);
  }
  return true;
}

// Whether neighbours along the iterator are neighbours in the table: positions
// that are computed from data are the same for all of them.
static bool isOfRow(const Positions *p, MlirOperation at, Widest *widest) {
  TcCpuKernel *k = p->c->k;
  const TcCpuValue *v = tcMapGet(&k->values, tcLoopAtGetSelf(at).ptr);
  const TcSize **index = TC_ARENA_ARRAY(k->arena, const TcSize *, v->rank + 1);
  for (size_t d = 0; d < v->rank; ++d) {
    MlirValue i = tcLoopAtGetIndices(at, (intptr_t)d);
    index[d] = positionOf(p, i);
    if (index[d] ? usesIter(p, index[d]) &&
                       !tcCpuProvablyIn(k, index[d], v->sizes[d])
                 : tcMapGet(&p->differs, i.ptr) != NULL)
      return false;
    if (!index[d])
      index[d] = tcSizeConst(k->arena, 0);
  }
  return v->dests.size ? isContiguous(p->c, v->element, v->rank,
                                      tcCpuDestStrides(k, &v->dests.data[0]),
                                      index, p->iter, widest)
                       : isOfDenseRow(p, v, index, widest);
}

// Whether the innermost position is the iterator's, and another one differs
// along it as the data decides.
static bool isOfColumn(const Positions *p, MlirOperation at) {
  intptr_t n = tcLoopAtGetNumIndices(at);
  const TcSize *last = positionOf(p, tcLoopAtGetIndices(at, n - 1));
  bool apart = false;
  for (intptr_t d = 0; d + 1 < n; ++d)
    apart |= tcMapGet(&p->differs, tcLoopAtGetIndices(at, d).ptr) != NULL;
  return apart && last && tcSizeIsSymbol(last) && usesIter(p, last);
}

static bool differs(const Positions *p, MlirOperation op) {
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    return usesIter(p, positionOf(p, mlirOperationGetResult(op, 0)));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (tcMapGet(&p->differs, mlirOperationGetOperand(op, i).ptr))
      return true;
  return false;
}

static void note(Positions *p, MlirValue v) {
  tcMapSet(&p->differs, v.ptr, p->stage);
}

static void noteReads(Positions *p) {
  for (size_t i = 0; i < p->stage->reads.size; ++i) {
    MlirValue v = mlirBlockGetArgument(p->stage->body, (intptr_t)i);
    if (tcCpuReadUses(p->c->k, &p->stage->reads.data[i], p->iter))
      note(p, v);
  }
}

// Whether the stage gathers whole rows of tables, or nothing.
static bool gathersRows(const Vectors *c, TcCpuStage *s, int iter,
                        Widest *widest) {
  Positions p = {c, s, iter, {.arena = c->k->arena}};
  if (!s->gathered.size)
    return true;
  if (c->anywhere)
    return false;
  noteReads(&p);
  bool ok = true;
  MlirOperation op = mlirBlockGetFirstOperation(s->body);
  for (; ok && !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    ok = tcLoopOpKind(op) != TC_LOOP_AT || isOfRow(&p, op, widest);
    for (intptr_t i = 0; differs(&p, op) && i < mlirOperationGetNumResults(op);
         ++i)
      note(&p, mlirOperationGetResult(op, i));
  }
  return ok;
}

double tcGpuGathersColumns(TcCpuKernel *k, const TcCpuStages *stages,
                           int iter) {
  Vectors c = {.k = k};
  TcCpuStage *s = stages->data[0];
  Positions p = {&c, s, iter, {.arena = k->arena}};
  double most = 0;
  if (stages->size != 1 || s->kind != TC_CPU_MAP || !s->gathered.size)
    return 0;
  noteReads(&p);
  MlirOperation op = mlirBlockGetFirstOperation(s->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcLoopOpKind(op) == TC_LOOP_AT && isOfColumn(&p, op)) {
      const TcCpuValue *v = tcMapGet(&k->values, tcLoopAtGetSelf(op).ptr);
      double rows = 1;
      for (size_t d = 0; d + 1 < v->rank; ++d)
        rows *= tcCpuGuess(k, v->sizes[d]);
      most = fmax(most, rows * (double)tcCpuBytes(v->element) *
                            tcCpuGuess(k, v->sizes[v->rank - 1]));
    }
    for (intptr_t i = 0; differs(&p, op) && i < mlirOperationGetNumResults(op);
         ++i)
      note(&p, mlirOperationGetResult(op, i));
  }
  return most;
}

//===- All accesses -------------------------------------------------------===//

// As many elements, the widest of so many bytes, as an access moves, which cut
// the iterator evenly.
static int64_t fitting(const Vectors *c, const TcCpuStages *stages, int iter,
                       int64_t widest) {
  int64_t bytes = c->bytes ? c->bytes : VECTOR_BYTES, extent;
  int64_t lanes = bytes / (widest < 2 ? 2 : widest);
  lanes = lanes < VECTOR_BYTES / 2 ? lanes : VECTOR_BYTES / 2;
  if (!tcSizeIsConst(c->k->iters.data[iter].extent, &extent))
    return 1;
  while (lanes > 1 && !c->anywhere &&
         (extent % lanes || !allMissTogether(c, stages, iter, lanes) ||
          !allReadTogether(c, stages, iter, lanes)))
    lanes /= 2;
  return lanes ? lanes : 1;
}

static int64_t lanesOf(const Vectors *c, const TcCpuStages *stages, int iter,
                       int transposed) {
  Widest widest = {0, 1};
  for (size_t i = 0; i < stages->size; ++i) {
    TcCpuStage *s = stages->data[i];
    if (tcGpuIsSerial(stages) || s->unit || !tcCpuCanVector(c->k, s, iter) ||
        !gathersRows(c, s, iter, &widest) ||
        !readsContiguously(c, s, iter, transposed, &widest) ||
        !writesContiguously(c, s, iter, &widest))
      return 1;
  }
  return fitting(c, stages, iter, widest.bytes);
}

int64_t tcGpuLanes(TcCpuKernel *k, const TcCpuStages *stages, int iter,
                   int transposed) {
  Vectors c = {.k = k};
  return lanesOf(&c, stages, iter, transposed);
}

bool tcGpuAreLong(const TcCpuStages *stages) {
  int ops = 0;
  for (size_t i = 0; i < stages->size; ++i)
    ops += tcCpuBodyOps(stages->data[i]);
  return ops > tcNumber(gpu_long_body);
}

int64_t tcGpuGoodLanes(TcCpuKernel *k, const TcCpuStages *stages, int iter,
                       int transposed) {
  return tcGpuAreLong(stages) ? 1 : tcGpuLanes(k, stages, iter, transposed);
}

int64_t tcGpuRegisterLanes(TcCpuKernel *k, const TcCpuStages *stages, int iter,
                           int64_t bytes) {
  Vectors c = {.k = k, .inRegisters = true, .bytes = bytes};
  return lanesOf(&c, stages, iter, -1);
}

int64_t tcGpuShiftedLanes(TcCpuKernel *k, const TcCpuStages *stages, int iter) {
  Vectors c = {.k = k, .inRegisters = true, .anywhere = true};
  return lanesOf(&c, stages, iter, -1);
}

//===- Scatters -----------------------------------------------------------===//

// Whether the iterator itself is the position in the innermost dimension of the
// result, whose elements lie side by side: those of a value without a buffer
// stay in registers, or get dense memory.
static bool scattersAlong(const TcCpuKernel *k, const TcCpuStage *s, int iter) {
  const TcCpuValue *v = s->results.data[0];
  int64_t step = 1, extent, size;
  if (!v->rank || tcScatterIter(k, s, v->rank - 1) != iter)
    return false;
  if (v->dests.size &&
      !tcSizeIsConst(
          k->buffers.data[v->dests.data[0].buffer].strides[v->rank - 1], &step))
    return false;
  return step == 1 && tcSizeIsConst(k->iters.data[iter].extent, &extent) &&
         tcSizeIsConst(v->sizes[v->rank - 1], &size) && extent == size;
}

int64_t tcGpuScatterLanes(TcCpuKernel *k, TcCpuStage *s, int iter) {
  Vectors c = {.k = k};
  Widest widest = {0, tcCpuBytes(s->results.data[0]->element)};
  TcCpuStages one = {0};
  tcVecPush(k->arena, &one, s);
  if (mlirTypeIsAComplex(s->results.data[0]->element) ||
      !scattersAlong(k, s, iter) || !gathersRows(&c, s, iter, &widest) ||
      !readsContiguously(&c, s, iter, -1, &widest))
    return 1;
  return fitting(&c, &one, iter, widest.bytes);
}

//===- Elements between neighbours ----------------------------------------===//

// The product of the extents of the iterators in front of the last one along
// which the offset is contiguous; `stride`: along the last.
static int64_t runBetween(const TcCpuKernel *k, const TcCpuIters *points,
                          const TcSize *offset, int64_t stride) {
  int64_t run = 1, at, extent;
  for (size_t i = points->size - 1; i-- > 0 && run < stride; run *= extent)
    if (!tcCpuConstStride(k, offset, points->data[i], &at) || at != run ||
        !tcSizeIsConst(k->iters.data[points->data[i]].extent, &extent))
      return 0;
  return run;
}

int64_t tcGpuRunBetween(TcCpuKernel *k, const TcCpuStages *stages,
                        const TcCpuIters *points) {
  int64_t most = 1, stride;
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    for (size_t j = 0; j < s->reads.size && points->size > 1; ++j) {
      const TcCpuRead *r = &s->reads.data[j];
      if (r->value->arg < 0)
        continue;
      const TcSize *offset = tcCpuReadOffset(k, r);
      if (tcCpuConstStride(k, offset, tcVecLast(points), &stride) &&
          stride > most && stride <= tcNumber(gpu_run_between) &&
          runBetween(k, points, offset, stride) == stride)
        most = stride;
    }
  }
  return most;
}
