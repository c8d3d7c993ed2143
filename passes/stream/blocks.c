// Rewrites a streamed kernel as a loop.for over blocks, in which every stage
// over the streamed iterator runs over the points of one block, and carried
// values are combined with the block's results. See stream.h.
#include "passes/stream/blocks.h"
#include "passes/fuse/fuse.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

//===- The loop -----------------------------------------------------------===//

static void addIter(TcBlocks *b, MlirAttribute name, MlirAttribute extent) {
  tcVecPush(b->s->arena, &b->k.iters, name);
  tcVecPush(b->s->arena, &b->k.extents, extent);
}

// Adds the iterators of blocks and of points in a block to the kernel's own.
static void openIters(TcBlocks *b, int64_t block) {
  MlirAttribute iters = tcAttrOf(b->s->kernel, "iters");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    addIter(b, iter, tcExtentOf(b->s->kernel, iter));
  }
  MlirAttribute size = tcSizeAttrGetConstant(b->k.ctx, block);
  b->extent = tcExtentOf(b->s->kernel, b->s->iter);
  b->outer = tcBlocksNameWith(b, "b");
  b->inner = tcBlocksNameWith(b, "i");
  addIter(b, b->outer, tcSizeAttrCeilDiv(b->extent, size));
  addIter(b, b->inner, size);
  b->partial = !tcSizeAttrExactDiv(b->extent, size).ptr;
  b->point = tcSizeAttrAdd(tcSizeAttrMul(tcIterExpr(b->outer), size),
                           tcIterExpr(b->inner));
}

static void openLoop(TcBlocks *b) {
  MlirBlock kernel = tcKernelBody(b->s->kernel);
  MlirOperation first = mlirBlockGetFirstOperation(kernel);
  size_t n = b->s->sums.size;
  TcValueVec init = {0};
  TcTypeVec types = {0};
  b->k.block = kernel;
  for (size_t i = 0; i < n; ++i) {
    MlirValue v = tcBlocksStart(b, &b->s->sums.data[i]);
    mlirOperationMoveBefore(tcDefiningOp(v), first);
    tcVecPush(b->s->arena, &init, v);
    tcVecPush(b->s->arena, &types, mlirValueGetType(v));
  }
  TcBuilder at = tcBuilderBefore(first);
  if (b->s->across.ptr) // stacked
    tcVecPush(b->s->arena, &types, tcBlocksStackType(b));
  b->loop =
      tcLoopForCreate(&at, (intptr_t)types.size, types.data,
                      mlirStringAttrGetValue(b->outer), (intptr_t)n, init.data);
  b->body = tcBuilderAddBlock(&at, tcLoopForGetBody(b->loop), (intptr_t)n,
                              types.data);
  for (size_t i = 0; i < n; ++i)
    b->carried[i] = mlirBlockGetArgument(b->body, (intptr_t)i);
  for (size_t i = 0; i < b->s->before.size; ++i)
    mlirOperationMoveBefore(b->s->before.data[i], b->loop);
}

// After the loop each sum is the loop's result with its factors, converted to
// its type: a stage in the place of the sum.
static void finishSums(TcBlocks *b) {
  for (size_t i = 0; i < b->s->sums.size; ++i) {
    const TcStreamSum *sum = &b->s->sums.data[i];
    MlirValue sumValue = resultOf(sum->stage);
    MlirValue total = mlirOperationGetResult(b->loop, (intptr_t)i);
    bool same =
        mlirTypeEqual(mlirValueGetType(sumValue), mlirValueGetType(total));
    if (sum->factors.size || !same || sum->scale != 0 ||
        tcBlocksIsCarriedAsZero(b, sum)) {
      total = tcBlocksFinish(b, sum, total);
      mlirOperationMoveBefore(tcDefiningOp(total), sum->stage);
    }
    b->next[i] = total;
  }
}

// Replaces uses of `from` by stages of the loop, or by all others.
static void replaceUses(TcBlocks *b, MlirValue from, MlirValue to,
                        bool inside) {
  TC_VEC(MlirOpOperand) uses = {0};
  MlirOpOperand use = mlirValueGetFirstUse(from);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (tcBlocksIsInside(b, mlirOpOperandGetOwner(use)) == inside)
      tcVecPush(b->s->arena, &uses, use);
  for (size_t i = 0; i < uses.size; ++i)
    mlirOperationSetOperand(
        mlirOpOperandGetOwner(uses.data[i]),
        (intptr_t)mlirOpOperandGetOperandNumber(uses.data[i]), to);
}

