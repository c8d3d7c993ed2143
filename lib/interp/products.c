// Products: dot_general and convolution, both rewritten as a matrix product of
// dense operands with sums in double (integers: in i64, wrapping).
#include "interp/machine.h"

#include "tc/gen/PrimOps.h"

#include <string.h>

//===- Matrices -----------------------------------------------------------===//

// The dtype in which elements are multiplied.
static TcDType factorDType(TcDType dtype) {
  switch (tcClassOf(dtype)) {
  case TC_CLASS_FLOAT:
    return dtype == TC_DTYPE_F64 ? TC_DTYPE_F64 : TC_DTYPE_F32;
  case TC_CLASS_COMPLEX:
    return TC_DTYPE_COMPLEX128;
  default:
    return TC_DTYPE_I64;
  }
}

enum { ROWS = 4, COLUMNS = 256 }; // a block of sums, which stays in cache

// Sums ROWS x width products from column `j` on; rows of a beyond `rows` repeat
// the last and are not used.
#define PRODUCT(NAME, T, SUM)                                                  \
  static void NAME(const void *av, const void *bv, int64_t n, int64_t k,       \
                   int64_t rows, int64_t j, int64_t width, void *sums) {       \
    const T *a = av, *b = bv;                                                  \
    SUM(*sum)[COLUMNS] = sums;                                                 \
    int64_t row[ROWS];                                                         \
    for (int64_t r = 0; r < ROWS; ++r)                                         \
      row[r] = (r < rows ? r : rows - 1) * k;                                  \
    memset(sum, 0, sizeof(SUM[ROWS][COLUMNS]));                                \
    for (int64_t p = 0; p < k; ++p) {                                          \
      const T *line = b + p * n + j;                                           \
      SUM x0 = (SUM)a[row[0] + p], x1 = (SUM)a[row[1] + p];                    \
      SUM x2 = (SUM)a[row[2] + p], x3 = (SUM)a[row[3] + p];                    \
      for (int64_t c = 0; c < width; ++c) {                                    \
        SUM y = (SUM)line[c];                                                  \
        sum[0][c] += x0 * y;                                                   \
        sum[1][c] += x1 * y;                                                   \
        sum[2][c] += x2 * y;                                                   \
        sum[3][c] += x3 * y;                                                   \
      }                                                                        \
    }                                                                          \
  }
PRODUCT(productF32, float, double)
PRODUCT(productOrdered, float, float) // each product and sum is rounded
PRODUCT(productF64, double, double)
PRODUCT(productI64, int64_t, uint64_t)
PRODUCT(productC128, double complex, double complex)
#undef PRODUCT

static void blockProduct(TcDType dtype, bool ordered, const void *a,
                         const void *b, int64_t n, int64_t k, int64_t rows,
                         int64_t j, int64_t width, void *sums) {
  switch (dtype) {
  case TC_DTYPE_F32:
    (ordered ? productOrdered : productF32)(a, b, n, k, rows, j, width, sums);
    break;
  case TC_DTYPE_F64:
    productF64(a, b, n, k, rows, j, width, sums);
    break;
  case TC_DTYPE_COMPLEX128:
    productC128(a, b, n, k, rows, j, width, sums);
    break;
  default:
    productI64(a, b, n, k, rows, j, width, sums);
  }
}

// y[m, n] = a[m, k] * b[k, n], all dense; y begins at element `at`.
static void multiply(TcDType dtype, const char *a, const char *b, int64_t m,
                     int64_t n, int64_t k, bool ordered, TcArray *y,
                     int64_t at) {
  double complex sums[ROWS * COLUMNS];
  TcDType wide = ordered && dtype == TC_DTYPE_F32 ? dtype : tcWideDType(dtype);
  for (int64_t j = 0; j < n; j += COLUMNS) {
    int64_t width = n - j < COLUMNS ? n - j : COLUMNS;
    for (int64_t i = 0; i < m; i += ROWS) {
      int64_t rows = m - i < ROWS ? m - i : ROWS;
      blockProduct(dtype, ordered, a + (size_t)(i * k) * tcDTypeSize(dtype), b,
                   n, k, rows, j, width, sums);
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = 0; c < width; ++c)
          tcElementStore(
              y->dtype, y->data, at + (i + r) * n + j + c,
              tcElementConvert(wide, y->dtype,
                               tcElementLoad(wide, sums, r * COLUMNS + c)));
    }
  }
}

