//===- entry.c - What a call of a program checks ------------------*- C -*-===//
//
// Symbols are solved from the inputs' sizes, then every argument is compared
// with the descriptor. This and overlap.c are the only places where sizes,
// strides, alignment and overlap are checked: generated code trusts them. A
// message names the argument, what was expected and what was passed.
//
//===----------------------------------------------------------------------===//

#include "runtime/device.h"
#include "runtime/size_code.h"

#include <inttypes.h>
#include <stdio.h>

//===----------------------------------------------------------------------===//
// One tensor
//===----------------------------------------------------------------------===//

/// The expression of a size over symbols, "2*s + 1"; NULL for a constant.
static const char *formulaOf(const TcProgramDescriptor *d, uint32_t size) {
  const char *text = d->sizes[size].text;
  return !text || !*text || (*text >= '0' && *text <= '9') ? NULL : text;
}

/// "2*s + 1 = 9", or "9" of a constant.
static const char *sizeText(const TcProgramDescriptor *d, const int64_t *sizes,
                            uint32_t size, char *text, size_t capacity) {
  const char *formula = formulaOf(d, size);
  if (formula)
    snprintf(text, capacity, "%.60s = %" PRId64, formula, sizes[size]);
  else
    snprintf(text, capacity, "%" PRId64, sizes[size]);
  return text;
}

static TcStatus checkSizes(const TcProgramDescriptor *d, const int64_t *sizes,
                           const TcValueInfo *info, const TcTensor *tensor,
                           const char *kind, uint32_t index) {
  for (unsigned i = 0; i < info->rank; ++i) {
    char text[96];
    if (tensor->sizes[i] == sizes[info->dims[i]] && tensor->sizes[i] >= 0)
      continue;
    return tcStatusMake(TC_ERROR_CALL_SIZE,
                        TC_ARGUMENT ": dimension %u is %" PRId64
                                    ", expected %s",
                        kind, index, info->name, i, tensor->sizes[i],
                        sizeText(d, sizes, info->dims[i], text, sizeof text));
  }
  return TC_OK;
}

/// Strides of dimensions of size 1 do not matter.
static TcStatus checkStrides(const int64_t *sizes, const TcValueInfo *info,
                             const TcTensor *tensor, const char *kind,
                             uint32_t index) {
  int64_t dense = 1, gotDense = 1;
  for (unsigned i = info->rank; i-- > 0;) {
    int64_t size = tensor->sizes[i];
    int64_t want = info->strides ? sizes[info->strides[i]] : dense;
    int64_t got = tensor->strides ? tensor->strides[i] : gotDense;
    if (size != 1 && got != want)
      return tcStatusMake(TC_ERROR_CALL_STRIDES,
                          TC_ARGUMENT ": the stride of dimension %u is %" PRId64
                                      ", expected %" PRId64
                                      "; pass a copy in that layout",
                          kind, index, info->name, i, got, want);
    dense *= size;
    gotDense *= size;
  }
  return TC_OK;
}

static TcStatus checkData(const TcValueInfo *info, const TcTensor *tensor,
                          const char *kind, uint32_t index) {
  if (!tensor->data)
    return tcStatusMake(TC_ERROR_CALL_NULL, TC_ARGUMENT ": data is NULL", kind,
                        index, info->name);
  size_t element = tcDTypeSize(info->dtype);
  size_t natural = element < 8 ? element : 8;
  size_t want = info->alignment > natural ? info->alignment : natural;
  if ((size_t)tensor->data % want)
    return tcStatusMake(TC_ERROR_CALL_ALIGNMENT,
                        TC_ARGUMENT ": data at %p is not %zu-byte aligned",
                        kind, index, info->name, tensor->data, want);
  return TC_OK;
}

static TcStatus checkType(const TcValueInfo *info, const TcTensor *tensor,
                          const char *kind, uint32_t index) {
  if (tensor->dtype != info->dtype)
    return tcStatusMake(TC_ERROR_CALL_DTYPE,
                        TC_ARGUMENT ": dtype is %s, expected %s", kind, index,
                        info->name, tcDTypeName(tensor->dtype),
                        tcDTypeName(info->dtype));
  if (tensor->rank != info->rank)
    return tcStatusMake(TC_ERROR_CALL_RANK,
                        TC_ARGUMENT ": rank is %u, expected %u", kind, index,
                        info->name, tensor->rank, info->rank);
  if (info->rank && !tensor->sizes)
    return tcStatusMake(TC_ERROR_CALL_NULL, TC_ARGUMENT ": sizes is NULL", kind,
                        index, info->name);
  return TC_OK;
}

