// Decompositions of convolutions to prim.convolution.
#include "passes/decompose/call.h"

// What PyTorch's overloads say, for the spatial dimensions of an input.
typedef struct Conv {
  MlirValue input, weight, bias;
  TcWindow window;
  TcDims outputPadding;
  bool transposed;
} Conv;

// The input with as many channels as the weight has: sizes may say so in other
// words, which PyTorch has guarded to be equal.
static MlirValue withChannels(TcBuild *b, const Conv *v) {
  if (tcRankOf(v->input) < 2 || tcRankOf(v->weight) < 2)
    return v->input;
  MlirAttribute channels =
      tcSizeAttrMulConst(tcValueSize(v->weight, 1), v->window.groups);
  MlirAttribute given = tcValueSize(v->input, 1);
  if (tcSizeAttrEqual(given, channels) ||
      tcSizeAttrProvablyDiffer(given, channels))
    return v->input;
  return tcCastSizes(b, v->input,
                     tcShapeWith(b, tcShapeOf(b, v->input), 1, channels));
}

// x[:, ...] * weight, + bias by channel: in f32 for f16 and bf16
static MlirValue convolve(TcBuild *b, Conv *v) {
  v->input = withChannels(b, v);
  MlirType type = tcElementOf(v->input), wide = tcComputeType(type);
  if (!v->bias.ptr)
    return tcConvolution(b, v->input, v->weight, v->window, tcNoType());
  MlirValue y = tcConvolution(b, v->input, v->weight, v->window, wide);
  if (!y.ptr)
    return y;
  MlirValue bias = tcBroadcastInDim(b, tcConvert(b, v->bias, wide),
                                    tcShapeOf(b, y), tcDimsOne(b, 1));
  return tcConvert(b, tcAdd(b, y, bias), type);
}

static TcDims filled(TcBuild *b, intptr_t n, int64_t value) {
  TcDims dims = tcDimsMake(b, n);
  for (intptr_t i = 0; i < n; ++i)
    dims.data[i] = value;
  return dims;
}

// [C, O / g, k...] as [O, C / g, k...] turned around: the weight of the
// convolution that a transposed one is.
static MlirValue turnedWeight(TcBuild *b, MlirValue w, int64_t groups) {
  TcShape own = tcShapeOf(b, w);
  if (own.rank < 2 || groups < 1)
    return w;
  TcShape split = tcShapeInsert(b, own, 0, tcSizeInt(b, groups));
  split.sizes[1] = tcSizeAttrFloorDivConst(own.sizes[0], groups);
  MlirValue y = tcSwap(b, tcReshape(b, w, split), 1, 2); // g, O/g, C/g, k
  return tcRev(b, tcFlatten(b, y, 0, 2), tcDimsRange(b, 2, own.rank));
}

// A transposed convolution: the input spread by the stride, padded by what
// the window reaches less the padding.
static void transpose(TcBuild *b, Conv *v) {
  TcWindow *w = &v->window;
  w->spread = w->strides;
  w->strides = filled(b, w->spread.size, 1);
  for (intptr_t i = 0; i < w->spread.size; ++i) {
    int64_t window;
    if (!tcSizeAttrIsConstant(tcValueSize(v->weight, i + 2), &window)) {
      tcFail(b, 4102, "a transposed convolution needs a weight of known size");
      v->input = tcNoValue();
      return;
    }
    int64_t reach = w->dilation.data[i] * (window - 1) - w->low.data[i];
    w->low.data[i] = reach;
    w->high.data[i] = reach + v->outputPadding.data[i];
  }
  v->weight = turnedWeight(b, v->weight, w->groups);
}

static void build(TcFxCall *c, TcBuild *b, Conv v) {
  intptr_t spatial = tcRankOf(v.weight) - 2;
  bool batched = tcRankOf(v.input) == spatial + 2;
  if (!batched)
    v.input = tcUnsqueeze(b, v.input, 0);
  if (v.transposed)
    transpose(b, &v);
  MlirValue y = convolve(b, &v);
  tcReturn(c, batched ? y : tcSqueeze(b, y, 0));
}

// The number of spatial dimensions, 0 after an error.
static intptr_t spatialOf(TcFxCall *c) {
  intptr_t rank = tcRankOf(tcArg(c, "weight"));
  if (rank < 3)
    tcFail(c->b, 1102, "argument 'weight' must have spatial dimensions");
  return rank < 3 ? 0 : rank - 2;
}

static TcDims copyDims(TcBuild *b, TcDims dims) {
  TcDims copy = tcDimsMake(b, dims.size);
  for (intptr_t i = 0; i < dims.size; ++i)
    copy.data[i] = dims.data[i];
  return copy;
}

static bool argsOf(TcFxCall *c, TcBuild *b, Conv *v) {
  intptr_t n = spatialOf(c);
  *v = (Conv){.input = tcArg(c, "input"),
              .weight = tcArg(c, "weight"),
              .bias = tcArgOrNone(c, "bias"),
              .window = {.strides = tcArgInts(c, "stride", n),
                         .spread = filled(b, n, 1),
                         .dilation = tcArgInts(c, "dilation", n),
                         .groups = tcArgInt(c, "groups")},
              .outputPadding = filled(b, n, 0)};
  return n && v->input.ptr && v->weight.ptr && v->window.strides.size == n &&
         v->window.dilation.size == n;
}

