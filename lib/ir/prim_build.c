// Numbers, elementwise formulas and reductions over prims (see prim_build.h).
// Shapes and what moves elements are in prim_shapes.c.
#include "lib/ir/prim_build.h"
#include "lib/ir/types.h"

#include <math.h>

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>

MlirValue tcFail(TcBuild *b, int number, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  tcEmitError(b->at.loc, "[TC-%04d] %s: %s", number, b->what, text);
  return tcNoValue();
}

//===- Types --------------------------------------------------------------===//

intptr_t tcRankOf(MlirValue x) {
  return x.ptr ? tcTypeGetRank(mlirValueGetType(x)) : 0;
}

MlirType tcElementOf(MlirValue x) {
  return x.ptr ? tcTypeGetElement(mlirValueGetType(x)) : tcNoType();
}

MlirType tcComputeType(MlirType element) {
  if (!element.ptr || !tcTypeIsHalf(element))
    return element;
  return mlirF32TypeGet(mlirTypeGetContext(element));
}

MlirType tcF32(TcBuild *b) { return mlirF32TypeGet(b->at.ctx); }
MlirType tcI64(TcBuild *b) { return mlirIntegerTypeGet(b->at.ctx, 64); }
MlirType tcBool(TcBuild *b) { return mlirIntegerTypeGet(b->at.ctx, 1); }

static MlirType tensorType(TcShape shape, MlirType element) {
  return tcTensorTypeGet(shape.rank, shape.sizes, element);
}

//===- Numbers ------------------------------------------------------------===//

static MlirValue constant(TcBuild *b, MlirAttribute value) {
  return tcOpOnlyResult(tcPrimConstantCreate(&b->at, value));
}

static MlirValue complexConst(TcBuild *b, MlirType type, double value) {
  MlirType element = tcTypeGetElement(type);
  const float single[2] = {(float)value, 0.0f};
  const double wide[2] = {value, 0.0};
  bool isSingle = mlirTypeIsAF32(mlirComplexTypeGetElementType(element));
  return constant(b, mlirDenseElementsAttrRawBufferGet(
                         type, isSingle ? sizeof single : sizeof wide,
                         isSingle ? (const void *)single : wide));
}

// NaN and what no i64 holds give 0, as a conversion would have it undefined.
static int64_t truncated(double value) {
  return value > -0x1p63 && value < 0x1p63 ? (int64_t)value : 0;
}

MlirValue tcConst(TcBuild *b, MlirType element, double value) {
  if (!element.ptr)
    return tcNoValue();
  if (tcTypeIsBool(element))
    return tcConstInt(b, element, value != 0);
  if (!tcTypeIsFloat(element) && !tcTypeIsComplex(element))
    return tcConstInt(b, element, truncated(value));
  MlirType type = tcTensorTypeGet(0, NULL, element);
  if (tcTypeIsComplex(element))
    return complexConst(b, type, value);
  MlirAttribute number = mlirFloatAttrDoubleGet(b->at.ctx, element, value);
  return constant(b, mlirDenseElementsAttrSplatGet(type, number));
}

MlirValue tcConstInt(TcBuild *b, MlirType element, int64_t value) {
  if (!element.ptr)
    return tcNoValue();
  if (tcTypeIsFloat(element) || tcTypeIsComplex(element))
    return tcConst(b, element, (double)value);
  MlirType type = tcTensorTypeGet(0, NULL, element);
  MlirAttribute number = tcTypeIsBool(element)
                             ? tcAttrBool(b->at.ctx, value != 0)
                             : mlirIntegerAttrGet(element, value);
  return constant(b, mlirDenseElementsAttrSplatGet(type, number));
}

MlirValue tcLeastOf(TcBuild *b, MlirType type) {
  if (!type.ptr || tcTypeIsFloat(type))
    return tcConst(b, type, -INFINITY);
  if (tcTypeIsBool(type) || tcTypeIsUnsigned(type))
    return tcConstInt(b, type, 0);
  return tcConstInt(b, type, INT64_MIN >> (64 - mlirIntegerTypeGetWidth(type)));
}

