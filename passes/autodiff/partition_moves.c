// What forward only transposes (the result of attention, whose heads a product
// reads side by side) lies in memory as the transposed value. Gradients read it
// from there, so that it is not stored a second time for them. See partition.h.
#include "passes/autodiff/partition.h"

#include "lib/ir/kernel_read.h"
#include "lib/ir/prim_build.h"
#include "lib/ir/shim.h"

bool tcPartitionIsMove(const TcPartition *p, MlirOperation op) {
  if (tcPrimOpKind(op) != TC_PRIM_TRANSPOSE ||
      !tcPartitionHas(&p->forward, op.ptr))
    return false;
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirOperation source = tcDefiningOp(x);
  if (!source.ptr || tcPartitionIsCheap(source) ||
      tcPartitionHas(&p->results, x.ptr))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(x);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!mlirOperationEqual(user, op) &&
        (!mlirBlockEqual(mlirOperationGetBlock(user), p->body) ||
         tcPartitionHas(&p->forward, user.ptr) ||
         mlirOperationIsBeforeInBlock(user, op)))
      return false;
  }
  return true;
}

// A reader that is no op of forward, if there is one.
static MlirOpOperand readerOfGradients(const TcPartition *p, MlirValue x) {
  MlirOpOperand use = mlirValueGetFirstUse(x);
  while (!mlirOpOperandIsNull(use) &&
         tcPartitionHas(&p->forward, mlirOpOperandGetOwner(use).ptr))
    use = mlirOpOperandGetNextUse(use);
  return use;
}

static void readMoved(TcPartition *p, MlirOperation move) {
  if (mlirOpOperandIsNull(
          readerOfGradients(p, mlirOperationGetOperand(move, 0))))
    return;
  TcBuild b = {tcBuilderAfter(move), p->arena, "prim-partition", false};
  MlirValue x = mlirOperationGetOperand(move, 0);
  TcDims inverse = tcDimsMake(&b, tcRankOf(x));
  for (intptr_t i = 0; i < inverse.size; ++i)
    inverse.data[tcPrimTransposeGetPermutationAt(move, i)] = i;
  MlirValue back = tcTranspose(&b, mlirOperationGetResult(move, 0), inverse);
  MlirOpOperand use;
  while (!mlirOpOperandIsNull(use = readerOfGradients(p, x)))
    mlirOperationSetOperand(mlirOpOperandGetOwner(use),
                            mlirOpOperandGetOperandNumber(use), back);
}

void tcPartitionReadMoved(TcPartition *p) {
  MlirOperation op = mlirBlockGetFirstOperation(p->body), next = op;
  for (; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (tcPartitionIsMove(p, op))
      readMoved(p, op);
  }
}
