// Classifies kernels and estimates their cost. See fuse.h.
#include "passes/fuse/fuse.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"

MlirOperation tcLaunchedKernel(const TcFuse *f, MlirOperation launch) {
  if (!tcIsA(launch, "loop.launch"))
    return (MlirOperation){NULL};
  MlirStringRef name =
      mlirFlatSymbolRefAttrGetValue(tcAttrOf(launch, "kernel"));
  return (MlirOperation){tcMapGetTextN(&f->kernels, name.data, name.length)};
}

static MlirBlock bodyOf(MlirOperation stage) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0));
}

bool tcIsView(MlirOperation stage) {
  if (!tcIsA(stage, "loop.map"))
    return false;
  MlirBlock body = bodyOf(stage);
  MlirOperation yield = mlirBlockGetTerminator(body);
  return mlirOperationEqual(mlirBlockGetFirstOperation(body), yield) &&
         tcNumInputs(stage) == 1 && !tcInputMayMiss(stage, 0);
}

static bool allMapsOr(MlirOperation kernel, TcLoopOpKind other) {
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s))
    if (tcLoopOpKind(s) != TC_LOOP_MAP && tcLoopOpKind(s) != other)
      return false;
  return true;
}

// Whether anything is joined: stages that read it would need it in memory.
static bool joins(MlirOperation kernel) {
  MlirOperation op = mlirBlockGetFirstOperation(tcKernelBody(kernel));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "loop.join"))
      return true;
  return false;
}

TcKernelKind tcKernelKind(MlirOperation kernel) {
  MlirOperation s = tcFirstStage(kernel);
  // A kernel with a schedule is left as its author wants it.
  if (mlirOperationIsNull(s) || joins(kernel) ||
      !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          kernel, tcStr("loop.schedule"))))
    return TC_KERNEL_OPAQUE;
  if (allMapsOr(kernel, TC_LOOP_MAP))
    return tcIsView(s) && mlirOperationIsNull(tcNextStage(s))
               ? TC_KERNEL_VIEW
               : TC_KERNEL_POINTWISE;
  if (allMapsOr(kernel, TC_LOOP_SCAN))
    return TC_KERNEL_SCAN;
  TcKernelKind kind = TC_KERNEL_ROW;
  for (; !mlirOperationIsNull(s); s = tcNextStage(s)) {
    if (tcLoopOpKind(s) == TC_LOOP_CONTRACT)
      kind = TC_KERNEL_CONTRACT;
    else if (tcLoopOpKind(s) != TC_LOOP_MAP &&
             tcLoopOpKind(s) != TC_LOOP_REDUCE)
      return TC_KERNEL_OPAQUE;
  }
  return kind;
}

static MlirWalkResult countOp(MlirOperation op, void *count) {
  (void)op;
  ++*(intptr_t *)count;
  return MlirWalkResultAdvance;
}

TcKernelCount tcKernelCount(MlirOperation kernel) {
  TcKernelCount count = {0};
  MlirBlock body = tcKernelBody(kernel);
  count.values = mlirBlockGetNumArguments(body) +
                 mlirOperationGetNumOperands(mlirBlockGetTerminator(body));
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s)) {
    ++count.stages;
    mlirOperationWalk(s, countOp, &count.ops, MlirWalkPreOrder);
  }
  return count;
}

// In units of an addition, whatever the target; passes/schedule/cpu-cost.c has
// the cost of vector code on a CPU.
static int opCost(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_CONSTANT:
  case TC_PRIM_SIZE:
    return 0;
  case TC_PRIM_DIV:
  case TC_PRIM_SQRT:
  case TC_PRIM_RSQRT:
  case TC_PRIM_RECIPROCAL:
  case TC_PRIM_REMAINDER:
  case TC_PRIM_FMOD:
    return 4;
  case TC_PRIM_EXP:
  case TC_PRIM_EXP2:
  case TC_PRIM_EXPM1:
  case TC_PRIM_LOG:
  case TC_PRIM_LOG1P:
  case TC_PRIM_LOG2:
  case TC_PRIM_SIN:
  case TC_PRIM_COS:
  case TC_PRIM_TANH:
  case TC_PRIM_ERF:
  case TC_PRIM_ATAN2:
    return 10;
  case TC_PRIM_POW:
    return 20;
  case TC_PRIM_PHILOX:
    return 40;
  case TC_PRIM_NONE:
    return tcLoopOpKind(op) == TC_LOOP_AT ? 2 : 0;
  default:
    return 1;
  }
}

int tcBodyCost(MlirOperation stage) {
  int cost = 0;
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(stage));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    cost += opCost(op);
  return cost;
}

bool tcIsComputedAgain(MlirOperation map) {
  int full = 0;
  if (!tcIsA(map, "loop.map") ||
      !TC_FUSE_HOLDS("again", "cheap",
                     tcBodyCost(map) <= tcNumber(fuse_long_redone)))
    return false;
  MlirAttribute size =
      tcTypeGetNumElements(mlirValueGetType(mlirOperationGetResult(map, 0)));
  for (intptr_t i = 0; i < tcNumInputs(map); ++i) {
    MlirValue v = tcInput(map, i);
    bool isFull =
        tcSizeAttrEqual(tcTypeGetNumElements(mlirValueGetType(v)), size);
    if (isFull && !mlirValueIsABlockArgument(v))
      return false;
    full += isFull;
  }
  return TC_FUSE_HOLDS("again", "one", full <= 1);
}

bool tcKernelGathers(MlirOperation kernel) {
  MlirOperation s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s)) {
    MlirOperation op = mlirBlockGetFirstOperation(bodyOf(s));
    for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
      if (tcLoopOpKind(op) == TC_LOOP_AT)
        return true;
  }
  return false;
}
