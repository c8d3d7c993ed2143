// Queries of values for rules (see rules.h).
#include "passes/simplify/rules.h"

#include "tc/gen/PrimTable.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

enum { MAX_DEPTH = 16, MAX_VISITS = 256 };

TcBuild tcSimplifyBuild(TcRewrite *rw) {
  TcSimplify *s = rw->user;
  return (TcBuild){rw->b, s->arena, "prim-simplify", false};
}

bool tcSimplifyReplace(TcRewrite *rw, MlirOperation op, MlirValue value) {
  if (!value.ptr)
    return false;
  tcRewriteReplace(rw, op, 1, &value);
  return true;
}

bool tcSimplifyMoveOfScalar(TcRewrite *rw, MlirOperation op) {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation inner =
      tcDefiningPrim(mlirOperationGetOperand(op, 0), TC_PRIM_BROADCAST_IN_DIM);
  if (!inner.ptr || tcRankOf(mlirOperationGetOperand(inner, 0)))
    return false;
  TcShape shape = tcShapeOf(&b, mlirOperationGetResult(op, 0));
  return tcSimplifyReplace(
      rw, op, tcFull(&b, shape, mlirOperationGetOperand(inner, 0)));
}

TcDims tcAttrDims(TcBuild *b, MlirAttribute attr) {
  TcDims dims = tcDimsMake(b, tcAttrNumInts(attr));
  for (intptr_t i = 0; i < dims.size; ++i)
    dims.data[i] = tcAttrIntAt(attr, i);
  return dims;
}

static MlirOperation definingOp(MlirValue value) {
  return value.ptr && mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value)
                                                  : tcNoOp();
}

MlirOperation tcDefiningPrim(MlirValue value, TcPrimOpKind kind) {
  MlirOperation op = definingOp(value);
  return tcPrimOpKind(op) == kind ? op : tcNoOp();
}

//===- Numbers ------------------------------------------------------------===//

bool tcIsElementwise(TcPrimOpKind kind) {
  return kind == TC_PRIM_WHERE || kind == TC_PRIM_CONVERT_ELEMENT_TYPE ||
         tcPrimScalar[kind].operands > 0;
}

bool tcIsMove(TcPrimOpKind kind) {
  switch (kind) {
  case TC_PRIM_BROADCAST_IN_DIM:
  case TC_PRIM_RESHAPE:
  case TC_PRIM_TRANSPOSE:
  case TC_PRIM_SLICE:
  case TC_PRIM_CAST_SIZES:
    return true;
  default:
    return false;
  }
}

MlirAttribute tcSplatNumber(MlirValue value) {
  MlirOperation op = definingOp(value);
  for (int depth = 0; depth < MAX_DEPTH && tcIsMove(tcPrimOpKind(op)); ++depth)
    op = definingOp(mlirOperationGetOperand(op, 0));
  if (tcPrimOpKind(op) != TC_PRIM_CONSTANT)
    return tcNoAttr();
  MlirAttribute dense = tcPrimConstantGetValue(op);
  MlirType element = tcElementOf(mlirOperationGetResult(op, 0));
  if (!mlirAttributeIsADenseElements(dense) ||
      !mlirDenseElementsAttrIsSplat(dense) || tcTypeIsComplex(element))
    return tcNoAttr();
  return mlirDenseElementsAttrGetSplatValue(dense);
}

MlirValue tcNumberValue(TcBuild *b, MlirAttribute number) {
  MlirType type = tcTensorTypeGet(0, NULL, mlirAttributeGetType(number));
  return tcPrimConstant(&b->at, mlirDenseElementsAttrSplatGet(type, number));
}

static double numberOf(MlirAttribute attr) {
  if (mlirAttributeIsAFloat(attr))
    return mlirFloatAttrGetValueDouble(attr);
  MlirType type = mlirAttributeGetType(attr);
  if (tcTypeIsBool(type))
    return mlirBoolAttrGetValue(attr);
  return tcTypeIsUnsigned(type) ? (double)mlirIntegerAttrGetValueUInt(attr)
                                : (double)mlirIntegerAttrGetValueInt(attr);
}

