// The attributes of dialects tc and fx, for C. "Get" functions create one; they
// return a null attribute if the arguments are invalid. Attributes and their
// texts live as long as their context.
#ifndef TC_IR_ATTRS_H
#define TC_IR_ATTRS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

//===- #tc.size -----------------------------------------------------------===//

/// The size that `text` denotes, canonical or not; null if it is malformed.
MlirAttribute tcSizeAttrGet(MlirContext context, MlirStringRef text);
MlirAttribute tcSizeAttrGetConstant(MlirContext context, int64_t value);
bool tcAttrIsASize(MlirAttribute attr);
/// Canonical text, not NUL-terminated. "" for a null attribute, which stands
/// for a size that could not be computed.
MlirStringRef tcSizeAttrGetText(MlirAttribute size);
/// Whether the size is a constant; stores it in `value` (may be null). A null
/// attribute is none.
bool tcSizeAttrIsConstant(MlirAttribute size, int64_t *value);

//===- #tc.dims -----------------------------------------------------------===//

/// Null if one of `sizes` is no #tc.size.
MlirAttribute tcDimsAttrGet(MlirContext context, intptr_t numDims,
                            const MlirAttribute *sizes);
bool tcAttrIsADims(MlirAttribute attr);
intptr_t tcDimsAttrGetNumDims(MlirAttribute dims);
MlirAttribute tcDimsAttrGetDim(MlirAttribute dims, intptr_t pos);

//===- #tc.layout ---------------------------------------------------------===//

/// Null if `order` is no permutation.
MlirAttribute tcLayoutAttrGetOrdered(MlirContext context, intptr_t rank,
                                     const int64_t *order);
/// `offset` may be null: zero. Null if one of `strides` is no #tc.size, or if
/// there is an offset without strides.
MlirAttribute tcLayoutAttrGetStrided(MlirContext context, intptr_t rank,
                                     const MlirAttribute *strides,
                                     MlirAttribute offset);
bool tcAttrIsALayout(MlirAttribute attr);
/// Whether the layout has strides; else it has an order.
bool tcLayoutAttrIsStrided(MlirAttribute layout);
intptr_t tcLayoutAttrGetRank(MlirAttribute layout);
int64_t tcLayoutAttrGetOrder(MlirAttribute layout, intptr_t pos);
MlirAttribute tcLayoutAttrGetStride(MlirAttribute layout, intptr_t pos);
/// Null where the offset is zero.
MlirAttribute tcLayoutAttrGetOffset(MlirAttribute layout);

//===- Tensor types with sizes --------------------------------------------===//

/// The tensor type with these sizes: an encoding where one is not constant,
/// none else. Null if a size is no #tc.size, is negative, or `element` cannot
/// be a tensor's element.
MlirType tcTensorTypeGet(intptr_t rank, const MlirAttribute *sizes,
                         MlirType element);
/// Size `pos` of a ranked tensor type; null where the type does not name it (a
/// foreign `?` without encoding).
MlirAttribute tcTensorTypeGetSize(MlirType type, intptr_t pos);

//===- #fx.arg ------------------------------------------------------------===//

MlirAttribute tcFxArgAttrGet(MlirContext context, int64_t index);
bool tcAttrIsAFxArg(MlirAttribute attr);
int64_t tcFxArgAttrGetIndex(MlirAttribute attr);

#ifdef __cplusplus
}
#endif

#endif // TC_IR_ATTRS_H
