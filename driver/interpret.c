// Implements tc/interpret.h: runs a module in the reference interpreter.
#include "tc/interpret.h"

#include "driver/interpret_run.h"
#include "driver/session.h"
#include "interp/interp.h"
#include "ir/collect.h"
#include "ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>
#include <string.h>

static MlirAttribute moduleAttr(const TcInterpretRun *run, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(
      run->module, mlirStringRefCreateFromCString(name));
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

static TcStatus printResult(const TcInterpretRun *run, size_t i) {
  const TcTensor *t = &run->results[i];
  TcStrBuf line = {0};
  tcRunPrintHead(&line, i, t);
  for (int64_t k = 0, n = tcTensorElementCount(t); k < n; ++k)
    printElement(&line, (TcDType)t->dtype,
                 tcElementLoad((TcDType)t->dtype, t->data, k));
  TcStatus status = tcStrBufStatus(&line);
  if (!status)
    tcRunSay(run, tcStrBufText(&line));
  tcStrBufFree(&line);
  return status;
}

//===- Checking -----------------------------------------------------------===//

static TcStatus checkResult(const TcInterpretRun *run, size_t i,
                            MlirAttribute expected) {
  TcStrBuf line = {0}, found = {0};
  tcRunPrintHead(&line, i, &run->results[i]);
  TcStatus status = tcCheckExpected(expected, &run->results[i], &found);
  if (status)
    status = tcStatusAnnotate(status, "result %zu", i);
  tcStrBufPrintf(&line, " %s: %s", status ? "WRONG" : "right",
                 tcStrBufText(&found));
  tcRunSay(run, tcStrBufText(&line));
  tcStrBufFree(&line);
  tcStrBufFree(&found);
  return status;
}

static TcStatus checkResults(const TcInterpretRun *run,
                             MlirAttribute expected) {
  TcStatus status = TC_OK;
  intptr_t n = mlirArrayAttrGetNumElements(expected), k = 0;
  for (size_t i = 0; i < run->numResults; ++i)
    if (mlirAttributeIsNull(tcRunResultAttr(run, i, "tc.ties")) && k < n)
      status = tcRunWorse(
          status, checkResult(run, i, mlirArrayAttrGetElement(expected, k++)));
  if (k < n && !status)
    status = tcStatusMake(TC_ERROR_RESULT_DIFFERS,
                          "%d results are expected, the function has %d",
                          (int)n, (int)k);
  return status;
}

static TcStatus checkState(const TcInterpretRun *run, MlirAttribute entry) {
  for (size_t i = 0; i < run->numResults; ++i)
    if (tcRunIsTiedTo(tcRunResultAttr(run, i, "tc.ties"), entry))
      return checkResult(run, i, entry);
  return tcStatusMake(TC_ERROR_RESULT_DIFFERS,
                      "no result is tied to what tc.expected_state says is "
                      "written");
}

static TcStatus check(const TcInterpretRun *run) {
  MlirAttribute expected = run->expected, state = run->state;
  if (mlirAttributeIsNull(expected) || !mlirAttributeIsAArray(expected))
    return tcStatusMake(TC_ERROR_NOTHING_EXPECTED,
                        "the module has no tc.expected");
  TcStatus status = checkResults(run, expected);
  if (mlirAttributeIsNull(state) || !mlirAttributeIsAArray(state))
    return status;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(state); ++i)
    status =
        tcRunWorse(status, checkState(run, mlirArrayAttrGetElement(state, i)));
  return status;
}

//===- Running ------------------------------------------------------------===//

static TcStatus call(TcInterpretRun *run, const char *name, size_t n,
                     TcTensor **results) {
  TcWeightSource weights = {tcInputsGetWeight, &run->inputs};
  TC_RETURN_IF_ERROR(tcRunMakeResults(run, n, results));
  return tcInterpret(run->module, name, &weights, run->inputs.n,
                     run->inputs.tensors, n, *results, NULL);
}

static void freeResults(size_t n, TcTensor *results) {
  const TcAllocator *heap = tcAllocatorSystem();
  for (size_t i = 0; i < n; ++i)
    heap->free(heap->self, results[i].data);
}

static TcStatus callAndCheck(TcInterpretRun *run, const char *entry) {
  TcStatus called = run->options.wide
                        ? tcRunCallWide(run, entry)
                        : call(run, entry, run->numResults, &run->results);
  if (called)
    return called;
  TcStatus status = TC_OK;
  for (size_t i = 0; i < run->numResults && run->options.print; ++i)
    status = tcRunWorse(status, printResult(run, i));
  if (run->options.check)
    status = tcRunWorse(status, check(run));
  freeResults(run->numResults, run->results);
  return status;
}

static TcStatus runAndCompare(TcInterpretRun *run, const char *entry) {
  run->numResults = tcInterpretNumResults(run->module, entry);
  TcStatus status = TC_OK;
  bool only = run->options.expect || run->options.sameAs;
  if (run->options.print || run->options.check || !only)
    status = callAndCheck(run, entry);
  if (run->options.expect && !status)
    status = tcRunPrintExpected(run, entry);
  if (run->options.sameAs)
    status = tcRunWorse(status,
                        tcRunCompareFunctions(run, entry, run->options.sameAs));
  return status;
}

static TcStatus runModule(TcInterpretRun *run, const char *entry) {
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

// Lowers a captured graph to prims, on which expected results are computed.
static TcStatus lowerCopy(TcInterpretRun *run, MlirModule *lowered) {
  *lowered = mlirModuleFromOperation(mlirOperationClone(run->module));
  run->module = mlirModuleGetOperation(*lowered);
  return tcSessionRun(*lowered, "tc-to-prim");
}

static TcStatus parseAndRun(MlirContext ctx, const char *text, size_t size,
                            TcInterpretRun *run) {
  MlirModule module;
  TC_RETURN_IF_ERROR(tcSessionParse(ctx, text, size, &module));
  run->module = mlirModuleGetOperation(module);
  TcStatus status = TC_OK;
  run->expected = moduleAttr(run, "tc.expected");
  run->state = moduleAttr(run, "tc.expected_state");
  if (run->options.pipeline)
    status = tcSessionRun(module, run->options.pipeline);
  const char *entry = run->options.entry ? run->options.entry : "main";
  run->given = run->module;
  MlirModule lowered = {NULL};
  if (!status && run->options.expect &&
      mlirOperationIsNull(tcInterpretFind(run->module, entry)))
    status = lowerCopy(run, &lowered);
  if (!status)
    status = run->options.gradients
                 ? tcCheckGradients(module, entry, &run->options)
                 : runModule(run, entry);
  if (!mlirModuleIsNull(lowered))
    mlirModuleDestroy(lowered);
  mlirModuleDestroy(module);
  return status;
}

TcStatus tcInterpretText(const char *text, size_t size,
                         const TcInterpretOptions *options) {
  TcInterpretRun run = {.options = *options};
  MlirContext ctx = tcSessionContext(/*threads=*/true);
  TcCollector collector;
  tcCollectorStart(&collector, ctx);
  TcStatus status = parseAndRun(ctx, text, size, &run);
  status = tcSessionBetter(tcCollectorFinish(&collector), status);
  mlirContextDestroy(ctx);
  return status;
}
