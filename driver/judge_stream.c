// Reads launches from a pipe; see judge_stream.h. The stream is not trusted:
// lengths are bounded, and an early end is an error.
#include "driver/judge_stream.h"

#include <stdlib.h>
#include <string.h>

static TcStatus broken(void) {
  return tcStatusMake(TC_ERROR_JUDGE_STREAM,
                      "the stream of launches ends too early, or is none");
}

static TcStatus take(TcLaunchStream *s, void *to, size_t size) {
  return fread(to, 1, size, s->file) == size ? TC_OK : broken();
}

TcStatus tcLaunchStreamSymbols(TcLaunchStream *s, TcArena *arena, uint32_t *n,
                               char ***names) {
  TC_RETURN_IF_ERROR(take(s, n, sizeof *n));
  if (*n > 256)
    return broken();
  *names = TC_ARENA_ARRAY(arena, char *, *n + 1u);
  TC_RETURN_IF_ERROR(tcArenaStatus(arena));
  for (uint32_t i = 0; i < *n; ++i) {
    uint32_t length;
    TC_RETURN_IF_ERROR(take(s, &length, sizeof length));
    if (length > 4096)
      return broken();
    (*names)[i] = tcArenaAlloc(arena, length + 1u, 1);
    TC_RETURN_IF_ERROR(tcArenaStatus(arena));
    TC_RETURN_IF_ERROR(take(s, (*names)[i], length));
  }
  return TC_OK;
}

static TcStatus readBytes(TcLaunchStream *s, TcLaunchBytes *b) {
  TC_RETURN_IF_ERROR(take(s, &b->size, sizeof b->size));
  if (b->size > b->capacity || !b->data) {
    free(b->data);
    b->data = b->size < (uint64_t)1 << 40 ? malloc((size_t)b->size + 16) : NULL;
    b->capacity = b->data ? b->size : 0;
    if (!b->data)
      return tcStatusMake(TC_ERROR_OUT_OF_MEMORY,
                          "out of memory: %llu bytes of a launch",
                          (unsigned long long)b->size);
  }
  return take(s, b->data, (size_t)b->size);
}

static TcStatus growBuffers(TcLaunchRead *r) {
  if (r->numBuffers > 1 << 16)
    return broken();
  if (r->numBuffers <= r->capacity)
    return TC_OK;
  TcLaunchBytes *more = realloc(r->buffers, r->numBuffers * sizeof *r->buffers);
  if (!more)
    return tcStatusMake(TC_ERROR_OUT_OF_MEMORY, "out of memory");
  memset(more + r->capacity, 0, (r->numBuffers - r->capacity) * sizeof *more);
  r->buffers = more;
  r->capacity = r->numBuffers;
  return TC_OK;
}

TcStatus tcLaunchStreamRead(TcLaunchStream *s, TcLaunchRead *r, bool *end) {
  *end = fread(&r->section, 1, sizeof r->section, s->file) == 0;
  if (*end)
    return TC_OK;
  TC_RETURN_IF_ERROR(take(s, &r->launch, sizeof r->launch));
  TC_RETURN_IF_ERROR(take(s, &r->numSymbols, sizeof r->numSymbols));
  if (r->numSymbols > 256)
    return broken();
  TC_RETURN_IF_ERROR(take(s, r->symbols, r->numSymbols * sizeof *r->symbols));
  TC_RETURN_IF_ERROR(take(s, &r->numBuffers, sizeof r->numBuffers));
  TC_RETURN_IF_ERROR(growBuffers(r));
  for (uint32_t i = 0; i < r->numBuffers; ++i)
    TC_RETURN_IF_ERROR(readBytes(s, &r->buffers[i]));
  return TC_OK;
}

void tcLaunchReadFree(TcLaunchRead *r) {
  for (uint32_t i = 0; i < r->capacity; ++i)
    free(r->buffers[i].data);
  free(r->buffers);
  *r = (TcLaunchRead){0};
}
