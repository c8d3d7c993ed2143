// Reshapes move towards results, and past sums, so that some stages of a kernel
// run over two iterators, and others over one that stands for both. These get
// the two: reductions of a value of which another reduction reads two
// dimensions as they are, so that one loop makes both; and stages whose results
// the others read at the two, so that tasks and blocks have points of all.
#include "passes/fuse/fuse.h"
#include "passes/fuse/kernel_edit.h"

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

// Two of these iterators that s->expr is of, which are none of the stage's.
static bool findPair(MlirOperation kernel, MlirOperation stage,
                     MlirAttribute iters, MlirAttribute size, Split *s) {
  intptr_t n = mlirArrayAttrGetNumElements(iters);
  for (intptr_t i = 0; i < n; ++i)
    for (intptr_t k = 0; k < n; ++k) {
      s->outer = mlirArrayAttrGetElement(iters, i);
      s->inner = mlirArrayAttrGetElement(iters, k);
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
        findPair(kernel, stage, tcAttrOf(other, "over"), tcTypeGetSize(type, d),
                 s))
      return true;
  }
  return false;
}

// The stage runs over the two in the list of that name, and has their
// expression for the one.
static void splitIter(TcArena *arena, MlirOperation stage, const char *list,
                      const Split *s) {
  MlirContext ctx = mlirOperationGetContext(stage);
  TcMap bindings = {.arena = arena};
  TcAttrVec iters = {0};
  tcBindingsSet(&bindings, mlirStringAttrGetValue(s->iter), s->expr);
  MlirAttribute old = tcAttrOf(stage, list);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(old); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(old, i);
    bool isIt = mlirAttributeEqual(iter, s->iter);
    tcVecPush(arena, &iters, isIt ? s->outer : iter);
    if (isIt)
      tcVecPush(arena, &iters, s->inner);
  }
  tcSetAttrOf(stage, list,
              mlirArrayAttrGet(ctx, (intptr_t)iters.size, iters.data));
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
        splitIter(arena, stage, "over", &s);
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

//===- Values inside a kernel ---------------------------------------------===//

static MlirAttribute readAt(MlirOpOperand use, intptr_t d) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  intptr_t i =
      (intptr_t)mlirOpOperandGetOperandNumber(use) - tcFirstInput(user);
  return tcDimsAttrGetDim(tcInputMap(user, i), d);
}

// The expression at which all that reads the results of a stage has dimension
// d of them; null if there are several, or no readers.
static MlirAttribute readersAt(MlirOperation stage, intptr_t d) {
  MlirAttribute expr = mlirAttributeGetNull();
  for (intptr_t r = 0; r < mlirOperationGetNumResults(stage); ++r) {
    MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(stage, r));
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      MlirAttribute at = readAt(use, d);
      if (!mlirAttributeIsNull(expr) && !tcSizeAttrEqual(at, expr))
        return mlirAttributeGetNull();
      expr = at;
    }
  }
  return expr;
}

// A list with two in place of entry d.
static TcAttrVec withTwo(TcArena *arena, const TcAttrVec *all, intptr_t d,
                         MlirAttribute outer, MlirAttribute inner) {
  TcAttrVec out = {0};
  for (size_t i = 0; i < all->size; ++i) {
    tcVecPush(arena, &out, (intptr_t)i == d ? outer : all->data[i]);
    if ((intptr_t)i == d)
      tcVecPush(arena, &out, inner);
  }
  return out;
}

static MlirAttribute positionOf(MlirAttribute iter) {
  return tcSizeAttrGetSymbol(mlirAttributeGetContext(iter),
                             mlirStringAttrGetValue(iter));
}

static void splitReads(TcArena *arena, MlirValue v, intptr_t d,
                       const Split *s) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    intptr_t i =
        (intptr_t)mlirOpOperandGetOperandNumber(use) - tcFirstInput(user);
    MlirAttribute map = tcInputMap(user, i);
    TcAttrVec old = {0};
    for (intptr_t k = 0; k < tcDimsAttrGetNumDims(map); ++k)
      tcVecPush(arena, &old, tcDimsAttrGetDim(map, k));
    TcAttrVec dims =
        withTwo(arena, &old, d, positionOf(s->outer), positionOf(s->inner));
    tcSetInputMap(arena, user, i, &dims);
  }
}

// The results of the stage, and what reads them, have two dimensions in place
// of d.
static void splitResults(TcArena *arena, MlirOperation kernel,
                         MlirOperation stage, intptr_t d, const Split *s) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(stage); ++r) {
    MlirValue v = mlirOperationGetResult(stage, r);
    MlirType type = mlirValueGetType(v);
    TcAttrVec old = {0};
    for (intptr_t k = 0; k < mlirShapedTypeGetRank(type); ++k)
      tcVecPush(arena, &old, tcTypeGetSize(type, k));
    TcAttrVec sizes = withTwo(arena, &old, d, tcExtentOf(kernel, s->outer),
                              tcExtentOf(kernel, s->inner));
    splitReads(arena, v, d, s);
    mlirValueSetType(v,
                     tcTypeWithSizes(type, (intptr_t)sizes.size, sizes.data));
  }
}

// Whether one of the stage's own iterators was split.
static bool splitOwn(TcArena *arena, MlirOperation kernel,
                     MlirOperation stage) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(iters); ++d) {
    Split s = {.iter = mlirArrayAttrGetElement(iters, d),
               .expr = readersAt(stage, d)};
    if (mlirAttributeIsNull(s.expr) ||
        !findPair(kernel, stage, tcAttrOf(kernel, "iters"),
                  tcExtentOf(kernel, s.iter), &s))
      continue;
    splitResults(arena, kernel, stage, d, &s);
    splitIter(arena, stage, "iters", &s);
    return true;
  }
  return false;
}

void tcFuseUnjoin(TcArena *arena, MlirOperation kernel) {
  TC_VEC(MlirOperation) stages = {0};
  bool any = false;
  if (tcIsScheduled(kernel) || tcFuseIsStreamed(kernel))
    return;
  for (MlirOperation s = tcFirstStage(kernel); !mlirOperationIsNull(s);
       s = tcNextStage(s))
    tcVecPush(arena, &stages, s);
  // From the last one on: what is split reads at the two, too.
  for (size_t i = stages.size; i-- > 0;) {
    MlirOperation s = stages.data[i];
    while ((tcIsA(s, "loop.map") || tcIsA(s, "loop.reduce")) &&
           tcFuseIsInside(kernel, s) && splitOwn(arena, kernel, s))
      any = true;
  }
  if (any)
    tcUpdateKernel(arena, kernel, (MlirAttribute){NULL}, (MlirAttribute){NULL});
}
