// Memory that is freed all at once: one arena per pass run. Nothing in an arena
// is freed separately. An arena belongs to one thread at a time.
#ifndef TC_SUPPORT_ARENA_H
#define TC_SUPPORT_ARENA_H

#include "support/status.h"
#include "tc/allocator.h"

#include <stddef.h>
#include <stdint.h>

typedef struct TcArenaBlock TcArenaBlock;

/// All zero is a ready arena on the C library's heap.
typedef struct TcArena {
  const TcAllocator *allocator; // NULL: the C library's heap
  TcArenaBlock *blocks;         // newest first
  char *next, *end;             // what is left of the newest block
  bool failed;                  // an allocation has failed
} TcArena;

/// `allocator` may be NULL and must outlive the arena.
void tcArenaInit(TcArena *arena, const TcAllocator *allocator);

/// Frees everything; the arena is as after tcArenaInit.
void tcArenaFree(TcArena *arena);

/// `size` bytes of zeros aligned to `align` (a power of two), never NULL for
/// size 0. NULL when there is no memory; the arena remembers that.
void *tcArenaAlloc(TcArena *arena, size_t size, size_t align);

/// The same for `count` elements of `size` bytes; NULL too if that overflows.
void *tcArenaAllocArray(TcArena *arena, size_t count, size_t size,
                        size_t align);

/// Copies of text, ended by a 0; NULL without memory.
char *tcArenaCopyText(TcArena *arena, const char *text, size_t size);
char *tcArenaPrintf(TcArena *arena, const char *format, ...) TC_PRINTF(2, 3);

/// TC-6001 if any allocation from `arena` has failed. So a pass may check once,
/// at its end, instead of after each allocation.
TcStatus tcArenaStatus(const TcArena *arena) TC_MUST_USE;

#define TC_ARENA_NEW(ARENA, T)                                                 \
  ((T *)tcArenaAlloc((ARENA), sizeof(T), _Alignof(T)))
#define TC_ARENA_ARRAY(ARENA, T, N)                                            \
  ((T *)tcArenaAllocArray((ARENA), (N), sizeof(T), _Alignof(T)))

#endif // TC_SUPPORT_ARENA_H
