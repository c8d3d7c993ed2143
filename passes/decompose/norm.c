// Decompositions of normalisations.
#include "passes/decompose/call.h"

// A vector along dimension `dim` of `shape`, in x's compute type.
static MlirValue along(TcBuild *b, MlirValue v, TcShape shape, intptr_t dim,
                       MlirType type) {
  return tcBroadcastInDim(b, tcConvert(b, v, type), shape, tcDimsOne(b, dim));
}

typedef struct Moments {
  MlirValue centred; // x - mean
  MlirValue mean, var, rstd;
} Moments;

// mean, then variance of what is centred (two passes), rstd =
// rsqrt(var + eps); reduced dimensions keep size 1
static Moments momentsOf(TcBuild *b, MlirValue x, TcDims dims, double eps) {
  Moments m;
  m.mean = tcMean(b, x, dims, true);
  m.centred = tcSub(b, x, m.mean);
  m.var = tcMean(b, tcMul(b, m.centred, m.centred), dims, true);
  m.rstd = tcRsqrt(b, tcAdd(b, m.var, tcNum(b, m.var, eps)));
  return m;
}

// y * weight + bias, each optional and broadcast to y's last dimensions
static MlirValue affine(TcFxCall *c, TcBuild *b, MlirValue y) {
  MlirValue weight = tcArgOrNone(c, "weight"), bias = tcArgOrNone(c, "bias");
  if (weight.ptr)
    y = tcMul(b, y, tcConvert(b, weight, tcElementOf(y)));
  if (bias.ptr)
    y = tcAdd(b, y, tcConvert(b, bias, tcElementOf(y)));
  return y;
}

// y * weight + bias with one weight a channel (dimension 1)
static MlirValue affineChannels(TcFxCall *c, TcBuild *b, MlirValue y) {
  MlirValue weight = tcArgOrNone(c, "weight"), bias = tcArgOrNone(c, "bias");
  TcShape shape = tcShapeOf(b, y);
  MlirType type = tcElementOf(y);
  if (weight.ptr)
    y = tcMul(b, y, along(b, weight, shape, 1, type));
  if (bias.ptr)
    y = tcAdd(b, y, along(b, bias, shape, 1, type));
  return y;
}

// A statistic as the element type that the capture gives result i.
static void returnStatistic(TcFxCall *c, intptr_t i, MlirValue x) {
  if (i < tcNumResults(c))
    tcReturnAt(c, i, tcConvert(c->b, x, tcTypeGetElement(tcResultType(c, i))));
}

//===- Over the last dimensions -------------------------------------------===//

static TcDims lastDims(TcFxCall *c, TcBuild *b, MlirValue x) {
  intptr_t n = tcArgSizes(c, "normalized_shape").rank, rank = tcRankOf(x);
  if (n > rank)
    tcFail(b, 1102,
           "argument 'normalized_shape' has more dimensions than "
           "the input");
  return tcDimsRange(b, n > rank ? 0 : rank - n, rank);
}

// layer_norm(x) = (x - mean) * rsqrt(var + eps) * weight + bias
static void layerNorm(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "input");
  MlirType result = tcElementOf(tcArg(c, "input"));
  Moments m = momentsOf(b, x, lastDims(c, b, x), tcArgFloat(c, "eps"));
  MlirValue y = affine(c, b, tcMul(b, m.centred, m.rstd));
  tcReturnAs(c, y, result);
  returnStatistic(c, 1, m.mean); // of native_layer_norm
  returnStatistic(c, 2, m.rstd);
}

// The default eps: that of the type PyTorch computes in.
static double epsilonOf(MlirType type) {
  return type.ptr && mlirTypeIsAF64(type) ? 0x1p-52 : 0x1p-23;
}

// rms_norm(x) = x * rsqrt(mean(x^2) + eps) * weight
static void rmsNorm(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "input");
  MlirType result = tcElementOf(tcArg(c, "input"));
  double eps = tcArgFloatOr(c, "eps", epsilonOf(result));
  MlirValue mean = tcMean(b, tcMul(b, x, x), lastDims(c, b, x), true);
  MlirValue rms = tcRsqrt(b, tcAdd(b, mean, tcNum(b, mean, eps)));
  tcReturnAs(c, affine(c, b, tcMul(b, x, rms)), result);
  returnStatistic(c, 1, rms); // of _fused_rms_norm
}

