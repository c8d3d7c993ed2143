// Out-of-memory detection for code that does not check each allocation: arenas
// and string buffers count their failed allocations per thread. The caller of
// such code compares the count before and after; if it grew, the code's results
// must not be used.
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

/// Increments it. Returns false, so that a function may return the call.
bool tcMemoryFailed(void);

/// TC-6001 if it is more than `before`.
TcStatus tcMemoryStatus(size_t before) TC_MUST_USE;

#ifdef __cplusplus
}
#endif

#endif // TC_SUPPORT_MEMORY_H
