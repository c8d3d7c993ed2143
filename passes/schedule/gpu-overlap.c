// Whether a launch starts before the one before it has ended. See gpu.h.
#include "passes/schedule/gpu.h"

// Blocks of the phase, from the points that one computes.
static double guessBlocks(const TcCpuKernel *k, const TcGpuPhase *p) {
  double points = tcCpuGuessTasks(k, &p->p.stages);
  switch (p->mode) {
  case TC_GPU_POINTS:
    return points / (double)(p->threads * p->lanes * p->perThread);
  case TC_GPU_TRANSPOSE:
    return points / (double)(p->side * p->side);
  case TC_GPU_PRODUCT:
  case TC_GPU_UNIT:
  case TC_GPU_STREAM:
    return points / (double)(p->tiling.rows * p->tiling.columns);
  case TC_GPU_ROWS:
    break;
  }
  return points;
}

// Blocks that wait hold their places. Those of a launch that is started while
// some multiprocessors are at work and others are not all go to the others, and
// stay there; so only a launch that leaves places everywhere lets the next one
// start at once.
void tcGpuChooseOverlap(const TcCpuKernel *k, const TcTarget *target,
                        TcGpuPhases *phases) {
  for (size_t i = 0; i < phases->size && target->dependentLaunch; ++i) {
    TcGpuPhase *p = &phases->data[i];
    bool few = guessBlocks(k, p) <= target->earlyBlocks;
    p->overlap = few ? TC_GPU_EARLY : TC_GPU_DEPENDENT;
  }
}
