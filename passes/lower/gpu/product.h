// Kernels that are one product with maps behind it, on a GPU: matrix products
// and convolutions. A block computes a tile of `tileRows` x `tileColumns` sums,
// each thread a few rows times a few columns in registers. For `depth` steps of
// the reduction at a time the block reads both factors into shared memory, by
// index maps as they are: borders of convolutions are reads that fall outside.
// At the end the sums go through shared memory, so that the maps run, and
// results are written, by neighbours side by side.
//
// Rows, columns and steps are flat numbers: of the iterators of one factor
// alone, of the other alone, and of what is reduced over.
#ifndef TC_PASSES_LOWER_GPU_PRODUCT_H
#define TC_PASSES_LOWER_GPU_PRODUCT_H

#include "passes/lower/cpu/product.h"

/// One factor and the iterators that only it has.
typedef struct TcGpuFactor {
  const TcCpuRead *read;
  TcCpuIters iters;        // outermost first
  bool along;              // contiguous along them, not along the steps
  int64_t tile, perThread; // of a block, of a thread
  const TcSize *count, *tiles;
} TcGpuFactor;

typedef struct TcGpuProduct {
  TcProduct match; // the stages: contract, maps, element
  TcGpuFactor rows, columns;
  TcCpuIters batch, over; // outermost first
  int64_t depth, threads, sharedBytes;
  const TcSize *numSteps, *numBlocks;
} TcGpuProduct;

/// Whether these stages of the kernel are one: which iterators and reads are
/// whose.
bool tcGpuProductForm(TcCpuKernel *k, const TcCpuStages *stages,
                      TcGpuProduct *p);

/// About how many elements apart in memory the read's neighbours along `iter`
/// are; 0: at one place.
double tcGpuReadStep(const TcCpuKernel *k, const TcCpuRead *r, int iter);

typedef struct TcGpuTiling TcGpuTiling; // passes/schedule/gpu.h
/// The tiling that suits it best; NULL, or why a tiling is not allowed; how it
/// is cut by one.
TcGpuTiling tcGpuChooseProduct(TcCpuKernel *k, const TcTarget *target,
                               const TcGpuProduct *p);
const char *tcGpuProductRefuses(const TcGpuProduct *p,
                                const TcGpuTiling *tiling);
void tcGpuProductCut(TcCpuKernel *k, const TcGpuTiling *tiling,
                     TcGpuProduct *p);

#endif // TC_PASSES_LOWER_GPU_PRODUCT_H
