// What a streamed kernel carries from block to block: its start, the merge with
// the sums of a block, the final value. See blocks.h.
//
// Sums of exponentials are carried relative to the maximum m so far. As long as
// m is -inf nothing was summed: the carried sum is replaced by the block's, not
// rescaled, since 0 * exp(h(-inf) - h(m)) may be NaN. Where rows are favoured
// (a GPU has all elements of a sum in registers, and would select each), h is 0
// there for the terms: the carried sum is 0, and the factor selected to be 0.
// The complete sum of a row all of whose x are -inf is NaN again.
#include "passes/stream/blocks.h"

#include "lib/ir/attrs.h"
#include "lib/ir/sizes.h"
#include "lib/ir/types.h"
#include "tc/gen/PrimOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

static MlirType elementOf(MlirValue tensor) {
  return mlirShapedTypeGetElementType(mlirValueGetType(tensor));
}

static MlirValue resultOf(MlirOperation op) {
  return mlirOperationGetResult(op, 0);
}

// f32 for narrower floats: a carried value is rounded once, at the end.
MlirType tcBlocksCarriedType(const TcBlocks *b, const TcStreamSum *sum) {
  MlirType t = elementOf(resultOf(sum->stage));
  bool narrow = tcTypeIsHalf(t);
  bool adds = mlirStringRefEqual(sum->kind, tcStr("add"));
  return narrow && adds ? mlirF32TypeGet(b->k.ctx) : t;
}

double tcBlocksNeutral(MlirStringRef kind) {
  if (mlirStringRefEqual(kind, tcStr("max")))
    return -INFINITY;
  if (mlirStringRefEqual(kind, tcStr("min")))
    return INFINITY;
  return mlirStringRefEqual(kind, tcStr("mul")) ||
                 mlirStringRefEqual(kind, tcStr("and"))
             ? 1
             : 0;
}

MlirValue tcBlocksStart(TcBlocks *b, const TcStreamSum *sum) {
  TcStage s = tcBlocksOpenMap(b, sum->stage);
  return tcBlocksCloseMap(&s,
                          tcBlocksNumber(&s.body, tcBlocksCarriedType(b, sum),
                                         tcBlocksNeutral(sum->kind)));
}

MlirValue tcBlocksScaled(const TcBlocks *b, const TcStreamShift *h,
                         TcBuilder *at, MlirValue x) {
  double scale = b->s->sums.data[tcBlocksSumNumber(b, h->maximum)].scale;
  return scale == 0
             ? x
             : tcBlocksBinary(at, "prim.mul", x,
                              tcBlocksNumber(at, mlirValueGetType(x), scale));
}

// Whether a maximum is that of no terms.
static MlirValue isEmpty(TcBuilder *at, MlirValue m) {
  return tcBlocksCompare(at, "prim.eq", m,
                         tcBlocksNumber(at, mlirValueGetType(m), -INFINITY));
}

MlirValue tcBlocksRescale(TcBlocks *b, const TcStreamShift *h, MlirValue from,
                          MlirValue before, MlirValue now, MlirAttribute part) {
  TcStage s = tcBlocksOpenMap(b, h->maximum);
  if (!mlirAttributeIsNull(part))
    tcStageIter(&s, part);
  TcMap first = {.arena = b->s->arena}, second = {.arena = b->s->arena};
  MlirType f32 = mlirF32TypeGet(b->k.ctx);
  MlirValue x =
      tcBlocksCopyScalar(&s, &first, h->stage, h->level, from, before);
  MlirValue y = tcBlocksCopyScalar(&s, &second, h->stage, h->level, from, now);
  if (!mlirTypeIsAF64(mlirValueGetType(x))) {
    x = tcBlocksConvert(&s.body, x, f32);
    y = tcBlocksConvert(&s.body, y, f32);
  }
  MlirValue d =
      tcBlocksScaled(b, h, &s.body, tcBlocksBinary(&s.body, "prim.sub", x, y));
  MlirType type = mlirValueGetType(d);
  MlirValue factor = tcBlocksScalar(&s.body, h->two ? "prim.exp2" : "prim.exp",
                                    type, 1, &d, NULL, mlirAttributeGetNull());
  // Rounding of terms exceeds what the machine's 2^x is off, block by block.
  if (b->s->favoursRows && tcStreamNarrowsTerms(h) && mlirTypeIsAF32(type)) {
    tcStreamMark(tcDefiningOp(factor));
    tcSetAttrOf(tcDefiningOp(factor), "tc.rescales", mlirUnitAttrGet(b->k.ctx));
  }
  if (b->s->favoursRows && mlirAttributeIsNull(part))
    factor = tcBlocksSelect(
        &s.body, isEmpty(&s.body, tcBlocksReadMaximum(&s, h, before, NULL)),
        tcBlocksNumber(&s.body, type, 0), factor);
  return tcBlocksCloseMap(&s, factor);
}

