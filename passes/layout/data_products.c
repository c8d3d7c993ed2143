// Products whose data and weight are told apart, for loop-layout. See
// data_products.h.
#include "passes/layout/data_products.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/kernel_build.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/lookup.h"
#include "lib/ir/sizes.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"

// Whether a launch's operand is a weight, or one that was reshaped.
static bool isWeight(MlirValue v) {
  MlirOperation op = tcDefiningOp(v);
  while (tcIsA(op, "prim.reshape"))
    op = tcDefiningOp(mlirOperationGetOperand(op, 0));
  return !mlirOperationIsNull(op) && tcPrimOpKind(op) == TC_PRIM_GET_WEIGHT;
}

intptr_t tcLayoutOperandOf(MlirOperation stage, intptr_t i) {
  MlirValue v = tcInput(stage, i);
  return mlirValueIsABlockArgument(v) ? mlirBlockArgumentGetArgNumber(v) : -1;
}

bool tcLayoutIsIter(MlirAttribute expr, MlirAttribute iter) {
  return mlirAttributeEqual(expr, tcIterExpr(iter));
}

static bool listHas(MlirAttribute iters, MlirAttribute expr) {
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
    if (tcLayoutIsIter(expr, mlirArrayAttrGetElement(iters, i)))
      return true;
  return false;
}

// The longest extent of the iterators that a position is made of; of symbols
// the longest there is.
static int64_t longestOf(MlirOperation kernel, MlirAttribute iters,
                         MlirAttribute position) {
  int64_t longest = 0, n;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (!tcSizeAttrUses(position, mlirStringAttrGetValue(iter)))
      continue;
    if (!tcSizeAttrIsConstant(tcExtentOf(kernel, iter), &n))
      n = INT64_MAX;
    longest = n > longest ? n : longest;
  }
  return longest;
}

// Whether the position is repeated for several points, as of heads that share
// their keys: it moves with each iterator it is made of, but not by steps.
static bool isRepeated(MlirAttribute iters, MlirAttribute position) {
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirStringRef iter =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(iters, i));
    MlirAttribute rest;
    int64_t step;
    if (tcSizeAttrUses(position, iter) &&
        !tcSizeAttrIsAffine(position, iter, &step, &rest))
      return true;
  }
  return false;
}

// Whether the input is read through windows: at positions that move with the
// result's, and are summed up over less than those are. (A gradient of a weight
// sums up over the positions.)
static bool isWindowed(MlirOperation kernel, MlirOperation stage,
                       intptr_t input) {
  MlirAttribute map = tcInputMap(stage, input);
  MlirAttribute own = tcAttrOf(stage, "iters"), over = tcAttrOf(stage, "over");
  bool found = false;
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d) {
    MlirAttribute at = tcDimsAttrGetDim(map, d);
    int64_t along = longestOf(kernel, own, at);
    int64_t summed = longestOf(kernel, over, at);
    if (listHas(own, at) || listHas(over, at) || !(along | summed) ||
        (!summed && isRepeated(own, at)))
      continue; // also at a constant position: a slice
    found = true;
    if (along < summed)
      return false;
  }
  return found;
}

bool tcLayoutMatchProduct(MlirOperation launch, MlirOperation kernel,
                          TcLayoutProduct *out) {
  MlirOperation stage = tcFirstStage(kernel);
  if (mlirOperationIsNull(stage) || tcLoopOpKind(stage) != TC_LOOP_CONTRACT ||
      tcNumInputs(stage) != 2 || tcBodyGathers(stage))
    return false;
  intptr_t a = tcLayoutOperandOf(stage, 0), b = tcLayoutOperandOf(stage, 1);
  if (a < 0 || b < 0)
    return false;
  bool first = isWeight(mlirOperationGetOperand(launch, a));
  bool second = isWeight(mlirOperationGetOperand(launch, b));
  if (!first && !second) {
    first = isWindowed(kernel, stage, 1);
    second = isWindowed(kernel, stage, 0);
  }
  *out = (TcLayoutProduct){kernel,        stage, first ? b : a,
                           first ? a : b, first, !first};
  return first != second;
}

