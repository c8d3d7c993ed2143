// Shared by what rewrites GPU kernels as functions of the CPU's ABI.
//
//   emulate.c        functions, threads and blocks
//   emulate_units.c  instructions that threads of a wave execute together, and
//                    copies in the background
#ifndef TC_PASSES_LOWER_GPU_EMULATE_H
#define TC_PASSES_LOWER_GPU_EMULATE_H

#include "passes/lower/gpu/emit_kernel.h"

#include "ir/builder.h"

typedef struct TcEmulate {
  MlirContext ctx;
  TcBuilder b; // at the end of the module
  MlirType ptr, i32, i64;
  MlirBlock body;  // of the function of a thread
  MlirValue words; // ptr: operands of an instruction, for the runtime
  bool stops;      // threads wait for each other
} TcEmulate;

/// A constant of 64 bits.
MlirValue tcEmulateNumber(TcBuilder *b, int64_t n);

/// Replaces an op of one result.
void tcEmulateReplaceBy(MlirOperation op, MlirValue v);

/// Replaces an op of the NVVM dialect. False: it is none that there is an
/// emulation for.
bool tcEmulateNvvm(TcEmulate *e, TcBuilder *b, MlirOperation op);
void tcEmulateAssembly(TcEmulate *e, TcBuilder *b, MlirOperation op);
/// Calls of LLVM's intrinsics: AMD's matrix units, NVIDIA's of f64.
void tcEmulateIntrinsic(TcEmulate *e, TcBuilder *b, MlirOperation op);

#endif // TC_PASSES_LOWER_GPU_EMULATE_H
