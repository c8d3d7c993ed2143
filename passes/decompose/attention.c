// Decomposition of scaled_dot_product_attention. Causal masks are comparisons
// of iotas; queries whose heads share keys (grouped-query attention) get a
// dimension of their own.
#include "passes/decompose/lower.h"
#include "passes/decompose/random.h"

#include <math.h>

// Operands as [batch..., heads, group, rows, features] for queries, without
// the group for keys and values: one head of keys serves a group of queries.
typedef struct Heads {
  MlirValue query, key, value;
  intptr_t batch; // leading dimensions that all three share
  bool grouped;
} Heads;

static MlirAttribute sizeFromEnd(MlirValue x, intptr_t i) {
  return tcValueSize(x, tcRankOf(x) - i);
}

// x with its leading dimensions broadcast to `lead`.
static MlirValue withLead(TcBuild *b, MlirValue x, TcShape lead) {
  TcShape shape = tcShapeMake(b, lead.rank + 2);
  for (intptr_t i = 0; i < lead.rank; ++i)
    shape.sizes[i] = lead.sizes[i];
  shape.sizes[lead.rank] = sizeFromEnd(x, 2);
  shape.sizes[lead.rank + 1] = sizeFromEnd(x, 1);
  return tcBroadcastTo(b, x, shape);
}

static TcShape leadOf(TcBuild *b, MlirValue x) {
  TcShape shape = tcShapeOf(b, x);
  shape.rank -= 2;
  return shape;
}

// [.., h * g, l, e] as [.., h, g, l, e], h being the heads of the keys.
static void splitGroups(TcBuild *b, Heads *h) {
  TcShape shape = tcShapeOf(b, h->query);
  intptr_t heads = shape.rank - 3;
  MlirAttribute own = sizeFromEnd(h->key, 3);
  MlirAttribute group = tcSizeAttrExactDiv(shape.sizes[heads], own);
  if (!group.ptr) {
    tcFail(b, 1102, "the heads of the query are no multiple of the key's");
    return;
  }
  shape = tcShapeInsert(b, shape, heads + 1, group);
  shape.sizes[heads] = own;
  h->query = tcReshape(b, h->query, shape);
  h->batch = heads + 1;
  h->grouped = true;
}

static Heads headsOf(TcFxCall *c, TcBuild *b) {
  Heads h = {.query = tcArg(c, "query"),
             .key = tcArg(c, "key"),
             .value = tcArg(c, "value")};
  if (!h.query.ptr || !h.key.ptr || !h.value.ptr)
    return h;
  bool differ =
      tcRankOf(h.query) > 2 &&
      !tcSizeAttrEqual(sizeFromEnd(h.query, 3), sizeFromEnd(h.key, 3));
  if (tcArgBool(c, "enable_gqa") && differ) {
    splitGroups(b, &h);
    return h;
  }
  TcShape lead = leadOf(b, h.query);
  if (!tcShapeBroadcast(b, lead, leadOf(b, h.key), &lead) ||
      !tcShapeBroadcast(b, lead, leadOf(b, h.value), &lead))
    tcFail(b, 1103, "leading dimensions of query, key, value differ");
  h.query = withLead(b, h.query, lead);
  h.key = withLead(b, h.key, lead);
  h.value = withLead(b, h.value, lead);
  h.batch = lead.rank;
  return h;
}

// What is multiplied with q k^T before the mask.
static MlirValue scaleOf(TcFxCall *c, TcBuild *b, const Heads *h,
                         MlirType type) {
  int64_t features;
  if (!tcArgIsNone(c, "scale"))
    return tcArgNumber(c, "scale", type);
  if (tcSizeAttrIsConstant(sizeFromEnd(h->query, 1), &features))
    return tcConst(b, type, 1 / sqrt((double)features));
  return tcRsqrt(b, tcSizeValue(b, sizeFromEnd(h->query, 1), type));
}

// scale * query key^T, [.., rows, keys] in f32 for f16 and bf16
static MlirValue scoresOf(TcFxCall *c, TcBuild *b, const Heads *h) {
  TcDims batch = tcDimsRange(b, 0, h->batch);
  TcDot dims = {batch, batch, tcDimsOne(b, tcRankOf(h->query) - 1),
                tcDimsOne(b, tcRankOf(h->key) - 1)};
  MlirType type = tcComputeType(tcElementOf(h->query));
  MlirValue scores = tcDotGeneral(b, h->query, h->key, dims, type);
  return tcMul(b, scores, scaleOf(c, b, h, type));
}