static void replaceOutside(TcBlocks *b) {
  for (size_t i = 0; i < b->s->sums.size; ++i)
    replaceUses(b, resultOf(b->s->sums.data[i].stage), b->next[i], false);
}

static void dropFactors(TcBlocks *b) {
  for (size_t i = 0; i < b->s->drops.size; ++i) {
    TcStreamDrop d = b->s->drops.data[i];
    mlirValueReplaceAllUsesOfWith(resultOf(d.op),
                                  mlirOperationGetOperand(d.op, d.operand));
  }
  for (size_t i = 0; i < b->s->inside.size; ++i) {
    tcEraseDeadOps(b->s->inside.data[i]);
    tcTidyInputs(b->s->arena, b->s->inside.data[i]);
  }
}

// Whether a map, its factor gone, only copies what a stage of the loop makes.
static bool isCopy(TcBlocks *b, MlirOperation stage) {
  if (!tcIsA(stage, "loop.map") || tcNumInputs(stage) != 1)
    return false;
  MlirBlock body = tcStageBlock(stage);
  MlirOperation def = tcDefiningOp(tcInput(stage, 0));
  return !mlirOperationIsNull(def) && tcBlocksIsInside(b, def) &&
         mlirOperationEqual(mlirBlockGetFirstOperation(body),
                            mlirBlockGetTerminator(body)) &&
         mlirAttributeEqual(tcAttrOf(def, "iters"), tcAttrOf(stage, "iters")) &&
         tcIsOwnPoint(b->s->kernel, def, tcInputMap(stage, 0));
}

static void dropCopies(TcBlocks *b) {
  size_t kept = 0;
  for (size_t i = 0; i < b->s->inside.size; ++i) {
    MlirOperation stage = b->s->inside.data[i];
    if (isCopy(b, stage)) {
      mlirValueReplaceAllUsesOfWith(resultOf(stage), tcInput(stage, 0));
      mlirOperationDestroy(stage);
      continue;
    }
    b->s->inside.data[kept++] = stage;
  }
  b->s->inside.size = kept;
}

//===- Terms and factors as values of their own ---------------------------===//

// A map over the iterators of `stage` and `more` whose element is a copy of the
// scalar `v` of its body.
static MlirValue mapOf(TcBlocks *b, MlirOperation stage, MlirAttribute more,
                       MlirValue v) {
  TcStage s = tcBlocksOpenMap(b, stage);
  TcMap done = {.arena = b->s->arena};
  MlirValue none = {NULL};
  if (!mlirAttributeIsNull(more) && !tcNames(tcAttrOf(stage, "iters"), more))
    tcStageIter(&s, more);
  return tcBlocksCloseMap(&s,
                          tcBlocksCopyScalar(&s, &done, stage, v, none, none));
}

static void insertInside(TcBlocks *b, size_t at, MlirOperation op) {
  tcVecPush(b->s->arena, &b->s->inside, op);
  for (size_t i = b->s->inside.size - 1; i > at; --i)
    b->s->inside.data[i] = b->s->inside.data[i - 1];
  b->s->inside.data[at] = op;
  tcMapSet(&b->isInside, op.ptr, b->s);
}

// c, if the scalar is c x with a constant c > 0 and x in f32; else 0.
static double factorOf(MlirValue v, MlirValue *x) {
  MlirOperation op = tcDefiningOp(v);
  double c;
  if (mlirOperationIsNull(op) || tcPrimOpKind(op) != TC_PRIM_MUL ||
      !mlirTypeIsAF32(mlirValueGetType(v)))
    return 0;
  for (intptr_t i = 0; i < 2; ++i) {
    *x = mlirOperationGetOperand(op, 1 - i);
    if (tcStreamConstantOf(mlirOperationGetOperand(op, i), &c))
      return c > 0 && isfinite(c) ? c : 0;
  }
  return 0;
}

// Whether exponents are shifts by this maximum alone, or 0 in its place where
// it is -inf.
static bool areShiftsByMaximum(TcBlocks *b, MlirOperation maximum) {
  bool any = false;
  for (size_t i = 0; i < b->s->shifts.size; ++i) {
    const TcStreamShift *h = b->s->shifts.data[i];
    if (!mlirOperationEqual(h->maximum, maximum))
      continue;
    MlirOperation level = tcDefiningOp(h->level);
    if (!mlirOperationIsNull(level) &&
        !tcStreamIsConstant(tcPrimWhereGetSelf(level), 0))
      return false;
    any = true;
  }
  return any;
}