//===- Over batches -------------------------------------------------------===//

static TcDims allButChannels(TcBuild *b, MlirValue x) {
  TcDims dims = tcDimsRange(b, 0, tcRankOf(x));
  for (intptr_t i = 1; i + 1 < dims.size; ++i)
    dims.data[i] = i + 1;
  if (dims.size > 1)
    --dims.size;
  return dims;
}

// x * scale + shift, where scale = weight * rsqrt(var + eps) and shift = bias
// - mean * scale are computed on the vectors, which depend on weights alone.
static MlirValue withRunning(TcFxCall *c, TcBuild *b, MlirValue x) {
  MlirType type = tcElementOf(x);
  MlirValue mean = tcConvert(b, tcArg(c, "running_mean"), type);
  MlirValue var = tcConvert(b, tcArg(c, "running_var"), type);
  MlirValue weight = tcArgOrNone(c, "weight"), bias = tcArgOrNone(c, "bias");
  MlirValue eps = tcArgNumber(c, "eps", type);
  MlirValue scale = tcRsqrt(b, tcAdd(b, var, eps));
  if (weight.ptr)
    scale = tcMul(b, scale, tcConvert(b, weight, type));
  MlirValue shift = tcMul(b, mean, scale);
  shift =
      bias.ptr ? tcSub(b, tcConvert(b, bias, type), shift) : tcNeg(b, shift);
  TcShape shape = tcShapeOf(b, x);
  return tcAdd(b, tcMul(b, x, along(b, scale, shape, 1, type)),
               along(b, shift, shape, 1, type));
}

// A statistic [1, C, 1, ...] as a vector.
static MlirValue vector(TcBuild *b, MlirValue x) {
  return x.ptr ? tcFlatten(b, x, 0, tcRankOf(x)) : x;
}

// (1 - momentum) * running + momentum * now
static MlirValue movedTo(TcFxCall *c, TcBuild *b, const char *running,
                         MlirValue now) {
  MlirValue old = tcArg(c, running);
  MlirType type = tcElementOf(old);
  double momentum = tcArgFloat(c, "momentum");
  MlirType wide = tcElementOf(now);
  MlirValue kept =
      tcMul(b, tcConvert(b, old, wide), tcConst(b, wide, 1 - momentum));
  MlirValue sum = tcAdd(b, kept, tcMul(b, now, tcConst(b, wide, momentum)));
  return tcConvert(b, sum, type);
}

// batch_norm(x), training: the moments of the batch; new running statistics
// are results of the functional overloads
static void batchNormTraining(TcFxCall *c, TcBuild *b, MlirValue x,
                              MlirType result) {
  TcDims dims = allButChannels(b, x);
  Moments m = momentsOf(b, x, dims, tcArgFloat(c, "eps"));
  MlirValue y = affineChannels(c, b, tcMul(b, m.centred, m.rstd));
  tcReturnAs(c, y, result);
  MlirValue mean = vector(b, m.mean), rstd = vector(b, m.rstd);
  returnStatistic(c, 1, mean);
  returnStatistic(c, 2, rstd);
  intptr_t running = tcNumResults(c) - 2;
  if (running < 3)
    return;
  MlirType type = tcElementOf(x);
  MlirValue n = tcSizeValue(b, tcCount(b, x, dims), type);
  MlirValue sample = tcDiv(b, n, tcSub(b, n, tcConst(b, type, 1)));
  returnStatistic(c, running, movedTo(c, b, "running_mean", mean));
  returnStatistic(
      c, running + 1,
      movedTo(c, b, "running_var", tcMul(b, vector(b, m.var), sample)));
}

// What a call that is not training saves: nothing, where the capture says so,
// or the running statistics.
static void returnRunning(TcFxCall *c, TcBuild *b) {
  MlirValue mean = tcArg(c, "running_mean"), var = tcArg(c, "running_var");
  MlirType wide = tcComputeType(tcElementOf(var));
  MlirValue rstd = tcRsqrt(
      b, tcAdd(b, tcConvert(b, var, wide), tcArgNumber(c, "eps", wide)));
  MlirValue values[4] = {mean, rstd, mean, var};
  for (intptr_t i = 1; i < tcNumResults(c) && i < 5; ++i) {
    MlirType type = tcResultType(c, i);
    TcShape shape = tcShapeMake(b, tcTypeGetRank(type));
    tcTypeGetSizes(type, shape.sizes);
    bool isEmpty = shape.rank == 1 && tcSizeAttrIsValue(shape.sizes[0], 0);
    returnStatistic(c, i,
                    isEmpty ? tcZeros(b, shape, tcTypeGetElement(type))
                            : values[i - 1]);
  }
}

