// Prims that move elements: the shapes of their results, and their constraints.
#include "dialects/check.h"
#include "dialects/prim/spelled.h"
#include "mlir-c/BuiltinTypes.h"
#include "tc/gen/PrimHooks.h"
#include "tc/gen/PrimOps.h"

static MlirType resultType(MlirOperation op) {
  return mlirValueGetType(mlirOperationGetResult(op, 0));
}

// Checks all operands, and the result if it exists: the start of every function
// here.
static MlirLogicalResult begin(const TcCheck *c, intptr_t numOperands) {
  if (tcCheckNumOperands(c) < numOperands)
    return tcCheckFail(c, "[TC-0201] needs %d operands", (int)numOperands);
  TC_TRY(tcCheckTensors(c, 0));
  return c->args ? TC_OK_RESULT
                 : tcCheckTensorType(c, resultType(c->op), "the result");
}

static MlirLogicalResult checkRank(const TcCheck *c, intptr_t rank,
                                   intptr_t wanted, const char *rule,
                                   const char *what) {
  if (rank == wanted)
    return TC_OK_RESULT;
  return tcCheckFail(c, "%s%s has %d dimensions, not %d", rule, what, (int)rank,
                     (int)wanted);
}

//===- broadcast_in_dim ---------------------------------------------------===//

static MlirLogicalResult checkBroadcastInDim(const TcCheck *c) {
  TC_TRY(begin(c, 1));
  MlirType self = tcCheckType(c, 0), result = resultType(c->op);
  TcInts dims;
  unsigned mask = 0;
  TC_TRY(tcCheckInts(c, "dims", &dims));
  if (dims.size != tcTypeGetRank(self))
    return tcCheckFail(c,
                       "[TC-0221] C1: %d entries in dims for %d dimensions "
                       "of the operand",
                       (int)dims.size, (int)tcTypeGetRank(self));
  TC_TRY(tcCheckDims(c, &dims, tcTypeGetRank(result), "[TC-0221] C2: ", &mask));
  for (intptr_t i = 0; i < dims.size; ++i) {
    MlirAttribute size = tcTypeGetSize(self, i);
    if (i > 0 && dims.data[i] <= dims.data[i - 1])
      return tcCheckFail(c, "[TC-0221] C2: dims do not increase; put "
                            "prim.transpose before");
    if (!tcSizeAttrIsValue(size, 1))
      TC_TRY(
          tcCheckEqualSizes(c, size, tcTypeGetSize(result, dims.data[i]),
                            "[TC-0221] C3: ", "sizes of operand and result"));
  }
  return tcCheckSameElement(c, self, result, "[TC-0221] C4: ");
}

MlirLogicalResult tcPrimVerifyBroadcastInDim(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  return checkBroadcastInDim(&c);
}

//===- reshape ------------------------------------------------------------===//

static MlirLogicalResult checkReshape(const TcCheck *c) {
  TC_TRY(begin(c, 1));
  MlirType self = tcCheckType(c, 0), result = resultType(c->op);
  TC_TRY(tcCheckSameElement(c, self, result, "[TC-0222] C1: "));
  return tcCheckEqualSizes(c, tcTypeGetNumElements(self),
                           tcTypeGetNumElements(result),
                           "[TC-0222] C2: ", "numbers of elements");
}

MlirLogicalResult tcPrimVerifyReshape(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  return checkReshape(&c);
}

//===- transpose, rev -----------------------------------------------------===//

MlirLogicalResult tcPrimInferTranspose(const TcInferArgs *args,
                                       TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  TcInts permutation;
  unsigned mask = 0;
  TC_TRY(begin(&c, 1));
  TC_TRY(tcCheckInts(&c, "permutation", &permutation));
  MlirType self = tcCheckType(&c, 0);
  intptr_t rank = tcTypeGetRank(self);
  TC_TRY(tcCheckDims(&c, &permutation, rank, "[TC-0223] C1: ", &mask));
  if (permutation.size != rank)
    return tcCheckFail(&c,
                       "[TC-0223] C1: the permutation has %d entries for "
                       "%d dimensions",
                       (int)permutation.size, (int)rank);
  MlirAttribute sizes[TC_MAX_RANK];
  for (intptr_t i = 0; i < rank; ++i)
    sizes[i] = tcTypeGetSize(self, permutation.data[i]);
  return tcCheckPush(&c, out, rank, sizes, tcTypeGetElement(self),
                     "[TC-0223] C1: ");
}

