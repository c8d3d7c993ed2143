// #tc.size arithmetic, tensor types with sizes, and unification of types.
#include "check.h"
#include "ir/types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "tc/mlir.h"

static MlirContext context;

static MlirStringRef ref(const char *s) {
  return mlirStringRefCreateFromCString(s);
}

static MlirAttribute size(const char *text) {
  MlirAttribute attr = tcSizeAttrGet(context, ref(text));
  CHECK(attr.ptr);
  return attr;
}

static bool is(MlirAttribute attr, const char *text) {
  return text ? tcSizeAttrEqual(attr, size(text)) : !attr.ptr;
}

static MlirType type(const char *text) {
  MlirType parsed = mlirTypeParseGet(context, ref(text));
  CHECK(parsed.ptr);
  return parsed;
}

static void testLayouts(void) {
  const int64_t order[] = {1, 0, 2}, twice[] = {0, 0}, far[] = {0, 2},
                below[] = {-1, 0};
  MlirAttribute strides[] = {size("4"), size("s")};
  MlirAttribute none = {NULL}, wrong[] = {size("4"), none};
  CHECK(tcLayoutAttrGetOrdered(context, 3, order).ptr);
  CHECK(tcLayoutAttrGetOrdered(context, 0, NULL).ptr);
  CHECK(!tcLayoutAttrGetOrdered(context, 2, twice).ptr);
  CHECK(!tcLayoutAttrGetOrdered(context, 2, far).ptr);
  CHECK(!tcLayoutAttrGetOrdered(context, 2, below).ptr);
  CHECK(tcLayoutAttrGetStrided(context, 2, strides, size("1")).ptr);
  CHECK(!tcLayoutAttrGetStrided(context, 2, wrong, none).ptr);
  CHECK(!tcLayoutAttrGetStrided(context, 0, NULL, size("1")).ptr);
}

static void testArithmetic(void) {
  MlirAttribute s = size("s"), two = size("2"), seven = size("7");
  CHECK(is(tcSizeAttrAdd(s, two), "2 + s"));
  CHECK(is(tcSizeAttrSub(tcSizeAttrAdd(s, two), s), "2"));
  CHECK(is(tcSizeAttrMul(s, two), "s*2"));
  CHECK(is(tcSizeAttrFloorDiv(tcSizeAttrMul(s, two), two), "s"));
  CHECK(is(tcSizeAttrCeilDiv(s, two), "floordiv(s + 1, 2)"));
  CHECK(is(tcSizeAttrFloorDiv(seven, two), "3"));
  CHECK(is(tcSizeAttrFloorDiv(size("-7"), two), "-4"));
  CHECK(is(tcSizeAttrCeilDiv(seven, two), "4"));
  CHECK(is(tcSizeAttrCeilDiv(size("-7"), two), "-3"));
  CHECK(is(tcSizeAttrMod(size("-7"), two), "1"));
  CHECK(is(tcSizeAttrMin(seven, two), "2"));
  CHECK(is(tcSizeAttrMax(seven, two), "7"));
  CHECK(is(tcSizeAttrExactDiv(tcSizeAttrMul(s, two), s), "2"));
  CHECK(is(tcSizeAttrExactDiv(s, two), NULL));
  CHECK(is(tcSizeAttrExactDiv(seven, two), NULL));
  CHECK(is(tcSizeAttrFloorDiv(seven, size("0")), NULL));
  CHECK(is(tcSizeAttrAdd(size("9223372036854775807"), two), NULL));
  CHECK(is(tcSizeAttrAdd((MlirAttribute){NULL}, two), NULL));
  MlirAttribute factors[] = {s, two, seven};
  CHECK(is(tcSizeAttrProduct(context, 3, factors), "14*s"));
  CHECK(is(tcSizeAttrProduct(context, 0, factors), "1"));
}

static void testQuestions(void) {
  CHECK(tcSizeAttrIsSymbol(size("s0"), NULL));
  CHECK(!tcSizeAttrIsSymbol(size("s + 1"), NULL));
  CHECK(!tcSizeAttrIsSymbol(size("7"), NULL));
  CHECK(tcSizeAttrGetSymbol(context, ref("b")).ptr);
  CHECK(!tcSizeAttrGetSymbol(context, ref("2*b")).ptr);
  CHECK(tcSizeAttrUses(size("floordiv(s + 1, 2)"), ref("s")));
  CHECK(!tcSizeAttrUses(size("floordiv(s + 1, 2)"), ref("t")));
  CHECK(tcSizeAttrProvablyLessEqual(size("s"), size("s + t")));
  CHECK(!tcSizeAttrProvablyLessEqual(size("s"), size("t")));
  CHECK(tcSizeAttrProvablyDiffer(size("s"), size("s + 1")));
  CHECK(!tcSizeAttrProvablyDiffer(size("s"), size("t")));
}