// The input with zeros around its spatial dimensions, for sizes of padding that
// depend on others: those of prim.convolution are known.
static MlirValue padded(TcBuild *b, MlirValue x, TcShape low, TcShape high) {
  intptr_t rank = tcRankOf(x), first = rank - low.rank;
  TcShape before = tcShapeMake(b, rank), after = tcShapeMake(b, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    before.sizes[i] = i < first ? tcSizeInt(b, 0) : low.sizes[i - first];
    after.sizes[i] = i < first ? tcSizeInt(b, 0) : high.sizes[i - first];
  }
  return tcPad(b, x, tcNum(b, x, 0), before.sizes, after.sizes);
}

// Whether all sizes are known, and what they are.
static bool constants(TcShape sizes, TcDims *out) {
  for (intptr_t i = 0; i < sizes.rank; ++i)
    if (!tcSizeAttrIsConstant(sizes.sizes[i], &out->data[i]))
      return false;
  return true;
}

static void buildPadded(TcFxCall *c, TcBuild *b, Conv v, TcShape low,
                        TcShape high) {
  TcWindow *w = &v.window;
  w->low = filled(b, low.rank, 0);
  w->high = filled(b, high.rank, 0);
  if (!constants(low, &w->low) || !constants(high, &w->high)) {
    v.input = padded(b, v.input, low, high);
    w->low = filled(b, low.rank, 0);
    w->high = w->low;
  }
  build(c, b, v);
}

// An argument's sizes, one for each of n dimensions or one for all.
static bool sizesOf(TcFxCall *c, const char *name, intptr_t n, TcShape *out) {
  TcShape given = tcArgSizes(c, name);
  *out = tcShapeMake(c->b, n);
  if (given.rank != 1 && given.rank != n) {
    tcFail(c->b, 1102, "argument '%s' must be a list of the right length",
           name);
    return false;
  }
  bool ok = true;
  for (intptr_t i = 0; i < n; ++i) {
    out->sizes[i] = given.sizes[given.rank == n ? i : 0];
    ok &= out->sizes[i].ptr != NULL;
  }
  return ok;
}

// conv(x, w, bias): padding on both sides alike
static void conv(TcFxCall *c, TcBuild *b) {
  Conv v;
  TcShape padding;
  if (argsOf(c, b, &v) && sizesOf(c, "padding", spatialOf(c), &padding))
    buildPadded(c, b, v, padding, padding);
}

// conv(x, w, bias, padding = "same" | "valid"): for "same" an odd element of
// padding is on the high side
static void convPadded(TcFxCall *c, TcBuild *b) {
  Conv v;
  if (!argsOf(c, b, &v))
    return;
  bool same = tcArgIsString(c, "padding", "same");
  TcShape low = tcShapeMake(b, spatialOf(c));
  TcShape high = tcShapeMake(b, low.rank);
  for (intptr_t i = 0; i < low.rank; ++i) {
    MlirAttribute reach =
        tcSizeAttrMulConst(tcSizeAttrAddConst(tcValueSize(v.weight, i + 2), -1),
                           same ? v.window.dilation.data[i] : 0);
    low.sizes[i] = tcSizeAttrFloorDivConst(reach, 2);
    high.sizes[i] = tcSizeAttrSub(reach, low.sizes[i]);
  }
  buildPadded(c, b, v, low, high);
}

static bool transposedArgs(TcFxCall *c, TcBuild *b, Conv *v) {
  intptr_t n = spatialOf(c);
  v->window.low = copyDims(b, tcArgInts(c, "padding", n));
  v->window.high = copyDims(b, v->window.low);
  v->outputPadding = tcArgInts(c, "output_padding", n);
  v->transposed = true;
  return v->window.low.size == n && v->outputPadding.size == n;
}

// conv_transpose(x, w, bias) = conv of the spread input with the turned weight
static void convTranspose(TcFxCall *c, TcBuild *b) {
  Conv v;
  if (argsOf(c, b, &v) && transposedArgs(c, b, &v))
    build(c, b, v);
}

// convolution(x, w, bias, ..., transposed, ...): either
static void convolution(TcFxCall *c, TcBuild *b) {
  if (tcArgBool(c, "transposed"))
    convTranspose(c, b);
  else
    conv(c, b);
}

static const TcFxRule rules[] = {
    {"aten.conv1d.default", conv, 0},
    {"aten.conv2d.default", conv, 0},
    {"aten.conv3d.default", conv, 0},
    {"aten.conv1d.padding", convPadded, 0},
    {"aten.conv2d.padding", convPadded, 0},
    {"aten.conv3d.padding", convPadded, 0},
    {"aten.conv_transpose1d.default", convTranspose, 0},
    {"aten.conv_transpose2d.input", convTranspose, 0},
    {"aten.conv_transpose3d.input", convTranspose, 0},
    {"aten.convolution.default", convolution, 0},
};

TC_FX_RULES(tcFxConvRules, rules);
