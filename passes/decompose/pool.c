// Decompositions of pooling.
#include "passes/decompose/pool.h"
#include "passes/decompose/call.h"

#include "mlir-c/BuiltinAttributes.h"

#include <math.h>

static TcDims filled(TcBuild *b, intptr_t n, int64_t value) {
  TcDims dims = tcDimsMake(b, n);
  for (intptr_t i = 0; i < n; ++i)
    dims.data[i] = value;
  return dims;
}

static bool allPositive(TcDims dims, intptr_t n) {
  for (intptr_t i = 0; i < dims.size; ++i)
    if (dims.data[i] < 1)
      return false;
  return dims.size == n;
}

// Strides are those of the windows unless given.
bool tcPoolOf(TcFxCall *c, TcBuild *b, MlirValue x, intptr_t n, TcPool *w) {
  *w = (TcPool){.size = tcArgInts(c, "kernel_size", n),
                .stride = tcArgInts(c, "stride", n),
                .padding = tcArgInts(c, "padding", n),
                .dilation = tcArgAttr(c, "dilation").ptr
                                ? tcArgInts(c, "dilation", n)
                                : filled(b, n, 1),
                .ceil = tcArgBool(c, "ceil_mode")};
  if (w->stride.size == 0)
    w->stride = w->size;
  if (!allPositive(w->size, n) || !allPositive(w->stride, n) ||
      !allPositive(w->dilation, n) || w->padding.size != n) {
    tcFail(b, 1102, "window, stride and dilation must be positive");
    return false;
  }
  if (tcRankOf(x) < n) {
    tcFail(b, 1102, "the input has fewer dimensions than the window");
    return false;
  }
  return true;
}

// "aten.max_pool2d.default": 2
static intptr_t spatialOf(TcFxCall *c) {
  for (size_t i = 0; i < c->schema.name.length; ++i)
    if (c->schema.name.data[i] >= '1' && c->schema.name.data[i] <= '3')
      return c->schema.name.data[i] - '0';
  return 2;
}

//===- Greatest element ---------------------------------------------------===//

// max_pool(x): values, and their flat positions
static void maxPool(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t n = spatialOf(c);
  TcPool w;
  if (!x.ptr || !tcPoolOf(c, b, x, n, &w))
    return;
  MlirOperation op =
      tcPrimMaxPoolCreate(&b->at, x, n, w.size.data, n, w.stride.data, n,
                          w.padding.data, n, w.dilation.data, w.ceil);
  for (intptr_t i = 0; i < 2 && op.ptr; ++i)
    tcReturnAt(c, i, mlirOperationGetResult(op, i));
}

//===- Mean ---------------------------------------------------------------===//

// How many windows there are along one dimension, as PyTorch counts.
static MlirAttribute countWindows(TcBuild *b, MlirAttribute size, int64_t k,
                                  int64_t stride, int64_t pad, bool ceil) {
  MlirAttribute room = tcSizeAttrAddConst(size, 2 * pad - k);
  if (!ceil)
    return tcSizeAttrAddConst(tcSizeAttrFloorDivConst(room, stride), 1);
  MlirAttribute s = tcSizeInt(b, stride);
  MlirAttribute n = tcSizeAttrAddConst(tcSizeAttrCeilDiv(room, s), 1);
  // The last must start inside the input or its left padding:
  // (n - 1) * stride < size + pad.
  MlirAttribute most = tcSizeAttrCeilDiv(tcSizeAttrAddConst(size, pad), s);
  return tcSizeAttrMin(n, most);
}

// Of each window along dimension i of `shape`: the elements from its start to
// its end, both cut to [low, high).
static MlirValue covered(TcBuild *b, TcShape shape, intptr_t dim,
                         MlirAttribute low, MlirAttribute high, int64_t k,
                         int64_t stride, int64_t pad) {
  MlirType type = tcI64(b);
  MlirValue start =
      tcMul(b, tcIotaDim(b, shape, dim, type), tcConstInt(b, type, stride));
  start = tcSub(b, start, tcConstInt(b, type, pad));
  MlirValue end = tcAdd(b, start, tcConstInt(b, type, k));
  return tcSub(b, tcMin(b, end, tcSizeValue(b, high, type)),
               tcMax(b, start, tcSizeValue(b, low, type)));
}

