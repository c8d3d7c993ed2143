// Decides which updates are done in place. See plan.h.
//
// A launch may overwrite an operand if each element is read only to compute the
// element that replaces it (replaces.c). All other readers of the old values
// must run before; if they do not, the launch is moved behind them. Of several
// updates in a row each writes what the one before has left there.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"

#include "mlir-c/BuiltinAttributes.h"

const void *tcPlanMemory(MlirValue v) {
  if (mlirValueIsABlockArgument(v))
    return v.ptr;
  MlirOperation def = tcDefiningOp(v);
  return tcIsA(def, "prim.get_weight") ? tcAttrOf(def, "name").ptr : NULL;
}

const void *tcPlanTiedMemory(const TcPlan *p, MlirAttribute tie) {
  if (!mlirAttributeIsAInteger(tie))
    return tie.ptr;
  intptr_t i = (intptr_t)mlirIntegerAttrGetValueInt(tie);
  return mlirBlockGetArgument(p->body, i).ptr;
}

bool tcPlanIsMemoryOf(const TcPlan *p, MlirValue v, MlirAttribute tie) {
  return tcPlanMemory(v) == tcPlanTiedMemory(p, tie);
}

static void readWeights(TcPlan *p) {
  p->weights.arena = &p->arena;
  MlirOperation op = mlirBlockGetFirstOperation(p->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!tcIsA(op, "prim.get_weight"))
      continue;
    const void *name = tcAttrOf(op, "name").ptr;
    TcValueVec *values = tcMapGet(&p->weights, name);
    if (!values && (values = TC_ARENA_NEW(&p->arena, TcValueVec)))
      tcMapSet(&p->weights, name, values);
    tcVecPush(&p->arena, values, mlirOperationGetResult(op, 0));
  }
}

TcValueVec tcPlanValuesOf(TcPlan *p, MlirAttribute tie) {
  TcValueVec values = {0};
  if (mlirAttributeIsAInteger(tie)) {
    intptr_t i = (intptr_t)mlirIntegerAttrGetValueInt(tie);
    tcVecPush(&p->arena, &values, mlirBlockGetArgument(p->body, i));
    return values;
  }
  if (!p->weights.arena)
    readWeights(p);
  const TcValueVec *all = tcMapGet(&p->weights, tie.ptr);
  return all ? *all : values;
}

// Whether operand i of the op is that memory, itself or reshaped.
static bool readsMemory(const TcPlan *p, MlirOperation op, intptr_t i,
                        MlirAttribute tie) {
  return tcPlanIsMemoryOf(p, tcPlanRoot(mlirOperationGetOperand(op, i)), tie);
}

//===- Who else reads -----------------------------------------------------===//

// Whether the op reads memory that another launch already writes in place, or a
// value that another one updates there.
static bool readsWritten(const TcPlan *p, MlirOperation launch) {
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(launch); ++k) {
    MlirValue root = tcPlanRoot(mlirOperationGetOperand(launch, k));
    const void *memory = tcPlanMemory(root);
    const void *writer = tcMapGet(&p->inPlace, memory ? memory : root.ptr);
    if (writer && writer != launch.ptr)
      return true;
  }
  return false;
}

// The later of `last` and the last op other than `launch` that reads the value,
// itself or reshaped.
static MlirOperation lastReaderOf(MlirValue v, MlirOperation launch,
                                  MlirOperation last) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (mlirOperationEqual(op, launch))
      continue;
    if (tcIsA(op, "prim.reshape") || tcIsA(op, "prim.cast_sizes"))
      last = lastReaderOf(mlirOperationGetResult(op, 0), launch, last);
    else if (mlirOperationIsNull(last) || tcOpIsBefore(last, op))
      last = op;
  }
  return last;
}

// The last op but this one that reads the memory; the end, if that does.
static MlirOperation lastReader(TcPlan *p, MlirOperation launch,
                                MlirAttribute tie) {
  MlirOperation last = {NULL};
  TcValueVec values = tcPlanValuesOf(p, tie);
  for (size_t i = 0; i < values.size; ++i)
    last = lastReaderOf(values.data[i], launch, last);
  return last;
}

