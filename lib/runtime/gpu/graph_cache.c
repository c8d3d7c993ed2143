//===- gpu/graph_cache.c - Which calls are graphs -----------------*- C -*-===//
//
// Keeps a bounded number of executable graphs, of which the least recently used
// goes first. A call has its graph to itself: one that finds those of its sizes
// taken gets another. See graph.h.
//
//===----------------------------------------------------------------------===//

#include "runtime/gpu/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// What makes a program's launches depend on the run, or NULL.
static const char *whyNever(const TcProgram *p) {
  const TcSection *main = &p->d->sections[TC_SECTION_MAIN];
  if (!tcIsGpuProgram(p->d))
    return "the program is for a CPU";
  if (p->guard)
    return "every buffer has memory of its own (TC_HEAP_GUARD)";
  for (uint32_t i = 0; i < main->numSteps; ++i)
    if (main->steps[i].kind != TC_STEP_LAUNCH)
      return "what the GPU computes decides sizes or steps of the program";
  return NULL;
}

static void freeGraph(TcGpuGraph *g) {
  free(g->symbols);
  free(g->onHost);
  free(g->fills);
  free(g->fillNodes);
  free(g->nodes);
  free(g->buffers);
}

static bool makeGraph(const TcProgramDescriptor *d, TcGpuGraph *g) {
  uint32_t numSteps = d->sections[TC_SECTION_MAIN].numSteps;
  size_t fills = d->numInputs * (size_t)TC_GPU_NUMBER_FILLS + TC_GPU_WORD_FILLS;
  g->symbols = calloc(d->numSymbols + 1u, sizeof *g->symbols);
  g->onHost = calloc(d->numInputs + 1u, sizeof *g->onHost);
  g->fills = calloc(fills, sizeof *g->fills);
  g->fillNodes = calloc(fills, sizeof *g->fillNodes);
  g->nodes = calloc(numSteps + 1u, sizeof *g->nodes);
  g->buffers = calloc(d->numBuffers + 1u, sizeof *g->buffers);
  return g->symbols && g->onHost && g->fills && g->fillNodes && g->nodes &&
         g->buffers;
}

static bool makeTables(TcGpuGraphs *graphs, const TcProgramDescriptor *d) {
  unsigned most = graphs->options.most;
  graphs->all = calloc(most, sizeof *graphs->all);
  graphs->seenHash = calloc(most, sizeof *graphs->seenHash);
  graphs->seenCount = calloc(most, sizeof *graphs->seenCount);
  bool good = graphs->all && graphs->seenHash && graphs->seenCount;
  for (unsigned i = 0; good && i < most; ++i)
    good = makeGraph(d, &graphs->all[i]);
  return good;
}

void tcGpuGraphsFree(TcProgram *p) {
  TcGpuGraphs *graphs = p->graphs;
  p->graphs = NULL;
  if (!graphs)
    return;
  for (unsigned i = 0; graphs->all && i < graphs->options.most; ++i)
    freeGraph(&graphs->all[i]);
  free(graphs->all);
  free(graphs->seenHash);
  free(graphs->seenCount);
  pthread_mutex_destroy(&graphs->lock);
  free(graphs);
}

void tcGpuGraphsDrop(TcProgram *p) {
  for (unsigned i = 0; p->graphs && i < p->graphs->options.most; ++i) {
    tcGpuGraphDrop(&p->gpu->driver, &p->graphs->all[i]);
    p->graphs->all[i].lastUse = 0;
  }
}

static void dropNow(TcProgram *p) {
  TcGpuProgram *g = p->gpu;
  TcGpuThread thread;
  if (!g)
    return;
  TcStatus status = tcGpuDriverEnter(&g->driver, g->device, &thread);
  if (!status) {
    tcGpuGraphsDrop(p);
    tcGpuDriverLeave(&g->driver, g->device, thread);
  }
  tcStatusFree(status);
}

