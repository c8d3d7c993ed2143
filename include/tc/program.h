//===- tc/program.h - Compiled programs ---------------------------*- C -*-===//
//
// A program is an artifact of tc-compile (model.so), or the same thing made in
// memory by the compiler:
//
//   TcProgram *program;
//   TcStatus status = tcProgramLoad("model.so", NULL, &program);
//   status = tcProgramSetWeights(program, source);
//   status = tcProgramPrepare(program, parallelFor, context);
//   TcCallFrame frame = {.structSize = sizeof frame, ...};
//   status = tcProgramCall(program, &frame);
//
// A prepared program does not change: any number of threads may call it at
// once, each with a frame of its own. (A program that mutates weights or
// inputs mutates the caller's memory; calls that share it are the caller's to
// order.)
//
//===----------------------------------------------------------------------===//

#ifndef TC_PROGRAM_H
#define TC_PROGRAM_H

#include "tc/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TcProgram TcProgram;
typedef struct TcProgramDescriptor TcProgramDescriptor;

typedef struct TcProgramOptions {
  size_t structSize; ///< sizeof(TcProgramOptions)
  /// TC_HEAP_GUARD: every buffer of a kernel gets memory of its own, against
  /// an unmapped page (tests). Else 0.
  unsigned heapFlags;
  /// Called last when the program is freed, to release what the program refers
  /// to: the descriptor's memory, code. NULL: nothing is called.
  void (*release)(void *context);
  void *releaseContext;
  unsigned device; ///< which GPU, for a program that was compiled for one
} TcProgramOptions;

/// Loads the artifact at `path`. `options` may be NULL. On an error *program
/// is NULL.
TcStatus tcProgramLoad(const char *path, const TcProgramOptions *options,
                       TcProgram **program) TC_MUST_USE;

/// The program of a descriptor, which must outlive it.
TcStatus tcProgramFromDescriptor(const TcProgramDescriptor *descriptor,
                                 const TcProgramOptions *options,
                                 TcProgram **program) TC_MUST_USE;

/// NULL is fine. No call may be running.
void tcProgramFree(TcProgram *program);

//===----------------------------------------------------------------------===//
// What a program is
//===----------------------------------------------------------------------===//

/// A value at the program's boundary. Strings live as long as the program.
typedef struct TcValue {
  const char *name;
  TcDType dtype;
  unsigned rank;
  unsigned alignment; ///< that `data` must have, in bytes
  bool mutated;       ///< the program writes to it
  bool dense;         ///< dense row-major
  int tie; ///< of a result: the input, or weight, whose memory it is, or -1
  bool tieIsWeight;
} TcValue;

const char *tcProgramName(const TcProgram *program);
size_t tcProgramNumInputs(const TcProgram *program);
size_t tcProgramNumResults(const TcProgram *program);
size_t tcProgramNumWeights(const TcProgram *program);
size_t tcProgramNumSymbols(const TcProgram *program);
/// An index out of range gives a value of all zeros.
TcValue tcProgramInput(const TcProgram *program, size_t index);
TcValue tcProgramResult(const TcProgram *program, size_t index);
TcValue tcProgramWeight(const TcProgram *program, size_t index);
const char *tcProgramSymbol(const TcProgram *program, size_t index);

/// Sizes as text ("2*s + 1"), for messages. NULL out of range.
const char *tcProgramInputSize(const TcProgram *program, size_t input,
                               unsigned dim);
const char *tcProgramResultSize(const TcProgram *program, size_t result,
                                unsigned dim);
/// Weights have constant sizes; -1 out of range.
int64_t tcProgramWeightSize(const TcProgram *program, size_t weight,
                            unsigned dim);

/// Evaluates the sizes of input or result `index` (`rank` of them, to `sizes`)
/// for the symbol values `symbols` (in order). TC-2533 if there is no such
/// input or result.
TcStatus tcProgramInputSizes(const TcProgram *program, size_t index,
                             const int64_t *symbols,
                             int64_t *sizes) TC_MUST_USE;
