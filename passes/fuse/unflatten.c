// Reductions of one value in a kernel, of which one reads two dimensions of it
// as they are and another as one (reshapes move towards results, and past
// sums): the latter runs over two iterators, too, so that one loop makes both.
#include "passes/fuse/fuse.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static bool isReduced(MlirOperation stage, MlirAttribute iter) {
  return tcNames(tcAttrOf(stage, "over"), iter);
}

static bool runsOver(MlirOperation stage, MlirAttribute iter) {
  return isReduced(stage, iter) || tcNames(tcAttrOf(stage, "iters"), iter);
}

// What an iterator of one stage is in terms of two of another.
typedef struct Split {
  MlirAttribute iter;         // StringAttr
  MlirAttribute outer, inner; // StringAttr
  MlirAttribute expr;         // extent(inner) * outer + inner
} Split;

// Whether `expr` is extent(inner) * outer + inner, of two iterators of which
// each point is one of `size` points.
static bool isJoint(MlirOperation kernel, const Split *s, MlirAttribute size) {
  MlirAttribute rest, none, within = tcExtentOf(kernel, s->inner);
  int64_t one, times, extent;
  return tcSizeAttrIsConstant(within, &extent) &&
         tcSizeAttrIsAffine(s->expr, mlirStringAttrGetValue(s->inner), &one,
                            &rest) &&
         one == 1 &&
         tcSizeAttrIsAffine(rest, mlirStringAttrGetValue(s->outer), &times,
                            &none) &&
         times == extent && tcSizeAttrIsValue(none, 0) &&
         tcSizeAttrEqual(tcSizeAttrMul(tcExtentOf(kernel, s->outer), within),
                         size);
}

// Two iterators of the reduction `other` that s->expr is of, which are none of
// the stage's.
static bool findPair(MlirOperation kernel, MlirOperation stage,
                     MlirOperation other, MlirAttribute size, Split *s) {
  MlirAttribute over = tcAttrOf(other, "over");
  intptr_t n = mlirArrayAttrGetNumElements(over);
  for (intptr_t i = 0; i < n; ++i)
    for (intptr_t k = 0; k < n; ++k) {
      s->outer = mlirArrayAttrGetElement(over, i);
      s->inner = mlirArrayAttrGetElement(over, k);
      if (i != k && !runsOver(stage, s->outer) && !runsOver(stage, s->inner) &&
          isJoint(kernel, s, size))
        return true;
    }
  return false;
}

// An iterator by which the stage reduces dimension `d` of what it reads at
// input i, where the other reads the same value by two.
static bool findSplit(MlirOperation kernel, MlirOperation stage, intptr_t i,
                      MlirOperation other, intptr_t k, Split *s) {
  MlirType type = mlirValueGetType(tcInput(stage, i));
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d) {
    s->iter = tcInputIter(kernel, stage, i, d);
    s->expr = tcDimsAttrGetDim(tcInputMap(other, k), d);
    if (!mlirAttributeIsNull(s->iter) && isReduced(stage, s->iter) &&
        findPair(kernel, stage, other, tcTypeGetSize(type, d), s))
      return true;
  }
  return false;
}

static void splitIter(TcArena *arena, MlirOperation stage, const Split *s) {
  MlirContext ctx = mlirOperationGetContext(stage);
  TcMap bindings = {.arena = arena};
  TcAttrVec over = {0};
  tcBindingsSet(&bindings, mlirStringAttrGetValue(s->iter), s->expr);
  MlirAttribute old = tcAttrOf(stage, "over");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(old); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(old, i);
    bool isIt = mlirAttributeEqual(iter, s->iter);
    tcVecPush(arena, &over, isIt ? s->outer : iter);
    if (isIt)
      tcVecPush(arena, &over, s->inner);
  }
  tcSetAttrOf(stage, "over",
              mlirArrayAttrGet(ctx, (intptr_t)over.size, over.data));
  tcSubstituteIters(arena, stage, &bindings);
}

// Whether the stage was split as the other is.
static bool splitLike(TcArena *arena, MlirOperation kernel, MlirOperation stage,
                      MlirOperation other) {
  Split s;
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i)
    for (intptr_t k = 0; k < tcNumInputs(other); ++k)
      if (mlirValueEqual(tcInput(stage, i), tcInput(other, k)) &&
          findSplit(kernel, stage, i, other, k, &s)) {
        splitIter(arena, stage, &s);
        return true;
      }
  return false;
}

void tcFuseUnflatten(TcArena *arena, MlirOperation kernel) {
  bool any = false;
  for (MlirOperation s = tcFirstStage(kernel); !mlirOperationIsNull(s);
       s = tcNextStage(s))
    for (MlirOperation t = tcFirstStage(kernel);
         tcIsA(s, "loop.reduce") && !mlirOperationIsNull(t); t = tcNextStage(t))
      any |= !mlirOperationEqual(s, t) && tcIsA(t, "loop.reduce") &&
             splitLike(arena, kernel, s, t);
  if (any)
    tcUpdateKernel(arena, kernel, (MlirAttribute){NULL}, (MlirAttribute){NULL});
}
