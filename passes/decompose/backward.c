// Decompositions of the *_backward overloads in AOTAutograd's graphs. Most are
// derived from the forward overload's decomposition by the derivative rules of
// prims (the table at the end). Those with a formula here use a result that
// forward saved, or are shorter. Norms are in norm_backward.c, attention in
// attention.c.
#include "passes/autodiff/pullback.h"
#include "passes/decompose/call.h"
#include "passes/decompose/pool.h"

#include <string.h>

//===- Forward rules, differentiated --------------------------------------===//

// A backward overload: what it is the gradient of, the argument that is the
// cotangent, the arguments that its results are gradients of. Where forward's
// `self` is not among the arguments, the gradient does not depend on it:
// `sizes` is the argument that has its sizes.
typedef struct Backward {
  const char *target, *forward, *cotangent, *sizes;
  const char *of[2];
  TcFxStandIn other; // an argument of forward's
} Backward;

static const Backward *backwardOf(const TcFxCall *c);

// Zeros for an operand that no gradient depends on.
static MlirValue zerosOfSizes(TcFxCall *c, TcBuild *b, const Backward *w) {
  MlirValue dy = tcArg(c, w->cotangent);
  return dy.ptr ? tcZeros(b, tcArgSizes(c, w->sizes), tcElementOf(dy)) : dy;
}

// Forward's result on the arguments of the backward call, built by `inner`.
static MlirValue runForward(const TcFxCall *c, const TcFxRule *forward,
                            TcBuild *inner) {
  TcFxCall f = *c;
  f.b = inner;
  f.rule = forward;
  f.results = TC_ARENA_ARRAY(inner->arena, MlirValue, (size_t)tcNumResults(&f));
  forward->run(&f, inner);
  return f.results[0];
}

static bool isWhole(MlirType type) {
  return tcTypeIsInt(type) || tcTypeIsBool(type);
}

static void differentiateAs(TcFxCall *c, TcBuild *b, const Backward *w) {
  const TcFxRule *forward = tcMapGetText(c->rules, w->forward);
  MlirValue xs[2], dxs[2] = {{NULL}, {NULL}};
  intptr_t n = w->of[1] ? 2 : 1;
  if (!forward) {
    tcFail(b, 4101, "needs the rule of %s", w->forward);
    return;
  }
  MlirValue cotangent = tcArg(c, w->cotangent);
  if (!cotangent.ptr)
    return;
  if (isWhole(tcElementOf(cotangent))) {
    tcFail(b, 4102, "integers have no derivative");
    return;
  }
  c->standIns[2] = w->other;
  if (w->sizes)
    c->standIns[3] = (TcFxStandIn){
        .name = "self", .attr = tcFxAddOperand(c, zerosOfSizes(c, b, w))};
  for (intptr_t i = 0; i < n; ++i)
    xs[i] = tcArg(c, w->of[i]);
  TcPullback p;
  TcBuild inner = tcPullbackBegin(&p, b, n, xs);
  for (intptr_t i = 0; i < n; ++i)
    if (xs[i].ptr)
      c->standIns[i] =
          (TcFxStandIn){.name = w->of[i], .attr = tcFxAddOperand(c, p.own[i])};
  MlirValue y = runForward(c, forward, &inner);
  for (intptr_t i = 0; i < n; ++i)
    c->standIns[i] = (TcFxStandIn){0};
  // istft calls unfold_backward with one gradient for all rows.
  if (y.ptr && tcRankOf(y) == tcRankOf(cotangent))
    cotangent = tcBroadcastTo(b, cotangent, tcShapeOf(b, y));
  tcPullbackEnd(&p, y, cotangent, dxs);
  for (intptr_t i = 0; i < n; ++i)
    if (tcArgMask(c, "output_mask", i))
      tcReturnAt(c, i, dxs[i]);
    else
      tcReturnNone(c, i);
}

static void differentiate(TcFxCall *c, TcBuild *b) {
  differentiateAs(c, b, backwardOf(c));
}

// convolution_backward(dy, x, w): as convolution's; the bias' is the sum of dy
// over all but channels
static void convolution(TcFxCall *c, TcBuild *b) {
  differentiate(c, b);
  MlirValue dy = tcArg(c, "grad_output");
  if (!tcArgMask(c, "output_mask", 2)) {
    tcReturnNone(c, 2);
    return;
  }
  TcDims dims = tcDimsRange(b, 0, tcRankOf(dy));
  for (intptr_t i = 1; i + 1 < dims.size; ++i)
    dims.data[i] = i + 1;
  dims.size -= dims.size > 1;
  MlirType type = tcElementOf(dy);
  MlirValue wide = tcConvert(b, dy, tcComputeType(type));
  tcReturnAt(c, 2, tcConvert(b, tcSum(b, wide, dims, false), type));
}