TcStatus tcProgramResultSizes(const TcProgram *program, size_t index,
                              const int64_t *symbols,
                              int64_t *sizes) TC_MUST_USE;

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// Where weights come from.
typedef struct TcWeightSource {
  void *context;
  /// Finds the weight `name`: fills in all of `tensor`, whose `sizes` have room
  /// for TC_MAX_RANK. On entry dtype, rank and sizes are those that the program
  /// needs; they are checked again after the call. A mutable weight must be
  /// writable.
  TcStatus (*find)(void *context, const char *name, TcTensor *tensor);
  /// Called once for each found weight that the prepared program does not
  /// need, as soon as it is not. May be NULL.
  void (*release)(void *context, const char *name, const TcTensor *tensor);
  /// Set: the tensors are memory of the program's GPU, aligned to 16 bytes, and
  /// are used in place. Not set: they are host memory, of which a program for a
  /// GPU makes copies; a weight that the program writes is copied back by each
  /// call without TC_CALL_DEVICE_MEMORY or TC_CALL_KEEP_WEIGHTS.
  bool onDevice;
} TcWeightSource;

/// Weights that are not released must stay until the program is freed. The
/// source itself is used by tcProgramPrepare only.
TcStatus tcProgramSetWeights(TcProgram *program,
                             TcWeightSource source) TC_MUST_USE;

/// Finds the weights and runs everything that depends on them alone. A program
/// with neither weights nor a preparation does not need it. After an error the
/// program is as before.
TcStatus tcProgramPrepare(TcProgram *program, TcParallelFor parallelFor,
                          void *parallelContext) TC_MUST_USE;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Checks the frame, then runs the program. After an error the contents of
/// results and mutated inputs are undefined, and results that the program
/// allocated are freed again.
TcStatus tcProgramCall(TcProgram *program, TcCallFrame *frame) TC_MUST_USE;

/// Checks the frame's inputs, and fills in `arenaBytes` and the dtype, rank,
/// sizes and strides of its results as tcProgramCall would, so that the caller
/// can allocate them. Results whose sizes are known only after the call get the
/// dtype TC_DTYPE_INVALID.
TcStatus tcProgramDescribeResults(TcProgram *program,
                                  TcCallFrame *frame) TC_MUST_USE;

/// Frees the data of a result that the program allocated from its own heap.
void tcProgramFreeResult(TcProgram *program, TcTensor *result);

//===----------------------------------------------------------------------===//
// GPUs
//===----------------------------------------------------------------------===//

/// The target of the program: "cpu", "cuda", "rocm"; and the GPU's chip as
/// compilers name it ("sm_90a", "gfx942"), "" for a CPU.
const char *tcProgramTarget(const TcProgram *program);
const char *tcProgramChip(const TcProgram *program);

/// The chip of GPU `device` of this machine, "sm_90a" or "gfx942", into `chip`:
/// what a program for it is compiled for. `target` is "cuda" or "rocm". TC-7550
/// if its driver is not installed, TC-7551 if there is no such GPU.
TcStatus tcGpuChip(const char *target, unsigned device, char *chip,
                   size_t capacity) TC_MUST_USE;

/// What the program's GPU can do in a second, at its highest clocks: bytes of
/// its memory, and cycles of all multiprocessors together.
typedef struct TcGpuLimits {
  double bytes, cycles; ///< 0: not known
} TcGpuLimits;

/// The limits of the program's GPU, which it opens for that; those of a CPU are
/// not known.
TcStatus tcProgramGpuLimits(TcProgram *program,
                            TcGpuLimits *limits) TC_MUST_USE;

/// Memory of the program's GPU, for arguments and results of calls with
/// TC_CALL_DEVICE_MEMORY. Lives as long as the program, which opens its GPU for
/// it. On a CPU: the program's heap.
TcStatus tcProgramDeviceAllocator(TcProgram *program,
                                  const TcAllocator **allocator) TC_MUST_USE;

