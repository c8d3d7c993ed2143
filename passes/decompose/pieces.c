// Decompositions of slices, splits, concatenations and differences.
#include "passes/decompose/call.h"

#include <string.h>

//===- Slices -------------------------------------------------------------===//

static bool isAtLeastZero(TcBuild *b, MlirAttribute size) {
  return tcSizeAttrProvablyLessEqual(tcSizeInt(b, 0), size);
}

static bool countsFromEnd(MlirAttribute at) {
  int64_t value;
  return tcSizeAttrIsConstant(at, &value) && value < 0;
}

// A position as Python counts it (negative: from the end), counted from 0. Of
// a symbolic one of unknown sign: at + size * (at < 0).
static MlirAttribute counted(TcBuild *b, MlirAttribute at, MlirAttribute size) {
  if (countsFromEnd(at))
    return tcSizeAttrAdd(at, size);
  if (isAtLeastZero(b, at))
    return at;
  MlirAttribute zero = tcSizeInt(b, 0), one = tcSizeInt(b, 1);
  MlirAttribute next = tcSizeAttrAddConst(at, 1);
  MlirAttribute isNegative =
      tcSizeAttrSub(one, tcSizeAttrMin(one, tcSizeAttrMax(next, zero)));
  return tcSizeAttrAdd(at, tcSizeAttrMul(isNegative, size));
}

// Clamped to [0, size].
static MlirAttribute clamped(TcBuild *b, MlirAttribute at, MlirAttribute size) {
  if (!isAtLeastZero(b, at))
    at = tcSizeAttrMax(at, tcSizeInt(b, 0));
  return tcSizeAttrProvablyLessEqual(at, size) ? at : tcSizeAttrMin(at, size);
}

static MlirAttribute position(TcBuild *b, MlirAttribute at,
                              MlirAttribute size) {
  return clamped(b, counted(b, at, size), size);
}

typedef struct Range {
  intptr_t dim;
  MlirAttribute start, size;
  int64_t step;
} Range;

static MlirAttribute stepsIn(TcBuild *b, MlirAttribute length, int64_t step) {
  return step > 1 ? tcSizeAttrCeilDiv(length, tcSizeInt(b, step)) : length;
}

// What a bound may be, counted from 0: `ways` of one or two.
static int waysToCount(TcBuild *b, MlirAttribute at, MlirAttribute whole,
                       MlirAttribute ways[2]) {
  bool isKnown = isAtLeastZero(b, at);
  int n = 0;
  if (isKnown || !tcSizeAttrProvablyLessEqual(at, tcSizeInt(b, 0)))
    ways[n++] = at;
  if (!isKnown)
    ways[n++] = tcSizeAttrAdd(at, whole);
  return n;
}

// Counts two bounds from 0. Which symbolic ones are negative the captured size
// tells, if only one way gives it: PyTorch has guarded on their signs.
static void countBounds(TcBuild *b, MlirAttribute whole, MlirAttribute captured,
                        int64_t step, MlirAttribute bounds[2]) {
  MlirAttribute ways[2][2], found[2];
  int starts = waysToCount(b, bounds[0], whole, ways[0]), matches = 0;
  int ends = waysToCount(b, bounds[1], whole, ways[1]);
  for (int i = 0; i < starts * ends; ++i) {
    MlirAttribute start = ways[0][i % starts], end = ways[1][i / starts];
    MlirAttribute length = tcSizeAttrSub(end, start);
    if (!tcSizeAttrEqual(stepsIn(b, length, step), captured))
      continue;
    found[0] = start;
    found[1] = end;
    ++matches;
  }
  for (int i = 0; i < 2; ++i)
    bounds[i] = matches == 1 ? found[i] : counted(b, bounds[i], whole);
}

// The size that was captured for the slice: of its gradient or of what is
// written to it, where it is no result.
static MlirAttribute capturedSize(TcFxCall *c, intptr_t dim) {
  MlirValue part = {0};
  if (strstr(c->rule->target, "backward"))
    part = tcArg(c, "grad_output");
  else if (strstr(c->rule->target, "scatter"))
    part = tcArg(c, "src");
  if (part.ptr && dim < tcRankOf(part))
    return tcValueSize(part, dim);
  return tcTypeGetSize(tcResultType(c, 0), dim);
}