// Of terms c x, or that where a condition holds and -inf elsewhere, the maximum
// is c times that of x, or -inf, exactly, and exponents c x - c max are
// c (x - max): what is shared, reduced and carried is x.
static void leaveFactor(TcBlocks *b, TcStreamSum *sum) {
  MlirOperation end = mlirBlockGetTerminator(tcStageBlock(sum->stage));
  MlirValue term = mlirOperationGetOperand(end, 0), x;
  if (mlirValueIsABlockArgument(term) || !areShiftsByMaximum(b, sum->stage))
    return;
  MlirOperation op = tcDefiningOp(term);
  bool isMasked = tcPrimOpKind(op) == TC_PRIM_WHERE &&
                  tcStreamIsConstant(tcPrimWhereGetOther(op), -INFINITY);
  sum->scale = factorOf(isMasked ? tcPrimWhereGetSelf(op) : term, &x);
  if (sum->scale == 0)
    return;
  TcBuilder at = tcBuilderBefore(end);
  if (isMasked)
    x = tcBlocksSelect(&at, tcPrimWhereGetPred(op), x, tcPrimWhereGetOther(op));
  mlirOperationSetOperand(end, 0, x);
}

static void leaveFactors(TcBlocks *b) {
  for (size_t i = 0; b->s->favoursRows && i < b->s->sums.size; ++i)
    if (mlirStringRefEqual(b->s->sums.data[i].kind, tcStr("max")))
      leaveFactor(b, &b->s->sums.data[i]);
}

// The exponent c x - c max of a shift becomes c (x - max): `x` is read.
static void shareTerm(TcBlocks *b, const TcStreamShift *h, MlirValue shared,
                      MlirAttribute map) {
  MlirValue difference = resultOf(h->sub);
  mlirOperationSetOperand(h->sub, 0,
                          tcAddInput(b->s->arena, h->stage, shared, map));
  MlirOperation next = mlirOperationGetNextInBlock(h->sub);
  TcBuilder at = tcBuilderBefore(next);
  MlirValue scaled = tcBlocksScaled(b, h, &at, difference);
  if (mlirValueEqual(scaled, difference))
    return;
  mlirValueReplaceAllUsesOfWith(difference, scaled);
  mlirOperationSetOperand(tcDefiningOp(scaled), 0, difference);
}

// Terms of a maximum that are also the exponents of a sum become a map of their
// own, which both read: computed once.
static void shareTerms(TcBlocks *b, size_t at) {
  MlirOperation maximum = b->s->inside.data[at];
  MlirOperation end = mlirBlockGetTerminator(tcStageBlock(maximum));
  MlirValue term = mlirOperationGetOperand(end, 0);
  bool used = false;
  for (size_t i = 0; i < b->s->shifts.size; ++i)
    used |= mlirOperationEqual(b->s->shifts.data[i]->maximum, maximum);
  bool isRead = mlirValueIsABlockArgument(term);
  bool leaves = b->s->sums.data[tcBlocksSumNumber(b, maximum)].scale != 0;
  if (!used || (isRead && !leaves))
    return;
  intptr_t input = isRead ? mlirBlockArgumentGetArgNumber(term) : 0;
  MlirValue shared =
      isRead ? tcInput(maximum, input) : mapOf(b, maximum, b->s->iter, term);
  MlirAttribute map = isRead ? tcInputMap(maximum, input)
                             : tcBlocksOwnMap(b, tcDefiningOp(shared));
  for (size_t i = 0; i < b->s->shifts.size; ++i)
    if (mlirOperationEqual(b->s->shifts.data[i]->maximum, maximum))
      shareTerm(b, b->s->shifts.data[i], shared, map);
  if (isRead)
    return;
  mlirOperationMoveBefore(tcDefiningOp(shared), maximum);
  mlirOperationSetOperand(end, 0,
                          tcAddInput(b->s->arena, maximum, shared, map));
  insertInside(b, at, tcDefiningOp(shared));
}

