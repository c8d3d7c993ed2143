// Decompositions of distances between rows, and of losses made of them.
#include "passes/decompose/call.h"

#include <math.h>

// |d|^p, whose derivative at 0 is 0 where p < 1, too
static MlirValue powerOf(TcBuild *b, MlirValue d, double p) {
  MlirValue size = tcAbs(b, d), zero = tcNum(b, d, 0);
  if (p == 2)
    return tcMul(b, d, d);
  if (p > 1)
    return tcPow(b, size, tcNum(b, d, p));
  MlirValue isZero = tcEq(b, size, zero);
  MlirValue safe = tcWhere(b, isZero, tcNum(b, d, 1), size);
  return tcWhere(b, isZero, zero, tcPow(b, safe, tcNum(b, d, p)));
}

// (sum over the last dimension of |d|^p)^(1 / p); its derivative at 0 is 0.
static MlirValue normOf(TcBuild *b, MlirValue d, double p) {
  TcDims last = tcDimsOne(b, tcRankOf(d) - 1);
  MlirValue zero = tcNum(b, d, 0), one = tcNum(b, d, 1), size = tcAbs(b, d);
  if (p == 0)
    return tcSum(b, tcWhere(b, tcEq(b, d, zero), zero, one), last, false);
  if (p == 1)
    return tcSum(b, size, last, false);
  if (isinf(p))
    return tcReduce(b, TC_PRIM_AMAX, size, last, false);
  MlirValue sum = tcSum(b, powerOf(b, d, p), last, false);
  MlirValue isZero = tcEq(b, sum, zero);
  MlirValue safe = tcWhere(b, isZero, one, sum);
  MlirValue root =
      p == 2 ? tcSqrt(b, safe) : tcPow(b, safe, tcNum(b, d, 1 / p));
  return tcWhere(b, isZero, zero, root);
}

// Each row of x1 [.., p, m] with each of x2 [.., r, m]: [.., p, r]
static void pairs(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "x1", "x2");
  MlirValue x = p.x[0], y = p.x[1];
  if (!x.ptr || !y.ptr || tcRankOf(x) < 2 || tcRankOf(y) < 2) {
    tcFail(b, 1102, "the operands must be matrices");
    return;
  }
  MlirValue d = tcSub(b, tcUnsqueeze(b, x, tcRankOf(x) - 1),
                      tcUnsqueeze(b, y, tcRankOf(y) - 2));
  tcReturnAs(c, normOf(b, d, tcArgFloat(c, "p")), p.result);
}

// _pdist_forward(x): rows i < j, those of i = 0 first. Row i's pairs start at
// i (2 n - i - 1) / 2.
static void pdist(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "self");
  if (!x.ptr || tcRankOf(x) != 2)
    return;
  MlirType type = tcI64(b);
  MlirAttribute n = tcValueSize(x, 0);
  MlirAttribute count =
      tcSizeAttrFloorDivConst(tcSizeAttrMul(n, tcSizeAttrAddConst(n, -1)), 2);
  MlirValue i = tcIota(b, n, type), one = tcConstInt(b, type, 1);
  MlirValue twice =
      tcSizeValue(b, tcSizeAttrAddConst(tcSizeAttrMulConst(n, 2), -1), type);
  MlirValue starts =
      tcDiv(b, tcMul(b, i, tcSub(b, twice, i)), tcConstInt(b, type, 2));
  MlirValue k = tcIota(b, count, type);
  MlirValue isPast = tcLe(b, starts, tcUnsqueeze(b, k, 1));
  MlirValue row = tcSub(
      b, tcSum(b, tcConvert(b, isPast, type), tcDimsOne(b, 1), false), one);
  // The last row has no pairs, and starts where the one before ends.
  MlirValue last = tcSizeValue(b, tcSizeAttrAddConst(n, -2), type);
  row = tcMin(b, row, last);
  MlirValue first = tcIndex(b, starts, 1, &row, tcDimsOne(b, 0));
  MlirValue other = tcAdd(b, tcAdd(b, row, one), tcSub(b, k, first));
  MlirValue d = tcSub(b, tcIndex(b, x, 1, &row, tcDimsOne(b, 0)),
                      tcIndex(b, x, 1, &other, tcDimsOne(b, 0)));
  tcReturnAs(c, normOf(b, d, tcArgFloat(c, "p")),
             tcElementOf(tcArg(c, "self")));
}

// |x - y + eps|_p along the last dimension
static MlirValue apart(TcFxCall *c, TcBuild *b, MlirValue x, MlirValue y) {
  MlirValue d = tcSub(b, x, y);
  return normOf(b, tcAdd(b, d, tcNum(b, d, tcArgFloat(c, "eps"))),
                tcArgFloat(c, "p"));
}

// pairwise_distance(x1, x2)
static void pairwise(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "x1", "x2");
  MlirValue y = apart(c, b, p.x[0], p.x[1]);
  if (tcArgBool(c, "keepdim"))
    y = tcUnsqueeze(b, y, tcRankOf(y));
  tcReturnAs(c, y, p.result);
}

// ORDER: torch.nn._reduction.
enum { REDUCTION_NONE, REDUCTION_MEAN, REDUCTION_SUM };

static MlirValue reduced(TcFxCall *c, TcBuild *b, MlirValue x) {
  TcDims all = tcDimsRange(b, 0, tcRankOf(x));
  int64_t reduction = tcArgInt(c, "reduction");
  return reduction == REDUCTION_MEAN  ? tcMean(b, x, all, false)
         : reduction == REDUCTION_SUM ? tcSum(b, x, all, false)
                                      : x;
}

// triplet_margin_loss(a, p, n) = max(margin + |a - p| - |a - n|, 0); swapped:
// the lesser of |a - n| and |p - n|
static void triplet(TcFxCall *c, TcBuild *b) {
  TcPointwise p =
      TC_POINTWISE(c, TC_PROMOTE_FLOAT, "anchor", "positive", "negative");
  MlirValue near = apart(c, b, p.x[0], p.x[1]);
  MlirValue far = apart(c, b, p.x[0], p.x[2]);
  if (tcArgBool(c, "swap"))
    far = tcMin(b, far, apart(c, b, p.x[1], p.x[2]));
  MlirValue gap = tcSub(b, near, far);
  gap = tcAdd(b, gap, tcNum(b, gap, tcArgFloat(c, "margin")));
  MlirValue zero = tcNum(b, gap, 0);
  gap = tcWhere(b, tcLt(b, gap, zero), zero, gap); // clamp_min's derivative
  tcReturnAs(c, reduced(c, b, gap), p.result);
}

static const TcFxRule rules[] = {
    {"aten.cdist.default", pairs, 0},
    {"aten._cdist_forward.default", pairs, 0},
    {"aten.pdist.default", pdist, 0},
    {"aten._pdist_forward.default", pdist, 0},
    {"aten.pairwise_distance.default", pairwise, 0},
    {"aten.triplet_margin_loss.default", triplet, 0},
};

TC_FX_RULES(tcFxDistanceRules, rules);