// A row sees the keys up to its own number.
static MlirValue maskCausal(TcBuild *b, MlirValue scores) {
  if (!scores.ptr)
    return scores;
  TcShape shape = tcShapeMake(b, 2);
  shape.sizes[0] = sizeFromEnd(scores, 2);
  shape.sizes[1] = sizeFromEnd(scores, 1);
  MlirValue sees = tcLe(b, tcIotaDim(b, shape, 1, tcI64(b)),
                        tcIotaDim(b, shape, 0, tcI64(b)));
  return tcWhere(b, sees, scores, tcNum(b, scores, -INFINITY));
}

// A mask [.., heads, rows, keys] as the scores' [.., heads, group, rows, keys]
static MlirValue groupMask(TcBuild *b, MlirValue mask, const Heads *h) {
  intptr_t heads = tcRankOf(mask) - 3;
  if (!h->grouped || heads < 0)
    return mask;
  if (tcSizeAttrIsValue(tcValueSize(mask, heads), 1))
    return tcUnsqueeze(b, mask, heads);
  TcShape shape = tcShapeInsert(b, tcShapeOf(b, mask), heads + 1,
                                tcValueSize(h->query, h->batch));
  shape.sizes[heads] = tcValueSize(h->query, h->batch - 1);
  return tcReshape(b, mask, shape);
}

// A bool mask keeps the true positions, any other mask is added.
static MlirValue maskWith(TcBuild *b, MlirValue scores, MlirValue mask,
                          const Heads *h) {
  if (!scores.ptr || !mask.ptr)
    return scores;
  mask = groupMask(b, mask, h);
  if (tcTypeIsBool(tcElementOf(mask)))
    return tcWhere(b, mask, scores, tcNum(b, scores, -INFINITY));
  return tcAdd(b, scores, tcConvert(b, mask, tcElementOf(scores)));
}

// exp(s - m) / sum, m = max(s); with `safe` a row that is all -inf gives 0.
// `lse`, unless null, becomes m + log(sum), without the last dimension.
static MlirValue softmax(TcBuild *b, MlirValue s, bool safe, MlirValue *lse) {
  intptr_t dim = tcRankOf(s) - 1;
  TcDims last = tcDimsOne(b, dim);
  MlirValue m = tcShift(b, s, last), zero = tcNum(b, s, 0);
  MlirValue masked = safe ? tcEq(b, m, tcNum(b, s, -INFINITY)) : tcNoValue();
  if (safe)
    m = tcWhere(b, masked, zero, m);
  MlirValue e = tcExp(b, tcSub(b, s, m)), sum = tcSum(b, e, last, true);
  if (lse)
    *lse = tcSqueeze(b, tcAdd(b, m, tcLog(b, sum)), dim);
  if (safe)
    sum = tcWhere(b, masked, tcNum(b, s, 1), sum);
  return tcDiv(b, e, sum);
}

// The scores with the masks that the call asks for; `mask` is its name.
static MlirValue maskedScores(TcFxCall *c, TcBuild *b, const Heads *h,
                              const char *mask) {
  MlirValue scores = maskWith(b, scoresOf(c, b, h), tcArgOrNone(c, mask), h);
  return tcArgBool(c, "is_causal") ? maskCausal(b, scores) : scores;
}

// x's and y's dimension `xDim`, `yDim` contracted, leading ones together.
static MlirValue product(TcBuild *b, const Heads *h, MlirValue x, intptr_t xDim,
                         MlirValue y, intptr_t yDim, MlirType out) {
  TcDims batch = tcDimsRange(b, 0, h->batch);
  TcDot dims = {batch, batch, tcDimsOne(b, xDim), tcDimsOne(b, yDim)};
  return tcDotGeneral(b, x, y, dims, out);
}

// The probabilities that are kept, of those in `dropout_mask` where the call
// has one, else drawn.
static MlirValue dropped(TcFxCall *c, TcBuild *b, const Heads *h, MlirValue p) {
  double share = tcArgFloat(c, "dropout_p");
  MlirValue kept = tcArgAttr(c, "dropout_mask").ptr
                       ? tcArgOrNone(c, "dropout_mask")
                       : tcNoValue();
  if (share == 0 || !kept.ptr)
    return tcDropout(c, b, p, share);
  return tcScaleKept(b, p, groupMask(b, kept, h), share);
}

