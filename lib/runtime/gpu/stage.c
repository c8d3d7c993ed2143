//===- gpu/stage.c - Arguments on the device ----------------------*- C -*-===//
//
// Callers pass host memory, which is copied around the call, or device memory,
// which is used in place if it is aligned for kernels' 16-byte accesses, else
// copied. Inputs that share memory share one copy, with the same offsets.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/program.h"

#include <stdio.h>
#include <string.h>

static TcStatus check(const TcGpuCall *c, int code, const char *what) {
  return tcGpuCheck(&c->gpu->driver, code, what);
}

//===----------------------------------------------------------------------===//
// One copy
//===----------------------------------------------------------------------===//

typedef struct Want {
  void *data;     // the caller's, first element
  TcExtent bytes; // from the first to the last byte of it all
  bool in, back;  // is read; is written
  bool onHost;    // though others are not
  const TcValueInfo *info;
} Want;

/// Writes a host number by memsets, whose value is part of the command like a
/// kernel's arguments: a graph keeps it.
static TcStatus writeNumber(TcGpuCall *c, char *to, const unsigned char *from,
                            size_t bytes) {
  for (size_t i = 0, each; i < bytes; i += each) {
    TcGpuFill fill = {.to = to + i, .value = from[i], .each = 1, .count = 1};
    if (bytes - i >= sizeof fill.value) {
      memcpy(&fill.value, from + i, sizeof fill.value);
      fill.each = sizeof fill.value;
    }
    each = fill.each;
    TC_RETURN_IF_ERROR(tcGpuFill(c, fill));
  }
  return TC_OK;
}

static TcStatus copyIn(TcGpuCall *c, void *to, const void *from, size_t bytes,
                       bool onHost) {
  const TcGpuCalls *calls = &c->gpu->driver.calls;
  if (onHost && bytes <= TC_GPU_NUMBER_BYTES)
    return writeNumber(c, to, from, bytes);
  int code = c->onDevice && !onHost ? calls->copy(to, from, bytes, c->stream)
                                    : calls->copyIn(to, from, bytes, c->stream);
  return check(c, code, "copying an argument");
}

static TcStatus refuseCopy(const TcExecution *e, const Want *w) {
  char what[160];
  if (!e->gpu->isCaptured)
    return TC_OK;
  snprintf(what, sizeof what, "needs memory for a copy of %s (%.80s)",
           w->onHost ? "an argument in host memory"
                     : "an argument that is not aligned",
           w->info->name);
  return tcGpuRefuseInCapture(
      e, what,
      w->onHost ? "pass GPU memory, or, for a number, an arena of the size "
                  "that tcProgramDescribeResults gives"
                : "pass memory that is aligned to 16 bytes");
}

/// Makes a copy on the device, aligned at the first element even if the
/// tensor's memory begins before it.
static TcStatus stage(TcExecution *e, const Want *w, void **out) {
  TcGpuCall *c = e->gpu;
  if (c->numStaged == c->maxStaged)
    return tcStatusMake(TC_ERROR_PROGRAM_MALFORMED,
                        "the program allocates a result twice");
  size_t bytes = w->bytes.hi - w->bytes.lo;
  size_t front = (uintptr_t)w->data - w->bytes.lo;
  size_t pad = (TC_GPU_ALIGNMENT - front % TC_GPU_ALIGNMENT) % TC_GPU_ALIGNMENT;
  bool isArenas =
      w->onHost && bytes <= TC_GPU_NUMBER_BYTES && c->numbers < c->numbersEnd;
  TC_RETURN_IF_ERROR(isArenas ? TC_OK : refuseCopy(e, w));
  void *block = isArenas ? c->numbers
                         : c->allocator.alloc(c->allocator.self, pad + bytes,
                                              TC_GPU_ALIGNMENT);
  if (isArenas)
    c->numbers += TC_GPU_NUMBER_BYTES;
  if (!block)
    return tcStatusMake(TC_ERROR_GPU_NO_MEMORY,
                        "no memory of the GPU for %zu bytes of an argument",
                        bytes);
  TcGpuStaged *s = &c->staged[c->numStaged++];
  *s = (TcGpuStaged){.block = block,
                     .there = (char *)block + pad,
                     .here = (void *)w->bytes.lo,
                     .bytes = bytes,
                     .back = w->back,
                     .isArenas = isArenas};
  *out = (char *)s->there + front;
  return w->in ? copyIn(c, s->there, s->here, bytes, w->onHost) : TC_OK;
}

static bool isAligned(const TcValueInfo *info, const void *data) {
  return !info->kernelAlignment || (uintptr_t)data % info->kernelAlignment == 0;
}

/// The pointer for kernels to something of the caller's.
static TcStatus place(TcExecution *e, const Want *w, void **out) {
  const TcGpuCall *c = e->gpu;
  bool isEmpty = w->bytes.lo == w->bytes.hi;
  *out = isEmpty ? NULL : w->data;
  if (isEmpty || (c->onDevice && !w->onHost && isAligned(w->info, w->data)))
    return TC_OK;
  return stage(e, w, out);
}

//===----------------------------------------------------------------------===//
// Inputs and results
//===----------------------------------------------------------------------===//

static TcStatus placeInput(TcExecution *e, uint32_t index) {
  const TcTensor *t = &e->frame->inputs[index];
  Want want = {.data = t->data,
               .bytes = tcTensorExtent(t),
               .in = true,
               .back = tcEntryIsWritten(e->d, index),
               .onHost = tcFrameInputIsOnHost(e->frame, index),
               .info = &e->d->inputs[index]};
  if (want.onHost && want.back)
    return tcStatusMake(TC_ERROR_CALL_TIE,
                        "input %u (%s) is in host memory (inputsOnHost), and "
                        "the program writes to it: pass GPU memory",
                        index, e->d->inputs[index].name);
  return place(e, &want, &e->gpu->inputs[index]);
}

