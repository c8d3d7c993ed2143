// loop-exponentials: of kernels that do not stream, exponentials relative to
// the maximum of their row, exp(x - max), which are only summed over the row or
// end in narrow floats: a softmax in bf16, a log-sum-exp. The machine's 2^x
// will do for them (exponentials.c), and what is divided by such a sum before
// it is rounded is multiplied by the row's reciprocal: the sum has the term 1,
// so neither overflows or underflows. With a polynomial and a division for each
// element a softmax in bf16 is bound by the issue of instructions, not by
// memory. After loop-layout.
//
// Error functions and hyperbolic tangents, too, that are only added to 1, or
// more, in maps that give narrow floats, as in a gelu and its slope, may be off
// by 2^-21 (tc.absolute): the sum's own rounding is an eighth of that, and a
// narrow float's a thousand times it. So may exponentials of numbers that are
// at most 0 and quotients by 1 and such an exponential (tc.narrow, narrow.c).
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/pass.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <float.h>
#include <math.h>

typedef TC_VEC(MlirOperation) Stages;

typedef struct Exponential {
  MlirOperation kernel, op;
  TcStreamShift shift;
  TcArena *arena;
  Stages sums; // of the row, found while its uses are looked at
} Exponential;

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

//===- Exponents less the maximum of their row ----------------------------===//

// Whether a scalar of the map's body is the element of its input `m` wherever
// that is finite: m, the smaller one of it and the largest number, or either
// but for a constant where it is -inf.
static bool isWhereFinite(MlirValue m, MlirValue v) {
  MlirOperation op = tcDefiningOp(v);
  double number;
  if (mlirValueEqual(m, v))
    return true;
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_MINIMUM:
    return tcStreamConstantOf(tcPrimMinimumGetOther(op), &number) &&
           number >= FLT_MAX && isWhereFinite(m, tcPrimMinimumGetSelf(op));
  case TC_PRIM_WHERE: {
    MlirOperation test = tcDefiningOp(tcPrimWhereGetPred(op));
    return tcPrimOpKind(test) == TC_PRIM_EQ &&
           tcStreamIsConstant(tcPrimEqGetOther(test), -INFINITY) &&
           isWhereFinite(m, tcPrimEqGetSelf(test)) &&
           tcStreamConstantOf(tcPrimWhereGetSelf(op), &number) &&
           isWhereFinite(m, tcPrimWhereGetOther(op));
  }
  default:
    return false;
  }
}

// The maximum of which the map makes its one result so, or null.
static MlirOperation maximumBehind(const Exponential *e, MlirOperation map) {
  if (mlirOperationIsNull(map) || !tcIsA(map, "loop.map") ||
      mlirOperationGetNumResults(map) != 1)
    return tcNoOp();
  MlirValue made =
      mlirOperationGetOperand(mlirBlockGetTerminator(tcStageBlock(map)), 0);
  for (intptr_t i = 0; i < tcNumInputs(map); ++i) {
    MlirOperation maximum = tcDefiningOp(tcInput(map, i));
    if (!mlirOperationIsNull(maximum) && tcReducesBy(maximum, "max") &&
        tcIsOwnPoint(e->kernel, maximum, tcInputMap(map, i)) &&
        isWhereFinite(mlirBlockGetArgument(tcStageBlock(map), i), made))
      return maximum;
  }
  return tcNoOp();
}

// Whether h, an element that the stage reads, is made so of a maximum of just
// these x, of the same row. Where that is +inf so is the sum.
static bool isShiftedByMap(Exponential *e, MlirValue x, MlirValue h) {
  if (!mlirValueIsABlockArgument(h))
    return false;
  intptr_t i = mlirBlockArgumentGetArgNumber(h);
  MlirOperation stage = e->shift.stage;
  MlirOperation map = tcDefiningOp(tcInput(stage, i));
  e->shift.maximum = maximumBehind(e, map);
  return !mlirOperationIsNull(e->shift.maximum) &&
         tcIsOwnPoint(e->kernel, map, tcInputMap(stage, i)) &&
         tcStreamAreTerms(e->shift.maximum, stage, x);
}

// Whether the exponent is x - h, h being the level of a maximum of just these
// x.
static bool isShifted(Exponential *e) {
  MlirOperation stage = mlirOperationGetParentOperation(e->op);
  MlirOperation sub = tcDefiningOp(mlirOperationGetOperand(e->op, 0));
  if (!mlirTypeIsAF32(mlirValueGetType(resultOf(e->op))) ||
      tcPrimOpKind(sub) != TC_PRIM_SUB)
    return false;
  MlirValue x = tcPrimSubGetSelf(sub), h = tcPrimSubGetOther(sub);
  MlirValue level = tcStreamLevelOf(stage, h);
  e->shift = (TcStreamShift){.stage = stage, .sub = sub, .level = h};
  if (mlirValueIsNull(level))
    return false;
  if (!tcReducesBy(tcDefiningOp(level), "max"))
    return isShiftedByMap(e, x, h);
  e->shift.maximum = tcDefiningOp(level);
  return tcStreamIsShift(&e->shift, x);
}

