// Decompositions of PyTorch's view ops, which after functionalisation are pure
// functions of their operands. Splits and concatenations are in pieces.c.
#include "passes/decompose/call.h"

//===- The same value -----------------------------------------------------===//

// alias(x) = x: copies, layouts and devices mean nothing to values
static void same(TcFxCall *c, TcBuild *b) {
  (void)b;
  tcReturn(c, tcArg(c, "self"));
}

// to(x, dtype) = convert(x)
static void to(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), other = tcArgOrNone(c, "other");
  MlirType dtype = other.ptr ? tcElementOf(other) : tcArgDType(c, "dtype");
  tcReturn(c, dtype.ptr ? tcConvert(b, x, dtype) : x);
}

// view(x, dtype) = bitcast(x)
static void viewDType(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirType dtype = tcArgDType(c, "dtype");
  if (x.ptr && dtype.ptr &&
      tcDTypeSize(tcTypeGetDType(dtype)) !=
          tcDTypeSize(tcTypeGetDType(tcElementOf(x))))
    tcUnsupported(c, "a view of another width");
  else
    tcReturn(c, tcBitcast(b, x, dtype));
}

// _assert_...(x): nothing; what it asserts of types and sizes is in the types
static void nothing(TcFxCall *c, TcBuild *b) {
  (void)c;
  (void)b;
}

//===- Reshaping ----------------------------------------------------------===//

// Replaces the one size of -1, if there is one, by what `numElements` leaves.
static TcShape inferSize(TcBuild *b, TcShape shape, MlirAttribute numElements) {
  MlirAttribute known = tcSizeInt(b, 1);
  intptr_t open = -1;
  for (intptr_t i = 0; i < shape.rank; ++i) {
    if (tcSizeAttrIsValue(shape.sizes[i], -1))
      open = i;
    else
      known = tcSizeAttrMul(known, shape.sizes[i]);
  }
  if (open < 0)
    return shape;
  MlirAttribute size = tcSizeAttrExactDiv(numElements, known);
  return tcShapeWith(b, shape, open,
                     size.ptr ? size : tcSizeAttrFloorDiv(numElements, known));
}

// x as `shape` is a view of it. Whether symbolic sizes have a divisor (n / 2 *
// 2 is n), PyTorch has checked by a guard; the program checks it by a cast of
// one dimension, or of all in one, to what `shape` leaves for it.
static MlirValue reshapeChecked(TcBuild *b, MlirValue x, TcShape shape) {
  if (!x.ptr)
    return x;
  TcShape own = tcShapeOf(b, x);
  MlirAttribute has = tcShapeNumElements(b, own),
                wanted = tcShapeNumElements(b, shape);
  if (tcSizeAttrEqual(has, wanted) || tcSizeAttrProvablyDiffer(has, wanted))
    return tcReshape(b, x, shape);
  for (intptr_t i = own.rank - 1; i >= 0; --i) {
    TcShape others = tcShapeRemove(b, own, i);
    MlirAttribute size =
        tcSizeAttrExactDiv(wanted, tcShapeNumElements(b, others));
    if (size.ptr)
      return tcReshape(b, tcCastSizes(b, x, tcShapeWith(b, own, i, size)),
                       shape);
  }
  TcShape flat = tcShapeMake(b, 1);
  flat.sizes[0] = wanted;
  return tcReshape(b, tcCastSizes(b, tcFlatten(b, x, 0, own.rank), flat),
                   shape);
}

// view(x, sizes) = reshape(x)
static void view(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  const char *name = tcArgIsNone(c, "shape") ? "size" : "shape";
  MlirAttribute n = tcShapeNumElements(b, tcShapeOf(b, x));
  tcReturn(c, reshapeChecked(b, x, inferSize(b, tcArgSizes(c, name), n)));
}

// view_as(x, y) = reshape(x)
static void viewAs(TcFxCall *c, TcBuild *b) {
  tcReturn(c, tcReshape(b, tcArg(c, "self"), tcShapeOf(b, tcArg(c, "other"))));
}

// flatten(x, i, j): dimensions i..j become one
static void flatten(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x), start = tcArgDim(c, "start_dim", rank),
           end = tcArgDim(c, "end_dim", rank);
  if (end < start)
    tcFail(b, 1102, "argument 'end_dim' comes before 'start_dim'");
  else if (x.ptr && rank == 0)
    tcReturn(c, tcUnsqueeze(b, x, 0));
  else if (x.ptr)
    tcReturn(c, tcFlatten(b, x, start, end + 1));
}

