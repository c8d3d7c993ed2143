// A stream's product that sums terms over other iterators than the streamed
// one, those of its rows: each task has a tile of these and so a part of the
// sums of all blocks, to which tasks add (dq, in the loop of the gradients dk
// and dv). Its sums are stacked, block by block, and maps of them stand behind
// the loop. See stream.h.
#include "passes/stream/blocks.h"

#include "lib/ir/attrs.h"
#include "lib/ir/precision.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

//===- Which --------------------------------------------------------------===//

// Whether one of the stage's inputs is made by an op of the list.
static bool readsOneOf(MlirOperation stage, size_t n,
                       const MlirOperation *ops) {
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i)
    for (size_t j = 0; j < n; ++j)
      if (mlirOperationEqual(tcDefiningOp(tcInput(stage, i)), ops[j]))
        return true;
  return false;
}

bool tcStreamIsAcross(const TcStream *s, MlirOperation stage) {
  return s->across.ptr && mlirOperationEqual(s->across, stage);
}

bool tcStreamMayShare(const TcStream *s, MlirOperation stage) {
  return tcIsA(stage, "loop.contract") && tcAllowsAtomics(stage) &&
         !tcNames(tcAttrOf(stage, "over"), s->iter) &&
         readsOneOf(stage, s->inside.size, s->inside.data) &&
         mlirTypeIsAF32(
             mlirShapedTypeGetElementType(mlirValueGetType(resultOf(stage))));
}

bool tcStreamIsApart(const TcStream *s, MlirOperation stage) {
  return (s->across.ptr && readsOneOf(stage, 1, &s->across)) ||
         readsOneOf(stage, s->apart.size, s->apart.data);
}

static bool isShared(const TcStream *s, MlirOperation op) {
  bool is = tcStreamIsAcross(s, op);
  for (size_t i = 0; i < s->apart.size; ++i)
    is |= mlirOperationEqual(op, s->apart.data[i]);
  return is;
}

bool tcStreamAddApart(TcStream *s, MlirOperation stage) {
  if (!tcIsA(stage, "loop.map"))
    return false;
  for (intptr_t i = 0; i < tcNumInputs(stage); ++i) {
    MlirOperation def = tcDefiningOp(tcInput(stage, i));
    if (mlirOperationIsNull(def))
      continue;
    if (!isShared(s, def) || tcInputMayMiss(stage, i) ||
        !mlirAttributeEqual(tcAttrOf(def, "iters"), tcAttrOf(stage, "iters")) ||
        !tcIsOwnPoint(s->kernel, def, tcInputMap(stage, i)))
      return false;
  }
  tcVecPush(s->arena, &s->apart, stage);
  return true;
}

//===- The stack ----------------------------------------------------------===//

MlirType tcBlocksStackType(const TcBlocks *b) {
  MlirAttribute iters = tcAttrOf(b->s->across, "iters");
  TcAttrVec sizes = {0};
  tcVecPush(b->s->arena, &sizes, tcKernelExtent(&b->k, b->outer));
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    bool isCut = mlirAttributeEqual(iter, b->s->iter);
    tcVecPush(b->s->arena, &sizes,
              tcKernelExtent(&b->k, isCut ? b->inner : iter));
  }
  return tcTensorTypeGet((intptr_t)sizes.size, sizes.data,
                         mlirF32TypeGet(b->k.ctx));
}

// The place in the stack of the map's own point: point i is number i mod n of
// block i floordiv n.
static MlirAttribute indexOf(const TcBlocks *b, MlirOperation map) {
  MlirAttribute iters = tcAttrOf(map, "iters"), at = tcIterExpr(b->s->iter);
  MlirAttribute n = tcKernelExtent(&b->k, b->inner);
  TcAttrVec index = {0};
  tcVecPush(b->s->arena, &index, tcSizeAttrFloorDiv(at, n));
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(iters); ++d) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, d);
    bool isCut = mlirAttributeEqual(iter, b->s->iter);
    tcVecPush(b->s->arena, &index,
              isCut ? tcSizeAttrMod(at, n) : tcIterExpr(iter));
  }
  return tcDimsAttrGet(b->k.ctx, (intptr_t)index.size, index.data);
}

void tcBlocksReadStack(TcBlocks *b) {
  intptr_t last = mlirOperationGetNumResults(b->loop) - 1;
  for (size_t i = 0; i < b->s->apart.size; ++i) {
    MlirOperation map = b->s->apart.data[i];
    for (intptr_t k = 0, n = tcNumInputs(map); k < n; ++k) {
      if (!mlirValueEqual(tcInput(map, k), resultOf(b->s->across)))
        continue;
      MlirValue element =
          tcAddInput(b->s->arena, map, mlirOperationGetResult(b->loop, last),
                     indexOf(b, map));
      mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(tcStageBlock(map), k),
                                    element);
    }
    tcTidyInputs(b->s->arena, map);
  }
}
