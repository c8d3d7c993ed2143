// The interface among the emitters of GPU code. Bodies, reads and stores are
// those of CPU code with one lane (passes/lower/cpu/emit.h): a thread is a
// lane.
//
//   emit_kernel.c   kernels, phases, functions
//   phases.c        a phase by its form; several in one launch
//   threads.c       loops over the threads of a block, points of flat numbers
//   points.c        phases by points: a point of the results is one thread's
//   windows.c       phases by windows: a thread has several points of these
//   rows.c          phases by rows: the threads of a block share a point
//   columns.c       phases by columns: rows of threads share vectors of points
//   owners.c        phases by owners: a block combines what it owns of a
//                   scatter; owner_combine.c, owner_rows.c
//   owner_leave.c, owner_long.c  rows of many points in a launch of their own
//   ascending.c     scatters whose points lie in the order of their positions
//   bins.c          phases by bins: scatters combined in shared memory
//   aligned_rows.c  phases by rows that start at any element of memory
//   register_rows.c phases by rows whose elements stay in registers
//   transpose.c     phases by transposed tiles, staged through shared memory
//   nests.c         the loop nests of a phase, within its sequential loops
//   block_reduce.c  reductions over all threads of a block; block_scan.c
//   product.c       products in tiles of sums in registers; product_emit.c
//   direct.c        products whose factors are read in place; direct_emit.c
//   unit.c          products on matrix units; unit_stage.c, unit_emit.c,
//                   unit_finish.c, unit_elements.c
//   stream.c        streamed contractions on matrix units; stream_tile.c,
//                   stream_stage.c, stream_emit.c, stream_group.c,
//                   stream_skew.c, stream_several.c, stream_roles.c,
//                   stream_join.c
//   fragments.c     operands of matrix units in registers
//   loop_hints.c    which loops are not unrolled
//   nvvm.c          instructions of matrix units; nvvm_registers.c
#ifndef TC_PASSES_LOWER_GPU_EMIT_H
#define TC_PASSES_LOWER_GPU_EMIT_H

#include "passes/lower/cpu/stage.h"
#include "passes/lower/gpu/product.h"
#include "passes/lower/gpu/stream.h"
#include "passes/lower/gpu/unit.h"
#include "passes/schedule/gpu.h"

typedef struct TcGpuEmit {
  TcEmit e;
  TcCpuKernel k;
  const TcTarget *target;
  int64_t threads;  // of a block
  int64_t resident; // blocks that a multiprocessor must hold at once; 0: any
  MlirValue thread,
      block;        // i64: index of the thread in its block, of the block
  MlirValue shared; // ptr: the block's shared memory
  MlirValue maps[TC_TENSOR_MAPS]; // ptr: tensor maps of the launch
  // i64, of a row whose vectors are aligned (aligned_rows.c): elements before
  // the first of them, how many there are, elements in none. Else null.
  MlirValue head, vectors, ends;
  struct TcGpuPlan *alignedPlan;
  bool behindHeld;     // the points at hand stay in no shared memory
  MlirValue rowExists; // i1, where a block has several rows; null: all exist
} TcGpuEmit;

/// A value whose row lies in shared memory from byte `at` on, shifted as
/// vectors are: an argument that is held, or a result that later nests read.
typedef struct TcGpuAlignedRow {
  TcCpuValue *value;
  int64_t at;
  const TcPlace *place; // while the row is emitted
  bool isRead;          // an argument: a nest has put its row there
} TcGpuAlignedRow;

/// What is derived of a phase's schedule before its code is emitted.
typedef struct TcGpuPlan TcGpuPlan;
struct TcGpuPlan {
  const TcGpuPhase *phase;
  TcNests nests;
  TcGpuProduct product;
  TcGpuUnitProduct unit;
  TcGpuStream stream;
  const TcSize *blocks; // number of blocks of the launch
  int work; // POINTS, ROWS: the temporary that is workspace of sorts
  int64_t sharedBytes;
  int64_t partials; // ROWS: bytes of these for reductions (block_reduce.c)
  // ROWS: iterations of each thread, which are unrolled, if its elements stay
  // in registers (register_rows.c); else 0.
  int64_t iterations;
  TC_VEC(TcGpuAlignedRow) aligned; // ROWS
};

