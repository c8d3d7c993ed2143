// prim-pad-channels: gives convolutions of few channels zeros for more, where a
// matrix unit multiplies them and operands are copied to it in runs of 16
// bytes.
//
//   convolution(x [n, 3, ...], w [o, 3, ...])
//     -> convolution(pad(x) [n, 8, ...], pad(w) [o, 8, ...])
//
// With the channels innermost a run is those of one pixel then; of three
// channels each element would be a copy by itself, or the images lie innermost,
// and results are stored one by one. An image is 3 channels of many: what is
// multiplied by zeros is little beside that (bench/torch_gpu.py resnet50).
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
  int64_t padded;
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

// x with zeros behind its channels, dimension 1.
static MlirValue withChannels(TcBuild *b, MlirValue x, int64_t more) {
  TcShape none = tcShapeCopy(b, tcShapeOf(b, x));
  for (intptr_t d = 0; d < none.rank; ++d)
    none.sizes[d] = tcSizeInt(b, 0);
  TcShape high = tcShapeWith(b, none, 1, tcSizeInt(b, more));
  return tcPad(b, x, tcNum(b, x, 0), none.sizes, high.sizes);
}

TC_RULE(padChannels, "prim.convolution",
        "convolution(x, w) -> convolution(pad(x), pad(w)) of 8 channels (f32: "
        "4) where there are fewer") {
  Pad *pad = rw->user;
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue w = mlirOperationGetOperand(op, 1);
  const TcUnit *unit = unitFor(&pad->target, op);
  int64_t channels, run = unit ? RUN_BYTES / tcUnitBytes(unit) : 0;
  if (tcPrimConvolutionGetGroups(op) != 1 ||
      !tcSizeAttrIsConstant(tcValueSize(x, 1), &channels) || channels < 1 ||
      channels >= run)
    return false;
  x = withChannels(&b, x, run - channels);
  w = withChannels(&b, w, run - channels);
  if (!x.ptr || !w.ptr)
    return false;
  tcRewriteBeginChange(rw, op);
  mlirOperationSetOperand(op, 0, x);
  mlirOperationSetOperand(op, 1, w);
  tcRewriteEndChange(rw, op);
  ++pad->padded;
  return true;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  Pad pad = {.simplify = {&arena, {.arena = &arena}}};
  const TcRule *const rules[] = {&padChannelsRule};
  TcRuleSet set = {rules, 1, tcStr(""), &pad, NULL};
  MlirLogicalResult result = tcPassReadOptions(pass, module, &pad.target);
  bool runs = mlirLogicalResultIsSuccess(result) && pad.target.backend->gpu;
  MlirOperation op = tcFirstOurFunction(module);
  for (; runs && op.ptr; op = tcNextOurFunction(op)) {
    result = tcRulesApply(op, &set);
    runs = mlirLogicalResultIsSuccess(result);
  }
  tcPassAddStatistic(pass, 0, pad.padded);
  tcArenaFree(&arena);
  return result;
}

static const TcPassStatistic statistics[] = {
    {"padded", "convolutions that were given channels of zeros"}};
static const char *const dependents[] = {"prim", NULL};

const TcPassInfo tcPassPrimPadChannels = {
    .argument = "prim-pad-channels",
    .summary = "Give convolutions of few channels zeros for more, for matrix "
               "units of GPUs",
    .anchor = "builtin.module",
    .options = tcTargetOptions,
    .numOptions = TC_NUM_TARGET_OPTIONS,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
