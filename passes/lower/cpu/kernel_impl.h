// Shared by the files that read kernels. See kernel_struct.h.
#ifndef TC_PASSES_LOWER_CPU_KERNEL_IMPL_H
#define TC_PASSES_LOWER_CPU_KERNEL_IMPL_H

#include "passes/lower/cpu/kernel_access.h"

#include "ir/builder.h"

static inline MlirAttribute tcCpuAttrOf(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(op, tcStr(name));
}

//===- kernel.c -----------------------------------------------------------===//

/// The number of an iterator of the kernel, or -1.
int tcCpuFindIter(const TcCpuKernel *k, MlirStringRef name);
TcCpuIters tcCpuFindIters(TcCpuKernel *k, MlirAttribute names);

/// Of #tc.size and #tc.dims. The symbols are those of the kernel from then on.
const TcSize *tcCpuParse(TcCpuKernel *k, MlirAttribute attr);
const TcSize **tcCpuParseDims(TcCpuKernel *k, MlirAttribute dims);

TcCpuValue *tcCpuNewValue(TcCpuKernel *k, MlirType element, size_t rank,
                          const TcSize **sizes);
/// The struct of a value of the IR.
TcCpuValue *tcCpuAddValue(TcCpuKernel *k, MlirValue ir);
TcCpuValue *tcCpuValueOf(const TcCpuKernel *k, MlirValue ir);

/// As of tcCpuValueOf, with a place to read it from.
TcCpuValue *tcCpuReadable(TcCpuKernel *k, MlirValue ir);

//===- kernel_read.c, kernel_for.c ----------------------------------------===//

MlirLogicalResult tcCpuReadOp(TcCpuKernel *k, MlirOperation op);
MlirLogicalResult tcCpuReadFor(TcCpuKernel *k, MlirOperation op);

/// Of a contraction that has been read and whose body gathers a factor: if each
/// position is an index expression, or an element of an argument that is read
/// at iterators of the results, `reads` become the two factors, and the body is
/// left out (kernel_lookup.c).
void tcCpuReadLookups(TcCpuKernel *k, TcCpuStage *s);
/// Whether each element of an argument is read, at iterators of the stage's
/// results, another one for each dimension.
bool tcCpuIsTable(const TcCpuKernel *k, const TcCpuStage *s,
                  const TcCpuRead *r);
/// The element of a table that its read gives, a size. The table, whose name is
/// left out, is the kernel's from then on.
const TcSize *tcCpuTableElement(TcCpuKernel *k, const TcCpuTable *table);

/// Of a contraction that sums a range of an iterator's points that is data:
/// that iterator becomes one of the range alone, `reads` the two factors there,
/// and the body is left out (kernel_segments.c).
void tcCpuReadSegments(TcCpuKernel *k, TcCpuStage *s);

/// Reads `loop.stream`, once all stages are read.
void tcCpuReadStream(TcCpuKernel *k);

void tcCpuReadIters(TcCpuKernel *k);
void tcCpuReadBuffers(TcCpuKernel *k);
void tcCpuReadArgs(TcCpuKernel *k, MlirBlock block);

//===- kernel_join.c, kernel_split.c --------------------------------------===//

/// Whether it is a product with maps behind it, each at the product's own
/// points.
bool tcCpuKernelIsProduct(const TcCpuKernel *k);
/// Whether it is one map, whose points are nothing but places in memory.
bool tcCpuKernelIsMap(const TcCpuKernel *k);
/// Splits an iterator by groups, as the schedule says; without one where they
/// have `least` points.
void tcCpuKernelSplit(TcCpuKernel *k, int64_t least);
/// The same of several products in one kernel, by groups of any size.
void tcCpuKernelSplitAll(TcCpuKernel *k);
/// What the schedule says of the iterator: an entry of `iters`, or null.
MlirAttribute tcCpuIterEntry(const TcCpuKernel *k, int iter);

#endif // TC_PASSES_LOWER_CPU_KERNEL_IMPL_H
