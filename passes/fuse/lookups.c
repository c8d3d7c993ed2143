// The rule of loop-fuse on matrices that a product chooses from a stack by
// numbers: mixtures of experts, adapters, blocks of a cache. The product reads
// them where they lie; what is chosen is not copied. See verdicts.h.
#include "passes/fuse/verdicts.h"

#include "lib/ir/attrs.h"
#include "lib/ir/lookup.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirBlock bodyOf(MlirOperation stage) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0));
}

// The gather whose elements the map yields; null if it does anything else.
static MlirOperation onlyGather(MlirOperation map) {
  MlirOperation none = {NULL};
  MlirOperation end = mlirBlockGetTerminator(bodyOf(map));
  MlirValue y = mlirOperationGetOperand(end, 0);
  if (!tcIsA(map, "loop.map") || mlirOperationGetNumOperands(end) != 1 ||
      mlirValueIsABlockArgument(y))
    return none;
  MlirOperation at = mlirOpResultGetOwner(y);
  return tcLoopOpKind(at) == TC_LOOP_AT ? at : none;
}

// Whether each element of an array is read, at an iterator for each dimension
// that has more than one: what kernels take for a table of positions.
static bool isTable(MlirOperation kernel, MlirOperation map, intptr_t input) {
  MlirAttribute at = tcInputMap(map, input);
  MlirType type = mlirValueGetType(tcInput(map, input));
  if (tcInputMayMiss(map, input))
    return false;
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(at); ++d) {
    MlirAttribute index = tcDimsAttrGetDim(at, d);
    MlirAttribute size = tcTensorTypeGetSize(type, d);
    bool isOne = tcSizeAttrIsValue(size, 1) && tcSizeAttrIsValue(index, 0);
    if (!isOne && mlirAttributeIsNull(tcInputIter(kernel, map, input, d)))
      return false;
    for (intptr_t e = 0; e < d && !isOne; ++e)
      if (mlirAttributeEqual(index, tcDimsAttrGetDim(at, e)))
        return false;
  }
  return true;
}

bool tcIsLookupMap(MlirOperation kernel, MlirOperation map) {
  MlirOperation at = onlyGather(map);
  if (mlirOperationIsNull(at) ||
      !mlirValueIsABlockArgument(tcLoopAtGetSelf(at)) ||
      !mlirTypeIsAFloat(mlirValueGetType(mlirOperationGetResult(at, 0))))
    return false;
  bool any = false;
  MlirType type = mlirValueGetType(tcLoopAtGetSelf(at));
  for (intptr_t d = 0; d < tcTypeGetRank(type); ++d) {
    int64_t size;
    TcLookup lookup;
    MlirValue v = tcLoopAtGetIndices(at, d);
    bool isData = tcSizeAttrIsConstant(tcTensorTypeGetSize(type, d), &size) &&
                  size > 1 && tcIsLookup(v, size, &lookup) &&
                  isTable(kernel, map, lookup.input);
    any |= isData;
    if (!isData && (mlirValueIsABlockArgument(v) ||
                    tcLoopOpKind(mlirOpResultGetOwner(v)) != TC_LOOP_INDEX))
      return false;
  }
  return any;
}

// The inputs of a product that are this result of a: their number, and the last
// other input.
static int countReads(const TcFusePair *p, MlirOperation stage,
                      intptr_t *other) {
  int n = 0;
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
    bool is = tcFuseIsResult(p, tcInput(stage, i));
    n += is;
    *other = is ? *other : i;
  }
  return n;
}

// Whether each position is one for all of a matrix: it depends on iterators
// that the product's results and its other factor have, too.
static bool isOfMatrices(MlirOperation map, const TcAlignment *al,
                         MlirOperation product, intptr_t other) {
  MlirAttribute iters = tcAttrOf(map, "iters");
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(iters); ++d) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, d);
    bool positions = false;
    for (intptr_t i = 0; i < tcNumInputs(map); ++i)
      positions |= tcInputUses(map, i, iter);
    MlirAttribute to = al->iters.data[d];
    if (positions && !mlirAttributeIsNull(to) &&
        !(tcNames(tcAttrOf(product, "iters"), to) &&
          tcInputUses(product, other, to)))
      return false;
  }
  return true;
}

//===- Streams ------------------------------------------------------------===//

enum { MOST_BETWEEN = 4 }; // maps between a product and a softmax

// Whether a launch finds greatest elements, as a softmax does.
static bool shifts(const TcFuse *f, MlirOperation launch) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  if (mlirOperationIsNull(kernel) || tcKernelKind(kernel) != TC_KERNEL_ROW)
    return false;
  MlirOperation s = tcFirstStage(kernel);
  while (!mlirOperationIsNull(s) && !tcReducesBy(s, "max"))
    s = tcNextStage(s);
  return !mlirOperationIsNull(s);
}

static bool isMap(const TcFuse *f, MlirOperation launch) {
  MlirOperation kernel = tcLaunchedKernel(f, launch);
  return !mlirOperationIsNull(kernel) &&
         tcKernelKind(kernel) == TC_KERNEL_POINTWISE;
}

static bool reachesShift(const TcFuse *f, MlirOperation launch, int between) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r) {
    MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(launch, r));
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirOperation user = mlirOpOperandGetOwner(use);
      if (shifts(f, user) ||
          (between && isMap(f, user) && reachesShift(f, user, between - 1)))
        return true;
    }
  }
  return false;
}

static bool comesFromShift(const TcFuse *f, MlirOperation launch, int between) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i) {
    MlirOperation maker = tcDefiningOp(mlirOperationGetOperand(launch, i));
    if (!mlirOperationIsNull(maker) &&
        (shifts(f, maker) ||
         (between && isMap(f, maker) && comesFromShift(f, maker, between - 1))))
      return true;
  }
  return false;
}

// Whether the kernel has products and maps alone.
static bool isProduct(MlirOperation kernel) {
  MlirOperation s = tcFirstStage(kernel);
  while (tcIsA(s, "loop.contract") || tcIsA(s, "loop.map"))
    s = tcNextStage(s);
  return mlirOperationIsNull(s);
}

// Whether the product makes scores of a softmax, or multiplies these: streamed,
// which reads no stack, the scores are never stored.
static bool isOfStream(const TcFusePair *p) {
  return !isProduct(p->kb) ||
         (p->f->target.backend && (reachesShift(p->f, p->b, MOST_BETWEEN) ||
                                   comesFromShift(p->f, p->b, MOST_BETWEEN)));
}

TcVerdict tcFuseLookups(const TcFusePair *p) {
  if (p->kindA != TC_KERNEL_POINTWISE || p->kindB != TC_KERNEL_CONTRACT)
    return TC_FUSE_APART;
  MlirOperation map = tcFirstStage(p->ka), s = tcFirstStage(p->kb);
  if (!mlirOperationIsNull(tcNextStage(map)) || !tcIsLookupMap(p->ka, map) ||
      isOfStream(p))
    return TC_FUSE_APART;
  TcAlignment al = tcAlign(p->f, p->a, p->r, p->b);
  for (; al.aligned && !mlirOperationIsNull(s); s = tcNextStage(s)) {
    intptr_t other = -1;
    int n = countReads(p, s, &other);
    if (n && (n > 1 || other < 0 || !tcIsA(s, "loop.contract") ||
              !isOfMatrices(map, &al, s, other)))
      return TC_FUSE_APART;
  }
  if (!al.aligned)
    return TC_FUSE_APART;
  return p->only ? TC_FUSE_ABSORB : TC_FUSE_COPY;
}
