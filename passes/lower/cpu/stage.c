// Stages as loops over their iterators. One of these may run over lanes: in
// whole vectors first, then one by one.
#include "passes/lower/cpu/stage.h"

#include "ir/diag.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinTypes.h"

enum { MAX_RESULTS = TC_STAGE_MAX_RESULTS };

//===- Which iterator is the vector's -------------------------------------===//

static int scoreOf(TcEmit *e, const TcSize *offset, const char *name) {
  const TcSize *step, *rest;
  int64_t n;
  if (!tcSizeUses(offset, name))
    return 0;
  bool linear = tcSizeCoefficient(e->arena, offset, name, &step, &rest);
  return linear && tcSizeIsConst(step, &n) && n == 1 ? 1 : -1;
}

static int scoreAccess(TcEmit *e, const TcPlace *at, size_t rank,
                       const TcSize *const *index, const char *name) {
  const TcSize *sum = tcSizeConst(e->arena, 0);
  for (size_t d = 0; d < rank; ++d)
    sum = tcSizeAdd(e->arena, sum,
                    tcSizeMul(e->arena, index[d], at->strides[d]));
  return scoreOf(e, sum, name);
}

// The position in a result is the stage's own iterators.
static const TcSize **ownIndex(TcEmit *e, const TcCpuStage *s) {
  const TcSize **index =
      TC_ARENA_ARRAY(e->arena, const TcSize *, s->iters.size + 1);
  for (size_t i = 0; i < s->iters.size; ++i)
    index[i] = e->k->iters.data[s->iters.data[i]].symbol;
  return index;
}

int tcCpuVectorScore(TcEmit *e, const TcCpuStage *s, int iter) {
  const char *name = e->k->iters.data[iter].name;
  int score = 0;
  for (size_t i = 0; i < s->reads.size; ++i) {
    const TcCpuRead *r = &s->reads.data[i];
    TcPlace at = tcEmitPlaceOf(e, r->value);
    score += scoreAccess(e, &at, r->value->rank, r->index, name);
  }
  if (s->kind == TC_CPU_SCATTER)
    return score;
  for (size_t i = 0; i < s->results.size; ++i) {
    TcPlace at = tcEmitPlaceOf(e, s->results.data[i]);
    score += scoreAccess(e, &at, s->results.data[i]->rank, ownIndex(e, s), name);
  }
  return score;
}

static void chooseAmong(TcRun *r, const TcCpuIters *iters, int *best) {
  for (size_t i = 0; i < iters->size; ++i) {
    int score = tcCpuVectorScore(r->e, r->s, iters->data[i]);
    if (score <= *best)
      continue;
    *best = score;
    r->vector = iters->data[i];
  }
}

static bool hasComplex(const TcCpuStage *s) {
  for (size_t i = 0; i < s->reads.size; ++i)
    if (mlirTypeIsAComplex(s->reads.data[i].value->element))
      return true;
  for (size_t i = 0; i < s->results.size; ++i)
    if (mlirTypeIsAComplex(s->results.data[i]->element))
      return true;
  return false;
}

static void chooseVector(TcRun *r) {
  const TcCpuStage *s = r->s;
  r->vector = -1;
  bool ordered = s->kind == TC_CPU_SCAN || s->kind == TC_CPU_SCATTER;
  bool custom = s->kinds && s->kinds[0] == TC_CPU_CUSTOM;
  if (ordered || custom || hasComplex(s))
    return;
  int best = 0;
  chooseAmong(r, &r->inner, &best);
  if (s->kind == TC_CPU_REDUCE)
    chooseAmong(r, &s->over, &best);
}

//===- Elements -----------------------------------------------------------===//

TcLane tcStageElement(TcEmit *e, const TcCpuRead *r) {
  TcPlace at = tcEmitPlaceOf(e, r->value);
  const TcCpuValue *v = r->value;
  TcLane in = {.v = {NULL}};
  if (!mlirAttributeIsNull(r->fill))
    in = tcEmitInBounds(e, v->rank, r->index, v->sizes);
  TcLane x = tcEmitLoad(e, &at, v->element, v->rank, r->index, in);
  if (!in.v.ptr)
    return x;
  return tcEmitSelect(e, in, x, tcEmitConstant(e, r->fill, v->element));
}

