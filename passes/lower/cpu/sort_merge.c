// Merges of sorted runs of positions, by one task or thread. See sort.h.
#include "passes/lower/cpu/sort.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

// The position at index `i`; any if the run is empty.
static MlirValue positionAt(TcSort *s, const TcMerge *m, MlirValue i,
                            MlirValue has) {
  TcEmit *e = s->r->e;
  return tcSortPosition(s, m->from, tcArithSelect(&e->b, has, i, m->low));
}

void tcMergeOne(TcSort *s, const TcMerge *m, MlirValue out, TcLane *heads) {
  TcEmit *e = s->r->e;
  MlirValue truth = tcEmitI1(e, true);
  MlirValue hasLeft = tcSortLess(e, heads[0].v, m->leftEnd);
  MlirValue hasRight = tcSortLess(e, heads[1].v, m->rightEnd);
  MlirValue left = positionAt(s, m, heads[0].v, hasLeft);
  MlirValue right = positionAt(s, m, heads[1].v, hasRight);
  MlirValue before = tcSortLess(e, tcSortLoad(e, s->keys, s->keyType, right),
                                tcSortLoad(e, s->keys, s->keyType, left));
  MlirValue noLeft = tcArithXori(&e->b, hasLeft, truth);
  MlirValue takeRight =
      tcArithAndi(&e->b, hasRight, tcArithOri(&e->b, noLeft, before));
  tcSortPut(s, m->to, out, tcArithSelect(&e->b, takeRight, right, left));
  MlirValue one = tcArithExtui(&e->b, e->i64, takeRight);
  MlirValue other = tcArithSubi(&e->b, tcEmitI64(e, 1), one);
  heads[0].v = tcArithAddi(&e->b, heads[0].v, other);
  heads[1].v = tcArithAddi(&e->b, heads[1].v, one);
}

MlirValue tcSortPlusAtMost(TcEmit *e, MlirValue x, MlirValue y,
                           MlirValue most) {
  return tcArithMinsi(&e->b, tcArithAddi(&e->b, x, y), most);
}

// The two runs of `width` from m->low on.
void tcMergeFindRuns(TcSort *s, MlirValue width, MlirValue most, TcMerge *m) {
  TcEmit *e = s->r->e;
  MlirValue both = tcArithAddi(&e->b, width, width);
  MlirValue high = tcSortPlusAtMost(e, m->low, both, most);
  m->middle = tcSortPlusAtMost(e, m->low, width, most);
  m->leftEnd = tcSortPlusAtMost(e, m->low, s->take, m->middle);
  m->rightEnd = tcSortPlusAtMost(e, m->middle, s->take, high);
  m->end = tcSortPlusAtMost(e, m->low, s->take, high);
}

// Runs of `width` become runs of twice that.
static void mergeRuns(TcSort *s, MlirValue width, TcMerge *m) {
  TcEmit *e = s->r->e;
  MlirValue both = tcArithAddi(&e->b, width, width);
  MlirValue size = tcArithSubi(&e->b, s->end, s->first);
  MlirValue runs = tcArithCeildivsi(&e->b, size, both);
  TcLoop pairs = tcEmitFor(e, tcEmitI64(e, 0), runs, 1, -1, 0, NULL);
  m->low = tcArithAddi(&e->b, s->first,
                       tcArithMuli(&e->b, tcSortIndex(&pairs), both));
  tcMergeFindRuns(s, width, s->end, m);
  TcLane heads[] = {tcLaneScalar(m->low), tcLaneScalar(m->middle)};
  TcLoop loop = tcEmitFor(e, m->low, m->end, 1, -1, 2, heads);
  tcMergeOne(s, m, tcSortIndex(&loop), heads);
  tcEmitForEnd(e, &loop, 2, heads);
  tcEmitForEnd(e, &pairs, 0, NULL);
}

// The number of doublings until a run is `length` long.
MlirValue tcSortNumPasses(TcEmit *e, MlirValue length) {
  MlirValue last = tcArithSubi(&e->b, length, tcEmitI64(e, 1));
  last = tcArithMaxsi(&e->b, last, tcEmitI64(e, 0));
  MlirValue zeros = tcLlvmIntrCtlz(&e->b, last, false);
  return tcArithSubi(&e->b, tcEmitI64(e, 64), zeros);
}

// Sorts in that many passes; returns where the positions are at the end.
MlirValue tcMergePositions(TcSort *s, MlirValue passes) {
  TcEmit *e = s->r->e;
  MlirValue one = tcEmitI64(e, 1);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), passes, 1, -1, 0, NULL);
  MlirValue pass = tcSortIndex(&loop);
  TcMerge m = {.from = tcSortHalf(s, pass),
               .to = tcSortHalf(s, tcArithAddi(&e->b, pass, one))};
  mergeRuns(s, tcArithShli(&e->b, one, pass), &m);
  tcEmitForEnd(e, &loop, 0, NULL);
  return tcSortHalf(s, passes);
}

// Whether element `right` of the right run comes before element `left` of the
// left one. Both are there if `on`.
static MlirValue comesBefore(TcSort *s, const TcMerge *m, MlirValue on,
                             MlirValue right, MlirValue left) {
  TcEmit *e = s->r->e;
  right = positionAt(s, m, tcArithAddi(&e->b, m->middle, right), on);
  left = positionAt(s, m, tcArithAddi(&e->b, m->low, left), on);
  return tcSortLess(e, tcSortLoad(e, s->keys, s->keyType, right),
                    tcSortLoad(e, s->keys, s->keyType, left));
}

// The number of elements of the left run among the first `before` of the merged
// one: the least i for which right[before - i - 1] comes before left[i].
MlirValue tcMergeSplitAt(TcSort *s, const TcMerge *m, MlirValue before) {
  TcEmit *e = s->r->e;
  MlirValue one = tcEmitI64(e, 1), zero = tcEmitI64(e, 0);
  MlirValue numLeft = tcArithSubi(&e->b, m->leftEnd, m->low);
  MlirValue numRight = tcArithSubi(&e->b, m->rightEnd, m->middle);
  TcLane range[] = {tcLaneScalar(tcArithMaxsi(
                        &e->b, zero, tcArithSubi(&e->b, before, numRight))),
                    tcLaneScalar(tcArithMinsi(&e->b, before, numLeft))};
  // Without elements the search does not run.
  MlirValue numIterations = tcArithAddi(&e->b, tcSortNumPasses(e, s->n), one);
  numIterations =
      tcArithSelect(&e->b, tcSortLess(e, zero, before), numIterations, zero);
  TcLoop loop = tcEmitFor(e, zero, numIterations, 1, -1, 2, range);
  MlirValue low = range[0].v, high = range[1].v;
  MlirValue on = tcSortLess(e, low, high);
  MlirValue i = tcArithShrsi(&e->b, tcArithAddi(&e->b, low, high), one);
  MlirValue other = tcArithSubi(&e->b, tcArithSubi(&e->b, before, i), one);
  MlirValue down = comesBefore(s, m, on, other, i);
  MlirValue next = tcArithAddi(&e->b, i, one);
  range[0].v = tcArithSelect(
      &e->b, tcArithOri(&e->b, down, tcArithXori(&e->b, on, tcEmitI1(e, true))),
      low, next);
  range[1].v = tcArithSelect(&e->b, tcArithAndi(&e->b, down, on), i, high);
  tcEmitForEnd(e, &loop, 2, range);
  return range[0].v;
}
