// Decompositions of losses.
#include "passes/decompose/call.h"

// ORDER: torch.nn._reduction.
enum { REDUCTION_NONE, REDUCTION_MEAN, REDUCTION_SUM };

static MlirValue sumAll(TcBuild *b, MlirValue x) {
  return tcSum(b, x, tcDimsRange(b, 0, tcRankOf(x)), false);
}

// A loss of each element, reduced as asked.
static void returnReduced(TcFxCall *c, MlirValue loss, MlirType result) {
  TcBuild *b = c->b;
  int64_t reduction = tcArgInt(c, "reduction");
  if (reduction == REDUCTION_SUM)
    loss = sumAll(b, loss);
  if (reduction == REDUCTION_MEAN)
    loss = tcMean(b, loss, tcDimsRange(b, 0, tcRankOf(loss)), false);
  tcReturnAs(c, loss, result);
}

// mse_loss(x, y) = (x - y)^2
static void mse(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "target");
  MlirValue d = tcSub(b, p.x[0], p.x[1]);
  returnReduced(c, tcMul(b, d, d), p.result);
}

// l1_loss(x, y) = |x - y|
static void l1(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "target");
  returnReduced(c, tcAbs(b, tcSub(b, p.x[0], p.x[1])), p.result);
}

// d^2 where it counts: an infinite d elsewhere would make the derivative NaN.
static MlirValue squareUnless(TcBuild *b, MlirValue isFar, MlirValue d) {
  MlirValue near = tcWhere(b, isFar, tcNum(b, d, 0), d);
  return tcMul(b, near, near);
}

// smooth_l1_loss(x, y) = d < beta ? d^2 / (2 beta) : d - beta / 2, d = |x - y|
static void smoothL1(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "target");
  MlirValue d = tcAbs(b, tcSub(b, p.x[0], p.x[1])), half = tcNum(b, d, 0.5);
  double beta = tcArgFloat(c, "beta");
  if (beta == 0) {
    returnReduced(c, d, p.result);
    return;
  }
  MlirValue isFar = tcGe(b, d, tcNum(b, d, beta));
  MlirValue square = squareUnless(b, isFar, d);
  MlirValue near = tcDiv(b, tcMul(b, square, half), tcNum(b, d, beta));
  MlirValue far = tcSub(b, d, tcNum(b, d, 0.5 * beta));
  returnReduced(c, tcWhere(b, isFar, far, near), p.result);
}

// huber_loss(x, y) = d <= delta ? d^2 / 2 : delta (d - delta / 2)
static void huber(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "target");
  MlirValue d = tcAbs(b, tcSub(b, p.x[0], p.x[1])), half = tcNum(b, d, 0.5);
  MlirValue delta = tcArgNumber(c, "delta", p.compute);
  MlirValue isFar = tcGt(b, d, delta);
  MlirValue near = tcMul(b, squareUnless(b, isFar, d), half);
  MlirValue far = tcMul(b, delta, tcSub(b, d, tcMul(b, delta, half)));
  returnReduced(c, tcWhere(b, isFar, far, near), p.result);
}

// binary_cross_entropy(p, y) = (y - 1) log(1 - p) - y log(p), logs not below
// -100
static void binaryCrossEntropy(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "target", "weight");
  MlirValue x = p.x[0], y = p.x[1], floor = tcNum(b, x, -100);
  MlirValue one = tcNum(b, x, 1);
  MlirValue off = tcMax(b, tcLog1p(b, tcNeg(b, x)), floor);
  MlirValue on = tcMax(b, tcLog(b, x), floor);
  MlirValue loss = tcSub(b, tcMul(b, tcSub(b, y, one), off), tcMul(b, y, on));
  if (!tcArgIsNone(c, "weight"))
    loss = tcMul(b, loss, p.x[2]);
  returnReduced(c, loss, p.result);
}

// binary_cross_entropy_backward(dy, p, y) = dy (p - y) / max((1 - p) p, 1e-12),
// where a log is cut off, too: its derivative would be 0 / 0
static void binaryCrossEntropyBackward(TcFxCall *c, TcBuild *b) {
  TcPointwise p =
      TC_POINTWISE(c, TC_PROMOTE, "grad_output", "self", "target", "weight");
  MlirValue x = p.x[1], one = tcNum(b, x, 1);
  MlirValue slope = tcMax(b, tcMul(b, tcSub(b, one, x), x), tcNum(b, x, 1e-12));
  MlirValue dx = tcDiv(b, tcMul(b, p.x[0], tcSub(b, x, p.x[2])), slope);
  if (!tcArgIsNone(c, "weight"))
    dx = tcMul(b, dx, p.x[3]);
  if (x.ptr && tcArgInt(c, "reduction") == REDUCTION_MEAN) {
    MlirAttribute count = tcCount(b, x, tcDimsRange(b, 0, tcRankOf(x)));
    dx = tcDiv(b, dx, tcSizeValue(b, count, p.compute));
  }
  tcReturnAs(c, dx, p.result);
}

