// The program object on a descriptor written by hand: entry checks, memory,
// steps of every kind, preparation, many callers. The program, for x: f32[s,
// 2*s+1], m: f32[4] (mutated), w: weight f32[4]:
//   r0 = x + prepared(w)[0], by rows in parallel; m += 1 in place (r1);
//   k = number of positive x; r2: f32[k] = the positive x.
#include "check.h"
#include "runtime/descriptor.h"
#include "tc/program.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#define NO_STORAGE .storage = TC_NONE, .storageOffset = TC_NONE

//===----------------------------------------------------------------------===//
// Kernels, as generated code would be
//===----------------------------------------------------------------------===//

#define KERNEL(NAME)                                                           \
  static void NAME(void *const *buffers, const int64_t *sizes, void *scratch,  \
                   int64_t lo, int64_t hi)
#define UNUSED (void)buffers, (void)sizes, (void)scratch, (void)lo, (void)hi

/// prepared[i] = 10 * w[i]
KERNEL(prepareWeight) {
  UNUSED;
  const float *w = buffers[0];
  float *prepared = buffers[1];
  for (int i = 0; i < 4; ++i)
    prepared[i] = 10 * w[i];
}

/// t = x, rows [lo, hi), through the thread's scratch
KERNEL(copyRows) {
  int64_t n = sizes[0];
  float *row = scratch;
  for (int64_t i = lo; i < hi; ++i) {
    memcpy(row, (float *)buffers[0] + i * n, (size_t)n * 4);
    memcpy((float *)buffers[1] + i * n, row, (size_t)n * 4);
  }
}

/// r0 = t + p[0], rows [lo, hi)
KERNEL(addRows) {
  (void)scratch;
  const float *t = buffers[0], *p = buffers[1];
  float *r = buffers[2];
  for (int64_t i = lo * sizes[0]; i < hi * sizes[0]; ++i)
    r[i] = t[i] + p[0];
}

KERNEL(bumpMutated) {
  UNUSED;
  for (int i = 0; i < 4; ++i)
    ((float *)buffers[0])[i] += 1;
}

/// count = number of positive x; an error if x[0] is infinite
KERNEL(countPositive) {
  UNUSED;
  const float *x = buffers[0];
  int64_t count = 0;
  for (int64_t i = 0; i < sizes[0] * sizes[1]; ++i)
    count += x[i] > 0;
  *(int64_t *)buffers[1] = count;
  if (sizes[0] && x[0] > 1e30f)
    *(uint64_t *)buffers[2] = TC_ERROR_WORD(TC_ERROR_KERNEL_INDEX, 1);
}

KERNEL(takePositive) {
  UNUSED;
  const float *x = buffers[0];
  float *r = buffers[1];
  for (int64_t i = 0; i < sizes[0] * sizes[1]; ++i)
    if (x[i] > 0)
      *r++ = x[i];
}

/// flag = 1 for the first three times
KERNEL(loopCondition) {
  UNUSED;
  int64_t *counter = buffers[1];
  *(char *)buffers[0] = ++*counter < 4;
}
KERNEL(clearCounter) {
  UNUSED;
  *(int64_t *)buffers[0] = 0;
}

//===----------------------------------------------------------------------===//
// The descriptor
//===----------------------------------------------------------------------===//

