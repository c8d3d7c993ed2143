// A Fourier transform along one dimension. With n = n1 n2 ... nm, the input's
// index j = (..(j1 n2 + j2) n3 + ..) + jm and the result's
// k = k1 + n1 (k2 + n2 (..)), step i contracts part and ji with the matrix
//
//   exp(2 pi sqrt(-1) sign ji (k1 + n1 k2 + .. + n1 .. n(i-1) ki) / (n1 .. ni))
//
// of part and ki, by the digits k1, .., k(i-1) that are done: twiddle factors
// are in the matrix (Cooley and Tukey 1965). Where that would be large, they
// are multiplied first, and the matrix is that of ni points. A factor that is a
// large prime is a convolution with exp(- pi sqrt(-1) sign j^2 / ni) (Bluestein
// 1970).
#include "passes/decompose/fourier.h"

#include "lib/cost/numbers.h"

typedef struct Steps {
  TcBuild *b;
  const TcFourier *f;
  TcFourierPlan plan;
  int i;              // the step
  int64_t done, rest; // the product of the factors before it and behind it
  MlirType type;
  // [parts, digits done (latest first), dimensions before, points left,
  //  dimensions after]
  MlirValue z;
} Steps;

static intptr_t pointsDim(const Steps *s) { return s->i + s->f->dim; }

static bool isLast(const Steps *s) { return s->i + 1 == s->plan.size; }

static MlirValue atDims(TcBuild *b, MlirValue x, TcShape shape, intptr_t begin,
                        intptr_t size, intptr_t last) {
  TcDims dims = tcDimsRange(b, begin, begin + size);
  if (last >= 0)
    dims.data[size - 1] = last;
  return tcBroadcastInDim(b, x, shape, dims);
}

//===- Products -----------------------------------------------------------===//

// z (c + i s), these on dimensions [1, 1 + their rank - 1) and `last` of z.
static MlirValue timesParts(TcBuild *b, MlirValue z, TcFourierParts w,
                            intptr_t last) {
  intptr_t rank = tcRankOf(w.re);
  if (!z.ptr || !w.re.ptr)
    return tcNoValue();
  TcShape shape = tcShapeOf(b, z);
  if (tcSizeAttrIsValue(shape.sizes[0], 1)) {
    MlirValue both[2] = {tcMul(b, z, atDims(b, w.re, shape, 1, rank, last)),
                         tcMul(b, z, atDims(b, w.im, shape, 1, rank, last))};
    return tcCat(b, 2, both, 0);
  }
  MlirValue signs[2] = {tcUnsqueeze(b, tcNeg(b, w.im), 0),
                        tcUnsqueeze(b, w.im, 0)};
  MlirValue cross = tcCat(b, 2, signs, 0);
  MlirValue straight = tcMul(b, z, atDims(b, w.re, shape, 1, rank, last));
  MlirValue swapped = tcMul(b, tcRev(b, z, tcDimsOne(b, 0)),
                            atDims(b, cross, shape, 0, rank + 1, last));
  return tcAdd(b, straight, swapped);
}

static TcFourierRoots rootsOf(const Steps *s, int64_t n) {
  return (TcFourierRoots){n, s->f->sign, 1, s->type};
}

//===- A matrix -----------------------------------------------------------===//

// Divides the points that are left: the step's digit, what stays. Points that
// are given are the first.
static int64_t divide(Steps *s) {
  intptr_t dim = pointsDim(s);
  TcShape shape = tcShapeOf(s->b, s->z);
  int64_t points;
  if (!tcSizeAttrIsConstant(shape.sizes[dim], &points))
    return 0;
  int64_t rows = (points + s->rest - 1) / s->rest, more = rows * s->rest;
  if (more != points) {
    MlirAttribute *none = tcShapeMake(s->b, shape.rank).sizes;
    MlirAttribute *high = tcShapeMake(s->b, shape.rank).sizes;
    for (intptr_t i = 0; i < shape.rank; ++i) {
      none[i] = tcSizeInt(s->b, 0);
      high[i] = tcSizeInt(s->b, i == dim ? more - points : 0);
    }
    s->z = tcPad(s->b, s->z, tcNum(s->b, s->z, 0), none, high);
  }
  shape = tcShapeWith(s->b, shape, dim, tcSizeInt(s->b, rows));
  shape = tcShapeInsert(s->b, shape, dim + 1, tcSizeInt(s->b, s->rest));
  s->z = tcReshape(s->b, s->z, shape);
  return rows;
}

