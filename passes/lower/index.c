// prim-to-loop for ops whose indices are data: bodies that read at positions
// they compute (loop.at), and scatters.
#include "passes/lower/lower.h"

#include "lib/ir/ascending.h"
#include "lib/ir/attrs.h"
#include "lib/ir/diag.h"
#include "lib/ir/distinct.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue iterValue(TcStage *s, size_t i) {
  return tcScalarIndex(&s->body, tcIterExpr(s->iters.data[i]));
}

// Positions in the indexed operand: indices[k] at dims[k], and the stage's
// iterators from `rest` on elsewhere.
static MlirValue *positions(TcLowering *l, TcStage *s, intptr_t rank,
                            MlirAttribute dims, const MlirValue *indices,
                            size_t rest) {
  MlirValue *at = TC_ARENA_ARRAY(l->kernel.arena, MlirValue, (size_t)rank + 1);
  for (intptr_t k = 0; k < mlirDenseArrayGetNumElements(dims); ++k)
    at[mlirDenseI64ArrayGetElement(dims, k)] = indices[k];
  for (intptr_t d = 0; d < rank; ++d)
    if (!at[d].ptr)
      at[d] = iterValue(s, rest++);
  return at;
}

// Reads operands first .. first + n, all indices, at the leading iterators.
static MlirValue *readIndices(TcLowering *l, TcStage *s, intptr_t first,
                              intptr_t n) {
  MlirValue *indices =
      TC_ARENA_ARRAY(l->kernel.arena, MlirValue, (size_t)n + 1);
  for (intptr_t k = 0; k < n; ++k) {
    MlirValue arg = tcKernelArg(&l->kernel, first + k);
    TcAttrVec map = {0};
    for (intptr_t i = 0; i < tcRank(arg); ++i)
      tcVecPush(l->kernel.arena, &map, tcIterExpr(s->iters.data[i]));
    indices[k] = tcLowerRead(l, s, first + k, map.data);
  }
  return indices;
}

MlirLogicalResult tcLowerIndex(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  tcLowerIters(l, &s, mlirValueGetType(mlirOperationGetResult(op, 0)));
  intptr_t n = mlirOperationGetNumOperands(op) - 1;
  MlirValue x = tcKernelArg(&l->kernel, 0);
  MlirValue *indices = readIndices(l, &s, 1, n);
  size_t lead = n ? (size_t)tcRank(tcKernelArg(&l->kernel, 1)) : 0;
  MlirValue *at =
      positions(l, &s, tcRank(x), tcPrimIndexGetDims(op), indices, lead);
  MlirValue y = tcLoopAt(&s.body, x, tcRank(x), at);
  tcStageYield(&s, 1, &y);
  tcLowerFinishMap(l, &s);
  return mlirLogicalResultSuccess();
}

// Truth values are added by or, multiplied by and.
static MlirStringRef combineOf(MlirOperation op) {
  MlirStringRef kind = tcPrimIndexPutGetCombine(op);
  if (!tcTypeIsBool(tcElementType(mlirOperationGetOperand(op, 0))))
    return kind;
  if (mlirStringRefEqual(kind, tcStr("add")))
    return tcStr("or");
  return mlirStringRefEqual(kind, tcStr("mul")) ? tcStr("and") : kind;
}

MlirLogicalResult tcLowerIndexPut(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  MlirValue base = tcKernelArg(&l->kernel, 0);
  MlirValue values = tcKernelArg(&l->kernel, 1);
  tcLowerIters(l, &s, mlirValueGetType(values));
  intptr_t n = mlirOperationGetNumOperands(op) - 2;
  MlirValue *indices = readIndices(l, &s, 2, n);
  size_t lead = n ? (size_t)tcRank(tcKernelArg(&l->kernel, 2)) : 0;
  intptr_t rank = tcRank(base);
  MlirValue *yields =
      positions(l, &s, rank, tcPrimIndexPutGetDims(op), indices, lead);
  MlirValue v = tcStageReadHere(&s, values);
  TcValueVec all = {0};
  for (intptr_t i = 0; i < rank; ++i)
    tcVecPush(l->kernel.arena, &all, yields[i]);
  tcVecPush(l->kernel.arena, &all, v);
  tcStageYield(&s, (intptr_t)all.size, all.data);
  MlirOperation scatter = tcStageCloseScatter(&s, base, combineOf(op));
  if (tcIsDistinct(op))
    tcSetDistinct(scatter);
  if (tcIsAscending(op))
    tcSetAscending(scatter);
  tcLowerResults(l, scatter);
  return mlirLogicalResultSuccess();
}

