//===- prepare.c - Weights and what depends on them alone ---------*- C -*-===//
//
// Runs the descriptor's section `prepare`: each weight is read from its source
// just before the first step that reads it, and released after the last one,
// unless `main` reads it too. So original and prepared copies are never all in
// memory at once.
//
//===----------------------------------------------------------------------===//

#include "runtime/device.h"

#include <stdlib.h>

TcStatus tcProgramSetWeights(TcProgram *p, TcWeightSource source) {
  if (!source.find)
    return tcStatusMake(TC_ERROR_CALL_NULL,
                        "a weight source must have a `find`");
  p->source = source;
  return TC_OK;
}

/// For each weight: where it is needed for the last time.
enum { notUsed = -1, usedByMain = INT32_MAX };

static void noteUses(const TcProgramDescriptor *d, uint32_t section,
                     int32_t *lastUse) {
  const TcSection *s = &d->sections[section];
  for (uint32_t i = 0; i < s->numSteps; ++i)
    for (uint32_t k = 0; k < s->steps[i].numBuffers; ++k) {
      const TcBufferInfo *b = &d->buffers[s->steps[i].buffers[k]];
      if (b->kind == TC_BUFFER_WEIGHT)
        lastUse[b->index] =
            section == TC_SECTION_MAIN ? usedByMain : (int32_t)i;
    }
}

/// Weights that are results stay, too.
static void noteTies(const TcProgramDescriptor *d, int32_t *lastUse) {
  for (uint32_t i = 0; i < d->numResults; ++i)
    if (d->results[i].tie != TC_NONE && d->results[i].tieIsWeight)
      lastUse[d->results[i].tie] = usedByMain;
}

/// Checks that the weight is the one that the program was compiled for.
static TcStatus checkHash(const TcValueInfo *info, const TcTensor *tensor) {
  if (!info->hash)
    return TC_OK;
  uint64_t hash = 0xCBF29CE484222325u;
  const unsigned char *data = tensor->data;
  int64_t bytes =
      tcTensorElementCount(tensor) * (int64_t)tcDTypeSize(tensor->dtype);
  for (int64_t i = 0; i < bytes; ++i)
    hash = (hash ^ data[i]) * 0x100000001B3u;
  if (hash == info->hash)
    return TC_OK;
  return tcStatusMake(TC_ERROR_WEIGHT_HASH,
                      "weight %s is not the one that the program was compiled "
                      "for: its hash is fnv1a64:%016llx, not fnv1a64:%016llx",
                      info->name, (unsigned long long)hash,
                      (unsigned long long)info->hash);
}

static TcStatus findWeight(TcProgram *p, uint32_t index) {
  const TcValueInfo *info = &p->d->weights[index];
  TcTensor *tensor = &p->weights[index];
  int64_t *sizes = p->weightSizes + (size_t)index * TC_MAX_RANK;
  *tensor =
      (TcTensor){.sizes = sizes, .dtype = info->dtype, .rank = info->rank};
  for (unsigned i = 0; i < info->rank; ++i)
    sizes[i] = p->constantSizes[info->dims[i]];
  if (!p->source.find)
    return tcStatusMake(TC_ERROR_WEIGHT_MISSING,
                        "weight %s: no source of weights is set", info->name);
  TC_RETURN_IF_ERROR(p->source.find(p->source.context, info->name, tensor));
  return tcCheckTensor(p->d, p->constantSizes, info, tensor, "weight", index);
}

/// The hash of a weight that lies in the device's memory.
static TcStatus checkHashThere(TcExecution *e, const TcValueInfo *info,
                               const TcTensor *tensor) {
  size_t bytes = (size_t)tcTensorDenseBytes(tensor);
  TcTensor copy = *tensor;
  copy.data = malloc(bytes + 1);
  if (!copy.data)
    return tcNoMemory(bytes, info->name);
  TcStatus status = e->program->device->read(e, copy.data, tensor->data, bytes);
  if (!status)
    status = checkHash(info, &copy);
  free(copy.data);
  return status;
}

static void releaseWeight(TcProgram *p, uint32_t index) {
  TcTensor *tensor = &p->weights[index];
  if (tensor->data && p->source.release)
    p->source.release(p->source.context, p->d->weights[index].name, tensor);
  tensor->data = NULL;
}

/// Asks the source for a weight, and makes sure that steps can read it.
static TcStatus acquireWeight(TcProgram *p, TcExecution *e, uint32_t index) {
  const TcValueInfo *info = &p->d->weights[index];
  TC_RETURN_IF_ERROR(findWeight(p, index));
  bool isThere = p->device->hasMemory && p->source.onDevice;
  if (info->hash)
    TC_RETURN_IF_ERROR(isThere ? checkHashThere(e, info, &p->weights[index])
                               : checkHash(info, &p->weights[index]));
  TC_RETURN_IF_ERROR(p->device->takeWeight(e, index));
  if (p->device->hasMemory && !isThere && !info->mutated)
    releaseWeight(p, index);
  return TC_OK;
}

