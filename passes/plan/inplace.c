// Updates in place. See plan.h.
//
// A launch may write over what it reads if each element is read for the element
// that takes its place alone: by the one map that makes the new values, at its
// own point. All others that read the old values must run before; the launch is
// moved behind them if it does not.
#include "passes/plan/plan.h"

#include "lib/ir/attrs.h"
#include "lib/ir/shim.h"
#include "lib/ir/sizes.h"
#include "passes/fuse/kernel.h"
#include "tc/gen/LoopOps.h"

#include "mlir-c/BuiltinAttributes.h"

bool tcPlanIsMemoryOf(MlirValue v, MlirAttribute tie) {
  if (mlirAttributeIsAInteger(tie))
    return mlirValueIsABlockArgument(v) &&
           mlirBlockArgumentGetArgNumber(v) == mlirIntegerAttrGetValueInt(tie);
  MlirOperation def = tcDefiningOp(v);
  return tcIsA(def, "prim.get_weight") &&
         mlirAttributeEqual(tcAttrOf(def, "name"), tie);
}

// Whether operand i of the op is that memory, itself or under another shape.
static bool readsMemory(MlirOperation op, intptr_t i, MlirAttribute tie) {
  return tcPlanIsMemoryOf(tcPlanRoot(mlirOperationGetOperand(op, i)), tie);
}

//===- What the kernel reads ----------------------------------------------===//

static MlirOperation kernelOf(const TcPlan *p, MlirOperation launch) {
  MlirAttribute name = tcAttrOf(launch, "kernel");
  MlirOperation op = mlirBlockGetFirstOperation(p->kernels);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcLoopOpKind(op) == TC_LOOP_KERNEL &&
        mlirStringRefEqual(tcLoopKernelGetSymName(op),
                           mlirFlatSymbolRefAttrGetValue(name)))
      return op;
  return op;
}

// Whether input i of a map is read where the map's own element lies.
static bool readsOwnPoint(MlirOperation map, intptr_t i) {
  MlirAttribute at = tcInputMap(map, i), iters = tcAttrOf(map, "iters");
  intptr_t n = mlirArrayAttrGetNumElements(iters);
  bool same = tcDimsAttrGetNumDims(at) == n && !tcInputMayMiss(map, i);
  for (intptr_t d = 0; d < n && same; ++d) {
    MlirStringRef name;
    same = tcSizeAttrIsSymbol(tcDimsAttrGetDim(at, d), &name) &&
           mlirStringRefEqual(
               name, mlirStringAttrGetValue(mlirArrayAttrGetElement(iters, d)));
  }
  return same;
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

// The layout that a kernel's signature names; null: dense.
static MlirAttribute layoutIn(MlirOperation kernel, const char *list,
                              intptr_t i) {
  MlirAttribute all = tcAttrOf(kernel, list);
  return mlirAttributeIsNull(all)
             ? all
             : mlirDictionaryAttrGetElementByName(
                   mlirArrayAttrGetElement(all, i), tcStr("tc.layout"));
}

static bool readsForOwnElement(const TcPlan *p, MlirOperation launch,
                               intptr_t result, MlirAttribute tie) {
  MlirOperation kernel = kernelOf(p, launch);
  MlirBlock body = tcKernelBody(kernel);
  MlirValue made =
      mlirOperationGetOperand(mlirBlockGetTerminator(body), result);
  MlirOperation map = tcDefiningOp(made);
  MlirType type = mlirValueGetType(made);
  if (!tcIsA(map, "loop.map"))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(launch); ++i) {
    if (!readsMemory(launch, i, tie))
      continue;
    MlirValue argument = mlirBlockGetArgument(body, i);
    if (!mlirTypeEqual(mlirValueGetType(argument), type) ||
        layoutIn(kernel, "arg_attrs", i).ptr !=
            layoutIn(kernel, "res_attrs", result).ptr ||
        !onlyReads(argument, map))
      return false;
  }
  return true;
}

//===- Who else reads -----------------------------------------------------===//

// Whether the op reads memory that another launch already writes in place.
static bool readsWritten(const TcPlan *p, MlirOperation launch) {
  for (size_t i = 0; i < p->inPlace.size; ++i) {
    MlirAttribute tie = {(void *)(uintptr_t)p->inPlace.entries[i].key};
    if (p->inPlace.entries[i].value == launch.ptr)
      continue;
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(launch); ++k)
      if (readsMemory(launch, k, tie))
        return true;
  }
  return false;
}

// The last launch but this one that reads the memory; the end, if that does.
static MlirOperation lastReader(const TcPlan *p, MlirOperation launch,
                                MlirAttribute tie) {
  MlirOperation last = {NULL};
  MlirOperation op = mlirBlockGetFirstOperation(p->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationEqual(op, launch) || tcIsA(op, "prim.reshape") ||
        tcIsA(op, "prim.cast_sizes"))
      continue;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
      if (readsMemory(op, i, tie))
        last = op;
  }
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
  tcMapSet(&p->inPlace, tie.ptr, launch.ptr);
  return true;
}
