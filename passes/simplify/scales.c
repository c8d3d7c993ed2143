// The rule of widened halves: an f32 product of widened f16 or bf16 values
// becomes a product of the halves, which matrix units compute, and constant
// factors are applied after it. PyTorch's decomposed attention scales queries
// and keys by the root of its scale in this way. Rounding changes like the
// order of a sum (docs/numerics.md, "Scales behind products").
#include "lib/ir/types.h"
#include "passes/simplify/rules.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

enum {
  MOST_OPS = 16, // between a product and its halves
  // Products of bf16 have the range of f32: a scale by less than this power of
  // two would lose results that the program has, a scale above 1 operands.
  LEAST_BF16 = -8,
  MOST_BF16 = 0,
  // Sums of products of f16 lie between 2^-48 and 2^80.
  LEAST_F16 = -32,
  MOST_F16 = 32,
};

// An operand of a product: a widened half, moved and scaled.
typedef struct Scaled {
  MlirValue wide;              // as it is before the ops below
  MlirOperation ops[MOST_OPS]; // outermost first
  intptr_t numOps;
} Scaled;

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

// The operand that a number multiplies, -1 if there is none.
static intptr_t scaledOperand(MlirOperation op) {
  if (tcPrimOpKind(op) == TC_PRIM_MUL)
    for (intptr_t i = 0; i < 2; ++i)
      if (tcSplatNumber(operand(op, 1 - i)).ptr)
        return i;
  return -1;
}

static MlirType halfOf(const Scaled *s) {
  return tcElementOf(operand(mlirOpResultGetOwner(s->wide), 0));
}

static bool isScaledHalf(MlirValue value, Scaled *s) {
  for (s->numOps = 0; s->numOps < MOST_OPS;) {
    if (!mlirValueIsAOpResult(value))
      return false;
    MlirOperation op = mlirOpResultGetOwner(value);
    s->wide = value;
    if (tcPrimOpKind(op) == TC_PRIM_CONVERT_ELEMENT_TYPE)
      return mlirTypeIsAF32(tcElementOf(value)) && tcTypeIsHalf(halfOf(s));
    intptr_t next = tcIsMove(tcPrimOpKind(op)) ? 0 : scaledOperand(op);
    if (next < 0)
      return false;
    s->ops[s->numOps++] = op;
    value = operand(op, next);
  }
  return false;
}

// Whether applying the scale after the product overflows or underflows in the
// same cases.
static bool isSafe(double scale, MlirType half) {
  bool isBf16 = mlirTypeIsABF16(half);
  return scale >= ldexp(1, isBf16 ? LEAST_BF16 : LEAST_F16) &&
         scale <= ldexp(1, isBf16 ? MOST_BF16 : MOST_F16);
}

// The magnitude of the number that op i multiplies by; 1 if it moves elements.
static double scaleAt(const Scaled *s, intptr_t i) {
  intptr_t x = scaledOperand(s->ops[i]);
  if (x < 0)
    return 1;
  MlirAttribute number = tcSplatNumber(operand(s->ops[i], 1 - x));
  return fabs(mlirFloatAttrGetValueDouble(number));
}

// All numbers together, and each by itself: of 2^9 and 2^-9 one may overflow.
static bool areSafe(const Scaled sides[2]) {
  double all = 1;
  for (intptr_t side = 0; side < 2; ++side)
    for (intptr_t i = 0; i < sides[side].numOps; ++i) {
      double scale = scaleAt(&sides[side], i);
      all *= scale;
      if (!isSafe(scale, halfOf(&sides[side])))
        return false;
    }
  return isSafe(all, halfOf(&sides[0]));
}

// A move of another operand, of another element type.
static MlirValue moveOf(TcRewrite *rw, MlirOperation move, MlirValue x) {
  MlirOperation copy = mlirOperationClone(move);
  MlirValue y = mlirOperationGetResult(copy, 0);
  mlirOperationSetOperand(copy, 0, x);
  mlirValueSetType(y, tcTypeWithElement(mlirValueGetType(y), tcElementOf(x)));
  tcBuilderInsert(&rw->b, copy);
  return y;
}

// The operand as halves, without its numbers.
static MlirValue halvesOf(TcRewrite *rw, const Scaled *s) {
  MlirValue x = operand(mlirOpResultGetOwner(s->wide), 0);
  for (intptr_t i = s->numOps; i-- > 0;)
    if (tcIsMove(tcPrimOpKind(s->ops[i])))
      x = moveOf(rw, s->ops[i], x);
  return x;
}

static MlirValue scaleBy(TcBuild *b, MlirValue y, const Scaled *s) {
  for (intptr_t i = s->numOps; i-- > 0;) {
    intptr_t x = scaledOperand(s->ops[i]);
    if (x < 0)
      continue;
    MlirAttribute number = tcSplatNumber(operand(s->ops[i], 1 - x));
    y = tcMul(b, y, tcNum(b, y, mlirFloatAttrGetValueDouble(number)));
  }
  return y;
}

TC_RULE(dotOfWidened, "prim.dot_general",
        "dot(widened x * c, widened y * d) -> dot(x, y) * c * d, in f32, of "
        "halves x, y, and numbers c, d if there are any") {
  TcBuild b = tcSimplifyBuild(rw);
  Scaled sides[2];
  MlirType type = tcElementOf(mlirOperationGetResult(op, 0));
  if (tcPrimDotGeneralGetOrdered(op) || !mlirTypeIsAF32(type) ||
      !isScaledHalf(operand(op, 0), &sides[0]) ||
      !isScaledHalf(operand(op, 1), &sides[1]) ||
      !mlirTypeEqual(halfOf(&sides[0]), halfOf(&sides[1])) || !areSafe(sides))
    return false;
  TcDot dims = {tcAttrDims(&b, tcPrimDotGeneralGetSelfBatch(op)),
                tcAttrDims(&b, tcPrimDotGeneralGetOtherBatch(op)),
                tcAttrDims(&b, tcPrimDotGeneralGetSelfContract(op)),
                tcAttrDims(&b, tcPrimDotGeneralGetOtherContract(op))};
  MlirValue y = tcDotGeneral(&b, halvesOf(rw, &sides[0]),
                             halvesOf(rw, &sides[1]), dims, type);
  y = scaleBy(&b, scaleBy(&b, y, &sides[0]), &sides[1]);
  return tcSimplifyReplace(rw, op, y);
}

TC_RULE_LIST(tcSimplifyScales, &dotOfWidenedRule);
