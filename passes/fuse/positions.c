// Gathers at positions that are linear in the iterators (windows of a signal,
// diagonals), where they are within bounds, become ordinary reads: those are
// vectorised, hoisted and laid out.
#include "passes/fuse/fuse.h"

#include "lib/ir/attrs.h"
#include "lib/ir/break.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/size.h"
#include "passes/fuse/kernel_edit.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_DEPTH = 16 };

typedef struct Positions {
  TcArena *arena;
  MlirOperation kernel;
} Positions;

static MlirAttribute exprOf(MlirContext ctx, MlirValue v, int depth);

static MlirAttribute constantOf(MlirContext ctx, MlirOperation op) {
  MlirAttribute n = tcPrimConstantGetValue(op);
  return mlirAttributeIsAInteger(n)
             ? tcSizeAttrGetConstant(ctx, mlirIntegerAttrGetValueInt(n))
             : mlirAttributeGetNull();
}

static MlirAttribute combined(MlirContext ctx, MlirOperation op, int depth) {
  MlirAttribute x = exprOf(ctx, mlirOperationGetOperand(op, 0), depth);
  MlirAttribute y = exprOf(ctx, mlirOperationGetOperand(op, 1), depth);
  if (mlirAttributeIsNull(x) || mlirAttributeIsNull(y))
    return mlirAttributeGetNull();
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_ADD:
    return tcSizeAttrAdd(x, y);
  case TC_PRIM_SUB:
    return tcSizeAttrSub(x, y);
  default:
    return tcSizeAttrIsConstant(x, NULL) || tcSizeAttrIsConstant(y, NULL)
               ? tcSizeAttrMul(x, y)
               : mlirAttributeGetNull();
  }
}

// What an i64 of a body is, as an expression over iterators; null if it is
// none. Positions within bounds do not wrap on the way there.
static MlirAttribute exprOf(MlirContext ctx, MlirValue v, int depth) {
  MlirOperation op = tcDefiningOp(v);
  MlirType type = mlirValueGetType(v);
  if (mlirOperationIsNull(op) || depth > MAX_DEPTH ||
      !mlirTypeIsAInteger(type) || mlirIntegerTypeGetWidth(type) != 64)
    return mlirAttributeGetNull();
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    return tcLoopIndexGetExpr(op);
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_CONSTANT:
    return constantOf(ctx, op);
  case TC_PRIM_ADD:
  case TC_PRIM_SUB:
  case TC_PRIM_MUL:
    return combined(ctx, op, depth + 1);
  default:
    return mlirAttributeGetNull();
  }
}

static const TcSize *extentOf(void *self, const char *symbol) {
  const Positions *p = self;
  MlirContext ctx = mlirOperationGetContext(p->kernel);
  MlirAttribute extent = tcExtentOf(
      p->kernel,
      mlirStringAttrGet(ctx, mlirStringRefCreateFromCString(symbol)));
  return mlirAttributeIsNull(extent) ? NULL : tcSizeAttrParse(p->arena, extent);
}

static bool isWithin(Positions *p, MlirAttribute index, MlirAttribute size) {
  TcSizeRanges ranges = {.self = p, .extent = extentOf};
  const TcSize *at = tcSizeAttrParse(p->arena, index),
               *end = tcSizeAttrParse(p->arena, size);
  const TcSize *zero = tcSizeConst(p->arena, 0);
  return at && end && tcSizeProvablyLessEqual(zero, at, &ranges) &&
         tcSizeProvablyLess(at, end, &ranges);
}

static bool tryRead(Positions *p, MlirOperation reader, MlirOperation at) {
  if (tcLoopOpKind(at) != TC_LOOP_AT)
    return false;
  MlirValue v = tcLoopAtGetSelf(at);
  MlirType type = mlirValueGetType(v);
  MlirContext ctx = mlirTypeGetContext(type);
  intptr_t rank = tcTypeGetRank(type);
  MlirAttribute *map =
      TC_ARENA_ARRAY(p->arena, MlirAttribute, (size_t)rank + 1);
  for (intptr_t d = 0; d < rank; ++d) {
    map[d] = exprOf(ctx, tcLoopAtGetIndices(at, d), 0);
    if (mlirAttributeIsNull(map[d]) ||
        !TC_FUSE_HOLDS("positions", "within",
                       isWithin(p, map[d], tcTypeGetSize(type, d))))
      return false;
  }
  if (tcBreaksNow("fuse", "positions", "off"))
    return false;
  MlirValue read =
      tcAddInput(p->arena, reader, v, tcDimsAttrGet(ctx, rank, map));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(at, 0), read);
  mlirOperationDestroy(at);
  return true;
}

bool tcReadPositions(TcArena *arena, MlirOperation kernel,
                     MlirOperation reader) {
  Positions p = {arena, kernel};
  bool changed = false;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(reader, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (!mlirOperationIsNull(op)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    changed |= tryRead(&p, reader, op);
    op = next;
  }
  return changed;
}
