// Gather and scatter by tensors of positions, and the positions of elements.
#include "dialects/check.h"
#include "dialects/prim/spelled.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tc/gen/PrimHooks.h"
#include <string.h>

// The shape that indexing gives: that of an index, then what is not indexed.
typedef struct Indexed {
  MlirType self;
  TcInts dims;
  MlirAttribute sizes[2 * TC_MAX_RANK];
  intptr_t rank;
} Indexed;

// The indices are the operands from `first` on.
static MlirLogicalResult checkIndices(const TcCheck *c, intptr_t first,
                                      const TcInts *dims) {
  intptr_t n = tcCheckNumOperands(c) - first;
  if (n < 1 || n != dims->size)
    return tcCheckFail(c,
                       "[TC-0230] C1: %d indices for %d dims; one or more, "
                       "as many of both",
                       (int)(n < 0 ? 0 : n), (int)dims->size);
  MlirType shape = tcCheckType(c, first);
  for (intptr_t i = 0; i < n; ++i) {
    MlirType index = tcCheckType(c, first + i);
    if (tcTypeGetDType(index) != TC_DTYPE_I64 ||
        tcTypeGetRank(index) != tcTypeGetRank(shape))
      return tcCheckFail(c,
                         "[TC-0230] C3: indices are %s and %s; all are i64 "
                         "and of one shape",
                         tcTypeText(shape).text, tcTypeText(index).text);
    for (intptr_t d = 0; d < tcTypeGetRank(shape); ++d)
      TC_TRY(tcCheckEqualSizes(c, tcTypeGetSize(shape, d),
                               tcTypeGetSize(index, d),
                               "[TC-0230] C3: ", "sizes of indices"));
  }
  return TC_OK_RESULT;
}

static MlirLogicalResult readIndexed(const TcCheck *c, intptr_t first,
                                     Indexed *out) {
  unsigned mask = 0;
  if (tcCheckNumOperands(c) < first)
    return tcCheckFail(c, "[TC-0201] needs %d operands", (int)first + 1);
  TC_TRY(tcCheckTensors(c, 0));
  out->self = tcCheckType(c, 0);
  TC_TRY(tcCheckInts(c, "dims", &out->dims));
  TC_TRY(checkIndices(c, first, &out->dims));
  TC_TRY(tcCheckDims(c, &out->dims, tcTypeGetRank(out->self),
                     "[TC-0230] C2: ", &mask));
  MlirType index = tcCheckType(c, first);
  out->rank = tcTypeGetRank(index);
  tcTypeGetSizes(index, out->sizes);
  for (intptr_t d = 0; d < tcTypeGetRank(out->self); ++d)
    if (!(mask & 1u << d))
      out->sizes[out->rank++] = tcTypeGetSize(out->self, d);
  return TC_OK_RESULT;
}

MlirLogicalResult tcPrimInferIndex(const TcInferArgs *args, TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  Indexed indexed;
  TC_TRY(readIndexed(&c, 1, &indexed));
  return tcCheckPush(&c, out, indexed.rank, indexed.sizes,
                     tcTypeGetElement(indexed.self), "[TC-0230] C4: ");
}

//===- index_put ----------------------------------------------------------===//

static MlirLogicalResult checkValues(const TcCheck *c, const Indexed *indexed) {
  MlirType values = tcCheckType(c, 1);
  TC_TRY(tcCheckSameElement(c, indexed->self, values, "[TC-0231] C1: "));
  if (tcTypeGetRank(values) != indexed->rank)
    return tcCheckFail(c,
                       "[TC-0231] C1: values have %d dimensions; indexing "
                       "gives %d",
                       (int)tcTypeGetRank(values), (int)indexed->rank);
  for (intptr_t d = 0; d < indexed->rank; ++d)
    TC_TRY(tcCheckEqualSizes(
        c, tcTypeGetSize(values, d), indexed->sizes[d],
        "[TC-0231] C1: ", "sizes of values and of what is indexed"));
  return TC_OK_RESULT;
}

