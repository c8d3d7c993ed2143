// prim-widen: rewrites a program of prims to compute in f64 and complex<f64>,
// as a reference for its results in narrower types. Names, sizes and the order
// of computation stay; weights and arguments change their types, and the caller
// widens their values. Runs after fx-to-prim.
#include "ir/diag.h"
#include "ir/fill.h"
#include "ir/limits.h"
#include "ir/ours.h"
#include "ir/pass.h"
#include "ir/types.h"
#include "runtime/half.h"
#include "support/vec.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Widen {
  TcArena *arena;
  MlirContext ctx;
  bool failed;
} Widen;

//===- Types --------------------------------------------------------------===//

static MlirType wideElement(Widen *w, MlirType element) {
  MlirType f64 = mlirF64TypeGet(w->ctx);
  if (tcTypeIsFloat(element))
    return f64;
  return tcTypeIsComplex(element) ? mlirComplexTypeGet(f64) : element;
}

static MlirType wideType(void *self, MlirType type);

static MlirType wideFunction(Widen *w, MlirType type) {
  TC_VEC(MlirType) all = {0};
  intptr_t n = mlirFunctionTypeGetNumInputs(type);
  intptr_t m = mlirFunctionTypeGetNumResults(type);
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(w->arena, &all, wideType(w, mlirFunctionTypeGetInput(type, i)));
  for (intptr_t i = 0; i < m; ++i)
    tcVecPush(w->arena, &all, wideType(w, mlirFunctionTypeGetResult(type, i)));
  return mlirFunctionTypeGet(w->ctx, n, all.data, m, all.data + n);
}

static MlirType wideType(void *self, MlirType type) {
  Widen *w = self;
  if (mlirTypeIsAFunction(type))
    return wideFunction(w, type);
  MlirType element = tcTypeGetElement(type);
  return tcTypeWithElement(type, wideElement(w, element));
}

//===- Attributes ---------------------------------------------------------===//

static double realAt(TcDType dtype, const void *data, size_t i) {
  switch (dtype) {
  case TC_DTYPE_F64:
    return ((const double *)data)[i];
  case TC_DTYPE_F32:
    return (double)((const float *)data)[i];
  case TC_DTYPE_F16:
    return tcHalfWiden(((const uint16_t *)data)[i], 10);
  default:
    return tcHalfWiden(((const uint16_t *)data)[i], 7);
  }
}

// Complex elements are two reals, in memory too.
static MlirAttribute wideDense(Widen *w, MlirAttribute attr) {
  MlirType type = mlirAttributeGetType(attr), wide = wideType(w, type);
  size_t bytes;
  const void *data = tcDenseData(w->arena, attr, &bytes);
  if (mlirTypeEqual(type, wide) || !data)
    return attr;
  TcDType dtype = tcTypeGetDType(tcTypeGetReal(tcTypeGetElement(type)));
  size_t n = bytes / tcDTypeSize(dtype);
  double *out = TC_ARENA_ARRAY(w->arena, double, n + 1);
  for (size_t i = 0; out && i < n; ++i)
    out[i] = realAt(dtype, data, i);
  return out ? mlirDenseElementsAttrRawBufferGet(
                   wide, (intptr_t)(n * sizeof *out), out)
             : attr;
}

static MlirAttribute wideAttr(void *self, MlirAttribute attr);

static MlirAttribute wideArray(Widen *w, MlirAttribute attr) {
  TC_VEC(MlirAttribute) all = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(attr); ++i)
    tcVecPush(w->arena, &all, wideAttr(w, mlirArrayAttrGetElement(attr, i)));
  return mlirArrayAttrGet(w->ctx, (intptr_t)all.size, all.data);
}

static MlirAttribute wideDictionary(Widen *w, MlirAttribute attr) {
  TC_VEC(MlirNamedAttribute) all = {0};
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(attr); ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(attr, i);
    entry.attribute = wideAttr(w, entry.attribute);
    tcVecPush(w->arena, &all, entry);
  }
  return mlirDictionaryAttrGet(w->ctx, (intptr_t)all.size, all.data);
}

