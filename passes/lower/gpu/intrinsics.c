// Intrinsics of LLVM as calls by name. Upstream's conversions of the gpu
// dialect declare ops such as llvm.intr.floor illegal, to make calls of
// vendors' libraries of math ops. Kernels need the intrinsics themselves, for
// which both back ends have instructions.
#include "passes/lower/gpu/emit_kernel.h"

#include "ir/builder.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {"ceil",      "copysign", "fabs", "floor",
                                    "roundeven", "sqrt",     NULL};

// "floor" of llvm.intr.floor; NULL for other ops.
static const char *nameOf(MlirOperation op) {
  static const char prefix[] = "llvm.intr.";
  MlirStringRef text = mlirIdentifierStr(mlirOperationGetName(op));
  size_t n = sizeof prefix - 1;
  if (text.length <= n || memcmp(text.data, prefix, n))
    return NULL;
  for (const char *const *name = names; *name; ++name)
    if (strlen(*name) == text.length - n &&
        !memcmp(*name, text.data + n, text.length - n))
      return *name;
  return NULL;
}

// "llvm.floor.f32", "llvm.floor.v4f32".
static void nameIntrinsic(char *out, size_t capacity, const char *name,
                          MlirType type) {
  char lanes[24] = "";
  if (mlirTypeIsAVector(type)) {
    snprintf(lanes, sizeof lanes, "v%lld",
             (long long)mlirShapedTypeGetDimSize(type, 0));
    type = mlirShapedTypeGetElementType(type);
  }
  snprintf(out, capacity, "llvm.%s.%sf%u", name, lanes,
           mlirFloatTypeGetWidth(type));
}

static void replace(MlirOperation op, const char *name) {
  char full[64];
  MlirValue operands[2];
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t n = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < n && i < 2; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  nameIntrinsic(full, sizeof full, name, type);
  TcBuilder b = tcBuilderBefore(op);
  MlirAttribute no = tcNoAttr();
  MlirOperation call = tcLlvmCallIntrinsicCreate(
      &b, type, tcStr(full), n, operands, no, 0, NULL, 0, NULL, no, no, no);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                mlirOperationGetResult(call, 0));
  mlirOperationDestroy(op);
}

static MlirWalkResult visit(MlirOperation op, void *user) {
  (void)user;
  const char *name = nameOf(op);
  if (name)
    replace(op, name);
  return MlirWalkResultAdvance;
}

void tcGpuNameIntrinsics(MlirOperation module) {
  mlirOperationWalk(module, visit, NULL, MlirWalkPostOrder);
}
