// Decompositions of reductions: sums, means, extrema, variances, norms,
// softmax.
#include "passes/decompose/call.h"

#include <float.h>
#include <math.h>

static bool isWhole(MlirValue x) {
  return x.ptr && (tcTypeIsInt(tcElementOf(x)) || tcTypeIsBool(tcElementOf(x)));
}

// The dimensions that a reduction is over: of argument `dim`, or all.
static TcDims dimsOf(TcFxCall *c, MlirValue x) {
  return tcArgDims(c, "dim", tcRankOf(x));
}

static bool keeps(TcFxCall *c) { return tcArgBool(c, "keepdim"); }

//===- Sums and products --------------------------------------------------===//

// The operand in the type that PyTorch adds in: `dtype`, or i64 of integers.
static MlirValue summand(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirType dtype = tcArgDType(c, "dtype");
  if (!dtype.ptr && isWhole(x))
    dtype = tcI64(b);
  return dtype.ptr ? tcConvert(b, x, dtype) : x;
}

// sum(x, dims), prod(x, dims): integers in i64
static void sum(TcFxCall *c, TcBuild *b) {
  MlirValue x = summand(c, b);
  tcReturn(c, tcReduce(b, c->rule->prim, x, dimsOf(c, x), keeps(c)));
}

// mean(x, dims) = sum / count, in f32 for f16 and bf16
static void mean(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirType dtype = tcArgDType(c, "dtype");
  MlirType type = dtype.ptr ? dtype : tcElementOf(x);
  MlirValue wide = tcConvert(b, x, tcComputeType(type));
  tcReturnAs(c, tcMean(b, wide, dimsOf(c, x), keeps(c)), type);
}

//===- Extrema ------------------------------------------------------------===//

// amax(x, dims), amin(x, dims)
static void extremum(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  tcReturn(c, tcReduce(b, c->rule->prim, x, dimsOf(c, x), keeps(c)));
}

// max(x), min(x): as amax, but where that is NaN, PyTorch's gradient is shared
// by the elements that are NaN; that of amax is NaN everywhere
static void extremumOfAll(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  TcDims all = tcDimsRange(b, 0, tcRankOf(x));
  MlirValue y = tcReduce(b, c->rule->prim, x, all, false);
  if (y.ptr && all.size)
    mlirOperationSetDiscardableAttributeByName(mlirOpResultGetOwner(y),
                                               tcStr("tc.shares_nan"),
                                               mlirUnitAttrGet(b->at.ctx));
  tcReturn(c, y);
}

// argmax(x, dim), or of the flat value
static MlirValue position(TcFxCall *c, TcBuild *b, MlirValue x, intptr_t dim,
                          TcPrimOpKind kind) {
  (void)c;
  if (!x.ptr)
    return x;
  if (tcTypeIsBool(tcElementOf(x)))
    x = tcConvert(b, x, mlirIntegerTypeGet(b->at.ctx, 8));
  return kind == TC_PRIM_ARGMAX ? tcPrimArgmax(&b->at, x, dim)
                                : tcPrimArgmin(&b->at, x, dim);
}

// A rank-0 value as one of rank 1.
static MlirValue atLeast1d(TcBuild *b, MlirValue x) {
  return x.ptr && tcRankOf(x) == 0 ? tcUnsqueeze(b, x, 0) : x;
}

// argmax(x, dim, keepdim); without dim of the flat value
static void argExtremum(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t rank = tcRankOf(x);
  bool all = tcArgIsNone(c, "dim");
  if (!x.ptr)
    return;
  MlirValue y = all && rank ? tcFlatten(b, x, 0, rank) : atLeast1d(b, x);
  intptr_t dim = all ? 0 : tcArgDim(c, "dim", rank);
  y = position(c, b, y, dim, c->rule->prim);
  TcShape ones = tcShapeOf(b, x);
  for (intptr_t i = 0; i < rank; ++i)
    if (all || i == dim)
      ones.sizes[i] = tcSizeInt(b, 1);
  tcReturn(c, keeps(c) ? tcReshape(b, y, ones) : y);
}

// max(x, dim) = amax, argmax
static void extremumWithIndex(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t dim = tcArgDim(c, "dim", tcRankOf(x));
  if (!x.ptr)
    return;
  if (tcRankOf(x) == 0) {
    tcReturnAt(c, 0, x);
    tcReturnAt(c, 1, tcConstInt(b, tcI64(b), 0));
    return;
  }
  bool isMax = c->rule->prim == TC_PRIM_AMAX;
  MlirValue at =
      position(c, b, x, dim, isMax ? TC_PRIM_ARGMAX : TC_PRIM_ARGMIN);
  tcReturnAt(c, 0, tcReduce(b, c->rule->prim, x, tcDimsOne(b, dim), keeps(c)));
  tcReturnAt(c, 1, keeps(c) ? tcUnsqueeze(b, at, dim) : at);
}

