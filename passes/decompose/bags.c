// Decompositions of ops that group elements into bags and combine each bag:
// histograms, embedding bags.
#include "passes/decompose/call.h"
#include "passes/decompose/indices.h"
#include "passes/decompose/search.h"

#include "lib/ir/ascending.h"

#include "mlir-c/BuiltinTypes.h"

#include <math.h>

// histc(x, bins, min, max): how many elements lie in each of `bins` equal
// parts of [min, max], the last of which is closed; min = max: those of x
static void histc(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirType result = tcElementOf(x);
  if (!x.ptr)
    return;
  bool whole = tcTypeIsInt(result) || tcTypeIsBool(result);
  MlirType type = whole ? mlirF64TypeGet(b->at.ctx) : tcComputeType(result);
  TcShape flat = tcShapeMake(b, 1), bins = tcShapeMake(b, 1);
  flat.sizes[0] = tcShapeNumElements(b, tcShapeOf(b, x));
  bins.sizes[0] = tcArgSize(c, "bins");
  x = tcReshape(b, tcConvert(b, x, type), flat);
  MlirValue low = tcArgNumber(c, "min", type);
  MlirValue high = tcArgNumber(c, "max", type);
  if (tcArgFloat(c, "min") == tcArgFloat(c, "max")) {
    TcDims all = tcDimsOne(b, 0);
    low = tcReduce(b, TC_PRIM_AMIN, x, all, false);
    high = tcReduce(b, TC_PRIM_AMAX, x, all, false);
    MlirValue isPoint = tcEq(b, low, high), one = tcNum(b, low, 1);
    low = tcWhere(b, isPoint, tcSub(b, low, one), low);
    high = tcWhere(b, isPoint, tcAdd(b, high, one), high);
  }
  MlirValue count = tcSizeValue(b, bins.sizes[0], type);
  MlirValue place =
      tcDiv(b, tcMul(b, tcSub(b, x, low), count), tcSub(b, high, low));
  MlirValue isIn = tcAnd(b, tcGe(b, x, low), tcLe(b, x, high));
  place = tcWhere(b, isIn, place, tcNum(b, place, 0));
  MlirValue bin = tcConvert(b, tcFloor(b, place), tcI64(b));
  bin = tcMin(b, bin,
              tcSub(b, tcSizeValue(b, bins.sizes[0], tcI64(b)),
                    tcConstInt(b, tcI64(b), 1)));
  MlirValue ones = tcConvert(b, isIn, tcI64(b));
  MlirValue counts = tcIndexPut(b, tcZeros(b, bins, tcI64(b)), ones, 1, &bin,
                                tcDimsOne(b, 0), "add");
  tcReturnAs(c, counts, result);
}

//===- Bags of embeddings -------------------------------------------------===//

// ORDER: torch.nn.functional.embedding_bag.
enum { BAG_SUM, BAG_MEAN, BAG_MAX };

typedef struct Bags {
  MlirValue at;          // [n]: which row of the weights each index picks
  MlirAttribute weights; // how many rows there are
  MlirValue rows;        // [n, d]: the row of each index
  MlirValue bag;         // [n]: which bag it is of
  MlirValue counts;      // [n]: whether it counts (it is no padding)
  MlirValue number;      // [bags]: how many that count each has
  TcShape sums;          // [bags, d]
  MlirType type;
} Bags;

// The offsets, where indices of them are n.
static MlirValue offsetsWithin(TcBuild *b, MlirValue offsets, MlirAttribute n) {
  MlirType i64 = tcI64(b);
  return tcMin(b, tcMax(b, offsets, tcConstInt(b, i64, 0)),
               tcSizeValue(b, n, i64));
}

// How far each offset is from the next one, or from the end.
static MlirValue lengthsOf(TcBuild *b, MlirValue offsets, MlirAttribute n) {
  MlirAttribute less = tcSizeInt(b, -1), more = tcSizeInt(b, 1);
  MlirValue end = tcSizeValue(b, n, tcI64(b));
  return tcSub(b, tcPad(b, offsets, end, &less, &more), offsets);
}

// Narrow, if that holds the number of all offsets.
static MlirType countType(TcBuild *b, MlirValue offsets) {
  int64_t n;
  bool narrow = offsets.ptr && tcRankOf(offsets) == 1 &&
                tcSizeAttrIsConstant(tcValueSize(offsets, 0), &n) &&
                n <= INT32_MAX;
  return narrow ? mlirIntegerTypeGet(b->at.ctx, 32) : tcI64(b);
}

