// What threads.c, thread_tensors.c and thread_units.c share: the block whose
// threads a CPU thread runs, and where one of them stops. The functions that
// compiled kernels call are declared by passes/lower/gpu/emulate.c.
#ifndef TC_TEST_GPU_THREADS_H
#define TC_TEST_GPU_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void Thread(void *buffers, void *sizes, int64_t thread, int64_t block,
                    void *shared);

void tcEmulateBlocks(Thread *run, void *buffers, void *sizes, int64_t low,
                     int64_t high, int64_t threads, int64_t sharedBytes,
                     int64_t stops);
void tcEmulateBarrier(void);
int32_t tcEmulateShuffle(int32_t value, int32_t offset);
int32_t tcEmulateShuffleFrom(int32_t value, int32_t lane, int32_t width);
int32_t tcEmulateMatch(int32_t value);
uint32_t tcEmulateMost(uint32_t value);
void tcEmulateCopy(char *to, const char *from, int64_t bytes, int32_t size);
void tcEmulateCommit(void);
void tcEmulateWait(int64_t pending);
void tcEmulateLoadMatrix(const char *at, int64_t transposed, uint32_t *out);
void tcEmulateMultiply(int64_t types, uint32_t *words);
void tcEmulateWaveMultiply(int64_t type, uint32_t *words);
void tcEmulateDoubleMultiply(int64_t m, int64_t k, double *words);
void tcEmulateGroupMultiply(float *sums, uint64_t a, uint64_t b, int64_t n,
                            int64_t types, int64_t aTransposed,
                            int64_t bTransposed, int64_t fresh);
void tcEmulateGroupMultiplyRows(uint32_t *words, uint64_t b, int64_t n,
                                int64_t bf16, int64_t bTransposed,
                                int64_t fresh);
void tcEmulateBarrierInit(uint32_t at, int32_t arrivals);
void tcEmulateBarrierArrive(uint32_t at, int32_t one);
void tcEmulateBarrierCopied(uint32_t at);
void tcEmulateBarrierAwait(uint32_t at, int32_t parity);
void tcEmulateBarrierExpect(uint32_t at, int32_t bytes);
void tcEmulateTensorCopy(uint32_t to, const int64_t *map, uint32_t barrier,
                         int32_t x0, int32_t x1, int32_t x2, int32_t x3,
                         int32_t x4);
void tcEmulateImageCopy(uint32_t to, const int64_t *map, uint32_t barrier,
                        int32_t x0, int32_t x1, int32_t x2, int32_t x3,
                        int32_t x4, int32_t o0, int32_t o1, int32_t o2);

// Of stacks a power of two apart, the ends would share few sets of the caches.
enum { MAX_THREADS = 1024, STACK = (256 << 10) + 576, SHARED = 256 << 10 };
enum {
  RUNNING,
  AT_BARRIER,
  AT_SHUFFLE,
  AT_MATRIX,
  AT_MULTIPLY,
  AT_GROUP_MULTIPLY,
  AT_WAVE_MULTIPLY,
  AT_ARRIVE,
  AT_AWAIT,
  ENDED
};
enum { WAVE = 32, WIDE = 64, FRAGMENTS = 12 };

// A copy that is on its way: it is done when its thread waits for its group.
typedef struct Copy {
  char *to;
  const char *from;
  int64_t bytes, group;
  int32_t size;
} Copy;

typedef struct Copies {
  Copy *data;
  size_t size, capacity;
  int64_t groups; // that are committed
} Copies;

// What two descriptors name, as numbers: for all threads of a warp group, until
// threads have run on.
enum { MAX_N = 256, STEPS = 32, NAMED = 32 };
typedef struct Named {
  uint64_t a, b, round;
  float rows[64][STEPS], columns[MAX_N][STEPS];
} Named;

typedef struct Block {
  Thread *run;
  void *buffers, *sizes, *main, *stack[MAX_THREADS];
  int64_t block, now;
  int state[MAX_THREADS];
  int32_t words[2][MAX_THREADS];
  const char *rows[2][MAX_THREADS]; // of matrices, a lane each
  uint32_t fragments[2][MAX_THREADS][FRAGMENTS];
  Copies copies[MAX_THREADS];
  struct Phases *awaited[MAX_THREADS];
  int32_t parity[MAX_THREADS]; // of the phase that a thread waits for
  bool released[MAX_THREADS];
  Named named[NAMED];
  uint64_t round;        // of all threads, from stop to stop
  int turn[MAX_THREADS]; // exchanges that the thread has made
  char *stacks, *shared;
} Block;

// An mbarrier: 8 bytes.
typedef struct Phases {
  int64_t arrivals : 12, missing : 12; // of each phase; of this one
  int64_t bytes : 24;                  // to be copied before it is complete
  uint64_t number : 16;                // of phases that are complete
} Phases;

/// The block of the thread that runs. (Found without a call, as in a program:
/// this library is preloaded.)
extern _Thread_local Block *tcEmulateHere
    __attribute__((tls_model("initial-exec")));

/// Goes on with another thread until those that this one waits for are there.
void tcEmulateStop(int state);

/// The mbarrier at the address in shared memory; none is there: ends the
/// process.
Phases *tcEmulatePhasesAt(uint32_t at);
/// Begins the next phase if nothing is missing of this one.
void tcEmulateCompleteIf(Phases *p);

#endif // TC_TEST_GPU_THREADS_H