enum { S, S21, K, FOUR, ZERO, ONE, B_T, B_64, B_ROW, B_ARENA, O_64, B_K };
static const int64_t code[] = {
    TC_CODE_SYMBOL,
    0,
    TC_CODE_END, // 0: s
    TC_CODE_CONSTANT,
    2,
    TC_CODE_SYMBOL,
    0,
    TC_CODE_MUL,
    TC_CODE_CONSTANT,
    1,
    TC_CODE_ADD,
    TC_CODE_END, // 3: 2*s + 1
    TC_CODE_SYMBOL,
    1,
    TC_CODE_END, // 12: k
    TC_CODE_CONSTANT,
    4,
    TC_CODE_END, // 15
    TC_CODE_CONSTANT,
    0,
    TC_CODE_END, // 18
    TC_CODE_CONSTANT,
    1,
    TC_CODE_END, // 21
    TC_CODE_CONSTANT,
    2,
    TC_CODE_SYMBOL,
    0,
    TC_CODE_MUL,
    TC_CODE_CONSTANT,
    1,
    TC_CODE_ADD,
    TC_CODE_SYMBOL,
    0,
    TC_CODE_MUL,
    TC_CODE_CONSTANT,
    4,
    TC_CODE_MUL,
    TC_CODE_END, // 24: bytes of t
    TC_CODE_CONSTANT,
    64,
    TC_CODE_END, // 39
    TC_CODE_CONSTANT,
    2,
    TC_CODE_SYMBOL,
    0,
    TC_CODE_MUL,
    TC_CODE_CONSTANT,
    1,
    TC_CODE_ADD,
    TC_CODE_CONSTANT,
    4,
    TC_CODE_MUL,
    TC_CODE_END, // 42: bytes of a row
    TC_CODE_CONSTANT,
    2,
    TC_CODE_SYMBOL,
    0,
    TC_CODE_MUL,
    TC_CODE_CONSTANT,
    1,
    TC_CODE_ADD,
    TC_CODE_SYMBOL,
    0,
    TC_CODE_MUL,
    TC_CODE_CONSTANT,
    4,
    TC_CODE_MUL,
    TC_CODE_CONSTANT,
    192,
    TC_CODE_ADD,
    TC_CODE_END, // 54: bytes of the arena
    TC_CODE_CONSTANT,
    128,
    TC_CODE_END, // 72
    TC_CODE_SYMBOL,
    1,
    TC_CODE_CONSTANT,
    4,
    TC_CODE_MUL,
    TC_CODE_END, // 75: bytes of k floats
};
static const TcSizeInfo sizes[] = {{"s", 0, 0},
                                   {"2*s + 1", 3, 0},
                                   {"k", 12, 0},
                                   {"4", 15, 0},
                                   {"0", 18, 0},
                                   {"1", 21, 0},
                                   {"8*s*s + 4*s", 24, 0},
                                   {"64", 39, 0},
                                   {"8*s + 4", 42, 0},
                                   {"8*s*s + 4*s + 192", 54, 0},
                                   {"128", 72, 0},
                                   {"4*k", 75, 0}};
static const TcSymbolInfo symbols[] = {
    {.name = "s",
     .source = TC_SYMBOL_DIM,
     .input = 0,
     .dim = 1,
     .scale = 2,
     .shift = 1,
     .min = 0,
     .max = 1000,
     .example = 3},
    {.name = "k", .source = TC_SYMBOL_LATE, .max = 100000, .example = -1}};
static const TcGuardInfo guards[] = {{S, B_T, TC_GUARD_LE, 0}};

static const uint32_t xDims[] = {S, S21}, fourDims[] = {FOUR}, kDims[] = {K};
static const TcValueInfo inputs[] = {{.name = "x",
                                      .dims = xDims,
                                      .dtype = TC_DTYPE_F32,
                                      .rank = 2,
                                      .tie = TC_NONE,
                                      NO_STORAGE},
                                     {.name = "m",
                                      .dims = fourDims,
                                      .dtype = TC_DTYPE_F32,
                                      .rank = 1,
                                      .mutated = 1,
                                      .tie = TC_NONE,
                                      NO_STORAGE}};
static const TcValueInfo results[] = {{.name = "r0",
                                       .dims = xDims,
                                       .dtype = TC_DTYPE_F32,
                                       .rank = 2,
                                       .tie = TC_NONE,
                                       NO_STORAGE},
                                      {.name = "r1",
                                       .dims = fourDims,
                                       .dtype = TC_DTYPE_F32,
                                       .rank = 1,
                                       .tie = 1,
                                       NO_STORAGE},
                                      {.name = "r2",
                                       .dims = kDims,
                                       .dtype = TC_DTYPE_F32,
                                       .rank = 1,
                                       .tie = TC_NONE,
                                       NO_STORAGE}};
static const TcValueInfo weights[] = {{.name = "w",
                                       .dims = fourDims,
                                       .dtype = TC_DTYPE_F32,
                                       .rank = 1,
                                       .tie = TC_NONE,
                                       NO_STORAGE},
                                      {.name = "unused",
                                       .dims = fourDims,
                                       .dtype = TC_DTYPE_F32,
                                       .rank = 1,
                                       .tie = TC_NONE,
                                       NO_STORAGE}};

