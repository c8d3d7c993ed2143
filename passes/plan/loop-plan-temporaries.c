// loop-plan-temporaries: the plan of loop-plan-memory, once kernels have code,
// with what that code needs while it runs (parts of reductions, values between
// phases): attribute `loop.temporaries` of a launch, #tc.dims of bytes. A
// temporary takes memory that no value has during its launch.
//
// One whose size is no multiple of a value's size lies behind the arena, beside
// such ones of the same launch: temporaries of two launches share that memory.
// If sizes come from data, or the arena's size would be too complex a formula,
// it has memory of its own. See plan.h.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/sizes.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirAttribute discardable(MlirOperation op, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(op, tcStr(name));
}

//===- Reading the plan ---------------------------------------------------===//

// Keeps the places of results that are not in the arena.
static void keepPlaces(TcPlan *p, MlirOperation op) {
  MlirAttribute places = discardable(op, "loop.places");
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r) {
    MlirAttribute place = mlirArrayAttrGetElement(places, r);
    MlirAttribute late =
        mlirDictionaryAttrGetElementByName(place, tcStr("late"));
    if (mlirDictionaryAttrGetElementByName(place, tcStr("scratch")).ptr)
      continue;
    tcMapSet(&p->places, mlirOperationGetResult(op, r).ptr, (void *)place.ptr);
    if (late.ptr && mlirIntegerAttrGetValueInt(late) >= p->numLate)
      p->numLate = (unsigned)mlirIntegerAttrGetValueInt(late) + 1;
  }
}

static void collect(TcPlan *p, MlirOperation launch) {
  MlirAttribute all = discardable(launch, "loop.temporaries");
  for (intptr_t i = 0; all.ptr && i < tcDimsAttrGetNumDims(all); ++i) {
    char *key = tcArenaAlloc(&p->arena, 1, 1);
    TcPlanTemporary t = {key, launch, tcDimsAttrGetDim(all, i)};
    tcVecPush(&p->arena, &p->temporaries, t);
  }
}

static bool readPlan(TcPlan *p) {
  MlirOperation op = mlirBlockGetFirstOperation(p->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!tcIsA(op, "loop.launch") && !tcIsA(op, "loop.while"))
      continue;
    if (mlirAttributeIsNull(discardable(op, "loop.places")))
      return false;
    keepPlaces(p, op);
    collect(p, op);
  }
  return true;
}

//===- Behind the arena ---------------------------------------------------===//

// Places the others of each launch behind `arena`; returns the new end.
static MlirAttribute stackOthers(TcPlan *p, MlirAttribute arena) {
  MlirAttribute end = arena, top = arena;
  for (size_t i = 0; i < p->temporaries.size; ++i) {
    const TcPlanTemporary *t = &p->temporaries.data[i];
    if (i && !mlirOperationEqual(t->launch, t[-1].launch))
      end = arena;
    if (tcMapGet(&p->places, t->key))
      continue;
    MlirAttribute next = tcSizeAttrAdd(end, tcPlanWhole(p, t->bytes));
    MlirAttribute most = next.ptr ? tcSizeAttrMax(top, next) : next;
    bool apart = !most.ptr || tcPlanIsLate(p->body, t->bytes);
    MlirAttribute place = apart ? tcPlaceInt(p->ctx, "late", p->numLate++)
                                : tcPlaceAttr(p->ctx, "scratch", end);
    tcMapSet(&p->places, t->key, (void *)place.ptr);
    end = apart ? end : next;
    top = apart ? top : most;
  }
  return top;
}

static int64_t planFunction(MlirOperation func) {
  TcPlan p = {.ctx = mlirOperationGetContext(func), .func = func};
  p.body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  p.places.arena = &p.arena;
  p.line = tcPlanLine(func);
  int64_t bytes = 0;
  if (readPlan(&p) && p.temporaries.size) {
    MlirAttribute end = stackOthers(&p, tcPlanArena(&p));
    tcPlanWrite(&p);
    mlirOperationSetDiscardableAttributeByName(func, tcStr("loop.arena"), end);
    if (!tcSizeAttrIsConstant(end, &bytes))
      bytes = 0;
  }
  tcArenaFree(&p.arena);
  return bytes;
}

int64_t tcPlanTemporaries(MlirOperation module) {
  int64_t bytes = 0;
  MlirOperation op = tcFirstOurFunction(module);
  for (; !mlirOperationIsNull(op); op = tcNextOurFunction(op))
    bytes += planFunction(op);
  return bytes;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  tcPassAddStatistic(pass, 0, tcPlanTemporaries(module));
  return mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"arena", "bytes of scratch memory, where sizes are constants"}};
static const char *const dependents[] = {"loop", "prim", NULL};
const TcPassInfo tcPassLoopPlanTemporaries = {
    .argument = "loop-plan-temporaries",
    .summary = "Give the temporaries of kernels' code places among the values",
    .anchor = "builtin.module",
    .statistics = statistics,
    .numStatistics = 1,
    .dependentDialects = dependents,
    .run = run};
