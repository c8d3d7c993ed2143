// Launches of kernels, and the loops in them.
#include "interp/machine.h"

#include "ir/attrs.h"
#include "tc/gen/LoopOps.h"

#include <string.h>

//===- launch -------------------------------------------------------------===//

// Symbols that the kernel's types do not mention have the caller's values.
static TcStatus inheritSymbols(TcFrame *frame, const TcFrame *caller) {
  for (size_t i = 0; i < caller->sizes.size; ++i) {
    const TcMapEntry *e = &caller->sizes.entries[i];
    if (!tcMapGetTextN(&frame->sizes, e->key, e->textSize))
      (void)tcMapSetTextN(&frame->sizes, e->key, e->textSize, e->value);
  }
  return tcArenaStatus(&frame->arena);
}

// The kernel's symbols in terms of the caller's, as its verifier finds them,
// then their values.
static TcStatus bindSymbols(TcFrame *frame, TcFrame *caller,
                            MlirOperation launch, MlirType signature) {
  intptr_t n = mlirOperationGetNumOperands(launch);
  intptr_t total = n + mlirOperationGetNumResults(launch);
  MlirType *patterns =
      TC_ARENA_ARRAY(&frame->arena, MlirType, (size_t)total + 1);
  MlirType *types = TC_ARENA_ARRAY(&frame->arena, MlirType, (size_t)total + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  for (intptr_t i = 0; i < total; ++i) {
    patterns[i] = i < n ? mlirFunctionTypeGetInput(signature, i)
                        : mlirFunctionTypeGetResult(signature, i - n);
    types[i] = mlirValueGetType(i < n ? mlirOperationGetOperand(launch, i)
                                      : mlirOperationGetResult(launch, i - n));
  }
  TcUnifyFailure why;
  if (!tcTypesUnifyLaunch(total, patterns, types, &frame->sizes, &why) ||
      !tcResolveBindings(caller, &frame->sizes))
    return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                        "the sizes are not those of the kernel");
  return inheritSymbols(frame, caller);
}

static TcStatus bindIterators(TcFrame *frame, MlirOperation kernel) {
  MlirAttribute names = tcLoopKernelGetIters(kernel);
  MlirAttribute extents = tcLoopKernelGetExtents(kernel);
  size_t n = (size_t)mlirArrayAttrGetNumElements(names);
  frame->point = TC_ARENA_ARRAY(&frame->arena, int64_t, n + 1);
  frame->extents = TC_ARENA_ARRAY(&frame->arena, int64_t, n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  for (size_t i = 0; i < n; ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(names, (intptr_t)i));
    if (!tcMapSetTextN(&frame->iters, name.data, name.length, (void *)(i + 1)))
      return tcArenaStatus(&frame->arena);
  }
  TC_RETURN_IF_ERROR(tcEvalDims(frame, extents, frame->extents));
  for (size_t i = 0; i < n; ++i)
    if (frame->extents[i] < 0)
      return tcStatusMake(TC_ERROR_SIZES_DIFFER, "an extent is %lld",
                          (long long)frame->extents[i]);
  return TC_OK;
}

TcStatus tcBindKernel(TcFrame *frame, TcFrame *caller, MlirOperation launch,
                      MlirOperation kernel) {
  TC_RETURN_IF_ERROR(
      bindSymbols(frame, caller, launch, tcLoopKernelGetFunctionType(kernel)));
  return bindIterators(frame, kernel);
}

static TcStatus runKernel(TcFrame *frame, TcFrame *caller, MlirOperation launch,
                          MlirOperation kernel) {
  MlirBlock body = mlirRegionGetFirstBlock(tcLoopKernelGetBody(kernel));
  TC_RETURN_IF_ERROR(tcBindKernel(frame, caller, launch, kernel));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i)
    TC_RETURN_IF_ERROR(tcSetValue(frame, mlirBlockGetArgument(body, i),
                                  tcArrayShare(tcOperand(caller, launch, i))));
  TC_RETURN_IF_ERROR(tcRunBlock(frame, body));
  intptr_t n = mlirOperationGetNumResults(launch);
  TcArray *results = TC_ARENA_ARRAY(&frame->arena, TcArray, (size_t)n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  TC_RETURN_IF_ERROR(tcTakeYields(frame, body, results));
  TcStatus status = TC_OK;
  for (intptr_t i = 0; i < n; ++i)
    if (!status)
      status = tcDefineResult(caller, launch, i, results[i]);
    else
      tcArrayRelease(&results[i]);
  return status;
}

