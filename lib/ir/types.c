// Shapes and element types through the C API; see types.h.
#include "ir/types.h"
#include "ir/shim.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"

static const MlirAttribute noAttr = {NULL};
static const MlirType noType = {NULL};

//===- Shapes -------------------------------------------------------------===//

bool tcTypeIsTensor(MlirType type) {
  return type.ptr && mlirTypeIsARankedTensor(type);
}

intptr_t tcTypeGetRank(MlirType type) {
  return tcTypeIsTensor(type) ? mlirShapedTypeGetRank(type) : 0;
}

MlirAttribute tcTypeGetSize(MlirType type, intptr_t pos) {
  return tcTensorTypeGetSize(type, pos);
}

void tcTypeGetSizes(MlirType type, MlirAttribute *sizes) {
  for (intptr_t i = 0, e = tcTypeGetRank(type); i < e; ++i)
    sizes[i] = tcTypeGetSize(type, i);
}

MlirAttribute tcTypeGetNumElements(MlirType type) {
  MlirAttribute count = tcSizeAttrGetConstant(mlirTypeGetContext(type), 1);
  for (intptr_t i = 0, e = tcTypeGetRank(type); i < e; ++i)
    count = tcSizeAttrMul(count, tcTypeGetSize(type, i));
  return count;
}

bool tcTypeIsStatic(MlirType type) {
  return !tcTypeIsTensor(type) || mlirShapedTypeHasStaticShape(type);
}

bool tcTypeHasSizes(MlirType type) {
  if (tcTypeIsStatic(type))
    return true;
  for (intptr_t i = 0, e = tcTypeGetRank(type); i < e; ++i)
    if (!tcTypeGetSize(type, i).ptr)
      return false;
  return true;
}

MlirType tcTypeGetElement(MlirType type) {
  return tcTypeIsTensor(type) ? mlirShapedTypeGetElementType(type) : type;
}

MlirType tcTensorTypeGetForeign(intptr_t rank, const MlirAttribute *sizes,
                                MlirType element) {
  bool named = true;
  for (intptr_t i = 0; i < rank; ++i)
    named &= sizes[i].ptr != NULL;
  if (named)
    return tcTensorTypeGet(rank, sizes, element);
  TcArena arena;
  tcArenaInit(&arena, NULL);
  int64_t *shape = TC_ARENA_ARRAY(&arena, int64_t, (size_t)rank);
  for (intptr_t i = 0; shape && i < rank; ++i)
    if (!sizes[i].ptr || !tcSizeAttrIsConstant(sizes[i], &shape[i]))
      shape[i] = mlirShapedTypeGetDynamicSize();
  MlirType out = noType;
  if (shape)
    out = mlirRankedTensorTypeGetChecked(
        mlirLocationUnknownGet(mlirTypeGetContext(element)), rank, shape,
        element, noAttr);
  tcArenaFree(&arena);
  return out;
}

MlirType tcTypeWithElement(MlirType type, MlirType element) {
  if (!tcTypeIsTensor(type))
    return element;
  intptr_t rank = tcTypeGetRank(type);
  TcArena arena;
  tcArenaInit(&arena, NULL);
  int64_t *shape = TC_ARENA_ARRAY(&arena, int64_t, (size_t)rank);
  MlirType out = noType;
  if (shape) {
    for (intptr_t i = 0; i < rank; ++i)
      shape[i] = mlirShapedTypeGetDimSize(type, i);
    // A foreign encoding stays what it is.
    out = mlirRankedTensorTypeGetChecked(
        mlirLocationUnknownGet(mlirTypeGetContext(type)), rank, shape, element,
        mlirRankedTensorTypeGetEncoding(type));
  }
  tcArenaFree(&arena);
  return out;
}

MlirType tcTypeWithSizes(MlirType type, intptr_t rank,
                         const MlirAttribute *sizes) {
  return tcTensorTypeGet(rank, sizes, tcTypeGetElement(type));
}

bool tcTypeSameShape(MlirType a, MlirType b) {
  intptr_t rank = tcTypeGetRank(a);
  if (tcTypeIsTensor(a) != tcTypeIsTensor(b) || tcTypeGetRank(b) != rank)
    return false;
  for (intptr_t i = 0; i < rank; ++i)
    if (!tcSizeAttrEqual(tcTypeGetSize(a, i), tcTypeGetSize(b, i)))
      return false;
  return true;
}

//===- Element types ------------------------------------------------------===//

