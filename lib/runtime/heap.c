//===- heap.c - The recycling heap -------------------------------*- C -*-===//
//
// Results and scratch of compiled programs come from here. exp of 33 MB takes
// 1.7 ms into memory that was touched before and 15 ms into fresh pages, so
// freed blocks are kept and handed out again, newest first. What is kept plus
// what is live never exceeds the most that was ever live at once. Where a new
// block would not fit beside those that are kept, a larger one of these serves.
//
// In guard mode (tests) nothing is kept: each block is a mapping of its own
// between two unmapped pages.
//
//===----------------------------------------------------------------------===//

#include "tc/runtime.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  minAlignment = 64,     // a cache line, and the widest vector
  mappedBytes = 1 << 20, // from here on blocks are mappings
  hugePage = 2 << 20,
  mostLarger = 4,   // times, of a block that serves for a smaller one
  fillByte = 0xFF,  // guard mode: a NaN in every float type
  canaryByte = 0xA5 // guard mode: the rest of a block's pages
};

/// Stands before the data of a block, or apart from it in guard mode.
typedef struct Block {
  struct Block *next; // of the kept blocks, or in guard mode the live ones
  char *base;         // what the system gave
  size_t bytes;       // of that; in guard mode what the caller asked for
  char *data;
} Block;

struct TcHeap {
  pthread_mutex_t mutex;
  Block *blocks; // newest first
  TcHeapStats stats;
  TcAllocator allocator;
  size_t page;
  bool guard;
};

