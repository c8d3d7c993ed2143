// Evaluates scans, sorts and scatters on bounded values.
#include "yardstick/stages.h"
#include "yardstick/witness.h"

#include "tc/gen/LoopOps.h"

#include <math.h>
#include <string.h>

//===- scan ---------------------------------------------------------------===//

static TcStatus findIter(TcYard *yard, MlirStringRef name, unsigned *out) {
  uintptr_t iter =
      (uintptr_t)tcMapGetTextN(&yard->frame.iters, name.data, name.length);
  if (!iter)
    return tcStatusMake(TC_ERROR_INTERNAL, "no such iterator");
  *out = (unsigned)iter - 1;
  return TC_OK;
}

// The stage's own iterators without one.
static TcSpace without(const TcSpace *own, unsigned iter) {
  TcSpace out = {0};
  for (unsigned i = 0; i < own->rank; ++i)
    if (own->iters[i] != iter) {
      out.iters[out.rank] = own->iters[i];
      out.sizes[out.rank++] = own->sizes[i];
    }
  return out;
}

typedef struct Scan {
  TcStageRun run;
  TcAccumulators a;
  TcSpace rows;
  unsigned along;
  bool reverse, exclusive;
  bool grouped; // a combination of its own, of any grouping
  TcBounded *results[TC_YARD_MAX];
  TcStrip *out;
  TcStrip *own; // of grouped: what the last combination rounds, as errors
  int64_t count;
} Scan;

// Evaluates the next combination of operands without errors: what is its own.
static TcStatus findOwn(Scan *s, int n) {
  const TcStageRun *run = &s->run;
  TcStrip *other = run->combineRegisters + s->a.n;
  for (intptr_t i = 0; i < s->a.n; ++i) {
    s->own[i] = s->a.strips[i];
    other[i] = *tcStripYield(run, i);
    s->own[i].exact = other[i].exact = true;
  }
  return tcStripCombine(&s->run, n, s->own, other);
}

// In another grouping terms are rounded as often as a tree of them is deep, in
// place of once for each that is as large.
static void addGrouping(Scan *s, int n) {
  double depth = s->count > 1 ? ceil(log2((double)s->count)) : 0;
  for (intptr_t i = 0; i < s->a.n; ++i) {
    TcStrip *y = &s->out[i];
    if (s->own[i].exact || depth == 0)
      continue;
    for (int k = 0; k < n; ++k)
      y->e[k] = tcStripError(y, k) + depth * s->own[i].e[k];
    y->exact = false;
    y->grid = TC_GRID_NONE;
  }
}

static TcStatus storePrefix(Scan *s, int n) {
  tcAccumulatorsFinish(&s->a, n, s->out);
  if (s->grouped)
    addGrouping(s, n);
  for (intptr_t i = 0; i < s->a.n; ++i)
    TC_RETURN_IF_ERROR(tcStripResult(&s->run, s->results[i], n, &s->out[i]));
  return TC_OK;
}

// n rows side by side.
static TcStatus scanRows(Scan *s, int n) {
  TcFrame *frame = &s->run.yard->frame;
  int64_t size = frame->extents[s->along];
  tcAccumulatorsReset(&s->a, n);
  s->count = 0;
  for (int64_t i = 0; i < size; ++i) {
    frame->point[s->along] = s->reverse ? size - 1 - i : i;
    if (s->exclusive)
      TC_RETURN_IF_ERROR(storePrefix(s, n));
    TC_RETURN_IF_ERROR(tcStageRunStrip(&s->run, n));
    if (s->grouped)
      TC_RETURN_IF_ERROR(findOwn(s, n));
    TC_RETURN_IF_ERROR(tcAccumulatorsAdd(&s->a, n));
    ++s->count;
    if (!s->exclusive)
      TC_RETURN_IF_ERROR(storePrefix(s, n));
  }
  return TC_OK;
}

static void chooseRows(Scan *s) {
  s->run.lane = s->run.numIters;
  s->run.laneIsOwn = true;
  for (unsigned i = 0; i < s->rows.rank; ++i)
    if (s->run.lane == s->run.numIters ||
        s->rows.sizes[i] >= s->run.yard->frame.extents[s->run.lane])
      s->run.lane = s->rows.iters[i];
}