size_t tcBlocksSumNumber(const TcBlocks *b, MlirOperation stage) {
  size_t i = 0;
  while (!mlirOperationEqual(b->s->sums.data[i].stage, stage))
    ++i;
  return i;
}

MlirValue tcBlocksReadMaximum(TcStage *s, const TcStreamShift *h, MlirValue v,
                              const MlirAttribute *part) {
  MlirAttribute iters = tcAttrOf(h->maximum, "iters");
  TcAttrVec map = {0};
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(iters); ++i) {
    MlirAttribute iter = mlirArrayAttrGetElement(iters, i);
    bool has = false;
    for (size_t d = 0; d < s->iters.size; ++d)
      has |= mlirAttributeEqual(s->iters.data[d], iter);
    tcVecPush(s->k->arena, &map,
              has ? tcIterExpr(iter) : tcSizeAttrGetConstant(s->k->ctx, 0));
  }
  if (part)
    tcVecPush(s->k->arena, &map, tcIterExpr(*part));
  return tcStageRead(s, v, (intptr_t)map.size, map.data,
                     mlirAttributeGetNull());
}

static const char *combination(MlirStringRef kind) {
  static const char *const ops[][2] = {
      {"add", "prim.add"},       {"mul", "prim.mul"},
      {"max", "prim.maximum"},   {"min", "prim.minimum"},
      {"or", "prim.bitwise_or"}, {"and", "prim.bitwise_and"}};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; ++i)
    if (mlirStringRefEqual(kind, tcStr(ops[i][0])))
      return ops[i][1];
  return NULL;
}

MlirValue tcBlocksMerge(TcBlocks *b, size_t i) {
  const TcStreamSum *sum = &b->s->sums.data[i];
  const TcStreamShift *h = sum->shift;
  MlirValue block = resultOf(sum->stage), before = {NULL}, factor = {NULL};
  if (h) {
    size_t m = tcBlocksSumNumber(b, h->maximum);
    before = b->carried[m];
    factor = tcBlocksRescale(b, h, b->next[m], before, b->next[m],
                             mlirAttributeGetNull());
  }
  TcStage s = tcBlocksOpenMap(b, sum->stage);
  MlirValue x = tcStageReadHere(&s, b->carried[i]);
  MlirValue y = tcStageReadHere(&s, block);
  if (!h)
    return tcBlocksCloseMap(
        &s, tcBlocksBinary(&s.body, combination(sum->kind), x, y));
  MlirValue a = tcBlocksConvert(
      &s.body, tcBlocksReadMaximum(&s, h, factor, NULL), mlirValueGetType(x));
  MlirValue grown = tcBlocksBinary(
      &s.body, "prim.add", tcBlocksBinary(&s.body, "prim.mul", x, a), y);
  if (b->s->favoursRows)
    return tcBlocksCloseMap(&s, grown);
  MlirValue none = isEmpty(&s.body, tcBlocksReadMaximum(&s, h, before, NULL));
  return tcBlocksCloseMap(&s, tcBlocksSelect(&s.body, none, y, grown));
}

bool tcBlocksIsCarriedAsZero(const TcBlocks *b, const TcStreamSum *sum) {
  return b->s->favoursRows && sum->shift && tcStreamShiftsByMaximum(sum->shift);
}

// The sum of terms exp(-inf - -inf) is NaN.
static MlirValue unlessAllEmpty(TcBlocks *b, TcStage *s, const TcStreamSum *sum,
                                MlirValue x) {
  size_t m = tcBlocksSumNumber(b, sum->shift->maximum);
  MlirValue all = mlirOperationGetResult(b->loop, (intptr_t)m);
  MlirValue none =
      isEmpty(&s->body, tcBlocksReadMaximum(s, sum->shift, all, NULL));
  return tcBlocksSelect(&s->body, none,
                        tcBlocksNumber(&s->body, mlirValueGetType(x), NAN), x);
}

// An empty sum gets no factors: it is 0, not 0 / 0.
static MlirValue unlessEmpty(TcBlocks *b, TcStage *s, MlirValue x,
                             MlirValue sum) {
  if (tcSizeAttrIsConstant(b->extent, NULL))
    return x;
  MlirType i64 = mlirIntegerTypeGet(b->k.ctx, 64);
  MlirValue n =
      tcBlocksScalar(&s->body, "loop.index", i64, 0, NULL, "expr", b->extent);
  MlirValue empty =
      tcBlocksCompare(&s->body, "prim.eq", n, tcBlocksNumber(&s->body, i64, 0));
  return tcBlocksSelect(&s->body, empty, sum, x);
}

