// Tensors of the interpreter: dense, row-major, in reference-counted buffers,
// so that a reshape shares its operand's buffer. A TcArray is a handle: its
// owner releases it or passes it on.
#ifndef TC_INTERP_ARRAY_H
#define TC_INTERP_ARRAY_H

#include "interp/scalar.h"
#include "tc/runtime.h"

typedef struct TcArrayBuffer TcArrayBuffer;

typedef struct TcArray {
  TcDType dtype;
  unsigned rank;
  int64_t sizes[TC_MAX_RANK];
  int64_t count; // of elements
  char *data;
  TcArrayBuffer *owner; // null: borrowed from the caller
} TcArray;

/// Zeros. TC-6001 without memory or if it has too many elements; TC-0301 if a
/// size is negative.
TcStatus tcArrayMake(TcDType dtype, unsigned rank, const int64_t *sizes,
                     TcArray *out) TC_MUST_USE;
/// Another handle to the same elements.
TcArray tcArrayShare(const TcArray *array);
/// The same elements as another shape of the same count.
TcArray tcArrayView(const TcArray *array, TcDType dtype, unsigned rank,
                    const int64_t *sizes);
/// A copy in memory of its own.
TcStatus tcArrayCopy(const TcArray *array, TcArray *out) TC_MUST_USE;
/// A copy converted to another dtype; shares the elements if the dtype is the
/// same.
TcStatus tcArrayConvert(const TcArray *array, TcDType dtype,
                        TcArray *out) TC_MUST_USE;
/// The handle becomes empty.
void tcArrayRelease(TcArray *array);

static inline size_t tcArrayBytes(const TcArray *array) {
  return (size_t)array->count * tcDTypeSize(array->dtype);
}

/// Row-major strides, in elements.
void tcDenseStrides(unsigned rank, const int64_t *sizes, int64_t *strides);
bool tcArraySameSizes(const TcArray *a, const TcArray *b);

/// Copies a block of elements of `size` bytes; `to` and `from` point to its
/// first, strides (in elements) may be negative or, of `from`, 0.
void tcCopyStrided(unsigned rank, const int64_t *sizes, size_t size, char *to,
                   const int64_t *toStrides, const char *from,
                   const int64_t *fromStrides);

/// The dimensions in another order: dimension i of the copy is order[i].
TcStatus tcArrayPermute(const TcArray *array, const unsigned *order,
                        TcArray *out) TC_MUST_USE;

/// Advances a point through the box in row-major order; false after the last.
static inline bool tcNextPoint(unsigned rank, const int64_t *sizes,
                               int64_t *point) {
  while (rank-- > 0) {
    if (++point[rank] < sizes[rank])
      return true;
    point[rank] = 0;
  }
  return false;
}

/// A box seen along one dimension: `outer` times `size` times `inner` elements.
typedef struct TcLines {
  int64_t outer, size, inner;
} TcLines;
TcLines tcArrayLines(const TcArray *array, unsigned dim);

#endif // TC_INTERP_ARRAY_H
