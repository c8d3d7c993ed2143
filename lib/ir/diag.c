// Formatting of diagnostics; what emits them is in lib/shim.
#include "ir/diag.h"
#include <stdio.h>
#include <stdlib.h>

static const MlirLocation nowhere = {NULL};

// Formats and emits. Long messages are cut only if memory is out.
static void emit(MlirLocation loc, TcSeverity severity, MlirStringRef prefix,
                 MlirLocation noteLoc, const char *note, const char *format,
                 va_list args) {
  if (!loc.ptr)
    return;
  char *message = NULL, *text = NULL;
  if (vasprintf(&message, format, args) < 0)
    message = NULL;
  const char *body = message ? message : format;
  int length = asprintf(&text, "%.*s%s", (int)prefix.length, prefix.data, body);
  MlirStringRef whole = length < 0 ? mlirStringRefCreateFromCString(body)
                                   : mlirStringRefCreate(text, (size_t)length);
  tcEmitDiagnostic(loc, severity, whole, noteLoc,
                   mlirStringRefCreateFromCString(note ? note : ""));
  free(length < 0 ? NULL : text);
  free(message);
}

static const MlirStringRef noPrefix = {"", 0};

MlirLogicalResult tcEmitError(MlirLocation loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  emit(loc, TC_ERROR, noPrefix, nowhere, NULL, format, args);
  va_end(args);
  return mlirLogicalResultFailure();
}

MlirLogicalResult tcOpEmitError(MlirOperation op, const char *format, ...) {
  char prefix[128];
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  int length = snprintf(prefix, sizeof prefix, "'%.*s' op ",
                        (int)(name.length > 96 ? 96 : name.length), name.data);
  va_list args;
  va_start(args, format);
  emit(mlirOperationGetLocation(op), TC_ERROR,
       mlirStringRefCreate(prefix, (size_t)length), nowhere, NULL, format,
       args);
  va_end(args);
  return mlirLogicalResultFailure();
}

void tcEmitWarning(MlirLocation loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  emit(loc, TC_WARNING, noPrefix, nowhere, NULL, format, args);
  va_end(args);
}

void tcEmitRemark(MlirLocation loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  emit(loc, TC_REMARK, noPrefix, nowhere, NULL, format, args);
  va_end(args);
}

MlirLogicalResult tcEmitErrorWithNote(MlirLocation loc, MlirLocation noteLoc,
                                      const char *note, const char *format,
                                      ...) {
  va_list args;
  va_start(args, format);
  emit(loc, TC_ERROR, noPrefix, noteLoc, note, format, args);
  va_end(args);
  return mlirLogicalResultFailure();
}
