// loop.sort: a stable sort of each row, by task.
//
// The keys of a row are mapped to integers in the required order: NaN greatest,
// zeros equal, all bits inverted for a descending sort. Positions are sorted,
// of long rows by digits (sort_digits.c), of others by merges; then the body
// runs again at the position of each element of the result, so that payloads
// are never moved. If only the first `take` elements are wanted, merged runs
// never grow longer than that; if they are few, they are selected.
//
// Few long rows are sorted in parts, by several phases (tcEmitSortPass).
#include "passes/lower/cpu/sort.h"

#include "tc/gen/ArithOps.h"
#include "tc/gen/LlvmOps.h"

#include "mlir-c/BuiltinTypes.h"

static MlirType keyTypeOf(TcEmit *e, MlirType element) {
  bool wide = tcCpuBytes(element) > 4;
  return wide ? e->i64 : e->i32;
}

static bool makeKeys(TcSort *s) {
  TcEmit *e = s->r->e;
  TcLoop loop = tcEmitFor(e, s->first, s->end, 1, -1, 0, NULL);
  MlirValue i = tcSortIndex(&loop);
  MlirValue key = tcSortKey(s, i);
  if (!key.ptr)
    return false;
  tcSortStore(e, s->keys, s->keyType, i, key);
  tcSortStore(e, s->order, e->i64, i, i);
  tcEmitForEnd(e, &loop, 0, NULL);
  return true;
}

//===- Merging ------------------------------------------------------------===//

// Two runs of positions, from `low` and from `middle` on, become one.
typedef struct Merge {
  MlirValue from, to; // halves of `order`
  MlirValue low, middle, leftEnd, rightEnd, end;
} Merge;

// The position at index `i`; any if the run is empty.
static MlirValue positionAt(TcSort *s, const Merge *m, MlirValue i,
                            MlirValue has) {
  TcEmit *e = s->r->e;
  return tcSortLoad(e, m->from, e->i64, tcArithSelect(&e->b, has, i, m->low));
}

static void mergeOne(TcSort *s, const Merge *m, MlirValue out, TcLane *heads) {
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
  tcSortStore(e, m->to, e->i64, out,
              tcArithSelect(&e->b, takeRight, right, left));
  MlirValue one = tcArithExtui(&e->b, e->i64, takeRight);
  MlirValue other = tcArithSubi(&e->b, tcEmitI64(e, 1), one);
  heads[0].v = tcArithAddi(&e->b, heads[0].v, other);
  heads[1].v = tcArithAddi(&e->b, heads[1].v, one);
}

static MlirValue plusAtMost(TcEmit *e, MlirValue x, MlirValue y,
                            MlirValue most) {
  return tcArithMinsi(&e->b, tcArithAddi(&e->b, x, y), most);
}

// The two runs of `width` from m->low on.
static void findRuns(TcSort *s, MlirValue width, MlirValue most, Merge *m) {
  TcEmit *e = s->r->e;
  MlirValue both = tcArithAddi(&e->b, width, width);
  MlirValue high = plusAtMost(e, m->low, both, most);
  m->middle = plusAtMost(e, m->low, width, most);
  m->leftEnd = plusAtMost(e, m->low, s->take, m->middle);
  m->rightEnd = plusAtMost(e, m->middle, s->take, high);
  m->end = plusAtMost(e, m->low, s->take, high);
}

// Runs of `width` become runs of twice that.
static void mergeRuns(TcSort *s, MlirValue width, Merge *m) {
  TcEmit *e = s->r->e;
  MlirValue both = tcArithAddi(&e->b, width, width);
  MlirValue size = tcArithSubi(&e->b, s->end, s->first);
  MlirValue runs = tcArithCeildivsi(&e->b, size, both);
  TcLoop pairs = tcEmitFor(e, tcEmitI64(e, 0), runs, 1, -1, 0, NULL);
  m->low = tcArithAddi(&e->b, s->first,
                       tcArithMuli(&e->b, tcSortIndex(&pairs), both));
  findRuns(s, width, s->end, m);
  TcLane heads[] = {tcLaneScalar(m->low), tcLaneScalar(m->middle)};
  TcLoop loop = tcEmitFor(e, m->low, m->end, 1, -1, 2, heads);
  mergeOne(s, m, tcSortIndex(&loop), heads);
  tcEmitForEnd(e, &loop, 2, heads);
  tcEmitForEnd(e, &pairs, 0, NULL);
}

// The number of doublings until a run is `length` long.
static MlirValue numPasses(TcEmit *e, MlirValue length) {
  MlirValue last = tcArithSubi(&e->b, length, tcEmitI64(e, 1));
  last = tcArithMaxsi(&e->b, last, tcEmitI64(e, 0));
  MlirValue zeros = tcLlvmIntrCtlz(&e->b, last, false);
  return tcArithSubi(&e->b, tcEmitI64(e, 64), zeros);
}

