// prim-to-loop for elementwise ops: the same op, on scalars, is the body of a
// map. Also for ops without operands.
#include "passes/lower/lower.h"

#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

MlirValue tcLowerOnScalars(TcArena *arena, MlirBlock block, MlirOperation op,
                           intptr_t n, const MlirValue *operands) {
  TcNamedAttrVec attrs = {0};
  MlirAttribute all = tcOpGetAttrs(op);
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(all); ++i)
    tcVecPush(arena, &attrs, mlirDictionaryAttrGetElement(all, i));
  MlirType type = tcElementType(mlirOperationGetResult(op, 0));
  MlirOperationState state =
      mlirOperationStateGet(mlirIdentifierStr(mlirOperationGetName(op)),
                            mlirOperationGetLocation(op));
  mlirOperationStateAddOperands(&state, n, operands);
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddAttributes(&state, (intptr_t)attrs.size, attrs.data);
  MlirOperation scalar = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, scalar);
  return mlirOperationGetResult(scalar, 0);
}

MlirLogicalResult tcLowerElementwise(MlirOperation op, TcLowering *l) {
  TcStage s;
  TcValueVec elements = {0};
  tcStageOpen(&s, &l->kernel);
  tcLowerIters(l, &s, mlirValueGetType(mlirOperationGetResult(op, 0)));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    tcVecPush(l->kernel.arena, &elements,
              tcStageReadHere(&s, tcKernelArg(&l->kernel, i)));
  MlirValue y = tcLowerOnScalars(l->kernel.arena, s.block, op,
                                 (intptr_t)elements.size, elements.data);
  tcStageYield(&s, 1, &y);
  tcLowerFinishMap(l, &s);
  return mlirLogicalResultSuccess();
}

// A splat is computed by a kernel, which can be fused; other constants are
// data.
MlirLogicalResult tcLowerConstant(MlirOperation op, TcLowering *l) {
  MlirAttribute value = tcPrimConstantGetValue(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  l->keep = !mlirTypeIsARankedTensor(type) ||
            !mlirAttributeIsADenseElements(value) ||
            !mlirDenseElementsAttrIsSplat(value) ||
            mlirTypeIsAComplex(mlirShapedTypeGetElementType(type));
  if (l->keep)
    return mlirLogicalResultSuccess();
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  tcLowerIters(l, &s, type);
  MlirValue y =
      tcPrimConstant(&s.body, mlirDenseElementsAttrGetSplatValue(value));
  tcStageYield(&s, 1, &y);
  tcLowerFinishMap(l, &s);
  return mlirLogicalResultSuccess();
}

static bool isNumber(MlirAttribute number, int64_t value) {
  if (mlirAttributeIsAInteger(number))
    return mlirIntegerAttrGetValueInt(number) == value;
  return mlirFloatAttrGetValueDouble(number) == (double)value;
}

// start + step * i, computed in i64 or in the float type.
MlirLogicalResult tcLowerIota(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  tcLowerIters(l, &s, type);
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirAttribute start = tcPrimIotaGetStart(op), step = tcPrimIotaGetStep(op);
  MlirValue i = tcScalarIndex(&s.body, tcIterExpr(s.iters.data[0]));
  MlirValue y = tcScalarConvert(&s.body, i, element);
  if (!isNumber(step, 1))
    y = tcPrimMul(&s.body, y, tcPrimConstant(&s.body, step));
  if (!isNumber(start, 0))
    y = tcPrimAdd(&s.body, y, tcPrimConstant(&s.body, start));
  tcStageYield(&s, 1, &y);
  tcLowerFinishMap(l, &s);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult tcLowerSize(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  MlirType element = tcElementType(mlirOperationGetResult(op, 0));
  MlirValue v = tcScalarIndex(&s.body, tcPrimSizeGetSize(op));
  MlirValue y = tcScalarConvert(&s.body, v, element);
  tcStageYield(&s, 1, &y);
  tcLowerFinishMap(l, &s);
  return mlirLogicalResultSuccess();
}

// An assertion on sizes moves nothing.
MlirLogicalResult tcLowerCastSizes(MlirOperation op, TcLowering *l) {
  (void)op;
  l->keep = true;
  return mlirLogicalResultSuccess();
}
