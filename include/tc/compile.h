//===- tc/compile.h - From a captured graph to a program ----------*- C -*-===//
//
//   TcCompiled *compiled;
//   TcStatus status = tcCompile(text, size, NULL, &compiled);
//   status = tcCompiledWrite(compiled, "model.so");   // ahead of time, or
//   status = tcCompiledLoad(compiled, &descriptor);   // in this process
//   status = tcProgramFromDescriptor(descriptor, NULL, &program);
//
//===----------------------------------------------------------------------===//

#ifndef TC_COMPILE_H
#define TC_COMPILE_H

#include "tc/program.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TcCompileOptions {
  size_t structSize;  ///< sizeof(TcCompileOptions)
  const char *target; ///< "host", "x86-64-v3", "cuda,tune=sm_90a",
                      ///< "rocm,tune=gfx942", ...; NULL: "host", which is
                      ///< the machine at hand, or the level that the
                      ///< environment variable TC_HOST names. Several, divided
                      ///< by semicolons, make one artifact that runs the first
                      ///< of them that the machine at hand can run: CPUs
                      ///< ("x86-64-v4;x86-64-v2"), or GPUs of one vendor
                      ///< ("cuda,tune=sm_80;cuda,tune=sm_90a")
  const char *pipeline; ///< from the module as given to planned launches; NULL:
                        ///< that of tc-cpu
  /// Differentiates the program and compiles one part: "joint" (results and
  /// gradients), "forward", "backward", "step" (both, and @update of each
  /// weight); NULL: the program itself. The first result is differentiated.
  /// Weights are read at each call; only those that a step does not write are
  /// prepared. Not with `pipeline`.
  const char *part;
  const char *wrt;  ///< of what gradients are: see prim-autodiff; NULL: weights
  unsigned threads; ///< 0: one per CPU
  /// What is made of kernels: "ll" (LLVM IR), "asm" ("ptx" is the same),
  /// "image"
  /// ("obj", "cubin", "hsaco" are); NULL: "image". What is no image is for
  /// tcCompiledWriteKernels alone.
  const char *emit;
  /// Computes `part` in f64, whatever float types the program has: a reference.
  bool wide;
  /// Mode max-autotune: schedules of kernels are searched by measuring them on
  /// this machine, for so many seconds at most (what one call takes may be
  /// added). What is found is kept in files, and used without measuring by
  /// later compilations of the same kernel, at the same sizes, for the same
  /// target. 0: no search.
  double autotuneSeconds;
  /// The folder of these files; with autotuneSeconds 0, what is kept there is
  /// used. NULL: tc/schedules in $XDG_CACHE_HOME or ~/.cache, if there is a
  /// search.
  const char *schedules;
  /// Permits sums that blocks of a GPU add up by atomic additions, in an order
  /// that is another one at each call, where that is faster (L12 of
  /// docs/ir/schedule.md): results then differ in their last bits from call to
  /// call. As the attribute tc.atomics on the module, which says the same.
  bool atomics;
} TcCompileOptions;

/// Machine code and the tables that say how it is run.
typedef struct TcCompiled TcCompiled;

typedef struct TcCompileStats {
  double passes, kernels, total;       ///< seconds, by the clock
  double translate, optimize, codegen; ///< of all threads together
  size_t numKernels, numDifferent;
  /// Of mode max-autotune: kernels whose schedule was kept in a file, that were
  /// measured, and that have a faster schedule than the chosen one since; files
  /// that were ignored, since they are broken or their schedule is not allowed.
  size_t schedulesFound, schedulesSearched, schedulesBetter, schedulesBroken;
  double search; ///< seconds of it
  /// Schedules that were measured no further, since their results were wrong:
  /// a bug. Their programs are kept in the folder, as wrong-*.mlir.
  size_t schedulesWrong;
} TcCompileStats;

/// Compiles the module in `text` (MLIR text or bytecode; @main is its entry).
/// `options` may be NULL. On an error *compiled is NULL and the status lists
/// every error, with locations in the text.
TcStatus tcCompile(const char *text, size_t size,
                   const TcCompileOptions *options,
                   TcCompiled **compiled) TC_MUST_USE;

/// NULL is fine. Programs made of it must have been freed.
void tcCompiledFree(TcCompiled *compiled);

/// Writes a shared object that needs libc and nothing of the compiler. The file
/// appears whole or not at all.
TcStatus tcCompiledWrite(TcCompiled *compiled, const char *path) TC_MUST_USE;

/// Writes the C header that goes with it, likewise.
TcStatus tcCompiledWriteHeader(TcCompiled *compiled,
                               const char *path) TC_MUST_USE;

/// Writes the compiled kernels: texts to the file `path`, one after the other,
/// or to standard output if it is "-"; images to the folder `path`, one file
/// per kernel, named after it. TC-2603 if an image has to be assembled and
/// ptxas is not installed.
TcStatus tcCompiledWriteKernels(TcCompiled *compiled,
                                const char *path) TC_MUST_USE;

/// Writes the module from which the kernels were compiled: launches of kernels,
/// with their places in memory; "-" is standard output. tc-run --check judges a
/// program's launches by it.
TcStatus tcCompiledWritePlan(TcCompiled *compiled,
                             const char *path) TC_MUST_USE;

/// Loads the code into this process, of several targets that for the first; the
/// descriptor lives as long as `compiled`.
TcStatus tcCompiledLoad(TcCompiled *compiled,
                        const TcProgramDescriptor **descriptor) TC_MUST_USE;

/// The name of overload `index` ("aten.add.Tensor") among those that a graph
/// may call, in no order; NULL behind the last. Never freed.
const char *tcCompileOverload(size_t index);

TcCompileStats tcCompiledStats(const TcCompiled *compiled);

#ifdef __cplusplus
}
#endif

#endif // TC_COMPILE_H
