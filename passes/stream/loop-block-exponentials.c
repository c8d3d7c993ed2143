// loop-block-exponentials: the maximum of columns, and the sum of exponentials
// relative to it (a softmax, a log-sum-exp, a cross-entropy over a dimension
// that is not innermost in memory), by blocks of rows. A block's own maximum
// and sum are computed while it is in a cache, and rows are read from memory
// once for both, as they lie there:
//
//   m_b = max x                  m = max_b m_b
//   s_b = sum e^(x - m_b)        s = sum_b s_b e^(m_b - m)
//
// (M. Milakov, N. Gimelshein: Online normalizer calculation for softmax, 2018.)
// s_b stays as it is where m_b = m, infinities too, and is nothing where m_b is
// -inf and m is not. Blocks are of rows that lie next to each other, as many as
// divide the extent, so that neither sums nor bits depend on threads. Each
// exponential is computed twice, which of fewer rows pays where the machine has
// a 2^x of its own. Behind loop-layout, which decides what is innermost. For
// CPUs.
#include "passes/fuse/fuse.h"
#include "passes/layout/layouts.h"
#include "passes/schedule/pass_target.h"
#include "passes/stream/stream.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

typedef struct Blocks {
  TcArena *arena;
  MlirContext ctx;
  MlirOperation kernel;
  int64_t least;              // rows
  MlirOperation maximum, sum; // the reductions
  MlirOperation terms;        // the stage of the exponential: `sum`, or a map
  bool two;                   // of 2
  MlirAttribute row;          // the iterator that both run over
  MlirAttribute block, inner; // those that it becomes
  int64_t rows, length;       // its extent, and that of `inner`
  MlirType element;
  TcKernel k;       // to build stages
  MlirValue mb, sb; // of blocks
} Blocks;

//===- Which --------------------------------------------------------------===//

static intptr_t countOf(MlirAttribute list) {
  return mlirArrayAttrGetNumElements(list);
}

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

static MlirValue yieldOf(MlirOperation stage) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(tcStageBlock(stage)),
                                 0);
}

// The map whose element is the sum's term as it is, or the sum itself.
static MlirOperation termsOf(const Blocks *b) {
  MlirValue term = yieldOf(b->sum);
  if (!mlirValueIsABlockArgument(term))
    return b->sum;
  intptr_t i = mlirBlockArgumentGetArgNumber(term);
  MlirOperation map = tcDefiningOp(tcInput(b->sum, i));
  bool own = map.ptr && tcIsA(map, "loop.map") && tcNumInputs(b->sum) == 1 &&
             mlirOperationGetNumResults(map) == 1 &&
             tcIsOwnPoint(b->kernel, map, tcInputMap(b->sum, i)) &&
             tcCanInlineInput(b->sum, i);
  return own ? map : tcNoOp();
}

// Whether the terms are e^(x - m), m being the maximum of just these x.
static bool readShift(Blocks *b) {
  b->terms = termsOf(b);
  MlirOperation e = b->terms.ptr ? tcDefiningOp(yieldOf(b->terms)) : tcNoOp();
  if (!e.ptr || !tcStreamIsExponential(e))
    return false;
  b->two = tcPrimOpKind(e) == TC_PRIM_EXP2;
  MlirOperation sub = tcDefiningOp(mlirOperationGetOperand(e, 0));
  if (tcPrimOpKind(sub) != TC_PRIM_SUB)
    return false;
  MlirValue level = tcPrimSubGetOther(sub);
  MlirValue of = tcStreamLevelOf(b->terms, level);
  b->maximum = of.ptr ? tcDefiningOp(of) : tcNoOp();
  TcStreamShift shift = {
      .maximum = b->maximum, .stage = b->terms, .sub = sub, .level = level};
  return b->maximum.ptr && tcReducesBy(b->maximum, "max") &&
         tcStreamShiftsByMaximum(&shift) &&
         tcStreamIsShift(&shift, tcPrimSubGetSelf(sub));
}

// Whether both run over the same columns, and one iterator of known extent.
static bool readRows(Blocks *b) {
  MlirAttribute over = tcAttrOf(b->sum, "over");
  b->element = mlirShapedTypeGetElementType(mlirValueGetType(resultOf(b->sum)));
  if (countOf(over) != 1 ||
      !mlirAttributeEqual(over, tcAttrOf(b->maximum, "over")) ||
      !mlirAttributeEqual(tcAttrOf(b->sum, "iters"),
                          tcAttrOf(b->maximum, "iters")) ||
      !(mlirTypeIsAF32(b->element) || mlirTypeIsAF64(b->element)))
    return false;
  b->row = mlirArrayAttrGetElement(over, 0);
  return tcSizeAttrIsConstant(tcExtentOf(b->kernel, b->row), &b->rows);
}

