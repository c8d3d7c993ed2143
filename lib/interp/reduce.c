// Prims along dimensions: reductions, positions of extremes, running sums,
// sorting, pooling. Sums are accumulated in the widest dtype and rounded once.
#include "interp/machine.h"

#include "ir/attrs.h"
#include "tc/gen/PrimOps.h"

#include <math.h>

//===- Reductions ---------------------------------------------------------===//

static TcCombine kindOf(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_PROD:
    return TC_COMBINE_MUL;
  case TC_PRIM_AMAX:
    return TC_COMBINE_MAX;
  case TC_PRIM_AMIN:
    return TC_COMBINE_MIN;
  default:
    return TC_COMBINE_ADD;
  }
}

static void reduce(TcCombine kind, const TcArray *x, const int64_t *strides,
                   TcArray *sum) {
  int64_t point[TC_MAX_RANK] = {0};
  for (int64_t i = 0; i < x->count; ++i) {
    int64_t at = 0;
    for (unsigned d = 0; d < x->rank; ++d)
      at += point[d] * strides[d];
    TcScalar value = tcElementConvert(x->dtype, sum->dtype,
                                      tcElementLoad(x->dtype, x->data, i));
    tcElementStore(sum->dtype, sum->data, at,
                   tcElementCombine(kind, sum->dtype,
                                    tcElementLoad(sum->dtype, sum->data, at),
                                    value));
    tcNextPoint(x->rank, x->sizes, point);
  }
}

TcStatus tcInterpReduction(TcFrame *frame, MlirOperation op) {
  TcArray *y, sum;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  TC_RETURN_IF_ERROR(
      tcArrayMake(tcSumDType(op, y->dtype), y->rank, y->sizes, &sum));
  const TcArray *x = tcOperand(frame, op, 0);
  MlirAttribute dims = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("dims"));
  int64_t dense[TC_MAX_RANK], strides[TC_MAX_RANK] = {0};
  bool gone[TC_MAX_RANK] = {false};
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(dims); ++i)
    gone[mlirDenseI64ArrayGetElement(dims, i)] = true;
  tcDenseStrides(y->rank, y->sizes, dense);
  for (unsigned d = 0, k = 0; d < x->rank; ++d)
    if (!gone[d])
      strides[d] = dense[k++];
  TcScalar neutral = tcCombineNeutral(kindOf(op), y->dtype);
  for (int64_t i = 0; i < sum.count; ++i)
    tcElementStore(sum.dtype, sum.data, i, neutral);
  reduce(kindOf(op), x, strides, &sum);
  for (int64_t i = 0; i < y->count; ++i)
    tcElementStore(y->dtype, y->data, i,
                   tcElementConvert(sum.dtype, y->dtype,
                                    tcElementLoad(sum.dtype, sum.data, i)));
  tcArrayRelease(&sum);
  return TC_OK;
}

//===- Along one dimension ------------------------------------------------===//

// Whether `a` beats the best so far; NaN is extreme either way.
static bool beats(TcDType dtype, bool least, TcScalar a, TcScalar best) {
  if (tcClassOf(dtype) == TC_CLASS_FLOAT && (isnan(a.f) || isnan(best.f)))
    return isnan(a.f) && !isnan(best.f);
  int order = tcElementCompare(dtype, a, best);
  return least ? order < 0 : order > 0;
}

TcStatus tcInterpArgReduction(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  const TcArray *x = tcOperand(frame, op, 0);
  bool least = tcPrimOpKind(op) == TC_PRIM_ARGMIN;
  int64_t dim = tcAttrAsInt(mlirOperationGetInherentAttributeByName(
                                op, mlirStringRefCreateFromCString("dim")),
                            0);
  TcLines lines = tcArrayLines(x, (unsigned)dim);
  if (lines.size == 0 && y->count)
    return tcStatusMake(TC_ERROR_INDEX, "no element to point to");
  for (int64_t i = 0; i < y->count; ++i) {
    int64_t base = i / lines.inner * lines.size * lines.inner + i % lines.inner;
    int64_t best = 0;
    for (int64_t k = 1; k < lines.size; ++k)
      if (beats(x->dtype, least,
                tcElementLoad(x->dtype, x->data, base + k * lines.inner),
                tcElementLoad(x->dtype, x->data, base + best * lines.inner)))
        best = k;
    tcElementStore(y->dtype, y->data, i, (TcScalar){.i = best});
  }
  return TC_OK;
}

