// Derivative rules of products and convolutions, which are again products and
// convolutions. See autodiff.h.
#include "lib/ir/types.h"
#include "passes/autodiff/autodiff.h"

#include "mlir-c/BuiltinAttributes.h"

//===- dot_general --------------------------------------------------------===//

// One operand of a product: its dimensions by role.
typedef struct Side {
  MlirValue x;
  TcDims batch, contract, free;
} Side;

static TcDims dimsOf(TcVjp *v, const char *name) {
  MlirAttribute attr =
      mlirOperationGetInherentAttributeByName(v->op, tcStr(name));
  TcDims dims = tcDimsMake(&v->b, tcAttrNumInts(attr));
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] = tcAttrIntAt(attr, i);
  return dims;
}

static Side sideOf(TcVjp *v, intptr_t i) {
  Side s = {.x = v->x[i],
            .batch = dimsOf(v, i ? "other_batch" : "self_batch"),
            .contract = dimsOf(v, i ? "other_contract" : "self_contract"),
            .free = tcDimsMake(&v->b, tcRankOf(v->x[i]))};
  s.free.size = 0;
  for (intptr_t d = 0; d < tcRankOf(s.x); ++d)
    if (!tcDimsContain(s.batch, d) && !tcDimsContain(s.contract, d))
      s.free.data[s.free.size++] = d;
  return s;
}

// dy as a factor of the gradients. Where a product of narrow floats gave wide
// results (the scores of attention), it is rounded to the narrow type, as in
// PyTorch's fused attention, so that matrix units can multiply it.
static MlirValue factorOf(TcVjp *v) {
  MlirType narrow = tcElementOf(v->x[0]);
  bool rounds =
      tcTypeIsHalf(narrow) && mlirTypeEqual(narrow, tcElementOf(v->x[1]));
  return rounds ? tcConvert(&v->b, v->dy, narrow) : v->dy;
}

// The gradient of `own`, the product of dy and `other`, whose dimensions are
// batch, own free and contracting (in the order of `other`), transposed to
// own's order. `free` are the dimensions of dy that are the other's free ones.
static MlirValue dotGradient(TcVjp *v, const Side *own, const Side *other,
                             TcDims free, bool ownFirst) {
  TcBuild *b = &v->b;
  MlirValue dy = factorOf(v);
  MlirValue y = tcConvert(b, tcConjOf(b, other->x), tcElementOf(dy));
  TcDims batch = tcDimsRange(b, 0, own->batch.size);
  TcDot left = {batch, other->batch, free, other->free};
  TcDot right = {other->batch, batch, other->free, free};
  MlirValue product = ownFirst ? tcDotGeneral(b, dy, y, left, tcNoType())
                               : tcDotGeneral(b, y, dy, right, tcNoType());
  TcDims from = tcDimsMake(b, tcRankOf(own->x));
  intptr_t at = own->batch.size;
  for (intptr_t i = 0; i < own->batch.size; ++i)
    from.data[own->batch.data[i]] = i;
  for (intptr_t i = 0; ownFirst && i < own->free.size; ++i)
    from.data[own->free.data[i]] = at++;
  for (intptr_t d = 0; d < tcRankOf(other->x); ++d)
    for (intptr_t i = 0; i < other->contract.size; ++i)
      if (other->contract.data[i] == d)
        from.data[own->contract.data[i]] = at++;
  for (intptr_t i = 0; !ownFirst && i < own->free.size; ++i)
    from.data[own->free.data[i]] = at++;
  return tcConvert(b, tcTranspose(b, product, from), tcElementOf(own->x));
}

// y = x . z: dx = dy . z over z's free dimensions, dz = x . dy over x's
void tcVjpDotGeneral(TcVjp *v) {
  TcBuild *b = &v->b;
  Side x = sideOf(v, 0), z = sideOf(v, 1);
  intptr_t batch = x.batch.size, mid = batch + x.free.size;
  TcDims ofX = tcDimsRange(b, batch, mid);
  TcDims ofZ = tcDimsRange(b, mid, mid + z.free.size);
  tcVjpGive(v, 0, dotGradient(v, &x, &z, ofZ, true));
  tcVjpGive(v, 1, dotGradient(v, &z, &x, ofX, false));
}

//===- Convolution --------------------------------------------------------===//

typedef struct Conv {
  MlirValue x, w;
  TcDims strides, low, high, spread, dilation;
  int64_t groups;
} Conv;

static Conv convOf(TcVjp *v) {
  return (Conv){v->x[0],
                v->x[1],
                dimsOf(v, "strides"),
                dimsOf(v, "pad_low"),
                dimsOf(v, "pad_high"),
                dimsOf(v, "input_dilation"),
                dimsOf(v, "dilation"),
                tcPrimConvolutionGetGroups(v->op)};
}

