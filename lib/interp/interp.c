// The interpreter's entry point, its walk over blocks, and calls; see interp.h.
#include "interp/interp.h"

#include "interp/machine.h"
#include "support/strbuf.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include <string.h>

enum { MAX_DEPTH = 64 };

//===- Ops ----------------------------------------------------------------===//

#define TC_PRIM_INTERP(KIND, FUNCTION) extern TcInterpFn FUNCTION;
#include "tc/gen/PrimInterp.inc"
#undef TC_PRIM_INTERP
#define TC_LOOP_INTERP(KIND, FUNCTION) extern TcInterpFn FUNCTION;
#include "tc/gen/LoopInterp.inc"
#undef TC_LOOP_INTERP

static TcInterpFn interpCall;

static TcInterpFn *primHook(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
#define TC_PRIM_INTERP(KIND, FUNCTION)                                         \
  case KIND:                                                                   \
    return FUNCTION;
#include "tc/gen/PrimInterp.inc"
#undef TC_PRIM_INTERP
  default:
    return NULL;
  }
}

static TcInterpFn *hookOf(MlirOperation op) {
  switch (tcLoopOpKind(op)) {
#define TC_LOOP_INTERP(KIND, FUNCTION)                                         \
  case KIND:                                                                   \
    return FUNCTION;
#include "tc/gen/LoopInterp.inc"
#undef TC_LOOP_INTERP
  default:
    break;
  }
  if (tcFuncOpKind(op) == TC_FUNC_CALL)
    return interpCall;
  return primHook(op);
}

static TcStatus checkOperands(TcFrame *frame, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!tcOperand(frame, op, i))
      return tcStatusMake(TC_ERROR_INTERNAL, "operand %d has no value", (int)i);
  return TC_OK;
}

static void appendText(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

// Adds the op and its location to an error.
static TcStatus blame(TcStatus status, MlirOperation op) {
  if (!status)
    return status;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  status = tcStatusAnnotate(status, "'%.*s'", (int)name.length, name.data);
  TcStrBuf where = {0};
  mlirLocationPrint(mlirOperationGetLocation(op), appendText, &where);
  status = tcStatusAt(status, tcStrBufText(&where));
  tcStrBufFree(&where);
  return status;
}

static TcStatus runOp(TcFrame *frame, MlirOperation op) {
  TcInterpFn *hook = hookOf(op);
  if (!hook)
    return tcStatusMake(
        TC_ERROR_CANNOT_INTERPRET,
        "only prim, loop.launch and func.call are interpreted: lower it first");
  TC_RETURN_IF_ERROR(checkOperands(frame, op));
  return hook(frame, op);
}

//===- Blocks -------------------------------------------------------------===//

typedef struct Uses {
  TcMap *last;
  MlirOperation op; // of the block, around the one that is visited
} Uses;

static MlirWalkResult noteUses(MlirOperation op, void *self) {
  Uses *uses = self;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    (void)tcMapSet(uses->last, mlirOperationGetOperand(op, i).ptr,
                   uses->op.ptr);
  return MlirWalkResultAdvance;
}

// The last op of a block to read each value.
static const TcMap *lastUses(TcMachine *m, MlirBlock block) {
  TcMap *last = tcMapGet(&m->lastUses, block.ptr);
  if (last)
    return last;
  last = TC_ARENA_NEW(&m->arena, TcMap);
  if (!last)
    return NULL;
  last->arena = &m->arena;
  Uses uses = {.last = last};
  for (uses.op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(uses.op);
       uses.op = mlirOperationGetNextInBlock(uses.op))
    mlirOperationWalk(uses.op, noteUses, &uses, MlirWalkPreOrder);
  (void)tcMapSet(&m->lastUses, block.ptr, last);
  return last;
}

static bool isOf(MlirValue value, MlirBlock block) {
  MlirBlock owner = mlirValueIsABlockArgument(value)
                        ? mlirBlockArgumentGetOwner(value)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(value));
  return mlirBlockEqual(owner, block);
}

// Releases the values that no op after `op` reads.
static void releaseDead(TcFrame *frame, MlirBlock block, MlirOperation op,
                        const TcMap *last) {
  for (intptr_t i = 0; last && i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    TcArray *array = tcMapGet(&frame->values, value.ptr);
    if (array && tcMapGet(last, value.ptr) == op.ptr && isOf(value, block))
      tcArrayRelease(array);
  }
}

TcStatus tcRunBlock(TcFrame *frame, MlirBlock block) {
  const TcMap *last = lastUses(frame->machine, block);
  MlirOperation end = mlirBlockGetTerminator(block);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; op.ptr != end.ptr; op = mlirOperationGetNextInBlock(op)) {
    TC_RETURN_IF_ERROR(blame(runOp(frame, op), op));
    releaseDead(frame, block, op, last);
  }
  return TC_OK;
}

