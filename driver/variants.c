// See variants.h.
#include "driver/variants.h"

#include "ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdio.h>
#include <string.h>

TcStatus tcVariantsSplit(TcArena *arena, const char *text,
                         const char *targets[TC_MOST_VARIANTS], size_t *count) {
  *count = 0;
  for (const char *at = text;; ++at) {
    size_t length = strcspn(at, ";");
    if (!length || *count == TC_MOST_VARIANTS)
      return tcStatusMake(1612,
                          "'%.80s': 1 to %d targets divided by semicolons are "
                          "expected",
                          text, TC_MOST_VARIANTS);
    targets[(*count)++] = tcArenaCopyText(arena, at, length);
    at += length;
    if (!*at)
      return tcArenaStatus(arena);
  }
}

static MlirAttribute withIndex(MlirContext ctx, MlirStringRef name,
                               size_t index, bool reference) {
  char text[512];
  int n = snprintf(text, sizeof text, "%.*s.%zu", (int)name.length, name.data,
                   index);
  MlirStringRef all = mlirStringRefCreate(
      text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
  return reference ? mlirFlatSymbolRefAttrGet(ctx, all)
                   : mlirStringAttrGet(ctx, all);
}

static MlirWalkResult nameOne(MlirOperation op, void *index) {
  MlirContext ctx = mlirOperationGetContext(op);
  if (tcIsA(op, "loop.kernel"))
    tcSetAttrOf(op, "sym_name",
                withIndex(ctx, mlirStringAttrGetValue(tcAttrOf(op, "sym_name")),
                          *(const size_t *)index, false));
  if (tcIsA(op, "loop.launch"))
    tcSetAttrOf(op, "kernel",
                withIndex(ctx,
                          mlirFlatSymbolRefAttrGetValue(tcAttrOf(op, "kernel")),
                          *(const size_t *)index, true));
  return MlirWalkResultAdvance;
}

void tcVariantsNameKernels(MlirModule module, size_t index) {
  mlirOperationWalk(mlirModuleGetOperation(module), nameOne, &index,
                    MlirWalkPreOrder);
}
