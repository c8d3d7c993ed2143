// Whether a kernel may compute a result in the memory of its argument: if each
// element is read only to compute the element that replaces it. See plan.h.
//
// A loop.map does so if the argument is read at its own point, by itself or by
// maps of the same points whose elements it reads. A loop.scatter into the
// argument writes some elements and leaves the others: it works there without a
// copy of its base if nothing else reads the argument but its own inputs, at
// the positions that they replace.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirAttribute iterAt(MlirOperation stage, intptr_t d) {
  return mlirArrayAttrGetElement(tcAttrOf(stage, "iters"), d);
}

static intptr_t numIters(MlirOperation stage) {
  return mlirArrayAttrGetNumElements(tcAttrOf(stage, "iters"));
}

//===- Positions ----------------------------------------------------------===//

// Whether input i of a map is read where the map's own element lies.
static bool readsOwnPoint(MlirOperation map, intptr_t i) {
  MlirOperation kernel = mlirOperationGetParentOperation(map);
  return !tcInputMayMiss(map, i) &&
         tcIsOwnPoint(kernel, map, tcInputMap(map, i));
}

// The position that a scatter writes to in dimension d, as an expression of the
// iterators; null if data decide it.
static MlirAttribute writtenAt(MlirOperation scatter, intptr_t d) {
  MlirOperation yield = mlirBlockGetTerminator(tcStageBlock(scatter));
  MlirOperation op = tcDefiningOp(mlirOperationGetOperand(yield, d));
  if (tcIsA(op, "loop.index"))
    return tcLoopIndexGetExpr(op);
  if (!tcIsA(op, "prim.constant"))
    return mlirAttributeGetNull();
  return tcSizeAttrGetConstant(
      mlirOperationGetContext(op),
      mlirIntegerAttrGetValueInt(tcPrimConstantGetValue(op)));
}

// Whether a position moves with the iterator `i` of a scatter, and no other.
static bool movesWith(MlirOperation scatter, MlirAttribute at, intptr_t i) {
  for (intptr_t k = 0; k < numIters(scatter); ++k) {
    MlirStringRef name = mlirStringAttrGetValue(iterAt(scatter, k));
    int64_t factor;
    MlirAttribute rest;
    if (k == i ? !tcSizeAttrIsAffine(at, name, &factor, &rest)
               : tcSizeAttrUses(at, name))
      return false;
  }
  return true;
}

// Whether no two points of a scatter write one element: each iterator moves the
// position in a dimension.
static bool writesOnce(MlirOperation scatter, intptr_t rank) {
  for (intptr_t i = 0; i < numIters(scatter); ++i) {
    bool found = false;
    for (intptr_t d = 0; d < rank && !found; ++d) {
      MlirAttribute at = writtenAt(scatter, d);
      found = at.ptr && movesWith(scatter, at, i);
    }
    if (!found)
      return false;
  }
  return true;
}

// Whether input i of a scatter is read where it writes.
static bool readsWhatItWrites(MlirOperation scatter, intptr_t i) {
  MlirAttribute at = tcInputMap(scatter, i);
  intptr_t rank = tcDimsAttrGetNumDims(at);
  bool same = !tcInputMayMiss(scatter, i) && writesOnce(scatter, rank);
  for (intptr_t d = 0; d < rank && same; ++d)
    same = tcSizeAttrEqual(tcDimsAttrGetDim(at, d), writtenAt(scatter, d));
  return same;
}

//===- Kernels ------------------------------------------------------------===//

// Whether a stage's result is one of the kernel's.
static bool isResult(MlirOperation stage) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(stage); ++r) {
    MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(stage, r));
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      if (tcIsA(mlirOpOperandGetOwner(use), "loop.yield"))
        return true;
  }
  return false;
}

// Whether the stage reads a result of the other at its own point.
static bool readsResultOf(MlirOperation stage, MlirOperation other) {
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i)
    if (mlirOperationEqual(tcDefiningOp(tcInput(stage, i)), other) &&
        readsOwnPoint(stage, i))
      return true;
  return false;
}

// Whether `other` has read an element when `stage`, of the same points,
// replaces it: a map whose element the stage reads, and which is computed once,
// since it is a result. (Stages that do not depend on each other have no
// order.)
static bool readsBefore(MlirOperation other, MlirOperation stage) {
  return tcIsA(other, "loop.map") && tcIsA(stage, "loop.map") &&
         mlirBlockEqual(mlirOperationGetBlock(other),
                        mlirOperationGetBlock(stage)) &&
         readsResultOf(stage, other) && isResult(other) &&
         tcAttrOf(other, "iters").ptr == tcAttrOf(stage, "iters").ptr;
}

// Whether operand i of the reader is an element that the point of the reader
// replaces, or a scatter's base.
static bool readsReplaced(MlirOperation reader, intptr_t i) {
  if (!tcIsA(reader, "loop.scatter"))
    return readsOwnPoint(reader, i);
  return i == 0 || readsWhatItWrites(reader, i - tcFirstInput(reader));
}

// Whether each element of the kernel's argument is read only for the one that
// replaces it, or before that.
static bool onlyReads(MlirValue argument, MlirOperation stage) {
  MlirOpOperand use = mlirValueGetFirstUse(argument);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    if (!mlirOperationEqual(reader, stage) && !readsBefore(reader, stage))
      return false;
    if (!readsReplaced(reader, (intptr_t)mlirOpOperandGetOperandNumber(use)))
      return false;
  }
  return true;
}

bool tcPlanReplaces(MlirOperation kernel, intptr_t argument, intptr_t result) {
  MlirBlock body = tcKernelBody(kernel);
  MlirValue made =
      mlirOperationGetOperand(mlirBlockGetTerminator(body), result);
  MlirValue old = mlirBlockGetArgument(body, argument);
  MlirOperation stage = tcDefiningOp(made);
  bool scatters = tcIsA(stage, "loop.scatter");
  if (!mlirTypeEqual(mlirValueGetType(old), mlirValueGetType(made)) ||
      tcLayoutInKernel(kernel, "arg_attrs", argument).ptr !=
          tcLayoutInKernel(kernel, "res_attrs", result).ptr)
    return false;
  if (scatters && !mlirValueEqual(mlirOperationGetOperand(stage, 0), old))
    return false;
  return (scatters || tcIsA(stage, "loop.map")) && onlyReads(old, stage);
}

bool tcPlanScattersInto(MlirOperation kernel, intptr_t argument,
                        intptr_t result) {
  MlirBlock body = tcKernelBody(kernel);
  MlirOperation stage = tcDefiningOp(
      mlirOperationGetOperand(mlirBlockGetTerminator(body), result));
  return tcIsA(stage, "loop.scatter") &&
         mlirValueEqual(mlirOperationGetOperand(stage, 0),
                        mlirBlockGetArgument(body, argument));
}
