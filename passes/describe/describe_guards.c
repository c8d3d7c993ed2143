// Conditions on sizes that are checked at a call, before any kernel runs: those
// under which a graph was captured (tc.guards), and those that prim.cast_sizes
// asserts. See describe.h.
#include "passes/describe/describe_impl.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/size.h"

#include "mlir-c/BuiltinAttributes.h"

static bool isKnown(void *self, const char *symbol) {
  const Describe *d = self;
  return tcMapGetText(&d->symbolIndex, symbol);
}

// Whether the size follows from the arguments' (one that a cast defines does
// not).
static bool followsFromArguments(Describe *d, MlirAttribute size) {
  MlirStringRef text = tcSizeAttrGetText(size);
  const TcSize *parsed;
  TcStatus status = tcSizeParse(d->arena, text.data, text.length, &parsed);
  bool follows = !status && tcSizeSymbols(parsed, isKnown, d);
  tcStatusFree(status);
  return follows;
}

static void addGuard(Describe *d, MlirAttribute lhs, uint32_t relation,
                     MlirAttribute rhs) {
  if (!followsFromArguments(d, lhs) || !followsFromArguments(d, rhs))
    return;
  TcGuardInfo guard = {tcDescribeSize(d, lhs), tcDescribeSize(d, rhs), relation,
                       0};
  tcVecPush(d->arena, &d->guards, guard);
}

static uint32_t relationOf(MlirAttribute name) {
  static const char *const names[] = {
      [TC_GUARD_EQ] = "eq",
      [TC_GUARD_NE] = "ne",
      [TC_GUARD_LT] = "lt",
      [TC_GUARD_LE] = "le",
  };
  uint32_t i = 0;
  while (i < TC_GUARD_LE &&
         !mlirStringRefEqual(mlirStringAttrGetValue(name), tcStr(names[i])))
    ++i;
  return i;
}

// Each is [lhs, relation, rhs].
static void describeCaptured(Describe *d) {
  MlirAttribute all =
      mlirOperationGetDiscardableAttributeByName(d->main, tcStr("tc.guards"));
  if (mlirAttributeIsNull(all))
    return;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(all); ++i) {
    MlirAttribute guard = mlirArrayAttrGetElement(all, i);
    addGuard(d, mlirArrayAttrGetElement(guard, 0),
             relationOf(mlirArrayAttrGetElement(guard, 1)),
             mlirArrayAttrGetElement(guard, 2));
  }
}

static void describeCast(Describe *d, MlirOperation cast) {
  MlirType from = mlirValueGetType(mlirOperationGetOperand(cast, 0));
  MlirType to = mlirValueGetType(mlirOperationGetResult(cast, 0));
  for (intptr_t i = 0; i < tcTypeGetRank(to); ++i)
    if (!tcSizeAttrEqual(tcTypeGetSize(from, i), tcTypeGetSize(to, i)))
      addGuard(d, tcTypeGetSize(from, i), TC_GUARD_EQ, tcTypeGetSize(to, i));
}

void tcDescribeGuards(Describe *d) {
  describeCaptured(d);
  MlirOperation op = mlirBlockGetFirstOperation(tcKernelBody(d->main));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsA(op, "prim.cast_sizes"))
      describeCast(d, op);
}
