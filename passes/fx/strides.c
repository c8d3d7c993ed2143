// Strides of PyTorch's views, as far as fx-functionalise needs them to decide
// whether reshape, contiguous and the like copy.
#include "passes/fx/functionalise.h"

static const TcStrides unknown;

TcStrides tcStridesDense(TcBuild *b, TcShape shape) {
  TcStrides s = {tcShapeMake(b, shape.rank).sizes, tcSizeInt(b, 0)};
  MlirAttribute stride = tcSizeInt(b, 1);
  for (intptr_t i = shape.rank; i-- > 0;) {
    s.sizes[i] = stride;
    stride = tcSizeAttrMul(stride, shape.sizes[i]);
  }
  return s;
}

static TcStrides ordered(TcBuild *b, TcShape shape, MlirAttribute layout) {
  TcStrides s = {tcShapeMake(b, shape.rank).sizes, tcSizeInt(b, 0)};
  MlirAttribute stride = tcSizeInt(b, 1);
  for (intptr_t i = shape.rank; i-- > 0;) {
    int64_t dim = tcLayoutAttrGetOrder(layout, i);
    s.sizes[dim] = stride;
    stride = tcSizeAttrMul(stride, shape.sizes[dim]);
  }
  return s;
}

TcStrides tcStridesOfLayout(TcBuild *b, TcShape shape, MlirAttribute layout) {
  if (!layout.ptr || !tcAttrIsALayout(layout))
    return tcStridesDense(b, shape);
  if (tcLayoutAttrGetRank(layout) != shape.rank)
    return unknown;
  if (!tcLayoutAttrIsStrided(layout))
    return ordered(b, shape, layout);
  TcStrides s = {tcShapeMake(b, shape.rank).sizes,
                 tcLayoutAttrGetOffset(layout)};
  if (!s.offset.ptr)
    s.offset = tcSizeInt(b, 0);
  for (intptr_t i = 0; i < shape.rank; ++i)
    s.sizes[i] = tcLayoutAttrGetStride(layout, i);
  return s;
}

bool tcStridesAreDense(TcBuild *b, TcShape shape, TcStrides strides) {
  if (!strides.sizes)
    return false;
  TcStrides dense = tcStridesDense(b, shape);
  for (intptr_t i = 0; i < shape.rank; ++i)
    if (!tcSizeAttrIsValue(shape.sizes[i], 1) &&
        !tcSizeAttrEqual(strides.sizes[i], dense.sizes[i]))
      return false;
  return true;
}

bool tcStridesOrder(TcBuild *b, TcShape shape, TcStrides strides,
                    TcDims *order) {
  *order = tcDimsMake(b, shape.rank);
  bool *placed = TC_ARENA_ARRAY(b->arena, bool, (size_t)shape.rank + 1);
  MlirAttribute wanted = tcSizeInt(b, 1);
  for (intptr_t at = shape.rank; at-- > 0;) {
    intptr_t dim = -1;
    for (intptr_t i = shape.rank; i-- > 0 && dim < 0;)
      if (!placed[i] && (tcSizeAttrIsValue(shape.sizes[i], 1) ||
                         tcSizeAttrEqual(strides.sizes[i], wanted)))
        dim = i;
    if (dim < 0)
      return false;
    placed[dim] = true;
    order->data[at] = dim;
    wanted = tcSizeAttrMul(wanted, shape.sizes[dim]);
  }
  return true;
}

static bool areConstant(intptr_t n, const MlirAttribute *sizes) {
  for (intptr_t i = 0; i < n; ++i)
    if (!tcSizeAttrIsConstant(sizes[i], NULL))
      return false;
  return true;
}

// PyTorch's computeStride (aten/src/ATen/TensorUtils.cpp): runs of dimensions
// that lie densely together must be cut alike in both shapes. Sizes that are
// not known to be equal count as different.
static bool cutAlike(TcBuild *b, TcShape from, TcStrides strides, TcShape to,
                     MlirAttribute *out) {
  intptr_t v = to.rank - 1;
  MlirAttribute one = tcSizeInt(b, 1);
  for (intptr_t t = from.rank - 1; t >= 0; --t) {
    MlirAttribute base = strides.sizes[t], run = from.sizes[t];
    while (t > 0 &&
           (tcSizeAttrIsValue(from.sizes[t - 1], 1) ||
            tcSizeAttrEqual(strides.sizes[t - 1], tcSizeAttrMul(run, base))))
      run = tcSizeAttrMul(run, from.sizes[--t]);
    MlirAttribute seen = one;
    while (v >= 0 &&
           (!tcSizeAttrEqual(seen, run) || tcSizeAttrIsValue(to.sizes[v], 1))) {
      out[v] = tcSizeAttrMul(seen, base);
      seen = tcSizeAttrMul(seen, to.sizes[v--]);
    }
    if (!tcSizeAttrEqual(seen, run))
      return false;
  }
  for (; v >= 0; --v) { // a scalar seen as ones
    if (!tcSizeAttrIsValue(to.sizes[v], 1))
      return false;
    out[v] = one;
  }
  return true;
}

TcAliasing tcStridesReshape(TcBuild *b, TcShape from, TcStrides strides,
                            TcShape to, TcStrides *out) {
  *out = unknown;
  if (!strides.sizes)
    return TC_ALIAS_UNKNOWN;
  TcStrides s = {tcShapeMake(b, to.rank).sizes, strides.offset};
  if (!cutAlike(b, from, strides, to, s.sizes))
    return areConstant(from.rank, from.sizes) &&
                   areConstant(from.rank, strides.sizes) &&
                   areConstant(to.rank, to.sizes)
               ? TC_ALIAS_COPY
               : TC_ALIAS_UNKNOWN;
  *out = s;
  return TC_ALIAS_VIEW;
}