// The dimension of argument `v` that is innermost in memory; -1 if its strides
// are given.
static intptr_t innermostOf(const Blocks *b, MlirValue v, intptr_t rank) {
  MlirAttribute layout = tcLayoutInKernel(b->kernel, "arg_attrs",
                                          mlirBlockArgumentGetArgNumber(v));
  if (!layout.ptr || rank == 0)
    return rank - 1;
  return tcLayoutAttrIsStrided(layout)
             ? -1
             : (intptr_t)tcLayoutAttrGetOrder(layout, rank - 1);
}

// Whether input i of the maximum is the same in each row, or has rows in
// memory, of enough columns.
static bool hasColumns(const Blocks *b, intptr_t i) {
  MlirAttribute map = tcInputMap(b->maximum, i);
  MlirValue v = tcInput(b->maximum, i);
  intptr_t rank = tcDimsAttrGetNumDims(map);
  MlirStringRef row = mlirStringAttrGetValue(b->row), name;
  bool uses = false;
  for (intptr_t d = 0; d < rank; ++d)
    uses |= tcSizeAttrUses(tcDimsAttrGetDim(map, d), row);
  if (!uses)
    return true;
  intptr_t last = mlirValueIsABlockArgument(v) ? innermostOf(b, v, rank) : -1;
  if (last < 0 || !tcSizeAttrIsSymbol(tcDimsAttrGetDim(map, last), &name))
    return false;
  MlirAttribute iter = mlirStringAttrGet(b->ctx, name);
  return tcNames(tcAttrOf(b->maximum, "iters"), iter) &&
         tcSizeOr(tcExtentOf(b->kernel, iter), 0) >=
             2 * tcNumber(cpu_min_chunk);
}

// The greatest divisor of the rows for which there are tasks enough; 0 if
// blocks would be short.
static int64_t lengthOf(const Blocks *b) {
  int64_t most = b->rows / tcNumber(cpu_tasks);
  if (most > tcNumber(exponentials_rows))
    most = tcNumber(exponentials_rows);
  for (int64_t n = most; n >= tcNumber(cpu_streams); --n)
    if (b->rows % n == 0)
      return n;
  return 0;
}

static bool readBlocks(Blocks *b) {
  if (!tcReducesBy(b->sum, "add") || !readShift(b) || !readRows(b) ||
      b->rows < b->least)
    return false;
  for (intptr_t i = 0; i < tcNumInputs(b->maximum); ++i)
    if (!hasColumns(b, i))
      return false;
  b->length = lengthOf(b);
  return b->length > 0 && tcNumInputs(b->maximum) > 0;
}

//===- Of blocks ----------------------------------------------------------===//

static void openKernel(Blocks *b) {
  MlirAttribute all = tcAttrOf(b->kernel, "iters");
  b->k = tcKernelReopen(b->arena, b->kernel, mlirOperationGetLocation(b->sum));
  MlirAttribute iters[] = {b->block, b->inner};
  int64_t extents[] = {b->rows / b->length, b->length};
  for (int i = 0; i < 2 && !tcNames(all, b->block); ++i) {
    tcVecPush(b->arena, &b->k.iters, iters[i]);
    tcVecPush(b->arena, &b->k.extents,
              tcSizeAttrGetConstant(b->ctx, extents[i]));
  }
}

// The block, then the columns.
static TcAttrVec blockIters(const Blocks *b) {
  MlirAttribute iters = tcAttrOf(b->sum, "iters");
  TcAttrVec all = {0};
  tcVecPush(b->arena, &all, b->block);
  for (intptr_t i = 0; i < countOf(iters); ++i)
    tcVecPush(b->arena, &all, mlirArrayAttrGetElement(iters, i));
  return all;
}

static TcAttrVec blockIndex(const Blocks *b) {
  TcAttrVec iters = blockIters(b), index = {0};
  for (size_t i = 0; i < iters.size; ++i)
    tcVecPush(b->arena, &index, tcIterExpr(iters.data[i]));
  return index;
}

// Rows of the stage become those of its block, in its maps and its body.
static void cutRows(const Blocks *b, MlirOperation stage) {
  TcMap bindings = {.arena = b->arena};
  tcBindingsSet(&bindings, mlirStringAttrGetValue(b->row),
                tcSizeAttrFormat(b->ctx, "%lld*%s + %s", (long long)b->length,
                                 tcAttrCString(b->arena, b->block),
                                 tcAttrCString(b->arena, b->inner)));
  tcSubstituteIters(b->arena, stage, &bindings);
}

