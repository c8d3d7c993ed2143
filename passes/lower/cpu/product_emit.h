// Emission of a product's tiles: where one is, its sums, the maps on it, and
// prefetches. See product.h.
#ifndef TC_PASSES_LOWER_CPU_PRODUCT_EMIT_H
#define TC_PASSES_LOWER_CPU_PRODUCT_EMIT_H

#include "passes/lower/cpu/product.h"

//===- product_tile.c -----------------------------------------------------===//

/// Where a tile is.
typedef struct TcTileSite {
  MlirValue panels[2];  // the task's first one, and the end
  MlirValue firstRow;   // i64: among all rows
  MlirValue panelBase;  // of what panelIndex counts from
  MlirValue nextPanel;  // of packingBetween: the same of the next panel
  MlirValue sums;       // scratch: height x columns elements
  MlirValue rest;       // scratch behind it: rows of maps' results
  MlirValue fills;      // scratch: what rows outside read
  MlirValue firstTile;  // of the task
  MlirValue tile;       // its number in the task
  MlirValue packedRows; // scratch: of this tile
  MlirValue strip;      // scratch: where stripStart and stripOuter count from
  MlirValue stripWords; // the same of words of its elements, or null
  MlirValue isFirstBlock, isLastBlock; // of the sum; null where it has one
  // Of segments (product_segments.c): the first point, the first row and the
  // end of its rows; else null.
  MlirValue point, origin, endRow;
  bool isLast; // it may have fewer rows than its height
} TcTileSite;

/// Bytes into the task's scratch.
MlirValue tcProductScratch(TcEmit *e, const TcSize *bytes);

bool tcProductEmitTile(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       int64_t height);
/// The maps alone, of sums that are in scratch.
bool tcProductMapTile(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                      int64_t height);

//===- product_tile_rows.c ------------------------------------------------===//

/// Sets the iterators of row number `row`.
void tcProductSetRow(TcEmit *e, const TcProduct *p, MlirValue row);
/// The rows of a tile that there are.
MlirValue tcProductRowsHere(TcEmit *e, const TcProduct *p,
                            const TcTileSite *site, int64_t height);

/// The end of the rows that tiles are cut from.
MlirValue tcProductEndOfRows(TcEmit *e, const TcProduct *p,
                             const TcTileSite *site);

//===- product_segments.c -------------------------------------------------===//

/// Emits what is done for each segment of a task, whose site has its rows from
/// `origin` to `endRow`.
typedef bool TcEmitRows(TcEmit *e, const TcProduct *p, TcTileSite *site);
bool tcProductEmitSegments(TcEmit *e, const TcProduct *p,
                           const TcTileSite *task, TcEmitRows *emit);
/// Sets the iterator of segments to the first point of the one at hand, for
/// what follows tiles, whose rows set it.
void tcProductEnterSegment(TcEmit *e, const TcProduct *p,
                           const TcTileSite *site);

//===- product_overlap.c --------------------------------------------------===//

/// Of a task whose tiles' maps wait: none does yet; those of the last tile.
void tcProductStartOverlap(TcEmit *e, const TcProduct *p);
bool tcProductEndOverlap(TcEmit *e, const TcProduct *p, const TcTileSite *site);

//===- product_matrix.c ---------------------------------------------------===//

/// Configures the number of rows of tiles from here on.
void tcProductConfigure(TcEmit *e, const TcProduct *p, MlirValue rows);
/// The sums of a tile, to site->sums; where p->rowsBetween, the maps on the
/// tile before between them.
bool tcProductEmitTileSums(TcEmit *e, const TcProduct *p,
                           const TcTileSite *site, int64_t height);

//===- product_prefetch.c -------------------------------------------------===//

/// Prefetches what the maps read and the stages store in the panel and row that
/// iterators say.
void tcProductPrefetchMaps(TcEmit *e, const TcProduct *p);
/// Where the rows behind a tile of `height` rows start, if all rows of the
/// factor lie one behind the other; else null.
MlirValue tcProductNextRows(TcEmit *e, const TcProduct *p, MlirValue firstRow,
                            int64_t height);
/// Where in these rows prefetches are at this step of the reduction: behind all
/// of them by its end. Prefetches what lies so many elements further on.
MlirValue tcProductNextStep(TcEmit *e, const TcProduct *p, MlirValue nextRows,
                            int64_t height);
void tcProductPrefetchStep(TcEmit *e, const TcProduct *p, MlirValue nextStep,
                           int64_t elements);
/// Where a tile starts to prefetch the next panel, and its prefetches after a
/// step of a unit with tile registers, or in an iteration of the innermost
/// loop.
MlirValue tcProductNextPanel(TcEmit *e, const TcProduct *p,
                             const TcTileSite *site);
void tcProductPrefetchNextPanel(TcEmit *e, const TcProduct *p,
                                MlirValue nextPanel, MlirValue step);
/// Prefetches what lies at `from` some steps of the iterator further on.
void tcProductPrefetchAhead(TcEmit *e, const TcProduct *p, const TcCpuRead *r,
                            int iter, MlirValue from);
/// Whether the value is too large for a core's caches to keep.
bool tcProductIsFar(const TcCpuValue *v);
/// Prefetches what the panel has some steps further on, if it comes from
/// memory.
void tcProductPrefetchPanel(TcEmit *e, const TcProduct *p, MlirValue here);

#endif // TC_PASSES_LOWER_CPU_PRODUCT_EMIT_H