// The elements that dim, start, end, step name of a value like x.
static Range rangeOf(TcFxCall *c, TcBuild *b, MlirValue x) {
  Range r = {.dim = tcArgDim(c, "dim", tcRankOf(x)),
             .step = tcArgIntOr(c, "step", 1)};
  MlirAttribute whole = tcValueSize(x, r.dim);
  MlirAttribute bounds[2] = {tcSizeInt(b, 0), whole};
  const char *names[2] = {"start", "end"};
  for (int i = 0; i < 2; ++i)
    if (!tcArgIsNone(c, names[i]) &&
        !tcSizeAttrIsValue(tcArgSize(c, names[i]), INT64_MAX))
      bounds[i] = tcArgSize(c, names[i]);
  if (r.step < 1)
    tcFail(b, 1102, "argument 'step' must be positive");
  countBounds(b, whole, capturedSize(c, r.dim), r.step, bounds);
  r.start = clamped(b, bounds[0], whole);
  MlirAttribute length = tcSizeAttrSub(clamped(b, bounds[1], whole), r.start);
  if (!isAtLeastZero(b, length))
    length = tcSizeAttrMax(length, tcSizeInt(b, 0));
  r.size = stepsIn(b, length, r.step);
  return r;
}

// slice(x, dim, start, end, step)
static void slice(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  Range r = rangeOf(c, b, x);
  tcReturn(c, tcSlice(b, x, r.dim, r.start, r.size, r.step));
}

// slice_scatter(x, src, dim, start, end, step): x with src over the slice
static void sliceScatter(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  Range r = rangeOf(c, b, x);
  if (!x.ptr)
    return;
  TcShape part = tcShapeWith(b, tcShapeOf(b, x), r.dim, r.size);
  MlirValue src = tcConvert(b, tcArg(c, "src"), tcElementOf(x));
  src = tcBroadcastTo(b, src, part);
  if (r.step == 1) {
    tcReturn(c, tcUpdateSlice(b, x, src, r.dim, r.start));
    return;
  }
  MlirValue at = tcAdd(
      b, tcSizeValue(b, r.start, tcI64(b)),
      tcMul(b, tcIota(b, r.size, tcI64(b)), tcConstInt(b, tcI64(b), r.step)));
  MlirValue values = tcMoveDim(b, src, r.dim, 0); // indexed dimension first
  tcReturn(c, tcIndexPut(b, x, values, 1, &at, tcDimsOne(b, r.dim), "set"));
}

// narrow(x, dim, start, length)
static void narrow(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  MlirAttribute start = position(b, tcArgSize(c, "start"), tcValueSize(x, dim));
  tcReturn(c, tcSlice(b, x, dim, start, tcArgSize(c, "length"), 1));
}

// The index of select and select_scatter, counted from 0.
static MlirAttribute selected(TcFxCall *c, TcBuild *b, MlirValue x,
                              intptr_t dim) {
  return counted(b, tcArgSize(c, "index"), tcValueSize(x, dim));
}

// select(x, dim, i) = x[..., i, ...]
static void selectRule(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  tcReturn(c, tcSelect(b, x, dim, selected(c, b, x, dim)));
}

// select_scatter(x, src, dim, i): x with src at i
static void selectScatter(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  if (!x.ptr)
    return;
  TcShape part = tcShapeWith(b, tcShapeOf(b, x), dim, tcSizeInt(b, 1));
  MlirValue src = tcConvert(b, tcArg(c, "src"), tcElementOf(x));
  src = tcBroadcastTo(b, src, tcShapeRemove(b, part, dim));
  tcReturn(c, tcUpdateSlice(b, x, tcReshape(b, src, part), dim,
                            selected(c, b, x, dim)));
}

// diagonal_scatter(x, src, k, i, j): x with src on its diagonal
static void diagonalScatter(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), src = tcArg(c, "src");
  intptr_t rank = tcRankOf(x);
  int64_t offset = tcArgInt(c, "offset");
  if (!x.ptr || !src.ptr || rank < 2)
    return;
  TcDims dims = tcDimsMake(b, 2);
  dims.data[0] = tcArgDim(c, "dim1", rank);
  dims.data[1] = tcArgDim(c, "dim2", rank);
  MlirValue i = tcIota(b, tcValueSize(src, rank - 2), tcI64(b));
  MlirValue at[2];
  for (int k = 0; k < 2; ++k) {
    int64_t shift = k == 0 ? -offset : offset;
    at[k] = tcAdd(b, i, tcConstInt(b, tcI64(b), shift > 0 ? shift : 0));
  }
  MlirValue values =
      tcMoveDim(b, tcConvert(b, src, tcElementOf(x)), rank - 2, 0);
  tcReturn(c, tcIndexPut(b, x, values, 2, at, dims, "set"));
}

