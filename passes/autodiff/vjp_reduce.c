// Derivative rules of reductions and running sums. See autodiff.h.
#include "passes/autodiff/autodiff.h"

static TcDims dimsOf(TcVjp *v) {
  MlirAttribute attr =
      mlirOperationGetInherentAttributeByName(v->op, tcStr("dims"));
  TcDims dims = tcDimsMake(&v->b, tcAttrNumInts(attr));
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] = tcAttrIntAt(attr, i);
  return dims;
}

// Broadcasts a value of the result's shape to x's.
static MlirValue spread(TcVjp *v, MlirValue value) {
  TcDims reduced = dimsOf(v), kept = tcDimsMake(&v->b, tcRankOf(v->y));
  intptr_t n = 0;
  for (intptr_t i = 0; i < tcRankOf(v->x[0]); ++i)
    if (!tcDimsContain(reduced, i))
      kept.data[n++] = i;
  return tcBroadcastInDim(&v->b, value, tcShapeOf(&v->b, v->x[0]), kept);
}

// y = sum x: dx = dy for all
void tcVjpSum(TcVjp *v) { tcVjpGive(v, 0, spread(v, v->dy)); }

// Whether elements that are NaN share the cotangent of a y that is (max(x) of
// PyTorch); else all of dx is NaN then (amax).
static bool sharesNaN(MlirOperation op) {
  return mlirOperationGetDiscardableAttributeByName(op, tcStr("tc.shares_nan"))
      .ptr;
}

// y = max x, min x: dx = dy, shared by the elements that are equal to y
void tcVjpExtreme(TcVjp *v) {
  TcBuild *b = &v->b;
  MlirValue x = v->x[0];
  MlirValue wins = tcEq(b, x, spread(v, v->y));
  if (sharesNaN(v->op)) // x is NaN only where y is
    wins = tcOr(b, wins, tcNe(b, x, x));
  MlirValue mask = tcConvert(b, wins, tcElementOf(x));
  MlirValue count = tcSum(b, mask, dimsOf(v), false);
  tcVjpGive(v, 0, tcMul(b, mask, spread(v, tcDiv(b, v->dy, count))));
}

MlirValue tcProductOfOthers(TcBuild *b, MlirValue factor, TcZeros of) {
  MlirValue zero = tcNum(b, factor, 0), one = tcNum(b, factor, 1);
  MlirValue isZero = tcEq(b, factor, zero);
  MlirValue safe = tcWhere(b, isZero, one, factor);
  MlirValue none = tcEq(b, of.count, tcNum(b, of.count, 0));
  MlirValue single = tcEq(b, of.count, tcNum(b, of.count, 1));
  MlirValue pair = tcEq(b, of.count, tcNum(b, of.count, 2));
  MlirValue another = tcMul(b, of.rest, tcSub(b, of.sum, factor));
  MlirValue ofZero =
      tcWhere(b, single, of.rest, tcWhere(b, pair, another, zero));
  MlirValue ratio = tcDiv(b, of.rest, safe);
  MlirValue ofOthers = tcWhere(
      b, none, ratio, tcWhere(b, single, tcMul(b, ratio, of.sum), zero));
  return tcWhere(b, isZero, ofZero, ofOthers);
}

// y = product of x: dx = dy times the product of the others
void tcVjpProd(TcVjp *v) {
  TcBuild *b = &v->b;
  TcDims dims = dimsOf(v);
  MlirValue x = v->x[0], zero = tcNum(b, x, 0), one = tcNum(b, x, 1);
  MlirValue isZero = tcEq(b, x, zero);
  MlirValue rest =
      tcReduce(b, TC_PRIM_PROD, tcWhere(b, isZero, one, x), dims, false);
  MlirValue count = tcSum(b, tcConvert(b, isZero, tcI64(b)), dims, false);
  MlirValue sum = tcSum(b, tcWhere(b, isZero, x, zero), dims, false);
  TcZeros zeros = {spread(v, rest), spread(v, count), spread(v, sum)};
  MlirValue factor = tcProductOfOthers(b, x, zeros);
  tcVjpGive(v, 0, tcMul(b, spread(v, v->dy), tcConjOf(b, factor)));
}

// y = running sum of x: dx = running sum of dy from the end
void tcVjpCumsum(TcVjp *v) {
  int64_t dim = tcPrimCumsumGetDim(v->op);
  TcDims dims = tcDimsOne(&v->b, dim);
  MlirValue back = tcRev(&v->b, v->dy, dims);
  if (back.ptr)
    back = tcPrimCumsum(&v->b.at, back, dim);
  tcVjpGive(v, 0, tcRev(&v->b, back, dims));
}
