// Rules of products and convolutions: transposes that their dimension lists can
// express, and scales by channel that are folded into the weights. The latter
// change rounding, as folding a batch norm does.
#include "passes/simplify/rules.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

//===- Transposed operands ------------------------------------------------===//

// The dimension lists of a dot_general, by operand.
typedef struct Lists {
  TcDims batch[2], contract[2];
} Lists;

static Lists listsOf(TcBuild *b, MlirOperation dot) {
  return (Lists){{tcAttrDims(b, tcPrimDotGeneralGetSelfBatch(dot)),
                  tcAttrDims(b, tcPrimDotGeneralGetOtherBatch(dot))},
                 {tcAttrDims(b, tcPrimDotGeneralGetSelfContract(dot)),
                  tcAttrDims(b, tcPrimDotGeneralGetOtherContract(dot))}};
}

static bool isFree(const Lists *l, intptr_t side, int64_t dim) {
  return !tcDimsContain(l->batch[side], dim) &&
         !tcDimsContain(l->contract[side], dim);
}

// Whether free dimensions stand in the same order before the transpose.
static bool keepsFreeOrder(const Lists *l, intptr_t side,
                           MlirOperation transpose) {
  int64_t last = -1;
  for (intptr_t i = 0; i < tcPrimTransposeGetNumPermutation(transpose); ++i) {
    int64_t from = tcPrimTransposeGetPermutationAt(transpose, i);
    if (!isFree(l, side, i))
      continue;
    if (from < last)
      return false;
    last = from;
  }
  return true;
}

static void renumber(TcDims dims, MlirOperation transpose) {
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] = tcPrimTransposeGetPermutationAt(transpose, dims.data[i]);
}

TC_RULE(dotOfTranspose, "prim.dot_general",
        "dot(transpose(x), y) -> dot(x, y) with other dimensions") {
  TcBuild b = tcSimplifyBuild(rw);
  b.tf32 = tcAllowsTf32(op);
  Lists l = listsOf(&b, op);
  MlirValue xs[2] = {operand(op, 0), operand(op, 1)};
  bool any = false;
  for (intptr_t side = 0; side < 2; ++side) {
    MlirOperation t = tcDefiningPrim(xs[side], TC_PRIM_TRANSPOSE);
    if (!t.ptr || !keepsFreeOrder(&l, side, t))
      continue;
    renumber(l.batch[side], t);
    renumber(l.contract[side], t);
    xs[side] = operand(t, 0);
    any = true;
  }
  if (!any || tcPrimDotGeneralGetOrdered(op))
    return false;
  TcDot dims = {l.batch[0], l.batch[1], l.contract[0], l.contract[1]};
  MlirAttribute out = tcPrimDotGeneralGetOut(op);
  return tcSimplifyReplace(
      rw, op,
      tcDotGeneral(&b, xs[0], xs[1], dims,
                   out.ptr ? mlirTypeAttrGetValue(out) : tcNoType()));
}

//===- Bytes --------------------------------------------------------------===//

// What an i32 is that was a byte.
static MlirValue byteOf(MlirValue x) {
  MlirOperation op = tcDefiningPrim(x, TC_PRIM_CONVERT_ELEMENT_TYPE);
  MlirType to = tcElementOf(x);
  if (!op.ptr || !mlirTypeIsAInteger(to) || mlirIntegerTypeGetWidth(to) != 32)
    return (MlirValue){NULL};
  MlirType from = tcElementOf(operand(op, 0));
  bool isByte = mlirTypeIsAInteger(from) && mlirIntegerTypeGetWidth(from) == 8;
  return isByte ? operand(op, 0) : (MlirValue){NULL};
}

// Whether both factors of a product of i32 are bytes of one type; then these.
static bool areBytes(MlirOperation product, MlirValue bytes[2]) {
  for (intptr_t i = 0; i < 2; ++i) {
    bytes[i] = byteOf(operand(product, i));
    if (!bytes[i].ptr)
      return false;
  }
  return mlirTypeEqual(tcElementOf(bytes[0]), tcElementOf(bytes[1])) &&
         mlirTypeEqual(tcElementOf(mlirOperationGetResult(product, 0)),
                       tcElementOf(operand(product, 0)));
}

TC_RULE(dotOfBytes, "prim.dot_general",
        "dot(i32(x), i32(y)) -> dot(x, y) {out = i32} for bytes x, y") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue x[2];
  if (!areBytes(op, x) || tcPrimDotGeneralGetOrdered(op))
    return false;
  Lists l = listsOf(&b, op);
  TcDot dims = {l.batch[0], l.batch[1], l.contract[0], l.contract[1]};
  return tcSimplifyReplace(
      rw, op, tcDotGeneral(&b, x[0], x[1], dims, tcElementOf(operand(op, 0))));
}

//===- Scales -------------------------------------------------------------===//

// A vector of weights along one dimension: broadcast(v, [dim]).
typedef struct Channel {
  MlirValue vector;
  int64_t dim;
} Channel;

