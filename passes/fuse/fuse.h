// The parts of loop-fuse: classification of kernels (classify.c), the rules on
// two launches (verdicts.c, borders.c, siblings.c), merging them (merge.c,
// graph.c), inlining inside a kernel (simplify.c, gather.c, which asks
// position_ranges.c), merging kernels that can then be streamed (stream.c,
// recompute.c), the order of launches before (components.c), and the order in
// which all this is tried (loop-fuse.c).
#ifndef TC_PASSES_FUSE_H
#define TC_PASSES_FUSE_H

#include "lib/ir/pass.h"
#include "passes/fuse/kernel_edit.h"
#include "target/target.h"

/// One function's launches and the kernels they run. Every launch has a kernel
/// of its own.
typedef struct TcFuse {
  TcArena arena;
  MlirContext ctx;
  TcMap kernels;          // name -> loop.kernel
  TcMap launched;         // names of kernels -> a launch
  TcMap places;           // op of the block -> its number: which comes first
  TcMap refused;          // kernels that cannot be streamed with what they read
  bool hasLateSizes;      // the block has a prim.range_to
  bool atomics;           // the program permits sums by atomic additions
  MlirStringRef disabled; // names of rules that are not used
  TcTarget target;        // what is streamed: `backend` is NULL if nothing is
} TcFuse;

/// The kernel of a launch; null for any other op.
MlirOperation tcLaunchedKernel(const TcFuse *f, MlirOperation launch);

//===- What kernels are ---------------------------------------------------===//

typedef enum TcKernelKind {
  TC_KERNEL_VIEW,      // one map whose element is an element of its input
  TC_KERNEL_POINTWISE, // maps
  TC_KERNEL_ROW,       // maps and reductions
  TC_KERNEL_CONTRACT,  // with a contract
  TC_KERNEL_SCAN,      // maps and scans
  TC_KERNEL_RUNS,      // maps and scatters of runs of points (loop.ascending)
  TC_KERNEL_OPAQUE,    // anything else
} TcKernelKind;

TcKernelKind tcKernelKind(MlirOperation kernel);

/// The kernel's contraction, if it has exactly one; else null.
MlirOperation tcFuseOnlyContract(MlirOperation kernel);

/// Whether it has a schedule, whose texts name its iterators and stages.
bool tcIsScheduled(MlirOperation kernel);

/// How large a kernel is: ops in bodies, stages, arguments and results.
typedef struct TcKernelCount {
  intptr_t ops, stages, values;
} TcKernelCount;
TcKernelCount tcKernelCount(MlirOperation kernel);

/// How much work a body is for one element: 1 is an addition.
int tcBodyCost(MlirOperation stage);
/// The same where what is computed twice counts once, as code has it.
int tcBodyCostOnce(TcArena *arena, MlirOperation stage);
/// Whether the stage reports positions that are out of range: where it is not
/// run for all points, some are not reported.
bool tcStageReports(MlirOperation stage);
/// Whether a stage of a kernel reads at positions that it computes.
bool tcKernelGathers(MlirOperation kernel);
/// Whether all positions of a `loop.at` exist, whatever its operand holds.
bool tcGathersInside(MlirOperation kernel, MlirOperation at);
/// Whether a stage is a map that reads input i as positions of gathers alone,
/// each of all of a row, or a scatter that puts rows at few of them, too.
bool tcReadsPositions(MlirOperation stage, intptr_t i);

/// Whether a map's body yields elements of its inputs as they are.
bool tcIsView(MlirOperation stage);

/// The name that rows of matrix units (lib/target/units.h) have for narrow
/// floats; "" for other types.
const char *tcFuseUnitElement(MlirType element);

/// Whether a matrix unit of the target multiplies such elements, as they are;
/// `shared`: one that reads columns from shared memory.
bool tcFuseUnitMultiplies(const TcTarget *target, MlirType element,
                          bool shared);

/// Whether a map yields the elements of one input as they are, and 0 around
/// them.
bool tcIsBorder(MlirOperation stage);

/// Whether a map yields elements of an argument at positions that it reads:
/// matrices of a stack (lookups.c).
bool tcIsLookupMap(MlirOperation kernel, MlirOperation stage);