// What each window's sum is divided by; null where it is the same for all.
static MlirValue divisors(TcFxCall *c, TcBuild *b, TcShape in, TcShape out,
                          const TcPool *w, MlirType type) {
  bool countsPad = tcArgBool(c, "count_include_pad");
  intptr_t n = w->size.size, lead = out.rank - n;
  TcShape windows = {n, out.sizes + lead};
  MlirValue all = tcConst(b, type, 1);
  for (intptr_t i = 0; i < n; ++i) {
    int64_t k = w->size.data[i], pad = w->padding.data[i];
    MlirAttribute size = in.sizes[lead + i];
    if ((countsPad && !w->ceil) || (!w->ceil && pad == 0)) {
      all = tcMul(b, all, tcConst(b, type, (double)k));
      continue;
    }
    int64_t edge = countsPad ? pad : 0;
    MlirValue own =
        covered(b, windows, i, tcSizeInt(b, -edge),
                tcSizeAttrAddConst(size, edge), k, w->stride.data[i], pad);
    all = tcMul(b, all, tcConvert(b, own, type));
  }
  return all;
}

// The elements of a window along dimension i that may lie inside. All windows
// start in the input or in front of it, so none reaches further than from the
// front of the padding to the end: a window may be larger (the last of ceil).
static int64_t reachOf(const TcPool *w, intptr_t i, MlirAttribute size) {
  int64_t k = w->size.data[i], n;
  if (!tcSizeAttrIsConstant(size, &n) || n + w->padding.data[i] >= k)
    return k;
  return n + w->padding.data[i] > 0 ? n + w->padding.data[i] : 1;
}

// Zeros behind the input that `windows` of so many elements need; where sizes
// are symbols, enough for the window that ceil adds: slices drop what is too
// much.
static int64_t zerosBehind(const TcPool *w, intptr_t i, int64_t reach,
                           MlirAttribute size, MlirAttribute windows) {
  int64_t n, count, stride = w->stride.data[i], pad = w->padding.data[i];
  if (!tcSizeAttrIsConstant(size, &n) ||
      !tcSizeAttrIsConstant(windows, &count) || n < 1 || count < 1)
    return pad + (w->ceil ? stride - 1 : 0);
  int64_t end = (count - 1) * stride + reach;
  return end > n + pad ? end - n - pad : 0;
}

// Sums of windows: a convolution of each channel with ones. With `deep`
// channels stay a dimension of their own, so that they may be innermost in
// memory.
static MlirValue windowSums(TcBuild *b, MlirValue x, const TcPool *w,
                            TcShape out, bool deep) {
  TcShape in = tcShapeOf(b, x);
  intptr_t n = w->size.size, lead = in.rank - n;
  TcShape planes = tcShapeMake(b, n + 2), ones = tcShapeMake(b, n + 2);
  TcDims high = tcDimsMake(b, n);
  int64_t channels = 1;
  deep = deep && lead == 2 && tcSizeAttrIsConstant(in.sizes[1], &channels);
  planes.sizes[0] = tcSizeAttrProduct(b->at.ctx, deep ? 1 : lead, in.sizes);
  planes.sizes[1] = ones.sizes[0] = tcSizeInt(b, channels);
  ones.sizes[1] = tcSizeInt(b, 1);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute size = planes.sizes[i + 2] = in.sizes[lead + i];
    int64_t reach = reachOf(w, i, size);
    ones.sizes[i + 2] = tcSizeInt(b, reach);
    high.data[i] = zerosBehind(w, i, reach, size, out.sizes[lead + i]);
  }
  MlirValue weight = tcFull(b, ones, tcNum(b, x, 1));
  MlirValue flat = tcReshape(b, x, planes);
  TcDims one = filled(b, n, 1);
  TcWindow window = {w->stride, w->padding, high, one, one, channels};
  MlirValue y = tcConvolution(b, flat, weight, window, tcNoType());
  for (intptr_t i = 0; i < n; ++i)
    y = tcSlice(b, y, i + 2, tcSizeInt(b, 0), out.sizes[lead + i], 1);
  return tcReshape(b, y, out);
}

