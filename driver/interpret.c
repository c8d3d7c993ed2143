// tc/interpret.h: a module run by the reference interpreter.
#include "tc/interpret.h"

#include "driver/interpret.h"
#include "driver/session.h"
#include "interp/interp.h"
#include "ir/collect.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

typedef struct Run {
  TcInterpretOptions options;
  MlirOperation module, func;
  TcInputs inputs;
  TcTensor *results;
  size_t numResults;
} Run;

static void appendText(MlirStringRef text, void *buf) {
  tcStrBufAppendN(buf, text.data, text.length);
}

static void say(const Run *run, const char *text) {
  if (run->options.line)
    run->options.line(run->options.self, text);
}

static MlirAttribute moduleAttr(const Run *run, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(
      run->module, mlirStringRefCreateFromCString(name));
}

static MlirAttribute resultAttr(const Run *run, size_t i, const char *name) {
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      run->func, mlirStringRefCreateFromCString("res_attrs"));
  return mlirAttributeIsNull(all)
             ? all
             : tcDictGet(mlirArrayAttrGetElement(all, (intptr_t)i), name);
}

//===- Printing -----------------------------------------------------------===//

static void printElement(TcStrBuf *out, TcDType dtype, TcScalar x) {
  switch (tcClassOf(dtype)) {
  case TC_CLASS_FLOAT:
    tcStrBufPrintf(out, " %.6g", x.f);
    break;
  case TC_CLASS_INT:
    tcStrBufPrintf(out, " %lld", (long long)x.i);
    break;
  case TC_CLASS_BOOL:
    tcStrBufPrintf(out, " %s", x.b ? "true" : "false");
    break;
  case TC_CLASS_COMPLEX:
    tcStrBufPrintf(out, " (%.6g, %.6g)", creal(x.c), cimag(x.c));
    break;
  }
}

static void printHead(TcStrBuf *out, size_t i, const TcTensor *t) {
  tcStrBufPrintf(out, "result %zu: %s[", i, tcDTypeName(t->dtype));
  for (unsigned d = 0; d < t->rank; ++d)
    tcStrBufPrintf(out, d ? ", %lld" : "%lld", (long long)t->sizes[d]);
  tcStrBufAppend(out, "]");
}

static TcStatus printResult(const Run *run, size_t i) {
  const TcTensor *t = &run->results[i];
  TcStrBuf line = {0};
  printHead(&line, i, t);
  for (int64_t k = 0, n = tcTensorElementCount(t); k < n; ++k)
    printElement(&line, (TcDType)t->dtype,
                 tcElementLoad((TcDType)t->dtype, t->data, k));
  TcStatus status = tcStrBufStatus(&line);
  if (!status)
    say(run, tcStrBufText(&line));
  tcStrBufFree(&line);
  return status;
}

//===- Checking -----------------------------------------------------------===//

static TcStatus checkResult(const Run *run, size_t i, MlirAttribute expected) {
  TcStrBuf line = {0}, found = {0};
  printHead(&line, i, &run->results[i]);
  TcStatus status = tcCheckExpected(expected, &run->results[i], &found);
  if (status)
    status = tcStatusAnnotate(status, "result %zu", i);
  tcStrBufPrintf(&line, " %s: %s", status ? "WRONG" : "right",
                 tcStrBufText(&found));
  say(run, tcStrBufText(&line));
  tcStrBufFree(&line);
  tcStrBufFree(&found);
  return status;
}

// The result that is tied to what an entry of tc.expected_state names.
static bool isTiedTo(MlirAttribute tie, MlirAttribute entry) {
  MlirAttribute argument = tcDictGet(entry, "argument");
  MlirAttribute weight = tcDictGet(entry, "weight");
  if (mlirAttributeIsNull(tie))
    return false;
  if (mlirAttributeIsAInteger(tie))
    return !mlirAttributeIsNull(argument) &&
           mlirIntegerAttrGetValueInt(tie) ==
               mlirIntegerAttrGetValueInt(argument);
  return mlirAttributeIsAFlatSymbolRef(tie) && !mlirAttributeIsNull(weight) &&
         mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(tie),
                            mlirStringAttrGetValue(weight));
}

static TcStatus worse(TcStatus first, TcStatus next) {
  if (!first)
    return next;
  tcStatusFree(next);
  return first;
}

