// The recycling heap: blocks are reused, the total is bounded, and in guard
// mode every wild access faults or is detected.
#include "check.h"
#include "tc/runtime.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void recyclesBlocks(void) {
  TcHeap *heap = tcHeapCreate(0);
  for (size_t bytes = 1; bytes < ((size_t)1 << 24); bytes = bytes * 3 + 1) {
    char *a = tcHeapAlloc(heap, bytes, 64);
    CHECK(a && (size_t)a % 64 == 0);
    memset(a, 1, bytes);
    tcHeapFree(heap, a);
    char *b = tcHeapAlloc(heap, bytes, 64);
    CHECK(a == b);
    tcHeapFree(heap, b);
  }
  TcHeapStats stats = tcHeapGetStats(heap);
  CHECK(stats.liveBytes == 0 && stats.keptBytes <= stats.peakBytes);
  CHECK(stats.reuses >= stats.allocations / 2);
  tcHeapTrim(heap);
  CHECK(tcHeapGetStats(heap).keptBytes == 0);
  tcHeapDestroy(heap);
}

static void boundsWhatItKeeps(void) {
  TcHeap *heap = tcHeapCreate(0);
  void *live[32] = {0};
  unsigned seed = 1;
  for (int i = 0; i < 20000; ++i) {
    seed = seed * 1664525u + 1013904223u;
    void **slot = &live[seed >> 27];
    if (*slot) {
      tcHeapFree(heap, *slot);
      *slot = NULL;
    } else {
      *slot = tcHeapAlloc(heap, (size_t)1 << ((seed >> 8) % 22), 64);
      CHECK(*slot != NULL);
    }
    TcHeapStats stats = tcHeapGetStats(heap);
    CHECK(stats.liveBytes + stats.keptBytes <= stats.peakBytes);
  }
  for (int i = 0; i < 32; ++i)
    tcHeapFree(heap, live[i]);
  CHECK(tcHeapGetStats(heap).liveBytes == 0);
  tcHeapDestroy(heap);
}

// A call: its frame, its arena, scratch of one launch after the other. The
// second one finds all that it needs: nothing small takes the arena's place.
static void keepsWhatCallsNeed(void) {
  TcHeap *heap = tcHeapCreate(0);
  for (int call = 0; call < 4; ++call) {
    uint64_t before = tcHeapGetStats(heap).reuses;
    void *frame = tcHeapAlloc(heap, 5000, 64);
    void *arena = tcHeapAlloc(heap, 40 << 20, 64);
    tcHeapFree(heap, tcHeapAlloc(heap, 1200000, 64));
    tcHeapFree(heap, tcHeapAlloc(heap, 3000000, 64));
    tcHeapFree(heap, arena);
    tcHeapFree(heap, frame);
    CHECK(call == 0 || tcHeapGetStats(heap).reuses == before + 4);
    TcHeapStats stats = tcHeapGetStats(heap);
    CHECK(stats.liveBytes + stats.keptBytes <= stats.peakBytes);
  }
  tcHeapDestroy(heap);
}

static void honoursAlignment(unsigned flags) {
  TcHeap *heap = tcHeapCreate(flags);
  for (size_t alignment = 1; alignment <= 4096; alignment *= 2)
    for (size_t bytes = 1; bytes < 3000000; bytes = bytes * 5 + 3) {
      char *a = tcHeapAlloc(heap, bytes, alignment);
      CHECK(a && (size_t)a % alignment == 0);
      a[0] = a[bytes - 1] = 1;
      tcHeapFree(heap, a);
    }
  CHECK(!tcHeapAlloc(heap, 64, 0) && !tcHeapAlloc(heap, SIZE_MAX, 1));
  CHECK(!tcHeapAlloc(heap, SIZE_MAX / 4, 1));
  CHECK(tcHeapGetStats(heap).corruptions == 0);
  tcHeapDestroy(heap);
}

static bool faults(volatile char *address) {
  fflush(stdout);
  pid_t child = fork();
  if (!child) {
    signal(SIGSEGV, SIG_DFL); // a sanitizer would report it
    *address = 1;
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}

static void guardsBothEnds(void) {
  TcHeap *heap = tcHeapCreate(TC_HEAP_GUARD);
  char *front = tcHeapAlloc(heap, 100, 4), *back = tcHeapAlloc(heap, 100, 4);
  for (int i = 0; i < 100; ++i)
    CHECK((unsigned char)front[i] == 0xFF && (unsigned char)back[i] == 0xFF);
  CHECK(!faults(front) && !faults(back + 99));
  CHECK(faults(front - 1) && faults(back + 100));
  front[100] = 1;
  tcHeapFree(heap, front);
  tcHeapFree(heap, back);
  CHECK(tcHeapGetStats(heap).corruptions == 1);
  CHECK(faults(front) && faults(back));
  tcHeapDestroy(heap);
}

static void *allocateRepeatedly(void *heap) {
  for (size_t i = 0; i < 2000; ++i) {
    size_t bytes = 1 + i * 37 % 5000;
    char *a = tcHeapAlloc(heap, bytes, 8);
    memset(a, (int)i, bytes);
    tcHeapFree(heap, a);
  }
  return NULL;
}

static void servesManyThreads(unsigned flags) {
  TcHeap *heap = tcHeapCreate(flags);
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, allocateRepeatedly, heap);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
  TcHeapStats stats = tcHeapGetStats(heap);
  CHECK(stats.liveBytes == 0 && stats.corruptions == 0);
  tcHeapDestroy(heap);
}

int main(void) {
  recyclesBlocks();
  boundsWhatItKeeps();
  keepsWhatCallsNeed();
  honoursAlignment(0);
  honoursAlignment(TC_HEAP_GUARD);
  guardsBothEnds();
  servesManyThreads(0);
  servesManyThreads(TC_HEAP_GUARD);
  return checkReport();
}
