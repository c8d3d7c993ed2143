// Verification and type inference of elementwise prims. An op takes the element
// types for which its row has a scalar expression.
#include "dialects/check.h"
#include "mlir-c/BuiltinTypes.h"
#include "tc/gen/PrimHooks.h"
#include "tc/gen/PrimTable.h"

//===- Results ------------------------------------------------------------===//

// Results follow operand `i`, with another element type unless that is null.
static MlirLogicalResult inferLike(const TcInferArgs *args, TcTypeSink *out,
                                   intptr_t i, MlirType element) {
  TcCheck c = tcCheckArgs(args);
  if (args->numOperands <= i)
    return tcCheckFail(&c, "[TC-0201] needs %d operands, not %d", (int)i + 1,
                       (int)args->numOperands);
  MlirType type = tcCheckType(&c, i);
  if (tcTypeGetDType(type) == TC_DTYPE_INVALID)
    return tcCheckFail(&c,
                       "[TC-0201] operand %d is %s, not a tensor or scalar of "
                       "elements that tc has",
                       (int)i, tcTypeText(type).text);
  tcTypeSinkPush(out, element.ptr ? tcTypeWithElement(type, element) : type);
  return TC_OK_RESULT;
}

static const MlirType noType = {NULL};

MlirLogicalResult tcPrimInferSame(const TcInferArgs *args, TcTypeSink *out) {
  return inferLike(args, out, 0, noType);
}

MlirLogicalResult tcPrimInferBool(const TcInferArgs *args, TcTypeSink *out) {
  return inferLike(args, out, 0, mlirIntegerTypeGet(args->context, 1));
}

MlirLogicalResult tcPrimInferI32(const TcInferArgs *args, TcTypeSink *out) {
  return inferLike(args, out, 0, mlirIntegerTypeGet(args->context, 32));
}

MlirLogicalResult tcPrimInferWhere(const TcInferArgs *args, TcTypeSink *out) {
  return inferLike(args, out, 1, noType);
}

// The real type of a complex operand (abs, real); other operands keep their
// type.
MlirLogicalResult tcPrimInferReal(const TcInferArgs *args, TcTypeSink *out) {
  MlirType real = noType;
  if (args->numOperands > 0)
    real = tcTypeGetReal(mlirValueGetType(args->operands[0]));
  return inferLike(args, out, 0, real);
}

MlirLogicalResult tcPrimInferComplex(const TcInferArgs *args, TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  MlirType element = noType;
  if (args->numOperands > 0)
    element = tcTypeGetElement(tcCheckType(&c, 0));
  if (!element.ptr || !(mlirTypeIsAF32(element) || mlirTypeIsAF64(element)))
    return tcCheckFail(&c, "[TC-0204] C2: complex numbers are made of f32 or "
                           "f64; insert prim.convert_element_type");
  return inferLike(args, out, 0, mlirComplexTypeGet(element));
}

//===- Operands -----------------------------------------------------------===//

// Whether the row has a scalar expression for elements of this type.
static bool takes(const TcScalarRow *row, MlirType type) {
  if (tcTypeIsFloat(type))
    return row->f || row->fc;
  if (tcTypeIsInt(type))
    return row->i;
  if (tcTypeIsBool(type))
    return row->b;
  return tcTypeIsComplex(type) && row->c;
}

static MlirLogicalResult failDomain(const TcCheck *c, const TcScalarRow *row,
                                    MlirType type) {
  return tcCheckFail(c,
                     "[TC-0204] C1: does not take %s; it takes%s%s%s%s: insert "
                     "prim.convert_element_type",
                     tcTypeText(tcTypeGetElement(type)).text,
                     row->f || row->fc ? " float" : "",
                     row->i ? " integer" : "", row->b ? " i1" : "",
                     row->c ? " complex" : "");
}

MlirLogicalResult tcPrimVerifyElementwise(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  const TcScalarRow *row = &tcPrimScalar[tcPrimOpKind(op)];
  MlirType type = tcCheckType(&c, 0);
  return takes(row, type) ? TC_OK_RESULT : failDomain(&c, row, type);
}

MlirLogicalResult tcPrimVerifyPhilox(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  MlirType type = tcCheckType(&c, 0);
  if (tcTypeGetDType(type) == TC_DTYPE_I64)
    return TC_OK_RESULT;
  return tcCheckFail(&c, "[TC-0204] C1: key and element number are i64, not %s",
                     tcTypeText(tcTypeGetElement(type)).text);
}

MlirLogicalResult tcPrimVerifyWhere(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  MlirType pred = tcCheckType(&c, 0), self = tcCheckType(&c, 1);
  if (!tcTypeIsBool(pred))
    return tcCheckFail(&c,
                       "[TC-0214] C1: the predicate is of %s, not i1; compare "
                       "it with zero",
                       tcTypeText(tcTypeGetElement(pred)).text);
  MlirType wanted = tcTypeWithElement(self, tcTypeGetElement(pred));
  if (!mlirTypeEqual(pred, wanted))
    return tcCheckFail(&c,
                       "[TC-0214] C2: the predicate is %s for values of %s; "
                       "broadcast it by prim.broadcast_in_dim",
                       tcTypeText(pred).text, tcTypeText(self).text);
  return TC_OK_RESULT;
}

//===- Conversions --------------------------------------------------------===//

// The result has the operand's shape, whatever its elements.
static MlirLogicalResult verifyShape(const TcCheck *c, const char *rule) {
  MlirType from = tcCheckType(c, 0);
  MlirType to = mlirValueGetType(mlirOperationGetResult(c->op, 0));
  MlirType wanted = tcTypeWithElement(from, tcTypeGetElement(to));
  if (mlirTypeEqual(to, wanted))
    return TC_OK_RESULT;
  return tcCheckFail(c,
                     "%sthe result is %s, where the operand's shape makes "
                     "it %s",
                     rule, tcTypeText(to).text, tcTypeText(wanted).text);
}

MlirLogicalResult tcPrimVerifyConvert(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  return verifyShape(&c, "[TC-0215] C1: ");
}

MlirLogicalResult tcPrimVerifyBitcast(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  TC_TRY(verifyShape(&c, "[TC-0215] C1: "));
  MlirType from = tcTypeGetElement(tcCheckType(&c, 0));
  MlirType to =
      tcTypeGetElement(mlirValueGetType(mlirOperationGetResult(op, 0)));
  bool same = mlirTypeEqual(from, to);
  bool special = tcTypeIsBool(from) || tcTypeIsBool(to) ||
                 mlirTypeIsAComplex(from) || mlirTypeIsAComplex(to);
  if (same || (!special && tcDTypeSize(tcTypeGetDType(from)) ==
                               tcDTypeSize(tcTypeGetDType(to))))
    return TC_OK_RESULT;
  return tcCheckFail(&c,
                     "[TC-0215] C2: %s has not the bits of %s; use "
                     "prim.convert_element_type for values",
                     tcTypeText(to).text, tcTypeText(from).text);
}
