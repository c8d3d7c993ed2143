// tcBisectText (tc/tools.h): finds the first pass that changes a program's
// meaning. Each pass of the pipeline runs on a copy, and both modules are
// evaluated in f64; if they differ, the program is made small by the reducer's
// edits.
#include "tc/tools.h"

#include "driver/interpret.h"
#include "driver/reducer.h"
#include "driver/session.h"
#include "driver/whole.h"
#include "interp/interp.h"
#include "ir/collect.h"
#include "support/file.h"
#include "tc/gen/FuncOps.h"
#include "yardstick/compare.h"

#include <stdio.h>
#include <string.h>

enum { TC_ERROR_BISECT_PASS = 1737 };

static const struct {
  const char *name, *text;
} pipelines[] = {
#define TC_PIPELINE(NAME, SUMMARY, TEXT) {NAME, TEXT},
#include "passes/pipelines.inc"
};

typedef struct Bisect {
  const TcBisectOptions *options;
  TcArena arena;
  MlirModule module; // behind all passes that were asked
  char pass[128];    // the one that is asked now
  char how[256];     // what parts; empty if nothing does
} Bisect;

static void say(const Bisect *b, const char *text) {
  if (b->options->line)
    b->options->line(b->options->self, text);
}

//===- The passes ---------------------------------------------------------===//

static const char *textOf(const char *pipeline) {
  for (size_t i = 0; i < sizeof pipelines / sizeof *pipelines; ++i)
    if (!strcmp(pipelines[i].name, pipeline))
      return pipelines[i].text;
  return NULL;
}

// The next pass of a pipeline, split at commas outside of braces; the passes in
// func.func(...) one by one.
static bool nextPass(const char **at, bool *nested, char *pass, size_t room) {
  static const char nest[] = "func.func(";
  if (!strncmp(*at, nest, sizeof nest - 1)) {
    *nested = true;
    *at += sizeof nest - 1;
  }
  const char *end = *at;
  for (int depth = 0; *end && (depth || !strchr(",)", *end)); ++end)
    depth += (*end == '{') - (*end == '}');
  snprintf(pass, room, *nested ? "func.func(%.*s)" : "%.*s", (int)(end - *at),
           *at);
  bool found = end != *at;
  if (*end == ')') {
    *nested = false;
    ++end;
  }
  *at = *end == ',' ? end + 1 : end;
  return found;
}

// Skips passes that only place values or move work to @prepare: they keep the
// meaning of @main and @prepare together, and only @main is evaluated.
static bool isAsked(const char *pass) {
  static const char *const not[] = {"tc-verify", "prim-prepare", "loop-pack",
                                    "loop-plan-memory"};
  for (size_t i = 0; i < sizeof not / sizeof *not; ++i)
    if (strstr(pass, not[i]))
      return false;
  return true;
}

//===- Evaluation ---------------------------------------------------------===//

static MlirModule cloneOf(MlirModule module) {
  return mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(module)));
}

static TcStatus evaluate(Bisect *b, MlirModule module, TcYardPool *pool,
                         size_t n, TcBounded ***results) {
  *results = TC_ARENA_ARRAY(&b->arena, TcBounded *, n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&b->arena));
  return tcWholeRunModule(module, "main", "main",
                          &(TcYardRules){.mode = TC_YARD_NATIVE}, pool, n,
                          *results);
}

// Compares within the bounds of the program's own types, in which constants are
// folded.
static void compare(Bisect *b, size_t n, TcBounded *const *before,
                    TcBounded *const *after) {
  for (size_t i = 0; i < n && !b->how[0]; ++i) {
    TcVerdict v = {0};
    if (!tcYardCompare(before[i], after[i], &v))
      snprintf(b->how, sizeof b->how, "result %zu has another shape or dtype",
               i);
    else if (v.wrong)
      snprintf(b->how, sizeof b->how,
               "result %zu: %lld of %lld elements differ; element %lld was "
               "%.9g and is %.9g (bound %.3g)",
               i, (long long)v.wrong, (long long)v.elements, (long long)v.index,
               v.want, v.got, v.bound);
  }
}

static TcStatus compareForms(Bisect *b, MlirModule module, MlirModule changed) {
  TcYardPool pool = {NULL};
  TcBounded **before, **after;
  size_t n = tcInterpretNumResults(mlirModuleGetOperation(module), "main");
  TcStatus status = evaluate(b, module, &pool, n, &before);
  if (!status &&
      tcInterpretNumResults(mlirModuleGetOperation(changed), "main") != n)
    snprintf(b->how, sizeof b->how, "@main has another number of results");
  else if (!status)
    status = evaluate(b, changed, &pool, n, &after);
  if (!status && !b->how[0])
    compare(b, n, before, after);
  tcYardFree(&pool);
  return status;
}

// Runs the pass on a copy, `*changed`; b->how describes the difference, if any.
static TcStatus ask(Bisect *b, MlirModule module, MlirModule *changed) {
  b->how[0] = 0;
  *changed = cloneOf(module);
  TcStatus status = tcSessionRun(*changed, b->pass);
  return status ? status : compareForms(b, module, *changed);
}