// Whether windows begin at each element, and are so small that adding up their
// elements one by one is worth a map.
static bool areDense(const TcPool *w) {
  enum { MOST = 32 };
  int64_t elements = 1;
  for (intptr_t i = 0; i < w->size.size; ++i) {
    if (w->stride.data[i] != 1 || w->size.data[i] > MOST)
      return false;
    elements *= w->size.data[i];
  }
  return elements <= MOST;
}

// The elements of windows that lie `at` in them, from the innermost dimension
// on: an array of as many as there are windows.
static MlirValue elementsAt(TcBuild *b, MlirValue padded, const TcPool *w,
                            TcShape out, int64_t at) {
  intptr_t n = w->size.size, lead = out.rank - n;
  for (intptr_t i = n; i-- > 0; at /= w->size.data[i])
    padded = tcSlice(b, padded, lead + i, tcSizeInt(b, at % w->size.data[i]),
                     out.sizes[lead + i], 1);
  return padded;
}

// The same of dense windows: sums of the input, moved by each element's place
// in a window. No order in memory is worse than another for that, and what
// reads the sums is a part of their map.
static MlirValue sumsDense(TcBuild *b, MlirValue x, const TcPool *w,
                           TcShape out) {
  TcShape in = tcShapeOf(b, x);
  intptr_t n = w->size.size, lead = out.rank - n;
  TcShape low = tcShapeMake(b, in.rank), high = tcShapeMake(b, in.rank);
  int64_t elements = 1;
  for (intptr_t d = 0; d < lead; ++d)
    low.sizes[d] = high.sizes[d] = tcSizeInt(b, 0);
  for (intptr_t i = 0; i < n; ++i) {
    intptr_t d = lead + i;
    low.sizes[d] = tcSizeInt(b, w->padding.data[i]);
    high.sizes[d] = tcSizeInt(
        b, zerosBehind(w, i, w->size.data[i], in.sizes[d], out.sizes[d]));
    elements *= w->size.data[i];
  }
  MlirValue padded = tcPad(b, x, tcNum(b, x, 0), low.sizes, high.sizes);
  MlirValue sum = elementsAt(b, padded, w, out, 0);
  for (int64_t at = 1; at < elements; ++at)
    sum = tcAdd(b, sum, elementsAt(b, padded, w, out, at));
  return sum;
}

// Whether each element is in one window at most, and all windows are inside.
static bool areApart(const TcPool *w) {
  for (intptr_t i = 0; i < w->size.size; ++i)
    if (w->stride.data[i] != w->size.data[i] || w->padding.data[i] || w->ceil)
      return false;
  return true;
}

// The same as sums of dimensions of their own, whose gradient is a broadcast.
static MlirValue sumsApart(TcBuild *b, MlirValue x, const TcPool *w,
                           TcShape out) {
  intptr_t n = w->size.size, lead = out.rank - n;
  TcShape split = tcShapeMake(b, lead + 2 * n);
  TcDims own = tcDimsMake(b, n);
  for (intptr_t d = 0; d < lead; ++d)
    split.sizes[d] = out.sizes[d];
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute windows = out.sizes[lead + i];
    int64_t size = w->size.data[i];
    x = tcSlice(b, x, lead + i, tcSizeInt(b, 0),
                tcSizeAttrMulConst(windows, size), 1);
    own.data[i] = lead + 2 * i + 1;
    split.sizes[own.data[i] - 1] = windows;
    split.sizes[own.data[i]] = tcSizeInt(b, size);
  }
  return tcSum(b, tcReshape(b, x, split), own, false);
}

