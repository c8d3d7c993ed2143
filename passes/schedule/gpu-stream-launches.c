// The launches of a stream: one; where tasks share sums (passes/lower/gpu/
// stream_across.c), one before it that clears these, and one behind it with
// what reads them. See gpu-choose.h.
#include "passes/schedule/gpu-choose.h"

#include "passes/lower/gpu/stream.h"

// Adds what clears the sums that tasks share, if there are any.
static const TcCpuStage *clearSums(TcCpuKernel *k) {
  for (size_t i = 0; i < k->stages.size; ++i)
    if (tcGpuStreamIsStack(k, k->stages.data[i]))
      return tcGpuAcrossClear(k, k->stages.data[i]);
  return NULL;
}

static TcGpuPhase emptyPhase(void) {
  return (TcGpuPhase){
      .p = {.chunk = -1, .vector = -1, .split = -1, .lanes = 1, .grain = 1}};
}

void tcGpuPushStream(const TcGpuChoose *c, const TcGpuTiling *tiling,
                     TcGpuPhases *phases) {
  TcCpuKernel *k = c->k;
  const TcCpuStage *clears = clearSums(k);
  TcGpuStream s;
  TcCpuStages own = {0};
  TcGpuPhases around = {0};
  tcGpuStreamMatch(k, tiling->unit, &s);
  TcGpuPhase first = emptyPhase(), last = emptyPhase();
  for (size_t i = 0; i < k->stages.size; ++i) {
    TcCpuStage *stage = k->stages.data[i];
    bool isApart = tcGpuStreamIsApart(&s, stage);
    tcVecPush(k->arena,
              stage == clears ? &first.p.stages
              : isApart       ? &last.p.stages
                              : &own,
              stage);
  }
  tcVecPush(k->arena, &around, first);
  tcVecPush(k->arena, &around, last);
  if (clears) {
    tcGpuChooseRest(c, &around);
    tcVecPush(k->arena, phases, around.data[0]);
  }
  tcGpuPushProduct(k, &own, TC_GPU_STREAM, tcGpuStreamThreads(tiling), tiling,
                   phases);
  if (clears)
    tcVecPush(k->arena, phases, around.data[1]);
}
