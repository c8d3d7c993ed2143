// Verifies the other ops of a kernel: sequential loops, joins, and loop.at and
// loop.index in bodies.
#include "dialects/loop/scope.h"
#include "lib/ir/join.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tc/gen/LoopHooks.h"
#include "tc/gen/LoopOps.h"

//===- for ----------------------------------------------------------------===//

// `type` with a leading dimension `size`; null if that is one too many.
static MlirType stack(MlirType type, MlirAttribute size) {
  MlirAttribute sizes[TC_MAX_RANK] = {size};
  if (tcTypeGetRank(type) >= TC_MAX_RANK || !tcTypeIsTensor(type))
    return (MlirType){NULL};
  tcTypeGetSizes(type, sizes + 1);
  return tcTypeWithSizes(type, tcTypeGetRank(type) + 1, sizes);
}

static MlirLogicalResult verifyFor(TcLoopScope *s) {
  MlirOperation op = s->c.op;
  MlirStringRef iter = tcLoopForGetIter(op);
  MlirAttribute extent = tcLoopScopeExtent(s, iter);
  if (!extent.ptr || tcBindingsGet(&s->outer, iter).ptr)
    return tcCheckFail(&s->c,
                       "[TC-0258] C1: %.*s is no iterator of the kernel, "
                       "or a loop around it goes over it already",
                       TC_REF(iter));
  TcTypes carried = {0}, results = {0}, yields;
  for (intptr_t i = 0; i < tcCheckNumOperands(&s->c); ++i)
    (void)tcVecPush(&s->arena, &carried, tcCheckType(&s->c, i));
  MlirBlock body = mlirRegionGetFirstBlock(tcLoopForGetBody(op));
  TcTypes arguments = tcLoopArgumentTypes(s, body);
  TC_TRY(tcLoopCheckTypes(s, &arguments, &carried,
                          "[TC-0258] C2: ", "arguments of the body"));
  TC_TRY(tcLoopYieldTypes(s, body, "[TC-0258] C3: ", &yields));
  for (size_t i = 0; i < yields.size; ++i)
    (void)tcVecPush(&s->arena, &results,
                    i < carried.size ? yields.data[i]
                                     : stack(yields.data[i], extent));
  if (yields.size > carried.size)
    yields.size = carried.size;
  TC_TRY(tcLoopCheckTypes(s, &yields, &carried, "[TC-0258] C3: ",
                          "carried values that the body yields"));
  TcTypes given = tcLoopResultTypes(s);
  return tcLoopCheckTypes(s, &given, &results, "[TC-0258] C4: ", "results");
}

MlirLogicalResult tcLoopVerifyFor(MlirOperation op) {
  TcLoopScope s;
  MlirLogicalResult result = tcLoopScopeOpen(&s, op, "[TC-0258] C1: ");
  if (mlirLogicalResultIsSuccess(result))
    result = verifyFor(&s);
  tcArenaFree(&s.arena);
  return result;
}

//===- join ---------------------------------------------------------------===//

// Behind the last element of a piece that begins at `offset`.
static MlirAttribute endAlong(MlirOperation join, MlirType piece, intptr_t d,
                              MlirAttribute offset) {
  MlirAttribute size = tcTypeGetSize(piece, d);
  int64_t step = tcLoopJoinStep(join, d);
  if (step > 1)
    size = tcSizeAttrAddConst(tcSizeAttrMulConst(size, step), 1 - step);
  return tcSizeAttrAdd(offset, size);
}

static MlirLogicalResult checkPiece(const TcCheck *c, intptr_t i,
                                    MlirAttribute offsets, MlirType result) {
  MlirType piece = tcCheckType(c, i);
  intptr_t rank = tcTypeGetRank(result);
  if (tcTypeGetRank(piece) != rank || tcDimsAttrGetNumDims(offsets) != rank ||
      !mlirTypeEqual(tcTypeGetElement(piece), tcTypeGetElement(result)))
    return tcCheckFail(c, "[TC-0259] C2: piece %d is %s at %s, in a result %s",
                       (int)i, tcTypeText(piece).text, tcAttrText(offsets).text,
                       tcTypeText(result).text);
  MlirAttribute minusOne = tcSizeAttrGetConstant(tcCheckContext(c), -1);
  for (intptr_t d = 0; d < rank; ++d) {
    MlirAttribute offset = tcDimsAttrGetDim(offsets, d);
    MlirAttribute end = endAlong(c->op, piece, d, offset);
    MlirAttribute past = tcSizeAttrAddConst(tcTypeGetSize(result, d), 1);
    if (tcSizeAttrProvablyLessEqual(offset, minusOne) ||
        tcSizeAttrProvablyLessEqual(past, end))
      return tcCheckFail(c,
                         "[TC-0259] C3: piece %d reaches from %s to %s along "
                         "dimension %d, which has %s",
                         (int)i, tcSizeText(offset).text, tcSizeText(end).text,
                         (int)d, tcSizeText(tcTypeGetSize(result, d)).text);
  }
  return TC_OK_RESULT;
}

