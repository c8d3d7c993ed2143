// Decompositions of scatters to prim.index_put.
#include "passes/decompose/indices.h"

#include "mlir-c/BuiltinAttributes.h"

// Operand, index and source of a scatter along a dimension; of rank 1 at
// least.
typedef struct Scatter {
  MlirValue x, index, src;
  intptr_t dim;
  TcShape shape;
  bool ok;
} Scatter;

static MlirValue atLeast1d(TcBuild *b, MlirValue x) {
  return x.ptr && tcRankOf(x) == 0 ? tcUnsqueeze(b, x, 0) : x;
}

// The part of `src` that the index covers.
static MlirValue covered(TcBuild *b, MlirValue src, MlirValue index) {
  for (intptr_t i = 0; src.ptr && i < tcRankOf(src) && i < tcRankOf(index); ++i)
    src = tcSlice(b, src, i, tcSizeInt(b, 0), tcValueSize(index, i), 1);
  return src;
}

static Scatter scatterOf(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  Scatter s = {.shape = tcShapeOf(b, x), .x = atLeast1d(b, x)};
  s.dim = tcArgDim(c, "dim", s.shape.rank);
  s.index = atLeast1d(b, tcConvert(b, tcArg(c, "index"), tcI64(b)));
  if (!s.x.ptr || !s.index.ptr)
    return s;
  MlirType type = tcElementOf(s.x);
  if (tcArgAttr(c, "src").ptr)
    s.src =
        covered(b, atLeast1d(b, tcConvert(b, tcArg(c, "src"), type)), s.index);
  else
    s.src = tcFull(b, tcShapeOf(b, s.index), tcArgNumber(c, "value", type));
  s.ok = s.src.ptr && tcRankOf(s.index) == tcRankOf(s.x);
  if (!s.ok)
    tcFail(b, 1102, "argument 'index' must have the rank of 'self'");
  return s;
}

static MlirValue put(TcBuild *b, const Scatter *s, const char *combine) {
  intptr_t rank = tcRankOf(s->x);
  return tcIndexPut(b, s->x, s->src, rank,
                    tcElementIndices(b, s->index, s->dim),
                    tcDimsRange(b, 0, rank), combine);
}

static void scatterWith(TcFxCall *c, TcBuild *b, const char *combine) {
  Scatter s = scatterOf(c, b);
  if (s.ok)
    tcReturn(c, tcReshape(b, put(b, &s, combine), s.shape));
}

// scatter(x, dim, i, src): x with x[.., i[..], ..] = src[..]
static void scatter(TcFxCall *c, TcBuild *b) { scatterWith(c, b, "set"); }

// scatter_add(x, dim, i, src): added
static void scatterAdd(TcFxCall *c, TcBuild *b) { scatterWith(c, b, "add"); }

// scatter(x, dim, i, src, reduce = "add" | "multiply")
static void scatterReduced(TcFxCall *c, TcBuild *b) {
  scatterWith(c, b, tcArgIsString(c, "reduce", "add") ? "add" : "mul");
}

// Ones scattered: how many elements went to each place.
static MlirValue counts(TcBuild *b, const Scatter *s) {
  Scatter ones = *s;
  MlirType type = tcElementOf(s->x);
  ones.x = tcZeros(b, tcShapeOf(b, s->x), type);
  ones.src = tcFull(b, tcShapeOf(b, s->index), tcConstInt(b, type, 1));
  return put(b, &ones, "add");
}

// x where nothing is scattered, else the combination without x.
static MlirValue withoutSelf(TcBuild *b, Scatter s, const char *combine,
                             MlirValue neutral) {
  Scatter hits = s;
  hits.x = tcZeros(b, tcShapeOf(b, s.x), tcBool(b));
  hits.src = tcFull(b, tcShapeOf(b, s.index), tcConstInt(b, tcBool(b), 1));
  s.x = tcWhere(b, put(b, &hits, "set"), neutral, s.x);
  return put(b, &s, combine);
}

// y, a sum, by how many went into it.
static MlirValue meanOf(TcBuild *b, const Scatter *s, MlirValue y,
                        bool includes) {
  MlirValue n = counts(b, s), one = tcNum(b, n, 1);
  n = includes ? tcAdd(b, n, one) : tcMax(b, n, one);
  MlirValue q = tcDiv(b, y, n);
  if (y.ptr && tcTypeIsInt(tcElementOf(y))) // rounded down, not to 0
    q = tcWhere(b, tcGt(b, tcMul(b, q, n), y), tcSub(b, q, tcNum(b, q, 1)), q);
  return q;
}

