// Kernels that are one product with maps behind it, on a GPU: matrix products
// and convolutions. A block computes a tile of rows x columns of sums, each
// thread a few rows times a few columns in registers. For `depth` steps of the
// reduction at a time the block reads both factors into shared memory, by their
// index maps: borders of convolutions are reads out of bounds. At the end the
// sums go through shared memory, so that adjacent threads run the maps on, and
// store, adjacent elements.
//
// Rows, columns and steps are flat numbers: over the iterators of one factor
// alone, of the other alone, and those that are reduced.
#ifndef TC_PASSES_LOWER_GPU_PRODUCT_H
#define TC_PASSES_LOWER_GPU_PRODUCT_H

#include "passes/lower/cpu/product.h"

/// A factor of the product, and the iterators that the other one lacks.
typedef struct TcGpuFactor {
  const TcCpuRead *read;
  TcCpuIters iters;        // outermost first
  bool along;              // contiguous along these, not along the steps
  int64_t tile, perThread; // of a block, of a thread
  const TcSize *count, *tiles;
} TcGpuFactor;

typedef struct TcGpuProduct {
  TcProduct match; // the stages: contract, maps, element
  TcGpuFactor rows, columns;
  TcCpuIters batch, over; // outermost first
  // The sums of the rows' factor over the same steps, with maps behind, which
  // units make beside the products; or NULL.
  TcCpuStage *rowSums;
  TcCpuStages rowMaps;
  int64_t depth, threads, sharedBytes;
  const TcSize *numSteps, *numBlocks;
} TcGpuProduct;

/// Of stages with one contraction: it and the maps at its points; the others.
typedef struct TcGpuApart {
  TcCpuStages product, rest;
} TcGpuApart;
TcGpuApart tcGpuProductApart(const TcCpuKernel *k, const TcCpuStages *stages);
/// Whether neither reads what the other makes.
bool tcGpuRestIsApart(const TcGpuApart *apart);

/// Whether these stages of the kernel are a product with maps behind it, and
/// sums of a factor beside it; then its factors and iterators.
bool tcGpuProductForm(TcCpuKernel *k, const TcCpuStages *stages,
                      TcGpuProduct *p);

/// row_sums.c: whether the stages are sums of the rows' factor over the steps
/// of the product, whose factors are known, and maps of these sums.
bool tcGpuMatchRowSums(TcCpuKernel *k, const TcCpuStages *stages,
                       TcGpuProduct *p);

/// Places the sums of a contraction without maps behind it, which a later
/// launch reads, in the order in which its tiles are stored: neighbours along
/// the innermost iterator of columns are contiguous.
void tcGpuPlaceSums(TcCpuKernel *k, const TcCpuStages *stages);

/// Of rows or columns, whichever are fewer, the number (guessed).
double tcGpuProductFewest(const TcCpuKernel *k, const TcGpuProduct *p);

/// The stride of `iter` in a read's memory, in elements, guessed where it is
/// symbolic; 0: the read does not depend on it.
double tcGpuReadStep(const TcCpuKernel *k, const TcCpuRead *r, int iter);

typedef struct TcGpuTiling TcGpuTiling; // passes/schedule/gpu.h
/// The tiling to use; NULL, or why a tiling is not possible; what follows from
/// one.
TcGpuTiling tcGpuChooseProduct(TcCpuKernel *k, const TcTarget *target,
                               const TcGpuProduct *p);
const char *tcGpuProductRefuses(const TcGpuProduct *p,
                                const TcGpuTiling *tiling);
void tcGpuProductCut(TcCpuKernel *k, const TcGpuTiling *tiling,
                     TcGpuProduct *p);

#endif // TC_PASSES_LOWER_GPU_PRODUCT_H