MlirLogicalResult tcPrimInferRev(const TcInferArgs *args, TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  TcInts dims;
  unsigned mask = 0;
  TC_TRY(begin(&c, 1));
  TC_TRY(tcCheckInts(&c, "dims", &dims));
  MlirType self = tcCheckType(&c, 0);
  TC_TRY(tcCheckDims(&c, &dims, tcTypeGetRank(self), "[TC-0224] C1: ", &mask));
  tcTypeSinkPush(out, self);
  return TC_OK_RESULT;
}

//===- slice --------------------------------------------------------------===//

// Elements of a dimension from `start` on: the slice's size if its result type
// leaves it out.
static void allFrom(const TcCheck *c, MlirAttribute start, int64_t step,
                    MlirAttribute taken, MlirAttribute size) {
  MlirAttribute left = tcSizeAttrSub(size, start);
  MlirAttribute by = tcSizeAttrGetConstant(tcCheckContext(c), step);
  if (c->relate && taken.ptr && left.ptr)
    c->relate->otherwise(c->relate->self, taken,
                         step == 1 ? left : tcSizeAttrCeilDiv(left, by));
}

// Rejects a slice that is out of bounds in dimension `d` for all values of the
// symbols. Otherwise the producer guarantees that it is in bounds.
static MlirLogicalResult checkBounds(const TcCheck *c, intptr_t d,
                                     MlirAttribute start, int64_t step,
                                     MlirAttribute taken, MlirAttribute size) {
  MlirAttribute one = tcSizeAttrGetConstant(tcCheckContext(c), 1);
  MlirAttribute last = tcSizeAttrAdd(
      start, tcSizeAttrMulConst(tcSizeAttrAddConst(taken, -1), step));
  MlirAttribute minusOne = tcSizeAttrGetConstant(tcCheckContext(c), -1);
  bool empty = !tcSizeAttrProvablyLessEqual(one, taken);
  bool outside = tcSizeAttrProvablyLessEqual(size, last) ||
                 tcSizeAttrProvablyLessEqual(start, minusOne);
  if (empty || !outside)
    return TC_OK_RESULT;
  return tcCheckFail(c,
                     "[TC-0225] C4: elements %s to %s of dimension %d, "
                     "which has %s",
                     tcSizeText(start).text, tcSizeText(last).text, (int)d,
                     tcSizeText(size).text);
}

static MlirLogicalResult checkSlice(const TcCheck *c) {
  TC_TRY(begin(c, 1));
  MlirType self = tcCheckType(c, 0), result = resultType(c->op);
  intptr_t rank = tcTypeGetRank(self);
  MlirAttribute starts[TC_MAX_RANK];
  TcInts steps;
  TC_TRY(tcCheckSizes(c, "starts", rank, starts, "[TC-0225] C1: "));
  TC_TRY(tcCheckInts(c, "steps", &steps));
  TC_TRY(checkRank(c, steps.size, rank, "[TC-0225] C1: ", "'steps'"));
  TC_TRY(checkRank(c, tcTypeGetRank(result), rank,
                   "[TC-0225] C3: ", "the result"));
  TC_TRY(tcCheckSameElement(c, self, result, "[TC-0225] C3: "));
  for (intptr_t d = 0; d < rank; ++d) {
    if (steps.data[d] < 1)
      return tcCheckFail(c,
                         "[TC-0225] C2: step %lld; the least is 1: put "
                         "prim.rev before",
                         (long long)steps.data[d]);
    allFrom(c, starts[d], steps.data[d], tcTypeGetSize(result, d),
            tcTypeGetSize(self, d));
    TC_TRY(checkBounds(c, d, starts[d], steps.data[d], tcTypeGetSize(result, d),
                       tcTypeGetSize(self, d)));
  }
  return TC_OK_RESULT;
}

