// Whether blocks of a GPU share long rows: asked by what splits reductions over
// blocks (gpu-split.c), and by what merges a row's reductions so that fewer are
// split (passes/stream/loop-online.c).
#ifndef TC_PASSES_SCHEDULE_LONG_ROWS_H
#define TC_PASSES_SCHEDULE_LONG_ROWS_H

#include "lib/cost/numbers.h"

#include <stdbool.h>

/// Whether rows are so few that a block for each would leave half the machine
/// idle, and have so many points that a block takes longer than launches that
/// share them and add up what these give.
static inline bool tcGpuSharesRows(double rows, double points) {
  return rows < (double)tcNumber(gpu_blocks) &&
         points >= (double)tcNumber(gpu_long_row);
}

#endif // TC_PASSES_SCHEDULE_LONG_ROWS_H
