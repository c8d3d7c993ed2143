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
// Behind loop-layout, which decides that.
#include "passes/fuse/fuse.h"
#include "passes/layout/layouts.h"

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

// A mean and the squares of deviations from it.
typedef struct Moments {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation kernel;
  MlirOperation sum;     // reduce: f
  MlirOperation mean;    // map: sum / n
  MlirOperation squares; // reduce: (f - mean)^2
  intptr_t x, y;         // the input that f widens, of `sum`, of `squares`
  intptr_t m;            // the input of `squares` that is the mean
  int64_t n;
} Moments;

//===- Asking -------------------------------------------------------------===//

static MlirValue yielded(MlirOperation stage) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(tcStageBlock(stage)),
                                 0);
}

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static bool isPlainSum(MlirOperation stage) {
  if (!tcIsA(stage, "loop.reduce") || mlirOperationGetNumResults(stage) != 1 ||
      tcLoopReduceGetOrdered(stage))
    return false;
  MlirAttribute kinds = tcAttrOf(stage, "kinds");
  return mlirArrayAttrGetNumElements(kinds) == 1 &&
         mlirStringRefEqual(
             mlirStringAttrGetValue(mlirArrayAttrGetElement(kinds, 0)),
             tcStr("add"));
}

// The operand of an op of that kind, or null.
static MlirValue operandOf(MlirValue v, TcPrimOpKind kind, intptr_t i) {
  MlirOperation op = tcDefiningOp(v);
  return tcPrimOpKind(op) == kind ? mlirOperationGetOperand(op, i)
                                  : (MlirValue){NULL};
}

// The number of the stage's input that a value of its body is; -1 of none.
static intptr_t inputOf(MlirOperation stage, MlirValue v) {
  return v.ptr && mlirValueIsABlockArgument(v) &&
                 mlirBlockEqual(mlirBlockArgumentGetOwner(v),
                                tcStageBlock(stage))
             ? mlirBlockArgumentGetArgNumber(v)
             : -1;
}

// The number of the input of which a value is the element of a half, widened.
static intptr_t widenedInput(MlirOperation stage, MlirValue v) {
  MlirValue half = operandOf(v, TC_PRIM_CONVERT_ELEMENT_TYPE, 0);
  intptr_t i = inputOf(stage, half);
  if (i < 0 || !mlirTypeIsAF32(mlirValueGetType(v)) || tcInputMayMiss(stage, i))
    return -1;
  MlirType type = mlirValueGetType(half);
  return mlirTypeIsABF16(type) || mlirTypeIsAF16(type) ? i : -1;
}

// Whether what is read innermost in memory is not what is summed.
static bool isColumn(const Moments *m) {
  MlirValue v = tcInput(m->sum, m->x);
  MlirAttribute map = tcInputMap(m->sum, m->x);
  MlirStringRef name;
  if (!mlirValueIsABlockArgument(v))
    return false;
  MlirAttribute layout = tcLayoutInKernel(m->kernel, "arg_attrs",
                                          mlirBlockArgumentGetArgNumber(v));
  intptr_t last = tcDimsAttrGetNumDims(map) - 1;
  if (layout.ptr && tcLayoutAttrIsStrided(layout))
    return false;
  if (layout.ptr)
    last = (intptr_t)tcLayoutAttrGetOrder(layout, last);
  return tcSizeAttrIsSymbol(tcDimsAttrGetDim(map, last), &name) &&
         tcNames(tcAttrOf(m->sum, "iters"), mlirStringAttrGet(m->ctx, name));
}

// The number of terms of a sum; 0 if it is not known.
static int64_t termsOf(const Moments *m) {
  MlirAttribute over = tcAttrOf(m->sum, "over");
  int64_t n = 1, size;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(over); ++i) {
    MlirAttribute extent =
        tcExtentOf(m->kernel, mlirArrayAttrGetElement(over, i));
    n *= tcSizeAttrIsConstant(extent, &size) ? size : 0;
  }
  return n;
}

// Whether the map is the sum divided by the number of its terms.
static bool isMean(Moments *m) {
  MlirValue y = yielded(m->mean);
  MlirValue sum = operandOf(y, TC_PRIM_DIV, 0);
  MlirValue count = operandOf(y, TC_PRIM_DIV, 1);
  MlirOperation constant = count.ptr ? tcDefiningOp(count) : tcNoOp();
  intptr_t i = inputOf(m->mean, sum);
  if (i < 0 || tcPrimOpKind(constant) != TC_PRIM_CONSTANT ||
      mlirOperationGetNumResults(m->mean) != 1)
    return false;
  m->sum = tcDefiningOp(tcInput(m->mean, i));
  MlirAttribute value = tcPrimConstantGetValue(constant);
  if (mlirOperationIsNull(m->sum) || !isPlainSum(m->sum) ||
      !tcIsOwnPoint(m->kernel, m->mean, tcInputMap(m->mean, i)) ||
      !mlirAttributeIsAFloat(value))
    return false;
  m->n = termsOf(m);
  return m->n >= tcNumber(moments_least) &&
         mlirFloatAttrGetValueDouble(value) == (double)m->n;
}

static bool sameAttr(const Moments *m, const char *name) {
  return mlirAttributeEqual(tcAttrOf(m->sum, name), tcAttrOf(m->squares, name));
}

