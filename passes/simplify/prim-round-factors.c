// prim-round-factors: rounds factors of f32 products to TF32 where they are
// made, for a matrix unit that reads them from shared memory and would cut them
// off there (wgmma).
//
//   y = dot_general(x, w) {prim.tf32}
//     -> y = dot_general(round_tf32(x), round_tf32(w))
//            {prim.tf32, prim.tf32_factors = [0, 1]}
//
// Else threads round each tile in shared memory (lower/gpu/unit_round.c), whose
// accesses then take longer than the products. The rounding of a value that a
// kernel makes is one more operation of its; if others read the value, one more
// store. An argument costs a launch that reads and writes it. So it is done
// where the model below says that it saves more than that.
//
// Runs before prim-prepare, so that weights are rounded when the program is
// loaded.
#include "passes/simplify/rules.h"

#include "lib/cost/numbers.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/precision.h"
#include "lib/target/units.h"
#include "passes/schedule/pass_target.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

// Microseconds of an H100: of 2^30 products with factors that are rounded in
// shared memory, and with others; of 2^20 bytes of memory; of a launch
// (docs/ir/constants.md).
static const double PRODUCTS_ROUNDED = 9.5, PRODUCTS = 6.2, BYTES = 0.35,
                    LAUNCH = 1.5;
enum { F32_BYTES = 4 };

static bool hasUnit(const TcTarget *target) {
  for (const TcUnit *unit = tcUnits; unit->name; ++unit)
    if (target->backend->gpu && tcTargetHasUnit(target, unit) &&
        tcUnitRoundsTf32(unit) && unit->columns == TC_UNIT_SHARED)
      return true;
  return false;
}

//===- Costs --------------------------------------------------------------===//

// 0: not known.
static double elementsOf(MlirValue v) {
  MlirType type = mlirValueGetType(v);
  double n = 1;
  if (!mlirShapedTypeHasStaticShape(type))
    return 0;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    n *= (double)mlirShapedTypeGetDimSize(type, d);
  return n;
}

static double sizeAt(MlirValue v, intptr_t d) {
  return (double)mlirShapedTypeGetDimSize(mlirValueGetType(v), d);
}

// How many positions of a spread input there are for each of its elements:
// phases of its convolution multiply elements alone.
static double spreadOf(MlirOperation op) {
  MlirAttribute dilation = tcPrimConvolutionGetInputDilation(op);
  double n = 1;
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(dilation); ++i)
    n *= (double)mlirDenseI64ArrayGetElement(dilation, i);
  return n;
}

// The products of the op; 0: not known, or no such op.
static double productsOf(MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  if ((kind != TC_PRIM_DOT_GENERAL && kind != TC_PRIM_CONVOLUTION) ||
      !tcAllowsTf32(op) ||
      !mlirTypeIsAF32(tcElementOf(mlirOperationGetOperand(op, 0))))
    return 0;
  MlirValue w = mlirOperationGetOperand(op, 1);
  double n = elementsOf(mlirOperationGetResult(op, 0));
  if (!elementsOf(mlirOperationGetOperand(op, 0)) || !elementsOf(w))
    return 0;
  if (kind == TC_PRIM_CONVOLUTION)
    return n * elementsOf(w) / fmax(1, sizeAt(w, 0)) / spreadOf(op);
  for (intptr_t i = 0; i < tcPrimDotGeneralGetNumOtherContract(op); ++i)
    n *= sizeAt(w, (intptr_t)tcPrimDotGeneralGetOtherContractAt(op, i));
  return n;
}

static double memoryTime(double elements) {
  return BYTES * F32_BYTES * elements / (1 << 20);
}

// What one of the op's factors saves.
static double savedBy(MlirOperation op) {
  double products = productsOf(op);
  // Each phase of a spread input is a product of its own.
  double phases = tcPrimOpKind(op) == TC_PRIM_CONVOLUTION ? spreadOf(op) : 1;
  if (products / phases < tcNumber(gpu_few_products))
    return 0;
  double memory = memoryTime(elementsOf(mlirOperationGetOperand(op, 0)) +
                             elementsOf(mlirOperationGetOperand(op, 1)) +
                             elementsOf(mlirOperationGetResult(op, 0)));
  double now = PRODUCTS_ROUNDED * products / (1 << 30);
  double then = PRODUCTS * products / (1 << 30);
  return (fmax(now, memory) - fmax(then, memory)) / 2;
}

