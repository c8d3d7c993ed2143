// The state of a nest's emission: nest.c, and transpose.c for nests with reads
// transposed to the lanes.
#ifndef TC_PASSES_LOWER_CPU_NEST_H
#define TC_PASSES_LOWER_CPU_NEST_H

#include "passes/lower/cpu/stage.h"

typedef struct TcNestRun {
  TcEmit *e;
  const TcNest *n;
  TcCpuIters loops;  // outer, then over
  TcLane **elements; // of reads hoisted out of inner loops, by stage
  bool owned;        // inside of a row that the task owns
  bool ok;
} TcNestRun;

/// Drops elements that were read in loop `level`, at its end.
void tcNestForget(TcNestRun *x, size_t level);
/// Emits all stages at this point, in a nest without accumulators.
void tcNestPointAt(TcNestRun *x);
/// What the body of stage i yields at this point; NULL after an error.
TcLane *tcNestEvaluate(TcNestRun *x, size_t i);
/// The loop number `level`, which runs over lanes, from low to high.
void tcNestLanes(TcNestRun *x, size_t level, MlirValue low, MlirValue high);

//===- cuts.c -------------------------------------------------------------===//

enum { TC_MOST_CUTS = 4 };
/// The points, at most TC_MOST_CUTS, at which the innermost loop, over lanes of
/// maps, is cut into ranges; their number.
size_t tcNestCuts(const TcNestRun *x, int iter, int64_t *at);

//===- transpose.c --------------------------------------------------------===//

/// The loops number `level`, over `readIter`, and `level` + 1, over lanes.
void tcNestTransposed(TcNestRun *x, size_t level);

//===- scatter.c ----------------------------------------------------------===//

/// Whether the task owns the row that the loop over lanes combines, outside of
/// that loop: i1; null if this is left to the points.
MlirValue tcNestOwnsRow(TcNestRun *x, size_t level);
/// Whether the innermost loop of the nest looks for what its task owns.
bool tcNestSearches(const TcNestRun *x, size_t level);
/// That loop.
void tcNestSearch(TcNestRun *x, int iter, MlirValue low, MlirValue high);

/// The lanes of which `first` is the first that are before `high`.
TcLane tcEmitLanesBelow(TcEmit *e, MlirValue first, MlirValue high);

#endif // TC_PASSES_LOWER_CPU_NEST_H
