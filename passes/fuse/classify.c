// Classifies kernels and estimates their cost. See fuse.h.
#include "passes/fuse/fuse.h"

#include "lib/cost/numbers.h"
#include "lib/ir/ascending.h"
#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/lookup.h"
#include "lib/ir/shim.h"
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

// What a kernel has besides maps.
typedef struct Stages {
  bool reduces, scans, contracts, runs, others;
} Stages;

static void note(Stages *has, MlirOperation stage) {
  TcLoopOpKind kind = tcLoopOpKind(stage);
  bool runs = kind == TC_LOOP_SCATTER && tcIsAscending(stage);
  has->runs |= runs;
  has->reduces |= kind == TC_LOOP_REDUCE;
  has->scans |= kind == TC_LOOP_SCAN;
  has->contracts |= kind == TC_LOOP_CONTRACT;
  // A join, too: stages that read what is joined would need it in memory.
  has->others |= kind != TC_LOOP_MAP && kind != TC_LOOP_REDUCE &&
                 kind != TC_LOOP_SCAN && kind != TC_LOOP_CONTRACT && !runs;
}

MlirOperation tcFuseOnlyContract(MlirOperation kernel) {
  MlirOperation found = {NULL}, s = tcFirstStage(kernel);
  for (; !mlirOperationIsNull(s); s = tcNextStage(s)) {
    if (!tcIsA(s, "loop.contract"))
      continue;
    if (!mlirOperationIsNull(found))
      return (MlirOperation){NULL};
    found = s;
  }
  return found;
}

bool tcIsScheduled(MlirOperation kernel) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      kernel, tcStr("loop.schedule")));
}

static bool hasLayouts(MlirOperation kernel) {
  return !mlirAttributeIsNull(tcAttrOf(kernel, "arg_attrs")) ||
         !mlirAttributeIsNull(tcAttrOf(kernel, "res_attrs"));
}

TcKernelKind tcKernelKind(MlirOperation kernel) {
  Stages has = {0};
  MlirOperation first = mlirBlockGetFirstOperation(tcKernelBody(kernel)), s;
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(kernel));
  for (s = first; !mlirOperationEqual(s, yield);
       s = mlirOperationGetNextInBlock(s))
    note(&has, s);
  bool isEmpty = mlirOperationEqual(first, yield);
  // A kernel with a schedule is left as its author wants it, and so is one
  // whose arguments or results lie in an order of their own: others' numbers
  // would be theirs.
  if (isEmpty || has.others || tcIsScheduled(kernel) || hasLayouts(kernel))
    return TC_KERNEL_OPAQUE;
  if (has.runs)
    return has.reduces || has.contracts || has.scans ? TC_KERNEL_OPAQUE
                                                     : TC_KERNEL_RUNS;
  if (has.scans)
    return has.reduces || has.contracts ? TC_KERNEL_OPAQUE : TC_KERNEL_SCAN;
  if (has.contracts)
    return TC_KERNEL_CONTRACT;
  if (has.reduces)
    return TC_KERNEL_ROW;
  return tcIsView(first) && mlirOperationIsNull(tcNextStage(first))
             ? TC_KERNEL_VIEW
             : TC_KERNEL_POINTWISE;
}

// Constants are operands of code, no code.
static MlirWalkResult countOp(MlirOperation op, void *count) {
  *(intptr_t *)count += tcPrimOpKind(op) != TC_PRIM_CONSTANT;
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

// In units of an addition, whatever the target; passes/schedule/cpu-guess.c has
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
    return tcLoopOpKind(op) == TC_LOOP_AT       ? 2
           : tcLoopOpKind(op) == TC_LOOP_WITHIN ? 1
                                                : 0;
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

// The first op of the block that computes the same.
static MlirOperation firstOf(const TcMap *firsts, MlirOperation op) {
  void *first = tcMapGet(firsts, op.ptr);
  return first ? (MlirOperation){first} : op;
}

static bool computesSame(const TcMap *firsts, MlirOperation p,
                         MlirOperation q) {
  intptr_t n = mlirOperationGetNumOperands(p);
  if (!mlirIdentifierEqual(mlirOperationGetName(p), mlirOperationGetName(q)) ||
      mlirOperationGetNumRegions(p) || mlirOperationGetNumResults(p) != 1 ||
      n != mlirOperationGetNumOperands(q) ||
      !mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(p, 0)),
                     mlirValueGetType(mlirOperationGetResult(q, 0))) ||
      !mlirAttributeEqual(tcOpGetAttrs(p), tcOpGetAttrs(q)))
    return false;
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue x = mlirOperationGetOperand(p, i);
    MlirValue y = mlirOperationGetOperand(q, i);
    MlirOperation from = tcDefiningOp(x), other = tcDefiningOp(y);
    bool same = mlirValueEqual(x, y) ||
                (from.ptr && other.ptr &&
                 firstOf(firsts, from).ptr == firstOf(firsts, other).ptr);
    if (!same)
      return false;
  }
  return true;
}