/// An input that lies in the memory of another: as far from it as it was.
static TcStatus placeShared(TcExecution *e, uint32_t index, uint32_t first) {
  ptrdiff_t offset = (char *)e->frame->inputs[index].data -
                     (char *)e->frame->inputs[first].data;
  e->gpu->inputs[index] = (char *)e->gpu->inputs[first] + offset;
  if (isAligned(&e->d->inputs[index], e->gpu->inputs[index]))
    return TC_OK;
  if (!tcEntryIsWritten(e->d, index))
    return placeInput(e, index);
  return tcStatusMake(
      TC_ERROR_CALL_ALIGNMENT,
      "input %u (%s): it shares memory that the program writes, "
      "and does not lie %d-byte aligned in it",
      index, e->d->inputs[index].name, TC_GPU_ALIGNMENT);
}

/// Whether a result has gaps between its elements, whose contents must be kept.
static bool hasGaps(const TcTensor *t, TcExtent bytes) {
  return (int64_t)(bytes.hi - bytes.lo) != tcTensorDenseBytes(t);
}

TcStatus tcGpuStageResult(TcExecution *e, uint32_t index) {
  TcGpuCall *c = e->gpu;
  const TcValueInfo *info = &e->d->results[index];
  const TcTensor *t = &e->frame->results[index];
  if (info->tie != TC_NONE) {
    c->results[index] =
        info->tieIsWeight ? c->gpu->weights[info->tie] : c->inputs[info->tie];
    return TC_OK;
  }
  TcExtent bytes = tcTensorExtent(t);
  Want want = {.data = t->data,
               .bytes = bytes,
               .in = hasGaps(t, bytes),
               .back = true,
               .info = info};
  return place(e, &want, &c->results[index]);
}

static size_t roundUp(size_t bytes) {
  return (bytes + TC_GPU_BLOCK_ALIGNMENT - 1) / TC_GPU_BLOCK_ALIGNMENT *
         TC_GPU_BLOCK_ALIGNMENT;
}

size_t tcGpuArenaBytes(const TcCallFrame *frame, size_t arenaBytes) {
  size_t numbers = 0;
  for (size_t i = 0; i < frame->numInputs; ++i)
    numbers += tcFrameInputIsOnHost(frame, (uint32_t)i);
  return numbers ? roundUp(arenaBytes) + numbers * TC_GPU_NUMBER_BYTES
                 : arenaBytes;
}

/// Where the caller's arena has room for numbers, if it does. A graph has
/// memory of its own for intermediates.
static TcStatus placeNumbers(TcExecution *e) {
  const TcCallFrame *frame = e->frame;
  size_t bytes;
  if (!tcFrameIsFull(frame) || !frame->inputsOnHost || !frame->arena ||
      (uintptr_t)frame->arena % TC_GPU_BLOCK_ALIGNMENT)
    return TC_OK;
  TC_RETURN_IF_ERROR(
      tcExecutionBytes(e, e->d->sections[TC_SECTION_MAIN].arenaBytes, &bytes));
  if (e->gpu->graph)
    bytes = 0;
  if (frame->arenaBytes < tcGpuArenaBytes(frame, bytes))
    return TC_OK;
  e->gpu->arenaIsTaken = e->gpu->graph != NULL;
  e->gpu->numbers = (char *)frame->arena + roundUp(bytes);
  e->gpu->numbersEnd = (char *)frame->arena + frame->arenaBytes;
  return TC_OK;
}

TcStatus tcGpuStageArguments(TcExecution *e) {
  TC_RETURN_IF_ERROR(placeNumbers(e));
  for (uint32_t i = 0; i < e->d->numInputs; ++i) {
    uint32_t first = tcEntryFirstOfStorage(e->d, i);
    TC_RETURN_IF_ERROR(first == i ? placeInput(e, i)
                                  : placeShared(e, i, first));
  }
  for (uint32_t i = 0; i < e->d->numResults; ++i)
    if (e->results[i] != TC_RESULT_UNBOUND)
      TC_RETURN_IF_ERROR(tcGpuStageResult(e, i));
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Back
//===----------------------------------------------------------------------===//

static TcStatus copyBack(const TcGpuCall *c, void *to, const void *from,
                         size_t bytes) {
  const TcGpuCalls *calls = &c->gpu->driver.calls;
  int code = c->onDevice ? calls->copy(to, from, bytes, c->stream)
                         : calls->copyOut(to, from, bytes, c->stream);
  return check(c, code, "copying a result");
}

/// Copies written weights back to their source in host memory.
static TcStatus writeWeights(const TcExecution *e) {
  const TcGpuCall *c = e->gpu;
  const TcProgram *p = e->program;
  for (uint32_t i = 0; i < e->d->numWeights; ++i)
    if (e->d->weights[i].mutated && c->gpu->ownsWeight[i] && p->weights[i].data)
      TC_RETURN_IF_ERROR(copyBack(c, p->weights[i].data, c->gpu->weights[i],
                                  (size_t)tcTensorDenseBytes(&p->weights[i])));
  return TC_OK;
}

TcStatus tcGpuUnstage(TcExecution *e) {
  const TcGpuCall *c = e->gpu;
  for (uint32_t i = 0; i < c->numStaged; ++i)
    if (c->staged[i].back)
      TC_RETURN_IF_ERROR(copyBack(c, c->staged[i].here, c->staged[i].there,
                                  c->staged[i].bytes));
  bool keeps = c->onDevice || e->frame->flags & TC_CALL_KEEP_WEIGHTS;
  return keeps ? TC_OK : writeWeights(e);
}
