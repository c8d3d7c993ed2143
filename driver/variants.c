// See variants.h.
#include "driver/variants.h"

#include "ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

#include <pthread.h>
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

//===- Compiling them -----------------------------------------------------===//

typedef struct Variant {
  void (*compile)(void *self, size_t index);
  void *self;
  size_t index;
} Variant;

static void *compileOne(void *data) {
  const Variant *v = data;
  v->compile(v->self, v->index);
  return NULL;
}

void tcVariantsCompile(size_t count, bool together,
                       void (*compile)(void *self, size_t index), void *self) {
  Variant variants[TC_MOST_VARIANTS];
  pthread_t threads[TC_MOST_VARIANTS];
  bool runs[TC_MOST_VARIANTS] = {false};
  for (size_t i = 0; i < count; ++i) {
    variants[i] = (Variant){compile, self, i};
    runs[i] = together && i + 1 < count &&
              !pthread_create(&threads[i], NULL, compileOne, &variants[i]);
    if (!runs[i])
      compileOne(&variants[i]);
  }
  for (size_t i = 0; i < count; ++i)
    if (runs[i])
      pthread_join(threads[i], NULL);
}