//===- Splits -------------------------------------------------------------===//

// Pieces of `piece` elements, the last with what is left.
static void splitEvery(TcFxCall *c, MlirValue x, intptr_t dim,
                       MlirAttribute piece) {
  TcBuild *b = c->b;
  intptr_t n = tcNumResults(c);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute start = tcSizeAttrMulConst(piece, i);
    MlirAttribute size =
        i + 1 < n ? piece : tcSizeAttrSub(tcValueSize(x, dim), start);
    tcReturnAt(c, i, tcSlice(b, x, dim, start, size, 1));
  }
}

// split(x, size, dim): pieces of that size
static void split(TcFxCall *c, TcBuild *b) {
  (void)b;
  MlirValue x = tcArg(c, "self");
  splitEvery(c, x, tcArgDim(c, "dim", tcRankOf(x)), tcArgSize(c, "split_size"));
}

// chunk(x, n, dim): n pieces of ceil(size / n) elements
static void chunk(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  MlirAttribute n = tcSizeInt(b, tcArgInt(c, "chunks"));
  splitEvery(c, x, dim, tcSizeAttrCeilDiv(tcValueSize(x, dim), n));
}

// split_with_sizes(x, sizes, dim)
static void splitWithSizes(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  const char *name =
      tcArgIsNone(c, "split_sizes") ? "split_size" : "split_sizes";
  TcShape sizes = tcArgSizes(c, name);
  MlirAttribute start = tcSizeInt(b, 0);
  for (intptr_t i = 0; i < sizes.rank; ++i) {
    tcReturnAt(c, i, tcSlice(b, x, dim, start, sizes.sizes[i], 1));
    start = tcSizeAttrAdd(start, sizes.sizes[i]);
  }
}

// tensor_split(x, n, dim): n pieces, the first (size mod n) one larger
static void tensorSplit(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  MlirAttribute n = tcArgSize(c, "sections"), size = tcValueSize(x, dim);
  MlirAttribute least = tcSizeAttrFloorDiv(size, n);
  MlirAttribute larger = tcSizeAttrMod(size, n), start = tcSizeInt(b, 0);
  for (intptr_t i = 0; i < tcNumResults(c); ++i) {
    MlirAttribute next =
        tcSizeAttrAdd(tcSizeAttrMulConst(least, i + 1),
                      tcSizeAttrMin(larger, tcSizeInt(b, i + 1)));
    tcReturnAt(c, i, tcSlice(b, x, dim, start, tcSizeAttrSub(next, start), 1));
    start = next;
  }
}

// tensor_split(x, indices, dim): pieces between the indices
static void tensorSplitAt(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  TcShape at = tcArgSizes(c, "indices");
  MlirAttribute start = tcSizeInt(b, 0), size = tcValueSize(x, dim);
  for (intptr_t i = 0; i <= at.rank; ++i) {
    MlirAttribute end = i < at.rank ? position(b, at.sizes[i], size) : size;
    tcReturnAt(c, i, tcSlice(b, x, dim, start, tcSizeAttrSub(end, start), 1));
    start = end;
  }
}

// unbind(x, dim): x[..., i, ...] for each i
static void unbind(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  for (intptr_t i = 0; i < tcNumResults(c); ++i)
    tcReturnAt(c, i, tcSelect(b, x, dim, tcSizeInt(b, i)));
}

//===- Joins --------------------------------------------------------------===//

// The tensors of an argument in their common type.
static intptr_t promoted(TcFxCall *c, const char *name, MlirValue **xs) {
  intptr_t n = tcArgTensors(c, name, xs);
  MlirType type = tcNoType();
  for (intptr_t i = 0; i < n; ++i)
    type = tcPromoteTypes(type, tcElementOf((*xs)[i]));
  for (intptr_t i = 0; i < n; ++i)
    (*xs)[i] = tcConvert(c->b, (*xs)[i], type);
  return n;
}

// PyTorch lets a tensor of shape [0] stand for no elements of any shape.
static intptr_t dropEmpty(intptr_t n, MlirValue *xs) {
  intptr_t kept = 0;
  bool anyLarger = false;
  for (intptr_t i = 0; i < n; ++i)
    anyLarger |= tcRankOf(xs[i]) > 1;
  for (intptr_t i = 0; i < n; ++i)
    if (!anyLarger || tcRankOf(xs[i]) != 1 ||
        !tcSizeAttrIsValue(tcValueSize(xs[i], 0), 0))
      xs[kept++] = xs[i];
  return kept;
}

