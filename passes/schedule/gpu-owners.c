// Chooses how many tasks share a scatter. See gpu.h.
#include "passes/schedule/gpu.h"

#include "lib/cost/numbers.h"

static int64_t ownersOf(TcCpuKernel *k, const TcCpuStages *stages) {
  const TcCpuStage *s = stages->data[0];
  TcCpuIters space = tcCpuStageSpace(k->arena, s);
  double threads = tcCpuGuessTasks(k, stages),
         steps = tcCpuGuessIters(k, &space) / threads;
  bool any = false;
  if (s->kind != TC_CPU_SCATTER || s->in || steps < tcNumber(gpu_scatter_long))
    return 1;
  for (size_t d = 0; d < s->results.data[0]->rank; ++d)
    any |= tcScatterIter(k, s, d) < 0;
  int64_t owners = 1;
  while (any && 2 * (double)owners * threads <= tcNumber(gpu_threads) &&
         2 * (double)owners * tcNumber(gpu_owned) <= steps)
    owners *= 2;
  return owners;
}

void tcGpuChooseOwners(TcCpuKernel *k, const TcCpuStages *stages) {
  int64_t owners = ownersOf(k, stages);
  if (owners > 1)
    tcCpuShareScatter(k, stages->data[0], owners);
}
