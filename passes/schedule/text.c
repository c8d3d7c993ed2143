// Entries of a schedule's text. See text.h.
#include "passes/schedule/text.h"

#include "ir/builder.h"
#include "ir/diag.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdarg.h>
#include <stdio.h>

void tcReaderFail(TcReader *r, int number, const char *format, ...) {
  char why[512];
  va_list args;
  va_start(args, format);
  vsnprintf(why, sizeof why, format, args);
  va_end(args);
  if (!r->failed && r->item)
    tcOpEmitError(r->k->op, "[TC-%04d] loop.schedule: %s %zu: %s %zu: %s",
                  number, r->part, r->number, r->item, r->itemNumber, why);
  else if (!r->failed)
    tcOpEmitError(r->k->op, "[TC-%04d] loop.schedule: %s %zu: %s", number,
                  r->part, r->number, why);
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

MlirAttribute tcTextWithout(MlirAttribute dict, const char *key) {
  enum { MOST = 16 }; // a dictionary of more has entries that there are not
  MlirNamedAttribute entries[MOST];
  intptr_t n = 0, all = mlirDictionaryAttrGetNumElements(dict);
  for (intptr_t i = 0; i < all && all <= MOST; ++i) {
    MlirNamedAttribute e = mlirDictionaryAttrGetElement(dict, i);
    if (!mlirStringRefEqual(mlirIdentifierStr(e.name), tcStr(key)))
      entries[n++] = e;
  }
  if (all > MOST)
    return dict;
  return mlirDictionaryAttrGet(mlirAttributeGetContext(dict), n, entries);
}

int64_t tcTextInt(MlirAttribute a, int64_t otherwise) {
  return !mlirAttributeIsNull(a) && mlirAttributeIsAInteger(a) &&
                 mlirTypeIsAInteger(mlirAttributeGetType(a)) &&
                 mlirIntegerTypeIsSignless(mlirAttributeGetType(a))
             ? mlirIntegerAttrGetValueInt(a)
             : otherwise;
}

MlirAttribute tcTextNames(const TcCpuKernel *k, const TcCpuIters *iters) {
  MlirAttribute *names =
      TC_ARENA_ARRAY(k->arena, MlirAttribute, iters->size + 1);
  for (size_t i = 0; i < iters->size; ++i)
    names[i] = tcAttrString(k->ctx, k->iters.data[iters->data[i]].name);
  return mlirArrayAttrGet(k->ctx, (intptr_t)iters->size, names);
}

int64_t tcReaderNumber(TcReader *r, MlirAttribute dict, const char *key,
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

intptr_t tcTextCount(MlirAttribute list) {
  return !mlirAttributeIsNull(list) && mlirAttributeIsAArray(list)
             ? mlirArrayAttrGetNumElements(list)
             : 0;
}

MlirAttribute tcTextElement(MlirAttribute list, intptr_t i) {
  return i < tcTextCount(list) ? mlirArrayAttrGetElement(list, i)
                               : mlirAttributeGetNull();
}

int tcReaderIter(TcReader *r, const char *key, MlirAttribute a) {
  MlirStringRef name = {"", 0};
  if (mlirAttributeIsAString(a))
    name = mlirStringAttrGetValue(a);
  for (size_t i = 0; i < r->k->iters.size; ++i)
    if (mlirStringRefEqual(name, tcStr(r->k->iters.data[i].name)))
      return (int)i;
  tcReaderFail(r, TC_TEXT_MALFORMED, "%s: '%.*s' is no iterator of the kernel",
               key, (int)name.length, name.data);
  return -1;
}

MlirStringRef tcTextOtherKey(MlirAttribute dict, const char *const *keys,
                             size_t numKeys) {
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(dict); ++i) {
    MlirStringRef name =
        mlirIdentifierStr(mlirDictionaryAttrGetElement(dict, i).name);
    bool known = false;
    for (size_t k = 0; k < numKeys; ++k)
      known |= mlirStringRefEqual(name, tcStr(keys[k]));
    if (!known)
      return name;
  }
  return tcStr("");
}

int64_t tcTextSizeHint(MlirAttribute version) {
  if (mlirAttributeIsNull(version))
    return 0;
  int64_t n = tcTextInt(tcTextEntry(version, TC_TEXT_SIZE_HINT), TC_SIZE_HINT);
  return n > 0 ? n : TC_SIZE_HINT;
}

int64_t tcReaderSizeHint(TcReader *r, MlirAttribute version) {
  enum { MOST = 1 << 30 };
  if (!tcTextHas(version, TC_TEXT_SIZE_HINT))
    return TC_SIZE_HINT;
  return tcReaderNumber(r, version, TC_TEXT_SIZE_HINT, 1, MOST);
}
