// The rule of loop-fuse on operands of concatenations. See verdicts.h.
//
//   y = where(i < 3, a[i, j], where(i < 1027, b[i - 3, j], c[i - 1027, j]))
//
// Code for CPUs is cut along i in the ranges that y tells apart
// (lower/cpu/cuts.c). What makes b then is part of one range's code, each of
// its elements is computed once, and nothing is copied: a mirrored border in
// two dimensions is one pass over memory rather than two.
#include "passes/fuse/verdicts.h"

#include "lib/cost/numbers.h"
#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"

enum { MOST_CUTS = 4 }; // of an iterator, as in lower/cpu/nest.h

typedef struct Ranges {
  MlirOperation reader;
  MlirAttribute iter; // a symbol's #tc.size
  int64_t extent, at[MOST_CUTS + 1];
  size_t n; // cuts inside of the extent; one too many: too many
} Ranges;

//===- The ranges that the reader tells apart -----------------------------===//

// An i64 of the body: an expression over iterators, or a constant; else null.
static MlirAttribute positionOf(MlirValue v) {
  MlirOperation op = tcDefiningOp(v);
  if (mlirOperationIsNull(op))
    return tcNoAttr();
  if (tcLoopOpKind(op) == TC_LOOP_INDEX)
    return tcLoopIndexGetExpr(op);
  if (tcPrimOpKind(op) != TC_PRIM_CONSTANT ||
      !mlirAttributeIsAInteger(tcPrimConstantGetValue(op)))
    return tcNoAttr();
  return tcSizeAttrGetConstant(
      mlirOperationGetContext(op),
      mlirIntegerAttrGetValueInt(tcPrimConstantGetValue(op)));
}

static void cutAt(Ranges *r, int64_t at) {
  bool isNew = at > 0 && at < r->extent && r->n <= MOST_CUTS;
  for (size_t i = 0; i < r->n; ++i)
    isNew &= r->at[i] != at;
  if (isNew)
    r->at[r->n++] = at;
}

// Whether the value compares the iterator with a constant; the range's bound.
static bool comparesRow(const Ranges *r, MlirValue v, int64_t *at) {
  MlirOperation op = tcDefiningOp(v);
  TcPrimOpKind kind = tcPrimOpKind(op);
  bool less = kind == TC_PRIM_LT || kind == TC_PRIM_LE;
  if (!less && kind != TC_PRIM_GT && kind != TC_PRIM_GE)
    return false;
  MlirAttribute x = positionOf(mlirOperationGetOperand(op, less ? 0 : 1));
  MlirAttribute y = positionOf(mlirOperationGetOperand(op, less ? 1 : 0));
  if (mlirAttributeIsNull(x) || mlirAttributeIsNull(y))
    return false;
  int64_t from, least = kind == TC_PRIM_LE || kind == TC_PRIM_GE;
  MlirAttribute difference = tcSizeAttrSub(x, y); // < least
  if (tcSizeAttrIsConstant(tcSizeAttrSub(difference, r->iter), &from))
    *at = least - from;
  else if (tcSizeAttrIsConstant(tcSizeAttrAdd(difference, r->iter), &from))
    *at = from - least + 1;
  else
    return false;
  return true;
}

static void findCuts(Ranges *r) {
  MlirOperation op = mlirBlockGetFirstOperation(tcStageBlock(r->reader));
  int64_t at;
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (mlirOperationGetNumResults(op) == 1 &&
        comparesRow(r, mlirOperationGetResult(op, 0), &at))
      cutAt(r, at);
}

// Whether only selections by row read the element of input i.
static bool isSelected(const Ranges *r, intptr_t i) {
  MlirValue element = mlirBlockGetArgument(tcStageBlock(r->reader), i);
  MlirOpOperand use = mlirValueGetFirstUse(element);
  int64_t at;
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (tcPrimOpKind(op) != TC_PRIM_WHERE ||
        !comparesRow(r, mlirOperationGetOperand(op, 0), &at))
      return false;
  }
  return true;
}

//===- The operand --------------------------------------------------------===//