MlirLogicalResult tcPrimVerifySlice(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  return checkSlice(&c);
}

//===- pad ----------------------------------------------------------------===//

// low + n + high + interior * max(n - 1, 0)
static MlirAttribute padSize(MlirAttribute n, MlirAttribute low,
                             MlirAttribute high, int64_t interior) {
  MlirAttribute size = tcSizeAttrAdd(tcSizeAttrAdd(low, n), high);
  if (interior == 0)
    return size;
  MlirAttribute zero = tcSizeAttrGetConstant(mlirAttributeGetContext(low), 0);
  MlirAttribute gaps = tcSizeAttrMax(tcSizeAttrAddConst(n, -1), zero);
  return tcSizeAttrAdd(size, tcSizeAttrMulConst(gaps, interior));
}

static MlirLogicalResult checkPad(const TcCheck *c) {
  TC_TRY(begin(c, 2));
  MlirType self = tcCheckType(c, 0), value = tcCheckType(c, 1);
  MlirType result = resultType(c->op);
  intptr_t rank = tcTypeGetRank(self);
  MlirAttribute low[TC_MAX_RANK], high[TC_MAX_RANK];
  TcInts interior;
  TC_TRY(checkRank(c, tcTypeGetRank(value), 0,
                   "[TC-0226] C1: ", "the padding value"));
  TC_TRY(tcCheckSameElement(c, self, value, "[TC-0226] C1: "));
  TC_TRY(tcCheckSizes(c, "low", rank, low, "[TC-0226] C2: "));
  TC_TRY(tcCheckSizes(c, "high", rank, high, "[TC-0226] C2: "));
  TC_TRY(tcCheckInts(c, "interior", &interior));
  TC_TRY(checkRank(c, interior.size, rank, "[TC-0226] C2: ", "'interior'"));
  TC_TRY(checkRank(c, tcTypeGetRank(result), rank,
                   "[TC-0226] C4: ", "the result"));
  TC_TRY(tcCheckSameElement(c, self, result, "[TC-0226] C4: "));
  for (intptr_t d = 0; d < rank; ++d) {
    if (interior.data[d] < 0)
      return tcCheckFail(c,
                         "[TC-0226] C3: interior padding %lld; crop by "
                         "prim.slice",
                         (long long)interior.data[d]);
    MlirAttribute size =
        padSize(tcTypeGetSize(self, d), low[d], high[d], interior.data[d]);
    TC_TRY(tcCheckEqualSizes(
        c, tcTypeGetSize(result, d), size,
        "[TC-0226] C4: ", "sizes of the result and of what is padded"));
  }
  return TC_OK_RESULT;
}

MlirLogicalResult tcPrimVerifyPad(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  return checkPad(&c);
}

//===- cat ----------------------------------------------------------------===//

static MlirLogicalResult checkPiece(const TcCheck *c, MlirType first,
                                    MlirType piece, int64_t dim) {
  intptr_t rank = tcTypeGetRank(first);
  TC_TRY(
      checkRank(c, tcTypeGetRank(piece), rank, "[TC-0227] C2: ", "an operand"));
  TC_TRY(tcCheckSameElement(c, first, piece, "[TC-0227] C2: "));
  for (intptr_t d = 0; d < rank; ++d)
    if (d != dim)
      TC_TRY(tcCheckEqualSizes(c, tcTypeGetSize(first, d),
                               tcTypeGetSize(piece, d),
                               "[TC-0227] C3: ", "sizes that are not joined"));
  return TC_OK_RESULT;
}

MlirLogicalResult tcPrimInferCat(const TcInferArgs *args, TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  int64_t dim;
  if (args->numOperands == 0)
    return tcCheckFail(&c, "[TC-0227] C1: joins nothing");
  TC_TRY(begin(&c, 1));
  TC_TRY(tcCheckInt(&c, "dim", &dim));
  MlirType first = tcCheckType(&c, 0);
  TC_TRY(tcCheckDim(&c, dim, tcTypeGetRank(first), "[TC-0227] C1: "));
  MlirAttribute sizes[TC_MAX_RANK];
  tcTypeGetSizes(first, sizes);
  for (intptr_t i = 1; i < args->numOperands; ++i) {
    MlirType piece = tcCheckType(&c, i);
    TC_TRY(checkPiece(&c, first, piece, dim));
    sizes[dim] = tcSizeAttrAdd(sizes[dim], tcTypeGetSize(piece, dim));
  }
  return tcCheckPush(&c, out, tcTypeGetRank(first), sizes,
                     tcTypeGetElement(first), "[TC-0227] C3: ");
}

