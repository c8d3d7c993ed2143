// A prim.scan along rows whose iterations compute each element from the one
// before it and one of the input by few operations, as a running product: a
// loop.scan in order, with the body as its combination. Each row is then run
// through where it lies, and what moves dimensions around the scan goes into
// it. Longer bodies wait for themselves in one row, so that it is faster to
// move rows to columns, whose iterations are vectors, and back; so are columns
// where they are, as a loop over whole rows.
#include "passes/lower/scan_points.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/types.h"
#include "lib/support/map.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

// The number that all elements of a value are; null if it is none.
static MlirAttribute numberOf(MlirValue v) {
  MlirAttribute none = mlirAttributeGetNull();
  if (!mlirValueIsAOpResult(v))
    return none;
  MlirOperation op = mlirOpResultGetOwner(v);
  if (tcPrimOpKind(op) == TC_PRIM_BROADCAST_IN_DIM)
    return numberOf(mlirOperationGetOperand(op, 0));
  if (tcPrimOpKind(op) != TC_PRIM_CONSTANT)
    return none;
  MlirAttribute value = tcPrimConstantGetValue(op);
  return mlirAttributeIsADenseElements(value) &&
                 mlirDenseElementsAttrIsSplat(value)
             ? mlirDenseElementsAttrGetSplatValue(value)
             : none;
}

// Halves are rounded in each iteration, which registers do not do; complex
// numbers are no constants.
static bool canCarry(MlirType type) {
  return mlirTypeIsAF32(type) || mlirTypeIsAF64(type) ||
         (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) >= 32);
}

static bool isElementwise(MlirOperation op, MlirType type) {
  if (tcLowerHook(op) != tcLowerElementwise ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  return tcTypeSameShape(mlirValueGetType(mlirOperationGetResult(op, 0)), type);
}

static bool isInside(MlirBlock body, MlirValue v) {
  MlirBlock block = mlirValueIsABlockArgument(v)
                        ? mlirBlockArgumentGetOwner(v)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(v));
  return mlirBlockEqual(block, body);
}

// Whether the input's slices lie beside each other in each row of memory.
static bool isAlongRows(MlirValue xs) {
  if (tcRank(xs) == 1)
    return true;
  if (!mlirValueIsAOpResult(xs))
    return false;
  MlirOperation op = mlirOpResultGetOwner(xs);
  return tcPrimOpKind(op) == TC_PRIM_TRANSPOSE &&
         tcPrimTransposeGetPermutationAt(op, 0) == tcRank(xs) - 1;
}

// Whether a combination can have the value: of the body, or a number.
static bool isElement(MlirBlock body, MlirValue v) {
  return isInside(body, v) || !mlirAttributeIsNull(numberOf(v));
}

static bool isOfPoints(MlirBlock body, MlirType type) {
  enum { FEW = 2 }; // operations that take no longer than moving rows does
  int n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(body);
  MlirOperation yield = mlirBlockGetTerminator(body);
  for (; !mlirOperationEqual(op, yield); op = mlirOperationGetNextInBlock(op)) {
    if (!mlirAttributeIsNull(numberOf(mlirOperationGetResult(op, 0))))
      continue;
    if (!isElementwise(op, type) || ++n > FEW)
      return false;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
      if (!isElement(body, mlirOperationGetOperand(op, i)))
        return false;
  }
  MlirValue y = mlirOperationGetOperand(yield, 0);
  return mlirValueEqual(y, mlirOperationGetOperand(yield, 1)) &&
         isElement(body, y);
}

