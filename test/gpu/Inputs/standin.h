// The interface of tests to the stand-in for a GPU driver (standin.c).
#ifndef TC_TEST_STANDIN_H
#define TC_TEST_STANDIN_H

#include "tc/runtime.h"

/// An image that the stand-in runs: functions as they are on a CPU, called with
/// all blocks at once. Any other image is only looked at.
typedef struct StandinFunction {
  const char *name;
  TcPhaseFn run;
  uint32_t numBuffers, numSizes; ///< without the error word
} StandinFunction;

typedef struct StandinImage {
  char magic[8]; ///< STANDIN_MAGIC
  const StandinFunction *functions;
  uint32_t count;
} StandinImage;

#define STANDIN_MAGIC "STANDIN"

/// What a tensor map was last asked for.
typedef struct StandinTensor {
  void *address;
  uint64_t extents[5], strides[4];
  uint32_t box[5], rank;
  int type, swizzle;
  uint32_t pixels, steps[5]; // of images
  int lower[3], upper[3];
} StandinTensor;

enum { STANDIN_HOST_BLOCKS = 64 }; // at once

/// What is there and has not been given back.
typedef struct StandinState {
  int blocks, streams, pools, modules, events, contexts;
  int calls;    ///< of the driver's functions since it was last set to 0
  int failAt;   ///< the call that fails, once; 0: none
  int mistakes; ///< of the caller: wrong pointers, memory freed twice, ...
  int devices;  ///< that it pretends to have
  int hostBlocks;
  void *hostBlock[STANDIN_HOST_BLOCKS];
  uint64_t filled; ///< bytes that were set, since it was last set to 0
  StandinTensor tensor;
  // Graphs.
  int graphs, executables;
  int updates, replays; ///< kernels set; executables launched
  int early;            ///< kernels that need not wait for all before them
  /// The stream that the caller captures. Meanwhile nothing may be allocated,
  /// waited for or loaded by a thread that has not asked for it.
  bool isCapturing;
  void *captured;
} StandinState;

/// Exported by the stand-in as `standinState`.
typedef StandinState *StandinStateFn(void);

#endif // TC_TEST_STANDIN_H