static MlirLogicalResult checkCombine(const TcCheck *c, MlirType self) {
  static const char *const kinds[] = {"set", "add", "mul", "max", "min"};
  MlirAttribute attr = tcCheckAttr(c, "combine");
  if (!attr.ptr || !mlirAttributeIsAString(attr))
    return tcCheckFail(c, "[TC-0202] attribute 'combine' must be a string");
  MlirStringRef combine = mlirStringAttrGetValue(attr);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    if (mlirStringRefEqual(combine, mlirStringRefCreateFromCString(kinds[i]))) {
      if (i >= 3 && tcTypeIsComplex(self))
        return tcCheckFail(c, "[TC-0231] C3: complex numbers have no order");
      return TC_OK_RESULT;
    }
  return tcCheckFail(c,
                     "[TC-0231] C2: '%.*s' is no way to combine; set, add, "
                     "mul, max, min",
                     TC_REF(combine));
}

MlirLogicalResult tcPrimInferIndexPut(const TcInferArgs *args,
                                      TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  Indexed indexed;
  TC_TRY(readIndexed(&c, 2, &indexed));
  TC_TRY(checkValues(&c, &indexed));
  TC_TRY(checkCombine(&c, indexed.self));
  tcTypeSinkPush(out, indexed.self);
  return TC_OK_RESULT;
}

//===- nonzero ------------------------------------------------------------===//

MlirLogicalResult tcPrimCheckNonzero(const TcCheck *c) {
  TC_TRY(tcCheckTensors(c, 0));
  MlirType self = tcCheckType(c, 0);
  MlirType result = mlirValueGetType(mlirOperationGetResult(c->op, 0));
  intptr_t rank = tcTypeGetRank(self);
  TC_TRY(tcCheckTensorType(c, result, "the result"));
  if (tcTypeGetRank(result) != 2)
    return tcCheckFail(c,
                       "[TC-0232] C1: the result is %s; it has a row of %d "
                       "positions for each element found",
                       tcTypeText(result).text, (int)rank);
  TC_TRY(tcCheckEqualSizes(
      c, tcTypeGetSize(result, 1),
      tcSizeAttrGetConstant(tcCheckContext(c), rank),
      "[TC-0232] C1: ", "positions in a row and dimensions of the operand"));
  MlirStringRef symbol;
  MlirAttribute rows = tcTypeGetSize(result, 0);
  if (!tcTypeHasSizes(result))
    return TC_OK_RESULT;
  if (!tcSizeAttrIsSymbol(rows, &symbol))
    return tcCheckFail(c,
                       "[TC-0232] C2: the number of rows is %s; it is not "
                       "known before: name it by a fresh symbol",
                       tcSizeText(rows).text);
  for (intptr_t d = 0; d < rank; ++d)
    if (tcSizeAttrUses(tcTypeGetSize(self, d), symbol))
      return tcCheckFail(c,
                         "[TC-0232] C2: symbol %.*s is a size of the "
                         "operand; name the rows by a fresh one",
                         TC_REF(symbol));
  return TC_OK_RESULT;
}

MlirLogicalResult tcPrimVerifyNonzero(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  return tcPrimCheckNonzero(&c);
}

//===- range_to -----------------------------------------------------------===//

MlirLogicalResult tcPrimVerifyRangeTo(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  TC_TRY(tcCheckTensors(&c, 0));
  MlirType count = tcCheckType(&c, 0);
  MlirType result = mlirValueGetType(mlirOperationGetResult(op, 0));
  TC_TRY(tcCheckTensorType(&c, result, "the result"));
  if (tcTypeGetRank(count) ||
      !mlirTypeEqual(tcTypeGetElement(count), tcTypeGetElement(result)))
    return tcCheckFail(&c, "[TC-0232] C1: the count is %s, not tensor<i64>",
                       tcTypeText(count).text);
  if (tcTypeGetRank(result) != 1 ||
      (tcTypeHasSizes(result) &&
       !tcSizeAttrIsSymbol(tcTypeGetSize(result, 0), NULL)))
    return tcCheckFail(&c,
                       "[TC-0232] C2: the result is %s; its only size is not "
                       "known before: name it by a fresh symbol",
                       tcTypeText(result).text);
  return TC_OK_RESULT;
}
