// prim-pad-channels: gives convolutions of few channels zeros for more, where a
// matrix unit multiplies them and operands are copied to it in runs of 16
// bytes.
//
//   convolution(x [n, 3, ...], w [o, 3, ...])
//     -> convolution(pad(x) [n, 8, ...], pad(w) [o, 8, ...])
//
// Before that, of convolutions that are strided along the last dimension, the
// elements of a window along it become channels, where these fill at most half
// of the runs; windows are then the first dimension of space, so that what is
// reduced over is one piece of memory:
//
//   convolution(x [n, 3, 224, 224], w [o, 3, 7, 7]) of strides 2, 2
//     -> convolution(x [n, 7 * 3 + 3, 112, 230], w [o, 7 * 3 + 3, 1, 7]) of
//     strides 1, 2
//
// which multiplies 7 * 24 elements instead of 7 * 7 * 8. The copy has four
// times the image's elements. Zeros of the weight meet zeros alone: the product
// of one and an infinity that the window does not read would be NaN (so blocks
// of two elements are not made channels, though their copy is smaller: seven
// elements are no whole blocks).
//
// With the channels innermost a run is those of one pixel then; of three
// channels each element would be a copy by itself, or the images lie innermost,
// and results are stored one by one. An image is 3 channels of many: what is
// multiplied by zeros is little beside that (bench/torch_gpu.py resnet50).
//
// On CPUs with tile registers channels become even, and lie innermost: pairs of
// steps lie side by side there, and the points of a row of a window are one run
// of steps (passes/lower/cpu/product_strip.c), of 28 elements for 7 points.
//
// Windows whose rows are whole runs of the image as it lies in memory, as a
// vision transformer's patches of 16 x 16, are copied by runs as they are: on
// GPUs they get no channels. Nor do gradients of weights, whose channels are
// images: they have fewer results than a window has points, so both operands
// may lie with their points innermost, and zeros would be most of the work.
//
// Runs before prim-prepare, so that weights are padded when the program is
// loaded.
#include "passes/simplify/rules.h"

#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/target/units.h"
#include "passes/schedule/pass_target.h"

#include "mlir-c/BuiltinTypes.h"

enum { RUN_BYTES = 16 }; // copied at once

typedef struct Pad {
  TcSimplify simplify;
  TcTarget target;
  int64_t padded, windows;
} Pad;

static const TcUnit *unitFor(const TcTarget *target, MlirOperation op) {
  MlirType element = tcElementOf(mlirOperationGetOperand(op, 0));
  const char *name = mlirTypeIsABF16(element)  ? "bf16"
                     : mlirTypeIsAF16(element) ? "f16"
                                               : "";
  for (const TcUnit *unit = tcUnits; unit->name; ++unit)
    if (tcTargetHasUnit(target, unit) &&
        (tcUnitRoundsTf32(unit) ? tcAllowsTf32(op)
                                : tcUnitIsOf(unit, name, "f32")))
      return unit;
  return NULL;
}

// x with zeros behind its channels, dimension `dim`.
static MlirValue withZeros(TcBuild *b, MlirValue x, intptr_t dim,
                           int64_t more) {
  TcShape none = tcShapeCopy(b, tcShapeOf(b, x));
  for (intptr_t d = 0; d < none.rank; ++d)
    none.sizes[d] = tcSizeInt(b, 0);
  TcShape high = tcShapeWith(b, none, dim, tcSizeInt(b, more));
  return tcPad(b, x, tcNum(b, x, 0), none.sizes, high.sizes);
}

// Where tile registers read it, its channels lie innermost: loop-layout moves
// no dimension of so few.
static MlirValue withChannels(const Pad *pad, TcBuild *b, MlirValue x,
                              int64_t more) {
  intptr_t last = tcRankOf(x) - 1;
  if (pad->target.backend->gpu)
    return withZeros(b, x, 1, more);
  return tcMoveDim(b, withZeros(b, tcMoveDim(b, x, 1, last), last, more), last,
                   1);
}

