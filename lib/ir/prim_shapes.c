// Shapes, and prims that move elements (see prim_build.h).
#include "lib/ir/prim_build.h"

#include "mlir-c/BuiltinTypes.h"

#include <string.h>

//===- Shapes and dimensions ----------------------------------------------===//

MlirAttribute tcSizeInt(TcBuild *b, int64_t value) {
  return tcSizeAttrGetConstant(b->at.ctx, value);
}

MlirAttribute tcValueSize(MlirValue x, intptr_t dim) {
  return x.ptr ? tcTypeGetSize(mlirValueGetType(x), dim) : tcNoAttr();
}

TcShape tcShapeMake(TcBuild *b, intptr_t rank) {
  return (TcShape){rank, TC_ARENA_ARRAY(b->arena, MlirAttribute, rank)};
}

TcShape tcShapeOf(TcBuild *b, MlirValue x) {
  TcShape shape = tcShapeMake(b, tcRankOf(x));
  if (shape.rank)
    tcTypeGetSizes(mlirValueGetType(x), shape.sizes);
  return shape;
}

TcShape tcShapeCopy(TcBuild *b, TcShape shape) {
  TcShape copy = tcShapeMake(b, shape.rank);
  for (intptr_t i = 0; i < shape.rank; ++i)
    copy.sizes[i] = shape.sizes[i];
  return copy;
}

bool tcShapeEqual(TcShape a, TcShape b) {
  if (a.rank != b.rank)
    return false;
  for (intptr_t i = 0; i < a.rank; ++i)
    if (!tcSizeAttrEqual(a.sizes[i], b.sizes[i]))
      return false;
  return true;
}

MlirAttribute tcShapeNumElements(TcBuild *b, TcShape shape) {
  return tcSizeAttrProduct(b->at.ctx, shape.rank, shape.sizes);
}

TcShape tcShapeWith(TcBuild *b, TcShape shape, intptr_t dim,
                    MlirAttribute size) {
  TcShape out = tcShapeCopy(b, shape);
  out.sizes[dim] = size;
  return out;
}

TcShape tcShapeInsert(TcBuild *b, TcShape shape, intptr_t dim,
                      MlirAttribute size) {
  TcShape out = tcShapeMake(b, shape.rank + 1);
  for (intptr_t i = 0; i < out.rank; ++i)
    out.sizes[i] = i == dim ? size : shape.sizes[i < dim ? i : i - 1];
  return out;
}

TcShape tcShapeRemove(TcBuild *b, TcShape shape, intptr_t dim) {
  TcShape out = tcShapeMake(b, shape.rank - 1);
  for (intptr_t i = 0; i < out.rank; ++i)
    out.sizes[i] = shape.sizes[i < dim ? i : i + 1];
  return out;
}

// The size that two aligned sizes broadcast to; null if they differ. Of two
// that may be equal the constant one is the better name.
static MlirAttribute broadcastSize(MlirAttribute x, MlirAttribute y) {
  if (tcSizeAttrEqual(x, y) || tcSizeAttrIsValue(y, 1))
    return x;
  if (tcSizeAttrIsValue(x, 1))
    return y;
  if (!x.ptr || !y.ptr || tcSizeAttrProvablyDiffer(x, y))
    return tcNoAttr();
  return tcSizeAttrIsConstant(y, NULL) ? y : x;
}

bool tcShapeBroadcast(TcBuild *b, TcShape x, TcShape y, TcShape *out) {
  intptr_t rank = x.rank > y.rank ? x.rank : y.rank;
  TcShape shape = tcShapeMake(b, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    intptr_t ix = i - (rank - x.rank), iy = i - (rank - y.rank);
    shape.sizes[i] = ix < 0   ? y.sizes[iy]
                     : iy < 0 ? x.sizes[ix]
                              : broadcastSize(x.sizes[ix], y.sizes[iy]);
    if (!shape.sizes[i].ptr)
      return false;
  }
  *out = shape;
  return true;
}

TcDims tcDimsMake(TcBuild *b, intptr_t size) {
  return (TcDims){size, TC_ARENA_ARRAY(b->arena, int64_t, size)};
}

