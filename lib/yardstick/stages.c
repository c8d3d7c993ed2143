// Evaluates map, reduce and contract on bounded values. Scans, sorts and
// scatters are in rows.c.
#include "yardstick/stages.h"
#include "yardstick/witness.h"

#include "tc/gen/LoopOps.h"

#include <string.h>

//===- Results ------------------------------------------------------------===//

TcStatus tcYardResults(TcStageRun *run, int64_t last, unsigned lastDim,
                       TcBounded **out) {
  MlirOperation op = run->code->op;
  int64_t sizes[TC_MAX_RANK];
  for (unsigned i = 0; i < run->code->own.rank; ++i)
    sizes[i] = i == lastDim ? last : run->code->own.sizes[i];
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue value = mlirOperationGetResult(op, i);
    TcDType dtype = tcTypeGetDType(tcTypeGetElement(mlirValueGetType(value)));
    TC_RETURN_IF_ERROR(tcBoundedMake(
        run->yard->pool, dtype, run->code->own.rank, sizes, false, &out[i]));
    out[i]->grid = TC_GRID_ANY;
    TC_RETURN_IF_ERROR(tcYardSetValue(run->yard, value, out[i]));
  }
  return TC_OK;
}

// A body's yield as a result: of the same dtype, or converted to it.
static TcStatus storeYields(TcStageRun *run, int n, TcBounded **results) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(run->code->op); ++i)
    TC_RETURN_IF_ERROR(
        tcStripResult(run, results[i], n, tcStripLeave(run, i, n)));
  return TC_OK;
}

//===- map ----------------------------------------------------------------===//

static int strip(int64_t left) {
  return left < TC_STRIP ? (int)left : TC_STRIP;
}

static TcStatus mapStrips(TcStageRun *run, TcBounded **results) {
  int64_t extent = tcStageLaneExtent(run);
  int64_t *point = &run->yard->frame.point[run->lane];
  for (*point = 0; *point < extent; *point += TC_STRIP) {
    int n = strip(extent - *point);
    TC_RETURN_IF_ERROR(tcStageRunStrip(run, n));
    TC_RETURN_IF_ERROR(storeYields(run, n, results));
  }
  *point = 0;
  return TC_OK;
}

TcStatus tcYardMap(TcYard *yard, MlirOperation op) {
  TcStageRun run;
  TcBounded *results[TC_YARD_MAX];
  TC_RETURN_IF_ERROR(tcStageRunOpen(yard, op, 0, &run));
  tcStageChooseLane(&run, true);
  TC_RETURN_IF_ERROR(tcYardResults(&run, 0, TC_MAX_RANK, results));
  if (tcPointsBegin(&run, &run.code->own))
    do
      TC_RETURN_IF_ERROR(mapStrips(&run, results));
    while (tcPointsNext(&run, &run.code->own));
  return TC_OK;
}

//===- Accumulators -------------------------------------------------------===//

static TcPrimOpKind combineKind(TcCombine kind) {
  static const TcPrimOpKind ops[] = {TC_PRIM_ADD,        TC_PRIM_MUL,
                                     TC_PRIM_MAXIMUM,    TC_PRIM_MINIMUM,
                                     TC_PRIM_BITWISE_OR, TC_PRIM_BITWISE_AND};
  return ops[kind];
}

static bool isSum(const TcAccumulator *a) {
  TcClass class = tcClassOf(a->dtype);
  return a->kind == TC_COMBINE_ADD && class != TC_CLASS_BOOL;
}

// Running products that code may carry in a wider range than f32's.
static bool isProduct(const TcAccumulators *a, intptr_t i) {
  return a->products && a->run->code->accumulators[i].kind == TC_COMBINE_MUL &&
         a->rules[i].accumulator == TC_DTYPE_F32;
}

static TcDType accumulatorOf(TcDType dtype) {
  return dtype == TC_DTYPE_F16 || dtype == TC_DTYPE_BF16 ? TC_DTYPE_F32 : dtype;
}