// unflatten(x, dim, sizes): one dimension becomes several
static void unflatten(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  if (!x.ptr)
    return;
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  TcShape sizes = inferSize(b, tcArgSizes(c, "sizes"), tcValueSize(x, dim));
  TcShape shape = tcShapeRemove(b, tcShapeOf(b, x), dim);
  for (intptr_t i = 0; i < sizes.rank; ++i)
    shape = tcShapeInsert(b, shape, dim + i, sizes.sizes[i]);
  tcReturn(c, reshapeChecked(b, x, shape));
}

// unsqueeze(x, dim): a new dimension of size 1
static void unsqueeze(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  tcReturn(c, tcUnsqueeze(b, x, tcArgDim(c, "dim", tcRankOf(x) + 1)));
}

// squeeze(x, dims): drops those dimensions that have size 1
static void squeeze(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x);
  TcDims dims = tcArgAttr(c, "dim").ptr ? tcArgDimList(c, "dim", rank)
                                        : tcDimsRange(b, 0, rank);
  for (intptr_t i = rank; i-- > 0;)
    if (tcDimsContain(dims, i) && tcSizeAttrIsValue(tcValueSize(x, i), 1))
      x = tcSqueeze(b, x, i);
  tcReturn(c, x);
}

//===- Permuting ----------------------------------------------------------===//

// permute(x, dims) = transpose(x)
static void permute(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  tcReturn(c, tcTranspose(b, x, tcArgDimList(c, "dims", tcRankOf(x))));
}

static void swapDims(TcFxCall *c, TcBuild *b, const char *a, const char *z) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x);
  tcReturn(c, tcSwap(b, x, tcArgDim(c, a, rank), tcArgDim(c, z, rank)));
}

// transpose(x, i, j): dimensions i and j swapped
static void transpose(TcFxCall *c, TcBuild *b) {
  swapDims(c, b, "dim0", "dim1");
}
static void swapAxes(TcFxCall *c, TcBuild *b) {
  swapDims(c, b, "axis0", "axis1");
}

// t(x), mT(x): the last two dimensions swapped
static void transposeLast(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x);
  tcReturn(c, rank < 2 ? x : tcSwap(b, x, rank - 2, rank - 1));
}

// numpy_T(x): all dimensions reversed
static void transposeAll(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x);
  TcDims permutation = tcDimsMake(b, rank);
  for (intptr_t i = 0; i < rank; ++i)
    permutation.data[i] = rank - 1 - i;
  tcReturn(c, tcTranspose(b, x, permutation));
}

// movedim(x, from, to): dimension from[i] becomes to[i], the rest in order
static void movedim(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x);
  TcDims from = tcArgDimList(c, "source", rank);
  TcDims to = tcArgDimList(c, "destination", rank);
  TcDims permutation = tcDimsMake(b, rank);
  for (intptr_t i = 0; i < rank; ++i)
    permutation.data[i] = -1;
  for (intptr_t i = 0; i < from.size && i < to.size; ++i)
    permutation.data[to.data[i]] = from.data[i];
  for (intptr_t i = 0, next = 0; i < rank; ++i) {
    if (permutation.data[i] >= 0)
      continue;
    while (tcDimsContain(from, next))
      ++next;
    permutation.data[i] = next++;
  }
  tcReturn(c, tcTranspose(b, x, permutation));
}

//===- Expanding ----------------------------------------------------------===//

// expand(x, sizes): broadcast; -1 keeps a size
static void expand(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  TcShape own = tcShapeOf(b, x), shape = tcShapeCopy(b, tcArgSizes(c, "size"));
  intptr_t shift = shape.rank - own.rank;
  for (intptr_t i = 0; i < shape.rank; ++i)
    if (tcSizeAttrIsValue(shape.sizes[i], -1) && i >= shift)
      shape.sizes[i] = own.sizes[i - shift];
  tcReturn(c, tcBroadcastTo(b, x, shape));
}

// expand_as(x, y): broadcast to y's shape
static void expandAs(TcFxCall *c, TcBuild *b) {
  tcReturn(c,
           tcBroadcastTo(b, tcArg(c, "self"), tcShapeOf(b, tcArg(c, "other"))));
}

