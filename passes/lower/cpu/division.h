// How a product is divided into tasks: what its schedule says of it. See
// product.h.
#ifndef TC_PASSES_LOWER_CPU_DIVISION_H
#define TC_PASSES_LOWER_CPU_DIVISION_H

#include "support/size.h"

/// How a tile's rows are read: where they lie, or from what a task copies or
/// packs before.
typedef enum TcRowsFrom {
  TC_ROWS_IN_PLACE,
  TC_ROWS_IMAGES,    // in place, a point of several images (product_inside.c)
  TC_ROWS_LINES,     // lines of an image, borders filled (product_lines.c)
  TC_ROWS_PACKED,    // each by itself (product_rows.c)
  TC_ROWS_STEPS,     // a step of all rows before the next (product_across.c)
  TC_ROWS_STRIP,     // tile registers: as lines (product_strip.c)
  TC_ROWS_REGISTERS, // tile registers: as these load them (product_pack.c)
  TC_ROWS_BLOCKS,    // units of pairs: of a block (product_along.c), or of
                     // windows, for slices (product_along_windows.c)
  TC_ROWS_WINDOWS,   // the same, of windows (product_across_windows.c)
} TcRowsFrom;

/// How a tile's columns are read.
typedef enum TcColumnsFrom {
  TC_COLUMNS_PACKED, // from panels that tasks pack
  TC_COLUMNS_PANELS, // from panels, as they lie in memory
  TC_COLUMNS_WINDOWS // from an image, as they lie (product_window.c)
} TcColumnsFrom;

enum { TC_PRODUCT_MOST_UNROLL = 64, TC_PRODUCT_MOST_AHEAD = 1 << 16 };

/// The loops of a product's code: what is written out, and how far prefetches
/// are ahead.
typedef struct TcProductLoops {
  /// In vectors: steps of an iteration of a sum's innermost loop, at most;
  /// steps of innermost loops that are written out, at most.
  int64_t iteration, unroll;
  int64_t packingUnroll; // the same of packing a column
  /// Steps that prefetches of a panel in memory are ahead, and those of a task
  /// that packs a step of all rows, or a block, before the next; 0: none.
  int64_t stepsAhead, packingAhead;
  bool loopsMaps; // maps are a loop over the vectors of a panel
} TcProductLoops;

/// What they are where a schedule says nothing else.
static inline TcProductLoops tcProductPlainLoops(bool windows) {
  enum { STEPS = 4, WINDOW = 9 };
  return (TcProductLoops){.iteration = STEPS,
                          .unroll = windows ? WINDOW : STEPS,
                          .packingUnroll = WINDOW};
}

typedef struct TcProductDivision {
  /// Tiles of rows and panels of columns of a task, at least 1: expressions
  /// over the kernel's size symbols.
  const TcSize *tiles, *panels;
  int64_t rows;    // of a tile, at most
  int64_t vectors; // of a panel
  int column;      // the iterator along panels; -1: see product_column.c
  /// The iterator of the batch along which rows of neighbours are one product
  /// (product_segments.c), or -1.
  int segments;
  TcRowsFrom rowsFrom;
  TcColumnsFrom columnsFrom;
  /// Steps that one accumulator adds up, of floats in vectors, or half as many
  /// again where these are all; 0: all of them.
  int64_t terms;
  /// After each step of a tile: rows of the tile before that maps run on (tile
  /// registers), lines of the next panel that are prefetched, and pieces of it
  /// that are packed.
  int64_t between, ahead, packingBetween;
  bool storesRows;  // results are stored in the order of rows
  bool panelsInner; // a task's loop over panels is inside that over tiles
  bool packsAhead;  // panels are packed before, each by a task of its own
  int64_t together; // panels that a task packs at once, at least 1
  /// A task also has all points of the batch that its rows do not depend on.
  bool inside;
  /// The sum as `parts`, a task each, of `blocks` blocks of so many steps; what
  /// a task has of a block comes before the next. Of a sum in one block,
  /// `steps` is 0; `blocks` is 0 where it is the least that covers a part.
  int64_t parts, blocks, steps;
  TcProductLoops loops;
} TcProductDivision;

#endif // TC_PASSES_LOWER_CPU_DIVISION_H
