// tc-name-sizes, prims: once operands have names, what the op's row infers, or
// needs of a result type that is spelled out, names the results. Sizes that
// have to be equal, and were two foreign ones, become one by prim.cast_sizes,
// which asserts it when the program runs.
#include "dialects/prim/spelled.h"
#include "ir/diag.h"
#include "ir/types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "passes/import/naming.h"
#include "tc/gen/PrimHooks.h"
#include "tc/gen/PrimOps.h"
#include "tc/gen/PrimTable.h"
#include <stdio.h>

#define TC_PRIM_C_INFER(KIND, FUNCTION) [KIND] = FUNCTION,
static TcInferFn *const infer[TC_PRIM_COUNT] = {
#include "tc/gen/PrimInfer.inc"
};

//===- Operands -----------------------------------------------------------===//

// The last place before `op` that no loop repeats and that `value` reaches.
static MlirOperation outsideOfLoops(MlirOperation op, MlirValue value) {
  MlirBlock home = mlirValueIsABlockArgument(value)
                       ? mlirBlockArgumentGetOwner(value)
                       : mlirOperationGetBlock(mlirOpResultGetOwner(value));
  while (!mlirBlockEqual(mlirOperationGetBlock(op), home)) {
    MlirOperation around = mlirOperationGetParentOperation(op);
    TcPrimOpKind kind = tcPrimOpKind(around);
    if (kind != TC_PRIM_SCAN && kind != TC_PRIM_WHILE)
      break;
    op = around;
  }
  return op;
}

void tcNamingCastOperand(MlirOperation op, intptr_t operand, MlirType type) {
  MlirValue value = mlirOperationGetOperand(op, operand);
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return;
  TcBuilder b = tcBuilderBefore(outsideOfLoops(op, value));
  mlirOperationSetOperand(op, operand, tcPrimCastSizes(&b, type, value));
}

static bool mentions(MlirOperation op, const TcMap *bindings) {
  MlirStringRef symbol =
      mlirStringRefCreateFromCString(bindings->entries[0].key);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    for (intptr_t d = 0; d < tcTypeGetRank(type); ++d)
      if (tcSizeAttrUses(tcTypeGetSize(type, d), symbol))
        return true;
  }
  return false;
}

static void castOperands(MlirOperation op, const TcMap *bindings) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    MlirType wanted = tcTypeSubstitute(type, bindings);
    if (wanted.ptr)
      tcNamingCastOperand(op, i, wanted);
  }
}

void tcNamingEqualSizes(Naming *n, MlirOperation op, MlirAttribute a,
                        MlirAttribute b) {
  TcMap first;
  bool found = false;
  for (int k = 0; k < 2; ++k) {
    MlirAttribute pattern = k ? a : b, size = k ? b : a;
    TcMap bindings = {.arena = &n->arena};
    if (!tcSizeAttrSolve(pattern, size, &bindings))
      continue;
    if (n->loop.ptr && mentions(n->loop, &bindings)) {
      n->again = n->failed = true;
      n->pattern = pattern;
      n->size = size;
      return;
    }
    first = found ? first : bindings;
    found = true;
  }
  if (found)
    castOperands(op, &first);
  else
    tcNamingFail(n, op, "have to be equal here, and no symbol makes them so");
}

void tcNamingEqualShapes(Naming *n, MlirOperation op, MlirType shape,
                         intptr_t operand) {
  for (intptr_t d = 0; d < tcTypeGetRank(shape) && !n->failed; ++d) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, operand));
    MlirAttribute a = tcTypeGetSize(shape, d), b = tcTypeGetSize(type, d);
    if (!tcSizeAttrEqual(a, b))
      tcNamingEqualSizes(n, op, a, b);
  }
}

//===- What an op needs of its sizes --------------------------------------===//

// The first sizes that are to be equal and are not.
typedef struct Need {
  MlirAttribute a, b;
  const TcMap *open; // symbols that stand for sizes of a result
  bool found;
} Need;

static void needEqual(void *self, MlirAttribute a, MlirAttribute b) {
  Need *need = self;
  if (!need->found)
    *need = (Need){a, b, need->open, true};
}

