// Which results are stored past the caches. Of maps: those of which no cache
// keeps anything until it is read. Of transposed ones less is enough. A strip
// of such a result is as many streams of stores as it has rows. In the first
// cache rows that are a power of two apart compete for few lines, which are
// evicted, and read again, before their stores are complete; non-temporal
// stores of whole lines need neither the lines nor what was in them. See cpu.h.
#include "passes/schedule/cpu.h"

#include "passes/lower/cpu/emit.h"

#include "lib/cost/numbers.h"

#include "mlir-c/BuiltinTypes.h"

// Whether the value is stored by whole lines, if it starts at one.
static bool isOfLines(const TcCpuKernel *k, const TcCpuStage *s,
                      const TcCpuValue *v, int vector, int iter, int64_t lanes,
                      int64_t line) {
  int64_t stride, bytes = tcCpuBytes(v->element);
  if (v->dests.size != 1 || mlirTypeIsAComplex(v->element) ||
      lanes * bytes % line)
    return false;
  const TcSize *offset = tcCpuDestAt(k, &v->dests.data[0], tcCpuOwnIndex(k, s));
  return tcCpuHasStride(k, offset, vector, 1) &&
         tcCpuConstStride(k, offset, iter, &stride) &&
         stride * bytes % line == 0;
}

int64_t tcCpuNontemporalStrip(const TcCpuKernel *k, const TcTarget *target,
                              const TcCpuStages *stages, int vector, int iter) {
  int64_t line = target->cacheLineBytes ? target->cacheLineBytes : 64;
  int64_t lanes = (int64_t)target->vectorBits / 8 / tcCpuWidestOf(stages, 4);
  double bytes = 0;
  for (size_t i = 0; i < stages->size; ++i) {
    const TcCpuStage *s = stages->data[i];
    for (size_t j = 0; j < s->results.size; ++j) {
      if (!isOfLines(k, s, s->results.data[j], vector, iter, lanes, line))
        return 0;
      bytes += tcCpuGuessBytes(k, s->results.data[j]);
    }
  }
  int64_t strip = TC_CPU_LEAST_STRIP;
  while (strip < TC_CPU_MOST_STRIP &&
         2 * (double)strip <= tcNumber(cpu_nontemporal_strip))
    strip *= 2;
  return bytes >= tcNumber(cpu_nontemporal_bytes) ? strip : 0;
}

bool tcCpuExceedsCaches(TcCpuKernel *k, const TcCpuStages *stages, int vector) {
  enum { ROW = 4096 }; // bytes, of which two vectors are stored as ever
  double bytes = 0, widest = tcCpuWidestOf(stages, 1);
  if (tcCpuGuess(k, k->iters.data[vector].extent) * widest < ROW)
    return false;
  for (size_t i = 0; i < stages->size; ++i)
    for (size_t j = 0; j < stages->data[i]->results.size; ++j)
      if (stages->data[i]->results.data[j]->dests.size)
        bytes += tcCpuGuessBytes(k, stages->data[i]->results.data[j]);
  return bytes >= tcNumber(cpu_past_bytes);
}
