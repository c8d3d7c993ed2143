// How rows and columns get to the tiles of a product: in place, or packed, for
// each layout that they have in memory. Each file sees whether it can apply,
// asks whether it does, and emits what it does. See product.h.
#ifndef TC_PASSES_LOWER_CPU_PRODUCT_OPERANDS_H
#define TC_PASSES_LOWER_CPU_PRODUCT_OPERANDS_H

#include "passes/lower/cpu/product_emit.h"

//===- product_inside.c ---------------------------------------------------===//

/// Has tiles be of several images where that leaves out what is outside.
void tcProductGatherImages(TcCpuKernel *k, TcProduct *p,
                           const TcTarget *target);

//===- product_segments.c -------------------------------------------------===//

/// Whether the rows of points of this iterator can be one product where the
/// other factor is read at one place.
bool tcProductCanHaveSegments(TcCpuKernel *k, const TcProduct *p, int iter);
/// Has them be, as the schedule says or is chosen.
void tcProductFindSegments(TcCpuKernel *k, TcProduct *p);

//===- product_lines.c ----------------------------------------------------===//

/// Has rows be read from lines of an image, where these would else be packed
/// row by row; false if they do not fit tiles.
bool tcProductReadLines(TcCpuKernel *k, TcProduct *p, const TcTarget *target);
/// The same of rows that would be packed in pairs for vectors of a unit, when
/// it is chosen; changes nothing if they do not fit.
void tcProductReadLinesInPairs(TcCpuKernel *k, TcProduct *p,
                               const TcTarget *target);
/// Where they are when tasks are cut, and the bytes that they take there.
void tcProductPlaceLines(TcCpuKernel *k, TcProduct *p);
int64_t tcProductLineBytes(const TcCpuKernel *k, const TcProduct *p);
/// Copies what the task's tiles see; sets site->strip.
void tcProductCopyLines(TcEmit *e, const TcProduct *p, TcTileSite *site,
                        MlirValue firstTile);

//===- product_strip.c ----------------------------------------------------===//

/// Of rows that are not all evenly spaced: has each of the unit's tiles read a
/// part of a row of an image, where that is so; else changes nothing.
void tcProductReadImageRows(TcCpuKernel *k, TcProduct *p);
/// Tiles of a task, at least so many: whole rows of one image, as many at least
/// as windows have, so that no more than twice as many are copied.
int64_t tcProductStripTiles(const TcCpuKernel *k, const TcProduct *p,
                            int64_t least);
int64_t tcProductStripBytes(const TcCpuKernel *k, const TcProduct *p);
/// Bytes from one slice of a point to the next.
int64_t tcProductSliceOfPoint(const TcCpuKernel *k, const TcProduct *p);
/// Rows of the image in the strip of a task.
int64_t tcProductStripRows(const TcCpuKernel *k, const TcProduct *p);
/// Matches an index of the row factor, step * row + over + a constant, the only
/// one that either is in, where `over` is one of these iterators.
bool tcProductMatchAxis(const TcCpuKernel *k, const TcProduct *p, int row,
                        const TcCpuIters *overs, TcProductAxis *axis);
/// Copies what the task's tiles see; sets site->strip.
void tcProductCopyStrip(TcEmit *e, const TcProduct *p, TcTileSite *site,
                        MlirValue firstTile);

//===- product_pack.c -----------------------------------------------------===//

/// Whether columns, of bf16, are close enough in memory that vectors of them
/// are loaded.
bool tcProductLoadsColumns(TcCpuKernel *k, const TcProduct *p);

//===- product_rows.c -----------------------------------------------------===//

/// Whether rows can be packed for vectors; whether those that could be read in
/// place are, too: as the schedule says, or if it is faster.
bool tcProductCanPackRows(TcCpuKernel *k, const TcProduct *p);
bool tcProductPacksRows(TcCpuKernel *k, const TcProduct *p);
/// Has tiles read packed rows; where these lie, when the unit is chosen.
void tcProductReadPackedRows(TcCpuKernel *k, TcProduct *p);
void tcProductPlacePackedRows(TcCpuKernel *k, TcProduct *p);
/// Packs the rows of a tile to site->packedRows.
bool tcProductPackRowElements(TcEmit *e, const TcProduct *p,
                              const TcTileSite *site, int64_t height);
/// Where row number `row` of the tile is.
MlirValue tcProductPackedRow(TcEmit *e, const TcProduct *p,
                             const TcTileSite *site, MlirValue row);

//===- product_across.c ---------------------------------------------------===//

