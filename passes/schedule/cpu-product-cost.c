// The time that a product takes, for passes that choose how its operands lie.
// See cpu-product.h.
//
// Cycles of a core with the target's multipliers, of a few accesses in order
// each cycle: ratios matter, and are right to a third (bench/torch_cpu.py,
// AVX-512).
#include "passes/schedule/cpu-product.h"

#include "passes/schedule/cpu.h"

#include <math.h>

// Of a sum outside of products, which runs along an axis that is short, or
// reads element by element.
static const double slowMultiplication = 0.75;
// Of the start of a row's run; where it may lie outside, of asking that, too.
static const double runStart = 2, filledRunStart = 5;
// Of an element that is packed: of a vector of them, and where each is asked
// for whether it lies outside.
static const double packedVector = 2, filledVector = 5, packedElement = 1.5,
                    filledElement = 4;
// Of a line of rows in place that comes from the second cache.
static const double farLine = 1.2;
// Of an element that is stored: of a vector, along rows, or scattered.
static const double storedVector = 2, storedAlongRows = 1.5, storedElement = 5;

static double countOf(const TcCpuKernel *k, const TcCpuIters *iters) {
  return tcCpuGuessIters(k, iters);
}

static double packCycles(TcCpuKernel *k, const TcProduct *p, double elements) {
  const TcCpuRead *r = p->columnFactor;
  bool filled = !mlirAttributeIsNull(r->fill);
  const TcSize *offset = tcCpuReadOffset(k, r);
  if (tcCpuHasStride(k, offset, p->column, 1))
    return elements * (filled ? filledVector : packedVector) / (double)p->lanes;
  return elements * (filled ? filledElement : packedElement);
}

static bool storesVectors(TcCpuKernel *k, const TcProduct *p) {
  const TcCpuStage *s = p->maps.size ? tcVecLast(&p->maps) : p->contract;
  return tcProductStoresAlong(k, s, p->column);
}

//===- The column ---------------------------------------------------------===//

double tcProductColumnCycles(TcCpuKernel *k, const TcProduct *p, int column) {
  enum { MULTIPLIERS = 2 };
  TcCpuIters space = p->contract->iters;
  double n = tcCpuGuess(k, k->iters.data[column].extent);
  double points = countOf(k, &space);
  double width = (double)(n > (double)p->lanes ? tcProductWidth(p) : p->lanes);
  double multiplied =
      points / n * ceil(n / width) * width * countOf(k, &p->contract->over);
  const TcCpuStage *s = p->maps.size ? tcVecLast(&p->maps) : p->contract;
  double each = tcProductStoresAlong(k, s, column)
                    ? storedVector / (double)p->lanes
                    : storedElement;
  return multiplied / (double)(p->lanes * MULTIPLIERS) + points * each;
}

//===- Rows in place ------------------------------------------------------===//

// Whether tiles broadcast elements of rows where these lie.
static bool readsRowsInPlace(const TcProduct *p) {
  return !p->packsRows && !p->rowsAcross && !p->lines && !p->strips &&
         !tcProductTileUnit(p);
}

// Lines that a tile's rows have at one step.
static double linesOfRows(TcCpuKernel *k, const TcProduct *p, double bytes) {
  for (size_t i = p->rows.size; i-- > 0;)
    if (!tcCpuIterIsOne(k, p->rows.data[i]))
      return fmin(1 + tcCpuDistance(k, p->rowStart, p->rows.data[i]) * bytes *
                          (double)(p->height - 1) / TC_PRODUCT_LINE,
                  (double)p->height);
  return 1;
}

// Whether the first cache keeps so many lines, of each of a tile's `rows` lines
// of a step, where steps are `apart`: those of its sets that they fall into
// have as many ways.
static bool keepsLines(double apart, double lines, double rows) {
  enum { WAY_BYTES = 4096 };
  int64_t common = tcSizeGcd((int64_t)fmin(apart, 1 << 30), WAY_BYTES);
  double sets =
      fmin(rows * (double)(WAY_BYTES / common), WAY_BYTES / TC_PRODUCT_LINE);
  return lines * rows <= sets * TC_PRODUCT_WAYS;
}

// Lines of a tile's rows that come from the second cache in a sum. Steps of the
// innermost loop that lie farther apart than a line read another one each; what
// outer iterators, as a window's, read between them is there if the first cache
// keeps the lines of a whole innermost loop.
static double farLines(TcCpuKernel *k, const TcProduct *p, double steps) {
  double bytes = (double)tcProductRowBytes(p);
  int inner = tcVecLast(&p->walked);
  double n = tcCpuGuess(k, k->iters.data[inner].extent);
  double apart = tcCpuDistance(k, p->rowInner, inner) * bytes;
  double rows = linesOfRows(k, p, bytes);
  double each = fmin(apart / TC_PRODUCT_LINE, 1), lines = steps * rows * each;
  if (!keepsLines(apart, n * each, rows))
    return lines;
  for (size_t i = 0; i + 1 < p->walked.size; ++i) {
    int iter = p->walked.data[i];
    if (tcCpuDistance(k, p->rowOuter, iter) * bytes <
        fmin(apart, TC_PRODUCT_LINE))
      lines /= tcCpuGuess(k, k->iters.data[iter].extent);
  }
  return lines;
}

//===- The product --------------------------------------------------------===//

double tcProductCycles(TcCpuKernel *k, const TcTarget *target,
                       const TcProduct *p, bool packed) {
  double batch = countOf(k, &p->batch) * countOf(k, &p->inside),
         rows = countOf(k, &p->rows);
  double steps = countOf(k, &p->over) * countOf(k, &p->blocks) *
                 (double)(p->parts ? p->parts : 1);
  double columns = tcCpuGuess(k, k->iters.data[p->column].extent);
  double width = (double)(p->vectors * p->lanes);
  double panels = (double)(int64_t)((columns + width - 1) / width);
  double inner = tcCpuGuess(k, k->iters.data[tcVecLast(&p->walked)].extent);
  double groups = rows / (double)(p->height * p->tilesPerTask);
  double cycles =
      batch * panels * rows * steps * (double)p->vectors / target->multipliers;
  if (!p->windows)
    cycles += batch * panels * rows * steps / inner *
              (p->filled ? filledRunStart : runStart);
  if (readsRowsInPlace(p))
    cycles += batch * panels * rows / (double)p->height *
              farLines(k, p, steps) * farLine;
  if (!p->packed && !packed && !p->windows)
    cycles += packCycles(
        k, p, batch * panels * width * steps * (groups > 1 ? groups : 1));
  if (p->packsRows)
    cycles += batch * rows * steps * packedVector / (double)p->lanes * panels /
              (double)p->panelsPerTask;
  double each = storesVectors(k, p) ? storedVector / (double)p->lanes
                : p->alongRows      ? storedAlongRows
                                    : storedElement;
  return cycles + batch * columns * rows * each;
}

double tcProductCyclesOtherwise(const TcCpuKernel *k, const TcProduct *p) {
  TcCpuIters space = tcCpuStageSpace(k->arena, p->contract);
  return countOf(k, &space) * slowMultiplication;
}