TcDims tcDimsOne(TcBuild *b, int64_t dim) {
  return tcDimsRange(b, dim, dim + 1);
}

TcDims tcDimsRange(TcBuild *b, int64_t begin, int64_t end) {
  TcDims dims = tcDimsMake(b, end > begin ? end - begin : 0);
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] = begin + i;
  return dims;
}

bool tcDimsContain(TcDims dims, int64_t dim) {
  for (intptr_t i = 0; i < dims.size; ++i)
    if (dims.data[i] == dim)
      return true;
  return false;
}

//===- Moving elements ----------------------------------------------------===//

// The type of x with another shape; null if a size cannot be formed.
static MlirType reshaped(MlirValue x, TcShape shape) {
  return tcTensorTypeGet(shape.rank, shape.sizes, tcElementOf(x));
}

static MlirValue badSizes(TcBuild *b) {
  return tcFail(b, 1104,
                "the result would have sizes that no tensor has "
                "(negative, unnamed, or overflowing)");
}

MlirValue tcCastSizes(TcBuild *b, MlirValue x, TcShape shape) {
  if (!x.ptr || tcShapeEqual(tcShapeOf(b, x), shape))
    return x;
  MlirType type = reshaped(x, shape);
  return type.ptr ? tcPrimCastSizes(&b->at, type, x) : badSizes(b);
}

MlirValue tcBroadcastInDim(TcBuild *b, MlirValue x, TcShape shape,
                           TcDims dims) {
  if (!x.ptr)
    return x;
  MlirType type = reshaped(x, shape);
  if (!type.ptr)
    return badSizes(b);
  if (mlirTypeEqual(type, mlirValueGetType(x)))
    return x;
  return tcPrimBroadcastInDim(&b->at, type, x, dims.size, dims.data);
}

// x with each size that is neither 1 nor the target's cast to the target's.
static MlirValue castForBroadcast(TcBuild *b, MlirValue x, TcShape target) {
  TcShape own = tcShapeOf(b, x);
  intptr_t shift = target.rank - own.rank;
  for (intptr_t i = 0; i < own.rank; ++i)
    if (!tcSizeAttrIsValue(own.sizes[i], 1))
      own.sizes[i] = target.sizes[shift + i];
  return tcCastSizes(b, x, own);
}

MlirValue tcBroadcastTo(TcBuild *b, MlirValue x, TcShape shape) {
  if (!x.ptr || tcShapeEqual(tcShapeOf(b, x), shape))
    return x;
  intptr_t rank = tcRankOf(x);
  if (rank > shape.rank)
    return tcFail(b, 1103, "rank %ld does not broadcast to rank %ld",
                  (long)rank, (long)shape.rank);
  return tcBroadcastInDim(b, castForBroadcast(b, x, shape), shape,
                          tcDimsRange(b, shape.rank - rank, shape.rank));
}

static MlirAttribute elementCount(TcBuild *b, TcShape shape) {
  return tcSizeAttrProduct(b->at.ctx, shape.rank, shape.sizes);
}

// x in one dimension of as many elements as `shape` has, where that number is
// written in another way than x's; x itself where it is the same. Numbers that
// differ for sure are left to the verifier.
static MlirValue castForReshape(TcBuild *b, MlirValue x, TcShape shape) {
  MlirAttribute have = elementCount(b, tcShapeOf(b, x));
  MlirAttribute wanted = elementCount(b, shape);
  if (!have.ptr || !wanted.ptr || mlirAttributeEqual(have, wanted) ||
      tcSizeAttrProvablyDiffer(have, wanted))
    return x;
  TcShape one = tcShapeMake(b, 1);
  one.sizes[0] = have;
  MlirType flat = reshaped(x, one);
  if (!flat.ptr)
    return x;
  x = tcPrimReshape(&b->at, flat, x);
  one.sizes[0] = wanted;
  return tcCastSizes(b, x, one);
}

