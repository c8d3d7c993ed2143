// Entries of a GPU schedule's text. See gpu-read.h.
#include "passes/schedule/gpu-read.h"

#include "ir/builder.h"
#include "ir/diag.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdarg.h>
#include <stdio.h>

void tcReaderFail(TcGpuReader *r, int number, const char *format, ...) {
  char why[512];
  va_list args;
  va_start(args, format);
  vsnprintf(why, sizeof why, format, args);
  va_end(args);
  if (!r->failed)
    tcOpEmitError(r->k->op, "[TC-%04d] loop.schedule: launch %zu: %s", number,
                  r->launch, why);
  r->failed = true;
}

MlirAttribute tcTextEntry(MlirAttribute dict, const char *key) {
  if (mlirAttributeIsNull(dict) || !mlirAttributeIsADictionary(dict))
    return mlirAttributeGetNull();
  return mlirDictionaryAttrGetElementByName(dict, tcStr(key));
}

bool tcTextHas(MlirAttribute dict, const char *key) {
  return !mlirAttributeIsNull(tcTextEntry(dict, key));
}

int64_t tcTextInt(MlirAttribute a, int64_t otherwise) {
  return !mlirAttributeIsNull(a) && mlirAttributeIsAInteger(a) &&
                 mlirTypeIsAInteger(mlirAttributeGetType(a)) &&
                 mlirIntegerTypeIsSignless(mlirAttributeGetType(a))
             ? mlirIntegerAttrGetValueInt(a)
             : otherwise;
}

int64_t tcReaderNumber(TcGpuReader *r, MlirAttribute dict, const char *key,
                       int64_t least, int64_t most) {
  int64_t n = tcTextInt(tcTextEntry(dict, key), least - 1);
  if (n < least || n > most)
    tcReaderFail(r, TC_TEXT_MALFORMED, "%s must be a number from %lld to %lld",
                 key, (long long)least, (long long)most);
  return n < least ? least : n > most ? most : n;
}

bool tcTextIs(MlirAttribute dict, const char *key, const char *text) {
  MlirAttribute a = tcTextEntry(dict, key);
  return !mlirAttributeIsNull(a) && mlirAttributeIsAString(a) &&
         mlirStringRefEqual(mlirStringAttrGetValue(a), tcStr(text));
}

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

intptr_t tcTextCount(MlirAttribute list) {
  return !mlirAttributeIsNull(list) && mlirAttributeIsAArray(list)
             ? mlirArrayAttrGetNumElements(list)
             : 0;
}

MlirAttribute tcTextElement(MlirAttribute list, intptr_t i) {
  return i < tcTextCount(list) ? mlirArrayAttrGetElement(list, i)
                               : mlirAttributeGetNull();
}

MlirAttribute tcTextBody(MlirAttribute node, intptr_t i) {
  return tcTextElement(tcTextEntry(node, "body"), i);
}

static int findIter(TcGpuReader *r, MlirAttribute a) {
  MlirStringRef name = {"", 0};
  if (mlirAttributeIsAString(a))
    name = mlirStringAttrGetValue(a);
  for (size_t i = 0; i < r->k->iters.size; ++i)
    if (mlirStringRefEqual(name, tcStr(r->k->iters.data[i].name)))
      return (int)i;
  tcReaderFail(r, TC_TEXT_MALFORMED, "for: '%.*s' is no iterator of the kernel",
               (int)name.length, name.data);
  return -1;
}

TcCpuIters tcReaderIters(TcGpuReader *r, MlirAttribute node) {
  TcCpuIters out = {0};
  MlirAttribute list = tcTextEntry(node, "for");
  for (intptr_t i = 0; i < tcTextCount(list); ++i) {
    int iter = findIter(r, tcTextElement(list, i));
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