TcStatus tcProgramSetGraphs(TcProgram *p, const TcGraphOptions *options) {
  dropNow(p);
  tcGpuGraphsFree(p);
  if (!options || !options->most)
    return TC_OK;
  TcGpuGraphs *graphs = calloc(1, sizeof *graphs);
  if (!graphs)
    return tcNoMemory(sizeof *graphs, "the program's graphs");
  pthread_mutex_init(&graphs->lock, NULL);
  graphs->options = *options;
  graphs->why = whyNever(p);
  p->graphs = graphs;
  if (makeTables(graphs, p->d))
    return TC_OK;
  tcGpuGraphsFree(p);
  return tcNoMemory(options->most * sizeof(TcGpuGraph), "the program's graphs");
}

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

static void say(TcGpuGraphs *graphs, const char *why) {
  snprintf(graphs->stats.why, sizeof graphs->stats.why, "%s", why);
}

TcGraphStats tcProgramGraphStats(TcProgram *p) {
  TcGpuGraphs *graphs = p->graphs;
  if (!graphs)
    return (TcGraphStats){.why = "graphs are not asked for"};
  pthread_mutex_lock(&graphs->lock);
  TcGraphStats stats = graphs->stats;
  pthread_mutex_unlock(&graphs->lock);
  return stats;
}

/// A driver that refuses a graph is asked once more, for launches alone; one
/// that refuses that, too, is not asked again. Unless it was the sizes that the
/// GPU does not take.
static void fail(TcGpuGraphs *graphs, const TcGpuGraph *g, TcStatus status) {
  char text[sizeof graphs->stats.why];
  bool ofSizes = tcStatusNumber(status) == TC_ERROR_GPU_GRID;
  tcStatusPrint(status, text, sizeof text);
  tcStatusFree(status);
  pthread_mutex_lock(&graphs->lock);
  graphs->hasFailed |= !ofSizes && g->launchesAlone;
  graphs->launchesAlone |= !ofSizes;
  ++graphs->stats.failed;
  ++graphs->stats.launched;
  say(graphs, text);
  pthread_mutex_unlock(&graphs->lock);
}

//===----------------------------------------------------------------------===//
// The graph of some sizes
//===----------------------------------------------------------------------===//

static bool isOnHost(const TcGpuGraphKey *key, uint32_t input) {
  return key->onHost && key->onHost[input];
}

static bool isOf(const TcGpuGraph *g, const TcGpuGraphKey *key,
                 const TcProgramDescriptor *d) {
  if (g->key.stream != key->stream || g->key.isAsync != key->isAsync ||
      memcmp(g->symbols, key->symbols, d->numSymbols * sizeof *g->symbols))
    return false;
  for (uint32_t i = 0; i < d->numInputs; ++i)
    if (g->onHost[i] != isOnHost(key, i))
      return false;
  return true;
}

static TcGpuGraph *find(const TcGpuGraphs *graphs, const TcGpuGraphKey *key,
                        const TcProgramDescriptor *d) {
  for (unsigned i = 0; i < graphs->options.most; ++i)
    if (graphs->all[i].lastUse && !graphs->all[i].isBusy &&
        isOf(&graphs->all[i], key, d))
      return &graphs->all[i];
  return NULL;
}

static uint64_t mix(uint64_t hash, uint64_t value) {
  for (int i = 0; i < 64; i += 8)
    hash = (hash ^ (value >> i & 0xFF)) * 0x100000001B3;
  return hash;
}

/// FNV-1a, never 0.
static uint64_t hashOf(const TcGpuGraphKey *key, const TcProgramDescriptor *d) {
  uint64_t hash = mix(0xCBF29CE484222325, (uint64_t)(uintptr_t)key->stream);
  hash = mix(hash, key->isAsync);
  for (uint32_t i = 0; i < d->numSymbols; ++i)
    hash = mix(hash, (uint64_t)key->symbols[i]);
  for (uint32_t i = 0; i < d->numInputs; ++i)
    hash = mix(hash, isOnHost(key, i));
  return hash ? hash : 1;
}

/// Where calls of these sizes are counted; `most` if they are not.
static unsigned seenAt(const TcGpuGraphs *graphs, uint64_t hash) {
  unsigned i = 0;
  while (i < graphs->options.most && graphs->seenHash[i] != hash)
    ++i;
  return i;
}