int tcBodyCostOnce(TcArena *arena, MlirOperation stage) {
  TcMap firsts = {.arena = arena};
  int cost = 0;
  MlirOperation first = mlirBlockGetFirstOperation(bodyOf(stage)), op = first;
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirOperation before = first;
    while (before.ptr != op.ptr && !computesSame(&firsts, before, op))
      before = mlirOperationGetNextInBlock(before);
    if (before.ptr == op.ptr)
      cost += opCost(op);
    else
      tcMapSet(&firsts, op.ptr, firstOf(&firsts, before).ptr);
  }
  return cost;
}

static bool hasElementsOf(MlirValue x, MlirValue y) {
  return tcSizeAttrEqual(tcTypeGetNumElements(mlirValueGetType(x)),
                         tcTypeGetNumElements(mlirValueGetType(y)));
}

int tcFuseFullOperands(MlirOperation op, MlirValue result) {
  int n = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    n += hasElementsOf(mlirOperationGetOperand(op, i), result);
  return n;
}

bool tcIsComputedAgain(MlirOperation map) {
  if (!tcIsA(map, "loop.map") ||
      !TC_FUSE_HOLDS("again", "cheap",
                     tcBodyCost(map) <= tcNumber(fuse_long_redone)))
    return false;
  MlirValue result = mlirOperationGetResult(map, 0);
  for (intptr_t i = 0; i < tcNumInputs(map); ++i)
    if (hasElementsOf(tcInput(map, i), result) &&
        !mlirValueIsABlockArgument(tcInput(map, i)))
      return false;
  return TC_FUSE_HOLDS("again", "one", tcFuseFullOperands(map, result) <= 1);
}

bool tcStageReports(MlirOperation stage) {
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(stage));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcLoopOpKind(op) == TC_LOOP_WITHIN || tcLoopOpKind(op) == TC_LOOP_AT)
      return true;
  return false;
}

bool tcKernelGathers(MlirOperation kernel) {
  MlirOperation s = tcFirstStage(kernel);
  while (!mlirOperationIsNull(s) && !tcBodyGathers(s))
    s = tcNextStage(s);
  return !mlirOperationIsNull(s);
}

// Whether input i is the same along the innermost iterator of a stage.
static bool isSameAlongRow(MlirOperation stage, intptr_t i) {
  MlirAttribute iters = tcAttrOf(stage, "iters"), map = tcInputMap(stage, i);
  intptr_t n = mlirArrayAttrGetNumElements(iters);
  if (n == 0)
    return false;
  MlirStringRef last =
      mlirStringAttrGetValue(mlirArrayAttrGetElement(iters, n - 1));
  for (intptr_t d = 0; d < tcDimsAttrGetNumDims(map); ++d)
    if (tcSizeAttrUses(tcDimsAttrGetDim(map, d), last))
      return false;
  return true;
}

// Whether a use of a value of the body is a position: of a gather, or where a
// scatter puts an element.
static bool isPosition(MlirOperation stage, MlirOpOperand use) {
  TcLoopOpKind kind = tcLoopOpKind(mlirOpOperandGetOwner(use));
  intptr_t number = mlirOpOperandGetOperandNumber(use);
  if (kind == TC_LOOP_AT)
    return number > 0;
  return kind == TC_LOOP_YIELD && tcIsA(stage, "loop.scatter") &&
         number <
             tcTypeGetRank(mlirValueGetType(mlirOperationGetResult(stage, 0)));
}

// Whether a scatter has so few positions that all its owners, each of which
// looks at all of them, compute them in less time than a launch takes.
static bool looksAtFew(MlirOperation scatter, intptr_t i) {
  MlirAttribute size =
      tcTypeGetNumElements(mlirValueGetType(tcInput(scatter, i)));
  int64_t owners = tcNumber(gpu_owner_blocks), cost = tcNumber(fuse_cheap);
  return tcSizeOr(size, INT32_MAX) <= tcNumber(fuse_again_ops) / owners / cost;
}

bool tcReadsPositions(MlirOperation stage, intptr_t i) {
  MlirOpOperand use =
      mlirValueGetFirstUse(mlirBlockGetArgument(bodyOf(stage), i));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!isPosition(stage, use))
      return false;
  bool few = tcIsA(stage, "loop.map") ||
             (tcIsA(stage, "loop.scatter") && looksAtFew(stage, i));
  return few && isSameAlongRow(stage, i);
}

int64_t tcFuseKeptRow(const TcFuse *f) {
  return f->target.backend && f->target.backend->gpu ? tcNumber(gpu_kept_row)
                                                     : tcNumber(fuse_row);
}

bool tcFuseIsShort(TcFuse *f, int cost, MlirAttribute points) {
  return f->target.backend && f->target.backend->gpu &&
         (double)cost * (double)tcSizeTaken(&f->arena, points) <=
             (double)tcNumber(fuse_again_ops);
}

int64_t tcFuseElements(TcFuse *f, MlirValue v) {
  return tcSizeTaken(&f->arena, tcTypeGetNumElements(mlirValueGetType(v)));
}
