// Roots of unity: tables of cosines and sines, computed in long double and
// rounded once, and the matrices of small Fourier transforms made of them.
#include "passes/decompose/fourier.h"

#include "lib/ir/attrs.h"
#include "lib/ir/limits.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>
#include <string.h>

static int bytesOf(MlirType type) { return mlirTypeIsAF32(type) ? 4 : 8; }

// cos (part 0) or sin (part 1) of 2 pi at / n, from the first eighth of the
// circle, so that symmetric values are equal and zeros exact.
static long double part(int64_t at, int64_t n, int which) {
  const long double turn = 6.283185307179586476925286766559006L;
  at %= n;
  if (which == 0 && 2 * at > n)
    at = n - at;
  if (which == 1 && 2 * at > n)
    return -part(n - at, n, 1);
  if (which == 0 && 4 * at > n)
    return -part(n - 2 * at, 2 * n, 0);
  if (which == 1 && 4 * at > n)
    return part(n - 2 * at, 2 * n, 1);
  if (8 * at > n) // by n - 4 at of 4 n: the rest to a quarter
    return which
               ? cosl(turn * (long double)(n - 4 * at) / (long double)(4 * n))
               : sinl(turn * (long double)(n - 4 * at) / (long double)(4 * n));
  long double angle = turn * (long double)at / (long double)n;
  return which ? sinl(angle) : cosl(angle);
}

static void store(void *to, int64_t i, MlirType type, long double value) {
  if (mlirTypeIsAF32(type))
    ((float *)to)[i] = (float)value;
  else
    ((double *)to)[i] = (double)value;
}

static MlirValue constantOf(TcBuild *b, TcShape shape, MlirType type, int64_t n,
                            const void *data) {
  MlirType tensor = tcTensorTypeGet(shape.rank, shape.sizes, type);
  return tcOpOnlyResult(tcPrimConstantCreate(
      &b->at, mlirDenseElementsAttrRawBufferGet(
                  tensor, (size_t)(n * bytesOf(type)), data)));
}

//===- At positions -------------------------------------------------------===//

// The roots at step, 2 step, ... of n.
static MlirValue table(TcBuild *b, const TcFourierRoots *r, int which,
                       int64_t step, int64_t size) {
  double data[TC_MAX_CONSTANT_BYTES / 8];
  double factor = which ? r->sign * r->scale : r->scale;
  for (int64_t i = 0; i < size; ++i)
    store(data, i, r->type, factor * part(i * step % r->n, r->n, which));
  MlirAttribute length = tcSizeInt(b, size);
  return constantOf(b, (TcShape){1, &length}, r->type, size, data);
}

static MlirValue look(TcBuild *b, MlirValue values, MlirValue at) {
  return tcIndex(b, values, 1, &at, tcDimsOne(b, 0));
}

static TcFourierParts product(TcBuild *b, TcFourierParts x, TcFourierParts y) {
  return (TcFourierParts){tcSub(b, tcMul(b, x.re, y.re), tcMul(b, x.im, y.im)),
                          tcAdd(b, tcMul(b, x.re, y.im), tcMul(b, x.im, y.re))};
}

// By the digits of a position: the product of a root for each, in f64.
static TcFourierParts byDigits(TcBuild *b, const TcFourierRoots *r,
                               MlirValue at) {
  const int64_t base = TC_MAX_CONSTANT_BYTES / 8;
  TcFourierRoots wide = *r;
  TcFourierParts all = {tcNoValue(), tcNoValue()};
  wide.type = mlirF64TypeGet(b->at.ctx);
  for (int64_t step = 1; step < r->n; step *= base) {
    int64_t left = (r->n + step - 1) / step;
    int64_t size = left < base ? left : base;
    MlirValue digit = tcBinary(b, TC_PRIM_REMAINDER, at, tcNum(b, at, base));
    TcFourierParts one = {look(b, table(b, &wide, 0, step, size), digit),
                          look(b, table(b, &wide, 1, step, size), digit)};
    all = all.re.ptr ? product(b, all, one) : one;
    wide.scale = 1;
    at = tcDiv(b, tcSub(b, at, digit), tcNum(b, at, base));
  }
  return (TcFourierParts){tcConvert(b, all.re, r->type),
                          tcConvert(b, all.im, r->type)};
}

