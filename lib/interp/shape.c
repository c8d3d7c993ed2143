// Prims that move elements: each is one strided copy of a block.
#include "interp/machine.h"

#include "ir/attrs.h"
#include "ir/join.h"
#include "tc/gen/PrimOps.h"

#include <string.h>

static TcStatus sizesDiffer(const char *what) {
  return tcStatusMake(TC_ERROR_SIZES_DIFFER, "%s", what);
}

static void copyBlock(const int64_t *sizes, TcArray *to, int64_t toOffset,
                      const int64_t *toStrides, const TcArray *from,
                      int64_t fromOffset, const int64_t *fromStrides) {
  int64_t size = (int64_t)tcDTypeSize(to->dtype);
  tcCopyStrided(to->rank, sizes, (size_t)size, to->data + toOffset * size,
                toStrides, from->data + fromOffset * size, fromStrides);
}

// Reads the result from `from` by these strides.
static void gather(TcArray *to, const TcArray *from, int64_t offset,
                   const int64_t *strides) {
  int64_t dense[TC_MAX_RANK];
  tcDenseStrides(to->rank, to->sizes, dense);
  if (to->count)
    copyBlock(to->sizes, to, 0, dense, from, offset, strides);
}

TcStatus tcInterpBroadcastInDim(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  const TcArray *x = tcOperand(frame, op, 0);
  int64_t dense[TC_MAX_RANK], strides[TC_MAX_RANK] = {0};
  tcDenseStrides(x->rank, x->sizes, dense);
  for (unsigned i = 0; i < x->rank; ++i) {
    int64_t d = tcPrimBroadcastInDimGetDimsAt(op, i);
    if (x->sizes[i] != 1 && x->sizes[i] != y->sizes[d])
      return sizesDiffer("a size that is not 1 differs from the result's");
    strides[d] = x->sizes[i] == 1 ? 0 : dense[i];
  }
  gather(y, x, 0, strides);
  return TC_OK;
}

TcStatus tcInterpReshape(TcFrame *frame, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  const TcArray *x = tcOperand(frame, op, 0);
  int64_t sizes[TC_MAX_RANK], count = 1;
  TC_RETURN_IF_ERROR(tcEvalSizes(frame, type, sizes));
  for (intptr_t i = 0; i < tcTypeGetRank(type); ++i)
    if (sizes[i] < 0 || __builtin_mul_overflow(count, sizes[i], &count))
      return sizesDiffer("the result has sizes that no tensor has");
  if (count != x->count)
    return sizesDiffer("the result has another number of elements");
  return tcSetResult(
      frame, op, 0,
      tcArrayView(x, x->dtype, (unsigned)tcTypeGetRank(type), sizes));
}

TcStatus tcInterpTranspose(TcFrame *frame, MlirOperation op) {
  const TcArray *x = tcOperand(frame, op, 0);
  unsigned order[TC_MAX_RANK];
  for (unsigned i = 0; i < x->rank; ++i)
    order[i] = (unsigned)tcPrimTransposeGetPermutationAt(op, i);
  TcArray y;
  TC_RETURN_IF_ERROR(tcArrayPermute(x, order, &y));
  return tcSetResult(frame, op, 0, y);
}

TcStatus tcInterpRev(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  const TcArray *x = tcOperand(frame, op, 0);
  int64_t strides[TC_MAX_RANK], offset = 0;
  tcDenseStrides(x->rank, x->sizes, strides);
  for (intptr_t i = 0; i < tcPrimRevGetNumDims(op); ++i) {
    int64_t d = tcPrimRevGetDimsAt(op, i);
    offset += strides[d] * (x->sizes[d] - 1);
    strides[d] = -strides[d];
  }
  gather(y, x, offset, strides);
  return TC_OK;
}

TcStatus tcInterpSlice(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  const TcArray *x = tcOperand(frame, op, 0);
  int64_t starts[TC_MAX_RANK], strides[TC_MAX_RANK], offset = 0;
  TC_RETURN_IF_ERROR(tcEvalDims(frame, tcPrimSliceGetStarts(op), starts));
  tcDenseStrides(x->rank, x->sizes, strides);
  for (unsigned d = 0; d < x->rank; ++d) {
    int64_t step = tcPrimSliceGetStepsAt(op, d), last;
    if (__builtin_mul_overflow(step, y->sizes[d] - 1, &last) ||
        __builtin_add_overflow(last, starts[d], &last) ||
        (y->sizes[d] > 0 && (starts[d] < 0 || starts[d] >= x->sizes[d] ||
                             last < 0 || last >= x->sizes[d])))
      return tcStatusMake(TC_ERROR_INDEX,
                          "the slice leaves dimension %u of size %lld", d,
                          (long long)x->sizes[d]);
    offset += starts[d] * strides[d];
    strides[d] *= step;
  }
  gather(y, x, offset, strides);
  return TC_OK;
}

//===- Writing into a part ------------------------------------------------===//

// The elements of a dimension that fall inside: [first, first + count) of the
// operand, from `at` on in the result, `step` apart.
typedef struct Inside {
  int64_t first, count, at, step;
} Inside;

