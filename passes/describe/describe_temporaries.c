// What the code of kernels needs beside operands and results, in the IR, so
// that it is planned with the values between launches. See describe.h.
#include "passes/describe/describe_impl.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "passes/plan/plan.h"

#include "mlir-c/BuiltinAttributes.h"

bool tcDescribeBind(MlirOperation launch, MlirOperation kernel,
                    TcMap *bindings) {
  TcArena *arena = bindings->arena;
  MlirBlock body = tcKernelBody(kernel);
  MlirOperation yield = mlirBlockGetTerminator(body);
  TcTypeVec patterns = {0}, types = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i) {
    tcVecPush(arena, &patterns,
              mlirValueGetType(mlirBlockGetArgument(body, i)));
    tcVecPush(arena, &types,
              mlirValueGetType(mlirOperationGetOperand(launch, i)));
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(launch); ++i) {
    tcVecPush(arena, &patterns,
              mlirValueGetType(mlirOperationGetOperand(yield, i)));
    tcVecPush(arena, &types,
              mlirValueGetType(mlirOperationGetResult(launch, i)));
  }
  return tcTypesUnifyLaunch((intptr_t)types.size, patterns.data, types.data,
                            bindings, NULL);
}

TcMap tcDescribeKernels(TcArena *arena, MlirOperation module) {
  TcMap kernels = {.arena = arena};
  tcKernelsByName(&kernels, mlirModuleGetBody(mlirModuleFromOperation(module)));
  return kernels;
}

typedef struct Temporaries {
  TcArena *arena;
  TcMap kernels;
  TcKernelLookup *lookup;
  void *self;
  bool any;
} Temporaries;

MlirAttribute tcDescribePadded(MlirAttribute bytes) {
  return tcSizeAttrMulConst(
      tcSizeAttrFloorDivConst(tcSizeAttrAddConst(bytes, 63), 64), 64);
}

static MlirWalkResult note(MlirOperation op, void *self) {
  Temporaries *t = self;
  if (!tcIsA(op, "loop.launch"))
    return MlirWalkResultAdvance;
  MlirContext ctx = mlirOperationGetContext(op);
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(tcAttrOf(op, "kernel"));
  MlirOperation kernel = {tcMapGetTextN(&t->kernels, name.data, name.length)};
  TcMap bindings = {.arena = t->arena};
  const TcKernelInfo *info = kernel.ptr ? t->lookup(t->self, kernel) : NULL;
  if (!info || !info->numTemporaries || !tcDescribeBind(op, kernel, &bindings))
    return MlirWalkResultAdvance; // else tcDescribeProgram says what is wrong
  TcAttrVec bytes = {0};
  for (size_t i = 0; i < info->numTemporaries; ++i) {
    MlirAttribute size = tcSizeAttrGet(ctx, tcStr(info->temporaries[i]));
    tcVecPush(t->arena, &bytes,
              tcDescribePadded(tcSizeAttrSubstitute(size, &bindings)));
  }
  mlirOperationSetDiscardableAttributeByName(
      op, tcStr("loop.temporaries"),
      tcDimsAttrGet(ctx, (intptr_t)bytes.size, bytes.data));
  t->any = true;
  return MlirWalkResultAdvance;
}

void tcDescribeTemporaries(TcArena *arena, MlirOperation module,
                           TcKernelLookup *lookup, void *self) {
  Temporaries t = {arena, tcDescribeKernels(arena, module), lookup, self,
                   false};
  mlirOperationWalk(module, note, &t, MlirWalkPreOrder);
  if (t.any)
    tcPlanTemporaries(module);
}