/// Copies between the host's memory and that of the program's GPU (plain copies
/// on a CPU), after what is in `stream` (NULL: the program's own), and waits.
TcStatus tcProgramCopyIn(TcProgram *program, void *device, const void *host,
                         size_t bytes, void *stream) TC_MUST_USE;
TcStatus tcProgramCopyOut(TcProgram *program, void *host, const void *device,
                          size_t bytes, void *stream) TC_MUST_USE;

/// Waits for the stream (NULL: the program's own), and returns the error, if
/// any, that kernels of calls with TC_CALL_ASYNC reported since the last call
/// of this function.
TcStatus tcProgramSynchronize(TcProgram *program, void *stream) TC_MUST_USE;

/// Copies the current contents of weight `index` to host memory. TC-2533 if
/// there is no such weight, or it was released to its source.
TcStatus tcProgramReadWeight(TcProgram *program, size_t index,
                             void *to) TC_MUST_USE;

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// How many calls of a program on a GPU are enqueued at once, as a graph of the
/// driver (a CUDA graph, a HIP graph), instead of launch by launch.
typedef struct TcGraphOptions {
  size_t structSize; ///< sizeof(TcGraphOptions)
  /// Graphs that are kept, each with memory of its own for intermediates; the
  /// least recently used goes first, and its memory is given back. 0: none.
  unsigned most;
  /// So many calls of the same sizes, in the same stream, are launches before
  /// one becomes a graph. With 1 or more, sizes that come once cost nothing.
  unsigned after;
} TcGraphOptions;

/// From now on calls are graphs where they can be; NULL: all are launches, and
/// what graphs have is given back. A graph is made once for its sizes; in later
/// calls kernels whose arguments are elsewhere get the new addresses. Calls
/// with the same graph run one after another. Launches remain: all calls of a
/// program of which what the GPU computes decides sizes or steps; the calls
/// that the caller captures into a graph of the caller's; calls when all graphs
/// are in other calls' hands; and all calls after two errors of the driver.
/// tcProgramGraphStats tells. Results and errors are the same.
///
/// Must not be used while a call is running.
TcStatus tcProgramSetGraphs(TcProgram *program,
                            const TcGraphOptions *options) TC_MUST_USE;

/// What has become of calls since tcProgramSetGraphs.
typedef struct TcGraphStats {
  uint64_t replayed; ///< calls that were graphs
  uint64_t launched; ///< calls that were launches
  uint64_t made;     ///< graphs that were made executable
  uint64_t updated;  ///< kernels of graphs that were given other addresses
  uint64_t evicted;  ///< graphs that others have replaced
  uint64_t failed;   ///< graphs that the driver refused
  uint64_t kept, keptBytes; ///< graphs that there are; their intermediates
  char why[160]; ///< of the last call that was launches: why it was no graph
} TcGraphStats;

TcGraphStats tcProgramGraphStats(TcProgram *program);

/// One phase of a launch of a call, as told to a profiler.
typedef struct TcLaunchRecord {
  const char *name;
  int64_t numTasks;
  double seconds;
  /// Of the launch, at the example sizes, or 0 where unknown: operations of its
  /// products, and bytes of the elements that it reads, each once, and of its
  /// results. 0 of phases that are not its first.
  double flops, bytes;
  int isLater; ///< not the first phase of its launch
  /// Multiply-adds that the unit of its products does in a cycle of one
  /// multiprocessor of the GPU; 0: not known, or a CPU.
  double rate;
} TcLaunchRecord;

/// From now on every call reports each launch to `observe`, on the calling
/// thread; NULL stops it. Must not be used while a call is running.
void tcProgramSetObserver(TcProgram *program,
                          void (*observe)(void *context,
                                          const TcLaunchRecord *record),
                          void *context);

TcHeapStats tcProgramHeapStats(TcProgram *program);

#ifdef __cplusplus
}
#endif

#endif // TC_PROGRAM_H
