// Shared by the emitters of stages.
//
//   nest_plan.h what a schedule says of a nest
//   nest_form.c which stages may share loops, and their order
//   nest.c      the loops (nest_point.c, nest_sum.c)
//   stage.c     elements of reads, results, accumulators
//   accs.c      accumulators
//   prefix.c    scans along the lanes
//   window_load.c terms of windows
//   cuts.c      where loops over lanes are cut into ranges
//   contract.c  products in blocks
//   scatter.c   elements at positions that are computed
//   sort.c      rows sorted (sort_digits.c)
#ifndef TC_PASSES_LOWER_CPU_STAGE_H
#define TC_PASSES_LOWER_CPU_STAGE_H

#include "passes/lower/cpu/emit.h"
#include "passes/schedule/cpu.h"

/// One stage in one task, for those that have loops of their own.
typedef struct TcRun {
  TcEmit *e;
  TcCpuStage *s;
  const struct TcNest *nest; // of a contraction: with the maps behind it
  TcCpuIters inner;   // iterators of the results that the task leaves open
  const TcUnit *unit; // of the phase, or NULL
  TcNestForm form;    // of a contraction
  bool few;           // elements of a sort are inserted one by one
  int64_t lanes;      // f32 in a vector of the machine
  bool digits;        // rows may be sorted by digits
  bool ok;
} TcRun;

/// The element that a read gives at this point.
TcLane tcStageElement(TcEmit *e, const TcCpuRead *r);
/// The same for a term of a window that is written out, from a run that its
/// terms share; false if it is none. `inside`: lanes that exist (null: all);
/// what others give is not said.
bool tcEmitWindowLoad(TcEmit *e, const TcCpuRead *read, const TcPlace *at,
                      TcLane inside, TcLane *out);
/// What the body yields there; `args` are the elements of the reads. False
/// after an error.
bool tcStageBody(TcEmit *e, const TcCpuStage *s, const TcLane *args,
                 TcLane *yields);
/// The read that a yielded value is (f16 and bf16 as the f32 of registers);
/// NULL if it is computed.
const TcCpuRead *tcStageReadYielded(const TcCpuStage *s, intptr_t i);
/// The same of this point's reads: at most TC_STAGE_MAX_RESULTS elements.
enum { TC_STAGE_MAX_RESULTS = 8 };
bool tcStageYields(TcRun *r, TcLane *yields);
/// Stores an element of result `i` at this point, in all its places.
void tcStageStore(TcRun *r, size_t i, TcLane x);
void tcStageStoreAt(TcEmit *e, const TcCpuStage *s, size_t i, TcLane x);
/// Where an iterator starts and ends in this task.
void tcStageBounds(TcRun *r, int iter, MlirValue *low, MlirValue *high);
void tcIterBounds(TcEmit *e, int iter, MlirValue *low, MlirValue *high);

/// Neutral element, and combination of accumulators, of a reduction or scan.
TcLane tcAccsNeutral(TcEmit *e, const TcCpuStage *s, size_t i);
/// The type that result i is accumulated in.
MlirType tcAccsElement(const TcCpuKernel *k, const TcCpuStage *s, size_t i);
/// What the body yields for result i in that type; and, of a scan, the result
/// of an accumulator.
TcLane tcAccsTerm(TcEmit *e, const TcCpuStage *s, size_t i, TcLane yielded);
TcLane tcAccsResult(TcEmit *e, const TcCpuStage *s, size_t i, TcLane acc);
bool tcAccsCombine(TcEmit *e, const TcCpuStage *s, TcLane *acc,
                   const TcLane *with);
/// The same of what the body yields: products of a contract.
bool tcAccsAccumulate(TcEmit *e, const TcCpuStage *s, TcLane *acc,
                      const TcLane *yields);

/// The same of a scan along the lanes, whose accumulators are the same in all
/// of them; `results`: the accumulators behind each lane (before it: exclusive
/// scans).
bool tcAccsRunLanes(TcEmit *e, const TcCpuStage *s, TcLane *acc,
                    const TcLane *yields, TcLane *results);

/// Transposes a square of vectors (transpose.c).
void tcEmitTranspose(TcEmit *e, TcLane *rows, int64_t lanes);

/// How a product is computed in blocks of `rows` x `columns` accumulators, each
/// a vector: along `vector`, which is reduced over, or is `column` itself.
typedef struct TcTile {
  int row, column, vector; // iterators: of the one factor, of the other
  const TcCpuRead *rowFactor, *columnFactor;
  int rows, columns;
  bool apart;    // columns of a block are in shares of the task's (nest_plan.h)
  int64_t ahead; // bytes that prefetches of a column are ahead, or 0
} TcTile;