// The result of the contraction, [digits done, before, left, after, part,
// digit], as [part, digit, digits done, before, left, after].
static MlirValue ordered(TcBuild *b, MlirValue y) {
  intptr_t rank = tcRankOf(y);
  TcDims order = tcDimsMake(b, rank);
  for (intptr_t i = 0; i < rank; ++i)
    order.data[i] = (i + rank - 2) % rank;
  return tcTranspose(b, y, order);
}

// Contracts part and digit, with one matrix for all digits that are done, or
// one for each.
static void contract(Steps *s, const TcFourierMatrix *m) {
  TcBuild *b = s->b;
  intptr_t dim = pointsDim(s), n = s->i;
  bool shared = n && !m->numDone;
  TcDot d = {.xContract = tcDimsMake(b, 2), .yContract = tcDimsMake(b, 2)};
  d.xContract.data[0] = 0;
  d.xContract.data[1] = dim;
  d.yContract.data[0] = m->numDone;
  d.yContract.data[1] = m->numDone + 1;
  d.xBatch = tcDimsRange(b, 1, shared ? 1 : n + 1);
  d.yBatch = tcDimsRange(b, 0, shared ? 0 : n);
  MlirValue y = tcDotGeneral(b, s->z, tcFourierMatrix(b, m), d, tcNoType());
  s->z = y.ptr ? ordered(b, y) : y;
}

// How many digits of the last step are asked for.
static int64_t digitsOut(const Steps *s, int64_t factor) {
  return isLast(s) ? (s->f->count + s->done - 1) / s->done : factor;
}

// Roots by the digits done and the digit of this step, on the dimensions of z.
static void twiddle(Steps *s, int64_t factor) {
  TcBuild *b = s->b;
  intptr_t n = s->i, dim = pointsDim(s);
  int64_t rows = 0, weight = 1;
  tcSizeAttrIsConstant(tcValueSize(s->z, dim), &rows);
  TcShape shape = tcShapeMake(b, n + 1);
  for (intptr_t i = 0; i < n; ++i)
    shape.sizes[i] = tcValueSize(s->z, i + 1);
  shape.sizes[n] = tcSizeInt(b, rows);
  MlirType type = tcI64(b);
  MlirValue k = tcConstInt(b, type, 0);
  for (intptr_t i = n - 1; i >= 0; --i) {
    k = tcAdd(
        b, k,
        tcMul(b, tcIotaDim(b, shape, i, type), tcConstInt(b, type, weight)));
    weight *= s->plan.factors[n - 1 - i];
  }
  MlirValue at = tcMul(b, k, tcIotaDim(b, shape, n, type));
  TcFourierRoots roots = rootsOf(s, s->done * factor);
  s->z = timesParts(b, s->z, tcFourierRootsAt(b, &roots, at), dim);
}

static bool isLarge(const Steps *s, int64_t factor) {
  return s->i && s->done * factor * factor > tcNumber(fft_matrix);
}

static void matrixStep(Steps *s, int64_t factor, int64_t rows) {
  bool apart = isLarge(s, factor);
  if (apart)
    twiddle(s, factor);
  int64_t done[TC_FOURIER_MOST_FACTORS];
  for (int i = 0; i < s->i; ++i)
    done[i] = s->plan.factors[s->i - 1 - i];
  TcFourierMatrix m = {.roots = rootsOf(s, apart ? factor : s->done * factor),
                       .numDone = apart ? 0 : s->i,
                       .done = done,
                       .partsIn =
                           tcSizeAttrIsValue(tcValueSize(s->z, 0), 1) ? 1 : 2,
                       .in = rows,
                       .partsOut = isLast(s) ? s->f->partsOut : 2,
                       .out = digitsOut(s, factor)};
  if (isLast(s))
    m.roots.scale = s->f->scale;
  contract(s, &m);
}

//===- A convolution ------------------------------------------------------===//

// exp(sign pi sqrt(-1) at^2 / p)
static TcFourierParts chirp(TcBuild *b, MlirValue at, int64_t p, int sign,
                            double scale, MlirType type) {
  MlirValue square =
      tcBinary(b, TC_PRIM_REMAINDER, tcMul(b, at, at), tcNum(b, at, 2 * p));
  TcFourierRoots roots = {2 * p, sign, scale, type};
  return tcFourierRootsAt(b, &roots, square);
}

