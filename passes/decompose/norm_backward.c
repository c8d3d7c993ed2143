// Decompositions of the gradients of normalisations, from the statistics that
// forward saved. With n = (x - mean) rstd and g = dy weight, over the
// dimensions that a statistic is of:
//
//   dx = rstd (g - mean(g) - n mean(g n)),  dweight = sum(dy n),  dbias = sum
//   dy
//
// Over batches the weight is the same along all that a statistic is of, and
// stands outside: the means are those sums.
//
//   dx = rstd weight (dy - mean(dy) - n mean(dy n))
#include "passes/decompose/call.h"

// All in f32 for f16 and bf16; statistics and weight broadcast to x.
typedef struct Norm {
  MlirValue dy, x, mean, rstd, weight; // mean null: not taken off
  TcDims of;                           // what a statistic is of
  TcDims rest;                         // what the weight is the same along
  MlirType result;
} Norm;

static Norm normOf(TcFxCall *c, const char *dy) {
  Norm n = {.dy = tcArgCompute(c, dy),
            .x = tcArgCompute(c, "input"),
            .result = tcElementOf(tcArg(c, "input"))};
  return n;
}

// A statistic or weight in x's compute type, dimension i of it along dims[i].
static MlirValue spread(TcBuild *b, MlirValue v, const Norm *n, TcDims dims) {
  if (!v.ptr || !n->x.ptr)
    return tcNoValue();
  return tcBroadcastInDim(b, tcConvert(b, v, tcElementOf(n->x)),
                          tcShapeOf(b, n->x), dims);
}

static MlirValue normalised(TcBuild *b, const Norm *n) {
  MlirValue x = n->mean.ptr ? tcSub(b, n->x, n->mean) : n->x;
  return tcMul(b, x, n->rstd);
}

static MlirValue ofInput(TcBuild *b, const Norm *n) {
  MlirValue g = n->weight.ptr ? tcMul(b, n->dy, n->weight) : n->dy;
  MlirValue hat = normalised(b, n);
  MlirValue along = tcMean(b, tcMul(b, g, hat), n->of, true);
  if (n->mean.ptr)
    g = tcSub(b, g, tcMean(b, g, n->of, true));
  return tcMul(b, tcSub(b, g, tcMul(b, hat, along)), n->rstd);
}

static MlirValue ofWeight(TcBuild *b, const Norm *n) {
  return tcSum(b, tcMul(b, n->dy, normalised(b, n)), n->rest, false);
}

static MlirValue ofBias(TcBuild *b, const Norm *n) {
  return tcSum(b, n->dy, n->rest, false);
}

// Gradient i, in the type that the capture gives it; none if not asked for.
static void giveAt(TcFxCall *c, intptr_t i, MlirValue gradient) {
  if (i >= tcNumResults(c))
    return;
  if (!tcArgMask(c, "output_mask", i))
    tcReturnNone(c, i);
  else if (gradient.ptr)
    tcReturnAt(c, i,
               tcConvert(c->b, gradient, tcTypeGetElement(tcResultType(c, i))));
}

// Gradient i of a parameter of this shape.
static void giveShaped(TcFxCall *c, intptr_t i, MlirValue gradient,
                       TcShape shape) {
  giveAt(c, i, tcReshape(c->b, gradient, shape));
}

//===- Over the last dimensions -------------------------------------------===//

// Statistics keep size 1 where they are of more: [.., 1, 1].
static void lastDims(TcFxCall *c, TcBuild *b, Norm *n) {
  intptr_t rank = tcRankOf(n->x);
  intptr_t lead = rank - tcArgSizes(c, "normalized_shape").rank;
  lead = lead < 0 ? 0 : lead;
  n->of = tcDimsRange(b, lead, rank);
  n->rest = tcDimsRange(b, 0, lead);
  MlirValue weight = tcArgOrNone(c, "weight");
  n->weight = spread(b, weight, n, n->of);
}