//===- Pointwise ----------------------------------------------------------===//

// dx = formula of g = dy and of y or x, in f32 for f16 and bf16
#define TC_GRADIENT(NAME, OTHER, ...)                                          \
  static void NAME(TcFxCall *c, TcBuild *b) {                                  \
    TcPointwise p = TC_POINTWISE(c, TC_PROMOTE_FLOAT, "grad_output", OTHER);   \
    MlirValue g = p.x[0], x = p.x[1];                                          \
    tcReturnAs(c, (__VA_ARGS__), p.result);                                    \
  }

static MlirValue number(TcFxCall *c, const char *name, MlirValue x) {
  return tcArgNumber(c, name, tcElementOf(x));
}

// g times the conjugate of a derivative, which a real one is itself
static MlirValue along(TcBuild *b, MlirValue g, MlirValue derivative) {
  if (derivative.ptr && tcTypeIsComplex(tcElementOf(derivative)))
    derivative = tcUnary(b, TC_PRIM_CONJ, derivative);
  return tcMul(b, g, derivative);
}

// sigmoid_backward(dy, y) = dy conj(y (1 - y))
TC_GRADIENT(sigmoid, "output",
            along(b, g, tcMul(b, x, tcSub(b, tcNum(b, x, 1), x))))

// tanh_backward(dy, y) = dy conj(1 - y^2)
TC_GRADIENT(tanh_, "output",
            along(b, g, tcSub(b, tcNum(b, x, 1), tcMul(b, x, x))))

// 1 / (1 + exp(-x))
static MlirValue logistic(TcBuild *b, MlirValue x) {
  MlirValue one = tcNum(b, x, 1);
  return tcDiv(b, one, tcAdd(b, one, tcExp(b, tcNeg(b, x))));
}

// s (1 + x (1 - s)), s = logistic(x)
static MlirValue siluSlope(TcBuild *b, MlirValue x) {
  MlirValue s = logistic(b, x), one = tcNum(b, x, 1);
  return tcMul(b, s, tcAdd(b, one, tcMul(b, x, tcSub(b, one, s))));
}

// silu_backward(dy, x) = dy slope, of complex numbers too: PyTorch's overload
// does not conjugate
TC_GRADIENT(silu, "self", tcMul(b, g, siluSlope(b, x)))

// threshold_backward(dy, x, t) = x <= t ? 0 : dy
TC_GRADIENT(threshold, "self",
            tcWhere(b, tcLe(b, x, number(c, "threshold", x)), tcNum(b, g, 0),
                    g))

// hardtanh_backward(dy, x, low, high) = low < x < high ? dy : 0
TC_GRADIENT(hardtanh, "self",
            tcWhere(b,
                    tcOr(b, tcLe(b, x, number(c, "min_val", x)),
                         tcGe(b, x, number(c, "max_val", x))),
                    tcNum(b, g, 0), g))

// leaky_relu_backward(dy, x, s) = x > 0 ? dy : s dy; y has x's sign
TC_GRADIENT(leakyRelu, "self",
            tcWhere(b, tcGt(b, x, tcNum(b, x, 0)), g,
                    tcMul(b, g, number(c, "negative_slope", x))))

// Where x <= 0: from x, i a s exp(i x); from y, i (y + a s)
static MlirValue eluSlope(TcFxCall *c, TcBuild *b, MlirValue x) {
  MlirValue i = number(c, "input_scale", x);
  MlirValue as = tcMul(b, number(c, "alpha", x), number(c, "scale", x));
  if (tcArgBool(c, "is_result"))
    return tcMul(b, i, tcAdd(b, x, as));
  return tcMul(b, tcMul(b, i, as), tcExp(b, tcMul(b, x, i)));
}

// elu_backward(dy, a, s, i, x or y) = x <= 0 ? dy slope : dy s
TC_GRADIENT(elu, "self_or_result",
            tcMul(b, g,
                  tcWhere(b, tcLe(b, x, tcNum(b, x, 0)), eluSlope(c, b, x),
                          number(c, "scale", x))))

