// What a descriptor says of kernels' code. See describe.h.
#include "passes/describe/describe.h"

TcKernelInfo tcKernelInfoOfCpu(TcArena *arena, const TcCpuCode *code) {
  TcPhaseInfo *phases = TC_ARENA_ARRAY(arena, TcPhaseInfo, code->numPhases + 1);
  for (size_t i = 0; phases && i < code->numPhases; ++i) {
    const TcCpuPhaseCode *p = &code->phases[i];
    phases[i] = (TcPhaseInfo){.name = p->name,
                              .tasks = p->tasks,
                              .scratchBytes = p->scratchBytes,
                              .grain = p->grain,
                              .leastThreads = p->leastThreads,
                              .mostThreads = p->mostThreads};
  }
  return (TcKernelInfo){.phases = phases,
                        .symbols = code->symbols,
                        .temporaries = code->temporaries,
                        .numPhases = code->numPhases,
                        .numSymbols = code->numSymbols,
                        .numTemporaries = code->numTemporaries};
}
