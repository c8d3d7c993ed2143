// Out-of-memory detection for code that does not check each allocation: arenas
// and string buffers count their failed allocations per thread. The caller of
// such code compares the count before and after; if it grew, the code's results
// must not be used. Passes do not check each allocation either, and would
// crash: programs that compile end at the first failure, by a handler.
#ifndef TC_SUPPORT_MEMORY_H
#define TC_SUPPORT_MEMORY_H

#include "tc/status.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The count of this thread.
size_t tcMemoryFailures(void);

/// Calls the handler, if there is one, and increments the count. Returns false,
/// so that a function may return the call.
bool tcMemoryFailed(void);

/// From now on, in the whole process, `handler` is called when an allocation of
/// an arena or a string buffer fails; it must not return. NULL: none. For
/// programs, not libraries; those that run LLVM set it by tcSetNoMemoryHandler.
void tcMemorySetHandler(void (*handler)(void));

/// TC-6001 if it is more than `before`.
TcStatus tcMemoryStatus(size_t before) TC_MUST_USE;

#ifdef __cplusplus
}
#endif

#endif // TC_SUPPORT_MEMORY_H