// x combined with src as `reduce` says, with x itself unless include_self is
// false
static void reduceInto(TcFxCall *c, TcBuild *b, Scatter s) {
  static const char *const names[][2] = {
      {"sum", "add"},  {"prod", "mul"}, {"mean", "add"},
      {"amax", "max"}, {"amin", "min"},
  };
  const char *combine = NULL;
  for (int i = 0; i < 5; ++i)
    if (tcArgIsString(c, "reduce", names[i][0]))
      combine = names[i][1];
  if (!s.ok || !combine)
    return;
  bool includes = tcArgBool(c, "include_self");
  bool isMean = tcArgIsString(c, "reduce", "mean");
  MlirType type = tcElementOf(s.x);
  MlirValue neutral = combine[1] == 'a'   ? tcLeastOf(b, type)
                      : combine[1] == 'i' ? tcGreatestOf(b, type)
                                          : tcNum(b, s.x, combine[1] == 'u');
  MlirValue y =
      includes ? put(b, &s, combine) : withoutSelf(b, s, combine, neutral);
  tcReturn(c, tcReshape(b, isMean ? meanOf(b, &s, y, includes) : y, s.shape));
}

// scatter_reduce(x, dim, i, src, reduce): sum, prod, amax, amin, mean
static void scatterReduce(TcFxCall *c, TcBuild *b) {
  reduceInto(c, b, scatterOf(c, b));
}

// index_reduce(x, dim, i, src, reduce): slices along dim; prod, amax, amin,
// mean
static void indexReduce(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), index = tcArg(c, "index");
  MlirValue src = tcConvert(b, tcArg(c, "source"), tcElementOf(x));
  Scatter s = {.shape = tcShapeOf(b, x), .x = atLeast1d(b, x)};
  s.dim = tcArgDim(c, "dim", s.shape.rank);
  s.src = atLeast1d(b, src);
  index = atLeast1d(b, tcConvert(b, index, tcI64(b)));
  if (!s.x.ptr || !s.src.ptr || !index.ptr)
    return;
  s.index =
      tcBroadcastInDim(b, index, tcShapeOf(b, s.src), tcDimsOne(b, s.dim));
  s.ok = s.index.ptr;
  reduceInto(c, b, s);
}

static MlirValue flat(TcBuild *b, MlirValue x) {
  TcShape shape = tcShapeMake(b, 1);
  shape.sizes[0] = tcShapeNumElements(b, tcShapeOf(b, x));
  return tcReshape(b, x, shape);
}

// The number of each element among those that the mask picks: [elements], 0
// for what it does not pick.
static MlirValue numberAmong(TcBuild *b, MlirValue mask) {
  MlirValue picked = tcConvert(b, flat(b, mask), tcI64(b));
  if (!picked.ptr)
    return picked;
  MlirValue count = tcPrimCumsum(&b->at, picked, 0);
  return tcMax(b, tcSub(b, count, tcNum(b, count, 1)), tcNum(b, count, 0));
}

// v with a row of zeros behind its rows: there is one to read if it has none.
static MlirValue withOneMore(TcBuild *b, MlirValue v) {
  intptr_t rank = tcRankOf(v);
  TcShape low = tcShapeMake(b, rank), high = tcShapeMake(b, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    low.sizes[i] = tcSizeInt(b, 0);
    high.sizes[i] = tcSizeInt(b, i == 0);
  }
  return tcPad(b, v, tcNum(b, v, 0), low.sizes, high.sizes);
}

// What x[mask] = v puts at each element of x: v itself, broadcast, or its rows
// in the order of the elements that the mask picks. Null if v is neither.
static MlirValue spread(TcBuild *b, MlirValue x, MlirValue mask, MlirValue v) {
  intptr_t rest = tcRankOf(x) - tcRankOf(mask);
  if (tcRankOf(v) > rest + 1 || rest < 0)
    return tcNoValue();
  bool hasRows = tcRankOf(v) == rest + 1;
  if (!hasRows || tcSizeAttrIsValue(tcValueSize(v, 0), 1))
    return tcBroadcastTo(b, hasRows ? tcSqueeze(b, v, 0) : v, tcShapeOf(b, x));
  MlirAttribute count = tcValueSize(v, 0);
  int64_t known;
  if (tcSizeAttrIsValue(count, 0))
    return x; // the mask picks nothing
  if (!tcSizeAttrIsConstant(count, &known))
    v = withOneMore(b, v);
  MlirValue at = numberAmong(b, mask);
  MlirValue last = tcSizeValue(b, tcSizeAttrAddConst(count, -1), tcI64(b));
  at = tcMin(b, at, tcMax(b, last, tcNum(b, at, 0)));
  MlirValue rows = tcIndex(b, v, 1, &at, tcDimsOne(b, 0));
  TcShape shape = tcShapeCopy(b, tcShapeOf(b, x));
  for (intptr_t i = 0; i < rest && rows.ptr; ++i)
    shape.sizes[tcRankOf(mask) + i] = tcValueSize(rows, i + 1);
  return tcBroadcastTo(b, tcReshape(b, rows, shape), tcShapeOf(b, x));
}

