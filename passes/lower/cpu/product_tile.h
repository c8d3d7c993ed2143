// One tile of a product while it is emitted. See product.h.
#ifndef TC_PASSES_LOWER_CPU_PRODUCT_TILE_H
#define TC_PASSES_LOWER_CPU_PRODUCT_TILE_H

#include "passes/lower/cpu/product_emit.h"

typedef struct TcProductTile {
  TcEmit *e;
  const TcProduct *p;
  const TcTileSite *site;
  int64_t height;
  MlirValue start[TC_PRODUCT_MAX_HEIGHT];  // offset where a row starts
  MlirValue *iters[TC_PRODUCT_MAX_HEIGHT]; // the row's iterators
  MlirValue rows[TC_PRODUCT_MAX_HEIGHT];   // where its run starts now
  MlirValue nextRows;                      // behind the tile, or null
  MlirValue nextPanel;                     // the tile's part of it, or null
  MlirValue isInside; // i1, or null, of p->together: else the run adds nothing
  MlirValue panel;    // where its columns lie at this step
  bool isLast;        // the step of an odd number, which has none beside it
  MlirValue words;    // of the first row, a zero beside each step, or null
  TcLane zero;
  int64_t shares; // of prefetches: each block of its sum has one; 1: all
} TcProductTile;

//===- product_tile_rows.c ------------------------------------------------===//

/// Keeps the iterators as those of the tile's row `i`.
void tcTileKeepRow(TcProductTile *t, int64_t i);
/// Sets the iterators of the tile's row `i`, which have been found before.
void tcTileSetRow(TcProductTile *t, int64_t i);

//===- product_tile_runs.c ------------------------------------------------===//

/// Finds the tile's rows.
void tcTileStartRows(TcProductTile *t);
/// Finds the rows' runs of the innermost loop at the outer iterators' point.
void tcTileStartRuns(TcProductTile *t);

//===- product_inside.c ---------------------------------------------------===//

/// Starts the tile's rows, and their runs, where they are of several images.
void tcTileStartImages(TcProductTile *t);
void tcTileStartRunsTogether(TcProductTile *t, MlirValue outer);

//===- product_shares.c ---------------------------------------------------===//

/// Cuts the tile's prefetches into shares; does all of them, if they are one.
void tcTileDealShares(TcProductTile *t);
/// Share number `share` of t->shares.
void tcTilePrefetchShare(TcProductTile *t, MlirValue share);

//===- product_multiply.c -------------------------------------------------===//

/// Whether the innermost loop carries the address of the panel's step: all that
/// it reads of the panel is then at constant offsets from one register. With
/// the rows of a tile of 12 there are no others left.
bool tcTileCarriesPanel(const TcProduct *p);
/// Where the panel's columns lie at this step; so many steps behind `panel`.
MlirValue tcTilePanelHere(TcProductTile *t);
MlirValue tcTilePanelBehind(TcProductTile *t, MlirValue panel, int64_t steps);
/// Steps of the sum that are multiplied at once.
int64_t tcTileStepsAtOnce(const TcProduct *p);
/// Adds the products of this step, or group of steps, to the sums.
void tcTileMultiply(TcProductTile *t, TcLane *sums);

//===- product_sums.c -----------------------------------------------------===//

/// Emits the loops of the reduction; `sums` are the tile's, row by row.
void tcTileSumUp(TcProductTile *t, TcLane *sums);
/// Writes them to site->sums.
void tcTileStoreSums(TcProductTile *t, TcLane *sums);

//===- product_maps.c -----------------------------------------------------===//

/// Whether nothing but stores is done with the sums, which need no place in
/// scratch then; stores them as results.
bool tcTileStoresFromRegisters(const TcProductTile *t);
void tcTileStoreResults(TcProductTile *t, const TcLane *sums);
/// The maps on the sums in site->sums, row by row or column by column. False
/// after an error.
bool tcTileMapRows(TcProductTile *t);
bool tcTileMapColumns(TcProductTile *t);
/// The same of rows low..high.
bool tcTileMapRowsBetween(TcProductTile *t, MlirValue low, MlirValue high);

//===- product_overlap.c --------------------------------------------------===//

/// The tile whose sums wait for the maps: where it is, and where in scratch the
/// sums are, in bytes.
typedef struct TcWaiting {
  MlirValue rows, firstRow, panel, sums;
} TcWaiting;

TcWaiting tcProductWaiting(TcEmit *e, const TcProduct *p);
/// The place for the next tile's sums.
MlirValue tcProductOtherSums(TcEmit *e, const TcProduct *p, const TcWaiting *w);
/// Has the tile of these sums wait.
void tcProductWait(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                   const TcWaiting *before, MlirValue rows);
/// The maps on rows low..high, as far as it has them. False after an error.
bool tcProductMapWaiting(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                         const TcWaiting *w, MlirValue low, MlirValue high);

#endif // TC_PASSES_LOWER_CPU_PRODUCT_TILE_H