enum { BX, BM, R0, R2, BW, BP, BT, FLAG, COUNTER, LATE, NUM_BUFFERS };
static const TcBufferInfo buffers[NUM_BUFFERS] = {
    [BX] = {TC_BUFFER_INPUT, 0, TC_NONE, TC_NONE, NULL},
    [BM] = {TC_BUFFER_INPUT, 1, TC_NONE, TC_NONE, NULL},
    [R0] = {TC_BUFFER_RESULT, 0, TC_NONE, TC_NONE, NULL},
    [R2] = {TC_BUFFER_RESULT, 2, TC_NONE, TC_NONE, NULL},
    [BW] = {TC_BUFFER_WEIGHT, 0, TC_NONE, TC_NONE, NULL},
    [BP] = {TC_BUFFER_PREPARED, 0, B_64, TC_NONE, NULL},
    [FLAG] = {TC_BUFFER_SCRATCH, 0, ONE, ZERO, NULL},
    [COUNTER] = {TC_BUFFER_SCRATCH, 0, B_64, B_64, NULL},
    [BT] = {TC_BUFFER_SCRATCH, 0, B_T, O_64, NULL},
    [LATE] = {TC_BUFFER_LATE, 0, B_K, TC_NONE, NULL}};

#define LIST(...)                                                              \
  (const uint32_t[]) { __VA_ARGS__ }
#define COUNT(...) (sizeof(LIST(__VA_ARGS__)) / sizeof(uint32_t))
#define BUFFERS(...)                                                           \
  .buffers = LIST(__VA_ARGS__), .numBuffers = COUNT(__VA_ARGS__)
#define SIZES(...) .sizes = LIST(__VA_ARGS__), .numSizes = COUNT(__VA_ARGS__)
#define ALONE .numTasks = ONE, .scratchBytes = TC_NONE, .grain = 1

static const TcStep prepareSteps[] = {
    {.name = "prepareWeight", .phase = prepareWeight, BUFFERS(BW, BP), ALONE}};
static const TcStep mainSteps[] = {
    {.name = "copyRows",
     .phase = copyRows,
     BUFFERS(BX, BT),
     SIZES(S21),
     .numTasks = S,
     .scratchBytes = B_ROW,
     .grain = 2},
    {.name = "addRows",
     .phase = addRows,
     BUFFERS(BT, BP, R0),
     SIZES(S21),
     .numTasks = S,
     .scratchBytes = TC_NONE,
     .grain = 2},
    // while (++counter < 4) m += 1
    {.name = "clearCounter", .phase = clearCounter, BUFFERS(COUNTER), ALONE},
    {.name = "loopCondition",
     .phase = loopCondition,
     BUFFERS(FLAG, COUNTER),
     ALONE},
    {.kind = TC_STEP_BRANCH, BUFFERS(FLAG), .target = 7},
    {.name = "bumpMutated", .phase = bumpMutated, BUFFERS(BM), ALONE},
    {.kind = TC_STEP_JUMP, .target = 3},
    {.name = "countPositive",
     .phase = countPositive,
     BUFFERS(BX, COUNTER),
     SIZES(S, S21),
     ALONE},
    {.kind = TC_STEP_SIZE, BUFFERS(COUNTER), .target = 1},
    {.kind = TC_STEP_ALLOCATE, BUFFERS(LATE)},
    {.name = "takePositive",
     .phase = takePositive,
     BUFFERS(BX, LATE),
     SIZES(S, S21),
     ALONE},
    {.kind = TC_STEP_ALLOCATE, BUFFERS(R2)},
    {.name = "takePositive",
     .phase = takePositive,
     BUFFERS(BX, R2),
     SIZES(S, S21),
     ALONE}};
static const char *const sites[] = {"nothing", "kernel countPositive: x[0]"};

static const TcProgramDescriptor good = {
    .magic = TC_DESCRIPTOR_MAGIC,
    .version = TC_DESCRIPTOR_VERSION,
    .structSize = sizeof good,
    .name = "example",
    .features = "",
    .sizeCode = code,
    .sizes = sizes,
    .symbols = symbols,
    .guards = guards,
    .inputs = inputs,
    .results = results,
    .weights = weights,
    .buffers = buffers,
    .sites = sites,
    .sizeCodeLength = sizeof code / sizeof *code,
    .numSizes = sizeof sizes / sizeof *sizes,
    .numSymbols = 2,
    .numGuards = 1,
    .numInputs = 2,
    .numResults = 3,
    .numWeights = 2,
    .numBuffers = NUM_BUFFERS,
    .numSites = 2,
    .sections = {{mainSteps, sizeof mainSteps / sizeof *mainSteps, B_ARENA},
                 {prepareSteps, 1, TC_NONE}}};

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

