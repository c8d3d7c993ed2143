// Rules of ops that move elements: reshapes, transposes, broadcasts, gathers at
// an element's own position.
#include "passes/simplify/rules.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static bool keepsType(MlirOperation op) {
  return mlirTypeEqual(mlirValueGetType(operand(op, 0)),
                       mlirValueGetType(resultOf(op)));
}

static TcShape resultShape(TcBuild *b, MlirOperation op) {
  return tcShapeOf(b, resultOf(op));
}

//===- Reshapes -----------------------------------------------------------===//

TC_RULE(reshapeSame, "prim.reshape", "reshape(x) -> x if the shape is x's") {
  return keepsType(op) && tcSimplifyReplace(rw, op, operand(op, 0));
}

TC_RULE(reshapeReshape, "prim.reshape", "reshape(reshape(x)) -> reshape(x)") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation inner = tcDefiningPrim(operand(op, 0), TC_PRIM_RESHAPE);
  return inner.ptr &&
         tcSimplifyReplace(
             rw, op, tcReshape(&b, operand(inner, 0), resultShape(&b, op)));
}

TC_RULE(reshapeNumber, "prim.reshape",
        "reshape(broadcast(scalar)) -> broadcast(scalar)") {
  return tcSimplifyMoveOfScalar(rw, op);
}

TC_RULE(castSizesSame, "prim.cast_sizes", "cast_sizes(x) -> x") {
  return keepsType(op) && tcSimplifyReplace(rw, op, operand(op, 0));
}

//===- Transposes ---------------------------------------------------------===//

TC_RULE(transposeTranspose, "prim.transpose",
        "transpose(transpose(x, p), q) -> transpose(x, p . q)") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation inner = tcDefiningPrim(operand(op, 0), TC_PRIM_TRANSPOSE);
  if (!inner.ptr)
    return false;
  TcDims both = tcAttrDims(&b, tcPrimTransposeGetPermutation(op));
  for (intptr_t i = 0; i < both.size; ++i)
    both.data[i] = tcPrimTransposeGetPermutationAt(inner, both.data[i]);
  return tcSimplifyReplace(rw, op, tcTranspose(&b, operand(inner, 0), both));
}

TC_RULE(transposeUnits, "prim.transpose",
        "transpose(x) -> reshape(x) if only dimensions of size 1 move") {
  TcBuild b = tcSimplifyBuild(rw);
  int64_t last = -1;
  for (intptr_t i = 0; i < tcRankOf(operand(op, 0)); ++i) {
    int64_t from = tcPrimTransposeGetPermutationAt(op, i);
    if (tcSizeAttrIsValue(tcValueSize(resultOf(op), i), 1))
      continue;
    if (from < last)
      return false;
    last = from;
  }
  return tcSimplifyReplace(rw, op,
                           tcReshape(&b, operand(op, 0), resultShape(&b, op)));
}

// For each dimension of `to` the first of those of `from` that it merges, and
// behind the last how many these are; false if it is no merge of neighbours.
static bool readMerge(TcBuild *b, TcShape from, TcShape to, TcDims *first) {
  intptr_t at = 0;
  *first = tcDimsMake(b, to.rank + 1);
  for (intptr_t d = 0; d < to.rank; ++d) {
    intptr_t begin = at;
    do {
      if (at == from.rank)
        return false;
      ++at;
    } while (!tcSizeAttrEqual(
        tcSizeAttrProduct(b->at.ctx, at - begin, from.sizes + begin),
        to.sizes[d]));
    first->data[d] = begin;
  }
  first->data[to.rank] = at;
  return at == from.rank && to.rank < from.rank;
}

