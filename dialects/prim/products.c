// Products and windows: dot_general, convolution, max_pool. Sizes of results
// are expressions over the sizes of operands.
#include "dialects/check.h"
#include "lib/ir/precision.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tc/gen/PrimHooks.h"
#include <stdio.h>

//===- Dtypes of products -------------------------------------------------===//

// The dtype of two factors: one, and no truth values.
static MlirLogicalResult checkFactors(const TcCheck *c, MlirType left,
                                      MlirType right, const char *rule) {
  TC_TRY(tcCheckSameElement(c, left, right, rule));
  if (!tcTypeIsBool(left))
    return TC_OK_RESULT;
  return tcCheckFail(c, "%sdoes not take i1; insert prim.convert_element_type",
                     rule);
}

// The dtype of the result: attribute `name`, if it can hold such products;
// absent, the factors'.
static MlirLogicalResult checkOut(const TcCheck *c, MlirType factor,
                                  const char *name, const char *rule,
                                  MlirType *element) {
  *element = tcTypeGetElement(factor);
  MlirAttribute out = tcCheckAttr(c, name);
  if (!out.ptr)
    return TC_OK_RESULT;
  MlirType wanted =
      mlirAttributeIsAType(out) ? mlirTypeAttrGetValue(out) : (MlirType){NULL};
  if (tcTypeIsFloat(wanted) != tcTypeIsFloat(*element) ||
      tcTypeIsInt(wanted) != tcTypeIsInt(*element) ||
      tcTypeIsComplex(wanted) != tcTypeIsComplex(*element) ||
      tcTypeIsBool(wanted))
    return tcCheckFail(c, "%sproducts of %s do not add up to %s", rule,
                       tcTypeText(*element).text, tcTypeText(wanted).text);
  *element = wanted;
  return TC_OK_RESULT;
}

// `prim.tf32` permits rounded factors, which `ordered` does not.
static MlirLogicalResult checkTf32(const TcCheck *c, MlirType factor,
                                   const char *rule) {
  if (!tcCheckAttr(c, "prim.tf32").ptr ||
      (tcTypeIsFloat(tcTypeGetElement(factor)) &&
       !tcCheckAttr(c, "ordered").ptr))
    return TC_OK_RESULT;
  return tcCheckFail(
      c, "%s'prim.tf32' is for products of floats whose order is free", rule);
}

static MlirLogicalResult checkTf32Factors(const TcCheck *c, const char *rule) {
  MlirAttribute list = tcCheckAttr(c, "prim.tf32_factors");
  if (!list.ptr || (tcIsFactorList(list) && tcCheckAttr(c, "prim.tf32").ptr))
    return TC_OK_RESULT;
  return tcCheckFail(c,
                     "%s'prim.tf32_factors' lists operands, 0 and 1, of a "
                     "product with 'prim.tf32'",
                     rule);
}

//===- dot_general --------------------------------------------------------===//

typedef struct Dot {
  MlirType self, other;
  TcInts selfBatch, otherBatch, selfContract, otherContract;
  unsigned selfMask, otherMask; // dimensions that are not free
} Dot;

static MlirLogicalResult checkPairs(const TcCheck *c, const Dot *dot,
                                    const TcInts *left, const TcInts *right,
                                    const char *what) {
  char batch[64];
  snprintf(batch, sizeof batch, "%s sizes", what);
  if (left->size != right->size)
    return tcCheckFail(c,
                       "[TC-0211] C1: %d %s dimensions of the left for %d "
                       "of the right",
                       (int)left->size, what, (int)right->size);
  for (intptr_t i = 0; i < left->size; ++i)
    TC_TRY(tcCheckEqualSizes(c, tcTypeGetSize(dot->self, left->data[i]),
                             tcTypeGetSize(dot->other, right->data[i]),
                             "[TC-0211] C3: ", batch));
  return TC_OK_RESULT;
}

