// The parts of loop-fuse: what kernels are (classify.c), how two become one
// (merge.c), what is worth inlining inside of one (simplify.c, gather.c), which
// can be streamed together (stream.c, recompute.c), and in which order all that
// is tried (loop-fuse.c).
#ifndef TC_PASSES_FUSE_H
#define TC_PASSES_FUSE_H

#include "passes/fuse/kernel.h"
#include "target/target.h"

/// One function's launches and the kernels they run. Every launch has a kernel
/// of its own.
typedef struct TcFuse {
  TcArena arena;
  MlirContext ctx;
  TcMap kernels;     // name -> loop.kernel
  TcMap places;      // op of the block -> its number: which comes first
  TcMap refused;     // kernels that cannot be streamed with what they read
  bool hasLateSizes; // the block has a prim.range_to
  TcTarget target;   // what is streamed: `backend` is NULL if nothing is
} TcFuse;

/// The kernel of a launch; null for any other op.
MlirOperation tcLaunchedKernel(const TcFuse *f, MlirOperation launch);

//===- What kernels are ---------------------------------------------------===//

typedef enum TcKernelKind {
  TC_KERNEL_VIEW,      // one map whose element is an element of its input
  TC_KERNEL_POINTWISE, // maps
  TC_KERNEL_ROW,       // maps and reductions
  TC_KERNEL_CONTRACT,  // with a contract
  TC_KERNEL_OPAQUE,    // anything else
} TcKernelKind;

TcKernelKind tcKernelKind(MlirOperation kernel);

/// How large a kernel is: ops in bodies, stages, arguments and results.
typedef struct TcKernelCount {
  intptr_t ops, stages, values;
} TcKernelCount;
TcKernelCount tcKernelCount(MlirOperation kernel);

/// How much work a body is for one element: 1 is an addition.
int tcBodyCost(MlirOperation stage);

/// Whether a map's body yields elements of its inputs as they are.
bool tcIsView(MlirOperation stage);

/// The number of points a stage visits, a #tc.size.
MlirAttribute tcStageSpace(MlirOperation kernel, MlirOperation stage);

/// Iterators that all stages have and none reduces over: names, in the order
/// of the kernel.
TcAttrVec tcParallelIters(TcArena *arena, MlirOperation kernel);

/// Product of the extents of iterators; 1 of none.
MlirAttribute tcExtentProduct(MlirOperation kernel, const TcAttrVec *iters);

/// A constant, or `otherwise` if it is symbolic.
int64_t tcSizeOr(MlirAttribute size, int64_t otherwise);

//===- How two become one -------------------------------------------------===//

/// The iterators of the consumer at which it reads result r of the producer,
/// dimension by dimension, where all its reads of it agree on distinct
/// iterators of equal extents; constant 0 for dimensions of size 1. Empty if
/// they do not (`aligned` false).
typedef struct TcAlignment {
  bool aligned;
  TcAttrVec iters; // StringAttr; null where the dimension has size 1
} TcAlignment;
TcAlignment tcAlign(TcFuse *f, MlirOperation producer, intptr_t r,
                    MlirOperation consumer);

/// Whether both launches read a value that is most of what each reads, and
/// neither reads more that is large.
bool tcReadTheSame(TcFuse *f, MlirOperation a, MlirOperation b);

/// Puts the producer's stages in front of the consumer's. With `keep` the
/// producer also stays as it is, else what others read of it becomes results
/// of the merged kernel. Gives the new launch.
MlirOperation tcMergeLaunches(TcFuse *f, MlirOperation producer,
                              MlirOperation consumer, bool keep);

/// The same, keeping the block sorted, and the launches' places known.
MlirOperation tcFuseMerge(TcFuse *f, MlirOperation a, MlirOperation b,
                          bool keep);

/// Which of the block's launches comes first: the lower number.
uintptr_t tcFusePlace(const TcFuse *f, MlirOperation op);

/// Whether a launch depends on another.
bool tcFuseReaches(const TcFuse *f, MlirOperation from, MlirOperation to);

/// A launch of a copy of the kernel, whose results nobody reads; and its end,
/// with its kernel.
MlirOperation tcFuseCopyLaunch(TcFuse *f, MlirOperation launch);
void tcFuseDropLaunch(TcFuse *f, MlirOperation launch);

/// Whether the launch's kernel can be streamed, and is worth it: with sums that
/// are rescaled, as those of exponentials less their maximum are, or with none.
bool tcFuseCanStream(TcFuse *f, MlirOperation launch, bool rescales);

/// Merges the product `launch`, and what else lies between it and the products
/// that sum what is made of it, into each of those, if all of them can be
/// streamed.
bool tcFuseRecompute(TcFuse *f, MlirOperation launch);

/// Merges a product with the rows that it reads, and the product that these
/// are reduced from, if that can be streamed: *reader is then the new launch.
bool tcFuseStream(TcFuse *f, MlirOperation *reader);

//===- Inside of one ------------------------------------------------------===//

/// Computes maps of the kernel at the positions that the reader gathers, where
/// these are few. Whether anything changed.
bool tcInlineGathers(TcArena *arena, MlirOperation kernel,
                     MlirOperation reader);

/// Inlines maps into their readers where that saves more than it costs, drops
/// stages that nobody reads.
void tcSimplifyKernel(TcArena *arena, MlirOperation kernel);

#endif // TC_PASSES_FUSE_H