// binary_cross_entropy_with_logits(x, y) = (1 - y) x - l log_sigmoid(x), with
// l = 1 + (pos_weight - 1) y. ORDER: the derivatives of (1 - y) x, of min(x, 0)
// and of log1p are added in the reverse order of these ops: of a prediction
// that is nearly sure and right the first two are 1 - 1 or 0, and the third
// remains.
static void binaryCrossEntropyLogits(TcFxCall *c, TcBuild *b) {
  TcPointwise p =
      TC_POINTWISE(c, TC_PROMOTE, "self", "target", "weight", "pos_weight");
  MlirValue x = p.x[0], y = p.x[1], one = tcNum(b, x, 1);
  MlirValue rest = tcLog1p(b, tcExp(b, tcNeg(b, tcAbs(b, x))));
  MlirValue low = tcMin(b, x, tcNum(b, x, 0));
  MlirValue logSigmoid = tcSub(b, low, rest);
  if (!tcArgIsNone(c, "pos_weight")) {
    MlirValue l = tcAdd(b, tcMul(b, tcSub(b, p.x[3], one), y), one);
    logSigmoid = tcMul(b, logSigmoid, l);
  }
  MlirValue loss = tcSub(b, tcMul(b, tcSub(b, one, y), x), logSigmoid);
  if (!tcArgIsNone(c, "weight"))
    loss = tcMul(b, loss, p.x[2]);
  returnReduced(c, loss, p.result);
}

// kl_div(x, y) = y (log y - x), 0 where y is; log_target: exp(y) (y - x)
static void klDiv(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "target");
  MlirValue x = p.x[0], y = p.x[1], zero = tcNum(b, y, 0), loss;
  if (tcArgBool(c, "log_target"))
    loss = tcMul(b, tcExp(b, y), tcSub(b, y, x));
  else // xlogy(y, y) - y x
    loss =
        tcSub(b, tcWhere(b, tcEq(b, y, zero), zero, tcMul(b, y, tcLog(b, y))),
              tcMul(b, y, x));
  returnReduced(c, loss, p.result);
}

//===- Of classes ---------------------------------------------------------===//

// Log-probabilities with classes along `dim`, and the class of each sample.
typedef struct Classes {
  MlirValue x, target;
  intptr_t dim;
  MlirValue counts; // 1 for a sample, 0 for one of the class to be ignored
  MlirValue weight; // of each class, or null
} Classes;

static Classes classesOf(TcFxCall *c, TcBuild *b, MlirValue x) {
  Classes k = {.x = x, .dim = tcRankOf(x) > 1};
  MlirValue target = tcConvert(b, tcArg(c, "target"), tcI64(b));
  MlirValue ignored = tcArgNumber(c, "ignore_index", tcI64(b));
  MlirValue isCounted = tcNe(b, target, ignored);
  k.target = tcWhere(b, isCounted, target, tcNum(b, target, 0));
  k.counts = tcConvert(b, isCounted, tcElementOf(x));
  k.weight = tcConvert(b, tcArgOrNone(c, "weight"), tcElementOf(x));
  return k;
}

// x[n, target[n, ...], ...]
static MlirValue ofTarget(TcBuild *b, const Classes *k) {
  TcShape shape = tcShapeOf(b, k->target);
  intptr_t rank = tcRankOf(k->x);
  MlirValue *at = TC_ARENA_ARRAY(b->arena, MlirValue, rank);
  for (intptr_t i = 0; i < rank; ++i)
    at[i] = i == k->dim ? k->target
                        : tcIotaDim(b, shape, i < k->dim ? i : i - 1, tcI64(b));
  return tcIndex(b, k->x, rank, at, tcDimsRange(b, 0, rank));
}

// What each sample weighs: its class's weight, 0 if it is ignored.
static MlirValue sampleWeights(TcBuild *b, const Classes *k) {
  if (!k->weight.ptr)
    return k->counts;
  MlirValue own = tcIndex(b, k->weight, 1, &k->target, tcDimsOne(b, 0));
  return tcMul(b, own, k->counts);
}

// Sums of weighted losses: none, sum, or the mean by weight.
static MlirValue weighted(TcFxCall *c, TcBuild *b, MlirValue losses,
                          MlirValue weights) {
  int64_t reduction = tcArgInt(c, "reduction");
  if (reduction == REDUCTION_NONE)
    return losses;
  MlirValue sum = sumAll(b, losses);
  return reduction == REDUCTION_SUM ? sum : tcDiv(b, sum, sumAll(b, weights));
}

// The loss of ignored samples is 0 even where the product would be NaN.
static MlirValue negativeLog(TcBuild *b, const Classes *k, MlirValue weights) {
  MlirValue zero = tcNum(b, k->x, 0);
  MlirValue own = tcNeg(b, tcMul(b, ofTarget(b, k), weights));
  return tcWhere(b, tcNe(b, k->counts, zero), own, zero);
}

