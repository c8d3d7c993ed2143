// What is done between the steps of a tile's sums besides: maps on the tile
// before, of tile registers, and prefetches of the next panel. See product.h.
//
// Both are shared out evenly: so many rows, or lines, after each step. Results
// do not depend on it.
#include "passes/lower/cpu/product_operands.h"

#include "lib/cost/estimate.h"

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

static int64_t panelBytes(const TcProduct *p, int64_t steps) {
  return tcProductWidth(p) * steps *
         tcCpuBytes(p->columnFactor->value->element);
}

//===- Tile registers -----------------------------------------------------===//

// Whole steps of a tile.
static int64_t wholeSteps(TcCpuKernel *k, const TcProduct *p) {
  int64_t steps = tcProductRun(k, p) / p->depth;
  for (size_t i = 0; i < tcProductOuter(p); ++i)
    steps *= tcCpuExtent(k, p->over.data[i], 0);
  return steps;
}

// Rows after each step, which are all rows of a tile together.
static int64_t rowsBetween(const TcProduct *p) {
  int64_t each = ceilDiv(p->height, p->unitSteps);
  if (p->blocks.size || p->inside.size || p->parts)
    return 0;
  if (!p->given)
    return p->tilesPerTask * p->panelsPerTask > 1 ? each : 0;
  return p->given->between && p->given->between < each ? each
                                                       : p->given->between;
}

static void shareSteps(TcCpuKernel *k, TcProduct *p) {
  p->unitSteps = wholeSteps(k, p);
  if (!p->unitSteps)
    return;
  p->rowsBetween = rowsBetween(p);
  if (!p->packed || p->panelsInner)
    return;
  p->linesBetween =
      p->given
          ? p->given->ahead
          : ceilDiv(panelBytes(p, p->depth) / TC_PRODUCT_LINE, p->tilesPerTask);
}

//===- Vectors ------------------------------------------------------------===//

// Iterations of a tile's innermost loop, if they are whole ones; else 0.
static int64_t iterations(TcCpuKernel *k, const TcProduct *p) {
  int64_t steps, together = p->loops.iteration;
  if (!p->packed || p->unit || !p->fixedRows ||
      !tcSizeIsConst(tcCpuProduct(k->arena, k, &p->over), &steps) ||
      tcCpuExtent(k, tcVecLast(&p->over), 1) % together)
    return 0;
  return steps / together;
}

// Where panels come from memory, tiles share the lines of those behind the
// task's panels, if the second cache keeps them beside these and the task's
// rows. Of panels inside of tiles these are all tiles, since tasks have few of
// them and the next tasks read the same panels.
static int64_t linesOfTile(const TcTarget *target, const TcProduct *p,
                           int64_t all, int64_t bytes) {
  int64_t steps = all * p->loops.iteration, panel = panelBytes(p, steps);
  int64_t near = p->panelsInner ? p->panelsPerTask : 1;
  int64_t tiles = p->panelsInner ? 2 : p->tilesPerTask;
  if (!tcProductIsFar(p->columnFactor->value) ||
      2 * near * panel + tiles * p->height * steps * bytes > target->l2Bytes)
    return 0;
  int64_t sharing =
      p->panelsInner ? tcEstimate(p->numTiles, 0) : p->tilesPerTask;
  return ceilDiv(panel, all * sharing * TC_PRODUCT_LINE);
}

static void shareIterations(TcCpuKernel *k, const TcTarget *target,
                            TcProduct *p, int64_t bytes) {
  int64_t all = iterations(k, p);
  if (!all)
    return;
  p->linesBetween =
      p->given ? p->given->ahead : linesOfTile(target, p, all, bytes);
  p->unitSteps = p->linesBetween ? all : 0;
}

void tcProductShareSteps(TcCpuKernel *k, const TcTarget *target, TcProduct *p,
                         int64_t bytes) {
  if (tcProductTileUnit(p))
    shareSteps(k, p);
  else
    shareIterations(k, target, p, bytes);
}
