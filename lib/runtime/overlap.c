//===- overlap.c - Whether a call's tensors share memory ----------*- C -*-===//
//
// What a call writes may overlap no other of its tensors, but for those that
// were one memory when the program was captured, which then have to be so.
//
//===----------------------------------------------------------------------===//

#include "runtime/program_impl.h"

#include <stdlib.h>

typedef struct Extent {
  uintptr_t lo, hi;
  const TcValueInfo *info;
  bool written;
} Extent;

TcExtent tcTensorExtent(const TcTensor *tensor) {
  TcExtent extent = {(uintptr_t)tensor->data, (uintptr_t)tensor->data};
  if (tcTensorElementCount(tensor) == 0)
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
                      TC_ARGUMENT ": the program was compiled for it to share "
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
