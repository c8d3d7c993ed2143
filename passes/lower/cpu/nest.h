// The state of a nest's emission, which the files of stage.h share.
#ifndef TC_PASSES_LOWER_CPU_NEST_H
#define TC_PASSES_LOWER_CPU_NEST_H

#include "passes/lower/cpu/stage.h"

typedef struct TcNestRun {
  TcEmit *e;
  const TcNest *n;
  TcCpuIters loops;  // outer, then over
  TcLane **elements; // of reads hoisted out of inner loops, by stage
  bool owned;        // inside of a row that the task owns
  int64_t ranges;    // of rows, each with code of its own, around this point
  bool ok;
} TcNestRun;

//===- nest_point.c -------------------------------------------------------===//

/// The state outside of all loops; `loops` is empty.
TcNestRun tcNestRun(TcEmit *e, const TcNest *n);
/// Reads what all loops from `level` on leave as it is.
void tcNestHoist(TcNestRun *x, size_t level);
/// Drops elements that were read in loop `level`, at its end.
void tcNestForget(TcNestRun *x, size_t level);
/// Emits all stages at this point; `acc` are accumulators, in the order of the
/// reductions and scans, or NULL.
void tcNestPointAt(TcNestRun *x, TcLane *acc);
/// What the body of stage i yields at this point; NULL after an error.
TcLane *tcNestEvaluate(TcNestRun *x, size_t i);
/// Forwards and stores elements of a stage's results.
void tcNestStore(TcNestRun *x, const TcCpuStage *s, const TcLane *values);

//===- nest_steps.c -------------------------------------------------------===//

/// How many steps of a scan load before the first one stores, of a nest that is
/// one loop along scans, in vectors of so many lanes, where so many words of
/// registers are for it; 1: each loads its own.
int64_t tcNestSteps(const TcNest *n, int64_t lanes, int64_t words);

/// The loop of scans from `low` to `high`, by `each` steps, that divide these.
typedef struct TcNestSteps {
  int64_t each;
  MlirValue low, high;
  MlirValue last; // of scans from the last point to the first: low + high - 1
} TcNestSteps;
void tcNestRunSteps(TcNestRun *x, size_t level, const TcNestSteps *steps,
                    TcLane *acc, size_t n);

//===- nest_ahead.c -------------------------------------------------------===//

/// Prefetches what lies `ahead` bytes behind a vector of so many lanes along
/// the iterator.
void tcNestPrefetchAhead(TcEmit *e, const TcCpuRead *r, int iter, int64_t lanes,
                         int64_t ahead);
/// The same of what reductions along rows read of memory, as far ahead as the
/// plan says.
void tcNestPrefetch(TcNestRun *x, int iter, int64_t lanes);
/// Prefetches, in the loop number `level` of a reduction down columns, what a
/// strip of them further on reads of this row: a strip is the chunk of a task,
/// or a vector.
void tcNestPrefetchStrip(TcNestRun *x, size_t level);

/// In what the plan's `ahead` counts; `most` of them.
typedef enum TcNestAhead {
  TC_AHEAD_NONE,
  TC_AHEAD_BYTES,  // of a row that reductions read from memory
  TC_AHEAD_STRIPS, // of columns that are reduced
  TC_AHEAD_BLOCKS, // of what is transposed and stored past the caches
  TC_AHEAD_POINTS, // that a task of a scatter looks at for its own at once
} TcNestAhead;
TcNestAhead tcNestAheadOf(const TcCpuKernel *k, const TcCpuPhase *phase,
                          const TcNest *n);
int64_t tcNestMostAhead(TcNestAhead kind);

//===- nest_form.c --------------------------------------------------------===//

/// The iterators whose points may be lanes, of a nest with loops.
TcCpuIters tcNestVectors(TcCpuKernel *k, const TcNest *n);

//===- nest_take.c --------------------------------------------------------===//

/// Whether there is code for the plan's form in tasks of the phase.
bool tcNestHasForm(TcCpuKernel *k, const TcCpuPhase *phase,
                   const TcNestPlan *plan);

//===- nest_sum.c ---------------------------------------------------------===//