MlirValue tcGreatestOf(TcBuild *b, MlirType type) {
  if (!type.ptr || tcTypeIsFloat(type))
    return tcConst(b, type, INFINITY);
  if (tcTypeIsBool(type) || tcTypeIsUnsigned(type))
    return tcConstInt(b, type, tcTypeIsBool(type) ? 1 : 255);
  return tcConstInt(b, type, INT64_MAX >> (64 - mlirIntegerTypeGetWidth(type)));
}

MlirValue tcNum(TcBuild *b, MlirValue x, double value) {
  return tcConst(b, tcElementOf(x), value);
}

MlirValue tcSizeValue(TcBuild *b, MlirAttribute size, MlirType element) {
  if (!size.ptr)
    return tcFail(b, 3001, "a size cannot be formed: it overflows");
  int64_t value;
  if (tcSizeAttrIsConstant(size, &value))
    return tcConstInt(b, element, value);
  MlirType type = tcTensorTypeGet(0, NULL, tcI64(b));
  return tcConvert(b, tcPrimSize(&b->at, type, size), element);
}

MlirValue tcFull(TcBuild *b, TcShape shape, MlirValue value) {
  return tcBroadcastTo(b, value, shape);
}

MlirValue tcZeros(TcBuild *b, TcShape shape, MlirType element) {
  return tcFull(b, shape, tcConstInt(b, element, 0));
}

static MlirAttribute numberOf(MlirType element, int64_t value) {
  return tcTypeIsFloat(element)
             ? mlirFloatAttrDoubleGet(mlirTypeGetContext(element), element,
                                      (double)value)
             : mlirIntegerAttrGet(element, value);
}

MlirValue tcIota(TcBuild *b, MlirAttribute size, MlirType element) {
  if (!size.ptr || !element.ptr)
    return tcNoValue();
  return tcPrimIota(&b->at, tcTensorTypeGet(1, &size, element),
                    numberOf(element, 0), numberOf(element, 1));
}

MlirValue tcIotaDim(TcBuild *b, TcShape shape, intptr_t dim, MlirType element) {
  return tcBroadcastInDim(b, tcIota(b, shape.sizes[dim], element), shape,
                          tcDimsOne(b, dim));
}

//===- Elementwise --------------------------------------------------------===//

// The shape to which all operands broadcast.
static bool commonShape(TcBuild *b, intptr_t n, const MlirValue *xs,
                        TcShape *out) {
  *out = tcShapeMake(b, 0);
  for (intptr_t i = 0; i < n; ++i) {
    if (!xs[i].ptr)
      return false;
    if (!tcShapeBroadcast(b, *out, tcShapeOf(b, xs[i]), out)) {
      tcFail(b, 1103, "operands of different sizes do not broadcast");
      return false;
    }
  }
  return true;
}

static MlirValue buildNamed(TcBuild *b, const char *name, intptr_t n,
                            const MlirValue *xs, MlirType resultType) {
  TcOpState s;
  tcOpBegin(&s, &b->at, name);
  tcOpAddOperands(&s, "operand", n, xs);
  if (resultType.ptr)
    tcOpAddResult(&s, "result", resultType);
  else
    tcOpInferResults(&s);
  return tcOpOnlyResult(tcOpEnd(&s));
}

MlirValue tcElementwise(TcBuild *b, TcPrimOpKind kind, intptr_t n,
                        const MlirValue *operands) {
  MlirValue xs[3];
  TcShape shape;
  if (!commonShape(b, n, operands, &shape))
    return tcNoValue();
  for (intptr_t i = 0; i < n; ++i)
    if (!(xs[i] = tcBroadcastTo(b, operands[i], shape)).ptr)
      return tcNoValue();
  return buildNamed(b, tcPrimOpNames[kind], n, xs, tcNoType());
}