bool tcScanIsOfPoints(MlirOperation op) {
  if (tcPrimOpKind(op) != TC_PRIM_SCAN || tcPrimScanGetNumInit(op) != 1 ||
      tcPrimScanGetNumXs(op) != 1 || mlirOperationGetNumResults(op) != 2 ||
      mlirOperationGetNumOperands(op) != 2 ||
      tcHasUses(mlirOperationGetResult(op, 0)) ||
      !tcIsA(mlirOperationGetParentOperation(op), "func.func"))
    return false;
  MlirValue init = tcPrimScanGetInit(op, 0), xs = tcPrimScanGetXs(op, 0);
  MlirBlock body = mlirRegionGetFirstBlock(tcPrimScanGetBody(op));
  return canCarry(tcElementType(init)) &&
         mlirTypeEqual(tcElementType(init), tcElementType(xs)) &&
         tcRank(xs) == tcRank(init) + 1 &&
         !mlirAttributeIsNull(numberOf(init)) && isAlongRows(xs) &&
         isOfPoints(body, mlirValueGetType(init));
}

//===- Lowering -----------------------------------------------------------===//

// The value of the body as an element, in the combination.
static MlirValue elementOf(TcBuilder *b, TcMap *elements, MlirValue v) {
  void *made = tcMapGet(elements, v.ptr);
  if (made)
    return (MlirValue){made};
  MlirValue x = tcPrimConstant(b, numberOf(v));
  tcMapSet(elements, v.ptr, (void *)x.ptr);
  return x;
}

static MlirValue combine(TcStage *s, TcBuilder *b, MlirBlock body) {
  TcArena *arena = s->k->arena;
  TcMap elements = {.arena = arena};
  for (intptr_t i = 0; i < 2; ++i)
    tcMapSet(&elements, mlirBlockGetArgument(body, i).ptr,
             (void *)mlirBlockGetArgument(s->combine, i).ptr);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  MlirOperation yield = mlirBlockGetTerminator(body);
  for (; !mlirOperationEqual(op, yield); op = mlirOperationGetNextInBlock(op)) {
    MlirValue y = mlirOperationGetResult(op, 0);
    if (!mlirAttributeIsNull(numberOf(y)))
      continue;
    TcValueVec operands = {0};
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
      tcVecPush(arena, &operands,
                elementOf(b, &elements, mlirOperationGetOperand(op, i)));
    MlirValue x = tcLowerOnScalars(arena, s->combine, op,
                                   (intptr_t)operands.size, operands.data);
    tcMapSet(&elements, y.ptr, (void *)x.ptr);
  }
  return elementOf(b, &elements, mlirOperationGetOperand(yield, 0));
}

void tcLowerScanOfPoints(MlirOperation op, TcLowering *l) {
  TcStage s;
  const char *kind = "custom";
  MlirValue xs = tcKernelArg(&l->kernel, 1);
  MlirType type = tcElementType(xs);
  MlirAttribute init = numberOf(tcPrimScanGetInit(op, 0));
  tcStageOpen(&s, &l->kernel);
  tcLowerIters(l, &s, mlirValueGetType(xs));
  MlirValue x = tcStageReadHere(&s, xs);
  tcStageYield(&s, 1, &x);
  tcStageStrings(&s, "kinds", 1, &kind);
  tcStageAttr(&s, "inits", mlirArrayAttrGet(l->kernel.ctx, 1, &init));
  tcStageAttr(&s, "along", s.iters.data[0]);
  tcStageAttr(&s, "ordered", mlirUnitAttrGet(l->kernel.ctx));
  if (tcPrimScanGetReverse(op))
    tcStageAttr(&s, "reverse", mlirUnitAttrGet(l->kernel.ctx));
  TcBuilder b = tcStageCombine(&s, 1, &type);
  MlirValue y = combine(&s, &b, mlirRegionGetFirstBlock(tcPrimScanGetBody(op)));
  tcYield(s.combine, l->kernel.loc, 1, &y);
  MlirOperation scan = tcStageClose(&s, "loop.scan", -1);
  MlirValue none = {NULL};
  tcVecPush(l->kernel.arena, &l->results, none);
  tcVecPush(l->kernel.arena, &l->results, mlirOperationGetResult(scan, 0));
}
