// The program that runtime_program.c and runtime_gpu.c run, its weights and its
// calls. For x: f32[s, 2*s+1], m: f32[4] (mutated), w: weight f32[4]:
//   r0 = x + prepared(w)[0], by rows in parallel; m += 1 in place (r1);
//   k = number of positive x; r2: f32[k] = the positive x.
#ifndef TC_TEST_EXAMPLE_PROGRAM_H
#define TC_TEST_EXAMPLE_PROGRAM_H

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

static inline void givesRightResults(TcProgram *program, TcPool *pool,
                                     int64_t s) {
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

#endif // TC_TEST_EXAMPLE_PROGRAM_H
