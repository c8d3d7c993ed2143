// Calls of GPU programs as graphs of the driver, on stand-ins for both vendors'
// drivers: what is made, updated, replaced and given back, and what stays
// launches.
#include "gpu_calls.h"

//===----------------------------------------------------------------------===//
// Replays
//===----------------------------------------------------------------------===//

static void replaysCalls(uint64_t flags) {
  TcProgram *p = openFixed(2, 1);
  Device *v = deviceMake(p, 3, flags);
  CHECK(isGood(v));
  CHECK(has(p, 0, 1, 0) && strstr(tcProgramGraphStats(p).why, "first"));
  CHECK(isGood(v)); // its sizes come again
  CHECK(has(p, 1, 1, 1) && driver->executables == 1 && driver->replays == 1);
  CHECK(driver->early == (!strcmp(target, "cuda") ? 2 : 0));
  int before = driver->calls;
  CHECK(isGood(v));
  CHECK(has(p, 2, 1, 1) && driver->updates == 0);
  CHECK(driver->calls - before < 20); // of which isGood makes most
  deviceFree(v);
  CHECK(tcProgramGraphStats(p).kept == 1);
  CHECK(tcProgramGraphStats(p).keptBytes == 8 * 9 + 4 * 3 + 192);
  closeAll(p);
}

static void replaysCallsOfHostMemory(void) {
  TcProgram *p = openFixed(2, 0);
  for (int i = 0; i < 3; ++i) {
    Call *c = callMake(5, NULL);
    c->frame.numResults = 2;
    CHECK(!tcProgramCall(p, &c->frame));
    const float *r = c->results[0].data;
    CHECK(r[0] == c->x[0] + 5 && r[54] == c->x[54] + 5 && c->m[3] == 1);
    callFree(p, c);
  }
  CHECK(has(p, 3, 0, 1));
  closeAll(p);
}

/// Puts `*data` elsewhere, and overwrites what was there.
static void move(Device *v, void **data, const void *contents) {
  size_t bytes = (size_t)v->count * sizeof(float);
  void *old = *data, *junk = malloc(bytes);
  *data = make(v, bytes);
  memset(junk, 0x77, bytes);
  put(v, old, junk, bytes);
  if (contents)
    put(v, *data, contents, bytes);
  v->memory->free(v->memory->self, old);
  free(junk);
}

/// Only kernels that access what has moved are told.
static void followsAddresses(void) {
  TcProgram *p = openFixed(1, 0);
  Device *v = deviceMake(p, 3, TC_CALL_ASYNC);
  CHECK(isGood(v) && has(p, 1, 0, 1));
  move(v, &v->inputs[0].data, v->x);
  CHECK(isGood(v) && driver->updates == 2); // copyRows, countPositive
  move(v, &v->results[0].data, NULL);
  CHECK(isGood(v) && driver->updates == 3); // addRows
  CHECK(isGood(v) && driver->updates == 3);
  CHECK(has(p, 4, 0, 1) && tcProgramGraphStats(p).updated == 3);
  deviceFree(v);
  closeAll(p);
}

/// Tensor maps hold addresses, too.
static void followsTensorMaps(void) {
  if (strcmp(target, "cuda"))
    return;
  launches[COPY_ROWS].maps = &rowsMap;
  launches[COPY_ROWS].numMaps = 1;
  TcProgram *p = openFixed(1, 0);
  Device *v = deviceMake(p, 3, 0);
  CHECK(isGood(v) && driver->tensor.address == v->inputs[0].data);
  move(v, &v->inputs[0].data, v->x);
  CHECK(isGood(v) && driver->tensor.address == v->inputs[0].data);
  CHECK(has(p, 2, 0, 1));
  deviceFree(v);
  closeAll(p);
  launches[COPY_ROWS].maps = NULL;
  launches[COPY_ROWS].numMaps = 0;
}

/// The least recently used graph goes, with its memory.
static void keepsSomeSizes(void) {
  TcProgram *p = openFixed(2, 0);
  Device *v[3];
  for (int i = 0; i < 3; ++i)
    v[i] = deviceMake(p, 3 + i, TC_CALL_ASYNC);
  CHECK(isGood(v[0]) && isGood(v[1]) && isGood(v[0]));
  int blocks = driver->blocks;
  CHECK(has(p, 3, 0, 2));
  CHECK(isGood(v[2]) && driver->blocks == blocks && driver->executables == 2);
  CHECK(isGood(v[0]) && has(p, 5, 0, 3)); // v[1] has gone
  CHECK(isGood(v[1]) && has(p, 6, 0, 4)); // for which v[2] goes
  CHECK(tcProgramGraphStats(p).evicted == 2);
  CHECK(tcProgramGraphStats(p).kept == 2);
  CHECK(!tcProgramSetGraphs(p, NULL));
  CHECK(driver->executables == 0 && driver->graphs == 0);
  CHECK(driver->blocks == blocks - 2);
  CHECK(isGood(v[0]));
  for (int i = 0; i < 3; ++i)
    deviceFree(v[i]);
  closeAll(p);
}

