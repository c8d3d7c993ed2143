// Rules of arithmetic: identities, choices with known predicates, conversions
// there and back. All are exact for every operand, including NaN, infinities
// and signed zeros.
#include "lib/ir/types.h"
#include "passes/simplify/rules.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

static bool isFloat(MlirValue x) { return tcTypeIsFloat(tcElementOf(x)); }

// Replaces the op by operand 1 - i if operand i is `number`.
static bool dropNumber(TcRewrite *rw, MlirOperation op, intptr_t i,
                       double number) {
  return tcIsNumber(operand(op, i), number) &&
         tcSimplifyReplace(rw, op, operand(op, 1 - i));
}

static bool dropEither(TcRewrite *rw, MlirOperation op, double number) {
  return dropNumber(rw, op, 1, number) || dropNumber(rw, op, 0, number);
}

//===- Neutral elements ---------------------------------------------------===//

TC_RULE(mulOne, "prim.mul", "mul(x, 1) -> x") { return dropEither(rw, op, 1); }

// x + 0.0 is not x where x is -0.0.
TC_RULE(addZero, "prim.add", "add(x, 0) -> x; of floats add(x, -0.0)") {
  return dropEither(rw, op, isFloat(operand(op, 0)) ? -0.0 : 0.0);
}

TC_RULE(subZero, "prim.sub", "sub(x, 0) -> x") {
  return dropNumber(rw, op, 1, 0);
}

TC_RULE(divOne, "prim.div", "div(x, 1) -> x") {
  return dropNumber(rw, op, 1, 1);
}

TC_RULE(andOnes, "prim.bitwise_and", "and(x, true) -> x; and(x, -1)") {
  bool isBool = tcTypeIsBool(tcElementOf(operand(op, 0)));
  return dropEither(rw, op, isBool ? 1 : -1);
}

TC_RULE(orZero, "prim.bitwise_or", "or(x, 0) -> x") {
  return dropEither(rw, op, 0);
}

TC_RULE(xorZero, "prim.bitwise_xor", "xor(x, 0) -> x") {
  return dropEither(rw, op, 0);
}

TC_RULE(mulZero, "prim.mul", "mul(x, 0) -> 0, of integers") {
  for (intptr_t i = 0; i < 2; ++i)
    if (!isFloat(operand(op, i)) && tcIsNumber(operand(op, i), 0))
      return tcSimplifyReplace(rw, op, operand(op, i));
  return false;
}

//===- Twice, and the same ------------------------------------------------===//

static bool undo(TcRewrite *rw, MlirOperation op, TcPrimOpKind kind) {
  MlirOperation inner = tcDefiningPrim(operand(op, 0), kind);
  return inner.ptr && tcSimplifyReplace(rw, op, operand(inner, 0));
}

TC_RULE(negNeg, "prim.neg", "neg(neg(x)) -> x") {
  return undo(rw, op, TC_PRIM_NEG);
}

TC_RULE(notNot, "prim.bitwise_not", "not(not(x)) -> x") {
  return undo(rw, op, TC_PRIM_BITWISE_NOT);
}

static bool sameOperands(TcRewrite *rw, MlirOperation op) {
  return mlirValueEqual(operand(op, 0), operand(op, 1)) &&
         tcSimplifyReplace(rw, op, operand(op, 0));
}

// Floats have both derivatives where they are NaN, so twice the cotangent.
TC_RULE(maximumSame, "prim.maximum", "maximum(x, x) -> x, of integers") {
  return !isFloat(operand(op, 0)) && sameOperands(rw, op);
}

TC_RULE(minimumSame, "prim.minimum", "minimum(x, x) -> x, of integers") {
  return !isFloat(operand(op, 0)) && sameOperands(rw, op);
}

TC_RULE(andSame, "prim.bitwise_and", "and(x, x) -> x") {
  return sameOperands(rw, op);
}

TC_RULE(orSame, "prim.bitwise_or", "or(x, x) -> x") {
  return sameOperands(rw, op);
}

//===- Choices ------------------------------------------------------------===//

