// Size symbols and sizes as values, and what is asserted of arguments: what
// lib/runtime/entry.c checks at a call. See function.h.
#include "passes/lower/function/function.h"

#include "lib/support/size.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/CfOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/MemrefOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

//===- Values -------------------------------------------------------------===//

MlirValue tcFunctionI64(Function *p, int64_t value) {
  return tcArithConstant(&p->b, mlirIntegerAttrGet(p->i64, value));
}

MlirValue tcFunctionToIndex(Function *p, MlirValue i64) {
  return tcArithIndexCast(&p->b, p->index, i64);
}

MlirValue tcFunctionFromIndex(Function *p, MlirValue index) {
  return tcArithIndexCast(&p->b, p->i64, index);
}

MlirValue tcFunctionToPtr(Function *p, MlirValue i64) {
  return tcLlvmInttoptr(&p->b, p->ptr, i64);
}

static MlirValue compare(Function *p, TcArithCmpIPredicate how, MlirValue a,
                         MlirValue b) {
  return tcArithCmpi(&p->b, how, a, b);
}

static MlirValue areEqual(Function *p, MlirValue a, MlirValue b) {
  return compare(p, TC_ARITH_CMP_I_PREDICATE_EQ, a, b);
}

void tcFunctionAssert(Function *p, MlirValue holds, const char *format, ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  tcCfAssert(&p->b, holds, tcStr(text));
}

//===- Sizes --------------------------------------------------------------===//

static const TcSize *parse(const Function *p, uint32_t size) {
  const char *text = p->d->sizes[size].text;
  const TcSize *parsed = NULL;
  TcStatus status = tcSizeParse(p->arena, text, strlen(text), &parsed);
  tcStatusFree(status); // it is canonical text
  return parsed;
}

static uint32_t symbolNamed(const Function *p, const char *name) {
  uint32_t i = 0;
  while (i < p->d->numSymbols && strcmp(p->d->symbols[i].name, name))
    ++i;
  return i;
}

static bool isEarly(void *self, const char *name) {
  const Function *p = self;
  uint32_t i = symbolNamed(p, name);
  return i < p->d->numSymbols && !p->isLate[i];
}

bool tcFunctionSizeIsLate(const Function *p, uint32_t size) {
  return !tcSizeSymbols(parse(p, size), isEarly, (void *)(uintptr_t)p);
}

bool tcFunctionSizeIsConst(const Function *p, uint32_t size, int64_t *value) {
  return tcSizeIsConst(parse(p, size), value);
}

static void *keep(Function *p, MlirValue value) {
  MlirValue *kept = TC_ARENA_NEW(p->arena, MlirValue);
  if (kept)
    *kept = value;
  return kept;
}

static void *foldConstant(void *self, int64_t value) {
  return keep(self, tcFunctionI64(self, value));
}

static void *foldSymbol(void *self, const char *name) {
  Function *p = self;
  uint32_t i = symbolNamed(p, name);
  if (i == p->d->numSymbols)
    return NULL;
  return keep(p, p->isLate[i] ? tcLlvmLoad(&p->b, p->i64, p->symbols[i])
                              : p->symbols[i]);
}

// Divides as the runtime's size code: by zero it gives 0.
static MlirValue divide(Function *p, TcSizeOp op, MlirValue a, MlirValue b) {
  MlirValue zero = tcFunctionI64(p, 0), isZero = areEqual(p, b, zero);
  MlirValue by = tcArithSelect(&p->b, isZero, tcFunctionI64(p, 1), b);
  MlirValue q = tcArithFloordivsi(&p->b, a, by);
  if (op == TC_SIZE_MOD)
    q = tcArithSubi(&p->b, a, tcArithMuli(&p->b, q, by));
  return tcArithSelect(&p->b, isZero, zero, q);
}

static void *foldBinary(void *self, TcSizeOp op, void *lhs, void *rhs) {
  Function *p = self;
  MlirValue a = *(MlirValue *)lhs, b = *(MlirValue *)rhs;
  switch (op) {
  case TC_SIZE_ADD:
    return keep(p, tcArithAddi(&p->b, a, b));
  case TC_SIZE_MUL:
    return keep(p, tcArithMuli(&p->b, a, b));
  case TC_SIZE_MIN:
    return keep(p, tcArithMinsi(&p->b, a, b));
  case TC_SIZE_MAX:
    return keep(p, tcArithMaxsi(&p->b, a, b));
  default: // TC_SIZE_FLOORDIV, TC_SIZE_MOD
    return keep(p, divide(p, op, a, b));
  }
}

