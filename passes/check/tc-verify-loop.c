// Contract of loop: functions contain launches of kernels and otherwise only
// prims that move no data. The symbols that a kernel takes from its caller by
// name are defined there. Runs after prim-to-loop and after each pass on
// kernels.
#include "ir/diag.h"
#include "ir/pass.h"
#include "ir/shim.h"
#include "ir/types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "passes/check/contract.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"
#include <string.h>

static bool mayStand(MlirOperation op) {
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_GET_WEIGHT:
  case TC_PRIM_CONSTANT:
  case TC_PRIM_RESHAPE:
  case TC_PRIM_CAST_SIZES:
  case TC_PRIM_RANGE_TO:
    return true;
  default:
    return tcLoopOpKind(op) == TC_LOOP_LAUNCH ||
           tcLoopOpKind(op) == TC_LOOP_WHILE ||
           tcLoopOpKind(op) == TC_LOOP_EXTERN || tcOpIs(op, "func.return");
  }
}

static bool defines(MlirOperation op) {
  return tcPrimOpKind(op) == TC_PRIM_CAST_SIZES ||
         tcPrimOpKind(op) == TC_PRIM_RANGE_TO ||
         tcLoopOpKind(op) == TC_LOOP_EXTERN;
}

static const TcContract contract = {.level = "loop",
                                    .number = "TC-0292",
                                    .mayStand = mayStand,
                                    .defines = defines,
                                    .tensorsOnly = true};

//===- Symbols that kernels take from their callers -----------------------===//

typedef struct Kernel {
  TcMap own;  // iterators, and the symbols of its types
  TcMap free; // symbols that stand only inside it
} Kernel;

static void addOwn(void *self, const char *symbol) {
  Kernel *kernel = self;
  (void)tcMapSetText(&kernel->own, symbol, kernel);
}

static void addFree(void *self, const char *symbol) {
  Kernel *kernel = self;
  if (!tcMapGetText(&kernel->own, symbol))
    (void)tcMapSetText(&kernel->free, symbol, kernel);
}

static MlirWalkResult collectFree(MlirOperation op, void *self) {
  if (tcLoopOpKind(op) == TC_LOOP_KERNEL) {
    tcAttrSymbols(tcLoopKernelGetExtents(op), addFree, self);
    return MlirWalkResultAdvance;
  }
  tcAttrSymbols(tcOpGetAttrs(op), addFree, self);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    tcTypeSymbols(mlirValueGetType(mlirOperationGetResult(op, i)), addFree,
                  self);
  return MlirWalkResultAdvance;
}

static void readKernel(MlirOperation op, Kernel *kernel) {
  MlirType type = tcLoopKernelGetFunctionType(op);
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); ++i)
    tcTypeSymbols(mlirFunctionTypeGetInput(type, i), addOwn, kernel);
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); ++i)
    tcTypeSymbols(mlirFunctionTypeGetResult(type, i), addOwn, kernel);
  MlirAttribute iters = tcLoopKernelGetIters(op);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirStringRef name =
        mlirStringAttrGetValue(mlirArrayAttrGetElement(iters, i));
    (void)tcMapSetTextN(&kernel->own, name.data, name.length, kernel);
  }
  mlirOperationWalk(op, collectFree, kernel, MlirWalkPreOrder);
}

typedef struct Module {
  TcArena arena;
  TcMap kernels; // name -> Kernel
  bool failed;
} Module;

static void checkLaunches(Module *m, MlirOperation func, const TcKnown *known) {
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  MlirOperation op = mlirBlockGetFirstOperation(entry);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (tcLoopOpKind(op) != TC_LOOP_LAUNCH)
      continue;
    MlirStringRef name = tcLoopLaunchGetKernel(op);
    const Kernel *kernel = tcMapGetTextN(&m->kernels, name.data, name.length);
    for (size_t i = 0; kernel && i < kernel->free.size; ++i) {
      const char *symbol = kernel->free.entries[i].key;
      if (tcKnownHas(known, symbol))
        continue;
      m->failed = true;
      tcOpEmitError(op,
                    "[TC-0292] C4: the kernel uses size symbol %s, which no "
                    "type of it has and the caller does not know",
                    symbol);
    }
  }
}

//===- The module ---------------------------------------------------------===//

static void checkTop(Module *m, MlirOperation op) {
  TcKnown known = {NULL, {.arena = &m->arena}};
  if (tcPrimOpKind(op) == TC_PRIM_WEIGHT ||
      tcLoopOpKind(op) == TC_LOOP_KERNEL || !tcIsOurs(op))
    return;
  if (!tcOpIs(op, "func.func"))
    m->failed |= mlirLogicalResultIsFailure(tcContractFailOp(
        &contract, op, "run the lowering of its dialect first"));
  else {
    m->failed |=
        mlirLogicalResultIsFailure(tcContractCheck(&contract, op, &known));
    checkLaunches(m, op, &known);
  }
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  Module m = {.failed = false};
  m.kernels.arena = &m.arena;
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    Kernel *kernel;
    if (tcLoopOpKind(op) != TC_LOOP_KERNEL ||
        !(kernel = TC_ARENA_NEW(&m.arena, Kernel)))
      continue;
    kernel->own.arena = kernel->free.arena = &m.arena;
    readKernel(op, kernel);
    MlirStringRef name = tcLoopKernelGetSymName(op);
    (void)tcMapSetTextN(&m.kernels, name.data, name.length, kernel);
  }
  op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    checkTop(&m, op);
  tcArenaFree(&m.arena);
  tcPassMarkUnchanged(pass);
  return m.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

const TcPassInfo tcPassVerifyLoop = {
    .argument = "tc-verify-loop",
    .summary = "Check the contract of loop: launches of kernels, known sizes",
    .anchor = "builtin.module",
    .run = run,
};