// Whether a value is a convolution's result, behind elementwise ops of which it
// is the first operand, and nothing else reads these: one kernel stores it in
// any order.
static bool isOfConvolution(MlirValue value) {
  while (mlirValueIsAOpResult(value) && tcHasOneUse(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (tcPrimOpKind(op) == TC_PRIM_CONVOLUTION)
      return true;
    if (!tcIsElementwise(tcPrimOpKind(op)))
      return false;
    value = operand(op, 0);
  }
  return false;
}

TC_RULE(transposeMerge, "prim.transpose",
        "transpose(reshape(x)) -> reshape(transpose(x)) where dimensions of a "
        "convolution's result are merged") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation merge = tcDefiningPrim(operand(op, 0), TC_PRIM_RESHAPE);
  TcDims first;
  if (!merge.ptr || !tcHasOneUse(operand(op, 0)) ||
      !isOfConvolution(operand(merge, 0)) ||
      !readMerge(&b, tcShapeOf(&b, operand(merge, 0)), resultShape(&b, merge),
                 &first))
    return false;
  intptr_t at = 0;
  TcDims order = tcDimsMake(&b, tcRankOf(operand(merge, 0)));
  for (intptr_t i = 0; i < tcRankOf(resultOf(op)); ++i) {
    int64_t of = tcPrimTransposeGetPermutationAt(op, i);
    for (int64_t d = first.data[of]; d < first.data[of + 1]; ++d)
      order.data[at++] = d;
  }
  MlirValue y = tcTranspose(&b, operand(merge, 0), order);
  return tcSimplifyReplace(rw, op, tcReshape(&b, y, resultShape(&b, op)));
}

// Whether convolutions alone read the value, as their data.
static bool areConvolved(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  bool all = !mlirOpOperandIsNull(use);
  for (; all && !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    all = tcPrimOpKind(mlirOpOperandGetOwner(use)) == TC_PRIM_CONVOLUTION &&
          mlirOpOperandGetOperandNumber(use) == 0;
  return all;
}

// Tokens as images: that an image's rows follow one another is then a view of
// memory, not an index of each element, of which borders know nothing.
TC_RULE(transposeOfSplit, "prim.reshape",
        "reshape(transpose(x)) -> transpose(reshape(x)) where dimensions of a "
        "convolution's data are split") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation move = tcDefiningPrim(operand(op, 0), TC_PRIM_TRANSPOSE);
  TcShape to = resultShape(&b, op);
  TcDims first;
  if (!move.ptr || !areConvolved(resultOf(op)) ||
      !readMerge(&b, to, tcShapeOf(&b, operand(op, 0)), &first))
    return false;
  TcDims order = tcDimsMake(&b, to.rank);
  TcShape split = tcShapeMake(&b, to.rank);
  intptr_t at = 0;
  for (intptr_t i = 0; i < tcRankOf(operand(op, 0)); ++i)
    for (intptr_t d = 0; d < tcRankOf(operand(op, 0)); ++d) {
      if (tcPrimTransposeGetPermutationAt(move, d) != i)
        continue;
      for (int64_t from = first.data[d]; from < first.data[d + 1]; ++from) {
        split.sizes[at] = to.sizes[from];
        order.data[from] = at++;
      }
    }
  MlirValue y = tcReshape(&b, operand(move, 0), split);
  return tcSimplifyReplace(rw, op, tcTranspose(&b, y, order));
}

// The shape without its dimensions of size 1, and those dimensions of `order`,
// as numbers of what is left.
static TcShape withoutUnits(TcBuild *b, TcShape shape, TcDims *order) {
  TcShape left = tcShapeMake(b, shape.rank);
  intptr_t n = 0, *number = TC_ARENA_ARRAY(b->arena, intptr_t, shape.rank + 1);
  left.rank = 0;
  for (intptr_t i = 0; i < shape.rank; ++i) {
    number[i] = tcSizeAttrIsValue(shape.sizes[i], 1) ? -1 : left.rank;
    if (number[i] >= 0)
      left.sizes[left.rank++] = shape.sizes[i];
  }
  for (intptr_t i = 0; i < shape.rank; ++i)
    if (number[order->data[i]] >= 0)
      order->data[n++] = number[order->data[i]];
  order->size = n;
  return left;
}

