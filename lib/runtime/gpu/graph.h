//===- gpu/graph.h - Calls as graphs of the driver ----------------*- C -*-===//
//
// A call of a program whose launches do not depend on what the GPU computes is
// the same launches each time, but for addresses. Such a call can be recorded
// as a graph of the driver (CUDA graphs, HIP graphs), which is then enqueued at
// once: a program keeps some executable graphs, one for each set of sizes
// (graph_cache.c), each with memory of its own for intermediates, and gives a
// graph's kernels the addresses of the call at hand (graph.c).
//
// Graphs are built node by node: a stream is not captured for it.
//
//===----------------------------------------------------------------------===//

#ifndef TC_RUNTIME_GPU_GRAPH_H
#define TC_RUNTIME_GPU_GRAPH_H

#include "runtime/gpu/program.h"

/// What calls that share a graph have in common, beside the program: the sizes,
/// and the stream, since a graph's memory must not be used by two calls at once
/// (the driver orders launches of one executable, but not what is put into the
/// streams around them).
typedef struct TcGpuGraphKey {
  void *stream;
  bool isAsync; ///< which error word its kernels write
  const int64_t *symbols;
  const bool *onHost; ///< inputs that are written by memsets; NULL: none
} TcGpuGraphKey;

/// An executable graph with its memory, or a free place for one.
struct TcGpuGraph {
  TcGpuGraphKey key;
  int64_t *symbols; ///< those of the key
  bool *onHost;     ///< the same
  uint64_t lastUse; ///< number of the choice; 0: free
  bool isBusy;      ///< a call has it
  void *graph, *executable;
  void **nodes;     ///< of main's steps; NULL: a launch of no block
  void **buffers;   ///< of the descriptor's buffers, what the nodes have
  TcGpuFill *fills; ///< memsets before the launches ...
  void **fillNodes; ///< ... and their nodes
  uint32_t numFills;
  bool launchesAlone; ///< memsets and the copy are put into the stream
  void *arena, *errorWord;
  size_t arenaBytes;
};

/// The graphs of a program.
typedef struct TcGpuGraphs {
  TcGraphOptions options;
  const char *why; ///< the program's calls are never graphs; NULL: they can be
  pthread_mutex_t lock;
  uint64_t clock;
  TcGpuGraph *all; ///< options.most of them
  /// Of sizes that have no graph yet: their hash, and how many calls had them.
  /// The oldest is forgotten first.
  uint64_t *seenHash;
  unsigned *seenCount, seenNext;
  TcGraphStats stats;
  bool launchesAlone; ///< a graph of more has failed
  bool hasFailed;     ///< so has one of launches: there are no more
} TcGpuGraphs;

//===----------------------------------------------------------------------===//
// One graph (gpu/graph.c)
//===----------------------------------------------------------------------===//

/// Takes a free graph's memory. All or nothing.
TcStatus tcGpuGraphAllocate(TcExecution *e, TcGpuGraph *graph) TC_MUST_USE;

/// Builds the executable, or gives it the addresses and numbers of the call;
/// `*updated`: kernels that had others.
TcStatus tcGpuGraphSet(TcExecution *e, TcGpuGraph *graph,
                       uint64_t *updated) TC_MUST_USE;

/// Gives back all that the graph has; waits for its launches.
void tcGpuGraphDrop(const TcGpuDriver *driver, TcGpuGraph *graph);

//===----------------------------------------------------------------------===//
// A call's graph (gpu/graph_cache.c)
//===----------------------------------------------------------------------===//

/// The graph for the call, which has it until tcGpuGraphGive, with memory;
/// NULL: the call is launches. Only once the sizes are known.
TcGpuGraph *tcGpuGraphTake(TcExecution *e);
void tcGpuGraphGive(TcExecution *e);

/// Whether tcGpuGraphTake would give the call a graph now.
bool tcGpuGraphIsLikely(const TcExecution *e);

/// Enqueues the call's launches as its graph. False: they could not be; the
/// call has no graph any more, and neither arena nor error word.
bool tcGpuGraphReplay(TcExecution *e);

/// Gives back all graphs, with the device being the thread's own.
void tcGpuGraphsDrop(TcProgram *program);
/// Frees the tables. The program's GPU is not open.
void tcGpuGraphsFree(TcProgram *program);

#endif // TC_RUNTIME_GPU_GRAPH_H