// The one dimension of input i along which the reader has more points than it;
// -1 if another dimension is no iterator of the reader's, all of it.
static intptr_t partDim(MlirOperation kernel, MlirOperation reader,
                        intptr_t i) {
  MlirAttribute map = tcInputMap(reader, i), iters = tcAttrOf(reader, "iters");
  MlirType type = mlirValueGetType(tcInput(reader, i));
  intptr_t rank = tcDimsAttrGetNumDims(map), part = -1;
  if (mlirArrayAttrGetNumElements(iters) != rank)
    return -1;
  for (intptr_t d = 0; d < rank; ++d) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, d);
    MlirAttribute at = tcSizeAttrGetSymbol(mlirOperationGetContext(kernel),
                                           mlirStringAttrGetValue(iter));
    MlirAttribute size = tcTensorTypeGetSize(type, d);
    MlirAttribute index = tcDimsAttrGetDim(map, d);
    bool whole = tcSizeAttrEqual(tcExtentOf(kernel, iter), size);
    bool own = tcSizeAttrEqual(index, at) || tcSizeAttrIsValue(size, 1);
    if (whole && own)
      continue;
    if (part >= 0 || d == rank - 1 ||
        !tcSizeAttrIsConstant(tcSizeAttrSub(index, at), NULL))
      return -1;
    part = d;
  }
  return part;
}

// Whether the map's body knows where along dimension d it is.
static bool asksForRow(MlirOperation map, intptr_t d) {
  MlirAttribute iters = tcAttrOf(map, "iters");
  MlirStringRef name =
      mlirStringAttrGetValue(mlirArrayAttrGetElement(iters, d));
  MlirOperation op = mlirBlockGetFirstOperation(tcStageBlock(map));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (tcLoopOpKind(op) == TC_LOOP_INDEX &&
        tcSizeAttrUses(tcLoopIndexGetExpr(op), name))
      return true;
  return false;
}

bool tcReadsRange(MlirOperation kernel, MlirOperation reader, intptr_t i,
                  MlirOperation map) {
  intptr_t d = tcIsA(reader, "loop.map") ? partDim(kernel, reader, i) : -1;
  if (d < 0 || asksForRow(map, d))
    return false;
  MlirAttribute iter = mlirArrayAttrGetElement(tcAttrOf(reader, "iters"), d);
  Ranges r = {.reader = reader,
              .iter = tcSizeAttrGetSymbol(mlirOperationGetContext(kernel),
                                          mlirStringAttrGetValue(iter))};
  if (!tcSizeAttrIsConstant(tcExtentOf(kernel, iter), &r.extent) ||
      !isSelected(&r, i))
    return false;
  findCuts(&r);
  int64_t ops = tcBodyCost(reader) + tcBodyCost(map);
  return r.n && r.n <= MOST_CUTS &&
         ops * (int64_t)(r.n + 1) <= tcNumber(cpu_range_ops);
}

//===- The rule -----------------------------------------------------------===//

// The only input of the reader that is a's result, or -1.
static intptr_t inputOf(const TcFusePair *p, MlirOperation reader) {
  intptr_t found = -1;
  for (intptr_t i = 0; i < tcNumInputs(reader); ++i) {
    MlirValue v = tcInput(reader, i);
    if (!tcFuseIsResult(p, v))
      continue;
    if (found >= 0)
      return -1;
    found = i;
  }
  return found;
}

TcVerdict tcFuseConcats(const TcFusePair *p) {
  const TcTarget *target = &p->f->target;
  if (!target->backend || target->backend->gpu || !p->only ||
      p->kindA != TC_KERNEL_POINTWISE || p->kindB != TC_KERNEL_POINTWISE)
    return TC_FUSE_APART;
  MlirOperation map = tcFirstStage(p->ka), reader = tcFirstStage(p->kb);
  if (!mlirOperationIsNull(tcNextStage(map)) ||
      !mlirOperationIsNull(tcNextStage(reader)))
    return TC_FUSE_APART;
  intptr_t i = inputOf(p, reader);
  return i >= 0 && tcReadsRange(p->kb, reader, i, map) ? TC_FUSE_ABSORB
                                                       : TC_FUSE_APART;
}
