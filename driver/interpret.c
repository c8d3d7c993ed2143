// Implements tc/interpret.h: runs a module in the reference interpreter.
#include "tc/interpret.h"

#include "driver/interpret.h"
#include "driver/session.h"
#include "driver/whole.h"
#include "interp/interp.h"
#include "ir/collect.h"
#include "ir/scalar.h"
#include "ir/types.h"
#include "runtime/compare.h"
#include "runtime/reals.h"
#include "target/units.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>
#include <string.h>

typedef struct Run {
  TcInterpretOptions options;
  MlirOperation module, func;
  MlirOperation given;           // the module that is printed
  MlirAttribute expected, state; // what it said of results, before the passes
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

// Whether a result is the new value of the argument or weight that an entry of
// tc.expected_state names.
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
  MlirAttribute expected = run->expected, state = run->state;
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

//===- By the yardstick ---------------------------------------------------===//

// Results of a function, evaluated in f64 with their bounds; `code` as of
// tcWholeRun.
static TcStatus evaluate(Run *run, const char *name, const TcYardRules *code,
                         TcYardPool *pool, TcBounded ***results) {
  *results =
      TC_ARENA_ARRAY(&run->inputs.arena, TcBounded *, run->numResults + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&run->inputs.arena));
  return tcWholeRunModule(mlirModuleFromOperation(run->module), name,
                          run->options.entry ? run->options.entry : "main",
                          code, pool, run->numResults, *results);
}

static void printSameHead(TcStrBuf *out, size_t i, const TcBounded *t) {
  printHead(out, i,
            &(TcTensor){.dtype = (uint8_t)t->dtype,
                        .rank = (uint8_t)t->rank,
                        .sizes = (int64_t *)(uintptr_t)t->sizes});
}

static TcStatus compareResult(Run *run, size_t i, const TcBounded *own,
                              const TcBounded *other) {
  TcStrBuf line = {0}, found = {0};
  printSameHead(&line, i, own);
  TcStatus status = tcCheckSame(own, other, &found);
  if (status)
    status = tcStatusAnnotate(status, "result %zu", i);
  tcStrBufPrintf(&line, " %s: %s", status ? "WRONG" : "same",
                 tcStrBufText(&found));
  say(run, tcStrBufText(&line));
  tcStrBufFree(&line);
  tcStrBufFree(&found);
  return status;
}

static TcStatus compareAll(Run *run, const char *entry, const char *name,
                           TcYardPool *pool) {
  TcBounded **own, **others;
  TcYardRules rules = {.mode = TC_YARD_NATIVE};
  TC_RETURN_IF_ERROR(evaluate(run, entry, &rules, pool, &own));
  TC_RETURN_IF_ERROR(evaluate(run, name, &rules, pool, &others));
  TcStatus status = TC_OK;
  for (size_t i = 0; i < run->numResults; ++i)
    status = worse(status, compareResult(run, i, own[i], others[i]));
  return status;
}

// Evaluates the other function on the same inputs.
static TcStatus compareFunctions(Run *run, const char *entry,
                                 const char *name) {
  TcYardPool pool = {NULL};
  if (mlirOperationIsNull(tcInterpretFind(run->module, name)))
    return tcStatusMake(TC_ERROR_NO_FUNCTION, "no func.func is called @%s",
                        name);
  size_t n = tcInterpretNumResults(run->module, name);
  if (n != run->numResults)
    return tcStatusMake(TC_ERROR_FUNCTIONS_DIFFER,
                        "@%s has %zu results, not %zu", name, n,
                        run->numResults);
  TcStatus status = compareAll(run, entry, name, &pool);
  tcYardFree(&pool);
  return status;
}

// The entry of tc.expected_state that a result is tied to, or its place in
// tc.expected; null if there is none.
static MlirAttribute entryAt(MlirAttribute list, intptr_t k) {
  return mlirAttributeIsNull(list) || !mlirAttributeIsAArray(list) ||
                 k >= mlirArrayAttrGetNumElements(list)
             ? mlirAttributeGetNull()
             : mlirArrayAttrGetElement(list, k);
}

