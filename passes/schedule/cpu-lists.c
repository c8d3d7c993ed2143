// Scatters of single elements, in lists by owners (passes/lower/cpu/
// scatter_lists.c): what they take in all is twice what one task takes, so they
// are for many threads (cpu-version.c). See cpu.h.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/emit.h"

#include "ir/sizes.h"
#include "lib/cost/numbers.h"

// Whether points lie next to each other in rows that are combined as vectors.
static bool hasLongRows(const TcCpuKernel *k, const TcCpuPhase *p) {
  const TcCpuStage *s = p->stages.data[0];
  return p->vector >= 0 && tcCpuScattersRows(k, s, p->vector) &&
         tcCpuGuess(k, k->iters.data[p->vector].extent) >=
             tcNumber(cpu_list_row);
}

int64_t tcCpuListThreads(const TcCpuKernel *k, const TcCpuPhases *phases) {
  int64_t threads = 0;
  for (size_t i = 0; i < phases->size; ++i) {
    const TcCpuPhase *p = &phases->data[i];
    const TcCpuValue *v = p->stages.data[0]->results.data[0];
    if (p->split < 0 || p->stages.data[0]->kind != TC_CPU_SCATTER)
      continue;
    double least = tcCpuGuessBytes(k, v) < tcNumber(cpu_list_near)
                       ? tcNumber(cpu_list_near_threads)
                       : tcNumber(cpu_list_threads);
    threads = least > (double)threads ? (int64_t)least : threads;
  }
  return threads;
}

// A power of two: as many as a scatter of the fewest points that are listed
// has, where there are as many points for each.
static int64_t shares(double points) {
  double least =
      (double)tcNumber(cpu_list_points) / (double)tcNumber(cpu_list_shares);
  int64_t n = 2;
  while (n < tcNumber(cpu_list_shares) && points / (double)n > least)
    n *= 2;
  return n;
}

bool tcCpuListScatter(TcCpuKernel *k, TcCpuPhase *p) {
  TcCpuStage *s = p->stages.data[0];
  TcCpuPhase lists = {.stages = p->stages,
                      .tasks = p->tasks,
                      .chunk = -1,
                      .vector = -1,
                      .split = -1,
                      .lanes = 1};
  if (s->kind != TC_CPU_SCATTER || hasLongRows(k, p))
    return false;
  TcCpuIters open = tcCpuItersWithout(k->arena, &s->iters, &p->tasks);
  double points = tcCpuGuessIters(k, &open);
  double tasks = tcCpuGuessIters(k, &p->tasks);
  if (!open.size || tasks >= tcNumber(cpu_tasks) ||
      points * tasks < tcNumber(cpu_list_points))
    return false;
  lists.split = open.data[0];
  lists.splitParts = shares(points);
  int iters = (int)k->iters.size;
  tcCpuShareScatter(k, s, lists.splitParts);
  tcVecPush(k->arena, &lists.tasks, s->owners - 1);
  if (!tcCpuCanList(k, &lists)) {
    k->iters.size = (size_t)iters;
    s->owners = 0;
    return false;
  }
  *p = lists;
  return true;
}