static void testTypes(void) {
  MlirType x = type("tensor<?x4xf32, #tc.dims<[2*s, 4]>>");
  CHECK(tcTypeGetRank(x) == 2 && tcTypeGetRank(type("f32")) == 0);
  CHECK(is(tcTypeGetSize(x, 0), "s + s") && is(tcTypeGetSize(x, 1), "4"));
  CHECK(is(tcTypeGetNumElements(x), "8*s"));
  CHECK(!tcTypeIsStatic(x) && tcTypeIsStatic(type("tensor<2xi1>")));
  CHECK(!tcTypeHasSizes(type("tensor<?xf32>")) && tcTypeHasSizes(x));
  CHECK(mlirTypeEqual(tcTypeWithElement(x, type("i1")),
                      type("tensor<?x4xi1, #tc.dims<[2*s, 4]>>")));
  CHECK(mlirTypeEqual(tcTypeWithElement(type("f32"), type("i1")), type("i1")));
  // Equal sizes written differently are equal types.
  CHECK(mlirTypeEqual(x, type("tensor<?x4xf32, #tc.dims<[s + s, 4]>>")));
  MlirAttribute sizes[] = {size("2"), size("4")};
  CHECK(mlirTypeEqual(tcTypeWithSizes(x, 2, sizes), type("tensor<2x4xf32>")));
  sizes[0] = size("-1");
  CHECK(!tcTypeWithSizes(x, 2, sizes).ptr);
  CHECK(tcTypeSameShape(x, type("tensor<?x4xi8, #tc.dims<[2*s, 4]>>")));
  CHECK(!tcTypeSameShape(type("tensor<f32>"), type("f32")));
}

static void testElements(void) {
  static const char *const texts[] = {
      "f32", "f64", "bf16", "f16", "i64",          "i32",
      "i16", "i8",  "ui8",  "i1",  "complex<f32>", "complex<f64>"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    TcDType dtype = tcTypeGetDType(type(texts[i]));
    CHECK(dtype != TC_DTYPE_INVALID);
    CHECK(mlirTypeEqual(tcTypeFromDType(context, dtype), type(texts[i])));
  }
  CHECK(tcTypeGetDType(type("index")) == TC_DTYPE_INVALID);
  CHECK(tcTypeGetDType(type("si8")) == TC_DTYPE_INVALID);
  CHECK(tcTypeGetDType(type("complex<bf16>")) == TC_DTYPE_INVALID);
  CHECK(tcTypeIsInt(type("tensor<2xui8>")) && !tcTypeIsInt(type("i1")));
  CHECK(tcTypeIsUnsigned(type("ui8")) && tcTypeIsBool(type("i1")));
  CHECK(mlirTypeEqual(tcTypeGetReal(type("tensor<2xcomplex<f64>>")),
                      type("f64")));
}

// Whether the patterns unify with the types, and bind `symbol` to `bound`.
static bool unifies(intptr_t n, const char *const *patterns,
                    const char *const *types, const char *symbol,
                    const char *bound, TcUnifyFailure *why) {
  MlirType p[4], t[4];
  for (intptr_t i = 0; i < n; ++i) {
    p[i] = type(patterns[i]);
    t[i] = type(types[i]);
  }
  TcArena arena = {0};
  TcMap bindings = {.arena = &arena};
  bool ok = tcTypesUnify(n, p, t, NULL, &bindings, why);
  if (ok && symbol)
    ok = is(tcBindingsGet(&bindings, ref(symbol)), bound);
  tcArenaFree(&arena);
  return ok;
}

#define ONE(...) ((const char *const[]){__VA_ARGS__})

static void testUnify(void) {
  TcUnifyFailure why;
  CHECK(unifies(1, ONE("tensor<?x4xf32, #tc.dims<[n, 4]>>"),
                ONE("tensor<?x4xf32, #tc.dims<[b*s, 4]>>"), "n", "s*b", &why));
  CHECK(unifies(1, ONE("tensor<?xf32, #tc.dims<[n]>>"), ONE("tensor<7xf32>"),
                "n", "7", &why));
  // The names of the two sides are unrelated: n is another n.
  CHECK(unifies(
      2,
      ONE("tensor<?xf32, #tc.dims<[m]>>", "tensor<?xf32, #tc.dims<[m + n]>>"),
      ONE("tensor<?xf32, #tc.dims<[n]>>", "tensor<?xf32, #tc.dims<[n + 3]>>"),
      "n", "3", &why));
  // What one size leaves open another one binds, in whatever order.
  CHECK(unifies(1, ONE("tensor<?x?xf32, #tc.dims<[n*m, n]>>"),
                ONE("tensor<?x?xf32, #tc.dims<[6*b, b]>>"), "m", "6", &why));
  CHECK(!unifies(1, ONE("tensor<?x?xf32, #tc.dims<[n, n]>>"),
                 ONE("tensor<2x3xf32>"), NULL, NULL, &why));
  CHECK(why.position == 0 && why.dim == 1 && why.reason == TC_UNIFY_DIFFER);
  CHECK(is(why.wanted, "2") && is(why.given, "3"));
  CHECK(!unifies(1, ONE("tensor<?xf32, #tc.dims<[2*n]>>"), ONE("tensor<7xf32>"),
                 NULL, NULL, &why));
  CHECK(!unifies(1, ONE("tensor<?xf32, #tc.dims<[n + 3]>>"),
                 ONE("tensor<2xf32>"), NULL, NULL, &why));
  CHECK(!unifies(1, ONE("tensor<?xf32, #tc.dims<[n*m]>>"), ONE("tensor<6xf32>"),
                 NULL, NULL, &why));
  CHECK(why.reason == TC_UNIFY_OPEN);
  CHECK(!unifies(1, ONE("tensor<4xf32>"), ONE("tensor<4xf64>"), NULL, NULL,
                 &why));
  CHECK(why.dim == -1);
}

