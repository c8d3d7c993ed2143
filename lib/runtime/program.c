//===- program.c - The program object -----------------------------*- C -*-===//
//
// Creates programs from an artifact or a descriptor: checks it once,
// precomputes what all calls share, and answers queries. Weights are in
// prepare.c, calls in execute.c.
//
//===----------------------------------------------------------------------===//

#include "runtime/device.h"
#include "runtime/size_code.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// What no call changes
//===----------------------------------------------------------------------===//

static void precomputeSizes(TcProgram *p) {
  for (uint32_t i = 0; i < p->d->numSizes; ++i)
    if (tcSizeInspect(p->d, i).symbolic)
      p->symbolicSizes[p->numSymbolicSizes++] = i;
    else
      p->constantSizes[i] = tcSizeEvaluate(p->d, i, NULL);
}

static void findLateResults(TcProgram *p) {
  for (uint32_t i = 0; i < p->d->numResults; ++i)
    for (unsigned k = 0; k < p->d->results[i].rank; ++k)
      p->resultIsLate[i] |= tcSizeInspect(p->d, p->d->results[i].dims[k]).late;
}

static void measureSteps(TcProgram *p, const TcSection *section) {
  for (uint32_t i = 0; i < section->numSteps; ++i) {
    const TcStep *step = &section->steps[i];
    if (step->numBuffers > p->maxStepBuffers)
      p->maxStepBuffers = step->numBuffers;
    if (step->numSizes > p->maxStepSizes)
      p->maxStepSizes = step->numSizes;
  }
}

static void findConstants(TcProgram *p) {
  for (uint32_t i = 0; i < p->d->numBuffers; ++i)
    if (p->d->buffers[i].kind == TC_BUFFER_CONSTANT && !p->device->hasMemory)
      p->fixedBuffers[i] = (void *)(uintptr_t)p->d->buffers[i].data;
}

static bool allocateTables(TcProgram *p) {
  const TcProgramDescriptor *d = p->d;
  p->constantSizes = calloc(d->numSizes + 1u, sizeof *p->constantSizes);
  p->symbolicSizes = calloc(d->numSizes + 1u, sizeof *p->symbolicSizes);
  p->resultIsLate = calloc(d->numResults + 1u, sizeof *p->resultIsLate);
  p->fixedBuffers = calloc(d->numBuffers + 1u, sizeof *p->fixedBuffers);
  p->weights = calloc(d->numWeights + 1u, sizeof *p->weights);
  p->weightSizes =
      calloc(d->numWeights + 1u, TC_MAX_RANK * sizeof *p->weightSizes);
  return p->constantSizes && p->symbolicSizes && p->resultIsLate &&
         p->fixedBuffers && p->weights && p->weightSizes;
}