MlirValue tcUnary(TcBuild *b, TcPrimOpKind kind, MlirValue x) {
  return tcElementwise(b, kind, 1, &x);
}

MlirValue tcBinary(TcBuild *b, TcPrimOpKind kind, MlirValue x, MlirValue y) {
  return tcElementwise(b, kind, 2, (const MlirValue[]){x, y});
}

MlirValue tcWhere(TcBuild *b, MlirValue pred, MlirValue x, MlirValue y) {
  return tcElementwise(b, TC_PRIM_WHERE, 3, (const MlirValue[]){pred, x, y});
}

TcPrimOpKind tcOppositeOrder(TcPrimOpKind kind) {
  switch (kind) {
  case TC_PRIM_GE:
    return TC_PRIM_LT;
  case TC_PRIM_GT:
    return TC_PRIM_LE;
  case TC_PRIM_LE:
    return TC_PRIM_GT;
  case TC_PRIM_LT:
    return TC_PRIM_GE;
  default:
    return TC_PRIM_NONE;
  }
}

MlirValue tcBounded(TcBuild *b, MlirValue x, MlirValue bound,
                    TcPrimOpKind keeps) {
  MlirValue crosses = tcBinary(b, tcOppositeOrder(keeps), x, bound);
  if (!x.ptr || !tcTypeIsFloat(tcElementOf(x)))
    return tcWhere(b, crosses, bound, x);
  MlirValue rest = tcWhere(b, crosses, bound, tcNum(b, x, NAN));
  return tcWhere(b, tcBinary(b, keeps, x, bound), x, rest);
}

static MlirValue cast(TcBuild *b, TcPrimOpKind kind, MlirValue x,
                      MlirType element) {
  if (!x.ptr || !element.ptr)
    return tcNoValue();
  if (mlirTypeEqual(tcElementOf(x), element))
    return x;
  return buildNamed(b, tcPrimOpNames[kind], 1, &x,
                    tensorType(tcShapeOf(b, x), element));
}

// (The prim takes the real part of a complex number.)
MlirValue tcConvert(TcBuild *b, MlirValue x, MlirType element) {
  if (x.ptr && element.ptr && tcTypeIsBool(element) &&
      tcTypeIsComplex(tcElementOf(x)))
    return tcNe(b, x, tcNum(b, x, 0));
  return cast(b, TC_PRIM_CONVERT_ELEMENT_TYPE, x, element);
}

MlirValue tcBitcast(TcBuild *b, MlirValue x, MlirType element) {
  return cast(b, TC_PRIM_BITCAST, x, element);
}

//===- Reductions, products -----------------------------------------------===//

static TcShape keptShape(TcBuild *b, MlirValue x, TcDims dims) {
  TcShape shape = tcShapeOf(b, x);
  for (intptr_t i = 0; i < dims.size; ++i)
    shape.sizes[dims.data[i]] = tcSizeInt(b, 1);
  return shape;
}

MlirValue tcReduce(TcBuild *b, TcPrimOpKind kind, MlirValue x, TcDims dims,
                   bool keepDims) {
  if (!x.ptr || dims.size == 0)
    return x;
  TcOpState s;
  tcOpBegin(&s, &b->at, tcPrimOpNames[kind]);
  tcOpAddOperand(&s, "self", x);
  tcOpAddI64s(&s, "dims", dims.size, dims.data);
  tcOpInferResults(&s);
  MlirValue y = tcOpOnlyResult(tcOpEnd(&s));
  return keepDims ? tcReshape(b, y, keptShape(b, x, dims)) : y;
}

MlirValue tcSum(TcBuild *b, MlirValue x, TcDims dims, bool keepDims) {
  return tcReduce(b, TC_PRIM_SUM, x, dims, keepDims);
}

MlirValue tcAmax(TcBuild *b, MlirValue x, TcDims dims, bool keepDims) {
  return tcReduce(b, TC_PRIM_AMAX, x, dims, keepDims);
}

