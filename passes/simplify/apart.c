// Rules that take a concatenation with single elements apart where what is
// computed of it is only reduced along it or sliced into its pieces: a softmax
// over scores and a score of its own for "nothing", whose probability is cut
// off. The reductions of the single elements are these themselves, and the
// other piece has the length, and the place in memory, that it had before.
#include "lib/ir/types.h"
#include "passes/simplify/rules.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static bool isDetached(MlirOperation op) {
  return mlirOperationGetDiscardableAttributeByName(op, tcStr("tc.detached"))
      .ptr;
}

static MlirAttribute dimsOf(MlirOperation op) {
  return mlirOperationGetInherentAttributeByName(op, tcStr("dims"));
}

//===- What reads it ------------------------------------------------------===//

// A concatenation of a piece and of single elements.
typedef struct Joined {
  TcBuild *b;
  MlirOperation cat;
  int64_t dim;
} Joined;

static bool isOfOneElement(const Joined *j, MlirValue piece) {
  return tcSizeAttrIsValue(tcValueSize(piece, j->dim), 1);
}

static bool isJoined(TcBuild *b, MlirValue value, Joined *j) {
  j->b = b;
  j->cat = tcDefiningPrim(value, TC_PRIM_CAT);
  if (!j->cat.ptr)
    return false;
  j->dim = tcPrimCatGetDim(j->cat);
  intptr_t n = tcPrimCatGetNumTensors(j->cat), more = 0;
  for (intptr_t i = 0; i < n; ++i)
    more += !isOfOneElement(j, tcPrimCatGetTensors(j->cat, i));
  return n == 2 && more <= 1;
}

// Whether the reduction of pieces, one after the other, is that of all: sums of
// halves are rounded once.
static bool isReductionOfPieces(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_AMAX:
  case TC_PRIM_AMIN:
    return true;
  case TC_PRIM_SUM: {
    MlirType element = tcElementOf(resultOf(op));
    return !tcPrimSumGetOrdered(op) && !tcTypeIsHalf(element);
  }
  default:
    return false;
  }
}

static bool isReductionAlong(const Joined *j, MlirOperation op) {
  return isReductionOfPieces(op) &&
         tcDimsContain(tcAttrDims(j->b, dimsOf(op)), j->dim);
}

// Whether the slice lies in one piece and leaves the others' dimensions whole.
static bool isSliceOfPiece(const Joined *j, MlirOperation op) {
  if (tcPrimOpKind(op) != TC_PRIM_SLICE)
    return false;
  MlirValue x = operand(op, 0);
  for (intptr_t i = 0; i < tcRankOf(x); ++i)
    if (tcPrimSliceGetStepsAt(op, i) != 1 ||
        (i != j->dim &&
         !tcSizeAttrEqual(tcValueSize(x, i), tcValueSize(resultOf(op), i))))
      return false;
  MlirAttribute start =
      tcDimsAttrGetDim(tcPrimSliceGetStarts(op), (intptr_t)j->dim);
  MlirAttribute first =
      tcValueSize(tcPrimCatGetTensors(j->cat, 0), (intptr_t)j->dim);
  MlirAttribute end =
      tcSizeAttrAdd(start, tcValueSize(resultOf(op), (intptr_t)j->dim));
  return tcSizeAttrProvablyLessEqual(end, first) ||
         tcSizeAttrProvablyLessEqual(first, start);
}

// Whether the value is the same along the joined dimension, and has a form for
// each piece.
static bool isAlike(const Joined *j, MlirValue value) {
  if (tcSplatNumber(value).ptr)
    return true;
  MlirOperation op = tcDefiningPrim(value, TC_PRIM_BROADCAST_IN_DIM);
  return op.ptr &&
         !tcDimsContain(tcAttrDims(j->b, tcPrimBroadcastInDimGetDims(op)),
                        j->dim);
}