TcStatus tcCheckTensor(const TcProgramDescriptor *d, const int64_t *sizes,
                       const TcValueInfo *info, const TcTensor *tensor,
                       const char *kind, uint32_t index) {
  TC_RETURN_IF_ERROR(checkType(info, tensor, kind, index));
  TC_RETURN_IF_ERROR(checkSizes(d, sizes, info, tensor, kind, index));
  int64_t bytes = tcTensorDenseBytes(tensor);
  if (bytes < 0)
    return tcStatusMake(TC_ERROR_CALL_SIZE,
                        TC_ARGUMENT ": its sizes do not fit in 64 bits", kind,
                        index, info->name);
  if (!bytes) // an empty tensor lies anywhere, with any strides
    return TC_OK;
  TC_RETURN_IF_ERROR(checkStrides(sizes, info, tensor, kind, index));
  return checkData(info, tensor, kind, index);
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static TcStatus badSymbol(const TcSymbolInfo *symbol, const TcValueInfo *input,
                          int64_t got, const char *why) {
  return tcStatusMake(TC_ERROR_CALL_SYMBOL,
                      "input %u (%s): %" PRId64
                      " makes no value for the size %s: %s",
                      symbol->input, input->name, got, symbol->name, why);
}

/// Inverts got = scale * symbol + shift.
static TcStatus solve(const TcSymbolInfo *symbol, const TcValueInfo *input,
                      int64_t got, int64_t *value) {
  int64_t shifted;
  if (__builtin_sub_overflow(got, symbol->shift, &shifted) ||
      shifted % symbol->scale)
    return badSymbol(symbol, input, got, "it is not of the expected form");
  *value = shifted / symbol->scale;
  if (*value >= symbol->min && *value <= symbol->max)
    return TC_OK;
  char range[80];
  snprintf(range, sizeof range, "%" PRId64 " is outside %" PRId64 "..%" PRId64,
           *value, symbol->min, symbol->max);
  return badSymbol(symbol, input, got, range);
}

static TcStatus bindSymbol(TcExecution *e, uint32_t index) {
  const TcSymbolInfo *symbol = &e->d->symbols[index];
  e->isKnown[index] = symbol->source != TC_SYMBOL_LATE;
  if (symbol->source == TC_SYMBOL_LATE) {
    e->symbols[index] = 0;
    return TC_OK;
  }
  const TcValueInfo *input = &e->d->inputs[symbol->input];
  const TcTensor *tensor = &e->frame->inputs[symbol->input];
  TC_RETURN_IF_ERROR(checkType(input, tensor, "input", symbol->input));
  if (symbol->source == TC_SYMBOL_DIM)
    return solve(symbol, input, tensor->sizes[symbol->dim], &e->symbols[index]);
  TC_RETURN_IF_ERROR(checkData(input, tensor, "input", symbol->input));
  int64_t value;
  if (e->onDevice && !tcFrameInputIsOnHost(e->frame, symbol->input))
    TC_RETURN_IF_ERROR(
        e->program->device->read(e, &value, tensor->data, sizeof value));
  else
    value = *(const int64_t *)tensor->data;
  return solve(symbol, input, value, &e->symbols[index]);
}

static bool isKnown(const TcExecution *e, const TcGuardInfo *guard) {
  return tcSizeIsKnown(e->d, guard->lhs, e->isKnown) &&
         tcSizeIsKnown(e->d, guard->rhs, e->isKnown);
}

static bool isLate(const TcExecution *e, const TcGuardInfo *guard) {
  return tcSizeInspect(e->d, guard->lhs).late ||
         tcSizeInspect(e->d, guard->rhs).late;
}

// "n <= 2*m, but n = 7 and 2*m = 6"
static TcStatus brokenGuard(const TcExecution *e, const TcGuardInfo *guard,
                            const char *relation) {
  const uint32_t sides[] = {guard->lhs, guard->rhs};
  char condition[2][64], values[256] = "";
  size_t used = 0;
  for (int i = 0; i < 2; ++i) {
    const char *formula = formulaOf(e->d, sides[i]);
    char text[96];
    sizeText(e->d, e->sizes, sides[i], text, sizeof text);
    snprintf(condition[i], sizeof condition[i], "%.60s",
             formula ? formula : text);
    if (formula)
      used += (size_t)snprintf(values + used, sizeof values - used, "%s%s",
                               used ? " and " : ", but ", text);
  }
  return tcStatusMake(
      TC_ERROR_CALL_SYMBOL,
      "the program was compiled for %s %s %s%s: compile it for these sizes",
      condition[0], relation, condition[1], values);
}

static TcStatus checkGuard(const TcExecution *e, const TcGuardInfo *guard) {
  if (!isKnown(e, guard))
    return TC_OK;
  int64_t a = e->sizes[guard->lhs], b = e->sizes[guard->rhs];
  const bool holds[] = {a == b, a != b, a < b, a <= b};
  static const char *const relations[] = {"==", "!=", "<", "<="};
  if (holds[guard->relation])
    return TC_OK;
  return brokenGuard(e, guard, relations[guard->relation]);
}

TcStatus tcEntryCheckLateGuards(TcExecution *e) {
  for (uint32_t i = 0; i < e->d->numGuards; ++i)
    if (isLate(e, &e->d->guards[i]))
      TC_RETURN_IF_ERROR(checkGuard(e, &e->d->guards[i]));
  return TC_OK;
}

TcStatus tcEntryCheckInputs(TcExecution *e) {
  for (uint32_t i = 0; i < e->d->numSymbols; ++i)
    TC_RETURN_IF_ERROR(bindSymbol(e, i));
  tcExecutionEvaluateSizes(e);
  if (e->frame->flags & TC_CALL_CHECKED)
    return TC_OK;
  for (uint32_t i = 0; i < e->d->numInputs; ++i)
    TC_RETURN_IF_ERROR(tcCheckTensor(e->d, e->sizes, &e->d->inputs[i],
                                     &e->frame->inputs[i], "input", i));
  for (uint32_t i = 0; i < e->d->numGuards; ++i)
    TC_RETURN_IF_ERROR(checkGuard(e, &e->d->guards[i]));
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

TcStatus tcEntryDescribeResult(TcExecution *e, uint32_t index) {
  const TcValueInfo *info = &e->d->results[index];
  TcTensor *result = &e->frame->results[index];
  if (info->rank && !result->sizes)
    return tcStatusMake(
        TC_ERROR_CALL_NULL, TC_ARGUMENT ": sizes is NULL; it needs room for %u",
        "result", index, info->name, info->rank << (info->strides != NULL));
  result->dtype = info->dtype;
  result->rank = info->rank;
  result->strides = info->strides ? result->sizes + info->rank : NULL;
  for (unsigned i = 0; i < info->rank; ++i) {
    result->sizes[i] = e->sizes[info->dims[i]];
    if (info->strides)
      result->sizes[info->rank + i] = e->sizes[info->strides[i]];
  }
  return TC_OK;
}

/// Bytes from a tensor's first to its last element; -1 if they are too many, or
/// a stride is negative.
static int64_t extentBytes(const TcTensor *t) {
  int64_t bytes = tcTensorDenseBytes(t), last = 0;
  if (bytes <= 0 || !t->strides)
    return bytes;
  for (unsigned i = 0; i < t->rank; ++i) {
    int64_t reach;
    if (t->strides[i] < 0 ||
        __builtin_mul_overflow(t->sizes[i] - 1, t->strides[i], &reach) ||
        __builtin_add_overflow(last, reach, &last))
      return -1;
  }
  int64_t element = (int64_t)tcDTypeSize(t->dtype);
  return __builtin_mul_overflow(last + 1, element, &bytes) ? -1 : bytes;
}

static TcStatus allocateResult(TcExecution *e, const TcValueInfo *info,
                               TcTensor *result, uint32_t index) {
  int64_t bytes = extentBytes(result);
  if (e->onDevice && !e->frame->allocator)
    return tcStatusMake(TC_ERROR_CALL_NULL,
                        TC_ARGUMENT
                        ": data is NULL; a call on the GPU's memory "
                        "needs it, or an allocator of that memory",
                        "result", index, info->name);
  if (bytes < 0)
    return tcStatusMake(TC_ERROR_CALL_SIZE,
                        TC_ARGUMENT ": its sizes do not fit in 64 bits",
                        "result", index, info->name);
  result->data = e->allocator->alloc(
      e->allocator->self, bytes ? (size_t)bytes : 1, TC_BUFFER_ALIGNMENT);
  if (!result->data)
    return tcNoMemory((size_t)bytes, info->name);
  e->results[index] = TC_RESULT_OWNED;
  return TC_OK;
}

/// The memory and strides of the input or weight that a result aliases.
static TcTensor tieOf(const TcExecution *e, const TcValueInfo *info) {
  if (!info->tieIsWeight)
    return e->frame->inputs[info->tie];
  TcTensor weight = e->program->weights[info->tie];
  if (e->onDevice)
    weight.data = e->program->device->weight(e->program, info->tie);
  return weight;
}

static TcStatus checkTie(const TcExecution *e, const TcValueInfo *info,
                         const TcTensor *result, uint32_t index) {
  if (result->data == tieOf(e, info).data)
    return TC_OK;
  const TcValueInfo *table = info->tieIsWeight ? e->d->weights : e->d->inputs;
  return tcStatusMake(
      TC_ERROR_CALL_TIE,
      TC_ARGUMENT ": it is %s %u (%s) updated in place; pass that "
                  "tensor, or NULL data",
      "result", index, info->name, info->tieIsWeight ? "weight" : "input",
      info->tie, table[info->tie].name);
}

TcStatus tcEntryBindResult(TcExecution *e, uint32_t index) {
  const TcValueInfo *info = &e->d->results[index];
  TcTensor *result = &e->frame->results[index];
  e->results[index] = TC_RESULT_CALLERS;
  if (result->data) {
    TC_RETURN_IF_ERROR(
        tcCheckTensor(e->d, e->sizes, info, result, "result", index));
    return info->tie == TC_NONE ? TC_OK : checkTie(e, info, result, index);
  }
  TC_RETURN_IF_ERROR(tcEntryDescribeResult(e, index));
  if (info->tie == TC_NONE)
    return allocateResult(e, info, result, index);
  result->data = tieOf(e, info).data;
  result->strides = tieOf(e, info).strides;
  return TC_OK;
}