// avg_pool(x) = sum of each window / its divisor, in f32 for f16 and bf16
static void avgPool(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "self");
  MlirType result = tcElementOf(tcArg(c, "self")), type = tcElementOf(x);
  intptr_t n = spatialOf(c);
  TcPool w;
  if (!x.ptr || !tcPoolOf(c, b, x, n, &w))
    return;
  TcShape in = tcShapeOf(b, x), out = tcShapeCopy(b, in);
  for (intptr_t i = 0; i < n; ++i) {
    intptr_t dim = in.rank - n + i;
    out.sizes[dim] = countWindows(b, in.sizes[dim], w.size.data[i],
                                  w.stride.data[i], w.padding.data[i], w.ceil);
  }
  bool overridden = !tcArgIsNone(c, "divisor_override");
  MlirValue divisor = overridden ? tcArgNumber(c, "divisor_override", type)
                                 : divisors(c, b, in, out, &w, type);
  // On CPUs convolutions are what is vectorised along rows of windows.
  bool gpu = tcFxIsForGpu(c->op);
  MlirValue sums = gpu && areApart(&w)   ? sumsApart(b, x, &w, out)
                   : gpu && areDense(&w) ? sumsDense(b, x, &w, out)
                                         : windowSums(b, x, &w, out, gpu);
  tcReturnAs(c, tcDiv(b, sums, divisor), result);
}

//===- Windows of equal share ---------------------------------------------===//

// Windows [floor(i n / m), ceil((i + 1) n / m)) of n elements for i < m, as
// indices [m, width] with those past the end marked.
typedef struct Shares {
  MlirValue index; // clamped to the last element
  MlirValue inside;
  MlirValue count; // [m]
} Shares;

static Shares sharesOf(TcBuild *b, MlirAttribute n, int64_t m) {
  MlirType type = tcI64(b);
  MlirAttribute size = tcSizeInt(b, m);
  // No window is wider than ceil(n / m) + 1.
  MlirAttribute width = tcSizeAttrAddConst(tcSizeAttrCeilDiv(n, size), 1);
  MlirValue i = tcIota(b, size, type), len = tcSizeValue(b, n, type);
  MlirValue count = tcConstInt(b, type, m), one = tcConstInt(b, type, 1);
  MlirValue start = tcDiv(b, tcMul(b, i, len), count);
  MlirValue past =
      tcSub(b, tcAdd(b, tcMul(b, tcAdd(b, i, one), len), count), one);
  MlirValue end = tcDiv(b, past, count);
  MlirValue at = tcAdd(b, tcUnsqueeze(b, start, 1), tcIota(b, width, type));
  Shares s = {.count = tcSub(b, end, start)};
  s.inside = tcLt(b, at, tcUnsqueeze(b, end, 1));
  s.index = tcMin(b, at, tcSub(b, len, one));
  return s;
}

// The shares of dimension `dim`, [m, width, ...]: `fill` stands for what is
// outside
static MlirValue takeShares(TcBuild *b, MlirValue x, intptr_t dim,
                            const Shares *s, MlirValue fill) {
  MlirValue y = tcIndex(b, x, 1, &s->index, tcDimsOne(b, dim));
  if (!y.ptr)
    return y;
  TcDims lead = tcDimsRange(b, 0, 2);
  MlirValue inside = tcBroadcastInDim(b, s->inside, tcShapeOf(b, y), lead);
  return tcWhere(b, inside, y, fill);
}

