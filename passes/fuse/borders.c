// The rule of loop-fuse on what is padded for a product. See verdicts.h.
//
// The gradient of a convolution's weight multiplies a padded image, which is a
// map of one read that may be out of bounds. Where matrix units copy factors by
// chunks of adjacent elements, a chunk outside is a copy of no bytes: the
// product reads the image itself, and nothing is padded in memory. (On other
// machines each element would be compared with the bounds at each step.)
#include "passes/fuse/verdicts.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "target/units.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

enum { CHUNK = 8 }; // adjacent elements of 16 bits that are copied at once

bool tcIsBorder(MlirOperation stage) {
  if (!tcIsA(stage, "loop.map") || tcNumInputs(stage) != 1 ||
      !tcInputMayMiss(stage, 0))
    return false;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0));
  MlirAttribute fill = tcInputFill(stage, 0);
  return mlirOperationEqual(mlirBlockGetFirstOperation(body),
                            mlirBlockGetTerminator(body)) &&
         mlirAttributeIsAFloat(fill) && mlirFloatAttrGetValueDouble(fill) == 0;
}

// Whether the map has all of dimension d of its result from one of its input's.
static bool isUnpadded(MlirOperation kernel, MlirOperation map, intptr_t d) {
  MlirAttribute own = mlirArrayAttrGetElement(tcAttrOf(map, "iters"), d);
  for (intptr_t i = 0; i < tcDimsAttrGetNumDims(tcInputMap(map, 0)); ++i)
    if (mlirAttributeEqual(tcInputIter(kernel, map, 0, i), own))
      return true;
  return false;
}

// Whether whole chunks are within bounds or outside: along an iterator of the
// product's results the map pads nothing. (What is reduced over is a window's
// position, or an image's number.)
static bool missesChunks(const TcFusePair *p, MlirOperation map,
                         MlirOperation contract, intptr_t input) {
  int64_t extent;
  MlirAttribute at = tcInputMap(contract, input);
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(at); ++d) {
    MlirAttribute iter = tcInputIter(p->kb, contract, input, d);
    if (!mlirAttributeIsNull(iter) &&
        tcNames(tcAttrOf(contract, "iters"), iter) &&
        tcSizeAttrIsConstant(tcExtentOf(p->kb, iter), &extent) &&
        extent % CHUNK == 0 && isUnpadded(p->ka, map, d))
      return true;
  }
  return false;
}

// Whether all that reads the map's result is products, by chunks.
static bool allReadChunks(const TcFusePair *p, MlirOperation map) {
  MlirOperation s = tcFirstStage(p->kb);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    for (intptr_t i = 0; i < tcNumInputs(s); ++i)
      if (tcFuseIsResult(p, tcInput(s, i)) &&
          (!tcIsA(s, "loop.contract") || tcInputMayMiss(s, i) ||
           !missesChunks(p, map, s, i)))
        return false;
  return true;
}

// A product reads what a map pads.
TcVerdict tcFuseBorders(const TcFusePair *p) {
  const TcTarget *target = &p->f->target;
  if (p->kindA != TC_KERNEL_POINTWISE || p->kindB != TC_KERNEL_CONTRACT ||
      !target->backend || !target->backend->gpu)
    return TC_FUSE_APART;
  MlirOperation map = tcFirstStage(p->ka);
  MlirType type = mlirValueGetType(mlirOperationGetResult(p->a, p->r));
  if (!mlirOperationIsNull(tcNextStage(map)) || !tcIsBorder(map) ||
      !tcFuseUnitMultiplies(target, mlirShapedTypeGetElementType(type),
                            /*shared=*/false) ||
      !allReadChunks(p, map))
    return TC_FUSE_APART;
  return p->only ? TC_FUSE_ABSORB : TC_FUSE_COPY;
}