// Reads that `squares` is the sum of squares of deviations from a mean.
static bool readSquares(Moments *m) {
  if (!isPlainSum(m->squares))
    return false;
  MlirValue square = yielded(m->squares);
  MlirValue d = operandOf(square, TC_PRIM_MUL, 0);
  if (!d.ptr || !mlirValueEqual(d, operandOf(square, TC_PRIM_MUL, 1)))
    return false;
  MlirValue f = operandOf(d, TC_PRIM_SUB, 0);
  m->m = inputOf(m->squares, operandOf(d, TC_PRIM_SUB, 1));
  m->y = f.ptr ? widenedInput(m->squares, f) : -1;
  if (m->m < 0 || m->y < 0)
    return false;
  m->mean = tcDefiningOp(tcInput(m->squares, m->m));
  return tcIsA(m->mean, "loop.map") &&
         tcIsOwnPoint(m->kernel, m->mean, tcInputMap(m->squares, m->m));
}

static bool readSum(Moments *m) {
  m->x = widenedInput(m->sum, yielded(m->sum));
  return m->x >= 0 && sameAttr(m, "iters") && sameAttr(m, "over") &&
         mlirAttributeEqual(tcAttrOf(m->mean, "iters"),
                            tcAttrOf(m->sum, "iters")) &&
         mlirValueEqual(tcInput(m->sum, m->x), tcInput(m->squares, m->y)) &&
         mlirAttributeEqual(tcInputMap(m->sum, m->x),
                            tcInputMap(m->squares, m->y)) &&
         isColumn(m);
}

//===- Changing -----------------------------------------------------------===//

static MlirValue number(TcBuilder *b, double value) {
  MlirType f32 = mlirF32TypeGet(b->ctx);
  return tcPrimConstant(b, mlirFloatAttrDoubleGet(b->ctx, f32, value));
}

// Where sample k is read: the same fraction of each summed iterator's extent.
static MlirAttribute sampleMap(const Moments *m, int64_t k) {
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
static MlirValue shiftIn(const Moments *m, MlirOperation stage) {
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

static Beside openBeside(const Moments *m, MlirOperation after) {
  TcMapping *mapping = tcMappingCreate();
  Beside s = {.map = tcOpClone(m->mean, mapping)};
  tcMappingDestroy(mapping);
  TcBuilder b = tcBuilderAfter(after);
  tcBuilderInsert(&b, s.map);
  MlirOperation mean = tcDefiningOp(yielded(s.map));
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

static void setYielded(const Moments *m, MlirOperation stage, MlirValue v) {
  mlirOperationSetOperand(mlirBlockGetTerminator(tcStageBlock(stage)), 0, v);
  tcTidyInputs(m->arena, stage);
}

// sum f = S1 + n s
static MlirOperation sumOf(const Moments *m) {
  Beside s = openBeside(m, m->sum);
  MlirValue shift = shiftIn(m, s.map);
  MlirValue all = tcPrimMul(&s.b, shift, number(&s.b, (double)m->n));
  setYielded(m, s.map, tcPrimAdd(&s.b, s.sum, all));
  return s.map;
}

// sum (f - m)^2 = S2 - S1^2 / n, which rounding may make less than 0.
static MlirOperation squaresOf(const Moments *m) {
  Beside s = openBeside(m, m->squares);
  MlirAttribute here = tcInputMap(s.map, inputOf(s.map, s.sum));
  MlirValue all = tcAddInput(m->arena, s.map, resultOf(m->squares), here);
  MlirValue zero = number(&s.b, 0);
  MlirValue part = tcPrimDiv(&s.b, tcPrimMul(&s.b, s.sum, s.sum),
                             number(&s.b, (double)m->n));
  MlirValue left = tcPrimSub(&s.b, all, part);
  setYielded(m, s.map,
             tcPrimWhere(&s.b, tcPrimLt(&s.b, left, zero), zero, left));
  return s.map;
}

static void shiftSum(const Moments *m) {
  MlirValue shift = shiftIn(m, m->sum);
  TcBuilder b = tcBuilderBefore(mlirBlockGetTerminator(tcStageBlock(m->sum)));
  setYielded(m, m->sum, tcPrimSub(&b, yielded(m->sum), shift));
}

static void shiftSquares(const Moments *m) {
  MlirValue shift = shiftIn(m, m->squares);
  mlirValueReplaceAllUsesOfWith(
      mlirBlockGetArgument(tcStageBlock(m->squares), m->m), shift);
  tcTidyInputs(m->arena, m->squares);
}

static void shift(const Moments *m) {
  MlirOperation squares = squaresOf(m), sum = sumOf(m);
  MlirOperation both[] = {sum, squares};
  mlirValueReplaceAllUsesExcept(resultOf(m->squares), resultOf(squares), 1,
                                &squares);
  mlirValueReplaceAllUsesExcept(resultOf(m->sum), resultOf(sum), 2, both);
  shiftSum(m);
  shiftSquares(m);
}

//===- The pass -----------------------------------------------------------===//

static int shiftStages(TcArena *arena, MlirOperation kernel) {
  int shifted = 0;
  for (MlirOperation stage = tcFirstStage(kernel); stage.ptr;) {
    MlirOperation next = tcNextStage(stage);
    Moments m = {.arena = arena,
                 .ctx = mlirOperationGetContext(kernel),
                 .kernel = kernel,
                 .squares = stage};
    if (readSquares(&m) && isMean(&m) && readSum(&m)) {
      shift(&m);
      ++shifted;
    }
    stage = next;
  }
  return shifted;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  int shifted = 0;
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "loop.kernel"))
      shifted += shiftStages(&arena, op);
  tcPassAddStatistic(pass, 0, shifted);
  tcArenaFree(&arena);
  return mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"shifted", "pairs of a mean and a variance that became one pass"}};
static const char *const dependents[] = {"loop", "prim", NULL};

const TcPassInfo tcPassLoopMoments = {
    .argument = "loop-moments",
    .summary = "Compute means and variances of columns of halves in one pass",
    .anchor = "builtin.module",
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
