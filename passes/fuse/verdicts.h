// The rules of loop-fuse on a producer and a consumer (loop-fuse.c says what
// each is for): whether the producer goes into the consumer.
#ifndef TC_PASSES_FUSE_VERDICTS_H
#define TC_PASSES_FUSE_VERDICTS_H

#include "passes/fuse/fuse.h"

typedef enum TcVerdict {
  TC_FUSE_APART,  ///< no
  TC_FUSE_ABSORB, ///< yes, whole
  TC_FUSE_COPY,   ///< a copy of it; it also stays for its other readers
} TcVerdict;

typedef struct TcFusePair {
  TcFuse *f;
  MlirOperation a, b; ///< launches: b reads result r of a
  intptr_t r;
  MlirOperation ka, kb; ///< their kernels
  TcKernelKind kindA, kindB;
  bool only; ///< b alone reads a
} TcFusePair;

typedef TcVerdict TcVerdictFn(const TcFusePair *p);
TcVerdictFn tcFuseViews, tcFuseEpilogues, tcFuseChains, tcFusePrologues,
    tcFuseRows, tcFuseRemakes, tcFusePhases, tcFuseSteps, tcFuseBorders,
    tcFuseConcats, tcFuseScans, tcFuseLaunches, tcFuseLookups, tcFuseRuns;

/// Whether an argument of b's kernel is result r of a.
bool tcFuseIsResult(const TcFusePair *p, MlirValue v);

/// Whether b is a sum that rule sums may merge with a product of a's result, or
/// of a reshape of it (row_sums.c).
bool tcFuseSumsFactor(const TcFusePair *p);

#endif // TC_PASSES_FUSE_VERDICTS_H
