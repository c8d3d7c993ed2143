// Finds index comparisons outside of which all terms of a block are exactly 0.
// A term exp(x - h) is 0 where x is -inf: x is where(condition, y, -inf), with
// a conjunction of comparisons of index expressions as condition. A term is
// also 0 if it is where(condition, y, 0), or a product with such a factor. See
// stream.h.
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/compare.h"
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
  TcLess less;
  if (mlirOperationIsNull(op))
    return;
  if (tcPrimOpKind(op) == TC_PRIM_BITWISE_AND) {
    condition(b, mlirOperationGetOperand(op, 0));
    condition(b, mlirOperationGetOperand(op, 1));
  } else if (tcAsLess(op, &less)) {
    compare(b, less.y, less.x, less.strict);
  }
}

// The property that bounds are derived for: a scalar is not -inf, or it is not
// 0.
typedef enum What { FINITE, NONZERO } What;

static void scalar(Bounds *b, MlirOperation stage, MlirValue v, What what);

// A read of a map's result at its own point is the scalar that the map yields.
static void read(Bounds *b, MlirOperation stage, MlirValue v, What what) {
  intptr_t i = mlirBlockArgumentGetArgNumber(v);
  MlirValue tensor = tcInput(stage, i);
  MlirOperation def = tcDefiningOp(tensor);
  if (!tcIsA(def, "loop.map") ||
      !tcIsOwnPoint(b->s->kernel, def, tcInputMap(stage, i)))
    return;
  MlirBlock body = tcStageBlock(def);
  scalar(b, def,
         mlirOperationGetOperand(mlirBlockGetTerminator(body),
                                 mlirOpResultGetResultNumber(tensor)),
         what);
}

static void selection(Bounds *b, MlirOperation stage, MlirOperation op,
                      What what) {
  MlirValue x = tcPrimWhereGetSelf(op), y = tcPrimWhereGetOther(op);
  if (what == FINITE ? tcStreamIsConstant(y, -INFINITY)
                     : tcStreamIsConstant(y, 0)) {
    condition(b, tcPrimWhereGetPred(op));
    scalar(b, stage, x, what);
  } else if (what == NONZERO && tcStreamIsConstant(x, 0)) {
    scalar(b, stage, y, what);
  }
}

// exp(x) is 0, and x - h is -inf, where x is -inf; a product is 0 where either
// factor is. NaN and infinite values of the row or of other factors are
// ignored: masked terms contribute nothing.
static void scalar(Bounds *b, MlirOperation stage, MlirValue v, What what) {
  if (mlirValueIsABlockArgument(v)) {
    read(b, stage, v, what);
    return;
  }
  MlirOperation op = tcDefiningOp(v);
  TcPrimOpKind kind = tcPrimOpKind(op);
  bool isExp = kind == TC_PRIM_EXP || kind == TC_PRIM_EXP2;
  if (kind == TC_PRIM_WHERE)
    selection(b, stage, op, what);
  else if (what == NONZERO ? isExp : kind == TC_PRIM_SUB)
    scalar(b, stage, mlirOperationGetOperand(op, 0), FINITE);
  else if (kind == TC_PRIM_CONVERT_ELEMENT_TYPE)
    scalar(b, stage, mlirOperationGetOperand(op, 0), what);
  else if (kind == TC_PRIM_MUL && what == NONZERO)
    for (intptr_t i = 0; i < 2; ++i)
      scalar(b, stage, mlirOperationGetOperand(op, i), what);
}

static void term(Bounds *b, MlirOperation stage, What what) {
  MlirOperation end = mlirBlockGetTerminator(tcStageBlock(stage));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i)
    scalar(b, stage, mlirOperationGetOperand(end, i), what);
}

static bool has(const TcAttrVec *list, MlirAttribute a) {
  for (size_t i = 0; i < list->size; ++i)
    if (mlirAttributeEqual(list->data[i], a))
      return true;
  return false;
}

static void keepCommon(TcAttrVec *list, const TcAttrVec *other) {
  size_t kept = 0;
  for (size_t i = 0; i < list->size; ++i)
    if (has(other, list->data[i]))
      list->data[kept++] = list->data[i];
  list->size = kept;
}

// For plain sums: the bounds that hold wherever a term of any of them is not 0.
static TcStreamBounds ofPlainSums(const TcStream *s, MlirAttribute iter) {
  TcStreamBounds all = {0};
  for (size_t i = 0; i < s->sums.size; ++i) {
    Bounds b = {.s = s, .iter = iter};
    if (!mlirStringRefEqual(s->sums.data[i].kind, tcStr("add")))
      return (TcStreamBounds){0};
    term(&b, s->sums.data[i].stage, NONZERO);
    if (i == 0)
      all = b.found;
    keepCommon(&all.most, &b.found.most);
    keepCommon(&all.least, &b.found.least);
  }
  if (s->across.ptr) {
    Bounds b = {.s = s, .iter = iter};
    term(&b, s->across, NONZERO);
    keepCommon(&all.most, &b.found.most);
    keepCommon(&all.least, &b.found.least);
  }
  return all;
}

static const TcStreamShift *anyShift(const TcStream *s) {
  for (size_t i = 0; i < s->sums.size; ++i)
    if (s->sums.data[i].shift)
      return s->sums.data[i].shift;
  return NULL;
}

// Only where every sum is one of exponentials of the same terms, or none is.
TcStreamBounds tcStreamFindBounds(const TcStream *s) {
  Bounds b = {.s = s, .iter = tcIterExpr(s->iter)};
  const TcStreamShift *shift = anyShift(s);
  if (!shift)
    return ofPlainSums(s, b.iter);
  for (size_t i = 0; i < s->sums.size; ++i) {
    const TcStreamSum *sum = &s->sums.data[i];
    bool isMaximum = mlirOperationEqual(sum->stage, shift->maximum);
    if (!isMaximum && (!sum->shift || !mlirOperationEqual(sum->shift->maximum,
                                                          shift->maximum)))
      return b.found;
  }
  term(&b, shift->maximum, FINITE);
  return b.found;
}
