// Evaluates kernels, loops and joins on bounded values; see yardstick.h.
#include "yardstick/yardstick.h"

#include "ir/join.h"
#include "yardstick/stages.h"

#include <string.h>

//===- join ---------------------------------------------------------------===//

static void copyPiece(TcBounded *y, const TcBounded *x, const int64_t *offsets,
                      const int64_t *steps) {
  int64_t point[TC_MAX_RANK] = {0}, strides[TC_MAX_RANK], from = 0;
  tcDenseStrides(y->rank, y->sizes, strides);
  if (!x->count)
    return;
  do {
    int64_t to = 0;
    for (unsigned d = 0; d < y->rank; ++d)
      to += (point[d] * steps[d] + offsets[d]) * strides[d];
    if (x->v)
      y->v[to] = x->v[from];
    if (x->w)
      y->w[to] = x->w[from];
    if (x->i)
      y->i[to] = x->i[from];
    if (x->e)
      y->e[to] = x->e[from];
    ++from;
  } while (tcNextPoint(x->rank, x->sizes, point));
}

static bool isInside(const TcBounded *y, const TcBounded *x,
                     const int64_t *offsets, const int64_t *steps) {
  bool inside = x && x->rank == y->rank;
  for (unsigned d = 0; inside && d < y->rank; ++d)
    inside = offsets[d] >= 0 &&
             offsets[d] + (x->sizes[d] - 1) * steps[d] < y->sizes[d];
  return inside;
}

static TcStatus joinPiece(TcYard *yard, MlirOperation op, intptr_t i,
                          TcBounded *y) {
  int64_t offsets[TC_MAX_RANK], steps[TC_MAX_RANK];
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("offsets"));
  const TcBounded *x = tcYardValueOf(yard, mlirOperationGetOperand(op, i));
  TC_RETURN_IF_ERROR(
      tcEvalDims(&yard->frame, mlirArrayAttrGetElement(all, i), offsets));
  for (unsigned d = 0; d < y->rank; ++d)
    steps[d] = tcLoopJoinStep(op, d);
  if (!isInside(y, x, offsets, steps))
    return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                        "an operand lies outside of the result");
  if (x->e)
    TC_RETURN_IF_ERROR(tcBoundedErrors(yard->pool, y));
  y->grid = x->grid < y->grid ? x->grid : y->grid;
  y->signedZeros &= x->signedZeros;
  copyPiece(y, x, offsets, steps);
  return TC_OK;
}

// Memory for a value, whose elements are then written.
static TcStatus makeFor(TcYard *yard, MlirValue value, TcBounded **y) {
  MlirType type = mlirValueGetType(value);
  int64_t sizes[TC_MAX_RANK];
  TC_RETURN_IF_ERROR(tcEvalSizes(&yard->frame, type, sizes));
  TC_RETURN_IF_ERROR(
      tcBoundedMake(yard->pool, tcTypeGetDType(tcTypeGetElement(type)),
                    (unsigned)tcTypeGetRank(type), sizes, false, y));
  (*y)->grid = TC_GRID_ANY;
  return TC_OK;
}

static TcStatus join(TcYard *yard, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  TcBounded *y;
  TC_RETURN_IF_ERROR(makeFor(yard, result, &y));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    TC_RETURN_IF_ERROR(joinPiece(yard, op, i, y));
  return tcYardSetValue(yard, result, y);
}

//===- for ----------------------------------------------------------------===//

static TcStatus runBlock(TcYard *yard, MlirBlock block) {
  MlirOperation end = mlirBlockGetTerminator(block);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; op.ptr != end.ptr; op = mlirOperationGetNextInBlock(op))
    TC_RETURN_IF_ERROR(tcYardStage(yard, op));
  return TC_OK;
}

static TcStatus stackOn(TcYard *yard, MlirOperation op, intptr_t i,
                        int64_t iteration, const TcBounded *slice) {
  TcBounded *y = tcYardValueOf(yard, mlirOperationGetResult(op, i));
  if (!y || slice->count * y->sizes[0] != y->count)
    return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                        "a slice has another size than the stack of them");
  if (slice->e)
    TC_RETURN_IF_ERROR(tcBoundedErrors(yard->pool, y));
  size_t n = (size_t)slice->count, at = n * (size_t)iteration;
  if (y->v)
    memcpy(y->v + at, slice->v, n * sizeof *y->v);
  if (y->w)
    memcpy(y->w + at, slice->w, n * sizeof *y->w);
  if (y->i)
    memcpy(y->i + at, slice->i, n * sizeof *y->i);
  if (slice->e)
    memcpy(y->e + at, slice->e, n * sizeof *y->e);
  y->grid = slice->grid < y->grid ? slice->grid : y->grid;
  y->signedZeros &= slice->signedZeros;
  return TC_OK;
}

static TcStatus makeStacks(TcYard *yard, MlirOperation op, intptr_t first) {
  for (intptr_t i = first; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue value = mlirOperationGetResult(op, i);
    TcBounded *y;
    TC_RETURN_IF_ERROR(makeFor(yard, value, &y));
    TC_RETURN_IF_ERROR(tcYardSetValue(yard, value, y));
  }
  return TC_OK;
}

