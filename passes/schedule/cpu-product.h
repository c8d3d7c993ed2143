// What is chosen of a product in tiles where no schedule says it. Products are
// matched in lower/cpu/product.c, which asks where there is a choice
// (lower/cpu/chooser.h); cpu-product.c answers with the functions below. What
// is chosen is then the product's division, which its schedule says.
#ifndef TC_PASSES_SCHEDULE_CPU_PRODUCT_H
#define TC_PASSES_SCHEDULE_CPU_PRODUCT_H

#include "passes/lower/cpu/product_operands.h"

//===- cpu-product.c ------------------------------------------------------===//

/// tcProductMatch of a product that no schedule divides: that is chosen. False
/// also where it has too few rows to be worth tiles.
bool tcProductChoose(TcCpuKernel *kernel, const TcTarget *target,
                     const TcCpuStages *stages, const char *unit, TcProduct *p);
/// tcProductMatchPanels in the same way.
bool tcProductChoosePanels(TcCpuKernel *kernel, const TcTarget *target,
                           TcProduct *p);
/// Whether a chosen product is faster without packing in tasks, in blocks of
/// accumulators.
bool tcProductIsLow(TcCpuKernel *kernel, const TcProduct *p);
/// Rows that panels are packed for, at least; 0 if they are read in place.
int64_t tcProductLeastRows(TcCpuKernel *kernel, const TcProduct *p);

//===- cpu-product-cost.c -------------------------------------------------===//

/// Cycles that a matched product takes on one core; `packed`: its panels are
/// packed before.
double tcProductCycles(TcCpuKernel *kernel, const TcTarget *target,
                       const TcProduct *p, bool packed);
/// Of them those that depend on what panels run along, before that is chosen:
/// multiplications, of empty lanes too, and stores.
double tcProductColumnCycles(TcCpuKernel *kernel, const TcProduct *p,
                             int column);
/// Of a kernel of which tcProductMatchStages alone has matched.
double tcProductCyclesOtherwise(const TcCpuKernel *kernel, const TcProduct *p);

//===- Answers: see TcProductChooser --------------------------------------===//

// cpu-product-column.c
int tcProductChooseColumn(TcCpuKernel *kernel, const TcProduct *p,
                          bool packsRows);

// cpu-product-loops.c
TcProductLoops tcProductChooseLoops(const TcProduct *p);

// cpu-product-segments.c
int tcProductChooseSegments(TcCpuKernel *kernel, const TcProduct *p);
/// Matrices that points of the iterator choose from; 0 if none depends on it.
double tcProductMatrices(const TcCpuKernel *kernel, const TcProduct *p,
                         int iter);

// cpu-product-tile.c
void tcProductChooseShape(TcCpuKernel *kernel, const TcTarget *target,
                          TcProduct *p);
int64_t tcProductChooseTerms(const TcCpuKernel *kernel, const TcProduct *p);
/// Terms, at most, of a block of steps whose sums stay apart in scratch.
int64_t tcProductApartTerms(const TcCpuKernel *kernel, const TcProduct *p);
bool tcProductChooseRowStores(const TcProduct *p);
bool tcProductChooseMapsBetween(const TcProduct *p);
bool tcProductChoosePackingBetween(const TcProduct *p);
int64_t tcProductChooseLinesAhead(const TcProduct *p, const TcTarget *target,
                                  int64_t iterations);

// cpu-product-operands.c
bool tcProductChooseWindows(TcCpuKernel *kernel, const TcProduct *p,
                            const TcTarget *target, const TcSize *offset,
                            int64_t step);
bool tcProductChooseMatrix(const TcCpuKernel *kernel, const TcProduct *p);
bool tcProductChooseLines(const TcProduct *p, const TcTarget *target,
                          int64_t height);
bool tcProductChooseImages(const TcProduct *p, int64_t height);
bool tcProductChooseImageRows(int64_t rows);
bool tcProductChooseRows(const TcCpuKernel *kernel, const TcProduct *p);
bool tcProductChooseSteps(TcCpuKernel *kernel, const TcProduct *p,
                          const TcTarget *target);
bool tcProductChooseBlocks(const TcProduct *p, const TcTarget *target,
                           const TcUnit *u, int64_t rows, int64_t steps);
bool tcProductChooseSlices(const TcCpuKernel *kernel, const TcProduct *p,
                           const TcUnit *u);

// cpu-product-blocks.c
int64_t tcProductChooseBlockSteps(TcCpuKernel *kernel, const TcProduct *p,
                                  const TcTarget *target, TcRowsFrom from,
                                  int64_t steps);
/// Steps, at most, of a block of packed steps whose panel stays in the first
/// cache; 0 where blocks are longer.
int64_t tcProductNearSteps(const TcCpuKernel *kernel, const TcProduct *p,
                           const TcTarget *target);
/// Sets the tiles and panels of tasks whose rows are read in place, in blocks.
void tcProductChooseTasksOfBlocks(TcCpuKernel *kernel, const TcTarget *target,
                                  TcProduct *p);

// cpu-product-parts.c
TcProductParts tcProductChooseParts(TcCpuKernel *kernel, TcProduct *p,
                                    const TcTarget *target, int64_t points);

// cpu-product-tasks.c
void tcProductChooseTasks(TcCpuKernel *kernel, const TcTarget *target,
                          TcProduct *p);
int64_t tcProductChooseTogether(TcCpuKernel *kernel, const TcTarget *target,
                                const TcProduct *p);

#endif // TC_PASSES_SCHEDULE_CPU_PRODUCT_H
