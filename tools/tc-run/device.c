// Calls with all arguments on the program's GPU, so that copies of tc-run's
// inputs are not timed.
#include "tc-run/tc-run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TC_ERROR_RUN_NO_MEMORY = 6700 };

static TcStatus allocate(RunDevice *v, size_t bytes, void **data) {
  *data = v->memory->alloc(v->memory->self, bytes ? bytes : 1, 256);
  if (!*data)
    return tcStatusMake(TC_ERROR_RUN_NO_MEMORY,
                        "no memory of the GPU for %zu bytes", bytes);
  v->blocks[v->numBlocks++] = *data;
  return TC_OK;
}

/// Inputs of one storage share the first one's memory.
static TcStatus copyInput(RunModel *m, RunDevice *v, uint32_t index) {
  const TcValueInfo *info = &m->d->inputs[index];
  TcTensor *t = &v->inputs[index];
  *t = m->inputs[index];
  for (uint32_t i = 0; info->storage != TC_NONE && i < index; ++i)
    if (m->d->inputs[i].storage == info->storage) {
      t->data = (char *)v->inputs[i].data +
                ((char *)m->inputs[index].data - (char *)m->inputs[i].data);
      return TC_OK;
    }
  const TcTensor *from = &m->inputs[index];
  size_t bytes = runTensorBytes(t);
  TC_RETURN_IF_ERROR(allocate(v, bytes, &t->data));
  TC_RETURN_IF_ERROR(
      tcProgramCopyIn(m->program, t->data, runTensorStart(from), bytes, NULL));
  t->data = (char *)t->data + ((char *)from->data - runTensorStart(from));
  return TC_OK;
}

static TcStatus makeResult(RunModel *m, RunDevice *v, uint32_t index) {
  const TcValueInfo *info = &m->d->results[index];
  TcTensor *t = &v->results[index];
  *t = m->results[index];
  t->data = NULL;
  if (info->tie != TC_NONE)
    return TC_OK; // the program knows
  return allocate(v, runTensorBytes(t), &t->data);
}

TcStatus runDeviceOpen(RunModel *m, RunDevice *v) {
  size_t values = (size_t)m->d->numInputs + m->d->numResults + 1;
  *v = (RunDevice){.inputs = calloc(values, sizeof *v->inputs),
                   .blocks = calloc(values, sizeof *v->blocks)};
  if (!v->inputs || !v->blocks)
    return tcStatusMake(TC_ERROR_RUN_NO_MEMORY, "no memory for a call");
  v->results = v->inputs + m->d->numInputs;
  TC_RETURN_IF_ERROR(tcProgramDeviceAllocator(m->program, &v->memory));
  for (uint32_t i = 0; i < m->d->numInputs; ++i)
    TC_RETURN_IF_ERROR(copyInput(m, v, i));
  for (uint32_t i = 0; i < m->d->numResults; ++i)
    TC_RETURN_IF_ERROR(makeResult(m, v, i));
  return TC_OK;
}

void runDeviceClose(RunDevice *v) {
  for (uint32_t i = 0; i < v->numBlocks; ++i)
    v->memory->free(v->memory->self, v->blocks[i]);
  free(v->inputs);
  free(v->blocks);
}

TcStatus runDeviceCall(RunModel *m, RunDevice *v) {
  TcCallFrame frame = {.structSize = sizeof frame,
                       .inputs = v->inputs,
                       .results = v->results,
                       .numInputs = m->d->numInputs,
                       .numResults = m->d->numResults,
                       .flags = TC_CALL_DEVICE_MEMORY};
  for (uint32_t i = 0; i < m->d->numResults; ++i)
    if (m->d->results[i].tie != TC_NONE)
      v->results[i].data = NULL;
  return tcProgramCall(m->program, &frame);
}

TcStatus runSetGraphs(RunModel *m) {
  const TcGraphOptions options = {.structSize = sizeof options, .most = 8};
  return m->options->graphs ? tcProgramSetGraphs(m->program, &options) : TC_OK;
}

void runPrintGraphs(const RunModel *m) {
  TcGraphStats s = tcProgramGraphStats(m->program);
  FILE *out = m->options->json ? stderr : stdout;
  fprintf(out,
          "%" PRIu64 " calls as graphs (%" PRIu64 " made, %" PRIu64
          " kernels updated), %" PRIu64 " as launches%s%s\n",
          s.replayed, s.made, s.updated, s.launched, s.launched ? ": " : "",
          s.launched ? s.why : "");
}
