// Which ops backward may compute again: what is elementwise or moves elements,
// and products of few steps, unless a number that is rounded another way would
// be noticed. See partition.h.
#include "passes/autodiff/partition.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/compare.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/types.h"
#include "lib/target/units.h"
#include "tc/gen/PrimTable.h"

// Pointwise, or only moves elements.
bool tcPartitionIsCheap(MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  switch (kind) {
  case TC_PRIM_WHERE:
  case TC_PRIM_CONVERT_ELEMENT_TYPE:
  case TC_PRIM_BITCAST:
  case TC_PRIM_BROADCAST_IN_DIM:
  case TC_PRIM_RESHAPE:
  case TC_PRIM_TRANSPOSE:
  case TC_PRIM_REV:
  case TC_PRIM_SLICE:
  case TC_PRIM_PAD:
  case TC_PRIM_CAT:
    return true;
  default:
    return tcPrimScalar[kind].operands > 0;
  }
}

static bool contains(MlirAttribute dims, intptr_t dim) {
  for (intptr_t i = 0; i < tcAttrNumInts(dims); ++i)
    if (tcAttrIntAt(dims, i) == dim)
      return true;
  return false;
}

// The dimensions of a product's operand.
typedef struct Side {
  MlirType type;
  MlirAttribute batch, contract;
} Side;

// The points of the dimensions that are summed, or of those that are the
// operand's own, at most `most`, which also stands for what is not known.
static int64_t points(const Side *s, bool summed, int64_t most) {
  int64_t n = 1, size;
  for (intptr_t d = 0; d < tcTypeGetRank(s->type); ++d) {
    MlirAttribute dim = tcTypeGetSize(s->type, d);
    if (contains(s->batch, d) || contains(s->contract, d) != summed)
      continue;
    if (!dim.ptr || !tcSizeAttrIsConstant(dim, &size) || size > most)
      size = most;
    n = n * size < most ? n * size : most;
  }
  return n;
}

static bool isNarrow(MlirValue x) {
  MlirType type = tcTypeGetElement(mlirValueGetType(x));
  return tcTypeIsHalf(type);
}

// Whether an op passes a relative error of its operand on as it is.
static bool keepsError(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_MUL:
  case TC_PRIM_DIV:
  case TC_PRIM_NEG:
    return true;
  default:
    return tcPartitionIsCheap(op) && !tcPrimScalar[tcPrimOpKind(op)].operands;
  }
}

// Whether forward rounds a value to a narrow float and computes an elementwise
// function of that. A sum that is added up in another order is rounded another
// way now and then, by a whole unit of the narrow type, which an exponential
// magnifies: such a value has to be forward's own.
static bool isRounded(const TcPartition *p, MlirValue x, bool narrow,
                      int *visits) {
  enum { MOST_VISITS = 64 };
  MlirOpOperand use = mlirValueGetFirstUse(x);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!tcPartitionHas(&p->forward, user.ptr) || !tcPartitionIsCheap(user))
      continue;
    bool keeps = keepsError(user);
    MlirValue y = mlirOperationGetResult(user, 0);
    if ((narrow && !keeps) || ++*visits > MOST_VISITS ||
        isRounded(p, y, (narrow && keeps) || isNarrow(y), visits))
      return true;
  }
  return false;
}

// Whether the target streams products of such factors.
static bool isOfUnit(const TcPartition *p, MlirType type) {
  MlirType element = tcTypeGetElement(type);
  const char *name = mlirTypeIsABF16(element)  ? "bf16"
                     : mlirTypeIsAF16(element) ? "f16"
                                               : "";
  return p->target->backend->gpu && tcTargetMultipliesSums(p->target, name);
}

