//===- gpu/program.c - A program's device -------------------------*- C -*-===//
//
// Opens the device, loads the kernels' images, holds constants and weights in
// its memory. See program.h.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/program.h"
#include "runtime/gpu/graph.h"
#include "runtime/size_code.h"

#include <stdlib.h>

static TcStatus check(const TcGpuProgram *g, int code, const char *what) {
  return tcGpuCheck(&g->driver, code, what);
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

static TcStatus openDevice(TcGpuProgram *g, unsigned ordinal) {
  const TcGpuApi *api = g->driver.api;
  TC_RETURN_IF_ERROR(tcGpuDeviceFind(&g->driver, ordinal, &g->device));
  TC_RETURN_IF_ERROR(
      check(g, g->driver.calls.deviceName(g->card, sizeof g->card, g->device),
            "asking for the GPU's name"));
  TC_RETURN_IF_ERROR(check(g, api->chip(&g->driver, g->device, g->chip),
                           "asking for the GPU's chip"));
  TC_RETURN_IF_ERROR(
      check(g, api->retain(&g->driver, g->device), "starting the GPU"));
  g->retained = true;
  return TC_OK;
}

static TcStatus openPool(TcGpuProgram *g) {
  TcGpuPoolProperties properties = {
      .allocation = 1, .location = 1, .device = g->device};
  TC_RETURN_IF_ERROR(check(g, g->driver.calls.poolCreate(&g->pool, &properties),
                           "making a pool of memory"));
  uint64_t keep = UINT64_MAX;
  return check(
      g, g->driver.calls.poolSetAttribute(g->pool, TC_GPU_POOL_KEEP, &keep),
      "setting up a pool of memory");
}

// Creates the pool when it is first needed: it takes megabytes, which callers
// that supply all memory can save.
static bool hasPool(TcGpuProgram *g) {
  pthread_mutex_lock(&g->makingPool);
  TcStatus status = g->pool ? TC_OK : openPool(g);
  if (status && g->pool) {
    g->driver.calls.poolDestroy(g->pool);
    g->pool = NULL;
  }
  pthread_mutex_unlock(&g->makingPool);
  tcStatusFree(status);
  return !status;
}

void *tcGpuAllocate(TcGpuProgram *g, size_t bytes, void *stream) {
  void *memory = NULL;
  if (!hasPool(g) ||
      g->driver.calls.allocate(&memory, bytes ? bytes : 1, g->pool, stream))
    return NULL;
  return memory;
}

/// Memory that lives as long as the program.
static TcStatus allocateFixed(TcGpuProgram *g, size_t bytes, void **memory) {
  *memory = NULL;
  return check(g, g->driver.calls.allocateFixed(memory, bytes ? bytes : 1),
               "allocating memory");
}

static TcStatus synchronize(TcGpuProgram *g) {
  return tcGpuStreamWait(&g->driver, g->stream);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static TcStatus loadModule(TcGpuProgram *g, const TcProgramDescriptor *d,
                           uint32_t image) {
  int code =
      g->driver.calls.moduleLoad(&g->modules[image], d->images[image].data);
  TcStatus status = check(g, code, "loading a kernel");
  return status
             ? tcStatusAnnotate(status,
                                "%s was compiled for %s, GPU %d is %s (%s)",
                                d->name, d->chip, g->device, g->card, g->chip)
             : TC_OK;
}

static TcStatus findFunction(TcGpuProgram *g, const TcStep *step,
                             void **function) {
  const TcGpuApi *api = g->driver.api;
  TC_RETURN_IF_ERROR(check(g,
                           g->driver.calls.moduleFunction(
                               function, g->modules[step->image], step->name),
                           "finding a kernel"));
  return api->allowShared
             ? check(g, api->allowShared(&g->driver, g->device, *function),
                     "giving a kernel shared memory")
             : TC_OK;
}

static TcStatus findFunctions(TcGpuProgram *g, const TcSection *section,
                              void **functions) {
  for (uint32_t i = 0; i < section->numSteps; ++i) {
    const TcStep *step = &section->steps[i];
    if (step->kind != TC_STEP_LAUNCH)
      continue;
    TcStatus status = findFunction(g, step, &functions[i]);
    if (status)
      return tcStatusAnnotate(status, "%s", step->name);
  }
  return TC_OK;
}

static TcStatus loadKernels(TcGpuProgram *g, const TcProgramDescriptor *d) {
  for (uint32_t i = 0; i < d->numImages; ++i)
    TC_RETURN_IF_ERROR(loadModule(g, d, i));
  for (int s = 0; s < TC_SECTION_COUNT; ++s)
    TC_RETURN_IF_ERROR(findFunctions(g, &d->sections[s], g->functions[s]));
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static TcStatus upload(TcGpuProgram *g, void *to, const void *from,
                       size_t bytes) {
  if (!bytes)
    return TC_OK;
  return check(g, g->driver.calls.copyIn(to, from, bytes, g->stream),
               "copying to the GPU");
}

static TcStatus uploadConstants(TcProgram *p, TcGpuProgram *g) {
  for (uint32_t i = 0; i < p->d->numBuffers; ++i) {
    const TcBufferInfo *b = &p->d->buffers[i];
    if (b->kind != TC_BUFFER_CONSTANT)
      continue;
    size_t bytes = (size_t)tcSizeEvaluate(p->d, b->bytes, NULL);
    TC_RETURN_IF_ERROR(allocateFixed(g, bytes, &p->fixedBuffers[i]));
    TC_RETURN_IF_ERROR(upload(g, p->fixedBuffers[i], b->data, bytes));
  }
  return TC_OK;
}

static bool findsErrors(const TcProgramDescriptor *d) { return d->numSites; }

static TcStatus makeErrorWord(TcGpuProgram *g, const TcProgramDescriptor *d) {
  void *errors = NULL;
  if (!findsErrors(d))
    return TC_OK;
  TC_RETURN_IF_ERROR(
      check(g, g->driver.calls.allocateHost(&errors, sizeof *g->errors),
            "allocating memory of the host"));
  g->errors = errors;
  atomic_store(g->errors, 0);
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

static bool allocateTables(TcGpuProgram *g, const TcProgramDescriptor *d) {
  bool good = true;
  g->modules = calloc(d->numImages + 1u, sizeof *g->modules);
  g->weights = calloc(d->numWeights + 1u, sizeof *g->weights);
  g->ownsWeight = calloc(d->numWeights + 1u, sizeof *g->ownsWeight);
  for (int s = 0; s < TC_SECTION_COUNT; ++s) {
    g->functions[s] =
        calloc(d->sections[s].numSteps + 1u, sizeof *g->functions[s]);
    good = good && g->functions[s];
  }
  return good && g->modules && g->weights && g->ownsWeight;
}

/// With the device being the thread's own.
static TcStatus setUp(TcProgram *p, TcGpuProgram *g) {
  TC_RETURN_IF_ERROR(check(
      g, g->driver.calls.streamCreate(&g->stream, TC_GPU_STREAM_NON_BLOCKING),
      "making a stream"));
  TC_RETURN_IF_ERROR(loadKernels(g, p->d));
  TC_RETURN_IF_ERROR(uploadConstants(p, g));
  TC_RETURN_IF_ERROR(makeErrorWord(g, p->d));
  return synchronize(g);
}

/// A stream of the caller's may be captured while its call opens the GPU.
static TcStatus checkCapture(const TcProgram *p, const TcGpuProgram *g,
                             const TcCallFrame *frame) {
  int status = TC_GPU_CAPTURE_NONE;
  if (!frame || !frame->stream ||
      g->driver.calls.isCapturing(tcGpuStreamOf(g, frame->stream), &status) ||
      status == TC_GPU_CAPTURE_NONE)
    return TC_OK;
  return tcStatusMake(TC_ERROR_GPU_CAPTURE,
                      "%s: the stream is being captured, and the call would "
                      "have to load the program into the GPU: call it once "
                      "before the capture",
                      p->d->name);
}

static TcStatus open(TcProgram *p, TcGpuProgram *g, const TcCallFrame *frame) {
  if (!allocateTables(g, p->d))
    return tcNoMemory(sizeof *g, "the GPU's tables");
  TC_RETURN_IF_ERROR(tcGpuDriverOpen(p->d->target, &g->driver));
  TC_RETURN_IF_ERROR(checkCapture(p, g, frame));
  TC_RETURN_IF_ERROR(openDevice(g, p->ordinal));
  TcGpuThread thread;
  TC_RETURN_IF_ERROR(tcGpuDriverEnter(&g->driver, g->device, &thread));
  TcStatus status = setUp(p, g);
  tcGpuDriverLeave(&g->driver, g->device, thread);
  return status;
}

static void forgetBuffers(TcProgram *p, TcGpuProgram *g) {
  for (uint32_t i = 0; i < p->d->numBuffers; ++i) {
    uint32_t kind = p->d->buffers[i].kind;
    if (!p->fixedBuffers[i] ||
        (kind != TC_BUFFER_CONSTANT && kind != TC_BUFFER_PREPARED))
      continue;
    if (kind == TC_BUFFER_CONSTANT)
      g->driver.calls.releaseFixed(p->fixedBuffers[i]);
    else
      g->driver.calls.release(p->fixedBuffers[i], g->stream);
    p->fixedBuffers[i] = NULL;
  }
  for (uint32_t i = 0; g->weights && i < p->d->numWeights; ++i)
    tcGpuWeightDrop(p, i);
  if (g->errors)
    g->driver.calls.releaseHost((void *)g->errors);
}

static void tearDown(TcProgram *p, TcGpuProgram *g) {
  tcGpuGraphsDrop(p);
  forgetBuffers(p, g);
  if (g->stream)
    g->driver.calls.streamSynchronize(g->stream);
  if (g->pool)
    g->driver.calls.poolDestroy(g->pool);
  for (uint32_t i = 0; g->modules && i < p->d->numImages; ++i)
    if (g->modules[i])
      g->driver.calls.moduleUnload(g->modules[i]);
  if (g->stream)
    g->driver.calls.streamDestroy(g->stream);
}

void tcGpuProgramClose(TcProgram *p) {
  TcGpuProgram *g = p->gpu;
  TcGpuThread thread;
  if (!g)
    return;
  if (g->retained) {
    TcStatus status = tcGpuDriverEnter(&g->driver, g->device, &thread);
    if (!status) {
      tearDown(p, g);
      tcGpuDriverLeave(&g->driver, g->device, thread);
    }
    tcStatusFree(status);
    g->driver.api->drop(&g->driver, g->device);
  }
  tcGpuDriverClose(&g->driver);
  free(g->modules);
  free(g->weights);
  free(g->ownsWeight);
  for (int s = 0; s < TC_SECTION_COUNT; ++s)
    free(g->functions[s]);
  pthread_mutex_destroy(&g->makingPool);
  free(g);
  p->gpu = NULL;
}

static TcStatus openNow(TcProgram *p, const TcCallFrame *frame) {
  TcGpuProgram *g = calloc(1, sizeof *g);
  if (!g)
    return tcNoMemory(sizeof *g, "the GPU's tables");
  p->gpu = g;
  pthread_mutex_init(&g->makingPool, NULL);
  TcStatus status = open(p, g, frame);
  if (status)
    tcGpuProgramClose(p);
  return status;
}

TcStatus tcGpuProgramOpen(TcProgram *p, const TcCallFrame *frame) {
  pthread_mutex_lock(&p->opening);
  TcStatus status = p->gpu ? TC_OK : openNow(p, frame);
  pthread_mutex_unlock(&p->opening);
  return status;
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

static TcStatus uploadWeight(TcGpuProgram *g, const TcTensor *tensor,
                             void **weight) {
  size_t bytes = (size_t)tcTensorDenseBytes(tensor);
  TC_RETURN_IF_ERROR(allocateFixed(g, bytes, weight));
  TC_RETURN_IF_ERROR(upload(g, *weight, tensor->data, bytes));
  return synchronize(g); // the source may now take it back
}

static TcStatus adoptWeight(TcProgram *p, uint32_t index) {
  void *data = p->weights[index].data;
  if ((uintptr_t)data % TC_GPU_ALIGNMENT)
    return tcStatusMake(TC_ERROR_CALL_ALIGNMENT,
                        "weight %s: data at %p is not %d-byte aligned",
                        p->d->weights[index].name, data, TC_GPU_ALIGNMENT);
  p->gpu->weights[index] = data;
  return TC_OK;
}

TcStatus tcGpuWeightUpload(TcExecution *e, uint32_t index) {
  TcProgram *p = e->program;
  TcGpuProgram *g = p->gpu;
  if (p->source.onDevice)
    return adoptWeight(p, index);
  g->ownsWeight[index] = true;
  return uploadWeight(g, &p->weights[index], &g->weights[index]);
}

void tcGpuWeightDrop(TcProgram *p, uint32_t index) {
  TcGpuProgram *g = p->gpu;
  if (g->weights[index] && g->ownsWeight[index])
    g->driver.calls.releaseFixed(g->weights[index]);
  g->weights[index] = NULL;
  g->ownsWeight[index] = false;
}