//===- dynamic_slice, dynamic_update_slice --------------------------------===//

// Operands from `first` on are one scalar start for each dimension of `self`;
// `block` fits into it.
static MlirLogicalResult checkBlock(const TcCheck *c, MlirType self,
                                    MlirType block, intptr_t first,
                                    const char *startRule,
                                    const char *blockRule) {
  intptr_t rank = tcTypeGetRank(self);
  intptr_t numStarts = tcCheckNumOperands(c) - first;
  if (numStarts != rank)
    return tcCheckFail(c, "%s%d starts for %d dimensions", startRule,
                       (int)numStarts, (int)rank);
  for (intptr_t i = 0; i < rank; ++i) {
    MlirType start = tcCheckType(c, first + i);
    if (tcTypeGetRank(start) != 0 || tcTypeGetDType(start) != TC_DTYPE_I64)
      return tcCheckFail(c, "%sa start is %s, not tensor<i64>", startRule,
                         tcTypeText(start).text);
  }
  TC_TRY(checkRank(c, tcTypeGetRank(block), rank, blockRule, "the block"));
  TC_TRY(tcCheckSameElement(c, self, block, blockRule));
  for (intptr_t d = 0; d < rank; ++d) {
    MlirAttribute size = tcTypeGetSize(self, d), part = tcTypeGetSize(block, d);
    if (tcSizeAttrProvablyLessEqual(tcSizeAttrAddConst(size, 1), part))
      return tcCheckFail(c, "%sa block of %s along dimension %d, which has %s",
                         blockRule, tcSizeText(part).text, (int)d,
                         tcSizeText(size).text);
  }
  return TC_OK_RESULT;
}

static MlirLogicalResult checkDynamicSlice(const TcCheck *c) {
  TC_TRY(begin(c, 1));
  MlirType self = tcCheckType(c, 0), result = resultType(c->op);
  TC_TRY(checkBlock(c, self, result, 1, "[TC-0228] C1: ", "[TC-0228] C2: "));
  MlirAttribute zero = tcSizeAttrGetConstant(tcCheckContext(c), 0);
  for (intptr_t d = 0; d < tcTypeGetRank(self); ++d)
    allFrom(c, zero, 1, tcTypeGetSize(result, d), tcTypeGetSize(self, d));
  return TC_OK_RESULT;
}

MlirLogicalResult tcPrimVerifyDynamicSlice(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  return checkDynamicSlice(&c);
}

MlirLogicalResult tcPrimInferDynamicUpdateSlice(const TcInferArgs *args,
                                                TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  TC_TRY(begin(&c, 2));
  MlirType self = tcCheckType(&c, 0);
  TC_TRY(checkBlock(&c, self, tcCheckType(&c, 1), 2,
                    "[TC-0229] C1: ", "[TC-0229] C2: "));
  tcTypeSinkPush(out, self);
  return TC_OK_RESULT;
}

//===- Results that are spelled out ---------------------------------------===//

MlirLogicalResult tcPrimRelateSpelled(MlirOperation op,
                                      const TcRelate *relate) {
  TcCheck c = {NULL, op, relate};
  switch (tcPrimOpKind(op)) {
  case TC_PRIM_BROADCAST_IN_DIM:
    return checkBroadcastInDim(&c);
  case TC_PRIM_RESHAPE:
    return checkReshape(&c);
  case TC_PRIM_SLICE:
    return checkSlice(&c);
  case TC_PRIM_PAD:
    return checkPad(&c);
  case TC_PRIM_DYNAMIC_SLICE:
    return checkDynamicSlice(&c);
  case TC_PRIM_NONZERO:
    return tcPrimCheckNonzero(&c);
  default:
    return TC_OK_RESULT;
  }
}