// How many offsets do not lie behind each index: the running sum of how many
// there are at each place.
static MlirValue countOffsets(TcBuild *b, MlirValue offsets, MlirAttribute n) {
  MlirType type = countType(b, offsets);
  MlirAttribute room = tcSizeAttrAddConst(n, 1);
  TcShape places = {1, &room};
  MlirValue ones = tcFull(b, tcShapeOf(b, offsets), tcConstInt(b, type, 1));
  MlirValue marks = tcIndexPut(b, tcZeros(b, places, type), ones, 1, &offsets,
                               tcDimsOne(b, 0), "add");
  marks = tcSlice(b, marks, 0, tcSizeInt(b, 0), n, 1);
  if (!marks.ptr)
    return marks;
  return tcConvert(b, tcPrimCumsum(&b->at, marks, 0), tcI64(b));
}

// The bag of index i is how many offsets do not lie behind i, less one. Threads
// of a GPU search for it in the offsets, which are sorted, in one launch; the
// running sum is several.
static MlirValue bagOf(TcFxCall *c, TcBuild *b, MlirValue offsets,
                       MlirAttribute n) {
  bool known = offsets.ptr && tcRankOf(offsets) == 1 &&
               tcSizeAttrIsConstant(tcValueSize(offsets, 0), NULL);
  MlirValue count = known && tcFxIsForGpu(c->op)
                        ? tcCountBelow(b, offsets, tcIota(b, n, tcI64(b)), true)
                        : countOffsets(b, offsets, n);
  return tcSub(b, count, tcConstInt(b, tcI64(b), 1));
}

// Rows combined by bag, which follow on each other.
static MlirValue combineBags(TcBuild *b, const Bags *s, MlirValue x,
                             MlirValue rows, const char *how) {
  MlirValue y = tcIndexPut(b, x, rows, 1, &s->bag, tcDimsOne(b, 0), how);
  if (y.ptr)
    tcSetAscending(mlirOpResultGetOwner(y));
  return y;
}

// The same number per index, added up by bag.
static MlirValue byBag(TcBuild *b, const Bags *s, MlirValue x) {
  TcShape bags = {1, s->sums.sizes};
  return combineBags(b, s, tcZeros(b, bags, tcElementOf(x)), x, "add");
}

static bool bagsOf(TcFxCall *c, TcBuild *b, Bags *s) {
  MlirValue weight = tcArgCompute(c, "weight");
  MlirValue at = tcConvert(b, tcArg(c, "indices"), tcI64(b));
  MlirValue offsets = tcConvert(b, tcArg(c, "offsets"), tcI64(b));
  if (!weight.ptr || !at.ptr || !offsets.ptr || tcRankOf(at) != 1)
    return false;
  s->type = tcElementOf(weight);
  s->at = at;
  s->weights = tcValueSize(weight, 0);
  s->sums = tcShapeMake(b, 2);
  s->sums.sizes[0] = tcValueSize(offsets, 0);
  s->sums.sizes[1] = tcValueSize(weight, 1);
  if (tcArgBool(c, "include_last_offset")) { // which ends the last bag
    s->sums.sizes[0] = tcSizeAttrAddConst(s->sums.sizes[0], -1);
    offsets = tcSlice(b, offsets, 0, tcSizeInt(b, 0), s->sums.sizes[0], 1);
  }
  offsets = offsetsWithin(b, offsets, tcValueSize(at, 0));
  if (!offsets.ptr)
    return false;
  s->bag = bagOf(c, b, offsets, tcValueSize(at, 0));
  int64_t padding = tcArgIntOr(c, "padding_idx", -1);
  s->counts = padding < 0
                  ? tcFull(b, tcShapeOf(b, at), tcConstInt(b, tcBool(b), 1))
                  : tcNe(b, at, tcConstInt(b, tcI64(b), padding));
  s->number = padding < 0 ? lengthsOf(b, offsets, tcValueSize(at, 0))
                          : byBag(b, s, tcConvert(b, s->counts, tcI64(b)));
  s->rows = tcIndex(b, weight, 1, &at, tcDimsOne(b, 0));
  MlirValue factors = tcArgOrNone(c, "per_sample_weights");
  if (factors.ptr)
    s->rows =
        tcMul(b, s->rows, tcUnsqueeze(b, tcConvert(b, factors, s->type), 1));
  return s->rows.ptr && s->bag.ptr && s->counts.ptr;
}