static MlirValue evaluate(Function *p, uint32_t size) {
  const TcSizeFolder folder = {p, foldConstant, foldSymbol, foldBinary, NULL};
  MlirValue *value = tcSizeFold(parse(p, size), &folder);
  return value ? *value : tcNoValue();
}

MlirValue tcFunctionSize(Function *p, uint32_t size) {
  if (!mlirValueIsNull(p->sizes[size]))
    return p->sizes[size];
  return evaluate(p, size);
}

// Sizes of the arguments' symbols are computed once.
static void computeSizes(Function *p) {
  int64_t constant;
  for (uint32_t i = 0; i < p->d->numSizes; ++i)
    if (!tcFunctionSizeIsConst(p, i, &constant) && !tcFunctionSizeIsLate(p, i))
      p->sizes[i] = evaluate(p, i);
}

//===- Symbols ------------------------------------------------------------===//

static MlirValue dimension(Function *p, uint32_t input, uint32_t dim) {
  MlirValue at =
      tcArithConstant(&p->b, mlirIntegerAttrGet(p->index, (int64_t)dim));
  return tcFunctionFromIndex(p, tcMemrefDim(&p->b, p->args[input], at));
}

// Inverts got = scale * symbol + shift; that it is of this form is asserted
// with the dimension's own size.
static void solveSymbol(Function *p, uint32_t index) {
  const TcSymbolInfo *s = &p->d->symbols[index];
  MlirValue got = dimension(p, s->input, s->dim);
  if (s->shift)
    got = tcArithSubi(&p->b, got, tcFunctionI64(p, s->shift));
  if (s->scale != 1)
    got = tcArithDivsi(&p->b, got, tcFunctionI64(p, s->scale));
  if (s->shift)
    tcFunctionAssert(
        p,
        compare(p, TC_ARITH_CMP_I_PREDICATE_SGE, got, tcFunctionI64(p, s->min)),
        "%s: dimension %u makes no value for the size %s",
        p->d->inputs[s->input].name, s->dim, s->name);
  p->symbols[index] = got;
}

enum { NOT_YET = -1 };

static void openSymbols(Function *p) {
  for (uint32_t i = 0; i < p->d->numSymbols; ++i) {
    p->isLate[i] = p->d->symbols[i].source == TC_SYMBOL_LATE;
    if (!p->isLate[i]) {
      solveSymbol(p, i);
      continue;
    }
    p->symbols[i] = tcLlvmAlloca(&p->b, p->ptr, tcFunctionI64(p, 1), p->i64);
    tcLlvmStore(&p->b, tcFunctionI64(p, NOT_YET), p->symbols[i]);
  }
}

//===- What is asserted ---------------------------------------------------===//

// Whether the dimension is what a symbol's value was taken from.
static bool isSource(const Function *p, uint32_t input, uint32_t dim) {
  for (uint32_t i = 0; i < p->d->numSymbols; ++i) {
    const TcSymbolInfo *s = &p->d->symbols[i];
    if (s->source == TC_SYMBOL_DIM && s->input == input && s->dim == dim)
      return s->scale == 1;
  }
  return false;
}

static void assertDimensions(Function *p, uint32_t input) {
  const TcValueInfo *v = &p->d->inputs[input];
  MlirType type = mlirValueGetType(p->args[input]);
  for (uint32_t i = 0; i < v->rank; ++i)
    if (mlirShapedTypeIsDynamicDim(type, i) && !isSource(p, input, i))
      tcFunctionAssert(
          p, areEqual(p, dimension(p, input, i), tcFunctionSize(p, v->dims[i])),
          "%s: dimension %u is not %s", v->name, i,
          p->d->sizes[v->dims[i]].text);
}

