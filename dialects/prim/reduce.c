// Reductions, running sums, sorts: dimensions that are removed or change their
// size.
#include "dialects/check.h"
#include "mlir-c/BuiltinTypes.h"
#include "tc/gen/PrimHooks.h"
#include "tc/gen/PrimOps.h"

// The one tensor operand that all of these begin with.
static MlirLogicalResult checkSelf(const TcCheck *c, MlirType *self) {
  if (tcCheckNumOperands(c) < 1)
    return tcCheckFail(c, "[TC-0201] needs an operand");
  TC_TRY(tcCheckTensors(c, 0));
  *self = tcCheckType(c, 0);
  return TC_OK_RESULT;
}

// Pushes the type of `self` without the dimensions in `mask`.
static MlirLogicalResult pushWithout(const TcCheck *c, TcTypeSink *out,
                                     MlirType self, unsigned mask,
                                     MlirType element, const char *rule) {
  MlirAttribute sizes[TC_MAX_RANK];
  intptr_t rank = 0;
  for (intptr_t d = 0; d < tcTypeGetRank(self); ++d)
    if (!(mask & 1u << d))
      sizes[rank++] = tcTypeGetSize(self, d);
  return tcCheckPush(c, out, rank, sizes, element, rule);
}

static MlirType positionType(const TcCheck *c) {
  return mlirIntegerTypeGet(tcCheckContext(c), 64);
}

//===- sum, prod, amax, amin ----------------------------------------------===//

MlirLogicalResult tcPrimInferReduction(const TcInferArgs *args,
                                       TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  MlirType self;
  TcInts dims;
  unsigned mask = 0;
  TC_TRY(checkSelf(&c, &self));
  TC_TRY(tcCheckInts(&c, "dims", &dims));
  TC_TRY(tcCheckDims(&c, &dims, tcTypeGetRank(self), "[TC-0233] C1: ", &mask));
  return pushWithout(&c, out, self, mask, tcTypeGetElement(self),
                     "[TC-0233] C1: ");
}

MlirLogicalResult tcPrimVerifyReduction(MlirOperation op) {
  TcCheck c = tcCheckOp(op);
  TcPrimOpKind kind = tcPrimOpKind(op);
  bool arithmetic = kind == TC_PRIM_SUM || kind == TC_PRIM_PROD;
  MlirType self = tcCheckType(&c, 0);
  if (!(arithmetic ? tcTypeIsBool(self) : tcTypeIsComplex(self)))
    return TC_OK_RESULT;
  return tcCheckFail(&c, "[TC-0233] C2: does not take %s; %s",
                     tcTypeText(tcTypeGetElement(self)).text,
                     arithmetic ? "insert prim.convert_element_type"
                                : "complex numbers have no order");
}

//===- argmax, argmin -----------------------------------------------------===//

// `dim` of an ordered operand: what sorting and arg reductions ask for.
static MlirLogicalResult checkOrdered(const TcCheck *c, const char *dimRule,
                                      const char *elementRule, MlirType *self,
                                      int64_t *dim) {
  TC_TRY(checkSelf(c, self));
  TC_TRY(tcCheckInt(c, "dim", dim));
  TC_TRY(tcCheckDim(c, *dim, tcTypeGetRank(*self), dimRule));
  if (tcTypeIsComplex(*self))
    return tcCheckFail(c, "%scomplex numbers have no order", elementRule);
  return TC_OK_RESULT;
}

MlirLogicalResult tcPrimInferArgReduction(const TcInferArgs *args,
                                          TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  MlirType self;
  int64_t dim;
  TC_TRY(checkOrdered(&c, "[TC-0234] C1: ", "[TC-0234] C2: ", &self, &dim));
  return pushWithout(&c, out, self, 1u << dim, positionType(&c),
                     "[TC-0234] C1: ");
}

//===- cumsum -------------------------------------------------------------===//

MlirLogicalResult tcPrimInferCumsum(const TcInferArgs *args, TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  MlirType self;
  int64_t dim;
  TC_TRY(checkSelf(&c, &self));
  TC_TRY(tcCheckInt(&c, "dim", &dim));
  TC_TRY(tcCheckDim(&c, dim, tcTypeGetRank(self), "[TC-0235] C1: "));
  if (tcTypeIsBool(self))
    return tcCheckFail(&c, "[TC-0235] C2: does not take i1; insert "
                           "prim.convert_element_type");
  tcTypeSinkPush(out, self);
  return TC_OK_RESULT;
}

//===- cummax, cummin -----------------------------------------------------===//

MlirLogicalResult tcPrimInferRunningExtreme(const TcInferArgs *args,
                                            TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  MlirType self;
  int64_t dim;
  TC_TRY(checkOrdered(&c, "[TC-0235] C1: ", "[TC-0235] C2: ", &self, &dim));
  tcTypeSinkPush(out, self);
  return TC_OK_RESULT;
}

//===- sort, topk ---------------------------------------------------------===//

MlirLogicalResult tcPrimInferSort(const TcInferArgs *args, TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  MlirType self;
  int64_t dim;
  TC_TRY(checkOrdered(&c, "[TC-0236] C1: ", "[TC-0236] C2: ", &self, &dim));
  tcTypeSinkPush(out, self);
  tcTypeSinkPush(out, tcTypeWithElement(self, positionType(&c)));
  return TC_OK_RESULT;
}

MlirLogicalResult tcPrimInferTopk(const TcInferArgs *args, TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  MlirType self;
  int64_t dim;
  TC_TRY(checkOrdered(&c, "[TC-0237] C1: ", "[TC-0237] C2: ", &self, &dim));
  MlirAttribute k = tcCheckAttr(&c, "k"), sizes[TC_MAX_RANK];
  if (!tcAttrIsASize(k))
    return tcCheckFail(&c, "[TC-0202] attribute 'k' must be a #tc.size");
  tcTypeGetSizes(self, sizes);
  if (tcSizeAttrProvablyLessEqual(tcSizeAttrAddConst(sizes[dim], 1), k))
    return tcCheckFail(&c,
                       "[TC-0237] C3: there are no %s elements along dimension "
                       "%d, which has %s",
                       tcSizeText(k).text, (int)dim,
                       tcSizeText(sizes[dim]).text);
  sizes[dim] = k;
  intptr_t rank = tcTypeGetRank(self);
  TC_TRY(tcCheckPush(&c, out, rank, sizes, tcTypeGetElement(self),
                     "[TC-0237] C3: "));
  return tcCheckPush(&c, out, rank, sizes, positionType(&c), "[TC-0237] C3: ");
}