// Those of any and all: none for an empty list.
static TcDims truthDims(TcFxCall *c, MlirValue x) {
  MlirAttribute dims = tcArgAttr(c, "dim");
  bool isEmpty = dims.ptr && mlirAttributeIsAArray(dims) &&
                 mlirArrayAttrGetNumElements(dims) == 0;
  return isEmpty ? tcDimsMake(c->b, 0) : dimsOf(c, x);
}

// any(x) = amax(x != 0), all(x) = amin(x != 0); of u8 in u8
static void anyOrAll(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self"), truth = tcTruth(b, x);
  bool isByte = x.ptr && tcTypeIsUnsigned(tcElementOf(x));
  MlirValue y = tcReduce(b, c->rule->prim, truth, truthDims(c, x), keeps(c));
  tcReturnAs(c, y, isByte ? tcElementOf(x) : tcBool(b));
}

//===- Variances ----------------------------------------------------------===//

// How many degrees of freedom are not counted.
static double correctionOf(TcFxCall *c) {
  if (tcArgAttr(c, "unbiased").ptr)
    return tcArgBool(c, "unbiased") ? 1 : 0;
  return tcArgFloatOr(c, "correction", 1);
}

// max(0, n - correction) in the type of `like`
static MlirValue degrees(TcFxCall *c, TcBuild *b, MlirValue like, MlirValue x,
                         TcDims dims) {
  MlirType type = tcElementOf(like);
  MlirValue n = tcSizeValue(b, tcCount(b, x, dims), type);
  MlirValue left = tcSub(b, n, tcConst(b, type, correctionOf(c)));
  return tcMax(b, left, tcConst(b, type, 0));
}

// |x|^2
static MlirValue squareOf(TcBuild *b, MlirValue x) {
  if (!x.ptr || !tcTypeIsComplex(tcElementOf(x)))
    return tcMul(b, x, x);
  MlirValue re = tcUnary(b, TC_PRIM_REAL, x), im = tcUnary(b, TC_PRIM_IMAG, x);
  return tcAdd(b, tcMul(b, re, re), tcMul(b, im, im));
}

// x^(1/p), p > 0. Its derivative is taken to be 0 at 0, where the formula's is
// infinite (p > 1): so have PyTorch's norms and deviations.
static MlirValue root(TcBuild *b, MlirValue x, double p) {
  MlirValue zero = tcNum(b, x, 0), isZero = tcEq(b, x, zero);
  MlirValue safe = tcWhere(b, isZero, tcNum(b, x, 1), x);
  MlirValue y =
      p == 2 ? tcSqrt(b, safe) : tcPow(b, safe, tcNum(b, safe, 1 / p));
  return tcWhere(b, isZero, zero, y);
}

// The variance in two passes: sum((x - mean)^2) / max(0, n - correction)
static MlirValue variance(TcFxCall *c, TcBuild *b, MlirValue x, TcDims dims) {
  MlirValue d = tcSub(b, x, tcMean(b, x, dims, true));
  MlirValue sum = tcSum(b, squareOf(b, d), dims, keeps(c));
  return tcDiv(b, sum, degrees(c, b, sum, x, dims));
}

// var(x, dims, correction) = sum((x - mean)^2) / max(0, n - correction)
static void var(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "self");
  MlirType type = tcElementOf(tcArg(c, "self"));
  tcReturnAs(c, variance(c, b, x, dimsOf(c, x)), tcTypeGetReal(type));
}

// std(x, dims, correction) = sqrt(var)
static void standardDeviation(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "self");
  MlirType type = tcElementOf(tcArg(c, "self"));
  tcReturnAs(c, root(b, variance(c, b, x, dimsOf(c, x)), 2),
             tcTypeGetReal(type));
}

// var_mean(x, dims, correction) = var, mean; std_mean: std, mean
static void varMean(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "self");
  MlirType type = tcElementOf(tcArg(c, "self"));
  TcDims dims = dimsOf(c, x);
  MlirValue spread = variance(c, b, x, dims);
  if (c->rule->prim == TC_PRIM_SQRT)
    spread = root(b, spread, 2);
  tcReturnAt(c, 0, tcConvert(b, spread, tcTypeGetReal(type)));
  tcReturnAt(c, 1, tcConvert(b, tcMean(b, x, dims, keeps(c)), type));
}

//===- Norms --------------------------------------------------------------===//

