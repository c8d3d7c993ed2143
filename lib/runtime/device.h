//===- device.h - What carries out a program ----------------------*- C -*-===//
//
// A device is a struct of functions: tcCpuDevice (cpu.c), whose memory is the
// host's, and tcGpuDevice (gpu/device.c), whose vendors are structs of
// functions of their drivers (gpu/driver.h). The program object (program.c,
// prepare.c, entry.c, execute.c) checks, binds memory and goes through the
// steps; it knows no device.
//
//===----------------------------------------------------------------------===//

#ifndef TC_RUNTIME_DEVICE_H
#define TC_RUNTIME_DEVICE_H

#include "runtime/program_impl.h"

struct TcDevice {
  /// It has memory of its own: constants, weights and arguments of the host are
  /// copied there.
  bool hasMemory;

  //===- A program --------------------------------------------------------===//

  /// Opens the device for a program unless it is open. `frame`: the call that
  /// needs it; or NULL.
  TcStatus (*open)(TcProgram *p, const TcCallFrame *frame);
  /// Gives back what the device has of the program, prepared buffers included.
  void (*close)(TcProgram *p);

  /// Makes a weight that its source has found one that steps can read.
  TcStatus (*takeWeight)(TcExecution *e, uint32_t index);
  /// Where steps read it; NULL: it has not been taken.
  void *(*weight)(const TcProgram *p, uint32_t index);
  /// No step reads it any more.
  void (*dropWeight)(TcProgram *p, uint32_t index);

  //===- A call, or the preparation (e->frame is NULL) --------------------===//

  /// Sets `scratch` and `onDevice`. `end` is safe after an error, and without a
  /// `begin`.
  TcStatus (*begin)(TcExecution *e);
  void (*end)(TcExecution *e);

  /// Whether describing results needs an open device and a begun call.
  bool (*describes)(const TcProgram *p, const TcCallFrame *frame);
  /// The bytes that a caller's arena needs for intermediates of `bytes`.
  size_t (*arenaBytes)(const TcExecution *e, size_t bytes);
  /// Memory for intermediates that is not the call's own; *arena NULL: the call
  /// has to allocate. An error: it must not.
  TcStatus (*lendArena)(TcExecution *e, size_t bytes, void **arena);

  /// Once the sizes are known: puts arguments, and results that have memory,
  /// where steps can access them.
  TcStatus (*placeArguments)(TcExecution *e);
  /// The same for a result that a step has allocated.
  TcStatus (*placeResult)(TcExecution *e, uint32_t index);
  /// The memory of an input or a result that steps access.
  void *(*argument)(const TcExecution *e, uint32_t kind, uint32_t index);

  /// Runs all steps of main at once, if it can: *done. All memory is bound, and
  /// is so anew if it could not.
  TcStatus (*runAll)(TcExecution *e, bool *done);
  /// Runs the tasks of a launch, whose memory and sizes are bound.
  TcStatus (*run)(TcExecution *e, const TcStep *step, int64_t numTasks);
  /// The same, and waits for it.
  TcStatus (*runTimed)(TcExecution *e, const TcStep *step, int64_t numTasks,
                       double *seconds);
  /// Reads memory of the device, after all earlier work of the call.
  TcStatus (*read)(TcExecution *e, void *to, const void *from, size_t bytes);
  /// After the last step: results are the caller's. Reports errors of kernels.
  TcStatus (*finish)(TcExecution *e);
  /// After an error: no work of the call is in flight.
  void (*settle)(TcExecution *e);

  //===- What embedders ask (tc/program.h) --------------------------------===//

  TcStatus (*allocator)(TcProgram *p, const TcAllocator **allocator);
  TcStatus (*copyIn)(TcProgram *p, void *device, const void *host, size_t bytes,
                     void *stream);
  TcStatus (*copyOut)(TcProgram *p, void *host, const void *device,
                      size_t bytes, void *stream);
  TcStatus (*synchronize)(TcProgram *p, void *stream);
};

extern const TcDevice tcCpuDevice, tcGpuDevice;

/// The frame's arena, if it is large enough and aligned.
void *tcFrameArena(const TcCallFrame *frame, size_t bytes, size_t alignment);

#endif // TC_RUNTIME_DEVICE_H
