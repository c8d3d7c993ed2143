//===- gpu/program.h - Programs of GPUs -------------------------------*- C
//-*-===//
//
// The GPU functions that the program object (program.c, prepare.c, execute.c)
// uses. A program opens its device when it is prepared or first called; a call
// has a stream, on which all its work is ordered, and memory from the program's
// pool.
//
//===----------------------------------------------------------------------===//

#ifndef TC_RUNTIME_GPU_PROGRAM_H
#define TC_RUNTIME_GPU_PROGRAM_H

#include "runtime/gpu/driver.h"
#include "runtime/program_impl.h"

enum {
  TC_GPU_NUMBER_FILLS = 4,      ///< memsets that write a number, at most
  TC_GPU_WORD_FILLS = 1,        ///< that clear an error word
  TC_GPU_ALIGNMENT = 16,        ///< of every pointer that a kernel gets
  TC_GPU_BLOCK_ALIGNMENT = 256, ///< of all that drivers allocate
  TC_GPU_NUMBER_BYTES = 16      ///< the largest element: complex<f64>
};

/// The device's side of a program.
struct TcGpuProgram {
  TcGpuDriver driver;
  char card[TC_GPU_CARD_NAME], chip[TC_GPU_CHIP_NAME];
  int device;
  bool retained;
  void *stream;
  void *
      pool; ///< for scratch that the caller does not give; NULL: not needed yet
  pthread_mutex_t makingPool;
  void **modules;                     ///< of the descriptor's images
  void **functions[TC_SECTION_COUNT]; ///< of the sections' steps
  void **weights;                     ///< on the device; NULL: not there
  bool *ownsWeight;                   ///< it is a copy, to be freed
  /// The error word of calls that nobody waits for, in memory of the host,
  /// which kernels write themselves; NULL: none of the program can report an
  /// error.
  _Atomic uint64_t *errors;
  TcAllocator allocator; ///< of device memory, for the caller
};

/// The driver's handle of a stream as callers name it.
static inline void *tcGpuStreamOf(const TcGpuProgram *g, void *stream) {
  if (stream == TC_DEFAULT_STREAM)
    return NULL;
  return stream ? stream : g->stream;
}

/// A copy of an argument on the device, for as long as the call.
typedef struct TcGpuStaged {
  void *block; ///< to free
  void *there; ///< the copy of *here
  void *here;  ///< the caller's
  size_t bytes;
  bool back;     ///< the program writes it: *here becomes *there
  bool isArenas; ///< it lies in the caller's arena
} TcGpuStaged;

typedef struct TcGpuGraph TcGpuGraph; ///< gpu/graph.h

/// A running call, or the running preparation.
struct TcGpuCall {
  TcGpuProgram *gpu;
  TcGpuThread thread;
  bool entered;
  void *stream;
  bool isCaptured;   ///< the caller records what is put into the stream
  TcGpuGraph *graph; ///< that the call is replayed as; NULL: its launches
  void *errorWord;
  bool onDevice, isAsync;   ///< flags of the frame
  TcAllocator allocator;    ///< of scratch, in the stream's order
  void **inputs, **results; ///< the pointers that kernels get
  TcGpuStaged *staged;
  uint32_t numStaged, maxStaged;
  char *numbers, *numbersEnd; ///< room in the caller's arena for host numbers
  bool arenaIsTaken; ///< by these alone: a graph's intermediates are elsewhere
  void **parameters; ///< of a launch
  /// Memsets that are part of the call's graph, or, should there be none after
  /// all, of the stream.
  TcGpuFill *fills;
  uint32_t numFills;
  /// Its tensor maps.
  _Alignas(
      TC_GPU_TENSOR_MAP_ALIGNMENT) unsigned char maps[TC_TENSOR_MAPS]
                                                     [TC_GPU_TENSOR_MAP_BYTES];
};

//===----------------------------------------------------------------------===//
// Programs (gpu/program.c)
//===----------------------------------------------------------------------===//

