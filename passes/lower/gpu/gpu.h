// What the emitters of GPU code share. Bodies, reads and stores are those of
// CPU code with one lane (passes/lower/cpu/emit.h): a lane is a thread here.
//
//   emit_kernel.c   kernels, phases, functions
//   points.c        phases by points: what each thread does alone
//   rows.c          phases by rows: what threads of a block share
//   held.c          rows that threads hold in registers
//   turned.c        phases by squares: what is read along another iterator
//   nests.c         the nests of a phase, in loops
//   across.c        accumulators of all threads of a block combined
//   product.c       which kernels are products; product_emit.c their tiles
#ifndef TC_PASSES_LOWER_GPU_GPU_H
#define TC_PASSES_LOWER_GPU_GPU_H

#include "passes/lower/cpu/stage.h"
#include "passes/lower/gpu/product.h"
#include "passes/schedule/gpu.h"

typedef struct TcGpuEmit {
  TcEmit e;
  TcCpuKernel k;
  const TcTarget *target;
  int64_t threads;         // of a block
  MlirValue thread, block; // i64: which one this is
  MlirValue shared;        // ptr: memory of the block
} TcGpuEmit;

/// How the code of a phase is made, besides its schedule.
typedef struct TcGpuPlan {
  const TcGpuPhase *phase;
  TcNests nests;
  TcGpuProduct product;
  const TcSize *blocks; // how many
  int work;             // POINTS: the temporary that sorts work in
  int64_t sharedBytes;
  int64_t partials; // ROWS: bytes of these that across.c uses
  int64_t turns;    // ROWS: of each thread, if its elements stay in registers
                    // (held.c); else 0
} TcGpuPlan;

//===- Positions ----------------------------------------------------------===//

/// Sets the iterators to point number `flat` of them, the last one fastest.
void tcGpuEnter(TcGpuEmit *g, const TcCpuIters *iters, MlirValue flat);
/// Splits off the fastest of what a number is made of: the rest.
MlirValue tcGpuSplitOff(TcGpuEmit *g, MlirValue flat, const TcSize *count,
                        MlirValue *part);
/// Opens a loop over the numbers below `count` that are this thread's.
TcLoop tcGpuForMine(TcGpuEmit *g, MlirValue count, size_t n, TcLane *carried);
MlirValue tcGpuTurn(const TcLoop *loop);
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
void tcGpuPlanTurned(TcGpuEmit *g, TcGpuPlan *plan);
/// Emit what a block does. False after an error.
bool tcGpuEmitPoints(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitRows(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitProduct(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitTurned(TcGpuEmit *g, TcGpuPlan *plan);

//===- held.c -------------------------------------------------------------===//

/// Whether each thread of a phase by rows always has to do with the same few
/// elements; then sets turns, and the nests' lanes.
bool tcGpuPlanHeld(TcGpuEmit *g, TcGpuPlan *plan);
bool tcGpuEmitHeld(TcGpuEmit *g, const TcGpuPlan *plan);

/// Of rows.c: whether threads share what the nest reduces over; its sums over
/// all threads, which are then known, and stored by one; one point by all.
bool tcGpuSharesOver(const TcGpuEmit *g, const TcNest *n);
bool tcGpuFinishShared(TcGpuEmit *g, const TcNest *n, TcLane *acc);
bool tcGpuOnePoint(TcGpuEmit *g, const TcNest *n);
void tcGpuSetLanes(TcGpuEmit *g, const TcNest *n, bool on);

//===- across.c -----------------------------------------------------------===//

/// Combines the accumulators of the nest's reductions over all threads: each
/// has the result then. False after an error.
bool tcGpuCombineAcross(TcGpuEmit *g, const TcNest *n, TcLane *acc);
/// Bytes that it needs for this nest.
int64_t tcGpuPartialBytes(const TcGpuEmit *g, const TcNest *n);

int64_t tcGpuTileStride(const TcGpuFactor *f);

#endif // TC_PASSES_LOWER_GPU_GPU_H
