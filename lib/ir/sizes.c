// #tc.size arithmetic: attributes to expressions of lib/support/size.h and
// back. Constants, nearly all sizes of a static model, never leave int64.
#include "ir/sizes.h"
#include <string.h>

static const MlirAttribute none = {NULL};

const TcSize *tcSizeAttrParse(TcArena *arena, MlirAttribute size) {
  MlirStringRef text = tcSizeAttrGetText(size);
  const TcSize *out = NULL;
  TcStatus status = tcSizeParse(arena, text.data, text.length, &out);
  tcStatusFree(status); // only memory can run out: the text is canonical
  return out;
}

// The attribute of an expression; null if that is NULL or bad.
static MlirAttribute format(MlirContext context, const TcSize *size) {
  if (!size)
    return none;
  TcStatus status = tcSizeStatus(size);
  if (status) {
    tcStatusFree(status);
    return none;
  }
  TcStrBuf text = {0};
  tcSizePrint(size, &text);
  MlirAttribute out = none;
  if (!text.failed)
    out = tcSizeAttrGet(context, mlirStringRefCreate(text.data, text.size));
  tcStrBufFree(&text);
  return out;
}

//===- Making -------------------------------------------------------------===//

typedef const TcSize *SizeFn(TcArena *arena, const TcSize *a, const TcSize *b);
// False if the result is no int64.
typedef bool ConstFn(int64_t a, int64_t b, int64_t *out);

static MlirAttribute apply(MlirAttribute a, MlirAttribute b, ConstFn *constant,
                           SizeFn *symbolic) {
  if (!a.ptr || !b.ptr)
    return none;
  MlirContext context = mlirAttributeGetContext(a);
  int64_t x, y, z;
  if (tcSizeAttrIsConstant(a, &x) && tcSizeAttrIsConstant(b, &y))
    return constant(x, y, &z) ? tcSizeAttrGetConstant(context, z) : none;
  TcArena arena;
  tcArenaInit(&arena, NULL);
  const TcSize *left = tcSizeAttrParse(&arena, a),
               *right = tcSizeAttrParse(&arena, b);
  MlirAttribute out = none;
  if (left && right)
    out = format(context, symbolic(&arena, left, right));
  tcArenaFree(&arena);
  return out;
}

static bool addConst(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_add_overflow(a, b, out);
}

static bool subConst(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_sub_overflow(a, b, out);
}

static bool mulConst(int64_t a, int64_t b, int64_t *out) {
  return !__builtin_mul_overflow(a, b, out);
}

static bool floorDivConst(int64_t a, int64_t b, int64_t *out) {
  if (b == 0 || (a == INT64_MIN && b == -1))
    return false;
  *out = a / b - (a % b != 0 && (a < 0) != (b < 0));
  return true;
}

static bool ceilDivConst(int64_t a, int64_t b, int64_t *out) {
  if (b == 0 || (a == INT64_MIN && b == -1))
    return false;
  *out = a / b + (a % b != 0 && (a < 0) == (b < 0));
  return true;
}

static bool modConst(int64_t a, int64_t b, int64_t *out) {
  int64_t quotient;
  if (!floorDivConst(a, b, &quotient))
    return false;
  *out = a - b * quotient;
  return true;
}

static bool minConst(int64_t a, int64_t b, int64_t *out) {
  *out = a < b ? a : b;
  return true;
}

static bool maxConst(int64_t a, int64_t b, int64_t *out) {
  *out = a > b ? a : b;
  return true;
}

static bool exactDivConst(int64_t a, int64_t b, int64_t *out) {
  return floorDivConst(a, b, out) && a % b == 0;
}

MlirAttribute tcSizeAttrGetSymbol(MlirContext context, MlirStringRef name) {
  MlirAttribute size = tcSizeAttrGet(context, name);
  return tcSizeAttrIsSymbol(size, NULL) ? size : none;
}

MlirAttribute tcSizeAttrAdd(MlirAttribute a, MlirAttribute b) {
  return apply(a, b, addConst, tcSizeAdd);
}

MlirAttribute tcSizeAttrSub(MlirAttribute a, MlirAttribute b) {
  return apply(a, b, subConst, tcSizeSub);
}

MlirAttribute tcSizeAttrMul(MlirAttribute a, MlirAttribute b) {
  return apply(a, b, mulConst, tcSizeMul);
}

MlirAttribute tcSizeAttrFloorDiv(MlirAttribute a, MlirAttribute b) {
  return apply(a, b, floorDivConst, tcSizeFloorDiv);
}

