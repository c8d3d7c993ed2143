// Functions of memory of the stand-in for a GPU driver. See standin.c.
#include "standin_device.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct Properties {
  int allocation, handles, location, device;
} Properties;

int NAME(cuMemPoolCreate, hipMemPoolCreate)(void **pool, const Properties *p);
int NAME(cuMemPoolCreate, hipMemPoolCreate)(void **pool, const Properties *p) {
  ENTER_UNSAFE();
  if (p->allocation != 1 || p->handles || p->location != 1 || p->device != 40)
    return INVALID;
  *pool = malloc(1);
  ++standin.pools;
  return 0;
}

int NAME(cuMemPoolDestroy, hipMemPoolDestroy)(void *pool);
int NAME(cuMemPoolDestroy, hipMemPoolDestroy)(void *pool) {
  free(pool);
  --standin.pools;
  return 0;
}

int NAME(cuMemPoolSetAttribute, hipMemPoolSetAttribute)(void *, int, void *);
int NAME(cuMemPoolSetAttribute, hipMemPoolSetAttribute)(void *pool, int which,
                                                        void *value) {
  ENTER_DEVICE();
  (void)pool, (void)value;
  return which == 4 ? 0 : INVALID;
}

int NAME(cuMemAllocFromPoolAsync, hipMallocFromPoolAsync)(void **, size_t,
                                                          void *, void *);
int NAME(cuMemAllocFromPoolAsync,
         hipMallocFromPoolAsync)(void **memory, size_t bytes, void *pool,
                                 void *stream) {
  ENTER_DEVICE();
  (void)pool;
  if (standin.isCapturing && stream == standin.captured)
    return standinMistake("memory is allocated in a captured stream");
  if (!bytes)
    return INVALID;
  return standinMakeBlock(memory, bytes);
}

int NAME(cuMemAlloc_v2, hipMalloc)(void **memory, size_t bytes);
int NAME(cuMemAlloc_v2, hipMalloc)(void **memory, size_t bytes) {
  ENTER_UNSAFE();
  return bytes ? standinMakeBlock(memory, bytes) : INVALID;
}

// Waits for all streams, of which it knows those that have it.
int NAME(cuMemFree_v2, hipFree)(void *memory);
int NAME(cuMemFree_v2, hipFree)(void *memory) {
  Block *b = standinBlockOf(memory);
  if (standin.isCapturing && standinCaptureMode != RELAXED)
    return standinMistake("memory is freed in a capture");
  if (!b || b->released || b->data != memory)
    return standinMistake(
        "something is freed that is no block, or is freed twice");
  standinDrainAll();
  standinFreeBlock(memory);
  return 0;
}

int NAME(cuMemAllocHost_v2, hipMemAllocHost)(void **memory, size_t bytes);
int NAME(cuMemAllocHost_v2, hipMemAllocHost)(void **memory, size_t bytes) {
  ENTER_UNSAFE();
  if (standin.hostBlocks == STANDIN_HOST_BLOCKS)
    return NO_MEMORY;
  *memory = malloc(bytes);
  if (*memory)
    standin.hostBlock[standin.hostBlocks++] = *memory;
  return *memory ? 0 : NO_MEMORY;
}

int NAME(cuMemFreeHost, hipHostFree)(void *memory);
int NAME(cuMemFreeHost, hipHostFree)(void *memory) {
  standinDrainAll();
  for (int i = 0; i < standin.hostBlocks; ++i) {
    if (standin.hostBlock[i] != memory)
      continue;
    standin.hostBlock[i] = standin.hostBlock[--standin.hostBlocks];
    free(memory);
    return 0;
  }
  return standinMistake("memory of the host is freed that is none of ours");
}

int NAME(cuMemFreeAsync, hipFreeAsync)(void *memory, void *stream);
int NAME(cuMemFreeAsync, hipFreeAsync)(void *memory, void *stream) {
  Block *b = standinBlockOf(memory);
  if (!b || b->released || b->data != memory)
    return standinMistake(
        "something is freed that is no block, or is freed twice");
  b->released = true;
  standinPut(stream, RELEASE)->to = memory;
  return 0;
}

// The host's memory may be used again when the call returns.
int NAME(cuMemcpyHtoDAsync_v2, hipMemcpyHtoDAsync)(void *, const void *, size_t,
                                                   void *);
int NAME(cuMemcpyHtoDAsync_v2, hipMemcpyHtoDAsync)(void *to, const void *from,
                                                   size_t bytes, void *stream) {
  ENTER_DEVICE();
  if (!standinIsDevice(to, bytes) || standinBlockOf(from))
    return standinMistake("a copy into the device with wrong pointers");
  Work *w = standinPut(stream, COPY);
  w->to = to;
  w->from = malloc(bytes + 1);
  w->bytes = bytes;
  w->byte = -1;
  memcpy(w->from, from, bytes);
  return 0;
}

static int copyLater(void *to, const void *from, size_t bytes, void *stream) {
  Work *w = standinPut(stream, COPY);
  w->to = to;
  w->from = (void *)(uintptr_t)from;
  w->bytes = bytes;
  return 0;
}

int NAME(cuMemcpyDtoHAsync_v2, hipMemcpyDtoHAsync)(void *, const void *, size_t,
                                                   void *);
int NAME(cuMemcpyDtoHAsync_v2, hipMemcpyDtoHAsync)(void *to, const void *from,
                                                   size_t bytes, void *stream) {
  ENTER_DEVICE();
  if (!standinIsDevice(from, bytes) || standinBlockOf(to))
    return standinMistake("a copy out of the device with wrong pointers");
  return copyLater(to, from, bytes, stream);
}

int NAME(cuMemcpyDtoDAsync_v2, hipMemcpyDtoDAsync)(void *, const void *, size_t,
                                                   void *);
int NAME(cuMemcpyDtoDAsync_v2, hipMemcpyDtoDAsync)(void *to, const void *from,
                                                   size_t bytes, void *stream) {
  ENTER_DEVICE();
  if (!standinIsDevice(from, bytes) || !standinIsDevice(to, bytes))
    return standinMistake("a copy within the device with wrong pointers");
  return copyLater(to, from, bytes, stream);
}

int NAME(cuMemsetD8Async, hipMemsetD8Async)(void *, unsigned char, size_t,
                                            void *);
int NAME(cuMemsetD8Async, hipMemsetD8Async)(void *to, unsigned char byte,
                                            size_t count, void *stream) {
  ENTER_DEVICE();
  if (!standinIsDevice(to, count))
    return standinMistake("memory is filled that is not the device's");
  Work *w = standinPut(stream, FILL);
  w->to = to;
  w->bytes = count;
  w->byte = byte;
  standin.filled += count;
  return 0;
}

int NAME(cuMemsetD32Async, hipMemsetD32Async)(void *, unsigned, size_t, void *);
int NAME(cuMemsetD32Async, hipMemsetD32Async)(void *to, unsigned word,
                                              size_t count, void *stream) {
  ENTER_DEVICE();
  if (count != 1 || !standinIsDevice(to, sizeof word))
    return standinMistake("memory is filled that is not the device's");
  Work *w = standinPut(stream, COPY);
  w->to = to;
  w->from = malloc(sizeof word);
  w->bytes = sizeof word;
  w->byte = -1;
  memcpy(w->from, &word, sizeof word);
  return 0;
}
