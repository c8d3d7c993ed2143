//===- owners.h - Scatters by the blocks that own positions -----*- C -*-===//
//
// What owners.c, which finds a block's points, owner_combine.c, which combines
// them, and owner_rows.c, which makes rows of the scatter's base, share.
//
//===----------------------------------------------------------------------===//

#ifndef TC_PASSES_LOWER_GPU_OWNERS_H
#define TC_PASSES_LOWER_GPU_OWNERS_H

#include "passes/lower/cpu/nest.h"
#include "passes/lower/gpu/emit.h"

typedef struct TcGpuOwners {
  TcGpuEmit *g;
  const TcGpuPhase *p;
  const TcCpuStage *s;
  TcNestRun x;
  TcMap positions; // the ops of the body that its positions depend on
  TcCpuIters over; // the scatter's points
  int64_t step;    // points looked at at once
  int64_t words;   // of a set that have a bit for each point
  int64_t all;     // the word behind the counts that has their sum
  int64_t
      rowsAt; // of shared memory, in units of 8 bytes: the rows' first points
  int64_t countsAt; // words of it: points of each row, and of how many rows
                    // there are more than `longer`
  const TcCpuStage *base; // that the block makes; or NULL
  TcNest baseNest;
  TcNestRun baseRun;
  size_t dim;      // of the result: the position in it decides which row
  MlirValue count; // i64: points
  MlirValue first; // i64: of this step
  MlirValue set;   // i64: the number of its set
} TcGpuOwners;

/// Fills in what follows from the phase, but for what blocks own.
TcGpuOwners tcGpuOwnersOpen(TcGpuEmit *g, const TcGpuPlan *plan);

/// Of those that this step has found: how many (i64), number `i` of them. Its
/// positions, as the body yields them, of a point which is there.
MlirValue tcGpuOwnersFound(const TcGpuOwners *o);
MlirValue tcGpuOwnersPoint(const TcGpuOwners *o, MlirValue i);
const TcLane *tcGpuOwnersYields(TcGpuOwners *o, MlirValue at);

/// What has found nothing of the rest of the block's shared memory: the base's
/// map, if it makes the base.
void tcGpuOwnersOpenBase(TcGpuOwners *o);

/// Word number `at` of shared memory. The lowest bit's number (i64) of a word,
/// the word without it.
MlirValue tcGpuOwnersWord(const TcGpuOwners *o, MlirValue at);
MlirValue tcGpuOwnersLowest(TcEmit *e, MlirValue bits);
MlirValue tcGpuOwnersWithoutLowest(TcEmit *e, MlirValue bits);

/// The number (i64) in the step of this thread's point number `i`.
MlirValue tcGpuOwnersNumber(const TcGpuOwners *o, MlirValue i);

/// owner_leave.c: leaves rows of many points to the launch behind. Points of
/// each row are counted first, then the rows listed. The bits (i32) of points
/// that are not of such rows, of those that this thread has found. Where (ptr)
/// the number of rows that block `block` leaves stands (i32), which follow it.
void tcGpuOwnersClearCounts(const TcGpuOwners *o);
void tcGpuOwnersCountPoint(const TcGpuOwners *o, MlirValue row);
void tcGpuOwnersLeave(TcGpuOwners *o);
MlirValue tcGpuOwnersNotLeft(TcGpuOwners *o, MlirValue found);
MlirValue tcGpuOwnersLeft(const TcGpuOwners *o, MlirValue block);

/// Switches vectors of a row on or off. Combines what was there before with a
/// point's elements.
void tcGpuOwnersSetLanes(const TcGpuOwners *o, bool on);
TcLane tcGpuOwnersCombineOne(const TcGpuOwners *o, TcLane before, TcLane x);

/// Combines them with the result, in their order. Writes the rows of the base
/// that the block owns and no point is combined with.
void tcGpuOwnersCombine(TcGpuOwners *o);
void tcGpuOwnersRest(TcGpuOwners *o);

/// How many owners a scatter has, and of how many rows of its base, along
/// dimension `dim`, each has the first point's number.
int64_t tcGpuOwnersCount(const TcCpuKernel *k, const TcCpuStage *s);
int64_t tcGpuOwnersRows(const TcCpuKernel *k, const TcCpuStage *s, size_t dim);

/// Where the number (i64) of the first point of the block's row number `row`
/// lies: INT64_MAX if there is none.
MlirValue tcGpuOwnersFirst(const TcGpuOwners *o, MlirValue row);
/// Sets all of them to INT64_MAX; takes point `at` of this position into
/// account.
void tcGpuOwnersClear(const TcGpuOwners *o);
void tcGpuOwnersMark(const TcGpuOwners *o, MlirValue position, MlirValue at);

/// The block's number of a row that it owns.
MlirValue tcGpuOwnersRow(const TcGpuOwners *o, MlirValue position);

/// i1: whether the position is one of the base's rows; whether point `at` is
/// the first of its row, which is there.
MlirValue tcGpuOwnersHas(const TcGpuOwners *o, MlirValue position);
MlirValue tcGpuOwnersIsFirst(const TcGpuOwners *o, MlirValue position,
                             MlirValue at);

/// This thread's elements of row `position` as the base's map computes them,
/// and as they are in memory; stores them.
TcLane tcGpuOwnersBase(TcGpuOwners *o, MlirValue position);
TcLane tcGpuOwnersResult(TcGpuOwners *o, MlirValue position);
void tcGpuOwnersStore(TcGpuOwners *o, MlirValue position, TcLane x);

/// What the maps compute of this thread's elements of row `position`, which are
/// `x`. False after an error.
bool tcGpuOwnersMap(TcGpuOwners *o, const TcNest *maps, MlirValue position,
                    TcLane x);

/// The same value in all lanes, if it is one for all.
TcLane tcGpuOwnersWide(TcEmit *e, TcLane x);

#endif // TC_PASSES_LOWER_GPU_OWNERS_H