static bool isChannel(TcRewrite *rw, MlirValue x, Channel *out) {
  MlirOperation op = tcDefiningPrim(x, TC_PRIM_BROADCAST_IN_DIM);
  if (!op.ptr || tcRankOf(operand(op, 0)) != 1 ||
      !tcIsOfWeights(rw->user, operand(op, 0)))
    return false;
  *out = (Channel){operand(op, 0), tcPrimBroadcastInDimGetDimsAt(op, 0)};
  return tcSizeAttrEqual(tcValueSize(out->vector, 0), tcValueSize(x, out->dim));
}

// The operands of a commutative op as (y, channel).
static bool splitChannel(TcRewrite *rw, MlirOperation op, MlirValue *y,
                         Channel *channel) {
  for (intptr_t i = 0; i < 2; ++i) {
    *y = operand(op, i);
    if (isChannel(rw, operand(op, 1 - i), channel))
      return true;
  }
  return false;
}

// The operand of a product that has dimension `dim` of its result, and its
// number there; -1 for a batch dimension.
static intptr_t sourceOf(TcBuild *b, MlirOperation product, int64_t dim,
                         int64_t *own) {
  if (tcPrimOpKind(product) == TC_PRIM_CONVOLUTION) {
    *own = 0;
    return dim == 1 ? 1 : -1;
  }
  Lists l = listsOf(b, product);
  int64_t at = l.batch[0].size;
  for (intptr_t side = 0; side < 2; ++side)
    for (intptr_t i = 0; i < tcRankOf(operand(product, side)); ++i)
      if (isFree(&l, side, i) && at++ == dim) {
        *own = i;
        return side;
      }
  return -1;
}

static bool isProduct(MlirValue y) {
  return tcDefiningPrim(y, TC_PRIM_CONVOLUTION).ptr ||
         tcDefiningPrim(y, TC_PRIM_DOT_GENERAL).ptr;
}

// The product once more with another operand on one side.
static MlirValue withOperand(TcRewrite *rw, MlirOperation product,
                             intptr_t side, MlirValue x) {
  MlirOperation copy = mlirOperationClone(product);
  mlirOperationSetOperand(copy, side, x);
  tcBuilderInsert(&rw->b, copy);
  return mlirOperationGetResult(copy, 0);
}

TC_RULE(foldScaleIntoWeight, "prim.mul",
        "mul(product(x, w), s) -> product(x, mul(w, s)) for a weight s by "
        "channel") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue y;
  Channel s;
  if (!splitChannel(rw, op, &y, &s) || !isProduct(y) || !tcHasOneUse(y))
    return false;
  MlirOperation product = mlirOpResultGetOwner(y);
  int64_t dim;
  intptr_t side = sourceOf(&b, product, s.dim, &dim);
  if (side < 0)
    return false;
  MlirValue w = operand(product, side);
  if (!tcIsOfWeights(rw->user, w) ||
      !mlirTypeEqual(tcElementOf(w), tcElementOf(s.vector)))
    return false;
  MlirValue scale =
      tcBroadcastInDim(&b, s.vector, tcShapeOf(&b, w), tcDimsOne(&b, dim));
  MlirValue scaled = tcMul(&b, w, scale);
  return scaled.ptr &&
         tcSimplifyReplace(rw, op, withOperand(rw, product, side, scaled));
}

static MlirValue broadcastChannel(TcBuild *b, MlirOperation op, MlirValue v,
                                  int64_t dim) {
  return tcBroadcastInDim(b, v, tcShapeOf(b, mlirOperationGetResult(op, 0)),
                          tcDimsOne(b, dim));
}

// `op` combines add(y, inner) with outer, where y is a product and both vectors
// are by the same channel of it.
static bool splitShifted(TcRewrite *rw, MlirOperation op, MlirValue *y,
                         Channel *inner, Channel *outer) {
  MlirValue sum;
  if (!splitChannel(rw, op, &sum, outer) || !tcHasOneUse(sum))
    return false;
  MlirOperation add = tcDefiningPrim(sum, TC_PRIM_ADD);
  return add.ptr && splitChannel(rw, add, y, inner) &&
         inner->dim == outer->dim && isProduct(*y);
}

TC_RULE(scaleBeforeShift, "prim.mul",
        "mul(add(product, t), s) -> add(mul(product, s), mul(t, s)) for "
        "weights s, t by channel") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue y;
  Channel s, t;
  if (!splitShifted(rw, op, &y, &t, &s) || !tcHasOneUse(y))
    return false;
  MlirValue scaled = tcMul(&b, y, broadcastChannel(&b, op, s.vector, s.dim));
  MlirValue shift = tcMul(&b, t.vector, s.vector);
  return tcSimplifyReplace(
      rw, op, tcAdd(&b, scaled, broadcastChannel(&b, op, shift, s.dim)));
}

TC_RULE(mergeShifts, "prim.add",
        "add(add(product, t), u) -> add(product, add(t, u)) for weights t, u "
        "by channel") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue y;
  Channel t, u;
  if (!splitShifted(rw, op, &y, &t, &u))
    return false;
  MlirValue both = tcAdd(&b, t.vector, u.vector);
  return tcSimplifyReplace(rw, op,
                           tcAdd(&b, y, broadcastChannel(&b, op, both, t.dim)));
}

TC_RULE_LIST(tcSimplifyProducts, &dotOfTransposeRule, &dotOfBytesRule,
             &foldScaleIntoWeightRule, &scaleBeforeShiftRule, &mergeShiftsRule);
