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

typedef struct Node {
  struct Node *next, *before; // in the order of adding; that it waits for
  Function *function;
  unsigned numBlocks;
  void *values[STANDIN_VALUES];
} Node;

static bool readNode(Node *node, const KernelNodeParams *p) {
  if (!p->grid[0] || p->grid[1] != 1 || p->grid[2] != 1 || !p->block[0] ||
      p->block[1] != 1 || p->block[2] != 1 || p->extra)
    return false;
  node->function = p->function;
  node->numBlocks = p->grid[0];
  standinReadParameters(p->function, p->parameters, node->values);
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

int NAME(cuGraphAddKernelNode,
         hipGraphAddKernelNode)(Node **out, void *graph, Node *const *before,
                                size_t count, const KernelNodeParams *p);
int NAME(cuGraphAddKernelNode,
         hipGraphAddKernelNode)(Node **out, void *graph, Node *const *before,
                                size_t count, const KernelNodeParams *p) {
  ENTER_DEVICE();
  Graph *g = graph;
  Node *node = calloc(1, sizeof *node);
  *g->last = node;
  g->last = &node->next;
  node->before = count ? *before : NULL;
  *out = node;
  return count <= 1 && readNode(node, p)
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
  ++standin.early;
  return 0;
}
#endif

//===----------------------------------------------------------------------===//
// Executables
//===----------------------------------------------------------------------===//

typedef struct Executable {
  Node *first;
  Graph *graph;
} Executable;

static bool isChain(const Graph *g) {
  const Node *last = NULL;
  for (const Node *n = g->first; n; last = n, n = n->next)
    if (n->before != last)
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
    return standinMistake("a graph whose kernels are no chain");
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

int NAME(cuGraphExecKernelNodeSetParams,
         hipGraphExecKernelNodeSetParams)(void *executable, const Node *node,
                                          const KernelNodeParams *p);
int NAME(cuGraphExecKernelNodeSetParams,
         hipGraphExecKernelNodeSetParams)(void *executable, const Node *node,
                                          const KernelNodeParams *p) {
  ENTER_DEVICE();
  Node *own = ((Executable *)executable)->first;
  const Node *of = ((Executable *)executable)->graph->first;
  for (; of && of != node; of = of->next)
    own = own->next;
  ++standin.updates;
  return of && readNode(own, p)
             ? 0
             : standinMistake("a node is set that the graph has not");
}

/// What a kernel was given may have been freed since.
static void checkPointers(const Node *n) {
  const StandinFunction *f = &n->function->known;
  for (uint32_t i = 0; f->run && i <= f->numBuffers; ++i)
    if (n->values[i] && !standinIsDevice(n->values[i], 1))
      standinMistake("a graph's kernel has a pointer that is not the device's");
}

int NAME(cuGraphLaunch, hipGraphLaunch)(void *executable, void *stream);
int NAME(cuGraphLaunch, hipGraphLaunch)(void *executable, void *stream) {
  ENTER_DEVICE();
  long long count = 0;
  for (Node *n = ((Executable *)executable)->first; n; n = n->next, ++count) {
    Work *w = standinPut(stream, LAUNCH);
    w->function = n->function;
    w->numBlocks = n->numBlocks;
    memcpy(w->values, n->values, sizeof w->values);
    checkPointers(n);
  }
  ++standin.replays;
  standinNote("replay%s of %lld kernels\n", "", count, 0, 0);
  return 0;
}
