// Shared by the files of the program object: program.c (lifetime, queries),
// validate.c, prepare.c, entry.c (checks of a call), execute.c (its steps).
#ifndef TC_RUNTIME_PROGRAM_IMPL_H
#define TC_RUNTIME_PROGRAM_IMPL_H

#include "runtime/descriptor.h"
#include "tc/program.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct TcDevice TcDevice;         ///< runtime/device.h
typedef struct TcGpuProgram TcGpuProgram; ///< runtime/gpu/program.h
typedef struct TcGpuCall TcGpuCall;

struct TcProgram {
  const TcProgramDescriptor *d;
  const TcDevice *device; ///< that it was compiled for
  void *library;          ///< of dlopen, or NULL
  void (*release)(void *);
  void *releaseContext;
  TcHeap *heap;
  bool guard;
  bool prepared;
  TcWeightSource source;

  /// Values of the constant sizes, 0 for others; and which sizes are not
  /// constant.
  int64_t *constantSizes;
  uint32_t *symbolicSizes, numSymbolicSizes;
  bool *resultIsLate; ///< its sizes are not known at entry

  /// The memory of each buffer that is the same in all calls, else NULL.
  void **fixedBuffers;
  TcTensor *weights;
  int64_t *weightSizes; ///< TC_MAX_RANK each
  uint32_t maxStepBuffers, maxStepSizes;

  /// The program's GPU, once it is needed, and its number.
  TcGpuProgram *gpu;
  struct TcGpuGraphs *graphs; ///< of calls on it; NULL: not asked for
  unsigned ordinal;
  pthread_mutex_t opening;

  void (*observe)(void *, const TcLaunchRecord *);
  void *observeContext;
  size_t coldBytes; // of a GPU's, written before an observed launch
  TcStatus (*watch)(void *, const TcLaunchView *);
  void *watchContext;
};

/// Who owns a result's memory.
enum { TC_RESULT_UNBOUND = 0, TC_RESULT_CALLERS = 1, TC_RESULT_OWNED = 2 };

/// A running call, or the running preparation.
typedef struct TcExecution {
  TcProgram *program;
  const TcProgramDescriptor *d;
  int64_t *symbols, *sizes;
  void **buffers;     ///< as the descriptor's table
  void **stepBuffers; ///< of the step at hand, and the error word
  int64_t *stepSizes;
  void *arena;
  bool arenaIsLent;
  void *serialScratch; ///< for calls without threads
  size_t serialScratchBytes;
  _Atomic uint64_t errorWord;
  const TcAllocator *allocator; ///< of results
  const TcAllocator *scratch;   ///< of memory that only the program uses
  bool onDevice;  ///< arguments are in the device's memory, which is not ours
  TcGpuCall *gpu; ///< the GPU's side; NULL: there is none
  TcParallelFor parallelFor;
  void *parallelContext;
  uint32_t numThreads; ///< 1 where it is not known
  TcCallFrame *frame;  ///< NULL: the preparation
  uint8_t *results;    ///< TC_RESULT_... each
  bool *isKnown;       ///< of each symbol: late ones once they are set
} TcExecution;

/// TC-1530 unless every index of the descriptor is in range.
TcStatus tcDescriptorCheckVersion(const TcProgramDescriptor *d) TC_MUST_USE;
TcStatus tcDescriptorValidate(const TcProgramDescriptor *d) TC_MUST_USE;

/// TC-5531 unless this CPU has all of the comma-separated features.
TcStatus tcCheckCpuFeatures(const char *features) TC_MUST_USE;

/// Whether a GPU's chip runs code for another, or PTX (`text`) for it. NVIDIA's
/// spelling; AMD's chips run their own code alone.
bool tcChipRuns(const char *chip, const char *compiledFor, bool text);

/// The first variant of a program that this machine, or its GPU of that number,
/// can run; `first` where there is none, which then cannot be loaded.
const TcProgramDescriptor *tcProgramChoose(const TcProgramDescriptor *first,
                                           unsigned device);

/// TC-2530 unless the file is a shared object, and all of it is there.
TcStatus tcCheckProgramFile(const char *path) TC_MUST_USE;