static TcShape normalizedShape(TcBuild *b, const Norm *n) {
  TcShape shape = tcShapeOf(b, n->x);
  intptr_t lead = n->rest.size;
  return (TcShape){shape.rank - lead, shape.sizes + lead};
}

// native_layer_norm_backward(dy, x, mean, rstd, weight, bias)
static void layerNorm(TcFxCall *c, TcBuild *b) {
  Norm n = normOf(c, "grad_out");
  MlirType type = tcElementOf(n.x);
  lastDims(c, b, &n);
  n.mean = tcConvert(b, tcArg(c, "mean"), type);
  n.rstd = tcConvert(b, tcArg(c, "rstd"), type);
  TcShape shape = normalizedShape(b, &n);
  giveAt(c, 0, ofInput(b, &n));
  giveShaped(c, 1, ofWeight(b, &n), shape);
  giveShaped(c, 2, ofBias(b, &n), shape);
}

// _fused_rms_norm_backward(dy, x, rstd, weight): the same without a mean
static void rmsNorm(TcFxCall *c, TcBuild *b) {
  Norm n = normOf(c, "grad_out");
  lastDims(c, b, &n);
  n.rstd = tcConvert(b, tcArg(c, "rstd"), tcElementOf(n.x));
  giveAt(c, 0, ofInput(b, &n));
  giveShaped(c, 1, ofWeight(b, &n), normalizedShape(b, &n));
}

//===- Over batches -------------------------------------------------------===//

static TcDims allButChannels(TcBuild *b, MlirValue x) {
  TcDims dims = tcDimsRange(b, 0, tcRankOf(x));
  for (intptr_t i = 1; i + 1 < dims.size; ++i)
    dims.data[i] = i + 1;
  dims.size -= dims.size > 1;
  return dims;
}

static MlirValue ofBatchInput(TcBuild *b, const Norm *n) {
  MlirValue hat = normalised(b, n);
  MlirValue along = tcMean(b, tcMul(b, n->dy, hat), n->of, true);
  MlirValue g = tcSub(b, n->dy, tcMean(b, n->dy, n->of, true));
  g = tcSub(b, g, tcMul(b, hat, along));
  return tcMul(b, g, n->weight.ptr ? tcMul(b, n->rstd, n->weight) : n->rstd);
}

// Statistics that do not move with x: dx = dy rstd weight
static MlirValue ofRunningInput(TcBuild *b, const Norm *n) {
  MlirValue g = n->weight.ptr ? tcMul(b, n->dy, n->weight) : n->dy;
  return tcMul(b, g, n->rstd);
}

static void batchNormWith(TcFxCall *c, TcBuild *b, const char *saved,
                          bool trains) {
  Norm n = normOf(c, "grad_out");
  MlirType type = tcElementOf(n.x);
  TcDims channel = tcDimsOne(b, 1);
  n.of = n.rest = allButChannels(b, n.x);
  MlirValue mean = tcArg(c, trains ? "save_mean" : "running_mean");
  MlirValue rstd = tcConvert(b, tcArg(c, trains ? saved : "running_var"), type);
  if (!trains)
    rstd = tcRsqrt(b, tcAdd(b, rstd, tcArgNumber(c, "eps", type)));
  n.mean = spread(b, mean, &n, channel);
  n.rstd = spread(b, rstd, &n, channel);
  n.weight = spread(b, tcArgOrNone(c, "weight"), &n, channel);
  giveAt(c, 0, trains ? ofBatchInput(b, &n) : ofRunningInput(b, &n));
  giveAt(c, 1, ofWeight(b, &n));
  giveAt(c, 2, ofBias(b, &n));
}

// native_batch_norm_backward(dy, x, weight, statistics)
static void nativeBatchNorm(TcFxCall *c, TcBuild *b) {
  batchNormWith(c, b, "save_invstd", tcArgBool(c, "train"));
}

// batch_norm_backward(dy, x, weight, statistics)
static void batchNorm(TcFxCall *c, TcBuild *b) {
  batchNormWith(c, b, "save_var", tcArgBool(c, "update"));
}

