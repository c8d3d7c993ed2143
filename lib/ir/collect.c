// Diagnostics as a status.
#include "ir/collect.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_ERRORS = 100 };

static void append(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

// Cuts "[TC-0123] " out of `text` and gives 123; the first such number.
static int takeNumber(char *text) {
  static const char start[] = "[TC-";
  char *tag = strstr(text, start);
  if (!tag)
    return TC_ERROR_UPSTREAM;
  char *end;
  long number = strtol(tag + strlen(start), &end, 10);
  if (*end != ']' || number < 1 || number > 9999)
    return TC_ERROR_UPSTREAM;
  end += end[1] == ' ' ? 2 : 1;
  memmove(tag, end, strlen(end) + 1);
  return (int)number;
}

static void printLocation(MlirDiagnostic diagnostic, TcStrBuf *out) {
  mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), append, out);
}

// What to do about errors of MLIR's own, whose words say what it expected
// alone.
typedef struct Hint {
  const char *said, *hint;
} Hint;

static const Hint hints[] = {
    {"is unknown", "no dialect here has this op; text is of fx, prim, loop and "
                   "upstream's dialects, and tc.export writes a PyTorch model "
                   "as such"},
    {"not found for custom op", "`tc-opt --show-dialects` lists the dialects "
                                "there are"},
    {"unregistered dialect", "`tc-opt --show-dialects` lists the dialects "
                             "there are; only tc-opt passes other ops through"},
    {"undeclared SSA value", "a value is defined before its use, in the same "
                             "function"},
    {"expects different type than prior uses",
     "write the type that the op has which gives the value; names of sizes "
     "(#tc.dims) are part of it"},
    {"redefinition of SSA value", "each value has a name of its own"},
};

static const char *hintOf(const char *message) {
  for (size_t i = 0; i < sizeof hints / sizeof *hints; ++i)
    if (strstr(message, hints[i].said))
      return hints[i].hint;
  return NULL;
}

static TcStatus toStatus(MlirDiagnostic diagnostic) {
  TcStrBuf text = {0}, location = {0};
  mlirDiagnosticPrint(diagnostic, append, &text);
  printLocation(diagnostic, &location);
  char *message = tcStrBufTake(&text);
  int number = message ? takeNumber(message) : TC_ERROR_UPSTREAM;
  const char *hint =
      message && number == TC_ERROR_UPSTREAM ? hintOf(message) : NULL;
  TcStatus status =
      tcStatusMake(number, "%s%s%s", message ? message : "out of memory",
                   hint ? "\nhint: " : "", hint ? hint : "");
  status = tcStatusAt(status, tcStrBufText(&location));
  free(message);
  tcStrBufFree(&text);
  tcStrBufFree(&location);
  return status;
}

// MLIR calls handlers one at a time.
static MlirLogicalResult handle(MlirDiagnostic diagnostic, void *userData) {
  TcCollector *collector = userData;
  if (mlirDiagnosticGetSeverity(diagnostic) != MlirDiagnosticError)
    return mlirLogicalResultFailure(); // Not ours: the next handler's.
  if (++collector->numErrors == 1) {
    collector->first = toStatus(diagnostic);
  } else if (collector->numErrors <= MAX_ERRORS) {
    tcStrBufAppend(&collector->others, "\n");
    printLocation(diagnostic, &collector->others);
    tcStrBufAppend(&collector->others, ": ");
    mlirDiagnosticPrint(diagnostic, append, &collector->others);
  }
  return mlirLogicalResultSuccess();
}

void tcCollectorStart(TcCollector *collector, MlirContext ctx) {
  *collector = (TcCollector){.ctx = ctx};
  collector->id =
      mlirContextAttachDiagnosticHandler(ctx, handle, collector, NULL);
}

// The first error again, with the others below it.
static TcStatus withOthers(TcStatus first, const TcCollector *collector) {
  int left = collector->numErrors - MAX_ERRORS;
  TcStatus all = tcStatusMake(
      tcStatusNumber(first), "%s%s%s", tcStatusMessage(first),
      tcStrBufText(&collector->others), left > 0 ? "\n(there are more)" : "");
  const char *location = tcStatusLocation(first);
  if (location)
    all = tcStatusAt(all, location);
  tcStatusFree(first);
  return all;
}

TcStatus tcCollectorFinish(TcCollector *collector) {
  mlirContextDetachDiagnosticHandler(collector->ctx, collector->id);
  TcStatus status = collector->first;
  if (collector->numErrors > 1)
    status = withOthers(status, collector);
  tcStrBufFree(&collector->others);
  *collector = (TcCollector){0};
  return status;
}