// The start that an operand is known to be, a #tc.size, or null.
static MlirAttribute knownStart(MlirValue v) {
  if (!mlirValueIsAOpResult(v))
    return mlirAttributeGetNull();
  MlirOperation def = mlirOpResultGetOwner(v);
  if (tcPrimOpKind(def) == TC_PRIM_SIZE)
    return tcPrimSizeGetSize(def);
  if (tcPrimOpKind(def) != TC_PRIM_CONSTANT ||
      !mlirAttributeIsADenseElements(tcPrimConstantGetValue(def)))
    return mlirAttributeGetNull();
  MlirAttribute value =
      mlirDenseElementsAttrGetSplatValue(tcPrimConstantGetValue(def));
  return tcSizeAttrGetConstant(mlirOperationGetContext(def),
                               mlirIntegerAttrGetValueInt(value));
}

// A run-time start, clamped to [0, size - extent].
static MlirValue clampedStart(TcLowering *l, TcStage *s, intptr_t arg,
                              MlirAttribute size, MlirAttribute extent) {
  TcBuilder *b = &s->body;
  MlirValue start = tcLowerRead(l, s, arg, NULL);
  MlirValue last = tcScalarIndex(
      b, tcSizeAttrFormat(l->kernel.ctx, "%s - (%s)",
                          tcAttrCString(l->kernel.arena, size),
                          tcAttrCString(l->kernel.arena, extent)));
  MlirValue none = tcScalarConstant(b, mlirIntegerTypeGet(b->ctx, 64), 0);
  return tcPrimMaximum(b, tcPrimMinimum(b, start, last), none);
}

// The position of the stage's point in dimension i of a block that starts at
// operand `arg`: an expression of the iterator where the start is known.
static MlirValue blockPosition(TcLowering *l, TcStage *s, MlirOperation op,
                               intptr_t arg, size_t i, MlirAttribute size,
                               MlirAttribute extent) {
  MlirAttribute start = knownStart(mlirOperationGetOperand(op, arg));
  MlirAttribute iter = tcIterExpr(s->iters.data[i]);
  if (!start.ptr)
    return tcPrimAdd(&s->body, clampedStart(l, s, arg, size, extent),
                     tcScalarIndex(&s->body, iter));
  MlirAttribute none = tcSizeAttrGetConstant(l->kernel.ctx, 0);
  MlirAttribute last = tcSizeAttrSub(size, extent);
  if (!tcSizeAttrProvablyLessEqual(start, last))
    start = tcSizeAttrMin(start, last);
  if (!tcSizeAttrProvablyLessEqual(none, start))
    start = tcSizeAttrMax(start, none);
  return tcScalarIndex(&s->body, tcSizeAttrAdd(iter, start));
}

MlirLogicalResult tcLowerDynamicSlice(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  MlirValue y = mlirOperationGetResult(op, 0), x = tcKernelArg(&l->kernel, 0);
  tcLowerIters(l, &s, mlirValueGetType(y));
  TcValueVec at = {0};
  for (intptr_t i = 0; i < tcRank(x); ++i) {
    tcVecPush(l->kernel.arena, &at,
              blockPosition(l, &s, op, i + 1, (size_t)i, tcSizeOf(x, i),
                            tcSizeOf(y, i)));
  }
  MlirValue element = tcLoopAt(&s.body, x, (intptr_t)at.size, at.data);
  tcStageYield(&s, 1, &element);
  tcLowerFinishMap(l, &s);
  return mlirLogicalResultSuccess();
}

// A scatter of the update, whose positions are distinct.
MlirLogicalResult tcLowerDynamicUpdateSlice(MlirOperation op, TcLowering *l) {
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  MlirValue x = tcKernelArg(&l->kernel, 0), u = tcKernelArg(&l->kernel, 1);
  tcLowerIters(l, &s, mlirValueGetType(u));
  TcValueVec all = {0};
  for (intptr_t i = 0; i < tcRank(x); ++i) {
    tcVecPush(l->kernel.arena, &all,
              blockPosition(l, &s, op, i + 2, (size_t)i, tcSizeOf(x, i),
                            tcSizeOf(u, i)));
  }
  tcVecPush(l->kernel.arena, &all, tcStageReadHere(&s, u));
  tcStageYield(&s, (intptr_t)all.size, all.data);
  MlirStringRef set = mlirStringRefCreateFromCString("set");
  tcLowerResults(l, tcStageCloseScatter(&s, x, set));
  return mlirLogicalResultSuccess();
}

// prim-expand-nonzero has expanded those outside of loops.
MlirLogicalResult tcLowerNonzero(MlirOperation op, TcLowering *l) {
  (void)l;
  return tcOpEmitError(
      op, "[TC-0501] prim-to-loop: a result whose size depends on data cannot "
          "be compiled inside of a loop; keep 'nonzero' outside of it, or use "
          "'where' with a mask");
}

// Stays between launches, where the runtime reads the size.
MlirLogicalResult tcLowerRangeTo(MlirOperation op, TcLowering *l) {
  (void)op;
  l->keep = true;
  return mlirLogicalResultSuccess();
}
