// Schedules that a search has found, kept in files: one for each kernel at the
// sizes, on the machine and by the compiler that it was measured with.
#ifndef TC_DRIVER_FINDS_H
#define TC_DRIVER_FINDS_H

#include "support/arena.h"
#include "support/status.h"

/// Where finds are kept if nobody names a folder: `tc/schedules` in
/// $XDG_CACHE_HOME or ~/.cache. NULL if there is neither.
const char *tcFindsFolder(TcArena *arena);

typedef enum TcFind {
  TC_FIND_NONE,
  TC_FIND_SCHEDULE,
  TC_FIND_BROKEN ///< the file is not what was written
} TcFind;

/// Reads the schedule that is kept for `key`; *schedule lives in the arena.
TcFind tcFindsRead(TcArena *arena, const char *folder, const char *key,
                   const char **schedule);

/// Keeps a schedule, whole or not at all. Makes the folder.
TcStatus tcFindsWrite(TcArena *arena, const char *folder, const char *key,
                      const char *schedule) TC_MUST_USE;

/// Keeps a program whose results were wrong beside the finds, as
/// wrong-HASH.mlir, for whoever looks for the bug.
TcStatus tcFindsWriteWrong(TcArena *arena, const char *folder,
                           const char *program) TC_MUST_USE;

#endif // TC_DRIVER_FINDS_H
