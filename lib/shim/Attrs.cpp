// lib/ir/attrs.h over the C++ attribute classes.
#include "ir/attrs.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "shim/SizeText.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tc;

// The C functions return null for invalid arguments and print nothing.
static InFlightDiagnostic emitNothing() { return InFlightDiagnostic(); }

// False if one of `attrs` is no size.
static bool unwrapSizes(intptr_t n, const MlirAttribute *attrs,
                        SmallVectorImpl<SizeAttr> &out) {
  for (intptr_t i = 0; i < n; ++i)
    out.push_back(llvm::dyn_cast_or_null<SizeAttr>(unwrap(attrs[i])));
  return !llvm::is_contained(out, SizeAttr());
}

//===- #tc.size -----------------------------------------------------------===//

MlirAttribute tcSizeAttrGet(MlirContext context, MlirStringRef text) {
  return wrap(getSize(unwrap(context), unwrap(text)));
}

MlirAttribute tcSizeAttrGetConstant(MlirContext context, int64_t value) {
  return wrap(SizeAttr::get(unwrap(context), std::to_string(value)));
}

bool tcAttrIsASize(MlirAttribute attr) {
  return isa_and_nonnull<SizeAttr>(unwrap(attr));
}

MlirStringRef tcSizeAttrGetText(MlirAttribute size) {
  if (!size.ptr)
    return mlirStringRefCreate("", 0);
  return wrap(cast<SizeAttr>(unwrap(size)).getText());
}

bool tcSizeAttrIsConstant(MlirAttribute size, int64_t *value) {
  if (!size.ptr)
    return false;
  std::optional<int64_t> constant = getConstant(cast<SizeAttr>(unwrap(size)));
  if (constant && value)
    *value = *constant;
  return constant.has_value();
}

//===- #tc.dims -----------------------------------------------------------===//

MlirAttribute tcDimsAttrGet(MlirContext context, intptr_t numDims,
                            const MlirAttribute *sizes) {
  SmallVector<SizeAttr> unwrapped;
  if (!unwrapSizes(numDims, sizes, unwrapped))
    return wrap(Attribute());
  return wrap(DimsAttr::get(unwrap(context), unwrapped));
}

bool tcAttrIsADims(MlirAttribute attr) {
  return isa_and_nonnull<DimsAttr>(unwrap(attr));
}

intptr_t tcDimsAttrGetNumDims(MlirAttribute dims) {
  return cast<DimsAttr>(unwrap(dims)).getSizes().size();
}

MlirAttribute tcDimsAttrGetDim(MlirAttribute dims, intptr_t pos) {
  return wrap(cast<DimsAttr>(unwrap(dims)).getSizes()[pos]);
}

//===- #tc.layout ---------------------------------------------------------===//

// What LayoutAttr::verify refuses is looked for here: it says why, and a
// diagnostic that nobody takes cannot be written to.
static bool isPermutation(ArrayRef<int64_t> order) {
  SmallVector<int64_t> dims(order);
  llvm::sort(dims);
  return llvm::equal(dims, llvm::seq<int64_t>(0, dims.size()));
}

MlirAttribute tcLayoutAttrGetOrdered(MlirContext context, intptr_t rank,
                                     const int64_t *order) {
  if (!isPermutation(ArrayRef<int64_t>(order, rank)))
    return wrap(Attribute());
  return wrap(LayoutAttr::getChecked(emitNothing, unwrap(context),
                                     ArrayRef<int64_t>(order, rank),
                                     ArrayRef<SizeAttr>(), SizeAttr()));
}

MlirAttribute tcLayoutAttrGetStrided(MlirContext context, intptr_t rank,
                                     const MlirAttribute *strides,
                                     MlirAttribute offset) {
  SmallVector<SizeAttr> unwrapped;
  if (!unwrapSizes(rank, strides, unwrapped))
    return wrap(Attribute());
  auto start = llvm::dyn_cast_or_null<SizeAttr>(unwrap(offset));
  if (start && getConstant(start) == 0)
    start = {};
  if (start && !rank)
    return wrap(Attribute());
  return wrap(LayoutAttr::getChecked(emitNothing, unwrap(context),
                                     ArrayRef<int64_t>(),
                                     ArrayRef<SizeAttr>(unwrapped), start));
}

static LayoutAttr unwrapLayout(MlirAttribute attr) {
  return cast<LayoutAttr>(unwrap(attr));
}

bool tcAttrIsALayout(MlirAttribute attr) {
  return isa_and_nonnull<LayoutAttr>(unwrap(attr));
}

bool tcLayoutAttrIsStrided(MlirAttribute layout) {
  return !unwrapLayout(layout).getStrides().empty();
}

intptr_t tcLayoutAttrGetRank(MlirAttribute layout) {
  LayoutAttr attr = unwrapLayout(layout);
  return attr.getOrder().size() + attr.getStrides().size();
}

int64_t tcLayoutAttrGetOrder(MlirAttribute layout, intptr_t pos) {
  return unwrapLayout(layout).getOrder()[pos];
}

MlirAttribute tcLayoutAttrGetStride(MlirAttribute layout, intptr_t pos) {
  return wrap(unwrapLayout(layout).getStrides()[pos]);
}

MlirAttribute tcLayoutAttrGetOffset(MlirAttribute layout) {
  return wrap(unwrapLayout(layout).getOffset());
}

//===- Tensor types with sizes --------------------------------------------===//

MlirType tcTensorTypeGet(intptr_t rank, const MlirAttribute *sizes,
                         MlirType element) {
  SmallVector<SizeAttr> named;
  if (!unwrapSizes(rank, sizes, named))
    return wrap(Type());
  SmallVector<int64_t> shape;
  bool anyDynamic = false;
  for (SizeAttr size : named) {
    std::optional<int64_t> constant = getConstant(size);
    if (constant && *constant < 0)
      return wrap(Type());
    anyDynamic |= !constant;
    shape.push_back(constant.value_or(ShapedType::kDynamic));
  }
  Type type = unwrap(element);
  Attribute encoding;
  if (anyDynamic)
    encoding = DimsAttr::get(type.getContext(), named);
  return wrap(
      Type(RankedTensorType::getChecked(emitNothing, shape, type, encoding)));
}

MlirAttribute tcTensorTypeGetSize(MlirType type, intptr_t pos) {
  auto tensor = cast<RankedTensorType>(unwrap(type));
  if (auto dims = llvm::dyn_cast_or_null<DimsAttr>(tensor.getEncoding()))
    return wrap(dims.getSizes()[pos]);
  if (tensor.isDynamicDim(pos))
    return wrap(Attribute());
  return wrap(SizeAttr::get(tensor.getContext(),
                            std::to_string(tensor.getDimSize(pos))));
}

//===- #fx.arg ------------------------------------------------------------===//

MlirAttribute tcFxArgAttrGet(MlirContext context, int64_t index) {
  return wrap(fx::ArgAttr::get(unwrap(context), index));
}

bool tcAttrIsAFxArg(MlirAttribute attr) {
  return isa_and_nonnull<fx::ArgAttr>(unwrap(attr));
}

int64_t tcFxArgAttrGetIndex(MlirAttribute attr) {
  return cast<fx::ArgAttr>(unwrap(attr)).getPosition();
}
