// The schedule of a kernel on a CPU: its phases, each of many parallel tasks in
// any order, and the vectorised iterators. As the attribute `loop.schedule` of
// the kernel:
//
//   {phases = [{stages = [0, 1], tasks = ["i"], vector = "j", lanes = 32,
//               chunk = "j", chunk_size = 4096, split = "k", split_parts = 64,
//               owners = 16, grain = 8,
//               nests = [{stages = [0]}, {stages = [1], form = "update"}]}]}
//   {phases = [{stages = [1], tasks = [], split = "i", split_parts = 64,
//               owners = 64}]}
//   {phases = [{stages = [0, 1], product, unit = "amx.bf16"}]}
//   {versions = [{when = [{size = #tc.size<b*s>, most = 3}], phases = [...]},
//                {phases = [...]}]}
//   {versions = [{when = [{size = "threads", least = 4}], phases = [...]},
//                {phases = [...]}]}
//
// It may be dropped, replaced or written by hand without changing what the
// kernel computes: an illegal schedule is an error.
#ifndef TC_PASSES_SCHEDULE_CPU_H
#define TC_PASSES_SCHEDULE_CPU_H

#include "passes/lower/cpu/division.h"
#include "passes/lower/cpu/nest_plan.h"
#include "passes/schedule/text.h"
#include "passes/schedule/versions.h"
#include "target/units.h"

/// The place of a phase among those of a sort, or a scatter, in parts
/// (passes/lower/cpu/split.h).
typedef struct TcCpuPass {
  int number; // 0: no such phase. Of a sort 1: keys, or parts selected; `last`:
              // results stored; between them digits, or merges of two runs to
              // one. Of a scatter 1: parts are listed; 2: lists are combined.
  int last;
  int part; // the iterator: which part, or its share of a merge, a task has
  int work; // the temporary that it works in
} TcCpuPass;

/// A phase: one function whose tasks run in parallel, after the phases before
/// it. A task is one point of the iterators `tasks`, and one chunk of `chunk`
/// if there is one. It runs the phase's stages in order.
typedef struct TcCpuPhase {
  TcCpuStages stages;
  TcCpuIters tasks; // outermost first; without `chunk`
  /// An iterator that tasks divide into chunks, or -1. It may be one that the
  /// stages scan along: then phases are added that combine each chunk, and
  /// those before it.
  int chunk;
  int64_t chunkSize; // points of it
  int vector;        // the vectorised iterator, or -1
  int64_t lanes;     // 4-byte elements in the vectors to use; 1: none
  int64_t strip;     // rows of transposed results that are stored at once
  /// Points of the vector that are combined at once where each vector stored is
  /// whole lines of the cache, past which it is stored then. 0: none is.
  int64_t nontemporal;
  /// Of a scatter by rows: a row stays in registers until another one follows.
  bool keepsRow;
  int64_t grain; // tasks that a thread claims at once, at least
  /// An iterator that all stages reduce over, or that the only stage sorts
  /// along, or scatters: it is split into `splitParts`, one a task, and a phase
  /// that is added combines the parts. Maps among the stages are recomputed in
  /// each part. -1: no split.
  int split;
  int64_t splitParts;
  /// Further iterators that all stages reduce over, outermost first, whose
  /// points are each parts of their own: `splitParts` is a multiple of how many
  /// they have, all of known extent, and `split` is cut into the rest.
  TcCpuIters splitOuter;
  /// The phase is one product with maps behind it, whose tasks are blocks of
  /// tiles (passes/lower/cpu/product.h), as `division` says; of the rest
  /// `grain` and `unit` count then.
  bool product;
  TcProductDivision division;
  const TcUnit *unit; // that it runs on, or products of a stream; or NULL
  TcNestPlans nests;  // of its stages; none of a product
  TcCpuPass pass;     // never in the attribute
  bool inRegisters;   // a scatter's result is: no other phase reads it
} TcCpuPhase;

typedef TC_VEC(TcCpuPhase) TcCpuPhases;

//===- cpu-version.c ------------------------------------------------------===//

