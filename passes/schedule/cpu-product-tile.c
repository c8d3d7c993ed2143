// The tile of a product, where no schedule says it: its shape, the terms of its
// sums, how it is stored, and what is done between its steps. See
// cpu-product.h.
#include "passes/schedule/cpu-product.h"

#include "passes/schedule/cpu.h"
#include "passes/schedule/sum-block.h"

#include "lib/cost/estimate.h"
#include "lib/cost/numbers.h"

//===- Its shape ----------------------------------------------------------===//

// Whether neighbouring rows are whole pages apart: at one step their elements
// all map to one set of the first cache.
static bool rowsCollide(TcCpuKernel *k, const TcProduct *p) {
  enum { PAGE = 4096 };
  for (size_t i = p->rows.size; i-- > 0;) {
    int64_t n;
    int iter = p->rows.data[i];
    if (!tcCpuIterIsOne(k, iter))
      return tcCpuConstStride(k, p->rowStart, iter, &n) && n > 0 &&
             n * tcCpuBytes(p->rowFactor->value->element) % PAGE == 0;
  }
  return false;
}

static bool mayUseTiles(const TcTarget *target, const TcProduct *p) {
  const TcUnit *u = tcUnits;
  while (u->name && !(u->tiles && tcTargetHasUnit(target, u)))
    ++u;
  MlirType row = p->rowFactor->value->element;
  return u->name && (tcTypeIsHalf(row) || tcIsByte(row));
}

// Whether panels of so many vectors are as near as narrower ones: a quarter of
// the second cache keeps one of all steps, or there are so many rows that the
// sum is cut into blocks.
static bool keepsPanel(const TcCpuKernel *k, const TcTarget *target,
                       const TcProduct *p, int64_t vectors) {
  int64_t step =
      vectors * p->lanes * tcCpuBytes(p->columnFactor->value->element);
  return tcCpuGuessIters(k, &p->rows) >= (double)tcNumber(cpu_wide_rows) ||
         tcCpuGuessIters(k, &p->over) * (double)step <=
             (double)target->l2Bytes / 4;
}

// Whether tiles read rows along the sum in place.
static bool readsAlong(TcCpuKernel *k, const TcProduct *p) {
  return tcCpuHasStride(k, p->rowInner, tcVecLast(&p->over), 1);
}

// Whether half a tile's rows cover what it is cut from: a line of an image, or
// its images.
static bool canHalve(const TcProduct *p) {
  return p->height > TC_PRODUCT_WAYS &&
         (p->height % 2 == 0 || !(p->lines || p->together));
}

// Half as many rows in twice as many vectors where rows are read in place along
// the sum: as many streams as rows, of which a core follows six better than
// twelve (bench/products.py --gradients --only '^dx' gpt2: 0.98 of the time).
// Also if more rows than the first cache has ways would collide
// (bench/cpu_models.py resnet50-8: 1568 x 256 x 1024 at 108 in place of 98
// GFLOP/s).
void tcProductChooseShape(TcCpuKernel *k, const TcTarget *target,
                          TcProduct *p) {
  if (!canHalve(p) || p->packsRows || mayUseTiles(target, p) ||
      tcProductHasSlices(k, target, p) ||
      tcCpuExtent(k, p->column, 0) < 2 * tcProductWidth(p) ||
      !((readsAlong(k, p) && keepsPanel(k, target, p, 2 * p->vectors)) ||
        rowsCollide(k, p)))
    return;
  p->height /= 2;
  p->vectors *= 2;
}

//===- Its sums -----------------------------------------------------------===//

// The number of terms of a sum, as far as it is known.
static int64_t numTerms(const TcCpuKernel *k, const TcProduct *p) {
  const TcCpuIters *over = &p->contract->over;
  double n = 1;
  for (size_t i = 0; i < over->size; ++i)
    n *= (double)tcCpuGuessTerms(k->iters.data[over->data[i]].extent);
  return n < 1e9 ? (int64_t)n : (int64_t)1e9;
}

// A tile's sums fill the registers, so that a block of them loads and stores
// all: blocks of short sums are longer than those of sum-block.h
// (bench/products.py --gradients --only '^dw' gpt2, 256 steps: 0.98 of the
// time), no longer than keeps the error (test/exec/cpu/sum_errors.mlir).
int64_t tcProductChooseTerms(const TcCpuKernel *k, const TcProduct *p) {
  enum { LEAST = 128 };
  int64_t n = tcSumBlock(numTerms(k, p));
  return n < LEAST ? LEAST : n;
}

int64_t tcProductApartTerms(const TcCpuKernel *k, const TcProduct *p) {
  return tcSumBlockMost(numTerms(k, p));
}

// Maps are written out for each row, so they have to be short.
bool tcProductChooseRowStores(const TcProduct *p) {
  int ops = 0;
  for (size_t i = 0; i < p->maps.size; ++i)
    ops += tcCpuBodyOps(p->maps.data[i]);
  return ops <= tcNumber(cpu_row_ops);
}

//===- Between its steps --------------------------------------------------===//

// Where a task has a tile before.
bool tcProductChooseMapsBetween(const TcProduct *p) {
  return p->tilesPerTask * p->panelsPerTask > 1;
}

// Where a task has a panel behind: tile registers multiply while vectors split
// its elements.
bool tcProductChoosePackingBetween(const TcProduct *p) {
  return p->panelsPerTask > 1;
}

static int64_t panelBytes(const TcProduct *p, int64_t steps) {
  return tcProductWidth(p) * steps *
         tcCpuBytes(p->columnFactor->value->element);
}

// Where panels come from memory, tiles share the lines of those behind the
// task's panels, if the second cache keeps them beside these and the task's
// rows. Of panels inside of tiles these are all tiles, since tasks have few of
// them and the next tasks read the same panels.
static int64_t linesOfTile(const TcTarget *target, const TcProduct *p,
                           int64_t all) {
  int64_t steps = all * p->loops.iteration, panel = panelBytes(p, steps);
  int64_t near = p->panelsInner ? p->panelsPerTask : 1;
  int64_t tiles = p->panelsInner ? 2 : p->tilesPerTask;
  int64_t bytes = tcProductRowElement(p);
  if (!tcProductIsFar(p->columnFactor->value) ||
      2 * near * panel + tiles * p->height * steps * bytes > target->l2Bytes)
    return 0;
  int64_t sharing =
      p->panelsInner ? tcEstimate(p->numTiles, 0) : p->tilesPerTask;
  return tcCeilDiv(panel, all * sharing * TC_PRODUCT_LINE);
}

// Of tile registers the task's tiles share the lines.
int64_t tcProductChooseLinesAhead(const TcProduct *p, const TcTarget *target,
                                  int64_t iterations) {
  return tcProductTileUnit(p)
             ? tcCeilDiv(panelBytes(p, p->depth) / TC_PRODUCT_LINE,
                         p->tilesPerTask)
             : linesOfTile(target, p, iterations);
}