// Sorts in that many passes; returns where the positions are at the end.
static MlirValue sortPositions(TcSort *s, MlirValue passes) {
  TcEmit *e = s->r->e;
  MlirValue one = tcEmitI64(e, 1);
  TcLoop loop = tcEmitFor(e, tcEmitI64(e, 0), passes, 1, -1, 0, NULL);
  MlirValue pass = tcSortIndex(&loop);
  Merge m = {.from = tcSortHalf(s, pass),
             .to = tcSortHalf(s, tcArithAddi(&e->b, pass, one))};
  mergeRuns(s, tcArithShli(&e->b, one, pass), &m);
  tcEmitForEnd(e, &loop, 0, NULL);
  return tcSortHalf(s, passes);
}

const TcSize *tcCpuSortBytes(TcArena *a, const TcCpuKernel *k,
                             const TcCpuStage *s, int64_t parts, bool few) {
  enum { KEY = 8, POSITION = 8 };
  const TcSize *n = k->iters.data[s->over.data[0]].extent;
  if (parts && !few)
    return tcSortDigitBytes(a, k, s, parts);
  return tcSizeMul(a, n, tcSizeConst(a, KEY + 2 * POSITION));
}

//===- Rows ---------------------------------------------------------------===//

static bool mergeRow(TcSort *s) {
  TcEmit *e = s->r->e;
  if (!makeKeys(s))
    return false;
  MlirValue order = sortPositions(s, numPasses(e, s->n));
  return tcSortFinish(s, order, false, tcEmitI64(e, 0), s->take);
}

// By digits if the row is long, else by ranks.
static bool sortEither(TcSort *s) {
  TcEmit *e = s->r->e;
  MlirValue most = tcEmitI64(e, tcSortMostRanks(s->r));
  MlirValue isLong = tcSortLess(e, most, s->n);
  TcLoop then = tcEmitIf(e, isLong);
  bool ok = tcSortDigits(s);
  tcEmitIfEnd(e, &then);
  MlirValue isShort = tcArithXori(&e->b, isLong, tcEmitI1(e, true));
  TcLoop otherwise = tcEmitIf(e, isShort);
  ok = ok && tcSortRanks(s);
  tcEmitIfEnd(e, &otherwise);
  return ok;
}

static bool sortRow(TcSort *s) {
  TcEmit *e = s->r->e;
  int64_t n;
  if (s->r->few)
    return tcSortFew(s) && tcSortFinish(s, tcSortHalf(s, tcEmitI64(e, 0)),
                                        false, tcEmitI64(e, 0), s->take);
  if (!s->r->digits)
    return mergeRow(s);
  if (!tcSizeIsConst(e->k->iters.data[s->along].extent, &n))
    return sortEither(s);
  return n <= tcSortMostRanks(s->r) ? tcSortRanks(s) : tcSortDigits(s);
}

