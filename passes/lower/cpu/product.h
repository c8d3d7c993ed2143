// Kernels that are one product with maps behind it (bias, activation,
// residual): matrix products and convolutions. They run in tiles of `height`
// rows times a panel of columns, whose sums stay in registers; the maps run on
// a tile before the next one starts.
//
// The factor that has the iterator of the columns is read from panels: blocks
// in which the columns of a panel lie side by side for each step of the
// reduction. It is read in place if it has this layout (weights are packed
// once, by loop-pack), else a task packs its panels into scratch; columns of
// windows that lie side by side in an image are read from there. Elements of
// the other factor are read in place and broadcast, through a pointer for each
// row of the tile that is recomputed before each innermost loop of the
// reduction. A row that is out of bounds there (the border of a padded
// convolution) reads a run of fill values in scratch instead; where a tile's
// rows are one point of several images the run is left out. Where a part of a
// run can be out of bounds (an image of few channels, channels first), a task
// copies the lines of the image that its rows see; where these do not fit
// tiles, rows would collide in the cache, or their elements be converted for
// each panel, it packs the rows of a tile.
//
// Factors of f32 can be split into slices of bf16, which such a unit multiplies
// in six products (slices.h): tasks pack both of them, in blocks of steps.
//
// Where the target has a unit that multiplies pairs (bf16) or quadruples (i8),
// panels have the elements of a pair side by side for each column, and a pair
// of the other factor is broadcast.
//
// A unit with tile registers (AMX) reads rows as whole tiles: in place if they
// are evenly spaced, else a task packs its rows, too. A tile of the product is
// then two by two of the unit's tiles; its sums stay in registers for the whole
// reduction and pass through scratch to the maps.
//
//   product.c        which kernels, in which forms
//   chooser.h        what is asked of whoever chooses
//   product_reads.c  reads of factors by other iterators
//   product_panels.c whether a factor lies in panels
//   product_column.c panels along which iterator, the order of stores
//   product_shape.c  rows and vectors of a tile
//   product_unit.c   on which unit
//   product_tasks.c  how it is divided into tasks, what memory these need
//   product_division.c  the same, as a schedule says, and what that has become
//   product_tile.c   one tile: its sums, then the maps
//   product_tile_rows.c  iterators at a tile's row
//   product_tile_runs.c  where its rows begin
//   product_sums.c   sums in vectors, their loops
//   product_multiply.c  a step of them
//   product_maps.c   the maps
//   product_matrix.c sums in tile registers
//   product_strip.c  rows of images in tile registers
//   product_between.c  what is done between a tile's steps, and how much
//   product_overlap.c  maps between the steps of the next tile's sums
//   product_panel.c  panels of elements
//   product_pack.c   panels of pairs, whole or in part
//   product_pack_pairs.c  steps of them
//   product_slices.c   factors of f32 in slices of bf16: their packing
//   product_pack_between.c  panels packed between the steps of tiles
//   product_finish.c   what becomes of their sums
//   product_flip.c   bytes of the sign that a unit does not multiply
//   product_rows.c   rows of vectors
//   product_segments.c  rows of a batch that share a matrix, which data chooses
//   product_window.c columns of windows, read where they lie
//   product_lines.c  rows of images, borders filled in
//   product_inside.c rows of several images, borders left out
//   product_across.c rows whose steps are far apart, blocks of a long sum
//   product_along.c  matrices in blocks of a long sum, or of an odd one
//   product_along_windows.c  rows of windows, for slices
//   product_parts.c  parts of such a sum as tasks of their own
//   product_join.c   steps over several iterators as one loop
//   product_ahead.c  panels as tasks of their own
//   product_loops.c  what is written out, how far prefetches are ahead
//   product_shifted.c  panels that points of a window share
//   product_across_pack.c their packing
//   product_across_whole.c the same of whole tile registers
//   product_across_windows.c rows of windows along the lines of an image
//   product_prefetch.c  memory that is needed later
//   product_shares.c when a tile in vectors prefetches what its maps use
//   product_emit.c   tasks
#ifndef TC_PASSES_LOWER_CPU_PRODUCT_H
#define TC_PASSES_LOWER_CPU_PRODUCT_H

#include "passes/lower/cpu/chooser.h"
#include "passes/lower/cpu/emit.h"
#include "target/units.h"