//===- What is made of them -----------------------------------------------===//

// Whether a use of a scalar in the body of `stage`, the exponential, makes it a
// term of its row's sum.
static bool sumsRow(Exponential *e, MlirOperation stage, MlirOpOperand use) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  if (!tcIsA(user, "loop.yield") || !tcReducesBy(stage, "add") ||
      !mlirAttributeEqual(tcAttrOf(stage, "over"),
                          tcAttrOf(e->shift.maximum, "over")) ||
      !mlirAttributeEqual(tcAttrOf(stage, "iters"),
                          tcAttrOf(e->shift.maximum, "iters")))
    return false;
  tcVecPush(e->arena, &e->sums, stage);
  return true;
}

// Whether a use of a map's result, the exponential, is that of the row's sum.
static bool readerSumsRow(Exponential *e, MlirOpOperand use) {
  MlirOperation reader = mlirOpOperandGetOwner(use);
  intptr_t input = (intptr_t)mlirOpOperandGetOperandNumber(use);
  if (!tcIsA(reader, "loop.reduce") || input >= tcNumInputs(reader) ||
      !tcIsOwnPoint(e->kernel, e->shift.stage, tcInputMap(reader, input)))
    return false;
  MlirOpOperand term =
      mlirValueGetFirstUse(mlirBlockGetArgument(tcStageBlock(reader), input));
  return !mlirOpOperandIsNull(term) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(term)) &&
         sumsRow(e, reader, term);
}

static bool readersAllow(Exponential *e, intptr_t result) {
  MlirOpOperand use =
      mlirValueGetFirstUse(mlirOperationGetResult(e->shift.stage, result));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!tcStreamReaderNarrows(use) && !readerSumsRow(e, use))
      return false;
  return true;
}

static bool useNarrows(MlirOpOperand use) {
  int visits = 0;
  return tcStreamUseNarrows(use, &visits);
}

static bool usesAllow(Exponential *e) {
  MlirOpOperand use = mlirValueGetFirstUse(resultOf(e->op));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    bool isYield = tcIsA(mlirOpOperandGetOwner(use), "loop.yield") &&
                   tcIsA(e->shift.stage, "loop.map");
    if (isYield ? !readersAllow(e, mlirOpOperandGetOperandNumber(use))
                : !useNarrows(use) && !sumsRow(e, e->shift.stage, use))
      return false;
  }
  return true;
}

//===- Quotients by the row's sum -----------------------------------------===//

// x / s, s being input `input` of the body, that is only rounded to narrow
// floats; null if there is none.
static MlirOperation quotientBy(MlirOperation stage, intptr_t input) {
  MlirValue s = mlirBlockGetArgument(tcStageBlock(stage), input);
  MlirOpOperand use = mlirValueGetFirstUse(s);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (tcPrimOpKind(op) == TC_PRIM_DIV &&
        mlirOpOperandGetOperandNumber(use) == 1 &&
        !mlirValueEqual(mlirOperationGetOperand(op, 0), s) &&
        tcStreamResultNarrows(op))
      return op;
  }
  return tcNoOp();
}

// A map behind the sum: its reciprocal.
static MlirValue reciprocalOf(const Exponential *e, MlirOperation sum) {
  TcKernel k = {.arena = e->arena,
                .ctx = mlirOperationGetContext(sum),
                .loc = mlirOperationGetLocation(sum),
                .block = mlirOperationGetBlock(sum)};
  MlirAttribute iters = tcAttrOf(sum, "iters");
  TcStage s;
  tcStageOpen(&s, &k);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    tcVecPush(e->arena, &k.iters, iter);
    tcVecPush(e->arena, &k.extents, tcExtentOf(e->kernel, iter));
    tcStageIter(&s, iter);
  }
  MlirValue x = tcStageReadHere(&s, resultOf(sum));
  MlirValue y = tcPrimReciprocal(&s.body, x);
  tcStageYield(&s, 1, &y);
  MlirOperation map = tcStageClose(&s, "loop.map", -1);
  mlirOperationMoveAfter(map, sum);
  return resultOf(map);
}

static void multiply(const Exponential *e, MlirOperation div, intptr_t input,
                     MlirValue reciprocal) {
  MlirOperation stage = mlirOperationGetParentOperation(div);
  MlirValue y =
      tcAddInput(e->arena, stage, reciprocal, tcInputMap(stage, input));
  TcBuilder b = tcBuilderBefore(div);
  MlirValue x = tcPrimMul(&b, tcPrimDivGetSelf(div), y);
  mlirValueReplaceAllUsesOfWith(resultOf(div), x);
  mlirOperationDestroy(div);
}