// What is the default of a result's size counts if nobody said it.
static void needOtherwise(void *self, MlirAttribute size, MlirAttribute all) {
  Need *need = self;
  MlirStringRef symbol;
  if (all.ptr && need->open && tcSizeAttrIsSymbol(size, &symbol) &&
      tcMapGetTextN(need->open, symbol.data, symbol.length))
    needEqual(self, size, all);
}

//===- Results that are inferred ------------------------------------------===//

static void nameInferred(Naming *n, MlirOperation op, TcInferFn *fn) {
  intptr_t numResults = mlirOperationGetNumResults(op);
  MlirType *types = TC_ARENA_ARRAY(&n->arena, MlirType, (size_t)numResults);
  Need need = {.found = types != NULL};
  TcRelate relate = {needEqual, needOtherwise, &need};
  while (need.found && !n->failed) {
    need.found = false;
    if (mlirLogicalResultIsFailure(tcInferOpTypes(fn, op, &relate, types)))
      n->failed = true;
    else if (need.found)
      tcNamingEqualSizes(n, op, need.a, need.b);
  }
  for (intptr_t i = 0; types && !n->failed && i < numResults; ++i)
    tcNamingSetType(n, mlirOperationGetResult(op, i), types[i]);
}

//===- Results that are spelled out ---------------------------------------===//

static bool definesSizes(MlirOperation op) {
  return tcPrimOpKind(op) == TC_PRIM_NONZERO ||
         tcPrimOpKind(op) == TC_PRIM_RANGE_TO;
}

// Whether one of the open symbols makes the two equal: the result gets what it
// stands for.
static bool bindOpen(MlirValue result, const TcMap *open, const Need *need,
                     TcArena *arena) {
  for (int k = 0; k < 2; ++k) {
    TcMap bindings = {.arena = arena};
    MlirAttribute pattern = k ? need->b : need->a;
    if (!tcSizeAttrSolve(pattern, k ? need->a : need->b, &bindings) ||
        !tcMapGetText(open, bindings.entries[0].key))
      continue;
    MlirType type = tcTypeSubstitute(mlirValueGetType(result), &bindings);
    if (!type.ptr)
      return false;
    mlirValueSetType(result, type);
    return true;
  }
  return false;
}

static MlirAttribute replace(MlirAttribute size, MlirStringRef symbol,
                             MlirAttribute by, TcArena *arena) {
  TcMap one = {.arena = arena};
  return tcBindingsSet(&one, symbol, by) ? tcSizeAttrSubstitute(size, &one)
                                         : mlirAttributeGetNull();
}

// Whether `self` is k * an open symbol, and `other` a symbol: [n] seen as
// [?, k]. There are n floordiv k of them, and n has to be a multiple of k.
static bool bindQuotient(Naming *n, MlirOperation op, const TcMap *open,
                         MlirAttribute self, MlirAttribute other) {
  MlirStringRef symbol = {NULL, 0}, whole;
  for (size_t i = 0; i < open->size; ++i) {
    MlirStringRef name = mlirStringRefCreateFromCString(open->entries[i].key);
    if (tcSizeAttrUses(self, name))
      symbol = name;
  }
  if (!symbol.data || !tcSizeAttrIsSymbol(other, &whole))
    return false;
  MlirAttribute zero = tcSizeAttrGetConstant(n->ctx, 0);
  MlirAttribute one = tcSizeAttrGetConstant(n->ctx, 1);
  MlirAttribute by = replace(self, symbol, one, &n->arena);
  MlirAttribute count = tcSizeAttrFloorDiv(other, by);
  MlirAttribute product = replace(self, symbol, count, &n->arena);
  MlirValue result = mlirOperationGetResult(op, 0);
  TcMap inResult = {.arena = &n->arena}, inOperand = inResult;
  if (!tcSizeAttrIsValue(replace(self, symbol, zero, &n->arena), 0) ||
      !tcSizeAttrIsConstant(by, NULL) || !product.ptr ||
      !tcBindingsSet(&inResult, symbol, count) ||
      !tcBindingsSet(&inOperand, whole, product))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  mlirValueSetType(result,
                   tcTypeSubstitute(mlirValueGetType(result), &inResult));
  tcNamingCastOperand(op, 0, tcTypeSubstitute(type, &inOperand));
  return true;
}