static TcStatus openScan(TcYard *yard, MlirOperation op, Scan *s) {
  void *out;
  TC_RETURN_IF_ERROR(tcStageRunOpen(yard, op, 0, &s->run));
  TC_RETURN_IF_ERROR(findIter(yard, tcLoopScanGetAlong(op), &s->along));
  s->rows = without(&s->run.code->own, s->along);
  s->reverse = tcLoopScanGetReverse(op);
  s->exclusive = tcLoopScanGetExclusive(op);
  chooseRows(s);
  TC_RETURN_IF_ERROR(tcAccumulatorsOpen(&s->run, &s->a));
  TC_RETURN_IF_ERROR(tcYardResults(&s->run, 0, TC_MAX_RANK, s->results));
  TC_RETURN_IF_ERROR(tcYardAlloc(
      yard->pool, 2 * (size_t)(s->a.n + 1) * sizeof(TcStrip), &out));
  s->out = out;
  s->own = s->out + s->a.n + 1;
  s->grouped =
      s->run.code->combine && mlirAttributeIsNull(tcStageAttrOf(op, "ordered"));
  return TC_OK;
}

TcStatus tcYardScan(TcYard *yard, MlirOperation op) {
  void *memory;
  TC_RETURN_IF_ERROR(tcYardAlloc(yard->pool, sizeof(Scan), &memory));
  Scan *s = memory;
  TC_RETURN_IF_ERROR(openScan(yard, op, s));
  if (!tcPointsBegin(&s->run, &s->run.code->own))
    return TC_OK;
  int64_t extent = tcStageLaneExtent(&s->run);
  int64_t *point = &yard->frame.point[s->run.lane];
  do {
    for (*point = 0; *point < extent; *point += TC_STRIP)
      TC_RETURN_IF_ERROR(scanRows(
          s, extent - *point < TC_STRIP ? (int)(extent - *point) : TC_STRIP));
    *point = 0;
  } while (tcPointsNext(&s->run, &s->rows));
  return TC_OK;
}

//===- sort ---------------------------------------------------------------===//

typedef struct Sort {
  TcStageRun run;
  TcSpace rows;
  int64_t size, take, *order;
  int64_t at, step; // of the row's results
  TcScalar *keys;
  const TcBounded *chosen; // positions as code has them; or NULL
  bool *isTaken;
  bool isDecided;              // the order is that of code, or code's is wrong
  TcBounded *row[TC_YARD_MAX]; // what the body yields along a row
  TcBounded *results[TC_YARD_MAX];
  unsigned dim;
} Sort;

// Finds the result that has the positions of the sorted elements.
static void findWitness(Sort *s) {
  const TcBody *body = s->run.code->body;
  for (size_t i = 0; i < body->code.size; ++i) {
    const TcInstruction *in = &body->code.data[i];
    bool isPosition = in->code == TC_BODY_INDEX &&
                      in->expr->kind == TC_EXPR_ITERATOR &&
                      in->expr->value == (int64_t)s->run.lane;
    for (intptr_t k = 1; isPosition && k < s->run.code->numYields; ++k)
      if (body->yields[k] == in->to)
        s->chosen = tcYardWitness(s->run.yard,
                                  mlirOperationGetResult(s->run.code->op, k));
  }
}