// nll_loss(x, t) = -w[t] x[t], its mean by the sum of w[t]
static void nll(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "self");
  MlirType result = tcElementOf(tcArg(c, "self"));
  Classes k = classesOf(c, b, x);
  MlirValue weights = sampleWeights(b, &k);
  MlirValue losses = negativeLog(b, &k, weights);
  tcReturnAs(c, weighted(c, b, losses, weights), result);
  tcReturnAt(c, 1, tcConvert(b, sumAll(b, weights), result));
}

static MlirValue logSoftmax(TcBuild *b, MlirValue x, intptr_t dim) {
  TcDims dims = tcDimsOne(b, dim);
  MlirValue d = tcSub(b, x, tcShift(b, x, dims));
  return tcSub(b, d, tcLog(b, tcSum(b, tcExp(b, d), dims, true)));
}

// A vector of class weights along `dim` of x's shape, times x.
static MlirValue byClass(TcBuild *b, MlirValue x, MlirValue weight,
                         intptr_t dim) {
  if (!weight.ptr || !x.ptr)
    return x;
  return tcMul(b, x,
               tcBroadcastInDim(b, weight, tcShapeOf(b, x), tcDimsOne(b, dim)));
}

// Targets that are probabilities: -sum w t x, its mean by samples
static MlirValue ofProbabilities(TcFxCall *c, TcBuild *b, MlirValue x,
                                 intptr_t dim, double smoothing) {
  MlirType type = tcElementOf(x);
  MlirValue t = tcConvert(b, tcArg(c, "target"), type);
  MlirValue weight = tcConvert(b, tcArgOrNone(c, "weight"), type);
  MlirValue n = tcSizeValue(b, tcValueSize(x, dim), type);
  if (smoothing > 0)
    t = tcAdd(b, tcMul(b, t, tcConst(b, type, 1 - smoothing)),
              tcDiv(b, tcConst(b, type, smoothing), n));
  MlirValue loss = byClass(b, tcMul(b, x, t), weight, dim);
  loss = tcNeg(b, tcSum(b, loss, tcDimsOne(b, dim), false));
  int64_t reduction = tcArgInt(c, "reduction");
  if (reduction == REDUCTION_NONE)
    return loss;
  return reduction == REDUCTION_SUM
             ? sumAll(b, loss)
             : tcMean(b, loss, tcDimsRange(b, 0, tcRankOf(loss)), false);
}

// cross_entropy(x, t) = nll(log_softmax(x), t); smoothed by s: (1 - s) nll +
// s / n times the loss of every class
static void crossEntropy(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "self"), target = tcArg(c, "target");
  MlirType result = tcElementOf(tcArg(c, "self")), type = tcElementOf(x);
  if (!x.ptr || !target.ptr)
    return;
  intptr_t dim = tcRankOf(x) > 1;
  double smoothing = tcArgFloat(c, "label_smoothing");
  x = logSoftmax(b, x, dim);
  if (tcTypeIsFloat(tcElementOf(target))) {
    tcReturnAs(c, ofProbabilities(c, b, x, dim, smoothing), result);
    return;
  }
  Classes k = classesOf(c, b, x);
  MlirValue weights = sampleWeights(b, &k);
  MlirValue y = weighted(c, b, negativeLog(b, &k, weights), weights);
  if (smoothing > 0) {
    MlirValue all =
        tcSum(b, byClass(b, x, k.weight, dim), tcDimsOne(b, dim), false);
    MlirValue smooth =
        weighted(c, b, tcNeg(b, tcMul(b, all, k.counts)), weights);
    MlirValue n = tcSizeValue(b, tcValueSize(x, dim), type);
    MlirValue share = tcDiv(b, tcConst(b, type, smoothing), n);
    y = tcAdd(b, tcMul(b, y, tcConst(b, type, 1 - smoothing)),
              tcMul(b, smooth, share));
  }
  tcReturnAs(c, y, result);
}

static const TcFxRule rules[] = {
    {"aten.mse_loss.default", mse, 0},
    {"aten.l1_loss.default", l1, 0},
    {"aten.smooth_l1_loss.default", smoothL1, 0},
    {"aten.huber_loss.default", huber, 0},
    {"aten.binary_cross_entropy.default", binaryCrossEntropy, 0},
    {"aten.binary_cross_entropy_backward.default", binaryCrossEntropyBackward,
     0},
    {"aten.binary_cross_entropy_with_logits.default", binaryCrossEntropyLogits,
     0},
    {"aten.kl_div.default", klDiv, 0},
    {"aten.nll_loss.default", nll, 0},
    {"aten.nll_loss_nd.default", nll, 0},
    {"aten.nll_loss2d.default", nll, 0},
    {"aten.nll_loss_forward.default", nll, 0},
    {"aten.nll_loss2d_forward.default", nll, 0},
    {"aten.cross_entropy_loss.default", crossEntropy, 0},
};

TC_FX_RULES(tcFxLossRules, rules);