// Channels from which on they are left as they are: those that fill a run; on a
// CPU groups of those that lie side by side.
static int64_t wanted(const TcUnit *unit, int64_t channels) {
  if (!unit->tiles)
    return unit->generation ? RUN_BYTES / tcUnitBytes(unit) : 0;
  return channels < unit->k
             ? (channels + unit->pair - 1) / unit->pair * unit->pair
             : 0;
}

static int64_t entry(MlirAttribute list, intptr_t i) {
  return mlirDenseI64ArrayGetElement(list, i);
}

static bool isOfRuns(MlirValue x, intptr_t dim, int64_t run) {
  int64_t size;
  return tcSizeAttrIsConstant(tcValueSize(x, dim), &size) && size % run == 0;
}

// Whether rows of windows, along the last dimension, are whole runs of rows of
// the image: sizes and strides are multiples of a run, and nothing is padded.
static bool hasWholeRuns(MlirOperation op, int64_t run) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  intptr_t last = tcRankOf(x) - 3;
  return last >= 0 && isOfRuns(x, last + 2, run) &&
         isOfRuns(mlirOperationGetOperand(op, 1), last + 2, run) &&
         entry(tcPrimConvolutionGetStrides(op), last) % run == 0 &&
         entry(tcPrimConvolutionGetPadLow(op), last) == 0 &&
         entry(tcPrimConvolutionGetPadHigh(op), last) == 0 &&
         entry(tcPrimConvolutionGetInputDilation(op), last) == 1 &&
         entry(tcPrimConvolutionGetDilation(op), last) == 1;
}

// The product of the sizes from dimension 2 on; 0 if one of them is symbolic.
static int64_t spaceOf(MlirValue x) {
  int64_t all = 1, size;
  for (intptr_t d = 2; d < tcRankOf(x); ++d)
    all *= tcSizeAttrIsConstant(tcValueSize(x, d), &size) ? size : 0;
  return all;
}

// Whether it is as the gradient of a weight: windows have more points than an
// image has results, and images and results are whole runs side by side.
static bool isOfFewResults(MlirOperation op, int64_t run) {
  MlirValue w = mlirOperationGetOperand(op, 1);
  int64_t results = spaceOf(mlirOperationGetResult(op, 0));
  return results && results < spaceOf(w) && isOfRuns(w, 0, run) &&
         isOfRuns(mlirOperationGetOperand(op, 0), 0, run);
}

// Whether a unit multiplies the convolution's operands, of one group, that it
// cannot copy by runs as they are: how many channels they have, and how many
// are wanted.
static bool readChannels(const Pad *pad, MlirOperation op, int64_t *channels,
                         int64_t *run) {
  const TcUnit *unit = unitFor(&pad->target, op);
  MlirValue x = mlirOperationGetOperand(op, 0);
  if (!unit || tcPrimConvolutionGetGroups(op) != 1 ||
      !tcSizeAttrIsConstant(tcValueSize(x, 1), channels) || *channels < 1)
    return false;
  *run = wanted(unit, *channels);
  return !pad->target.backend->gpu || !*run ||
         !(hasWholeRuns(op, *run) || isOfFewResults(op, *run));
}

TC_RULE(padChannels, "prim.convolution",
        "convolution(x, w) -> convolution(pad(x), pad(w)) of 8 channels (f32: "
        "4, with tile registers an even number) where there are fewer") {
  Pad *pad = rw->user;
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue w = mlirOperationGetOperand(op, 1);
  int64_t channels, run;
  if (!readChannels(pad, op, &channels, &run) || channels >= run)
    return false;
  x = withChannels(pad, &b, x, run - channels);
  w = withZeros(&b, w, 1, run - channels);
  if (!x.ptr || !w.ptr)
    return false;
  tcRewriteBeginChange(rw, op);
  mlirOperationSetOperand(op, 0, x);
  mlirOperationSetOperand(op, 1, w);
  tcRewriteEndChange(rw, op);
  ++pad->padded;
  return true;
}