// The maximum of each bag, 0 for an empty one.
static MlirValue greatest(TcBuild *b, const Bags *s, MlirValue number) {
  MlirValue least = tcConst(b, s->type, -INFINITY);
  MlirValue rows = tcWhere(b, tcUnsqueeze(b, s->counts, 1), s->rows, least);
  MlirValue y = combineBags(b, s, tcFull(b, s->sums, least), rows, "max");
  MlirValue isEmpty = tcEq(b, number, tcNum(b, number, 0));
  return tcWhere(b, tcUnsqueeze(b, isEmpty, 1), tcNum(b, y, 0), y);
}

// Which row of the weights has the greatest element of each bag, the first of
// equal ones, 0 where there is none: the least of position * rows + row.
static MlirValue greatestRows(TcBuild *b, const Bags *s, MlirValue greatest) {
  MlirType type = tcI64(b);
  MlirValue rows = tcSizeValue(b, s->weights, type),
            most = tcGreatestOf(b, type);
  MlirValue place = tcIota(b, tcValueSize(s->at, 0), type);
  MlirValue code = tcAdd(b, tcMul(b, place, rows), s->at);
  MlirValue own = tcIndex(b, greatest, 1, &s->bag, tcDimsOne(b, 0));
  MlirValue isOne =
      tcAnd(b, tcEq(b, s->rows, own), tcUnsqueeze(b, s->counts, 1));
  code = tcWhere(b, isOne, tcUnsqueeze(b, code, 1), most);
  MlirValue first = combineBags(b, s, tcFull(b, s->sums, most), code, "min");
  MlirValue isNone = tcEq(b, first, most), zero = tcConstInt(b, type, 0);
  MlirValue divisor = tcMax(b, rows, tcConstInt(b, type, 1));
  first = tcWhere(b, isNone, zero, first);
  return tcSub(b, first, tcMul(b, tcDiv(b, first, divisor), divisor));
}

static MlirValue zerosOf(TcBuild *b, MlirType type) {
  TcShape shape = tcShapeMake(b, tcTypeGetRank(type));
  for (intptr_t i = 0; i < shape.rank; ++i)
    shape.sizes[i] = tcTypeGetSize(type, i);
  return tcZeros(b, shape, tcTypeGetElement(type));
}

// What PyTorch keeps for its derivative: the bag of each index (or nothing, if
// it computes that again), the number of each bag, and the rows of the
// greatest.
static void returnKept(TcFxCall *c, const Bags *s, MlirValue number,
                       MlirValue greatest) {
  TcBuild *b = c->b;
  for (intptr_t i = 1; i < tcNumResults(c) && i < 4; ++i) {
    MlirType type = tcResultType(c, i);
    if (!type.ptr) {
      tcReturnNone(c, i);
      continue;
    }
    bool isEmpty = tcTypeGetRank(type) == 1 &&
                   tcSizeAttrIsValue(tcTypeGetSize(type, 0), 0);
    MlirValue y = isEmpty        ? zerosOf(b, type)
                  : i == 1       ? s->bag
                  : i == 2       ? number
                  : greatest.ptr ? greatestRows(b, s, greatest)
                                 : zerosOf(b, type);
    tcReturnAt(c, i, tcConvert(b, y, tcTypeGetElement(type)));
  }
}

// embedding_bag(w, i, offsets): sum, mean or greatest of the rows of each bag
static void embeddingBag(TcFxCall *c, TcBuild *b) {
  Bags s;
  if (!bagsOf(c, b, &s))
    return;
  int64_t mode = tcArgInt(c, "mode");
  MlirType result = tcElementOf(tcArg(c, "weight"));
  MlirValue number = s.number, y;
  if (mode == BAG_MAX) {
    y = greatest(b, &s, number);
  } else {
    MlirValue rows =
        tcWhere(b, tcUnsqueeze(b, s.counts, 1), s.rows, tcNum(b, s.rows, 0));
    y = combineBags(b, &s, tcZeros(b, s.sums, s.type), rows, "add");
    if (mode == BAG_MEAN) {
      MlirValue most = tcMax(b, number, tcNum(b, number, 1));
      y = tcDiv(b, y, tcUnsqueeze(b, tcConvert(b, most, s.type), 1));
    }
  }
  tcReturnAs(c, y, result);
  if (tcNumResults(c) > 1)
    returnKept(c, &s, number, mode == BAG_MAX ? y : tcNoValue());
}