static MlirValue convolve(TcBuild *b, const Conv *c) {
  TcWindow window = {c->strides, c->low,      c->high,
                     c->spread,  c->dilation, c->groups};
  return tcConvolution(b, c->x, c->w, window, tcNoType());
}

// Dimension `dim` of x, of g groups, as [g, size / g].
static MlirValue split(TcBuild *b, MlirValue x, intptr_t dim, int64_t groups) {
  if (!x.ptr)
    return x;
  TcShape shape = tcShapeOf(b, x);
  MlirAttribute part =
      tcSizeAttrExactDiv(shape.sizes[dim], tcSizeInt(b, groups));
  TcShape both = tcShapeInsert(b, shape, dim, tcSizeInt(b, groups));
  both.sizes[dim + 1] = part;
  return tcReshape(b, x, both);
}

// [G O, C, k...] as [G C, O, k...].
static MlirValue swapChannels(TcBuild *b, MlirValue w, int64_t groups) {
  if (groups == 1)
    return tcSwap(b, w, 0, 1);
  return tcFlatten(b, tcSwap(b, split(b, w, 0, groups), 1, 2), 0, 2);
}

// [N, G C, x...] as [C, G N, x...].
static MlirValue swapBatch(TcBuild *b, MlirValue x, int64_t groups) {
  if (groups == 1)
    return tcSwap(b, x, 0, 1);
  return tcFlatten(b, tcSwap(b, split(b, x, 1, groups), 0, 2), 1, 3);
}

// The high padding with which `c` gives `wanted` outputs along spatial
// dimension i; where sizes are symbols, `atMost`, with which it gives some
// more.
static int64_t highPad(const Conv *c, intptr_t i, MlirAttribute wanted,
                       int64_t atMost) {
  MlirAttribute input = tcSizeAttrAddConst(
      tcSizeAttrMulConst(tcSizeAttrAddConst(tcValueSize(c->x, i + 2), -1),
                         c->spread.data[i]),
      1 + c->low.data[i]);
  MlirAttribute window = tcSizeAttrAddConst(
      tcSizeAttrMulConst(tcSizeAttrAddConst(tcValueSize(c->w, i + 2), -1),
                         c->dilation.data[i]),
      1);
  MlirAttribute reach = tcSizeAttrAdd(
      tcSizeAttrMulConst(tcSizeAttrAddConst(wanted, -1), c->strides.data[i]),
      window);
  int64_t exact;
  return tcSizeAttrIsConstant(tcSizeAttrSub(reach, input), &exact) ? exact
                                                                   : atMost;
}

// The first `like` elements of each spatial dimension.
static MlirValue cropped(TcBuild *b, MlirValue y, MlirValue like) {
  for (intptr_t i = 2; y.ptr && i < tcRankOf(like); ++i)
    if (!tcSizeAttrEqual(tcValueSize(y, i), tcValueSize(like, i)))
      y = tcSlice(b, y, i, tcSizeInt(b, 0), tcValueSize(like, i), 1);
  return y;
}

// The size of n elements that are `step` apart.
static MlirAttribute spreadSize(TcBuild *b, MlirAttribute n, int64_t step) {
  MlirAttribute gaps =
      tcSizeAttrMax(tcSizeAttrAddConst(n, -1), tcSizeInt(b, 0));
  return tcSizeAttrAdd(n, tcSizeAttrMulConst(gaps, step - 1));
}

// x with its spatial dimensions dilated by `steps`, with `before[i]` zeros in
// front (if negative, as many elements fewer), padded or cropped to the sizes
// `wanted`.
static MlirValue spread(TcBuild *b, MlirValue x, TcDims steps,
                        const MlirAttribute *before,
                        const MlirAttribute *wanted) {
  intptr_t n = steps.size;
  TcShape shape = tcShapeOf(b, x);
  TcShape low = tcShapeMake(b, n + 2), high = tcShapeMake(b, n + 2);
  TcDims gaps = tcDimsMake(b, n + 2);
  for (intptr_t i = 0; i < n + 2; ++i) {
    low.sizes[i] = high.sizes[i] = tcSizeInt(b, 0);
    gaps.data[i] = 0;
  }
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute own = spreadSize(b, shape.sizes[i + 2], steps.data[i]);
    gaps.data[i + 2] = steps.data[i] - 1;
    low.sizes[i + 2] = before[i];
    high.sizes[i + 2] = tcSizeAttrSub(tcSizeAttrSub(wanted[i], own), before[i]);
    shape.sizes[i + 2] = wanted[i];
  }
  return tcPadWith(b, x, shape, low.sizes, high.sizes, gaps);
}

