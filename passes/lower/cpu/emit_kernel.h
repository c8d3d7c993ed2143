// A loop.kernel as functions of the runtime's ABI (lib/runtime/abi.h).
#ifndef TC_PASSES_LOWER_CPU_EMIT_KERNEL_H
#define TC_PASSES_LOWER_CPU_EMIT_KERNEL_H

#include "support/arena.h"
#include "target/target.h"

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

/// What runs the code of a kernel must know. Texts are size expressions over
/// the kernel's symbols.
typedef struct TcCpuCode {
  const char *name;         ///< of the function
  const char **symbols;     ///< values of `sizes`, in order
  size_t numSymbols;
  const char *tasks;        ///< the number of tasks
  const char *scratchBytes; ///< of each thread
  int64_t grain;            ///< tasks worth a thread
} TcCpuCode;

/// Emits the kernel as a function at the end of `block` (of a module). Texts of `code` live
/// in the arena. Emits an error at the op, and fails, for what there is no code
/// for.
MlirLogicalResult tcCpuEmitKernel(TcArena *arena, MlirOperation kernel,
                                  MlirBlock block, const TcTarget *target,
                                  TcCpuCode *code);

#endif // TC_PASSES_LOWER_CPU_EMIT_KERNEL_H
