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

// The maps on sums in scratch, where all of them are there.
static bool runLastMaps(TcProductTile *t) {
  if (!t->p->blocks.size)
    return runMaps(t);
  TcLoop last = tcEmitIf(t->e, t->site->isLastBlock);
  bool ok = runMaps(t);
  tcEmitIfEnd(t->e, &last);
  return ok;
}

// Stores sums as results; before the last block to scratch.
static void storeFromRegisters(TcProductTile *t, TcLane *sums) {
  TcEmit *e = t->e;
  MlirValue isLast = t->site->isLastBlock;
  if (!t->p->blocks.size) {
    tcTileStoreResults(t, sums);
    return;
  }
  TcLoop last = tcEmitIf(e, isLast);
  tcTileStoreResults(t, sums);
  tcEmitIfEnd(e, &last);
  TcLoop before = tcEmitIf(e, tcArithXori(&e->b, isLast, tcEmitI1(e, true)));
  tcTileStoreSums(t, sums);
  tcEmitIfEnd(e, &before);
}

static bool tileInVectors(TcProductTile *t) {
  TcLane sums[TC_PRODUCT_MAX_SUMS];
  tcTileStartRows(t);
  prefetch(t);
  tcTileSumUp(t, sums);
  if (tcTileStoresFromRegisters(t)) {
    storeFromRegisters(t, sums);
    return true;
  }
  tcTileStoreSums(t, sums);
  return t->p->parts || runLastMaps(t);
}

bool tcProductEmitTile(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       int64_t height) {
  TcProductTile t = {.e = e, .p = p, .site = site, .height = height};
  if (!tcProductTileUnit(p))
    return tileInVectors(&t);
  return tcProductEmitTileSums(e, p, site, height) &&
         (p->rowsBetween || p->parts || runLastMaps(&t));
}
