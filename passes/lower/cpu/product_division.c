// A product's division into tasks as its schedule gives it, in place of a
// choice. See product.h.
//
// What there is no code for becomes what there is code for, so that whoever
// reads a schedule finds the difference (passes/schedule/cpu-attr.c). More
// tiles or panels than there are, of which scratch takes no notice, are all.
#include "passes/lower/cpu/product_operands.h"

#include "lib/cost/estimate.h"

// A known number is at most as large as the number of all.
static const TcSize *atMost(TcCpuKernel *k, const TcSize *each,
                            const TcSize *all) {
  int64_t n, most;
  if (!tcSizeIsConst(each, &n) || !tcSizeIsConst(all, &most) || n <= most)
    return each;
  return tcSizeConst(k->arena, most > 1 ? most : 1);
}

bool tcProductMayPutPanelsInside(const TcProduct *p) {
  if (p->blocks.size)
    return false;
  return tcProductTileUnit(p) ? p->rowStride && !p->strips : p->packed;
}

void tcProductTakeDivision(TcCpuKernel *k, TcProduct *p) {
  const TcProductDivision *d = p->given;
  p->taskTiles = atMost(k, d->tiles, p->numTiles);
  p->taskPanels = atMost(k, d->panels, p->numPanels);
  p->panelsInner = d->panelsInner && tcProductMayPutPanelsInside(p);
  p->packsAhead = d->packsAhead && tcProductCanPackAhead(k, p);
  p->tilesPerTask = tcEstimate(p->taskTiles, 0);
  p->panelsPerTask = tcEstimate(p->taskPanels, 0);
}

// A number that is known: of blocks of a sum and their steps.
static int64_t countOf(TcCpuKernel *k, const TcCpuIters *iters) {
  int64_t n = 1;
  const TcSize *all = tcCpuProduct(k->arena, k, iters);
  return tcSizeIsConst(tcSizeSimplify(k->arena, all, &k->ranges), &n) ? n : 1;
}

TcProductDivision tcProductDivisionOf(TcCpuKernel *k, const TcProduct *p) {
  TcProductDivision d = {.tiles = p->taskTiles,
                         .panels = p->taskPanels,
                         .panelsInner = p->panelsInner,
                         .packsAhead = p->packsAhead,
                         .together = p->panelsTogether,
                         .inside = p->inside.size > 0,
                         .parts = p->parts ? p->parts : 1,
                         .blocks = countOf(k, &p->blocks)};
  if (p->given && !p->strips && !p->lines)
    d.tiles = p->given->tiles;
  if (p->given)
    d.panels = p->given->panels;
  if (d.parts > 1 || d.blocks > 1)
    d.steps = countOf(k, &p->over);
  return d;
}