bool tcStageYields(TcRun *r, TcLane *yields) {
  TcEmit *e = r->e;
  TcLane *args = TC_ARENA_ARRAY(e->arena, TcLane, r->s->reads.size + 1);
  for (size_t i = 0; i < r->s->reads.size; ++i)
    args[i] = tcStageElement(e, &r->s->reads.data[i]);
  if (mlirBlockIsNull(r->s->body)) {
    yields[0] = args[0];
    return true;
  }
  r->ok &= tcEmitBlock(e, r->s->body, args, NULL, yields);
  return r->ok;
}

static TcPlace destPlace(TcEmit *e, const TcCpuDest *dest) {
  const TcCpuBuffer *buffer = &e->k->buffers.data[dest->buffer];
  const TcSize *offset =
      buffer->offset ? buffer->offset : tcSizeConst(e->arena, 0);
  for (size_t d = 0; dest->offsets && d < buffer->rank; ++d)
    offset = tcSizeAdd(
        e->arena, offset,
        tcSizeMul(e->arena, dest->offsets[d], buffer->strides[d]));
  return (TcPlace){e->buffers[dest->buffer], buffer->strides, offset};
}

void tcStageStore(TcRun *r, size_t i, TcLane x) {
  TcEmit *e = r->e;
  const TcCpuValue *v = r->s->results.data[i];
  const TcSize **index = ownIndex(e, r->s);
  if (!v->dests.size) {
    TcPlace at = tcEmitPlaceOf(e, v);
    tcEmitStore(e, &at, v->element, v->rank, index, x);
  }
  for (size_t k = 0; k < v->dests.size; ++k) {
    TcPlace at = destPlace(e, &v->dests.data[k]);
    tcEmitStore(e, &at, v->element, v->rank, index, x);
  }
}

//===- Loops --------------------------------------------------------------===//

typedef void Body(TcRun *r, void *data);

void tcStageBounds(TcRun *r, int iter, MlirValue *low, MlirValue *high) {
  TcEmit *e = r->e;
  if (iter == e->chunk) {
    *low = e->chunkLow;
    *high = e->chunkHigh;
    return;
  }
  *low = tcEmitI64(e, 0);
  *high = tcEmitExpr(e, e->k->iters.data[iter].extent);
}

// low + (high - low) rounded down to whole vectors.
static MlirValue wholeVectors(TcRun *r, MlirValue low, MlirValue high) {
  TcBuilder *b = &r->e->b;
  MlirValue lanes = tcEmitI64(r->e, r->lanes);
  MlirValue n = tcArithSubi(b, high, low);
  MlirValue rest = tcArithRemsi(b, n, lanes);
  return tcArithSubi(b, high, rest);
}

// The vector iterator: whole vectors, then one by one.
static void overLanes(TcRun *r, Body *body, void *data) {
  TcEmit *e = r->e;
  MlirValue low, high;
  tcStageBounds(r, r->vector, &low, &high);
  MlirValue middle = wholeVectors(r, low, high);
  TcLoop loop = tcEmitFor(e, low, middle, r->lanes, r->vector, 0, NULL);
  e->lanes = r->lanes;
  e->vector = r->vector;
  body(r, data);
  e->lanes = 1;
  e->vector = -1;
  tcEmitForEnd(e, &loop, 0, NULL);
  TcLoop rest = tcEmitFor(e, middle, high, 1, r->vector, 0, NULL);
  body(r, data);
  tcEmitForEnd(e, &rest, 0, NULL);
}

// The body for every point of the iterators from number `k` on, the vector's
// last.
static void overInner(TcRun *r, const TcCpuIters *iters, size_t k, Body *body,
                      void *data) {
  while (k < iters->size && iters->data[k] == r->vector)
    ++k;
  if (k < iters->size) {
    MlirValue low, high;
    tcStageBounds(r, iters->data[k], &low, &high);
    TcLoop loop = tcEmitFor(r->e, low, high, 1, iters->data[k], 0, NULL);
    overInner(r, iters, k + 1, body, data);
    tcEmitForEnd(r->e, &loop, 0, NULL);
    return;
  }
  if (r->vector >= 0 && tcCpuItersHave(iters, r->vector))
    overLanes(r, body, data);
  else
    body(r, data);
}

//===- Maps ---------------------------------------------------------------===//