static TcStatus runIteration(TcYard *yard, MlirOperation op, int64_t iteration,
                             intptr_t n, TcBounded **carried) {
  MlirBlock body = mlirRegionGetFirstBlock(tcLoopForGetBody(op));
  for (intptr_t i = 0; i < n; ++i)
    TC_RETURN_IF_ERROR(
        tcYardSetValue(yard, mlirBlockGetArgument(body, i), carried[i]));
  TC_RETURN_IF_ERROR(runBlock(yard, body));
  MlirOperation end = mlirBlockGetTerminator(body);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    TcBounded *value = tcYardValueOf(yard, mlirOperationGetOperand(end, i));
    if (!value)
      return tcStatusMake(TC_ERROR_INTERNAL, "a yielded value is missing");
    if (i < n)
      carried[i] = value;
    else
      TC_RETURN_IF_ERROR(stackOn(yard, op, i, iteration, value));
  }
  return TC_OK;
}

static TcStatus runFor(TcYard *yard, MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op);
  TcBounded *carried[TC_YARD_MAX];
  MlirStringRef name = tcLoopForGetIter(op);
  uintptr_t iter =
      (uintptr_t)tcMapGetTextN(&yard->frame.iters, name.data, name.length);
  if (!iter || n > TC_YARD_MAX)
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET, "a loop of this kind");
  for (intptr_t i = 0; i < n; ++i)
    carried[i] = tcYardValueOf(yard, mlirOperationGetOperand(op, i));
  TC_RETURN_IF_ERROR(makeStacks(yard, op, n));
  for (int64_t t = 0; t < yard->frame.extents[iter - 1]; ++t) {
    yard->frame.point[iter - 1] = t;
    TC_RETURN_IF_ERROR(runIteration(yard, op, t, n, carried));
  }
  for (intptr_t i = 0; i < n; ++i)
    TC_RETURN_IF_ERROR(
        tcYardSetValue(yard, mlirOperationGetResult(op, i), carried[i]));
  return TC_OK;
}

//===- Kernels ------------------------------------------------------------===//

TcStatus tcYardStage(TcYard *yard, MlirOperation op) {
  switch (tcLoopOpKind(op)) {
  case TC_LOOP_MAP:
    return tcYardMap(yard, op);
  case TC_LOOP_REDUCE:
    return tcYardReduce(yard, op);
  case TC_LOOP_CONTRACT:
    return tcYardContract(yard, op);
  case TC_LOOP_SCAN:
    return tcYardScan(yard, op);
  case TC_LOOP_SCATTER:
    return tcYardScatter(yard, op);
  case TC_LOOP_SORT:
    return tcYardSort(yard, op);
  case TC_LOOP_FOR:
    return runFor(yard, op);
  case TC_LOOP_JOIN:
    return join(yard, op);
  default:
    return tcStatusMake(
        TC_ERROR_CANNOT_INTERPRET,
        "the yardstick has no error bounds for this op in a kernel");
  }
}

static TcStatus run(TcYard *yard, TcFrame *caller, MlirOperation launch,
                    MlirOperation kernel, TcBounded *const *inputs,
                    TcBounded *const *got, TcBounded **results) {
  MlirBlock body = mlirRegionGetFirstBlock(tcLoopKernelGetBody(kernel));
  TC_RETURN_IF_ERROR(tcBindKernel(&yard->frame, caller, launch, kernel));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i)
    TC_RETURN_IF_ERROR(
        tcYardSetValue(yard, mlirBlockGetArgument(body, i), inputs[i]));
  MlirOperation end = mlirBlockGetTerminator(body);
  for (intptr_t i = 0; got && i < mlirOperationGetNumOperands(end); ++i)
    if (!tcMapSet(&yard->got, mlirOperationGetOperand(end, i).ptr, got[i]))
      return tcArenaStatus(&yard->frame.arena);
  TC_RETURN_IF_ERROR(runBlock(yard, body));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    results[i] = tcYardValueOf(yard, mlirOperationGetOperand(end, i));
    if (!results[i])
      return tcStatusMake(TC_ERROR_INTERNAL, "a result is missing");
  }
  return TC_OK;
}

TcStatus tcYardLaunch(TcYardPool *pool, TcFrame *caller, MlirOperation launch,
                      MlirOperation kernel, const TcYardRules *rules,
                      TcBounded *const *inputs, TcBounded *const *got,
                      TcBounded **results) {
  bool keeps = rules->mode == TC_YARD_KEPT;
  TcYard yard = {.pool = pool,
                 .mode = keeps ? TC_YARD_NATIVE : rules->mode,
                 .flushed = rules->flushed,
                 .keeps = keeps};
  tcFrameOpen(&yard.frame, caller->machine, caller->depth + 1);
  yard.values.arena = yard.got.arena = &yard.frame.arena;
  TcStatus status = run(&yard, caller, launch, kernel, inputs, got, results);
  tcFrameClose(&yard.frame);
  return status;
}
