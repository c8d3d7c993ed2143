// loop.sort: a stable merge sort of each row, by task.
//
// The keys of a row become integers in whose order the elements are to stand:
// NaN greatest, zeros equal, all bits inverted to descend. What is sorted are
// positions; then the body runs once more at the position of each element of
// the result, so that payloads are never moved. Where only the first `take` are
// wanted, runs never grow longer than that.
#include "passes/lower/cpu/stage.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

typedef struct Sort {
  TcRun *r;
  int along;
  MlirType keyType;
  MlirValue n, take;     // elements of a row, and of its result
  MlirValue keys, order; // rows of scratch: n keys; twice n positions
} Sort;

static MlirType keyTypeOf(TcEmit *e, MlirType element) {
  bool wide = tcCpuBytes(element) > 4;
  return wide ? e->i64 : e->i32;
}

const TcSize *tcCpuSortBytes(TcArena *a, const TcCpuKernel *k,
                             const TcCpuStage *s) {
  enum { KEY = 8, POSITION = 8 };
  const TcSize *n = k->iters.data[s->over.data[0]].extent;
  return tcSizeMul(a, n, tcSizeConst(a, KEY + 2 * POSITION));
}

//===- Memory -------------------------------------------------------------===//

static MlirValue at(TcEmit *e, MlirValue base, MlirType type, MlirValue i) {
  const int32_t dynamic = INT32_MIN;
  return tcLlvmGetelementptr(&e->b, e->ptr, base, 1, &i, 1, &dynamic, type);
}

static MlirValue load(TcEmit *e, MlirValue base, MlirType type, MlirValue i) {
  return tcLlvmLoad(&e->b, type, at(e, base, type, i));
}

static void store(TcEmit *e, MlirValue base, MlirType type, MlirValue i,
                  MlirValue x) {
  tcLlvmStore(&e->b, x, at(e, base, type, i));
}

static MlirValue turn(const TcLoop *loop) {
  return mlirBlockGetArgument(loop->body, 0);
}

//===- Keys ---------------------------------------------------------------===//

// Of negative numbers all bits but the sign count the other way round.
static MlirValue floatKey(Sort *s, MlirValue x) {
  TcEmit *e = s->r->e;
  MlirType type = mlirValueGetType(x);
  int64_t width = mlirIntegerTypeGetWidth(s->keyType);
  MlirValue most = tcEmitInt(e, s->keyType, INT64_MAX >> (64 - width));
  MlirValue nan = tcArithCmpf(&e->b, TC_ARITH_CMP_F_PREDICATE_UNO, x, x);
  x = tcArithAddf(&e->b, x, tcEmitFloat(e, type, 0)); // -0 becomes 0
  MlirValue bits = tcArithBitcast(&e->b, s->keyType, x);
  MlirValue sign =
      tcArithShrsi(&e->b, bits, tcEmitInt(e, s->keyType, width - 1));
  MlirValue key = tcArithXori(&e->b, bits, tcArithAndi(&e->b, sign, most));
  return tcArithSelect(&e->b, nan, most, key);
}

static MlirValue intKey(Sort *s, MlirValue x, MlirType element) {
  TcEmit *e = s->r->e;
  if (mlirTypeEqual(mlirValueGetType(x), s->keyType))
    return x;
  return tcIsSigned(element) ? tcArithExtsi(&e->b, s->keyType, x)
                             : tcArithExtui(&e->b, s->keyType, x);
}

static TcLane *yieldsAt(Sort *s, MlirValue position) {
  TcLane *yields =
      TC_ARENA_ARRAY(s->r->e->arena, TcLane, s->r->s->results.size + 1);
  s->r->e->iters[s->along] = position;
  return tcStageYields(s->r, yields) ? yields : NULL;
}

static bool makeKeys(Sort *s) {
  TcEmit *e = s->r->e;
  MlirType element = s->r->s->results.data[0]->element;
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), s->n, 1, -1, 0, NULL);
  MlirValue i = turn(&loop);
  TcLane *yields = yieldsAt(s, i);
  if (!yields)
    return false;
  MlirValue key = mlirTypeIsAFloat(element) ? floatKey(s, yields[0].v)
                                            : intKey(s, yields[0].v, element);
  if (s->r->s->descending)
    key = tcArithXori(&e->b, key, tcEmitInt(e, s->keyType, -1));
  store(e, s->keys, s->keyType, i, key);
  store(e, s->order, e->i64, i, i);
  tcEmitForEnd(e, &loop, 0, NULL);
  return true;
}

//===- Merging ------------------------------------------------------------===//

// Two runs of positions, from `low` and from `middle` on, become one.
typedef struct Merge {
  MlirValue from, to; // halves of `order`
  MlirValue low, leftEnd, rightEnd, end;
} Merge;

static MlirValue less(TcEmit *e, MlirValue x, MlirValue y) {
  return tcArithCmpi(&e->b, TC_ARITH_CMP_I_PREDICATE_SLT, x, y);
}

// The position that stands at `i`; of an empty run any.
static MlirValue positionAt(Sort *s, const Merge *m, MlirValue i,
                            MlirValue has) {
  TcEmit *e = s->r->e;
  return load(e, m->from, e->i64, tcArithSelect(&e->b, has, i, m->low));
}

