// What one core multiplies and reads, for bench/products.py: lines of a name
// and a number. f32 and bf16 are GFLOP/s of the widest vector instructions that
// the argument allows ("avx2", "avx512" or "host"), or of tile registers, from
// registers; bf16-l1 is the latter's with two tiles of rows and two of columns
// loaded from the L1 cache for four products, as blocks of sums do; read is
// GB/s of a sum over memory that no cache holds. Least times of some runs, of
// processor time, so that other processes count little.
#include <immintrin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 20, STEPS = 100000, SUMS = 12 };

#define AVX2 __attribute__((target("avx2,fma")))
#define AVX512 __attribute__((target("avx512f")))
#define DOTS __attribute__((target("avx512f,avx512bf16")))
#define TILES __attribute__((target("amx-tile,amx-bf16")))

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// GFLOP/s of a function that does so many operations.
static double rate(void (*run)(void), double operations) {
  double least = 1e9;
  for (int i = 0; i < RUNS; ++i) {
    double start = seconds();
    run();
    double took = seconds() - start;
    least = took < least ? took : least;
  }
  return 1e-9 * operations / least;
}

// SUMS chains of multiplications; the empty assembly keeps each in a register
// of its own.
#define CHAINS(NAME, ATTRIBUTE, VECTOR, MULTIPLY)                              \
  ATTRIBUTE static void NAME(void) {                                           \
    VECTOR sums[SUMS];                                                         \
    memset(sums, 0, sizeof sums);                                              \
    for (int step = 0; step < STEPS; ++step)                                   \
      _Pragma("GCC unroll 12") for (int i = 0; i < SUMS; ++i) {                \
        sums[i] = MULTIPLY;                                                    \
        __asm__ volatile("" : "+v"(sums[i]));                                  \
      }                                                                        \
  }

CHAINS(multiply256, AVX2, __m256, _mm256_fmadd_ps(sums[i], sums[i], sums[i]))
CHAINS(multiply512, AVX512, __m512, _mm512_fmadd_ps(sums[i], sums[i], sums[i]))
CHAINS(dots512, DOTS, __m512,
       _mm512_dpbf16_ps(sums[i], (__m512bh)sums[i], (__m512bh)sums[i]))

//===- Tile registers -----------------------------------------------------===//

static char operands[4][1024] __attribute__((aligned(64)));

TILES static void multiplyTiles(void) {
  _tile_dpbf16ps(0, 4, 6);
  _tile_dpbf16ps(1, 4, 7);
  _tile_dpbf16ps(2, 5, 6);
  _tile_dpbf16ps(3, 5, 7);
}

TILES static void tiles(void) {
  for (int i = 0; i < STEPS; ++i)
    multiplyTiles();
}

TILES static void loadedTiles(void) {
  for (int i = 0; i < STEPS; ++i) {
    _tile_loadd(6, operands[2], 64);
    _tile_loadd(7, operands[3], 64);
    _tile_loadd(4, operands[0], 64);
    _tile_loadd(5, operands[1], 64);
    multiplyTiles();
  }
}

TILES static void printTiles(void) {
  unsigned char config[64] = {1};
  for (int i = 0; i < 8; ++i) {
    config[16 + 2 * i] = 64; // bytes a row
    config[48 + i] = 16;     // rows
  }
  double operations = 4.0 * 2 * 16 * 16 * 32 * STEPS;
  _tile_loadconfig(config);
  double registers = rate(tiles, operations),
         l1 = rate(loadedTiles, operations);
  _tile_release();
  printf("bf16 %.1f\nbf16-l1 %.1f\n", registers, l1);
}

static int hasTiles(void) {
  enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
  return __builtin_cpu_supports("amx-bf16") &&
         !syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA);
}

//===- Memory -------------------------------------------------------------===//

enum { WORDS = 1 << 25 };
static long long *memory;
static volatile long long total;

static void sumUp(void) {
  long long sums[8] = {0};
  for (long i = 0; i < WORDS; i += 8)
    for (int k = 0; k < 8; ++k)
      sums[k] += memory[i + k];
  total = sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] +
          sums[7];
}

int main(int argc, char **argv) {
  const char *limit = argc > 1 ? argv[1] : "host";
  double each = 2.0 * SUMS * STEPS;
  int wide = strcmp(limit, "avx2") && __builtin_cpu_supports("avx512f");
  int host = !strcmp(limit, "host");
  printf("f32 %.1f\n",
         wide ? rate(multiply512, 16 * each) : rate(multiply256, 8 * each));
  if (host && hasTiles())
    printTiles();
  else if (host && wide && __builtin_cpu_supports("avx512bf16"))
    printf("bf16 %.1f\n", rate(dots512, 32 * each));
  memory = malloc(WORDS * sizeof *memory);
  memset(memory, 1, WORDS * sizeof *memory);
  printf("read %.1f\n", rate(sumUp, 8.0 * WORDS));
  return 0;
}
