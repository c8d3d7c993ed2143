// GPU programs on stand-ins for both vendors' drivers (test/gpu): arguments in
// host and device memory, launches, errors, and no leak whichever driver call
// fails.
#include "gpu_example.h"

static TcProgram *openGood(unsigned flags) {
  TcProgram *program;
  found = released = 0;
  CHECK(!open(&gpu, flags, &program));
  CHECK(found == 1 && released == 1); // as soon as it is on the GPU
  return program;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static void givesRightResultsOfHostMemory(unsigned flags) {
  TcProgram *program = openGood(flags);
  CHECK(!strcmp(tcProgramTarget(program), target));
  givesRightResults(program, NULL, 3);
  givesRightResults(program, NULL, 0);
  givesRightResults(program, NULL, 17);
  tcProgramFree(program);
  CHECK(isAllGivenBack());
}

typedef struct DeviceCall {
  Call *host;
  const TcAllocator *memory;
  TcTensor inputs[2], results[3];
  TcCallFrame frame;
} DeviceCall;

/// The call of the host with its arguments on the device, `shift` bytes off.
static DeviceCall deviceCall(TcProgram *program, size_t shift) {
  DeviceCall c = {.host = callMake(3, NULL)};
  CHECK(!tcProgramDeviceAllocator(program, &c.memory));
  memcpy(c.inputs, c.host->inputs, sizeof c.inputs);
  memcpy(c.results, c.host->results, sizeof c.results);
  for (int i = 0; i < 2; ++i) {
    size_t bytes = i ? 16 : 84;
    char *block = c.memory->alloc(c.memory->self, bytes + shift, 16);
    c.inputs[i].data = block + shift;
    CHECK(!tcProgramCopyIn(program, c.inputs[i].data, c.host->inputs[i].data,
                           bytes, NULL));
  }
  return c;
}

static TcStatus callDevice(TcProgram *program, DeviceCall *c, uint64_t flags) {
  c->frame = c->host->frame;
  c->frame.inputs = c->inputs;
  c->frame.results = c->results;
  c->frame.flags = TC_CALL_DEVICE_MEMORY | flags;
  return tcProgramCall(program, &c->frame);
}

static void freeResults(DeviceCall *c) {
  for (int i = 0; i < 3; i += 2)
    if (c->results[i].data) {
      c->memory->free(c->memory->self, c->results[i].data);
      c->results[i].data = NULL;
    }
}

static void freeDevice(TcProgram *program, DeviceCall *c, size_t shift) {
  for (int i = 0; i < 2; ++i)
    c->memory->free(c->memory->self, (char *)c->inputs[i].data - shift);
  freeResults(c);
  callFree(program, c->host);
}

static void givesRightResultsOfDeviceMemory(size_t shift) {
  TcProgram *program = openGood(0);
  DeviceCall c = deviceCall(program, shift);
  CHECK(failsWith(callDevice(program, &c, 0), 1509, "allocator"));
  c.host->frame.allocator = c.memory;
  CHECK(!callDevice(program, &c, 0));
  float r0[21], m[4], r2[7];
  CHECK(!tcProgramCopyOut(program, r0, c.results[0].data, sizeof r0, NULL));
  CHECK(!tcProgramCopyOut(program, r2, c.results[2].data, sizeof r2, NULL));
  CHECK(!tcProgramCopyOut(program, m, c.inputs[1].data, sizeof m, NULL));
  CHECK(c.results[1].data == c.inputs[1].data);
  CHECK(r0[0] == 4 && r0[20] == 6 && r2[6] == 1 && m[0] == 3 && m[3] == 3);
  freeDevice(program, &c, shift);
  tcProgramFree(program);
  CHECK(isAllGivenBack());
}

/// A launch with a tensor map behind its sizes, of rows of 64 bytes.
static void makesTensorMaps(void) {
  bool isCuda = !strcmp(target, "cuda");
  gpuMain[1].maps = &rowsMap;
  gpuMain[1].numMaps = 1;
  TcProgram *program = openGood(0);
  DeviceCall c = deviceCall(program, 0);
  c.host->frame.allocator = c.memory;
  if (isCuda) {
    const StandinTensor *t = &driver->tensor;
    CHECK(!callDevice(program, &c, 0));
    CHECK(t->address && t->rank == 2 && t->type == 2 && t->swizzle == 3);
    CHECK(t->extents[0] == 7 && t->extents[1] == 3);
    CHECK(t->strides[0] == 64 && t->box[0] == 32 && t->box[1] == 8);
  } else
    CHECK(failsWith(callDevice(program, &c, 0), 5551, "tensor maps"));
  freeDevice(program, &c, 0);
  tcProgramFree(program);
  CHECK(isAllGivenBack());
  TcTensorMapInfo wide = rowsMap, image = rowsMap;
  image.rank = 3;
  image.box[1] = image.box[2] = 1;
  image.extents[2] = S;
  image.strides[2] = B_64;
  image.pixels = 48;
  image.lower[0] = -1;
  image.upper[0] = -2;
  image.step[0] = 2;
  gpuMain[1].maps = &image;
  program = openGood(0);
  c = deviceCall(program, 0);
  c.host->frame.allocator = c.memory;
  if (isCuda) {
    const StandinTensor *t = &driver->tensor;
    CHECK(!callDevice(program, &c, 0));
    CHECK(t->rank == 3 && t->extents[0] == 7 && t->extents[2] == 3);
    CHECK(t->pixels == 48 && t->box[0] == 32 && t->steps[1] == 2);
    CHECK(t->lower[0] == -1 && t->upper[0] == -2);
  } else
    CHECK(failsWith(callDevice(program, &c, 0), 5551, "tensor maps"));
  freeDevice(program, &c, 0);
  tcProgramFree(program);
  image.step[0] = 9;
  CHECK(failsWith(tcProgramFromDescriptor(&gpu, NULL, &program), 1530, "step"));
  wide.box[0] = 64; // rows of 256 bytes
  gpuMain[1].maps = &wide;
  CHECK(failsWith(tcProgramFromDescriptor(&gpu, NULL, &program), 1530, "step"));
  gpuMain[1].maps = NULL;
  gpuMain[1].numMaps = 0;
}

/// 2^31 blocks are more than a launch counts.
static void refusesTooManyBlocks(void) {
  enum {
    NUM_SIZES = sizeof sizes / sizeof *sizes,
    NUM_CODE = sizeof code / sizeof *code
  };
  int64_t manyCode[NUM_CODE + 3];
  TcSizeInfo manySizes[NUM_SIZES + 1];
  memcpy(manyCode, code, sizeof code);
  memcpy(manySizes, sizes, sizeof sizes);
  memcpy(manyCode + NUM_CODE,
         (int64_t[]){TC_CODE_CONSTANT, INT64_C(1) << 31, TC_CODE_END},
         3 * sizeof *manyCode);
  manySizes[NUM_SIZES] = (TcSizeInfo){"2147483648", NUM_CODE, 0};
  TcProgramDescriptor many = gpu;
  many.sizes = manySizes;
  many.numSizes = NUM_SIZES + 1;
  many.sizeCode = manyCode;
  many.sizeCodeLength = NUM_CODE + 3;
  uint32_t before = gpuMain[1].numTasks;
  gpuMain[1].numTasks = NUM_SIZES;
  TcProgram *program = NULL;
  CHECK(!open(&many, 0, &program));
  DeviceCall c = deviceCall(program, 0);
  c.host->frame.allocator = c.memory;
  CHECK(failsWith(callDevice(program, &c, 0), 6551, "2147483648 blocks"));
  gpuMain[1].numTasks = before;
  freeDevice(program, &c, 0);
  tcProgramFree(program);
  CHECK(isAllGivenBack());
}

/// An input of the host among the device's, and the caller's memory for all
/// intermediates.
static void takesNumbersAndAnArena(void) {
  TcProgram *program = openGood(0);
  DeviceCall c = deviceCall(program, 0);
  TcTensor device = c.inputs[0];
  bool onHost[] = {true, false};
  c.host->frame.allocator = c.memory;
  c.host->frame.inputsOnHost = onHost;
  c.inputs[0] = c.host->inputs[0];
  c.frame = c.host->frame;
  c.frame.inputs = c.inputs;
  c.frame.results = c.results;
  c.frame.flags = TC_CALL_DEVICE_MEMORY;
  CHECK(!tcProgramDescribeResults(program, &c.frame));
  CHECK(c.frame.arenaBytes % 256 == 16 && c.results[0].rank == 2); // one number
  c.host->frame.arenaBytes = c.frame.arenaBytes;
  c.host->frame.arena =
      c.memory->alloc(c.memory->self, c.frame.arenaBytes, 256);
  int before = driver->blocks;
  c.host->frame.stream = TC_DEFAULT_STREAM;
  CHECK(!callDevice(program, &c, TC_CALL_ASYNC));
  CHECK(!tcProgramSynchronize(program, TC_DEFAULT_STREAM));
  CHECK(driver->blocks == before + 2); // the results
  float r0[21];
  CHECK(!tcProgramCopyOut(program, r0, c.results[0].data, sizeof r0, NULL));
  CHECK(r0[0] == 4 && r0[20] == 6);
  onHost[1] = true; // which the program writes
  c.host->frame.stream = NULL;
  c.memory->free(c.memory->self, c.results[0].data);
  c.memory->free(c.memory->self, c.results[2].data);
  c.results[0].data = c.results[2].data = NULL;
  CHECK(failsWith(callDevice(program, &c, 0), 1510, "writes"));
  c.memory->free(c.memory->self, c.host->frame.arena);
  c.inputs[0] = device;
  freeDevice(program, &c, 0);
  tcProgramFree(program);
  CHECK(isAllGivenBack());
}

/// What a kernel finds wrong, at once or when it is asked.
static void tellsErrorsOfKernels(void) {
  TcProgram *program = openGood(0);
  Call *host = callMake(3, NULL);
  host->x[0] = 1e31f;
  CHECK(failsWith(tcProgramCall(program, &host->frame), 1520, "x[0]"));
  CHECK(!host->results[0].data && !host->results[2].data);
  callFree(program, host);
  DeviceCall c = deviceCall(program, 0);
  c.host->frame.allocator = c.memory;
  float huge = 1e31f;
  CHECK(!tcProgramCopyIn(program, c.inputs[0].data, &huge, 4, NULL));
  CHECK(!callDevice(program, &c, TC_CALL_ASYNC));
  CHECK(failsWith(tcProgramSynchronize(program, NULL), 1520, "x[0]"));
  CHECK(!tcProgramSynchronize(program, NULL)); // told once
  // Nobody asks: a later call tells, once the first is over.
  freeResults(&c);
  CHECK(!callDevice(program, &c, TC_CALL_ASYNC));
  CHECK(!tcProgramCopyOut(program, &huge, c.inputs[0].data, 4, NULL));
  freeResults(&c);
  CHECK(failsWith(callDevice(program, &c, TC_CALL_ASYNC), 1550, "x[0]"));
  huge = 1;
  CHECK(!tcProgramCopyIn(program, c.inputs[0].data, &huge, 4, NULL));
  CHECK(!callDevice(program, &c, TC_CALL_ASYNC));
  CHECK(!tcProgramSynchronize(program, NULL));
  freeDevice(program, &c, 0);
  tcProgramFree(program);
  CHECK(isAllGivenBack());
}

/// A step of a training run: the host sees what became of a weight after each
/// call, or only when it asks.
static void writesWeights(void) {
  const TcStep bump = {.name = "bumpMutated", BUFFERS(BW), ALONE};
  const TcProgramDescriptor before = gpu;
  TcProgram *program;
  size_t steps = gpu.sections[TC_SECTION_MAIN].numSteps++;
  toGpu(&gpuMain[steps], &bump, 1);
  memcpy(gpuWeights, weights, sizeof weights);
  gpuWeights[0].mutated = true;
  gpu.weights = gpuWeights;
  CHECK(!open(&gpu, 0, &program));
  Call *c = callMake(3, NULL);
  float read[4];
  CHECK(!tcProgramCall(program, &c->frame));
  CHECK(weightData[0] == 1.5f && weightData[3] == 4);
  tcProgramFreeResult(program, &c->results[0]);
  tcProgramFreeResult(program, &c->results[2]);
  c->frame.flags = TC_CALL_KEEP_WEIGHTS;
  CHECK(!tcProgramCall(program, &c->frame));
  CHECK(weightData[0] == 1.5f && weightData[3] == 4);
  CHECK(!tcProgramReadWeight(program, 0, read));
  CHECK(read[0] == 2.5f && read[3] == 5);
  callFree(program, c);
  tcProgramFree(program);
  gpu = before;
  for (int i = 0; i < 4; ++i)
    --weightData[i];
  CHECK(isAllGivenBack());
}

static void noteLaunch(void *context, const TcLaunchRecord *record) {
  *(int *)context += record->seconds == 0.5e-3;
}

static void timesLaunches(void) {
  TcProgram *program = openGood(0);
  int launches = 0;
  tcProgramSetObserver(program, noteLaunch, &launches);
  givesRightResults(program, NULL, 3);
  CHECK(launches == 13);
  tcProgramFree(program);
  CHECK(isAllGivenBack());
}

/// As many bytes are written before each of them.
static void coolsCaches(void) {
  enum { COLD = 12345 };
  TcProgram *program = openGood(0);
  int launches = 0;
  tcProgramSetObserver(program, noteLaunch, &launches);
  driver->filled = 0;
  givesRightResults(program, NULL, 1);
  CHECK(driver->filled < COLD);
  tcProgramSetColdBytes(program, COLD);
  launches = 0;
  driver->filled = 0;
  givesRightResults(program, NULL, 1);
  CHECK(launches > 0 && driver->filled / COLD == (uint64_t)launches);
  tcProgramFree(program);
  CHECK(isAllGivenBack());
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

/// Open, call, profile, with the call number `failAt` of the driver failing;
/// false if there were not so many.
static bool failsCleanly(int failAt) {
  TcProgram *program = NULL;
  int launches = 0;
  Call *c = callMake(3, NULL);
  driver->calls = 0;
  driver->failAt = failAt;
  TcStatus status = open(&gpu, 0, &program);
  if (!status)
    status = tcProgramCall(program, &c->frame);
  if (!status) {
    tcProgramFreeResult(program, &c->results[0]);
    tcProgramFreeResult(program, &c->results[2]);
    tcProgramSetObserver(program, noteLaunch, &launches);
    tcProgramSetColdBytes(program, 64);
    c->results[1].data = NULL;
    status = tcProgramCall(program, &c->frame);
  }
  bool failed = driver->calls >= failAt;
  int number = tcStatusNumber(status);
  // Of memory it cannot be said whether it is used up or the driver broke.
  CHECK(failed ? number == 7552 || number == 6550 || number == 6530
               : number == 0);
  if (number == 7552) {
    char text[512];
    tcStatusPrint(status, text, sizeof text);
    CHECK(strstr(text, "it is broken (999)"));
  }
  tcStatusFree(status);
  driver->failAt = 0;
  if (program)
    callFree(program, c);
  else
    free(c->x), free(c);
  tcProgramFree(program);
  CHECK(isAllGivenBack());
  return failed;
}

static void failsCleanlyEverywhere(void) {
  int failAt = 1;
  while (failsCleanly(failAt))
    ++failAt;
  CHECK(failAt > 50); // the driver was called that often
}

static void saysWhatIsMissing(void) {
  char chip[16];
  CHECK(!tcGpuChip(target, 0, chip, sizeof chip));
  CHECK_TEXT(chip, gpu.chip);
  CHECK(failsWith(tcGpuChip(target, 1, chip, sizeof chip), 7551, "no GPU 1"));
  driver->devices = 0;
  CHECK(failsWith(tcGpuChip(target, 0, chip, sizeof chip), 7551, "no GPU"));
  driver->devices = 1;
  CHECK(failsWith(tcGpuChip("tpu", 0, chip, sizeof chip), 1530, "tpu"));
}

/// An image that is not for this vendor's GPUs.
static void refusesForeignImages(void) {
  TcProgram *program;
  images[0].data = "\177ELF of another machine, and long enough";
  CHECK(failsWith(open(&gpu, 0, &program), 5550, "was compiled for"));
  tcProgramFree(program);
  images[0].data = &image;
  CHECK(isAllGivenBack());
}

static void refusesBrokenDescriptors(void) {
  TcProgram *program;
  gpuMain[0].image = 1;
  CHECK(failsWith(tcProgramFromDescriptor(&gpu, NULL, &program), 1530, "step"));
  gpuMain[0].image = 0;
  gpuMain[0].threads = 2048;
  CHECK(failsWith(tcProgramFromDescriptor(&gpu, NULL, &program), 1530, "step"));
  gpuMain[0].threads = 32;
}

static void testVendor(void) {
  givesRightResultsOfHostMemory(0);
  givesRightResultsOfHostMemory(TC_HEAP_GUARD);
  givesRightResultsOfDeviceMemory(0);
  givesRightResultsOfDeviceMemory(4); // copied: kernels want 16
  makesTensorMaps();
  refusesTooManyBlocks();
  takesNumbersAndAnArena();
  tellsErrorsOfKernels();
  writesWeights();
  timesLaunches();
  coolsCaches();
  saysWhatIsMissing();
  refusesForeignImages();
  refusesBrokenDescriptors();
  failsCleanlyEverywhere();
}

int main(void) {
  onEachVendor(testVendor);
  return checkReport();
}
