// prim-to-loop for sums of products by segment, as the gradients of experts'
// matrices are: a batch of products that a scatter adds up, whose positions
// ascend (prim.ascending). The products of a segment are neighbours, so each
// sum is one contraction, over the products between two bounds and over what
// each is summed over:
//
//   sums[g, m, n] = sum over b, r of x[b, r, m] y[b, r, n],
//                   first[g] <= b < end[g]
//
// No product of the batch is stored. Whatever lowers the contraction loops over
// the products of a segment alone (lower/cpu/kernel_segments.c).
#include "passes/lower/segment_sums.h"

#include "lib/ir/ascending.h"
#include "lib/ir/attrs.h"
#include "lib/ir/kernel_read.h"
#include "lib/ir/precision.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/LoopOps.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===- What they are ------------------------------------------------------===//

static MlirOperation definition(MlirValue v, TcPrimOpKind kind) {
  MlirOperation none = {NULL};
  if (!mlirValueIsAOpResult(v))
    return none;
  MlirOperation op = mlirOpResultGetOwner(v);
  return tcPrimOpKind(op) == kind ? op : none;
}

static bool isZeros(MlirValue v) {
  MlirOperation op = definition(v, TC_PRIM_BROADCAST_IN_DIM);
  if (!mlirOperationIsNull(op))
    v = mlirOperationGetOperand(op, 0);
  op = definition(v, TC_PRIM_CONSTANT);
  if (mlirOperationIsNull(op))
    return false;
  MlirAttribute value = tcPrimConstantGetValue(op);
  return mlirAttributeIsADenseElements(value) &&
         mlirDenseElementsAttrIsSplat(value) &&
         mlirFloatAttrGetValueDouble(
             mlirDenseElementsAttrGetSplatValue(value)) == 0;
}

static bool isFirst(MlirAttribute dims) {
  return mlirDenseArrayGetNumElements(dims) == 1 &&
         mlirDenseI64ArrayGetElement(dims, 0) == 0;
}

// The batch of products that are summed exactly as they are: not rounded
// before.
static bool isProduct(MlirOperation op) {
  MlirType type = tcElementType(mlirOperationGetResult(op, 0));
  int64_t n;
  return (mlirTypeIsAF32(type) || mlirTypeIsAF64(type)) &&
         isFirst(tcPrimDotGeneralGetSelfBatch(op)) &&
         isFirst(tcPrimDotGeneralGetOtherBatch(op)) &&
         !mlirOperationGetInherentAttributeByName(op, tcStr("ordered")).ptr &&
         tcSizeAttrIsConstant(tcSizeOf(mlirOperationGetResult(op, 0), 0), &n);
}

static bool isScatter(MlirOperation op, TcSegmentSums *s) {
  if (tcPrimOpKind(op) != TC_PRIM_INDEX_PUT || !tcIsAscending(op) ||
      mlirOperationGetNumOperands(op) != 3 ||
      !isFirst(tcPrimIndexPutGetDims(op)) ||
      !mlirStringRefEqual(tcPrimIndexPutGetCombine(op), tcStr("add")))
    return false;
  MlirValue products = mlirOperationGetOperand(op, 1);
  s->scatter = op;
  s->product = definition(products, TC_PRIM_DOT_GENERAL);
  s->positions = mlirOperationGetOperand(op, 2);
  return !mlirOperationIsNull(s->product) && isProduct(s->product) &&
         tcHasOneUse(products) && tcRank(s->positions) == 1 &&
         mlirTypeEqual(tcElementType(s->positions),
                       mlirIntegerTypeGet(mlirOperationGetContext(op), 64)) &&
         isZeros(mlirOperationGetOperand(op, 0));
}

// Whether a slice has the first points of the first dimension, and all of the
// others.
static bool isHead(MlirOperation slice) {
  MlirValue x = tcPrimSliceGetSelf(slice), y = mlirOperationGetResult(slice, 0);
  MlirAttribute starts = tcPrimSliceGetStarts(slice);
  for (intptr_t d = 0; d < tcRank(x); ++d)
    if (!tcSizeAttrIsValue(tcDimsAttrGetDim(starts, d), 0) ||
        tcPrimSliceGetStepsAt(slice, d) != 1 ||
        (d && !tcSizeAttrEqual(tcSizeOf(x, d), tcSizeOf(y, d))))
      return false;
  return true;
}

// The slice that alone reads a scatter, of its first segments; else null.
static MlirOperation headOf(MlirOperation scatter) {
  MlirValue sums = mlirOperationGetResult(scatter, 0);
  if (!tcHasOneUse(sums))
    return (MlirOperation){NULL};
  MlirOperation user = mlirOpOperandGetOwner(mlirValueGetFirstUse(sums));
  bool is = tcPrimOpKind(user) == TC_PRIM_SLICE && isHead(user);
  return is ? user : (MlirOperation){NULL};
}

bool tcIsSegmentSums(MlirOperation op, TcSegmentSums *s) {
  bool isSlice = tcPrimOpKind(op) == TC_PRIM_SLICE;
  MlirOperation scatter =
      isSlice ? definition(tcPrimSliceGetSelf(op), TC_PRIM_INDEX_PUT) : op;
  s->result = op;
  if (mlirOperationIsNull(scatter) || !isScatter(scatter, s))
    return false;
  MlirOperation head = headOf(scatter);
  return isSlice ? mlirOperationEqual(head, op) : mlirOperationIsNull(head);
}

//===- Bounds -------------------------------------------------------------===//