// broadcast_tensors(xs): each to the shape of all
static void broadcastTensors(TcFxCall *c, TcBuild *b) {
  MlirValue *xs;
  intptr_t n = tcArgTensors(c, "tensors", &xs);
  TcShape shape = tcShapeMake(b, 0);
  for (intptr_t i = 0; i < n; ++i)
    if (!tcShapeBroadcast(b, shape, tcShapeOf(b, xs[i]), &shape))
      tcFail(b, 1103, "operands of different sizes do not broadcast");
  for (intptr_t i = 0; i < n; ++i)
    tcReturnAt(c, i, tcBroadcastTo(b, xs[i], shape));
}

// meshgrid(xs): x_i along dimension i; "xy" swaps the first two
static void meshgrid(TcFxCall *c, TcBuild *b) {
  MlirValue *xs;
  intptr_t n = tcArgTensors(c, "tensors", &xs);
  bool swaps = tcArgIsString(c, "indexing", "xy") && n > 1;
  TcShape shape = tcShapeMake(b, n);
  for (intptr_t i = 0; i < n; ++i) {
    intptr_t at = swaps && i < 2 ? 1 - i : i;
    shape.sizes[at] = tcShapeNumElements(b, tcShapeOf(b, xs[i]));
  }
  for (intptr_t i = 0; i < n; ++i) {
    intptr_t at = swaps && i < 2 ? 1 - i : i;
    MlirValue x = tcRankOf(xs[i]) ? xs[i] : tcUnsqueeze(b, xs[i], 0);
    tcReturnAt(c, i, tcBroadcastInDim(b, x, shape, tcDimsOne(b, at)));
  }
}

//===- Diagonals, windows, strides ----------------------------------------===//

static MlirAttribute atLeastZero(TcBuild *b, MlirAttribute size) {
  MlirAttribute zero = tcSizeInt(b, 0);
  return tcSizeAttrProvablyLessEqual(zero, size) ? size
                                                 : tcSizeAttrMax(size, zero);
}

// x[..., i + max(-k, 0), i + max(k, 0)] with i as the last dimension
static MlirValue diagonalOf(TcBuild *b, MlirValue x, intptr_t dim1,
                            intptr_t dim2, int64_t offset) {
  if (!x.ptr)
    return x;
  int64_t row = offset < 0 ? -offset : 0, column = offset > 0 ? offset : 0;
  MlirAttribute rows = tcSizeAttrAddConst(tcValueSize(x, dim1), -row);
  MlirAttribute columns = tcSizeAttrAddConst(tcValueSize(x, dim2), -column);
  MlirAttribute size = atLeastZero(b, tcSizeAttrMin(rows, columns));
  MlirValue i = tcIota(b, size, tcI64(b));
  MlirValue at[2] = {tcAdd(b, i, tcConstInt(b, tcI64(b), row)),
                     tcAdd(b, i, tcConstInt(b, tcI64(b), column))};
  TcDims dims = tcDimsMake(b, 2);
  dims.data[0] = dim1;
  dims.data[1] = dim2;
  return tcMoveDim(b, tcIndex(b, x, 2, at, dims), 0, tcRankOf(x) - 2);
}

// diagonal(x, k, i, j): x[.., n, .., n + k, ..] with n last
static void diagonal(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x);
  tcReturn(c, diagonalOf(b, x, tcArgDim(c, "dim1", rank),
                         tcArgDim(c, "dim2", rank), tcArgInt(c, "offset")));
}

// A matrix with the vector x on its k-th diagonal: x along rows or columns,
// kept where column - row = k
static MlirValue matrixOf(TcBuild *b, MlirValue x, int64_t k) {
  MlirAttribute none = tcSizeInt(b, 0), more = tcSizeInt(b, k < 0 ? -k : k);
  MlirValue wide = tcPad(b, x, tcNum(b, x, 0), &none, &more);
  TcShape shape = tcShapeMake(b, 2);
  shape.sizes[0] = shape.sizes[1] = tcValueSize(wide, 0);
  MlirValue rows = tcIotaDim(b, shape, 0, tcI64(b));
  MlirValue columns = tcIotaDim(b, shape, 1, tcI64(b));
  MlirValue isOn = tcEq(b, tcSub(b, columns, rows), tcConstInt(b, tcI64(b), k));
  MlirValue filled =
      tcBroadcastInDim(b, wide, shape, tcDimsOne(b, k < 0 ? 1 : 0));
  return tcWhere(b, isOn, filled, tcNum(b, x, 0));
}

