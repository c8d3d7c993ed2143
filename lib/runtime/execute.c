//===- execute.c - Carrying out a program's steps -----------------*- C -*-===//
//
// A call makes tables, checks its arguments (entry.c), binds scratch memory and
// runs the steps. The steps are data; a step costs some ten nanoseconds besides
// its kernel.
//
//===----------------------------------------------------------------------===//

#include "runtime/device.h"
#include "runtime/size_code.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// The execution and its tables are one block of the heap.
TcStatus tcExecutionCreate(TcProgram *program, TcExecution **execution) {
  const TcProgramDescriptor *d = program->d;
  size_t words = (size_t)d->numSymbols + d->numSizes + program->maxStepSizes;
  size_t pointers = (size_t)d->numBuffers + program->maxStepBuffers + 1;
  size_t bytes = sizeof(TcExecution) + words * sizeof(int64_t) +
                 pointers * sizeof(void *) + d->numResults +
                 d->numSymbols * sizeof(bool);
  TcExecution *e = tcHeapAlloc(program->heap, bytes, 64);
  if (!e)
    return tcNoMemory(bytes, "a call's tables");
  *e = (TcExecution){.program = program, .d = d};
  e->symbols = (int64_t *)(e + 1);
  e->sizes = e->symbols + d->numSymbols;
  e->stepSizes = e->sizes + d->numSizes;
  e->buffers = (void **)(e->stepSizes + program->maxStepSizes);
  e->stepBuffers = e->buffers + d->numBuffers;
  e->results = (uint8_t *)(e->stepBuffers + program->maxStepBuffers + 1);
  e->isKnown = (bool *)(e->results + d->numResults);
  memcpy(e->sizes, program->constantSizes, d->numSizes * sizeof *e->sizes);
  memcpy(e->buffers, program->fixedBuffers, d->numBuffers * sizeof(void *));
  memset(e->results, TC_RESULT_UNBOUND, d->numResults);
  memset(e->isKnown, 0, d->numSymbols * sizeof *e->isKnown);
  e->allocator = tcHeapAllocator(program->heap);
  *execution = e;
  return TC_OK;
}

static bool isOwnBuffer(const TcExecution *e, uint32_t buffer) {
  uint32_t kind = e->d->buffers[buffer].kind;
  return kind == TC_BUFFER_LATE ||
         (kind == TC_BUFFER_SCRATCH && e->program->guard);
}

void tcExecutionDestroy(TcExecution *e) {
  const TcAllocator *scratch = e->scratch;
  for (uint32_t i = 0; i < e->d->numBuffers; ++i)
    if (isOwnBuffer(e, i) && e->buffers[i])
      scratch->free(scratch->self, e->buffers[i]);
  if (e->arena && !e->arenaIsLent)
    scratch->free(scratch->self, e->arena);
  e->program->device->end(e);
  tcHeapFree(e->program->heap, e);
}

void tcExecutionEvaluateSizes(TcExecution *e) {
  const TcProgram *program = e->program;
  for (uint32_t i = 0; i < program->numSymbolicSizes; ++i) {
    uint32_t size = program->symbolicSizes[i];
    e->sizes[size] = tcSizeEvaluate(e->d, size, e->symbols);
  }
}