// The output size of one dimension; the input's where it is none.
static bool outputSize(TcFxCall *c, intptr_t i, int64_t *out) {
  MlirAttribute list = tcArgAttr(c, "output_size");
  MlirAttribute leaf = list;
  if (mlirAttributeIsAArray(list)) {
    intptr_t n = mlirArrayAttrGetNumElements(list);
    leaf = mlirArrayAttrGetElement(list, i < n ? i : n - 1);
  }
  if (mlirAttributeIsAUnit(leaf))
    return false;
  *out = mlirAttributeIsAInteger(leaf) ? mlirIntegerAttrGetValueInt(leaf) : 0;
  if (*out < 1)
    tcUnsupported(c, "an adaptive pool to a size that is not a positive "
                     "constant");
  return *out >= 1;
}

// One dimension to m means: all of it for m = 1, else shares
static MlirValue meanShares(TcBuild *b, MlirValue x, intptr_t dim, int64_t m) {
  if (!x.ptr || tcSizeAttrIsValue(tcValueSize(x, dim), m))
    return x;
  if (m == 1)
    return tcMean(b, x, tcDimsOne(b, dim), true);
  Shares s = sharesOf(b, tcValueSize(x, dim), m);
  MlirValue sum = takeShares(b, x, dim, &s, tcNum(b, x, 0));
  sum = tcMoveDim(b, tcSum(b, sum, tcDimsOne(b, 1), false), 0, dim);
  if (!sum.ptr)
    return sum;
  MlirValue count = tcConvert(b, s.count, tcElementOf(x));
  return tcDiv(
      b, sum, tcBroadcastInDim(b, count, tcShapeOf(b, sum), tcDimsOne(b, dim)));
}

// adaptive_avg_pool(x, m): means of windows [floor(i n / m),
// ceil((i + 1) n / m)); to 1 a mean over all that is pooled
static void adaptiveAvgPool(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArgCompute(c, "self");
  MlirType result = tcElementOf(tcArg(c, "self"));
  intptr_t n = spatialOf(c), lead = tcRankOf(x) - n;
  bool toOne = true;
  int64_t m;
  for (intptr_t i = 0; i < n; ++i)
    toOne &= outputSize(c, i, &m) && m == 1;
  if (toOne && lead >= 0)
    x = tcMean(b, x, tcDimsRange(b, lead, lead + n), true);
  for (intptr_t i = 0; i < n && !toOne && lead >= 0; ++i)
    if (outputSize(c, i, &m))
      x = meanShares(b, x, lead + i, m);
  tcReturnAs(c, x, result);
}

// Where the greatest elements along a dimension are: the first of equals, the
// last of NaNs.
static MlirValue greatestAt(TcBuild *b, MlirValue x, intptr_t dim) {
  if (!x.ptr)
    return x;
  MlirValue first = tcPrimArgmax(&b->at, x, dim);
  if (!mlirTypeIsAFloat(tcElementOf(x)))
    return first;
  MlirValue here = tcIotaDim(b, tcShapeOf(b, x), dim, tcI64(b));
  MlirValue none = tcConstInt(b, tcI64(b), -1);
  MlirValue nan = tcAmax(b, tcWhere(b, tcNe(b, x, x), here, none),
                         tcDimsOne(b, dim), false);
  return tcWhere(b, tcLt(b, nan, tcConstInt(b, tcI64(b), 0)), first, nan);
}

// One dimension to the greatest elements of m shares, and to what `at` has for
// these.
static void maxShares(TcBuild *b, MlirValue *x, MlirValue *at, intptr_t dim,
                      int64_t m) {
  MlirType type = tcI64(b);
  Shares s = sharesOf(b, tcValueSize(*x, dim), m);
  MlirValue y = takeShares(b, *x, dim, &s, tcLeastOf(b, tcElementOf(*x)));
  MlirValue spots = takeShares(b, *at, dim, &s, tcConstInt(b, type, 0));
  if (!y.ptr || !spots.ptr)
    return;
  TcShape shape = tcShapeOf(b, y);
  MlirValue found = tcUnsqueeze(b, greatestAt(b, y, 1), 1);
  MlirValue isFound =
      tcEq(b, tcIotaDim(b, shape, 1, type), tcBroadcastTo(b, found, shape));
  spots = tcWhere(b, isFound, spots, tcConstInt(b, type, 0));
  TcDims width = tcDimsOne(b, 1);
  *x = tcMoveDim(b, tcAmax(b, y, width, false), 0, dim);
  *at = tcMoveDim(b, tcSum(b, spots, width, false), 0, dim);
}

