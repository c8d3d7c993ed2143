// One function per kind of stage, and the accumulators of those that combine.
#ifndef TC_YARDSTICK_STAGES_H
#define TC_YARDSTICK_STAGES_H

#include "yardstick/product.h"
#include "yardstick/strip.h"
#include "yardstick/sum.h"

enum { TC_YARD_MAX = 64 }; ///< results of a stage

TcStatus tcYardMap(TcYard *yard, MlirOperation op) TC_MUST_USE;
TcStatus tcYardReduce(TcYard *yard, MlirOperation op) TC_MUST_USE;
TcStatus tcYardContract(TcYard *yard, MlirOperation op) TC_MUST_USE;
TcStatus tcYardScan(TcYard *yard, MlirOperation op) TC_MUST_USE;
TcStatus tcYardSort(TcYard *yard, MlirOperation op) TC_MUST_USE;
TcStatus tcYardScatter(TcYard *yard, MlirOperation op) TC_MUST_USE;

/// Where a contract's factors depend on few of its iterators, and are finite,
/// computes them first; the stage then reads these (factors.c).
TcStatus tcYardFactors(TcStageRun *run) TC_MUST_USE;

/// The results of a stage, over its own iterators, of which `lastDim` has
/// `last` elements.
TcStatus tcYardResults(TcStageRun *run, int64_t last, unsigned lastDim,
                       TcBounded **out) TC_MUST_USE;

/// One accumulator for each yield and lane.
typedef struct TcAccumulators {
  TcStageRun *run;
  intptr_t n;
  TcSumRule rules[TC_YARD_MAX];
  TcSum *sums;         ///< TC_STRIP for each yield: of kind "add"
  TcProduct *products; ///< as many, of scans of kind "mul", of f32; or NULL
  TcStrip *strips;     ///< of other kinds
} TcAccumulators;

TcStatus tcAccumulatorsOpen(TcStageRun *run,
                            TcAccumulators *accumulators) TC_MUST_USE;
void tcAccumulatorsReset(TcAccumulators *accumulators, int n);
/// Adds the body's yields, each lane to its own accumulator.
TcStatus tcAccumulatorsAdd(TcAccumulators *accumulators, int n) TC_MUST_USE;
/// Adds all lanes, in order, to the first.
TcStatus tcAccumulatorsFold(TcAccumulators *accumulators, int n) TC_MUST_USE;
/// The accumulated values, in the results' dtypes.
void tcAccumulatorsFinish(TcAccumulators *accumulators, int n, TcStrip *out);

#endif // TC_YARDSTICK_STAGES_H
