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
  MlirValue n = counts(b, &s), x = s.x;
  MlirValue isHit = tcNe(b, n, tcNum(b, n, 0));
  s.x = tcWhere(b, isHit, neutral, x);
  return put(b, &s, combine);
}

// scatter_reduce(x, dim, i, src, reduce): sum, prod, amax, amin, mean, with x
// itself unless include_self is false
static void scatterReduce(TcFxCall *c, TcBuild *b) {
  static const char *const names[][2] = {{"sum", "add"},
                                         {"prod", "mul"},
                                         {"mean", "add"},
                                         {"amax", "max"},
                                         {"amin", "min"}};
  Scatter s = scatterOf(c, b);
  const char *combine = NULL;
  for (int i = 0; i < 5; ++i)
    if (tcArgIsString(c, "reduce", names[i][0]))
      combine = names[i][1];
  if (!s.ok || !combine)
    return;
  bool includes = tcArgBool(c, "include_self");
  bool isMean = tcArgIsString(c, "reduce", "mean");
  bool isExtremum = combine[1] == 'a' || combine[1] == 'i';
  if (!includes && isExtremum) { // a first pass sets, a second compares
    Scatter first = s;
    first.x = put(b, &s, "set");
    tcReturn(c, tcReshape(b, put(b, &first, combine), s.shape));
    return;
  }
  MlirValue neutral = tcNum(b, s.x, combine[0] == 'm' ? 1 : 0);
  MlirValue y =
      includes ? put(b, &s, combine) : withoutSelf(b, s, combine, neutral);
  if (isMean) {
    MlirValue n = counts(b, &s), one = tcNum(b, n, 1);
    n = includes ? tcAdd(b, n, one) : tcMax(b, n, one);
    y = tcDiv(b, y, n);
    if (y.ptr && !tcTypeIsFloat(tcElementOf(y)))
      tcUnsupported(c, "scatter_reduce 'mean' of integers");
  }
  tcReturn(c, tcReshape(b, y, s.shape));
}

// x[mask] = v with one v for all: where(mask, v, x). False if it is not that.
static bool putMasked(TcFxCall *c, TcBuild *b, MlirValue x, MlirValue v) {
  MlirValue *at;
  intptr_t n = tcArgTensors(c, "indices", &at);
  if (n != 1 || !at[0].ptr || !v.ptr || !tcTypeIsBool(tcElementOf(at[0])) ||
      !tcSizeAttrIsValue(tcShapeNumElements(b, tcShapeOf(b, v)), 1))
    return false;
  MlirValue mask = at[0], one = tcReshape(b, v, tcShapeMake(b, 0));
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

// index_fill(x, dim, i, v): x[.., i, ..] = v
static void indexFill(TcFxCall *c, TcBuild *b) {
  MlirType type = tcElementOf(tcArg(c, "self"));
  alongDim(c, b, tcArgNumber(c, "value", type), "set");
}

static const TcFxRule rules[] = {
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
    {"aten.index_fill.int_Scalar", indexFill, 0},
    {"aten.index_fill.int_Tensor", indexFill, 0},
};

TC_FX_RULES(tcFxScatterRules, rules);
