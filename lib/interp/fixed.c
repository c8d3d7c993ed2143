// See fixed.h. The ops that the value depends on become a module of their own,
// which the interpreter runs.
#include "interp/fixed.h"

#include "interp/interp.h"
#include "ir/attrs.h"
#include "ir/builder.h"
#include "ir/shim.h"
#include "ir/types.h"
#include "support/map.h"
#include "support/vec.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinTypes.h"

enum { MAX_OPS = 64 };

typedef TC_VEC(MlirOperation) Ops;

static MlirOperation ownerOf(MlirValue v) {
  return mlirValueIsAOpResult(v) ? mlirOpResultGetOwner(v) : tcNoOp();
}

bool tcIsFixedOp(MlirOperation op) {
  return tcPrimOpKind(op) != TC_PRIM_NONE && tcOpIsPure(op) &&
         !mlirOperationGetNumRegions(op) &&
         mlirOperationGetNumResults(op) == 1 &&
         tcPrimOpKind(op) != TC_PRIM_GET_WEIGHT &&
         tcTypeIsStatic(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

// The ops that `op` depends on, operands first; false if they are many, or
// others.
static bool collect(TcArena *arena, MlirOperation op, TcMap *seen, Ops *ops) {
  if (mlirOperationIsNull(op) || !tcIsFixedOp(op) || seen->size > MAX_OPS)
    return false;
  if (tcMapGet(seen, op.ptr))
    return true;
  tcMapSet(seen, op.ptr, arena);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!collect(arena, ownerOf(mlirOperationGetOperand(op, i)), seen, ops))
      return false;
  tcVecPush(arena, ops, op);
  return ops->size <= MAX_OPS;
}

// A module with a function that gives what the last of the ops gives.
static MlirModule moduleOf(const Ops *ops) {
  MlirOperation last = tcVecLast(ops);
  MlirLocation loc = mlirOperationGetLocation(last);
  MlirContext ctx = mlirOperationGetContext(last);
  MlirModule module = mlirModuleCreateEmpty(loc);
  MlirType type = mlirValueGetType(mlirOperationGetResult(last, 0));
  TcBuilder b = tcBuilderAtEnd(mlirModuleGetBody(module), loc);
  MlirAttribute no = tcNoAttr();
  MlirOperation func = tcFuncFuncCreate(
      &b, tcStr("main"), mlirFunctionTypeGet(ctx, 0, NULL, 1, &type), no, no,
      no, false);
  MlirBlock body =
      tcBuilderAddBlock(&b, mlirOperationGetRegion(func, 0), 0, NULL);
  b = tcBuilderAtEnd(body, loc);
  TcMapping *mapping = tcMappingCreate();
  for (size_t i = 0; i < ops->size; ++i)
    tcBuilderInsert(&b, tcOpClone(ops->data[i], mapping));
  MlirValue result = tcMappingGet(mapping, mlirOperationGetResult(last, 0));
  tcMappingDestroy(mapping);
  tcFuncReturn(&b, 1, &result);
  return module;
}

bool tcInterpretFixed(TcArena *arena, MlirValue v, TcTensor *out) {
  TcMap seen = {.arena = arena};
  Ops ops = {0};
  if (!collect(arena, ownerOf(v), &seen, &ops))
    return false;
  MlirModule module = moduleOf(&ops);
  TcStatus status = tcInterpret(mlirModuleGetOperation(module), "main", NULL, 0,
                                NULL, 1, out, NULL);
  tcStatusFree(status);
  mlirModuleDestroy(module);
  return !status;
}