// Whether the factor is a sum of nothing but exponentials of a shift, which is
// at least near 1, the one of the maximum itself; or NaN.
static bool isSumOfExponentials(TcBlocks *b, const TcStreamFactor *f) {
  if (!mlirValueIsABlockArgument(f->value))
    return false;
  MlirOperation stage =
      tcDefiningOp(tcInput(f->stage, mlirBlockArgumentGetArgNumber(f->value)));
  for (size_t i = 0; i < b->s->sums.size; ++i) {
    const TcStreamSum *sum = &b->s->sums.data[i];
    if (!mlirOperationEqual(sum->stage, stage) || !sum->shift)
      continue;
    MlirOperation end = mlirBlockGetTerminator(tcStageBlock(stage));
    MlirValue term = mlirOperationGetOperand(end, 0);
    if (mlirValueIsABlockArgument(term) &&
        mlirValueEqual(tcInput(stage, mlirBlockArgumentGetArgNumber(term)),
                       resultOf(sum->shift->stage)))
      term = mlirOperationGetOperand(
          mlirBlockGetTerminator(tcStageBlock(sum->shift->stage)), 0);
    MlirOperation op = tcDefiningOp(term);
    return tcIsA(stage, "loop.reduce") && !sum->factors.size &&
           !mlirOperationIsNull(op) &&
           (tcPrimOpKind(op) == TC_PRIM_EXP ||
            tcPrimOpKind(op) == TC_PRIM_EXP2) &&
           mlirValueEqual(mlirOperationGetOperand(op, 0),
                          resultOf(sum->shift->sub));
  }
  return false;
}

// x / c; of what is rounded to a narrow float x (1 / c), whose quotient is one
// of rows.
static MlirValue divided(TcBlocks *b, TcStage *s, const TcStreamSum *sum,
                         const TcStreamFactor *f, MlirValue x, MlirValue c) {
  MlirType type = mlirValueGetType(x), to = elementOf(resultOf(sum->stage));
  bool narrows = mlirTypeIsAF32(type) &&
                 (tcTypeIsHalf(to) || tcStreamIsNarrowed(sum->stage));
  if (!b->s->favoursRows || !narrows || !isSumOfExponentials(b, f))
    return tcBlocksBinary(&s->body, "prim.div", x, c);
  MlirValue one = tcBlocksNumber(&s->body, type, 1);
  return tcBlocksBinary(&s->body, "prim.mul", x,
                        tcBlocksBinary(&s->body, "prim.div", one, c));
}

// The complete sum, with its factors, in its own type.
MlirValue tcBlocksFinish(TcBlocks *b, const TcStreamSum *sum, MlirValue total) {
  TcStage s = tcBlocksOpenMap(b, sum->stage);
  MlirValue read = tcStageReadHere(&s, total), x = read;
  if (tcBlocksIsCarriedAsZero(b, sum))
    x = unlessAllEmpty(b, &s, sum, x);
  if (sum->scale != 0)
    x = tcBlocksBinary(
        &s.body, "prim.mul", x,
        tcBlocksNumber(&s.body, mlirValueGetType(x), sum->scale));
  for (size_t i = 0; i < sum->factors.size; ++i) {
    const TcStreamFactor *f = &sum->factors.data[i];
    TcMap done = {.arena = b->s->arena};
    MlirValue none = {NULL};
    MlirValue c = tcBlocksCopyScalar(&s, &done, f->stage, f->value, none, none);
    MlirValue zero = tcBlocksNumber(&s.body, mlirValueGetType(x), 0);
    if (f->kind == TC_STREAM_ZERO_IF)
      x = tcBlocksSelect(&s.body, c, zero, x);
    else if (f->kind == TC_STREAM_IF)
      x = tcBlocksSelect(&s.body, c, x, zero);
    else if (c = tcBlocksConvert(&s.body, c, mlirValueGetType(x)),
             f->kind == TC_STREAM_MUL)
      x = tcBlocksBinary(&s.body, "prim.mul", x, c);
    else
      x = divided(b, &s, sum, f, x, c);
  }
  if (sum->factors.size || tcBlocksIsCarriedAsZero(b, sum))
    x = unlessEmpty(b, &s, x, read);
  return tcBlocksCloseMap(
      &s, tcBlocksConvert(&s.body, x, elementOf(resultOf(sum->stage))));
}