//===- Over groups --------------------------------------------------------===//

// [n, c, ...] as [n, groups, c / groups, rest]
static MlirValue grouped(TcBuild *b, MlirValue x, int64_t groups) {
  TcShape own = tcShapeOf(b, x), shape = tcShapeMake(b, 4);
  if (!x.ptr || own.rank < 2)
    return tcNoValue();
  shape.sizes[0] = own.sizes[0];
  shape.sizes[1] = tcSizeInt(b, groups);
  shape.sizes[2] = tcSizeAttrFloorDivConst(own.sizes[1], groups);
  shape.sizes[3] = tcSizeAttrProduct(b->at.ctx, own.rank - 2, own.sizes + 2);
  return tcReshape(b, x, shape);
}

// native_group_norm_backward(dy, x, mean, rstd, weight): statistics of each
// group of channels of each sample
static void groupNorm(TcFxCall *c, TcBuild *b) {
  Norm n = normOf(c, "grad_out");
  int64_t groups = tcArgInt(c, "group");
  if (!n.x.ptr || !n.dy.ptr || groups < 1)
    return;
  TcShape own = tcShapeOf(b, n.x), channels = {1, own.sizes + 1};
  n.x = grouped(b, n.x, groups);
  n.dy = grouped(b, n.dy, groups);
  n.of = tcDimsRange(b, 2, 4);
  n.rest = tcDimsMake(b, 2);
  n.rest.data[0] = 0, n.rest.data[1] = 3;
  n.mean = spread(b, tcArg(c, "mean"), &n, tcDimsRange(b, 0, 2));
  n.rstd = spread(b, tcArg(c, "rstd"), &n, tcDimsRange(b, 0, 2));
  MlirValue weight = tcArgOrNone(c, "weight");
  if (weight.ptr) {
    TcShape pairs = {2, tcShapeOf(b, n.x).sizes + 1};
    n.weight = spread(b, tcReshape(b, weight, pairs), &n, tcDimsRange(b, 1, 3));
  }
  giveAt(c, 0, tcReshape(b, ofInput(b, &n), own));
  giveShaped(c, 1, ofWeight(b, &n), channels);
  giveShaped(c, 2, ofBias(b, &n), channels);
}

//===- Of weights ---------------------------------------------------------===//

// _weight_norm_interface_backward(dw, v, g, n), w = v g / n: with s = the sum
// of dw v over what n is of, dv = g / n (dw - v s / n^2), dg = s / n
static void weightNorm(TcFxCall *c, TcBuild *b) {
  MlirValue dw = tcArgCompute(c, "grad_w"), v = tcArgCompute(c, "saved_v");
  MlirValue g = tcArgCompute(c, "saved_g"), n = tcArg(c, "saved_norms");
  TcDims dims = tcDimsRange(b, 0, tcRankOf(v));
  intptr_t dim = tcArgDim(c, "dim", dims.size), k = 0;
  for (intptr_t i = 0; i < dims.size; ++i)
    if (i != dim)
      dims.data[k++] = i;
  dims.size = k;
  n = tcConvert(b, n, tcElementOf(v));
  MlirValue s = tcSum(b, tcMul(b, dw, v), dims, true);
  MlirValue along = tcMul(b, v, tcDiv(b, s, tcMul(b, n, n)));
  giveAt(c, 0, tcMul(b, tcDiv(b, g, n), tcSub(b, dw, along)));
  giveAt(c, 1, tcDiv(b, s, n));
}

static const TcFxRule rules[] = {
    {"aten._weight_norm_interface_backward.default", weightNorm, 0},
    {"aten.native_layer_norm_backward.default", layerNorm, 0},
    {"aten._fused_rms_norm_backward.default", rmsNorm, 0},
    {"aten.native_batch_norm_backward.default", nativeBatchNorm, 0},
    {"aten.batch_norm_backward.default", batchNorm, 0},
    {"aten.native_group_norm_backward.default", groupNorm, 0},
};

TC_FX_RULES(tcFxNormBackwardRules, rules);
