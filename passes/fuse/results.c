// Results of maps that nobody reads any more, since their readers compute them,
// are no results: they are not written to memory. Nor is a result that another
// equals, as of readers that each converted what a kernel computes, and then
// became its epilogues.
#include "passes/fuse/fuse.h"

#include "lib/ir/kernel_read.h"

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

//===- Equal results ------------------------------------------------------===//

static bool readsTheSame(MlirOperation a, MlirOperation b) {
  intptr_t n = mlirOperationGetNumOperands(a);
  if (n != mlirOperationGetNumOperands(b))
    return false;
  for (intptr_t i = 0; i < n; ++i)
    if (!mlirValueEqual(mlirOperationGetOperand(a, i),
                        mlirOperationGetOperand(b, i)))
      return false;
  return true;
}

// Whether the values may be equal: the same one, or of maps that read the same.
static bool areAlike(MlirValue a, MlirValue b) {
  if (mlirValueEqual(a, b))
    return true;
  MlirOperation x = tcDefiningOp(a), y = tcDefiningOp(b);
  return tcIsA(x, "loop.map") && tcIsA(y, "loop.map") &&
         mlirTypeEqual(mlirValueGetType(a), mlirValueGetType(b)) &&
         readsTheSame(x, y);
}

typedef bool Relation(MlirValue a, MlirValue b);

// Another result before the r-th that stands so to it; -1 if there is none.
// What the function gives stays.
static intptr_t resultLike(MlirOperation launch, MlirOperation kernel,
                           intptr_t r, Relation *is) {
  MlirOperation yield = mlirBlockGetTerminator(tcKernelBody(kernel));
  if (!isRead(launch, r) || tcFuseIsReturned(mlirOperationGetResult(launch, r)))
    return -1;
  for (intptr_t i = 0; i < r; ++i)
    if (isRead(launch, i) && is(mlirOperationGetOperand(yield, i),
                                mlirOperationGetOperand(yield, r)))
      return i;
  return -1;
}

static bool hasAlike(MlirOperation launch, MlirOperation kernel) {
  for (intptr_t r = 1; r < mlirOperationGetNumResults(launch); ++r)
    if (resultLike(launch, kernel, r, areAlike) >= 0)
      return true;
  return false;
}

static int shareEqual(TcFuse *f, MlirOperation launch, MlirOperation kernel) {
  int n = 0;
  for (intptr_t r = 1; r < mlirOperationGetNumResults(launch); ++r) {
    intptr_t i = resultLike(launch, kernel, r, mlirValueEqual);
    if (i < 0)
      continue;
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(launch, r),
                                  mlirOperationGetResult(launch, i));
    ++n;
  }
  if (!n)
    return 0;
  cutYield(f, launch, kernel);
  relaunch(f, launch);
  return n;
}

int tcFuseShareResults(TcFuse *f, MlirBlock block, TcPass *pass) {
  int n = 0;
  MlirOperation op = mlirBlockGetFirstOperation(block), next = op;
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirOperation kernel = tcLaunchedKernel(f, op);
    if (!mlirOperationIsNull(kernel) && hasAlike(op, kernel) &&
        mlirLogicalResultIsSuccess(
            tcPassRunPipeline(pass, tcStr("cse"), kernel)))
      n += shareEqual(f, op, kernel);
  }
  return n;
}
