// Values and sizes of a running function or kernel; see machine.h.
#include "interp/machine.h"

#include "ir/attrs.h"
#include "ir/sizes.h"

void tcFrameOpen(TcFrame *frame, TcMachine *machine, unsigned depth) {
  *frame = (TcFrame){.machine = machine, .depth = depth};
  frame->values.arena = frame->sizes.arena = &frame->arena;
  frame->iters.arena = frame->stages.arena = &frame->arena;
}

void tcFrameClose(TcFrame *frame) {
  for (size_t i = 0; i < frame->values.size; ++i)
    tcArrayRelease(frame->values.entries[i].value);
  tcArenaFree(&frame->arena);
}

static TcStatus noMemory(void) {
  return tcStatusMake(TC_ERROR_OUT_OF_MEMORY, "out of memory");
}

//===- Regions ------------------------------------------------------------===//

TcStatus tcEnterRegion(TcFrame *frame, TcRegionScope *scope) {
  *scope = (TcRegionScope){.outer = frame->sizes};
  TcMap inner = {.arena = &scope->arena};
  for (size_t i = 0; i < scope->outer.size; ++i) {
    const TcMapEntry *e = &scope->outer.entries[i];
    if (!tcMapSetTextN(&inner, e->key, e->textSize, e->value)) {
      tcArenaFree(&scope->arena);
      return noMemory();
    }
  }
  frame->sizes = inner;
  return TC_OK;
}

void tcLeaveRegion(TcFrame *frame, TcRegionScope *scope) {
  frame->sizes = scope->outer;
  tcArenaFree(&scope->arena);
}

//===- Sizes --------------------------------------------------------------===//

TcStatus tcEvalSize(TcFrame *frame, MlirAttribute size, int64_t *out) {
  if (mlirAttributeIsNull(size))
    return tcStatusMake(TC_ERROR_NAMELESS_SIZE,
                        "a dimension '?' has no size; name it in a #tc.dims");
  if (tcSizeAttrIsConstant(size, out))
    return TC_OK;
  MlirAttribute value = tcSizeAttrSubstitute(size, &frame->sizes);
  if (!mlirAttributeIsNull(value) && tcSizeAttrIsConstant(value, out))
    return TC_OK;
  MlirStringRef text = tcSizeAttrGetText(size);
  if (mlirAttributeIsNull(value))
    return tcStatusMake(TC_ERROR_SIZE_OVERFLOW,
                        "the size %.*s has no value: it overflows, or divides "
                        "by 0",
                        (int)text.length, text.data);
  return tcStatusMake(TC_ERROR_SIZE_UNKNOWN_SYMBOL,
                      "the symbols of the size %.*s have no value",
                      (int)text.length, text.data);
}

TcStatus tcEvalSizes(TcFrame *frame, MlirType type, int64_t *out) {
  for (intptr_t i = 0, e = tcTypeGetRank(type); i < e; ++i)
    TC_RETURN_IF_ERROR(tcEvalSize(frame, tcTypeGetSize(type, i), &out[i]));
  return TC_OK;
}

TcStatus tcEvalDims(TcFrame *frame, MlirAttribute dims, int64_t *out) {
  for (intptr_t i = 0, e = tcDimsAttrGetNumDims(dims); i < e; ++i)
    TC_RETURN_IF_ERROR(tcEvalSize(frame, tcDimsAttrGetDim(dims, i), &out[i]));
  return TC_OK;
}

MlirType tcArrayType(MlirContext ctx, const TcArray *array) {
  MlirAttribute sizes[TC_MAX_RANK];
  for (unsigned i = 0; i < array->rank; ++i)
    sizes[i] = tcSizeAttrGetConstant(ctx, array->sizes[i]);
  return tcTensorTypeGet(array->rank, sizes,
                         tcTypeFromDType(ctx, array->dtype));
}

bool tcResolveBindings(const TcFrame *frame, TcMap *bindings) {
  for (size_t i = 0; i < bindings->size; ++i) {
    MlirAttribute size = {bindings->entries[i].value};
    size = tcSizeAttrSubstitute(size, &frame->sizes);
    if (mlirAttributeIsNull(size))
      return false;
    bindings->entries[i].value = (void *)size.ptr;
  }
  return true;
}

//===- Values -------------------------------------------------------------===//

const TcArray *tcValueOf(TcFrame *frame, MlirValue value) {
  const TcArray *array = tcMapGet(&frame->values, value.ptr);
  return array && array->data ? array : NULL;
}

const TcArray *tcOperand(TcFrame *frame, MlirOperation op, intptr_t i) {
  return tcValueOf(frame, mlirOperationGetOperand(op, i));
}

TcStatus tcSetValue(TcFrame *frame, MlirValue value, TcArray array) {
  TcArray *place = tcMapGet(&frame->values, value.ptr);
  if (!place) {
    place = TC_ARENA_NEW(&frame->arena, TcArray);
    if (!place || !tcMapSet(&frame->values, value.ptr, place)) {
      tcArrayRelease(&array);
      return noMemory();
    }
  }
  tcArrayRelease(place);
  *place = array;
  return TC_OK;
}