/// The schedule of a kernel as text: in versions where that pays. Null if the
/// kernel cannot be read.
MlirAttribute tcCpuVersionsChoose(TcArena *arena, MlirOperation kernel,
                                  const TcTarget *target,
                                  TcScheduleForms without);
/// The versions of a schedule: one, if its text has none. Emits at the kernel,
/// and fails, if they are malformed.
MlirLogicalResult tcCpuVersionsRead(TcCpuKernel *kernel, MlirAttribute schedule,
                                    TcVersions *versions);
/// Whether a schedule is allowed in all of its versions.
MlirLogicalResult tcCpuVersionsCheck(TcArena *arena, MlirOperation kernel,
                                     MlirAttribute schedule,
                                     const TcTarget *target);

//===- cpu-sides.c --------------------------------------------------------===//

/// Reads a kernel whose schedule is to be chosen.
MlirLogicalResult tcCpuKernelReadToChoose(TcArena *arena, MlirOperation op,
                                          TcCpuKernel *kernel);
/// tcCpuKernelFindSides, as is chosen.
void tcCpuFindSides(TcCpuKernel *kernel);

//===- cpu-choose.c, cpu-attr.c, cpu-read.c: one version ------------------===//

/// Chooses the phases of a kernel.
void tcCpuScheduleChoose(TcCpuKernel *kernel, const TcTarget *target,
                         TcCpuPhases *phases);

/// The same without the form of a product.
void tcCpuChooseNests(TcCpuKernel *kernel, const TcTarget *target,
                      TcCpuPhases *phases);
/// The phases of a kernel that is a product in tiles, or several beside each
/// other, if there are such; whether it is worth them.
bool tcCpuProductPhases(TcCpuKernel *kernel, const TcTarget *target,
                        TcCpuPhases *phases);

/// As an attribute, `all` that can be said or what is not plain; and back: from
/// the kernel's own. Emits at the kernel, and fails, if it is malformed or not
/// allowed.
MlirAttribute tcCpuScheduleToAttr(TcCpuKernel *kernel,
                                  const TcCpuPhases *phases, bool all);
MlirLogicalResult tcCpuScheduleRead(TcCpuKernel *kernel, MlirAttribute schedule,
                                    const TcTarget *target,
                                    TcCpuPhases *phases);

//===- cpu-division.c -----------------------------------------------------===//

/// The division of a product as an attribute, `all` that can be said of its
/// loops or what is not plain; and back. Reading fails at the reader if an
/// entry is missing or malformed.
MlirAttribute tcCpuDivisionToAttr(const TcCpuKernel *kernel,
                                  const TcProductDivision *division, bool all);
void tcCpuDivisionRead(TcReader *reader, MlirAttribute attr,
                       TcProductDivision *division);
/// Fails at the reader where what a division leaves out is not what there is
/// code for.
void tcCpuDivisionCheckLeftOut(TcReader *reader, const TcProductDivision *given,
                               const TcProductDivision *made);

//===- cpu-nest.c, cpu-tile.c ---------------------------------------------===//

/// Chooses the nests of phases that have none.
void tcCpuPlanNests(TcCpuKernel *kernel, const TcTarget *target,
                    TcCpuPhases *phases);
/// Chooses those of one phase, for vectors as it says; no target: of a GPU.
void tcCpuPlanPhase(TcCpuKernel *kernel, const TcTarget *target,
                    const TcCpuPhase *phase, TcNestPlans *plans);
/// How a contraction is computed in a nest of its own, if at all, with vectors,
/// rows and columns of the tile. bf16 only by the phase's unit.
struct TcTile;
TcNestForm tcCpuChooseTile(TcCpuKernel *kernel, const TcTarget *target,
                           const TcCpuPhase *phase, const TcCpuStage *s,
                           struct TcTile *tile);
/// Columns of a task of one whose steps update them: those of a strip, whose
/// rows are whole pages, where that leaves cores as even.
int64_t tcCpuChooseUpdateChunk(const TcCpuKernel *kernel,
                               const TcTarget *target, const TcCpuStage *s,
                               const struct TcTile *tile);