static MlirAttribute knownEntry(const Run *run, size_t result) {
  intptr_t k = 0;
  if (!mlirAttributeIsNull(resultAttr(run, result, "tc.ties")))
    return mlirAttributeGetNull();
  for (size_t i = 0; i < result; ++i)
    k += mlirAttributeIsNull(resultAttr(run, i, "tc.ties"));
  return entryAt(run->expected, k);
}

static void setModuleAttr(Run *run, const char *name, intptr_t n,
                          const MlirAttribute *all) {
  mlirOperationSetDiscardableAttributeByName(
      run->given, mlirStringRefCreateFromCString(name),
      mlirArrayAttrGet(mlirOperationGetContext(run->module), n, all));
}

static void expectState(Run *run, TcBounded *const *results) {
  MlirAttribute state = run->state;
  MlirAttribute all[64], entry;
  intptr_t n = 0;
  for (; n < 64 && !mlirAttributeIsNull(entry = entryAt(state, n)); ++n) {
    all[n] = entry;
    for (size_t i = 0; i < run->numResults; ++i)
      if (isTiedTo(resultAttr(run, i, "tc.ties"), entry))
        all[n] = tcExpectedOf(mlirOperationGetContext(run->module),
                              (MlirType){NULL}, entry, results[i]);
  }
  if (n)
    setModuleAttr(run, "tc.expected_state", n, all);
}

// Compares with PyTorch's f64 results, where they are known, within the bounds
// of the program's own types, which its constants have.
static TcStatus checkMeaning(Run *run, size_t i, const TcBounded *own) {
  MlirAttribute entry = knownEntry(run, i);
  if (mlirAttributeIsNull(entry))
    return TC_OK;
  TcExpectedInfo info = tcExpectedFromAttr(&run->inputs.arena, entry);
  TcStatus status = tcArenaStatus(&run->inputs.arena);
  int64_t n = own->count * (own->w ? 2 : 1);
  for (uint64_t k = 0; k < info.numSamples && !status; ++k) {
    int64_t at = (int64_t)((uint64_t)n * k / info.numSamples);
    double part, v = tcExpectedReal(own, at), e = tcExpectedBound(own, at);
    double bound =
        e + fabs(v) * fmax(tcUnitRoundoff((unsigned)own->dtype), 0x1p-40);
    bool open = own->open && own->open[own->w ? at / 2 : at];
    if (!open && tcCompareReal(info.samples[k], bound, v, &part) == TC_WRONG)
      status = tcStatusMake(TC_ERROR_RESULT_DIFFERS,
                            "result %zu: in f64, element %lld is %.17g, not "
                            "PyTorch's %.17g (bound %.3g)",
                            i, (long long)at, v, info.samples[k], bound);
  }
  return status;
}

static TcStatus expectResults(Run *run, TcBounded *const *results) {
  MlirContext ctx = mlirOperationGetContext(run->module);
  MlirAttribute known = run->expected;
  MlirAttribute *all =
      TC_ARENA_ARRAY(&run->inputs.arena, MlirAttribute, run->numResults + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&run->inputs.arena));
  intptr_t n = 0;
  for (size_t i = 0; i < run->numResults; ++i)
    if (mlirAttributeIsNull(resultAttr(run, i, "tc.ties"))) {
      all[n] = tcExpectedOf(ctx, tcTypeFromDType(ctx, results[i]->dtype),
                            entryAt(known, n), results[i]);
      ++n;
    }
  setModuleAttr(run, "tc.expected", n, all);
  return TC_OK;
}

// As code for the module's target is judged; if it has none, for this machine.
static TcStatus rulesOfCode(const Run *run, TcYardRules *rules) {
  TcTarget target;
  TC_RETURN_IF_ERROR(tcTargetOfModule(run->given, "host", &target));
  *rules = (TcYardRules){TC_YARD_KEPT, tcTargetFlushed(&target)};
  return TC_OK;
}

