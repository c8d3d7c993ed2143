// Emits a loop.kernel as a gpu.module: one gpu.func for each phase, with the
// arguments
//
//   (ptr<1> buffer 0, ..., ptr<1> buffer N-1, ptr<1> errors, i64 size 0, ...,
//    ptr tensor map 0, ...)
//
// Buffers are arguments, results, temporaries. A phase is launched as `blocks`
// blocks of `threads` threads with `sharedBytes` bytes of dynamic shared
// memory. Phases run one after the other.
#ifndef TC_PASSES_LOWER_GPU_EMIT_KERNEL_H
#define TC_PASSES_LOWER_GPU_EMIT_KERNEL_H

#include "passes/lower/tensor_map.h"
#include "support/arena.h"
#include "target/target.h"

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

/// One phase. Texts are size expressions over the kernel's symbols.
typedef struct TcGpuPhaseCode {
  const char *name; ///< of the function
  const char *blocks, *sharedBytes;
  int64_t threads;
  bool dependent; ///< it waits itself for the launches before it
  uint32_t rate;  ///< TcStep.rate
  TcTensorMaps maps;
} TcGpuPhaseCode;

typedef struct TcGpuCode {
  TcGpuPhaseCode *phases;
  size_t numPhases;
  const char **symbols; ///< the sizes, in order
  size_t numSymbols;
  const char **temporaries; ///< bytes of each
  size_t numTemporaries;
} TcGpuCode;

/// Emits the kernel as a gpu.module at the end of `block` (of a module). Texts
/// of `code` live in the arena. Fails with an error at the op for stages
/// without code generation.
MlirLogicalResult tcGpuEmitKernel(TcArena *arena, MlirOperation kernel,
                                  MlirBlock block, const TcTarget *target,
                                  TcGpuCode *code);

/// Writes intrinsics of LLVM as calls by name, which upstream's conversions of
/// the gpu dialect leave alone.
void tcGpuNameIntrinsics(MlirOperation module);
/// Puts hints on loops where translation to LLVM reads them: on the branch
/// back.
void tcGpuPassLoopHints(MlirOperation module);

/// After upstream's conversion: makes parameters of 128 bytes of the tensor
/// maps that functions take.
void tcGpuPassTensorMaps(MlirOperation module);

/// Makes functions of the CPU's ABI of the one gpu.module in `module`: each is
/// called with numbers of blocks (see emulate.c).
void tcGpuEmulate(TcArena *arena, MlirModule module, const TcGpuCode *code);

#endif // TC_PASSES_LOWER_GPU_EMIT_KERNEL_H