/// The unit by which a contraction of the phase multiplies pairs of bf16 in
/// such a nest, or NULL.
const TcUnit *tcCpuChooseDots(TcCpuKernel *kernel, const TcTarget *target,
                              const TcCpuPhase *phase);

//===- nest-text.c --------------------------------------------------------===//

/// The nests of a phase as an attribute: what is not plain of each, or `all`
/// that can be said.
MlirAttribute tcNestsToAttr(TcCpuKernel *kernel, const TcCpuPhase *phase,
                            bool all);
/// Whether all of them are what they are where no entry says so.
bool tcNestsArePlain(TcCpuKernel *kernel, const TcCpuPhase *phase);
/// Reads them, plain ones if `attr` is null, for vectors of `width` f32; 1: for
/// a GPU's thread. `others`: nests may be of other phases, which are left out.
/// Whether it has nests of this one.
bool tcNestsRead(TcReader *reader, MlirAttribute attr, int64_t width,
                 bool others, TcCpuPhase *phase);

//===- cpu-legal.c: what is allowed ---------------------------------------===//

/// Whether the reduction or scan may combine its terms in any order, not only
/// in any grouping: by its kind, or as its combination is seen to.
bool tcCpuCommutes(const TcCpuStage *s);
/// Whether the stage is a scan whose chunks are combined apart from what is
/// before them without harm: in any order, and no products of floats, which may
/// be infinite over a chunk where those from the start are 0.
bool tcCpuScansApart(const TcCpuStage *s);
/// Whether the stage multiplies floats up in accumulators that are floats.
bool tcCpuMultipliesFloats(const TcCpuStage *s);

/// Iterators of which a stage's points do not depend on each other.
TcCpuIters tcCpuStageParallel(const TcCpuKernel *kernel, const TcCpuStage *s);
/// Those that are so for all stages of a phase, and at whose own point a stage
/// reads what another makes; in the order of the first stage.
TcCpuIters tcCpuPhaseParallel(const TcCpuKernel *kernel,
                              const TcCpuStages *stages);
/// Adds the iterator over `owners`, a power of two, of a scatter's positions.
void tcCpuShareScatter(TcCpuKernel *kernel, TcCpuStage *scatter,
                       int64_t owners);
/// Whether `s` can be in one phase with `stages`: not a scatter, nor a stage
/// that gathers from their results or reads a concatenation of them.
bool tcCpuCanShare(const TcCpuKernel *kernel, const TcCpuStages *stages,
                   const TcCpuStage *s);
/// Whether the stage may stand in several phases, which each compute it again:
/// a map whose results stay in the kernel.
bool tcCpuCanRecompute(const TcCpuStage *s);
/// Whether the stage may run before stages that come before it and make nothing
/// that it reads: a map that writes temporaries alone, or a reduction, whose
/// results replace no argument (passes/plan/replaces.c).
bool tcCpuMayRunEarly(const TcCpuStage *s);
/// Whether the stages can be reduced, or the only one sorted, in parts of
/// `iter`. Maps among them are recomputed in the parts alone, so that no other
/// phase can read what they make.
bool tcCpuCanSplit(const TcCpuKernel *kernel, const TcCpuStages *stages,
                   int iter);
/// The same of a phase's `split` and `splitOuter`, into `splitParts`.
bool tcCpuCanSplitPhase(const TcCpuKernel *kernel, const TcCpuPhase *phase);
/// The first stage that several phases, or parts, recompute, so that it is in
/// no memory, and a phase without it reads; -1 if there is none.
int tcCpuReadsRecomputed(const TcCpuKernel *kernel, const TcCpuPhases *phases);
/// Whether the phase, a scatter that has owners, can list the points of parts
/// of `split`: the outermost of its iterators that is no task's.
bool tcCpuCanList(const TcCpuKernel *kernel, const TcCpuPhase *phase);
/// Whether the stages, scans along `iter` and what has it besides, can be run
/// in chunks of it, once the chunks before each are combined. Maps that scans
/// read are recomputed for that.
bool tcCpuCanChunkScans(const TcCpuKernel *kernel, const TcCpuStages *stages,
                        int iter);