static TcStatus openSort(TcYard *yard, MlirOperation op, Sort *s) {
  void *memory;
  TC_RETURN_IF_ERROR(tcStageRunOpen(yard, op, 0, &s->run));
  TC_RETURN_IF_ERROR(findIter(yard, tcLoopSortGetAlong(op), &s->run.lane));
  if (s->run.code->numYields > TC_YARD_MAX)
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET, "too many results");
  s->run.laneIsOwn = true;
  s->rows = without(&s->run.code->own, s->run.lane);
  s->size = s->take = tcStageLaneExtent(&s->run);
  MlirAttribute take = tcLoopSortGetTake(op);
  if (!mlirAttributeIsNull(take))
    TC_RETURN_IF_ERROR(tcEvalSize(&yard->frame, take, &s->take));
  for (unsigned i = 0; i < s->run.code->own.rank; ++i)
    s->dim = s->run.code->own.iters[i] == s->run.lane ? i : s->dim;
  TC_RETURN_IF_ERROR(tcYardResults(&s->run, s->take, s->dim, s->results));
  size_t n = (size_t)s->size + 1;
  TC_RETURN_IF_ERROR(
      tcYardAlloc(yard->pool, 2 * n * sizeof *s->order, &memory));
  s->order = memory;
  TC_RETURN_IF_ERROR(tcYardAlloc(yard->pool, n * sizeof *s->keys, &memory));
  s->keys = memory;
  TC_RETURN_IF_ERROR(tcYardAlloc(yard->pool, n * sizeof(bool), &memory));
  s->isTaken = memory;
  findWitness(s);
  for (intptr_t i = 0; i < s->run.code->numYields; ++i)
    TC_RETURN_IF_ERROR(tcBoundedMake(yard->pool,
                                     tcBodyYieldDType(s->run.code->body, i), 1,
                                     &s->size, false, &s->row[i]));
  return TC_OK;
}

static TcStatus fillRow(Sort *s) {
  int64_t *point = &s->run.yard->frame.point[s->run.lane];
  for (intptr_t i = 0; i < s->run.code->numYields; ++i) {
    s->row[i]->grid = TC_GRID_ANY;
    if (s->row[i]->e)
      memset(s->row[i]->e, 0, (size_t)s->size * sizeof(double));
  }
  for (*point = 0; *point < s->size; *point += TC_STRIP) {
    int n = s->size - *point < TC_STRIP ? (int)(s->size - *point) : TC_STRIP;
    TC_RETURN_IF_ERROR(tcStageRunStrip(&s->run, n));
    for (intptr_t i = 0; i < s->run.code->numYields; ++i)
      TC_RETURN_IF_ERROR(tcStripStore(s->run.yard->pool, s->row[i], *point, 1,
                                      n, tcStripYield(&s->run, i)));
  }
  *point = 0;
  return TC_OK;
}

static double greatestError(const TcBounded *x) {
  double e = 0;
  for (int64_t k = 0; x->e && k < x->count; ++k)
    e = fmax(e, x->e[k]);
  return e;
}

static double keyOf(const TcBounded *keys, int64_t k) {
  return keys->v ? keys->v[k] : (double)keys->i[k];
}

// Whether a neighbour in the order is too near to tell which comes first.
static bool isOpen(const Sort *s, int64_t k, double e) {
  const TcBounded *keys = s->row[0];
  double here = keyOf(keys, s->order[k]);
  bool open = false;
  if (k > 0)
    open |= fabs(here - keyOf(keys, s->order[k - 1])) <= 2 * e;
  if (k + 1 < s->size)
    open |= fabs(here - keyOf(keys, s->order[k + 1])) <= 2 * e;
  return open;
}

static void findRow(Sort *s) {
  const TcSpace *own = &s->run.code->own;
  int64_t stride = 1;
  s->at = s->step = 0;
  for (unsigned i = own->rank; i-- > 0;) {
    s->at += i == s->dim ? 0 : s->run.yard->frame.point[own->iters[i]] * stride;
    s->step = i == s->dim ? stride : s->step;
    stride *= i == s->dim ? s->take : own->sizes[i];
  }
}

// If each number moves by at most e, so does the k-th smallest.
static TcStatus storeRow(Sort *s) {
  double e = s->isDecided ? 0 : greatestError(s->row[0]);
  for (int64_t k = 0; k < s->take; ++k)
    for (intptr_t i = 0; i < mlirOperationGetNumResults(s->run.code->op); ++i) {
      TcStrip one;
      tcStripLoad(s->row[i], s->order[k], 0, 1, &one);
      if (e > 0) {
        double own_e = i == 0 ? e : tcStripError(&one, 0);
        one.e[0] = i > 0 && isOpen(s, k, e) ? (double)INFINITY : own_e;
        one.exact = false;
      }
      TC_RETURN_IF_ERROR(tcStripStore(s->run.yard->pool, s->results[i],
                                      s->at + k * s->step, 0, 1, &one));
    }
  return TC_OK;
}

