// loop-moments: a mean, and the squares of deviations from it, in one pass over
// memory. Both sums are taken of differences from a shift s that is known
// before, the mean of a few elements of what is summed:
//
//   sum f         =  S1 + n s               S1 = sum (f - s)
//   sum (f - m)^2 =  S2 - S1^2 / n          S2 = sum (f - s)^2
//                                           m  = (sum f) / n
//
// (T. Chan, G. Golub, R. LeVeque: Algorithms for computing the sample variance,
// 1983.) The second line cancels (s - m)^2 / variance times the rounding errors
// of S2: 1/4 where the elements looked at are like the others. So it is done of
// f16 and bf16 alone, whose own rounding is some thousand times that error, and
// where a second sum would read memory again: long sums over dimensions around
// the innermost one, as in a batch norm of images whose channels lie innermost.
// Behind loop-layout, which decides that. With `blocks`, both are computed of
// blocks that stay in a cache first (moments_blocks.c).
#include "passes/layout/moments.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  SAMPLES = 4, // elements that the shift is the mean of
};

//===- Changing -----------------------------------------------------------===//

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static MlirValue number(TcBuilder *b, double value) {
  MlirType f32 = mlirF32TypeGet(b->ctx);
  return tcPrimConstant(b, mlirFloatAttrDoubleGet(b->ctx, f32, value));
}

// Where sample k is read: the same fraction of each summed iterator's extent.
static MlirAttribute sampleMap(const TcMoments *m, int64_t k) {
  MlirAttribute over = tcAttrOf(m->sum, "over");
  TcMap bindings = {.arena = m->arena};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(over); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(over, i);
    int64_t size = tcSizeOr(tcExtentOf(m->kernel, iter), 1);
    tcBindingsSet(
        &bindings, mlirStringAttrGetValue(iter),
        tcSizeAttrGetConstant(m->ctx, size * (2 * k + 1) / (2 * SAMPLES)));
  }
  return tcDimsAttrSubstitute(tcInputMap(m->sum, m->x), &bindings);
}

// The shift, computed at the start of a stage's body.
static MlirValue shiftIn(const TcMoments *m, MlirOperation stage) {
  MlirValue v = tcInput(m->sum, m->x), sum = {NULL};
  MlirValue elements[SAMPLES];
  for (int64_t k = 0; k < SAMPLES; ++k)
    elements[k] = tcAddInput(m->arena, stage, v, sampleMap(m, k));
  TcBuilder b =
      tcBuilderAtStart(tcStageBlock(stage), mlirOperationGetLocation(stage));
  for (int64_t k = 0; k < SAMPLES; ++k) {
    MlirValue f =
        tcPrimConvertElementType(&b, mlirF32TypeGet(m->ctx), elements[k]);
    sum = k ? tcPrimAdd(&b, sum, f) : f;
  }
  return tcPrimMul(&b, sum, number(&b, 1.0 / SAMPLES));
}

// A map like the mean's, of what the mean is computed from: the element in its
// body, and where to go on with it.
typedef struct Beside {
  MlirOperation map;
  MlirValue sum;
  TcBuilder b;
} Beside;

static Beside openBeside(const TcMoments *m, MlirOperation after) {
  TcMapping *mapping = tcMappingCreate();
  Beside s = {.map = tcOpClone(m->mean, mapping)};
  tcMappingDestroy(mapping);
  TcBuilder b = tcBuilderAfter(after);
  tcBuilderInsert(&b, s.map);
  MlirOperation mean = tcDefiningOp(tcMomentsYielded(s.map));
  MlirOperation count = tcDefiningOp(mlirOperationGetOperand(mean, 1));
  s.sum = mlirOperationGetOperand(mean, 0);
  mlirOperationSetOperand(mlirBlockGetTerminator(tcStageBlock(s.map)), 0,
                          s.sum);
  mlirOperationDestroy(mean);
  if (!tcHasUses(resultOf(count)))
    mlirOperationDestroy(count);
  s.b = tcBuilderBefore(mlirBlockGetTerminator(tcStageBlock(s.map)));
  return s;
}

