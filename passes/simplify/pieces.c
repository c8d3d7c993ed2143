// Rules of slices, concatenations, pads and dynamic updates.
#include "passes/simplify/rules.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static MlirAttribute startOf(MlirOperation slice, intptr_t dim) {
  return tcDimsAttrGetDim(tcPrimSliceGetStarts(slice), dim);
}

//===- Slices -------------------------------------------------------------===//

TC_RULE(sliceWhole, "prim.slice", "slice(x) of all of x -> x") {
  MlirValue x = operand(op, 0);
  for (intptr_t i = 0; i < tcRankOf(x); ++i)
    if (!tcSizeAttrIsValue(startOf(op, i), 0) ||
        tcPrimSliceGetStepsAt(op, i) != 1)
      return false;
  return mlirTypeEqual(mlirValueGetType(x), mlirValueGetType(resultOf(op))) &&
         tcSimplifyReplace(rw, op, x);
}

TC_RULE(sliceSlice, "prim.slice",
        "slice(slice(x, s, p), t, q) -> slice(x, s + p t, p q)") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation inner = tcDefiningPrim(operand(op, 0), TC_PRIM_SLICE);
  if (!inner.ptr)
    return false;
  TcShape starts = tcShapeMake(&b, tcRankOf(operand(op, 0)));
  TcDims steps = tcDimsMake(&b, starts.rank);
  for (intptr_t i = 0; i < starts.rank; ++i) {
    int64_t step = tcPrimSliceGetStepsAt(inner, i);
    steps.data[i] = step * tcPrimSliceGetStepsAt(op, i);
    starts.sizes[i] = tcSizeAttrAdd(startOf(inner, i),
                                    tcSizeAttrMulConst(startOf(op, i), step));
    if (!starts.sizes[i].ptr)
      return false;
  }
  MlirAttribute from = tcDimsAttrGet(b.at.ctx, starts.rank, starts.sizes);
  return tcSimplifyReplace(rw, op,
                           tcPrimSlice(&b.at, mlirValueGetType(resultOf(op)),
                                       operand(inner, 0), from, steps.size,
                                       steps.data));
}

TC_RULE(sliceNumber, "prim.slice",
        "slice(broadcast(scalar)) -> broadcast(scalar)") {
  return tcSimplifyMoveOfScalar(rw, op);
}

// Whether the slice leaves all dimensions but `dim` whole, in steps of 1.
static bool cutsOnly(MlirOperation slice, int64_t dim) {
  MlirValue x = operand(slice, 0);
  for (intptr_t i = 0; i < tcRankOf(x); ++i) {
    if (tcPrimSliceGetStepsAt(slice, i) != 1)
      return false;
    if (i != dim &&
        (!tcSizeAttrIsValue(startOf(slice, i), 0) ||
         !tcSizeAttrEqual(tcValueSize(x, i), tcValueSize(resultOf(slice), i))))
      return false;
  }
  return true;
}

// The operand of a cat that contains [start, start + size): its number, and
// where it begins; -1 if the range spans several.
static intptr_t pieceOf(MlirOperation cat, MlirAttribute start,
                        MlirAttribute size, MlirAttribute *begin) {
  int64_t dim = tcPrimCatGetDim(cat);
  MlirAttribute end = tcSizeAttrAdd(start, size),
                at = tcSizeAttrSub(start, start);
  for (intptr_t i = 0; i < tcPrimCatGetNumTensors(cat); ++i) {
    MlirAttribute next =
        tcSizeAttrAdd(at, tcValueSize(tcPrimCatGetTensors(cat, i), dim));
    if (tcSizeAttrProvablyLessEqual(at, start) &&
        tcSizeAttrProvablyLessEqual(end, next)) {
      *begin = at;
      return i;
    }
    at = next;
  }
  return -1;
}

TC_RULE(sliceOfCat, "prim.slice", "slice(cat(x, y)) -> slice(y) if all in y") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation cat = tcDefiningPrim(operand(op, 0), TC_PRIM_CAT);
  if (!cat.ptr || !cutsOnly(op, tcPrimCatGetDim(cat)))
    return false;
  int64_t dim = tcPrimCatGetDim(cat);
  MlirAttribute start = startOf(op, dim), begin = {NULL};
  MlirAttribute size = tcValueSize(resultOf(op), dim);
  intptr_t piece = pieceOf(cat, start, size, &begin);
  if (piece < 0)
    return false;
  return tcSimplifyReplace(rw, op,
                           tcSlice(&b, tcPrimCatGetTensors(cat, piece), dim,
                                   tcSizeAttrSub(start, begin), size, 1));
}

//===- Joins --------------------------------------------------------------===//

TC_RULE(catOne, "prim.cat", "cat(x) -> x") {
  return tcPrimCatGetNumTensors(op) == 1 &&
         tcSimplifyReplace(rw, op, operand(op, 0));
}

TC_RULE(catOfSlices, "prim.cat", "cat(x[:k], x[k:]) -> x") {
  int64_t dim = tcPrimCatGetDim(op);
  MlirValue x = tcNoValue();
  MlirAttribute next = {NULL};
  for (intptr_t i = 0; i < tcPrimCatGetNumTensors(op); ++i) {
    MlirOperation piece = tcDefiningPrim(operand(op, i), TC_PRIM_SLICE);
    if (!piece.ptr || !cutsOnly(piece, dim))
      return false;
    MlirAttribute start = startOf(piece, dim);
    if (i == 0 ? !tcSizeAttrIsValue(start, 0)
               : !mlirValueEqual(x, operand(piece, 0)) ||
                     !tcSizeAttrEqual(start, next))
      return false;
    x = operand(piece, 0);
    next = tcSizeAttrAdd(start, tcValueSize(resultOf(piece), dim));
  }
  return x.ptr && tcSizeAttrEqual(next, tcValueSize(x, dim)) &&
         tcSimplifyReplace(rw, op, x);
}

TC_RULE(padNone, "prim.pad", "pad(x) by nothing -> x") {
  for (intptr_t i = 0; i < tcRankOf(operand(op, 0)); ++i)
    if (!tcSizeAttrIsValue(tcDimsAttrGetDim(tcPrimPadGetLow(op), i), 0) ||
        !tcSizeAttrIsValue(tcDimsAttrGetDim(tcPrimPadGetHigh(op), i), 0) ||
        tcPrimPadGetInteriorAt(op, i) != 0)
      return false;
  return tcSimplifyReplace(rw, op, operand(op, 0));
}

TC_RULE(updateWhole, "prim.dynamic_update_slice",
        "dynamic_update_slice(x, u) -> u if u is as large as x") {
  return mlirTypeEqual(mlirValueGetType(operand(op, 0)),
                       mlirValueGetType(operand(op, 1))) &&
         tcSimplifyReplace(rw, op, operand(op, 1));
}

TC_RULE_LIST(tcSimplifyPieces, &sliceWholeRule, &sliceSliceRule,
             &sliceNumberRule, &sliceOfCatRule, &catOneRule, &catOfSlicesRule,
             &padNoneRule, &updateWholeRule);
