// A bump allocator: blocks that double in size, linked so that they can be
// freed.
#include "support/arena.h"
#include "support/memory.h"

#include <stdalign.h>
#include <stdio.h>
#include <string.h>

struct TcArenaBlock {
  alignas(max_align_t) TcArenaBlock *older;
  size_t size; // usable bytes, which follow this header
};

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

void tcArenaInit(TcArena *arena, const TcAllocator *allocator) {
  *arena = (TcArena){.allocator = allocator};
}

static const TcAllocator *allocatorOf(const TcArena *arena) {
  return arena->allocator ? arena->allocator : tcAllocatorSystem();
}

void tcArenaFree(TcArena *arena) {
  const TcAllocator *allocator = allocatorOf(arena);
  for (TcArenaBlock *block = arena->blocks, *older; block; block = older) {
    older = block->older;
    allocator->free(allocator->self, block);
  }
  tcArenaInit(arena, arena->allocator);
}

static bool addBlock(TcArena *arena, size_t atLeast) {
  const TcAllocator *allocator = allocatorOf(arena);
  size_t size = arena->blocks ? arena->blocks->size * 2 : FIRST_BLOCK;
  size = size > LARGEST_BLOCK ? LARGEST_BLOCK : size;
  size = size < atLeast ? atLeast : size;
  if (size > SIZE_MAX / 2)
    return false;
  TcArenaBlock *block = allocator->alloc(allocator->self, sizeof *block + size,
                                         _Alignof(TcArenaBlock));
  if (!block)
    return false;
  *block = (TcArenaBlock){arena->blocks, size};
  arena->blocks = block;
  arena->next = (char *)(block + 1);
  arena->end = arena->next + size;
  return true;
}

static char *alignUp(char *pointer, size_t align) {
  return pointer + (-(uintptr_t)pointer & (align - 1));
}

static bool fits(const TcArena *arena, size_t size, size_t align) {
  if (!arena->next)
    return false;
  size_t left = (size_t)(arena->end - arena->next);
  size_t skip = (size_t)(-(uintptr_t)arena->next & (align - 1));
  return skip <= left && size <= left - skip;
}

void *tcArenaAlloc(TcArena *arena, size_t size, size_t align) {
  if (!fits(arena, size, align) &&
      (size > SIZE_MAX / 2 || !addBlock(arena, size + align))) {
    arena->failed = true;
    tcMemoryFailed();
    return NULL;
  }
  char *memory = alignUp(arena->next, align);
  arena->next = memory + size;
  return memset(memory, 0, size);
}

void *tcArenaAllocArray(TcArena *arena, size_t count, size_t size,
                        size_t align) {
  if (size && count > SIZE_MAX / size) {
    arena->failed = true;
    tcMemoryFailed();
    return NULL;
  }
  return tcArenaAlloc(arena, count * size, align);
}

char *tcArenaCopyText(TcArena *arena, const char *text, size_t size) {
  char *copy = size < SIZE_MAX ? tcArenaAlloc(arena, size + 1, 1) : NULL;
  if (copy && size)
    memcpy(copy, text, size);
  return copy;
}

char *tcArenaPrintf(TcArena *arena, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = length < 0 ? NULL : tcArenaAlloc(arena, (size_t)length + 1, 1);
  if (text)
    vsnprintf(text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return text;
}

TcStatus tcArenaStatus(const TcArena *arena) {
  return arena->failed ? tcStatusMake(TC_ERROR_OUT_OF_MEMORY, "out of memory")
                       : TC_OK;
}