TcStatus tcAccumulatorsOpen(TcStageRun *run, TcAccumulators *a) {
  MlirOperation op = run->code->op;
  size_t n = (size_t)run->code->numYields;
  void *memory;
  *a = (TcAccumulators){.run = run, .n = run->code->numYields};
  bool ordered = !mlirAttributeIsNull(tcStageAttrOf(op, "ordered"));
  TC_RETURN_IF_ERROR(
      tcYardAlloc(run->yard->pool, (n + 1) * sizeof(TcStrip), &memory));
  a->strips = memory;
  TC_RETURN_IF_ERROR(tcYardAlloc(run->yard->pool,
                                 (n + 1) * TC_STRIP * sizeof(TcSum), &memory));
  a->sums = memory;
  if (tcLoopOpKind(op) == TC_LOOP_SCAN && !ordered && !run->code->combine) {
    TC_RETURN_IF_ERROR(tcYardAlloc(
        run->yard->pool, (n + 1) * TC_STRIP * sizeof(TcProduct), &memory));
    a->products = memory;
  }
  for (size_t i = 0; i < n; ++i) {
    TcDType dtype = tcBodyYieldDType(run->code->body, (intptr_t)i);
    a->rules[i] = (TcSumRule){.accumulator = accumulatorOf(dtype),
                              .result = dtype,
                              .ordered = ordered,
                              .mode = run->yard->mode};
  }
  return TC_OK;
}

void tcAccumulatorsReset(TcAccumulators *a, int n) {
  for (intptr_t i = 0; i < a->n; ++i) {
    const TcAccumulator *from = &a->run->code->accumulators[i];
    for (int k = 0; k < n; ++k)
      tcSumReset(&a->sums[i * TC_STRIP + k]);
    for (int k = 0; k < n && isProduct(a, i); ++k)
      tcProductReset(&a->products[i * TC_STRIP + k]);
    tcStripFill(from->dtype, from->neutral, n, &a->strips[i]);
    a->strips[i].signedZeros = false;
  }
}

// Maxima and minima of exact numbers, the common case.
static bool combineQuickly(TcCombine kind, TcDType dtype, int n, TcStrip *y,
                           const TcStrip *x) {
  bool isMax = kind == TC_COMBINE_MAX;
  if (tcClassOf(dtype) != TC_CLASS_FLOAT || !y->exact || !x->exact ||
      (kind != TC_COMBINE_MAX && kind != TC_COMBINE_MIN))
    return false;
  for (int k = 0; k < n; ++k) {
    double a = y->v[k], b = x->v[k];
    bool keep = isnan(a) || (isMax ? a > b : a < b);
    y->v[k] = keep ? a : b;
  }
  y->grid = x->grid < y->grid ? x->grid : y->grid;
  return true;
}

// The order is free: partial results are known only within their bounds.
static TcYardMode combineMode(const TcStageRun *run) {
  bool ordered = !mlirAttributeIsNull(tcStageAttrOf(run->code->op, "ordered"));
  return ordered ? run->yard->mode : TC_YARD_FREE;
}

static void combine(TcAccumulators *a, intptr_t i, int n, TcStrip *y,
                    const TcStrip *x) {
  const TcAccumulator *acc = &a->run->code->accumulators[i];
  const TcStrip *operands[] = {y, x, x};
  if (combineQuickly(acc->kind, acc->dtype, n, y, x))
    return;
  TcStrip out; // in the accumulator's dtype
  TcDType dtype = a->rules[i].accumulator;
  tcRuleApply(combineKind(acc->kind), dtype, dtype, combineMode(a->run), n,
              operands, &out);
  *y = out;
}

TcStatus tcAccumulatorsAdd(TcAccumulators *a, int n) {
  TcStageRun *run = a->run;
  if (run->code->combine) {
    TcStrip *other = run->combineRegisters + a->n;
    for (intptr_t i = 0; i < a->n; ++i)
      other[i] = *tcStripYield(run, i);
    return tcStripCombine(run, n, a->strips, other);
  }
  for (intptr_t i = 0; i < a->n; ++i) {
    const TcStrip *x = tcStripYield(run, i);
    for (int k = 0; k < n && isProduct(a, i); ++k)
      tcProductAdd(&a->products[i * TC_STRIP + k], x, k);
    if (isProduct(a, i))
      continue;
    if (!isSum(&run->code->accumulators[i])) {
      combine(a, i, n, &a->strips[i], x);
      continue;
    }
    for (int k = 0; k < n; ++k)
      tcSumAdd(&a->rules[i], &a->sums[i * TC_STRIP + k], x, k);
  }
  return TC_OK;
}

