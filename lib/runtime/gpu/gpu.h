//===- gpu/gpu.h - Programs of GPUs -------------------------------*- C -*-===//
//
// What the program object (program.c, prepare.c, execute.c) asks of the GPU
// that a program's kernels are for. A program opens its device when it is
// prepared or first called; a call has a stream, on which all it does is in
// order, and memory of a pool that belongs to the program.
//
//===----------------------------------------------------------------------===//

#ifndef TC_RUNTIME_GPU_GPU_H
#define TC_RUNTIME_GPU_GPU_H

#include "runtime/gpu/driver.h"
#include "runtime/program_impl.h"

enum {
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
  void *errors; ///< the error word of calls that nobody waits for
  /// What it was after one of them, in memory of the host; NULL: no kernel of
  /// the program finds anything wrong.
  _Atomic uint64_t *seen;
  TcAllocator allocator; ///< of device memory, for the caller
};

/// What a caller of the runtime names as a stream, as the driver has it.
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

/// A call, or the preparation, on its way.
struct TcGpuCall {
  TcGpuProgram *gpu;
  void *state; ///< of `enter`
  bool entered;
  void *stream;
  void *errorWord;
  bool onDevice, isAsync;   ///< flags of the frame
  TcAllocator allocator;    ///< of scratch, in the stream's order
  void **inputs, **results; ///< the pointers that kernels get
  TcGpuStaged *staged;
  uint32_t numStaged, maxStaged;
  char *numbers, *numbersEnd; ///< room in the caller's arena for host numbers
  void **parameters;          ///< of a launch
};

//===----------------------------------------------------------------------===//
// Programs (gpu/program.c)
//===----------------------------------------------------------------------===//

/// Opens the device, unless it is: images loaded, constants there.
TcStatus tcGpuProgramOpen(TcProgram *program) TC_MUST_USE;
/// NULL is fine.
void tcGpuProgramClose(TcProgram *program);

/// Memory of the program's pool, in the order of `stream`. NULL if there is
/// none.
void *tcGpuAllocate(TcGpuProgram *g, size_t bytes, void *stream);

/// Brings weight `index`, which its source has given, to the device.
TcStatus tcGpuWeightUpload(TcExecution *e, uint32_t index) TC_MUST_USE;
void tcGpuWeightDrop(TcProgram *program, uint32_t index);

//===----------------------------------------------------------------------===//
// Calls (gpu/call.c)
//===----------------------------------------------------------------------===//

/// `frame` is NULL for the preparation.
TcStatus tcGpuCallBegin(TcExecution *e, const TcCallFrame *frame) TC_MUST_USE;
/// Waits for nothing but after an error. Safe after a failed Begin.
void tcGpuCallEnd(TcExecution *e);

/// What a call with TC_CALL_ASYNC takes of the caller's arena for numbers of
/// the host, behind the `arenaBytes` of the program.
size_t tcGpuArenaBytes(const TcCallFrame *frame, size_t arenaBytes);

/// `numTasks` blocks of the step's function. `seconds` NULL: not waited for.
TcStatus tcGpuRunStep(TcExecution *e, const TcStep *step, int64_t numTasks,
                      double *seconds) TC_MUST_USE;

/// Copies memory of the device, when all before it is done.
TcStatus tcGpuRead(TcExecution *e, void *to, const void *from,
                   size_t bytes) TC_MUST_USE;

/// What is written back, and the error word; waits, unless the caller does not
/// want to.
TcStatus tcGpuFinish(TcExecution *e) TC_MUST_USE;

/// After an error: waits until nothing of the call is on its way any more.
void tcGpuSettle(TcExecution *e);

//===----------------------------------------------------------------------===//
// Arguments (gpu/stage.c)
//===----------------------------------------------------------------------===//

/// Puts what kernels read and write where they can: copies of the host's
/// memory, and of the device's where it is not aligned.
TcStatus tcGpuStageArguments(TcExecution *e) TC_MUST_USE;
/// The same for a result that got its memory late.
TcStatus tcGpuStageResult(TcExecution *e, uint32_t index) TC_MUST_USE;
/// Copies what was written back.
TcStatus tcGpuUnstage(TcExecution *e) TC_MUST_USE;

#endif // TC_RUNTIME_GPU_GPU_H
