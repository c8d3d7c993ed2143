// What is chosen of a product in tiles where no schedule says it: how it is cut
// into tasks, its sum into parts, and which loops are written out. Called while
// a product is matched (lower/cpu/product.c), which takes what is chosen as if
// a schedule had said it.
#ifndef TC_PASSES_SCHEDULE_CPU_PRODUCT_H
#define TC_PASSES_SCHEDULE_CPU_PRODUCT_H

#include "passes/lower/cpu/product_operands.h"

//===- cpu-product-tasks.c ------------------------------------------------===//

/// Chooses the tiles and panels of a task, which loop is inside, and whether
/// panels are packed ahead; of a sum in blocks, whose tiles and panels are set,
/// the latter two.
void tcProductChooseDivision(TcCpuKernel *kernel, const TcTarget *target,
                             TcProduct *p);
/// How many panels a task packs at once: as many as make a run of a row of the
/// factor long, if the second cache keeps them beside rows and sums.
int64_t tcProductChooseTogether(TcCpuKernel *kernel, const TcTarget *target,
                                const TcProduct *p);

//===- cpu-product-parts.c ------------------------------------------------===//

/// Parts of the sum, and whether a task has all points of the batch that its
/// rows do not depend on; sets `tilesPerTask` and `panelsPerTask`. `points`: of
/// the outermost iterator of the reduction.
TcProductParts tcProductChooseParts(TcCpuKernel *kernel, TcProduct *p,
                                    const TcTarget *target, int64_t points);

//===- cpu-product-loops.c ------------------------------------------------===//

/// The loops of the product's code.
TcProductLoops tcProductChooseLoops(const TcProduct *p);

#endif // TC_PASSES_SCHEDULE_CPU_PRODUCT_H
