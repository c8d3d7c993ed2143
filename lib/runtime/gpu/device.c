//===- gpu/device.c - GPUs as a device ----------------------------*- C -*-===//
//
// The functions of runtime/device.h for a program's GPU; programs, calls,
// launches, arguments and graphs have files of their own. And the machine's
// GPUs.
//
//===----------------------------------------------------------------------===//

#include "runtime/device.h"
#include "runtime/gpu/graph.h"
#include "runtime/gpu/program.h"

#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The machine's GPUs
//===----------------------------------------------------------------------===//

static TcStatus readChip(const TcGpuDriver *driver, unsigned ordinal,
                         char *name) {
  int device;
  TC_RETURN_IF_ERROR(tcGpuDeviceFind(driver, ordinal, &device));
  return tcGpuCheck(driver, driver->api->chip(driver, device, name),
                    "asking for the GPU's chip");
}

TcStatus tcGpuChip(const char *target, unsigned device, char *chip,
                   size_t capacity) {
  char name[TC_GPU_CHIP_NAME];
  TcGpuDriver driver;
  TC_RETURN_IF_ERROR(tcGpuDriverOpen(target, &driver));
  TcStatus status = readChip(&driver, device, name);
  tcGpuDriverClose(&driver);
  if (!status)
    snprintf(chip, capacity, "%s", name);
  return status;
}

//===----------------------------------------------------------------------===//
// A program's GPU
//===----------------------------------------------------------------------===//

/// Opens the program's GPU and makes it current on the calling thread until
/// `leave`.
static TcStatus enter(TcProgram *p, TcGpuThread *thread) {
  TC_RETURN_IF_ERROR(tcGpuProgramOpen(p, NULL));
  return tcGpuDriverEnter(&p->gpu->driver, p->gpu->device, thread);
}

static void leave(TcProgram *p, TcGpuThread thread) {
  tcGpuDriverLeave(&p->gpu->driver, p->gpu->device, thread);
}

static TcStatus readLimits(TcProgram *p, TcGpuLimits *limits) {
  TcGpuThread thread;
  TC_RETURN_IF_ERROR(enter(p, &thread));
  const TcGpuDriver *d = &p->gpu->driver;
  int code = d->api->limits(d, p->gpu->device, limits);
  leave(p, thread);
  return tcGpuCheck(d, code, "asking for the GPU's limits");
}

TcStatus tcProgramGpuLimits(TcProgram *p, TcGpuLimits *limits) {
  *limits = (TcGpuLimits){0};
  if (!tcIsGpuProgram(p->d))
    return TC_OK;
  TC_RETURN_IF_ERROR(tcGpuProgramOpen(p, NULL));
  return p->gpu->driver.api->limits ? readLimits(p, limits) : TC_OK;
}

static void *allocateNow(TcGpuProgram *g, size_t bytes) {
  void *memory = tcGpuAllocate(g, bytes, g->stream);
  return memory && !g->driver.calls.streamSynchronize(g->stream) ? memory
                                                                 : NULL;
}

static void *allocate(void *self, size_t bytes, size_t alignment) {
  TcProgram *p = self;
  TcGpuThread thread;
  void *memory;
  TcStatus status = enter(p, &thread);
  tcStatusFree(status);
  if (status || alignment > TC_GPU_BLOCK_ALIGNMENT)
    return NULL;
  memory = allocateNow(p->gpu, bytes);
  leave(p, thread);
  return memory;
}

static void release(void *self, void *memory) {
  TcProgram *p = self;
  TcGpuThread thread;
  TcStatus status = enter(p, &thread);
  tcStatusFree(status);
  if (status)
    return;
  p->gpu->driver.calls.release(memory, p->gpu->stream);
  leave(p, thread);
}