// A product that is recomputed rather than saved (lib/cost/numbers.inc,
// again_steps).
static bool isCheapProduct(const TcPartition *p, MlirOperation op) {
  if (tcPrimOpKind(op) != TC_PRIM_DOT_GENERAL ||
      tcPrimDotGeneralGetOrdered(op) ||
      tcPartitionIsRounded(p, mlirOperationGetResult(op, 0)))
    return false;
  Side x = {mlirValueGetType(mlirOperationGetOperand(op, 0)),
            tcPrimDotGeneralGetSelfBatch(op),
            tcPrimDotGeneralGetSelfContract(op)};
  Side y = {mlirValueGetType(mlirOperationGetOperand(op, 1)),
            tcPrimDotGeneralGetOtherBatch(op),
            tcPrimDotGeneralGetOtherContract(op)};
  int64_t steps = points(&x, true, tcNumber(again_steps) + 1);
  int64_t least = isOfUnit(p, x.type) && isOfUnit(p, y.type)
                      ? tcNumber(gpu_again_rows)
                      : tcNumber(again_times) * steps;
  return tcAttrNumInts(x.batch) && steps && steps <= tcNumber(again_steps) &&
         points(&x, false, least) == least && points(&y, false, least) == least;
}

// The greatest element of some is found by comparing each with it.
static bool isCompared(const TcPartition *p, MlirValue x, int *visits) {
  enum { MOST_VISITS = 64 };
  MlirOpOperand use = mlirValueGetFirstUse(x);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!tcPartitionHas(&p->backward, user.ptr))
      continue;
    if (tcIsComparison(user) || ++*visits > MOST_VISITS)
      return true;
    if (tcPartitionIsCheap(user) &&
        isCompared(p, mlirOperationGetResult(user, 0), visits))
      return true;
  }
  return false;
}

bool tcPartitionIsCompared(const TcPartition *p, MlirValue x) {
  int visits = 0;
  return isCompared(p, x, &visits);
}

// Arithmetic on narrow floats, whose results code may keep wide within a body
// (docs/numerics.md), so that two kernels do not always have the same, in front
// of a function that magnifies the difference.
static bool variesWithBody(const TcPartition *p, MlirOperation op) {
  int visits = 0;
  MlirValue result = mlirOperationGetResult(op, 0);
  return tcPrimScalar[tcPrimOpKind(op)].operands > 0 && isNarrow(result) &&
         isRounded(p, result, true, &visits);
}

// Whether elementwise ops compute narrow floats on the way to a value.
static bool comesOfNarrow(MlirValue x, int *visits) {
  enum { MOST_VISITS = 64 };
  MlirOperation op = tcDefiningOp(x);
  if (!op.ptr || !tcPartitionIsCheap(op))
    return false;
  if (isNarrow(x) || ++*visits > MOST_VISITS)
    return true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (comesOfNarrow(mlirOperationGetOperand(op, i), visits))
      return true;
  return false;
}

// Whether backward looks for the elements that equal others, and a body that
// recomputes them from narrow floats might find none.
static bool isSoughtAmongNarrow(const TcPartition *p, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  int visits = 0;
  MlirOpOperand use = mlirValueGetFirstUse(result);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (tcPartitionHas(&p->backward, user.ptr) &&
        tcPrimOpKind(user) == TC_PRIM_EQ)
      return tcTypeIsFloat(tcTypeGetElement(mlirValueGetType(result))) &&
             comesOfNarrow(result, &visits);
  }
  return false;
}

static bool mayRunAgain(const TcPartition *p, MlirOperation op) {
  return tcPartitionIsCheap(op)
             ? !variesWithBody(p, op) && !isSoughtAmongNarrow(p, op)
             : isCheapProduct(p, op);
}

// Asked for each value on the ways to each: a constant may have many readers.
bool tcPartitionIsRecomputable(TcPartition *p, MlirOperation op) {
  void *known = tcMapGet(&p->known, op.ptr);
  if (!known) {
    known = mayRunAgain(p, op) ? op.ptr : p;
    tcMapSet(&p->known, op.ptr, known);
  }
  return known == op.ptr;
}

bool tcPartitionIsRounded(const TcPartition *p, MlirValue x) {
  int visits = 0;
  return isRounded(p, x, isNarrow(x), &visits);
}