//===- Their derivatives --------------------------------------------------===//

static MlirValue indicesOf(TcFxCall *c, TcBuild *b, const char *name) {
  return tcConvert(b, tcArg(c, name), tcI64(b));
}

// Sums and means: each index's row gets its bag's dy, times its own factor, by
// the number of the bag; none at the padding's index
static MlirValue toEach(TcFxCall *c, TcBuild *b, MlirValue dy, MlirValue sums) {
  MlirType type = tcElementOf(dy);
  MlirValue at = indicesOf(c, b, "indices");
  if (!at.ptr)
    return at;
  MlirValue bag = bagOf(c, b, indicesOf(c, b, "offsets"), tcValueSize(at, 0));
  MlirValue padding = tcArgNumber(c, "padding_idx", tcI64(b));
  MlirValue factor = tcConvert(b, tcNe(b, at, padding), type);
  MlirValue own = tcArgOrNone(c, "per_sample_weights");
  if (own.ptr)
    factor = tcMul(b, factor, tcConvert(b, own, type));
  if (tcArgInt(c, "mode") == BAG_MEAN) {
    MlirValue number = tcConvert(b, tcArg(c, "bag_size"), type);
    number = tcMax(b, number, tcNum(b, number, 1));
    factor = tcDiv(b, factor, tcIndex(b, number, 1, &bag, tcDimsOne(b, 0)));
  }
  MlirValue rows = tcIndex(b, dy, 1, &bag, tcDimsOne(b, 0));
  rows = tcMul(b, rows, tcUnsqueeze(b, factor, 1));
  return tcIndexPut(b, sums, rows, 1, &at, tcDimsOne(b, 0), "add");
}

// Maxima: the rows that forward has found get dy, none for an empty bag
static MlirValue toGreatest(TcFxCall *c, TcBuild *b, MlirValue dy,
                            MlirValue sums) {
  MlirValue rows = indicesOf(c, b, "maximum_indices");
  MlirValue number = tcArg(c, "bag_size");
  if (!rows.ptr || !number.ptr)
    return tcNoValue();
  MlirValue isEmpty = tcUnsqueeze(b, tcEq(b, number, tcNum(b, number, 0)), 1);
  dy = tcWhere(b, isEmpty, tcNum(b, dy, 0), dy);
  MlirValue at[2] = {rows, tcIotaDim(b, tcShapeOf(b, rows), 1, tcI64(b))};
  return tcIndexPut(b, sums, dy, 2, at, tcDimsRange(b, 0, 2), "add");
}

// _embedding_bag_backward(dy, i, offsets): zeros like the weights, with dy of
// each bag added to the rows that it is made of
static void embeddingBagBackward(TcFxCall *c, TcBuild *b) {
  MlirValue dy = tcArgCompute(c, "grad");
  if (!dy.ptr)
    return;
  if (tcArgBool(c, "scale_grad_by_freq")) {
    tcUnsupported(c, "PyTorch's frequency of an index"); // another row's
    return;
  }
  TcShape shape =
      tcShapeWith(b, tcShapeOf(b, dy), 0, tcArgSize(c, "num_weights"));
  MlirValue sums = tcZeros(b, shape, tcElementOf(dy));
  MlirValue y = tcArgInt(c, "mode") == BAG_MAX ? toGreatest(c, b, dy, sums)
                                               : toEach(c, b, dy, sums);
  tcReturnAs(c, y, tcElementOf(tcArg(c, "grad")));
}

static const TcFxRule rules[] = {
    {"aten.histc.default", histc, 0},
    {"aten._embedding_bag.default", embeddingBag, 0},
    {"aten._embedding_bag_forward_only.default", embeddingBag, 0},
    {"aten.embedding_bag.default", embeddingBag, 0},
    {"aten.embedding_bag.padding_idx", embeddingBag, 0},
    {"aten._embedding_bag_backward.default", embeddingBagBackward, 0},
};

TC_FX_RULES(tcFxBagRules, rules);
