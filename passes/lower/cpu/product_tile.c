// One tile of a product: its sums in registers, then the maps on them. See
// product.h.
#include "passes/lower/cpu/product_tile.h"
#include "passes/lower/cpu/product_operands.h"

#include "tc/gen/ArithOps.h"

// The next tile's rows are found first: the iterators are this one's
// afterwards.
static void prefetch(TcProductTile *t) {
  const TcProduct *p = t->p;
  t->nextRows = tcProductNextRows(t->e, p, t->site->firstRow, t->height);
  if (p->linesBetween)
    t->nextPanel = tcProductNextPanel(t->e, p, t->site);
  tcTileDealShares(t);
}

static void sumsInVectors(TcProductTile *t) {
  TcLane sums[TC_PRODUCT_MAX_SUMS];
  tcTileStartRows(t);
  prefetch(t);
  tcTileSumUp(t, sums);
  tcTileStoreSums(t, sums);
}

static bool runMaps(TcProductTile *t) {
  return t->p->alongRows ? tcTileMapColumns(t) : tcTileMapRows(t);
}

bool tcProductMapTile(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                      int64_t height) {
  TcProductTile t = {.e = e, .p = p, .site = site, .height = height};
  if (p->alongRows)
    tcTileStartRows(&t);
  return runMaps(&t);
}

bool tcProductEmitTile(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       int64_t height) {
  TcProductTile t = {.e = e, .p = p, .site = site, .height = height};
  bool inTiles = tcProductTileUnit(p) != NULL;
  if (inTiles && !tcProductEmitTileSums(e, p, site, height))
    return false;
  if (!inTiles)
    sumsInVectors(&t);
  if (p->rowsBetween || p->parts)
    return true;
  if (!p->blocks.size)
    return runMaps(&t);
  TcLoop last = tcEmitIf(e, site->isLastBlock);
  bool ok = runMaps(&t);
  tcEmitIfEnd(e, &last);
  return ok;
}
