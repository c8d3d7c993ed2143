// Runs blocks of GPU threads on a CPU thread, for kernels that were compiled
// with --target=emulate; preloaded into tc-run. A thread of a block is a
// coroutine, which stops at barriers and shuffles. Threads of a block that stop
// at different places would hang a GPU: that ends the process here.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef void Thread(void *buffers, void *sizes, int64_t thread, int64_t block,
                    void *shared);

void tcEmulateBlocks(Thread *run, void *buffers, void *sizes, int64_t low,
                     int64_t high, int64_t threads, int64_t sharedBytes,
                     int64_t stops);
void tcEmulateBarrier(void);
int32_t tcEmulateShuffle(int32_t value, int32_t offset);

enum { MAX_THREADS = 1024, STACK = 256 << 10, SHARED = 256 << 10 };
enum { RUNNING, AT_BARRIER, AT_SHUFFLE, ENDED };

typedef struct Block {
  Thread *run;
  void *buffers, *sizes, *main, *stack[MAX_THREADS];
  int64_t block, now;
  int state[MAX_THREADS];
  int32_t words[2][MAX_THREADS];
  int turn[MAX_THREADS]; // shuffles that the thread has made
  char *stacks, *shared;
} Block;

static _Thread_local Block *here;

// Saves what a call keeps, and goes on where `to` was saved.
void tcEmulateSwitch(void **from, void *to);
__asm__(".text\n.globl tcEmulateSwitch\ntcEmulateSwitch:\n"
        "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
        "mov %rsp, (%rdi)\nmov %rsi, %rsp\n"
        "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n");

static void stop(int state) {
  Block *b = here;
  int64_t t = b->now;
  b->state[t] = state;
  tcEmulateSwitch(&b->stack[t], b->main);
}

static void start(void) {
  Block *b = here;
  b->run(b->buffers, b->sizes, b->now, b->block, b->shared);
  stop(ENDED);
  abort();
}

void tcEmulateBarrier(void) { stop(AT_BARRIER); }

// Two rows of words by turns: no thread writes what another has still to read.
int32_t tcEmulateShuffle(int32_t value, int32_t offset) {
  Block *b = here;
  int64_t t = b->now;
  int32_t *words = b->words[b->turn[t]++ & 1];
  words[t] = value;
  stop(AT_SHUFFLE);
  return words[t ^ offset];
}

static void prepare(Block *b, int64_t t) {
  void **top = (void **)(b->stacks + (t + 1) * STACK);
  *--top = NULL; // as after a call: the stack is 8 off 16
  *--top = (void *)(uintptr_t)start;
  for (int i = 0; i < 6; ++i)
    *--top = NULL;
  b->stack[t] = top;
  b->state[t] = RUNNING;
  b->turn[t] = 0;
}

// In odd blocks the last thread goes first: what only works in one order (a
// barrier is missing) gives wrong results in one of them.
static void runThreads(Block *b, int64_t threads) {
  for (int64_t t = 0; t < threads; ++t)
    prepare(b, t);
  do {
    for (int64_t i = 0; i < threads; ++i) {
      b->now = b->block % 2 ? threads - 1 - i : i;
      tcEmulateSwitch(&b->main, b->stack[b->now]);
    }
    for (int64_t t = 1; t < threads; ++t)
      if (b->state[t] != b->state[0]) {
        fprintf(stderr, "emulate: of block %lld threads 0 and %lld stop at "
                        "different places (%d, %d)\n",
                (long long)b->block, (long long)t, b->state[0], b->state[t]);
        abort();
      }
  } while (b->state[0] != ENDED);
}

static Block *makeBlock(void) {
  Block *b = calloc(1, sizeof *b);
  size_t bytes = (size_t)MAX_THREADS * STACK;
  b->stacks = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  b->shared = aligned_alloc(64, SHARED);
  return b;
}

void tcEmulateBlocks(Thread *run, void *buffers, void *sizes, int64_t low,
                     int64_t high, int64_t threads, int64_t sharedBytes,
                     int64_t stops) {
  if (!here)
    here = makeBlock();
  Block *b = here;
  b->run = run;
  b->buffers = buffers;
  b->sizes = sizes;
  for (b->block = low; b->block < high; ++b->block) {
    memset(b->shared, 0xFF, (size_t)sharedBytes); // NaN: nobody may rely on it
    for (int64_t t = 0; !stops && t < threads; ++t)
      run(buffers, sizes, t, b->block, b->shared);
    if (stops)
      runThreads(b, threads);
  }
}
