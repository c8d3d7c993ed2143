// Fills inputs and weights with the numbers that the model describes.
#include "runtime/fill.h"
#include "tc-run/tc-run.h"

#include <stdlib.h>
#include <string.h>

enum { TC_ERROR_RUN_NO_FILL = 1702 };

typedef struct FillJob {
  const TcFillInfo *fill;
  const TcTensor *tensor;
  char *data;
  int64_t first; // element of the fill that is the tensor's first
  _Atomic bool failed;
} FillJob;

enum { fillTask = 1 << 14 }; // elements

static void fillPart(void *const *buffers, const int64_t *sizes, void *scratch,
                     int64_t lo, int64_t hi) {
  (void)scratch;
  FillJob *job = buffers[0];
  const TcTensor *t = job->tensor;
  int64_t start = lo * fillTask, end = hi * fillTask;
  end = end < sizes[0] ? end : sizes[0];
  char *data = job->data + (size_t)start * tcDTypeSize(t->dtype);
  if (!tcFill(job->fill, (TcDType)t->dtype, t->sizes, t->rank,
              job->first + start, end - start, data))
    job->failed = true;
}

/// The fill of an input without one: numbers around 0, or small integers. For
/// gradients, which can be checked at any numbers.
static TcFillInfo fillOf(const RunModel *m, const TcValueInfo *info) {
  bool any = m->options->grad && info->fill.kind == TC_FILL_NONE;
  if (!any)
    return info->fill;
  return tcUnitRoundoff(info->dtype) > 0
             ? (TcFillInfo){.kind = TC_FILL_UNIFORM, .b = 1}
             : (TcFillInfo){.kind = TC_FILL_RANDINT, .b = 2};
}

// An input without a fill has its number as stream.
TcStatus runFillDense(RunModel *m, const TcValueInfo *info,
                      const TcTensor *tensor, void *data, int64_t first) {
  TcFillInfo fill = fillOf(m, info);
  if (fill.kind != info->fill.kind)
    fill.stream =
        (uint64_t)(info < m->d->inputs + m->d->numInputs && info >= m->d->inputs
                       ? info - m->d->inputs
                       : 1000 + (info - m->d->weights)) +
        1;
  FillJob job = {&fill, tensor, data, first, false};
  void *buffers[] = {&job};
  int64_t count = tcTensorElementCount(tensor);
  TC_RETURN_IF_ERROR(tcPoolParallelFor(m->pool, fillPart, buffers, &count,
                                       (count + fillTask - 1) / fillTask, 1,
                                       0));
  if (fill.kind != TC_FILL_NONE && !job.failed)
    return TC_OK;
  return tcStatusMake(TC_ERROR_RUN_NO_FILL,
                      "the model does not say how to make %s: it needs an init",
                      info->name);
}

/// Element `index`, in row-major order, as an offset in elements.
static int64_t offsetOf(const TcTensor *t, int64_t index) {
  int64_t offset = 0;
  for (unsigned i = t->rank; i-- > 0;) {
    offset += index % t->sizes[i] * t->strides[i];
    index /= t->sizes[i];
  }
  return offset;
}

TcStatus runFillStrided(RunModel *m, const TcValueInfo *info, const TcTensor *t,
                        int64_t first) {
  int64_t bytes = tcTensorDenseBytes(t), count = tcTensorElementCount(t);
  size_t element = tcDTypeSize(t->dtype);
  char *dense = malloc((size_t)bytes + 1);
  if (!dense)
    return runNoMemory(info->name);
  TcStatus status = runFillDense(m, info, t, dense, first);
  for (int64_t i = 0; i < count && !status; ++i)
    memcpy((char *)t->data + offsetOf(t, i) * (int64_t)element,
           dense + (size_t)i * element, element);
  free(dense);
  return status;
}
