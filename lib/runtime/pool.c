//===- pool.c - The thread pool -----------------------------------*- C -*-===//
//
// Fork and join for the parallel phases of kernels. The caller is one of the
// threads; workers spin for a moment after each job, then sleep.
//
// A job's tasks are dealt out as one range of chunks per thread, so that the
// same thread meets the same data from kernel to kernel; whoever runs dry
// steals half of another's range. A job never waits for a thread that has not
// begun: a worker that the system schedules late finds the gate closed.
//
//===----------------------------------------------------------------------===//

#include "runtime/errors.h"
#include "tc/runtime.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { cacheLine = 64, defaultSpinMicroseconds = 200, maxThreads = 1024 };

typedef struct Worker {
  /// Chunks [low half, high half) that no thread has begun.
  _Alignas(cacheLine) _Atomic uint64_t range;
  void *scratch;
  size_t scratchBytes;
  TcPool *pool;
  pthread_t thread;
} Worker;

typedef struct Job {
  TcPhaseFn phase;
  void *const *buffers;
  const int64_t *sizes;
  int64_t numTasks, chunk;
} Job;

struct TcPool {
  /// Number of the job in the high half; whether it may be joined; how many
  /// workers are in it.
  _Alignas(cacheLine) _Atomic uint64_t gate;
  _Alignas(cacheLine) Job job;
  _Atomic bool taken, stopping;
  _Atomic uint32_t sleepers;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  uint64_t spinNanoseconds;
  TcHeap *heap;
  uint32_t numThreads;
  bool freshScratch; // guard mode: no scratch survives a job
  Worker workers[];  // the first is whoever calls
};

static const uint64_t gateOpen = (uint64_t)1 << 31;

static uint32_t gateJob(uint64_t gate) { return (uint32_t)(gate >> 32); }
static uint32_t gateCount(uint64_t gate) {
  return (uint32_t)gate & ~(uint32_t)gateOpen;
}

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

static uint64_t nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

static uint64_t makeRange(uint32_t lo, uint32_t hi) {
  return (uint64_t)hi << 32 | lo;
}

/// Takes the first chunk of `worker`'s own range; false if it is empty.
static bool takeChunk(Worker *worker, uint32_t *chunk) {
  uint64_t range = atomic_load(&worker->range);
  do {
    uint32_t lo = (uint32_t)range, hi = (uint32_t)(range >> 32);
    if (lo >= hi)
      return false;
    *chunk = lo;
  } while (!atomic_compare_exchange_weak(
      &worker->range, &range,
      makeRange((uint32_t)range + 1, (uint32_t)(range >> 32))));
  return true;
}

/// Moves the upper half of `victim`'s range to `worker`, whose own is empty.
static bool steal(Worker *worker, Worker *victim) {
  uint64_t range = atomic_load(&victim->range);
  uint32_t lo, hi, mid;
  do {
    lo = (uint32_t)range, hi = (uint32_t)(range >> 32);
    if (lo >= hi)
      return false;
    mid = lo + (hi - lo) / 2;
  } while (!atomic_compare_exchange_weak(&victim->range, &range,
                                         makeRange(lo, mid)));
  atomic_store(&worker->range, makeRange(mid, hi));
  return true;
}

static bool stealAny(TcPool *pool, uint32_t self) {
  for (uint32_t i = 1; i < pool->numThreads; ++i)
    if (steal(&pool->workers[self],
              &pool->workers[(self + i) % pool->numThreads]))
      return true;
  return false;
}

static void runChunk(const Job *job, uint32_t chunk, void *scratch) {
  int64_t lo = (int64_t)chunk * job->chunk;
  int64_t left = job->numTasks - lo;
  int64_t hi = lo + (left < job->chunk ? left : job->chunk);
  job->phase(job->buffers, job->sizes, scratch, lo, hi);
}

/// Runs chunks until every chunk has been begun.
static void runShare(TcPool *pool, uint32_t self) {
  Worker *worker = &pool->workers[self];
  uint32_t chunk;
  do
    while (takeChunk(worker, &chunk))
      runChunk(&pool->job, chunk, worker->scratch);
  while (stealAny(pool, self));
}

//===----------------------------------------------------------------------===//
// Workers
//===----------------------------------------------------------------------===//

/// Enters the job behind the gate if it is open and not the one `seen`, which
/// it becomes.
static bool tryJoin(TcPool *pool, uint32_t *seen) {
  uint64_t gate = atomic_load(&pool->gate);
  while (gateJob(gate) != *seen && gate & gateOpen)
    if (atomic_compare_exchange_weak(&pool->gate, &gate, gate + 1)) {
      *seen = gateJob(gate);
      return true;
    }
  return false;
}

