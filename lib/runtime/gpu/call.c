//===- gpu/call.c - A call on its stream --------------------------*- C -*-===//
//
// Memory in the stream's order, what the host reads, and at the end the error
// word. Launches are in launch.c. See program.h.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/graph.h"
#include "runtime/gpu/program.h"

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
  size_t fills = d->numInputs * (size_t)TC_GPU_NUMBER_FILLS + TC_GPU_WORD_FILLS;
  size_t bytes = sizeof(TcGpuCall) + values * sizeof(TcGpuStaged) +
                 (values + parameters) * sizeof(void *) +
                 fills * sizeof(TcGpuFill);
  TcGpuCall *c = tcHeapAlloc(e->program->heap, bytes, 64);
  if (!c)
    return tcNoMemory(bytes, "a call's tables");
  memset(c, 0, bytes);
  c->staged = (TcGpuStaged *)(c + 1);
  c->maxStaged = (uint32_t)values;
  c->inputs = (void **)(c->staged + values);
  c->results = c->inputs + d->numInputs;
  c->parameters = c->results + d->numResults;
  c->fills = (TcGpuFill *)(c->parameters + parameters);
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

static TcStatus fillNow(const TcGpuCall *c, TcGpuFill f) {
  const TcGpuCalls *calls = &c->gpu->driver.calls;
  int code = f.each == 1
                 ? calls->fill(f.to, (unsigned char)f.value, f.count, c->stream)
                 : calls->fillWords(f.to, f.value, f.count, c->stream);
  return check(c, code, "filling memory");
}

TcStatus tcGpuFill(TcGpuCall *c, TcGpuFill f) {
  if (!c->graph || c->graph->launchesAlone)
    return fillNow(c, f);
  c->fills[c->numFills++] = f;
  return TC_OK;
}

/// Those of arguments, after a graph has failed: error words are made anew.
static TcStatus fillNumbersNow(const TcGpuCall *c) {
  for (uint32_t i = c->isAsync ? 0 : TC_GPU_WORD_FILLS; i < c->numFills; ++i)
    TC_RETURN_IF_ERROR(fillNow(c, c->fills[i]));
  return TC_OK;
}

/// Returns the error of an earlier asynchronous call, if one is known by now. A
/// call that is captured says nothing about the time when it will run.
static TcStatus tellEarlier(TcExecution *e) {
  TcGpuCall *c = e->gpu;
  bool asks = c->gpu->errors && !c->isCaptured;
  uint64_t word = asks ? atomic_exchange(c->gpu->errors, 0) : 0;
  if (!word)
    return TC_OK;
  TcStatus what = tcProgramKernelError(e->program, word);
  char text[400];
  tcStatusPrint(what, text, sizeof text);
  tcStatusFree(what);
  return tcStatusMake(TC_ERROR_GPU_EARLIER, "an earlier call of %s failed: %s",
                      e->d->name, text);
}

TcStatus tcGpuMakeErrorWord(TcExecution *e) {
  TcGpuCall *c = e->gpu;
  if (c->isAsync) {
    c->errorWord = (void *)c->gpu->errors;
    return tellEarlier(e);
  }
  c->errorWord =
      c->graph ? c->graph->errorWord : allocate(c, sizeof(uint64_t), 8);
  if (!c->errorWord)
    return tcStatusMake(TC_ERROR_GPU_NO_MEMORY,
                        "no memory of the GPU for a call");
  return tcGpuFill(
      c, (TcGpuFill){.to = c->errorWord, .each = 1, .count = sizeof(uint64_t)});
}

TcStatus tcGpuRefuseInCapture(const TcExecution *e, const char *what,
                              const char *remedy) {
  if (!e->gpu->isCaptured)
    return TC_OK;
  return tcStatusMake(TC_ERROR_GPU_CAPTURE,
                      "%s: the stream is being captured, and the call %s: %s",
                      e->d->name, what, remedy);
}

