// What tc-interpret does with values in f64 and their bounds (lib/yardstick):
// compares two functions, writes what is expected of results, shows results.
#include "driver/interpret_run.h"
#include "driver/whole.h"

#include "ir/scalar.h"
#include "ir/types.h"
#include "runtime/compare.h"
#include "runtime/reals.h"
#include "target/units.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>
#include <string.h>

// Results of a function, evaluated in f64 with their bounds; `code` as of
// tcWholeRun.
static TcStatus evaluate(TcInterpretRun *run, const char *name,
                         const TcYardRules *code, TcYardPool *pool,
                         TcBounded ***results) {
  *results =
      TC_ARENA_ARRAY(&run->inputs.arena, TcBounded *, run->numResults + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&run->inputs.arena));
  return tcWholeRunModule(mlirModuleFromOperation(run->module), name,
                          run->options.entry ? run->options.entry : "main",
                          code, pool, run->numResults, *results);
}

static void printSameHead(TcStrBuf *out, size_t i, const TcBounded *t) {
  tcRunPrintHead(out, i,
                 &(TcTensor){.dtype = (uint8_t)t->dtype,
                             .rank = (uint8_t)t->rank,
                             .sizes = (int64_t *)(uintptr_t)t->sizes});
}

static TcStatus compareResult(TcInterpretRun *run, size_t i,
                              const TcBounded *own, const TcBounded *other) {
  TcStrBuf line = {0}, found = {0};
  printSameHead(&line, i, own);
  TcStatus status = tcCheckSame(own, other, &found);
  if (status)
    status = tcStatusAnnotate(status, "result %zu", i);
  tcStrBufPrintf(&line, " %s: %s", status ? "WRONG" : "same",
                 tcStrBufText(&found));
  tcRunSay(run, tcStrBufText(&line));
  tcStrBufFree(&line);
  tcStrBufFree(&found);
  return status;
}

static TcStatus compareAll(TcInterpretRun *run, const char *entry,
                           const char *name, TcYardPool *pool) {
  TcBounded **own, **others;
  TcYardRules rules = {.mode = TC_YARD_NATIVE};
  TC_RETURN_IF_ERROR(evaluate(run, entry, &rules, pool, &own));
  TC_RETURN_IF_ERROR(evaluate(run, name, &rules, pool, &others));
  TcStatus status = TC_OK;
  for (size_t i = 0; i < run->numResults; ++i)
    status = tcRunWorse(status, compareResult(run, i, own[i], others[i]));
  return status;
}

// Evaluates the other function on the same inputs.
TcStatus tcRunCompareFunctions(TcInterpretRun *run, const char *entry,
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

static MlirAttribute knownEntry(const TcInterpretRun *run, size_t result) {
  intptr_t k = 0;
  if (!mlirAttributeIsNull(tcRunResultAttr(run, result, "tc.ties")))
    return mlirAttributeGetNull();
  for (size_t i = 0; i < result; ++i)
    k += mlirAttributeIsNull(tcRunResultAttr(run, i, "tc.ties"));
  return entryAt(run->expected, k);
}

static void setModuleAttr(TcInterpretRun *run, const char *name, intptr_t n,
                          const MlirAttribute *all) {
  mlirOperationSetDiscardableAttributeByName(
      run->given, mlirStringRefCreateFromCString(name),
      mlirArrayAttrGet(mlirOperationGetContext(run->module), n, all));
}

static void expectState(TcInterpretRun *run, TcBounded *const *results) {
  MlirAttribute state = run->state;
  MlirAttribute all[64], entry;
  intptr_t n = 0;
  for (; n < 64 && !mlirAttributeIsNull(entry = entryAt(state, n)); ++n) {
    all[n] = entry;
    for (size_t i = 0; i < run->numResults; ++i)
      if (tcRunIsTiedTo(tcRunResultAttr(run, i, "tc.ties"), entry))
        all[n] = tcExpectedOf(mlirOperationGetContext(run->module),
                              (MlirType){NULL}, entry, results[i]);
  }
  if (n)
    setModuleAttr(run, "tc.expected_state", n, all);
}

// Compares with PyTorch's f64 results, where they are known, within the bounds
// of the program's own types, which its constants have.
static TcStatus checkMeaning(TcInterpretRun *run, size_t i,
                             const TcBounded *own) {
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

static TcStatus expectResults(TcInterpretRun *run, TcBounded *const *results) {
  MlirContext ctx = mlirOperationGetContext(run->module);
  MlirAttribute known = run->expected;
  MlirAttribute *all =
      TC_ARENA_ARRAY(&run->inputs.arena, MlirAttribute, run->numResults + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&run->inputs.arena));
  intptr_t n = 0;
  for (size_t i = 0; i < run->numResults; ++i)
    if (mlirAttributeIsNull(tcRunResultAttr(run, i, "tc.ties"))) {
      all[n] = tcExpectedOf(ctx, tcTypeFromDType(ctx, results[i]->dtype),
                            entryAt(known, n), results[i]);
      ++n;
    }
  setModuleAttr(run, "tc.expected", n, all);
  return TC_OK;
}

// As code for the module's target is judged; if it has none, for this machine.
static TcStatus rulesOfCode(const TcInterpretRun *run, TcYardRules *rules) {
  TcTarget target;
  TC_RETURN_IF_ERROR(tcTargetOfModule(run->given, "host", &target));
  *rules = (TcYardRules){TC_YARD_KEPT, tcTargetFlushed(&target)};
  return TC_OK;
}

// Prints the module after the passes, with these values and bounds as
// tc.expected.
TcStatus tcRunPrintExpected(TcInterpretRun *run, const char *entry) {
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
  mlirOperationPrint(run->given, tcRunAppendText, &text);
  status = tcStrBufStatus(&text);
  if (!status)
    tcRunSay(run, tcStrBufText(&text));
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

TcStatus tcRunCallWide(TcInterpretRun *run, const char *entry) {
  TcYardPool pool = {NULL};
  TcBounded **values;
  TC_RETURN_IF_ERROR(tcRunMakeResults(run, run->numResults, &run->results));
  TcYardRules rules = {.mode = TC_YARD_NATIVE};
  TcStatus status = evaluate(run, entry, &rules, &pool, &values);
  for (size_t i = 0; i < run->numResults && !status; ++i)
    status = exportValue(values[i], &run->results[i]);
  tcYardFree(&pool);
  return status;
}
