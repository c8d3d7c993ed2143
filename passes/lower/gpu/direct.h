// Products whose factors threads read where they lie, without copies: a thread
// computes a few rows times a few columns in registers, its wave neighbouring
// columns of the same rows, so that an element of the rows' factor is one
// address for all of them. Shares of a block's threads have parts of the steps
// of one tile, and add up in shared memory.
//
// For factors that caches hold, of which each element is read soon again:
// convolutions of few channels, windows over an image. There the other form of
// products (product.h) would spend more on its copies than on its sums.
#ifndef TC_PASSES_LOWER_GPU_DIRECT_H
#define TC_PASSES_LOWER_GPU_DIRECT_H

#include "passes/lower/gpu/product.h"

/// The same as tcGpuProductForm, but columns are of the factor with more
/// points: these are what the threads of a wave share out.
bool tcGpuDirectForm(TcCpuKernel *k, const TcCpuStages *stages,
                     TcGpuProduct *p);

/// Whether neighbouring rows, not columns, are neighbours in what is stored.
bool tcGpuDirectStoresRows(const TcCpuKernel *k, const TcGpuProduct *p);

/// Whether a thread can have the steps written out, `depth` at a time: all
/// points of the innermost iterators, or equal parts of the outermost of them.
bool tcGpuDirectUnrolls(const TcCpuKernel *k, const TcGpuProduct *p,
                        int64_t depth);
/// The most steps up to `most` of which that is so.
int64_t tcGpuDirectDepth(const TcCpuKernel *k, const TcGpuProduct *p,
                         int64_t most);

/// The threads of a block.
int64_t tcGpuDirectThreads(const TcGpuTiling *t, int64_t shares);
/// NULL, or why a tiling is not possible.
const char *tcGpuDirectRefuses(const TcCpuKernel *k, const TcTarget *target,
                               const TcGpuProduct *p, const TcGpuTiling *t,
                               int64_t shares);
/// Bytes of shared memory for the sums of all shares.
int64_t tcGpuDirectBytes(const TcGpuProduct *p, const TcGpuTiling *t,
                         int64_t shares);
/// Elements from one row of these to the next.
int64_t tcGpuDirectPitch(const TcGpuTiling *t);

#endif // TC_PASSES_LOWER_GPU_DIRECT_H