/// Sizes that come once, or more of them by turns than there is room for.
static void makesNoneForChangingSizes(void) {
  TcProgram *p = openFixed(2, 1);
  for (int i = 0; i < 9; ++i) {
    Device *v = deviceMake(p, 3 + i % 3, TC_CALL_ASYNC);
    CHECK(isGood(v));
    deviceFree(v);
  }
  CHECK(has(p, 0, 9, 0));
  closeAll(p);
}

/// Two streams have a graph each; so do calls that write to another error word.
static void keepsStreamsApart(void) {
  TcProgram *p = openFixed(4, 0);
  Device *v = deviceMake(p, 3, TC_CALL_ASYNC);
  CHECK(isGood(v));
  v->frame.stream = TC_DEFAULT_STREAM;
  CHECK(isGood(v) && has(p, 2, 0, 2));
  v->frame.flags = TC_CALL_DEVICE_MEMORY;
  CHECK(isGood(v) && has(p, 3, 0, 3));
  deviceFree(v);
  closeAll(p);
}

static Device *nested;
static void callNested(void) { CHECK(!call(nested)); }

/// A call that finds the graph of its sizes taken, by one that still waits.
static void makesAnotherForCallsAtOnce(unsigned most) {
  TcProgram *p = openFixed(most, 0);
  Device *v = deviceMake(p, 3, 0);
  nested = deviceMake(p, 3, 0);
  onBump = callNested;
  CHECK(isGood(v) && isRight(nested));
  CHECK(has(p, most, 2 - most, most));
  CHECK(most == 2 || strstr(tcProgramGraphStats(p).why, "allow more"));
  deviceFree(v);
  deviceFree(nested);
  closeAll(p);
}

/// A call whose x, of one row, is in the host's memory.
static Device *makeNumber(TcProgram *p, void **x) {
  static const bool onHost[] = {true, false};
  Device *v = deviceMake(p, 1, TC_CALL_ASYNC);
  *x = v->inputs[0].data;
  v->inputs[0].data = v->x;
  v->frame.inputsOnHost = onHost;
  v->results[1] = (TcTensor){.sizes = v->sizes[1]};
  return v;
}

static void freeNumber(Device *v, void *x) {
  v->inputs[0].data = x;
  deviceFree(v);
}

/// Memsets of the graph write it, to a caller's arena that is as large as it.
static void takesNumbers(void) {
  TcProgram *p = openFixed(2, 0);
  void *x;
  Device *v = makeNumber(p, &x);
  CHECK(!tcProgramDescribeResults(p, &v->frame) && v->frame.arenaBytes == 16);
  v->frame.arena = v->memory->alloc(v->memory->self, 256, 256);
  for (int i = 0; i < 3; ++i) {
    v->x[0] = (float)i;
    CHECK(isGood(v) && has(p, (uint64_t)i + 1, 0, 1));
  }
  CHECK(driver->updates == 2); // a memset, twice
  v->frame.inputsOnHost = NULL;
  v->inputs[0].data = x;
  put(v, x, v->x, 12);
  CHECK(isGood(v) && has(p, 4, 0, 2)); // it is another graph
  v->memory->free(v->memory->self, v->frame.arena);
  freeNumber(v, x);
  closeAll(p);
}