// The transform of the chirp that is convolved with, in f64.
static TcFourierParts kernelOf(TcBuild *b, int64_t p, int64_t m, int sign,
                               MlirType type) {
  MlirValue at = tcIota(b, tcSizeInt(b, m), tcI64(b));
  at = tcMin(b, at, tcSub(b, tcNum(b, at, m), at));
  MlirValue isIn = tcLt(b, at, tcNum(b, at, p));
  MlirType wide = mlirF64TypeGet(b->at.ctx);
  MlirValue safe = tcMin(b, at, tcNum(b, at, p - 1));
  TcFourierParts w = chirp(b, safe, p, -sign, 1, wide);
  MlirValue both[2] = {tcUnsqueeze(b, w.re, 0), tcUnsqueeze(b, w.im, 0)};
  MlirValue z = tcCat(b, 2, both, 0);
  if (!z.ptr)
    return w;
  z = tcWhere(b, isIn, z, tcNum(b, z, 0));
  TcFourier f = {1, m, m, -1, 1.0, 2};
  z = tcConvert(b, tcFourierAlong(b, z, &f), type);
  return (TcFourierParts){tcSelect(b, z, 0, tcSizeInt(b, 0)),
                          tcSelect(b, z, 0, tcSizeInt(b, 1))};
}

static MlirValue firstOf(TcBuild *b, MlirValue z, intptr_t dim, int64_t n) {
  return tcSlice(b, z, dim, tcSizeInt(b, 0), tcSizeInt(b, n), 1);
}

// y_k = w_k sum_j (x_j w_j) conj(w_(k - j)), w the chirp: by transforms of m
// points, of which those of x are the first.
static MlirValue convolved(const Steps *s, MlirValue x, intptr_t dim,
                           int64_t p) {
  TcBuild *b = s->b;
  int64_t m = tcFourierPadded(p), rows = 0;
  tcSizeAttrIsConstant(tcValueSize(x, dim), &rows);
  MlirValue at = tcIota(b, tcSizeInt(b, p), tcI64(b));
  int sign = s->f->sign;
  x = timesParts(
      b, x,
      chirp(b, tcIota(b, tcSizeInt(b, rows), tcI64(b)), p, sign, 1, s->type),
      dim);
  TcFourier there = {dim, m, m, -1, 1.0, 2}, back = {dim, m, p, 1, 1.0, 2};
  x = tcFourierAlong(b, x, &there);
  x = timesParts(b, x, kernelOf(b, p, m, sign, s->type), dim);
  x = tcFourierAlong(b, x, &back);
  double scale = (isLast(s) ? s->f->scale : 1) / (double)m;
  return timesParts(b, x, chirp(b, at, p, sign, scale, s->type), dim);
}

static void convolutionStep(Steps *s, int64_t factor) {
  TcBuild *b = s->b;
  if (s->i)
    twiddle(s, factor);
  intptr_t dim = pointsDim(s);
  MlirValue y = convolved(s, s->z, dim, factor);
  y = tcMoveDim(b, y, dim, 1);
  y = firstOf(b, y, 1, digitsOut(s, factor));
  s->z = isLast(s) ? firstOf(b, y, 0, s->f->partsOut) : y;
}

//===- All steps ----------------------------------------------------------===//

static void step(Steps *s) {
  int64_t factor = s->plan.factors[s->i];
  s->rest /= factor;
  int64_t rows = divide(s);
  if (s->plan.isConvolution[s->i])
    convolutionStep(s, factor);
  else
    matrixStep(s, factor, rows);
  s->done *= factor;
}

// [parts, digits, before, 1, after] with the digits as one dimension.
static MlirValue joined(Steps *s) {
  TcBuild *b = s->b;
  intptr_t n = s->plan.size, before = s->f->dim - 1, rank = tcRankOf(s->z);
  TcDims order = tcDimsRange(b, 0, rank);
  for (intptr_t i = 1; i < 1 + n + before; ++i)
    order.data[i] = i <= before ? i + n : i - before;
  MlirValue y = tcTranspose(b, s->z, order);
  y = tcFlatten(b, y, 1 + before, 2 + before + n);
  return firstOf(b, y, s->f->dim, s->f->count);
}

MlirValue tcFourierAlong(TcBuild *b, MlirValue z, const TcFourier *f) {
  if (!z.ptr)
    return z;
  Steps s = {.b = b, .f = f, .done = 1, .rest = f->n, .z = z};
  s.type = tcElementOf(z);
  if (!tcFourierPlan(f->n, &s.plan))
    return tcFail(b, 1102, "a Fourier transform of %lld points",
                  (long long)f->n);
  if (tcRankOf(z) + s.plan.size >= TC_MAX_RANK)
    return tcFail(b, 1102,
                  "a Fourier transform of %lld points of a tensor of %ld "
                  "dimensions has more than %d dimensions on the way; make "
                  "dimensions one first",
                  (long long)f->n, (long)tcRankOf(z) - 1, TC_MAX_RANK);
  for (; s.i < s.plan.size && s.z.ptr; ++s.i)
    step(&s);
  if (!s.z.ptr)
    return s.z;
  return joined(&s);
}
