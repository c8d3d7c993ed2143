// Compiles the two halves of a model for tc-run --grad, and runs them one after
// the other on the same state.
#include "tc-run/tc-run.h"

#include <stdlib.h>
#include <string.h>

static TcStatus noMemory(void) {
  return tcStatusMake(6700, "no memory for the state of a model");
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

// Copies of the inputs, then weights, that forward writes to, from before its
// call.
static TcStatus keepState(RunHalves *h) {
  const RunModel *f = &h->forward;
  uint32_t inputs = f->d->numInputs, n = inputs + f->d->numWeights;
  h->states = calloc(n + 1u, sizeof *h->states);
  for (uint32_t i = 0; h->states && i < n; ++i) {
    int64_t sizes[TC_MAX_RANK];
    bool isInput = i < inputs;
    TcTensor t = isInput ? f->inputs[i] : runWeightTensor(f, i - inputs, sizes);
    if (!(isInput ? f->d->inputs[i] : f->d->weights[i - inputs]).mutated)
      continue;
    size_t bytes = runTensorBytes(&t);
    h->states[i] = malloc(bytes + 1);
    if (!h->states[i])
      return noMemory();
    memcpy(h->states[i], runTensorStart(&t), bytes);
  }
  return h->states ? TC_OK : noMemory();
}

static void restoreState(const RunHalves *h) {
  const RunModel *f = &h->forward;
  uint32_t inputs = f->d->numInputs;
  for (uint32_t i = 0; i < inputs + f->d->numWeights; ++i) {
    int64_t sizes[TC_MAX_RANK];
    if (!h->states[i])
      continue;
    TcTensor t =
        i < inputs ? f->inputs[i] : runWeightTensor(f, i - inputs, sizes);
    memcpy(runTensorStart(&t), h->states[i], runTensorBytes(&t));
  }
}

//===----------------------------------------------------------------------===//
// Backward's arguments
//===----------------------------------------------------------------------===//

// N of a name "kind.N"; -1 if it is another kind.
static long numberOf(const char *name, const char *kind) {
  size_t n = strlen(kind);
  return strncmp(name, kind, n) ? -1 : strtol(name + n, NULL, 10);
}

static void bindSaved(RunHalves *h) {
  RunModel *f = &h->forward, *b = &h->backward;
  for (uint32_t i = 0; i < b->d->numInputs; ++i) {
    long argument = numberOf(b->d->inputs[i].name, "argument.");
    long saved = numberOf(b->d->inputs[i].name, "saved.");
    if (argument >= 0 && argument < (long)f->d->numInputs)
      b->inputs[i].data = f->inputs[argument].data;
    else if (saved >= 0 && saved < (long)f->d->numResults)
      b->inputs[i].data = f->results[saved].data;
  }
}

TcTensor runHalvesSource(const RunHalves *h, uint32_t k) {
  const RunModel *f = &h->forward, *b = &h->backward;
  const char *name = b->d->results[k].name + strlen("gradient.");
  uint32_t inputs = f->d->numInputs;
  for (uint32_t i = 0; i < f->d->numWeights; ++i) {
    if (strcmp(f->d->weights[i].name, name))
      continue;
    TcTensor t = b->results[k]; // of the weight's type
    t.strides = NULL;
    t.data = h->states[inputs + i] ? h->states[inputs + i] : f->weights[i];
    return t;
  }
  char *end;
  unsigned long i = strtoul(name, &end, 10);
  if (end == name || *end || i >= inputs)
    return (TcTensor){.data = NULL};
  TcTensor t = f->inputs[i];
  t.data = h->states[i] ? h->states[i] : t.data;
  return t;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

TcStatus runHalvesForward(RunHalves *h) {
  restoreState(h);
  return runModelCall(&h->forward);
}

TcStatus runHalvesCall(RunHalves *h) {
  TC_RETURN_IF_ERROR(runHalvesForward(h));
  bindSaved(h);
  return runModelCall(&h->backward);
}

// Refuses inputs that share memory: one cannot be moved alone.
static TcStatus refuseShared(const RunModel *f) {
  for (uint32_t i = 0; i < f->d->numInputs; ++i)
    if (f->d->inputs[i].storage != TC_NONE)
      return tcStatusMake(1705,
                          "%s shares its memory with other arguments: finite "
                          "differences cannot move it alone",
                          f->d->inputs[i].name);
  return TC_OK;
}

TcStatus runHalvesOpen(const RunHalves *like, RunHalves *h) {
  for (int i = 0; i < 2; ++i) {
    RunModel *m = i ? &h->backward : &h->forward;
    h->options[i].part = i ? "backward" : "forward";
    if (like)
      h->options[i].like = i ? &like->backward : &like->forward;
    TC_RETURN_IF_ERROR(runModelOpen(&h->options[i], m));
  }
  TC_RETURN_IF_ERROR(refuseShared(&h->forward));
  return keepState(h);
}

void runHalvesClose(RunHalves *h) {
  uint32_t n =
      h->forward.d ? h->forward.d->numInputs + h->forward.d->numWeights : 0;
  for (uint32_t i = 0; h->states && i < n; ++i)
    free(h->states[i]);
  free(h->states);
  runModelClose(&h->backward);
  runModelClose(&h->forward);
}