TcStatus tcLaunchKernel(TcFrame *caller, MlirOperation launch,
                        MlirOperation kernel) {
  TcFrame frame;
  tcFrameOpen(&frame, caller->machine, caller->depth + 1);
  TcStatus status = runKernel(&frame, caller, launch, kernel);
  tcFrameClose(&frame);
  return status;
}

//===- for ----------------------------------------------------------------===//

typedef struct Loop {
  TcFrame *frame;
  MlirOperation op;
  MlirBlock body;
  intptr_t numInit, numResults;
  TcArray *yields;
  TcArray **stacks;
} Loop;

static TcStatus stackOn(TcArray *stack, int64_t turn, const TcArray *slice) {
  size_t bytes = tcArrayBytes(slice);
  if (slice->count * stack->sizes[0] != stack->count)
    return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                        "a slice has another size than the stack of them");
  memcpy(stack->data + (size_t)turn * bytes, slice->data, bytes);
  return TC_OK;
}

// The carried values are the first of `yields`, before and after.
static TcStatus runTurn(Loop *l, int64_t turn) {
  for (intptr_t i = 0; i < l->numInit; ++i) {
    TcArray carried = l->yields[i];
    l->yields[i] = (TcArray){0};
    TC_RETURN_IF_ERROR(
        tcSetValue(l->frame, mlirBlockGetArgument(l->body, i), carried));
  }
  TC_RETURN_IF_ERROR(tcRunBlock(l->frame, l->body));
  TC_RETURN_IF_ERROR(tcTakeYields(l->frame, l->body, l->yields));
  for (intptr_t i = l->numInit; i < l->numResults; ++i) {
    TC_RETURN_IF_ERROR(stackOn(l->stacks[i], turn, &l->yields[i]));
    tcArrayRelease(&l->yields[i]);
  }
  return TC_OK;
}

static TcStatus runTurns(Loop *l) {
  MlirStringRef name = tcLoopForGetIter(l->op);
  uintptr_t iter =
      (uintptr_t)tcMapGetTextN(&l->frame->iters, name.data, name.length);
  if (!iter)
    return tcStatusMake(TC_ERROR_INTERNAL, "no such iterator");
  for (intptr_t i = l->numInit; i < l->numResults; ++i)
    TC_RETURN_IF_ERROR(tcMakeResult(l->frame, l->op, i, &l->stacks[i]));
  for (intptr_t i = 0; i < l->numInit; ++i)
    l->yields[i] = tcArrayShare(tcOperand(l->frame, l->op, i));
  for (int64_t t = 0; t < l->frame->extents[iter - 1]; ++t) {
    l->frame->point[iter - 1] = t;
    TC_RETURN_IF_ERROR(runTurn(l, t));
  }
  for (intptr_t i = 0; i < l->numInit; ++i) {
    TcArray last = l->yields[i];
    l->yields[i] = (TcArray){0};
    TC_RETURN_IF_ERROR(tcSetResult(l->frame, l->op, i, last));
  }
  return TC_OK;
}

TcStatus tcInterpLoopFor(TcFrame *frame, MlirOperation op) {
  Loop l = {.frame = frame,
            .op = op,
            .body = mlirRegionGetFirstBlock(tcLoopForGetBody(op)),
            .numInit = mlirOperationGetNumOperands(op),
            .numResults = mlirOperationGetNumResults(op)};
  size_t n = (size_t)(l.numInit + l.numResults) + 1;
  l.yields = TC_ARENA_ARRAY(&frame->arena, TcArray, n);
  l.stacks = TC_ARENA_ARRAY(&frame->arena, TcArray *, n);
  TC_RETURN_IF_ERROR(tcArenaStatus(&frame->arena));
  TcStatus status = runTurns(&l);
  for (size_t i = 0; i < n; ++i)
    tcArrayRelease(&l.yields[i]);
  return status;
}
