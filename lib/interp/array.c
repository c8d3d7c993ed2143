// Memory of tensors and moving blocks of it; see array.h.
#include "interp/array.h"

#include "interp/interp.h"
#include "support/status.h"

#include <stdlib.h>
#include <string.h>

struct TcArrayBuffer {
  size_t handles;
  _Alignas(16) char data[]; // as calloc aligns
};

static bool multiply(int64_t *product, int64_t factor) {
  return !__builtin_mul_overflow(*product, factor, product);
}

// Zeros; aligned as the struct asks for.
static TcArrayBuffer *newBuffer(size_t bytes) {
  size_t align = _Alignof(TcArrayBuffer);
  if (bytes > SIZE_MAX / 2)
    return NULL;
  size_t size = (sizeof(TcArrayBuffer) + bytes + align - 1) / align * align;
  TcArrayBuffer *buffer = aligned_alloc(align, size);
  if (buffer)
    memset(buffer, 0, size);
  return buffer;
}

TcStatus tcArrayMake(TcDType dtype, unsigned rank, const int64_t *sizes,
                     TcArray *out) {
  *out = (TcArray){.dtype = dtype, .rank = rank, .count = 1};
  bool empty = false, fits = true;
  for (unsigned i = 0; i < rank; ++i) {
    if (sizes[i] < 0)
      return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                          "dimension %u would have the size %lld", i,
                          (long long)sizes[i]);
    out->sizes[i] = sizes[i];
    empty |= sizes[i] == 0;
    fits = fits && multiply(&out->count, sizes[i]);
  }
  int64_t bytes = empty ? 0 : out->count;
  if (!empty && (!fits || !multiply(&bytes, (int64_t)tcDTypeSize(dtype))))
    return tcStatusMake(TC_ERROR_OUT_OF_MEMORY,
                        "a tensor has more elements than fit in memory");
  if (empty)
    out->count = 0;
  out->owner = newBuffer((size_t)bytes);
  if (!out->owner)
    return tcStatusMake(TC_ERROR_OUT_OF_MEMORY,
                        "out of memory: a tensor of %lld bytes",
                        (long long)bytes);
  out->owner->handles = 1;
  out->data = out->owner->data;
  return TC_OK;
}

TcArray tcArrayShare(const TcArray *array) {
  if (array->owner)
    ++array->owner->handles;
  return *array;
}

TcArray tcArrayView(const TcArray *array, TcDType dtype, unsigned rank,
                    const int64_t *sizes) {
  TcArray view = tcArrayShare(array);
  view.dtype = dtype;
  view.rank = rank;
  for (unsigned i = 0; i < rank; ++i)
    view.sizes[i] = sizes[i];
  return view;
}

TcStatus tcArrayCopy(const TcArray *array, TcArray *out) {
  TC_RETURN_IF_ERROR(tcArrayMake(array->dtype, array->rank, array->sizes, out));
  memcpy(out->data, array->data, tcArrayBytes(array));
  return TC_OK;
}

TcStatus tcArrayConvert(const TcArray *array, TcDType dtype, TcArray *out) {
  if (array->dtype == dtype) {
    *out = tcArrayShare(array);
    return TC_OK;
  }
  TC_RETURN_IF_ERROR(tcArrayMake(dtype, array->rank, array->sizes, out));
  for (int64_t i = 0; i < array->count; ++i)
    tcElementStore(
        dtype, out->data, i,
        tcElementConvert(array->dtype, dtype,
                         tcElementLoad(array->dtype, array->data, i)));
  return TC_OK;
}

void tcArrayRelease(TcArray *array) {
  if (array->owner && --array->owner->handles == 0)
    free(array->owner);
  *array = (TcArray){0};
}

void tcDenseStrides(unsigned rank, const int64_t *sizes, int64_t *strides) {
  int64_t stride = 1;
  for (unsigned i = rank; i-- > 0; stride *= sizes[i])
    strides[i] = stride;
}

bool tcArraySameSizes(const TcArray *a, const TcArray *b) {
  return a->rank == b->rank &&
         (a->rank == 0 ||
          !memcmp(a->sizes, b->sizes, a->rank * sizeof *a->sizes));
}

TcLines tcArrayLines(const TcArray *array, unsigned dim) {
  TcLines lines = {1, array->sizes[dim], 1};
  for (unsigned i = 0; i < array->rank; ++i)
    if (i != dim)
      *(i < dim ? &lines.outer : &lines.inner) *= array->sizes[i];
  return lines;
}

//===- Blocks -------------------------------------------------------------===//

static void copyLine(int64_t n, size_t size, char *to, int64_t toStride,
                     const char *from, int64_t fromStride) {
  if (toStride == 1 && fromStride == 1) {
    memcpy(to, from, (size_t)n * size);
    return;
  }
  int64_t toBytes = toStride * (int64_t)size;
  int64_t fromBytes = fromStride * (int64_t)size;
  for (int64_t i = 0; i < n; ++i)
    memcpy(to + i * toBytes, from + i * fromBytes, size);
}

void tcCopyStrided(unsigned rank, const int64_t *sizes, size_t size, char *to,
                   const int64_t *toStrides, const char *from,
                   const int64_t *fromStrides) {
  for (unsigned i = 0; i < rank; ++i)
    if (sizes[i] <= 0)
      return;
  if (rank == 0) {
    memcpy(to, from, size);
    return;
  }
  unsigned last = rank - 1;
  int64_t point[TC_MAX_RANK] = {0};
  do {
    int64_t toOffset = 0, fromOffset = 0;
    for (unsigned i = 0; i < last; ++i) {
      toOffset += point[i] * toStrides[i];
      fromOffset += point[i] * fromStrides[i];
    }
    copyLine(sizes[last], size, to + toOffset * (int64_t)size, toStrides[last],
             from + fromOffset * (int64_t)size, fromStrides[last]);
  } while (tcNextPoint(last, sizes, point));
}

TcStatus tcArrayPermute(const TcArray *array, const unsigned *order,
                        TcArray *out) {
  int64_t sizes[TC_MAX_RANK], dense[TC_MAX_RANK], from[TC_MAX_RANK],
      to[TC_MAX_RANK];
  tcDenseStrides(array->rank, array->sizes, dense);
  for (unsigned i = 0; i < array->rank; ++i) {
    sizes[i] = array->sizes[order[i]];
    from[i] = dense[order[i]];
  }
  TC_RETURN_IF_ERROR(tcArrayMake(array->dtype, array->rank, sizes, out));
  tcDenseStrides(array->rank, sizes, to);
  tcCopyStrided(array->rank, sizes, tcDTypeSize(array->dtype), out->data, to,
                array->data, from);
  return TC_OK;
}
