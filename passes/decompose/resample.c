// Decompositions of resampling: between elements, or at the places of a grid.
#include "passes/decompose/call.h"

#include "lib/support/bits.h"

#include "mlir-c/BuiltinAttributes.h"

#include <math.h>

// "aten.upsample_bilinear2d.vec": 2
static intptr_t spatialOf(TcFxCall *c) {
  const char *target = c->rule->target;
  for (; *target; ++target)
    if (*target >= '1' && *target <= '3' && target[1] == 'd')
      return *target - '0';
  return 2;
}

// Sizes of the result and the ratios of input to output, by dimension.
typedef struct Resample {
  intptr_t lead, n;
  MlirAttribute in[3], out[3];
  double factor[3]; // output over input as given; 0: from the sizes
} Resample;

static double listFloat(MlirAttribute list, intptr_t i) {
  if (!list.ptr || !mlirAttributeIsAArray(list) ||
      i >= mlirArrayAttrGetNumElements(list))
    return 0;
  MlirAttribute leaf = mlirArrayAttrGetElement(list, i);
  return mlirAttributeIsAFloat(leaf) ? mlirFloatAttrGetValueDouble(leaf) : 0;
}

// floor(size * factor); of a symbolic size for factors that are fractions of a
// small power of two, whose product with a size has no rounding.
static MlirAttribute scaledSize(TcBuild *b, MlirAttribute size, double factor) {
  enum { MAX_PART = 1024 };
  int64_t n, under = 1;
  if (tcSizeAttrIsConstant(size, &n))
    return tcSizeInt(b, (int64_t)floor((double)n * factor));
  while (under < MAX_PART &&
         floor(factor * (double)under) != factor * (double)under)
    under *= 2;
  double over = factor * (double)under;
  if (floor(over) != over || over > MAX_PART) {
    tcFail(b, 4102, "resampling a symbolic size by %g", factor);
    return size;
  }
  return tcSizeAttrFloorDivConst(tcSizeAttrMulConst(size, (int64_t)over),
                                 under);
}

static bool resampleOf(TcFxCall *c, TcBuild *b, MlirValue x, Resample *r) {
  static const char *const scales[3][3] = {
      {"scales", "", ""},
      {"scales_h", "scales_w", ""},
      {"scales_d", "scales_h", "scales_w"}};
  r->n = spatialOf(c);
  r->lead = tcRankOf(x) - r->n;
  TcShape sizes = tcArgSizes(c, "output_size");
  MlirAttribute factors = tcArgAttr(c, "scale_factors");
  for (intptr_t i = 0; i < r->n && r->lead >= 0; ++i) {
    r->in[i] = tcValueSize(x, r->lead + i);
    r->factor[i] = listFloat(factors, i);
    const char *name = scales[r->n - 1][i];
    if (!factors.ptr && !tcArgIsNone(c, name))
      r->factor[i] = tcArgFloat(c, name);
    r->out[i] =
        i < sizes.rank ? sizes.sizes[i] : scaledSize(b, r->in[i], r->factor[i]);
  }
  return x.ptr && r->lead >= 0;
}

// Input elements per output element.
static MlirValue ratioOf(TcBuild *b, const Resample *r, intptr_t i,
                         MlirType type) {
  if (r->factor[i] > 0)
    return tcConst(b, type, 1 / r->factor[i]);
  return tcDiv(b, tcSizeValue(b, r->in[i], type),
               tcSizeValue(b, r->out[i], type));
}

static MlirValue lastIndex(TcBuild *b, MlirAttribute size, MlirType type) {
  return tcSizeValue(b, tcSizeAttrAddConst(size, -1), type);
}

static MlirValue take(TcBuild *b, MlirValue x, MlirValue at, intptr_t dim) {
  return tcMoveDim(b, tcIndex(b, x, 1, &at, tcDimsOne(b, dim)), 0, dim);
}

// How often each element stands in the result of nearest, one after the other,
// where that is the same for all, as eager rounds their places; or 0.
static int64_t repeatsOf(const Resample *r, intptr_t i) {
  enum { MOST = 1 << 20 };
  double factor = r->factor[i];
  int64_t in, out, times = (int64_t)factor;
  if (!tcSizeAttrIsConstant(r->in[i], &in) ||
      !tcSizeAttrIsConstant(r->out[i], &out)) {
    bool isExact =
        (double)times == factor && times <= MOST && tcIsPowerOfTwo(times);
    return isExact && mlirAttributeEqual(r->out[i],
                                         tcSizeAttrMulConst(r->in[i], times))
               ? times
               : 0;
  }
  if (in < 1 || out < 1 || out % in || out > MOST)
    return 0;
  float ratio = factor > 0 ? (float)(1 / factor) : (float)in / (float)out;
  times = out / in;
  for (int64_t k = 0; k < out; ++k)
    if ((int64_t)floorf((float)k * ratio) != k / times)
      return 0;
  return times;
}