static float weightData[4] = {0.5f, 1, 2, 3};
static int found, released;
static int64_t weightSize = 4;

static TcStatus findWeight(void *context, const char *name, TcTensor *tensor) {
  if (context)
    return tcStatusMake(2531, "no weight %s", name);
  CHECK(!strcmp(name, "w")); // `unused` is never asked for
  CHECK(tensor->dtype == TC_DTYPE_F32 && tensor->sizes[0] == 4);
  tensor->data = weightData;
  tensor->sizes[0] = weightSize;
  found++;
  return TC_OK;
}

static void releaseWeight(void *context, const char *name,
                          const TcTensor *tensor) {
  (void)context, (void)name;
  CHECK(tensor->data == weightData);
  released++;
}

static int freed;
static void noteFree(void *context) { *(int *)context += 1; }

static TcProgram *load(unsigned heapFlags) {
  TcProgramOptions options = {sizeof options, heapFlags, noteFree, &freed};
  TcProgram *program;
  CHECK(!tcProgramFromDescriptor(&good, &options, &program));
  CHECK(!tcProgramSetWeights(
      program, (TcWeightSource){NULL, findWeight, releaseWeight}));
  found = released = 0;
  CHECK(!tcProgramPrepare(program, NULL, NULL));
  CHECK(found == 1 && released == 1);
  return program;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// True if `status` has that number; prints it otherwise. Frees it.
static bool failsWith(TcStatus status, int number, const char *word) {
  char text[512];
  tcStatusPrint(status, text, sizeof text);
  bool right = tcStatusNumber(status) == number && strstr(text, word);
  if (!right)
    printf("got: %s\n", text);
  tcStatusFree(status);
  return right;
}

typedef struct Call {
  float *x, m[4], *r0, *r2;
  int64_t sizes[5][2];
  TcTensor inputs[2], results[3];
  TcCallFrame frame;
} Call;

static Call *callMake(int64_t s, TcPool *pool) {
  Call *c = calloc(1, sizeof *c);
  int64_t n = s * (2 * s + 1);
  c->x = malloc((size_t)n * 4 + 4);
  for (int64_t i = 0; i < n; ++i)
    c->x[i] = (float)(i % 3 - 1); // -1 0 1
  int64_t shapes[5][2] = {{s, 2 * s + 1}, {4, 0}, {-1, -1}, {-1, -1}, {-1, -1}};
  memcpy(c->sizes, shapes, sizeof shapes);
  c->inputs[0] = (TcTensor){c->x, c->sizes[0], NULL, TC_DTYPE_F32, 2, {0}};
  c->inputs[1] = (TcTensor){c->m, c->sizes[1], NULL, TC_DTYPE_F32, 1, {0}};
  for (int i = 0; i < 3; ++i)
    c->results[i].sizes = c->sizes[2 + i];
  c->frame = (TcCallFrame){.structSize = sizeof c->frame,
                           .inputs = c->inputs,
                           .results = c->results,
                           .numInputs = 2,
                           .numResults = 3};
  if (pool) {
    c->frame.parallelFor = tcPoolParallelFor;
    c->frame.parallelContext = pool;
  }
  return c;
}

static void callFree(TcProgram *program, Call *c) {
  tcProgramFreeResult(program, &c->results[0]);
  tcProgramFreeResult(program, &c->results[2]);
  free(c->x);
  free(c);
}

static void givesRightResults(TcProgram *program, TcPool *pool, int64_t s) {
  Call *c = callMake(s, pool);
  TcStatus status = tcProgramCall(program, &c->frame);
  CHECK(!status && "the call succeeds");
  const float *r0 = c->results[0].data, *r2 = c->results[2].data;
  int64_t n = s * (2 * s + 1), positive = 0, wrong = 0;
  for (int64_t i = 0; i < n; ++i) {
    wrong += r0[i] != c->x[i] + 5;
    positive += c->x[i] > 0;
  }
  for (int64_t i = 0; i < positive; ++i)
    wrong += r2[i] != 1;
  CHECK(wrong == 0);
  CHECK(c->results[0].sizes[0] == s && c->results[0].sizes[1] == 2 * s + 1);
  CHECK(c->results[2].sizes[0] == positive && c->results[2].rank == 1);
  CHECK(c->results[1].data == c->m && c->m[0] == 3 && c->m[3] == 3);
  callFree(program, c);
}

static void acceptsCallersResults(TcProgram *program) {
  Call *c = callMake(3, NULL);
  float r0[21], r2[7];
  int64_t size0[] = {3, 7}, size2[] = {7};
  c->results[0] = (TcTensor){r0, size0, NULL, TC_DTYPE_F32, 2, {0}};
  c->results[2] = (TcTensor){r2, size2, NULL, TC_DTYPE_F32, 1, {0}};
  CHECK(!tcProgramCall(program, &c->frame));
  CHECK(c->results[0].data == r0 && r0[2] == 6 && r2[6] == 1);
  size2[0] = 8; // known only once the call is on its way
  CHECK(failsWith(tcProgramCall(program, &c->frame), 1504, "expected k = 7"));
  size2[0] = 7;
  c->results[2].data = r0 + 20;
  CHECK(failsWith(tcProgramCall(program, &c->frame), 1508, "overlap"));
  c->results[0].data = c->results[2].data = NULL;
  callFree(program, c);
}

#define REJECTS(NUMBER, WORD, CHANGE)                                          \
  do {                                                                         \
    Call *c = callMake(3, NULL);                                               \
    CHANGE;                                                                    \
    CHECK(failsWith(tcProgramCall(program, &c->frame), NUMBER, WORD));         \
    CHECK(!c->results[2].data);                                                \
    c->results[0].data = NULL;                                                 \
    callFree(program, c);                                                      \
  } while (0)

static void rejectsBadCalls(TcProgram *program) {
  int64_t strides[] = {7, 1}, wrong[] = {1, 3}, shape[] = {3, 7};
  float other[32];
  CHECK(failsWith(tcProgramCall(program, NULL), 1500, "structSize"));
  REJECTS(1500, "structSize", c->frame.structSize = 8);
  REJECTS(1501, "takes 2 inputs", c->frame.numInputs = 1);
  REJECTS(1501, "gives 3 results", c->frame.numResults = 4);
  REJECTS(1509, "no inputs", c->frame.inputs = NULL);
  REJECTS(1502, "input 0 (x): dtype is f64, expected f32",
          c->inputs[0].dtype = TC_DTYPE_F64);
  REJECTS(1502, "dtype is invalid", c->inputs[1].dtype = 77);
  REJECTS(1503, "input 0 (x): rank is 3, expected 2", c->inputs[0].rank = 3);
  REJECTS(1504, "input 0 (x): dimension 0 is 4, expected s = 3",
          c->sizes[0][0] = 4);
  REJECTS(1504, "input 1 (m): dimension 0 is 5, expected 4",
          c->sizes[1][0] = 5);
  REJECTS(1505, "not of the expected form", c->sizes[0][1] = 8);
  REJECTS(1505, "-1 is outside 0..1000", c->sizes[0][1] = -1);
  REJECTS(1505, "1001 is outside 0..1000", c->sizes[0][1] = 2003);
  REJECTS(1505, "makes no value", c->sizes[0][1] = INT64_MIN);
  REJECTS(1506, "the stride of dimension 1 is 3, expected 1",
          c->inputs[0].strides = wrong);
  REJECTS(1507, "4-byte aligned", c->inputs[0].data = (char *)c->x + 1);
  REJECTS(1508, "overlap",
          c->inputs[1].data = c->x + 2); // written, and part of x
  REJECTS(1508, "overlap",
          (c->results[0] =
               (TcTensor){c->x + 20, shape, strides, TC_DTYPE_F32, 2, {0}}));
  REJECTS(1509, "input 0 (x): data is NULL", c->inputs[0].data = NULL);
  REJECTS(1509, "sizes is NULL", c->inputs[0].sizes = NULL);
  REJECTS(1509, "needs room for 2", c->results[0].sizes = NULL);
  REJECTS(1510, "result 1 (r1): it is input 1 (m)",
          (c->results[1] =
               (TcTensor){other, c->sizes[1], NULL, TC_DTYPE_F32, 1, {0}}));
  REJECTS(1520, "kernel countPositive: x[0]", c->x[0] = 2e30f);
  Call *c = callMake(3, NULL);
  c->inputs[0].strides = strides;
  CHECK(!tcProgramCall(program, &c->frame));
  callFree(program, c);
}

//===----------------------------------------------------------------------===//
// Allocators that fail
//===----------------------------------------------------------------------===//

typedef struct Stingy {
  int left, live;
} Stingy;

static void *stingyAlloc(void *self, size_t size, size_t align) {
  Stingy *stingy = self;
  if (stingy->left-- <= 0)
    return NULL;
  stingy->live++;
  return aligned_alloc(align, (size + align - 1) / align * align);
}

static void stingyFree(void *self, void *memory) {
  ((Stingy *)self)->live--;
  free(memory);
}

static void survivesLackOfMemory(TcProgram *program) {
  int number = 6530;
  for (int left = 0; number; ++left) {
    Stingy stingy = {left, 0};
    TcAllocator allocator = {&stingy, stingyAlloc, stingyFree};
    Call *c = callMake(3, NULL);
    c->frame.allocator = &allocator;
    TcStatus status = tcProgramCall(program, &c->frame);
    number = tcStatusNumber(status);
    CHECK(number == 0 || number == 6530);
    CHECK(stingy.live == (number ? 0 : 2)); // r0 and r2
    for (int i = 0; i < 3 && !number; i += 2) {
      stingyFree(&stingy, c->results[i].data);
      c->results[i].data = NULL;
    }
    tcStatusFree(status);
    callFree(program, c);
  }
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static void rejectsMissingWeights(void) {
  TcProgram *program;
  CHECK(!tcProgramFromDescriptor(&good, NULL, &program));
  Call *c = callMake(3, NULL);
  CHECK(failsWith(tcProgramCall(program, &c->frame), 5532, "Prepare"));
  CHECK(failsWith(tcProgramPrepare(program, NULL, NULL), 2531, "no source"));
  TcWeightSource bad = {program, findWeight, NULL};
  CHECK(!tcProgramSetWeights(program, bad));
  CHECK(failsWith(tcProgramPrepare(program, NULL, NULL), 2531, "no weight w"));
  CHECK(!tcProgramSetWeights(
      program, (TcWeightSource){NULL, findWeight, releaseWeight}));
  weightSize = 5;
  CHECK(failsWith(tcProgramPrepare(program, NULL, NULL), 1504,
                  "weight 0 (w): dimension 0 is 5, expected 4"));
  weightSize = 4;
  CHECK(!tcProgramPrepare(program, NULL, NULL));
  CHECK(!tcProgramCall(program, &c->frame));
  callFree(program, c);
  tcProgramFree(program);
}

#define MALFORMED(NUMBER, CHANGE)                                              \
  do {                                                                         \
    TcProgramDescriptor d = good;                                              \
    CHANGE;                                                                    \
    TcProgram *program;                                                        \
    CHECK(failsWith(tcProgramFromDescriptor(&d, NULL, &program), NUMBER, "")); \
    CHECK(!program);                                                           \
  } while (0)

static void rejectsMalformedPrograms(void) {
  MALFORMED(1530, d.magic = 0);
  MALFORMED(5530, d.version = 99);
  MALFORMED(5530, d.structSize = 8);
  MALFORMED(1530, d.buffers = NULL);
  MALFORMED(1530, d.sizeCodeLength -= 1); // the last code has no end
  MALFORMED(1530, d.numSizes = 5);        // sizes that others refer to
  MALFORMED(1530, d.numSymbols = 1);
  MALFORMED(1530, d.numInputs = 1);
  MALFORMED(1530, d.numWeights = 0);
  MALFORMED(1530, d.numBuffers = 3);
  MALFORMED(5531, d.features = "sse3,quantum");
  const int64_t broken[][4] = {{TC_CODE_ADD, TC_CODE_END, 0, 0},
                               {99, TC_CODE_END, 0, 0},
                               {-1, TC_CODE_END, 0, 0},
                               {TC_CODE_SYMBOL, 7, TC_CODE_END, 0},
                               {TC_CODE_CONSTANT, 1, TC_CODE_CONSTANT, 1},
                               {TC_CODE_END, 0, 0, 0}};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i) {
    const TcSizeInfo one = {"x", 0, 0};
    MALFORMED(1530, (d.sizeCode = broken[i], d.sizeCodeLength = 4,
                     d.sizes = &one, d.numSizes = 1));
  }
  TcProgram *program;
  CHECK(failsWith(tcProgramLoad("/nonexistent.so", NULL, &program), 2530,
                  "nonexistent"));
  CHECK(failsWith(tcProgramLoad("nonexistent.so", NULL, &program), 2530,
                  "No such file"));
  CHECK(failsWith(tcProgramLoad("/tmp", NULL, &program), 2530, "no shared"));
  CHECK(failsWith(tcProgramLoad("/dev/zero", NULL, &program), 2530, "shared"));
  // A shared object that is no program.
  CHECK(failsWith(tcProgramLoad("/lib64/ld-linux-x86-64.so.2", NULL, &program),
                  1530, "no symbol"));
}

static void *callRepeatedly(void *argument) {
  void **both = argument;
  for (int i = 0; i < 200; ++i)
    givesRightResults(both[0], both[1], i % 13);
  return NULL;
}

static void servesManyCallers(TcProgram *program, TcPool *pool) {
  pthread_t threads[4];
  void *both[] = {program, pool};
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, callRepeatedly, both);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
  CHECK(tcProgramHeapStats(program).corruptions == 0);
}