// Uses the code's own order where keys are too near to each other, if their
// bounds allow it; else ours.
static void takeWitness(Sort *s) {
  s->isDecided = s->chosen && greatestError(s->row[0]) > 0;
  if (!s->isDecided)
    return;
  int64_t *order = s->order + s->size;
  for (int64_t k = 0; k < s->take; ++k)
    order[k] = s->chosen->i[s->at + k * s->step];
  if (tcWitnessIsSorted(s->row[0], tcLoopSortGetDescending(s->run.code->op),
                        s->take, order, s->isTaken))
    memcpy(s->order, order, (size_t)s->take * sizeof *order);
}

static TcStatus sortRow(Sort *s) {
  TC_RETURN_IF_ERROR(fillRow(s));
  TcDType dtype = s->row[0]->dtype;
  for (int64_t k = 0; k < s->size; ++k) {
    if (s->row[0]->v)
      s->keys[k].f = s->row[0]->v[k];
    else if (tcClassOf(dtype) == TC_CLASS_BOOL)
      s->keys[k].b = s->row[0]->i[k] != 0;
    else
      s->keys[k].i = s->row[0]->i[k];
  }
  tcSortPositions(dtype, s->keys, s->size,
                  tcLoopSortGetDescending(s->run.code->op), s->order,
                  s->order + s->size);
  findRow(s);
  takeWitness(s);
  return storeRow(s);
}

TcStatus tcYardSort(TcYard *yard, MlirOperation op) {
  void *memory;
  TC_RETURN_IF_ERROR(tcYardAlloc(yard->pool, sizeof(Sort), &memory));
  Sort *s = memory;
  TC_RETURN_IF_ERROR(openSort(yard, op, s));
  if (s->take < 0 || s->take > s->size)
    return tcStatusMake(TC_ERROR_INDEX, "more elements than there are");
  if (tcPointsBegin(&s->run, &s->rows))
    do
      TC_RETURN_IF_ERROR(sortRow(s));
    while (tcPointsNext(&s->run, &s->rows));
  return TC_OK;
}

//===- scatter ------------------------------------------------------------===//

typedef struct Scatter {
  TcStageRun run;
  TcCombine kind;
  TcSumRule rule;
  TcBounded *result;
  TcSum *sums; // of kind "add"
  bool *touched;
  bool isOpen; // a position is not known: then no result is
} Scatter;

static TcStatus openScatter(TcYard *yard, MlirOperation op, Scatter *s) {
  void *memory;
  TC_RETURN_IF_ERROR(tcStageRunOpen(yard, op, 1, &s->run));
  TcBounded *base = tcYardValueOf(yard, mlirOperationGetOperand(op, 0));
  if (!base || s->run.code->numYields != (intptr_t)base->rank + 1)
    return tcStatusMake(TC_ERROR_INTERNAL, "positions of another rank");
  s->kind = tcCombineFromName(tcLoopScatterGetKind(op));
  TcDType dtype = base->dtype;
  s->rule = (TcSumRule){.accumulator = dtype, // it adds in place
                        .result = dtype,
                        .mode = yard->mode};
  TC_RETURN_IF_ERROR(tcBoundedMake(yard->pool, dtype, base->rank, base->sizes,
                                   base->e != NULL, &s->result));
  s->result->grid = base->grid;
  size_t n = (size_t)base->count;
  if (base->v)
    memcpy(s->result->v, base->v, n * sizeof *base->v);
  if (base->w)
    memcpy(s->result->w, base->w, n * sizeof *base->w);
  if (base->i)
    memcpy(s->result->i, base->i, n * sizeof *base->i);
  if (base->e)
    memcpy(s->result->e, base->e, n * sizeof *base->e);
  TC_RETURN_IF_ERROR(
      tcYardAlloc(yard->pool, n * sizeof *s->touched + 1, &memory));
  s->touched = memory;
  if (s->kind == TC_COMBINE_ADD)
    TC_RETURN_IF_ERROR(tcYardAlloc(yard->pool, n * sizeof *s->sums, &memory));
  s->sums = memory;
  const TcSpace *own = &s->run.code->own; // strips in row-major order
  s->run.lane = own->rank ? own->iters[own->rank - 1] : s->run.numIters;
  s->run.laneIsOwn = true;
  return tcYardSetValue(yard, mlirOperationGetResult(op, 0), s->result);
}

