// The gradient of a gather adds each slice of the cotangent to where it came
// from, a scatter. Where the positions are constants (resampling), which slices
// are added to an element is a constant, too:
//
//   dx[j] = sum over t of dy[from[j, t]]
//
// Gathers run in parallel and along vectors, without atomics.
#include "passes/autodiff/inverse.h"

#include "lib/interp/fixed.h"
#include "mlir-c/BuiltinAttributes.h"

#include <stdlib.h>

enum {
  MOST_SLICES = 1 << 16,
  MOST_TERMS = 16, // of an element: each is a gather
  MOST_WORK = 3,   // times as many terms, empty ones too, as slices of dy
};

typedef struct Inverse {
  int64_t size, terms;
  int64_t *from; // [terms, size]: a slice of dy, or -1
} Inverse;

static const int64_t *positionsOf(TcBuild *b, MlirValue at, int64_t *n) {
  int64_t sizes[TC_MAX_RANK];
  TcTensor t = {.sizes = sizes};
  if (tcRankOf(at) != 1 || !tcSizeAttrIsConstant(tcValueSize(at, 0), n) ||
      *n < 1 || *n > MOST_SLICES || !tcInterpretFixed(b->arena, at, &t))
    return NULL;
  int64_t *copy = TC_ARENA_ARRAY(b->arena, int64_t, (size_t)*n);
  for (int64_t i = 0; i < *n; ++i)
    copy[i] = ((const int64_t *)t.data)[i];
  free(t.data);
  return copy;
}

// False if a position is no element, or some elements have many terms.
static bool invert(TcBuild *b, const int64_t *at, int64_t n, Inverse *inverse) {
  int64_t size = inverse->size;
  int64_t *count = TC_ARENA_ARRAY(b->arena, int64_t, (size_t)size);
  for (int64_t i = 0; i < n; ++i) {
    if (at[i] < 0 || at[i] >= size)
      return false;
    ++count[at[i]];
    inverse->terms =
        count[at[i]] > inverse->terms ? count[at[i]] : inverse->terms;
  }
  if (inverse->terms > MOST_TERMS || inverse->terms * size > MOST_WORK * n)
    return false;
  size_t all = (size_t)(inverse->terms * size);
  inverse->from = TC_ARENA_ARRAY(b->arena, int64_t, all);
  for (size_t i = 0; i < all; ++i)
    inverse->from[i] = -1;
  for (int64_t i = n; i-- > 0;) // in the order of the slices
    inverse->from[--count[at[i]] * size + at[i]] = i;
  return true;
}

// The t-th term of each element.
static MlirValue termOf(TcBuild *b, MlirValue dy, const Inverse *inverse,
                        int64_t t) {
  size_t n = (size_t)inverse->size;
  const int64_t *from = inverse->from + t * inverse->size;
  int64_t *at = TC_ARENA_ARRAY(b->arena, int64_t, n);
  int *is = TC_ARENA_ARRAY(b->arena, int, n);
  bool all = true;
  for (size_t j = 0; j < n; ++j) {
    at[j] = from[j] < 0 ? 0 : from[j];
    is[j] = from[j] >= 0;
    all &= is[j];
  }
  MlirAttribute size = tcSizeInt(b, inverse->size);
  MlirType places = tcTensorTypeGet(1, &size, tcI64(b));
  MlirValue index = tcPrimConstant(
      &b->at, mlirDenseElementsAttrInt64Get(places, (intptr_t)n, at));
  MlirValue y = tcIndex(b, dy, 1, &index, tcDimsOne(b, 0));
  if (!y.ptr || all)
    return y;
  MlirType truths = tcTensorTypeGet(1, &size, tcBool(b));
  MlirValue there = tcPrimConstant(
      &b->at, mlirDenseElementsAttrBoolGet(truths, (intptr_t)n, is));
  there = tcBroadcastInDim(b, there, tcShapeOf(b, y), tcDimsOne(b, 0));
  return tcWhere(b, there, y, tcNum(b, y, 0));
}

MlirValue tcAddByGathers(TcBuild *b, MlirValue dy, MlirValue at, int64_t size) {
  Inverse inverse = {.size = size};
  int64_t n;
  if (!dy.ptr || !at.ptr || size < 1 || size > MOST_SLICES)
    return tcNoValue();
  const int64_t *positions = positionsOf(b, at, &n);
  if (!positions || !invert(b, positions, n, &inverse))
    return tcNoValue();
  MlirValue sum = tcNoValue();
  for (int64_t t = 0; t < inverse.terms; ++t) {
    MlirValue term = termOf(b, dy, &inverse, t);
    sum = t ? tcAdd(b, sum, term) : term;
  }
  return sum;
}