// x with each slice along dimension lead + i times[i] times, in one broadcast,
// whose gradient is one sum.
static MlirValue repeated(TcBuild *b, MlirValue x, const Resample *r,
                          const int64_t *times) {
  TcShape wide = tcShapeMake(b, r->lead + 2 * r->n);
  TcShape own = tcShapeOf(b, x), out = tcShapeCopy(b, own);
  TcDims dims = tcDimsRange(b, 0, own.rank);
  if (!x.ptr)
    return x;
  for (intptr_t d = 0; d < r->lead; ++d)
    wide.sizes[d] = own.sizes[d];
  for (intptr_t i = 0; i < r->n; ++i) {
    intptr_t d = r->lead + i;
    dims.data[d] = d + i;
    wide.sizes[d + i] = own.sizes[d];
    wide.sizes[d + i + 1] = tcSizeInt(b, times[i]);
    out.sizes[d] = tcSizeAttrMulConst(own.sizes[d], times[i]);
  }
  return tcReshape(b, tcBroadcastInDim(b, x, wide, dims), out);
}

// Element floor(i * ratio) along dimension lead + d.
static MlirValue nearestAlong(TcBuild *b, MlirValue x, const Resample *r,
                              intptr_t d) {
  MlirType type = tcF32(b);
  MlirValue place =
      tcMul(b, tcIota(b, r->out[d], type), ratioOf(b, r, d, type));
  MlirValue at = tcConvert(b, tcFloor(b, place), tcI64(b));
  at = tcMin(b, at, lastIndex(b, r->in[d], tcI64(b)));
  return take(b, x, at, r->lead + d);
}

// upsample_nearest(x): element floor(i * ratio)
static void nearest(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, tcArgAttr(c, "input").ptr ? "input" : "self");
  int64_t times[3];
  bool repeats = false;
  Resample r = {0};
  if (!resampleOf(c, b, x, &r))
    return;
  for (intptr_t i = 0; i < r.n; ++i) {
    times[i] = repeatsOf(&r, i);
    if (!times[i])
      x = nearestAlong(b, x, &r, i);
    else
      repeats |= times[i] > 1;
    times[i] += !times[i];
  }
  tcReturn(c, repeats ? repeated(b, x, &r, times) : x);
}

// Where output elements fall between input elements: centres matched, or
// corners.
static MlirValue sourcePlace(TcFxCall *c, TcBuild *b, const Resample *r,
                             intptr_t i, MlirType type, bool clamps) {
  MlirValue at = tcIota(b, r->out[i], type), half = tcConst(b, type, 0.5);
  if (tcArgBool(c, "align_corners")) {
    if (tcSizeAttrIsValue(r->out[i], 1))
      return tcMul(b, at, tcConst(b, type, 0));
    return tcMul(
        b, at,
        tcDiv(b, lastIndex(b, r->in[i], type), lastIndex(b, r->out[i], type)));
  }
  MlirValue centre = tcMul(b, tcAdd(b, at, half), ratioOf(b, r, i, type));
  MlirValue place = tcSub(b, centre, half);
  return clamps ? tcMax(b, place, tcConst(b, type, 0)) : place;
}

// upsample_linear(x): between the two nearest elements, by dimension
static void linear(TcFxCall *c, TcBuild *b) {
  const char *name = tcArgAttr(c, "input").ptr ? "input" : "self";
  MlirValue x = tcArgCompute(c, name);
  MlirType result = tcElementOf(tcArg(c, name)), type = tcElementOf(x);
  Resample r = {0};
  if (!resampleOf(c, b, x, &r))
    return;
  for (intptr_t i = 0; i < r.n; ++i) {
    MlirValue place = sourcePlace(c, b, &r, i, type, true);
    MlirValue low = tcConvert(b, tcFloor(b, place), tcI64(b));
    MlirValue last = lastIndex(b, r.in[i], tcI64(b));
    low = tcMin(b, low, last);
    MlirValue high = tcMin(b, tcAdd(b, low, tcConstInt(b, tcI64(b), 1)), last);
    MlirValue weight = tcSub(b, place, tcConvert(b, low, type));
    MlirValue x0 = take(b, x, low, r.lead + i);
    MlirValue x1 = take(b, x, high, r.lead + i);
    if (!x0.ptr)
      return;
    weight =
        tcBroadcastInDim(b, weight, tcShapeOf(b, x0), tcDimsOne(b, r.lead + i));
    MlirValue rest = tcSub(b, tcNum(b, weight, 1), weight);
    x = tcAdd(b, tcMul(b, x0, rest), tcMul(b, x1, weight));
  }
  tcReturnAs(c, x, result);
}

