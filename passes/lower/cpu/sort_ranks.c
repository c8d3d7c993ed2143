// Short rows sorted by ranks: how many elements come before an element is its
// place. All are compared with all, a vector of them at once, so that nothing
// branches and no load waits for a store.
//
// An element is one word, the key above its position, or the key alone where
// that fills a word; then positions are compared apart.
#include "passes/lower/cpu/sort.h"

#include "ir/attrs.h"
#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Ranks {
  TcSort *s;
  bool packed;
  int64_t lanes; // words in a vector
  MlirType vector;
} Ranks;

static int64_t lanesOf(const TcRun *r) {
  return r->lanes > 2 ? r->lanes / 2 : 1;
}

int64_t tcSortMostRanks(const TcRun *r) {
  enum { VECTORS = 16, LEAST = 64 }; // of words
  return lanesOf(r) * VECTORS > LEAST ? lanesOf(r) * VECTORS : LEAST;
}

static Ranks ranksOf(TcSort *s) {
  TcEmit *e = s->r->e;
  int64_t lanes = lanesOf(s->r);
  return (Ranks){.s = s,
                 .packed = !mlirTypeEqual(s->keyType, e->i64),
                 .lanes = lanes,
                 .vector = mlirVectorTypeGet(1, &lanes, e->i64)};
}

// Words of the row; behind it, up to a whole vector, words that come before
// none.
static bool makeWords(Ranks *k) {
  TcSort *s = k->s;
  TcEmit *e = s->r->e;
  MlirValue zero = tcEmitI64(e, 0);
  TcLoop loop = tcEmitFor(e, zero, s->n, 1, -1, 0, NULL);
  MlirValue i = tcSortIndex(&loop), word = tcSortKey(s, i);
  if (!word.ptr)
    return false;
  if (k->packed) {
    word = tcArithExtsi(&e->b, e->i64, word);
    word = tcArithShli(&e->b, word, tcEmitI64(e, 32));
    word = tcArithOri(&e->b, word, i);
  }
  tcSortStore(e, s->work, e->i64, i, word);
  tcEmitForEnd(e, &loop, 0, NULL);
  MlirValue end = tcArithAddi(&e->b, s->n, tcEmitI64(e, k->lanes));
  TcLoop rest = tcEmitFor(e, s->n, end, 1, -1, 0, NULL);
  tcSortStore(e, s->work, e->i64, tcSortIndex(&rest), tcEmitI64(e, INT64_MAX));
  tcEmitForEnd(e, &rest, 0, NULL);
  return true;
}

static MlirValue splat(Ranks *k, MlirValue x) {
  return tcVectorBroadcast(&k->s->r->e->b, k->vector, x);
}

// Positions j, j + 1, ...
static MlirValue positionsFrom(Ranks *k, MlirValue j) {
  TcEmit *e = k->s->r->e;
  int64_t *lanes = TC_ARENA_ARRAY(e->arena, int64_t, (size_t)k->lanes);
  for (int64_t i = 0; i < k->lanes; ++i)
    lanes[i] = i;
  MlirValue iota = tcArithConstant(
      &e->b, mlirDenseElementsAttrInt64Get(k->vector, k->lanes, lanes));
  return tcArithAddi(&e->b, splat(k, j), iota);
}

static MlirValue loadWords(Ranks *k, MlirValue first) {
  TcEmit *e = k->s->r->e;
  enum { BYTES = 8 };
  MlirAttribute no = tcNoAttr();
  return tcOpOnlyResult(
      tcLlvmLoadCreate(&e->b, k->vector, tcSortAt(e, k->s->work, e->i64, first),
                       tcAttrI64(e->ctx, BYTES), false, false, false, false, no,
                       no, no, no, no, no, no));
}

// The number of elements before element i.
static MlirValue rankOf(Ranks *k, MlirValue i) {
  TcSort *s = k->s;
  TcEmit *e = s->r->e;
  MlirValue zero = tcEmitI64(e, 0), here = splat(k, i);
  MlirValue mine = splat(k, tcSortLoad(e, s->work, e->i64, i));
  TcLane sum = {.v = splat(k, zero), .wide = true};
  TcLoop loop = tcEmitFor(e, zero, s->n, k->lanes, -1, 1, &sum);
  MlirValue j = tcSortIndex(&loop), others = loadWords(k, j);
  MlirValue before =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, others, mine);
  if (!k->packed) {
    MlirValue same =
        tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_EQ, others, mine);
    MlirValue earlier = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT,
                                    positionsFrom(k, j), here);
    before = tcArithOri(&e->b, before, tcArithAndi(&e->b, same, earlier));
  }
  MlirValue ones = tcArithExtui(&e->b, k->vector, before);
  sum.v = tcArithAddi(&e->b, sum.v, ones);
  tcEmitForEnd(e, &loop, 1, &sum);
  return tcVectorReduction(&e->b, e->i64, TC_VECTOR_COMBINING_KIND_ADD, sum.v);
}

bool tcSortRanks(TcSort *s) {
  TcEmit *e = s->r->e;
  Ranks k = ranksOf(s);
  if (!makeWords(&k))
    return false;
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), s->n, 1, -1, 0, NULL);
  MlirValue i = tcSortIndex(&loop), rank = rankOf(&k, i);
  MlirValue taken =
      tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, rank, s->take);
  TcLoop then = tcEmitIf(e, taken);
  bool ok = tcSortPlace(s, i, rank);
  tcEmitIfEnd(e, &then);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}