static TcStatus allocatePrepared(TcProgram *p, TcExecution *e,
                                 uint32_t buffer) {
  const TcAllocator *memory = e->scratch;
  size_t bytes;
  TC_RETURN_IF_ERROR(tcExecutionBytes(e, p->d->buffers[buffer].bytes, &bytes));
  p->fixedBuffers[buffer] =
      memory->alloc(memory->self, bytes ? bytes : 1, TC_BUFFER_ALIGNMENT);
  if (!p->fixedBuffers[buffer])
    return tcNoMemory(bytes, "prepared weights");
  e->buffers[buffer] = p->fixedBuffers[buffer];
  return TC_OK;
}

/// Gives one buffer of a step memory, or its weight, if it has none yet.
static TcStatus bindBuffer(TcProgram *p, TcExecution *e, uint32_t buffer) {
  const TcBufferInfo *info = &p->d->buffers[buffer];
  if (info->kind == TC_BUFFER_PREPARED && !e->buffers[buffer])
    return allocatePrepared(p, e, buffer);
  if (info->kind != TC_BUFFER_WEIGHT)
    return TC_OK;
  if (!p->device->weight(p, info->index))
    TC_RETURN_IF_ERROR(acquireWeight(p, e, info->index));
  e->buffers[buffer] = p->device->weight(p, info->index);
  return TC_OK;
}

static void dropWeight(TcProgram *p, uint32_t index) {
  p->device->dropWeight(p, index);
  releaseWeight(p, index);
}

static TcStatus runStep(TcProgram *p, TcExecution *e, uint32_t at,
                        const int32_t *lastUse) {
  const TcStep *step = &p->d->sections[TC_SECTION_PREPARE].steps[at];
  for (uint32_t i = 0; i < step->numBuffers; ++i)
    TC_RETURN_IF_ERROR(bindBuffer(p, e, step->buffers[i]));
  uint32_t next = at;
  TC_RETURN_IF_ERROR(tcExecutionStep(e, TC_SECTION_PREPARE, &next));
  for (uint32_t i = 0; i < step->numBuffers; ++i) {
    const TcBufferInfo *info = &p->d->buffers[step->buffers[i]];
    if (info->kind == TC_BUFFER_WEIGHT && lastUse[info->index] == (int32_t)at)
      dropWeight(p, info->index);
  }
  return TC_OK;
}

/// The weights that calls use as they are.
static TcStatus bindWeightsOfMain(TcProgram *p, TcExecution *e,
                                  const int32_t *lastUse) {
  for (uint32_t i = 0; i < p->d->numWeights; ++i)
    if (lastUse[i] == usedByMain && !p->device->weight(p, i))
      TC_RETURN_IF_ERROR(acquireWeight(p, e, i));
  for (uint32_t i = 0; i < p->d->numBuffers; ++i) {
    const TcBufferInfo *info = &p->d->buffers[i];
    if (info->kind == TC_BUFFER_WEIGHT && lastUse[info->index] == usedByMain)
      p->fixedBuffers[i] = p->device->weight(p, info->index);
  }
  return TC_OK;
}

static TcStatus runSteps(TcProgram *p, TcExecution *e, int32_t *lastUse) {
  for (uint32_t i = 0; i < p->d->numWeights; ++i)
    lastUse[i] = notUsed;
  noteUses(p->d, TC_SECTION_PREPARE, lastUse);
  noteUses(p->d, TC_SECTION_MAIN, lastUse);
  noteTies(p->d, lastUse);
  TC_RETURN_IF_ERROR(tcExecutionBindScratch(e, TC_SECTION_PREPARE));
  for (uint32_t i = 0; i < p->d->sections[TC_SECTION_PREPARE].numSteps; ++i)
    TC_RETURN_IF_ERROR(runStep(p, e, i, lastUse));
  TC_RETURN_IF_ERROR(bindWeightsOfMain(p, e, lastUse));
  return p->device->finish(e);
}

static void undo(TcProgram *p) {
  p->device->close(p);
  for (uint32_t i = 0; i < p->d->numWeights; ++i)
    releaseWeight(p, i);
  for (uint32_t i = 0; i < p->d->numBuffers; ++i)
    if (p->d->buffers[i].kind == TC_BUFFER_WEIGHT)
      p->fixedBuffers[i] = NULL;
}

TcStatus tcProgramPrepare(TcProgram *p, TcParallelFor parallelFor,
                          void *parallelContext) {
  if (p->prepared)
    return TC_OK;
  TcExecution *e;
  TC_RETURN_IF_ERROR(p->device->open(p, NULL));
  TC_RETURN_IF_ERROR(tcExecutionCreate(p, &e));
  e->parallelFor = parallelFor;
  e->parallelContext = parallelContext;
  e->numThreads = tcExecutionThreads(parallelFor, parallelContext, 0);
  int32_t *lastUse = malloc((p->d->numWeights + 1u) * sizeof *lastUse);
  TcStatus status = p->device->begin(e);
  if (!status)
    status = lastUse ? runSteps(p, e, lastUse)
                     : tcNoMemory(sizeof *lastUse, "the preparation");
  free(lastUse);
  if (status)
    p->device->settle(e);
  tcExecutionDestroy(e);
  if (status)
    undo(p);
  p->prepared = !status;
  return status;
}
