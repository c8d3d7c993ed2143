// Runs blocks of GPU threads on a CPU thread, for kernels that were compiled
// with --target=emulate; preloaded into tc-run. A thread of a block is a
// coroutine, which stops at barriers and shuffles. Threads of a block that stop
// at different places would hang a GPU: that ends the process here.
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
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

// (Found without a call, as in a program: this library is preloaded.)
static _Thread_local Block *here __attribute__((tls_model("initial-exec")));

// Saves what a call keeps, and goes on where `to` was saved.
void tcEmulateSwitch(void **from, void *to);
__asm__(".text\n.globl tcEmulateSwitch\ntcEmulateSwitch:\n"
        "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
        "mov %rsp, (%rdi)\nmov %rsi, %rsp\n"
        "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\n"
        "pop %rcx\njmp *%rcx\n");

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

// The value of the thread number `lane` of `width`, a wave.
int32_t tcEmulateShuffleFrom(int32_t value, int32_t lane, int32_t width) {
  Block *b = here;
  int64_t t = b->now;
  int32_t *words = b->words[b->turn[t]++ & 1];
  words[t] = value;
  stop(AT_SHUFFLE);
  return words[t / width * width + lane];
}

// Which threads of the warp have the same value; the most of their values.
int32_t tcEmulateMatch(int32_t value) {
  Block *b = here;
  int64_t t = b->now;
  int32_t *words = b->words[b->turn[t]++ & 1];
  uint32_t same = 0;
  words[t] = value;
  stop(AT_SHUFFLE);
  for (int64_t i = 0; i < WAVE; ++i)
    same |= (uint32_t)(words[t / WAVE * WAVE + i] == value) << i;
  return (int32_t)same;
}

uint32_t tcEmulateMost(uint32_t value) {
  Block *b = here;
  int64_t t = b->now;
  int32_t *words = b->words[b->turn[t]++ & 1];
  words[t] = (int32_t)value;
  stop(AT_SHUFFLE);
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
  Copies *c = &here->copies[here->now];
  if (c->size == c->capacity) {
    c->capacity = 2 * c->capacity + 16;
    c->data = realloc(c->data, c->capacity * sizeof *c->data);
  }
  c->data[c->size] = (Copy){to, from, bytes, c->groups, size};
  checkCopy(&c->data[c->size++]);
}

void tcEmulateCommit(void) { ++here->copies[here->now].groups; }