/// Whether enough calls have had these sizes.
static bool isDue(const TcGpuGraphs *graphs, uint64_t hash) {
  unsigned at = seenAt(graphs, hash);
  unsigned count = at < graphs->options.most ? graphs->seenCount[at] : 0;
  return count >= graphs->options.after;
}

static void countSizes(TcGpuGraphs *graphs, uint64_t hash) {
  unsigned at = seenAt(graphs, hash);
  if (at == graphs->options.most) {
    at = graphs->seenNext++ % graphs->options.most;
    graphs->seenHash[at] = hash;
    graphs->seenCount[at] = 0;
  }
  ++graphs->seenCount[at];
}

/// A free place, or that of the least recently used graph; NULL: all are busy.
static TcGpuGraph *choosePlace(const TcGpuGraphs *graphs) {
  TcGpuGraph *best = NULL;
  for (unsigned i = 0; i < graphs->options.most; ++i) {
    TcGpuGraph *g = &graphs->all[i];
    if (!g->isBusy && (!best || g->lastUse < best->lastUse))
      best = g;
  }
  return best;
}

static TcGpuGraphKey keyOf(const TcExecution *e) {
  return (TcGpuGraphKey){
      .stream = e->gpu->stream,
      .isAsync = e->gpu->isAsync,
      .symbols = e->symbols,
      .onHost = tcFrameIsFull(e->frame) ? e->frame->inputsOnHost : NULL};
}

/// With the lock.
static TcGpuGraph *choose(TcGpuGraphs *graphs, const TcGpuGraphKey *key,
                          const TcProgramDescriptor *d) {
  TcGpuGraph *g = find(graphs, key, d);
  uint64_t hash = g ? 0 : hashOf(key, d);
  if (!g && !isDue(graphs, hash)) {
    countSizes(graphs, hash);
    say(graphs, "the first calls of some sizes are launches");
    return NULL;
  }
  g = g ? g : choosePlace(graphs);
  if (!g) {
    say(graphs, "other calls have all graphs: allow more");
    return NULL;
  }
  g->isBusy = true;
  g->lastUse = ++graphs->clock;
  return g;
}

//===----------------------------------------------------------------------===//
// The graph of a call
//===----------------------------------------------------------------------===//

void tcGpuGraphGive(TcExecution *e) {
  TcGpuGraphs *graphs = e->program->graphs;
  if (!e->gpu->graph)
    return;
  pthread_mutex_lock(&graphs->lock);
  e->gpu->graph->isBusy = false;
  pthread_mutex_unlock(&graphs->lock);
  e->gpu->graph = NULL;
}

/// Makes a place that the call has a free one. Returns whether it was a graph.
static bool empty(TcExecution *e, TcGpuGraph *g) {
  TcGpuGraphs *graphs = e->program->graphs;
  bool wasGraph = g->executable;
  pthread_mutex_lock(&graphs->lock);
  graphs->stats.kept -= wasGraph;
  graphs->stats.keptBytes -= wasGraph ? g->arenaBytes : 0;
  pthread_mutex_unlock(&graphs->lock);
  tcGpuGraphDrop(&e->gpu->gpu->driver, g);
  return wasGraph;
}

/// The call goes on without its graph, which is given back.
static void giveUp(TcExecution *e, TcGpuGraph *g, TcStatus why) {
  TcGpuGraphs *graphs = e->program->graphs;
  empty(e, g);
  fail(graphs, g, why);
  pthread_mutex_lock(&graphs->lock);
  g->isBusy = false;
  g->lastUse = 0;
  pthread_mutex_unlock(&graphs->lock);
}