/// Rows that are neighbours in memory.
int64_t tcProductNeighbours(TcCpuKernel *k, const TcProduct *p);
/// As many as tasks pack steps of, at least.
int64_t tcProductLeastNeighbours(const TcProduct *p);
/// Bytes of a panel's columns at a step, as tasks pack them.
int64_t tcProductStepBytes(const TcProduct *p);
/// Whether tasks can pack a step of all rows before the next, which are
/// neighbours; whether they do: as the schedule says, or chosen.
bool tcProductCanPackSteps(TcCpuKernel *k, const TcProduct *p);
bool tcProductPacksSteps(TcCpuKernel *k, const TcProduct *p,
                         const TcTarget *target);
/// Has tiles read such rows, or those of windows, in blocks of steps; sets
/// `blocks` and `over`.
void tcProductReadAcross(TcCpuKernel *k, TcProduct *p, const TcTarget *target);
/// The same of rows that are read in place, if the reduction is long.
void tcProductReadInBlocks(TcCpuKernel *k, TcProduct *p,
                           const TcTarget *target);
/// Of such rows, where a unit, of that name if any is given, multiplies pairs
/// of steps: an iterator of whole pairs becomes the innermost one, if there is
/// one (product_unit.c).
void tcProductPairSteps(TcCpuKernel *k, const TcTarget *target,
                        const char *unit, TcProduct *p);
/// Elements from one step of a tile's packed rows to the next, for vectors.
int64_t tcProductAcrossPitch(const TcProduct *p);

/// Blocks and parts of one iterator's steps are a multiple of so many.
int64_t tcProductStepsTogether(const TcProduct *p);
/// The steps of a block where the sum is cut into such of at most so many.
int64_t tcProductStepsOfBlock(const TcCpuKernel *k, const TcProduct *p,
                              int64_t most);
/// Has tiles read packed rows and panels of the steps in `over` as one run.
void tcProductReadPackedBlocks(TcCpuKernel *k, TcProduct *p);

//===- product_shifted.c --------------------------------------------------===//

/// Points of `inside` that share panels of blocks of the sum whose outermost
/// iterator, of which a point is a line, is number `level` of `over`.
TcProductShift tcProductFindShift(const TcCpuKernel *k, const TcProduct *p,
                                  size_t level);
/// Has them share panels, if there are such.
void tcProductSharePanels(TcCpuKernel *k, TcProduct *p);
/// tcProductPackPanels of all lines, the iterator at the first point that
/// shares them.
MlirValue tcProductPackShifted(TcEmit *e, const TcProduct *p,
                               const TcTileSite *site, MlirValue panels);
/// A loop over the points that share a panel, from the first one on; where
/// their columns lie.
TcLoop tcProductForShifted(TcEmit *e, const TcProduct *p, MlirValue panel,
                           MlirValue *shifted);

//===- product_sums.c -----------------------------------------------------===//

/// Whether a block of steps is one of sums, which is added to what the blocks
/// before have added up to once it is complete: until then registers need not
/// hold both.
bool tcProductAddsAtEnd(const TcProduct *p);

//===- product_along.c ----------------------------------------------------===//

/// Whether these are rows of a matrix, their steps side by side, that tasks
/// pack for the unit in blocks: as the schedule says, or chosen.
bool tcProductLiesAlong(TcCpuKernel *k, const TcProduct *p,
                        const TcTarget *target, const TcUnit *u);
/// Has tiles read such rows, in parts of the sum and blocks of steps.
void tcProductReadAlong(TcCpuKernel *k, TcProduct *p, const TcTarget *target);
/// Steps of the block that the sum has.
MlirValue tcProductStepsHere(TcEmit *e, const TcProduct *p);
/// Bytes from one packed row of a tile to the next.
MlirValue tcProductPackedRowBytes(TcEmit *e, const TcProduct *p);
/// Packs the rows of a tile, of the steps of a block, to site->packedRows.
bool tcProductPackAlong(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                        int64_t height);

//===- product_along_windows.c --------------------------------------------===//

/// Whether these are rows of windows, whole registers of steps side by side,
/// that tasks split for the unit into strips, or into registers in blocks of
/// steps: as the schedule says, or always.
bool tcProductLiesInRuns(TcCpuKernel *k, const TcProduct *p, const TcUnit *u);
/// Packs the rows of a tile, of the steps of a block, to site->packedRows.
bool tcProductPackRuns(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       int64_t height);

//===- product_join.c -----------------------------------------------------===//

/// Has tiles walk through all steps in one loop, where rows that are read in
/// place or packed, and panels that tasks pack, lie in the order of these.
void tcProductJoinSteps(TcCpuKernel *k, TcProduct *p);

//===- product_division.c -------------------------------------------------===//

/// The points of these iterators, or `otherwise` if it is not known how many.
int64_t tcProductPoints(const TcCpuKernel *k, const TcCpuIters *iters,
                        int64_t otherwise);
