//===- gpu/stage.c - Arguments on the device ----------------------*- C -*-===//
//
// Callers pass memory of the host, which is copied around the call, or of the
// device, which is used as it is unless a kernel could not: it moves 16 bytes
// at once. Inputs that share memory are one copy, in which they lie as they
// did.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/gpu.h"

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
  const TcValueInfo *info;
} Want;

static TcStatus copyIn(const TcGpuCall *c, void *to, const void *from,
                       size_t bytes) {
  const TcGpuCalls *calls = &c->gpu->driver.calls;
  int code = c->onDevice ? calls->copy(to, from, bytes, c->stream)
                         : calls->copyIn(to, from, bytes, c->stream);
  return check(c, code, "copying an argument");
}

/// The copy's first element is aligned, whatever lies in front of it.
static TcStatus stage(TcGpuCall *c, const Want *w, void **out) {
  if (c->numStaged == c->maxStaged)
    return tcStatusMake(TC_ERROR_PROGRAM_MALFORMED,
                        "the program allocates a result twice");
  size_t bytes = w->bytes.hi - w->bytes.lo;
  size_t front = (uintptr_t)w->data - w->bytes.lo;
  size_t pad = (TC_GPU_ALIGNMENT - front % TC_GPU_ALIGNMENT) % TC_GPU_ALIGNMENT;
  void *block =
      c->allocator.alloc(c->allocator.self, pad + bytes, TC_GPU_ALIGNMENT);
  if (!block)
    return tcStatusMake(TC_ERROR_GPU_NO_MEMORY,
                        "no memory of the GPU for %zu bytes of an argument",
                        bytes);
  TcGpuStaged *s = &c->staged[c->numStaged++];
  *s = (TcGpuStaged){.block = block,
                     .there = (char *)block + pad,
                     .here = (void *)w->bytes.lo,
                     .bytes = bytes,
                     .back = w->back};
  *out = (char *)s->there + front;
  return w->in ? copyIn(c, s->there, s->here, bytes) : TC_OK;
}

static bool isAligned(const TcValueInfo *info, const void *data) {
  return !info->kernelAlignment || (uintptr_t)data % info->kernelAlignment == 0;
}

/// The pointer for kernels to something of the caller's.
static TcStatus place(TcGpuCall *c, const Want *w, void **out) {
  bool isEmpty = w->bytes.lo == w->bytes.hi;
  *out = isEmpty ? NULL : w->data;
  if (isEmpty || (c->onDevice && isAligned(w->info, w->data)))
    return TC_OK;
  return stage(c, w, out);
}

//===----------------------------------------------------------------------===//
// Inputs and results
//===----------------------------------------------------------------------===//

static TcStatus placeInput(TcExecution *e, uint32_t index) {
  const TcTensor *t = &e->frame->inputs[index];
  Want want = {t->data, tcTensorExtent(t), true, tcEntryIsWritten(e->d, index),
               &e->d->inputs[index]};
  return place(e->gpu, &want, &e->gpu->inputs[index]);
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

/// What lies between the elements of a result is the caller's, and stays.
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
  Want want = {t->data, bytes, hasGaps(t, bytes), true, info};
  return place(c, &want, &c->results[index]);
}

TcStatus tcGpuStageArguments(TcExecution *e) {
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

/// Written weights, whose source is memory of the host, are as it sees them.
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
  return c->onDevice ? TC_OK : writeWeights(e);
}