// cdf(x) + x pdf(x) of the normal distribution
static MlirValue geluSlope(TcBuild *b, MlirValue x) {
  MlirValue half = tcNum(b, x, 0.5);
  MlirValue cdf = tcErf(b, tcMul(b, x, tcNum(b, x, 0.70710678118654752440)));
  cdf = tcMul(b, tcAdd(b, cdf, tcNum(b, x, 1)), half);
  MlirValue pdf = tcExp(b, tcNeg(b, tcMul(b, tcMul(b, x, x), half)));
  pdf = tcMul(b, pdf, tcNum(b, x, 0.39894228040143267794));
  return tcAdd(b, cdf, tcMul(b, x, pdf));
}

// 1 / (1 + exp(-2 sign s))
static MlirValue logistic2(TcBuild *b, MlirValue s, double sign) {
  MlirValue one = tcNum(b, s, 1);
  MlirValue e = tcExp(b, tcMul(b, s, tcNum(b, s, -2 * sign)));
  return tcDiv(b, one, tcAdd(b, one, e));
}

// p + 2 x p q s', s = sqrt(2 / pi) (x + k x^3), p = (1 + tanh s) / 2, q = 1 - p
// (which 1 - tanh^2 s would lose where tanh s is near 1). Beyond 9.6, where it
// is 0 or 1 in every type, x is taken as that: x p q s' would grow again where
// the exponentials no longer fall.
static MlirValue geluTanhSlope(TcBuild *b, MlirValue x) {
  x = tcMin(b, tcMax(b, x, tcNum(b, x, -9.6)), tcNum(b, x, 9.6));
  MlirValue one = tcNum(b, x, 1), two = tcNum(b, x, 2);
  MlirValue root = tcNum(b, x, 0.79788456080286535588);
  MlirValue square = tcMul(b, tcMul(b, x, x), tcNum(b, x, 0.044715));
  MlirValue s = tcMul(b, tcMul(b, root, x), tcAdd(b, one, square));
  MlirValue p = logistic2(b, s, 1), q = logistic2(b, s, -1);
  MlirValue ofS =
      tcMul(b, root, tcAdd(b, one, tcMul(b, square, tcNum(b, x, 3))));
  MlirValue curved = tcMul(b, tcMul(b, tcMul(b, x, two), tcMul(b, p, q)), ofS);
  return tcAdd(b, p, curved);
}

// gelu_backward(dy, x, approximate)
TC_GRADIENT(gelu, "self",
            tcMul(b, g,
                  tcArgIsString(c, "approximate", "tanh") ? geluTanhSlope(b, x)
                                                          : geluSlope(b, x)))

// native_dropout_backward(dy, kept, scale) = dy kept scale
static void dropout(TcFxCall *c, TcBuild *b) {
  MlirValue dy = tcArgCompute(c, "grad_output"), kept = tcArg(c, "mask");
  MlirValue scaled = tcMul(b, dy, number(c, "scale", dy));
  tcReturnAs(c, tcWhere(b, tcTruth(b, kept), scaled, tcNum(b, scaled, 0)),
             tcElementOf(tcArg(c, "grad_output")));
}

// _prelu_kernel_backward(dy, x, w) = x > 0 ? dy : w dy, and x > 0 ? 0 : x dy,
// each of the shape of all
static void prelu(TcFxCall *c, TcBuild *b) {
  TcPointwise p =
      TC_POINTWISE(c, TC_PROMOTE_FLOAT, "grad_output", "self", "weight");
  MlirValue g = p.x[0], x = p.x[1], w = p.x[2], zero = tcNum(b, x, 0);
  MlirValue isPositive = tcGt(b, x, zero);
  tcReturnAs(c, tcWhere(b, isPositive, g, tcMul(b, w, g)), p.result);
  tcReturnAt(
      c, 1,
      tcConvert(b, tcWhere(b, isPositive, zero, tcMul(b, x, g)), p.result));
}

//===- Softmax ------------------------------------------------------------===//

typedef struct Softmax {
  MlirValue dy, y;
  TcDims dims;
  TcShape shape;
} Softmax;

// dy and y in f32 for f16 and bf16, of rank 1 at least.
static Softmax softmaxOf(TcFxCall *c, TcBuild *b) {
  Softmax s = {.dy = tcArgCompute(c, "grad_output"),
               .y = tcArgCompute(c, "output")};
  s.shape = tcShapeOf(b, s.y);
  if (s.y.ptr && s.shape.rank == 0) {
    s.dy = tcUnsqueeze(b, s.dy, 0);
    s.y = tcUnsqueeze(b, s.y, 0);
  }
  s.dims = tcDimsOne(b, tcArgDim(c, "dim", s.shape.rank));
  return s;
}

