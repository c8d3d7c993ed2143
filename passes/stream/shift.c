// Recognises exponents that are shifted by the maximum of themselves: x - h(m),
// where m is the maximum, over the streamed iterator, of just these x. See
// stream.h.
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

//===- Constants ----------------------------------------------------------===//

bool tcStreamConstantOf(MlirValue v, double *value) {
  MlirOperation op = tcDefiningOp(v);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_CONSTANT)
    return false;
  MlirAttribute a = tcPrimConstantGetValue(op);
  if (!mlirAttributeIsAFloat(a))
    return false;
  *value = mlirFloatAttrGetValueDouble(a);
  return true;
}

bool tcStreamIsConstant(MlirValue v, double wanted) {
  double value;
  return tcStreamConstantOf(v, &value) && value == wanted;
}

//===- Whether two bodies compute the same --------------------------------===//

static bool sameRead(MlirOperation a, MlirValue x, MlirOperation b,
                     MlirValue y) {
  intptr_t i = mlirBlockArgumentGetArgNumber(x);
  intptr_t k = mlirBlockArgumentGetArgNumber(y);
  return mlirValueEqual(tcInput(a, i), tcInput(b, k)) &&
         mlirAttributeEqual(tcInputMap(a, i), tcInputMap(b, k)) &&
         mlirAttributeEqual(tcInputFill(a, i), tcInputFill(b, k));
}

// Bodies of two stages. `same`: an op of a -> one of b that computes the same,
// so that what is used many times is compared once.
typedef struct Bodies {
  MlirOperation a, b;
  TcMap same;
} Bodies;

static bool sameScalar(Bodies *bodies, MlirValue x, MlirValue y);

static bool sameOp(Bodies *bodies, MlirOperation p, MlirOperation q) {
  intptr_t n = mlirOperationGetNumOperands(p);
  if (tcMapGet(&bodies->same, p.ptr) == q.ptr)
    return true;
  if (!mlirIdentifierEqual(mlirOperationGetName(p), mlirOperationGetName(q)) ||
      n != mlirOperationGetNumOperands(q) ||
      !mlirAttributeEqual(tcOpGetAttrs(p), tcOpGetAttrs(q)))
    return false;
  for (intptr_t i = 0; i < n; ++i)
    if (!sameScalar(bodies, mlirOperationGetOperand(p, i),
                    mlirOperationGetOperand(q, i)))
      return false;
  tcMapSet(&bodies->same, p.ptr, q.ptr);
  return true;
}

// Whether scalars x and y, in the bodies of a and b, are computed by the same
// ops from the same elements.
static bool sameScalar(Bodies *bodies, MlirValue x, MlirValue y) {
  bool isArg = mlirValueIsABlockArgument(x);
  if (isArg != mlirValueIsABlockArgument(y) ||
      !mlirTypeEqual(mlirValueGetType(x), mlirValueGetType(y)))
    return false;
  return isArg ? sameRead(bodies->a, x, bodies->b, y)
               : sameOp(bodies, tcDefiningOp(x), tcDefiningOp(y));
}

//===- Shifts -------------------------------------------------------------===//

// Whether `v` is the maximum, in the body where the shift stands.
static bool isElement(const TcStreamShift *s, MlirValue v) {
  if (!mlirValueIsABlockArgument(v))
    return false;
  intptr_t i = mlirBlockArgumentGetArgNumber(v);
  return mlirValueEqual(tcInput(s->stage, i),
                        mlirOperationGetResult(s->maximum, 0)) &&
         tcIsOwnPoint(mlirOperationGetParentOperation(s->stage), s->maximum,
                      tcInputMap(s->stage, i));
}

// Whether `v` is m == -inf of the maximum m.
static bool isEmptyTest(const TcStreamShift *s, MlirValue v) {
  MlirOperation op = tcDefiningOp(v);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_EQ)
    return false;
  MlirValue a = tcPrimEqGetSelf(op), b = tcPrimEqGetOther(op);
  return (isElement(s, a) && tcStreamIsConstant(b, -INFINITY)) ||
         (isElement(s, b) && tcStreamIsConstant(a, -INFINITY));
}

// h is the maximum m itself, or that but for m == -inf.
static bool isLevel(const TcStreamShift *s, MlirValue h) {
  if (isElement(s, h))
    return true;
  MlirOperation op = tcDefiningOp(h);
  double value;
  return !mlirOperationIsNull(op) && tcPrimOpKind(op) == TC_PRIM_WHERE &&
         isEmptyTest(s, tcPrimWhereGetPred(op)) &&
         tcStreamConstantOf(tcPrimWhereGetSelf(op), &value) &&
         isElement(s, tcPrimWhereGetOther(op));
}

bool tcStreamShiftsByMaximum(const TcStreamShift *s) {
  return isElement(s, s->level);
}

MlirValue tcStreamLevelOf(MlirOperation stage, MlirValue h) {
  MlirOperation op = tcDefiningOp(h);
  if (!mlirOperationIsNull(op) && tcPrimOpKind(op) == TC_PRIM_WHERE)
    h = tcPrimWhereGetOther(op);
  return mlirValueIsABlockArgument(h)
             ? tcInput(stage, mlirBlockArgumentGetArgNumber(h))
             : (MlirValue){NULL};
}

bool tcStreamAreTerms(MlirOperation reduction, MlirOperation stage,
                      MlirValue x) {
  TcArena arena = {0};
  Bodies bodies = {reduction, stage, {.arena = &arena}};
  MlirOperation end = mlirBlockGetTerminator(tcStageBlock(reduction));
  bool are = sameScalar(&bodies, mlirOperationGetOperand(end, 0), x);
  tcArenaFree(&arena);
  return are;
}

bool tcStreamIsShift(const TcStreamShift *s, MlirValue x) {
  return mlirTypeIsAFloat(mlirValueGetType(s->level)) && isLevel(s, s->level) &&
         tcStreamAreTerms(s->maximum, s->stage, x);
}
