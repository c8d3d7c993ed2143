// Shared by the describe_*.c files. See describe.h.
#ifndef TC_DRIVER_DESCRIBE_IMPL_H
#define TC_DRIVER_DESCRIBE_IMPL_H

#include "lib/ir/kernel_build.h"
#include "lib/support/vec.h"
#include "passes/describe/describe.h"

typedef TC_VEC(uint32_t) IndexVec;

/// A function whose steps are inlined into its caller's (loop.while): the
/// buffers of its arguments and results, and where its scratch begins.
typedef struct Inlined {
  const uint32_t *args, *results;
  MlirAttribute base;
  uint32_t number; ///< Of all; from 1.
} Inlined;

/// The most bytes that one launch reads from, or writes to, a buffer.
typedef struct TcTraffic {
  double read, written;
} TcTraffic;

typedef struct Describe {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation module, main, prepare;
  TcKernelLookup *lookup;
  void *self;
  bool failed;

  TC_VEC(int64_t) code;
  TC_VEC(TcSizeInfo) sizes;
  TcMap sizeIndex; // canonical text -> index + 1
  TC_VEC(TcSymbolInfo) symbols;
  TcMap symbolIndex; // name -> index + 1
  TcMap examples;    // bindings of symbols to their example sizes
  TC_VEC(TcGuardInfo) guards;
  TC_VEC(TcValueInfo) inputs, results, weights;
  TcMap weightIndex; // name -> index + 1; prepared ones are not in here
  TcMap prepared;    // name -> buffer + 1
  TC_VEC(TcBufferInfo) buffers;
  TcMap bufferIndex; // what a buffer is, as text -> index + 1
  TcMap valueBuffer; // MlirValue.ptr -> index + 1, of the current function
  TC_VEC(const char *) sites;
  TC_VEC(TcExpectedInfo) expected;
  TC_VEC(TcExpectedState) expectedState;
  TC_VEC(TcStep) steps; // of the current function
  TcMap allocated;      // buffers of sizes that data decides, as text
  MlirOperation func;   // the current one
  const Inlined *in;    // null: a section's own function
  uint32_t numInlined;
  TcMap launches;            // loop.launch -> its number in the module, from 1
  TC_VEC(TcTraffic) traffic; // of main, by buffer
  double flops;
} Describe;

/// Index of a size (#tc.size over the function's symbols).
uint32_t tcDescribeSize(Describe *d, MlirAttribute size);

/// Symbols from the argument types of a function.
void tcDescribeSymbols(Describe *d, MlirOperation func);

/// The guards on symbols at a call of @main.
void tcDescribeGuards(Describe *d);

/// Inputs and results from @main, weights from the module.
void tcDescribeBoundary(Describe *d);

/// Index of the buffer of that description: the same for equal ones.
uint32_t tcDescribeBuffer(Describe *d, TcBufferKind kind, uint32_t index,
                          MlirAttribute bytes, MlirAttribute offset,
                          const void *data);

/// TC-0602 at the op, once.
void tcDescribeFail(Describe *d, MlirOperation op, const char *why);

/// The buffer of so many bytes that a place of the memory plan names, of a
/// value of this type (null: of a temporary).
uint32_t tcDescribePlace(Describe *d, MlirAttribute place, uint32_t section,
                         MlirType type, MlirAttribute bytes);

/// The buffer of a value that `user` reads; fails if nothing makes it.
uint32_t tcDescribeBufferOf(Describe *d, MlirOperation user, MlirValue v);

/// Adds a step that is no launch and concerns one buffer.
void tcDescribeControl(Describe *d, TcStepKind kind, const char *name,
                       uint32_t buffer, uint32_t target);

/// Adds the steps of a launch.
void tcDescribeLaunch(Describe *d, MlirOperation op, MlirOperation kernel,
                      uint32_t section);

/// The bytes of a dense constant in storage types; null if there is no memory.
const void *tcDescribeConstant(Describe *d, MlirAttribute dense, size_t *size);

/// Binds the kernel's size symbols to sizes of the launch's function; false if
/// the kernel does not fit.
bool tcDescribeBind(MlirOperation launch, MlirOperation kernel,
                    TcMap *bindings);

/// A number of bytes up to the next multiple of 64, where buffers start.
MlirAttribute tcDescribePadded(MlirAttribute bytes);

/// The module's kernels by name.
TcMap tcDescribeKernels(TcArena *arena, MlirOperation module);

/// What a launch does at the example sizes. Bytes are those of the elements of
/// an operand that are read (equal reads once, overlapping ones as often as
/// they are, at most all) and of results; temporaries of a launch are not among
/// them. What no example tells counts as 0. All null without memory.
typedef struct TcWork {
  double flops; ///< multiplications and additions of products
  double *read; ///< bytes, for each operand, in the arena
  double *written;
} TcWork;

/// `bindings`: the kernel's symbols -> sizes of the function; `examples`: the
/// function's symbols -> constants; `buffers`: of the kernel's arguments, then
/// of its results.
TcWork tcDescribeWork(TcArena *arena, MlirOperation kernel,
                      const TcMap *bindings, const TcMap *examples,
                      const uint32_t *buffers);

#endif // TC_DRIVER_DESCRIBE_IMPL_H
