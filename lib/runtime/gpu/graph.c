//===- gpu/graph.c - An executable graph --------------------------*- C -*-===//
//
// Memsets of what the host gives by value, then a node for each launch, behind
// the one before it, then the copy of the error word. What a node does is
// written into it; when addresses or values change, only nodes that have them
// are written anew. See graph.h.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/graph.h"

#include <string.h>

static TcStatus check(const TcExecution *e, int code, const char *what) {
  return tcGpuCheck(&e->gpu->gpu->driver, code, what);
}

static const TcSection *mainOf(const TcExecution *e) {
  return &e->d->sections[TC_SECTION_MAIN];
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static TcStatus allocate(TcExecution *e, TcGpuGraph *g) {
  const TcGpuCalls *calls = &e->gpu->gpu->driver.calls;
  TC_RETURN_IF_ERROR(
      tcExecutionBytes(e, mainOf(e)->arenaBytes, &g->arenaBytes));
  if (!g->key.isAsync)
    TC_RETURN_IF_ERROR(
        check(e, calls->allocateFixed(&g->errorWord, sizeof(uint64_t)),
              "allocating a graph's error word"));
  if (!g->arenaBytes)
    return TC_OK;
  return check(e, calls->allocateFixed(&g->arena, g->arenaBytes),
               "allocating a graph's memory");
}

TcStatus tcGpuGraphAllocate(TcExecution *e, TcGpuGraph *g) {
  TcStatus status = allocate(e, g);
  if (status)
    tcGpuGraphDrop(&e->gpu->gpu->driver, g);
  return status;
}

void tcGpuGraphDrop(const TcGpuDriver *d, TcGpuGraph *g) {
  if (g->executable)
    d->graphs.destroyExecutable(g->executable);
  if (g->graph)
    d->graphs.destroy(g->graph);
  if (g->arena)
    d->calls.releaseFixed(g->arena);
  if (g->errorWord)
    d->calls.releaseFixed(g->errorWord);
  g->executable = g->graph = g->arena = g->errorWord = NULL;
  g->arenaBytes = 0;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static TcStatus describe(TcExecution *e, const TcStep *step,
                         TcGpuKernelNode *kernel, bool *early) {
  TcGpuLaunch launch;
  TC_RETURN_IF_ERROR(tcGpuLaunchDescribe(e, step, &launch));
  e->gpu->gpu->driver.api->kernelNode(&launch, kernel);
  *early = launch.early;
  return TC_OK;
}

static TcStatus addFills(const TcExecution *e, TcGpuGraph *g) {
  const TcGpuDriver *d = &e->gpu->gpu->driver;
  g->numFills = e->gpu->numFills;
  for (uint32_t i = 0; i < g->numFills; ++i) {
    g->fills[i] = e->gpu->fills[i];
    TC_RETURN_IF_ERROR(
        check(e, d->api->addFill(d, &g->fillNodes[i], g->graph, &g->fills[i]),
              "adding a memset to a graph"));
  }
  return TC_OK;
}

/// Adds the step's launch behind `*last`, or, if it is the first, behind the
/// memsets, and is then the last itself.
static TcStatus addNode(TcExecution *e, TcGpuGraph *g, uint32_t index,
                        void **last) {
  const TcGpuDriver *d = &e->gpu->gpu->driver;
  const TcStep *step = &mainOf(e)->steps[index];
  TcGpuKernelNode kernel;
  bool early;
  g->nodes[index] = NULL;
  if (e->sizes[step->numTasks] <= 0)
    return TC_OK;
  TC_RETURN_IF_ERROR(describe(e, step, &kernel, &early));
  void **node = &g->nodes[index], **before = *last ? last : g->fillNodes;
  size_t count = *last ? 1 : g->numFills;
  int code = early && *last && d->api->addEarlyKernel
                 ? d->api->addEarlyKernel(d, node, g->graph, *last, &kernel)
                 : d->graphs.addKernel(node, g->graph, before, count, &kernel);
  *last = *node;
  return check(e, code, "adding a launch to a graph");
}

static TcStatus build(TcExecution *e, TcGpuGraph *g) {
  const TcGpuGraphCalls *calls = &e->gpu->gpu->driver.graphs;
  void *last = NULL;
  TC_RETURN_IF_ERROR(check(e, calls->create(&g->graph, 0), "making a graph"));
  TC_RETURN_IF_ERROR(addFills(e, g));
  for (uint32_t i = 0; i < mainOf(e)->numSteps; ++i)
    TC_RETURN_IF_ERROR(addNode(e, g, i, &last));
  return check(e, calls->instantiate(&g->executable, g->graph, 0),
               "making a graph executable");
}

/// There are as many as there were: the key says which inputs are written so.
static TcStatus updateFills(const TcExecution *e, TcGpuGraph *g) {
  const TcGpuDriver *d = &e->gpu->gpu->driver;
  for (uint32_t i = 0; i < g->numFills; ++i) {
    const TcGpuFill *fill = &e->gpu->fills[i];
    if (fill->to == g->fills[i].to && fill->value == g->fills[i].value)
      continue;
    g->fills[i] = *fill;
    TC_RETURN_IF_ERROR(
        check(e, d->api->setFill(d, g->executable, g->fillNodes[i], fill),
              "updating a graph"));
  }
  return TC_OK;
}

/// Whether the step accesses memory that is elsewhere than in the last call.
static bool hasMoved(const TcExecution *e, const TcGpuGraph *g,
                     const TcStep *step) {
  for (uint32_t i = 0; i < step->numBuffers; ++i)
    if (e->buffers[step->buffers[i]] != g->buffers[step->buffers[i]])
      return true;
  return false;
}

static TcStatus setNode(TcExecution *e, const TcGpuGraph *g, uint32_t index) {
  const TcGpuGraphCalls *calls = &e->gpu->gpu->driver.graphs;
  TcGpuKernelNode kernel;
  bool early;
  TC_RETURN_IF_ERROR(describe(e, &mainOf(e)->steps[index], &kernel, &early));
  return check(e, calls->setKernel(g->executable, g->nodes[index], &kernel),
               "updating a graph");
}

static TcStatus updateKernels(TcExecution *e, TcGpuGraph *g,
                              uint64_t *updated) {
  for (uint32_t i = 0; i < mainOf(e)->numSteps; ++i) {
    if (!g->nodes[i] || !hasMoved(e, g, &mainOf(e)->steps[i]))
      continue;
    TC_RETURN_IF_ERROR(setNode(e, g, i));
    ++*updated;
  }
  return TC_OK;
}

static TcStatus update(TcExecution *e, TcGpuGraph *g, size_t bytes,
                       uint64_t *updated) {
  TC_RETURN_IF_ERROR(updateFills(e, g));
  return memcmp(g->buffers, e->buffers, bytes) ? updateKernels(e, g, updated)
                                               : TC_OK;
}

TcStatus tcGpuGraphSet(TcExecution *e, TcGpuGraph *g, uint64_t *updated) {
  size_t bytes = e->d->numBuffers * sizeof *g->buffers;
  *updated = 0;
  TC_RETURN_IF_ERROR(g->executable ? update(e, g, bytes, updated)
                                   : build(e, g));
  memcpy(g->buffers, e->buffers, bytes);
  return TC_OK;
}
