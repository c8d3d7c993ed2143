// The kinds of the attributes `tc.*` that tools and passes read off an op.
#ifndef TC_DIALECTS_TC_ATTRIBUTES_H
#define TC_DIALECTS_TC_ATTRIBUTES_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fails, at `op`, if the attribute of that name is of another kind than its
/// readers take it for ([TC-0117]). Names that are not known are nobody's.
MlirLogicalResult tcAttributeVerify(MlirOperation op, MlirStringRef name,
                                    MlirAttribute value);

/// The same of an attribute of one of its arguments or results.
MlirLogicalResult tcValueAttributeVerify(MlirOperation op, MlirStringRef name,
                                         MlirAttribute value);

/// The same of each entry of `all`, an array of dictionaries: an op's
/// arg_attrs. Those of func.func are verified as dialects' attributes.
MlirLogicalResult tcBoundaryAttributesVerify(MlirOperation op,
                                             MlirAttribute all);

#ifdef __cplusplus
}
#endif

#endif // TC_DIALECTS_TC_ATTRIBUTES_H