/// They are not lost with a graph that fails.
static void writesNumbersOfFailedGraphs(void) {
  int survived = 0;
  for (int failAt = 1; failAt < 40; ++failAt) {
    TcProgram *p = openFixed(1, 0);
    void *x;
    Device *v = makeNumber(p, &x);
    driver->calls = 0;
    driver->failAt = failAt;
    TcStatus status = call(v);
    driver->failAt = 0;
    if (tcProgramGraphStats(p).failed) {
      CHECK(!status && isRight(v));
      v->x[0] = 7;
      CHECK(isGood(v) && has(p, 1, 1, 1)); // a graph of launches alone
      ++survived;
    }
    tcStatusFree(status);
    freeNumber(v, x);
    closeAll(p);
  }
  CHECK(survived >= 11); // memsets and a copy are nodes, too
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static void tellsErrorsOfKernels(void) {
  const float huge = 1e31f;
  TcProgram *p = openFixed(2, 0);
  Device *v = deviceMake(p, 3, 0);
  CHECK(isGood(v));
  put(v, v->inputs[0].data, &huge, 4);
  CHECK(failsWith(call(v), 1520, "x[0]"));
  put(v, v->inputs[0].data, v->x, 4);
  CHECK(isGood(v));
  v->frame.flags |= TC_CALL_ASYNC;
  CHECK(isGood(v));
  put(v, v->inputs[0].data, &huge, 4);
  CHECK(!call(v));
  CHECK(failsWith(tcProgramSynchronize(p, NULL), 1520, "x[0]"));
  CHECK(!call(v));
  put(v, v->inputs[0].data, v->x, 4); // waits
  CHECK(failsWith(call(v), 1550, "x[0]"));
  --v->calls; // which did not begin
  CHECK(isGood(v) && has(p, 7, 0, 2));
  deviceFree(v);
  closeAll(p);
}

static void isForLaunchesAlone(void) {
  TcProgram *p = openWith(&gpu, 2, 0);
  givesRightResults(p, NULL, 3);
  CHECK(has(p, 0, 1, 0) && strstr(tcProgramGraphStats(p).why, "decides"));
  closeAll(p);
}

static void noteLaunch(void *context, const TcLaunchRecord *record) {
  (void)record;
  ++*(int *)context;
}

static void staysLaunchesWhereItMust(void) {
  int seen = 0;
  TcProgram *p = openFixed(2, 0);
  Device *v = deviceMake(p, 3, 0);
  tcProgramSetObserver(p, noteLaunch, &seen);
  CHECK(isGood(v) && seen == NUM_LAUNCHES && has(p, 0, 1, 0));
  tcProgramSetObserver(p, NULL, NULL);
  const TcGpuGraphCalls calls = p->gpu->driver.graphs;
  p->gpu->driver.graphs = (TcGpuGraphCalls){0};
  CHECK(isGood(v) && has(p, 0, 2, 0));
  CHECK(strstr(tcProgramGraphStats(p).why, "too old"));
  p->gpu->driver.graphs = calls;
  CHECK(isGood(v) && has(p, 1, 2, 1));
  deviceFree(v);
  closeAll(p);
}

/// The driver call number `failAt` of two calls fails, of which the first makes
/// a graph and the second updates it. Returns how many calls there were.
static int failsCleanly(int failAt, uint64_t flags, int *survived) {
  TcProgram *p = openFixed(1, 0);
  Device *v = deviceMake(p, 3, flags);
  void *first = v->inputs[0].data, *second = make(v, 100);
  put(v, second, v->x, 84);
  driver->calls = 0;
  driver->failAt = failAt;
  for (int i = 0; i < 2; ++i) {
    v->inputs[0].data = i ? second : first;
    TcStatus status = call(v);
    int number = tcStatusNumber(status);
    CHECK(!number || number == 7552 || number == 6550 || number == 6530);
    tcStatusFree(status);
  }
  int calls = driver->calls;
  driver->failAt = 0;
  TcGraphStats stats = tcProgramGraphStats(p);
  if (stats.failed) { // and the call was launches instead
    CHECK(strstr(stats.why, "it is broken"));
    CHECK(isRight(v));
    CHECK(call(v) == TC_OK && isRight(v));
    stats = tcProgramGraphStats(p); // the next one was a graph again
    CHECK(stats.replayed == 2 && stats.launched == 1 && stats.kept == 1);
    ++*survived;
  }
  tcStatusFree(tcProgramSynchronize(p, NULL));
  v->inputs[0].data = first;
  v->memory->free(v->memory->self, second);
  deviceFree(v);
  closeAll(p);
  return calls;
}

/// A driver that refuses launches as well is not asked a third time.
static void givesUpGraphs(void) {
  bool gaveUp = false;
  for (int failAt = 1; failAt < 20 && !gaveUp; ++failAt) {
    TcProgram *p = openFixed(1, 0);
    Device *v = deviceMake(p, 3, TC_CALL_ASYNC);
    for (int i = 0; i < 2; ++i) {
      driver->calls = 0;
      driver->failAt = failAt;
      tcStatusFree(call(v));
    }
    driver->failAt = 0;
    gaveUp = tcProgramGraphStats(p).failed == 2;
    CHECK(!gaveUp || (isGood(v) && has(p, 0, 3, 0)));
    tcStatusFree(tcProgramSynchronize(p, NULL));
    deviceFree(v);
    closeAll(p);
  }
  CHECK(gaveUp);
}

static void failsCleanlyEverywhere(uint64_t flags) {
  int failAt = 1, survived = 0;
  while (failsCleanly(failAt, flags, &survived) >= failAt)
    ++failAt;
  // Memory, the graph, each kernel, the executable, two launches, two updates.
  CHECK(survived >= 11);
}

static void testVendor(void) {
  makeFixed();
  replaysCalls(0);
  replaysCalls(TC_CALL_ASYNC);
  replaysCallsOfHostMemory();
  followsAddresses();
  followsTensorMaps();
  keepsSomeSizes();
  makesNoneForChangingSizes();
  keepsStreamsApart();
  makesAnotherForCallsAtOnce(2);
  makesAnotherForCallsAtOnce(1);
  takesNumbers();
  writesNumbersOfFailedGraphs();
  tellsErrorsOfKernels();
  isForLaunchesAlone();
  staysLaunchesWhereItMust();
  failsCleanlyEverywhere(0);
  failsCleanlyEverywhere(TC_CALL_ASYNC);
  givesUpGraphs();
}

int main(void) {
  onEachVendor(testVendor);
  return checkReport();
}