static TcStatus differ(const TcUnifyFailure *why) {
  MlirStringRef wanted = {"?", 1}, given = wanted;
  if (!mlirAttributeIsNull(why->wanted))
    wanted = tcSizeAttrGetText(why->wanted);
  if (!mlirAttributeIsNull(why->given))
    given = tcSizeAttrGetText(why->given);
  if (why->dim < 0)
    return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                        "rank or element type are not those of the type");
  return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                      "dimension %d has the size %.*s, not %.*s", (int)why->dim,
                      (int)given.length, given.data, (int)wanted.length,
                      wanted.data);
}

static TcStatus bindType(TcFrame *frame, MlirType pattern,
                         const TcArray *array) {
  MlirType type = tcArrayType(frame->machine->ctx, array);
  if (mlirTypeEqual(pattern, type))
    return TC_OK;
  if (!tcTypeHasSizes(pattern))
    return tcStatusMake(TC_ERROR_NAMELESS_SIZE,
                        "a dimension '?' has no size; name it in a #tc.dims");
  TcUnifyFailure why;
  if (tcTypesUnify(1, &pattern, &type, NULL, &frame->sizes, &why))
    return TC_OK;
  return differ(&why);
}

TcStatus tcDefineValue(TcFrame *frame, MlirValue value, TcArray array) {
  TcStatus status = bindType(frame, mlirValueGetType(value), &array);
  if (status) {
    tcArrayRelease(&array);
    return status;
  }
  return tcSetValue(frame, value, array);
}

// Types of several unbound symbols wait for the others.
static TcStatus bindArguments(TcFrame *frame, MlirBlock block, intptr_t n,
                              const TcArray *arrays) {
  TcArena arena = {0};
  MlirType *patterns = TC_ARENA_ARRAY(&arena, MlirType, (size_t)n + 1);
  MlirType *types = TC_ARENA_ARRAY(&arena, MlirType, (size_t)n + 1);
  TcStatus status = tcArenaStatus(&arena);
  for (intptr_t i = 0; i < n && !status; ++i) {
    patterns[i] = mlirValueGetType(mlirBlockGetArgument(block, i));
    types[i] = tcArrayType(frame->machine->ctx, &arrays[i]);
    if (!tcTypeHasSizes(patterns[i]))
      status = tcStatusMake(TC_ERROR_NAMELESS_SIZE,
                            "argument %d: a dimension '?' has no size; name "
                            "it in a #tc.dims",
                            (int)i);
  }
  TcUnifyFailure why;
  if (!status && !tcTypesUnify(n, patterns, types, NULL, &frame->sizes, &why))
    status = tcStatusAnnotate(differ(&why), "argument %d", (int)why.position);
  tcArenaFree(&arena);
  return status;
}

TcStatus tcDefineArguments(TcFrame *frame, MlirBlock block, intptr_t n,
                           TcArray *arrays) {
  TcStatus status = bindArguments(frame, block, n, arrays);
  for (intptr_t i = 0; i < n; ++i) {
    if (!status)
      status = tcSetValue(frame, mlirBlockGetArgument(block, i), arrays[i]);
    else
      tcArrayRelease(&arrays[i]);
    arrays[i] = (TcArray){0};
  }
  return status;
}

TcStatus tcMakeResult(TcFrame *frame, MlirOperation op, intptr_t i,
                      TcArray **out) {
  MlirValue value = mlirOperationGetResult(op, i);
  MlirType type = mlirValueGetType(value);
  int64_t sizes[TC_MAX_RANK];
  TcArray array;
  TC_RETURN_IF_ERROR(tcEvalSizes(frame, type, sizes));
  TC_RETURN_IF_ERROR(tcArrayMake(tcTypeGetDType(tcTypeGetElement(type)),
                                 (unsigned)tcTypeGetRank(type), sizes, &array));
  TC_RETURN_IF_ERROR(tcSetValue(frame, value, array));
  *out = tcMapGet(&frame->values, value.ptr);
  return TC_OK;
}

TcStatus tcSetResult(TcFrame *frame, MlirOperation op, intptr_t i,
                     TcArray array) {
  return tcSetValue(frame, mlirOperationGetResult(op, i), array);
}

TcStatus tcDefineResult(TcFrame *frame, MlirOperation op, intptr_t i,
                        TcArray array) {
  return tcDefineValue(frame, mlirOperationGetResult(op, i), array);
}

TcDType tcSumDType(MlirOperation op, TcDType dtype) {
  MlirAttribute ordered = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("ordered"));
  if (mlirAttributeIsNull(ordered))
    return tcWideDType(dtype);
  bool isHalf = dtype == TC_DTYPE_F16 || dtype == TC_DTYPE_BF16;
  return isHalf ? TC_DTYPE_F32 : dtype;
}