static MlirLogicalResult readDot(const TcCheck *c, Dot *dot) {
  const char *rule = "[TC-0211] C2: ";
  if (tcCheckNumOperands(c) != 2)
    return tcCheckFail(c, "[TC-0201] needs two operands");
  TC_TRY(tcCheckTensors(c, 0));
  dot->self = tcCheckType(c, 0);
  dot->other = tcCheckType(c, 1);
  intptr_t left = tcTypeGetRank(dot->self), right = tcTypeGetRank(dot->other);
  TC_TRY(tcCheckInts(c, "self_batch", &dot->selfBatch));
  TC_TRY(tcCheckInts(c, "other_batch", &dot->otherBatch));
  TC_TRY(tcCheckInts(c, "self_contract", &dot->selfContract));
  TC_TRY(tcCheckInts(c, "other_contract", &dot->otherContract));
  TC_TRY(tcCheckDims(c, &dot->selfBatch, left, rule, &dot->selfMask));
  TC_TRY(tcCheckDims(c, &dot->selfContract, left, rule, &dot->selfMask));
  TC_TRY(tcCheckDims(c, &dot->otherBatch, right, rule, &dot->otherMask));
  TC_TRY(tcCheckDims(c, &dot->otherContract, right, rule, &dot->otherMask));
  TC_TRY(checkPairs(c, dot, &dot->selfBatch, &dot->otherBatch, "batch"));
  return checkPairs(c, dot, &dot->selfContract, &dot->otherContract,
                    "contracting");
}

static intptr_t appendFree(MlirType type, unsigned mask, MlirAttribute *sizes,
                           intptr_t rank) {
  for (intptr_t d = 0; d < tcTypeGetRank(type); ++d)
    if (!(mask & 1u << d))
      sizes[rank++] = tcTypeGetSize(type, d);
  return rank;
}

MlirLogicalResult tcPrimInferDotGeneral(const TcInferArgs *args,
                                        TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  Dot dot = {.selfMask = 0};
  MlirType element;
  MlirAttribute sizes[2 * TC_MAX_RANK];
  TC_TRY(readDot(&c, &dot));
  TC_TRY(checkFactors(&c, dot.self, dot.other, "[TC-0211] C4: "));
  TC_TRY(checkOut(&c, dot.self, "out", "[TC-0211] C5: ", &element));
  TC_TRY(checkTf32(&c, dot.self, "[TC-0211] C7: "));
  TC_TRY(checkTf32Factors(&c, "[TC-0211] C8: "));
  intptr_t rank = 0;
  for (; rank < dot.selfBatch.size; ++rank)
    sizes[rank] = tcTypeGetSize(dot.self, dot.selfBatch.data[rank]);
  rank = appendFree(dot.self, dot.selfMask, sizes, rank);
  rank = appendFree(dot.other, dot.otherMask, sizes, rank);
  return tcCheckPush(&c, out, rank, sizes, element, "[TC-0211] C6: ");
}

//===- Windows ------------------------------------------------------------===//

// All entries of a list are at least `least`, and there is one for each of `n`
// dimensions.
static MlirLogicalResult readList(const TcCheck *c, const char *name,
                                  intptr_t n, int64_t least,
                                  const char *lengthRule, const char *valueRule,
                                  TcInts *out) {
  TC_TRY(tcCheckInts(c, name, out));
  if (out->size != n)
    return tcCheckFail(c, "%s'%s' has %d numbers for %d window dimensions",
                       lengthRule, name, (int)out->size, (int)n);
  for (intptr_t i = 0; i < n; ++i)
    if (out->data[i] < least)
      return tcCheckFail(c, "%s'%s' has %lld; the least is %lld", valueRule,
                         name, (long long)out->data[i], (long long)least);
  return TC_OK_RESULT;
}

// The room that windows of `taps` elements, `dilation` apart, leave to move in:
// padded size - (dilation * (taps - 1) + 1).
static MlirAttribute windowRoom(MlirAttribute padded, MlirAttribute taps,
                                int64_t dilation) {
  MlirAttribute span =
      tcSizeAttrMulConst(tcSizeAttrAddConst(taps, -1), dilation);
  return tcSizeAttrAddConst(tcSizeAttrSub(padded, span), -1);
}

//===- convolution --------------------------------------------------------===//

typedef struct Conv {
  MlirType input, weight;
  intptr_t spatial;
  TcInts strides, low, high, inputDilation, dilation;
  int64_t groups;
} Conv;