static void mergeOne(Sort *s, const Merge *m, MlirValue out, TcLane *heads) {
  TcEmit *e = s->r->e;
  MlirValue truth = tcEmitI1(e, true);
  MlirValue hasLeft = less(e, heads[0].v, m->leftEnd);
  MlirValue hasRight = less(e, heads[1].v, m->rightEnd);
  MlirValue left = positionAt(s, m, heads[0].v, hasLeft);
  MlirValue right = positionAt(s, m, heads[1].v, hasRight);
  MlirValue before = less(e, load(e, s->keys, s->keyType, right),
                          load(e, s->keys, s->keyType, left));
  MlirValue noLeft = tcArithXori(&e->b, hasLeft, truth);
  MlirValue takeRight =
      tcArithAndi(&e->b, hasRight, tcArithOri(&e->b, noLeft, before));
  store(e, m->to, e->i64, out, tcArithSelect(&e->b, takeRight, right, left));
  MlirValue one = tcArithExtui(&e->b, e->i64, takeRight);
  MlirValue other = tcArithSubi(&e->b, tcEmitI64(e, 1), one);
  heads[0].v = tcArithAddi(&e->b, heads[0].v, other);
  heads[1].v = tcArithAddi(&e->b, heads[1].v, one);
}

static MlirValue plusAtMost(TcEmit *e, MlirValue x, MlirValue y,
                            MlirValue most) {
  return tcArithMinsi(&e->b, tcArithAddi(&e->b, x, y), most);
}

// Runs of `width` become runs of twice that.
static void mergeRuns(Sort *s, MlirValue width, Merge *m) {
  TcEmit *e = s->r->e;
  MlirValue both = tcArithAddi(&e->b, width, width);
  MlirValue runs = tcArithCeildivsi(&e->b, s->n, both);
  TcLoop pairs = tcEmitFor(e, tcEmitI64(e, 0), runs, 1, -1, 0, NULL);
  m->low = tcArithMuli(&e->b, turn(&pairs), both);
  MlirValue middle = plusAtMost(e, m->low, width, s->n);
  MlirValue high = plusAtMost(e, m->low, both, s->n);
  m->leftEnd = plusAtMost(e, m->low, s->take, middle);
  m->rightEnd = plusAtMost(e, middle, s->take, high);
  m->end = plusAtMost(e, m->low, s->take, high);
  TcLane heads[] = {tcLaneScalar(m->low), tcLaneScalar(middle)};
  TcLoop loop = tcEmitFor(e, m->low, m->end, 1, -1, 2, heads);
  mergeOne(s, m, turn(&loop), heads);
  tcEmitForEnd(e, &loop, 2, heads);
  tcEmitForEnd(e, &pairs, 0, NULL);
}

// How often runs must double until one is as long as the row.
static MlirValue numPasses(Sort *s) {
  TcEmit *e = s->r->e;
  MlirValue last = tcArithSubi(&e->b, s->n, tcEmitI64(e, 1));
  last = tcArithMaxsi(&e->b, last, tcEmitI64(e, 0));
  MlirValue zeros = tcLlvmIntrCtlz(&e->b, last, false);
  return tcArithSubi(&e->b, tcEmitI64(e, 64), zeros);
}

// Half number `which` of `order`.
static MlirValue half(Sort *s, MlirValue which) {
  TcEmit *e = s->r->e;
  MlirValue odd = tcArithAndi(&e->b, which, tcEmitI64(e, 1));
  return at(e, s->order, e->i64, tcArithMuli(&e->b, odd, s->n));
}

// Gives where the positions are in the end.
static MlirValue sortPositions(Sort *s) {
  TcEmit *e = s->r->e;
  MlirValue one = tcEmitI64(e, 1), passes = numPasses(s);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), passes, 1, -1, 0, NULL);
  MlirValue pass = turn(&loop);
  Merge m = {.from = half(s, pass),
             .to = half(s, tcArithAddi(&e->b, pass, one))};
  mergeRuns(s, tcArithShli(&e->b, one, pass), &m);
  tcEmitForEnd(e, &loop, 0, NULL);
  return half(s, passes);
}

//===- Rows ---------------------------------------------------------------===//

static bool storeSorted(Sort *s, MlirValue order) {
  TcEmit *e = s->r->e;
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), s->take, 1, -1, 0, NULL);
  MlirValue i = turn(&loop);
  TcLane *yields = yieldsAt(s, load(e, order, e->i64, i));
  e->iters[s->along] = i;
  for (size_t r = 0; yields && r < s->r->s->results.size; ++r)
    tcStageStore(s->r, r, yields[r]);
  tcEmitForEnd(e, &loop, 0, NULL);
  return yields;
}

static bool sortRow(Sort *s) {
  return makeKeys(s) && storeSorted(s, sortPositions(s));
}

static bool overRows(Sort *s, size_t level) {
  TcEmit *e = s->r->e;
  if (level == s->r->inner.size)
    return sortRow(s);
  int iter = s->r->inner.data[level];
  if (iter == s->along)
    return overRows(s, level + 1);
  MlirValue low, high;
  tcIterBounds(e, iter, &low, &high);
  TcLoop loop = tcEmitFor(e, low, high, 1, iter, 0, NULL);
  bool ok = overRows(s, level + 1);
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
}

bool tcEmitSort(TcRun *r, MlirValue workspace) {
  TcEmit *e = r->e;
  const TcCpuStage *stage = r->s;
  Sort s = {.r = r, .along = stage->over.data[0], .keys = workspace};
  const TcSize *n = e->k->iters.data[s.along].extent;
  s.keyType = keyTypeOf(e, stage->results.data[0]->element);
  s.n = tcEmitExpr(e, n);
  s.take = stage->take ? tcEmitExpr(e, stage->take) : s.n;
  s.order = at(e, workspace, e->i64, s.n);
  return overRows(&s, 0);
}