static void returnSoftmax(TcFxCall *c, const Softmax *s, MlirValue dx) {
  tcReturnAs(c, tcReshape(c->b, dx, s->shape), tcArgDType(c, "input_dtype"));
}

// _softmax_backward_data(dy, y) = y (dy - sum(y dy))
static void softmax(TcFxCall *c, TcBuild *b) {
  Softmax s = softmaxOf(c, b);
  MlirValue sum = tcSum(b, tcMul(b, s.y, s.dy), s.dims, true);
  returnSoftmax(c, &s, tcMul(b, s.y, tcSub(b, s.dy, sum)));
}

// _log_softmax_backward_data(dy, y) = dy - exp(y) sum(dy)
static void logSoftmax(TcFxCall *c, TcBuild *b) {
  Softmax s = softmaxOf(c, b);
  MlirValue sum = tcSum(b, s.dy, s.dims, true);
  returnSoftmax(c, &s, tcSub(b, s.dy, tcMul(b, tcExp(b, s.y), sum)));
}

//===- Places -------------------------------------------------------------===//

// embedding_dense_backward(dy, i, n): zeros [n, d] with rows of dy added at i;
// none at the padding's index, divided by how often i occurs if asked
static void embedding(TcFxCall *c, TcBuild *b) {
  MlirValue dy = tcArgCompute(c, "grad_output");
  MlirValue at = tcConvert(b, tcArg(c, "indices"), tcI64(b));
  if (!dy.ptr || !at.ptr)
    return;
  MlirType type = tcElementOf(dy);
  intptr_t rank = tcRankOf(dy), lead = tcRankOf(at);
  TcShape sums = tcShapeMake(b, 1 + rank - lead);
  for (intptr_t i = 1; i < sums.rank; ++i)
    sums.sizes[i] = tcValueSize(dy, lead + i - 1);
  sums.sizes[0] = tcArgSize(c, "num_weights");
  TcShape shape = tcShapeOf(b, dy);
  TcDims rowsOf = tcDimsRange(b, 0, lead), first = tcDimsOne(b, 0);
  if (tcArgBool(c, "scale_grad_by_freq")) {
    TcShape rows = {1, sums.sizes};
    MlirValue ones = tcFull(b, tcShapeOf(b, at), tcConst(b, type, 1));
    MlirValue counts =
        tcIndexPut(b, tcZeros(b, rows, type), ones, 1, &at, first, "add");
    MlirValue share = tcDiv(b, ones, tcIndex(b, counts, 1, &at, first));
    dy = tcMul(b, dy, tcBroadcastInDim(b, share, shape, rowsOf));
  }
  if (tcArgInt(c, "padding_idx") >= 0) { // also where dy is infinite or NaN
    MlirValue padding = tcArgNumber(c, "padding_idx", tcI64(b));
    MlirValue counts = tcBroadcastInDim(b, tcNe(b, at, padding), shape, rowsOf);
    dy = tcWhere(b, counts, dy, tcNum(b, dy, 0));
  }
  tcReturnAs(c, tcIndexPut(b, tcZeros(b, sums, type), dy, 1, &at, first, "add"),
             tcElementOf(tcArg(c, "grad_output")));
}

// max_pool_backward(dy, x, i): dy at the flat positions i of its windows'
// greatest elements
static void maxPool(TcFxCall *c, TcBuild *b) {
  MlirValue dy = tcArg(c, "grad_output"), x = tcArg(c, "self");
  MlirValue index = tcConvert(b, tcArg(c, "indices"), tcI64(b));
  intptr_t n = strstr(c->rule->target, "pool3d") ? 3 : 2;
  TcPool pool;
  if (!dy.ptr || !x.ptr || !index.ptr || !tcPoolOf(c, b, x, n, &pool))
    return;
  tcReturn(c, tcMaxPoolGradient(b, c->op, dy, index, tcShapeOf(b, x), &pool));
}

// adaptive_max_pool_backward(dy, x, i): dy added at i, as windows overlap
static void adaptiveMaxPool(TcFxCall *c, TcBuild *b) {
  MlirValue dy = tcArg(c, "grad_output"), x = tcArg(c, "self");
  MlirValue index = tcConvert(b, tcArg(c, "indices"), tcI64(b));
  intptr_t n = strstr(c->rule->target, "pool3d") ? 3 : 2;
  if (dy.ptr && x.ptr && index.ptr && tcRankOf(x) >= n)
    tcReturn(c, tcAddAtPositions(b, dy, index, tcShapeOf(b, x), n));
}

