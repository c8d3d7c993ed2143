// Results of maps that nobody reads any more, since their readers compute them,
// are no results: they are not written to memory.
#include "passes/fuse/fuse.h"

static bool isRead(MlirOperation launch, intptr_t r) {
  return tcHasUses(mlirOperationGetResult(launch, r));
}

static intptr_t numRead(MlirOperation launch) {
  intptr_t n = 0;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r)
    n += isRead(launch, r);
  return n;
}

// Yields what is read alone.
static void cutYield(TcFuse *f, MlirOperation launch, MlirOperation kernel) {
  TcValueVec left = {0};
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(kernel));
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r)
    if (isRead(launch, r))
      tcVecPush(&f->arena, &left, mlirOperationGetOperand(yield, r));
  mlirOperationSetOperands(yield, (intptr_t)left.size, left.data);
  tcSimplifyKernel(f, kernel);
}

// The launch with the results that are read.
static void relaunch(TcFuse *f, MlirOperation launch) {
  TcTypeVec types = {0};
  TcValueVec operands = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i)
    tcVecPush(&f->arena, &operands, mlirOperationGetOperand(launch, i));
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r)
    if (isRead(launch, r))
      tcVecPush(&f->arena, &types,
                mlirValueGetType(mlirOperationGetResult(launch, r)));
  MlirOperation cut = tcFuseRelaunch(f, launch, &operands, &types);
  intptr_t to = 0;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r)
    if (isRead(launch, r))
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(launch, r),
                                    mlirOperationGetResult(cut, to++));
  mlirOperationDestroy(launch);
}

void tcFuseDropResults(TcFuse *f, MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block), next = op;
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirOperation kernel = tcLaunchedKernel(f, op);
    bool maps = !mlirOperationIsNull(kernel) &&
                tcKernelKind(kernel) == TC_KERNEL_POINTWISE;
    intptr_t n = maps ? numRead(op) : 0;
    if (!n || n == mlirOperationGetNumResults(op))
      continue;
    cutYield(f, op, kernel);
    relaunch(f, op);
  }
}
