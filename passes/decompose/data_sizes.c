// Decompositions of ops with data-dependent result sizes: the capture names
// these sizes, the op defines them (prim.nonzero, prim.range_to).
#include "passes/decompose/indices.h"
#include "passes/decompose/lower.h"

#include "lib/support/map.h"

//===- Sizes --------------------------------------------------------------===//

// 0, 1, ... below `count`, which is what defines `size`, a symbol.
static MlirValue rangeTo(TcBuild *b, MlirValue count, MlirAttribute size) {
  if (!count.ptr)
    return count;
  return tcOpOnlyResult(
      tcPrimRangeToCreate(&b->at, tcTensorTypeGet(1, &size, tcI64(b)), count));
}

typedef struct Linear {
  TcArena *arena;
  const char *symbol;
  int number; // of symbols found
  int64_t scale, shift;
} Linear;

static void findSymbol(void *self, const char *symbol) {
  Linear *l = self;
  l->symbol = tcArenaPrintf(l->arena, "%s", symbol);
  ++l->number;
}

static MlirAttribute at(TcBuild *b, MlirAttribute size, const char *symbol,
                        int64_t value) {
  TcMap bindings = {.arena = b->arena};
  tcBindingsSet(&bindings, tcStr(symbol), tcSizeInt(b, value));
  return tcSizeAttrSubstitute(size, &bindings);
}

// Whether size = scale * symbol + shift, with numbers alone.
static bool isLinear(TcBuild *b, MlirAttribute size, Linear *l) {
  int64_t one;
  *l = (Linear){.arena = b->arena};
  tcSizeAttrSymbols(size, findSymbol, l);
  if (l->number != 1 ||
      !tcSizeAttrIsConstant(at(b, size, l->symbol, 0), &l->shift) ||
      !tcSizeAttrIsConstant(at(b, size, l->symbol, 1), &one))
    return false;
  l->scale = one - l->shift;
  MlirAttribute again = tcSizeAttrAddConst(
      tcSizeAttrMulConst(tcSizeAttrGetSymbol(b->at.ctx, tcStr(l->symbol)),
                         l->scale),
      l->shift);
  return l->scale > 0 && tcSizeAttrEqual(again, size);
}

// Defines the symbol of `size`, whose value `count` is.
static bool define(TcBuild *b, MlirValue count, MlirAttribute size) {
  Linear l;
  if (!count.ptr)
    return false;
  if (!isLinear(b, size, &l)) {
    tcFail(b, 4102,
           "a size that data decides must be captured as one symbol, times a "
           "number, plus a number");
    return false;
  }
  if (l.shift)
    count = tcSub(b, count, tcNum(b, count, (double)l.shift));
  if (l.scale != 1)
    count = tcDiv(b, count, tcNum(b, count, (double)l.scale));
  return rangeTo(b, count, tcSizeAttrGetSymbol(b->at.ctx, tcStr(l.symbol))).ptr;
}

static MlirValue nonzeroOf(TcBuild *b, MlirValue x, MlirAttribute rows) {
  MlirAttribute sizes[2] = {rows, tcSizeInt(b, tcRankOf(x))};
  return tcPrimNonzero(&b->at, tcTensorTypeGet(2, sizes, tcI64(b)), x);
}

