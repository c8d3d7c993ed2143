// The reducer: removes parts of a module while a command still fails on it as
// on the original. A greedy search: each edit of reducer_edits.c that leaves a
// valid, shorter module on which the command ends the same way is kept; then
// numbers in the text are made smaller.
#include "driver/reducer.h"

#include "driver/session.h"
#include "lib/ir/collect.h"
#include "lib/support/file.h"
#include "tc/tools.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct Reducer {
  MlirContext ctx;
  TcReduceFind *find; ///< Asked instead of a command; or NULL.
  void *self;
  const char *command, *path; ///< The candidate is written to `path`.
  unsigned seconds;           ///< That a command may take.
  time_t deadline;            ///< Of the search; 0: none.
  TcRunEnd wanted;
  MlirModule best;
  size_t size; ///< Of the text of `best`.
  size_t numRuns, numKept;
  TcStatus status; ///< The first error; ends the search.
} Reducer;

// Whether to continue: not after an error or when time is up.
static bool goesOn(const Reducer *r) {
  struct timespec now = {0};
  if (r->deadline)
    clock_gettime(CLOCK_MONOTONIC, &now);
  return !r->status && now.tv_sec <= r->deadline;
}

//===- One candidate ------------------------------------------------------===//

static void append(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

// Whether the command ends on this text as on the original.
static bool isFind(Reducer *r, const char *text, size_t size) {
  TcRunEnd end;
  ++r->numRuns;
  r->status = tcFileWrite(r->path, text, size);
  if (!r->status)
    r->status = tcReduceRun(r->command, r->path, r->seconds, &end);
  return !r->status && tcRunEndIsSame(&end, &r->wanted);
}

// Keeps the candidate if it still fails and is shorter; else destroys it.
static bool offer(Reducer *r, MlirModule candidate) {
  MlirOperation op = mlirModuleGetOperation(candidate);
  TcStrBuf text = {0};
  bool kept = mlirOperationVerify(op);
  if (kept)
    mlirOperationPrint(op, append, &text);
  kept = kept && !text.failed && text.size < r->size &&
         (r->find ? r->find(r->self, candidate)
                  : isFind(r, tcStrBufText(&text), text.size));
  mlirModuleDestroy(kept ? r->best : candidate);
  if (kept) {
    r->best = candidate;
    r->size = text.size;
    ++r->numKept;
  }
  tcStrBufFree(&text);
  return kept;
}

// Discards diagnostics of candidates that do not verify.
static MlirLogicalResult swallow(MlirDiagnostic diagnostic, void *user) {
  (void)diagnostic;
  (void)user;
  return mlirLogicalResultSuccess();
}

//===- The search ---------------------------------------------------------===//

static MlirModule cloneOf(MlirModule module) {
  return mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(module)));
}

// Every `stride`th edit of a kind. False when there is none at all.
static bool tryEdits(Reducer *r, TcReduceEdit *edit, intptr_t stride) {
  bool changed = false;
  for (intptr_t index = 0; goesOn(r);) {
    MlirModule candidate = cloneOf(r->best);
    if (!edit(mlirModuleGetOperation(candidate), index)) {
      mlirModuleDestroy(candidate);
      return changed;
    }
    // After an edit was kept, the next one has the same number.
    if (offer(r, candidate))
      changed = true;
    else
      index += stride;
  }
  return changed;
}

static bool reduceOps(Reducer *r) {
  static const intptr_t strides[] = {64, 8, 1};
  bool changed = false;
  for (size_t s = 0; s < sizeof strides / sizeof *strides; ++s)
    for (size_t i = 0; tcReduceEdits[i] && goesOn(r); ++i)
      changed |= tryEdits(r, tcReduceEdits[i], strides[s]);
  return changed;
}

//===- Numbers ------------------------------------------------------------===//

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '%' || c == '@' || c == '#' || c == '.' || c == '$';
}

// An integer that stands alone, or as an extent in tensor<64x3xf32>.
static bool startsNumber(const char *text, size_t at) {
  if (!isDigit(text[at]))
    return false;
  char before = at ? text[at - 1] : ' ';
  if (before == 'x' && at > 1)
    return isDigit(text[at - 2]) || text[at - 2] == '?';
  return !isDigit(before) && !isLetter(before);
}

// The integer at `at`, and where it ends; -1 for the start of a float.
static long numberAt(const char *text, size_t at, size_t *end) {
  char *last;
  long number = strtol(text + at, &last, 10);
  *end = (size_t)(last - text);
  return *last == '.' || *last == 'e' ? -1 : number;
}

static void replaceNumber(const char *text, long from, long to, TcStrBuf *out) {
  for (size_t i = 0; text[i];) {
    if (!startsNumber(text, i)) {
      tcStrBufAppendChar(out, text[i++]);
      continue;
    }
    size_t end;
    if (numberAt(text, i, &end) == from)
      tcStrBufPrintf(out, "%ld", to);
    else
      tcStrBufAppendN(out, text + i, end - i);
    i = end;
  }
}