// batch_norm(x) = x * scale + shift by channel, from running statistics
static void batchNorm(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "input");
  MlirType result = tcElementOf(tcArg(c, "input"));
  if (!x.ptr)
    return;
  if (tcArgBool(c, "training")) {
    batchNormTraining(c, b, x, result);
  } else {
    tcReturnAs(c, withRunning(c, b, x), result);
    returnRunning(c, b);
  }
}

// _batch_norm_with_update_functional(x): training; a reserve that is empty
// stands before the running statistics
static void batchNormUpdate(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "input");
  TcShape none = tcShapeMake(b, 1);
  none.sizes[0] = tcSizeInt(b, 0);
  batchNormTraining(c, b, x, tcElementOf(tcArg(c, "input")));
  tcReturnAt(c, 3, tcZeros(b, none, tcTypeGetElement(tcResultType(c, 3))));
}

// _native_batch_norm_legit_no_training(x): the same; its statistics are empty
static void batchNormNoTraining(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "input");
  MlirType result = tcElementOf(tcArg(c, "input"));
  tcReturnAs(c, withRunning(c, b, x), result);
  TcShape none = tcShapeMake(b, 1);
  none.sizes[0] = tcSizeInt(b, 0);
  for (intptr_t i = 1; i < tcNumResults(c); ++i)
    tcReturnAt(c, i, tcZeros(b, none, tcTypeGetElement(tcResultType(c, i))));
}

// instance_norm(x): moments of each channel of each sample
static void instanceNorm(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "input");
  MlirType result = tcElementOf(tcArg(c, "input"));
  if (!tcArgBool(c, "use_input_stats")) {
    tcReturnAs(c, withRunning(c, b, x), result);
    return;
  }
  TcDims dims = tcDimsRange(b, 2, tcRankOf(x));
  Moments m = momentsOf(b, x, dims, tcArgFloat(c, "eps"));
  MlirValue y = affineChannels(c, b, tcMul(b, m.centred, m.rstd));
  tcReturnAs(c, y, result);
}

// Groups of channels: [samples, groups, channels of a group, ...].
typedef struct Groups {
  TcShape own, grouped;
} Groups;

static Groups groupsOf(TcFxCall *c, TcBuild *b, MlirValue x) {
  int64_t groups =
      tcArgInt(c, tcArgAttr(c, "group").ptr ? "group" : "num_groups");
  TcShape own = tcShapeOf(b, x);
  int64_t channels;
  if (own.rank < 2 || groups < 1)
    return (Groups){0};
  if (tcSizeAttrIsConstant(own.sizes[1], &channels) && channels % groups) {
    tcFail(b, 1102, "%lld groups of %lld channels: they must have as many each",
           (long long)groups, (long long)channels);
    return (Groups){0};
  }
  TcShape grouped = tcShapeInsert(b, own, 1, tcSizeInt(b, groups));
  grouped.sizes[2] = tcSizeAttrFloorDivConst(own.sizes[1], groups);
  return (Groups){own, grouped};
}

// What samples and groups have one number of, for each channel of x.
static MlirValue ofChannels(TcBuild *b, const Groups *g, MlirValue pairs) {
  TcShape grouped = {3, g->grouped.sizes}, channels = {2, g->own.sizes};
  MlirValue y = tcBroadcastInDim(b, pairs, grouped, tcDimsRange(b, 0, 2));
  return tcBroadcastInDim(b, tcReshape(b, y, channels), g->own,
                          tcDimsRange(b, 0, 2));
}

// The mean of each group: sums of channels first.
static MlirValue meanOfGroups(TcBuild *b, const Groups *g, MlirValue x) {
  TcShape grouped = {3, g->grouped.sizes};
  TcDims points = tcDimsRange(b, 2, g->own.rank);
  MlirValue sums = tcSum(b, x, points, false);
  sums = tcSum(b, tcReshape(b, sums, grouped), tcDimsOne(b, 2), false);
  MlirAttribute n = tcSizeAttrMul(g->grouped.sizes[2], tcCount(b, x, points));
  return tcDiv(b, sums, tcSizeValue(b, n, tcElementOf(sums)));
}