/// Opens the device unless it is open, loads images and copies constants.
/// TC-1551 if the stream of `frame`, which may be NULL, is captured meanwhile.
TcStatus tcGpuProgramOpen(TcProgram *program,
                          const TcCallFrame *frame) TC_MUST_USE;
/// Nothing if it is not open.
void tcGpuProgramClose(TcProgram *program);

/// Memory of the program's pool, in the order of `stream`. NULL if there is
/// none.
void *tcGpuAllocate(TcGpuProgram *g, size_t bytes, void *stream);

/// Copies weight `index`, which its source has found, to the device.
TcStatus tcGpuWeightUpload(TcExecution *e, uint32_t index) TC_MUST_USE;
void tcGpuWeightDrop(TcProgram *program, uint32_t index);

//===----------------------------------------------------------------------===//
// Calls (gpu/call.c, gpu/launch.c)
//===----------------------------------------------------------------------===//

TcStatus tcGpuCallBegin(TcExecution *e) TC_MUST_USE;
/// Once the sizes are known: chooses between launches and a graph, and gives
/// the call an error word.
TcStatus tcGpuCallReady(TcExecution *e) TC_MUST_USE;
/// The error word alone.
TcStatus tcGpuMakeErrorWord(TcExecution *e) TC_MUST_USE;
/// Fills memory: by the call's graph, or into the stream.
TcStatus tcGpuFill(TcGpuCall *c, TcGpuFill fill) TC_MUST_USE;
/// Waits only after an error. Safe after a failed Begin.
void tcGpuCallEnd(TcExecution *e);

/// TC-1551, if the caller captures the stream, with what the call needs that
/// could not be recorded, and what to do about it.
TcStatus tcGpuRefuseInCapture(const TcExecution *e, const char *what,
                              const char *remedy) TC_MUST_USE;

/// The bytes of the caller's arena that a call with TC_CALL_ASYNC needs for
/// host numbers, behind the program's `arenaBytes`.
size_t tcGpuArenaBytes(const TcCallFrame *frame, size_t arenaBytes);

/// The call's graph, if it has one and that can be enqueued.
TcStatus tcGpuRunAll(TcExecution *e, bool *done) TC_MUST_USE;

/// `numTasks` blocks of the step's function; waits only to tell the seconds.
TcStatus tcGpuRun(TcExecution *e, const TcStep *step,
                  int64_t numTasks) TC_MUST_USE;
TcStatus tcGpuRunTimed(TcExecution *e, const TcStep *step, int64_t numTasks,
                       double *seconds) TC_MUST_USE;

/// A step, of one block or more, as a launch, whose parameters stay until the
/// next one is described.
TcStatus tcGpuLaunchDescribe(TcExecution *e, const TcStep *step,
                             TcGpuLaunch *launch) TC_MUST_USE;

/// Copies device memory to the host, after all earlier work of the call.
TcStatus tcGpuRead(TcExecution *e, void *to, const void *from,
                   size_t bytes) TC_MUST_USE;

/// Copies results back and checks the error word; waits unless the call is
/// asynchronous.
TcStatus tcGpuFinish(TcExecution *e) TC_MUST_USE;

/// After an error: waits until no work of the call is in flight.
void tcGpuSettle(TcExecution *e);

//===----------------------------------------------------------------------===//
// Arguments (gpu/stage.c)
//===----------------------------------------------------------------------===//

/// Puts arguments into device memory that kernels can access: copies host
/// memory, and device memory that is not aligned.
TcStatus tcGpuStageArguments(TcExecution *e) TC_MUST_USE;
/// The same for a result that was allocated during the call.
TcStatus tcGpuStageResult(TcExecution *e, uint32_t index) TC_MUST_USE;
/// Copies written arguments back.
TcStatus tcGpuUnstage(TcExecution *e) TC_MUST_USE;

#endif // TC_RUNTIME_GPU_PROGRAM_H