static void mapPoint(TcRun *r, void *data) {
  (void)data;
  TcLane yields[MAX_RESULTS];
  if (!tcStageYields(r, yields))
    return;
  for (size_t i = 0; i < r->s->results.size; ++i)
    tcStageStore(r, i, yields[i]);
}

//===- Reductions ---------------------------------------------------------===//

static TcLane neutral(TcRun *r, size_t i) {
  TcEmit *e = r->e;
  MlirType element = r->s->results.data[i]->element;
  if (r->s->kinds[0] == TC_CPU_CUSTOM)
    return tcEmitConstant(e, r->s->inits[i], element);
  TcCpuKind kind = r->s->contract ? TC_CPU_ADD : r->s->kinds[i];
  return tcEmitNeutral(e, kind, element);
}

static TcLane multiplyAdd(TcRun *r, TcLane a, TcLane b, TcLane acc) {
  TcEmit *e = r->e;
  MlirType element = r->s->results.data[0]->element;
  if (e->lanes > 1) {
    a = tcEmitWiden(e, a);
    b = tcEmitWiden(e, b);
  }
  if (mlirTypeIsAFloat(element))
    return (TcLane){.v = tcLlvmIntrFmuladd(&e->b, a.v, b.v, acc.v),
                    .wide = acc.wide};
  TcLane p = tcIsBool(element) ? tcEmitBin(e, tcArithAndi, a, b)
                               : tcEmitBin(e, tcArithMuli, a, b);
  return tcEmitCombine(e, TC_CPU_ADD, element, acc, p);
}

static void combineCustom(TcRun *r, TcLane *acc, const TcLane *with) {
  size_t n = r->s->results.size;
  TcLane args[2 * MAX_RESULTS];
  for (size_t i = 0; i < n; ++i) {
    args[i] = acc[i];
    args[n + i] = with[i];
  }
  r->ok &= tcEmitBlock(r->e, r->s->combine, args, NULL, acc);
}

static void combine(TcRun *r, TcLane *acc, const TcLane *with) {
  const TcCpuStage *s = r->s;
  if (s->kinds[0] == TC_CPU_CUSTOM) {
    combineCustom(r, acc, with);
    return;
  }
  for (size_t i = 0; i < s->results.size; ++i) {
    TcCpuKind kind = s->contract ? TC_CPU_ADD : s->kinds[i];
    MlirType element = s->results.data[i]->element;
    acc[i] = tcEmitCombine(r->e, kind, element, acc[i], with[i]);
  }
}

static void accumulate(TcRun *r, TcLane *acc) {
  TcLane yields[MAX_RESULTS];
  if (!tcStageYields(r, yields))
    return;
  if (r->s->contract && !mlirTypeIsAComplex(r->s->results.data[0]->element)) {
    acc[0] = multiplyAdd(r, yields[0], yields[1], acc[0]);
    return;
  }
  for (size_t i = 0; r->e->lanes > 1 && i < r->s->results.size; ++i)
    yields[i] = tcEmitWiden(r->e, yields[i]);
  combine(r, acc, yields);
}

// Accumulators run through all loops: `wide` ones per lane, which are empty
// unless the vector iterator is reduced over, and `acc`.
typedef struct Accs {
  TcLane *acc, *wide;
  size_t n, numWide;
} Accs;

static void reduceVector(TcRun *r, Accs *a) {
  TcEmit *e = r->e;
  MlirValue low, high;
  tcStageBounds(r, r->vector, &low, &high);
  MlirValue middle = wholeVectors(r, low, high);
  TcLoop loop =
      tcEmitFor(e, low, middle, r->lanes, r->vector, a->n, a->wide);
  e->lanes = r->lanes;
  e->vector = r->vector;
  accumulate(r, a->wide);
  e->lanes = 1;
  e->vector = -1;
  tcEmitForEnd(e, &loop, a->n, a->wide);
  TcLoop rest = tcEmitFor(e, middle, high, 1, r->vector, a->n, a->acc);
  accumulate(r, a->acc);
  tcEmitForEnd(e, &rest, a->n, a->acc);
}