/// Whether the reader selects input i, which `map` makes, in ranges of rows for
/// which CPUs have code of their own (concats.c).
bool tcReadsRange(MlirOperation kernel, MlirOperation reader, intptr_t i,
                  MlirOperation map);

/// The number of a map's or launch's operands with as many elements as its
/// result: reading one of them costs as much as reading the result.
int tcFuseFullOperands(MlirOperation op, MlirValue result);
/// Whether a map over rows that are too long to be kept is computed again by
/// each of its readers: it costs little, and reads one value of its own size at
/// most, all of which lie in memory.
bool tcIsComputedAgain(MlirOperation map);
/// What the number of elements of a value is taken for.
int64_t tcFuseElements(TcFuse *f, MlirValue v);

//===- What is between them -----------------------------------------------===//

/// Keeps widened halves between launches as halves; how many (narrow.c).
int tcFuseNarrow(TcFuse *f, MlirBlock block);

/// Puts launches that exchange values of more than one element next to each
/// other (components.c).
void tcFuseOrderComponents(TcArena *arena, MlirBlock block);
/// Whether more than tcNumber(fuse_far) launches lie between two.
bool tcFuseIsFar(const TcFuse *f, MlirOperation a, MlirOperation b);

//===- How two become one -------------------------------------------------===//

/// The consumer's iterators for each dimension of result r of the producer, if
/// all its reads of that result use the same distinct iterators, with the
/// dimensions' sizes as extents, and constant 0 for dimensions of size 1. Else
/// empty (`aligned` false).
typedef struct TcAlignment {
  bool aligned;
  TcAttrVec iters; // StringAttr; null where the dimension has size 1
} TcAlignment;
TcAlignment tcAlign(TcFuse *f, MlirOperation producer, intptr_t r,
                    MlirOperation consumer);

/// Whether both launches read a value that is most of what each of them reads.
bool tcReadTheSame(TcFuse *f, MlirOperation a, MlirOperation b);

/// Puts the producer's stages before the consumer's. With `keep` the producer
/// also stays as it is; else its results that others read become results of the
/// merged kernel. Returns the new launch.
MlirOperation tcMergeLaunches(TcFuse *f, MlirOperation producer,
                              MlirOperation consumer, bool keep);

/// The same, and keeps the block sorted and the launches numbered.
MlirOperation tcFuseMerge(TcFuse *f, MlirOperation a, MlirOperation b,
                          bool keep);

/// Numbers the launches of a block.
void tcFuseNumberOps(TcFuse *f, MlirBlock block);
/// Which of the block's launches comes first: the lower number.
uintptr_t tcFusePlace(const TcFuse *f, MlirOperation op);

/// Whether others than b read results of a.
bool tcFuseIsReadBesides(MlirOperation a, MlirOperation b);
/// Whether a launch depends on another.
bool tcFuseReaches(const TcFuse *f, MlirOperation from, MlirOperation to);
/// The same by a path through another launch.
bool tcFuseReachesAround(const TcFuse *f, MlirOperation from, MlirOperation to);

/// Whether the function returns the value.
bool tcFuseIsReturned(MlirValue v);

/// Whether the two kernels as one would be too large: it would compile slowly
/// and save little more memory traffic.
bool tcFuseIsTooLarge(const TcFuse *f, MlirOperation ka, MlirOperation kb);
/// Whether a data-dependent size becomes known between the two launches.
bool tcFuseLearnsBetween(MlirOperation a, MlirOperation b);

/// Merges siblings (siblings.c); how many.
int tcFuseSiblings(TcFuse *f, MlirBlock block);

/// Lets reductions of the kernel run over two iterators where others read the
/// same value by these (unflatten.c).
void tcFuseUnflatten(TcArena *arena, MlirOperation kernel);

/// Gives values that only the kernel's own stages read two iterators in place
/// of one, where all these stages read them at the two, joined (unflatten.c).
void tcFuseUnjoin(TcArena *arena, MlirOperation kernel);

/// Takes iterators of one point off values that only the kernel's own stages
/// read (squeeze.c).
void tcFuseSqueeze(TcArena *arena, MlirOperation kernel);

/// Whether only plain stages of the kernel read what a plain stage makes, maps,
/// reductions, contractions, at places that are inside of it.
bool tcFuseIsInside(MlirOperation kernel, MlirOperation stage);
/// Whether the kernel has a loop that streams: it was written with the
/// iterators that it has.
bool tcFuseIsStreamed(MlirOperation kernel);

