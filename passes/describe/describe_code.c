// What a descriptor says of kernels' code. See describe.h.
#include "passes/describe/describe.h"

#include <string.h>

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

static const char *copyText(TcArena *arena, const char *text) {
  return text ? tcArenaCopyText(arena, text, strlen(text)) : NULL;
}

static const char **copyTexts(TcArena *arena, const char **texts, size_t n) {
  const char **out = TC_ARENA_ARRAY(arena, const char *, n + 1);
  for (size_t i = 0; out && i < n; ++i)
    out[i] = copyText(arena, texts[i]);
  return out;
}

static void copyMap(TcArena *arena, TcTensorMapText *m) {
  m->offset = copyText(arena, m->offset);
  for (int64_t d = 0; d < m->rank; ++d) {
    m->extents[d] = copyText(arena, m->extents[d]);
    m->strides[d] = copyText(arena, m->strides[d]);
  }
}

static void copyPhase(TcArena *arena, TcPhaseInfo *phase) {
  phase->name = copyText(arena, phase->name);
  phase->tasks = copyText(arena, phase->tasks);
  phase->scratchBytes = copyText(arena, phase->scratchBytes);
  phase->sharedBytes = copyText(arena, phase->sharedBytes);
  for (size_t m = 0; m < phase->maps.size; ++m)
    copyMap(arena, &phase->maps.data[m]);
}

TcKernelInfo tcKernelInfoCopy(TcArena *arena, const TcKernelInfo *info) {
  TcKernelInfo out = *info;
  out.phases = TC_ARENA_ARRAY(arena, TcPhaseInfo, info->numPhases + 1);
  for (size_t i = 0; out.phases && i < info->numPhases; ++i) {
    out.phases[i] = info->phases[i];
    copyPhase(arena, &out.phases[i]);
  }
  out.symbols = copyTexts(arena, info->symbols, info->numSymbols);
  out.temporaries = copyTexts(arena, info->temporaries, info->numTemporaries);
  out.sites = copyTexts(arena, info->sites, info->numSites);
  return out;
}
