//===- descriptor.h - A compiled program as constant data --------*- C -*-===//
//
// The compiler's output besides machine code: the program's boundary, its
// sizes, weights, memory and steps (runtime commands). The compiler makes it in
// memory, where the JIT uses it, and writes it as constant data into an
// artifact, under the symbol `tc_program_descriptor`. The runtime only reads
// it.
//
// All tables are flat and refer to each other by index. A size is an index into
// the table of sizes; equal sizes are one entry.
//
//===----------------------------------------------------------------------===//

#ifndef TC_RUNTIME_DESCRIPTOR_H
#define TC_RUNTIME_DESCRIPTOR_H

#include "runtime/abi.h"

#define TC_DESCRIPTOR_SYMBOL "tc_program_descriptor"

enum {
  TC_DESCRIPTOR_MAGIC = 0x50437431, // "1tCP"
  /// Raised whenever the meaning or the layout of any of these structs changes.
  TC_DESCRIPTOR_VERSION = 11
};

#define TC_NONE UINT32_MAX ///< no index

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Words of size code, postfix. Arithmetic is 64-bit two's complement; a
/// division by zero gives 0 (its size is then checked by a guard or unused).
typedef enum TcSizeWord {
  TC_CODE_END = 0,      ///< the value is on the stack, alone
  TC_CODE_CONSTANT = 1, ///< push the next word
  TC_CODE_SYMBOL = 2,   ///< push the value of the symbol that is the next word
  TC_CODE_ADD = 3,
  TC_CODE_MUL = 4,
  TC_CODE_FLOORDIV = 5,
  TC_CODE_MOD = 6, ///< of the sign of the divisor
  TC_CODE_MIN = 7,
  TC_CODE_MAX = 8,
  TC_CODE_OP_COUNT
} TcSizeWord;

enum { TC_CODE_STACK = 32 }; ///< deepest stack that size code may need

typedef struct TcSizeInfo {
  const char *text;  ///< canonical, as in `#tc.size`, for messages
  uint32_t code;     ///< where its code starts in `sizeCode`
  uint32_t reserved; ///< zero
} TcSizeInfo;

typedef enum TcSymbolSource {
  TC_SYMBOL_DIM = 0,   ///< input's dimension `dim` = scale * symbol + shift
  TC_SYMBOL_VALUE = 1, ///< the input is a scalar i64, the symbol's value
  TC_SYMBOL_LATE = 2   ///< a TC_STEP_SIZE sets it; 0 before
} TcSymbolSource;

typedef struct TcSymbolInfo {
  const char *name;
  uint32_t source, input, dim;
  uint32_t reserved;
  int64_t scale, shift; ///< scale > 0
  int64_t min, max;     ///< inclusive
  int64_t example;      ///< what tc-run takes if it is not told; or < 0
} TcSymbolInfo;

typedef enum TcGuardRelation {
  TC_GUARD_EQ = 0,
  TC_GUARD_NE = 1,
  TC_GUARD_LT = 2,
  TC_GUARD_LE = 3
} TcGuardRelation;

/// A condition on sizes under which the program was compiled; checked at entry.
typedef struct TcGuardInfo {
  uint32_t lhs, rhs; ///< sizes
  uint32_t relation, reserved;
} TcGuardInfo;

//===----------------------------------------------------------------------===//
// Values at the boundary
//===----------------------------------------------------------------------===//

/// How tc-run fills a tensor (docs/ir/fx.md, `init`).
typedef enum TcFillKind {
  TC_FILL_NONE = 0,
  TC_FILL_CONSTANT = 1, ///< a
  TC_FILL_IOTA = 2,     ///< a + b * index
  TC_FILL_TRIL = 3,
  TC_FILL_UNIFORM = 4, ///< mean a, standard deviation b
  TC_FILL_RANDINT = 5, ///< a <= value < b
  TC_FILL_DENSE = 6,   ///< `data`, in the tensor's own type
  TC_FILL_ODD = 7      ///< -3, -1, 1 or 3
} TcFillKind;

typedef struct TcFillInfo {
  uint32_t kind, seed;
  uint64_t stream;
  double a, b;
  const void *data;
  uint64_t dataBytes;
} TcFillInfo;

/// A tensor: an input, a result or a weight.
typedef struct TcValueInfo {
  const char *name;
  const uint32_t *dims;    ///< `rank` sizes
  const uint32_t *strides; ///< `rank` sizes; NULL: dense row-major
  uint8_t dtype, rank;
  uint8_t mutated;     ///< input, weight: the program writes it
  uint8_t tieIsWeight; ///< `tie` counts weights
  uint32_t alignment;  ///< in bytes, of `data`; 0: the element's
  /// Result: the input or weight whose memory it is, updated in place; or
  /// TC_NONE.
  uint32_t tie;
  /// Input: it shares its memory with the other inputs of this number, each at
  /// its `storageOffset`; the first of them spans it all. Or TC_NONE.
  uint32_t storage;
  uint32_t storageOffset; ///< a size, in elements; TC_NONE: 0
  /// On GPUs: the alignment that kernels assume; memory that is aligned less is
  /// copied around the call.
  uint32_t kernelAlignment;
  /// Weight: 64-bit FNV-1a hash of its bytes, which a source's bytes must have;
  /// 0: none.
  uint64_t hash;
  TcFillInfo fill;
} TcValueInfo;

