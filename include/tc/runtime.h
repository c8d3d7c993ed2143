//===- tc/runtime.h - What a compiled program is called with --------*- C
//-*-===//
//
// The types that cross the boundary between an embedder and a compiled
// program: element types, tensors, allocators, the thread pool, and the call
// frame. Needs libc and threads alone; no part of the compiler.
//
// Nothing in the runtime is global: two embedders in one process who each
// create their own heap and pool never meet.
//
//===----------------------------------------------------------------------===//

#ifndef TC_RUNTIME_H
#define TC_RUNTIME_H

#include "tc/allocator.h"
#include "tc/status.h"

#include "tc/dtype.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// A tensor in the caller's memory. `data` points to element [0, ..., 0].
/// Whoever makes the struct owns everything it points to.
typedef struct TcTensor {
  void *data;
  int64_t *sizes;         ///< `rank` of them; may be NULL if rank is 0
  const int64_t *strides; ///< in elements; NULL means dense row-major
  uint8_t dtype;          ///< a TcDType
  uint8_t rank;
  uint8_t reserved[6]; ///< zero
} TcTensor;

/// Number of elements: the product of the sizes. -1 on overflow or a negative
/// size.
int64_t tcTensorElementCount(const TcTensor *tensor);

/// Bytes that a dense tensor of these sizes occupies; -1 as above.
int64_t tcTensorDenseBytes(const TcTensor *tensor);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// A recycling heap: freed blocks are kept and reused, since first-touch page
/// faults are expensive, and large blocks use huge pages. It never holds more
/// than the peak of the memory in use.
typedef struct TcHeap TcHeap;

enum {
  /// For tests: every block adjoins an unmapped page, alternately at its start
  /// and its end, and is filled with 0xFF (NaN in every float type).
  TC_HEAP_GUARD = 1
};

typedef struct TcHeapStats {
  size_t liveBytes, keptBytes; ///< handed out; free but held
  size_t peakBytes;            ///< most that was live at once
  uint64_t allocations, reuses;
  uint64_t corruptions; ///< guard mode: blocks written outside their bounds
} TcHeapStats;

/// NULL if there is no memory. `flags` is 0 or TC_HEAP_GUARD.
TcHeap *tcHeapCreate(unsigned flags);
/// All blocks must have been freed.
void tcHeapDestroy(TcHeap *heap);
/// `alignment` is a power of two, at most a page. Without TC_HEAP_GUARD blocks
/// are at least 64-byte aligned. NULL if there is no memory.
void *tcHeapAlloc(TcHeap *heap, size_t bytes, size_t alignment);
/// NULL is fine.
void tcHeapFree(TcHeap *heap, void *data);
/// Gives all kept blocks back to the system.
void tcHeapTrim(TcHeap *heap);
TcHeapStats tcHeapGetStats(TcHeap *heap);
/// The heap as an allocator; valid as long as the heap.
const TcAllocator *tcHeapAllocator(const TcHeap *heap);

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// One parallel phase of a kernel: does the tasks [lo, hi). `scratch` is
/// memory of the thread that runs it, 64-byte aligned, contents undefined.
typedef void (*TcPhaseFn)(void *const *buffers, const int64_t *sizes,
                          void *scratch, int64_t lo, int64_t hi);

/// Runs all tasks in [0, numTasks) in chunks of about `grain`, on any threads,
/// and returns when they are done; the only error is no memory for the scratch.
/// Each concurrent call of `phase` gets scratch of its own.
typedef TcStatus (*TcParallelFor)(void *context, TcPhaseFn phase,
                                  void *const *buffers, const int64_t *sizes,
                                  int64_t numTasks, int64_t grain,
                                  size_t scratchBytes);

/// Worker threads that spin briefly, then sleep. Any number of threads may use
/// one pool: a call that finds it taken runs on the calling thread alone.
typedef struct TcPool TcPool;

typedef struct TcPoolOptions {
  size_t structSize;         ///< sizeof(TcPoolOptions)
  uint32_t numThreads;       ///< with the caller; 0: one per usable CPU
  uint32_t spinMicroseconds; ///< before an idle worker sleeps; 0: default
  unsigned heapFlags;        ///< for the workers' scratch: 0 or TC_HEAP_GUARD
  /// Pins each worker to a CPU of its own, other than the calling thread's. For
  /// processes that have the machine to themselves, on systems that otherwise
  /// keep several threads on one CPU for long.
  bool pinWorkers;
} TcPoolOptions;