TcDType tcTypeGetDType(MlirType type) {
  MlirType element = tcTypeGetElement(type);
  if (!element.ptr)
    return TC_DTYPE_INVALID;
  if (mlirTypeIsAF32(element))
    return TC_DTYPE_F32;
  if (mlirTypeIsAF64(element))
    return TC_DTYPE_F64;
  if (mlirTypeIsABF16(element))
    return TC_DTYPE_BF16;
  if (mlirTypeIsAF16(element))
    return TC_DTYPE_F16;
  if (mlirTypeIsAComplex(element)) {
    MlirType real = mlirComplexTypeGetElementType(element);
    return mlirTypeIsAF32(real)   ? TC_DTYPE_COMPLEX64
           : mlirTypeIsAF64(real) ? TC_DTYPE_COMPLEX128
                                  : TC_DTYPE_INVALID;
  }
  if (!mlirTypeIsAInteger(element))
    return TC_DTYPE_INVALID;
  unsigned width = mlirIntegerTypeGetWidth(element);
  if (mlirIntegerTypeIsUnsigned(element))
    return width == 8 ? TC_DTYPE_U8 : TC_DTYPE_INVALID;
  if (!mlirIntegerTypeIsSignless(element))
    return TC_DTYPE_INVALID;
  switch (width) {
  case 1:
    return TC_DTYPE_BOOL;
  case 8:
    return TC_DTYPE_I8;
  case 16:
    return TC_DTYPE_I16;
  case 32:
    return TC_DTYPE_I32;
  case 64:
    return TC_DTYPE_I64;
  default:
    return TC_DTYPE_INVALID;
  }
}

MlirType tcTypeFromDType(MlirContext context, TcDType dtype) {
  switch (dtype) {
  case TC_DTYPE_F32:
    return mlirF32TypeGet(context);
  case TC_DTYPE_F64:
    return mlirF64TypeGet(context);
  case TC_DTYPE_BF16:
    return mlirBF16TypeGet(context);
  case TC_DTYPE_F16:
    return mlirF16TypeGet(context);
  case TC_DTYPE_I64:
    return mlirIntegerTypeGet(context, 64);
  case TC_DTYPE_I32:
    return mlirIntegerTypeGet(context, 32);
  case TC_DTYPE_I16:
    return mlirIntegerTypeGet(context, 16);
  case TC_DTYPE_I8:
    return mlirIntegerTypeGet(context, 8);
  case TC_DTYPE_U8:
    return mlirIntegerTypeUnsignedGet(context, 8);
  case TC_DTYPE_BOOL:
    return mlirIntegerTypeGet(context, 1);
  case TC_DTYPE_COMPLEX64:
    return mlirComplexTypeGet(mlirF32TypeGet(context));
  case TC_DTYPE_COMPLEX128:
    return mlirComplexTypeGet(mlirF64TypeGet(context));
  default:
    return noType; // dtypes that only files and boundaries have
  }
}

bool tcTypeIsHalf(MlirType type) {
  return mlirTypeIsABF16(type) || mlirTypeIsAF16(type);
}

bool tcTypeIsFloat(MlirType type) {
  TcDType dtype = tcTypeGetDType(type);
  return dtype == TC_DTYPE_F32 || dtype == TC_DTYPE_F64 ||
         dtype == TC_DTYPE_BF16 || dtype == TC_DTYPE_F16;
}

bool tcTypeIsInt(MlirType type) {
  TcDType dtype = tcTypeGetDType(type);
  return dtype == TC_DTYPE_I64 || dtype == TC_DTYPE_I32 ||
         dtype == TC_DTYPE_I16 || dtype == TC_DTYPE_I8 || dtype == TC_DTYPE_U8;
}

bool tcTypeIsUnsigned(MlirType type) {
  return tcTypeGetDType(type) == TC_DTYPE_U8;
}

bool tcTypeIsBool(MlirType type) {
  return tcTypeGetDType(type) == TC_DTYPE_BOOL;
}

bool tcTypeIsComplex(MlirType type) {
  TcDType dtype = tcTypeGetDType(type);
  return dtype == TC_DTYPE_COMPLEX64 || dtype == TC_DTYPE_COMPLEX128;
}

MlirType tcTypeGetReal(MlirType type) {
  MlirType element = tcTypeGetElement(type);
  return mlirTypeIsAComplex(element) ? mlirComplexTypeGetElementType(element)
                                     : element;
}

//===- Symbols ------------------------------------------------------------===//

MlirType tcTypeSubstitute(MlirType type, const TcMap *bindings) {
  if (tcTypeIsStatic(type) || !tcTypeHasSizes(type))
    return type;
  intptr_t rank = tcTypeGetRank(type);
  TcArena arena;
  tcArenaInit(&arena, NULL);
  MlirAttribute *sizes = TC_ARENA_ARRAY(&arena, MlirAttribute, (size_t)rank);
  MlirType out = noType;
  if (sizes) {
    for (intptr_t i = 0; i < rank; ++i)
      sizes[i] = tcSizeAttrSubstitute(tcTypeGetSize(type, i), bindings);
    out = tcTypeWithSizes(type, rank, sizes);
  }
  tcArenaFree(&arena);
  return out;
}

