// Measures a program by its launches, as the runtime reports them: on a GPU
// that is the GPU's own time, on a CPU the clock's. See measure.h.
#include "driver/measure.h"

#include "driver/judge_launch.h"
#include "runtime/fill.h"
#include "tc/compile.h"
#include "tc/program.h"

#include <stdlib.h>
#include <string.h>

struct TcMeasured {
  TcCompiled *compiled;
  TcProgram *program;
  size_t numInputs, numResults;
  TcTensor *inputs, *results;
  int64_t (*sizes)[2 * TC_MAX_RANK]; // of inputs, then of results
  char *cold;                        // evicts the caches
  size_t coldBytes;
  double seconds; // of the launches of a call
  bool kept;      // results of a call are
};

static TcStatus noMemory(void) {
  return tcStatusMake(6600, "no memory to measure with");
}

//===- Arguments ----------------------------------------------------------===//

static bool isReal(TcDType dtype) {
  return dtype == TC_DTYPE_F32 || dtype == TC_DTYPE_F64 ||
         dtype == TC_DTYPE_BF16 || dtype == TC_DTYPE_F16 ||
         dtype == TC_DTYPE_COMPLEX64 || dtype == TC_DTYPE_COMPLEX128;
}

// (Zeros are positions that every gather has.)
static TcStatus fillInput(TcMeasured *m, size_t i) {
  TcTensor *t = &m->inputs[i];
  TcValue v = tcProgramInput(m->program, i);
  *t = (TcTensor){
      .sizes = m->sizes[i], .dtype = (uint8_t)v.dtype, .rank = (uint8_t)v.rank};
  TC_RETURN_IF_ERROR(tcProgramInputSizes(m->program, i, NULL, t->sizes));
  int64_t bytes = tcTensorDenseBytes(t), count = tcTensorElementCount(t);
  if (bytes < 0 || !(t->data = aligned_alloc(64, (size_t)bytes / 64 * 64 + 64)))
    return noMemory();
  memset(t->data, 0, (size_t)bytes);
  TcFillInfo fill = {
      .kind = TC_FILL_UNIFORM, .stream = i + 1, .a = 1.0, .b = 0.25};
  if (isReal(v.dtype))
    (void)tcFill(&fill, v.dtype, t->sizes, t->rank, 0, count, t->data);
  return TC_OK;
}

// Arguments that lie in another order have the same bytes.
static void setStrides(const TcProgramDescriptor *d, size_t i, TcTensor *t) {
  const TcValueInfo *v = &d->inputs[i];
  if (!v->strides)
    return;
  int64_t *strides = t->sizes + t->rank;
  for (unsigned k = 0; k < t->rank; ++k)
    strides[k] = strtoll(d->sizes[v->strides[k]].text, NULL, 10);
  t->strides = strides;
}

static TcStatus makeArguments(TcMeasured *m, const TcProgramDescriptor *d) {
  m->numInputs = tcProgramNumInputs(m->program);
  m->numResults = tcProgramNumResults(m->program);
  m->inputs = calloc(m->numInputs + 1, sizeof *m->inputs);
  m->results = calloc(m->numResults + 1, sizeof *m->results);
  m->sizes = calloc(m->numInputs + m->numResults + 1, sizeof *m->sizes);
  if (!m->inputs || !m->results || !m->sizes)
    return noMemory();
  for (size_t i = 0; i < m->numInputs; ++i) {
    TC_RETURN_IF_ERROR(fillInput(m, i));
    setStrides(d, i, &m->inputs[i]);
  }
  return TC_OK;
}

static TcStatus makeCold(TcMeasured *m, const TcTarget *target) {
  enum { LEAST = 1 << 25, MOST = 1 << 28 };
  enum { GPU = 1 << 27 }; // twice an H100's or H200's second cache
  m->coldBytes = 2 * (size_t)target->l3Bytes;
  m->coldBytes = m->coldBytes < LEAST  ? LEAST
                 : m->coldBytes > MOST ? MOST
                                       : m->coldBytes;
  if (target->backend->gpu) { // its caches are not reached from here
    tcProgramSetColdBytes(m->program, GPU);
    m->coldBytes = 0;
  }
  m->cold = malloc(m->coldBytes + 1);
  return m->cold ? TC_OK : noMemory();
}

//===- Programs -----------------------------------------------------------===//

static void addLaunch(void *self, const TcLaunchRecord *record) {
  ((TcMeasured *)self)->seconds += record->seconds;
}

