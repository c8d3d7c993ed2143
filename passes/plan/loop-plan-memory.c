// loop-plan-memory: every value between launches gets a place: the caller's
// memory where it is a result, else an offset in one arena, reused as soon as
// its last reader has run. See plan.h for how the plan is written down.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/limits.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

// Places of the launch's temporaries, which start at number *next.
static void pushTemporaries(const TcPlan *p, MlirOperation launch, size_t *next,
                            TcAttrVec *places, TcArena *arena) {
  for (; *next < p->temporaries.size; ++*next) {
    const TcPlanTemporary *t = &p->temporaries.data[*next];
    if (!mlirOperationEqual(t->launch, launch))
      return;
    tcVecPush(arena, places, (MlirAttribute){tcMapGet(&p->places, t->key)});
  }
}

void tcPlanWrite(TcPlan *p) {
  size_t next = 0;
  MlirOperation op = mlirBlockGetFirstOperation(p->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!tcIsA(op, "loop.launch") && !tcIsA(op, "loop.while"))
      continue;
    TcAttrVec places = {0};
    for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r) {
      void *place = tcMapGet(&p->places, mlirOperationGetResult(op, r).ptr);
      tcVecPush(&p->arena, &places, (MlirAttribute){place});
    }
    pushTemporaries(p, op, &next, &places, &p->arena);
    mlirOperationSetDiscardableAttributeByName(
        op, tcStr("loop.places"),
        mlirArrayAttrGet(p->ctx, (intptr_t)places.size, places.data));
  }
}

// Checks sizes: ops that are not launches, and modules that skipped
// tc-verify-loop, may have tensors of any size.
static bool canPlan(MlirOperation func) {
  bool ok = mlirLogicalResultIsSuccess(tcCheckValues(func));
  MlirOperation op = mlirBlockGetFirstOperation(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0)));
  for (; ok && !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    ok = mlirLogicalResultIsSuccess(tcCheckValues(op));
  return ok;
}

static void planFunction(TcLayouts *layouts, MlirOperation func, TcPass *pass) {
  TcPlan p = {
      .ctx = mlirOperationGetContext(func), .func = func, .layouts = layouts};
  p.line = tcPlanLine(func);
  p.body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  p.places.arena = &p.arena;
  p.inPlace.arena = &p.arena;
  tcPlanBoundary(&p);
  MlirAttribute bytes = tcPlanArena(&p);
  tcPlanWrite(&p);
  mlirOperationSetDiscardableAttributeByName(func, tcStr("loop.arena"), bytes);
  int64_t constant;
  tcPassAddStatistic(pass, 0, p.copies);
  if (tcSizeAttrIsConstant(bytes, &constant))
    tcPassAddStatistic(pass, 1, constant);
  tcArenaFree(&p.arena);
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  TcLayouts layouts = tcLayoutsRead(&arena, module);
  MlirLogicalResult result = mlirLogicalResultSuccess();
  MlirOperation op = tcFirstOurFunction(module);
  for (; !mlirOperationIsNull(op); op = tcNextOurFunction(op)) {
    if (canPlan(op))
      planFunction(&layouts, op, pass);
    else
      result = mlirLogicalResultFailure();
  }
  tcArenaFree(&arena);
  return result;
}

static const TcPassStatistic statistics[] = {
    {"copies", "results that are copied because they cannot be made in place"},
    {"arena", "bytes of scratch memory, where sizes are constants"}};
static const char *const dependents[] = {"loop", "prim", NULL};
const TcPassInfo tcPassLoopPlanMemory = {
    .argument = "loop-plan-memory",
    .summary = "Give every value between launches a place in memory",
    .anchor = "builtin.module",
    .statistics = statistics,
    .numStatistics = 2,
    .dependentDialects = dependents,
    .run = run};