/// Whether a scan among the stages depends on what `s` makes.
bool tcCpuScansRead(const TcCpuStages *stages, const TcCpuStage *s);
/// Whether all stages are reductions: to be split without recomputing a map
/// that a later phase may read.
bool tcCpuAllReduce(const TcCpuStages *stages);
/// Whether all are maps.
bool tcCpuAllMaps(const TcCpuStages *stages);
/// Whether it is one of these.
bool tcCpuStagesHave(const TcCpuStages *stages, const TcCpuStage *stage);
/// The list with `stage` at its end; `stages` is unchanged.
TcCpuStages tcCpuStagesWith(TcArena *arena, const TcCpuStages *stages,
                            TcCpuStage *stage);

//===- cpu-tall.c ---------------------------------------------------------===//

/// The phases that walk tall columns row by row, for stages that would else
/// share one; their stages and `split` are set. False where that is no better.
bool tcCpuTallPhases(TcCpuKernel *kernel, const TcTarget *target,
                     const TcCpuStages *stages, int64_t lanes,
                     TcCpuPhases *phases);

/// The columns of a task of reductions of blocks of rows, the later of which
/// read again, and compute much of, what the first has read: a strip that the
/// first cache keeps meanwhile. 0: all columns.
int64_t tcCpuStripOfBlocks(const TcCpuKernel *kernel, const TcTarget *target,
                           const TcCpuStages *stages, int vector);

//===- cpu-stream.c -------------------------------------------------------===//

enum { TC_STREAM_VECTORS = 4 }; // of lanes in a task
/// Parts of a split, and owners of a scatter, in a schedule; and points of a
/// strip, which blocks of 16 lanes divide.
enum {
  TC_CPU_MOST_PARTS = 1 << 20,
  TC_CPU_MOST_STRIP = 1 << 10,
  TC_CPU_LEAST_STRIP = 16,
  TC_CPU_LANES = 8, // where none are said
  TC_CPU_MOST_LANES = 64,
  TC_CPU_MOST_RANGES = 64 // of rows, that a nest has code for
};

/// The phase of a streamed kernel, and the stages before and behind it that do
/// not fit it. False if the kernel's loop runs like any other.
bool tcCpuStreamPhase(TcCpuKernel *kernel, const TcTarget *target,
                      TcCpuStages *before, TcCpuPhase *phase,
                      TcCpuStages *behind);

//===- cpu-nontemporal.c --------------------------------------------------===//

/// The strip of the vectorised iterator whose transposed results, rows of
/// `iter`, are stored past the caches, or 0: where each vector is whole lines,
/// and there are too many for a cache to keep until they are read.
int64_t tcCpuNontemporalStrip(const TcCpuKernel *kernel, const TcTarget *target,
                              const TcCpuStages *stages, int vector, int iter);

/// Whether rows of maps' results are stored past the caches: so many bytes that
/// no cache keeps them until they are read.
bool tcCpuExceedsCaches(TcCpuKernel *kernel, const TcCpuStages *stages,
                        int vector);

//===- cpu-rows.c ---------------------------------------------------------===//

/// Whether the stage is a scatter whose positions are the same at all points of
/// the vector, or these: then they are a row of the result.
bool tcCpuScattersRows(const TcCpuKernel *kernel, const TcCpuStage *s,
                       int vector);
/// Whether such a row may stay in registers while the next position is the
/// same; and whether it should: short rows wait for the stores of the one
/// before, of long rows there is enough to do meanwhile.
bool tcCpuCanKeepRow(const TcCpuKernel *kernel, const TcCpuStage *s,
                     int vector);
bool tcCpuKeepsRow(const TcCpuKernel *kernel, const TcCpuStage *s, int vector,
                   int64_t vectorBits);

//===- cpu-lists.c --------------------------------------------------------===//

/// Makes the phase, a scatter with tasks and a vector, one in lists, if it has
/// enough points and too few tasks.
bool tcCpuListScatter(TcCpuKernel *kernel, TcCpuPhase *phase);
/// The threads from which phases that are such are worth it; 0: none is.
int64_t tcCpuListThreads(const TcCpuKernel *kernel, const TcCpuPhases *phases);