static MlirLogicalResult readConv(const TcCheck *c, Conv *conv) {
  const char *length = "[TC-0212] C2: ", *value = "[TC-0212] C3: ";
  if (tcCheckNumOperands(c) != 2)
    return tcCheckFail(c, "[TC-0201] needs two operands");
  TC_TRY(tcCheckTensors(c, 0));
  conv->input = tcCheckType(c, 0);
  conv->weight = tcCheckType(c, 1);
  intptr_t rank = tcTypeGetRank(conv->input);
  if (rank < 3 || tcTypeGetRank(conv->weight) != rank)
    return tcCheckFail(c,
                       "[TC-0212] C1: input and weight have %d and %d "
                       "dimensions; both have two and one or more of space",
                       (int)rank, (int)tcTypeGetRank(conv->weight));
  intptr_t n = conv->spatial = rank - 2;
  TC_TRY(readList(c, "strides", n, 1, length, value, &conv->strides));
  TC_TRY(readList(c, "pad_low", n, INT64_MIN, length, value, &conv->low));
  TC_TRY(readList(c, "pad_high", n, INT64_MIN, length, value, &conv->high));
  TC_TRY(
      readList(c, "input_dilation", n, 1, length, value, &conv->inputDilation));
  TC_TRY(readList(c, "dilation", n, 1, length, value, &conv->dilation));
  TC_TRY(tcCheckInt(c, "groups", &conv->groups));
  if (conv->groups < 1)
    return tcCheckFail(c, "%s'groups' is %lld; the least is 1", value,
                       (long long)conv->groups);
  return TC_OK_RESULT;
}

static MlirLogicalResult checkChannels(const TcCheck *c, const Conv *conv) {
  MlirAttribute channels = tcTypeGetSize(conv->input, 1);
  MlirAttribute perGroup = tcTypeGetSize(conv->weight, 1);
  MlirAttribute outputs = tcTypeGetSize(conv->weight, 0);
  MlirAttribute groups = tcSizeAttrGetConstant(tcCheckContext(c), conv->groups);
  TC_TRY(tcCheckEqualSizes(
      c, channels, tcSizeAttrMul(perGroup, groups),
      "[TC-0212] C4: ", "channels of the input and of all groups"));
  MlirAttribute multiple =
      tcSizeAttrMul(tcSizeAttrFloorDiv(outputs, groups), groups);
  if (outputs.ptr && !tcSizeAttrExactDiv(outputs, groups).ptr &&
      (!c->relate || tcSizeAttrProvablyDiffer(outputs, multiple)))
    return tcCheckFail(c,
                       "[TC-0212] C4: %s output channels are not divided by "
                       "%lld groups",
                       tcSizeText(outputs).text, (long long)conv->groups);
  if (c->relate)
    TC_TRY(tcCheckEqualSizes(c, outputs, multiple, "[TC-0212] C4: ",
                             "output channels and those of all groups"));
  return checkFactors(c, conv->input, conv->weight, "[TC-0212] C5: ");
}

static MlirAttribute convSize(const Conv *conv, intptr_t i) {
  MlirAttribute n = tcTypeGetSize(conv->input, i + 2);
  MlirAttribute spread =
      tcSizeAttrAddConst(tcSizeAttrMulConst(tcSizeAttrAddConst(n, -1),
                                            conv->inputDilation.data[i]),
                         1);
  MlirAttribute padded = tcSizeAttrAddConst(
      tcSizeAttrAddConst(spread, conv->low.data[i]), conv->high.data[i]);
  MlirAttribute room = windowRoom(padded, tcTypeGetSize(conv->weight, i + 2),
                                  conv->dilation.data[i]);
  return tcSizeAttrAddConst(
      tcSizeAttrFloorDivConst(room, conv->strides.data[i]), 1);
}

MlirLogicalResult tcPrimInferConvolution(const TcInferArgs *args,
                                         TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  Conv conv;
  MlirType element;
  TC_TRY(readConv(&c, &conv));
  TC_TRY(checkChannels(&c, &conv));
  TC_TRY(checkOut(&c, conv.input, "prim.out", "[TC-0212] C7: ", &element));
  TC_TRY(checkTf32(&c, conv.input, "[TC-0212] C8: "));
  TC_TRY(checkTf32Factors(&c, "[TC-0212] C9: "));
  MlirAttribute sizes[TC_MAX_RANK] = {tcTypeGetSize(conv.input, 0),
                                      tcTypeGetSize(conv.weight, 0)};
  for (intptr_t i = 0; i < conv.spatial; ++i)
    sizes[i + 2] = convSize(&conv, i);
  return tcCheckPush(&c, out, conv.spatial + 2, sizes, element,
                     "[TC-0212] C6: ");
}

