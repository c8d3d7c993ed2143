// Runs blocks of GPU threads on a CPU thread, for kernels that were compiled
// with --target=emulate; preloaded into tc-run. A thread of a block is a
// coroutine, which stops at barriers and shuffles. Threads of a block that stop
// at different places would hang a GPU: that ends the process here.
#include "threads.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

_Thread_local Block *tcEmulateHere;

// Saves what a call keeps, and goes on where `to` was saved.
void tcEmulateSwitch(void **from, void *to);
__asm__(".text\n.globl tcEmulateSwitch\ntcEmulateSwitch:\n"
        "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
        "mov %rsp, (%rdi)\nmov %rsi, %rsp\n"
        "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\n"
        "pop %rcx\njmp *%rcx\n");

void tcEmulateStop(int state) {
  Block *b = tcEmulateHere;
  int64_t t = b->now;
  b->state[t] = state;
  tcEmulateSwitch(&b->stack[t], b->main);
}

static void start(void) {
  Block *b = tcEmulateHere;
  b->run(b->buffers, b->sizes, b->now, b->block, b->shared);
  tcEmulateStop(ENDED);
  abort();
}

void tcEmulateBarrier(void) { tcEmulateStop(AT_BARRIER); }

// Two rows of words by turns: no thread writes what another has still to read.
int32_t tcEmulateShuffle(int32_t value, int32_t offset) {
  Block *b = tcEmulateHere;
  int64_t t = b->now;
  int32_t *words = b->words[b->turn[t]++ & 1];
  words[t] = value;
  tcEmulateStop(AT_SHUFFLE);
  return words[t ^ offset];
}

// The value of the thread number `lane` of `width`, a wave.
int32_t tcEmulateShuffleFrom(int32_t value, int32_t lane, int32_t width) {
  Block *b = tcEmulateHere;
  int64_t t = b->now;
  int32_t *words = b->words[b->turn[t]++ & 1];
  words[t] = value;
  tcEmulateStop(AT_SHUFFLE);
  return words[t / width * width + lane];
}

// Which threads of the warp have the same value; the most of their values.
int32_t tcEmulateMatch(int32_t value) {
  Block *b = tcEmulateHere;
  int64_t t = b->now;
  int32_t *words = b->words[b->turn[t]++ & 1];
  uint32_t same = 0;
  words[t] = value;
  tcEmulateStop(AT_SHUFFLE);
  for (int64_t i = 0; i < WAVE; ++i)
    same |= (uint32_t)(words[t / WAVE * WAVE + i] == value) << i;
  return (int32_t)same;
}

uint32_t tcEmulateMost(uint32_t value) {
  Block *b = tcEmulateHere;
  int64_t t = b->now;
  int32_t *words = b->words[b->turn[t]++ & 1];
  words[t] = (int32_t)value;
  tcEmulateStop(AT_SHUFFLE);
  for (int64_t i = 0; i < WAVE; ++i)
    if ((uint32_t)words[t / WAVE * WAVE + i] > value)
      value = (uint32_t)words[t / WAVE * WAVE + i];
  return value;
}

//===- Copies -------------------------------------------------------------===//

// Addresses that a GPU would fault at.
static void checkCopy(const Copy *c) {
  if ((uintptr_t)c->to % (uint64_t)c->bytes == 0 &&
      (!c->size || (uintptr_t)c->from % (uint64_t)c->bytes == 0))
    return;
  fprintf(stderr, "emulate: a copy of %lld bytes is not aligned\n",
          (long long)c->bytes);
  abort();
}

void tcEmulateCopy(char *to, const char *from, int64_t bytes, int32_t size) {
  Copies *c = &tcEmulateHere->copies[tcEmulateHere->now];
  if (c->size == c->capacity) {
    c->capacity = 2 * c->capacity + 16;
    c->data = realloc(c->data, c->capacity * sizeof *c->data);
  }
  c->data[c->size] = (Copy){to, from, bytes, c->groups, size};
  checkCopy(&c->data[c->size++]);
}

void tcEmulateCommit(void) {
  ++tcEmulateHere->copies[tcEmulateHere->now].groups;
}

void tcEmulateWait(int64_t pending) {
  Copies *c = &tcEmulateHere->copies[tcEmulateHere->now];
  size_t kept = 0;
  for (size_t i = 0; i < c->size; ++i) {
    Copy *copy = &c->data[i];
    if (copy->group >= c->groups - pending) {
      c->data[kept++] = *copy;
      continue;
    }
    memset(copy->to, 0, (size_t)copy->bytes);
    memcpy(copy->to, copy->from, (size_t)copy->size);
  }
  c->size = kept;
}

//===- Barriers in shared memory ------------------------------------------===//

// Shared memory begins at a multiple of its size's power of two.
Phases *tcEmulatePhasesAt(uint32_t at) {
  uint32_t offset = at - (uint32_t)(uintptr_t)tcEmulateHere->shared;
  if (offset >= SHARED || offset % sizeof(Phases)) {
    fprintf(stderr, "emulate: no mbarrier can be there\n");
    abort();
  }
  return (Phases *)(void *)(tcEmulateHere->shared + offset);
}

void tcEmulateCompleteIf(Phases *p) {
  if (p->missing || p->bytes)
    return;
  p->missing = p->arrivals;
  ++p->number;
}

