// See search.h.
#include "passes/decompose/search.h"

#include "passes/decompose/indices.h"

// Rows with an element more, which is read, and not counted, if they are
// empty.
static MlirValue neverEmpty(TcBuild *b, MlirValue rows) {
  intptr_t rank = tcRankOf(rows);
  TcShape none = tcShapeMake(b, rank), more = tcShapeMake(b, rank);
  for (intptr_t i = 0; i < rank; ++i)
    none.sizes[i] = more.sizes[i] = tcSizeInt(b, 0);
  if (rank)
    more.sizes[rank - 1] = tcSizeInt(b, 1);
  return tcPad(b, rows, tcNum(b, rows, 0), none.sizes, more.sizes);
}

MlirValue tcCountBelow(TcBuild *b, MlirValue rows, MlirValue x,
                       bool countsEqual) {
  intptr_t rank = tcRankOf(rows), last = tcRankOf(x) - 1;
  MlirAttribute size = tcValueSize(rows, rank - 1);
  MlirValue n = tcSizeValue(b, size, tcI64(b));
  MlirValue low = tcZeros(b, tcShapeOf(b, x), tcI64(b));
  int64_t count, step = 1;
  if (!tcSizeAttrIsConstant(size, &count)) {
    count = (int64_t)1 << 40; // more than memory holds
    rows = neverEmpty(b, rows);
  }
  while (2 * step <= count)
    step *= 2;
  MlirValue top = tcMax(b, tcSub(b, n, tcNum(b, n, 1)), tcNum(b, n, 0));
  for (; step > 0 && count > 0; step /= 2) {
    MlirValue next = tcAdd(b, low, tcConstInt(b, tcI64(b), step));
    MlirValue at = tcMin(b, tcSub(b, next, tcNum(b, next, 1)), top);
    MlirValue *indices = tcElementIndices(b, at, last);
    MlirValue y =
        rank == 1 ? tcIndex(b, rows, 1, &at, tcDimsOne(b, 0))
                  : tcIndex(b, rows, rank, indices, tcDimsRange(b, 0, rank));
    MlirValue isAbove = countsEqual ? tcGt(b, y, x) : tcGe(b, y, x);
    MlirValue goesOn = tcAnd(b, tcLe(b, next, n), tcNot(b, isAbove));
    low = tcWhere(b, goesOn, next, low);
  }
  return low;
}
