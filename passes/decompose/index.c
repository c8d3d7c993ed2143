// Decompositions of gathers: embedding, advanced indexing, selection by mask.
// Scatters are in scatter.c.
#include "passes/decompose/indices.h"

#include "mlir-c/BuiltinAttributes.h"

//===- Indices ------------------------------------------------------------===//

static MlirOperation definition(MlirValue x, TcPrimOpKind *kind) {
  MlirOperation op =
      x.ptr && mlirValueIsAOpResult(x) ? mlirOpResultGetOwner(x) : tcNoOp();
  *kind = tcPrimOpKind(op);
  return op;
}

static bool isConstantAtLeastZero(MlirOperation op) {
  MlirAttribute value = tcPrimConstantGetValue(op);
  return value.ptr && mlirAttributeIsADenseElements(value) &&
         mlirDenseElementsAttrIsSplat(value) &&
         mlirTypeIsAInteger(tcElementOf(mlirOperationGetResult(op, 0))) &&
         mlirIntegerAttrGetValueInt(
             mlirDenseElementsAttrGetSplatValue(value)) >= 0;
}

static bool isIotaAtLeastZero(MlirOperation op) {
  MlirAttribute start = tcPrimIotaGetStart(op), step = tcPrimIotaGetStep(op);
  return mlirAttributeIsAInteger(start) && mlirAttributeIsAInteger(step) &&
         mlirIntegerAttrGetValueInt(start) >= 0 &&
         mlirIntegerAttrGetValueInt(step) >= 0;
}

// Whether all elements are known not to be negative; `depth` bounds the look.
static bool isNatural(MlirValue x, int depth) {
  TcPrimOpKind kind;
  MlirOperation op = definition(x, &kind);
  if (op.ptr == NULL || depth == 0)
    return false;
  intptr_t n = mlirOperationGetNumOperands(op);
  switch (kind) {
  case TC_PRIM_CONSTANT:
    return isConstantAtLeastZero(op);
  case TC_PRIM_IOTA:
    return isIotaAtLeastZero(op);
  case TC_PRIM_SIZE:
  case TC_PRIM_ARGMAX:
  case TC_PRIM_ARGMIN:
  case TC_PRIM_NONZERO:
    return true;
  case TC_PRIM_SORT:
  case TC_PRIM_TOPK:
    return mlirOpResultGetResultNumber(x) == 1;
  case TC_PRIM_ADD: // of positions: far from wrapping
  case TC_PRIM_MUL:
  case TC_PRIM_MAXIMUM:
  case TC_PRIM_MINIMUM:
  case TC_PRIM_BROADCAST_IN_DIM:
  case TC_PRIM_RESHAPE:
  case TC_PRIM_TRANSPOSE:
  case TC_PRIM_SLICE:
  case TC_PRIM_CAST_SIZES:
    for (intptr_t i = 0; i < n; ++i)
      if (!isNatural(mlirOperationGetOperand(op, i), depth - 1))
        return false;
    return n > 0;
  default:
    return false;
  }
}

MlirValue tcWrapIndex(TcBuild *b, MlirValue index, MlirAttribute size) {
  index = tcConvert(b, index, tcI64(b));
  if (!index.ptr || isNatural(index, 16))
    return index;
  MlirValue wrapped = tcAdd(b, index, tcSizeValue(b, size, tcI64(b)));
  return tcWhere(b, tcLt(b, index, tcNum(b, index, 0)), wrapped, index);
}

//===- Along one dimension ------------------------------------------------===//

// embedding(w, i) = w[i]
static void embedding(TcFxCall *c, TcBuild *b) {
  MlirValue at = tcConvert(b, tcArg(c, "indices"), tcI64(b));
  tcReturn(c, tcIndex(b, tcArg(c, "weight"), 1, &at, tcDimsOne(b, 0)));
}

// index_select(x, dim, i) = x[..., i, ...]
static void indexSelect(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), i = tcArg(c, "index");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  if (!x.ptr || tcRankOf(x) == 0) {
    tcReturn(c, x);
    return;
  }
  MlirValue at = tcConvert(b, tcRankOf(i) ? i : tcUnsqueeze(b, i, 0), tcI64(b));
  MlirValue y = tcIndex(b, x, 1, &at, tcDimsOne(b, dim));
  tcReturn(c, tcMoveDim(b, y, 0, dim));
}

