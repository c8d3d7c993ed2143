// Queries and edits of kernels for fusion: iterators, index maps, moving stages
// from one kernel into another, inlining a map into its reader.
#ifndef TC_PASSES_FUSE_KERNEL_EDIT_H
#define TC_PASSES_FUSE_KERNEL_EDIT_H

#include "lib/ir/kernel_build.h"
#include "lib/support/map.h"

//===- Asking -------------------------------------------------------------===//

MlirBlock tcKernelBody(MlirOperation kernel);
/// Adds the module's kernels to `out`, by their names.
void tcKernelsByName(TcMap *out, MlirBlock module);
MlirAttribute tcAttrOf(MlirOperation op, const char *name);
void tcSetAttrOf(MlirOperation op, const char *name, MlirAttribute value);
bool tcIsA(MlirOperation op, const char *name);

/// The op that makes a value; null for an argument.
MlirOperation tcDefiningOp(MlirValue v);
bool tcHasUses(MlirValue v);

/// The first stage of a kernel, and the one after; null at the yield.
MlirOperation tcFirstStage(MlirOperation kernel);
MlirOperation tcNextStage(MlirOperation stage);
/// The block of its body.
MlirBlock tcStageBlock(MlirOperation stage);

/// Position of the operand that maps[0] belongs to.
intptr_t tcFirstInput(MlirOperation stage);
intptr_t tcNumInputs(MlirOperation stage);
MlirValue tcInput(MlirOperation stage, intptr_t i);
/// Index map (#tc.dims) and fill of input i.
MlirAttribute tcInputMap(MlirOperation stage, intptr_t i);
MlirAttribute tcInputFill(MlirOperation stage, intptr_t i);
/// Whether reads of input i may fall outside of it.
bool tcInputMayMiss(MlirOperation stage, intptr_t i);

/// Extent (#tc.size) of an iterator (StringAttr) of the kernel.
MlirAttribute tcExtentOf(MlirOperation kernel, MlirAttribute iter);

/// Whether an index map of the stage's result names the stage's own iterators:
/// of one with a single point also 0, and any other such iterator.
bool tcIsOwnPoint(MlirOperation kernel, MlirOperation stage, MlirAttribute map);

/// Whether `list` (ArrayAttr of StringAttr) has the name.
bool tcNames(MlirAttribute list, MlirAttribute name);

/// The attribute 0 of an element type, as fills are written.
MlirAttribute tcZeroOf(MlirType element);

//===- Changing -----------------------------------------------------------===//

/// Gives iterators of the kernel other names, everywhere in it.
void tcRenameIters(TcArena *arena, MlirOperation kernel, const TcMap *bindings);

/// Replaces iterators in the expression of an op of a body, if it is a
/// loop.index.
void tcSubstituteIndex(MlirOperation op, const TcMap *bindings);

/// Brings `iters`, `extents` and `function_type` in line with the stages,
/// arguments and yields.
void tcUpdateKernel(TcArena *arena, MlirOperation kernel,
                    MlirAttribute otherIters, MlirAttribute otherExtents);

/// Makes the stage read `v` at `map` (#tc.dims, within bounds): the element in
/// its body.
MlirValue tcAddInput(TcArena *arena, MlirOperation stage, MlirValue v,
                     MlirAttribute map);

/// Whether the map that the reader reads at input i may be inlined: not if the
/// read may be out of bounds and the map gathers from a tensor that may be
/// empty, which has no element to read instead.
bool tcCanInlineInput(MlirOperation reader, intptr_t i);

/// Inlines a map stage into the body of a stage that reads it at input i.
void tcInlineInput(TcArena *arena, MlirOperation kernel, MlirOperation reader,
                   intptr_t i);

/// Merges inputs that read the same element; drops those nobody uses.
void tcTidyInputs(TcArena *arena, MlirOperation stage);

#endif // TC_PASSES_FUSE_KERNEL_EDIT_H
