// The host's time of a launch on a GPU: of a program's calls as launches, as a
// graph, as a graph whose arguments have moved, beside the driver's own time
// for the same launches with the same parameters, and for launching a graph.
// For bench/launches.py, which builds it. PROGRAM.so is of tc-compile, with
// static sizes and without weights.
#include "runtime/descriptor.h"
#include "runtime/gpu/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPEAT = 200 };
enum { EARLY = 7, EDGES = 9 }; // of TcGpuDriver.own, in CUDA

static void need(TcStatus status) {
  char text[1000];
  if (!status)
    return;
  tcStatusPrint(status, text, sizeof text);
  fprintf(stderr, "launches: %s\n", text);
  exit(1);
}

static void needCode(int code, const char *what) {
  if (!code)
    return;
  fprintf(stderr, "launches: %s: error %d\n", what, code);
  exit(1);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

typedef struct Bench {
  TcProgram *p;
  const TcProgramDescriptor *d;
  const TcAllocator *memory;
  TcTensor *inputs, *results, *otherInputs, *otherResults;
  void *arena;
  TcCallFrame frame;
} Bench;

static TcTensor makeTensor(Bench *b, bool isInput, size_t index) {
  int64_t *sizes = calloc(TC_MAX_RANK, sizeof *sizes);
  TcValue v =
      isInput ? tcProgramInput(b->p, index) : tcProgramResult(b->p, index);
  TcTensor t = {
      .sizes = sizes, .dtype = (uint8_t)v.dtype, .rank = (uint8_t)v.rank};
  need(isInput ? tcProgramInputSizes(b->p, index, NULL, sizes)
               : tcProgramResultSizes(b->p, index, NULL, sizes));
  size_t bytes = (size_t)tcTensorDenseBytes(&t);
  void *zeros = calloc(1, bytes);
  t.data = b->memory->alloc(b->memory->self, bytes, 256);
  need(tcProgramCopyIn(b->p, t.data, zeros, bytes, NULL));
  free(zeros);
  return t;
}

static TcTensor *makeTensors(Bench *b, bool isInput, size_t count) {
  TcTensor *all = calloc(count, sizeof *all);
  for (size_t i = 0; i < count; ++i)
    all[i] = makeTensor(b, isInput, i);
  return all;
}

static void open(Bench *b, const char *path) {
  need(tcProgramLoad(path, NULL, &b->p));
  b->d = tcProgramGetDescriptor(b->p);
  need(tcProgramPrepare(b->p, NULL, NULL));
  need(tcProgramDeviceAllocator(b->p, &b->memory));
  b->inputs = makeTensors(b, true, b->d->numInputs);
  b->otherInputs = makeTensors(b, true, b->d->numInputs);
  b->results = makeTensors(b, false, b->d->numResults);
  b->otherResults = makeTensors(b, false, b->d->numResults);
  b->frame = (TcCallFrame){.structSize = sizeof b->frame,
                           .inputs = b->inputs,
                           .results = b->results,
                           .numInputs = b->d->numInputs,
                           .numResults = b->d->numResults,
                           .flags = TC_CALL_DEVICE_MEMORY | TC_CALL_ASYNC};
  need(tcProgramDescribeResults(b->p, &b->frame));
  b->frame.arena =
      b->memory->alloc(b->memory->self, b->frame.arenaBytes + 1, 256);
}

/// Calls with the one set of arguments and the other by turns, if `moves`.
static void callOnce(Bench *b, int turn, bool moves) {
  b->frame.inputs = moves && turn % 2 ? b->otherInputs : b->inputs;
  b->frame.results = moves && turn % 2 ? b->otherResults : b->results;
  need(tcProgramCall(b->p, &b->frame));
}

static int compareDoubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print(const char *what, double *times, size_t launches) {
  qsort(times, REPEAT, sizeof *times, compareDoubles);
  printf("  %-34s %8.1f us, median %8.1f; a launch %6.3f us\n", what,
         1e6 * times[0], 1e6 * times[REPEAT / 2],
         1e6 * times[0] / (double)launches);
}

/// Until the call returns; what it has enqueued is waited for untimed.
static void timeCalls(Bench *b, const char *what, bool moves, size_t launches) {
  double times[REPEAT];
  for (int i = -5; i < REPEAT; ++i) {
    double start = seconds();
    callOnce(b, i + 6, moves);
    if (i >= 0)
      times[i] = seconds() - start;
    need(tcProgramSynchronize(b->p, NULL));
  }
  print(what, times, launches);
}

//===----------------------------------------------------------------------===//
// The driver's own launches
//===----------------------------------------------------------------------===//

static TcGpuLaunch *recorded;
static size_t numRecorded;
static const TcSection *section;

/// The i-th launch is that of the i-th step, which says what its parameters
/// are.
static void record(TcGpuLaunch launch) {
  const TcStep *step = &section->steps[numRecorded];
  size_t words = step->numBuffers + 1 + step->numSizes;
  void **copy = calloc(words + TC_TENSOR_MAPS, sizeof *copy);
  for (size_t i = 0; i < words + step->numMaps; ++i) {
    size_t bytes = i < words ? sizeof(void *) : TC_GPU_TENSOR_MAP_BYTES;
    copy[i] = aligned_alloc(TC_GPU_TENSOR_MAP_ALIGNMENT, 128);
    memcpy(copy[i], launch.parameters[i], bytes);
  }
  launch.parameters = copy;
  recorded[numRecorded++] = launch;
}

static int recordPlain(void *function, unsigned gx, unsigned gy, unsigned gz,
                       unsigned bx, unsigned by, unsigned bz, unsigned shared,
                       void *stream, void **parameters, void **extra) {
  (void)gy, (void)gz, (void)by, (void)bz, (void)stream, (void)extra;
  record((TcGpuLaunch){function, gx, bx, shared, false, parameters});
  return 0;
}

static int recordEarly(const unsigned *config, void *function,
                       void **parameters, void **extra) {
  (void)extra;
  record((TcGpuLaunch){function, config[0], config[3], config[6], true,
                       parameters});
  return 0;
}

static void recordCall(Bench *b) {
  TcGpuDriver *d = &b->p->gpu->driver, before = *d;
  section = &b->d->sections[TC_SECTION_MAIN];
  recorded = calloc(section->numSteps + 1u, sizeof *recorded);
  d->calls.launch = recordPlain;
  if (d->own[EARLY])
    d->own[EARLY] = (TcGpuFunction)recordEarly;
  callOnce(b, 0, false);
  *d = before;
}

static int launchOne(const TcGpuDriver *d, const TcGpuLaunch *l, void *stream) {
  return l->early && d->api->launchEarly
             ? d->api->launchEarly(d, l, stream)
             : d->calls.launch(l->function, l->blocks, 1, 1, l->threads, 1, 1,
                               l->sharedBytes, stream, l->parameters, NULL);
}

static void timeDriver(Bench *b) {
  const TcGpuDriver *d = &b->p->gpu->driver;
  double times[REPEAT];
  for (int i = 0; i < REPEAT; ++i) {
    double start = seconds();
    for (size_t k = 0; k < numRecorded; ++k)
      needCode(launchOne(d, &recorded[k], b->p->gpu->stream), "a launch");
    times[i] = seconds() - start;
    need(tcProgramSynchronize(b->p, NULL));
  }
  print("the driver's launches", times, numRecorded);
}

static void timeDriversGraph(Bench *b) {
  const TcGpuDriver *d = &b->p->gpu->driver;
  double times[REPEAT];
  for (int i = 0; i < REPEAT; ++i) {
    double start = seconds();
    needCode(
        d->graphs.launch(b->p->graphs->all[0].executable, b->p->gpu->stream),
        "a graph");
    times[i] = seconds() - start;
    need(tcProgramSynchronize(b->p, NULL));
  }
  print("the driver's graph", times, numRecorded);
}

/// Until all its work is done.
static void timeWhole(Bench *b, const char *what) {
  double times[REPEAT];
  for (int i = -5; i < REPEAT; ++i) {
    double start = seconds();
    callOnce(b, 0, false);
    need(tcProgramSynchronize(b->p, NULL));
    if (i >= 0)
      times[i] = seconds() - start;
  }
  print(what, times, numRecorded);
}

int main(int argc, char **argv) {
  TcGraphOptions options = {.structSize = sizeof options, .most = 2};
  for (int i = 1; i < argc; ++i) {
    Bench b = {0};
    TcGpuThread thread;
    numRecorded = 0;
    open(&b, argv[i]);
    const TcGpuDriver *d = &b.p->gpu->driver;
    need(tcGpuDriverEnter(d, b.p->gpu->device, &thread));
    recordCall(&b);
    size_t early = 0, maps = 0;
    for (size_t k = 0; k < numRecorded; ++k) {
      early += recorded[k].early;
      maps += section->steps[k].numMaps;
    }
    printf("%s: %zu launches, %zu early, %zu tensor maps, on %s\n", argv[i],
           numRecorded, early, maps, b.p->gpu->card);
    timeDriver(&b);
    timeCalls(&b, "tc, launches", false, numRecorded);
    timeDriver(&b);
    timeCalls(&b, "tc, launches", false, numRecorded);
    timeWhole(&b, "tc, launches, until done");
    need(tcProgramSetGraphs(b.p, &options));
    double start = seconds();
    callOnce(&b, 0, false);
    printf("  %-34s %8.1f us\n", "tc, the call that makes the graph",
           1e6 * (seconds() - start));
    need(tcProgramSynchronize(b.p, NULL));
    timeCalls(&b, "tc, a graph", false, numRecorded);
    timeDriversGraph(&b);
    timeCalls(&b, "tc, a graph, all arguments moved", true, numRecorded);
    timeWhole(&b, "tc, a graph, until done");
    TcGraphStats s = tcProgramGraphStats(b.p);
    printf("  %d calls as graphs, %d kernels updated, %d as launches %s\n",
           (int)s.replayed, (int)s.updated, (int)s.launched, s.why);
    b.p->gpu->driver.own[EDGES] = NULL;
    need(tcProgramSetGraphs(b.p, &options));
    timeWhole(&b, "tc, a graph that waits, until done");
    tcGpuDriverLeave(d, b.p->gpu->device, thread);
    tcProgramFree(b.p);
  }
  return 0;
}
