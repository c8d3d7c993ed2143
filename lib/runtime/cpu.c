//===- cpu.c - The CPU as a device --------------------------------*- C -*-===//
//
// Launches are functions, which run on the caller's threads or on the calling
// one. Memory is the host's: arguments and weights are used where they are. See
// device.h.
//
//===----------------------------------------------------------------------===//

#include "runtime/device.h"

#include <string.h>
#include <time.h>

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static TcStatus open(TcProgram *p, const TcCallFrame *frame) {
  (void)p, (void)frame;
  return TC_OK;
}

static void close(TcProgram *p) {
  for (uint32_t i = 0; p->fixedBuffers && i < p->d->numBuffers; ++i) {
    if (p->d->buffers[i].kind != TC_BUFFER_PREPARED)
      continue;
    tcHeapFree(p->heap, p->fixedBuffers[i]);
    p->fixedBuffers[i] = NULL;
  }
}

static TcStatus takeWeight(TcExecution *e, uint32_t index) {
  (void)e, (void)index;
  return TC_OK;
}

static void *weight(const TcProgram *p, uint32_t index) {
  return p->weights[index].data;
}

static void dropWeight(TcProgram *p, uint32_t index) { (void)p, (void)index; }

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static TcStatus begin(TcExecution *e) {
  e->scratch = e->allocator;
  return TC_OK;
}

static void end(TcExecution *e) {
  tcHeapFree(e->program->heap, e->serialScratch);
}

static bool describes(const TcProgram *p, const TcCallFrame *frame) {
  (void)p, (void)frame;
  return false;
}

static size_t arenaBytes(const TcExecution *e, size_t bytes) {
  (void)e;
  return bytes;
}

static TcStatus lendArena(TcExecution *e, size_t bytes, void **arena) {
  *arena = tcFrameArena(e->frame, bytes, TC_BUFFER_ALIGNMENT);
  return TC_OK;
}

static TcStatus placeArguments(TcExecution *e) {
  (void)e;
  return TC_OK;
}

static TcStatus placeResult(TcExecution *e, uint32_t index) {
  (void)e, (void)index;
  return TC_OK;
}

static void *argument(const TcExecution *e, uint32_t kind, uint32_t index) {
  return kind == TC_BUFFER_INPUT ? e->frame->inputs[index].data
                                 : e->frame->results[index].data;
}

static TcStatus readMemory(TcExecution *e, void *to, const void *from,
                           size_t bytes) {
  (void)e;
  memcpy(to, from, bytes);
  return TC_OK;
}

static TcStatus finish(TcExecution *e) {
  (void)e;
  return TC_OK;
}

static void settle(TcExecution *e) { (void)e; }

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static TcStatus runAll(TcExecution *e, bool *done) {
  (void)e;
  *done = false;
  return TC_OK;
}

/// A TcParallelFor for callers that pass none.
static TcStatus runSerial(TcExecution *e, const TcStep *step, int64_t numTasks,
                          size_t scratchBytes) {
  if (scratchBytes > e->serialScratchBytes || e->program->guard) {
    tcHeapFree(e->program->heap, e->serialScratch);
    e->serialScratch =
        scratchBytes ? tcHeapAlloc(e->program->heap, scratchBytes, 64) : NULL;
    e->serialScratchBytes = e->serialScratch ? scratchBytes : 0;
    if (scratchBytes && !e->serialScratch)
      return tcNoMemory(scratchBytes, step->name);
  }
  step->phase(e->stepBuffers, e->stepSizes, e->serialScratch, 0, numTasks);
  return TC_OK;
}

static TcStatus run(TcExecution *e, const TcStep *step, int64_t numTasks) {
  size_t scratchBytes;
  TC_RETURN_IF_ERROR(tcExecutionBytes(e, step->scratchBytes, &scratchBytes));
  if (numTasks <= 0)
    return TC_OK;
  if (!e->parallelFor || (numTasks == 1 && !scratchBytes))
    return runSerial(e, step, numTasks, scratchBytes);
  return e->parallelFor(e->parallelContext, step->phase, e->stepBuffers,
                        e->stepSizes, numTasks, step->grain, scratchBytes);
}

static double secondsNow(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static TcStatus runTimed(TcExecution *e, const TcStep *step, int64_t numTasks,
                         double *seconds) {
  double start = secondsNow();
  TC_RETURN_IF_ERROR(run(e, step, numTasks));
  *seconds = secondsNow() - start;
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// What embedders ask
//===----------------------------------------------------------------------===//

static TcStatus allocator(TcProgram *p, const TcAllocator **out) {
  *out = tcHeapAllocator(p->heap);
  return TC_OK;
}

static TcStatus copy(TcProgram *p, void *to, const void *from, size_t bytes,
                     void *stream) {
  (void)p, (void)stream;
  memmove(to, from, bytes);
  return TC_OK;
}

static TcStatus synchronize(TcProgram *p, void *stream) {
  (void)p, (void)stream;
  return TC_OK;
}

const TcDevice tcCpuDevice = {
    .hasMemory = false,
    .open = open,
    .close = close,
    .takeWeight = takeWeight,
    .weight = weight,
    .dropWeight = dropWeight,
    .begin = begin,
    .end = end,
    .describes = describes,
    .arenaBytes = arenaBytes,
    .lendArena = lendArena,
    .placeArguments = placeArguments,
    .placeResult = placeResult,
    .argument = argument,
    .runAll = runAll,
    .run = run,
    .runTimed = runTimed,
    .read = readMemory,
    .finish = finish,
    .settle = settle,
    .allocator = allocator,
    .copyIn = copy,
    .copyOut = copy,
    .synchronize = synchronize,
};