/// The expected result: `tc.expected`, for the example sizes.
typedef struct TcExpectedInfo {
  double sum, norm;            ///< of all elements, in f64
  double eagerError, eagerMax; ///< eager's relative 2-norm and largest error
  /// Element i * n / numSamples of n, i < numSamples.
  const double *samples;
  uint64_t numSamples;
  const double *bounds; ///< how far code may be from each sample; or NULL
  uint32_t hasShape, rank;
  int64_t shape[TC_MAX_RANK]; ///< `rank` sizes, if it has them
} TcExpectedInfo;

/// The expected contents of an input or weight after one call:
/// `tc.expected_state`.
typedef struct TcExpectedState {
  uint32_t isWeight, index;
  TcExpectedInfo expected;
} TcExpectedState;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

typedef enum TcBufferKind {
  TC_BUFFER_INPUT = 0,    ///< `index` of the inputs
  TC_BUFFER_RESULT = 1,   ///< `index` of the results
  TC_BUFFER_WEIGHT = 2,   ///< `index` of the weights, as the source gave it
  TC_BUFFER_CONSTANT = 3, ///< `data`, in the artifact
  TC_BUFFER_PREPARED = 4, ///< written by `prepare`, read by `main`
  TC_BUFFER_SCRATCH = 5,  ///< in the arena of section `index`, at `offset`
  TC_BUFFER_LATE = 6      ///< a TC_STEP_ALLOCATE gives it memory
} TcBufferKind;

enum { TC_SECTION_MAIN = 0, TC_SECTION_PREPARE = 1, TC_SECTION_COUNT };

typedef struct TcBufferInfo {
  uint32_t kind, index;
  /// Sizes: bytes of CONSTANT, PREPARED, SCRATCH, LATE; offset of SCRATCH.
  uint32_t bytes, offset;
  const void *data;
} TcBufferInfo;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

typedef enum TcStepKind {
  TC_STEP_LAUNCH = 0,  ///< run `phase`
  TC_STEP_JUMP = 1,    ///< go on at step `target`
  TC_STEP_BRANCH = 2,  ///< go on at `target` if the byte in buffers[0] is 0
  TC_STEP_SIZE = 3,    ///< symbol `target` becomes the i64 in buffers[0]
  TC_STEP_ALLOCATE = 4 ///< buffers[0], late or an unallocated result
} TcStepKind;

enum { TC_TENSOR_RANK = 5, TC_TENSOR_MAPS = 2, TC_TENSOR_SPACE = 3 };

/// A part of a buffer as a GPU's copy engine sees it: it moves boxes of
/// elements to shared memory, in rows of 128 bytes that are swizzled, and zeros
/// where there are no elements. Dimension 0 is contiguous.
typedef struct TcTensorMapInfo {
  uint32_t buffer; ///< of the step's
  uint32_t each;   ///< bytes of an element: 1, 2 or 4
  uint32_t rank;
  uint32_t offset;                  ///< a size: bytes, a multiple of 16
  uint32_t extents[TC_TENSOR_RANK]; ///< sizes: elements
  uint32_t strides[TC_TENSOR_RANK]; ///< sizes: bytes; but of 0 multiples of 16
  uint32_t box[TC_TENSOR_RANK];     ///< elements of a box
  /// 0, or (im2col) box[0] channels of so many pixels are copied: dimension 0
  /// is channels, the last one images, the others are space. In each of these
  /// pixels lie `step` apart, from `lower` on to the extent - 1 + `upper`; what
  /// is copied of each lies a window's offset further on.
  uint32_t pixels;
  int32_t lower[TC_TENSOR_SPACE], upper[TC_TENSOR_SPACE];
  uint32_t step[TC_TENSOR_SPACE];
} TcTensorMapInfo;

