// opgen: memory that is released all at once.
#include "opgen.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct Chunk {
  struct Chunk *next;
  max_align_t data[];
} Chunk;

struct Pool {
  Chunk *chunks;
};

Pool *poolCreate(void) { return calloc(1, sizeof(Pool)); }

void poolFree(Pool *pool) {
  while (pool && pool->chunks) {
    Chunk *next = pool->chunks->next;
    free(pool->chunks);
    pool->chunks = next;
  }
  free(pool);
}

void *poolAlloc(Pool *pool, size_t size) {
  Chunk *chunk = calloc(1, sizeof(Chunk) + size);
  if (!chunk) {
    fputs("opgen: out of memory\n", stderr);
    exit(1);
  }
  chunk->next = pool->chunks;
  pool->chunks = chunk;
  return chunk->data;
}

const char *poolFormat(Pool *pool, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  size_t size = (size_t)vsnprintf(NULL, 0, format, args) + 1;
  va_end(args);
  char *text = poolAlloc(pool, size);
  vsnprintf(text, size, format, again);
  va_end(again);
  return text;
}
