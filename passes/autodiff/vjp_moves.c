// Derivative rules of prims that move elements: each is linear, and its
// derivative moves elements back. See autodiff.h.
#include "passes/autodiff/autodiff.h"
#include "passes/autodiff/sums.h"

static TcShape shapeOf(TcVjp *v, MlirValue x) { return tcShapeOf(&v->b, x); }

// y = x under other sizes: dx = dy under x's
void tcVjpCastSizes(TcVjp *v) {
  tcVjpGive(v, 0, tcCastSizes(&v->b, v->dy, shapeOf(v, v->x[0])));
}

// y = x under another shape: dx = dy under x's
void tcVjpReshape(TcVjp *v) {
  tcVjpGive(v, 0, tcReshape(&v->b, v->dy, shapeOf(v, v->x[0])));
}

// y = x with dimensions repeated: dx = sum of dy over them
void tcVjpBroadcastInDim(TcVjp *v) {
  intptr_t rank = tcRankOf(v->y), own = tcRankOf(v->x[0]), k = 0;
  TcDims dims = tcDimsMake(&v->b, rank);
  dims.size = 0;
  for (intptr_t i = 0; i < rank; ++i) {
    bool isOf = k < own && tcPrimBroadcastInDimGetDimsAt(v->op, k) == i;
    if (!isOf ||
        !tcSizeAttrEqual(tcValueSize(v->x[0], k), tcValueSize(v->y, i)))
      dims.data[dims.size++] = i;
    k += isOf;
  }
  MlirValue sum = tcSumOfCotangents(&v->b, v->dy, dims);
  tcVjpGive(v, 0, tcReshape(&v->b, sum, shapeOf(v, v->x[0])));
}

// y = transpose(x, p): dx = transpose(dy, inverse of p)
void tcVjpTranspose(TcVjp *v) {
  TcDims inverse = tcDimsMake(&v->b, tcRankOf(v->y));
  for (intptr_t i = 0; i < inverse.size; ++i)
    inverse.data[tcPrimTransposeGetPermutationAt(v->op, i)] = i;
  tcVjpGive(v, 0, tcTranspose(&v->b, v->dy, inverse));
}

// y = rev(x, d): dx = rev(dy, d)
void tcVjpRev(TcVjp *v) {
  TcDims dims = tcDimsMake(&v->b, tcPrimRevGetNumDims(v->op));
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] = tcPrimRevGetDimsAt(v->op, i);
  tcVjpGive(v, 0, tcRev(&v->b, v->dy, dims));
}

MlirValue tcPadWith(TcBuild *b, MlirValue x, TcShape shape,
                    const MlirAttribute *low, const MlirAttribute *high,
                    TcDims interior) {
  if (!x.ptr)
    return x;
  MlirType type = tcTensorTypeGet(shape.rank, shape.sizes, tcElementOf(x));
  return tcPrimPad(&b->at, type, x, tcNum(b, x, 0),
                   tcDimsAttrGet(b->at.ctx, shape.rank, low),
                   tcDimsAttrGet(b->at.ctx, shape.rank, high), interior.size,
                   interior.data);
}

// y = x[start + i step]: dx = dy padded by start, step - 1 apart
void tcVjpSlice(TcVjp *v) {
  TcBuild *b = &v->b;
  TcShape x = shapeOf(v, v->x[0]);
  TcShape low = tcShapeMake(b, x.rank), high = tcShapeMake(b, x.rank);
  TcDims interior = tcDimsMake(b, x.rank);
  for (intptr_t i = 0; i < x.rank; ++i) {
    int64_t step = tcPrimSliceGetStepsAt(v->op, i);
    MlirAttribute n = tcValueSize(v->y, i);
    MlirAttribute gaps =
        tcSizeAttrMax(tcSizeAttrAddConst(n, -1), tcSizeInt(b, 0));
    MlirAttribute reach = tcSizeAttrAdd(n, tcSizeAttrMulConst(gaps, step - 1));
    low.sizes[i] = tcDimsAttrGetDim(tcPrimSliceGetStarts(v->op), i);
    high.sizes[i] =
        tcSizeAttrSub(tcSizeAttrSub(x.sizes[i], low.sizes[i]), reach);
    interior.data[i] = step - 1;
  }
  tcVjpGive(v, 0, tcPadWith(b, v->dy, x, low.sizes, high.sizes, interior));
}

