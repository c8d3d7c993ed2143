// Rule sums of loop-fuse: a sum of the rows of a product's factor, over the
// product's steps, joins the product: a bias's gradient that of the weight. On
// units that read shared memory the factor's tiles are there; elsewhere both
// run apart, though they are one kernel (passes/lower/gpu/row_sums.c).
#include "passes/fuse/verdicts.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "target/units.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

// The kernel's one stage of this kind, if all others are maps; else null.
static MlirOperation onlyStage(MlirOperation kernel, TcLoopOpKind kind) {
  MlirOperation found = {NULL}, s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s)) {
    if (tcLoopOpKind(s) == TC_LOOP_MAP)
      continue;
    if (tcLoopOpKind(s) != kind || !mlirOperationIsNull(found))
      return (MlirOperation){NULL};
    found = s;
  }
  return found;
}

// The stage of a kernel that is a sum, in f32, of the halves that it is given,
// and maps of as many points; else null.
static MlirOperation sumOf(MlirOperation kernel) {
  MlirOperation sum = onlyStage(kernel, TC_LOOP_REDUCE);
  const MlirOperation none = {NULL};
  if (mlirOperationIsNull(sum) || tcNumInputs(sum) != 1 ||
      mlirOperationGetNumResults(sum) != 1 ||
      !mlirValueIsABlockArgument(tcInput(sum, 0)) || tcInputMayMiss(sum, 0) ||
      !mlirTypeIsAF32(mlirShapedTypeGetElementType(
          mlirValueGetType(mlirOperationGetResult(sum, 0)))))
    return none;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(sum, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  MlirStringRef kind = mlirStringAttrGetValue(
      mlirArrayAttrGetElement(tcAttrOf(sum, "kinds"), 0));
  if (!tcIsA(op, "prim.convert_element_type") ||
      !mlirOperationEqual(mlirOperationGetNextInBlock(op),
                          mlirBlockGetTerminator(body)) ||
      !mlirStringRefEqual(kind, tcStr("add")) ||
      !mlirAttributeIsNull(tcAttrOf(sum, "ordered")))
    return none;
  for (MlirOperation s = tcFirstStage(kernel); !mlirOperationIsNull(s);
       s = tcNextStage(s))
    if (tcIsA(s, "loop.map") &&
        !mlirAttributeEqual(tcAttrOf(s, "iters"), tcAttrOf(sum, "iters")))
      return none;
  return sum;
}

static bool sumsOver(MlirOperation stage, MlirAttribute iter) {
  return tcNames(tcAttrOf(stage, "over"), iter);
}

// Whether the product reads the argument at input i as the sum does: each
// dimension by an iterator of its own, summed over by both or by neither, and
// those of the sum are all that it sums over.
static bool readAlike(MlirOperation kp, MlirOperation product, intptr_t i,
                      MlirOperation ks, MlirOperation sum) {
  MlirType type = mlirValueGetType(tcInput(product, i));
  intptr_t rank = mlirShapedTypeGetRank(type), over = 0;
  for (intptr_t d = 0; d < rank; ++d) {
    MlirAttribute a = tcInputIter(kp, product, i, d),
                  b = tcInputIter(ks, sum, 0, d);
    if (mlirAttributeIsNull(a) || mlirAttributeIsNull(b) ||
        sumsOver(product, a) != sumsOver(sum, b))
      return false;
    over += sumsOver(sum, b);
  }
  intptr_t kept = mlirArrayAttrGetNumElements(tcAttrOf(sum, "iters"));
  return rank == over + kept &&
         over == mlirArrayAttrGetNumElements(tcAttrOf(product, "over")) &&
         over == mlirArrayAttrGetNumElements(tcAttrOf(sum, "over"));
}

// The other factor's columns, for each of which a factor's row is multiplied.
static int64_t columnsOf(TcFuse *f, MlirOperation product, MlirOperation sum) {
  int64_t all = tcFuseElements(f, mlirOperationGetResult(product, 0));
  int64_t rows = tcFuseElements(f, mlirOperationGetResult(sum, 0));
  return all / (rows > 1 ? rows : 1);
}

// Whether the launch is a product that the sum of `v` may join.
static bool isProductFor(TcFuse *f, MlirOperation launch, MlirValue v,
                         MlirOperation ks, MlirOperation sum) {
  MlirOperation kp = tcLaunchedKernel(f, launch);
  if (mlirOperationIsNull(kp) || tcKernelKind(kp) != TC_KERNEL_CONTRACT)
    return false;
  MlirOperation product = onlyStage(kp, TC_LOOP_CONTRACT);
  if (mlirOperationIsNull(product) ||
      columnsOf(f, product, sum) > tcNumber(gpu_sums_columns))
    return false;
  for (intptr_t i = 0; i < tcNumInputs(product); ++i) {
    MlirValue in = tcInput(product, i);
    if (mlirValueIsABlockArgument(in) && !tcInputMayMiss(product, i) &&
        mlirValueEqual(
            mlirOperationGetOperand(launch, mlirBlockArgumentGetArgNumber(in)),
            v) &&
        readAlike(kp, product, i, ks, sum))
      return true;
  }
  return false;
}

// Merges the launch, a sum, with a product of what it sums; gives the merged
// one, or null.
static MlirOperation joinProduct(TcFuse *f, MlirOperation launch) {
  MlirOperation ks = tcLaunchedKernel(f, launch), sum = sumOf(ks);
  const MlirOperation none = {NULL};
  if (tcKernelKind(ks) != TC_KERNEL_ROW || mlirOperationIsNull(sum))
    return none;
  MlirValue v = mlirOperationGetOperand(
      launch, mlirBlockArgumentGetArgNumber(tcInput(sum, 0)));
  MlirType type = mlirValueGetType(v);
  if (tcFuseElements(f, v) < tcNumber(gpu_sums_bytes) / 2 ||
      !tcFuseUnitMultiplies(&f->target, mlirShapedTypeGetElementType(type),
                            /*shared=*/true))
    return none;
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation other = mlirOpOperandGetOwner(use);
    if (mlirOperationEqual(other, launch) ||
        !isProductFor(f, other, v, ks, sum))
      continue;
    bool before = tcFusePlace(f, launch) < tcFusePlace(f, other);
    MlirOperation a = before ? launch : other, b = before ? other : launch;
    if (TC_FUSE_HOLDS("sums", "near", !tcFuseIsFar(f, a, b)) &&
        TC_FUSE_HOLDS("sums", "acyclic", !tcFuseReaches(f, a, b)) &&
        TC_FUSE_HOLDS("sums", "late",
                      !f->hasLateSizes || !tcFuseLearnsBetween(a, b)) &&
        !tcBreaksNow("fuse", "sums", "off"))
      return tcFuseMerge(f, a, b, /*keep=*/false);
  }
  return none;
}

int tcFuseRowSums(TcFuse *f, MlirBlock block) {
  int n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block), next;
  for (;
       f->target.backend && f->target.backend->gpu && !mlirOperationIsNull(op);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (mlirOperationIsNull(tcLaunchedKernel(f, op)))
      continue;
    MlirOperation merged = joinProduct(f, op);
    if (mlirOperationIsNull(merged))
      continue;
    next = mlirOperationGetNextInBlock(merged);
    ++n;
  }
  return n;
}
