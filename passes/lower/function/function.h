// Makes functions of upstream's dialects of functions of launches: loop-to-cpu
// without its kernels. What a function does is read from its descriptor
// (passes/describe), the tables that the runtime executes: they are written out
// as code here.
//
//   function.c           a function: its entry, and its end
//   function_sizes.c     size symbols, sizes, and what is asserted of them
//   function_values.c    arguments, results, weights, constants, memory
//   function_steps.c     launches, jumps, and sizes that data decides
//   function_calls.c     calls from functions that keep their tensors
#ifndef TC_PASSES_LOWER_FUNCTION_FUNCTION_H
#define TC_PASSES_LOWER_FUNCTION_FUNCTION_H

#include "lib/ir/builder.h"
#include "lib/runtime/descriptor.h"
#include "lib/support/arena.h"
#include "lib/support/map.h"

typedef struct TcFunctionOptions {
  bool parallel; ///< tasks of a launch in an scf.parallel
  bool fill;     ///< weights begin with what their `init` says, and the first
                 ///< call of a function that needs it calls @prepare
} TcFunctionOptions;

/// What the functions of a module share.
typedef struct TcFunctionModule {
  TcFunctionOptions options;
  TcMap globals;         ///< name of a weight -> its memref type
  const char **prepared; ///< the weights that @prepare writes, as the
                         ///< descriptors' buffers of this kind are ordered
} TcFunctionModule;

/// The weights of a module with launches. Lists live in the arena.
TcFunctionModule tcFunctionModule(TcArena *arena, MlirOperation module);

/// Adds a function of the same name behind `func`: of memrefs, for what section
/// `section` of the descriptor says.
void tcFunctionEmit(TcArena *arena, MlirOperation func,
                    const TcProgramDescriptor *d, unsigned section,
                    const TcFunctionModule *module);

/// The memref of a tensor at a function's boundary: contiguous, or with the
/// strides of its `tc.layout` and, if `anywhere`, any offset.
MlirType tcFunctionMemref(TcArena *arena, MlirType tensor, MlirAttribute layout,
                          bool anywhere);

/// With `fill`: the variable that says whether @prepare has run. At the start
/// of the module.
void tcFunctionPreparedFlag(MlirOperation module);

/// Makes a memref.global of a prim.weight, in front of it.
void tcFunctionWeight(MlirOperation weight, const TcFunctionOptions *options);

/// Replaces a func.call of a function whose arguments and results are memrefs
/// now: operands and results stay tensors.
void tcFunctionCallOf(MlirOperation call, MlirOperation callee);

//===- Inside -------------------------------------------------------------===//

typedef struct Function {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation func; // with tensors
  const TcProgramDescriptor *d;
  unsigned section;
  const TcFunctionModule *module;
  MlirType i1, i8, i64, index, ptr;
  TcBuilder b; // at the end of the current block
  MlirBlock body;
  MlirRegion region;

  MlirValue *symbols;      // values; of late ones, the memory of the value
  bool *isLate;            // symbols
  bool *isKnown;           // late symbols: an earlier command has set it
  MlirValue *sizes;        // of symbols of arguments; null: a constant, or late
  MlirValue *args;         // memrefs
  MlirValue *results;      // memrefs
  MlirValue *buffers;      // pointers; null: not allocated, or late
  MlirValue *slots;        // late buffers: memref<memref<?xi8>>
  MlirValue scratch;       // memref<?xi8>, or null
  MlirValue scratchAt;     // i64
  MlirValue table, counts; // of a launch: its pointers, its sizes
  MlirValue errorWord;     // null: no kernel reports any
} Function;

MlirValue tcFunctionI64(Function *p, int64_t value);
MlirValue tcFunctionToIndex(Function *p, MlirValue i64);
MlirValue tcFunctionFromIndex(Function *p, MlirValue index);
MlirValue tcFunctionToPtr(Function *p, MlirValue i64);
/// Ends the program with the message, unless `holds`.
void tcFunctionAssert(Function *p, MlirValue holds, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// The value of a size of the descriptor, an i64.
MlirValue tcFunctionSize(Function *p, uint32_t size);
bool tcFunctionSizeIsLate(const Function *p, uint32_t size);
bool tcFunctionSizeIsConst(const Function *p, uint32_t size, int64_t *value);
/// Solves the symbols from the arguments' sizes, computes sizes, asserts that
/// arguments are as the descriptor says.
void tcFunctionEnter(Function *p);
/// A late symbol gets its value.
void tcFunctionSetSymbol(Function *p, uint32_t symbol, MlirValue value);

/// The type of the function with memrefs.
MlirType tcFunctionSignature(const Function *p);
/// All memory that is known at entry.
void tcFunctionBind(Function *p);
/// The pointer to a buffer, in the current block.
MlirValue tcFunctionBuffer(Function *p, uint32_t buffer);
/// TC_STEP_ALLOCATE.
void tcFunctionAllocate(Function *p, uint32_t buffer);
void tcFunctionFree(Function *p);

/// Calls @prepare, unless that has been done.
void tcFunctionPrepareOnce(Function *p);

void tcFunctionSteps(Function *p);

#endif // TC_PASSES_LOWER_FUNCTION_FUNCTION_H