static TcStatus checkResults(const Run *run, MlirAttribute expected) {
  TcStatus status = TC_OK;
  intptr_t n = mlirArrayAttrGetNumElements(expected), k = 0;
  for (size_t i = 0; i < run->numResults; ++i)
    if (mlirAttributeIsNull(resultAttr(run, i, "tc.ties")) && k < n)
      status = worse(
          status, checkResult(run, i, mlirArrayAttrGetElement(expected, k++)));
  if (k < n && !status)
    status = tcStatusMake(TC_ERROR_RESULT_DIFFERS,
                          "%d results are expected, the function has %d",
                          (int)n, (int)k);
  return status;
}

static TcStatus checkState(const Run *run, MlirAttribute entry) {
  for (size_t i = 0; i < run->numResults; ++i)
    if (isTiedTo(resultAttr(run, i, "tc.ties"), entry))
      return checkResult(run, i, entry);
  return tcStatusMake(TC_ERROR_RESULT_DIFFERS,
                      "no result is tied to what tc.expected_state says is "
                      "written");
}

static TcStatus check(const Run *run) {
  MlirAttribute expected = moduleAttr(run, "tc.expected");
  MlirAttribute state = moduleAttr(run, "tc.expected_state");
  if (mlirAttributeIsNull(expected) || !mlirAttributeIsAArray(expected))
    return tcStatusMake(TC_ERROR_NOTHING_EXPECTED,
                        "the module has no tc.expected");
  TcStatus status = checkResults(run, expected);
  if (mlirAttributeIsNull(state) || !mlirAttributeIsAArray(state))
    return status;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(state); ++i)
    status = worse(status, checkState(run, mlirArrayAttrGetElement(state, i)));
  return status;
}

//===- Running ------------------------------------------------------------===//

MlirOperation tcInterpretFind(MlirOperation module, const char *name) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute symbol = mlirOperationGetAttributeByName(
        op, mlirStringRefCreateFromCString("sym_name"));
    if (!mlirAttributeIsNull(symbol) && mlirAttributeIsAString(symbol) &&
        mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                           mlirStringRefCreateFromCString("func.func")) &&
        mlirStringRefEqual(mlirStringAttrGetValue(symbol),
                           mlirStringRefCreateFromCString(name)) &&
        !mlirBlockIsNull(
            mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
      return op;
  }
  return (MlirOperation){NULL};
}

static TcStatus makeResults(Run *run, size_t n, TcTensor **results) {
  TcArena *arena = &run->inputs.arena;
  *results = TC_ARENA_ARRAY(arena, TcTensor, n + 1);
  for (size_t i = 0; *results && i < n; ++i)
    (*results)[i].sizes = TC_ARENA_ARRAY(arena, int64_t, TC_MAX_RANK);
  return tcArenaStatus(arena);
}

static TcStatus call(Run *run, const char *name, size_t n, TcTensor **results) {
  TcWeightSource weights = {tcInputsGetWeight, &run->inputs};
  TC_RETURN_IF_ERROR(makeResults(run, n, results));
  return tcInterpret(run->module, name, &weights, run->inputs.n,
                     run->inputs.tensors, n, *results, NULL);
}

static void freeResults(size_t n, TcTensor *results) {
  const TcAllocator *heap = tcAllocatorSystem();
  for (size_t i = 0; i < n; ++i)
    heap->free(heap->self, results[i].data);
}

static TcStatus compareResult(Run *run, size_t i, const TcTensor *other) {
  TcStrBuf line = {0}, found = {0};
  printHead(&line, i, &run->results[i]);
  TcStatus status = tcCheckSame(&run->results[i], other, &found);
  if (status)
    status = tcStatusAnnotate(status, "result %zu", i);
  tcStrBufPrintf(&line, " %s: %s", status ? "WRONG" : "same",
                 tcStrBufText(&found));
  say(run, tcStrBufText(&line));
  tcStrBufFree(&line);
  tcStrBufFree(&found);
  return status;
}

