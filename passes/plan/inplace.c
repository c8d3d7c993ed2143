// Decides which updates are done in place. See plan.h.
//
// A launch may overwrite an operand if each element is read only to compute the
// element that replaces it: by the one map that computes the new values, at its
// own point. All other readers of the old values must run before; if they do
// not, the launch is moved behind them.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "passes/fuse/kernel_edit.h"
#include "tc/gen/LoopOps.h"

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

//===- What the kernel reads ----------------------------------------------===//

// Whether input i of a map is read where the map's own element lies.
static bool readsOwnPoint(MlirOperation map, intptr_t i) {
  MlirOperation kernel = mlirOperationGetParentOperation(map);
  return !tcInputMayMiss(map, i) &&
         tcIsOwnPoint(kernel, map, tcInputMap(map, i));
}

// Whether `map` alone reads the kernel's argument, at its own point.
static bool onlyReads(MlirValue argument, MlirOperation map) {
  MlirOpOperand use = mlirValueGetFirstUse(argument);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    if (!mlirOperationEqual(mlirOpOperandGetOwner(use), map))
      return false;
    intptr_t i = (intptr_t)mlirOpOperandGetOperandNumber(use);
    if (i < tcFirstInput(map) || !readsOwnPoint(map, i - tcFirstInput(map)))
      return false;
  }
  return true;
}

static bool readsForOwnElement(const TcPlan *p, MlirOperation launch,
                               intptr_t result, MlirAttribute tie) {
  MlirOperation kernel = tcLayoutsKernel(p->layouts, launch);
  MlirBlock body = tcKernelBody(kernel);
  MlirValue made =
      mlirOperationGetOperand(mlirBlockGetTerminator(body), result);
  MlirOperation map = tcDefiningOp(made);
  MlirType type = mlirValueGetType(made);
  if (!tcIsA(map, "loop.map"))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i) {
    if (!readsMemory(p, launch, i, tie))
      continue;
    MlirValue argument = mlirBlockGetArgument(body, i);
    if (!mlirTypeEqual(mlirValueGetType(argument), type) ||
        tcLayoutInKernel(kernel, "arg_attrs", i).ptr !=
            tcLayoutInKernel(kernel, "res_attrs", result).ptr ||
        !onlyReads(argument, map))
      return false;
  }
  return true;
}

//===- Who else reads -----------------------------------------------------===//

// Whether the op reads memory that another launch already writes in place.
static bool readsWritten(const TcPlan *p, MlirOperation launch) {
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(launch); ++k) {
    const void *memory =
        tcPlanMemory(tcPlanRoot(mlirOperationGetOperand(launch, k)));
    const void *writer = memory ? tcMapGet(&p->inPlace, memory) : NULL;
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

bool tcPlanUpdateInPlace(TcPlan *p, MlirValue v, MlirAttribute tie) {
  MlirOperation launch = mlirOpResultGetOwner(v);
  MlirOperation last = lastReader(p, launch, tie);
  if (!readsForOwnElement(p, launch, mlirOpResultGetResultNumber(v), tie))
    return false;
  if (!mlirOperationIsNull(last) && tcOpIsBefore(launch, last)) {
    if (mlirOperationEqual(last, mlirBlockGetTerminator(p->body)) ||
        isReadUpTo(launch, last) || readsWritten(p, launch))
      return false;
    mlirOperationMoveAfter(launch, last);
  }
  tcMapSet(&p->inPlace, tcPlanTiedMemory(p, tie), launch.ptr);
  return true;
}