MlirValue tcShift(TcBuild *b, MlirValue x, TcDims dims) {
  if (x.ptr && !dims.size) // an op of its own, which can be detached
    return tcSqueeze(b, tcShift(b, tcUnsqueeze(b, x, 0), tcDimsOne(b, 0)), 0);
  MlirValue m = tcAmax(b, x, dims, false);
  if (!m.ptr)
    return m;
  mlirOperationSetDiscardableAttributeByName(mlirOpResultGetOwner(m),
                                             tcStr("tc.detached"),
                                             mlirUnitAttrGet(b->at.ctx));
  return tcReshape(b, m, keptShape(b, x, dims));
}

MlirAttribute tcCount(TcBuild *b, MlirValue x, TcDims dims) {
  MlirAttribute count = tcSizeInt(b, 1);
  for (intptr_t i = 0; i < dims.size; ++i)
    count = tcSizeAttrMul(count, tcValueSize(x, dims.data[i]));
  return count;
}

MlirValue tcMean(TcBuild *b, MlirValue x, TcDims dims, bool keepDims) {
  if (!x.ptr)
    return x;
  MlirValue count = tcSizeValue(b, tcCount(b, x, dims), tcElementOf(x));
  return tcDiv(b, tcSum(b, x, dims, keepDims), count);
}

// y with its sizes that go together with x's cast to these, where they may be
// equal. Where they cannot, the product's verifier says so.
static MlirValue castForDot(TcBuild *b, MlirValue x, MlirValue y, TcDims ofX,
                            TcDims ofY) {
  TcShape shape = tcShapeCopy(b, tcShapeOf(b, y));
  for (intptr_t i = 0; i < ofX.size && i < ofY.size; ++i) {
    MlirAttribute size = tcValueSize(x, ofX.data[i]);
    if (!tcSizeAttrProvablyDiffer(size, shape.sizes[ofY.data[i]]))
      shape.sizes[ofY.data[i]] = size;
  }
  return tcCastSizes(b, y, shape);
}

// The product, which permits TF32 if what is built does, and can.
static MlirValue permit(TcBuild *b, MlirValue product, MlirValue factor) {
  if (product.ptr && b->tf32 && mlirTypeIsAF32(tcElementOf(factor)))
    tcAllowTf32(mlirOpResultGetOwner(product));
  return product;
}

MlirValue tcDotGeneral(TcBuild *b, MlirValue x, MlirValue y, TcDot d,
                       MlirType out) {
  if (!x.ptr || !y.ptr)
    return tcNoValue();
  y = castForDot(b, x, y, d.xBatch, d.yBatch);
  y = castForDot(b, x, y, d.xContract, d.yContract);
  if (!y.ptr)
    return y;
  bool widens = out.ptr && !mlirTypeEqual(out, tcElementOf(x));
  MlirValue product = tcOpOnlyResult(tcPrimDotGeneralCreate(
      &b->at, x, y, d.xBatch.size, d.xBatch.data, d.yBatch.size, d.yBatch.data,
      d.xContract.size, d.xContract.data, d.yContract.size, d.yContract.data,
      widens ? mlirTypeAttrGet(out) : tcNoAttr(), false));
  return permit(b, product, x);
}

MlirValue tcConvolution(TcBuild *b, MlirValue x, MlirValue w, TcWindow c,
                        MlirType out) {
  if (!x.ptr || !w.ptr)
    return tcNoValue();
  intptr_t n = c.strides.size;
  MlirValue y = tcPrimConvolution(&b->at, x, w, n, c.strides.data, n,
                                  c.low.data, n, c.high.data, n, c.spread.data,
                                  n, c.dilation.data, c.groups);
  y = permit(b, y, x);
  if (!y.ptr || !out.ptr || mlirTypeEqual(out, tcElementOf(x)))
    return y;
  mlirOperationSetDiscardableAttributeByName(
      mlirOpResultGetOwner(y), tcStr("prim.out"), mlirTypeAttrGet(out));
  mlirValueSetType(y, tensorType(tcShapeOf(b, y), out));
  return y;
}
