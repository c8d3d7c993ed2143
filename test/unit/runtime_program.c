// The program object on a descriptor written by hand (example_program.h): entry
// checks, memory, steps of every kind, preparation, many callers.
#include "example_program.h"

static int freed;
static void noteFree(void *context) { *(int *)context += 1; }

static TcProgram *load(unsigned heapFlags) {
  TcProgramOptions options = {.structSize = sizeof options,
                              .heapFlags = heapFlags,
                              .release = noteFree,
                              .releaseContext = &freed};
  TcProgram *program;
  CHECK(!tcProgramFromDescriptor(&good, &options, &program));
  CHECK(!tcProgramSetWeights(
      program, (TcWeightSource){.find = findWeight, .release = releaseWeight}));
  found = released = 0;
  CHECK(!tcProgramPrepare(program, NULL, NULL));
  CHECK(found == 1 && released == 1);
  return program;
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

/// What a call would give, before it is made, and intermediates in memory of
/// the caller, if that is enough.
static void describesResults(TcProgram *program, bool guard) {
  Call *c = callMake(3, NULL);
  c->frame.structSize =
      offsetof(TcCallFrame, numThreads); // of a version before
  CHECK(!tcProgramDescribeResults(program, &c->frame));
  CHECK(c->results[0].dtype == TC_DTYPE_F32 && c->results[0].rank == 2);
  CHECK(c->sizes[2][0] == 3 && c->sizes[2][1] == 7 && !c->results[0].data);
  CHECK(c->results[2].dtype == TC_DTYPE_INVALID); // its size is found later
  size_t bytes = c->frame.arenaBytes;
  CHECK(bytes > 0);
  for (size_t less = 0; less < 2; ++less) {
    char *arena = aligned_alloc(64, (bytes + 63) / 64 * 64);
    memset(arena, 1, bytes);
    c->frame.arena = arena;
    c->frame.arenaBytes = bytes - less;
    CHECK(!tcProgramCall(program, &c->frame));
    bool used = false;
    for (size_t i = 0; i < bytes; ++i)
      used |= arena[i] != 1;
    CHECK(used == (!less && !guard));
    tcProgramFreeResult(program, &c->results[0]);
    tcProgramFreeResult(program, &c->results[2]);
    free(arena);
  }
  c->inputs[0].dtype = TC_DTYPE_F64;
  CHECK(failsWith(tcProgramDescribeResults(program, &c->frame), 1502, "dtype"));
  c->inputs[0].dtype = TC_DTYPE_F32;
  c->inputs[1].dtype = TC_DTYPE_I32;
  CHECK(failsWith(tcProgramCall(program, &c->frame), 1502, "dtype"));
  c->frame.flags = TC_CALL_CHECKED; // says the caller
  CHECK(!tcProgramCall(program, &c->frame));
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
  TcWeightSource bad = {.context = program, .find = findWeight};
  CHECK(!tcProgramSetWeights(program, bad));
  CHECK(failsWith(tcProgramPrepare(program, NULL, NULL), 2531, "no weight w"));
  CHECK(!tcProgramSetWeights(
      program, (TcWeightSource){.find = findWeight, .release = releaseWeight}));
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
  CHECK(failsWith(tcProgramLoad("/tmp", NULL, &program), 2530, "not a shared"));
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
  CHECK(!tcProgramSetWeights(
      program, (TcWeightSource){.context = numbers, .find = giveCounter}));
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

/// On the calling thread, whatever the frame says.
static TcStatus runsAlone(void *context, TcPhaseFn phase, void *const *buffers,
                          const int64_t *sizes, int64_t numTasks, int64_t grain,
                          size_t scratchBytes) {
  static _Alignas(64) char scratch[1 << 12];
  (void)context, (void)grain;
  CHECK(scratchBytes <= sizeof scratch);
  phase(buffers, sizes, scratch, 0, numTasks);
  return TC_OK;
}

static int launchesOf(const TcProgramDescriptor *d, TcParallelFor parallelFor,
                      void *context, uint32_t numThreads) {
  Call *v = callMake(2, NULL);
  int launches = 0;
  TcProgram *program;
  CHECK(!tcProgramFromDescriptor(d, NULL, &program));
  CHECK(!tcProgramSetWeights(program, (TcWeightSource){.find = findWeight}));
  CHECK(!tcProgramPrepare(program, parallelFor, context));
  tcProgramSetObserver(program, noteLaunch, &launches);
  v->frame.parallelFor = parallelFor;
  v->frame.parallelContext = context;
  v->frame.numThreads = numThreads;
  CHECK(!tcProgramCall(program, &v->frame));
  callFree(program, v);
  tcProgramFree(program);
  return launches;
}

/// A step may be for few threads, or for many. Pools say how many they have;
/// nobody says it of other threads than the frame.
static void takesStepsByThreads(TcPool *pool) {
  enum { NUM = sizeof mainSteps / sizeof *mainSteps };
  TcStep steps[NUM + 1];
  TcProgramDescriptor d = good;
  memcpy(steps, mainSteps, sizeof mainSteps);
  steps[NUM] = mainSteps[2];
  d.sections[TC_SECTION_MAIN].steps = steps;
  d.sections[TC_SECTION_MAIN].numSteps = NUM + 1;
  int all = launchesOf(&d, NULL, NULL, 0);
  steps[NUM].leastThreads = 3;
  CHECK(launchesOf(&d, NULL, NULL, 8) == all - 1);
  CHECK(launchesOf(&d, tcPoolParallelFor, pool, 0) == all);
  CHECK(launchesOf(&d, runsAlone, NULL, 0) == all - 1);
  CHECK(launchesOf(&d, runsAlone, NULL, 2) == all - 1);
  CHECK(launchesOf(&d, runsAlone, NULL, 3) == all);
  steps[NUM].mostThreads = 2;
  steps[NUM].leastThreads = 0;
  CHECK(launchesOf(&d, NULL, NULL, 0) == all);
  CHECK(launchesOf(&d, tcPoolParallelFor, pool, 0) == all - 1);
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
    describesResults(program, flags & TC_HEAP_GUARD);
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
  takesStepsByThreads(pool);
  tcPoolDestroy(pool);
  return checkReport();
}
