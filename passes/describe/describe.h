// From a planned module to a program's descriptor: the boundary, sizes,
// weights, buffers and steps as the flat tables that the runtime executes
// (lib/runtime/descriptor.h).
#ifndef TC_DRIVER_DESCRIBE_H
#define TC_DRIVER_DESCRIBE_H

#include "lib/runtime/descriptor.h"
#include "lib/support/arena.h"
#include "lib/support/map.h"
#include "passes/lower/cpu/emit_kernel.h"
#include "passes/lower/tensor_map.h"

#include "mlir-c/IR.h"

/// One parallel step of a kernel's code. Expressions are over the kernel's size
/// symbols.
typedef struct TcPhaseInfo {
  const char *name; ///< of the function in the kernel's object
  TcPhaseFn entry;  ///< when the object has been loaded; else NULL
  const char *tasks, *scratchBytes;
  int64_t grain;
  int64_t leastThreads, mostThreads; ///< TcStep's
  // On GPUs: the bytes of dynamic shared memory and the threads of a block,
  // which are what `tasks` counts then. Else NULL and 0.
  const char *sharedBytes;
  int64_t threads;
  bool dependent;    ///< TcStep.dependent
  uint32_t rate;     ///< TcStep.rate
  TcTensorMaps maps; ///< TcStep.maps
} TcPhaseInfo;

/// Everything needed to launch a compiled kernel. The buffers of its phases are
/// its operands, its results, then `temporaries`.
typedef struct TcKernelInfo {
  TcPhaseInfo *phases;
  const char **symbols;     ///< values of the phases' `sizes`, in order
  const char **temporaries; ///< bytes of each
  const char **sites;       ///< texts of the errors that the code can find
  size_t numPhases, numSymbols, numTemporaries, numSites;
  uint32_t image; ///< which of the objects it is in
} TcKernelInfo;

/// Returns the code of the kernel that a launch runs; NULL if there is none.
typedef const TcKernelInfo *TcKernelLookup(void *self, MlirOperation kernel);

/// What a descriptor says of a kernel's code for CPUs; lists live in the arena.
TcKernelInfo tcKernelInfoOfCpu(TcArena *arena, const TcCpuCode *code);

/// A copy that lives in the arena.
TcKernelInfo tcKernelInfoCopy(TcArena *arena, const TcKernelInfo *info);

/// Plans the memory that the code of kernels needs while it runs: says of each
/// launch how much that is (attribute `loop.temporaries`), and places it among
/// the values (loop-plan-temporaries). Before the module is described.
void tcDescribeTemporaries(TcArena *arena, MlirOperation module,
                           TcKernelLookup *lookup, void *self);

/// Describes the function `entry` as the program of the module on which
/// loop-plan-memory has run, and @prepare, if there is one: as
/// tcDescribeProgram does @main.
TcProgramDescriptor *tcDescribeEntry(TcArena *arena, MlirOperation module,
                                     MlirOperation entry,
                                     TcKernelLookup *lookup, void *self);

/// Describes the functions @main and, if there is one, @prepare of a module on
/// which loop-plan-memory, and loop-plan-temporaries if launches have some,
/// have run. Everything lives in the arena, texts of attributes in the context.
/// Null, after an error at the op, if the module holds what cannot be
/// described.
TcProgramDescriptor *tcDescribeProgram(TcArena *arena, MlirOperation module,
                                       TcKernelLookup *lookup, void *self);

#endif // TC_DRIVER_DESCRIBE_H