MlirAttribute tcSizeAttrCeilDiv(MlirAttribute a, MlirAttribute b) {
  return apply(a, b, ceilDivConst, tcSizeCeilDiv);
}

MlirAttribute tcSizeAttrMod(MlirAttribute a, MlirAttribute b) {
  return apply(a, b, modConst, tcSizeMod);
}

MlirAttribute tcSizeAttrMin(MlirAttribute a, MlirAttribute b) {
  return apply(a, b, minConst, tcSizeMin);
}

MlirAttribute tcSizeAttrMax(MlirAttribute a, MlirAttribute b) {
  return apply(a, b, maxConst, tcSizeMax);
}

MlirAttribute tcSizeAttrExactDiv(MlirAttribute a, MlirAttribute b) {
  return apply(a, b, exactDivConst, tcSizeExactDiv);
}

// The constant `value` as a size of the same context; null if `like` is.
static MlirAttribute constantLike(MlirAttribute like, int64_t value) {
  if (!like.ptr)
    return none;
  return tcSizeAttrGetConstant(mlirAttributeGetContext(like), value);
}

MlirAttribute tcSizeAttrAddConst(MlirAttribute a, int64_t b) {
  return tcSizeAttrAdd(a, constantLike(a, b));
}

MlirAttribute tcSizeAttrMulConst(MlirAttribute a, int64_t b) {
  return tcSizeAttrMul(a, constantLike(a, b));
}

MlirAttribute tcSizeAttrFloorDivConst(MlirAttribute a, int64_t b) {
  return tcSizeAttrFloorDiv(a, constantLike(a, b));
}

MlirAttribute tcSizeAttrPrimitive(MlirAttribute size, int64_t *count) {
  if (tcSizeAttrIsConstant(size, count))
    return tcSizeAttrGetConstant(mlirAttributeGetContext(size), 1);
  TcArena arena;
  tcArenaInit(&arena, NULL);
  const TcSize *parsed = tcSizeAttrParse(&arena, size);
  *count = parsed ? tcSizeContent(parsed) : 1;
  tcArenaFree(&arena);
  return tcSizeAttrFloorDivConst(size, *count);
}

MlirAttribute tcSizeAttrProduct(MlirContext context, intptr_t n,
                                const MlirAttribute *sizes) {
  MlirAttribute product = tcSizeAttrGetConstant(context, 1);
  for (intptr_t i = 0; i < n; ++i)
    product = tcSizeAttrMul(product, sizes[i]);
  return product;
}

//===- Asking -------------------------------------------------------------===//

bool tcSizeAttrEqual(MlirAttribute a, MlirAttribute b) {
  return a.ptr && mlirAttributeEqual(a, b);
}

bool tcSizeAttrIsValue(MlirAttribute size, int64_t value) {
  int64_t constant;
  return size.ptr && tcSizeAttrIsConstant(size, &constant) && constant == value;
}