// One for a position that is before the segment, or up to it.
static MlirValue counted(TcStage *s, MlirValue is) {
  TcBuilder *b = &s->body;
  MlirType i64 = mlirIntegerTypeGet(b->ctx, 64);
  return tcPrimWhere(b, is, tcScalarConstant(b, i64, 1),
                     tcScalarConstant(b, i64, 0));
}

void tcLowerSegmentBounds(const TcSegmentSums *segments, TcLowering *l) {
  static const char *const kinds[] = {"add", "add"};
  TcStage s;
  MlirValue sums = mlirOperationGetResult(segments->result, 0);
  MlirValue all = mlirOperationGetResult(segments->scatter, 0);
  MlirValue positions = tcKernelArg(&l->kernel, 0);
  tcStageOpen(&s, &l->kernel);
  MlirAttribute g = tcKernelIter(&l->kernel, tcSizeOf(sums, 0));
  MlirAttribute b = tcKernelIter(&l->kernel, tcSizeOf(positions, 0));
  tcStageIter(&s, g);
  tcStageOver(&s, b);
  MlirAttribute map = tcIterExpr(b);
  MlirValue at = tcLoopWithin(&s.body, tcLowerRead(l, &s, 0, &map),
                              tcScalarIndex(&s.body, tcSizeOf(all, 0)));
  MlirValue segment = tcScalarIndex(&s.body, tcIterExpr(g));
  MlirValue counts[] = {counted(&s, tcPrimLt(&s.body, at, segment)),
                        counted(&s, tcPrimLe(&s.body, at, segment))};
  tcStageYield(&s, 2, counts);
  tcStageStrings(&s, "kinds", 2, kinds);
  tcLowerResults(l, tcStageClose(&s, "loop.reduce", -1));
}

//===- Sums ---------------------------------------------------------------===//

// Reads a factor: its batch at `b`, what is contracted at `over`; what is left
// has iterators of its own.
static MlirValue readFactor(TcLowering *l, TcStage *s, intptr_t arg,
                            MlirAttribute b, MlirAttribute dims,
                            const MlirAttribute *over) {
  MlirValue x = tcKernelArg(&l->kernel, arg);
  MlirAttribute *map =
      TC_ARENA_ARRAY(l->kernel.arena, MlirAttribute, (size_t)tcRank(x) + 1);
  map[0] = tcIterExpr(b);
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(dims); ++i)
    map[mlirDenseI64ArrayGetElement(dims, i)] = tcIterExpr(over[i]);
  for (intptr_t d = 1; d < tcRank(x); ++d) {
    if (map[d].ptr)
      continue;
    MlirAttribute iter = tcKernelIter(&l->kernel, tcSizeOf(x, d));
    map[d] = tcIterExpr(iter);
    tcStageIter(s, iter);
  }
  return tcLowerRead(l, s, arg, map);
}

static MlirValue selected(TcStage *s, MlirValue in, MlirValue x,
                          MlirType type) {
  TcBuilder *b = &s->body;
  MlirValue zero = tcScalarConstant(b, mlirValueGetType(x), 0);
  return tcScalarConvert(b, tcPrimWhere(b, in, x, zero), type);
}

void tcLowerSegmentSums(const TcSegmentSums *segments, TcLowering *l) {
  MlirOperation product = segments->product;
  MlirValue sums = mlirOperationGetResult(segments->result, 0);
  MlirValue x = tcKernelArg(&l->kernel, 0);
  MlirAttribute xs = tcPrimDotGeneralGetSelfContract(product);
  MlirAttribute ys = tcPrimDotGeneralGetOtherContract(product);
  intptr_t n = mlirDenseArrayGetNumElements(xs);
  MlirAttribute *over =
      TC_ARENA_ARRAY(l->kernel.arena, MlirAttribute, (size_t)n + 1);
  TcStage s;
  tcStageOpen(&s, &l->kernel);
  MlirAttribute g = tcKernelIter(&l->kernel, tcSizeOf(sums, 0));
  MlirAttribute b = tcKernelIter(&l->kernel, tcSizeOf(x, 0));
  tcStageIter(&s, g);
  tcStageOver(&s, b);
  for (intptr_t i = 0; i < n; ++i) {
    intptr_t d = (intptr_t)mlirDenseI64ArrayGetElement(xs, i);
    over[i] = tcKernelIter(&l->kernel, tcSizeOf(x, d));
    tcStageOver(&s, over[i]);
  }
  MlirValue p = readFactor(l, &s, 0, b, xs, over);
  MlirValue q = readFactor(l, &s, 1, b, ys, over);
  MlirAttribute map = tcIterExpr(g);
  MlirValue first = tcLowerRead(l, &s, 2, &map);
  MlirValue end = tcLowerRead(l, &s, 3, &map);
  MlirValue at = tcScalarIndex(&s.body, tcIterExpr(b));
  MlirValue in = tcPrimBitwiseAnd(&s.body, tcPrimGe(&s.body, at, first),
                                  tcPrimLt(&s.body, at, end));
  MlirType type = tcElementType(sums);
  MlirValue factors[] = {selected(&s, in, p, type), selected(&s, in, q, type)};
  tcStageYield(&s, 2, factors);
  MlirOperation stage = tcStageClose(&s, "loop.contract", 1);
  if (tcAllowsTf32(product))
    tcAllowTf32(stage);
  tcSetFactorsTf32(stage, tcFactorIsTf32(product, 0),
                   tcFactorIsTf32(product, 1));
  tcLowerResults(l, stage);
}