static inline int64_t tcCeilDiv(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

enum {
  TC_PRODUCT_MAX_HEIGHT = 14,
  TC_PRODUCT_MAX_VECTORS = 4,
  TC_PRODUCT_MAX_SUMS = 32,       // of a tile, in vectors
  TC_PRODUCT_LEAST_LANES = 4,     // of panels that are narrower than vectors
  TC_PRODUCT_MAX_BYTES = 8,       // of an element that a map makes
  TC_PRODUCT_ONE_BLOCK = 1 << 30, // steps, more than there are in a sum
  TC_PRODUCT_LINE = 64, // bytes of a cache line, and of a sum of each row
  TC_PRODUCT_TILES = 2, // of a unit, one above the other
  TC_PRODUCT_WAYS = 8,  // of the first cache: rows whole pages apart
  TC_PRODUCT_TURNS = 2, // panels of a task by turns: one is read, one packed
  TC_PRODUCT_SLICED_STEPS = 64,  // of a sum of slices, at least
  TC_PRODUCT_SLICED_MOST = 1600, // of its accumulators (docs/numerics.md)
};

/// A dimension of an image under windows: the index of its points is step *
/// row + over + a constant.
typedef struct TcProductAxis {
  int row, over;        // iterators
  int64_t step, points; // that all windows see
} TcProductAxis;

/// An iterator of the inner batch of which points share panels: each that is
/// `every` points further on reads a line of steps later (product_shifted.c).
typedef struct TcProductShift {
  int iter;
  int64_t points, every; // 0: there is none
  int64_t steps;         // of all lines
} TcProductShift;

typedef struct TcProduct {
  // What the schedule says, or who is asked: one of them is NULL.
  const TcProductDivision *given;
  const TcProductChooser *chooser;
  // Its columns are to be packed in panels when the program is loaded.
  bool toPanels;
  TcCpuStage *contract;
  TcCpuStages maps; // at the same points
  const TcCpuRead *rowFactor, *columnFactor;
  MlirType element; // of the sums: f32, f64 or i32

  int column;        // the iterator along panels
  TcCpuIters rows;   // iterators of the row factor alone, outermost first
  TcCpuIters batch;  // the others of the result
  TcCpuIters over;   // as they are walked, outermost first
  TcCpuIters ones;   // of one point: of the rows, or reduced over
  TcCpuIters blocks; // reduced over, around a task's panels and tiles
  // Of the batch, looped over within a block: what rows do not depend on.
  TcCpuIters inside;
  int64_t numInside;
  // Points that share panels; the iterator of all lines that they read, and
  // steps of those that the first one does not.
  TcProductShift shift;
  int shiftLine;
  int64_t shiftSteps;
  // The outermost iterator of rows, along which these are cut where panels are
  // of another matrix (product_segments.c); -1: they are not.
  int segments;
  // Parts of the sum that are tasks of their own (product_parts.c): how many,
  // the iterator, and the temporary of their sums.
  int64_t parts;
  int part, partials;
  TcCpuIters walked; // by a tile: `over`, or one iterator of all their steps
  size_t sumLevel;   // of `over`, from where on sums are kept apart
  int64_t sumBlock;  // of steps of a long innermost loop that are

  int64_t lanes, vectors, height; // a tile: height x (vectors * lanes)
  // Row tiles where the number of rows is a constant: `tall` ones of height
  // shortHeight + 1, then others of shortHeight. Else all of `height` but the
  // last one, whose height is chosen at the launch.
  const TcSize *numRows, *numTiles, *numPanels;
  bool fixedRows;
  int64_t tall, shortHeight;
  // Tiles and panels of a task, at least 1, of the launch's sizes; and what
  // these come to at sizes that are taken for typical.
  const TcSize *taskTiles, *taskPanels;
  int64_t tilesPerTask, panelsPerTask;
  bool panelsInner; // a task's loop over panels is inside that over tiles

  // Iterators that the code generator adds: the panel, the column in it.
  int panel, inPanel;
  bool packed;  // panels are read in place
  bool windows; // there are no panels: columns are read in place
  // A unit that multiplies several steps at once: unit->pair steps of a column
  // lie side by side. `group` and `inGroup` are iterators of the innermost one
  // in `over`. Panels are packed so by loop-pack or by tasks.
  const TcUnit *unit;
  int group, inGroup;
  // Of bytes where the unit multiplies unsigned by signed ones: which operand
  // the columns are, and whether their factor has the other sign: columns are
  // then read with the highest bit flipped, and sums begin with what corrects
  // them (product_flip.c).
  bool columnsFirst, flips;
  // With tile registers: elements from row to row, or NULL: a task packs them.
  // Steps of the reduction in a tile; those of a run (of the innermost
  // iterator, of the last two, which are joined, or of all, of rows that lie
  // across) behind its last whole tile;
  // tiles of all steps.
  const TcSize *rowStride, *stepTiles;
  int64_t depth, tail;
  bool joined;
  // Whole steps of the unit for a tile, 0 if not known; of vectors iterations
  // of its innermost loop. After each of them run the maps on so many rows of
  // the tile before (0: maps run when the sums are complete), and so many lines
  // of the next panel are prefetched.
  // Of slices so many pieces of the next panel are packed (0: none).
  int64_t unitSteps, rowsBetween, linesBetween, packingBetween;
  TcProductLoops loops;
  // Rows in each of the unit's tiles: as many as it has, or a part of a row of
  // an image. Strips: elements from point to point, offsets by rows and by the
  // outer iterators of `over` in one of a whole image.
  int64_t unitRows, stripPitch;
  bool strips;
  TcProductAxis down, across;
  const TcSize *stripStart, *stripOuter, *stripAt;
  const TcSize *panelIndex; // offset of an element of the panel's factor
  const TcSize *panelRead;  // the same by `walked`
  // Of an element of the other factor: by rows, and by the outer iterators of
  // `over` and by the innermost one.
  const TcSize *rowStart, *rowOuter, *rowInner;
  bool filled; // rows may lie outside
  // A task copies the lines of the image that its rows see, borders filled in,
  // to stripAt: `down` and `across` say which. Rows are read there.
  bool lines;
  // Rows of a tile are one point of several images, so many elements apart: all
  // outside or none.
  bool together;
  int64_t imageStride;
  // Vectors that read packed rows: elements from one to the next, and their
  // type there (of rows in place: the factor's).
  bool packsRows, rowsAcross;
  // Steps of a sum that whole blocks cover, and where a task's block starts: of
  // rows that a task packs along their steps (product_along.c); else 0.
  int64_t along;
  const TcSize *alongStart;
  const TcSize *rowPitch;
  // Elements from step to step of rows of windows that a task packs line by
  // line (product_across_windows.c); else 0.
  int64_t lineStride;
  // Rows of windows that a task packs for a unit with slices
  // (product_along_windows.c).
  bool inRuns;
  // Tasks split panels of f32 that lie in memory, one step behind the other.
  bool splitsPanels;
  MlirType rowElement;
  bool alongRows; // results are stored in the order of rows, not of columns

  // Tasks of their own pack each panel once, to the temporary `panels`, before
  // tasks that would each pack it (product_ahead.c).
  bool packsAhead;
  int panels;
  // Panels that a task packs at once: the step of all before the next step, so
  // that longer runs of a row of the factor are read. At least 1.
  int64_t panelsTogether;

  const TcSize *numTasks, *numTotals; // tasks; of those that add up parts
  // Scratch: sums of a tile, rows of the maps' results, the run of fills, what
  // tile registers need (rowBytes: rows of a tile, packed), the panel, or those
  // of panelsInner, each panelBytes long.
  const TcSize *restAt, *fillAt, *panelAt, *scratchBytes;
  const TcSize *configAt, *waitAt, *tailAt, *blockAt, *rowsAt, *rowBytes,
      *panelBytes;
} TcProduct;

/// The columns of a panel.
static inline int64_t tcProductWidth(const TcProduct *p) {
  return p->vectors * p->lanes;
}

/// The bytes of an element of the factor whose rows are read.
static inline int64_t tcProductRowBytes(const TcProduct *p) {
  return tcCpuBytes(p->rowFactor->value->element);
}

/// Slices that the unit splits factors into; 1: it does not.
static inline int64_t tcProductSlices(const TcProduct *p) {
  return p->unit && p->unit->slices ? p->unit->slices : 1;
}

/// Bytes of an element of rows and panels as tasks pack them for the unit.
static inline int64_t tcProductPackedBytes(const TcProduct *p) {
  return tcProductSlices(p) > 1 ? p->unit->slices * tcUnitSliceBytes(p->unit)
                                : tcProductRowBytes(p);
}

/// The same of an element of the strip, one slice of several.
static inline int64_t tcProductStripElement(const TcProduct *p) {
  return tcProductSlices(p) > 1 ? tcUnitSliceBytes(p->unit)
                                : tcProductRowBytes(p);
}

/// With tile registers: the iterators of `over` around a run, and its steps.
static inline size_t tcProductOuter(const TcProduct *p) {
  return p->rowsAcross ? 0 : p->over.size - (p->joined ? 2 : 1);
}
int64_t tcProductRun(const TcCpuKernel *k, const TcProduct *p);

/// Whether these stages, all of the kernel's or such as share no values with
/// the others, are a product; then `p` has its tiling. Adds iterators to the
/// kernel. `unit` names the unit of the target to use, "fma" for none; NULL:
/// the first that can multiply it. `division` says how it is divided into
/// tasks, and outlives `p`. What there is no code for is not done
/// (tcProductDivisionOf).
bool tcProductMatch(TcCpuKernel *k, const TcTarget *target,
                    const TcCpuStages *stages, const char *unit,
                    const TcProductDivision *division, TcProduct *p);
/// The same of a product that no schedule divides: `chooser` is asked.
bool tcProductMatchToChoose(TcCpuKernel *k, const TcTarget *target,
                            const TcCpuStages *stages, const char *unit,
                            const TcProductChooser *chooser, TcProduct *p);

/// The stages of a kernel from number `first` on, up to the next contraction.
TcCpuStages tcProductStagesFrom(const TcCpuKernel *k, size_t first);

/// The unit that the product runs on, or NULL.
const TcUnit *tcProductUnit(const TcProduct *p);
/// The same, if it has tile registers.
const TcUnit *tcProductTileUnit(const TcProduct *p);

/// Of a product whose other factor may be packed ahead: `over`, the panel's
/// iterators, `batch` and the unit, as packed panels are then read.
bool tcProductMatchPanels(TcCpuKernel *k, const TcTarget *target,
                          const TcProductChooser *chooser, TcProduct *p);

/// The first part of it, of these stages of the kernel: which they are, the
/// factors and the sums' type.
bool tcProductMatchStages(const TcCpuKernel *k, const TcCpuStages *stages,
                          TcProduct *p);

/// Adds the temporary of the sums of parts, if there are such.
void tcProductAddPartials(TcCpuKernel *k, TcProduct *p);

/// Adds the temporary of panels that are packed ahead, if there are such.
void tcProductAddPanels(TcCpuKernel *k, TcProduct *p);

/// Emits task number `task`: of those that pack panels ahead, that add up the
/// sums of parts, of all others. False after an error.
bool tcProductEmitPanel(TcEmit *e, const TcProduct *p, MlirValue task);
bool tcProductEmitTotals(TcEmit *e, const TcProduct *p, MlirValue task);
bool tcProductEmitTask(TcEmit *e, const TcProduct *p, MlirValue task);

//===- product_shape.c ----------------------------------------------------===//

/// A tile as the target's registers have it, which is that of most products.
/// `bytes` is the size of an element of the sums.
void tcProductTile(const TcTarget *target, int64_t bytes, int64_t *height,
                   int64_t *vectors, int64_t *lanes);
/// Rows and vectors of a product's tiles, when it is known how rows are read:
/// as its schedule says, or chosen. Tile registers change rows once more.
void tcProductShapeTile(TcCpuKernel *k, const TcTarget *target,
                        const char *unit, TcProduct *p);

//===- product_column.c ---------------------------------------------------===//

bool tcCpuReadUses(const TcCpuKernel *k, const TcCpuRead *r, int iter);
/// Whether the last panel is known to have all columns.
bool tcProductHasWholePanels(const TcCpuKernel *k, const TcProduct *p);
/// Whether an iterator was split by groups (kernel_split.c).
bool tcProductIsByGroups(const TcCpuKernel *k);
/// Whether panels can run along an iterator: it is of one factor alone, and has
/// at least so many points.
bool tcProductCanBeColumn(const TcCpuKernel *k, const TcProduct *p, int iter,
                          int64_t points);
/// Sets the column and, by it, rows and batch; `packsRows`: it may be that
/// tasks pack steps of all rows. False if there is none.
bool tcProductClassify(TcCpuKernel *k, TcProduct *p, bool packsRows);
/// Whether neighbours along the iterator are side by side in all that the stage
/// stores.
bool tcProductStoresAlong(TcCpuKernel *k, const TcCpuStage *s, int iter);
/// Whether rows, not columns, are side by side in all results.
bool tcProductStoresAlongRows(TcCpuKernel *k, const TcProduct *p);

//===- product_reads.c ----------------------------------------------------===//

/// Whether it depends on the iterator if the read is within its bounds.
bool tcProductBoundsUse(const TcCpuKernel *k, const TcCpuRead *r, int iter);
const TcSize *tcProductReplaceIters(TcCpuKernel *k, const TcSize *size,
                                    const TcCpuIters *iters,
                                    const TcSize *with);
/// The read at another point of these iterators.
const TcCpuRead *tcProductReplaceRead(TcCpuKernel *k, const TcCpuRead *r,
                                      const TcCpuIters *iters,
                                      const TcSize *with);

/// Whether what is outside, if anything may be, is +0, whose bits are zeros.
bool tcProductFillsZeros(const TcCpuRead *r);

//===- product_panels.c ---------------------------------------------------===//

/// An offset with the column as a panel and the place in it.
const TcSize *tcProductInPanels(TcCpuKernel *k, const TcProduct *p,
                                const TcSize *offset);
/// Whether panels lie in memory one step after the other; sets panelIndex.
bool tcProductLiesInPanels(TcCpuKernel *k, TcProduct *p);
/// The same, or whether the factor is a matrix that is one panel as it comes,
/// of a product of so many rows that it is one in tiles.
bool tcProductFindsPanels(TcCpuKernel *k, TcProduct *p);

//===- product_join.c -----------------------------------------------------===//

/// Whether the offset has one stride over all steps, in the order of `over`.
bool tcProductLiesInOrder(TcCpuKernel *k, const TcProduct *p,
                          const TcSize *offset, const TcSize **stride);

//===- product_unit.c -----------------------------------------------------===//

/// Steps that lie side by side for each row and column: the unit's, or 1.
int64_t tcProductPair(const TcProduct *p);
/// With tile registers: cuts the steps of a run into the depth of registers.
void tcProductCutSteps(TcCpuKernel *k, TcProduct *p);
/// Whether the target has the unit, for these types, and it is no slower than
/// vectors of their sums.
bool tcProductUnitMay(const TcTarget *target, const TcProduct *p,
                      const TcUnit *u);
/// Whether factors that the unit splits into slices are worth it, however they
/// lie: as the schedule says, or chosen. Whether it splits this product's;
/// whether any unit of the target does.
bool tcProductMaySlice(const TcCpuKernel *k, const TcProduct *p,
                       const TcUnit *u);
bool tcProductIsSliced(TcCpuKernel *k, const TcTarget *target,
                       const TcProduct *p, const TcUnit *u);
bool tcProductHasSlices(TcCpuKernel *k, const TcTarget *target,
                        const TcProduct *p);
/// Whether tasks split panels of f32 for it where these lie in memory, as
/// loop-pack packs weights.
bool tcProductSplitsPanels(TcCpuKernel *k, const TcTarget *target,
                           const TcProduct *p, const TcUnit *u);
/// Steps of iterator number `i` of `over`, and of all, as packed rows and
/// panels have them: in whole groups of the unit's.
const TcSize *tcProductPackedExtent(const TcCpuKernel *k, const TcProduct *p,
                                    size_t i);
const TcSize *tcProductPackedSteps(const TcCpuKernel *k, const TcProduct *p);
/// Whether the unit's steps are no whole pairs: then tasks pack both factors,
/// with zeros behind the last step (product_along.c; of vectors
/// product_rows.c and product_pack.c).
bool tcProductHasOddSteps(const TcCpuKernel *k, const TcProduct *p);
/// Whether vectors of a unit of pairs read an odd number of steps from panels
/// in memory that have them one behind the other.
bool tcProductReadsSteps(TcCpuKernel *k, TcProduct *p);
/// Sets the loop level at which block sums start: the error of a sum grows with
/// its length, so a block must not be longer than that, but half as long again
/// where no short rest is left.
void tcProductSetSumLevel(const TcCpuKernel *kernel, TcProduct *p);
/// Sets the unit, and whether panels are packed. False if the named one cannot
/// be used.
bool tcProductFindUnit(TcCpuKernel *k, const TcTarget *target, const char *name,
                       TcProduct *p);

//===- product_division.c -------------------------------------------------===//

/// How a matched product is divided, whether that was given or chosen.
TcProductDivision tcProductDivisionOf(TcCpuKernel *k, const TcProduct *p);

//===- product_tasks.c ----------------------------------------------------===//

/// Heights of tiles, which cover all rows.
void tcProductCutRows(TcCpuKernel *k, TcProduct *p);
/// Rows that a tile's sums in scratch have room for.
int64_t tcProductRoom(const TcProduct *p);
/// Tasks, and the scratch of one.
void tcProductCutTasks(TcCpuKernel *k, const TcTarget *target, TcProduct *p);

#endif // TC_PASSES_LOWER_CPU_PRODUCT_H