// The positions of the first `rows` (a constant) elements that are not 0, one a
// row; `fill` in rows that are too many.
static MlirValue firstRows(TcBuild *b, MlirValue x, MlirAttribute rows,
                           int64_t fill) {
  TcShape shape = tcShapeOf(b, x);
  MlirAttribute room = tcSizeAttrAddConst(rows, 1);
  TcShape line = {1, &room}, flat = tcShapeMake(b, 1);
  flat.sizes[0] = tcShapeNumElements(b, shape);
  MlirValue isPicked = tcReshape(b, tcTruth(b, x), flat);
  MlirValue picked = tcConvert(b, isPicked, tcI64(b));
  if (!picked.ptr)
    return picked;
  MlirValue number = tcPrimCumsum(&b->at, picked, 0);
  number = tcSub(b, number, tcNum(b, number, 1));
  MlirValue last = tcSizeValue(b, rows, tcI64(b)); // a row that is cut off
  number = tcWhere(b, isPicked, tcMin(b, number, last), last);
  MlirValue all = tcFull(b, line, tcConstInt(b, tcI64(b), fill));
  intptr_t n = shape.rank;
  if (n == 0)
    return tcZeros(b, (TcShape){2, (MlirAttribute[]){rows, tcSizeInt(b, 0)}},
                   tcI64(b));
  MlirValue *columns = TC_ARENA_ARRAY(b->arena, MlirValue, n);
  for (intptr_t d = 0; d < n; ++d) {
    MlirValue own = tcReshape(b, tcIotaDim(b, shape, d, tcI64(b)), flat);
    MlirValue column =
        tcIndexPut(b, all, own, 1, &number, tcDimsOne(b, 0), "set");
    columns[d] =
        tcUnsqueeze(b, tcSlice(b, column, 0, tcSizeInt(b, 0), rows, 1), 1);
  }
  return tcCat(b, n, columns, 1);
}

// Of `a * symbol + b` rows: the symbol is defined by their number, and they
// are counted by another that is named after it.
MlirValue tcNonzeroRows(TcBuild *b, MlirValue x, MlirAttribute rows) {
  if (!x.ptr || !rows.ptr || tcSizeAttrIsSymbol(rows, NULL))
    return x.ptr && rows.ptr ? nonzeroOf(b, x, rows) : tcNoValue();
  MlirValue picked = tcConvert(b, tcTruth(b, x), tcI64(b));
  TcDims all = tcDimsRange(b, 0, tcRankOf(x));
  Linear l;
  if (!define(b, tcSum(b, picked, all, false), rows) || !isLinear(b, rows, &l))
    return tcNoValue();
  const char *name = tcArenaPrintf(b->arena, "%s_rows", l.symbol);
  MlirValue y = nonzeroOf(b, x, tcSizeAttrGetSymbol(b->at.ctx, tcStr(name)));
  return tcCastSizes(b, y, tcShapeWith(b, tcShapeOf(b, y), 0, rows));
}

static MlirAttribute resultSize(TcFxCall *c, intptr_t i) {
  MlirType type = tcResultType(c, i);
  return tcTypeGetRank(type) ? tcTypeGetSize(type, 0) : tcNoAttr();
}

// Of this size, or defines it.
static bool known(TcFxCall *c, MlirValue count, MlirAttribute size) {
  int64_t value;
  return tcSizeAttrIsConstant(size, &value) || define(c->b, count, size);
}

//===- Positions ----------------------------------------------------------===//

// nonzero(x): positions, one a row
static void nonzero(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  if (x.ptr)
    tcReturn(c, tcNonzeroRows(b, x, resultSize(c, 0)));
}

// nonzero_static(x, size, fill_value): the first `size` of them
static void nonzeroStatic(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirAttribute size = tcArgSize(c, "size");
  if (x.ptr && size.ptr)
    tcReturn(c, firstRows(b, x, size, tcArgInt(c, "fill_value")));
}

// where(x) = nonzero(x), a result a dimension
static void where(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, tcArgAttr(c, "condition").ptr ? "condition" : "self");
  MlirValue rows = x.ptr ? tcNonzeroRows(b, x, resultSize(c, 0)) : tcNoValue();
  for (intptr_t i = 0; i < tcNumResults(c) && rows.ptr; ++i)
    tcReturnAt(c, i, tcSelect(b, rows, 1, tcSizeInt(b, i)));
}

// item(x) as a size: what the importer writes for a number of data that sizes
// are computed with
static void range(TcFxCall *c, TcBuild *b) {
  MlirValue n = tcConvert(b, tcArg(c, "n"), tcI64(b));
  tcReturn(c, rangeTo(b, tcReshape(b, n, tcShapeMake(b, 0)), resultSize(c, 0)));
}

//===- Repetition ---------------------------------------------------------===//

