// Counts the operations of a launch's products, for GFLOP/s. See describe.h.
#include "passes/describe/describe_impl.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "passes/fuse/fuse.h"
#include "passes/fuse/kernel_edit.h"

#include "mlir-c/BuiltinAttributes.h"

typedef struct Counted {
  MlirOperation kernel;
  const TcMap *bindings; // the kernel's symbols -> sizes of the function
} Counted;

static double numberOf(const Counted *c, MlirAttribute size) {
  return (double)tcSizeOr(tcSizeAttrSubstitute(size, c->bindings), 0);
}

// The number of iterations of a loop.for; a short last block of a streamed
// iterator counts as a fraction.
static double iterationsOf(const Counted *c, MlirOperation loop) {
  MlirAttribute iter = tcAttrOf(loop, "iter");
  MlirAttribute stream = mlirOperationGetDiscardableAttributeByName(
      c->kernel, tcStr("loop.stream"));
  if (mlirAttributeIsNull(stream) || !mlirAttributeIsADictionary(stream) ||
      !mlirAttributeEqual(
          mlirDictionaryAttrGetElementByName(stream, tcStr("block")), iter))
    return numberOf(c, tcExtentOf(c->kernel, iter));
  MlirAttribute point =
      mlirDictionaryAttrGetElementByName(stream, tcStr("point"));
  MlirAttribute extent =
      mlirDictionaryAttrGetElementByName(stream, tcStr("extent"));
  if (mlirAttributeIsNull(point) || mlirAttributeIsNull(extent) ||
      !tcAttrIsASize(extent))
    return 0;
  double each = numberOf(c, tcExtentOf(c->kernel, point));
  return each > 0 ? numberOf(c, extent) / each : 0;
}

// Multiplications and additions of the products of a kernel, or a loop in it.
static double flopsIn(const Counted *c, MlirBlock body) {
  double flops = 0;
  MlirOperation s = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(s); s = mlirOperationGetNextInBlock(s))
    if (tcIsA(s, "loop.contract"))
      flops += 2 * numberOf(c, tcStageSpace(c->kernel, s));
    else if (tcIsA(s, "loop.for"))
      flops +=
          iterationsOf(c, s) *
          flopsIn(c, mlirRegionGetFirstBlock(mlirOperationGetRegion(s, 0)));
  return flops;
}

double tcDescribeFlops(MlirOperation kernel, const TcMap *bindings) {
  Counted c = {kernel, bindings};
  return flopsIn(&c, tcKernelBody(kernel));
}
