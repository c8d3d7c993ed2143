// The stages of kernels but contracts (contract.c). Launches and loops, which
// run whole blocks, are in launch.c.
#include "interp/stage.h"

#include "ir/distinct.h"
#include "tc/gen/LoopOps.h"

//===- Results ------------------------------------------------------------===//

// The results of a stage, one element for each point of its own iterators.
typedef struct Results {
  intptr_t n;
  TcArray **arrays;
} Results;

static TcStatus makeResults(TcFrame *frame, const TcStageCode *s, int64_t count,
                            Results *out) {
  out->n = mlirOperationGetNumResults(s->op);
  out->arrays = TC_ARENA_ARRAY(&frame->arena, TcArray *, (size_t)out->n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  for (intptr_t i = 0; i < out->n; ++i) {
    TC_RETURN_IF_ERROR(tcMakeResult(frame, s->op, i, &out->arrays[i]));
    if (out->arrays[i]->count != count)
      return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                          "the sizes of result %d are not the extents", (int)i);
  }
  return TC_OK;
}

static void storeYields(const TcStageCode *s, const Results *results,
                        int64_t at) {
  for (intptr_t i = 0; i < results->n && i < s->numYields; ++i)
    tcElementStore(results->arrays[i]->dtype, results->arrays[i]->data, at,
                   s->yields[i]);
}

static void storeAccumulators(const TcStageCode *s, const Results *results,
                              int64_t at) {
  for (intptr_t i = 0; i < results->n && i < s->numYields; ++i) {
    TcArray *y = results->arrays[i];
    tcElementStore(y->dtype, y->data, at,
                   tcElementConvert(s->accumulators[i].dtype, y->dtype,
                                    s->accumulators[i].value));
  }
}

//===- map, reduce --------------------------------------------------------===//

TcStatus tcInterpLoopMap(TcFrame *frame, MlirOperation op) {
  TcStageCode *s;
  Results results;
  TC_RETURN_IF_ERROR(tcStageOf(frame, op, 0, &s));
  TC_RETURN_IF_ERROR(makeResults(frame, s, tcSpaceCount(&s->own), &results));
  int64_t at = 0;
  if (tcSpaceBegin(frame, &s->own))
    do {
      TC_RETURN_IF_ERROR(tcStageRunBody(frame, s));
      storeYields(s, &results, at++);
    } while (tcSpaceNext(frame, &s->own));
  return TC_OK;
}

TcStatus tcInterpLoopReduce(TcFrame *frame, MlirOperation op) {
  TcStageCode *s;
  Results results;
  TC_RETURN_IF_ERROR(tcStageOf(frame, op, 0, &s));
  TC_RETURN_IF_ERROR(makeResults(frame, s, tcSpaceCount(&s->own), &results));
  int64_t at = 0;
  if (!tcSpaceBegin(frame, &s->own))
    return TC_OK;
  do {
    tcStageReset(s);
    if (tcSpaceBegin(frame, &s->over))
      do {
        TC_RETURN_IF_ERROR(tcStageRunBody(frame, s));
        TC_RETURN_IF_ERROR(tcStageAccumulate(frame, s));
      } while (tcSpaceNext(frame, &s->over));
    storeAccumulators(s, &results, at++);
  } while (tcSpaceNext(frame, &s->own));
  return TC_OK;
}

//===- Along one iterator: scan, sort -------------------------------------===//

// The space without the iterator `along`, which is number `dim` of it.
typedef struct Rows {
  TcSpace space;
  unsigned dim, iter;
  int64_t size;   // of a row
  TcLines places; // of results
} Rows;

static TcStatus splitRows(TcFrame *frame, const TcStageCode *s,
                          MlirStringRef along, Rows *out) {
  uintptr_t iter =
      (uintptr_t)tcMapGetTextN(&frame->iters, along.data, along.length);
  *out = (Rows){.dim = TC_MAX_RANK, .places = {1, 0, 1}};
  for (unsigned i = 0; i < s->own.rank; ++i) {
    if (s->own.iters[i] + 1 == iter) {
      out->dim = i;
      out->iter = s->own.iters[i];
      out->size = s->own.sizes[i];
      continue;
    }
    out->space.iters[out->space.rank] = s->own.iters[i];
    out->space.sizes[out->space.rank++] = s->own.sizes[i];
    *(out->dim < TC_MAX_RANK ? &out->places.inner : &out->places.outer) *=
        s->own.sizes[i];
  }
  return out->dim < TC_MAX_RANK
             ? TC_OK
             : tcStatusMake(TC_ERROR_INTERNAL, "no such iterator");
}