TcFourierParts tcFourierRootsAt(TcBuild *b, const TcFourierRoots *r,
                                MlirValue at) {
  if (r->n * bytesOf(r->type) > TC_MAX_CONSTANT_BYTES)
    return byDigits(b, r, at);
  return (TcFourierParts){look(b, table(b, r, 0, 1, r->n), at),
                          look(b, table(b, r, 1, 1, r->n), at)};
}

//===- Matrices -----------------------------------------------------------===//

// Digits done (latest first), digit in, digit out: shape and how many.
static TcShape positionsShape(TcBuild *b, const TcFourierMatrix *m) {
  TcShape shape = tcShapeMake(b, m->numDone + 2);
  for (int i = 0; i < m->numDone; ++i)
    shape.sizes[i] = tcSizeInt(b, m->done[i]);
  shape.sizes[m->numDone] = tcSizeInt(b, m->in);
  shape.sizes[m->numDone + 1] = tcSizeInt(b, m->out);
  return shape;
}

static int64_t numDone(const TcFourierMatrix *m) {
  int64_t n = 1;
  for (int i = 0; i < m->numDone; ++i)
    n *= m->done[i];
  return n;
}

// The sign with which a part of the input enters a part of the result, and
// whether by the sine: (c, s; -s, c).
static long double entry(const TcFourierMatrix *m, int64_t at, int64_t from,
                         int64_t to) {
  long double w = part(at % m->roots.n, m->roots.n, from != to);
  double factor = m->roots.scale;
  if (from != to)
    factor *= from < to ? m->roots.sign : -m->roots.sign;
  return factor * w;
}

static MlirValue smallMatrix(TcBuild *b, const TcFourierMatrix *m) {
  double data[TC_MAX_CONSTANT_BYTES / 8];
  int64_t done = numDone(m), n = 0;
  for (int64_t d = 0; d < done; ++d)
    for (int64_t p = 0; p < m->partsIn; ++p)
      for (int64_t j = 0; j < m->in; ++j)
        for (int64_t q = 0; q < m->partsOut; ++q)
          for (int64_t k = 0; k < m->out; ++k)
            store(data, n++, m->roots.type, entry(m, j * (d + done * k), p, q));
  TcShape shape = positionsShape(b, m);
  shape = tcShapeInsert(b, shape, m->numDone + 1, tcSizeInt(b, m->partsOut));
  shape = tcShapeInsert(b, shape, m->numDone, tcSizeInt(b, m->partsIn));
  return constantOf(b, shape, m->roots.type, n, data);
}

// in * (digits done + their product * out) modulo the roots' number
static MlirValue positions(TcBuild *b, const TcFourierMatrix *m) {
  TcShape shape = positionsShape(b, m);
  MlirType type = tcI64(b);
  int64_t weight = 1;
  MlirValue k = tcConstInt(b, type, 0);
  for (int i = m->numDone - 1; i >= 0; --i) {
    k = tcAdd(
        b, k,
        tcMul(b, tcIotaDim(b, shape, i, type), tcConstInt(b, type, weight)));
    weight *= m->done[i];
  }
  k = tcAdd(b, k,
            tcMul(b, tcIotaDim(b, shape, m->numDone + 1, type),
                  tcConstInt(b, type, weight)));
  MlirValue at = tcMul(b, k, tcIotaDim(b, shape, m->numDone, type));
  return tcBinary(b, TC_PRIM_REMAINDER, at, tcConstInt(b, type, m->roots.n));
}

// A row of the parts of the result, of which there may be one.
static MlirValue partsRow(TcBuild *b, const TcFourierMatrix *m, MlirValue x,
                          MlirValue y) {
  intptr_t dim = m->numDone + 1;
  MlirValue both[2] = {tcUnsqueeze(b, x, dim), tcUnsqueeze(b, y, dim)};
  return tcUnsqueeze(b, m->partsOut == 1 ? both[0] : tcCat(b, 2, both, dim),
                     m->numDone);
}

MlirValue tcFourierMatrix(TcBuild *b, const TcFourierMatrix *m) {
  int64_t n = numDone(m) * m->partsIn * m->in * m->partsOut * m->out;
  if (n * bytesOf(m->roots.type) <= TC_MAX_CONSTANT_BYTES)
    return smallMatrix(b, m);
  TcFourierParts w = tcFourierRootsAt(b, &m->roots, positions(b, m));
  MlirValue rows[2] = {partsRow(b, m, w.re, w.im), tcNoValue()};
  if (m->partsIn == 1)
    return rows[0];
  rows[1] = partsRow(b, m, tcNeg(b, w.im), w.re);
  return tcCat(b, 2, rows, m->numDone);
}