// A copy of the reduction that is of each block.
static MlirOperation inBlocks(const Blocks *b, MlirOperation stage) {
  TcMapping *mapping = tcMappingCreate();
  MlirOperation copy = tcOpClone(stage, mapping);
  tcMappingDestroy(mapping);
  TcAttrVec iters = blockIters(b), sizes = {0};
  for (size_t i = 0; i < iters.size; ++i)
    tcVecPush(b->arena, &sizes, tcKernelExtent(&b->k, iters.data[i]));
  TcBuilder at = tcBuilderBefore(b->maximum);
  tcBuilderInsert(&at, copy);
  mlirValueSetType(resultOf(copy), tcTensorTypeGet((intptr_t)sizes.size,
                                                   sizes.data, b->element));
  tcSetAttrOf(copy, "iters",
              mlirArrayAttrGet(b->ctx, (intptr_t)iters.size, iters.data));
  tcSetAttrOf(copy, "over", mlirArrayAttrGet(b->ctx, 1, &b->inner));
  cutRows(b, copy);
  return copy;
}

// Makes one reader compute the exponentials that it reads: the sum, or a map.
// Its operands then change, so that other uses have to be looked for anew.
static bool inlineOnce(Blocks *b) {
  MlirOpOperand use = mlirValueGetFirstUse(resultOf(b->terms));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    intptr_t input = (intptr_t)mlirOpOperandGetOperandNumber(use);
    if (mlirOperationEqual(reader, b->sum) ||
        (tcIsA(reader, "loop.map") && tcCanInlineInput(reader, input))) {
      tcInlineInput(b->arena, b->kernel, reader, input);
      return true;
    }
  }
  return false;
}

// All that can: between the phases exponentials would lie in memory.
static void inlineTerms(Blocks *b) {
  if (mlirOperationEqual(b->terms, b->sum))
    return;
  while (inlineOnce(b))
    ;
  if (!tcHasUses(resultOf(b->terms)))
    mlirOperationDestroy(b->terms);
}

static void addBlocks(Blocks *b) {
  TcAttrVec index = blockIndex(b);
  inlineTerms(b);
  b->mb = resultOf(inBlocks(b, b->maximum));
  MlirOperation sum = inBlocks(b, b->sum);
  MlirValue level =
      tcAddInput(b->arena, sum, b->mb,
                 tcDimsAttrGet(b->ctx, (intptr_t)index.size, index.data));
  for (intptr_t i = 0; i < tcNumInputs(sum); ++i)
    if (mlirValueEqual(tcInput(sum, i), resultOf(b->maximum)))
      mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(tcStageBlock(sum), i),
                                    level);
  tcTidyInputs(b->arena, sum);
  if (mlirTypeIsAF32(b->element))
    tcStreamMark(tcDefiningOp(yieldOf(sum))); // is only added up
  b->sb = resultOf(sum);
}

//===- Of all rows --------------------------------------------------------===//

static MlirValue readOf(const Blocks *b, TcStage *s, MlirValue of) {
  TcAttrVec index = blockIndex(b);
  return tcStageRead(s, of, (intptr_t)index.size, index.data, tcNoAttr());
}

static void openReduction(Blocks *b, TcStage *s, const char *kind) {
  MlirAttribute iters = tcAttrOf(b->sum, "iters");
  tcStageOpen(s, &b->k);
  for (intptr_t i = 0; i < countOf(iters); ++i)
    tcStageIter(s, mlirArrayAttrGetElement(iters, i));
  tcStageOver(s, b->block);
  tcStageStrings(s, "kinds", 1, &kind);
}

// Ends the stage, in the place of `old`.
static MlirValue closeReduction(TcStage *s, MlirValue term, MlirOperation old) {
  tcStageYield(s, 1, &term);
  MlirOperation stage = tcStageClose(s, "loop.reduce", -1);
  mlirOperationMoveBefore(stage, old);
  mlirValueReplaceAllUsesOfWith(resultOf(old), resultOf(stage));
  return resultOf(stage);
}

static MlirValue number(const Blocks *b, TcBuilder *at, double value) {
  return tcPrimConstant(at, mlirFloatAttrDoubleGet(b->ctx, b->element, value));
}

// s_b e^(m_b - m)
static MlirValue rescaled(const Blocks *b, TcBuilder *at, MlirValue sb,
                          MlirValue mb, MlirValue m) {
  MlirValue d = tcPrimSub(at, mb, m);
  MlirValue factor = b->two ? tcPrimExp2(at, d) : tcPrimExp(at, d);
  MlirValue term = tcPrimMul(at, sb, factor);
  MlirValue empty = tcPrimEq(at, mb, number(b, at, -INFINITY));
  term = tcPrimWhere(at, empty, number(b, at, 0), term);
  return tcPrimWhere(at, tcPrimEq(at, mb, m), sb, term);
}

