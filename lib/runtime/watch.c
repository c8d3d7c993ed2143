//===- watch.c - What launches read and write ---------------------*- C -*-===//
//
// Reads the buffers of a launch, before and after it, on CPUs and GPUs, for
// tools that judge each launch.
//
//===----------------------------------------------------------------------===//

#include "runtime/device.h"

/// The memory of an argument or weight, in elements relative to index 0:
/// negative where strides are.
typedef struct Span {
  int64_t low, end;
  size_t element; // bytes
} Span;

static Span spanOf(const TcExecution *e, const TcValueInfo *info) {
  Span span = {0, 1, tcDTypeSize(info->dtype)};
  int64_t count = 1;
  for (unsigned i = 0; i < info->rank; ++i) {
    int64_t size = e->sizes[info->dims[i]];
    count *= size;
    if (info->strides) {
      int64_t last = (size - 1) * e->sizes[info->strides[i]];
      *(last < 0 ? &span.low : &span.end) += last;
    }
  }
  if (count <= 0)
    return (Span){0, 0, span.element};
  return info->strides ? span : (Span){0, count, span.element};
}

/// That of a launch's buffer at the boundary; false for others.
static bool boundarySpan(const TcLaunchView *view, uint32_t index, Span *span) {
  const TcExecution *e = view->execution;
  const TcBufferInfo *b = &e->d->buffers[view->step->buffers[index]];
  switch (b->kind) {
  case TC_BUFFER_INPUT:
    *span = spanOf(e, &e->d->inputs[b->index]);
    return true;
  case TC_BUFFER_RESULT:
    *span = spanOf(e, &e->d->results[b->index]);
    return true;
  case TC_BUFFER_WEIGHT:
    *span = spanOf(e, &e->d->weights[b->index]);
    return true;
  default:
    return false;
  }
}

size_t tcLaunchBufferBytes(const TcLaunchView *view, uint32_t index) {
  const TcExecution *e = view->execution;
  const TcBufferInfo *b = &e->d->buffers[view->step->buffers[index]];
  Span span;
  if (boundarySpan(view, index, &span))
    return (size_t)(span.end - span.low) * span.element;
  return b->bytes == TC_NONE || e->sizes[b->bytes] < 0
             ? 0
             : (size_t)e->sizes[b->bytes];
}

TcStatus tcLaunchReadBuffer(const TcLaunchView *view, uint32_t index,
                            void *to) {
  TcExecution *e = view->execution;
  size_t bytes = tcLaunchBufferBytes(view, index);
  const char *from = e->buffers[view->step->buffers[index]];
  Span span;
  if (from && boundarySpan(view, index, &span))
    from += span.low * (int64_t)span.element;
  return bytes && from ? e->program->device->read(e, to, from, bytes) : TC_OK;
}

void tcProgramSetWatcher(TcProgram *p,
                         TcStatus (*watch)(void *, const TcLaunchView *),
                         void *context) {
  p->watch = watch;
  p->watchContext = context;
}
