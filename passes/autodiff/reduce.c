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

// What has the result's shape, over x's.
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

// y = max x, min x: dx = dy, shared by the elements that are equal to y
void tcVjpExtreme(TcVjp *v) {
  TcBuild *b = &v->b;
  MlirValue x = v->x[0];
  MlirValue wins = tcEq(b, x, spread(v, v->y));
  MlirValue mask = tcConvert(b, wins, tcElementOf(x));
  MlirValue count = tcSum(b, mask, dimsOf(v), false);
  tcVjpGive(v, 0, tcMul(b, mask, spread(v, tcDiv(b, v->dy, count))));
}

// y = product of x: dx = dy times the product of the others: y / x without
// zeros among them; with one zero, at its place the product of the rest. (Its
// own derivative is right where no element is zero.)
void tcVjpProd(TcVjp *v) {
  TcBuild *b = &v->b;
  TcDims dims = dimsOf(v);
  MlirValue x = v->x[0], zero = tcNum(b, x, 0), one = tcNum(b, x, 1);
  MlirValue isZero = tcEq(b, x, zero);
  MlirValue safe = tcWhere(b, isZero, one, x);
  MlirValue rest = tcReduce(b, TC_PRIM_PROD, safe, dims, false);
  MlirValue zeros = tcSum(b, tcConvert(b, isZero, tcI64(b)), dims, false);
  MlirValue none = tcEq(b, zeros, tcNum(b, zeros, 0));
  MlirValue single = tcEq(b, zeros, tcNum(b, zeros, 1));
  MlirValue atZero = spread(v, tcWhere(b, single, rest, zero));
  MlirValue others = spread(v, tcWhere(b, none, rest, zero));
  MlirValue factor = tcWhere(b, isZero, atZero, tcDiv(b, others, safe));
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