static TcDims allOf(TcBuild *b, intptr_t n, int64_t number) {
  TcDims dims = tcDimsMake(b, n);
  for (intptr_t i = 0; i < n; ++i)
    dims.data[i] = number;
  return dims;
}

static bool isAll(TcDims dims, int64_t number) {
  for (intptr_t i = 0; i < dims.size; ++i)
    if (dims.data[i] != number)
      return false;
  return true;
}

// Whether the window is one element.
static bool isPoint(const Conv *c) {
  for (intptr_t i = 0; i < c->strides.size; ++i)
    if (!tcSizeAttrIsValue(tcValueSize(c->w, i + 2), 1))
      return false;
  return true;
}

// dx where the window is one element: the product with dy, then dilated.
static MlirValue pointGradient(TcVjp *v, const Conv *c, MlirValue w) {
  TcBuild *b = &v->b;
  intptr_t n = c->strides.size;
  TcDims none = allOf(b, n, 0), ones = allOf(b, n, 1);
  Conv d = {v->dy, w, ones, none, none, ones, ones, c->groups};
  TcShape x = tcShapeOf(b, c->x), before = tcShapeMake(b, n);
  for (intptr_t i = 0; i < n; ++i)
    before.sizes[i] = tcSizeInt(b, -c->low.data[i]);
  return spread(b, convolve(b, &d), c->strides, before.sizes, x.sizes + 2);
}

// dx: the convolution of dy, dilated by the strides, with the reversed weight.
// Dilation and padding are separate ops, so that the convolution is an ordinary
// one and the window may have a symbolic size.
static MlirValue spreadGradient(TcVjp *v, const Conv *c, MlirValue w) {
  TcBuild *b = &v->b;
  intptr_t n = c->strides.size;
  TcShape x = tcShapeOf(b, c->x);
  TcShape before = tcShapeMake(b, n), wanted = tcShapeMake(b, n);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute reach = tcSizeAttrMulConst(
        tcSizeAttrAddConst(tcValueSize(c->w, i + 2), -1), c->dilation.data[i]);
    before.sizes[i] = tcSizeAttrAddConst(reach, -c->low.data[i]);
    wanted.sizes[i] =
        tcSizeAttrAdd(spreadSize(b, x.sizes[i + 2], c->spread.data[i]), reach);
  }
  TcDims none = allOf(b, n, 0);
  Conv d = {spread(b, v->dy, c->strides, before.sizes, wanted.sizes),
            w,
            c->spread,
            none,
            none,
            allOf(b, n, 1),
            c->dilation,
            c->groups};
  return cropped(b, convolve(b, &d), c->x);
}

// Whether prim-split-convolution takes the convolution of what is dilated by
// the strides apart: into as many as there are phases, at most.
static bool canBeSplit(const Conv *c) {
  enum { MOST = 64 };
  int64_t phases = 1;
  for (intptr_t i = 0; i < c->strides.size && phases <= MOST; ++i)
    phases *= c->strides.data[i];
  return phases <= MOST && isAll(c->spread, 1);
}

// Where the window is of a known size the convolution itself dilates and pads
// dy: nothing is multiplied by the zeros between elements then.
static MlirValue inputGradient(TcVjp *v, const Conv *c) {
  TcBuild *b = &v->b;
  intptr_t n = c->strides.size;
  MlirValue w =
      tcRev(b, swapChannels(b, c->w, c->groups), tcDimsRange(b, 2, n + 2));
  if (isPoint(c) && isAll(c->spread, 1))
    return pointGradient(v, c, w);
  Conv d = {
      v->dy,      w,           c->spread, tcDimsMake(b, n), tcDimsMake(b, n),
      c->strides, c->dilation, c->groups};
  for (intptr_t i = 0; i < n; ++i) {
    int64_t window;
    if ((!isAll(c->strides, 1) && !canBeSplit(c)) ||
        !tcSizeAttrIsConstant(tcValueSize(c->w, i + 2), &window))
      return spreadGradient(v, c, w);
    int64_t reach = c->dilation.data[i] * (window - 1);
    d.low.data[i] = reach - c->low.data[i];
    d.high.data[i] = highPad(&d, i, tcValueSize(c->x, i + 2),
                             reach - c->high.data[i] + c->strides.data[i] - 1);
  }
  return cropped(b, convolve(b, &d), c->x);
}

