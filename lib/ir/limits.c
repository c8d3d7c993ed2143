// See limits.h.
#include "ir/limits.h"

#include "ir/diag.h"
#include "ir/sizes.h"
#include "ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tc/dtype.h"

#define MAX_BYTES (INT64_C(1) << 45)

MlirAttribute tcTypeGetBytes(MlirType type) {
  if (!tcTypeHasSizes(type))
    return mlirAttributeGetNull();
  MlirAttribute count = tcTypeGetNumElements(type);
  size_t size = tcDTypeSize(tcTypeGetDType(tcTypeGetElement(type)));
  return mlirAttributeIsNull(count) ? count
                                    : tcSizeAttrMulConst(count, (int64_t)size);
}

static bool isEmpty(MlirType type) {
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    if (!mlirShapedTypeIsDynamicDim(type, d) &&
        mlirShapedTypeGetDimSize(type, d) == 0)
      return true;
  return false;
}

static bool staticFits(MlirType type) {
  int64_t bytes = (int64_t)tcDTypeSize(tcTypeGetDType(tcTypeGetElement(type)));
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    if (__builtin_mul_overflow(bytes, mlirShapedTypeGetDimSize(type, d),
                               &bytes) ||
        bytes > MAX_BYTES)
      return false;
  return true;
}

bool tcTypeFits(MlirType type) {
  if (!tcTypeIsTensor(type) || isEmpty(type))
    return true;
  if (mlirShapedTypeHasStaticShape(type))
    return staticFits(type);
  return !mlirAttributeIsNull(tcTypeGetBytes(type));
}

static MlirLogicalResult checkValue(MlirOperation op, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (!tcTypeIsTensor(type))
    return mlirLogicalResultSuccess();
  if (!tcTypeHasSizes(type))
    return tcOpEmitError(op,
                         "[TC-0203] a tensor has a size without a name; run "
                         "tc-name-sizes before");
  if (!tcTypeFits(type))
    return tcOpEmitError(op,
                         "[TC-3003] a tensor has more than 2^45 bytes; make "
                         "it smaller");
  return mlirLogicalResultSuccess();
}

static bool checkArguments(MlirOperation op) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  bool ok = true;
  for (intptr_t i = 0;
       ok && !mlirBlockIsNull(block) && i < mlirBlockGetNumArguments(block);
       ++i)
    ok = mlirLogicalResultIsSuccess(
        checkValue(op, mlirBlockGetArgument(block, i)));
  return ok;
}

MlirLogicalResult tcCheckValues(MlirOperation op) {
  bool ok = true;
  for (intptr_t i = 0; ok && i < mlirOperationGetNumOperands(op); ++i)
    ok = mlirLogicalResultIsSuccess(
        checkValue(op, mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0; ok && i < mlirOperationGetNumResults(op); ++i)
    ok = mlirLogicalResultIsSuccess(
        checkValue(op, mlirOperationGetResult(op, i)));
  if (ok && mlirOperationGetNumRegions(op))
    ok = checkArguments(op);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

//===- Sizes that were read -----------------------------------------------===//

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

MlirLogicalResult tcCheckSizesRead(MlirOperation root) {
  bool isFine = true;
  mlirOperationWalk(root, visit, &isFine, MlirWalkPreOrder);
  return isFine ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
