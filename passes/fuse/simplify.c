// Inlines stages inside a kernel where that is profitable. See fuse.h.
#include "passes/fuse/fuse.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/rewrite.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"

static int countUses(MlirValue v) {
  int n = 0;
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    ++n;
  return n;
}

// Whether the reader has no more points than its input has elements: that of a
// slice has fewer, and may not take in a map that reports what it does not
// read.
static bool readsOnce(MlirOperation kernel, MlirOperation reader, MlirValue v) {
  MlirAttribute space = tcStageSpace(kernel, reader);
  MlirAttribute size = tcTypeGetNumElements(mlirValueGetType(v));
  return tcSizeAttrEqual(space, size) ||
         (!tcStageReports(tcDefiningOp(v)) &&
          tcSizeAttrProvablyLessEqual(space, size));
}

// The points of a map's row: of its iterators that are not outside of all
// stages.
static int64_t rowOf(TcArena *arena, MlirOperation kernel, MlirOperation map) {
  TcAttrVec parallel = tcParallelIters(arena, kernel);
  MlirAttribute iters = tcAttrOf(map, "iters");
  int64_t row = 1;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    bool outside = false;
    for (size_t k = 0; k < parallel.size; ++k)
      outside |= mlirAttributeEqual(parallel.data[k], iter);
    row *= outside ? 1 : tcSizeTaken(arena, tcExtentOf(kernel, iter));
  }
  return row;
}

// Whether the innermost iterator of the map is not one that stages reduce.
static bool isOfColumns(TcArena *arena, MlirOperation kernel,
                        MlirOperation map) {
  TcAttrVec parallel = tcParallelIters(arena, kernel);
  MlirAttribute iters = tcAttrOf(map, "iters");
  intptr_t n = mlirArrayAttrGetNumElements(iters);
  for (size_t k = 0; n && k < parallel.size; ++k)
    if (mlirAttributeEqual(parallel.data[k],
                           mlirArrayAttrGetElement(iters, n - 1)))
      return true;
  return false;
}

// Whether no block keeps what the map makes for the stages that read it: a row
// is too long, or, on GPUs, columns are, which are reduced by launches.
static bool isNotKept(TcFuse *f, MlirOperation kernel, MlirOperation map) {
  int64_t row = rowOf(&f->arena, kernel, map);
  bool gpu = f->target.backend && f->target.backend->gpu;
  return row > tcFuseKeptRow(f) || (gpu && row > tcNumber(gpu_kept_column) &&
                                    isOfColumns(&f->arena, kernel, map));
}

bool tcFuseIsShortAgain(TcFuse *f, MlirOperation kernel, MlirOperation map,
                        MlirOperation reader) {
  return tcKernelKind(kernel) == TC_KERNEL_POINTWISE &&
         tcBodyCost(reader) <= tcNumber(fuse_gpu_ops) &&
         tcFuseIsShort(f, tcBodyCostOnce(&f->arena, map),
                       tcStageSpace(kernel, reader));
}

// A map that reads fewer elements than it gives, which a GPU's product or
// stream computes wherever it reads it (verdicts.c, isRemadeAtReads).
static bool isRemadeAtReads(TcFuse *f, MlirOperation kernel, MlirOperation map,
                            int cost) {
  return f->target.backend && f->target.backend->gpu &&
         tcKernelKind(kernel) == TC_KERNEL_CONTRACT &&
         cost <= tcNumber(gpu_redone) &&
         !tcFuseFullOperands(map, mlirOperationGetResult(map, 0)) &&
         !tcStageReports(map);
}

static bool worthInlining(TcFuse *f, MlirOperation kernel, MlirOperation reader,
                          intptr_t i) {
  MlirValue v = tcInput(reader, i);
  MlirOperation map = tcDefiningOp(v);
  if (!tcIsA(map, "loop.map") ||
      !TC_FUSE_HOLDS("inline", "empty", tcCanInlineInput(reader, i)))
    return false;
  if (tcIsView(map))
    return true;
  if (tcIsA(reader, "loop.contract") &&
      (tcIsBorder(map) || tcIsLookupMap(kernel, map)) &&
      !tcInputMayMiss(reader, i)) // else a border's fill is not the only one
    return true;
  if (!TC_FUSE_HOLDS("inline", "product", !tcIsA(reader, "loop.contract")))
    return false;
  int cost = tcBodyCost(map);
  bool once = readsOnce(kernel, reader, v) || cost <= tcNumber(fuse_redone) ||
              (cost <= tcNumber(fuse_cheap) && tcReadsPositions(reader, i)) ||
              tcReadsRange(kernel, reader, i, map) ||
              isRemadeAtReads(f, kernel, map, cost);
  bool again = TC_FUSE_HOLDS(
      "inline", "again", !once && tcFuseIsShortAgain(f, kernel, map, reader));
  bool few =
      again || countUses(v) == 1 ||
      (cost <= tcNumber(fuse_cheap) && tcFuseFullOperands(map, v) <= 1) ||
      (isNotKept(f, kernel, map) && tcIsComputedAgain(map));
  return TC_FUSE_HOLDS("inline", "once", once || again) &&
         TC_FUSE_HOLDS("inline", "few", few) &&
         !tcBreaksNow("fuse", "inline", "off");
}

static bool inlineInto(TcFuse *f, MlirOperation kernel, MlirOperation reader) {
  bool changed = false;
  for (intptr_t i = 0; i < tcNumInputs(reader);) {
    if (!worthInlining(f, kernel, reader, i)) {
      ++i;
      continue;
    }
    tcInlineInput(&f->arena, kernel, reader, i);
    changed = true;
  }
  if (changed)
    tcTidyInputs(&f->arena, reader);
  return changed;
}

static bool isDead(MlirOperation stage) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(stage); ++r)
    if (tcHasUses(mlirOperationGetResult(stage, r)))
      return false;
  return true;
}

// Last to first, so that stages which only dead stages read are dropped, too.
static void dropDeadStages(MlirOperation kernel) {
  TcArena arena = {0};
  TC_VEC(MlirOperation) stages = {0};
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    tcVecPush(&arena, &stages, s);
  while (stages.size) {
    s = tcVecPop(&stages);
    if (isDead(s))
      mlirOperationDestroy(s);
  }
  tcArenaFree(&arena);
}

void tcSimplifyKernel(TcFuse *f, MlirOperation kernel) {
  bool positions = !tcRuleListHas(f->disabled, "positions");
  bool gathers = !tcRuleListHas(f->disabled, "gathers");
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    while (inlineInto(f, kernel, s) ||
           (positions && tcReadPositions(&f->arena, kernel, s)) ||
           (gathers && tcInlineGathers(f, kernel, s)))
      ;
  dropDeadStages(kernel);
  MlirAttribute none = mlirAttributeGetNull();
  tcUpdateKernel(&f->arena, kernel, none, none);
}

void tcSimplifyAnyKernel(MlirOperation kernel) {
  TcFuse f = {.ctx = mlirOperationGetContext(kernel), .disabled = tcStr("")};
  tcSimplifyKernel(&f, kernel);
  tcArenaFree(&f.arena);
}
