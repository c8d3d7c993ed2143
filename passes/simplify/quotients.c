// Rules of quotients by one divisor a row, as the derivative of a softmax has
// them: dp / l - sum / l becomes (dp - sum) / l, and (z / l) e becomes z p
// where p = e / l is computed anyway, which leaves one division an element.
// Rounding changes: a quotient is rounded once more, or a sum is rounded before
// it is divided.
#include "passes/simplify/rules.h"

#include "lib/ir/shim.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

static bool isFloatResult(MlirOperation op) {
  return tcTypeIsFloat(tcElementOf(mlirOperationGetResult(op, 0)));
}

//===- A common divisor ---------------------------------------------------===//

// div(x, broadcast(r)); null if the divisor is no broadcast of fewer elements.
static MlirOperation rowDivisor(MlirOperation div) {
  MlirOperation b =
      div.ptr ? tcDefiningPrim(operand(div, 1), TC_PRIM_BROADCAST_IN_DIM)
              : tcNoOp();
  return b.ptr && tcRankOf(operand(b, 0)) < tcRankOf(operand(div, 1))
             ? b
             : tcNoOp();
}

enum { MOST_LINKS = 4 };

// The ops from a broadcast down to a division by `divisor` that pass zeros and
// signs on: negations, and selects of 0.
typedef struct Chain {
  MlirOperation links[MOST_LINKS]; // outermost first
  intptr_t operands[MOST_LINKS];   // through which each goes on
  intptr_t size;
  MlirOperation div;
} Chain;

static bool followChain(Chain *c, MlirValue x, MlirValue divisor) {
  for (c->size = 0; mlirValueIsAOpResult(x); ++c->size) {
    MlirOperation op = mlirOpResultGetOwner(x);
    intptr_t next = -1;
    switch (tcPrimOpKind(op)) {
    case TC_PRIM_DIV:
      c->div = op;
      return mlirValueEqual(operand(op, 1), divisor);
    case TC_PRIM_NEG:
      next = 0;
      break;
    case TC_PRIM_WHERE:
      next = tcIsNumber(operand(op, 1), 0)   ? 2
             : tcIsNumber(operand(op, 2), 0) ? 1
                                             : -1;
      break;
    default:
      break;
    }
    if (next < 0 || c->size == MOST_LINKS)
      return false;
    c->links[c->size] = op;
    c->operands[c->size] = next;
    x = operand(op, next);
  }
  return false;
}

// The chain over the dividend.
static MlirValue rebuild(TcBuild *b, const Chain *c) {
  MlirValue x = operand(c->div, 0);
  for (intptr_t i = c->size; i-- > 0;) {
    MlirOperation op = c->links[i];
    if (tcPrimOpKind(op) == TC_PRIM_NEG)
      x = tcNeg(b, x);
    else if (c->operands[i] == 1)
      x = tcWhere(b, operand(op, 0), x, operand(op, 2));
    else
      x = tcWhere(b, operand(op, 0), operand(op, 1), x);
  }
  return x;
}

// add(div(x, broadcast(r)), broadcast(f(div(y, r)))), as operands i and 1 - i.
static bool hasCommonDivisor(MlirOperation add, intptr_t i, Chain *c) {
  MlirOperation div = tcDefiningPrim(operand(add, i), TC_PRIM_DIV);
  MlirOperation below = rowDivisor(div);
  MlirOperation other =
      tcDefiningPrim(operand(add, 1 - i), TC_PRIM_BROADCAST_IN_DIM);
  return below.ptr && other.ptr && tcHasOneUse(operand(add, i)) &&
         mlirAttributeEqual(tcPrimBroadcastInDimGetDims(below),
                            tcPrimBroadcastInDimGetDims(other)) &&
         followChain(c, operand(other, 0), operand(below, 0));
}

TC_RULE(commonDivisor, "prim.add",
        "add(div(x, r), broadcast(div(y, r))) -> div(add(x, y), r) for one r a "
        "row") {
  TcBuild b = tcSimplifyBuild(rw);
  Chain c;
  for (intptr_t i = 0; isFloatResult(op) && i < 2; ++i) {
    if (!hasCommonDivisor(op, i, &c))
      continue;
    MlirOperation div = mlirOpResultGetOwner(operand(op, i));
    MlirOperation other = mlirOpResultGetOwner(operand(op, 1 - i));
    TcDims dims = tcAttrDims(&b, tcPrimBroadcastInDimGetDims(other));
    TcShape shape = tcShapeOf(&b, mlirOperationGetResult(op, 0));
    MlirValue y = tcBroadcastInDim(&b, rebuild(&b, &c), shape, dims);
    MlirValue sum = tcAdd(&b, operand(div, 0), y);
    return tcSimplifyReplace(rw, op, tcDiv(&b, sum, operand(div, 1)));
  }
  return false;
}

//===- A quotient that is computed anyway ---------------------------------===//

// div(x, divisor), before `op` in its block; null if there is none.
static MlirValue findQuotient(MlirOperation op, MlirValue x,
                              MlirValue divisor) {
  MlirOpOperand use = mlirValueGetFirstUse(x);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tcPrimOpKind(user) == TC_PRIM_DIV &&
        mlirValueEqual(operand(user, 0), x) &&
        mlirValueEqual(operand(user, 1), divisor) &&
        mlirBlockEqual(mlirOperationGetBlock(user),
                       mlirOperationGetBlock(op)) &&
        tcOpIsBefore(user, op))
      return mlirOperationGetResult(user, 0);
  }
  return tcNoValue();
}

TC_RULE(quotientOfFactor, "prim.mul",
        "mul(div(z, r), e) -> mul(z, div(e, r)) where div(e, r) is computed "
        "anyway, for one r a row") {
  TcBuild b = tcSimplifyBuild(rw);
  for (intptr_t i = 0; isFloatResult(op) && i < 2; ++i) {
    MlirOperation div = tcDefiningPrim(operand(op, i), TC_PRIM_DIV);
    if (!rowDivisor(div).ptr || !tcHasOneUse(operand(op, i)))
      continue;
    MlirValue p = findQuotient(op, operand(op, 1 - i), operand(div, 1));
    if (p.ptr)
      return tcSimplifyReplace(rw, op, tcMul(&b, operand(div, 0), p));
  }
  return false;
}

TC_RULE_LIST(tcSimplifyQuotients, &commonDivisorRule, &quotientOfFactorRule);
