// Evaluates functions of launches on bounded values; see whole.h.
#include "driver/whole.h"

#include "driver/session.h"
#include "interp/machine.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"
#include "yardstick/yardstick.h"

#include <string.h>

typedef struct Whole {
  TcMachine machine;
  TcFrame frame;
  TcMap values; // -> TcBounded
  TcMap narrow; // values that are computed from a type which is flushed
  TcInputs *inputs;
  TcYardPool *pool;
  TcYardRules rules;
} Whole;

//===- Ops ----------------------------------------------------------------===//

static TcBounded *valueOf(Whole *w, MlirValue value) {
  return tcMapGet(&w->values, value.ptr);
}

static TcStatus setValue(Whole *w, MlirValue value, TcBounded *bounded) {
  return tcMapSet(&w->values, value.ptr, bounded)
             ? TC_OK
             : tcArenaStatus(&w->frame.arena);
}

// Whether an operand is, or comes from, a value of a type that a unit flushes.
// Its numbers may have been widened: passes multiply them in their own type.
static bool isNarrow(const Whole *w, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue x = mlirOperationGetOperand(op, i);
    TcDType dtype = tcTypeGetDType(tcTypeGetElement(mlirValueGetType(x)));
    if (w->rules.flushed >> dtype & 1 || tcMapGet(&w->narrow, x.ptr))
      return true;
  }
  return false;
}

// Whether values of these types are read.
static bool readsAny(MlirOperation func, uint32_t flushed) {
  const Whole w = {.rules.flushed = flushed};
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (isNarrow(&w, op))
      return true;
  return false;
}

// The rules for one op.
static TcStatus rulesOf(Whole *w, MlirOperation op, TcYardRules *rules) {
  *rules = w->rules;
  if (!rules->flushed || !isNarrow(w, op))
    return TC_OK;
  rules->flushed |= 1u << TC_DTYPE_F32;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (!tcMapSet(&w->narrow, mlirOperationGetResult(op, i).ptr, w))
      return tcArenaStatus(&w->frame.arena);
  return TC_OK;
}

static TcStatus runLaunch(Whole *w, MlirOperation op) {
  TcArena *arena = &w->frame.arena;
  intptr_t n = mlirOperationGetNumOperands(op);
  intptr_t m = mlirOperationGetNumResults(op);
  MlirStringRef name = tcLoopLaunchGetKernel(op);
  MlirOperation kernel = {
      tcMapGetTextN(&w->machine.symbols, name.data, name.length)};
  TcBounded **inputs = TC_ARENA_ARRAY(arena, TcBounded *, (size_t)n + 1);
  TcBounded **results = TC_ARENA_ARRAY(arena, TcBounded *, (size_t)m + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(arena));
  for (intptr_t i = 0; i < n; ++i)
    if (!(inputs[i] = valueOf(w, mlirOperationGetOperand(op, i))))
      return tcStatusMake(TC_ERROR_INTERNAL, "operand %d has no value", (int)i);
  TcYardRules rules;
  TC_RETURN_IF_ERROR(rulesOf(w, op, &rules));
  TC_RETURN_IF_ERROR(tcYardLaunch(w->pool, &w->frame, op, kernel, &rules,
                                  inputs, NULL, results));
  for (intptr_t i = 0; i < m; ++i)
    TC_RETURN_IF_ERROR(setValue(w, mlirOperationGetResult(op, i), results[i]));
  return TC_OK;
}

static TcStatus runConstant(Whole *w, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  int64_t sizes[TC_MAX_RANK];
  size_t bytes;
  TcBounded *y;
  TC_RETURN_IF_ERROR(tcEvalSizes(&w->frame, type, sizes));
  const void *data =
      tcDenseData(&w->frame.arena, tcPrimConstantGetValue(op), &bytes);
  if (!data)
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET, "a constant of this kind");
  TC_RETURN_IF_ERROR(
      tcBoundedRead(w->pool, tcTypeGetDType(tcTypeGetElement(type)),
                    (unsigned)tcTypeGetRank(type), sizes, NULL, data, &y));
  return setValue(w, mlirOperationGetResult(op, 0), y);
}

static TcStatus readTensor(Whole *w, const TcTensor *t, TcBounded **out) {
  return tcBoundedRead(w->pool, (TcDType)t->dtype, t->rank, t->sizes,
                       t->strides, t->data, out);
}

static TcStatus runWeight(Whole *w, MlirOperation op) {
  MlirStringRef name = tcPrimGetWeightGetName(op);
  char *text = tcArenaCopyText(&w->frame.arena, name.data, name.length);
  TcTensor tensor = {0};
  TcBounded *y;
  TC_RETURN_IF_ERROR(tcArenaStatus(&w->frame.arena));
  TC_RETURN_IF_ERROR(tcInputsGetWeight(w->inputs, text, &tensor));
  TC_RETURN_IF_ERROR(readTensor(w, &tensor, &y));
  return setValue(w, mlirOperationGetResult(op, 0), y);
}