// The flat position of each element of x within its last n dimensions.
static MlirValue flatPositions(TcBuild *b, MlirValue x, intptr_t n) {
  MlirType type = tcI64(b);
  TcShape shape = tcShapeOf(b, x);
  MlirValue at = tcNoValue();
  for (intptr_t d = shape.rank - n; d < shape.rank; ++d) {
    MlirValue here = tcIotaDim(b, shape, d, type);
    at = at.ptr ? tcAdd(b, tcMul(b, at, tcSizeValue(b, shape.sizes[d], type)),
                        here)
                : here;
  }
  return at;
}

// adaptive_max_pool(x, m): the greatest of each window [floor(i n / m),
// ceil((i + 1) n / m)) and its flat position, dimension by dimension from the
// last, so that of equal elements the first is found, and the last NaN
static void adaptiveMaxPool(TcFxCall *c, TcBuild *b) {
  MlirValue x = tcArg(c, "self");
  intptr_t n = spatialOf(c), lead = tcRankOf(x) - n;
  bool toOne = true;
  int64_t m = 0;
  if (!x.ptr || lead < 0)
    return;
  for (intptr_t i = 0; i < n; ++i)
    toOne &= outputSize(c, i, &m) && m == 1;
  if (toOne) {
    MlirValue flat = tcFlatten(b, x, lead, lead + n);
    TcShape ones = tcShapeOf(b, x);
    for (intptr_t i = 0; i < n; ++i)
      ones.sizes[lead + i] = tcSizeInt(b, 1);
    if (!flat.ptr)
      return;
    tcReturnAt(c, 0,
               tcReshape(b, tcAmax(b, flat, tcDimsOne(b, lead), false), ones));
    tcReturnAt(c, 1, tcReshape(b, greatestAt(b, flat, lead), ones));
    return;
  }
  MlirValue at = flatPositions(b, x, n);
  for (intptr_t i = n - 1; i >= 0; --i)
    if (outputSize(c, i, &m) && !tcSizeAttrIsValue(tcValueSize(x, lead + i), m))
      maxShares(b, &x, &at, lead + i, m);
  tcReturnAt(c, 0, x);
  tcReturnAt(c, 1, at);
}

static const TcFxRule rules[] = {
    {"aten.max_pool1d.default", maxPool, 0},
    {"aten.max_pool2d.default", maxPool, 0},
    {"aten.max_pool3d.default", maxPool, 0},
    {"aten.max_pool2d_with_indices.default", maxPool, 0},
    {"aten.max_pool3d_with_indices.default", maxPool, 0},
    {"aten.avg_pool1d.default", avgPool, 0},
    {"aten.avg_pool2d.default", avgPool, 0},
    {"aten.avg_pool3d.default", avgPool, 0},
    {"aten.adaptive_avg_pool1d.default", adaptiveAvgPool, 0},
    {"aten.adaptive_avg_pool2d.default", adaptiveAvgPool, 0},
    {"aten._adaptive_avg_pool2d.default", adaptiveAvgPool, 0},
    {"aten._adaptive_avg_pool3d.default", adaptiveAvgPool, 0},
    {"aten.adaptive_avg_pool3d.default", adaptiveAvgPool, 0},
    {"aten.adaptive_max_pool1d.default", adaptiveMaxPool, 0},
    {"aten.adaptive_max_pool2d.default", adaptiveMaxPool, 0},
    {"aten.adaptive_max_pool3d.default", adaptiveMaxPool, 0},
};

TC_FX_RULES(tcFxPoolRules, rules);