TcStatus tcAccumulatorsFold(TcAccumulators *a, int n) {
  TcStageRun *run = a->run;
  for (intptr_t i = 0; i < a->n && !run->code->combine; ++i) {
    const TcStrip *x = tcStripYield(run, i);
    const TcAccumulator *acc = &run->code->accumulators[i];
    TcStrip one;
    for (int k = 0; k < n; ++k)
      if (isSum(acc)) {
        tcSumAdd(&a->rules[i], &a->sums[i * TC_STRIP], x, k);
      } else {
        tcStripLane(x, k, &one);
        combine(a, i, 1, &a->strips[i], &one);
      }
  }
  for (int k = 0; k < n && run->code->combine; ++k) {
    TcStrip *other = run->combineRegisters + a->n;
    for (intptr_t i = 0; i < a->n; ++i)
      tcStripLane(tcStripYield(run, i), k, &other[i]);
    TC_RETURN_IF_ERROR(tcStripCombine(run, 1, a->strips, other));
  }
  return TC_OK;
}

// To the result's dtype: an extreme is of it, a product is rounded.
static void finishStrip(const TcAccumulators *a, intptr_t i, int n,
                        TcStrip *y) {
  const TcSumRule *rule = &a->rules[i];
  if (rule->accumulator != rule->result) {
    TcStrip x = *y;
    tcRuleConvert(rule->accumulator, rule->result, rule->mode, n, &x, y);
  }
  y->signedZeros = false;
}

static void finishProducts(const TcAccumulators *a, intptr_t i, int n,
                           TcStrip *y) {
  const TcSumRule *rule = &a->rules[i];
  y->exact = true;
  y->grid = TC_GRID_ANY;
  y->signedZeros = false;
  for (int k = 0; k < n; ++k) {
    tcProductFinish(&a->products[i * TC_STRIP + k], rule->result, rule->mode, y,
                    k);
    y->exact &= y->e[k] == 0;
    int grid = isfinite(y->v[k]) ? tcGridOf(y->v[k]) : TC_GRID_NONE;
    y->grid = grid < y->grid ? grid : y->grid;
  }
  if (!y->exact)
    y->grid = TC_GRID_NONE;
}

void tcAccumulatorsFinish(TcAccumulators *a, int n, TcStrip *out) {
  for (intptr_t i = 0; i < a->n; ++i) {
    TcStrip *y = &out[i];
    if (isProduct(a, i)) {
      finishProducts(a, i, n, y);
      continue;
    }
    if (a->run->code->combine || !isSum(&a->run->code->accumulators[i])) {
      *y = a->strips[i];
      if (!a->run->code->combine)
        finishStrip(a, i, n, y);
      y->signedZeros = false;
      continue;
    }
    y->exact = true;
    y->grid = TC_GRID_ANY;
    y->signedZeros = false;
    for (int k = 0; k < n; ++k) {
      const TcSum *sum = &a->sums[i * TC_STRIP + k];
      tcSumFinish(&a->rules[i], sum, y, k);
      y->exact &= y->e[k] == 0;
      y->grid = sum->grid < y->grid ? sum->grid : y->grid;
    }
    if (!y->exact)
      y->grid = TC_GRID_NONE;
  }
}

//===- reduce -------------------------------------------------------------===//

// One strip of results: the lane is one of the stage's own iterators.
static TcStatus reduceAcross(TcAccumulators *a, int n) {
  TcStageRun *run = a->run;
  tcAccumulatorsReset(a, n);
  int64_t first = run->yard->frame.point[run->lane];
  if (!tcPointsBegin(run, &run->code->over))
    return TC_OK;
  do {
    run->yard->frame.point[run->lane] = first;
    TC_RETURN_IF_ERROR(tcStageRunStrip(run, n));
    TC_RETURN_IF_ERROR(tcAccumulatorsAdd(a, n));
  } while (tcPointsNext(run, &run->code->over));
  return TC_OK;
}