static void reduceOver(TcRun *r, size_t k, Accs *a) {
  const TcCpuIters *over = &r->s->over;
  while (k < over->size && over->data[k] == r->vector)
    ++k;
  if (k == over->size) {
    if (a->numWide)
      reduceVector(r, a);
    else
      accumulate(r, a->acc);
    return;
  }
  TcLane all[2 * MAX_RESULTS];
  MlirValue low, high;
  for (size_t i = 0; i < a->n; ++i) {
    all[i] = a->acc[i];
    all[a->n + i] = a->wide[i];
  }
  tcStageBounds(r, over->data[k], &low, &high);
  TcLoop loop = tcEmitFor(r->e, low, high, 1, over->data[k],
                          a->n + a->numWide, all);
  Accs inside = {all, all + a->n, a->n, a->numWide};
  reduceOver(r, k + 1, &inside);
  tcEmitForEnd(r->e, &loop, a->n + a->numWide, all);
  for (size_t i = 0; i < a->n; ++i) {
    a->acc[i] = all[i];
    a->wide[i] = all[a->n + i];
  }
}

static void reducePoint(TcRun *r, void *data) {
  (void)data;
  TcEmit *e = r->e;
  TcLane acc[MAX_RESULTS], wide[MAX_RESULTS];
  Accs a = {acc, wide, r->s->results.size, 0};
  for (size_t i = 0; i < a.n; ++i)
    acc[i] = tcEmitWiden(e, neutral(r, i));
  if (r->vector >= 0 && tcCpuItersHave(&r->s->over, r->vector)) {
    a.numWide = a.n;
    e->lanes = r->lanes;
    for (size_t i = 0; i < a.n; ++i)
      wide[i] = tcEmitWiden(e, neutral(r, i));
    e->lanes = 1;
  }
  reduceOver(r, 0, &a);
  for (int64_t l = 0; a.numWide && l < r->lanes; ++l) {
    TcLane part[MAX_RESULTS];
    for (size_t i = 0; i < a.n; ++i)
      part[i] = tcEmitExtract(e, wide[i], l);
    combine(r, acc, part);
  }
  for (size_t i = 0; i < a.n; ++i)
    tcStageStore(r, i, acc[i]);
}

//===- Scans --------------------------------------------------------------===//

static void scanPoint(TcRun *r, void *data) {
  (void)data;
  TcEmit *e = r->e;
  int along = r->s->over.data[0];
  size_t n = r->s->results.size;
  TcLane acc[MAX_RESULTS], yields[MAX_RESULTS];
  for (size_t i = 0; i < n; ++i)
    acc[i] = neutral(r, i);
  MlirValue low, high;
  tcStageBounds(r, along, &low, &high);
  TcLoop loop = tcEmitFor(e, low, high, 1, along, n, acc);
  if (r->s->reverse) {
    MlirValue last = tcArithSubi(&e->b, high, tcEmitI64(e, 1));
    e->iters[along] = tcArithSubi(&e->b, last, e->iters[along]);
  }
  if (!tcStageYields(r, yields))
    return;
  for (size_t i = 0; r->s->exclusive && i < n; ++i)
    tcStageStore(r, i, acc[i]);
  combine(r, acc, yields);
  for (size_t i = 0; !r->s->exclusive && i < n; ++i)
    tcStageStore(r, i, acc[i]);
  tcEmitForEnd(e, &loop, n, acc);
}

//===- Scatters -----------------------------------------------------------===//

static void copyBase(TcRun *r, const TcPlace *to) {
  TcEmit *e = r->e;
  const TcCpuValue *base = r->s->base;
  TcPlace from = tcEmitPlaceOf(e, base);
  const TcSize *n = tcSizeConst(e->arena, 1);
  for (size_t d = 0; d < base->rank; ++d)
    n = tcSizeMul(e->arena, n, base->sizes[d]);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), tcEmitExpr(e, n), 1, -1, 0, NULL);
  TcLane i = tcLaneScalar(mlirBlockGetArgument(loop.body, 0));
  int iter = tcCpuKernelAddIter(e->k, "copied", n);
  MlirValue *iters = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)iter + 1);
  for (int k = 0; k < iter; ++k)
    iters[k] = e->iters[k];
  iters[iter] = i.v;
  e->iters = iters;
  const TcSize *one = tcSizeConst(e->arena, 1);
  const TcSize *index = e->k->iters.data[iter].symbol;
  TcPlace flatFrom = {from.base, &one, from.offset};
  TcPlace flatTo = {to->base, &one, to->offset};
  TcLane x = tcEmitLoad(e, &flatFrom, base->element, 1, &index,
                        (TcLane){.v = {NULL}});
  tcEmitStore(e, &flatTo, base->element, 1, &index, x);
  tcEmitForEnd(e, &loop, 0, NULL);
}

