// See read_types.h.
#include "ir/read_types.h"

#include "ir/diag.h"
#include "ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tc/dtype.h"

// What #tc.dims says, too; false after an error.
static bool encodingIsFine(MlirOperation op, MlirType type) {
  MlirAttribute dims = mlirRankedTensorTypeGetEncoding(type);
  if (mlirAttributeIsNull(dims))
    return true;
  int64_t shape[TC_MAX_RANK], rank = mlirShapedTypeGetRank(type);
  if (rank > TC_MAX_RANK)
    return true; // an error of the ops that use it
  for (int64_t d = 0; d < rank; ++d)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  return !mlirTypeIsNull(mlirRankedTensorTypeGetChecked(
      mlirOperationGetLocation(op), rank, shape, tcTypeGetElement(type), dims));
}

// `op` is where the type stands; false after an error.
static bool sizesAreFine(MlirOperation op, MlirType type) {
  if (!mlirTypeIsAShaped(type) || !mlirShapedTypeHasRank(type))
    return true;
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); ++d) {
    int64_t size = mlirShapedTypeGetDimSize(type, d);
    if (size >= 0 || mlirShapedTypeIsDynamicDim(type, d))
      continue;
    tcOpEmitError(op,
                  "[TC-0116] dimension %lld of a type has the size %lld: the "
                  "file is damaged, write it again",
                  (long long)d, (long long)size);
    return false;
  }
  return !mlirTypeIsARankedTensor(type) || encodingIsFine(op, type);
}

static bool signatureIsFine(MlirOperation op, MlirType type) {
  bool isFine = true;
  for (intptr_t i = 0; isFine && i < mlirFunctionTypeGetNumInputs(type); ++i)
    isFine = sizesAreFine(op, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; isFine && i < mlirFunctionTypeGetNumResults(type); ++i)
    isFine = sizesAreFine(op, mlirFunctionTypeGetResult(type, i));
  return isFine;
}

static bool argumentsAreFine(MlirOperation op, MlirRegion region) {
  for (MlirBlock b = mlirRegionGetFirstBlock(region); !mlirBlockIsNull(b);
       b = mlirBlockGetNextInRegion(b))
    for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); ++i)
      if (!sizesAreFine(op, mlirValueGetType(mlirBlockGetArgument(b, i))))
        return false;
  return true;
}

static bool opIsFine(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (!sizesAreFine(op, mlirValueGetType(mlirOperationGetResult(op, i))))
      return false;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    if (!argumentsAreFine(op, mlirOperationGetRegion(op, i)))
      return false;
  // Of a declaration, which has no arguments.
  MlirAttribute of = mlirOperationGetAttributeByName(
      op, mlirStringRefCreateFromCString("function_type"));
  if (mlirAttributeIsNull(of) || !mlirAttributeIsAType(of) ||
      !mlirTypeIsAFunction(mlirTypeAttrGetValue(of)))
    return true;
  return signatureIsFine(op, mlirTypeAttrGetValue(of));
}

static MlirWalkResult visit(MlirOperation op, void *isFine) {
  *(bool *)isFine = opIsFine(op);
  return *(bool *)isFine ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

MlirLogicalResult tcCheckReadTypes(MlirOperation root) {
  bool isFine = true;
  mlirOperationWalk(root, visit, &isFine, MlirWalkPreOrder);
  return isFine ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
