// loop-order: launches in an order whose values need less memory at once. See
// order.h. Runs in front of loop-plan-memory, which gives values places. As
// they are written, or captured, launches follow each other in an order that is
// mostly good; what is computed for all and then read for all (a list of
// branches, a loop over layers whose results are reduced later) is not:
//
//   %0 = launch @up(%x)  %1 = launch @up(%y)  %2 = launch @sum(%0)  ...
//
// Another order is taken where the peak falls by more than one part in
// `order_gain`, by sizes as they are estimated. Not moved, nor anything over
// them: loops, and ops that define sizes. @prepare, whose values live in
// weights' memory, stays.
#include "passes/plan/order.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/ours.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "passes/plan/plan.h"
#include "passes/schedule/pass_target.h"

typedef struct Reader {
  TcOrder o;
  TcMap nodes;  // op -> its number plus one
  TcMap values; // SSA value that has memory -> its number plus one
  TC_VEC(MlirOperation) ops;
} Reader;

static void addOnce(TcArena *arena, TcOrderList *list, uint32_t x) {
  for (size_t i = 0; i < list->size; ++i)
    if (list->data[i] == x)
      return;
  tcVecPush(arena, list, x);
}

// The same where numbers rise.
static void addNext(TcArena *arena, TcOrderList *list, uint32_t x) {
  if (!list->size || tcVecLast(list) != x)
    tcVecPush(arena, list, x);
}

static int64_t bytesOf(Reader *r, MlirValue v) {
  if (!mlirTypeIsARankedTensor(mlirValueGetType(v)))
    return 0;
  MlirAttribute bytes = tcPlanBytes(mlirValueGetType(v));
  return bytes.ptr ? tcSizeTaken(r->o.arena, bytes) : 0;
}

// The number of the value whose memory v is.
static uint32_t valueOf(Reader *r, MlirValue v) {
  v = tcPlanRoot(v);
  uintptr_t known = (uintptr_t)tcMapGet(&r->values, v.ptr);
  if (known)
    return (uint32_t)known - 1;
  TcOrderValue value = {.bytes = bytesOf(r, v)};
  tcVecPush(r->o.arena, &r->o.values, value);
  tcMapSet(&r->values, v.ptr, (void *)(uintptr_t)r->o.values.size);
  return (uint32_t)r->o.values.size - 1;
}

static bool isView(MlirOperation op) {
  return tcIsA(op, "prim.reshape") || tcIsA(op, "prim.cast_sizes") ||
         tcIsA(op, "prim.get_weight") || tcIsA(op, "prim.constant");
}

static void readOperand(Reader *r, uint32_t number, MlirValue v, bool view) {
  TcArena *arena = r->o.arena;
  MlirOperation def = tcDefiningOp(v);
  uintptr_t maker = def.ptr ? (uintptr_t)tcMapGet(&r->nodes, def.ptr) : 0;
  if (maker) {
    addOnce(arena, &r->o.nodes.data[number].needs, (uint32_t)maker - 1);
    addNext(arena, &r->o.nodes.data[maker - 1].needed, number);
  }
  if (view)
    return;
  uint32_t value = valueOf(r, v);
  addOnce(arena, &r->o.nodes.data[number].reads, value);
  addNext(arena, &r->o.values.data[value].readers, number);
}

static void readOp(Reader *r, MlirOperation op) {
  bool launch = tcIsA(op, "loop.launch"), view = isView(op);
  TcOrderNode node = {.fixed = !launch && !view};
  uint32_t number = (uint32_t)r->o.nodes.size;
  tcVecPush(r->o.arena, &r->o.nodes, node);
  tcVecPush(r->o.arena, &r->ops, op);
  tcMapSet(&r->nodes, op.ptr, (void *)(uintptr_t)(number + 1));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    readOperand(r, number, mlirOperationGetOperand(op, i), view);
  if (!launch && !tcIsA(op, "loop.while"))
    return;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    uint32_t value = valueOf(r, mlirOperationGetResult(op, i));
    r->o.values.data[value].inArena = true;
    r->o.values.data[value].maker = number;
    tcVecPush(r->o.arena, &r->o.nodes.data[number].makes, value);
  }
}

static void readBlock(Reader *r, MlirBlock body) {
  MlirOperation end = mlirBlockGetTerminator(body);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    readOp(r, op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    uint32_t value = valueOf(r, mlirOperationGetOperand(end, i));
    r->o.values.data[value].inArena = false;
  }
}

// The bytes by which the peak falls.
static int64_t orderFunction(MlirOperation func, const TcTarget *target) {
  TcArena arena = {0};
  Reader r = {.o = {.arena = &arena},
              .nodes = {.arena = &arena},
              .values = {.arena = &arena}};
  r.o.cacheBytes = target->l3Bytes ? target->l3Bytes : target->l2Bytes;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  readBlock(&r, body);
  int64_t before, after;
  uint32_t *order = tcOrderForPeak(&r.o, &before, &after);
  bool pays = before - after > before / tcNumber(order_gain);
  MlirOperation end = mlirBlockGetTerminator(body);
  for (size_t i = 0; pays && i < r.ops.size; ++i)
    mlirOperationMoveBefore(r.ops.data[order[i]], end);
  tcArenaFree(&arena);
  return pays ? before - after : 0;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcTarget target;
  if (mlirLogicalResultIsFailure(tcPassReadOptions(pass, module, &target)))
    return mlirLogicalResultFailure();
  int64_t saved = 0;
  MlirOperation op = tcFirstOurFunction(module);
  for (; !mlirOperationIsNull(op); op = tcNextOurFunction(op)) {
    MlirStringRef name = mlirStringAttrGetValue(tcAttrOf(op, "sym_name"));
    if (!mlirStringRefEqual(name, tcStr("prepare")))
      saved += orderFunction(op, &target);
  }
  tcPassAddStatistic(pass, 0, saved);
  if (!saved)
    tcPassMarkUnchanged(pass);
  return mlirLogicalResultSuccess();
}

static const TcPassStatistic statistics[] = {
    {"saved", "bytes by which the peak of values between launches falls"}};
const TcPassInfo tcPassLoopOrder = {
    .argument = "loop-order",
    .summary = "Order launches so that less memory lives at once",
    .anchor = "builtin.module",
    .options = tcTargetOptions,
    .numOptions = TC_NUM_TARGET_OPTIONS,
    .statistics = statistics,
    .numStatistics = 1,
    .run = run};