static void arrive(Phases *p) {
  --p->missing;
  tcEmulateCompleteIf(p);
}

void tcEmulateBarrierInit(uint32_t at, int32_t arrivals) {
  *tcEmulatePhasesAt(at) = (Phases){.arrivals = arrivals, .missing = arrivals};
}

// Behind what the whole warp waits for.
void tcEmulateBarrierArrive(uint32_t at, int32_t one) {
  tcEmulateStop(AT_ARRIVE);
  if (one)
    arrive(tcEmulatePhasesAt(at));
}

void tcEmulateBarrierCopied(uint32_t at) {
  tcEmulateCommit();
  tcEmulateWait(0);
  arrive(tcEmulatePhasesAt(at));
}

void tcEmulateBarrierAwait(uint32_t at, int32_t parity) {
  tcEmulateHere->awaited[tcEmulateHere->now] = tcEmulatePhasesAt(at);
  tcEmulateHere->parity[tcEmulateHere->now] = parity;
  tcEmulateStop(AT_AWAIT);
}

void tcEmulateBarrierExpect(uint32_t at, int32_t bytes) {
  tcEmulatePhasesAt(at)->bytes += bytes;
  arrive(tcEmulatePhasesAt(at));
}

//===- Blocks -------------------------------------------------------------===//

static void prepare(Block *b, int64_t t) {
  void **top = (void **)(b->stacks + (t + 1) * STACK);
  *--top = NULL; // as after a call: the stack is 8 off 16
  *--top = (void *)(uintptr_t)start;
  for (int i = 0; i < 6; ++i)
    *--top = NULL;
  b->stack[t] = top;
  b->state[t] = RUNNING;
  b->turn[t] = 0;
  b->copies[t].size = 0;
  b->copies[t].groups = 0;
}

// Whether threads `from` to `to` all stop where the first does.
static bool isTogether(const Block *b, int64_t from, int64_t to) {
  for (int64_t t = from + 1; t < to; ++t)
    if (b->state[t] != b->state[from])
      return false;
  return true;
}

// Whether threads that stop in `state` wait for all of the wave.
static bool isOfWave(int state) {
  return state != RUNNING && state != ENDED && state != AT_BARRIER &&
         state != AT_AWAIT && state != AT_WAVE_MULTIPLY;
}

// Whether a thread may go on. `wave`, `wide`: whether those around it all stop
// where it does.
static bool isReleased(const Block *b, int64_t t, bool all, bool wave,
                       bool wide) {
  int state = b->state[t];
  if (state == AT_AWAIT)
    return (b->awaited[t]->number & 1) != b->parity[t];
  return state == RUNNING || (state == AT_BARRIER && all) ||
         (state == AT_WAVE_MULTIPLY && wide) || (isOfWave(state) && wave);
}

// A barrier is of the block, all else of the wave.
static size_t release(Block *b, int64_t threads) {
  size_t n = 0;
  bool all = isTogether(b, 0, threads), wave = false, wide = false;
  for (int64_t t = 0; t < threads; ++t) {
    int64_t end = t + WAVE < threads ? t + WAVE : threads;
    if (t % WAVE == 0)
      wave = isTogether(b, t, end);
    if (t % WIDE == 0)
      wide = t + WIDE <= threads && isTogether(b, t, t + WIDE);
    n += b->released[t] = isReleased(b, t, all, wave, wide);
  }
  return n;
}

static void checkEnded(const Block *b, int64_t threads) {
  for (int64_t t = 0; t < threads; ++t)
    if (b->state[t] != ENDED) {
      fprintf(stderr,
              "emulate: of block %lld threads 0 and %lld stop at "
              "different places (%d, %d)\n",
              (long long)b->block, (long long)t, b->state[0], b->state[t]);
      abort();
    }
}

// In odd blocks the last thread goes first: what only works in one order (a
// barrier is missing) gives wrong results in one of them.
static void runThreads(Block *b, int64_t threads) {
  for (int64_t t = 0; t < threads; ++t)
    prepare(b, t);
  while (release(b, threads)) {
    ++b->round;
    for (int64_t i = 0; i < threads; ++i) {
      b->now = b->block % 2 ? threads - 1 - i : i;
      if (b->released[b->now])
        tcEmulateSwitch(&b->main, b->stack[b->now]);
    }
  }
  checkEnded(b, threads);
}

enum { STACKS = MAX_THREADS * STACK };

static void freeBlock(void *block) {
  Block *b = block;
  munmap(b->stacks, STACKS);
  free(b->shared);
  free(b);
}

static pthread_key_t blocks; // frees a worker's block when it ends
static void makeKey(void) { pthread_key_create(&blocks, freeBlock); }

static Block *makeBlock(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  Block *b = calloc(1, sizeof *b);
  b->stacks = mmap(NULL, STACKS, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  b->shared = aligned_alloc(1024, SHARED);
  pthread_once(&once, makeKey);
  pthread_setspecific(blocks, b);
  return b;
}

void tcEmulateBlocks(Thread *run, void *buffers, void *sizes, int64_t low,
                     int64_t high, int64_t threads, int64_t sharedBytes,
                     int64_t stops) {
  if (!tcEmulateHere)
    tcEmulateHere = makeBlock();
  Block *b = tcEmulateHere;
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