//===- The table ----------------------------------------------------------===//

// An adaptive pool's output sizes are those of dy.
static void adaptivePool(TcFxCall *c, TcBuild *b) {
  Backward w = *backwardOf(c);
  TcShape shape = tcShapeOf(b, tcArg(c, w.cotangent));
  intptr_t n = strstr(w.target, "pool3d") ? 3 : 2;
  MlirAttribute sizes[3];
  for (intptr_t i = 0; i < n; ++i) {
    int64_t size = 0;
    if (shape.rank < n ||
        !tcSizeAttrIsConstant(shape.sizes[shape.rank - n + i], &size)) {
      tcUnsupported(c, "an adaptive pool to a size that is not constant");
      return;
    }
    sizes[i] = tcAttrI64(b->at.ctx, size);
  }
  w.other = (TcFxStandIn){.name = "output_size",
                          .attr = mlirArrayAttrGet(b->at.ctx, n, sizes)};
  differentiateAs(c, b, &w);
}

// clang-format off
#define OF_SELF(OP)                                                            \
  {"aten." OP "_backward.default", "aten." OP ".default", "grad_output", NULL, \
   {"self", NULL}, {0}}
#define OF_SIZES(BACKWARD, FORWARD, COTANGENT, SIZES)                          \
  {"aten." BACKWARD "_backward.default", "aten." FORWARD, COTANGENT, SIZES,    \
   {"self", NULL}, {0}}

static const Backward backwards[] = {
    OF_SELF("mish"), OF_SELF("hardswish"), OF_SELF("hardsigmoid"),
    OF_SELF("softplus"), OF_SELF("log_sigmoid"), OF_SELF("glu"), OF_SELF("mse_loss"), OF_SELF("smooth_l1_loss"),
    OF_SELF("huber_loss"),
    OF_SELF("avg_pool2d"), OF_SELF("avg_pool3d"),
    OF_SELF("_adaptive_avg_pool2d"), OF_SELF("_adaptive_avg_pool3d"),
    OF_SELF("reflection_pad1d"), OF_SELF("reflection_pad2d"),
    OF_SELF("reflection_pad3d"), OF_SELF("replication_pad1d"),
    OF_SELF("replication_pad2d"), OF_SELF("replication_pad3d"),
    OF_SIZES("upsample_nearest1d", "upsample_nearest1d.default", "grad_output",
             "input_size"),
    OF_SIZES("upsample_nearest2d", "upsample_nearest2d.default", "grad_output",
             "input_size"),
    OF_SIZES("upsample_nearest3d", "upsample_nearest3d.default", "grad_output",
             "input_size"),
    OF_SIZES("upsample_linear1d", "upsample_linear1d.default", "grad_output",
             "input_size"),
    OF_SIZES("upsample_bilinear2d", "upsample_bilinear2d.default",
             "grad_output", "input_size"),
    OF_SIZES("upsample_trilinear3d", "upsample_trilinear3d.default",
             "grad_output", "input_size"),
    OF_SIZES("upsample_bicubic2d", "upsample_bicubic2d.default", "grad_output",
             "input_size"),
    OF_SIZES("slice", "slice.Tensor", "grad_output", "input_sizes"),
    OF_SIZES("select", "select.int", "grad_output", "input_sizes"),
    OF_SIZES("diagonal", "diagonal.default", "grad_output", "input_sizes"),
    OF_SIZES("trace", "trace.default", "grad", "sizes"),
    OF_SIZES("index_select", "index_select.default", "grad", "self_sizes"),
    {"aten.unfold_backward.default", "aten.unfold.default", "grad_in",
     "input_sizes", {"self", NULL}, {.name = "dimension", .other = "dim"}},
    {"aten.nll_loss_backward.default", "aten.nll_loss_forward.default",
     "grad_output", NULL, {"self", NULL}, {0}},
    {"aten.nll_loss2d_backward.default", "aten.nll_loss_forward.default",
     "grad_output", NULL, {"self", NULL}, {0}},
    {"aten.grid_sampler_2d_backward.default", "aten.grid_sampler_2d.default",
     "grad_output", NULL, {"input", "grid"}, {0}},
    {"aten.grid_sampler_3d_backward.default", "aten.grid_sampler_3d.default",
     "grad_output", NULL, {"input", "grid"}, {0}},
    {"aten._cdist_backward.default", "aten._cdist_forward.default", "grad",
     NULL, {"x1", NULL}, {0}},
    {"aten.convolution_backward.default", "aten.convolution.default",
     "grad_output", NULL, {"input", "weight"}, {0}},
};
// clang-format on

