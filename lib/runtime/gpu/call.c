//===- gpu/call.c - Launches --------------------------------------*- C -*-===//
//
// A call on its stream: memory, launches, and at the end the error word. See
// program.h.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/program.h"

#include <limits.h>
#include <string.h>

static TcStatus check(const TcGpuCall *c, int code, const char *what) {
  return tcGpuCheck(&c->gpu->driver, code, what);
}

//===----------------------------------------------------------------------===//
// Memory, in the stream's order
//===----------------------------------------------------------------------===//

static void *allocate(void *self, size_t bytes, size_t alignment) {
  TcGpuCall *c = self;
  (void)alignment; // drivers give at least 256
  return tcGpuAllocate(c->gpu, bytes, c->stream);
}

static void release(void *self, void *memory) {
  TcGpuCall *c = self;
  c->gpu->driver.calls.release(memory, c->stream);
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

/// A call's tables are one block of the program's heap.
static TcStatus makeTables(TcExecution *e) {
  const TcProgramDescriptor *d = e->d;
  size_t values = (size_t)d->numInputs + d->numResults;
  size_t parameters = (size_t)e->program->maxStepBuffers +
                      e->program->maxStepSizes + 1 + TC_TENSOR_MAPS;
  size_t bytes = sizeof(TcGpuCall) + values * sizeof(TcGpuStaged) +
                 (values + parameters) * sizeof(void *);
  TcGpuCall *c = tcHeapAlloc(e->program->heap, bytes, 64);
  if (!c)
    return tcNoMemory(bytes, "a call's tables");
  memset(c, 0, bytes);
  c->staged = (TcGpuStaged *)(c + 1);
  c->maxStaged = (uint32_t)values;
  c->inputs = (void **)(c->staged + values);
  c->results = c->inputs + d->numInputs;
  c->parameters = c->results + d->numResults;
  c->gpu = e->program->gpu;
  c->stream = c->gpu->stream;
  c->allocator = (TcAllocator){c, allocate, release};
  e->gpu = c;
  return TC_OK;
}

static void readFrame(TcGpuCall *c, const TcCallFrame *frame) {
  if (!frame)
    return;
  c->stream = tcGpuStreamOf(c->gpu, frame->stream);
  c->onDevice = frame->flags & TC_CALL_DEVICE_MEMORY;
  c->isAsync = c->onDevice && frame->flags & TC_CALL_ASYNC;
}

/// Returns the error of an earlier asynchronous call, if one is known by now.
static TcStatus tellEarlier(TcExecution *e) {
  TcGpuCall *c = e->gpu;
  uint64_t word = c->gpu->seen ? atomic_exchange(c->gpu->seen, 0) : 0;
  if (!word)
    return TC_OK;
  TC_RETURN_IF_ERROR(check(
      c, c->gpu->driver.calls.fill(c->errorWord, 0, sizeof word, c->stream),
      "clearing memory"));
  TcStatus what = tcProgramKernelError(e->program, word);
  char text[400];
  tcStatusPrint(what, text, sizeof text);
  tcStatusFree(what);
  return tcStatusMake(TC_ERROR_GPU_EARLIER, "an earlier call of %s failed: %s",
                      e->d->name, text);
}

static TcStatus makeErrorWord(TcExecution *e) {
  TcGpuCall *c = e->gpu;
  if (c->isAsync) {
    c->errorWord = c->gpu->errors;
    return tellEarlier(e);
  }
  c->errorWord = allocate(c, sizeof(uint64_t), 8);
  if (!c->errorWord)
    return tcStatusMake(TC_ERROR_GPU_NO_MEMORY,
                        "no memory of the GPU for a call");
  return check(
      c,
      c->gpu->driver.calls.fill(c->errorWord, 0, sizeof(uint64_t), c->stream),
      "clearing memory");
}

TcStatus tcGpuCallBegin(TcExecution *e, const TcCallFrame *frame) {
  TC_RETURN_IF_ERROR(makeTables(e));
  TcGpuCall *c = e->gpu;
  readFrame(c, frame);
  TC_RETURN_IF_ERROR(check(
      c, c->gpu->driver.api->enter(&c->gpu->driver, c->gpu->device, &c->state),
      "using the GPU"));
  c->entered = true;
  return makeErrorWord(e);
}

static void releaseMemory(TcGpuCall *c) {
  for (uint32_t i = 0; i < c->numStaged; ++i)
    if (!c->staged[i].isArenas)
      release(c, c->staged[i].block);
  if (c->errorWord && !c->isAsync)
    release(c, c->errorWord);
}

void tcGpuCallEnd(TcExecution *e) {
  TcGpuCall *c = e->gpu;
  if (!c)
    return;
  if (c->entered) {
    releaseMemory(c);
    c->gpu->driver.api->leave(&c->gpu->driver, c->gpu->device, c->state);
  }
  e->gpu = NULL;
  tcHeapFree(e->program->heap, c);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static void *functionOf(const TcExecution *e, const TcStep *step) {
  for (int s = 0; s < TC_SECTION_COUNT; ++s) {
    const TcSection *section = &e->d->sections[s];
    if (step >= section->steps && step < section->steps + section->numSteps)
      return e->gpu->gpu->functions[s][step - section->steps];
  }
  return NULL;
}

/// The kernel's parameters: buffers, the error word, sizes, tensor maps.
static void setParameters(TcExecution *e, const TcStep *step) {
  void **p = e->gpu->parameters;
  for (uint32_t i = 0; i < step->numBuffers; ++i)
    *p++ = &e->stepBuffers[i];
  *p++ = &e->gpu->errorWord;
  for (uint32_t i = 0; i < step->numSizes; ++i)
    *p++ = &e->stepSizes[i];
  for (uint32_t i = 0; i < step->numMaps; ++i)
    *p++ = e->gpu->maps[i];
}

/// Coordinates are of 32 bits, with a sign.
static TcStatus readTensor(TcExecution *e, const TcTensorMapInfo *m,
                           TcGpuTensor *t) {
  *t = (TcGpuTensor){.address = (char *)e->stepBuffers[m->buffer] +
                                e->sizes[m->offset],
                     .each = m->each,
                     .rank = m->rank};
  for (uint32_t i = 0; i < m->rank; ++i) {
    t->extents[i] = (uint64_t)e->sizes[m->extents[i]];
    t->strides[i] = (uint64_t)e->sizes[m->strides[i]];
    t->box[i] = m->box[i];
    if (t->extents[i] > INT_MAX)
      return tcStatusMake(TC_ERROR_GPU_GRID,
                          "%llu elements are more than the copy engine of a "
                          "GPU counts (2^31 - 1)",
                          (unsigned long long)t->extents[i]);
  }
  return TC_OK;
}

static TcStatus makeMap(TcExecution *e, const TcTensorMapInfo *m, void *map) {
  const TcGpuDriver *d = &e->gpu->gpu->driver;
  TcGpuTensor t;
  TC_RETURN_IF_ERROR(readTensor(e, m, &t));
  int code =
      d->api->tensorMap ? d->api->tensorMap(d, &t, map) : TC_GPU_NO_TENSOR_MAPS;
  if (code == TC_GPU_NO_TENSOR_MAPS)
    return tcStatusMake(TC_ERROR_GPU_OLD_DRIVER,
                        "%s makes no tensor maps: it is too old, install a "
                        "newer one",
                        d->api->what);
  return check(e->gpu, code, "making a tensor map");
}

static TcStatus makeMaps(TcExecution *e, const TcStep *step) {
  for (uint32_t i = 0; i < step->numMaps; ++i) {
    TcStatus status = makeMap(e, &step->maps[i], e->gpu->maps[i]);
    if (status)
      return tcStatusAnnotate(status, "%s", step->name);
  }
  return TC_OK;
}

static TcStatus tooMany(const TcStep *step, int64_t blocks) {
  return tcStatusMake(TC_ERROR_GPU_GRID,
                      "%s: %lld blocks are more than a GPU takes in one "
                      "launch (2^31 - 1)",
                      step->name, (long long)blocks);
}

static int launchFunction(TcExecution *e, const TcStep *step, unsigned blocks,
                          unsigned shared) {
  const TcGpuCall *c = e->gpu;
  const TcGpuDriver *d = &c->gpu->driver;
  void *function = functionOf(e, step);
  setParameters(e, step);
  return step->dependent && d->api->launchDependent
             ? d->api->launchDependent(d, function, blocks, step->threads,
                                       shared, c->stream, c->parameters)
             : d->calls.launch(function, blocks, 1, 1, step->threads, 1, 1,
                               shared, c->stream, c->parameters, NULL);
}

static TcStatus launch(TcExecution *e, const TcStep *step, int64_t blocks) {
  size_t shared;
  TC_RETURN_IF_ERROR(tcExecutionBytes(e, step->sharedBytes, &shared));
  if (blocks > INT_MAX || shared > UINT_MAX)
    return tooMany(step, blocks);
  TC_RETURN_IF_ERROR(makeMaps(e, step));
  int code = launchFunction(e, step, (unsigned)blocks, (unsigned)shared);
  TcStatus status = check(e->gpu, code, "a launch");
  return status ? tcStatusAnnotate(status, "%s", step->name) : TC_OK;
}

/// Launches between two events and waits for the second, to measure time.
static TcStatus launchBetween(TcExecution *e, const TcStep *step,
                              int64_t blocks, void *start, void *end,
                              double *seconds) {
  const TcGpuCall *c = e->gpu;
  const TcGpuCalls *calls = &c->gpu->driver.calls;
  float milliseconds = 0;
  TC_RETURN_IF_ERROR(
      check(c, calls->eventRecord(start, c->stream), "an event"));
  TC_RETURN_IF_ERROR(launch(e, step, blocks));
  TC_RETURN_IF_ERROR(check(c, calls->eventRecord(end, c->stream), "an event"));
  TC_RETURN_IF_ERROR(
      check(c, calls->eventSynchronize(end), "waiting for a kernel"));
  TC_RETURN_IF_ERROR(check(c, calls->eventElapsed(&milliseconds, start, end),
                           "timing a kernel"));
  *seconds = (double)milliseconds * 1e-3;
  return TC_OK;
}

static TcStatus launchTimed(TcExecution *e, const TcStep *step, int64_t blocks,
                            double *seconds) {
  const TcGpuCalls *calls = &e->gpu->gpu->driver.calls;
  void *start = NULL, *end = NULL;
  TcStatus status = check(e->gpu, calls->eventCreate(&start, 0), "an event");
  if (!status)
    status = check(e->gpu, calls->eventCreate(&end, 0), "an event");
  if (!status)
    status = launchBetween(e, step, blocks, start, end, seconds);
  if (start)
    calls->eventDestroy(start);
  if (end)
    calls->eventDestroy(end);
  return status;
}

/// Other memory than the launch's goes through the caches.
static TcStatus coolCaches(const TcExecution *e) {
  TcGpuCall *c = e->gpu;
  size_t bytes = e->program->coldBytes;
  if (!bytes)
    return TC_OK;
  void *memory = allocate(c, bytes, 1);
  if (!memory)
    return tcStatusMake(TC_ERROR_GPU_NO_MEMORY,
                        "no memory of the GPU to measure with");
  TcStatus status =
      check(c, c->gpu->driver.calls.fill(memory, 0, bytes, c->stream),
            "clearing memory");
  release(c, memory);
  return status;
}

TcStatus tcGpuRunStep(TcExecution *e, const TcStep *step, int64_t blocks,
                      double *seconds) {
  if (seconds)
    *seconds = 0;
  if (blocks <= 0)
    return TC_OK;
  if (!seconds)
    return launch(e, step, blocks);
  TC_RETURN_IF_ERROR(coolCaches(e));
  return launchTimed(e, step, blocks, seconds);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

TcStatus tcGpuRead(TcExecution *e, void *to, const void *from, size_t bytes) {
  const TcGpuCall *c = e->gpu;
  const TcGpuCalls *calls = &c->gpu->driver.calls;
  TC_RETURN_IF_ERROR(check(c, calls->copyOut(to, from, bytes, c->stream),
                           "reading the GPU's memory"));
  return tcGpuStreamWait(&c->gpu->driver, c->stream);
}

/// The host sees it when the call is over.
static TcStatus noteErrorWord(const TcGpuCall *c) {
  if (!c->gpu->seen)
    return TC_OK;
  return check(c,
               c->gpu->driver.calls.copyOut((void *)c->gpu->seen, c->errorWord,
                                            sizeof *c->gpu->seen, c->stream),
               "copying an error word");
}

TcStatus tcGpuFinish(TcExecution *e) {
  if (e->frame)
    TC_RETURN_IF_ERROR(tcGpuUnstage(e));
  if (e->gpu->isAsync)
    return noteErrorWord(e->gpu);
  uint64_t word = 0;
  TC_RETURN_IF_ERROR(tcGpuRead(e, &word, e->gpu->errorWord, sizeof word));
  return word ? tcProgramKernelError(e->program, word) : TC_OK;
}

void tcGpuSettle(TcExecution *e) {
  if (e->gpu && e->gpu->entered)
    tcStatusFree(tcGpuStreamWait(&e->gpu->gpu->driver, e->gpu->stream));
}
