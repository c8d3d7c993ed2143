// See limits.h.
#include "ir/limits.h"

#include "ir/diag.h"
#include "ir/sizes.h"
#include "ir/types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

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