/// The same, at most: also where data bounds an iterator (kernel_segments.c). 0
/// if that is not known.
int64_t tcProductMostPoints(const TcCpuKernel *k, const TcCpuIters *iters);
/// Whether sums of slices are added up block by block, each begun anew: the
/// unit alone would round a long sum as often as it has instructions.
bool tcProductAddsBlocks(const TcCpuKernel *k, const TcProduct *p);
/// Whether data bounds an iterator of the sum, which then is not cut.
bool tcProductIsBounded(const TcCpuKernel *k, const TcProduct *p);
/// Takes tiles, panels and the order of a task's loops from the schedule.
void tcProductTakeDivision(TcCpuKernel *k, TcProduct *p);
/// Whether a task's loop over panels may be inside that over tiles.
bool tcProductMayPutPanelsInside(const TcProduct *p);
/// Whether it is, of panels that a task packs in groups, for vectors.
bool tcProductGroupsPanels(const TcProduct *p);
/// Whether a task whose panels are inside packs the rows of a tile before its
/// panels, not those of all tiles before.
bool tcProductPacksRowsOfTile(const TcProduct *p);

//===- product_tasks.c ----------------------------------------------------===//

/// Whether tasks find their panels packed.
bool tcProductIsPacked(const TcProduct *p);
/// Bytes of an element of rows as tiles read them.
int64_t tcProductRowElement(const TcProduct *p);
/// Sets what a task has to a number of tiles, of lines of an image.
void tcProductSetTiles(TcCpuKernel *k, TcProduct *p, int64_t tiles);

//===- product_between.c --------------------------------------------------===//

/// Sets what is done between the steps of a tile's sums: as the schedule says,
/// or chosen.
void tcProductShareSteps(TcCpuKernel *k, const TcTarget *target, TcProduct *p);

//===- product_pack_between.c ---------------------------------------------===//

/// Pieces in which tasks can pack a panel between the steps of the tiles of the
/// one before; 0: they cannot.
int64_t tcProductPiecesOfPanel(TcCpuKernel *k, const TcProduct *p);
/// Sets where the panel that e->iters[p->panel] says is, and the next one;
/// packs it if it is the first one of the site.
void tcProductEnterPanel(TcEmit *e, const TcProduct *p, TcTileSite *site);
/// Packs pieces of the next panel after a step of a tile; those that are left
/// behind so many tiles.
void tcProductPackBetween(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                          MlirValue step);
void tcProductPackRest(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       MlirValue tiles);

//===- product_loops.c ----------------------------------------------------===//

/// Sets the loops of the product's code, once it is known how columns are read:
/// as the schedule says, or chosen.
void tcProductSetLoops(TcProduct *p);
/// Those that there is code for, of a matched product.
TcProductLoops tcProductLoopsOf(TcCpuKernel *k, const TcProduct *p);
/// Whether prefetches may be ahead of what tasks pack.
bool tcProductPrefetchesPacking(TcCpuKernel *k, const TcProduct *p);

//===- product_parts.c ----------------------------------------------------===//

/// Cuts the sum into parts, as the schedule says or is chosen, whose tasks pack
/// rows and panels. Sets parts, inside, and if chosen tilesPerTask and
/// panelsPerTask; gives the points of the outermost iterator of the reduction
/// in a part, or 0: there are no parts.
int64_t tcProductCutParts(TcCpuKernel *k, TcProduct *p, const TcTarget *target);
/// Whether that iterator, of so many points, can be cut so.
bool tcProductCanCut(const TcProduct *p, int64_t points, int64_t parts);
/// The points of these; 1 if it is not known how many, or there are none.
int64_t tcProductCountOf(const TcCpuKernel *k, const TcCpuIters *iters);
/// The iterators of the batch that rows depend on, and the others.
void tcProductSplitBatch(TcCpuKernel *k, const TcProduct *p,
                         TcCpuIters *outside, TcCpuIters *inside);
/// The number of this point of `inside`.
MlirValue tcProductInsideNumber(TcEmit *e, const TcProduct *p);
/// Where the sums of tile number `tile` in panel number `panel` of a part lie.
MlirValue tcProductPartialSums(TcEmit *e, const TcProduct *p, MlirValue part,
                               MlirValue tile, MlirValue panel);
/// The sums of all parts of the tile, and the maps on them.
bool tcProductEmitTotal(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                        int64_t height);

//===- product_ahead.c ----------------------------------------------------===//

/// Whether tasks of their own may pack panels.
bool tcProductCanPackAhead(TcCpuKernel *k, const TcProduct *p);
/// Where panel number e->iters[p->panel] of those lies.
MlirValue tcProductPanelAhead(TcEmit *e, const TcProduct *p);

//===- product_across_pack.c ----------------------------------------------===//

/// The first row of a tile.
MlirValue tcProductFirstRow(TcEmit *e, const TcProduct *p, MlirValue tile);
/// Packs the rows of a task's tiles, of the steps of a block.
void tcProductPackAcross(TcEmit *e, const TcProduct *p, MlirValue firstTile,
                         MlirValue endTile);

