// prim-outline-loops: outlines the regions of prim.while into functions, which
// later passes lower, fuse and plan like any other, and replaces the op by a
// loop.while of them. Values that regions read from outside become arguments.
// Runs right before prim-to-loop, which refuses the loops that are left: those
// whose sizes change between iterations.
#include "lib/ir/ours.h"
#include "lib/ir/pass.h"
#include "lib/ir/region.h"
#include "lib/ir/types.h"
#include "lib/support/vec.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef TC_VEC(MlirValue) Values;
typedef TC_VEC(MlirType) Types;

typedef struct Pass {
  TcArena arena;
  MlirOperation module;
  unsigned count; // of loops made
} Pass;

typedef struct Loop {
  Pass *p;
  MlirOperation op, func; // the loop, and the function that it is in
  Values others;          // what the regions read from around them
} Loop;

//===- What regions read --------------------------------------------------===//

static intptr_t positionOf(const Loop *l, MlirValue value) {
  for (size_t i = 0; i < l->others.size; ++i)
    if (mlirValueEqual(l->others.data[i], value))
      return (intptr_t)i;
  return -1;
}

static MlirWalkResult collectOthers(MlirOperation op, void *self) {
  Loop *l = self;
  bool isLoop = mlirOperationEqual(op, l->op);
  for (intptr_t i = 0; !isLoop && i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!tcValueIsInside(value, l->op) && positionOf(l, value) < 0)
      tcVecPush(&l->p->arena, &l->others, value);
  }
  return MlirWalkResultAdvance;
}

// Whether the carried types are the same in every iteration.
static bool isFixed(MlirOperation op) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 1));
  MlirOperation end = mlirBlockGetTerminator(body);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (!mlirTypeEqual(type,
                       mlirValueGetType(mlirOperationGetOperand(end, i))) ||
        !mlirTypeEqual(type, mlirValueGetType(mlirOperationGetResult(op, i))))
      return false;
  }
  return true;
}

//===- Functions ----------------------------------------------------------===//

typedef struct Rename {
  const Loop *l;
  MlirBlock block;
  intptr_t first; // of the block's arguments that stand for the others
} Rename;

static MlirWalkResult rename(MlirOperation op, void *self) {
  const Rename *r = self;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    intptr_t at = positionOf(r->l, mlirOperationGetOperand(op, i));
    if (at >= 0)
      mlirOperationSetOperand(op, i,
                              mlirBlockGetArgument(r->block, r->first + at));
  }
  return MlirWalkResultAdvance;
}

static Types typesOf(Pass *p, intptr_t n,
                     MlirValue get(MlirOperation, intptr_t), MlirOperation op) {
  Types types = {0};
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(&p->arena, &types, mlirValueGetType(get(op, i)));
  return types;
}

// A private function before the one of the loop, `tc.loop` saying what of.
static MlirOperation makeFunction(Loop *l, const char *part,
                                  const Types *inputs, const Types *results) {
  TcBuilder b = tcBuilderBefore(l->func);
  b.loc = mlirOperationGetLocation(l->op);
  const char *name =
      tcArenaPrintf(&l->p->arena, "while%u.%s", l->p->count, part);
  MlirType type =
      mlirFunctionTypeGet(b.ctx, (intptr_t)inputs->size, inputs->data,
                          (intptr_t)results->size, results->data);
  MlirOperation func = tcFuncFuncCreate(
      &b, mlirStringRefCreateFromCString(name), type,
      mlirStringAttrGet(b.ctx, mlirStringRefCreateFromCString("private")),
      (MlirAttribute){NULL}, (MlirAttribute){NULL}, false);
  mlirOperationSetDiscardableAttributeByName(
      func, mlirStringRefCreateFromCString("tc.loop"),
      mlirStringAttrGet(b.ctx, mlirStringRefCreateFromCString(part)));
  return func;
}

