// Rules of scatters of one element a row: where all elements else are a number,
// the result is a choice by the position, which fuses with what reads it, so
// that neither is in memory (the gradient of a gather along a dimension, of a
// cross-entropy):
//
//   where(eq(iota, broadcast(index(iota, i))), broadcast(v), c)
//
// The gather of positions at positions is i itself: it is there for its error,
// where i is out of range.
#include "passes/simplify/rules.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

//===- Scatters -----------------------------------------------------------===//

// A scatter whose points all lie in different rows along `dim`.
typedef struct Scatter {
  MlirValue base, at; // the position along `dim`
  intptr_t dim;
  TcDims to; // the base's dimension that one of the indices is; -1: of size 1
} Scatter;

// Notes the index of base dimension `d`: each point's own position along a
// dimension of the indices, 0 along one of size 1, or, once, any other.
static bool noteIndex(Scatter *s, MlirValue at, int64_t d) {
  MlirAttribute size = tcValueSize(s->base, (intptr_t)d);
  intptr_t own = tcPositionDim(at);
  if (own >= 0 && s->to.data[own] < 0 &&
      tcSizeAttrEqual(tcValueSize(at, own), size)) {
    s->to.data[own] = d;
    return true;
  }
  if (tcSizeAttrIsValue(size, 1) && tcIsNumber(at, 0))
    return true;
  if (s->dim >= 0)
    return false;
  s->dim = (intptr_t)d;
  s->at = at;
  return true;
}

// Whether each dimension of the indices is one of the base, or has size 1, and
// they are in the base's order.
static bool isOneARow(const Scatter *s) {
  int64_t last = -1;
  for (intptr_t i = 0; i < s->to.size; ++i) {
    if (s->to.data[i] < 0 && !tcSizeAttrIsValue(tcValueSize(s->at, i), 1))
      return false;
    if (s->to.data[i] >= 0 && s->to.data[i] < last)
      return false;
    last = s->to.data[i] >= 0 ? s->to.data[i] : last;
  }
  return true;
}

// Rows without an element would not ask for their position.
static bool hasElements(TcBuild *b, const Scatter *s) {
  return tcSizeAttrProvablyLessEqual(tcSizeInt(b, 1),
                                     tcValueSize(s->base, s->dim));
}

static bool readScatter(TcBuild *b, MlirOperation op, Scatter *s) {
  intptr_t n = tcPrimIndexPutGetNumIndices(op);
  *s = (Scatter){.base = operand(op, 0), .dim = -1};
  if (n != tcRankOf(s->base) || !n || !tcSplatNumber(s->base).ptr)
    return false;
  s->to = tcDimsMake(b, tcRankOf(tcPrimIndexPutGetIndices(op, 0)));
  for (intptr_t i = 0; i < s->to.size; ++i)
    s->to.data[i] = -1;
  for (intptr_t k = 0; k < n; ++k)
    if (!noteIndex(s, tcPrimIndexPutGetIndices(op, k),
                   tcPrimIndexPutGetDimsAt(op, k)))
      return false;
  return s->dim >= 0 && isOneARow(s) && hasElements(b, s);
}

// `x` without the indices' dimensions that are none of the base, and the base's
// dimensions that the others are.
static MlirValue rowsOf(TcBuild *b, const Scatter *s, MlirValue x,
                        TcDims *dims) {
  TcShape shape = tcShapeMake(b, tcRankOf(x));
  *dims = tcDimsMake(b, shape.rank);
  intptr_t n = 0;
  for (intptr_t i = 0; i < s->to.size; ++i) {
    if (s->to.data[i] < 0)
      continue;
    shape.sizes[n] = tcValueSize(x, i);
    dims->data[n++] = s->to.data[i];
  }
  shape.rank = dims->size = n;
  return tcReshape(b, x, shape);
}

// Whether points do not meet what others have left: they are stored, or added
// to the number. What addition of truth values is, the op says.
static bool combinesOnce(MlirOperation op, bool *adds) {
  MlirStringRef how = tcPrimIndexPutGetCombine(op);
  *adds = mlirStringRefEqual(how, tcStr("add"));
  return *adds ? !tcTypeIsBool(tcElementOf(operand(op, 0)))
               : mlirStringRefEqual(how, tcStr("set"));
}

TC_RULE(putOneHot, "prim.index_put",
        "index_put(c, v, [positions, i, positions]) -> where(eq(iota, i), v, "
        "c), or c + v where it adds") {
  TcBuild b = tcSimplifyBuild(rw);
  Scatter s;
  TcDims dims;
  bool adds;
  if (!combinesOnce(op, &adds) || !readScatter(&b, op, &s))
    return false;
  TcShape shape = tcShapeOf(&b, s.base);
  MlirValue iota = tcIota(&b, tcValueSize(s.base, s.dim), tcI64(&b));
  MlirValue at = tcIndex(&b, iota, 1, &s.at, tcDimsOne(&b, 0));
  at = rowsOf(&b, &s, at, &dims);
  MlirValue v = rowsOf(&b, &s, operand(op, 1), &dims);
  if (adds)
    v = tcAdd(
        &b,
        tcFull(&b, tcShapeOf(&b, v), tcNumberValue(&b, tcSplatNumber(s.base))),
        v);
  MlirValue here = tcEq(&b, tcIotaDim(&b, shape, s.dim, tcI64(&b)),
                        tcBroadcastInDim(&b, at, shape, dims));
  v = tcBroadcastInDim(&b, v, shape, dims);
  return tcSimplifyReplace(rw, op, tcWhere(&b, here, v, s.base));
}

