// See segments.h.
#include "ir/segments.h"

#include "ir/attrs.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static TcPrimOpKind primOf(MlirValue v) {
  return mlirValueIsABlockArgument(v) ? TC_PRIM_NONE
                                      : tcPrimOpKind(mlirOpResultGetOwner(v));
}

static MlirValue operandOf(MlirValue v, intptr_t i) {
  return mlirOperationGetOperand(mlirOpResultGetOwner(v), i);
}

// The value before a conversion of halves to f32, which loses nothing.
static MlirValue widened(MlirValue v) {
  if (primOf(v) != TC_PRIM_CONVERT_ELEMENT_TYPE ||
      !mlirTypeIsAF32(mlirValueGetType(v)))
    return v;
  MlirType from = mlirValueGetType(operandOf(v, 0));
  return tcTypeIsHalf(from) ? operandOf(v, 0) : v;
}

static bool isZero(MlirValue v) {
  v = widened(v);
  if (primOf(v) != TC_PRIM_CONSTANT)
    return false;
  MlirAttribute n = tcPrimConstantGetValue(mlirOpResultGetOwner(v));
  return mlirAttributeIsAFloat(n)
             ? mlirFloatAttrGetValueDouble(n) == 0
             : mlirAttributeIsAInteger(n) && mlirIntegerAttrGetValueInt(n) == 0;
}

// The input that a condition selects; -1 where the factor is something else.
static intptr_t selected(MlirValue factor, MlirValue *condition) {
  MlirValue v = widened(factor);
  if (primOf(v) != TC_PRIM_WHERE || !isZero(operandOf(v, 2)))
    return -1;
  *condition = operandOf(v, 0);
  v = widened(operandOf(v, 1));
  return mlirValueIsABlockArgument(v) ? mlirBlockArgumentGetArgNumber(v) : -1;
}

// The iterator that the value is, one that is summed over; else null.
static MlirAttribute iterOf(MlirOperation contract, MlirValue v) {
  MlirAttribute over =
      mlirOperationGetInherentAttributeByName(contract, tcStr("over"));
  if (mlirValueIsABlockArgument(v) ||
      tcLoopOpKind(mlirOpResultGetOwner(v)) != TC_LOOP_INDEX)
    return mlirAttributeGetNull();
  MlirStringRef text =
      tcSizeAttrGetText(tcLoopIndexGetExpr(mlirOpResultGetOwner(v)));
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(over); ++i) {
    MlirAttribute name = mlirArrayAttrGetElement(over, i);
    if (mlirStringRefEqual(mlirStringAttrGetValue(name), text))
      return name;
  }
  return mlirAttributeGetNull();
}

// Whether it compares the iterator with an input.
static bool readBound(MlirOperation contract, MlirValue v, TcPrimOpKind kind,
                      MlirAttribute *iter, intptr_t *input) {
  if (primOf(v) != kind || !mlirValueIsABlockArgument(operandOf(v, 1)))
    return false;
  *iter = iterOf(contract, operandOf(v, 0));
  *input = mlirBlockArgumentGetArgNumber(operandOf(v, 1));
  return !mlirAttributeIsNull(*iter);
}

bool tcReadSegments(MlirOperation contract, TcSegments *s) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(contract, 0));
  MlirOperation yield = mlirBlockGetTerminator(body);
  MlirAttribute iter;
  MlirValue in[2];
  for (int i = 0; i < 2; ++i) {
    s->factors[i] = selected(mlirOperationGetOperand(yield, i), &in[i]);
    if (s->factors[i] < 0)
      return false;
  }
  return mlirValueEqual(in[0], in[1]) && primOf(in[0]) == TC_PRIM_BITWISE_AND &&
         readBound(contract, operandOf(in[0], 0), TC_PRIM_GE, &s->iter,
                   &s->first) &&
         readBound(contract, operandOf(in[0], 1), TC_PRIM_LT, &iter, &s->end) &&
         mlirAttributeEqual(s->iter, iter);
}
