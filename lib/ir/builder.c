// Insertion points and ops under construction: the run-time part of the
// generated builders. Errors are diagnostics; nothing here asserts.
#include "ir/builder.h"

#include "ir/diag.h"

#include <stdlib.h>
#include <string.h>

TcBuilder tcBuilderAtEnd(MlirBlock block, MlirLocation loc) {
  return (TcBuilder){
      .ctx = mlirLocationGetContext(loc), .loc = loc, .block = block};
}

TcBuilder tcBuilderAtStart(MlirBlock block, MlirLocation loc) {
  return (TcBuilder){.ctx = mlirLocationGetContext(loc),
                     .loc = loc,
                     .block = block,
                     .before = mlirBlockGetFirstOperation(block)};
}

TcBuilder tcBuilderBefore(MlirOperation op) {
  return (TcBuilder){.ctx = mlirOperationGetContext(op),
                     .loc = mlirOperationGetLocation(op),
                     .block = mlirOperationGetBlock(op),
                     .before = op};
}

TcBuilder tcBuilderAfter(MlirOperation op) {
  TcBuilder b = tcBuilderBefore(op);
  b.before = mlirOperationGetNextInBlock(op);
  return b;
}

TcBuilder tcBuilderDetached(MlirLocation loc) {
  return (TcBuilder){.ctx = mlirLocationGetContext(loc), .loc = loc};
}

static void insertByRewriter(TcBuilder *b, MlirOperation op) {
  if (mlirOperationIsNull(b->before))
    mlirRewriterBaseSetInsertionPointToEnd(b->rewriter, b->block);
  else
    mlirRewriterBaseSetInsertionPointBefore(b->rewriter, b->before);
  mlirRewriterBaseInsert(b->rewriter, op);
}

void tcBuilderInsert(TcBuilder *b, MlirOperation op) {
  if (mlirOperationIsNull(op) || mlirBlockIsNull(b->block))
    return;
  if (b->made)
    ++*b->made;
  if (b->rewriter.ptr)
    insertByRewriter(b, op);
  else if (mlirOperationIsNull(b->before))
    mlirBlockAppendOwnedOperation(b->block, op);
  else
    mlirBlockInsertOwnedOperationBefore(b->block, b->before, op);
}

MlirBlock tcBuilderAddBlock(TcBuilder *b, MlirRegion region, intptr_t nTypes,
                            const MlirType *types) {
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < nTypes; ++i)
    mlirBlockAddArgument(block, types[i], b->loc);
  mlirRegionAppendOwnedBlock(region, block);
  return block;
}

void tcOpBegin(TcOpState *s, TcBuilder *b, const char *name) {
  s->state = mlirOperationStateGet(tcStr(name), b->loc);
  s->ctx = b->ctx;
  s->builder = b;
  s->missing = NULL;
}

// MLIR frees what a state holds only when it makes an op of it.
static void discard(MlirOperationState *state) {
  for (intptr_t i = 0; i < state->nRegions; ++i)
    mlirRegionDestroy(state->regions[i]);
  free(state->results);
  free(state->operands);
  free(state->regions);
  free(state->successors);
  free(state->attributes);
}

static void reportMissing(const TcOpState *s) {
  tcEmitError(s->state.location,
              "[TC-9010] building '%.*s': '%s' is null; the error that made it "
              "so was reported before this one",
              (int)s->state.name.length, s->state.name.data, s->missing);
}

MlirOperation tcOpEnd(TcOpState *s) {
  if (s->missing) {
    reportMissing(s);
    discard(&s->state);
    return tcNoOp();
  }
  MlirOperation op = mlirOperationCreate(&s->state);
  tcBuilderInsert(s->builder, op);
  return op;
}

#ifdef TC_CHECKED
// Whether the op can be verified already: regions, successors and the blocks of
// terminators are added later, and so may its parent be.
static bool isComplete(MlirOperation op) {
  if (mlirOperationIsNull(op) || !mlirOperationGetNumResults(op) ||
      mlirOperationGetNumRegions(op) || mlirOperationGetNumSuccessors(op))
    return false;
  MlirOperation root = op, parent;
  while (!mlirOperationIsNull(parent = mlirOperationGetParentOperation(root)))
    root = parent;
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(root)),
                            tcStr("builtin.module"));
}
#endif

MlirOperation tcOpEndVerified(TcOpState *s) {
  MlirOperation op = tcOpEnd(s);
#ifdef TC_CHECKED
  if (isComplete(op) && !mlirOperationVerify(op)) {
    mlirOperationDestroy(op);
    return tcNoOp();
  }
#endif
  return op;
}

MlirValue tcOpOnlyResult(MlirOperation op) {
  if (mlirOperationIsNull(op) || mlirOperationGetNumResults(op) != 1)
    return tcNoValue();
  return mlirOperationGetResult(op, 0);
}

static void require(TcOpState *s, const char *what, const void *handle) {
  if (!handle && !s->missing)
    s->missing = what;
}

// False, and noted, if a list that should have elements isn't there.
static bool requireList(TcOpState *s, const char *what, intptr_t n,
                        const void *list) {
  bool ok = n == 0 || (n > 0 && list);
  require(s, what, ok ? s : NULL);
  return ok && n > 0;
}

void tcOpAddOperands(TcOpState *s, const char *what, intptr_t n,
                     const MlirValue *values) {
  if (!requireList(s, what, n, values))
    return;
  for (intptr_t i = 0; i < n; ++i)
    require(s, what, values[i].ptr);
  mlirOperationStateAddOperands(&s->state, n, values);
}

