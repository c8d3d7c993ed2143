// What the lowering hooks of prims build with: iterators and reads that follow
// a value's dimensions, scalars in a stage's body. See lower.h.
#include "passes/lower/lower.h"

#include "lib/ir/attrs.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

MlirType tcElementType(MlirValue tensor) {
  return mlirShapedTypeGetElementType(mlirValueGetType(tensor));
}
intptr_t tcRank(MlirValue tensor) {
  return (intptr_t)mlirShapedTypeGetRank(mlirValueGetType(tensor));
}
MlirAttribute tcSizeOf(MlirValue tensor, intptr_t i) {
  return tcTensorTypeGetSize(mlirValueGetType(tensor), i);
}

void tcLowerIters(TcLowering *l, TcStage *s, MlirType type) {
  intptr_t rank = (intptr_t)mlirShapedTypeGetRank(type);
  for (intptr_t i = 0; i < rank; ++i)
    tcStageIter(s, tcKernelIter(&l->kernel, tcTensorTypeGetSize(type, i)));
}

MlirValue tcLowerRead(TcLowering *l, TcStage *s, intptr_t arg,
                      const MlirAttribute *map) {
  MlirValue input = tcKernelArg(&l->kernel, arg);
  return tcStageRead(s, input, tcRank(input), map, mlirAttributeGetNull());
}

void tcLowerResults(TcLowering *l, MlirOperation stage) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(stage); ++i)
    tcVecPush(l->kernel.arena, &l->results, mlirOperationGetResult(stage, i));
}

void tcLowerFinishMap(TcLowering *l, TcStage *s) {
  tcLowerResults(l, tcStageClose(s, "loop.map", -1));
}

void tcLowerOpenMap(TcLowering *l, TcStage *s, MlirOperation op) {
  tcStageOpen(s, &l->kernel);
  tcLowerIters(l, s, mlirValueGetType(mlirOperationGetResult(op, 0)));
}

MlirLogicalResult tcLowerYieldMap(TcLowering *l, TcStage *s, MlirValue y) {
  tcStageYield(s, 1, &y);
  tcLowerFinishMap(l, s);
  return mlirLogicalResultSuccess();
}

MlirAttribute *tcLowerNewMap(TcLowering *l, intptr_t rank) {
  return TC_ARENA_ARRAY(l->kernel.arena, MlirAttribute, (size_t)rank + 1);
}

// A complex number is an array of its parts.
MlirAttribute tcScalarAttr(MlirType type, double value) {
  if (mlirTypeIsAFloat(type))
    return mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type, value);
  if (mlirTypeIsAComplex(type)) {
    MlirType part = mlirComplexTypeGetElementType(type);
    MlirAttribute parts[] = {tcScalarAttr(part, value), tcScalarAttr(part, 0)};
    return mlirArrayAttrGet(mlirTypeGetContext(type), 2, parts);
  }
  return mlirIntegerAttrGet(type, (int64_t)value);
}

MlirValue tcScalarConstant(TcBuilder *b, MlirType type, double value) {
  if (!mlirTypeIsAComplex(type))
    return tcPrimConstant(b, tcScalarAttr(type, value));
  MlirType part = mlirComplexTypeGetElementType(type);
  return tcPrimComplex(b, tcScalarConstant(b, part, value),
                       tcScalarConstant(b, part, 0));
}

MlirValue tcScalarConvert(TcBuilder *b, MlirValue value, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  return tcPrimConvertElementType(b, type, value);
}

MlirValue tcScalarIndex(TcBuilder *b, MlirAttribute expr) {
  int64_t value;
  if (tcSizeAttrIsConstant(expr, &value))
    return tcScalarConstant(b, mlirIntegerTypeGet(b->ctx, 64), (double)value);
  return tcLoopIndex(b, expr);
}

MlirType tcAccumulatorType(MlirType type) {
  MlirContext ctx = mlirTypeGetContext(type);
  if (tcTypeIsHalf(type))
    return mlirF32TypeGet(ctx);
  return type;
}
