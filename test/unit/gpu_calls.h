// A program of launches alone for a GPU, and its calls on memory of the GPU, on
// the stand-ins for both vendors' drivers: for runtime_graphs.c and
// runtime_captures.c.
#ifndef TC_TEST_GPU_CALLS_H
#define TC_TEST_GPU_CALLS_H

#include "gpu_example.h"

#include "runtime/gpu/graph.h"

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

// As the example, without what the GPU decides: r0 = x + 5, m += 1, and a count
// of x that finds errors.
enum { COPY_ROWS, ADD_ROWS, BUMP, COUNT_POSITIVE, NUM_LAUNCHES };
static TcStep launches[NUM_LAUNCHES];
static TcBufferInfo fixedBuffers[NUM_BUFFERS];
static TcProgramDescriptor fixed;

static void (*onBump)(void); // what the GPU does with bumpMutated, once
KERNEL(bumpAndTell) {
  void (*tell)(void) = onBump;
  bumpMutated(buffers, sizes, scratch, lo, hi);
  onBump = NULL;
  if (tell)
    tell();
}
static const StandinFunction fixedFunctions[] = {
    {"prepareWeight", prepareWeight, 2, 0},
    {"copyRows", copyRows, 2, 1},
    {"addRows", addRows, 3, 1},
    {"bumpMutated", bumpAndTell, 1, 0},
    {"countPositive", countPositive, 2, 2}};
static const StandinImage fixedImage = {STANDIN_MAGIC, fixedFunctions, 5};
static const TcImageInfo fixedImages[] = {{&fixedImage, sizeof fixedImage}};

static void makeFixed(void) {
  static const int from[] = {0, 1, 5, 7}; // of the example's steps
  for (int i = 0; i < NUM_LAUNCHES; ++i) {
    launches[i] = gpuMain[from[i]];
    launches[i].dependent = i % 2;
  }
  memcpy(fixedBuffers, buffers, sizeof buffers);
  fixedBuffers[R2].index = 0; // nobody writes it
  fixed = gpu;
  fixed.images = fixedImages;
  fixed.buffers = fixedBuffers;
  fixed.numResults = 2;
  fixed.sections[TC_SECTION_MAIN].steps = launches;
  fixed.sections[TC_SECTION_MAIN].numSteps = NUM_LAUNCHES;
}

static TcProgram *openWith(const TcProgramDescriptor *d, unsigned most,
                           unsigned after) {
  TcProgram *p;
  TcGraphOptions options = {sizeof options, most, after};
  CHECK(!open(d, 0, &p));
  CHECK(!tcProgramSetGraphs(p, &options));
  driver->updates = driver->replays = driver->early = 0;
  return p;
}

static TcProgram *openFixed(unsigned most, unsigned after) {
  return openWith(&fixed, most, after);
}

static void closeAll(TcProgram *p) {
  tcProgramFree(p);
  CHECK(isAllGivenBack());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Arguments in the GPU's memory, with their contents on the host.
typedef struct Device {
  TcProgram *p;
  const TcAllocator *memory;
  int64_t s, count, sizes[3][2];
  TcTensor inputs[2], results[2];
  float *x;
  int calls; ///< that have bumped m
  TcCallFrame frame;
} Device;

static void *make(const Device *v, size_t bytes) {
  return v->memory->alloc(v->memory->self, bytes + 16, 16);
}

static void put(const Device *v, void *to, const void *from, size_t bytes) {
  CHECK(!tcProgramCopyIn(v->p, to, from, bytes, NULL));
}

static Device *deviceMake(TcProgram *p, int64_t s, uint64_t flags) {
  Device *v = calloc(1, sizeof *v);
  const int64_t shapes[3][2] = {{s, 2 * s + 1}, {4, 0}, {s, 2 * s + 1}};
  const float zeros[4] = {0};
  v->p = p;
  v->s = s;
  v->count = s * (2 * s + 1);
  CHECK(!tcProgramDeviceAllocator(p, &v->memory));
  memcpy(v->sizes, shapes, sizeof shapes);
  size_t bytes = (size_t)v->count * sizeof(float);
  v->x = malloc(bytes);
  for (int64_t i = 0; i < v->count; ++i)
    v->x[i] = (float)(i % 7);
  v->inputs[0] =
      (TcTensor){make(v, bytes), v->sizes[0], NULL, TC_DTYPE_F32, 2, {0}};
  v->inputs[1] =
      (TcTensor){make(v, 16), v->sizes[1], NULL, TC_DTYPE_F32, 1, {0}};
  v->results[0] =
      (TcTensor){make(v, bytes), v->sizes[2], NULL, TC_DTYPE_F32, 2, {0}};
  put(v, v->inputs[0].data, v->x, bytes);
  put(v, v->inputs[1].data, zeros, sizeof zeros);
  v->frame = (TcCallFrame){.structSize = sizeof v->frame,
                           .inputs = v->inputs,
                           .results = v->results,
                           .numInputs = 2,
                           .numResults = 2,
                           .flags = TC_CALL_DEVICE_MEMORY | flags};
  return v;
}

static void deviceFree(Device *v) {
  v->memory->free(v->memory->self, v->inputs[0].data);
  v->memory->free(v->memory->self, v->inputs[1].data);
  v->memory->free(v->memory->self, v->results[0].data);
  free(v->x);
  free(v);
}

static TcStatus call(Device *v) {
  v->sizes[1][0] = 4;
  v->results[1] = (TcTensor){.sizes = v->sizes[1]};
  ++v->calls;
  return tcProgramCall(v->p, &v->frame);
}

static void *streamOf(const Device *v) { return v->frame.stream; }

/// What the results are after the stream's work.
static bool isRight(const Device *v) {
  size_t bytes = (size_t)v->count * sizeof(float);
  float *r = malloc(bytes), m[4];
  bool right = true;
  CHECK(!tcProgramSynchronize(v->p, streamOf(v)));
  CHECK(!tcProgramCopyOut(v->p, r, v->results[0].data, bytes, streamOf(v)));
  CHECK(!tcProgramCopyOut(v->p, m, v->inputs[1].data, sizeof m, streamOf(v)));
  for (int64_t i = 0; i < v->count; ++i)
    right &= r[i] == v->x[i] + 5;
  free(r);
  memset(v->results[0].data, 0xEE, bytes); // what the next call has to write
  return right && m[0] == (float)v->calls && m[3] == (float)v->calls;
}

static bool isGood(Device *v) { return !call(v) && isRight(v); }

static bool has(TcProgram *p, uint64_t replayed, uint64_t launched,
                uint64_t made) {
  TcGraphStats s = tcProgramGraphStats(p);
  bool is = s.replayed == replayed && s.launched == launched && s.made == made;
  if (!is)
    printf("replayed %d, launched %d, made %d: %s\n", (int)s.replayed,
           (int)s.launched, (int)s.made, s.why);
  return is;
}

#endif // TC_TEST_GPU_CALLS_H
