// Marks exponentials for which the machine's 2^x will do (tc.absolute: its
// error is at most 2^-17 of a finite result, and below 2^-126 where that
// flushes). They are of two kinds:
//  - terms relative to the largest one, exp(x - max), that are only summed, or
//    factors of what is rounded to narrow floats, as those that dropout leaves
//    are, or multiplied where factors may be rounded to TF32: what is small
//    beside the largest term, which is 1, is small beside the result;
//  - factors of what is rounded to narrow floats, as p and p (dp - delta) in
//  the
//    gradients of attention: that rounding is 2^-11 (f16) or 2^-8 (bf16).
#include "passes/stream/stream.h"

#include "lib/ir/attrs.h"
#include "lib/ir/precision.h"
#include "lib/ir/types.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

bool tcStreamIsNarrow(MlirType type) { return tcTypeIsHalf(type); }

bool tcStreamIsExponential(MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  return kind == TC_PRIM_EXP || kind == TC_PRIM_EXP2;
}

void tcStreamMark(MlirOperation op) {
  mlirOperationSetDiscardableAttributeByName(
      op, tcStr("tc.absolute"), mlirUnitAttrGet(mlirOperationGetContext(op)));
}

//===- Terms relative to the largest --------------------------------------===//

bool tcStreamNarrowsTerms(const TcStreamShift *h) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(h->stage, 0));
  bool narrows = false;
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    if (tcIsA(reader, "loop.map") && !tcStreamReaderNarrows(use))
      return false;
    narrows |= tcIsA(reader, "loop.map");
  }
  return narrows;
}

static bool areSummedOrNarrowed(MlirValue terms) {
  MlirOpOperand use = mlirValueGetFirstUse(terms);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation reader = mlirOpOperandGetOwner(use);
    if (!tcIsA(reader, "loop.reduce") && !tcStreamReaderNarrows(use) &&
        !(tcIsA(reader, "loop.contract") && tcAllowsTf32(reader)))
      return false;
  }
  return true;
}

static MlirOperation firstUser(MlirOperation op) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  return mlirOpOperandIsNull(use) ? tcNoOp() : mlirOpOperandGetOwner(use);
}

// The exponential is that of the difference, or of a multiple of it.
static void markShift(const TcStreamShift *h) {
  MlirOperation op = firstUser(h->sub);
  if (!mlirOperationIsNull(op) && tcPrimOpKind(op) == TC_PRIM_MUL)
    op = firstUser(op);
  if (mlirOperationIsNull(op) || mlirOperationGetNumResults(h->stage) != 1)
    return;
  MlirValue terms = mlirOperationGetResult(h->stage, 0);
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(terms));
  if (mlirTypeIsAF32(element) && areSummedOrNarrowed(terms) &&
      tcStreamIsExponential(op))
    tcStreamMark(op);
}

//===- Factors of narrow floats -------------------------------------------===//

// An error is passed on once for each path from a value to a rounding: in x x
// it counts twice, and paths may double with each op. So at most this many uses
// are looked at, and at most half as many paths, of 2^-17 each, lie below the
// rounding of an f16.
enum { MOST_VISITS = 32 };

static bool readerNarrows(MlirOpOperand use, int *visits) {
  MlirOperation reader = mlirOpOperandGetOwner(use);
  intptr_t input = (intptr_t)mlirOpOperandGetOperandNumber(use);
  return tcIsA(reader, "loop.map") && input < tcNumInputs(reader) &&
         tcStreamNarrows(mlirBlockGetArgument(tcStageBlock(reader), input),
                         visits);
}

// Whether all maps that read the stage's result round to narrow floats what
// they make of it.
static bool readersNarrow(MlirOperation stage, intptr_t result, int *visits) {
  MlirOpOperand use =
      mlirValueGetFirstUse(mlirOperationGetResult(stage, result));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!readerNarrows(use, visits))
      return false;
  return true;
}

bool tcStreamUseNarrows(MlirOpOperand use, int *visits) {
  MlirOperation op = mlirOpOperandGetOwner(use);
  intptr_t operand = (intptr_t)mlirOpOperandGetOperandNumber(use);
  MlirOperation stage = mlirOperationGetParentOperation(op);
  if (++*visits > MOST_VISITS)
    return false;
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_MUL:
    return tcStreamNarrows(mlirOperationGetResult(op, 0), visits);
  case TC_PRIM_DIV:
    return operand == 0 &&
           tcStreamNarrows(mlirOperationGetResult(op, 0), visits);
  case TC_PRIM_WHERE:
    return operand > 0 &&
           tcStreamNarrows(mlirOperationGetResult(op, 0), visits);
  case TC_PRIM_CONVERT_ELEMENT_TYPE:
    return tcStreamIsNarrow(mlirValueGetType(mlirOperationGetResult(op, 0)));
  default:
    return tcIsA(op, "loop.yield") && tcIsA(stage, "loop.map") &&
           readersNarrow(stage, operand, visits);
  }
}

bool tcStreamNarrows(MlirValue v, int *visits) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!tcStreamUseNarrows(use, visits))
      return false;
  return true;
}

bool tcStreamReaderNarrows(MlirOpOperand use) {
  int visits = 0;
  return readerNarrows(use, &visits);
}

bool tcStreamResultNarrows(MlirOperation op) {
  int visits = 0;
  return tcStreamNarrows(mlirOperationGetResult(op, 0), &visits);
}

static void markStage(MlirOperation stage) {
  MlirOperation op = mlirBlockGetFirstOperation(tcStageBlock(stage));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcStreamIsExponential(op) &&
        mlirTypeIsAF32(mlirValueGetType(mlirOperationGetResult(op, 0))) &&
        tcStreamResultNarrows(op))
      tcStreamMark(op);
}

bool tcStreamIsNarrowed(MlirOperation stage) {
  MlirValue v = mlirOperationGetResult(stage, 0);
  int visits = 0;
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(v)) &&
         readersNarrow(stage, 0, &visits);
}

void tcStreamMarkExponentials(const TcStream *s, MlirBlock loop) {
  for (size_t i = 0; i < s->shifts.size; ++i)
    markShift(s->shifts.data[i]);
  MlirOperation stage = mlirBlockGetFirstOperation(loop);
  for (; !mlirOperationIsNull(stage);
       stage = mlirOperationGetNextInBlock(stage))
    if (tcIsA(stage, "loop.map"))
      markStage(stage);
}
