// Recomputed quotients whose divisor is one number a row: the rows' reciprocals
// are computed once, and each element is multiplied by its own. (The
// probabilities of a softmax are recomputed in two kernels, of rows and of
// columns.) The product is within two roundings of the quotient, as the
// recomputed value is within some of forward's anyway; where a reciprocal would
// overflow or underflow, beyond 2^126, so would most quotients.
#include "lib/ir/prim_build.h"
#include "passes/autodiff/late.h"

#include "lib/ir/rows.h"
#include "lib/ir/shim.h"

// The broadcast that an op divides by, if it has fewer dimensions before; else
// null.
static MlirOperation rowDivisor(MlirOperation op) {
  if (tcPrimOpKind(op) != TC_PRIM_DIV)
    return tcNoOp();
  MlirValue below = mlirOperationGetOperand(op, 1);
  if (!mlirValueIsAOpResult(below) || !tcTypeIsFloat(tcElementOf(below)))
    return tcNoOp();
  MlirOperation b = mlirOpResultGetOwner(below);
  return tcPrimOpKind(b) == TC_PRIM_BROADCAST_IN_DIM &&
                 tcRankOf(mlirOperationGetOperand(b, 0)) < tcRankOf(below)
             ? b
             : tcNoOp();
}

MlirOperation tcMultiplyByReciprocal(TcArena *arena, MlirOperation op) {
  MlirOperation broadcast = rowDivisor(op);
  if (!broadcast.ptr)
    return op;
  TcBuild b = {tcBuilderBefore(op), arena, "prim-partition", false};
  MlirAttribute attr = tcPrimBroadcastInDimGetDims(broadcast);
  TcDims dims = tcDimsMake(&b, tcAttrNumInts(attr));
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] = tcAttrIntAt(attr, i);
  MlirValue row =
      tcUnary(&b, TC_PRIM_RECIPROCAL, mlirOperationGetOperand(broadcast, 0));
  TcShape shape = tcShapeOf(&b, mlirOperationGetResult(op, 0));
  MlirValue all = tcBroadcastInDim(&b, row, shape, dims);
  MlirValue product = tcMul(&b, mlirOperationGetOperand(op, 0), all);
  if (!product.ptr)
    return op;
  mlirOperationDestroy(op);
  return mlirOpResultGetOwner(product);
}