// The part of a padded dy that is x: the padding cropped, then every
// (interior + 1)-th element.
static MlirValue unpadded(TcVjp *v) {
  TcBuild *b = &v->b;
  TcShape x = shapeOf(v, v->x[0]), whole = shapeOf(v, v->y);
  TcShape low = tcShapeMake(b, x.rank), high = tcShapeMake(b, x.rank);
  TcDims none = tcDimsMake(b, x.rank);
  for (intptr_t i = 0; i < x.rank; ++i) {
    MlirAttribute l = tcDimsAttrGetDim(tcPrimPadGetLow(v->op), i);
    MlirAttribute h = tcDimsAttrGetDim(tcPrimPadGetHigh(v->op), i);
    low.sizes[i] = tcSizeAttrMulConst(l, -1);
    high.sizes[i] = tcSizeAttrMulConst(h, -1);
    whole.sizes[i] = tcSizeAttrSub(tcSizeAttrSub(whole.sizes[i], l), h);
    none.data[i] = 0;
  }
  MlirValue y = tcPadWith(b, v->dy, whole, low.sizes, high.sizes, none);
  for (intptr_t i = 0; i < x.rank; ++i) {
    int64_t step = tcPrimPadGetInteriorAt(v->op, i) + 1;
    if (step > 1)
      y = tcSlice(b, y, i, tcSizeInt(b, 0), x.sizes[i], step);
  }
  return y;
}

// y = pad(x, c): dx = dy where x is, dc = sum of dy where it is not
void tcVjpPad(TcVjp *v) {
  TcBuild *b = &v->b;
  MlirValue dx = unpadded(v);
  TcDims all = tcDimsRange(b, 0, tcRankOf(v->y));
  tcVjpGive(v, 0, dx);
  tcVjpGive(v, 1,
            tcSub(b, tcSum(b, v->dy, all, false), tcSum(b, dx, all, false)));
}

// y = cat(a, b, ...): da, db, ... = the pieces of dy
void tcVjpCat(TcVjp *v) {
  TcBuild *b = &v->b;
  intptr_t dim = (intptr_t)tcPrimCatGetDim(v->op);
  MlirAttribute at = tcSizeInt(b, 0);
  for (intptr_t i = 0; i < tcPrimCatGetNumTensors(v->op); ++i) {
    MlirAttribute size = tcValueSize(tcPrimCatGetTensors(v->op, i), dim);
    tcVjpGive(v, i, tcSlice(b, v->dy, dim, at, size, 1));
    at = tcSizeAttrAdd(at, size);
  }
}

// The starts of a dynamic slice or update: the operands from `first` on.
static MlirValue *startsOf(TcVjp *v, intptr_t first, intptr_t n) {
  MlirValue *starts = TC_ARENA_ARRAY(v->b.arena, MlirValue, (size_t)n + 1);
  for (intptr_t i = 0; i < n; ++i)
    starts[i] = mlirOperationGetOperand(v->op, first + i);
  return starts;
}

// y = x[starts...]: dx = zeros with dy there
void tcVjpDynamicSlice(TcVjp *v) {
  intptr_t n = tcRankOf(v->y);
  tcVjpGive(v, 0,
            tcPrimDynamicUpdateSlice(&v->b.at, tcZerosLike(&v->b, v->x[0]),
                                     v->dy, n, startsOf(v, 1, n)));
}

// y = x with u at starts: dx = dy with zeros there, du = dy there
void tcVjpDynamicUpdateSlice(TcVjp *v) {
  intptr_t n = tcRankOf(v->y);
  MlirValue *starts = startsOf(v, 2, n), u = v->x[1];
  tcVjpGive(v, 0,
            tcPrimDynamicUpdateSlice(&v->b.at, v->dy, tcZerosLike(&v->b, u), n,
                                     starts));
  tcVjpGive(
      v, 1,
      tcPrimDynamicSlice(&v->b.at, mlirValueGetType(u), v->dy, n, starts));
}
