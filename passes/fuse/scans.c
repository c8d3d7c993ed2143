// Rule *scans*, on CPUs: a scan with the maps over its result. One nest of
// loops runs them, so that running results pass to the maps in registers. (A
// scan of a scan gains nothing from it: what vectors along it take are
// shuffles.)
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

TcVerdict tcFuseScans(const TcFusePair *p) {
  const TcTarget *target = &p->f->target;
  bool maps = p->kindB == TC_KERNEL_VIEW || p->kindB == TC_KERNEL_POINTWISE;
  if (p->kindA != TC_KERNEL_SCAN || !maps || !target->backend ||
      target->backend->gpu ||
      !TC_FUSE_HOLDS("scans", "near",
                     p->only || !tcFuseIsFar(p->f, p->a, p->b)) ||
      !TC_FUSE_HOLDS("scans", "whole", runOverAll(p)) ||
      !TC_FUSE_HOLDS("scans", "cheap", hasLanes(p->ka) || isCheap(p)) ||
      !TC_FUSE_HOLDS("scans", "aligned",
                     tcAlign(p->f, p->a, p->r, p->b).aligned) ||
      !TC_FUSE_HOLDS("scans", "acyclic",
                     p->only || !tcFuseReachesAround(p->f, p->a, p->b)))
    return TC_FUSE_APART;
  return TC_FUSE_ABSORB;
}