/// Gives a place that the call has to the call's sizes.
static bool occupy(TcExecution *e, TcGpuGraph *g, const TcGpuGraphKey *key) {
  TcGpuGraphs *graphs = e->program->graphs;
  bool wasGraph = empty(e, g);
  memcpy(g->symbols, key->symbols, e->d->numSymbols * sizeof *g->symbols);
  g->key = *key;
  g->key.symbols = g->symbols;
  for (uint32_t i = 0; i < e->d->numInputs; ++i)
    g->onHost[i] = isOnHost(key, i);
  g->key.onHost = g->onHost;
  pthread_mutex_lock(&graphs->lock);
  graphs->stats.evicted += wasGraph;
  g->launchesAlone = graphs->launchesAlone;
  pthread_mutex_unlock(&graphs->lock);
  TcStatus status = tcGpuGraphAllocate(e, g);
  if (status)
    giveUp(e, g, status);
  return !status;
}

/// With the lock: why the call cannot be a graph, whatever its sizes; NULL: it
/// can.
static const char *whyNot(const TcExecution *e) {
  const TcProgram *p = e->program;
  return p->graphs->why                  ? p->graphs->why
         : e->gpu->isCaptured            ? "the caller captures the stream"
         : !p->gpu->driver.graphs.create ? "the driver is too old for graphs"
         : p->observe || p->watch        ? "each launch is observed"
                                         : NULL;
}

static TcGpuGraph *takePlace(TcExecution *e, const TcGpuGraphKey *key) {
  TcGpuGraphs *graphs = e->program->graphs;
  TcGpuGraph *g = NULL;
  pthread_mutex_lock(&graphs->lock);
  const char *why = whyNot(e);
  if (why)
    say(graphs, why);
  else if (!graphs->hasFailed)
    g = choose(graphs, key, e->d);
  graphs->stats.launched += !g;
  pthread_mutex_unlock(&graphs->lock);
  return g;
}

TcGpuGraph *tcGpuGraphTake(TcExecution *e) {
  if (!e->program->graphs)
    return NULL;
  TcGpuGraphKey key = keyOf(e);
  TcGpuGraph *g = takePlace(e, &key);
  bool isReady = g && g->executable && isOf(g, &key, e->d);
  return !g || isReady || occupy(e, g, &key) ? g : NULL;
}

bool tcGpuGraphIsLikely(const TcExecution *e) {
  TcGpuGraphs *graphs = e->program->graphs;
  if (!graphs || !e->gpu)
    return false;
  TcGpuGraphKey key = keyOf(e);
  pthread_mutex_lock(&graphs->lock);
  bool can = !whyNot(e) && !graphs->hasFailed && choosePlace(graphs);
  bool is =
      can && (find(graphs, &key, e->d) || isDue(graphs, hashOf(&key, e->d)));
  pthread_mutex_unlock(&graphs->lock);
  return is;
}

static TcStatus enqueue(TcExecution *e, uint64_t *updated) {
  const TcGpuDriver *d = &e->gpu->gpu->driver;
  TcGpuGraph *g = e->gpu->graph;
  TC_RETURN_IF_ERROR(tcGpuGraphSet(e, g, updated));
  return tcGpuCheck(d, d->graphs.launch(g->executable, e->gpu->stream),
                    "launching a graph");
}

static void count(TcGpuGraphs *graphs, const TcGpuGraph *g, bool isNew,
                  uint64_t updated) {
  pthread_mutex_lock(&graphs->lock);
  TcGraphStats *s = &graphs->stats;
  ++s->replayed;
  s->updated += updated;
  s->made += isNew;
  s->kept += isNew;
  s->keptBytes += isNew ? g->arenaBytes : 0;
  pthread_mutex_unlock(&graphs->lock);
}

bool tcGpuGraphReplay(TcExecution *e) {
  TcGpuGraph *g = e->gpu->graph;
  bool isNew = !g->executable;
  uint64_t updated;
  TcStatus status = enqueue(e, &updated);
  if (!status) {
    count(e->program->graphs, g, isNew, updated);
    return true;
  }
  if (isNew && g->executable) { // not counted yet
    e->gpu->gpu->driver.graphs.destroyExecutable(g->executable);
    g->executable = NULL;
  }
  giveUp(e, g, status);
  e->gpu->graph = NULL;
  e->gpu->errorWord = NULL;
  return false;
}
