// Kernels of CPUs as choosers see them: which iterators of a product are split
// by groups, and joined though images have a border. See cpu.h.
#include "passes/schedule/cpu.h"

#include "lib/cost/numbers.h"

static TcCpuSides sides(void) {
  return (TcCpuSides){.leastGroup = tcNumber(cpu_least_group),
                      .leastRows = tcNumber(cpu_least_rows)};
}

MlirLogicalResult tcCpuKernelReadToChoose(TcArena *arena, MlirOperation op,
                                          TcCpuKernel *k) {
  TcCpuSides s = sides();
  return tcCpuKernelReadSides(arena, op, &s, k);
}

void tcCpuFindSides(TcCpuKernel *k) {
  TcCpuSides s = sides();
  tcCpuKernelFindSides(k, &s);
}