// What is combined so far, along one dimension, in `wide`.
static TcStatus run(TcFrame *frame, MlirOperation op, TcCombine kind,
                    TcDType wide, int64_t dim) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  const TcArray *x = tcOperand(frame, op, 0);
  TcLines lines = tcArrayLines(x, (unsigned)dim);
  for (int64_t i = 0; i < lines.outer * lines.inner; ++i) {
    int64_t at = i / lines.inner * lines.size * lines.inner + i % lines.inner;
    TcScalar all = tcCombineNeutral(kind, wide);
    for (int64_t k = 0; k < lines.size; ++k, at += lines.inner) {
      TcScalar value = tcElementConvert(x->dtype, wide,
                                        tcElementLoad(x->dtype, x->data, at));
      all = tcElementCombine(kind, wide, all, value);
      tcElementStore(y->dtype, y->data, at,
                     tcElementConvert(wide, y->dtype, all));
    }
  }
  return TC_OK;
}

TcStatus tcInterpCumsum(TcFrame *frame, MlirOperation op) {
  TcDType wide = tcSumDType(op, tcOperand(frame, op, 0)->dtype);
  return run(frame, op, TC_COMBINE_ADD, wide, tcPrimCumsumGetDim(op));
}

TcStatus tcInterpRunningExtreme(TcFrame *frame, MlirOperation op) {
  bool isMax = tcPrimOpKind(op) == TC_PRIM_CUMMAX;
  return run(frame, op, isMax ? TC_COMBINE_MAX : TC_COMBINE_MIN,
             tcOperand(frame, op, 0)->dtype,
             isMax ? tcPrimCummaxGetDim(op) : tcPrimCumminGetDim(op));
}

//===- Sorting ------------------------------------------------------------===//

static bool comesFirst(TcDType dtype, const TcScalar *keys, bool descending,
                       int64_t a, int64_t b) {
  int order = tcElementCompare(dtype, keys[a], keys[b]);
  return descending ? order > 0 : order < 0;
}

// Merges sorted runs, twice as long every time.
void tcSortPositions(TcDType dtype, const TcScalar *keys, int64_t n,
                     bool descending, int64_t *order, int64_t *scratch) {
  for (int64_t i = 0; i < n; ++i)
    order[i] = i;
  for (int64_t width = 1; width < n; width *= 2) {
    for (int64_t lo = 0; lo < n; lo += 2 * width) {
      int64_t mid = lo + width < n ? lo + width : n;
      int64_t hi = mid + width < n ? mid + width : n;
      int64_t a = lo, b = mid;
      for (int64_t k = lo; k < hi; ++k) {
        bool second = a == mid || (b < hi && comesFirst(dtype, keys, descending,
                                                        order[b], order[a]));
        scratch[k] = second ? order[b++] : order[a++];
      }
    }
    for (int64_t i = 0; i < n; ++i)
      order[i] = scratch[i];
  }
}

typedef struct Sort {
  const TcArray *x;
  TcArray *values, *indices;
  unsigned dim;
  bool descending;
} Sort;

static void sortLine(const Sort *s, int64_t outer, int64_t inner,
                     TcScalar *keys, int64_t *order) {
  TcLines from = tcArrayLines(s->x, s->dim),
          to = tcArrayLines(s->values, s->dim);
  int64_t base = outer * from.size * from.inner + inner;
  for (int64_t k = 0; k < from.size; ++k)
    keys[k] = tcElementLoad(s->x->dtype, s->x->data, base + k * from.inner);
  tcSortPositions(s->x->dtype, keys, from.size, s->descending, order,
                  order + from.size);
  base = outer * to.size * to.inner + inner;
  for (int64_t k = 0; k < to.size; ++k) {
    tcElementStore(s->values->dtype, s->values->data, base + k * to.inner,
                   keys[order[k]]);
    tcElementStore(s->indices->dtype, s->indices->data, base + k * to.inner,
                   (TcScalar){.i = order[k]});
  }
}

