// The four lanes that have a row of a fragment's sums exchange them, so that
// each has eight adjacent columns: for unit_finish.c. Sums that are rounded to
// 16 bits whatever becomes of them are rounded before: half as many words.
#include "passes/lower/gpu/unit_emit.h"

#include "lib/ir/kernel_read.h"

enum { QUAD = TC_UNIT_QUAD, PAIR = TC_UNIT_PAIR };

static MlirType vectorOf(int64_t lanes, MlirType type) {
  return mlirVectorTypeGet(1, &lanes, type);
}

MlirValue tcGpuTilePair(TcEmit *e, MlirValue x, MlirValue y) {
  MlirType type = vectorOf(PAIR, mlirValueGetType(x));
  MlirValue pair = tcLlvmMlirUndef(&e->b, type);
  pair = tcLlvmInsertelement(&e->b, pair, x, tcEmitI64(e, 0));
  return tcLlvmInsertelement(&e->b, pair, y, tcEmitI64(e, 1));
}

// Lane q of four has columns 2 q and 2 q + 1 of each of four blocks of eight;
// it gets all columns of block q: a transposition of pairs, of which those move
// whose lane and block differ in a bit, for each bit. A pair is `each` words.
static void exchange(TcGpuTile *t, MlirValue q, int each,
                     TcLane blocks[QUAD][PAIR]) {
  TcEmit *e = &t->g->e;
  for (int bit = 1; bit < QUAD; bit *= 2) {
    MlirValue odd =
        tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE,
                    tcArithAndi(&e->b, q, tcTileI64(t, bit)), tcTileI64(t, 0));
    for (int j = 0; j < QUAD; ++j)
      for (int c = 0; !(j & bit) && c < each; ++c) {
        MlirValue *x = &blocks[j][c].v, *y = &blocks[j | bit][c].v;
        TcLane give = tcLaneScalar(tcArithSelect(&e->b, odd, *x, *y));
        MlirValue got = tcGpuExchange(t->g, give, bit).v;
        *x = tcArithSelect(&e->b, odd, got, *x);
        *y = tcArithSelect(&e->b, odd, *y, got);
      }
  }
}

// Narrows `*element`, null at first, to the one type of 16 bits that all users
// of a value convert it to; false if there is none.
static bool narrowUses(MlirValue v, MlirType *element) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (!tcIsA(op, "prim.convert_element_type"))
      return false;
    MlirType to = mlirValueGetType(mlirOperationGetResult(op, 0));
    if (!tcTypeIsHalf(to) ||
        (!mlirTypeIsNull(*element) && !mlirTypeEqual(to, *element)))
      return false;
    *element = to;
  }
  return true;
}

// The type of 16 bits to which sums are rounded whatever becomes of them: then
// a pair of them is one word. Null: they stay f32.
static MlirType narrowOf(const TcGpuTile *t) {
  const TcProduct *m = &t->u->p.match;
  const TcCpuValue *sum = m->contract->results.data[0];
  const MlirType none = {NULL};
  MlirType element = m->maps.size ? none : sum->element;
  for (size_t i = 0; i < m->maps.size; ++i) {
    const TcCpuStage *s = m->maps.data[i];
    for (size_t r = 0; r < s->reads.size; ++r)
      if (s->reads.data[r].value == sum &&
          (!s->body.ptr ||
           !narrowUses(mlirBlockGetArgument(s->body, (intptr_t)r), &element)))
        return none;
  }
  bool stored = m->maps.size && sum->dests.size;
  return stored || mlirTypeIsNull(element) || !tcTypeIsHalf(element) ? none
                                                                     : element;
}

// A pair as a word.
static MlirValue packed(TcGpuTile *t, TcLane pair, MlirType element) {
  TcEmit *e = &t->g->e;
  e->lanes = PAIR;
  MlirValue bits = tcEmitHalfBits(e, pair, element).v;
  e->lanes = 1;
  return tcLlvmBitcast(&e->b, e->i32, bits);
}

// The elements of four words, as f32.
static MlirValue unpacked(TcGpuTile *t, TcLane words[QUAD][PAIR],
                          MlirType element) {
  TcEmit *e = &t->g->e;
  MlirValue all = tcLlvmMlirUndef(&e->b, vectorOf(QUAD, e->i32));
  MlirType bits = vectorOf(QUAD * PAIR, mlirIntegerTypeGet(e->ctx, 16));
  for (int i = 0; i < QUAD; ++i)
    all = tcLlvmInsertelement(&e->b, all, words[i][0].v, tcEmitI64(e, i));
  TcLane x = {.v = tcLlvmBitcast(&e->b, bits, all), .wide = true};
  e->lanes = QUAD * PAIR;
  MlirValue eight = tcEmitHalfToFloat(e, x, element).v;
  e->lanes = 1;
  return eight;
}

static MlirValue joined(TcGpuTile *t, TcLane blocks[QUAD][PAIR]) {
  TcEmit *e = &t->g->e;
  MlirValue all = tcLlvmMlirUndef(&e->b, vectorOf(QUAD * PAIR, tcTileSum(t)));
  for (int i = 0; i < QUAD * PAIR; ++i)
    all = tcLlvmInsertelement(&e->b, all, blocks[i / PAIR][i % PAIR].v,
                              tcEmitI64(e, i));
  return all;
}

static TcLane both(TcGpuTile *t, const TcLane *pair) {
  return (TcLane){.v = tcGpuTilePair(&t->g->e, pair[0].v, pair[1].v),
                  .wide = true};
}

MlirValue tcGpuTileExchange(TcGpuTile *t, MlirValue q, const TcLane *sums) {
  TcLane blocks[QUAD][PAIR];
  MlirType element = narrowOf(t);
  bool narrow = !mlirTypeIsNull(element);
  for (int j = 0; j < QUAD; ++j) {
    const TcLane *pair = &sums[QUAD * j];
    blocks[j][0] = pair[0];
    blocks[j][1] = pair[1];
    if (narrow)
      blocks[j][0] = tcLaneScalar(packed(t, both(t, pair), element));
  }
  exchange(t, q, narrow ? 1 : PAIR, blocks);
  return narrow ? unpacked(t, blocks, element) : joined(t, blocks);
}

MlirValue tcGpuTileExchangeMade(TcGpuTile *t, MlirValue q, const TcLane *made,
                                MlirType element) {
  TcLane blocks[QUAD][PAIR];
  for (int j = 0; j < QUAD; ++j)
    blocks[j][0] = tcLaneScalar(packed(t, made[j], element));
  exchange(t, q, 1, blocks);
  return unpacked(t, blocks, element);
}