// diag(x, k): a matrix's diagonal, or the matrix of a diagonal
static void diag(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  int64_t k = tcArgInt(c, "diagonal");
  tcReturn(c, tcRankOf(x) == 2 ? diagonalOf(b, x, 0, 1, k) : matrixOf(b, x, k));
}

// trace(x) = sum of the diagonal
static void trace(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  bool isWhole =
      x.ptr && (tcTypeIsInt(tcElementOf(x)) || tcTypeIsBool(tcElementOf(x)));
  if (isWhole)
    x = tcConvert(b, x, tcI64(b));
  tcReturn(c, tcSum(b, diagonalOf(b, x, 0, 1, 0), tcDimsOne(b, 0), false));
}

// unfold(x, dim, size, step): windows of x, each as a last dimension
static void unfold(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x), dim = tcArgDim(c, "dimension", rank);
  int64_t step = tcArgInt(c, "step");
  if (!x.ptr || step < 1)
    return;
  if (!rank) { // a window of a number is that number, or empty
    tcReturn(c, tcSlice(b, tcUnsqueeze(b, x, 0), 0, tcSizeInt(b, 0),
                        tcArgSize(c, "size"), 1));
    return;
  }
  TcShape windows = tcShapeMake(b, 2);
  windows.sizes[1] = tcArgSize(c, "size");
  windows.sizes[0] = tcSizeAttrAddConst(
      tcSizeAttrFloorDivConst(
          tcSizeAttrSub(tcValueSize(x, dim), windows.sizes[1]), step),
      1);
  MlirValue first = tcMul(b, tcIotaDim(b, windows, 0, tcI64(b)),
                          tcConstInt(b, tcI64(b), step));
  MlirValue at = tcAdd(b, first, tcIotaDim(b, windows, 1, tcI64(b)));
  MlirValue y = tcIndex(b, x, 1, &at, tcDimsOne(b, dim));
  y = tcMoveDim(b, y, 1, rank); // the window's elements, last
  tcReturn(c, tcMoveDim(b, y, 0, dim));
}

// Positions in a flat value: offset + sum of i_k * stride_k
static MlirValue stridedIndex(TcFxCall *c, TcBuild *b) {
  TcShape shape = tcArgSizes(c, "size"), strides = tcArgSizes(c, "stride");
  MlirAttribute offset = tcArgIsNone(c, "storage_offset")
                             ? tcSizeInt(b, 0)
                             : tcArgSize(c, "storage_offset");
  MlirValue at = tcSizeValue(b, offset, tcI64(b));
  for (intptr_t i = 0; i < shape.rank && i < strides.rank; ++i) {
    MlirValue stride = tcSizeValue(b, strides.sizes[i], tcI64(b));
    at = tcAdd(b, at, tcMul(b, tcIotaDim(b, shape, i, tcI64(b)), stride));
  }
  return tcBroadcastTo(b, at, shape);
}

static MlirValue flat(TcBuild *b, MlirValue x) {
  return tcRankOf(x) == 0 ? tcUnsqueeze(b, x, 0)
                          : tcFlatten(b, x, 0, tcRankOf(x));
}

// as_strided(x, size, stride, offset) = flat(x)[offset + sum i_k stride_k],
// on the row-major value that functionalisation left there
static void asStrided(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), at = stridedIndex(c, b);
  if (x.ptr)
    tcReturn(c, tcIndex(b, flat(b, x), 1, &at, tcDimsOne(b, 0)));
}

// as_strided_scatter(x, src, size, stride, offset): the same positions written
static void asStridedScatter(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), at = stridedIndex(c, b);
  if (!x.ptr)
    return;
  MlirValue src = tcConvert(b, tcArg(c, "src"), tcElementOf(x));
  MlirValue y = tcIndexPut(b, flat(b, x), src, 1, &at, tcDimsOne(b, 0), "set");
  tcReturn(c, tcReshape(b, y, tcShapeOf(b, x)));
}

//===- Complex numbers as pairs -------------------------------------------===//

// view_as_real(z) = (real(z), imag(z)) as a last dimension
static void viewAsReal(TcFxCall *c, TcBuild *b) {
  MlirValue z = tcArg(c, "self");
  intptr_t rank = tcRankOf(z);
  MlirValue parts[2] = {tcUnsqueeze(b, tcUnary(b, TC_PRIM_REAL, z), rank),
                        tcUnsqueeze(b, tcUnary(b, TC_PRIM_IMAG, z), rank)};
  tcReturn(c, tcCat(b, 2, parts, rank));
}

