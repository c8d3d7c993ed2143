// --memory: the bytes that the plan says a call takes beside its arguments and
// results, and those that it asks its allocator for.
#include "tc-run/tc-run.h"

#include "lib/runtime/size_code.h"

#include <stdio.h>
#include <string.h>

enum { TC_ERROR_RUN_MEMORY = 1710, HEADER = 64 };

// The system's allocator; a header in front of each block keeps its size.
static void *meteredAlloc(void *self, size_t bytes, size_t alignment) {
  RunMeter *meter = self;
  const TcAllocator *system = tcAllocatorSystem();
  if (alignment > HEADER || bytes > SIZE_MAX - HEADER)
    return NULL;
  char *block = system->alloc(system->self, HEADER + bytes, HEADER);
  if (!block)
    return NULL;
  memcpy(block, &bytes, sizeof bytes);
  meter->live += bytes;
  meter->peak = meter->live > meter->peak ? meter->live : meter->peak;
  return block + HEADER;
}

static void meteredFree(void *self, void *data) {
  RunMeter *meter = self;
  const TcAllocator *system = tcAllocatorSystem();
  size_t bytes;
  if (!data)
    return;
  char *block = (char *)data - HEADER;
  memcpy(&bytes, block, sizeof bytes);
  meter->live -= bytes;
  system->free(system->self, block);
}

static int64_t plannedBytes(const RunModel *m) {
  uint32_t size = m->d->sections[TC_SECTION_MAIN].arenaBytes;
  return size == TC_NONE ? 0 : tcSizeEvaluate(m->d, size, m->symbols);
}

TcStatus runMemory(RunModel *m) {
  RunMeter meter = {.allocator = {&meter, meteredAlloc, meteredFree}};
  m->allocator = &meter.allocator;
  TcStatus status = runModelCall(m);
  m->allocator = NULL;
  TC_RETURN_IF_ERROR(status);
  int64_t planned = plannedBytes(m);
  printf("memory of a call: planned %lld bytes, asked for %lld\n",
         (long long)planned, (long long)meter.peak);
  if ((int64_t)meter.peak == planned)
    return TC_OK;
  return tcStatusMake(TC_ERROR_RUN_MEMORY,
                      "the call asked for other memory than was planned");
}
