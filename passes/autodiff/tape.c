// What depends on watched values, and their cotangents; see tape.h.
#include "passes/autodiff/tape.h"

#include "lib/ir/break.h"
#include "lib/ir/rows.h"
#include "tc/gen/PrimTable.h"

#include "mlir-c/BuiltinTypes.h"

//===- What matters -------------------------------------------------------===//

bool tcIsSmooth(MlirValue value) {
  MlirType element = tcElementOf(value);
  return tcTypeIsTensor(mlirValueGetType(value)) &&
         (tcTypeIsFloat(element) || tcTypeIsComplex(element));
}

bool tcTapeIsActive(const TcTape *tape, MlirValue value) {
  return tcMapGet(&tape->active, value.ptr) != NULL;
}

void tcTapeWatch(TcTape *tape, MlirValue value) {
  tcMapSet(&tape->active, value.ptr, tape);
}

typedef struct Search {
  const TcTape *tape;
  bool found;
} Search;

static MlirWalkResult visitOperands(MlirOperation op, void *self) {
  Search *search = self;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    search->found |=
        tcTapeIsActive(search->tape, mlirOperationGetOperand(op, i));
  return search->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

// Whether the op, or what its regions hold, reads an active value.
bool tcTapeReads(const TcTape *tape, MlirOperation op) {
  Search search = {tape, false};
  mlirOperationWalk(op, visitOperands, &search, MlirWalkPreOrder);
  return search.found;
}

// Whether an op is marked as one that results do not depend on (tcShift).
static bool isDetached(MlirOperation op) {
  return mlirOperationGetDiscardableAttributeByName(op, tcStr("tc.detached"))
      .ptr;
}

static void replace(MlirOperation op, MlirOperation by, size_t n,
                    MlirValue *values) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue old = mlirOperationGetResult(op, i);
    MlirValue now = mlirOperationGetResult(by, i);
    for (size_t k = 0; k < n; ++k)
      if (mlirValueEqual(values[k], old))
        values[k] = now;
    mlirValueReplaceAllUsesOfWith(old, now);
  }
  mlirOperationDestroy(op);
}

void tcTapeFindActive(TcTape *tape, MlirBlock block, size_t n,
                      MlirValue *values) {
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!tcTapeReads(tape, op) || isDetached(op))
      continue;
    if (tcPrimOpKind(op) == TC_PRIM_SCAN) {
      MlirOperation kept = tcScanKeepCarries(tape->arena, op);
      if (!mlirOperationEqual(kept, op))
        replace(op, kept, n, values);
      op = kept;
    }
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      if (tcIsSmooth(mlirOperationGetResult(op, i)))
        tcTapeWatch(tape, mlirOperationGetResult(op, i));
  }
}

//===- Cotangents ---------------------------------------------------------===//

MlirValue tcTapeGet(const TcTape *tape, MlirValue value) {
  return (MlirValue){tcMapGet(&tape->cotangents, value.ptr)};
}

// A gradient has the type of its value; sizes may be written differently.
static MlirValue withType(TcBuild *b, MlirValue gradient, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (!gradient.ptr || mlirTypeEqual(mlirValueGetType(gradient), type))
    return gradient;
  if (tcRankOf(gradient) != tcRankOf(value))
    return tcFail(b, 9001, "a derivative rule gave a gradient of another rank");
  gradient = tcConvert(b, gradient, tcElementOf(value));
  return tcCastSizes(b, gradient, tcShapeOf(b, value));
}

void tcTapeAdd(TcTape *tape, TcBuild *b, MlirValue value, MlirValue cotangent) {
  MlirValue sum = withType(b, cotangent, value), old = tcTapeGet(tape, value);
  if (old.ptr)
    sum = tcAdd(b, old, sum);
  tape->failed |= !sum.ptr;
  if (sum.ptr)
    tcMapSet(&tape->cotangents, value.ptr, (void *)sum.ptr);
}

// Operands behind the second are those of a list.
static bool isBroken(MlirOperation op, intptr_t i) {
  static const char *const how[] = {"first", "second", "others"};
  return tcBreaksNow("autodiff", tcPrimOpNames[tcPrimOpKind(op)],
                     how[i < 2 ? i : 2]);
}

void tcVjpGive(TcVjp *v, intptr_t i, MlirValue gradient) {
  MlirValue operand = mlirOperationGetOperand(v->op, i);
  if (!tcTapeIsActive(v->tape, operand))
    return;
  if (isBroken(v->op, i))
    gradient = tcBreakValue(&v->b.at, gradient);
  tcTapeAdd(v->tape, &v->b, operand, gradient);
}

MlirValue tcVjpCotangent(TcVjp *v, intptr_t i) {
  MlirValue result = mlirOperationGetResult(v->op, i);
  MlirValue cotangent = tcTapeGet(v->tape, result);
  return cotangent.ptr ? cotangent : tcZerosLike(&v->b, result);
}

void tcVjpRefuse(TcVjp *v, const char *why) {
  tcOpEmitError(v->op, "[TC-4201] has no derivative: %s", why);
  v->tape->failed = true;
}

MlirValue tcZerosLike(TcBuild *b, MlirValue x) {
  return tcZeros(b, tcShapeOf(b, x), tcElementOf(x));
}

MlirValue tcConjOf(TcBuild *b, MlirValue x) {
  return tcTypeIsComplex(tcElementOf(x)) ? tcUnary(b, TC_PRIM_CONJ, x) : x;
}