// |x|^p of magnitudes, whose derivative is taken to be 0 at 0 where the
// formula's is infinite (p < 1)
static MlirValue powerOf(TcBuild *b, MlirValue a, double p) {
  if (p >= 1)
    return tcPow(b, a, tcNum(b, a, p));
  MlirValue isZero = tcEq(b, a, tcNum(b, a, 0));
  MlirValue safe = tcWhere(b, isZero, tcNum(b, a, 1), a);
  return tcWhere(b, isZero, tcNum(b, a, p > 0 ? 0 : INFINITY),
                 tcPow(b, safe, tcNum(b, a, p)));
}

// (sum |x|^p)^(1/p); p = 0 counts what differs from 0, inf: extremum of |x|
static MlirValue vectorNorm(TcFxCall *c, TcBuild *b, MlirValue x, double p,
                            TcDims dims) {
  MlirValue a = tcAbs(b, x);
  if (isinf(p))
    return tcReduce(b, p > 0 ? TC_PRIM_AMAX : TC_PRIM_AMIN, a, dims, keeps(c));
  if (p == 0) {
    MlirValue counted =
        tcConvert(b, tcNe(b, x, tcNum(b, x, 0)), tcElementOf(a));
    return tcSum(b, counted, dims, keeps(c));
  }
  if (p == 1)
    return tcSum(b, a, dims, keeps(c));
  MlirValue power = p == 2 ? tcMul(b, a, a) : powerOf(b, a, p);
  MlirValue sum = tcSum(b, power, dims, keeps(c));
  return p > 0 ? root(b, sum, p) : tcPow(b, sum, tcNum(b, a, 1 / p));
}

// norm(x, p, dims) = (sum |x|^p)^(1/p)
static void norm(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirType dtype = tcArgDType(c, "dtype");
  MlirType type = dtype.ptr ? dtype : tcElementOf(x);
  const char *p = tcArgAttr(c, "ord").ptr ? "ord" : "p";
  MlirValue wide = tcConvert(b, x, tcComputeType(type));
  MlirValue y = vectorNorm(c, b, wide, tcArgFloatOr(c, p, 2), dimsOf(c, x));
  tcReturnAs(c, y, tcTypeGetReal(type));
}

// dist(x, y, p) = norm(x - y, p)
static void dist(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE, "self", "other");
  MlirValue d = tcSub(b, p.x[0], p.x[1]);
  double order = tcArgFloatOr(c, "p", 2);
  MlirValue y = vectorNorm(c, b, d, order, tcDimsRange(b, 0, tcRankOf(d)));
  tcReturnAs(c, y, tcTypeGetReal(p.result));
}

//===- Softmax ------------------------------------------------------------===//

// The largest element; where it is infinite, the greatest number or 0: so that
// x - m is never NaN where x is not, and exp(x - m) of a number never infinite.
static MlirValue finiteMax(TcBuild *b, MlirValue x, TcDims dims) {
  MlirValue m = tcShift(b, x, dims);
  bool isWide = m.ptr && mlirTypeIsAF64(tcElementOf(m));
  m = tcMin(b, m, tcNum(b, m, isWide ? DBL_MAX : FLT_MAX));
  return tcWhere(b, tcEq(b, m, tcNum(b, m, -INFINITY)), tcNum(b, m, 0), m);
}

// logsumexp(x, dims) = log(sum(exp(x - m))) + m, m = max(x)
static void logSumExp(TcFxCall *c, TcBuild *b) {
  TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "self");
  MlirValue x = p.x[0];
  TcDims dims = dimsOf(c, x);
  MlirValue m = finiteMax(b, x, dims);
  MlirValue sum = tcSum(b, tcExp(b, tcSub(b, x, m)), dims, true);
  MlirValue y = tcAdd(b, tcLog(b, sum), m);
  if (!keeps(c))
    for (intptr_t i = dims.size; i-- > 0;)
      y = tcSqueeze(b, y, dims.data[i]);
  tcReturnAs(c, y, p.result);
}

// Operand, dimension and result type of the softmax family.
typedef struct Softmax {
  MlirValue x; // of rank 1 at least
  TcDims dims;
  MlirType result;
  TcShape shape;
} Softmax;

static Softmax softmaxOf(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  MlirType dtype = tcArgDType(c, "dtype");
  Softmax s = {.result = dtype.ptr ? dtype : tcElementOf(x),
               .shape = tcShapeOf(b, x),
               .dims = tcDimsOne(b, tcArgDim(c, "dim", tcRankOf(x)))};
  if (tcArgBool(c, "half_to_float"))
    s.result = tcF32(b);
  s.x = atLeast1d(b, tcConvert(b, x, tcComputeType(s.result)));
  return s;
}