// The same elements under another shape.
static TcStatus runView(Whole *w, MlirOperation op) {
  const TcBounded *x = valueOf(w, mlirOperationGetOperand(op, 0));
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  void *memory;
  TC_RETURN_IF_ERROR(tcYardAlloc(w->pool, sizeof(TcBounded), &memory));
  TcBounded *y = memory;
  if (!x)
    return tcStatusMake(TC_ERROR_INTERNAL, "an operand has no value");
  TcYardRules rules;
  TC_RETURN_IF_ERROR(rulesOf(w, op, &rules));
  *y = *x;
  y->rank = (unsigned)tcTypeGetRank(type);
  TC_RETURN_IF_ERROR(tcEvalSizes(&w->frame, type, y->sizes));
  return setValue(w, mlirOperationGetResult(op, 0), y);
}

static TcStatus runOp(Whole *w, MlirOperation op) {
  if (tcLoopOpKind(op) == TC_LOOP_LAUNCH)
    return runLaunch(w, op);
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_CONSTANT:
    return runConstant(w, op);
  case TC_PRIM_GET_WEIGHT:
    return runWeight(w, op);
  case TC_PRIM_RESHAPE:
  case TC_PRIM_CAST_SIZES:
    return runView(w, op);
  default: {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET,
                        "'%.*s': the yardstick has no bounds for this op",
                        (int)name.length, name.data);
  }
  }
}

//===- Functions ----------------------------------------------------------===//

// Binds the sizes, as the interpreter does, and reads the arguments.
static TcStatus bindArguments(Whole *w, MlirBlock body) {
  size_t n = w->inputs->n;
  TcArray *arrays = TC_ARENA_ARRAY(&w->frame.arena, TcArray, n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&w->frame.arena));
  for (size_t i = 0; i < n; ++i) {
    const TcTensor *t = &w->inputs->tensors[i];
    TcBounded *value;
    arrays[i] = (TcArray){.dtype = (TcDType)t->dtype,
                          .rank = t->rank,
                          .count = tcTensorElementCount(t),
                          .data = t->data};
    memcpy(arrays[i].sizes, t->sizes, t->rank * sizeof *t->sizes);
    TC_RETURN_IF_ERROR(readTensor(w, t, &value));
    TC_RETURN_IF_ERROR(
        setValue(w, mlirBlockGetArgument(body, (intptr_t)i), value));
  }
  return tcDefineArguments(&w->frame, body, (intptr_t)n, arrays);
}

static TcStatus runFunction(Whole *w, MlirOperation func, size_t numResults,
                            TcBounded **results) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  MlirOperation end = mlirBlockGetTerminator(body);
  TC_RETURN_IF_ERROR(bindArguments(w, body));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; op.ptr != end.ptr; op = mlirOperationGetNextInBlock(op))
    TC_RETURN_IF_ERROR(runOp(w, op));
  for (size_t i = 0; i < numResults; ++i)
    if (!(results[i] = valueOf(w, mlirOperationGetOperand(end, (intptr_t)i))))
      return tcStatusMake(TC_ERROR_INTERNAL, "a result has no value");
  return TC_OK;
}

static TcStatus runOnce(MlirOperation module, MlirOperation func,
                        TcInputs *inputs, TcYardRules rules, TcYardPool *pool,
                        size_t numResults, TcBounded **results) {
  Whole w = {.inputs = inputs, .pool = pool, .rules = rules};
  w.machine.ctx = mlirOperationGetContext(module);
  w.machine.symbols.arena = w.machine.lastUses.arena = &w.machine.arena;
  tcInterpAddSymbols(&w.machine.symbols, module);
  tcFrameOpen(&w.frame, &w.machine, 0);
  w.values.arena = w.narrow.arena = &w.frame.arena;
  TcStatus status = runFunction(&w, func, numResults, results);
  tcFrameClose(&w.frame);
  tcArenaFree(&w.machine.arena);
  return status;
}

// Replaces elements that error bounds leave undecided (bit patterns, indices,
// comparisons) by code's own value, where every operation on the way is rounded
// correctly.
static TcStatus takeNative(TcYardPool *pool, TcBounded *y,
                           const TcBounded *native) {
  void *open;
  if (!y->e)
    return TC_OK;
  TC_RETURN_IF_ERROR(tcYardAlloc(pool, (size_t)y->count, &open));
  y->open = open;
  for (int64_t k = 0; y->e && k < y->count; ++k) {
    bool open = y->i ? y->e[k] != 0 : isinf(y->e[k]);
    double e = native->e ? native->e[k] : 0;
    if (!open || (y->i ? e != 0 : isinf(e)))
      continue;
    y->e[k] = e;
    y->open[k] = true;
    if (y->v)
      y->v[k] = native->v[k];
    if (y->w)
      y->w[k] = native->w[k];
    if (y->i)
      y->i[k] = native->i[k];
  }
  return TC_OK;
}