static TcStatus getAllocator(TcProgram *p, const TcAllocator **allocator) {
  TC_RETURN_IF_ERROR(tcGpuProgramOpen(p, NULL));
  p->gpu->allocator = (TcAllocator){p, allocate, release};
  *allocator = &p->gpu->allocator;
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

typedef int Copy(void *to, const void *from, size_t bytes, void *stream);

static TcStatus copyAndWait(TcGpuProgram *g, Copy *copy, void *to,
                            const void *from, size_t bytes, void *stream) {
  if (bytes)
    TC_RETURN_IF_ERROR(tcGpuCheck(&g->driver, copy(to, from, bytes, stream),
                                  "copying memory"));
  return tcGpuStreamWait(&g->driver, stream);
}

/// In or out.
static TcStatus copyMemory(TcProgram *p, bool out, void *to, const void *from,
                           size_t bytes, void *stream) {
  TcGpuThread thread;
  TC_RETURN_IF_ERROR(enter(p, &thread));
  const TcGpuCalls *calls = &p->gpu->driver.calls;
  TcStatus status = copyAndWait(p->gpu, out ? calls->copyOut : calls->copyIn,
                                to, from, bytes, tcGpuStreamOf(p->gpu, stream));
  leave(p, thread);
  return status;
}

static TcStatus copyIn(TcProgram *p, void *device, const void *host,
                       size_t bytes, void *stream) {
  return copyMemory(p, false, device, host, bytes, stream);
}

static TcStatus copyOut(TcProgram *p, void *host, const void *device,
                        size_t bytes, void *stream) {
  return copyMemory(p, true, host, device, bytes, stream);
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

static TcStatus takeErrorWord(TcGpuProgram *g, void *stream, uint64_t *word) {
  TC_RETURN_IF_ERROR(tcGpuStreamWait(&g->driver, tcGpuStreamOf(g, stream)));
  if (g->errors)
    *word = atomic_exchange(g->errors, 0);
  return TC_OK;
}

static TcStatus synchronize(TcProgram *p, void *stream) {
  uint64_t word = 0;
  TcGpuThread thread;
  if (!p->gpu)
    return TC_OK;
  TC_RETURN_IF_ERROR(enter(p, &thread));
  TcStatus status = takeErrorWord(p->gpu, stream, &word);
  leave(p, thread);
  TC_RETURN_IF_ERROR(status);
  return word ? tcProgramKernelError(p, word) : TC_OK;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static void *weight(const TcProgram *p, uint32_t index) {
  return p->gpu ? p->gpu->weights[index] : NULL;
}

/// A size may be a number in the GPU's memory; and a graph has memory of its
/// own.
static bool describes(const TcProgram *p, const TcCallFrame *frame) {
  for (uint32_t i = 0; i < p->d->numSymbols; ++i)
    if (p->d->symbols[i].source == TC_SYMBOL_VALUE &&
        frame->flags & TC_CALL_DEVICE_MEMORY &&
        !tcFrameInputIsOnHost(frame, p->d->symbols[i].input))
      return true;
  return p->graphs && p->gpu;
}

static size_t arenaBytes(const TcExecution *e, size_t bytes) {
  return tcGpuArenaBytes(e->frame, tcGpuGraphIsLikely(e) ? 0 : bytes);
}

static TcStatus lendArena(TcExecution *e, size_t bytes, void **arena) {
  const TcGpuCall *c = e->gpu;
  bool takes = c->onDevice && !c->arenaIsTaken;
  *arena = c->graph ? c->graph->arena
           : takes  ? tcFrameArena(e->frame, bytes, TC_GPU_BLOCK_ALIGNMENT)
                    : NULL;
  return *arena ? TC_OK
                : tcGpuRefuseInCapture(e, "needs memory for intermediates",
                                       "give it an arena of the size that "
                                       "tcProgramDescribeResults gives");
}

static TcStatus placeArguments(TcExecution *e) {
  TC_RETURN_IF_ERROR(tcGpuCallReady(e));
  return tcGpuStageArguments(e);
}

static void *argument(const TcExecution *e, uint32_t kind, uint32_t index) {
  return (kind == TC_BUFFER_INPUT ? e->gpu->inputs : e->gpu->results)[index];
}

const TcDevice tcGpuDevice = {
    .hasMemory = true,
    .open = tcGpuProgramOpen,
    .close = tcGpuProgramClose,
    .takeWeight = tcGpuWeightUpload,
    .weight = weight,
    .dropWeight = tcGpuWeightDrop,
    .begin = tcGpuCallBegin,
    .end = tcGpuCallEnd,
    .describes = describes,
    .arenaBytes = arenaBytes,
    .lendArena = lendArena,
    .placeArguments = placeArguments,
    .placeResult = tcGpuStageResult,
    .argument = argument,
    .runAll = tcGpuRunAll,
    .run = tcGpuRun,
    .runTimed = tcGpuRunTimed,
    .read = tcGpuRead,
    .finish = tcGpuFinish,
    .settle = tcGpuSettle,
    .allocator = getAllocator,
    .copyIn = copyIn,
    .copyOut = copyOut,
    .synchronize = synchronize,
};