// Copies a product's operand that all blocks read alike to a value before the
// loop: a schedule can place it (in shared memory, in tile registers).
static void hoistOperand(TcBlocks *b, MlirOperation stage, intptr_t i) {
  MlirStringRef name = mlirStringAttrGetValue(b->s->iter);
  MlirAttribute map = tcInputMap(stage, i);
  MlirOperation def = tcDefiningOp(tcInput(stage, i));
  bool inside = !mlirOperationIsNull(def) && tcBlocksIsInside(b, def);
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    inside |= tcSizeAttrUses(tcDimsAttrGetDim(map, d), name);
  if (inside || tcInputMayMiss(stage, i))
    return;
  TcStage s;
  b->k.loc = mlirOperationGetLocation(stage);
  tcStageOpen(&s, &b->k);
  MlirAttribute lists[] = {tcAttrOf(stage, "iters"), tcAttrOf(stage, "over")};
  TcAttrVec index = {0};
  for (int l = 0; l < 2; ++l)
    for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(lists[l]); ++k) {
      MlirAttribute iter = mlirArrayAttrGetElement(lists[l], k);
      if (!mlirAttributeEqual(iter, b->s->iter))
        tcStageIter(&s, iter);
    }
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    tcVecPush(b->s->arena, &index, tcDimsAttrGetDim(map, d));
  MlirValue v = tcStageRead(&s, tcInput(stage, i), (intptr_t)index.size,
                            index.data, mlirAttributeGetNull());
  MlirValue copy = tcBlocksCloseMap(&s, v);
  mlirOperationMoveBefore(tcDefiningOp(copy), b->loop);
  MlirValue element = tcAddInput(b->s->arena, stage, copy,
                                 tcBlocksOwnMap(b, tcDefiningOp(copy)));
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(tcStageBlock(stage), i),
                                element);
}

static void hoistOperands(TcBlocks *b) {
  b->k.block = tcKernelBody(b->s->kernel);
  for (size_t i = 0; i < b->s->inside.size; ++i) {
    MlirOperation stage = b->s->inside.data[i];
    if (!tcIsA(stage, "loop.contract") || tcStreamIsAcross(b->s, stage) ||
        tcNames(tcAttrOf(stage, "over"), b->s->iter))
      continue;
    for (intptr_t k = 0, n = tcNumInputs(stage); k < n; ++k)
      hoistOperand(b, stage, k);
    tcTidyInputs(b->s->arena, stage);
  }
}

static void shareAllTerms(TcBlocks *b) {
  b->k.block = tcKernelBody(b->s->kernel);
  for (size_t i = 0; i < b->s->inside.size; ++i) {
    size_t n = b->s->inside.size;
    if (tcIsA(b->s->inside.data[i], "loop.reduce"))
      shareTerms(b, i);
    i += b->s->inside.size - n;
  }
}

//===- The loop's stages --------------------------------------------------===//

static void maskAll(TcBlocks *b) {
  if (!b->partial)
    return;
  for (size_t i = 0; i < b->s->shifts.size; ++i)
    tcBlocksMaskShift(b, b->s->shifts.data[i]);
  for (size_t i = 0; i < b->s->sums.size; ++i)
    tcBlocksMaskSum(b, &b->s->sums.data[i]);
}

// Terms of rows whose maximum is -inf are 0 rather than NaN, so that what is
// carried of them is 0 (carry.c).
static void selectLevels(TcBlocks *b) {
  for (size_t i = 0; i < b->s->shifts.size; ++i) {
    const TcStreamShift *h = b->s->shifts.data[i];
    if (!b->s->favoursRows || !tcStreamShiftsByMaximum(h))
      continue;
    TcBuilder at = tcBuilderBefore(h->sub);
    MlirType type = mlirValueGetType(h->level);
    MlirValue none = tcBlocksCompare(&at, "prim.eq", h->level,
                                     tcBlocksNumber(&at, type, -INFINITY));
    mlirOperationSetOperand(
        h->sub, 1,
        tcBlocksSelect(&at, none, tcBlocksNumber(&at, type, 0), h->level));
  }
}

