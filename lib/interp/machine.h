// Shared by the files of the interpreter: frames, which hold the values of a
// running function or kernel, and the functions that the rows name.
//
// A TcInterpFn runs one op: it reads operands with tcOperand and defines every
// result with tcMakeResult, tcSetResult or tcDefineResult. Ops were verified;
// it checks sizes and indices, which are known only at run time.
#ifndef TC_INTERP_MACHINE_H
#define TC_INTERP_MACHINE_H

#include "interp/array.h"
#include "interp/interp.h"
#include "ir/types.h"
#include "support/map.h"
#include "support/status.h"
#include "support/vec.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"

typedef struct TcMachine {
  MlirContext ctx;
  const TcWeightSource *weights;
  TcArena arena;
  TcMap symbols;  // name -> op, of the module
  TcMap lastUses; // block -> TcMap: value -> op of the block that needs it last
} TcMachine;

typedef struct TcFrame {
  TcMachine *machine;
  unsigned depth; // of calls
  TcArena arena;
  TcMap values; // value -> TcArray *
  TcMap sizes;  // symbol -> #tc.size constant
  // Of a kernel:
  TcMap iters;    // name -> position + 1
  int64_t *point; // where the iterators are
  int64_t *extents;
  TcMap stages; // op -> what it was compiled to
} TcFrame;

typedef TcStatus TcInterpFn(TcFrame *frame, MlirOperation op);

//===- Frames -------------------------------------------------------------===//

void tcFrameOpen(TcFrame *frame, TcMachine *machine, unsigned depth);
void tcFrameClose(TcFrame *frame);

/// Runs the ops of a block, except its terminator.
TcStatus tcRunBlock(TcFrame *frame, MlirBlock block) TC_MUST_USE;
/// Gives the terminator's operands to `out`, as handles.
TcStatus tcTakeYields(TcFrame *frame, MlirBlock block,
                      TcArray *out) TC_MUST_USE;

/// Symbols that are bound between enter and leave are forgotten: a region binds
/// them anew in every iteration.
typedef struct TcRegionScope {
  TcArena arena;
  TcMap outer;
} TcRegionScope;
TcStatus tcEnterRegion(TcFrame *frame, TcRegionScope *scope) TC_MUST_USE;
void tcLeaveRegion(TcFrame *frame, TcRegionScope *scope);

//===- Values -------------------------------------------------------------===//

/// Null if the value has none (a mistake).
const TcArray *tcValueOf(TcFrame *frame, MlirValue value);
/// The dtype in which an op sums elements of `dtype`: the widest; for an
/// `ordered` op the accumulation type of its row, so that it rounds as every
/// target does.
TcDType tcSumDType(MlirOperation op, TcDType dtype);
const TcArray *tcOperand(TcFrame *frame, MlirOperation op, intptr_t i);

/// Both take the handle, also on an error. Define binds the symbols that the
/// value's type introduces and checks the others (TC-0301).
TcStatus tcSetValue(TcFrame *frame, MlirValue value, TcArray array) TC_MUST_USE;
TcStatus tcDefineValue(TcFrame *frame, MlirValue value,
                       TcArray array) TC_MUST_USE;
TcStatus tcDefineArguments(TcFrame *frame, MlirBlock block, intptr_t n,
                           TcArray *arrays) TC_MUST_USE;

/// Zeros of the type of result i.
TcStatus tcMakeResult(TcFrame *frame, MlirOperation op, intptr_t i,
                      TcArray **out) TC_MUST_USE;
TcStatus tcSetResult(TcFrame *frame, MlirOperation op, intptr_t i,
                     TcArray array) TC_MUST_USE;
TcStatus tcDefineResult(TcFrame *frame, MlirOperation op, intptr_t i,
                        TcArray array) TC_MUST_USE;

//===- Sizes --------------------------------------------------------------===//

/// The value of a #tc.size under the frame's symbols.
TcStatus tcEvalSize(TcFrame *frame, MlirAttribute size,
                    int64_t *out) TC_MUST_USE;
/// All sizes of a tensor type, or of a #tc.dims.
TcStatus tcEvalSizes(TcFrame *frame, MlirType type, int64_t *out) TC_MUST_USE;
TcStatus tcEvalDims(TcFrame *frame, MlirAttribute dims,
                    int64_t *out) TC_MUST_USE;
/// The type of an array: all of its sizes are constants.
MlirType tcArrayType(MlirContext ctx, const TcArray *array);
/// Evaluates the sizes in the bindings, which use the frame's symbols, to
/// constants.
bool tcResolveBindings(const TcFrame *frame, TcMap *bindings);

//===- Constants ----------------------------------------------------------===//

/// The scalar in a typed attribute; false if tc has no such scalar.
bool tcScalarOfAttr(MlirAttribute attr, TcDType dtype, TcScalar *out);

//===- Sorting ------------------------------------------------------------===//

/// Sorts positions 0 .. n - 1 by keys, stably, into `order`; `scratch` has room
/// for n.
void tcSortPositions(TcDType dtype, const TcScalar *keys, int64_t n,
                     bool descending, int64_t *order, int64_t *scratch);

//===- Scatters -----------------------------------------------------------===//

/// Notes in `seen`, an array of truth values, that a point goes to element
/// `at`: TC-0303 if one has before. Notes nothing in an empty array.
TcStatus tcScatterSees(TcArray *seen, int64_t at) TC_MUST_USE;

//===- Kernels ------------------------------------------------------------===//

/// Binds the kernel's symbols and iterators from the launch and the caller's
/// symbols.
TcStatus tcBindKernel(TcFrame *frame, TcFrame *caller, MlirOperation launch,
                      MlirOperation kernel) TC_MUST_USE;
TcStatus tcLaunchKernel(TcFrame *caller, MlirOperation launch,
                        MlirOperation kernel) TC_MUST_USE;

/// Adds the module's symbols to a map from name to op. Without memory some are
/// missing (support/memory.h).
void tcInterpAddSymbols(TcMap *symbols, MlirOperation module);

#endif // TC_INTERP_MACHINE_H