// scaled_dot_product_attention(q, k, v) = softmax(scale q k^T + mask) v
static void attentionWith(TcFxCall *c, TcBuild *b, const char *mask,
                          MlirValue *lse) {
  Heads h = headsOf(c, b);
  MlirType type = tcElementOf(h.query);
  MlirValue scores = maskedScores(c, b, &h, mask);
  if (!scores.ptr)
    return;
  bool safe = !tcArgIsNone(c, mask);
  MlirValue p = softmax(b, scores, safe, lse);
  p = tcConvert(b, dropped(c, b, &h, p), type);
  MlirValue y =
      product(b, &h, p, tcRankOf(p) - 1, h.value, h.batch, tcNoType());
  tcReturn(c, h.grouped ? tcFlatten(b, y, h.batch - 1, h.batch + 1) : y);
}

static void attention(TcFxCall *c, TcBuild *b) {
  attentionWith(c, b, "attn_mask", NULL);
}

// _scaled_dot_product_attention_math: the same, with a mask of what is kept
// (the probabilities are given to nobody)
static void attentionMath(TcFxCall *c, TcBuild *b) {
  attentionWith(c, b, "attn_mask", NULL);
  tcReturnNone(c, 1);
}

//===- Of PyTorch's back ends ---------------------------------------------===//

// Overloads differ in the mask's name.
static const char *maskOf(TcFxCall *c) {
  return tcArgAttr(c, "attn_bias").ptr ? "attn_bias" : "attn_mask";
}

// Log-sum-exp in the captured shape: some back ends round the number of rows
// up, or return none.
static MlirValue keptSums(TcFxCall *c, TcBuild *b, MlirValue lse) {
  MlirType kept = tcFxType(tcResultType(c, 1));
  intptr_t rank = tcRankOf(lse), last = rank - 1;
  if (tcTypeGetRank(kept) != rank || rank < 1 ||
      tcSizeAttrIsValue(tcTypeGetSize(kept, last), 0))
    return tcNoValue();
  MlirAttribute low[TC_MAX_RANK], high[TC_MAX_RANK];
  for (intptr_t i = 0; i < rank; ++i) {
    low[i] = tcSizeInt(b, 0);
    high[i] = tcSizeAttrSub(tcTypeGetSize(kept, i), tcValueSize(lse, i));
  }
  lse = tcConvert(b, lse, tcTypeGetElement(kept));
  if (tcSizeAttrIsValue(high[last], 0))
    return lse;
  return tcPad(b, lse, tcNum(b, lse, INFINITY), low, high);
}

// _scaled_dot_product_flash_attention_for_cpu and the like: the same, and
// log(sum(exp(scores))) of each row for backward, and results of no meaning
// here: seeds, sizes
static void flashAttention(TcFxCall *c, TcBuild *b) {
  MlirValue lse = tcNoValue();
  attentionWith(c, b, maskOf(c), &lse);
  if (!lse.ptr)
    return;
  MlirValue kept = keptSums(c, b, lse);
  if (kept.ptr)
    tcReturnAt(c, 1, kept);
  else
    tcReturnNone(c, 1);
  for (intptr_t i = 2; i < tcNumResults(c); ++i)
    tcReturnNone(c, i);
}

// exp(scores - lse), 0 in rows that saw nothing: there lse is -inf, and +inf in
// its place makes every exponential 0 without a selection for each
static MlirValue savedSoftmax(TcFxCall *c, TcBuild *b, const Heads *h,
                              const char *mask) {
  MlirValue scores = maskedScores(c, b, h, mask);
  MlirValue lse = tcConvert(b, tcArg(c, "logsumexp"), tcElementOf(scores));
  if (!lse.ptr || !scores.ptr)
    return tcNoValue();
  intptr_t last = tcRankOf(lse) - 1;
  MlirAttribute rows = sizeFromEnd(scores, 2);
  if (!tcSizeAttrEqual(tcValueSize(lse, last), rows))
    lse = tcSlice(b, lse, last, tcSizeInt(b, 0), rows, 1);
  lse = tcUnsqueeze(b, lse, tcRankOf(lse));
  MlirValue isEmpty = tcEq(b, lse, tcNum(b, lse, -INFINITY));
  lse = tcWhere(b, isEmpty, tcNum(b, lse, INFINITY), lse);
  return tcExp(b, tcSub(b, scores, lse));
}

