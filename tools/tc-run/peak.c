// Measures the machine's limits: f32 operations per second on all threads, by a
// loop of independent multiply-adds in registers, and bytes of memory per
// second, by a copy; and reads the peak memory used.
#include "tc-run/tc-run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Enough independent chains to fill two units of latency 4 or 5.
enum { chains = 12, rounds = 1 << 14 };

#define FMA_LOOP(NAME, BYTES)                                                  \
  static float NAME(float seed) {                                              \
    typedef float Vector __attribute__((vector_size(BYTES)));                  \
    Vector zero = {0}, x = zero + 0.999f, y = zero + 1e-3f, sum;               \
    Vector a0 = zero + seed, a1 = a0 + 1, a2 = a0 + 2, a3 = a0 + 3,            \
           a4 = a0 + 4, a5 = a0 + 5, a6 = a0 + 6, a7 = a0 + 7, a8 = a0 + 8,    \
           a9 = a0 + 9, a10 = a0 + 10, a11 = a0 + 11;                          \
    for (int i = 0; i < rounds; ++i) {                                         \
      a0 = a0 * x + y, a1 = a1 * x + y, a2 = a2 * x + y, a3 = a3 * x + y;      \
      a4 = a4 * x + y, a5 = a5 * x + y, a6 = a6 * x + y, a7 = a7 * x + y;      \
      a8 = a8 * x + y, a9 = a9 * x + y, a10 = a10 * x + y, a11 = a11 * x + y;  \
    }                                                                          \
    sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11;         \
    return sum[0];                                                             \
  }

// clang-format off
#if defined(__x86_64__)
__attribute__((target("avx512f"))) FMA_LOOP(fmaLoop512, 64)
__attribute__((target("avx2,fma"))) FMA_LOOP(fmaLoop256, 32)
#endif
FMA_LOOP(fmaLoop128, 16)
    // clang-format on

    typedef struct Loop {
  float (*run)(float seed);
  double flops; // of one run
} Loop;

static Loop widestLoop(void) {
  const double one = 2.0 * chains * rounds;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return (Loop){fmaLoop512, one * 16};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return (Loop){fmaLoop256, one * 8};
#endif
  return (Loop){fmaLoop128, one * 4};
}

static void runLoop(void *const *buffers, const int64_t *sizes, void *scratch,
                    int64_t lo, int64_t hi) {
  (void)sizes, (void)scratch;
  const Loop *loop = buffers[0];
  volatile float *sink = buffers[1];
  for (int64_t i = lo; i < hi; ++i)
    *sink = loop->run((float)i);
}

double runPeakFlops(TcPool *pool) {
  Loop loop = widestLoop();
  float sink;
  void *buffers[] = {&loop, &sink};
  int64_t tasks = 64 * (int64_t)tcPoolNumThreads(pool);
  double best = 0;
  for (int repeat = 0; repeat < 12; ++repeat) {
    double start = runSeconds();
    tcStatusFree(tcPoolParallelFor(pool, runLoop, buffers, NULL, tasks, 1, 0));
    double rate = loop.flops * (double)tasks / (runSeconds() - start);
    best = rate > best ? rate : best;
  }
  return best;
}

static void copyChunk(void *const *buffers, const int64_t *sizes, void *scratch,
                      int64_t lo, int64_t hi) {
  (void)scratch;
  size_t each = (size_t)sizes[0], from = (size_t)lo * each;
  memcpy((char *)buffers[0] + from, (const char *)buffers[1] + from,
         (size_t)(hi - lo) * each);
}

double runPeakBytes(TcPool *pool) {
  enum { CHUNK = 1 << 18, CHUNKS = 256, REPEATS = 5 };
  int64_t sizes[] = {CHUNK};
  void *buffers[] = {malloc((size_t)CHUNK * CHUNKS), calloc(CHUNKS, CHUNK)};
  double best = 0;
  if (buffers[1])
    memset(buffers[1], 1, (size_t)CHUNK * CHUNKS); // pages of its own
  for (int i = 0; buffers[0] && buffers[1] && i < REPEATS; ++i) {
    double start = runSeconds();
    tcStatusFree(
        tcPoolParallelFor(pool, copyChunk, buffers, sizes, CHUNKS, 1, 0));
    double rate = 2.0 * CHUNK * CHUNKS / (runSeconds() - start);
    best = rate > best ? rate : best;
  }
  free(buffers[0]);
  free(buffers[1]);
  return best;
}

double runPeakMemory(void) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  unsigned long kilobytes = 0;
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "VmHWM: %lu", &kilobytes) == 1)
      break;
  if (file)
    fclose(file);
  return (double)kilobytes * 1024;
}