static MlirValue reshaped(MlirValue value) {
  MlirOperation op = tcDefiningPrim(value, TC_PRIM_RESHAPE);
  return op.ptr ? reshaped(operand(op, 0)) : value;
}

// An einsum adds a dimension to each operand for those of the other one.
// Without them what is permuted and what is merged stand apart, and other rules
// see them. (Of a convolution's result transposeMerge does the opposite.)
TC_RULE(transposeDropUnits, "prim.reshape",
        "reshape(transpose(x)) -> reshape(transpose(reshape(x))) where "
        "dimensions of size 1 are moved and dropped") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation move = tcDefiningPrim(operand(op, 0), TC_PRIM_TRANSPOSE);
  if (!move.ptr || !tcHasOneUse(operand(op, 0)) ||
      tcRankOf(resultOf(op)) >= tcRankOf(operand(op, 0)) ||
      isOfConvolution(operand(move, 0)) ||
      isOfConvolution(reshaped(operand(move, 0))))
    return false;
  TcShape from = tcShapeOf(&b, operand(move, 0));
  TcDims order = tcAttrDims(&b, tcPrimTransposeGetPermutation(move));
  TcShape left = withoutUnits(&b, from, &order);
  if (left.rank == from.rank || tcRankOf(resultOf(op)) > left.rank)
    return false;
  MlirValue y = tcTranspose(&b, tcReshape(&b, operand(move, 0), left), order);
  return tcSimplifyReplace(rw, op, tcReshape(&b, y, resultShape(&b, op)));
}

TC_RULE(transposeNumber, "prim.transpose",
        "transpose(broadcast(scalar)) -> broadcast(scalar)") {
  return tcSimplifyMoveOfScalar(rw, op);
}

TC_RULE(revRev, "prim.rev", "rev(rev(x, d), d) -> x") {
  MlirOperation inner = tcDefiningPrim(operand(op, 0), TC_PRIM_REV);
  return inner.ptr &&
         mlirAttributeEqual(tcPrimRevGetDims(op), tcPrimRevGetDims(inner)) &&
         tcSimplifyReplace(rw, op, operand(inner, 0));
}

//===- Broadcasts ---------------------------------------------------------===//

TC_RULE(broadcastBroadcast, "prim.broadcast_in_dim",
        "broadcast(broadcast(x, d), e) -> broadcast(x, e . d)") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation inner =
      tcDefiningPrim(operand(op, 0), TC_PRIM_BROADCAST_IN_DIM);
  if (!inner.ptr)
    return false;
  TcDims both = tcAttrDims(&b, tcPrimBroadcastInDimGetDims(inner));
  for (intptr_t i = 0; i < both.size; ++i)
    both.data[i] = tcPrimBroadcastInDimGetDimsAt(op, both.data[i]);
  return tcSimplifyReplace(
      rw, op,
      tcBroadcastInDim(&b, operand(inner, 0), resultShape(&b, op), both));
}

// For each dimension of x the one of y that it is, where y is x with more
// dimensions of size 1; false if it is not that.
static bool insertedUnits(TcBuild *b, MlirValue x, MlirValue y, TcDims *out) {
  *out = tcDimsMake(b, tcRankOf(x));
  intptr_t i = 0;
  for (intptr_t j = 0; j < tcRankOf(y); ++j) {
    if (i < out->size && tcSizeAttrEqual(tcValueSize(x, i), tcValueSize(y, j)))
      out->data[i++] = j;
    else if (!tcSizeAttrIsValue(tcValueSize(y, j), 1))
      return false;
  }
  return i == out->size;
}

TC_RULE(broadcastUnsqueeze, "prim.broadcast_in_dim",
        "broadcast(reshape(x)) -> broadcast(x) if the reshape adds 1s") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation inner = tcDefiningPrim(operand(op, 0), TC_PRIM_RESHAPE);
  TcDims dims;
  if (!inner.ptr ||
      !insertedUnits(&b, operand(inner, 0), resultOf(inner), &dims))
    return false;
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] = tcPrimBroadcastInDimGetDimsAt(op, dims.data[i]);
  return tcSimplifyReplace(
      rw, op,
      tcBroadcastInDim(&b, operand(inner, 0), resultShape(&b, op), dims));
}

