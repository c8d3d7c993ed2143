// Decompositions of order statistics: medians, the k-th value, the mode, and
// where values belong in sorted rows.
#include "passes/decompose/indices.h"
#include "passes/decompose/search.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- Sorted rows --------------------------------------------------------===//

// An operand sorted along a dimension, where it came from, and how many of a
// row are no NaN: those stand in front.
typedef struct Sorted {
  MlirValue values, positions, count; // count: 1 along dim
  intptr_t dim;
  TcShape shape; // of the operand
  bool ok;
} Sorted;

// Along argument `dim`; `whole`: of all elements as one row.
static Sorted sortedOf(TcFxCall *c, TcBuild *b, bool whole) {
  MlirValue x = tcArg(c, "self");
  Sorted s = {.shape = tcShapeOf(b, x)};
  if (!x.ptr)
    return s;
  bool isFlat = whole || s.shape.rank == 0;
  s.dim = isFlat ? 0 : tcArgDim(c, "dim", s.shape.rank);
  MlirValue rows = isFlat ? tcFlatten(b, x, 0, tcRankOf(x)) : x;
  MlirOperation op =
      rows.ptr ? tcPrimSortCreate(&b->at, rows, s.dim, false) : tcNoOp();
  if (!op.ptr)
    return s;
  s.values = mlirOperationGetResult(op, 0);
  s.positions = mlirOperationGetResult(op, 1);
  MlirValue isNumber = tcConvert(b, tcEq(b, s.values, s.values), tcI64(b));
  s.count = tcSum(b, isNumber, tcDimsOne(b, s.dim), true);
  s.ok = s.count.ptr;
  return s;
}

// Element `at` (i64, of size 1 along the dimension) of each sorted row.
static MlirValue pick(TcBuild *b, const Sorted *s, MlirValue x, MlirValue at) {
  intptr_t rank = tcRankOf(x);
  return tcIndex(b, x, rank, tcElementIndices(b, at, s->dim),
                 tcDimsRange(b, 0, rank));
}

static void returnPicked(TcFxCall *c, const Sorted *s, MlirValue at) {
  TcBuild *b = c->b;
  bool keeps = tcArgBool(c, "keepdim") || s->shape.rank == 0;
  MlirValue found[2] = {pick(b, s, s->values, at),
                        pick(b, s, s->positions, at)};
  for (int i = 0; i < 2; ++i) {
    MlirValue y = s->shape.rank == 0 ? tcReshape(b, found[i], s->shape)
                  : keeps            ? found[i]
                                     : tcSqueeze(b, found[i], s->dim);
    tcReturnAt(c, i, y);
  }
}

static MlirValue sizeAlong(TcBuild *b, const Sorted *s) {
  return tcSizeValue(b, tcValueSize(s->values, s->dim), tcI64(b));
}

// The lower of the two in the middle: of all, the first NaN where there is one;
// of numbers alone.
static MlirValue middleOf(TcBuild *b, const Sorted *s, bool numbersAlone) {
  MlirValue one = tcNum(b, s->count, 1), two = tcNum(b, s->count, 2);
  MlirValue middle = tcMax(b, tcSub(b, s->count, one), tcNum(b, one, 0));
  middle = tcDiv(b, middle, two);
  if (numbersAlone)
    return middle;
  return tcWhere(b, tcLt(b, s->count, sizeAlong(b, s)), s->count, middle);
}

// median(x, dim), nanmedian(x, dim): value and position
static void median(TcFxCall *c, TcBuild *b) {
  Sorted s = sortedOf(c, b, false);
  if (s.ok)
    returnPicked(c, &s, middleOf(b, &s, false));
}

static void nanMedian(TcFxCall *c, TcBuild *b) {
  Sorted s = sortedOf(c, b, false);
  if (s.ok)
    returnPicked(c, &s, middleOf(b, &s, true));
}

static void medianOfAll(TcFxCall *c, TcBuild *b, bool numbersAlone) {
  Sorted s = sortedOf(c, b, true);
  if (!s.ok)
    return;
  MlirValue y = pick(b, &s, s.values, middleOf(b, &s, numbersAlone));
  tcReturn(c, tcReshape(b, y, tcShapeMake(b, 0)));
}

// median(x), nanmedian(x): of all elements
static void wholeMedian(TcFxCall *c, TcBuild *b) { medianOfAll(c, b, false); }
static void wholeNanMedian(TcFxCall *c, TcBuild *b) { medianOfAll(c, b, true); }

