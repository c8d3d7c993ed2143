//===- entry.c - What a call of a program checks ------------------*- C -*-===//
//
// Symbols are solved from the inputs' sizes, then every argument is compared
// with the descriptor. This is the only place where sizes, strides, alignment
// and overlap are checked: generated code trusts them. A message names the
// argument, what was expected and what was passed.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/program.h"
#include "runtime/program_impl.h"
#include "runtime/size_code.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/// "input 0 (x)", with the argument's own position.
#define ARGUMENT "%s %u (%s)"

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
                        ARGUMENT ": dimension %u is %" PRId64 ", expected %s",
                        kind, index, info->name, i, tensor->sizes[i],
                        sizeText(d, sizes, info->dims[i], text, sizeof text));
  }
  return TC_OK;
}

static bool isEmpty(const TcTensor *tensor) {
  return tcTensorElementCount(tensor) == 0;
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
                          ARGUMENT ": the stride of dimension %u is %" PRId64
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
    return tcStatusMake(TC_ERROR_CALL_NULL, ARGUMENT ": data is NULL", kind,
                        index, info->name);
  size_t element = tcDTypeSize(info->dtype);
  size_t natural = element < 8 ? element : 8;
  size_t want = info->alignment > natural ? info->alignment : natural;
  if ((size_t)tensor->data % want)
    return tcStatusMake(TC_ERROR_CALL_ALIGNMENT,
                        ARGUMENT ": data at %p is not %zu-byte aligned", kind,
                        index, info->name, tensor->data, want);
  return TC_OK;
}

