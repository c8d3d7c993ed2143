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

bool tcIsLookupMap(MlirOperation map) {
  MlirOperation at = onlyGather(map);
  if (mlirOperationIsNull(at) ||
      !mlirValueIsABlockArgument(tcLoopAtGetSelf(at)))
    return false;
  bool any = false;
  MlirType type = mlirValueGetType(tcLoopAtGetSelf(at));
  for (intptr_t d = 0; d < tcTypeGetRank(type); ++d) {
    int64_t size;
    TcLookup lookup;
    MlirValue v = tcLoopAtGetIndices(at, d);
    bool isData = tcSizeAttrIsConstant(tcTensorTypeGetSize(type, d), &size) &&
                  size > 1 && tcIsLookup(v, size, &lookup);
    any |= isData;
    if (!isData && (mlirValueIsABlockArgument(v) ||
                    tcLoopOpKind(mlirOpResultGetOwner(v)) != TC_LOOP_INDEX))
      return false;
  }
  return any;
}

// Whether the expression of a read of the product names the iterator.
static bool factorUses(MlirOperation product, intptr_t input,
                       MlirAttribute iter) {
  MlirAttribute map = tcInputMap(product, input);
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    if (tcSizeAttrUses(tcDimsAttrGetDim(map, d), mlirStringAttrGetValue(iter)))
      return true;
  return false;
}

// The inputs of a product that are this result of a: their number, and the last
// other input.
static int countReads(const TcFusePair *p, MlirOperation stage,
                      intptr_t *other) {
  int n = 0;
  MlirValue v = mlirOperationGetResult(p->a, p->r);
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
    MlirValue in = tcInput(stage, i);
    bool is = mlirValueIsABlockArgument(in) &&
              mlirValueEqual(mlirOperationGetOperand(
                                 p->b, mlirBlockArgumentGetArgNumber(in)),
                             v);
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
      positions |= factorUses(map, i, iter);
    MlirAttribute to = al->iters.data[d];
    if (positions && !mlirAttributeIsNull(to) &&
        !(tcNames(tcAttrOf(product, "iters"), to) &&
          factorUses(product, other, to)))
      return false;
  }
  return true;
}

TcVerdict tcFuseLookups(const TcFusePair *p) {
  if (p->kindA != TC_KERNEL_POINTWISE || p->kindB != TC_KERNEL_CONTRACT)
    return TC_FUSE_APART;
  MlirOperation map = tcFirstStage(p->ka), s = tcFirstStage(p->kb);
  if (!mlirOperationIsNull(tcNextStage(map)) || !tcIsLookupMap(map))
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
