// Hints on loops. Upstream's conversion of loops to branches leaves them on the
// branch back as an attribute of the loop's own name, which translation to LLVM
// does not read.
#include "passes/lower/gpu/emit.h"
#include "passes/lower/gpu/emit_kernel.h"

#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"

static const char onLoop[] = "llvm.loop_annotation";
static const char onBranch[] = "loop_annotation";

void tcGpuKeepRolled(TcEmit *e, const TcLoop *loop) {
  static const char hint[] = "#llvm.loop_annotation<unroll = <disable = true>>";
  mlirOperationSetAttributeByName(loop->op, tcStr(onLoop),
                                  mlirAttributeParseGet(e->ctx, tcStr(hint)));
}

static MlirWalkResult visit(MlirOperation op, void *user) {
  (void)user;
  MlirAttribute hint = mlirOperationGetAttributeByName(op, tcStr(onLoop));
  if (!mlirAttributeIsNull(hint)) {
    mlirOperationRemoveAttributeByName(op, tcStr(onLoop));
    mlirOperationSetAttributeByName(op, tcStr(onBranch), hint);
  }
  return MlirWalkResultAdvance;
}

void tcGpuPassLoopHints(MlirOperation module) {
  mlirOperationWalk(module, visit, NULL, MlirWalkPostOrder);
}
