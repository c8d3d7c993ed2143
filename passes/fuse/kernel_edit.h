// Edits of kernels: iterators' names, index maps, what a stage reads, inlining
// a map into its reader.
#ifndef TC_PASSES_FUSE_KERNEL_EDIT_H
#define TC_PASSES_FUSE_KERNEL_EDIT_H

#include "lib/ir/kernel_read.h"

/// The attribute 0 of an element type, as fills are written.
MlirAttribute tcZeroOf(MlirType element);

/// Gives iterators of the kernel other names, everywhere in it.
void tcRenameIters(TcArena *arena, MlirOperation kernel, const TcMap *bindings);

/// Replaces iterators in the expression of an op of a body, if it is a
/// loop.index.
void tcSubstituteIndex(MlirOperation op, const TcMap *bindings);
/// Replaces iterators in a stage's index maps, and in its bodies.
void tcSubstituteIters(TcArena *arena, MlirOperation stage,
                       const TcMap *bindings);

/// Brings `iters`, `extents` and `function_type` in line with the stages,
/// arguments and yields.
void tcUpdateKernel(TcArena *arena, MlirOperation kernel,
                    MlirAttribute otherIters, MlirAttribute otherExtents);

/// Replaces the index map of input i of a stage.
void tcSetInputMap(TcArena *arena, MlirOperation stage, intptr_t i,
                   const TcAttrVec *dims);

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