// Which element each of the repeated ones is: how many of the running sums of
// `repeats` do not lie behind its place.
static MlirValue repeated(TcFxCall *c, TcBuild *b, MlirValue repeats,
                          MlirAttribute total) {
  repeats = tcConvert(b, repeats, tcI64(b));
  if (!repeats.ptr || !total.ptr)
    return tcNoValue();
  MlirValue ends = tcPrimCumsum(&b->at, repeats, 0);
  MlirValue sum = tcSum(b, repeats, tcDimsOne(b, 0), false);
  if (tcArgIsNone(c, "output_size") && !known(c, sum, total))
    return tcNoValue();
  MlirAttribute room = tcSizeAttrAddConst(total, 1);
  TcShape places = {1, &room};
  MlirValue ones = tcFull(b, tcShapeOf(b, ends), tcConstInt(b, tcI64(b), 1));
  MlirValue marks = tcIndexPut(b, tcZeros(b, places, tcI64(b)), ones, 1, &ends,
                               tcDimsOne(b, 0), "add");
  marks = tcSlice(b, marks, 0, tcSizeInt(b, 0), total, 1);
  return marks.ptr ? tcPrimCumsum(&b->at, marks, 0) : marks;
}

// repeat_interleave(repeats): i as often as repeats[i] says
static void repeatCounts(TcFxCall *c, TcBuild *b) {
  MlirValue repeats = tcArg(c, "repeats");
  tcReturnAs(c, repeated(c, b, repeats, resultSize(c, 0)),
             tcElementOf(repeats));
}

// repeat_interleave(x, repeats, dim): x[.., i, ..] as often
static void repeatElements(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), repeats = tcArg(c, "repeats");
  if (!x.ptr || !repeats.ptr)
    return;
  if (tcArgIsNone(c, "dim") || tcRankOf(x) == 0) {
    TcShape flat = tcShapeMake(b, 1);
    flat.sizes[0] = tcShapeNumElements(b, tcShapeOf(b, x));
    x = tcReshape(b, x, flat);
  }
  intptr_t dim = tcArgIsNone(c, "dim") ? 0 : tcArgDim(c, "dim", tcRankOf(x));
  TcShape each = {1, tcShapeOf(b, x).sizes + dim};
  if (tcRankOf(repeats) == 0 || tcSizeAttrIsValue(tcValueSize(repeats, 0), 1))
    repeats = tcBroadcastTo(b, repeats, each);
  MlirValue i = repeated(c, b, repeats, tcTypeGetSize(tcResultType(c, 0), dim));
  tcReturn(c, tcMoveDim(b, tcIndex(b, x, 1, &i, tcDimsOne(b, dim)), 0, dim));
}

//===- Counts -------------------------------------------------------------===//

// bincount(x, weights, minlength): of each number how many there are, or the
// sum of their weights
static void bincount(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcConvert(b, tcArg(c, "self"), tcI64(b));
  MlirValue weights = tcArgOrNone(c, "weights");
  MlirAttribute size = resultSize(c, 0);
  if (!x.ptr || !size.ptr)
    return;
  MlirValue most = tcReduce(b, TC_PRIM_AMAX, x, tcDimsOne(b, 0), false);
  most = tcAdd(b, most, tcNum(b, most, 1));
  most = tcMax(b, most, tcSizeValue(b, tcArgSize(c, "minlength"), tcI64(b)));
  if (!known(c, most, size))
    return;
  MlirType type = tcTypeGetElement(tcResultType(c, 0));
  TcShape bins = {1, &size};
  MlirValue values = weights.ptr
                         ? tcConvert(b, weights, type)
                         : tcFull(b, tcShapeOf(b, x), tcConstInt(b, type, 1));
  tcReturn(c, tcIndexPut(b, tcZeros(b, bins, type), values, 1, &x,
                         tcDimsOne(b, 0), "add"));
}

static const TcFxRule rules[] = {
    {"aten.nonzero.default", nonzero, 0},
    {"aten.nonzero_static.default", nonzeroStatic, 0},
    {"aten.where.default", where, 0},
    {"aten.nonzero_numpy.default", where, 0},
    {"tc.range_to.default", range, 0},
    {"aten.repeat_interleave.Tensor", repeatCounts, 0},
    {"aten.repeat_interleave.self_Tensor", repeatElements, 0},
    {"aten.bincount.default", bincount, 0},
};

TC_FX_RULES(tcFxDataSizeRules, rules);