//===- dot_general --------------------------------------------------------===//

typedef struct Side {
  MlirAttribute batch, contract;
  int64_t numBatch, numContract, numFree; // elements
} Side;

static unsigned append(MlirAttribute dims, unsigned n, unsigned *order,
                       bool *taken) {
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(dims); ++i) {
    order[n] = (unsigned)mlirDenseI64ArrayGetElement(dims, i);
    taken[order[n++]] = true;
  }
  return n;
}

static int64_t countOf(const TcArray *x, const unsigned *order, unsigned first,
                       unsigned end) {
  int64_t count = 1;
  for (unsigned i = first; i < end; ++i)
    count *= x->sizes[order[i]];
  return count;
}

// Orders dimensions as batch, free, contract (or contract, free) and converts.
static TcStatus arrange(const TcArray *x, Side *side, bool contractLast,
                        TcArray *out) {
  unsigned order[TC_MAX_RANK], n, start[4];
  bool taken[TC_MAX_RANK] = {false};
  start[0] = append(side->batch, 0, order, taken);
  unsigned contract[TC_MAX_RANK];
  unsigned numContract = append(side->contract, 0, contract, taken);
  n = start[0];
  for (int part = 0; part < 2; ++part) {
    if ((part == 1) == contractLast) {
      for (unsigned i = 0; i < numContract; ++i)
        order[n++] = contract[i];
    } else {
      start[2] = n;
      for (unsigned d = 0; d < x->rank; ++d)
        if (!taken[d])
          order[n++] = d;
      start[3] = n;
    }
  }
  side->numBatch = countOf(x, order, 0, start[0]);
  side->numFree = countOf(x, order, start[2], start[3]);
  side->numContract = countOf(x, contract, 0, numContract);
  TcArray converted;
  TC_RETURN_IF_ERROR(tcArrayConvert(x, factorDType(x->dtype), &converted));
  TcStatus status = tcArrayPermute(&converted, order, out);
  tcArrayRelease(&converted);
  return status;
}

TcStatus tcInterpDotGeneral(TcFrame *frame, MlirOperation op) {
  TcArray *y, a = {0}, b = {0};
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  Side left = {tcPrimDotGeneralGetSelfBatch(op),
               tcPrimDotGeneralGetSelfContract(op), 0, 0, 0};
  Side right = {tcPrimDotGeneralGetOtherBatch(op),
                tcPrimDotGeneralGetOtherContract(op), 0, 0, 0};
  TcStatus status = arrange(tcOperand(frame, op, 0), &left, true, &a);
  if (!status)
    status = arrange(tcOperand(frame, op, 1), &right, false, &b);
  int64_t m = left.numFree, n = right.numFree, k = left.numContract;
  if (!status && (left.numBatch != right.numBatch || k != right.numContract ||
                  y->count != left.numBatch * m * n || a.dtype != b.dtype))
    status = tcStatusMake(TC_ERROR_SIZES_DIFFER,
                          "batch or contracting sizes differ");
  for (int64_t i = 0; !status && i < left.numBatch; ++i) {
    size_t size = tcDTypeSize(a.dtype);
    multiply(a.dtype, a.data + (size_t)(i * m * k) * size,
             b.data + (size_t)(i * n * k) * size, m, n, k,
             tcPrimDotGeneralGetOrdered(op), y, i * m * n);
  }
  tcArrayRelease(&a);
  tcArrayRelease(&b);
  return status;
}

//===- convolution --------------------------------------------------------===//

typedef struct Conv {
  MlirOperation op;
  TcArray x, w; // converted
  const TcArray *y;
  unsigned rank;                 // spatial
  int64_t groups, channels;      // input channels of a group
  int64_t window, image, pixels; // elements of a window, of one channel of the
                                 // input, of one of the result
} Conv;

