// Writes tc.expected with the yardstick's bound of each sample
// (docs/numerics.md), for PyTorch's results or for the program's own values.
#include "driver/interpret.h"

#include "driver/whole.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { SAMPLES = 1 << 16 };

typedef struct Entry {
  MlirContext ctx;
  MlirNamedAttribute named[16];
  intptr_t n;
} Entry;

static void add(Entry *e, const char *name, MlirAttribute value) {
  if (e->n < 16)
    e->named[e->n++] = mlirNamedAttributeGet(
        mlirIdentifierGet(e->ctx, mlirStringRefCreateFromCString(name)), value);
}

static MlirAttribute shapeOf(MlirContext ctx, const TcBounded *t) {
  MlirAttribute sizes[TC_MAX_RANK];
  for (unsigned d = 0; d < t->rank; ++d)
    sizes[d] = mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), t->sizes[d]);
  return mlirArrayAttrGet(ctx, t->rank, sizes);
}

// Complex numbers are two reals.
static int64_t numReals(const TcBounded *t) {
  return t->count * (t->w ? 2 : 1);
}

double tcExpectedReal(const TcBounded *t, int64_t i) {
  if (t->i)
    return (double)t->i[i];
  return t->w ? (i % 2 ? t->w : t->v)[i / 2] : t->v[i];
}

double tcExpectedBound(const TcBounded *t, int64_t i) {
  return t->e ? t->e[t->w ? i / 2 : i] : 0;
}

static MlirAttribute doubles(MlirContext ctx, const TcBounded *t, int64_t count,
                             double (*of)(const TcBounded *, int64_t)) {
  TcArena arena = {0};
  int64_t n = numReals(t);
  double *data = TC_ARENA_ARRAY(&arena, double, (size_t)count + 1);
  for (int64_t k = 0; data && k < count; ++k)
    data[k] = of(t, k * n / count);
  MlirType type = mlirRankedTensorTypeGet(1, &count, mlirF64TypeGet(ctx),
                                          mlirAttributeGetNull());
  MlirAttribute out =
      data ? mlirDenseElementsAttrDoubleGet(type, (intptr_t)count, data)
           : mlirAttributeGetNull();
  tcArenaFree(&arena);
  return out;
}

static MlirAttribute ownEntry(MlirContext ctx, MlirType dtype,
                              const TcBounded *t) {
  Entry e = {.ctx = ctx};
  int64_t n = numReals(t), count = n < SAMPLES ? n : SAMPLES;
  add(&e, "shape", shapeOf(ctx, t));
  add(&e, "dtype", mlirTypeAttrGet(dtype));
  add(&e, "samples", doubles(ctx, t, count, tcExpectedReal));
  add(&e, "bounds", doubles(ctx, t, count, tcExpectedBound));
  return mlirDictionaryAttrGet(ctx, e.n, e.named);
}

// PyTorch's entry, with the bounds of its samples added.
static MlirAttribute withBounds(MlirContext ctx, MlirAttribute entry,
                                const TcBounded *t) {
  Entry e = {.ctx = ctx};
  TcArena arena = {0};
  int64_t count = (int64_t)tcExpectedFromAttr(&arena, entry).numSamples;
  tcArenaFree(&arena);
  if (!count || count > numReals(t))
    return entry;
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(entry); ++i) {
    MlirNamedAttribute one = mlirDictionaryAttrGetElement(entry, i);
    if (!mlirStringRefEqual(mlirIdentifierStr(one.name),
                            mlirStringRefCreateFromCString("bounds")) &&
        !mlirStringRefEqual(mlirIdentifierStr(one.name),
                            mlirStringRefCreateFromCString("meaning")) &&
        e.n < 16)
      e.named[e.n++] = one;
  }
  add(&e, "bounds", doubles(ctx, t, count, tcExpectedBound));
  add(&e, "meaning", doubles(ctx, t, count, tcExpectedReal));
  return mlirDictionaryAttrGet(ctx, e.n, e.named);
}

MlirAttribute tcExpectedOf(MlirContext ctx, MlirType dtype, MlirAttribute known,
                           const TcBounded *t) {
  return mlirAttributeIsNull(known) ? ownEntry(ctx, dtype, t)
                                    : withBounds(ctx, known, t);
}
