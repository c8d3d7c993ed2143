// Calls of GPU programs whose caller captures the stream, on stand-ins for both
// vendors' drivers: nothing is allocated, waited for, loaded or read, or the
// call is refused; and calls on other streams meanwhile.
#include "gpu_calls.h"

static void capture(void *stream) {
  driver->isCapturing = true;
  driver->captured = stream;
}

/// What there is of the GPU's things, and of the host's for it.
static int countAll(void) {
  return driver->blocks + driver->pools + driver->modules + driver->events +
         driver->streams + driver->hostBlocks + driver->graphs;
}

static TcStatus callCaptured(Device *v) {
  int before = countAll();
  capture(NULL);
  v->frame.stream = TC_DEFAULT_STREAM;
  TcStatus status = call(v);
  driver->isCapturing = false;
  CHECK(countAll() == before);
  v->calls -= status != NULL;
  return status;
}

static void putsLaunchesIntoCaptures(void) {
  TcProgram *p = openFixed(2, 0);
  Device *v = deviceMake(p, 3, TC_CALL_ASYNC);
  CHECK(isGood(v) && has(p, 1, 0, 1));
  // Memory that the caller does not give would have to be allocated.
  CHECK(failsWith(callCaptured(v), 1551, "tcProgramDescribeResults"));
  v->results[1] = (TcTensor){.sizes = v->sizes[1]};
  CHECK(!tcProgramDescribeResults(p, &v->frame) && !v->frame.arenaBytes);
  capture(NULL);
  CHECK(!tcProgramDescribeResults(p, &v->frame));
  driver->isCapturing = false;
  CHECK(v->frame.arenaBytes == 8 * 9 + 4 * 3 + 192);
  v->frame.arena = v->memory->alloc(v->memory->self, v->frame.arenaBytes, 256);
  CHECK(!callCaptured(v) && isRight(v));
  CHECK(driver->mistakes == 0 && has(p, 1, 2, 1));
  CHECK(strstr(tcProgramGraphStats(p).why, "captures"));
  // Nor does a call say what became of earlier ones.
  *p->gpu->errors = TC_ERROR_WORD(TC_ERROR_KERNEL_INDEX, 1);
  CHECK(!callCaptured(v));
  CHECK(failsWith(call(v), 1550, "x[0]"));
  --v->calls;
  CHECK(isRight(v));
  v->memory->free(v->memory->self, v->frame.arena);
  deviceFree(v);
  closeAll(p);
}

static void refusesWhatCannotBeCaptured(void) {
  TcProgram *p = openFixed(2, 0);
  Device *v = deviceMake(p, 3, 0);
  v->frame.arenaBytes = 1000;
  v->frame.arena = v->memory->alloc(v->memory->self, 1000, 256);
  CHECK(failsWith(callCaptured(v), 1551, "TC_CALL_ASYNC"));
  v->frame.flags |= TC_CALL_ASYNC;
  v->inputs[0].data = (char *)v->inputs[0].data + 4;
  CHECK(failsWith(callCaptured(v), 1551, "aligned"));
  v->inputs[0].data = (char *)v->inputs[0].data - 4;
  const bool onHost[] = {true, false};
  void *x = v->inputs[0].data;
  v->inputs[0].data = v->x;
  v->frame.inputsOnHost = onHost;
  CHECK(failsWith(callCaptured(v), 1551, "host memory (x)"));
  v->inputs[0].data = x;
  v->frame.inputsOnHost = NULL;
  CHECK(!callCaptured(v) && isRight(v) && !driver->mistakes);
  v->memory->free(v->memory->self, v->frame.arena);
  deviceFree(v);
  closeAll(p);
}

/// A loop whose end a kernel decides.
static void refusesToReadInCaptures(void) {
  TcProgram *p = openWith(&gpu, 2, 0);
  Device *v = deviceMake(p, 3, TC_CALL_ASYNC);
  int64_t sizes[2];
  TcTensor three[3] = {v->results[0], {.sizes = v->sizes[1]}, {.sizes = sizes}};
  v->frame.results = three;
  v->frame.numResults = 3;
  v->frame.allocator = v->memory;
  v->frame.arenaBytes = 1000;
  v->frame.arena = v->memory->alloc(v->memory->self, 1000, 256);
  CHECK(failsWith(callCaptured(v), 1551, "decides"));
  CHECK(!driver->mistakes);
  CHECK(!tcProgramSynchronize(p, TC_DEFAULT_STREAM)); // what was recorded
  v->memory->free(v->memory->self, v->frame.arena);
  deviceFree(v);
  closeAll(p);
}

/// The first call would open the GPU.
static void refusesToLoadInCaptures(void) {
  // Without weights, which would have opened it.
  TcProgramDescriptor without = fixed;
  TcBufferInfo own[NUM_BUFFERS];
  TcStep bump = launches[BUMP];
  TcProgram *p, *other = openFixed(1, 0);
  Device *v = deviceMake(other, 3, TC_CALL_ASYNC);
  memcpy(own, fixedBuffers, sizeof own);
  own[BW] = own[BP] = own[BX];
  without.buffers = own;
  without.numWeights = 0;
  without.sections[TC_SECTION_PREPARE].numSteps = 0;
  without.sections[TC_SECTION_MAIN].steps = &bump;
  without.sections[TC_SECTION_MAIN].numSteps = 1;
  CHECK(!tcProgramFromDescriptor(&without, NULL, &p));
  v->p = p;
  int modules = driver->modules;
  CHECK(failsWith(callCaptured(v), 1551, "call it once before"));
  CHECK(driver->modules == modules && !driver->mistakes);
  v->p = other;
  deviceFree(v);
  tcProgramFree(p);
  closeAll(other);
}

/// Another stream of the process is captured, in a mode that forbids
/// allocations, while a graph is made, replaced and given back, or the
/// program's memory is.
static void worksBesideCaptures(unsigned most) {
  TcProgram *p = openFixed(most, 0);
  Device *v[2] = {deviceMake(p, 3, TC_CALL_ASYNC),
                  deviceMake(p, 4, TC_CALL_ASYNC)};
  capture(NULL);
  for (int i = 0; i < 4; ++i)
    CHECK(!call(v[i % 2]));
  CHECK(!tcProgramSetGraphs(p, NULL));
  driver->isCapturing = false;
  CHECK(!driver->mistakes && isRight(v[0]) && isRight(v[1]));
  deviceFree(v[0]);
  deviceFree(v[1]);
  closeAll(p);
}

static void testVendor(void) {
  makeFixed();
  putsLaunchesIntoCaptures();
  refusesWhatCannotBeCaptured();
  refusesToReadInCaptures();
  refusesToLoadInCaptures();
  worksBesideCaptures(1);
  worksBesideCaptures(0);
}

int main(void) {
  onEachVendor(testVendor);
  return checkReport();
}
