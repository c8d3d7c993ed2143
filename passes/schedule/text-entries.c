// Writes dictionaries of a schedule's text. See text-entries.h.
#include "passes/schedule/text-entries.h"

#include "ir/builder.h"

#include "mlir-c/BuiltinAttributes.h"

void tcWriteEntry(TcTextEntries *e, const char *key, MlirAttribute value) {
  e->data[e->size++] =
      mlirNamedAttributeGet(mlirIdentifierGet(e->ctx, tcStr(key)), value);
}

void tcWriteInt(TcTextEntries *e, const char *key, int64_t value) {
  tcWriteEntry(e, key, tcAttrI64(e->ctx, value));
}

void tcWriteText(TcTextEntries *e, const char *key, const char *text) {
  tcWriteEntry(e, key, tcAttrString(e->ctx, text));
}

void tcWriteFlag(TcTextEntries *e, const char *key, bool is) {
  if (is)
    tcWriteEntry(e, key, mlirUnitAttrGet(e->ctx));
}

MlirAttribute tcWriteDict(const TcTextEntries *e) {
  return mlirDictionaryAttrGet(e->ctx, e->size, e->data);
}