/// Room for the tables of an execution, with what is constant filled in.
TcStatus tcExecutionCreate(TcProgram *program,
                           TcExecution **execution) TC_MUST_USE;
void tcExecutionDestroy(TcExecution *execution);

/// Evaluates the sizes that depend on symbols.
void tcExecutionEvaluateSizes(TcExecution *e);

/// The value, 0 or more, of a size in this execution; TC-1504 if it is
/// negative.
TcStatus tcExecutionBytes(TcExecution *e, uint32_t size,
                          size_t *bytes) TC_MUST_USE;

/// Gives the scratch buffers of a section memory.
TcStatus tcExecutionBindScratch(TcExecution *e, uint32_t section) TC_MUST_USE;

/// Runs the step at `*at` and sets `*at` to the next.
TcStatus tcExecutionStep(TcExecution *e, uint32_t section,
                         uint32_t *at) TC_MUST_USE;

/// Puts the memory and the sizes of a launch into `stepBuffers`, `stepSizes`.
void tcExecutionBindStep(TcExecution *e, const TcStep *step);

/// The error that a kernel's error word stands for.
TcStatus tcProgramKernelError(const TcProgram *program,
                              uint64_t word) TC_MUST_USE;

/// How many threads work on a call: those of a TcPool, or else `said`; 1 where
/// that is 0.
uint32_t tcExecutionThreads(TcParallelFor parallelFor, void *context,
                            uint32_t said);

/// Whether the frame has an arena and says which inputs are on the host.
static inline bool tcFrameIsFull(const TcCallFrame *frame) {
  return frame && frame->structSize >= offsetof(TcCallFrame, numThreads);
}

/// The threads that the frame says there are: one of an earlier version, which
/// ends before that, says nothing.
static inline uint32_t tcFrameThreads(const TcCallFrame *frame) {
  return frame->structSize >= sizeof(TcCallFrame) ? frame->numThreads : 0;
}
static inline bool tcFrameInputIsOnHost(const TcCallFrame *frame,
                                        uint32_t input) {
  return tcFrameIsFull(frame) && frame->inputsOnHost &&
         frame->inputsOnHost[input];
}

/// How messages name an argument: "input 0 (x)", by its own position.
#define TC_ARGUMENT "%s %u (%s)"

/// Checks the inputs of the frame, sets symbols and sizes.
TcStatus tcEntryCheckInputs(TcExecution *e) TC_MUST_USE;

/// Checks guards on sizes whose last symbol was found during the call.
TcStatus tcEntryCheckLateGuards(TcExecution *e) TC_MUST_USE;
/// Fills in all of result `index` but its data.
TcStatus tcEntryDescribeResult(TcExecution *e, uint32_t index) TC_MUST_USE;
/// Checks or allocates result `index`.
TcStatus tcEntryBindResult(TcExecution *e, uint32_t index) TC_MUST_USE;
/// TC-1508 if anything written overlaps anything else.
TcStatus tcEntryCheckOverlap(TcExecution *e) TC_MUST_USE;

/// The first input of the same storage; `input` itself if it has none.
uint32_t tcEntryFirstOfStorage(const TcProgramDescriptor *d, uint32_t input);
/// Whether the program writes to an input or one that shares its memory.
bool tcEntryIsWritten(const TcProgramDescriptor *d, uint32_t input);

/// The bytes from a tensor's first to its last element; none of an empty one.
typedef struct TcExtent {
  uintptr_t lo, hi;
} TcExtent;
TcExtent tcTensorExtent(const TcTensor *tensor);

/// TC-1502 to TC-1507: `tensor` is not what `info` says. `kind` is "input",
/// "result" or "weight".
TcStatus tcCheckTensor(const TcProgramDescriptor *d, const int64_t *sizes,
                       const TcValueInfo *info, const TcTensor *tensor,
                       const char *kind, uint32_t index) TC_MUST_USE;

TcStatus tcNoMemory(size_t bytes, const char *what) TC_MUST_USE;

#endif // TC_RUNTIME_PROGRAM_IMPL_H