static bool parts(void *self, MlirModule candidate) {
  Bisect *b = self;
  MlirModule changed;
  MlirOperation op = mlirModuleGetOperation(candidate);
  if (mlirOperationIsNull(tcInterpretFind(op, "main")))
    return false;
  TcStatus status = ask(b, candidate, &changed);
  bool does = !status && b->how[0];
  tcStatusFree(status);
  mlirModuleDestroy(changed);
  return does;
}

//===- What is found ------------------------------------------------------===//

static void append(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

static void appendLine(void *buf, const char *text) {
  tcStrBufAppend(buf, text);
  tcStrBufAppend(buf, "\n");
}

static void dropAttr(MlirModule module, const char *name) {
  mlirOperationRemoveDiscardableAttributeByName(
      mlirModuleGetOperation(module), mlirStringRefCreateFromCString(name));
}

// Saves the program with its results before the pass, so that tc-run --check
// shows the difference.
static TcStatus save(const Bisect *b) {
  TcStrBuf text = {0}, expected = {0};
  TcInterpretOptions options = {.structSize = sizeof options,
                                .expect = true,
                                .line = appendLine,
                                .self = &expected};
  mlirOperationPrint(mlirModuleGetOperation(b->module), append, &text);
  TcStatus status = tcStrBufStatus(&text);
  if (!status)
    status = tcInterpretText(tcStrBufText(&text), text.size, &options);
  if (!status)
    status = tcStrBufStatus(&expected);
  if (!status)
    status =
        tcFileWrite(b->options->output, tcStrBufText(&expected), expected.size);
  tcStrBufFree(&text);
  tcStrBufFree(&expected);
  return status;
}

// The ops of @main that are left, as one line.
static void describeOps(const Bisect *b, TcStrBuf *out) {
  MlirOperation func =
      tcInterpretFind(mlirModuleGetOperation(b->module), "main");
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (int n = 0; tcFuncOpKind(op) != TC_FUNC_RETURN && n < 16; ++n) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    tcStrBufPrintf(out, "%s%.*s", n ? ", " : "", (int)name.length, name.data);
    op = mlirOperationGetNextInBlock(op);
  }
}

static TcStatus found(Bisect *b) {
  char how[sizeof b->how];
  TcStrBuf ops = {0};
  strcpy(how, b->how);
  dropAttr(b->module, "tc.expected");
  dropAttr(b->module, "tc.expected_state");
  tcReduceModule(&b->module, parts, b);
  describeOps(b, &ops);
  TcStatus status = save(b);
  if (!status)
    status = tcStatusMake(TC_ERROR_BISECT_PASS,
                          "pass '%s' changes what @main means: %s; %s shows "
                          "it with %s",
                          b->pass, how, b->options->output,
                          ops.failed ? "some ops" : tcStrBufText(&ops));
  tcStrBufFree(&ops);
  return status;
}

//===- The search ---------------------------------------------------------===//

static TcStatus askOf(Bisect *b) {
  MlirModule changed;
  TcStatus status = ask(b, b->module, &changed);
  if (status || b->how[0]) {
    mlirModuleDestroy(changed);
    return status ? status : found(b);
  }
  mlirModuleDestroy(b->module);
  b->module = changed;
  return TC_OK;
}

static TcStatus askAll(Bisect *b) {
  const char *all = textOf(b->options->pipeline), *prims = textOf("tc-to-prim");
  bool nested = false;
  size_t n = 0;
  if (!all)
    return tcStatusMake(1014, "there is no pipeline '%s'",
                        b->options->pipeline);
  TC_RETURN_IF_ERROR(tcSessionRun(b->module, prims));
  for (const char *at = all + strlen(prims) + 1;
       nextPass(&at, &nested, b->pass, sizeof b->pass);)
    if (isAsked(b->pass)) {
      TC_RETURN_IF_ERROR(askOf(b));
      ++n;
    }
  char line[64];
  snprintf(line, sizeof line, "%zu passes keep what @main means", n);
  say(b, line);
  return TC_OK;
}

// Compares with PyTorch's results, if the module has them: this tests the
// decompositions.
static TcStatus askPyTorch(const char *text, size_t size) {
  TcInterpretOptions options = {.structSize = sizeof options, .expect = true};
  TcStatus status = tcInterpretText(text, size, &options);
  return status && tcStatusNumber(status) == TC_ERROR_RESULT_DIFFERS
             ? tcStatusAnnotate(status, "pass 'fx-to-prim' and PyTorch differ")
             : status;
}

TcStatus tcBisectText(const char *text, size_t size,
                      const TcBisectOptions *options) {
  Bisect b = {.options = options};
  TC_RETURN_IF_ERROR(askPyTorch(text, size));
  MlirContext ctx = tcSessionContext(/*threads=*/false);
  TcCollector collector;
  tcCollectorStart(&collector, ctx);
  TcStatus status = tcSessionParse(ctx, text, size, &b.module);
  if (!status) {
    status = askAll(&b);
    mlirModuleDestroy(b.module);
  }
  status = tcSessionBetter(tcCollectorFinish(&collector), status);
  tcArenaFree(&b.arena);
  mlirContextDestroy(ctx);
  return status;
}