//===- cpu-cost.c: what is good -------------------------------------------===//

/// The value of a size, at the kernel's guess where it has symbols.
double tcCpuGuess(const TcCpuKernel *kernel, const TcSize *size);
/// The terms of a sum, for the length of its blocks: of a size that is not
/// known few, since blocks may be shorter than is fastest, but not longer.
int64_t tcCpuGuessTerms(const TcSize *size);
double tcCpuGuessIters(const TcCpuKernel *kernel, const TcCpuIters *iters);
double tcCpuGuessBytes(const TcCpuKernel *kernel, const TcCpuValue *v);
/// How many tasks a phase of these stages can have.
double tcCpuGuessTasks(const TcCpuKernel *kernel, const TcCpuStages *stages);

/// The cost of an element of a stage, in units of an addition: loads, the body
/// and stores, vectorised over `lanes` of `vector` (-1: not).
double tcCpuElementCost(const TcCpuKernel *kernel, const TcCpuStage *s,
                        int vector, int64_t lanes);
/// The same for all of its points.
double tcCpuStageCost(const TcCpuKernel *kernel, const TcCpuStage *s,
                      int vector, int64_t lanes);
/// The iterator among `from` (or none) with the least cost.
int tcCpuBestVector(const TcCpuKernel *kernel, const TcCpuStages *stages,
                    const TcCpuIters *from, int64_t lanes);

/// How well an iterator suits vectors in a stage: accesses of which it is the
/// unit stride, less those that it strides otherwise.
int tcCpuVectorScore(const TcCpuKernel *kernel, const TcCpuStage *s, int iter);
/// The stage's reads of elements that neighbours along the iterator have a few
/// apart.
int tcCpuSteppedReads(const TcCpuKernel *kernel, const TcCpuStage *stage,
                      int iter);
/// Whether the stage reads or writes neighbours along the iterator side by
/// side.
bool tcCpuIsContiguous(const TcCpuKernel *kernel, const TcCpuStage *stage,
                       int iter);

/// Whether a read strides along `vector` and is contiguous along `other`; and
/// the iterator for which some read of a map is so, or -1. `fills`: a read that
/// may miss its operand, too.
bool tcCpuReadsTransposed(const TcCpuKernel *kernel, const TcCpuRead *read,
                          int vector, int other, bool fills);
int tcCpuTransposedIter(const TcCpuKernel *kernel, const TcCpuStages *stages,
                        int vector, bool fills);
/// One of `among` along which points of maps share the lines that a read has
/// along `vector`, where so many of these lie whole pages apart, in one set of
/// a cache, that it does not keep them from point to point; -1 if there is
/// none.
int tcCpuCollidingIter(const TcCpuKernel *kernel, const TcCpuStages *stages,
                       int vector, const TcCpuIters *among);
/// The strip of that iterator: rows of results that are stored at once. Few
/// where each is in a page of its own: if their distance is a power of two,
/// more would not fit the sets of the first cache.
int64_t tcCpuTransposedStrip(const TcCpuKernel *kernel,
                             const TcCpuStages *stages, int iter);

/// The iterator of a few points, by which the results of maps are interleaved:
/// each point of `vector` has all of it side by side in memory. Or -1.
int tcCpuInterleavedIter(const TcCpuKernel *k, const TcCpuStages *stages,
                         int vector);

/// Operations of a body for one element, and those of a block, which may be
/// none.
int tcCpuBodyOps(const TcCpuStage *s);
int tcCpuBlockOps(MlirBlock block);
/// Bytes of an element in a register: 4 of halves, 1 of narrow integers.
int64_t tcCpuRegisterBytes(MlirType element);
/// Whether lanes can run over `iter` in the stage at all.
bool tcCpuCanVector(const TcCpuKernel *kernel, const TcCpuStage *s, int iter);
/// Bytes of the widest element that vectors of the stage hold.
int64_t tcCpuWidest(const TcCpuStage *s);
/// The same of several stages, `least` at least.
int64_t tcCpuWidestOf(const TcCpuStages *stages, int64_t least);

#endif // TC_PASSES_SCHEDULE_CPU_H