// The position in the input of window point `k` of result point `o`; -1:
// outside.
static int64_t convPosition(const Conv *c, const int64_t *o, const int64_t *k) {
  int64_t flat = 0;
  for (unsigned d = 0; d < c->rank; ++d) {
    int64_t apart = tcPrimConvolutionGetInputDilationAt(c->op, d);
    int64_t at = o[d] * tcPrimConvolutionGetStridesAt(c->op, d) +
                 k[d] * tcPrimConvolutionGetDilationAt(c->op, d) -
                 tcPrimConvolutionGetPadLowAt(c->op, d);
    if (at < 0 || at % apart || at / apart >= c->x.sizes[2 + d])
      return -1;
    flat = flat * c->x.sizes[2 + d] + at / apart;
  }
  return flat;
}

// The positions that all channels share: [window, pixels].
static void tabulate(const Conv *c, int64_t *table) {
  int64_t k[TC_MAX_RANK] = {0};
  for (int64_t i = 0; i < c->window; ++i) {
    int64_t o[TC_MAX_RANK] = {0};
    for (int64_t j = 0; j < c->pixels; ++j) {
      *table++ = convPosition(c, o, k);
      tcNextPoint(c->rank, c->y->sizes + 2, o);
    }
    tcNextPoint(c->rank, c->w.sizes + 2, k);
  }
}

// The input as a matrix [channels * window, pixels].
static void unfold(const Conv *c, const int64_t *table, const char *x,
                   char *matrix) {
  size_t size = tcDTypeSize(c->x.dtype);
  for (int64_t channel = 0; channel < c->channels; ++channel)
    for (int64_t i = 0; i < c->window * c->pixels; ++i, matrix += size)
      if (table[i] < 0)
        memset(matrix, 0, size);
      else
        memcpy(matrix, x + (size_t)(channel * c->image + table[i]) * size,
               size);
}

static TcStatus convolve(const Conv *c, TcArray *y) {
  int64_t k = c->channels * c->window, size[1] = {c->window * c->pixels};
  int64_t matrixSizes[2] = {k, c->pixels};
  TcArray table, matrix;
  TC_RETURN_IF_ERROR(tcArrayMake(TC_DTYPE_I64, 1, size, &table));
  TcStatus status = tcArrayMake(c->x.dtype, 2, matrixSizes, &matrix);
  if (!status) {
    tabulate(c, (int64_t *)(void *)table.data);
    size_t bytes = tcDTypeSize(c->x.dtype);
    int64_t m = y->sizes[1] / c->groups;
    for (int64_t i = 0; i < y->sizes[0] * c->groups; ++i) {
      unfold(c, (const int64_t *)(const void *)table.data,
             c->x.data + (size_t)(i * c->channels * c->image) * bytes,
             matrix.data);
      multiply(c->x.dtype, c->w.data + (size_t)(i % c->groups * m * k) * bytes,
               matrix.data, m, c->pixels, k, tcPrimConvolutionGetOrdered(c->op),
               y, i * m * c->pixels);
    }
    tcArrayRelease(&matrix);
  }
  tcArrayRelease(&table);
  return status;
}

static TcStatus checkConv(const Conv *c) {
  bool fits = c->groups > 0 && c->x.sizes[1] == c->groups * c->channels &&
              c->y->sizes[1] % c->groups == 0 &&
              c->y->sizes[1] == c->w.sizes[0] &&
              c->y->sizes[0] == c->x.sizes[0];
  return fits ? TC_OK
              : tcStatusMake(TC_ERROR_SIZES_DIFFER,
                             "channels of input, weight and groups differ");
}

TcStatus tcInterpConvolution(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  const TcArray *x = tcOperand(frame, op, 0), *w = tcOperand(frame, op, 1);
  Conv c = {.op = op,
            .y = y,
            .rank = x->rank - 2,
            .groups = tcPrimConvolutionGetGroups(op),
            .channels = w->sizes[1],
            .window = 1,
            .image = 1,
            .pixels = 1};
  for (unsigned d = 2; d < x->rank; ++d) {
    c.window *= w->sizes[d];
    c.image *= x->sizes[d];
    c.pixels *= y->sizes[d];
  }
  TC_RETURN_IF_ERROR(tcArrayConvert(x, factorDType(x->dtype), &c.x));
  TcStatus status = tcArrayConvert(w, factorDType(w->dtype), &c.w);
  if (!status)
    status = checkConv(&c);
  if (!status && y->count)
    status = convolve(&c, y);
  tcArrayRelease(&c.x);
  tcArrayRelease(&c.w);
  return status;
}
