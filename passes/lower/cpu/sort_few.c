// Selects the first few elements of a row, or of a part of one, in order: each
// element is compared with the last one selected so far. Where elements lie
// side by side, those of a vector together: nearly all of a long row are behind
// that one. See sort.h.
#include "passes/lower/cpu/sort.h"

#include "passes/schedule/cpu.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/VectorOps.h"

#include "mlir-c/BuiltinTypes.h"

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

static MlirValue lastKey(TcSort *s, MlirValue last) {
  TcEmit *e = s->r->e;
  return tcSortLoad(e, last, s->keyType, tcEmitI64(e, 0));
}

// Each of the elements [low, high) that comes before the last one is inserted.
static bool insertEach(TcSort *s, MlirValue low, MlirValue high,
                       MlirValue last) {
  TcEmit *e = s->r->e;
  TcLoop loop = tcEmitFor(e, low, high, 1, -1, 0, NULL);
  MlirValue i = tcSortIndex(&loop), key = tcSortKey(s, i);
  if (!key.ptr)
    return false;
  MlirValue seen = tcArithSubi(&e->b, i, s->first);
  MlirValue count = tcArithMinsi(&e->b, seen, s->take);
  MlirValue comes = tcArithOri(&e->b, tcSortLess(e, seen, s->take),
                               tcSortLess(e, key, lastKey(s, last)));
  TcLoop then = tcEmitIf(e, comes);
  tcSortStore(e, s->keys, s->keyType, i, key);
  insert(s, i, key, count, last);
  tcEmitIfEnd(e, &then);
  tcEmitForEnd(e, &loop, 0, NULL);
  return true;
}

// Elements of a vector, or 1: where they do not lie side by side, or positions
// are data that may be out of range.
static int64_t lanesOf(const TcSort *s) {
  const TcRun *r = s->r;
  int64_t lanes = r->lanes * 32 / (int64_t)mlirIntegerTypeGetWidth(s->keyType);
  return lanes > 1 && !r->s->gathered.size &&
                 tcCpuIsContiguous(r->e->k, r->s, s->along)
             ? lanes
             : 1;
}

// Whether one of the `lanes` elements from `low` on comes before the last one,
// or that is not known yet. Null after an error.
static MlirValue someCome(TcSort *s, MlirValue low, int64_t lanes,
                          MlirValue last) {
  TcEmit *e = s->r->e;
  MlirValue seen = tcArithSubi(&e->b, low, s->first);
  tcEmitSetLanes(e, lanes, s->along);
  TcLane exist = e->mask = tcEmitLanesBelow(e, low, s->end);
  MlirValue keys = tcSortKey(s, low);
  e->mask = (TcLane){.v = {NULL}};
  MlirValue before = {NULL};
  if (keys.ptr)
    before = tcSortLess(e, keys, tcEmitBroadcast(e, lastKey(s, last)));
  tcEmitSetLanes(e, 1, -1);
  if (!keys.ptr)
    return keys;
  before = tcArithAndi(&e->b, before, exist.v);
  return tcArithOri(
      &e->b, tcSortLess(e, seen, s->take),
      tcVectorReduction(&e->b, e->i1, TC_VECTOR_COMBINING_KIND_OR, before));
}

// The first `take` of the row, or part, in order, in the first half of `order`.
// The last key so far lies in the second half.
bool tcSortFew(TcSort *s) {
  TcEmit *e = s->r->e;
  MlirValue last =
      tcSortAt(e, tcSortHalf(s, tcEmitI64(e, 1)), e->i64, s->first);
  int64_t lanes = lanesOf(s);
  if (lanes == 1)
    return insertEach(s, s->first, s->end, last);
  TcLoop loop = tcEmitFor(e, s->first, s->end, lanes, -1, 0, NULL);
  MlirValue low = tcSortIndex(&loop);
  MlirValue high =
      tcArithMinsi(&e->b, tcArithAddi(&e->b, low, tcEmitI64(e, lanes)), s->end);
  MlirValue some = someCome(s, low, lanes, last);
  if (!some.ptr)
    return false;
  TcLoop then = tcEmitIf(e, some);
  bool ok = insertEach(s, low, high, last);
  tcEmitIfEnd(e, &then);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}