static TcStatus compile(TcMeasured *m, const char *text,
                        const TcTarget *target) {
  char name[TC_TARGET_TEXT];
  const TcProgramDescriptor *d;
  tcTargetPrint(target, name, sizeof name);
  TcCompileOptions options = {.structSize = sizeof options,
                              .target = name,
                              .pipeline = "loop-plan-memory",
                              .threads = 1};
  TC_RETURN_IF_ERROR(tcCompile(text, strlen(text), &options, &m->compiled));
  TC_RETURN_IF_ERROR(tcCompiledLoad(m->compiled, &d));
  TC_RETURN_IF_ERROR(tcProgramFromDescriptor(d, NULL, &m->program));
  tcProgramSetObserver(m->program, addLaunch, m);
  TC_RETURN_IF_ERROR(makeArguments(m, d));
  return makeCold(m, target);
}

TcStatus tcMeasureOpen(const char *text, const TcTarget *target,
                       TcMeasured **program) {
  TcMeasured *m = calloc(1, sizeof *m);
  *program = NULL;
  if (!m)
    return noMemory();
  TcStatus status = compile(m, text, target);
  if (status)
    tcMeasureClose(m);
  else
    *program = m;
  return status;
}

void tcMeasureClose(TcMeasured *m) {
  if (!m)
    return;
  tcMeasureForget(m);
  for (size_t i = 0; m->inputs && i < m->numInputs; ++i)
    free(m->inputs[i].data);
  free(m->inputs);
  free(m->results);
  free(m->sizes);
  free(m->cold);
  tcProgramFree(m->program);
  tcCompiledFree(m->compiled);
  free(m);
}

static TcStatus call(TcMeasured *m, TcPool *pool) {
  for (size_t i = 0; i < m->numResults; ++i)
    m->results[i] = (TcTensor){.sizes = m->sizes[m->numInputs + i]};
  TcCallFrame frame = {.structSize = sizeof frame,
                       .inputs = m->inputs,
                       .results = m->results,
                       .numInputs = m->numInputs,
                       .numResults = m->numResults,
                       .parallelFor = pool ? tcPoolParallelFor : NULL,
                       .parallelContext = pool};
  m->seconds = 0;
  TC_RETURN_IF_ERROR(tcProgramCall(m->program, &frame));
  m->kept = true;
  return TC_OK;
}

TcStatus tcMeasureCall(TcMeasured *m, TcPool *pool, double *seconds) {
  tcMeasureForget(m);
  memset(m->cold, (int)m->coldBytes & 1, m->coldBytes);
  TC_RETURN_IF_ERROR(call(m, pool));
  *seconds = m->seconds;
  tcMeasureForget(m);
  return TC_OK;
}

//===- Results ------------------------------------------------------------===//

TcStatus tcMeasureResults(TcMeasured *m, TcPool *pool) {
  tcMeasureForget(m);
  return call(m, pool);
}

void tcMeasureForget(TcMeasured *m) {
  for (size_t i = 0; m->kept && i < m->numResults; ++i)
    tcProgramFreeResult(m->program, &m->results[i]);
  m->kept = false;
}

bool tcMeasureAgree(const TcMeasured *a, const TcMeasured *b) {
  bool agree = a->kept && b->kept && a->numResults == b->numResults;
  for (size_t i = 0; agree && i < a->numResults; ++i) {
    int64_t bytes = tcTensorDenseBytes(&a->results[i]);
    agree = bytes == tcTensorDenseBytes(&b->results[i]) &&
            !memcmp(a->results[i].data, b->results[i].data, (size_t)bytes);
  }
  return agree;
}

static TcStatus readBytes(const TcTensor *tensors, size_t n,
                          TcLaunchRead *record) {
  record->numBuffers = (uint32_t)n;
  record->buffers = calloc(n + 1, sizeof *record->buffers);
  for (size_t i = 0; record->buffers && i < n; ++i) {
    record->buffers[i].size = (uint64_t)tcTensorDenseBytes(&tensors[i]);
    record->buffers[i].data = tensors[i].data;
  }
  return record->buffers ? TC_OK : noMemory();
}

TcStatus tcMeasureJudge(const TcMeasured *m, const char *text,
                        const TcTarget *target, int64_t most,
                        TcJudgement *judgement) {
  TcLaunchRead before = {0}, after = {0};
  TcStatus status = readBytes(m->inputs, m->numInputs, &before);
  if (!status)
    status = readBytes(m->results, m->numResults, &after);
  if (!status)
    status = tcJudgeLaunch(text, target, &before, &after, most, judgement);
  free(before.buffers);
  free(after.buffers);
  return status;
}

void tcMeasureSpoil(TcMeasured *m) {
  for (size_t i = 0; m->kept && i < m->numResults; ++i)
    memset(m->results[i].data, 0x41,
           (size_t)tcTensorDenseBytes(&m->results[i]));
}
