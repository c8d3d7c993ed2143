// One program for several targets in one artifact.
#ifndef TC_DRIVER_VARIANTS_H
#define TC_DRIVER_VARIANTS_H

#include "mlir-c/IR.h"
#include "support/arena.h"
#include "tc/status.h"

enum { TC_MOST_VARIANTS = 16 };

/// Splits "x86-64-v4;x86-64-v2" at semicolons: the texts of targets, in the
/// arena. TC-1612 if there are more than TC_MOST_VARIANTS, or an empty one.
TcStatus tcVariantsSplit(TcArena *arena, const char *text,
                         const char *targets[TC_MOST_VARIANTS],
                         size_t *count) TC_MUST_USE;

/// Adds `.INDEX` to the names of the module's kernels: functions of variants
/// share one artifact.
void tcVariantsNameKernels(MlirModule module, size_t index);

/// Calls `compile` for each of the numbers below `count`, on as many threads,
/// or one after the other.
void tcVariantsCompile(size_t count, bool together,
                       void (*compile)(void *self, size_t index), void *self);

#endif // TC_DRIVER_VARIANTS_H