static TcStatus setUp(TcProgram *p, const TcProgramOptions *options) {
  unsigned flags = options ? options->heapFlags : 0;
  p->guard = flags & TC_HEAP_GUARD;
  p->ordinal = options ? options->device : 0;
  p->heap = tcHeapCreate(flags);
  if (!p->heap || !allocateTables(p))
    return tcNoMemory(sizeof *p, "the program's tables");
  precomputeSizes(p);
  findLateResults(p);
  findConstants(p);
  measureSteps(p, &p->d->sections[TC_SECTION_MAIN]);
  measureSteps(p, &p->d->sections[TC_SECTION_PREPARE]);
  p->prepared =
      !p->d->numWeights && !p->d->sections[TC_SECTION_PREPARE].numSteps;
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

TcStatus tcProgramFromDescriptor(const TcProgramDescriptor *descriptor,
                                 const TcProgramOptions *options,
                                 TcProgram **program) {
  *program = NULL;
  TC_RETURN_IF_ERROR(tcDescriptorCheckVersion(descriptor));
  descriptor = tcProgramChoose(descriptor, options ? options->device : 0);
  TC_RETURN_IF_ERROR(tcDescriptorValidate(descriptor));
  TC_RETURN_IF_ERROR(tcCheckCpuFeatures(descriptor->features));
  TcProgram *p = calloc(1, sizeof *p);
  if (!p)
    return tcNoMemory(sizeof *p, "the program");
  p->d = descriptor;
  p->device = tcIsGpuProgram(descriptor) ? &tcGpuDevice : &tcCpuDevice;
  pthread_mutex_init(&p->opening, NULL);
  TcStatus status = setUp(p, options);
  if (status) {
    tcProgramFree(p);
    return status;
  }
  // Not before: after an error the caller still owns everything.
  if (options) {
    p->release = options->release;
    p->releaseContext = options->releaseContext;
  }
  *program = p;
  return TC_OK;
}

void tcProgramFree(TcProgram *p) {
  if (!p)
    return;
  p->device->close(p);
  TcStatus status = tcProgramSetGraphs(p, NULL);
  tcStatusFree(status); // there is none
  pthread_mutex_destroy(&p->opening);
  free(p->constantSizes);
  free(p->symbolicSizes);
  free(p->resultIsLate);
  free(p->fixedBuffers);
  free(p->weights);
  free(p->weightSizes);
  tcHeapDestroy(p->heap);
  if (p->library)
    dlclose(p->library);
  if (p->release)
    p->release(p->releaseContext);
  free(p);
}

/// dlopen looks for a bare name in the system's folders only.
static void *openLibrary(const char *path) {
  if (strchr(path, '/'))
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
  size_t capacity = strlen(path) + 3;
  char *here = malloc(capacity);
  if (!here)
    return NULL;
  snprintf(here, capacity, "./%s", path);
  void *library = dlopen(here, RTLD_NOW | RTLD_LOCAL);
  free(here);
  return library;
}

static TcStatus cannotOpen(const char *path) {
  const char *why = dlerror();
  return tcStatusMake(TC_ERROR_PROGRAM_OPEN, "cannot load %s: %s", path,
                      why ? why : "out of memory");
}

TcStatus tcProgramLoad(const char *path, const TcProgramOptions *options,
                       TcProgram **program) {
  *program = NULL;
  TC_RETURN_IF_ERROR(tcCheckProgramFile(path));
  void *library = openLibrary(path);
  if (!library)
    return cannotOpen(path);
  const TcProgramDescriptor *descriptor = dlsym(library, TC_DESCRIPTOR_SYMBOL);
  TcStatus status =
      descriptor ? tcProgramFromDescriptor(descriptor, options, program)
                 : tcStatusMake(TC_ERROR_PROGRAM_MALFORMED,
                                "not a program of tc-compile: no symbol %s",
                                TC_DESCRIPTOR_SYMBOL);
  if (!status) {
    (*program)->library = library;
    return TC_OK;
  }
  status = tcStatusAnnotate(status, "%s", path);
  dlclose(library);
  return status;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

const char *tcProgramName(const TcProgram *p) { return p->d->name; }
size_t tcProgramNumInputs(const TcProgram *p) { return p->d->numInputs; }
size_t tcProgramNumResults(const TcProgram *p) { return p->d->numResults; }
size_t tcProgramNumWeights(const TcProgram *p) { return p->d->numWeights; }
size_t tcProgramNumSymbols(const TcProgram *p) { return p->d->numSymbols; }

static TcValue describe(const TcValueInfo *table, uint32_t count,
                        size_t index) {
  if (index >= count)
    return (TcValue){0};
  const TcValueInfo *info = &table[index];
  size_t element = tcDTypeSize(info->dtype);
  size_t natural = element < 8 ? element : 8;
  return (TcValue){
      .name = info->name,
      .dtype = (TcDType)info->dtype,
      .rank = info->rank,
      .alignment =
          info->alignment > natural ? info->alignment : (unsigned)natural,
      .mutated = info->mutated,
      .dense = !info->strides,
      .tie = info->tie == TC_NONE ? -1 : (int)info->tie,
      .tieIsWeight = info->tieIsWeight,
  };
}

TcValue tcProgramInput(const TcProgram *p, size_t index) {
  return describe(p->d->inputs, p->d->numInputs, index);
}
TcValue tcProgramResult(const TcProgram *p, size_t index) {
  return describe(p->d->results, p->d->numResults, index);
}
TcValue tcProgramWeight(const TcProgram *p, size_t index) {
  return describe(p->d->weights, p->d->numWeights, index);
}

const char *tcProgramSymbol(const TcProgram *p, size_t index) {
  return index < p->d->numSymbols ? p->d->symbols[index].name : NULL;
}

static const char *sizeText(const TcProgramDescriptor *d,
                            const TcValueInfo *table, uint32_t count,
                            size_t index, unsigned dim) {
  if (index >= count || dim >= table[index].rank)
    return NULL;
  return d->sizes[table[index].dims[dim]].text;
}

const char *tcProgramInputSize(const TcProgram *p, size_t input, unsigned dim) {
  return sizeText(p->d, p->d->inputs, p->d->numInputs, input, dim);
}

const char *tcProgramResultSize(const TcProgram *p, size_t result,
                                unsigned dim) {
  return sizeText(p->d, p->d->results, p->d->numResults, result, dim);
}

int64_t tcProgramWeightSize(const TcProgram *p, size_t weight, unsigned dim) {
  if (weight >= p->d->numWeights || dim >= p->d->weights[weight].rank)
    return -1;
  return p->constantSizes[p->d->weights[weight].dims[dim]];
}

static TcStatus evaluate(const TcProgramDescriptor *d, const TcValueInfo *table,
                         uint32_t count, size_t index, const int64_t *symbols,
                         int64_t *sizes) {
  if (index >= count)
    return tcStatusMake(TC_ERROR_PROGRAM_NO_VALUE,
                        "%s has %u such values, no number %zu", d->name, count,
                        index);
  for (unsigned i = 0; i < table[index].rank; ++i)
    sizes[i] = tcSizeEvaluate(d, table[index].dims[i], symbols);
  return TC_OK;
}

TcStatus tcProgramInputSizes(const TcProgram *p, size_t index,
                             const int64_t *symbols, int64_t *sizes) {
  return evaluate(p->d, p->d->inputs, p->d->numInputs, index, symbols, sizes);
}

TcStatus tcProgramResultSizes(const TcProgram *p, size_t index,
                              const int64_t *symbols, int64_t *sizes) {
  return evaluate(p->d, p->d->results, p->d->numResults, index, symbols, sizes);
}

const TcProgramDescriptor *tcProgramGetDescriptor(const TcProgram *p) {
  return p->d;
}

void tcProgramFreeResult(TcProgram *p, TcTensor *result) {
  tcHeapFree(p->heap, result->data);
  result->data = NULL;
}

void tcProgramSetObserver(TcProgram *p,
                          void (*observe)(void *, const TcLaunchRecord *),
                          void *context) {
  p->observe = observe;
  p->observeContext = context;
}

void tcProgramSetColdBytes(TcProgram *p, size_t bytes) { p->coldBytes = bytes; }

TcHeapStats tcProgramHeapStats(TcProgram *p) { return tcHeapGetStats(p->heap); }