TcStatus tcTakeYields(TcFrame *frame, MlirBlock block, TcArray *out) {
  MlirOperation end = mlirBlockGetTerminator(block);
  TC_RETURN_IF_ERROR(blame(checkOperands(frame, end), end));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i)
    out[i] = tcArrayShare(tcOperand(frame, end, i));
  return TC_OK;
}

//===- Functions ----------------------------------------------------------===//

static MlirOperation findSymbol(const TcMachine *m, MlirStringRef name) {
  return (MlirOperation){tcMapGetTextN(&m->symbols, name.data, name.length)};
}

// Takes the inputs' handles; returns a handle for each result of the function.
static TcStatus runFunction(TcMachine *m, MlirOperation func, unsigned depth,
                            intptr_t n, TcArray *inputs, TcArray *results) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  TcFrame frame;
  tcFrameOpen(&frame, m, depth);
  TcStatus status = tcDefineArguments(&frame, body, n, inputs);
  if (!status)
    status = tcRunBlock(&frame, body);
  if (!status)
    status = tcTakeYields(&frame, body, results);
  tcFrameClose(&frame);
  return status;
}

static bool hasBody(MlirOperation func) {
  MlirRegion region = mlirOperationGetRegion(func, 0);
  MlirBlock first = mlirRegionGetFirstBlock(region);
  return !mlirBlockIsNull(first) &&
         mlirBlockIsNull(mlirBlockGetNextInRegion(first));
}

static TcStatus checkCallee(MlirOperation func, MlirStringRef name) {
  if (tcFuncOpKind(func) != TC_FUNC_FUNC)
    return tcStatusMake(TC_ERROR_NO_FUNCTION, "no func.func is called @%.*s",
                        (int)name.length, name.data);
  if (!hasBody(func))
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET,
                        "the body of @%.*s is not one block", (int)name.length,
                        name.data);
  return TC_OK;
}

static TcStatus interpCall(TcFrame *frame, MlirOperation op) {
  MlirStringRef name = tcFuncCallGetCallee(op);
  MlirOperation func = findSymbol(frame->machine, name);
  TC_RETURN_IF_ERROR(checkCallee(func, name));
  if (frame->depth == MAX_DEPTH)
    return tcStatusMake(TC_ERROR_CALL_DEPTH, "calls nested more than %d deep",
                        MAX_DEPTH);
  TcArena arena = {0};
  intptr_t n = mlirOperationGetNumOperands(op);
  intptr_t numResults = mlirOperationGetNumResults(op);
  TcArray *arrays =
      TC_ARENA_ARRAY(&arena, TcArray, (size_t)(n + numResults) + 1);
  TcStatus status = tcArenaStatus(&arena);
  if (!status) {
    for (intptr_t i = 0; i < n; ++i)
      arrays[i] = tcArrayShare(tcOperand(frame, op, i));
    status = runFunction(frame->machine, func, frame->depth + 1, n, arrays,
                         arrays + n);
    for (intptr_t i = 0; i < numResults && !status; ++i)
      status = tcDefineResult(frame, op, i, arrays[n + i]);
  }
  tcArenaFree(&arena);
  return status;
}

TcStatus tcInterpLaunch(TcFrame *frame, MlirOperation op) {
  MlirOperation kernel = findSymbol(frame->machine, tcLoopLaunchGetKernel(op));
  if (tcLoopOpKind(kernel) != TC_LOOP_KERNEL)
    return tcStatusMake(TC_ERROR_NO_FUNCTION, "there is no such kernel");
  return tcLaunchKernel(frame, op, kernel);
}

// Runs a function of a loop.while on the first `n` of the values.
static TcStatus runNamed(TcFrame *frame, MlirStringRef name, intptr_t n,
                         const TcArray *values, TcArray *out) {
  MlirOperation func = findSymbol(frame->machine, name);
  TcArray inputs[64];
  TC_RETURN_IF_ERROR(checkCallee(func, name));
  if (frame->depth == MAX_DEPTH || n > 64)
    return tcStatusMake(TC_ERROR_CALL_DEPTH, "calls nested more than %d deep",
                        MAX_DEPTH);
  for (intptr_t i = 0; i < n; ++i)
    inputs[i] = tcArrayShare(&values[i]);
  return runFunction(frame->machine, func, frame->depth + 1, n, inputs, out);
}