intptr_t tcLayoutReducedDim(const TcLayoutProduct *p) {
  MlirAttribute map = tcInputMap(p->contract, p->dataInput);
  MlirAttribute over = tcAttrOf(p->contract, "over");
  intptr_t found = -1;
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(over); ++i) {
      MlirAttribute iter = mlirArrayAttrGetElement(over, i);
      int64_t n;
      bool isLong = !tcSizeAttrIsConstant(tcExtentOf(p->kernel, iter), &n) ||
                    n >= tcNumber(layout_few);
      if (!isLong || !tcLayoutIsIter(tcDimsAttrGetDim(map, d), iter))
        continue;
      if (found >= 0)
        return -1;
      found = d;
    }
  return found;
}

static bool mapHas(MlirAttribute map, MlirAttribute iter) {
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    if (tcLayoutIsIter(tcDimsAttrGetDim(map, d), iter))
      return true;
  return false;
}

// Whether a position is the iterator, and at most others of one point.
static bool isAlong(MlirOperation kernel, MlirOperation stage,
                    MlirAttribute position, MlirAttribute iter) {
  MlirAttribute lists[] = {tcAttrOf(stage, "iters"), tcAttrOf(stage, "over")};
  MlirAttribute rest = tcSizeAttrSub(position, tcIterExpr(iter));
  for (int l = 0; l < 2; ++l)
    for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(lists[l]); ++i) {
      MlirAttribute other = mlirArrayAttrGetElement(lists[l], i);
      if (tcSizeAttrUses(rest, mlirStringAttrGetValue(other)) &&
          !tcSizeAttrIsValue(tcExtentOf(kernel, other), 1))
        return false;
    }
  return tcSizeAttrUses(position, mlirStringAttrGetValue(iter));
}

intptr_t tcLayoutSharedDim(const TcLayoutProduct *p, MlirOperation last) {
  MlirAttribute iters = tcAttrOf(last, "iters");
  MlirAttribute map = tcInputMap(p->contract, p->dataInput);
  MlirAttribute weight = tcInputMap(p->contract, p->weightInput);
  intptr_t rank = mlirArrayAttrGetNumElements(iters);
  int64_t n;
  if (!rank)
    return -1;
  MlirAttribute iter = mlirArrayAttrGetElement(iters, rank - 1);
  if (!tcSizeAttrIsConstant(tcExtentOf(p->kernel, iter), &n) ||
      n < tcNumber(layout_few) || !mapHas(weight, iter))
    return -1;
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    if (isAlong(p->kernel, p->contract, tcDimsAttrGetDim(map, d), iter))
      return d;
  return -1;
}

// Whether the data goes along the iterator beside others: heads of tokens, side
// by side in a row.
static bool goesBeside(const TcLayoutProduct *p, MlirAttribute iter) {
  MlirAttribute map = tcInputMap(p->contract, p->dataInput);
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d) {
    MlirAttribute at = tcDimsAttrGetDim(map, d);
    if (tcSizeAttrUses(at, mlirStringAttrGetValue(iter)) &&
        !isAlong(p->kernel, p->contract, at, iter))
      return true;
  }
  return false;
}

intptr_t tcLayoutWeightDim(const TcLayoutProduct *p, MlirOperation stage) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  MlirAttribute weight = tcInputMap(p->contract, p->weightInput);
  MlirAttribute data = tcInputMap(p->contract, p->dataInput);
  intptr_t found = -1;
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(iters); ++d) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, d);
    if (!mapHas(weight, iter) || mapHas(data, iter) || goesBeside(p, iter))
      continue;
    if (found >= 0)
      return -1;
    found = d;
  }
  return found;
}

intptr_t tcLayoutSameDim(const TcLayoutProduct *p, intptr_t dim) {
  MlirAttribute iter =
      tcDimsAttrGetDim(tcInputMap(p->contract, p->dataInput), dim);
  MlirAttribute map = tcInputMap(p->contract, p->weightInput);
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    if (mlirAttributeEqual(tcDimsAttrGetDim(map, d), iter))
      return d;
  return -1;
}

bool tcLayoutReadsSmallWindows(const TcLayoutProduct *p) {
  MlirAttribute over = tcAttrOf(p->contract, "over");
  int64_t n, all = 1;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(over); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(over, i);
    if (!tcSizeAttrIsConstant(tcExtentOf(p->kernel, iter), &n))
      return false;
    all *= n < tcNumber(layout_few) ? n : tcNumber(layout_few);
  }
  return all >= tcNumber(layout_few) &&
         isWindowed(p->kernel, p->contract, p->dataInput);
}