//===- max_pool -----------------------------------------------------------===//

typedef struct Pool {
  MlirType self;
  intptr_t first; // of the window's dimensions
  TcInts window, strides, padding, dilation;
  bool ceil;
} Pool;

static MlirLogicalResult readPool(const TcCheck *c, Pool *pool) {
  const char *length = "[TC-0213] C1: ", *value = "[TC-0213] C2: ";
  if (tcCheckNumOperands(c) != 1)
    return tcCheckFail(c, "[TC-0201] needs one operand");
  TC_TRY(tcCheckTensors(c, 0));
  pool->self = tcCheckType(c, 0);
  TC_TRY(tcCheckInts(c, "window", &pool->window));
  intptr_t n = pool->window.size;
  pool->first = tcTypeGetRank(pool->self) - n;
  if (n == 0 || pool->first < 0)
    return tcCheckFail(c, "%sa window of %d dimensions in a tensor of rank %d",
                       length, (int)n, (int)tcTypeGetRank(pool->self));
  TC_TRY(readList(c, "window", n, 1, length, value, &pool->window));
  TC_TRY(readList(c, "strides", n, 1, length, value, &pool->strides));
  TC_TRY(readList(c, "padding", n, 0, length, value, &pool->padding));
  TC_TRY(readList(c, "dilation", n, 1, length, value, &pool->dilation));
  pool->ceil = tcCheckAttr(c, "ceil").ptr;
  for (intptr_t i = 0; i < n; ++i)
    if (pool->padding.data[i] > pool->window.data[i] / 2)
      return tcCheckFail(c,
                         "[TC-0213] C3: padding %lld is more than half of "
                         "the window of %lld",
                         (long long)pool->padding.data[i],
                         (long long)pool->window.data[i]);
  if (tcTypeIsComplex(pool->self))
    return tcCheckFail(c, "[TC-0213] C4: complex numbers have no order");
  return TC_OK_RESULT;
}

// PyTorch's pooling_output_shape (aten/src/ATen/native/Pool.h): rounded up, the
// last window still starts inside the input or its padding on the left.
static MlirAttribute poolSize(const Pool *pool, intptr_t i) {
  MlirAttribute n = tcTypeGetSize(pool->self, pool->first + i);
  if (!n.ptr)
    return n;
  int64_t pad = pool->padding.data[i];
  MlirContext context = mlirAttributeGetContext(n);
  MlirAttribute stride = tcSizeAttrGetConstant(context, pool->strides.data[i]);
  MlirAttribute room =
      windowRoom(tcSizeAttrAddConst(n, 2 * pad),
                 tcSizeAttrGetConstant(context, pool->window.data[i]),
                 pool->dilation.data[i]);
  if (!pool->ceil)
    return tcSizeAttrAddConst(tcSizeAttrFloorDiv(room, stride), 1);
  return tcSizeAttrMin(tcSizeAttrAddConst(tcSizeAttrCeilDiv(room, stride), 1),
                       tcSizeAttrCeilDiv(tcSizeAttrAddConst(n, pad), stride));
}

MlirLogicalResult tcPrimInferMaxPool(const TcInferArgs *args, TcTypeSink *out) {
  TcCheck c = tcCheckArgs(args);
  Pool pool;
  MlirAttribute sizes[TC_MAX_RANK];
  TC_TRY(readPool(&c, &pool));
  tcTypeGetSizes(pool.self, sizes);
  for (intptr_t i = 0; i < pool.window.size; ++i)
    sizes[pool.first + i] = poolSize(&pool, i);
  intptr_t rank = tcTypeGetRank(pool.self);
  TC_TRY(tcCheckPush(&c, out, rank, sizes, tcTypeGetElement(pool.self),
                     "[TC-0213] C5: "));
  return tcCheckPush(&c, out, rank, sizes,
                     mlirIntegerTypeGet(args->context, 64), "[TC-0213] C5: ");
}
