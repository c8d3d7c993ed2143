// Queries on kernels of the loop dialect, for passes: stages, what they read,
// at which points, iterators and their extents.
#ifndef TC_IR_KERNEL_READ_H
#define TC_IR_KERNEL_READ_H

#include "lib/ir/kernel_build.h"
#include "lib/support/map.h"

//===- Ops ----------------------------------------------------------------===//

MlirBlock tcKernelBody(MlirOperation kernel);
/// Adds the module's kernels to `out`, by their names.
void tcKernelsByName(TcMap *out, MlirBlock module);
MlirAttribute tcAttrOf(MlirOperation op, const char *name);
void tcSetAttrOf(MlirOperation op, const char *name, MlirAttribute value);
bool tcIsA(MlirOperation op, const char *name);

/// The op that makes a value; null for an argument.
MlirOperation tcDefiningOp(MlirValue v);
bool tcHasUses(MlirValue v);
bool tcHasOneUse(MlirValue v);

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

/// Whether the index map of input i names the iterator (StringAttr).
bool tcInputUses(MlirOperation stage, intptr_t i, MlirAttribute iter);

/// Extent (#tc.size) of an iterator (StringAttr) of the kernel.
MlirAttribute tcExtentOf(MlirOperation kernel, MlirAttribute iter);
/// Whether the stage is one reduction of this kind ("max", "add"), in any
/// order.
bool tcReducesBy(MlirOperation stage, const char *kind);
/// The iterator at which input i of the stage is read along dimension d, if it
/// runs over all of the dimension; else null.
MlirAttribute tcInputIter(MlirOperation kernel, MlirOperation stage, intptr_t i,
                          intptr_t d);

/// Whether an index map of the stage's result names the stage's own iterators:
/// of one with a single point also 0, and any other such iterator.
bool tcIsOwnPoint(MlirOperation kernel, MlirOperation stage, MlirAttribute map);

/// Whether `list` (ArrayAttr of StringAttr) has the name.
bool tcNames(MlirAttribute list, MlirAttribute name);

//===- Kernels that change ------------------------------------------------===//

/// A kernel that exists, to build more stages in its body: with its iterators
/// and extents. It keeps its body: no tcKernelClose.
TcKernel tcKernelReopen(TcArena *arena, MlirOperation kernel, MlirLocation loc);
/// A name `prefix.N` (StringAttr) that no iterator of the kernel has.
MlirAttribute tcKernelFreshIter(TcArena *arena, MlirOperation kernel,
                                const char *prefix);

//===- Spaces -------------------------------------------------------------===//

/// The number of points a stage visits, a #tc.size.
MlirAttribute tcStageSpace(MlirOperation kernel, MlirOperation stage);

/// Iterators that all stages have and none reduces over: names, in the kernel's
/// order.
TcAttrVec tcParallelIters(TcArena *arena, MlirOperation kernel);

/// Product of the extents of iterators; 1 of none.
MlirAttribute tcExtentProduct(MlirOperation kernel, const TcAttrVec *iters);

/// A constant, or `otherwise` if it is symbolic.
int64_t tcSizeOr(MlirAttribute size, int64_t otherwise);
/// What `size` is taken for where costs are compared (lib/cost/estimate.h).
int64_t tcSizeTaken(TcArena *arena, MlirAttribute size);

#endif // TC_IR_KERNEL_READ_H