//===- Choices by position ------------------------------------------------===//

// If `value` is the same all along `dim`: whether that is known.
static bool isSameAlong(MlirValue value, intptr_t dim) {
  MlirOperation op = tcDefiningPrim(value, TC_PRIM_BROADCAST_IN_DIM);
  for (intptr_t i = 0; op.ptr && i < tcPrimBroadcastInDimGetNumDims(op); ++i)
    if (tcPrimBroadcastInDimGetDimsAt(op, i) == dim)
      return false;
  return op.ptr;
}

// Of a broadcast that is the same along `dim`: one without it.
static MlirValue without(TcBuild *b, MlirValue value, intptr_t dim) {
  MlirOperation op = tcDefiningPrim(value, TC_PRIM_BROADCAST_IN_DIM);
  TcShape shape = tcShapeOf(b, value);
  TcDims dims = tcAttrDims(b, tcPrimBroadcastInDimGetDims(op));
  TcShape rest = tcShapeMake(b, shape.rank - 1);
  for (intptr_t i = 0; i < rest.rank; ++i)
    rest.sizes[i] = shape.sizes[i + (i >= dim)];
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] -= dims.data[i] > dim;
  return tcBroadcastInDim(b, operand(op, 0), rest, dims);
}

// Of where(eq(iota along dim, i), v, 0), where i and v are the same along it,
// the position i; null if it is none.
static MlirValue positionOfOneHot(MlirOperation where, intptr_t dim) {
  MlirOperation eq = tcDefiningPrim(operand(where, 0), TC_PRIM_EQ);
  if (!eq.ptr || !tcIsNumber(operand(where, 2), 0) ||
      !isSameAlong(operand(where, 1), dim))
    return tcNoValue();
  for (intptr_t i = 0; i < 2; ++i)
    if (tcPositionDim(operand(eq, i)) == dim &&
        isSameAlong(operand(eq, 1 - i), dim))
      return operand(eq, 1 - i);
  return tcNoValue();
}

// A sum of zeros and -0.0 is 0.0.
TC_RULE(sumOneHot, "prim.sum",
        "sum(where(eq(iota, i), v, 0), iota's dimension) -> where(0 <= i < "
        "size, v + 0, 0)") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation where = tcDefiningPrim(operand(op, 0), TC_PRIM_WHERE);
  if (!where.ptr || tcPrimSumGetNumDims(op) != 1)
    return false;
  intptr_t dim = (intptr_t)tcPrimSumGetDimsAt(op, 0);
  MlirValue at = positionOfOneHot(where, dim);
  if (!at.ptr)
    return false;
  at = without(&b, at, dim);
  MlirValue v = without(&b, operand(where, 1), dim), zero = tcNum(&b, v, 0);
  MlirValue size =
      tcSizeValue(&b, tcValueSize(operand(op, 0), dim), tcElementOf(at));
  MlirValue in = tcAnd(&b, tcGe(&b, at, tcNum(&b, at, 0)), tcLt(&b, at, size));
  return tcSimplifyReplace(rw, op, tcWhere(&b, in, tcAdd(&b, v, zero), zero));
}

// Of one element a row rather than all.
TC_RULE(convertOneHot, "prim.convert_element_type",
        "convert(where(p, broadcast(x), number)) -> where(p, "
        "broadcast(convert(x)), convert(number))") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation where = tcDefiningPrim(operand(op, 0), TC_PRIM_WHERE);
  if (!where.ptr || !tcSplatNumber(operand(where, 2)).ptr)
    return false;
  MlirValue y = resultOf(op);
  MlirOperation x = tcDefiningPrim(operand(where, 1), TC_PRIM_BROADCAST_IN_DIM);
  if (!x.ptr || tcSplatNumber(operand(where, 1)).ptr)
    return false;
  MlirValue v = tcBroadcastInDim(
      &b, tcConvert(&b, operand(x, 0), tcElementOf(y)), tcShapeOf(&b, y),
      tcAttrDims(&b, tcPrimBroadcastInDimGetDims(x)));
  MlirValue number = tcConvert(&b, operand(where, 2), tcElementOf(y));
  return tcSimplifyReplace(rw, op, tcWhere(&b, operand(where, 0), v, number));
}

TC_RULE_LIST(tcSimplifyOneHot, &putOneHotRule, &sumOneHotRule,
             &convertOneHotRule);
