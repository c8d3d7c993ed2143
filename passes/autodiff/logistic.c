// The derivative of a logistic function, y = 1 / (1 + exp -x) written as
//
//   e = exp(-|x|),  y = (x < 0 ? e : 1) / (1 + e)
//
// op by op is two quotients more and four selects. It is e r r with
// r = 1 / (1 + e), which is y or 1 - y. (PyTorch's y (1 - y) is 0 where y
// rounds to 1.)
#include "passes/autodiff/logistic.h"

#include "lib/ir/types.h"
#include "passes/simplify/rules.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

static bool isNegOf(MlirValue v, MlirValue x) {
  MlirOperation op = tcDefiningPrim(v, TC_PRIM_NEG);
  return op.ptr && mlirValueEqual(operand(op, 0), x);
}

// The x of a value that is x < 0 ? x : -x, with that comparison; else null.
static MlirValue numberAtMostZero(MlirValue v, MlirValue *negative) {
  MlirOperation where = tcDefiningPrim(v, TC_PRIM_WHERE);
  if (!where.ptr)
    return tcNoValue();
  *negative = operand(where, 0);
  MlirValue x = operand(where, 1);
  MlirOperation less = tcDefiningPrim(*negative, TC_PRIM_LT);
  bool is = less.ptr && mlirValueEqual(operand(less, 0), x) &&
            tcIsNumber(operand(less, 1), 0) && isNegOf(operand(where, 2), x);
  return is ? x : tcNoValue();
}

// The exponential of a sum 1 + e, either way round; else null.
static MlirOperation exponentialBeyondOne(MlirOperation add) {
  for (intptr_t i = 0; add.ptr && i < 2; ++i) {
    MlirOperation e = tcDefiningPrim(operand(add, i), TC_PRIM_EXP);
    if (e.ptr && tcIsNumber(operand(add, 1 - i), 1))
      return e;
  }
  return tcNoOp();
}

bool tcLogisticOf(MlirOperation div, TcLogistic *out) {
  MlirOperation above = tcDefiningPrim(operand(div, 0), TC_PRIM_WHERE);
  MlirOperation e =
      exponentialBeyondOne(tcDefiningPrim(operand(div, 1), TC_PRIM_ADD));
  if (!above.ptr || !e.ptr)
    return false;
  out->e = mlirOperationGetResult(e, 0);
  out->x = numberAtMostZero(operand(e, 0), &out->negative);
  return out->x.ptr && tcTypeIsFloat(tcElementOf(out->x)) &&
         mlirValueEqual(operand(above, 0), out->negative) &&
         mlirValueEqual(operand(above, 1), out->e) &&
         tcIsNumber(operand(above, 2), 1);
}
