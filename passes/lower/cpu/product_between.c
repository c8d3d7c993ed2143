// What is done between the steps of a tile's sums besides: maps on the tile
// before, of tile registers, prefetches of the next panel, and its packing. See
// product.h.
//
// Both are shared out evenly: so many rows, or lines, after each step, as the
// schedule says or is chosen. Results do not depend on it.
#include "passes/lower/cpu/product_operands.h"

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
  int64_t each = tcCeilDiv(p->height, p->unitSteps);
  if (p->blocks.size || p->inside.size || p->parts)
    return 0;
  if (!p->given)
    return p->chooser->mapsBetween(p) ? each : 0;
  return p->given->between && p->given->between < each ? each
                                                       : p->given->between;
}

// Pieces of the next panel after each step, so that the task's tiles, if it has
// as many as that, have packed it by their end.
static int64_t packingBetween(TcCpuKernel *k, const TcProduct *p) {
  int64_t pieces = tcProductPiecesOfPanel(k, p);
  if (!pieces || (p->given && !p->given->packingBetween) ||
      (!p->given && !p->chooser->packsBetween(p)))
    return 0;
  return p->given ? p->given->packingBetween
                  : tcCeilDiv(pieces, p->unitSteps * p->tilesPerTask);
}

static void shareSteps(TcCpuKernel *k, const TcTarget *target, TcProduct *p) {
  p->unitSteps = wholeSteps(k, p);
  if (!p->unitSteps)
    return;
  p->rowsBetween = rowsBetween(p);
  p->packingBetween = packingBetween(k, p);
  if (!p->packed || p->panelsInner)
    return;
  p->linesBetween = p->given ? p->given->ahead
                             : p->chooser->linesAhead(p, target, p->unitSteps);
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

static void shareIterations(TcCpuKernel *k, const TcTarget *target,
                            TcProduct *p) {
  int64_t all = iterations(k, p);
  if (!all)
    return;
  p->linesBetween =
      p->given ? p->given->ahead : p->chooser->linesAhead(p, target, all);
  p->unitSteps = p->linesBetween ? all : 0;
}

void tcProductShareSteps(TcCpuKernel *k, const TcTarget *target, TcProduct *p) {
  if (tcProductTileUnit(p))
    shareSteps(k, target, p);
  else
    shareIterations(k, target, p);
}
