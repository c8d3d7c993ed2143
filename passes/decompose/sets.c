// Decompositions of unique and its kin: sort, flag where a run of equal
// elements begins, number the runs. How many there are is a size that data
// decide: the capture has named it.
#include "passes/decompose/indices.h"

//===- Runs of equal elements ---------------------------------------------===//

// Elements of a tensor, or slices along `dim`, as runs of equal neighbours.
typedef struct Runs {
  MlirValue x;
  intptr_t dim;
  MlirValue order;   // [n]: where each came from; null: they were not sorted
  MlirValue isFirst; // [n]: whether a run begins with it
  MlirValue number;  // [n]: of the run that it is of, from 0
  MlirAttribute count;
} Runs;

// Whether each element differs from the one before it along the last
// dimension; the first does. NaN differs from NaN.
static MlirValue differs(TcBuild *b, MlirValue x) {
  intptr_t last = tcRankOf(x) - 1;
  MlirAttribute n = tcValueSize(x, last);
  MlirValue place = tcIota(b, n, tcI64(b));
  MlirValue before =
      tcMax(b, tcSub(b, place, tcNum(b, place, 1)), tcNum(b, place, 0));
  MlirValue y = tcIndex(b, x, 1, &before, tcDimsOne(b, last));
  MlirValue ne = tcNe(b, x, tcMoveDim(b, y, 0, last));
  return tcOr(b, tcEq(b, place, tcNum(b, place, 0)), ne);
}

// The number of the run that each element is of, along the last dimension.
static MlirValue numbers(TcBuild *b, MlirValue isFirst) {
  MlirValue steps = tcConvert(b, isFirst, tcI64(b));
  if (!steps.ptr)
    return steps;
  MlirValue number = tcPrimCumsum(&b->at, steps, tcRankOf(steps) - 1);
  return tcSub(b, number, tcNum(b, number, 1));
}

// Sorts along the last dimension; what was where is `order`.
static MlirValue sorted(TcBuild *b, MlirValue x, MlirValue *order) {
  if (!x.ptr)
    return x;
  MlirOperation op = tcPrimSortCreate(&b->at, x, tcRankOf(x) - 1, false);
  if (!op.ptr)
    return tcNoValue();
  *order = mlirOperationGetResult(op, 1);
  return mlirOperationGetResult(op, 0);
}

// Among distinct values of its row: how many are less than each element.
static MlirValue denseRanks(TcBuild *b, MlirValue rows) {
  MlirValue order = tcNoValue();
  MlirValue values = sorted(b, rows, &order);
  MlirValue number = values.ptr ? numbers(b, differs(b, values)) : values;
  if (!number.ptr)
    return number;
  intptr_t rank = tcRankOf(rows);
  return tcIndexPut(b, tcZeros(b, tcShapeOf(b, rows), tcI64(b)), number, rank,
                    tcElementIndices(b, order, rank - 1),
                    tcDimsRange(b, 0, rank), "set");
}

// [k, n] -> [n]: numbers in the lexicographic order of the columns. Pairs of
// rows become one, rank * n + rank, until one is left: log k sorts.
static MlirValue lexicographic(TcBuild *b, MlirValue rows, int64_t k) {
  MlirAttribute n = tcValueSize(rows, 1);
  for (; k > 1 && rows.ptr; k = (k + 1) / 2) {
    rows = denseRanks(b, rows);
    if (k % 2) { // a row of zeros orders nothing
      MlirAttribute none[2] = {tcSizeInt(b, 0), tcSizeInt(b, 0)};
      MlirAttribute one[2] = {tcSizeInt(b, 1), tcSizeInt(b, 0)};
      rows = tcPad(b, rows, tcConstInt(b, tcI64(b), 0), none, one);
    }
    MlirAttribute half = tcSizeInt(b, (k + 1) / 2);
    MlirValue high = tcSlice(b, rows, 0, tcSizeInt(b, 0), half, 2);
    MlirValue low = tcSlice(b, rows, 0, tcSizeInt(b, 1), half, 2);
    rows = tcAdd(b, tcMul(b, high, tcSizeValue(b, n, tcI64(b))), low);
  }
  return tcFlatten(b, rows, 0, tcRankOf(rows));
}

// Each level sorts all elements, where eager compares the first few of a slice:
// 10,000 slices of 3 elements take 0.4 of its time, of 16 elements 1.8, of 64
// elements 4.1. Few elements take less than half a millisecond.
static const int64_t mostOfSlice = 16, fewElements = 4096;

static bool isWorth(TcShape matrix, int64_t size) {
  int64_t n;
  return size <= mostOfSlice ||
         (tcSizeAttrIsConstant(matrix.sizes[1], &n) && n <= fewElements / size);
}

// The slices of x along `dim` as columns of a matrix; null, with the reason
// reported, where their size is not a number.
static MlirValue slicesOf(TcFxCall *c, TcBuild *b, MlirValue x, intptr_t dim,
                          bool sorts, int64_t *size) {
  intptr_t rank = tcRankOf(x);
  TcShape matrix = tcShapeMake(b, 2), rest = tcShapeOf(b, x);
  matrix.sizes[1] = rest.sizes[dim];
  rest = tcShapeRemove(b, rest, dim);
  matrix.sizes[0] = tcShapeNumElements(b, rest);
  if (!tcSizeAttrIsConstant(matrix.sizes[0], size) || *size == 0) {
    tcUnsupported(c, "slices of a size that is not known, or of no elements");
    return tcNoValue();
  }
  if (sorts && !isWorth(matrix, *size)) {
    tcUnsupported(c,
                  "slices of more than 16 elements, which eager sorts faster");
    return tcNoValue();
  }
  return tcReshape(b, tcMoveDim(b, x, dim, rank - 1), matrix);
}

