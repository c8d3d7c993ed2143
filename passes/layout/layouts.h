// Layouts of values between launches: `tc.layout` on the arguments and results
// of kernels and functions.
#ifndef TC_PASSES_LAYOUT_LAYOUTS_H
#define TC_PASSES_LAYOUT_LAYOUTS_H

#include "support/map.h"

#include "mlir-c/IR.h"

/// The symbols of a module, its kernels, and how often each is launched;
/// updated by the functions that change layouts.
typedef struct TcLayouts {
  TcArena *arena;
  MlirBlock module;
  TcMap symbols;  ///< name -> op
  TcMap launches; ///< kernel -> how many launches
} TcLayouts;

/// `arena` outlives the result.
TcLayouts tcLayoutsRead(TcArena *arena, MlirOperation module);

/// The kernel of a launch; null of another op.
MlirOperation tcLayoutsKernel(const TcLayouts *l, MlirOperation launch);

/// The layout of a value of `func`, from the kernel that produces it, or the
/// function if it is an argument. Null: dense row-major. Offsets are left out:
/// memory starts at the first element.
MlirAttribute tcLayoutOf(const TcLayouts *l, MlirOperation func,
                         MlirValue value);

/// The required layout of result k of `func`: its own, or that of the argument
/// that it updates.
MlirAttribute tcLayoutOfResult(MlirOperation func, intptr_t k);

/// Whether the caller takes result k of `func` in any dense order of its
/// dimensions: `tc.any_order`, which is all that is said of it.
bool tcLayoutIsAnyOrder(MlirOperation func, intptr_t k);

/// Says how result k of `func` lies, instead of what was said of it.
void tcLayoutSetReturned(MlirOperation func, intptr_t k, MlirAttribute layout);

/// The layout of argument or result i that a kernel's signature names
/// (`list`: "arg_attrs", "res_attrs"); null: dense.
MlirAttribute tcLayoutInKernel(MlirOperation kernel, const char *list,
                               intptr_t i);

/// Sets the layout of operand or result i in the launched kernel, which is
/// copied for this launch if it has others.
void tcLayoutSetOperand(TcLayouts *l, MlirOperation launch, intptr_t i,
                        MlirAttribute layout);
void tcLayoutSetResult(TcLayouts *l, MlirOperation launch, intptr_t i,
                       MlirAttribute layout);

/// Says that the launched kernel computes result i in the memory of operand
/// `operand`: `tc.ties` on its result.
void tcLayoutSetTie(TcLayouts *l, MlirOperation launch, intptr_t i,
                    intptr_t operand);

/// Makes a kernel called `name` in front of `func` and launches it before
/// `at`: a copy of `value` that lies in `layout`.
MlirValue tcLayoutCopy(TcLayouts *l, MlirOperation func, MlirOperation at,
                       MlirValue value, const char *name, MlirAttribute layout);

/// Has one kernel called `name`, launched in front of the first, make what
/// these launches of tcLayoutCopy make, whose values are there by then.
void tcLayoutJoinCopies(TcLayouts *l, MlirOperation func, size_t n,
                        const MlirOperation *copies, const char *name);

/// Copies the layouts of `func`'s arguments and results to the kernels. A
/// reader that is not a launch (a reshape of an argument) gets a dense copy;
/// results that cannot be computed in their layout are left to
/// loop-plan-memory, which copies them. Idempotent.
void tcLayoutBoundary(TcLayouts *l, MlirOperation func);

#endif // TC_PASSES_LAYOUT_LAYOUTS_H
