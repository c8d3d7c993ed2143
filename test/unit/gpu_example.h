// The example program (example_program.h) as one for a GPU, on the stand-ins
// for both vendors' drivers (test/gpu).
#ifndef TC_TEST_GPU_EXAMPLE_H
#define TC_TEST_GPU_EXAMPLE_H

#include "example_program.h"

#include "../gpu/Inputs/standin.h"

#include <dlfcn.h>

static StandinState *driver;
static const char *target; // "cuda" or "rocm"

//===----------------------------------------------------------------------===//
// The example as a program for a GPU
//===----------------------------------------------------------------------===//

static const StandinFunction functions[] = {
    {"prepareWeight", prepareWeight, 2, 0},
    {"copyRows", copyRows, 2, 1},
    {"addRows", addRows, 3, 1},
    {"clearCounter", clearCounter, 1, 0},
    {"loopCondition", loopCondition, 2, 0},
    {"bumpMutated", bumpMutated, 1, 0},
    {"countPositive", countPositive, 2, 2},
    {"takePositive", takePositive, 2, 2}};
static const StandinImage image = {STANDIN_MAGIC, functions, 8};
static TcImageInfo images[] = {{&image, sizeof image}};

/// Of copyRows' input: rows of 64 bytes.
static const TcTensorMapInfo rowsMap = {.buffer = 0,
                                        .each = 4,
                                        .rank = 2,
                                        .offset = ZERO,
                                        .extents = {S21, S},
                                        .strides = {FOUR, B_64},
                                        .box = {32, 8}};

static TcStep gpuMain[sizeof mainSteps / sizeof *mainSteps + 1];
static TcStep gpuPrepare[1];
static TcValueInfo gpuInputs[2], gpuResults[3], gpuWeights[2];
static TcProgramDescriptor gpu;

static void toGpu(TcStep *out, const TcStep *steps, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = steps[i];
    out[i].phase = NULL;
    out[i].scratchBytes = TC_NONE;
    out[i].threads = 32;
    out[i].sharedBytes = TC_NONE;
    out[i].dependent = i % 2;
  }
}

static void makeDescriptor(void) {
  toGpu(gpuMain, mainSteps, sizeof mainSteps / sizeof *mainSteps);
  toGpu(gpuPrepare, prepareSteps, 1);
  memcpy(gpuInputs, inputs, sizeof inputs);
  memcpy(gpuResults, results, sizeof results);
  gpuInputs[0].kernelAlignment = gpuResults[0].kernelAlignment = 16;
  gpu = good;
  gpu.target = target;
  gpu.chip = !strcmp(target, "cuda") ? "sm_90a" : "gfx942";
  gpu.images = images;
  gpu.numImages = 1;
  gpu.inputs = gpuInputs;
  gpu.results = gpuResults;
  gpu.sections[TC_SECTION_MAIN].steps = gpuMain;
  gpu.sections[TC_SECTION_PREPARE].steps = gpuPrepare;
}

static TcStatus open(const TcProgramDescriptor *d, unsigned flags,
                     TcProgram **program) {
  TcProgramOptions options = {.structSize = sizeof options, .heapFlags = flags};
  TC_RETURN_IF_ERROR(tcProgramFromDescriptor(d, &options, program));
  TcStatus status = tcProgramSetWeights(
      *program, (TcWeightSource){.find = findWeight, .release = releaseWeight});
  return status ? status : tcProgramPrepare(*program, NULL, NULL);
}

static bool isAllGivenBack(void) {
  bool good = !driver->blocks && !driver->streams && !driver->pools &&
              !driver->modules && !driver->events && !driver->contexts &&
              !driver->hostBlocks && !driver->graphs && !driver->executables &&
              !driver->mistakes;
  if (!good)
    printf("left: %d blocks, %d streams, %d pools, %d modules, %d events, %d "
           "contexts, %d graphs, %d executables; %d mistakes\n",
           driver->blocks, driver->streams, driver->pools, driver->modules,
           driver->events, driver->contexts, driver->graphs,
           driver->executables, driver->mistakes);
  driver->mistakes = 0;
  return good;
}

//===----------------------------------------------------------------------===//
// Vendors
//===----------------------------------------------------------------------===//

static void onVendor(const char *name, const char *library,
                     void (*test)(void)) {
  // The runtime's dlopen by name then finds this one.
  char path[1024];
  snprintf(path, sizeof path, "%s/test/drivers/%s", TC_BINARY_DIR, library);
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  CHECK(handle && "the stand-in is built");
  if (!handle)
    return;
  StandinStateFn *get = (StandinStateFn *)dlsym(handle, "standinState");
  driver = get();
  target = name;
  makeDescriptor();
  test();
}

static void onEachVendor(void (*test)(void)) {
  onVendor("cuda", "libcuda.so.1", test);
  onVendor("rocm", "libamdhip64.so.7", test);
}

#endif // TC_TEST_GPU_EXAMPLE_H
