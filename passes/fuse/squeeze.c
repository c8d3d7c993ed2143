// Values inside a kernel lose iterators of one point that some of its stages
// have and others have not: stages are then alike to whoever compares them, the
// matrix units' products and streams among them. Results of the kernel keep
// their dimensions.
#include "passes/fuse/fuse.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static bool isPlain(MlirOperation stage) {
  return tcIsA(stage, "loop.map") || tcIsA(stage, "loop.reduce") ||
         tcIsA(stage, "loop.contract");
}

// Whether plain stages of the kernel alone read it, at index maps inside of it:
// one outside reads a fill, not the one point.
static bool isRead(MlirOperation kernel, MlirValue v) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!isPlain(user) ||
        !mlirBlockEqual(mlirOperationGetBlock(user), tcKernelBody(kernel)))
      return false;
    intptr_t number = (intptr_t)mlirOpOperandGetOperandNumber(use);
    if (tcInputMayMiss(user, number - tcFirstInput(user)))
      return false;
  }
  return true;
}

bool tcFuseIsInside(MlirOperation kernel, MlirOperation stage) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(stage); ++r)
    if (!isRead(kernel, mlirOperationGetResult(stage, r)))
      return false;
  return isPlain(stage);
}

static bool isEverywhere(MlirOperation kernel, MlirAttribute iter) {
  for (MlirOperation s = tcFirstStage(kernel); !mlirOperationIsNull(s);
       s = tcNextStage(s))
    if (!tcNames(tcAttrOf(s, "iters"), iter))
      return false;
  return true;
}

// The kernel's iterators of one point that go.
static TcAttrVec findOnes(TcArena *arena, MlirOperation kernel) {
  MlirAttribute iters = tcAttrOf(kernel, "iters");
  TcAttrVec ones = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    if (tcSizeAttrIsValue(tcExtentOf(kernel, iter), 1) &&
        !isEverywhere(kernel, iter))
      tcVecPush(arena, &ones, iter);
  }
  return ones;
}

typedef struct Squeeze {
  TcArena *arena;
  MlirOperation kernel;
  TcAttrVec ones; // StringAttr
} Squeeze;

static bool isOne(const Squeeze *q, MlirAttribute iter) {
  for (size_t i = 0; i < q->ones.size; ++i)
    if (mlirAttributeEqual(q->ones.data[i], iter))
      return true;
  return false;
}

// The dimensions of a value that stay, of the stage that makes it.
static void keptDims(const Squeeze *q, MlirAttribute iters, MlirAttribute dims,
                     TcAttrVec *kept) {
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(iters); ++d)
    if (!isOne(q, mlirArrayAttrGetElement(iters, d)))
      tcVecPush(q->arena, kept, tcDimsAttrGetDim(dims, d));
}

// Readers' index maps of a value without those dimensions.
static void squeezeReads(const Squeeze *q, MlirValue v, MlirAttribute iters) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    intptr_t at =
        (intptr_t)mlirOpOperandGetOperandNumber(use) - tcFirstInput(user);
    TcAttrVec kept = {0};
    keptDims(q, iters, tcInputMap(user, at), &kept);
    tcSetInputMap(q->arena, user, at, &kept);
  }
}

// The stage's own iterators and index maps, with 0 for those that go.
static void dropIters(const Squeeze *q, MlirOperation stage) {
  MlirContext ctx = mlirOperationGetContext(stage);
  TcMap bindings = {.arena = q->arena};
  TcAttrVec kept = {0};
  MlirAttribute iters = tcAttrOf(stage, "iters");
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(iters); ++d) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, d);
    if (isOne(q, iter))
      tcBindingsSet(&bindings, mlirStringAttrGetValue(iter),
                    tcSizeAttrGetConstant(ctx, 0));
    else
      tcVecPush(q->arena, &kept, iter);
  }
  tcSetAttrOf(stage, "iters",
              mlirArrayAttrGet(ctx, (intptr_t)kept.size, kept.data));
  tcSubstituteIters(q->arena, stage, &bindings);
}

static void squeezeStage(const Squeeze *q, MlirOperation stage) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  for (intptr_t r = 0; r < mlirOperationGetNumResults(stage); ++r) {
    MlirValue v = mlirOperationGetResult(stage, r);
    MlirType type = mlirValueGetType(v);
    TcAttrVec sizes = {0};
    for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(iters); ++d)
      if (!isOne(q, mlirArrayAttrGetElement(iters, d)))
        tcVecPush(q->arena, &sizes, tcTypeGetSize(type, d));
    squeezeReads(q, v, iters);
    mlirValueSetType(v,
                     tcTypeWithSizes(type, (intptr_t)sizes.size, sizes.data));
  }
  dropIters(q, stage);
}

static bool hasOnes(const Squeeze *q, MlirOperation stage) {
  MlirAttribute iters = tcAttrOf(stage, "iters");
  for (intptr_t d = 0; d < mlirArrayAttrGetNumElements(iters); ++d)
    if (isOne(q, mlirArrayAttrGetElement(iters, d)))
      return true;
  return false;
}

bool tcFuseIsStreamed(MlirOperation kernel) {
  for (MlirOperation s = tcFirstStage(kernel); !mlirOperationIsNull(s);
       s = tcNextStage(s))
    if (tcIsA(s, "loop.for"))
      return true;
  return false;
}

void tcFuseSqueeze(TcArena *arena, MlirOperation kernel) {
  Squeeze q = {arena, kernel, findOnes(arena, kernel)};
  bool any = false;
  if (tcIsScheduled(kernel) || tcFuseIsStreamed(kernel) || !q.ones.size)
    return;
  for (MlirOperation s = tcFirstStage(kernel); !mlirOperationIsNull(s);
       s = tcNextStage(s))
    if (tcFuseIsInside(kernel, s) && hasOnes(&q, s)) {
      squeezeStage(&q, s);
      any = true;
    }
  if (any)
    tcUpdateKernel(arena, kernel, (MlirAttribute){NULL}, (MlirAttribute){NULL});
}
