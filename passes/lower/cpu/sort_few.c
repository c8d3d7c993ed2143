// Selects the first few elements of a row, or of a part of one, in order: each
// element is compared with the last one selected so far. See sort.h.
#include "passes/lower/cpu/sort.h"

#include "tc/gen/ArithOps.h"

int64_t tcSortTake(const TcCpuStage *s) {
  int64_t n;
  return s->kind == TC_CPU_SORT && s->take && tcSizeIsConst(s->take, &n) ? n
                                                                         : 0;
}

// Inserts position i into the run of `count` from `first` on, dropping its last
// element if it is full; updates the last key.
static void insert(TcSort *s, MlirValue i, MlirValue key, MlirValue count,
                   MlirValue last) {
  TcEmit *e = s->r->e;
  TcLane carried[] = {tcLaneScalar(i), tcLaneScalar(key)};
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), count, 1, -1, 2, carried);
  MlirValue to = tcArithAddi(&e->b, s->first, tcSortIndex(&loop));
  MlirValue other = tcSortLoad(e, s->order, e->i64, to);
  MlirValue otherKey = tcSortLoad(e, s->keys, s->keyType, other);
  MlirValue before = tcSortLess(e, carried[1].v, otherKey), mine = carried[0].v;
  // Behind the inserted element all move on, also before equal ones.
  MlirValue moved = tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_NE, mine, i);
  before = tcArithOri(&e->b, before, moved);
  tcSortStore(e, s->order, e->i64, to,
              tcArithSelect(&e->b, before, mine, other));
  carried[0].v = tcArithSelect(&e->b, before, other, mine);
  carried[1].v = tcArithSelect(&e->b, before, otherKey, carried[1].v);
  tcEmitForEnd(e, &loop, 2, carried);
  TcLoop grows = tcEmitIf(e, tcSortLess(e, count, s->take));
  MlirValue end = tcArithAddi(&e->b, s->first, count);
  tcSortStore(e, s->order, e->i64, end, carried[0].v);
  tcEmitIfEnd(e, &grows);
  MlirValue most =
      tcArithMinsi(&e->b, count, tcArithSubi(&e->b, s->take, tcEmitI64(e, 1)));
  MlirValue tail =
      tcSortLoad(e, s->order, e->i64, tcArithAddi(&e->b, s->first, most));
  tcSortStore(e, last, s->keyType, tcEmitI64(e, 0),
              tcSortLoad(e, s->keys, s->keyType, tail));
}

// The first `take` of the row, or part, in order, in the first half of `order`.
// The last key so far lies in the second half.
bool tcSortFew(TcSort *s) {
  TcEmit *e = s->r->e;
  MlirValue last =
      tcSortAt(e, tcSortHalf(s, tcEmitI64(e, 1)), e->i64, s->first);
  TcLoop loop = tcEmitFor(e, s->first, s->end, 1, -1, 0, NULL);
  MlirValue i = tcSortIndex(&loop), key = tcSortKey(s, i);
  if (!key.ptr)
    return false;
  tcSortStore(e, s->keys, s->keyType, i, key);
  MlirValue seen = tcArithSubi(&e->b, i, s->first);
  MlirValue count = tcArithMinsi(&e->b, seen, s->take);
  MlirValue comes = tcArithOri(
      &e->b, tcSortLess(e, seen, s->take),
      tcSortLess(e, key, tcSortLoad(e, last, s->keyType, tcEmitI64(e, 0))));
  TcLoop then = tcEmitIf(e, comes);
  insert(s, i, key, count, last);
  tcEmitIfEnd(e, &then);
  tcEmitForEnd(e, &loop, 0, NULL);
  return true;
}