static bool overRows(TcSort *s, size_t level) {
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

static TcSort sortOf(TcRun *r, MlirValue workspace) {
  TcEmit *e = r->e;
  const TcCpuStage *stage = r->s;
  TcSort s = {.r = r,
              .along = stage->over.data[0],
              .work = workspace,
              .keys = workspace};
  const TcSize *n = e->k->iters.data[s.along].extent;
  s.keyType = keyTypeOf(e, stage->results.data[0]->element);
  s.n = tcEmitExpr(e, n);
  s.take = stage->take ? tcEmitExpr(e, stage->take) : s.n;
  s.order = tcSortAt(e, workspace, e->i64, s.n);
  s.first = tcEmitI64(e, 0);
  s.end = s.n;
  return s;
}

bool tcEmitSort(TcRun *r, MlirValue workspace) {
  TcSort s = sortOf(r, workspace);
  return overRows(&s, 0);
}

//===- Parts --------------------------------------------------------------===//
//
// A row is split into parts of `length`, which are sorted by digits. Where few
// elements are wanted, the first phase selects those of each part; the others
// merge two runs into one, of which each task computes a share of `length`
// elements: it searches how many elements of either run come before its share
// (Green, McColl and Bader's merge path). Each phase writes the same for any
// number of threads, so results do not depend on it.

typedef struct Parts {
  TcSort s;
  MlirValue part, length;
} Parts;

// Whether element `right` of the right run comes before element `left` of the
// left one. Both are there if `on`.
static MlirValue comesBefore(TcSort *s, const Merge *m, MlirValue on,
                             MlirValue right, MlirValue left) {
  TcEmit *e = s->r->e;
  right = positionAt(s, m, tcArithAddi(&e->b, m->middle, right), on);
  left = positionAt(s, m, tcArithAddi(&e->b, m->low, left), on);
  return tcSortLess(e, tcSortLoad(e, s->keys, s->keyType, right),
                    tcSortLoad(e, s->keys, s->keyType, left));
}

// The number of elements of the left run among the first `before` of the merged
// one: the least i for which right[before - i - 1] comes before left[i].
static MlirValue splitAt(TcSort *s, const Merge *m, MlirValue before) {
  TcEmit *e = s->r->e;
  MlirValue one = tcEmitI64(e, 1), zero = tcEmitI64(e, 0);
  MlirValue numLeft = tcArithSubi(&e->b, m->leftEnd, m->low);
  MlirValue numRight = tcArithSubi(&e->b, m->rightEnd, m->middle);
  TcLane range[] = {tcLaneScalar(tcArithMaxsi(
                        &e->b, zero, tcArithSubi(&e->b, before, numRight))),
                    tcLaneScalar(tcArithMinsi(&e->b, before, numLeft))};
  // Without elements the search does not run.
  MlirValue numIterations = tcArithAddi(&e->b, numPasses(e, s->n), one);
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

// This task's share of merge number `merge`, from 0 on.
static void mergeShare(Parts *p, int64_t merge) {
  TcSort *s = &p->s;
  TcEmit *e = s->r->e;
  MlirValue shares = tcEmitI64(e, (int64_t)2 << merge);
  MlirValue width =
      tcArithMuli(&e->b, p->length, tcEmitI64(e, (int64_t)1 << merge));
  Merge m = {.from = tcSortHalf(s, tcEmitI64(e, merge)),
             .to = tcSortHalf(s, tcEmitI64(e, merge + 1))};
  MlirValue share = tcArithRemsi(&e->b, p->part, shares);
  MlirValue run =
      tcArithMuli(&e->b, tcArithSubi(&e->b, p->part, share), p->length);
  MlirValue before = tcArithMuli(&e->b, share, p->length);
  m.low = tcArithMinsi(&e->b, run, s->n);
  findRuns(s, width, s->n, &m);
  MlirValue size = tcArithSubi(&e->b, m.end, m.low);
  before = tcArithMinsi(&e->b, before, size);
  MlirValue left = splitAt(s, &m, before);
  MlirValue right = tcArithSubi(&e->b, before, left);
  TcLane heads[] = {tcLaneScalar(tcArithAddi(&e->b, m.low, left)),
                    tcLaneScalar(tcArithAddi(&e->b, m.middle, right))};
  MlirValue from = tcArithAddi(&e->b, m.low, before);
  TcLoop loop = tcEmitFor(e, from, plusAtMost(e, from, p->length, m.end), 1, -1,
                          2, heads);
  mergeOne(s, &m, tcSortIndex(&loop), heads);
  tcEmitForEnd(e, &loop, 2, heads);
}

static bool storeShare(Parts *p, int merges) {
  TcSort *s = &p->s;
  TcEmit *e = s->r->e;
  MlirValue order = tcSortHalf(s, tcEmitI64(e, merges));
  MlirValue low = tcArithMuli(&e->b, p->part, p->length);
  return tcSortFinish(s, order, false, tcArithMinsi(&e->b, low, s->take),
                      plusAtMost(e, low, p->length, s->take));
}

int tcCpuSortPhases(const TcCpuStage *s, int merges, bool few) {
  return few ? merges + 2 : tcSortDigitPhases(s);
}

// Where this task's row of workspace is.
static MlirValue workOf(TcRun *r, const TcCpuPhase *p) {
  TcEmit *e = r->e;
  const int32_t dynamic = INT32_MIN;
  MlirValue row = tcEmitI64(e, 0);
  for (size_t i = 0; i < p->tasks.size; ++i) {
    int iter = p->tasks.data[i];
    if (iter == p->pass.part)
      continue;
    row = tcArithMuli(&e->b, row, tcEmitExpr(e, e->k->iters.data[iter].extent));
    row = tcArithAddi(&e->b, row, e->iters[iter]);
  }
  const TcSize *size =
      tcCpuSortBytes(e->arena, e->k, r->s, tcCpuSortParts(e->k, p), r->few);
  MlirValue bytes = tcEmitExpr(e, size);
  MlirValue offset = tcArithMuli(&e->b, row, bytes);
  return tcLlvmGetelementptr(&e->b, e->ptr, e->buffers[p->pass.work], 1,
                             &offset, 1, &dynamic, e->i8);
}

int64_t tcCpuSortParts(const TcCpuKernel *k, const TcCpuPhase *p) {
  int64_t parts = 1;
  if (p->pass.number)
    tcSizeIsConst(k->iters.data[p->pass.part].extent, &parts);
  return parts;
}

bool tcEmitSortPass(TcRun *r, const TcCpuPhase *phase) {
  TcEmit *e = r->e;
  int number = phase->pass.number, last = phase->pass.last;
  int64_t parts = tcCpuSortParts(e->k, phase);
  Parts p = {.s = sortOf(r, workOf(r, phase)),
             .part = e->iters[phase->pass.part]};
  TcSort *s = &p.s;
  p.length = tcArithCeildivsi(&e->b, s->n, tcEmitI64(e, parts));
  MlirValue low = tcArithMuli(&e->b, p.part, p.length);
  s->first = tcArithMinsi(&e->b, low, s->n);
  s->end = plusAtMost(e, low, p.length, s->n);
  if (!r->few)
    return tcSortDigitPhase(s, number, p.part, parts);
  if (number == 1)
    return tcSortFew(s);
  if (number == last)
    return storeShare(&p, last - 2);
  mergeShare(&p, number - 2);
  return true;
}