static size_t roundUp(size_t value, size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Sizes come in steps of an eighth of their power of two, so that calls of
/// slightly different sizes still find each other's blocks.
static size_t classOf(size_t bytes) {
  if (bytes <= 512)
    return roundUp(bytes, minAlignment);
  size_t top = (size_t)1 << (63 - __builtin_clzll(bytes - 1));
  return roundUp(bytes, top / 8);
}

//===----------------------------------------------------------------------===//
// Blocks from the system
//===----------------------------------------------------------------------===//

/// A mapping whose start is a multiple of `alignment`, or NULL.
static void *mapAligned(size_t bytes, size_t alignment) {
  size_t total = bytes + alignment;
  char *base = mmap(NULL, total, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return NULL;
  size_t front = roundUp((size_t)base, alignment) - (size_t)base;
  if (front)
    munmap(base, front);
  if (total - front > bytes)
    munmap(base + front + bytes, total - front - bytes);
  return base + front;
}

static char *blockMap(size_t bytes) {
  if (bytes < mappedBytes)
    return aligned_alloc(minAlignment, bytes);
  char *base = mapAligned(bytes, hugePage);
  if (base && bytes >= hugePage)
    madvise(base, bytes, MADV_HUGEPAGE);
  return base;
}

/// A block of `bytes`, a size class.
static Block *blockCreate(size_t bytes, size_t alignment) {
  char *base = blockMap(bytes);
  if (!base)
    return NULL;
  char *data = (char *)roundUp((size_t)base + sizeof(Block), alignment);
  Block *block = (Block *)data - 1;
  *block = (Block){NULL, base, bytes, data};
  return block;
}

static void blockDestroy(Block *block) {
  if (block->bytes < mappedBytes)
    free(block->base);
  else
    munmap(block->base, block->bytes);
}

//===----------------------------------------------------------------------===//
// Guard mode
//===----------------------------------------------------------------------===//

/// Data against the unmapped page behind them, or the one before.
static char *guardMap(size_t page, size_t bytes, size_t alignment,
                      bool atBack) {
  size_t body = roundUp(bytes, page);
  char *base = mmap(NULL, body + 2 * page, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return NULL;
  char *data = base + page;
  if (mprotect(data, body, PROT_READ | PROT_WRITE)) {
    munmap(base, body + 2 * page);
    return NULL;
  }
  memset(data, canaryByte, body);
  if (atBack)
    data += body - roundUp(bytes, alignment);
  memset(data, fillByte, bytes);
  return data;
}

static Block *guardCreate(TcHeap *heap, size_t bytes, size_t alignment) {
  Block *block = malloc(sizeof *block);
  if (!block)
    return NULL;
  bool atBack = heap->stats.allocations & 1;
  char *data = guardMap(heap->page, bytes, alignment, atBack);
  if (!data) {
    free(block);
    return NULL;
  }
  *block = (Block){heap->blocks, NULL, bytes, data};
  heap->blocks = block;
  return block;
}

static bool isCanary(const char *from, const char *to) {
  for (; from < to; ++from)
    if ((unsigned char)*from != canaryByte)
      return false;
  return true;
}

/// Unmaps the block, so that a later use faults, and notes whether the bytes
/// between it and the unmapped pages were written.
static void guardDestroy(TcHeap *heap, Block *block) {
  size_t page = heap->page;
  char *data = block->data, *end = data + block->bytes;
  char *first = (char *)((size_t)data / page * page);
  char *last = (char *)roundUp((size_t)end, page);
  if (!isCanary(first, data) || !isCanary(end, last))
    heap->stats.corruptions++;
  munmap(first - page, (size_t)(last - first) + 2 * page);
  free(block);
}

static Block *guardTake(TcHeap *heap, const void *data) {
  for (Block **link = &heap->blocks; *link; link = &(*link)->next)
    if ((*link)->data == data) {
      Block *block = *link;
      *link = block->next;
      return block;
    }
  return NULL;
}

//===----------------------------------------------------------------------===//
// The heap
//===----------------------------------------------------------------------===//

static void *allocatorAlloc(void *heap, size_t bytes, size_t alignment) {
  return tcHeapAlloc(heap, bytes, alignment);
}

static void allocatorFree(void *heap, void *data) { tcHeapFree(heap, data); }

TcHeap *tcHeapCreate(unsigned flags) {
  TcHeap *heap = calloc(1, sizeof *heap);
  if (!heap)
    return NULL;
  pthread_mutex_init(&heap->mutex, NULL);
  heap->guard = flags & TC_HEAP_GUARD;
  heap->page = (size_t)sysconf(_SC_PAGESIZE);
  heap->allocator = (TcAllocator){heap, allocatorAlloc, allocatorFree};
  return heap;
}

void tcHeapDestroy(TcHeap *heap) {
  if (!heap)
    return;
  tcHeapTrim(heap);
  pthread_mutex_destroy(&heap->mutex);
  free(heap);
}

/// Takes the smallest kept block of `least` to `most` bytes off the list, the
/// newest of these, or gives NULL.
static Block *takeKept(TcHeap *heap, size_t least, size_t most,
                       size_t alignment) {
  Block **found = NULL;
  for (Block **link = &heap->blocks; *link; link = &(*link)->next) {
    const Block *block = *link;
    if (block->bytes >= least && block->bytes <= most &&
        (size_t)block->data % alignment == 0 &&
        (!found || block->bytes < (*found)->bytes))
      found = link;
  }
  if (!found)
    return NULL;
  Block *block = *found;
  *found = block->next;
  heap->stats.keptBytes -= block->bytes;
  heap->stats.reuses++;
  return block;
}

/// The link to the kept block to give back for `bytes` of room: the smallest
/// that is large enough, so that a small block does not cost a large one; if
/// none is, the oldest.
static Block **findVictim(TcHeap *heap, size_t bytes) {
  Block **found = NULL, **link = &heap->blocks;
  for (;; link = &(*link)->next) {
    if ((*link)->bytes >= bytes && (!found || (*link)->bytes < (*found)->bytes))
      found = link;
    if (!(*link)->next)
      return found ? found : link;
  }
}

/// Frees kept blocks until live and kept are at most `limit`.
static void dropKept(TcHeap *heap, size_t limit) {
  TcHeapStats *stats = &heap->stats;
  while (heap->blocks && stats->liveBytes + stats->keptBytes > limit) {
    Block **link =
        findVictim(heap, stats->liveBytes + stats->keptBytes - limit);
    Block *victim = *link;
    *link = victim->next;
    stats->keptBytes -= victim->bytes;
    blockDestroy(victim);
  }
}

/// A kept block, or a new one for which kept ones make room.
static Block *recycle(TcHeap *heap, size_t bytes, size_t alignment) {
  if (alignment < minAlignment)
    alignment = minAlignment;
  // The header takes the place in front of the first aligned address.
  size_t size = classOf(bytes + alignment);
  Block *block = takeKept(heap, size, size, alignment);
  if (block)
    return block;
  size_t live = heap->stats.liveBytes + size, peak = heap->stats.peakBytes;
  size_t room = live > peak ? live : peak;
  if (live + heap->stats.keptBytes > room)
    block = takeKept(heap, size, mostLarger * size, alignment);
  if (block)
    return block;
  dropKept(heap, room - size);
  return blockCreate(size, alignment);
}

static void countLive(TcHeap *heap, size_t bytes) {
  TcHeapStats *stats = &heap->stats;
  stats->liveBytes += bytes;
  stats->allocations++;
  if (stats->liveBytes > stats->peakBytes)
    stats->peakBytes = stats->liveBytes;
}

void *tcHeapAlloc(TcHeap *heap, size_t bytes, size_t alignment) {
  if (bytes > SIZE_MAX / 4 || !alignment || alignment > heap->page)
    return NULL;
  pthread_mutex_lock(&heap->mutex);
  Block *block = heap->guard ? guardCreate(heap, bytes, alignment)
                             : recycle(heap, bytes, alignment);
  if (block)
    countLive(heap, block->bytes);
  pthread_mutex_unlock(&heap->mutex);
  return block ? block->data : NULL;
}

static void keep(TcHeap *heap, Block *block) {
  block->next = heap->blocks;
  heap->blocks = block;
  heap->stats.keptBytes += block->bytes;
}

void tcHeapFree(TcHeap *heap, void *data) {
  if (!data)
    return;
  pthread_mutex_lock(&heap->mutex);
  Block *block = heap->guard ? guardTake(heap, data) : (Block *)data - 1;
  heap->stats.liveBytes -= block->bytes;
  if (heap->guard)
    guardDestroy(heap, block);
  else
    keep(heap, block);
  pthread_mutex_unlock(&heap->mutex);
}

void tcHeapTrim(TcHeap *heap) {
  pthread_mutex_lock(&heap->mutex);
  if (!heap->guard)
    dropKept(heap, 0);
  pthread_mutex_unlock(&heap->mutex);
}

TcHeapStats tcHeapGetStats(TcHeap *heap) {
  pthread_mutex_lock(&heap->mutex);
  TcHeapStats stats = heap->stats;
  pthread_mutex_unlock(&heap->mutex);
  return stats;
}

const TcAllocator *tcHeapAllocator(const TcHeap *heap) {
  return &heap->allocator;
}