static void moveInside(TcBlocks *b) {
  size_t sum = 0;
  b->k.block = b->body;
  for (size_t i = 0; i < b->s->inside.size; ++i) {
    MlirOperation stage = b->s->inside.data[i];
    mlirOperationRemoveFromParent(stage);
    mlirBlockAppendOwnedOperation(b->body, stage);
    tcBlocksRewriteStage(b, stage);
    if (sum == b->s->sums.size ||
        !mlirOperationEqual(b->s->sums.data[sum].stage, stage))
      continue;
    tcBlocksWiden(b, &b->s->sums.data[sum]);
    // The merge reads the block's own value; all others the merged one.
    MlirValue block = resultOf(stage);
    MlirValue placeholder = b->carried[sum];
    replaceUses(b, block, placeholder, true);
    b->next[sum] = tcBlocksMerge(b, sum);
    for (size_t k = i + 1; k < b->s->inside.size; ++k)
      for (intptr_t o = 0;
           o < mlirOperationGetNumOperands(b->s->inside.data[k]); ++o)
        if (mlirValueEqual(mlirOperationGetOperand(b->s->inside.data[k], o),
                           placeholder))
          mlirOperationSetOperand(b->s->inside.data[k], o, b->next[sum]);
    ++sum;
  }
  TcValueVec yields = {0};
  for (size_t i = 0; i < sum; ++i)
    tcVecPush(b->s->arena, &yields, b->next[i]);
  if (b->s->across.ptr)
    tcVecPush(b->s->arena, &yields, resultOf(b->s->across));
  tcYield(b->body, mlirOperationGetLocation(b->loop), (intptr_t)yields.size,
          yields.data);
}

//===- Results ------------------------------------------------------------===//

// Results of the kernel that are carried values are copied by maps behind the
// loop.
static void copyResults(TcBlocks *b) {
  MlirOperation end = mlirBlockGetTerminator(tcKernelBody(b->s->kernel));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirValue v = mlirOperationGetOperand(end, i);
    if (!mlirOperationEqual(tcDefiningOp(v), b->loop))
      continue;
    MlirOperation sum = b->s->sums.data[mlirOpResultGetResultNumber(v)].stage;
    MlirAttribute own = tcBlocksOwnMap(b, sum);
    TcAttrVec index = {0};
    for (intptr_t d = 0; d < tcDimsAttrGetNumDims(own); ++d)
      tcVecPush(b->s->arena, &index, tcDimsAttrGetDim(own, d));
    b->k.block = tcKernelBody(b->s->kernel);
    TcStage s = tcBlocksOpenMap(b, sum);
    MlirValue x = tcStageRead(&s, v, (intptr_t)index.size, index.data,
                              mlirAttributeGetNull());
    MlirValue copy = tcBlocksCloseMap(&s, x);
    mlirOperationMoveBefore(tcDefiningOp(copy), end);
    mlirOperationSetOperand(end, i, copy);
  }
}

bool tcStreamBlocks(TcStream *s, int64_t block, int64_t parts) {
  TcBlocks b = {.s = s,
                .k = {.arena = s->arena,
                      .ctx = mlirOperationGetContext(s->kernel),
                      .loc = mlirOperationGetLocation(s->kernel)},
                .carried = TC_ARENA_ARRAY(s->arena, MlirValue, s->sums.size),
                .next = TC_ARENA_ARRAY(s->arena, MlirValue, s->sums.size)};
  b.isInside.arena = s->arena;
  TcStreamBounds bounds = tcStreamFindBounds(s);
  for (size_t i = 0; i < s->inside.size; ++i)
    tcMapSet(&b.isInside, s->inside.data[i].ptr, s);
  openIters(&b, block);
  openLoop(&b);
  leaveFactors(&b);
  finishSums(&b);
  replaceOutside(&b);
  shareAllTerms(&b);
  maskAll(&b);
  selectLevels(&b);
  hoistOperands(&b);
  dropFactors(&b);
  dropCopies(&b);
  moveInside(&b);
  tcBlocksReadStack(&b);
  tcStreamMarkExponentials(s, b.body);
  if (tcBlocksSplit(&b, block, parts))
    return true;
  if (s->copyResults)
    copyResults(&b);
  tcBlocksDescribe(&b, s->kernel, b.extent, &bounds);
  MlirAttribute iters =
      mlirArrayAttrGet(b.k.ctx, (intptr_t)b.k.iters.size, b.k.iters.data);
  tcUpdateKernel(
      s->arena, s->kernel, iters,
      tcDimsAttrGet(b.k.ctx, (intptr_t)b.k.extents.size, b.k.extents.data));
  tcSimplifyAnyKernel(s->kernel);
  return false;
}