void tcEmulateWait(int64_t pending) {
  Copies *c = &here->copies[here->now];
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

// An mbarrier: 8 bytes.
typedef struct Phases {
  int64_t arrivals : 12, missing : 12; // of each phase; of this one
  int64_t bytes : 24;                  // to be copied before it is complete
  uint64_t number : 16;                // of phases that are complete
} Phases;

// Shared memory begins at a multiple of its size's power of two.
static Phases *phasesAt(uint32_t at) {
  uint32_t offset = at - (uint32_t)(uintptr_t)here->shared;
  if (offset >= SHARED || offset % sizeof(Phases)) {
    fprintf(stderr, "emulate: no mbarrier can be there\n");
    abort();
  }
  return (Phases *)(void *)(here->shared + offset);
}

static void completeIf(Phases *p) {
  if (p->missing || p->bytes)
    return;
  p->missing = p->arrivals;
  ++p->number;
}

static void arrive(Phases *p) {
  --p->missing;
  completeIf(p);
}

void tcEmulateBarrierInit(uint32_t at, int32_t arrivals) {
  *phasesAt(at) = (Phases){.arrivals = arrivals, .missing = arrivals};
}

// Behind what the whole warp waits for.
void tcEmulateBarrierArrive(uint32_t at, int32_t one) {
  stop(AT_ARRIVE);
  if (one)
    arrive(phasesAt(at));
}

void tcEmulateBarrierCopied(uint32_t at) {
  tcEmulateCommit();
  tcEmulateWait(0);
  arrive(phasesAt(at));
}

void tcEmulateBarrierAwait(uint32_t at, int32_t parity) {
  here->awaited[here->now] = phasesAt(at);
  here->parity[here->now] = parity;
  stop(AT_AWAIT);
}

void tcEmulateBarrierExpect(uint32_t at, int32_t bytes) {
  phasesAt(at)->bytes += bytes;
  arrive(phasesAt(at));
}

//===- Tensors ------------------------------------------------------------===//

// A tensor map: address, bytes of an element, rank; of each dimension its
// extent, stride in bytes and side of a box. Rows of a box have 128 bytes,
// whose eight chunks are swizzled by the row's number, in boxes that begin at
// multiples of 1024.
enum { RANK = 5, HEAD = 3, EACH = 3, ROW_BYTES = 128 };

static void checkTensor(const int64_t *map, uint32_t offset) {
  const int64_t *dims = map + HEAD;
  bool fits = map[0] % 16 == 0 && dims[2] * map[1] == ROW_BYTES &&
              dims[1] == map[1] && offset % 1024 == 0 && map[2] <= RANK;
  for (int64_t d = 0; fits && d < map[2]; ++d)
    fits = dims[EACH * d] > 0 && dims[EACH * d + 2] <= 256 &&
           (!d || (dims[EACH * d + 1] > 0 && dims[EACH * d + 1] % 16 == 0));
  if (fits)
    return;
  fprintf(stderr, "emulate: no tensor map, or no box, can be like this\n");
  abort();
}

// Where the element of number `i` of a box lies, or NULL.
static const char *elementOf(const int64_t *map, const int32_t *at, int64_t i) {
  const char *from = (const char *)map[0];
  for (int64_t d = 0; d < map[2]; ++d) {
    const int64_t *dim = map + HEAD + EACH * d;
    int64_t x = at[d] + i % dim[2];
    if (x < 0 || x >= dim[0])
      return NULL;
    from += x * dim[1];
    i /= dim[2];
  }
  return from;
}

// Writes an element (NULL: 0) of a box at `offset` to its swizzled place.
static void placeElement(uint32_t offset, int64_t i, int64_t each,
                         const char *from) {
  int64_t place = i * each;
  place ^= (place >> 7 & 7) << 4;
  char *box = here->shared + offset + place;
  if (from)
    memcpy(box, from, (size_t)each);
  else
    memset(box, 0, (size_t)each);
}

void tcEmulateTensorCopy(uint32_t to, const int64_t *map, uint32_t barrier,
                         int32_t x0, int32_t x1, int32_t x2, int32_t x3,
                         int32_t x4) {
  const int32_t at[RANK] = {x0, x1, x2, x3, x4};
  uint32_t offset = to - (uint32_t)(uintptr_t)here->shared;
  int64_t elements = 1, each = map[1];
  checkTensor(map, offset);
  for (int64_t d = 0; d < map[2]; ++d)
    elements *= map[HEAD + EACH * d + 2];
  for (int64_t i = 0; i < elements; ++i)
    placeElement(offset, i, each, elementOf(map, at, i));
  phasesAt(barrier)->bytes -= elements * each;
  completeIf(phasesAt(barrier));
}

// Behind the dimensions of an image's map (channels, space, images): pixels of
// a copy; of each dimension of space where its first pixel is, how much further
// than the extent - 1 its last one may be, and the distance of two.
typedef struct ImageSpace {
  int64_t lower, upper, step;
} ImageSpace;

static const ImageSpace *spaceOf(const int64_t *map) {
  return (const ImageSpace *)(map + HEAD + EACH * map[2] + 1);
}

static int64_t pixelsOf(const int64_t *map) {
  return map[HEAD + EACH * map[2]];
}

static int64_t extentOf(const int64_t *map, int64_t d) {
  return map[HEAD + EACH * d];
}

static void checkImage(const int64_t *map, const int64_t *at,
                       const int32_t *offsets) {
  static const int64_t most[] = {0, 1 << 15, 1 << 7, 1 << 4}; // of corners
  int64_t n = map[2] - 2;
  bool fits = n >= 1 && n <= 3 && pixelsOf(map) >= 1 && pixelsOf(map) <= 1024 &&
              at[0] + map[HEAD + 2] <= extentOf(map, 0);
  for (int64_t d = 0; fits && d < n; ++d) {
    const ImageSpace *s = &spaceOf(map)[d];
    int64_t last = extentOf(map, d + 1) - 1 + s->upper;
    fits = s->step >= 1 && s->step <= 8 && s->lower >= -most[n] &&
           s->lower < most[n] && s->upper >= -most[n] && s->upper < most[n] &&
           offsets[d] >= 0 && offsets[d] < 2 * most[n] &&
           at[d + 1] >= s->lower && at[d + 1] <= last;
  }
  if (fits)
    return;
  fprintf(stderr, "emulate: no map of images, or no copy, can be like this\n");
  abort();
}

// Where the first channel of a pixel's window lies at these offsets, or NULL.
static const char *pixelOf(const int64_t *map, const int64_t *at,
                           const int32_t *offsets) {
  const char *from = (const char *)map[0];
  for (int64_t d = 0; d < map[2]; ++d) {
    bool isSpace = d > 0 && d < map[2] - 1;
    int64_t x = at[d] + (isSpace ? offsets[d - 1] : 0);
    if (x < 0 || x >= extentOf(map, d))
      return NULL;
    from += x * map[HEAD + EACH * d + 1];
  }
  return from;
}

// To the next pixel: of this row, else of the next one, else of the next image.
static void nextPixel(const int64_t *map, int64_t *at) {
  for (int64_t d = 1; d < map[2] - 1; ++d) {
    const ImageSpace *s = &spaceOf(map)[d - 1];
    at[d] += s->step;
    if (at[d] <= extentOf(map, d) - 1 + s->upper)
      return;
    at[d] = s->lower;
  }
  ++at[map[2] - 1];
}

void tcEmulateImageCopy(uint32_t to, const int64_t *map, uint32_t barrier,
                        int32_t x0, int32_t x1, int32_t x2, int32_t x3,
                        int32_t x4, int32_t o0, int32_t o1, int32_t o2) {
  int64_t at[RANK] = {x0, x1, x2, x3, x4};
  const int32_t offsets[] = {o0, o1, o2};
  uint32_t offset = to - (uint32_t)(uintptr_t)here->shared;
  int64_t each = map[1], channels = map[HEAD + 2], i = 0;
  checkTensor(map, offset);
  checkImage(map, at, offsets);
  for (int64_t p = 0; p < pixelsOf(map); ++p, nextPixel(map, at)) {
    const char *from = pixelOf(map, at, offsets);
    for (int64_t c = 0; c < channels; ++c, ++i)
      placeElement(offset, i, each, from ? from + c * each : NULL);
  }
  phasesAt(barrier)->bytes -= i * each;
  completeIf(phasesAt(barrier));
}

//===- Matrices -----------------------------------------------------------===//

static uint16_t elementAt(const char *row, int64_t i) {
  uint16_t x;
  memcpy(&x, row + 2 * i, sizeof x);
  return x;
}

void tcEmulateLoadMatrix(const char *at, int64_t transposed, uint32_t *out) {
  Block *b = here;
  int64_t t = b->now, lane = t % WAVE;
  const char **rows = &b->rows[b->turn[t]++ & 1][t - lane];
  rows[lane] = at;
  stop(AT_MATRIX);
  for (int64_t m = 0; m < 4; ++m) {
    const char **matrix = &rows[8 * m];
    int64_t i = lane / 4, j = lane % 4 * 2;
    uint32_t low =
        transposed ? elementAt(matrix[j], i) : elementAt(matrix[i], j);
    uint32_t high =
        transposed ? elementAt(matrix[j + 1], i) : elementAt(matrix[i], j + 1);
    out[m] = low | high << 16;
  }
}

// Types of operands by number, of two of them eight bits each: 0 f16, 1 bf16,
// 2 f32 as TF32, 3 i8, 4 u8.
enum { TF32 = 2, S8 = 3, U8 = 4, TYPE = 0xFF, TYPE_BITS = 8 };

static float halfToFloat(uint32_t bits) {
  uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
  float sign = bits >> 15 ? -1.0f : 1.0f;
  if (!exponent)
    return sign * (float)fraction * 0x1p-24f;
  uint32_t word = (exponent == 31 ? 255 : exponent + 112) << 23 | fraction
                                                                      << 13;
  float x;
  memcpy(&x, &word, sizeof x);
  return sign * x;
}

static float valueOf(int64_t bf16, uint32_t pair, int64_t i) {
  uint32_t bits = pair >> 16 * i & 0xFFFF, word = bits << 16;
  float x;
  memcpy(&x, &word, sizeof x);
  return bf16 ? x : halfToFloat(bits);
}

// m16n8k16: of A a lane has rows l / 4 and 8 further on, of B column l / 4;
// steps 2 (l % 4), the next one, and both 8 further on. A row or column as
// numbers: of the fragments of its four lanes words `low` and `high`.
enum { HALVES = 16 };

static void numbersOf(int64_t bf16, uint32_t (*f)[FRAGMENTS], int64_t low,
                      int64_t high, float *x) {
  for (int64_t k = 0; k < HALVES; ++k)
    x[k] = valueOf(bf16, f[k % 8 / 2][k < 8 ? low : high], k % 2);
}

static double withProduct(double sum, const float *x, const float *y) {
  for (int64_t k = 0; k < HALVES; ++k)
    sum += (double)x[k] * (double)y[k];
  return sum;
}

static void addHalves(int64_t bf16, uint32_t (*f)[FRAGMENTS], int64_t lane,
                      uint32_t *sums) {
  float rows[2][HALVES], columns[2][HALVES];
  for (int64_t i = 0; i < 2; ++i) {
    numbersOf(bf16, &f[lane / 4 * 4], i, i + 2, rows[i]);
    numbersOf(bf16, &f[(lane % 4 * 2 + i) * 4], 4, 5, columns[i]);
  }
  for (int64_t i = 0; i < 4; ++i) {
    float acc;
    memcpy(&acc, &sums[i], sizeof acc);
    acc = (float)((double)acc + withProduct(0, rows[i / 2], columns[i % 2]));
    memcpy(&sums[i], &acc, sizeof acc);
  }
}

// An f32 cut off to TF32.
static float cutAt(const void *at) {
  uint32_t bits;
  float x;
  memcpy(&bits, at, sizeof bits);
  bits &= ~0x1FFFu;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// 2^n and, of x that is neither zero nor a denormal, the least n with |x| <
// 2^n.
static double powerOfTwo(int n) {
  uint64_t bits = (uint64_t)(n + 1023) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static int exponentOf(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (int)(bits >> 52 & 2047) - 1022;
}

// x, less than 2^63 of 2^last, cut off behind the bit of 2^last. (ldexp, trunc
// and frexp are calls that took most of the time of a product.)
static double cutBehind(double x, int last) {
  return (double)(int64_t)(x * powerOfTwo(-last)) * powerOfTwo(last);
}

// acc + x[0] + ... as the unit adds (lib/target/units.c): all are aligned to
// the largest and cut off two bits behind its last place, and so is the sum at
// its own.
static float truncatedSum(float acc, const double *x, int64_t n) {
  enum { BITS = 24, GUARD = 2, LEAST = -149 };
  double sum = acc, most = fabs((double)acc);
  for (int64_t k = 0; k < n; ++k) {
    sum += x[k];
    most = fabs(x[k]) > most ? fabs(x[k]) : most;
  }
  if (!isfinite(sum) || sum == 0)
    return (float)sum;
  int last = exponentOf(most) - BITS - GUARD;
  sum = cutBehind(acc, last);
  for (int64_t k = 0; k < n; ++k)
    sum += cutBehind(x[k], last);
  last = exponentOf(sum) - BITS;
  return (float)cutBehind(sum, last < LEAST ? LEAST : last);
}

// m16n8k8 of f32: of A a lane has row l / 4, eight rows further on, of B column
// l / 4; step l % 4, and four further on.
static float sumOfFloats(float acc, uint32_t (*f)[FRAGMENTS], int64_t row,
                         int64_t column) {
  enum { STEPS_OF_ONE = 8 };
  double x[STEPS_OF_ONE];
  for (int64_t k = 0; k < STEPS_OF_ONE; ++k) {
    float a = cutAt(&f[row % 8 * 4 + k % 4][row / 8 + k / 4 * 2]);
    float b = cutAt(&f[column * 4 + k % 4][4 + k / 4]);
    x[k] = (double)a * b;
  }
  return truncatedSum(acc, x, STEPS_OF_ONE);
}

// m16n8k32 of bytes: as m16n8k16, each step of two bytes there is two steps.
static int64_t byteOf(int64_t type, uint32_t word, int64_t i) {
  uint32_t bits = word >> 8 * i & 0xFF;
  return type == U8 ? (int64_t)bits : (int8_t)bits;
}

static int64_t sumOfBytes(int64_t types, uint32_t (*f)[FRAGMENTS], int64_t row,
                          int64_t column) {
  int64_t sum = 0;
  for (int64_t k = 0; k < 32; ++k) {
    int64_t quad = k % 16 / 4;
    uint32_t a = f[row % 8 * 4 + quad][row / 8 + k / 16 * 2];
    uint32_t b = f[column * 4 + quad][4 + k / 16];
    sum +=
        byteOf(types & TYPE, a, k % 4) * byteOf(types >> TYPE_BITS, b, k % 4);
  }
  return sum;
}

static uint32_t addedUp(int64_t types, uint32_t word, uint32_t (*f)[FRAGMENTS],
                        int64_t row, int64_t column) {
  float acc;
  if ((types & TYPE) >= S8)
    return word + (uint32_t)sumOfBytes(types, f, row, column);
  memcpy(&acc, &word, sizeof acc);
  acc = sumOfFloats(acc, f, row, column);
  memcpy(&word, &acc, sizeof acc);
  return word;
}

void tcEmulateMultiply(int64_t types, uint32_t *words) {
  enum { OPERANDS = 6 };
  Block *b = here;
  int64_t t = b->now, lane = t % WAVE;
  uint32_t (*f)[FRAGMENTS] = &b->fragments[b->turn[t]++ & 1][t - lane];
  memcpy(f[lane], words, OPERANDS * sizeof *words);
  stop(AT_MULTIPLY);
  if ((types & TYPE) < TF32) {
    addHalves(types & TYPE, f, lane, &words[OPERANDS]);
    return;
  }
  for (int64_t i = 0; i < 4; ++i) {
    int64_t row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    uint32_t *word = &words[OPERANDS + i];
    *word = addedUp(types, *word, f, row, column);
  }
}

// m8n8k4 and m16n8k8 of f64: of A a lane has row l / 4 (and eight rows further
// on), of B column l / 4; step l % 4 (and four further on). `words` are those
// of A, of B, then the sums: columns 2 (l % 4) and the next one. Each product
// is added by an FMA, in the order of the steps.
void tcEmulateDoubleMultiply(int64_t m, int64_t k, double *words) {
  enum { MOST = FRAGMENTS / 2 };
  Block *b = here;
  int64_t t = b->now, lane = t % WAVE, rows = m / 8, steps = k / 4;
  int64_t ofA = rows * steps, all = ofA + steps;
  uint32_t (*f)[FRAGMENTS] = &b->fragments[b->turn[t]++ & 1][t - lane];
  memcpy(f[lane], words, (size_t)all * sizeof *words);
  stop(AT_MULTIPLY);
  for (int64_t i = 0; i < 2 * rows; ++i) {
    int64_t column = lane % 4 * 2 + i % 2;
    for (int64_t s = 0; s < k; ++s) {
      double of[MOST], other[MOST];
      memcpy(of, f[lane / 4 * 4 + s % 4], sizeof of);
      memcpy(other, f[column * 4 + s % 4], sizeof other);
      words[all + i] =
          fma(of[i / 2 + s / 4 * rows], other[ofA + s / 4], words[all + i]);
    }
  }
}

// 16x16x16 of AMD's (16x16x32 of i8): a lane of 64 has eight bytes of steps, of
// A row l % 16, of B column l % 16, from part l / 16 of four on; of the sums
// rows 4 (l / 16) to 4 (l / 16) + 3 of column l % 16. `words` are two of A, two
// of B, four sums.
static double productOfParts(int64_t type, const uint32_t *a,
                             const uint32_t *b) {
  double sum = 0;
  for (int64_t w = 0; w < 2; ++w)
    for (int64_t i = 0; i < (type >= S8 ? 4 : 2); ++i)
      sum +=
          type >= S8
              ? (double)(byteOf(type, a[w], i) * byteOf(type, b[w], i))
              : (double)valueOf(type, a[w], i) * (double)valueOf(type, b[w], i);
  return sum;
}

void tcEmulateWaveMultiply(int64_t type, uint32_t *words) {
  enum { EDGE = 16, OPERANDS = 4, SUMS = 4 };
  Block *b = here;
  int64_t t = b->now, lane = t % WIDE;
  uint32_t (*f)[FRAGMENTS] = &b->fragments[b->turn[t]++ & 1][t - lane];
  memcpy(f[lane], words, OPERANDS * sizeof *words);
  stop(AT_WAVE_MULTIPLY);
  for (int64_t r = 0; r < SUMS; ++r) {
    int64_t row = lane / EDGE * SUMS + r;
    double sum = 0;
    float acc;
    for (int64_t part = 0; part < WIDE / EDGE; ++part)
      sum += productOfParts(type, f[part * EDGE + row],
                            &f[part * EDGE + lane % EDGE][2]);
    uint32_t *word = &words[OPERANDS + r];
    memcpy(&acc, word, sizeof acc);
    acc = (float)((double)acc + sum);
    if (type >= S8)
      *word += (uint32_t)(int64_t)sum;
    else
      memcpy(word, &acc, sizeof acc);
  }
}

//===- Matrices in shared memory ------------------------------------------===//

static int64_t bytesOf(int64_t type) {
  return type == TF32 ? 4 : type >= S8 ? 1 : 2;
}

// The steps of an instruction: 32 bytes.
static int64_t stepsOf(int64_t type) { return 32 / bytesOf(type); }

// A descriptor: bits 0-13 address, 16-29 distance of boxes, 32-45 of eight
// rows, all in 16 bytes; 62: rows of 128 bytes, whose eight chunks are swizzled
// by the row's number; 62 and 63 clear: rows, and boxes, of 16 bytes.
static float describedAt(uint64_t descriptor, int64_t type, int64_t transposed,
                         int64_t point, int64_t step) {
  enum { CHUNK = 16, SWIZZLED = 128, MASK = SHARED - 1 };
  int64_t each = bytesOf(type), bytes = descriptor >> 62 ? SWIZZLED : CHUNK;
  int64_t box = bytes / each;
  int64_t row = transposed ? step : point, column = transposed ? point : step;
  uint64_t at = (descriptor & 0x3FFF) << 4, boxes = descriptor >> 16 & 0x3FFF,
           eights = descriptor >> 32 & 0x3FFF;
  if (descriptor >> 62 > 1 || (transposed && bytes == CHUNK)) {
    fprintf(stderr, "emulate: a descriptor of another swizzle\n");
    abort();
  }
  at += (boxes << 4) * (uint64_t)(column / box) +
        (eights << 4) * (uint64_t)(row / 8) +
        (uint64_t)bytes * (uint64_t)(row % 8) +
        (uint64_t)(each * (column % box));
  uint64_t base = (uintptr_t)here->shared & MASK;
  uint64_t offset = (at - base) & MASK;
  if (bytes == SWIZZLED)
    offset ^= (offset >> 7 & 7) << 4;
  if (type >= S8)
    return (float)byteOf(type, (uint8_t)here->shared[offset], 0);
  return type == TF32 ? cutAt(here->shared + offset)
                      : valueOf(type, elementAt(here->shared + offset, 0), 0);
}

// Without a descriptor of rows, 0: the columns alone.
static Named *nameAll(uint64_t a, uint64_t b, int64_t n, int64_t types,
                      int64_t aTransposed, int64_t bTransposed) {
  int64_t type = types & TYPE, other = types >> TYPE_BITS;
  uint64_t hash = (a * 0x9E3779B97F4A7C15u) ^ (b * 0xC2B2AE3D27D4EB4Fu);
  Named *named = &here->named[(hash >> 40) % NAMED];
  if (named->a == a && named->b == b && named->round == here->round)
    return named;
  *named = (Named){.a = a, .b = b, .round = here->round};
  for (int64_t k = 0; k < stepsOf(type); ++k) {
    for (int64_t i = 0; a && i < 64; ++i)
      named->rows[i][k] = describedAt(a, type, aTransposed, i, k);
    for (int64_t j = 0; j < n; ++j)
      named->columns[j][k] = describedAt(b, other, bTransposed, j, k);
  }
  return named;
}

// Sums of bytes are i32.
static void addTo(int64_t type, float *sum, int64_t fresh, double more) {
  uint32_t word;
  memcpy(&word, sum, sizeof word);
  if (type < S8) {
    *sum = (float)((fresh ? 0 : (double)*sum) + more);
    return;
  }
  word = (fresh ? 0 : word) + (uint32_t)(int64_t)more;
  memcpy(sum, &word, sizeof word);
}

// m64nNk16 (k8 of f32, k32 of bytes): warps of a group have 16 rows each.
void tcEmulateGroupMultiply(float *sums, uint64_t a, uint64_t b, int64_t n,
                            int64_t types, int64_t aTransposed,
                            int64_t bTransposed, int64_t fresh) {
  int64_t t = here->now % 128, lane = t % WAVE, type = types & TYPE;
  const Named *named = nameAll(a, b, n, types, aTransposed, bTransposed);
  for (int64_t i = 0; i < n / 2; ++i) {
    const float *row = named->rows[t / WAVE * 16 + lane / 4 + i / 2 % 2 * 8];
    const float *column = named->columns[i / 4 * 8 + lane % 4 * 2 + i % 2];
    double sum = 0;
    for (int64_t k = 0; k < stepsOf(type); ++k)
      sum += (double)row[k] * (double)column[k];
    addTo(type, &sums[i], fresh, sum);
  }
}

// The same with the rows in registers, as tcEmulateMultiply has them: `words`
// are their four, then the sums.
void tcEmulateGroupMultiplyRows(uint32_t *words, uint64_t b, int64_t n,
                                int64_t bf16, int64_t bTransposed,
                                int64_t fresh) {
  enum { ROWS = 4 };
  Block *block = here;
  int64_t t = block->now, lane = t % WAVE;
  uint32_t (*f)[FRAGMENTS] =
      &block->fragments[block->turn[t]++ & 1][t - lane % 4];
  memcpy(f[lane % 4], words, ROWS * sizeof *words);
  stop(AT_GROUP_MULTIPLY);
  int64_t types = bf16 | bf16 << TYPE_BITS;
  const Named *named = nameAll(0, b, n, types, 0, bTransposed);
  float rows[2][HALVES];
  for (int64_t i = 0; i < 2; ++i)
    numbersOf(bf16, f, i, i + 2, rows[i]);
  for (int64_t i = 0; i < n / 2; ++i) {
    const float *column = named->columns[i / 4 * 8 + lane % 4 * 2 + i % 2];
    float acc;
    memcpy(&acc, &words[ROWS + i], sizeof acc);
    acc = (float)withProduct(fresh ? 0 : (double)acc, rows[i / 2 % 2], column);
    memcpy(&words[ROWS + i], &acc, sizeof acc);
  }
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
