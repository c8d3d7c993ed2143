// Prims whose positions are data: index, index_put, nonzero.
#include "interp/machine.h"

#include "ir/ascending.h"
#include "ir/distinct.h"
#include "tc/gen/PrimOps.h"

#include <string.h>

// The dimensions of an indexed box: those of an index, then those of the
// operand that are not indexed.
typedef struct Indexing {
  const TcArray *self;
  const TcArray *indices[TC_MAX_RANK]; // by dimension of self; null: a slice
  unsigned lead;                       // dimensions of an index
} Indexing;

static Indexing indexingOf(TcFrame *frame, MlirOperation op, intptr_t first,
                           MlirAttribute dims) {
  Indexing x = {.self = tcOperand(frame, op, 0)};
  for (intptr_t k = 0; first + k < mlirOperationGetNumOperands(op); ++k) {
    const TcArray *index = tcOperand(frame, op, first + k);
    x.indices[mlirDenseI64ArrayGetElement(dims, k)] = index;
    x.lead = index->rank;
  }
  return x;
}

// The element of self that the element `flat` of the box, at `point`, refers
// to.
static TcStatus positionOf(const Indexing *x, const int64_t *sizes,
                           const int64_t *point, int64_t *out) {
  int64_t flat = 0, position = 0;
  for (unsigned i = 0; i < x->lead; ++i)
    flat = flat * sizes[i] + point[i];
  const int64_t *rest = point + x->lead;
  for (unsigned d = 0; d < x->self->rank; ++d) {
    const TcArray *index = x->indices[d];
    int64_t at =
        index ? tcElementLoad(index->dtype, index->data, flat).i : *rest++;
    if (at < 0 || at >= x->self->sizes[d])
      return tcStatusMake(TC_ERROR_INDEX,
                          "index %lld into dimension %u of size %lld",
                          (long long)at, d, (long long)x->self->sizes[d]);
    position = position * x->self->sizes[d] + at;
  }
  *out = position;
  return TC_OK;
}

// The box has the sizes of the indices in front.
static TcStatus checkBox(const Indexing *x, const TcArray *box) {
  unsigned d = x->lead;
  for (unsigned k = 0; k < x->self->rank; ++k) {
    const TcArray *index = x->indices[k];
    bool same =
        index ? index->rank == x->lead && !memcmp(index->sizes, box->sizes,
                                                  x->lead * sizeof *box->sizes)
              : d < box->rank && x->self->sizes[k] == box->sizes[d++];
    if (!same)
      return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                          "the sizes at dimension %u do not fit", k);
  }
  return TC_OK;
}

TcStatus tcInterpIndex(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  Indexing x = indexingOf(frame, op, 1, tcPrimIndexGetDims(op));
  TC_RETURN_IF_ERROR(checkBox(&x, y));
  int64_t point[TC_MAX_RANK] = {0}, from;
  size_t size = tcDTypeSize(y->dtype);
  for (int64_t i = 0; i < y->count; ++i) {
    TC_RETURN_IF_ERROR(positionOf(&x, y->sizes, point, &from));
    memcpy(y->data + (size_t)i * size, x.self->data + (size_t)from * size,
           size);
    tcNextPoint(y->rank, y->sizes, point);
  }
  return TC_OK;
}

TcStatus tcScatterSees(TcArray *seen, int64_t at) {
  if (!seen->data)
    return TC_OK;
  if (seen->data[at])
    return tcStatusMake(TC_ERROR_NOT_DISTINCT,
                        "two elements of a distinct scatter go to element %lld",
                        (long long)at);
  seen->data[at] = 1;
  return TC_OK;
}