// x of `to`'s leading dimensions, each head's gradient summed where heads are
// shared.
static MlirValue asOperand(TcBuild *b, MlirValue x, MlirValue to) {
  TcShape own = tcShapeOf(b, x), wanted = tcShapeOf(b, to);
  if (!x.ptr || !to.ptr)
    return tcNoValue();
  intptr_t extra = own.rank - wanted.rank;
  TcDims dims = tcDimsMake(b, own.rank);
  dims.size = 0;
  for (intptr_t i = 0; i < own.rank; ++i)
    if (i < extra || (tcSizeAttrIsValue(wanted.sizes[i - extra], 1) &&
                      !tcSizeAttrIsValue(own.sizes[i], 1)))
      dims.data[dims.size++] = i;
  return tcConvert(b, tcReshape(b, tcSum(b, x, dims, false), wanted),
                   tcElementOf(to));
}

// With p = softmax: dv = p^T dy; ds = p (dy v^T - sum(dy y)), masks being
// added; dq = scale ds k, dk = scale ds^T q; the mask's is ds
static void flashBackward(TcFxCall *c, TcBuild *b) {
  const char *mask = maskOf(c);
  Heads h = headsOf(c, b);
  bool cuda = tcArgAttr(c, "grad_out_").ptr;
  MlirType type = tcComputeType(tcElementOf(h.query));
  MlirValue dy = tcArg(c, cuda ? "grad_out_" : "grad_out");
  MlirValue p = savedSoftmax(c, b, &h, mask), y = tcArg(c, "out");
  if (!p.ptr || !dy.ptr || !y.ptr)
    return;
  if (tcArgFloat(c, "dropout_p") != 0) {
    tcUnsupported(c, "the gradient of attention with dropout");
    return;
  }
  intptr_t last = tcRankOf(p) - 1, rows = h.batch;
  MlirValue wide = tcConvert(b, dy, type);
  MlirValue sum =
      tcSum(b, tcMul(b, wide, tcConvert(b, y, type)), tcDimsOne(b, last), true);
  MlirValue dp = product(b, &h, dy, last, h.value, last, type);
  MlirValue ds = tcMul(b, p, tcSub(b, dp, sum));
  MlirValue scale = scaleOf(c, b, &h, type);
  MlirValue sums = tcConvert(b, ds, tcElementOf(h.query));
  MlirValue narrow = tcConvert(b, p, tcElementOf(dy));
  MlirValue dq = tcMul(b, product(b, &h, sums, last, h.key, rows, type), scale);
  MlirValue dk =
      tcMul(b, product(b, &h, sums, rows, h.query, rows, type), scale);
  MlirValue dv = product(b, &h, narrow, rows, dy, rows, type);
  tcReturnAt(c, 0, asOperand(b, dq, tcArg(c, "query")));
  tcReturnAt(c, 1, asOperand(b, dk, tcArg(c, "key")));
  tcReturnAt(c, 2, asOperand(b, dv, tcArg(c, "value")));
  if (tcNumResults(c) < 4)
    return;
  MlirValue bias = tcArgOrNone(c, mask);
  if (bias.ptr && tcArgMask(c, "grad_input_mask", 3))
    tcReturnAt(c, 3, asOperand(b, ds, bias));
  else
    tcReturnNone(c, 3);
}

static const TcFxRule rules[] = {
    {"aten.scaled_dot_product_attention.default", attention, 0},
    {"aten._scaled_dot_product_attention_math.default", attentionMath, 0},
    {"aten._scaled_dot_product_flash_attention_for_cpu.default", flashAttention,
     0},
    {"aten._scaled_dot_product_flash_attention_for_cpu_backward.default",
     flashBackward, 0},
    {"aten._scaled_dot_product_efficient_attention.default", flashAttention, 0},
    {"aten._scaled_dot_product_efficient_attention_backward.default",
     flashBackward, 0},
    {"aten._scaled_dot_product_flash_attention.default", flashAttention, 0},
    {"aten._scaled_dot_product_flash_attention_backward.default", flashBackward,
     0},
    {"aten._scaled_dot_product_cudnn_attention.default", flashAttention, 0},
    {"aten._scaled_dot_product_cudnn_attention_backward.default", flashBackward,
     0},
};

TC_FX_RULES(tcFxAttentionRules, rules);