// The lesser of the worst-case and the probabilistic bound, of element k.
static void takeLesser(TcBounded *y, const TcBounded *quadrature, int64_t k) {
  enum { TIMES = 8 };
  y->e[k] = fmin(y->e[k], quadrature->e ? TIMES * quadrature->e[k] : 0);
}

// Takes the lesser bound, and adds what units that flush add to the worst case:
// such errors all have one direction, so that their squares are not added up.
static TcStatus boundResult(TcYardPool *pool, TcBounded *y,
                            const TcBounded *likely, const TcBounded *flushed) {
  if (flushed->e)
    TC_RETURN_IF_ERROR(tcBoundedErrors(pool, y));
  for (int64_t k = 0; y->e && k < y->count; ++k) {
    double worst = y->e[k], more = flushed->e ? flushed->e[k] - worst : 0;
    takeLesser(y, likely, k);
    if (!(isinf(worst) || more <= 0))
      y->e[k] += more;
  }
  return TC_OK;
}

typedef struct WholeRun {
  MlirOperation module, func;
  TcInputs *inputs;
  size_t n;
} WholeRun;

static TcStatus runMode(const WholeRun *r, TcYardMode mode, uint32_t flushed,
                        TcYardPool *pool, TcBounded ***results) {
  *results = TC_ARENA_ARRAY(&r->inputs->arena, TcBounded *, r->n + 1);
  TC_RETURN_IF_ERROR(tcArenaStatus(&r->inputs->arena));
  return runOnce(r->module, r->func, r->inputs, (TcYardRules){mode, flushed},
                 pool, r->n, *results);
}

// The errors of `results` are those of the worst case, made in `pool`; `second`
// holds what is made here.
static TcStatus boundResults(const WholeRun *r, const TcYardRules *code,
                             TcYardPool *pool, TcYardPool *second,
                             TcBounded **results) {
  TcBounded **likely, **native, **flushed = results;
  uint32_t types = readsAny(r->func, code->flushed) ? code->flushed : 0;
  TC_RETURN_IF_ERROR(runMode(r, TC_YARD_LIKELY, 0, second, &likely));
  TC_RETURN_IF_ERROR(runMode(r, code->mode, types, second, &native));
  if (types)
    TC_RETURN_IF_ERROR(runMode(r, TC_YARD_WORST, types, second, &flushed));
  for (size_t i = 0; i < r->n; ++i) {
    TC_RETURN_IF_ERROR(boundResult(pool, results[i], likely[i], flushed[i]));
    TC_RETURN_IF_ERROR(takeNative(pool, results[i], native[i]));
  }
  return TC_OK;
}

TcStatus tcWholeRun(MlirOperation module, MlirOperation func, TcInputs *inputs,
                    const TcYardRules *code, TcYardPool *pool, size_t n,
                    TcBounded **results) {
  WholeRun run = {module, func, inputs, n};
  TcYardRules worst = {TC_YARD_WORST, 0};
  TcYardPool second = {NULL};
  TcStatus status = runOnce(module, func, inputs, worst, pool, n, results);
  if (!status)
    status = boundResults(&run, code, pool, &second, results);
  tcYardFree(&second);
  return status;
}

static TcStatus runLowered(MlirModule module, const char *entry,
                           const char *fills, const TcYardRules *code,
                           TcYardPool *pool, size_t n, TcBounded **results) {
  MlirOperation op = mlirModuleGetOperation(module);
  TC_RETURN_IF_ERROR(tcSessionRun(module, "tc-to-prim,prim-to-loop"));
  MlirOperation func = tcInterpretFind(op, entry);
  if (mlirOperationIsNull(func))
    return tcStatusMake(TC_ERROR_NO_FUNCTION, "no func.func is called @%s",
                        entry);
  if (mlirOperationIsNull(tcInterpretFind(op, fills)) ||
      tcInterpretNumResults(op, entry) != n)
    return tcStatusMake(TC_ERROR_INTERNAL, "another number of results");
  TcInputs inputs;
  MlirOperation filled = tcInterpretFind(op, fills);
  TcStatus status = tcInputsMake(&inputs, op, filled, /*allowAny=*/false);
  if (!status)
    status = tcWholeRun(op, func, &inputs, code, pool, n, results);
  tcArenaFree(&inputs.arena);
  return status;
}

TcStatus tcWholeRunModule(MlirModule module, const char *entry,
                          const char *fills, const TcYardRules *code,
                          TcYardPool *pool, size_t n, TcBounded **results) {
  MlirModule copy = mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(module)));
  TcStatus status = runLowered(copy, entry, fills, code, pool, n, results);
  mlirModuleDestroy(copy);
  return status;
}