TcStatus tcExecutionBytes(TcExecution *e, uint32_t size, size_t *bytes) {
  int64_t value = size == TC_NONE ? 0 : e->sizes[size];
  if (value < 0)
    return tcStatusMake(TC_ERROR_CALL_SIZE,
                        "the size %s is %" PRId64 ", and must not be negative",
                        e->d->sizes[size].text, value);
  *bytes = (size_t)value;
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Allocates one buffer separately; its previous memory is freed.
static TcStatus allocateBuffer(TcExecution *e, uint32_t buffer) {
  const TcAllocator *scratch = e->scratch;
  size_t bytes;
  TC_RETURN_IF_ERROR(tcExecutionBytes(e, e->d->buffers[buffer].bytes, &bytes));
  if (e->buffers[buffer])
    scratch->free(scratch->self, e->buffers[buffer]);
  e->buffers[buffer] =
      scratch->alloc(scratch->self, bytes ? bytes : 1, TC_BUFFER_ALIGNMENT);
  return e->buffers[buffer] ? TC_OK : tcNoMemory(bytes, "an intermediate");
}

void *tcFrameArena(const TcCallFrame *frame, size_t bytes, size_t alignment) {
  bool does = tcFrameIsFull(frame) && frame->arenaBytes >= bytes &&
              (uintptr_t)frame->arena % alignment == 0;
  return does ? frame->arena : NULL;
}

static TcStatus allocateArena(TcExecution *e, size_t bytes) {
  const TcAllocator *scratch = e->scratch;
  if (!bytes || e->program->guard)
    return TC_OK;
  TC_RETURN_IF_ERROR(e->program->device->lendArena(e, bytes, &e->arena));
  e->arenaIsLent = e->arena != NULL;
  if (e->arena)
    return TC_OK;
  e->arena = scratch->alloc(scratch->self, bytes, TC_BUFFER_ALIGNMENT);
  return e->arena ? TC_OK : tcNoMemory(bytes, "scratch");
}

static TcStatus bindScratch(TcExecution *e, uint32_t buffer,
                            size_t arenaBytes) {
  const TcBufferInfo *info = &e->d->buffers[buffer];
  size_t offset, bytes;
  TC_RETURN_IF_ERROR(tcExecutionBytes(e, info->offset, &offset));
  TC_RETURN_IF_ERROR(tcExecutionBytes(e, info->bytes, &bytes));
  if (offset > arenaBytes || bytes > arenaBytes - offset)
    return tcStatusMake(TC_ERROR_PROGRAM_MALFORMED,
                        "buffer %u lies outside the arena", buffer);
  e->buffers[buffer] = (char *)e->arena + offset;
  return TC_OK;
}

TcStatus tcExecutionBindScratch(TcExecution *e, uint32_t section) {
  size_t arenaBytes;
  TC_RETURN_IF_ERROR(
      tcExecutionBytes(e, e->d->sections[section].arenaBytes, &arenaBytes));
  TC_RETURN_IF_ERROR(allocateArena(e, arenaBytes));
  for (uint32_t i = 0; i < e->d->numBuffers; ++i) {
    const TcBufferInfo *info = &e->d->buffers[i];
    if (info->kind != TC_BUFFER_SCRATCH || info->index != section)
      continue;
    TC_RETURN_IF_ERROR(e->program->guard ? allocateBuffer(e, i)
                                         : bindScratch(e, i, arenaBytes));
  }
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static TcStatus runObserved(TcExecution *e, const TcStep *step,
                            int64_t numTasks) {
  const TcProgram *program = e->program;
  if (!program->observe)
    return program->device->run(e, step, numTasks);
  double seconds;
  TC_RETURN_IF_ERROR(program->device->runTimed(e, step, numTasks, &seconds));
  TcLaunchRecord record = {.name = step->name,
                           .numTasks = numTasks,
                           .seconds = seconds,
                           .flops = step->flops,
                           .bytes = step->bytes,
                           .isLater = step->later != 0,
                           .rate = step->rate};
  program->observe(program->observeContext, &record);
  return TC_OK;
}

TcStatus tcProgramKernelError(const TcProgram *program, uint64_t word) {
  const TcProgramDescriptor *d = program->d;
  uint32_t site = (uint32_t)(word >> 32);
  return tcStatusMake((int)(uint32_t)word, "%s",
                      site < d->numSites ? d->sites[site]
                                         : "found by a kernel");
}

void tcExecutionBindStep(TcExecution *e, const TcStep *step) {
  for (uint32_t i = 0; i < step->numBuffers; ++i)
    e->stepBuffers[i] = e->buffers[step->buffers[i]];
  e->stepBuffers[step->numBuffers] = &e->errorWord;
  for (uint32_t i = 0; i < step->numSizes; ++i)
    e->stepSizes[i] = e->sizes[step->sizes[i]];
}

static bool isForThreads(const TcStep *step, uint32_t threads) {
  return threads >= step->leastThreads &&
         (!step->mostThreads || threads <= step->mostThreads);
}

static TcStatus runStep(TcExecution *e, const TcStep *step) {
  if (!isForThreads(step, e->numThreads))
    return TC_OK;
  tcExecutionBindStep(e, step);
  TC_RETURN_IF_ERROR(runObserved(e, step, e->sizes[step->numTasks]));
  uint64_t word = atomic_load_explicit(&e->errorWord, memory_order_relaxed);
  return word ? tcStatusAnnotate(tcProgramKernelError(e->program, word), "%s",
                                 step->name)
              : TC_OK;
}

static TcStatus setSymbol(TcExecution *e, const TcStep *step) {
  const TcSymbolInfo *symbol = &e->d->symbols[step->target];
  int64_t value;
  TC_RETURN_IF_ERROR(e->program->device->read(
      e, &value, e->buffers[step->buffers[0]], sizeof value));
  if (value < symbol->min || value > symbol->max)
    return tcStatusMake(TC_ERROR_KERNEL_SIZE,
                        "the size %s became %" PRId64 ", outside %" PRId64
                        "..%" PRId64,
                        symbol->name, value, symbol->min, symbol->max);
  if (e->isKnown[step->target] && e->symbols[step->target] != value)
    return tcStatusMake(TC_ERROR_KERNEL_SIZE,
                        "the size %s became %" PRId64 ", and was %" PRId64
                        " where it was found before",
                        symbol->name, value, e->symbols[step->target]);
  e->symbols[step->target] = value;
  e->isKnown[step->target] = true;
  tcExecutionEvaluateSizes(e);
  return tcEntryCheckLateGuards(e);
}

static TcStatus allocateNow(TcExecution *e, uint32_t buffer) {
  const TcBufferInfo *info = &e->d->buffers[buffer];
  const TcDevice *device = e->program->device;
  if (info->kind == TC_BUFFER_LATE)
    return allocateBuffer(e, buffer);
  TC_RETURN_IF_ERROR(tcEntryBindResult(e, info->index));
  TC_RETURN_IF_ERROR(tcEntryCheckOverlap(e));
  TC_RETURN_IF_ERROR(device->placeResult(e, info->index));
  e->buffers[buffer] = device->argument(e, TC_BUFFER_RESULT, info->index);
  return TC_OK;
}

static TcStatus branch(TcExecution *e, const TcStep *step, uint32_t *at) {
  char condition;
  TC_RETURN_IF_ERROR(
      e->program->device->read(e, &condition, e->buffers[step->buffers[0]], 1));
  if (!condition)
    *at = step->target;
  return TC_OK;
}

static bool isSameLaunch(const TcSection *s, uint32_t at, uint32_t other) {
  return other < s->numSteps && s->steps[other].kind == TC_STEP_LAUNCH &&
         s->steps[other].launch == s->steps[at].launch;
}

static TcStatus watch(TcExecution *e, uint32_t section, uint32_t at,
                      bool isDone) {
  TcLaunchView view = {.section = section,
                       .step = &e->d->sections[section].steps[at],
                       .symbols = e->symbols,
                       .isDone = isDone,
                       .execution = e};
  return e->program->watch(e->program->watchContext, &view);
}

static TcStatus launch(TcExecution *e, uint32_t section, uint32_t at) {
  const TcSection *s = &e->d->sections[section];
  if (!e->program->watch)
    return runStep(e, &s->steps[at]);
  if (!at || !isSameLaunch(s, at, at - 1))
    TC_RETURN_IF_ERROR(watch(e, section, at, false));
  TC_RETURN_IF_ERROR(runStep(e, &s->steps[at]));
  return isSameLaunch(s, at, at + 1) ? TC_OK : watch(e, section, at, true);
}

TcStatus tcExecutionStep(TcExecution *e, uint32_t section, uint32_t *at) {
  uint32_t here = (*at)++;
  const TcStep *step = &e->d->sections[section].steps[here];
  switch (step->kind) {
  case TC_STEP_LAUNCH:
    return launch(e, section, here);
  case TC_STEP_JUMP:
    *at = step->target;
    return TC_OK;
  case TC_STEP_BRANCH:
    return branch(e, step, at);
  case TC_STEP_SIZE:
    return setSymbol(e, step);
  default: // TC_STEP_ALLOCATE
    return allocateNow(e, step->buffers[0]);
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The first version of the struct ends with `flags`.
static const size_t smallestFrame =
    offsetof(TcCallFrame, flags) + sizeof(uint64_t);

static TcStatus checkFrame(const TcProgram *program, const TcCallFrame *frame) {
  const TcProgramDescriptor *d = program->d;
  if (!frame || frame->structSize < smallestFrame)
    return tcStatusMake(TC_ERROR_CALL_FRAME,
                        "the call frame's structSize is not set");
  if (!program->prepared)
    return tcStatusMake(TC_ERROR_PROGRAM_NOT_PREPARED,
                        "%s has weights: call tcProgramPrepare first", d->name);
  if (frame->numInputs != d->numInputs || frame->numResults != d->numResults)
    return tcStatusMake(TC_ERROR_CALL_COUNT,
                        "%s takes %u inputs and gives %u results, not %zu and "
                        "%zu",
                        d->name, d->numInputs, d->numResults, frame->numInputs,
                        frame->numResults);
  if ((d->numInputs && !frame->inputs) || (d->numResults && !frame->results))
    return tcStatusMake(TC_ERROR_CALL_NULL,
                        "the call frame has no inputs or no results");
  return TC_OK;
}

static void bindArguments(TcExecution *e) {
  for (uint32_t i = 0; i < e->d->numBuffers; ++i) {
    const TcBufferInfo *info = &e->d->buffers[i];
    if (info->kind == TC_BUFFER_INPUT || info->kind == TC_BUFFER_RESULT)
      e->buffers[i] = e->program->device->argument(e, info->kind, info->index);
  }
}

static TcStatus bindResults(TcExecution *e) {
  for (uint32_t i = 0; i < e->d->numResults; ++i)
    if (!e->program->resultIsLate[i])
      TC_RETURN_IF_ERROR(tcEntryBindResult(e, i));
  return TC_OK;
}

static TcStatus runSteps(TcExecution *e) {
  bool done;
  TC_RETURN_IF_ERROR(tcExecutionBindScratch(e, TC_SECTION_MAIN));
  TC_RETURN_IF_ERROR(e->program->device->runAll(e, &done));
  uint32_t at = done ? e->d->sections[TC_SECTION_MAIN].numSteps : 0;
  while (at < e->d->sections[TC_SECTION_MAIN].numSteps)
    TC_RETURN_IF_ERROR(tcExecutionStep(e, TC_SECTION_MAIN, &at));
  return TC_OK;
}

static TcStatus run(TcExecution *e) {
  TC_RETURN_IF_ERROR(tcEntryCheckInputs(e));
  TC_RETURN_IF_ERROR(bindResults(e));
  TC_RETURN_IF_ERROR(tcEntryCheckOverlap(e));
  TC_RETURN_IF_ERROR(e->program->device->placeArguments(e));
  bindArguments(e);
  TC_RETURN_IF_ERROR(runSteps(e));
  return e->program->device->finish(e);
}

uint32_t tcExecutionThreads(TcParallelFor parallelFor, void *context,
                            uint32_t said) {
  if (parallelFor == tcPoolParallelFor)
    return tcPoolNumThreads(context);
  return parallelFor && said ? said : 1;
}

static TcStatus runFrame(TcExecution *e) {
  TC_RETURN_IF_ERROR(e->program->device->begin(e));
  TcStatus status = run(e);
  if (status)
    e->program->device->settle(e);
  return status;
}

/// After an error the caller gets nothing to free.
static void dropOwnedResults(TcExecution *e) {
  for (uint32_t i = 0; i < e->d->numResults; ++i)
    if (e->results[i] == TC_RESULT_OWNED) {
      e->allocator->free(e->allocator->self, e->frame->results[i].data);
      e->frame->results[i].data = NULL;
    }
}

static TcStatus describeResults(TcExecution *e) {
  TC_RETURN_IF_ERROR(tcEntryCheckInputs(e));
  if (tcFrameIsFull(e->frame))
    TC_RETURN_IF_ERROR(tcExecutionBytes(
        e, e->d->sections[TC_SECTION_MAIN].arenaBytes, &e->frame->arenaBytes));
  if (tcFrameIsFull(e->frame))
    e->frame->arenaBytes =
        e->program->device->arenaBytes(e, e->frame->arenaBytes);
  for (uint32_t i = 0; i < e->d->numResults; ++i)
    if (e->program->resultIsLate[i])
      e->frame->results[i].dtype = TC_DTYPE_INVALID;
    else
      TC_RETURN_IF_ERROR(tcEntryDescribeResult(e, i));
  return TC_OK;
}

TcStatus tcProgramDescribeResults(TcProgram *program, TcCallFrame *frame) {
  TC_RETURN_IF_ERROR(checkFrame(program, frame));
  const TcDevice *device = program->device;
  TcExecution *e;
  bool needsDevice = device->describes(program, frame);
  if (needsDevice)
    TC_RETURN_IF_ERROR(device->open(program, frame));
  TC_RETURN_IF_ERROR(tcExecutionCreate(program, &e));
  e->frame = frame;
  TcStatus status = needsDevice ? device->begin(e) : TC_OK;
  if (!status)
    status = describeResults(e);
  tcExecutionDestroy(e);
  return status;
}

TcStatus tcProgramCall(TcProgram *program, TcCallFrame *frame) {
  TC_RETURN_IF_ERROR(checkFrame(program, frame));
  TcExecution *e;
  TC_RETURN_IF_ERROR(program->device->open(program, frame));
  TC_RETURN_IF_ERROR(tcExecutionCreate(program, &e));
  e->frame = frame;
  if (frame->allocator)
    e->allocator = frame->allocator;
  e->parallelFor = frame->parallelFor;
  e->parallelContext = frame->parallelContext;
  e->numThreads = tcExecutionThreads(frame->parallelFor, frame->parallelContext,
                                     tcFrameThreads(frame));
  TcStatus status = runFrame(e);
  if (status)
    dropOwnedResults(e);
  tcExecutionDestroy(e);
  return status;
}