// The value whose elements these are, moved; `alone`: only as far as nobody
// else reads them.
static MlirValue sourceOf(MlirValue v, bool alone) {
  while (mlirValueIsAOpResult(v) &&
         tcIsMove(tcPrimOpKind(mlirOpResultGetOwner(v)))) {
    MlirValue from = mlirOperationGetOperand(mlirOpResultGetOwner(v), 0);
    if (alone && !tcHasOneUse(from))
      break;
    v = from;
  }
  return v;
}

static bool isMade(MlirValue v) {
  return mlirValueIsAOpResult(v) &&
         tcPrimOpKind(mlirOpResultGetOwner(v)) != TC_PRIM_CONSTANT;
}

// What rounding costs: `alone`, if nobody else reads the value.
static double costOf(MlirValue v, bool alone) {
  MlirValue source = sourceOf(v, false);
  if (!isMade(source))
    return LAUNCH + memoryTime(2 * elementsOf(v));
  alone &= mlirValueEqual(sourceOf(v, true), source);
  return alone ? 0 : memoryTime(elementsOf(source));
}

//===- Rounding -----------------------------------------------------------===//

// Whether rounding the value pays; of all products that read it. `alone`:
// nobody else does.
static bool pays(MlirValue v, bool *alone) {
  double saved = 0;
  *alone = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    double by = savedBy(mlirOpOperandGetOwner(use));
    saved += by;
    *alone &= by > 0;
  }
  return saved > costOf(v, *alone);
}

static void setFactor(MlirOperation op, int i, MlirValue to) {
  bool is[2] = {tcFactorIsTf32(op, 0), tcFactorIsTf32(op, 1)};
  is[i] = true;
  mlirOperationSetOperand(op, i, to);
  tcSetFactorsTf32(op, is[0], is[1]);
}

// In the product `op` and in those behind it, which read the value, too. What
// nobody else reads is rounded before it is moved, where it is made.
static void roundAll(MlirOperation op, MlirValue v, bool alone) {
  MlirValue from = alone ? sourceOf(v, true) : v, to = v;
  MlirOperation reader = op;
  if (!mlirValueEqual(from, v))
    reader = mlirOpOperandGetOwner(mlirValueGetFirstUse(from));
  TcBuilder b = tcBuilderBefore(reader);
  MlirValue rounded = tcPrimRoundTf32(&b, from);
  if (mlirValueEqual(from, v))
    to = rounded;
  else
    mlirOperationSetOperand(reader, 0, rounded);
  for (; op.ptr; op = mlirOperationGetNextInBlock(op))
    for (int i = 0; i < 2 && savedBy(op) > 0; ++i)
      if (mlirValueEqual(mlirOperationGetOperand(op, i), v))
        setFactor(op, i, to);
}

static void roundFactors(int64_t *rounded, MlirOperation function) {
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; op.ptr; op = mlirOperationGetNextInBlock(op))
    for (int i = 0; i < 2 && savedBy(op) > 0; ++i) {
      MlirValue v = mlirOperationGetOperand(op, i);
      bool alone;
      if (tcFactorIsTf32(op, i) || !pays(v, &alone))
        continue;
      roundAll(op, v, alone);
      ++*rounded;
    }
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  int64_t rounded = 0;
  TcTarget target;
  MlirLogicalResult result = tcPassReadOptions(pass, module, &target);
  bool runs = mlirLogicalResultIsSuccess(result) && hasUnit(&target);
  MlirOperation op = tcFirstOurFunction(module);
  for (; runs && op.ptr; op = tcNextOurFunction(op))
    roundFactors(&rounded, op);
  tcPassAddStatistic(pass, 0, rounded);
  return result;
}

static const TcPassStatistic statistics[] = {
    {"rounded", "values that are rounded where they are made"}};
static const char *const dependents[] = {"prim", NULL};

const TcPassInfo tcPassPrimRoundFactors = {
    .argument = "prim-round-factors",
    .summary = "Round factors of products to TF32 where they are made, for "
               "matrix units of GPUs that would cut them off",
    .anchor = "builtin.module",
    .options = tcTargetOptions,
    .numOptions = TC_NUM_TARGET_OPTIONS,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
