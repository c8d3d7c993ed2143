// Rules of scatters whose points provably meet nowhere (`prim.distinct`), so
// that all may be stored at once: back to where a sort has taken elements from,
// the gradients of sorts, of the k greatest, and of rows that a sort has put in
// order.
#include "passes/simplify/rules.h"

#include "lib/ir/distinct.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

enum { MAX_DEPTH = 8 };

//===- Proofs -------------------------------------------------------------===//

static bool differsAlong(MlirValue v, intptr_t dim, int depth);

// The dimension of a reshape's operand that dimension `dim` of its result is,
// where it only adds or removes dimensions of size 1; else -1.
static intptr_t reshapedFrom(MlirValue x, MlirValue y, intptr_t dim) {
  intptr_t i = 0, found = -1;
  for (intptr_t d = 0; d < tcRankOf(y); ++d) {
    if (tcSizeAttrIsValue(tcValueSize(y, d), 1))
      continue;
    while (i < tcRankOf(x) && tcSizeAttrIsValue(tcValueSize(x, i), 1))
      ++i;
    if (i == tcRankOf(x) ||
        !tcSizeAttrEqual(tcValueSize(x, i), tcValueSize(y, d)))
      return -1;
    found = d == dim ? i : found;
    ++i;
  }
  for (; i < tcRankOf(x); ++i)
    if (!tcSizeAttrIsValue(tcValueSize(x, i), 1))
      return -1;
  return found;
}

// Of a broadcast: the operand's dimension that is all of `dim`; else -1.
static intptr_t broadcastFrom(MlirOperation op, intptr_t dim) {
  MlirValue x = operand(op, 0), y = mlirOperationGetResult(op, 0);
  for (intptr_t i = 0; i < tcPrimBroadcastInDimGetNumDims(op); ++i)
    if (tcPrimBroadcastInDimGetDimsAt(op, i) == dim &&
        tcSizeAttrEqual(tcValueSize(x, i), tcValueSize(y, dim)))
      return i;
  return -1;
}

// Whether each element is its operand's at one place for each: along which
// dimension of that, or -1.
static intptr_t movedFrom(MlirOperation op, TcPrimOpKind kind, intptr_t dim) {
  switch (kind) {
  case TC_PRIM_SLICE:
  case TC_PRIM_CAST_SIZES:
    return dim;
  case TC_PRIM_TRANSPOSE:
    return (intptr_t)tcPrimTransposeGetPermutationAt(op, dim);
  case TC_PRIM_RESHAPE:
    return reshapedFrom(operand(op, 0), mlirOperationGetResult(op, 0), dim);
  case TC_PRIM_BROADCAST_IN_DIM:
    return broadcastFrom(op, dim);
  default:
    return -1;
  }
}

static bool counts(MlirOperation iota) {
  MlirAttribute step = tcPrimIotaGetStep(iota);
  return mlirAttributeIsAInteger(step) && mlirIntegerAttrGetValueInt(step) == 1;
}

// Whether elements that lie along `dim` are all different, of an integer.
static bool differsAlong(MlirValue v, intptr_t dim, int depth) {
  if (!mlirValueIsAOpResult(v) || depth == MAX_DEPTH)
    return false;
  MlirOperation op = mlirOpResultGetOwner(v);
  TcPrimOpKind kind = tcPrimOpKind(op);
  bool second = mlirOpResultGetResultNumber(v) == 1;
  if (kind == TC_PRIM_SORT)
    return second && tcPrimSortGetDim(op) == dim;
  if (kind == TC_PRIM_TOPK)
    return second && tcPrimTopkGetDim(op) == dim;
  if (kind == TC_PRIM_IOTA)
    return counts(op);
  intptr_t from = movedFrom(op, kind, dim);
  return from >= 0 && differsAlong(operand(op, 0), from, depth + 1);
}

// Whether elements are the same along all dimensions but `dim`.
static bool isLine(MlirValue v, intptr_t dim) {
  MlirOperation op = tcDefiningPrim(v, TC_PRIM_BROADCAST_IN_DIM);
  for (intptr_t d = 0; d < tcRankOf(v); ++d) {
    if (d == dim || tcSizeAttrIsValue(tcValueSize(v, d), 1))
      continue;
    if (!op.ptr)
      return false;
    for (intptr_t i = 0; i < tcPrimBroadcastInDimGetNumDims(op); ++i)
      if (tcPrimBroadcastInDimGetDimsAt(op, i) == d &&
          !tcSizeAttrIsValue(tcValueSize(operand(op, 0), i), 1))
        return false;
  }
  return true;
}

// Whether one of the indices tells where a point is along dimension `dim` of
// the indices, whatever the others are.
static bool tells(MlirOperation put, intptr_t dim) {
  for (intptr_t k = 0; k < tcPrimIndexPutGetNumIndices(put); ++k) {
    MlirValue at = tcPrimIndexPutGetIndices(put, k);
    if (tcPositionDim(at) == dim ||
        (isLine(at, dim) && differsAlong(at, dim, 0)))
      return true;
  }
  return false;
}

// Whether one does among points that are equal along all other dimensions.
static bool tellsWithin(MlirOperation put, intptr_t dim) {
  for (intptr_t k = 0; k < tcPrimIndexPutGetNumIndices(put); ++k)
    if (differsAlong(tcPrimIndexPutGetIndices(put, k), dim, 0))
      return true;
  return false;
}

// Whether no two points go to one place: positions tell where they come from
// along each dimension of the indices, but for one, along which those of each
// row differ.
static bool isDistinct(MlirOperation put) {
  if (!tcPrimIndexPutGetNumIndices(put))
    return false;
  MlirValue index = tcPrimIndexPutGetIndices(put, 0);
  bool within = false;
  for (intptr_t d = 0; d < tcRankOf(index); ++d) {
    if (tcSizeAttrIsValue(tcValueSize(index, d), 1) || tells(put, d))
      continue;
    if (within || !tellsWithin(put, d))
      return false;
    within = true;
  }
  return true;
}

//===- Rules --------------------------------------------------------------===//

TC_RULE(putDistinct, "prim.index_put",
        "index_put(x, v, [positions of a sort]) -> the same, distinct") {
  if (tcIsDistinct(op) || !isDistinct(op))
    return false;
  tcRewriteBeginChange(rw, op);
  tcSetDistinct(op);
  tcRewriteEndChange(rw, op);
  return true;
}

// What addition of truth values is, the op says.
TC_RULE(addDistinct, "prim.index_put",
        "index_put(c, v, i) that adds, distinct -> index_put(c, c + v, i) that "
        "sets") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirAttribute number = tcSplatNumber(operand(op, 0));
  MlirValue v = operand(op, 1);
  if (!tcIsDistinct(op) || !number.ptr || tcTypeIsBool(tcElementOf(v)) ||
      !mlirStringRefEqual(tcPrimIndexPutGetCombine(op), tcStr("add")))
    return false;
  v = tcAdd(&b, tcFull(&b, tcShapeOf(&b, v), tcNumberValue(&b, number)), v);
  if (!v.ptr)
    return false;
  tcRewriteBeginChange(rw, op);
  mlirOperationSetOperand(op, 1, v);
  tcPrimIndexPutSetCombineAttr(op, mlirStringAttrGet(b.at.ctx, tcStr("set")));
  tcRewriteEndChange(rw, op);
  return true;
}

TC_RULE_LIST(tcSimplifyDistinct, &putDistinctRule, &addDistinctRule);
