// Decompositions of activation functions.
#include "passes/decompose/call.h"

#include <math.h>

// f(x) = formula, in f32 for f16 and bf16
#define TC_ACTIVATION(NAME, ...)                                               \
  static void NAME(TcFxCall *c, TcBuild *b) {                                  \
    TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");                 \
    MlirValue x = p.x[0];                                                      \
    tcReturnAs(c, (__VA_ARGS__), p.result);                                    \
  }

// 1 / (1 + exp(-x)); e / (1 + e) with e = exp(x) for negative x, since exp(-x)
// overflows there and the derivative of the quotient would be 0 * inf.
static MlirValue logistic(TcBuild *b, MlirValue x) {
  MlirValue one = tcNum(b, x, 1), minus = tcNeg(b, x), part = x;
  if (x.ptr && tcTypeIsComplex(tcElementOf(x)))
    part = tcUnary(b, TC_PRIM_REAL, x);
  MlirValue negative = tcLt(b, part, tcNum(b, part, 0));
  MlirValue e = tcExp(b, tcWhere(b, negative, x, minus));
  return tcDiv(b, tcWhere(b, negative, e, one), tcAdd(b, one, e));
}

// A number argument in x's type.
static MlirValue number(TcFxCall *c, const char *name, MlirValue x) {
  return tcArgNumber(c, name, tcElementOf(x));
}

// As max(x, 0), and NaN stays NaN, but the derivative at 0 is 0, as PyTorch's.
static MlirValue atLeastZero(TcBuild *b, MlirValue x) {
  MlirValue zero = tcNum(b, x, 0);
  return tcWhere(b, tcLe(b, x, zero), zero, x);
}

// The same for min(x, limit).
static MlirValue atMost(TcBuild *b, MlirValue x, MlirValue limit) {
  return tcWhere(b, tcGe(b, x, limit), limit, x);
}

// relu(x) = max(x, 0), in x's own type
static void relu(TcFxCall *c, TcBuild *b) {
  tcReturn(c, atLeastZero(b, tcArg(c, "self")));
}

// relu6(x) = min(max(x, 0), 6)
static void relu6(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  tcReturn(c, atMost(b, atLeastZero(b, x), tcNum(b, x, 6)));
}

// sigmoid(x) = 1 / (1 + exp(-x))
TC_ACTIVATION(sigmoid, logistic(b, x))

// silu(x) = x * sigmoid(x)
TC_ACTIVATION(silu, tcMul(b, x, logistic(b, x)))

// min(x, 0) - log1p(exp(-|x|))
static MlirValue logLogistic(TcBuild *b, MlirValue x) {
  return tcSub(b, tcMin(b, x, tcNum(b, x, 0)),
               tcLog1p(b, tcExp(b, tcNeg(b, tcAbs(b, x)))));
}

// log_sigmoid(x) = min(x, 0) - log1p(exp(-|x|))
TC_ACTIVATION(logSigmoid, logLogistic(b, x))

// log_sigmoid_forward(x) = log_sigmoid(x), and what PyTorch's CPU keeps for
// backward, which does not read it here: exp(-|x|)
static void logSigmoidForward(TcFxCall *c, TcBuild *b) {
  logSigmoid(c, b);
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  TcShape kept = {tcTypeGetRank(tcResultType(c, 1)), NULL};
  if (kept.rank != tcRankOf(p.x[0])) {
    tcReturnNone(c, 1);
    return;
  }
  tcReturnAt(c, 1,
             tcConvert(b, tcExp(b, tcNeg(b, tcAbs(b, p.x[0]))), p.result));
}

// x * beta > threshold ? x : log1p(exp(x * beta)) / beta. Where it is x, the
// exponential is that of 0: infinite, it would make the derivative NaN.
static MlirValue softplusOf(TcBuild *b, MlirValue x, MlirValue beta,
                            MlirValue threshold) {
  MlirValue scaled = tcMul(b, x, beta);
  MlirValue isLinear = tcGt(b, scaled, threshold);
  MlirValue curved = tcWhere(b, isLinear, tcNum(b, x, 0), scaled);
  return tcWhere(b, isLinear, x, tcDiv(b, tcLog1p(b, tcExp(b, curved)), beta));
}

// softplus(x, beta, threshold): linear above the threshold
TC_ACTIVATION(softplus,
              softplusOf(b, x, number(c, "beta", x), number(c, "threshold", x)))

// mish(x) = x * tanh(softplus(x))
TC_ACTIVATION(mish, tcMul(b, x,
                          tcTanh(b, softplusOf(b, x, tcNum(b, x, 1),
                                               tcNum(b, x, 20)))))

// 0.5 x (1 + erf(x / sqrt(2)))
static MlirValue geluErf(TcBuild *b, MlirValue x) {
  MlirValue cdf = tcErf(b, tcMul(b, x, tcNum(b, x, 0.70710678118654752440)));
  return tcMul(b, tcMul(b, x, tcNum(b, x, 0.5)), tcAdd(b, cdf, tcNum(b, x, 1)));
}

// 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
static MlirValue geluTanh(TcBuild *b, MlirValue x) {
  MlirValue cube = tcMul(b, tcMul(b, x, x), x);
  MlirValue inner = tcAdd(b, x, tcMul(b, cube, tcNum(b, x, 0.044715)));
  MlirValue t = tcTanh(b, tcMul(b, inner, tcNum(b, x, 0.79788456080286535588)));
  return tcMul(b, tcMul(b, x, tcNum(b, x, 0.5)), tcAdd(b, t, tcNum(b, x, 1)));
}

// gelu(x, approximate)
TC_ACTIVATION(gelu, tcArgIsString(c, "approximate", "tanh") ? geluTanh(b, x)
                                                            : geluErf(b, x))

// leaky_relu(x, s) = x > 0 ? x : s x
TC_ACTIVATION(leakyRelu, tcWhere(b, tcGt(b, x, tcNum(b, x, 0)), x,
                                 tcMul(b, x, number(c, "negative_slope", x))))

// x > 0 ? scale x : scale alpha expm1(input_scale x); the exponential of a
// positive x is not taken, as in softplus
static MlirValue eluOf(TcBuild *b, MlirValue x, MlirValue alpha,
                       MlirValue scale, MlirValue inputScale) {
  MlirValue zero = tcNum(b, x, 0), isLinear = tcGt(b, x, zero);
  MlirValue curved = tcMul(b, tcWhere(b, isLinear, zero, x), inputScale);
  MlirValue low = tcMul(b, tcMul(b, alpha, scale), tcExpm1(b, curved));
  return tcWhere(b, isLinear, tcMul(b, x, scale), low);
}

// elu(x, alpha, scale, input_scale)
TC_ACTIVATION(elu, eluOf(b, x, number(c, "alpha", x), number(c, "scale", x),
                         number(c, "input_scale", x)))

// selu(x) = elu(x) with the constants of Klambauer et al. 2017
TC_ACTIVATION(selu, eluOf(b, x, tcNum(b, x, 1.6732632423543772848),
                          tcNum(b, x, 1.0507009873554804934), tcNum(b, x, 1)))

// min(max(x + 3, 0), 6) / 6, whose derivative at NaN is 0
static MlirValue hardLogistic(TcBuild *b, MlirValue x) {
  MlirValue zero = tcNum(b, x, 0), six = tcNum(b, x, 6);
  MlirValue y = tcAdd(b, x, tcNum(b, x, 3));
  y = tcBounded(b, tcBounded(b, y, zero, TC_PRIM_GT), six, TC_PRIM_LT);
  return tcDiv(b, y, six);
}

// hardsigmoid(x) = min(max(x + 3, 0), 6) / 6
TC_ACTIVATION(hardsigmoid, hardLogistic(b, x))

// hardswish(x) = x * min(max(x + 3, 0), 6) / 6
static void hardswish(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue x = p.x[0], six = tcNum(b, x, 6);
  MlirValue y = atMost(b, atLeastZero(b, tcAdd(b, x, tcNum(b, x, 3))), six);
  tcReturnAs(c, tcDiv(b, tcMul(b, x, y), six), p.result);
}

// threshold(x, t, v) = x <= t ? v : x, of integers, too
static void threshold(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self");
  MlirValue x = p.x[0], isLow = tcLe(b, x, number(c, "threshold", x));
  tcReturnAs(c, tcWhere(b, isLow, number(c, "value", x), x), p.result);
}

// softsign, hardshrink and the like come from PyTorch decomposed already.

// prelu(x, w) = x > 0 ? x : w x, w along dimension 1; _prelu_kernel has it
// there already
static void prelu(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self", "weight");
  MlirValue x = p.x[0], w = p.x[1];
  if (tcRankOf(x) > 1 && tcRankOf(w) == 1 &&
      !tcSizeAttrIsValue(tcValueSize(w, 0), 1)) {
    TcShape shape = tcShapeMake(b, tcRankOf(x));
    for (intptr_t i = 0; i < shape.rank; ++i)
      shape.sizes[i] = i == 1 ? tcValueSize(w, 0) : tcSizeInt(b, 1);
    w = tcReshape(b, w, shape);
  }
  MlirValue zero = tcNum(b, x, 0), isPositive = tcGt(b, x, zero);
  MlirValue low = tcMul(b, w, tcWhere(b, isPositive, zero, x));
  tcReturnAs(c, tcWhere(b, isPositive, x, low), p.result);
}

// glu(x) = a * sigmoid(g) of the halves a, g of x
static void glu(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue x = p.x[0];
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  MlirAttribute half = tcSizeAttrFloorDivConst(tcValueSize(x, dim), 2);
  MlirValue a = tcSlice(b, x, dim, tcSizeInt(b, 0), half, 1);
  MlirValue gate = tcSlice(b, x, dim, half, half, 1);
  tcReturnAs(c, tcMul(b, a, logistic(b, gate)), p.result);
}

static const TcFxRule rules[] = {
    {"aten.relu.default", relu, 0},
    {"aten.relu6.default", relu6, 0},
    {"aten.sigmoid.default", sigmoid, 0},
    {"aten.silu.default", silu, 0},
    {"aten.log_sigmoid.default", logSigmoid, 0},
    {"aten.log_sigmoid_forward.default", logSigmoidForward, 0},
    {"aten.softplus.default", softplus, 0},
    {"aten.mish.default", mish, 0},
    {"aten.gelu.default", gelu, 0},
    {"aten.leaky_relu.default", leakyRelu, 0},
    {"aten.elu.default", elu, 0},
    {"aten.selu.default", selu, 0},
    {"aten.hardsigmoid.default", hardsigmoid, 0},
    {"aten.hardswish.default", hardswish, 0},
    {"aten.threshold.default", threshold, 0},
    {"aten.prelu.default", prelu, 0},
    {"aten._prelu_kernel.default", prelu, 0},
    {"aten.glu.default", glu, 0},
};

TC_FX_RULES(tcFxActivationRules, rules);