static const Backward *backwardOf(const TcFxCall *c) {
  for (size_t i = 0; i < sizeof backwards / sizeof *backwards; ++i)
    if (!strcmp(backwards[i].target, c->rule->target))
      return &backwards[i];
  return NULL;
}

static const TcFxRule rules[] = {
    {"aten.gelu_backward.default", gelu, 0},
    {"aten.silu_backward.default", silu, 0},
    {"aten.mish_backward.default", differentiate, 0},
    {"aten.hardswish_backward.default", differentiate, 0},
    {"aten.hardsigmoid_backward.default", differentiate, 0},
    {"aten.softplus_backward.default", differentiate, 0},
    {"aten.log_sigmoid_backward.default", differentiate, 0},
    {"aten.glu_backward.default", differentiate, 0},
    {"aten.mse_loss_backward.default", differentiate, 0},
    {"aten.smooth_l1_loss_backward.default", differentiate, 0},
    {"aten.huber_loss_backward.default", differentiate, 0},
    {"aten.nll_loss_backward.default", differentiate, 0},
    {"aten.nll_loss2d_backward.default", differentiate, 0},
    {"aten.avg_pool2d_backward.default", differentiate, 0},
    {"aten.avg_pool3d_backward.default", differentiate, 0},
    {"aten._adaptive_avg_pool2d_backward.default", adaptivePool, 0},
    {"aten._adaptive_avg_pool3d_backward.default", adaptivePool, 0},
    {"aten.reflection_pad1d_backward.default", differentiate, 0},
    {"aten.reflection_pad2d_backward.default", differentiate, 0},
    {"aten.reflection_pad3d_backward.default", differentiate, 0},
    {"aten.replication_pad1d_backward.default", differentiate, 0},
    {"aten.replication_pad2d_backward.default", differentiate, 0},
    {"aten.replication_pad3d_backward.default", differentiate, 0},
    {"aten.upsample_nearest1d_backward.default", differentiate, 0},
    {"aten.upsample_nearest2d_backward.default", differentiate, 0},
    {"aten.upsample_nearest3d_backward.default", differentiate, 0},
    {"aten.upsample_linear1d_backward.default", differentiate, 0},
    {"aten.upsample_bilinear2d_backward.default", differentiate, 0},
    {"aten.upsample_trilinear3d_backward.default", differentiate, 0},
    {"aten.upsample_bicubic2d_backward.default", differentiate, 0},
    {"aten.grid_sampler_2d_backward.default", differentiate, 0},
    {"aten.grid_sampler_3d_backward.default", differentiate, 0},
    {"aten._cdist_backward.default", differentiate, 0},
    {"aten.slice_backward.default", differentiate, 0},
    {"aten.select_backward.default", differentiate, 0},
    {"aten.diagonal_backward.default", differentiate, 0},
    {"aten.trace_backward.default", differentiate, 0},
    {"aten.index_select_backward.default", differentiate, 0},
    {"aten.unfold_backward.default", differentiate, 0},
    {"aten.convolution_backward.default", convolution, 0},
    {"aten.sigmoid_backward.default", sigmoid, 0},
    {"aten.tanh_backward.default", tanh_, 0},
    {"aten.threshold_backward.default", threshold, 0},
    {"aten.hardtanh_backward.default", hardtanh, 0},
    {"aten.leaky_relu_backward.default", leakyRelu, 0},
    {"aten.elu_backward.default", elu, 0},
    {"aten.native_dropout_backward.default", dropout, 0},
    {"aten._prelu_kernel_backward.default", prelu, 0},
    {"aten._softmax_backward_data.default", softmax, 0},
    {"aten._log_softmax_backward_data.default", logSoftmax, 0},
    {"aten.embedding_dense_backward.default", embedding, 0},
    {"aten.max_pool2d_with_indices_backward.default", maxPool, 0},
    {"aten.max_pool3d_with_indices_backward.default", maxPool, 0},
    {"aten.adaptive_max_pool2d_backward.default", adaptiveMaxPool, 0},
    {"aten.adaptive_max_pool3d_backward.default", adaptiveMaxPool, 0},
};

TC_FX_RULES(tcFxBackwardRules, rules);
