// The schedules that a search measures (driver/search.h).
#ifndef TC_PASSES_SCHEDULE_ALTERNATIVES_H
#define TC_PASSES_SCHEDULE_ALTERNATIVES_H

#include "support/arena.h"
#include "target/target.h"

#include "mlir-c/IR.h"

/// Fills in at most `most` different schedules of a kernel, each of which the
/// rules allow: first the one that is chosen, then those that the cost model
/// ranks best. Gives their number, 0 if the kernel has no code. On GPUs
/// contractions on matrix units have others, on CPUs kernels whose schedule has
/// no versions; else there is the chosen one alone.
size_t tcScheduleAlternatives(TcArena *arena, MlirOperation kernel,
                              const TcTarget *target, size_t most,
                              MlirAttribute *schedules);

/// Whether the rules of written schedules allow this one; says nothing.
bool tcScheduleIsAllowed(TcArena *arena, MlirOperation kernel,
                         const TcTarget *target, MlirAttribute schedule);

#endif // TC_PASSES_SCHEDULE_ALTERNATIVES_H
