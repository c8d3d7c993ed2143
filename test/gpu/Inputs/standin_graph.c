// Graphs of the stand-in for a GPU driver: lists of kernels, of which launching
// an executable puts a copy into the stream. See standin.c.
#include "standin_device.h"

#include <stdlib.h>
#include <string.h>

int standinCaptureMode;

int NAME(cuStreamIsCapturing, hipStreamIsCapturing)(void *stream, int *status);
int NAME(cuStreamIsCapturing, hipStreamIsCapturing)(void *stream, int *status) {
  ENTER();
  *status = standin.isCapturing && stream == standin.captured;
  return 0;
}

int NAME(cuThreadExchangeStreamCaptureMode,
         hipThreadExchangeStreamCaptureMode)(int *mode);
int NAME(cuThreadExchangeStreamCaptureMode,
         hipThreadExchangeStreamCaptureMode)(int *mode) {
  int before = standinCaptureMode;
  standinCaptureMode = *mode;
  *mode = before;
  return *mode >= 0 && *mode <= RELAXED ? 0 : INVALID;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

#ifdef STANDIN_HIP
typedef struct KernelNodeParams { // hipKernelNodeParams
  unsigned block[3];
  void **extra;
  Function *function;
  unsigned grid[3];
  void **parameters;
  unsigned shared;
} KernelNodeParams;
#else
typedef struct KernelNodeParams { // CUDA_KERNEL_NODE_PARAMS
  Function *function;
  unsigned grid[3], block[3], shared;
  void **parameters, **extra;
} KernelNodeParams;
#endif

// What is put into the stream; the bytes of a memset, made anew each time.
typedef struct Node {
  struct Node *next;         // in the order of adding
  const struct Node *before; // the last of those that it waits for
  size_t numBefore;
  Work work;
  unsigned char bytes[8];
} Node;

static bool readNode(Node *node, const KernelNodeParams *p) {
  if (!p->grid[0] || p->grid[1] != 1 || p->grid[2] != 1 || !p->block[0] ||
      p->block[1] != 1 || p->block[2] != 1 || p->extra)
    return false;
  node->work.kind = LAUNCH;
  node->work.function = p->function;
  node->work.numBlocks = p->grid[0];
  standinReadParameters(p->function, p->parameters, node->work.values);
  return true;
}

static void freeNodes(Node *node) {
  while (node) {
    Node *next = node->next;
    free(node);
    node = next;
  }
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

typedef struct Graph {
  Node *first, **last;
} Graph;

int NAME(cuGraphCreate, hipGraphCreate)(void **out, unsigned flags);
int NAME(cuGraphCreate, hipGraphCreate)(void **out, unsigned flags) {
  ENTER_DEVICE();
  Graph *g = calloc(1, sizeof *g);
  g->last = &g->first;
  *out = g;
  ++standin.graphs;
  return flags ? INVALID : 0;
}

int NAME(cuGraphDestroy, hipGraphDestroy)(void *graph);
int NAME(cuGraphDestroy, hipGraphDestroy)(void *graph) {
  freeNodes(((Graph *)graph)->first);
  free(graph);
  --standin.graphs;
  return 0;
}

static Node *add(void *graph, Node *const *before, size_t count) {
  Graph *g = graph;
  Node *node = calloc(1, sizeof *node);
  *g->last = node;
  g->last = &node->next;
  node->before = count ? before[count - 1] : NULL;
  node->numBefore = count;
  return node;
}

int NAME(cuGraphAddKernelNode,
         hipGraphAddKernelNode)(Node **out, void *graph, Node *const *before,
                                size_t count, const KernelNodeParams *p);
int NAME(cuGraphAddKernelNode,
         hipGraphAddKernelNode)(Node **out, void *graph, Node *const *before,
                                size_t count, const KernelNodeParams *p) {
  ENTER_DEVICE();
  *out = add(graph, before, count);
  return readNode(*out, p)
             ? 0
             : standinMistake("a graph's kernel with a strange grid");
}

#ifndef STANDIN_HIP
typedef struct EdgeData {
  unsigned char fromPort, toPort, type, reserved[5];
} EdgeData;

int cuGraphAddDependencies_v2(void *graph, Node *const *from, Node *const *to,
                              const EdgeData *edge, size_t count);
int cuGraphAddDependencies_v2(void *graph, Node *const *from, Node *const *to,
                              const EdgeData *edge, size_t count) {
  ENTER_DEVICE();
  if (!graph || count != 1 || edge->fromPort != 1 || edge->toPort ||
      edge->type != 1 || (*to)->before)
    return standinMistake("a strange edge");
  (*to)->before = *from;
  (*to)->numBefore = 1;
  ++standin.early;
  return 0;
}
#endif

//===----------------------------------------------------------------------===//
// Memsets
//===----------------------------------------------------------------------===//

static int readFill(Node *node, void *to, unsigned value, unsigned each,
                    size_t count, size_t height) {
  size_t bytes = each * count;
  node->work.kind = FILL;
  node->work.to = to;
  node->work.bytes = bytes;
  for (size_t i = 0; i < bytes && i < sizeof node->bytes; ++i)
    node->bytes[i] = (unsigned char)(value >> 8 * (i % each));
  return height == 1 && (each == 1 || each == 4) &&
                 bytes <= sizeof node->bytes && standinIsDevice(to, bytes)
             ? 0
             : standinMistake("a graph with a strange memset");
}

#ifdef STANDIN_HIP
typedef struct MemsetParams { // hipMemsetParams
  void *to;
  unsigned each;
  size_t height, pitch;
  unsigned value;
  size_t width;
} MemsetParams;

int hipGraphAddMemsetNode(Node **out, void *graph, Node *const *before,
                          size_t count, const MemsetParams *p);
int hipGraphAddMemsetNode(Node **out, void *graph, Node *const *before,
                          size_t count, const MemsetParams *p) {
  ENTER_DEVICE();
  *out = add(graph, before, count);
  return readFill(*out, p->to, p->value, p->each, p->width, p->height);
}
#else
typedef struct MemsetParams { // CUDA_MEMSET_NODE_PARAMS
  void *to;
  size_t pitch;
  unsigned value, each;
  size_t width, height;
} MemsetParams;

int cuGraphAddMemsetNode(Node **out, void *graph, Node *const *before,
                         size_t count, const MemsetParams *p, void *context);
int cuGraphAddMemsetNode(Node **out, void *graph, Node *const *before,
                         size_t count, const MemsetParams *p, void *context) {
  ENTER_DEVICE();
  *out = add(graph, before, count);
  return context ? readFill(*out, p->to, p->value, p->each, p->width, p->height)
                 : standinMistake("a memset without a context");
}
#endif

//===----------------------------------------------------------------------===//
// Executables
//===----------------------------------------------------------------------===//

typedef struct Executable {
  Node *first;
  Graph *graph;
} Executable;

/// Memsets, of which the first other node waits for all, then one after
/// another.
static bool isChain(const Graph *g) {
  const Node *n = g->first, *last = NULL;
  size_t wanted = 0;
  for (; n && n->work.kind == FILL; last = n, n = n->next, ++wanted)
    if (n->before)
      return false;
  for (; n; last = n, n = n->next, wanted = 1)
    if (n->before != last || n->numBefore != wanted)
      return false;
  return true;
}

int NAME(cuGraphInstantiateWithFlags,
         hipGraphInstantiateWithFlags)(void **out, void *graph,
                                       unsigned long long flags);
int NAME(cuGraphInstantiateWithFlags,
         hipGraphInstantiateWithFlags)(void **out, void *graph,
                                       unsigned long long flags) {
  ENTER_DEVICE();
  Graph *g = graph;
  if (flags || !isChain(g))
    return standinMistake("a graph whose nodes are no chain");
  Executable *x = calloc(1, sizeof *x);
  Node **last = &x->first;
  for (const Node *n = g->first; n; n = n->next) {
    *last = malloc(sizeof **last);
    **last = *n;
    last = &(*last)->next;
  }
  x->graph = g;
  *out = x;
  ++standin.executables;
  return 0;
}

int NAME(cuGraphExecDestroy, hipGraphExecDestroy)(void *executable);
int NAME(cuGraphExecDestroy, hipGraphExecDestroy)(void *executable) {
  freeNodes(((Executable *)executable)->first);
  free(executable);
  --standin.executables;
  return 0;
}

/// The executable's own node of that kind; NULL, a mistake, if it has none.
static Node *find(void *executable, const Node *node, int kind) {
  Node *own = ((Executable *)executable)->first;
  const Node *of = ((Executable *)executable)->graph->first;
  for (; of && of != node; of = of->next)
    own = own->next;
  ++standin.updates;
  if (of && own->work.kind == kind)
    return own;
  standinMistake("a node is set that the graph has not");
  return NULL;
}

int NAME(cuGraphExecKernelNodeSetParams,
         hipGraphExecKernelNodeSetParams)(void *executable, const Node *node,
                                          const KernelNodeParams *p);
int NAME(cuGraphExecKernelNodeSetParams,
         hipGraphExecKernelNodeSetParams)(void *executable, const Node *node,
                                          const KernelNodeParams *p) {
  ENTER_DEVICE();
  Node *own = find(executable, node, LAUNCH);
  return own && readNode(own, p) ? 0 : INVALID;
}

#ifdef STANDIN_HIP
int hipGraphExecMemsetNodeSetParams(void *executable, const Node *node,
                                    const MemsetParams *p);
int hipGraphExecMemsetNodeSetParams(void *executable, const Node *node,
                                    const MemsetParams *p) {
#else
int cuGraphExecMemsetNodeSetParams(void *executable, const Node *node,
                                   const MemsetParams *p, void *context);
int cuGraphExecMemsetNodeSetParams(void *executable, const Node *node,
                                   const MemsetParams *p, void *context) {
  if (!context)
    return standinMistake("a memset without a context");
#endif
  ENTER_DEVICE();
  Node *own = find(executable, node, FILL);
  return own ? readFill(own, p->to, p->value, p->each, p->width, p->height)
             : INVALID;
}

/// What a node was given may have been freed since.
static void checkPointers(const Work *w) {
  const StandinFunction *f = w->kind == LAUNCH ? &w->function->known : NULL;
  bool good = f || standinIsDevice(w->kind == FILL ? w->to : w->from, w->bytes);
  for (uint32_t i = 0; f && f->run && i <= f->numBuffers; ++i)
    good &= !w->values[i] || standinIsReachable(w->values[i]);
  if (!good)
    standinMistake("a graph's node has a pointer that is not the device's");
}

static void putNode(const Node *n, void *stream) {
  bool isFill = n->work.kind == FILL;
  Work *w = standinPut(stream, isFill ? COPY : n->work.kind);
  w->to = n->work.to;
  w->from = n->work.from;
  w->bytes = n->work.bytes;
  w->function = n->work.function;
  w->numBlocks = n->work.numBlocks;
  memcpy(w->values, n->work.values, sizeof w->values);
  if (isFill) {
    w->from = memcpy(malloc(sizeof n->bytes), n->bytes, sizeof n->bytes);
    w->byte = -1;
  }
}

int NAME(cuGraphLaunch, hipGraphLaunch)(void *executable, void *stream);
int NAME(cuGraphLaunch, hipGraphLaunch)(void *executable, void *stream) {
  ENTER_DEVICE();
  long long kernels = 0;
  for (Node *n = ((Executable *)executable)->first; n; n = n->next) {
    checkPointers(&n->work);
    putNode(n, stream);
    kernels += n->work.kind == LAUNCH;
  }
  ++standin.replays;
  standinNote("replay%s of %lld kernels\n", "", kernels, 0, 0);
  return 0;
}