//===- Positions ----------------------------------------------------------===//

/// Sets the iterators to their point number `flat`, the last one the fastest.
void tcGpuEnter(TcGpuEmit *g, const TcCpuIters *iters, MlirValue flat);
/// Divides a flat number by `count`: the remainder is `part`, the quotient the
/// result.
MlirValue tcGpuSplitOff(TcGpuEmit *g, MlirValue flat, const TcSize *count,
                        MlirValue *part);
/// Opens a loop over this thread's numbers below `count`: its own, and each a
/// block's width further on.
TcLoop tcGpuForThread(TcGpuEmit *g, MlirValue count, size_t n, TcLane *carried);
/// The loop's induction variable, i64.
MlirValue tcGpuLoopIndex(const TcLoop *loop);
/// i1: i < n, signed.
MlirValue tcGpuIsBelow(TcGpuEmit *g, MlirValue i, MlirValue n);
/// Switches the nest's lanes on or off, if it has any.
void tcGpuSetLanes(TcGpuEmit *g, const TcNest *n, bool on);
/// A barrier of the block's threads.
void tcGpuBarrierAll(TcGpuEmit *g);

//===- Nests --------------------------------------------------------------===//

/// Whether the stage's results are one element at each point of the phase, so
/// that all later nests have it in registers.
bool tcGpuHasOnePoint(const TcNest *n, const TcCpuStage *s);
/// Whether a result of the nest must be stored, since a later nest reads it.
bool tcGpuNeedsPlace(const TcGpuPlan *plan, const TcNest *n,
                     const TcCpuValue *v);

typedef bool TcGpuEmitNest(TcGpuEmit *g, const TcGpuPlan *plan,
                           const TcNest *n);
/// Emits the nests of a phase in order, within the loops that they are in, with
/// a barrier between one and the next if `barriers`.
bool tcGpuEmitNests(TcGpuEmit *g, const TcGpuPlan *plan, TcGpuEmitNest *emit,
                    bool barriers);

/// Elements for tcNestPointWith, all of them null.
TcLane **tcGpuNoElements(TcGpuEmit *g, const TcNest *n);

//===- phases.c -----------------------------------------------------------===//

/// Plans a phase by its form, see below.
void tcGpuPlanPhase(TcGpuEmit *g, TcGpuPlan *plan);
/// The blocks of a launch of these phases, which run beside each other.
const TcSize *tcGpuCountBlocks(TcGpuEmit *g, const TcGpuPlan *plans, size_t n);
/// Emits the code of a block, which is one of theirs. False after an error.
bool tcGpuEmitPhases(TcGpuEmit *g, TcGpuPlan *plans, size_t n);

//===- Phases -------------------------------------------------------------===//

