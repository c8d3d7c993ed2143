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

bool tcSortSetKey(TcSort *s, MlirValue i) {
  MlirValue key = tcSortKey(s, i);
  if (!key.ptr)
    return false;
  tcSortStore(s->r->e, s->keys, s->keyType, i, key);
  tcSortPut(s, s->order, i, i);
  return true;
}

static bool makeKeys(TcSort *s) {
  TcEmit *e = s->r->e;
  TcLoop loop = tcEmitFor(e, s->first, s->end, 1, -1, 0, NULL);
  bool ok = tcSortSetKey(s, tcSortIndex(&loop));
  tcEmitForEnd(e, &loop, 0, NULL);
  return ok;
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
  MlirValue order = tcMergePositions(s, tcSortNumPasses(e, s->n));
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

TcSort tcSortOf(TcRun *r, MlirValue workspace) {
  TcEmit *e = r->e;
  const TcCpuStage *stage = r->s;
  TcSort s = {.r = r,
              .along = stage->over.data[0],
              .work = workspace,
              .keys = workspace};
  const TcSize *n = e->k->iters.data[s.along].extent;
  s.keyType = keyTypeOf(e, stage->results.data[0]->element);
  s.positionType = e->i64;
  s.n = tcEmitExpr(e, n);
  s.take = stage->take ? tcEmitExpr(e, stage->take) : s.n;
  s.order = tcSortAt(e, workspace, e->i64, s.n);
  s.first = tcEmitI64(e, 0);
  s.end = s.n;
  return s;
}

bool tcEmitSort(TcRun *r, MlirValue workspace) {
  TcSort s = tcSortOf(r, workspace);
  return overRows(&s, 0);
}
