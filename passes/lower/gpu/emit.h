// What the emitters of GPU code share. Bodies, reads and stores are those of
// CPU code with one lane (passes/lower/cpu/emit.h): a lane is a thread here.
//
//   emit_kernel.c   kernels, phases, functions
//   points.c        phases by points: what each thread does alone
//   rows.c          phases by rows: what threads of a block share
//   register_rows.c phases by rows whose elements stay in registers
//   transpose.c     phases by transposed tiles, staged through shared memory
//   nests.c         the nests of a phase, in loops
//   block_reduce.c  reductions over all threads of a block
//   product.c       which kernels are products; product_emit.c their tiles
//   unit.c          those on matrix units; unit_stage.c, unit_emit.c
//   stream.c        two of them with what is reduced between, streamed;
//                   stream_stage.c, stream_emit.c, stream_group.c
//   fragments.c     operands of matrix units in registers; nvvm.c
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
  int64_t resident; // blocks that a multiprocessor must hold; 0: any number
  MlirValue thread, block; // i64: which one this is
  MlirValue shared;        // ptr: memory of the block
} TcGpuEmit;

/// How the code of a phase is made, besides its schedule.
typedef struct TcGpuPlan {
  const TcGpuPhase *phase;
  TcNests nests;
  TcGpuProduct product;
  TcGpuUnitProduct unit;
  TcGpuStream stream;
  const TcSize *blocks; // how many
  int work;             // POINTS: the temporary that sorts work in
  int64_t sharedBytes;
  int64_t partials; // ROWS: bytes of these for reductions (block_reduce.c)
  // ROWS: iterations of each thread, which are unrolled, if its elements stay
  // in registers (register_rows.c); else 0.
  int64_t iterations;
} TcGpuPlan;

//===- Positions ----------------------------------------------------------===//

/// Sets the iterators to point number `flat` of them, the last one fastest.
void tcGpuEnter(TcGpuEmit *g, const TcCpuIters *iters, MlirValue flat);
/// Splits off the fastest of what a number is made of: the rest.
MlirValue tcGpuSplitOff(TcGpuEmit *g, MlirValue flat, const TcSize *count,
                        MlirValue *part);
/// Opens a loop over this thread's numbers below `count`: its own, and each a
/// block's width further on.
TcLoop tcGpuForThread(TcGpuEmit *g, MlirValue count, size_t n, TcLane *carried);
/// The loop's induction variable, i64.
MlirValue tcGpuLoopIndex(const TcLoop *loop);
MlirValue tcGpuIsBelow(TcGpuEmit *g, MlirValue i, MlirValue n);
void tcGpuBarrierAll(TcGpuEmit *g);

//===- Nests --------------------------------------------------------------===//

/// Whether the stage's results are known to all that come after its nest in the
/// thread or, by rows, in the block.
bool tcGpuHasOnePoint(const TcNest *n, const TcCpuStage *s);
/// Whether `v`, of a stage of the nest, must lie in memory.
bool tcGpuNeedsPlace(const TcGpuPlan *plan, const TcNest *n,
                     const TcCpuValue *v);

typedef bool TcGpuEmitNest(TcGpuEmit *g, const TcGpuPlan *plan,
                           const TcNest *n);
/// Emits the nests of a phase in order, within the loops that they are in, with
/// a barrier between one and the next if `barriers`.
bool tcGpuEmitNests(TcGpuEmit *g, const TcGpuPlan *plan, TcGpuEmitNest *emit,
                    bool barriers);

/// Elements for tcNestPointWith, none of them known.
TcLane **tcGpuNoElements(TcGpuEmit *g, const TcNest *n);

//===- Phases -------------------------------------------------------------===//