static void setYielded(const TcMoments *m, MlirOperation stage, MlirValue v) {
  mlirOperationSetOperand(mlirBlockGetTerminator(tcStageBlock(stage)), 0, v);
  tcTidyInputs(m->arena, stage);
}

// sum f = S1 + n s
static MlirOperation sumOf(const TcMoments *m) {
  Beside s = openBeside(m, m->sum);
  MlirValue shift = shiftIn(m, s.map);
  MlirValue all = tcPrimMul(&s.b, shift, number(&s.b, (double)m->n));
  setYielded(m, s.map, tcPrimAdd(&s.b, s.sum, all));
  return s.map;
}

// sum (f - m)^2 = S2 - S1^2 / n, which rounding may make less than 0.
static MlirOperation squaresOf(const TcMoments *m) {
  Beside s = openBeside(m, m->squares);
  MlirAttribute here = tcInputMap(s.map, tcMomentsInputOf(s.map, s.sum));
  MlirValue all = tcAddInput(m->arena, s.map, resultOf(m->squares), here);
  MlirValue zero = number(&s.b, 0);
  MlirValue part = tcPrimDiv(&s.b, tcPrimMul(&s.b, s.sum, s.sum),
                             number(&s.b, (double)m->n));
  MlirValue left = tcPrimSub(&s.b, all, part);
  setYielded(m, s.map,
             tcPrimWhere(&s.b, tcPrimLt(&s.b, left, zero), zero, left));
  return s.map;
}

static void shiftSum(const TcMoments *m) {
  MlirValue shift = shiftIn(m, m->sum);
  TcBuilder b = tcBuilderBefore(mlirBlockGetTerminator(tcStageBlock(m->sum)));
  setYielded(m, m->sum, tcPrimSub(&b, tcMomentsYielded(m->sum), shift));
}

static void shiftSquares(const TcMoments *m) {
  MlirValue shift = shiftIn(m, m->squares);
  mlirValueReplaceAllUsesOfWith(
      mlirBlockGetArgument(tcStageBlock(m->squares), m->m), shift);
  tcTidyInputs(m->arena, m->squares);
}

static void shift(const TcMoments *m) {
  MlirOperation squares = squaresOf(m), sum = sumOf(m);
  MlirOperation both[] = {sum, squares};
  mlirValueReplaceAllUsesExcept(resultOf(m->squares), resultOf(squares), 1,
                                &squares);
  mlirValueReplaceAllUsesExcept(resultOf(m->sum), resultOf(sum), 2, both);
  shiftSum(m);
  shiftSquares(m);
}

//===- The pass -----------------------------------------------------------===//

static bool isReal(MlirType type) { return mlirTypeIsAFloat(type); }

static int changeStages(TcArena *arena, MlirOperation kernel, bool blocks) {
  int changed = 0;
  for (MlirOperation stage = tcFirstStage(kernel); stage.ptr;) {
    MlirOperation next = tcNextStage(stage);
    TcMoments m = {.arena = arena,
                   .ctx = mlirOperationGetContext(kernel),
                   .kernel = kernel,
                   .squares = stage};
    if (blocks) {
      changed +=
          tcMomentsRead(&m, isReal, tcNumber(cpu_tall)) && tcMomentsBlock(&m);
    } else if (tcMomentsRead(&m, tcTypeIsHalf, tcNumber(moments_least))) {
      shift(&m);
      ++changed;
    }
    stage = next;
  }
  return changed;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  int shifted = 0;
  bool blocks = tcPassGetOptionBool(pass, 0);
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "loop.kernel"))
      shifted += changeStages(&arena, op, blocks);
  tcPassAddStatistic(pass, 0, shifted);
  tcArenaFree(&arena);
  return mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"shifted", "pairs of a mean and a variance that became one pass"}};
static const TcPassOption options[] = {
    {"blocks", TC_OPTION_BOOL, "false",
     "of blocks first, of any floats (CPUs)"}};
static const char *const dependents[] = {"loop", "prim", NULL};

const TcPassInfo tcPassLoopMoments = {
    .argument = "loop-moments",
    .summary = "Compute means and variances of columns in one pass",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 1,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
