// How values between launches lie in memory: what kernels say of their
// arguments and results by `tc.layout`, and what functions say of theirs.
#ifndef TC_PASSES_LAYOUT_LAYOUTS_H
#define TC_PASSES_LAYOUT_LAYOUTS_H

#include "support/map.h"

#include "mlir-c/IR.h"

/// The symbols of a module, its kernels, and how often each is launched: kept
/// true by what changes layouts.
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

/// The layout of a value of `func`, as whoever makes it says: its kernel, or
/// the function if it is an argument. Null: dense, as its type says. Offsets
/// are left out: memory starts at the first element.
MlirAttribute tcLayoutOf(const TcLayouts *l, MlirOperation func,
                         MlirValue value);

/// The layout in which result k of `func` is wanted: that of the argument it
/// is tied to, or its own.
MlirAttribute tcLayoutOfResult(MlirOperation func, intptr_t k);

/// Says in the launched kernel, which becomes this launch's own if it is not,
/// how operand or result i lies.
void tcLayoutSetOperand(TcLayouts *l, MlirOperation launch, intptr_t i,
                        MlirAttribute layout);
void tcLayoutSetResult(TcLayouts *l, MlirOperation launch, intptr_t i,
                       MlirAttribute layout);

/// Makes a kernel called `name` in front of `func` and launches it before
/// `at`: a copy of `value` that lies in `layout`.
MlirValue tcLayoutCopy(TcLayouts *l, MlirOperation func, MlirOperation at,
                       MlirValue value, const char *name, MlirAttribute layout);

/// Says in kernels how the arguments and results of `func` lie that do not lie
/// as their types say. What is not read by a launch (a reshape of an argument)
/// gets a dense copy; results that cannot be made where they are wanted are
/// left to loop-plan-memory, which copies them. Doing it again changes nothing.
void tcLayoutBoundary(TcLayouts *l, MlirOperation func);

#endif // TC_PASSES_LAYOUT_LAYOUTS_H
