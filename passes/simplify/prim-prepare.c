// prim-prepare: moves values that depend on weights alone to @prepare, which
// runs once, when a program is loaded; its results are new weights, which @main
// reads. The runtime releases a weight that @main no longer reads after its
// last reader in @prepare. Runs after prim-simplify, which gathers such values
// (batch norms folded into convolutions).
#include "lib/ir/diag.h"
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/shim.h"
#include "lib/ir/types.h"
#include "lib/support/map.h"
#include "lib/support/vec.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>

// Properties of a value of @main that depends on weights and constants alone.
typedef struct Fixed {
  bool ofWeights; // some weight is read for it
  bool isWork;    // more than elementwise arithmetic on constants and iotas
} Fixed;

typedef struct Pass {
  TcArena *arena;
  MlirOperation module, main;
  TcMap mutated;           // names of weights that are written
  TcMap fixed;             // from values to Fixed
  TC_VEC(MlirValue) moved; // what @prepare gives, in order
  TcMap needed;            // ops of @main that @prepare repeats
} Pass;

static MlirBlock bodyOf(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

static const Fixed *fixedOf(Pass *p, MlirValue value) {
  return tcMapGet(&p->fixed, value.ptr);
}

//===- What is fixed ------------------------------------------------------===//

// Work that is worth doing once even if no weight is part of it.
static bool isWork(TcPrimOpKind kind) {
  switch (kind) {
  case TC_PRIM_INDEX:
  case TC_PRIM_INDEX_PUT:
  case TC_PRIM_SUM:
  case TC_PRIM_PROD:
  case TC_PRIM_AMAX:
  case TC_PRIM_AMIN:
  case TC_PRIM_ARGMAX:
  case TC_PRIM_ARGMIN:
  case TC_PRIM_CUMSUM:
  case TC_PRIM_CUMMAX:
  case TC_PRIM_CUMMIN:
  case TC_PRIM_SORT:
  case TC_PRIM_TOPK:
  case TC_PRIM_DOT_GENERAL:
  case TC_PRIM_CONVOLUTION:
  case TC_PRIM_MAX_POOL:
    return true;
  default:
    return false;
  }
}

static bool isMutated(Pass *p, MlirOperation get) {
  MlirStringRef name = tcPrimGetWeightGetName(get);
  return tcMapGetTextN(&p->mutated, name.data, name.length) != NULL;
}

static bool hasStaticResults(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (!tcTypeIsStatic(mlirValueGetType(mlirOperationGetResult(op, i))))
      return false;
  return true;
}

// Whether the results of `op` are fixed; *out is then what is known of them.
static bool isFixedOp(Pass *p, MlirOperation op, Fixed *out) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  *out = (Fixed){kind == TC_PRIM_GET_WEIGHT, isWork(kind)};
  if (kind == TC_PRIM_NONE || !tcOpIsPure(op) ||
      mlirOperationGetNumRegions(op) || !hasStaticResults(op) ||
      (kind == TC_PRIM_GET_WEIGHT && isMutated(p, op)))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    const Fixed *f = fixedOf(p, mlirOperationGetOperand(op, i));
    if (!f)
      return false;
    out->ofWeights |= f->ofWeights;
    out->isWork |= f->isWork;
  }
  return true;
}

static void findFixed(Pass *p) {
  for (MlirOperation op = mlirBlockGetFirstOperation(bodyOf(p->main)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    Fixed fixed;
    if (!isFixedOp(p, op, &fixed))
      continue;
    Fixed *kept = TC_ARENA_NEW(p->arena, Fixed);
    if (!kept)
      return;
    *kept = fixed;
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      tcMapSet(&p->fixed, mlirOperationGetResult(op, i).ptr, kept);
  }
}

//===- What is moved ------------------------------------------------------===//

// Ops that cost nothing in @main, or would be larger after than before.
static bool isFree(TcPrimOpKind kind) {
  switch (kind) {
  case TC_PRIM_GET_WEIGHT:
  case TC_PRIM_CONSTANT:
  case TC_PRIM_IOTA:
  case TC_PRIM_SIZE:
  case TC_PRIM_BROADCAST_IN_DIM:
  case TC_PRIM_RESHAPE:
  case TC_PRIM_CAST_SIZES:
    return true;
  default:
    return false;
  }
}

// The value at the root of free ops on `value`: what is worth moving.
static MlirValue withoutFree(MlirValue value) {
  for (;;) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!isFree(tcPrimOpKind(op)) || mlirOperationGetNumOperands(op) == 0)
      return value;
    value = mlirOperationGetOperand(op, 0);
  }
}

