// A search for schedules by measurement: mode max-autotune.
#ifndef TC_DRIVER_SEARCH_H
#define TC_DRIVER_SEARCH_H

#include "support/arena.h"
#include "target/target.h"

#include "mlir-c/IR.h"

typedef struct TcSearchOptions {
  double seconds;     ///< of measuring; 0: what is kept is used, nothing more
  const char *folder; ///< of finds; NULL: tcFindsFolder
  unsigned threads;   ///< that programs are called with; 0: one per CPU
} TcSearchOptions;

typedef struct TcSearchStats {
  size_t found;    ///< kernels whose schedule was kept in a file
  size_t searched; ///< kernels that were measured
  size_t better;   ///< of these, with a schedule faster than the chosen one
  size_t broken;   ///< files that were ignored: not what was written, or with a
                   ///< schedule that the rules do not allow
  size_t wrong; ///< schedules whose results were wrong: left out, and kept as
                ///< programs beside the finds (wrong-*.mlir)
} TcSearchStats;

/// Writes `loop.schedule` into the kernels of a planned module: what is kept
/// for the kernel, its launch's sizes, the target and this compiler, or, until
/// the time is over, the fastest of those that the scheduler lists first. A
/// kernel that has a schedule keeps it; one without a find has none.
TcStatus tcSearchSchedules(TcArena *arena, MlirOperation module,
                           const TcTarget *target,
                           const TcSearchOptions *options,
                           TcSearchStats *stats) TC_MUST_USE;

#endif // TC_DRIVER_SEARCH_H