/// Nobody else has the program's own stream.
static TcStatus findCapture(TcGpuCall *c) {
  int status = TC_GPU_CAPTURE_NONE;
  if (c->stream != c->gpu->stream)
    TC_RETURN_IF_ERROR(
        check(c, c->gpu->driver.calls.isCapturing(c->stream, &status),
              "asking whether the stream is captured"));
  c->isCaptured = status != TC_GPU_CAPTURE_NONE;
  return TC_OK;
}

TcStatus tcGpuCallBegin(TcExecution *e) {
  TC_RETURN_IF_ERROR(makeTables(e));
  TcGpuCall *c = e->gpu;
  readFrame(c, e->frame);
  e->scratch = &c->allocator;
  e->onDevice = c->onDevice;
  TC_RETURN_IF_ERROR(
      tcGpuDriverEnter(&c->gpu->driver, c->gpu->device, &c->thread));
  c->entered = true;
  TC_RETURN_IF_ERROR(findCapture(c));
  if (!e->frame)
    return tcGpuMakeErrorWord(e);
  if (e->program->guard)
    TC_RETURN_IF_ERROR(tcGpuRefuseInCapture(
        e, "needs memory for each buffer (TC_HEAP_GUARD)", "leave that out"));
  return c->isAsync
             ? TC_OK
             : tcGpuRefuseInCapture(e, "waits for its kernels",
                                    "pass memory of the GPU, and the flags "
                                    "TC_CALL_DEVICE_MEMORY and TC_CALL_ASYNC");
}

TcStatus tcGpuCallReady(TcExecution *e) {
  e->gpu->graph = tcGpuGraphTake(e);
  return tcGpuMakeErrorWord(e);
}

static void releaseMemory(TcExecution *e) {
  TcGpuCall *c = e->gpu;
  for (uint32_t i = 0; i < c->numStaged; ++i)
    if (!c->staged[i].isArenas)
      release(c, c->staged[i].block);
  if (c->errorWord && !c->isAsync && !c->graph)
    release(c, c->errorWord);
  tcGpuGraphGive(e);
}

void tcGpuCallEnd(TcExecution *e) {
  TcGpuCall *c = e->gpu;
  if (!c)
    return;
  if (c->entered) {
    releaseMemory(e);
    tcGpuDriverLeave(&c->gpu->driver, c->gpu->device, c->thread);
  }
  e->gpu = NULL;
  tcHeapFree(e->program->heap, c);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

TcStatus tcGpuRead(TcExecution *e, void *to, const void *from, size_t bytes) {
  TC_RETURN_IF_ERROR(tcGpuRefuseInCapture(
      e, "reads what the GPU computes, which decides what comes next",
      "leave this call out of the capture"));
  const TcGpuCall *c = e->gpu;
  const TcGpuCalls *calls = &c->gpu->driver.calls;
  TC_RETURN_IF_ERROR(check(c, calls->copyOut(to, from, bytes, c->stream),
                           "reading the GPU's memory"));
  return tcGpuStreamWait(&c->gpu->driver, c->stream);
}

TcStatus tcGpuRunAll(TcExecution *e, bool *done) {
  bool isGraph = e->gpu->graph;
  *done = isGraph && tcGpuGraphReplay(e);
  if (*done || !isGraph)
    return TC_OK;
  // Without the graph, and with memory of the call's own.
  TC_RETURN_IF_ERROR(fillNumbersNow(e->gpu));
  TC_RETURN_IF_ERROR(tcGpuMakeErrorWord(e));
  return tcExecutionBindScratch(e, TC_SECTION_MAIN);
}

TcStatus tcGpuFinish(TcExecution *e) {
  if (e->frame)
    TC_RETURN_IF_ERROR(tcGpuUnstage(e));
  if (e->gpu->isAsync)
    return TC_OK;
  uint64_t word = 0;
  TC_RETURN_IF_ERROR(tcGpuRead(e, &word, e->gpu->errorWord, sizeof word));
  return word ? tcProgramKernelError(e->program, word) : TC_OK;
}

void tcGpuSettle(TcExecution *e) {
  if (e->gpu && e->gpu->entered && !e->gpu->isCaptured)
    tcStatusFree(tcGpuStreamWait(&e->gpu->gpu->driver, e->gpu->stream));
}