/// Sums of factors join the products of these (row_sums.c); how many.
int tcFuseRowSums(TcFuse *f, MlirBlock block);

/// Creates a launch of a copy of the kernel, without readers; and erases a
/// launch with its kernel.
MlirOperation tcFuseCopyLaunch(TcFuse *f, MlirOperation launch);
void tcFuseDropLaunch(TcFuse *f, MlirOperation launch);

/// Whether the launch's kernel can be streamed profitably. `rescales`: with
/// sums that are rescaled, such as those of exponentials shifted by their
/// maximum; else without.
bool tcFuseCanStream(TcFuse *f, MlirOperation launch, bool rescales);

/// Whether the launch's one product sums in f32 over several iterators, so that
/// it can be a launch that sums over the longest of them alone and one that
/// adds up what that makes (partial_sums.c).
bool tcFuseHasPartialSums(TcFuse *f, MlirOperation launch);
/// Makes a launch the first of these; and one like it the second. The first
/// gives the new launch.
MlirOperation tcFuseMakePartials(TcFuse *f, MlirOperation launch);
void tcFuseAddPartials(TcFuse *f, MlirOperation launch, MlirOperation made);

/// Rule recompute: merges the product `launch`, and all launches between it and
/// the products that sum functions of its result, into each of those products,
/// if all of them can then be streamed.
bool tcFuseRecompute(TcFuse *f, MlirOperation launch);

/// Rule streams: merges a product with the row reductions that it reads and the
/// product that these reduce, if the result can be streamed: *reader is then
/// the new launch.
bool tcFuseStream(TcFuse *f, MlirOperation *reader);

//===- Inside of one ------------------------------------------------------===//

/// Whether a kernel only gathers `v`, its argument, few elements of it, and
/// `map`, of another kernel, whose result that is, can be computed at their
/// positions alone.
bool tcIsGatheredFew(TcArena *arena, MlirOperation map, MlirOperation kernel,
                     MlirValue v);

/// Where a stage gathers few elements of a map in the same kernel, computes the
/// map at these positions only; on GPUs as many as are computed in less time
/// than a launch takes. Returns whether anything changed.
bool tcInlineGathers(TcFuse *f, MlirOperation kernel, MlirOperation reader);

/// Where a stage gathers at positions that are linear in the iterators, and
/// provably within bounds, makes it read there. Returns whether anything
/// changed.
bool tcReadPositions(TcArena *arena, MlirOperation kernel,
                     MlirOperation reader);

/// Points of a row, at most, that the target keeps between its reductions.
int64_t tcFuseKeptRow(const TcFuse *f);

/// Whether the target is a GPU that gets through so many operations at each of
/// `points`, a size, in less time than a launch takes.
bool tcFuseIsShort(TcFuse *f, int cost, MlirAttribute points);

/// Whether that holds of a map at each point of a reader in the same kernel,
/// which has maps alone: computed in the reader's body, the map needs no
/// memory, and threads are as many as the reader has points.
bool tcFuseIsShortAgain(TcFuse *f, MlirOperation kernel, MlirOperation map,
                        MlirOperation reader);

/// Whether a value is an operand of the launch.
bool tcFuseReads(MlirOperation launch, MlirValue v);

/// A launch of the old one's kernel, before it and at its place, of other
/// operands and results. The old one stays.
MlirOperation tcFuseRelaunch(TcFuse *f, MlirOperation old,
                             const TcValueVec *operands,
                             const TcTypeVec *types);

/// Launches of maps lose the results that nobody reads.
void tcFuseDropResults(TcFuse *f, MlirBlock block);

/// Results that others of the same kernel equal are not written to memory; how
/// many.
int tcFuseShareResults(TcFuse *f, MlirBlock block, TcPass *pass);

/// Inlines maps into their readers where that is profitable, drops dead stages,
/// and applies the two rules above, unless f->disabled names them: "gathers",
/// "positions".
void tcSimplifyKernel(TcFuse *f, MlirOperation kernel);
/// The same, all rules on, for any target.
void tcSimplifyAnyKernel(MlirOperation kernel);

#endif // TC_PASSES_FUSE_H
