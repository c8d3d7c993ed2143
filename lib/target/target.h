//===- target.h - What a target is ---------------------------------*- C
//-*-===//
//
// A target is facts, which passes query, and a back end, which compiles kernels
// to machine code. Nothing outside lib/target names an instruction set.
//
// A target can be printed as text and parsed again anywhere: the text is the
// attribute `tc.target` of modules, and part of cache keys.
//
//===----------------------------------------------------------------------===//

#ifndef TC_TARGET_TARGET_H
#define TC_TARGET_TARGET_H

#include "mlir-c/IR.h"
#include "tc/status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The errors of lib/target; docs/errors.md says what each means.
enum {
  TC_ERROR_TARGET_SYNTAX = 1600,
  TC_ERROR_KERNEL_PARSE = 1601,
  TC_ERROR_KERNEL_TRANSLATE = 1602,
  TC_ERROR_KERNEL_CALLS = 1604,
  TC_ERROR_KERNEL_PASSES = 1605,
  TC_ERROR_TARGET_UNKNOWN = 2600,
  TC_ERROR_LINKER_MISSING = 2601,
  TC_ERROR_TARGET_CHIP = 2602,
  TC_ERROR_ASSEMBLER_MISSING = 2603,
  TC_ERROR_TARGET_HOST = 5600,
  TC_ERROR_TARGET_NO_MEMORY = 6600,
  TC_ERROR_LINK_FAILED = 7600,
  TC_ERROR_WORKER_FAILED = 7602,
  TC_ERROR_TOOL_FAILED = 7603,
  TC_ERROR_CODEGEN = 9600,
};

typedef struct TcTargetBackend TcTargetBackend;

typedef struct TcTarget {
  const TcTargetBackend *backend;
  char triple[64];
  char tune[32];       ///< the CPU to schedule for, as LLVM names it
  char features[1024]; ///< "+avx2,+fma,...", as LLVM names them

  // Facts
  uint32_t vectorBits;                                ///< of the vectors to use
  uint32_t vectorRegisters;                           ///< architectural
  uint32_t cacheLineBytes, l1Bytes, l2Bytes, l3Bytes; ///< 0: none
  uint32_t l2Rate; ///< bytes a cycle from the second cache. 0: not measured
  uint32_t cores;  ///< 0: not known
  uint32_t multipliers; ///< CPUs: vectors that a core multiplies each cycle
  bool hasFma;
  bool hasF16Convert; ///< f16 <-> f32 in vectors
  bool hasScaling;    ///< vectors are scaled by powers of two: AVX-512
  bool hasBf16Dot;    ///< there is an instruction: pairs of bf16 into f32
  bool hasI8Dot;      ///< quadruples of u8 * i8 into i32
  /// Throughput of that bf16 instruction relative to f32 FMA: 2 where it is
  /// worth using, below 1 where widening bf16 is faster. 0: not measured.
  float bf16DotRate;
  uint32_t waveThreads; ///< GPUs: threads that run in step. CPUs: 0
  uint32_t sharedBytes; ///< GPUs: shared memory that one block may have
  /// GPUs: the generation of their matrix units: NVIDIA's 80, 90 (wgmma), AMD's
  /// 3 (CDNA3). 0: none that is used
  uint32_t units;
  /// NVIDIA's GPUs: 1 if a kernel may start before the one before it on its
  /// stream has ended (programmatic dependent launch); it then waits itself.
  uint32_t dependentLaunch;
  /// NVIDIA's GPUs: 1 if a copy engine moves boxes that tensor maps describe.
  uint32_t tensorMaps;
  /// GPUs: the generation of matrix units of f64 that are faster than FMA:
  /// NVIDIA's 80, 90. 0: none
  uint32_t doubleUnits;
} TcTarget;

