// Nodes of a launch in a GPU schedule's text. See gpu-read.h.
#include "passes/schedule/gpu-read.h"

#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"

MlirAttribute tcTextWithBody(TcArena *arena, MlirAttribute dict,
                             MlirAttribute node) {
  MlirContext ctx = mlirAttributeGetContext(dict);
  intptr_t n = mlirDictionaryAttrGetNumElements(dict);
  MlirNamedAttribute *entries = TC_ARENA_ARRAY(arena, MlirNamedAttribute, n);
  for (intptr_t i = 0; i < n; ++i) {
    entries[i] = mlirDictionaryAttrGetElement(dict, i);
    if (mlirStringRefEqual(mlirIdentifierStr(entries[i].name), tcStr("body")))
      entries[i].attribute = mlirArrayAttrGet(ctx, 1, &node);
  }
  return mlirDictionaryAttrGet(ctx, n, entries);
}

MlirAttribute tcTextBody(MlirAttribute node, intptr_t i) {
  return tcTextElement(tcTextEntry(node, "body"), i);
}

TcCpuIters tcReaderIters(TcGpuReader *r, MlirAttribute node) {
  TcCpuIters out = {0};
  MlirAttribute list = tcTextEntry(node, "for");
  for (intptr_t i = 0; i < tcTextCount(list); ++i) {
    int iter = tcReaderIter(r, "for", tcTextElement(list, i));
    if (iter >= 0)
      tcVecPush(r->k->arena, &out, iter);
  }
  return out;
}

TcCpuStage *tcReaderStage(TcGpuReader *r, int64_t position) {
  for (size_t i = 0; i < r->k->stages.size; ++i)
    if ((int64_t)r->k->stages.data[i]->position == position)
      return r->k->stages.data[i];
  tcReaderFail(r, TC_TEXT_MALFORMED, "there is no stage %lld",
               (long long)position);
  return NULL;
}
