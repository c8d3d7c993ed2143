// Rule *scans*: a scan with the maps over its result. One nest of loops runs
// them, so that running results pass to the maps in registers. (A scan of a
// scan gains nothing from it: what vectors along it take are shuffles.)
#include "passes/fuse/verdicts.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/combination.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

// Whether terms may be combined in any order.
static bool commutes(MlirOperation scan) {
  MlirAttribute first = mlirArrayAttrGetElement(tcAttrOf(scan, "kinds"), 0);
  return !mlirStringRefEqual(mlirStringAttrGetValue(first), tcStr("custom")) ||
         tcCombinationCommutes(
             mlirRegionGetFirstBlock(tcLoopScanGetCombine(scan, 0)));
}

// Whether vectors may run along what the kernel scans.
static bool hasLanes(MlirOperation kernel) {
  bool lanes = true;
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    if (tcIsA(s, "loop.scan"))
      lanes &= commutes(s) && mlirAttributeIsNull(tcAttrOf(s, "reverse")) &&
               mlirAttributeIsNull(tcAttrOf(s, "ordered"));
  return lanes;
}

// Whether each map of b runs over as many points as a's result has.
static bool runOverAll(const TcFusePair *p) {
  MlirAttribute size = tcTypeGetNumElements(
      mlirValueGetType(mlirOperationGetResult(p->a, p->r)));
  MlirOperation s = tcFirstStage(p->kb);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    if (!tcSizeAttrEqual(tcStageSpace(p->kb, s), size))
      return false;
  return true;
}

// Maps that would not be vectorised any more have to be cheap.
static bool isCheap(const TcFusePair *p) {
  int cost = 0;
  MlirOperation s = tcFirstStage(p->kb);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    cost += tcBodyCost(s);
  return cost <= tcNumber(fuse_cheap);
}

// The dimension of the stage's result whose iterator the i-th input has along
// dimension d; -1: none.
static intptr_t dimOf(const TcFusePair *p, MlirOperation stage, intptr_t i,
                      intptr_t d) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  MlirAttribute iter = tcInputIter(p->ka, stage, i, d);
  for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(iters); ++k)
    if (mlirAttributeEqual(mlirArrayAttrGetElement(iters, k), iter))
      return k;
  return -1;
}

// Whether the maps go through their points in the order in which the stage that
// makes what they read goes through its i-th input.
static bool hasOrder(const TcFusePair *p, MlirOperation stage, intptr_t i) {
  TcAlignment al = tcAlign(p->f, p->a, p->r, p->b);
  MlirAttribute iters = tcAttrOf(tcFirstStage(p->kb), "iters");
  intptr_t n = mlirArrayAttrGetNumElements(iters);
  if (!al.aligned || tcDimsAttrGetNumDims(tcInputMap(stage, i)) != n)
    return false;
  for (intptr_t d = 0; d < n; ++d) {
    intptr_t k = dimOf(p, stage, i, d);
    if (k < 0 || !mlirAttributeEqual(al.iters.data[k],
                                     mlirArrayAttrGetElement(iters, d)))
      return false;
  }
  return true;
}

// Threads of GPUs store what lies beside each other only where they load so.
static bool keepsOrder(const TcFusePair *p) {
  MlirOperation stage = tcDefiningOp(mlirOperationGetOperand(
      mlirBlockGetTerminator(tcKernelBody(p->ka)), p->r));
  bool any = false;
  for (intptr_t i = 0; !mlirOperationIsNull(stage) && i < tcNumInputs(stage);
       ++i)
    any |= hasOrder(p, stage, i);
  return any;
}

TcVerdict tcFuseScans(const TcFusePair *p) {
  const TcTarget *target = &p->f->target;
  bool maps = p->kindB == TC_KERNEL_VIEW || p->kindB == TC_KERNEL_POINTWISE;
  if (p->kindA != TC_KERNEL_SCAN || !maps || !target->backend ||
      !TC_FUSE_HOLDS("scans", "near",
                     p->only || !tcFuseIsFar(p->f, p->a, p->b)) ||
      !TC_FUSE_HOLDS("scans", "whole", runOverAll(p)) ||
      !TC_FUSE_HOLDS("scans", "cheap", hasLanes(p->ka) || isCheap(p)) ||
      !TC_FUSE_HOLDS("scans", "aligned",
                     tcAlign(p->f, p->a, p->r, p->b).aligned) ||
      !TC_FUSE_HOLDS("scans", "order",
                     !target->backend->gpu || keepsOrder(p)) ||
      !TC_FUSE_HOLDS("scans", "acyclic",
                     p->only || !tcFuseReachesAround(p->f, p->a, p->b)))
    return TC_FUSE_APART;
  return TC_FUSE_ABSORB;
}
