// Loads a model, fills its inputs and weights, and prepares it.
#include "runtime/fill.h"
#include "runtime/size_code.h"
#include "tc-run/tc-run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TC_ERROR_RUN_SIZE = 1701, TC_ERROR_RUN_NO_MEMORY = 6700 };

TcStatus runNoMemory(const char *what) {
  return tcStatusMake(TC_ERROR_RUN_NO_MEMORY, "no memory for %s", what);
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static bool hasSuffix(const char *text, const char *suffix) {
  size_t length = strlen(text), end = strlen(suffix);
  return length >= end && !strcmp(text + length - end, suffix);
}

static TcStatus load(RunModel *m, const char *path) {
  TcProgramOptions options = {.structSize = sizeof options};
  options.heapFlags = m->options->guard ? TC_HEAP_GUARD : 0;
  TC_RETURN_IF_ERROR(tcProgramLoad(path, &options, &m->program));
  return runSetGraphs(m);
}

/// The files of the model in its folder.
static void pathOf(const RunModel *m, const char *name, char path[128]) {
  snprintf(path, 128, "%s/%s", m->folder, name);
}

static void removeFolder(RunModel *m) {
  static const char *const files[] = {"model.so", "model.h", "plan.mlir"};
  char path[128];
  for (int i = 0; i < 3 && m->folder[0]; ++i) {
    pathOf(m, files[i], path);
    unlink(path);
  }
  if (m->folder[0])
    rmdir(m->folder);
  m->folder[0] = 0;
}

/// Sets up the check of launches, if there is a plan.
static bool judgesLaunches(const RunModel *m) {
  const RunOptions *o = m->options;
  if (o->grad)
    return !o->wide;
  return o->check && !o->resultsAlone && !o->steps;
}

/// A loaded program needs its file no longer.
static TcStatus compileAndLoad(RunModel *m) {
  char path[128], plan[128];
  strcpy(m->folder, "/tmp/tc-run-XXXXXX");
  if (!mkdtemp(m->folder)) {
    m->folder[0] = 0;
    return runNoMemory("a temporary folder in /tmp");
  }
  pathOf(m, "model.so", path);
  pathOf(m, "plan.mlir", plan);
  TC_RETURN_IF_ERROR(runCompile(
      m->options, path, judgesLaunches(m) ? plan : NULL, &m->compileSeconds));
  return load(m, path);
}

static TcStatus openJudge(RunModel *m) {
  char path[128];
  if (!judgesLaunches(m))
    return TC_OK;
  if (m->options->plan)
    return runJudgeOpen(m, m->options->plan);
  if (!m->folder[0])
    return TC_OK;
  pathOf(m, "plan.mlir", path);
  return runJudgeOpen(m, path);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static TcStatus setSize(RunModel *m, const char *text) {
  size_t length = strcspn(text, "=");
  for (uint32_t i = 0; i < m->d->numSymbols; ++i) {
    const char *name = m->d->symbols[i].name;
    if (strlen(name) != length || memcmp(name, text, length))
      continue;
    char *end;
    m->symbols[i] = strtoll(text + length + 1, &end, 10);
    if (end != text + length + 1 && !*end && m->symbols[i] >= 0)
      return TC_OK;
  }
  return tcStatusMake(TC_ERROR_RUN_SIZE,
                      "--size %s: no number, or the model has no such size",
                      text);
}

static TcStatus setSizes(RunModel *m) {
  for (uint32_t i = 0; i < m->d->numSymbols; ++i)
    m->symbols[i] = m->d->symbols[i].example;
  for (uint32_t i = 0; i < m->options->numSizes; ++i)
    TC_RETURN_IF_ERROR(setSize(m, m->options->sizes[i]));
  for (uint32_t i = 0; i < m->d->numSymbols; ++i)
    if (m->d->symbols[i].source != TC_SYMBOL_LATE && m->symbols[i] < 0)
      return tcStatusMake(TC_ERROR_RUN_SIZE,
                          "the size %s is not known: give it by --size %s=N",
                          m->d->symbols[i].name, m->d->symbols[i].name);
  return TC_OK;
}

static int64_t sizeValue(const RunModel *m, uint32_t size) {
  return size == TC_NONE ? 0 : tcSizeEvaluate(m->d, size, m->symbols);
}

static void describeInput(RunModel *m, uint32_t index) {
  const TcValueInfo *info = &m->d->inputs[index];
  int64_t *shape = m->shapes + (size_t)index * TC_MAX_RANK;
  int64_t *strides = m->strides + (size_t)index * TC_MAX_RANK;
  for (unsigned i = 0; i < info->rank; ++i) {
    shape[i] = sizeValue(m, info->dims[i]);
    if (info->strides)
      strides[i] = sizeValue(m, info->strides[i]);
  }
  m->inputs[index] = (TcTensor){.sizes = shape,
                                .strides = info->strides ? strides : NULL,
                                .dtype = info->dtype,
                                .rank = info->rank};
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static bool shareStorage(const RunModel *m, uint32_t i, uint32_t k) {
  uint32_t storage = m->d->inputs[i].storage;
  return i == k || (storage != TC_NONE && storage == m->d->inputs[k].storage);
}

/// The range of all inputs in a storage, in its elements. It begins at 0 or, if
/// an offset leaves no room for negative strides, before.
static RunSpan storageSpan(const RunModel *m, uint32_t index) {
  RunSpan all = {0, 0};
  for (uint32_t i = 0; i < m->d->numInputs; ++i) {
    if (!shareStorage(m, index, i))
      continue;
    int64_t offset = sizeValue(m, m->d->inputs[i].storageOffset);
    RunSpan own = runTensorSpan(&m->inputs[i]);
    all.low = own.low + offset < all.low ? own.low + offset : all.low;
    all.end = own.end + offset > all.end ? own.end + offset : all.end;
  }
  return all;
}

/// Allocates exactly the memory of an input; inputs of one storage share the
/// first one's.
static TcStatus allocateInput(RunModel *m, uint32_t index) {
  const TcValueInfo *info = &m->d->inputs[index];
  TcTensor *t = &m->inputs[index];
  int64_t element = (int64_t)tcDTypeSize(t->dtype);
  int64_t offset = sizeValue(m, info->storageOffset);
  for (uint32_t i = 0; info->storage != TC_NONE && i < index; ++i)
    if (m->d->inputs[i].storage == info->storage) {
      int64_t first = sizeValue(m, m->d->inputs[i].storageOffset);
      t->data = (char *)m->inputs[i].data + (offset - first) * element;
      return TC_OK;
    }
  RunSpan span = storageSpan(m, index);
  size_t bytes = (size_t)((span.end - span.low) * element);
  size_t alignment = info->alignment > 16 ? info->alignment : 16;
  if (m->options->guard) // then the end of the tensor is the end of the page
    alignment = info->alignment ? info->alignment : (size_t)element;
  m->storages[index] = tcHeapAlloc(m->heap, bytes ? bytes : 1, alignment);
  if (!m->storages[index])
    return runNoMemory(info->name);
  memset(m->storages[index], 0, bytes);
  t->data = (char *)m->storages[index] + (offset - span.low) * element;
  return TC_OK;
}

TcStatus runModelFillInput(RunModel *m, uint32_t index, uint32_t call) {
  const TcValueInfo *info = &m->d->inputs[index];
  const TcTensor *t = &m->inputs[index];
  TcFillKind kind = info->fill.kind;
  bool goesOn = kind == TC_FILL_UNIFORM || kind == TC_FILL_RANDINT ||
                kind == TC_FILL_IOTA;
  int64_t first = goesOn ? call * tcTensorElementCount(t) : 0;
  return t->strides ? runFillStrided(m, info, t, first)
                    : runFillDense(m, info, t, t->data, first);
}

/// Takes the elements of another tensor, in another type.
static void takeElements(const TcTensor *from, const TcTensor *to) {
  if (from->dtype == to->dtype && !to->strides && !from->strides)
    memcpy(to->data, from->data, (size_t)tcTensorDenseBytes(to));
  else
    for (int64_t i = 0, n = tcNumReals(to); i < n; ++i)
      tcWriteReal(to, i, tcReadReal(from, i));
}

/// The input of that name in the model whose values are taken (`like`); NULL if
/// there is none.
static const TcTensor *likeInput(const RunModel *m, const char *name) {
  const RunModel *like = m->options->like;
  for (uint32_t i = 0; like && i < like->d->numInputs; ++i)
    if (!strcmp(like->d->inputs[i].name, name))
      return &like->inputs[i];
  return NULL;
}

static TcStatus makeInput(RunModel *m, uint32_t index) {
  const TcValueInfo *info = &m->d->inputs[index];
  TC_RETURN_IF_ERROR(allocateInput(m, index));
  TcTensor *t = &m->inputs[index];
  const TcTensor *like = likeInput(m, info->name);
  if (m->options->part && !strcmp(m->options->part, "backward") &&
      info->fill.kind == TC_FILL_NONE)
    return TC_OK; // the other half gives it
  if (like && tcUnitRoundoff(t->dtype) > 0) {
    takeElements(like, t);
    return TC_OK;
  }
  return runModelFillInput(m, index, 0);
}

// Refuses an input that no memory holds.
static TcStatus checkInput(const RunModel *m, uint32_t index) {
  const TcTensor *t = &m->inputs[index];
  int64_t bytes = (int64_t)tcDTypeSize(t->dtype);
  bool fits = tcTensorElementCount(t) == 0;
  for (unsigned i = 0; i < t->rank && !fits; ++i)
    if (__builtin_mul_overflow(bytes, t->sizes[i], &bytes) || bytes > INT64_C(1)
                                                                          << 45)
      return tcStatusMake(TC_ERROR_RUN_SIZE,
                          "input %s would have more than 2^45 bytes: give "
                          "smaller sizes (--size NAME=N)",
                          m->d->inputs[index].name);
  return TC_OK;
}

static TcStatus makeArguments(RunModel *m) {
  for (uint32_t i = 0; i < m->d->numInputs; ++i) {
    describeInput(m, i);
    TC_RETURN_IF_ERROR(checkInput(m, i));
  }
  for (uint32_t i = 0; i < m->d->numInputs; ++i)
    TC_RETURN_IF_ERROR(makeInput(m, i));
  for (uint32_t i = 0; i < m->d->numResults; ++i)
    m->results[i].sizes =
        m->shapes + (size_t)(m->d->numInputs + 2 * i) * TC_MAX_RANK;
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

static uint32_t weightIndex(const RunModel *m, const char *name) {
  uint32_t index = 0;
  while (index < m->d->numWeights && strcmp(m->d->weights[index].name, name))
    ++index;
  return index;
}

/// Constants of the model, which files of weights often lack, as opposed to
/// stand-ins for trained values.
static bool isExact(const TcFillInfo *fill) {
  return fill->kind != TC_FILL_NONE && fill->kind != TC_FILL_UNIFORM &&
         fill->kind != TC_FILL_RANDINT;
}

/// Makes memory for a weight, at tensor->data.
static TcStatus allocateWeight(RunModel *m, uint32_t index, TcTensor *tensor) {
  const TcValueInfo *info = &m->d->weights[index];
  size_t bytes = (size_t)tcTensorDenseBytes(tensor);
  size_t alignment = m->options->guard ? tcDTypeSize(info->dtype) : 64;
  tensor->data = tcHeapAlloc(m->heap, bytes ? bytes : 1, alignment);
  m->weights[index] = tensor->data;
  m->madeWeights[index] = tensor->data != NULL;
  return tensor->data ? TC_OK : runNoMemory(info->name);
}

/// Takes the weight from the model `like`; false if that has no such weight.
static bool takeWeight(const RunModel *m, const char *name, TcTensor *tensor) {
  const RunModel *like = m->options->like;
  uint32_t index = like ? weightIndex(like, name) : 0;
  if (!like || index == like->d->numWeights || !like->weights[index])
    return false;
  TcTensor from = *tensor;
  from.dtype = like->d->weights[index].dtype;
  from.data = like->weights[index];
  takeElements(&from, tensor);
  return true;
}

static TcStatus findWeight(void *context, const char *name, TcTensor *tensor) {
  RunModel *m = context;
  uint32_t index = weightIndex(m, name);
  const TcValueInfo *info = &m->d->weights[index];
  TcTensor found;
  if (m->options->like) {
    TC_RETURN_IF_ERROR(allocateWeight(m, index, tensor));
    if (takeWeight(m, name, tensor))
      return TC_OK;
    return runFillDense(m, info, tensor, tensor->data, 0);
  }
  if (m->file &&
      (!isExact(&info->fill) || tcSafetensorsFind(m->file, name, &found))) {
    TcWeightSource source = tcSafetensorsSource(m->file);
    TC_RETURN_IF_ERROR(source.find(source.context, name, tensor));
    m->weights[index] = tensor->data;
    return TC_OK;
  }
  TC_RETURN_IF_ERROR(allocateWeight(m, index, tensor));
  return runFillDense(m, info, tensor, tensor->data, 0);
}

static void releaseWeight(void *context, const char *name,
                          const TcTensor *tensor) {
  RunModel *m = context;
  uint32_t index = weightIndex(m, name);
  if (m->madeWeights[index]) {
    tcHeapFree(m->heap, tensor->data);
  } else {
    TcWeightSource source = tcSafetensorsSource(m->file);
    source.release(source.context, name, tensor);
  }
  m->weights[index] = NULL;
  m->madeWeights[index] = false;
}

TcTensor runWeightTensor(const RunModel *m, uint32_t index, int64_t *sizes) {
  const TcValueInfo *info = &m->d->weights[index];
  for (unsigned i = 0; i < info->rank; ++i)
    sizes[i] = tcProgramWeightSize(m->program, index, i);
  return (TcTensor){.data = m->weights[index],
                    .sizes = sizes,
                    .dtype = info->dtype,
                    .rank = info->rank};
}

static TcStatus prepare(RunModel *m) {
  if (m->options->weights)
    TC_RETURN_IF_ERROR(tcSafetensorsOpen(m->options->weights, &m->file));
  TC_RETURN_IF_ERROR(tcProgramSetWeights(
      m->program, (TcWeightSource){.context = m,
                                   .find = findWeight,
                                   .release = releaseWeight}));
  double start = runSeconds();
  TC_RETURN_IF_ERROR(tcProgramPrepare(m->program, tcPoolParallelFor, m->pool));
  m->prepareSeconds = runSeconds() - start;
  return TC_OK;
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

static TcStatus makeTables(RunModel *m) {
  size_t values = (size_t)m->d->numInputs + m->d->numResults + 1;
  unsigned flags = m->options->guard ? TC_HEAP_GUARD : 0;
  TcPoolOptions pool = {.structSize = sizeof pool,
                        .numThreads = m->options->threads,
                        .heapFlags = flags,
                        .pinWorkers = true};
  m->pool = tcPoolCreate(&pool);
  m->heap = tcHeapCreate(flags);
  m->weights = calloc(m->d->numWeights + 1u, sizeof *m->weights);
  m->madeWeights = calloc(m->d->numWeights + 1u, sizeof *m->madeWeights);
  m->symbols = calloc(m->d->numSymbols + 1u, sizeof *m->symbols);
  m->inputs = calloc(values, sizeof *m->inputs);
  m->results = calloc(values, sizeof *m->results);
  m->shapes = calloc(values * 2 * TC_MAX_RANK, sizeof *m->shapes);
  m->strides = calloc(values * TC_MAX_RANK, sizeof *m->strides);
  m->storages = calloc(values, sizeof *m->storages);
  bool good = m->pool && m->heap && m->weights && m->madeWeights &&
              m->symbols && m->inputs && m->results && m->shapes &&
              m->strides && m->storages;
  return good ? TC_OK : runNoMemory("the model's tables");
}

TcStatus runModelOpen(const RunOptions *options, RunModel *m) {
  *m = (RunModel){.options = options};
  TC_RETURN_IF_ERROR(hasSuffix(options->model, ".so") ? load(m, options->model)
                                                      : compileAndLoad(m));
  m->d = tcProgramGetDescriptor(m->program);
  TC_RETURN_IF_ERROR(makeTables(m));
  if (options->list)
    return TC_OK;
  TC_RETURN_IF_ERROR(setSizes(m));
  TC_RETURN_IF_ERROR(makeArguments(m));
  TC_RETURN_IF_ERROR(openJudge(m));
  return prepare(m);
}

TcStatus runModelCall(RunModel *m) {
  TcCallFrame frame = {.structSize = sizeof frame,
                       .inputs = m->inputs,
                       .results = m->results,
                       .numInputs = m->d->numInputs,
                       .numResults = m->d->numResults,
                       .parallelFor = tcPoolParallelFor,
                       .parallelContext = m->pool,
                       .allocator = m->allocator};
  if (m->parallelFor) {
    frame.parallelFor = m->parallelFor;
    frame.parallelContext = m->parallelContext;
    frame.numThreads = m->numThreads;
  }
  if (tcIsGpuProgram(m->d))
    frame.flags = m->callFlags;
  return tcProgramCall(m->program, &frame);
}

static void freeTensors(RunModel *m) {
  for (uint32_t i = 0; m->results && i < m->d->numResults; ++i)
    if (m->d->results[i].tie == TC_NONE)
      tcProgramFreeResult(m->program, &m->results[i]);
  for (uint32_t i = 0; m->storages && i < m->d->numInputs; ++i)
    tcHeapFree(m->heap, m->storages[i]);
  for (uint32_t i = 0; m->madeWeights && i < m->d->numWeights; ++i)
    if (m->madeWeights[i])
      tcHeapFree(m->heap, m->weights[i]);
}

void runModelClose(RunModel *m) {
  RunError none;
  tcStatusFree(runJudgeClose(m, &none));
  removeFolder(m);
  if (m->d)
    freeTensors(m);
  tcProgramFree(m->program); // and with it the descriptor
  tcSafetensorsFree(m->file);
  tcPoolDestroy(m->pool);
  tcHeapDestroy(m->heap);
  free(m->weights);
  free(m->madeWeights);
  free(m->symbols);
  free(m->inputs);
  free(m->results);
  free(m->shapes);
  free(m->strides);
  free(m->storages);
}