// Canonical text is a symbol exactly if it is one identifier.
bool tcSizeAttrIsSymbol(MlirAttribute size, MlirStringRef *name) {
  if (!size.ptr)
    return false;
  MlirStringRef text = tcSizeAttrGetText(size);
  for (size_t i = 0; i < text.length; ++i) {
    char c = text.data[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    bool later = (c >= '0' && c <= '9') || c == '$' || c == '.';
    if (!letter && !(later && i > 0))
      return false;
  }
  if (name)
    *name = text;
  return text.length > 0;
}

typedef struct Visitor {
  void (*visit)(void *self, const char *symbol);
  void *self;
} Visitor;

static bool visitOne(void *self, const char *symbol) {
  Visitor *visitor = self;
  visitor->visit(visitor->self, symbol);
  return true;
}

void tcSizeAttrSymbols(MlirAttribute size,
                       void (*visit)(void *self, const char *symbol),
                       void *self) {
  if (!size.ptr || tcSizeAttrIsConstant(size, NULL))
    return;
  char only[64];
  MlirStringRef name;
  if (tcSizeAttrIsSymbol(size, &name) && name.length < sizeof only) {
    memcpy(only, name.data, name.length);
    only[name.length] = 0;
    visit(self, only);
    return;
  }
  TcArena arena;
  tcArenaInit(&arena, NULL);
  Visitor visitor = {visit, self};
  const TcSize *parsed = tcSizeAttrParse(&arena, size);
  if (parsed)
    tcSizeSymbols(parsed, visitOne, &visitor);
  tcArenaFree(&arena);
}

typedef struct Search {
  MlirStringRef symbol;
  bool found;
} Search;

static void compareSymbol(void *self, const char *symbol) {
  Search *search = self;
  search->found |= mlirStringRefEqual(mlirStringRefCreateFromCString(symbol),
                                      search->symbol);
}

bool tcSizeAttrUses(MlirAttribute size, MlirStringRef symbol) {
  Search search = {symbol, false};
  tcSizeAttrSymbols(size, compareSymbol, &search);
  return search.found;
}

// The bounds of a - b.
static void rangeOfDifference(MlirAttribute a, MlirAttribute b, int64_t *low,
                              int64_t *high) {
  *low = INT64_MIN;
  *high = INT64_MAX;
  MlirAttribute difference = tcSizeAttrSub(a, b);
  if (!difference.ptr)
    return;
  TcArena arena;
  tcArenaInit(&arena, NULL);
  const TcSize *parsed = tcSizeAttrParse(&arena, difference);
  if (parsed)
    tcSizeRange(parsed, NULL, low, high);
  tcArenaFree(&arena);
}

bool tcSizeAttrProvablyLessEqual(MlirAttribute a, MlirAttribute b) {
  int64_t low, high;
  rangeOfDifference(a, b, &low, &high);
  return high <= 0;
}

bool tcSizeAttrProvablyDiffer(MlirAttribute a, MlirAttribute b) {
  int64_t low, high;
  rangeOfDifference(a, b, &low, &high);
  return low > 0 || high < 0;
}

//===- Symbols and what stands for them -----------------------------------===//

bool tcBindingsSet(TcMap *bindings, MlirStringRef symbol, MlirAttribute size) {
  return tcMapSetTextN(bindings, symbol.data, symbol.length,
                       (void *)(uintptr_t)size.ptr);
}

MlirAttribute tcBindingsGet(const TcMap *bindings, MlirStringRef symbol) {
  MlirAttribute size = {tcMapGetTextN(bindings, symbol.data, symbol.length)};
  return size;
}

// The bindings with expressions for attributes; false without memory.
static bool parseBindings(TcArena *arena, const TcMap *bindings, TcMap *out) {
  for (size_t i = 0; i < bindings->size; ++i) {
    const TcMapEntry *entry = &bindings->entries[i];
    MlirAttribute size = {entry->value};
    const TcSize *parsed = tcSizeAttrParse(arena, size);
    if (!parsed || !tcMapSetTextN(out, entry->key, entry->textSize,
                                  (void *)(uintptr_t)parsed))
      return false;
  }
  return true;
}

MlirAttribute tcSizeAttrSubstitute(MlirAttribute size, const TcMap *bindings) {
  MlirStringRef name;
  if (!size.ptr || tcSizeAttrIsConstant(size, NULL) || bindings->size == 0)
    return size;
  if (tcSizeAttrIsSymbol(size, &name)) {
    MlirAttribute bound = tcBindingsGet(bindings, name);
    return bound.ptr ? bound : size;
  }
  TcArena arena;
  tcArenaInit(&arena, NULL);
  TcMap map = {.arena = &arena};
  const TcSize *parsed = tcSizeAttrParse(&arena, size);
  MlirAttribute out = none;
  if (parsed && parseBindings(&arena, bindings, &map))
    out = format(mlirAttributeGetContext(size),
                 tcSizeSubstitute(&arena, parsed, &map));
  tcArenaFree(&arena);
  return out;
}

MlirAttribute tcDimsAttrSubstitute(MlirAttribute dims, const TcMap *bindings) {
  intptr_t n = tcDimsAttrGetNumDims(dims);
  TcArena arena;
  tcArenaInit(&arena, NULL);
  MlirAttribute out = none;
  MlirAttribute *sizes = TC_ARENA_ARRAY(&arena, MlirAttribute, (size_t)n);
  if (sizes) {
    for (intptr_t i = 0; i < n; ++i)
      sizes[i] = tcSizeAttrSubstitute(tcDimsAttrGetDim(dims, i), bindings);
    out = tcDimsAttrGet(mlirAttributeGetContext(dims), n, sizes);
  }
  tcArenaFree(&arena);
  return out;
}

//===- Unification --------------------------------------------------------===//

typedef struct Unbound {
  const TcMap *bindings;
  TcArena *arena;
  const char *symbol; // one that is not bound
  bool several;
} Unbound;

static void noteUnbound(void *self, const char *symbol) {
  Unbound *unbound = self;
  if (tcMapGetText(unbound->bindings, symbol))
    return;
  unbound->several |= unbound->symbol && strcmp(unbound->symbol, symbol);
  unbound->symbol = tcArenaCopyText(unbound->arena, symbol, strlen(symbol));
}

// Solves pattern = coefficient * symbol + rest = size for the symbol; null if
// the division leaves a rest, or the pattern is not linear in the symbol. The
// pattern's symbols are those of its own scope until they are substituted.
static MlirAttribute solve(TcArena *arena, MlirAttribute pattern,
                           const char *symbol, MlirAttribute size,
                           const TcMap *bindings, TcUnify *why) {
  MlirContext context = mlirAttributeGetContext(pattern);
  const TcSize *coefficient, *rest, *parsed = tcSizeAttrParse(arena, pattern);
  *why = TC_UNIFY_OPEN;
  if (!parsed || !tcSizeCoefficient(arena, parsed, symbol, &coefficient, &rest))
    return none;
  *why = TC_UNIFY_DIFFER;
  MlirAttribute factor =
      tcSizeAttrSubstitute(format(context, coefficient), bindings);
  MlirAttribute offset = tcSizeAttrSubstitute(format(context, rest), bindings);
  return tcSizeAttrExactDiv(tcSizeAttrSub(size, offset), factor);
}

TcUnify tcSizeAttrUnify(MlirAttribute pattern, MlirAttribute size,
                        TcMap *bindings) {
  if (!pattern.ptr || !size.ptr)
    return TC_UNIFY_OPEN;
  TcArena arena;
  tcArenaInit(&arena, NULL);
  Unbound unbound = {bindings, &arena, NULL, false};
  tcSizeAttrSymbols(pattern, noteUnbound, &unbound);
  TcUnify result = TC_UNIFY_OPEN;
  if (!unbound.symbol) {
    bool equal = tcSizeAttrEqual(tcSizeAttrSubstitute(pattern, bindings), size);
    result = equal ? TC_UNIFY_OK : TC_UNIFY_DIFFER;
  } else if (!unbound.several) {
    int64_t constant = 0;
    MlirAttribute value =
        solve(&arena, pattern, unbound.symbol, size, bindings, &result);
    if (value.ptr && tcSizeAttrIsConstant(value, &constant) && constant < 0)
      value = none;
    if (value.ptr &&
        tcBindingsSet(bindings, mlirStringRefCreateFromCString(unbound.symbol),
                      value))
      result = TC_UNIFY_OK;
  }
  tcArenaFree(&arena);
  return result;
}

// `size` where the symbol is this number.
static MlirAttribute at(MlirAttribute size, MlirStringRef symbol,
                        int64_t value) {
  TcArena arena;
  tcArenaInit(&arena, NULL);
  TcMap one = {.arena = &arena};
  MlirAttribute number =
      tcSizeAttrGetConstant(mlirAttributeGetContext(size), value);
  MlirAttribute out = tcBindingsSet(&one, symbol, number)
                          ? tcSizeAttrSubstitute(size, &one)
                          : none;
  tcArenaFree(&arena);
  return out;
}

bool tcSizeAttrIsAffine(MlirAttribute size, MlirStringRef symbol, int64_t *a,
                        MlirAttribute *b) {
  int64_t factor;
  MlirAttribute rest = at(size, symbol, 0);
  MlirAttribute step = tcSizeAttrSub(at(size, symbol, 1), rest);
  if (!step.ptr || !tcSizeAttrIsConstant(step, &factor) || !factor)
    return false;
  MlirAttribute name =
      tcSizeAttrGetSymbol(mlirAttributeGetContext(size), symbol);
  MlirAttribute again = tcSizeAttrAdd(tcSizeAttrMulConst(name, factor), rest);
  if (!tcSizeAttrEqual(again, size))
    return false;
  if (a)
    *a = factor;
  if (b)
    *b = rest;
  return true;
}

bool tcSizeAttrSolve(MlirAttribute pattern, MlirAttribute size,
                     TcMap *bindings) {
  bindings->size = 0;
  if (tcSizeAttrUnify(pattern, size, bindings) != TC_UNIFY_OK ||
      bindings->size != 1)
    return false;
  MlirStringRef symbol =
      mlirStringRefCreateFromCString(bindings->entries[0].key);
  MlirAttribute value = tcBindingsGet(bindings, symbol);
  return tcSizeAttrEqual(tcSizeAttrSubstitute(value, bindings), value);
}
