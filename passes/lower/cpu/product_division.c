// A product's division into tasks as its schedule gives it, in place of a
// choice. See product.h.
//
// What there is no code for becomes what there is code for, so that whoever
// reads a schedule finds the difference (passes/schedule/cpu-read.c). More
// tiles or panels than there are, of which scratch takes no notice, are all.
#include "passes/lower/cpu/product_operands.h"

#include "lib/cost/estimate.h"

#include "mlir-c/BuiltinTypes.h"

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
  if (tcProductTileUnit(p))
    return p->rowStride && !p->strips;
  return p->packed ||
         (!p->windows && !p->lines && !p->along && !p->lineStride &&
          !p->parts && !p->inside.size && p->segments < 0);
}

bool tcProductGroupsPanels(const TcProduct *p) {
  return p->panelsInner && !p->packed && !tcProductTileUnit(p);
}

bool tcProductPacksRowsOfTile(const TcProduct *p) {
  return p->panelsInner && !(p->rowsAcross && tcProductGroupsPanels(p));
}

void tcProductTakeDivision(TcCpuKernel *k, TcProduct *p) {
  const TcProductDivision *d = p->given;
  p->taskTiles = atMost(k, d->tiles, p->numTiles);
  p->taskPanels = atMost(k, d->panels, p->numPanels);
  p->panelsInner = d->panelsInner && tcProductMayPutPanelsInside(p);
  p->packsAhead = d->packsAhead && tcProductCanPackAhead(k, p);
  p->tilesPerTask = tcEstimate(p->taskTiles, k->guess);
  p->panelsPerTask = tcEstimate(p->taskPanels, k->guess);
}

int64_t tcProductPoints(const TcCpuKernel *k, const TcCpuIters *iters,
                        int64_t otherwise) {
  int64_t n;
  const TcSize *all = tcCpuProduct(k->arena, k, iters);
  return tcSizeIsConst(tcSizeSimplify(k->arena, all, &k->ranges), &n)
             ? n
             : otherwise;
}

bool tcProductAddsBlocks(const TcCpuKernel *k, const TcProduct *p) {
  return tcProductSlices(p) > 1 && p->blocks.size &&
         tcProductPoints(k, &p->blocks, 1) * tcProductPoints(k, &p->over, 1) >
             TC_PRODUCT_SLICED_MOST;
}

int64_t tcProductMostPoints(const TcCpuKernel *k, const TcCpuIters *iters) {
  int64_t all = 1, n;
  for (size_t i = 0; i < iters->size; ++i)
    if (!tcSizeIsConst(k->iters.data[iters->data[i]].most, &n) ||
        __builtin_mul_overflow(all, n, &all))
      return 0;
  return all;
}

bool tcProductIsBounded(const TcCpuKernel *k, const TcProduct *p) {
  for (size_t i = 0; i < p->over.size; ++i)
    if (tcCpuUsesIters(k, k->iters.data[p->over.data[i]].extent))
      return true;
  return false;
}

static TcRowsFrom rowsFrom(const TcProduct *p) {
  if (p->lines || p->strips)
    return p->lines ? TC_ROWS_LINES : TC_ROWS_STRIP;
  if (p->along || p->inRuns)
    return TC_ROWS_BLOCKS;
  if (p->lineStride)
    return TC_ROWS_WINDOWS;
  if (p->rowsAcross)
    return TC_ROWS_STEPS;
  if (tcProductTileUnit(p))
    return p->rowStride ? TC_ROWS_IN_PLACE : TC_ROWS_REGISTERS;
  return p->packsRows  ? TC_ROWS_PACKED
         : p->together ? TC_ROWS_IMAGES
                       : TC_ROWS_IN_PLACE;
}

static int64_t termsOf(const TcProduct *p) {
  return !mlirTypeIsAFloat(p->element) || tcProductTileUnit(p) ||
                 p->sumBlock == TC_PRODUCT_ONE_BLOCK
             ? 0
             : p->sumBlock;
}

TcProductDivision tcProductDivisionOf(TcCpuKernel *k, const TcProduct *p) {
  TcProductDivision d = {.tiles = p->taskTiles,
                         .panels = p->taskPanels,
                         .rows = p->height,
                         .vectors = p->vectors,
                         .column = p->column,
                         .segments = p->segments,
                         .rowsFrom = rowsFrom(p),
                         .columnsFrom = p->packed    ? TC_COLUMNS_PANELS
                                        : p->windows ? TC_COLUMNS_WINDOWS
                                                     : TC_COLUMNS_PACKED,
                         .storesRows = p->alongRows,
                         .terms = termsOf(p),
                         .between = p->rowsBetween,
                         .ahead = p->linesBetween,
                         .packingBetween = p->packingBetween,
                         .panelsInner = p->panelsInner,
                         .packsAhead = p->packsAhead,
                         .together = p->panelsTogether,
                         .inside = p->inside.size > 0,
                         .loops = tcProductLoopsOf(k, p),
                         .parts = p->parts ? p->parts : 1,
                         .blocks = tcProductPoints(k, &p->blocks, 1)};
  if (p->given && !p->strips && !p->lines)
    d.tiles = p->given->tiles;
  if (p->given)
    d.panels = p->given->panels;
  if (d.parts > 1 || d.blocks > 1)
    d.steps = tcProductPoints(k, &p->over, 1);
  return d;
}