static MlirAttribute wideAttr(void *self, MlirAttribute attr) {
  Widen *w = self;
  if (mlirAttributeIsAType(attr))
    return mlirTypeAttrGet(wideType(w, mlirTypeAttrGetValue(attr)));
  if (mlirAttributeIsAFloat(attr))
    return mlirFloatAttrDoubleGet(w->ctx, mlirF64TypeGet(w->ctx),
                                  mlirFloatAttrGetValueDouble(attr));
  if (mlirAttributeIsADenseElements(attr))
    return wideDense(w, attr);
  if (mlirAttributeIsAArray(attr))
    return wideArray(w, attr);
  if (mlirAttributeIsADictionary(attr))
    return wideDictionary(w, attr);
  return attr;
}

//===- Ops ----------------------------------------------------------------===//

// Refuses bit patterns of floats, which have another width in f64, and
// extensions and ops of other dialects, whose meaning in other types is
// unknown.
static bool canWiden(MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  return (tcIsOurOp(op) || tcFuncOpKind(op) != TC_FUNC_NONE) &&
         kind != TC_PRIM_BITCAST && kind != TC_PRIM_EXT;
}

// A constant that would be too long stays as it is; its values are widened.
static bool isLongConstant(Widen *w, MlirOperation op) {
  if (tcPrimOpKind(op) != TC_PRIM_CONSTANT)
    return false;
  MlirAttribute value = tcPrimConstantGetValue(op);
  if (!mlirAttributeIsADenseElements(value) ||
      mlirDenseElementsAttrIsSplat(value))
    return false;
  MlirType wide = wideType(w, mlirAttributeGetType(value));
  return mlirElementsAttrGetNumElements(value) *
             (int64_t)tcDTypeSize(tcTypeGetDType(wide)) >
         TC_MAX_CONSTANT_BYTES;
}

static bool widenBehind(Widen *w, MlirOperation op) {
  MlirValue x = mlirOperationGetResult(op, 0);
  MlirType wide = wideType(w, mlirValueGetType(x));
  if (mlirTypeEqual(wide, mlirValueGetType(x)))
    return true;
  TcBuilder b = tcBuilderAfter(op);
  MlirOperation convert = tcPrimConvertElementTypeCreate(&b, wide, x);
  if (convert.ptr)
    mlirValueReplaceAllUsesExcept(x, mlirOperationGetResult(convert, 0), 1,
                                  &convert);
  return convert.ptr != NULL;
}

static MlirWalkResult widenOp(MlirOperation op, void *self) {
  Widen *w = self;
  if (!canWiden(op)) {
    tcOpEmitError(op, "[TC-4204] prim-widen: has no meaning of its own in f64");
    w->failed = true;
    return MlirWalkResultInterrupt;
  }
  if (isLongConstant(w, op)) {
    w->failed |= !widenBehind(w, op);
    return MlirWalkResultAdvance;
  }
  tcOpMapTypes(op, &(TcTypeMap){w, wideType, wideAttr});
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  (void)pass;
  TcArena arena = {0};
  Widen w = {&arena, mlirOperationGetContext(module), false};
  static const char *const expected[] = {"tc.expected", "tc.expected_state",
                                         "tc.expected_gradients"};
  for (int i = 0; i < 3; ++i) // they are of the narrow types
    mlirOperationRemoveDiscardableAttributeByName(
        module, mlirStringRefCreateFromCString(expected[i]));
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcIsOurs(op))
      mlirOperationWalk(op, widenOp, &w, MlirWalkPreOrder);
  tcArenaFree(&arena);
  return w.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

static const char *const dependents[] = {"prim", NULL};

const TcPassInfo tcPassPrimWiden = {
    .argument = "prim-widen",
    .summary = "Compute in f64 what is computed in floats",
    .anchor = "builtin.module",
    .dependentDialects = dependents,
    .run = run,
};
