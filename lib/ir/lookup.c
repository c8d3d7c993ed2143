// See lookup.h.
#include "ir/lookup.h"

#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirOperation opOf(MlirValue v) {
  return mlirValueIsABlockArgument(v) ? (MlirOperation){NULL}
                                      : mlirOpResultGetOwner(v);
}

static TcPrimOpKind primOf(MlirValue v) {
  MlirOperation op = opOf(v);
  return mlirOperationIsNull(op) ? TC_PRIM_NONE : tcPrimOpKind(op);
}

static MlirValue operandOf(MlirValue v, intptr_t i) {
  return mlirOperationGetOperand(opOf(v), i);
}

static bool isConstant(MlirValue v, int64_t value) {
  if (primOf(v) != TC_PRIM_CONSTANT)
    return false;
  MlirAttribute n = tcPrimConstantGetValue(opOf(v));
  return mlirAttributeIsAInteger(n) && mlirIntegerAttrGetValueInt(n) == value;
}

// where(x < 0, x + size, x)
static bool isWrapped(MlirValue v, int64_t size, MlirValue *x) {
  if (primOf(v) != TC_PRIM_WHERE)
    return false;
  MlirValue isNegative = operandOf(v, 0), later = operandOf(v, 1);
  *x = operandOf(v, 2);
  return primOf(isNegative) == TC_PRIM_LT && primOf(later) == TC_PRIM_ADD &&
         mlirValueEqual(operandOf(isNegative, 0), *x) &&
         isConstant(operandOf(isNegative, 1), 0) &&
         mlirValueEqual(operandOf(later, 0), *x) &&
         isConstant(operandOf(later, 1), size);
}

static bool isSigned(MlirType type, unsigned width) {
  return mlirTypeIsAInteger(type) && !mlirIntegerTypeIsUnsigned(type) &&
         mlirIntegerTypeGetWidth(type) == width;
}

bool tcIsLookup(MlirValue v, int64_t size, TcLookup *lookup) {
  MlirValue x;
  lookup->wraps = isWrapped(v, size, &x);
  if (lookup->wraps)
    v = x;
  bool widens = primOf(v) == TC_PRIM_CONVERT_ELEMENT_TYPE;
  if (widens && isSigned(mlirValueGetType(v), 64))
    v = operandOf(v, 0);
  if (!mlirValueIsABlockArgument(v) ||
      !isSigned(mlirValueGetType(v), widens ? 32 : 64))
    return false;
  lookup->input = mlirBlockArgumentGetArgNumber(v);
  return true;
}

bool tcBodyGathers(MlirOperation stage) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(stage, 0));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (!mlirOperationIsNull(op) && tcLoopOpKind(op) != TC_LOOP_AT)
    op = mlirOperationGetNextInBlock(op);
  return !mlirOperationIsNull(op);
}
