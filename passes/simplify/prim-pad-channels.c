// prim-pad-channels: gives convolutions of few channels zeros for more, where a
// matrix unit multiplies them and operands are copied to it in runs of 16
// bytes.
//
//   convolution(x [n, 3, ...], w [o, 3, ...])
//     -> convolution(pad(x) [n, 8, ...], pad(w) [o, 8, ...])
//
// Before that, where windows are whole blocks of a strided last dimension, the
// elements of a block become channels, as many as a run has room for:
//
//   convolution(x [n, 3, h, 2 w], w [o, 3, 4, 4]) of strides 2, 2
//     -> convolution(x [n, 2 * 3 + 2, h, w], w [o, 2 * 3 + 2, 4, 2]) of strides
//     2, 1
//
// which multiplies 4 * 2 * 8 elements instead of 4 * 4 * 8. Not other windows,
// with zeros in the weight for the rest of a block: the product of such a zero
// and an infinity that the window does not read would be NaN.
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
  int64_t padded, blocked;
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

// Whether a unit multiplies the convolution's operands, of one group: how many
// channels they have, and how many are wanted.
static bool readChannels(const Pad *pad, MlirOperation op, int64_t *channels,
                         int64_t *run) {
  const TcUnit *unit = unitFor(&pad->target, op);
  MlirValue x = mlirOperationGetOperand(op, 0);
  if (!unit || tcPrimConvolutionGetGroups(op) != 1 ||
      !tcSizeAttrIsConstant(tcValueSize(x, 1), channels) || *channels < 1)
    return false;
  *run = wanted(unit, *channels);
  return true;
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

//===- Blocks of the last dimension ---------------------------------------===//

// The last dimension of a convolution: `size` elements, of which windows of
// `window` begin `stride` apart; and with blocks of these as channels: windows
// of `taps` blocks.
typedef struct Blocks {
  intptr_t dim; // of the operands
  int64_t size, window, stride, low, out;
  int64_t taps, newLow, newHigh;
  int64_t channels, run; // of the operands; of a run
} Blocks;

static int64_t entry(MlirAttribute list, intptr_t i) {
  return mlirDenseI64ArrayGetElement(list, i);
}

static bool readBlocks(MlirOperation op, Blocks *x) {
  intptr_t last = tcRankOf(mlirOperationGetOperand(op, 0)) - 3;
  x->dim = last + 2;
  if (last < 0 || tcPrimConvolutionGetOrdered(op) ||
      entry(tcPrimConvolutionGetDilation(op), last) != 1 ||
      entry(tcPrimConvolutionGetInputDilation(op), last) != 1 ||
      !tcSizeAttrIsConstant(tcValueSize(mlirOperationGetOperand(op, 0), x->dim),
                            &x->size) ||
      !tcSizeAttrIsConstant(tcValueSize(mlirOperationGetOperand(op, 1), x->dim),
                            &x->window) ||
      !tcSizeAttrIsConstant(tcValueSize(mlirOperationGetResult(op, 0), x->dim),
                            &x->out))
    return false;
  x->stride = entry(tcPrimConvolutionGetStrides(op), last);
  x->low = entry(tcPrimConvolutionGetPadLow(op), last);
  if (x->stride < 2 || x->low < 0 || x->size % x->stride ||
      x->window % x->stride || x->low % x->stride)
    return false;
  x->newLow = x->low / x->stride;
  x->taps = x->window / x->stride;
  x->newHigh = x->out + x->taps - 1 - x->newLow - x->size / x->stride;
  return x->newHigh >= 0;
}

// [n, c, ..., size] as [n, run, ..., size / stride]: every so many-th element,
// from each one of a block on, behind each other, and zeros.
static MlirValue asChannels(TcBuild *b, MlirValue x, const Blocks *blocks,
                            int64_t size) {
  enum { MOST = RUN_BYTES + 1 };
  MlirValue parts[MOST];
  int64_t n = blocks->stride, more = blocks->run - n * blocks->channels;
  MlirAttribute length = tcSizeInt(b, size / n);
  for (int64_t i = 0; i < n; ++i)
    parts[i] = tcSlice(b, x, blocks->dim, tcSizeInt(b, i), length, n);
  TcShape zeros = tcShapeWith(b, tcShapeOf(b, x), 1, tcSizeInt(b, more));
  if (more)
    parts[n] =
        tcZeros(b, tcShapeWith(b, zeros, blocks->dim, length), tcElementOf(x));
  return tcCat(b, n + (more > 0), parts, 1);
}

TC_RULE(blockChannels, "prim.convolution",
        "convolution(x, w) of stride s along the last dimension, windows of "
        "whole blocks of s -> of stride 1 along blocks, whose elements are "
        "channels, where these are few") {
  Pad *pad = rw->user;
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue w = mlirOperationGetOperand(op, 1);
  MlirType element = tcElementOf(mlirOperationGetResult(op, 0));
  Blocks blocks;
  if (!readChannels(pad, op, &blocks.channels, &blocks.run) ||
      !readBlocks(op, &blocks) || blocks.channels * blocks.stride > blocks.run)
    return false;
  TcWindow window = {tcAttrDims(&b, tcPrimConvolutionGetStrides(op)),
                     tcAttrDims(&b, tcPrimConvolutionGetPadLow(op)),
                     tcAttrDims(&b, tcPrimConvolutionGetPadHigh(op)),
                     tcAttrDims(&b, tcPrimConvolutionGetInputDilation(op)),
                     tcAttrDims(&b, tcPrimConvolutionGetDilation(op)),
                     1};
  intptr_t last = blocks.dim - 2;
  window.strides.data[last] = 1;
  window.low.data[last] = blocks.newLow;
  window.high.data[last] = blocks.newHigh;
  b.tf32 = tcAllowsTf32(op);
  w = asChannels(&b, w, &blocks, blocks.window);
  MlirValue y = tcConvolution(&b, asChannels(&b, x, &blocks, blocks.size), w,
                              window, element);
  pad->blocked += y.ptr != NULL;
  return tcSimplifyReplace(rw, op, y);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  Pad pad = {.simplify = {&arena, {.arena = &arena}}};
  const TcRule *const rules[] = {&blockChannelsRule, &padChannelsRule};
  TcRuleSet set = {rules, 2, tcStr(""), &pad, NULL};
  MlirLogicalResult result = tcPassReadOptions(pass, module, &pad.target);
  // Blocks as channels would make runs of 16 bytes, which CPUs do not need.
  if (mlirLogicalResultIsSuccess(result) && !pad.target.backend->gpu)
    set = (TcRuleSet){rules + 1, 1, tcStr(""), &pad, NULL};
  bool runs = mlirLogicalResultIsSuccess(result);
  MlirOperation op = tcFirstOurFunction(module);
  for (; runs && op.ptr; op = tcNextOurFunction(op)) {
    result = tcRulesApply(op, &set);
    runs = mlirLogicalResultIsSuccess(result);
  }
  tcPassAddStatistic(pass, 0, pad.padded);
  tcPassAddStatistic(pass, 1, pad.blocked);
  tcArenaFree(&arena);
  return result;
}

static const TcPassStatistic statistics[] = {
    {"padded", "convolutions that were given channels of zeros"},
    {"blocked", "convolutions whose neighbours became channels"}};
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
