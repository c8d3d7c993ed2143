// What one core's tile registers (AMX) multiply of bf16, in GFLOP/s: from
// registers, and with two tiles of rows and two of columns loaded from the L1
// cache for four products, as blocks of sums of a matrix product do. Prints
// both, or nothing where there are no tile registers. For bench/products.py.
#include <immintrin.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define TILES __attribute__((target("amx-tile,amx-bf16")))

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

TILES static void multiply(void) {
  _tile_dpbf16ps(0, 4, 6);
  _tile_dpbf16ps(1, 4, 7);
  _tile_dpbf16ps(2, 5, 6);
  _tile_dpbf16ps(3, 5, 7);
}

// Of the least of some runs.
TILES static double rate(int load) {
  enum { RUNS = 20, STEPS = 100000 };
  static char operands[4][1024] __attribute__((aligned(64)));
  double least = 1e9;
  for (int run = 0; run < RUNS; ++run) {
    double start = seconds();
    for (int i = 0; i < STEPS; ++i) {
      if (load) {
        _tile_loadd(6, operands[2], 64);
        _tile_loadd(7, operands[3], 64);
        _tile_loadd(4, operands[0], 64);
        _tile_loadd(5, operands[1], 64);
      }
      multiply();
    }
    double took = seconds() - start;
    least = took < least ? took : least;
  }
  return 1e-9 * 4 * 2 * 16 * 16 * 32 * STEPS / least;
}

TILES int main(void) {
  enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
  unsigned char config[64] = {1};
  if (!__builtin_cpu_supports("amx-bf16") ||
      syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA))
    return 0;
  for (int i = 0; i < 8; ++i) {
    config[16 + 2 * i] = 64; // bytes a row
    config[48 + i] = 16;     // rows
  }
  _tile_loadconfig(config);
  double registers = rate(0), cache = rate(1);
  _tile_release();
  printf("%.1f %.1f\n", registers, cache);
  return 0;
}