static void addAll(Blocks *b) {
  TcStage s;
  MlirOperation maximum = b->maximum, sum = b->sum;
  openReduction(b, &s, "max");
  MlirValue m = closeReduction(&s, readOf(b, &s, b->mb), maximum);
  openReduction(b, &s, "add");
  MlirValue sb = readOf(b, &s, b->sb), mb = readOf(b, &s, b->mb);
  MlirValue level = tcStageReadHere(&s, m);
  closeReduction(&s, rescaled(b, &s.body, sb, mb, level), sum);
  mlirOperationDestroy(sum);
  mlirOperationDestroy(maximum);
}

//===- The pass -----------------------------------------------------------===//

// Of the same rows as `before`, or of others.
static void nameIters(Blocks *b, const Blocks *before) {
  bool same = before->block.ptr && mlirAttributeEqual(b->row, before->row);
  b->block =
      same ? before->block : tcKernelFreshIter(b->arena, b->kernel, "block");
  b->inner =
      same ? before->inner : tcKernelFreshIter(b->arena, b->kernel, "row");
}

static void split(Blocks *b) {
  openKernel(b);
  addBlocks(b);
  addAll(b);
  MlirAttribute iters[] = {b->block, b->inner};
  MlirAttribute extents[] = {tcKernelExtent(&b->k, b->block),
                             tcKernelExtent(&b->k, b->inner)};
  intptr_t n = tcNames(tcAttrOf(b->kernel, "iters"), b->block) ? 0 : 2;
  tcUpdateKernel(b->arena, b->kernel, mlirArrayAttrGet(b->ctx, n, iters),
                 tcDimsAttrGet(b->ctx, n, extents));
}

typedef TC_VEC(Blocks) AllBlocks;

// Whether the stage is a maximum or a sum of these.
static bool isOneOf(const AllBlocks *all, MlirOperation stage) {
  for (size_t i = 0; i < all->size; ++i)
    if (mlirOperationEqual(stage, all->data[i].maximum) ||
        mlirOperationEqual(stage, all->data[i].sum))
      return true;
  return false;
}

// Whether all that goes down these rows becomes one of blocks: else a phase
// would still have to walk down columns. A maximum has one sum.
static bool isWhole(const AllBlocks *all, const Blocks *b) {
  for (size_t i = 0; i < all->size; ++i)
    if (&all->data[i] != b &&
        mlirOperationEqual(all->data[i].maximum, b->maximum))
      return false;
  MlirOperation stage = tcFirstStage(b->kernel);
  for (; stage.ptr; stage = tcNextStage(stage)) {
    MlirAttribute over = tcAttrOf(stage, "over");
    MlirAttribute along = tcAttrOf(stage, "along");
    bool uses = (over.ptr && tcNames(over, b->row)) ||
                (along.ptr && mlirAttributeEqual(along, b->row));
    if (uses && !isOneOf(all, stage))
      return false;
  }
  return true;
}

static int splitStages(TcArena *arena, MlirOperation kernel, int64_t least) {
  int found = 0;
  AllBlocks all = {0}, whole = {0};
  MlirOperation stage = tcFirstStage(kernel);
  for (; stage.ptr; stage = tcNextStage(stage)) {
    Blocks b = {.arena = arena,
                .ctx = mlirOperationGetContext(kernel),
                .kernel = kernel,
                .least = least,
                .sum = stage};
    if (readBlocks(&b))
      tcVecPush(arena, &all, b);
  }
  for (size_t i = 0; i < all.size; ++i)
    if (isWhole(&all, &all.data[i]))
      tcVecPush(arena, &whole, all.data[i]);
  Blocks last = {0};
  for (size_t i = 0; i < whole.size; ++i, ++found) {
    nameIters(&whole.data[i], &last);
    split(&whole.data[i]);
    last = whole.data[i];
  }
  return found;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  TcTarget target;
  int found = 0;
  if (mlirLogicalResultIsFailure(tcPassReadOptions(pass, module, &target)))
    return mlirLogicalResultFailure();
  int64_t least = target.hasScaling ? tcNumber(exponentials_least)
                                    : tcNumber(exponentials_least_plain);
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcStreamIsOpen(op))
      found += splitStages(&arena, op, least);
  tcPassAddStatistic(pass, 0, found);
  tcArenaFree(&arena);
  return mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"split", "sums of exponentials that became those of blocks of rows"}};
static const char *const dependents[] = {"loop", "prim", NULL};

const TcPassInfo tcPassLoopBlockExponentials = {
    .argument = "loop-block-exponentials",
    .summary = "Compute maxima and sums of exponentials of columns by blocks "
               "of rows",
    .anchor = "builtin.module",
    .options = tcTargetOptions,
    .numOptions = TC_NUM_TARGET_OPTIONS,
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run,
};