// Whether the op computes each element of those there of `value` and of what is
// alike along the joined dimension.
static bool isAlongside(const Joined *j, MlirOperation op, MlirValue value) {
  if (!tcIsElementwise(tcPrimOpKind(op)))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!mlirValueEqual(operand(op, i), value) && !isAlike(j, operand(op, i)))
      return false;
  return true;
}

// Whether all that reads the value needs no more than its pieces. An op may
// read a value twice, so the ways are counted, not their length.
static bool readsPieces(const Joined *j, MlirValue value, int *visits) {
  enum { MOST_VISITS = 64 };
  MlirOpOperand use = mlirValueGetFirstUse(value);
  bool all = !mlirOpOperandIsNull(use);
  for (; all && !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    all = ++*visits <= MOST_VISITS &&
          (isReductionAlong(j, op) || isSliceOfPiece(j, op) ||
           (isAlongside(j, op, value) && readsPieces(j, resultOf(op), visits)));
  }
  return all;
}

static bool isTakenApart(const Joined *j, MlirValue value) {
  int visits = 0;
  return readsPieces(j, value, &visits);
}

//===- Rules --------------------------------------------------------------===//

static bool reduceApart(TcRewrite *rw, MlirOperation op) {
  TcBuild b = tcSimplifyBuild(rw);
  Joined j;
  if (!isJoined(&b, operand(op, 0), &j) || !isReductionAlong(&j, op) ||
      !isTakenApart(&j, operand(op, 0)))
    return false;
  TcPrimOpKind kind = tcPrimOpKind(op);
  MlirValue ys[2];
  for (intptr_t i = 0; i < 2; ++i)
    ys[i] = tcReduce(&b, kind, tcPrimCatGetTensors(j.cat, i),
                     tcAttrDims(&b, dimsOf(op)), false);
  MlirValue y = tcBinary(&b,
                         kind == TC_PRIM_SUM    ? TC_PRIM_ADD
                         : kind == TC_PRIM_AMAX ? TC_PRIM_MAXIMUM
                                                : TC_PRIM_MINIMUM,
                         ys[0], ys[1]);
  tcSimplifyKeepMarks(op, y);
  return tcSimplifyReplace(rw, op, y);
}

TC_RULE(sumOfCat, "prim.sum",
        "sum(cat(x, y)) -> sum(x) + sum(y) where y is of one element and "
        "pieces are all that is read") {
  return reduceApart(rw, op);
}
// Equal elements of two pieces share a cotangent otherwise than those of one
// value: before derivatives these two rules are left out.
TC_RULE(amaxOfCat, "prim.amax",
        "amax(cat(x, y)) -> maximum(amax(x), amax(y)) where y is of one "
        "element and pieces are all that is read") {
  return reduceApart(rw, op);
}
TC_RULE(aminOfCat, "prim.amin",
        "amin(cat(x, y)) -> minimum(amin(x), amin(y)) where y is of one "
        "element and pieces are all that is read") {
  return reduceApart(rw, op);
}
TC_RULE(shiftOfCat, "prim.amax",
        "amax(cat(x, y)) -> maximum(amax(x), amax(y)) as above, where it has "
        "no derivative") {
  return isDetached(op) && reduceApart(rw, op);
}

// What is alike along the joined dimension, for a piece of this shape.
static MlirValue forPiece(TcBuild *b, MlirValue value, TcShape piece) {
  MlirAttribute number = tcSplatNumber(value);
  if (number.ptr)
    return tcNumberValue(b, number);
  MlirOperation op = tcDefiningPrim(value, TC_PRIM_BROADCAST_IN_DIM);
  return tcBroadcastInDim(b, operand(op, 0), piece,
                          tcAttrDims(b, tcPrimBroadcastInDimGetDims(op)));
}

