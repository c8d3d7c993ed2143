// Rule siblings of loop-fuse: launches that read nothing of each other become
// one, where they read one large value, or are of so few points that a launch
// of each takes nothing but the time of a launch.
#include "passes/fuse/verdicts.h"

#include "lib/cost/numbers.h"
#include "lib/ir/break.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Reductions of one value --------------------------------------------===//

static bool readsOf(MlirOperation launch, MlirValue v) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i)
    if (mlirValueEqual(mlirOperationGetOperand(launch, i), v))
      return true;
  return false;
}

static bool isLarge(TcFuse *f, MlirOperation launch, MlirValue v) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  int64_t space =
      tcSizeTaken(&f->arena, tcStageSpace(kernel, tcFirstStage(kernel)));
  return tcFuseElements(f, v) * 8 > space;
}

bool tcReadTheSame(TcFuse *f, MlirOperation a, MlirOperation b) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(b); ++i) {
    MlirValue v = mlirOperationGetOperand(b, i);
    bool ofA = mlirOperationEqual(tcDefiningOp(v), a);
    if (!ofA && isLarge(f, a, v) && !readsOf(a, v))
      return false;
  }
  return true;
}

static bool shareLarge(TcFuse *f, MlirOperation a, MlirOperation b) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(b); ++i) {
    MlirValue v = mlirOperationGetOperand(b, i);
    if (readsOf(a, v) && isLarge(f, a, v) && isLarge(f, b, v))
      return true;
  }
  return false;
}

static bool areSiblings(TcFuse *f, MlirOperation a, MlirOperation b) {
  MlirOperation ka = tcLaunchedKernel(f, a), kb = tcLaunchedKernel(f, b);
  return !mlirOperationIsNull(ka) && !mlirOperationIsNull(kb) &&
         tcKernelKind(ka) == TC_KERNEL_ROW &&
         tcKernelKind(kb) == TC_KERNEL_ROW &&
         TC_FUSE_HOLDS("siblings", "small", !tcFuseIsTooLarge(f, ka, kb)) &&
         TC_FUSE_HOLDS("siblings", "shared", shareLarge(f, a, b)) &&
         TC_FUSE_HOLDS("siblings", "same", tcReadTheSame(f, a, b)) &&
         TC_FUSE_HOLDS("siblings", "acyclic", !tcFuseReaches(f, a, b)) &&
         TC_FUSE_HOLDS("siblings", "late",
                       !f->hasLateSizes || !tcFuseLearnsBetween(a, b));
}

//===- Maps of a few points -----------------------------------------------===//

// Whether the kernel is maps, or copies of views, of at most so many points
// each.
static bool isOfFew(MlirOperation kernel, int64_t most) {
  TcKernelKind kind = tcKernelKind(kernel);
  if (kind != TC_KERNEL_POINTWISE && kind != TC_KERNEL_VIEW)
    return false;
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    if (tcSizeOr(tcStageSpace(kernel, s), most + 1) > most)
      return false;
  return true;
}

// Of a few points, whatever their iterators are.
static bool isTiny(MlirOperation kernel) {
  return isOfFew(kernel, tcNumber(fuse_tiny));
}

// Whether the stage runs over one iterator of several points at most.
static bool isLine(MlirOperation kernel, MlirOperation stage) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  int several = 0;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    several += !tcSizeAttrIsValue(
        tcExtentOf(kernel, mlirArrayAttrGetElement(iters, i)), 1);
  return several <= 1;
}

// Whether the kernel, on GPUs, makes scalars or vectors, or copies a view, so
// short that a launch takes nothing but the time of a launch. Other maps may
// still become part of what reads them.
static bool isShort(const TcFuse *f, MlirOperation kernel) {
  if (!f->target.backend || !f->target.backend->gpu ||
      !isOfFew(kernel, tcNumber(gpu_phase_points)))
    return false;
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    if (!isLine(kernel, s) && !tcIsView(s))
      return false;
  return true;
}