static bool hasNews(TcPool *pool, uint32_t seen) {
  uint64_t gate = atomic_load(&pool->gate);
  return (gateJob(gate) != seen && gate & gateOpen) ||
         atomic_load(&pool->stopping);
}

static void sleepForNews(TcPool *pool, uint32_t seen) {
  pthread_mutex_lock(&pool->mutex);
  atomic_fetch_add(&pool->sleepers, 1);
  while (!hasNews(pool, seen))
    pthread_cond_wait(&pool->wake, &pool->mutex);
  atomic_fetch_sub(&pool->sleepers, 1);
  pthread_mutex_unlock(&pool->mutex);
}

static void waitForNews(TcPool *pool, uint32_t seen) {
  uint64_t deadline = 0;
  for (unsigned turn = 1; !hasNews(pool, seen); ++turn) {
    relax();
    if (turn % 64)
      continue;
    uint64_t now = nanoseconds();
    if (!deadline)
      deadline = now + pool->spinNanoseconds;
    if (now >= deadline) {
      sleepForNews(pool, seen);
      return;
    }
  }
}

static void *workerMain(void *argument) {
  Worker *worker = argument;
  TcPool *pool = worker->pool;
  uint32_t self = (uint32_t)(worker - pool->workers), seen = 0;
  while (!atomic_load(&pool->stopping)) {
    if (tryJoin(pool, &seen)) {
      runShare(pool, self);
      atomic_fetch_sub(&pool->gate, 1);
    }
    waitForNews(pool, seen);
  }
  return NULL;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static void freeScratch(TcPool *pool, Worker *worker) {
  tcHeapFree(pool->heap, worker->scratch);
  worker->scratch = NULL;
  worker->scratchBytes = 0;
}

static bool growScratch(TcPool *pool, size_t bytes) {
  for (uint32_t i = 0; i < pool->numThreads; ++i) {
    Worker *worker = &pool->workers[i];
    if (worker->scratchBytes >= bytes && !pool->freshScratch)
      continue;
    freeScratch(pool, worker);
    worker->scratch = tcHeapAlloc(pool->heap, bytes, cacheLine);
    if (!worker->scratch)
      return false;
    worker->scratchBytes = bytes;
  }
  return true;
}

static TcStatus noScratch(size_t bytes) {
  return tcStatusMake(TC_ERROR_RUNTIME_NO_MEMORY,
                      "no memory for %zu bytes of scratch per thread", bytes);
}

/// Runs on the calling thread alone: the pool is busy, or the job too small.
static TcStatus runSerial(TcPool *pool, const Job *job, size_t scratchBytes) {
  void *scratch = NULL;
  if (scratchBytes) {
    scratch = tcHeapAlloc(pool->heap, scratchBytes, cacheLine);
    if (!scratch)
      return noScratch(scratchBytes);
  }
  job->phase(job->buffers, job->sizes, scratch, 0, job->numTasks);
  tcHeapFree(pool->heap, scratch);
  return TC_OK;
}

static void dealChunks(TcPool *pool, uint32_t numChunks) {
  uint64_t n = pool->numThreads;
  for (uint32_t i = 0; i < n; ++i)
    atomic_store_explicit(&pool->workers[i].range,
                          makeRange((uint32_t)(numChunks * (uint64_t)i / n),
                                    (uint32_t)(numChunks * (i + 1ull) / n)),
                          memory_order_relaxed);
}

static void openGate(TcPool *pool) {
  uint64_t gate = atomic_load_explicit(&pool->gate, memory_order_relaxed);
  atomic_store(&pool->gate, (uint64_t)(gateJob(gate) + 1) << 32 | gateOpen);
  if (!atomic_load(&pool->sleepers))
    return;
  pthread_mutex_lock(&pool->mutex);
  pthread_cond_broadcast(&pool->wake);
  pthread_mutex_unlock(&pool->mutex);
}

/// Lets nobody else in and waits for those who are.
static void closeGate(TcPool *pool) {
  atomic_fetch_and(&pool->gate, ~gateOpen);
  for (unsigned turn = 1; gateCount(atomic_load(&pool->gate)); ++turn) {
    relax();
    if (turn % 4096 == 0)
      sched_yield();
  }
}

static void runParallel(TcPool *pool, const Job *job, uint32_t numChunks) {
  pool->job = *job;
  dealChunks(pool, numChunks);
  openGate(pool);
  runShare(pool, 0);
  closeGate(pool);
}

/// Chunks are numbered in 32 bits, whatever the grain.
static int64_t chunkSize(int64_t numTasks, int64_t grain) {
  int64_t least = numTasks / (UINT32_MAX / 2) + 1;
  return grain > least ? grain : least;
}

TcStatus tcPoolParallelFor(void *context, TcPhaseFn phase, void *const *buffers,
                           const int64_t *sizes, int64_t numTasks,
                           int64_t grain, size_t scratchBytes) {
  TcPool *pool = context;
  if (numTasks <= 0)
    return TC_OK;
  Job job = {phase, buffers, sizes, numTasks, chunkSize(numTasks, grain)};
  uint32_t numChunks =
      (uint32_t)(numTasks / job.chunk + (numTasks % job.chunk != 0));
  if (numChunks == 1 || pool->numThreads == 1 ||
      atomic_exchange(&pool->taken, true))
    return runSerial(pool, &job, scratchBytes);
  TcStatus status = TC_OK;
  if (!scratchBytes || growScratch(pool, scratchBytes))
    runParallel(pool, &job, numChunks);
  else
    status = noScratch(scratchBytes);
  atomic_store(&pool->taken, false);
  return status;
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

static uint32_t usableCpus(void) {
#ifdef __linux__
  cpu_set_t set;
  if (!sched_getaffinity(0, sizeof set, &set))
    return (uint32_t)CPU_COUNT(&set);
#endif
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (uint32_t)n : 1;
}

static TcPool *poolAllocate(uint32_t numThreads) {
  size_t bytes = sizeof(TcPool) + numThreads * sizeof(Worker);
  TcPool *pool = aligned_alloc(cacheLine, bytes);
  if (!pool)
    return NULL;
  *pool = (TcPool){.numThreads = numThreads};
  for (uint32_t i = 0; i < numThreads; ++i)
    pool->workers[i] = (Worker){.pool = pool};
  return pool;
}

/// The `index`-th usable CPU after the one that the caller is on.
static void pinTo(pthread_t thread, uint32_t index) {
#ifdef __linux__
  cpu_set_t usable, one;
  int cpu = sched_getcpu();
  if (cpu < 0 || sched_getaffinity(0, sizeof usable, &usable) ||
      !CPU_COUNT(&usable))
    return;
  for (index %= (uint32_t)CPU_COUNT(&usable); index; --index)
    do
      cpu = (cpu + 1) % CPU_SETSIZE;
    while (!CPU_ISSET(cpu, &usable));
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  pthread_setaffinity_np(thread, sizeof one, &one);
#else
  (void)thread, (void)index;
#endif
}

/// Starts the workers; where the system refuses one, those before it remain.
static void startWorkers(TcPool *pool, uint32_t wanted, bool pin) {
  // Workers read numThreads only inside a job, which comes after this.
  pool->numThreads = 1;
  for (uint32_t i = 1; i < wanted; ++i) {
    Worker *worker = &pool->workers[i];
    if (pthread_create(&worker->thread, NULL, workerMain, worker))
      return;
    if (pin)
      pinTo(worker->thread, i);
    pool->numThreads = i + 1;
  }
}

TcPool *tcPoolCreate(const TcPoolOptions *options) {
  TcPoolOptions o = {0};
  if (options) // of this version or another
    memcpy(&o, options,
           options->structSize < sizeof o ? options->structSize : sizeof o);
  uint32_t numThreads = o.numThreads ? o.numThreads : usableCpus();
  if (numThreads > maxThreads)
    numThreads = maxThreads;
  TcPool *pool = poolAllocate(numThreads);
  if (!pool)
    return NULL;
  pool->heap = tcHeapCreate(o.heapFlags);
  if (!pool->heap) {
    free(pool);
    return NULL;
  }
  pool->freshScratch = o.heapFlags & TC_HEAP_GUARD;
  uint32_t spin = o.spinMicroseconds;
  pool->spinNanoseconds = 1000ull * (spin ? spin : defaultSpinMicroseconds);
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->wake, NULL);
  startWorkers(pool, numThreads, o.pinWorkers);
  return pool;
}

void tcPoolDestroy(TcPool *pool) {
  if (!pool)
    return;
  atomic_store(&pool->stopping, true);
  pthread_mutex_lock(&pool->mutex);
  pthread_cond_broadcast(&pool->wake);
  pthread_mutex_unlock(&pool->mutex);
  for (uint32_t i = 1; i < pool->numThreads; ++i)
    pthread_join(pool->workers[i].thread, NULL);
  for (uint32_t i = 0; i < pool->numThreads; ++i)
    freeScratch(pool, &pool->workers[i]);
  tcHeapDestroy(pool->heap);
  pthread_cond_destroy(&pool->wake);
  pthread_mutex_destroy(&pool->mutex);
  free(pool);
}

uint32_t tcPoolNumThreads(const TcPool *pool) { return pool->numThreads; }