// The same moments of images on GPUs, of which no group is put apart: there
// convolutions have channels last, and a group's are a few of each point's.
static Moments momentsOfChannels(TcBuild *b, const Groups *g, MlirValue x,
                                 double eps) {
  Moments m;
  m.mean = meanOfGroups(b, g, x);
  m.centred = tcSub(b, x, ofChannels(b, g, m.mean));
  m.var = meanOfGroups(b, g, tcMul(b, m.centred, m.centred));
  m.rstd = tcRsqrt(b, tcAdd(b, m.var, tcNum(b, m.var, eps)));
  return m;
}

// group_norm(x): moments over the channels of a group, per sample
static void groupNorm(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "input"), y;
  MlirType result = tcElementOf(tcArg(c, "input"));
  double eps = tcArgFloat(c, "eps");
  Groups g = x.ptr ? groupsOf(c, b, x) : (Groups){0};
  if (!g.own.rank)
    return;
  bool one = tcSizeAttrIsValue(g.grouped.sizes[1], 1);
  Moments m;
  if (!one && g.own.rank >= 4 && tcFxIsForGpu(c->op)) {
    m = momentsOfChannels(b, &g, x, eps);
    y = tcMul(b, m.centred, ofChannels(b, &g, m.rstd));
  } else { // all channels are one group as they lie
    TcShape apart = one ? g.own : g.grouped;
    m = momentsOf(b, tcReshape(b, x, apart),
                  tcDimsRange(b, one ? 1 : 2, apart.rank), eps);
    y = tcReshape(b, tcMul(b, m.centred, m.rstd), g.own);
  }
  tcReturnAs(c, affineChannels(c, b, y), result);
  TcShape pairs = {2, g.grouped.sizes};
  returnStatistic(c, 1, tcReshape(b, m.mean, pairs)); // of native_group_norm
  returnStatistic(c, 2, tcReshape(b, m.rstd, pairs));
}

//===- Of weights ---------------------------------------------------------===//

// _weight_norm(v, g, dim) = v g / |v|, |v| over all but dimension `dim`; also
// |v| itself, of g's shape
static void weightNorm(TcFxCall *c, TcBuild *b) {
  MlirValue v = tcArgCompute(c, "v"), g = tcArgCompute(c, "g");
  MlirType result = tcElementOf(tcArg(c, "v"));
  TcDims dims = tcDimsRange(b, 0, tcRankOf(v));
  intptr_t dim = tcArgDim(c, "dim", dims.size), n = 0;
  for (intptr_t i = 0; i < dims.size; ++i)
    if (i != dim)
      dims.data[n++] = i;
  dims.size = n;
  MlirValue norm = tcSqrt(b, tcSum(b, tcMul(b, v, v), dims, true));
  tcReturnAs(c, tcMul(b, v, tcDiv(b, g, norm)), result);
  returnStatistic(c, 1, norm); // of _weight_norm_interface
}

static const TcFxRule rules[] = {
    {"aten._weight_norm.default", weightNorm, 0},
    {"aten._weight_norm_interface.default", weightNorm, 0},
    {"aten.layer_norm.default", layerNorm, 0},
    {"aten.native_layer_norm.default", layerNorm, 0},
    {"aten.rms_norm.default", rmsNorm, 0},
    {"aten._fused_rms_norm.default", rmsNorm, 0},
    {"aten.batch_norm.default", batchNorm, 0},
    {"aten._native_batch_norm_legit_functional.default", batchNorm, 0},
    {"aten._native_batch_norm_legit.no_stats", batchNorm, 0},
    {"aten._batch_norm_with_update_functional.default", batchNormUpdate, 0},
    {"aten._native_batch_norm_legit_no_training.default", batchNormNoTraining,
     0},
    {"aten.instance_norm.default", instanceNorm, 0},
    {"aten.group_norm.default", groupNorm, 0},
    {"aten.native_group_norm.default", groupNorm, 0},
};

TC_FX_RULES(tcFxNormRules, rules);