// Prints the module after the passes, with these values and bounds as
// tc.expected.
static TcStatus printExpected(Run *run, const char *entry) {
  TcYardPool pool = {NULL};
  TcBounded **results;
  TcStrBuf text = {0};
  TcYardRules rules;
  TC_RETURN_IF_ERROR(rulesOfCode(run, &rules));
  TcStatus status = evaluate(run, entry, &rules, &pool, &results);
  if (!status)
    status = expectResults(run, results);
  if (!status)
    expectState(run, results);
  for (size_t i = 0; i < run->numResults && !status; ++i)
    status = checkMeaning(run, i, results[i]);
  tcYardFree(&pool);
  if (status)
    return status;
  mlirOperationPrint(run->given, appendText, &text);
  status = tcStrBufStatus(&text);
  if (!status)
    say(run, tcStrBufText(&text));
  tcStrBufFree(&text);
  return status;
}

// A value in f64, integers and truth values as they are.
static TcStatus exportValue(const TcBounded *x, TcTensor *out) {
  TcDType dtype = x->w ? TC_DTYPE_COMPLEX128 : x->v ? TC_DTYPE_F64 : x->dtype;
  const TcAllocator *heap = tcAllocatorSystem();
  out->data =
      heap->alloc(heap->self, (size_t)x->count * tcDTypeSize(dtype) + 1, 64);
  if (!out->data)
    return tcStatusMake(TC_ERROR_OUT_OF_MEMORY, "out of memory for a result");
  for (int64_t k = 0; k < x->count; ++k) {
    TcScalar value = {.i = x->i ? x->i[k] : 0};
    if (x->w)
      value.c = tcScalarComplex(x->v[k], x->w[k]);
    else if (x->v)
      value.f = x->v[k];
    else if (dtype == TC_DTYPE_BOOL)
      value.b = x->i[k] != 0;
    tcElementStore(dtype, out->data, k, value);
  }
  for (unsigned d = 0; d < x->rank; ++d)
    out->sizes[d] = x->sizes[d];
  out->dtype = (uint8_t)dtype;
  out->rank = (uint8_t)x->rank;
  return TC_OK;
}

static TcStatus callWide(Run *run, const char *entry) {
  TcYardPool pool = {NULL};
  TcBounded **values;
  TC_RETURN_IF_ERROR(makeResults(run, run->numResults, &run->results));
  TcYardRules rules = {.mode = TC_YARD_NATIVE};
  TcStatus status = evaluate(run, entry, &rules, &pool, &values);
  for (size_t i = 0; i < run->numResults && !status; ++i)
    status = exportValue(values[i], &run->results[i]);
  tcYardFree(&pool);
  return status;
}

static TcStatus callAndCheck(Run *run, const char *entry) {
  TcStatus called = run->options.wide
                        ? callWide(run, entry)
                        : call(run, entry, run->numResults, &run->results);
  if (called)
    return called;
  TcStatus status = TC_OK;
  for (size_t i = 0; i < run->numResults && run->options.print; ++i)
    status = worse(status, printResult(run, i));
  if (run->options.check)
    status = worse(status, check(run));
  freeResults(run->numResults, run->results);
  return status;
}

static TcStatus runAndCompare(Run *run, const char *entry) {
  run->numResults = tcInterpretNumResults(run->module, entry);
  TcStatus status = TC_OK;
  bool only = run->options.expect || run->options.sameAs;
  if (run->options.print || run->options.check || !only)
    status = callAndCheck(run, entry);
  if (run->options.expect && !status)
    status = printExpected(run, entry);
  if (run->options.sameAs)
    status = worse(status, compareFunctions(run, entry, run->options.sameAs));
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

// Lowers a captured graph to prims, on which expected results are computed.
static TcStatus lowerCopy(Run *run, MlirModule *lowered) {
  *lowered = mlirModuleFromOperation(mlirOperationClone(run->module));
  run->module = mlirModuleGetOperation(*lowered);
  return tcSessionRun(*lowered, "tc-to-prim");
}

static TcStatus parseAndRun(MlirContext ctx, const char *text, size_t size,
                            Run *run) {
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
  Run run = {.options = *options};
  MlirContext ctx = tcSessionContext(/*threads=*/true);
  TcCollector collector;
  tcCollectorStart(&collector, ctx);
  TcStatus status = parseAndRun(ctx, text, size, &run);
  status = tcSessionBetter(tcCollectorFinish(&collector), status);
  mlirContextDestroy(ctx);
  return status;
}
