// Kernels that are one product with maps behind it (bias, activation,
// residual): matrix products and convolutions. They run in tiles of `height`
// rows times a panel of columns, whose sums stay in registers; the maps run on
// a tile before the next one starts.
//
// The factor that has the iterator of the columns is read from panels: blocks
// in which the columns of a panel lie side by side for each step of the
// reduction. It is read in place where it lies so already (weights are packed
// once, by loop-pack), else a task packs its panels into scratch. Elements of
// the other factor are read where they are and broadcast: a pointer for each
// row of the tile, made anew before each innermost loop of the reduction. A row
// that lies outside there (the border of a padded convolution) reads a run of
// scratch that holds the fill instead.
//
//   product.c        which kernels, how they are cut
//   product_tile.c   one tile
//   product_emit.c   tasks, panels
#ifndef TC_PASSES_LOWER_CPU_PRODUCT_H
#define TC_PASSES_LOWER_CPU_PRODUCT_H

#include "passes/lower/cpu/emit.h"
#include "target/target.h"

enum {
  TC_PRODUCT_MAX_HEIGHT = 14,
  TC_PRODUCT_MAX_VECTORS = 4,
  TC_PRODUCT_MAX_BYTES = 8, // of an element that a map makes
};

typedef struct TcProduct {
  TcCpuStage *contract;
  TcCpuStages maps; // at the same points
  const TcCpuRead *rowFactor, *columnFactor;
  MlirType element; // of the sums: f32 or f64

  int column;       // the iterator along panels
  TcCpuIters rows;  // iterators of the row factor alone, outermost first
  TcCpuIters batch; // the others of the result
  TcCpuIters over;  // as they are walked, outermost first
  TcCpuIters ones;  // reduced over, of one point
  size_t sumLevel;  // of `over`, from where on sums are kept apart

  int64_t lanes, vectors, height; // a tile: height x (vectors * lanes)
  // Row tiles where the number of rows is a constant: `tall` ones of height
  // shortHeight + 1, then others of shortHeight. Else height, the last one cut.
  const TcSize *numRows, *numTiles, *numPanels;
  bool fixedRows;
  int64_t tall, shortHeight;
  int64_t tilesPerTask, panelsPerTask;

  // Iterators that the code generator adds: the panel, the column in it.
  int panel, inPanel;
  bool packed;              // panels are read in place
  const TcSize *panelIndex; // offset of an element of the panel's factor
  // Of an element of the other factor: by rows, and by the outer iterators of
  // `over` and by the innermost one.
  const TcSize *rowStart, *rowOuter, *rowInner;
  bool filled; // rows may lie outside

  const TcSize *numTasks;
  // Scratch: sums of a tile, rows of the maps' results, the run of fills, the
  // panel.
  const TcSize *restAt, *fillAt, *panelAt, *scratchBytes;
} TcProduct;

/// The columns of a panel and the height of tiles that suit a target: what
/// loop-pack must know to pack for them. `bytes` is of an element of the sums.
void tcProductTile(const TcTarget *target, int64_t bytes, int64_t *height,
                   int64_t *vectors, int64_t *lanes);

/// Whether the kernel is one; then `p` tells how it is cut. Adds iterators to
/// the kernel.
bool tcProductMatch(TcCpuKernel *k, const TcTarget *target, TcProduct *p);

/// The first part of it: the stages, the factors and the sums' type.
bool tcProductMatchStages(const TcCpuKernel *k, TcProduct *p);

/// Emits task number `task`. False after an error.
bool tcProductEmitTask(TcEmit *e, const TcProduct *p, MlirValue task);

//===- product_tile.c -----------------------------------------------------===//

/// Where a tile is.
typedef struct TcTileSite {
  MlirValue firstRow;  // i64: among all rows
  MlirValue panelBase; // of what panelIndex counts from
  MlirValue sums;      // scratch: height x columns elements
  MlirValue rest;      // scratch behind it: rows of maps' results
  MlirValue fills;     // scratch: what rows outside read
} TcTileSite;

bool tcProductEmitTile(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       int64_t height);

#endif // TC_PASSES_LOWER_CPU_PRODUCT_H