static void noteOpen(void *self, const char *symbol) {
  TcMap *open = self;
  (void)tcMapSetText(open, symbol, open);
}

// Fails where a size of the result follows from nothing.
static void checkOpen(Naming *n, MlirOperation op, const TcMap *open) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  for (intptr_t d = 0; d < tcTypeGetRank(type); ++d) {
    MlirStringRef symbol;
    MlirAttribute size = tcTypeGetSize(type, d);
    if (!tcSizeAttrIsSymbol(size, &symbol) ||
        !tcMapGetTextN(open, symbol.data, symbol.length))
      continue;
    char what[80];
    snprintf(what, sizeof what,
             "follow from nothing here: size %d of the result", (int)d);
    tcNamingFail(n, op, what);
    return;
  }
}

static void nameSpelled(Naming *n, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType before = mlirValueGetType(result);
  TcMap open = {.arena = &n->arena};
  unsigned next = n->next;
  int64_t named = n->named;
  if (tcNamingIsForeign(before)) {
    MlirType type = tcNamingFresh(n, before);
    tcTypeSymbols(type, noteOpen, &open);
    mlirValueSetType(result, type);
  }
  Need need = {.open = &open, .found = true};
  TcRelate relate = {needEqual, needOtherwise, &need};
  while (need.found && !n->failed) {
    need.found = false;
    if (mlirLogicalResultIsFailure(tcPrimRelateSpelled(op, &relate)))
      n->failed = true;
    else if (need.found && !bindOpen(result, &open, &need, &n->arena) &&
             !bindQuotient(n, op, &open, need.b, need.a))
      tcNamingEqualSizes(n, op, need.a, need.b);
  }
  if (!n->failed && !definesSizes(op)) {
    checkOpen(n, op, &open);
    n->next = next;
    n->named = named;
  }
  MlirType after = mlirValueGetType(result);
  mlirValueSetType(result, before);
  if (!n->failed)
    tcNamingSetType(n, result, after);
}

//===- Others -------------------------------------------------------------===//

static bool isElementwise(TcPrimOpKind kind) {
  return tcPrimScalar[kind].operands || kind == TC_PRIM_WHERE ||
         kind == TC_PRIM_CONVERT_ELEMENT_TYPE || kind == TC_PRIM_BITCAST;
}

// Operands of an elementwise prim have one shape: that of the first tensor.
static void nameElementwise(Naming *n, MlirOperation op) {
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(op) && !n->failed; ++i)
    tcNamingEqualShapes(n, op, mlirValueGetType(mlirOperationGetOperand(op, 0)),
                        i);
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType shape = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirType element = tcTypeGetElement(mlirValueGetType(result));
  if (!n->failed)
    tcNamingSetType(n, result, tcTypeWithElement(shape, element));
}

// A cast to a type without names is for ops of others: ours take the names of
// what it casts.
static void nameCast(Naming *n, MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0);
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  intptr_t rank = tcTypeGetRank(type);
  MlirAttribute *sizes = TC_ARENA_ARRAY(&n->arena, MlirAttribute, (size_t)rank);
  if (!tcNamingIsForeign(type) || !sizes)
    return;
  for (intptr_t d = 0; d < rank; ++d) {
    sizes[d] = tcTypeGetSize(type, d);
    if (!sizes[d].ptr)
      sizes[d] = tcTypeGetSize(mlirValueGetType(from), d);
  }
  tcNamingCastUses(n, result, from,
                   tcTensorTypeGetForeign(rank, sizes, tcTypeGetElement(type)));
}

void tcNamingPrim(Naming *n, MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  if (kind == TC_PRIM_CAST_SIZES)
    nameCast(n, op);
  else if (isElementwise(kind))
    nameElementwise(n, op);
  else if (infer[kind])
    nameInferred(n, op, infer[kind]);
  else if (mlirOperationGetNumResults(op) == 1)
    nameSpelled(n, op);
}