// The values are handles of the loop's own; the carried ones come first.
static TcStatus iterate(TcFrame *frame, MlirOperation op, TcArray *values) {
  intptr_t n = mlirOperationGetNumOperands(op);
  intptr_t carried = tcLoopWhileGetNumCarried(op);
  for (;;) {
    TcArray goesOn = {0}, next[64];
    TC_RETURN_IF_ERROR(
        runNamed(frame, tcLoopWhileGetCond(op), n, values, &goesOn));
    bool stops = !tcElementLoad(TC_DTYPE_BOOL, goesOn.data, 0).b;
    tcArrayRelease(&goesOn);
    if (stops)
      return TC_OK;
    TC_RETURN_IF_ERROR(
        runNamed(frame, tcLoopWhileGetBody(op), n, values, next));
    for (intptr_t i = 0; i < carried; ++i) {
      tcArrayRelease(&values[i]);
      values[i] = next[i];
    }
  }
}

TcStatus tcInterpLoopWhile(TcFrame *frame, MlirOperation op) {
  TcArray values[64];
  intptr_t n = mlirOperationGetNumOperands(op);
  intptr_t carried = tcLoopWhileGetNumCarried(op);
  if (n > 64)
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET,
                        "a loop over more than 64 values");
  for (intptr_t i = 0; i < n; ++i)
    values[i] = tcArrayShare(tcOperand(frame, op, i));
  TcStatus status = iterate(frame, op, values);
  for (intptr_t i = 0; i < carried && !status; ++i)
    status = tcDefineResult(frame, op, i, tcArrayShare(&values[i]));
  for (intptr_t i = 0; i < n; ++i)
    tcArrayRelease(&values[i]);
  return status;
}

//===- The boundary -------------------------------------------------------===//

// A handle on the caller's memory, or a dense copy of it.
static TcStatus importTensor(const TcTensor *tensor, TcArray *out) {
  int64_t dense[TC_MAX_RANK];
  if (tensor->rank > TC_MAX_RANK)
    return tcStatusMake(TC_ERROR_ARGUMENT_RANK, "%u dimensions", tensor->rank);
  if (!tcDTypeSize(tensor->dtype))
    return tcStatusMake(TC_ERROR_ARGUMENT_DTYPE, "no dtype has the number %u",
                        tensor->dtype);
  int64_t count = tcTensorElementCount(tensor);
  if (count < 0)
    return tcStatusMake(TC_ERROR_ARGUMENT_SIZE, "sizes that no tensor has");
  if (count && !tensor->data)
    return tcStatusMake(TC_ERROR_NO_DATA, "its data is NULL");
  TcDType dtype = (TcDType)tensor->dtype;
  if (!tensor->strides && tensor->data) {
    *out = (TcArray){.dtype = dtype,
                     .rank = tensor->rank,
                     .count = count,
                     .data = tensor->data};
    for (unsigned i = 0; i < tensor->rank; ++i)
      out->sizes[i] = tensor->sizes[i];
    return TC_OK;
  }
  TC_RETURN_IF_ERROR(tcArrayMake(dtype, tensor->rank, tensor->sizes, out));
  if (!count)
    return TC_OK;
  tcDenseStrides(tensor->rank, tensor->sizes, dense);
  tcCopyStrided(tensor->rank, tensor->sizes, tcDTypeSize(dtype), out->data,
                dense, tensor->data, tensor->strides);
  return TC_OK;
}

static TcStatus checkType(const TcArray *array, MlirType type) {
  if (!tcTypeIsTensor(type))
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET,
                        "arguments of functions are ranked tensors");
  TcDType dtype = tcTypeGetDType(tcTypeGetElement(type));
  if (array->dtype != dtype)
    return tcStatusMake(TC_ERROR_ARGUMENT_DTYPE, "dtype %s, not %s",
                        tcDTypeName(array->dtype), tcDTypeName(dtype));
  if ((intptr_t)array->rank != tcTypeGetRank(type))
    return tcStatusMake(TC_ERROR_ARGUMENT_RANK, "%u dimensions, not %d",
                        array->rank, (int)tcTypeGetRank(type));
  return TC_OK;
}

TcStatus tcInterpGetWeight(TcFrame *frame, MlirOperation op) {
  const TcWeightSource *source = frame->machine->weights;
  MlirStringRef name = tcPrimGetWeightGetName(op);
  char *text = tcArenaCopyText(&frame->arena, name.data, name.length);
  TcTensor tensor = {0};
  TcArray array;
  if (!source || !text)
    return tcStatusMake(TC_ERROR_NO_FUNCTION, "no source of weights was given");
  TC_RETURN_IF_ERROR(source->get(source->self, text, &tensor));
  TC_RETURN_IF_ERROR(importTensor(&tensor, &array));
  TcStatus status =
      checkType(&array, mlirValueGetType(mlirOperationGetResult(op, 0)));
  if (status) {
    tcArrayRelease(&array);
    return tcStatusAnnotate(status, "weight '%s'", text);
  }
  return tcDefineResult(frame, op, 0, array);
}