// Element k of row r of a result whose rows have `size` elements.
static int64_t rowPlace(const Rows *rows, int64_t size, int64_t r, int64_t k) {
  int64_t outer = r / rows->places.inner, inner = r % rows->places.inner;
  return (outer * size + k) * rows->places.inner + inner;
}

static TcStatus scanRow(TcFrame *frame, TcStageCode *s, const Rows *rows,
                        const Results *results, int64_t row) {
  bool reverse = tcLoopScanGetReverse(s->op);
  bool exclusive = tcLoopScanGetExclusive(s->op);
  tcStageReset(s);
  for (int64_t i = 0; i < rows->size; ++i) {
    int64_t k = reverse ? rows->size - 1 - i : i;
    int64_t at = rowPlace(rows, rows->size, row, k);
    frame->point[rows->iter] = k;
    if (exclusive)
      storeAccumulators(s, results, at);
    TC_RETURN_IF_ERROR(tcStageRunBody(frame, s));
    TC_RETURN_IF_ERROR(tcStageAccumulate(frame, s));
    if (!exclusive)
      storeAccumulators(s, results, at);
  }
  return TC_OK;
}

TcStatus tcInterpLoopScan(TcFrame *frame, MlirOperation op) {
  TcStageCode *s;
  Results results;
  Rows rows;
  TC_RETURN_IF_ERROR(tcStageOf(frame, op, 0, &s));
  TC_RETURN_IF_ERROR(splitRows(frame, s, tcLoopScanGetAlong(op), &rows));
  TC_RETURN_IF_ERROR(makeResults(frame, s, tcSpaceCount(&s->own), &results));
  int64_t row = 0;
  if (tcSpaceBegin(frame, &rows.space))
    do
      TC_RETURN_IF_ERROR(scanRow(frame, s, &rows, &results, row++));
    while (tcSpaceNext(frame, &rows.space));
  return TC_OK;
}

typedef struct SortMemory {
  TcArena arena;
  TcScalar *elements; // of yield i: from i * size on
  int64_t *order;
} SortMemory;

static TcStatus sortRow(TcFrame *frame, TcStageCode *s, const Rows *rows,
                        const Results *results, int64_t take, int64_t row,
                        SortMemory *m) {
  for (int64_t k = 0; k < rows->size; ++k) {
    frame->point[rows->iter] = k;
    TC_RETURN_IF_ERROR(tcStageRunBody(frame, s));
    for (intptr_t i = 0; i < s->numYields; ++i)
      m->elements[i * rows->size + k] = s->yields[i];
  }
  tcSortPositions(tcBodyYieldDType(s->body, 0), m->elements, rows->size,
                  tcLoopSortGetDescending(s->op), m->order,
                  m->order + rows->size);
  for (int64_t k = 0; k < take; ++k) {
    for (intptr_t i = 0; i < s->numYields; ++i)
      s->yields[i] = m->elements[i * rows->size + m->order[k]];
    storeYields(s, results, rowPlace(rows, take, row, k));
  }
  return TC_OK;
}

TcStatus tcInterpLoopSort(TcFrame *frame, MlirOperation op) {
  TcStageCode *s;
  Results results;
  Rows rows;
  TC_RETURN_IF_ERROR(tcStageOf(frame, op, 0, &s));
  TC_RETURN_IF_ERROR(splitRows(frame, s, tcLoopSortGetAlong(op), &rows));
  MlirAttribute takes = tcLoopSortGetTake(op);
  int64_t take = rows.size, row = 0;
  if (!mlirAttributeIsNull(takes))
    TC_RETURN_IF_ERROR(tcEvalSize(frame, takes, &take));
  if (take < 0 || take > rows.size)
    return tcStatusMake(TC_ERROR_INDEX, "%lld of %lld elements",
                        (long long)take, (long long)rows.size);
  int64_t numRows = tcSpaceCount(&rows.space);
  TC_RETURN_IF_ERROR(makeResults(frame, s, numRows * take, &results));
  SortMemory m = {0};
  m.elements = TC_ARENA_ARRAY(&m.arena, TcScalar,
                              (size_t)(s->numYields * rows.size) + 1);
  m.order = TC_ARENA_ARRAY(&m.arena, int64_t, 2 * (size_t)rows.size + 1);
  TcStatus status = tcArenaStatus(&m.arena);
  if (tcSpaceBegin(frame, &rows.space))
    do
      if (!status)
        status = sortRow(frame, s, &rows, &results, take, row++, &m);
    while (tcSpaceNext(frame, &rows.space));
  tcArenaFree(&m.arena);
  return status;
}