// All occurrences of a number become `to`.
static bool tryNumber(Reducer *r, const char *text, long from, long to) {
  TcStrBuf changed = {0};
  replaceNumber(text, from, to, &changed);
  MlirModule candidate = {NULL};
  TcStatus status = tcStrBufStatus(&changed);
  if (!status)
    status = tcSessionParse(r->ctx, tcStrBufText(&changed), changed.size,
                            &candidate);
  tcStatusFree(status); // A number that does not fit: the next one.
  tcStrBufFree(&changed);
  r->size += 1; // As long is short enough: the number is smaller.
  bool kept = candidate.ptr && offer(r, candidate);
  r->size -= !kept;
  return kept;
}

static bool tryNumbersOf(Reducer *r, const char *text) {
  for (size_t i = 0; text[i] && goesOn(r); ++i) {
    if (!startsNumber(text, i))
      continue;
    size_t end;
    long from = numberAt(text, i, &end);
    const long smaller[] = {1, 2, 3, from / 2, from - 1};
    for (size_t k = 0; k < sizeof smaller / sizeof *smaller; ++k)
      if (smaller[k] > 0 && smaller[k] < from &&
          tryNumber(r, text, from, smaller[k]))
        return true;
  }
  return false;
}

static bool reduceNumbers(Reducer *r) {
  bool changed = false, more = true;
  while (more && goesOn(r)) {
    TcStrBuf text = {0};
    mlirOperationPrint(mlirModuleGetOperation(r->best), append, &text);
    more = tryNumbersOf(r, tcStrBufText(&text));
    changed |= more;
    tcStrBufFree(&text);
  }
  return changed;
}

//===- The tool -----------------------------------------------------------===//

static TcStatus search(Reducer *r) {
  TcStrBuf text = {0};
  mlirOperationPrint(mlirModuleGetOperation(r->best), append, &text);
  TcStatus status = tcStrBufStatus(&text);
  if (!status)
    status = tcFileWrite(r->path, tcStrBufText(&text), text.size);
  if (!status)
    status = tcReduceRun(r->command, r->path, r->seconds, &r->wanted);
  r->size = text.size;
  tcStrBufFree(&text);
  TC_RETURN_IF_ERROR(status);
  if (!r->wanted.signal && !r->wanted.exitCode && !r->wanted.timedOut)
    return tcStatusMake(1780, "the command succeeds on the whole program: give "
                              "a command that fails on it");
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(r->ctx, swallow, NULL, NULL);
  for (bool changed = true; changed && goesOn(r);) {
    changed = reduceOps(r);
    changed |= reduceNumbers(r);
  }
  mlirContextDetachDiagnosticHandler(r->ctx, handler);
  return r->status;
}

void tcReduceModule(MlirModule *module, TcReduceFind *find, void *self) {
  MlirOperation op = mlirModuleGetOperation(*module);
  TcStrBuf text = {0};
  mlirOperationPrint(op, append, &text);
  Reducer r = {.ctx = mlirOperationGetContext(op),
               .find = find,
               .self = self,
               .best = *module,
               .size = text.size};
  tcStrBufFree(&text);
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(r.ctx, swallow, NULL, NULL);
  while (reduceOps(&r))
    ;
  mlirContextDetachDiagnosticHandler(r.ctx, handler);
  *module = r.best;
}

static TcStatus writeBest(Reducer *r, const char *path) {
  TcStrBuf text = {0};
  mlirOperationPrint(mlirModuleGetOperation(r->best), append, &text);
  TcStatus status = tcStrBufStatus(&text);
  if (!status)
    status = tcFileWrite(path, tcStrBufText(&text), text.size);
  tcStrBufFree(&text);
  return status;
}

// `limit` came later than the rest of the struct.
static time_t deadlineOf(const TcReduceOptions *options) {
  if (options->structSize <= offsetof(TcReduceOptions, limit) ||
      !options->limit)
    return 0;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + (time_t)options->limit;
}

TcStatus tcReduceText(const char *text, size_t size,
                      const TcReduceOptions *options) {
  char path[] = "/tmp/tc-reduce-XXXXXX.mlir";
  int file = mkstemps(path, 5);
  if (file < 0)
    return tcStatusMake(7605, "no temporary file in /tmp");
  close(file);
  Reducer r = {.ctx = tcSessionContext(false),
               .command = options->command,
               .path = path,
               .seconds = options->seconds,
               .deadline = deadlineOf(options)};
  TcCollector errors;
  tcCollectorStart(&errors, r.ctx);
  TcStatus status = tcSessionParse(r.ctx, text, size, &r.best);
  status = tcSessionBetter(tcCollectorFinish(&errors), status);
  if (!status)
    status = search(&r);
  if (!status)
    status = writeBest(&r, options->output);
  if (r.best.ptr)
    mlirModuleDestroy(r.best);
  mlirContextDestroy(r.ctx);
  remove(path);
  if (!status && options->report)
    fprintf(stderr, "tc-reduce: %zu runs, %zu edits kept, %zu bytes left\n",
            r.numRuns, r.numKept, r.size);
  return status;
}