typedef struct TcStep {
  /// The phase's symbol in the object, also its name in reports.
  const char *name;
  TcPhaseFn phase;
  const uint32_t *buffers; ///< of the buffer table
  const uint32_t *sizes;   ///< of the size table
  uint32_t numBuffers, numSizes;
  uint32_t kind, target;
  /// Sizes; scratch may be TC_NONE. On a GPU a task is a block of threads.
  uint32_t numTasks, scratchBytes;
  int64_t grain; ///< tasks that one thread should at least do at once
  /// CPUs: a call with fewer threads, or more, leaves the step out; 0: none.
  uint32_t leastThreads, mostThreads;
  // GPUs: `phase` is NULL, and `name` the function in this image.
  uint32_t image;
  uint32_t threads;     ///< of a block
  uint32_t sharedBytes; ///< a size: dynamic shared memory of a block
  /// 1: the function waits itself for the launches before it on its stream, so
  /// it may be started before they end.
  uint32_t dependent;
  /// Multiply-adds a cycle of one multiprocessor, of the unit that multiplies;
  /// 0: not known. For reports.
  uint32_t rate;
  uint32_t numMaps;            ///< at most TC_TENSOR_MAPS
  const TcTensorMapInfo *maps; ///< parameters behind the sizes
  /// Which launch of the module it is a part of, and how many of
  /// the buffers that launch reads and writes; the rest is temporary.
  uint32_t launch, numOperands, numResults;
  uint32_t later; ///< 1: not the first phase of its launch
  /// Of its launch, at the example sizes, in its first phase: operations of
  /// products, and bytes read and written. For reports; or 0.
  double flops, bytes;
} TcStep;

/// Code for a GPU as its driver takes it: a cubin, PTX (text that ends with a
/// 0) or a code object.
typedef struct TcImageInfo {
  const void *data;
  uint64_t bytes;
} TcImageInfo;

/// A function of the program: what a call runs, or what preparation runs.
typedef struct TcSection {
  const TcStep *steps;
  uint32_t numSteps;
  uint32_t arenaBytes; ///< a size; TC_NONE: no scratch buffers
} TcSection;

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Sizes that weights, PREPARED buffers and `prepare` use are constants.
typedef struct TcProgramDescriptor {
  uint32_t magic, version;
  uint64_t structSize; ///< sizeof(TcProgramDescriptor)
  const char *name;
  /// CPU features that the code uses, "avx2,fma,...": checked when loaded.
  const char *features;
  const char *compiler; ///< name and version, for reports
  /// For kernels on a GPU: "cuda" or "rocm", and their chip, such as "sm_90a".
  /// "": CPU functions.
  const char *target, *chip;

  const int64_t *sizeCode;
  const TcSizeInfo *sizes;
  const TcSymbolInfo *symbols;
  const TcGuardInfo *guards;
  const TcValueInfo *inputs, *results, *weights;
  /// One per result (nothing is known where there are no samples), or NULL.
  const TcExpectedInfo *expected;
  const TcExpectedState *expectedState;
  const TcBufferInfo *buffers;
  const char *const *sites; ///< texts for TC_ERROR_WORD
  const TcImageInfo *images;

  uint32_t sizeCodeLength; ///< words
  uint32_t numSizes, numSymbols, numGuards;
  uint32_t numInputs, numResults, numWeights;
  uint32_t numBuffers, numSites, numExpectedState, numImages;
  TcSection sections[TC_SECTION_COUNT];
  /// Sizes, for a training step: bytes saved for backward, and the bytes that
  /// saving everything it reads would take; TC_NONE: not a training step.
  uint32_t savedBytes, readBytes;
  /// Of one call at the example sizes, for reports; or 0: operations of
  /// products; bytes that launches read which none of them makes, and bytes of
  /// results.
  double flops, compulsoryBytes;
  /// The same program, with the same boundary, for another target; NULL: none.
  const struct TcProgramDescriptor *other;
} TcProgramDescriptor;

/// Whether the kernels are images for a GPU.
static inline bool tcIsGpuProgram(const TcProgramDescriptor *d) {
  return d->target && *d->target;
}

/// The CPU features that the runtime can check, as LLVM spells them;
/// NULL-terminated. Those that a program's code uses go into `features`.
extern const char *const tcCpuKnownFeatures[];

/// Whether the system lets this process use tile registers (AMX), which takes a
/// request; it holds for all threads.
bool tcCpuAskForTiles(void);

/// The descriptor of a program (for tools; embedders use tc/program.h).
struct TcProgram;

/// A launch that is about to begin, or is done, as tc-run --check sees it.
typedef struct TcLaunchView {
  uint32_t section;
  const TcStep *step; ///< the first of the launch, or the last
  const int64_t *symbols;
  bool isDone;
  struct TcExecution *execution;
} TcLaunchView;

/// Bytes that buffer `index` of the step has, from the lowest address.
size_t tcLaunchBufferBytes(const TcLaunchView *view, uint32_t index);
/// Copies them to memory of the host.
TcStatus tcLaunchReadBuffer(const TcLaunchView *view, uint32_t index,
                            void *to) TC_MUST_USE;

/// From now on `watch` is called before and after each launch, also of the
/// preparation; NULL stops it. An error that it returns ends the call.
void tcProgramSetWatcher(struct TcProgram *program,
                         TcStatus (*watch)(void *context,
                                           const TcLaunchView *view),
                         void *context);
/// From now on so many bytes of a GPU's memory are written before each launch
/// that an observer sees, so that it finds cold caches: for measurements.
void tcProgramSetColdBytes(struct TcProgram *program, size_t bytes);
const TcProgramDescriptor *
tcProgramGetDescriptor(const struct TcProgram *program);

#endif // TC_RUNTIME_DESCRIPTOR_H
