// The CPU schedule of a streamed kernel (passes/lower/cpu/stream.c): one phase
// of all stages that have the iterators which the loop's stages share. A task
// is a point of these and a chunk of the lanes' iterator; blocks are a loop in
// it.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/stage.h"
#include "passes/schedule/forms.h"

static bool isInLoop(const TcCpuStage *s) { return s->in || s->unit; }

// Whether a phase of these stages still has `iters` parallel.
static bool keeps(const TcCpuKernel *k, const TcCpuStages *stages,
                  const TcCpuIters *iters) {
  TcCpuIters p = tcCpuPhaseParallel(k, stages);
  for (size_t i = 0; i < iters->size; ++i)
    if (!tcCpuItersHave(&p, iters->data[i]))
      return false;
  return true;
}

static TcCpuStages range(const TcCpuKernel *k, size_t from, size_t to) {
  TcCpuStages out = {0};
  for (size_t i = from; i < to; ++i)
    tcVecPush(k->arena, &out, k->stages.data[i]);
  return out;
}

bool tcCpuStreamPhase(TcCpuKernel *k, const TcTarget *target,
                      TcCpuStages *before, TcCpuPhase *phase,
                      TcCpuStages *behind) {
  size_t from = 0, to = k->stages.size, n = to;
  if (k->stream.lane < 0)
    return false;
  while (from < n && !isInLoop(k->stages.data[from]))
    ++from;
  while (to > from && !isInLoop(k->stages.data[to - 1]))
    --to;
  TcCpuStages loop = range(k, from, to);
  TcCpuIters shared = tcCpuPhaseParallel(k, &loop), lane = {0};
  tcVecPush(k->arena, &lane, k->stream.lane);
  if (!tcCpuItersHave(&shared, k->stream.lane))
    return false;
  for (TcCpuStages more; from > 0; --from) {
    more = range(k, from - 1, to);
    if (!keeps(k, &more, &shared))
      break;
  }
  for (TcCpuStages more; to < n; ++to) {
    more = range(k, from, to + 1);
    if (!keeps(k, &more, &shared))
      break;
  }
  int64_t width = target->vectorBits / 32;
  *before = range(k, 0, from);
  *behind = range(k, to, n);
  *phase = (TcCpuPhase){.stages = range(k, from, to),
                        .tasks = tcCpuItersWithout(k->arena, &shared, &lane),
                        .chunk = k->stream.lane,
                        .chunkSize = TC_STREAM_VECTORS * width,
                        .vector = k->stream.lane,
                        .lanes = TC_STREAM_VECTORS * width,
                        .grain = 1,
                        .split = -1};
  if (!tcFormIsOff(k, TC_FORM_UNITS))
    phase->unit = tcContractUnit(k, target, &phase->stages, NULL);
  return true;
}