static TcStatus checkType(const TcValueInfo *info, const TcTensor *tensor,
                          const char *kind, uint32_t index) {
  if (tensor->dtype != info->dtype)
    return tcStatusMake(
        TC_ERROR_CALL_DTYPE, ARGUMENT ": dtype is %s, expected %s", kind, index,
        info->name, tcDTypeName(tensor->dtype), tcDTypeName(info->dtype));
  if (tensor->rank != info->rank)
    return tcStatusMake(TC_ERROR_CALL_RANK,
                        ARGUMENT ": rank is %u, expected %u", kind, index,
                        info->name, tensor->rank, info->rank);
  if (info->rank && !tensor->sizes)
    return tcStatusMake(TC_ERROR_CALL_NULL, ARGUMENT ": sizes is NULL", kind,
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
                        ARGUMENT ": its sizes do not fit in 64 bits", kind,
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
  if (e->gpu && e->gpu->onDevice &&
      !tcFrameInputIsOnHost(e->frame, symbol->input))
    TC_RETURN_IF_ERROR(tcGpuRead(e, &value, tensor->data, sizeof value));
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
        TC_ERROR_CALL_NULL, ARGUMENT ": sizes is NULL; it needs room for %u",
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
  if (e->gpu && e->gpu->onDevice && !e->frame->allocator)
    return tcStatusMake(TC_ERROR_CALL_NULL,
                        ARGUMENT ": data is NULL; a call on the GPU's memory "
                                 "needs it, or an allocator of that memory",
                        "result", index, info->name);
  if (bytes < 0)
    return tcStatusMake(TC_ERROR_CALL_SIZE,
                        ARGUMENT ": its sizes do not fit in 64 bits", "result",
                        index, info->name);
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
  if (e->gpu && e->gpu->onDevice)
    weight.data = e->gpu->gpu->weights[info->tie];
  return weight;
}

static TcStatus checkTie(const TcExecution *e, const TcValueInfo *info,
                         const TcTensor *result, uint32_t index) {
  if (result->data == tieOf(e, info).data)
    return TC_OK;
  const TcValueInfo *table = info->tieIsWeight ? e->d->weights : e->d->inputs;
  return tcStatusMake(TC_ERROR_CALL_TIE,
                      ARGUMENT ": it is %s %u (%s) updated in place; pass that "
                               "tensor, or NULL data",
                      "result", index, info->name,
                      info->tieIsWeight ? "weight" : "input", info->tie,
                      table[info->tie].name);
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

//===----------------------------------------------------------------------===//
// Overlap
//===----------------------------------------------------------------------===//

typedef struct Extent {
  uintptr_t lo, hi;
  const TcValueInfo *info;
  bool written;
} Extent;

TcExtent tcTensorExtent(const TcTensor *tensor) {
  TcExtent extent = {(uintptr_t)tensor->data, (uintptr_t)tensor->data};
  if (isEmpty(tensor))
    return extent;
  uintptr_t element = tcDTypeSize(tensor->dtype);
  int64_t dense = 1;
  for (unsigned i = tensor->rank; i-- > 0;) {
    int64_t stride = tensor->strides ? tensor->strides[i] : dense;
    uintptr_t reach = (uintptr_t)(tensor->sizes[i] - 1) * (uintptr_t)stride;
    *(stride < 0 ? &extent.lo : &extent.hi) += reach * element;
    dense *= tensor->sizes[i];
  }
  extent.hi += element;
  return extent;
}

static Extent extentOf(const TcValueInfo *info, const TcTensor *tensor,
                       bool written) {
  TcExtent bytes = tcTensorExtent(tensor);
  return (Extent){bytes.lo, bytes.hi, info, written};
}

static int compareExtents(const void *a, const void *b) {
  const Extent *x = a, *y = b;
  return (x->lo > y->lo) - (x->lo < y->lo);
}

static TcStatus overlapping(const Extent *x, const Extent *y) {
  const Extent *lower = x->lo <= y->lo ? x : y;
  return tcStatusMake(TC_ERROR_CALL_OVERLAP,
                      "%s and %s overlap in memory, and the program writes to "
                      "one of them; pass a copy",
                      lower->info->name, (lower == x ? y : x)->info->name);
}

/// Each writer against all: less work than sorting where there are few.
static TcStatus comparePairs(const Extent *extents, size_t count) {
  for (size_t i = 0; i < count; ++i)
    for (size_t k = 0; extents[i].written && k < count; ++k)
      if (k != i && extents[i].lo < extents[k].hi &&
          extents[k].lo < extents[i].hi && extents[k].lo < extents[k].hi &&
          extents[i].lo < extents[i].hi)
        return overlapping(&extents[i], &extents[k]);
  return TC_OK;
}

enum { FEW_WRITERS = 8 };

static bool hasFewWriters(const Extent *extents, size_t count) {
  size_t writers = 0;
  for (size_t i = 0; i < count; ++i)
    writers += extents[i].written;
  return writers <= FEW_WRITERS;
}

/// In order of address, no two that overlap may have a writer among them.
static TcStatus findOverlap(Extent *extents, size_t count) {
  if (hasFewWriters(extents, count))
    return comparePairs(extents, count);
  qsort(extents, count, sizeof *extents, compareExtents);
  const Extent *furthest = NULL, *furthestWritten = NULL;
  for (size_t i = 0; i < count; ++i) {
    const Extent *x = &extents[i];
    if (x->lo == x->hi)
      continue;
    const Extent *other = x->written ? furthest : furthestWritten;
    if (other && other->hi > x->lo)
      return overlapping(other, x);
    if (!furthest || x->hi > furthest->hi)
      furthest = x;
    if (x->written && (!furthestWritten || x->hi > furthestWritten->hi))
      furthestWritten = x;
  }
  return TC_OK;
}

uint32_t tcEntryFirstOfStorage(const TcProgramDescriptor *d, uint32_t input) {
  for (uint32_t i = 0; i < input && d->inputs[input].storage != TC_NONE; ++i)
    if (d->inputs[i].storage == d->inputs[input].storage)
      return i;
  return input;
}

bool tcEntryIsWritten(const TcProgramDescriptor *d, uint32_t input) {
  if (d->inputs[input].storage == TC_NONE)
    return d->inputs[input].mutated;
  for (uint32_t i = 0; i < d->numInputs; ++i)
    if (d->inputs[i].storage == d->inputs[input].storage &&
        d->inputs[i].mutated)
      return true;
  return false;
}

static char *storageStart(const TcExecution *e, uint32_t input) {
  const TcValueInfo *info = &e->d->inputs[input];
  uint64_t offset = info->storageOffset == TC_NONE
                        ? 0
                        : (uint64_t)e->sizes[info->storageOffset];
  return (char *)((uintptr_t)e->frame->inputs[input].data -
                  offset * tcDTypeSize(info->dtype));
}

/// Inputs that were one memory when the program was captured must be now.
static TcStatus checkShared(const TcExecution *e, uint32_t input,
                            uint32_t first) {
  if (storageStart(e, input) == storageStart(e, first))
    return TC_OK;
  return tcStatusMake(TC_ERROR_CALL_OVERLAP,
                      ARGUMENT ": the program was compiled for it to share "
                               "the memory of input %u (%s)",
                      "input", input, e->d->inputs[input].name, first,
                      e->d->inputs[first].name);
}

/// Appends the extents of the inputs; those that share memory are one.
static TcStatus addInputs(const TcExecution *e, Extent *extents,
                          size_t *count) {
  for (uint32_t i = 0; i < e->d->numInputs; ++i) {
    uint32_t first = tcEntryFirstOfStorage(e->d, i);
    if (first != i) {
      TC_RETURN_IF_ERROR(checkShared(e, i, first));
      continue;
    }
    extents[(*count)++] = extentOf(&e->d->inputs[i], &e->frame->inputs[i],
                                   tcEntryIsWritten(e->d, i));
  }
  return TC_OK;
}

/// Aliasing results are covered by their inputs; newly allocated ones overlap
/// nothing.
static void addResults(const TcExecution *e, Extent *extents, size_t *count) {
  for (uint32_t i = 0; i < e->d->numResults; ++i)
    if (e->d->results[i].tie == TC_NONE && e->results[i] == TC_RESULT_CALLERS)
      extents[(*count)++] =
          extentOf(&e->d->results[i], &e->frame->results[i], true);
}

TcStatus tcEntryCheckOverlap(TcExecution *e) {
  size_t count = 0, room = (size_t)e->d->numInputs + e->d->numResults;
  Extent few[16], *extents = few;
  // Not of the program's heap: it is gone before the call's arena is there, and
  // the heap, which keeps what was live at once, would give one for the other.
  if (room > sizeof few / sizeof *few &&
      !(extents = malloc(room * sizeof *extents)))
    return tcNoMemory(room * sizeof *extents, "the check of overlaps");
  TcStatus status = addInputs(e, extents, &count);
  addResults(e, extents, &count);
  if (!status)
    status = findOverlap(extents, count);
  if (extents != few)
    free(extents);
  return status;
}