static void move(Pass *p, MlirValue value) {
  for (size_t i = 0; i < p->moved.size; ++i)
    if (mlirValueEqual(p->moved.data[i], value))
      return;
  tcVecPush(p->arena, &p->moved, value);
}

// Moves a fixed operand of an op that is not fixed, if that is worth it.
static void considerOperand(Pass *p, MlirValue operand) {
  const Fixed *fixed = fixedOf(p, operand);
  if (!fixed || (!fixed->ofWeights && !fixed->isWork))
    return;
  MlirValue root = withoutFree(operand);
  if (!isFree(tcPrimOpKind(mlirOpResultGetOwner(root))))
    move(p, root);
}

static MlirWalkResult visitUse(MlirOperation op, void *self) {
  Pass *p = self;
  bool isFixed = mlirOperationGetNumResults(op) &&
                 fixedOf(p, mlirOperationGetResult(op, 0));
  for (intptr_t i = 0; !isFixed && i < mlirOperationGetNumOperands(op); ++i)
    considerOperand(p, mlirOperationGetOperand(op, i));
  return MlirWalkResultAdvance;
}

//===- @prepare -----------------------------------------------------------===//

static void need(Pass *p, MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value);
  if (tcMapGet(&p->needed, op.ptr))
    return;
  tcMapSet(&p->needed, op.ptr, op.ptr);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    need(p, mlirOperationGetOperand(op, i));
}

static MlirAttribute weightName(Pass *p, size_t i) {
  char name[32];
  snprintf(name, sizeof name, "prep.%zu", i);
  return mlirFlatSymbolRefAttrGet(mlirOperationGetContext(p->module),
                                  tcStr(name));
}

// {tc.ties = @"prep.i"}: result i of @prepare is that weight.
static MlirAttribute resultAttrs(Pass *p) {
  MlirContext ctx = mlirOperationGetContext(p->module);
  TC_VEC(MlirAttribute) attrs = {0};
  for (size_t i = 0; i < p->moved.size; ++i) {
    MlirNamedAttribute tie = mlirNamedAttributeGet(
        mlirIdentifierGet(ctx, tcStr("tc.ties")), weightName(p, i));
    tcVecPush(p->arena, &attrs, mlirDictionaryAttrGet(ctx, 1, &tie));
  }
  return mlirArrayAttrGet(ctx, (intptr_t)attrs.size, attrs.data);
}

static MlirType prepareType(Pass *p) {
  TC_VEC(MlirType) types = {0};
  for (size_t i = 0; i < p->moved.size; ++i)
    tcVecPush(p->arena, &types, mlirValueGetType(p->moved.data[i]));
  return mlirFunctionTypeGet(mlirOperationGetContext(p->module), 0, NULL,
                             (intptr_t)types.size, types.data);
}

