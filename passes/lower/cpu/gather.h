// loop.at: reading at positions that a body computes.
#ifndef TC_PASSES_LOWER_CPU_GATHER_H
#define TC_PASSES_LOWER_CPU_GATHER_H

#include "passes/lower/cpu/emit.h"

/// A position: its value, and the expression that it is, if it is one.
typedef struct TcGatherIndex {
  TcLane lane;
  const TcSize *expr; // or NULL
} TcGatherIndex;

/// The element of `value` at `index`, one a dimension. A position outside of it
/// is error TC-1520, and reads 0.
TcLane tcEmitGather(TcEmit *e, TcCpuValue *value, const TcGatherIndex *index);

/// The place from the positions on that are no expressions, which are scalars;
/// `exprs` is the index in it.
TcPlace tcEmitPlaceAt(TcEmit *e, TcPlace at, const TcCpuValue *value,
                      MlirType element, const TcGatherIndex *index,
                      const TcSize **exprs);

/// Positions of a scatter in the order of the result's dimensions, of what its
/// body yields: those that are iterators as expressions. False if others differ
/// from lane to lane.
bool tcScatterRow(TcEmit *e, const TcCpuStage *s, const TcLane *yields,
                  TcGatherIndex *index);
/// Whether the positions that are no expressions are in the result.
TcLane tcScatterRowIsIn(TcEmit *e, const TcCpuValue *value,
                        const TcGatherIndex *index);

/// The element of a table at an offset in its buffer, as a position.
TcLane tcEmitLookup(TcEmit *e, const TcCpuTable *table, TcLane offset);
/// Where a phase of these stages begins: the task or block of number 0 reports
/// what is no position in their tables. It looks at element `first` (null: 0)
/// and at each `step` elements further.
void tcEmitCheckTables(TcEmit *e, const TcCpuStages *stages, MlirValue number,
                       MlirValue first, int64_t step);

/// Whether a position is in [0, size).
TcLane tcEmitIsWithin(TcEmit *e, TcLane at, TcLane size);

/// Stores error TC-1520 if a lane that exists is not `in`.
void tcEmitReport(TcEmit *e, TcLane in);

#endif // TC_PASSES_LOWER_CPU_GATHER_H
