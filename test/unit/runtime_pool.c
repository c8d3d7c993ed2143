// The thread pool: every task is run exactly once, whatever the counts, the
// grain and the number of callers; scratch is private; forks are cheap.
#include "check.h"
#include "tc/runtime.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static void countTasks(void *const *buffers, const int64_t *sizes,
                       void *scratch, int64_t lo, int64_t hi) {
  (void)sizes, (void)scratch;
  _Atomic int *counts = buffers[0];
  for (int64_t i = lo; i < hi; ++i)
    atomic_fetch_add(&counts[i], 1);
}

static void runsEachTaskOnce(TcPool *pool, int64_t n, int64_t grain) {
  int *counts = calloc((size_t)n + 1, sizeof *counts);
  void *buffers[] = {counts};
  CHECK(!tcPoolParallelFor(pool, countTasks, buffers, NULL, n, grain, 0));
  int64_t wrong = counts[n] != 0;
  for (int64_t i = 0; i < n; ++i)
    wrong += counts[i] != 1;
  CHECK(wrong == 0);
  free(counts);
}

/// Writes its thread's scratch, dawdles, and checks that nobody else did.
static void useScratch(void *const *buffers, const int64_t *sizes,
                       void *scratch, int64_t lo, int64_t hi) {
  int64_t n = sizes[0], *words = scratch;
  for (int64_t i = 0; i < n; ++i)
    words[i] = lo;
  for (int64_t i = 0; i < n; ++i)
    if (words[i] != lo || (size_t)scratch % 64)
      atomic_fetch_add((_Atomic int *)buffers[0], 1);
  atomic_fetch_add((_Atomic int64_t *)buffers[1], hi - lo);
}

static void givesPrivateScratch(TcPool *pool) {
  for (int64_t words = 1; words < 100000; words *= 7) {
    int wrong = 0;
    int64_t done = 0;
    void *buffers[] = {&wrong, &done};
    CHECK(!tcPoolParallelFor(pool, useScratch, buffers, &words, 1000, 3,
                             (size_t)words * 8));
    CHECK(wrong == 0);
    CHECK(done == 1000);
  }
}

static void reportsNoMemory(TcPool *pool) {
  int64_t n = 1;
  TcStatus status =
      tcPoolParallelFor(pool, useScratch, NULL, &n, 10, 1, SIZE_MAX / 2);
  CHECK(tcStatusCode(status) == TC_STATUS_RESOURCE_EXHAUSTED);
  tcStatusFree(status);
}

static void *callRepeatedly(void *pool) {
  for (int i = 0; i < 300; ++i) {
    runsEachTaskOnce(pool, 1 + i * 7, 1 + i % 5);
    if (i % 50 == 0)
      givesPrivateScratch(pool);
  }
  return NULL;
}

static void servesManyCallers(TcPool *pool) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, callRepeatedly, pool);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
}

static void wakesSleepers(TcPool *pool) {
  for (int i = 0; i < 5; ++i) {
    nanosleep(&(struct timespec){0, 3000000}, NULL);
    runsEachTaskOnce(pool, 1000, 1);
  }
}

static double microseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void spinTenMicroseconds(void *const *buffers, const int64_t *sizes,
                                void *scratch, int64_t lo, int64_t hi) {
  (void)buffers, (void)sizes, (void)scratch;
  double end = microseconds() + 10.0 * (double)(hi - lo);
  while (microseconds() < end)
    ;
}

/// A job of one 10 us task per thread takes 10 us and the cost of the fork.
static void measuresForks(TcPool *pool) {
  double best = 1e9;
  for (int repeat = 0; repeat < 5000; ++repeat) {
    double start = microseconds();
    CHECK(!tcPoolParallelFor(pool, spinTenMicroseconds, NULL, NULL,
                             tcPoolNumThreads(pool), 1, 0));
    double took = microseconds() - start;
    best = took < best ? took : best;
  }
  printf("fork-join on %u threads: %.2f us\n", tcPoolNumThreads(pool),
         best - 10);
}

int main(void) {
  for (uint32_t threads = 1; threads <= 5; ++threads)
    for (unsigned flags = 0; flags <= TC_HEAP_GUARD; ++flags) {
      TcPoolOptions options = {.structSize = sizeof options,
                               .numThreads = threads,
                               .spinMicroseconds = 20,
                               .heapFlags = flags};
      TcPool *pool = tcPoolCreate(&options);
      CHECK(pool && tcPoolNumThreads(pool) == threads);
      const int64_t counts[] = {0, 1, 2, 3, 7, 64, 1000, 65537};
      for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i)
        for (int64_t grain = 0; grain <= 100; grain = grain * 3 + 1)
          runsEachTaskOnce(pool, counts[i], grain);
      givesPrivateScratch(pool);
      reportsNoMemory(pool);
      servesManyCallers(pool);
      wakesSleepers(pool);
      tcPoolDestroy(pool);
    }
  TcPool *pool = tcPoolCreate(NULL);
  runsEachTaskOnce(pool, 1000, 1);
  tcPoolDestroy(pool);
  TcPoolOptions pinned = {.structSize = sizeof pinned, .pinWorkers = true};
  pool = tcPoolCreate(&pinned);
  runsEachTaskOnce(pool, 1000, 1);
  measuresForks(pool);
  tcPoolDestroy(pool);
  return checkReport();
}