// The region as a function of the carried values and the others.
static MlirOperation outline(Loop *l, intptr_t region, const char *part) {
  MlirRegion from = mlirOperationGetRegion(l->op, region);
  MlirBlock block = mlirRegionGetFirstBlock(from);
  MlirOperation end = mlirBlockGetTerminator(block);
  Rename r = {l, block, mlirBlockGetNumArguments(block)};
  Types results = typesOf(l->p, mlirOperationGetNumOperands(end),
                          mlirOperationGetOperand, end);
  for (size_t i = 0; i < l->others.size; ++i)
    mlirBlockAddArgument(block, mlirValueGetType(l->others.data[i]),
                         mlirOperationGetLocation(l->op));
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    mlirOperationWalk(op, rename, &r, MlirWalkPreOrder);
  Types inputs = {0};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
    tcVecPush(&l->p->arena, &inputs,
              mlirValueGetType(mlirBlockGetArgument(block, i)));
  Values given = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i)
    tcVecPush(&l->p->arena, &given, mlirOperationGetOperand(end, i));
  TcBuilder b = tcBuilderBefore(end);
  tcFuncReturn(&b, (intptr_t)given.size, given.data);
  mlirOperationDestroy(end);
  MlirOperation func = makeFunction(l, part, &inputs, &results);
  mlirRegionTakeBody(mlirOperationGetRegion(func, 0), from);
  return func;
}

// A function that returns its arguments: the memory plan makes it copy them.
static MlirOperation copier(Loop *l) {
  Types types = typesOf(l->p, mlirOperationGetNumOperands(l->op),
                        mlirOperationGetOperand, l->op);
  MlirOperation func = makeFunction(l, "copy", &types, &types);
  TcBuilder at = tcBuilderBefore(l->func);
  MlirBlock block = tcBuilderAddBlock(&at, mlirOperationGetRegion(func, 0),
                                      (intptr_t)types.size, types.data);
  Values values = {0};
  for (size_t i = 0; i < types.size; ++i)
    tcVecPush(&l->p->arena, &values, mlirBlockGetArgument(block, (intptr_t)i));
  TcBuilder b = tcBuilderAtEnd(block, mlirOperationGetLocation(l->op));
  tcFuncReturn(&b, (intptr_t)values.size, values.data);
  return func;
}

static MlirStringRef nameOf(MlirOperation func) {
  return tcFuncFuncGetSymName(func);
}

static void outlineLoop(Pass *p, MlirOperation func, MlirOperation op) {
  Loop l = {p, op, func, {0}};
  mlirOperationWalk(op, collectOthers, &l, MlirWalkPreOrder);
  MlirOperation cond = outline(&l, 0, "cond"), body = outline(&l, 1, "body");
  MlirOperation copy = copier(&l);
  ++p->count;
  intptr_t n = mlirOperationGetNumOperands(op);
  Types types = typesOf(p, n, mlirOperationGetOperand, op);
  Values carried = {0};
  for (intptr_t i = 0; i < n; ++i)
    tcVecPush(&p->arena, &carried, mlirOperationGetOperand(op, i));
  TcBuilder b = tcBuilderBefore(op);
  b.loc = mlirOperationGetLocation(op);
  MlirOperation loop = tcLoopWhileCreate(
      &b, n, types.data, nameOf(cond), nameOf(body), nameOf(copy), n,
      carried.data, (intptr_t)l.others.size, l.others.data);
  for (intptr_t i = 0; i < n; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(loop, i));
  mlirOperationDestroy(op);
}

// The next loop that can be outlined, at the top of a function.
static MlirOperation findLoop(MlirOperation func) {
  MlirOperation op = mlirBlockGetFirstOperation(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0)));
  while (op.ptr && (tcPrimOpKind(op) != TC_PRIM_WHILE || !isFixed(op)))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

// New functions are placed before the function of the loop; the search restarts
// at the module's start until no loop is found, so that they are searched, too.
static bool outlineOne(Pass *p) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(p->module));
  for (MlirOperation func = mlirBlockGetFirstOperation(body); func.ptr;
       func = mlirOperationGetNextInBlock(func)) {
    MlirOperation op =
        tcIsOurFunction(func) ? findLoop(func) : (MlirOperation){NULL};
    if (!op.ptr)
      continue;
    outlineLoop(p, func, op);
    return true;
  }
  return false;
}

static MlirLogicalResult run(MlirOperation module, TcPass *pass) {
  Pass p = {.module = module};
  while (outlineOne(&p)) {
  }
  if (!p.count)
    tcPassMarkUnchanged(pass);
  tcArenaFree(&p.arena);
  return mlirLogicalResultSuccess();
}

static const char *const dependents[] = {"prim", "loop", "func", NULL};
const TcPassInfo tcPassPrimOutlineLoops = {
    .argument = "prim-outline-loops",
    .summary = "Outline the regions of data-dependent loops into functions",
    .anchor = "builtin.module",
    .dependentDialects = dependents,
    .run = run};
