// Values between launches, and between stages of a kernel, that are widened
// halves are kept as halves, which
// each reader widens: half the bytes, written once and read as often as they
// are read. Fusion moves the conversion into the kernel that makes the value,
// where an epilogue is (the gradients that a convolution under autocast hands
// to a norm).
#include "passes/fuse/fuse.h"

#include "lib/ir/types.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirBlock bodyOf(MlirOperation stage) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0));
}

// The half that result n of a map is, widened; null if it is none.
static MlirValue halfOf(MlirOperation map, intptr_t n) {
  MlirValue none = {NULL};
  MlirValue wide =
      mlirOperationGetOperand(mlirBlockGetTerminator(bodyOf(map)), n);
  MlirOperation convert = tcDefiningOp(wide);
  if (!tcIsA(convert, "prim.convert_element_type") ||
      !mlirTypeIsAF32(mlirValueGetType(wide)))
    return none;
  MlirValue half = mlirOperationGetOperand(convert, 0);
  return tcTypeIsHalf(mlirValueGetType(half)) ? half : none;
}

// Whether the use is a read of a stage that gets the element in its body.
static bool isRead(MlirOpOperand use) {
  MlirOperation stage = mlirOpOperandGetOwner(use);
  intptr_t i = (intptr_t)mlirOpOperandGetOperandNumber(use);
  i -= tcFirstInput(stage);
  return (tcIsA(stage, "loop.map") || tcIsA(stage, "loop.reduce") ||
          tcIsA(stage, "loop.contract")) &&
         i >= 0 && i < tcNumInputs(stage) && !tcInputMayMiss(stage, i);
}

// Whether stages alone use a value of a kernel, but for `yields` uses that give
// it away.
static bool isOnlyRead(MlirValue v, int yields) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (tcIsA(mlirOpOperandGetOwner(use), "loop.yield"))
      --yields;
    else if (!isRead(use))
      return false;
  return yields == 0;
}

// Whether launches alone read the value, or a reshape of it.
static bool canNarrow(const TcFuse *f, MlirValue v) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirOperation kernel = tcLaunchedKernel(f, user);
    intptr_t i = (intptr_t)mlirOpOperandGetOperandNumber(use);
    if (tcIsA(user, "prim.reshape")
            ? !canNarrow(f, mlirOperationGetResult(user, 0))
            : mlirOperationIsNull(kernel) ||
                  !isOnlyRead(mlirBlockGetArgument(tcKernelBody(kernel), i), 0))
      return false;
  }
  return true;
}

static void setElement(MlirValue v, MlirType element) {
  mlirValueSetType(v, tcTypeWithElement(mlirValueGetType(v), element));
}

// The body gets a half and widens it first.
static void widenInput(MlirOperation stage, intptr_t i, MlirType half) {
  MlirBlock body = bodyOf(stage);
  MlirValue element = mlirBlockGetArgument(body, i);
  MlirType wide = mlirValueGetType(element);
  TcBuilder b = tcBuilderAtStart(body, mlirOperationGetLocation(stage));
  mlirValueSetType(element, half);
  MlirValue widened = tcPrimConvertElementType(&b, wide, element);
  MlirOperation convert = tcDefiningOp(widened);
  mlirValueReplaceAllUsesExcept(element, widened, 1, &convert);
}

static void narrowInKernel(MlirValue v, MlirType half) {
  setElement(v, half);
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation stage = mlirOpOperandGetOwner(use);
    if (!tcIsA(stage, "loop.yield"))
      widenInput(stage,
                 (intptr_t)mlirOpOperandGetOperandNumber(use) -
                     tcFirstInput(stage),
                 half);
  }
}

static void updateType(TcFuse *f, MlirOperation kernel) {
  MlirAttribute none = mlirArrayAttrGet(f->ctx, 0, NULL);
  tcUpdateKernel(&f->arena, kernel, none, none);
}

static void narrow(TcFuse *f, MlirValue v, MlirType half) {
  setElement(v, half);
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirOperation kernel = tcLaunchedKernel(f, user);
    intptr_t i = (intptr_t)mlirOpOperandGetOperandNumber(use);
    if (mlirOperationIsNull(kernel)) {
      narrow(f, mlirOperationGetResult(user, 0), half);
      continue;
    }
    narrowInKernel(mlirBlockGetArgument(tcKernelBody(kernel), i), half);
    updateType(f, kernel);
  }
}

// Lets the map that makes the value yield the half that it is; null if it is
// none.
static MlirType yieldHalf(MlirValue made) {
  MlirOperation map = tcDefiningOp(made);
  intptr_t n = mlirOpResultGetResultNumber(made);
  MlirValue half = halfOf(map, n);
  if (!half.ptr)
    return (MlirType){NULL};
  MlirOperation yield = mlirBlockGetTerminator(bodyOf(map));
  MlirOperation convert = tcDefiningOp(mlirOperationGetOperand(yield, n));
  mlirOperationSetOperand(yield, n, half);
  if (!tcHasUses(mlirOperationGetResult(convert, 0)))
    mlirOperationDestroy(convert);
  return mlirValueGetType(half);
}

static bool narrowResult(TcFuse *f, MlirOperation launch, intptr_t r) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  MlirValue v = mlirOperationGetResult(launch, r);
  MlirValue made =
      mlirOperationGetOperand(mlirBlockGetTerminator(tcKernelBody(kernel)), r);
  MlirOperation map = tcDefiningOp(made);
  if (!tcIsA(map, "loop.map") || !isOnlyRead(made, 1) || !canNarrow(f, v))
    return false;
  MlirType element = yieldHalf(made);
  if (!element.ptr)
    return false;
  narrowInKernel(made, element);
  updateType(f, kernel);
  narrow(f, v, element);
  return true;
}

// What stages of a kernel alone read: on GPUs launches of the kernel pass it on
// in memory.
static int narrowInside(MlirOperation kernel) {
  int narrowed = 0;
  MlirOperation map = mlirBlockGetFirstOperation(tcKernelBody(kernel));
  for (; !mlirOperationIsNull(map); map = mlirOperationGetNextInBlock(map))
    for (intptr_t r = 0;
         tcIsA(map, "loop.map") && r < mlirOperationGetNumResults(map); ++r) {
      MlirValue made = mlirOperationGetResult(map, r);
      MlirType element = {NULL};
      if (isOnlyRead(made, 0))
        element = yieldHalf(made);
      if (!element.ptr)
        continue;
      narrowInKernel(made, element);
      ++narrowed;
    }
  return narrowed;
}

int tcFuseNarrow(TcFuse *f, MlirBlock block) {
  int narrowed = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    intptr_t n = mlirOperationIsNull(tcLaunchedKernel(f, op))
                     ? 0
                     : mlirOperationGetNumResults(op);
    for (intptr_t r = 0; r < n; ++r)
      narrowed += narrowResult(f, op, r);
    if (n)
      narrowed += narrowInside(tcLaunchedKernel(f, op));
  }
  return narrowed;
}