//===- scatter ------------------------------------------------------------===//

static TcStatus scatterPoint(const TcStageCode *s, TcCombine kind, TcArray *sum,
                             TcArray *seen) {
  int64_t position = 0;
  for (unsigned d = 0; d < sum->rank; ++d) {
    int64_t at = s->yields[d].i;
    if (at < 0 || at >= sum->sizes[d])
      return tcStatusMake(TC_ERROR_INDEX,
                          "position %lld in dimension %u of size %lld",
                          (long long)at, d, (long long)sum->sizes[d]);
    position = position * sum->sizes[d] + at;
  }
  TC_RETURN_IF_ERROR(tcScatterSees(seen, position));
  TcScalar value = tcElementConvert(tcBodyYieldDType(s->body, sum->rank),
                                    sum->dtype, s->yields[sum->rank]);
  tcElementStore(
      sum->dtype, sum->data, position,
      tcElementCombine(kind, sum->dtype,
                       tcElementLoad(sum->dtype, sum->data, position), value));
  return TC_OK;
}

static TcStatus scatter(TcFrame *frame, TcStageCode *s, TcArray *sum,
                        TcArray *seen) {
  TcCombine kind = tcCombineFromName(tcLoopScatterGetKind(s->op));
  if (s->numYields != (intptr_t)sum->rank + 1)
    return tcStatusMake(TC_ERROR_INTERNAL, "positions of another rank");
  if (!tcSpaceBegin(frame, &s->own))
    return TC_OK;
  do {
    TC_RETURN_IF_ERROR(tcStageRunBody(frame, s));
    TC_RETURN_IF_ERROR(scatterPoint(s, kind, sum, seen));
  } while (tcSpaceNext(frame, &s->own));
  return TC_OK;
}

TcStatus tcInterpLoopScatter(TcFrame *frame, MlirOperation op) {
  TcStageCode *s;
  TC_RETURN_IF_ERROR(tcStageOf(frame, op, 1, &s));
  const TcArray *base = tcOperand(frame, op, 0);
  TcArray shared, sum, y = {0}, seen = {0};
  TC_RETURN_IF_ERROR(tcArrayConvert(base, tcWideDType(base->dtype), &shared));
  TcStatus status = tcArrayCopy(&shared, &sum);
  tcArrayRelease(&shared);
  if (!status && tcIsDistinct(op))
    status = tcArrayMake(TC_DTYPE_BOOL, sum.rank, sum.sizes, &seen);
  if (!status)
    status = scatter(frame, s, &sum, &seen);
  tcArrayRelease(&seen);
  if (!status)
    status = tcArrayConvert(&sum, base->dtype, &y);
  tcArrayRelease(&sum);
  return status ? status : tcSetResult(frame, op, 0, y);
}

//===- In bodies ----------------------------------------------------------===//

// Bodies are compiled (body.c); these ops are valid only in bodies.
static TcStatus onlyInBodies(void) {
  return tcStatusMake(TC_ERROR_INTERNAL, "an op of bodies outside of one");
}
TcStatus tcInterpLoopAt(TcFrame *frame, MlirOperation op) {
  (void)frame, (void)op;
  return onlyInBodies();
}
TcStatus tcInterpLoopWithin(TcFrame *frame, MlirOperation op) {
  (void)frame, (void)op;
  return onlyInBodies();
}
TcStatus tcInterpLoopIndex(TcFrame *frame, MlirOperation op) {
  (void)frame, (void)op;
  return onlyInBodies();
}
