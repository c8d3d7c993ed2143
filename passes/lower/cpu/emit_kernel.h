// Emits a loop.kernel as functions of the runtime's ABI (lib/runtime/abi.h).
#ifndef TC_PASSES_LOWER_CPU_EMIT_KERNEL_H
#define TC_PASSES_LOWER_CPU_EMIT_KERNEL_H

#include "support/arena.h"
#include "target/target.h"

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

/// One parallel step. Texts are size expressions over the kernel's symbols.
typedef struct TcCpuPhaseCode {
  const char *name;                  ///< of the function
  const char *tasks;                 ///< the number of tasks
  const char *scratchBytes;          ///< of each thread
  int64_t grain;                     ///< tasks worth a thread
  int64_t leastThreads, mostThreads; ///< that run it (TcStep)
} TcCpuPhaseCode;

/// What the caller of a kernel's code needs. Phases run one after the other, on
/// the same buffers: arguments, results, temporaries.
typedef struct TcCpuCode {
  TcCpuPhaseCode *phases;
  size_t numPhases;
  const char **symbols; ///< values of `sizes`, in order
  size_t numSymbols;
  const char **temporaries; ///< bytes of each
  size_t numTemporaries;
} TcCpuCode;

/// Emits the kernel as functions at the end of `block` (of a module), by its
/// `loop.schedule`, or by one chosen for the target if it has none. Texts of
/// `code` live in the arena. Emits an error at the op and fails for an
/// unsupported stage or an invalid schedule.
MlirLogicalResult tcCpuEmitKernel(TcArena *arena, MlirOperation kernel,
                                  MlirBlock block, const TcTarget *target,
                                  TcCpuCode *code);

#endif // TC_PASSES_LOWER_CPU_EMIT_KERNEL_H
