// What tc/compile.h compiles: a program, or the first of its variants.
// compile.c makes it, compiled.c writes and loads it.
#ifndef TC_DRIVER_COMPILED_H
#define TC_DRIVER_COMPILED_H

#include "driver/kernels.h"
#include "target/cpu/artifact.h"
#include "target/cpu/link.h"
#include "tc/compile.h"

struct TcCompiled {
  TcCompiled *next; // the variant for the next target
  TcArena arena;
  TcTarget target;
  TcObjectOptions emit;
  MlirContext ctx;
  MlirModule module;
  TcKernels kernels;
  TcProgramDescriptor *descriptor;
  TcJit *jit;
  TcCompileStats stats;
  unsigned threads;
};

/// Whether kernels are images for a GPU's driver rather than CPU functions.
bool tcCompiledHasImages(const TcCompiled *compiled);

#endif // TC_DRIVER_COMPILED_H
