// Stages of a streamed kernel over the points of one block: indices, types, and
// masks for a last block that is short. See blocks.h.
#include "passes/stream/blocks.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

static MlirType elementOf(MlirValue tensor) {
  return mlirShapedTypeGetElementType(mlirValueGetType(tensor));
}

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

bool tcBlocksIsInside(const TcBlocks *b, MlirOperation op) {
  return tcMapGet(&b->isInside, op.ptr) != NULL;
}

// Whether the point exists: the last block may have fewer.
static MlirValue isPoint(TcBlocks *b, TcBuilder *at) {
  MlirType i64 = mlirIntegerTypeGet(b->k.ctx, 64);
  MlirAttribute iter = tcIterExpr(b->s->iter);
  MlirValue x = tcBlocksScalar(at, "loop.index", i64, 0, NULL, "expr", iter);
  MlirValue n =
      tcBlocksScalar(at, "loop.index", i64, 0, NULL, "expr", b->extent);
  return tcBlocksCompare(at, "prim.lt", x, n);
}

void tcBlocksMaskShift(TcBlocks *b, const TcStreamShift *h) {
  TcBuilder at = tcBuilderBefore(h->sub);
  MlirValue x = mlirOperationGetOperand(h->sub, 0);
  MlirValue none = tcBlocksNumber(&at, mlirValueGetType(x), -INFINITY);
  mlirOperationSetOperand(h->sub, 0,
                          tcBlocksSelect(&at, isPoint(b, &at), x, none));
}

// Something read, converted or not: a fill of 0 stays one.
static bool isReadOf(MlirOperation stage, MlirValue v) {
  while (!mlirValueIsABlockArgument(v) &&
         tcPrimOpKind(tcDefiningOp(v)) == TC_PRIM_CONVERT_ELEMENT_TYPE)
    v = mlirOperationGetOperand(tcDefiningOp(v), 0);
  return mlirValueIsABlockArgument(v) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(v), tcStageBlock(stage));
}

// Whether the scalar is an element of a stage of the loop, which at points that
// do not exist is computed from fills.
static bool isMadeInside(const TcBlocks *b, MlirOperation stage, MlirValue v) {
  while (!mlirValueIsABlockArgument(v))
    v = mlirOperationGetOperand(tcDefiningOp(v), 0);
  MlirOperation def =
      tcDefiningOp(tcInput(stage, mlirBlockArgumentGetArgNumber(v)));
  return !mlirOperationIsNull(def) && tcBlocksIsInside(b, def);
}

// Makes the terms of points that do not exist neutral. Factors of a product
// that are read unchanged need nothing: fills are 0, and so are exponentials of
// -inf.
void tcBlocksMaskSum(TcBlocks *b, const TcStreamSum *sum) {
  MlirOperation end = mlirBlockGetTerminator(tcStageBlock(sum->stage));
  bool contract = tcIsA(sum->stage, "loop.contract");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirValue x = mlirOperationGetOperand(end, i);
    if (contract && isReadOf(sum->stage, x) &&
        (sum->shift || !isMadeInside(b, sum->stage, x)))
      continue;
    TcBuilder at = tcBuilderBefore(end);
    MlirValue none =
        tcBlocksNumber(&at, mlirValueGetType(x), tcBlocksNeutral(sum->kind));
    mlirOperationSetOperand(end, i,
                            tcBlocksSelect(&at, isPoint(b, &at), x, none));
  }
}

static MlirAttribute renamedList(TcBlocks *b, MlirAttribute list) {
  TcAttrVec out = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list); ++i) {
    MlirAttribute a = mlirArrayAttrGetElement(list, i);
    tcVecPush(b->s->arena, &out,
              mlirAttributeEqual(a, b->s->iter) ? b->inner : a);
  }
  return mlirArrayAttrGet(b->k.ctx, (intptr_t)out.size, out.data);
}

static MlirWalkResult substituteIndex(MlirOperation op, void *bindings) {
  tcSubstituteIndex(op, bindings);
  return MlirWalkResultAdvance;
}

static void rewriteReads(TcBlocks *b, MlirOperation stage, const TcMap *there,
                         const TcMap *here) {
  MlirStringRef name = mlirStringAttrGetValue(b->s->iter);
  TcAttrVec maps = {0}, fills = {0};
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
    MlirAttribute map = tcInputMap(stage, i), fill = tcInputFill(stage, i);
    MlirValue v = tcInput(stage, i);
    MlirOperation def = tcDefiningOp(v);
    bool made = !mlirOperationIsNull(def) && tcBlocksIsInside(b, def);
    bool uses = false;
    for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
      uses |= tcSizeAttrUses(tcDimsAttrGetDim(map, d), name);
    if (uses && !made && b->partial && !tcInputMayMiss(stage, i))
      fill = tcZeroOf(elementOf(v));
    tcVecPush(b->s->arena, &maps,
              tcDimsAttrSubstitute(map, made ? here : there));
    tcVecPush(b->s->arena, &fills, fill);
  }
  tcSetAttrOf(stage, "maps",
              mlirArrayAttrGet(b->k.ctx, (intptr_t)maps.size, maps.data));
  tcSetAttrOf(stage, "fills",
              mlirArrayAttrGet(b->k.ctx, (intptr_t)fills.size, fills.data));
}

static void retype(TcBlocks *b, MlirOperation stage) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  for (intptr_t r = 0; r < mlirOperationGetNumResults(stage); ++r) {
    MlirValue v = mlirOperationGetResult(stage, r);
    TcAttrVec sizes = {0};
    for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i)
      tcVecPush(b->s->arena, &sizes,
                tcKernelExtent(&b->k, mlirArrayAttrGetElement(iters, i)));
    mlirValueSetType(
        v, tcTensorTypeGet((intptr_t)sizes.size, sizes.data, elementOf(v)));
  }
}

// A sum of narrow floats is one of f32.
void tcBlocksWiden(TcBlocks *b, const TcStreamSum *sum) {
  MlirType type = tcBlocksCarriedType(b, sum);
  MlirValue v = resultOf(sum->stage);
  if (mlirTypeEqual(type, elementOf(v)))
    return;
  if (!tcIsA(sum->stage, "loop.contract")) {
    MlirOperation end = mlirBlockGetTerminator(tcStageBlock(sum->stage));
    TcBuilder at = tcBuilderBefore(end);
    mlirOperationSetOperand(
        end, 0, tcBlocksConvert(&at, mlirOperationGetOperand(end, 0), type));
  }
  mlirValueSetType(v, tcTypeWithElement(mlirValueGetType(v), type));
}

void tcBlocksRewriteStage(TcBlocks *b, MlirOperation stage) {
  TcMap there = {.arena = b->s->arena}, here = {.arena = b->s->arena};
  MlirStringRef name = mlirStringAttrGetValue(b->s->iter);
  tcBindingsSet(&there, name, b->point);
  tcBindingsSet(&here, name, tcIterExpr(b->inner));
  mlirOperationWalk(stage, substituteIndex, &there, MlirWalkPreOrder);
  rewriteReads(b, stage, &there, &here);
  tcSetAttrOf(stage, "iters", renamedList(b, tcAttrOf(stage, "iters")));
  MlirAttribute over = tcAttrOf(stage, "over");
  if (!mlirAttributeIsNull(over))
    tcSetAttrOf(stage, "over", renamedList(b, over));
  retype(b, stage);
}