// x[mask] = v as where(mask, v, x). False if it is not that.
static bool putMasked(TcFxCall *c, TcBuild *b, MlirValue x, MlirValue v) {
  MlirValue *at, mask;
  intptr_t n = tcArgTensors(c, "indices", &at);
  if (n != 1 || !at[0].ptr || !v.ptr || !tcTypeIsBool(tcElementOf(at[0])))
    return false;
  MlirValue one = spread(b, x, mask = at[0], v);
  if (!one.ptr)
    return false;
  if (tcArgBool(c, "accumulate"))
    one = tcAdd(b, x, one);
  while (mask.ptr && tcRankOf(mask) < tcRankOf(x))
    mask = tcUnsqueeze(b, mask, tcRankOf(mask));
  tcReturn(c, tcWhere(b, mask, one, x));
  return true;
}

// index_put(x, indices, v, accumulate): x[i, j, ...] = v, or += v
static void indexPut(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirValue values = tcConvert(b, tcArg(c, "values"), tcElementOf(x));
  if (putMasked(c, b, x, values))
    return;
  MlirAttribute count = tcRankOf(values) ? tcValueSize(values, 0) : tcNoAttr();
  TcIndices at = tcArgIndices(c, x, count);
  if (!at.ok || !values.ptr)
    return;
  // The shape that indexing would give, then its index dimensions in front.
  TcShape place = tcShapeMake(b, tcRankOf(x) - at.n + at.shape.rank);
  TcDims toFront = tcDimsMake(b, place.rank);
  for (intptr_t i = 0, rest = 0, d = 0; i < place.rank; ++i) {
    bool isIndex = i >= at.front && i < at.front + at.shape.rank;
    if (isIndex) {
      toFront.data[i - at.front] = i;
      place.sizes[i] = at.shape.sizes[i - at.front];
      continue;
    }
    while (tcDimsContain(at.dims, d))
      ++d;
    toFront.data[at.shape.rank + rest++] = i;
    place.sizes[i] = tcValueSize(x, d++);
  }
  values = tcTranspose(b, tcBroadcastTo(b, values, place), toFront);
  tcReturn(c, tcIndexPut(b, x, values, at.n, at.at, at.dims,
                         tcArgBool(c, "accumulate") ? "add" : "set"));
}

// x[..., i, ...] combined with src, whose dimension `dim` is the index's.
static void alongDim(TcFxCall *c, TcBuild *b, MlirValue src,
                     const char *combine) {
  MlirValue x = tcArg(c, "self"), i = tcArg(c, "index");
  intptr_t rank = tcRankOf(x), dim = tcArgDim(c, "dim", rank);
  if (!x.ptr || !i.ptr || !src.ptr)
    return;
  MlirValue at = tcConvert(b, atLeast1d(b, i), tcI64(b));
  MlirValue wide = atLeast1d(b, x);
  TcShape shape = tcShapeWith(b, tcShapeOf(b, wide), dim, tcValueSize(at, 0));
  if (tcRankOf(src) == 0 || tcRankOf(src) == rank)
    src = tcBroadcastTo(b, atLeast1d(b, src), shape);
  MlirValue y = tcIndexPut(b, wide, tcMoveDim(b, src, dim, 0), 1, &at,
                           tcDimsOne(b, dim), combine);
  tcReturn(c, tcReshape(b, y, tcShapeOf(b, x)));
}

// index_add(x, dim, i, src, alpha): x[.., i, ..] += alpha * src
static void indexAdd(TcFxCall *c, TcBuild *b) {
  MlirType type = tcElementOf(tcArg(c, "self"));
  MlirValue src = tcConvert(b, tcArg(c, "source"), type);
  if (!tcArgIsValue(c, "alpha", 1))
    src = tcMul(b, src, tcArgNumber(c, "alpha", type));
  alongDim(c, b, src, "add");
}

// index_copy(x, dim, i, src): x[.., i, ..] = src
static void indexCopy(TcFxCall *c, TcBuild *b) {
  MlirType type = tcElementOf(tcArg(c, "self"));
  alongDim(c, b, tcConvert(b, tcArg(c, "source"), type), "set");
}