//===----------------------------------------------------------------------===//
// Inputs that share memory, results that are weights
//===----------------------------------------------------------------------===//

static TcStatus giveCounter(void *context, const char *name, TcTensor *tensor) {
  (void)name;
  tensor->data = context;
  return TC_OK;
}

/// a: f32[4] and b: f32[2], every second element of a from the first on; the
/// program adds 1 to a weight, which is its result.
static void sharesMemory(void) {
  static const int64_t words[] = {TC_CODE_CONSTANT, 4, TC_CODE_END,
                                  TC_CODE_CONSTANT, 2, TC_CODE_END,
                                  TC_CODE_CONSTANT, 1, TC_CODE_END};
  static const TcSizeInfo table[] = {{"4", 0, 0}, {"2", 3, 0}, {"1", 6, 0}};
  static const uint32_t four[] = {0}, two[] = {1};
  static const TcValueInfo both[] = {{.name = "a",
                                      .dims = four,
                                      .dtype = TC_DTYPE_F32,
                                      .rank = 1,
                                      .mutated = 1,
                                      .tie = TC_NONE,
                                      .storage = 7,
                                      .storageOffset = TC_NONE},
                                     {.name = "b",
                                      .dims = two,
                                      .strides = two,
                                      .dtype = TC_DTYPE_F32,
                                      .rank = 1,
                                      .tie = TC_NONE,
                                      .storage = 7,
                                      .storageOffset = 2}};
  static const TcValueInfo result[] = {{.name = "r",
                                        .dims = four,
                                        .dtype = TC_DTYPE_F32,
                                        .rank = 1,
                                        .tie = 0,
                                        .tieIsWeight = 1,
                                        NO_STORAGE}};
  static const TcValueInfo counter = {.name = "n",
                                      .dims = four,
                                      .dtype = TC_DTYPE_F32,
                                      .rank = 1,
                                      .mutated = 1,
                                      .tie = TC_NONE,
                                      NO_STORAGE};
  static const TcBufferInfo weight[] = {{.kind = TC_BUFFER_WEIGHT}};
  const TcStep step[] = {{.name = "bump",
                                 .phase = bumpMutated,
                                 BUFFERS(0),
                                 .numTasks = 2,
                                 .scratchBytes = TC_NONE}};
  const TcProgramDescriptor d = {
      .magic = TC_DESCRIPTOR_MAGIC,
      .version = TC_DESCRIPTOR_VERSION,
      .structSize = sizeof d,
      .name = "sharing",
      .sizeCode = words,
      .sizes = table,
      .inputs = both,
      .results = result,
      .weights = &counter,
      .buffers = weight,
      .sizeCodeLength = 9,
      .numSizes = 3,
      .numInputs = 2,
      .numResults = 1,
      .numWeights = 1,
      .numBuffers = 1,
      .sections = {{step, 1, TC_NONE}, {NULL, 0, TC_NONE}}};
  float numbers[4] = {0}, memory[5] = {0};
  int64_t size4 = 4, size2 = 2, sizeOut, stride = 2;
  TcTensor in[] = {{memory, &size4, NULL, TC_DTYPE_F32, 1, {0}},
                   {memory + 1, &size2, &stride, TC_DTYPE_F32, 1, {0}}};
  TcTensor out = {NULL, &sizeOut, NULL, 0, 0, {0}};
  TcCallFrame frame = {.structSize = sizeof frame,
                       .inputs = in,
                       .results = &out,
                       .numInputs = 2,
                       .numResults = 1};
  TcProgram *program;
  CHECK(failsWith(tcProgramFromDescriptor(&d, NULL, &program), 0, ""));
  CHECK(!tcProgramSetWeights(program,
                             (TcWeightSource){numbers, giveCounter, NULL}));
  CHECK(!tcProgramPrepare(program, NULL, NULL));
  for (int i = 0; i < 3; ++i)
    CHECK(failsWith(tcProgramCall(program, &frame), 0, ""));
  CHECK(out.data == numbers && sizeOut == 4 && numbers[3] == 3);
  CHECK(tcProgramResult(program, 0).tieIsWeight);
  in[1].data = memory + 2; // shared, but not as it was
  CHECK(failsWith(tcProgramCall(program, &frame), 1508, "input 1 (b)"));
  in[1].data = memory + 1;
  out.data = memory; // not the weight
  CHECK(failsWith(tcProgramCall(program, &frame), 1510, "it is weight 0 (n)"));
  tcProgramFree(program);
}

