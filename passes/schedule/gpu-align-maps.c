// Maps of rows that no vector divides: the threads of a block share a row, in
// vectors that are aligned in memory (gpu-align.c). By points each thread would
// have single elements.
#include "passes/schedule/gpu.h"

#include "passes/schedule/cpu.h"

#include "lib/cost/numbers.h"

bool tcGpuTakeMapRows(const TcCpuIters *rows, TcGpuPhase *phase) {
  if (!tcCpuAllMaps(&phase->p.stages) || rows->size + 1 != phase->p.tasks.size)
    return false;
  for (size_t i = 0; i < rows->size; ++i)
    if (!tcCpuItersHave(&phase->p.tasks, rows->data[i]))
      return false;
  phase->p.tasks = *rows;
  return true;
}

// Whether single elements are narrower than a word. Those of a wave that are
// words are a whole line of memory already, and blocks that have a part of a
// row end more evenly than such that have all of it.
static bool areNarrow(const TcGpuPhase *aligned) {
  enum { ACCESS = 16, WORD = 4 };
  return aligned->align * WORD > ACCESS;
}

bool tcGpuAlignMaps(TcCpuKernel *k, const TcTarget *target,
                    const TcCpuIters *points, TcGpuPhase *phase) {
  TcCpuIters rows = {0};
  TcGpuPhase aligned = {.p = phase->p, .mode = TC_GPU_ROWS};
  for (size_t i = 0; i + 1 < points->size; ++i)
    tcVecPush(k->arena, &rows, points->data[i]);
  if (tcFormIsOff(k, TC_FORM_ROWS) || !rows.size ||
      tcCpuGuessIters(k, &rows) < tcNumber(gpu_blocks) ||
      !tcGpuTakeMapRows(&rows, &aligned) ||
      !tcGpuChooseAlign(k, target, &aligned) || !areNarrow(&aligned))
    return false;
  *phase = aligned;
  return true;
}