// take(x, i) = x[i], elements counted through
static void take(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  TcShape line = tcShapeMake(b, 1);
  line.sizes[0] = tcShapeNumElements(b, tcShapeOf(b, x));
  MlirValue at = tcWrapIndex(b, tcArg(c, "index"), line.sizes[0]);
  tcReturn(c, tcIndex(b, tcReshape(b, x, line), 1, &at, tcDimsOne(b, 0)));
}

MlirValue *tcElementIndices(TcBuild *b, MlirValue index, intptr_t dim) {
  TcShape shape = tcShapeOf(b, index);
  MlirValue *at = TC_ARENA_ARRAY(b->arena, MlirValue, shape.rank);
  for (intptr_t i = 0; i < shape.rank; ++i)
    at[i] = i == dim ? index : tcIotaDim(b, shape, i, tcI64(b));
  return at;
}

// gather(x, dim, i) = x[i_0, ..., i[...], ..., i_n]
static void gather(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), index = tcArg(c, "index");
  intptr_t rank = tcRankOf(x), dim = tcArgDim(c, "dim", rank);
  if (!x.ptr || !index.ptr)
    return;
  TcShape shape = tcShapeOf(b, index);
  if (rank == 0)
    x = tcUnsqueeze(b, x, 0);
  if (tcRankOf(index) == 0)
    index = tcUnsqueeze(b, index, 0);
  if (tcRankOf(index) != tcRankOf(x)) {
    tcFail(b, 1102, "argument 'index' must have the rank of 'self'");
    return;
  }
  index = tcConvert(b, index, tcI64(b));
  MlirValue y = tcIndex(b, x, tcRankOf(x), tcElementIndices(b, index, dim),
                        tcDimsRange(b, 0, tcRankOf(x)));
  tcReturn(c, tcReshape(b, y, shape));
}

//===- Advanced indexing --------------------------------------------------===//

// A mask of rank r as r index vectors: the columns of nonzero(mask). `count`
// is how many elements it picks, a symbol that the capture has named.
static void addMask(TcBuild *b, TcIndices *out, MlirValue mask,
                    MlirAttribute count) {
  intptr_t rank = tcRankOf(mask);
  if (!count.ptr) {
    tcFail(b, 4102,
           "an index mask whose number of elements the capture does "
           "not name is not done");
    out->ok = false;
    return;
  }
  MlirValue rows = tcNonzeroRows(b, mask, count);
  for (intptr_t i = 0; i < rank; ++i) {
    out->at[out->n] = tcSelect(b, rows, 1, tcSizeInt(b, i));
    out->dims.data[out->n++] = out->next++;
  }
}

static void addIndex(TcBuild *b, TcIndices *out, MlirValue x, MlirValue index,
                     MlirAttribute count) {
  if (out->next >= tcRankOf(x)) {
    tcFail(b, 1102, "more indices than dimensions");
    out->ok = false;
  } else if (!index.ptr) {
    ++out->next;
  } else if (tcTypeIsBool(tcElementOf(index))) {
    addMask(b, out, index, count);
  } else {
    out->at[out->n] = tcWrapIndex(b, index, tcValueSize(x, out->next));
    out->dims.data[out->n++] = out->next++;
  }
}

// Broadcasts the indices to one shape.
static void broadcastIndices(TcBuild *b, TcIndices *out) {
  out->shape = tcShapeMake(b, 0);
  for (intptr_t i = 0; i < out->n && out->ok; ++i)
    if (!out->at[i].ptr ||
        !tcShapeBroadcast(b, out->shape, tcShapeOf(b, out->at[i]),
                          &out->shape)) {
      tcFail(b, 1103, "indices do not broadcast");
      out->ok = false;
    }
  for (intptr_t i = 0; i < out->n && out->ok; ++i)
    out->at[i] = tcBroadcastTo(b, out->at[i], out->shape);
}