bool tcIsNumber(MlirValue value, double number) {
  MlirAttribute attr = tcSplatNumber(value);
  if (!attr.ptr)
    return false;
  double own = numberOf(attr);
  bool isFloat = mlirAttributeIsAFloat(attr);
  return own == number && (!isFloat || !signbit(own) == !signbit(number));
}

//===- Weights ------------------------------------------------------------===//

static bool isUnwritten(const TcSimplify *s, MlirOperation get) {
  MlirStringRef name = tcPrimGetWeightGetName(get);
  return !tcMapGetTextN(&s->mutated, name.data, name.length);
}

static bool isOfWeights(const TcSimplify *s, MlirValue value, int depth,
                        int *visits) {
  MlirOperation op = definingOp(value);
  if (!op.ptr || depth == MAX_DEPTH || ++*visits > MAX_VISITS)
    return false;
  TcPrimOpKind kind = tcPrimOpKind(op);
  if (kind == TC_PRIM_GET_WEIGHT)
    return isUnwritten(s, op);
  if (kind == TC_PRIM_NONE || kind == TC_PRIM_EXT ||
      mlirOperationGetNumRegions(op) ||
      !tcTypeIsStatic(mlirValueGetType(value)))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!isOfWeights(s, mlirOperationGetOperand(op, i), depth + 1, visits))
      return false;
  return true;
}

bool tcIsOfWeights(const TcSimplify *s, MlirValue value) {
  int visits = 0;
  return isOfWeights(s, value, 0, &visits);
}

//===- Positions ----------------------------------------------------------===//

static bool isCounting(MlirOperation iota) {
  MlirAttribute start = tcPrimIotaGetStart(iota);
  MlirAttribute step = tcPrimIotaGetStep(iota);
  return mlirAttributeIsAInteger(start) && mlirAttributeIsAInteger(step) &&
         mlirIntegerAttrGetValueInt(start) == 0 &&
         mlirIntegerAttrGetValueInt(step) == 1;
}

// The dimension of a reshape's result that dimension `dim` of its operand
// becomes, where all others have size 1 in both; else -1.
static intptr_t onlyDim(MlirValue x, intptr_t dim, MlirValue y) {
  intptr_t found = -1;
  for (intptr_t i = 0; i < tcRankOf(x); ++i)
    if (i != dim && !tcSizeAttrIsValue(tcValueSize(x, i), 1))
      return -1;
  for (intptr_t i = 0; i < tcRankOf(y); ++i) {
    if (tcSizeAttrIsValue(tcValueSize(y, i), 1))
      continue;
    if (found >= 0)
      return -1;
    found = i;
  }
  return found;
}

static intptr_t positionDim(MlirValue value, int depth) {
  MlirOperation op = definingOp(value);
  if (!op.ptr || depth == MAX_DEPTH)
    return -1;
  TcPrimOpKind kind = tcPrimOpKind(op);
  if (kind == TC_PRIM_IOTA)
    return isCounting(op) ? 0 : -1;
  if (kind != TC_PRIM_BROADCAST_IN_DIM && kind != TC_PRIM_RESHAPE)
    return -1;
  MlirValue x = mlirOperationGetOperand(op, 0);
  intptr_t dim = positionDim(x, depth + 1);
  if (dim < 0)
    return -1;
  if (kind == TC_PRIM_RESHAPE)
    return onlyDim(x, dim, value);
  intptr_t to = (intptr_t)tcPrimBroadcastInDimGetDimsAt(op, dim);
  return tcSizeAttrEqual(tcValueSize(x, dim), tcValueSize(value, to)) ? to : -1;
}

intptr_t tcPositionDim(MlirValue value) { return positionDim(value, 0); }

bool tcIsNatural(MlirValue value) {
  MlirAttribute number = tcSplatNumber(value);
  return number.ptr ? numberOf(number) >= 0 : tcPositionDim(value) >= 0;
}

void tcSimplifyKeepMarks(MlirOperation from, MlirValue y) {
  MlirOperation to = mlirOpResultGetOwner(y);
  for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(from);
       ++i) {
    MlirNamedAttribute mark = mlirOperationGetDiscardableAttribute(from, i);
    mlirOperationSetDiscardableAttributeByName(to, mlirIdentifierStr(mark.name),
                                               mark.attribute);
  }
}