static MlirAttribute countOf(TcFxCall *c, intptr_t dim) {
  MlirType type = tcResultType(c, 0);
  return dim < tcTypeGetRank(type) ? tcTypeGetSize(type, dim) : tcNoAttr();
}

// Of all elements in one row.
static Runs elementRuns(TcFxCall *c, TcBuild *b, bool sorts) {
  MlirValue x = tcArg(c, "self");
  Runs r = {.x = x.ptr ? tcFlatten(b, x, 0, tcRankOf(x)) : x,
            .count = countOf(c, 0)};
  if (sorts)
    r.x = sorted(b, r.x, &r.order);
  if (r.x.ptr)
    r.isFirst = differs(b, r.x);
  r.number = numbers(b, r.isFirst);
  return r;
}

// Of slices along argument `dim`.
static Runs sliceRuns(TcFxCall *c, TcBuild *b, bool sorts) {
  MlirValue x = tcArg(c, "self");
  int64_t size;
  if (!x.ptr)
    return (Runs){.x = x};
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  Runs r = {.x = x, .dim = dim, .count = countOf(c, dim)};
  MlirValue slices = slicesOf(c, b, x, dim, sorts, &size);
  if (sorts && slices.ptr) {
    MlirValue keys = sorted(b, lexicographic(b, slices, size), &r.order);
    r.isFirst = keys.ptr ? differs(b, keys) : keys;
  } else if (slices.ptr) {
    MlirValue any = tcConvert(b, differs(b, slices), tcI64(b));
    any = tcReduce(b, TC_PRIM_AMAX, any, tcDimsOne(b, 0), false);
    r.isFirst = tcTruth(b, any);
  }
  r.number = numbers(b, r.isFirst);
  return r;
}

//===- Their results ------------------------------------------------------===//

// One slice a run, where each of the slices is among them, how many each run
// has.
static void returnRuns(TcFxCall *c, TcBuild *b, const Runs *r, bool all,
                       TcShape own) {
  TcDims first = tcDimsOne(b, 0);
  if (!r->number.ptr)
    return;
  if (tcSizeAttrIsValue(r->count, 0)) { // no element, which the capture knows
    for (int i = 0; i < 3; ++i)
      tcReturnNone(c, i);
    return;
  }
  MlirValue rows = tcNonzeroRows(b, r->isFirst, r->count);
  MlirValue at = tcSelect(b, rows, 1, tcSizeInt(b, 0));
  if (r->order.ptr && all)
    at = tcIndex(b, r->order, 1, &at, first);
  MlirValue values = tcIndex(b, r->x, 1, &at, tcDimsOne(b, r->dim));
  tcReturn(c, tcMoveDim(b, values, 0, r->dim));
  TcShape line = tcShapeOf(b, r->number),
          bins = {1, (MlirAttribute *)&r->count};
  MlirValue inverse = r->number;
  if (r->order.ptr) // back where each came from
    inverse = tcIndexPut(b, tcZeros(b, line, tcI64(b)), r->number, 1, &r->order,
                         first, "set");
  if (all || tcArgBool(c, "return_inverse"))
    tcReturnAt(c, 1, tcReshape(b, inverse, own));
  else
    tcReturnNone(c, 1);
  MlirValue ones = tcFull(b, line, tcConstInt(b, tcI64(b), 1));
  if (all || tcArgBool(c, "return_counts"))
    tcReturnAt(c, 2,
               tcIndexPut(b, tcZeros(b, bins, tcI64(b)), ones, 1, &r->number,
                          first, "add"));
  else
    tcReturnNone(c, 2);
}

static void returnElements(TcFxCall *c, TcBuild *b, bool sorts) {
  Runs r = elementRuns(c, b, sorts);
  returnRuns(c, b, &r, false, tcShapeOf(b, tcArg(c, "self")));
}

// Along a dimension eager's CPU kernels give positions and counts asked for or
// not.
static void returnSlices(TcFxCall *c, TcBuild *b, bool sorts) {
  Runs r = sliceRuns(c, b, sorts);
  if (r.number.ptr)
    returnRuns(c, b, &r, true, tcShapeOf(b, r.number));
}

// _unique2(x): its values in order, where each element is among them, how many
// of each there are
static void unique(TcFxCall *c, TcBuild *b) { returnElements(c, b, true); }

// unique_dim(x, dim): the same of slices, in lexicographic order
static void uniqueDim(TcFxCall *c, TcBuild *b) { returnSlices(c, b, true); }

// unique_consecutive(x, dim): the same of equal neighbours
static void uniqueConsecutive(TcFxCall *c, TcBuild *b) {
  if (tcArgIsNone(c, "dim"))
    returnElements(c, b, false);
  else
    returnSlices(c, b, false);
}

static const TcFxRule rules[] = {
    {"aten._unique2.default", unique, 0},
    {"aten.unique_dim.default", uniqueDim, 0},
    {"aten.unique_consecutive.default", uniqueConsecutive, 0},
};

TC_FX_RULES(tcFxSetRules, rules);
