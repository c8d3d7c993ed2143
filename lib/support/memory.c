// The count of failed allocations of each thread, and who is told. See
// memory.h.
#include "support/memory.h"

#include "support/status.h"

#include <stdatomic.h>

static _Thread_local size_t numFailures;
static void (*_Atomic whenFailed)(void);

void tcMemorySetHandler(void (*handler)(void)) {
  atomic_store(&whenFailed, handler);
}

size_t tcMemoryFailures(void) { return numFailures; }

bool tcMemoryFailed(void) {
  void (*handler)(void) = atomic_load(&whenFailed);
  if (handler)
    handler();
  ++numFailures;
  return false;
}

TcStatus tcMemoryStatus(size_t before) {
  return numFailures == before
             ? TC_OK
             : tcStatusMake(TC_ERROR_OUT_OF_MEMORY, "out of memory");
}