static void noteLaunch(void *context, const TcLaunchRecord *record) {
  CHECK(record->seconds >= 0 && record->name);
  ++*(int *)context;
}

static void answersQueries(TcProgram *program) {
  CHECK(!strcmp(tcProgramName(program), "example"));
  CHECK(tcProgramNumInputs(program) == 2 && tcProgramNumWeights(program) == 2);
  TcValue x = tcProgramInput(program, 0), r1 = tcProgramResult(program, 1);
  CHECK(!strcmp(x.name, "x") && x.rank == 2 && x.tie == -1 && !x.mutated);
  CHECK(r1.tie == 1 && tcProgramInput(program, 1).mutated);
  CHECK(!tcProgramInput(program, 9).name);
  CHECK(!strcmp(tcProgramInputSize(program, 0, 1), "2*s + 1"));
  CHECK(!tcProgramResultSize(program, 0, 2));
  CHECK(tcProgramWeightSize(program, 0, 0) == 4);
  CHECK(tcProgramWeightSize(program, 0, 1) == -1);
  int64_t symbolValues[] = {5, 0}, shape[2];
  CHECK(!tcProgramResultSizes(program, 0, symbolValues, shape));
  CHECK(shape[0] == 5 && shape[1] == 11);
  CHECK(failsWith(tcProgramResultSizes(program, 3, symbolValues, shape), 2533,
                  "no number 3"));
  int launches = 0;
  tcProgramSetObserver(program, noteLaunch, &launches);
  givesRightResults(program, NULL, 4);
  tcProgramSetObserver(program, NULL, NULL);
  CHECK(launches == 13);
}

int main(void) {
  TcPoolOptions options = {.structSize = sizeof options, .numThreads = 3};
  TcPool *pool = tcPoolCreate(&options);
  for (unsigned flags = 0; flags <= TC_HEAP_GUARD; ++flags) {
    TcProgram *program = load(flags);
    answersQueries(program);
    for (int64_t s = 0; s < 20; ++s)
      givesRightResults(program, s % 2 ? pool : NULL, s);
    acceptsCallersResults(program);
    rejectsBadCalls(program);
    survivesLackOfMemory(program);
    servesManyCallers(program, pool);
    TcHeapStats stats = tcProgramHeapStats(program);
    CHECK(stats.corruptions == 0);
    tcProgramFree(program);
  }
  CHECK(freed == 2);
  sharesMemory();
  rejectsMissingWeights();
  rejectsMalformedPrograms();
  tcPoolDestroy(pool);
  return checkReport();
}