//===- Cubic --------------------------------------------------------------===//

// Keys' cubic convolution, a = -0.75, at distances t + 1, t, 1 - t, 2 - t.
static void cubicWeights(TcBuild *b, MlirValue t, MlirValue weights[4]) {
  const double a = -0.75;
  for (int i = 0; i < 4; ++i) {
    MlirValue one = tcNum(b, t, 1);
    MlirValue d = i < 2 ? t : tcSub(b, one, t);
    if (i == 0 || i == 3) { // ((a d - 5 a) d + 8 a) d - 4 a, d in [1, 2]
      d = tcAdd(b, d, one);
      MlirValue y = tcSub(b, tcMul(b, d, tcNum(b, t, a)), tcNum(b, t, 5 * a));
      y = tcAdd(b, tcMul(b, y, d), tcNum(b, t, 8 * a));
      weights[i] = tcSub(b, tcMul(b, y, d), tcNum(b, t, 4 * a));
    } else { // ((a + 2) d - (a + 3)) d d + 1, d in [0, 1]
      MlirValue y =
          tcSub(b, tcMul(b, d, tcNum(b, t, a + 2)), tcNum(b, t, a + 3));
      weights[i] = tcAdd(b, tcMul(b, tcMul(b, y, d), d), one);
    }
  }
}

// x with dimension `dim` taken at `place`, cubic between the four nearest.
static MlirValue cubicAlong(TcBuild *b, MlirValue x, MlirValue place,
                            intptr_t dim) {
  MlirValue low = tcFloor(b, place), weights[4], sum = tcNoValue();
  cubicWeights(b, tcSub(b, place, low), weights);
  MlirValue zero = tcConstInt(b, tcI64(b), 0);
  for (int i = 0; i < 4 && x.ptr; ++i) {
    MlirValue at =
        tcAdd(b, tcConvert(b, low, tcI64(b)), tcConstInt(b, tcI64(b), i - 1));
    at = tcMin(b, tcMax(b, at, zero),
               lastIndex(b, tcValueSize(x, dim), tcI64(b)));
    MlirValue y = take(b, x, at, dim);
    if (!y.ptr)
      return y;
    y = tcMul(
        b, y,
        tcBroadcastInDim(b, weights[i], tcShapeOf(b, y), tcDimsOne(b, dim)));
    sum = sum.ptr ? tcAdd(b, sum, y) : y;
  }
  return sum;
}

// upsample_bicubic2d(x)
static void cubic(TcFxCall *c, TcBuild *b) {
  const char *name = tcArgAttr(c, "input").ptr ? "input" : "self";
  MlirValue x = tcArgCompute(c, name);
  MlirType result = tcElementOf(tcArg(c, name)), type = tcElementOf(x);
  Resample r = {0};
  if (!resampleOf(c, b, x, &r))
    return;
  for (intptr_t i = 0; i < r.n; ++i)
    x = cubicAlong(b, x, sourcePlace(c, b, &r, i, type, false), r.lead + i);
  tcReturnAs(c, x, result);
}

//===- At points of a grid ------------------------------------------------===//

// ORDER: torch.nn.functional.grid_sample.
enum { GRID_LINEAR, GRID_NEAREST, GRID_CUBIC };
enum { GRID_ZEROS, GRID_BORDER, GRID_REFLECTION };

typedef struct Grid {
  int n;                 // two or three dimensions
  MlirValue x, sample;   // input; [batch, places...], which sample of the batch
  MlirValue place[3];    // [batch, places...]: where along each dimension
  MlirAttribute size[3]; // of these in the input
  int64_t padding;
  bool corners;
  MlirType type;
} Grid;

