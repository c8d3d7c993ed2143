// The count of failed allocations of each thread. See memory.h.
#include "support/memory.h"

#include "support/status.h"

static _Thread_local size_t numFailures;

size_t tcMemoryFailures(void) { return numFailures; }

bool tcMemoryFailed(void) {
  ++numFailures;
  return false;
}

TcStatus tcMemoryStatus(size_t before) {
  return numFailures == before
             ? TC_OK
             : tcStatusMake(TC_ERROR_OUT_OF_MEMORY, "out of memory");
}