// Pads x by an op of its own: in a convolution that reduces over the image,
// padding would be a bounds check at each position.
static void padBefore(TcBuild *b, Conv *c) {
  intptr_t n = c->strides.size;
  bool pads = false;
  for (intptr_t i = 0; i < n; ++i)
    pads |= c->low.data[i] > 0 || c->high.data[i] > 0;
  if (!c->x.ptr || !isAll(c->spread, 1) || !pads)
    return;
  TcShape x = tcShapeOf(b, c->x);
  TcShape before = tcShapeMake(b, n), wanted = tcShapeMake(b, n);
  for (intptr_t i = 0; i < n; ++i) {
    before.sizes[i] = tcSizeInt(b, c->low.data[i]);
    wanted.sizes[i] =
        tcSizeAttrAddConst(x.sizes[i + 2], c->low.data[i] + c->high.data[i]);
  }
  c->x = spread(b, c->x, c->spread, before.sizes, wanted.sizes);
  c->low = c->high = allOf(b, n, 0);
}

// dw where x is dilated: the convolution of dy with x as the window, which is
// dilated in its place, as that of a strided convolution is; the other way
// around nearly all factors would be the zeros between x's elements. It gives
// the window in reverse, the result's channels first.
static MlirValue exchangedGradient(TcVjp *v, const Conv *c) {
  TcBuild *b = &v->b;
  intptr_t n = c->strides.size;
  Conv d = {swapBatch(b, v->dy, c->groups),
            tcSwap(b, c->x, 0, 1),
            c->dilation,
            tcDimsMake(b, n),
            tcDimsMake(b, n),
            c->strides,
            c->spread,
            c->groups};
  for (intptr_t i = 0; i < n; ++i) {
    int64_t window;
    if (!tcSizeAttrIsConstant(tcValueSize(c->w, i + 2), &window))
      return tcNoValue();
    int64_t reach = c->dilation.data[i] * (window - 1);
    d.low.data[i] = reach - c->low.data[i];
    d.high.data[i] =
        highPad(&d, i, tcValueSize(c->w, i + 2), reach - c->high.data[i]);
  }
  padBefore(b, &d);
  MlirValue dw = cropped(b, convolve(b, &d), c->w);
  dw = tcRev(b, dw, tcDimsRange(b, 2, n + 2));
  return c->groups == 1
             ? dw
             : tcFlatten(b, tcSwap(b, split(b, dw, 1, c->groups), 0, 1), 0, 2);
}

// dw: the convolution of x with dy as the window, with channels and batch
// exchanged, and strides and dilation exchanged.
static MlirValue weightGradient(TcVjp *v, const Conv *c) {
  TcBuild *b = &v->b;
  intptr_t n = c->strides.size;
  MlirValue exchanged = isAll(c->strides, 1) && !isAll(c->spread, 1)
                            ? exchangedGradient(v, c)
                            : tcNoValue();
  if (exchanged.ptr)
    return exchanged;
  Conv d = {swapBatch(b, c->x, c->groups),
            tcSwap(b, v->dy, 0, 1),
            c->dilation,
            c->low,
            tcDimsMake(b, n),
            c->spread,
            c->strides,
            c->groups};
  for (intptr_t i = 0; i < n; ++i)
    d.high.data[i] = highPad(&d, i, tcValueSize(c->w, i + 2), c->high.data[i]);
  padBefore(b, &d);
  return cropped(b, tcSwap(b, convolve(b, &d), 0, 1), c->w);
}

// dy of a result that is wider than the operands: as they are where it was
// widened from that, which is no other number and half of the bytes.
static MlirValue narrowed(MlirValue dy, MlirType type) {
  if (!dy.ptr || !mlirValueIsAOpResult(dy))
    return dy;
  MlirOperation op = mlirOpResultGetOwner(dy);
  if (tcPrimOpKind(op) != TC_PRIM_CONVERT_ELEMENT_TYPE)
    return dy;
  MlirValue from = mlirOperationGetOperand(op, 0);
  return mlirTypeEqual(tcElementOf(from), type) ? from : dy;
}

// y = x * w: dx = dilated dy * reversed w, dw = x * dy
void tcVjpConvolution(TcVjp *v) {
  TcBuild *b = &v->b;
  MlirType type = tcElementOf(v->x[0]);
  v->dy = narrowed(v->dy, type);
  Conv ofX = convOf(v), ofW = ofX;
  ofX.w = tcConvert(b, tcConjOf(b, ofX.w), tcElementOf(v->dy));
  ofW.x = tcConvert(b, tcConjOf(b, ofW.x), tcElementOf(v->dy));
  tcVjpGive(v, 0, tcConvert(b, inputGradient(v, &ofX), type));
  tcVjpGive(v, 1, tcConvert(b, weightGradient(v, &ofW), type));
}