/// Whether the loops from `level` on, within other reduced loops, have
/// accumulators of their own.
bool tcNestIsBlock(const TcNestRun *x, size_t level);
/// The iterations of a long loop in one block; 0 if it has no blocks.
int64_t tcNestBlock(const TcNestRun *x, size_t level);
/// Whether the vectorised loop is reduced over.
bool tcNestReducesLanes(const TcNestRun *x);
/// New accumulators; with a vectorised loop they have one value per lane, also
/// outside of the loop.
TcLane *tcNestNewAccs(TcNestRun *x);
/// Combines those of a block into those around it.
void tcNestAddBlock(TcNestRun *x, TcLane *acc, const TcLane *block);
/// Stores final accumulators, combining their lanes before.
void tcNestFinishLanes(TcNestRun *x, TcLane *acc, bool lanes);

//===- nest.c -------------------------------------------------------------===//

/// Whether `rows` of the nest's scans may run at once, each point of which
/// waits for the one before it in its row.
bool tcNestCanRunRows(const TcNest *n, int64_t rows);
/// The loop number `level`, which runs over lanes, from low to high.
void tcNestLanes(TcNestRun *x, size_t level, MlirValue low, MlirValue high);
/// The same, from any point to any.
void tcNestLanesBetween(TcNestRun *x, size_t level, MlirValue low,
                        MlirValue high);

//===- cuts.c -------------------------------------------------------------===//

enum { TC_MOST_CUTS = 4 };
/// The points, at most TC_MOST_CUTS, at which the loop over lanes of maps, or
/// of a reduction with a window, is cut into ranges; their number. Those of a
/// window are multiples of the lanes.
size_t tcNestCuts(const TcNestRun *x, int iter, int64_t *at);
/// The same of an iterator of maps that has one point at a time, where their
/// bodies compare it with constants.
size_t tcNestRowCuts(TcCpuKernel *k, const TcNest *n, int iter, int64_t *at);
/// Whether some iterator but the vectorised one is cut so.
bool tcNestHasRowCuts(TcCpuKernel *k, const TcNest *n);

//===- window.c -----------------------------------------------------------===//

/// Whether the innermost loop of a reduction is one of a window, whose reads
/// miss what they read in some of its steps and lanes, and may be written out;
/// whether it is.
bool tcNestCanUnroll(const TcNest *n, const TcCpuKernel *k);
bool tcNestHasWindow(const TcNest *n);

/// A position, step * iterator + rest, that has to be in a size.
typedef struct TcWindow {
  const TcSize *index, *size, *rest;
  int64_t step;
} TcWindow;

/// Whether the terms of loop number `level` outside of the window are neutral
/// elements, the same ones for all lanes.
bool tcNestClips(const TcNestRun *x, size_t level, TcWindow *w);
/// Moves the bounds of that loop to the window's, and adds to e->facts that its
/// position is inside.
void tcNestClip(TcNestRun *x, const TcWindow *w, MlirValue *low,
                MlirValue *high);

//===- nest_past.c --------------------------------------------------------===//

/// Whether the nest's results may be stored past the caches: it is maps alone,
/// what they store lies along the vector, and no other nest reads it.
bool tcNestCanStorePast(const TcCpuKernel *k, const TcCpuPhase *phase,
                        const TcNest *n);
/// The innermost loop, number `level`, over lanes, from low to high, which
/// does.
void tcNestStorePast(TcNestRun *x, size_t level, MlirValue low, MlirValue high);

//===- transpose.c --------------------------------------------------------===//

/// The loops number `level`, over `readIter`, and `level` + 1, over lanes.
void tcNestTransposed(TcNestRun *x, size_t level);

//===- scatter.c ----------------------------------------------------------===//

/// Whether the task owns the row that the loop over lanes combines, outside of
/// that loop: i1; null if this is left to the points.
MlirValue tcNestOwnsRow(TcNestRun *x, size_t level);
/// Whether the loops number `level` and the next, over lanes, combine rows of
/// which each stays in registers until another one follows; and these loops
/// (scatter_runs.c).
bool tcNestKeepsRow(const TcNestRun *x, size_t level);
void tcNestKeepRows(TcNestRun *x, size_t level);
/// Whether the innermost loop of the nest looks for what its task owns.
bool tcNestSearches(const TcNestRun *x, size_t level);
/// That loop.
void tcNestSearch(TcNestRun *x, int iter, MlirValue low, MlirValue high);

#endif // TC_PASSES_LOWER_CPU_NEST_H