TC_RULE(whereKnown, "prim.where", "where(true, x, y) -> x; where(false) -> y") {
  MlirAttribute pred = tcSplatNumber(operand(op, 0));
  return pred.ptr &&
         tcSimplifyReplace(rw, op,
                           operand(op, mlirBoolAttrGetValue(pred) ? 1 : 2));
}

TC_RULE(whereSame, "prim.where", "where(p, x, x) -> x") {
  return mlirValueEqual(operand(op, 1), operand(op, 2)) &&
         tcSimplifyReplace(rw, op, operand(op, 1));
}

// What holds of x and c where neither is NaN and `keeps` does not.
static bool isOpposite(MlirOperation keeps, MlirOperation crosses) {
  TcPrimOpKind kind = tcOppositeOrder(tcPrimOpKind(keeps));
  return kind != TC_PRIM_NONE && crosses.ptr && tcPrimOpKind(crosses) == kind &&
         mlirValueEqual(operand(keeps, 0), operand(crosses, 0)) &&
         mlirValueEqual(operand(keeps, 1), operand(crosses, 1));
}

static MlirOperation definingOp(MlirValue x) {
  return mlirValueIsAOpResult(x) ? mlirOpResultGetOwner(x) : tcNoOp();
}

static bool isNaN(MlirValue x) {
  MlirAttribute number = tcSplatNumber(x);
  return number.ptr && mlirAttributeIsAFloat(number) &&
         isnan(mlirFloatAttrGetValueDouble(number));
}

// The derivatives differ (tcBounded), so not before them.
TC_RULE(whereOrdered, "prim.where",
        "where(ge(x, c), x, where(lt(x, c), c, nan)) -> where(lt(x, c), c, x); "
        "where c may be NaN -> where(or(lt(x, c), ne(c, c)), c, x)") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation keeps = definingOp(operand(op, 0));
  MlirOperation rest = tcDefiningPrim(operand(op, 2), TC_PRIM_WHERE);
  if (!keeps.ptr || !rest.ptr || !isNaN(operand(rest, 2)) ||
      !isOpposite(keeps, definingOp(operand(rest, 0))))
    return false;
  MlirValue x = operand(op, 1), c = operand(rest, 1), p = operand(rest, 0);
  if (!mlirValueEqual(x, operand(keeps, 0)) ||
      !mlirValueEqual(c, operand(keeps, 1)))
    return false;
  if (!tcSplatNumber(c).ptr || isNaN(c))
    p = tcOr(&b, p, tcNe(&b, c, c));
  return tcSimplifyReplace(rw, op, tcWhere(&b, p, c, x));
}

// A comparison of positions, which are not negative, with a number below.
static bool decide(TcRewrite *rw, MlirOperation op, double bound,
                   bool outcome) {
  TcBuild b = tcSimplifyBuild(rw);
  MlirAttribute number = tcSplatNumber(operand(op, 1));
  if (!number.ptr || !mlirAttributeIsAInteger(number) ||
      (double)mlirIntegerAttrGetValueInt(number) > bound ||
      !tcIsNatural(operand(op, 0)))
    return false;
  MlirValue known = tcConstInt(&b, tcBool(&b), outcome);
  TcShape shape = tcShapeOf(&b, mlirOperationGetResult(op, 0));
  return tcSimplifyReplace(rw, op, tcFull(&b, shape, known));
}

TC_RULE(geNatural, "prim.ge", "ge(position, c) -> true for c <= 0") {
  return decide(rw, op, 0, true);
}

TC_RULE(ltNatural, "prim.lt", "lt(position, c) -> false for c <= 0") {
  return decide(rw, op, 0, false);
}

//===- Conversions --------------------------------------------------------===//

// Whether every value of `from` is one of `to`.
static bool holdsAll(MlirType from, MlirType to) {
  if (tcTypeIsBool(from))
    return !tcTypeIsComplex(to);
  if (tcTypeIsInt(from) && tcTypeIsInt(to)) {
    unsigned wf = mlirIntegerTypeGetWidth(from);
    unsigned wt = mlirIntegerTypeGetWidth(to);
    return wf < wt && !tcTypeIsUnsigned(to);
  }
  if (tcTypeIsHalf(from))
    return mlirTypeIsAF32(to) || mlirTypeIsAF64(to);
  return mlirTypeIsAF32(from) && mlirTypeIsAF64(to);
}