static TcStatus sort(TcFrame *frame, MlirOperation op, int64_t dim,
                     bool descending) {
  Sort s = {.dim = (unsigned)dim, .descending = descending};
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &s.values));
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 1, &s.indices));
  s.x = tcOperand(frame, op, 0);
  if (s.x->rank == 0) { // one element, in order
    tcElementStore(s.values->dtype, s.values->data, 0,
                   tcElementLoad(s.x->dtype, s.x->data, 0));
    return TC_OK;
  }
  TcLines lines = tcArrayLines(s.x, s.dim);
  if (s.values->sizes[dim] > lines.size)
    return tcStatusMake(TC_ERROR_INDEX, "%lld of %lld elements",
                        (long long)s.values->sizes[dim], (long long)lines.size);
  TcArena arena = {0};
  size_t n = (size_t)lines.size;
  TcScalar *keys = TC_ARENA_ARRAY(&arena, TcScalar, n + 1);
  int64_t *order = TC_ARENA_ARRAY(&arena, int64_t, 2 * n + 1);
  TcStatus status = tcArenaStatus(&arena);
  for (int64_t i = 0; !status && i < lines.outer * lines.inner; ++i)
    sortLine(&s, i / lines.inner, i % lines.inner, keys, order);
  tcArenaFree(&arena);
  return status;
}

TcStatus tcInterpSort(TcFrame *frame, MlirOperation op) {
  return sort(frame, op, tcPrimSortGetDim(op), tcPrimSortGetDescending(op));
}

TcStatus tcInterpTopk(TcFrame *frame, MlirOperation op) {
  return sort(frame, op, tcPrimTopkGetDim(op), !tcPrimTopkGetSmallest(op));
}

//===- Pooling ------------------------------------------------------------===//

typedef struct Pool {
  MlirOperation op;
  const TcArray *x;
  unsigned rank, lead; // of the windows; of the dimensions in front
} Pool;

// The window point's position in the input; -1: outside.
static int64_t poolPosition(const Pool *p, const int64_t *out,
                            const int64_t *window) {
  int64_t flat = 0;
  for (unsigned d = 0; d < p->rank; ++d) {
    int64_t size = p->x->sizes[p->lead + d];
    int64_t at = out[d] * tcPrimMaxPoolGetStridesAt(p->op, d) +
                 window[d] * tcPrimMaxPoolGetDilationAt(p->op, d) -
                 tcPrimMaxPoolGetPaddingAt(p->op, d);
    if (at < 0 || at >= size)
      return -1;
    flat = flat * size + at;
  }
  return flat;
}

// Whether an element takes the place of the greatest of a window so far: of
// several NaN the last is found, as by PyTorch.
static bool replaces(TcDType dtype, TcScalar a, TcScalar best) {
  bool isNan = tcClassOf(dtype) == TC_CLASS_FLOAT && isnan(a.f);
  return isNan || beats(dtype, false, a, best);
}

// The flat position of the greatest of a window; -1 if all of it is outside.
static int64_t poolWindow(const Pool *p, const int64_t *sizes, int64_t base,
                          const int64_t *out) {
  int64_t window[TC_MAX_RANK] = {0}, best = -1;
  TcDType dtype = p->x->dtype;
  do {
    int64_t at = poolPosition(p, out, window);
    if (at >= 0 && (best < 0 ||
                    replaces(dtype, tcElementLoad(dtype, p->x->data, base + at),
                             tcElementLoad(dtype, p->x->data, base + best))))
      best = at;
  } while (tcNextPoint(p->rank, sizes, window));
  return best;
}

TcStatus tcInterpMaxPool(TcFrame *frame, MlirOperation op) {
  TcArray *y, *indices;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 1, &indices));
  Pool p = {.op = op, .x = tcOperand(frame, op, 0)};
  p.rank = (unsigned)tcPrimMaxPoolGetNumWindow(op);
  p.lead = p.x->rank - p.rank;
  int64_t sizes[TC_MAX_RANK], point[TC_MAX_RANK] = {0}, image = 1, base = 0;
  for (unsigned d = 0; d < p.rank; ++d) {
    sizes[d] = tcPrimMaxPoolGetWindowAt(op, d);
    image *= p.x->sizes[p.lead + d];
  }
  for (int64_t i = 0; i < y->count; ++i) {
    int64_t best = poolWindow(&p, sizes, base, point);
    if (best < 0)
      return tcStatusMake(TC_ERROR_INDEX, "a window lies outside of the input");
    tcElementStore(y->dtype, y->data, i,
                   tcElementLoad(y->dtype, p.x->data, base + best));
    tcElementStore(indices->dtype, indices->data, i, (TcScalar){.i = best});
    if (!tcNextPoint(p.rank, y->sizes + p.lead, point))
      base += image;
  }
  return TC_OK;
}