static int replaceQuotients(const Exponential *e, MlirOperation sum) {
  MlirValue reciprocal = {NULL};
  Stages readers = {0};
  int replaced = 0;
  MlirOpOperand use = mlirValueGetFirstUse(resultOf(sum));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (tcIsA(mlirOpOperandGetOwner(use), "loop.map"))
      tcVecPush(e->arena, &readers, mlirOpOperandGetOwner(use));
  for (size_t r = 0; r < readers.size; ++r) {
    MlirOperation stage = readers.data[r];
    for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
      MlirOperation div;
      while (mlirValueEqual(tcInput(stage, i), resultOf(sum)) &&
             !mlirOperationIsNull(div = quotientBy(stage, i))) {
        reciprocal = reciprocal.ptr ? reciprocal : reciprocalOf(e, sum);
        multiply(e, div, i, reciprocal);
        ++replaced;
      }
    }
    tcTidyInputs(e->arena, stage);
  }
  return replaced;
}

//===- Functions beside 1 -------------------------------------------------===//

static bool isAddedToOne(MlirOpOperand use) {
  MlirOperation add = mlirOpOperandGetOwner(use);
  intptr_t own = (intptr_t)mlirOpOperandGetOperandNumber(use);
  double number;
  return tcPrimOpKind(add) == TC_PRIM_ADD &&
         tcStreamConstantOf(mlirOperationGetOperand(add, 1 - own), &number) &&
         fabs(number) >= 1;
}

// Whether it is one that is only added to such numbers.
static bool isBesideOne(MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  if ((kind != TC_PRIM_ERF && kind != TC_PRIM_TANH) ||
      !mlirTypeIsAFloat(mlirValueGetType(resultOf(op))) ||
      mlirTypeIsAF64(mlirValueGetType(resultOf(op))))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(resultOf(op));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!isAddedToOne(use))
      return false;
  return true;
}

static bool isNarrowMap(MlirOperation stage) {
  bool narrow = tcIsA(stage, "loop.map");
  for (intptr_t i = 0; narrow && i < mlirOperationGetNumResults(stage); ++i)
    narrow = tcStreamIsNarrow(mlirShapedTypeGetElementType(
        mlirValueGetType(mlirOperationGetResult(stage, i))));
  return narrow;
}

//===- The pass -----------------------------------------------------------===//

typedef struct Counts {
  int marked, replaced, beside, narrow;
} Counts;

static void visitStage(TcArena *arena, MlirOperation kernel,
                       MlirOperation stage, Counts *counts) {
  bool isNarrow = isNarrowMap(stage);
  MlirOperation op = mlirBlockGetFirstOperation(tcStageBlock(stage));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (isNarrow && isBesideOne(op)) {
      tcStreamMark(op);
      ++counts->beside;
    }
    Exponential e = {.kernel = kernel, .op = op, .arena = arena};
    if (!tcStreamIsExponential(op) || !isShifted(&e) || !usesAllow(&e))
      continue;
    tcStreamMark(op);
    ++counts->marked;
    for (size_t i = 0; i < e.sums.size; ++i)
      counts->replaced += replaceQuotients(&e, e.sums.data[i]);
  }
}

static void visitKernel(TcArena *arena, MlirOperation kernel, bool narrow,
                        Counts *counts) {
  for (MlirOperation stage = tcFirstStage(kernel); stage.ptr;
       stage = tcNextStage(stage))
    if (tcIsA(stage, "loop.map") || tcIsA(stage, "loop.reduce"))
      visitStage(arena, kernel, stage, counts);
  for (MlirOperation stage = tcFirstStage(kernel); narrow && stage.ptr;
       stage = tcNextStage(stage))
    if (tcIsA(stage, "loop.map"))
      counts->narrow += tcStreamMarkNarrow(stage);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  Counts counts = {0};
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcStreamIsOpen(op))
      visitKernel(&arena, op, tcPassGetOptionBool(pass, 0), &counts);
  tcPassAddStatistic(pass, 0, counts.marked);
  tcPassAddStatistic(pass, 1, counts.replaced);
  tcPassAddStatistic(pass, 2, counts.beside);
  tcPassAddStatistic(pass, 3, counts.narrow);
  tcArenaFree(&arena);
  return mlirLogicalResultSuccess();
}

static const TcPassOption options[] = {
    {"narrow", TC_OPTION_BOOL, "false",
     "mark exponentials and quotients that end in narrow floats, for machines "
     "with 2^x and 1/x"}};
static const TcPassStatistic statistics[] = {
    {"marked", "exponentials for which the machine's 2^x will do"},
    {"multiplied", "quotients that became products with a row's reciprocal"},
    {"beside", "error functions and hyperbolic tangents beside 1"},
    {"narrow", "exponentials and quotients that end in narrow floats"}};
static const char *const dependents[] = {"loop", "prim", NULL};

const TcPassInfo tcPassLoopExponentials = {
    .argument = "loop-exponentials",
    .summary = "Compute exponentials of narrow rows by the machine's 2^x",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = 1,
    .statistics = statistics,
    .numStatistics = 4,
    .dependentDialects = dependents,
    .run = run,
};
