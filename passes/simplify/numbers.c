// Folds arithmetic on constants, by the scalar semantics of the prims' rows.
#include "passes/simplify/rules.h"

#include "lib/ir/rows.h"
#include "tc/gen/PrimTable.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static double asDouble(MlirAttribute attr) {
  return mlirAttributeIsAFloat(attr) ? mlirFloatAttrGetValueDouble(attr) : 0;
}

static int64_t asInt(MlirAttribute attr) {
  MlirType type = mlirAttributeGetType(attr);
  if (!mlirTypeIsAInteger(type))
    return 0;
  return tcTypeIsUnsigned(type) ? (int64_t)mlirIntegerAttrGetValueUInt(attr)
                                : mlirIntegerAttrGetValueInt(attr);
}

static bool asBool(MlirAttribute attr) {
  return mlirAttributeIsABool(attr) && mlirBoolAttrGetValue(attr);
}

// What an integer of `width` bits holds of a wider one.
static int64_t wrapped(int64_t value, MlirType type) {
  unsigned width = mlirIntegerTypeGetWidth(type);
  if (width == 64)
    return value;
  uint64_t low = (uint64_t)value << (64 - width);
  return tcTypeIsUnsigned(type) ? (int64_t)(low >> (64 - width))
                                : (int64_t)low >> (64 - width);
}

static MlirValue floatNumber(TcBuild *b, MlirType type, double value) {
  return tcTypeIsBool(type)    ? tcConstInt(b, type, value != 0)
         : tcTypeIsFloat(type) ? tcConst(b, type, value)
                               : tcNoValue();
}

static MlirValue intNumber(TcBuild *b, MlirType type, int64_t value) {
  return tcTypeIsBool(type)  ? tcConstInt(b, type, value != 0)
         : tcTypeIsInt(type) ? tcConstInt(b, type, wrapped(value, type))
                             : tcNoValue();
}

// The prim of row `row` on numbers of type `from`, as a rank-0 value of `to`.
static MlirValue compute(TcBuild *b, const TcScalarRow *row, MlirType from,
                         MlirType to, const MlirAttribute *x) {
  if (tcTypeIsFloat(from) && row->f)
    return floatNumber(b, to,
                       row->f(asDouble(x[0]), asDouble(x[1]), asDouble(x[2])));
  if (tcTypeIsInt(from) && row->i)
    return intNumber(b, to,
                     row->i(asInt(x[0]), asInt(x[1]), asInt(x[2]),
                            (int)mlirIntegerTypeGetWidth(from)));
  if (tcTypeIsBool(from) && row->b)
    return intNumber(b, to, row->b(asBool(x[0]), asBool(x[1]), asBool(x[2])));
  return tcNoValue();
}

bool tcSimplifyFoldNumbers(TcRewrite *rw, MlirOperation op) {
  TcBuild b = tcSimplifyBuild(rw);
  const TcScalarRow *row = &tcPrimScalar[tcPrimOpKind(op)];
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirAttribute x[3];
  intptr_t n = mlirOperationGetNumOperands(op);
  if (!tcTypeIsTensor(mlirValueGetType(result)))
    return false;
  for (intptr_t i = 0; i < 3; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i < n ? i : 0);
    if (!(x[i] = tcSplatNumber(operand)).ptr)
      return false;
  }
  MlirType from = tcElementOf(mlirOperationGetOperand(op, 0));
  MlirValue number = compute(&b, row, from, tcElementOf(result), x);
  return tcSimplifyReplace(rw, op, tcFull(&b, tcShapeOf(&b, result), number));
}