void tcTypeSymbols(MlirType type, void (*visit)(void *self, const char *symbol),
                   void *self) {
  if (tcTypeIsStatic(type))
    return;
  for (intptr_t i = 0, e = tcTypeGetRank(type); i < e; ++i)
    tcSizeAttrSymbols(tcTypeGetSize(type, i), visit, self);
}

static bool fail(TcUnifyFailure *why, intptr_t position, intptr_t dim,
                 TcUnify reason, MlirAttribute wanted, MlirAttribute given) {
  if (why)
    *why = (TcUnifyFailure){position, dim, reason, wanted, given};
  return false;
}

typedef struct Fixed {
  const TcMap *only; // null: nothing may be bound
  TcMap *bindings;
  MlirContext context;
} Fixed;

// Symbols that may not be bound stand for themselves.
static void bindToItself(void *self, const char *symbol) {
  Fixed *fixed = self;
  MlirStringRef name = mlirStringRefCreateFromCString(symbol);
  if ((fixed->only && tcMapGetText(fixed->only, symbol)) ||
      tcMapGetText(fixed->bindings, symbol))
    return;
  tcBindingsSet(fixed->bindings, name,
                tcSizeAttrGetSymbol(fixed->context, name));
}

// One pass over all sizes; counts those that are open yet.
static bool unifyOnce(intptr_t n, const MlirType *patterns,
                      const MlirType *types, TcMap *bindings, intptr_t *numOpen,
                      TcUnifyFailure *why) {
  *numOpen = 0;
  for (intptr_t i = 0; i < n; ++i)
    for (intptr_t d = 0, e = tcTypeGetRank(patterns[i]); d < e; ++d) {
      MlirAttribute wanted = tcTypeGetSize(patterns[i], d);
      MlirAttribute given = tcTypeGetSize(types[i], d);
      TcUnify result = tcSizeAttrUnify(wanted, given, bindings);
      if (result == TC_UNIFY_OK)
        continue;
      fail(why, i, d, result, tcSizeAttrSubstitute(wanted, bindings), given);
      if (result == TC_UNIFY_DIFFER)
        return false;
      ++*numOpen;
    }
  return true;
}

bool tcTypesUnify(intptr_t n, const MlirType *patterns, const MlirType *types,
                  const TcMap *only, TcMap *bindings, TcUnifyFailure *why) {
  for (intptr_t i = 0; i < n; ++i) {
    if (tcTypeIsTensor(patterns[i]) != tcTypeIsTensor(types[i]) ||
        tcTypeGetRank(patterns[i]) != tcTypeGetRank(types[i]) ||
        !mlirTypeEqual(tcTypeGetElement(patterns[i]),
                       tcTypeGetElement(types[i])))
      return fail(why, i, -1, TC_UNIFY_DIFFER, noAttr, noAttr);
    Fixed fixed = {only, bindings, mlirTypeGetContext(patterns[i])};
    if (only)
      tcTypeSymbols(patterns[i], bindToItself, &fixed);
  }
  // Each pass that leaves fewer sizes open may have bound what others need.
  intptr_t open, before = INTPTR_MAX;
  while (unifyOnce(n, patterns, types, bindings, &open, why)) {
    if (open == 0)
      return true;
    if (open == before)
      return false;
    before = open;
  }
  return false;
}

bool tcTypesUnifyLaunch(intptr_t n, const MlirType *patterns,
                        const MlirType *types, TcMap *bindings,
                        TcUnifyFailure *why) {
  TcUnifyFailure failure;
  while (!tcTypesUnify(n, patterns, types, NULL, bindings, &failure)) {
    size_t before = bindings->size;
    if (failure.reason == TC_UNIFY_OPEN && failure.dim >= 0) {
      MlirType pattern = patterns[failure.position];
      Fixed fixed = {NULL, bindings, mlirTypeGetContext(pattern)};
      tcSizeAttrSymbols(tcTypeGetSize(pattern, failure.dim), bindToItself,
                        &fixed);
    }
    if (bindings->size == before) {
      if (why)
        *why = failure;
      return false;
    }
  }
  return true;
}

//===- Ops ----------------------------------------------------------------===//

static void mapValue(MlirValue value, const TcTypeMap *map) {
  mlirValueSetType(value, map->type(map->self, mlirValueGetType(value)));
}

static void mapRegion(MlirRegion region, const TcTypeMap *map) {
  MlirBlock block = mlirRegionGetFirstBlock(region);
  for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
      mapValue(mlirBlockGetArgument(block, i), map);
}

void tcOpMapTypes(MlirOperation op, const TcTypeMap *map) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    mapValue(mlirOperationGetResult(op, i), map);
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    mapRegion(mlirOperationGetRegion(op, i), map);
  MlirAttribute attrs = tcOpGetAttrs(op);
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(attrs); ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(attrs, i);
    MlirAttribute now = map->attr(map->self, entry.attribute);
    if (!mlirAttributeEqual(now, entry.attribute))
      mlirOperationSetAttributeByName(op, mlirIdentifierStr(entry.name), now);
  }
}