// One result: the lane is a reduced iterator.
static TcStatus reduceAlong(TcAccumulators *a) {
  TcStageRun *run = a->run;
  int64_t extent = tcStageLaneExtent(run);
  int64_t *point = &run->yard->frame.point[run->lane];
  tcAccumulatorsReset(a, 1);
  if (!tcPointsBegin(run, &run->code->over))
    return TC_OK;
  do
    for (*point = 0; *point < extent; *point += TC_STRIP) {
      int n = strip(extent - *point);
      TC_RETURN_IF_ERROR(tcStageRunStrip(run, n));
      TC_RETURN_IF_ERROR(tcAccumulatorsFold(a, n));
    }
  while (tcPointsNext(run, &run->code->over));
  *point = 0;
  return TC_OK;
}

static TcStatus storeFinished(TcAccumulators *a, int n, TcBounded **results,
                              TcStrip *out) {
  tcAccumulatorsFinish(a, n, out);
  TC_RETURN_IF_ERROR(tcWitnessReduce(a, n, out));
  for (intptr_t i = 0; i < a->n; ++i)
    TC_RETURN_IF_ERROR(tcStripResult(a->run, results[i], n, &out[i]));
  return TC_OK;
}

static TcStatus reduceStrips(TcAccumulators *a, TcBounded **results,
                             TcStrip *out) {
  TcStageRun *run = a->run;
  int64_t extent = run->laneIsOwn ? tcStageLaneExtent(run) : 1;
  int64_t *point = &run->yard->frame.point[run->lane];
  if (!run->laneIsOwn) {
    TC_RETURN_IF_ERROR(reduceAlong(a));
    return storeFinished(a, 1, results, out);
  }
  for (*point = 0; *point < extent; *point += TC_STRIP) {
    int n = strip(extent - *point);
    TC_RETURN_IF_ERROR(reduceAcross(a, n));
    TC_RETURN_IF_ERROR(storeFinished(a, n, results, out));
  }
  *point = 0;
  return TC_OK;
}

// Whether the order of elements matters, so that the lane must not be reduced
// over.
static bool inOrder(const TcStageRun *run) {
  return run->code->combine ||
         !mlirAttributeIsNull(tcStageAttrOf(run->code->op, "ordered"));
}

TcStatus tcYardReduce(TcYard *yard, MlirOperation op) {
  TcStageRun run;
  TcAccumulators a;
  TcBounded *results[TC_YARD_MAX];
  void *out;
  TC_RETURN_IF_ERROR(tcStageRunOpen(yard, op, 0, &run));
  if (run.code->numYields > TC_YARD_MAX)
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET, "too many results");
  tcStageChooseLane(&run, inOrder(&run));
  if (!run.laneIsOwn && inOrder(&run))
    run.lane = run.code->over.iters[run.code->over.rank - 1];
  TC_RETURN_IF_ERROR(tcAccumulatorsOpen(&run, &a));
  TC_RETURN_IF_ERROR(tcYardResults(&run, 0, TC_MAX_RANK, results));
  TC_RETURN_IF_ERROR(
      tcYardAlloc(yard->pool, (size_t)(a.n + 1) * sizeof(TcStrip), &out));
  if (tcPointsBegin(&run, &run.code->own))
    do
      TC_RETURN_IF_ERROR(reduceStrips(&a, results, out));
    while (tcPointsNext(&run, &run.code->own));
  return TC_OK;
}

TcBounded *tcYardValueOf(TcYard *yard, MlirValue value) {
  return tcMapGet(&yard->values, value.ptr);
}

const TcBounded *tcYardWitness(TcYard *yard, MlirValue value) {
  return tcMapGet(&yard->got, value.ptr);
}

TcStatus tcYardSetValue(TcYard *yard, MlirValue value, TcBounded *bounded) {
  return tcMapSet(&yard->values, value.ptr, bounded)
             ? TC_OK
             : tcArenaStatus(&yard->frame.arena);
}