void tcOpAddOperand(TcOpState *s, const char *what, MlirValue value) {
  tcOpAddOperands(s, what, 1, &value);
}

void tcOpAddResults(TcOpState *s, const char *what, intptr_t n,
                    const MlirType *types) {
  if (!requireList(s, what, n, types))
    return;
  for (intptr_t i = 0; i < n; ++i)
    require(s, what, types[i].ptr);
  mlirOperationStateAddResults(&s->state, n, types);
}

void tcOpAddResult(TcOpState *s, const char *what, MlirType type) {
  tcOpAddResults(s, what, 1, &type);
}

void tcOpAddSuccessors(TcOpState *s, const char *what, intptr_t n,
                       const MlirBlock *blocks) {
  if (!requireList(s, what, n, blocks))
    return;
  for (intptr_t i = 0; i < n; ++i)
    require(s, what, blocks[i].ptr);
  mlirOperationStateAddSuccessors(&s->state, n, blocks);
}

void tcOpAddSuccessor(TcOpState *s, const char *what, MlirBlock block) {
  tcOpAddSuccessors(s, what, 1, &block);
}

void tcOpAddOptionalOperand(TcOpState *s, MlirValue value) {
  if (!mlirValueIsNull(value))
    mlirOperationStateAddOperands(&s->state, 1, &value);
}

void tcOpAddOptionalResult(TcOpState *s, MlirType type) {
  if (!mlirTypeIsNull(type))
    mlirOperationStateAddResults(&s->state, 1, &type);
}

void tcOpAddOptionalAttr(TcOpState *s, const char *name, MlirAttribute attr) {
  if (mlirAttributeIsNull(attr))
    return;
  MlirNamedAttribute named = {mlirIdentifierGet(s->ctx, tcStr(name)), attr};
  mlirOperationStateAddAttributes(&s->state, 1, &named);
}

void tcOpInferResults(TcOpState *s) {
  mlirOperationStateEnableResultTypeInference(&s->state);
}

void tcOpAddRegions(TcOpState *s, intptr_t n) {
  for (intptr_t i = 0; i < n; ++i) {
    MlirRegion region = mlirRegionCreate();
    mlirOperationStateAddOwnedRegions(&s->state, 1, &region);
  }
}

void tcOpAddAttr(TcOpState *s, const char *name, MlirAttribute attr) {
  require(s, name, attr.ptr);
  tcOpAddOptionalAttr(s, name, attr);
}

void tcOpAddInt(TcOpState *s, const char *name, MlirType type, int64_t value) {
  tcOpAddAttr(s, name, mlirIntegerAttrGet(type, value));
}

void tcOpAddFloat(TcOpState *s, const char *name, MlirType type, double value) {
  tcOpAddAttr(s, name, mlirFloatAttrDoubleGet(s->ctx, type, value));
}

void tcOpAddBool(TcOpState *s, const char *name, bool value) {
  tcOpAddAttr(s, name, tcAttrBool(s->ctx, value));
}

void tcOpAddUnit(TcOpState *s, const char *name, bool present) {
  if (present)
    tcOpAddAttr(s, name, mlirUnitAttrGet(s->ctx));
}

void tcOpAddString(TcOpState *s, const char *name, MlirStringRef text) {
  tcOpAddAttr(s, name, mlirStringAttrGet(s->ctx, text));
}

void tcOpAddSymbol(TcOpState *s, const char *name, MlirStringRef symbol) {
  tcOpAddAttr(s, name, mlirFlatSymbolRefAttrGet(s->ctx, symbol));
}

void tcOpAddType(TcOpState *s, const char *name, MlirType type) {
  require(s, name, type.ptr);
  if (!mlirTypeIsNull(type))
    tcOpAddAttr(s, name, mlirTypeAttrGet(type));
}

void tcOpAddI64s(TcOpState *s, const char *name, intptr_t n,
                 const int64_t *values) {
  if (requireList(s, name, n, values) || n == 0)
    tcOpAddAttr(s, name, tcAttrI64s(s->ctx, n, values));
}

void tcOpAddI32s(TcOpState *s, const char *name, intptr_t n,
                 const int32_t *values) {
  if (requireList(s, name, n, values) || n == 0)
    tcOpAddAttr(s, name, mlirDenseI32ArrayGet(s->ctx, n, values));
}

void tcOpAddI64List(TcOpState *s, const char *name, intptr_t n,
                    const int64_t *values) {
  if (!requireList(s, name, n, values) && n != 0)
    return;
  MlirAttribute *items = malloc(sizeof(*items) * (size_t)(n ? n : 1));
  if (!items) {
    require(s, name, NULL);
    return;
  }
  for (intptr_t i = 0; i < n; ++i)
    items[i] = tcAttrI64(s->ctx, values[i]);
  tcOpAddAttr(s, name, mlirArrayAttrGet(s->ctx, n, items));
  free(items);
}

MlirAttribute tcAttrI64s(MlirContext ctx, intptr_t n, const int64_t *values) {
  return mlirDenseI64ArrayGet(ctx, n, values);
}

MlirAttribute tcAttrI64(MlirContext ctx, int64_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), value);
}

MlirAttribute tcAttrIndex(MlirContext ctx, int64_t value) {
  return mlirIntegerAttrGet(mlirIndexTypeGet(ctx), value);
}

MlirAttribute tcAttrString(MlirContext ctx, const char *text) {
  return mlirStringAttrGet(ctx, tcStr(text));
}

MlirAttribute tcAttrBool(MlirContext ctx, bool value) {
  return mlirBoolAttrGet(ctx, value);
}