static void returnSoftmax(TcFxCall *c, const Softmax *s, MlirValue y) {
  tcReturnAs(c, tcReshape(c->b, y, s->shape), s->result);
}

// softmax(x, dim) = e / sum(e), e = exp(x - max(x))
static void softmax(TcFxCall *c, TcBuild *b) {
  Softmax s = softmaxOf(c, b);
  MlirValue e = tcExp(b, tcSub(b, s.x, tcShift(b, s.x, s.dims)));
  returnSoftmax(c, &s, tcDiv(b, e, tcSum(b, e, s.dims, true)));
}

// log_softmax(x, dim) = d - log(sum(exp(d))), d = x - max(x)
static void logSoftmax(TcFxCall *c, TcBuild *b) {
  Softmax s = softmaxOf(c, b);
  MlirValue d = tcSub(b, s.x, tcShift(b, s.x, s.dims));
  MlirValue sum = tcSum(b, tcExp(b, d), s.dims, true);
  returnSoftmax(c, &s, tcSub(b, d, tcLog(b, sum)));
}

// _safe_softmax(x, dim) = softmax(x), 0 where all of x is -inf, and its
// gradient, too: nothing there is NaN
static void safeSoftmax(TcFxCall *c, TcBuild *b) {
  Softmax s = softmaxOf(c, b);
  MlirValue m = tcShift(b, s.x, s.dims), zero = tcNum(b, m, 0);
  MlirValue masked = tcEq(b, m, tcNum(b, m, -INFINITY));
  MlirValue e = tcExp(b, tcSub(b, s.x, tcWhere(b, masked, zero, m)));
  MlirValue sum = tcSum(b, e, s.dims, true);
  sum = tcWhere(b, masked, tcNum(b, sum, 1), sum);
  returnSoftmax(c, &s, tcDiv(b, e, sum));
}

static const TcFxRule rules[] = {
    {"aten.sum.default", sum, TC_PRIM_SUM},
    {"aten.sum.dim_IntList", sum, TC_PRIM_SUM},
    {"aten.prod.default", sum, TC_PRIM_PROD},
    {"aten.prod.dim_int", sum, TC_PRIM_PROD},
    {"aten.mean.default", mean, 0},
    {"aten.mean.dim", mean, 0},
    {"aten.amax.default", extremum, TC_PRIM_AMAX},
    {"aten.amin.default", extremum, TC_PRIM_AMIN},
    {"aten.max.default", extremumOfAll, TC_PRIM_AMAX},
    {"aten.min.default", extremumOfAll, TC_PRIM_AMIN},
    {"aten.max.dim", extremumWithIndex, TC_PRIM_AMAX},
    {"aten.min.dim", extremumWithIndex, TC_PRIM_AMIN},
    {"aten.argmax.default", argExtremum, TC_PRIM_ARGMAX},
    {"aten.argmin.default", argExtremum, TC_PRIM_ARGMIN},
    {"aten.any.default", anyOrAll, TC_PRIM_AMAX},
    {"aten.any.dim", anyOrAll, TC_PRIM_AMAX},
    {"aten.any.dims", anyOrAll, TC_PRIM_AMAX},
    {"aten.all.default", anyOrAll, TC_PRIM_AMIN},
    {"aten.all.dim", anyOrAll, TC_PRIM_AMIN},
    {"aten.all.dims", anyOrAll, TC_PRIM_AMIN},
    {"aten.var.default", var, 0},
    {"aten.var.dim", var, 0},
    {"aten.var.correction", var, 0},
    {"aten.std.default", standardDeviation, 0},
    {"aten.std.dim", standardDeviation, 0},
    {"aten.std.correction", standardDeviation, 0},
    {"aten.var_mean.default", varMean, 0},
    {"aten.var_mean.dim", varMean, 0},
    {"aten.var_mean.correction", varMean, 0},
    {"aten.std_mean.default", varMean, TC_PRIM_SQRT},
    {"aten.std_mean.correction", varMean, TC_PRIM_SQRT},
    {"aten.linalg_vector_norm.default", norm, 0},
    {"aten.norm.Scalar", norm, 0},
    {"aten.norm.ScalarOpt_dim", norm, 0},
    {"aten.dist.default", dist, 0},
    {"aten.logsumexp.default", logSumExp, 0},
    {"aten.softmax.int", softmax, 0},
    {"aten._softmax.default", softmax, 0},
    {"aten.log_softmax.int", logSoftmax, 0},
    {"aten._log_softmax.default", logSoftmax, 0},
    {"aten._safe_softmax.default", safeSoftmax, 0},
};

TC_FX_RULES(tcFxReduceRules, rules);