MlirValue tcReshape(TcBuild *b, MlirValue x, TcShape shape) {
  if (!x.ptr)
    return x;
  MlirType type = reshaped(x, shape);
  if (!type.ptr)
    return badSizes(b);
  if (mlirTypeEqual(type, mlirValueGetType(x)))
    return x;
  x = castForReshape(b, x, shape);
  return tcPrimReshape(&b->at, type, x);
}

MlirValue tcUnsqueeze(TcBuild *b, MlirValue x, intptr_t dim) {
  return x.ptr ? tcReshape(
                     b, x,
                     tcShapeInsert(b, tcShapeOf(b, x), dim, tcSizeInt(b, 1)))
               : x;
}

MlirValue tcSqueeze(TcBuild *b, MlirValue x, intptr_t dim) {
  return x.ptr ? tcReshape(b, x, tcShapeRemove(b, tcShapeOf(b, x), dim)) : x;
}

MlirValue tcFlatten(TcBuild *b, MlirValue x, intptr_t begin, intptr_t end) {
  if (!x.ptr)
    return x;
  TcShape in = tcShapeOf(b, x);
  TcShape out = tcShapeMake(b, in.rank - (end - begin) + 1);
  for (intptr_t i = 0; i < begin; ++i)
    out.sizes[i] = in.sizes[i];
  out.sizes[begin] =
      tcSizeAttrProduct(b->at.ctx, end - begin, in.sizes + begin);
  for (intptr_t i = end; i < in.rank; ++i)
    out.sizes[i - (end - begin) + 1] = in.sizes[i];
  return tcReshape(b, x, out);
}

static bool isIdentity(TcDims permutation) {
  for (intptr_t i = 0; i < permutation.size; ++i)
    if (permutation.data[i] != i)
      return false;
  return true;
}

MlirValue tcTranspose(TcBuild *b, MlirValue x, TcDims permutation) {
  if (!x.ptr || isIdentity(permutation))
    return x;
  return tcPrimTranspose(&b->at, x, permutation.size, permutation.data);
}

MlirValue tcSwap(TcBuild *b, MlirValue x, intptr_t dim0, intptr_t dim1) {
  TcDims permutation = tcDimsRange(b, 0, tcRankOf(x));
  if (permutation.size) {
    permutation.data[dim0] = dim1;
    permutation.data[dim1] = dim0;
  }
  return tcTranspose(b, x, permutation);
}

MlirValue tcMoveDim(TcBuild *b, MlirValue x, intptr_t from, intptr_t to) {
  TcDims permutation = tcDimsMake(b, tcRankOf(x));
  for (intptr_t i = 0, next = 0; i < permutation.size; ++i) {
    if (i == to) {
      permutation.data[i] = from;
      continue;
    }
    next += next == from;
    permutation.data[i] = next++;
  }
  return tcTranspose(b, x, permutation);
}

MlirValue tcRev(TcBuild *b, MlirValue x, TcDims dims) {
  return x.ptr && dims.size ? tcPrimRev(&b->at, x, dims.size, dims.data) : x;
}

MlirValue tcSlice(TcBuild *b, MlirValue x, intptr_t dim, MlirAttribute start,
                  MlirAttribute size, int64_t step) {
  if (!x.ptr)
    return x;
  TcShape shape = tcShapeOf(b, x), starts = tcShapeMake(b, shape.rank);
  if (tcSizeAttrIsValue(start, 0) && step == 1 &&
      tcSizeAttrEqual(size, shape.sizes[dim]))
    return x;
  TcDims steps = tcDimsMake(b, shape.rank);
  for (intptr_t i = 0; i < shape.rank; ++i) {
    starts.sizes[i] = i == dim ? start : tcSizeInt(b, 0);
    steps.data[i] = i == dim ? step : 1;
  }
  MlirType type = reshaped(x, tcShapeWith(b, shape, dim, size));
  if (!type.ptr || !start.ptr)
    return badSizes(b);
  return tcPrimSlice(&b->at, type, x,
                     tcDimsAttrGet(b->at.ctx, starts.rank, starts.sizes),
                     steps.size, steps.data);
}

MlirValue tcSelect(TcBuild *b, MlirValue x, intptr_t dim, MlirAttribute index) {
  return tcSqueeze(b, tcSlice(b, x, dim, index, tcSizeInt(b, 1), 1), dim);
}