TcIndices tcArgIndices(TcFxCall *c, MlirValue x, MlirAttribute count) {
  TcBuild *b = c->b;
  MlirValue *given;
  intptr_t n = tcArgTensors(c, "indices", &given), rank = tcRankOf(x);
  TcIndices out = {.ok = x.ptr != NULL, .dims = tcDimsMake(b, rank)};
  out.at = TC_ARENA_ARRAY(b->arena, MlirValue, rank + 1);
  for (intptr_t i = 0; i < n && out.ok; ++i)
    addIndex(b, &out, x, given[i], count);
  out.dims.size = out.n;
  broadcastIndices(b, &out);
  // Where PyTorch puts the indices' dimensions: at the first indexed one if
  // those are neighbours, else in front.
  for (intptr_t i = 0; i < out.n; ++i)
    if (out.dims.data[i] != out.dims.data[0] + i)
      return out;
  out.front = out.n ? out.dims.data[0] : 0;
  return out;
}

MlirValue tcIndicesToPlace(TcBuild *b, MlirValue y, const TcIndices *indices) {
  intptr_t n = indices->shape.rank, front = indices->front;
  TcDims permutation = tcDimsRange(b, 0, tcRankOf(y));
  for (intptr_t i = 0; i < front + n && y.ptr; ++i)
    permutation.data[i] = i < front ? n + i : i - front;
  return tcTranspose(b, y, permutation);
}

// The first result size that the capture does not share with the operand: of
// a result indexed by a mask, how many elements that picks.
static MlirAttribute pickedCount(TcFxCall *c) {
  MlirType type = tcResultType(c, 0);
  return tcTypeGetRank(type) ? tcTypeGetSize(type, 0) : tcNoAttr();
}

// index(x, indices) = x[i, j, ...], indices of one shape after broadcasting
static void index_(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  TcIndices at = tcArgIndices(c, x, pickedCount(c));
  if (!at.ok)
    return;
  MlirValue y = tcIndex(b, x, at.n, at.at, at.dims);
  tcReturn(c, at.n ? tcIndicesToPlace(b, y, &at) : x);
}

//===- Positions ----------------------------------------------------------===//

// masked_select(x, m) = x[nonzero(m)]
static void maskedSelect(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), mask = tcArg(c, "mask");
  TcShape shape;
  if (!x.ptr || !mask.ptr ||
      !tcShapeBroadcast(b, tcShapeOf(b, x), tcShapeOf(b, mask), &shape))
    return;
  TcShape flat = tcShapeMake(b, 1);
  flat.sizes[0] = tcShapeNumElements(b, shape);
  x = tcReshape(b, tcBroadcastTo(b, x, shape), flat);
  mask = tcReshape(b, tcBroadcastTo(b, mask, shape), flat);
  TcIndices at = {.ok = true, .dims = tcDimsMake(b, 1)};
  at.at = TC_ARENA_ARRAY(b->arena, MlirValue, 1);
  addMask(b, &at, mask, pickedCount(c));
  if (at.ok)
    tcReturn(c, tcIndex(b, x, 1, at.at, tcDimsOne(b, 0)));
}

// bucketize(x, bounds) = how many bounds are below x (right: not above it); NaN
// is behind all
static void bucketize(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), bounds = tcArg(c, "boundaries");
  MlirType type = tcPromoteTypes(tcElementOf(x), tcElementOf(bounds));
  MlirValue wide = tcUnsqueeze(b, tcConvert(b, x, type), tcRankOf(x));
  MlirValue above = tcBinary(b, tcArgBool(c, "right") ? TC_PRIM_GT : TC_PRIM_GE,
                             tcConvert(b, bounds, type), wide);
  MlirValue count = tcSum(b, tcConvert(b, tcNot(b, above), tcI64(b)),
                          tcDimsOne(b, tcRankOf(x)), false);
  tcReturnAs(c, count,
             tcArgBool(c, "out_int32") ? mlirIntegerTypeGet(b->at.ctx, 32)
                                       : tcI64(b));
}

static const TcFxRule rules[] = {
    {"aten.embedding.default", embedding, 0},
    {"aten.index_select.default", indexSelect, 0},
    {"aten.gather.default", gather, 0},
    {"aten.take.default", take, 0},
    {"aten.index.Tensor", index_, 0},
    {"aten._unsafe_index.Tensor", index_, 0},
    {"aten.masked_select.default", maskedSelect, 0},
    {"aten.bucketize.Tensor", bucketize, 0},
};

TC_FX_RULES(tcFxIndexRules, rules);
