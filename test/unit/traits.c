// The traits of rows hold for their expressions on special values: a
// commutative op gives the same for both orders. Rows leave open which NaN is
// the result, and which of two zeros of different sign is the maximum.
#include "check.h"
#include "ir/scalar.h"
#include "lib/ir/shim.h"
#include "tc/gen/PrimTable.h"
#include "tc/mlir.h"

#include "mlir-c/IR.h"

#include <float.h>
#include <math.h>

static bool isCommutative(MlirContext ctx, const char *name,
                          const char *element) {
  char text[256];
  snprintf(text, sizeof text,
           "func.func @f(%%x: tensor<%s>) -> tensor<%s> {\n"
           "  %%y = %s %%x, %%x : tensor<%s>\n  return %%x : tensor<%s>\n}\n",
           element, element, name, element, element);
  MlirModule module =
      mlirModuleCreateParse(ctx, mlirStringRefCreateFromCString(text));
  CHECK(!mlirModuleIsNull(module));
  if (mlirModuleIsNull(module))
    return false;
  MlirOperation func = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  MlirOperation op = mlirBlockGetFirstOperation(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0)));
  bool yes = tcOpHasTrait(op, TC_TRAIT_COMMUTATIVE);
  mlirModuleDestroy(module);
  return yes;
}

static const double floats[] = {0.0,        -0.0,     1.0,       -1.0,
                                0.5,        INFINITY, -INFINITY, NAN,
                                DBL_MAX,    -DBL_MAX, DBL_MIN,   0x1p-1074,
                                -0x1p-1074, 1e300,    3.0,       -7.5};
static const int64_t integers[] = {0,
                                   1,
                                   -1,
                                   2,
                                   -2,
                                   127,
                                   -128,
                                   255,
                                   INT32_MAX,
                                   INT32_MIN,
                                   INT64_MAX,
                                   INT64_MIN,
                                   INT64_MAX - 1,
                                   INT64_MIN + 1,
                                   (int64_t)1 << 53};
#define COUNT(A) (sizeof(A) / sizeof *(A))

static bool isSame(double x, double y, bool zerosAreOne) {
  if (isnan(x) || isnan(y))
    return isnan(x) && isnan(y);
  return x == y && (zerosAreOne || signbit(x) == signbit(y));
}

static void fail(const char *name, double x, double y) {
  ++checkFailures;
  fprintf(stderr, "%s is not commutative at (%g, %g)\n", name, x, y);
}

static void testFloats(const char *name, const TcScalarRow *row) {
  bool isExtreme = strstr(name, "imum") != NULL;
  for (size_t i = 0; i < COUNT(floats); ++i)
    for (size_t j = 0; j < COUNT(floats); ++j) {
      double x = floats[i], y = floats[j];
      if (row->f && !isSame(row->f(x, y, 0), row->f(y, x, 0), isExtreme))
        fail(name, x, y);
      if (!row->c)
        continue;
      double complex a = tcScalarComplex(x, y), b = tcScalarComplex(y, 2);
      double complex u = row->c(a, b, 0), v = row->c(b, a, 0);
      if (!isSame(creal(u), creal(v), false) ||
          !isSame(cimag(u), cimag(v), false))
        fail(name, x, y);
    }
}

static void testIntegers(const char *name, const TcScalarRow *row) {
  for (size_t i = 0; i < COUNT(integers); ++i)
    for (size_t j = 0; j < COUNT(integers); ++j) {
      int64_t x = integers[i], y = integers[j];
      if (row->i && row->i(x, y, 0, 64) != row->i(y, x, 0, 64))
        fail(name, (double)x, (double)y);
      if (row->b && row->b(x & 1, y & 1, 0) != row->b(y & 1, x & 1, 0))
        fail(name, (double)(x & 1), (double)(y & 1));
    }
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tcRegisterAllDialects(registry);
  MlirContext ctx = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(ctx);
  int tested = 0;
  for (int kind = 1; kind < TC_PRIM_COUNT; ++kind) {
    const TcScalarRow *row = &tcPrimScalar[kind];
    const char *name = tcPrimOpInfo[kind].name;
    if (row->operands != 2 || row->fc || kind == TC_PRIM_PHILOX ||
        !isCommutative(ctx, name, row->f ? "f32" : "i32"))
      continue;
    testFloats(name, row);
    testIntegers(name, row);
    ++tested;
  }
  CHECK(tested == 7); // add, mul, maximum, minimum, and, or, xor
  mlirContextDestroy(ctx);
  return checkReport();
}
