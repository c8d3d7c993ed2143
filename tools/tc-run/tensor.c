// Where a tensor of any strides lies in memory. See tc-run.h.
#include "tc-run/tc-run.h"

RunSpan runTensorSpan(const TcTensor *t) {
  RunSpan span = {0, 1};
  int64_t count = tcTensorElementCount(t);
  if (!t->strides || count <= 0)
    return (RunSpan){0, count > 0 ? count : 0};
  for (unsigned i = 0; i < t->rank; ++i) {
    int64_t last = (t->sizes[i] - 1) * t->strides[i];
    *(last < 0 ? &span.low : &span.end) += last;
  }
  return span;
}

char *runTensorStart(const TcTensor *t) {
  return (char *)t->data +
         runTensorSpan(t).low * (int64_t)tcDTypeSize(t->dtype);
}

size_t runTensorBytes(const TcTensor *t) {
  RunSpan span = runTensorSpan(t);
  return (size_t)(span.end - span.low) * tcDTypeSize(t->dtype);
}
