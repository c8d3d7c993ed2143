// Values without operands: constants, iotas, sizes.
#include "interp/machine.h"
#include "ir/scalar.h"

#include "tc/gen/PrimOps.h"

#include <string.h>

static bool complexOfAttr(MlirAttribute attr, double complex *out) {
  if (mlirArrayAttrGetNumElements(attr) != 2)
    return false;
  MlirAttribute re = mlirArrayAttrGetElement(attr, 0),
                im = mlirArrayAttrGetElement(attr, 1);
  if (!mlirAttributeIsAFloat(re) || !mlirAttributeIsAFloat(im))
    return false;
  *out = tcScalarComplex(mlirFloatAttrGetValueDouble(re),
                         mlirFloatAttrGetValueDouble(im));
  return true;
}

bool tcScalarOfAttr(MlirAttribute attr, TcDType dtype, TcScalar *out) {
  if (mlirAttributeIsAArray(attr))
    return tcClassOf(dtype) == TC_CLASS_COMPLEX && complexOfAttr(attr, &out->c);
  if (mlirAttributeIsAFloat(attr)) {
    out->f = mlirFloatAttrGetValueDouble(attr);
    return tcClassOf(dtype) == TC_CLASS_FLOAT;
  }
  if (mlirAttributeIsABool(attr)) {
    out->b = mlirBoolAttrGetValue(attr);
    return tcClassOf(dtype) == TC_CLASS_BOOL;
  }
  if (!mlirAttributeIsAInteger(attr))
    return false;
  MlirType type = mlirAttributeGetType(attr);
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsUnsigned(type))
    out->i = (int64_t)mlirIntegerAttrGetValueUInt(attr);
  else
    out->i = mlirIntegerAttrGetValueInt(attr);
  return tcClassOf(dtype) == TC_CLASS_INT;
}

// MLIR packs truth values into bits, tc stores them as bytes.
static void copyBools(MlirAttribute dense, TcArray *y) {
  for (int64_t i = 0; i < y->count; ++i)
    y->data[i] = mlirDenseElementsAttrGetBoolValue(dense, (intptr_t)i);
}

static void copyElements(MlirAttribute dense, TcArray *y) {
  const char *data = mlirDenseElementsAttrGetRawData(dense);
  size_t size = tcDTypeSize(y->dtype);
  bool splat = mlirDenseElementsAttrIsSplat(dense);
  for (int64_t i = 0; i < y->count; ++i)
    memcpy(y->data + (size_t)i * size, data + (splat ? 0 : (size_t)i * size),
           size);
}

TcStatus tcInterpConstant(TcFrame *frame, MlirOperation op) {
  MlirAttribute value = tcPrimConstantGetValue(op);
  if (!mlirAttributeIsADenseElements(value))
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET,
                        "a constant tensor that is not dense<...>");
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  if (mlirElementsAttrGetNumElements(value) != y->count)
    return tcStatusMake(TC_ERROR_SIZES_DIFFER,
                        "the value has another number of elements");
  if (y->dtype == TC_DTYPE_BOOL)
    copyBools(value, y);
  else
    copyElements(value, y);
  return TC_OK;
}

TcStatus tcInterpIota(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  TcScalar start, step, value;
  if (!tcScalarOfAttr(tcPrimIotaGetStart(op), y->dtype, &start) ||
      !tcScalarOfAttr(tcPrimIotaGetStep(op), y->dtype, &step))
    return tcStatusMake(TC_ERROR_CANNOT_INTERPRET,
                        "start and step are numbers of the result's dtype");
  for (int64_t i = 0; i < y->count; ++i) {
    if (tcClassOf(y->dtype) == TC_CLASS_FLOAT)
      value.f = start.f + (double)i * step.f;
    else
      value.i = (int64_t)((uint64_t)start.i + (uint64_t)i * (uint64_t)step.i);
    tcElementStore(y->dtype, y->data, i, value);
  }
  return TC_OK;
}

TcStatus tcInterpSize(TcFrame *frame, MlirOperation op) {
  TcArray *y;
  TcScalar value;
  TC_RETURN_IF_ERROR(tcMakeResult(frame, op, 0, &y));
  TC_RETURN_IF_ERROR(tcEvalSize(frame, tcPrimSizeGetSize(op), &value.i));
  tcElementStore(y->dtype, y->data, 0, value);
  return TC_OK;
}

TcStatus tcInterpCastSizes(TcFrame *frame, MlirOperation op) {
  return tcDefineResult(frame, op, 0, tcArrayShare(tcOperand(frame, op, 0)));
}