/// Whether the stage is a product of two elements as they are read, with an
/// iterator for the columns' factor alone, and maybe one for the rows' (`row`,
/// else -1): then of the tile all but its vector, rows and columns. In a
/// streamed kernel the columns are its lanes.
bool tcContractSides(const TcCpuKernel *k, const TcCpuStage *s, TcTile *tile);
/// The same with vectors along `vector`: if it is one of the sides, columns.
/// False if it is neither a side nor reduced over.
bool tcContractAlong(const TcCpuKernel *k, const TcCpuStage *s, int vector,
                     TcTile *tile);
/// Whether it is an argument that is contiguous along the iterator.
bool tcContractReadsAlong(TcCpuKernel *k, const TcCpuRead *r, int iter);
/// Whether the blocks' accumulators add up pairs of bf16 by the unit's
/// instruction, in vectors along the reduction.
bool tcContractDots(TcCpuKernel *k, const TcCpuStage *s, const TcTile *tile,
                    const TcUnit *unit);
/// The target's unit that does, or NULL.
const TcUnit *tcContractDotUnit(TcCpuKernel *k, const TcTarget *target,
                                const TcCpuStage *s, const TcTile *tile);
/// Whether the stage is in a streamed kernel's loop.
bool tcContractStreams(const TcCpuKernel *k, const TcCpuStage *s);
/// Whether the map may be computed of the sums of the nest's contraction, block
/// by block.
bool tcContractMayMap(const TcCpuKernel *k, const struct TcNest *n,
                      const TcCpuStage *s);
/// Whether there is code for blocks of so many accumulators.
bool tcContractFits(int64_t rows, int64_t columns);
/// Emits it. `workspace` has room for tcContractBytes, if that is not NULL.
void tcEmitContract(TcRun *r, const TcTile *tile, MlirValue workspace);
const TcSize *tcContractBytes(TcCpuKernel *k, const TcCpuStage *s,
                              const TcTile *tile, TcNestForm form,
                              const TcUnit *unit);

//===- contract_update.c --------------------------------------------------===//

enum { TC_UPDATE_STRIP = 4096 }; // bytes of a row of sums that steps update

/// Whether each step of the product can update all columns: of rows, or one
/// (`row` is -1), columns and steps that are known.
bool tcContractCanUpdate(const TcCpuKernel *k, const TcCpuStage *s,
                         const TcTile *tile);
const TcSize *tcContractUpdateBytes(TcCpuKernel *k, const TcTile *tile);
void tcEmitContractUpdate(TcRun *r, const TcTile *tile, MlirValue workspace);

//===- contract_unit.c ----------------------------------------------------===//

/// A unit of the target on which one of the stages can run, in a kernel that
/// streams: the one of that name, if `name` is not NULL. Else NULL.
const TcUnit *tcContractUnit(TcCpuKernel *k, const TcTarget *target,
                             const TcCpuStages *stages, const char *name);
bool tcContractFitsUnit(TcCpuKernel *k, const TcCpuStage *s, const TcTile *tile,
                        const TcUnit *unit);
int64_t tcContractUnitBytes(const TcCpuKernel *k, const TcCpuStage *s,
                            const TcTile *tile, const TcUnit *unit);
void tcEmitContractOnUnit(TcRun *r, const TcTile *tile, const TcUnit *unit,
                          MlirValue workspace);

/// Combines an element into the result at this point; `yields` are its position
/// and the element.
/// Whether the task owns the position (TcCpuStage.owners).
MlirValue tcStageOwns(TcEmit *e, const TcCpuStage *s, const TcLane *index);
void tcStageScatter(TcEmit *e, const TcCpuStage *s, const TcLane *yields);

/// Sorts the rows of the task. `workspace` has room for tcCpuSortBytes.
bool tcEmitSort(TcRun *r, MlirValue workspace);
/// One pass of a sort in parts, of the row and the part that the task has.
bool tcEmitSortPass(TcRun *r, const TcCpuPhase *p);
/// The bytes for a row in so many parts; 0: without sorting by digits. `few`:
/// elements are inserted one by one.
const TcSize *tcCpuSortBytes(TcArena *arena, const TcCpuKernel *k,
                             const TcCpuStage *s, int64_t parts, bool few);
/// The phases of a sort in 2^merges parts.
int tcCpuSortPhases(const TcCpuStage *s, int merges, bool few);
/// How many elements of a row are wanted, if that is known; else, and of other
/// stages, 0: these are not inserted one by one.
int64_t tcSortTake(const TcCpuStage *s);
/// The parts of a row that a phase works on: 1 if it is no sort in parts.
int64_t tcCpuSortParts(const TcCpuKernel *k, const TcCpuPhase *p);

//===- nest_form.c, nest.c, nest_point.c, nest_sum.c ----------------------===//