/// Parses a target: a name, then fields in any order, such as
///   host
///   x86-64-v3
///   x86-64-v4,vector=256,l2=2097152
///   cuda,tune=sm_90a
/// Names are `host`, the levels x86-64, x86-64-v2, -v3 and -v4, and the GPUs
/// `cuda` and `rocm` (and `emulate`, a GPU for tests); fields are tune,
/// features (joined by '+'), vector, registers, line, l1, l2, l3, cores, wave,
/// shared, units, dependent-launch, tensor-maps, double-units, l2-rate and
/// bf16-dot-rate. A GPU's
/// `tune` is its chip, from which the facts follow; `native` is that of the
/// first GPU of this machine. TC-1600 if it does not parse, TC-2600 if the name
/// is not known, TC-2602 if the chip is not.
TcStatus tcTargetParse(const char *text, TcTarget *target) TC_MUST_USE;

/// The target of a module (its attribute `tc.target`), or, if it has none, that
/// of the text `otherwise`.
TcStatus tcTargetOfModule(MlirOperation module, const char *otherwise,
                          TcTarget *target) TC_MUST_USE;

enum { TC_TARGET_TEXT = 1536 }; ///< bytes that are enough for any target's text

/// Writes, as snprintf does, the text that tcTargetParse parses to the same
/// target.
int tcTargetPrint(const TcTarget *target, char *text, size_t capacity);

/// Whether the features hold `name`, as LLVM spells it.
bool tcTargetHasFeature(const TcTarget *target, const char *name);

//===----------------------------------------------------------------------===//
// Kernels to objects
//===----------------------------------------------------------------------===//

/// Bytes on the C library's heap.
typedef struct TcBytes {
  char *data;
  size_t size;
} TcBytes;

void tcBytesFree(TcBytes *bytes);

typedef struct TcObjectOptions {
  /// Of LLVM, in the syntax of `opt -passes`; NULL: the target's own, "": none.
  const char *passes;
  unsigned codegenLevel; ///< 0 to 3
  bool assembly;         ///< text instead of an object
  bool llvmIr;           ///< LLVM IR as text instead, after the passes
  /// Functions outside the object that it may call, besides memcpy, memmove and
  /// memset; NULL-terminated, or NULL.
  const char *const *externs;
} TcObjectOptions;

/// The default options.
TcObjectOptions tcObjectOptionsDefault(void);

/// Where the time went, in seconds.
typedef struct TcObjectStats {
  double parse, translate, optimize, codegen, check;
} TcObjectStats;

struct TcGpuVendor;

struct TcTargetBackend {
  const char *name;              ///< "cpu", "cuda", "rocm"
  const struct TcGpuVendor *gpu; ///< NULL for CPUs (target/gpu/vendor.h)
  /// A module of the LLVM dialect to an object. Safe on many threads, each with
  /// a module of another context. The module is not changed.
  TcStatus (*moduleToObject)(MlirOperation module, const TcTarget *target,
                             const TcObjectOptions *options, TcBytes *object,
                             TcObjectStats *stats);
};

/// Once for each context whose modules are compiled.
void tcContextAddTranslations(MlirContext context);

/// Compiles a kernel's text or bytecode (a module of the LLVM dialect) to an
/// object, in its own context, so that any number of calls run at once.
/// `options` and `stats` may be NULL; stats are accumulated. The caller frees
/// *object, which is empty after an error.
TcStatus tcKernelToObject(const void *module, size_t moduleSize,
                          const TcTarget *target,
                          const TcObjectOptions *options, TcBytes *object,
                          TcObjectStats *stats) TC_MUST_USE;

/// The same for a module in any context that has had tcContextAddTranslations,
/// which no other thread may use meanwhile, and whose handlers MLIR's own
/// diagnostics go to.
TcStatus tcModuleToObject(MlirOperation module, const TcTarget *target,
                          const TcObjectOptions *options, TcBytes *object,
                          TcObjectStats *stats) TC_MUST_USE;

#ifdef __cplusplus
}
#endif

#endif // TC_TARGET_TARGET_H