bool tcSimplifyApart(TcRewrite *rw, MlirOperation op) {
  enum { MOST_OPERANDS = 3 };
  TcBuild b = tcSimplifyBuild(rw);
  intptr_t n = mlirOperationGetNumOperands(op), at = 0;
  Joined j;
  while (at < n && !isJoined(&b, operand(op, at), &j))
    ++at;
  if (at == n || n > MOST_OPERANDS || !isAlongside(&j, op, operand(op, at)) ||
      !isTakenApart(&j, operand(op, at)))
    return false;
  MlirType element = tcElementOf(resultOf(op));
  MlirValue ys[2];
  for (intptr_t p = 0; p < 2; ++p) {
    MlirValue piece = tcPrimCatGetTensors(j.cat, p), xs[MOST_OPERANDS];
    for (intptr_t i = 0; i < n; ++i)
      xs[i] = mlirValueEqual(operand(op, i), operand(op, at))
                  ? piece
                  : forPiece(&b, operand(op, i), tcShapeOf(&b, piece));
    ys[p] = tcPrimOpKind(op) == TC_PRIM_CONVERT_ELEMENT_TYPE
                ? tcConvert(&b, xs[0], element)
                : tcElementwise(&b, tcPrimOpKind(op), n, xs);
    tcSimplifyKeepMarks(op, ys[p]);
  }
  return tcSimplifyReplace(rw, op, tcCat(&b, 2, ys, (intptr_t)j.dim));
}

//===- Maxima -------------------------------------------------------------===//

// Whether c is the maximum of x along these dimensions, or one that includes
// it.
static bool includesMaximum(MlirValue c, MlirValue x, MlirAttribute dims) {
  MlirOperation op = tcDefiningPrim(c, TC_PRIM_AMAX);
  if (op.ptr)
    return mlirValueEqual(operand(op, 0), x) &&
           mlirAttributeEqual(dimsOf(op), dims);
  op = tcDefiningPrim(c, TC_PRIM_MAXIMUM);
  return op.ptr && (includesMaximum(operand(op, 0), x, dims) ||
                    includesMaximum(operand(op, 1), x, dims));
}

// The difference is rounded, which keeps the order, and where it is NaN, of
// infinities, so is the maximum's: c is -inf only where all elements are. What
// is rounded to one number would share a cotangent.
TC_RULE(amaxOfShift, "prim.amax",
        "amax(x - c) -> amax(x) - c where c is a maximum that includes "
        "amax(x), and it has no derivative") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue of = operand(op, 0);
  MlirOperation wide = tcDefiningPrim(of, TC_PRIM_CONVERT_ELEMENT_TYPE);
  MlirOperation sub =
      tcDefiningPrim(wide.ptr ? operand(wide, 0) : of, TC_PRIM_SUB);
  if (!isDetached(op) || !sub.ptr || !mlirTypeIsAFloat(tcElementOf(of)) ||
      !mlirTypeIsAFloat(tcElementOf(resultOf(sub))))
    return false;
  MlirOperation c = tcDefiningPrim(operand(sub, 1), TC_PRIM_BROADCAST_IN_DIM);
  MlirValue x = operand(sub, 0);
  if (!c.ptr || !includesMaximum(operand(c, 0), x, dimsOf(op)))
    return false;
  TcDims left = tcDimsMake(&b, tcRankOf(x)), dims = tcAttrDims(&b, dimsOf(op));
  left.size = 0;
  for (int64_t i = 0; i < tcRankOf(x); ++i)
    if (!tcDimsContain(dims, i))
      left.data[left.size++] = i;
  TcDims own = tcAttrDims(&b, tcPrimBroadcastInDimGetDims(c));
  if (own.size != left.size)
    return false;
  for (intptr_t i = 0; i < own.size; ++i)
    if (own.data[i] != left.data[i])
      return false;
  MlirValue y =
      tcBinary(&b, TC_PRIM_SUB, tcReduce(&b, TC_PRIM_AMAX, x, dims, false),
               operand(c, 0));
  y = tcConvert(&b, y, tcElementOf(of));
  tcSimplifyKeepMarks(op, y);
  return tcSimplifyReplace(rw, op, y);
}

TC_RULE_LIST(tcSimplifyCats, &sumOfCatRule, &amaxOfCatRule, &aminOfCatRule,
             &shiftOfCatRule, &amaxOfShiftRule);