// Whether the kernel, on GPUs, is maps whose results the function returns and
// whose points together take about as long as a launch: run beside others they
// cost no launch of their own, and live no longer.
static bool isOfReturned(const TcFuse *f, MlirOperation launch,
                         MlirOperation kernel) {
  if (!f->target.backend || !f->target.backend->gpu ||
      !isOfFew(kernel, tcNumber(gpu_beside_points)) || tcKernelGathers(kernel))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(launch); ++i)
    if (!tcFuseIsReturned(mlirOperationGetResult(launch, i)))
      return false;
  return true;
}

// More than a launch has parameters for, of 8 bytes in 4 KiB.
static bool areTooMany(MlirOperation ka, MlirOperation kb) {
  enum { MAX_VALUES = 384 };
  return tcKernelCount(ka).values + tcKernelCount(kb).values > MAX_VALUES;
}

// Whether all that b reads is there where a stands, so that nothing else moves
// before what reads a.
static bool isReadyAt(TcFuse *f, MlirOperation a, MlirOperation b) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(b); ++i) {
    MlirOperation def = tcDefiningOp(mlirOperationGetOperand(b, i));
    if (def.ptr && tcFusePlace(f, def) >= tcFusePlace(f, a))
      return false;
  }
  return true;
}

// Maps that read nothing of each other, as the counters of a model's norms, or
// on GPUs vectors, as the scales and shifts of its convolutions' channels, and
// results, as an optimizer's new parameters: one launch for all, beside each
// other where lengths differ.
static bool areFewPoints(TcFuse *f, MlirOperation a, MlirOperation b) {
  MlirOperation ka = tcLaunchedKernel(f, a), kb = tcLaunchedKernel(f, b);
  if (mlirOperationIsNull(ka) || (f->hasLateSizes && tcFuseLearnsBetween(a, b)))
    return false;
  if (isTiny(ka) && isTiny(kb))
    return !tcFuseIsTooLarge(f, ka, kb) && !tcFuseReaches(f, a, b);
  bool beside = (isShort(f, ka) && isShort(f, kb)) ||
                (isOfReturned(f, a, ka) && isOfReturned(f, b, kb));
  return beside && !areTooMany(ka, kb) &&
         TC_FUSE_HOLDS("siblings", "ready", isReadyAt(f, a, b));
}

//===- Merging them -------------------------------------------------------===//

// The first of the fuse_far launches before b: tcFuseIsFar holds of all
// earlier ones.
static MlirOperation firstNear(const TcFuse *f, MlirOperation b) {
  MlirOperation first = b, op = tcOpGetPrev(b);
  for (int n = 0; !mlirOperationIsNull(op) && n < tcNumber(fuse_far);
       op = tcOpGetPrev(op)) {
    n += !mlirOperationIsNull(tcLaunchedKernel(f, op));
    first = op;
  }
  return first;
}

// Merges the launch with an earlier sibling; gives the merged one, or null.
static MlirOperation mergeSibling(TcFuse *f, MlirOperation b) {
  MlirOperation kb = tcLaunchedKernel(f, b);
  bool few = isTiny(kb) || isShort(f, kb) || isOfReturned(f, b, kb);
  if (tcKernelKind(kb) != TC_KERNEL_ROW && !few)
    return (MlirOperation){NULL};
  MlirOperation a = firstNear(f, b);
  for (; !mlirOperationEqual(a, b); a = mlirOperationGetNextInBlock(a))
    if (few ? areFewPoints(f, a, b) : areSiblings(f, a, b))
      return tcBreaksNow("fuse", "siblings", "off")
                 ? (MlirOperation){NULL}
                 : tcFuseMerge(f, a, b, /*keep=*/false);
  return (MlirOperation){NULL};
}

int tcFuseSiblings(TcFuse *f, MlirBlock block) {
  int n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationIsNull(tcLaunchedKernel(f, op)))
      continue;
    MlirOperation merged = mergeSibling(f, op);
    if (mlirOperationIsNull(merged))
      continue;
    tcFuseUnflatten(&f->arena, tcLaunchedKernel(f, merged));
    op = merged;
    ++n;
  }
  return n;
}
