// Decomposition of scaled_dot_product_attention, its mask made of iota
// comparisons, heads that share keys kept apart by a dimension of their own.
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

// scale * query key^T, [.., rows, keys] in f32 for f16 and bf16
static MlirValue scoresOf(TcFxCall *c, TcBuild *b, const Heads *h) {
  TcDims batch = tcDimsRange(b, 0, h->batch);
  TcDot dims = {batch, batch, tcDimsOne(b, tcRankOf(h->query) - 1),
                tcDimsOne(b, tcRankOf(h->key) - 1)};
  MlirType type = tcComputeType(tcElementOf(h->query));
  MlirValue scores = tcDotGeneral(b, h->query, h->key, dims, type);
  MlirValue scale;
  int64_t features;
  if (!tcArgIsNone(c, "scale"))
    scale = tcArgNumber(c, "scale", type);
  else if (tcSizeAttrIsConstant(sizeFromEnd(h->query, 1), &features))
    scale = tcConst(b, type, 1 / sqrt((double)features));
  else
    scale = tcRsqrt(b, tcSizeValue(b, sizeFromEnd(h->query, 1), type));
  return tcMul(b, scores, scale);
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

// A bool mask leaves what is true, another is added.
static MlirValue maskWith(TcBuild *b, MlirValue scores, MlirValue mask,
                          const Heads *h) {
  if (!scores.ptr || !mask.ptr)
    return scores;
  mask = groupMask(b, mask, h);
  if (tcTypeIsBool(tcElementOf(mask)))
    return tcWhere(b, mask, scores, tcNum(b, scores, -INFINITY));
  return tcAdd(b, scores, tcConvert(b, mask, tcElementOf(scores)));
}

// exp(s - m) / sum, m = max(s); with `safe` a row that is all -inf gives 0
static MlirValue softmax(TcBuild *b, MlirValue s, bool safe) {
  TcDims last = tcDimsOne(b, tcRankOf(s) - 1);
  MlirValue m = tcShift(b, s, last), zero = tcNum(b, s, 0);
  MlirValue masked = safe ? tcEq(b, m, tcNum(b, s, -INFINITY)) : tcNoValue();
  if (safe)
    m = tcWhere(b, masked, zero, m);
  MlirValue e = tcExp(b, tcSub(b, s, m)), sum = tcSum(b, e, last, true);
  if (safe)
    sum = tcWhere(b, masked, tcNum(b, s, 1), sum);
  return tcDiv(b, e, sum);
}

// scaled_dot_product_attention(q, k, v) = softmax(scale q k^T + mask) v
static void attention(TcFxCall *c, TcBuild *b) {
  Heads h = headsOf(c, b);
  MlirValue mask = tcArgOrNone(c, "attn_mask");
  MlirType type = tcElementOf(h.query);
  MlirValue scores = maskWith(b, scoresOf(c, b, &h), mask, &h);
  if (tcArgBool(c, "is_causal"))
    scores = maskCausal(b, scores);
  if (!scores.ptr)
    return;
  MlirValue p = tcConvert(b, softmax(b, scores, mask.ptr != NULL), type);
  p = tcDropout(c, b, p, tcArgFloat(c, "dropout_p"));
  TcDims batch = tcDimsRange(b, 0, h.batch);
  TcDot dims = {batch, batch, tcDimsOne(b, tcRankOf(p) - 1),
                tcDimsOne(b, h.batch)};
  MlirValue y = tcDotGeneral(b, p, h.value, dims, tcNoType());
  tcReturn(c, h.grouped ? tcFlatten(b, y, h.batch - 1, h.batch + 1) : y);
}

static const TcFxRule rules[] = {
    {"aten.scaled_dot_product_attention.default", attention, 0},
};

TC_FX_RULES(tcFxAttentionRules, rules);