// Copies the needed ops, in the order of @main.
static void fillPrepare(Pass *p, MlirOperation func) {
  TcBuilder b = {.ctx = mlirOperationGetContext(func),
                 .loc = mlirOperationGetLocation(func)};
  MlirBlock block =
      tcBuilderAddBlock(&b, mlirOperationGetRegion(func, 0), 0, NULL);
  b = tcBuilderAtEnd(block, b.loc);
  TcMapping *mapping = tcMappingCreate();
  for (MlirOperation op = mlirBlockGetFirstOperation(bodyOf(p->main)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (tcMapGet(&p->needed, op.ptr))
      tcBuilderInsert(&b, tcOpClone(op, mapping));
  TC_VEC(MlirValue) results = {0};
  for (size_t i = 0; i < p->moved.size; ++i)
    tcVecPush(p->arena, &results, tcMappingGet(mapping, p->moved.data[i]));
  tcFuncReturn(&b, (intptr_t)results.size, results.data);
  tcMappingDestroy(mapping);
}

static void buildPrepare(Pass *p) {
  TcBuilder b = tcBuilderBefore(p->main);
  for (size_t i = 0; i < p->moved.size; ++i)
    tcPrimWeight(&b, mlirFlatSymbolRefAttrGetValue(weightName(p, i)),
                 mlirValueGetType(p->moved.data[i]));
  MlirOperation func =
      tcFuncFuncCreate(&b, tcStr("prepare"), prepareType(p), tcNoAttr(),
                       tcNoAttr(), resultAttrs(p), false);
  fillPrepare(p, func);
}

// In @main the moved values are read.
static void readMoved(Pass *p) {
  for (size_t i = 0; i < p->moved.size; ++i) {
    MlirValue old = p->moved.data[i];
    TcBuilder b = tcBuilderAfter(mlirOpResultGetOwner(old));
    b.loc = mlirOperationGetLocation(mlirOpResultGetOwner(old));
    MlirValue now =
        tcPrimGetWeight(&b, mlirValueGetType(old),
                        mlirFlatSymbolRefAttrGetValue(weightName(p, i)));
    mlirValueReplaceAllUsesOfWith(old, now);
  }
  tcEraseDeadOps(p->main);
}

//===- The pass -----------------------------------------------------------===//

static bool isFunction(MlirOperation op) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            tcStr("func.func"));
}

static bool isNamed(MlirOperation func, const char *name) {
  return isFunction(func) &&
         mlirStringRefEqual(tcFuncFuncGetSymName(func), tcStr(name));
}

enum { STATISTIC_MOVED };

static const TcPassStatistic statistics[] = {
    {"moved", "values that are computed when the program is loaded"}};

static MlirLogicalResult prepare(Pass *p, TcPass *pass) {
  MlirOperation prepared = tcNoOp();
  for (MlirOperation op = mlirBlockGetFirstOperation(bodyOf(p->module)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (isNamed(op, "main") && tcIsOurFunction(op))
      p->main = op;
    if (isNamed(op, "prepare"))
      prepared = op;
    if (tcPrimOpKind(op) == TC_PRIM_WEIGHT && tcPrimWeightGetMutated(op)) {
      MlirStringRef name = tcPrimWeightGetSymName(op);
      tcMapSetTextN(&p->mutated, name.data, name.length, p);
    }
  }
  if (!p->main.ptr)
    return mlirLogicalResultSuccess();
  if (prepared.ptr)
    return tcEmitError(mlirOperationGetLocation(prepared),
                       "[TC-5101] the module has a @prepare already; run "
                       "prim-prepare once, after prim-simplify");
  findFixed(p);
  mlirOperationWalk(p->main, visitUse, p, MlirWalkPreOrder);
  tcPassAddStatistic(pass, STATISTIC_MOVED, (int64_t)p->moved.size);
  if (p->moved.size == 0)
    return mlirLogicalResultSuccess();
  for (size_t i = 0; i < p->moved.size; ++i)
    need(p, p->moved.data[i]);
  buildPrepare(p);
  readMoved(p);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  TcArena arena = {0};
  Pass p = {.arena = &arena,
            .module = module,
            .mutated = {.arena = &arena},
            .fixed = {.arena = &arena},
            .needed = {.arena = &arena}};
  MlirLogicalResult result = prepare(&p, pass);
  tcArenaFree(&arena);
  return result;
}

static const char *const dependents[] = {"prim", "func", NULL};

const TcPassInfo tcPassPrimPrepare = {
    .argument = "prim-prepare",
    .summary = "Move what depends on weights alone from @main to @prepare",
    .anchor = "builtin.module",
    .statistics = statistics,
    .numStatistics = sizeof statistics / sizeof *statistics,
    .dependentDialects = dependents,
    .run = run,
};
