// Reading an optimizer's update, and copying it; see update.h.
#include "passes/autodiff/update.h"

#include "lib/ir/diag.h"
#include "lib/ir/types.h"
#include "tc/gen/FuncOps.h"
#include "tc/gen/PrimTable.h"

#include "mlir-c/BuiltinAttributes.h"

MlirAttribute tcUpdateEntry(const TcUpdate *u, intptr_t i, const char *name) {
  return mlirDictionaryAttrGetElementByName(u->signature.argAttrs.data[i],
                                            tcStr(name));
}

static bool wrong(const TcUpdate *u, const char *what, intptr_t number) {
  tcEmitError(mlirOperationGetLocation(u->func),
              "[TC-1120] prim-optimize: this is no update of a parameter: "
              "%s %d; see docs/training.md",
              what, (int)number);
  return false;
}

//===- The signature ------------------------------------------------------===//

static bool isOfParameter(const TcUpdate *u, MlirType type) {
  return tcTypeIsTensor(type) &&
         tcTypeSameShape(type, u->signature.arguments.data[0]);
}

// A parameter of any size, and its gradient.
static bool readParameter(const TcUpdate *u) {
  if (u->numArguments < 2)
    return wrong(u,
                 "a parameter and a gradient are asked for, there is no "
                 "argument",
                 u->numArguments);
  MlirType type = u->signature.arguments.data[0];
  if (tcTypeGetRank(type) != 1 ||
      !tcSizeAttrIsSymbol(tcTypeGetSize(type, 0), NULL))
    return wrong(u, "one dimension of any size is asked for of argument", 0);
  if (!mlirTypeEqual(u->signature.arguments.data[1], type))
    return wrong(u, "the type of the parameter is asked for of argument", 1);
  return true;
}

static bool readResult(TcUpdate *u, intptr_t k) {
  MlirAttribute tie = mlirDictionaryAttrGetElementByName(
      u->signature.resAttrs.data[k], tcStr("tc.ties"));
  intptr_t i = tie.ptr && mlirAttributeIsAInteger(tie)
                   ? (intptr_t)mlirIntegerAttrGetValueInt(tie)
                   : -1;
  if (i < 0 || i == 1 || i >= u->numArguments || u->written[i])
    return wrong(u,
                 "the new value of the parameter, or of an argument behind "
                 "the gradient (tc.ties), is asked for of result",
                 k);
  if (!isOfParameter(u, u->signature.arguments.data[i]))
    return wrong(u,
                 "what is kept of each parameter has its shape, unlike "
                 "argument",
                 i);
  u->target[k] = i;
  u->written[i] = true;
  return true;
}

static bool readSignature(TcUpdate *u) {
  if (!readParameter(u))
    return false;
  for (intptr_t k = 0; k < u->numResults; ++k)
    if (!readResult(u, k))
      return false;
  if (!u->written[0])
    return wrong(u, "nothing is the new value of argument", 0);
  for (intptr_t i = 2; i < u->numArguments; ++i)
    if (!u->written[i] && !tcTypeIsStatic(u->signature.arguments.data[i]))
      return wrong(u, "constant sizes are asked for of argument", i);
  return true;
}

//===- The body -----------------------------------------------------------===//

static bool isEach(const TcUpdate *u, MlirValue value) {
  if (!mlirValueIsABlockArgument(value))
    return tcMapGet(&u->each, mlirOpResultGetOwner(value).ptr) != NULL;
  intptr_t i = mlirBlockArgumentGetArgNumber(value);
  return i < 2 || u->written[i];
}

static bool isDoneForEach(const TcUpdate *u, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (isEach(u, mlirOperationGetOperand(op, i)))
      return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (!tcTypeIsStatic(mlirValueGetType(mlirOperationGetResult(op, i))))
      return true;
  return tcPrimOpKind(op) == TC_PRIM_SIZE;
}

static bool isPointwise(const TcUpdate *u, MlirOperation op) {
  TcPrimOpKind kind = tcPrimOpKind(op);
  if (mlirOperationGetNumResults(op) != 1 ||
      !isOfParameter(u, mlirValueGetType(mlirOperationGetResult(op, 0))))
    return false;
  if (kind == TC_PRIM_BROADCAST_IN_DIM)
    return !tcTypeGetRank(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  return kind == TC_PRIM_WHERE || kind == TC_PRIM_CONVERT_ELEMENT_TYPE ||
         kind == TC_PRIM_BITCAST || tcPrimScalar[kind].operands > 0;
}

static bool readBody(TcUpdate *u) {
  MlirOperation end = mlirBlockGetTerminator(u->body);
  for (MlirOperation op = mlirBlockGetFirstOperation(u->body);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    if (!isDoneForEach(u, op))
      continue;
    if (!isPointwise(u, op)) {
      tcOpEmitError(op, "[TC-4206] an optimizer's update is done to tensors of "
                        "any shape, so it has to be pointwise in the "
                        "parameter; this op is not");
      return false;
    }
    tcMapSet(&u->each, op.ptr, u);
  }
  for (intptr_t k = 0; k < u->numResults; ++k)
    if (!isOfParameter(u, mlirValueGetType(mlirOperationGetOperand(end, k))))
      return wrong(u, "the shape of the parameter is asked for of result", k);
  return true;
}

bool tcUpdateRead(TcUpdate *u, TcArena *arena, MlirOperation func) {
  *u = (TcUpdate){.arena = arena, .func = func, .each = {.arena = arena}};
  u->body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  u->signature = tcSignatureOf(arena, func);
  u->numArguments = (intptr_t)u->signature.arguments.size;
  u->numResults = (intptr_t)u->signature.results.size;
  u->target = TC_ARENA_ARRAY(arena, intptr_t, (size_t)u->numResults + 1);
  u->written = TC_ARENA_ARRAY(arena, bool, (size_t)u->numArguments + 1);
  return readSignature(u) && readBody(u);
}

//===- Copying ------------------------------------------------------------===//

void tcUpdateCopyShared(const TcUpdate *u, TcBuilder *b, TcMapping *mapping) {
  MlirOperation end = mlirBlockGetTerminator(u->body);
  for (MlirOperation op = mlirBlockGetFirstOperation(u->body);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    if (!tcMapGet(&u->each, op.ptr))
      tcBuilderInsert(b, tcOpClone(op, mapping));
}

// The shape of `type`, the elements that the value has.
static void reshape(MlirValue value, MlirType type) {
  MlirType element = tcTypeGetElement(mlirValueGetType(value));
  mlirValueSetType(value, tcTypeWithElement(type, element));
}

void tcUpdateCopyEach(const TcUpdate *u, TcBuilder *b, MlirType type,
                      TcMapping *mapping, MlirValue *results) {
  for (size_t i = 0; i < u->each.size; ++i) {
    MlirOperation op = {(void *)(uintptr_t)u->each.entries[i].key};
    MlirOperation copy = tcOpClone(op, mapping);
    reshape(mlirOperationGetResult(copy, 0), type);
    tcBuilderInsert(b, copy);
  }
  MlirOperation end = mlirBlockGetTerminator(u->body);
  for (intptr_t k = 0; k < u->numResults; ++k)
    results[k] = tcMappingGet(mapping, mlirOperationGetOperand(end, k));
}
