// Compiles kernels to objects: equal kernels once, different ones in parallel.
#ifndef TC_DRIVER_KERNELS_H
#define TC_DRIVER_KERNELS_H

#include "passes/describe/describe.h"
#include "target/target.h"

/// The compiled code of a module's kernels.
typedef struct TcKernels {
  TcArena *arena;
  TcMap byOp;         // loop.kernel -> TcKernelInfo
  TcBytes *objects;   // one for each different kernel: on GPUs, its image
  const char **names; // of the kernels that these are of
  size_t numObjects, numKernels;
  TcObjectStats stats; // of all threads together
} TcKernels;

/// The kernel's text from its argument list on: kernels of one text are one
/// code. NULL if there is no memory.
const char *tcKernelText(TcArena *arena, MlirOperation kernel);

/// Compiles all kernels of the module on `threads` threads, with `options`
/// (NULL: the defaults). Results live in the arena, except the objects, which
/// tcKernelsFree frees.
TcStatus tcKernelsCompile(TcArena *arena, MlirOperation module,
                          const TcTarget *target,
                          const TcObjectOptions *options, unsigned threads,
                          TcKernels *kernels) TC_MUST_USE;
void tcKernelsFree(TcKernels *kernels);

/// A TcKernelLookup whose `self` is the TcKernels.
const TcKernelInfo *tcKernelsLookup(void *kernels, MlirOperation kernel);

#endif // TC_DRIVER_KERNELS_H