// cat(xs, dim)
static void cat(TcFxCall *c, TcBuild *b) {
  MlirValue *xs;
  intptr_t n = dropEmpty(promoted(c, "tensors", &xs), xs);
  if (n)
    tcReturn(c, tcCat(b, n, xs, tcArgDim(c, "dim", tcRankOf(xs[0]))));
}

// stack(xs, dim) = cat of x_i with a new dimension
static void stack(TcFxCall *c, TcBuild *b) {
  MlirValue *xs;
  intptr_t n = promoted(c, "tensors", &xs);
  intptr_t dim = n ? tcArgDim(c, "dim", tcRankOf(xs[0]) + 1) : 0;
  for (intptr_t i = 0; i < n; ++i)
    xs[i] = tcUnsqueeze(b, xs[i], dim);
  tcReturn(c, tcCat(b, n, xs, dim));
}

// hstack(xs) = cat along dimension 1, or 0 of vectors
static void hstack(TcFxCall *c, TcBuild *b) {
  MlirValue *xs;
  intptr_t n = promoted(c, "tensors", &xs);
  for (intptr_t i = 0; i < n; ++i)
    if (tcRankOf(xs[i]) == 0)
      xs[i] = tcUnsqueeze(b, xs[i], 0);
  tcReturn(c, tcCat(b, n, xs, n && tcRankOf(xs[0]) > 1));
}

// vstack(xs) = cat of rows
static void vstack(TcFxCall *c, TcBuild *b) {
  MlirValue *xs;
  intptr_t n = promoted(c, "tensors", &xs);
  for (intptr_t i = 0; i < n; ++i)
    while (xs[i].ptr && tcRankOf(xs[i]) < 2)
      xs[i] = tcUnsqueeze(b, xs[i], 0);
  tcReturn(c, tcCat(b, n, xs, 0));
}

// diff(x, n, dim) = x[1:] - x[:-1], n times; of truth values whether they
// differ
static void diff(TcFxCall *c, TcBuild *b) {
  MlirValue parts[3] = {tcArgOrNone(c, "prepend"), tcArg(c, "self"),
                        tcArgOrNone(c, "append")};
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(parts[1])), n = 0;
  for (int i = 0; i < 3; ++i)
    if (parts[i].ptr)
      parts[n++] = parts[i];
  MlirValue x = tcCat(b, n, parts, dim);
  for (int64_t i = tcArgInt(c, "n"); i > 0 && x.ptr; --i) {
    MlirAttribute size = tcSizeAttrAddConst(tcValueSize(x, dim), -1);
    MlirValue high = tcSlice(b, x, dim, tcSizeInt(b, 1), size, 1);
    MlirValue low = tcSlice(b, x, dim, tcSizeInt(b, 0), size, 1);
    x = tcTypeIsBool(tcElementOf(x)) ? tcXor(b, high, low)
                                     : tcSub(b, high, low);
  }
  tcReturn(c, x);
}

static const TcFxRule rules[] = {
    {"aten.slice.Tensor", slice, 0},
    {"aten.slice_copy.Tensor", slice, 0},
    {"aten.slice_scatter.default", sliceScatter, 0},
    {"aten.narrow.default", narrow, 0},
    {"aten.narrow_copy.default", narrow, 0},
    {"aten.select.int", selectRule, 0},
    {"aten.select_copy.int", selectRule, 0},
    {"aten.select_scatter.default", selectScatter, 0},
    {"aten.diagonal_scatter.default", diagonalScatter, 0},
    {"aten.split.Tensor", split, 0},
    {"aten.split_copy.Tensor", split, 0},
    {"aten.split.sizes", splitWithSizes, 0},
    {"aten.split_with_sizes.default", splitWithSizes, 0},
    {"aten.split_with_sizes_copy.default", splitWithSizes, 0},
    {"aten.chunk.default", chunk, 0},
    {"aten.tensor_split.sections", tensorSplit, 0},
    {"aten.tensor_split.indices", tensorSplitAt, 0},
    {"aten.unbind.int", unbind, 0},
    {"aten.unbind_copy.int", unbind, 0},
    {"aten.cat.default", cat, 0},
    {"aten.concat.default", cat, 0},
    {"aten.concatenate.default", cat, 0},
    {"aten.stack.default", stack, 0},
    {"aten.hstack.default", hstack, 0},
    {"aten.vstack.default", vstack, 0},
    {"aten.diff.default", diff, 0},
};

TC_FX_RULES(tcFxPieceRules, rules);