//===- product_across_whole.c ---------------------------------------------===//

/// Whether these rows are whole tile registers, their steps `stride` elements
/// apart; packs them.
bool tcProductHasWholeRegisters(TcCpuKernel *k, const TcProduct *p,
                                int64_t *stride);
void tcProductPackWhole(TcEmit *e, const TcProduct *p, const MlirValue *tiles,
                        int64_t stride);

//===- product_across_windows.c -------------------------------------------===//

/// Whether steps run along the lines of an image, some elements apart, and
/// tasks pack the rows of windows over it for the unit, if there is one.
bool tcProductLiesInLines(TcCpuKernel *k, const TcProduct *p,
                          const TcTarget *target, const TcUnit *u);
/// Steps of such a row that a register has.
int64_t tcProductLineDepth(const TcCpuKernel *k, const TcProduct *p);
/// Packs the rows of a task's tiles, of the steps of a block.
void tcProductPackLines(TcEmit *e, const TcProduct *p, MlirValue firstTile,
                        MlirValue endTile);

//===- product_window.c ---------------------------------------------------===//

/// Whether columns are those of windows over an image in which they lie side by
/// side, and are better read there than packed.
bool tcProductReadsWindows(TcCpuKernel *k, const TcProduct *p,
                           const TcTarget *target);
/// Puts the window's iterators outermost in `over`, unless they are innermost
/// and written out.
void tcProductOrderWindows(const TcCpuKernel *k, TcProduct *p);
/// The panel's columns at this step.
void tcProductLoadWindows(TcEmit *e, const TcProduct *p, TcLane *columns);

//===- product_panel.c ----------------------------------------------------===//

/// A factor's element here, of the sums' type.
TcLane tcProductElement(TcEmit *e, const TcProduct *p, const TcCpuRead *r);
/// Packs the panel that e->iters[p->panel] says, of elements as wide as the
/// sums'.
void tcProductPackElements(TcEmit *e, const TcProduct *p, MlirValue panel);

//===- product_pack.c -----------------------------------------------------===//

/// Packs the panel that e->iters[p->panel] says.
void tcProductPackPanel(TcEmit *e, const TcProduct *p, MlirValue panel);
/// Whether a task may pack several panels at once.
bool tcProductPacksTogether(TcCpuKernel *k, const TcProduct *p);
/// Where the task's panel number e->iters[p->panel] is, in scratch from
/// `panels` on; packs as many as are packed at once, at the first of them.
MlirValue tcProductPackPanels(TcEmit *e, const TcProduct *p,
                              const TcTileSite *site, MlirValue panels);
/// Packs the rows of a tile as the unit's tiles, to site->packedRows.
bool tcProductPackRows(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                       int64_t height);
/// The address of the row's run of the innermost iterator, or of the fill
/// values if it is out of bounds.
MlirValue tcProductRowRun(TcEmit *e, const TcProduct *p,
                          const TcTileSite *site);
/// Copies `steps` elements to what is aligned so, with zeros behind them to the
/// length of a row of a tile register.
void tcProductCopyWords(TcEmit *e, const TcProduct *p, MlirValue from,
                        MlirValue to, int64_t steps, int64_t align);
/// Clears the memory behind the copies of the last columns' elements.
void tcProductClearTail(TcEmit *e, const TcProduct *p);
/// The last steps of the panel's columns, and of a unit's tile of rows that are
/// `stride` bytes apart, copied to scratch, with zeros behind them. Where.
MlirValue tcProductColumnTail(TcEmit *e, const TcProduct *p, MlirValue from);
MlirValue tcProductRowTail(TcEmit *e, const TcProduct *p, int64_t tile,
                           MlirValue from, MlirValue stride, MlirValue rows);

//===- product_flip.c -----------------------------------------------------===//

/// Sets which operand of the unit columns are, and whether they are flipped.
void tcProductSetSigns(TcProduct *p);
/// sum + the products of a group of each lane's bytes; `columns` and `row` are
/// vectors of words of four bytes.
MlirValue tcProductMultiplyBytes(TcEmit *e, const TcProduct *p, MlirValue sum,
                                 MlirValue row, MlirValue columns);
/// Columns with the sign that the unit takes.
MlirValue tcProductFlip(TcEmit *e, const TcProduct *p, MlirValue columns);
/// Writes what the sums of each of a tile's rows begin with to
/// site->packedRows.
bool tcProductSumRows(TcEmit *e, const TcProduct *p, const TcTileSite *site,
                      int64_t height);
/// Reads it, for row number `row` of the tile.
MlirValue tcProductFirstSum(TcEmit *e, const TcTileSite *site, int64_t row);

#endif // TC_PASSES_LOWER_CPU_PRODUCT_OPERANDS_H
