// Sizes and symbols of a descriptor. See describe.h.
#include "passes/describe/describe_impl.h"

#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "lib/support/size.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

void tcDescribeFail(Describe *d, MlirOperation op, const char *why) {
  if (!d->failed)
    tcOpEmitError(op, "[TC-0602] cannot be made a step of a program: %s", why);
  d->failed = true;
}

//===- Size code ----------------------------------------------------------===//

static void emit(Describe *d, int64_t word) {
  tcVecPush(d->arena, &d->code, word);
}

static void *emitConstant(void *self, int64_t value) {
  emit(self, TC_CODE_CONSTANT);
  emit(self, value);
  return self;
}

static void *emitSymbol(void *self, const char *name) {
  Describe *d = self;
  void *index = tcMapGetText(&d->symbolIndex, name);
  if (!index)
    return NULL;
  emit(d, TC_CODE_SYMBOL);
  emit(d, (int64_t)(uintptr_t)index - 1);
  return self;
}

static void *emitBinary(void *self, TcSizeOp op, void *lhs, void *rhs) {
  static const int64_t words[] = {
      [TC_SIZE_ADD] = TC_CODE_ADD,           [TC_SIZE_MUL] = TC_CODE_MUL,
      [TC_SIZE_FLOORDIV] = TC_CODE_FLOORDIV, [TC_SIZE_MOD] = TC_CODE_MOD,
      [TC_SIZE_MIN] = TC_CODE_MIN,           [TC_SIZE_MAX] = TC_CODE_MAX};
  (void)lhs, (void)rhs; // already on the stack
  emit(self, words[op]);
  return self;
}

static bool emitCode(Describe *d, const char *text, size_t n) {
  const TcSizeFolder folder = {d, emitConstant, emitSymbol, emitBinary, NULL};
  const TcSize *size;
  TcStatus status = tcSizeParse(d->arena, text, n, &size);
  bool ok = !status && tcSizeFold(size, &folder);
  tcStatusFree(status);
  emit(d, TC_CODE_END);
  return ok;
}

uint32_t tcDescribeSize(Describe *d, MlirAttribute size) {
  if (mlirAttributeIsNull(size)) {
    d->failed = true;
    return TC_NONE;
  }
  MlirStringRef text = tcSizeAttrGetText(size);
  void *known = tcMapGetTextN(&d->sizeIndex, text.data, text.length);
  if (known)
    return (uint32_t)(uintptr_t)known - 1;
  TcSizeInfo info = {tcArenaCopyText(d->arena, text.data, text.length),
                     (uint32_t)d->code.size, 0};
  if (!emitCode(d, text.data, text.length)) {
    d->failed = true;
    tcOpEmitError(d->main,
                  "[TC-0601] the size '%s' does not follow from the sizes of "
                  "the arguments; pass it as an argument's dimension",
                  info.text);
    return TC_NONE;
  }
  tcVecPush(d->arena, &d->sizes, info);
  uintptr_t index = d->sizes.size;
  tcMapSetTextN(&d->sizeIndex, text.data, text.length, (void *)index);
  return (uint32_t)index - 1;
}

//===- Symbols ------------------------------------------------------------===//

typedef struct Dim {
  Describe *d;
  const TcSize *size;
  uint32_t input, dim;
} Dim;

// The value of a symbol in `tc.sizes` of the module, -1 if it has none.
static int64_t exampleOf(const Describe *d, const char *name) {
  MlirAttribute sizes =
      mlirOperationGetDiscardableAttributeByName(d->module, tcStr("tc.sizes"));
  if (mlirAttributeIsNull(sizes) || !mlirAttributeIsADictionary(sizes))
    return -1;
  MlirAttribute value = mlirDictionaryAttrGetElementByName(sizes, tcStr(name));
  bool known = !mlirAttributeIsNull(value) && mlirAttributeIsAInteger(value);
  return known ? mlirIntegerAttrGetValueInt(value) : -1;
}

static void addSymbol(const Dim *at, const char *name, int64_t scale,
                      int64_t shift) {
  Describe *d = at->d;
  TcSymbolInfo info = {.name = tcArenaPrintf(d->arena, "%s", name),
                       .source = TC_SYMBOL_DIM,
                       .input = at->input,
                       .dim = at->dim,
                       .scale = scale,
                       .shift = shift,
                       .min = 0,
                       .max = INT64_MAX,
                       .example = exampleOf(at->d, name)};
  tcVecPush(d->arena, &d->symbols, info);
  tcMapSetText(&d->symbolIndex, name, (void *)(uintptr_t)d->symbols.size);
  if (info.example >= 0)
    tcBindingsSet(&d->examples, tcStr(info.name),
                  tcSizeAttrGetConstant(d->ctx, info.example));
}

// A dimension scale * symbol + shift defines its symbol.
static bool trySymbol(void *self, const char *name) {
  const Dim *at = self;
  const TcSize *scale, *shift;
  int64_t a, b;
  if (!tcMapGetText(&at->d->symbolIndex, name) &&
      tcSizeCoefficient(at->d->arena, at->size, name, &scale, &shift) &&
      tcSizeIsConst(scale, &a) && a > 0 && tcSizeIsConst(shift, &b))
    addSymbol(at, name, a, b);
  return true;
}

// Symbols that a step of @main sets.
static void addLateSymbols(Describe *d, MlirBlock body) {
  enum { MOST = 45 }; // no tensor has more than 2^45 bytes
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirStringRef name;
    if (!tcIsA(op, "prim.range_to") ||
        !tcSizeAttrIsSymbol(
            tcTypeGetSize(mlirValueGetType(mlirOperationGetResult(op, 0)), 0),
            &name) ||
        tcMapGetTextN(&d->symbolIndex, name.data, name.length))
      continue;
    TcSymbolInfo info = {.name =
                             tcArenaCopyText(d->arena, name.data, name.length),
                         .source = TC_SYMBOL_LATE,
                         .max = (int64_t)1 << MOST,
                         .scale = 1,
                         .example = -1};
    tcVecPush(d->arena, &d->symbols, info);
    tcMapSetText(&d->symbolIndex, info.name,
                 (void *)(uintptr_t)d->symbols.size);
  }
}

void tcDescribeSymbols(Describe *d, MlirOperation func) {
  MlirBlock body = tcKernelBody(func);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    for (intptr_t k = 0; k < tcTypeGetRank(type); ++k) {
      Dim at = {d, NULL, (uint32_t)i, (uint32_t)k};
      MlirStringRef text = tcSizeAttrGetText(tcTypeGetSize(type, k));
      TcStatus status = tcSizeParse(d->arena, text.data, text.length, &at.size);
      if (!status)
        tcSizeSymbols(at.size, trySymbol, &at);
      tcStatusFree(status);
    }
  }
  addLateSymbols(d, body);
  MlirOperation other = mlirBlockGetFirstOperation(
      mlirModuleGetBody(mlirModuleFromOperation(d->module)));
  for (; !mlirOperationIsNull(other);
       other = mlirOperationGetNextInBlock(other))
    if (mlirOperationGetDiscardableAttributeByName(other, tcStr("tc.loop"))
            .ptr) // of a loop.while
      addLateSymbols(d, tcKernelBody(other));
}