static bool isReadUpTo(MlirOperation launch, MlirOperation last) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(launch); ++r) {
    MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(launch, r));
    for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      if (!tcOpIsBefore(last, mlirOpOperandGetOwner(use)))
        return true;
  }
  return false;
}

//===- Updates ------------------------------------------------------------===//

// Whether the launch stands behind `last`, or may be moved there.
static bool mayFollow(const TcPlan *p, MlirOperation launch,
                      MlirOperation last) {
  if (mlirOperationIsNull(last) || tcOpIsBefore(last, launch))
    return true;
  return !mlirOperationEqual(last, mlirBlockGetTerminator(p->body)) &&
         !isReadUpTo(launch, last) && !readsWritten(p, launch);
}

// The operand whose memory result r of the launch may take, which is that of
// the tie or shall be: the number, or -1. False if the launch reads the old
// values for others, too.
static bool findReplaced(const TcPlan *p, MlirOperation launch, intptr_t r,
                         MlirAttribute tie, intptr_t *operand) {
  MlirOperation kernel = tcLayoutsKernel(p->layouts, launch);
  *operand = -1;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i) {
    if (readsMemory(p, launch, i, tie)) {
      if (!tcPlanReplaces(kernel, i, r))
        return false;
      *operand = i;
    }
  }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i)
    if (*operand < 0 && tcPlanReplaces(kernel, i, r) &&
        tcIsA(tcDefiningOp(tcPlanRoot(mlirOperationGetOperand(launch, i))),
              "loop.launch"))
      *operand = i;
  return true;
}

// The earlier value that v updates, of a launch of this function that has no
// place yet; null if it updates the tied memory itself, or nothing.
static MlirValue earlierOf(const TcPlan *p, MlirOperation launch,
                           intptr_t operand, MlirAttribute tie) {
  MlirValue none = {NULL};
  if (operand < 0)
    return none;
  MlirValue w = tcPlanRoot(mlirOperationGetOperand(launch, operand));
  bool isOpen =
      tcIsA(tcDefiningOp(w), "loop.launch") && !tcMapGet(&p->places, w.ptr);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i)
    isOpen &=
        i == operand ||
        !mlirValueEqual(tcPlanRoot(mlirOperationGetOperand(launch, i)), w);
  return isOpen && !tcPlanIsMemoryOf(p, w, tie) ? w : none;
}

bool tcPlanUpdateInPlace(TcPlan *p, MlirValue v, MlirAttribute tie) {
  MlirOperation launch = mlirOpResultGetOwner(v);
  intptr_t r = mlirOpResultGetResultNumber(v), operand;
  if (!findReplaced(p, launch, r, tie, &operand))
    return false;
  MlirValue earlier = earlierOf(p, launch, operand, tie);
  MlirOperation last = lastReader(p, launch, tie);
  if (!mayFollow(p, launch, last))
    return false;
  if (earlier.ptr) {
    MlirOperation both = lastReaderOf(earlier, launch, last);
    if (mayFollow(p, launch, both))
      last = both;
    else
      earlier.ptr = NULL;
  }
  if (!mlirOperationIsNull(last) && tcOpIsBefore(launch, last))
    mlirOperationMoveAfter(launch, last);
  if (earlier.ptr && tcPlanUpdateInPlace(p, earlier, tie)) {
    tcMapSet(&p->places, earlier.ptr, (void *)tcPlanTiedPlace(p, tie).ptr);
    tcMapSet(&p->inPlace, earlier.ptr, launch.ptr);
  } else if (operand >= 0 && !readsMemory(p, launch, operand, tie)) {
    operand = -1; // copied from where it is
  }
  const void *memory = tcPlanTiedMemory(p, tie);
  if (!tcMapGet(&p->inPlace, memory))
    tcMapSet(&p->inPlace, memory, launch.ptr);
  if (operand >= 0 &&
      tcPlanScattersInto(tcLayoutsKernel(p->layouts, launch), operand, r))
    tcLayoutSetTie(p->layouts, launch, r, operand);
  return true;
}