static void testUnifyOnly(void) {
  TcArena arena = {0};
  TcMap only = {.arena = &arena}, bindings = {.arena = &arena};
  tcMapSetText(&only, "n", &only);
  MlirType pattern = type("tensor<?x?xf32, #tc.dims<[b, n]>>");
  MlirType given = type("tensor<?x?xf32, #tc.dims<[b, n + 1]>>");
  CHECK(tcTypesUnify(1, &pattern, &given, &only, &bindings, NULL));
  CHECK(is(tcBindingsGet(&bindings, ref("n")), "n + 1"));
  CHECK(mlirTypeEqual(tcTypeSubstitute(pattern, &bindings), given));
  TcMap none = {.arena = &arena}, fresh = {.arena = &arena};
  CHECK(!tcTypesUnify(1, &pattern, &given, &none, &fresh, NULL));
  tcArenaFree(&arena);
}

// What the types of a kernel leave open is the caller's.
static void testUnifyLaunch(void) {
  TcArena arena = {0};
  TcMap bindings = {.arena = &arena};
  MlirType pattern = type("tensor<?x?xf32, #tc.dims<[b, min(s, 512)]>>");
  MlirType given = type("tensor<?x?xf32, #tc.dims<[3*c, min(s, 512)]>>");
  CHECK(!tcTypesUnify(1, &pattern, &given, NULL, &bindings, NULL));
  CHECK(tcTypesUnifyLaunch(1, &pattern, &given, &bindings, NULL));
  CHECK(is(tcBindingsGet(&bindings, ref("s")), "s"));
  CHECK(is(tcBindingsGet(&bindings, ref("b")), "3*c"));
  TcMap again = {.arena = &arena};
  TcUnifyFailure why;
  given = type("tensor<?x?xf32, #tc.dims<[3*c, min(t, 512)]>>");
  CHECK(!tcTypesUnifyLaunch(1, &pattern, &given, &again, &why));
  CHECK(why.dim == 1 && why.reason == TC_UNIFY_DIFFER);
  tcArenaFree(&arena);
}

static void keepText(MlirStringRef part, void *text) {
  strncat(text, part.data, part.length);
}

static MlirLogicalResult keep(MlirDiagnostic diagnostic, void *text) {
  mlirDiagnosticPrint(diagnostic, keepText, text);
  return mlirLogicalResultSuccess();
}

// Inference is asked before attributes are verified.
static void testMissingAttribute(void) {
  char text[512] = "";
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirDiagnosticHandlerID id =
      mlirContextAttachDiagnosticHandler(context, keep, text, NULL);
  MlirType four = type("tensor<4xf32>");
  MlirBlock block = mlirBlockCreate(1, &four, &loc);
  MlirValue x = mlirBlockGetArgument(block, 0);
  MlirOperationState state = mlirOperationStateGet(ref("prim.topk"), loc);
  mlirOperationStateAddOperands(&state, 1, &x);
  MlirNamedAttribute dim = mlirNamedAttributeGet(
      mlirIdentifierGet(context, ref("dim")),
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), 0));
  mlirOperationStateAddAttributes(&state, 1, &dim);
  mlirOperationStateEnableResultTypeInference(&state);
  CHECK(!mlirOperationCreate(&state).ptr);
  CHECK(strstr(text, "[TC-0202] attribute 'k' must be a #tc.size"));
  mlirContextDetachDiagnosticHandler(context, id);
  mlirBlockDestroy(block);
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tcRegisterDialects(registry);
  context = mlirContextCreateWithRegistry(registry, false);
  mlirContextLoadAllAvailableDialects(context);
  testArithmetic();
  testMissingAttribute();
  testLayouts();
  testQuestions();
  testTypes();
  testElements();
  testUnify();
  testUnifyOnly();
  testUnifyLaunch();
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return checkReport();
}
