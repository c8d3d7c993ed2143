// What a schedule says of a nest of loops (docs/ir/schedule.md, CPUs). See
// stage.h for the nests that are made of it.
#ifndef TC_PASSES_LOWER_CPU_NEST_PLAN_H
#define TC_PASSES_LOWER_CPU_NEST_PLAN_H

#include "passes/lower/cpu/kernel_struct.h"

typedef enum TcNestForm {
  TC_NEST_LOOPS,
  TC_NEST_BLOCKS, // a contraction in blocks of accumulators (contract.c)
  TC_NEST_UPDATE, // one whose steps update a strip of columns
                  // (contract_update.c)
  TC_NEST_UNIT,   // one on the phase's matrix unit (contract_unit.c)
} TcNestForm;

typedef struct TcNestPlan {
  TC_VEC(size_t) stages; // their numbers in the phase, ascending
  TcNestForm form;
  int vector;       // the vectorised iterator, or -1
  int64_t lanes;    // 4-byte elements in its vectors
  TcCpuIters order; // the loops, outermost first; empty: as the stages say
  /// Accumulators of a block, each a vector. Of loops `rows` of the scans run
  /// at once.
  int64_t rows, columns;
  /// Of blocks along what is summed: a block's columns lie as far apart as the
  /// task's columns allow, each the next one of a share of them.
  bool apart;
  int64_t ranges;  // of rows that have code of their own, at most
  bool unroll;     // the innermost loop of windows is written out
  bool few;        // elements of a sort are inserted one by one
  bool pastCaches; // results of maps are stored past the caches
  /// How far prefetches are ahead, or 0: bytes of the rows of a reduction,
  /// strips of columns, blocks of what is transposed; and points of which a
  /// scatter's task looks for its own at once.
  int64_t ahead;
} TcNestPlan;

typedef TC_VEC(TcNestPlan) TcNestPlans;

#endif // TC_PASSES_LOWER_CPU_NEST_PLAN_H
