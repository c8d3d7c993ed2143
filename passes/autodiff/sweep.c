// The reverse sweep over a block of prims: each op's derivative rule adds to
// the cotangents of its operands. See tape.h.
#include "passes/autodiff/tape.h"

#include "lib/ir/rows.h"
#include "tc/gen/PrimTable.h"

#define TC_PRIM_VJP(KIND, FUNCTION) extern TcVjpFn FUNCTION;
#include "tc/gen/PrimVjp.inc"
#undef TC_PRIM_VJP

static TcVjpFn *ruleOf(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
#define TC_PRIM_VJP(KIND, FUNCTION)                                            \
  case KIND:                                                                   \
    return FUNCTION;
#include "tc/gen/PrimVjp.inc"
#undef TC_PRIM_VJP
  default:
    return NULL;
  }
}

static bool hasCotangent(const TcTape *tape, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (tcTapeGet(tape, mlirOperationGetResult(op, i)).ptr)
      return true;
  return false;
}

static void refuse(TcVjp *v) {
  TcPrimOpKind kind = tcPrimOpKind(v->op);
  const char *why = kind ? tcPrimOpInfo[kind].vjpReason : "";
  tcVjpRefuse(v, *why ? why : "it is no prim with a rule");
}

static bool takesOrder(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_SUM:
  case TC_PRIM_PROD:
  case TC_PRIM_CUMSUM:
  case TC_PRIM_DOT_GENERAL:
  case TC_PRIM_CONVOLUTION:
    return true;
  default:
    return false;
  }
}

// The derivative of an `ordered` op is `ordered`, too: sets it on sums and
// products that were built behind *last, and advances *last.
static void keepOrder(MlirOperation from, MlirOperation *last) {
  MlirStringRef name = tcStr("ordered");
  bool takes = takesOrder(from);
  MlirAttribute ordered =
      takes ? mlirOperationGetInherentAttributeByName(from, name) : tcNoAttr();
  for (MlirOperation op; (op = mlirOperationGetNextInBlock(*last)).ptr;
       *last = op)
    if (ordered.ptr && takesOrder(op))
      mlirOperationSetInherentAttributeByName(op, name, ordered);
}

static void reverse(TcTape *tape, TcBuild *b, MlirOperation op) {
  if (!hasCotangent(tape, op) || !tcTapeReads(tape, op))
    return;
  TcVjp v = {
      .b = *b, .op = op, .y = mlirOperationGetResult(op, 0), .tape = tape};
  v.b.at.loc = mlirOperationGetLocation(op);
  v.b.tf32 = tcAllowsTf32(op);
  for (intptr_t i = 0; i < 3 && i < mlirOperationGetNumOperands(op); ++i)
    v.x[i] = mlirOperationGetOperand(op, i);
  v.dy = tcVjpCotangent(&v, 0);
  TcVjpFn *rule = ruleOf(op);
  if (rule)
    rule(&v);
  else
    refuse(&v);
}

void tcTapeSweep(TcTape *tape, TcBuild *b, MlirBlock block) {
  TC_VEC(MlirOperation) ops = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    tcVecPush(tape->arena, &ops, op);
  if (!ops.size)
    return;
  MlirOperation last = tcVecLast(&ops);
  while (ops.size && !tape->failed) {
    MlirOperation op = tcVecPop(&ops);
    reverse(tape, b, op);
    keepOrder(op, &last);
  }
}