// view_as_complex(x) = x[..., 0] + i x[..., 1]
static void viewAsComplex(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t last = tcRankOf(x) - 1;
  if (last < 0)
    return;
  tcReturn(c,
           tcBinary(b, TC_PRIM_COMPLEX, tcSelect(b, x, last, tcSizeInt(b, 0)),
                    tcSelect(b, x, last, tcSizeInt(b, 1))));
}

static const TcFxRule rules[] = {
    {"aten.alias.default", same, 0},
    {"aten.detach.default", same, 0},
    {"aten.detach_copy.default", same, 0},
    {"aten.alias_copy.default", same, 0},
    {"aten.clone.default", same, 0},
    {"aten.contiguous.default", same, 0},
    {"aten.lift_fresh.default", same, 0},
    {"aten.lift_fresh_copy.default", same, 0},
    {"aten.positive.default", same, 0},
    {"aten.resolve_conj.default", same, 0},
    {"aten.resolve_neg.default", same, 0},
    {"aten._assert_tensor_metadata.default", nothing, 0},
    {"aten._assert_async.msg", nothing, 0},
    {"aten._assert_async.default", nothing, 0},
    {"aten.to.dtype", to, 0},
    {"aten.to.device", to, 0},
    {"aten.to.dtype_layout", to, 0},
    {"aten.to.other", to, 0},
    {"aten._to_copy.default", to, 0},
    {"aten.type_as.default", to, 0},
    {"aten.view.dtype", viewDType, 0},
    {"aten.view.default", view, 0},
    {"aten.view_copy.default", view, 0},
    {"aten._unsafe_view.default", view, 0},
    {"aten.reshape.default", view, 0},
    {"aten._reshape_alias.default", view, 0},
    {"aten.view_as.default", viewAs, 0},
    {"aten.reshape_as.default", viewAs, 0},
    {"aten.flatten.using_ints", flatten, 0},
    {"aten.unflatten.int", unflatten, 0},
    {"aten.unsqueeze.default", unsqueeze, 0},
    {"aten.unsqueeze_copy.default", unsqueeze, 0},
    {"aten.squeeze.default", squeeze, 0},
    {"aten.squeeze_copy.default", squeeze, 0},
    {"aten.squeeze.dim", squeeze, 0},
    {"aten.squeeze_copy.dim", squeeze, 0},
    {"aten.squeeze.dims", squeeze, 0},
    {"aten.squeeze_copy.dims", squeeze, 0},
    {"aten.permute.default", permute, 0},
    {"aten.permute_copy.default", permute, 0},
    {"aten.transpose.int", transpose, 0},
    {"aten.transpose_copy.int", transpose, 0},
    {"aten.swapdims.default", transpose, 0},
    {"aten.swapaxes.default", swapAxes, 0},
    {"aten.t.default", transposeLast, 0},
    {"aten.t_copy.default", transposeLast, 0},
    {"aten.mT.default", transposeLast, 0},
    {"aten.numpy_T.default", transposeAll, 0},
    {"aten.movedim.int", movedim, 0},
    {"aten.movedim.intlist", movedim, 0},
    {"aten.moveaxis.int", movedim, 0},
    {"aten.moveaxis.intlist", movedim, 0},
    {"aten.expand.default", expand, 0},
    {"aten.expand_copy.default", expand, 0},
    {"aten.broadcast_to.default", expand, 0},
    {"aten.expand_as.default", expandAs, 0},
    {"aten.broadcast_tensors.default", broadcastTensors, 0},
    {"aten.meshgrid.default", meshgrid, 0},
    {"aten.meshgrid.indexing", meshgrid, 0},
    {"aten.diagonal.default", diagonal, 0},
    {"aten.diagonal_copy.default", diagonal, 0},
    {"aten.diag.default", diag, 0},
    {"aten.trace.default", trace, 0},
    {"aten.unfold.default", unfold, 0},
    {"aten.unfold_copy.default", unfold, 0},
    {"aten.as_strided.default", asStrided, 0},
    {"aten.as_strided_scatter.default", asStridedScatter, 0},
    {"aten.view_as_real.default", viewAsReal, 0},
    {"aten.view_as_real_copy.default", viewAsReal, 0},
    {"aten.view_as_complex.default", viewAsComplex, 0},
    {"aten.view_as_complex_copy.default", viewAsComplex, 0},
};

TC_FX_RULES(tcFxViewRules, rules);