static Inside insideOf(int64_t size, int64_t low, int64_t interior,
                       int64_t result) {
  Inside in = {.step = interior + 1};
  in.first = low < 0 ? (-low + interior) / in.step : 0;
  in.at = low + in.first * in.step;
  int64_t room = result > in.at ? (result - in.at + interior) / in.step : 0;
  int64_t left = size > in.first ? size - in.first : 0;
  in.count = left < room ? left : room;
  return in;
}

static void fill(TcArray *y, const char *value) {
  size_t size = tcDTypeSize(y->dtype);
  for (int64_t i = 0; i < y->count; ++i)
    memcpy(y->data + (size_t)i * size, value, size);
}

TcStatus tcInterpPad(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  const TcArray *x = tcOperand(frame, op, 0);
  int64_t low[TC_MAX_RANK], sizes[TC_MAX_RANK], to[TC_MAX_RANK],
      from[TC_MAX_RANK], toOffset = 0, fromOffset = 0;
  TC_RETURN_IF_ERROR(tcEvalDims(frame, tcPrimPadGetLow(op), low));
  tcDenseStrides(y->rank, y->sizes, to);
  tcDenseStrides(x->rank, x->sizes, from);
  fill(y, tcOperand(frame, op, 1)->data);
  for (unsigned d = 0; d < x->rank; ++d) {
    Inside in = insideOf(x->sizes[d], low[d], tcPrimPadGetInteriorAt(op, d),
                         y->sizes[d]);
    sizes[d] = in.count;
    toOffset += in.at * to[d];
    fromOffset += in.first * from[d];
    to[d] *= in.step;
  }
  copyBlock(sizes, y, toOffset, to, x, fromOffset, from);
  return TC_OK;
}

// Puts `piece` into `y` at `offsets`, its neighbours `steps` apart (NULL: next
// to each other); false if it does not fit.
static bool place(TcArray *y, const TcArray *piece, const int64_t *offsets,
                  const int64_t *steps) {
  int64_t to[TC_MAX_RANK], from[TC_MAX_RANK], offset = 0;
  tcDenseStrides(y->rank, y->sizes, to);
  tcDenseStrides(piece->rank, piece->sizes, from);
  for (unsigned d = 0; d < y->rank; ++d) {
    int64_t step = steps ? steps[d] : 1;
    if (offsets[d] < 0 ||
        (piece->sizes[d] - 1) * step >= y->sizes[d] - offsets[d])
      return false;
    offset += offsets[d] * to[d];
    to[d] *= step;
  }
  copyBlock(piece->sizes, y, offset, to, piece, 0, from);
  return true;
}

TcStatus tcInterpCat(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  int64_t offsets[TC_MAX_RANK] = {0}, dim = tcPrimCatGetDim(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    const TcArray *piece = tcOperand(frame, op, i);
    for (unsigned d = 0; d < y->rank; ++d)
      if (d != dim && piece->sizes[d] != y->sizes[d])
        return sizesDiffer("a size in another dimension differs");
    if (!place(y, piece, offsets, NULL))
      return sizesDiffer("the operands do not fill the result");
    offsets[dim] += piece->sizes[dim];
  }
  return TC_OK;
}

TcStatus tcInterpLoopJoin(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("offsets"));
  int64_t offsets[TC_MAX_RANK], steps[TC_MAX_RANK];
  for (unsigned d = 0; d < y->rank; ++d)
    steps[d] = tcLoopJoinStep(op, d);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    TC_RETURN_IF_ERROR(
        tcEvalDims(frame, mlirArrayAttrGetElement(all, i), offsets));
    if (!place(y, tcOperand(frame, op, i), offsets, steps))
      return sizesDiffer("an operand lies outside of the result");
  }
  return TC_OK;
}

// Starts are operands from `first` on, clamped so that a block of `sizes` fits.
static TcStatus readStarts(TcFrame *frame, MlirOperation op, intptr_t first,
                           const TcArray *x, const int64_t *sizes,
                           int64_t *starts) {
  for (unsigned d = 0; d < x->rank; ++d) {
    const TcArray *start = tcOperand(frame, op, first + d);
    int64_t at = tcElementLoad(start->dtype, start->data, 0).i;
    int64_t last = x->sizes[d] - sizes[d];
    if (last < 0)
      return sizesDiffer("the block is larger than the operand");
    starts[d] = at < 0 ? 0 : at > last ? last : at;
  }
  return TC_OK;
}

TcStatus tcInterpDynamicSlice(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  const TcArray *x = tcOperand(frame, op, 0);
  int64_t starts[TC_MAX_RANK], strides[TC_MAX_RANK], offset = 0;
  TC_RETURN_IF_ERROR(readStarts(frame, op, 1, x, y->sizes, starts));
  tcDenseStrides(x->rank, x->sizes, strides);
  for (unsigned d = 0; d < x->rank; ++d)
    offset += starts[d] * strides[d];
  gather(y, x, offset, strides);
  return TC_OK;
}

TcStatus tcInterpDynamicUpdateSlice(TcFrame *frame, MlirOperation op) {
  const TcArray *x = tcOperand(frame, op, 0), *block = tcOperand(frame, op, 1);
  int64_t starts[TC_MAX_RANK];
  TC_RETURN_IF_ERROR(readStarts(frame, op, 2, x, block->sizes, starts));
  TcArray y;
  TC_RETURN_IF_ERROR(tcArrayCopy(x, &y));
  (void)place(&y, block, starts, NULL);
  return tcSetResult(frame, op, 0, y);
}