// Whether, along some dimension, one piece may end before the other begins, or
// lie between its elements.
static bool mayBeDisjoint(MlirOperation join, MlirType a,
                          MlirAttribute aOffsets, MlirType b,
                          MlirAttribute bOffsets) {
  int64_t apart;
  for (intptr_t d = 0; d < tcTypeGetRank(a); ++d) {
    MlirAttribute aStart = tcDimsAttrGetDim(aOffsets, d);
    MlirAttribute bStart = tcDimsAttrGetDim(bOffsets, d);
    MlirAttribute aEnd = endAlong(join, a, d, aStart);
    MlirAttribute bEnd = endAlong(join, b, d, bStart);
    int64_t step = tcLoopJoinStep(join, d);
    if (step > 1 &&
        (!tcSizeAttrIsConstant(tcSizeAttrSub(aStart, bStart), &apart) ||
         apart % step != 0))
      return true;
    bool meet =
        tcSizeAttrProvablyLessEqual(tcSizeAttrAddConst(bStart, 1), aEnd);
    meet &= tcSizeAttrProvablyLessEqual(tcSizeAttrAddConst(aStart, 1), bEnd);
    if (!meet)
      return true;
  }
  return false;
}

static MlirLogicalResult checkCover(const TcCheck *c, MlirAttribute offsets,
                                    MlirType result) {
  intptr_t n = tcCheckNumOperands(c);
  MlirAttribute sum = tcSizeAttrGetConstant(tcCheckContext(c), 0);
  for (intptr_t i = 0; i < n; ++i) {
    MlirType piece = tcCheckType(c, i);
    sum = tcSizeAttrAdd(sum, tcTypeGetNumElements(piece));
    for (intptr_t k = 0; k < i; ++k)
      if (!mayBeDisjoint(c->op, tcCheckType(c, k),
                         mlirArrayAttrGetElement(offsets, k), piece,
                         mlirArrayAttrGetElement(offsets, i)))
        return tcCheckFail(c, "[TC-0259] C4: pieces %d and %d overlap", (int)k,
                           (int)i);
  }
  return tcCheckEqualSizes(
      c, sum, tcTypeGetNumElements(result),
      "[TC-0259] C5: ", "numbers of elements of the pieces and the result");
}

static MlirLogicalResult checkSteps(const TcCheck *c, intptr_t rank) {
  MlirAttribute steps = tcLoopJoinGetSteps(c->op);
  if (mlirAttributeIsNull(steps))
    return TC_OK_RESULT;
  bool ok = mlirAttributeIsADenseI64Array(steps) &&
            mlirDenseArrayGetNumElements(steps) == rank;
  for (intptr_t d = 0; ok && d < rank; ++d)
    ok = tcLoopJoinStep(c->op, d) > 0 && tcLoopJoinStep(c->op, d) <= INT32_MAX;
  return ok ? TC_OK_RESULT
            : tcCheckFail(
                  c, "[TC-0259] C6: loop.steps is %s, of a result of rank %d",
                  tcAttrText(steps).text, (int)rank);
}

MlirLogicalResult tcLoopVerifyJoin(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  MlirAttribute offsets = tcLoopJoinGetOffsets(op);
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t n = tcCheckNumOperands(&c);
  TC_TRY(tcCheckNamedTensors(&c, 0));
  TC_TRY(tcCheckNamedTensorType(&c, result, "the result"));
  if (n == 0 || mlirArrayAttrGetNumElements(offsets) != n)
    return tcCheckFail(&c, "[TC-0259] C1: %d offsets for %d pieces",
                       (int)mlirArrayAttrGetNumElements(offsets), (int)n);
  TC_TRY(checkSteps(&c, tcTypeGetRank(result)));
  for (intptr_t i = 0; i < n; ++i)
    TC_TRY(checkPiece(&c, i, mlirArrayAttrGetElement(offsets, i), result));
  return checkCover(&c, offsets, result);
}

//===- at, index ----------------------------------------------------------===//

MlirLogicalResult tcLoopInferAt(const TcInferArgs *args, TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  if (args->numOperands < 1 || !tcTypeIsTensor(tcCheckType(&c, 0)))
    return tcCheckFail(&c, "[TC-0260] C1: takes a tensor, then a position");
  tcTypeSinkPush(out, tcTypeGetElement(tcCheckType(&c, 0)));
  return TC_OK_RESULT;
}

MlirLogicalResult tcLoopVerifyAt(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  intptr_t rank = tcTypeGetRank(tcCheckType(&c, 0));
  intptr_t n = tcLoopAtGetNumIndices(op);
  if (n == rank)
    return TC_OK_RESULT;
  return tcCheckFail(&c, "[TC-0260] C1: %d indices for %d dimensions", (int)n,
                     (int)rank);
}

MlirLogicalResult tcLoopVerifyIndex(MlirOperation op) {
  TcLoopScope s;
  MlirLogicalResult result = tcLoopScopeOpen(&s, op, "[TC-0261] C1: ");
  if (mlirLogicalResultIsSuccess(result))
    result = tcLoopScopeCheckExpr(&s, tcLoopIndexGetExpr(op), "[TC-0261] C1: ");
  tcArenaFree(&s.arena);
  return result;
}
