// Control flow of prim: scan and while, whose regions run once per iteration;
// and prim.ext, which is an error here.
#include "interp/machine.h"

#include "tc/gen/PrimOps.h"

#include <string.h>

typedef struct Turns {
  TcFrame *frame;
  TcArena arena;
  TcArray *values; // carried, then what else the region takes or yields
} Turns;

static TcStatus open(Turns *t, TcFrame *frame, intptr_t n) {
  *t = (Turns){.frame = frame};
  t->values = TC_ARENA_ARRAY(&t->arena, TcArray, (size_t)n + 1);
  return tcArenaStatus(&t->arena);
}

static void close(Turns *t, intptr_t n) {
  for (intptr_t i = 0; t->values && i < n; ++i)
    tcArrayRelease(&t->values[i]);
  tcArenaFree(&t->arena);
}

// Runs a region on `n` values, whose handles it takes; returns the yielded
// values.
static TcStatus runRegion(Turns *t, MlirRegion region, intptr_t n,
                          TcArray *values, TcArray *yields) {
  MlirBlock block = mlirRegionGetFirstBlock(region);
  TcRegionScope scope;
  TcStatus status = tcEnterRegion(t->frame, &scope);
  if (status)
    return status;
  status = tcDefineArguments(t->frame, block, n, values);
  if (!status)
    status = tcRunBlock(t->frame, block);
  if (!status)
    status = tcTakeYields(t->frame, block, yields);
  tcLeaveRegion(t->frame, &scope);
  return status;
}

static intptr_t max(intptr_t a, intptr_t b) { return a > b ? a : b; }

//===- scan ---------------------------------------------------------------===//

static TcStatus sliceOf(const TcArray *x, int64_t turn, TcArray *out) {
  TC_RETURN_IF_ERROR(tcArrayMake(x->dtype, x->rank - 1, x->sizes + 1, out));
  size_t bytes = tcArrayBytes(out);
  memcpy(out->data, x->data + (size_t)turn * bytes, bytes);
  return TC_OK;
}

static TcStatus stackOn(TcArray *stack, int64_t turn, const TcArray *slice) {
  if (slice->count * stack->sizes[0] != stack->count)
    return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                        "a slice has another size than the stack of them");
  memcpy(stack->data + (size_t)turn * tcArrayBytes(slice), slice->data,
         tcArrayBytes(slice));
  return TC_OK;
}

// One iteration: the carried values are the first, before and after it.
static TcStatus scanTurn(Turns *t, MlirOperation op, int64_t turn,
                         TcArray **stacks) {
  intptr_t numInit = tcPrimScanGetNumInit(op), numXs = tcPrimScanGetNumXs(op);
  for (intptr_t i = 0; i < numXs; ++i)
    TC_RETURN_IF_ERROR(sliceOf(tcOperand(t->frame, op, numInit + i), turn,
                               &t->values[numInit + i]));
  TC_RETURN_IF_ERROR(runRegion(t, tcPrimScanGetBody(op), numInit + numXs,
                               t->values, t->values));
  intptr_t numResults = mlirOperationGetNumResults(op);
  for (intptr_t i = numInit; i < numResults; ++i) {
    TC_RETURN_IF_ERROR(stackOn(stacks[i], turn, &t->values[i]));
    tcArrayRelease(&t->values[i]);
  }
  return TC_OK;
}

static TcStatus scan(Turns *t, MlirOperation op) {
  intptr_t numInit = tcPrimScanGetNumInit(op);
  intptr_t numResults = mlirOperationGetNumResults(op);
  TcArray **stacks =
      TC_ARENA_ARRAY(&t->arena, TcArray *, (size_t)numResults + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&t->arena));
  for (intptr_t i = numInit; i < numResults; ++i)
    TC_RETURN_IF_ERROR(tcMakeResult(t->frame, op, i, &stacks[i]));
  for (intptr_t i = 0; i < numInit; ++i)
    t->values[i] = tcArrayShare(tcOperand(t->frame, op, i));
  int64_t n = tcOperand(t->frame, op, numInit)->sizes[0];
  bool reverse = tcPrimScanGetReverse(op);
  for (int64_t k = 0; k < n; ++k)
    TC_RETURN_IF_ERROR(scanTurn(t, op, reverse ? n - 1 - k : k, stacks));
  for (intptr_t i = 0; i < numInit; ++i) {
    TcArray last = t->values[i];
    t->values[i] = (TcArray){0};
    TC_RETURN_IF_ERROR(tcDefineResult(t->frame, op, i, last));
  }
  return TC_OK;
}

static TcStatus checkXs(TcFrame *frame, MlirOperation op) {
  intptr_t numInit = tcPrimScanGetNumInit(op);
  for (intptr_t i = 0; i < tcPrimScanGetNumXs(op); ++i)
    if (tcOperand(frame, op, numInit + i)->sizes[0] !=
        tcOperand(frame, op, numInit)->sizes[0])
      return tcStatusMake(TC_ERROR_SIZES_DIFFER, "leading sizes differ");
  return TC_OK;
}

TcStatus tcInterpScan(TcFrame *frame, MlirOperation op) {
  TC_RETURN_IF_ERROR(checkXs(frame, op));
  intptr_t n =
      max(mlirOperationGetNumOperands(op), mlirOperationGetNumResults(op));
  Turns t;
  TcStatus status = open(&t, frame, n);
  if (!status)
    status = scan(&t, op);
  close(&t, n);
  return status;
}

//===- while --------------------------------------------------------------===//

static TcStatus shouldGoOn(Turns *t, MlirOperation op, intptr_t n, bool *goOn) {
  TcArray *copies = t->values + n, yield = {0};
  for (intptr_t i = 0; i < n; ++i)
    copies[i] = tcArrayShare(&t->values[i]);
  TC_RETURN_IF_ERROR(runRegion(t, tcPrimWhileGetCond(op), n, copies, &yield));
  *goOn = tcElementLoad(TC_DTYPE_BOOL, yield.data, 0).b;
  tcArrayRelease(&yield);
  return TC_OK;
}

static TcStatus repeat(Turns *t, MlirOperation op, intptr_t n) {
  for (intptr_t i = 0; i < n; ++i)
    t->values[i] = tcArrayShare(tcOperand(t->frame, op, i));
  for (;;) {
    bool goOn = false;
    TC_RETURN_IF_ERROR(shouldGoOn(t, op, n, &goOn));
    if (!goOn)
      break;
    TC_RETURN_IF_ERROR(
        runRegion(t, tcPrimWhileGetBody(op), n, t->values, t->values));
  }
  for (intptr_t i = 0; i < n; ++i) {
    TcArray last = t->values[i];
    t->values[i] = (TcArray){0};
    TC_RETURN_IF_ERROR(tcDefineResult(t->frame, op, i, last));
  }
  return TC_OK;
}

TcStatus tcInterpWhile(TcFrame *frame, MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op);
  Turns t;
  TcStatus status = open(&t, frame, 2 * n);
  if (!status)
    status = repeat(&t, op, n);
  close(&t, 2 * n);
  return status;
}

//===- ext ----------------------------------------------------------------===//

TcStatus tcInterpExt(TcFrame *frame, MlirOperation op) {
  (void)frame;
  MlirStringRef target = tcPrimExtGetTarget(op);
  return tcStatusMake(
      TC_ERROR_CANNOT_INTERPRET,
      "'%.*s' has no meaning of its own: run prim-expand-ext first",
      (int)target.length, target.data);
}