// Reflects at low and high (each a half) until it is inside.
static MlirValue reflected(TcBuild *b, MlirValue x, MlirValue low2,
                           MlirValue high2) {
  MlirValue half = tcNum(b, x, 0.5), one = tcNum(b, x, 1);
  MlirValue low = tcMul(b, low2, half);
  MlirValue span = tcMul(b, tcSub(b, high2, low2), half);
  MlirValue isFlat = tcEq(b, span, tcNum(b, x, 0));
  MlirValue safe = tcWhere(b, isFlat, one, span);
  MlirValue d = tcAbs(b, tcSub(b, x, low));
  MlirValue flips = tcFloor(b, tcDiv(b, d, safe));
  MlirValue extra = tcSub(b, d, tcMul(b, flips, safe));
  MlirValue isEven =
      tcEq(b,
           tcSub(b, flips,
                 tcMul(b, tcNum(b, x, 2), tcFloor(b, tcMul(b, flips, half)))),
           tcNum(b, x, 0));
  MlirValue y = tcWhere(b, isEven, tcAdd(b, extra, low),
                        tcAdd(b, tcSub(b, safe, extra), low));
  return tcWhere(b, isFlat, tcNum(b, x, 0), y);
}

// A place moved inside as the padding asks.
static MlirValue inside(TcBuild *b, const Grid *g, MlirValue place, int i) {
  MlirValue size = tcSizeValue(b, g->size[i], g->type);
  MlirValue zero = tcNum(b, size, 0), one = tcNum(b, size, 1);
  MlirValue last = tcSub(b, size, one), two = tcNum(b, size, 2);
  if (g->padding == GRID_ZEROS)
    return place;
  if (g->padding == GRID_REFLECTION)
    place = g->corners ? reflected(b, place, zero, tcMul(b, two, last))
                       : reflected(b, place, tcNum(b, size, -1),
                                   tcSub(b, tcMul(b, two, size), one));
  // Eager moves NaN to the end in volumes, to 0 in images.
  if (g->n == 3)
    place = tcWhere(b, tcLt(b, place, last), place, last);
  return tcMin(b, tcWhere(b, tcGt(b, place, zero), place, zero), last);
}

// From [-1, 1] to elements.
static MlirValue unnormalised(TcBuild *b, const Grid *g, MlirValue p, int i) {
  MlirValue size = tcSizeValue(b, g->size[i], g->type);
  MlirValue one = tcNum(b, size, 1), half = tcNum(b, size, 0.5);
  MlirValue moved = tcAdd(b, p, one);
  if (g->corners)
    return tcMul(b, tcMul(b, moved, half), tcSub(b, size, one));
  return tcMul(b, tcSub(b, tcMul(b, moved, size), one), half);
}

// Whether a whole place is one of the input; NaN is not.
static MlirValue isInput(TcBuild *b, const Grid *g, MlirValue place, int i) {
  MlirValue last = tcSizeValue(b, tcSizeAttrAddConst(g->size[i], -1), g->type);
  return tcAnd(b, tcGe(b, place, tcNum(b, last, 0)), tcLe(b, place, last));
}

// [batch, places..., channel]: elements at whole places, zeros outside.
static MlirValue gridTake(TcBuild *b, const Grid *g, const MlirValue *places) {
  MlirValue at[4] = {g->sample}, isInside = tcNoValue();
  TcDims dims = tcDimsMake(b, g->n + 1);
  for (int i = 0; i < g->n; ++i) {
    MlirValue own = isInput(b, g, places[i], i);
    isInside = i ? tcAnd(b, isInside, own) : own;
    // (what is outside, or NaN, reads element 0)
    at[i + 1] = tcConvert(b, tcWhere(b, own, places[i], tcNum(b, places[i], 0)),
                          tcI64(b));
    dims.data[i + 1] = i + 2;
  }
  dims.data[0] = 0;
  MlirValue y = tcIndex(b, g->x, g->n + 1, at, dims);
  if (!y.ptr || !isInside.ptr)
    return tcNoValue();
  isInside = tcBroadcastInDim(b, isInside, tcShapeOf(b, y),
                              tcDimsRange(b, 0, g->n + 1));
  return tcWhere(b, isInside, y, tcNum(b, y, 0));
}

static MlirValue weighted(TcBuild *b, MlirValue y, MlirValue weight) {
  return y.ptr && weight.ptr
             ? tcMul(b, y, tcUnsqueeze(b, weight, tcRankOf(weight)))
             : tcNoValue();
}

