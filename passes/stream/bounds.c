// Index comparisons under which all terms of a block are exactly 0. A term is
// 0 where x of exp(x - h) is -inf: x is where(condition, y, -inf), the
// condition a conjunction of comparisons of index expressions. See stream.h.
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"

#include <math.h>

typedef struct Bounds {
  const TcStream *s;
  MlirAttribute iter; // as an expression
  TcStreamBounds found;
} Bounds;

static bool isMinusInfinity(MlirValue v) {
  MlirOperation op = tcDefiningOp(v);
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_CONSTANT)
    return false;
  MlirAttribute a = tcPrimConstantGetValue(op);
  return mlirAttributeIsAFloat(a) &&
         mlirFloatAttrGetValueDouble(a) == -INFINITY;
}

static MlirAttribute indexOf(MlirValue v) {
  MlirOperation op = tcDefiningOp(v);
  if (mlirOperationIsNull(op))
    return mlirAttributeGetNull();
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    return tcLoopIndexGetExpr(op);
  if (tcPrimOpKind(op) != TC_PRIM_CONSTANT)
    return mlirAttributeGetNull();
  MlirAttribute a = tcPrimConstantGetValue(op);
  if (!mlirAttributeIsAInteger(a))
    return mlirAttributeGetNull();
  return tcSizeAttrGetConstant(mlirAttributeGetContext(a),
                               mlirIntegerAttrGetValueInt(a));
}

static bool usesIter(const Bounds *b, MlirAttribute size) {
  return tcSizeAttrUses(size, mlirStringAttrGetValue(b->s->iter));
}

// `excess` is at least 0 where the term is not 0.
static void addBound(Bounds *b, MlirAttribute excess) {
  if (!excess.ptr || !usesIter(b, excess))
    return;
  MlirAttribute most = tcSizeAttrAdd(excess, b->iter);
  MlirAttribute least = tcSizeAttrSub(b->iter, excess);
  if (most.ptr && !usesIter(b, most))
    tcVecPush(b->s->arena, &b->found.most, most);
  else if (least.ptr && !usesIter(b, least))
    tcVecPush(b->s->arena, &b->found.least, least);
}

// x is at least y and `more`.
static void compare(Bounds *b, MlirValue x, MlirValue y, int64_t more) {
  MlirAttribute a = indexOf(x), c = indexOf(y);
  if (a.ptr && c.ptr)
    addBound(b, tcSizeAttrAddConst(tcSizeAttrSub(a, c), -more));
}

static void condition(Bounds *b, MlirValue v) {
  MlirOperation op = tcDefiningOp(v);
  if (mlirOperationIsNull(op) || mlirOperationGetNumOperands(op) != 2)
    return;
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue y = mlirOperationGetOperand(op, 1);
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_BITWISE_AND:
    condition(b, x);
    condition(b, y);
    break;
  case TC_PRIM_GE:
    compare(b, x, y, 0);
    break;
  case TC_PRIM_GT:
    compare(b, x, y, 1);
    break;
  case TC_PRIM_LE:
    compare(b, y, x, 0);
    break;
  case TC_PRIM_LT:
    compare(b, y, x, 1);
    break;
  default:
    break;
  }
}

static void term(Bounds *b, MlirOperation stage, MlirValue v) {
  if (mlirValueIsABlockArgument(v)) {
    intptr_t i = mlirBlockArgumentGetArgNumber(v);
    MlirValue tensor = tcInput(stage, i);
    MlirOperation def = tcDefiningOp(tensor);
    if (!tcIsA(def, "loop.map") ||
        !tcStreamIsOwnPoint(b->s->kernel, def, tcInputMap(stage, i)))
      return;
    MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(def, 0));
    term(b, def,
         mlirOperationGetOperand(mlirBlockGetTerminator(body),
                                 mlirOpResultGetResultNumber(tensor)));
    return;
  }
  MlirOperation op = tcDefiningOp(v);
  if (tcPrimOpKind(op) != TC_PRIM_WHERE ||
      !isMinusInfinity(tcPrimWhereGetOther(op)))
    return;
  condition(b, tcPrimWhereGetPred(op));
  term(b, stage, tcPrimWhereGetSelf(op));
}

// Only where every sum is one of exponentials of the same terms.
TcStreamBounds tcStreamFindBounds(const TcStream *s) {
  Bounds b = {.s = s, .iter = tcIterExpr(s->iter)};
  const TcStreamShift *shift = NULL;
  for (size_t i = 0; i < s->sums.size; ++i) {
    const TcStreamSum *sum = &s->sums.data[i];
    shift = sum->shift ? sum->shift : shift;
  }
  for (size_t i = 0; i < s->sums.size; ++i) {
    const TcStreamSum *sum = &s->sums.data[i];
    bool isMaximum = mlirOperationEqual(sum->stage, shift->maximum);
    if (!isMaximum && (!sum->shift || !mlirOperationEqual(sum->shift->maximum,
                                                          shift->maximum)))
      return b.found;
  }
  MlirBlock body =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(shift->maximum, 0));
  term(&b, shift->maximum,
       mlirOperationGetOperand(mlirBlockGetTerminator(body), 0));
  return b.found;
}