// Dimensions of size 1 are dropped before the broadcast.
TC_RULE(broadcastToReshape, "prim.broadcast_in_dim",
        "broadcast(x) -> reshape(x) if it only adds dimensions of size 1") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirAttribute before = tcShapeNumElements(&b, tcShapeOf(&b, operand(op, 0)));
  MlirAttribute after = tcShapeNumElements(&b, resultShape(&b, op));
  return tcRankOf(operand(op, 0)) > 0 && tcSizeAttrEqual(before, after) &&
         tcSimplifyReplace(rw, op,
                           tcReshape(&b, operand(op, 0), resultShape(&b, op)));
}

//===- Reductions ---------------------------------------------------------===//

static bool reduceUnits(TcRewrite *rw, MlirOperation op) {
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue x = operand(op, 0);
  TcDims dims = tcAttrDims(
      &b, mlirOperationGetInherentAttributeByName(op, tcStr("dims")));
  for (intptr_t i = 0; i < dims.size; ++i)
    if (!tcSizeAttrIsValue(tcValueSize(x, dims.data[i]), 1))
      return false;
  return tcSimplifyReplace(rw, op, tcReshape(&b, x, resultShape(&b, op)));
}

TC_RULE(sumUnits, "prim.sum", "sum(x) over sizes of 1 -> reshape(x)") {
  return reduceUnits(rw, op);
}
TC_RULE(prodUnits, "prim.prod", "prod(x) over sizes of 1 -> reshape(x)") {
  return reduceUnits(rw, op);
}
TC_RULE(amaxUnits, "prim.amax", "amax(x) over sizes of 1 -> reshape(x)") {
  return reduceUnits(rw, op);
}
TC_RULE(aminUnits, "prim.amin", "amin(x) over sizes of 1 -> reshape(x)") {
  return reduceUnits(rw, op);
}

//===- Gathers ------------------------------------------------------------===//

// x[i, j, ...] where each index is the element's own position along a
// dimension of the result, later dimensions later.
TC_RULE(indexOfPositions, "prim.index", "index(x, positions) -> broadcast(x)") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue x = operand(op, 0);
  intptr_t n = tcPrimIndexGetNumIndices(op);
  intptr_t lead = n ? tcRankOf(tcPrimIndexGetIndices(op, 0)) : 0;
  TcDims dims = tcDimsMake(&b, tcRankOf(x));
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue at = tcPrimIndexGetIndices(op, i);
    intptr_t to = tcPositionDim(at);
    if (to < 0 || tcPrimIndexGetDimsAt(op, i) != i ||
        (i && to <= dims.data[i - 1]) ||
        !tcSizeAttrEqual(tcValueSize(x, i), tcValueSize(at, to)))
      return false;
    dims.data[i] = to;
  }
  for (intptr_t i = n; i < dims.size; ++i)
    dims.data[i] = lead + i - n;
  return n && tcSimplifyReplace(
                  rw, op, tcBroadcastInDim(&b, x, resultShape(&b, op), dims));
}

TC_RULE_LIST(tcSimplifyMoves, &reshapeSameRule, &reshapeReshapeRule,
             &reshapeNumberRule, &castSizesSameRule, &transposeTransposeRule,
             &transposeUnitsRule, &transposeMergeRule, &transposeOfSplitRule,
             &transposeDropUnitsRule, &transposeNumberRule, &revRevRule,
             &broadcastBroadcastRule, &broadcastUnsqueezeRule,
             &broadcastToReshapeRule, &sumUnitsRule, &prodUnitsRule,
             &amaxUnitsRule, &aminUnitsRule, &indexOfPositionsRule);