static TcStatus combineInto(TcArray *sum, const Indexing *x,
                            const TcArray *values, TcCombine kind,
                            TcArray *seen) {
  int64_t point[TC_MAX_RANK] = {0}, at;
  for (int64_t i = 0; i < values->count; ++i) {
    TC_RETURN_IF_ERROR(positionOf(x, values->sizes, point, &at));
    TC_RETURN_IF_ERROR(tcScatterSees(seen, at));
    TcScalar value =
        tcElementConvert(values->dtype, sum->dtype,
                         tcElementLoad(values->dtype, values->data, i));
    tcElementStore(sum->dtype, sum->data, at,
                   tcElementCombine(kind, sum->dtype,
                                    tcElementLoad(sum->dtype, sum->data, at),
                                    value));
    tcNextPoint(values->rank, values->sizes, point);
  }
  return TC_OK;
}

// Of positions in their order none is less than the one before it.
static TcStatus checkAscending(const TcArray *at) {
  for (int64_t i = 1; i < at->count; ++i)
    if (tcElementLoad(at->dtype, at->data, i).i <
        tcElementLoad(at->dtype, at->data, i - 1).i)
      return tcStatusMake(TC_ERROR_NOT_DISTINCT,
                          "position %lld of an ascending scatter is less than "
                          "the one before it",
                          (long long)i);
  return TC_OK;
}

// Sums are accumulated in the widest dtype and rounded once.
TcStatus tcInterpIndexPut(TcFrame *frame, MlirOperation op) {
  const TcArray *values = tcOperand(frame, op, 1);
  Indexing x = indexingOf(frame, op, 2, tcPrimIndexPutGetDims(op));
  TC_RETURN_IF_ERROR(checkBox(&x, values));
  if (tcIsAscending(op))
    TC_RETURN_IF_ERROR(checkAscending(tcOperand(frame, op, 2)));
  TcArray shared, sum, y = {0};
  TC_RETURN_IF_ERROR(
      tcArrayConvert(x.self, tcWideDType(x.self->dtype), &shared));
  TcStatus status = tcArrayCopy(&shared, &sum);
  tcArrayRelease(&shared);
  TcArray seen = {0};
  if (!status && tcIsDistinct(op))
    status = tcArrayMake(TC_DTYPE_BOOL, sum.rank, sum.sizes, &seen);
  if (!status)
    status =
        combineInto(&sum, &x, values,
                    tcCombineFromName(tcPrimIndexPutGetCombine(op)), &seen);
  tcArrayRelease(&seen);
  if (!status)
    status = tcArrayConvert(&sum, x.self->dtype, &y);
  tcArrayRelease(&sum);
  return status ? status : tcSetResult(frame, op, 0, y);
}

static bool isZero(const TcArray *x, int64_t i) {
  return !tcElementConvert(x->dtype, TC_DTYPE_BOOL,
                           tcElementLoad(x->dtype, x->data, i))
              .b;
}

TcStatus tcInterpNonzero(TcFrame *frame, MlirOperation op) {
  const TcArray *x = tcOperand(frame, op, 0);
  int64_t sizes[2] = {0, x->rank}, point[TC_MAX_RANK] = {0}, row = 0;
  for (int64_t i = 0; i < x->count; ++i)
    sizes[0] += !isZero(x, i);
  TcArray y;
  TC_RETURN_IF_ERROR(tcArrayMake(TC_DTYPE_I64, 2, sizes, &y));
  for (int64_t i = 0; i < x->count; ++i) {
    if (!isZero(x, i))
      memcpy(y.data + row++ * x->rank * 8, point, x->rank * sizeof *point);
    tcNextPoint(x->rank, x->sizes, point);
  }
  return tcDefineResult(frame, op, 0, y);
}

TcStatus tcInterpRangeTo(TcFrame *frame, MlirOperation op) {
  const TcArray *count = tcOperand(frame, op, 0);
  int64_t size = tcElementLoad(TC_DTYPE_I64, count->data, 0).i;
  if (size < 0)
    return tcStatusMake(TC_ERROR_INDEX, "a size became %lld", (long long)size);
  TcArray y;
  TC_RETURN_IF_ERROR(tcArrayMake(TC_DTYPE_I64, 1, &size, &y));
  for (int64_t i = 0; i < size; ++i)
    tcElementStore(TC_DTYPE_I64, y.data, i, (TcScalar){.i = i});
  return tcDefineResult(frame, op, 0, y);
}