static bool sameKind(MlirType a, MlirType b) {
  return (tcTypeIsFloat(a) && tcTypeIsFloat(b)) ||
         (tcTypeIsInt(a) && tcTypeIsInt(b));
}

TC_RULE(convertBack, "prim.convert_element_type",
        "convert(convert(x, wider), x's type) -> x") {
  MlirOperation inner =
      tcDefiningPrim(operand(op, 0), TC_PRIM_CONVERT_ELEMENT_TYPE);
  if (!inner.ptr)
    return false;
  MlirType from = tcElementOf(operand(inner, 0));
  MlirType to = tcElementOf(mlirOperationGetResult(op, 0));
  return mlirTypeEqual(from, to) &&
         holdsAll(from, tcElementOf(operand(op, 0))) &&
         tcSimplifyReplace(rw, op, operand(inner, 0));
}

TC_RULE(convertOfWider, "prim.convert_element_type",
        "convert(convert(x, wider), t) -> convert(x, t)") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirOperation inner =
      tcDefiningPrim(operand(op, 0), TC_PRIM_CONVERT_ELEMENT_TYPE);
  if (!inner.ptr)
    return false;
  MlirType from = tcElementOf(operand(inner, 0));
  MlirType middle = tcElementOf(operand(op, 0));
  MlirType to = tcElementOf(mlirOperationGetResult(op, 0));
  if (!holdsAll(from, middle) || !sameKind(from, middle) ||
      mlirTypeEqual(from, to))
    return false;
  return tcSimplifyReplace(rw, op, tcConvert(&b, operand(inner, 0), to));
}

// Whether the integer is exact in this float type, so that rounding on the way
// does not matter.
static bool isExactIn(int64_t value, MlirType to) {
  return mlirTypeIsAF64(to) || (value >= -(1 << 24) && value <= 1 << 24);
}

// The op on a constant: the number itself, converted as the prim does.
TC_RULE(convertNumber, "prim.convert_element_type",
        "convert(number, t) -> number") {
  TcBuild b = tcSimplifyBuild(rw);
  MlirValue result = mlirOperationGetResult(op, 0), number = tcNoValue();
  MlirAttribute x = tcSplatNumber(operand(op, 0));
  MlirType to = tcElementOf(result);
  if (!x.ptr || !tcTypeIsTensor(mlirValueGetType(result)))
    return false;
  if (mlirAttributeIsAFloat(x)) {
    double value = mlirFloatAttrGetValueDouble(x);
    if (tcTypeIsBool(to))
      number = tcConstInt(&b, to, value != 0);
    else if (tcTypeIsFloat(to)) // to f16 and bf16 by way of f32
      number =
          tcConst(&b, to, mlirTypeIsAF64(to) ? value : (double)(float)value);
  } else if (!tcTypeIsUnsigned(mlirAttributeGetType(x))) {
    bool isBool = mlirAttributeIsABool(x);
    int64_t value =
        isBool ? mlirBoolAttrGetValue(x) : mlirIntegerAttrGetValueInt(x);
    bool fits = value >= 0 && value <= 127; // in every type
    if (fits || (tcTypeIsFloat(to) && isExactIn(value, to)))
      number = tcConstInt(&b, to, tcTypeIsBool(to) ? value != 0 : value);
  }
  return tcSimplifyReplace(rw, op, tcFull(&b, tcShapeOf(&b, result), number));
}

TC_RULE_LIST(tcSimplifyArith, &mulOneRule, &addZeroRule, &subZeroRule,
             &divOneRule, &andOnesRule, &orZeroRule, &xorZeroRule, &mulZeroRule,
             &negNegRule, &notNotRule, &maximumSameRule, &minimumSameRule,
             &andSameRule, &orSameRule, &whereKnownRule, &whereSameRule,
             &whereOrderedRule, &geNaturalRule, &ltNaturalRule,
             &convertBackRule, &convertOfWiderRule, &convertNumberRule);
