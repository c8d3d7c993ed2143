// tc.expected of what the interpreter found: compiled code can then be checked
// against it as against PyTorch (tc-run --check).
#include "driver/interpret.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

enum { SAMPLES = 256 };

typedef struct Entry {
  MlirContext ctx;
  MlirNamedAttribute named[8];
  intptr_t n;
} Entry;

static void add(Entry *e, const char *name, MlirAttribute value) {
  e->named[e->n++] = mlirNamedAttributeGet(
      mlirIdentifierGet(e->ctx, mlirStringRefCreateFromCString(name)), value);
}

static void addNumber(Entry *e, const char *name, double value) {
  add(e, name, mlirFloatAttrDoubleGet(e->ctx, mlirF64TypeGet(e->ctx), value));
}

static MlirAttribute shapeOf(MlirContext ctx, const TcTensor *t) {
  MlirAttribute sizes[TC_MAX_RANK];
  for (unsigned d = 0; d < t->rank; ++d)
    sizes[d] = mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), t->sizes[d]);
  return mlirArrayAttrGet(ctx, t->rank, sizes);
}

static MlirAttribute samplesOf(MlirContext ctx, const TcTensor *t) {
  double samples[SAMPLES];
  int64_t n = tcResultNumReals(t), count = n < SAMPLES ? n : SAMPLES;
  for (int64_t k = 0; k < count; ++k)
    samples[k] = tcResultReal(t, k * n / count);
  MlirType type = mlirRankedTensorTypeGet(1, &count, mlirF64TypeGet(ctx),
                                          mlirAttributeGetNull());
  return mlirDenseElementsAttrDoubleGet(type, (intptr_t)count, samples);
}

// What rounding of the dtype, and sums in another order, explain.
static void addErrors(Entry *e, const TcTensor *t, double norm) {
  double unit = tcResultUnit((TcDType)t->dtype);
  if (unit == 0)
    return;
  addNumber(e, "eager_error", 2 * unit);
  addNumber(e, "eager_max", 2 * unit * norm);
}

MlirAttribute tcExpectedOf(MlirContext ctx, MlirType dtype, const TcTensor *t) {
  Entry e = {.ctx = ctx};
  double sum = 0, norm = 0;
  for (int64_t i = 0, n = tcResultNumReals(t); i < n; ++i) {
    double x = tcResultReal(t, i);
    sum += x;
    norm += x * x;
  }
  add(&e, "shape", shapeOf(ctx, t));
  add(&e, "dtype", mlirTypeAttrGet(dtype));
  addNumber(&e, "sum", sum);
  addNumber(&e, "norm", sqrt(norm));
  addErrors(&e, t, sqrt(norm));
  add(&e, "samples", samplesOf(ctx, t));
  return mlirDictionaryAttrGet(ctx, e.n, e.named);
}