// kthvalue(x, k, dim): the k-th smallest, from 1, and its position
static void kthValue(TcFxCall *c, TcBuild *b) {
  Sorted s = sortedOf(c, b, false);
  if (!s.ok)
    return;
  MlirValue at =
      tcSizeValue(b, tcSizeAttrAddConst(tcArgSize(c, "k"), -1), tcI64(b));
  returnPicked(c, &s, tcBroadcastTo(b, at, tcShapeOf(b, s.count)));
}

// Which elements of sorted rows differ from the one before; the first does.
static MlirValue startsRun(TcBuild *b, const Sorted *s) {
  MlirValue place = tcIotaDim(b, tcShapeOf(b, s->values), s->dim, tcI64(b));
  MlirValue zero = tcNum(b, place, 0);
  MlirValue before = tcMax(b, tcSub(b, place, tcNum(b, place, 1)), zero);
  MlirValue last = pick(b, s, s->values, before);
  return tcOr(b, tcEq(b, place, zero), tcNe(b, s->values, last));
}

// mode(x, dim): the least of the values that occur most often, and its last
// position: what the sort of PyTorch on CPUs gives for rows of up to 16
static void mode(TcFxCall *c, TcBuild *b) {
  Sorted s = sortedOf(c, b, false);
  if (!s.ok)
    return;
  MlirValue starts = tcConvert(b, startsRun(b, &s), tcI64(b));
  if (!starts.ptr)
    return;
  intptr_t rank = tcRankOf(starts);
  TcShape shape = tcShapeOf(b, starts);
  MlirValue run = tcPrimCumsum(&b->at, starts, s.dim);
  run = tcSub(b, run, tcNum(b, run, 1));
  MlirValue ones = tcFull(b, shape, tcConstInt(b, tcI64(b), 1));
  MlirValue lengths = tcIndexPut(b, tcZeros(b, shape, tcI64(b)), ones, rank,
                                 tcElementIndices(b, run, s.dim),
                                 tcDimsRange(b, 0, rank), "add");
  MlirValue length = pick(b, &s, lengths, run);
  if (!length.ptr)
    return;
  MlirValue first = tcUnsqueeze(b, tcPrimArgmax(&b->at, length, s.dim), s.dim);
  MlirValue longest = tcAmax(b, length, tcDimsOne(b, s.dim), true);
  MlirValue last = tcSub(b, longest, tcNum(b, longest, 1));
  returnPicked(c, &s, tcAdd(b, first, last));
}

//===- Sorted rows --------------------------------------------------------===//

// searchsorted(rows, x, right, sorter): at which position of its sorted row
// each element belongs: before the first that is not below it, or (right) that
// is above it
static void searchSorted(TcFxCall *c, TcBuild *b) {
  MlirValue rows = tcArg(c, "sorted_sequence"), x = tcArg(c, "self");
  MlirType type = tcPromoteTypes(tcElementOf(rows), tcElementOf(x));
  if (!rows.ptr || !x.ptr)
    return;
  if (!tcArgIsNone(c, "sorter")) {
    MlirValue order = tcConvert(b, tcArg(c, "sorter"), tcI64(b));
    intptr_t rank = tcRankOf(rows);
    rows = tcIndex(b, rows, rank, tcElementIndices(b, order, rank - 1),
                   tcDimsRange(b, 0, rank));
  }
  bool right = tcArgBool(c, "right") || tcArgIsString(c, "side", "right");
  TcShape shape = tcShapeOf(b, x);
  MlirValue line = shape.rank ? x : tcUnsqueeze(b, x, 0);
  MlirValue at = tcCountBelow(b, tcConvert(b, rows, type),
                              tcConvert(b, line, type), right);
  tcReturnAs(c, tcReshape(b, at, shape),
             tcArgBool(c, "out_int32") ? mlirIntegerTypeGet(b->at.ctx, 32)
                                       : tcI64(b));
}

static const TcFxRule rules[] = {
    {"aten.median.default", wholeMedian, 0},
    {"aten.median.dim", median, 0},
    {"aten.nanmedian.default", wholeNanMedian, 0},
    {"aten.nanmedian.dim", nanMedian, 0},
    {"aten.kthvalue.default", kthValue, 0},
    {"aten.mode.default", mode, 0},
    {"aten.searchsorted.Tensor", searchSorted, 0},
    {"aten.searchsorted.Scalar", searchSorted, 0},
};

TC_FX_RULES(tcFxOrderRules, rules);
