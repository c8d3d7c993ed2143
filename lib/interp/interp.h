// The reference interpreter: the semantics of a module of `prim` and `loop`, op
// by op, in C that is simple enough to be trusted. Every other way to run a
// program is compared with it.
//
// Floats are computed in double and rounded to their type after every op, sums
// once at their end; integers wrap.
#ifndef TC_INTERP_INTERP_H
#define TC_INTERP_INTERP_H

#include "mlir-c/IR.h"
#include "tc/runtime.h"

/// Finds weights by name: a dense tensor, unchanged until tcInterpret returns,
/// or an error.
typedef struct TcWeightSource {
  TcStatus (*get)(void *self, const char *name, TcTensor *out);
  void *self;
} TcWeightSource;

enum {
  TC_ERROR_SIZES_DIFFER = 301,
  TC_ERROR_INDEX = 302,
  TC_ERROR_NOT_DISTINCT = 303,
  TC_ERROR_NUM_ARGUMENTS = 1501,
  TC_ERROR_ARGUMENT_DTYPE = 1502,
  TC_ERROR_ARGUMENT_RANK = 1503,
  TC_ERROR_ARGUMENT_SIZE = 1504,
  TC_ERROR_NO_DATA = 1509,
  TC_ERROR_NAMELESS_SIZE = 1730,
  TC_ERROR_NO_FUNCTION = 2730,
  TC_ERROR_CANNOT_INTERPRET = 4730,
  TC_ERROR_CALL_DEPTH = 6730,
};

/// Runs the func.func `function` of a verified module. `weights` may be null if
/// the program has none. Size symbols get their values from the inputs.
///
/// results[i].sizes has room for TC_MAX_RANK; the rest is filled in. The data
/// comes from `allocator` (null: the C library's heap) and belongs to the
/// caller; after an error no result has any.
TcStatus tcInterpret(MlirOperation module, const char *function,
                     const TcWeightSource *weights, size_t numInputs,
                     const TcTensor *inputs, size_t numResults,
                     TcTensor *results,
                     const TcAllocator *allocator) TC_MUST_USE;

/// The number of results of the function; 0 if there is no such function.
size_t tcInterpretNumResults(MlirOperation module, const char *function);

#endif // TC_INTERP_INTERP_H
