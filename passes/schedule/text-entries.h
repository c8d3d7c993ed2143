// A dictionary of a schedule's text while it is written.
#ifndef TC_PASSES_SCHEDULE_TEXT_ENTRIES_H
#define TC_PASSES_SCHEDULE_TEXT_ENTRIES_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct TcTextEntries {
  MlirContext ctx;
  intptr_t size;
  MlirNamedAttribute data[28];
} TcTextEntries;

void tcWriteEntry(TcTextEntries *e, const char *key, MlirAttribute value);
void tcWriteInt(TcTextEntries *e, const char *key, int64_t value);
void tcWriteText(TcTextEntries *e, const char *key, const char *text);
/// A key without a value, if it is so.
void tcWriteFlag(TcTextEntries *e, const char *key, bool is);
MlirAttribute tcWriteDict(const TcTextEntries *e);

#endif // TC_PASSES_SCHEDULE_TEXT_ENTRIES_H