//===- Windows of the last dimension --------------------------------------===//

// The last dimension of a convolution, of which windows of `window` elements
// begin `stride` apart, and with these elements as channels: `filled` of
// them.
typedef struct Windows {
  intptr_t dim; // of the operands
  int64_t window, stride;
  MlirAttribute out;
  int64_t channels, run, filled; // of the operands; of a run; of the new ones
} Windows;

static bool readWindows(MlirOperation op, Windows *x) {
  intptr_t last = tcRankOf(mlirOperationGetOperand(op, 0)) - 3;
  // The input is padded before a convolution would put zeros between elements.
  for (intptr_t d = 0; d <= last; ++d)
    if (entry(tcPrimConvolutionGetInputDilation(op), d) != 1)
      return false;
  x->dim = last + 2;
  if (last < 0 || tcPrimConvolutionGetOrdered(op) ||
      entry(tcPrimConvolutionGetDilation(op), last) != 1 ||
      !tcSizeAttrIsConstant(tcValueSize(mlirOperationGetOperand(op, 1), x->dim),
                            &x->window))
    return false;
  x->stride = entry(tcPrimConvolutionGetStrides(op), last);
  x->out = tcValueSize(mlirOperationGetResult(op, 0), x->dim);
  return x->window > 1 && x->stride > 1;
}

// Whether they fill at most half of the runs that elements padded one by one
// do: the rest pays for the copy. (64 x 3 x 224 x 224, 7 x 7 by steps of 2, to
// 64 on an H100: `bench/gpu.py --only convolutions`.)
static bool pays(Windows *x) {
  if (x->channels * x->stride > x->run)
    return false;
  int64_t runs = (x->channels * x->window + x->run - 1) / x->run;
  x->filled = runs * x->run;
  return 2 * runs <= x->window;
}

// Dimension 1 becomes the last one, which is joined to the one before.
static MlirValue joinChannels(TcBuild *b, MlirValue x) {
  intptr_t last = tcRankOf(x) - 1;
  return tcFlatten(b, tcMoveDim(b, x, 1, last), last - 1, last + 1);
}

// [n, c, ..., size] as [n, filled, windows, ...]: a window of c times as many
// elements as the joined last dimension has, next to each other there, then
// zeros. All dimensions are padded, so that the convolution compares no bounds.
static MlirValue windowsOf(TcBuild *b, MlirValue x, const Windows *windows,
                           TcWindow *of) {
  intptr_t last = windows->dim;
  int64_t channels = windows->channels, elements = channels * windows->window;
  TcShape low = tcShapeCopy(b, tcShapeOf(b, x));
  TcShape high = tcShapeCopy(b, low);
  for (intptr_t d = 0; d < low.rank; ++d) {
    low.sizes[d] = tcSizeInt(b, d < 2 ? 0 : of->low.data[d - 2]);
    high.sizes[d] = tcSizeInt(b, d < 2 ? 0 : of->high.data[d - 2]);
  }
  for (intptr_t d = 0; d + 2 < low.rank; ++d)
    of->low.data[d] = of->high.data[d] = 0;
  x = joinChannels(b, tcPad(b, x, tcNum(b, x, 0), low.sizes, high.sizes));
  MlirAttribute sizes[2] = {windows->out, tcSizeInt(b, elements)};
  TcShape shape = {2, sizes};
  MlirType type = tcI64(b);
  MlirValue at = tcAdd(b, tcIotaDim(b, shape, 1, type),
                       tcMul(b, tcIotaDim(b, shape, 0, type),
                             tcConstInt(b, type, channels * windows->stride)));
  MlirValue y = tcIndex(b, x, 1, &at, tcDimsOne(b, last - 1));
  TcDims order = tcDimsRange(b, 0, last + 1); // windows, elements, n, ...
  order.data[0] = 2;
  order.data[2] = 0;
  return withZeros(b, tcTranspose(b, y, order), 1, windows->filled - elements);
}