// Strides of dimensions of size 1, and of empty tensors, do not matter.
static void assertStrides(Function *p, uint32_t input) {
  const TcValueInfo *v = &p->d->inputs[input];
  int64_t constant;
  bool isKnown = true;
  for (uint32_t i = 0; v->strides && i < v->rank; ++i)
    isKnown &= tcFunctionSizeIsConst(p, v->strides[i], &constant);
  if (!v->strides || isKnown)
    return; // then they are in the type
  MlirOperation all =
      tcMemrefExtractStridedMetadataCreate(&p->b, p->args[input]);
  MlirValue count = tcFunctionI64(p, 1);
  for (uint32_t i = 0; i < v->rank; ++i)
    count = tcArithMuli(&p->b, count, dimension(p, input, i));
  MlirValue isEmpty = areEqual(p, count, tcFunctionI64(p, 0));
  for (uint32_t i = 0; i < v->rank; ++i) {
    MlirValue got = tcFunctionFromIndex(
        p, tcMemrefExtractStridedMetadataGetStrides(all, i));
    MlirValue isOne = areEqual(p, dimension(p, input, i), tcFunctionI64(p, 1));
    MlirValue fits = areEqual(p, got, tcFunctionSize(p, v->strides[i]));
    fits = tcArithOri(&p->b, fits, tcArithOri(&p->b, isOne, isEmpty));
    tcFunctionAssert(p, fits, "%s: the stride of dimension %u is not %s",
                     v->name, i, p->d->sizes[v->strides[i]].text);
  }
}

static void assertGuard(Function *p, const TcGuardInfo *g) {
  static const TcArithCmpIPredicate how[] = {
      [TC_GUARD_EQ] = TC_ARITH_CMP_I_PREDICATE_EQ,
      [TC_GUARD_NE] = TC_ARITH_CMP_I_PREDICATE_NE,
      [TC_GUARD_LT] = TC_ARITH_CMP_I_PREDICATE_SLT,
      [TC_GUARD_LE] = TC_ARITH_CMP_I_PREDICATE_SLE};
  static const char *const names[] = {[TC_GUARD_EQ] = "==",
                                      [TC_GUARD_NE] = "!=",
                                      [TC_GUARD_LT] = "<",
                                      [TC_GUARD_LE] = "<="};
  MlirValue holds = compare(p, how[g->relation], tcFunctionSize(p, g->lhs),
                            tcFunctionSize(p, g->rhs));
  tcFunctionAssert(p, holds, "the program was compiled for %s %s %s",
                   p->d->sizes[g->lhs].text, names[g->relation],
                   p->d->sizes[g->rhs].text);
}

static bool isKnown(void *self, const char *name) {
  const Function *p = self;
  uint32_t i = symbolNamed(p, name);
  return i < p->d->numSymbols && (!p->isLate[i] || p->isKnown[i]);
}

static bool sizeIsKnown(Function *p, uint32_t size) {
  return tcSizeSymbols(parse(p, size), isKnown, p);
}

// Those that can be evaluated now; behind the entry, those of late sizes.
static void assertGuards(Function *p, bool late) {
  for (uint32_t i = 0; i < p->d->numGuards; ++i) {
    const TcGuardInfo *g = &p->d->guards[i];
    bool isLate =
        tcFunctionSizeIsLate(p, g->lhs) || tcFunctionSizeIsLate(p, g->rhs);
    if (isLate == late && sizeIsKnown(p, g->lhs) && sizeIsKnown(p, g->rhs))
      assertGuard(p, g);
  }
}

void tcFunctionEnter(Function *p) {
  if (p->section != TC_SECTION_MAIN)
    return; // all of its sizes are constants
  openSymbols(p);
  computeSizes(p);
  for (uint32_t i = 0; i < p->d->numInputs; ++i) {
    assertDimensions(p, i);
    assertStrides(p, i);
  }
  assertGuards(p, false);
}

void tcFunctionSetSymbol(Function *p, uint32_t symbol, MlirValue value) {
  const TcSymbolInfo *s = &p->d->symbols[symbol];
  MlirValue before = tcLlvmLoad(&p->b, p->i64, p->symbols[symbol]);
  MlirValue least =
      compare(p, TC_ARITH_CMP_I_PREDICATE_SGE, value, tcFunctionI64(p, s->min));
  MlirValue most =
      compare(p, TC_ARITH_CMP_I_PREDICATE_SLE, value, tcFunctionI64(p, s->max));
  tcFunctionAssert(p, tcArithAndi(&p->b, least, most),
                   "the size %s is out of range", s->name);
  MlirValue isFirst = areEqual(p, before, tcFunctionI64(p, NOT_YET));
  tcFunctionAssert(p, tcArithOri(&p->b, isFirst, areEqual(p, before, value)),
                   "the size %s is another than where it was found before",
                   s->name);
  tcLlvmStore(&p->b, value, p->symbols[symbol]);
  p->isKnown[symbol] = true;
  assertGuards(p, true);
}