static void scatterPoint(TcRun *r, void *data) {
  const TcPlace *to = data;
  TcEmit *e = r->e;
  const TcCpuValue *v = r->s->results.data[0];
  TcLane yields[TC_SIZE_MAX_DEPTH];
  if (!tcStageYields(r, yields))
    return;
  MlirValue in = tcEmitI1(e, true), offset = tcEmitI64(e, 0);
  for (size_t d = 0; d < v->rank; ++d) {
    MlirValue size = tcEmitExpr(e, v->sizes[d]);
    MlirValue ok = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_ULT,
                               yields[d].v, size);
    in = tcArithAndi(&e->b, in, ok);
    MlirValue step = tcArithMuli(&e->b, yields[d].v,
                                 tcEmitExpr(e, to->strides[d]));
    offset = tcArithAddi(&e->b, offset, step);
  }
  MlirValue bad = tcArithXori(&e->b, in, tcEmitI1(e, true));
  TcLoop error = tcEmitIf(e, bad);
  tcLlvmStore(&e->b, tcEmitI64(e, 302), e->errors);
  tcEmitIfEnd(e, &error);
  TcLoop then = tcEmitIf(e, in);
  int iter = tcCpuKernelAddIter(e->k, "at", tcSizeConst(e->arena, INT64_MAX));
  MlirValue *iters = TC_ARENA_ARRAY(e->arena, MlirValue, (size_t)iter + 1);
  for (int k = 0; k < iter; ++k)
    iters[k] = e->iters[k];
  iters[iter] = offset;
  e->iters = iters;
  const TcSize *one = tcSizeConst(e->arena, 1);
  const TcSize *index = e->k->iters.data[iter].symbol;
  TcPlace flat = {to->base, &one, to->offset};
  TcLane x = yields[v->rank];
  if (r->s->kinds[0] != TC_CPU_SET) {
    TcLane old = tcEmitLoad(e, &flat, v->element, 1, &index,
                            (TcLane){.v = {NULL}});
    x = tcEmitCombine(e, r->s->kinds[0], v->element, old, x);
  }
  tcEmitStore(e, &flat, v->element, 1, &index, x);
  tcEmitIfEnd(e, &then);
}

static void scatter(TcRun *r) {
  const TcCpuValue *v = r->s->results.data[0];
  TcPlace to = v->dests.size ? destPlace(r->e, &v->dests.data[0])
                             : tcEmitPlaceOf(r->e, v);
  copyBase(r, &to);
  overInner(r, &r->s->iters, 0, scatterPoint, &to);
}

//===- Stages -------------------------------------------------------------===//

bool tcEmitStage(TcEmit *e, TcCpuStage *s, const TcCpuIters *task,
                 int64_t vector) {
  TcRun r = {.e = e, .s = s, .lanes = vector, .ok = true};
  if (s->results.size > MAX_RESULTS || s->kind == TC_CPU_SORT ||
      s->kind == TC_CPU_FOR) {
    tcOpEmitError(s->op, "[TC-0601] loop-to-cpu has no code for this stage "
                         "yet; interpret the program, or keep it out of "
                         "kernels");
    return false;
  }
  r.inner = tcCpuItersWithout(e->arena, &s->iters, task);
  chooseVector(&r);
  switch (s->kind) {
  case TC_CPU_MAP:
    overInner(&r, &r.inner, 0, mapPoint, NULL);
    break;
  case TC_CPU_REDUCE: {
    TcTile tile;
    if (tcContractTile(e, s, &tile))
      tcEmitContract(&r, &tile);
    else
      overInner(&r, &r.inner, 0, reducePoint, NULL);
    break;
  }
  case TC_CPU_SCAN: {
    TcCpuIters outer = tcCpuItersWithout(e->arena, &r.inner, &s->over);
    overInner(&r, &outer, 0, scanPoint, NULL);
    break;
  }
  default:
    scatter(&r);
  }
  return r.ok;
}
