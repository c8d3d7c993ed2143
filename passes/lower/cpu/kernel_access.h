// Where the accesses of a kernel go: offsets in memory, strides along
// iterators, bounds, and reads at a stage's own points. Schedulers and code
// generators of all targets ask here.
#ifndef TC_PASSES_LOWER_CPU_KERNEL_ACCESS_H
#define TC_PASSES_LOWER_CPU_KERNEL_ACCESS_H

#include "passes/lower/cpu/kernel_struct.h"

//===- Offsets ------------------------------------------------------------===//

/// The offset in elements, from a buffer's base, of the element at `index`.
const TcSize *tcCpuOffset(TcArena *arena, size_t rank,
                          const TcSize *const *strides, const TcSize *offset,
                          const TcSize *const *index);

/// The same in a buffer of the kernel, simplified by the iterators' ranges.
const TcSize *tcCpuBufferOffset(const TcCpuKernel *kernel, int buffer,
                                const TcSize *const *index);

/// The same of what is read of an argument.
const TcSize *tcCpuReadOffset(const TcCpuKernel *kernel, const TcCpuRead *read);

/// The strides and the offset of a place in a buffer.
const TcSize *tcCpuDestOffset(const TcCpuKernel *kernel, const TcCpuDest *dest);
const TcSize **tcCpuDestStrides(const TcCpuKernel *kernel,
                                const TcCpuDest *dest);

/// The offset of the element at `index` of what lies there, simplified.
const TcSize *tcCpuDestAt(const TcCpuKernel *kernel, const TcCpuDest *dest,
                          const TcSize *const *index);

/// The table of that name, or NULL.
const TcCpuTable *tcCpuFindTable(const TcCpuKernel *kernel, const char *name);
/// Whether what a stage reads is at positions of a table.
bool tcCpuLooksUp(const TcCpuStage *stage, const TcCpuTable *table);

//===- Strides ------------------------------------------------------------===//

/// Splits an offset, or a position, into `stride` times the iterator and
/// `rest`, which does not depend on it. False if it is no such sum.
bool tcCpuStride(const TcCpuKernel *kernel, const TcSize *offset, int iter,
                 const TcSize **stride, const TcSize **rest);

/// The same where the stride is a constant: 0 where the iterator does not
/// occur.
bool tcCpuConstStride(const TcCpuKernel *kernel, const TcSize *offset, int iter,
                      int64_t *stride);
bool tcCpuHasStride(const TcCpuKernel *kernel, const TcSize *offset, int iter,
                    int64_t stride);

/// How far neighbours along the iterator lie apart, in either direction;
/// guessed where a symbol says it, infinite where the offset is not linear in
/// the iterator. Loops are ordered by it, the least distance innermost.
double tcCpuDistance(const TcCpuKernel *kernel, const TcSize *offset, int iter);

/// The same in the first place that the first result of the stage is written
/// to.
double tcCpuWriteDistance(const TcCpuKernel *kernel, const TcCpuStage *stage,
                          int iter);

/// Whether all bits of what a read fills in are 0.
bool tcCpuIsZeros(MlirAttribute fill);

/// The offset where iterators of one point, which are 0, are left out.
const TcSize *tcCpuWithoutOnes(const TcCpuKernel *kernel, const TcSize *offset);

/// tcCpuStride of several iterators as one flat number, the last the fastest:
/// false if there is no one stride for it. Iterators of one point are 0.
bool tcCpuFlatStride(const TcCpuKernel *kernel, const TcSize *offset,
                     const TcCpuIters *iters, const TcSize **stride,
                     const TcSize **rest);

//===- Bounds and points --------------------------------------------------===//

/// Whether an index is within a size at all points of the iterators.
bool tcCpuProvablyIn(const TcCpuKernel *k, const TcSize *index,
                     const TcSize *size);
/// Whether an expression is the same at `lanes` neighbours along an iterator,
/// the first at a multiple of these: a group of them reads one element.
bool tcCpuIsSameTogether(const TcCpuKernel *k, const TcSize *expr, int iter,
                         int64_t lanes);
/// Whether `lanes` neighbours along an iterator, the first at a multiple of
/// these, are within bounds together or out of them.
bool tcCpuMissTogether(const TcCpuKernel *k, const TcSize *index,
                       const TcSize *size, int iter, int64_t lanes);

/// Whether both read the same elements, and the same beside them.
bool tcCpuIsSameRead(const TcCpuRead *a, const TcCpuRead *b);

/// Whether what is read depends on the iterator.
bool tcCpuReadUses(const TcCpuKernel *kernel, const TcCpuRead *read, int iter);

/// The stage's own iterators as an index.
const TcSize **tcCpuOwnIndex(const TcCpuKernel *kernel,
                             const TcCpuStage *stage);
/// Whether an index is the iterator itself; if that has one point, also 0, and
/// any other such iterator.
bool tcCpuIsOwnIndex(const TcCpuKernel *kernel, const TcSize *index, int iter);
/// Whether a read is of a stage's result, at the point that computes the
/// element.
bool tcCpuReadsOwnIndex(const TcCpuKernel *kernel, const TcCpuRead *read);

#endif // TC_PASSES_LOWER_CPU_KERNEL_ACCESS_H