// The weight [o, c, ..., window] as [o, filled, 1, ...].
static MlirValue weightOf(TcBuild *b, MlirValue w, const Windows *windows) {
  int64_t more = windows->filled - windows->channels * windows->window;
  w = tcMoveDim(b, joinChannels(b, w), windows->dim - 1, 1);
  return tcUnsqueeze(b, withZeros(b, w, 1, more), 2);
}

static void lastFirst(TcDims dims) {
  int64_t last = dims.data[dims.size - 1];
  for (intptr_t d = dims.size - 1; d > 0; --d)
    dims.data[d] = dims.data[d - 1];
  dims.data[0] = last;
}

TC_RULE(windowChannels, "prim.convolution",
        "convolution(x, w) of few channels, strided along the last dimension "
        "-> of windows of one element there, whose channels are the elements "
        "of the windows before, where these fill fewer runs") {
  Pad *pad = rw->user;
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue w = mlirOperationGetOperand(op, 1);
  MlirType element = tcElementOf(mlirOperationGetResult(op, 0));
  Windows windows;
  if (!readChannels(pad, op, &windows.channels, &windows.run) ||
      !readWindows(op, &windows) || !pays(&windows))
    return false;
  TcWindow window = {tcAttrDims(&b, tcPrimConvolutionGetStrides(op)),
                     tcAttrDims(&b, tcPrimConvolutionGetPadLow(op)),
                     tcAttrDims(&b, tcPrimConvolutionGetPadHigh(op)),
                     tcAttrDims(&b, tcPrimConvolutionGetInputDilation(op)),
                     tcAttrDims(&b, tcPrimConvolutionGetDilation(op)),
                     1};
  b.tf32 = tcAllowsTf32(op);
  x = windowsOf(&b, x, &windows, &window);
  window.strides.data[windows.dim - 2] = 1;
  lastFirst(window.strides);
  lastFirst(window.dilation);
  MlirValue y =
      tcConvolution(&b, x, weightOf(&b, w, &windows), window, element);
  y = tcMoveDim(&b, y, 2, windows.dim);
  pad->windows += y.ptr != NULL;
  return tcSimplifyReplace(rw, op, y);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  Pad pad = {.simplify = {&arena, {.arena = &arena}}};
  const TcRule *const rules[] = {&windowChannelsRule, &padChannelsRule};
  TcRuleSet set = {rules, 2, tcStr(""), &pad, NULL};
  MlirLogicalResult result = tcPassReadOptions(pass, module, &pad.target);
  // Windows as channels would make runs of 16 bytes, which CPUs do not need.
  if (mlirLogicalResultIsSuccess(result) && !pad.target.backend->gpu)
    set = (TcRuleSet){rules + 1, 1, tcStr(""), &pad, NULL};
  bool runs = mlirLogicalResultIsSuccess(result);
  MlirOperation op = tcFirstOurFunction(module);
  for (; runs && op.ptr; op = tcNextOurFunction(op)) {
    result = tcRulesApply(op, &set);
    runs = mlirLogicalResultIsSuccess(result);
  }
  tcPassAddStatistic(pass, 0, pad.padded);
  tcPassAddStatistic(pass, 1, pad.windows);
  tcArenaFree(&arena);
  return result;
}

static const TcPassStatistic statistics[] = {
    {"padded", "convolutions that were given channels of zeros"},
    {"windows", "convolutions whose windows became channels"}};
static const char *const dependents[] = {"prim", NULL};

const TcPassInfo tcPassPrimPadChannels = {
    .argument = "prim-pad-channels",
    .summary = "Give convolutions of few channels zeros for more, for matrix "
               "units",
    .anchor = "builtin.module",
    .options = tcTargetOptions,
    .numOptions = TC_NUM_TARGET_OPTIONS,
    .statistics = statistics,
    .numStatistics = 2,
    .dependentDialects = dependents,
    .run = run,
};