static TcStatus exportArray(const TcArray *array, const TcAllocator *allocator,
                            TcTensor *out) {
  size_t bytes = tcArrayBytes(array);
  out->data = allocator->alloc(allocator->self, bytes ? bytes : 1, 64);
  if (!out->data)
    return tcStatusMake(TC_ERROR_OUT_OF_MEMORY, "out of memory for a result");
  if (bytes)
    memcpy(out->data, array->data, bytes);
  for (unsigned i = 0; i < array->rank; ++i)
    out->sizes[i] = array->sizes[i];
  out->strides = NULL;
  out->dtype = (uint8_t)array->dtype;
  out->rank = (uint8_t)array->rank;
  return TC_OK;
}

static TcStatus exportAll(size_t n, const TcArray *arrays,
                          const TcAllocator *allocator, TcTensor *results) {
  for (size_t i = 0; i < n; ++i) {
    TcStatus status = exportArray(&arrays[i], allocator, &results[i]);
    if (!status)
      continue;
    while (i-- > 0) {
      allocator->free(allocator->self, results[i].data);
      results[i].data = NULL;
    }
    return status;
  }
  return TC_OK;
}

static TcStatus importAll(MlirBlock body, size_t n, const TcTensor *inputs,
                          TcArray *arrays) {
  for (size_t i = 0; i < n; ++i) {
    MlirValue argument = mlirBlockGetArgument(body, (intptr_t)i);
    TcStatus status = importTensor(&inputs[i], &arrays[i]);
    if (!status)
      status = checkType(&arrays[i], mlirValueGetType(argument));
    if (status)
      return tcStatusAnnotate(status, "argument %zu", i);
  }
  return TC_OK;
}

static TcStatus interpret(TcMachine *m, MlirOperation func, size_t numInputs,
                          const TcTensor *inputs, size_t numResults,
                          TcTensor *results, const TcAllocator *allocator) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  size_t wanted = (size_t)mlirBlockGetNumArguments(body);
  size_t given =
      (size_t)mlirOperationGetNumOperands(mlirBlockGetTerminator(body));
  if (numInputs != wanted || numResults != given)
    return tcStatusMake(TC_ERROR_NUM_ARGUMENTS,
                        "%zu inputs and %zu results for a function of %zu "
                        "and %zu",
                        numInputs, numResults, wanted, given);
  TcArray *arrays =
      TC_ARENA_ARRAY(&m->arena, TcArray, numInputs + numResults + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&m->arena));
  TcArray *outputs = arrays + numInputs;
  TcStatus status = importAll(body, numInputs, inputs, arrays);
  if (!status)
    status = runFunction(m, func, 0, (intptr_t)numInputs, arrays, outputs);
  if (!status)
    status = exportAll(numResults, outputs, allocator, results);
  for (size_t i = 0; i < numInputs + numResults; ++i)
    tcArrayRelease(&arrays[i]);
  return status;
}

void tcInterpAddSymbols(TcMap *symbols, MlirOperation module) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute name = mlirOperationGetAttributeByName(
        op, mlirStringRefCreateFromCString("sym_name"));
    if (mlirAttributeIsNull(name) || !mlirAttributeIsAString(name))
      continue;
    MlirStringRef text = mlirStringAttrGetValue(name);
    (void)tcMapSetTextN(symbols, text.data, text.length, op.ptr);
  }
}

TcStatus tcInterpret(MlirOperation module, const char *function,
                     const TcWeightSource *weights, size_t numInputs,
                     const TcTensor *inputs, size_t numResults,
                     TcTensor *results, const TcAllocator *allocator) {
  TcMachine m = {.ctx = mlirOperationGetContext(module), .weights = weights};
  m.symbols.arena = m.lastUses.arena = &m.arena;
  tcInterpAddSymbols(&m.symbols, module);
  for (size_t i = 0; i < numResults; ++i)
    results[i].data = NULL;
  MlirStringRef name = mlirStringRefCreateFromCString(function);
  MlirOperation func = findSymbol(&m, name);
  TcStatus status = checkCallee(func, name);
  if (!status)
    status = interpret(&m, func, numInputs, inputs, numResults, results,
                       allocator ? allocator : tcAllocatorSystem());
  tcArenaFree(&m.arena);
  return status;
}

size_t tcInterpretNumResults(MlirOperation module, const char *function) {
  TcArena arena = {0};
  TcMap symbols = {.arena = &arena};
  tcInterpAddSymbols(&symbols, module);
  MlirOperation func = {tcMapGetText(&symbols, function)};
  size_t n = 0;
  if (tcFuncOpKind(func) == TC_FUNC_FUNC && hasBody(func))
    n = (size_t)mlirOperationGetNumOperands(mlirBlockGetTerminator(
        mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0))));
  tcArenaFree(&arena);
  return n;
}
