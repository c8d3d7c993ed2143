//===- gpu/device.c - What an embedder asks of a GPU --------------*- C -*-===//
//
// The GPU functions of tc/program.h: memory, copies, streams.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/program.h"

#include <stdio.h>
#include <string.h>

const char *tcProgramTarget(const TcProgram *p) {
  return tcIsGpuProgram(p->d) ? p->d->target : "cpu";
}

const char *tcProgramChip(const TcProgram *p) {
  return p->d->chip ? p->d->chip : "";
}

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
  TC_RETURN_IF_ERROR(tcGpuProgramOpen(p));
  return tcGpuDriverEnter(&p->gpu->driver, p->gpu->device, thread);
}

static void leave(TcProgram *p, TcGpuThread thread) {
  tcGpuDriverLeave(&p->gpu->driver, p->gpu->device, thread);
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

TcStatus tcProgramDeviceAllocator(TcProgram *p, const TcAllocator **allocator) {
  if (!tcIsGpuProgram(p->d)) {
    *allocator = tcHeapAllocator(p->heap);
    return TC_OK;
  }
  TC_RETURN_IF_ERROR(tcGpuProgramOpen(p));
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
  if (!tcIsGpuProgram(p->d)) {
    memmove(to, from, bytes);
    return TC_OK;
  }
  TC_RETURN_IF_ERROR(enter(p, &thread));
  const TcGpuCalls *calls = &p->gpu->driver.calls;
  TcStatus status = copyAndWait(p->gpu, out ? calls->copyOut : calls->copyIn,
                                to, from, bytes, tcGpuStreamOf(p->gpu, stream));
  leave(p, thread);
  return status;
}

TcStatus tcProgramCopyIn(TcProgram *p, void *device, const void *host,
                         size_t bytes, void *stream) {
  return copyMemory(p, false, device, host, bytes, stream);
}

TcStatus tcProgramCopyOut(TcProgram *p, void *host, const void *device,
                          size_t bytes, void *stream) {
  return copyMemory(p, true, host, device, bytes, stream);
}

TcStatus tcProgramReadWeight(TcProgram *p, size_t index, void *to) {
  void *data = NULL;
  if (index < p->d->numWeights)
    data = p->gpu ? p->gpu->weights[index] : p->weights[index].data;
  if (!data)
    return tcStatusMake(TC_ERROR_PROGRAM_NO_VALUE,
                        "%s holds no weight number %zu", p->d->name, index);
  return copyMemory(p, true, to, data,
                    (size_t)tcTensorDenseBytes(&p->weights[index]), NULL);
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

static TcStatus takeErrorWord(TcGpuProgram *g, void *stream, uint64_t *word) {
  stream = tcGpuStreamOf(g, stream);
  TC_RETURN_IF_ERROR(copyAndWait(g, g->driver.calls.copyOut, word, g->errors,
                                 sizeof *word, stream));
  if (!*word)
    return TC_OK;
  if (g->seen)
    atomic_store(g->seen, 0);
  return tcGpuCheck(&g->driver,
                    g->driver.calls.fill(g->errors, 0, sizeof *word, stream),
                    "clearing memory");
}

TcStatus tcProgramSynchronize(TcProgram *p, void *stream) {
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