// Runs the other function on the same inputs.
static TcStatus compareFunctions(Run *run, const char *name) {
  TcTensor *others;
  if (mlirOperationIsNull(tcInterpretFind(run->module, name)))
    return tcStatusMake(TC_ERROR_NO_FUNCTION, "no func.func is called @%s",
                        name);
  size_t n = tcInterpretNumResults(run->module, name);
  if (n != run->numResults)
    return tcStatusMake(TC_ERROR_FUNCTIONS_DIFFER,
                        "@%s has %zu results, not %zu", name, n,
                        run->numResults);
  TC_RETURN_IF_ERROR(call(run, name, n, &others));
  TcStatus status = TC_OK;
  for (size_t i = 0; i < n; ++i)
    status = worse(status, compareResult(run, i, &others[i]));
  freeResults(n, others);
  return status;
}

// The module as it is now, with tc.expected of these results.
static TcStatus printExpected(Run *run) {
  MlirContext ctx = mlirOperationGetContext(run->module);
  MlirType type = mlirTypeAttrGetValue(mlirOperationGetInherentAttributeByName(
      run->func, mlirStringRefCreateFromCString("function_type")));
  MlirAttribute *all =
      TC_ARENA_ARRAY(&run->inputs.arena, MlirAttribute, run->numResults + 1);
  intptr_t n = 0;
  for (size_t i = 0; i < run->numResults; ++i)
    if (mlirAttributeIsNull(resultAttr(run, i, "tc.ties")))
      all[n++] = tcExpectedOf(ctx,
                              mlirShapedTypeGetElementType(
                                  mlirFunctionTypeGetResult(type, (intptr_t)i)),
                              &run->results[i]);
  mlirOperationSetDiscardableAttributeByName(
      run->module, mlirStringRefCreateFromCString("tc.expected"),
      mlirArrayAttrGet(ctx, n, all));
  TcStrBuf text = {0};
  mlirOperationPrint(run->module, appendText, &text);
  TcStatus status = tcStrBufStatus(&text);
  if (!status)
    say(run, tcStrBufText(&text));
  tcStrBufFree(&text);
  return status;
}

static TcStatus runAndCompare(Run *run, const char *entry) {
  run->numResults = tcInterpretNumResults(run->module, entry);
  TC_RETURN_IF_ERROR(call(run, entry, run->numResults, &run->results));
  TcStatus status = TC_OK;
  for (size_t i = 0; i < run->numResults && run->options.print; ++i)
    status = worse(status, printResult(run, i));
  if (run->options.check)
    status = worse(status, check(run));
  if (run->options.expect && !status)
    status = printExpected(run);
  if (run->options.sameAs)
    status = worse(status, compareFunctions(run, run->options.sameAs));
  freeResults(run->numResults, run->results);
  return status;
}

static TcStatus runModule(Run *run, const char *entry) {
  run->func = tcInterpretFind(run->module, entry);
  if (mlirOperationIsNull(run->func))
    return tcStatusMake(TC_ERROR_NO_FUNCTION,
                        "no func.func is called @%s; fx.graph needs "
                        "--pipeline='fx.graph(fx-functionalise),fx-to-prim'",
                        entry);
  TcStatus status = tcInputsMake(&run->inputs, run->module, run->func,
                                 /*allowAny=*/false);
  if (!status)
    status = runAndCompare(run, entry);
  tcArenaFree(&run->inputs.arena);
  return status;
}

static TcStatus parseAndRun(MlirContext ctx, const char *text, size_t size,
                            Run *run) {
  MlirModule module;
  TC_RETURN_IF_ERROR(tcSessionParse(ctx, text, size, &module));
  run->module = mlirModuleGetOperation(module);
  TcStatus status = TC_OK;
  if (run->options.pipeline)
    status = tcSessionRun(module, run->options.pipeline);
  const char *entry = run->options.entry ? run->options.entry : "main";
  if (!status)
    status = run->options.gradients
                 ? tcCheckGradients(module, entry, &run->options)
                 : runModule(run, entry);
  mlirModuleDestroy(module);
  return status;
}

TcStatus tcInterpretText(const char *text, size_t size,
                         const TcInterpretOptions *options) {
  Run run = {.options = *options};
  MlirContext ctx = tcSessionContext(/*threads=*/true);
  TcCollector collector;
  tcCollectorStart(&collector, ctx);
  TcStatus status = parseAndRun(ctx, text, size, &run);
  status = tcSessionBetter(tcCollectorFinish(&collector), status);
  mlirContextDestroy(ctx);
  return status;
}