/// Decides where values between nests lie; may add temporaries to the kernel.
void tcGpuPlanPoints(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanRows(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanProduct(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanTranspose(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanUnit(TcGpuEmit *g, TcGpuPlan *plan);
void tcGpuPlanStream(TcGpuEmit *g, TcGpuPlan *plan);
/// Emit what a block does. False after an error.
bool tcGpuEmitPoints(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitRows(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitProduct(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitTranspose(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitUnit(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitStream(TcGpuEmit *g, TcGpuPlan *plan);

//===- register_rows.c ----------------------------------------------------===//

/// Whether each thread of a phase by rows always has to do with the same few
/// elements; then sets iterations, and the nests' lanes.
bool tcGpuPlanRegisterRows(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitRegisterRows(TcGpuEmit *g, const TcGpuPlan *plan);

/// Of rows.c: whether threads share what the nest reduces over; its sums over
/// all threads, which are then known, and stored by one; one point by all.
bool tcGpuSharesOver(const TcGpuEmit *g, const TcNest *n);
bool tcGpuFinishShared(TcGpuEmit *g, const TcNest *n, TcLane *acc);
bool tcGpuOnePoint(TcGpuEmit *g, const TcNest *n);
void tcGpuSetLanes(TcGpuEmit *g, const TcNest *n, bool on);

//===- block_reduce.c -----------------------------------------------------===//

/// Combines accumulators of the nest's reductions with others of the thread.
/// False after an error.
bool tcGpuCombine(TcGpuEmit *g, const TcNest *n, TcLane *acc,
                  const TcLane *with);
/// Combines the accumulators of the nest's reductions over all threads: each
/// has the result then. False after an error.
bool tcGpuBlockReduce(TcGpuEmit *g, const TcNest *n, TcLane *acc);
/// The value that the thread whose number differs by the bit `offset` has.
TcLane tcGpuExchange(TcGpuEmit *g, TcLane x, int64_t offset);
/// Bytes that it needs for this nest.
int64_t tcGpuPartialBytes(const TcGpuEmit *g, const TcNest *n);

/// The block's shared memory, as a ptr<3>.
MlirValue tcGpuSharedMemory(TcGpuEmit *g);

int64_t tcGpuTileStride(const TcGpuFactor *f);

//===- unit_stage.c -------------------------------------------------------===//

/// A thread's part in bringing an operand's tiles to shared memory.
typedef struct TcGpuStaging {
  TcGpuEmit *g;
  const TcGpuOperand *o;
  const TcCpuIters *steps;
  int64_t threads;
  MlirValue *fixed; // ptr, of each point: its element of step 0
  MlirValue *bounds[TC_UNIT_MAX_BOUNDS]; // of each point: the fixed part
  MlirValue *inside; // i1, of each point: whether it is one; NULL: see `padded`
  MlirValue *to;     // i32, of each chunk: bytes in the operand's tile
  MlirValue step;    // i64: of the first access
  size_t numChunks, numFixed, numMoving;
} TcGpuStaging;

/// i64: bytes in the operand's tile at which a chunk of a row lies.
MlirValue tcGpuChunkAt(TcEmit *e, const TcGpuOperand *o, MlirValue row,
                       MlirValue chunk);
/// Sets the iterators of the block's tile first: its batch point; `first` is
/// the tile's first point of the operand's own iterators.
void tcGpuStagingBegin(TcGpuStaging *s, TcGpuEmit *g, const TcGpuOperand *o,
                       const TcCpuIters *steps, MlirValue first);
/// Begins to bring the tile of the steps from `from` on to the slot at `slot`
/// (ptr<3>): what the copy engine brings is there after its group has ended,
/// all else after a barrier.
void tcGpuStagingCopy(TcGpuStaging *s, MlirValue from, MlirValue numSteps,
                      MlirValue slot);

/// i64: names the 16 steps from `steps` on, of the points from `first` on, of
/// an operand's tile in the slot at `slot` to a unit that reads shared memory.
/// `along`: points, not steps, lie side by side.
MlirValue tcGpuDescribe(TcEmit *e, const TcGpuOperand *o, bool along,
                        MlirValue slot, MlirValue first, int64_t steps);

//===- stream_stage.c -----------------------------------------------------===//

/// What a thread has of a value in registers: an element of each of its rows,
/// or four of each 16 x 8 tile of its warp.
typedef struct TcGpuRegisters {
  TcGpuKind kind;
  TcLane *data;
} TcGpuRegisters;

/// A thread's part of a streamed contraction.
typedef struct TcGpuStreamEmit {
  TcGpuEmit *g;
  const TcGpuStream *s;
  MlirValue shared;     // ptr<3>
  MlirValue lane, quad; // i64: thread in its warp; its first column of a tile
  MlirValue warpRow, rowAt; // i64: the warp's first row in the tile; the tile's
  MlirValue numRows;
  MlirValue *row;       // i64, of each of the thread's rows: its flat number
  MlirValue **rowIters; // of each row: the iterators of rows
  MlirValue numPoints;  // i64: of this block; null where all exist
  TcMap registers;      // TcCpuValue -> TcGpuRegisters
} TcGpuStreamEmit;

/// How many elements of a kind a thread has, and of each row: tiles of columns.
size_t tcGpuRegisterCount(const TcGpuStreamEmit *x, TcGpuKind kind);
int64_t tcGpuRegisterTiles(const TcGpuStreamEmit *x, TcGpuKind kind);
TcGpuRegisters *tcGpuRegistersOf(const TcGpuStreamEmit *x, const TcCpuValue *v);
/// New registers for a value.
TcGpuRegisters *tcGpuNewRegisters(TcGpuStreamEmit *x, const TcCpuValue *v,
                                  TcGpuKind kind);
/// Finds the rows' iterators.
void tcGpuStreamEnterRows(TcGpuStreamEmit *x);
/// A map or a reduction on registers. False after an error.
bool tcGpuStreamStage(TcGpuStreamEmit *x, const TcCpuStage *stage);
/// The stages behind the loop, and stores.
bool tcGpuStreamFinish(TcGpuStreamEmit *x);
/// Whether element `i` of a thread's terms is of a point that exists; null
/// where all do.
MlirValue tcGpuStreamExists(TcGpuStreamEmit *x, size_t i);

//===- fragments.c --------------------------------------------------------===//

/// A warp's view of an operand's tile: addresses of its fragments.
typedef struct TcGpuFragments {
  TcGpuEmit *g;
  const TcGpuOperand *o;
  bool along; // chunks of a row are points of the product, else its steps
  // i32, bytes in the operand's tile: with `along` one a block of points, else
  // one a block of steps; the other coordinate adds a constant.
  MlirValue *at;
} TcGpuFragments;

enum { TC_UNIT_BLOCK = 16 }; // points, steps of a fragment

/// Of the warp's points from `first` on; `lane` is the thread's number in the
/// warp. `points` and `steps` are how many fragments are of, multiples of 16.
void tcGpuFragmentsBegin(TcGpuFragments *f, MlirValue lane, bool isRows,
                         MlirValue first, int64_t points, int64_t steps);
/// Of block number `points` of the points and block `steps` of the steps of the
/// tile at `slot` (ptr<3>): the rows' operand for one instruction, or the
/// columns' for two that stand side by side.
void tcGpuFragmentsLoad(const TcGpuFragments *f, MlirValue slot, int64_t points,
                        int64_t steps, MlirValue out[4]);

//===- nvvm.c -------------------------------------------------------------===//

/// `bytes` from global memory to shared memory on the copy engine; zeros if
/// `size` (i32) is 0.
void tcNvvmCopyAsync(TcEmit *e, MlirValue to, MlirValue from, int64_t bytes,
                     MlirValue size);
void tcNvvmCommit(TcEmit *e);
/// Until at most `pending` groups of this thread are on their way.
void tcNvvmWait(TcEmit *e, int64_t pending);
/// Four 8x8 matrices of 16-bit elements: `out` gets four i32.
void tcNvvmLoadMatrix(TcEmit *e, MlirValue at, bool transposed,
                      MlirValue out[4]);
/// acc += a * b on a unit of shape m16n8k16; `acc` are four f32.
void tcNvvmMultiply(TcEmit *e, bool bf16, const MlirValue a[4],
                    const MlirValue b[2], MlirValue acc[4]);

/// What threads have written to shared memory, the unit may read after the next
/// barrier.
void tcNvvmFenceProxy(TcEmit *e);
/// n / 2 sums of each thread of a warp group: zero; anything.
MlirValue tcNvvmGroupZero(TcEmit *e, int64_t n);
MlirValue tcNvvmGroupAny(TcEmit *e, int64_t n);
/// Before the first product of a group, after registers were written.
void tcNvvmGroupFence(TcEmit *e);
/// acc + a * b of shape m64nNk16, on its way until its group has ended;
/// operands are descriptors. `transposed`: their points are contiguous.
/// `fresh`: a * b alone.
MlirValue tcNvvmGroupMultiply(TcEmit *e, bool bf16, int64_t n, MlirValue a,
                              bool aTransposed, MlirValue b, bool bTransposed,
                              bool fresh, MlirValue acc);
/// The same with the rows' operand in registers, a fragment of 16 steps; `acc`
/// are n / 2 f32.
void tcNvvmGroupMultiplyRows(TcEmit *e, bool bf16, int64_t n,
                             const MlirValue a[4], MlirValue b,
                             bool bTransposed, MlirValue *acc);
/// Orders what the warp group's products do with these registers, `floats` f32
/// and `words` i32, before or after what other code does with them.
void tcNvvmGroupFenceOf(TcEmit *e, size_t floats, MlirValue *f, size_t words,
                        MlirValue *w);
void tcNvvmGroupWaitOf(TcEmit *e, int64_t pending, size_t floats, MlirValue *f);
void tcNvvmGroupCommit(TcEmit *e);
void tcNvvmGroupWait(TcEmit *e, int64_t pending);

#endif // TC_PASSES_LOWER_GPU_EMIT_H