MlirValue tcPad(TcBuild *b, MlirValue x, MlirValue value,
                const MlirAttribute *low, const MlirAttribute *high) {
  if (!x.ptr || !value.ptr)
    return tcNoValue();
  TcShape shape = tcShapeOf(b, x);
  TcDims interior = tcDimsMake(b, shape.rank);
  for (intptr_t i = 0; i < shape.rank; ++i)
    shape.sizes[i] =
        tcSizeAttrAdd(shape.sizes[i], tcSizeAttrAdd(low[i], high[i]));
  if (tcShapeEqual(shape, tcShapeOf(b, x)) && shape.rank == 0)
    return x;
  MlirType type = reshaped(x, shape);
  if (!type.ptr)
    return badSizes(b);
  return tcPrimPad(
      &b->at, type, x, value, tcDimsAttrGet(b->at.ctx, shape.rank, low),
      tcDimsAttrGet(b->at.ctx, shape.rank, high), interior.size, interior.data);
}

static bool anyNull(intptr_t n, const MlirValue *xs) {
  for (intptr_t i = 0; i < n; ++i)
    if (!xs[i].ptr)
      return true;
  return false;
}

// x with the sizes of `like`, except at `dim`: equal sizes may be written in
// two ways, such as 2*floordiv(n, 4) and floordiv(n, 2) under a guard. Sizes
// that differ for sure are left to the verifier.
static MlirValue castForCat(TcBuild *b, MlirValue x, MlirValue like,
                            intptr_t dim) {
  TcShape own = tcShapeOf(b, x), wanted = tcShapeOf(b, like);
  if (own.rank != wanted.rank)
    return x;
  for (intptr_t i = 0; i < own.rank; ++i)
    if (i != dim && !tcSizeAttrProvablyDiffer(own.sizes[i], wanted.sizes[i]))
      own.sizes[i] = wanted.sizes[i];
  return tcCastSizes(b, x, own);
}

MlirValue tcCat(TcBuild *b, intptr_t n, const MlirValue *xs, intptr_t dim) {
  if (n == 0 || anyNull(n, xs))
    return tcNoValue();
  if (n == 1)
    return xs[0];
  MlirValue *parts = TC_ARENA_ARRAY(b->arena, MlirValue, n);
  for (intptr_t i = 0; i < n; ++i)
    parts[i] = castForCat(b, xs[i], xs[0], dim);
  return tcPrimCat(&b->at, n, parts, dim);
}

MlirValue tcIndex(TcBuild *b, MlirValue x, intptr_t n, const MlirValue *indices,
                  TcDims dims) {
  if (!x.ptr || anyNull(n, indices))
    return tcNoValue();
  return tcPrimIndex(&b->at, x, n, indices, dims.size, dims.data);
}

MlirValue tcIndexPut(TcBuild *b, MlirValue x, MlirValue values, intptr_t n,
                     const MlirValue *indices, TcDims dims,
                     const char *combine) {
  if (!x.ptr || !values.ptr || anyNull(n, indices))
    return tcNoValue();
  return tcPrimIndexPut(&b->at, x, values, n, indices, dims.size, dims.data,
                        tcStr(combine));
}

MlirValue tcUpdateSlice(TcBuild *b, MlirValue x, MlirValue update, intptr_t dim,
                        MlirAttribute start) {
  if (!x.ptr || !update.ptr)
    return tcNoValue();
  if (tcShapeEqual(tcShapeOf(b, x), tcShapeOf(b, update)))
    return update;
  intptr_t rank = tcRankOf(x);
  MlirValue *starts = TC_ARENA_ARRAY(b->arena, MlirValue, rank);
  for (intptr_t i = 0; i < rank; ++i)
    starts[i] =
        i == dim ? tcSizeValue(b, start, tcI64(b)) : tcConstInt(b, tcI64(b), 0);
  if (anyNull(rank, starts))
    return tcNoValue();
  return tcPrimDynamicUpdateSlice(&b->at, x, update, rank, starts);
}