/// `options` may be NULL. Starts as many of the threads as the system allows;
/// NULL if there is no memory.
TcPool *tcPoolCreate(const TcPoolOptions *options);
/// No call may be running.
void tcPoolDestroy(TcPool *pool);
/// Threads that work on one call, the caller included.
uint32_t tcPoolNumThreads(const TcPool *pool);
/// A TcParallelFor whose context is the pool.
TcStatus tcPoolParallelFor(void *pool, TcPhaseFn phase, void *const *buffers,
                           const int64_t *sizes, int64_t numTasks,
                           int64_t grain, size_t scratchBytes) TC_MUST_USE;

//===----------------------------------------------------------------------===//
// The call frame
//===----------------------------------------------------------------------===//

/// All arguments and results of a program call. Versioned by its size: set
/// `structSize` to sizeof(TcCallFrame) and zero what you do not use.
typedef struct TcCallFrame {
  size_t structSize;

  const TcTensor *inputs;
  /// `data` NULL: the program allocates (see `allocator`) and fills in `data`,
  /// dtype, rank, `sizes`, which must have room for the rank, and `strides`:
  /// NULL, or, of a result that is not dense row-major, the second half of
  /// `sizes`, which must have room for twice the rank then; the caller frees
  /// `data` with the allocator. `data` set: the tensor is checked against what
  /// the program computes and written in place.
  TcTensor *results;
  size_t numInputs, numResults;

  /// For results and scratch; NULL: the program's own heap.
  const TcAllocator *allocator;

  /// Threads; NULL: everything runs on the calling thread.
  TcParallelFor parallelFor;
  void *parallelContext;

  /// For programs compiled for a GPU: the driver's stream (a CUstream, a
  /// hipStream_t) that the call is to be in the order of; NULL: the program's
  /// own; or TC_DEFAULT_STREAM. Unused on a CPU.
  void *stream;
  uint64_t flags; ///< TC_CALL_...; on a CPU 0 or TC_CALL_CHECKED

  /// Memory for all intermediates of the call, aligned to 64 bytes (on a GPU
  /// its own, to 256), which nothing else may use until the call is over (on a
  /// GPU: in stream order). NULL, or fewer bytes than tcProgramDescribeResults
  /// asks for: the program allocates its own.
  void *arena;
  size_t arenaBytes;

  /// With TC_CALL_DEVICE_MEMORY: NULL, or for each input whether its data are
  /// in host memory nevertheless and are copied; only inputs that the program
  /// does not write. For numbers. The copy is made in the call: later writes by
  /// the host have no effect.
  const bool *inputsOnHost;

  /// Threads of `parallelFor`, the caller included: some kernels have code for
  /// many that does more work in all. 0: unknown; not needed for a TcPool's.
  uint32_t numThreads;
} TcCallFrame;

/// As `stream`: the driver's default stream, whose handle is NULL; PyTorch's,
/// unless it is told otherwise.
#define TC_DEFAULT_STREAM ((void *)(uintptr_t)-1)

enum {
  /// `data` of inputs and results is memory of the program's GPU. Without this
  /// flag it is host memory, copied to the GPU and back.
  TC_CALL_DEVICE_MEMORY = 1,
  /// With TC_CALL_DEVICE_MEMORY: the call returns when all its work is
  /// enqueued. An error that a kernel reports is returned by
  /// tcProgramSynchronize, or by a later call once it is known (TC-1550).
  TC_CALL_ASYNC = 2,
  /// Without TC_CALL_DEVICE_MEMORY: the host's copies of weights that the
  /// program writes are not updated; read them with tcProgramReadWeight. For
  /// the steps of a training run, which reads the weights on the GPU alone.
  TC_CALL_KEEP_WEIGHTS = 4,
  /// tcProgramDescribeResults has been called with these inputs: they are not
  /// checked again.
  TC_CALL_CHECKED = 8
};

#ifdef __cplusplus
}
#endif

#endif // TC_RUNTIME_H