/// Form the phase's nests, count its blocks, and decide where values between
/// nests are stored; may add temporaries to the kernel.
void tcGpuPlanPoints(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanWindows(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanRows(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanColumns(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanOwners(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanLongRows(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanAscending(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanBins(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanBinSums(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanProduct(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanDirect(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanTranspose(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanUnit(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanStream(TcGpuEmit *g, TcGpuPlan *plan);
/// Emit the code of a block. False after an error.
bool tcGpuEmitPoints(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitWindows(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitRows(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitOwners(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitLongRows(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitAscending(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitBins(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitBinSums(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitColumns(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitProduct(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitDirect(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitTranspose(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitUnit(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitStream(TcGpuEmit *g, TcGpuPlan *plan);

//===- register_rows.c ----------------------------------------------------===//

/// Whether each thread of a phase by rows has the same few elements in every
/// nest; then sets `iterations`, and the nests' lanes.
bool tcGpuPlanRegisterRows(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitRegisterRows(TcGpuEmit *g, const TcGpuPlan *plan);

//===- block_sort.c -------------------------------------------------------===//

struct TcSort; // lower/cpu/sort.h
/// The sort that the nest is, or NULL.
const TcCpuStage *tcGpuSortOf(const TcNest *n);
/// Gives the sort of a phase by rows, which is all of it, its workspace.
void tcGpuPlanSort(TcGpuEmit *g, TcGpuPlan *plan, const TcCpuStage *s);
/// Emits the sort of the block's row. False after an error.
bool tcGpuSortRow(TcGpuEmit *g, const TcGpuPlan *plan, const TcNest *n);

/// Sorts what the block has of a row in shared memory: the s->n elements, at
/// most `most`, from `low` on, whose positions count from there. Where these
/// are at the end; null after an error.
MlirValue tcGpuSortShared(TcGpuEmit *g, struct TcSort *s, MlirValue low,
                          int64_t most);

//===- word_sort.c --------------------------------------------------------===//

/// Shared memory to sort `n` elements of this sort as words of a key and a
/// position; 0 if they do not fit in words, or are too many.
int64_t tcGpuWordSortBytes(const TcGpuEmit *g, const TcCpuStage *s, int64_t n);
/// Sorts as tcGpuSortShared does; low: null for 0. False after an error.
bool tcGpuSortWords(TcGpuEmit *g, struct TcSort *s, MlirValue low,
                    int64_t most);
/// The position, from `low` on, and the key of element `i` then, of `most` that
/// have been sorted.
MlirValue tcGpuWordPosition(TcGpuEmit *g, const TcCpuStage *s, int64_t most,
                            MlirValue i);
MlirValue tcGpuWordKey(TcGpuEmit *g, const TcCpuStage *s, int64_t most,
                       MlirValue i);

//===- sort_parts.c -------------------------------------------------------===//

/// A sort whose rows several blocks share: chunks, and merges of their runs.
void tcGpuPlanSortChunks(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitSortChunks(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanSortMerge(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitSortMerge(TcGpuEmit *g, TcGpuPlan *plan);

//===- aligned_rows.c -----------------------------------------------------===//

/// Sets the lanes of the nests of a phase by rows with aligned vectors, and
/// gives the rows that lie in shared memory their place, as far as there is
/// room: results that later nests read are temporaries where there is not.
void tcGpuPlanAligned(TcGpuEmit *g, TcGpuPlan *plan);
/// Computes where the vectors of the block's row lie. tcGpuLeaveAligned: behind
/// the row.
void tcGpuEnterAligned(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuLeaveAligned(TcGpuEmit *g);
/// Emits the nest at this thread's vectors from number `from` on, below `to`;
/// reductions are accumulated in `acc`. What the first nest reads of an
/// argument whose row stays in shared memory goes there. False after an error.
bool tcGpuAlignedVectors(TcGpuEmit *g, const TcNest *n, MlirValue from,
                         MlirValue to, TcLane *acc);
/// Behind a nest: later ones read what it has put into shared memory there.
void tcGpuAlignedRead(TcGpuEmit *g, const TcNest *n);
/// Emits the nest at this thread's elements that are in no vector: accumulates
/// them in `acc`, of one lane each, if it reduces. False after an error.
bool tcGpuAlignedEnds(TcGpuEmit *g, const TcNest *n, TcLane *acc);

//===- rows.c -------------------------------------------------------------===//

/// Whether the threads of a block share what the nest reduces over.
bool tcGpuSharesOver(const TcCpuKernel *kernel, int64_t threads,
                     const TcNest *n);
/// The elements of a thread's vectors of a nest whose row so many threads
/// share, where each has one and memory is contiguous; else 1.
int64_t tcGpuRowLanes(TcCpuKernel *kernel, int64_t threads, const TcNest *n);
/// i1: `has`, which may be null (yes), of a row that exists; null: always.
MlirValue tcGpuRowHas(TcGpuEmit *g, MlirValue has);
/// Reduces the accumulators over the block's threads: each has the result, and
/// one of them stores it. False after an error.
bool tcGpuFinishShared(TcGpuEmit *g, const TcNest *n, TcLane *acc);
/// Emits a nest of one point: all threads compute it, one stores it.
bool tcGpuOnePoint(TcGpuEmit *g, const TcNest *n);
/// Reduces this thread's share of the nest's points: from its index on, each
/// further by the number of threads. False after an error.
bool tcGpuReduceShare(TcGpuEmit *g, const TcNest *n, TcLane *acc);

//===- block_reduce.c -----------------------------------------------------===//

/// Combines the accumulators of the nest's reductions with the lanes `with`.
/// False after an error.
bool tcGpuCombine(TcGpuEmit *g, const TcNest *n, TcLane *acc,
                  const TcLane *with);
/// Reduces the accumulators of the nest's reductions over the block's threads:
/// each has the result. False after an error.
bool tcGpuBlockReduce(TcGpuEmit *g, const TcNest *n, TcLane *acc);
/// The value of the thread whose index differs in the bit `offset`.
TcLane tcGpuExchange(TcGpuEmit *g, TcLane x, int64_t offset);
/// The number (i64) that a wave's first thread has of one that all its threads
/// have alike: the assembler then knows that, too.
MlirValue tcGpuUniform(TcGpuEmit *g, MlirValue x);
/// The value of the lane of the wave with this number (i64).
TcLane tcGpuFrom(TcGpuEmit *g, TcLane x, MlirValue lane);
/// Partial results, of which each wave has `each`: its one with this number to
/// shared memory, by its first lane; and from there `partial` (i64), the waves'
/// first ones before their second ones, in the types of `like`.
void tcGpuStorePartials(TcGpuEmit *g, size_t accs, const TcLane *acc,
                        int64_t number, int64_t each);
void tcGpuLoadPartials(TcGpuEmit *g, size_t accs, const TcLane *like,
                       MlirValue partial, int64_t each, TcLane *out);
/// Bytes of shared memory that tcGpuBlockReduce, or tcGpuScanRow, needs for
/// this nest.
int64_t tcGpuPartialBytes(const TcGpuEmit *g, const TcNest *n);

//===- block_scan.c -------------------------------------------------------===//

/// Whether the nest runs scans, and maps beside them, along a row.
bool tcGpuScansRow(const TcNest *n);
/// How many chunks scans run in, 1 where they do not.
const TcSize *tcGpuChunks(const TcGpuEmit *g, const TcGpuPhase *phase);
/// Which chunk the block scans, if the phase has such; gives the number of the
/// block among those of one chunk. tcGpuLeaveChunk ends it.
MlirValue tcGpuEnterChunk(TcGpuEmit *g, const TcGpuPhase *phase);
void tcGpuLeaveChunk(TcGpuEmit *g);
/// Emits such a nest: the threads of the block share the row, or the chunk of
/// it, `each` adjacent points a thread in a step, so many steps at once. False
/// after an error.
bool tcGpuScanRow(TcGpuEmit *g, const TcNest *n, int64_t each, int64_t steps);

/// The block's shared memory, as a ptr<3>.
MlirValue tcGpuSharedMemory(TcGpuEmit *g);

/// unit_emit.c: blocks that the machine holds at once.
int64_t tcGpuHeldBlocks(const TcGpuEmit *g, const TcGpuTiling *tiling);

/// product.c: elements from one step to the next of a factor's tile.
int64_t tcGpuTileStride(const TcGpuFactor *f);

//===- unit_shared.c ------------------------------------------------------===//

/// i64: bytes in the operand's tile at which a chunk of a row lies.
MlirValue tcGpuChunkAt(TcEmit *e, const TcGpuOperand *o, MlirValue row,
                       MlirValue chunk);
/// i64: the descriptor by which a unit reads from shared memory the 16 steps
/// from `steps` on of the points from `first` on of an operand's tile in the
/// slot at `slot`. `along`: points, not steps, are contiguous.
MlirValue tcGpuDescribe(TcEmit *e, const TcGpuOperand *o, bool along,
                        MlirValue slot, MlirValue first, int64_t steps);

//===- unit_stage.c -------------------------------------------------------===//

/// A thread's part in copying an operand's tiles to shared memory.
typedef struct TcGpuStaging {
  TcGpuEmit *g;
  const TcGpuOperand *o;
  const TcCpuIters *steps;
  int64_t threads;
  MlirValue *fixed; // ptr, of each point: its element at step 0
  MlirValue *bounds[TC_UNIT_MAX_BOUNDS]; // of each point: the fixed part
  MlirValue *pointExists; // i1, of each point; NULL: all may be read
  MlirValue *to;          // i32, of each piece: bytes in the operand's tile
  MlirValue step;         // i64: of the first access
  // A thread has `numRows` pieces of each of `numParts` parts of rows, one row
  // in `rowsApart`.
  size_t numPieces, numParts, numRows, numFixed, numMoving;
  int64_t piece; // elements: those of a chunk, or of one access to it
  int64_t width, rowsApart; // pieces of a part's row
  bool wholeSteps; // of a tile's steps all or none exist; set by the caller
} TcGpuStaging;

/// Sets where a thread's pieces lie in a tile.
void tcGpuStagingPlace(TcGpuStaging *s, TcGpuEmit *g, const TcGpuOperand *o);
/// Before the loop over tiles; the batch iterators are set. `first`: the tile's
/// first point of the operand's own iterators.
void tcGpuStagingBegin(TcGpuStaging *s, TcGpuEmit *g, const TcGpuOperand *o,
                       const TcCpuIters *steps, MlirValue first);
/// Issues the copies of the tile of the steps from `from` on to the slot at
/// `slot` (ptr<3>). Asynchronous copies have arrived when their group is
/// complete, all others at the next barrier.
void tcGpuStagingCopy(TcGpuStaging *s, MlirValue from, MlirValue numSteps,
                      MlirValue slot);

/// unit_tensor.c: what the runtime makes the operand's tensor map of, but for
/// the buffer, whose number in the kernel the second one tells; and the map
/// that emulation reads.
void tcGpuTensorText(const TcGpuEmit *g, const TcGpuOperand *o,
                     TcTensorMapText *out);
int tcGpuTensorBuffer(const TcGpuOperand *o);
/// Issues the copy of a box whose first element has the number `inner` along
/// the contiguous one of steps and points, `outer` along the other.
void tcGpuTensorBox(TcGpuEmit *g, const TcGpuOperand *o, MlirValue map,
                    MlirValue inner, MlirValue outer, MlirValue to,
                    MlirValue full);
MlirValue tcGpuTensorWords(TcGpuEmit *g, const TcGpuOperand *o);

/// unit_round.c: rounds to TF32, or transposes, what the thread itself has
/// copied to the slot at `slot`, which has arrived; if the unit asks for it.
void tcGpuStagingChange(TcGpuStaging *s, MlirValue slot);

//===- stream_stage.c -----------------------------------------------------===//

/// A thread's registers of a value: an element of each of its rows, or four of
/// each 16 x 8 tile of its warp.
typedef struct TcGpuRegisters {
  TcGpuKind kind;
  TcLane *data;
} TcGpuRegisters;

/// The state of emitting a streamed contraction, for one thread.
typedef struct TcGpuStreamEmit TcGpuStreamEmit;
struct TcGpuStreamEmit {
  TcGpuEmit *g;
  const TcGpuStream *s;
  MlirValue shared;     // ptr<3>
  MlirValue lane, quad; // i64: thread in its warp; its first column in a tile
  MlirValue warpRow, rowAt; // i64: the warp's first row in the tile; the tile's
  MlirValue numRows;
  MlirValue *row;       // i64, of each of the thread's rows: its flat number
  MlirValue **rowIters; // of each row: the iterators of rows
  MlirValue numPoints;  // i64: of this block; null where all exist
  TcMap registers;      // TcCpuValue -> TcGpuRegisters
  TcMap columns;        // TcCpuRead -> TcLane[]: of this block's columns
  MlirValue columnsAt;  // ptr<3>: those of the block in shared memory
  TcMap ofRows;         // TcCpuRead -> TcLane[]: of each of the thread's rows
  // A map of terms, or NULL; what is emitted behind the first ones of a
  // thread's elements, of which there are so many, in `made`.
  const TcCpuStage *split;
  void (*atSplit)(TcGpuStreamEmit *x, TcGpuRegisters *made, size_t n);
};

/// Elements of a kind in a thread's registers; 16 x 8 tiles along a row.
size_t tcGpuRegisterCount(const TcGpuStreamEmit *x, TcGpuKind kind);
int64_t tcGpuRegisterTiles(const TcGpuStreamEmit *x, TcGpuKind kind);
TcGpuRegisters *tcGpuRegistersOf(const TcGpuStreamEmit *x, const TcCpuValue *v);
/// New registers for a value.
TcGpuRegisters *tcGpuNewRegisters(TcGpuStreamEmit *x, const TcCpuValue *v,
                                  TcGpuKind kind);
/// Sets the thread's place in its warp, and the iterators of its rows.
void tcGpuStreamEnterThread(TcGpuStreamEmit *x, MlirValue thread);
/// Loads what the loop's stages on terms and rows read of memory for each row,
/// before the loop.
void tcGpuStreamLoadRows(TcGpuStreamEmit *x);
/// Loads what the loop's stages on terms read of memory for each streamed
/// point, before they are reached.
void tcGpuStreamLoadColumns(TcGpuStreamEmit *x);
/// stream_columns.c: loads those that the stage reads of shared memory.
void tcGpuColumnsLoad(TcGpuStreamEmit *x, const TcCpuStage *stage);
/// A map or a reduction on registers. False after an error.
bool tcGpuStreamStage(TcGpuStreamEmit *x, const TcCpuStage *stage);
/// The stages after the loop, and stores.
bool tcGpuStreamFinish(TcGpuStreamEmit *x);
/// Whether element `i` of a thread's terms is of a point that exists; null
/// where all do.
MlirValue tcGpuStreamExists(TcGpuStreamEmit *x, size_t i);

//===- unit_exchange.c ----------------------------------------------------===//

/// A vector of the two.
MlirValue tcGpuTilePair(TcEmit *e, MlirValue x, MlirValue y);

//===- fragments.c --------------------------------------------------------===//

/// A warp's view of an operand's tile: addresses of its fragments.
typedef struct TcGpuFragments {
  TcGpuEmit *g;
  const TcGpuOperand *o;
  bool along;   // chunks of a row are points of the product, else its steps
  bool ofWaves; // of 64 threads, each of which loads eight bytes of steps
  bool isRows;  // of the product's rows, else of its columns
  // Of f32: a fragment's steps t and t + 4 are 2 t and 2 t + 1, as those of
  // accumulators are.
  bool paired;
  // i64, bytes in the operand's tile: with `along` one a block of points, else
  // one a block of steps (four where elements are loaded one by one); the other
  // coordinate adds a constant.
  // Of f64 both add one to what two blocks of steps have alike.
  MlirValue *at;
} TcGpuFragments;

/// For the warp's points from `first` on; `lane` is the thread's index in the
/// warp. `points` and `steps`, multiples of a fragment's, are what is loaded in
/// all.
void tcGpuFragmentsBegin(TcGpuFragments *f, MlirValue lane, bool isRows,
                         MlirValue first, int64_t points, int64_t steps);
/// Loads the fragment of block `points` of the points and block `steps` of the
/// steps, of the tile at `slot` (ptr<3>): the row operand of one instruction,
/// or the column operands of two with adjacent columns. Of waves it is one i64;
/// of f64 the operands of 16 points and eight steps.
void tcGpuFragmentsLoad(const TcGpuFragments *f, MlirValue slot, int64_t points,
                        int64_t steps, MlirValue out[4]);

//===- product_emit.c, for direct_emit.c ----------------------------------===//

/// Runs the maps of a product on its element (row, column), which exists, and
/// stores. False after an error.
bool tcGpuProductFinish(TcGpuEmit *g, const TcGpuProduct *p, TcLane sum,
                        MlirValue row, MlirValue column);
/// x y + sum, of the product's type.
MlirValue tcGpuProductMultiplyAdd(TcGpuEmit *g, const TcGpuProduct *p,
                                  MlirValue x, MlirValue y, MlirValue sum);
/// min(i, count - 1): positions behind the end read the last one again.
MlirValue tcGpuProductClamp(TcEmit *e, MlirValue i, MlirValue count);
/// Columns from one of a thread's columns to its next; its rows are adjacent.
int64_t tcGpuProductColumnGap(const TcGpuProduct *p);

//===- loop_hints.c -------------------------------------------------------===//

/// Keeps LLVM and the vendor's assembler from unrolling a loop.
void tcGpuKeepRolled(TcEmit *e, const TcLoop *loop);

//===- tf32_split.c -------------------------------------------------------===//

/// A fragment's registers as the unit takes them: of factors that are split,
/// the higher and the lower parts.
typedef struct TcGpuFactors {
  MlirValue high[4], low[4];
} TcGpuFactors;

/// `isRound`: they are TF32 already. `isStreamed`: of a streamed factor.
TcGpuFactors tcGpuFactorsOf(TcEmit *e, const TcUnit *unit, bool isRound,
                            bool isStreamed, const MlirValue bits[4]);
/// Split factors of a product that is repaired where it is not finite; those
/// that are TF32 already have no lower parts.
TcGpuFactors tcGpuCutFactors(TcEmit *e, bool isRound, const MlirValue bits[4]);
/// The sum of products of split factors, from that of the higher parts and that
/// of all others.
TcLane tcGpuUnsplit(TcEmit *e, TcLane high, TcLane low);

//===- nvvm.c -------------------------------------------------------------===//

/// cp.async: copies `bytes` from global to shared memory; zeros if `size` (i32)
/// is 0.
void tcNvvmCopyAsync(TcEmit *e, MlirValue to, MlirValue from, int64_t bytes,
                     MlirValue size);
/// Ends a group of asynchronous copies.
void tcNvvmCommit(TcEmit *e);
/// Waits until the launches before this one have ended and their writes are
/// seen.
void tcNvvmWaitForLaunches(TcEmit *e);
/// Waits until at most `pending` groups of this thread's copies are in flight.
void tcNvvmWait(TcEmit *e, int64_t pending);
/// ldmatrix: four matrices of eight rows of 16 bytes; `out` gets four i32.
void tcNvvmLoadMatrix(TcEmit *e, MlirValue at, bool transposed,
                      MlirValue out[4]);
/// cvt.rna.tf32.f32: the bits of an f32, rounded (i32).
MlirValue tcNvvmToTf32(TcEmit *e, MlirValue bits);
/// mma.sync: acc += a * b; `acc` are four f32, of bytes i32. `isUnsigned`: of
/// bytes, the two operands.
void tcNvvmMultiply(TcEmit *e, const TcUnit *unit, const bool *isUnsigned,
                    const MlirValue a[4], const MlirValue b[2],
                    MlirValue acc[4]);

/// The same of f64: 16 rows, eight columns and steps, by as many instructions
/// as that is of the unit's. Word i of `a` is of the rows' half i % 2 and of
/// the steps' half i / 2.
void tcNvvmMultiplyDoubles(TcEmit *e, const TcUnit *unit, const MlirValue a[4],
                           const MlirValue b[2], MlirValue acc[4]);

/// mfma: acc += a * b of a wave; the operands are i64.
void tcRocdlMultiply(TcEmit *e, const TcUnit *unit, MlirValue a, MlirValue b,
                     MlirValue acc[4]);

/// fence.proxy.async: makes what threads have written to shared memory visible
/// to units that read it, from the next barrier on.
void tcNvvmFenceProxy(TcEmit *e);
/// A barrier of the warp's threads.
void tcNvvmWarpBarrier(TcEmit *e);
/// Of the warp's threads, all of which are here: which have the same word
/// (i32), a bit each; the most (i32, unsigned) of their words.
MlirValue tcNvvmMatch(TcEmit *e, MlirValue word);
MlirValue tcNvvmMost(TcEmit *e, MlirValue word);
/// Accumulators of a warp group, n / 2 f32 a thread: zero; undefined.
MlirValue tcNvvmGroupZero(TcEmit *e, int64_t n, MlirType sum);
MlirValue tcNvvmGroupAny(TcEmit *e, int64_t n);
/// wgmma.fence: before the first product of a group, after registers were
/// written.
void tcNvvmGroupFence(TcEmit *e);
/// wgmma m64nN of the unit's steps: acc + a * b, in flight until its group is
/// complete; operands are descriptors. `transposed`: their points are
/// contiguous. `fresh`: a * b alone.
MlirValue tcNvvmGroupMultiply(TcEmit *e, const TcUnit *unit,
                              const bool *isUnsigned, int64_t n, MlirValue a,
                              bool aTransposed, MlirValue b, bool bTransposed,
                              bool fresh, MlirValue acc);
/// The same with the row operand in registers, a fragment of 16 steps; `acc`
/// are n / 2 f32.
void tcNvvmGroupMultiplyRows(TcEmit *e, bool bf16, int64_t n,
                             const MlirValue a[4], MlirValue b,
                             bool bTransposed, bool fresh, MlirValue *acc);
/// The same i32, of which LLVM does not know how it was computed.
MlirValue tcNvvmOpaque(TcEmit *e, MlirValue word);
/// wgmma.fence that names these registers, `floats` f32 and `words` i32, as
/// operands and results, so that LLVM moves no use of them over it.
void tcNvvmGroupFenceOf(TcEmit *e, size_t floats, MlirValue *f, size_t words,
                        MlirValue *w);
/// Waits until at most `pending` groups of products are in flight; the first
/// names registers as above.
void tcNvvmGroupWaitOf(TcEmit *e, int64_t pending, size_t floats, MlirValue *f);
/// mbarriers, at an address (i32) in shared memory. Init: for so many arrivals
/// in each phase. Arrive: where `one` (i32) is not 0, when the warp is here.
/// Copied: when all copies of the thread so far are done. Await: until the
/// phase of this parity (i32) is complete.
void tcNvvmBarrierInit(TcEmit *e, MlirValue at, int64_t arrivals);
void tcNvvmBarrierArrive(TcEmit *e, MlirValue at, MlirValue one);
void tcNvvmBarrierCopied(TcEmit *e, MlirValue at);
void tcNvvmBarrierAwait(TcEmit *e, MlirValue at, MlirValue parity);
/// Arrives at an mbarrier whose phase is not complete before so many bytes have
/// been copied, too; a copy of the box of a tensor map at these coordinates
/// (i32) to shared memory (`to`, i32), which tells the mbarrier.
void tcNvvmBarrierExpect(TcEmit *e, MlirValue at, int64_t bytes);
void tcNvvmTensorCopy(TcEmit *e, MlirValue to, MlirValue map, MlirValue barrier,
                      int rank, const MlirValue *coordinates);
/// The same in im2col mode: pixels from the one at these coordinates on, at the
/// place of the window at `offsets` (i16, of each dimension of space).
void tcNvvmImageCopy(TcEmit *e, MlirValue to, MlirValue map, MlirValue barrier,
                     int rank, const MlirValue *coordinates,
                     const MlirValue *offsets);
/// red.global.add.v4.f32: adds four f32 to those at `to`, a multiple of 16
/// bytes, each by an atomic addition; nothing where `is` (i1) does not hold.
void tcNvvmAddFour(TcEmit *e, MlirValue is, MlirValue to, const MlirValue *f);
/// setmaxnreg: from here on the warp group's threads have so many registers.
void tcNvvmRegisters(TcEmit *e, int64_t registers, bool more);
void tcNvvmGroupCommit(TcEmit *e);
void tcNvvmGroupWait(TcEmit *e, int64_t pending);

#endif // TC_PASSES_LOWER_GPU_EMIT_H