// index_fill(x, dim, i, v): x[.., i, ..] = v. By a mask, so that an index that
// occurs twice counts once in v's derivative.
static void indexFill(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), i = tcArg(c, "index");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  MlirValue wide = atLeast1d(b, x);
  if (!wide.ptr || !i.ptr)
    return;
  MlirAttribute size = tcValueSize(wide, dim);
  MlirValue at = tcWrapIndex(b, atLeast1d(b, i), size);
  TcShape line = {1, &size};
  MlirValue isFilled =
      tcIndexPut(b, tcZeros(b, line, tcBool(b)),
                 tcFull(b, tcShapeOf(b, at), tcConstInt(b, tcBool(b), 1)), 1,
                 &at, tcDimsOne(b, 0), "set");
  isFilled =
      tcBroadcastInDim(b, isFilled, tcShapeOf(b, wide), tcDimsOne(b, dim));
  MlirValue value = tcArgNumber(c, "value", tcElementOf(x));
  tcReturn(c, tcReshape(b, tcWhere(b, isFilled, value, wide), tcShapeOf(b, x)));
}

//===- By a mask ----------------------------------------------------------===//

// masked_scatter(x, mask, src): the elements that the mask picks become those
// of src, in order
static void maskedScatter(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), mask = tcArg(c, "mask");
  TcShape shape;
  if (!x.ptr || !mask.ptr ||
      !tcShapeBroadcast(b, tcShapeOf(b, x), tcShapeOf(b, mask), &shape))
    return;
  mask = tcTruth(b, tcBroadcastTo(b, mask, shape));
  MlirValue src = flat(b, tcConvert(b, tcArg(c, "source"), tcElementOf(x)));
  MlirValue at = numberAmong(b, mask);
  MlirValue last =
      tcSizeValue(b, tcSizeAttrAddConst(tcValueSize(src, 0), -1), tcI64(b));
  at = tcMin(b, at, last); // of what is not picked
  MlirValue taken = tcIndex(b, src, 1, &at, tcDimsOne(b, 0));
  tcReturn(c, tcWhere(b, mask, tcReshape(b, taken, shape),
                      tcBroadcastTo(b, x, shape)));
}

// masked_scatter_backward(dy, mask, sizes): what the mask picks of dy, in
// order, then zeros
static void maskedScatterBackward(TcFxCall *c, TcBuild *b) {
  MlirValue dy = tcArg(c, "grad_output"), mask = tcArg(c, "mask");
  TcShape sizes = tcArgSizes(c, "sizes");
  if (!dy.ptr || !mask.ptr)
    return;
  mask = tcTruth(b, tcBroadcastTo(b, mask, tcShapeOf(b, dy)));
  MlirValue at = numberAmong(b, mask), own = flat(b, dy);
  own = tcWhere(b, flat(b, mask), own, tcNum(b, own, 0));
  TcShape line = tcShapeMake(b, 1);
  line.sizes[0] = tcShapeNumElements(b, sizes);
  MlirValue sum = tcIndexPut(b, tcZeros(b, line, tcElementOf(dy)), own, 1, &at,
                             tcDimsOne(b, 0), "add");
  tcReturn(c, tcReshape(b, sum, sizes));
}

//===- By flat positions --------------------------------------------------===//

// put(x, i, src, accumulate): x with element i, counted through, set or added
// to
static void putFlat(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), i = tcArg(c, "index");
  if (!x.ptr || !i.ptr)
    return;
  MlirValue line = flat(b, x), src = tcArg(c, "source");
  src = flat(b, tcConvert(b, src, tcElementOf(x)));
  MlirValue at = tcWrapIndex(b, flat(b, i), tcValueSize(line, 0));
  MlirValue y = tcIndexPut(b, line, src, 1, &at, tcDimsOne(b, 0),
                           tcArgBool(c, "accumulate") ? "add" : "set");
  tcReturn(c, tcReshape(b, y, tcShapeOf(b, x)));
}

static const TcFxRule rules[] = {
    {"aten.masked_scatter.default", maskedScatter, 0},
    {"aten.masked_scatter_backward.default", maskedScatterBackward, 0},
    {"aten.scatter.src", scatter, 0},
    {"aten.scatter.value", scatter, 0},
    {"aten.scatter.reduce", scatterReduced, 0},
    {"aten.scatter.value_reduce", scatterReduced, 0},
    {"aten.scatter_add.default", scatterAdd, 0},
    {"aten.scatter_reduce.two", scatterReduce, 0},
    {"aten.index_put.default", indexPut, 0},
    {"aten._unsafe_index_put.default", indexPut, 0},
    {"aten.index_add.default", indexAdd, 0},
    {"aten.index_copy.default", indexCopy, 0},
    {"aten.index_reduce.default", indexReduce, 0},
    {"aten.put.default", putFlat, 0},
    {"aten.index_fill.int_Scalar", indexFill, 0},
    {"aten.index_fill.int_Tensor", indexFill, 0},
};

TC_FX_RULES(tcFxScatterRules, rules);
