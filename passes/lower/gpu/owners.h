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
  TcCpuIters over; // the scatter's points
  int64_t step;    // points looked at at once
  int64_t words;   // of a set that have a bit for each point
  int64_t all;     // the word behind the counts that has their sum
  int64_t
      rowsAt; // of shared memory, in units of 8 bytes: the rows' first points
  const TcCpuStage *base; // that the block makes; or NULL
  TcNest baseNest;
  TcNestRun baseRun;
  size_t dim;      // of the result: the position in it decides which row
  MlirValue count; // i64: points
  MlirValue first; // i64: of this step
  MlirValue set;   // i64: the number of its set
} TcGpuOwners;

/// Of those that this step has found: how many (i64), number `i` of them. What
/// the body yields at a point, which is there, and the first element of its
/// row.
MlirValue tcGpuOwnersFound(const TcGpuOwners *o);
MlirValue tcGpuOwnersPoint(const TcGpuOwners *o, MlirValue i);
const TcLane *tcGpuOwnersYields(TcGpuOwners *o, MlirValue at);

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

/// The same value in all lanes, if it is one for all.
TcLane tcGpuOwnersWide(TcEmit *e, TcLane x);

#endif // TC_PASSES_LOWER_GPU_OWNERS_H
