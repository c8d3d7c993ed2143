//===- gpu/launch.c - Launches ------------------------------------*- C -*-===//
//
// What a step is as a launch: its function, dimensions and parameters. Launches
// go to the call's stream, or into a graph (graph.c).
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/program.h"

#include <limits.h>

static TcStatus check(const TcGpuCall *c, int code, const char *what) {
  return tcGpuCheck(&c->gpu->driver, code, what);
}

//===----------------------------------------------------------------------===//
// Parameters
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
                     .rank = m->rank,
                     .pixels = m->pixels};
  for (uint32_t i = 0; i < TC_TENSOR_SPACE; ++i) {
    t->lower[i] = m->lower[i];
    t->upper[i] = m->upper[i];
    t->step[i] = m->step[i];
  }
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

static TcStatus describe(TcExecution *e, const TcStep *step, int64_t blocks,
                         TcGpuLaunch *l) {
  size_t shared;
  TC_RETURN_IF_ERROR(tcExecutionBytes(e, step->sharedBytes, &shared));
  if (blocks > INT_MAX || shared > UINT_MAX)
    return tooMany(step, blocks);
  TC_RETURN_IF_ERROR(makeMaps(e, step));
  setParameters(e, step);
  *l = (TcGpuLaunch){.function = functionOf(e, step),
                     .blocks = (unsigned)blocks,
                     .threads = step->threads,
                     .sharedBytes = (unsigned)shared,
                     .early = step->dependent,
                     .parameters = e->gpu->parameters};
  return TC_OK;
}

TcStatus tcGpuLaunchDescribe(TcExecution *e, const TcStep *step,
                             TcGpuLaunch *l) {
  tcExecutionBindStep(e, step);
  return describe(e, step, e->sizes[step->numTasks], l);
}

//===----------------------------------------------------------------------===//
// On the stream
//===----------------------------------------------------------------------===//

static TcStatus launch(TcExecution *e, const TcStep *step, int64_t blocks) {
  const TcGpuCall *c = e->gpu;
  const TcGpuDriver *d = &c->gpu->driver;
  TcGpuLaunch l;
  TC_RETURN_IF_ERROR(describe(e, step, blocks, &l));
  int code =
      l.early && d->api->launchEarly
          ? d->api->launchEarly(d, &l, c->stream)
          : d->calls.launch(l.function, l.blocks, 1, 1, l.threads, 1, 1,
                            l.sharedBytes, c->stream, l.parameters, NULL);
  TcStatus status = check(c, code, "a launch");
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
  const TcGpuCall *c = e->gpu;
  size_t bytes = e->program->coldBytes;
  if (!bytes)
    return TC_OK;
  void *memory = c->allocator.alloc(c->allocator.self, bytes, 1);
  if (!memory)
    return tcStatusMake(TC_ERROR_GPU_NO_MEMORY,
                        "no memory of the GPU to measure with");
  TcStatus status =
      check(c, c->gpu->driver.calls.fill(memory, 0, bytes, c->stream),
            "clearing memory");
  c->allocator.free(c->allocator.self, memory);
  return status;
}

TcStatus tcGpuRun(TcExecution *e, const TcStep *step, int64_t blocks) {
  return blocks > 0 ? launch(e, step, blocks) : TC_OK;
}

/// What is captured takes no time yet.
TcStatus tcGpuRunTimed(TcExecution *e, const TcStep *step, int64_t blocks,
                       double *seconds) {
  *seconds = 0;
  if (blocks <= 0 || e->gpu->isCaptured)
    return tcGpuRun(e, step, blocks);
  TC_RETURN_IF_ERROR(coolCaches(e));
  return launchTimed(e, step, blocks, seconds);
}