// Between the nearest elements of each place: two, or four if cubic. As in
// eager, an infinite place of a volume has no neighbours, that of an image NaN.
static MlirValue gridBetween(TcBuild *b, const Grid *g, bool isCubic) {
  MlirValue low[3], weights[3][4], sum = tcNoValue();
  int taps = isCubic ? 4 : 2, count = 1;
  for (int i = 0; i < g->n; ++i) {
    count *= taps;
    MlirValue place = isCubic ? g->place[i] : inside(b, g, g->place[i], i);
    low[i] = tcFloor(b, place);
    MlirValue t = tcSub(b, place, low[i]);
    weights[i][0] = tcSub(b, tcNum(b, t, 1), t);
    weights[i][1] = t;
    if (isCubic)
      cubicWeights(b, t, weights[i]);
  }
  for (int k = 0; k < count; ++k) {
    MlirValue place[3], weight = tcNoValue();
    int step = count, rest = k;
    for (int i = 0; i < g->n; ++i) {
      step /= taps;
      int at = rest / step;
      rest %= step;
      place[i] = tcAdd(b, low[i], tcNum(b, low[i], at - (isCubic ? 1 : 0)));
      if (isCubic)
        place[i] = inside(b, g, place[i], i);
      MlirValue own = weights[i][at];
      if (g->n == 3)
        own = tcWhere(b, isInput(b, g, place[i], i), own, tcNum(b, own, 0));
      weight = i ? tcMul(b, weight, own) : own;
    }
    MlirValue y = weighted(b, gridTake(b, g, place), weight);
    sum = sum.ptr ? tcAdd(b, sum, y) : y;
  }
  return sum;
}

static bool gridOf(TcFxCall *c, TcBuild *b, Grid *g) {
  MlirValue points = tcArgCompute(c, "grid");
  *g = (Grid){.x = tcArgCompute(c, "input"),
              .padding = tcArgInt(c, "padding_mode"),
              .corners = tcArgBool(c, "align_corners")};
  if (!points.ptr || !g->x.ptr)
    return false;
  g->n = (int)tcRankOf(points) - 2;
  if (tcRankOf(g->x) != tcRankOf(points) || g->n < 2 || g->n > 3) {
    tcUnsupported(c, "a grid of other than two or three dimensions");
    return false;
  }
  g->type = tcElementOf(g->x);
  bool ok = true;
  for (int i = 0; i < g->n && ok; ++i) {
    MlirAttribute own = tcSizeInt(b, g->n - 1 - i); // the last dimension first
    g->size[i] = tcValueSize(g->x, 2 + i);
    g->place[i] = unnormalised(b, g, tcSelect(b, points, g->n + 1, own), i);
    ok = g->place[i].ptr != NULL;
  }
  if (ok)
    g->sample = tcIotaDim(b, tcShapeOf(b, g->place[0]), 0, tcI64(b));
  return ok;
}

// grid_sampler(x, grid): x at the grid's places
static void gridSampler(TcFxCall *c, TcBuild *b) {
  Grid g;
  if (!gridOf(c, b, &g))
    return;
  int64_t mode = tcArgInt(c, "interpolation_mode");
  MlirValue nearest[3];
  for (int i = 0; i < g.n && mode == GRID_NEAREST; ++i)
    nearest[i] = tcUnary(b, TC_PRIM_ROUND, inside(b, &g, g.place[i], i));
  MlirValue y = mode == GRID_NEAREST ? gridTake(b, &g, nearest)
                                     : gridBetween(b, &g, mode == GRID_CUBIC);
  tcReturnAs(c, tcMoveDim(b, y, g.n + 1, 1), tcElementOf(tcArg(c, "input")));
}

static const TcFxRule rules[] = {
    {"aten.upsample_nearest1d.vec", nearest, 0},
    {"aten.upsample_nearest2d.vec", nearest, 0},
    {"aten.upsample_nearest3d.vec", nearest, 0},
    {"aten.upsample_nearest1d.default", nearest, 0},
    {"aten.upsample_nearest2d.default", nearest, 0},
    {"aten.upsample_nearest3d.default", nearest, 0},
    {"aten.upsample_linear1d.vec", linear, 0},
    {"aten.upsample_bilinear2d.vec", linear, 0},
    {"aten.upsample_trilinear3d.vec", linear, 0},
    {"aten.upsample_linear1d.default", linear, 0},
    {"aten.upsample_bilinear2d.default", linear, 0},
    {"aten.upsample_trilinear3d.default", linear, 0},
    {"aten.upsample_bicubic2d.vec", cubic, 0},
    {"aten.upsample_bicubic2d.default", cubic, 0},
    {"aten.grid_sampler_2d.default", gridSampler, 0},
    {"aten.grid_sampler_3d.default", gridSampler, 0},
    {"aten.grid_sampler.default", gridSampler, 0},
};

TC_FX_RULES(tcFxResampleRules, rules);
