// What one core multiplies and reads, for bench/products.py: lines of a name
// and a number. f32 and bf16 are GFLOP/s of the widest vector instructions that
// the argument allows ("avx2", "avx512" or "host"), or of tile registers, from
// registers; bf16-l1 is the latter's with two tiles of rows and two of columns
// loaded from the L1 cache for four products, as blocks of sums do; read is
// GB/s of memory that no cache holds. Least times of some runs, of processor
// time, so that other processes count little.
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

// SUMS chains of multiplications. The empty assembly keeps each sum in a
// register of its own.
#define CHAIN(I, MULTIPLY)                                                     \
  s##I = MULTIPLY(s##I);                                                       \
  __asm__ volatile("" : "+v"(s##I));
#define CHAINS(NAME, ATTRIBUTE, VECTOR, MULTIPLY)                              \
  ATTRIBUTE static void NAME(void) {                                           \
    VECTOR s0 = {0}, s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0,     \
           s7 = s0, s8 = s0, s9 = s0, s10 = s0, s11 = s0;                      \
    for (int step = 0; step < STEPS; ++step) {                                 \
      CHAIN(0, MULTIPLY)                                                       \
      CHAIN(1, MULTIPLY)                                                       \
      CHAIN(2, MULTIPLY) CHAIN(3, MULTIPLY) CHAIN(4, MULTIPLY)                 \
          CHAIN(5, MULTIPLY) CHAIN(6, MULTIPLY) CHAIN(7, MULTIPLY)             \
              CHAIN(8, MULTIPLY) CHAIN(9, MULTIPLY) CHAIN(10, MULTIPLY)        \
                  CHAIN(11, MULTIPLY)                                          \
    }                                                                          \
  }

#define MULTIPLY256(X) _mm256_fmadd_ps(X, X, X)
#define MULTIPLY512(X) _mm512_fmadd_ps(X, X, X)
#define DOTS512(X) _mm512_dpbf16_ps(X, (__m512bh)X, (__m512bh)X)

CHAINS(multiply256, AVX2, __m256, MULTIPLY256)
CHAINS(multiply512, AVX512, __m512, MULTIPLY512)
CHAINS(dots512, DOTS, __m512, DOTS512)

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

enum { WORDS = 1 << 25, STREAMS = 8, LINE = 8 }; // of 8 bytes
static long long *memory;
static volatile long long total;

static inline long long line(const long long *at) {
  return at[0] + at[1] + at[2] + at[3] + at[4] + at[5] + at[6] + at[7];
}

// One stream.
static void readAlong(void) {
  long long sum = 0;
  for (long i = 0; i < WORDS; i += LINE)
    sum += line(memory + i);
  total = sum;
}

// Several side by side, as rows of a matrix are read.
static void readRows(void) {
  long long sum = 0;
  for (long i = 0; i < WORDS / STREAMS; i += LINE)
    for (long k = 0; k < STREAMS; ++k)
      sum += line(memory + k * (WORDS / STREAMS) + i);
  total = sum;
}

static double greater(double x, double y) { return x > y ? x : y; }

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
  printf("read %.1f\n",
         greater(rate(readAlong, 8.0 * WORDS), rate(readRows, 8.0 * WORDS)));
  return 0;
}