/// Stages that run in one nest of loops.
typedef struct TcNest {
  TcCpuStages stages;
  TcNestPlan plan;  // what it is made of
  TcCpuIters outer; // loops over points of results, outermost first
  TcCpuIters over;  // inside them: reduced over, or along a scan
  int vector;       // one of them, or -1
  int64_t lanes;    // of it
  int readIter;     // the loop outside of the vector's: some reads have it as
                    // their unit stride (transpose.c); or -1
  int64_t strip;    // points of it that follow on each other
  int64_t nontemporal; // points of the vector that follow on each other where
                       // results are stored past the caches; 0: nowhere
  int interleaved;     // the loop inside of the vector's, by which results are
                       // interleaved; or -1
  bool keepsRow;      // of a scatter: the vector is a whole row, which stays in
                      // registers until another one follows
  bool alone;         // the one stage has loops of its own
  TcTile tile;        // of a contraction that is not in loops
  MlirValue work;     // scratch of a sort, or a product
  const TcCpuFor *in; // the loop.for around it, or NULL
} TcNest;
typedef TC_VEC(TcNest) TcNests;

bool tcStageHasOver(const TcCpuStage *s); // reductions and scans
/// Whether a stage of the nest reads the carried value that the update `s`
/// overwrites.
bool tcNestReadsCarried(const TcNest *n, const TcCpuStage *s);
/// Whether a stage of the nest makes the value.
bool tcNestMakes(const TcNest *n, const TcCpuValue *v);
/// The plan of a stage that shares its loops with none, in the plain form: as
/// loops, of which the phase's vector is one, if it can be.
TcNestPlan tcNestPlain(TcCpuKernel *k, const TcCpuPhase *phase, size_t stage);
/// Whether the stage may join plan number `at`: of the same points, reading at
/// its own what others of it make, and nothing that a plan behind makes.
bool tcNestMayJoin(TcCpuKernel *k, const TcCpuPhase *phase,
                   const TcNestPlans *plans, size_t at, size_t stage);
/// Adds a plan's only stage to the last plan that it may join, or the plan.
/// `maps`: also to a contraction in blocks.
void tcNestPlansAdd(TcCpuKernel *k, const TcCpuPhase *phase,
                    const TcNestPlan *plan, bool maps, TcNestPlans *plans);
/// What the schedule of a phase is without `nests`: each stage in the last nest
/// that it may join, in the plain form.
void tcNestsPlain(TcCpuKernel *k, const TcCpuPhase *phase, TcNestPlans *plans);
/// The vector of a nest where no entry says another: the phase's, or -1.
int tcNestPlainVector(TcCpuKernel *k, const TcCpuPhase *phase,
                      const TcNestPlan *plan);
/// Makes of a plan what there is code for, on a machine with vectors of `width`
/// f32, so that who reads a schedule finds the difference.
void tcNestTakePlan(TcCpuKernel *k, const TcCpuPhase *phase, int64_t width,
                    TcNestPlan *plan);
/// Whether each step of the contraction can update all columns in tasks of the
/// phase.
bool tcNestCanUpdate(const TcCpuKernel *k, const TcCpuPhase *phase,
                     const TcCpuStage *s, const TcTile *tile);
/// Whether the contraction runs on the phase's unit where no entry says how;
/// its sides.
bool tcNestFitsUnit(TcCpuKernel *k, const TcCpuPhase *phase,
                    const TcCpuStage *s, TcTile *tile);
/// The nest that a plan says.
TcNest tcNestOf(TcCpuKernel *k, const TcCpuPhase *phase, int64_t width,
                const TcNestPlan *plan);
/// The nests that the plans of a phase say, in order.
void tcCpuFormNests(TcCpuKernel *k, const TcCpuPhase *phase, int64_t width,
                    TcNests *nests);
/// Whether another nest of the phase reads a result of this one.
bool tcCpuLeavesNest(const TcNests *nests, const TcNest *nest,
                     const TcCpuValue *value);
bool tcEmitNest(TcEmit *e, const TcNest *nest);

/// The parts of a nest, for code generators that have loops of their own: how
/// many accumulators there are, their neutral elements, one point, and storing
/// their final values. Results of stages are forwarded after it.
size_t tcNestNumAccs(const TcNest *n);
/// Whether the nest may, and should, add up in blocks: sums of floats.
bool tcNestAddsInBlocks(const TcNest *n);
void tcNestNeutrals(TcEmit *e, const TcNest *n, TcLane *acc);
bool tcNestPoint(TcEmit *e, const TcNest *n, TcLane *acc);
/// The same with some reads loaded before: elements[stage][read], with a null
/// `v` for those that are not.
bool tcNestPointWith(TcEmit *e, const TcNest *n, TcLane **elements,
                     TcLane *acc);
void tcNestFinish(TcEmit *e, const TcNest *n, const TcLane *acc);
/// Reduces accumulators of n->lanes lanes to one lane.
bool tcNestCombineLanes(TcEmit *e, const TcNest *n, TcLane *acc);
/// Forwards the elements of a stage's results, and stores them.
void tcStageMake(TcEmit *e, const TcCpuStage *s, const TcLane *values);

#endif // TC_PASSES_LOWER_CPU_STAGE_H