static TcStatus positionOf(Scatter *s, int k, int64_t *out) {
  *out = 0;
  for (unsigned d = 0; d < s->result->rank; ++d) {
    const TcStrip *x = tcStripYield(&s->run, d);
    s->isOpen |= tcStripError(x, k) != 0;
    if (x->i[k] < 0 || x->i[k] >= s->result->sizes[d])
      return tcStatusMake(
          TC_ERROR_INDEX, "position %lld in dimension %u of size %lld",
          (long long)x->i[k], d, (long long)s->result->sizes[d]);
    *out = *out * s->result->sizes[d] + x->i[k];
  }
  return TC_OK;
}

static TcStatus combineAt(Scatter *s, int64_t at, const TcStrip *one) {
  static const TcPrimOpKind ops[] = {TC_PRIM_ADD,        TC_PRIM_MUL,
                                     TC_PRIM_MAXIMUM,    TC_PRIM_MINIMUM,
                                     TC_PRIM_BITWISE_OR, TC_PRIM_BITWISE_AND};
  TcStrip old, out;
  if (s->kind == TC_COMBINE_SET)
    return tcStripStore(s->run.yard->pool, s->result, at, 0, 1, one);
  tcStripLoad(s->result, at, 0, 1, &old);
  const TcStrip *x[] = {&old, one, one};
  tcRuleApply(ops[s->kind], s->result->dtype, s->result->dtype, TC_YARD_FREE, 1,
              x, &out);
  out.signedZeros = false;
  return tcStripStore(s->run.yard->pool, s->result, at, 0, 1, &out);
}

static TcStatus scatterLane(Scatter *s, int k) {
  TcStrip one;
  int64_t at;
  TC_RETURN_IF_ERROR(positionOf(s, k, &at));
  tcStripLane(tcStripYield(&s->run, s->result->rank), k, &one);
  if (s->kind != TC_COMBINE_ADD)
    return combineAt(s, at, &one);
  if (!s->touched[at]) {
    TcStrip base;
    tcStripLoad(s->result, at, 0, 1, &base);
    tcSumReset(&s->sums[at]);
    tcSumAdd(&s->rule, &s->sums[at], &base, 0);
    s->touched[at] = true;
  }
  tcSumAdd(&s->rule, &s->sums[at], &one, 0);
  return TC_OK;
}

static TcStatus finishScatter(Scatter *s) {
  if (s->isOpen)
    TC_RETURN_IF_ERROR(tcBoundedErrors(s->run.yard->pool, s->result));
  for (int64_t at = 0; at < s->result->count; ++at) {
    TcStrip one = {.grid = TC_GRID_NONE};
    if (!s->touched[at])
      continue;
    tcSumFinish(&s->rule, &s->sums[at], &one, 0);
    one.exact = one.e[0] == 0;
    TC_RETURN_IF_ERROR(
        tcStripStore(s->run.yard->pool, s->result, at, 0, 1, &one));
  }
  for (int64_t at = 0; at < s->result->count && s->isOpen; ++at)
    s->result->e[at] = (double)INFINITY;
  return TC_OK;
}

TcStatus tcYardScatter(TcYard *yard, MlirOperation op) {
  void *memory;
  TC_RETURN_IF_ERROR(tcYardAlloc(yard->pool, sizeof(Scatter), &memory));
  Scatter *s = memory;
  TC_RETURN_IF_ERROR(openScatter(yard, op, s));
  if (!tcPointsBegin(&s->run, &s->run.code->own))
    return TC_OK;
  int64_t extent = tcStageLaneExtent(&s->run);
  int64_t *point = &yard->frame.point[s->run.lane];
  do {
    for (*point = 0; *point < extent; *point += TC_STRIP) {
      int n = extent - *point < TC_STRIP ? (int)(extent - *point) : TC_STRIP;
      TC_RETURN_IF_ERROR(tcStageRunStrip(&s->run, n));
      for (int k = 0; k < n; ++k)
        TC_RETURN_IF_ERROR(scatterLane(s, k));
    }
    *point = 0;
  } while (tcPointsNext(&s->run, &s->run.code->own));
  return finishScatter(s);
}
